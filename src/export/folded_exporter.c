/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded stacks, a line each: names from the outermost inwards with ";" between them, a blank, and
 * a number.  flamegraph.pl, inferno and speedscope read them.
 * Source: B. Gregg, "Flame Graphs"; stackcollapse-perf.pl.
 *
 * The numbers are microseconds, or samples where the clock's rate is not known; sums are rounded,
 * so that all lines together have the whole.  With a base there are two, its own first, as
 * difffolded.pl writes them. */
#include "export/exporter.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "export/call_paths.h"
#include "model/dataset.h"
#include "model/profile.h"

/* Names with ";" would be two. */
static void put_name(FILE *file, const char *name, struct arena *arena) {
	char *copy = arena_text(arena, name, strlen(name)), *at;

	for (at = copy; (at = strchr(at, ';'));)
		*at++ = ',';
	name_put(file, copy, "");
}

static void put_path(FILE *file, const struct call_paths *paths, uint32_t path,
                     struct arena *arena) {
	uint32_t *list = arena_space(arena, paths->list[path].depth + 1, sizeof *list);
	size_t n = 0;

	for (; path != NO_CALL_PATH; path = paths->list[path].above)
		list[n++] = path;
	while (n-- > 0) {
		put_name(file, paths->list[list[n]].name, arena);
		if (n)
			putc(';', file);
	}
}

/* What a line has of numbers that are rounded in sum. */
struct column {
	double sum;
	uint64_t written;
};

static uint64_t next_number(struct column *column, double add) {
	const uint64_t before = column->written;

	column->sum += add;
	column->written = number_rounded(column->sum);
	return column->written - before;
}

static void write_folded(const struct export *what, FILE *file) {
	const struct profile *p = what->data->profile;
	const double unit = p->rate > 0 ? 1e6 / p->rate : 1;
	struct arena *own = arena_new(), *line = arena_new();
	const struct call_paths paths = call_paths_find(what, own);
	struct column base = { 0, 0 }, own_column = { 0, 0 };
	uint32_t i;

	for (i = 0; i < paths.n; i++) {
		const uint64_t old = next_number(&base, paths.list[i].base_self * unit);
		const uint64_t now = next_number(&own_column, paths.list[i].self * unit);

		if (!old && !now)
			continue;
		put_path(file, &paths, i, line);
		if (what->data->comparison)
			fprintf(file, " %" PRIu64, old);
		fprintf(file, " %" PRIu64 "\n", now);
		arena_reset(line);
	}
	arena_free(line);
	arena_free(own);
}

const struct exporter folded_exporter = {
	.name = "folded",
	.ending = ".folded",
	.help = "stacks, a line each, for flamegraph.pl, inferno and speedscope",
	.needs_lines = true,
	.compares = true,
	.write = write_folded,
};
