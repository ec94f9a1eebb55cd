/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/screen/screen.h"
#include "ui/session/session.h"

/* Names of the rows on a screen, shortened so that those that differ look different: instances of a
 * template by the argument that differs, functions of one name by a column without room. */

/* Rows to name. */
struct row_names {
	const struct table *table;
	size_t column;     /* of the names */
	size_t apart;      /* the column that tells rows of one name apart, or
	                      how many columns there are */
	bool has_apart;    /* it has room itself */
	size_t first, n;   /* rows */
	const int *widths; /* cells of each; shape: [n] */
};

enum { LEAST_NAME = 8 }; /* cells that a name has beside what tells it apart */

/* A row's name. */
struct name {
	const char *whole, *shown;
	bool is_alike;     /* another one, here or further away, looks like it */
	bool is_same;      /* another one is it */
	size_t differs_at; /* from those that look like it */
	size_t number;     /* of those that still look like it and are not; the first has 0 */
};

/* The name in so many cells. */
static const char *fitted(const struct column *column, const char *whole, int width, size_t keep,
                          struct arena *arena) {
	char text[VALUE_TEXT], cut[VALUE_TEXT];
	size_t len = column->shorten(text, sizeof text, whole, width, keep);

	if (text_width(text) <= width)
		return arena_text(arena, text, len);
	short_name_cut(cut, sizeof cut, text, width);
	return arena_text(arena, cut, strlen(cut));
}

/* Notes on one name what it shares with another, if they look alike, but for their return types. */
static void compare(struct name *name, const struct name *other) {
	size_t len;

	if (!short_names_are_alike(name->shown, other->shown))
		return;
	if (!strcmp(name->whole, other->whole)) {
		name->is_same = true;
		return;
	}
	if (short_names_are_alike(name->whole, other->whole))
		return; /* one function with two marks */
	const char *a = name->whole + short_name_begin(name->whole);
	const char *b = other->whole + short_name_begin(other->whole);
	for (; *a && *a == *b; a++)
		b++;
	if (a < short_name_last(name->whole, true, &len) && strcmp(name->shown, other->shown) != 0)
		return; /* other scopes, as other dots say */
	name->is_alike = true;
	if ((size_t)(a - name->whole) > name->differs_at)
		name->differs_at = (size_t)(a - name->whole);
}

static const char *text_of(const struct table *t, size_t row, size_t column, struct arena *arena) {
	char text[VALUE_TEXT]; /* the beginning of a very long one */

	value_show(text, sizeof text, table_value(t, row, column));
	return arena_text(arena, text, strlen(text));
}

static const struct func *func_of(const struct table *t, size_t row) {
	const struct figures *f = t->rows[row].item;

	return !f ? NULL : f->func ? f->func : f->gone;
}

/* Compares a name that is shortened with some of the first rows of the table.  Few are made:
 * symbols of one scope and last word begin alike. */
static void compare_far(const struct row_names *rows, struct name *name, size_t i,
                        struct arena *arena) {
	enum { ROWS = 1000, LIKE_IT = 20 };
	const struct table *t = rows->table;
	const struct func *f = func_of(t, rows->first + i), *other;
	size_t len;
	const char *word = short_name_last(name->whole, true, &len);
	const char *at = f ? strstr(f->name, arena_text(arena, word, len)) : NULL;

	if (!at || !strcmp(name->whole, name->shown))
		return;
	for (size_t j = 0, n = 0; j < t->nrows && j < ROWS && n < LIKE_IT; j++) {
		other = func_of(t, j);
		if (!other || other == f || (j >= rows->first && j < rows->first + rows->n) ||
		    strncmp(other->name, f->name, (size_t)(at - f->name) + len) != 0)
			continue;
		n++;
		struct name far = { .whole = text_of(t, j, rows->column, arena) };
		far.shown = fitted(&t->columns->list[rows->column], far.whole, rows->widths[i],
		                   SIZE_MAX, arena);
		if (strcmp(far.whole, name->whole) != 0)
			compare(name, &far);
	}
}

