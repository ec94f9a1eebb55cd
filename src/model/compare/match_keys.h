/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names and files of two profiles' functions as numbers: equal ones are
 * equal. */
#ifndef GPTUI_MATCH_KEYS_H
#define GPTUI_MATCH_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

struct arena;
struct dataset;
struct progress;

/* Functions of two builds that are the same: what model/compare/matching.h is
 * given, and what it finds. */

#define NO_MATCH UINT32_MAX

/* What is matched: by names, by locations and by inlined frames, of those that are
 * known. */
struct match_sides {
	const struct dataset *base, *new;

	/* "OLD=NEW": functions that are the same, by symbol, by readable name,
	 * or by that without parameters; shape: [npairs]. */
	const char *const *pairs;
	size_t npairs;
};

/* What the functions of a match have in common. */
enum match_how {
	MATCH_NAME,       /* the symbol */
	MATCH_FILE,       /* the symbol and the file; others have the symbol */
	MATCH_USER,       /* the user said so */
	MATCH_SUFFIX,     /* the symbol but for what clones and parts add */
	MATCH_READABLE,   /* the readable name, not the symbol */
	MATCH_NUMBERED,   /* the name but for its number */
	MATCH_SUM,        /* the same; which is which is not known */
	MATCH_ALIKE,      /* the symbol; which is which is not known */
	MATCH_PARAMETERS, /* the readable name but for parameters */
	MATCH_LOCAL,      /* the name without its scope, which is not known on
	                     one side, and the file */
	MATCH_GAP,        /* they are the code of a section without symbols */
	MATCH_INLINED,    /* on one side only; inlined on the other */
	MATCH_NONE        /* on one side only */
};

/* Functions that are the same of the source: normally one of each side.
 * Several: clones, parts and others that are added up. */
struct match {
	const uint32_t *base; /* numbers in profile->funcs, rising; shape:
	                         [nbase] */
	size_t nbase;
	const uint32_t *new; /* same; shape: [nnew] */
	size_t nnew;
	enum match_how how;

	/* INLINED: the match that it is grouped with, because most of it is
	 * inlined there on the side that does not have it, directly or in
	 * another one that is; that one has no host.  Else NO_MATCH. */
	uint32_t host;
	uint32_t into;   /* INLINED: the function with most of it there */
	double ticks;    /* INLINED: of it in all functions there */
	uint32_t nhosts; /* INLINED: how many these are */
};

struct matching {
	const struct match *list; /* by the first function of the base, then
	                             those without one; shape: [n] */
	size_t n;

	/* The match of each function; shape: [nfuncs] of each side. */
	const uint32_t *of_base, *of_new;
};

/* How functions were matched, as a sentence. */
const char *match_words(enum match_how how);

/* Texts of which each is kept once. */
struct text_numbers {
	struct numbered_text {
		const char *text;
		size_t len;
		unsigned kind; /* texts of different kinds differ */
	} * list;              /* shape: [n] */
	size_t n;
	struct index index;
	struct arena *arena;
};

/* How much of a path distinguishes files: all of it, or its last parts, as
 * many as said here, because builds are in different folders. */
enum path_part { PATH_WHOLE, PATH_3, PATH_2, PATH_1, PATH_PARTS };

/* An item is a function: those of the base, then the new ones. */
struct match_keys {
	size_t nbase, n;
	uint32_t *number;    /* of the item itself */
	uint32_t *raw;       /* of the symbol */
	uint32_t *stem;      /* of it without suffixes of clones */
	uint32_t *source;    /* of its name in the source */
	uint32_t *qualified; /* of that without parameters; NO_ITEM: none */
	uint32_t *last;      /* of the last word of a mangled or bare name;
	                        NO_ITEM: it is neither */
	bool *is_bare;       /* always inlined, and only the last word of its
	                        name is known */
	bool *is_numbered;   /* numbers were left out of that */
	bool *is_gap;
	bool *is_unique; /* nothing else in its program has the symbol: it is
	                    global, or has a hash */
	unsigned *line;  /* 0: not known */

	/* Of its source file; NO_ITEM: not known. */
	uint32_t *path[PATH_PARTS];

	/* Whether the base, the new side has functions in a file; by the number
	 * of the last part of its path. */
	bool *is_file_of[2];

	struct text_numbers texts; /* of raw, stem, source, qualified */
};

/* Owner: the arena; NULL: cancelled. */
struct match_keys *match_keys_new(const struct dataset *base, const struct dataset *new,
                                  struct arena *arena, struct progress *progress);

/* The number of a symbol or of a stem; NO_ITEM: none of them has it. */
uint32_t match_keys_symbol(const struct match_keys *keys, const char *name, size_t len);

/* The number of the name in the source of an inlined function, which is not
 * one of the items; NO_ITEM: none of them has it. */
uint32_t match_keys_source(const struct match_keys *keys, const char *raw, const char *readable,
                           struct arena *scratch);

/* The number of the last word of a name that debug information has without its
 * scope; NO_ITEM: none of them has it. */
uint32_t match_keys_last(const struct match_keys *keys, const char *bare);

/* The same of the last part of a path, which may be NULL. */
uint32_t match_keys_file(const struct match_keys *keys, const char *path);

/* A matching being made. */

struct made_match {
	uint32_t first; /* of match_builder.items */
	uint32_t nbase, nnew;
	enum match_how how;
};

struct match_builder {
	const struct match_keys *keys;
	struct arena *arena, *scratch;
	uint32_t *items; /* of all matches; shape: [nitems] */
	size_t nitems;
	struct made_match *list; /* shape: [n] */
	size_t n;
	uint32_t *of;            /* match of each item, or NO_MATCH */
	uint32_t *order;         /* where ids of items can be put */
	enum match_how in_order; /* what the same order of lines is worth */
	enum match_how name;     /* NAME or FILE: what equal symbols are worth */
};

/* What is to be done with items that are alike. */
typedef void match_run(struct match_builder *b, uint32_t *items, size_t n);

/* Owner: the arena; nothing is matched yet. */
struct match_builder *match_builder_new(const struct match_keys *keys, struct arena *arena,
                                        struct arena *scratch);

/* How many of the items are the base's. */
size_t match_base_items(const struct match_builder *b, const uint32_t *items, size_t n);

/* Makes one match of them. */
void match_add(struct match_builder *b, const uint32_t *items, size_t n, enum match_how how);

/* Sorts items by their ids; stable. */
void match_sort(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids);

/* The index after the items that have the id of the one at `low`. */
size_t match_run_end(const uint32_t *items, size_t n, const uint32_t *ids, size_t low);

/* Sorts items by their ids, and calls `run` for those of each. */
void match_runs(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids,
                match_run *run);

/* Leaves out what has a match; returns how many are left. */
size_t match_left(const struct match_builder *b, uint32_t *items, size_t n);

/* Matches functions that compilers number, by the lines they begin on. */

/* Matches items that differ in the number only, sorted by stem, of which some
 * have no partner of the same number.  They are matched in the order of their
 * lines if both sides have as many, equally far from each other; else all are
 * added up.  Cost: linear. */
void match_numbers(struct match_builder *builder, uint32_t *items, size_t n);

/* Matches items of one file that nothing but their lines tells apart, in that
 * order; or, as not all of a side need be known, those on the same line if all
 * lines of one side are the other's, too; else all are added up.
 * Cost: n log n. */
void match_by_lines(struct match_builder *builder, uint32_t *items, size_t n, enum match_how how,
                    enum match_how sum);

#endif
