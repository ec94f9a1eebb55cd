/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/side.h"

#include <string.h>

#include "base/arena.h"
#include "base/own_files.h"
#include "base/text.h"
#include "model/code_lines.h"
#include "model/image.h"
#include "model/names.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/rules.h"
#include "model/runs.h"
#include "model/source.h"

/* What is being copied, and where to. */
struct side_keeping {
	const struct profile *from;
	struct profile *to;
	struct func *funcs;
	struct arc *arcs;
	struct cycle *cycles;
	struct arena *arena;
	struct text_list texts; /* copies that many things share */
};

/* A copy of the text, the same for equal texts; NULL of NULL. */
static const char *shared(struct side_keeping *k, const char *text)
{
	uint32_t number;

	if (!text)
		return NULL;
	number = text_list_find(&k->texts, text);
	if (number == NO_ITEM)
		number = text_list_number(&k->texts, arena_text(k->arena, text, strlen(text)));
	return k->texts.texts[number];
}

static const struct func *kept_func(const struct side_keeping *k, const struct func *f)
{
	return f ? k->funcs + (f - k->from->funcs) : NULL;
}

static const struct arc **kept_list(const struct side_keeping *k, const struct arc **list, size_t n)
{
	const struct arc **copy = arena_space(k->arena, n, sizeof *copy);
	size_t i;

	for (i = 0; i < n; i++)
		copy[i] = k->arcs + (list[i] - k->from->arcs);
	return copy;
}

static void keep_functions(struct side_keeping *k)
{
	size_t i;

	for (i = 0; i < k->from->nfuncs; i++) {
		struct func *f = &k->funcs[i];

		f->name = arena_text(k->arena, f->name, strlen(f->name));
		f->callers = kept_list(k, f->callers, f->ncallers);
		f->callees = kept_list(k, f->callees, f->ncallees);
		if (f->cycle)
			f->cycle = k->cycles + (f->cycle - k->from->cycles);
	}
	for (i = 0; i < k->from->narcs; i++) {
		k->arcs[i].caller = kept_func(k, k->arcs[i].caller);
		k->arcs[i].callee = kept_func(k, k->arcs[i].callee);
	}
}

static void keep_cycles(struct side_keeping *k)
{
	size_t i, m;

	for (i = 0; i < k->from->ncycles; i++) {
		struct cycle *c = &k->cycles[i];
		const struct func **members = arena_space(k->arena, c->nmembers, sizeof *members);

		for (m = 0; m < c->nmembers; m++)
			members[m] = kept_func(k, c->members[m]);
		c->members = members;
	}
}

static void keep_notes(struct side_keeping *k)
{
	struct notes notes = { .arena = k->arena };
	size_t i;

	for (i = 0; i < k->from->nnotes; i++) {
		const struct note *n = &k->from->notes[i];

		notes_add(&notes, n->severity, shared(k, n->cause), shared(k, n->evidence),
		          shared(k, n->cure));
	}
	k->to->notes = notes.list;
	k->to->nnotes = notes.n;
}

/* What readable names need of it. */
static const struct image *kept_image(struct side_keeping *k)
{
	const struct image image = { .path = shared(k, k->from->image->path),
		                     .machine = k->from->image->machine,
		                     .demangle = k->from->image->demangle };
	struct image *copy = arena_copy(k->arena, &image, 1, sizeof image);

	copy->machine.arch = shared(k, copy->machine.arch);
	return copy;
}

/* Without what points to files. */
static const struct rules *kept_rules(struct side_keeping *k)
{
	static const struct rules none = { .name = NULL };
	struct rules *rules = arena_copy(k->arena, k->from->rules, 1, sizeof *rules);

	rules->select = none.select;
	rules->calls = none.calls;
	rules->code = none.code;
	rules->lines = NULL;
	return rules;
}

static const struct profile *keep_profile(struct side_keeping *k)
{
	const struct profile *from = k->from;
	struct profile *to = arena_copy(k->arena, from, 1, sizeof *to);

	k->to = to;
	k->funcs = arena_copy(k->arena, from->funcs, from->nfuncs, sizeof *from->funcs);
	k->arcs = arena_copy(k->arena, from->arcs, from->narcs, sizeof *from->arcs);
	k->cycles = arena_copy(k->arena, from->cycles, from->ncycles, sizeof *from->cycles);
	keep_functions(k);
	keep_cycles(k);
	keep_notes(k);
	to->image = kept_image(k);
	to->rules = kept_rules(k);
	to->funcs = k->funcs;
	to->arcs = k->arcs;
	to->cycles = k->cycles;
	to->records = NULL;
	to->opened = NULL;
	to->opened_of = NULL;
	to->by_index = NULL;
	to->cycle_by_index = NULL;
	to->bounds = NULL;
	to->caller_costs = NULL;
	to->inlined = NULL;
	to->is_dropped = NULL;
	to->map = NULL;
	to->splits = NULL;
	to->nindexes = to->nopened = 0;
	return to;
}

