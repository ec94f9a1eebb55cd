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

bool watch_take(struct preferences *p, const char *text, struct arena *arena,
                struct error *err)
{
	enum { A_DAY = 24 * 60 * 60 };
	char *end;
	const long seconds = strtol(text, &end, 10);

	if (!strcmp(text, "off")) {
		p->watch_s = 0;
		return true;
	}
	if (end == text || *end || seconds < 1 || seconds > A_DAY)
		return fail(err,
		            "\"%.100s\" is no number from 1 to %d, nor off",
		            text, A_DAY);
	p->watch_s = (unsigned)seconds;
	return true;
}

void watch_changed(struct session *s)
{
	if (s->preferences.watch_s)
		session_say(s, "files are looked at every %u s",
		            s->preferences.watch_s);
	else
		session_say(s, "files are not watched");
}
