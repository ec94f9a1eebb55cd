/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/config_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "parse/source/source_files.h"
#include "ui/config/settings.h"
#include "views/views.h"

/* A line, and what it sets: a setting, the columns of a view, a key; else the line itself. */
struct entry {
	const char *what, *line;
};

struct entries {
	struct entry *list; /* shape: [n] */
	size_t n;
};

/* Whether it is one that :write-config writes. */
static bool is_known(const struct entry *e) {
	char command[16];

	text_take_word(command, sizeof command, e->line);
	return text_has_word("set columns map bind unbind", command);
}

static struct entry entry_of(const char *line, struct arena *arena) {
	char command[16];
	const char *rest = text_take_word(command, sizeof command, line);
	const size_t len = strcspn(rest, " ");

	if (!len || !text_has_word("set columns bind unbind", command))
		return (struct entry){ line, line };
	return (struct entry){
		arena_format(arena, "%s %.*s", strcmp(command, "unbind") ? command : "bind",
		             (int)len, rest),
		line,
	};
}

static struct entries entries_of(const char *text, struct arena *arena) {
	struct entries out = { .n = 0 };
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		arena_append(arena, out.list, out.n, entry_of(arena_text(arena, text, len), arena));
	}
	return out;
}

/* The last line that sets the same, which is the one that counts; or NULL. */
static const char *find(const struct entries *entries, const char *what) {
	size_t i = entries->n;

	while (i-- > 0)
		if (!strcmp(entries->list[i].what, what))
			return entries->list[i].line;
	return NULL;
}

/* What becomes of a line of mine; NULL: nothing, because another instance has removed it. */
static const char *choose(const struct entry *mine, const struct entries *before,
                          const struct entries *theirs) {
	const char *was = find(before, mine->what), *now = find(theirs, mine->what);

	if (!was || strcmp(was, mine->line) != 0)
		return mine->line;
	return now || strncmp(mine->line, "set", 3) != 0 ? now : mine->line;
}

void config_merge(FILE *file, const char *before, const char *mine, const char *theirs) {
	SCRATCH struct arena *arena = arena_new();
	const struct entries was = entries_of(before, arena), own = entries_of(mine, arena);
	const struct entries other = entries_of(theirs, arena);

	for (size_t i = 0; i < own.n; i++) {
		const char *line = choose(&own.list[i], &was, &other);

		if (line)
			fprintf(file, "%s\n", line);
	}
	for (size_t i = 0; i < other.n; i++)
		if (is_known(&other.list[i]) && !find(&own, other.list[i].what) &&
		    !find(&was, other.list[i].what))
			fprintf(file, "%s\n", other.list[i].line);
}

enum { MOST_BYTES = 1 << 20 };

/* The first line of what config_write() writes. */
static const char ours[] = "# Written by gptui's :write-config\n";

static void fault(struct config_faults *faults, const char *where, const char *reason) {
	if (!faults->n++)
		snprintf(faults->first, sizeof faults->first, "%.250s: %.250s", where, reason);
}

