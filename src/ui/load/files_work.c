/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/files_work.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/progress.h"
#include "model/names.h"
#include "parse/boards.h"
#include "parse/load_runs.h"
#include "ui/load/loaded_files.h"

/* Fails if the user gave up, or asked for this very base: then what is shown
 * stays. */
static void load_base_again(struct loaded_files *o, struct progress *progress)
{
	base_read(&o->base, &o->request, &o->result.data, progress);
	if (o->base.comparison ||
	    (!o->base_is_asked && progress_wanted(progress)))
		return;
	o->ok = false;
	o->err = o->base.err;
}

static bool build(struct loaded_files *o, struct progress *progress)
{
	return load_build(&o->result, &o->read->input, &o->request,
	                  o->load_arena, progress, &o->err);
}

/* Gets what boards have now. */
static bool fetch(struct loaded_files *o, struct progress *progress)
{
	struct load_request *r = &o->request;

	if (!r->boards)
		return true;
	if (!boards_fetch(r->boards, &r->files, &r->nfiles, progress, &o->err))
		return false;
	o->fetched = boards_kept(r->boards, o->load_arena);
	return true;
}

/* A file that is read again may be half written. */
static bool read_and_build(struct loaded_files *o, struct progress *progress)
{
	enum { PATIENCE_MS = 10000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct read_files *read = o->read;
	bool ok;

	if (!fetch(o, progress))
		return false;
	for (;;) {
		ok = load_input_read(&read->input, &o->request,
		                     read->input_arena, progress, &o->err);
		if (!o->is_again || clock_ms() > end ||
		    !load_wait(ok ? &read->input : NULL, &o->request, progress))
			break;
		arena_reset(read->input_arena);
	}
	if (!ok && o->request.boards)
		boards_refuse(o->request.boards, o->err.reason);
	return ok && build(o, progress);
}

void files_open(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	o->ok = o->is_read ? build(o, progress) : read_and_build(o, progress);
	if (o->ok && o->is_again)
		load_runs(&o->result.data, o->result.name_pattern,
		          o->load_arena, progress);
	if (o->ok && o->is_again && o->base.request.nwords)
		load_base_again(o, progress);
}

void files_find_runs(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_runs(&o->result.data, o->result.name_pattern, o->load_arena,
	          progress);
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

	o->has_apart = load_apart(&o->apart, &o->result, o->apart_arena,
	                          progress, &o->apart_err);
	if (!o->has_apart)
		return;
	names_take(o->apart.names,
	           names_list(o->apart.profile, o->apart_arena, progress));
	base_compare(&o->base, &o->request, &o->apart, progress);
}