/* What tells the row from those of the same name; NULL: nothing does. */
static const char *apart_text(const struct row_names *rows, const struct name *names, size_t i,
                              struct arena *arena) {
	const struct table *t = rows->table;

	if (rows->apart == t->columns->n || rows->has_apart)
		return NULL;
	const char *own = text_of(t, rows->first + i, rows->apart, arena);
	for (size_t j = 0; *own && j < rows->n; j++)
		if (!strcmp(names[i].whole, names[j].whole) &&
		    strcmp(own, text_of(t, rows->first + j, rows->apart, arena)) != 0)
			return own;
	return NULL;
}

/* The name in so many cells, with what differs. */
static const char *differing(const struct row_names *rows, const struct name *name, int width,
                             struct arena *arena) {
	return fitted(&rows->table->columns->list[rows->column], name->whole, width,
	              name->is_alike ? name->differs_at : SIZE_MAX, arena);
}

static const char *told_apart(const struct row_names *rows, const struct name *names, size_t i,
                              struct arena *arena) {
	const struct name *name = &names[i];
	const char *apart = name->is_same ? apart_text(rows, names, i, arena) : NULL;
	const int room = rows->widths[i];
	const int left = apart ? room - text_width(apart) - (int)sizeof " ()" + 1 : room;

	if (apart && (left >= LEAST_NAME || left >= text_width(name->whole)))
		return arena_format(arena, "%s (%s)", differing(rows, name, left, arena), apart);
	return name->is_alike ? differing(rows, name, room, arena) : name->shown;
}

/* Whether rows of one name are about two functions, and no column says so. */
static bool are_two(const struct row_names *rows, size_t i, size_t j, struct arena *arena) {
	const struct table *t = rows->table;
	const struct figures *a = t->rows[rows->first + i].item, *b = t->rows[rows->first + j].item;

	if (!a || !b ||
	    ((!a->func || !b->func || a->func == b->func) &&
	     (!a->gone || !b->gone || a->gone == b->gone)))
		return false;
	return !rows->has_apart || !strcmp(text_of(t, rows->first + i, rows->apart, arena),
	                                   text_of(t, rows->first + j, rows->apart, arena));
}

/* Names that have no room for what differs have numbers; functions of one name that no column tells
 * apart have them whatever room a row has. */
static void number_alike(const struct row_names *rows, struct name *names, const char **list,
                         struct arena *arena) {
	const bool has_column = rows->apart < rows->table->columns->n;

	for (size_t i = 0; i < rows->n; i++)
		for (size_t j = 0; j < i; j++) {
			const size_t number = names[j].number;
			const bool is_name = short_names_are_alike(names[j].whole, names[i].whole);
			const bool is_same = is_name && !are_two(rows, i, j, arena);
			const bool are_cut = names[j].is_alike && names[i].is_alike;
			const bool is_alike = (is_name && !has_column) ||
			                      !strcmp(list[j], list[i]) ||
			                      ((is_name || are_cut) &&
			                       short_names_are_alike(list[j], list[i]));

			if (is_same || (is_alike && number >= names[i].number))
				names[i].number = is_same ? number : number + 1;
			if (is_same)
				break;
		}
	for (size_t i = 0; i < rows->n; i++) {
		const char *end = arena_format(arena, " #%zu", names[i].number + 1);
		const int width = rows->widths[i] - text_width(end);

		if (names[i].number)
			list[i] = arena_format(arena, "%s%s",
			                       differing(rows, &names[i], width, arena), end);
	}
}

/* What to show of each row; shape: [n].  Owner: the arena.
 * Cost: a comparison of each with each, and of symbols with those of the table's first rows. */
static const char *const *row_names(const struct row_names *rows, struct arena *arena) {
	const struct column *column = &rows->table->columns->list[rows->column];
	struct name *names = arena_alloc(arena, rows->n, sizeof *names);
	const char **list = arena_alloc(arena, rows->n, sizeof *list);

	for (size_t i = 0; i < rows->n; i++) {
		names[i].whole = text_of(rows->table, rows->first + i, rows->column, arena);
		names[i].shown = fitted(column, names[i].whole, rows->widths[i], SIZE_MAX, arena);
	}
	for (size_t i = 0; i < rows->n; i++) {
		for (size_t j = 0; j < rows->n; j++)
			if (i != j)
				compare(&names[i], &names[j]);
		compare_far(rows, &names[i], i, arena);
	}
	for (size_t i = 0; i < rows->n; i++)
		list[i] = told_apart(rows, names, i, arena);
	number_alike(rows, names, list, arena);
	return list;
}

