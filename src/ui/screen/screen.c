/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include "config.h"
#include "model/files/file_choice.h"
#include "process/worker.h"
#include "ui/session/session.h"
#include "views/views.h"

const char *caption_name(const char *path) {
	const char *last = path_last(path);

	return *last ? last : path;
}

/* How much is said of the time. */
enum how_full {
	ONLY_TIME, /* "14.20 of 14.22 s", "4.15 s" */
	WITH_KIND, /* "14.20 s CPU", "4.15 s sampled" */
	IN_FULL    /* "14.20 of 14.22 s CPU", the same */
};

/* The time that samples stand for, which is not all that the program took. */
static const char *measured(const struct profile *p, enum how_full how, struct arena *arena) {
	const char *unit = !strcmp(p->dimension, "seconds") ? "s" : p->dimension;
	const char *samples = number_counted(arena, p->samples, "sample");
	const int digits = time_decimals(p, 2);
	enum { FEW = 100 };

	if (p->rate <= 0)
		return samples;
	if (p->records->used_s > 0 && how != WITH_KIND)
		return arena_format(arena, "%.*f of %.*f s%s", digits, p->total_ticks / p->rate,
		                    digits, p->records->used_s, how == IN_FULL ? " CPU" : "");
	if (p->samples && p->samples < FEW && p->records->used_s <= 0)
		return how != IN_FULL ? samples
		                      : arena_format(arena, "%s, %.*f %s", samples, digits,
		                                     p->total_ticks / p->rate, unit);
	return arena_format(arena, "%.*f %s%s%s", digits, p->total_ticks / p->rate, unit,
	                    how == ONLY_TIME         ? ""
	                    : p->records->used_s > 0 ? " CPU"
	                                             : " sampled",
	                    how == IN_FULL && p->records->nfiles > 1 ? " in all" : "");
}

/* "idle 8.40 s out", with its own digits. */
static const char *idle_words(const struct profile *p, struct arena *arena) {
	const double unit = p->rate > 0 ? p->rate : 1;

	return arena_format(arena, "idle %.*f%s%s", p->rate > 0 ? time_decimals(p, 2) : 0,
	                    p->idle_ticks / unit, p->rate > 0 ? " s" : "",
	                    p->is_idle_out ? " out" : "");
}

/* What was opened, in the order it is shown. */
enum part {
	PART_FILES,
	PART_RATE,
	PART_TIME,
	PART_SHARE,
	PART_RULES,
	PART_CYCLES,
	PART_PROFILER,
	PART_CALLERS,
	PART_INLINED,
	PARTS
};

static const char *join(const char *const *parts, const char *between, struct arena *arena) {
	const char *line = "";

	for (size_t i = 0; i < PARTS; i++)
		if (*parts[i])
			line = arena_format(arena, "%s%s%s", line, *line ? between : "", parts[i]);
	return line;
}

/* Less of a part, where there is no room for all. */
struct shorter {
	enum part part;
	const char *text;
};

static const char *fit(const char **parts, const struct shorter *list, size_t n,
                       const char *between, int room, struct arena *arena) {
	const char *line = join(parts, between, arena);

	for (size_t i = 0; i < n && text_width(line) > room; i++)
		if (*parts[list[i].part]) {
			parts[list[i].part] = list[i].text;
			line = join(parts, between, arena);
		}
	return line;
}

/* "rank 3 of 8 files", "gmon.21172 of 8 files", if it is the only one that is on; or briefly. */
static const char *file_words(const struct dataset *data, bool is_brief, struct arena *arena) {
	enum { BRIEF = 14 };
	const struct records *r = data->profile->records;
	const struct file_names *names = data->file_names;
	const size_t at = r->files->number;
	const char *said = path_last(r->files->path);
	char fitted[256];

	if (names && !names->doubles && at < names->n && names->list[at].rank != NO_RANK)
		said = arena_format(arena, "rank %u", names->list[at].rank);
	text_fit(fitted, sizeof fitted, said, is_brief ? BRIEF : NAME_LETTERS);
	return arena_format(arena, "%s of %zu%s", fitted, 1 + r->noff, is_brief ? "" : " files");
}

const char *caption_base(const struct comparison *c, struct arena *arena) {
	enum { CELLS = 28 };
	const struct side_files *base = &c->base->files;
	const char *new = c->new->files.executable, *name = base->executable;
	char fitted[VALUE_TEXT];

	if (c->base->is_of_new || (!strcmp(name, new) && c->base->runs->n > 1))
		return "";
	if (!strcmp(name, new))
		name = *base->files;
	else if (!strcmp(name, caption_name(new)))
		name = arena_format(arena, "./%s", name);
	short_path(fitted, sizeof fitted, text_safe_copy(name, arena), CELLS, SIZE_MAX);
	return arena_format(arena, " of %s", fitted);
}

