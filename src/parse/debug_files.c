/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/debug_files.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/crc32.h"
#include "base/error.h"
#include "model/notes.h"
#include "parse/debug_links.h"
#include "parse/object_file.h"

static const char system_folder[] = "/usr/lib/debug";

/* A file that is looked for once. */
struct separate {
	bool is_sought;
	struct object_file file; /* when found */
	const char *path;        /* or NULL */
};

struct debug_files {
	const struct object_file *program;
	const char *program_path;
	bool big_endian, has_own;
	const char *const *folders; /* shape: [nfolders] */
	size_t nfolders;
	struct bytes build_id; /* of the program; may be empty */
	bool has_link;
	struct debug_link link;
	struct separate debug, alternate;
	struct debug_splits splits;
	struct notes notes;
	struct arena *arena;
};

/* One file being looked for. */
struct search {
	struct debug_files *files;
	struct separate *out;
	const char *what; /* "the debug file of this program" */
	struct bytes build_id;
	bool by_crc;           /* the link's counts, not the build-id */
	struct notes rejected; /* told when no other is found */
	struct arena *scratch;
};

static void close_all(void *what)
{
	struct debug_files *files = what;

	object_file_close(&files->debug.file);
	object_file_close(&files->alternate.file);
}

static void fetch(struct bytes *out, const struct object_file *file,
                  const char *name, struct arena *arena)
{
	if (!object_file_section(file, name, out, arena))
		*out = (struct bytes){ NULL, 0 };
}

static struct bytes build_id_of(const struct object_file *file, bool big_endian,
                                struct arena *arena)
{
	struct bytes section, id;

	fetch(&section, file, ".note.gnu.build-id", arena);
	return debug_link_build_id(section, big_endian, &id)
	               ? id
	               : (struct bytes){ NULL, 0 };
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
                                    const char *path, bool big_endian,
                                    const struct debug_places *places,
                                    struct arena *arena)
{
	struct debug_files *files = arena_alloc(arena, 1, sizeof *files);
	struct bytes section;

	files->program = program;
	files->program_path = path;
	files->big_endian = big_endian;
	files->arena = arena;
	files->notes.arena = arena;
	files->has_own = object_file_has(program, ".debug_info") ||
	                 object_file_has(program, ".debug_line");
	files->build_id = build_id_of(program, big_endian, arena);
	fetch(&section, program, ".gnu_debuglink", arena);
	files->has_link = debug_link_read(section, big_endian, &files->link) &&
	                  !strchr(files->link.name, '/');
	list_folders(files, places);
	arena_defer(arena, close_all, files);
	return files;
}

static const char *hex(struct bytes bytes, struct arena *arena)
{
	static const char digits[] = "0123456789abcdef";
	char *out = arena_alloc(arena, 2 * bytes.len + 1, 1);
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		out[2 * i] = digits[bytes.data[i] >> 4];
		out[2 * i + 1] = digits[bytes.data[i] & 15];
	}
	return out;
}

static void reject(struct search *s, const char *cause, const char *evidence,
                   const char *cure)
{
	notes_add(&s->rejected,
	          (struct note){ NOTE_WARNING, cause, evidence, cure });
}

static void reject_other(struct search *s, const char *path,
                         const char *evidence)
{
	reject(s, arena_format(s->files->arena, "%s is not %s", path, s->what),
	       evidence, "the one that was made in the same build is needed");
}

/* The file's checksum; false when it cannot be read. */
static bool sum_up(const struct object_file *file, uint32_t *sum,
                   struct arena *scratch)
{
	enum { PIECE = 1 << 18 };
	struct crc32 *crc = arena_alloc(scratch, 1, sizeof *crc);
	unsigned char *piece = arena_alloc(scratch, PIECE, 1);
	off_t at = 0;
	ssize_t n;

	crc32_begin(crc);
	*sum = 0;
	while ((n = pread(file->elf.fd, piece, PIECE, at)) > 0) {
		*sum = crc32_add(crc, *sum, (struct bytes){ piece, (size_t)n });
		at += n;
	}
	return n == 0;
}

static bool has_crc(struct search *s, const struct object_file *file,
                    const char *path)
{
	const uint32_t wanted = s->files->link.crc;
	uint32_t found = 0;

	if (file->is_elf && sum_up(file, &found, s->scratch) && found == wanted)
		return true;
	reject_other(s, path,
	             arena_format(s->files->arena,
	                          "its CRC is 0x%08x, .gnu_debuglink has "
	                          "0x%08x",
	                          found, wanted));
	return false;
}

static bool has_build_id(struct search *s, const struct object_file *file,
                         const char *path)
{
	struct debug_files *files = s->files;
	struct bytes found = build_id_of(file, files->big_endian, s->scratch);
	struct debug_alternate own;
	struct bytes section;

	if (debug_link_is_same(found, s->build_id))
		return true;
	fetch(&section, file, ".debug_sup", s->scratch);
	if (debug_link_supplement(section, files->big_endian, &own) &&
	    debug_link_is_same(own.build_id, s->build_id))
		return true;
	reject_other(s, path,
	             arena_format(files->arena, "its build-id is %s, not %s",
	                          found.len ? hex(found, s->scratch) : "none",
	                          hex(s->build_id, s->scratch)));
	return false;
}

static bool is_program(const struct debug_files *files,
                       const struct stat *status)
{
	struct stat own;

	return files->program->is_elf && !fstat(files->program->elf.fd, &own) &&
	       own.st_dev == status->st_dev && own.st_ino == status->st_ino;
}

