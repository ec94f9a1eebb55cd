/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of a base once its files were closed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files_builder.h"
#include "model/build/run_finder.h"
#include "model/code_lines.h"
#include "model/compare/side.h"
#include "model/names.h"
#include "model/runs.h"
#include "model/source.h"

#include <cmocka.h>

static const char *shown(const char *text)
{
	return text ? text : "none";
}

static void print_func(FILE *out, const struct profile *p, const struct func *f)
{
	size_t i;

	fprintf(out, "%s %d %d %d [%u] %a %a %a %a %a %zu %zu cycle %u\n", f->name, f->kind,
	        f->is_static, f->is_profiler, f->index, f->self_ticks, f->variance,
	        f->descendant_ticks, f->graph_self, f->graph_child, (size_t)f->calls,
	        (size_t)f->self_calls, f->cycle ? f->cycle->number : 0);
	for (i = 0; i < f->ncallers; i++)
		fprintf(out, "\tfrom %zu\n", (size_t)(f->callers[i] - p->arcs));
	for (i = 0; i < f->ncallees; i++)
		fprintf(out, "\tto %zu\n", (size_t)(f->callees[i] - p->arcs));
}

static void print_profile(FILE *out, const struct profile *p)
{
	size_t i, k;

	fprintf(out, "%a %a %zu %s %d %d\n", p->total_ticks, p->rate, (size_t)p->samples,
	        p->dimension, p->has_histogram, p->has_calls);
	for (i = 0; i < p->nfuncs; i++)
		print_func(out, p, &p->funcs[i]);
	for (i = 0; i < p->narcs; i++)
		fprintf(out, "%s -> %s %zu %a %a\n", p->arcs[i].caller->name,
		        p->arcs[i].callee->name, (size_t)p->arcs[i].calls, p->arcs[i].self_ticks,
		        p->arcs[i].descendant_ticks);
	for (i = 0; i < p->ncycles; i++) {
		fprintf(out, "cycle %u %a\n", p->cycles[i].number, p->cycles[i].self_ticks);
		for (k = 0; k < p->cycles[i].nmembers; k++)
			fprintf(out, "\t%s\n", p->cycles[i].members[k]->name);
	}
	for (i = 0; i < p->nnotes; i++)
		fprintf(out, "%d %s|%s|%s\n", p->notes[i].severity, p->notes[i].cause,
		        p->notes[i].evidence, shown(p->notes[i].cure));
}

static void print_location(FILE *out, const struct source_location *at)
{
	fprintf(out, "%s (%s) %u\n", shown(at->path), shown(at->file), at->line);
}

static void print_lines(FILE *out, const struct dataset *data)
{
	size_t i;

	for (i = 0; i < data->locations->n; i++) {
		print_location(out, &data->locations->list[i]);
		fprintf(out, "\tto %u\n", data->locations->last[i]);
	}
	for (i = 0; i < data->line_times->n; i++)
		fprintf(out, "%s %u %a %a\n", data->line_times->list[i].path,
		        data->line_times->list[i].line, data->line_times->list[i].ticks,
		        data->line_times->list[i].variance);
	for (i = 0; i < data->code_lines->n; i++) {
		const struct code_line *l = &data->code_lines->list[i];

		fprintf(out, "%s %s %a %a\n", l->func->name, shown(l->inlined), l->ticks,
		        l->passed);
		print_location(out, &l->location);
	}
}

static void print_runs(FILE *out, const struct runs *runs)
{
	size_t i, k;

	for (i = 0; i < runs->n; i++) {
		const struct run *run = &runs->list[i];

		fprintf(out, "%s %a %a %zu\n", run->path, run->rate, run->ticks,
		        (size_t)run->calls);
		for (k = 0; k < run->nfuncs; k++)
			fprintf(out, "\t%u %a\n", run->funcs[k].func, (double)run->funcs[k].ticks);
	}
}

/* All that a comparison and its views look at, as a text; owner: the
 * caller. */
static char *figures(const struct dataset *data, const struct runs *runs)
{
	char *text = NULL;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print_profile(out, data->profile);
	for (i = 0; i < data->profile->nfuncs; i++)
		fprintf(out, "%s\n", names_get(data->names, &data->profile->funcs[i], NAME_FULL));
	print_lines(out, data);
	print_runs(out, runs);
	fclose(out);
	return text;
}

