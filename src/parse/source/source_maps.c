/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/source/source_maps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"

/* Without trailing slashes, except for "/". */
static size_t folder_length(const char *path, size_t len)
{
	while (len > 1 && path[len - 1] == '/')
		len--;
	return len;
}

/* Removes the mapping equal to another one, if there is any. */
static void drop(struct source_maps *maps, const struct source_map *like)
{
	size_t i, kept = 0;

	for (i = 0; i < maps->n; i++)
		if (strcmp(maps->list[i].from, like->from) != 0 ||
		    strcmp(maps->list[i].to, like->to) != 0)
			maps->list[kept++] = maps->list[i];
	maps->n = kept;
}

static void add(struct source_maps *maps, const char *from, size_t nfrom, const char *to,
                size_t nto)
{
	const struct source_map map = {
		arena_text(maps->arena, from, folder_length(from, nfrom)),
		arena_text(maps->arena, to, folder_length(to, nto)),
		false,
	};

	drop(maps, &map);
	if (maps->n == maps->room)
		maps->list = arena_room(maps->arena, maps->list, maps->room++, sizeof *maps->list);
	maps->list[maps->n++] = map;
	maps->changes++;
}

const char *source_path_expand(const char *path, struct arena *arena)
{
	const char *home = getenv("HOME");

	if (path[0] != '~' || (path[1] && path[1] != '/') || !home)
		return path;
	return arena_format(arena, "%s%s", home, path + 1);
}

bool source_maps_add(struct source_maps *maps, const char *text, struct error *err)
{
	const char *equals = strchr(text, '=');
	const char *to;

	if (!equals || !equals[1])
		return fail(err, "OLD=NEW is needed, not \"%.200s\"", text);
	to = source_path_expand(equals + 1, maps->arena);
	add(maps, text, (size_t)(equals - text), to, strlen(to));
	return true;
}

const char *source_map_text(const struct source_map *map, struct arena *arena)
{
	const char *c, *text;
	char here[4096] = "";

	if (map->is_file || strchr(map->from, '='))
		return NULL;
	if (map->to[0] != '/' && !getcwd(here, sizeof here))
		return NULL;
	text = arena_format(arena, "%s=%s%s%s", map->from, here, *here ? "/" : "", map->to);
	for (c = text; *c; c++)
		if ((unsigned char)*c < ' ')
			return NULL;
	return text;
}

/* How many bytes at the end of both paths are the same whole parts. */
static size_t same_end(const char *a, size_t na, const char *b, size_t nb)
{
	size_t same = 0, i;

	for (i = 1; i <= na && i <= nb && a[na - i] == b[nb - i]; i++)
		if (a[na - i] == '/')
			same = i;
	if (i > nb && i <= na && a[na - i] == '/')
		same = i - 1;
	if (i > na && (i > nb || b[nb - i] == '/'))
		same = na;
	return same;
}

void source_maps_add_found(struct source_maps *maps, const char *path, const char *found)
{
	size_t npath = strlen(path), nfound = strlen(found);
	size_t same = same_end(path, npath, found, nfound);
	size_t nfrom = npath - same, nto = nfound - same;

	if (!nfrom && path[0] == '/')
		nfrom = 1;
	if (!nto && nfound)
		nto = found[0] == '/';
	if (nto)
		add(maps, path, nfrom, found, nto);
	else
		add(maps, path, nfrom, ".", 1);
}

void source_maps_add_file(struct source_maps *maps, const char *path, const char *file)
{
	add(maps, path, strlen(path), file, strlen(file));
	maps->list[maps->n - 1].is_file = true;
}

const char *source_map_apply(const struct source_map *map, const char *path, struct arena *arena)
{
	size_t len = strlen(map->from);

	if (strncmp(path, map->from, len) != 0 || (!len && *path == '/'))
		return NULL;
	path += len;
	if (!*path)
		return map->to;
	if (len && map->from[len - 1] != '/' && *path != '/')
		return NULL;
	path += strspn(path, "/");
	return arena_format(arena, "%s/%s", map->to, path);
}
