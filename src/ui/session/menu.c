/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/menu.h"

#include "ui/session/pane.h"
#include "ui/terminal/terminal.h"

enum {
	WHEEL_LINES = 3,
	LEAST_NOTE = 20 /* cells for a note beside its text, if it needs them */
};

void menu_open(struct menu *m, const char *title) {
	arena_reset(m->arena);
	*m = (struct menu){ .arena = m->arena, .title = arena_format(m->arena, "%s", title) };
}

void menu_add(struct menu *m, struct menu_line line) {
	m->lines = arena_room(m->arena, m->lines, m->n, sizeof *m->lines);
	m->shown = arena_room(m->arena, m->shown, m->n, sizeof *m->shown);
	m->shown[m->nshown++] = m->n;
	m->lines[m->n++] = line;
}

void menu_close(struct menu *m) {
	m->title = NULL;
}

static const struct menu_line *line_at(const struct menu *m, size_t shown) {
	return &m->lines[m->shown[shown]];
}

const struct menu_line *menu_line_here(const struct menu *m) {
	return m->title && m->nshown ? line_at(m, m->cursor) : NULL;
}

/* ---- Its rows ---- */

/* The widest text of the lines, or with `notes` the widest note. */
static int widest(const struct menu *m, bool notes) {
	int width = 0;

	for (size_t i = 0; i < m->n; i++) {
		const char *text = notes ? m->lines[i].note : m->lines[i].text;
		int here = text ? text_width(text) : 0;

		width = here > width ? here : width;
	}
	return width;
}

/* Adds the rows of a line.  Notes wrap; where there is no room for them, they are right behind
 * their texts, and both wrap. */
static void add_rows(struct menu_box *box, const struct menu *m, size_t shown, int notes,
                     bool is_tight, struct arena *arena) {
	enum { MARGIN = 2, HANGING = 2 };
	const struct menu_line *line = line_at(m, shown);
	const char *rest = line->note ? line->note : "";
	struct menu_row row = { .line = shown,
		                .name = is_tight ? NULL : line->text,
		                .indent = is_tight ? MARGIN : notes };

	if (is_tight)
		rest = line->note ? arena_format(arena, "%s  %s", line->text, line->note)
		                  : line->text;
	do {
		const size_t len = text_line(rest, box->cols - row.indent - 1);

		row.text = arena_text(arena, rest, len);
		rest += len + strspn(rest + len, " ");
		arena_append(arena, box->list, box->n, row);
		row.name = NULL;
		row.is_more = true;
		row.indent = is_tight ? MARGIN + HANGING : notes;
	} while (*rest);
}

/* The heading of a line that is the first one below it; or NULL. */
static const char *heading_of(const struct menu *m, size_t shown) {
	const char *heading = *m->typed ? NULL : line_at(m, shown)->heading;

	return shown && heading == line_at(m, shown - 1)->heading ? NULL : heading;
}

/* The first row on the screen, so that the rows from `first` to `end` can be seen, a line is shown
 * from its beginning, and no row stays empty. */
static size_t first_row(const struct menu *m, const struct menu_box *box, size_t first,
                        size_t end) {
	const size_t rows = (size_t)box->rows;
	size_t top = m->top;

	if (top + rows < end)
		top = end - rows;
	if (top + rows > box->n)
		top = box->n > rows ? box->n - rows : 0;
	if (top > first)
		top = first;
	while (top < first && box->list[top].is_more)
		top++;
	return top;
}

/* Rows of the screen that stay free below the menu. */
static int rows_below(const struct menu *m, int rows) {
	size_t i;

	for (i = 0; i < m->n && !m->lines[i].help; i++)
		;
	return i < m->n && rows >= MENU_HELP_ROWS ? 2 : 1;
}

struct menu_box menu_box(const struct menu *m, int rows, int cols, struct arena *arena) {
	struct menu_box box = { .row = 1 };
	int text = widest(m, false), notes = widest(m, true);
	int width = text + 4 + (notes ? notes + 2 : 0);
	size_t first = 0, end = 0;

	if (rows < 4)
		return box;
	if (width < text_width(m->title) + 4)
		width = text_width(m->title) + 4;
	box.cols = width < cols ? width : cols;
	int beside = box.cols - notes - 2;
	if (beside < text + 4)
		beside = text + 4;
	bool is_tight = width > cols && box.cols - beside <= LEAST_NOTE;
	box.rows = rows - 2 - rows_below(m, rows);
	for (size_t i = 0; i < m->nshown; i++) {
		const char *heading = heading_of(m, i);
		const size_t begin = box.n;

		if (heading)
			arena_append(arena, box.list, box.n,
			             (struct menu_row){ i, heading, "", .is_heading = true });
		if (i == m->cursor)
			box.here = box.n;
		add_rows(&box, m, i, beside, is_tight, arena);
		if (i == m->cursor) {
			end = box.n;
			first = end - begin <= (size_t)box.rows ? begin : box.here;
		}
	}
	if ((size_t)box.rows > box.n)
		box.rows = box.n ? (int)box.n : 1;
	box.row = rows > box.rows + 4 ? 2 : 1;
	box.col = cols > box.cols + 4 ? 4 : 0;
	box.top = first_row(m, &box, first, end);
	return box;
}

/* ---- The cursor ---- */

/* Moves by some lines; stops at the ends. */
static void move_by(struct menu *m, long by) {
	m->cursor = m->nshown ? row_beside(m->cursor, by, m->nshown - 1) : 0;
}