static void add_lines(struct builder *b, struct dataset *data)
{
	const struct profile *p = data->profile;
	struct source_location *list = arena_alloc(b->arena, p->nfuncs, sizeof *list);
	unsigned *last = arena_alloc(b->arena, p->nfuncs, sizeof *last);
	char *path = arena_text(b->arena, "src/walk.c", 10);
	const struct func_locations locations = { .list = list, .last = last, .n = p->nfuncs };
	const struct line_ticks one = { path, 7, 12.5, 3 };
	const struct line_times times = { arena_copy(b->arena, &one, 1, sizeof one), 1 };
	const struct code_line lines[] = {
		{ .func = func_of(p, "walk"),
		  .location = { path, path + 4, 7 },
		  .inlined = arena_text(b->arena, "step", 4),
		  .ticks = 12.5,
		  .ncalls = 1 },
		{ .func = func_of(p, "eval"), .ticks = 2 },
	};
	const struct code_lines code = { .list = arena_copy(b->arena, lines, 2, sizeof *lines),
		                         .n = 2,
		                         .has_inlined = true };

	list[0] = (struct source_location){ path, path + 4, 3 };
	list[1] = (struct source_location){ path, path + 4, 0 };
	last[0] = 9;
	data->locations = arena_copy(b->arena, &locations, 1, sizeof locations);
	data->line_times = arena_copy(b->arena, &times, 1, sizeof times);
	data->code_lines = arena_copy(b->arena, &code, 1, sizeof code);
}

/* As the one of the executable's tool chain would. */
static bool demangle(char *out, size_t size, const char *raw, struct work *work)
{
	if (strcmp(raw, "_Z3addii") != 0)
		return false;
	snprintf(out, size, "add(int, int)");
	return true;
}

/* What is kept points into nothing that was freed: in a build with a sanitizer
 * that ends the test, in others the freed memory is likely to have changed. */
static void what_is_kept_is_all_there_was(void **state)
{
	struct arena *arena = arena_new();
	struct builder b;
	struct dataset data;
	struct side side = { .inlined = NULL };
	const struct runs *runs;
	char *before, *after;

	builder_begin(&b);
	b.image.demangle = demangle;
	builder_example(&b);
	builder_symbol(&b, "_Z3addii", 0x1f00, 0x10);
	data = builder_data(&b, builder_profile(&b, &rules_exact));
	data.names = names_new(data.profile, b.arena);
	add_lines(&b, &data);
	runs = runs_find(data.profile, b.arena, NULL);
	before = figures(&data, runs);
	assert_non_null(strstr(before, "cycle 1"));
	assert_non_null(strstr(before, "add(int, int)"));
	side_keep(&side, &data, runs, arena);
	builder_end(&b);
	after = figures(&side.data, side.runs);
	assert_string_equal(before, after);
	assert_true(side.data.code_lines->has_inlined);
	assert_int_equal(side.data.code_lines->list[0].ncalls, 0);
	free(before);
	free(after);
	arena_free(arena);
}

static void what_is_not_known_stays_so(void **state)
{
	static const uint64_t none[] = { 0, 0 };
	struct arena *arena = arena_new();
	struct builder b;
	struct dataset data;
	struct side side = { .inlined = NULL };

	builder_begin(&b);
	add_functions(&b, 2);
	add_file(&b, true, none, 2);
	data = builder_data(&b, builder_profile(&b, &rules_exact));
	side_keep(&side, &data, runs_find(data.profile, b.arena, NULL), arena);
	builder_end(&b);
	assert_null(side.data.locations);
	assert_null(side.data.line_times);
	assert_null(side.data.code_lines);
	assert_int_equal(side.data.profile->narcs, 0);
	assert_int_equal(side.data.profile->ncycles, 0);
	assert_int_equal(side.runs->n, 1);
	assert_null(side.data.profile->records);
	assert_near(side_per_run(&side, 6), 6);
	assert_near(side_calls_per_run(&side, 6), 6);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_kept_is_all_there_was),
		cmocka_unit_test(what_is_not_known_stays_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
