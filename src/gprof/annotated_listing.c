/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/new_file.h"
#include "base/sort.h"
#include "base/system.h"
#include "gprof/gprof_options.h"
#include "gprof/listing.h"
#include "gprof/source_lines.h"
#include "gprof/spec_tables.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/source.h"
#include "parse/source/source_files.h"

/* How often basic blocks ran, by function. gprof has room for a few of them in each function, and
 * looks at them only in profiles by line. */

enum { BLOCKS_MAX = 10 };

/* The blocks of a function, by first appearance, without those that found no room. */
struct block_counts {
	struct {
		uint64_t address, count;
	} list[BLOCKS_MAX];
	size_t n;
};

static void add(struct block_counts *blocks, const struct block *block) {
	size_t i = 0;

	/* To gprof, an entry with the address 0 is still free. */
	while (i < blocks->n && blocks->list[i].address &&
	       blocks->list[i].address != block->address)
		i++;
	if (i == BLOCKS_MAX)
		return;
	blocks->list[i].address = block->address;
	blocks->list[i].count += block->count;
	if (i == blocks->n)
		blocks->n++;
}

/* The blocks of all functions; shape: [nfuncs], NULL where there are none.
 * Cost: a lookup for each record. */
static const struct block_counts *const *block_counts_read(const struct profile *p,
                                                           struct arena *arena) {
	struct block_counts **all = arena_alloc(arena, p->nfuncs, sizeof *all);
	const struct records *r = p->records;

	for (size_t i = 0; i < r->nblocks; i++) {
		const struct func *f = profile_at(p, r->blocks[i].address);

		if (!f)
			continue;
		size_t number = profile_number(p, f);
		if (!all[number])
			all[number] = arena_alloc(arena, 1, sizeof **all);
		add(all[number], &r->blocks[i]);
	}
	return (const struct block_counts *const *)all;
}

/* A function and where it begins. */
struct counted {
	const struct func *func;
	struct source_location location; /* without a path if unknown */
};

/* By file and line, or by address if one of the files is not known: not a consistent order, but
 * gprof's. */
static int by_location(const void *a, const void *b, const void *context) {
	const struct counted *x = a, *y = b;

	if (x->location.path && y->location.path) {
		int files = strcmp(x->location.path, y->location.path);
		if (files)
			return files;
		if (x->location.line != y->location.line)
			return x->location.line < y->location.line ? -1 : 1;
	}
	return x->func->low < y->func->low ? -1 : x->func->low > y->func->low;
}

static void print_count(const struct listing *l, const struct counted *c, uint64_t address,
                        uint64_t count) {
	if (!count && !l->options->zeros)
		return;
	listing_put(l, c->location.path ? c->location.path : "<unknown>");
	fprintf(l->out, ":%u: (", c->location.line);
	listing_put(l, c->func->name);
	fprintf(l->out, ":0x%lx) %lu executions\n", (unsigned long)address, (unsigned long)count);
}

static void print_blocks(const struct listing *l, const struct counted *c,
                         const struct block_counts *blocks) {
	for (size_t i = 0; blocks && i < blocks->n; i++)
		if (blocks->list[i].address)
			print_count(l, c, blocks->list[i].address, blocks->list[i].count);
}

void exec_counts_listing(struct listing *l) {
	const struct profile *p = l->profile;
	struct counted *list = arena_alloc(l->arena, p->nfuncs, sizeof *list);
	const struct block_counts *const *blocks = l->options->by_line
	                                                   ? block_counts_read(p, l->arena)
	                                                   : NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!spec_tables_select(l->tables, SPEC_EXEC_COUNTS, SPEC_NOT_EXEC_COUNTS, f->low))
			continue;
		list[n] = (struct counted){ .func = f };
		source_lines_at(l->lines, f->low, &list[n++].location);
	}
	sort_stable(list, n, sizeof *list, by_location, NULL, l->arena);
	listing_begin_part(l);
	for (size_t i = 0; i < n; i++) {
		print_count(l, &list[i], list[i].func->low, list[i].func->calls);
		if (blocks)
			print_blocks(l, &list[i], blocks[list[i].func - p->funcs]);
	}
}

