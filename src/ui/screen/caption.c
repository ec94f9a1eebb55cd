/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/caption.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/path.h"
#include "base/text.h"
#include "config.h"
#include "model/compare/comparison.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"
#include "model/runs.h"
#include "table/table.h"
#include "views/view.h"

const char *caption_name(const char *path)
{
	const char *last = path_last(path);

	return *last ? last : path;
}

/* The time that samples stand for, which is not all that the program took. */
static const char *measured(const struct profile *p, bool in_full, struct arena *arena)
{
	const char *unit = !strcmp(p->dimension, "seconds") ? "s" : p->dimension;
	char samples[40];

	if (p->rate > 0)
		return arena_format(arena, "%.2f %s%s", p->total_ticks / p->rate, unit,
		                    in_full ? " sampled" : "");
	number_grouped(samples, sizeof samples, p->samples);
	return arena_format(arena, "%s samples", samples);
}

/* What was opened, in the order it is shown. */
enum part {
	PART_FILES,
	PART_RATE,
	PART_TIME,
	PART_SHARE,
	PART_RULES,
	PART_CYCLES,
	PART_PROFILER,
	PART_CALLERS,
	PART_INLINED,
	PARTS
};

/* What became of the profiler's own time. */
static const char *const of_profiler[] = {
	[PROFILER_APART] = "",
	[PROFILER_SPREAD] = "profiler spread",
	[PROFILER_OUT] = "profiler out",
};

static const char *join(const char *const *parts, const char *between, struct arena *arena)
{
	const char *line = "";
	size_t i;

	for (i = 0; i < PARTS; i++)
		if (*parts[i])
			line = arena_format(arena, "%s%s%s", line, *line ? between : "", parts[i]);
	return line;
}

/* Less of a part, where there is no room for all. */
struct shorter {
	enum part part;
	const char *text;
};

static const char *fit(const char **parts, const struct shorter *list, size_t n,
                       const char *between, int room, struct arena *arena)
{
	const char *line = join(parts, between, arena);
	size_t i;

	for (i = 0; i < n && text_width(line) > room; i++)
		if (*parts[list[i].part]) {
			parts[list[i].part] = list[i].text;
			line = join(parts, between, arena);
		}
	return line;
}

static const char *files_words(const struct dataset *data, struct arena *arena)
{
	const struct comparison *c = data->comparison;
	const struct records *r = data->profile->records;
	const size_t n = r->nfiles;

	if (!c && r->noff)
		return arena_format(arena, "%zu of %zu files", n, n + r->noff);
	return c ? arena_format(arena, "%zu run%s against %zu", c->new->runs->n,
	                        c->new->runs->n == 1 ? "" : "s", c->base->runs->n)
	         : arena_format(arena, "%zu %s%s", n, r->are_intervals ? "snapshot" : "file",
	                        n == 1 ? "" : "s");
}

const char *caption_source(const struct dataset *data, const char *between, int room,
                           struct arena *arena)
{
	const struct profile *p = data->profile;
	const bool is_as_gprof = p->rules->symbols_of_gprof;
	const char *parts[PARTS] = {
		[PART_FILES] = files_words(data, arena),
		[PART_RATE] = p->rate > 0 ? arena_format(arena, "%.0f Hz", p->rate)
		                          : "rate unknown",
		[PART_TIME] = measured(p, !is_as_gprof, arena),
		[PART_SHARE] = profiler_stands_out(p)
		                       ? arena_format(arena, "profiler %.0f %%", profiler_share(p))
		                       : "",
		[PART_RULES] = is_as_gprof ? "gprof's rules" : "",
		[PART_CYCLES] = p->rules->opens_cycles ? "cycles open" : "",
		[PART_PROFILER] = of_profiler[p->profiler],
		[PART_CALLERS] = p->rules->measures_callers && !p->rules->symbols_of_gprof
		                         ? "callers measured"
		                         : "",
		[PART_INLINED] = p->is_apart ? "inlined apart" : "",
	};
	const bool are_some = p->records->noff > 0;
	const struct shorter order[] = {
		{ PART_RATE, "" },
		{ are_some ? PART_TIME : PART_FILES, are_some ? measured(p, false, arena) : "" },
		{ PART_SHARE, "" },
		{ PART_TIME, are_some ? "" : measured(p, false, arena) },
		{ are_some ? PART_FILES : PART_TIME, "" },
		{ PART_RULES, "gprof" },
		{ PART_INLINED, p->is_apart ? "apart" : "" },
		{ PART_INLINED, "" },
	};

