/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks as a tree of names, written as lines and as a picture. */
#include "export/exporter.h"

#include "model/compare/comparison.h"

#define NO_CALL_PATH UINT32_MAX

/* A step of the tree. */
struct call_path {
	const char *name;
	const struct func *func;     /* or NULL: in a comparison names tell paths apart */
	uint32_t above, below, next; /* numbers, or NO_CALL_PATH */
	unsigned depth;
	double self, total;           /* ticks */
	double base_self, base_total; /* with a base: its, as for as many runs; or 0 */
};

struct call_paths {
	struct call_path *list; /* outer before inner; shape: [n] */
	size_t n;
};

struct finder {
	const struct export *what;
	const struct dataset *data; /* the side that is looked at */
	struct call_paths out;
	struct index index;
	struct arena *arena;
};

static bool is_path(const void *list, uint32_t number, const void *wanted) {
	const struct call_path *x = (const struct call_path *)list + number, *y = wanted;

	return x->above == y->above && x->func == y->func &&
	       (x->name == y->name || !strcmp(x->name, y->name));
}

static uint32_t step_in(struct finder *f, uint32_t above, const char *name,
                        const struct func *func) {
	struct call_path new = { .name = name,
		                 .func = f->what->data->comparison ? NULL : func,
		                 .above = above,
		                 .below = NO_CALL_PATH,
		                 .next = NO_CALL_PATH };
	uint32_t number;

	if (!index_append(&f->index, hash_text(hash_number(0, above), name), is_path, f->out.list,
	                  &new, &number))
		return number;
	if (above != NO_CALL_PATH) {
		new.depth = f->out.list[above].depth + 1;
		new.next = f->out.list[above].below;
		f->out.list[above].below = number;
	}
	arena_append(f->arena, f->out.list, f->out.n, new);
	return number;
}

/* One of the base is where its counterpart is. */
static uint32_t step_into_func(struct finder *f, uint32_t above, const struct func *func) {
	const struct comparison *c = f->what->data->comparison;
	const struct func *shown = func;

	if (f->data == f->what->data)
		return step_in(f, above, name_of_func(f->what, func), func);
	shown = comparison_counterpart(c, func);
	return step_in(f, above,
	               shown ? name_of_func(f->what, shown)
	                     : comparison_base_name(c, func, f->what->names),
	               shown);
}

/* A frame, from the function that the code is of to what was inlined; those that are places of
 * their own have no outer ones. */
static uint32_t step_into_frame(struct finder *f, uint32_t above, const struct stack_place *place,
                                const struct frame *frame) {
	enum { MOST = 64 };
	const struct dataset *data = f->data;
	const struct frame *list[MOST];
	size_t n = 0;

	for (; n < MOST; frame = &data->frames->list[frame->outer]) {
		list[n++] = frame;
		if (data->profile->is_apart || frame->outer == NO_FRAME)
			break;
	}
	above = step_into_func(f, above, place->func);
	while (n-- > 1) {
		const char *raw = list[n - 1]->function ? list[n - 1]->function : "<inlined>";
		const char *name = names_make(data->names, raw, f->what->names, f->arena);

		if (!list[n]->function || strcmp(raw, list[n]->function) != 0)
			above = step_in(f, above, name, NULL);
	}
	return above;
}

/* Adds what a side was doing. */
static void add_side(struct finder *f, const struct dataset *data) {
	const struct comparison *c = data == f->what->data ? NULL : f->what->data->comparison;
	const struct stacks stacks = stacks_find(data, f->arena);

	f->data = data;
	for (size_t i = 0; i < stacks.n; i++) {
		const double ticks = stacks.list[i].ticks;
		uint32_t step = stacks.list[i].outermost, at = NO_CALL_PATH;

		for (; step != NO_STEP; step = stacks.steps[step].inner) {
			const struct stack_place place = stack_place(&stacks,
			                                             stacks.steps[step].place);

			at = place.kind == PLACE_FRAME ? step_into_frame(f, at, &place, place.frame)
			     : place.func              ? step_into_func(f, at, place.func)
			                  : step_in(f, at, name_of_place(f->what, &place), NULL);
		}
		if (c)
			f->out.list[at].base_self += comparison_ticks(c, ticks);
		else
			f->out.list[at].self += ticks;
	}
}

/* All paths of a profile, and of its base; lines of one function are one place, and functions that
 * the comparison takes for the same one are.  Owner: the arena. */
static struct call_paths call_paths_find(const struct export *what, struct arena *arena) {
	struct finder f = { .what = what, .index = { .arena = arena }, .arena = arena };

	add_side(&f, what->data);
	if (what->data->comparison)
		add_side(&f, what->data->base);
	for (size_t i = f.out.n; i-- > 0;) {
		struct call_path *path = &f.out.list[i];

		path->total += path->self;
		path->base_total += path->base_self;
		if (path->above == NO_CALL_PATH)
			continue;
		f.out.list[path->above].total += path->total;
		f.out.list[path->above].base_total += path->base_total;
	}
	return f.out;
}

