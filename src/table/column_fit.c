/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/column_fit.h"

#include "base/arena.h"
#include "table/table.h"

enum {
	GAP = 2,         /* between columns */
	TEXT_LEAST = 26, /* cells that a text has at least, if it needs them */
	WIDEST = 4096
};

/* All columns of a table that are shown, from left to right, and which of
 * them there is no room for. */
struct fit {
	const struct table *table;
	const size_t *widths;
	struct slot *list; /* shape: [n] */
	bool *is_out;      /* shape: [n] */
	size_t n;
	int cols;
};

static const struct column *column_of(const struct fit *f, size_t i)
{
	return &f->table->columns->list[f->list[i].column];
}

/* The cells that a column needs. */
static int need(const struct fit *f, size_t i)
{
	const size_t width = f->widths[f->list[i].column];

	return width < WIDEST ? (int)width : WIDEST;
}

/* The cells that it has at least where it has room. */
static int least(const struct fit *f, size_t i)
{
	const struct column *c = column_of(f, i);
	const int most = unit_is_number(c->unit) ? WIDEST : c->least ? c->least : TEXT_LEAST;

	return need(f, i) < most ? need(f, i) : most;
}

/* The cells that are left; below 0: those too many. */
static int left(const struct fit *f)
{
	int end = COLUMNS_BEGIN - GAP;
	size_t i;

	for (i = 0; i < f->n; i++)
		if (!f->is_out[i])
			end += GAP + f->list[i].width;
	return f->cols - end;
}

/* Takes the column away that can be spared most, the last of several alike, if
 * its `spare` is so high; false when there is none. */
static bool take_away(struct fit *f, int lowest)
{
	size_t worst = f->n, i;
	int most = lowest;

	for (i = 0; i < f->n; i++)
		if (!f->is_out[i] && column_of(f, i)->spare >= most) {
			most = column_of(f, i)->spare;
			worst = i;
		}
	if (worst < f->n)
		f->is_out[worst] = true;
	return worst < f->n;
}

/* Puts the column back that can be spared least of those that have room;
 * false when there is none. */
static bool put_back(struct fit *f)
{
	const int room = left(f) - GAP;
	size_t best = f->n, i;

	for (i = 0; i < f->n; i++)
		if (f->is_out[i] && f->list[i].width <= room &&
		    (best == f->n || column_of(f, i)->spare < column_of(f, best)->spare))
			best = i;
	if (best < f->n)
		f->is_out[best] = false;
	return best < f->n;
}

/* The cells that the name gives before the last column that can be spared
 * goes: a quarter. */
static int name_gives(const struct fit *f)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		if (column_of(f, i)->is_name)
			return f->list[i].width / 4;
	return 0;
}

static struct fit fit_new(const struct table *t, const size_t *widths, int cols,
                          struct arena *arena)
{
	const size_t n = t->columns->n;
	struct fit f = { .table = t,
		         .widths = widths,
		         .list = arena_alloc(arena, n, sizeof *f.list),
		         .is_out = arena_alloc(arena, n, sizeof *f.is_out),
		         .cols = cols };
	size_t c;

	for (c = 0; c < n; c++)
		if (table_shows(t, c)) {
			f.list[f.n].column = c;
			f.list[f.n].width = least(&f, f.n);
			f.n++;
		}
	while (left(&f) < 0 && take_away(&f, 2))
		;
	while (left(&f) + name_gives(&f) < 0 && take_away(&f, 1))
		;
	while (put_back(&f))
		;
	return f;
}

/* Gives names, or other texts, the cells that are left, as far as they need
 * them; a name also takes those that are too many off itself. */
static void widen(struct fit *f, bool names)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		int more = need(f, i) - f->list[i].width;

		if (f->is_out[i] || column_of(f, i)->is_name != names)
			continue;
		if (more > left(f))
			more = left(f);
		if (more > 0 || names)
			f->list[i].width += more;
		if (f->list[i].width < 1)
			f->list[i].width = 1;
	}
}

int column_fit_least(const struct table *t, const size_t *widths, int cols)
{
	struct arena *scratch = arena_new();
	const struct fit f = fit_new(t, widths, cols, scratch);
	const int over = left(&f);

	arena_free(scratch);
	return over > 0 ? cols - over : cols;
}

struct slots column_fit(const struct table *t, const size_t *widths, int cols, struct arena *arena)
{
	struct fit f = fit_new(t, widths, cols, arena);
	struct slots slots = { .list = f.list };
	int at = COLUMNS_BEGIN;
	size_t i;

	widen(&f, true);
	widen(&f, false);
	for (i = 0; i < f.n; i++) {
		const struct slot slot = { f.list[i].column, at, f.list[i].width };

		if (f.is_out[i])
			continue;
		slots.list[slots.n++] = slot;
		at += slot.width + GAP;
	}
	if (slots.n && at - GAP < cols && t->columns->list[slots.list[slots.n - 1].column].is_name)
		slots.list[slots.n - 1].width += cols - (at - GAP);
	return slots;
}