static const char *runs_words(const struct comparison *c, const char *of, struct arena *arena) {
	return arena_format(arena, "%s against %zu%s",
	                    number_counted(arena, c->new->runs->n, "run"), c->base->runs->n, of);
}

static const char *files_words(const struct dataset *data, struct arena *arena) {
	const struct comparison *c = data->comparison;
	const struct records *r = data->profile->records;
	const size_t n = r->nfiles;

	if (!c && r->noff)
		return n == 1 ? file_words(data, false, arena)
		              : arena_format(arena, "%zu of %zu files", n, n + r->noff);
	return c ? runs_words(c, caption_base(c, arena), arena)
	         : number_counted(arena, n, r->are_intervals ? "snapshot" : "file");
}

/* "12 files, 100 Hz, 41.37 s sampled": parts joined by `between`; the least important are left out
 * if they need more than `room` cells. */
static const char *caption_source(const struct dataset *data, const char *between, int room,
                                  struct arena *arena) {
	const struct profile *p = data->profile;
	const bool is_as_gprof = p->rules->gprof;
	const char *parts[PARTS] = {
		[PART_FILES] = files_words(data, arena),
		[PART_RATE] = p->rate > 0 ? arena_format(arena, "%.0f Hz", p->rate)
		                          : "rate unknown",
		[PART_TIME] = measured(p, is_as_gprof ? ONLY_TIME : IN_FULL, arena),
		[PART_SHARE] = idle_stands_out(p) ? idle_words(p, arena)
		               : profiler_stands_out(p)
		                       ? arena_format(arena, "profiler %.0f %%", profiler_share(p))
		                       : "",
		[PART_RULES] = is_as_gprof ? "gprof's rules" : "",
		[PART_CYCLES] = p->rules->choice.opens_cycles ? "cycles open" : "",
		[PART_PROFILER] = p->profiler == PROFILER_SPREAD ? "profiler spread"
		                  : p->profiler == PROFILER_OUT  ? "profiler out"
		                                                 : "",
		[PART_CALLERS] = p->rules->choice.measures_callers && !p->rules->gprof
		                         ? "callers measured"
		                         : "",
		[PART_INLINED] = p->is_apart ? "inlined apart" : "",
	};
	const bool are_some = p->records->noff > 0;
	const struct comparison *c = data->comparison;
	const struct shorter order[] = {
		{ PART_RATE, "" },
		{ PART_FILES, c ? runs_words(c, "", arena) : parts[PART_FILES] },
		{ PART_FILES,
		  c ? arena_format(arena, "%zu vs %zu", c->new->runs->n, c->base->runs->n)
		  : are_some && p->records->nfiles == 1 ? file_words(data, true, arena)
		                                        : parts[PART_FILES] },
		{ PART_RULES, "gprof" },
		{ PART_INLINED, "inlined" },
		{ PART_SHARE, idle_stands_out(p) ? parts[PART_SHARE] : "" },
		{ PART_INLINED, "" },
		{ PART_TIME, is_as_gprof ? parts[PART_TIME] : measured(p, WITH_KIND, arena) },
		{ PART_TIME, measured(p, ONLY_TIME, arena) },
		{ PART_SHARE, "" },
		{ PART_PROFILER, "" },
		{ are_some ? PART_TIME : PART_FILES, "" },
		{ are_some ? PART_FILES : PART_TIME,
		  are_some && p->records->nfiles == 1
		          ? arena_format(arena, "1 of %zu", 1 + p->records->noff)
		          : "" },
	};

	return fit(parts, order, sizeof order / sizeof *order, between, room, arena);
}

/* "12 of 4 812 functions, 38.1 % of time", or why it may be that there are none. */
static const char *caption_shown(const struct table *t, const char *filter, struct arena *arena) {
	const char *shown = number_text(arena, t->nrows - t->nrests);
	const char *all = number_text(arena, t->nall);

	if (t->nrows == t->nrests && !strchr(filter, '"') &&
	    pattern_has_capital(filter, strlen(filter)))
		return arena_format(arena, "0 of %s %s; capitals must match", all, t->noun);
	if (t->shown_share >= 100)
		return arena_format(arena, "%s of %s %s", shown, all, t->noun);
	return arena_format(arena, "%s of %s %s, %.*f %% of time", shown, all, t->noun,
	                    percent_decimals(t->data->profile, 1), t->shown_share);
}