/* Takes the file if it is there and the right one. */
static bool try(struct search *s, const char *path)
{
	struct arena *arena = s->files->arena;
	struct object_file file;
	struct stat status;
	struct error err;

	if (stat(path, &status) || !status.st_size ||
	    is_program(s->files, &status))
		return false;
	if (!object_file_open(&file, path, s->scratch, &err)) {
		reject(s, arena_text(arena, err.reason, strlen(err.reason)),
		       arena_format(arena, "it should be %s", s->what),
		       "make it a file that can be read");
		return false;
	}
	if (s->by_crc ? has_crc(s, &file, path) : has_build_id(s, &file, path))
		s->out->path = arena_text(arena, path, strlen(path));
	else
		object_file_close(&file);
	s->out->file = file;
	return s->out->path;
}

static bool try_folders_by_build_id(struct search *s)
{
	const struct debug_files *files = s->files;
	const char *id = hex(s->build_id, s->scratch);
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
	                           hex(s->build_id, s->scratch)));
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
	const char *name = files->link.name;
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
	bool found = s->build_id.len && try_folders_by_build_id(s);

	s->by_crc = true;
	found = found || (files->has_link && try_link(s));
	s->by_crc = false;
	return found || (s->build_id.len && try_cache(s));
}

/* Ends a search; without a find, what was rejected is told. */
static void end_search(struct search *s, bool found)
{
	size_t i;

	for (i = 0; i < s->rejected.n && !found; i++)
		notes_add(&s->files->notes, s->rejected.list[i]);
	arena_free(s->scratch);
}

static struct search begin_search(struct debug_files *files,
                                  struct separate *out, const char *what)
{
	struct search s = {
		.files = files, .out = out, .what = what, .scratch = arena_new()
	};

	s.rejected.arena = files->arena;
	out->is_sought = true;
	return s;
}

const struct object_file *debug_files_separate(struct debug_files *files)
{
	struct separate *debug = &files->debug;
	struct search s;

	if (!debug->is_sought) {
		s = begin_search(files, debug,
		                 "the debug file of this program");
		s.build_id = files->build_id;
		end_search(&s, search_debug(&s));
	}
	return debug->path ? &debug->file : NULL;
}

/* What the file with the debug information says of an alternate one. */
static bool find_alternate(const struct object_file *file,
                           struct debug_alternate *out, bool big_endian,
                           struct arena *arena)
{
	struct bytes section;

	fetch(&section, file, ".gnu_debugaltlink", arena);
	if (debug_link_alternate(section, out))
		return true;
	fetch(&section, file, ".debug_sup", arena);
	return debug_link_supplement(section, big_endian, out) && *out->name;
}

static bool search_alternate(struct search *s, const char *from,
                             const char *name)
{
	const char *folder = *name == '/' ? ""
	                                  : real_folder_of(from, s->scratch);

	return try(s, arena_format(s->scratch, "%s%s", folder, name)) ||
	       try_folders_by_build_id(s) || try_cache(s);
}

static void note_missing(struct debug_files *files, const char *name)
{
	notes_add(&files->notes,
	          (struct note){
			  NOTE_WARNING,
			  arena_format(files->arena,
	                               "the alternate debug file %s was not "
	                               "found",
	                               name),
			  "names of functions, and of folders of sources, "
			  "may be there only",
			  "install it, or name with --debug-dir the folder "
			  "whose .build-id has it",
		  });
}

const struct object_file *debug_files_alternate(struct debug_files *files)
{
	struct separate *alternate = &files->alternate;
	const struct object_file *from = files->program;
	const char *path = files->program_path;
	struct debug_alternate wanted;
	struct search s;
	bool found;

	if (!files->has_own && debug_files_separate(files)) {
		from = &files->debug.file;
		path = files->debug.path;
	}
	if (alternate->is_sought ||
	    !find_alternate(from, &wanted, files->big_endian, files->arena))
		return alternate->path ? &alternate->file : NULL;
	s = begin_search(files, alternate, "the alternate file that is meant");
	s.build_id = wanted.build_id;
	found = search_alternate(&s, path, wanted.name);
	if (!found && !s.rejected.n)
		note_missing(files, wanted.name);
	end_search(&s, found);
	return found ? &alternate->file : NULL;
}

const char *debug_files_path(const struct debug_files *files)
{
	return files->debug.path;
}

bool debug_files_has_own(const struct debug_files *files)
{
	return files->has_own;
}

const char *debug_files_link(const struct debug_files *files)
{
	return files->has_link ? files->link.name : NULL;
}

const char *debug_files_build_id(const struct debug_files *files)
{
	return files->build_id.len ? hex(files->build_id, files->arena) : NULL;
}

const struct notes *debug_files_notes(const struct debug_files *files)
{
	return &files->notes;
}

const char *const *debug_files_folders(const struct debug_files *files,
                                       size_t *n)
{
	*n = files->nfolders;
	return files->folders;
}

void debug_files_miss_split(struct debug_files *files, const char *path,
                            bool is_other)
{
	struct debug_splits *splits = &files->splits;
	const char **first = is_other ? &splits->other : &splits->missing;

	if (is_other)
		splits->nother++;
	else
		splits->nmissing++;
	if (!*first)
		*first = arena_text(files->arena, path, strlen(path));
}

void debug_files_forget_splits(struct debug_files *files)
{
	files->splits = (struct debug_splits){ .nmissing = 0 };
}

const struct debug_splits *debug_files_splits(const struct debug_files *files)
{
	return &files->splits;
}
