/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

static int larger(int a, int b) {
	return a > b ? a : b;
}

static int count_room(uint64_t n) {
	char text[40];

	return (int)number_grouped(text, sizeof text, n);
}

/* The cells of the longest word of a symbol: if mangled, of the letters behind a number. */
static int longest_word(const char *symbol, bool is_mangled) {
	size_t most = is_mangled ? 0 : strlen(symbol);

	while (is_mangled && *symbol) {
		const size_t ndigits = strspn(symbol, "0123456789");
		const size_t len = ndigits ? strtoul(symbol, NULL, 10) : 0;

		symbol += ndigits ? ndigits : 1;
		const size_t word = strnlen(symbol, len);
		most = word > most ? word : most;
	}
	return most < NAME_LETTERS ? (int)most : NAME_LETTERS;
}

static bool is_mangled(const char *symbol) {
	return !strncmp(symbol, "_Z", 2) || !strncmp(symbol, "_R", 2) || strchr(symbol, ':');
}

/* Counts the cells of the last word of a function's name, if they are more. */
static void count_last_word(int *most, const struct dataset *data, const struct func *f) {
	const int mark = is_mangled(f->name) ? (int)sizeof " #2" - 1 : 0;
	char word[NAME_LETTERS * 4];

	if (longest_word(f->name, is_mangled(f->name)) + mark <= *most)
		return;
	short_name(word, sizeof word, names_get(data->names, f, NAME_FULL), 0);
	*most = larger(*most, text_width(word) + mark);
}

/* Without functions that are always inlined, of much the names of others, it does not matter
 * whether these are apart. */
struct rooms rooms_of(const struct dataset *data, bool has_zeros) {
	enum { LINE = 5, AMOUNT = 4, WORD = 42, MARK = 4, STEP = 4 };
	const struct profile *p = data->profile;
	struct rooms out = { .amount = larger(count_room((uint64_t)p->total_ticks), AMOUNT) + 1,
		             .has_zeros = has_zeros };

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const bool has_time = f->self_ticks > 0 || f->descendant_ticks > 0;

		if (has_time)
			count_last_word(&out.word_beside, data, f);
		if (f->kind == FUNC_INLINED)
			continue;
		if (has_time)
			count_last_word(&out.word, data, f);
		else if (has_zeros)
			count_last_word(&out.longest, data, f);
		if (!func_has_figures(f))
			continue;
		const struct source_location *place = dataset_location(data, f);
		const int cells = ((int)strnlen(f->name, NAME_LETTERS) + STEP - 1) / STEP * STEP;
		out.name = larger(out.name, is_mangled(f->name) ? NAME_LETTERS + MARK : cells);
		if (place && place->file)
			out.place = larger(out.place, (int)strlen(place->file) + LINE);
		out.calls = larger(out.calls, count_room(f->calls));
	}
	out.indent = out.name > NAME_LETTERS / 2 ? NAME_INDENT : WORD_INDENT;
	out.longest = larger(out.longest, out.word);
	out.word = out.word < WORD ? out.word : WORD;
	out.word_beside = out.word_beside < WORD ? out.word_beside : WORD;
	return out;
}

int columns_other_names(const struct table *t, const struct view *view) {
	enum { STEP = 4 };
	const size_t c = table_column(t, "function");
	char text[VALUE_TEXT];
	int most = 0;

	for (size_t i = 0; c < t->columns->n && view_is_of_functions(view) && i < t->nrows; i++) {
		const struct figures *f = t->rows[i].item;

		if (f && (f->func || f->gone))
			continue;
		value_show(text, sizeof text, table_value(t, i, c));
		most = larger(most, text_width(text) + text_width(table_mark(t, i)) +
		                            TABLE_INDENT * (int)t->rows[i].depth);
	}
	return (most + STEP - 1) / STEP * STEP;
}

/* The cells of a column, without its heading, in the unit that takes most; it takes `cells` now. */
static int room_of(const struct table *t, const struct column *c, const struct rooms *rooms,
                   int cells, const struct view *view) {
	enum { MARKED = 8, RATIO = 11 }; /* indented, with "<inlined>"; of most functions' calls */
	const bool has_parents = view->kind == VIEW_CALLS;
	const bool has_rests = t->is_tree && t->is_list == (view->kind == VIEW_LINES);

	if (view->rows & ~(1u << ROWS_FUNCTION | 1u << ROWS_LINE)) /* groups, open or not */
		return c->is_name
		               ? larger(columns_other_names(t, view), larger(c->least, rooms->name))
		               : larger(cells, c->tells_apart ? rooms->place : 0);
	if (c->unit == UNIT_AMOUNT)
		return rooms->amount;
	if (view->is_of_function && !has_parents)
		return cells;
	if (c->is_name && has_parents)
		return rooms->name + (t->is_tree ? rooms->indent : MARKED);
	if (c->is_name || c->needs & NEEDS_INLINED)
		return larger(rooms->name, has_rests ? c->least : 0);
	if (c->unit == UNIT_COUNT || c->tells_apart)
		return c->tells_apart ? rooms->place : rooms->calls;
	if (c->unit == UNIT_RATIO)
		return 2 * rooms->calls < RATIO ? 2 * rooms->calls + 1 : RATIO;
	return c->unit == UNIT_PERCENT && has_parents ? larger(cells, sizeof "~parent%" - 1)
	                                              : cells;
}

const size_t *columns_rooms(const struct table *t, const struct view *view,
                            const struct rooms *rooms, const size_t *widths, struct arena *arena) {
	struct table other = *t;
	char title[VALUE_TEXT];

	if (!view_is_of_functions(view))
		return widths;
	size_t *out = arena_copy(arena, widths, t->columns->n, sizeof *out);
	for (size_t i = 0; i < t->columns->n; i++)
		if (table_shows(t, i)) {
			other.unit = t->columns->list[i].is_error ? "%" : "s";
			table_title(&other, i, title, sizeof title);
			const int room = room_of(t, &t->columns->list[i], rooms, (int)widths[i],
			                         view);
			out[i] = (size_t)larger(text_width(title), room);
		}
	return out;
}
