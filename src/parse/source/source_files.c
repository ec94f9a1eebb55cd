/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/source/source_files.h"

#include <unistd.h>

#include "model/dataset.h"

/* Without trailing slashes, except for "/". */
static size_t folder_length(const char *path, size_t len) {
	while (len > 1 && path[len - 1] == '/')
		len--;
	return len;
}

/* Removes the mapping equal to another one, if there is any. */
static void drop(struct source_maps *maps, const struct source_map *like) {
	size_t kept = 0;

	for (size_t i = 0; i < maps->n; i++)
		if (strcmp(maps->list[i].from, like->from) != 0 ||
		    strcmp(maps->list[i].to, like->to) != 0)
			maps->list[kept++] = maps->list[i];
	maps->n = kept;
}

static void add(struct source_maps *maps, const char *from, size_t nfrom, const char *to,
                size_t nto) {
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

const char *source_path_expand(const char *path, struct arena *arena) {
	const char *home = getenv("HOME");

	if (path[0] != '~' || (path[1] && path[1] != '/') || !home)
		return path;
	return arena_format(arena, "%s%s", home, path + 1);
}

bool source_maps_add(struct source_maps *maps, const char *text, struct error *err) {
	const char *equals = strchr(text, '=');

	if (!equals || !equals[1])
		return fail(err, "OLD=NEW is needed, not \"%.200s\"", text);
	const char *to = source_path_expand(equals + 1, maps->arena);
	add(maps, text, (size_t)(equals - text), to, strlen(to));
	return true;
}

const char *source_map_text(const struct source_map *map, struct arena *arena) {
	char here[4096] = "";

	if (map->is_file || strchr(map->from, '='))
		return NULL;
	if (map->to[0] != '/' && !getcwd(here, sizeof here))
		return NULL;
	const char *text = arena_format(arena, "%s=%s%s%s", map->from, here, *here ? "/" : "",
	                                map->to);
	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ')
			return NULL;
	return text;
}

/* How many bytes at the end of both paths are the same whole parts. */
static size_t same_end(const char *a, size_t na, const char *b, size_t nb) {
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

void source_maps_add_found(struct source_maps *maps, const char *path, const char *found) {
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

void source_maps_add_file(struct source_maps *maps, const char *path, const char *file) {
	add(maps, path, strlen(path), file, strlen(file));
	maps->list[maps->n - 1].is_file = true;
}

const char *source_map_apply(const struct source_map *map, const char *path, struct arena *arena) {
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

struct source_files {
	struct arena *arena;
	struct source_search search;
	struct text_list known;     /* the paths that were asked for */
	const struct source **list; /* by their numbers */
	unsigned changes;           /* of the mappings, at the last lookup */
	struct sources sources;
};

/* In one directory: the whole path, then ever shorter endings that still have a slash; of very many
 * parts the last ones. */
static const char *try_endings(const char *folder, const char *path, struct arena *arena) {
	enum { MOST_PARTS = 64 };
	const char *rest = path + strlen(path);
	size_t nparts = 0;

	while (rest > path && (rest[-1] != '/' || ++nparts <= MOST_PARTS))
		rest--;
	rest += strspn(rest, "/");
	while (*rest) {
		const char *tried = arena_format(arena, "%s/%s", folder, rest);

		if (bytes_is_regular(tried))
			return tried;
		rest = strchr(rest, '/');
		if (!rest)
			return NULL;
		rest += strspn(rest, "/");
		if (!strchr(rest, '/'))
			return NULL;
	}
	return NULL;
}

static const char *try_path_last(const char *folder, const char *path, struct arena *arena) {
	const char *tried = arena_format(arena, "%s/%s", folder, path_last(path));

	return *path_last(path) && bytes_is_regular(tried) ? tried : NULL;
}

const char *source_path_below(const char *path, const char *folder, struct arena *arena) {
	if (bytes_is_regular(folder))
		return folder;
	const char *found = try_endings(folder, path, arena);
	return found ? found : try_path_last(folder, path, arena);
}

static const char *try_maps(const struct source_maps *maps, const char *path, struct arena *arena) {
	for (size_t i = maps ? maps->n : 0; i-- > 0;) {
		const char *tried = source_map_apply(&maps->list[i], path, arena);

		if (tried && bytes_is_regular(tried))
			return tried;
	}
	return NULL;
}

static const char *find(const char *path, const struct source_search *search, struct arena *arena) {
	const char *found = NULL;

	if (bytes_is_regular(path))
		return path;
	for (size_t i = 0; i < search->nfolders && !found; i++)
		if (search->folders[i][0])
			found = try_endings(search->folders[i], path, arena);
	if (!found)
		found = try_maps(search->maps, path, arena);
	for (size_t i = 0; i < search->nfolders && !found; i++)
		if (search->folders[i][0])
			found = try_path_last(search->folders[i], path, arena);
	if (!found)
		found = source_path_below(path, path_parent(search->executable, arena), arena);
	return found;
}

/* Whether it changed after the program was built. */
static bool is_newer(const char *path, const char *executable) {
	struct stat source, program;

	if (stat(path, &source) || stat(executable, &program))
		return false;
	if (source.st_mtim.tv_sec != program.st_mtim.tv_sec)
		return source.st_mtim.tv_sec > program.st_mtim.tv_sec;
	return source.st_mtim.tv_nsec > program.st_mtim.tv_nsec;
}

/* Looks for the file and reads it, if its size is not a hole's; else says why not. */
static void look_up(struct source *out, const struct source_files *f) {
	SCRATCH struct arena *scratch = arena_new();
	const char *found = find(out->path, &f->search, scratch);
	const char *path = found ? found : out->path;
	const uint64_t most = (uint64_t)256 << 20, whole = file_part_most(path);
	struct error err = { "no such file" };
	struct bytes bytes;

	if (bytes_read_regular(&bytes, path, whole < most ? whole : most, f->arena, &err))
		source_set_text(out, bytes, f->arena);
	else
		out->reason = arena_text(f->arena, err.reason, strlen(err.reason));
	if (found) {
		out->found = arena_text(f->arena, found, strlen(found));
		out->is_newer = is_newer(found, f->search.executable);
	}
}

static const struct source *get(void *context, const char *path) {
	struct source_files *f = context;

	if (f->search.maps && f->changes != f->search.maps->changes) {
		f->changes = f->search.maps->changes;
		f->known = (struct text_list){ .index.arena = f->arena };
	}
	size_t before = f->known.index.n;
	uint32_t number = text_list_number(&f->known, path);
	if (number < before)
		return f->list[number];
	struct source *out = arena_alloc(f->arena, 1, sizeof *out);
	out->path = path;
	look_up(out, f);
	arena_put(f->arena, f->list, number, out);
	return out;
}

const struct sources *source_files_new(const struct source_search *search, struct arena *arena) {
	struct source_files *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = f->known.index.arena = arena;
	f->search = *search;
	f->changes = search->maps ? search->maps->changes : 0;
	f->sources = (struct sources){ f, get };
	return &f->sources;
}

const char *const *source_folders(const char *const *folders, size_t *n, struct arena *arena) {
	const char *more = getenv("GPROF_PATH");
	const char **list = NULL;
	size_t total = 0;

	for (size_t i = 0; i < *n; i++)
		arena_append(arena, list, total, folders[i]);
	while (more) {
		size_t len = strcspn(more, ":");

		arena_append(arena, list, total, arena_text(arena, more, len));
		more = more[len] ? more + len + 1 : NULL;
	}
	*n = total;
	return list;
}