/* A share that is worth a colour, in percent. */
static const double hot = 5, warm = 0.5;

/* A pane being painted on its part of the picture. */
struct painting {
	const struct pane *pane;
	struct table table;           /* the pane's; texts made are the picture's */
	const struct pattern *search; /* or NULL */
	bool has_focus;
	struct canvas *canvas;
	struct slots slots;
	const char *const *names; /* of the rows on the screen; or NULL */
};

/* Writes text into a slot: numbers to its right edge, long names and lines of code from `from`. */
static void paint_cell(struct canvas *canvas, int row, const struct slot *slot, bool right,
                       bool cuts_behind, int from, enum role role, const char *text) {
	char cell[VALUE_TEXT];
	int width = text_width(text);

	if (cuts_behind || (width > slot->width && from > 0)) {
		text_skip(&text, from);
		canvas_put_begin(canvas, row, slot->at, slot->width, role, text);
		return;
	}
	if (width > slot->width) {
		width = text_fit(cell, sizeof cell, text, slot->width);
		text = cell;
	}
	int gap = right && width < slot->width ? slot->width - width : 0;
	canvas_put(canvas, row, slot->at + gap, slot->width, role, text);
}

/* The titles of columns; that of names says what all rows are about. */
static void paint_heading(const struct painting *p) {
	const struct table *t = &p->table;
	const char *sort = pane_sort(p->pane);
	char title[VALUE_TEXT], about[VALUE_TEXT];

	canvas_mark(p->canvas, 0, 0, p->canvas->cols, ROLE_HEADING);
	for (size_t i = 0; i < p->slots.n; i++) {
		const struct slot *slot = &p->slots.list[i];
		const struct column *c = &t->columns->list[slot->column];
		bool sorted = sort && !strcmp(sort, c->name);

		const size_t len = table_title(t, slot->column, title, sizeof title);
		const int room = slot->width - text_width(title) - 2;
		if (c->is_name && t->about && room > 0) {
			short_name(about, sizeof about, t->about, room);
			snprintf(title + len, sizeof title - len, ": ");
			text_safe(title + len + 2, sizeof title - len - 2, about);
			if (t->source_path && text_width(t->about) > room)
				title[len] = '\0'; /* it would be cut inside a word */
		}
		paint_cell(p->canvas, 0, slot, unit_is_number(c->unit), false, 0,
		           sorted ? ROLE_HEADING_SORT : ROLE_HEADING, title);
	}
}

/* The first share of a row shows at a glance how much it matters. */
static enum role share_role(struct value value, enum role otherwise) {
	if (otherwise != ROLE_PLAIN && otherwise != ROLE_FAINT)
		return otherwise;
	if (value.unit == UNIT_PERCENT && value_size(value) >= hot)
		return ROLE_HOT;
	return value.unit == UNIT_PERCENT && value_size(value) >= warm ? ROLE_WARM : otherwise;
}

/* Cells up to here are figures. */
static int figures_end(const struct painting *p) {
	int end = COLUMNS_BEGIN;

	for (size_t i = 0; i < p->slots.n; i++) {
		const struct slot *slot = &p->slots.list[i];

		if (!unit_is_number(p->table.columns->list[slot->column].unit))
			break;
		end = slot->at + slot->width;
	}
	return end;
}

/* Marks bytes [low, high) of a text that was put at a cell. */
static void mark_bytes(const struct painting *p, int row, int col, const char *text, size_t low,
                       size_t high) {
	char before[VALUE_TEXT];

	snprintf(before, sizeof before, "%.*s", (int)low, text);
	const int begin = col + text_width(before);
	snprintf(before, sizeof before, "%.*s", (int)high, text);
	canvas_mark(p->canvas, row, begin, col + text_width(before), ROLE_MATCH);
}

