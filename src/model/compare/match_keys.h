/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names and files of two profiles' functions as numbers: equal ones are
 * equal. */
#ifndef GPTUI_MATCH_KEYS_H
#define GPTUI_MATCH_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"

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

/* The number of a text, which must live as long.  Cost: linear in it. */
uint32_t text_number(struct text_numbers *texts, unsigned kind, const char *text, size_t len);

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

#endif