static void add_state(struct caption *caption, const char *what, const char *text,
                      struct arena *arena) {
	caption->state = arena_format(arena, "%s%s%s%s%s", caption->state,
	                              *caption->state ? "; " : "", what, *what ? " " : "", text);
}

static struct provenance provenance_of(const struct view *view, const struct dataset *data,
                                       struct arena *arena) {
	const struct profile *p = data->profile;
	const struct records *r = p->records;
	const char **files = arena_space(arena, r->nfiles, sizeof *files);

	for (size_t i = 0; i < r->nfiles; i++)
		files[i] = r->files[i].path;
	return (struct provenance){
		.version = PACKAGE_VERSION,
		.view = view->name,
		.program = p->image->path,
		.files = files,
		.nfiles = r->nfiles,
		.rate = p->rate,
		.total = p->rate > 0 ? p->total_ticks / p->rate : p->total_ticks,
		.unit = p->rate > 0 ? p->dimension : "samples",
		.rules = p->rules->gprof ? "gprof" : "exact",
	};
}

struct caption caption_of(const struct view *view, const struct table *t, const char *filter,
                          struct arena *arena) {
	const struct query *q = t->query;
	const char *sort = q->sort ? q->sort : t->sort;
	struct caption caption = {
		.title = arena_format(arena, "%s of %s", view->title,
		                      caption_name(t->data->profile->image->path)),
		.source = caption_source(t->data, ", ", INT_MAX, arena),
		.state = "",
		.provenance = provenance_of(view, t->data, arena),
	};

	if (q->nsubjects)
		add_state(&caption, "", arena_format(arena, "%zu functions", q->nsubjects), arena);
	else if (q->gone && view->is_of_function && t->data->comparison)
		add_state(&caption, "function of the base", base_name(t, q->gone), arena);
	else if (q->cycle && view->is_of_function)
		add_state(&caption, "cycle", arena_format(arena, "%u", q->cycle->number), arena);
	else if (q->subject && view_takes_function(view))
		add_state(&caption, "function", func_name(t, q->subject), arena);
	if (t->source_path)
		add_state(&caption, "file", t->about, arena);
	if (*filter)
		add_state(&caption, "filter", filter, arena);
	if (t->has_limit)
		add_state(&caption, "limit", arena_format(arena, "%g %%", q->display.limit), arena);
	if (*filter || t->has_limit)
		add_state(&caption, "shown:", caption_shown(t, filter, arena), arena);
	if (t->summary)
		add_state(&caption, "", t->summary, arena);
	if (t->remark)
		add_state(&caption, "note:", t->remark, arena);
	if (sort && (*filter || q->sort))
		add_state(&caption, q->reverse ? "sorted in reverse by" : "sorted by", sort, arena);
	return caption;
}

enum {
	LEAST_ROWS = 5,
	LEAST_COLS = 20,
	LEAST_TITLE = 12, /* cells beside the tabs */
	WIDE = 100        /* columns; on fewer, words of the first line are closer */
};

/* The next view that has a tab; NULL after the last. */
static const struct view *next_tab(const struct session *s, size_t *i) {
	const struct view *v;

	while ((v = view_at((*i)++)))
		if (v->is_tab && view_is_there(v, s->data))
			break;
	return v;
}

static int tab_width(const struct view *v, int cols) {
	return (int)strlen(v->name) + (cols < WIDE ? 3 : 4); /* "1 flat" and blanks */
}

/* Where the tabs begin, or cols where there is no room for them. */
static int tabs_begin(const struct session *s, int cols) {
	const struct view *v;
	int tabs = 0;
	size_t i = 0;

	while ((v = next_tab(s, &i)))
		tabs += tab_width(v, cols);
	return cols > tabs + LEAST_TITLE ? cols - tabs + 1 : cols;
}

const struct view *screen_tab_at(const struct session *s, int cols, int col) {
	int at = tabs_begin(s, cols);
	const struct view *v = NULL;
	size_t i = 0;

	while (col >= at && (v = next_tab(s, &i)))
		at += tab_width(v, cols);
	return v;
}

/* A view without a tab belongs to the one that I leads to, or that it is a form of. */
static bool is_here(const struct session *s, const struct view *tab) {
	const struct view *here = s->panes[0].here.view;

	if (here->is_tab)
		return tab == here;
	return tab == (here->inverse ? view_named(here->inverse) : view_of_form(here));
}

