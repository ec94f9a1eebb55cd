/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter on views of texts, whose rows are about no function. */
#ifndef GPTUI_TEXT_FILTER_H
#define GPTUI_TEXT_FILTER_H

struct table;
struct view;

/* Leaves rows of which a term's parts are found in the texts, and the rows
 * that begin their blocks (view->begins); if it is one of these that fits, its
 * whole block.  Cost: a look at each text for each term. */
void text_filter(const struct view *view, struct table *table);

#endif
