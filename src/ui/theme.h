/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: what each role looks like.
 *
 * A theme is a text file, NAME.theme, with one line for each role:
 *
 *	# role    foreground  background  attributes
 *	heading   cyan        default     bold underline
 *
 * Colours: default, black red green yellow blue magenta cyan white, bright-
 * and one of these, or a number up to 255.  On terminals with fewer colours
 * the nearest of those 8 is taken.  Attributes: bold dim underline reverse.
 * A role without a line looks like "plain".  ui/theme_files.h tells where
 * they come from. */
#ifndef GPTUI_THEME_H
#define GPTUI_THEME_H

#include <stdbool.h>

#include "ui/canvas.h"

struct error;

enum { LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_UNDERLINE = 4, LOOK_REVERSE = 8 };

struct look {
	short foreground, background; /* 0 to 255; -1 the terminal's own */
	unsigned attributes;          /* LOOK_BOLD | ... */
};

struct theme {
	struct look looks[NROLES];
};

/* Reads the text of a theme file; `name` is for messages.
 * Errors: NAME:LINE: no such role, colour or attribute. */
bool theme_parse(struct theme *out, const char *name, const char *text,
                 struct error *err);

/* What a role looks like on a terminal of ncolours colours: none (below 8), 8
 * (with bold for the bright ones), 16, 256, or 2^24, where only 0 to 7 are
 * numbers and others have to be told by colour_rgb(). */
struct look theme_look(const struct theme *theme, enum role role, int ncolours);

/* The red << 16 | green << 8 | blue of colour 0 to 255, as xterm has it. */
int colour_rgb(int colour);

/* The name of a role, and back (-1: none of that name). */
const char *role_name(enum role role);
int role_named(const char *name);

#endif
