/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/source_prompt.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/path.h"
#include "parse/source/source_files.h"
#include "parse/source/source_maps.h"
#include "ui/session/session.h"
#include "ui/session/source_fetch.h"

/* Bytes of a path with its folder's slash, 0 without a folder. */
static size_t folder_length(const char *path)
{
	return (size_t)(path_last(path) - path);
}

static bool is_declined(const struct session *s, const char *path)
{
	size_t len = folder_length(path), i;

	for (i = 0; i < s->nnot_asked; i++)
		if (strlen(s->not_asked[i]) == len &&
		    !strncmp(s->not_asked[i], path, len))
			return true;
	return false;
}

static void decline(struct session *s)
{
	const char *path = s->asked_for;

	if (is_declined(s, path))
		return;
	s->not_asked = arena_room(s->arena, s->not_asked, s->nnot_asked,
	                          sizeof *s->not_asked);
	s->not_asked[s->nnot_asked++] = arena_text(s->arena, path,
	                                           folder_length(path));
}

void source_prompt_again(struct session *s)
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
		return fail(err, "a folder is needed; Esc leaves it so");
	scratch = arena_new();
	found = source_path_below(s->asked_for,
	                          source_path_expand(text, scratch), scratch);
	ok = found || fail(err, "it is not there");
	if (found) {
		source_maps_add_found(s->maps, s->asked_for, found);
		prompt_close(&s->prompt);
		session_say(s, "found: %.200s", found);
		source_prompt_again(s);
	}
	arena_free(scratch);
	return ok;
}

static const struct prompt_kind source_prompt = {
	.hint = "or Esc",
	.accept = accept,
	.cancel = decline,
};

void source_prompt_open(struct session *s, const char *path, bool is_missing)
{
	enum { SHOWN = 40 }; /* bytes of a path: the end tells most */
	char label[PROMPT_LABEL];
	const char *cut = "";

	s->asked_for = arena_text(s->arena, path, strlen(path));
	if (strlen(path) > SHOWN) {
		path += strlen(path) - SHOWN + 3;
		while (((unsigned char)*path & 0xc0) == 0x80)
			path++;
		cut = "...";
	}
	snprintf(label, sizeof label, "%s%s%s; directory? ",
	         is_missing ? "not found: " : "", cut, path);
	prompt_open(&s->prompt, &source_prompt, label, "");
}

void source_prompt_offer(struct session *s)
{
	const char *path = s->pane->table.source_path;

	if (s->pane == &s->panes[0] && s->pane->table.source_is_missing &&
	    !s->prompt.kind && !s->menu.title && !is_declined(s, path) &&
	    !source_fetch_begin(s, path))
		source_prompt_open(s, path, true);
}
