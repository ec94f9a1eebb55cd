/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of objects, one row a line.  Source: RFC 8259. */
#include "table/writer.h"

#include <string.h>

#include "base/text.h"
#include "table/table.h"

/* JSON is UTF-8; bytes that are not are written as if they were Latin-1. */
static const char *write_foreign(const char *text, FILE *file)
{
	unsigned char lead = (unsigned char)*text;
	uint32_t code;
	size_t len = text_decode(&code, text, strlen(text));

	if (len) {
		fwrite(text, 1, len, file);
		return text + len;
	}
	fprintf(file, "\\u%04x", lead);
	return text + 1;
}

static void write_string(const char *text, FILE *file)
{
	putc('"', file);
	while (*text) {
		unsigned char c = (unsigned char)*text;

		if (c >= 0x80) {
			text = write_foreign(text, file);
			continue;
		}
		if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else if (c < ' ' || c == 0x7f)
			fprintf(file, "\\u%04x", c);
		else
			putc(c, file);
		text++;
	}
	putc('"', file);
}

static void write_value(struct value value, FILE *file)
{
	char number[VALUE_TEXT];
	const char *text = value_dump(number, sizeof number, value);

	if (unit_is_string(value.unit))
		write_string(text, file);
	else
		fputs(*text ? text : "null", file);
}

static void write_json(const struct table *t, const struct caption *caption,
                       FILE *file)
{
	const char *before = "\n{";
	size_t r, c;

	putc('[', file);
	for (r = 0; r < t->nrows; r++) {
		if (t->rows[r].is_notice)
			continue;
		for (c = 0; c < t->columns->n; c++) {
			if (!table_dumps(t, c))
				continue;
			fputs(before, file);
			before = ",";
			write_string(t->columns->list[c].name, file);
			putc(':', file);
			write_value(table_value(t, r, c), file);
		}
		putc('}', file);
		before = ",\n{";
	}
	fputs("\n]\n", file);
}

const struct writer json_writer = {
	.name = "json",
	.ending = ".json",
	.help = "an array of objects, one per line, numbers with all digits",
	.write = write_json,
};
