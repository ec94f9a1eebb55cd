/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/session.h"

#include "model/files/file_choice.h"
#include "parse/object/object.h"
#include "parse/source/source_files.h"
#include "process/worker.h"
#include "views/filtering.h"
#include "views/views.h"

void missing_source_refresh(struct session *s) {
	const bool was_missing = s->pane->table.source_is_missing;

	session_refresh(s);
	if (was_missing)
		pane_move_to_first(s->pane);
}

static bool accept(struct session *s, const char *text, struct error *err) {
	SCRATCH struct arena *scratch = arena_new();

	if (!*text)
		return fail(err, "a folder is needed; Esc cancels");
	const char *found = source_path_below(s->asked_for, source_path_expand(text, scratch),
	                                      scratch);
	if (!found)
		return fail(err, "that folder does not contain it");
	source_maps_add_found(s->maps, s->asked_for, found);
	session_say(s, "found: %.200s", found);
	missing_source_refresh(s);
	return true;
}

static const struct prompt_kind source_prompt = {
	.hint = "or Esc",
	.accept = accept,
};

void missing_source_ask(struct session *s, const char *path, bool is_missing) {
	enum { SHOWN = 40 }; /* cells of a path */
	char label[PROMPT_LABEL], shown[PROMPT_LABEL / 2];

	s->asked_for = arena_text(s->arena, path, strlen(path));
	text_fit(shown, sizeof shown, path, SHOWN);
	snprintf(label, sizeof label, "%s%s; directory? ", is_missing ? "not found: " : "", shown);
	prompt_open(&s->prompt, &source_prompt, label, "");
}

/* ---- Servers ---- */

enum { PATH = 4096 };

/* One file; kept when done, so that it is asked for only once. */
struct source_fetch {
	struct job job;
	const char *path;
	struct bytes build_id;
	char found[PATH]; /* the worker's until then; "": not found */
	struct source_fetch *next;
};

static void run(void *context, struct progress *progress) {
	struct source_fetch *f = context;
	SCRATCH struct arena *arena = arena_new();
	struct error ignored;
	const char *found = debug_server_fetch(f->build_id, f->path, progress, arena, &ignored);

	if (found && strlen(found) < sizeof f->found)
		strcpy(f->found, found);
}

static void done(void *context, struct session *session) {
	struct source_fetch *f = context;

	if (!*f->found) {
		session_say(session, "no server has %.200s", f->path);
		return;
	}
	source_maps_add_file(session->maps, f->path, f->found);
	session_say(session, "fetched: %.200s", f->path);
	missing_source_refresh(session);
}

/* Fetches a file from a server, if it was not asked for before. */
static void fetch(struct session *s, const char *path) {
	const struct debug_info *debug = s->data->debug;
	struct source_fetch *f = s->fetches;

	while (f && strcmp(f->path, path) != 0)
		f = f->next;
	if (f || !s->preferences.asks_servers || !built_in.debuginfod || !debug_server_is_named() ||
	    *path != '/' || !debug || !debug->build_id.len || !s->worker)
		return;
	f = arena_alloc(s->arena, 1, sizeof *f);
	f->job = (struct job){ .run = run, .done = done, .context = f };
	f->path = arena_text(s->arena, path, strlen(path));
	f->build_id = debug->build_id;
	f->build_id.data = arena_copy(s->arena, f->build_id.data, f->build_id.len, 1);
	f->next = s->fetches;
	s->fetches = f;
	session_say(s, "fetching %.200s", path);
	worker_give(s->worker, &f->job);
}

/* Shows the remark of the view that was just opened, and fetches a missing source. */
static void say_remark(struct session *s) {
	const struct table *table = &s->panes[0].table;

	if (table->source_is_missing)
		fetch(s, table->source_path);
	if (table->remark && !*s->message.reason)
		session_say(s, "%s", table->remark);
}

/* The second pane follows when it is painted. */
void navigation_show(struct session *s, const struct dataset *data) {
	struct pane *first = &s->panes[0];
	bool is_first = !s->data;

	s->data = data;
	if (s->menu.is_of_row)
		menu_close(&s->menu);
	if (is_first)
		pane_build(first, data);
	else
		pane_refresh(first, data);
	say_remark(s);
}

/* Asks for the files of a location. */
static void take_choice(struct session *s, const struct file_choice *choice) {
	if (choice == s->choice)
		return;
	s->choice = choice;
	session_ask(s, REQUEST_CHOICE);
}

