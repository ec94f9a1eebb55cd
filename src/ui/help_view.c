/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view: help can be searched, sorted and written like any
 * table.  It stands here, not in views/, because it needs commands. */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "ui/bindings.h"
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

		add(t,
		    (struct help_row){ keys_now(t, v->key, line), v->name,
		                       v->help },
		    false);
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
			add(t, (struct help_row){ "Your own keys", "", "" },
			    true);
		any = true;
		add(t,
		    (struct help_row){ b->key, b->line,
		                       *b->line ? arena_format(t->arena,
		                                               "Runs \"%s\".",
		                                               b->line)
		                                : "Does nothing." },
		    false);
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
				    keys_now(t, c->keys, c->name),
				    c->arg ? arena_format(t->arena, "%s %s",
			                                  c->name, c->arg)
					   : c->name,
				    c->help },
			    false);
		}
		if (group->order == 20)
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
