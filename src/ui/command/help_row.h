/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the help view, of which the menu is made, too. */
#ifndef GPTUI_HELP_ROW_H
#define GPTUI_HELP_ROW_H

struct command;

/* A heading, a command, a view, or a key of the user's own. */
struct help_row {
	const char *keys; /* as the user has them, parted by spaces; or "" */
	const char *name; /* with what it takes; of headings "" */
	const char *help; /* of headings "" */
	const char *line; /* the command line that it stands for; or NULL */
	const struct command *command; /* or NULL */
};

#endif
