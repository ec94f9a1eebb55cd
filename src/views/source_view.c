/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/places.h"
#include "model/profile.h"
#include "model/source.h"
#include "views/columns.h"
#include "views/filtering.h"
#include "views/source_row.h"

enum { FEW_SAMPLES = 10 };

/* A file as the view is built: its functions and its lines with samples. */
struct file {
	const char *path;
	struct keyed *begins; /* lines where functions begin, and which */
	size_t nbegins;
	const struct line_ticks *ticks; /* by rising line; shape: [nticks] */
	size_t nticks;
	unsigned hot_low, hot_high; /* lines to begin on the hottest of */
};

static const struct place *place_of(const struct profile *p,
                                    const struct func *f)
{
	return &p->places->list[profile_number(p, f)];
}

/* Without a function in question: the hottest one whose line is known. */
static const struct func *first_function(const struct profile *p)
{
	const struct func *best = NULL;
	size_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (p->places->list[i].path &&
		    (!best || p->funcs[i].self_ticks > best->self_ticks))
			best = &p->funcs[i];
	return best;
}

static void find_functions(struct file *file, const struct profile *p,
                           struct arena *arena)
{
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct place *place = &p->places->list[i];

		if (!place->path || !place->line ||
		    strcmp(place->path, file->path) != 0)
			continue;
		file->begins = arena_room(arena, file->begins, file->nbegins,
		                          sizeof *file->begins);
		file->begins[file->nbegins++] = (struct keyed){ place->line,
			                                        (uint32_t)i };
	}
	if (file->nbegins)
		sort_keys(file->begins, file->nbegins, arena);
}

static void find_ticks(struct file *file, const struct profile *p)
{
	const struct line_times *times = p->line_times;
	size_t i;

	for (i = 0; times && i < times->n; i++) {
		if (strcmp(times->list[i].path, file->path) != 0)
			continue;
		if (!file->nticks)
			file->ticks = &times->list[i];
		file->nticks++;
	}
}

/* The function that a line is in: the last one that begins before it. */
static const struct func *func_of_line(const struct file *file,
                                       const struct profile *p, unsigned line,
                                       bool *begins)
{
	size_t low = 0, high = file->nbegins;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (file->begins[middle].key <= line)
			low = middle + 1;
		else
			high = middle;
	}
	*begins = low && file->begins[low - 1].key == line;
	return low ? &p->funcs[file->begins[low - 1].index] : NULL;
}

/* The line that is asked for, or those of the function: up to the next one's
 * first. */
static void find_extent(struct file *file, const struct query *query,
                        const struct profile *p, const struct func *f)
{
	unsigned line = query->spot.path ? query->spot.line
	                                 : place_of(p, f)->line;
	size_t i;

	file->hot_low = line;
	file->hot_high = line + 1;
	if (query->spot.path)
		return;
	file->hot_high = UINT32_MAX;
	for (i = file->nbegins; i-- > 0;)
		if (file->begins[i].key > line)
			file->hot_high = (unsigned)file->begins[i].key;
}

static struct source_row *add(struct table *t, unsigned line, const char *text)
{
	struct source_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = (struct source_row){ .line = line, .text = text };
	table_add(t, (struct row){ .item = item });
	return item;
}

static void add_line(struct table *t, const struct file *file, unsigned line,
                     const char *text, const struct line_ticks *ticks)
{
	struct source_row *row;

	t->nall++;
	if (!filter_keeps_line(t, file->path, line))
		return;
	row = add(t, line, text);
	row->ticks = ticks;
	row->func = func_of_line(file, t->profile, line, &row->begins);
	t->rows[t->nrows - 1].is_faint = ticks && ticks->variance < FEW_SAMPLES;
}

static void add_source(struct table *t, const struct file *file,
                       const struct source *source)
{
	size_t i, k = 0;

	for (i = 0; i < source->n; i++) {
		unsigned line = (unsigned)i + 1;

		while (k < file->nticks && file->ticks[k].line < line)
			k++;
		add_line(t, file, line, source->lines[i],
		         k < file->nticks && file->ticks[k].line == line
		                 ? &file->ticks[k]
		                 : NULL);
	}
}

/* Without the file there are still the lines that have samples. */
static void add_ticks_only(struct table *t, const struct file *file,
                           const struct source *source)
{
	size_t i;

	add(t, 0, source->reason ? source->reason : "the file is empty");
	add(t, 0, "-I FOLDER tells where sources are");
	for (i = 0; i < file->nticks; i++)
		add_line(t, file, file->ticks[i].line, "", &file->ticks[i]);
}

/* The view opens on the function's hottest line, else on its first. */
static void mark_subject(struct table *t, const struct file *file)
{
	size_t best = t->nrows, i;
	double most = -1;

	for (i = 0; i < t->nrows; i++) {
		const struct source_row *r = t->rows[i].item;
		double ticks = r->ticks ? r->ticks->ticks : 0;

		if (r->line < file->hot_low || r->line >= file->hot_high ||
		    ticks <= most)
			continue;
		most = ticks;
		best = i;
	}
	if (best < t->nrows)
		t->rows[best].is_subject = true;
}

static void build(struct table *t, const struct query *query)
{
	const struct profile *p = t->profile;
	const struct func *f = query->subject;
	const struct source *source;
	struct file file = { 0 };

	t->things = "lines";
	if (!p->sources || !p->places) {
		add(t, 0,
		    p->sources ? "no line information; compile with -g"
		               : "lines are being read");
		return;
	}
	f = f ? f : first_function(p);
	file.path = query->spot.path ? query->spot.path
	            : f              ? place_of(p, f)->path
	                             : NULL;
	if (!file.path) {
		add(t, 0, "no line is known for this function");
		return;
	}
	find_functions(&file, p, t->arena);
	find_ticks(&file, p);
	find_extent(&file, query, p, f);
	source = p->sources->get(p->sources->context, file.path);
	if (source->n)
		add_source(t, &file, source);
	else
		add_ticks_only(t, &file, source);
	mark_subject(t, &file);
}

static const struct func *subject(const void *item)
{
	const struct source_row *r = item;

	return r->func;
}

const struct view source_view = {
	.name = "source",
	.key = "4 a",
	.title = "Source",
	.help = "Which lines did the time go to?",
	.order = 40,
	.is_tab = true,
	.is_of_function = true,
	.shows_frames = true,
	.columns = &source_columns,
	.build = build,
	.subject = subject,
};
