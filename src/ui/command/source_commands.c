/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/spawn.h"
#include "model/dataset.h"
#include "model/source.h"
#include "parse/source/source_files.h"
#include "process/child.h"
#include "ui/command/completion.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"

/* The line of the row under the cursor, or the first line of its function in views without
 * lines. */
static bool location_of_cursor(struct source_location *out, const struct session *s,
                               struct error *err) {
	const struct view *view = s->pane->here.view;
	const struct func *f = pane_subject(s->pane);
	const struct row *row = pane_row(s->pane);
	const struct source_location *first;
	struct query query = s->pane->here.query;

	*out = (struct source_location){ .path = NULL };
	if (row)
		*out = view_line(view, &s->pane->table, row->item);
	if (!out->path && pane_locate(s->pane, &query))
		*out = (struct source_location){ .path = query.position.path,
			                         .line = query.position.line };
	if (out->path)
		return true;
	if (!f)
		return fail(err, "the row is about no function");
	first = dataset_location(s->data, f);
	if (!first || !first->path)
		return fail(err, "no line is known; compile with -g");
	*out = *first;
	return true;
}

static const char *editor_of_user(void) {
	const char *editor = getenv("VISUAL");

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	return editor && *editor ? editor : "vi";
}

/* The shell splits $VISUAL, which may contain arguments; the name of the file is passed on as it
 * is.  It comes from debug information, so the editor must not take it for an option ("-s") or a
 * command ("+:!..."). */
static bool run_editor(int *status, const char *editor, const char *path, unsigned line,
                       struct error *err) {
	struct arena *arena = arena_new();
	char *argv[] = {
		arena_format(arena, "sh"),
		arena_format(arena, "-c"),
		arena_format(arena, "eval \"$0\" '\"$1\" \"$2\"'"),
		arena_format(arena, "%s", editor),
		arena_format(arena, "+%u", line ? line : 1),
		arena_format(arena, "%s%s", *path == '/' ? "" : "./", path),
		NULL,
	};
	bool ok = child_run(status, argv, SPAWN_OURS, SPAWN_OURS, err);

	arena_free(arena);
	return ok;
}

/* The user's editor at a line of a file; it has the terminal until it ends. */
static bool open_editor(const struct terminal *terminal, const char *path, unsigned line,
                        struct error *err) {
	const char *editor = editor_of_user();
	int status;
	bool ok;

	terminal->pause();
	ok = run_editor(&status, editor, path, line, err);
	terminal->resume();
	return ok && child_succeeded(status, editor, err);
}

static bool edit(struct session *s, const char *arg, struct error *err) {
	const struct sources *sources = s->data->sources;
	const struct source *source;
	struct source_location location;

	if (!location_of_cursor(&location, s, err))
		return false;
	if (!sources)
		return fail(err, "lines are still being read");
	source = sources->get(sources->context, location.path);
	if (source->found)
		return open_editor(s->terminal, source->found, location.line, err);
	missing_source_ask(s, location.path, true);
	return true;
}

static bool map(struct session *s, const char *arg, struct error *err) {
	const char *path = s->data ? s->pane->table.source_path : NULL;
	struct source_location location;

	if (*arg) {
		if (!source_maps_add(s->maps, arg, err))
			return false;
		if (s->data)
			missing_source_refresh(s);
		return true;
	}
	if (!s->data)
		return fail(err, "map takes OLD=NEW");
	if (!path && !location_of_cursor(&location, s, err))
		return false;
	missing_source_ask(s, path ? path : location.path,
	                   path && s->pane->table.source_is_missing);
	return true;
}

static const struct command list[] = {
	{ .name = "edit",
	  .help = "Open the line, or the function, in $VISUAL or $EDITOR.",
	  .need = NEED_LOCATION,
	  .run = edit },
	{ .name = "map",
	  .arg = "[OLD=NEW]",
	  .help = "Look below NEW for sources of OLD; or ask for a file.",
	  .is_always = true,
	  .is_lasting = true,
	  .run = map,
	  .complete = complete_map },
};

const struct command_group source_commands = {
	.title = "Source files",
	.rank = 27,
	.list = list,
	.n = sizeof list / sizeof *list,
};
