/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "ui/config/settings.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"

enum { WORD = 64 }; /* bytes of a word that a line begins with */

/* The group with this index in the help; NULL after the last. */
static const struct command_group *group_at(const struct command_group *const *groups,
                                            size_t index) {
	size_t i, j;

	for (i = 0; groups[i]; i++) {
		size_t before = 0;

		for (j = 0; groups[j]; j++)
			before += groups[j]->rank < groups[i]->rank;
		if (before == index)
			return groups[i];
	}
	return NULL;
}

/* The commands of a group come first, then their shorthands. */
bool command_next(struct command_word *w) {
	const struct command_group *g = w->group;
	const struct command *c;

	for (; g && w->next >= g->n && w->next < 2 * g->n; w->next++) {
		c = w->command = &g->list[w->next - g->n];
		w->is_short = true;
		w->need = NEED_NOTHING;
		w->missing = NULL;
		if (c->shorthand && c->shorthand(w->shorthand++, w)) {
			w->keys = default_keys(w->name);
			return true;
		}
		w->shorthand = 0;
	}
	if (!g || w->next == 2 * g->n)
		*w = (struct command_word){
			.groups = w->groups,
			.data = w->data,
			.group = g = group_at(w->groups, w->ngroups),
			.ngroups = w->ngroups + 1,
		};
	if (!g)
		return false;
	c = w->command = &g->list[w->next++];
	w->name = c->name;
	w->keys = default_keys(w->name);
	w->arg = c->arg;
	w->help = c->help;
	w->need = c->need;
	return true;
}

/* A command takes precedence over a shorthand of the same name. */
static struct command_word find(const struct session *s, const char *name, const char *key) {
	struct command_word word = { .groups = s->commands }, found = { .next = 0 };

	while (command_next(&word)) {
		const char *aliases = word.is_short ? NULL : word.command->aliases;

		if (name ? strcmp(word.name, name) && !text_has_word(aliases, name)
		         : !text_has_word(word.keys, key))
			continue;
		if (!found.command || !word.is_short)
			found = word;
	}
	return found;
}

struct command_word command_named(const struct session *s, const char *name) {
	return find(s, name, NULL);
}

struct command_word command_of_key(const struct session *s, const char *key) {
	return find(s, NULL, key);
}

/* A word that begins like this; *n is how many do. */
static struct command_word find_begun(const struct session *s, const char *begin, size_t *n) {
	struct command_word word = { .groups = s->commands, .data = s->data },
			    found = { .next = 0 };

	*n = 0;
	while (command_next(&word))
		if (!strncmp(word.name, begin, strlen(begin)) && !word.missing && !(*n)++)
			found = word;
	return found;
}

/* Whether the argument is one that the command takes. */
static bool takes(const struct command *command, const char *arg, struct error *err) {
	if (command->arg && command->arg[0] != '[' && !*arg)
		return fail(err, "%s takes %s", command->name, command->arg);
	if (!command->arg && *arg)
		return fail(err, "%s takes no argument", command->name);
	return true;
}

/* A command line, in its parts. */
struct parsed {
	const struct command *command;
	enum need need;
	char arg[PROMPT_TEXT + WORD];
};

static bool run(struct session *session, const struct parsed *line, struct error *err) {
	const struct command *command = line->command;

	if (!session->data && !command->is_always && !command->is_lasting)
		return fail(err, "still opening; Esc or q cancels");
	if (!takes(command, line->arg, err) || !need_is_met(session, line->need, err))
		return false;
	if (line->need == NEED_FUNCTION && owner_menu_asks(session, command->name))
		return true;
	if (command->move)
		return pane_move_by(session->pane,
		                    (struct move){ .run = command->move, .by = command->by }, err);
	return command->run ? command->run(session, line->arg, err)
	                    : command->run_by(session, command->by, err);
}

/* Whether a line sets a setting: a command of that name leaves it its values. */
static bool is_setting(const char *word, const char *arg, bool is_command) {
	const struct setting *setting = setting_named(word);

	return setting && (!is_command || setting_has_value(setting, arg));
}

/* The command is NULL, and err untouched, if the line is empty. */
static void parse(struct parsed *out, const struct session *s, const char *line,
                  struct error *err) {
	struct command_word found;
	char word[WORD];
	const char *arg;
	size_t len, n = 0;

	line += strspn(line, " ");
	len = strcspn(line, " ");
	arg = line + len + strspn(line + len, " ");
	snprintf(word, sizeof word, "%.*s", len < 60 ? (int)len : 60, line);
	found = command_named(s, word);
	if (is_setting(word, arg, found.command)) {
		found = command_named(s,
		                      setting_named(word)->is_command && !*arg ? "toggle" : "set");
		arg = line;
	} else if (len && strspn(line, "0123456789") == len) {
		found = command_named(s, "go");
		arg = line;
	} else if (len && !found.command) {
		found = find_begun(s, word, &n);
	}
	out->command = n > 1 ? NULL : found.command;
	out->need = *arg ? NEED_NOTHING : found.need;
	snprintf(out->arg, sizeof out->arg, "%s%s%s", found.is_short ? found.name : "",
	         found.is_short && *arg ? " " : "", arg);
	if (n > 1)
		fail(err, "%zu commands begin with \"%s\"; Tab lists them", n, word);
	else if (len && !found.command)
		fail(err, "no command \"%s\"", word);
}

static bool is_blank(const char *line) {
	return !line[strspn(line, " ")];
}

bool command_line(struct session *session, const char *line, struct error *err) {
	struct parsed parsed;

	parse(&parsed, session, line, err);
	return parsed.command ? run(session, &parsed, err) : is_blank(line);
}

void command_run(struct session *session, const char *line) {
	struct error err = { "" };

	if (!command_line(session, line, &err))
		session_fail(session, &err);
}

bool command_lasting_line(struct session *session, const char *line, struct error *err) {
	struct parsed parsed;

	parse(&parsed, session, line, err);
	if (!parsed.command)
		return is_blank(line);
	if (!parsed.command->is_lasting)
		return fail(err, "%s cannot stand in a configuration", parsed.command->name);
	return run(session, &parsed, err);
}

bool command_check(const struct session *session, const char **line, struct error *err) {
	struct command_word word;
	struct parsed parsed;

	parse(&parsed, session, *line, err);
	if (!parsed.command)
		return is_blank(*line) && fail(err, "a command is needed");
	word = command_named(session, parsed.arg);
	if (word.is_short && word.command == parsed.command)
		*line = word.name;
	return takes(parsed.command, parsed.arg, err);
}
