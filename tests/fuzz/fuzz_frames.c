/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines, inlined frames and calls of samples, with code and debug information
 * of any bytes (made_object.h). */
#include <assert.h>

#include "base/arena.h"
#include "base/error.h"
#include "made_object.h"
#include "model/build/build.h"
#include "model/frames.h"
#include "model/profile.h"
#include "gprof/gprof_rules.h"
#include "model/dataset.h"
#include "parse/code/sample_sites.h"
#include "parse/dwarf/lines.h"

/* What lines have is not more than what was sampled. */
static void check_times(const struct line_times *times, const struct profile *p) {
	double sum = 0;

	for (size_t i = 0; i < times->n; i++) {
		assert(times->list[i].path);
		sum += times->list[i].ticks;
	}
	assert(sum <= p->total_ticks * 1.000001 + 0.000001);
}

static void check_runs(const struct line_runs *runs) {
	for (size_t i = 0; i < runs->n; i++)
		assert(runs->names[runs->list[i].name] && runs->paths[runs->list[i].path] &&
		       (!i || runs->list[i - 1].low < runs->list[i].low));
}

static void find_lines(const struct made *made, const struct profile *p, bool gprof_files,
                       struct arena *arena) {
	struct error err = { "" };
	struct lines *lines = lines_open(made->object, gprof_files, arena, NULL, &err);

	assert(lines || err.reason[0]);
	if (!lines)
		return;
	assert(lines_of_functions(lines, p, arena, NULL)->n == p->nfuncs);
	const struct sample_sites *sites = sample_sites_find(made->object, lines, p, arena, NULL);
	check_times(sample_sites_lines(sites, arena), p);
	const struct frames *frames = frames_find(made->object, lines, sites, p, arena, NULL);
	assert(frames && code_lines_new(p, frames, arena));
	check_runs(line_runs_read(made->object, lines, arena));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const struct made made = made_read(data, size, arena);
	struct error err;

	const struct profile *p = profile_build(object_image(made.object), made.records,
	                                        &rules_exact, arena, NULL, &err);
	if (p)
		find_lines(&made, p, size & 1, arena);
	arena_free(arena);
	return 0;
}
