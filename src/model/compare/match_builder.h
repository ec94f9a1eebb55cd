/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matching being made. */
#ifndef GPTUI_MATCH_BUILDER_H
#define GPTUI_MATCH_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/compare/match.h"

struct arena;
struct match_keys;

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

#endif
