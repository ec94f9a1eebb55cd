/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/loaded_files.h"

#include "base/own_files.h"
#include "model/records.h"
#include "open/named_files.h"
#include "ui/load/code_cache.h"

static struct read_files *read_files_new(void) {
	struct arena *arena = arena_new();
	struct read_files *read = arena_alloc(arena, 1, sizeof *read);

	read->arena = arena;
	read->input_arena = arena_new();
	return read;
}

struct loaded_files *loaded_files_new(struct read_files *read) {
	struct arena *arena = arena_new();
	struct loaded_files *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->is_read = read;
	o->read = read ? read : read_files_new();
	o->read->nusers++;
	o->nusers = 1;
	o->load_arena = arena_new();
	o->base.arena = arena_new();
	o->cache_arena = arena_new();
	return o;
}

void loaded_files_free(struct loaded_files *o) {
	struct arena *arena;

	if (!o)
		return;
	arena = o->arena;
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
	data->help = o->help;
	return data;
}

const struct dataset *loaded_files_data(const struct loaded_files *o) {
	struct dataset *data = shown_data(o, o->shows_apart ? &o->apart : &o->result.data,
	                                  o->sources, o->cache);

	if (o->base_cache) /* the worker is done with it */
		comparison_show(o->shows_apart ? o->base.apart : o->base.comparison, data);
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

bool base_is_asked(const struct loaded_files *o) {
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

/* Finds what was added to what is shown, once for all choices of files. */
static void find_added(struct loaded_files *o) {
	if (!o->is_read && o->is_watched && o->old)
		o->read->added = load_added(o->old->result.data.profile, o->result.data.profile,
		                            o->read->input_arena);
}

static void find_recent(struct loaded_files *o, struct dataset *data, struct arena *arena,
                        struct progress *progress) {
	if (o->read->added)
		load_recent(data, o->read->added, arena, progress);
}

static struct file_states states_of(const struct loaded_files *o, struct arena *arena) {
	const struct load_request *r = &o->request;
	const char **files = arena_space(arena, r->nfiles, sizeof *files);
	size_t i, n = 0;

	for (i = 0; i < r->nfiles; i++)
		if (!r->reasons || !r->reasons[i])
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
		r->word_reasons = o->fetched.reasons;
		r->nwords = o->fetched.n;
	}
	named_files_find(r, o->old ? &o->old->request : NULL, o->read->arena);
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
	size_t i;

	if (boards && !ok)
		boards_refuse(boards, NULL, o->err.reason);
	for (i = 0; boards && ok && i < r->noff; i++)
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

/* Fails if a file that has changed is not as long as it says, or cannot be read any more; nobody
 * writes one that was fetched any more.  If it was so at the last look, and nothing has changed
 * since, it costs itself only, if there are others. */
static bool is_whole(struct loaded_files *o) {
	const struct records *r = o->read->input.records;
	size_t i;

	if (o->request.nfiles > 1 && file_states_hash(&o->read->states) == o->refused)
		return true;
	for (i = 0; i < r->nfiles; i++)
		if (r->files[i].is_cut && has_changed(o, r->files[i].path))
			return fail(&o->err, "%s: not whole yet; what was there stays",
			            path_last(r->files[i].path));
	for (i = 0; i < r->noff; i++)
		if (has_changed(o, r->off[i].path))
			return fail(&o->err, "%s: %s; what was there stays",
			            path_last(r->off[i].path), r->off[i].failed);
	return true;
}

/* Reads them if nobody writes them meanwhile. */
static bool read_quiet(struct loaded_files *o, const struct file_states *now,
                       struct progress *progress) {
	struct file_states then;

	if (!read_files(o, progress))
		return false;
	if (!is_whole(o)) {
		o->refused_now = file_states_hash(&o->read->states);
		return false;
	}
	then = states_of(o, o->load_arena);
	return (file_states_are_same(now, &o->read->states) && file_states_are_same(now, &then)) ||
	       fail(&o->err, "files change all the time; what was there stays");
}

/* Reads what has changed once it has not for a moment, and is whole; gives up after a while: there
 * will be another look. */
static bool look(struct loaded_files *o, struct progress *progress) {
	enum { PATIENCE_MS = 2000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct file_states now, then = states_of(o, o->load_arena);

	o->is_same = file_states_are_same(&o->old->read->states, &then);
	if (o->is_same)
		return false;
	progress_stage(progress, "waiting for files to be whole", 0);
	do {
		now = then;
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

static bool open_files(struct loaded_files *o, struct progress *progress) {
	if (o->is_read)
		return build(o, progress);
	return o->is_look ? look_and_build(o, progress) : read_and_build(o, progress);
}

void files_open(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	o->ok = open_files(o, progress);
	if (!o->ok || !o->old)
		return;
	find_runs(o, progress);
	find_added(o);
	find_recent(o, &o->result.data, o->load_arena, progress);
	if (o->base.request.nwords)
		load_base_again(o, progress);
}

/* Whether what each of several files has is still to be found. */
static bool lacks_runs(const struct loaded_files *o) {
	const struct records *r = o->result.data.profile->records;

	return !o->result.data.runs && r->nfiles + r->noff > 1;
}

bool files_lack_base(const struct loaded_files *o) {
	return o->base.request.nwords && !o->base.is_read;
}

/* Finds lines, after the first screen, because they need DWARF; then inlined code, which needs more
 * of it. */
static void find_lines(struct loaded_files *o, struct progress *progress) {
	load_lines(&o->result, o->load_arena, progress);
}

static void find_frames(struct loaded_files *o, struct progress *progress) {
	load_frames(&o->result, o->load_arena, progress);
}

static bool is_always_wanted(const struct loaded_files *o) {
	return true;
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
	find_recent(o, &o->apart, o->load_arena, progress);
	names_take(o->apart.names, names_list(o->apart.profile, o->load_arena, progress));
	compare_with(o, &o->apart, progress);
}

static bool lacks_apart(const struct loaded_files *o) {
	return o->wants_apart && !o->has_apart;
}

/* What is found once a profile is shown, in this order: whether that is wanted, and how. */
static const struct {
	bool (*is_wanted)(const struct loaded_files *o);
	void (*run)(struct loaded_files *o, struct progress *progress);
} stages[STAGES] = {
	[STAGE_RUNS] = { lacks_runs, find_runs },
	[STAGE_BASE] = { files_lack_base, find_base },
	[STAGE_LINES] = { is_always_wanted, find_lines },
	[STAGE_FRAMES] = { is_always_wanted, find_frames },
	[STAGE_COMPARE] = { has_base, compare },
	[STAGE_APART] = { lacks_apart, set_apart },
};

bool files_next_stage(struct loaded_files *o) {
	do
		o->stage++;
	while (o->stage < STAGES && !stages[o->stage].is_wanted(o));
	return o->stage < STAGES;
}

void files_do_stage(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	stages[o->stage].run(o, progress);
}

void files_look(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	files_open(o, progress);
	if (!o->ok)
		return;
	o->stage = STAGE_LINES - 1;
	while (files_next_stage(o))
		files_do_stage(o, progress);
	o->ok = progress_wanted(progress) || fail(&o->err, "cancelled");
}

void files_make_names(void *context, struct progress *progress) {
	struct loaded_files *o = context;

	o->names = names_list(o->result.data.profile, o->load_arena, progress);
}
