/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/system.h"
#include "base/text.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "gprof/spec_tables.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"
#include "parse/object/demangle.h"

void listing_begin_part(struct listing *l) {
	if (l->has_begun)
		fputs("\f\n", l->out);
	l->has_begun = true;
}

void listing_say_link(const struct listing *l, const char *path, const char *followed) {
	fprintf(l->messages, "%s: a link to %s, which was written\n",
	        safe_in_message(path, l->arena), safe_in_message(followed, l->arena));
}

/* Ticks in seconds, or in whatever unit they are; 0 if the rate is not known. */
static double seconds_of(const struct listing *l, double ticks) {
	return l->profile->rate > 0 ? ticks / l->profile->rate : 0;
}

/* The bytes a bin covers; 0 if gprof's arithmetic overflows. */
static long bin_bytes(const struct profile *p) {
	const double most = 0x1p62;

	return p->bin_units >= 0 && p->bin_units < most ? (long)p->bin_units * 2 : 0;
}

/* "granularity: each sample hit covers 4 byte(s)", and if there are any ticks, what share of them
 * one is. */
static void print_granularity(const struct listing *l, double ticks, const char *dimension) {
	fprintf(l->out, "\ngranularity: each sample hit covers %ld byte(s)", bin_bytes(l->profile));
	if (ticks > 0)
		fprintf(l->out, " for %.2f%% of %.2f %s\n\n", 100.0 / ticks, seconds_of(l, ticks),
		        dimension);
}

/* Unlike the names on the screen (model/names.h), these may be long: a name that is cut would not
 * be gprof's. */
enum { NAME_BYTES = 1 << 20 };

static const char *readable_name(struct listing *l, const struct func *f) {
	const struct gprof_options *o = l->options;
	const struct image *image = l->profile->image;
	enum demangle_style style = DEMANGLE_AUTO;
	const size_t number = profile_number(l->profile, f);

	if (o->demangling)
		demangle_style_named(o->demangling, &style);
	if (o->raw_names || o->traditional || !image->demangle)
		return f->name;
	if (l->names && l->names[number])
		return l->names[number];
	if (!l->names) {
		l->space = arena_space(l->arena, NAME_BYTES, 1);
		l->names = arena_alloc(l->arena, l->profile->nfuncs, sizeof *l->names);
		l->work = names_work(l->profile);
	}
	l->names[number] = f->name;
	if (demangle_in_style(l->space, NAME_BYTES, f->name, style, image->leading_char, &l->work))
		l->names[number] = arena_text(l->arena, l->space, strlen(l->space));
	return l->names[number];
}

int listing_put(const struct listing *l, const char *name) {
	const size_t len = strlen(name);

	if (l->is_terminal)
		return (int)text_put(l->out, name, len);
	fputs(name, l->out);
	return (int)len;
}

/* The name, in the form the options ask for.  Returns the bytes printed. */
static int put_name(struct listing *l, const struct func *f) {
	struct source_location location;
	int len = listing_put(l, readable_name(l, f));

	if (!(l->options->by_line || l->options->inline_file_names) ||
	    !source_lines_at(l->lines, f->low, &location))
		return len;
	if (l->options->full_paths)
		location.file = location.path;
	len += fprintf(l->out, " (");
	len += listing_put(l, location.file);
	return len + (l->options->by_line
	                      ? fprintf(l->out, ":%u @ %lx)", location.line, (unsigned long)f->low)
	                      : fprintf(l->out, ":%u)", location.line));
}

/* The name with the number of its cycle and of its entry. */
static void put_name_and_index(struct listing *l, const struct func *f) {
	put_name(l, f);
	if (!l->has_calls)
		return;
	if (f->cycle)
		fprintf(l->out, " <cycle %u>", f->cycle->number);
	fputs(f->is_listed ? " [" : " (", l->out);
	figure_count(l->out, 0, f->index);
	fputc(f->is_listed ? ']' : ')', l->out);
}

static bool is_used(const struct func *f) {
	return f->calls || f->self_ticks != 0;
}

enum { MOST = 64 }; /* characters of a figure, blanks included */

/* Writes the digits of a number before `end`, at least this many. */
static char *digits(char *end, uint64_t number, int least) {
	for (; number || least > 0; number /= 10, least--)
		*--end = (char)('0' + number % 10);
	return end;
}