	return fit(parts, order, sizeof order / sizeof *order, between, room, arena);
}

const char *caption_shown(const struct table *t, struct arena *arena)
{
	char shown[40], all[40];

	number_grouped(shown, sizeof shown, t->nrows - t->nrests);
	number_grouped(all, sizeof all, t->nall);
	if (t->shown_share >= 100)
		return arena_format(arena, "%s of %s %s", shown, all, t->things);
	return arena_format(arena, "%s of %s %s, %.1f %% of time", shown, all, t->things,
	                    t->shown_share);
}

static void add_state(struct caption *caption, const char *what, const char *text,
                      struct arena *arena)
{
	caption->state = arena_format(arena, "%s%s%s%s%s", caption->state,
	                              *caption->state ? "; " : "", what, *what ? " " : "", text);
}

static struct provenance provenance_of(const struct view *view, const struct dataset *data,
                                       struct arena *arena)
{
	const struct profile *p = data->profile;
	const struct records *r = p->records;
	const char **files = arena_space(arena, r->nfiles, sizeof *files);
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		files[i] = r->files[i].path;
	return (struct provenance){
		.version = PACKAGE_VERSION,
		.view = view->name,
		.program = p->image->path,
		.files = files,
		.nfiles = r->nfiles,
		.rate = p->rate,
		.total = p->rate > 0 ? p->total_ticks / p->rate : p->total_ticks,
		.unit = p->rate > 0 ? p->dimension : "samples",
		.rules = p->rules->symbols_of_gprof ? "gprof" : "exact",
	};
}

struct caption caption_of(const struct view *view, const struct table *t, const char *filter,
                          struct arena *arena)
{
	const struct query *q = t->query;
	const char *sort = q->sort ? q->sort : view->sort;
	struct caption caption = {
		.title = arena_format(arena, "%s of %s", view->title,
		                      caption_name(t->data->profile->image->path)),
		.source = caption_source(t->data, ", ", INT_MAX, arena),
		.state = "",
		.provenance = provenance_of(view, t->data, arena),
	};

	if (q->nsubjects)
		add_state(&caption, "", arena_format(arena, "%zu functions", q->nsubjects), arena);
	else if (q->gone && view->is_of_function && t->data->comparison)
		add_state(&caption, "function of the base",
		          comparison_base_name(t->data->comparison, q->gone, q->display.names),
		          arena);
	else if (q->cycle && view->is_of_function)
		add_state(&caption, "cycle", arena_format(arena, "%u", q->cycle->number), arena);
	else if (q->subject && view->is_of_function)
		add_state(&caption, "function",
		          names_get(t->data->names, q->subject, q->display.names), arena);
	if (t->source_path)
		add_state(&caption, "file", t->about, arena);
	if (*filter)
		add_state(&caption, "filter", filter, arena);
	if (t->has_limit)
		add_state(&caption, "limit", arena_format(arena, "%g %%", q->display.limit), arena);
	if (*filter || t->has_limit)
		add_state(&caption, "shown:", caption_shown(t, arena), arena);
	if (t->summary)
		add_state(&caption, "", t->summary, arena);
	if (t->remark)
		add_state(&caption, "note:", t->remark, arena);
	if (sort && (*filter || q->sort))
		add_state(&caption, q->reverse ? "sorted upside down by" : "sorted by", sort,
		          arena);
	return caption;
}
