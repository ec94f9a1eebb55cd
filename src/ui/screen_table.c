/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen.h"

#include <string.h>

#include "base/pattern.h"
#include "ui/canvas.h"
#include "ui/session.h"

enum {
	MAX_COLUMNS = 32,
	MARK = 1,   /* cells for the cursor's mark */
	GAP = 2,    /* between columns */
	INDENT = 2, /* cells a level */
};

/* A share that is worth a colour, in percent. */
static const double hot = 5, warm = 0.5;

struct slot {
	size_t column;
	int at, width; /* cells */
};

struct layout {
	struct slot slots[MAX_COLUMNS];
	size_t n;
};

static int slot_width(const struct session *s, size_t column)
{
	enum { TEXT_MOST = 26 };
	const struct column *c = &s->pane->table.columns->list[column];
	int width = s->pane->widths[column] > 4096
	                    ? 4096
	                    : (int)s->pane->widths[column];

	if (c->is_name)
		return width > c->least ? c->least : width;
	return unit_is_number(c->unit) || width < TEXT_MOST ? width : TEXT_MOST;
}

static int total_width(const struct layout *l)
{
	int sum = MARK;
	size_t i;

	for (i = 0; i < l->n; i++)
		sum += l->slots[i].width + (i ? GAP : 0);
	return sum;
}

/* Takes the column away that can be spared most; false when none can. */
static bool spare_one(const struct session *s, struct layout *l)
{
	size_t worst = l->n, i;
	int most = 0;

	for (i = 0; i < l->n; i++) {
		int spare =
			s->pane->table.columns->list[l->slots[i].column].spare;

		if (spare > most) {
			most = spare;
			worst = i;
		}
	}
	if (worst == l->n)
		return false;
	memmove(l->slots + worst, l->slots + worst + 1,
	        (l->n - worst - 1) * sizeof *l->slots);
	l->n--;
	return true;
}

/* The name gets what room is left, as far as it needs it. */
static void widen_name(const struct session *s, struct layout *l, int cols)
{
	int left = cols - total_width(l), at = MARK;
	size_t i;

	for (i = 0; i < l->n; i++) {
		struct slot *slot = &l->slots[i];
		int need = (int)s->pane->widths[slot->column] - slot->width;

		if (s->pane->table.columns->list[slot->column].is_name &&
		    left > 0)
			slot->width += need > left || i + 1 == l->n ? left
			               : need > 0                   ? need
			                                            : 0;
		slot->at = at;
		at += slot->width + GAP;
	}
}

static struct layout lay_out(const struct session *s, int cols)
{
	const struct table *t = &s->pane->table;
	struct layout l = { .n = 0 };
	size_t c;

	for (c = 0; c < t->columns->n && l.n < MAX_COLUMNS; c++)
		if (table_shows(t, c))
			l.slots[l.n++] = (struct slot){ c, 0,
				                        slot_width(s, c) };
	while (total_width(&l) > cols && spare_one(s, &l))
		;
	widen_name(s, &l, cols);
	return l;
}

/* Writes text into a slot: numbers to its right edge, names from `from`. */
static void paint_cell(struct canvas *canvas, int row, const struct slot *slot,
                       bool right, bool cuts_behind, int from, enum role role,
                       const char *text)
{
	enum { CELL = VALUE_TEXT };
	char cell[CELL];
	int width = text_width(text), gap;
	size_t len = strlen(text), n;
	struct glyph glyph;

	if (width > slot->width && from > 0 && !right) {
		for (; from > 0 && (n = text_glyph(&glyph, text, len)) > 0;
		     text += n, len -= n)
			from -= glyph.width;
		canvas_put(canvas, row, slot->at, slot->width, role, text);
		return;
	}
	if (width > slot->width && !cuts_behind) {
		width = text_fit(cell, sizeof cell, text, slot->width);
		text = cell;
	}
	gap = right && width < slot->width ? slot->width - width : 0;
	canvas_put(canvas, row, slot->at + gap, slot->width, role, text);
}

static void paint_heading(const struct session *s, const struct layout *l,
                          struct canvas *canvas, int row)
{
	const struct table *t = &s->pane->table;
	const char *sort = session_sort(s);
	char title[VALUE_TEXT];
	size_t i;

	canvas_mark(canvas, row, 0, canvas->cols, ROLE_HEADING);
	for (i = 0; i < l->n; i++) {
		const struct column *c = &t->columns->list[l->slots[i].column];
		bool sorted = sort && !strcmp(sort, c->name);

		table_title(t, l->slots[i].column, title, sizeof title);
		paint_cell(canvas, row, &l->slots[i], unit_is_number(c->unit),
		           false, 0, sorted ? ROLE_HEADING_SORT : ROLE_HEADING,
		           title);
	}
}

/* The role of all figures of a row.  One role for the gaps, too: each change
 * of looks costs more bytes than a digit. */
static enum role row_role(const struct row *row, bool here)
{
	if (here)
		return ROLE_CURSOR;
	if (row->is_subject)
		return ROLE_SUBJECT;
	return row->is_faint ? ROLE_FAINT : ROLE_PLAIN;
}

/* The first share of a row tells at a glance how much it matters. */
static enum role share_role(struct value value, enum role otherwise)
{
	if (otherwise != ROLE_PLAIN && otherwise != ROLE_FAINT)
		return otherwise;
	if (value.unit == UNIT_PERCENT && value.number >= hot)
		return ROLE_HOT;
	if (value.unit == UNIT_PERCENT && value.number >= warm)
		return ROLE_WARM;
	return otherwise;
}

