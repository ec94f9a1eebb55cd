/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/file_notes.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "model/records.h"

void file_notes_add(struct records *records, enum severity severity, const char *what,
                    const char *evidence, const char *cure)
{
	const char *path = records->files[records->nfiles - 1].path;

	notes_add(&records->notes, severity, file_notes_cause(path, 1, what, records->arena),
	          evidence, cure);
}

void file_notes_cut(struct records *records, const char *evidence)
{
	records->files[records->nfiles - 1].is_cut = true;
	file_notes_add(records, NOTE_WARNING, "cut off: its last record is not complete", evidence,
	               "run the program again, and let it end by itself");
}

static bool is_about(const char *cause, const char *path)
{
	const size_t len = strlen(path);

	return !strncmp(cause, path, len) && !strncmp(cause + len, ": ", 2);
}

static struct file_note *find(struct file_notes *merged, const char *what)
{
	size_t i;

	for (i = 0; i < merged->n; i++)
		if (!strcmp(merged->list[i].what, what))
			return &merged->list[i];
	return NULL;
}

void file_notes_merge(struct file_notes *merged, size_t first, const char *path)
{
	struct notes *notes = merged->notes;
	size_t i, kept = first;

	for (i = first; i < notes->n; i++) {
		const char *cause = notes->list[i].cause;
		struct file_note add = { kept, path, NULL, 1 };
		struct file_note *known = NULL;

		if (is_about(cause, path)) {
			add.what = cause + strlen(path) + 2;
			known = find(merged, add.what);
		}
		if (known) {
			known->nfiles++;
			continue;
		}
		notes->list[kept++] = notes->list[i];
		if (!add.what)
			continue;
		merged->list = arena_room(notes->arena, merged->list, merged->n, sizeof add);
		merged->list[merged->n++] = add;
	}
	notes->n = kept;
}

const char *file_notes_cause(const char *path, size_t nfiles, const char *what, struct arena *arena)
{
	if (nfiles == 1)
		return arena_format(arena, "%s: %s", path, what);
	return arena_format(arena, "%s and %zu other file%s: %s", path, nfiles - 1,
	                    nfiles == 2 ? "" : "s", what);
}

void file_notes_finish(struct file_notes *merged)
{
	struct notes *notes = merged->notes;
	size_t i;

	for (i = 0; i < merged->n; i++) {
		const struct file_note *m = &merged->list[i];
		struct note *note = &notes->list[m->note];

		if (m->nfiles == 1)
			continue;
		note->cause = file_notes_cause(m->path, m->nfiles, m->what, notes->arena);
		if (*note->evidence)
			note->evidence = arena_format(notes->arena, "%s: %s", m->path,
			                              note->evidence);
	}
}

const char *file_notes_names(const struct records *r, const uint32_t *parts, size_t n)
{
	enum { NAMED = 3 };
	const struct profile_file *files = r->files;
	struct arena *arena = r->arena;
	const char *text = files[parts[0]].path;
	size_t i;

	for (i = 1; i < n && (i < NAMED || i + 1 == n); i++)
		text = arena_format(arena, "%s%s%s", text, i + 1 == n ? " and " : ", ",
		                    files[parts[i]].path);
	if (i < n)
		text = arena_format(arena, "%s and %zu other files", text, n - i);
	return text;
}
