/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/new_file.h"
#include "base/own_files.h"
#include "parse/source/source_files.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/session/bindings.h"
#include "ui/session/session.h"
#include "views/views.h"

/* A line of a text, without its end. */
struct line {
	const char *text;
	size_t len;
};

/* Takes the next line off a text; false at the end. */
static bool next(struct line *out, const char **text) {
	out->text = *text;
	out->len = strcspn(*text, "\n");
	*text += out->len + ((*text)[out->len] == '\n');
	return out->len || **text || *text != out->text;
}

static struct line word(struct line line, size_t from) {
	struct line out = { line.text + from, 0 };

	while (from + out.len < line.len && out.text[out.len] != ' ')
		out.len++;
	return out;
}

static bool equals(struct line a, struct line b) {
	return a.len == b.len && !memcmp(a.text, b.text, a.len);
}

static bool is(struct line a, const char *text) {
	return equals(a, (struct line){ text, strlen(text) });
}

static bool is_binding(struct line command) {
	return is(command, "bind") || is(command, "unbind");
}

/* Whether two lines set the same thing: a setting, the columns of a view, a key; else they must be
 * the same. */
static bool is_about_same(struct line a, struct line b) {
	const struct line what = word(a, 0), other = word(b, 0);

	if (is_binding(what) ? !is_binding(other) : !equals(what, other))
		return false;
	if (!is_binding(what) && !is(what, "set") && !is(what, "columns"))
		return equals(a, b);
	return what.len < a.len && other.len < b.len &&
	       equals(word(a, what.len + 1), word(b, other.len + 1));
}

/* The last line about the same, which is the one that counts. */
static bool find(struct line *out, struct line line, const char *text) {
	struct line at;
	bool found = false;

	while (next(&at, &text))
		if (is_about_same(at, line)) {
			*out = at;
			found = true;
		}
	return found;
}

/* What becomes of a line of mine; false: nothing, because another instance has removed it. */
static bool choose(struct line *line, const char *before, const char *theirs) {
	struct line was;

	if (!find(&was, *line, before) || !equals(was, *line))
		return true;
	return find(line, *line, theirs) || is(word(*line, 0), "set");
}

/* Whether it is one that :write-config writes. */
static bool is_known(struct line line) {
	const struct line what = word(line, 0);

	return is(what, "set") || is(what, "columns") || is(what, "map") || is_binding(what);
}

/* Puts the line at an offset, unless `to` is NULL; returns the next offset. */
static size_t put(char *to, size_t at, struct line line) {
	if (to) {
		memcpy(to + at, line.text, line.len);
		to[at + line.len] = '\n';
	}
	return at + line.len + 1;
}

/* Puts all lines, or only adds up their bytes. */
static size_t merge(char *to, const char *before, const char *mine, const char *theirs) {
	const char *text = mine;
	struct line line, other;
	size_t at = 0;

	while (next(&line, &text))
		if (choose(&line, before, theirs))
			at = put(to, at, line);
	text = theirs;
	while (next(&line, &text))
		if (is_known(line) && !find(&other, line, mine) && !find(&other, line, before))
			at = put(to, at, line);
	return at;
}

const char *config_merge(const char *before, const char *mine, const char *theirs,
                         struct arena *arena) {
	const size_t len = merge(NULL, before, mine, theirs);
	char *merged = arena_space(arena, len + 1, 1);

	merge(merged, before, mine, theirs);
	merged[len] = '\0';
	return merged;
}

enum { MOST_BYTES = 1 << 20 };

/* The first line of what config_write() writes. */
static const char ours[] = "# Written by gptui's :write-config\n";

static void fault(struct config_faults *faults, const char *where, const char *reason) {
	if (!faults->n++)
		snprintf(faults->first, sizeof faults->first, "%.250s: %.250s", where, reason);
}

static void run_line(struct session *s, const char *line, const char *where,
                     struct config_faults *faults) {
	struct error err = { "" };

	line += strspn(line, " \t");
	if (*line != '#' && !command_lasting_line(s, line, &err))
		fault(faults, where, err.reason);
}

void config_run(struct session *s, const char *name, const char *text,
                struct config_faults *faults) {
	struct arena *arena = arena_new();
	char line[CONFIG_LINE];
	size_t number, len;

	for (number = 1; *text; number++, text += len + (text[len] == '\n')) {
		size_t end = len = strcspn(text, "\n");
		const char *where = arena_format(arena, "%.200s:%zu", name, number);

		while (end && strchr(" \t\r", text[end - 1]))
			end--;
		if (end >= sizeof line) {
			fault(faults, where, "the line is too long");
			continue;
		}
		memcpy(line, text, end);
		line[end] = '\0';
		run_line(s, line, where, faults);
	}
	arena_free(arena);
}

/* Errors: the reason without the path. */
static bool read_text(const char **out, const char *path, struct arena *arena, struct error *err) {
	struct stat status;
	struct bytes bytes;

	*out = "";
	if (stat(path, &status)) /* a missing file is no fault */
		return errno == ENOENT || errno == ENOTDIR || fail(err, "%s", strerror(errno));
	if (!S_ISREG(status.st_mode))
		return fail(err, "not a regular file");
	if (status.st_size > MOST_BYTES)
		return fail(err, "too large for a configuration");
	if (!bytes_read(&bytes, path, arena, err))
		return fail(err, "%s", strerror(errno ? errno : EIO));
	if (bytes.len && memchr(bytes.data, '\0', bytes.len))
		return fail(err, "not a text");
	*out = arena_text(arena, (const char *)bytes.data, bytes.len);
	return true;
}

