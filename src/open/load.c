/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "base/sort.h"
#include "base/work.h"
#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/build/nodes.h"
#include "model/build/run_finder.h"
#include "model/code_lines.h"
#include "model/dataset.h"
#include "model/files/file_choice.h"
#include "model/files/file_names.h"
#include "model/files/spreads.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/names.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"
#include "open/failed_files.h"
#include "open/file_states.h"
#include "parse/code/instructions.h"
#include "parse/code/sample_sites.h"
#include "parse/dwarf/lines.h"
#include "parse/fit/fit.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"

/* The paths of all files that were read, by number. */
static const char *const *paths_of(const struct records *all, struct arena *arena) {
	const char **paths = arena_space(arena, all->nfiles + all->noff, sizeof *paths);
	size_t i;

	for (i = 0; i < all->nfiles; i++)
		paths[all->files[i].number] = all->files[i].path;
	for (i = 0; i < all->noff; i++)
		paths[all->off[i].number] = all->off[i].path;
	return paths;
}

static int by_rank(const void *a, const void *b, const void *context) {
	const uint32_t *ranks = context;
	const uint32_t x = ranks[*(const uint32_t *)a];
	const uint32_t y = ranks[*(const uint32_t *)b];

	return x < y ? -1 : x > y;
}

/* The runs that count by their ranks, if all have one; snapshots are in their order already. */
static const uint32_t *order_of(const struct dataset *data, struct arena *own) {
	const struct runs *runs = data->runs;
	uint32_t *ranks = arena_space(own, runs->n, sizeof *ranks);
	uint32_t *order = arena_space(own, runs->n, sizeof *order);
	uint32_t i;

	if (data->profile->records->are_intervals)
		return NULL;
	for (i = 0; i < runs->n; i++) {
		ranks[i] = data->file_names->list[runs->list[i].number].rank;
		order[i] = i;
		if (ranks[i] == NO_RANK)
			return NULL;
	}
	sort_stable(order, runs->n, sizeof *order, by_rank, ranks, own);
	return order;
}

/* Adds a note if not all functions have figures of each file. */
static void note_told(struct dataset *data, struct arena *arena) {
	const struct runs *runs = data->runs;
	struct notes notes = { .arena = arena };

	if (!runs->has_figures)
		return;
	notes_add_all(&notes, data->file_notes, data->nfile_notes);
	notes_add(&notes, NOTE_FACT,
	          arena_format(arena,
	                       "only the %zu functions with the most time have figures of each "
	                       "file",
	                       runs->ntold),
	          "bins that count code of very many functions would give all of them some in "
	          "every file",
	          "time of the others is in the totals of the files");
	data->file_notes = notes.list;
	data->nfile_notes = notes.n;
}

/* Adds a note if the user's pattern does not fit. */
static void note_names(struct dataset *data, struct arena *arena) {
	const struct file_names *names = data->file_names;
	struct notes notes = { .arena = arena };
	size_t i;

	if (names->nfit == names->n)
		return;
	for (i = 0; names->list[i].fits; i++)
		;
	notes_add_all(&notes, data->file_notes, data->nfile_notes);
	notes_add(&notes, NOTE_WARNING,
	          arena_format(arena, "the pattern of --file-names does not fit %zu of %zu files",
	                       names->n - names->nfit, names->n),
	          arena_format(arena, "%s, for example", names->list[i].path),
	          "of these no rank, host or process is known; %* in a pattern stands for anything "
	          "but a slash");
	data->file_notes = notes.list;
	data->nfile_notes = notes.n;
}

void load_runs(struct dataset *data, const struct name_pattern *pattern, struct arena *arena,
               struct progress *progress) {
	const struct profile *p = data->profile;
	const struct records *all = records_all(p->records);
	struct arena *own;

	data->runs = NULL;
	if (all->nfiles + all->noff < 2)
		return;
	data->runs = runs_find(p, arena, progress);
	if (!data->runs)
		return;
	data->file_names = file_names_find(paths_of(all, arena), all->nfiles + all->noff, pattern,
	                                   arena);
	own = arena_new();
	data->spreads = spreads_find(p, data->runs, order_of(data, own), arena);
	arena_free(own);
	if (data->spreads) {
		data->file_notes = data->spreads->notes;
		data->nfile_notes = data->spreads->nnotes;
	}
	note_told(data, arena);
	note_names(data, arena);
}

const struct records *load_added(const struct profile *before, const struct profile *now,
                                 struct arena *arena) {
	const struct records *old = records_all(before->records);
	const struct records *new = records_all(now->records);

	return old->are_intervals == new->are_intervals ? records_added(old, new, arena) : NULL;
}

void load_recent(struct dataset *data, const struct records *added, struct arena *arena,
                 struct progress *progress) {
	data->recent = recent_find(data->profile, added, arena, progress);
}

