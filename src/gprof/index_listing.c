/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "model/locations.h"
#include "model/profile.h"

enum { COLUMNS = 3 };

/* A function, or a cycle. */
struct item {
	const struct func *func; /* or NULL */
	const struct cycle *cycle;
};

static int by_name(const void *a, const void *b, const void *context)
{
	const struct item *x = a, *y = b;

	return strcmp(x->func->name, y->func->name);
}

/* Functions by name, then cycles by number. */
static struct item *items(const struct listing *l, size_t *n)
{
	const struct profile *p = l->profile;
	struct item *list = arena_space(l->arena, p->nfuncs + p->ncycles, sizeof *list);
	size_t i;

	*n = 0;
	for (i = 0; i < p->nfuncs; i++)
		if (l->options->zeros || listing_is_used(&p->funcs[i]))
			list[(*n)++] = (struct item){ &p->funcs[i], NULL };
	sort_stable(list, *n, sizeof *list, by_name, NULL, l->arena);
	for (i = 0; i < p->ncycles; i++)
		list[(*n)++] = (struct item){ NULL, &p->cycles[i] };
	return list;
}

static void format_index(char *out, size_t size, const struct item *item)
{
	bool is_listed = item->func ? item->func->is_listed : item->cycle->is_listed;
	unsigned index = item->func ? item->func->index : item->cycle->index;

	snprintf(out, size, is_listed ? "[%u]" : "(%u)", index);
}

static void print_traditional(const struct listing *l, const struct item *item)
{
	char index[16], cycle[32];

	format_index(index, sizeof index, item);
	if (item->cycle)
		snprintf(cycle, sizeof cycle, "<cycle %u>", item->cycle->number);
	fprintf(l->out, "%6.6s %-19.19s", index, item->func ? item->func->name : cycle);
}

/* A static function's file distinguishes it from others of the same name. */
static int print_file(const struct listing *l, const struct func *f)
{
	struct source_location location;
	int len;

	if (l->options->by_line || !f->is_static || !source_lines_at(l->lines, f->low, &location))
		return 0;
	fputs(" (", l->out);
	len = listing_put(l, l->options->full_paths ? location.path : location.file);
	fputc(')', l->out);
	return len + 3;
}

/* Prints an item that begins at column `start`, after one that ended at
 * `column`; returns where it ends.  The blanks around the index do not
 * count. */
static int print_item(struct listing *l, const struct item *item, int column, int start)
{
	char index[16];
	int pad;

	format_index(index, sizeof index, item);
	column += (int)strlen(index);
	pad = column < start + 5 ? start + 5 - column : 0;
	figure_blanks(l->out, pad + 1);
	fputs(index, l->out);
	fputc(' ', l->out);
	column += pad;
	if (item->cycle)
		return column + fprintf(l->out, "<cycle %u>", item->cycle->number);
	column += listing_name(l, item->func);
	return column + print_file(l, item->func);
}

void index_listing(struct listing *l)
{
	size_t n, rows, row, k;
	const struct item *list = items(l, &n);
	int step = ((int)l->options->width - 1) / COLUMNS;

	fputs("\f\nIndex by function name\n\n", l->out);
	rows = (n + COLUMNS - 1) / COLUMNS;
	for (row = 0; row < rows; row++) {
		int column = 0, start = 0;

		for (k = row; k < n; k += rows) {
			if (l->options->traditional)
				print_traditional(l, &list[k]);
			else
				column = print_item(l, &list[k], column, start);
			start += step;
		}
		fputc('\n', l->out);
	}
	l->has_begun = true;
}
