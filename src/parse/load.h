/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening: an executable and profile files become a profile. */
#ifndef GPTUI_LOAD_H
#define GPTUI_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "model/rules.h"
#include "parse/object/debug_files.h"
#include "parse/fit/slide.h"

struct arena;
struct bin_looks;
struct debug_info;
struct error;
struct lines;
struct object;
struct profile;
struct progress;

/* What to open. */
struct load_request {
	const char *executable;
	const char *const *files; /* shape: [nfiles] */
	size_t nfiles;
	const struct rules *rules;
	struct slide slide;
	struct debug_places debug; /* where debug files may be */
};

/* What came of it. */
struct load_result {
	const struct object *object;
	const struct profile *profile;
};

/* Opens the executable, reads the files and builds the profile; its notes
 * hold the notes of all three.  Owner: the arena.
 * Errors: "PATH: reason", or "cancelled". */
bool load_profile(struct load_result *out, const struct load_request *request,
                  struct arena *arena, struct progress *progress,
                  struct error *err);

/* What the debug information adds to a profile. */
struct load_lines {
	const struct debug_info *debug; /* or NULL: cancelled */
	struct lines *lines;            /* or NULL */
	const struct places *places;    /* or NULL */
	const struct bin_looks *looks;  /* or NULL */
	const struct line_times *times; /* or NULL */
	const struct frames *frames;    /* or NULL: not asked for, or none */
	const struct code_lines *code_lines; /* or NULL: likewise */
};

/* Finds where functions begin and which lines the time went to; false when
 * there is no debug information, or when cancelled.  Owner: the arena. */
bool load_lines(struct load_lines *out, const struct load_result *loaded,
                struct arena *arena, struct progress *progress);

/* Finds the inlined frames and the callers' lines, after load_lines(): this
 * reads more of the debug information.  Owner: the arena. */
void load_frames(struct load_lines *out, const struct load_result *loaded,
                 struct arena *arena, struct progress *progress);

/* Puts all that into a copy of the profile.  Owner: the arena. */
void load_add_lines(struct profile *profile, const struct load_lines *lines,
                    struct arena *arena);

#endif
