/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An object that says what the figures are from, with one row a line.  Source: RFC 8259. */

#include "table/table.h"

/* A character by its number; two numbers above U+FFFF. */
static void write_number(uint32_t code, FILE *file) {
	if (code < 0x10000)
		fprintf(file, "\\u%04x", (unsigned)code);
	else
		fprintf(file, "\\u%04x\\u%04x", (unsigned)(0xd800 + ((code - 0x10000) >> 10)),
		        (unsigned)(0xdc00 + (code & 0x3ff)));
}

/* JSON is UTF-8.  A byte that is not is written as U+EF80 to U+EFFF, a private character whose low
 * byte it is; so are the bytes of those characters themselves, so that each text has one form and
 * each form one text.  Source: the encoding OPTU-8 of MirBSD. */
enum { BYTES = 0xef00, FIRST_BYTE = 0xef80, LAST_BYTE = 0xefff };

/* Writes a character that is not ASCII; returns its bytes.  Such characters are written as they are
 * if the locale can show them. */
static size_t write_foreign(const char *text, size_t len, FILE *file) {
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

static void write_string(const char *text, FILE *file) {
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

static void write_member(const char *before, const char *name, const char *value, FILE *file) {
	fputs(before, file);
	write_string(name, file);
	putc(':', file);
	write_string(value, file);
}

static void write_number_of(const char *name, double number, FILE *file) {
	char text[VALUE_TEXT];

	fprintf(file, ",\n\"%s\":%s", name, value_dump(text, sizeof text, amount(number)));
}

/* What values of a column are in; NULL: texts. */
static const char *unit_of(const struct table *t, const struct column *c) {
	if (c->unit != UNIT_AMOUNT)
		return unit_name(c->unit);
	return !strcmp(t->unit, "s")   ? "seconds"
	       : !strcmp(t->unit, "n") ? "samples"
	       : strchr(t->unit, '%')  ? "percent"
	                               : t->unit;
}

static void write_units(const struct table *t, FILE *file) {
	const char *before = "";

	fputs(",\n\"units\":{", file);
	for (size_t c = 0; c < t->columns->n; c++) {
		const struct column *column = &t->columns->list[c];
		const char *unit = unit_of(t, column);

		if (!unit || !table_dumps(t, c))
			continue;
		write_member(before, column->name, unit, file);
		before = ",";
	}
	putc('}', file);
}

static void write_head(const struct table *t, const struct provenance *from, FILE *file) {
	write_member("{", "gptui", from->version, file);
	write_member(",\n", "view", from->view, file);
	write_member(",\n", "program", from->program, file);
	fputs(",\n\"files\":[", file);
	for (size_t i = 0; i < from->nfiles; i++) {
		if (i)
			putc(',', file);
		write_string(from->files[i], file);
	}
	putc(']', file);
	write_number_of("rate", from->rate, file);
	write_number_of("total", from->total, file);
	write_member(",\n", "unit", from->unit, file);
	write_member(",\n", "rules", from->rules, file);
	write_units(t, file);
}

static void write_json(const struct table *t, const struct caption *caption, FILE *file) {
	const char *before = "\n{";
	char number[VALUE_TEXT];

	write_head(t, &caption->provenance, file);
	fputs(",\n\"rows\":[", file);
	for (size_t r = 0; r < t->nrows; r++) {
		if (t->rows[r].is_notice)
			continue;
		for (size_t c = 0; c < t->columns->n; c++) {
			if (!table_dumps(t, c))
				continue;
			fputs(before, file);
			before = ",";
			write_string(t->columns->list[c].name, file);
			putc(':', file);
			const struct value value = table_value(t, r, c);
			const char *text = value_dump(number, sizeof number, value);
			if (unit_is_string(value.unit))
				write_string(text, file);
			else
				fputs(*text ? text : "null", file);
		}
		putc('}', file);
		before = ",\n{";
	}
	fputs("\n]}\n", file);
}

const struct writer json_writer = {
	.name = "json",
	.ending = ".json",
	.help = "an object with the source of the figures, units and rows",
	.is_for_programs = true,
	.has_paths = true,
	.write = write_json,
};
