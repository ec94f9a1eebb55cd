/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/objdump_setting.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/session/preferences.h"
#include "ui/session/session.h"

const char *objdump_text(const struct preferences *p, struct arena *arena)
{
	return p->objdump ? p->objdump : "none";
}

bool objdump_take(struct preferences *p, const char *text, struct arena *arena, struct error *err)
{
	if (!*text)
		return fail(err, "no program is named");
	p->objdump = strcmp(text, "none") ? arena_text(arena, text, strlen(text)) : NULL;
	return true;
}

void objdump_changed(struct session *s)
{
	s->wants_reload = s->worker;
}