const struct file_choice *counted_choice(const struct counted *c, const struct repeat_uses *uses,
                                         struct arena *arena) {
	const struct records *r = c->once;
	const size_t n = r->nfiles + r->noff;
	bool *is_off = arena_alloc(arena, n, sizeof *is_off);
	struct file_choice choice = { .is_off = is_off, .n = n };
	bool any = false;
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		any |= is_off[r->files[i].number] = counted_is_off(c, uses, i);
	return any ? arena_copy(arena, &choice, 1, sizeof choice) : NULL;
}

/* Files are archives, too: what is read of number i has the numbers [starts[i], starts[i + 1]).  A
 * file that cannot be read costs itself only. */
static bool read_files(struct records *records, const struct load_request *request,
                       const struct machine *machine, size_t *starts, struct progress *progress,
                       struct error *err) {
	struct file_notes notes = { .notes = &records->notes };
	size_t i;

	progress_stage(progress, "reading profiles", request->nfiles);
	for (i = 0; i < request->nfiles; i++) {
		if (!progress_step(progress, i))
			return fail(err, "cancelled");
		starts[i] = records->nfiles + records->noff;
		if (request->reasons && request->reasons[i])
			fail(err, "%s", request->reasons[i]);
		else if (reader_load(records, request->files[i], machine, &notes, progress, err))
			continue;
		if (!progress_wanted(progress))
			return false;
		records_fail_file(records, request->files[i], err->reason);
	}
	starts[i] = records->nfiles + records->noff;
	file_notes_finish(&notes);
	progress_step(progress, request->nfiles);
	return true;
}

/* Of each file an earlier one that was named before, or itself. */
static const uint32_t *find_same(const struct load_request *request, const size_t *starts,
                                 const struct records *records, struct arena *arena) {
	const size_t n = records->nfiles + records->noff;
	uint32_t *same = arena_space(arena, records->nfiles, sizeof *same);
	uint32_t *indexes = arena_space(arena, n, sizeof *indexes);
	const uint32_t *named = seen_files_first(request->files, request->nfiles, arena);
	size_t i, k;

	for (k = 0; k < n; k++)
		indexes[k] = NO_ITEM;
	for (i = 0; i < records->nfiles; i++)
		indexes[records->files[i].number] = (uint32_t)i;
	for (i = 0; i < request->nfiles; i++)
		for (k = starts[i]; k < starts[i + 1]; k++) {
			const size_t of = k - starts[i] + starts[named[i]];
			const bool is_same = of < starts[named[i] + 1] && indexes[of] != NO_ITEM;

			if (indexes[k] != NO_ITEM)
				same[indexes[k]] = indexes[is_same ? of : k];
		}
	return same;
}

/* Says what was confused where a profile is in the place of the executable; else the reason stays
 * as it is. */
static bool explain_order(const struct load_request *request, struct error *err) {
	const char *first = request->executable;
	const char *second = request->nfiles ? request->files[0] : "";

	if (!reader_is_sure_of(first))
		return false;
	if (access(second, R_OK) || reader_is_sure_of(second))
		return fail(err,
		            "%.200s: a profile, not an executable; the program comes first: gptui "
		            "PROGRAM %.200s",
		            first, first);
	return fail(err,
	            "%.200s: a profile, not an executable; did you mean \"gptui %.200s %.200s\"?",
	            first, second, first);
}

/* The job that pays for reading debug information; NULL: none for now. */
static void set_payer(const struct object *object, struct progress *progress) {
	object_debug_files(object)->work->progress = progress;
}

/* A part of opening: it may take more memory than there is for the files. */
struct part {
	struct load_result *loaded;
	struct arena *arena;
	struct progress *progress;
	struct error err; /* if it failed */
};

/* Reading, and building. */
struct input_part {
	struct part part;
	struct load_input *input;
	const struct load_request *request;
	bool ok;
};

/* What a profile under such rules is built of. */
static const struct records *records_for(const struct load_input *input,
                                         const struct rules *rules) {
	return rules->gprof ? input->records : counted_records(&input->counted, &rules->repeats);
}

/* Which files count; gprof's rules know no difference. */
static const struct file_choice *choice_for(const struct input_part *p) {
	const struct rules *rules = p->request->rules;

	if (p->request->choice || rules->gprof)
		return p->request->choice;
	return counted_choice(&p->input->counted, &rules->repeats, p->part.arena);
}