static void replace_choice(struct history_entry *list, size_t n, const struct file_choice *old,
                           const struct file_choice *new) {
	for (size_t i = 0; i < n; i++)
		if (list[i].first.choice == old)
			list[i].first.choice = new;
}

/* Shows other files of those that were read, here and wherever the present ones were; "back" does
 * not return from it.  The choice lives as long as the session; NULL: as at first. */
static void navigation_choose(struct session *s, const struct file_choice *choice) {
	replace_choice(s->past, s->npast, s->choice, choice);
	replace_choice(s->future, s->nfuture, s->choice, choice);
	take_choice(s, choice);
}

static void remember(struct session *s, struct history_entry *list, size_t *n) {
	struct pane *panes = s->panes;

	panes[0].here.choice = s->choice;
	panes[0].here.id = pane_anchor(&panes[0]).id;
	panes[1].here.id = pane_anchor(&panes[1]).id;
	if (*n == HISTORY) {
		memmove(list, list + 1, (HISTORY - 1) * sizeof *list);
		(*n)--;
	}
	list[(*n)++] = (struct history_entry){
		.first = panes[0].here,
		.second = panes[1].here,
		.has_second = split_is_shown(s) && panes[1].table.data,
		.on_second = split_has_focus(s),
	};
}

/* Filters are kept for each kind of view: lists of functions, those around one, its code, texts. */
enum subjects { OF_LISTS, AROUND_ONE, OF_CODE, OF_TEXTS };

static enum subjects subjects_of(const struct view *view) {
	if (!view_is_of_functions(view))
		return OF_TEXTS;
	if (!view->is_of_function)
		return OF_LISTS;
	return view_shows_code(view) ? OF_CODE : AROUND_ONE;
}

/* Texts begin without a filter, lists with the filter of the latest list.  A view of one function
 * opened from a list begins without one: the filter that finds a function would hide its callers,
 * callees and most of its file. */
static void find_filter(struct session *s, const struct view *view) {
	const enum subjects wanted = subjects_of(view);
	char *filter = s->panes[0].here.filter;
	const struct location *from = NULL;
	size_t i = s->npast;

	while (wanted != OF_TEXTS && !from && i-- > 0) {
		const struct location *location = &s->past[i].first;
		const enum subjects were = subjects_of(location->view);

		if (were == wanted)
			from = location;
		else if (wanted != OF_LISTS && were != OF_TEXTS)
			break;
	}
	if (from)
		memcpy(filter, from->filter, PROMPT_TEXT);
	else
		*filter = '\0';
}

/* Opens the rows above one of a table that has them open; notes which while a search is typed. */
static void open_above(struct session *s, const struct table *open, size_t row) {
	for (size_t above = row; (above = table_parent(open, above)) < open->nrows;) {
		const struct row *r = &open->rows[above];

		if (r->fold && s->prompt.kind && folds_has(s->folds, r->fold) == r->opens)
			arena_append(s->search_arena, s->opened, s->nopened, r->fold);
		if (r->fold)
			folds_set(s->folds, r->fold, !r->opens);
	}
	session_refresh(s);
}

/* Opens the tree down to the function asked for, where it has the most time, if it is hidden. */
static void open_to_subject(struct session *s) {
	const struct view *view = s->pane->here.view;
	const struct func *f = s->pane->here.query.subject;
	struct query query = s->pane->here.query;
	SCRATCH struct arena *arena = arena_new();
	const char *name = f ? names_get(s->data->names, f, NAME_FULL) : NULL;
	double most = -1;
	struct error err;
	size_t at, best = SIZE_MAX;

	if (view->kind != VIEW_CALLS || view->leads_up || !f || pane_subject(s->pane) == f)
		return;
	query.open_below = FOLD_ALL;
	query.filter = filter_for(s->data, name, arena, &at, &err);
	const struct table open = view_table(view, s->data, &query, arena);
	for (size_t i = 0; i < open.nrows; i++)
		if (view_subject(view, open.rows[i].item) == f &&
		    figures_total(open.rows[i].item) > most) {
			most = figures_total(open.rows[i].item);
			best = i;
		}
	if (best < SIZE_MAX) {
		open_above(s, &open, best);
		pane_move_to(s->pane, (struct anchor){ .id = open.rows[best].id });
	}
	if (pane_subject(s->pane) != f && !*s->pane->here.filter)
		session_say(s, "%.200s is not in this tree; 2 shows its callers", name);
}