/* Marks what the search found in a name that is shown in full. */
static void mark_match(const struct painting *p, int row, const struct slot *slot,
                       const char *text) {
	size_t low, high;

	if (p->search && text_width(text) <= slot->width &&
	    pattern_finds(p->search, text, &low, &high))
		mark_bytes(p, row, slot->at, text, low, high);
}

/* Takes cells off the left of a slot, if it has so many. */
static void take_off(struct slot *slot, int cells) {
	if (cells >= slot->width)
		return;
	slot->at += cells;
	slot->width -= cells;
}

/* The cells of a level: one in trees of calls where long names have no room behind more. */
static int level_cells(const struct pane *pane, const struct slot *slot) {
	const int left = slot->width - (pane->rooms.name + TABLE_INDENT);

	return pane->table.is_tree && pane->here.view->kind == VIEW_CALLS &&
	                       pane->rooms.indent == NAME_INDENT && left < 2 * NAME_INDENT
	               ? 1
	               : TABLE_INDENT;
}

/* The cells before a row's name: as far as leaves some for it, where all have room; else all that
 * the longest one does not need, or half of the slot.  Fewer if its last word, or all of it if the
 * slot has room for long names, needs them and they have room for the depth in digits. */
static int indent_cells(const struct pane *pane, const struct slot *slot, size_t r) {
	enum { DEPTH = 4, NAME = 20 };
	const struct table *t = &pane->table;
	const bool have_room = pane->needs.widths[slot->column] <= (size_t)slot->width;
	const int spare = slot->width - (have_room ? NAME : pane->rooms.name + TABLE_INDENT);
	const bool is_enough = spare >= (have_room ? WORD_INDENT : pane->rooms.indent);
	const int level = level_cells(pane, slot);
	const unsigned most = (unsigned)((is_enough ? spare : slot->width / 2) / level);
	const int cells = level * (int)(t->rows[r].depth < most ? t->rows[r].depth : most);
	const bool is_wide = slot->width >= NAME_LETTERS + WORD_INDENT;
	char text[VALUE_TEXT], word[VALUE_TEXT];
	size_t len;

	if (!cells || !t->columns->list[slot->column].shorten)
		return cells;
	value_show(text, sizeof text, table_value(t, r, slot->column));
	const char *last = short_name_last(text, true, &len);
	if (is_wide && text_width(text) <= NAME_LETTERS)
		last = text, len = strlen(text);
	snprintf(word, sizeof word, "%.*s", (int)len, last);
	const int left = slot->width - text_width(table_mark(t, r)) - text_width(word);

	return left < cells && left >= DEPTH ? left / level * level : cells;
}

/* Rows that are not indented by all of their depth have it before them. */
static void indent(const struct painting *p, int at, struct slot *slot, size_t r, enum role role) {
	const unsigned depth = p->table.rows[r].depth;
	const int cells = indent_cells(p->pane, slot, r);
	char number[16];

	int len = snprintf(number, sizeof number, "%u ", depth);
	if (cells < level_cells(p->pane, slot) * (int)depth && len <= cells)
		canvas_put(p->canvas, at, slot->at + cells - len, len, role, number);
	take_off(slot, cells);
}

/* The column of names, or NULL. */
static const struct slot *name_slot(const struct slots *slots, const struct table *t) {
	for (size_t i = 0; i < slots->n; i++)
		if (t->columns->list[slots->list[i].column].is_name)
			return &slots->list[i];
	return NULL;
}

/* The text of a cell, with less in it if it is too wide and can be shorter.  Code that has less
 * room than it should have, and needs more, is indented by a quarter. */
