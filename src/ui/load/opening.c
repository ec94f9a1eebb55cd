/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/opening.h"

#include <glob.h>
#include <string.h>

#include "base/own_files.h"
#include "gprof/gprof_rules.h"
#include "model/files/file_choice.h"
#include "model/frames.h"
#include "model/records.h"
#include "model/runs.h"
#include "open/boards.h"
#include "process/worker.h"
#include "ui/config/settings.h"
#include "ui/load/code_cache.h"
#include "ui/load/loaded_files.h"
#include "ui/load/start.h"
#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "views/views.h"

static void add_word(struct base_request *request, const char *word, struct arena *arena) {
	request->words = arena_room(arena, request->words, request->nwords, sizeof *request->words);
	request->words[request->nwords++] = arena_text(arena, word, strlen(word));
}

/* What :base was given: replaces the words of a request by them; a word with * or ? stands for the
 * files of that pattern, ~ for the home folder.  Owner: the arena. */
static void base_words(struct base_request *request, const char *text, struct arena *arena) {
	request->of_new = NULL;
	request->words = NULL;
	request->nwords = 0;
	while (*(text += strspn(text, " "))) {
		const size_t len = strcspn(text, " ");
		const char *word = arena_text(arena, text, len);
		glob_t found;
		size_t i;

		text += len;
		if (glob(word, GLOB_TILDE, NULL, &found)) {
			add_word(request, word, arena);
			continue;
		}
		for (i = 0; i < found.gl_pathc; i++)
			add_word(request, found.gl_pathv[i], arena);
		globfree(&found);
	}
}

/* Makes the files that are off the base, by the new side's choice (or NULL), as the records have
 * it.  Owner: the arena. */
static void base_of_off(struct base_request *request, const struct load_request *new,
                        const struct file_choice *choice, const struct records *records,
                        struct arena *arena) {
	request->of_new = file_choice_of(records, choice, true, arena);
	request->words = NULL;
	request->nwords = 0;
	add_word(request, new->executable, arena);
}

/* Makes the base the new side, and what was that the base.  Owner: the arena. */
static void base_swap(struct base_request *request, struct load_request *new,
                      const struct side_files *base, struct arena *arena) {
	const struct load_request old = *new;
	const char **files = arena_space(arena, base->n, sizeof *files);
	size_t i;

	for (i = 0; i < base->n; i++)
		files[i] = arena_text(arena, base->files[i], strlen(base->files[i]));
	new->executable = arena_text(arena, base->executable, strlen(base->executable));
	new->words = new->files = files;
	new->nwords = new->nfiles = base->n;
	new->names_none = false;
	new->word_reasons = new->reasons = NULL;
	new->boards = NULL; /* what was fetched is on the disk */
	request->words = NULL;
	request->nwords = 0;
	add_word(request, old.executable, arena);
	for (i = 0; i < old.nfiles; i++)
		if (!old.reasons || !old.reasons[i])
			add_word(request, old.files[i], arena);
}

/* What the status line says about files that were read. */

/* Names the key for inlined functions where they are much of a row that can be seen. */
static void say_inlined(struct session *session) {
	enum { ROWS = 20, MUCH = 10 }; /* MUCH: percent */
	const struct view *view = session->panes[0].here.view;
	const struct table *t = &session->panes[0].table;
	const struct profile *p = session->data->profile;
	const double *inlined;
	struct arena *arena;
	double most = 0;
	size_t i;

	if (view->kind != VIEW_FUNCTIONS || *session->message.reason ||
	    session->preferences.inlined_apart)
		return;
	arena = arena_new();
	inlined = frames_inlined(session->data->frames, p, arena);
	for (i = 0; i < t->nrows && i < ROWS; i++) {
		const struct func *f = view_subject(view, t->rows[i].item);
		double share;

		if (!f || t->rows[i].is_faint)
			continue;
		share = inlined[profile_number(p, f)] / f->self_ticks;
		most = share > most ? share : most;
	}
	arena_free(arena);
	if (100 * most >= MUCH)
		session_say(session, "up to %.0f %% of a row is inlined; A shows it", 100 * most);
}