void navigation_go(struct session *s, const struct view *view, struct query query) {
	struct pane *first = &s->panes[0];
	const struct view *from = first->here.view;
	struct error err;

	view = view_of_rows(view, s->preferences.display.rows);
	if (!view_check(view, s->data, &err)) {
		session_fail(s, &err);
		return;
	}
	/* The other view need not have the column of the order. */
	if (view->columns != from->columns || split_has_focus(s)) {
		query.sort = view->kind == VIEW_FUNCTIONS ? s->preferences.sort : NULL;
		query.reverse = false;
	}
	if (view->is_of_view && !from->is_of_view)
		query.from = from;
	query.by_change = view_shows_code(view) && (from->shows_changes || query.gone ||
	                                            (view_shows_code(from) && query.by_change));
	remember(s, s->past, &s->npast);
	s->nfuture = 0;
	s->pane = first;
	first->here.query = query;
	first->here.view = view;
	find_filter(s, view);
	pane_open(first, s->data);
	if (view->kind == VIEW_TEXTS)
		first->here.top = first->cursor;
	else if (!view->is_of_function && view->kind != VIEW_CALLS && !from->takes_function &&
	         (view->kind != VIEW_FUNCTIONS || from->kind == VIEW_FUNCTIONS))
		pane_move(first, 0);
	open_to_subject(s);
	say_remark(s);
}

void navigation_ask(struct session *s, struct query query) {
	struct pane *first = &s->panes[0];

	s->pane = first;
	first->here.query = query;
	pane_open(first, s->data);
	say_remark(s);
}

struct location *navigation_list(struct session *s) {
	for (size_t i = s->npast; i-- > 0;)
		if (!s->past[i].first.view->is_of_function)
			return &s->past[i].first;
	return NULL;
}

/* Finds functions of one profile in another, either of them NULL if there is none; remembers the
 * last one, because the history asks for the same ones again and again. */
struct matches {
	const struct profile *from, *to;
	const struct func *last, *counterpart;
};

/* The same of a profile and of its base. */
struct both_matches {
	struct matches new, base;
};

/* The function of the same name, usually with the same number. */
static const struct func *counterpart_of(struct matches *matches, const struct func *f) {
	const struct profile *to = matches->to;

	if (!f || !to || to == matches->from)
		return to ? f : NULL;
	if (f == matches->last)
		return matches->counterpart;
	size_t index = profile_number(matches->from, f);
	matches->last = f;
	const bool is_there = index < to->nfuncs && !strcmp(to->funcs[index].name, f->name);
	matches->counterpart = is_there ? &to->funcs[index] : NULL;
	for (size_t i = 0; i < to->nfuncs && !matches->counterpart; i++)
		if (!strcmp(to->funcs[i].name, f->name))
			matches->counterpart = &to->funcs[i];
	return matches->counterpart;
}

static const struct profile *base_of(const struct dataset *data) {
	return data->comparison ? data->comparison->base->data.profile : NULL;
}

static void move_location(struct location *location, struct both_matches *matches) {
	struct query *q = &location->query;

	q->position = (struct code_position){ .path = NULL }; /* code may have moved */

	q->subject = counterpart_of(&matches->new, q->subject);
	q->gone = counterpart_of(&matches->base, q->gone);
	if (!q->cycle)
		return;
	const struct func *head = counterpart_of(&matches->new, q->cycle->members[0]);
	q->cycle = head ? head->cycle : NULL;
}

static void move_entry(struct history_entry *entry, struct both_matches *matches) {
	move_location(&entry->first, matches);
	move_location(&entry->second, matches);
}

/* Moves a pane to the other profile's functions of the same names. */
static void move_pane(struct pane *pane, const struct dataset *data, struct both_matches *matches) {
	struct anchor from = pane_anchor(pane);

	from.func = counterpart_of(&matches->new, from.func);
	move_location(&pane->here, matches);
	if (!view_is_there(pane->here.view, data))
		pane_take_view(pane, data, view_at(0));
	if (!pane->table.data)
		return;
	pane_build(pane, data);
	pane_move_to(pane, from);
}

