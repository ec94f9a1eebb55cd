/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/session.h"

#include "parse/source/source_files.h"
#include "views/filtering.h"
#include "views/views.h"

const struct preferences preferences_at_first = { .fetch_s = FETCH_S,
	                                          .split_ratio = SPLIT_RATIO,
	                                          .display.group_ranks = 8 };

static void end(void *what) {
	struct session *s = what;

	pane_end(&s->panes[0]);
	pane_end(&s->panes[1]);
	arena_free(s->search_arena);
	arena_free(s->menu.arena);
}

struct session *session_new(const char *name, const struct command_group *const *commands,
                            struct arena *arena) {
	struct session *s = arena_alloc(arena, 1, sizeof *s);

	s->arena = arena;
	s->name = name;
	s->commands = commands;
	s->search_arena = arena_new();
	s->menu.arena = arena_new();
	s->past = arena_alloc(arena, HISTORY, sizeof *s->past);
	s->future = arena_alloc(arena, HISTORY, sizeof *s->future);
	s->pane = &s->panes[0];
	s->folds = folds_new(arena);
	s->preferences = preferences_at_first;
	pane_begin(&s->panes[0], view_at(0), s->folds, &s->preferences.display);
	pane_begin(&s->panes[1], view_at(0), s->folds, &s->preferences.display);
	s->prompt.session = s;
	s->prompt.history = &s->history;
	s->bindings.arena = s->texts.index.arena = arena;
	s->choices = arena_alloc(arena, view_count(), sizeof *s->choices);
	s->panes[0].choices = s->choices;
	s->panes[1].choices = s->choices;
	s->maps = arena_alloc(arena, 1, sizeof *s->maps);
	s->maps->arena = arena;
	arena_defer(arena, end, s);
	return s;
}

const char *session_keep(struct session *s, const char *text) {
	const uint32_t number = text_list_keep(&s->texts, text);

	return s->texts.texts[number];
}

void session_ask(struct session *s, enum file_request request) {
	if (s->worker)
		s->request = request;
}

void session_say(struct session *s, const char *format, ...) {
	va_list args;

	va_start(args, format);
	vsnprintf(s->message.reason, sizeof s->message.reason, format, args);
	va_end(args);
	passwords_hide(s->message.reason, sizeof s->message.reason);
	s->message_is_error = false;
}

bool session_is_asking(const struct session *s) {
	return s->prompt.kind || s->menu.title || s->is_dragging;
}

void session_fail(struct session *s, const struct error *err) {
	s->message = *err;
	s->message_is_error = true;
}

void session_refresh(struct session *s) {
	if (!s->data)
		return;
	pane_refresh(s->pane, s->data);
	if (!display_is_same(&s->panes[0].here.query.display, &s->preferences.display))
		pane_refresh(&s->panes[0], s->data);
}

void session_renew(struct session *s) {
	for (size_t i = 0; i < 2; i++)
		if (s->panes[i].table.is_pending || s->panes[i].here.view->is_of_function)
			pane_refresh(&s->panes[i], s->data);
}

void session_take_rows(struct session *s) {
	struct pane *first = &s->panes[0];
	const struct func *f = pane_subject(first);
	const struct view *view = view_of_rows(first->here.view, s->preferences.display.rows);

	if (view == first->here.view) {
		session_refresh(s);
		return;
	}
	pane_take_view(first, s->data, view);
	first->here.query.subject = f;
	if (s->data)
		pane_open(first, s->data);
}

bool session_filter(struct session *s, const char *text, size_t *at, struct error *err) {
	SCRATCH struct arena *arena = arena_new();

	const struct filter *filter = filter_for(s->data, text, arena, at, err);
	if (!filter)
		return false;
	snprintf(s->pane->here.filter, sizeof s->pane->here.filter, "%s", text);
	if (s->data)
		pane_refresh(s->pane, s->data);
	for (size_t i = 0; i < filter->n && s->preferences.display.rows != ROWS_THREAD; i++)
		if (filter->terms[i].left.of == ROWS_THREAD && !filter->terms[i].excludes)
			session_say(s, "times are of all threads; :groups thread has its own");
	return true;
}

