/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/progress.h"
#include "model/notes.h"
#include "model/profile.h"
#include "ui/terminal/canvas.h"
#include "ui/screen/caption.h"
#include "ui/session/session.h"
#include "process/worker.h"
#include "views/views.h"

enum {
	LEAST_ROWS = 5,
	LEAST_COLS = 20,
	LEAST_TITLE = 12, /* cells beside the tabs */
	MENU_COLS = 100   /* the hint names the menu, too */
};

/* The next view that has a tab; NULL after the last. */
static const struct view *next_tab(const struct session *s, size_t *i)
{
	const struct view *v;

	while ((v = view_at((*i)++)))
		if (v->is_tab && view_is_there(v, s->data))
			break;
	return v;
}

static int tab_width(const struct view *v)
{
	return (int)strlen(v->name) + 4; /* "1 flat" and two blanks */
}

/* Where the tabs begin, or cols where there is no room for them. */
static int tabs_begin(const struct session *s, int cols)
{
	const struct view *v;
	int tabs = 0;
	size_t i = 0;

	while ((v = next_tab(s, &i)))
		tabs += tab_width(v);
	return cols > tabs + LEAST_TITLE ? cols - tabs + 1 : cols;
}

const struct view *screen_tab_at(const struct session *s, int cols, int col)
{
	int at = tabs_begin(s, cols);
	const struct view *v = NULL;
	size_t i = 0;

	while (col >= at && (v = next_tab(s, &i)))
		at += tab_width(v);
	return v;
}

/* A view without a tab belongs to the one that I leads to, or that it
 * replaces. */
static bool is_here(const struct session *s, const struct view *tab)
{
	const struct view *here = s->panes[0].here.view;

	if (here->is_tab)
		return tab == here;
	return tab == (here->inverse ? view_named(here->inverse) : view_replaced(here));
}

static void paint_tabs(const struct session *s, struct canvas *canvas, int col)
{
	const struct view *v;
	char tab[64];
	size_t i = 0;

	while ((v = next_tab(s, &i))) {
		snprintf(tab, sizeof tab, "%.1s %s", v->key, v->name);
		canvas_put(canvas, 0, col, canvas->cols - col,
		           is_here(s, v) ? ROLE_TAB_HERE : ROLE_TAB, tab);
		col += tab_width(v);
	}
}

/* The title gives the room that the tabs need. */
static void paint_title(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	enum { NAME = 20, AROUND_NAME = 40 };
	int room = canvas->cols, col, tabs = tabs_begin(s, canvas->cols);
	char name[256];

	canvas_mark(canvas, 0, 0, canvas->cols, ROLE_TITLE);
	if (tabs < room) {
		paint_tabs(s, canvas, tabs);
		room = tabs - 2;
	}
	col = canvas_put(canvas, 0, 0, room, ROLE_TITLE, "gptui ");
	text_fit(name, sizeof name, s->name,
	         room > NAME + AROUND_NAME ? room - AROUND_NAME
	         : room - col < NAME       ? room - col
	                                   : NAME);
	col = canvas_put(canvas, 0, col, room - col, ROLE_TITLE, name) + 2;
	if (s->data)
		canvas_put(canvas, 0, col, room - col, ROLE_TITLE,
		           caption_source(s->data, "  ", room - col, picture));
}

enum { FAULT_ROW = 1 };

/* Whether the panes leave its row free: there is one, and room for it. */
static bool shows_fault(const struct session *s)
{
	return s->panes[0].area.row > FAULT_ROW;
}

/* As much of a cause as there is room for: what is wrong matters more than the
 * file that it is about, and that more than its folders. */
static const char *fit_cause(const char *cause, int room)
{
	const char *end = strstr(cause, ": "), *name = end;

	if (!end || text_width(cause) <= room)
		return cause;
	while (name > cause && name[-1] != '/')
		name--;
	return text_width(name) <= room ? name : end + 2;
}

