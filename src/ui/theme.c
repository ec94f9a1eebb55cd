/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/theme.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* The look of a role that no line has named so far. */
static const struct look unnamed = { -1, -1, UINT_MAX };

static const char *const role_names[] = {
#define ROLE(id, name, help) name,
	ROLES(ROLE)
#undef ROLE
		NULL
};

static const char *const colour_names[] = {
	"black",   "red",  "green", "yellow", "blue",
	"magenta", "cyan", "white", NULL,
};

/* In the order of LOOK_BOLD, LOOK_DIM, ... */
static const char *const attribute_names[] = {
	"bold", "dim", "underline", "reverse", NULL,
};

/* The place of a word in a list that NULL ends, or -1. */
static int place_of(const char *word, const char *const *list)
{
	int i;

	for (i = 0; list[i]; i++)
		if (!strcmp(word, list[i]))
			return i;
	return -1;
}

const char *role_name(enum role role)
{
	assert(role < NROLES);
	return role_names[role];
}

int role_named(const char *name)
{
	return place_of(name, role_names);
}

static bool colour_parse(short *out, const char *word)
{
	bool is_bright = !strncmp(word, "bright-", 7);
	int place = place_of(word + (is_bright ? 7 : 0), colour_names);
	char *end;
	long number;

	if (place >= 0) {
		*out = (short)(place + (is_bright ? 8 : 0));
		return true;
	}
	if (!strcmp(word, "default")) {
		*out = -1;
		return true;
	}
	number = strtol(word, &end, 10);
	if (!strchr("0123456789", *word) || *end || number > 255)
		return false;
	*out = (short)number;
	return true;
}

enum { WORD = 32 };

/* Takes the next word off *line; false at the end of the line.  A word that
 * is too long loses its end and so is no word that a theme may hold. */
static bool next_word(const char **line, char *word)
{
	size_t len;

	*line += strspn(*line, " \t\r");
	len = **line == '#' ? 0 : strcspn(*line, " \t\r\n");
	snprintf(word, WORD, "%.*s", len < WORD ? (int)len : WORD, *line);
	*line += len;
	return len > 0;
}

static bool line_parse(struct theme *theme, const char *line, struct error *err)
{
	struct look look = { -1, -1, 0 };
	short *const colours[] = { &look.foreground, &look.background };
	char word[WORD];
	int role, attribute, i;

	if (!next_word(&line, word))
		return true;
	role = role_named(word);
	if (role < 0)
		return fail(err, "no role \"%s\"", word);
	for (i = 0; i < 2; i++) {
		if (!next_word(&line, word))
			return fail(err, "two colours must follow the role");
		if (!colour_parse(colours[i], word))
			return fail(err, "no colour \"%s\"", word);
	}
	while (next_word(&line, word)) {
		attribute = place_of(word, attribute_names);
		if (attribute < 0)
			return fail(err, "no attribute \"%s\"", word);
		look.attributes |= 1u << attribute;
	}
	theme->looks[role] = look;
	return true;
}

bool theme_parse(struct theme *out, const char *name, const char *text,
                 struct error *err)
{
	struct error why;
	int line = 1, i;

	for (i = 0; i < NROLES; i++)
		out->looks[i] = unnamed;
	for (; *text; line++) {
		if (!line_parse(out, text, &why))
			return fail(err, "%s:%d: %s", name, line, why.reason);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	if (out->looks[ROLE_PLAIN].attributes == unnamed.attributes)
		out->looks[ROLE_PLAIN].attributes = 0;
	for (i = 0; i < NROLES; i++)
		if (out->looks[i].attributes == unnamed.attributes)
			out->looks[i] = out->looks[ROLE_PLAIN];
	return true;
}

int colour_rgb(int colour)
{
	/* xterm's own values of the first 16. */
	static const int first[] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
		0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
		0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	};
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };

	assert(colour >= 0 && colour < 256);
	if (colour < 16)
		return first[colour];
	if (colour >= 232)
		return (8 + 10 * (colour - 232)) * 0x10101;
	colour -= 16;
	return steps[colour / 36] << 16 | steps[colour / 6 % 6] << 8 |
	       steps[colour % 6];
}

static int distance(int a, int b)
{
	int red = (a >> 16) - (b >> 16);
	int green = (a >> 8 & 255) - (b >> 8 & 255);
	int blue = (a & 255) - (b & 255);

	return red * red + green * green + blue * blue;
}

/* The one of the first 16 colours that looks most like it. */
static short nearest(short colour)
{
	int best = INT_MAX, i;
	short found = 0;

	for (i = 0; i < 16; i++) {
		int far = distance(colour_rgb(colour), colour_rgb(i));

		if (far < best) {
			best = far;
			found = (short)i;
		}
	}
	return found;
}

struct look theme_look(const struct theme *theme, enum role role, int ncolours)
{
	struct look look = theme->looks[role];

	if (ncolours < 8)
		return (struct look){ -1, -1, look.attributes };
	if (ncolours < 256 && look.foreground >= 16)
		look.foreground = nearest(look.foreground);
	if (ncolours < 256 && look.background >= 16)
		look.background = nearest(look.background);
	if (ncolours >= 16 && ncolours <= 256)
		return look;
	if (look.foreground >= 8 && look.foreground < 16) {
		look.foreground = (short)(look.foreground - 8);
		look.attributes |= LOOK_BOLD;
	}
	if (look.background >= 8 && look.background < 16)
		look.background = (short)(look.background - 8);
	return look;
}
