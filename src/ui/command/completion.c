/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/completion.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "export/exports.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"
#include "parse/source/source_files.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/session/session.h"
#include "views/views.h"

/* The beginning of the word that ends there: after the last separator. */
static const char *word_start(const char *text, const char *end, const char *separators) {
	while (end > text && !strchr(separators, end[-1]))
		end--;
	return end;
}

/* The rest of the text is the word to complete. */
static void take_from(struct completion *out, const char *text, const char *begin) {
	*out = (struct completion){ .word = begin, .from = (size_t)(begin - text) };
}

/* Whether a candidate is listed already. */
static bool is_listed(const struct completion *c, const char *candidate) {
	const size_t len = strlen(candidate);
	const char *at = c->listed;

	while ((at = strstr(at, candidate))) {
		if ((at == c->listed || at[-1] == ' ') && (!at[len] || !strncmp(at + len, "  ", 2)))
			return true;
		at += len;
	}
	return false;
}

/* Takes a candidate if it begins with the word. */
static void add(struct completion *c, const char *candidate) {
	size_t len = strlen(c->word), i = 0, used = strlen(c->listed);

	if (strncmp(candidate, c->word, len) != 0 || !*candidate || is_listed(c, candidate))
		return;
	if (!c->n)
		snprintf(c->common, sizeof c->common, "%s", candidate);
	while (c->common[i] && c->common[i] == candidate[i])
		i++;
	c->common[i] = '\0';
	if (used + 1 < sizeof c->listed)
		snprintf(c->listed + used, sizeof c->listed - used, "%s%s", used ? "  " : "",
		         candidate);
	c->n++;
}

static void add_words(struct completion *c, const char *words) {
	char word[64];
	size_t len;

	for (; *words; words += len + strspn(words + len, "|")) {
		len = strcspn(words, "|");
		snprintf(word, sizeof word, "%.*s", (int)len, words);
		add(c, word);
	}
}

/* Takes the last word of a text.  Returns how many words are before it. */
static size_t take_word(struct completion *out, const char *text) {
	size_t before = 0;

	take_from(out, text, word_start(text, text + strlen(text), " "));
	for (size_t i = 0; i < out->from; i++)
		before += text[i] != ' ' && (!i || text[i - 1] == ' ');
	return before;
}

static void add_columns(struct session *s, const struct view *view, struct completion *c) {
	SCRATCH struct arena *scratch = arena_new();
	const struct columns *columns = view_columns(view, s->data, &s->pane->here.query, scratch);

	for (size_t i = 0; i < columns->n; i++)
		add(c, columns->list[i].name);
}

static void add_values(struct session *s, const char *name, struct completion *c) {
	const struct setting *setting = setting_named(name);
	SCRATCH struct arena *arena = arena_new();
	const char *const *list = NULL;

	if (setting && setting->values)
		add_words(c, setting->values);
	if (setting && setting->suggest)
		list = setting->suggest(s, arena);
	for (; list && *list; list++)
		add(c, *list);
}

static void add_views(const struct session *s, struct completion *c) {
	for (size_t i = 0; i < view_count(); i++)
		if (view_is_there(view_at(i), s->data))
			add(c, view_at(i)->name);
}

void complete_view(struct session *s, const char *text, struct completion *out) {
	if (take_word(out, text))
		complete_name(s, text, out);
	else
		add_views(s, out);
}

void complete_export(struct session *s, const char *text, struct completion *out) {
	if (take_word(out, text)) {
		complete_path(s, text, out);
		return;
	}
	for (size_t i = 0; exporters[i]; i++)
		add(out, exporters[i]->name);
}

void complete_column(struct session *s, const char *text, struct completion *out) {
	if (!take_word(out, text))
		add_columns(s, s->pane->here.view, out);
}

void complete_columns(struct session *s, const char *text, struct completion *out) {
	char word[64];

	text_take_word(word, sizeof word, text);
	const struct view *view = view_named(word);
	if (!take_word(out, text))
		add_views(s, out);
	else if (view)
		add_columns(s, view, out);
}

static void add_settings(struct completion *c) {
	for (size_t i = 0; i < setting_count; i++)
		add(c, settings[i].name);
}

void complete_setting(struct session *s, const char *text, struct completion *out) {
	char word[64];

	text_take_word(word, sizeof word, text);
	if (take_word(out, text))
		add_values(s, word, out);
	else
		add_settings(out);
}

