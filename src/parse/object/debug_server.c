/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parse/object/debug_server.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/error.h"

#ifdef HAVE_DEBUGINFOD

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/progress.h"

/* What is used of it. */
struct library {
	debuginfod_client *(*begin)(void);
	void (*end)(debuginfod_client *client);
	int (*find)(debuginfod_client *client, const unsigned char *build_id,
	            int len, char **path);
	int (*find_source)(debuginfod_client *client,
	                   const unsigned char *build_id, int len,
	                   const char *source, char **path);
	void (*set_progress)(debuginfod_client *client,
	                     debuginfod_progressfn_t function);
	void (*set_data)(debuginfod_client *client, void *data);
};

/* Sets a pointer to a function. */
static bool find(void *handle, const char *name, void *function)
{
	void *found = dlsym(handle, name);

	memcpy(function, &found, sizeof found);
	return found != NULL;
}

/* Loaded on first use, and never unloaded: few runs need it, and it brings
 * libcurl with it. */
static bool open_library(struct library *out, struct error *err)
{
	void *handle = dlopen(DEBUGINFOD_SONAME, RTLD_LAZY | RTLD_LOCAL);

	if (handle && find(handle, "debuginfod_begin", &out->begin) &&
	    find(handle, "debuginfod_end", &out->end) &&
	    find(handle, "debuginfod_find_debuginfo", &out->find) &&
	    find(handle, "debuginfod_find_source", &out->find_source) &&
	    find(handle, "debuginfod_set_progressfn", &out->set_progress) &&
	    find(handle, "debuginfod_set_user_data", &out->set_data))
		return true;
	return fail(err, "%s cannot be loaded", DEBUGINFOD_SONAME);
}

/* What was given to set_data(). */
static void *data_of(debuginfod_client *client)
{
	void *handle = dlopen(DEBUGINFOD_SONAME, RTLD_LAZY | RTLD_NOLOAD);
	void *(*get)(debuginfod_client *) = NULL;
	void *data = NULL;

	if (handle && find(handle, "debuginfod_get_user_data", &get))
		data = get(client);
	if (handle)
		dlclose(handle);
	return data;
}

/* Called by the library about once a second with how much of how much was
 * fetched.  Stops the download unless it returns 0. */
static int fetched(debuginfod_client *client, long part, long whole)
{
	struct progress *progress = data_of(client);

	return progress &&
	       !progress_step(progress, part > 0 ? (size_t)part : 0);
}

static bool fail_for(int code, struct progress *progress, struct error *err)
{
	if (!progress_wanted(progress))
		return fail(err, "cancelled");
	if (code == -ENOENT)
		return fail(err, "no server of DEBUGINFOD_URLS has it");
	return fail(err, "the servers of DEBUGINFOD_URLS: %s", strerror(-code));
}

const char *debug_server_fetch(struct bytes build_id, const char *source,
                               struct progress *progress, struct arena *arena,
                               struct error *err)
{
	const int len = (int)build_id.len;
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
	progress_stage(
		progress,
		source ? "fetching source" : "fetching debug information", 0);
	client = library.begin();
	if (!client) {
		fail(err, "debuginfod: %s", strerror(errno));
		return NULL;
	}
	library.set_data(client, progress);
	library.set_progress(client, fetched);
	fd = source ? library.find_source(client, build_id.data, len, source,
	                                  &path)
	            : library.find(client, build_id.data, len, &path);
	library.end(client);
	arena_defer(arena, free_foreign, path);
	if (fd < 0)
		fail_for(fd, progress, err);
	else
		close(fd);
	return path;
}

bool debug_server_is_built_in(void)
{
	return true;
}

#else

const char *debug_server_fetch(struct bytes build_id, const char *source,
                               struct progress *progress, struct arena *arena,
                               struct error *err)
{
	fail(err, "gptui was built without debuginfod");
	return NULL;
}

bool debug_server_is_built_in(void)
{
	return false;
}

#endif

bool debug_server_is_named(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");

	return urls && *urls;
}