static bool read_input(struct load_input *out, const struct load_request *request,
                       struct arena *arena, struct progress *progress, struct error *err) {
	struct records *records = records_new(arena);
	struct debug_search search = request->debug;
	size_t *starts = arena_space(arena, request->nfiles + 1, sizeof *starts);

	progress_stage(progress, "reading symbols", 0);
	search.progress = progress;
	out->object = object_open(request->executable, &search, arena, err);
	if (!out->object)
		return explain_order(request, err);
	set_payer(out->object, NULL);
	if (!read_files(records, request, &object_image(out->object)->machine, starts, progress,
	                err))
		return false;
	load_bias_subtract(records, request->bias, out->object);
	records = failed_files_find(records, object_image(out->object), err);
	if (!records)
		return false;
	if (request->offered)
		notes_add(&records->notes, NOTE_FACT, request->offered,
		          arena_format(arena, "%zu files lie beside the program or in this folder",
		                       request->nfiles),
		          "name the files to open others");
	fit_note(records, out->object);
	counted_find(&out->counted, records, object_image(out->object), gprof_keeps,
	             find_same(request, starts, records, arena), progress, arena);
	out->records = records;
	return true;
}

static void read_part(void *context) {
	struct input_part *p = context;

	p->ok = read_input(p->input, p->request, p->part.arena, p->part.progress, &p->part.err);
}

bool load_input_read(struct load_input *out, const struct load_request *request,
                     struct arena *arena, struct progress *progress, struct error *err) {
	struct input_part p = { { NULL, arena, progress, { "" } }, out, request, false };

	*out = (struct load_input){ .memory = file_memory_floor() };
	if (!arena_try(&out->memory, read_part, &p))
		file_memory_fail(request->executable, &out->memory, &p.part.err);
	if (!p.ok)
		*err = p.part.err;
	return p.ok;
}

/* Files whose names match are on; none: NULL. */
static const struct file_choice *choose(const struct records *all, const struct pattern *wanted,
                                        struct arena *arena, struct error *err) {
	const size_t n = all->nfiles + all->noff;
	bool *is_off = arena_alloc(arena, n, sizeof *is_off);
	struct file_choice choice = { .is_off = is_off, .n = n };
	size_t i;

	for (i = 0; i < all->nfiles; i++)
		is_off[all->files[i].number] = !pattern_finds(wanted, all->files[i].path, NULL,
		                                              NULL);
	if (file_choice_count(&choice, all))
		return arena_copy(arena, &choice, 1, sizeof choice);
	fail(err, "--files: no profile file has such a name");
	return NULL;
}

static void build_part(void *context) {
	struct input_part *p = context;
	struct arena *arena = p->part.arena;
	struct load_result *out = p->part.loaded;
	struct rules *rules = arena_copy(arena, p->request->rules, 1, sizeof *rules);
	const struct records *all = records_for(p->input, rules);
	struct shared_code *code = shared_code_new(out->object, all, p->request->code_ms, arena);

	rules->code = shared_code_reader(code);
	progress_stage(p->part.progress, "building", 0);
	out->choice = choice_for(p);
	if (!p->request->choice && p->request->wanted) {
		out->choice = choose(all, p->request->wanted, arena, &p->part.err);
		if (!out->choice)
			return;
	}
	all = records_choose(all, out->choice, arena);
	if (rules->gprof)
		all = failed_files_by_gprof(all, arena);
	out->data.profile = profile_build(object_image(out->object), all, rules, arena,
	                                  p->part.progress, &p->part.err);
	out->is_unfinished = shared_code_is_unfinished(code);
	p->ok = out->data.profile;
	if (p->ok)
		out->data.names = names_new(out->data.profile, arena);
}

bool load_build(struct load_result *out, const struct load_input *input,
                const struct load_request *request, struct arena *arena, struct progress *progress,
                struct error *err) {
	struct load_input it = *input;
	struct input_part p = { { out, arena, progress, { "" } }, &it, request, false };

	*out = (struct load_result){ .object = it.object,
		                     .name_pattern = request->name_pattern,
		                     .memory = it.memory };
	if (!arena_try(&out->memory, build_part, &p))
		file_memory_fail(request->executable, &out->memory, &p.part.err);
	if (!p.ok) {
		*err = p.part.err;
		*out = (struct load_result){ .memory = file_memory_floor() };
	}
	return p.ok;
}

bool load_profile(struct load_result *out, const struct load_request *request, struct arena *arena,
                  struct progress *progress, struct error *err) {
	struct load_input input;

	return load_input_read(&input, request, arena, progress, err) &&
	       load_build(out, &input, request, arena, progress, err);
}

/* Whether a file is cut off, or could not be read. */
static bool has_cut_file(const struct records *records) {
	size_t i;

	for (i = 0; i < records->nfiles; i++)
		if (records->files[i].is_cut)
			return true;
	return records->noff > 0;
}

static bool has_fresh_file(const struct load_request *request) {
	enum { FRESH_S = 2 };
	const time_t now = time(NULL);
	struct stat st;
	size_t i;

	for (i = 0; i < request->nfiles; i++)
		if (!stat(request->files[i], &st) && now - st.st_mtime <= FRESH_S &&
		    st.st_mtime - now <= FRESH_S)
			return true;
	return false;
}

