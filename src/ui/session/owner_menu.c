/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/owner_menu.h"

#include "base/arena.h"
#include "base/text.h"
#include "model/line_owners.h"
#include "model/names.h"
#include "model/short_name.h"
#include "table/value.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "views/explain.h"

/* As much of the name as there is room for beside the time: instances of a
 * template differ in its arguments. */
static const char *name_of(const struct session *s, const struct func *f)
{
	enum { AROUND = 20, LEAST = 20 }; /* cells */
	char name[VALUE_TEXT];
	int rows, cols;

	s->terminal->size(&rows, &cols);
	cols = cols < AROUND + LEAST ? LEAST : cols - AROUND;
	short_name(name, sizeof name,
	           names_get(s->data->names, f, s->pane->here.query.display.names), cols);
	return text_safe_copy(name, s->menu.arena);
}

static bool ask(struct session *s, const char *title, struct line_owners owners, const char *line)
{
	size_t i;

	if (owners.n < 2 || s->pane->owner)
		return false;
	menu_open(&s->menu, title);
	for (i = 0; i < owners.n; i++)
		menu_add(&s->menu,
		         (struct menu_line){
				 .text = name_of(s, owners.list[i].func),
				 .note = arena_format(
					 s->menu.arena, "%s",
					 said_time(&s->pane->table, owners.list[i].ticks)),
				 .run = arena_format(s->menu.arena, "owner %zu %s", i + 1, line),
			 });
	return true;
}

bool owner_menu_asks(struct session *s, const char *line)
{
	size_t n;
	const struct line_owner *list = pane_owners(s->pane, &n);

	return ask(s, "The code of this line is part of:", (struct line_owners){ list, n }, line);
}

bool owner_menu_asks_code(struct session *s, const char *line)
{
	return ask(s, "The code of this function is part of:", pane_hosts(s->pane), line);
}
