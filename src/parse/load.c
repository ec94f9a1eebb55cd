/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/load.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/build/build.h"
#include "model/debug_info.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/code/bin_looks.h"
#include "parse/object/debug_report.h"
#include "model/file_notes.h"
#include "parse/fit/fit.h"
#include "parse/code/frame_finder.h"
#include "parse/code/line_ticks.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"
#include "parse/gmon/reader.h"

static bool read_files(struct records *records,
                       const struct load_request *request,
                       const struct machine *machine, struct progress *progress,
                       struct error *err)
{
	struct file_notes notes = { .notes = &records->notes };
	size_t i;

	progress_stage(progress, "reading profiles", request->nfiles);
	for (i = 0; i < request->nfiles; i++) {
		const size_t before = records->notes.n;

		if (!progress_step(progress, i))
			return fail(err, "cancelled");
		if (!reader_load(records, request->files[i], machine, progress,
		                 err))
			return false;
		file_notes_merge(&notes, before, request->files[i]);
	}
	file_notes_finish(&notes);
	progress_step(progress, request->nfiles);
	return true;
}

bool load_profile(struct load_result *out, const struct load_request *request,
                  struct arena *arena, struct progress *progress,
                  struct error *err)
{
	struct records *records = records_new(arena);
	const struct image *image;

	progress_stage(progress, "reading symbols", 0);
	out->object = object_open(request->executable, &request->debug, arena,
	                          err);
	if (!out->object)
		return false;
	image = object_image(out->object);
	if (!read_files(records, request, &image->machine, progress, err))
		return false;
	if (request->slide.is_auto || request->slide.bytes)
		slide_files(records, request->slide, out->object);
	fit_note(records, out->object);
	progress_stage(progress, "building", 0);
	out->profile = profile_build(image, records, request->rules, arena,
	                             progress, err);
	return out->profile != NULL;
}

bool load_lines(struct load_lines *out, const struct load_result *loaded,
                struct arena *arena, struct progress *progress)
{
	const bool gprof_files = loaded->profile->rules->symbols_of_gprof;
	struct lines *lines;
	struct error err;

	debug_files_fetch(object_debug_files(loaded->object), progress);
	lines = lines_open(loaded->object, gprof_files, arena, progress, &err);
	*out = (struct load_lines){ .lines = lines };
	if (!lines && !progress_wanted(progress))
		return false;
	out->debug = debug_report(loaded->object, lines ? NULL : &err, arena);
	if (!lines)
		return false;
	out->places = lines_of_functions(lines, loaded->profile, arena,
	                                 progress);
	if (out->places)
		out->looks = bin_looks_find(loaded->object, lines,
		                            loaded->profile, arena, progress);
	if (out->looks)
		out->times = line_ticks_find(out->looks, arena);
	return out->times;
}

void load_frames(struct load_lines *out, const struct load_result *loaded,
                 struct arena *arena, struct progress *progress)
{
	if (!out->times)
		return;
	out->frames = frames_find(loaded->object, out->lines, out->looks,
	                          loaded->profile, &out->code_lines, arena,
	                          progress);
	out->debug = debug_report(loaded->object, NULL, arena);
}

void load_add_lines(struct profile *profile, const struct load_lines *lines,
                    struct arena *arena)
{
	const struct debug_info *debug = lines->debug;
	struct notes notes = { .arena = arena };
	size_t i;

	profile->debug = debug;
	profile->places = lines->places;
	profile->line_times = lines->times;
	profile->frames = lines->frames;
	profile->code_lines = lines->code_lines;
	if (!debug || !debug->nnotes)
		return;
	for (i = 0; i < profile->nnotes; i++)
		notes_add(&notes, profile->notes[i]);
	for (i = 0; i < debug->nnotes; i++)
		notes_add(&notes, debug->notes[i]);
	profile->notes = notes.list;
	profile->nnotes = notes.n;
}
