/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/terminal/theme_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/own_files.h"

enum { OWN = 64 }; /* at most, of the user */

static const struct {
	const char *name, *text;
} themes[] = {
#include "themes.inc"
};

static const size_t nthemes = sizeof themes / sizeof *themes;

const char *theme_at(size_t index)
{
	return index < nthemes ? themes[index].name : NULL;
}

const char *theme_source(const char *name)
{
	size_t i;

	for (i = 0; i < nthemes; i++)
		if (!strcmp(themes[i].name, name))
			return themes[i].text;
	return NULL;
}

/* The name of the theme in a file; NULL: not a theme, or one of gptui's. */
static const char *name_of_file(const char *file, struct arena *arena)
{
	static const char ending[] = ".theme";
	size_t len = strlen(file), cut = sizeof ending - 1;
	const char *name;

	if (len <= cut || strcmp(file + len - cut, ending) != 0)
		return NULL;
	name = arena_text(arena, file, len - cut);
	return theme_source(name) ? NULL : name;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *const *theme_names(struct arena *arena)
{
	const char **list = arena_alloc(arena, nthemes + OWN + 1, sizeof *list);
	const char *folder = own_themes(arena), *name;
	DIR *dir = folder ? opendir(folder) : NULL;
	struct dirent *entry;
	size_t n;

	for (n = 0; n < nthemes; n++)
		list[n] = themes[n].name;
	while (dir && n < nthemes + OWN && (entry = readdir(dir))) {
		name = name_of_file(entry->d_name, arena);
		if (name)
			list[n++] = name;
	}
	if (dir)
		closedir(dir);
	qsort(list + nthemes, n - nthemes, sizeof *list, by_name);
	return list;
}

/* The text of a theme; *path is its file, or NULL if it is compiled in. */
static const char *read_text(const char *name, const char **path, struct arena *arena,
                             struct error *err)
{
	struct bytes bytes;

	*path = strchr(name, '/') ? name : own_theme(name, arena);
	if (!*path && !theme_source(name))
		fail(err, "no theme \"%.100s\"", name);
	if (!*path)
		return theme_source(name);
	if (!bytes_read(&bytes, *path, arena, err))
		return NULL;
	return arena_text(arena, (const char *)bytes.data, bytes.len);
}

const char *theme_about(const char *name, struct arena *arena)
{
	struct error err = { "" };
	const char *path, *text = read_text(name, &path, arena, &err);

	if (!text || *text != '#')
		return "";
	text += strspn(text, "# ");
	return arena_text(arena, text, strcspn(text, "\r\n"));
}

static bool load(struct theme *out, const char *name, struct arena *arena, struct error *err)
{
	const char *path, *text = read_text(name, &path, arena, err);

	return text && theme_parse(out, path ? own_shown(path, arena) : name, text, err);
}

bool theme_load(struct theme *out, const char *name, struct error *err)
{
	struct arena *arena = arena_new();
	bool ok = load(out, name, arena, err);

	arena_free(arena);
	return ok;
}
