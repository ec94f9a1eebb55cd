/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/base_files.h"

#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"
#include "open/named_files.h"
#include "open/seen_files.h"

/* Other formats are known to libbfd only. */
static bool is_object(const char *path)
{
	struct arena *scratch;
	struct error ignored;
	bool is_one;

	if (!file_is_regular(path) || reader_is_sure_of(path))
		return false;
	if (file_is_program(path))
		return true;
	scratch = arena_new();
	is_one = object_open(path, NULL, scratch, &ignored);
	arena_free(scratch);
	return is_one;
}

static void add_file(struct base_files *out, const char *path, struct arena *arena)
{
	out->files = arena_room(arena, out->files, out->nfiles, sizeof *out->files);
	out->files[out->nfiles++] = path;
}

static bool take_folder(struct base_files *out, const char *path, const char *executable,
                        struct arena *arena, struct error *err)
{
	struct folder_files folder;
	size_t i;

	if (!folder_files_find(&folder, path, executable, arena, err))
		return false;
	for (i = 0; i < folder.n; i++)
		add_file(out, folder.files[i], arena);
	if (!folder.n)
		return fail(err, "%.200s: no profile in this folder", path);
	if (folder.nprograms > 1 && !out->executable)
		return fail(err,
		            "%.200s: several programs in this folder; name one "
		            "after --base",
		            path);
	if (!out->executable)
		out->executable = folder.program;
	return true;
}

static bool take_word(struct base_files *out, const char *path, const char *executable,
                      struct arena *arena, struct error *err)
{
	struct stat st;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return take_folder(out, path, executable, arena, err);
	if (out->nfiles || out->executable || !is_object(path))
		add_file(out, path, arena);
	else
		out->executable = path;
	return true;
}

bool base_files_find(struct base_files *out, const char *const *words, size_t nwords,
                     const char *executable, struct arena *arena, struct error *err)
{
	size_t i;

	*out = (struct base_files){ .executable = NULL };
	for (i = 0; i < nwords; i++)
		if (!take_word(out, words[i], executable, arena, err))
			return false;
	if (!out->nfiles)
		return fail(err, "--base names no profile: gptui NEW-PROGRAM "
		                 "NEW-PROFILE... --base OLD-PROGRAM "
		                 "OLD-PROFILE...");
	if (!out->executable)
		out->executable = executable;
	return true;
}

bool base_files_check(const struct base_files *base, const char *const *files, size_t nfiles,
                      struct arena *scratch, struct error *err)
{
	struct seen_files new = seen_files_new(nfiles, scratch);
	size_t i;

	for (i = 0; i < nfiles; i++)
		seen_files_add(&new, files[i]);
	for (i = 0; i < base->nfiles; i++)
		if (seen_files_have(&new, base->files[i]))
			return fail(err,
			            "%.200s: the same file is on both "
			            "sides of --base",
			            base->files[i]);
	return true;
}

void files_written(const char *const *files, size_t nfiles, double *oldest, double *newest)
{
	struct stat st;
	size_t i;

	*oldest = *newest = 0;
	for (i = 0; i < nfiles; i++) {
		double at;

		if (stat(files[i], &st))
			continue;
		at = (double)st.st_mtim.tv_sec + (double)st.st_mtim.tv_nsec / 1e9;
		*oldest = *oldest <= 0 || at < *oldest ? at : *oldest;
		*newest = at > *newest ? at : *newest;
	}
}
