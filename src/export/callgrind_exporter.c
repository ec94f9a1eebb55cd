/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callgrind's profile format, which KCachegrind, callgrind_annotate and others read: the time of
 * lines, and what calls cost with what they call.
 * Source: "Callgrind Format Specification", the Valgrind manual. */
#include "config.h"
#include "export/exporter.h"

#include "model/model.h"

/* A name is written once, then its number. */
struct writing {
	const struct export *what;
	const struct profile *profile;
	double unit;    /* of the costs, which are whole, in a tick */
	bool *is_named; /* functions; shape: [nfuncs] */
	struct text_list paths, objects;
	uint64_t total; /* of all own costs that were written */
	FILE *file;
};

static uint64_t cost_of(const struct writing *w, double ticks) {
	return number_rounded(ticks * w->unit);
}

/* "fl=(3) PATH", then "fl=(3)". */
static void put_text(const struct writing *w, struct text_list *list, const char *key,
                     const char *path) {
	const size_t before = list->index.n;
	const uint32_t number = text_list_number(list, path);

	fprintf(w->file, "%s=(%u)", key, (unsigned)number + 1);
	if (number == before) {
		putc(' ', w->file);
		name_put(w->file, *path ? path : "???", "");
	}
	putc('\n', w->file);
}

static void put_path(struct writing *w, const char *key, const char *path) {
	put_text(w, &w->paths, key, path);
}

/* The file that the function's code is in, if a recording has several. */
static void put_object(struct writing *w, const char *key, const struct func *f) {
	const struct image *image = w->profile->image;
	const bool is_in_none = image->regions && f->low >= image->regions;

	if (image->nobjects > 1 || image->regions)
		put_text(w, &w->objects, key,
		         is_in_none ? "" : image->objects[image_object_at(image, f->low)].path);
}

static void put_function(struct writing *w, const char *key, const struct func *f) {
	const size_t number = profile_number(w->profile, f);

	fprintf(w->file, "%s=(%zu)", key, number + 1);
	if (!w->is_named[number]) {
		putc(' ', w->file);
		name_put(w->file, name_of_func(w->what, f), "");
		w->is_named[number] = true;
	}
	putc('\n', w->file);
}

static unsigned line_of_func(const struct writing *w, const struct func *f) {
	const struct source_location *location = dataset_location(w->what->data, f);

	return location ? location->line : 0;
}

/* Says that what follows is from another file: code that was inlined. */
static const char *put_file(struct writing *w, const char *path, const char *present,
                            const char *own) {
	path = path ? path : own;
	if (strcmp(path, present) != 0)
		put_path(w, strcmp(path, own) ? "fi" : "fe", path);
	return path;
}

static void put_cost(struct writing *w, unsigned line, double ticks) {
	const uint64_t cost = cost_of(w, ticks);

	if (!cost)
		return;
	fprintf(w->file, "%u %llu\n", line, (unsigned long long)cost);
	w->total += cost;
}

/* Calls from a line, with all that they cost.  Readers take no calls for no call, so what is not
 * known is 1. */
static void put_call(struct writing *w, const struct arc *a, uint64_t calls, unsigned line,
                     double ticks) {
	put_object(w, "cob", a->callee);
	put_path(w, "cfi", path_of_func(w->what, a->callee));
	put_function(w, "cfn", a->callee);
	fprintf(w->file, "calls=%llu %u\n%u %llu\n", (unsigned long long)(calls ? calls : 1),
	        line_of_func(w, a->callee), line, (unsigned long long)cost_of(w, ticks));
}

/* The calls of an arc by the lines that make them, and what no counted call passed on: of inlined
 * code, and of arcs without known lines. */
