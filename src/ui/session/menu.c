/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/menu.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
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
	*m = (struct menu){ .arena = m->arena,
		            .session = m->session,
		            .title = arena_format(m->arena, "%s", title) };
}

void menu_add(struct menu *m, struct menu_line line) {
	m->lines = arena_room(m->arena, m->lines, m->n, sizeof *m->lines);
	m->shown = arena_room(m->arena, m->shown, m->n, sizeof *m->shown);
	m->shown[m->nshown++] = m->n;
	line.whole = line.note ? arena_format(m->arena, "%s  %s", line.text, line.note) : line.text;
	m->lines[m->n++] = line;
}

void menu_close(struct menu *m) {
	m->title = NULL;
}

static const struct menu_line *line_here(const struct menu *m) {
	return m->title && m->nshown ? &m->lines[m->shown[m->cursor]] : NULL;
}

const char *menu_help(const struct menu *m) {
	return line_here(m) ? line_here(m)->help : NULL;
}

/* ---- Its position ---- */

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

static bool is_heading(const struct menu *m, size_t shown) {
	return m->lines[m->shown[shown]].is_heading;
}

const char *menu_take_row(const struct menu_box *box, const struct menu_line *line,
                          const char **rest, int *indent) {
	enum { MARGIN = 2, HANGING = 2 };
	const char *begin = *rest;

	*indent = box->notes;
	if (box->is_tight)
		*indent = begin ? MARGIN + HANGING : MARGIN;
	if (!begin)
		begin = box->is_tight ? line->whole : line->note ? line->note : "";
	*rest = begin + text_line(begin, box->cols - *indent - 1);
	*rest += strspn(*rest, " ");
	return begin;
}

int menu_rows(const struct menu *m, const struct menu_box *box, size_t low, size_t high) {
	int rows = 0, indent;

	for (; low < high; low++) {
		const struct menu_line *line = &m->lines[m->shown[low]];
		const char *rest = NULL;

		do {
			rows++;
			menu_take_row(box, line, &rest, &indent);
		} while (*rest);
	}
	return rows;
}

/* The line in the first row, so that the cursor and its heading are on the screen, and no row stays
 * empty. */
static size_t first_line(const struct menu *m, const struct menu_box *box) {
	size_t top = m->top < m->cursor ? m->top : m->cursor, least = m->cursor;
	const size_t below = m->nshown ? m->cursor + 1 : 0;
	int used;

	while (least && is_heading(m, least - 1))
		least--;
	if (top > least && menu_rows(m, box, least, below) <= box->rows)
		top = least;
	used = menu_rows(m, box, top, below);
	while (used > box->rows && top < m->cursor)
		used -= menu_rows(m, box, top, top + 1), top++;
	used = menu_rows(m, box, top, m->nshown);
	while (top && (used += menu_rows(m, box, top - 1, top)) <= box->rows)
		top--;
	return top;
}

/* Rows of the screen that stay free below the menu. */
static int rows_below(const struct menu *m, int rows) {
	size_t i;

	for (i = 0; i < m->n && !m->lines[i].help; i++)
		;
	return i < m->n && rows >= MENU_HELP_ROWS ? 2 : 1;
}

struct menu_box menu_box(const struct menu *m, int rows, int cols) {
	struct menu_box box = { .row = 1 };
	int text = widest(m, false), notes = widest(m, true);
	int width = text + 4 + (notes ? notes + 2 : 0), all;

	if (rows < 4)
		return box;
	if (width < text_width(m->title) + 4)
		width = text_width(m->title) + 4;
	box.cols = width < cols ? width : cols;
	box.notes = box.cols - notes - 2;
	if (box.notes < text + 4)
		box.notes = text + 4;
	box.is_tight = width > cols && box.cols - box.notes <= LEAST_NOTE;
	all = menu_rows(m, &box, 0, m->nshown);
	box.rows = rows - 2 - rows_below(m, rows);
	if (box.rows > all)
		box.rows = all;
	if (!box.rows)
		box.rows = 1;
	box.row = rows > box.rows + 4 ? 2 : 1;
	box.col = cols > box.cols + 4 ? 4 : 0;
	box.top = first_line(m, &box);
	return box;
}

/* ---- The cursor ---- */

/* Moves by some lines, skips headings, stops at the ends. */
static void move_by(struct menu *m, long by) {
	long last = (long)m->nshown - 1, step = by < 0 ? -1 : 1, to;
	long from = (long)m->cursor + by;

	from = from > last ? last : from < 0 ? 0 : from;
	for (to = from; to >= 0 && to <= last && is_heading(m, (size_t)to);)
		to += step;
	for (; to < 0 || to > last || is_heading(m, (size_t)to); to -= step)
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

		if (m->lines[m->shown[at]].text[0] == letter[0]) {
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

static void cancel(struct menu *m) {
	menu_close(m);
	if (m->cancelled)
		m->cancelled(m->session);
}

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
	size_t at = box->top;

	while (at < m->nshown && menu_rows(m, box, box->top, at + 1) < row)
		at++;

	if (!strncmp(event->text, "Wheel", 5)) {
		move_by(m, !strcmp(event->text, "WheelDown") ? WHEEL_LINES : -WHEEL_LINES);
	} else if (row < 0 || row > box->rows || col < 0 || col >= box->cols) {
		cancel(m);
	} else if (row && at < m->nshown && !is_heading(m, at)) {
		m->cursor = at;
		if (m->lines[m->shown[at]].run)
			return run(m, m->lines[m->shown[at]].run);
	}
	return NULL;
}

static const char *take_key(struct menu *m, const char *key, int page) {
	const struct menu_line *here = line_here(m);

	if (type_key(m, key) || move(m, key, page))
		return NULL;
	if (text_has_word("Esc q C-c C-g BS", key) || !m->n)
		cancel(m);
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
	const struct menu_box box = menu_box(m, rows, cols);
	const struct menu_line *old = line_here(m);
	const char *line = NULL;

	if (event->kind == EVENT_MOUSE)
		line = take_mouse(m, event, &box);
	else if (event->kind == EVENT_KEY)
		line = take_key(m, event->text, box.rows);
	if (m->moved && line_here(m) && line_here(m) != old)
		m->moved(m->session, line_here(m));
	return line;
}