static void paint_tabs(const struct session *s, struct canvas *canvas, int col) {
	const struct view *v;
	char tab[64];
	size_t i = 0;

	while ((v = next_tab(s, &i))) {
		const char *keys = default_keys(v->name);

		snprintf(tab, sizeof tab, "%.1s %s", keys ? keys : " ", v->name);
		canvas_put(canvas, 0, col, canvas->cols - col,
		           is_here(s, v) ? ROLE_TAB_HERE : ROLE_TAB, tab);
		col += tab_width(v, canvas->cols);
	}
}

/* The title gives the room that the tabs need. */
static void paint_title(const struct session *s, struct canvas *canvas, struct arena *picture) {
	enum { NAME = 20, AROUND_NAME = 40, ENOUGH = 26, USUAL = 80 };
	const int least = canvas->cols < USUAL ? 10 : 6; /* cells of the name */
	const int blanks = canvas->cols < WIDE ? 1 : 2;
	const char *own = "gptui ";
	int room = canvas->cols, tabs = tabs_begin(s, canvas->cols);
	char name[256];

	canvas_mark(canvas, 0, 0, canvas->cols, ROLE_TITLE);
	if (tabs < room) {
		paint_tabs(s, canvas, tabs);
		room = tabs - blanks;
	}
	const int wants = !s->data ? 0 : text_width(caption_source(s->data, "  ", ENOUGH, picture));
	const int all = !s->data ? 0 : text_width(caption_source(s->data, "  ", INT_MAX, picture));
	if (text_width(own) + text_width(s->name) + blanks + (blanks == 1 ? all : wants) > room)
		own = "";
	int col = canvas_put(canvas, 0, 0, room, ROLE_TITLE, own);
	const int rest = room - col - blanks;
	const int left = !s->data || rest - wants >= least
	                         ? rest - wants
	                         : rest - text_width(caption_source(s->data, "  ", rest - least,
	                                                            picture));
	const int most = room > NAME + AROUND_NAME ? room - AROUND_NAME : NAME;
	text_fit(name, sizeof name, s->name,
	         room - col < least ? room - col
	         : left < least     ? least
	         : left < most      ? left
	                            : most);
	col = canvas_put(canvas, 0, col, room - col, ROLE_TITLE, name) + blanks;
	if (s->data)
		canvas_put(canvas, 0, col, room - col, ROLE_TITLE,
		           caption_source(s->data, "  ", room - col, picture));
}

/* As much of a cause as there is room for: what is wrong matters more than the file that it is
 * about, and that more than its folders. */
static const char *fit_cause(const char *cause, int room) {
	const char *end = strstr(cause, ": "), *name = end;

	if (!end || text_width(cause) <= room)
		return cause;
	while (name > cause && name[-1] != '/')
		name--;
	return text_width(name) <= room ? name : end + 2;
}

/* Stays below the title as long as the profile is shown: whoever believes its figures is misled. */
static void paint_fault(const struct session *s, struct canvas *canvas, struct arena *picture) {
	static const char key[] = "i: why";
	const struct note_count count = dataset_count_notes(s->data);
	const int row = s->fault_row, end = canvas->cols - (int)sizeof key;
	char fitted[1024];

	if (!row)
		return;
	canvas_fill(canvas, row, 0, canvas->cols, ROLE_FAULT);
	int col = canvas_put(canvas, row, 0, canvas->cols, ROLE_FAULT,
	                     count.nfaults == 1
	                             ? "FAULT: "
	                             : arena_format(picture, "%zu FAULTS: ", count.nfaults));
	int room = end - 2 > col ? end - 2 - col : 0;
	text_fit(fitted, sizeof fitted, fit_cause(count.fault->cause, room), room);
	canvas_put(canvas, row, col, canvas->cols, ROLE_FAULT, fitted);
	canvas_put(canvas, row, end, canvas->cols, ROLE_FAULT, key);
}

/* Without the parts at its end that do not fit: one that is cut may mean the opposite. */
static const char *answer_within(const struct table *t, int room, struct arena *picture) {
	char fitted[VALUE_TEXT];
	const char *answer = t->answer, *end;

	if (t->short_answer && text_width(answer) > room)
		answer = t->short_answer;

	while (text_width(answer) > room && (end = strrchr(answer, ';')))
		answer = arena_text(picture, answer, (size_t)(end - answer));
	text_fit(fitted, sizeof fitted, answer, room);
	return arena_text(picture, fitted, strlen(fitted));
}