void config_run(struct session *s, const char *name, const char *text, config_line *run,
                struct config_faults *faults) {
	struct error err = { "" };
	SCRATCH struct arena *arena = arena_new();
	char line[CONFIG_LINE];
	size_t len;

	for (size_t number = 1; *text; number++, text += len + (text[len] == '\n')) {
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
		size_t begin = strspn(line, " \t");
		if (line[begin] != '#' && !run(s, line + begin, &err))
			fault(faults, where, err.reason);
	}
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

static void read_file(struct session *s, const char *path, config_line *run, struct arena *arena,
                      struct config_faults *faults) {
	struct error err = { "" };
	const char *text, *shown = path ? own_shown(path, arena) : NULL;

	if (path && !read_text(&text, path, arena, &err))
		fault(faults, shown, err.reason);
	else if (path)
		config_run(s, shown, text, run, faults);
}

bool config_is_foreign(const char *path) {
	char first[sizeof ours] = "";
	struct stat status;

	if (stat(path, &status))
		return false;
	if (!S_ISREG(status.st_mode))
		return true;
	FILE *file = fopen(path, "r");
	if (!file)
		return true;
	bool is_ours = fgets(first, sizeof first, file) && !strcmp(first, ours);
	fclose(file);
	return !is_ours;
}

static void write_columns(const struct session *s, FILE *file) {
	for (size_t v = 0; v < view_count(); v++) {
		const struct view *view = view_at(v);
		const char *choice = s->choices[view_index(view)];

		if (choice)
			fprintf(file, "columns %s %s\n", view->name, choice);
	}
}

static void write_maps(const struct source_maps *maps, FILE *file, struct arena *arena) {
	for (size_t i = 0; i < maps->n; i++) {
		const char *text = source_map_text(&maps->list[i], arena);

		if (text && strlen(text) + 5 < PROMPT_TEXT)
			fprintf(file, "map %s\n", text);
	}
}

static void write_lines(const struct session *s, FILE *file, struct arena *arena) {
	const struct bindings *keys = &s->bindings;

	fprintf(file, "%s", ours);
	for (size_t i = 0; i < setting_count; i++)
		if (!settings[i].spells)
			fprintf(file, "set %s %s\n", settings[i].name,
			        setting_value(&settings[i], &s->preferences, arena));
	write_columns(s, file);
	write_maps(s->maps, file, arena);
	for (size_t i = 0; i < keys->n; i++)
		fprintf(file, "%s %s%s%s\n", *keys->list[i].line ? "bind" : "unbind",
		        keys->list[i].key, *keys->list[i].line ? " " : "", keys->list[i].line);
}

/* What would be written now; with `theirs`, what another instance has written since, too.  NULL: no
 * memory for it. */
static const char *config_text(const struct session *s, const char *theirs, struct arena *arena) {
	const char *mine = theirs ? config_text(s, NULL, arena) : NULL, *copy = NULL;
	char *text = NULL;
	size_t len;
	FILE *file = open_memstream(&text, &len);

	if (file && mine)
		config_merge(file, s->saved, mine, theirs);
	else if (file && !theirs)
		write_lines(s, file, arena);
	if (file && !fclose(file))
		copy = arena_text(arena, text, len);
	free_foreign(text);
	return copy;
}

void config_read(struct session *s, config_line *run) {
	SCRATCH struct arena *arena = arena_new();
	struct config_faults faults = { 0 };

	read_file(s, system_config(), run, arena, &faults);
	read_file(s, own_config(arena), run, arena, &faults);
	s->message.reason[0] = '\0';
	s->message_is_error = faults.n > 0;
	if (faults.n > 1)
		fail(&s->message, "%s (and %zu more)", faults.first, faults.n - 1);
	else if (faults.n)
		fail(&s->message, "%s", faults.first);
	s->saved = config_text(s, NULL, s->arena);
}

/* What another instance has written since into the user's configuration; NULL: nothing. */
static const char *written_since(const struct session *s, const char *path, struct arena *arena) {
	const char *own = own_config(arena), *theirs;
	struct error ignored;

	if (!s->saved || !own || strcmp(path, own) != 0 || access(path, F_OK) ||
	    config_is_foreign(path) || !read_text(&theirs, path, arena, &ignored))
		return NULL;
	return theirs;
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
	SCRATCH struct arena *arena = arena_new();
	const char *mine = config_text(s, NULL, arena);
	bool ok = own_folders(path, arena, err);

	if (ok) {
		int lock = lock_folder(path, arena);
		const char *text = config_text(s, written_since(s, path, arena), arena);
		ok = text && mine ? write_text(text, path, arena, err)
		                  : fail(err, "%s", strerror(ENOMEM));
		if (lock >= 0)
			close(lock);
	}
	if (ok && s->saved)
		s->saved = session_keep(s, mine);
	return ok;
}

static const char *preset_name(const void *from, size_t index) {
	return presets[index].name;
}

bool preset_run(struct session *s, const char *name, config_line *run, struct error *err) {
	struct config_faults faults = { 0 };
	const char *text = named_text(presets, name);

	if (!strcmp(name, "default")) {
		s->bindings.n = 0;
		return true;
	}
	if (text) {
		config_run(s, name, text, run, &faults);
		return !faults.n || fail(err, "%s", faults.first);
	}
	return fail_no_such(err, "preset", name, preset_name, NULL);
}
