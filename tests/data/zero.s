# SPDX-License-Identifier: GPL-3.0-or-later
# main, into which deep() was inlined.  As clang has it, some of deep's code is
# of line 0: only the range of the inlined entry says whose it is.
	.text
	.p2align 4
	.globl	main
	.type	main, @function
main:
	nop
	nop
	nop
	nop
.Ldeep:
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
.Lend_of_deep:
	xor	%eax, %eax
	nop
	ret
	nop
	.size	main, .-main
.Lend:

	.section .debug_abbrev, "", @progbits
.Labbrev:
	.uleb128 1, 0x11	# unit: name, lines, range
	.byte	1
	.uleb128 0x03, 0x08, 0x10, 0x17, 0x11, 0x01, 0x12, 0x07, 0, 0
	.uleb128 2, 0x2e	# function: name, file, line
	.byte	0
	.uleb128 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x0b, 0, 0
	.uleb128 3, 0x2e	# function: name, file, line, range
	.byte	1
	.uleb128 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x0b, 0x11, 0x01, 0x12, 0x07, 0, 0
	.uleb128 4, 0x1d	# inlined: origin, range, file and line of the call
	.byte	0
	.uleb128 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0x58, 0x0b, 0x59, 0x0b, 0, 0
	.byte	0

	.section .debug_info, "", @progbits
.Linfo:
	.long	.Linfo_end - .Lversion
.Lversion:
	.value	4
	.long	.Labbrev
	.byte	8
	.uleb128 1
	.string	"zero.c"
	.long	.Lline
	.quad	main
	.quad	.Lend - main
.Lorigin:
	.uleb128 2
	.string	"deep"
	.byte	1, 2
	.uleb128 3
	.string	"main"
	.byte	1, 9
	.quad	main
	.quad	.Lend - main
	.uleb128 4
	.long	.Lorigin - .Linfo
	.quad	.Ldeep
	.quad	.Lend_of_deep - .Ldeep
	.byte	1, 10
	.byte	0
	.byte	0
.Linfo_end:

	# GNU as takes no .loc for line 0.
	.section .debug_line, "", @progbits
.Lline:
	.long	.Lline_end - .Lline_version
.Lline_version:
	.value	2
	.long	.Lprogram - .Lheader
.Lheader:
	.byte	1, 1, -1, 4, 10
	.byte	0, 1, 1, 1, 1, 0, 0, 0, 1	# operands of opcodes
	.string	"/src"
	.byte	0
	.string	"zero.c"
	.uleb128 1, 0, 0
	.byte	0
.Lprogram:
	.byte	0, 9, 2		# the address
	.quad	main
	.byte	3		# lines on; a row; bytes on
	.sleb128 9
	.byte	1, 2, 4
	.byte	3
	.sleb128 -7
	.byte	1, 2, 4
	.byte	3
	.sleb128 -3
	.byte	1, 2, 4
	.byte	3
	.sleb128 11
	.byte	1, 2, 5
	.byte	0, 1, 1		# the end
.Lline_end:
	.section .note.GNU-stack, "", @progbits
