/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/block_counts.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "gprof/spec_tables.h"
#include "model/locations.h"
#include "model/profile.h"

/* A function and where it begins. */
struct counted {
	const struct func *func;
	struct source_location location; /* without a path if unknown */
};

/* By file and line, or by address if one of the files is not known: not a
 * consistent order, but gprof's. */
static int by_location(const void *a, const void *b, const void *context)
{
	const struct counted *x = a, *y = b;
	int files;

	if (x->location.path && y->location.path) {
		files = strcmp(x->location.path, y->location.path);
		if (files)
			return files;
		if (x->location.line != y->location.line)
			return x->location.line < y->location.line ? -1 : 1;
	}
	return x->func->low < y->func->low ? -1 : x->func->low > y->func->low;
}

static void print_count(const struct listing *l, const struct counted *c, uint64_t address,
                        uint64_t count)
{
	if (!count && !l->options->zeros)
		return;
	listing_put(l, c->location.path ? c->location.path : "<unknown>");
	fprintf(l->out, ":%u: (", c->location.line);
	listing_put(l, c->func->name);
	fprintf(l->out, ":0x%lx) %lu executions\n", (unsigned long)address, (unsigned long)count);
}

static void print_blocks(const struct listing *l, const struct counted *c,
                         const struct block_counts *blocks)
{
	size_t i;

	for (i = 0; blocks && i < blocks->n; i++)
		if (blocks->list[i].address)
			print_count(l, c, blocks->list[i].address, blocks->list[i].count);
}

void exec_counts_listing(struct listing *l)
{
	const struct profile *p = l->profile;
	struct counted *list = arena_alloc(l->arena, p->nfuncs, sizeof *list);
	const struct block_counts *const *blocks = l->options->by_line
	                                                   ? block_counts_read(p, l->arena)
	                                                   : NULL;
	size_t n = 0, i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!spec_tables_select(l->tables, SPEC_EXEC_COUNTS, SPEC_NOT_EXEC_COUNTS, f->low))
			continue;
		list[n] = (struct counted){ .func = f };
		source_lines_at(l->lines, f->low, &list[n++].location);
	}
	sort_stable(list, n, sizeof *list, by_location, NULL, l->arena);
	listing_begin_part(l);
	for (i = 0; i < n; i++) {
		print_count(l, &list[i], list[i].func->low, list[i].func->calls);
		if (blocks)
			print_blocks(l, &list[i], blocks[list[i].func - p->funcs]);
	}
}
