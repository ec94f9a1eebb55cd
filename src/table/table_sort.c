/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/sort.h"

/* A row with its value in the sort column, asked for only once, and how a text
 * begins: most texts are told apart without a look at them. */
struct sortable {
	struct value value;
	size_t row;
	char head[24];
};

static int ascending(const void *a, const void *b, const void *context)
{
	const struct sortable *x = a, *y = b;
	int order = 0;

	if (x->value.unit == UNIT_TEXT && y->value.unit == UNIT_TEXT)
		order = memcmp(x->head, y->head, sizeof x->head);
	return order ? order : value_compare(x->value, y->value);
}

static int descending(const void *a, const void *b, const void *context)
{
	return ascending(b, a, context);
}

/* Where a number begins, text_compare() has to look. */
static struct sortable sortable(struct value value, size_t row)
{
	struct sortable s = { .value = value, .row = row };
	size_t i;

	for (i = 0; value.unit == UNIT_TEXT && i < sizeof s.head; i++) {
		s.head[i] = value.text[i];
		if (!value.text[i] || is_digit(value.text[i]))
			break;
	}
	if (i < sizeof s.head && s.head[i])
		s.head[i] = '0'; /* all digits are alike */
	return s;
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

/* Puts places into the lists of their parents, in the order given, before
 * those that are there: those of rows that stand for the rest, or all others. */
static void link(struct tree *tree, const struct table *t,
                 const struct sortable *list, bool is_rest)
{
	size_t i;

	for (i = t->nrows; i-- > 0;) {
		size_t place = list[i].row + 1;
		size_t *first = &tree->first[tree->parent[place]];

		if (t->rows[place - 1].is_rest != is_rest)
			continue;
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
	link(&tree, t, list, true);
	link(&tree, t, list, false);
	walk(&tree, list);
}

/* Numbers that rise as values do. */
static uint64_t key_of(struct value v)
{
	double number;
	uint64_t bits;

	if (v.unit == UNIT_NONE)
		return 0;
	if (value_is_whole(v.unit))
		return v.whole;
	number = v.number + 0.0; /* -0 is 0 */
	memcpy(&bits, &number, sizeof bits);
	return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* Whether all values, but for those that are none, have keys to sort by. */
static bool have_keys(const struct sortable *list, size_t n)
{
	bool is_whole = false, is_number = false;
	size_t i;

	for (i = 0; i < n; i++) {
		enum unit unit = list[i].value.unit;

		if (unit == UNIT_TEXT)
			return false;
		is_whole |= value_is_whole(unit);
		is_number |= unit != UNIT_NONE && !value_is_whole(unit);
	}
	return n <= UINT32_MAX && !(is_whole && is_number);
}

/* Moves those of no value behind the others, or before them. */
static void part(struct keyed *keys, const struct sortable *list, size_t n,
                 bool to_end, struct arena *arena)
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

/* As the comparisons would, in linear time. */
static void sort_numbers(struct sortable *list, size_t n, bool down,
                         struct arena *arena)
{
	struct keyed *keys = arena_alloc(arena, n, sizeof *keys);
	size_t i;

	for (i = 0; i < n; i++) {
		uint64_t key = key_of(list[i].value);

		keys[i] = (struct keyed){ down ? ~key : key, (uint32_t)i };
	}
	sort_keys(keys, n, arena);
	part(keys, list, n, down, arena);
	for (i = 0; i < n; i++)
		list[i].row = keys[i].index;
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
		list[i] = sortable(table_value(t, i, column), i);
	if (have_keys(list, t->nrows))
		sort_numbers(list, t->nrows, down, t->arena);
	else
		sort_stable(list, t->nrows, sizeof *list,
		            down ? descending : ascending, NULL, t->arena);
	if (t->is_tree)
		keep_tree(t, list);
	for (i = 0; i < t->nrows; i++)
		rows[i] = t->rows[list[i].row];
	memcpy(t->rows, rows, t->nrows * sizeof *rows);
}
