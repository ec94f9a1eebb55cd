/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/sort.h"

enum { WORDS = 3 };

/* A row with its value in the sort column, asked for only once, and numbers
 * that rise as values do, the first of which counts most.  They are equal for
 * texts that begin alike. */
struct sortable {
	struct value value;
	size_t row;
	uint64_t keys[WORDS];
};

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

/* Puts positions into the lists of their parents, in the order given, before
 * those already there: those of rows that stand for the rest, or all others. */
static void link(struct tree *tree, const struct table *t, const struct sortable *list,
                 bool is_rest)
{
	size_t i;

	for (i = t->nrows; i-- > 0;) {
		size_t node = list[i].row + 1;
		size_t *first = &tree->first[tree->parent[node]];

		if (t->rows[node - 1].is_rest != is_rest)
			continue;
		tree->next[node] = *first;
		*first = node;
	}
}

/* Sets the list's rows to the tree's, from top to bottom. */
static void walk(const struct tree *tree, struct sortable *list)
{
	size_t node = tree->first[0], n = 0;

	while (node) {
		list[n++].row = node - 1;
		if (tree->first[node] != NONE) {
			node = tree->first[node];
			continue;
		}
		while (node && tree->next[node] == NONE)
			node = tree->parent[node];
		node = tree->next[node];
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
	link(&tree, t, list, true);
	link(&tree, t, list, false);
	walk(&tree, list);
}

static uint64_t number_key(struct value v)
{
	double number;
	uint64_t bits;

	if (value_is_whole(v.unit))
		return v.whole;
	number = value_size(v) + 0.0; /* -0 is 0 */
	memcpy(&bits, &number, sizeof bits);
	return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* The first letters up to a number, for numbers in texts count by value. */
static void set_text_keys(struct sortable *s)
{
	bool goes_on = true;
	size_t i;

	for (i = 0; goes_on && i < sizeof s->keys; i++) {
		unsigned char c = (unsigned char)s->value.text[i];

		goes_on = c && !is_digit((char)c);
		c = is_digit((char)c) ? '0' : c;
		s->keys[i / 8] |= (uint64_t)c << (56 - i % 8 * 8);
	}
}

/* Sets the keys; false when values of several kinds are not ordered by them. */
static bool set_keys(struct sortable *list, size_t n)
{
	bool is_text = false, is_whole = false, is_number = false;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct value v = list[i].value;

		if (v.unit == UNIT_NONE)
			continue;
		if (v.unit == UNIT_TEXT)
			set_text_keys(&list[i]);
		else
			list[i].keys[0] = number_key(v);
		is_text |= v.unit == UNIT_TEXT;
		is_whole |= value_is_whole(v.unit);
		is_number |= unit_is_number(v.unit) && !value_is_whole(v.unit);
	}
	return is_text + is_whole + is_number <= 1;
}

/* Moves those without a value after the others, or before them. */
static void part(struct keyed *keys, const struct sortable *list, size_t n, bool to_end,
                 struct arena *arena)
{
	struct keyed *parted = arena_alloc(arena, n, sizeof *parted);
	size_t at = 0, i;
	int round;

	for (round = 0; round < 2; round++)
		for (i = 0; i < n; i++)
			if ((list[keys[i].index].value.unit == UNIT_NONE) ==
			    (to_end == (round == 1)))
				parted[at++] = keys[i];
	memcpy(keys, parted, n * sizeof *keys);
}

static int ascending(const void *a, const void *b, const void *context)
{
	const struct keyed *x = a, *y = b;
	const struct sortable *list = context;

	return value_compare(list[x->index].value, list[y->index].value);
}

static int descending(const void *a, const void *b, const void *context)
{
	return ascending(b, a, context);
}

/* Sorts by keys, in linear time. */
static void sort_by_keys(struct keyed *rows, const struct sortable *list, size_t n, bool down,
                         struct arena *arena)
{
	size_t word, i;

	for (word = WORDS; word-- > 0;) {
		for (i = 0; i < n; i++) {
			uint64_t key = list[rows[i].index].keys[word];

			rows[i].key = down ? ~key : key;
		}
		sort_keys(rows, n, arena);
	}
	part(rows, list, n, down, arena);
}

/* The number of the row after those with the keys of a row. */
static size_t alike_end(const struct keyed *rows, const struct sortable *list, size_t n, size_t row)
{
	const struct sortable *first = &list[rows[row].index];

	while (++row < n)
		if (memcmp(list[rows[row].index].keys, first->keys, sizeof first->keys) != 0)
			break;
	return row;
}

/* By keys, then texts that begin alike by value; all by value where there are
 * several kinds of them. */
static void sort_rows(struct sortable *list, size_t n, bool down, struct arena *arena)
{
	struct keyed *rows = arena_alloc(arena, n, sizeof *rows);
	const bool have_keys = set_keys(list, n);
	size_t i, end;

	assert(n <= UINT32_MAX);
	for (i = 0; i < n; i++)
		rows[i].index = (uint32_t)i;
	if (have_keys)
		sort_by_keys(rows, list, n, down, arena);
	for (i = 0; i < n; i = end) {
		end = have_keys ? alike_end(rows, list, n, i) : n;
		if (!have_keys || list[rows[i].index].value.unit == UNIT_TEXT)
			sort_stable(rows + i, end - i, sizeof *rows, down ? descending : ascending,
			            list, arena);
	}
	for (i = 0; i < n; i++)
		list[i].row = rows[i].index;
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
		list[i].value = table_value(t, i, column);
	sort_rows(list, t->nrows, down, t->arena);
	if (t->is_tree)
		keep_tree(t, list);
	for (i = 0; i < t->nrows; i++)
		rows[i] = t->rows[list[i].row];
	memcpy(t->rows, rows, t->nrows * sizeof *rows);
}
