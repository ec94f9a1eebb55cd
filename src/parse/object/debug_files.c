/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parse/object/object.h"

#include <unistd.h>

#ifdef HAVE_DEBUGINFOD

#include <elfutils/debuginfod.h>

/* One file being fetched. */
struct download {
	struct progress *progress; /* or NULL */
	long most;                 /* bytes; more are not taken */
	bool is_too_large;
};

/* A server that sends on and on must not fill the disk.  libdebuginfod 0.188 reads the variable,
 * too, but believes what the server announces. */
static long most_bytes(void) {
	const long usual = sizeof(long) > 4 ? (long)4 << 30 : LONG_MAX / 2;
	const char *set = getenv("DEBUGINFOD_MAXSIZE");
	const long most = set ? strtol(set, NULL, 10) : 0;

	return most > 0 ? most : usual;
}

/* What is used of it; it brings libcurl with it. */
#define FUNCTIONS(X)                 \
	X(debuginfod_begin)          \
	X(debuginfod_end)            \
	X(debuginfod_find_debuginfo) \
	X(debuginfod_find_source)    \
	X(debuginfod_set_progressfn) \
	X(debuginfod_set_user_data)

struct library {
	FUNCTIONS(LIBRARY_POINTER)
	void (*set_verbose)(debuginfod_client *client, int fd); /* NULL: before elfutils 0.186 */
};

static const char *const names[] = { FUNCTIONS(LIBRARY_NAME) "?debuginfod_set_verbose_fd" };

/* What was given to debuginfod_set_user_data(). */
static void *data_of(debuginfod_client *client) {
	static const char *const name = "debuginfod_get_user_data";
	void *(*get)(debuginfod_client * client);
	struct error ignored;

	return library_load(&get, DEBUGINFOD_SONAME, &name, 1, &ignored) ? get(client) : NULL;
}

/* Called by the library about once a second with how much of how much was fetched.  Stops the
 * download unless it returns 0. */
static int fetched(debuginfod_client *client, long part, long whole) {
	struct download *download = data_of(client);

	if (!download)
		return 0;
	download->is_too_large |= part > download->most || whole > download->most;
	return download->is_too_large ||
	       !progress_step(download->progress, part > 0 ? (size_t)part : 0);
}

static bool fail_for(int code, const struct download *download, struct error *err) {
	if (download->is_too_large)
		return fail(err, "it is larger than %ld bytes", download->most);
	if (!progress_wanted(download->progress))
		return fail(err, "cancelled");
	if (code == -ENOENT)
		return fail(err, "no server of DEBUGINFOD_URLS has it");
	return fail(err, "the servers of DEBUGINFOD_URLS: %s", strerror(-code));
}

const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err) {
	const int len = (int)build_id.len;
	struct download download = { progress, most_bytes(), false };
	struct library l;
	char *path = NULL;

	if (!debug_server_is_named())
		return fail_null(err, "DEBUGINFOD_URLS names no server");
	if (!library_load(&l, DEBUGINFOD_SONAME, names, sizeof names / sizeof *names, err))
		return NULL;
	progress_stage(progress, source ? "fetching source" : "fetching debug information", 0);
	debuginfod_client *client = l.debuginfod_begin();
	if (!client)
		return fail_null(err, "debuginfod: %s", strerror(errno));
	l.debuginfod_set_user_data(client, &download);
	if (l.set_verbose) /* it would print what servers send */
		l.set_verbose(client, -1);
	l.debuginfod_set_progressfn(client, fetched);
	int fd = source ? l.debuginfod_find_source(client, build_id.data, len, source, &path)
	                : l.debuginfod_find_debuginfo(client, build_id.data, len, &path);
	l.debuginfod_end(client);
	arena_defer(arena, free_foreign, path);
	if (fd < 0)
		fail_for(fd, &download, err);
	else
		close(fd);
	return path;
}

#else

const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err) {
	return fail_null(err, "gptui was built without debuginfod");
}

#endif

bool debug_server_is_named(void) {
	const char *urls = getenv("DEBUGINFOD_URLS");

	return urls && *urls;
}

static const char system_folder[] = "/usr/lib/debug";

/* One file being looked for. */
struct search {
	struct debug_files *files;
	struct separate_file *out;
	const char *what;      /* "the debug file of this program" */
	struct bytes build_id; /* or its checksum in .debug_sup */
	bool by_crc;           /* the link's CRC counts, not the build-id */
	const char *from;      /* path of the file that names an alternate one */
	const char *name;      /* that it has there */
	struct notes rejected; /* noted if no other is found */
	struct arena *scratch;
};

static void close_all(void *what) {
	struct debug_files *files = what;

	object_file_close(&files->debug.file);
	object_file_close(&files->alternate.file);
}

