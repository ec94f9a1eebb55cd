/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns as on the screen, as wide as their widest cell. */

#include "table/table.h"

/* Rows deeper than DEEPEST are not indented further: a chain of calls would be mostly blanks. */
enum { INDENT = 4, DEEPEST = 64, GAP = 2 };

/* A line being written: blanks are written only when something follows. */
struct line {
	FILE *file;
	int blanks;
};

static void put(struct line *line, const char *cell, int width, bool right) {
	int left = width - text_width(cell);

	left = left > 0 ? left : 0;
	if (right)
		line->blanks += left;
	if (*cell) {
		for (; line->blanks > 0; line->blanks--)
			putc(' ', line->file);
		fputs(cell, line->file);
	}
	if (!right)
		line->blanks += left;
}

/* Indents a name; in a tree also marks it, in ASCII, for readers anywhere.  Returns its cells. */
static int put_before_name(const struct table *t, size_t row, struct line *line) {
	enum { MARK = 2 };
	const struct row *r = &t->rows[row];
	const int indent = INDENT * (int)(r->depth < DEEPEST ? r->depth : DEEPEST);

	line->blanks += indent;
	if (!*table_mark(t, row))
		return indent;
	put(line, !r->fold ? "" : r->is_open ? "-" : "+", MARK, false);
	return indent + MARK;
}

/* The cells of the columns, 0 for those not shown.  A text wider than TABLE_LONG pushes the rest
 * aside: one C++ name in a thousand should not make all lines a thousand cells long. */
static size_t *lay_out(const struct table *t, struct arena *arena) {
	size_t *widths = arena_alloc(arena, t->columns->n, sizeof *widths);
	struct table shown = *t;

	shown.nmeasured = t->nrows;
	table_widths(&shown, INDENT, SIZE_MAX, widths);
	for (size_t c = 0; c < t->columns->n; c++)
		if (!unit_is_number(t->columns->list[c].unit) && widths[c] > TABLE_LONG)
			widths[c] = TABLE_LONG;
	return widths;
}

static void write_line(const struct table *t, const size_t *widths, size_t row, bool is_heading,
                       FILE *file) {
	struct line line = { file, 0 };
	char cell[VALUE_TEXT];

	for (size_t c = 0; c < t->columns->n; c++) {
		const struct column *column = &t->columns->list[c];
		int width = (int)widths[c];

		if (!width)
			continue;
		if (is_heading)
			table_title(t, c, cell, sizeof cell);
		else
			table_cell(t, row, c, cell, sizeof cell);
		if (column->is_name && !is_heading)
			width -= put_before_name(t, row, &line);
		put(&line, cell, width, unit_is_number(column->unit));
		line.blanks += GAP;
	}
	putc('\n', file);
}

static void write_safely(const char *text, const char *end, FILE *file) {
	char safe[VALUE_TEXT];

	text_safe(safe, sizeof safe, text);
	fprintf(file, "%s%s", safe, end);
}

static void write_text(const struct table *t, const struct caption *caption, FILE *file) {
	SCRATCH struct arena *scratch = arena_new();
	const size_t *widths = lay_out(t, scratch);

	if (caption) {
		write_safely(caption->title, "\n", file);
		write_safely(caption->source, "\n", file);
		write_safely(caption->state, *caption->state ? "\n\n" : "\n", file);
	}
	if (t->result)
		write_safely(t->result, "\n\n", file);
	write_line(t, widths, 0, true, file);
	for (size_t r = 0; r < t->nrows; r++)
		write_line(t, widths, r, false, file);
}

const struct writer text_writer = {
	.name = "text",
	.ending = ".txt",
	.help = "columns as on the screen",
	.write = write_text,
};
