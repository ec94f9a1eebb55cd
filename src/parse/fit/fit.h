/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether profile files belong to the executable they are opened with.
 *
 * Addresses are all the two have in common, so a file from another build of the program gives a
 * profile like any other, with wrong names. */
#pragma once

#include "model/image.h"

struct call;
struct object;
struct profile_file;
struct records;

/* Profiles of code that ran at other addresses than the executable has.
 *
 * A position-independent program or a relocated firmware image records the addresses it ran at.
 * The load bias, the distance between the two, is subtracted from them; it may differ from run to
 * run. */

struct load_bias {
	bool is_auto;   /* find it, for each file */
	uint64_t bytes; /* else this one; modulo 2^64 */
};

/* "auto", or a number of either sign, decimal or 0x...  Errors: it is neither. */
bool load_bias_parse(struct load_bias *out, const char *text, struct error *err);

/* Subtracts the bias from all addresses of the files and adds notes about it.  A bias of 0 is none,
 * but for programs for Windows, which is expected to load them anywhere: there it is found where a
 * file's range leaves no doubt. */
void load_bias_subtract(struct records *records, struct load_bias bias,
                        const struct object *object);

/* Adds notes about files that do not seem to match.
 * Cost: linear in files and symbols; calls are sampled. */
void fit_note(struct records *records, const struct object *object);

/* The code of an executable: its bytes, and where functions begin. */

/* Where code begins that has a name. */
struct entry {
	uint64_t low;
	uint64_t high; /* by the symbol's size; low: not given */
};

struct code_bytes {
	const struct object *object;
	bool is_x86, is_64;
	const struct entry *entries; /* by ascending address, each once */
	size_t nentries;

	struct section_index sections; /* of code */
	struct arena *arena;
	struct code_block *blocks;         /* what was read last */
	size_t left;                       /* bytes of functions that may still be looked through */
	struct code_known *known;          /* of each entry; NULL: not needed so far */
	struct disassembler *disassembler; /* NULL: not needed so far, or none */
	size_t instructions;               /* that may still be read, and */
	size_t steps;                      /* of ways through them, gone */
};

/* Owner: the arena.  Cost: linear in the symbols. */
struct code_bytes *code_bytes_new(const struct object *object, struct arena *arena);

/* The code section that contains the address; NULL: none does. */
const struct section *code_bytes_section(const struct code_bytes *code, uint64_t address);

/* The last entry at or before the address, in its section; or NULL. */
const struct entry *code_bytes_entry(const struct code_bytes *code, uint64_t address);

/* What bytes of x86 code say without being decoded from their beginning.
 *
 * Any byte may be the middle of an instruction, so the answers are about what the bytes can be:
 * "no" is certain, "yes" is not.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual. */

/* The calls that some bytes can end with. */
struct x86_call {
	bool is_direct;   /* e8 rel32 */
	uint64_t target;  /* of it */
	bool is_indirect; /* ff /2: through a register or memory */
	uint64_t through; /* what tells one such operand from others: the
	                     address of the pointer, or the operand's bytes */
};

/* The calls that n bytes before the address `end` can end with; X86_LONGEST_CALL are enough. */
struct x86_call x86_call_before(const unsigned char *bytes, size_t n, uint64_t end, bool is_64);

/* A jump that some bytes can begin with. */
struct x86_jump {
	bool is_short;    /* rel8 */
	bool is_indirect; /* ff /4: through a register or memory */
	uint64_t target;  /* of others */
};

/* The jump that n > 0 bytes at the address `at` can begin with; false: none. */
bool x86_jump_at(struct x86_jump *out, const unsigned char *bytes, size_t n, uint64_t at,
                 bool is_64);

/* Whether n bytes can end with an instruction that nothing runs after: ret, a jump, ud2 or hlt. */
bool x86_ends_function(const unsigned char *bytes, size_t n);

/* Whether the bytes before the address that mcount() returns to, from the function's beginning,
 * make %rbp its frame, so that mcount() finds the caller in it. */
bool x86_makes_frame(const unsigned char *bytes, size_t n, bool is_64);

/* Whether the n bytes are nothing but padding: nops and int3. */
bool x86_is_padding(const unsigned char *bytes, size_t n);

/* Whether call records belong to an executable: the addresses called must be in functions that
 * count their calls. */

enum { MOST_COUNTERS = 8 };

struct callees {
	size_t n;         /* functions checked, spread evenly over all */
	size_t nbad;      /* of them, that count no calls there */
	size_t first_bad; /* index of a call of one; SIZE_MAX: none */

	/* What the functions call to be counted, on x86: mcount(), under its names and by its ways;
	 * shape: [ncounters]. */
	struct x86_call counters[MOST_COUNTERS];
	size_t ncounters;
};

/* Checks the functions called by some ten thousand of n calls, their addresses less the bias.
 * Owner: the caller.  Cost: linear in the calls. */
struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             struct code_bytes *code);

/* Whether so many bad ones show another build: on x86 any does, because what is before the address
 * a call of mcount() returns to is a call. */
bool callees_are_of_another_build(const struct callees *found, const struct code_bytes *code);

/* Whether the calls in the code are those that were recorded.
 *
 * A record names the code that a call returns to and the function that was reached.  If all calls
 * there name other functions, and none of those can have jumped to this one, the record is of other
 * code. */

struct call_sites {
	size_t n;         /* calls checked, spread evenly over all */
	size_t nbad;      /* of them, that the code cannot have made */
	size_t first_bad; /* index of the first of these; SIZE_MAX: none */
};

/* Checks some ten thousand of n calls; x86 only, where callees_check() found nothing wrong.  Cost:
 * linear in the calls. */
struct call_sites call_sites_check(const struct call *calls, size_t n,
                                   const struct callees *callees, struct code_bytes *code);

/* Samples of the file in bins that hold no byte of the sections. */
uint64_t sample_places_outside(const struct records *records, const struct profile_file *file,
                               unsigned address_size, const struct section_index *sections);

/* What must have run, as the instructions of x86 programs say: where samples can be, and which
 * calls follow from others.
 *
 * What is asserted is certain for a program that mcount() of glibc counted from first to last, in
 * one thread.  Functions that are not instructions throughout, or jump through pointers, tell
 * nothing. */

/* Whether samples are where no program counter can be: in the padding behind a return, or where no
 * instruction begins. */

struct sample_places {
	uint64_t nbad;    /* samples in bins that count nothing else */
	size_t first_bad; /* index of a histogram of theirs; SIZE_MAX: none */
};

/* Looks at the bins of x86 programs whose bytes are known for certain.  If calls were recorded, and
 * fit, one bin within an instruction is not believed.  Cost: a search in the symbols for each of
 * 65,536 bins, and 1 us for each of 12,000 instructions of the program, at most. */
struct sample_places sample_places_check(const struct records *records, struct code_bytes *code);

/* Whether calls are missing: those without which others cannot have happened. */

struct lost_calls {
	size_t n;                /* records that should be there */
	uint64_t caller, callee; /* addresses of the functions of the first of them */
	uint64_t runs;           /* how often main() ran, at least; 0: not known */
};

/* What symbols and sections tell. */
struct code_facts {
	uint64_t main;  /* address of it; 0: not known */
	bool is_whole;  /* it has no code elsewhere */
	bool may_catch; /* exceptions */
};

/* Looks at n calls of a file whose addresses fit (callees_check(), call_sites_check()).  Cost: as
 * above. */
struct lost_calls lost_calls_check(const struct call *calls, size_t n,
                                   const struct code_facts *facts, const struct callees *callees,
                                   struct code_bytes *code);