static struct source_location kept_location(struct side_keeping *k, struct source_location at)
{
	at.path = shared(k, at.path);
	at.file = at.path ? path_last(at.path) : NULL;
	return at;
}

static const struct func_locations *keep_locations(struct side_keeping *k,
                                                   const struct func_locations *from)
{
	struct func_locations *to;
	struct source_location *list;
	size_t i;

	if (!from)
		return NULL;
	to = arena_copy(k->arena, from, 1, sizeof *to);
	list = arena_copy(k->arena, from->list, from->n, sizeof *list);
	for (i = 0; i < from->n; i++)
		list[i] = kept_location(k, list[i]);
	to->list = list;
	to->extents = NULL; /* lines of the base are not shown */
	to->nextents = 0;
	to->last = arena_copy(k->arena, from->last, from->n, sizeof *to->last);
	return to;
}

static const struct line_times *keep_times(struct side_keeping *k, const struct line_times *from)
{
	struct line_times *to;
	struct line_ticks *list;
	size_t i;

	if (!from)
		return NULL;
	to = arena_copy(k->arena, from, 1, sizeof *to);
	list = arena_copy(k->arena, from->list, from->n, sizeof *list);
	for (i = 0; i < from->n; i++)
		list[i].path = shared(k, list[i].path);
	to->list = list;
	return to;
}

/* Without the calls of each. */
static const struct code_lines *keep_lines(struct side_keeping *k, const struct code_lines *from)
{
	const struct code_lines none = { .n = 0 };
	struct code_lines *to;
	struct code_line *list;
	size_t i;

	if (!from)
		return NULL;
	to = arena_copy(k->arena, &none, 1, sizeof *to);
	list = arena_copy(k->arena, from->list, from->n, sizeof *list);
	for (i = 0; i < from->n; i++) {
		list[i].func = kept_func(k, list[i].func);
		list[i].location = kept_location(k, list[i].location);
		list[i].inlined = shared(k, list[i].inlined);
		list[i].first_call = list[i].ncalls = 0;
	}
	to->list = list;
	to->n = from->n;
	to->has_inlined = from->has_inlined;
	return to;
}

/* Of the files that are off those that could not be read. */
static void keep_failed(struct side_keeping *k, struct runs *to, const struct runs *from)
{
	struct run *off = arena_space(k->arena, from->noff, sizeof *off);
	size_t i;

	to->off = off;
	to->noff = 0;
	for (i = 0; i < from->noff; i++) {
		if (!from->off[i].failed)
			continue;
		off[to->noff] = from->off[i];
		off[to->noff].path = shared(k, from->off[i].path);
		off[to->noff++].failed = shared(k, from->off[i].failed);
	}
}

static const struct runs *keep_runs(struct side_keeping *k, const struct runs *from)
{
	struct runs *to = arena_copy(k->arena, from, 1, sizeof *to);
	struct run *list = arena_copy(k->arena, from->list, from->n, sizeof *list);
	size_t i;

	for (i = 0; i < from->n; i++) {
		list[i].path = shared(k, list[i].path);
		list[i].funcs = arena_copy(k->arena, list[i].funcs, list[i].nfuncs,
		                           sizeof *list[i].funcs);
	}
	to->list = list;
	if (from->told)
		to->told = arena_copy(k->arena, from->told, k->from->nfuncs, sizeof *to->told);
	keep_failed(k, to, from);
	return to;
}

void side_keep(struct side *out, const struct dataset *data, const struct runs *runs,
               struct arena *arena)
{
	struct side_keeping k = { .from = data->profile,
		                  .arena = arena,
		                  .texts = { .index = { .arena = arena } } };

	out->data = (struct dataset){ .profile = keep_profile(&k) };
	out->data.names = names_new(out->data.profile, arena);
	out->data.locations = keep_locations(&k, data->locations);
	out->data.line_times = keep_times(&k, data->line_times);
	out->data.code_lines = keep_lines(&k, data->code_lines);
	out->runs = keep_runs(&k, runs);
}

static double part_of(double figure, size_t n)
{
	return n ? figure / (double)n : figure;
}

double side_per_run(const struct side *side, double ticks)
{
	return part_of(ticks, side->runs->n);
}

double side_calls_per_run(const struct side *side, double calls)
{
	return part_of(calls, side->runs->ncounted);
}