struct debug_files *debug_files_new(const struct object_file *program, const char *path,
                                    const struct debug_search *search, struct arena *arena) {
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
	files->nfolders = search ? search->nfolders + 1 : 1;
	const char **folders = arena_alloc(arena, files->nfolders, sizeof *folders);
	for (size_t i = 0; i + 1 < files->nfolders; i++)
		folders[i] = search->folders[i];
	folders[files->nfolders - 1] = system_folder; /* behind the user's */
	files->folders = folders;
	files->asks_servers = search && search->asks_servers;
	files->objdump = search ? search->objdump : NULL;
	files->work = arena_alloc(arena, 1, sizeof *files->work);
	files->work->progress = search ? search->progress : NULL;
	object_file_allow(program, files->work);
	arena_defer(arena, close_all, files);
	return files;
}

const char *debug_hex(struct bytes bytes, struct arena *arena) {
	static const char digits[] = "0123456789abcdef";
	char *out = arena_alloc(arena, 2 * bytes.len + 1, 1);

	for (size_t i = 0; i < bytes.len; i++) {
		out[2 * i] = digits[bytes.data[i] >> 4];
		out[2 * i + 1] = digits[bytes.data[i] & 15];
	}
	return out;
}

static bool reject(struct search *s, const char *path, const char *evidence) {
	notes_add(&s->rejected, NOTE_WARNING,
	          arena_format(s->files->arena, "%s is not %s", path, s->what), evidence,
	          "use the one from the same build");
	return false;
}

static bool has_crc(struct search *s, const char *path) {
	struct progress *progress = s->files->work->progress;
	uint32_t found = 0;

	if (!object_file_crc(&s->out->file, progress, &found))
		return reject(s, path,
		              "its CRC cannot be computed: it is mostly empty, or cannot be read");
	if (found == s->files->crc)
		return true;
	return reject(s, path,
	              arena_format(s->files->arena, "its CRC is 0x%08x, .gnu_debuglink has 0x%08x",
	                           found, s->files->crc));
}

static bool is_same(struct bytes a, struct bytes b) {
	return a.len && a.len == b.len && !memcmp(a.data, b.data, a.len);
}

static bool has_build_id(struct search *s, const char *path) {
	const struct bytes found = object_file_build_id(&s->out->file);
	struct bytes own;
	const char *meant = object_file_alternate(&s->out->file, &own, s->scratch);

	if (is_same(found, s->build_id) || (meant && !*meant && is_same(own, s->build_id)))
		return true;
	return reject(s, path,
	              arena_format(s->files->arena, "its build-id is %s, not %s",
	                           found.len ? debug_hex(found, s->scratch) : "none",
	                           debug_hex(s->build_id, s->scratch)));
}

/* Opens the file if it is there and the right one; one that is there and is not, or cannot be read,
 * becomes a note.  The program itself is not meant, under whatever name. */
static bool try(struct search *s, const char *path) {
	struct arena *arena = s->files->arena;
	struct stat status;
	struct error err;

	const struct object_file_id own = object_file_identity(s->files->program);
	if (stat(path, &status) || !status.st_size ||
	    (own.device == status.st_dev && own.inode == status.st_ino)) /* the program */
		return false;
	if (!object_file_open(&s->out->file, path, true, s->scratch, &err)) {
		notes_add(&s->rejected, NOTE_WARNING,
		          arena_text(arena, err.reason, strlen(err.reason)),
		          arena_format(arena, "it should be %s", s->what),
		          "replace it, or make it readable");
		return false;
	}
	if (s->by_crc ? has_crc(s, path) : has_build_id(s, path)) {
		s->out->path = arena_text(arena, path, strlen(path));
		object_file_allow(&s->out->file, s->files->work);
		file_memory_allow(path);
		return true;
	}
	object_file_close(&s->out->file);
	return false;
}

static bool try_folders_by_build_id(struct search *s) {
	const struct debug_files *files = s->files;
	const char *id = debug_hex(s->build_id, s->scratch);

	for (size_t i = 0; i < files->nfolders; i++)
		if (try(s, arena_format(s->scratch, "%s/.build-id/%.2s/%s.debug", files->folders[i],
		                        id, id + 2)))
			return true;
	return false;
}

/* Tries where debuginfod's clients keep what they fetched. */
static bool try_cache(struct search *s) {
	const char *folder = getenv("DEBUGINFOD_CACHE_PATH");

	if (!folder || !*folder)
		folder = path_of_user("XDG_CACHE_HOME", ".cache", "debuginfod_client", s->scratch);
	return folder && try(s, arena_format(s->scratch, "%s/%s/debuginfo", folder,
	                                     debug_hex(s->build_id, s->scratch)));
}

