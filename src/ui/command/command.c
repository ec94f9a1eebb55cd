/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "ui/session/bindings.h"
#include "ui/command/key_hint.h"
#include "ui/session/session.h"

#define ITEM(name) extern const struct command_group name;
#include "commands.list"
#undef ITEM

const struct command_group *const command_groups[] = {
#define ITEM(name) &name,
#include "commands.list"
#undef ITEM
	NULL
};

const struct command_group *command_group_at(size_t place)
{
	size_t i, j;

	for (i = 0; command_groups[i]; i++) {
		size_t before = 0;

		for (j = 0; command_groups[j]; j++)
			before += command_groups[j]->order <
			          command_groups[i]->order;
		if (before == place)
			return command_groups[i];
	}
	return NULL;
}

static const struct command *find(const char *name, const char *key)
{
	size_t g, i;

	for (g = 0; command_groups[g]; g++)
		for (i = 0; i < command_groups[g]->n; i++) {
			const struct command *c = &command_groups[g]->list[i];

			if (name ? !strcmp(c->name, name) ||
			                    text_has_word(c->aliases, name)
			         : text_has_word(c->keys, key))
				return c;
		}
	return NULL;
}

const struct command *command_named(const char *name)
{
	return find(name, NULL);
}

/* The only command whose name begins so; *n: how many there are, views
 * counted. */
static const struct command *find_begun(const char *begin, size_t *n)
{
	const struct command *found = NULL;
	const size_t len = strlen(begin);
	size_t g, i;

	*n = 0;
	for (i = 0; i < view_count(); i++)
		if (!strncmp(view_at(i)->name, begin, len) && ++*n)
			found = find("view", NULL);
	for (g = 0; command_groups[g]; g++)
		for (i = 0; i < command_groups[g]->n; i++)
			if (!strncmp(command_groups[g]->list[i].name, begin,
			             len) &&
			    ++*n)
				found = &command_groups[g]->list[i];
	return *n == 1 ? found : NULL;
}

/* Whether a command gets the argument that it needs, or none. */
static bool takes(const struct command *command, const char *arg,
                  struct error *err)
{
	if (command->arg && command->arg[0] != '[' && !*arg)
		return fail(err, "%s takes %s", command->name, command->arg);
	if (!command->arg && *arg)
		return fail(err, "%s takes no argument", command->name);
	return true;
}

static bool run(struct session *session, const struct command *command,
                const char *arg, struct error *err)
{
	if (!session->profile && !command->is_always && !command->is_lasting)
		return fail(err, "still opening; Esc or q cancels");
	if (!takes(command, arg, err))
		return false;
	if (!*arg && !need_is_met(session, command->need, err))
		return false;
	return command->run(session, arg, err);
}

static const struct view *view_of_key(const char *key)
{
	size_t i;

	for (i = 0; i < view_count(); i++)
		if (text_has_word(view_at(i)->key, key))
			return view_at(i);
	return NULL;
}

static bool fail_key(struct session *session, const char *key,
                     struct error *err)
{
	const struct bindings *own = &session->bindings;
	struct arena *arena = arena_new();
	const char *hint = bindings_find(own, key) ? NULL
	                                           : key_hint(own, key, arena);
	char shown[64];

	text_safe(shown, sizeof shown, key);
	fail(err, "%s does nothing here; %s", shown,
	     hint ? hint : "? tells what keys do");
	arena_free(arena);
	return false;
}

bool command_key(struct session *session, const char *key, struct error *err)
{
	const struct binding *own = bindings_find(&session->bindings, key);
	const struct command *command = find(NULL, key);
	const struct view *view = view_of_key(key);

	if (own && *own->line)
		return command_line(session, own->line, err);
	if (command && !own)
		return run(session, command, "", err);
	if (view && !own)
		return run(session, find("view", NULL), view->name, err);
	return fail_key(session, key, err);
}

/* The command that a line begins with, and what stands behind its name; NULL
 * without a reason when the line is empty. */
static const struct command *parse(const char *line, const char **arg,
                                   struct error *err)
{
	const struct command *command;
	char word[64];
	size_t len, n = 0;

	line += strspn(line, " ");
	len = strcspn(line, " ");
	*arg = line + len + strspn(line + len, " ");
	if (!len)
		return NULL;
	snprintf(word, sizeof word, "%.*s", len < 60 ? (int)len : 60, line);
	if (strspn(line, "0123456789") == len) {
		*arg = line;
		return find("go", NULL);
	}
	command = find(word, NULL);
	if (!command && view_named(word))
		command = find("view", NULL);
	if (!command)
		command = find_begun(word, &n);
	if (!command && n)
		fail(err, "%zu commands begin with \"%s\"; Tab tells them", n,
		     word);
	else if (!command)
		fail(err, "no command \"%s\"", word);
	else if (!strcmp(command->name, "view") && strcmp(word, "view") != 0)
		*arg = line;
	return command;
}

static bool is_blank(const char *line)
{
	return !line[strspn(line, " ")];
}

bool command_line(struct session *session, const char *line, struct error *err)
{
	const char *arg;
	const struct command *command = parse(line, &arg, err);

	return command ? run(session, command, arg, err) : is_blank(line);
}

void command_run(struct session *session, const char *line)
{
	struct error err = { "" };

	if (!command_line(session, line, &err))
		session_fail(session, &err);
}

bool command_lasting_line(struct session *session, const char *line,
                          struct error *err)
{
	const char *arg;
	const struct command *command = parse(line, &arg, err);

	if (!command)
		return is_blank(line);
	if (!command->is_lasting)
		return fail(err, "%s cannot stand in a configuration",
		            command->name);
	return run(session, command, arg, err);
}

bool command_check(const char *line, struct error *err)
{
	const char *arg;
	const struct command *command = parse(line, &arg, err);

	if (!command)
		return is_blank(line) && fail(err, "a command is needed");
	return takes(command, arg, err);
}
