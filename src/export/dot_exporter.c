/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph as a text for dot(1), and the pictures that it makes.
 * Source: the DOT language, graphviz.org/doc/info/lang.html. */

#include <sys/wait.h>

#include "export/exporter.h"
#include "model/compare/comparison.h"
#include "process/signals.h"

/* What is left out of a picture, in percent of all time, and how many functions have room in it. */
static const double least_node = 0.5, least_edge = 0.1;

enum { MOST_NODES = 50, NAME_WIDTH = 44, MOST_WIDTH = 80 };

struct drawing {
	const struct export *what;
	const struct profile *profile;
	double all;    /* ticks that are 100 % */
	bool *is_kept; /* shape: [nfuncs] */
	size_t nkept;

	/* With a base: what changed, and of each function; or NULL. */
	const struct differences *differences;
	const struct difference *const *of_func;
	FILE *file;
};

static double total_of(const struct func *f) {
	return f->self_ticks + f->descendant_ticks;
}

static double share_of(const struct drawing *d, double ticks) {
	return d->all > 0 ? 100 * ticks / d->all : 0;
}

/* Marks what a function reaches along its arcs, or what reaches it; without one, nothing. */
static const bool *mark(const struct drawing *d, const struct func *start, bool down,
                        struct arena *own) {
	const struct func **todo = arena_space(own, d->profile->nfuncs, sizeof *todo);
	bool *marks = arena_alloc(own, d->profile->nfuncs, sizeof *marks);
	size_t n = 0;

	if (!start)
		return NULL;
	todo[n++] = start;
	marks[profile_number(d->profile, start)] = true;
	while (n) {
		const struct func *f = todo[--n];
		const struct arc **arcs = down ? f->callees : f->callers;
		const size_t narcs = down ? f->ncallees : f->ncallers;

		for (size_t i = 0; i < narcs; i++) {
			const struct func *next = down ? arcs[i]->callee : arcs[i]->caller;
			bool *is_marked = &marks[profile_number(d->profile, next)];

			if (!*is_marked)
				todo[n++] = next;
			*is_marked = true;
		}
	}
	return marks;
}

/* Of functions with enough time the ones with most of it; with no time at all, those that were
 * called most. */
static void choose(struct drawing *d, struct arena *own) {
	const struct export *what = d->what;
	const struct profile *p = d->profile;
	const double least = what->limit > 0 ? what->limit : least_node;
	struct keyed *list = arena_space(own, p->nfuncs, sizeof *list);
	const bool *down = mark(d, what->from, true, own), *up = mark(d, what->to, false, own);
	size_t n = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double ticks = total_of(f);

		if ((down && !down[i]) || (up && !up[i]) ||
		    (d->all > 0 ? share_of(d, ticks) < least : !f->calls && !f->ncallees))
			continue;
		list[n].index = (uint32_t)i;
		list[n++].key = d->all > 0 ? sort_key_down(ticks) : ~f->calls;
	}
	sort_keys(list, n, own);
	if (n > MOST_NODES && what->limit <= 0)
		n = MOST_NODES;
	for (size_t i = 0; i < n; i++)
		d->is_kept[list[i].index] = true;
	d->nkept = n;
}

/* From blue, through yellow, to red: hue, saturation and brightness.  Boxes are pale, because they
 * have texts. */
static void put_colour(FILE *file, double share, bool is_box) {
	const double part = share < 0 ? 0 : share > 100 ? 1 : share / 100;
	const double heat = part * (2 - part);

	fprintf(file, "%.3f %.3f %.3f", 0.58 * (1 - heat),
	        is_box ? 0.15 + 0.5 * heat : 0.45 + 0.4 * heat,
	        is_box ? 1 - 0.1 * heat : 0.65 + 0.15 * heat);
}

/* dot(1) takes no string of 16 KB, so texts are cut; each byte may become an escape of five. */
static void put_text(FILE *file, const char *text) {
	enum { MOST_BYTES = 1000 };
	char start[MOST_BYTES];

	if (strlen(text) < sizeof start) {
		name_put(file, text, "\"\\");
		return;
	}
	memcpy(start, text, sizeof start - 1);
	start[sizeof start - 1] = '\0';
	name_put(file, start, "\"\\");
	fputs("...", file);
}

static void put_calls(FILE *file, double calls) {
	char text[40];

	number_grouped(text, sizeof text, number_rounded(calls));
	fprintf(file, "%s call%s", text, calls > 1 || calls < 1 ? "s" : "");
}