/* What the worker does, and how far it is: "3 of 20", or "". */
static const char *progress_words(const struct session *s, const char **how_far,
                                  struct arena *picture) {
	const struct progress *p = s->worker ? worker_progress(s->worker) : NULL;
	const char *stage = p ? atomic_load(&p->stage) : NULL;
	size_t total = p ? atomic_load(&p->total) : 0;

	*how_far = total ? arena_format(picture, "%s of %s",
	                                number_text(picture, atomic_load(&p->done)),
	                                number_text(picture, total))
	                 : "";
	return stage ? stage : "opening";
}

static bool has_hidden(const struct session *s) {
	return *s->pane->here.filter || s->pane->table.has_limit;
}

/* The keys at the end of the last line, in full and shorter. */
static const char *const hints[] = { "K explain  m menu  ? help ", "K  m menu  ? help ",
	                             "K  m  ? help ", "? help " };

/* How many notes there are, if one is no fault that has a line; "" without any. */
static const char *notes_words(const struct session *s, bool *is_fault, struct arena *picture) {
	const struct note_count count = s->data ? dataset_count_notes(s->data)
	                                        : (struct note_count){ .n = 0 };
	const size_t n = count.nwarnings ? count.nwarnings : count.n;

	*is_fault = count.fault && !s->fault_row;
	if (*is_fault || !n)
		return *is_fault ? "! FAULT i  " : "";
	return arena_format(picture, "! %zu %s%s i  ", n, count.nwarnings ? "warning" : "note",
	                    n == 1 ? "" : "s");
}

/* Paints the right end of the last line, with as many hints as leave the text its cells, and the
 * usual order if all of them do; returns where it begins. */
static int paint_status_end(const struct session *s, struct canvas *canvas, int cells,
                            struct arena *picture) {
	const char *by = pane_sort(s->pane), *sort = by ? by : s->pane->table.order;
	const char *sorted = "";
	const int last = canvas->rows - 1;
	bool is_hidden_fault;
	const char *notes = notes_words(s, &is_hidden_fault, picture);
	size_t hint = 0;

	if (sort && canvas->cols >= (has_hidden(s) || *s->message.reason ? 100 : 60))
		sorted = arena_format(picture, "sort %s%s  ", sort,
		                      s->pane->here.query.reverse ? " reversed" : "");
	const int room = canvas->cols - text_width(notes) - cells - 2;
	if (!s->pane->here.query.reverse && text_width(sorted) + text_width(*hints) > room)
		sorted = "";
	while (hint + 1 < sizeof hints / sizeof *hints &&
	       text_width(sorted) + text_width(hints[hint]) > room)
		hint++;
	const int col = canvas->cols - text_width(notes) - text_width(sorted) -
	                text_width(hints[hint]);
	if (col < 0)
		return canvas->cols;
	int at = canvas_put(canvas, last, col, canvas->cols, ROLE_STATUS, sorted);
	at = canvas_put(canvas, last, at, canvas->cols, is_hidden_fault ? ROLE_FAULT : ROLE_NOTE,
	                notes);
	canvas_put(canvas, last, at, canvas->cols, ROLE_STATUS, hints[hint]);
	return col;
}

static const char *row_of_rows(const struct session *s, int room, struct arena *picture) {
	const struct table *t = &s->pane->table;

	if (t->answer && !s->answer_row && s->pane->here.view->kind != VIEW_TEXTS)
		return answer_within(t, room, picture);
	const char *at = arena_format(picture, "%s/%s %s",
	                              number_text(picture, t->nrows ? s->pane->cursor + 1 : 0),
	                              number_text(picture, t->nrows), t->noun);
	if (!t->summary)
		return at;
	size_t len = strlen(t->summary);
	/* The last of what it says gives way first. */
	for (size_t i = len; (int)len > room - text_width(at) - 2 && i--;)
		if (t->summary[i] == ',')
			len = i;
	return arena_format(picture, "%s  %.*s", at, (int)len, t->summary);
}

/* Filter and limit, and their effect; the filter is cut so that the rest can be read. */
static const char *filter_and_effect(const struct session *s, int room, struct arena *picture) {
	enum { LEAST = 12 };
	const struct table *t = &s->pane->table;
	const char *shown = caption_shown(t, s->pane->here.filter, picture);
	char fitted[PROMPT_TEXT];

	if (t->has_limit)
		shown = arena_format(picture, "limit %g %%  %s", t->query->display.limit, shown);
	if (!*s->pane->here.filter)
		return shown;
	int left = room - text_width(shown) - 5;
	text_fit(fitted, sizeof fitted, s->pane->here.filter, left > LEAST ? left : LEAST);
	return arena_format(picture, "f: %s  %s", fitted, shown);
}

