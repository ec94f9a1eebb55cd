/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of words of which one is chosen, "off|on|auto". */
#ifndef GPTUI_CHOICES_H
#define GPTUI_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

/* The word with an index in a list, of len bytes; none after the last. */
const char *choice_at(const char *words, unsigned index, size_t *len);

/* The index of a word in a list; false if it is not in it. */
bool choice_find(unsigned *index, const char *words, const char *word);

#endif
