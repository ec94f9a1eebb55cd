/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load_base.h"

#include <glob.h>

#include "model/build/run_finder.h"
#include "model/compare/line_match.h"
#include "model/compare/matching.h"
#include "model/files/file_choice.h"
#include "parse/gmon/readers.h"

/* A request for a base that no word names yet. */
static void base_begin(struct base_request *request) {
	request->choice = NULL;
	request->is_of_new = false;
	request->words = NULL;
	request->nwords = 0;
}

static void add_word(struct base_request *request, const char *word, struct arena *arena) {
	arena_append(arena, request->words, request->nwords, arena_text(arena, word, strlen(word)));
}

void base_words(struct base_request *request, const char *text, struct arena *arena) {
	base_begin(request);
	while (*(text += strspn(text, " "))) {
		const size_t len = strcspn(text, " ");
		glob_t found = { .gl_pathc = 0 };

		glob(arena_text(arena, text, len), GLOB_TILDE | GLOB_NOCHECK, NULL, &found);
		for (size_t i = 0; i < found.gl_pathc; i++)
			add_word(request, found.gl_pathv[i], arena);
		globfree(&found);
		text += len;
	}
}

void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena) {
	base_begin(request);
	request->choice = file_choice_of(records, choice, true, arena);
	request->is_of_new = true;
	add_word(request, new->executable, arena);
}

void base_yield(struct base_request *request, const struct records *new, struct arena *arena) {
	if (!request->is_of_new)
		return;
	request->choice = file_choice_without(request->choice, new, arena);
	if (!file_choice_count(request->choice, records_all(new)))
		base_begin(request);
}

void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena) {
	const struct load_request old = *new;
	const char **files = arena_space(arena, base->n, sizeof *files);

	for (size_t i = 0; i < base->n; i++)
		files[i] = arena_text(arena, base->files[i], strlen(base->files[i]));
	new->executable = arena_text(arena, base->executable, strlen(base->executable));
	new->words = new->files = files;
	new->nwords = new->nfiles = base->n;
	new->names_none = false;
	new->boards = NULL; /* what was fetched is on the disk */
	base_begin(request);
	add_word(request, old.executable, arena);
	for (size_t i = 0; i < old.nfiles; i++)
		if (!boards_file(old.boards, old.files[i]).failed)
			add_word(request, old.files[i], arena);
}

/* Other formats are known to libbfd only. */
static bool is_object(const char *path) {
	SCRATCH struct arena *scratch = arena_new();
	struct error ignored;

	if (!bytes_is_regular(path) || file_kind_of(path) == FILE_PROFILE)
		return false;
	return file_is_program(path) || object_open(path, NULL, scratch, &ignored);
}

static bool take_folder(struct base_files *out, const char *path, const char *executable,
                        struct arena *arena, struct error *err) {
	struct folder_files folder;

	if (!folder_files_find(&folder, path, executable, arena, err))
		return false;
	for (size_t i = 0; i < folder.n; i++)
		arena_append(arena, out->files, out->nfiles, folder.files[i]);
	if (!folder.n)
		return fail(err, "%.200s: no profile in this folder", path);
	if (folder.nprograms > 1 && !out->executable)
		return fail(err, "%.200s: several programs in this folder; name one after --base",
		            path);
	if (!out->executable && folder.nprograms)
		out->executable = folder.program;
	return true;
}

static bool take_word(struct base_files *out, const char *path, const char *executable,
                      struct arena *arena, struct error *err) {
	if (bytes_is_directory(path))
		return take_folder(out, path, executable, arena, err);
	if (out->nfiles || out->executable || !is_object(path))
		arena_append(arena, out->files, out->nfiles, path);
	else
		out->executable = path;
	return true;
}

bool base_files_find(struct base_files *out, const char *const *words, size_t nwords,
                     const char *executable, struct arena *arena, struct error *err) {
	struct recorded_parts parts;

	*out = (struct base_files){ .executable = NULL };
	if (nwords == 1 && !is_object(*words)) {
		parts = recorded_parts_find(*words, arena);
		if (parts.base)
			return fail(err, "%.200s: has recordings of two programs; name one: %s, %s",
			            *words, parts.new, parts.base);
		words = &parts.own;
	}
	for (size_t i = 0; i < nwords; i++)
		if (!take_word(out, words[i], executable, arena, err))
			return false;
	const char *folder = out->executable ? path_parent(out->executable, arena) : "";
	if (!out->nfiles && *folder && strcmp(folder, path_parent(executable, arena)) != 0)
		take_folder(out, folder, out->executable, arena, err);
	if (!out->nfiles)
		return fail(err, "--base names no profile: gptui NEW-PROGRAM NEW-PROFILE... --base "
		                 "OLD-PROGRAM OLD-PROFILE...");
	if (!out->executable)
		out->executable = recorded_program(out->files, out->nfiles, arena);
	if (!out->executable)
		out->executable = executable;
	return true;
}

