/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns as on the screen, as wide as their widest cell. */
#include "table/writer.h"

#include "base/arena.h"
#include "base/text.h"
#include "table/table.h"

/* Rows deeper than DEEPEST are not indented further: a long chain of calls
 * would be written as a triangle of blanks. */
enum { INDENT = 4, DEEPEST = 64, GAP = 2 };

/* A text wider than this pushes the rest aside: one C++ name in a thousand
 * should not make all lines a thousand cells long. */
enum { WIDEST = 100 };

static int indent_of(const struct table *t, size_t row, size_t column)
{
	const unsigned depth = t->rows[row].depth;

	if (!t->columns->list[column].is_name)
		return 0;
	return (int)(depth < DEEPEST ? depth : DEEPEST) * INDENT;
}

/* A letter and a blank before the names of a tree. */
static int mark_width(const struct table *t, size_t column)
{
	return t->is_tree && t->columns->list[column].is_name ? 2 : 0;
}

/* The cells a column of texts gets. */
static int text_column_width(const struct table *t, size_t column)
{
	char cell[VALUE_TEXT];
	int width = (int)table_width(t, column);
	size_t row;

	for (row = 0; row < t->nrows; row++) {
		int here;

		table_cell(t, row, column, cell, sizeof cell);
		here = text_width(cell) + indent_of(t, row, column) +
		       mark_width(t, column);
		width = here > width ? here : width;
	}
	return width < WIDEST ? width : WIDEST;
}

/* A line being written: blanks are written only when something follows. */
struct line {
	FILE *file;
	int blanks;
};

static void put(struct line *line, const char *cell, int width, bool right)
{
	int left = width - text_width(cell);

	left = left > 0 ? left : 0;
	if (right)
		line->blanks += left;
	if (*cell) {
		fprintf(line->file, "%*s%s", line->blanks, "", cell);
		line->blanks = 0;
	}
	if (!right)
		line->blanks += left;
}

/* In ASCII: the file may be read anywhere. */
static void write_mark(const struct table *t, size_t row, size_t column,
                       struct line *line)
{
	if (!mark_width(t, column))
		return;
	put(line,
	    !t->rows[row].fold     ? ""
	    : t->rows[row].is_open ? "-"
	                           : "+",
	    2, false);
}

struct layout {
	size_t *columns; /* indexes of those shown; shape: [n] */
	int *widths;     /* likewise */
	size_t n;
};

static struct layout lay_out(const struct table *t, struct arena *arena)
{
	const size_t n = t->columns->n;
	struct layout l = { .columns = arena_alloc(arena, n, sizeof *l.columns),
		            .widths = arena_alloc(arena, n, sizeof *l.widths) };
	size_t c;

	for (c = 0; c < n; c++) {
		if (!table_shows(t, c))
			continue;
		l.columns[l.n] = c;
		l.widths[l.n++] = unit_is_number(t->columns->list[c].unit)
		                          ? (int)table_width(t, c)
		                          : text_column_width(t, c);
	}
	return l;
}

static void write_heading(const struct table *t, const struct layout *l,
                          FILE *file)
{
	struct line line = { file, 0 };
	char cell[VALUE_TEXT];
	size_t i;

	for (i = 0; i < l->n; i++) {
		bool right = unit_is_number(
			t->columns->list[l->columns[i]].unit);

		table_title(t, l->columns[i], cell, sizeof cell);
		put(&line, cell, l->widths[i], right);
		line.blanks += GAP;
	}
	putc('\n', file);
}

static void write_caption(const struct caption *caption, FILE *file)
{
	char line[VALUE_TEXT];

	text_safe(line, sizeof line, caption->title);
	fprintf(file, "%s\n", line);
	text_safe(line, sizeof line, caption->source);
	fprintf(file, "%s\n", line);
	text_safe(line, sizeof line, caption->state);
	fprintf(file, "%s%s\n", line, *line ? "\n" : "");
}

static void write_row(const struct table *t, const struct layout *l, size_t row,
                      FILE *file)
{
	struct line line = { file, 0 };
	char cell[VALUE_TEXT];
	size_t i;

	for (i = 0; i < l->n; i++) {
		size_t c = l->columns[i];
		int indent = indent_of(t, row, c);

		table_cell(t, row, c, cell, sizeof cell);
		line.blanks += indent;
		write_mark(t, row, c, &line);
		put(&line, cell, l->widths[i] - indent - mark_width(t, c),
		    unit_is_number(t->columns->list[c].unit));
		line.blanks += GAP;
	}
	putc('\n', file);
}

static void write_text(const struct table *t, const struct caption *caption,
                       FILE *file)
{
	struct arena *scratch = arena_new();
	struct layout l = lay_out(t, scratch);
	size_t r;

	if (caption)
		write_caption(caption, file);
	write_heading(t, &l, file);
	for (r = 0; r < t->nrows; r++)
		write_row(t, &l, r, file);
	arena_free(scratch);
}

const struct writer text_writer = {
	.name = "text",
	.ending = ".txt",
	.help = "columns as on the screen",
	.write = write_text,
};
