/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are the same because the user says so. */
#ifndef GPTUI_MATCH_PAIRS_H
#define GPTUI_MATCH_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct match_builder;
struct match_sides;

/* Matches the functions that each of the sides' pairs names.  Cost: linear in
 * the functions for each pair.
 * Errors: a name is of no function or of several, or is in two pairs. */
bool match_pairs(struct match_builder *builder, const struct match_sides *sides, struct error *err);

#endif
