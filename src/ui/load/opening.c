/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/opening.h"

#include "gprof/gprof_rules.h"
#include "model/files/file_choice.h"
#include "process/worker.h"
#include "ui/screen/screen.h"
#include "views/views.h"

/* The base of a session: read and compared by the worker. */
struct base_job {
	struct base_request request; /* no words: there is no base */
	struct arena *arena;         /* of the side and what it is compared to */
	struct base_sides sides;
	bool is_read;

	/* With inlined functions in others, and apart; or NULL. */
	const struct comparison *comparison, *apart;
	const char *more, *more_apart; /* what only this one finds; or NULL */
	struct error err;              /* why it is not there */
};

/* What was read, which later choices of its files share. */
struct read_files {
	struct arena *arena;       /* of this, and the list of files */
	struct arena *input_arena; /* the worker's */
	struct load_input input;
	struct file_states states;   /* as they were when they were read */
	const struct records *added; /* to what was read before, if they are watched; or NULL */
	size_t nusers;               /* for the main thread */
};

/* What the worker does once a profile is shown, in this order (`stages`). */
enum stage {
	STAGE_OPEN, /* before that */
	STAGE_RUNS,
	STAGE_BASE,
	STAGE_LINES,
	STAGE_FRAMES,
	STAGE_COMPARE,
	STAGE_APART,
	STAGES
};

/* Has an arena of its own, because a reload replaces it. */
struct loaded_files {
	struct arena *arena; /* of the main thread */
	struct read_files *read;
	struct arena *load_arena; /* the worker's */
	struct arena *cache_arena;
	struct screen *screen;
	struct load_request request;
	struct rule_choice rule_choice;
	struct rules rules;
	bool is_read;                   /* the files were read for another one */
	bool is_look;                   /* nobody asked for it: files are watched */
	bool is_watched;                /* files are, as it begins */
	uint64_t refused, refused_now;  /* states of files that were not whole,
	                                  at the last look and at this; or 0 */
	bool is_same;                   /* it found nothing new */
	bool shows_recent;              /* files are watched */
	const struct loaded_files *old; /* what is shown instead; or NULL */
	bool gives_way;                 /* to one with other rules */
	struct base_job base;
	enum stage stage; /* that is under way, or the last one that was */
	struct job job;   /* of the stage */
	bool gives_base_up;
	bool apart_ok;                                            /* what its stage gave */
	bool wants_apart, has_apart, shows_apart, is_apart_asked; /* inlined functions; by a key */
	struct dataset apart; /* the same with inlined functions apart */
	struct error apart_err;
	struct job make_names;
	size_t nusers;      /* jobs and caches, and the screen until it closes them */
	const char **names; /* of all functions; or NULL */
	struct load_result result;
	struct board_files fetched; /* what boards sent, if there are any */
	bool ok;
	struct error err;
	const struct sources *sources;
	struct code_cache *cache; /* once it is shown; or NULL */
	const struct sources *base_sources;
	struct code_cache *base_cache; /* once the base is; or NULL */
	struct loaded_files *next;     /* closed, with jobs left */
};

/* Whether a stage is wanted (NULL: always), how it is done, and how what it found is shown. */
struct stage_row {
	bool (*is_wanted)(const struct loaded_files *o);
	void (*run)(struct loaded_files *o, struct progress *progress);
	void (*show)(struct loaded_files *o, struct session *session);
};

static const struct stage_row stages[STAGES];

/* Goes on to the next stage that is wanted; false after the last one. */
static bool next_stage(struct loaded_files *o) {
	do
		o->stage++;
	while (o->stage < STAGES && stages[o->stage].is_wanted && !stages[o->stage].is_wanted(o));
	return o->stage < STAGES;
}

static void do_stage(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	stages[o->stage].run(o, progress);
}

/* Files to read; or others of what was read, which then has a user more. */
static struct loaded_files *files_new(struct read_files *read) {
	struct arena *arena = arena_new();
	struct loaded_files *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->is_read = read;
	if (!read) {
		arena = arena_new();
		read = arena_alloc(arena, 1, sizeof *read);
		*read = (struct read_files){ .arena = arena, .input_arena = arena_new() };
	}
	o->read = read;
	o->read->nusers++;
	o->nusers = 1;
	o->load_arena = arena_new();
	o->base.arena = arena_new();
	o->cache_arena = arena_new();
	return o;
}