void navigation_swap(struct session *s, const struct dataset *data) {
	struct both_matches matches = {
		.new = { .from = s->data->profile, .to = data->profile },
		.base = { .from = base_of(s->data), .to = base_of(data) },
	};

	for (size_t i = 0; i < s->npast; i++)
		move_entry(&s->past[i], &matches);
	for (size_t i = 0; i < s->nfuture; i++)
		move_entry(&s->future[i], &matches);
	menu_close(&s->menu);
	s->origin.func = counterpart_of(&matches.new, s->origin.func);
	s->data = data;
	if (s->split_view && !view_is_there(s->split_view, data))
		s->split_view = NULL;
	for (size_t i = 0; i < 2; i++)
		move_pane(&s->panes[i], data, &matches);
}

/* Makes a pane show a location again. */
static void return_to(struct session *s, struct pane *pane, const struct location *location) {
	const struct display *now = &s->preferences.display;

	pane->here = *location;
	if (now->rows != location->query.display.rows)
		pane_take_view(pane, s->data, view_of_rows(location->view, now->rows));
	pane_build(pane, s->data);
	pane_move_to(pane, (struct anchor){ .id = pane->here.id, .row = pane->here.row });
}

/* But for the cursor. */
static bool looks_like(const struct location *a, const struct location *b) {
	return a->view == b->view && !a->view->is_of_function && !a->view->takes_function &&
	       a->choice == b->choice && a->query.reverse == b->query.reverse &&
	       a->query.display.rows == b->query.display.rows && a->query.sort == b->query.sort &&
	       !strcmp(a->filter, b->filter);
}

static bool travel(struct session *s, struct history_entry *from, size_t *nfrom,
                   struct history_entry *to, size_t *nto) {
	struct location was = s->panes[0].here;
	enum row_kind *now = &s->preferences.display.rows;
	const size_t cursor = s->panes[0].cursor;

	while (*nfrom && !view_is_there(from[*nfrom - 1].first.view, s->data))
		(*nfrom)--;
	if (!*nfrom)
		return false;
	was.choice = s->choice;
	remember(s, to, nto);
	const struct history_entry *there = &from[--*nfrom];
	s->pane = &s->panes[0];
	take_choice(s, there->first.choice);
	const enum row_kind rows = there->first.query.display.rows;
	if (view_of_form(there->first.view) == view_at(0) &&
	    (view_of_form(was.view) == view_at(0) || (rows != ROWS_LINE && *now != ROWS_LINE)))
		*now = rows; /* lines are a setting of the call graph, too */
	return_to(s, &s->panes[0], &there->first);
	if (looks_like(&s->panes[0].here, &was) && s->panes[0].cursor == cursor)
		session_say(s, "the view was the same before");
	split_update(s);
	if (!split_is_shown(s) || !there->has_second || !view_is_there(there->second.view, s->data))
		return true;
	return_to(s, &s->panes[1], &there->second);
	if (there->on_second)
		s->pane = &s->panes[1];
	return true;
}

bool navigation_back(struct session *s) {
	return travel(s, s->past, &s->npast, s->future, &s->nfuture);
}

bool navigation_forward(struct session *s) {
	return travel(s, s->future, &s->nfuture, s->past, &s->npast);
}

static bool has_folds(const struct table *t) {
	for (size_t i = 0; i < t->nrows; i++)
		if (t->rows[i].fold)
			return true;
	return false;
}

static bool has_shares(const struct table *t) {
	size_t c;

	for (c = 0; c < t->columns->n && t->columns->list[c].unit != UNIT_PERCENT; c++)
		;
	return c < t->columns->n && t->nrows;
}

static bool has_pane(struct session *s) {
	split_update(s);
	return split_is_shown(s);
}

bool session_compares_own(const struct session *s) {
	return s->data->comparison && s->data->comparison->base->is_of_new;
}

