/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names and files of two profiles' functions as numbers: equal ones are equal. */
#ifndef GPTUI_MATCH_KEYS_H
#define GPTUI_MATCH_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

struct arena;
struct dataset;
struct progress;

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

/* What functions are told by.  Builds are in different folders, so files are told by their paths or
 * by the last parts of these. */
enum match_key {
	KEY_ITEM,      /* the function itself */
	KEY_RAW,       /* its symbol */
	KEY_STEM,      /* that without suffixes of clones */
	KEY_SOURCE,    /* its name in the source */
	KEY_QUALIFIED, /* that without parameters */
	KEY_LAST,      /* the last word of a mangled or bare name */
	KEY_PATH,      /* its source file: all of the path */
	KEY_PATH_3,    /* the last three parts */
	KEY_PATH_2,
	KEY_PATH_1,
	KEYS
};

enum match_flag {
	IS_BARE = 1,     /* always inlined, and only the last word of its name is
	                  * known */
	IS_NUMBERED = 2, /* numbers were left out of the name in the source */
	IS_GAP = 4,
	IS_UNIQUE = 8 /* nothing else in its program has the symbol: it is global,
	               * or has a hash */
};

/* An item is a function: those of the base, then the new ones. */
struct match_keys {
	size_t nbase, n;
	uint32_t *of[KEYS];   /* NO_ITEM: it has none; shape: [n] each */
	unsigned char *flags; /* sets of enum match_flag; shape: [n] */
	unsigned *line;       /* 0: not known; shape: [n] */

	struct text_numbers texts;
};

/* Owner: the arena; NULL: cancelled. */
struct match_keys *match_keys_new(const struct dataset *base, const struct dataset *new,
                                  struct arena *arena, struct progress *progress);

/* The number of a symbol or of a stem; NO_ITEM: none of them has it. */
uint32_t match_keys_symbol(const struct match_keys *keys, const char *name, size_t len);

/* The number of the name in the source of an inlined function, which is not one of the items;
 * NO_ITEM: none of them has it. */
uint32_t match_keys_source(const struct match_keys *keys, const char *raw, const char *readable,
                           struct arena *scratch);

/* The number of the last word of a name that debug information has without its scope; NO_ITEM: none
 * of them has it. */
uint32_t match_keys_last(const struct match_keys *keys, const char *bare);

/* The same of the last part of a path, which may be NULL. */
uint32_t match_keys_file(const struct match_keys *keys, const char *path);

#endif