/* Says what became of the base. */
static void say_base(const struct loaded_files *o, struct session *session) {
	const struct comparison *c = o->base.comparison;

	if (c)
		session_say(session, "%zu run%s compared with %zu of the base; see 7",
		            c->new->runs->n, c->new->runs->n == 1 ? "" : "s", c->base->runs->n);
	else if (progress_is_cancelled(&o->job.progress))
		session_say(session, "the base was not read; :base reads one");
	else if (*o->base.err.reason)
		session_fail(session, &o->base.err);
}

/* Says so if files repeat others. */
static void say_repeated(struct session *session) {
	const struct records *r = session->data->profile->records;
	const struct profile_file *one = NULL;
	size_t n = 0, i;

	for (i = 0; i < r->noff; i++)
		if (r->off[i].repeats) {
			one = &r->off[i];
			n++;
		}
	if (n == 1)
		session_say(session, "%s is off: %s", path_last(one->path), one->repeats);
	else if (n)
		session_say(session, "%zu files that repeat others are off; see i", n);
	else if (r->is_common_once)
		session_say(session, "what all files share counts once; see i");
}

/* Nobody asked for it, so it takes the place of no error but what was said by a look before it. */
static void say_quietly(struct session *session, const char *text, bool is_error) {
	struct error *last = &session->watch_said, now;

	if (session->message_is_error && *session->message.reason &&
	    strcmp(session->message.reason, last->reason))
		return;
	fail(&now, "%s", text);
	if (is_error && !strcmp(now.reason, last->reason))
		return;
	*last = now;
	if (is_error)
		session_fail(session, &now);
	else
		session_say(session, "%s", text);
}

/* What was not fetched, if there is any; watching ends when nothing can be kept. */
static bool say_not_fetched(const struct loaded_files *o, struct session *session) {
	const struct board_files *f = &o->fetched;
	struct error err;

	if (f->full) {
		fail(&err, "%s: %s%s", f->full,
		     f->is_held ? "what came is held in memory" : "nothing is fetched",
		     session->preferences.watch_s ? "; watching stopped" : "");
		session->preferences.watch_s = 0;
		session_fail(session, &err);
	} else if (f->failed && o->is_look) {
		say_quietly(session, f->failed, true);
	} else if (f->failed && !o->is_read) {
		fail(&err, "%s", f->failed);
		session_fail(session, &err);
	}
	return f->full || f->failed;
}

/* Says what came from boards. */
static void say_fetched(const struct loaded_files *o, const struct loaded_files *old,
                        struct session *session) {
	const uint64_t now = o->result.data.profile->samples;
	const uint64_t before = old ? old->result.data.profile->samples : 0;

	if (o->fetched.kept && !o->is_read && !o->is_look)
		session_say(session, "%+.0f samples, kept as %s", (double)now - (double)before,
		            o->fetched.kept);
	say_not_fetched(o, session);
}

/* Says what a look at files that are watched added; why it added nothing, once for each reason. */
static void say_added(const struct loaded_files *o, struct session *session) {
	const struct recent *recent = o->result.data.recent;
	struct arena *arena = arena_new();
	const char *kept = o->fetched.kept ? arena_format(arena, ", kept as %s", o->fetched.kept)
	                                   : "";

	if (recent)
		say_quietly(session,
		            arena_format(arena, "now: %.0f samples more%s", recent->ticks, kept),
		            false);
	arena_free(arena);
}

static void say_look(const struct loaded_files *o, struct session *session) {
	if (say_not_fetched(o, session))
		return;
	if (o->is_same)
		*session->watch_said.reason = '\0';
	else
		say_quietly(session, o->err.reason, true);
}

/* What the first screen may wait for code of bins that functions share. */
enum { FIRST_CODE_MS = 20 };

/* Called for each of those that use files, closed ones, too, when it does not any more. */
static void leave(void *context) {
	struct loaded_files *o = context;
	struct loaded_files **link = &o->screen->closed;

	if (--o->nusers)
		return;
	while (*link != o)
		link = &(*link)->next;
	*link = o->next;
	loaded_files_free(o);
}

static void take_names(void *context, struct session *session) {
	struct loaded_files *o = context;

	names_take(o->result.data.names, o->names);
	leave(o);
}

/* They are freed once no job is left. */
static void close_files(struct loaded_files *o) {
	if (!o)
		return;
	o->next = o->screen->closed;
	o->screen->closed = o;
	if (o->cache)
		code_cache_close(o->cache, leave, o);
	if (o->base_cache)
		code_cache_close(o->base_cache, leave, o);
	leave(o);
}

