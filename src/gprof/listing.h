/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all of gprof's listings have in common.
 *
 * Listings write straight to a FILE, whose buffer makes them fast; widths are minimums, so large
 * figures push the columns aside as they do in gprof.  Source of all layouts: output of GNU gprof
 * 2.40. */
#pragma once

#include "base/base.h"
#include "model/rules.h"

struct gprof_options;
struct object;
struct order_map;
struct profile;
struct source_lines;
struct spec_tables;

/* The listings of one run. */
struct listing {
	const struct gprof_options *options;
	const struct object *object;
	const struct profile *profile;
	const struct spec_tables *tables; /* of the options' specs */
	const struct order_map *map;      /* for -R; may be NULL */
	struct source_lines *lines;
	FILE *out, *messages;
	bool is_terminal; /* out: names are escaped */
	struct arena *arena;
	const char **names; /* readable names made so far; by function */
	char *space;        /* to make one in */
	struct work work;   /* left for making them */
	bool has_calls;     /* entries have numbers */
	bool has_begun;     /* something was printed */
	bool is_incomplete; /* a file could not be written completely */
};

/* Says that a file which was written is a link, and to what. */
void listing_say_link(const struct listing *l, const char *path, const char *followed);

/* A foreign name as it is; on a terminal escaped, ends of lines too.  Returns the bytes printed. */
int listing_put(const struct listing *l, const char *name);

/* Figures: what printf() would print, in a fraction of the time: listings are mostly figures. */

/* "%*.*f"; decimals: at most 2. */
void figure_fixed(FILE *out, int width, int decimals, double number);

/* "%*lu": a width below 0 puts the blanks after it. */
void figure_count(FILE *out, int width, uint64_t count);

/* This many blanks; none if n is below 0. */
void figure_blanks(FILE *out, int n);

void flat_listing(struct listing *l);
void graph_listing(struct listing *l);
void index_listing(struct listing *l);
void exec_counts_listing(struct listing *l);
void annotated_listing(struct listing *l);
void function_order_listing(struct listing *l);
void file_order_listing(struct listing *l);

/* Calls that are in the code, whether they happened or not: gprof's -c.
 *
 * On x86, AArch64, MIPS, SPARC and Alpha, gprof takes whatever looks like a call for one; on x86 it
 * treats displacements as unsigned, so backward calls are not found, and on SPARC and Alpha as
 * bytes, so most are wrong.  On MIPS and Alpha it also reports calls through registers.
 * All other machines, and these if gprof's rules do not apply, are disassembled.
 * Source: behaviour of GNU gprof 2.40. */

/* Symbols that replace the executable's: from another file (gprof's -S), or by the object files
 * that contain the functions (-R). */

/* The image with the symbols of a file made by nm instead of its own: lines "ADDRESS TYPE NAME", of
 * which types t and T count.  Owner: the arena.  Errors: "could not open PATH.", "file `PATH' has
 * no symbols". */
const struct image *symbol_file_read(const struct image *image, const char *path,
                                     struct arena *arena, struct error *err);

struct order_entry {
	const char *function, *file;
	bool is_first; /* of a run of lines with this file */
};

/* Lines "FILE:...NAME" as nm --print-file-name prints them: the file ends at the first colon, the
 * function begins after the last blank. */
struct order_map {
	const struct order_entry *entries; /* by function; shape: [n] */
	size_t n;
	const char *low, *high; /* names of files are in [low, high) */
};

/* Owner: the arena.  Errors: "could not open PATH.", "unable to parse mapping file PATH." */
const struct order_map *order_map_read(const char *path, struct arena *arena, struct error *err);

/* The image with the first function of each run named after the file, and without the others that
 * the map names: for gprof's rules they become symbols that are not functions, because it asks for
 * their source file before it leaves them out.  Owner: the arena. */
const struct image *order_map_apply(const struct order_map *map, const struct image *image,
                                    bool as_gprof, struct arena *arena);

/* Whether a name was given by order_map_apply(). */
bool order_map_gave(const struct order_map *map, const char *name);

/* Finds calls of functions in code that the records' histograms cover: as gprof does, or if it does
 * not apply, all of them.  NULL find: the machine's calls are not known.  Owner: the arena. */
struct call_finder static_calls_finder(const struct object *object, const struct image *image,
                                       const struct records *records, bool as_gprof,
                                       struct arena *arena);
