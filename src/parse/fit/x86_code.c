/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/x86_code.h"

static uint32_t number(const unsigned char *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

/* The address so far from another one. */
static uint64_t away(uint64_t from, int32_t distance, bool is_64)
{
	const uint64_t to = from + (uint64_t)(int64_t)distance;

	return is_64 ? to : (uint32_t)to;
}

static bool is_rip_relative(unsigned char modrm)
{
	return (modrm & 0xc7) == 0x05;
}

/* Bytes of an instruction without prefixes that has one byte of opcode, this
 * operand, and nothing else. */
static size_t size_with(unsigned char modrm, unsigned char sib)
{
	enum { OPCODE_AND_MODRM = 2 };
	const bool has_sib = modrm >> 6 != 3 && (modrm & 7) == 4;
	const size_t size = OPCODE_AND_MODRM + has_sib;

	switch (modrm >> 6) {
	case 0:
		return is_rip_relative(modrm) || (has_sib && (sib & 7) == 5) ? size + 4 : size;
	case 1:
		return size + 1;
	case 2:
		return size + 4;
	default:
		return size;
	}
}

static bool is_call_through(const unsigned char *bytes, size_t n)
{
	return bytes[0] == 0xff && (bytes[1] & 0x38) == 0x10 &&
	       size_with(bytes[1], n > 2 ? bytes[2] : 0) == n;
}

static uint64_t operand(const unsigned char *bytes, size_t n, uint64_t end, bool is_64)
{
	uint64_t all = 0;

	if (is_64 && is_rip_relative(bytes[1]))
		return away(end, (int32_t)number(bytes + 2), is_64);
	while (n-- > 1)
		all = all << 8 | bytes[n];
	return all;
}

struct x86_call x86_call_before(const unsigned char *bytes, size_t n, uint64_t end, bool is_64)
{
	struct x86_call call = { .is_direct = false };
	const unsigned char *after = bytes + n;
	size_t size;

	if (n >= 5 && after[-5] == 0xe8) {
		call.is_direct = true;
		call.target = away(end, (int32_t)number(after - 4), is_64);
	}
	for (size = n < X86_LONGEST_CALL ? n : X86_LONGEST_CALL; size >= 2; size--) {
		if (!is_call_through(after - size, size))
			continue;
		call.is_indirect = true;
		call.through = operand(after - size, size, end, is_64);
		break;
	}
	return call;
}

bool x86_jump_at(struct x86_jump *out, const unsigned char *bytes, size_t n, uint64_t at,
                 bool is_64)
{
	const unsigned char code = bytes[0];

	*out = (struct x86_jump){ .is_short = false };
	if (n >= 2 && (code == 0xeb || (code & 0xf0) == 0x70 || (code & 0xfc) == 0xe0)) {
		out->is_short = true;
		out->target = away(at + 2, (signed char)bytes[1], is_64);
	} else if (n >= 5 && code == 0xe9) {
		out->target = away(at + 5, (int32_t)number(bytes + 1), is_64);
	} else if (n >= 6 && code == 0x0f && (bytes[1] & 0xf0) == 0x80) {
		out->target = away(at + 6, (int32_t)number(bytes + 2), is_64);
	} else {
		out->is_indirect = n >= 2 && code == 0xff && (bytes[1] & 0x38) == 0x20;
		return out->is_indirect;
	}
	return true;
}

bool x86_ends_function(const unsigned char *bytes, size_t n)
{
	const unsigned char *end = bytes + n;

	return (n >= 1 && (end[-1] == 0xc3 || end[-1] == 0xf4)) ||
	       (n >= 2 && (end[-2] == 0xeb || (end[-2] == 0x0f && end[-1] == 0x0b))) ||
	       (n >= 3 && end[-3] == 0xc2) || (n >= 5 && end[-5] == 0xe9);
}

bool x86_makes_frame(const unsigned char *bytes, size_t n, bool is_64)
{
	const size_t prefix = is_64; /* 48: 64 bits */
	size_t i;

	/* push %rbp; mov %rsp,%rbp, which has two forms */
	for (i = 0; i + 3 + prefix <= n; i++) {
		const unsigned char *move = bytes + i + 1 + prefix;

		if (bytes[i] == 0x55 && (!is_64 || bytes[i + 1] == 0x48) &&
		    ((move[0] == 0x89 && move[1] == 0xe5) || (move[0] == 0x8b && move[1] == 0xec)))
			return true;
	}
	return false;
}

/* Bytes of the padding instruction at bytes[0]; 0: it is none. */
static size_t nop_size(const unsigned char *bytes, size_t n)
{
	size_t i = 0;

	if (bytes[0] == 0xcc)
		return 1;
	while (i < n && (bytes[i] == 0x66 || bytes[i] == 0x2e))
		i++;
	if (i < n && bytes[i] == 0x90)
		return i + 1;
	if (i + 3 > n || bytes[i] != 0x0f || bytes[i + 1] != 0x1f)
		return 0;
	i += 1 + size_with(bytes[i + 2], i + 3 < n ? bytes[i + 3] : 0);
	return i <= n ? i : 0;
}

bool x86_is_padding(const unsigned char *bytes, size_t n)
{
	size_t size;

	for (; n; bytes += size, n -= size) {
		size = nop_size(bytes, n);
		if (!size)
			return false;
	}
	return true;
}
