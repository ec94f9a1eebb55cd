/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/debug_files.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/notes.h"
#include "parse/object/debug_candidate.h"
#include "parse/object/debug_server.h"
#include "parse/object/object_file.h"

static const char system_folder[] = "/usr/lib/debug";
static const char debug_what[] = "the debug file of this program";

/* One file being looked for. */
struct search {
	struct debug_files *files;
	struct separate_file *out;
	struct debug_mark mark;
	struct notes rejected; /* told when no other is found */
	struct arena *scratch;
};

static void close_all(void *what)
{
	struct debug_files *files = what;

	object_file_close(&files->debug.file);
	object_file_close(&files->alternate.file);
}

/* The user's folders and the system's. */
static void list_folders(struct debug_files *files,
                         const struct debug_places *places)
{
	const size_t n = places ? places->nfolders : 0;
	const char **list = arena_alloc(files->arena, n + 1, sizeof *list);
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = places->folders[i];
	list[n] = system_folder;
	files->folders = list;
	files->nfolders = n + 1;
}

struct debug_files *debug_files_new(const struct object_file *program,
                                    const char *path,
                                    const struct debug_places *places,
                                    struct arena *arena)
{
	struct debug_files *files = arena_alloc(arena, 1, sizeof *files);

	files->program = program;
	files->program_path = path;
	files->arena = arena;
	files->notes.arena = arena;
	files->has_own = object_file_has(program, ".debug_info") ||
	                 object_file_has(program, ".debug_line");
	files->build_id = object_file_build_id(program);
	files->link = object_file_link(program, &files->crc, arena);
	if (files->link && strchr(files->link, '/'))
		files->link = NULL;
	list_folders(files, places);
	files->asks_servers = places && places->asks_servers;
	arena_defer(arena, close_all, files);
	return files;
}

/* Takes the file if it is there and the right one. */
static bool try(struct search *s, const char *path)
{
	struct debug_files *files = s->files;

	if (!debug_candidate_open(&s->out->file, path, &s->mark, files->program,
	                          &s->rejected))
		return false;
	s->out->path = arena_text(files->arena, path, strlen(path));
	return true;
}

static bool try_folders_by_build_id(struct search *s)
{
	const struct debug_files *files = s->files;
	const char *id = debug_hex(s->mark.build_id, s->scratch);
	size_t i;

	for (i = 0; i < files->nfolders; i++)
		if (try(s,
		        arena_format(s->scratch, "%s/.build-id/%.2s/%s.debug",
		                     files->folders[i], id, id + 2)))
			return true;
	return false;
}

/* Where debuginfod's clients keep what they fetched, or NULL. */
static const char *cache_folder(struct arena *arena)
{
	const char *own = getenv("DEBUGINFOD_CACHE_PATH");
	const char *all = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (own && *own)
		return own;
	if (all && *all)
		return arena_format(arena, "%s/debuginfod_client", all);
	if (home && *home)
		return arena_format(arena, "%s/.cache/debuginfod_client", home);
	return NULL;
}

static bool try_cache(struct search *s)
{
	const char *folder = cache_folder(s->scratch);

	return folder &&
	       try(s, arena_format(s->scratch, "%s/%s/debuginfo", folder,
	                           debug_hex(s->mark.build_id, s->scratch)));
}

/* The folder of a path, with its slash; "" without one. */
static const char *folder_of(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/');

	return arena_text(arena, path, slash ? (size_t)(slash - path) + 1 : 0);
}

/* The folder as the kernel has it. */
static const char *real_folder_of(const char *path, struct arena *arena)
{
	char *real = realpath(path, NULL);

	arena_defer(arena, free_foreign, real);
	return folder_of(real ? real : path, arena);
}

static bool try_link(struct search *s)
{
	const struct debug_files *files = s->files;
	const char *name = files->link;
	const char *real = real_folder_of(files->program_path, s->scratch);
	const char *beside[] = { folder_of(files->program_path, s->scratch),
		                 real };
	size_t i;

	for (i = 0; i < 1 + (strcmp(beside[0], beside[1]) != 0); i++)
		if (try(s, arena_format(s->scratch, "%s%s", beside[i], name)) ||
		    try(s, arena_format(s->scratch, "%s.debug/%s", beside[i],
		                        name)))
			return true;
	for (i = 0; i < files->nfolders && *real == '/'; i++)
		if (try(s, arena_format(s->scratch, "%s%s%s", files->folders[i],
		                        real, name)))
			return true;
	return false;
}