/* Moves by one line; the first follows the last. */
static void step(struct menu *m, bool is_down) {
	const size_t n = m->nshown;

	m->cursor = n ? (m->cursor + (is_down ? 1 : n - 1)) % n : 0;
}

/* Moves to the next line that begins with a letter. */
static void go_to_letter(struct menu *m, const char *letter) {
	for (size_t i = 1; i <= m->nshown; i++) {
		size_t at = (m->cursor + i) % m->nshown;

		if (line_at(m, at)->text[0] == letter[0]) {
			m->cursor = at;
			return;
		}
	}
}

/* ---- Typing ---- */

static bool fits(const struct pattern *pattern, const struct menu_line *line) {
	const char *const texts[] = { line->text, line->note, line->more };

	for (size_t i = 0; i < 3; i++)
		if (texts[i] && pattern_finds(pattern, texts[i], NULL, NULL))
			return true;
	return false;
}

/* How well a line matches what was typed: 2 if its key is that, 1 if a name is or begins so. */
static int merit(const struct menu *m, const struct menu_line *line) {
	if (text_has_word(line->text, m->typed))
		return 2;
	return line->more && (!strncmp(line->more, m->typed, strlen(m->typed)) ||
	                      text_has_word(line->more, m->typed));
}

/* Shows only the lines that match what was typed, with the cursor on the best. */
static void match(struct menu *m) {
	SCRATCH struct arena *arena = arena_new();
	struct error err;
	int best = -1;
	size_t at;
	const size_t len = strlen(m->typed);
	const bool is_plural = len > 3 && m->typed[len - 1] == 's'; /* finds the singular, too */
	const struct pattern *pattern = pattern_new(m->typed, len - is_plural, PATTERN_LITERAL,
	                                            arena, &at, &err);

	m->nshown = m->cursor = m->top = 0;
	for (size_t i = 0; i < m->n; i++) {
		const struct menu_line *line = &m->lines[i];

		if (*m->typed && (!pattern || !fits(pattern, line)))
			continue;
		if (*m->typed && merit(m, line) > best) {
			best = merit(m, line);
			m->cursor = m->nshown;
		}
		m->shown[m->nshown++] = i;
	}
}

/* Handles typing in a menu that is searched; false if the key is another one. */
static bool type_key(struct menu *m, const char *key) {
	const char *add = strcmp(key, "Space") ? key : " ";
	size_t len = strlen(m->typed);

	if (!m->is_searched)
		return false;
	if (len && text_has_word("BS C-h", key)) {
		while (len && ((unsigned char)m->typed[--len] & 0xc0) == 0x80)
			;
		m->typed[len] = '\0';
	} else if (len && text_has_word("Esc C-u", key)) {
		m->typed[0] = '\0';
	} else if (add[1] && (unsigned char)add[0] < 0x80) {
		return false;
	} else if (*add == ' ' && !len) {
		return false;
	} else if (len + strlen(add) < sizeof m->typed) {
		strcpy(m->typed + len, add);
	}
	match(m);
	return true;
}

/* ---- Keys and the mouse ---- */

static const char *run(struct menu *m, const char *line) {
	menu_close(m);
	return line;
}

/* Moves the cursor; false if the key does not. */
static bool move(struct menu *m, const char *key, int page) {
	if (text_has_word("Down j C-n Tab", key))
		step(m, true);
	else if (text_has_word("Up k C-p S-Tab", key))
		step(m, false);
	else if (text_has_word("PageUp C-b", key))
		move_by(m, -page);
	else if (text_has_word("PageDown C-f", key))
		move_by(m, page);
	else if (text_has_word("Home g", key))
		move_by(m, -(long)m->nshown);
	else if (text_has_word("End G", key))
		move_by(m, (long)m->nshown);
	else
		return false;
	return true;
}

/* A click chooses a line; one outside the menu closes it. */
static const char *take_mouse(struct menu *m, const struct event *event,
                              const struct menu_box *box) {
	const int row = event->row - box->row, col = event->col - box->col;
	const size_t at = box->top + (size_t)row - 1;

	if (!strncmp(event->text, "Wheel", 5)) {
		move_by(m, !strcmp(event->text, "WheelDown") ? WHEEL_LINES : -WHEEL_LINES);
	} else if (row < 0 || row > box->rows || col < 0 || col >= box->cols) {
		menu_close(m);
	} else if (row && at < box->n && !box->list[at].is_heading) {
		m->cursor = box->list[at].line;
		if (line_at(m, m->cursor)->run)
			return run(m, line_at(m, m->cursor)->run);
	}
	return NULL;
}

static const char *take_key(struct menu *m, const char *key, int page) {
	const struct menu_line *here = menu_line_here(m);

	if (type_key(m, key) || move(m, key, page))
		return NULL;
	if (text_has_word("Esc q C-c C-g BS", key) || !m->n)
		menu_close(m);
	else if (here && text_has_word("Enter Space", key))
		return run(m, here->run);
	else if (here && here->up && text_has_word("< Left", key))
		return run(m, here->up);
	else if (here && here->down && text_has_word("> Right", key))
		return run(m, here->down);
	else if (!key[1])
		go_to_letter(m, key);
	return NULL;
}

const char *menu_event(struct menu *m, const struct event *event, int rows, int cols) {
	SCRATCH struct arena *arena = arena_new();
	const struct menu_box box = menu_box(m, rows, cols, arena);

	return event->kind == EVENT_MOUSE ? take_mouse(m, event, &box)
	       : event->kind == EVENT_KEY ? take_key(m, event->text, box.rows)
	                                  : NULL;
}