enum {
	BESIDE_COLS = 120, /* of the screen, for panes side by side */
	BELOW_ROWS = 16,   /* of the screen, for panes one below the other; */
	TALL_ROWS = 32,    /* for those that nobody asked for */
	FAULT_ROWS = 6,    /* of the screen, for a row about a fault, */
	ANSWER_ROWS = 9,   /* and for one with an answer */
};

bool split_is_shown(const struct session *s) {
	return s->panes[1].area.rows > 0;
}

bool split_has_focus(const struct session *s) {
	return s->pane == &s->panes[1];
}

/* Whether any row is, or may be, about what the second pane can show, whatever the filter hides. */
static bool any_can_be_followed(const struct pane *first) {
	const struct table *t = &first->whole;
	const size_t n = table_all_rows(t);

	for (size_t i = 0; i < n; i++) {
		struct query query;

		if (view_subject(first->here.view, t->rows[i].item) ||
		    (pane_follow(first, &t->rows[i], NULL, &query) && (query.cycle || query.gone)))
			return true;
	}
	return !n || t->is_pending;
}

/* Whether sources can be shown.  After a reload that is not known at once, and the second pane
 * stays as it is. */
static bool has_sources(const struct session *s) {
	return s->data->debug ? s->data->locations != NULL
	                      : s->panes[1].here.view == view_first(VIEW_LINES, true);
}

/* The view of the second pane: if possible not that of the first.  Beside a list of lines, and of
 * changes, it is their source. */
static const struct view *view_beside(const struct session *s) {
	const struct view *graph = view_first(VIEW_CALLS, true);
	const struct view *first = s->panes[0].here.view;
	const struct view *view = s->split_view ? s->split_view : graph;

	if (!s->split_view && has_sources(s) && !first->is_of_function &&
	    (first->kind == VIEW_LINES || first->shows_changes))
		return view_first(VIEW_LINES, true);
	if (view == first && view == graph && has_sources(s))
		return view_first(VIEW_LINES, true);
	return view != first ? view : graph;
}

/* Cells of the first pane, out of `room` less one for the border. */
static int share(const struct session *s, int room) {
	return (room - 1) * s->preferences.split_ratio / 100;
}

enum {
	WIDE_COLS = 160,   /* of the screen: names need not be cut in one of two panes */
	NARROW = 80,       /* a pane of functions has the columns that such a screen has, */
	FIRST = 60,        /* one of calls those of a narrower one, */
	CODE = 54,         /* one of code these cells, in the first pane so many */
	CODE_FIRST = 100,  /* if the second one has room, on a wide screen so many if it has */
	CODE_FIGURES = 88, /* not and does not have the focus, */
	CHANGE = 10,       /* and with a base one column more, */
	EDIT = 6           /* in code another one */
};

/* The cells that the first pane has at least. */
static int first_needed(const struct session *s, int most) {
	const struct pane *pane = &s->panes[0];
	const struct view *view = pane->here.view;
	struct column_widths needs = pane->needs;

	if (view_is_code_of_one(view))
		return CODE + (s->data->base ? CHANGE + EDIT : 0);
	needs.is_wide = false;
	return column_fit_least(&pane->table, needs, view->kind == VIEW_CALLS ? FIRST : NARROW,
	                        most);
}

/* The cells that the second pane has at least: of calls, for a total, names with last words of so
 * many cells, and lines; on a wide screen those of the first one, which are whole, come before its
 * last words, and those of a list with the focus before code. */
static int second_needed(const struct session *s, bool is_wide, int word) {
	enum { TOTAL = 12, GAP = 2, CALLS_WIDE = 42, CODE_WIDE = 60, CODE_CHANGE = 45 };
	const struct rooms *rooms = &s->panes[0].rooms;
	const int change = s->data->base ? CHANGE : 0;
	const bool has_lines = s->preferences.display.rows == ROWS_LINE;

	if (is_wide)
		return !view_shows_code(view_beside(s)) ? CALLS_WIDE
		       : split_has_focus(s)             ? CODE_WIDE
		       : s->data->base                  ? CODE_CHANGE
		                                        : CALLS_WIDE;
	if (view_shows_code(view_beside(s)))
		return change + CODE;
	return change + TOTAL + 2 * TABLE_INDENT + word + (has_lines ? GAP + rooms->place : 0);
}

