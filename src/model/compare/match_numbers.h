/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches functions that compilers number, by the lines they begin on. */
#ifndef GPTUI_MATCH_NUMBERS_H
#define GPTUI_MATCH_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "model/compare/match.h"

struct match_builder;

/* Matches items that differ in the number only, sorted by stem, of which some
 * have no partner of the same number.  They are matched in the order of their
 * lines if both sides have as many, equally far from each other; else all are
 * added up.  Cost: linear. */
void match_numbers(struct match_builder *builder, uint32_t *items, size_t n);

/* Matches items of one file that nothing but their lines tells apart, in that
 * order; or, as not all of a side need be known, those on the same line if all
 * lines of one side are the other's, too; else all are added up.
 * Cost: n log n. */
void match_by_lines(struct match_builder *builder, uint32_t *items, size_t n, enum match_how how,
                    enum match_how sum);

#endif
