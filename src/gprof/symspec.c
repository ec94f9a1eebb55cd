/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/symspec.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"

/* Parses half a spec, a text of its own. */
static struct symspec_half half(char *text)
{
	struct symspec_half h = { NULL, NULL, 0 };
	char *colon = strrchr(text, ':');
	char *rest = colon ? colon + 1 : text;

	if (colon) {
		*colon = '\0';
		h.file = *text ? text : NULL;
	} else if (strchr(text, '.')) {
		h.file = text;
		return h;
	}
	if (is_digit(*rest))
		h.line = (int)strtol(rest, NULL, 10);
	else if (*rest)
		h.function = rest;
	return h;
}

struct symspec symspec_parse(const char *text, struct arena *arena)
{
	struct symspec spec = { .has_right = false };
	size_t len = strcspn(text, "/");

	spec.left = half(arena_text(arena, text, len));
	if (!text[len])
		return spec;
	spec.has_right = true;
	text += len + 1;
	spec.right = half(arena_text(arena, text, strlen(text)));
	return spec;
}
