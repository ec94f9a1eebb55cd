/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "ui/session.h"

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

bool command_has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	while (words && *words) {
		size_t here = strcspn(words, " ");

		if (here == len && !strncmp(words, word, len))
			return true;
		words += here;
		words += strspn(words, " ");
	}
	return false;
}

/* By name, of which len bytes count, or by key. */
static const struct command *find(const char *name, size_t len, const char *key)
{
	size_t g, i;

	for (g = 0; command_groups[g]; g++)
		for (i = 0; i < command_groups[g]->n; i++) {
			const struct command *c = &command_groups[g]->list[i];

			if (name ? strlen(c->name) == len &&
			                    !strncmp(c->name, name, len)
			         : command_has_word(c->keys, key))
				return c;
		}
	return NULL;
}

static bool run(struct session *session, const struct command *command,
                const char *arg, struct error *err)
{
	if (!session->profile && !command->is_always)
		return fail(err, "still opening; Esc or q cancels");
	if (command->arg && command->arg[0] != '[' && !*arg)
		return fail(err, "%s takes %s", command->name, command->arg);
	return command->run(session, arg, err);
}

static const struct view *view_of_key(const char *key)
{
	size_t i;

	for (i = 0; i < view_count(); i++)
		if (command_has_word(view_at(i)->key, key))
			return view_at(i);
	return NULL;
}

bool command_key(struct session *session, const char *key, struct error *err)
{
	const struct command *command = find(NULL, 0, key);
	const struct view *view = view_of_key(key);
	char shown[64];

	if (command)
		return run(session, command, "", err);
	if (view)
		return run(session, find("view", 4, NULL), view->name, err);
	text_safe(shown, sizeof shown, key);
	return fail(err, "%s does nothing here; ? tells what keys do", shown);
}

bool command_line(struct session *session, const char *line, struct error *err)
{
	size_t len;
	const struct command *command;

	line += strspn(line, " ");
	len = strcspn(line, " ");
	if (!len)
		return true;
	command = find(line, len, NULL);
	if (!command)
		return fail(err, "no command \"%.*s\"",
		            len < 60 ? (int)len : 60, line);
	line += len;
	return run(session, command, line + strspn(line, " "), err);
}