static struct code_cache *cache_of(struct loaded_files *o, const struct load_result *loaded,
                                   struct session *session) {
	o->nusers++;
	return code_cache_new(session->worker, loaded->object, loaded->data.profile,
	                      session->preferences.objdump, o->cache_arena);
}

/* Shows the first profile as the command line asks.  What cannot be done is reported, and the
 * profile is shown without it. */
static void show_first(struct screen *screen, struct session *session) {
	const struct start *start = screen->start;
	struct error err = { "" };
	size_t at;
	bool ok;

	ok = start_columns(start, view_at(0), NULL, NULL, session->choices, &err);
	session->pane->here.query.reverse = start->reverse;
	navigation_show(session, loaded_files_data(screen->shown));
	if (ok && start->filter)
		ok = session_filter(session, start->filter, &at, &err);
	pane_move(session->pane, 0);
	rule_choice_say_first(session);
	say_repeated(session);
	if (screen->shown->request.offered)
		session_say(session, "%s", screen->shown->request.offered);
	if (!session->data->profile->samples)
		command_run(session, "view health");
	if (!ok)
		session_fail(session, &err);
}

/* Files that were given up for others end here. */
static bool give_way(struct loaded_files *o, struct session *session) {
	struct screen *screen = o->screen;

	if (!o->gives_way)
		return false;
	o->gives_way = false;
	screen->under_way = screen->held = NULL;
	if (o != screen->shown)
		close_files(o);
	opening_begin(screen, session);
	return true;
}

/* How what each stage found is shown. */
static void (*const shows[STAGES])(struct loaded_files *o, struct session *session);

static void stage_done(void *context, struct session *session);

/* Begins the next stage that is wanted, if there is one. */
static void go_on(struct loaded_files *o, struct session *session) {
	struct screen *screen = o->screen;

	o->wants_apart = session->preferences.inlined_apart;
	screen->under_way = files_next_stage(o) ? o : NULL;
	session->reads_base = o->stage <= STAGE_BASE && files_lack_base(o);
	session->finds_runs = o->stage == STAGE_RUNS;
	if (!screen->under_way)
		return;
	o->job = (struct job){ .run = files_do_stage, .done = stage_done, .context = o };
	if (o->stage == STAGE_BASE && o->gives_base_up)
		job_cancel(&o->job);
	worker_give(session->worker, &o->job);
}

static void stage_done(void *context, struct session *session) {
	struct loaded_files *o = context;

	session->reads_base = session->finds_runs = false;
	if (give_way(o, session))
		return;
	shows[o->stage](o, session);
	go_on(o, session);
}

static void show_known(struct loaded_files *o, struct session *session) {
	navigation_show(session, loaded_files_data(o));
}

/* Everything is known of a base that was read. */
static void take_base(struct loaded_files *o, struct session *session) {
	const struct load_result *loaded = &o->base.sides.loaded;

	if (!o->base.is_read || o->base_cache)
		return;
	o->base_sources = start_sources(o->screen->start, o->base.sides.in.files.executable,
	                                session->maps, o->arena);
	o->base_cache = cache_of(o, loaded, session);
	if (loaded->lines)
		code_cache_take_lines(o->base_cache, loaded->lines);
}

static void show_base(struct loaded_files *o, struct session *session) {
	take_base(o, session);
	show_known(o, session);
	say_base(o, session);
}

static void take_lines(struct loaded_files *o, struct session *session) {
	o->sources = start_sources(o->screen->start, o->request.executable, session->maps,
	                           o->arena);
	if (o->result.lines)
		code_cache_take_lines(o->cache, o->result.lines);
}

static void show_lines(struct loaded_files *o, struct session *session) {
	take_lines(o, session);
	show_known(o, session);
}

static void show_frames(struct loaded_files *o, struct session *session) {
	if (!o->result.data.frames)
		return;
	show_known(o, session);
	say_inlined(session);
}

