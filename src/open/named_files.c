/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load.h"

#include <dirent.h>
#include <glob.h>
#include <unistd.h>

#include "parse/gmon/readers.h"
#include "recorder/recording.h"

bool file_is_program(const char *path) {
	char start[4] = "";
	FILE *file = fopen(path, "rb");

	if (!file)
		return false;
	const size_t n = fread(start, 1, sizeof start, file);
	fclose(file);
	return n == sizeof start && (!memcmp(start, "\177ELF", 4) || !memcmp(start, "MZ", 2));
}

/* A list of paths. */
struct list {
	const char **paths; /* shape: [n] */
	size_t n;
	struct arena *arena;
};

static void add(struct list *list, const char *path) {
	arena_append(list->arena, list->paths, list->n, path);
}

static bool read_names(struct list *out, const char *path, struct error *err) {
	DIR *dir = opendir(path);
	const struct dirent *entry;

	if (!dir)
		return fail(err, "%.200s: %s", path, strerror(errno));
	while ((entry = readdir(dir)))
		if (*entry->d_name != '.')
			add(out,
			    strcmp(path, ".")
			            ? arena_format(out->arena, "%s%s%s", path,
			                           *path_last(path) ? "/" : "", entry->d_name)
			            : arena_text(out->arena, entry->d_name, strlen(entry->d_name)));
	closedir(dir);
	sort_texts(out->paths, out->n, sizeof *out->paths, 0, out->arena);
	return true;
}

/* Also one that is empty: "gmon.12", "gmon.out.4711". */
static bool is_profile(const char *path) {
	const char *name = path_last(path);

	if (!bytes_is_regular(path))
		return false;
	return file_kind_of(path) == FILE_PROFILE ||
	       (!strncmp(name, "gmon.", 5) &&
	        (isdigit((unsigned char)name[5]) || !strncmp(name + 5, "out", 3)) &&
	        !strstr(name, ".gz") && !file_is_program(path));
}

/* Adds the ends ".4711" and, if there is a tag, ".tag.4711" of a recording "prog.tag.4711.prof": it
 * takes its calls from "gmon.4711" or "gmon.tag.4711". */
static void add_ends(struct text_list *ends, const char *path) {
	const char *name = path_last(path);
	const size_t len = strlen(name), suffix = sizeof RECORDING_SUFFIX - 1;

	if (len <= suffix || strcmp(name + len - suffix, RECORDING_SUFFIX) != 0)
		return;
	for (const char *dot = arena_text(ends->index.arena, name, len - suffix);
	     (dot = strchr(dot + 1, '.'));)
		text_list_number(ends, dot);
}

static void take_program(struct folder_files *folder, const char *path, const char *executable) {
	const bool is_same_name = !strcmp(path_last(path), path_last(executable));

	if (folder->is_same_name || (!is_same_name && access(path, X_OK)))
		return;
	folder->nprograms = is_same_name ? 1 : folder->nprograms + 1;
	folder->is_same_name = is_same_name;
	folder->program = path;
}

bool folder_files_find(struct folder_files *out, const char *path, const char *executable,
                       struct arena *arena, struct error *err) {
	struct list names = { .arena = arena }, files = { .arena = arena };
	struct text_list ends = { .index.arena = arena };

	*out = (struct folder_files){ .n = 0 };
	if (!read_names(&names, path, err))
		return false;
	for (size_t i = 0; i < names.n; i++)
		add_ends(&ends, names.paths[i]);
	for (size_t i = 0; i < names.n; i++) {
		const char *name = path_last(names.paths[i]);

		if (!strncmp(name, "gmon.", 5) && text_list_find(&ends, name + 4) != NO_ITEM)
			continue; /* of a recording */
		if (is_profile(names.paths[i]))
			add(&files, names.paths[i]);
		else if (bytes_is_regular(names.paths[i]) && file_is_program(names.paths[i]))
			take_program(out, names.paths[i], executable);
	}
	out->files = files.paths;
	out->n = files.n;
	return true;
}

