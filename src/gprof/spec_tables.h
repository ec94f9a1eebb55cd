/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the specs of a command line select, as in gprof.
 *
 * Each table is a list of address ranges.  It has gprof's oddities: a range that begins inside
 * another hides the rest of it, only one of several ranges with the same beginning is kept, and a
 * table whose specs match nothing is as if there were no specs. */
#pragma once

#include "base/base.h"
#include "gprof/gprof_options.h"

struct image;
struct source_lines;

/* Specs: how a command line names functions and calls.
 *
 *	spec    := half [ "/" half ]             split at the first "/"
 *	half    := [ file ] ":" [ rest ]         split at the last ":"
 *	         | word with a "." = file | word with a digit first = line
 *	         | other word = function | nothing
 *	rest    := digit... = line | function
 *
 * What is not given does not restrict.  Source: behaviour of GNU gprof 2.40. */

struct symspec_half {
	const char *file;     /* the last part of its path, or NULL */
	const char *function; /* raw name, or NULL */
	int line;             /* 0: any */
};

struct symspec {
	struct symspec_half left, right;
	bool has_right; /* it is about calls: from left, to right */
};

/* Parses a spec; every text is one.  Owner: the arena. */
struct symspec symspec_parse(const char *text, struct arena *arena);

/* Parses the specs of the options, and makes the rules select by them; tables are empty until a
 * profile is built under these.  Lines are used if a spec names a file or line.  Owner: the
 * arena. */
struct spec_tables *spec_tables_new(const struct gprof_options *options, const struct image *image,
                                    struct rules *rules, struct source_lines *lines,
                                    struct arena *arena);

/* Whether a function that begins at the address is included in one table and not excluded by the
 * other.  Inclusion wins. */
bool spec_tables_select(const struct spec_tables *tables, enum spec_table include,
                        enum spec_table exclude, uint64_t address);