/* The directory as the kernel sees it. */
static const char *real_folder_of(const char *path, struct arena *arena) {
	char *real = realpath(path, NULL);

	arena_defer(arena, free_foreign, real);
	return path_folder(real ? real : path, arena);
}

static bool try_link(struct search *s) {
	const struct debug_files *files = s->files;
	const char *name = files->link;
	const char *real = real_folder_of(files->program_path, s->scratch);
	const char *beside[] = { path_folder(files->program_path, s->scratch), real };

	for (size_t i = 0; i < 1 + (strcmp(beside[0], beside[1]) != 0); i++)
		if (try(s, arena_format(s->scratch, "%s%s", beside[i], name)) ||
		    try(s, arena_format(s->scratch, "%s.debug/%s", beside[i], name)))
			return true;
	for (size_t i = 0; i < files->nfolders && *real == '/'; i++)
		if (try(s, arena_format(s->scratch, "%s%s%s", files->folders[i], real, name)))
			return true;
	return false;
}

static bool search_debug(struct search *s) {
	const struct debug_files *files = s->files;
	bool found = s->build_id.len && try_folders_by_build_id(s);

	s->by_crc = true;
	found = found || (files->link && try_link(s));
	s->by_crc = false;
	return found || (s->build_id.len && try_cache(s));
}

/* Asks the servers, if that is allowed. */
static bool try_servers(struct search *s) {
	struct debug_files *files = s->files;
	struct error err;

	if (!files->asks_servers || !files->is_asking || !s->build_id.len)
		return false;
	const char *path = debug_server_fetch(s->build_id, NULL, files->work->progress, s->scratch,
	                                      &err);
	if (path)
		return try(s, path);
	if (progress_wanted(files->work->progress))
		notes_add(&files->notes, NOTE_FACT,
		          arena_format(files->arena, "not fetched: %s", s->what),
		          arena_format(files->arena, "%s; build-id %s", err.reason,
		                       debug_hex(s->build_id, s->scratch)),
		          "press r to ask again, or install its debug symbols");
	return false;
}

/* Runs a search; if nothing is found, notes what was rejected.  A cancelled one told nothing. */
static void look_for(struct search *s, bool (*search)(struct search *s)) {
	struct debug_files *files = s->files;

	s->scratch = arena_new();
	s->rejected.arena = files->arena;
	s->out->is_sought = true;
	bool found = search(s);
	if (!found && progress_is_cancelled(files->work->progress))
		s->out->is_sought = false;
	else if (!found)
		notes_add_all(&files->notes, s->rejected.list, s->rejected.n);
	arena_free(s->scratch);
}

static struct search search_for_debug(struct debug_files *files) {
	return (struct search){ .files = files,
		                .out = &files->debug,
		                .what = "the debug file of this program",
		                .build_id = files->build_id };
}

const struct object_file *debug_files_separate(struct debug_files *files) {
	struct search s = search_for_debug(files);

	if (!files->debug.is_sought)
		look_for(&s, search_debug);
	return files->debug.path ? &files->debug.file : NULL;
}

void debug_files_fetch(struct debug_files *files) {
	struct search s = search_for_debug(files);

	if (!files->asks_servers || files->has_asked)
		return;
	files->is_asking = true;
	if (!files->has_own && !debug_files_separate(files))
		look_for(&s, try_servers);
	debug_files_alternate(files);
	files->is_asking = false;
	files->has_asked = progress_wanted(files->work->progress);
}

static bool search_alternate(struct search *s) {
	const char *folder = *s->name == '/' ? "" : real_folder_of(s->from, s->scratch);
	struct arena *arena = s->files->arena;

	if (try(s, arena_format(s->scratch, "%s%s", folder, s->name)) ||
	    try_folders_by_build_id(s) || try_cache(s) || try_servers(s))
		return true;
	if (!s->rejected.n)
		notes_add(&s->files->notes, NOTE_WARNING,
		          arena_format(arena, "the alternate debug file %s was not found", s->name),
		          "some names of functions and source folders may be only there",
		          "install it, or use --debug-dir FOLDER if it is in FOLDER/.build-id");
	return false;
}

const struct object_file *debug_files_alternate(struct debug_files *files) {
	struct separate_file *alternate = &files->alternate;
	const struct object_file *from = files->program;
	struct search s = { .files = files,
		            .out = alternate,
		            .what = "the alternate file it names",
		            .from = files->program_path };

	if (!files->has_own && debug_files_separate(files)) {
		from = &files->debug.file;
		s.from = files->debug.path;
	}
	if (!alternate->is_sought) {
		s.name = object_file_alternate(from, &s.build_id, files->arena);
		if (s.name && *s.name)
			look_for(&s, search_alternate);
	}
	return alternate->path ? &alternate->file : NULL;
}
