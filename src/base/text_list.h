/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that are each there once, with numbers in the order in which they
 * came. */
#ifndef GPTUI_TEXT_LIST_H
#define GPTUI_TEXT_LIST_H

#include "base/index.h"

/* Initialised with the index's arena and zeros. */
struct text_list {
	struct index index;
	const char **texts; /* shape: [index.n] */
};

/* The number of an equal text, or NO_ITEM.  Cost: linear in its length. */
uint32_t text_list_find(const struct text_list *list, const char *text);

/* The same; one that is not there is added, which must live as long. */
uint32_t text_list_number(struct text_list *list, const char *text);

#endif
