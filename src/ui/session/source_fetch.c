/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/source_fetch.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "model/debug_info.h"
#include "model/dataset.h"
#include "parse/object/debug_server.h"
#include "parse/source/source_maps.h"
#include "ui/session/session.h"
#include "ui/session/source_prompt.h"
#include "ui/process/worker.h"

enum { PATH = 4096 };

/* One file; it stays when it is done, so that it is asked for once. */
struct source_fetch {
	struct job job;
	const char *path;
	struct bytes build_id;
	bool is_done;
	char found[PATH]; /* the worker's until then; "": it is not there */
	struct source_fetch *next;
};

static void run(void *context, struct progress *progress)
{
	struct source_fetch *f = context;
	struct arena *arena = arena_new();
	struct error ignored;
	const char *found = debug_server_fetch(f->build_id, f->path, progress,
	                                       arena, &ignored);

	if (found && strlen(found) < sizeof f->found)
		strcpy(f->found, found);
	arena_free(arena);
}

static void done(void *context, struct session *session)
{
	struct source_fetch *f = context;

	f->is_done = true;
	if (*f->found) {
		source_maps_add_file(session->maps, f->path, f->found);
		session_say(session, "fetched: %.200s", f->path);
		source_prompt_again(session);
	} else {
		source_prompt_offer(session);
	}
}

static struct source_fetch *make(struct session *s, const char *path,
                                 struct bytes build_id)
{
	struct source_fetch *f = arena_alloc(s->arena, 1, sizeof *f);

	f->path = arena_text(s->arena, path, strlen(path));
	f->build_id.len = build_id.len;
	f->build_id.data = (const unsigned char *)arena_text(
		s->arena, (const char *)build_id.data, build_id.len);
	f->job.run = run;
	f->job.done = done;
	f->job.context = f;
	return f;
}

bool source_fetch_begin(struct session *s, const char *path)
{
	const struct debug_info *debug = s->data->debug;
	struct source_fetch *f;

	for (f = s->fetches; f; f = f->next)
		if (!strcmp(f->path, path))
			return !f->is_done;
	if (!s->asks_servers || !debug_server_is_built_in() ||
	    !debug_server_is_named() || *path != '/' || !debug ||
	    !debug->build_id.len || !s->worker)
		return false;
	f = make(s, path, debug->build_id);
	f->next = s->fetches;
	s->fetches = f;
	session_say(s, "fetching %.200s", path);
	worker_give(s->worker, &f->job);
	return true;
}
