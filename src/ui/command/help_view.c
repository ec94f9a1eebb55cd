/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view: help can be searched, sorted and written like any
 * table.  It stands here, not in views/, because it needs commands. */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "ui/session/bindings.h"
#include "ui/command/command.h"

/* A heading, a word for the prompt, or a key of the user's own. */
struct help_row {
	const char *keys; /* as the user has them, parted by spaces; or "" */
	const char *name; /* with what it takes; of headings "" */
	const char *help; /* of headings "" */
	const char *line; /* the command line that it stands for; or NULL */
};

static void add(struct table *t, struct help_row row)
{
	struct help_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = row;
	table_add(t, (struct row){ .item = item, .is_subject = !row.line });
}

static void add_heading(struct table *t, const char *title)
{
	add(t, (struct help_row){ .keys = title, .name = "", .help = "" });
}

/* The keys of a command line as the user has them. */
static const char *keys_now(const struct table *t, const char *keys,
                            const char *line)
{
	return bindings_keys(t->query->keys, keys, line, t->arena);
}

/* Keys bound to more than a command's name. */
static void add_own(struct table *t)
{
	const struct bindings *keys = t->query->keys;
	bool any = false;
	size_t i;

	for (i = 0; keys && i < keys->n; i++) {
		const struct binding *b = &keys->list[i];

		if (*b->line && !strchr(b->line, ' '))
			continue; /* its key stands beside that */
		if (!any)
			add_heading(t, "Your own keys");
		any = true;
		add(t, (struct help_row){
			       .keys = b->key,
			       .name = b->line,
			       .help = *b->line ? arena_format(t->arena,
		                                               "Runs \"%s\".",
		                                               b->line)
		                                : "Does nothing.",
			       .line = b->line });
	}
}

static void add_word(struct table *t, const struct command_word *w)
{
	const char *name = w->arg ? arena_format(t->arena, "%s %s", w->name,
	                                         w->arg)
	                          : w->name;

	add(t, (struct help_row){ .keys = keys_now(t, w->keys, w->name),
	                          .name = name,
	                          .help = w->help,
	                          .line = w->name });
}

static void build(struct table *t, const struct query *query)
{
	const struct command_group *group = NULL;
	struct command_word word = { .next = 0 };

	t->things = "lines";
	while (command_next(&word)) {
		if (word.group != group)
			add_heading(t, word.group->title);
		group = word.group;
		add_word(t, &word);
	}
	add_own(t);
}

static const struct func *subject(const void *item)
{
	return NULL;
}

static const struct view *follow(const void *item, struct query *query)
{
	return NULL;
}

static bool begins(const void *item)
{
	const struct help_row *r = item;

	return !r->line;
}

static struct value get_keys(const struct field *field)
{
	const struct help_row *r = field->item;

	if (*r->keys)
		return text(r->keys);
	return text(arena_format(field->table->arena, ":%s", r->line));
}

static struct value get_name(const struct field *field)
{
	const struct help_row *r = field->item;

	return text(r->name);
}

static struct value get_help(const struct field *field)
{
	const struct help_row *r = field->item;

	return text(r->help);
}

static const struct column list[] = {
	{
		.name = "keys",
		.title = "keys",
		.unit = UNIT_TEXT,
		.help = "Keys that run it; without any, what to type.",
		.get = get_keys,
	},
	{
		.name = "command",
		.title = "command",
		.unit = UNIT_TEXT,
		.help = "Its name at the : prompt.",
		.spare = 2,
		.get = get_name,
	},
	{
		.name = "help",
		.title = "what it does",
		.unit = UNIT_TEXT,
		.help = "What it does.",
		.is_name = true,
		.least = 58,
		.get = get_help,
	},
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view help_view = {
	.name = "help",
	.key = "? F1",
	.title = "Help",
	.help = "Which keys and commands are there?",
	.order = 900,
	.columns = &columns,
	.build = build,
	.subject = subject,
	.begins = begins,
	.follow = follow,
};
