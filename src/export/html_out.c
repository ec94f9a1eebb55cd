/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/html_out.h"

#include <string.h>

#include "base/text.h"
#include "model/profile.h"
#include "table/table.h"

/* Escapes of what acts are such texts, too: "<U+202E>". */
static void put_byte(FILE *file, char c)
{
	static const char special[] = "&<>\"'";
	static const char *const entities[] = { "amp", "lt", "gt", "quot", "#39" };
	const char *at = strchr(special, c);

	if (at)
		fprintf(file, "&%s;", entities[at - special]);
	else
		putc(c, file);
}

void html_put(FILE *file, const char *text)
{
	const size_t len = strlen(text);
	struct glyph glyph;
	const char *byte;
	size_t at = 0, n;

	for (; (n = text_escape(&glyph, text + at, len - at)) > 0; at += n)
		for (byte = glyph.bytes; *byte; byte++)
			put_byte(file, *byte);
}

static bool is_shown(const struct table *t, size_t column, const char *without)
{
	const char *name = t->columns->list[column].name;
	const char *at = strstr(without, name);
	const size_t len = strlen(name);

	if (!table_shows(t, column))
		return false;
	for (; at; at = strstr(at + 1, name))
		if ((at == without || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return false;
	return true;
}

static void put_heading(FILE *file, const struct table *t, const char *without, bool has_help)
{
	char title[VALUE_TEXT];
	size_t c;

	fputs("<thead><tr>", file);
	for (c = 0; c < t->columns->n; c++) {
		const struct column *column = &t->columns->list[c];

		if (!is_shown(t, c, without))
			continue;
		table_title(t, c, title, sizeof title);
		fputs(unit_is_number(column->unit) ? "<th class=n" : "<th", file);
		if (has_help) {
			fputs(" title=\"", file);
			html_put(file, column->help);
			putc('"', file);
		}
		putc('>', file);
		html_put(file, title);
	}
	fputs("</thead>\n", file);
}

static void put_name(FILE *file, const struct table *t, size_t row, const char *cell,
                     const struct html_links *links)
{
	const struct row *r = &t->rows[row];
	const struct func *f = r->item && links->subject ? links->subject(r->item) : NULL;
	const size_t number = f ? (size_t)(f - links->funcs) : 0;
	const bool is_link = f && links->has_entry[number];

	fprintf(file, "<td class=f style=\"--d:%u\">", r->depth);
	if (is_link)
		fprintf(file, "<a href=\"#f%zu\">", number);
	html_put(file, cell);
	if (is_link)
		fputs("</a>", file);
}

static void put_cell(FILE *file, const struct table *t, size_t row, size_t column,
                     const struct html_links *links)
{
	const struct column *c = &t->columns->list[column];
	char cell[VALUE_TEXT];

	table_cell(t, row, column, cell, sizeof cell);
	if (c->is_name) {
		put_name(file, t, row, cell, links);
		return;
	}
	if (!*cell) {
		fputs("<td>", file);
		return;
	}
	fputs(unit_is_number(c->unit) ? "<td class=n" : "<td", file);
	if (c->unit == UNIT_PERCENT) {
		const struct value value = table_value(t, row, column);

		if (value.unit == UNIT_PERCENT)
			fprintf(file, " style=\"--p:%.1f%%\"", value.number);
	}
	putc('>', file);
	html_put(file, cell);
}

void html_put_table(FILE *file, const struct table *t, size_t low, size_t high, const char *without,
                    const struct html_links *links)
{
	size_t r, c;

	fputs("<table>", file);
	put_heading(file, t, without, links->has_help);
	for (r = low; r < high; r++) {
		const struct row *row = &t->rows[r];

		fputs(row->is_subject ? "<tr class=me>"
		      : row->is_faint ? "<tr class=few>"
		                      : "<tr>",
		      file);
		for (c = 0; c < t->columns->n; c++)
			if (is_shown(t, c, without))
				put_cell(file, t, r, c, links);
		putc('\n', file);
	}
	fputs("</table>\n", file);
}