/* ": +63 %, slower" */
static void put_change(const struct drawing *d, const struct difference *of) {
	if (!of)
		return;
	fputs(": ", d->file);
	if (of->base.is_there && of->new.is_there && of->base.ticks > 0 &&
	    of->verdict != VERDICT_NOISE && of->verdict != VERDICT_CALLS)
		fprintf(d->file, "%+.0f %%, ", 100 * (of->new.ticks / of->base.ticks - 1));
	fputs(verdict_name(of->verdict), d->file);
}

static void put_node(const struct drawing *d, const struct func *f) {
	const struct bounds *bounds = bounds_of(d->profile, f);
	const double total = share_of(d, total_of(f));
	const int digits = percent_decimals(d->profile, 2);
	const struct difference *change = d->of_func ? d->of_func[profile_number(d->profile, f)]
	                                             : NULL;
	char name[4096], fitted[4096];
	FILE *file = d->file;

	short_name(name, sizeof name, name_of_func(d->what, f), NAME_WIDTH);
	text_fit(fitted, sizeof fitted, name, MOST_WIDTH);
	fprintf(file, "\tf%u [label=\"", profile_number(d->profile, f));
	put_text(file, fitted);
	fprintf(file, "\\n~%.*f %%%s\\n%.*f %% self", digits, total,
	        bounds && bounds_are_wide(d->profile, bounds->least, bounds->most, total_of(f))
	                ? " ?"
	                : "",
	        digits, share_of(d, f->self_ticks));
	put_change(d, change);
	if (func_is_counted(f)) {
		fputs("\\n", file);
		if (f->self_calls) {
			number_grouped(name, sizeof name, f->calls);
			fprintf(file, "%s+", name);
		}
		put_calls(file, (double)(f->self_calls ? f->self_calls : f->calls));
	}
	fputs("\", tooltip=\"", file);
	put_text(file, name_of_func(d->what, f));
	fputs("\", fillcolor=\"", file);
	if (d->differences) /* what may be noise is grey */
		change_colour_put(d->file,
		                  change && change->verdict != VERDICT_NOISE &&
		                                  change->verdict != VERDICT_CALLS
		                          ? change->new.ticks - change->base.ticks
		                          : 0,
		                  d->differences->total.new.ticks);
	else
		put_colour(file, total, true);
	fputs("\"];\n", file);
}

static bool is_in(const struct drawing *d, const struct func *f, const struct cycle *cycle) {
	return d->is_kept[profile_number(d->profile, f)] && f->cycle == cycle;
}

/* The members of a cycle are put together. */
static void put_cycle(const struct drawing *d, const struct cycle *cycle) {
	fprintf(d->file, "\tsubgraph cluster_%u {\n\tlabel=\"cycle %u\"; style=dashed;\n",
	        cycle->number, cycle->number);
	for (size_t i = 0; i < cycle->nmembers; i++)
		if (is_in(d, cycle->members[i], cycle))
			put_node(d, cycle->members[i]);
	fputs("\t}\n", d->file);
}

static void put_nodes(const struct drawing *d) {
	const struct profile *p = d->profile;

	for (size_t i = 0; i < p->nfuncs; i++)
		if (is_in(d, &p->funcs[i], NULL))
			put_node(d, &p->funcs[i]);
	for (size_t i = 0; i < p->ncycles; i++)
		for (size_t k = 0; k < p->cycles[i].nmembers; k++)
			if (is_in(d, p->cycles[i].members[k], &p->cycles[i])) {
				put_cycle(d, &p->cycles[i]);
				break;
			}
}

static void put_edge(const struct drawing *d, const struct arc *a) {
	const struct profile *p = d->profile;
	const double share = share_of(d, a->self_ticks + a->descendant_ticks);
	const char *kind = a->is_cut       ? "cut"
	                   : a->is_split   ? "split off"
	                   : a->is_inlined ? "inlined"
	                                   : NULL; /* an ordinary call */
	FILE *file = d->file;

	fprintf(file, "\tf%u -> f%u [label=\"", profile_number(p, a->caller),
	        profile_number(p, a->callee));
	if (arc_hands_time(a))
		fprintf(file, "%s%.*f %%\\n",
		        a->is_inlined || d->what->data->profile->paths ? "" : "~",
		        percent_decimals(p, 2), share);
	if (kind)
		fputs(kind, file);
	else
		put_calls(file, (double)a->calls);
	fprintf(file, "\", penwidth=%.2f, color=\"", 0.5 + share / 25);
	if (d->differences)
		fputs("#777777", file);
	else
		put_colour(file, share, false);
	fprintf(file, "\"%s];\n", a->is_cut || !arc_hands_time(a) ? ", style=dashed" : "");
}