static void add_commands(const struct session *s, struct completion *c) {
	struct command_word word = { .groups = s->commands, .data = s->data };

	while (command_next(&word))
		if (!word.missing)
			add(c, word.name);
}

void complete_binding(struct session *s, const char *text, struct completion *out) {
	if (take_word(out, text) == 1)
		add_commands(s, out);
}

void complete_preset(struct session *s, const char *text, struct completion *out) {
	take_word(out, text);
	for (size_t i = 0; presets[i].name; i++)
		add(out, presets[i].name);
}

static bool is_folder(DIR *dir, const char *name) {
	struct stat status;

	return !fstatat(dirfd(dir), name, &status, 0) && S_ISDIR(status.st_mode);
}

static void add_paths(struct completion *c, const char *folder) {
	DIR *dir = opendir(folder);
	char name[NAME_MAX + 2];
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, c->word, strlen(c->word)) != 0 ||
		    (entry->d_name[0] == '.' && c->word[0] != '.'))
			continue;
		snprintf(name, sizeof name, "%s%s", entry->d_name,
		         is_folder(dir, entry->d_name) ? "/" : "");
		add(c, name);
	}
	if (dir)
		closedir(dir);
}

/* Completes a path that begins after the last separator. */
static void complete_path_behind(const char *text, const char *separators, struct completion *out) {
	const char *begin = word_start(text, text + strlen(text), separators);
	const char *slash = strrchr(begin, '/');
	SCRATCH struct arena *scratch = arena_new();
	char folder[PROMPT_TEXT];

	take_from(out, text, slash ? slash + 1 : begin);
	snprintf(folder, sizeof folder, "%.*s", (int)(out->word - begin), begin);
	add_paths(out, *folder ? source_path_expand(folder, scratch) : ".");
}

void complete_path(struct session *s, const char *text, struct completion *out) {
	complete_path_behind(text, " ", out);
}

void complete_map(struct session *s, const char *text, struct completion *out) {
	complete_path_behind(text, " =", out);
}

/* Returns how many of the candidates are functions. */
static size_t add_names(struct session *s, struct completion *c) {
	const struct dataset *data = s->data;
	const struct profile *p = data ? data->profile : NULL;
	size_t nfuncs = 0;

	for (size_t i = 0; p && *c->word && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct source_location *location = dataset_location(data, f);
		const char *name = names_get(data->names, f, NAME_SHORT);
		const size_t begin = short_name_begin(names_get(data->names, f, NAME_FULL));
		const size_t before = c->n;

		add(c, name);
		if (begin)
			add(c, name + begin);
		nfuncs += c->n - before;
		if (location && location->file)
			add(c, location->file);
	}
	return nfuncs;
}

/* The beginning of the name at the end of a filter; "::" is part of a name. */
static const char *name_start(const char *text) {
	static const char separators[] = " !=:/\"";
	const char *at = word_start(text, text + strlen(text), separators);

	while (at > text + 1 && at[-1] == ':' && at[-2] == ':')
		at = word_start(text, at - 2, separators);
	return at;
}

void complete_name(struct session *s, const char *text, struct completion *out) {
	take_from(out, text, name_start(text));
	add_names(s, out);
}

/* After an open quote everything is the name, including spaces and colons. */
void complete_filter(struct session *s, const char *text, struct completion *out) {
	const char *quote = NULL;

	for (const char *at = text; (at = strchr(at, '"')); at++)
		quote = quote ? NULL : at;
	take_from(out, text, quote ? quote + 1 : name_start(text));
	out->needs_quotes = add_names(s, out) == out->n && out->n && !quote &&
	                    strpbrk(out->common, " !/.()<>*+?[]{}^$|\\,");
}

/* A command's name is followed by its argument; a shorthand is part of the argument.  A setting's
 * name is followed by its values, too. */
void complete_command(struct session *s, const char *text, struct completion *out) {
	const size_t before = take_word(out, text);
	const char *line = text + strspn(text, " ");
	char first[64];
	const char *arg = text_take_word(first, sizeof first, line);

	struct command_word word = command_named(s, first);
	if (!before) {
		add_commands(s, out);
		add_settings(out);
	} else if (word.command && word.command->complete) {
		arg = word.is_short ? line : arg;
		word.command->complete(s, arg, out);
		out->from += (size_t)(arg - text);
	}
	if (before == 1)
		add_values(s, first, out);
}