static void cell_text(char *out, size_t size, const struct painting *p, size_t r,
                      const struct slot *slot, int sideways) {
	const struct table *t = &p->table;
	const struct column *c = &t->columns->list[slot->column];
	const int whole = c->is_name ? name_slot(&p->slots, t)->width : 0;
	char text[VALUE_TEXT];

	if (c->is_name && p->names) {
		snprintf(out, size, "%s", p->names[r - p->pane->top]);
		return;
	}
	if (!c->shorten && c->is_name && !sideways && whole < c->least + TABLE_INDENT &&
	    p->pane->needs.widths[slot->column] > (size_t)whole) {
		value_show(text, sizeof text, table_value(t, r, slot->column));
		snprintf(out, size, "%s", text + strspn(text, " ") * 3 / 4);
		return;
	}
	if (!c->shorten || sideways) {
		value_show_within(out, size, table_value(t, r, slot->column), slot->width);
		return;
	}
	value_show(text, sizeof text, table_value(t, r, slot->column));
	c->shorten(out, size, text, slot->width, SIZE_MAX);
}

/* Gives a name the room of the columns behind it that have nothing in its row. */
static void take_empty(const struct painting *p, struct slot *slot, size_t row) {
	for (size_t i = 0; i < p->slots.n; i++) {
		const struct slot *next = &p->slots.list[i];

		if (next->at <= slot->at)
			continue;
		const struct value v = table_value(&p->table, row, next->column);
		if (v.unit != UNIT_NONE && (v.unit != UNIT_TEXT || *v.text))
			return;
		slot->width = next->at + next->width - slot->at;
	}
}

static void paint_slot(const struct painting *p, int at, struct slot slot, size_t r,
                       enum role role) {
	const struct table *t = &p->table;
	const struct column *c = &t->columns->list[slot.column];
	int sideways = c->is_name || c->is_cut_behind ? p->pane->here.sideways : 0;
	const int mark = text_width(table_mark(t, r));
	char shown[VALUE_TEXT];

	if (c->is_name) {
		indent(p, at, &slot, r, role);
		if (mark < slot.width)
			canvas_put(p->canvas, at, slot.at, mark, role, table_mark(t, r));
		take_off(&slot, mark);
		take_empty(p, &slot, r);
	}
	cell_text(shown, sizeof shown, p, r, &slot, sideways);
	if (!c->is_name && text_width(shown) <= slot.width)
		sideways = 0;
	paint_cell(p->canvas, at, &slot, unit_is_number(c->unit), c->is_cut_behind, sideways, role,
	           shown);
	if (role != ROLE_CURSOR && c->is_name && !sideways)
		mark_match(p, at, &slot, shown);
}

/* The bar shows where keys act; the first pane keeps a mark of its row, for the second one.
 * Figures have one role, gaps, too: each change of looks costs bytes. */
static void paint_row(const struct painting *p, int at, size_t r, bool marks) {
	const struct table *t = &p->table;
	const struct row *row = &t->rows[r];
	bool here = r == p->pane->cursor && p->has_focus;
	enum role role = here              ? ROLE_CURSOR
	                 : row->is_subject ? ROLE_SUBJECT
	                 : row->is_faint   ? ROLE_FAINT
	                                   : ROLE_PLAIN;
	bool is_part = role == ROLE_FAINT && !row->is_empty;

	canvas_mark(p->canvas, at, here ? 0 : COLUMNS_BEGIN,
	            is_part ? figures_end(p) : p->canvas->cols, role);
	for (size_t i = 0; i < p->slots.n; i++) {
		struct slot slot = p->slots.list[i];
		enum role cell = role;

		if (i == 0)
			cell = share_role(table_value(t, r, slot.column), role);
		if (is_part && !unit_is_number(t->columns->list[slot.column].unit))
			cell = ROLE_PLAIN;
		paint_slot(p, at, slot, r, cell);
	}
	if (marks && r == p->pane->cursor)
		canvas_put(p->canvas, at, 0, 1, role, ">");
}

/* Scrolls so that the cursor is on the screen: by a row if it left by a row, else to the middle. */
static void scroll(struct pane *pane) {
	const size_t rows = (size_t)pane->body_rows, at = pane->cursor;

	if (at + 1 < pane->top || at > pane->top + rows)
		pane->top = at > rows / 2 ? at - rows / 2 : 0;
	if (at < pane->top)
		pane->top = at;
	if (at >= pane->top + rows)
		pane->top = at - rows + 1;
	if (pane->top + rows > pane->table.nrows)
		pane->top = pane->table.nrows > rows ? pane->table.nrows - rows : 0;
}