/* Shows inlined functions as is preferred: at once, or once they are known. */
static void take_inlined(struct screen *screen, struct session *session) {
	struct loaded_files *o = screen->shown;
	const bool is_wanted = session->preferences.inlined_apart;
	struct pane *pane = &session->panes[0];
	const bool is_at_top = pane_is_at_top(pane) && !pane->here.view->is_of_function;

	if (!o || is_wanted == o->shows_apart)
		return;
	if (!is_wanted || o->has_apart) {
		o->shows_apart = is_wanted;
		navigation_swap(session, loaded_files_data(o));
		if (is_at_top)
			pane_move(pane, 0);
	} else if (screen->under_way) {
		session_say(session, "inlined functions will be apart once everything is read");
	} else {
		o->stage = STAGE_APART - 1;
		go_on(o, session);
	}
}

static void show_apart(struct loaded_files *o, struct session *session) {
	o->has_apart = o->apart_ok;
	if (!o->has_apart) {
		session_fail(session, &o->apart_err);
		return;
	}
	take_inlined(o->screen, session);
	if (o->base.is_read && !o->base.apart) {
		fail_at(&o->base.err, "the base");
		session_fail(session, &o->base.err);
	}
}

static void (*const shows[STAGES])(struct loaded_files *o, struct session *session) = {
	[STAGE_RUNS] = show_known,    [STAGE_BASE] = show_base,     [STAGE_LINES] = show_lines,
	[STAGE_FRAMES] = show_frames, [STAGE_COMPARE] = show_known, [STAGE_APART] = show_apart,
};

/* Shows files instead of those that were shown; a list of other files of them that was just opened
 * stays at its first row. */
static void replace_files(struct loaded_files *old, struct loaded_files *o,
                          struct session *session) {
	struct pane *first = &session->panes[0];
	const bool is_at_top = o->is_read && pane_is_at_top(first) &&
	                       first->here.view->kind == VIEW_FUNCTIONS;

	navigation_swap(session, loaded_files_data(o));
	if (is_at_top)
		pane_move(first, 0);
	if (o->is_look)
		say_added(o, session);
	else if (old->result.is_unfinished)
		rule_choice_say_changes(session, old->result.data.profile);
	else if (o->is_read && base_is_asked(o))
		say_base(o, session);
	else if (!o->is_read)
		rule_choice_say(session, old->rule_choice);
}

static void show_files(struct screen *screen, struct session *session, struct loaded_files *o) {
	struct loaded_files *old = screen->shown;

	screen->shown = o;
	o->cache = cache_of(o, &o->result, session);
	o->shows_recent = session->preferences.watch_s;
	take_base(o, session);
	if (o->is_look) {
		take_lines(o, session);
		o->has_apart = o->apart_ok;
		o->shows_apart = o->has_apart && session->preferences.inlined_apart;
	}
	if (old)
		replace_files(old, o, session);
	else
		show_first(screen, session);
	say_fetched(o, old, session);
	close_files(old);
}

/* Once a profile is shown to stay. */
static void read_on(struct loaded_files *o, struct session *session) {
	o->make_names = (struct job){
		.run = files_make_names, .done = take_names, .context = o, .is_short = true
	};
	o->nusers++;
	worker_give(session->worker, &o->make_names);
	o->stage = o->is_look ? STAGE_APART - 1 : STAGE_OPEN;
	go_on(o, session);
}

/* Forgets what was asked for instead of what is shown. */
static void opening_keep(struct screen *screen, struct session *session) {
	session->preferences.rule_choice = screen->shown->rule_choice;
	session->choice = screen->shown->request.choice;
	screen->reads = false;
}

/* The first load must succeed; if a later one fails, the old files stay. */
static void load_failed(struct screen *screen, struct session *session, struct loaded_files *o) {
	if (!progress_wanted(&o->job.progress))
		fail(&o->err, "cancelled");
	if (screen->shown) {
		opening_keep(screen, session);
		screen->request = screen->shown->request;
		screen->base = screen->shown->base.request;
		session->name = caption_name(screen->request.executable);
		session_fail(session, &o->err);
	} else {
		screen->err = o->err;
		session->done = true;
	}
	screen->under_way = NULL;
	close_files(o);
	if (screen->shown && screen->shown->result.is_unfinished) {
		screen->shown->result.is_unfinished = false;
		read_on(screen->shown, session);
	}
}

