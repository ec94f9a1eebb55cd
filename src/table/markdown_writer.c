/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table for issue trackers.  Source: GitHub Flavored Markdown, tables. */

#include "table/table.h"

/* Blanks that renderers keep: they drop those where a cell begins, and all but one of others.
 * Names that are deeper are not indented further. */
static const char blank[] = "&nbsp;", indent[] = "&emsp;";

enum { DEEPEST = 64 };

/* Escapes what Markdown would interpret. */
static void write_escaped(const char *text, FILE *file) {
	const char *at = text;

	for (; *at; at++) {
		if (*at == ' ' && (at == text || at[-1] == ' ')) {
			fputs(blank, file);
			continue;
		}
		if (strchr("\\`*_{}[]<>#|~&", *at))
			putc('\\', file);
		putc(*at, file);
	}
}

/* Indents a name; in a tree also marks it, as in a text. */
static void write_before_name(const struct table *t, size_t row, FILE *file) {
	const struct row *r = &t->rows[row];

	for (unsigned i = 0; i < r->depth && i < DEEPEST; i++)
		fputs(indent, file);
	if (*table_mark(t, row))
		fprintf(file, "%s ", !r->fold ? indent : r->is_open ? "-" : "+");
}

static void write_line(const struct table *t, size_t row, bool is_heading, FILE *file) {
	char cell[VALUE_TEXT];

	for (size_t c = 0; c < t->columns->n; c++) {
		const char *bold = !is_heading && t->columns->list[c].is_name &&
		                                   t->rows[row].is_subject
		                           ? "**"
		                           : "";

		if (!table_shows(t, c))
			continue;
		fputs("| ", file);
		if (t->columns->list[c].is_name && !is_heading)
			write_before_name(t, row, file);
		fputs(bold, file);
		if (is_heading)
			table_title(t, c, cell, sizeof cell);
		else
			table_cell(t, row, c, cell, sizeof cell);
		write_escaped(cell, file);
		fprintf(file, "%s ", bold);
	}
	fputs("|\n", file);
}

/* Writes a text, made safe, between others that are Markdown. */
static void write_between(const char *before, const char *text, const char *after, FILE *file) {
	char safe[VALUE_TEXT];

	text_safe(safe, sizeof safe, text);
	fputs(before, file);
	write_escaped(safe, file);
	fputs(after, file);
}

static void write_markdown(const struct table *t, const struct caption *caption, FILE *file) {
	if (caption) {
		write_between("**", caption->title, "** (", file);
		write_between("", caption->source, *caption->state ? "; " : "", file);
		write_between("", caption->state, ")\n\n", file);
	}
	if (t->result)
		write_between("", t->result, "\n\n", file);
	write_line(t, 0, true, file);
	for (size_t c = 0; c < t->columns->n; c++)
		if (table_shows(t, c))
			fputs(unit_is_number(t->columns->list[c].unit) ? "|---:" : "|---", file);
	fputs("|\n", file);
	for (size_t r = 0; r < t->nrows; r++)
		write_line(t, r, false, file);
	if (t->basis)
		write_between("\n", t->basis, "\n", file);
}

const struct writer markdown_writer = {
	.name = "md",
	.ending = ".md",
	.help = "a Markdown table, for issue trackers; a comparison has at most 30 lines",
	.is_brief = true,
	.write = write_markdown,
};