/* Cells up to here are figures. */
static int figures_end(const struct session *s, const struct layout *l)
{
	int end = MARK;
	size_t i;

	for (i = 0; i < l->n; i++)
		if (unit_is_number(
			    s->pane->table.columns->list[l->slots[i].column]
				    .unit))
			end = l->slots[i].at + l->slots[i].width;
		else
			break;
	return end;
}

/* Marks what the search found in a name that is shown in full. */
static void mark_match(const struct session *s, struct canvas *canvas, int row,
                       const struct slot *slot, const char *text)
{
	char before[VALUE_TEXT];
	size_t low, high;
	int at;

	if (!s->search || text_width(text) > slot->width ||
	    strlen(text) >= sizeof before ||
	    !pattern_finds(s->search, text, &low, &high))
		return;
	memcpy(before, text, high);
	before[high] = '\0';
	at = slot->at + text_width(before);
	before[low] = '\0';
	canvas_mark(canvas, row, slot->at + text_width(before), at, ROLE_MATCH);
}

/* Takes cells off the left of a slot, if it has so many. */
static void indent(struct slot *slot, int cells)
{
	if (cells >= slot->width)
		return;
	slot->at += cells;
	slot->width -= cells;
}

static void paint_mark(struct canvas *canvas, int at, struct slot *slot,
                       const char *mark, enum role role)
{
	int cells = text_width(mark);

	if (cells < slot->width)
		canvas_put(canvas, at, slot->at, cells, role, mark);
	indent(slot, cells);
}

static void paint_slot(const struct session *s, struct canvas *canvas, int at,
                       struct slot slot, size_t r, enum role role)
{
	const struct row *row = &s->pane->table.rows[r];
	const struct column *c = &s->pane->table.columns->list[slot.column];
	char shown[VALUE_TEXT];

	if (c->is_name) {
		indent(&slot, (int)row->depth * INDENT);
		paint_mark(canvas, at, &slot, table_mark(&s->pane->table, r),
		           role);
	}
	value_show(shown, sizeof shown,
	           table_value(&s->pane->table, r, slot.column));
	paint_cell(canvas, at, &slot, unit_is_number(c->unit), c->is_cut_behind,
	           c->is_name ? s->pane->here.sideways : 0, role, shown);
	if (role != ROLE_CURSOR && c->is_name && !s->pane->here.sideways)
		mark_match(s, canvas, at, &slot, shown);
}

static void paint_row(const struct session *s, const struct layout *l,
                      struct canvas *canvas, int at, size_t r)
{
	const struct row *row = &s->pane->table.rows[r];
	bool here = r == s->pane->here.cursor;
	enum role role = row_role(row, here);
	bool is_part = role == ROLE_FAINT && !row->is_empty;
	size_t i;

	canvas_mark(canvas, at, here ? 0 : MARK,
	            is_part ? figures_end(s, l) : canvas->cols, role);
	for (i = 0; i < l->n; i++) {
		struct slot slot = l->slots[i];
		const struct column *c =
			&s->pane->table.columns->list[slot.column];
		enum role cell = role;

		if (i == 0)
			cell = share_role(
				table_value(&s->pane->table, r, slot.column),
				role);
		if (is_part && !unit_is_number(c->unit))
			cell = ROLE_PLAIN;
		paint_slot(s, canvas, at, slot, r, cell);
	}
	if (here)
		canvas_put(canvas, at, 0, 1, ROLE_CURSOR, ">");
}

/* Scrolls so that the cursor is on the screen: by a row when it left by a row,
 * else to the middle. */
static void scroll(struct session *s, int body)
{
	struct visit *v = &s->pane->here;
	size_t rows = (size_t)body;

	if (v->cursor + 1 < v->top || v->cursor > v->top + rows)
		v->top = v->cursor > rows / 2 ? v->cursor - rows / 2 : 0;
	if (v->cursor < v->top)
		v->top = v->cursor;
	if (v->cursor >= v->top + rows)
		v->top = v->cursor - rows + 1;
	if (v->top + rows > s->pane->table.nrows)
		v->top = s->pane->table.nrows > rows
		                 ? s->pane->table.nrows - rows
		                 : 0;
}

size_t screen_column_at(const struct session *s, int cols, int col)
{
	struct layout l = lay_out(s, cols);
	size_t i;

	for (i = 0; i < l.n; i++)
		if (col < l.slots[i].at + l.slots[i].width)
			return l.slots[i].column;
	return s->pane->table.columns->n;
}

void screen_paint_table(struct session *s, struct canvas *canvas, int low,
                        int high)
{
	struct layout l = lay_out(s, canvas->cols);
	int body = high - low - 1, i;

	s->pane->body_rows = body > 0 ? body : 1;
	scroll(s, s->pane->body_rows);
	if (high - low >= 1)
		paint_heading(s, &l, canvas, low);
	for (i = 0;
	     i < body && s->pane->here.top + (size_t)i < s->pane->table.nrows;
	     i++)
		paint_row(s, &l, canvas, low + 1 + i,
		          s->pane->here.top + (size_t)i);
	canvas->cursor_row = low + 1 +
	                     (int)(s->pane->here.cursor - s->pane->here.top);
	canvas->cursor_col = 0;
}