static void show_loaded(struct loaded_files *o, struct session *session) {
	/* Files that were chosen by name are a choice like others from now on. */
	if (o->request.wanted && !o->request.choice && o->result.choice)
		session->choice = file_choice_copy(o->result.choice, session->arena);
	o->screen->request.wanted = NULL;
	o->request.choice = session->choice;
	show_files(o->screen, session, o);
	if (o->result.is_unfinished)
		opening_begin(o->screen, session);
	else
		read_on(o, session);
}

static void loaded(void *context, struct session *session) {
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	if (o->ok && o->is_look && session_is_asking(session)) {
		o->screen->held = o;
	} else if (o->ok) {
		show_loaded(o, session);
	} else if (o->is_look) {
		o->screen->under_way = NULL;
		o->screen->refused = o->refused_now;
		say_look(o, session);
		close_files(o);
	} else {
		load_failed(o->screen, session, o);
	}
}

void opening_begin(struct screen *screen, struct session *session) {
	struct loaded_files *o = loaded_files_new(
		screen->shown && !screen->reads && !screen->looks ? screen->shown->read : NULL);

	o->is_look = screen->looks;
	o->wants_apart = screen->shown && screen->shown->shows_apart;
	screen->reads = screen->looks = false;
	o->screen = screen;
	o->help = &screen->help;
	o->request = screen->request;
	o->old = screen->shown;
	o->is_watched = session->preferences.watch_s;
	if (o->is_read) { /* words may stand for others now */
		o->request.files = o->old->request.files;
		o->request.nfiles = o->old->request.nfiles;
		o->request.reasons = o->old->request.reasons;
	}
	o->refused = screen->refused;
	o->request.choice = session->choice;
	o->base.request = screen->base;
	o->rule_choice = session->preferences.rule_choice;
	o->rules = rules_of(o->rule_choice);
	o->request.rules = &o->rules;
	o->request.debug.asks_servers = session->preferences.asks_servers;
	o->request.fetch_s = session->preferences.fetch_s;
	o->request.code_ms = o->old ? 0 : FIRST_CODE_MS;
	o->job = (struct job){ .run = o->is_look ? files_look : files_open,
		               .done = loaded,
		               .context = o };
	screen->under_way = o;
	worker_give(session->worker, &o->job);
}

void opening_end(struct screen *screen) {
	struct loaded_files *o;

	if (screen->under_way != screen->shown)
		loaded_files_free(screen->under_way);
	loaded_files_free(screen->shown);
	while ((o = screen->closed)) {
		screen->closed = o->next;
		loaded_files_free(o);
	}
}

/* Begins, once what is under way has given way. */
static void begin_instead(struct screen *screen, struct session *session) {
	struct loaded_files *o = screen->under_way;

	if (!o) {
		opening_begin(screen, session);
		return;
	}
	o->gives_way = true;
	if (screen->held)
		give_way(o, session);
	else
		job_cancel(&o->job);
}

/* What nobody asked for gives way; but what a server sends may be lost. */
static bool is_in_the_way(const struct loaded_files *o) {
	return o && !(o->is_look && !o->request.boards);
}

/* Reads the files again. */
static void reload(struct screen *screen, struct session *session) {
	struct loaded_files *o = screen->under_way;

	if (is_in_the_way(o) &&
	    rule_choice_is_same(o->rule_choice, session->preferences.rule_choice)) {
		session_say(session, "still reading");
		return;
	}
	session_say(session, "reading again; Esc cancels");
	screen->reads = true;
	begin_instead(screen, session);
}

/* Builds anew of the files that are chosen. */
static void choose(struct screen *screen, struct session *session) {
	const struct loaded_files *o = screen->under_way;

	if (!screen->shown)
		return;
	screen->reads |= o && o != screen->shown && !o->is_read;
	begin_instead(screen, session);
}

/* Keeps what is shown; lines that were given up for other rules are found again. */
static void stay(struct screen *screen, struct session *session) {
	struct loaded_files *o = screen->under_way;

	if (!o || !screen->shown)
		return;
	opening_keep(screen, session);
	if (o == screen->shown) {
		o->gives_base_up = true;
		if (o->stage == STAGE_BASE)
			job_cancel(&o->job);
		return;
	}
	o->gives_way = false;
	job_cancel(&o->job);
}

