/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

/* A row with its value in the sort column, asked for only once. */
struct sortable {
	struct value value;
	size_t row;
};

static int ascending(const void *a, const void *b, const void *context)
{
	const struct sortable *x = a, *y = b;

	return value_compare(x->value, y->value);
}

static int descending(const void *a, const void *b, const void *context)
{
	return ascending(b, a, context);
}

/* Who is below whom; NONE ends a list.  Place 0 stands for what is above all,
 * place i + 1 for row i. */
struct tree {
	size_t *parent, *first, *next; /* shape: [nrows + 1] */
};

enum { NONE };

/* The parent of a row is its predecessor or one of that one's parents, and
 * each is passed only once: linear. */
static void find_parents(struct tree *tree, const struct table *t)
{
	size_t i, above;

	for (i = 0; i < t->nrows; i++) {
		above = i;
		while (above && t->rows[above - 1].depth >= t->rows[i].depth)
			above = tree->parent[above];
		tree->parent[i + 1] = above;
	}
}

/* Puts the places into the lists of their parents, in the order given. */
static void link(struct tree *tree, const struct sortable *list, size_t n)
{
	size_t i;

	for (i = n; i-- > 0;) {
		size_t place = list[i].row + 1;
		size_t *first = &tree->first[tree->parent[place]];

		tree->next[place] = *first;
		*first = place;
	}
}

/* Sets the list's rows to the tree's, from top to bottom. */
static void walk(const struct tree *tree, struct sortable *list)
{
	size_t place = tree->first[0], n = 0;

	while (place) {
		list[n++].row = place - 1;
		if (tree->first[place] != NONE) {
			place = tree->first[place];
			continue;
		}
		while (place && tree->next[place] == NONE)
			place = tree->parent[place];
		place = tree->next[place];
	}
}

/* Keeps what is below a row there, in the order of the list. */
static void keep_tree(const struct table *t, struct sortable *list)
{
	size_t n = t->nrows + 1;
	struct tree tree = {
		.parent = arena_alloc(t->arena, n, sizeof(size_t)),
		.first = arena_alloc(t->arena, n, sizeof(size_t)),
		.next = arena_alloc(t->arena, n, sizeof(size_t)),
	};

	find_parents(&tree, t);
	link(&tree, list, t->nrows);
	walk(&tree, list);
}

void table_sort(struct table *t, size_t column, bool reverse)
{
	bool down = unit_sorts_down(t->columns->list[column].unit) != reverse;
	struct sortable *list = arena_alloc(t->arena, t->nrows, sizeof *list);
	struct row *rows = arena_alloc(t->arena, t->nrows, sizeof *rows);
	size_t i;

	if (!t->nrows)
		return;
	for (i = 0; i < t->nrows; i++)
		list[i] = (struct sortable){ table_value(t, i, column), i };
	sort_stable(list, t->nrows, sizeof *list, down ? descending : ascending,
	            NULL, t->arena);
	if (t->is_tree)
		keep_tree(t, list);
	for (i = 0; i < t->nrows; i++)
		rows[i] = t->rows[list[i].row];
	memcpy(t->rows, rows, t->nrows * sizeof *rows);
}
