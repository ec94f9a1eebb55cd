/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/disassembly.h"

/* What follows an opcode. */
struct follower {
	unsigned char fields; /* bit n: the middle field of a ModRM may be n; 0: there is none */
	unsigned char bytes;  /* behind that; 4, 8: by the operand size, at most so many */
};

static const struct follower followers[] = {
	['.'] = { 0, 0 },    ['b'] = { 0, 1 },    ['w'] = { 0, 4 },    ['v'] = { 0, 8 },
	['r'] = { 0xff, 0 }, ['B'] = { 0xff, 1 }, ['W'] = { 0xff, 4 }, ['n'] = { 0x01, 1 },
	['N'] = { 0x01, 4 }, ['s'] = { 0xbf, 0 }, ['S'] = { 0xbf, 1 }, ['E'] = { 0xf0, 1 },
	['D'] = { 0x03, 0 }, ['C'] = { 0x57, 0 }, /* calls, jumps: the field says which */
	['j'] = { 0, 4 },                         /* a distance */
	['t'] = { 0xfd, 1 }, ['T'] = { 0xfd, 4 }, /* the bytes only if the field is 0 */
	['M'] = { 0xff, 0 },                      /* memory */
	['q'] = { 0xff, 0 },                      /* another instruction behind f2 or f3 ... */
	['h'] = { 0xff, 0 },                      /* ... or f3 only */
};

/* Of each opcode, 32 a row; -: not known.  Source: Intel's manual, volume 2, appendix A. */
static const char one_byte[] = "rrrrbw--rrrrbw--rrrrbw--rrrrbw--"
			       "rrrrbw--rrrrbw--rrrrbw--rrrrbw--"
			       "----------------................"
			       "---r----wWbB....bbbbbbbbbbbbbbbb"
			       "BW-Brrrrrrrr-M--..........--...."
			       "----....bw......bbbbbbbbvvvvvvvv"
			       "SS-.--nN-.--.b-.ssss---.--------"
			       "bbbbbbbbjj-b....----..tT......DC";
static const char two_bytes[] = "-----.-----.----qq--rr--r-----qr"
				"--------rrq-qqrr...-------------"
				"rrrrrrrrrrrrrrrr-q--rrrrqqq-qqqq"
				"rrrrrrrrrrrr--rh----rrr-------hh"
				"jjjjjjjjjjjjjjjjrrrrrrrrrrrrrrrr"
				"...rBr--..-rBr-rrr-r--rr--Erhhrr"
				"rr------........-rrrrr--rrrrrrrr"
				"rrrrrr--rrrrrrrr-rrrrrr-rrrrrrr-";

size_t x86_modrm_size(unsigned char modrm, unsigned char sib) {
	const unsigned mod = modrm >> 6, rm = modrm & 7;
	const bool has_sib = mod != 3 && rm == 4;
	const unsigned base = has_sib ? sib & 7 : rm;

	return 1U + has_sib + (mod == 1 ? 1U : mod == 2 || (!mod && base == 5) ? 4U : 0U);
}

struct prefixes {
	bool is_16, is_64;    /* operands */
	unsigned char repeat; /* f2, f3, or 0 */
};

/* Returns where the opcode is. */
static const unsigned char *skip_prefixes(struct prefixes *out, const unsigned char *at) {
	static const char all[] = "\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3";
	const unsigned char *end = at + 4; /* more are rare */

	for (; at < end && memchr(all, *at, sizeof all - 1); at++) {
		out->is_16 |= *at == 0x66;
		if (*at > 0xf0)
			out->repeat = *at;
	}
	if (*at >> 4 == 4)
		out->is_64 = *at++ & 8;
	out->is_16 &= !out->is_64;
	return at;
}

bool x86_skim(struct instruction *out, uint64_t address, const unsigned char *code) {
	struct prefixes p = { .repeat = 0 };
	const unsigned char *at = skip_prefixes(&p, code);
	const bool has_two = *at == 0x0f, has_target = *at == 0xe8;
	const char kind = has_two ? two_bytes[*++at] : one_byte[*at];
	const unsigned field = at[1] >> 3 & 7;

	if (kind == '-' || (kind == 'j' && p.is_16) || (kind == 'M' && at[1] >= 0xc0) ||
	    (has_two && p.repeat && kind != 'q' && (kind != 'h' || p.repeat != 0xf3)))
		return false;
	const struct follower *f = &followers[(unsigned char)kind];
	size_t bytes = (kind | 0x20) == 't' && field ? 0 : f->bytes;
	if (bytes == 8 && !p.is_64)
		bytes = 4;
	if (bytes == 4 && p.is_16)
		bytes = 2;
	if (f->fields)
		bytes += x86_modrm_size(at[1], at[2]);
	*out = (struct instruction){ .address = address,
		                     .size = (unsigned)(at + 1 - code + (ptrdiff_t)bytes),
		                     .text = "",
		                     .is_call = has_target || (kind == 'C' && field == 2),
		                     .has_target = has_target };
	if (has_target)
		out->target = address + out->size +
		              (uint64_t)(int64_t)(int32_t)bytes_little_4(at + 1);
	return out->size <= X86_LONGEST && (!f->fields || f->fields >> field & 1);
}