size_t screen_column_at(const struct pane *pane, int col) {
	const struct slots slots = pane_slots(pane, pane->table_arena);

	for (size_t i = 0; i < slots.n; i++)
		if (col < slots.list[i].at + slots.list[i].width)
			return slots.list[i].column;
	return pane->table.columns->n;
}

bool screen_is_fold_at(const struct pane *pane, size_t row, int col) {
	const struct row *r = &pane->table.rows[row];
	const struct slots slots = pane_slots(pane, pane->table_arena);
	const struct slot *slot = name_slot(&slots, &pane->table);

	return r->fold && slot && col == slot->at + indent_cells(pane, slot, row);
}

/* The column of names, if they can be shortened; else NULL. */
static const struct slot *short_slot(const struct painting *p) {
	const struct slot *slot = name_slot(&p->slots, &p->table);

	return slot && p->table.columns->list[slot->column].shorten ? slot : NULL;
}

/* The cells of a row's name. */
static int name_width(const struct painting *p, size_t row) {
	struct slot slot = *short_slot(p);

	take_off(&slot, indent_cells(p->pane, &slot, row));
	take_off(&slot, text_width(table_mark(&p->table, row)));
	take_empty(p, &slot, row);
	return slot.width;
}

/* The names of as many rows as the pane has; NULL: none is shortened. */
static const char *const *names_of(const struct painting *p, int n, struct arena *arena) {
	const struct table *t = &p->table;
	const struct slot *slot = short_slot(p);
	struct row_names rows = { .table = t,
		                  .apart = t->columns->n,
		                  .first = p->pane->top,
		                  .n = n > 0 ? (size_t)n : 1 };

	if (!slot || p->pane->here.sideways || rows.first >= t->nrows)
		return NULL;
	rows.column = slot->column;
	for (size_t i = 0; i < t->columns->n; i++)
		if (t->columns->list[i].tells_apart && table_shows(t, i))
			rows.apart = i;
	for (size_t i = 0; i < p->slots.n; i++)
		rows.has_apart |= p->slots.list[i].column == rows.apart;
	if (rows.n > t->nrows - rows.first)
		rows.n = t->nrows - rows.first;
	int *widths = arena_alloc(arena, rows.n, sizeof *widths);
	for (size_t i = 0; i < rows.n; i++)
		widths[i] = name_width(p, rows.first + i);
	rows.widths = widths;
	return row_names(&rows, arena);
}

/* How many rows the view and the cursor's name share. */
static int shared_rows(const struct pane *pane) {
	return pane->area.rows - 1;
}

/* The cells of a line of the cursor's name. */
static int line_width(const struct painting *p) {
	return p->pane->area.cols - COLUMNS_BEGIN;
}

enum { MOST_LINES = 3 }; /* of the cursor's name */

/* The lines that a text needs, up to one more than it may have. */
static int lines_of(const struct painting *p, const char *text, struct arena *arena) {
	int n = 0;

	for (; text && *text && n <= MOST_LINES; n++)
		text_take_line(&text, line_width(p), arena);
	return n;
}

/* The first text of a row that is cut, of rows that have no names of functions. */
static const char *cut_text(const struct painting *p, size_t row, struct arena *arena) {
	const struct table *t = &p->table;

	for (size_t i = 0; p->pane->here.view->kind == VIEW_THINGS && i < p->slots.n; i++) {
		const struct slot *slot = &p->slots.list[i];
		const char *text = text_of(t, row, slot->column, arena);

		if (t->columns->list[slot->column].unit == UNIT_TEXT &&
		    text_width(text) > slot->width)
			return text;
	}
	return NULL;
}

