/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the name of a symbol says about it and about the program. */
#ifndef GPTUI_SYMBOL_NAME_H
#define GPTUI_SYMBOL_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* The string table that names are in, and what was found out about it. */
struct name_table {
	const char *low, *high; /* [low, high) ends with a NUL; or NULL */
	size_t budget;          /* bytes that may still be read */

	/* The strings that begin here all got the same verdict. */
	const char *judged_low, *judged_high;
	bool judged_passes;
};

/* A table of which nothing is known yet; low and high may be NULL, and then
 * names stand alone. */
struct name_table name_table_of(const char *low, const char *high);

/* Whether gprof takes a local symbol's name for a function's, and not for a
 * compiler-made label.  As in gprof 2.40, a name with a dot passes only if the
 * strings that follow it in the table pass as well, up to the first one
 * without a dot.
 * Cost: linear in the name, as runs of names with dots are classified once; a
 * table crafted to take longer than that runs out of budget, and all pass. */
bool name_passes_gprof(const char *name, struct name_table *table);

/* Whether it is one of the functions that count calls for gprof: mcount under
 * any of its names.  A version ("@GLIBC_2.2.5") is ignored. */
bool name_is_mcount(const char *name);

/* Whether it is a function that starts threads. */
bool name_starts_threads(const char *name);

#endif
