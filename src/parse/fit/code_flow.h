/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must have run, as the instructions of x86 programs say: where samples can be, and which
 * calls follow from others.
 *
 * What is asserted is certain for a program that mcount() of glibc counted from first to last, in
 * one thread.  Functions that are not instructions throughout, or jump through pointers, tell
 * nothing. */
#pragma once

#include "parse/fit/code_evidence.h"

/* Whether samples are where no program counter can be: in the padding behind a return, or where no
 * instruction begins. */

struct sample_places {
	uint64_t nbad;    /* samples in bins that count nothing else */
	size_t first_bad; /* index of a histogram of theirs; SIZE_MAX: none */
};

/* Looks at the bins of x86 programs whose bytes are known for certain.  If calls were recorded, and
 * fit, one bin within an instruction is not believed.
 * Cost: a search in the symbols for each of 65,536 bins, and 1 us for each of 40,000
 * instructions of the program, at most. */
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
