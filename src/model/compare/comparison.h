/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sets of runs compared: the base, and the new side, which is the profile that views show.
 *
 * What is here does not depend on what times are compared per: that is chosen while it is looked
 * at, and model/compare/differences.h goes on from here. */
#pragma once

#include "model/code_map.h" /* NO_FUNC */
#include "model/dataset.h"
#include "model/names.h"

struct base_lines;
struct differences;
struct matching;

/* Files of a side, as they were when they were read. */
struct side_files {
	const char *executable;
	const char *const *files; /* profiles; shape: [n] */
	size_t n;
	double oldest, newest; /* when they were written: seconds since 1970;
	                          0: not known */
};

struct side {
	struct side_files files;
	bool is_of_new;          /* a base: of the new side's files, others */
	struct dataset data;     /* whole, of either side */
	const struct runs *runs; /* also of a single file */
};

/* How many functions that exist on both sides were called equally often. */
struct same_work {
	size_t equal, all;
};

struct comparison {
	const struct side *base, *new;
	const struct matching *matching;

	/* By matching->counterpart, functions of the base that a function of the new side shows:
	 * list[first[f]] to list[first[f + 1]]; shape: [nfuncs + 1]. */
	const uint32_t *shown, *first_shown;

	/* What a tick of the base is in ticks of the new side's rate; what a run of the base is in
	 * runs of the new side; the same of files that count calls. */
	double tick, runs, call_runs;

	struct same_work work;
	double level;                      /* of the tests (model/compare/changes.h) */
	const struct base_lines *lines;    /* or NULL: none are known */
	const struct differences *per_run; /* or NULL: they are found when asked for */
	const struct note *notes;          /* about the base, and both; shape: [nnotes] */
	size_t nnotes;
};

/* Compares two sides, whose names are used in this thread.  Pairs: see matching_find().  Both sides
 * must live as long.  Owner: the arena.
 * Errors: NULL; they cannot be compared, or the job is cancelled. */
struct comparison *comparison_new(const struct side *base, const struct side *new,
                                  const char *const *pairs, size_t npairs, struct arena *arena,
                                  struct progress *progress, struct error *err);

/* What ticks, and calls, of the base are for as many runs as the new side has; in ticks of the new
 * side's rate. */
double comparison_ticks(const struct comparison *c, double ticks);
double comparison_calls(const struct comparison *c, double calls);

/* Figures of functions that are shown as one. */
struct base_figures {
	bool is_there; /* there are any */
	double self, total, variance;
	double calls; /* all of them, if they were counted */
	bool is_counted;
	bool is_inlined; /* apart: some of its code is in others */
};

/* What functions of one side have, as it was counted.  `list` has their numbers; shape: [n]. */
struct base_figures side_sum(const struct side *side, const uint32_t *list, size_t n);

/* Figures of the base, converted as above: those of all functions of it that a function of the new
 * side shows.  Nothing without a base (NULL). */
struct base_figures comparison_base(const struct comparison *c, const struct func *f);

/* Those of one function of the base. */
struct base_figures comparison_base_func(const struct comparison *c, const struct func *base);

/* A run's part of what all of the side have, on average; for calls, that of a file that counts
 * them. */
double side_per_run(const struct side *side, double ticks);
double side_calls_per_run(const struct side *side, double calls);

/* The name of a function of the base: names_get(). */
const char *comparison_base_name(const struct comparison *c, const struct func *base,
                                 enum name_style style);

/* The function of the new side that shows a function of the base; or NULL. */
const struct func *comparison_counterpart(const struct comparison *c, const struct func *base);

/* The functions of the base that a function of the new side shows; sets *n. */
const uint32_t *comparison_shown(const struct comparison *c, const struct func *f, size_t *n);

/* Makes a dataset of the new side show the comparison, and have the base beside it; or none
 * (NULL). */
void comparison_show(const struct comparison *c, struct dataset *data);
