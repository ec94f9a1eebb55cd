/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/missing_source.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/path.h"
#include "model/dataset.h"
#include "parse/object/debug_server.h"
#include "parse/source/source_files.h"
#include "parse/source/source_maps.h"
#include "process/worker.h"
#include "ui/session/session.h"

/* Bytes of a path with its folder's slash, 0 without a folder. */
static size_t folder_length(const char *path)
{
	return (size_t)(path_last(path) - path);
}

static bool is_declined(const struct session *s, const char *path)
{
	size_t len = folder_length(path), i;

	for (i = 0; i < s->nnot_asked; i++)
		if (strlen(s->not_asked[i]) == len && !strncmp(s->not_asked[i], path, len))
			return true;
	return false;
}

static void decline(struct session *s)
{
	const char *path = s->asked_for;

	if (is_declined(s, path))
		return;
	s->not_asked = arena_room(s->arena, s->not_asked, s->nnot_asked, sizeof *s->not_asked);
	s->not_asked[s->nnot_asked++] = arena_text(s->arena, path, folder_length(path));
}

void missing_source_refresh(struct session *s)
{
	const bool was_missing = s->pane->table.source_is_missing;

	session_refresh(s);
	if (was_missing)
		pane_move_to_first(s->pane);
}

static bool accept(struct session *s, const char *text, struct error *err)
{
	struct arena *scratch;
	const char *found;
	bool ok;

	if (!*text)
		return fail(err, "a folder is needed; Esc cancels");
	scratch = arena_new();
	found = source_path_below(s->asked_for, source_path_expand(text, scratch), scratch);
	ok = found || fail(err, "it is not there");
	if (found) {
		source_maps_add_found(s->maps, s->asked_for, found);
		session_say(s, "found: %.200s", found);
		missing_source_refresh(s);
	}
	arena_free(scratch);
	return ok;
}

static const struct prompt_kind source_prompt = {
	.hint = "or Esc",
	.accept = accept,
	.cancel = decline,
};

void missing_source_ask(struct session *s, const char *path, bool is_missing)
{
	enum { SHOWN = 40 }; /* bytes of a path; its end says most */
	char label[PROMPT_LABEL];
	const char *cut = "";

	s->asked_for = arena_text(s->arena, path, strlen(path));
	if (strlen(path) > SHOWN) {
		path += strlen(path) - SHOWN + 3;
		while (((unsigned char)*path & 0xc0) == 0x80)
			path++;
		cut = "...";
	}
	snprintf(label, sizeof label, "%s%s%s; directory? ", is_missing ? "not found: " : "", cut,
	         path);
	prompt_open(&s->prompt, &source_prompt, label, "");
}

/* ---- Servers ---- */

enum { PATH = 4096 };

/* One file; kept when done, so that it is asked for only once. */
struct source_fetch {
	struct job job;
	const char *path;
	struct bytes build_id;
	bool is_done;
	char found[PATH]; /* the worker's until then; "": not found */
	struct source_fetch *next;
};

static void run(void *context, struct progress *progress)
{
	struct source_fetch *f = context;
	struct arena *arena = arena_new();
	struct error ignored;
	const char *found = debug_server_fetch(f->build_id, f->path, progress, arena, &ignored);

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
		missing_source_refresh(session);
	} else {
		missing_source_offer(session);
	}
}

static struct source_fetch *new_fetch(struct session *s, const char *path, struct bytes build_id)
{
	struct source_fetch *f = arena_alloc(s->arena, 1, sizeof *f);

	f->path = arena_text(s->arena, path, strlen(path));
	f->build_id.len = build_id.len;
	f->build_id.data = (const unsigned char *)arena_text(s->arena, (const char *)build_id.data,
	                                                     build_id.len);
	f->job.run = run;
	f->job.done = done;
	f->job.context = f;
	return f;
}

/* Whether a file is being fetched from a server; starts that if it was not
 * asked for before. */
static bool fetch(struct session *s, const char *path)
{
	const struct debug_info *debug = s->data->debug;
	struct source_fetch *f;

	for (f = s->fetches; f; f = f->next)
		if (!strcmp(f->path, path))
			return !f->is_done;
	if (!s->preferences.asks_servers || !debug_server_is_built_in() ||
	    !debug_server_is_named() || *path != '/' || !debug || !debug->build_id.len ||
	    !s->worker)
		return false;
	f = new_fetch(s, path, debug->build_id);
	f->next = s->fetches;
	s->fetches = f;
	session_say(s, "fetching %.200s", path);
	worker_give(s->worker, &f->job);
	return true;
}

void missing_source_offer(struct session *s)
{
	const char *path = s->pane->table.source_path;

	if (s->pane == &s->panes[0] && s->pane->table.source_is_missing && !s->prompt.kind &&
	    !s->menu.title && !is_declined(s, path) && !fetch(s, path))
		missing_source_ask(s, path, true);
}
