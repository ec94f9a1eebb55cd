/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/menu.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/pattern.h"
#include "base/text.h"
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
	size_t i;

	for (i = 0; i < m->n; i++) {
		const char *text = notes ? m->lines[i].note : m->lines[i].text;
		int here = text && !m->lines[i].is_heading ? text_width(text) : 0;

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
		box->list = arena_room(arena, box->list, box->n, sizeof row);
		box->list[box->n++] = row;
		row.name = NULL;
		row.indent = is_tight ? MARGIN + HANGING : notes;
	} while (*rest);
}

/* The first row of the line in the first row of the screen, so that the cursor and its heading can
 * be seen, and no row stays empty; begins: the first row of each line, and the end. */
static size_t first_row(const struct menu *m, const struct menu_box *box, const size_t *begins) {
	const size_t rows = (size_t)box->rows, below = m->nshown ? begins[m->cursor + 1] : 0;
	size_t top = m->top < m->cursor ? m->top : m->cursor, least = m->cursor;

	while (least && line_at(m, least - 1)->is_heading)
		least--;
	if (top > least && below - begins[least] <= rows)
		top = least;
	while (below - begins[top] > rows && top < m->cursor)
		top++;
	while (top && box->n - begins[top - 1] <= rows)
		top--;
	return begins[top];
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
	size_t *begins = arena_alloc(arena, m->nshown + 1, sizeof *begins), i;
	int text = widest(m, false), notes = widest(m, true), beside;
	int width = text + 4 + (notes ? notes + 2 : 0);
	bool is_tight;

	if (rows < 4)
		return box;
	if (width < text_width(m->title) + 4)
		width = text_width(m->title) + 4;
	box.cols = width < cols ? width : cols;
	beside = box.cols - notes - 2;
	if (beside < text + 4)
		beside = text + 4;
	is_tight = width > cols && box.cols - beside <= LEAST_NOTE;
	for (i = 0; i < m->nshown; i++) {
		begins[i] = box.n;
		add_rows(&box, m, i, beside, is_tight, arena);
	}
	begins[i] = box.n;
	box.rows = rows - 2 - rows_below(m, rows);
	if ((size_t)box.rows > box.n)
		box.rows = box.n ? (int)box.n : 1;
	box.row = rows > box.rows + 4 ? 2 : 1;
	box.col = cols > box.cols + 4 ? 4 : 0;
	box.top = first_row(m, &box, begins);
	box.here = begins[m->cursor];
	return box;
}

/* ---- The cursor ---- */

/* Moves by some lines, skips headings, stops at the ends. */
static void move_by(struct menu *m, long by) {
	long last = (long)m->nshown - 1, step = by < 0 ? -1 : 1, to;
	long from = (long)m->cursor + by;

	from = from > last ? last : from < 0 ? 0 : from;
	for (to = from; to >= 0 && to <= last && line_at(m, (size_t)to)->is_heading;)
		to += step;
	for (; to < 0 || to > last || line_at(m, (size_t)to)->is_heading; to -= step)
		if (last < 0 || (step > 0 ? to < 0 : to > last))
			return; /* nothing can be chosen */
	m->cursor = (size_t)to;
}

static void go_to_end(struct menu *m, bool is_last) {
	long all = (long)m->nshown;

	move_by(m, is_last ? all : -all);
}

/* Moves by one line; the first follows the last. */
static void step(struct menu *m, bool is_down) {
	size_t from = m->cursor;

	move_by(m, is_down ? 1 : -1);
	if (m->cursor == from)
		go_to_end(m, !is_down);
}

/* Moves to the next line that begins with a letter. */
static void go_to_letter(struct menu *m, const char *letter) {
	size_t i;

	for (i = 1; i <= m->nshown; i++) {
		size_t at = (m->cursor + i) % m->nshown;

		if (line_at(m, at)->text[0] == letter[0]) {
			m->cursor = at;
			return;
		}
	}
}

/* ---- Typing ---- */

static bool fits(const struct pattern *pattern, const struct menu_line *line) {
	return !line->is_heading &&
	       (pattern_finds(pattern, line->text, NULL, NULL) ||
	        (line->note && pattern_finds(pattern, line->note, NULL, NULL)) ||
	        (line->more && pattern_finds(pattern, line->more, NULL, NULL)));
}

/* How well a line matches: 2 if its key is what was typed, 1 if its name begins with it. */
static int merit(const struct menu *m, const struct menu_line *line) {
	if (text_has_word(line->text, m->typed))
		return 2;
	return line->more && !strncmp(line->more, m->typed, strlen(m->typed));
}

/* Shows only the lines that match what was typed, with the cursor on the best. */
static void match(struct menu *m) {
	struct arena *arena = arena_new();
	struct error err;
	int best = -1;
	size_t at, i;
	const struct pattern *pattern = pattern_new(m->typed, strlen(m->typed), PATTERN_LITERAL,
	                                            arena, &at, &err);

	m->nshown = m->cursor = m->top = 0;
	for (i = 0; i < m->n; i++) {
		const struct menu_line *line = &m->lines[i];

		if (*m->typed && (!pattern || !fits(pattern, line)))
			continue;
		if (*m->typed && merit(m, line) > best) {
			best = merit(m, line);
			m->cursor = m->nshown;
		}
		m->shown[m->nshown++] = i;
	}
	if (!*m->typed)
		go_to_end(m, false);
	arena_free(arena);
}

/* Deletes the last character. */
static void shorten(struct menu *m) {
	size_t len = strlen(m->typed);

	while (len && ((unsigned char)m->typed[--len] & 0xc0) == 0x80)
		;
	m->typed[len] = '\0';
	match(m);
}

static void clear(struct menu *m) {
	m->typed[0] = '\0';
	match(m);
}

static void type(struct menu *m, const char *key) {
	size_t len = strlen(m->typed);

	if (len + strlen(key) < sizeof m->typed)
		snprintf(m->typed + len, sizeof m->typed - len, "%s", key);
	match(m);
}

/* Handles typing in a menu that is searched; false if the key is another one. */
static bool type_key(struct menu *m, const char *key) {
	if (!m->is_searched)
		return false;
	if (!strcmp(key, "Space") && *m->typed)
		type(m, " ");
	else if (text_has_word("BS C-h", key) && *m->typed)
		shorten(m);
	else if (text_has_word("Esc C-u", key) && *m->typed)
		clear(m);
	else if (!key[1] || (unsigned char)key[0] >= 0x80)
		type(m, key);
	else
		return false;
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
		go_to_end(m, false);
	else if (text_has_word("End G", key))
		go_to_end(m, true);
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
	} else if (row && at < box->n && !line_at(m, box->list[at].line)->is_heading) {
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
	struct arena *arena = arena_new();
	const struct menu_box box = menu_box(m, rows, cols, arena);
	const char *line = NULL;

	if (event->kind == EVENT_MOUSE)
		line = take_mouse(m, event, &box);
	else if (event->kind == EVENT_KEY)
		line = take_key(m, event->text, box.rows);
	arena_free(arena);
	return line;
}
