/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/source_files.h"

#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "model/source.h"

enum { TAB = 8, FOLDERS_TRIED = 2 };

struct source_files {
	struct arena *arena;
	const char *executable;
	const char *const *folders;
	size_t nfolders;
	const struct source **list; /* those asked for; shape: [n] */
	size_t n;
	struct sources sources;
};

static size_t expanded_length(const char *text, size_t len)
{
	size_t at = 0, i;

	for (i = 0; i < len; i++)
		at += text[i] == '\t' ? TAB - at % TAB : 1;
	return at;
}

/* A line without tabs: columns would not stand under each other else. */
static const char *expand(const char *text, size_t len, struct arena *arena)
{
	char *out = arena_alloc(arena, expanded_length(text, len) + 1, 1);
	size_t at = 0, i;

	for (i = 0; i < len; i++) {
		size_t blanks = text[i] == '\t' ? TAB - at % TAB : 0;

		if (!blanks)
			out[at++] = text[i] ? text[i] : ' ';
		memset(out + at, ' ', blanks);
		at += blanks;
	}
	return out;
}

static void split(struct source *out, struct bytes bytes, struct arena *arena)
{
	const char *text = (const char *)bytes.data;
	size_t at = 0;

	while (at < bytes.len) {
		const char *end = memchr(text + at, '\n', bytes.len - at);
		size_t len = end ? (size_t)(end - text) - at : bytes.len - at;
		size_t shown = len && text[at + len - 1] == '\r' ? len - 1
		                                                 : len;

		out->lines = arena_room(arena, out->lines, out->n,
		                        sizeof *out->lines);
		out->lines[out->n++] = expand(text + at, shown, arena);
		at += len + 1;
	}
}

static bool try_path(struct source *out, const char *path,
                     struct source_files *f, struct error *err)
{
	struct arena *scratch = arena_new();
	struct bytes bytes;
	bool ok = bytes_read(&bytes, path, scratch, err);

	if (ok)
		split(out, bytes, f->arena);
	arena_free(scratch);
	return ok;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* In one folder: with the whole path below it, then with its last part. */
static bool try_folder(struct source *out, const char *folder, const char *path,
                       struct source_files *f)
{
	const char *parts[FOLDERS_TRIED] = { path, last_part(path) };
	struct error ignored;
	size_t i;

	for (i = 0; i < FOLDERS_TRIED; i++)
		if (try_path(out,
		             arena_format(f->arena, "%s/%s", folder, parts[i]),
		             f, &ignored))
			return true;
	return false;
}

static bool find(struct source *out, const char *path, struct source_files *f,
                 struct error *err)
{
	const char *name = last_part(f->executable);
	size_t i;

	if (strcmp(path, "-") != 0 && try_path(out, path, f, err))
		return true;
	for (i = 0; i < f->nfolders; i++)
		if (try_folder(out, f->folders[i], path, f))
			return true;
	return try_folder(out,
	                  name == f->executable
	                          ? "."
	                          : arena_text(f->arena, f->executable,
	                                       (size_t)(name - f->executable)),
	                  path, f);
}

static const struct source *get(void *context, const char *path)
{
	struct source_files *f = context;
	struct source *out;
	struct error err = { "no such file" };
	size_t i;

	for (i = 0; i < f->n; i++)
		if (!strcmp(f->list[i]->path, path))
			return f->list[i];
	out = arena_alloc(f->arena, 1, sizeof *out);
	out->path = path;
	if (!find(out, path, f, &err))
		out->reason = arena_text(f->arena, err.reason,
		                         strlen(err.reason));
	f->list = arena_room(f->arena, f->list, f->n, sizeof *f->list);
	f->list[f->n++] = out;
	return out;
}

const struct sources *source_files_new(const char *executable,
                                       const char *const *folders, size_t n,
                                       struct arena *arena)
{
	struct source_files *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = arena;
	f->executable = executable;
	f->folders = folders;
	f->nfolders = n;
	f->sources = (struct sources){ f, get };
	return &f->sources;
}
