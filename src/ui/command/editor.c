/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/editor.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/process/child.h"
#include "ui/terminal/terminal.h"

static const char *editor_of_user(void)
{
	const char *editor = getenv("VISUAL");

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	return editor && *editor ? editor : "vi";
}

/* The shell splits $VISUAL, which may contain arguments; the name of the file
 * is passed on as it is.  It comes from debug information, so the editor must
 * not take it for an option ("-s") or a command ("+:!..."). */
static bool run(int *status, const char *editor, const char *path,
                unsigned line, struct error *err)
{
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
	bool ok = child_run(status, argv, -1, err);

	arena_free(arena);
	return ok;
}

bool editor_run(const struct terminal *terminal, const char *path,
                unsigned line, struct error *err)
{
	const char *editor = editor_of_user();
	int status;
	bool ok;

	terminal->pause();
	ok = run(&status, editor, path, line, err);
	terminal->resume();
	return ok && child_succeeded(status, editor, err);
}