enum place { NOWHERE, BESIDE, BELOW };

/* Where there is to be a second pane, which texts have not: beside the first one if that leaves
 * both the room for their names and figures, else below it. */
static enum place place_of_second(const struct session *s, int rows, int cols) {
	const enum split_mode split = s->preferences.split;

	if (!s->data || !view_is_of_functions(s->panes[0].here.view) || split == SPLIT_OFF)
		return NOWHERE;
	if (split == SPLIT_AUTO && (cols < BESIDE_COLS || !any_can_be_followed(&s->panes[0])))
		return NOWHERE;
	if (cols >= WIDE_COLS ||
	    (cols >= BESIDE_COLS &&
	     first_needed(s, 0) + 1 + second_needed(s, false, s->panes[0].rooms.word) <= cols))
		return BESIDE;
	if (rows >= (split == SPLIT_ON ? BELOW_ROWS : TALL_ROWS))
		return BELOW;
	return split == SPLIT_ON && cols >= BESIDE_COLS ? BESIDE : NOWHERE;
}

/* The same beside the second one.  Code and names are as wide as they want, names beside code on a
 * wide screen only; of two panes that both need more the one with the focus has it. */
static int share_beside(const struct session *s, int cols) {
	const struct pane *second = &s->panes[1];
	const bool is_wide = cols >= WIDE_COLS, has_code = view_shows_code(view_beside(s));
	const int cells = share(s, cols);
	const struct rooms *rooms = &s->panes[0].rooms;
	const bool is_code = view_is_code_of_one(s->panes[0].here.view);
	int most = cols - 1 - second_needed(s, is_wide, is_code ? rooms->word : rooms->word_beside);

	if (s->preferences.has_split_ratio)
		return cells;
	int least = first_needed(s, is_wide || !has_code ? most : 0);
	if (is_wide && second->table.data && second->here.view->kind == VIEW_CALLS)
		most = cols - 1 -
		       column_fit_least(&second->table, second->needs, NARROW, cols - FIRST);
	if (is_code) {
		if (is_wide && !split_has_focus(s) && most < CODE_FIGURES)
			most = CODE_FIGURES;
		least = most < CODE_FIRST ? most : CODE_FIRST;
	}
	if (least > most)
		return split_has_focus(s) ? most : least;
	return cells < least ? least : cells > most ? most : cells;
}

/* Rows of the panes, which are between the first ones and the status. */
static int room(const struct session *s, int rows) {
	return rows - s->panes[0].area.row - 1;
}

static void lay_out(struct session *s, int rows, int cols) {
	struct area *first = &s->panes[0].area, *second = &s->panes[1].area;

	first->row = 1; /* below the title */
	s->fault_row = rows >= FAULT_ROWS && dataset_count_notes(s->data).fault ? first->row++ : 0;
	s->answer_row = rows >= ANSWER_ROWS && s->panes[0].table.answer ? first->row++ : 0;
	*first = (struct area){ first->row, 0, room(s, rows), cols };
	s->panes[0].needs.is_wide = s->panes[1].needs.is_wide = cols >= WIDE_COLS;
	s->panes[0].needs.has_more = cols >= WIDE_COLS;
	const enum place place = place_of_second(s, rows, cols);
	*second = place ? *first : (struct area){ .rows = 0 };
	if (!place)
		return;
	s->panes[1].needs.is_beside = place == BESIDE;
	if (place == BESIDE) {
		first->cols = share_beside(s, cols);
		second->col = first->cols + 1;
		second->cols = cols - second->col;
	} else {
		first->rows = share(s, first->rows);
		second->row = first->row + first->rows + 1;
		second->rows = rows - 1 - second->row;
	}
}

/* Makes the query ask for what the pane's cursor is on: a function, or a whole cycle or a function
 * of the base alone, which only the call graph can show.  Returns the view to ask. */
