/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parse/object/debug_server.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/error.h"

#ifdef HAVE_DEBUGINFOD

#include <elfutils/debuginfod.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/system.h"
#include "base/work.h"

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

/* What is used of it. */
struct library {
	debuginfod_client *(*begin)(void);
	void (*end)(debuginfod_client *client);
	int (*find)(debuginfod_client *client, const unsigned char *build_id, int len, char **path);
	int (*find_source)(debuginfod_client *client, const unsigned char *build_id, int len,
	                   const char *source, char **path);
	void (*set_progress)(debuginfod_client *client, debuginfod_progressfn_t function);
	void (*set_data)(debuginfod_client *client, void *data);
	void (*set_verbose)(debuginfod_client *client, int fd);
};

/* Loaded on first use, and never unloaded: few runs need it, and it brings libcurl with it. */
static bool open_library(struct library *out, struct error *err) {
	void *handle = library_open(DEBUGINFOD_SONAME);

	if (handle && !library_find(handle, "debuginfod_set_verbose_fd", &out->set_verbose))
		out->set_verbose = NULL; /* before elfutils 0.186 */
	if (handle && library_find(handle, "debuginfod_begin", &out->begin) &&
	    library_find(handle, "debuginfod_end", &out->end) &&
	    library_find(handle, "debuginfod_find_debuginfo", &out->find) &&
	    library_find(handle, "debuginfod_find_source", &out->find_source) &&
	    library_find(handle, "debuginfod_set_progressfn", &out->set_progress) &&
	    library_find(handle, "debuginfod_set_user_data", &out->set_data))
		return true;
	return fail(err, "%s cannot be loaded", DEBUGINFOD_SONAME);
}

/* What was given to set_data(). */
static void *data_of(debuginfod_client *client) {
	void *handle = library_open(DEBUGINFOD_SONAME);
	void *(*get)(debuginfod_client *) = NULL;
	void *data = NULL;

	if (handle && library_find(handle, "debuginfod_get_user_data", &get))
		data = get(client);
	return data;
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
		return fail(err, "it has more than %ld bytes", download->most);
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
	struct library library = { .begin = NULL };
	debuginfod_client *client;
	char *path = NULL;
	int fd;

	if (!debug_server_is_named()) {
		fail(err, "DEBUGINFOD_URLS names no server");
		return NULL;
	}
	if (!open_library(&library, err))
		return NULL;
	progress_stage(progress, source ? "fetching source" : "fetching debug information", 0);
	client = library.begin();
	if (!client) {
		fail(err, "debuginfod: %s", strerror(errno));
		return NULL;
	}
	library.set_data(client, &download);
	if (library.set_verbose) /* it would print what servers send */
		library.set_verbose(client, -1);
	library.set_progress(client, fetched);
	fd = source ? library.find_source(client, build_id.data, len, source, &path)
	            : library.find(client, build_id.data, len, &path);
	library.end(client);
	arena_defer(arena, free_foreign, path);
	if (fd < 0)
		fail_for(fd, &download, err);
	else
		close(fd);
	return path;
}

bool debug_server_is_built_in(void) {
	return true;
}

#else

const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err) {
	fail(err, "gptui was built without debuginfod");
	return NULL;
}

bool debug_server_is_built_in(void) {
	return false;
}

#endif

bool debug_server_is_named(void) {
	const char *urls = getenv("DEBUGINFOD_URLS");

	return urls && *urls;
}