static bool is_met(struct session *s, enum need need) {
	const struct pane *pane = s->pane;
	const struct view *view = pane->here.view, *first = s->panes[0].here.view;
	const struct row *row = pane_row(pane);

	switch (need) {
	case NEED_ROW:
		return row;
	case NEED_TARGET:
		s->target.view = pane_follow(pane, row, pane->here.query.subject, &s->target.query);
		return row && (row->fold || pane_file(pane) || s->target.view);
	case NEED_FILE:
		return pane_file(pane) || session_compares_own(s);
	case NEED_CHOICE:
		return pane_subject(pane) || pane_file(pane) || pane_base_file(pane) ||
		       pane_term(pane);
	case NEED_FUNCTION:
		return pane_subject(pane);
	case NEED_LOCATION:
		return pane_subject(pane) || (row && view_line(view, &pane->table, row->item).path);
	case NEED_FOLD:
		return row && row->fold;
	case NEED_FOLDS:
		return has_folds(&pane->table);
	case NEED_LIST: /* the view is beside it, or was opened from it */
		return first->is_of_function ? navigation_list(s) != NULL : split_has_focus(s);
	case NEED_SHARES:
		return has_shares(&pane->table);
	case NEED_ORDER: /* texts are read from beginning to end */
		return view->kind != VIEW_TEXTS;
	case NEED_INVERSE:
		return view->inverse &&
		       (s->finds_runs || view_is_there(view_named(view->inverse), s->data));
	case NEED_PANE:
		return has_pane(s);
	case NEED_PAST:
		return s->npast;
	case NEED_FUTURE:
		return s->nfuture;
	case NEED_SEARCH:
		return s->search;
	case NEED_FILTER:
		return *pane->here.filter || session_compares_own(s) || s->base_choice ||
		       records_count_off(s->data->profile->records);
	case NEED_CODE:
		return first->kind == VIEW_INSTRUCTIONS ||
		       (has_pane(s) && s->panes[1].here.view->kind == VIEW_INSTRUCTIONS);
	case NEED_BASE:
		return s->data && s->data->comparison;
	case NEED_SIDES:
		return s->data->base && view_shows_code(view);
	case NEED_ROWS:
		return view_of_form(first)->rows != 0;
	case NEED_NO_MENU:
		return !s->menu.title;
	default:
		return true;
	}
}

bool need_is_met(struct session *s, enum need need, struct error *err) {
	static const char *const reasons[] = {
#define ITEM(name, reason) [NEED_##name] = (reason),
		NEEDS(ITEM)
#undef ITEM
	};
	const bool is_in_tree = need == NEED_FOLD && s->pane->table.is_tree &&
	                        s->pane->here.view->kind == VIEW_CALLS;

	return is_met(s, need) ||
	       fail(err, "%s", is_in_tree ? "there is nothing below this row" : reasons[need]);
}

enum { AT_ONCE = 20000 }; /* rows in some milliseconds */

/* Searches the next rows, and goes to what is found; true if the pattern was. */
static bool look(struct session *s) {
	struct finding *f = &s->finding;
	const size_t n = f->left < AT_ONCE ? f->left : AT_ONCE;
	const bool is_found = table_find_some(&s->pane->table, s->search, &f->row, n,
	                                      f->is_backwards);

	f->left -= n;
	f->is_under_way = !is_found && f->left;
	if (is_found)
		pane_move(s->pane, f->row);
	if (is_found && !f->is_typed && (f->is_backwards ? f->row >= f->from : f->row <= f->from))
		session_say(s, f->row == f->from ? "the only row found"
		               : f->is_backwards ? "continued from the last row"
		                                 : "continued from the first row");
	return is_found;
}

/* Opens the rows that hide what is looked for, and goes there; notes which while it is typed. */
static bool look_at_folded(struct session *s) {
	const struct view *view = s->pane->here.view;
	struct query query = s->pane->here.query;
	SCRATCH struct arena *arena = arena_new();
	size_t row = 0;

	if (view->kind == VIEW_LINES || !is_met(s, NEED_FOLDS))
		return false;
	query.open_below = FOLD_ALL;
	const struct table open = view_table(view, s->data, &query, arena);
	if (!table_find_some(&open, s->search, &row, open.nrows, false))
		return false;
	open_above(s, &open, row);
	row = s->pane->cursor;
	table_find_some(&s->pane->table, s->search, &row, s->pane->table.nrows, false);
	pane_move(s->pane, row);
	return true;
}

static bool fail_to_find(const struct session *s, struct error *err) {
	const struct view *view = s->pane->here.view;
	const struct code_lines *lines = s->data->profile->is_apart ? NULL : s->data->code_lines;
	const bool has_inlined = view_is_of_functions(view) && lines && lines->has_inlined;
	const struct profile *p = s->data->profile;
	const bool lacks_libraries = view_is_of_functions(view) && p->records->used_s <= 0 &&
	                             p->image->nlibraries;
	const char *hint = pattern_has_capital(s->search_text, strlen(s->search_text))
	                           ? "; capitals must match"
	                   : *s->pane->here.filter ? "; F shows what the filter hides"
	                   : view->is_of_function  ? "; press 1, then /, to search all functions"
	                   : has_inlined           ? "; A shows inlined functions, too"
	                   : lacks_libraries       ? "; libraries are not in it, see i"
	                                           : "";

	return fail(err, "not found%s%.200s%s", s->finding.is_typed ? "" : ": ",
	            s->finding.is_typed ? "" : s->search_text, hint);
}

