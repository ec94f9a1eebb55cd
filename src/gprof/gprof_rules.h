/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules by name, and what GNU gprof 2.40 makes of symbols, bins and records, bug for bug. */
#pragma once

#include "model/rules.h"

struct symbol;

extern const struct rules rules_exact, rules_gprof;

struct rules rules_of(struct rule_choice choice);

/* The rules with that name, or NULL. */
const struct rules *rules_named(const char *name);

/* Whether a symbol is a function, or another name of one, under gprof's rules. */
bool gprof_keeps_symbol(const struct rules *rules, const struct image *image,
                        const struct symbol *symbol);
bool gprof_keeps(const struct image *image, const struct symbol *symbol);

/* Histograms that gprof refuses to read together: it requires one dimension, one abbreviation and
 * one scale (how many bytes a bin covers), those of the first record, and ranges that are equal or
 * disjoint. */

struct conflict {
	const char *what;      /* in gprof's words; NULL: there is none */
	char from[16], to[16]; /* what changed, or "" */
	bool is_open;          /* gprof prints no newline after it */
};

/* The conflict of the histograms from number `from` on, with each other or with those before, which
 * have none.  Cost: linear as long as all ranges are equal, else n log n. */
struct conflict gprof_conflict(const struct records *records, size_t from, struct arena *scratch);