/* The help of the menu's line under the cursor, in the last line and, if it is free, that above. */
static void paint_menu_help(const char *help, struct canvas *canvas, struct arena *picture) {
	const int width = canvas->cols - 1;
	int row = canvas->rows - 1;
	size_t len = text_line(help, width);

	if (help[len] && canvas->rows >= MENU_HELP_ROWS) {
		canvas_fill(canvas, --row, 0, canvas->cols, ROLE_STATUS);
		canvas_put(canvas, row++, 0, width, ROLE_STATUS, arena_text(picture, help, len));
		help += len + strspn(help + len, " ");
		len = text_line(help, width);
	}
	if (help[len] && width > 3)
		help = arena_format(picture, "%.*s ..", (int)text_line(help, width - 3), help);
	canvas_put(canvas, row, 0, width, ROLE_STATUS, help);
}

/* What the last line says, in so many cells if it can be shorter. */
static const char *status_text(const struct session *s, int room, struct arena *picture) {
	const char *how_far = "";

	if (*s->message.reason)
		return s->message.reason;
	if (s->nahead)
		return arena_format(picture, "%zu key%s typed ahead; Esc cancels", s->nahead,
		                    s->nahead == 1 ? "" : "s");
	if (s->data && s->reads_base) {
		const char *stage = progress_words(s, &how_far, picture);

		return arena_format(picture, "base: %s%s%s; Esc cancels", stage,
		                    *how_far ? " " : "", how_far);
	}
	if (s->data && has_hidden(s))
		return filter_and_effect(s, room, picture);
	return s->data ? row_of_rows(s, room, picture) : "Esc or q cancels";
}

static void paint_status(const struct session *s, struct canvas *canvas, struct arena *picture) {
	enum { USUAL = 80, KEYS_ONLY = 2 };
	const struct menu_line *here = *s->message.reason ? NULL : menu_line_here(&s->menu);
	int last = canvas->rows - 1;
	enum role role = ROLE_STATUS;
	char fitted[1024];
	bool is_fault;

	canvas_mark(canvas, last, 0, canvas->cols, ROLE_STATUS);
	if (here && here->help) {
		paint_menu_help(here->help, canvas, picture);
		return;
	}
	/* A text that can be shorter leaves the hints their cells. */
	const bool gives = canvas->cols >= USUAL && !has_hidden(s);
	const int hints_and_notes = text_width(hints[KEYS_ONLY]) +
	                            text_width(notes_words(s, &is_fault, picture));
	const char *text = status_text(s, canvas->cols - 2 - (gives ? hints_and_notes : 0),
	                               picture);
	int room = paint_status_end(s, canvas, text_width(text), picture) - 2;
	text = status_text(s, room, picture);
	if (*s->message.reason && s->message_is_error)
		role = ROLE_ERROR;
	if (role == ROLE_ERROR && text_width(text) > room) {
		room = canvas->cols - 1;
		canvas_fill(canvas, last, 0, canvas->cols, ROLE_STATUS);
	}
	text_fit(fitted, sizeof fitted, text, room > 0 ? room : 0);
	canvas_put(canvas, last, 0, room, role, fitted);
}

/* The cell of a byte of the prompt's text. */
static int cells_before(const struct prompt *p, size_t at) {
	char before[PROMPT_TEXT];

	memcpy(before, p->text, at);
	before[at] = '\0';
	return text_width(before);
}

/* How much the line being typed hides or finds, at the right if there is room. */
static void paint_effect(const struct session *s, struct canvas *canvas, int row,
                         struct arena *picture) {
	const struct prompt *p = &s->prompt;
	const char *shown = p->kind->shows_hidden && has_hidden(s)
	                            ? caption_shown(&s->pane->table, s->pane->here.filter, picture)
	                    : p->kind->shows_found && !p->is_broken ? finding_words(s, picture)
	                                                            : "";
	int col = canvas->cols - text_width(shown) - 1;

	if (p->len && col > text_width(p->label) + cells_before(p, p->len) + 2)
		canvas_put(canvas, row, col, canvas->cols, ROLE_FAINT, shown);
}

