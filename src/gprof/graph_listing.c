/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/gprof_options.h"
#include "model/profile.h"

/* One entry being printed. */
struct entry {
	struct listing *l;
	double total;          /* ticks; 100 % */
	int width;             /* of the column of descendants' time */
	struct arena *scratch; /* reset for each entry */
};

static bool is_inner(const struct arc *arc)
{
	return arc->caller == arc->callee ||
	       (arc->caller->cycle && arc->caller->cycle == arc->callee->cycle);
}

/* Calls to itself first, then those inside its cycle, then by time. */
static int by_weight(const void *a, const void *b, const void *context)
{
	const struct arc *x = *(const struct arc *const *)a;
	const struct arc *y = *(const struct arc *const *)b;
	double time_x = x->self_ticks + x->descendant_ticks;
	double time_y = y->self_ticks + y->descendant_ticks;
	bool self_x = x->caller == x->callee, self_y = y->caller == y->callee;

	if (self_x || self_y)
		return self_x ? -1 : 1;
	if (is_inner(x) != is_inner(y))
		return is_inner(x) ? -1 : 1;
	if (!is_inner(x) && time_x != time_y)
		return time_x < time_y ? -1 : 1;
	return x->calls < y->calls ? -1 : x->calls > y->calls;
}

static int by_falling_weight(const void *a, const void *b, const void *context)
{
	return by_weight(b, a, context);
}

/* The arcs, sorted; the oldest of equals comes first. */
static const struct arc **sorted_arcs(const struct arc **arcs, size_t n, sort_compare *compare,
                                      struct arena *scratch)
{
	const struct arc **list = arena_space(scratch, n, sizeof *list);
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = arcs[n - 1 - i];
	sort_stable(list, n, sizeof *list, compare, NULL, scratch);
	return list;
}

static uint64_t calls_in_all(const struct func *f)
{
	return f->cycle ? f->cycle->calls : f->calls;
}

/* Ticks in seconds: its own, and those of its descendants. */
static void print_times(const struct entry *e, double self, double child)
{
	FILE *out = e->l->out;

	figure_fixed(out, 7, 2, listing_seconds(e->l, self));
	fputc(' ', out);
	figure_fixed(out, e->width, 2, listing_seconds(e->l, child));
}

/* "+3      ": calls to itself, or inside its cycle; blanks if none. */
static void print_self_calls(const struct entry *e, uint64_t calls)
{
	FILE *out = e->l->out;

	if (!calls) {
		figure_blanks(out, 8);
		return;
	}
	fputc('+', out);
	figure_count(out, -7, calls);
}

static void print_arc(const struct entry *e, const struct arc *arc, const struct func *named)
{
	FILE *out = e->l->out;

	if (is_inner(arc)) {
		figure_blanks(out, 22 + e->width);
		figure_count(out, 7, arc->calls);
		figure_blanks(out, 8);
	} else {
		figure_blanks(out, 13);
		print_times(e, arc->self_ticks, arc->descendant_ticks);
		fputc(' ', out);
		figure_count(out, 7, arc->calls);
		fputc('/', out);
		figure_count(out, -7, calls_in_all(arc->callee));
	}
	figure_blanks(out, 5);
	listing_name_and_index(e->l, named);
	fputc('\n', out);
}

static void print_callers(const struct entry *e, const struct func *f)
{
	const struct arc **list = sorted_arcs(f->callers, f->ncallers, by_weight, e->scratch);
	size_t i;

	if (!f->ncallers)
		fprintf(e->l->out,
		        "%6.6s %5.5s %7.7s %*.*s %7.7s %7.7s     "
		        "<spontaneous>\n",
		        "", "", "", e->width, e->width, "", "", "");
	for (i = 0; i < f->ncallers; i++)
		print_arc(e, list[i], list[i]->caller);
}

/* The callee of a call through a register is not known, and counts nothing. */
static void print_register_call(const struct entry *e)
{
	fprintf(e->l->out, "%6.6s %5.5s %7.2f %*.2f %7d/%-7d     %s\n", "", "", 0.0, e->width, 0.0,
	        0, 0, "<indirect child>");
}

static void print_callees(const struct entry *e, const struct func *f)
{
	const struct arc **list = sorted_arcs(f->callees, f->ncallees, by_falling_weight,
	                                      e->scratch);
	const struct arc *arcs = e->l->profile->arcs;
	bool is_due = f->register_call;
	size_t i;

	for (i = 0; i < f->ncallees; i++) {
		const struct arc *arc = list[i];

		/* It comes where a new callee without calls would be. */
		if (is_due && (is_inner(arc) ||
		               (arc->self_ticks + arc->descendant_ticks == 0 && !arc->calls &&
		                (size_t)(arc - arcs) + 1 >= f->register_call))) {
			print_register_call(e);
			is_due = false;
		}
		print_arc(e, arc, arc->callee);
	}
	if (is_due)
		print_register_call(e);
}

/* "[3]     68.4    0.20    0.32": to the left of an entry's own line. */
static void print_share(const struct entry *e, unsigned index, double self, double child)
{
	FILE *out = e->l->out;
	char number[16];

	snprintf(number, sizeof number, "[%u]", index);
	fprintf(out, "%-6.6s ", number);
	figure_fixed(out, 5, 1, 100 * (self + child) / e->total);
	fputc(' ', out);
	print_times(e, self, child);
}

