/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a tree of calls: a function as reached along one path.
 *
 * Samples with stacks say which paths there were, and how long each took (profile->paths).
 * gmon files contain no call paths, only how often each caller called each function.  So the time
 * on a path is an estimate, gprof's: at each step a function's time is divided by the calls it got.
 * A cycle is one node; its members are below it.  Each step leads to another node of a graph
 * without cycles, so every path ends. */
#pragma once

#include "views/figures.h"

enum tree_kind {
	TREE_FUNC,
	TREE_CYCLE, /* a cycle as a whole */
	TREE_AGAIN, /* a call of something already on the path, or along an
	               arc that is cut: no time, and the path ends */
	TREE_MORE   /* those among its siblings that are below the limit */
};

/* Paths that samples were taken on: where one is now, and what samples of the row it has. */
struct tree_part {
	uint32_t path;
	double self, total;
};

struct tree_list {
	struct tree_row *rows; /* shape: [n] */
	size_t n;
};

struct tree_row {
	struct figures figures; /* first, for the columns; no function: CYCLE, MORE;
	                           cycle: CYCLE; no time: AGAIN */
	enum tree_kind kind;
	double part;  /* of the function's time that is on this path, 0 to 1 */
	double reach; /* the same of its calls: alike if time is divided by calls */
	double calls;
	unsigned depth;
	const struct tree_row *above;  /* or NULL: a root */
	bool leads_up;                 /* to callers */
	uint64_t key;                  /* of the path, made from names (table/table.h) */
	double all;                    /* ticks that shares refer to, to open rows by */
	bool opens;                    /* at first */
	size_t nmore;                  /* MORE: how many */
	bool is_other;                 /* AGAIN: not itself, but another one of its cycle */
	const struct arc *cut;         /* AGAIN: it would close a cycle; or NULL */
	const struct arc *arc;         /* it is the far end of, if that is cut, or to
	                          what was split off or inlined; or NULL */
	struct tree_list base;         /* what the base has in its place */
	const struct tree_part *parts; /* if paths are known; shape: [nparts] */
	size_t nparts;
	bool is_measured; /* all of its code was inlined, and makes no calls */
};
