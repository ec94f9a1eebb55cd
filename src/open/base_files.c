/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/base_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/path.h"
#include "base/sort.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"
#include "open/seen_files.h"

/* Whether a file begins like one that programs are in. */
static bool has_object_magic(const char *path)
{
	static const char *const magics[] = { "\177ELF", "MZ" };
	char start[4] = "";
	FILE *file = fopen(path, "rb");
	bool is_one = false;
	size_t i;

	if (!file)
		return false;
	if (fread(start, 1, sizeof start, file) == sizeof start)
		for (i = 0; i < sizeof magics / sizeof *magics; i++)
			is_one |= !strncmp(start, magics[i], strlen(magics[i]));
	fclose(file);
	return is_one;
}

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Other formats are known to libbfd only. */
static bool is_object(const char *path)
{
	struct arena *scratch;
	struct error ignored;
	bool is_one;

	if (!is_regular(path) || reader_is_sure_of(path))
		return false;
	if (has_object_magic(path))
		return true;
	scratch = arena_new();
	is_one = object_open(path, NULL, scratch, &ignored);
	arena_free(scratch);
	return is_one;
}

static void add_file(struct base_files *out, const char *path,
                     struct arena *arena)
{
	out->files = arena_room(arena, out->files, out->nfiles,
	                        sizeof *out->files);
	out->files[out->nfiles++] = path;
}

/* What a folder contains. */
struct folder {
	const char **names; /* shape: [n] */
	size_t n;
	const char *program; /* the executable; or NULL */
	size_t nprograms;
	bool is_same_name; /* as the new side's */
};

static int by_text(const void *a, const void *b, const void *context)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void read_names(struct folder *folder, DIR *dir, const char *path,
                       struct arena *arena)
{
	const struct dirent *entry;

	while ((entry = readdir(dir))) {
		if (*entry->d_name == '.')
			continue;
		folder->names = arena_room(arena, folder->names, folder->n,
		                           sizeof *folder->names);
		folder->names[folder->n++] = arena_format(arena, "%s/%s", path,
		                                          entry->d_name);
	}
	sort_stable(folder->names, folder->n, sizeof *folder->names, by_text,
	            NULL, arena);
}

static bool can_run(const char *path)
{
	struct stat st;

	return !stat(path, &st) && (st.st_mode & 0111);
}

static void take_program(struct folder *folder, const char *path,
                         const char *executable)
{
	const bool is_same_name = !strcmp(path_last(path),
	                                  path_last(executable));

	if (folder->is_same_name || (!is_same_name && !can_run(path)))
		return;
	folder->nprograms = is_same_name ? 1 : folder->nprograms + 1;
	folder->is_same_name = is_same_name;
	folder->program = path;
}

static bool take_folder(struct base_files *out, const char *path,
                        const char *executable, struct arena *arena,
                        struct error *err)
{
	struct folder folder = { .n = 0 };
	const size_t before = out->nfiles;
	DIR *dir = opendir(path);
	size_t i;

	if (!dir)
		return fail(err, "%.200s: %s", path, strerror(errno));
	read_names(&folder, dir, path, arena);
	closedir(dir);
	for (i = 0; i < folder.n; i++)
		if (!is_regular(folder.names[i]))
			continue;
		else if (reader_is_sure_of(folder.names[i]))
			add_file(out, folder.names[i], arena);
		else if (has_object_magic(folder.names[i]))
			take_program(&folder, folder.names[i], executable);
	if (out->nfiles == before)
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

static bool take_word(struct base_files *out, const char *path,
                      const char *executable, struct arena *arena,
                      struct error *err)
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

bool base_files_find(struct base_files *out, const char *const *words,
                     size_t nwords, const char *executable, struct arena *arena,
                     struct error *err)
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

static bool see_all(struct seen_files *seen, const char *const *files, size_t n,
                    struct error *err)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!seen_files_add(seen, files[i]))
			return fail(err,
			            "%.200s: named twice, but each run counts "
			            "once",
			            files[i]);
	return true;
}

bool base_files_check(const struct base_files *base, const char *const *files,
                      size_t nfiles, struct arena *scratch, struct error *err)
{
	struct seen_files new = seen_files_new(nfiles, scratch);
	struct seen_files old = seen_files_new(base->nfiles, scratch);
	size_t i;

	if (!see_all(&new, files, nfiles, err))
		return false;
	for (i = 0; i < base->nfiles; i++)
		if (seen_files_have(&new, base->files[i]))
			return fail(err,
			            "%.200s: the same file is on both "
			            "sides of --base",
			            base->files[i]);
	return see_all(&old, base->files, base->nfiles, err);
}

void files_written(const char *const *files, size_t nfiles, double *oldest,
                   double *newest)
{
	struct stat st;
	size_t i;

	*oldest = *newest = 0;
	for (i = 0; i < nfiles; i++) {
		double at;

		if (stat(files[i], &st))
			continue;
		at = (double)st.st_mtim.tv_sec +
		     (double)st.st_mtim.tv_nsec / 1e9;
		*oldest = *oldest <= 0 || at < *oldest ? at : *oldest;
		*newest = at > *newest ? at : *newest;
	}
}