static void add_fitting(struct list *out, const char *pattern) {
	glob_t found;

	if (strpbrk(pattern, "*?[") && access(pattern, F_OK) && !glob(pattern, 0, NULL, &found)) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			add(out, arena_format(out->arena, "%s", found.gl_pathv[i]));
		globfree(&found);
	} else {
		add(out, pattern);
	}
}

static void add_word(struct list *out, const char *word) {
	const char *new = arena_format(out->arena, "%s/new", word); /* of two programs */
	struct folder_files folder;
	struct error ignored;

	if (!bytes_is_directory(word)) {
		add_fitting(out, word);
		return;
	}
	if ((!folder_files_find(&folder, word, "", out->arena, &ignored) || !folder.n) &&
	    (!folder_files_find(&folder, new, "", out->arena, &ignored) || !folder.n))
		add(out, word);
	for (size_t i = 0; i < folder.n; i++)
		add(out, folder.files[i]);
}

/* The profiles of a folder that are newer than the program; all if none is, and then true. */
static bool add_beside(struct list *out, const char *path, const char *executable) {
	struct folder_files folder;
	struct error ignored;
	struct stat program, st;
	size_t pass;

	if (stat(executable, &program) ||
	    !folder_files_find(&folder, path, executable, out->arena, &ignored))
		return false;
	for (pass = 0; pass < 2 && !out->n; pass++)
		for (size_t i = 0; i < folder.n; i++)
			if (!strncmp(path_last(folder.files[i]), "gmon.", 5) &&
			    !stat(folder.files[i], &st) &&
			    (pass || st.st_mtime >= program.st_mtime))
				add(out, folder.files[i]);
	return out->n && pass > 1;
}

/* What lies beside the program or in this folder, where there is no gmon.out. */
static void offer(struct load_request *request, struct list *out) {
	struct list here = { .arena = out->arena };
	const char *folder = path_parent(request->executable, out->arena);
	bool are_older = add_beside(out, folder, request->executable);

	if (!out->n || are_older) {
		const bool is_older = add_beside(&here, ".", request->executable);
		if (here.n && (!out->n || !is_older)) {
			*out = here;
			are_older = is_older;
		}
	}
	if (out->n)
		request->offered = arena_format(
			out->arena, "no gmon.out here: opened %s%s%s", out->paths[0],
			out->n > 1 ? arena_format(out->arena, " and %zu more", out->n - 1) : "",
			are_older ? ", older than the program" : "");
}

static struct text_list list_of(const char *const *paths, size_t n, struct arena *arena) {
	struct text_list list = { .index.arena = arena };

	for (size_t i = 0; i < n; i++)
		text_list_number(&list, paths[i]);
	return list;
}

/* Those that were there before, which will be freed, come first. */
static struct list in_order(const struct list *found, const struct load_request *before,
                            bool are_kept) {
	struct list out = { .arena = found->arena };
	const struct text_list now = list_of(found->paths, found->n, out.arena);
	const struct text_list old = list_of(before->files, before->nfiles, out.arena);

	for (size_t i = 0; i < before->nfiles; i++)
		if (are_kept || text_list_find(&now, before->files[i]) != NO_ITEM)
			add(&out, arena_format(out.arena, "%s", before->files[i]));
	for (size_t i = 0; i < found->n; i++)
		if (text_list_find(&old, found->paths[i]) == NO_ITEM)
			add(&out, found->paths[i]);
	return out;
}

void named_files_find(struct load_request *request, const struct load_request *before,
                      struct arena *arena) {
	struct list found = { .arena = arena };

	request->offered = NULL;
	if (request->names_none && access(request->words[0], F_OK))
		offer(request, &found);
	for (size_t i = 0; i < request->nwords && !request->offered; i++)
		if (boards_file(request->boards, request->words[i]).failed)
			add(&found, request->words[i]);
		else
			add_word(&found, request->words[i]);
	if (before)
		found = in_order(&found, before, request->choice);
	request->files = found.paths;
	request->nfiles = found.n;
}