/* Below the prompt: the candidates, or why and where the text is wrong. `scrolled` is how many
 * cells of it are off the screen. */
static void paint_below(const struct prompt *p, struct canvas *canvas, int row, int scrolled) {
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

/* The line being typed, scrolled so that the cursor is on the screen. */
static void paint_prompt(const struct session *s, struct canvas *canvas, struct arena *picture) {
	const struct prompt *p = &s->prompt;
	const bool has_more = (p->is_broken || *p->listed) && canvas->rows > 2;
	const int row = canvas->rows - (has_more ? 2 : 1);
	const int label = text_width(p->label), before = cells_before(p, p->at);
	const int room = canvas->cols - label - 1;
	const char *text = p->text;
	const int scrolled = text_skip(&text, before - (room > 1 ? room : 1));

	canvas_fill(canvas, row, 0, canvas->cols, ROLE_PROMPT);
	canvas_put(canvas, row, 0, canvas->cols, ROLE_PROMPT, p->label);
	canvas_put(canvas, row, label, canvas->cols, p->is_proposed ? ROLE_CURSOR : ROLE_PROMPT,
	           text);
	paint_effect(s, canvas, row, picture);
	if (!p->len)
		canvas_put(canvas, row, label + 1, canvas->cols, ROLE_FAINT, p->kind->hint);
	canvas->cursor_row = row;
	canvas->cursor_col = label + before - scrolled;
	canvas->cursor_shown = true;
	if (has_more)
		paint_below(p, canvas, row + 1, scrolled);
}

/* Says at the end of the last line that a search is still running. */
static void paint_searching(const struct session *s, struct canvas *canvas) {
	static const char text[] = " searching ";
	int row = canvas->rows - 1, col = canvas->cols - (int)sizeof text + 1;

	if (!s->finding.is_under_way)
		return;
	if (s->prompt.kind && canvas->cursor_row == row && canvas->cursor_col >= col)
		return;
	canvas_put(canvas, row, col, canvas->cols, ROLE_NOTE, text);
}

/* The text typed is after the title, the number of lines at the right. */
static void paint_menu_title(const struct menu *m, const struct menu_box *box,
                             struct canvas *canvas) {
	int end = box->cols, col = 2;
	char count[64] = "";

	canvas_fill(canvas, box->row, 0, end, ROLE_HEADING);
	if (box->n > (size_t)box->rows)
		snprintf(count, sizeof count, "%zu/%zu", m->cursor + 1, m->nshown);
	int width = text_width(count);
	col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, m->title);
	if (*m->typed) {
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, ": ");
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, m->typed);
	}
	if (col + 2 + width <= end)
		canvas_put(canvas, box->row, end - width - 1, width, ROLE_HEADING, count);
}

static void paint_menu_row(const struct menu *m, const struct menu_box *box, size_t at, int row,
                           struct canvas *canvas) {
	const struct menu_row *r = &box->list[at];
	const enum role role = r->is_heading                           ? ROLE_HEADING
	                       : r->line == m->cursor && !box->is_text ? ROLE_MENU_HERE
	                                                               : ROLE_MENU;

	canvas_fill(canvas, row, 0, box->cols, role);
	canvas_put(canvas, row, r->indent, box->cols - r->indent, role, r->text);
	if (r->name)
		canvas_put(canvas, row, 2, box->cols - 2, role, r->name);
	if (at == box->here && !box->is_text)
		canvas_put(canvas, row, 0, 1, role, ">");
}

static const char vertical[] = "\xe2\x94\x82", horizontal[] = "\xe2\x94\x80",
		  corner[] = "\xe2\x94\x98";

static void paint_horizontal(struct canvas *canvas, int row, int cols, enum role role) {
	for (int col = 0; col < cols; col++)
		canvas_put(canvas, row, col, 1, role, horizontal);
}

/* What is right of a menu and below it would read as a part of its texts where there are no
 * colours, or only the letters are looked at. */
static void paint_menu_edges(const struct menu_box *box, struct canvas *canvas) {
	const int below = box->row + 1 + box->rows;

	for (int row = box->row; row < below; row++)
		canvas_put(canvas, row, box->cols, 1, ROLE_MENU, vertical);
	if (below == canvas->rows - 1)
		return;
	paint_horizontal(canvas, below, box->cols, ROLE_MENU);
	canvas_put(canvas, below, box->cols, 1, ROLE_MENU, corner);
}

