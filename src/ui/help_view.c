/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view: help can be searched, sorted and written like any
 * table.  It stands here, not in views/, because it needs commands. */
#include "views/view.h"

#include "base/arena.h"
#include "ui/command.h"

/* A heading, a command, or a view with its key. */
struct help_row {
	const char *keys, *name, *help;
};

static void add(struct table *t, struct help_row row, bool is_heading)
{
	struct help_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = row;
	table_add(t, (struct row){ .item = item, .is_subject = is_heading });
}

static void add_views(struct table *t)
{
	size_t i;

	for (i = 0; i < view_count(); i++) {
		const struct view *v = view_at(i);

		add(t, (struct help_row){ v->key, v->name, v->help }, false);
	}
}

static void build(struct table *t, const struct query *query)
{
	const struct command_group *group;
	size_t g, i;

	t->things = "lines";
	for (g = 0; (group = command_group_at(g)); g++) {
		add(t, (struct help_row){ group->title, "", "" }, true);
		for (i = 0; i < group->n; i++) {
			const struct command *c = &group->list[i];

			add(t,
			    (struct help_row){
				    c->keys ? c->keys : "",
				    c->arg ? arena_format(t->arena, "%s %s",
			                                  c->name, c->arg)
					   : c->name,
				    c->help },
			    false);
		}
		if (group->order == 20)
			add_views(t);
	}
}

static const struct func *subject(const void *item)
{
	return NULL;
}

static const struct view *follow(const void *item, struct query *query)
{
	return NULL;
}

static struct value get_keys(const struct table *t, const void *item)
{
	const struct help_row *r = item;

	return text(r->keys);
}

static struct value get_name(const struct table *t, const void *item)
{
	const struct help_row *r = item;

	return text(r->name);
}

static struct value get_help(const struct table *t, const void *item)
{
	const struct help_row *r = item;

	return text(r->help);
}

static const struct column list[] = {
	{
		.name = "keys",
		.title = "keys",
		.unit = UNIT_TEXT,
		.help = "Keys that run it.",
		.get = get_keys,
	},
	{
		.name = "command",
		.title = "command",
		.unit = UNIT_TEXT,
		.help = "Its name at the : prompt.",
		.spare = 1,
		.get = get_name,
	},
	{
		.name = "help",
		.title = "what it does",
		.unit = UNIT_TEXT,
		.help = "What it does.",
		.is_name = true,
		.least = 56,
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
	.follow = follow,
};
