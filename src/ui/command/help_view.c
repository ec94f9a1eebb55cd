/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view: help can be searched, sorted and written like any
 * table.  It stands here, not in views/, because it needs commands. */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "ui/session/bindings.h"
#include "ui/command/command.h"
#include "ui/command/help_row.h"

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

static void add_views(struct table *t)
{
	size_t i;

	for (i = 0; i < view_count(); i++) {
		const struct view *v = view_at(i);
		const char *line = arena_format(t->arena, "view %s", v->name);

		add(t, (struct help_row){ .keys = keys_now(t, v->key, line),
		                          .name = v->name,
		                          .help = v->help,
		                          .line = line });
	}
}

/* True when the line is a command's name or opens a view, without more: then
 * its key stands beside that. */
static bool is_shown_above(const char *line)
{
	return !strchr(line, ' ') ||
	       (!strncmp(line, "view ", 5) && view_named(line + 5));
}

/* Keys bound to more than a command's name. */
static void add_own(struct table *t)
{
	const struct bindings *keys = t->query->keys;
	bool any = false;
	size_t i;

	for (i = 0; keys && i < keys->n; i++) {
		const struct binding *b = &keys->list[i];

		if (*b->line && is_shown_above(b->line))
			continue;
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

static void add_command(struct table *t, const struct command *c)
{
	const char *name = c->arg ? arena_format(t->arena, "%s %s", c->name,
	                                         c->arg)
	                          : c->name;

	add(t, (struct help_row){ .keys = keys_now(t, c->keys, c->name),
	                          .name = name,
	                          .help = c->help,
	                          .line = c->name,
	                          .command = c });
}

static void build(struct table *t, const struct query *query)
{
	const struct command_group *group;
	size_t g, i;

	t->things = "lines";
	for (g = 0; (group = command_group_at(g)); g++) {
		add_heading(t, group->title);
		for (i = 0; i < group->n; i++)
			add_command(t, &group->list[i]);
		if (group->order == 5)
			add_views(t);
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