/* Folded stacks, a line each: names from the outermost inwards with ";" between them, a blank, and
 * a number.  flamegraph.pl, inferno and speedscope read them.
 * Source: B. Gregg, "Flame Graphs"; stackcollapse-perf.pl.
 *
 * The numbers are microseconds, or samples where the clock's rate is not known; sums are rounded,
 * so that all lines together have the whole.  With a base there are two, its own first, as
 * difffolded.pl writes them. */

static void put_path(FILE *file, const struct call_paths *paths, uint32_t path,
                     struct arena *arena) {
	uint32_t *list = arena_space(arena, paths->list[path].depth + 1, sizeof *list);
	size_t n = 0;

	for (; path != NO_CALL_PATH; path = paths->list[path].above)
		list[n++] = path;
	while (n-- > 0) {
		const char *own = paths->list[list[n]].name;
		char *name = arena_text(arena, own, strlen(own));

		for (char *at = name; (at = strchr(at, ';'));) /* with ";" it would be two */
			*at++ = ',';
		name_put(file, name, "");
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
	SCRATCH struct arena *own = arena_new(), *line = arena_new();
	const struct call_paths paths = call_paths_find(what, own);
	struct column base = { 0, 0 }, own_column = { 0, 0 };

	for (uint32_t i = 0; i < paths.n; i++) {
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
}

const struct exporter folded_exporter = {
	.name = "folded",
	.ending = ".folded",
	.help = "stacks, one on each line, for flamegraph.pl, inferno and speedscope",
	.needs_lines = true,
	.compares = true,
	.is_bare = true,
	.write = write_folded,
};

/* A flame graph: one SVG, which needs no script to be read.
 *
 * Each function is a box as wide as its total, upon the one that called it; the widest callee is on
 * the left.  What is too narrow to be seen is left out.  Where the pointer rests, the reader shows
 * the whole name and the figures (the element title).  The colour is made from the name, so a
 * function has the same one everywhere.  With a base it says what became slower or faster instead,
 * in orange and blue, which nearly all people tell apart.  A click makes a box as wide as the
 * picture; the script that does it is all that needs one.
 * Source: B. Gregg, "The Flame Graph", 2016. */

enum {
	WIDTH = 1200,
	MARGIN = 10,
	ROW = 17,  /* height of a box with the line between two */
	HEAD = 40, /* above the boxes */
	FOOT = 14,
	LETTER = 7, /* width, at least */
	LEAST_LETTERS = 3
};

static const double narrowest = 0.3;

/* zoom.js of this folder: without < and &, which a page and a picture read differently. */
static const struct named_text zoom[] = {
#include "zoom.inc"
};

struct flame {
	const struct export *what;
	struct call_paths paths;
	double *at; /* where each begins; NAN: it is too narrow; shape: [paths.n] */
	double per_tick;
	unsigned deepest;
	struct arena *own;
	FILE *file;
};

static double width_of(const struct flame *f, const struct call_path *path) {
	return path->total * f->per_tick;
}

static int by_total(const void *a, const void *b, const void *context) {
	const struct call_path *list = context;
	const struct call_path *x = &list[*(const uint32_t *)a], *y = &list[*(const uint32_t *)b];

	if (x->total < y->total || x->total > y->total)
		return x->total > y->total ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Places what has the same caller side by side. */
static void place(struct flame *f, uint32_t *numbers, size_t n, double at) {
	sort_stable(numbers, n, sizeof *numbers, by_total, f->paths.list, f->own);
	for (size_t i = 0; i < n; i++) {
		const struct call_path *path = &f->paths.list[numbers[i]];
		const double width = width_of(f, path);

		f->at[numbers[i]] = width < narrowest ? NAN : at;
		if (width >= narrowest && path->depth > f->deepest)
			f->deepest = path->depth;
		at += width;
	}
}

static void place_all(struct flame *f) {
	const struct call_paths *p = &f->paths;
	uint32_t *numbers = NULL, below;
	size_t n = 0;

	for (uint32_t i = 0; i < p->n; i++)
		if (p->list[i].above == NO_CALL_PATH)
			arena_append(f->own, numbers, n, i);
	place(f, numbers, n, MARGIN);
	for (uint32_t i = 0; i < p->n; i++) { /* outer before inner */
		if (isnan(f->at[i]))
			continue;
		for (n = 0, below = p->list[i].below; below != NO_CALL_PATH;
		     below = p->list[below].next) {
			f->at[below] = NAN;
			arena_append(f->own, numbers, n, below);
		}
		place(f, numbers, n, f->at[i]);
	}
}

/* "main: 1.20 s, 97.3 %; of its own 0.10 s" */
static void put_figures(const struct flame *f, const struct call_path *path) {
	const struct profile *p = f->what->data->profile;
	const double unit = p->rate > 0 ? 1 / p->rate : 1;
	const char *unit_name = p->rate > 0 ? "s" : "samples";
	const int digits = time_decimals(p, 2);

	markup_put(f->file, path->name);
	fprintf(f->file, ": %.*f %s, %.*f %%; self %.*f %s", digits, path->total * unit, unit_name,
	        percent_decimals(p, 1), p->total_ticks > 0 ? 100 * path->total / p->total_ticks : 0,
	        digits, path->self * unit, unit_name);
	if (f->what->data->comparison)
		fprintf(f->file, "; base %.2f %s, %+.2f", path->base_total * unit, unit_name,
		        (path->total - path->base_total) * unit);
}

/* As much of a name as fits. */
static void put_label(const struct flame *f, const char *name, double x, int y, double width) {
	const size_t room = (size_t)(width / LETTER), len = strlen(name);
	const char *shown = name;

	if (room < LEAST_LETTERS)
		return;
	if (len > room) {
		size_t cut = room - 2;

		while (cut && is_within_letter(name[cut]))
			cut--;
		shown = arena_format(f->own, "%.*s..", (int)cut, name);
	}
	fprintf(f->file, "<text x=\"%.1f\" y=\"%d\">", x + 3, y + 12);
	markup_put(f->file, shown);
	fputs("</text>", f->file);
}

static void put_box(const struct flame *f, uint32_t number) {
	const struct call_path *path = &f->paths.list[number];
	const double width = width_of(f, path), x = f->at[number];
	const int y = HEAD + (int)(f->deepest - path->depth) * ROW;
	const unsigned hash = (unsigned)hash_text(0, path->name);

	fputs("<g><title>", f->file);
	put_figures(f, path);
	fprintf(f->file, "</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"",
	        x, y, width, ROW - 1);
	if (f->what->data->comparison) {
		const double change = path->total - path->base_total;
		const double error = sqrt(path->total +
		                          comparison_ticks(f->what->data->comparison, 1) *
		                                  path->base_total);
		/* Grey is what samples cannot tell from no change. */
		change_colour_put(f->file, fabs(change) < 2 * error ? 0 : change,
		                  f->what->data->profile->total_ticks);
	} else {
		fprintf(f->file, "hsl(%u,%u%%,%u%%)", 10 + hash % 45, 75 + hash / 64 % 20,
		        62 + hash / 4096 % 12);
	}
	fputs("\"/>", f->file);
	put_label(f, path->name, x, y, width);
	fputs("</g>\n", f->file);
}

static void put_head(const struct flame *f) {
	const struct profile *p = f->what->data->profile;
	const struct dataset *base = f->what->data->comparison ? f->what->data->base : NULL;
	const int height = HEAD + (int)(f->deepest + 1) * ROW + FOOT;
	const char *doubts = doubts_of(f->what, MOST_DOUBTS, f->own);

	fprintf(f->file,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
	        "viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"11\">\n"
	        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
	        "<text x=\"%d\" y=\"18\" font-size=\"14\">",
	        WIDTH, height, WIDTH, height, MARGIN);
	markup_put(f->file, path_last(p->image->path));
	if (p->rate > 0)
		fprintf(f->file, ", %.*f s", time_decimals(p, 2), p->total_ticks / p->rate);
	fprintf(f->file, "</text>\n<text x=\"%d\" y=\"33\" fill=\"#555\">%s  ", MARGIN,
	        p->paths ? "Each box is as wide as its total, counted from stacks."
	                 : "Each box is as wide as its total, estimated from call counts.");
	markup_put(f->file, arena_format(f->own, "From %s.", files_of(f->what)));
	fputs(*doubts ? "  ? Some totals are uncertain.<title>" : "", f->file);
	markup_put(f->file, doubts);
	fputs(*doubts ? "</title></text>\n" : "</text>\n", f->file);
	if (base) /* what the colours say */
		fprintf(f->file,
		        "<text x=\"%d\" y=\"18\" text-anchor=\"end\"><tspan "
		        "fill=\"hsl(28,85%%,40%%)\">orange: slower than the base</tspan>, <tspan "
		        "fill=\"hsl(212,85%%,40%%)\">blue: faster</tspan>, grey: within two standard "
		        "errors%s</text>\n",
		        WIDTH - MARGIN,
		        !base->profile->paths == !p->paths
		                ? ""
		                : "; only one side is counted, the other estimated");
}

static void write_flame(const struct export *what, FILE *file) {
	SCRATCH struct arena *own = arena_new();
	struct flame f = { .what = what, .own = own, .file = file };
	const double all = what->data->profile->total_ticks;

	f.paths = call_paths_find(what, own);
	f.at = arena_alloc(own, f.paths.n, sizeof *f.at);
	for (uint32_t i = 0; i < f.paths.n; i++)
		f.at[i] = NAN;
	f.per_tick = all > 0 ? (WIDTH - 2 * MARGIN) / all : 0;
	place_all(&f);
	put_head(&f);
	for (uint32_t i = 0; i < f.paths.n; i++)
		if (!isnan(f.at[i]))
			put_box(&f, i);
	fprintf(file, "<script>\n%s</script>\n</svg>\n", zoom->text);
}

const struct exporter flame_exporter = {
	.name = "flame",
	.also = "flamegraph",
	.ending = ".flame.svg",
	.help = "a flame graph, as SVG",
	.needs_lines = true,
	.compares = true,
	.write = write_flame,
};
