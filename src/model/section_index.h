/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which section an address is in, found fast: a file may have many. */
#ifndef GPTUI_SECTION_INDEX_H
#define GPTUI_SECTION_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct image;
struct keyed;
struct section;

struct section_index {
	const struct image *image;
	const struct keyed *order; /* sections by address; shape: [n] */
	const uint64_t *reach;     /* where the furthest up to each ends */
	size_t n;
};

/* Of all sections, or those of code only.  Owner: the arena.
 * Cost: linear in the sections. */
struct section_index section_index_new(const struct image *image, bool code_only,
                                       struct arena *arena);

/* The section that holds the address, or NULL; if several overlap, as in a file
 * that is not linked, the first in the file.  Cost: log n; those that overlap.
 */
const struct section *section_index_at(const struct section_index *index, uint64_t address);

/* Whether some section has a byte of [low, high), which is not empty. */
bool section_index_meets(const struct section_index *index, uint64_t low, uint64_t high);

#endif