/* Pads the front of a text that ends a buffer of MOST characters. */
static void put(FILE *out, char *begin, const char *end, int width) {
	while (end - begin < width)
		*--begin = ' ';
	fwrite(begin, 1, (size_t)(end - begin), out);
}

/* The product is off by less than a thousandth, so unless it is that close to the midpoint of two
 * numbers, it is rounded as the exact one would be. */
static bool round_exactly(double number, double scale, uint64_t *out) {
	const double most = 1073741824;

	if (signbit(number) || !(number < most))
		return false;
	double scaled = number * scale;
	*out = (uint64_t)scaled;
	double rest = scaled - (double)*out;
	if (fabs(rest - 0.5) < 0.001)
		return false;
	*out += rest > 0.5;
	return true;
}

void figure_fixed(FILE *out, int width, int decimals, double number) {
	static const uint64_t scales[] = { 1, 10, 100 };
	const uint64_t scale = scales[decimals];
	char text[MOST], *end = text + MOST, *at = end;
	uint64_t rounded;

	assert(width < MOST);
	if (!round_exactly(number, (double)scale, &rounded)) {
		fprintf(out, "%*.*f", width, decimals, number);
		return;
	}
	if (decimals) {
		at = digits(at, rounded % scale, decimals);
		*--at = '.';
	}
	at = digits(at, rounded / scale, 1);
	put(out, at, end, width);
}

void figure_count(FILE *out, int width, uint64_t count) {
	char text[MOST], *end = text + MOST, *at = digits(end, count, 1);

	assert(width < MOST && -width < MOST);
	put(out, at, end, width);
	if (end - at < -width)
		figure_blanks(out, -width - (int)(end - at));
}

void figure_blanks(FILE *out, int n) {
	static const char blanks[MOST + 1] = "                                "
					     "                                ";

	for (; n > MOST; n -= MOST)
		fwrite(blanks, 1, MOST, out);
	if (n > 0)
		fwrite(blanks, 1, (size_t)n, out);
}

/* The texts flat.text and graph.text of this folder. */
static const struct named_text explanations[] = {
#include "explanations.inc"
	{ NULL, NULL }
};

static void explain(FILE *out, const char *name) {
	fputs(named_text(explanations, name), out);
}

/* The unit for times per call, chosen so that the longest is 1 to 999. */
struct prefix {
	char letter;
	double factor;
};

static const struct prefix prefixes[] = {
	{ 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 }, { ' ', 1 },    { 'm', 1e3 },
	{ 'u', 1e6 },   { 'n', 1e9 },  { 'p', 1e12 }, { 'f', 1e15 }, { 'a', 1e18 },
};

static struct prefix choose_prefix(const struct listing *l, const struct func **list, size_t n) {
	double longest = 0;

	if (l->options->traditional)
		return (struct prefix){ 'm', 1e3 };
	for (size_t i = 0; i < n; i++) {
		const struct func *f = list[i];

		if (!f->calls)
			continue;
		double one = (f->self_ticks + f->descendant_ticks) / (double)f->calls;
		if (one > longest)
			longest = one;
	}
	longest = seconds_of(l, longest);
	for (size_t i = 0; longest > 0 && i < sizeof prefixes / sizeof *prefixes; i++)
		if (prefixes[i].factor * longest >= 1 && prefixes[i].factor * longest < 1000)
			return prefixes[i];
	return prefixes[0];
}