static void put_edges(const struct drawing *d) {
	const struct profile *p = d->profile;

	for (size_t i = 0; i < p->narcs; i++) {
		const struct arc *a = &p->arcs[i];
		const double share = share_of(d, a->self_ticks + a->descendant_ticks);

		if (d->is_kept[profile_number(p, a->caller)] &&
		    d->is_kept[profile_number(p, a->callee)] &&
		    (share >= least_edge || !arc_hands_time(a) || d->all <= 0))
			put_edge(d, a);
	}
}

static void dot_write(const struct export *what, FILE *file) {
	const struct profile *p = what->data->profile;
	SCRATCH struct arena *own = arena_new();
	struct drawing d = {
		.what = what,
		.profile = p,
		.all = p->total_ticks,
		.is_kept = arena_alloc(own, p->nfuncs, sizeof *d.is_kept),
		.file = file,
	};

	if (what->data->comparison)
		d.differences = differences_find(what->data->comparison,
		                                 (struct per_choice){ .what = PER_RUN }, own, NULL);
	if (d.differences)
		d.of_func = differences_by_func(d.differences, own);
	choose(&d, own);
	fputs("digraph profile {\n\tlabel=\"", file);
	put_text(file, path_last(p->image->path));
	if (p->rate > 0)
		fprintf(file, ", %.*f s", time_decimals(p, 2), p->total_ticks / p->rate);
	fprintf(file, ", %zu of %zu functions, from ", d.nkept, p->nfuncs);
	put_text(file, files_of(what));
	fputs(p->paths ? "\\nSelf is measured; totals are counted from stacks."
	               : "\\nSelf is measured; totals and costs of calls (~) are estimates from "
	                 "call counts.",
	      file);
	if (d.differences)
		fputs("\\nOrange: self slower than in the base; blue: faster; grey: may be noise.",
		      file);
	fputs("\";\n", file);
	fputs("\tfontname=\"sans-serif\"; fontsize=11; ranksep=0.4; nodesep=0.2;\n"
	      "\tnode [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\", fontsize=10, "
	      "color=\"#00000040\", margin=\"0.12,0.05\"];\n"
	      "\tedge [fontname=\"sans-serif\", fontsize=9];\n",
	      file);
	put_nodes(&d);
	put_edges(&d);
	fputs("}\n", file);
}

/* Both files are real ones: pipes could fill up. */
static bool draw(const char *format, const struct export *what, FILE *text, FILE *picture,
                 struct error *err) {
	char *argv[] = { arena_format(what->arena, "dot"),
		         arena_format(what->arena, "-T%s", format), NULL };
	enum { MOST_SECONDS = 3 };
	struct error why;
	int status;

	dot_write(what, text);
	if (fflush(text) || ferror(text) || fseek(text, 0, SEEK_SET))
		return fail(err, "the temporary file: %s", strerror(errno));
	if (!child_run(&status, argv, fileno(text), fileno(picture), MOST_SECONDS, NULL, &why))
		return fail(err, "%s; dot is in the package graphviz", why.reason);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return fail(err, "dot takes too long for so many calls; --limit leaves out more");
	return child_succeeded(status, "dot", err);
}

/* Takes the picture into memory, with a zero behind it. */
static bool take(struct bytes *out, FILE *picture, struct arena *arena, struct error *err) {
	const long end = fseek(picture, 0, SEEK_END) ? 0 : ftell(picture);
	const size_t size = end > 0 ? (size_t)end : 0;
	unsigned char *data = arena_alloc(arena, size + 1, 1);

	rewind(picture);
	*out = (struct bytes){ data, fread(data, 1, size, picture) };
	return !ferror(picture) || fail(err, "the temporary file: %s", strerror(errno));
}

bool drawing_new(struct bytes *out, const char *format, const struct export *what,
                 struct error *err) {
	FILE *text = tmpfile(), *picture = tmpfile();
	bool ok = (text && picture) || fail(err, "no temporary file: %s", strerror(errno));

	ok = ok && draw(format, what, text, picture, err) && take(out, picture, what->arena, err);
	if (text)
		fclose(text);
	if (picture)
		fclose(picture);
	return ok;
}

const struct exporter dot_exporter = {
	.name = "dot",
	.ending = ".dot",
	.help = "the call graph, for dot(1) and other programs of Graphviz",
	.compares = true,
	.write = dot_write,
};

const struct exporter svg_exporter = {
	.name = "svg",
	.ending = ".svg",
	.help = "a picture of the call graph; dot(1) must be installed",
	.compares = true,
	.picture = "svg",
	.write = dot_write,
};

const struct exporter png_exporter = {
	.name = "png",
	.ending = ".png",
	.help = "a picture of the call graph, as PNG; dot(1) must be installed",
	.compares = true,
	.picture = "png",
	.is_binary = true,
	.write = dot_write,
};
