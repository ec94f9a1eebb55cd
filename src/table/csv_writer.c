/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values; bytes that could act on a terminal are escaped.
 * Source: RFC 4180. */
#include "table/writer.h"

#include <string.h>

#include "table/table.h"

static bool is_control(char c)
{
	return (c >= 0 && c < ' ' && !strchr("\t\r\n", c)) || c == 0x7f;
}

static void write_field(const char *text, FILE *file)
{
	bool quoted = strpbrk(text, ",\"\r\n") != NULL;

	fputs(quoted ? "\"" : "", file);
	for (; *text; text++) {
		if (is_control(*text)) {
			fprintf(file, "\\x%02x", (unsigned)*text);
			continue;
		}
		if (*text == '"')
			putc('"', file);
		putc(*text, file);
	}
	fputs(quoted ? "\"" : "", file);
}

static void write_line(const struct table *t, size_t row, bool is_heading,
                       FILE *file)
{
	char number[VALUE_TEXT];
	bool first = true;
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		if (!table_dumps(t, c))
			continue;
		fputs(first ? "" : ",", file);
		first = false;
		write_field(is_heading ? t->columns->list[c].name
		                       : value_dump(number, sizeof number,
		                                    table_value(t, row, c)),
		            file);
	}
	fputs("\r\n", file);
}

static void write_csv(const struct table *t, const struct caption *caption,
                      FILE *file)
{
	size_t r;

	write_line(t, 0, true, file);
	for (r = 0; r < t->nrows; r++)
		if (!t->rows[r].is_notice)
			write_line(t, r, false, file);
}

const struct writer csv_writer = {
	.name = "csv",
	.ending = ".csv",
	.help = "comma-separated values, all digits (RFC 4180)",
	.write = write_csv,
};
