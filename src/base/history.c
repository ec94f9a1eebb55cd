/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/history.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/base.h"

enum { MOST_READ = 1 << 18, LINE = HISTORY_TEXT + 4, PATIENCE_MS = 100 };

/* ---- The file -------------------------------------------------------------- */

/* Writes at the end; what has no room is taken back. */
static bool append_to(int fd, const char *line, size_t len) {
	const bool is_locked = file_lock(fd, PATIENCE_MS);
	char text[LINE + 1] = "\n", last;
	const char *from = text;
	struct stat before, now;

	if (fstat(fd, &before) || !S_ISREG(before.st_mode))
		return false;
	memcpy(text + 1, line, len++);
	/* The last line may have no end. */
	if (!before.st_size || (pread(fd, &last, 1, before.st_size - 1) == 1 && last == '\n')) {
		from++;
		len--;
	}
	ssize_t n = write(fd, from, len);
	if (n > 0 && (size_t)n < len && is_locked)
		return !fstat(fd, &now) && now.st_size == before.st_size + n &&
		       !ftruncate(fd, before.st_size);
	return n == (ssize_t)len;
}

/* Says nothing: a line that cannot be kept is no reason to stop. */
static void append(const struct history_line *line) {
	SCRATCH struct arena *arena = arena_new();
	const char *path = own_history(arena);
	char text[LINE];
	struct error err;
	int fd = -1;

	if (path && own_folders(path, arena, &err))
		fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
		          0600);
	if (fd >= 0) {
		append_to(fd, text,
		          (size_t)snprintf(text, sizeof text, "%c %s\n", line->prompt, line->text));
		close(fd);
	}
}

/* ---- The lines ------------------------------------------------------------- */

static void forget(struct history *h, size_t at) {
	memmove(h->list + at, h->list + at + 1, (h->n - at - 1) * sizeof *h->list);
	h->n--;
}

void history_add(struct history *h, char prompt, const char *typed) {
	char text[HISTORY_TEXT];
	size_t at = 0;

	snprintf(text, sizeof text, "%s", typed);
	passwords_hide(text, sizeof text);
	while (at < h->n && (h->list[at].prompt != prompt || strcmp(h->list[at].text, text) != 0))
		at++;
	if (!prompt || !*text || strchr(text, '\n') || (h->n && at == h->n - 1))
		return;
	if (at < h->n)
		forget(h, at);
	else if (h->n == HISTORY_LINES)
		forget(h, 0);
	struct history_line *line = &h->list[h->n++];
	line->prompt = prompt;
	snprintf(line->text, sizeof line->text, "%s", text);
	if (h->is_kept)
		append(line);
}

size_t history_step(const struct history *h, char prompt, size_t at, bool is_older) {
	while (is_older ? at > 0 : at < h->n) {
		at = is_older ? at - 1 : at + 1;
		if (at < h->n && h->list[at].prompt == prompt)
			return at;
	}
	return h->n;
}

/* ---- Reading --------------------------------------------------------------- */

/* Whether it is what can be typed. */
static bool is_typed(const char *text, size_t len) {
	uint32_t code;
	size_t n;

	for (; len; text += n, len -= n) {
		n = text_decode(&code, text, len);
		if (!n || code < 0x20 || (code >= 0x7f && code < 0xa0))
			return false;
	}
	return true;
}

/* Puts a line before those that are known; they are at the end of the list. */
static void take_older(struct history *h, const char *line, size_t len) {
	struct history_line *to = &h->list[HISTORY_LINES - 1 - h->n];

	if (len < 3 || len - 2 >= sizeof to->text || line[1] != ' ' || !is_typed(line, len))
		return;
	to->prompt = line[0];
	memcpy(to->text, line + 2, len - 2);
	to->text[len - 2] = '\0';
	for (size_t i = HISTORY_LINES - h->n; i < HISTORY_LINES; i++)
		if (h->list[i].prompt == to->prompt && !strcmp(h->list[i].text, to->text))
			return;
	h->n++;
}

/* Takes the newest lines; a first one without a beginning is none. */
static void take_text(struct history *h, const char *text, size_t len, bool is_whole) {
	h->n = 0;
	while (len && h->n < HISTORY_LINES) {
		const size_t end = text[len - 1] == '\n' ? len - 1 : len;
		size_t start = end;

		while (start && text[start - 1] != '\n')
			start--;
		if (start || is_whole)
			take_older(h, text + start, end - start);
		len = start;
	}
	memmove(h->list, h->list + HISTORY_LINES - h->n, h->n * sizeof *h->list);
}

static bool read_from(struct history *h, const char *path, struct arena *arena, struct error *err) {
	uint64_t size;
	struct stat status;

	if (stat(path, &status) && (errno == ENOENT || errno == ENOTDIR))
		return true;
	int fd = bytes_open_regular(path, &size, err);
	if (fd < 0)
		return false;
	uint64_t from = size > MOST_READ ? size - MOST_READ : 0;
	char *text = arena_space(arena, MOST_READ, 1);
	ssize_t n = pread(fd, text, MOST_READ, (off_t)from);
	if (n > 0)
		take_text(h, text, (size_t)n, !from);
	close(fd);
	return true;
}

bool history_read(struct history *h, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *path = own_history(arena);
	struct error why;
	bool ok = !path || read_from(h, path, arena, &why);

	h->is_kept = path && ok;
	if (!ok)
		fail(err, "%.500s%.500s", own_shown(path, arena), why.reason + strlen(path));
	return ok;
}
