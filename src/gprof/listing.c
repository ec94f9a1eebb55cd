/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include "gprof/gprof_rules.h"
#include "model/model.h"
#include "parse/object/demangle.h"
#include "parse/source/source_files.h"

/* Prints a form feed unless the part is the first one. */
static void listing_begin_part(struct listing *l) {
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

/* "granularity: each sample hit covers 4 byte(s)", and if there are any ticks, what share of them
 * one is.  0 bytes: gprof's arithmetic overflows. */
static void print_granularity(const struct listing *l, double ticks, const char *dimension) {
	const double units = l->profile->bin_units, most = 0x1p62;

	fprintf(l->out, "\ngranularity: each sample hit covers %ld byte(s)",
	        units >= 0 && units < most ? (long)units * 2 : 0);
	if (ticks > 0)
		fprintf(l->out, " for %.2f%% of %.2f %s\n\n", 100.0 / ticks, seconds_of(l, ticks),
		        dimension);
}

/* Unlike names on the screen (model/names.h), these may be long: cut ones would not be gprof's. */
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
	const double calls = (double)f->calls, all = f->self_ticks + f->descendant_ticks;
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

/* Calls to itself first, then those inside its cycle, then by time. */
static int by_weight(const void *a, const void *b, const void *context) {
	const struct arc *x = *(const struct arc *const *)a;
	const struct arc *y = *(const struct arc *const *)b;
	double time_x = x->self_ticks + x->descendant_ticks;
	double time_y = y->self_ticks + y->descendant_ticks;
	bool self_x = x->caller == x->callee, self_y = y->caller == y->callee;

	if (self_x || self_y)
		return self_x ? -1 : 1;
	if (arc_is_inner(x) != arc_is_inner(y))
		return arc_is_inner(x) ? -1 : 1;
	if (!arc_is_inner(x) && time_x != time_y)
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
	const struct cycle *cycle = arc->callee->cycle;
	FILE *out = e->l->out;

	if (arc_is_inner(arc)) {
		figure_blanks(out, 22 + e->width);
		figure_count(out, 7, arc->calls);
		figure_blanks(out, 8);
	} else {
		figure_blanks(out, 13);
		print_times(e, arc->self_ticks, arc->descendant_ticks);
		fputc(' ', out);
		figure_count(out, 7, arc->calls);
		fputc('/', out);
		figure_count(out, -7, cycle ? cycle->calls : arc->callee->calls);
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
		if (is_due && (arc_is_inner(arc) ||
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
	uint64_t calls_x = x->calls + x->self_calls, calls_y = y->calls + y->self_calls;

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
	int step = (l->options->width - 1) / COLUMNS;

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

/* How often basic blocks ran, by function. gprof has room for a few of them in each function, and
 * looks at them only in profiles by line. */

enum { BLOCKS_MAX = 10 };

/* The blocks of a function, by first appearance, without those that found no room. */
struct block_counts {
	struct {
		uint64_t address, count;
	} list[BLOCKS_MAX];
	size_t n;
};

static void add(struct block_counts *blocks, const struct block *block) {
	size_t i = 0;

	/* To gprof, an entry with the address 0 is still free. */
	while (i < blocks->n && blocks->list[i].address &&
	       blocks->list[i].address != block->address)
		i++;
	if (i == BLOCKS_MAX)
		return;
	blocks->list[i].address = block->address;
	blocks->list[i].count += block->count;
	if (i == blocks->n)
		blocks->n++;
}

/* The blocks of all functions; shape: [nfuncs], NULL where there are none.
 * Cost: a lookup for each record. */
static const struct block_counts *const *block_counts_read(const struct profile *p,
                                                           struct arena *arena) {
	struct block_counts **all = arena_alloc(arena, p->nfuncs, sizeof *all);
	const struct records *r = p->records;

	for (size_t i = 0; i < r->nblocks; i++) {
		const struct func *f = profile_at(p, r->blocks[i].address);

		if (!f)
			continue;
		size_t number = profile_number(p, f);
		if (!all[number])
			all[number] = arena_alloc(arena, 1, sizeof **all);
		add(all[number], &r->blocks[i]);
	}
	return (const struct block_counts *const *)all;
}

/* A function and where it begins. */
struct counted {
	const struct func *func;
	struct source_location location; /* without a path if unknown */
};

/* By file and line, or by address if one of the files is not known: not a consistent order, but
 * gprof's. */
static int by_location(const void *a, const void *b, const void *context) {
	const struct counted *x = a, *y = b;
	const int lines = x->location.path && y->location.path
	                          ? order_of_lines(x->location.path, x->location.line,
	                                           y->location.path, y->location.line)
	                          : 0;

	if (lines)
		return lines;
	return x->func->low < y->func->low ? -1 : x->func->low > y->func->low;
}

static void print_count(const struct listing *l, const struct counted *c, uint64_t address,
                        uint64_t count) {
	if (!count && !l->options->zeros)
		return;
	listing_put(l, c->location.path ? c->location.path : "<unknown>");
	fprintf(l->out, ":%u: (", c->location.line);
	listing_put(l, c->func->name);
	fprintf(l->out, ":0x%lx) %lu executions\n", (unsigned long)address, (unsigned long)count);
}

void exec_counts_listing(struct listing *l) {
	const struct profile *p = l->profile;
	struct counted *list = arena_alloc(l->arena, p->nfuncs, sizeof *list);
	const struct block_counts *const *blocks = l->options->by_line
	                                                   ? block_counts_read(p, l->arena)
	                                                   : NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!spec_tables_select(l->tables, SPEC_EXEC_COUNTS, SPEC_NOT_EXEC_COUNTS, f->low))
			continue;
		list[n] = (struct counted){ .func = f };
		source_lines_at(l->lines, f->low, &list[n++].location);
	}
	sort_stable(list, n, sizeof *list, by_location, NULL, l->arena);
	listing_begin_part(l);
	for (size_t i = 0; i < n; i++) {
		const struct func *f = list[i].func;
		const struct block_counts *b = blocks ? blocks[f - p->funcs] : NULL;

		print_count(l, &list[i], f->low, f->calls);
		for (size_t k = 0; b && k < b->n; k++)
			if (b->list[k].address)
				print_count(l, &list[i], b->list[k].address, b->list[k].count);
	}
}

/* A line that functions begin at. */
struct annotated_row {
	unsigned line;
	uint64_t calls;                    /* of all that begin here */
	bool is_function;                  /* the first of them is marked as one */
	uint64_t address;                  /* where it begins; 0 if several do */
	const struct block_counts *blocks; /* of the first, or NULL */
};

/* A source file. */
struct annotated_file {
	const char *path;
	const struct annotated_row *rows; /* by line; shape: [nrows] */
	size_t nrows;
	uint64_t calls; /* of all rows */
};

/* A function that is included; by file, line, address. */
struct part {
	uint32_t file; /* number of its path */
	unsigned line;
	const struct func *func;
};

static int by_line(const void *a, const void *b, const void *context) {
	const struct part *x = a, *y = b;

	if (x->file != y->file)
		return x->file > y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static struct part *list_parts(const struct listing *l, const struct function_files *files,
                               size_t *n, struct arena *arena) {
	const struct profile *p = l->profile;
	struct part *list = arena_alloc(arena, p->nfuncs, sizeof *list);

	for (size_t i = *n = 0; i < p->nfuncs; i++)
		if (files->numbers[i] != NO_ITEM && files->locations[i].line &&
		    spec_tables_select(l->tables, SPEC_ANNOTATED, SPEC_NOT_ANNOTATED,
		                       p->funcs[i].low))
			list[(*n)++] = (struct part){ files->numbers[i], files->locations[i].line,
				                      &p->funcs[i] };
	sort_stable(list, *n, sizeof *list, by_line, NULL, arena);
	return list;
}

/* Makes the rows of one file; blocks: as from block_counts_read(), or NULL. */
static void fill_rows(struct annotated_file *file, struct annotated_row *rows,
                      const struct part *parts, size_t n, const struct block_counts *const *blocks,
                      const struct profile *p) {
	file->rows = rows;
	for (size_t i = 0; i < n; i++) {
		const struct func *f = parts[i].func;

		if (!i || parts[i].line != parts[i - 1].line)
			rows[file->nrows++] = (struct annotated_row){
				.line = parts[i].line,
				.is_function = f->is_function,
				.address = f->low,
				.blocks = blocks ? blocks[f - p->funcs] : NULL,
			};
		else
			rows[file->nrows - 1].address = 0;
		rows[file->nrows - 1].calls += f->calls;
		file->calls += f->calls;
	}
}

/* The files with functions that the options select, in gprof's order: the one that the symbol table
 * names last comes first.  Sets *n. */
static const struct annotated_file *annotated_files(const struct listing *l, size_t *n,
                                                    struct arena *arena) {
	const struct profile *p = l->profile;
	const struct function_files *files = function_files_new(p->image, p->rules, l->lines,
	                                                        p->funcs, p->nfuncs, arena);
	size_t nparts, last;
	const struct part *parts = list_parts(l, files, &nparts, arena);
	struct annotated_file *list = arena_alloc(arena, files->paths.index.n, sizeof *list);
	struct annotated_row *rows = arena_alloc(arena, nparts, sizeof *rows);
	const struct block_counts *const *blocks = l->options->by_line ? block_counts_read(p, arena)
	                                                               : NULL;

	*n = 0;
	for (size_t first = 0; first < nparts; first = last) {
		last = first + 1;
		while (last < nparts && parts[last].file == parts[first].file)
			last++;
		list[*n].path = files->paths.texts[parts[first].file];
		fill_rows(&list[*n], rows + first, parts + first, last - first, blocks, p);
		++*n;
	}
	return list;
}

enum { MARGIN = 16 };

/* The figures for one file. */
struct summary {
	size_t executable, executed; /* lines */
	uint64_t last;               /* last count shown; carried over from file to file */
};

static bool read_in(struct bytes *out, const char *directory, const char *name,
                    struct arena *arena) {
	struct error ignored;

	return bytes_read_named(out, arena_format(arena, "%s/%s", directory, name), arena,
	                        &ignored);
}

/* Reads a source by its path, else below a directory, else by its name in a directory. */
static bool read_source(struct bytes *out, const struct listing *l, const char *path,
                        struct arena *arena) {
	struct error ignored;
	size_t n = l->options->ndirectories;
	const char *const *list = source_folders(l->options->directories, &n, l->arena);

	if (bytes_read_named(out, path, arena, &ignored))
		return true;
	int reason = errno;
	for (size_t i = 0; i < n && path[0] != '/'; i++)
		if (read_in(out, list[i], path, arena))
			return true;
	for (size_t i = 0; i < n && strchr(path, '/'); i++)
		if (read_in(out, list[i], path_last(path), arena))
			return true;
	if (reason == ENOENT)
		fprintf(l->messages, "%s: could not locate `%s'\n", l->options->program,
		        safe_in_message(path, l->arena));
	else
		fprintf(l->messages, "%s: %s\n", safe_in_message(path, l->arena), strerror(reason));
	return false;
}

/* The counts of a line, being written. */
struct margin {
	char text[32 * (BLOCKS_MAX + 2)];
	int len;
	bool has_count;
	uint64_t count; /* of the line */
	uint64_t shown; /* the last one in the text */
};

static void show(struct margin *m, uint64_t count) {
	m->len += snprintf(m->text + m->len, sizeof m->text - (size_t)m->len,
	                   m->len ? ",%lu" : "%lu", (unsigned long)count);
	m->shown = count;
}

/* Begins with the count of the line before, or of the function. */
static void show_first(struct margin *m, uint64_t count) {
	show(m, count);
	m->has_count = true;
	m->count = count;
}

/* Adds the counts of a line's blocks that say something new. */
static void show_blocks(struct margin *m, const struct block_counts *blocks, bool all_lines,
                        uint64_t *last) {
	for (size_t i = 0; i < blocks->n; i++) {
		uint64_t count = blocks->list[i].count;

		if (!blocks->list[i].address)
			continue;
		*last = count;
		m->has_count = true;
		m->count += count;
		if (!all_lines || !m->len || count != m->shown)
			show(m, count);
	}
}

static struct margin margin_of(const struct listing *l, const struct annotated_row *row,
                               uint64_t *last) {
	const bool all_lines = l->options->all_lines;
	/* Then an earlier block runs into the line. */
	const bool is_run_into = row->blocks && row->blocks->list[0].address > row->address;
	struct margin m = { .len = 0 };

	if (row->is_function)
		*last = row->calls;
	if (row->is_function || (all_lines && is_run_into))
		show_first(&m, *last);
	if (row->blocks)
		show_blocks(&m, row->blocks, all_lines, last);
	if (all_lines && !m.len)
		show_first(&m, *last);
	return m;
}

/* Writes what precedes a line: MARGIN characters. */
static void print_margin(const struct listing *l, FILE *out, const struct annotated_row *row,
                         struct summary *s) {
	struct margin m = { .len = 0 };

	if (row)
		m = margin_of(l, row, &s->last);
	if (m.has_count) {
		s->executed++;
		if (m.count < l->options->min_count)
			strcpy(m.text, "#####");
		strcat(m.text, " -> ");
	}
	fprintf(out, "%*.*s", MARGIN, MARGIN, m.text);
}

static void print_source(const struct listing *l, FILE *out, struct bytes text,
                         const struct annotated_file *file, struct summary *s) {
	const struct annotated_row *row = file->rows, *end = file->rows + file->nrows;

	for (unsigned line = 1; text.len; line++) {
		const unsigned char *newline = memchr(text.data, '\n', text.len);
		size_t len = newline ? (size_t)(newline - text.data) + 1 : text.len;
		bool is_row = row < end && row->line == line;

		s->executable += is_row;
		print_margin(l, out, is_row ? row : NULL, s);
		row += is_row;
		fwrite(text.data, 1, len, out);
		text.data += len;
		text.len -= len;
	}
}

static void print_table(const struct listing *l, FILE *out, const struct annotated_file *file) {
	const unsigned length = (unsigned)l->options->table_length;
	SCRATCH struct arena *scratch = arena_new();
	struct annotated_row *rows = arena_copy(scratch, file->rows, file->nrows, sizeof *rows);

	fprintf(out, "\n\nTop %u Lines:\n\n     Line      Count\n\n", length);
	sort_falling(rows, file->nrows, sizeof *rows, offsetof(struct annotated_row, calls),
	             scratch);
	for (size_t i = 0; i < length && i < file->nrows && rows[i].calls; i++)
		fprintf(out, "%9u %10lu\n", rows[i].line, (unsigned long)rows[i].calls);
}

static void print_summary(FILE *out, const struct annotated_file *file, const struct summary *s) {
	const double lines = (double)s->executable;

	fputs("\nExecution Summary:\n\n", out);
	fprintf(out, "%9zu   Executable lines in this file\n", s->executable);
	fprintf(out, "%9zu   Lines executed\n", s->executed);
	fprintf(out, "%9.2f   Percent of the file executed\n",
	        s->executable ? 100 * (double)s->executed / lines : 100.0);
	fprintf(out, "\n%9lu   Total number of line executions\n", (unsigned long)file->calls);
	fprintf(out, "%9.2f   Average executions per line\n",
	        s->executable ? (double)file->calls / lines : 0.0);
}

/* Where a file's listing goes; NULL after a message.  `own`: the file it has by itself, if any. */
static FILE *open_output(struct listing *l, struct new_file *own, const char *path, bool is_first,
                         struct arena *scratch) {
	struct error why;

	if (!l->options->separate_files) {
		if (!is_first)
			fputc('\n', l->out);
		listing_begin_part(l);
		fputs("*** File ", l->out);
		listing_put(l, path);
		fputs(":\n", l->out);
		return l->out;
	}
	const char *name = arena_format(scratch, "%s-ann", path_last(path));
	if (new_file_open(own, name, NEW_FILE_ANY, scratch, &why))
		return safe_output(own->file, scratch);
	fprintf(l->messages, "%s\n", safe_in_message(why.reason, scratch));
	return NULL;
}

static void close_output(struct listing *l, FILE *out, struct new_file *own) {
	const char *followed = own->followed;
	struct error why;

	safe_output_close(out, own->file);
	if (!new_file_finish(own, &why)) {
		fprintf(l->messages, "%s\n", safe_in_message(why.reason, l->arena));
		l->is_incomplete = true;
	} else if (followed) {
		listing_say_link(l, own->path, followed);
	}
}

void annotated_listing(struct listing *l) {
	struct summary summary = { 0 };
	bool is_first = true;
	size_t n;
	const struct annotated_file *files = annotated_files(l, &n, l->arena);

	for (size_t i = 0; i < n; i++) {
		SCRATCH struct arena *scratch = arena_new();
		struct new_file own;
		struct bytes text;
		FILE *out = NULL;

		if ((l->options->zeros || files[i].calls) &&
		    read_source(&text, l, files[i].path, scratch))
			out = open_output(l, &own, files[i].path, is_first, scratch);
		if (out) {
			is_first = false;
			summary.executable = summary.executed = 0;
			print_source(l, out, text, &files[i], &summary);
			if (l->options->table_length)
				print_table(l, out, &files[i]);
			print_summary(out, &files[i], &summary);
		}
		if (out && out != l->out)
			close_output(l, out, &own);
	}
}
