/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/theme_preview.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "ui/terminal/theme_files.h"

/* The name after "theme" or "set theme"; false if there is none.  A path is
 * not opened while it is being typed. */
static bool name_in(char *name, size_t size, const char *line)
{
	static const char *const begins[] = { "theme ", "set theme " };
	size_t i, len;

	for (i = 0; line && i < 2; i++) {
		len = strlen(begins[i]);
		if (strncmp(line, begins[i], len) != 0)
			continue;
		line += len + strspn(line + len, " ");
		len = strcspn(line, " ");
		snprintf(name, size, "%.*s", (int)len, line);
		return len && len < size && !memchr(line, '/', len);
	}
	return false;
}

static bool load(struct theme *theme, const char *line)
{
	struct error err = { "" };
	char name[PROMPT_TEXT];

	return name_in(name, sizeof name, line) && theme_load(theme, name, &err);
}

void theme_preview(struct session *s, const char *line)
{
	struct theme theme;

	if (!s->terminal)
		return;
	s->terminal->take_theme(load(&theme, line) ? &theme : &s->preferences.theme);
}

static void moved(struct session *s, const struct menu_line *line)
{
	theme_preview(s, line->run);
}

void theme_preview_end(struct session *s)
{
	theme_preview(s, NULL);
}

void theme_choose(struct session *s)
{
	const char *now = s->preferences.theme_name;
	struct arena *arena = s->menu.arena;
	const char *const *name;

	menu_open(&s->menu, "Theme");
	s->menu.moved = moved;
	s->menu.cancelled = theme_preview_end;
	for (name = theme_names(arena); *name; name++) {
		if (!strcmp(*name, now ? now : "default"))
			s->menu.cursor = s->menu.n;
		menu_add(&s->menu,
		         (struct menu_line){ .text = *name,
		                             .note = theme_about(*name, arena),
		                             .run = arena_format(arena, "theme %s", *name) });
	}
}
