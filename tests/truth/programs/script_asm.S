/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions in assembly, which count no calls; two have no size. */
	.text
	.globl	mix_bits
	.type	mix_bits, @function
	.p2align 4
mix_bits:
	.cfi_startproc
	movq	%rdi, %rax
	movabsq	$0x9e3779b97f4a7c15, %rcx
	imulq	%rcx, %rax
	addq	%rsi, %rax
	call	fold_bits
	ret
	.cfi_endproc
	.size	mix_bits, . - mix_bits

	.type	fold_bits, @function
fold_bits:
	.cfi_startproc
	movq	%rax, %rdx
	shrq	$29, %rdx
	xorq	%rdx, %rax
	imulq	$0x5bd1e995, %rax, %rax
	movq	%rax, %rdx
	shrq	$17, %rdx
	xorq	%rdx, %rax
	ret
	.cfi_endproc

	.p2align 4
	.globl	count_bits
	.type	count_bits, @function
count_bits:
	.cfi_startproc
	xorl	%eax, %eax
	testq	%rsi, %rsi
	jle	2f
1:	movzbl	(%rdi), %edx
	call	bits_of_byte
	addq	%rdx, %rax
	incq	%rdi
	decq	%rsi
	jne	1b
2:	ret
	.cfi_endproc
	.size	count_bits, . - count_bits

	.type	bits_of_byte, @function
bits_of_byte:
	.cfi_startproc
	movl	%edx, %ecx
	shrl	$1, %ecx
	andl	$0x55, %ecx
	subl	%ecx, %edx
	movl	%edx, %ecx
	shrl	$2, %ecx
	andl	$0x33, %edx
	andl	$0x33, %ecx
	addl	%ecx, %edx
	movl	%edx, %ecx
	shrl	$4, %ecx
	addl	%ecx, %edx
	andl	$15, %edx
	ret
	.cfi_endproc

	.section .note.GNU-stack, "", @progbits