/* Paints the menu, if there is one, over the view. */
static void paint_menu(const struct session *s, struct canvas *canvas, struct arena *picture) {
	const struct menu *m = &s->menu;

	if (!m->title)
		return;
	struct menu_box box = menu_box(m, canvas->rows, canvas->cols, picture);
	if (!box.rows)
		return;
	paint_menu_title(m, &box, canvas);
	for (int i = 0, row = box.row + 1; i < box.rows; i++, row++) {
		canvas_fill(canvas, row, 0, box.cols, ROLE_MENU);
		if (box.top + (size_t)i < box.n)
			paint_menu_row(m, &box, box.top + (size_t)i, row, canvas);
	}
	paint_menu_edges(&box, canvas);
	canvas->cursor_row = box.row + 1 + (int)(box.here - box.top);
	canvas->cursor_col = 0;
}

/* Without colours, or characters for them, lines are noise. */
static bool has_lines(const struct session *s) {
	return s->has_colours && !s->preferences.is_ascii;
}

/* The subject of a pane: a function, or a whole cycle. */
static const char *about(const struct session *s, const struct query *query,
                         struct arena *picture) {
	if (query->gone && s->data->comparison)
		return comparison_base_name(s->data->comparison, query->gone, query->display.names);
	if (query->cycle)
		return arena_format(picture, "<cycle %u as a whole>", query->cycle->number);
	return names_get(s->data->names, query->subject, query->display.names);
}

/* A line above the second pane, which names it. */
static void paint_divider(const struct session *s, struct canvas *canvas, struct arena *picture) {
	const struct pane *pane = &s->panes[1];
	int row = pane->area.row - 1, col;

	if (has_lines(s))
		paint_horizontal(canvas, row, canvas->cols, ROLE_LINE);
	if (!pane->table.data)
		return;
	col = canvas_put(canvas, row, 2, canvas->cols, ROLE_LINE,
	                 arena_format(picture, " %s: ", pane->here.view->title));
	col = canvas_put(canvas, row, col, canvas->cols - col - 3, ROLE_LINE,
	                 about(s, &pane->here.query, picture));
	canvas_put(canvas, row, col, 1, ROLE_LINE, " ");
}

/* Paints the panes and, between them, a line or a gap where no lines are drawn. */
static void paint_panes(const struct session *s, struct canvas *canvas, struct arena *picture) {
	const struct area *area = &s->panes[1].area;

	screen_paint_table(s, &s->panes[0], canvas, picture);
	if (!split_is_shown(s))
		return;
	for (int i = 0; area->col && has_lines(s) && i < area->rows; i++)
		canvas_put(canvas, area->row + i, area->col - 1, 1, ROLE_LINE, vertical);
	if (!area->col)
		paint_divider(s, canvas, picture);
	if (s->panes[1].table.data)
		screen_paint_table(s, &s->panes[1], canvas, picture);
}

static bool has_room(int rows, int cols) {
	return rows >= LEAST_ROWS && cols >= LEAST_COLS;
}

void screen_settle(struct session *s, int rows, int cols, struct arena *arena) {
	if (!has_room(rows, cols))
		return;
	if (s->data) {
		split_arrange(s, rows, cols);
		screen_settle_table(s, &s->panes[0], arena);
		if (split_is_shown(s) && s->panes[1].table.data)
			screen_settle_table(s, &s->panes[1], arena);
	}
	if (s->menu.title)
		s->menu.top = menu_box(&s->menu, rows, cols, arena).top;
}

void screen_paint(const struct session *s, struct canvas *canvas, struct arena *picture) {
	if (!has_room(canvas->rows, canvas->cols)) {
		canvas_put(canvas, 0, 0, canvas->cols, ROLE_PLAIN, "needs 20x5");
		return;
	}
	paint_title(s, canvas, picture);
	if (s->data) {
		paint_panes(s, canvas, picture);
		paint_fault(s, canvas, picture);
		if (s->answer_row)
			canvas_put(canvas, s->answer_row, 1, canvas->cols, ROLE_PLAIN,
			           answer_within(&s->panes[0].table, canvas->cols - 2, picture));
	} else {
		const char *how_far;
		const char *stage = progress_words(s, &how_far, picture);
		canvas_put(canvas, 2, 2, canvas->cols, ROLE_PLAIN, stage);
		canvas_put(canvas, 3, 2, canvas->cols, ROLE_PLAIN, how_far);
	}
	paint_menu(s, canvas, picture);
	if (s->prompt.kind)
		paint_prompt(s, canvas, picture);
	else
		paint_status(s, canvas, picture);
	paint_searching(s, canvas);
}