static bool search_debug(struct search *s)
{
	const struct debug_files *files = s->files;
	bool found = s->mark.build_id.len && try_folders_by_build_id(s);

	s->mark.by_crc = true;
	found = found || (files->link && try_link(s));
	s->mark.by_crc = false;
	return found || (s->mark.build_id.len && try_cache(s));
}

static void note_not_fetched(struct search *s, const struct error *err)
{
	struct arena *arena = s->files->arena;

	notes_add(&s->files->notes, NOTE_FACT,
	          arena_format(arena, "not fetched: %s", s->mark.what),
	          arena_format(arena, "%s; build-id %s", err->reason,
	                       debug_hex(s->mark.build_id, s->scratch)),
	          "R asks again; or install its debug symbols");
}

/* Asks the servers, where that is allowed. */
static bool try_servers(struct search *s)
{
	struct debug_files *files = s->files;
	struct error err;
	const char *path;

	if (!files->asks_servers || !files->is_asking || !s->mark.build_id.len)
		return false;
	path = debug_server_fetch(s->mark.build_id, NULL, files->progress,
	                          s->scratch, &err);
	if (path)
		return try(s, path);
	if (progress_wanted(files->progress))
		note_not_fetched(s, &err);
	return false;
}

/* Ends a search; without a find, what was rejected is told. */
static void end_search(struct search *s, bool found)
{
	if (!found)
		notes_add_all(&s->files->notes, s->rejected.list,
		              s->rejected.n);
	arena_free(s->scratch);
}

static struct search begin_search(struct debug_files *files,
                                  struct separate_file *out, const char *what)
{
	struct search s = { .files = files,
		            .out = out,
		            .mark = { .what = what, .crc = files->crc },
		            .scratch = arena_new() };

	s.rejected.arena = files->arena;
	out->is_sought = true;
	return s;
}

const struct object_file *debug_files_separate(struct debug_files *files)
{
	struct separate_file *debug = &files->debug;
	struct search s;

	if (!debug->is_sought) {
		s = begin_search(files, debug, debug_what);
		s.mark.build_id = files->build_id;
		end_search(&s, search_debug(&s));
	}
	return debug->path ? &debug->file : NULL;
}

void debug_files_fetch(struct debug_files *files, struct progress *progress)
{
	struct search s;

	if (!files->asks_servers)
		return;
	files->is_asking = true;
	files->progress = progress;
	if (!files->has_own && !debug_files_separate(files)) {
		s = begin_search(files, &files->debug, debug_what);
		s.mark.build_id = files->build_id;
		end_search(&s, try_servers(&s));
	}
	debug_files_alternate(files);
	files->is_asking = false;
}

static bool search_alternate(struct search *s, const char *from,
                             const char *name)
{
	const char *folder = *name == '/' ? ""
	                                  : real_folder_of(from, s->scratch);

	return try(s, arena_format(s->scratch, "%s%s", folder, name)) ||
	       try_folders_by_build_id(s) || try_cache(s) || try_servers(s);
}

static void note_missing(struct debug_files *files, const char *name)
{
	notes_add(&files->notes, NOTE_WARNING,
	          arena_format(files->arena,
	                       "the alternate debug file %s was not found",
	                       name),
	          "names of functions, and of folders of sources, may be there "
	          "only",
	          "install it, or name with --debug-dir the folder whose "
	          ".build-id has it");
}

const struct object_file *debug_files_alternate(struct debug_files *files)
{
	struct separate_file *alternate = &files->alternate;
	const struct object_file *from = files->program;
	const char *path = files->program_path;
	struct bytes build_id;
	const char *name;
	struct search s;
	bool found;

	if (!files->has_own && debug_files_separate(files)) {
		from = &files->debug.file;
		path = files->debug.path;
	}
	if (alternate->is_sought)
		return alternate->path ? &alternate->file : NULL;
	name = object_file_alternate(from, &build_id, files->arena);
	if (!name || !*name)
		return NULL;
	s = begin_search(files, alternate, "the alternate file that is meant");
	s.mark.build_id = build_id;
	found = search_alternate(&s, path, name);
	if (!found && !s.rejected.n)
		note_missing(files, name);
	end_search(&s, found);
	return found ? &alternate->file : NULL;
}