static void print_function(const struct entry *e, const struct func *f)
{
	FILE *out = e->l->out;

	print_callers(e, f);
	print_share(e, f->index, f->graph_self, f->graph_child);
	if (!(f->calls + f->self_calls)) {
		figure_blanks(out, 17);
	} else {
		fputc(' ', out);
		figure_count(out, 7, f->calls);
		print_self_calls(e, f->self_calls);
		fputc(' ', out);
	}
	listing_name_and_index(e->l, f);
	fputc('\n', out);
	print_callees(e, f);
}

static int by_falling_share(const void *a, const void *b, const void *context)
{
	const struct func *x = *(const struct func *const *)a;
	const struct func *y = *(const struct func *const *)b;
	double time_x = x->graph_self + x->graph_child;
	double time_y = y->graph_self + y->graph_child;
	uint64_t calls_x = x->calls + x->self_calls;
	uint64_t calls_y = y->calls + y->self_calls;

	if (time_x != time_y)
		return time_x > time_y ? -1 : 1;
	return calls_x > calls_y ? -1 : calls_x < calls_y;
}

static void print_member(const struct entry *e, const struct func *f)
{
	FILE *out = e->l->out;

	figure_blanks(out, 13);
	print_times(e, f->graph_self, f->graph_child);
	fputc(' ', out);
	figure_count(out, 7, f->calls);
	print_self_calls(e, f->self_calls);
	figure_blanks(out, 5);
	listing_name_and_index(e->l, f);
	fputc('\n', out);
}

static void print_cycle(const struct entry *e, const struct cycle *c)
{
	const struct func **list = arena_space(e->scratch, c->nmembers, sizeof *list);
	FILE *out = e->l->out;
	size_t i;

	print_share(e, c->index, c->graph_self, c->graph_child);
	fputc(' ', out);
	figure_count(out, 7, c->calls);
	print_self_calls(e, c->self_calls);
	fprintf(out, " <cycle %u as a whole> [%u]\n", c->number, c->index);
	for (i = 0; i < c->nmembers; i++)
		list[i] = c->members[i];
	sort_stable(list, c->nmembers, sizeof *list, by_falling_share, NULL, e->scratch);
	for (i = 0; i < c->nmembers; i++)
		print_member(e, list[i]);
}

/* By line, only functions have entries: lines and cycles have none. */
static bool is_shown(const struct listing *l, const struct func *f)
{
	return f->is_listed && (f->is_function || !l->options->by_line) &&
	       (l->options->zeros || f->calls || f->self_calls || f->graph_self != 0 ||
	        f->graph_child != 0);
}

static bool is_cycle_shown(const struct listing *l, const struct cycle *c)
{
	return c->is_listed && !l->options->by_line &&
	       (l->options->zeros || c->calls || c->self_calls || c->graph_self != 0 ||
	        c->graph_child != 0);
}

static void print_titles(const struct listing *l)
{
	FILE *out = l->out;
	const char *wide = "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     "
			   "%-8.8s\n";

	if (!l->options->traditional) {
		fputs("index % time    self  children    called     name\n", out);
		return;
	}
	fprintf(out, wide, "", "", "", "", "called", "total", "parents");
	fprintf(out, "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n", "index", "%time",
	        "self", "descendants", "called", "self", "name", "index");
	fprintf(out, wide, "", "", "", "", "called", "total", "children");
	fputc('\n', out);
}

/* Prints what precedes the entries; returns what is 100 %. */
static double print_head(struct listing *l)
{
	const struct gprof_options *o = l->options;
	double total = l->profile->graph_ticks;

	if (o->traditional && !o->brief)
		explain_graph(l->out);
	listing_begin_part(l);
	if (!o->traditional)
		fputs(o->brief ? "\t\t\tCall graph\n\n"
		               : "\t\t     Call graph (explanation "
		                 "follows)\n\n",
		      l->out);
	listing_granularity(l, total, "seconds");
	if (total <= 0)
		fputs(" no time propagated\n\n", l->out);
	print_titles(l);
	return total > 0 ? total : 1;
}

void graph_listing(struct listing *l)
{
	const struct profile *p = l->profile;
	const struct gprof_options *o = l->options;
	struct entry e = { .l = l, .width = o->traditional ? 11 : 7 };
	size_t i;

	e.total = print_head(l);
	e.scratch = arena_new();
	for (i = 0; i < p->nindexes; i++) {
		const struct func *f = p->by_index[i];

		if (f ? !is_shown(l, f) : !is_cycle_shown(l, p->cycle_by_index[i]))
			continue;
		if (f)
			print_function(&e, f);
		else
			print_cycle(&e, p->cycle_by_index[i]);
		fputs(o->traditional ? "\n" : "", l->out);
		fputs("-----------------------------------------------\n", l->out);
		fputs(o->traditional ? "\n" : "", l->out);
		arena_reset(e.scratch);
	}
	arena_free(e.scratch);
	if (!o->traditional && !o->brief)
		explain_graph(l->out);
}
