/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/watch_setting.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/session/preferences.h"
#include "ui/session/session.h"

const char *watch_text(const struct preferences *p, struct arena *arena)
{
	return p->watch_s ? arena_format(arena, "%u", p->watch_s) : "off";
}

static bool take_seconds(unsigned *out, const char *text, const char *also, struct error *err)
{
	enum { A_DAY = 24 * 60 * 60 };
	char *end;
	const long seconds = strtol(text, &end, 10);

	if (end == text || *end || seconds < 1 || seconds > A_DAY)
		return fail(err, "\"%.100s\" is no number from 1 to %d%s", text, A_DAY, also);
	*out = (unsigned)seconds;
	return true;
}

bool watch_take(struct preferences *p, const char *text, struct arena *arena, struct error *err)
{
	if (!strcmp(text, "off")) {
		p->watch_s = 0;
		return true;
	}
	return take_seconds(&p->watch_s, text, ", nor off", err);
}

const char *fetch_text(const struct preferences *p, struct arena *arena)
{
	return arena_format(arena, "%u", p->fetch_s);
}

bool fetch_take(struct preferences *p, const char *text, struct arena *arena, struct error *err)
{
	return take_seconds(&p->fetch_s, text, "", err);
}

void watch_changed(struct session *s)
{
	if (s->preferences.watch_s)
		session_say(s, "files are looked at every %u s", s->preferences.watch_s);
	else
		session_say(s, "files are not watched");
}