bool base_files_check(const struct base_files *base, const char *const *files, size_t nfiles,
                      struct arena *scratch, struct error *err) {
	const char **all = arena_space(scratch, nfiles + base->nfiles, sizeof *all);
	size_t i;

	for (i = 0; i < nfiles + base->nfiles; i++)
		all[i] = i < nfiles ? files[i] : base->files[i - nfiles];
	const uint32_t *first = same_files_find(all, i, scratch);
	for (i = nfiles; i < nfiles + base->nfiles; i++)
		if (first[i] < nfiles)
			return fail(err, "%.200s: the same file is on both sides of --base",
			            all[i]);
	return true;
}

void files_written(const char *const *files, size_t nfiles, double *oldest, double *newest) {
	struct stat st;
	size_t len;

	*oldest = *newest = 0;
	for (size_t i = 0; i < nfiles; i++) {
		if (!bytes_look(files[i], &st, &len))
			continue;
		double at = (double)st.st_mtim.tv_sec + (double)st.st_mtim.tv_nsec / 1e9;
		*oldest = *oldest <= 0 || at < *oldest ? at : *oldest;
		*newest = at > *newest ? at : *newest;
	}
}

/* Matches the base by names; what else it takes to tell which functions are the same. */
static enum match_need match_names(struct side *base, const struct base_request *request,
                                   const struct dataset *new, struct arena *arena,
                                   struct progress *progress) {
	SCRATCH struct arena *own = arena_new();
	struct dataset named = *new;
	const struct match_sides sides = { &base->data, &named, request->pairs, request->npairs };
	struct error ignored;

	named.names = names_new(new->profile, own);
	base->matching = matching_find(&sides, arena, progress, &ignored);
	return base->matching ? matching_needs(base->matching, &sides) : MATCH_NEEDS_NOTHING;
}

/* Which run of programs in turns a file is of: 7 of "prog.r07.4711.prof"; 0: none. */
static unsigned turn_of(const char *path) {
	const char *at = path_last(path);
	unsigned number;
	char end;

	while ((at = strstr(at, ".r")))
		if (sscanf(at += 2, "%u%c", &number, &end) == 2 && end == '.')
			return number;
	return 0;
}

/* One run of the files of n processes; a function may be in several. */
static struct run run_of(const struct run *runs, const struct keyed *files, size_t n,
                         struct arena *arena) {
	struct run out = runs[files->index];
	struct run_ticks *funcs;
	uint32_t *members = n > 1 ? arena_space(arena, n, sizeof *members) : NULL;
	size_t nfuncs = 0;

	for (size_t i = 0; i < n; i++)
		nfuncs += runs[files[i].index].nfuncs;
	for (size_t i = 0; members && i < n; i++)
		members[i] = (uint32_t)runs[files[i].index].number;
	out.members = members;
	out.nmembers = members ? n : 0;
	out.funcs = funcs = arena_space(arena, nfuncs, sizeof *funcs);
	out.nfuncs = nfuncs;
	for (size_t i = 0; i < n; i++) {
		const struct run *run = &runs[files[i].index];

		if (run->nfuncs)
			memcpy(funcs, run->funcs, run->nfuncs * sizeof *funcs);
		funcs += run->nfuncs;
		out.ticks += i ? run->ticks : 0;
		out.rest += i ? run->rest : 0;
		out.calls += i ? run->calls : 0;
	}
	return out;
}

/* The runs that load_runs() found, or the single one; NULL: cancelled.  Of programs in turns files
 * of one run are together, whatever number of processes it started, and one without a file counts
 * as nothing; others are as they are. */
static const struct runs *runs_of(const struct dataset *data, struct arena *arena,
                                  struct progress *progress) {
	const struct records *records = data->profile->records;
	const struct runs *runs = data->runs ? data->runs
	                                     : runs_find(data->profile, arena, progress);
	size_t end, n = 0;

	if (!runs || !runs->n)
		return runs;
	struct keyed *files = arena_space(arena, runs->n, sizeof *files);
	for (size_t i = 0; i < runs->n; i++) {
		files[i] = (struct keyed){ turn_of(runs->list[i].path), (uint32_t)i };
		if (!files[i].key)
			return runs;
	}
	sort_keys(files, runs->n, arena);
	struct runs *out = arena_copy(arena, runs, 1, sizeof *out);
	struct run *list = arena_alloc(arena, runs->n + records->nruns, sizeof *list);
	for (size_t i = 0; i < runs->n; i = end) {
		for (end = i; end < runs->n && files[end].key == files[i].key;)
			end++;
		list[n++] = run_of(runs->list, &files[i], end - i, arena);
	}
	while (n < records->nruns && !records_count_off(records))
		list[n++] = (struct run){ .path = "", .rate = list[0].rate };
	out->list = list;
	out->n = n;
	return out;
}