static void read_file(struct session *s, const char *path, struct arena *arena,
                      struct config_faults *faults) {
	struct error err = { "" };
	const char *text, *shown = path ? own_shown(path, arena) : NULL;

	if (path && !read_text(&text, path, arena, &err))
		fault(faults, shown, err.reason);
	else if (path)
		config_run(s, shown, text, faults);
}

bool config_is_foreign(const char *path) {
	char first[sizeof ours] = "";
	struct stat status;
	FILE *file;
	bool is_ours;

	if (stat(path, &status))
		return false;
	if (!S_ISREG(status.st_mode))
		return true;
	file = fopen(path, "r");
	if (!file)
		return true;
	is_ours = fgets(first, sizeof first, file) && !strcmp(first, ours);
	fclose(file);
	return !is_ours;
}

static void write_columns(const struct session *s, FILE *file) {
	size_t v;

	for (v = 0; v < view_count(); v++) {
		const struct view *view = view_at(v);
		const char *choice = s->choices[view_index(view)];

		if (choice)
			fprintf(file, "columns %s %s\n", view->name, choice);
	}
}

static void write_maps(const struct source_maps *maps, FILE *file, struct arena *arena) {
	size_t i;

	for (i = 0; i < maps->n; i++) {
		const char *text = source_map_text(&maps->list[i], arena);

		if (text && strlen(text) + 5 < PROMPT_TEXT)
			fprintf(file, "map %s\n", text);
	}
}

static void write_lines(const struct session *s, FILE *file, struct arena *arena) {
	const struct bindings *keys = &s->bindings;
	size_t i;

	fprintf(file, "%s", ours);
	for (i = 0; i < setting_count; i++)
		if (!settings[i].spells)
			fprintf(file, "set %s %s\n", settings[i].name,
			        setting_value(&settings[i], &s->preferences, arena));
	write_columns(s, file);
	write_maps(s->maps, file, arena);
	for (i = 0; i < keys->n; i++)
		fprintf(file, "%s %s%s%s\n", *keys->list[i].line ? "bind" : "unbind",
		        keys->list[i].key, *keys->list[i].line ? " " : "", keys->list[i].line);
}

/* What would be written now.  NULL: no memory for it. */
static const char *config_text(const struct session *s, struct arena *arena) {
	char *text = NULL;
	const char *copy = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	if (file)
		write_lines(s, file, arena);
	if (file && !fclose(file))
		copy = arena_text(arena, text, len);
	free_foreign(text);
	return copy;
}

void config_read(struct session *s) {
	struct arena *arena = arena_new();
	struct config_faults faults = { 0 };

	read_file(s, system_config(), arena, &faults);
	read_file(s, own_config(arena), arena, &faults);
	s->message.reason[0] = '\0';
	s->message_is_error = faults.n > 0;
	if (faults.n > 1)
		fail(&s->message, "%s (and %zu more)", faults.first, faults.n - 1);
	else if (faults.n)
		fail(&s->message, "%s", faults.first);
	s->saved = config_text(s, s->arena);
	arena_free(arena);
}

/* The same with what another instance has written since into the user's configuration. */
static const char *merged(const struct session *s, const char *mine, const char *path,
                          struct arena *arena) {
	const char *own = own_config(arena), *theirs;
	struct error ignored;

	if (!s->saved || !own || strcmp(path, own) != 0 || access(path, F_OK) ||
	    config_is_foreign(path) || !read_text(&theirs, path, arena, &ignored))
		return mine;
	return config_merge(s->saved, mine, theirs, arena);
}

/* A lock on the folder, as the file is replaced: so no other instance writes between reading and
 * writing.  Returns it open, or -1. */
static int lock_folder(const char *path, struct arena *arena) {
	enum { PATIENCE_MS = 100 };

	const char *folder = path_folder(path, arena);
	int fd = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		file_lock(fd, PATIENCE_MS);
	return fd;
}

static bool write_text(const char *text, const char *path, struct arena *arena, struct error *err) {
	struct new_file file;

	if (!new_file_open(&file, path, NEW_FILE_REGULAR, arena, err))
		return false;
	file.path = own_shown(path, arena);
	fputs(text, file.file);
	return new_file_finish(&file, err);
}

bool config_write(struct session *s, const char *path, struct error *err) {
	struct arena *arena = arena_new();
	const char *mine = config_text(s, arena);
	bool ok = own_folders(path, arena, err);
	int lock;

	if (!mine)
		ok = fail(err, "%s", strerror(ENOMEM));
	if (ok) {
		lock = lock_folder(path, arena);
		ok = write_text(merged(s, mine, path, arena), path, arena, err);
		if (lock >= 0)
			close(lock);
	}
	if (ok && s->saved)
		s->saved = session_keep(s, mine);
	arena_free(arena);
	return ok;
}

static const char *preset_name(const void *from, size_t index) {
	return preset_at(index);
}

bool preset_run(struct session *s, const char *name, struct error *err) {
	struct config_faults faults = { 0 };
	const char *text = preset_text(name);

	if (!strcmp(name, "default")) {
		s->bindings.n = 0;
		return true;
	}
	if (text) {
		config_run(s, name, text, &faults);
		return !faults.n || fail(err, "%s", faults.first);
	}
	return fail_no_such(err, "preset", name, preset_name, NULL);
}
