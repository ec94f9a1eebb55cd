/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load_base.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/build/run_finder.h"
#include "model/compare/base_lines.h"
#include "model/compare/comparison.h"
#include "model/compare/comparison_notes.h"
#include "model/compare/inlined_parts.h"
#include "model/compare/matching.h"
#include "model/compare/side.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/records.h"
#include "open/base_files.h"
#include "open/load.h"

/* What else than names it takes to tell which functions are the same. */
static enum match_need what_is_needed(const struct base_request *base, const struct dataset *old,
                                      const struct dataset *new, struct arena *own,
                                      struct progress *progress)
{
	struct dataset named = *new;
	const struct match_sides sides = {
		.base = old, .new = &named, .pairs = base->pairs, .npairs = base->npairs
	};
	const struct matching *matching;
	struct error ignored;

	named.names = names_new(new->profile, own);
	matching = matching_find(&sides, own, progress, &ignored);
	return matching ? matching_needs(matching, &sides) : MATCH_NEEDS_NOTHING;
}

/* Keeps the figures with inlined functions apart; false if cancelled. */
static bool keep_apart(struct base_sides *out, struct load_result *loaded, struct arena *own,
                       struct arena *arena, struct progress *progress)
{
	struct dataset apart;
	const struct runs *runs;

	if (!load_apart(&apart, loaded, own, progress, &out->apart_err))
		return true;
	runs = runs_find(apart.profile, own, progress);
	if (!runs)
		return false;
	side_keep(&out->apart, &apart, runs, arena);
	out->has_apart = true;
	return true;
}

/* In an arena that is freed when the figures were kept. */
static bool load(struct base_sides *out, const struct base_request *base,
                 const struct load_request *request, const struct dataset *data, bool wants_apart,
                 struct arena *own, struct arena *arena, struct progress *progress,
                 struct error *err)
{
	enum match_need need = MATCH_NEEDS_FRAMES;
	struct load_result loaded;
	const struct runs *runs;

	if (!load_profile(&loaded, request, own, progress, err))
		return false;
	if (base->of_new && !records_count_off(loaded.data.profile->records))
		return fail(err, "no file of the base is left");
	runs = runs_find(loaded.data.profile, own, progress);
	if (data && !wants_apart)
		need = what_is_needed(base, &loaded.data, data, own, progress);
	if (need >= MATCH_NEEDS_LINES)
		load_lines(&loaded, own, progress);
	if (need >= MATCH_NEEDS_FRAMES)
		load_frames(&loaded, own, progress);
	if (!runs || !progress_wanted(progress) ||
	    (wants_apart && !keep_apart(out, &loaded, own, arena, progress)))
		return fail(err, "cancelled");
	side_keep(&out->in, &loaded.data, runs, arena);
	out->in.inlined = inlined_parts_find(&loaded.data, arena);
	return true;
}

static struct side_files files_of(const struct load_request *request)
{
	struct side_files files = { .executable = request->executable,
		                    .files = request->files,
		                    .n = request->nfiles };

	files_written(request->files, request->nfiles, &files.oldest, &files.newest);
	return files;
}

/* The files that are named. */
static bool find_files(struct load_request *request, const struct base_request *base,
                       const struct load_request *new, struct arena *arena, struct arena *own,
                       struct error *err)
{
	struct base_files files;

	if (!base_files_find(&files, base->words, base->nwords, new->executable, arena, err) ||
	    !base_files_check(&files, new->files, new->nfiles, own, err))
		return false;
	request->executable = files.executable;
	request->files = files.files;
	request->nfiles = files.nfiles;
	request->reasons = NULL;
	return true;
}

bool load_base(struct base_sides *out, const struct base_request *base,
               const struct load_request *new, const struct dataset *data, bool wants_apart,
               struct arena *arena, struct progress *progress, struct error *err)
{
	struct load_request request = *new;
	struct arena *own = arena_new();
	bool ok;

	*out = (struct base_sides){ .has_apart = false };
	request.choice = base->of_new;
	request.wanted = NULL;
	ok = base->of_new || find_files(&request, base, new, arena, own, err);
	if (ok) {
		request.code_ms = 0;
		ok = load(out, base, &request, data, wants_apart, own, arena, progress, err);
		out->in.files = out->apart.files = files_of(&request);
		out->in.is_of_new = out->apart.is_of_new = base->of_new;
	}
	arena_free(own);
	return ok;
}

const struct comparison *load_comparison(const struct base_request *base_request,
                                         const struct side *base,
                                         const struct load_request *request,
                                         const struct dataset *data, const struct runs *known,
                                         struct arena *arena, struct progress *progress,
                                         struct error *err)
{
	struct side *old = arena_copy(arena, base, 1, sizeof *old);
	struct side *new = arena_alloc(arena, 1, sizeof *new);
	struct comparison *c;

	new->files = files_of(request);
	new->data = *data;
	/* Another thread uses the names of the data, and will use those of the
	 * base while more is compared in this arena. */
	new->data.names = names_new(data->profile, arena);
	old->data.names = names_new(base->data.profile, arena_within(arena));
	new->runs = known ? known : runs_find(data->profile, arena, progress);
	if (!new->runs) {
		fail(err, "cancelled");
		return NULL;
	}
	new->inlined = inlined_parts_find(&new->data, arena);
	c = comparison_new(old, new, base_request->pairs, base_request->npairs, arena, progress,
	                   err);
	if (c) {
		c->lines = base_lines_new(c, arena);
		comparison_notes(c, arena);
	}
	return c;
}
