/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a tree of calls: a function as it is reached on one way.
 *
 * gmon files hold no ways, only who called whom how often.  So the time on a
 * way is an estimate, gprof's: at each step a function's time is divided by
 * the calls it got.  A cycle is one node; its members are below it.  Each step
 * leads to another node of a graph without cycles, so every way ends. */
#ifndef GPTUI_TREE_ROW_H
#define GPTUI_TREE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arc;
struct arena;
struct cycle;
struct func;
struct profile;

enum tree_kind {
	TREE_FUNC,
	TREE_CYCLE, /* a cycle as a whole */
	TREE_AGAIN, /* a call of what is on the way already, or along an arc
	             * that is cut: no time, no way */
	TREE_MORE   /* those of its kin that have less than the limit */
};

struct tree_row {
	enum tree_kind kind;
	const struct func *func;   /* NULL: CYCLE, MORE */
	const struct cycle *cycle; /* CYCLE */
	double part;  /* of the function's calls that are on this way, 0 to 1 */
	double self;  /* ticks */
	double child; /* ticks */
	double calls;
	unsigned depth;
	const struct tree_row *above; /* or NULL: a root */
	bool leads_up;                /* to callers */
	uint64_t key;          /* of the way, made from names (table/folds.h) */
	double all;            /* ticks that shares are of, to open rows by */
	bool opens;            /* at first */
	size_t nmore;          /* MORE: how many */
	bool is_other;         /* AGAIN: not itself, but one of its cycle */
	const struct arc *cut; /* AGAIN: it would close a cycle; or NULL */
	bool has_figures;      /* time can be told; false: AGAIN */
};

struct tree_list {
	struct tree_row *rows;
	size_t n;
};

/* Where trees begin, the most time first: functions and cycles that nobody is
 * known to call.  `key` is the view's. */
struct tree_list tree_roots(const struct profile *profile, bool zeros,
                            uint64_t key, struct arena *arena);

/* The tree that leads up from a function. */
struct tree_row tree_root_above(const struct func *f, uint64_t key);

/* What a row calls, for trees that lead down; who calls it, for those that
 * lead up.  The most time first.  Owner: the arena.
 * Cost: n log n in the row's arcs. */
struct tree_list tree_below(const struct tree_row *row, struct arena *arena);
struct tree_list tree_above(const struct tree_row *row, struct arena *arena);

#endif