static void files_free(struct loaded_files *o) {
	if (!o)
		return;
	struct arena *arena = o->arena;
	arena_free(o->cache_arena); /* before what it uses */
	arena_free(o->base.arena);
	arena_free(o->load_arena);
	if (!--o->read->nusers) {
		arena_free(o->read->input_arena);
		arena_free(o->read->arena);
	}
	arena_free(arena);
}

/* A dataset with what only the main thread has of its files. */
static struct dataset *shown_data(const struct loaded_files *o, const struct dataset *known,
                                  const struct sources *sources, struct code_cache *cache) {
	struct dataset *data = arena_copy(o->arena, known, 1, sizeof *data);

	data->codes = code_cache_codes(cache, data->profile, o->arena);
	data->sources = sources;
	data->help = &o->screen->help;
	return data;
}

/* What is known so far, for the session.  The files are shown.  Owner: the files. */
static const struct dataset *files_data(const struct loaded_files *o) {
	struct dataset *data = shown_data(o, o->shows_apart ? &o->apart : &o->result.data,
	                                  o->sources, o->cache);

	if (o->base_cache) /* the worker is done with it */
		comparison_show(o->shows_apart ? o->base.apart : o->base.comparison, data);
	const char *more = o->shows_apart ? o->base.more : o->base.more_apart;
	if (data->comparison && o->has_apart && more) {
		data->more_found = more;
		data->more = arena_format(o->arena, "with inlined functions %s (A): %s",
		                          o->shows_apart ? "in their callers" : "apart", more);
	}
	if (data->base)
		data->base = shown_data(o, data->base, o->base_sources, o->base_cache);
	if (!o->shows_recent)
		data->recent = NULL;
	return data;
}

/* ---- What the worker does ---- *
 *
 * A job each, of which only the one that runs may change its part. */

/* Compares a dataset of the new side with the base, once more is known of it, or inlined functions
 * are apart there. */
static void compare_with(struct loaded_files *o, const struct dataset *data,
                         struct progress *progress) {
	struct base_job *base = &o->base;
	const struct comparison *found = NULL;

	if (base->is_read)
		found = load_comparison(&base->request, &base->sides, &o->request, data,
		                        base->arena, progress, &base->err);
	if (found)
		*(data->profile->is_apart ? &base->apart : &base->comparison) = found;
	if (base->comparison && base->apart) {
		base->more = comparison_more(base->comparison, base->apart, base->arena);
		base->more_apart = comparison_more(base->apart, base->comparison, base->arena);
	}
}

/* Reads the base and compares it with what is known of the new side; what was read of it before
 * must not be used any more. */
static void find_base(struct loaded_files *o, struct progress *progress) {
	struct base_job *base = &o->base;

	arena_reset(base->arena);
	base->comparison = base->apart = NULL;
	base->err = (struct error){ "" };
	base->is_read = load_base(&base->sides, &base->request, &o->request, NULL, true,
	                          base->arena, progress, &base->err);
	if (!base->is_read) /* what was read of it closes */
		arena_reset(base->arena);
	compare_with(o, &o->result.data, progress);
}

/* Whether the user has just named this base. */
static bool base_is_asked(const struct loaded_files *o) {
	return o->old && o->base.request.words != o->old->base.request.words;
}

/* Fails if the user gave up, or asked for this very base: then what is shown stays. */
static void load_base_again(struct loaded_files *o, struct progress *progress) {
	find_base(o, progress);
	if (o->base.comparison || (!base_is_asked(o) && progress_wanted(progress)))
		return;
	o->ok = false;
	o->err = o->base.err;
}

/* Finds what each file has of the profile. */
static void find_runs(struct loaded_files *o, struct progress *progress) {
	load_runs(&o->result.data, o->result.name_pattern, o->load_arena, progress);
}

static bool build(struct loaded_files *o, struct progress *progress) {
	return load_build(&o->result, &o->read->input, &o->request, o->load_arena, progress,
	                  &o->err);
}

static struct file_states states_of(const struct loaded_files *o, struct arena *arena) {
	const struct load_request *r = &o->request;
	const char **files = arena_space(arena, r->nfiles, sizeof *files);
	size_t n = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		if (!boards_file(r->boards, r->files[i]).failed)
			files[n++] = r->files[i];
	return file_states_take(r->executable, files, n, arena);
}