static const char *put_arc(struct writing *w, const struct arc *a, const char *present,
                           const char *own) {
	const struct code_lines *lines = w->what->data->code_lines;
	const size_t number = (size_t)(a - w->profile->arcs);
	double left = a->self_ticks + a->descendant_ticks;
	uint64_t calls = a->calls;

	for (uint32_t i = lines ? lines->first_of_arc[number] : 0;
	     lines && i < lines->first_of_arc[number + 1]; i++) {
		const struct line_call *c = &lines->calls[lines->by_arc[i]];
		const struct code_line *l = &lines->list[c->line];

		present = put_file(w, l->location.path, present, own);
		put_call(w, a, c->calls, l->location.line, c->ticks);
		left -= c->ticks;
		calls -= c->calls < calls ? c->calls : calls;
	}
	if (calls || cost_of(w, left > 0 ? left : 0)) {
		present = put_file(w, own, present, own);
		put_call(w, a, calls, line_of_func(w, a->caller), left > 0 ? left : 0);
	}
	return present;
}

/* The next line of the function at or behind *at; or NULL. */
static const struct code_line *next_line(const struct writing *w, const struct func *f,
                                         size_t *at) {
	const struct code_lines *lines = w->what->data->code_lines;

	return lines && *at < lines->n && lines->list[*at].func == f ? &lines->list[(*at)++] : NULL;
}

/* A function with its lines, which begin at *at. */
static void put_func(struct writing *w, const struct func *f, size_t *at) {
	const char *own = path_of_func(w->what, f), *present = own;
	const struct code_line *line = next_line(w, f, at);
	double left = f->self_ticks;

	if (f->self_ticks <= 0 && !f->ncallees && !f->ncallers)
		return;
	putc('\n', w->file);
	put_object(w, "ob", f);
	put_path(w, "fl", own);
	put_function(w, "fn", f);
	for (; line; line = next_line(w, f, at)) {
		if (!cost_of(w, line->ticks) || !line->location.path)
			continue;
		present = put_file(w, line->location.path, present, own);
		put_cost(w, line->location.line, line->ticks);
		left -= line->ticks;
	}
	if (left > 0) {
		present = put_file(w, own, present, own);
		put_cost(w, line_of_func(w, f), left);
	}
	for (uint32_t i = 0; i < f->ncallees; i++)
		present = put_arc(w, f->callees[i], present, own);
}

static void put_head(const struct writing *w, struct arena *own) {
	const struct profile *p = w->profile;
	const char *doubts = doubts_of(w->what, MOST_DOUBTS, own);

	fprintf(w->file,
	        "# callgrind format\nversion: 1\ncreator: gptui " PACKAGE_VERSION "\ncmd: ");
	name_put(w->file, p->image->path, "");
	fputs("\ndesc: Profiles: ", w->file);
	name_put(w->file, files_of(w->what), "");
	fprintf(w->file,
	        "\ndesc: Note: self cost is sampled; the cost of calls is %s; inlined code counts "
	        "as one call\n",
	        p->paths ? "counted from stacks" : "estimated from call counts");
	if (*doubts) {
		fputs("desc: Note: ", w->file);
		name_put(w->file, doubts, "");
		putc('\n', w->file);
	}
	fputs("positions: line\n", w->file);
	fputs(p->rate > 0 ? "event: us : Microseconds sampled\nevents: us\n"
	                  : "event: ms : Thousandths of a sample\nevents: ms\n",
	      w->file);
	fprintf(w->file, "summary: %llu\n", (unsigned long long)cost_of(w, p->total_ticks));
}

static void write_callgrind(const struct export *what, FILE *file) {
	const struct profile *p = what->data->profile;
	SCRATCH struct arena *own = arena_new();
	struct writing w = {
		.what = what,
		.profile = p,
		.unit = p->rate > 0 ? 1e6 / p->rate : 1e3,
		.is_named = arena_alloc(own, p->nfuncs, sizeof *w.is_named),
		.paths = { .index = { .arena = own } },
		.objects = { .index = { .arena = own } },
		.file = file,
	};
	size_t at = 0;

	put_head(&w, own);
	for (size_t i = 0; i < p->nfuncs; i++)
		put_func(&w, &p->funcs[i], &at);
	fprintf(file, "\ntotals: %llu\n", (unsigned long long)w.total);
}

const struct exporter callgrind_exporter = {
	.name = "callgrind",
	.also = "kcachegrind",
	.ending = ".callgrind",
	.help = "lines and calls, for KCachegrind, callgrind_annotate and speedscope",
	.needs_lines = true,
	.write = write_callgrind,
};
