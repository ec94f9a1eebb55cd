/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view, so that help can be searched and written like any table. */
#include "views/view.h"

#include "views/figures.h"
#include "views/help.h"

static void build(struct table *t, const struct query *query) {
	const struct help *help = t->data->help;
	const struct help_line *lines;
	size_t n, i;

	t->noun = "lines";
	if (!help)
		return;
	lines = help->lines(help->context, t->data, &n, t->arena);
	for (i = 0; i < n; i++)
		table_add(t, (struct row){ .item = &lines[i], .is_subject = !lines[i].line });
}

static bool begins(const void *item) {
	const struct help_line *r = item;

	return !r->line;
}

static struct value get_keys(const struct field *field) {
	const struct help_line *r = field->item;

	if (*r->keys)
		return text(r->keys);
	return text(say(field->table, ":%s", r->line));
}

static const struct column list[] = {
	{ "keys", .help = "Keys that run it; without any, what to type.", .get = get_keys },
	{ "command", .help = "Its name at the : prompt.", .spare = 2, .get = text_member,
	  .number = offsetof(struct help_line, name) },
	{ "help", .title = "what it does", .help = "What it does.", .is_name = true, .least = 58,
	  .get = text_member, .number = offsetof(struct help_line, help) },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view help_view = {
	.name = "help",
	.title = "Help",
	.kind = VIEW_TEXTS,
	.help = "Which keys and commands are there?",
	.rank = 900,
	.shows_files = true, /* says whether these views are there */
	.columns = &columns,
	.build = build,
	.begins = begins,
};
