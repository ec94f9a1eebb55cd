/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/debug_report.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/notes.h"
#include "parse/object/debug_files.h"
#include "parse/object/debug_server.h"
#include "parse/object/object.h"

static bool is_stripped(const struct image *image)
{
	size_t i;

	for (i = 0; i < image->nsymbols; i++)
		if (image->symbols[i].table == TABLE_SYMTAB)
			return false;
	return true;
}

/* Whether servers could be asked, if the user allowed it. */
static bool can_be_fetched(const struct debug_files *files)
{
	return debug_server_is_built_in() && debug_server_is_named() && !files->asks_servers;
}

/* Nothing was found: whether it never existed, or is elsewhere. */
static void explain(struct debug_info *info, const struct object *object, struct arena *arena)
{
	struct debug_files *files = object_debug_files(object);
	const char *link = files->link;
	const struct bytes build_id = files->build_id;
	const char *id = build_id.len ? debug_hex(build_id, arena) : NULL;

	info->reason = "no debug information";
	info->cure = "compile with -g";
	if (link)
		info->reason = arena_format(arena,
		                            "no debug information: its debug "
		                            "file %s was not found",
		                            link);
	else if (!id || !is_stripped(object_image(object)))
		return;
	info->cure = arena_format(arena,
	                          "install its debug symbols, or say where they are with "
	                          "--debug-dir%s%s%s",
	                          id && can_be_fetched(files)
	                                  ? ", or allow fetching them with --debuginfod or set "
	                                    "debuginfod on"
	                                  : "",
	                          id ? "; its build-id is " : "", id ? id : "");
}

static void note_splits(struct notes *notes, size_t n, const char *first, const char *what)
{
	if (!n)
		return;
	notes_add(notes, NOTE_WARNING,
	          arena_format(notes->arena, "%zu file%s of split debug information %s %s", n,
	                       n == 1 ? "" : "s", n == 1 ? "is" : "are", what),
	          arena_format(notes->arena,
	                       "the first: %s; lines are known, what was "
	                       "inlined there is not",
	                       first),
	          "leave .dwo files where they were made, or put all into "
	          "PROGRAM.dwp with dwp -e PROGRAM");
}

/* All notes so far, in memory of their own: more may come. */
static struct notes list_notes(const struct object *object, struct arena *arena)
{
	const struct debug_files *files = object_debug_files(object);
	const struct image *image = object_image(object);
	const struct debug_splits *splits = &files->splits;
	struct notes out = { .arena = arena };

	notes_add_all(&out, files->notes.list, files->notes.n);
	note_splits(&out, splits->nmissing, splits->missing, "missing");
	note_splits(&out, splits->nother, splits->other, "of another build");
	if (files->work.is_spent)
		notes_add(&out, NOTE_FAULT, "the debug information is damaged",
		          "reading it takes more work than its size explains; "
		          "lines and inlined code are not complete",
		          "build the program again");
	if (files->debug.path && !image->debug_path && is_stripped(image))
		notes_add(&out, NOTE_FACT, "symbols of the debug file are not shown yet",
		          "it was fetched after the profile was read",
		          "press R to read everything again");
	return out;
}

const struct debug_info *debug_report(const struct object *object, const struct error *why,
                                      struct arena *arena)
{
	const struct debug_files *files = object_debug_files(object);
	const struct notes notes = list_notes(object, arena);
	struct debug_info *info = arena_alloc(arena, 1, sizeof *info);

	info->build_id = files->build_id;
	info->notes = notes.list;
	info->nnotes = notes.n;
	if (!files->has_own)
		info->path = files->debug.path;
	if (!why)
		return info;
	if (files->has_own || info->path) {
		info->reason = arena_text(arena, why->reason, strlen(why->reason));
		info->cure = "compile with -g";
	} else {
		explain(info, object, arena);
	}
	return info;
}