bool finding_begin(struct session *s, size_t row, bool is_backwards, bool is_typed,
                   struct error *err) {
	s->finding = (struct finding){
		.is_backwards = is_backwards,
		.is_typed = is_typed,
		.pattern = s->search,
		.rows = s->pane->table.rows,
		.from = s->pane->cursor,
		.row = row,
		.left = s->pane->table.nrows,
	};
	return look(s) || s->finding.is_under_way || look_at_folded(s) || fail_to_find(s, err);
}

bool finding_step(struct session *s) {
	struct finding *f = &s->finding;
	struct error err;

	/* The user does not look at the rows that are searched any more. */
	if (!s->search || s->search != f->pattern || s->pane->table.rows != f->rows ||
	    s->pane->cursor != f->from || f->left > s->pane->table.nrows) {
		f->is_under_way = false;
		return true;
	}
	if (look(s))
		return true;
	if (f->is_under_way)
		return false;
	if (look_at_folded(s))
		return true;
	fail_to_find(s, &err);
	if (f->is_typed && s->prompt.kind)
		prompt_break(&s->prompt, s->prompt.len, &err);
	else
		session_fail(s, &err);
	return true;
}

const char *finding_words(const struct session *s, struct arena *arena) {
	const struct table *t = &s->pane->table;
	const size_t n = t->nrows < AT_ONCE ? t->nrows : AT_ONCE;
	size_t found = 0;

	for (size_t row = 0; s->search && table_find_some(t, s->search, &row, n - row, false);
	     row++)
		found++;
	return !found ? ""
	              : arena_format(arena, "%s of %s%s %s match%s", number_text(arena, found),
	                             n < t->nrows ? "the first " : "", number_text(arena, n),
	                             t->noun, found == 1 ? "es" : "");
}

static size_t count_files(const struct records *r) {
	return r->nfiles + r->noff;
}

static const struct file_choice *only_this(struct session *s) {
	return file_choice_only(pane_file(s->pane), count_files(s->data->profile->records),
	                        s->arena);
}

/* Other files of the base; NULL: as at first. */
static void choose_of_base(struct session *s, const struct file_choice *choice) {
	s->base_choice = choice;
	session_ask(s, REQUEST_BASE_CHOICE);
}

/* The choice without the runs that did other work; NULL: there are none. */
static const struct file_choice *without_odd(const struct side *side, size_t *n,
                                             struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	const struct odd_runs odd = runs_of_other_work(side->runs, scratch);
	const struct records *r = side->data.profile->records;
	const struct file_choice *choice = file_choice_of(r, NULL, false, arena);

	for (size_t i = 0; i < odd.n; i++)
		choice = file_choice_toggle(choice, &side->runs->list[odd.list[i].index],
		                            count_files(r), arena);
	*n += odd.n;
	return odd.n ? choice : NULL;
}

void choosing_end_base(struct session *s, const char *said) {
	s->base_choice = NULL;
	s->base_asked = "none";
	session_ask(s, REQUEST_BASE);
	session_say(s, "%s", said);
}

bool choosing_same_work(struct session *s, const char *arg, struct error *err) {
	const struct comparison *c = s->data->comparison;
	size_t n = 0;
	const struct file_choice *new = without_odd(c->new, &n, s->arena);
	const struct file_choice *base = without_odd(c->base, &n, s->arena);

	if (!n && !s->choice && !s->base_choice)
		return fail(err, "no run made unusually many or few calls");
	if (new || !n)
		navigation_choose(s, new);
	if (base || !n)
		choose_of_base(s, base);
	session_say(s, n ? "%zu run%s left out, which did different work" : "all runs count again",
	            n, n == 1 ? "" : "s");
	return true;
}

static bool can_be_on(const struct run *run, struct error *err) {
	return !run->failed ||
	       fail(err, "%s cannot be switched on: %s", path_last(run->path), run->failed);
}

