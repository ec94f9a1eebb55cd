/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comma-separated values.  Source: RFC 4180. */
#include "table/write.h"

#include <string.h>

#include "table/table.h"

static void write_field(const char *text, FILE *file)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, file);
		return;
	}
	putc('"', file);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', file);
		putc(*text, file);
	}
	putc('"', file);
}

static void write_line(const struct table *t, size_t row, bool is_heading,
                       FILE *file)
{
	char text[VALUE_TEXT];
	bool first = true;
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		if (!table_shows(t, c))
			continue;
		fputs(first ? "" : ",", file);
		first = false;
		if (is_heading)
			snprintf(text, sizeof text, "%s",
			         t->columns->list[c].name);
		else
			value_dump(text, sizeof text, table_value(t, row, c));
		write_field(text, file);
	}
	fputs("\r\n", file);
}

static void write_csv(const struct table *t, const struct caption *caption,
                      FILE *file)
{
	size_t r;

	write_line(t, 0, true, file);
	for (r = 0; r < t->nrows; r++)
		write_line(t, r, false, file);
}

const struct writer csv_writer = {
	.name = "csv",
	.ending = ".csv",
	.help = "comma-separated values, all digits (RFC 4180)",
	.write = write_csv,
};
