/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/history.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/new_file.h"
#include "base/own_files.h"

enum { MOST_BYTES = 1 << 20 };

static void forget(struct history *h, size_t at)
{
	memmove(h->list + at, h->list + at + 1,
	        (h->n - at - 1) * sizeof *h->list);
	h->n--;
}

void history_add(struct history *h, char prompt, const char *text)
{
	struct history_line *line;
	size_t i;

	if (!prompt || !*text || strchr(text, '\n'))
		return;
	for (i = 0; i < h->n; i++)
		if (h->list[i].prompt == prompt &&
		    !strcmp(h->list[i].text, text))
			break;
	if (i < h->n)
		forget(h, i);
	else if (h->n == HISTORY_LINES)
		forget(h, 0);
	line = &h->list[h->n++];
	line->prompt = prompt;
	snprintf(line->text, sizeof line->text, "%s", text);
	h->is_changed = true;
}

size_t history_step(const struct history *h, char prompt, size_t at,
                    bool is_older)
{
	while (is_older ? at > 0 : at < h->n) {
		at = is_older ? at - 1 : at + 1;
		if (at < h->n && h->list[at].prompt == prompt)
			return at;
	}
	return h->n;
}

static void take_text(struct history *h, const char *text)
{
	char line[PROMPT_TEXT];
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		if (len < 3 || len - 2 >= sizeof line || text[1] != ' ')
			continue;
		memcpy(line, text + 2, len - 2);
		line[len - 2] = '\0';
		history_add(h, text[0], line);
	}
}

void history_read(struct history *h)
{
	struct arena *arena = arena_new();
	const char *path = own_history(arena);
	struct stat status;
	struct bytes bytes;
	struct error err;

	if (path && !stat(path, &status) && S_ISREG(status.st_mode) &&
	    status.st_size <= MOST_BYTES &&
	    bytes_read(&bytes, path, arena, &err))
		take_text(h, arena_text(arena, (const char *)bytes.data,
		                        bytes.len));
	h->is_changed = false;
	arena_free(arena);
}

static bool write_to(const struct history *h, const char *path,
                     struct arena *arena, struct error *err)
{
	struct new_file file;
	size_t i;

	if (!own_folders(path, arena, err) ||
	    !new_file_open(&file, path, NEW_FILE_REGULAR, arena, err))
		return false;
	if (fchmod(fileno(file.file), 0600))
		fail(err, "%s: its rights cannot be changed", path);
	for (i = 0; i < h->n; i++)
		fprintf(file.file, "%c %s\n", h->list[i].prompt,
		        h->list[i].text);
	return new_file_finish(&file, err);
}

bool history_write(struct history *h, struct error *err)
{
	struct arena *arena;
	const char *path;
	bool ok;

	if (!h->is_changed)
		return true;
	arena = arena_new();
	path = own_history(arena);
	ok = !path || write_to(h, path, arena, err);
	h->is_changed = !ok;
	arena_free(arena);
	return ok;
}