bool choosing_toggle(struct session *s, struct error *err) {
	const struct run *of_base = pane_base_file(s->pane);
	const struct run *run = of_base ? of_base : pane_file(s->pane);
	const struct records *r = of_base ? s->data->comparison->base->data.profile->records
	                                  : s->data->profile->records;

	if (!can_be_on(run, err))
		return false;
	const struct file_choice *choice = file_choice_toggle(
		of_base ? file_choice_of(r, NULL, false, s->arena) : s->choice, run, count_files(r),
		s->arena);
	if (!file_choice_count(choice, records_all(r)))
		return fail(err, "the last file stays on; F brings all back");
	if (of_base) {
		choose_of_base(s, choice);
		return true;
	}
	navigation_choose(s, choice);
	session_say(s, "%s is %s", path_last(run->path),
	            file_choice_is_off(choice, run->number) ? "off" : "on");
	return true;
}

bool choosing_only(struct session *s, struct error *err) {
	const struct file_choice *choice = only_this(s);

	if (!can_be_on(pane_file(s->pane), err))
		return false;
	if (file_choice_is_same(choice, s->choice, count_files(s->data->profile->records)))
		choosing_all(s);
	else
		navigation_choose(s, choice);
	return true;
}

/* As at first, which ends a comparison of them with each other; if that is so, also those off by
 * themselves, as other files have their counts. */
void choosing_all(struct session *s) {
	const bool is_own = session_compares_own(s);
	const bool is_first = !is_own && !s->choice && records_count_off(s->data->profile->records);

	if (s->choice || s->base_choice)
		session_say(s, "all files count again");
	navigation_choose(
		s, is_first ? file_choice_all(count_files(s->data->profile->records), s->arena)
			    : NULL);
	if (is_own)
		choosing_end_base(s, "all files count again; the comparison has ended");
	else if (s->base_choice)
		choose_of_base(s, NULL);
	if (is_first)
		session_say(s, "all files count, even those that gptui had switched off");
}

bool choosing_open(struct session *s, struct error *err) {
	const struct file_choice *choice = only_this(s);
	struct query query = s->pane->here.query;

	if (!can_be_on(pane_file(s->pane), err))
		return false;
	query_ask(&query, NULL);
	navigation_go(s, view_at(0), query);
	s->choice = choice;
	session_ask(s, REQUEST_CHOICE);
	return true;
}

static void cancel(struct session *s) {
	session_say(s, "nothing was written");
}

static bool accept_overwrite(struct session *s, const char *text, struct error *err) {
	if (!strcmp(text, "y") || !strcmp(text, "Y"))
		return s->overwrite.write(s, s->overwrite.path, err);
	cancel(s);
	return true;
}

static const struct prompt_kind prompt = {
	.hint = "",
	.accept = accept_overwrite,
	.cancel = cancel,
	.is_question = true,
};

bool overwrite_ask(struct session *s, const char *question, const char *path,
                   overwrite_write *write, struct error *err) {
	if (strlen(path) >= sizeof s->overwrite.path)
		return fail(err, "the path is too long");
	snprintf(s->overwrite.path, sizeof s->overwrite.path, "%s", path);
	s->overwrite.write = write;
	prompt_open(&s->prompt, &prompt, question, "");
	return true;
}

static bool ask(struct session *s, const char *title, struct line_owners owners, const char *line) {
	enum { AROUND = 20, LEAST = 20 }; /* cells */
	char name[VALUE_TEXT];
	int rows, cols;

	if (owners.n < 2 || s->pane->owner)
		return false;
	s->terminal->size(&rows, &cols);
	cols = cols < AROUND + LEAST ? LEAST : cols - AROUND;
	menu_open(&s->menu, title);
	s->menu.is_of_row = true;
	for (size_t i = 0; i < owners.n; i++) {
		/* As much as fits beside the time: instances of a template differ in arguments. */
		short_name(name, sizeof name,
		           names_get(s->data->names, owners.list[i].func,
		                     s->pane->here.query.display.names),
		           cols);
		menu_offer(&s->menu, text_safe_copy(name, s->menu.arena),
		           arena_format(s->menu.arena, "%s",
		                        said_time(&s->pane->table, owners.list[i].ticks)),
		           arena_format(s->menu.arena, "owner %zu %s", i + 1, line));
	}
	return true;
}

bool owner_menu_asks(struct session *s, const char *line) {
	return ask(s, "The code of this line is part of:", pane_owners(s->pane), line);
}

bool owner_menu_asks_code(struct session *s, const char *line) {
	return ask(s, "The code of this function is part of:", pane_hosts(s->pane), line);
}
