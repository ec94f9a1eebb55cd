/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/annotated_rows.h"

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/function_files.h"
#include "gprof/gprof_options.h"
#include "gprof/listing.h"
#include "gprof/spec_tables.h"
#include "model/places.h"
#include "model/profile.h"

/* A function that takes part; by file, line, address. */
struct part {
	size_t file; /* number of its path */
	unsigned line;
	const struct func *func;
};

static int by_line(const void *a, const void *b, const void *context)
{
	const struct part *x = a, *y = b;

	if (x->file != y->file)
		return x->file > y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static struct part *list_parts(const struct listing *l,
                               const struct function_files *files, size_t *n,
                               struct arena *arena)
{
	const struct profile *p = l->profile;
	struct part *list = arena_alloc(arena, p->nfuncs, sizeof *list);
	size_t i;

	for (i = *n = 0; i < p->nfuncs; i++)
		if (files->numbers[i] != SIZE_MAX && files->places[i].line &&
		    spec_tables_select(l->tables, SPEC_ANNOTATED,
		                       SPEC_NOT_ANNOTATED, p->funcs[i].low))
			list[(*n)++] = (struct part){ files->numbers[i],
				                      files->places[i].line,
				                      &p->funcs[i] };
	sort_stable(list, *n, sizeof *list, by_line, NULL, arena);
	return list;
}

/* Makes rows of the parts of one file. */
static void fill_rows(struct annotated_file *file, struct annotated_row *rows,
                      const struct part *parts, size_t n)
{
	size_t i;

	file->rows = rows;
	for (i = 0; i < n; i++) {
		if (!i || parts[i].line != parts[i - 1].line)
			rows[file->nrows++] = (struct annotated_row){
				.line = parts[i].line,
				.is_function = parts[i].func->is_function,
			};
		rows[file->nrows - 1].calls += parts[i].func->calls;
		file->calls += parts[i].func->calls;
	}
}

const struct annotated_file *annotated_files(const struct listing *l, size_t *n,
                                             struct arena *arena)
{
	const struct profile *p = l->profile;
	const struct function_files *files = function_files_new(
		p->image, l->lines, p->funcs, p->nfuncs, arena);
	size_t nparts, first, last;
	const struct part *parts = list_parts(l, files, &nparts, arena);
	struct annotated_file *list = arena_alloc(arena, files->npaths,
	                                          sizeof *list);
	struct annotated_row *rows = arena_alloc(arena, nparts, sizeof *rows);

	*n = 0;
	for (first = 0; first < nparts; first = last) {
		last = first + 1;
		while (last < nparts && parts[last].file == parts[first].file)
			last++;
		list[*n].path = files->paths[parts[first].file];
		fill_rows(&list[*n], rows + first, parts + first, last - first);
		++*n;
	}
	return list;
}
