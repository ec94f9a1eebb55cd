/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code without lines, of which not all is marked as a function. */
	.text
	.globl typed
	.type typed, STT_FUNC
typed:
	.skip 40
	.globl label
label:
	.skip 24
inner:
	.skip 16
	.type hidden, STT_FUNC
hidden:
	.skip 48
	.section .note.GNU-stack,"",%progbits