bool load_pause(struct progress *progress) {
	const struct timespec pause = { .tv_nsec = 100 * 1000 * 1000 };

	nanosleep(&pause, NULL);
	return progress_wanted(progress);
}

bool load_wait(const struct load_input *input, const struct load_request *request,
               struct progress *progress) {
	if ((input && !has_cut_file(input->records)) || !has_fresh_file(request))
		return false;
	progress_stage(progress, "waiting for a file that is being written", 0);
	return load_pause(progress);
}

/* Gives up a part that takes too much memory, and notes it. */
static void leave_out(struct part *p, const char *what) {
	const struct object *object = p->loaded->object;
	struct notes *notes = &object_debug_files(object)->notes;

	arena_reset(p->arena);
	file_memory_fail(object_image(object)->path, &p->loaded->memory, &p->err);
	notes_add(notes, NOTE_WARNING, what,
	          arena_text(notes->arena, p->err.reason, strlen(p->err.reason)),
	          "the file may be damaged: build the program again");
}

static void find_lines(void *context) {
	struct part *p = context;
	struct load_result *loaded = p->loaded;
	const struct profile *profile = loaded->data.profile;
	const struct func_locations *locations = NULL;
	const struct sample_sites *sites = NULL;
	const struct line_times *times = NULL;
	struct lines *lines;
	size_t i;

	for (i = 0; i < object_image(loaded->object)->nobjects; i++)
		debug_files_fetch(object_debug_files(object_part(loaded->object, i)));
	lines = lines_open(loaded->object, profile->rules->gprof, p->arena, p->progress, &p->err);
	if (lines)
		locations = lines_of_functions(lines, profile, p->arena, p->progress);
	if (locations)
		sites = sample_sites_find(loaded->object, lines, profile, p->arena, p->progress);
	if (sites)
		times = sample_sites_lines(sites, p->arena);
	loaded->lines = lines;
	loaded->sites = sites;
	loaded->data.locations = locations;
	loaded->data.line_times = times;
}

void load_lines(struct load_result *loaded, struct arena *arena, struct progress *progress) {
	struct part part = { loaded, arena_within(arena), progress, { "" } };

	set_payer(loaded->object, progress);
	if (!arena_try(&loaded->memory, find_lines, &part))
		leave_out(&part, "source lines are left out");
	set_payer(loaded->object, NULL);
	if (loaded->lines || progress_wanted(progress))
		loaded->data.debug = debug_report(loaded->object, loaded->lines ? NULL : &part.err,
		                                  arena);
}

static void find_frames(void *context) {
	struct part *p = context;
	struct dataset *data = &p->loaded->data;
	const struct frames *frames = frames_find(p->loaded->object, p->loaded->lines,
	                                          p->loaded->sites, data->profile, p->arena,
	                                          p->progress);

	if (frames)
		data->code_lines = code_lines_new(data->profile, frames, p->arena);
	data->frames = frames;
}

void load_frames(struct load_result *loaded, struct arena *arena, struct progress *progress) {
	static const struct frames none = { .n = 0 };
	struct part part = { loaded, arena_within(arena), progress, { "" } };

	if (!loaded->data.line_times)
		return;
	set_payer(loaded->object, progress);
	if (!arena_try(&loaded->memory, find_frames, &part)) {
		leave_out(&part, "inlined functions are left out");
		loaded->data.frames = &none;
		loaded->data.code_lines = NULL;
	}
	set_payer(loaded->object, NULL);
	loaded->data.debug = debug_report(loaded->object, NULL, arena);
}

/* A part whose result is another dataset. */
struct apart_part {
	struct part part;
	struct dataset *out;
};

static void set_apart(void *context) {
	struct apart_part *p = context;

	nodes_find(p->out, &p->part.loaded->data, p->part.arena, p->part.progress);
}

bool load_apart(struct dataset *out, struct load_result *loaded, struct arena *arena,
                struct progress *progress, struct error *err) {
	struct apart_part p = { { loaded, arena_within(arena), progress, { "" } }, out };

	if (loaded->data.profile->rules->gprof)
		return fail(err, "gprof's rules do not tell inlined functions apart; set rules "
		                 "exact does");
	if (!loaded->data.frames)
		return fail(err, "no inlined function is known without debug information");
	progress_stage(progress, "setting inlined functions apart", 0);
	if (arena_try(&loaded->memory, set_apart, &p)) {
		if (!progress_wanted(progress))
			return fail(err, "cancelled");
		if (loaded->data.runs)
			load_runs(out, loaded->name_pattern, arena, progress);
		return true;
	}
	arena_reset(p.part.arena);
	file_memory_fail(object_image(loaded->object)->path, &loaded->memory, err);
	return false;
}
