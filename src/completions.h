/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shells complete on gptui's command line, printed from the table of
 * options, for bash, zsh and fish. */
#ifndef GPTUI_COMPLETIONS_H
#define GPTUI_COMPLETIONS_H

#include <stdbool.h>

struct arena;
struct option_row;

/* What may stand for an option's argument. */
struct offer {
	const char *words; /* parted by spaces; "" */
	bool is_known;     /* somebody thought about it */
	bool files, folders;
};

/* Owner of the words: the arena. */
struct offer offer_of(const struct option_row *row, struct arena *arena);

/* Prints the completion for a shell, "bash", "zsh" or "fish", on standard
 * output. */
void completions_print(const char *shell);

#endif
