/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches functions by their names and files. */
#ifndef GPTUI_MATCH_NAMES_H
#define GPTUI_MATCH_NAMES_H

struct match_builder;

/* Of the items without a match, those that have a partner, by what both are
 * called in the source.  Cost: linear. */
void match_by_names(struct match_builder *builder);

/* Of the rest, those of which only the parameters differ. */
void match_by_parameters(struct match_builder *builder);

/* Of the rest, those always inlined of which debug information has the name
 * without its scope, with those of the same file that have its last word. */
void match_by_last_words(struct match_builder *builder);

/* The rest: functions of one side. */
void match_rest(struct match_builder *builder);

#endif