static bool read_files(struct loaded_files *o, struct progress *progress) {
	struct read_files *read = o->read;

	arena_reset(read->input_arena);
	read->states = states_of(o, read->input_arena);
	return load_input_read(&read->input, &o->request, read->input_arena, progress, &o->err);
}

/* Gets what boards have now, and finds the files that words stand for. */
static bool find_files(struct loaded_files *o, struct progress *progress) {
	struct load_request *r = &o->request;

	if (r->boards) {
		if (!boards_fetch(r->boards, r->fetch_s, &o->fetched, progress, &o->err))
			return false;
		r->words = o->fetched.files;
		r->nwords = o->fetched.n;
	}
	/* Files that swapped sides were not there before. */
	const bool are_same = o->old && (r->boards || r->words == o->old->request.words);
	named_files_find(r, are_same ? &o->old->request : NULL, o->read->arena);
	return true;
}

/* Whether files are waited for, because none of those that are watched can be read yet. */
static bool waits(const struct loaded_files *o) {
	return o->is_watched && !o->old;
}

/* Waits until there is a file that can be read, if files are watched. */
static bool wait_for_files(struct loaded_files *o, struct progress *progress) {
	struct file_states now;

	if (!waits(o) || !o->read->input.object || o->request.boards)
		return false;
	progress_stage(progress, "waiting for a profile that can be read", 0);
	do {
		if (!load_pause(progress) || !find_files(o, progress))
			return false;
		now = states_of(o, o->load_arena);
	} while (file_states_are_same(&o->read->states, &now));
	return true;
}

/* What came and is no profile is not read again. */
static void refuse(const struct loaded_files *o, bool ok) {
	struct boards *boards = o->request.boards;
	const struct records *r = o->read->input.records;

	if (boards && !ok)
		boards_refuse(boards, NULL, o->err.reason);
	for (size_t i = 0; boards && ok && i < r->noff; i++)
		if (r->off[i].failed)
			boards_refuse(boards, r->off[i].path, r->off[i].failed);
}

