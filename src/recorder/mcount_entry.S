/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mcount() is called behind the prologue, __fentry__() before it; both with arguments in registers,
 * which stay as they are. */

#include <features.h>

#if defined(__x86_64__) && defined(__GLIBC__)
	.data
	.globl mcount_next, mcount_fentry_next
	.hidden mcount_next, mcount_fentry_next
	.balign 8
mcount_next:
	.quad mcount_nothing
mcount_fentry_next:
	.quad mcount_nothing
	.text
mcount_nothing:
	ret
	.macro counter name, next, from
	.globl \name
	.type \name, @function
\name:
	.cfi_startproc
	cmpb $0, mcount_is_shared(%rip)
	jne 1f
	jmp *\next(%rip)
1:
	sub $0x48, %rsp
	.cfi_adjust_cfa_offset 0x48
	mov %rax, (%rsp)
	mov %rcx, 0x8(%rsp)
	mov %rdx, 0x10(%rsp)
	mov %rsi, 0x18(%rsp)
	mov %rdi, 0x20(%rsp)
	mov %r8, 0x28(%rsp)
	mov %r9, 0x30(%rsp)
	mov %r10, 0x38(%rsp)
	mov 0x48(%rsp), %rsi
	mov \from, %rdi
	call __mcount_internal
	mov (%rsp), %rax
	mov 0x8(%rsp), %rcx
	mov 0x10(%rsp), %rdx
	mov 0x18(%rsp), %rsi
	mov 0x20(%rsp), %rdi
	mov 0x28(%rsp), %r8
	mov 0x30(%rsp), %r9
	mov 0x38(%rsp), %r10
	add $0x48, %rsp
	.cfi_adjust_cfa_offset -0x48
	ret
	.cfi_endproc
	.size \name, . - \name
	.endm
	counter mcount, mcount_next, 8(%rbp)
	counter _mcount, mcount_next, 8(%rbp)
	counter __fentry__, mcount_fentry_next, 0x50(%rsp)
#endif

	.section .note.GNU-stack, "", @progbits
