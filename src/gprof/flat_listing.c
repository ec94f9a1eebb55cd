/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/gprof_options.h"
#include "gprof/spec_tables.h"
#include "model/profile.h"

/* The unit for times per call, chosen so that the longest is 1 to 999. */
struct prefix {
	char letter;
	double factor;
};

static const struct prefix prefixes[] = {
	{ 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 }, { ' ', 1 },    { 'm', 1e3 },
	{ 'u', 1e6 },   { 'n', 1e9 },  { 'p', 1e12 }, { 'f', 1e15 }, { 'a', 1e18 },
};

static struct prefix choose_prefix(const struct listing *l, const struct func **list, size_t n)
{
	double longest = 0;
	size_t i;

	if (l->options->traditional)
		return (struct prefix){ 'm', 1e3 };
	for (i = 0; i < n; i++) {
		const struct func *f = list[i];
		double one;

		if (!f->calls)
			continue;
		one = (f->self_ticks + f->descendant_ticks) / (double)f->calls;
		if (one > longest)
			longest = one;
	}
	longest = listing_seconds(l, longest);
	for (i = 0; longest > 0 && i < sizeof prefixes / sizeof *prefixes; i++)
		if (prefixes[i].factor * longest >= 1 && prefixes[i].factor * longest < 1000)
			return prefixes[i];
	return prefixes[0];
}

static int by_time(const void *a, const void *b, const void *context)
{
	const struct func *x = *(const struct func *const *)a;
	const struct func *y = *(const struct func *const *)b;

	if (x->self_ticks != y->self_ticks)
		return x->self_ticks > y->self_ticks ? -1 : 1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* The functions that may be shown; sets *n. */
static const struct func **sorted_functions(const struct listing *l, size_t *n)
{
	const struct profile *p = l->profile;
	const struct func **list = arena_space(l->arena, p->nfuncs, sizeof *list);
	size_t i;

	for (i = *n = 0; i < p->nfuncs; i++)
		if (l->options->zeros || listing_is_used(&p->funcs[i]))
			list[(*n)++] = &p->funcs[i];
	sort_stable(list, *n, sizeof *list, by_time, NULL, l->arena);
	return list;
}

static void print_titles(const struct listing *l, struct prefix prefix)
{
	const char *dimension = l->profile->dimension;
	char unit[8];

	snprintf(unit, sizeof unit, "%c%c/call", prefix.letter, l->profile->abbreviation);
	fprintf(l->out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ", "cumulative",
	        "self  ", "", "self  ", "total ", "");
	fprintf(l->out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time", dimension,
	        dimension, "calls", unit, unit, "name");
}

/* Prints what precedes the lines; returns what is 100 %. */
static double print_head(const struct listing *l, struct prefix prefix)
{
	const struct profile *p = l->profile;
	double total = p->total_ticks;

	if (l->options->traditional) {
		if (!l->options->brief) {
			fputs("\n\n\nflat profile:\n", l->out);
			explain_flat(l->out);
		}
		listing_granularity(l, total, p->dimension);
	} else {
		fprintf(l->out,
		        "Flat profile:\n\nEach sample counts as %g "
		        "%s.\n",
		        listing_seconds(l, 1), p->dimension);
	}
	if (total <= 0) {
		fputs(" no time accumulated\n\n", l->out);
		total = 1;
	}
	print_titles(l, prefix);
	return total;
}

static void print_line(struct listing *l, const struct func *f, double total, double sum,
                       double factor)
{
	const bool is_old = l->options->traditional;
	const double calls = (double)f->calls;
	const double all = f->self_ticks + f->descendant_ticks;
	FILE *out = l->out;

	figure_fixed(out, is_old ? 5 : 6, is_old ? 1 : 2, 100 * f->self_ticks / total);
	fputc(' ', out);
	figure_fixed(out, is_old ? 10 : 9, 2, listing_seconds(l, sum));
	fputc(' ', out);
	figure_fixed(out, 8, 2, listing_seconds(l, f->self_ticks));
	if (f->calls) {
		fputc(' ', out);
		figure_count(out, 8, f->calls);
		fputc(' ', out);
		figure_fixed(out, 8, 2, listing_seconds(l, factor * f->self_ticks) / calls);
		fputc(' ', out);
		figure_fixed(out, 8, 2, listing_seconds(l, factor * all) / calls);
		figure_blanks(out, 2);
	} else {
		figure_blanks(out, 29);
	}
	if (l->options->traditional)
		listing_name_and_index(l, f);
	else
		listing_name(l, f);
	fputc('\n', l->out);
}

void flat_listing(struct listing *l)
{
	size_t n, i;
	const struct func **list = sorted_functions(l, &n);
	struct prefix prefix = choose_prefix(l, list, n);
	double total, sum = 0;

	listing_begin_part(l);
	total = print_head(l, prefix);
	for (i = 0; i < n; i++) {
		if (!spec_tables_select(l->tables, SPEC_FLAT, SPEC_NOT_FLAT, list[i]->low))
			continue;
		sum += list[i]->self_ticks;
		print_line(l, list[i], total, sum, prefix.factor);
	}
	if (!l->options->brief && !l->options->traditional)
		explain_flat(l->out);
}