/* A line that functions begin at. */
struct annotated_row {
	unsigned line;
	uint64_t calls;                    /* of all that begin here */
	bool is_function;                  /* the first of them is marked as one */
	uint64_t address;                  /* where it begins; 0 if several do */
	const struct block_counts *blocks; /* of the first, or NULL */
};

/* A source file. */
struct annotated_file {
	const char *path;
	const struct annotated_row *rows; /* by line; shape: [nrows] */
	size_t nrows;
	uint64_t calls; /* of all rows */
};

/* A function that is included; by file, line, address. */
struct part {
	uint32_t file; /* number of its path */
	unsigned line;
	const struct func *func;
};

static int by_line(const void *a, const void *b, const void *context) {
	const struct part *x = a, *y = b;

	if (x->file != y->file)
		return x->file > y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static struct part *list_parts(const struct listing *l, const struct function_files *files,
                               size_t *n, struct arena *arena) {
	const struct profile *p = l->profile;
	struct part *list = arena_alloc(arena, p->nfuncs, sizeof *list);

	for (size_t i = *n = 0; i < p->nfuncs; i++)
		if (files->numbers[i] != NO_ITEM && files->locations[i].line &&
		    spec_tables_select(l->tables, SPEC_ANNOTATED, SPEC_NOT_ANNOTATED,
		                       p->funcs[i].low))
			list[(*n)++] = (struct part){ files->numbers[i], files->locations[i].line,
				                      &p->funcs[i] };
	sort_stable(list, *n, sizeof *list, by_line, NULL, arena);
	return list;
}

static struct annotated_row
row_of(const struct part *part, const struct block_counts *const *blocks, const struct profile *p) {
	return (struct annotated_row){
		.line = part->line,
		.is_function = part->func->is_function,
		.address = part->func->low,
		.blocks = blocks ? blocks[part->func - p->funcs] : NULL,
	};
}

/* Makes the rows of one file; blocks: as from block_counts_read(), or NULL. */
static void fill_rows(struct annotated_file *file, struct annotated_row *rows,
                      const struct part *parts, size_t n, const struct block_counts *const *blocks,
                      const struct profile *p) {
	file->rows = rows;
	for (size_t i = 0; i < n; i++) {
		if (!i || parts[i].line != parts[i - 1].line)
			rows[file->nrows++] = row_of(&parts[i], blocks, p);
		else
			rows[file->nrows - 1].address = 0;
		rows[file->nrows - 1].calls += parts[i].func->calls;
		file->calls += parts[i].func->calls;
	}
}

/* The files with functions that the options select, in gprof's order: the one that the symbol table
 * names last comes first.  Sets *n. */
static const struct annotated_file *annotated_files(const struct listing *l, size_t *n,
                                                    struct arena *arena) {
	const struct profile *p = l->profile;
	const struct function_files *files = function_files_new(p->image, p->rules, l->lines,
	                                                        p->funcs, p->nfuncs, arena);
	size_t nparts, last;
	const struct part *parts = list_parts(l, files, &nparts, arena);
	struct annotated_file *list = arena_alloc(arena, files->paths.index.n, sizeof *list);
	struct annotated_row *rows = arena_alloc(arena, nparts, sizeof *rows);
	const struct block_counts *const *blocks = l->options->by_line ? block_counts_read(p, arena)
	                                                               : NULL;

	*n = 0;
	for (size_t first = 0; first < nparts; first = last) {
		last = first + 1;
		while (last < nparts && parts[last].file == parts[first].file)
			last++;
		list[*n].path = files->paths.texts[parts[first].file];
		fill_rows(&list[*n], rows + first, parts + first, last - first, blocks, p);
		++*n;
	}
	return list;
}

enum { MARGIN = 16 };

/* The figures for one file. */
struct summary {
	size_t executable, executed; /* lines */
	uint64_t last;               /* last count shown; carried over from file to file */
};

static bool read_in(struct bytes *out, const char *directory, const char *name,
                    struct arena *arena) {
	struct error ignored;

	return bytes_read_named(out, arena_format(arena, "%s/%s", directory, name), arena,
	                        &ignored);
}

/* Reads a source by its path, else below a directory, else by its name in a directory. */
static bool read_source(struct bytes *out, const struct listing *l, const char *path,
                        struct arena *arena) {
	struct error ignored;
	size_t n = l->options->ndirectories;
	const char *const *list = source_folders(l->options->directories, &n, l->arena);

	if (bytes_read_named(out, path, arena, &ignored))
		return true;
	int reason = errno;
	for (size_t i = 0; i < n && path[0] != '/'; i++)
		if (read_in(out, list[i], path, arena))
			return true;
	for (size_t i = 0; i < n && strchr(path, '/'); i++)
		if (read_in(out, list[i], path_last(path), arena))
			return true;
	if (reason == ENOENT)
		fprintf(l->messages, "%s: could not locate `%s'\n", l->options->program,
		        safe_in_message(path, l->arena));
	else
		fprintf(l->messages, "%s: %s\n", safe_in_message(path, l->arena), strerror(reason));
	return false;
}

/* The counts of a line, being written. */
struct margin {
	char text[32 * (BLOCKS_MAX + 2)];
	int len;
	bool has_count;
	uint64_t count; /* of the line */
	uint64_t shown; /* the last one in the text */
};

static void show(struct margin *m, uint64_t count) {
	m->len += snprintf(m->text + m->len, sizeof m->text - (size_t)m->len,
	                   m->len ? ",%lu" : "%lu", (unsigned long)count);
	m->shown = count;
}

/* Begins with the count of the line before, or of the function. */
static void show_first(struct margin *m, uint64_t count) {
	show(m, count);
	m->has_count = true;
	m->count = count;
}

/* Adds the counts of a line's blocks that say something new. */
static void show_blocks(struct margin *m, const struct block_counts *blocks, bool all_lines,
                        uint64_t *last) {
	for (size_t i = 0; i < blocks->n; i++) {
		uint64_t count = blocks->list[i].count;

		if (!blocks->list[i].address)
			continue;
		*last = count;
		m->has_count = true;
		m->count += count;
		if (!all_lines || !m->len || count != m->shown)
			show(m, count);
	}
}

/* Adds the count of an earlier block that runs into the line. */
static bool is_run_into(const struct annotated_row *row) {
	const struct block_counts *blocks = row->blocks;

	return blocks && blocks->list[0].address > row->address;
}

static struct margin margin_of(const struct listing *l, const struct annotated_row *row,
                               uint64_t *last) {
	const bool all_lines = l->options->all_lines;
	struct margin m = { .len = 0 };

	if (row->is_function)
		*last = row->calls;
	if (row->is_function || (all_lines && is_run_into(row)))
		show_first(&m, *last);
	if (row->blocks)
		show_blocks(&m, row->blocks, all_lines, last);
	if (all_lines && !m.len)
		show_first(&m, *last);
	return m;
}

/* Writes what precedes a line: MARGIN characters. */
static void print_margin(const struct listing *l, FILE *out, const struct annotated_row *row,
                         struct summary *s) {
	struct margin m = { .len = 0 };

	if (row)
		m = margin_of(l, row, &s->last);
	if (m.has_count) {
		s->executed++;
		if (m.count < l->options->min_count)
			strcpy(m.text, "#####");
		strcat(m.text, " -> ");
	}
	fprintf(out, "%*.*s", MARGIN, MARGIN, m.text);
}

static void print_source(const struct listing *l, FILE *out, struct bytes text,
                         const struct annotated_file *file, struct summary *s) {
	const struct annotated_row *row = file->rows, *end = file->rows + file->nrows;

	for (unsigned line = 1; text.len; line++) {
		const unsigned char *newline = memchr(text.data, '\n', text.len);
		size_t len = newline ? (size_t)(newline - text.data) + 1 : text.len;
		bool is_row = row < end && row->line == line;

		s->executable += is_row;
		print_margin(l, out, is_row ? row : NULL, s);
		row += is_row;
		fwrite(text.data, 1, len, out);
		text.data += len;
		text.len -= len;
	}
}

static void print_table(const struct listing *l, FILE *out, const struct annotated_file *file) {
	const unsigned length = l->options->table_length;
	SCRATCH struct arena *scratch = arena_new();
	struct annotated_row *rows = arena_copy(scratch, file->rows, file->nrows, sizeof *rows);

	fprintf(out, "\n\nTop %u Lines:\n\n     Line      Count\n\n", length);
	sort_falling(rows, file->nrows, sizeof *rows, offsetof(struct annotated_row, calls),
	             scratch);
	for (size_t i = 0; i < length && i < file->nrows && rows[i].calls; i++)
		fprintf(out, "%9u %10lu\n", rows[i].line, (unsigned long)rows[i].calls);
}

static void print_summary(FILE *out, const struct annotated_file *file, const struct summary *s) {
	const double lines = (double)s->executable;

	fputs("\nExecution Summary:\n\n", out);
	fprintf(out, "%9zu   Executable lines in this file\n", s->executable);
	fprintf(out, "%9zu   Lines executed\n", s->executed);
	fprintf(out, "%9.2f   Percent of the file executed\n",
	        s->executable ? 100 * (double)s->executed / lines : 100.0);
	fprintf(out, "\n%9lu   Total number of line executions\n", (unsigned long)file->calls);
	fprintf(out, "%9.2f   Average executions per line\n",
	        s->executable ? (double)file->calls / lines : 0.0);
}

/* Where a file's listing goes; NULL after a message.  `own` is the file that it has by itself, if
 * any. */
static FILE *open_output(struct listing *l, struct new_file *own, const char *path, bool is_first,
                         struct arena *scratch) {
	struct error why;

	if (!l->options->separate_files) {
		if (!is_first)
			fputc('\n', l->out);
		listing_begin_part(l);
		fputs("*** File ", l->out);
		listing_put(l, path);
		fputs(":\n", l->out);
		return l->out;
	}
	const char *name = arena_format(scratch, "%s-ann", path_last(path));
	if (new_file_open(own, name, NEW_FILE_ANY, scratch, &why))
		return safe_output(own->file, scratch);
	fprintf(l->messages, "%s\n", safe_in_message(why.reason, scratch));
	return NULL;
}

static void close_output(struct listing *l, FILE *out, struct new_file *own) {
	const char *followed = own->followed;
	struct error why;

	safe_output_close(out, own->file);
	if (!new_file_finish(own, &why)) {
		fprintf(l->messages, "%s\n", safe_in_message(why.reason, l->arena));
		l->is_incomplete = true;
	} else if (followed) {
		listing_say_link(l, own->path, followed);
	}
}

void annotated_listing(struct listing *l) {
	struct summary summary = { 0 };
	bool is_first = true;
	size_t n;
	const struct annotated_file *files = annotated_files(l, &n, l->arena);

	for (size_t i = 0; i < n; i++) {
		struct arena *scratch = arena_new();
		struct new_file own;
		struct bytes text;
		FILE *out = NULL;

		if ((l->options->zeros || files[i].calls) &&
		    read_source(&text, l, files[i].path, scratch))
			out = open_output(l, &own, files[i].path, is_first, scratch);
		if (out) {
			is_first = false;
			summary.executable = summary.executed = 0;
			print_source(l, out, text, &files[i], &summary);
			if (l->options->table_length)
				print_table(l, out, &files[i]);
			print_summary(out, &files[i], &summary);
		}
		if (out && out != l->out)
			close_output(l, out, &own);
		arena_free(scratch);
	}
}
