/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values.  What could act on a terminal, or is not UTF-8, is escaped as on the
 * screen, but for tabs and ends of lines, and what a spreadsheet would run begins with an
 * apostrophe.  Source: RFC 4180. */

#include "table/table.h"

static void write_field(const char *text, bool is_text, FILE *file) {
	const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
	const bool is_formula = *text && strchr("=+-@\t\r\n", *text); /* to a spreadsheet */
	size_t len = strlen(text), n;
	struct glyph glyph;

	fputs(quoted ? "\"" : "", file);
	fputs(is_text && is_formula ? "'" : "", file);
	for (; len; text += n, len -= n) {
		n = text_escape(&glyph, text, len);
		if (*text == '"')
			putc('"', file);
		if (strchr("\t\n", *text) || !strncmp(text, "\r\n", 2))
			putc(*text, file);
		else
			fputs(glyph.bytes, file);
	}
	fputs(quoted ? "\"" : "", file);
}

static void write_line(const struct table *t, size_t row, bool is_heading, FILE *file) {
	char number[VALUE_TEXT];
	bool first = true;

	for (size_t c = 0; c < t->columns->n; c++) {
		if (!table_dumps(t, c))
			continue;
		fputs(first ? "" : ",", file);
		first = false;
		if (is_heading) {
			write_field(t->columns->list[c].name, true, file);
			continue;
		}
		const struct value value = table_value(t, row, c);
		write_field(value_dump(number, sizeof number, value), value.unit == UNIT_TEXT,
		            file);
	}
	fputs("\r\n", file);
}

static void write_csv(const struct table *t, const struct caption *caption, FILE *file) {
	write_line(t, 0, true, file);
	for (size_t r = 0; r < t->nrows; r++)
		if (!t->rows[r].is_notice)
			write_line(t, r, false, file);
}

const struct writer csv_writer = {
	.name = "csv",
	.ending = ".csv",
	.help = "comma-separated values, all digits (RFC 4180); text that begins with =, +, -, @ "
		"or a tab has an apostrophe in front, so that no spreadsheet runs it",
	.is_for_programs = true,
	.write = write_csv,
};
