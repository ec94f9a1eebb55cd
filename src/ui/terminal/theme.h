/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: what each role looks like.
 *
 * A theme is a text file, NAME.theme, with one line for each role:
 *
 *	# role    foreground  background  attributes
 *	heading   cyan        default     bold underline
 *
 * Colours: default, black red green yellow blue magenta cyan white, bright- and one of these, a
 * number up to 255 (as xterm has them), or #rrggbb.  On a terminal with fewer colours the nearest
 * one is used; "208/yellow" names the one for fewer than 256.  Attributes: bold dim underline
 * reverse.  A role without a line looks like "plain".  A comment on the first line describes the
 * theme. theme.h finds them. */
#pragma once

#include "ui/terminal/canvas.h"

enum { STYLE_BOLD = 1, STYLE_DIM = 2, STYLE_UNDERLINE = 4, STYLE_REVERSE = 8 };

/* A colour is -1: the terminal's own; 0 to 255; or COLOUR_RGB + rrggbb. */
enum { COLOUR_RGB = 1 << 24 };

struct style {
	int foreground, background;
	unsigned attributes; /* STYLE_BOLD | ... */
};

/* The style of a role: with 256 colours or more, and with fewer. */
struct theme_line {
	struct style many, few;
};

struct theme {
	struct theme_line roles[NROLES];
};

/* Reads the text of a theme file; `name` is for messages.
 * Errors: NAME:LINE: no such role, colour or attribute. */
bool theme_parse(struct theme *out, const char *name, const char *text, struct error *err);

/* The style of a role on a terminal with ncolours colours: none (below 8), 8 (bold for the bright
 * ones), 16, 256, or 2^24, where only 0 to 7 are numbers and colour_rgb() gives the others. */
struct style theme_style(const struct theme *theme, enum role role, int ncolours);

/* The red << 16 | green << 8 | blue of a colour, as xterm has it. */
int colour_rgb(int colour);

/* The name of a role, and the role of a name (-1: there is none). */
const char *role_name(enum role role);
int role_named(const char *name);

/* Finds themes: in a file, the user's folder, or those compiled in. */

/* A name with a slash is a file.  Any other is NAME.theme in the folder gptui/themes of the user's
 * configuration, else a theme of gptui.  Errors: there is none, or it is malformed. */
bool theme_load(struct theme *out, const char *name, struct error *err);

/* gptui's own themes. */
extern const struct named_text themes[];

/* The names of all themes: gptui's own, then up to 64 of the user's with other names; NULL after
 * the last.  Owner: the arena. */
const char *const *theme_names(struct arena *arena);

/* Its description: the comment on its first line; or "".  Owner: the arena. */
const char *theme_about(const char *name, struct arena *arena);
