/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/annotated_rows.h"

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/block_counts.h"
#include "gprof/function_files.h"
#include "gprof/gprof_options.h"
#include "gprof/listing.h"
#include "gprof/spec_tables.h"
#include "model/locations.h"
#include "model/profile.h"

/* A function that is included; by file, line, address. */
struct part {
	size_t file; /* index of its path */
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
		if (files->numbers[i] != SIZE_MAX && files->locations[i].line &&
		    spec_tables_select(l->tables, SPEC_ANNOTATED,
		                       SPEC_NOT_ANNOTATED, p->funcs[i].low))
			list[(*n)++] = (struct part){ files->numbers[i],
				                      files->locations[i].line,
				                      &p->funcs[i] };
	sort_stable(list, *n, sizeof *list, by_line, NULL, arena);
	return list;
}

static struct annotated_row row_of(const struct part *part,
                                   const struct block_counts *const *blocks,
                                   const struct profile *p)
{
	return (struct annotated_row){
		.line = part->line,
		.is_function = part->func->is_function,
		.address = part->func->low,
		.blocks = blocks ? blocks[part->func - p->funcs] : NULL,
	};
}

/* Makes the rows of one file; blocks: as from block_counts_read(), or NULL. */
static void fill_rows(struct annotated_file *file, struct annotated_row *rows,
                      const struct part *parts, size_t n,
                      const struct block_counts *const *blocks,
                      const struct profile *p)
{
	size_t i;

	file->rows = rows;
	for (i = 0; i < n; i++) {
		if (!i || parts[i].line != parts[i - 1].line)
			rows[file->nrows++] = row_of(&parts[i], blocks, p);
		else
			rows[file->nrows - 1].address = 0;
		rows[file->nrows - 1].calls += parts[i].func->calls;
		file->calls += parts[i].func->calls;
	}
}

const struct annotated_file *annotated_files(const struct listing *l, size_t *n,
                                             struct arena *arena)
{
	const struct profile *p = l->profile;
	const struct function_files *files = function_files_new(
		p->image, p->rules, l->lines, p->funcs, p->nfuncs, arena);
	size_t nparts, first, last;
	const struct part *parts = list_parts(l, files, &nparts, arena);
	struct annotated_file *list = arena_alloc(arena, files->npaths,
	                                          sizeof *list);
	struct annotated_row *rows = arena_alloc(arena, nparts, sizeof *rows);
	const struct block_counts *const *blocks =
		l->options->by_line ? block_counts_read(p, arena) : NULL;

	*n = 0;
	for (first = 0; first < nparts; first = last) {
		last = first + 1;
		while (last < nparts && parts[last].file == parts[first].file)
			last++;
		list[*n].path = files->paths[parts[first].file];
		fill_rows(&list[*n], rows + first, parts + first, last - first,
		          blocks, p);
		++*n;
	}
	return list;
}
