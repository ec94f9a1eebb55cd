/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array of objects, one row a line.  Source: RFC 8259. */
#include "table/writer.h"

#include <string.h>

#include "base/text.h"
#include "table/table.h"

/* A character by its number; two numbers above U+FFFF. */
static void write_number(uint32_t code, FILE *file)
{
	if (code < 0x10000)
		fprintf(file, "\\u%04x", (unsigned)code);
	else
		fprintf(file, "\\u%04x\\u%04x",
		        (unsigned)(0xd800 + ((code - 0x10000) >> 10)),
		        (unsigned)(0xdc00 + (code & 0x3ff)));
}

/* JSON is UTF-8.  A byte that is not is written as U+EF80 to U+EFFF, a private
 * character whose low byte it is; so are the bytes of those characters
 * themselves, so that each text has one form and each form one text.
 * Source: the encoding OPTU-8 of MirBSD. */
enum { BYTES = 0xef00, FIRST_BYTE = 0xef80, LAST_BYTE = 0xefff };

/* Writes a character that is not ASCII; returns its bytes.  Such characters are
 * written as they are if the locale can show them. */
static size_t write_foreign(const char *text, size_t len, FILE *file)
{
	uint32_t code;
	size_t n = text_decode(&code, text, len);

	if (!n || (code >= FIRST_BYTE && code <= LAST_BYTE)) {
		write_number(BYTES + (unsigned char)*text, file);
		return 1;
	}
	if (text_acts(code) || !text_is_utf8())
		write_number(code, file);
	else
		fwrite(text, 1, n, file);
	return n;
}

static void write_string(const char *text, FILE *file)
{
	size_t len = strlen(text), n;

	putc('"', file);
	for (; len; text += n, len -= n) {
		const unsigned char c = (unsigned char)*text;

		n = c < 0x80 ? 1 : write_foreign(text, len, file);
		if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else if (c < 0x80 && text_acts(c))
			write_number(c, file);
		else if (c < 0x80)
			putc(c, file);
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
	.is_for_programs = true,
	.write = write_json,
};
