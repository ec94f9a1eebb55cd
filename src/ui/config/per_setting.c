/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/per_setting.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/session/preferences.h"

const char *per_text(const struct preferences *p, struct arena *arena)
{
	static const char *const words[] = {
		[PER_RUN] = "run", [PER_TOTAL] = "total", [PER_TYPICAL] = "typical"
	};

	return p->display.per == PER_CALLS
	               ? arena_format(arena, "calls %s", p->display.per_function)
	               : words[p->display.per];
}

bool per_take(struct preferences *p, const char *text, struct arena *arena, struct error *err)
{
	static const char calls[] = "calls ";
	struct preferences tried = *p;
	int what;

	for (what = PER_RUN; what < PER_CALLS; what++) {
		tried.display.per = (enum per_what)what;
		tried.display.per_function = NULL;
		if (strcmp(text, per_text(&tried, arena)) != 0)
			continue;
		*p = tried;
		return true;
	}
	if (strncmp(text, calls, sizeof calls - 1) != 0 || !text[sizeof calls - 1])
		return fail(err,
		            "per is run, total, typical or calls "
		            "FUNCTION, not \"%.100s\"",
		            text);
	p->display.per = PER_CALLS;
	p->display.per_function = arena_text(arena, text + sizeof calls - 1,
	                                     strlen(text) - sizeof calls + 1);
	return true;
}

const char *const *per_suggest(const struct session *s, struct arena *arena)
{
	static const char *const words[] = { "run", "total", "typical", "calls ", NULL };

	return words;
}