static int by_time(const void *a, const void *b, const void *context) {
	const struct func *x = *(const struct func *const *)a;
	const struct func *y = *(const struct func *const *)b;

	if (x->self_ticks != y->self_ticks)
		return x->self_ticks > y->self_ticks ? -1 : 1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* The functions that may be shown; sets *n. */
static const struct func **sorted_functions(const struct listing *l, size_t *n) {
	const struct profile *p = l->profile;
	const struct func **list = arena_space(l->arena, p->nfuncs, sizeof *list);

	for (size_t i = *n = 0; i < p->nfuncs; i++)
		if (l->options->zeros || is_used(&p->funcs[i]))
			list[(*n)++] = &p->funcs[i];
	sort_stable(list, *n, sizeof *list, by_time, NULL, l->arena);
	return list;
}

static void print_titles(const struct listing *l, struct prefix prefix) {
	const char *dimension = l->profile->dimension;
	char unit[8];

	snprintf(unit, sizeof unit, "%c%c/call", prefix.letter, l->profile->abbreviation);
	fprintf(l->out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ", "cumulative",
	        "self  ", "", "self  ", "total ", "");
	fprintf(l->out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time", dimension,
	        dimension, "calls", unit, unit, "name");
}

/* Prints what precedes the lines; returns what is 100 %. */
static double print_head(const struct listing *l, struct prefix prefix) {
	const struct profile *p = l->profile;
	double total = p->total_ticks;

	if (l->options->traditional) {
		if (!l->options->brief) {
			fputs("\n\n\nflat profile:\n", l->out);
			explain(l->out, "flat");
		}
		print_granularity(l, total, p->dimension);
	} else {
		fprintf(l->out, "Flat profile:\n\nEach sample counts as %g %s.\n", seconds_of(l, 1),
		        p->dimension);
	}
	if (total <= 0) {
		fputs(" no time accumulated\n\n", l->out);
		total = 1;
	}
	print_titles(l, prefix);
	return total;
}

static void print_line(struct listing *l, const struct func *f, double total, double sum,
                       double factor) {
	const bool is_old = l->options->traditional;
	const double calls = (double)f->calls;
	const double all = f->self_ticks + f->descendant_ticks;
	FILE *out = l->out;

	figure_fixed(out, is_old ? 5 : 6, is_old ? 1 : 2, 100 * f->self_ticks / total);
	fputc(' ', out);
	figure_fixed(out, is_old ? 10 : 9, 2, seconds_of(l, sum));
	fputc(' ', out);
	figure_fixed(out, 8, 2, seconds_of(l, f->self_ticks));
	if (f->calls) {
		fputc(' ', out);
		figure_count(out, 8, f->calls);
		fputc(' ', out);
		figure_fixed(out, 8, 2, seconds_of(l, factor * f->self_ticks) / calls);
		fputc(' ', out);
		figure_fixed(out, 8, 2, seconds_of(l, factor * all) / calls);
		figure_blanks(out, 2);
	} else {
		figure_blanks(out, 29);
	}
	if (l->options->traditional)
		put_name_and_index(l, f);
	else
		put_name(l, f);
	fputc('\n', l->out);
}

void flat_listing(struct listing *l) {
	size_t n;
	const struct func **list = sorted_functions(l, &n);
	struct prefix prefix = choose_prefix(l, list, n);
	double sum = 0;

	listing_begin_part(l);
	double total = print_head(l, prefix);
	for (size_t i = 0; i < n; i++) {
		if (!spec_tables_select(l->tables, SPEC_FLAT, SPEC_NOT_FLAT, list[i]->low))
			continue;
		sum += list[i]->self_ticks;
		print_line(l, list[i], total, sum, prefix.factor);
	}
	if (!l->options->brief && !l->options->traditional)
		explain(l->out, "flat");
}

/* One entry being printed. */
struct entry {
	struct listing *l;
	double total;          /* ticks; 100 % */
	int width;             /* of the column of descendants' time */
	struct arena *scratch; /* reset for each entry */
};

static bool is_inner(const struct arc *arc) {
	return arc->caller == arc->callee ||
	       (arc->caller->cycle && arc->caller->cycle == arc->callee->cycle);
}

/* Calls to itself first, then those inside its cycle, then by time. */
static int by_weight(const void *a, const void *b, const void *context) {
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

static int by_falling_weight(const void *a, const void *b, const void *context) {
	return by_weight(b, a, context);
}

/* The arcs, sorted; the oldest of equals comes first. */
static const struct arc **sorted_arcs(const struct arc **arcs, size_t n, sort_compare *compare,
                                      struct arena *scratch) {
	const struct arc **list = arena_space(scratch, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = arcs[n - 1 - i];
	sort_stable(list, n, sizeof *list, compare, NULL, scratch);
	return list;
}

static uint64_t calls_in_all(const struct func *f) {
	return f->cycle ? f->cycle->calls : f->calls;
}

/* Ticks in seconds: its own, and those of its descendants. */
static void print_times(const struct entry *e, double self, double child) {
	FILE *out = e->l->out;

	figure_fixed(out, 7, 2, seconds_of(e->l, self));
	fputc(' ', out);
	figure_fixed(out, e->width, 2, seconds_of(e->l, child));
}

/* "+3      ": calls to itself, or inside its cycle; blanks if none. */
static void print_self_calls(const struct entry *e, uint64_t calls) {
	FILE *out = e->l->out;

	if (!calls) {
		figure_blanks(out, 8);
		return;
	}
	fputc('+', out);
	figure_count(out, -7, calls);
}

static void print_arc(const struct entry *e, const struct arc *arc, const struct func *named) {
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
	put_name_and_index(e->l, named);
	fputc('\n', out);
}

static void print_callers(const struct entry *e, const struct func *f) {
	const struct arc **list = sorted_arcs(f->callers, f->ncallers, by_weight, e->scratch);

	if (!f->ncallers)
		fprintf(e->l->out, "%6.6s %5.5s %7.7s %*.*s %7.7s %7.7s     <spontaneous>\n", "",
		        "", "", e->width, e->width, "", "", "");
	for (size_t i = 0; i < f->ncallers; i++)
		print_arc(e, list[i], list[i]->caller);
}

/* The callee of a call through a register is not known, and counts nothing. */
static void print_register_call(const struct entry *e) {
	fprintf(e->l->out, "%6.6s %5.5s %7.2f %*.2f %7d/%-7d     %s\n", "", "", 0.0, e->width, 0.0,
	        0, 0, "<indirect child>");
}

static void print_callees(const struct entry *e, const struct func *f) {
	const struct arc **list = sorted_arcs(f->callees, f->ncallees, by_falling_weight,
	                                      e->scratch);
	const struct arc *arcs = e->l->profile->arcs;
	bool is_due = f->register_call;

	for (size_t i = 0; i < f->ncallees; i++) {
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
static void print_share(const struct entry *e, unsigned index, double self, double child) {
	FILE *out = e->l->out;
	char number[16];

	snprintf(number, sizeof number, "[%u]", index);
	fprintf(out, "%-6.6s ", number);
	figure_fixed(out, 5, 1, 100 * (self + child) / e->total);
	fputc(' ', out);
	print_times(e, self, child);
}

static void print_function(const struct entry *e, const struct func *f) {
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
	put_name_and_index(e->l, f);
	fputc('\n', out);
	print_callees(e, f);
}

static int by_falling_share(const void *a, const void *b, const void *context) {
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

static void print_member(const struct entry *e, const struct func *f) {
	FILE *out = e->l->out;

	figure_blanks(out, 13);
	print_times(e, f->graph_self, f->graph_child);
	fputc(' ', out);
	figure_count(out, 7, f->calls);
	print_self_calls(e, f->self_calls);
	figure_blanks(out, 5);
	put_name_and_index(e->l, f);
	fputc('\n', out);
}

static void print_cycle(const struct entry *e, const struct cycle *c) {
	const struct func **list = arena_space(e->scratch, c->nmembers, sizeof *list);
	FILE *out = e->l->out;

	print_share(e, c->index, c->graph_self, c->graph_child);
	fputc(' ', out);
	figure_count(out, 7, c->calls);
	print_self_calls(e, c->self_calls);
	fprintf(out, " <cycle %u as a whole> [%u]\n", c->number, c->index);
	for (size_t i = 0; i < c->nmembers; i++)
		list[i] = c->members[i];
	sort_stable(list, c->nmembers, sizeof *list, by_falling_share, NULL, e->scratch);
	for (size_t i = 0; i < c->nmembers; i++)
		print_member(e, list[i]);
}

/* By line, only functions have entries: lines and cycles have none. */
static bool is_shown(const struct listing *l, const struct func *f) {
	return f->is_listed && (f->is_function || !l->options->by_line) &&
	       (l->options->zeros || f->calls || f->self_calls || f->graph_self != 0 ||
	        f->graph_child != 0);
}

static bool is_cycle_shown(const struct listing *l, const struct cycle *c) {
	return c->is_listed && !l->options->by_line &&
	       (l->options->zeros || c->calls || c->self_calls || c->graph_self != 0 ||
	        c->graph_child != 0);
}

static void print_graph_titles(const struct listing *l) {
	FILE *out = l->out;
	const char *wide = "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n";

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
static double print_graph_head(struct listing *l) {
	const struct gprof_options *o = l->options;
	double total = l->profile->graph_ticks;

	if (o->traditional && !o->brief)
		explain(l->out, "graph");
	listing_begin_part(l);
	if (!o->traditional)
		fputs(o->brief ? "\t\t\tCall graph\n\n"
		               : "\t\t     Call graph (explanation follows)\n\n",
		      l->out);
	print_granularity(l, total, "seconds");
	if (total <= 0)
		fputs(" no time propagated\n\n", l->out);
	print_graph_titles(l);
	return total > 0 ? total : 1;
}

void graph_listing(struct listing *l) {
	const struct profile *p = l->profile;
	const struct gprof_options *o = l->options;
	struct entry e = { .l = l, .width = o->traditional ? 11 : 7 };

	e.total = print_graph_head(l);
	e.scratch = arena_new();
	for (size_t i = 0; i < p->nindexes; i++) {
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
		explain(l->out, "graph");
}

enum { COLUMNS = 3 };

/* A function, or a cycle. */
struct item {
	const struct func *func; /* or NULL */
	const struct cycle *cycle;
};

static int by_name(const void *a, const void *b, const void *context) {
	const struct item *x = a, *y = b;

	return strcmp(x->func->name, y->func->name);
}

/* Functions by name, then cycles by number. */
static struct item *items(const struct listing *l, size_t *n) {
	const struct profile *p = l->profile;
	struct item *list = arena_space(l->arena, p->nfuncs + p->ncycles, sizeof *list);

	*n = 0;
	for (size_t i = 0; i < p->nfuncs; i++)
		if (l->options->zeros || is_used(&p->funcs[i]))
			list[(*n)++] = (struct item){ &p->funcs[i], NULL };
	sort_stable(list, *n, sizeof *list, by_name, NULL, l->arena);
	for (size_t i = 0; i < p->ncycles; i++)
		list[(*n)++] = (struct item){ NULL, &p->cycles[i] };
	return list;
}

static void format_index(char *out, size_t size, const struct item *item) {
	bool is_listed = item->func ? item->func->is_listed : item->cycle->is_listed;
	unsigned index = item->func ? item->func->index : item->cycle->index;

	snprintf(out, size, is_listed ? "[%u]" : "(%u)", index);
}

static void print_traditional(const struct listing *l, const struct item *item) {
	char index[16], cycle[32];

	format_index(index, sizeof index, item);
	if (item->cycle)
		snprintf(cycle, sizeof cycle, "<cycle %u>", item->cycle->number);
	fprintf(l->out, "%6.6s %-19.19s", index, item->func ? item->func->name : cycle);
}

/* A static function's file distinguishes it from others of the same name. */
static int print_file(const struct listing *l, const struct func *f) {
	struct source_location location;

	if (l->options->by_line || !f->is_static || !source_lines_at(l->lines, f->low, &location))
		return 0;
	fputs(" (", l->out);
	int len = listing_put(l, l->options->full_paths ? location.path : location.file);
	fputc(')', l->out);
	return len + 3;
}

/* Prints an item that begins at column `start`, after one that ended at `column`; returns where it
 * ends.  The blanks around the index do not count. */
static int print_item(struct listing *l, const struct item *item, int column, int start) {
	char index[16];

	format_index(index, sizeof index, item);
	column += (int)strlen(index);
	int pad = column < start + 5 ? start + 5 - column : 0;
	figure_blanks(l->out, pad + 1);
	fputs(index, l->out);
	fputc(' ', l->out);
	column += pad;
	if (item->cycle)
		return column + fprintf(l->out, "<cycle %u>", item->cycle->number);
	column += put_name(l, item->func);
	return column + print_file(l, item->func);
}

void index_listing(struct listing *l) {
	size_t n;
	const struct item *list = items(l, &n);
	int step = ((int)l->options->width - 1) / COLUMNS;

	fputs("\f\nIndex by function name\n\n", l->out);
	size_t rows = (n + COLUMNS - 1) / COLUMNS;
	for (size_t row = 0; row < rows; row++) {
		int column = 0, start = 0;

		for (size_t k = row; k < n; k += rows) {
			if (l->options->traditional)
				print_traditional(l, &list[k]);
			else
				column = print_item(l, &list[k], column, start);
			start += step;
		}
		fputc('\n', l->out);
	}
	l->has_begun = true;
}
