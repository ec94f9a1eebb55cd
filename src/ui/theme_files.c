/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/theme_files.h"

#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "ui/own_files.h"

static const struct {
	const char *name, *text;
} themes[] = {
#include "themes.inc"
};

static const size_t nthemes = sizeof themes / sizeof *themes;

const char *theme_at(size_t place)
{
	return place < nthemes ? themes[place].name : NULL;
}

const char *theme_source(const char *name)
{
	size_t i;

	for (i = 0; i < nthemes; i++)
		if (!strcmp(themes[i].name, name))
			return themes[i].text;
	return NULL;
}

const char *theme_about(const char *name, struct arena *arena)
{
	const char *text = theme_source(name);

	if (!text || *text != '#')
		return "";
	text += strspn(text, "# ");
	return arena_text(arena, text, strcspn(text, "\n"));
}

static bool load(struct theme *out, const char *name, struct arena *arena,
                 struct error *err)
{
	const char *own = own_theme(name, arena);
	const char *path = strchr(name, '/') ? name : own;
	struct bytes bytes;

	if (!path && theme_source(name))
		return theme_parse(out, name, theme_source(name), err);
	if (!path)
		return fail(err, "no theme \"%.100s\"", name);
	return bytes_read(&bytes, path, arena, err) &&
	       theme_parse(
		       out, path,
		       arena_text(arena, (const char *)bytes.data, bytes.len),
		       err);
}

bool theme_load(struct theme *out, const char *name, struct error *err)
{
	struct arena *arena = arena_new();
	bool ok = load(out, name, arena, err);

	arena_free(arena);
	return ok;
}