/* Drops the base that is shown. */
static void drop_base(struct screen *screen, struct session *session) {
	screen->base.nwords = 0;
	screen->base.of_new = NULL;
	screen->shown->base.comparison = screen->shown->base.apart = NULL;
	screen->shown->base.is_read = false;
	screen->shown->base.request.nwords = 0;
	navigation_swap(session, loaded_files_data(screen->shown));
	session_say(session, "there is no base");
}

static void swap_sides(struct screen *screen, struct session *session) {
	const struct file_choice *base = screen->base.of_new;

	if (base) {
		screen->base.of_new = file_choice_of(session->data->profile->records,
		                                     session->choice, false, screen->arena);
		session->choice = base;
		return;
	}
	base_swap(&screen->base, &screen->request, &screen->shown->base.sides.in.files,
	          screen->arena);
	session->name = caption_name(screen->request.executable);
	session->choice = NULL;
}

/* Why a base cannot be asked for, or "". */
static const char *objection(const struct screen *screen, const struct session *session) {
	const char *asked = session->base_asked;

	if (!screen->shown || is_in_the_way(screen->under_way))
		return "still reading";
	if (!strcmp(asked, "swap") && !screen->shown->base.is_read)
		return "there is no base to swap with";
	if (!strcmp(asked, "off") && !records_count_off(session->data->profile->records))
		return "no file is off; x in the view files switches one off";
	return "";
}

/* Compares with what session->base_asked names. */
static void take_base_asked(struct screen *screen, struct session *session) {
	const char *asked = session->base_asked;
	struct error err = { "" };

	fail(&err, "%s", objection(screen, session));
	if (*err.reason) {
		session_fail(session, &err);
		return;
	}
	if (!strcmp(asked, "none")) {
		drop_base(screen, session);
		return;
	}
	if (!strcmp(asked, "swap"))
		swap_sides(screen, session);
	else if (!strcmp(asked, "off"))
		base_of_off(&screen->base, &screen->request, session->choice,
		            session->data->profile->records, screen->arena);
	else
		base_words(&screen->base, asked, screen->arena);
	/* Other files of what was read need no reading. */
	if (screen->base.of_new)
		choose(screen, session);
	else
		reload(screen, session);
}

/* Whether other rows were asked for: of other files, or with inlined functions apart. */
static bool is_replaced(const struct screen *screen, const struct session *session) {
	const struct loaded_files *shown = screen->shown;

	return shown && screen->under_way &&
	       (session->choice != shown->request.choice ||
	        (screen->under_way == shown &&
	         session->preferences.inlined_apart != shown->shows_apart));
}

void opening_take_request(struct screen *screen, struct session *session) {
	static void (*const takers[])(struct screen * screen, struct session * session) = {
		[REQUEST_RELOAD] = reload,        [REQUEST_STAY] = stay,
		[REQUEST_CHOICE] = choose,        [REQUEST_BASE] = take_base_asked,
		[REQUEST_INLINED] = take_inlined,
	};
	const enum file_request request = session->request;

	session->request = REQUEST_NOTHING;
	if (request != REQUEST_NOTHING)
		takers[request](screen, session);
	session->is_replaced = is_replaced(screen, session);
}

enum { SECOND_MS = 1000, NEVER = -1 };

/* Shows or hides what is recent, if the user has just said so. */
static void take_seconds(struct screen *screen, struct session *session) {
	struct loaded_files *shown = screen->shown;
	const unsigned seconds = session->preferences.watch_s;

	if (seconds == screen->watch_s)
		return;
	screen->watch_s = seconds;
	screen->next_look_ms = clock_ms() + SECOND_MS * (long long)seconds;
	shown->shows_recent = seconds;
	if (shown->result.data.recent)
		navigation_show(session, loaded_files_data(shown));
}

int opening_look(struct screen *screen, struct session *session) {
	struct loaded_files *held = screen->held;
	long long now;

	if (!screen->shown || session_is_asking(session))
		return NEVER;
	screen->held = NULL;
	if (held)
		show_loaded(held, session);
	take_seconds(screen, session);
	if (!screen->watch_s || screen->under_way)
		return NEVER;
	now = clock_ms();
	if (now < screen->next_look_ms)
		return (int)(screen->next_look_ms - now);
	screen->next_look_ms = now + SECOND_MS * (long long)screen->watch_s;
	screen->looks = true;
	opening_begin(screen, session);
	return NEVER;
}