/* Stays below the title as long as the profile is shown: whoever believes its
 * figures is misled. */
static void paint_fault(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	static const char key[] = "i: why";
	const struct note_count count = dataset_count_notes(s->data);
	const int row = FAULT_ROW, end = canvas->cols - (int)sizeof key;
	char fitted[1024];
	int col, room;

	if (!shows_fault(s))
		return;
	canvas_fill(canvas, row, 0, canvas->cols, ROLE_FAULT);
	col = canvas_put(canvas, row, 0, canvas->cols, ROLE_FAULT,
	                 count.nfaults == 1 ? "FAULT: "
	                                    : arena_format(picture, "%zu FAULTS: ", count.nfaults));
	room = end - 2 > col ? end - 2 - col : 0;
	text_fit(fitted, sizeof fitted, fit_cause(count.fault->cause, room), room);
	canvas_put(canvas, row, col, canvas->cols, ROLE_FAULT, fitted);
	canvas_put(canvas, row, end, canvas->cols, ROLE_FAULT, key);
}

/* What the worker does, and how far it is: "3 of 20", or "". */
static const char *progress_words(const struct session *s, const char **how_far,
                                  struct arena *picture)
{
	const struct progress *p = s->worker ? worker_progress(s->worker) : NULL;
	const char *stage = p ? atomic_load(&p->stage) : NULL;
	size_t total = p ? atomic_load(&p->total) : 0;
	char done[40], all[40];

	number_grouped(done, sizeof done, p ? atomic_load(&p->done) : 0);
	number_grouped(all, sizeof all, total);
	*how_far = total ? arena_format(picture, "%s of %s", done, all) : "";
	return stage ? stage : "opening";
}

static void paint_progress(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	const char *how_far;
	const char *stage = progress_words(s, &how_far, picture);

	canvas_put(canvas, 2, 2, canvas->cols, ROLE_PLAIN, stage);
	canvas_put(canvas, 3, 2, canvas->cols, ROLE_PLAIN, how_far);
}

static const char *base_progress(const struct session *s, struct arena *picture)
{
	const char *how_far;
	const char *stage = progress_words(s, &how_far, picture);

	return arena_format(picture, "base: %s%s%s; Esc cancels", stage, *how_far ? " " : "",
	                    how_far);
}

static bool has_hidden(const struct session *s)
{
	return *s->pane->here.filter || s->pane->table.has_limit;
}

/* Paints the right end of the last line; returns where it begins. */
static int paint_status_end(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	const char *sort = pane_sort(s->pane);
	const char *notes = "", *sorted = "";
	const char *help = canvas->cols >= MENU_COLS ? "? help  m menu " : "? help ";
	int last = canvas->rows - 1, col, at;
	struct note_count count = { .n = 0 };
	bool is_hidden_fault;

	if (s->data)
		count = dataset_count_notes(s->data);
	is_hidden_fault = count.fault && !shows_fault(s);
	if (is_hidden_fault)
		notes = "! FAULT i  ";
	else if (count.n)
		notes = arena_format(picture, "! %zu note%s i  ", count.n, count.n == 1 ? "" : "s");
	if (sort && canvas->cols >= (has_hidden(s) ? 100 : 60))
		sorted = arena_format(picture, "sort %s%s  ", sort,
		                      s->pane->here.query.reverse ? " inverted" : "");
	col = canvas->cols - text_width(notes) - text_width(sorted) - text_width(help);
	if (col < 0)
		return canvas->cols;
	at = canvas_put(canvas, last, col, canvas->cols, ROLE_STATUS, sorted);
	at = canvas_put(canvas, last, at, canvas->cols, is_hidden_fault ? ROLE_FAULT : ROLE_NOTE,
	                notes);
	canvas_put(canvas, last, at, canvas->cols, ROLE_STATUS, help);
	return col;
}

