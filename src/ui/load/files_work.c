/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/files_work.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/path.h"
#include "base/progress.h"
#include "model/names.h"
#include "model/records.h"
#include "open/boards.h"
#include "open/load_runs.h"
#include "open/named_files.h"
#include "ui/load/loaded_files.h"

/* Fails if the user gave up, or asked for this very base: then what is shown
 * stays. */
static void load_base_again(struct loaded_files *o, struct progress *progress)
{
	base_read(&o->base, &o->request, &o->result.data, progress);
	if (o->base.comparison || (!o->base_is_asked && progress_wanted(progress)))
		return;
	o->ok = false;
	o->err = o->base.err;
}

static bool build(struct loaded_files *o, struct progress *progress)
{
	return load_build(&o->result, &o->read->input, &o->request, o->load_arena, progress,
	                  &o->err);
}

/* Finds what was added to what is shown, once for all choices of files. */
static void find_added(struct loaded_files *o)
{
	if (!o->is_read && o->before)
		o->read->added = load_added(o->before->result.data.profile, o->result.data.profile,
		                            o->read->input_arena);
}

static void find_recent(struct loaded_files *o, struct dataset *data, struct arena *arena,
                        struct progress *progress)
{
	if (o->read->added)
		load_recent(data, o->read->added, arena, progress);
}

static struct file_states states_of(const struct loaded_files *o, struct arena *arena)
{
	const struct load_request *r = &o->request;
	const char **files = arena_space(arena, r->nfiles, sizeof *files);
	size_t i, n = 0;

	for (i = 0; i < r->nfiles; i++)
		if (!r->reasons || !r->reasons[i])
			files[n++] = r->files[i];
	return file_states_take(r->executable, files, n, arena);
}

static bool read_files(struct loaded_files *o, struct progress *progress)
{
	struct read_files *read = o->read;

	arena_reset(read->input_arena);
	read->states = states_of(o, read->input_arena);
	return load_input_read(&read->input, &o->request, read->input_arena, progress, &o->err);
}

/* Gets what boards have now, and finds the files that words stand for. */
static bool find_files(struct loaded_files *o, struct progress *progress)
{
	struct load_request *r = &o->request;

	if (r->boards) {
		if (!boards_fetch(r->boards, r->fetch_s, &o->fetched, progress, &o->err))
			return false;
		r->words = o->fetched.files;
		r->word_reasons = o->fetched.reasons;
		r->nwords = o->fetched.n;
	}
	named_files_find(r, o->shown, o->read->arena);
	return true;
}

/* Waits until there is a file that can be read, if files are watched. */
static bool wait_for_files(struct loaded_files *o, struct progress *progress)
{
	struct file_states now;

	if (!o->waits || !o->read->input.object || o->request.boards)
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
static void refuse(const struct loaded_files *o, bool ok)
{
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
static bool read_and_build(struct loaded_files *o, struct progress *progress)
{
	enum { PATIENCE_MS = 10000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct read_files *read = o->read;
	bool ok;

	if (!find_files(o, progress))
		return false;
	do
		ok = read_files(o, progress);
	while (ok || !o->waits ? o->is_again && clock_ms() <= end &&
	                                 load_wait(ok ? &read->input : NULL, &o->request, progress)
	                       : wait_for_files(o, progress));
	refuse(o, ok);
	return ok && build(o, progress);
}

/* Whether it is not as it was when it was read before. */
static bool has_changed(const struct loaded_files *o, const char *path)
{
	return file_states_differ(&o->read->states, &o->before->read->states, path);
}

/* Fails if a file that has changed is not as long as it says, or cannot be read
 * any more; nobody writes one that was fetched any more.  If it was so at the
 * last look, and nothing has changed since, it costs itself only, if there are
 * others. */
static bool is_whole(struct loaded_files *o)
{
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
                       struct progress *progress)
{
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

/* Reads what has changed once it has not for a moment, and is whole; gives up
 * after a while: there will be another look. */
static bool look(struct loaded_files *o, struct progress *progress)
{
	enum { PATIENCE_MS = 2000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct file_states now, then = states_of(o, o->load_arena);

	o->is_same = file_states_are_same(&o->before->read->states, &then);
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

static bool look_and_build(struct loaded_files *o, struct progress *progress)
{
	const bool ok = find_files(o, progress) && look(o, progress);

	if (o->fetched.kept && (ok || !o->is_same))
		refuse(o, ok);
	return ok && build(o, progress);
}

static bool open_files(struct loaded_files *o, struct progress *progress)
{
	if (o->is_read)
		return build(o, progress);
	return o->is_look ? look_and_build(o, progress) : read_and_build(o, progress);
}

void files_open(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	o->ok = open_files(o, progress);
	if (!o->ok || !o->is_again)
		return;
	load_runs(&o->result.data, o->result.name_pattern, o->load_arena, progress);
	find_added(o);
	find_recent(o, &o->result.data, o->load_arena, progress);
	if (o->base.request.nwords)
		load_base_again(o, progress);
}

void files_look(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	files_open(o, progress);
	if (!o->ok)
		return;
	load_lines(&o->result, o->lines_arena, progress);
	load_frames(&o->result, o->frames_arena, progress);
	if (o->base.is_read)
		base_compare(&o->base, &o->request, &o->result.data, progress);
	if (o->sets_apart)
		files_set_apart(o, progress);
	o->ok = progress_wanted(progress) || fail(&o->err, "cancelled");
}

void files_find_runs(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_runs(&o->result.data, o->result.name_pattern, o->load_arena, progress);
}

void files_find_base(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	base_read(&o->base, &o->request, &o->result.data, progress);
}

void files_compare(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	base_compare(&o->base, &o->request, &o->result.data, progress);
}

void files_find_lines(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_lines(&o->result, o->lines_arena, progress);
}

void files_find_frames(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_frames(&o->result, o->frames_arena, progress);
}

void files_make_names(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	o->names = names_list(o->result.data.profile, o->names_arena, progress);
}

void files_set_apart(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	o->apart_ok = load_apart(&o->apart, &o->result, o->apart_arena, progress, &o->apart_err);
	if (!o->apart_ok)
		return;
	find_recent(o, &o->apart, o->apart_arena, progress);
	names_take(o->apart.names, names_list(o->apart.profile, o->apart_arena, progress));
	base_compare(&o->base, &o->request, &o->apart, progress);
}
