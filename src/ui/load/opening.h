/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One opening of the files, and what it owns. */
#ifndef GPTUI_OPENING_H
#define GPTUI_OPENING_H

#include <stdbool.h>

#include "base/error.h"
#include "model/rules.h"
#include "parse/load.h"
#include "ui/process/worker.h"

struct arena;
struct code_desk;
struct screen;
struct sources;

/* One opening of the files: what the worker gets, and what it leaves.  It
 * lives in its own arena, for a reload replaces it. */
struct opening {
	struct arena *arena;
	struct arena *load_arena, *names_arena, *lines_arena,
		*frames_arena; /* the worker's */
	struct arena *desk_arena;
	struct arena *shown_arena; /* of the main thread */
	struct screen *screen;
	struct load_request request;
	struct rule_choice reading;
	struct rules rules;
	bool is_again;  /* a reload */
	bool gives_way; /* to one that reads otherwise */
	struct job load, find_lines, find_frames;
	struct job make_names;
	struct job last;    /* after all that may read it */
	const char **names; /* of all functions; or NULL */
	struct load_result result;
	bool ok;
	struct error err;
	const struct sources *sources;
	struct code_desk *desk; /* when it is shown; or NULL */
	struct opening *next;   /* that is closed but not gone */
};

struct opening *opening_new(void);
void opening_free(struct opening *opening); /* NULL is allowed */

#endif