static const char *row_of_rows(const struct session *s, struct arena *picture)
{
	char at[40], all[40];

	number_grouped(at, sizeof at, s->pane->table.nrows ? s->pane->cursor + 1 : 0);
	number_grouped(all, sizeof all, s->pane->table.nrows);
	return arena_format(picture, "%s/%s %s%s%s", at, all, s->pane->table.things,
	                    s->pane->table.summary ? "  " : "",
	                    s->pane->table.summary ? s->pane->table.summary : "");
}

/* Filter and limit, and their effect; the filter is cut so that the rest can be
 * read. */
static const char *filter_and_effect(const struct session *s, int room, struct arena *picture)
{
	enum { LEAST = 12 };
	const struct table *t = &s->pane->table;
	const char *shown = caption_shown(t, picture);
	char fitted[PROMPT_TEXT];
	int left;

	if (t->has_limit)
		shown = arena_format(picture, "limit %g %%  %s", t->query->display.limit, shown);
	if (!*s->pane->here.filter)
		return shown;
	left = room - text_width(shown) - 5;
	text_fit(fitted, sizeof fitted, s->pane->here.filter, left > LEAST ? left : LEAST);
	return arena_format(picture, "f: %s  %s", fitted, shown);
}

/* The help of the menu's line under the cursor, in the last line and, if the
 * menu leaves it free, the one above. */
static void paint_menu_help(const char *help, struct canvas *canvas, struct arena *picture)
{
	const int width = canvas->cols - 1;
	int row = canvas->rows - 1;
	size_t len = text_line(help, width);

	if (help[len] && canvas->rows >= MENU_HELP_ROWS) {
		canvas_mark(canvas, --row, 0, canvas->cols, ROLE_STATUS);
		canvas_put(canvas, row++, 0, width, ROLE_STATUS, arena_text(picture, help, len));
		help += len + strspn(help + len, " ");
		len = text_line(help, width);
	}
	if (help[len] && width > 3)
		help = arena_format(picture, "%.*s ..", (int)text_line(help, width - 3), help);
	canvas_put(canvas, row, 0, width, ROLE_STATUS, help);
}

static void paint_status(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	const char *menu = *s->message.reason ? NULL : menu_help(&s->menu);
	int last = canvas->rows - 1, room;
	enum role role = ROLE_STATUS;
	char fitted[1024];
	const char *text = "";

	canvas_mark(canvas, last, 0, canvas->cols, ROLE_STATUS);
	if (menu) {
		paint_menu_help(menu, canvas, picture);
		return;
	}
	room = paint_status_end(s, canvas, picture) - 2;
	if (*s->message.reason) {
		text = s->message.reason;
		role = s->message_is_error ? ROLE_ERROR : ROLE_STATUS;
	} else if (s->data && s->reads_base) {
		text = base_progress(s, picture);
	} else if (s->data && has_hidden(s)) {
		text = filter_and_effect(s, room, picture);
	} else if (s->data) {
		text = row_of_rows(s, picture);
	} else {
		text = "Esc or q cancels";
	}
	if (role == ROLE_ERROR && text_width(text) > room) {
		room = canvas->cols - 1;
		canvas_fill(canvas, last, 0, canvas->cols, ROLE_STATUS);
	}
	text_fit(fitted, sizeof fitted, text, room > 0 ? room : 0);
	canvas_put(canvas, last, 0, room, role, fitted);
}

/* The cell of a byte of the prompt's text. */
static int cells_before(const struct prompt *p, size_t at)
{
	char before[PROMPT_TEXT];

	memcpy(before, p->text, at);
	before[at] = '\0';
	return text_width(before);
}

/* How much the line being typed hides, at the right if there is room. */
static void paint_hidden(const struct session *s, struct canvas *canvas, int row,
                         struct arena *picture)
{
	const struct prompt *p = &s->prompt;
	const char *shown = caption_shown(&s->pane->table, picture);
	int col = canvas->cols - text_width(shown) - 1;

