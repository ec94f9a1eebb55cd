/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "gprof/spec_tables.h"
#include "model/places.h"
#include "model/profile.h"

/* A function and where it begins. */
struct counted {
	const struct func *func;
	struct place place; /* without a path when that is not known */
};

/* By file and line, or by address when one of the files is not known: this is
 * no order, but gprof's. */
static int by_place(const void *a, const void *b, const void *context)
{
	const struct counted *x = a, *y = b;
	int files;

	if (x->place.path && y->place.path) {
		files = strcmp(x->place.path, y->place.path);
		if (files)
			return files;
		if (x->place.line != y->place.line)
			return x->place.line < y->place.line ? -1 : 1;
	}
	return x->func->low < y->func->low ? -1 : x->func->low > y->func->low;
}

void exec_counts_listing(struct listing *l)
{
	const struct profile *p = l->profile;
	struct counted *list = arena_alloc(l->arena, p->nfuncs, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!spec_tables_select(l->tables, SPEC_EXEC_COUNTS,
		                        SPEC_NOT_EXEC_COUNTS, f->low))
			continue;
		list[n] = (struct counted){ .func = f };
		source_lines_at(l->lines, f->low, &list[n++].place);
	}
	sort_stable(list, n, sizeof *list, by_place, NULL, l->arena);
	listing_begin_part(l);
	for (i = 0; i < n; i++)
		if (list[i].func->calls || l->options->zeros)
			fprintf(l->out, "%s:%u: (%s:0x%lx) %lu executions\n",
			        list[i].place.path ? list[i].place.path
			                           : "<unknown>",
			        list[i].place.line, list[i].func->name,
			        (unsigned long)list[i].func->low,
			        (unsigned long)list[i].func->calls);
}
