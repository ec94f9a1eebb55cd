/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flame graph: one SVG, which needs no script to be read.
 *
 * Each function is a box as wide as its total, upon the one that called it; the widest callee is on
 * the left.  What is too narrow to be seen is left out.  Where the pointer rests, the reader shows
 * the whole name and the figures (the element title).  The colour is made from the name, so a
 * function has the same one everywhere.  With a base it says what became slower or faster instead,
 * in orange and blue, which nearly all people tell apart.  A click makes a box as wide as the
 * picture; the script that does it is all that needs one.
 * Source: B. Gregg, "The Flame Graph", 2016. */
#include "export/exporter.h"

#include <math.h>
#include <string.h>

#include "base/own_files.h"
#include "base/sort.h"
#include "export/call_paths.h"
#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/profile.h"

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

/* Without < and &, which a page and a picture read differently. */
static const char zoom_script[] =
	"<script>\n"
	"(function () {\n"
	"var svg = document.currentScript.parentNode, right = 1190, left = 10;\n"
	"var boxes = Array.from(svg.querySelectorAll('g'));\n"
	"boxes.forEach(function (g) {\n"
	"\tvar r = g.querySelector('rect');\n"
	"\tg.at = +r.getAttribute('x');\n"
	"\tg.size = +r.getAttribute('width');\n"
	"\tg.addEventListener('click', function () { show(g.at, g.size); });\n"
	"});\n"
	"svg.querySelector('rect').addEventListener('click', function () { show(left, right - left); "
	"});\n"
	"function show(at, size) {\n"
	"\tboxes.forEach(function (g) {\n"
	"\t\tvar r = g.querySelector('rect'), t = g.querySelector('text');\n"
	"\t\tvar scale = (right - left) / size, low = left + (g.at - at) * scale;\n"
	"\t\tvar high = Math.min(right, low + g.size * scale);\n"
	"\t\tlow = Math.max(left, low);\n"
	"\t\tvar room = Math.floor((high - low) / 7);\n"
	"\t\tvar name = g.querySelector('title').textContent.replace(/: [0-9.]+ s.*$/, '');\n"
	"\t\tg.style.display = high - low > 0.3 ? '' : 'none';\n"
	"\t\tr.setAttribute('x', low);\n"
	"\t\tr.setAttribute('width', Math.max(0, high - low));\n"
	"\t\tif (!t) {\n"
	"\t\t\tt = document.createElementNS(svg.namespaceURI, 'text');\n"
	"\t\t\tt.setAttribute('y', +r.getAttribute('y') + 12);\n"
	"\t\t\tg.appendChild(t);\n"
	"\t\t}\n"
	"\t\tt.setAttribute('x', low + 3);\n"
	"\t\tt.textContent = name.length > room ? room > 2 ? name.slice(0, room - 2) + '..' : '' "
	": name;\n"
	"\t});\n"
	"}\n"
	"})();\n"
	"</script>\n";

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
	size_t i;

	sort_stable(numbers, n, sizeof *numbers, by_total, f->paths.list, f->own);
	for (i = 0; i < n; i++) {
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
	uint32_t *numbers = NULL, i, below;
	size_t n = 0;

	for (i = 0; i < p->n; i++)
		if (p->list[i].above == NO_CALL_PATH) {
			numbers = arena_room(f->own, numbers, n, sizeof *numbers);
			numbers[n++] = i;
		}
	place(f, numbers, n, MARGIN);
	for (i = 0; i < p->n; i++) { /* outer before inner */
		if (isnan(f->at[i]))
			continue;
		for (n = 0, below = p->list[i].below; below != NO_CALL_PATH;
		     below = p->list[below].next) {
			f->at[below] = NAN;
			numbers = arena_room(f->own, numbers, n, sizeof *numbers);
			numbers[n++] = below;
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
	fprintf(f->file, ": %.*f %s, %.*f %%; of its own %.*f %s", digits, path->total * unit,
	        unit_name, percent_decimals(p, 1),
	        p->total_ticks > 0 ? 100 * path->total / p->total_ticks : 0, digits,
	        path->self * unit, unit_name);
	if (f->what->data->comparison)
		fprintf(f->file, "; base %.2f %s, %+.2f", path->base_total * unit, unit_name,
		        (path->total - path->base_total) * unit);
}

/* Grey is what samples cannot tell from no change: less than two standard errors. */
static void put_change(const struct flame *f, const struct call_path *path) {
	const double tick = comparison_ticks(f->what->data->comparison, 1);
	const double change = path->total - path->base_total;
	const double error = sqrt(path->total + tick * path->base_total);

	change_colour_put(f->file, fabs(change) < 2 * error ? 0 : change,
	                  f->what->data->profile->total_ticks);
}

/* As much of a name as fits. */
static void put_label(const struct flame *f, const char *name, double x, int y, double width) {
	const size_t room = (size_t)(width / LETTER), len = strlen(name);
	const char *shown = name;

	if (room < LEAST_LETTERS)
		return;
	if (len > room) {
		size_t cut = room - 2;

		while (cut && ((unsigned char)name[cut] & 0xc0) == 0x80) /* within a letter */
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
	if (f->what->data->comparison)
		put_change(f, path);
	else
		fprintf(f->file, "hsl(%u,%u%%,%u%%)", 10 + hash % 45, 75 + hash / 64 % 20,
		        62 + hash / 4096 % 12);
	fputs("\"/>", f->file);
	put_label(f, path->name, x, y, width);
	fputs("</g>\n", f->file);
}

/* What the colours of a comparison say. */
static void put_legend(const struct flame *f) {
	const struct dataset *base = f->what->data->base;

	fprintf(f->file,
	        "<text x=\"%d\" y=\"18\" text-anchor=\"end\"><tspan fill=\"hsl(28,85%%,40%%)\">"
	        "orange: slower than the base</tspan>, <tspan fill=\"hsl(212,85%%,40%%)\">blue: "
	        "faster</tspan>, grey: within two standard errors%s</text>\n",
	        WIDTH - MARGIN,
	        !base->profile->paths == !f->what->data->profile->paths
	                ? ""
	                : "; only one side is counted, the other estimated");
}

static void put_head(const struct flame *f) {
	const struct profile *p = f->what->data->profile;
	const int height = HEAD + (int)(f->deepest + 1) * ROW + FOOT;

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
	                 : "Each box is as wide as its total: an estimate, by numbers of calls.");
	markup_put(f->file, arena_format(f->own, "From %s.", files_of(f->what)));
	fputs("</text>\n", f->file);
	if (f->what->data->comparison)
		put_legend(f);
}

static void write_flame(const struct export *what, FILE *file) {
	struct arena *own = arena_new();
	struct flame f = { .what = what, .own = own, .file = file };
	const double all = what->data->profile->total_ticks;
	uint32_t i;

	f.paths = call_paths_find(what, own);
	f.at = arena_alloc(own, f.paths.n, sizeof *f.at);
	for (i = 0; i < f.paths.n; i++)
		f.at[i] = NAN;
	f.per_tick = all > 0 ? (WIDTH - 2 * MARGIN) / all : 0;
	place_all(&f);
	put_head(&f);
	for (i = 0; i < f.paths.n; i++)
		if (!isnan(f.at[i]))
			put_box(&f, i);
	fputs(zoom_script, file);
	fputs("</svg>\n", file);
	arena_free(own);
}

const struct exporter flame_exporter = {
	.name = "flame",
	.ending = ".svg",
	.help = "a flame graph: the stacks as one picture, SVG",
	.needs_lines = true,
	.compares = true,
	.write = write_flame,
};