	if (p->kind->shows_hidden && has_hidden(s) && p->len &&
	    col > text_width(p->label) + cells_before(p, p->len) + 2)
		canvas_put(canvas, row, col, canvas->cols, ROLE_FAINT, shown);
}

/* Below the prompt: the candidates, or why and where the text is wrong.
 * `scrolled` is how many cells of it are off the screen. */
static void paint_below(const struct prompt *p, struct canvas *canvas, int row, int scrolled)
{
	const int at = text_width(p->label) + cells_before(p, p->broken_at) - scrolled;
	int reason = at + 2;

	canvas_fill(canvas, row, 0, canvas->cols, ROLE_PROMPT);
	if (!p->is_broken) {
		canvas_put_begin(canvas, row, 0, canvas->cols, ROLE_FAINT, p->listed);
		return;
	}
	if (reason + text_width(p->reason) < canvas->cols)
		canvas_put(canvas, row, at, 1, ROLE_ERROR, "^");
	else
		reason = 0;
	canvas_put(canvas, row, reason, canvas->cols, ROLE_ERROR, p->reason);
}

/* Skips glyphs of a text that make at least so many cells; returns how many
 * they made. */
static int skip_cells(const char **text, int cells)
{
	struct glyph glyph;
	int skipped = 0;
	size_t n;

	for (; skipped < cells; skipped += glyph.width, *text += n) {
		n = text_glyph(&glyph, *text, strlen(*text));
		if (!n)
			break;
	}
	return skipped;
}

/* The line being typed, scrolled so that the cursor is on the screen. */
static void paint_prompt(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	const struct prompt *p = &s->prompt;
	const bool has_more = (p->is_broken || *p->listed) && canvas->rows > 2;
	const int row = canvas->rows - (has_more ? 2 : 1);
	const int label = text_width(p->label), before = cells_before(p, p->at);
	const int room = canvas->cols - label - 1;
	const char *text = p->text;
	const int scrolled = skip_cells(&text, before - (room > 1 ? room : 1));

	canvas_fill(canvas, row, 0, canvas->cols, ROLE_PROMPT);
	canvas_put(canvas, row, 0, canvas->cols, ROLE_PROMPT, p->label);
	canvas_put(canvas, row, label, canvas->cols, p->is_proposed ? ROLE_CURSOR : ROLE_PROMPT,
	           text);
	paint_hidden(s, canvas, row, picture);
	if (!p->len)
		canvas_put(canvas, row, label + 1, canvas->cols, ROLE_FAINT, p->kind->hint);
	canvas->cursor_row = row;
	canvas->cursor_col = label + before - scrolled;
	canvas->cursor_shown = true;
	if (has_more)
		paint_below(p, canvas, row + 1, scrolled);
}

/* Says at the end of the last line that a search is still running. */
static void paint_searching(const struct session *s, struct canvas *canvas)
{
	static const char text[] = " searching ";
	int row = canvas->rows - 1, col = canvas->cols - (int)sizeof text + 1;

	if (!s->finding.is_under_way)
		return;
	if (s->prompt.kind && canvas->cursor_row == row && canvas->cursor_col >= col)
		return;
	canvas_put(canvas, row, col, canvas->cols, ROLE_NOTE, text);
}

void screen_paint(struct session *s, struct canvas *canvas, struct arena *picture)
{
	if (canvas->rows < LEAST_ROWS || canvas->cols < LEAST_COLS) {
		canvas_put(canvas, 0, 0, canvas->cols, ROLE_PLAIN, "needs 20x5");
		return;
	}
	paint_title(s, canvas, picture);
	if (s->data) {
		screen_paint_panes(s, canvas, picture);
		paint_fault(s, canvas, picture);
	} else {
		paint_progress(s, canvas, picture);
	}
	if (s->prompt.kind)
		paint_prompt(s, canvas, picture);
	else
		paint_status(s, canvas, picture);
	paint_searching(s, canvas);
	screen_paint_menu(s, canvas);
}