/* A file that is read again may be half written. */
static bool read_and_build(struct loaded_files *o, struct progress *progress) {
	enum { PATIENCE_MS = 10000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct read_files *read = o->read;
	bool ok;

	if (!find_files(o, progress))
		return false;
	do
		ok = read_files(o, progress);
	while (ok || !waits(o) ? o->old && clock_ms() <= end &&
	                                 load_wait(ok ? &read->input : NULL, &o->request, progress)
	                       : wait_for_files(o, progress));
	refuse(o, ok);
	return ok && build(o, progress);
}

/* Whether it is not as it was when it was read before. */
static bool has_changed(const struct loaded_files *o, const char *path) {
	return file_states_differ(&o->read->states, &o->old->read->states, path);
}

/* Fails if a file that has changed is not as long as it says, or cannot be read any more: somebody
 * may still be writing it.  If it was so at the last look, and nothing has changed since, only that
 * file is left out, if there are others. */
static bool is_whole(struct loaded_files *o) {
	const struct records *r = o->read->input.records;

	if (o->request.nfiles > 1 && file_states_hash(&o->read->states) == o->refused)
		return true;
	for (size_t i = 0; i < r->nfiles; i++)
		if (r->files[i].is_cut && has_changed(o, r->files[i].path))
			return fail(&o->err, "%s: not complete yet; the old figures stay",
			            path_last(r->files[i].path));
	for (size_t i = 0; i < r->noff; i++)
		if (has_changed(o, r->off[i].path))
			return fail(&o->err, "%s: %s; the old figures stay",
			            path_last(r->off[i].path), r->off[i].failed);
	return true;
}

/* Reads them if nobody writes them meanwhile. */
static bool read_quiet(struct loaded_files *o, const struct file_states *now,
                       struct progress *progress) {
	if (!read_files(o, progress))
		return false;
	if (!is_whole(o)) {
		o->refused_now = file_states_hash(&o->read->states);
		return false;
	}
	struct file_states then = states_of(o, o->load_arena);
	return (file_states_are_same(now, &o->read->states) && file_states_are_same(now, &then)) ||
	       fail(&o->err, "files keep changing; the old figures stay");
}

/* Reads what has changed once it is quiet and whole; gives up after a while, for another look. */
static bool look(struct loaded_files *o, struct progress *progress) {
	enum { PATIENCE_MS = 2000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct file_states then = states_of(o, o->load_arena);

	o->is_same = file_states_are_same(&o->old->read->states, &then);
	if (o->is_same)
		return false;
	progress_stage(progress, "waiting for files to be complete", 0);
	do {
		struct file_states now = then;
		if (!load_pause(progress))
			return fail(&o->err, "cancelled");
		then = states_of(o, o->load_arena);
		if (!file_states_are_same(&now, &then))
			fail(&o->err, "files are being written");
		else if (read_quiet(o, &then, progress))
			return true;
	} while (clock_ms() <= end);
	return false;
}

static bool look_and_build(struct loaded_files *o, struct progress *progress) {
	const bool ok = find_files(o, progress) && look(o, progress);

	if (o->fetched.kept && (ok || !o->is_same))
		refuse(o, ok);
	return ok && build(o, progress);
}

/* Reads them, on a reload with their base. */
static void files_open(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	o->ok = o->is_read   ? build(o, progress)
	        : o->is_look ? look_and_build(o, progress)
	                     : read_and_build(o, progress);
	if (!o->ok || !o->old)
		return;
	find_runs(o, progress);
	/* What was added to what is shown, once for all choices of files; bins of recordings cannot
	 * be subtracted. */
	if (!o->is_read && o->is_watched && !o->result.data.profile->records->has_stacks)
		o->read->added = load_added(o->old->result.data.profile, o->result.data.profile,
		                            o->read->input_arena);
	load_recent(&o->result.data, o->read->added, o->load_arena, progress);
	base_yield(&o->base.request, o->result.data.profile->records, o->arena);
	if (o->base.request.nwords)
		load_base_again(o, progress);
}

/* Whether what each of several files has is still to be found. */
static bool lacks_runs(const struct loaded_files *o) {
	const struct records *r = o->result.data.profile->records;

	return !o->result.data.runs && r->nfiles + r->noff > 1;
}

static bool files_lack_base(const struct loaded_files *o) {
	return o->base.request.nwords && !o->base.is_read;
}

/* Finds lines, after the first screen, because they need DWARF; then inlined code, needing more. */
static void find_lines(struct loaded_files *o, struct progress *progress) {
	load_lines(&o->result, o->load_arena, progress);
}

static void find_frames(struct loaded_files *o, struct progress *progress) {
	load_frames(&o->result, o->load_arena, progress);
}

/* Compares anew with inlined code, in which functions that are gone may be. */
static void compare(struct loaded_files *o, struct progress *progress) {
	compare_with(o, &o->result.data, progress);
}

static bool has_base(const struct loaded_files *o) {
	return o->base.is_read;
}

static void set_apart(struct loaded_files *o, struct progress *progress) {
	o->apart_ok = load_apart(&o->apart, &o->result, o->load_arena, progress, &o->apart_err);
	if (!o->apart_ok)
		return;
	load_recent(&o->apart, o->read->added, o->load_arena, progress);
	names_take(o->apart.names, names_list(o->apart.profile, o->load_arena, progress));
	compare_with(o, &o->apart, progress);
}

static bool lacks_apart(const struct loaded_files *o) {
	return (o->wants_apart || (o->base.is_read && o->base.sides.has_apart)) && !o->has_apart;
}

/* Looks whether watched files changed; if so, does all that follows: the screen changes once. */
static void files_look(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	files_open(o, progress);
	if (!o->ok)
		return;
	o->stage = STAGE_LINES - 1;
	while (next_stage(o))
		do_stage(o, progress);
	o->ok = progress_wanted(progress) || fail(&o->err, "cancelled");
}

/* Makes all names: a filter looks at all of them, and its first letter must not wait for that. */
static void make_names(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	o->names = names_list(o->result.data.profile, o->load_arena, progress);
}

/* What the status line says about files that were read. */

/* Names the key for inlined functions where they are much of a row that can be seen. */
static void say_inlined(struct session *session) {
	enum { ROWS = 20, MUCH = 10 }; /* MUCH: percent */
	const struct view *view = session->panes[0].here.view;
	const struct table *t = &session->panes[0].table;
	const struct profile *p = session->data->profile;
	SCRATCH struct arena *arena = arena_new();
	double most = 0;

	if (view->kind != VIEW_FUNCTIONS || *session->message.reason ||
	    session->preferences.inlined_apart)
		return;
	const double *inlined = frames_inlined(session->data->frames, p, arena);
	for (size_t i = 0; i < t->nrows && i < ROWS; i++) {
		const struct func *f = view_subject(view, t->rows[i].item);

		if (!f || t->rows[i].is_faint)
			continue;
		double share = inlined[profile_number(p, f)] / f->self_ticks;
		most = share > most ? share : most;
	}
	if (100 * most >= MUCH)
		session_say(session, "A shows inlined code (up to %.0f %% of a function)",
		            100 * most);
}

/* Says what became of the base. */
static void say_base(const struct loaded_files *o, struct session *session) {
	const struct comparison *c = o->base.comparison;

	if (c)
		session_say(session,
		            c->base->is_of_new ? "old: %s of files that are off%s; see 7, = ends it"
		                               : "old: %s%s; see 7, :base swap",
		            number_counted(session->arena, c->base->runs->n, "run"),
		            caption_base(c, session->arena));
	else if (!o->base.request.nwords)
		session_say(session, "no file is left for the base: nothing is compared");
	else if (progress_is_cancelled(&o->job.progress))
		session_say(session, "the base was not read; :base reads one");
	else if (*o->base.err.reason)
		session_fail(session, &o->base.err);
}

/* Says so if files repeat others. */
static void say_repeated(struct session *session) {
	const struct records *r = session->data->profile->records;
	const struct profile_file *one = NULL;
	size_t n = 0;

	for (size_t i = 0; i < r->noff; i++)
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
		     f->is_held ? "what was received is kept in memory" : "nothing is fetched",
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
		session_say(session, "%+.0f samples, kept as %s%s", (double)now - (double)before,
		            o->fetched.kept,
		            o->result.data.profile->records->may_be_snapshots ? "; snapshots? i"
		                                                              : "");
	say_not_fetched(o, session);
}

/* Says what a look at files that are watched added; why it added nothing, once for each reason. */
static void say_added(const struct loaded_files *o, struct session *session) {
	const char *kept = o->fetched.kept;
	char text[sizeof session->message.reason];

	if (!o->result.data.recent)
		return;
	snprintf(text, sizeof text, "now: %.0f samples more%s%s", o->result.data.recent->ticks,
	         kept ? ", kept as " : "", kept ? kept : "");
	say_quietly(session, text, false);
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
	files_free(o);
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
	                      o->cache_arena);
}

/* Shows the first profile as the command line asks; what cannot be done is reported. */
static void show_first(struct screen *screen, struct session *session) {
	const struct start *start = screen->start;
	struct error err = { "" };
	size_t at;
	bool ok = start_columns(start, view_at(0), NULL, NULL, session->choices, &err);

	session->pane->here.query.reverse = start->reverse;
	navigation_show(session, files_data(screen->shown));
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

static void stage_done(void *context, struct session *session);

/* Begins the next stage that is wanted, if there is one. */
static void go_on(struct loaded_files *o, struct session *session) {
	struct screen *screen = o->screen;

	o->wants_apart = session->preferences.inlined_apart;
	screen->under_way = next_stage(o) ? o : NULL;
	session->reads_base = o->stage <= STAGE_BASE && files_lack_base(o);
	session->finds_runs = o->stage == STAGE_RUNS;
	if (!screen->under_way)
		return;
	o->job = (struct job){ .run = do_stage, .done = stage_done, .context = o };
	if (o->stage == STAGE_BASE && o->gives_base_up)
		job_cancel(&o->job);
	worker_give(session->worker, &o->job);
}

static void stage_done(void *context, struct session *session) {
	struct loaded_files *o = context;

	session->reads_base = session->finds_runs = false;
	if (give_way(o, session))
		return;
	stages[o->stage].show(o, session);
	go_on(o, session);
}

static void show_known(struct loaded_files *o, struct session *session) {
	navigation_show(session, files_data(o));
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

/* Shows inlined functions as is preferred, once they are known; as gptui begins, at the top. */
static void take_inlined(struct screen *screen, struct session *session) {
	struct loaded_files *o = screen->shown;
	const bool is_wanted = session->preferences.inlined_apart;
	struct pane *pane = &session->panes[0];
	const bool is_at_top = pane_is_at_top(pane) && !pane->here.view->is_of_function;

	if (!o || is_wanted == o->shows_apart)
		return;
	if (!is_wanted || o->has_apart) {
		o->shows_apart = is_wanted;
		navigation_swap(session, files_data(o));
		if (is_at_top && !o->is_apart_asked)
			pane_move(pane, 0);
	} else if (screen->under_way) {
		session_say(session, "inlined functions will be apart once everything is read");
	} else {
		o->stage = STAGE_APART - 1;
		go_on(o, session);
	}
}

static void show_apart(struct loaded_files *o, struct session *session) {
	const bool is_wanted = session->preferences.inlined_apart;

	o->has_apart = o->apart_ok;
	if (!o->has_apart && is_wanted)
		session_fail(session, &o->apart_err);
	if (!o->has_apart)
		return;
	if (is_wanted)
		take_inlined(o->screen, session);
	else
		show_known(o, session);
	if (is_wanted && o->base.is_read && !o->base.apart) {
		fail_at(&o->base.err, "the base");
		session_fail(session, &o->base.err);
	}
}

static const struct stage_row stages[STAGES] = {
	[STAGE_RUNS] = { .is_wanted = lacks_runs, .run = find_runs, .show = show_known },
	[STAGE_BASE] = { .is_wanted = files_lack_base, .run = find_base, .show = show_base },
	[STAGE_LINES] = { .run = find_lines, .show = show_lines },
	[STAGE_FRAMES] = { .run = find_frames, .show = show_frames },
	[STAGE_COMPARE] = { .is_wanted = has_base, .run = compare, .show = show_known },
	[STAGE_APART] = { .is_wanted = lacks_apart, .run = set_apart, .show = show_apart },
};

/* Shows files instead of those that were shown; a list of other files of them that was just opened
 * stays at its first row. */
static void replace_files(struct loaded_files *old, struct loaded_files *o,
                          struct session *session) {
	struct pane *first = &session->panes[0];
	const bool is_at_top = o->is_read && pane_is_at_top(first) &&
	                       first->here.view->kind == VIEW_FUNCTIONS;

	navigation_swap(session, files_data(o));
	if (is_at_top)
		pane_move(first, 0);
	if (o->is_look)
		say_added(o, session);
	else if (old->result.is_unfinished)
		rule_choice_say_changes(session, old->result.data.profile);
	else if (base_is_asked(o))
		say_base(o, session);
	else if (!o->is_read)
		rule_choice_say(session, old->rule_choice);
}

static void show_files(struct screen *screen, struct session *session, struct loaded_files *o) {
	struct loaded_files *old = screen->shown;

	screen->shown = o;
	o->cache = cache_of(o, &o->result, session);
	o->shows_recent = session->preferences.watch_s;
	if (screen->base.is_of_new) {
		screen->base = o->base.request;
		if (screen->base.nwords)
			screen->base.choice = file_choice_copy(screen->base.choice, screen->arena);
	}
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
		.run = make_names, .done = take_names, .context = o, .is_short = true
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
	struct loaded_files *o = files_new(
		screen->shown && !screen->reads && !screen->looks ? screen->shown->read : NULL);

	o->is_look = screen->looks;
	o->wants_apart = screen->shown && screen->shown->shows_apart;
	screen->reads = screen->looks = false;
	o->screen = screen;
	o->request = screen->request;
	o->old = screen->shown;
	o->is_watched = session->preferences.watch_s;
	if (o->is_read) { /* words may stand for others now */
		o->request.files = o->old->request.files;
		o->request.nfiles = o->old->request.nfiles;
	}
	o->refused = screen->refused;
	o->request.choice = session->choice;
	o->base.request = screen->base;
	o->rule_choice = session->preferences.rule_choice;
	o->rules = rules_of(o->rule_choice);
	o->request.rules = &o->rules;
	o->request.debug.asks_servers = session->preferences.asks_servers;
	o->request.debug.objdump = session->preferences.objdump;
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
		files_free(screen->under_way);
	files_free(screen->shown);
	while ((o = screen->closed)) {
		screen->closed = o->next;
		files_free(o);
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

/* Drops the base that is shown; files of it may have been chosen at the same time. */
static void drop_base(struct screen *screen, struct session *session) {
	const bool was_there = screen->shown->base.comparison != NULL;

	screen->base.nwords = 0;
	screen->base.is_of_new = false;
	screen->shown->base.comparison = screen->shown->base.apart = NULL;
	screen->shown->base.is_read = false;
	screen->shown->base.request.nwords = 0;
	navigation_swap(session, files_data(screen->shown));
	if (!*session->message.reason)
		session_say(session,
		            was_there ? "the comparison has ended; this is %s" : "there is no base",
		            screen->shown->request.executable);
	if (session->choice != screen->shown->request.choice)
		choose(screen, session);
}

static void swap_sides(struct screen *screen, struct session *session) {
	const struct file_choice *base = screen->base.choice;
	/* The choice counts files as they were named, and refused ones are not named any more. */
	const struct file_choice *new = screen->request.boards ? NULL : session->choice;

	if (screen->base.is_of_new) {
		screen->base.choice = file_choice_of(session->data->profile->records,
		                                     session->choice, false, screen->arena);
		session->choice = base;
		return;
	}
	/* What folders and patterns stood for. */
	screen->request.files = screen->shown->request.files;
	screen->request.nfiles = screen->shown->request.nfiles;
	base_swap(&screen->base, &screen->request, &screen->shown->base.sides.in.files,
	          screen->arena);
	session->name = caption_name(screen->request.executable);
	screen->base.choice = new;
	session->choice = base;
}

/* Whether a base can be asked for. */
static bool can_compare(const struct screen *screen, const struct session *session,
                        struct error *err) {
	const char *asked = session->base_asked;

	if (!screen->shown)
		return fail(err, "still reading");
	if (!strcmp(asked, "swap") && !screen->shown->base.is_read)
		return fail(err, "there is no base to swap with");
	return strcmp(asked, "off") != 0 || records_count_off(session->data->profile->records) ||
	       fail(err,
	            screen->shown->base.comparison
	                    ? "no file is switched off; :base none ends the comparison"
	                    : "no file is switched off; x switches one off, and = compares the "
	                      "others with it");
}

/* Whether a request is for when what is being read is known: then it is asked again. */
static bool comes_later(const struct screen *screen, struct session *session,
                        enum file_request request) {
	if (!screen->shown || !is_in_the_way(screen->under_way))
		return false;
	session_say(session, "compares when this is read; Esc cancels");
	session->request = request;
	return true;
}

/* Compares with what session->base_asked names. */
static void take_base_asked(struct screen *screen, struct session *session) {
	const char *asked = session->base_asked;
	struct error err;

	if (comes_later(screen, session, REQUEST_BASE))
		return;
	if (!can_compare(screen, session, &err)) {
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
	session->base_choice = screen->base.is_of_new ? NULL : screen->base.choice;
	/* Other files of what was read need no reading. */
	if (screen->base.is_of_new)
		choose(screen, session);
	else
		reload(screen, session);
}

/* Compares with other files of the base. */
static void take_base_choice(struct screen *screen, struct session *session) {
	if (comes_later(screen, session, REQUEST_BASE_CHOICE))
		return;
	screen->base.choice = session->base_choice;
	choose(screen, session);
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
		[REQUEST_INLINED] = take_inlined, [REQUEST_BASE_CHOICE] = take_base_choice,
	};
	const enum file_request request = session->request;

	session->request = REQUEST_NOTHING;
	if (request == REQUEST_INLINED && screen->shown)
		screen->shown->is_apart_asked = true;
	if (request != REQUEST_NOTHING)
		takers[request](screen, session);
	session->is_replaced = is_replaced(screen, session);
	/* Until the first stage of files with a base is done. */
	const bool is_later = session->request == REQUEST_BASE;
	if (screen->shown && screen->under_way && (is_later || screen->under_way != screen->shown))
		session->reads_base = (is_later || screen->base.nwords) &&
		                      !session->data->comparison;
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
		navigation_show(session, files_data(shown));
}

int opening_look(struct screen *screen, struct session *session) {
	struct loaded_files *held = screen->held;

	if (!screen->shown || session_is_asking(session))
		return NEVER;
	screen->held = NULL;
	if (held)
		show_loaded(held, session);
	take_seconds(screen, session);
	if (!screen->watch_s || screen->under_way)
		return NEVER;
	long long now = clock_ms();
	if (now < screen->next_look_ms)
		return (int)(screen->next_look_ms - now);
	screen->next_look_ms = now + SECOND_MS * (long long)screen->watch_s;
	screen->looks = true;
	opening_begin(screen, session);
	return NEVER;
}