static enum side_ranks ranks_of(const struct side *side) {
	const struct file_names *names = side->data.file_names;

	if (side->runs->n < 2)
		return NO_RANKS;
	if (names && names->has_sure_ranks)
		return SURE_RANKS;
	return load_may_be_ranks(&side->data) ? MAYBE_RANKS : NO_RANKS;
}

/* The same with inlined functions apart; false if cancelled. */
static bool set_apart(struct base_sides *out, struct arena *arena, struct progress *progress) {
	out->has_apart = load_apart(&out->apart.data, &out->loaded, arena, progress,
	                            &out->apart_err);
	if (out->has_apart)
		out->apart.runs = runs_of(&out->apart.data, arena, progress);
	return !out->has_apart || out->apart.runs;
}

static bool load(struct base_sides *out, const struct base_request *base,
                 const struct load_request *request, const struct dataset *data, bool wants_apart,
                 struct arena *arena, struct progress *progress, struct error *err) {
	enum match_need need = MATCH_NEEDS_FRAMES;
	struct load_result *loaded = &out->loaded;

	if (!load_profile(loaded, request, arena, progress, err))
		return false;
	if (base->is_of_new && !records_count_off(loaded->data.profile->records))
		return fail(err, "no file of the base is left");
	load_runs(&loaded->data, request->name_pattern, arena, progress);
	out->in.runs = runs_of(&loaded->data, arena, progress);
	out->in.data = loaded->data;
	if (data && !wants_apart)
		need = match_names(&out->in, base, data, arena, progress);
	if (need >= MATCH_NEEDS_LINES)
		load_lines(loaded, arena, progress);
	if (need >= MATCH_NEEDS_FRAMES)
		load_frames(loaded, arena, progress);
	if (!out->in.runs || !progress_wanted(progress) ||
	    (wants_apart && !set_apart(out, arena, progress)))
		return fail(err, "cancelled");
	out->in.data = loaded->data;
	if (loaded->data.locations || loaded->data.frames)
		out->in.matching = NULL; /* more is known now */
	return true;
}

static struct side_files files_of(const struct load_request *request) {
	struct side_files files = { .executable = request->executable,
		                    .files = request->files,
		                    .n = request->nfiles };

	files_written(request->files, request->nfiles, &files.oldest, &files.newest);
	return files;
}

bool load_base(struct base_sides *out, const struct base_request *base,
               const struct load_request *new, const struct dataset *data, bool wants_apart,
               struct arena *arena, struct progress *progress, struct error *err) {
	struct load_request request = *new;

	*out = (struct base_sides){ .has_apart = false };
	request.choice = base->choice;
	request.wanted = NULL;
	request.calls.nfiles = 0;
	request.code_ms = 0;
	if (!base->is_of_new) {
		SCRATCH struct arena *scratch = arena_new();
		struct base_files files;

		if (!base_files_find(&files, base->words, base->nwords, new->executable, arena,
		                     err) ||
		    !base_files_check(&files, new->files, new->nfiles, scratch, err))
			return false;
		request.executable = files.executable;
		request.files = files.files;
		request.nfiles = files.nfiles;
	}
	out->in.files = out->apart.files = files_of(&request);
	out->in.is_of_new = out->apart.is_of_new = base->is_of_new;
	return load(out, base, &request, data, wants_apart, arena, progress, err);
}

const struct comparison *load_comparison(const struct base_request *base_request,
                                         const struct base_sides *base,
                                         const struct load_request *request,
                                         const struct dataset *data, struct arena *arena,
                                         struct progress *progress, struct error *err) {
	const bool is_apart = data->profile->is_apart;
	struct side *old = arena_copy(arena, is_apart ? &base->apart : &base->in, 1, sizeof *old);
	struct side *new = arena_alloc(arena, 1, sizeof *new);

	if (is_apart && !base->has_apart) {
		*err = base->apart_err;
		return NULL;
	}
	new->files = files_of(request);
	new->data = *data;
	/* Another thread uses the names of the data. */
	new->data.names = names_new(data->profile, arena);
	old->data.names = names_new(old->data.profile, arena);
	new->runs = runs_of(data, arena, progress);
	if (!new->runs)
		return fail_null(err, "cancelled");
	struct comparison *c = comparison_new(old, new, base_request->pairs, base_request->npairs,
	                                      arena, progress, err);
	if (c) {
		c->level = base_request->level > 0 ? base_request->level : c->level;
		c->lines = base_lines_new(c, arena);
		old->ranks = ranks_of(old);
		new->ranks = ranks_of(new);
		comparison_notes(c, arena);
	}
	return c;
}
