/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening the base of a comparison, and comparing. */
#ifndef GPTUI_LOAD_BASE_H
#define GPTUI_LOAD_BASE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct comparison;
struct dataset;
struct error;
struct load_request;
struct progress;
struct runs;
struct side;

/* What the user named. */
struct base_request {
	const char **words; /* an executable, profiles, folders; shape:
	                             [nwords]; none: there is no base */
	size_t nwords;
	const char **pairs; /* "OLD=NEW", functions; shape: [npairs] */
	size_t npairs;
};

/* Opens the base under the rules of the new side's request, reduces it to its
 * figures and closes it.  Lines and inlined code are read; with `data`, the new
 * side's, only if names alone do not tell which functions are the same.
 * Owner: the arena.  Errors: "PATH: reason"; the same file is on both sides;
 * "cancelled". */
bool load_base(struct side *out, const struct base_request *base,
               const struct load_request *new, const struct dataset *data,
               struct arena *arena, struct progress *progress,
               struct error *err);

/* Compares what is known of a profile with a base; with `known`, the runs of
 * the profile that were found before, or NULL.  Owner: the arena; the base, the
 * data and the runs must live as long.  Errors: as comparison_new(). */
const struct comparison *
load_comparison(const struct base_request *base_request,
                const struct side *base, const struct load_request *request,
                const struct dataset *data, const struct runs *known,
                struct arena *arena, struct progress *progress,
                struct error *err);

#endif