static const struct view *ask_for_row(const struct session *s, const struct pane *first,
                                      struct query *query) {
	const struct row *row = pane_row(first);
	const struct view *there = NULL, *beside = view_beside(s);

	if (row && !view_subject(first->here.view, row->item))
		there = pane_follow(first, row, query->subject, query);
	if (there && query->cycle)
		return there;
	if (there && query->gone &&
	    (query->gone != first->here.query.gone || there != first->here.view))
		return view_shows_code(beside) ? beside : there;
	query_ask(query, pane_subject(first));
	if (view_shows_code(beside))
		pane_locate(first, query);
	return beside;
}

/* The same; in a list, of the first row from the cursor on, or of all, that is about one of these:
 * sums, such as that of all functions, stand above what they add up. */
static const struct view *ask_from_row(const struct session *s, struct query *query) {
	struct pane first = s->panes[0];
	const size_t cursor = first.cursor,
		     n = first.here.view->is_of_function ? 0 : first.table.nrows;
	const struct view *view = ask_for_row(s, &first, query);

	for (size_t i = 1; i < n && !query->subject && !query->cycle && !query->gone; i++) {
		first.cursor = (cursor + i) % n;
		view = ask_for_row(s, &first, query);
	}
	return view;
}

static void follow(struct session *s) {
	struct pane *pane = &s->panes[1];
	struct query query = s->panes[0].here.query;
	const struct view *view = ask_from_row(s, &query);
	size_t nrows = pane->table.nrows, top = pane->here.top;
	const bool is_view = pane->here.view == view;
	const struct query *old = &pane->here.query;
	const bool is_same = is_view && old->subject == query.subject && old->gone == query.gone &&
	                     old->cycle == query.cycle &&
	                     position_is_same(&old->position, &query.position);

	if (!query.subject && !query.cycle && !query.gone) {
		pane_clear(pane);
		return;
	}
	if (is_same && pane->table.data == s->data &&
	    display_is_same(&pane->here.query.display, &query.display))
		return;
	query.by_change |= s->panes[0].here.view->shows_changes || query.gone;
	query.sort = NULL;
	query.reverse = false;
	if (is_view) {
		query.sort = pane->here.query.sort;
		query.reverse = pane->here.query.reverse;
	} else {
		pane->here.filter[0] = '\0';
	}
	pane->here.view = view;
	pane->here.query = query;
	if (is_same)
		pane_refresh(pane, s->data);
	else
		pane_open(pane, s->data);
	/* With as many rows it is likely another function of the same file: do not scroll. */
	if (is_view && pane->table.nrows == nrows)
		pane->here.top = top;
}

void split_arrange(struct session *s, int rows, int cols) {
	lay_out(s, rows, cols);
	if (split_is_shown(s)) {
		follow(s);
		lay_out(s, rows, cols); /* for what it needs now */
	}
	if (!split_is_shown(s) || !s->panes[1].table.data)
		s->pane = &s->panes[0];
}

bool split_is_border(const struct session *s, int row, int col) {
	const struct area *second = &s->panes[1].area;

	return split_is_shown(s) && (second->col ? col == second->col - 1 && row >= second->row &&
	                                                   row < second->row + second->rows
	                                         : row == second->row - 1);
}

/* The least percentage of the room that gives the first pane that many cells. */
static int ratio_of(int cells, int room) {
	int ratio = room > 1 ? (100 * cells + room - 2) / (room - 1) : 0;

	return ratio < SPLIT_LEAST ? SPLIT_LEAST : ratio > SPLIT_MOST ? SPLIT_MOST : ratio;
}

int split_ratio(const struct session *s) {
	const struct area *second = &s->panes[1].area;

	return second->col ? ratio_of(s->panes[0].area.cols, second->col + second->cols)
	                   : s->preferences.split_ratio;
}

void split_set_ratio(struct session *s, int ratio) {
	s->preferences.split_ratio = ratio;
	s->preferences.has_split_ratio = true;
	split_update(s);
}

void split_drag(struct session *s, int row, int col) {
	int rows, cols;

	s->terminal->size(&rows, &cols);
	split_set_ratio(s, s->panes[1].area.col
	                           ? ratio_of(col, cols)
	                           : ratio_of(row - s->panes[0].area.row, room(s, rows)));
}

void split_update(struct session *s) {
	int rows, cols;

	if (!s->terminal)
		return;
	s->terminal->size(&rows, &cols);
	split_arrange(s, rows, cols);
}