/* The name of a row, as far as its lines have room, if the row does not show it all; or NULL. */
static const char *cut_name(const struct painting *p, size_t row, struct arena *arena) {
	const struct slot *slot = short_slot(p);
	int width = MOST_LINES * line_width(p);

	if (!p->has_focus || shared_rows(p->pane) < 2 || row >= p->table.nrows)
		return NULL;
	if (!slot)
		return cut_text(p, row, arena);
	const char *whole = text_of(&p->table, row, slot->column, arena), *name = whole;
	if (p->names ? !strncmp(p->names[row - p->pane->top], whole, strlen(whole))
	             : text_width(whole) <= name_width(p, row))
		return NULL;
	for (; lines_of(p, name, arena) > MOST_LINES; width -= 1 + line_width(p) / 4)
		name = fitted(&p->table.columns->list[slot->column], whole, width, SIZE_MAX, arena);
	return name;
}

static struct painting painting_of(const struct session *s, const struct pane *pane,
                                   struct canvas *part, struct arena *picture) {
	struct painting p = { .pane = pane,
		              .table = pane->table,
		              .search = s->search,
		              .has_focus = pane == s->pane,
		              .canvas = part,
		              .slots = pane_slots(pane, picture) };

	p.table.arena = picture;
	return p;
}

void screen_settle_table(const struct session *s, struct pane *pane, struct arena *arena) {
	struct painting p = painting_of(s, pane, NULL, arena);
	const int rows = shared_rows(pane);
	int most = 0;

	pane->body_rows = rows > 0 ? rows : 1;
	pane->top = pane->here.top;
	scroll(pane);
	p.names = names_of(&p, rows, arena);
	/* There is room for the longest name, so rows stay where they are when the cursor moves. */
	for (int i = 0, n; i < rows && most < rows / 2; i++) {
		n = lines_of(&p, cut_name(&p, pane->top + (size_t)i, arena), arena);
		most = n > most ? n : most;
	}
	const size_t top = pane->top;
	pane->body_rows -= most < rows / 2 ? most : rows / 2;
	scroll(pane);
	pane->names = pane->top == top ? p.names : names_of(&p, rows, arena);
	if (!pane->table.is_pending) /* else it is for the rows to come */
		pane->here.top = pane->top;
}

/* Paints the cursor's name from a row on, and marks what the search found in it; the last row is
 * cut if it has to be. */
static void paint_name(const struct painting *p, const char *name, int row, struct arena *arena) {
	const char *const whole = name;
	char text[VALUE_TEXT];
	size_t low, high;

	if (!p->search || !pattern_finds(p->search, whole, &low, &high))
		low = high = 0;
	for (; row < p->canvas->rows; row++) {
		const bool is_last = row + 1 == p->canvas->rows;
		const size_t from = (size_t)(name - whole);
		const char *line = is_last ? name : text_take_line(&name, line_width(p), arena);

		text_fit(text, sizeof text, line ? line : "", line_width(p));
		canvas_mark(p->canvas, row, 0, p->canvas->cols, ROLE_STATUS);
		canvas_put(p->canvas, row, COLUMNS_BEGIN, line_width(p), ROLE_STATUS, text);
		if (high > from && low < from + strlen(text))
			mark_bytes(p, row, COLUMNS_BEGIN, text, low > from ? low - from : 0,
			           high - from);
	}
}

void screen_paint_table(const struct session *s, const struct pane *pane, struct canvas *canvas,
                        struct arena *picture) {
	const struct area *area = &pane->area;
	struct canvas part = canvas_part(canvas, area->row, area->col, area->rows, area->cols);
	struct painting p = painting_of(s, pane, &part, picture);

	p.names = pane->names;
	const char *name = cut_name(&p, pane->cursor, picture);
	paint_heading(&p);
	for (int i = 0;
	     i < pane->body_rows && i + 1 < area->rows && pane->top + (size_t)i < pane->table.nrows;
	     i++)
		paint_row(&p, 1 + i, pane->top + (size_t)i, p.has_focus || pane == &s->panes[0]);
	if (name)
		paint_name(&p, name, 1 + pane->body_rows, picture);
	if (p.has_focus) {
		canvas->cursor_row = area->row + 1 + (int)(pane->cursor - pane->top);
		canvas->cursor_col = area->col;
	}
}
