/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions that counted calls were made by.
 *
 * A record tells the address that a call returns to, rounded down to two
 * longs (glibc), so the call itself is looked for in the code that ends
 * there.  Source: glibc gmon/mcount.c, HASHFRACTION. */
#ifndef GPTUI_CALL_SITES_H
#define GPTUI_CALL_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct call_sites;
struct func;
struct lines;
struct object;
struct profile;

enum { CALL_SITES = 8 };

/* Where a record's calls may have been made. */
struct call_site {
	uint64_t addresses[CALL_SITES]; /* any of these; shape: [n] */
	size_t n;
	bool is_certain; /* they are calls, of the callee or of nobody told */
};

/* Owner: the arena; what it is made of must live as long. */
struct call_sites *call_sites_new(const struct object *object,
                                  struct lines *lines,
                                  const struct profile *profile,
                                  struct arena *arena);

/* The calls of the callee in the code that the address stands for: those that
 * name it, else those that do not tell what they call, else any.  Where none
 * is found, or the machine is not known, the address itself.
 * Cost: the instructions of a line, unless the last one was for the same
 * address. */
struct call_site call_sites_at(struct call_sites *sites, uint64_t from,
                               const struct func *callee);

#endif
