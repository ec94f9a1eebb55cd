/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/path.h"
#include "base/search.h"
#include "model/compare/base_lines.h"
#include "model/frames.h"
#include "model/line_owners.h"
#include "model/locations.h"
#include "model/profile.h"
#include "model/source.h"
#include "table/folds.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/source_frames.h"
#include "views/source_functions.h"
#include "views/source_row.h"

/* A file while the view is built: its functions and its lines with samples. */
struct file {
	const char *path;
	const struct beginning *begins; /* by ascending line */
	size_t nbegins;
	const struct line_ticks *ticks; /* by ascending line; shape: [nticks] */
	size_t nticks;
	const struct source *source;
	const struct frames *frames; /* or NULL */
	size_t frame;                /* the next one, in frames->by_line */
	struct base_file base;
	size_t low, high;           /* lines to show; low 0: all */
	uint64_t key;               /* of folds */
	unsigned hot_low, hot_high; /* lines among which to start on the
	                                hottest */
	size_t nhidden;             /* lines that the filter hides */
	double shown;               /* ticks of the others */
};

/* Without a function: the hottest one whose line is known. */
static const struct func *first_function(const struct dataset *data)
{
	const struct profile *p = data->profile;
	const struct func *best = NULL;
	size_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (data->locations->list[i].path &&
		    (!best || p->funcs[i].self_ticks > best->self_ticks))
			best = &p->funcs[i];
	return best;
}

static void find_ticks(struct file *file, const struct line_times *times)
{
	size_t i;

	for (i = 0; times && i < times->n; i++) {
		if (strcmp(times->list[i].path, file->path) != 0)
			continue;
		if (!file->nticks)
			file->ticks = &times->list[i];
		file->nticks++;
	}
}

static void find_frames(struct file *file, const struct frames *frames)
{
	file->key = fold_key(fold_key(0, "source"), file->path);
	file->frames = frames;
	if (frames)
		frames_at(frames, file->path, 0, &file->frame);
}

/* The line that is asked for, or those of the function: up to the next one's
 * first. */
static void find_extent(struct file *file, const struct query *query,
                        const struct source_location *first)
{
	unsigned line = query->position.path ? query->position.line : first->line;
	size_t i;

	file->hot_low = line;
	file->hot_high = line + 1;
	if (query->position.path)
		return;
	file->hot_high = UINT32_MAX;
	for (i = file->nbegins; i-- > 0;)
		if (file->begins[i].line > line)
			file->hot_high = (unsigned)file->begins[i].line;
}

/* The lines of an excerpt: the function's, and some around them. */
static void find_excerpt(struct file *file, const struct query *query, const struct dataset *d,
                         const struct func *f, const struct source_location *first)
{
	enum { BEFORE = 4, BEHIND = 2, UNKNOWN = 20 };
	const unsigned last = d->locations->last[profile_number(d->profile, f)];

	file->high = file->source->n;
	if (!query->is_excerpt || query->position.path || !first->line)
		return;
	file->low = first->line > BEFORE ? first->line - BEFORE : 1;
	if (file->high > (last ? last + BEHIND : first->line + UNKNOWN))
		file->high = last ? last + BEHIND : first->line + UNKNOWN;
}

/* The line of the next frame, or UINT_MAX. */
static unsigned frame_line(const struct file *file)
{
	const struct frames *frames = file->frames;
	const struct source_location *location;

	if (!frames || file->frame >= frames->n)
		return UINT_MAX;
	location = &frames->list[frames->by_line[file->frame]].location;
	return location->path == file->path ? location->line : UINT_MAX;
}

/* Takes the frames of a line; lines are asked for in order. */
static struct line_frames take_frames(struct file *file, unsigned line)
{
	struct line_frames out = { .n = 0 };

	while (frame_line(file) < line)
		file->frame++;
	out.list = file->frames ? file->frames->by_line + file->frame : NULL;
	for (; frame_line(file) == line; file->frame++)
		out.n++;
	return out;
}

/* A line's key: the file's plus its number, because hashing names of 200,000
 * lines takes time. */
static uint64_t line_key(const struct file *file, unsigned line)
{
	uint64_t key = file->key + line * 0x9e3779b97f4a7c15u;

	return key && key != FOLD_ALL ? key : 1;
}

/* Whether the filter keeps a line: by the function that owns it, or the one
 * that it is written in. */
static bool is_kept(struct table *t, const struct file *file, const struct source_row *row,
                    struct line_frames frames)
{
	const struct source_location location = { .path = file->path, .line = row->line };
	struct filter_item item = { .func = source_row_has_code(row) ? row->func : NULL,
		                    .name = row->inlined_from,
		                    .location = &location };

	if (filter_asks_for_calls(t))
		item.calls = line_calls(file->frames, frames, &item.ncalls, t->arena);
	return filter_keeps(t, &item);
}

/* Takes the ticks of a line; lines are asked for in order. */
static const struct line_ticks *take_ticks(struct file *file, unsigned line)
{
	while (file->nticks && file->ticks->line < line) {
		file->ticks++;
		file->nticks--;
	}
	return file->nticks && file->ticks->line == line ? file->ticks : NULL;
}

static void add_line(struct table *t, struct file *file, unsigned line)
{
	const struct line_ticks *ticks = take_ticks(file, line);
	const struct line_frames frames = take_frames(file, line);
	struct source_row *row, found = { .line = line, .path = file->path };

	t->nall++;
	source_row_belong(t, &found, file->begins, file->nbegins, frames);
	if (!is_kept(t, file, &found, frames)) {
		file->nhidden++;
		return;
	}
	file->shown += ticks ? ticks->ticks : 0;
	row = measured_add(t, sizeof *row, file->source->n ? NULL : "");
	found.measured = row->measured;
	found.source = file->source;
	*row = found;
	if (ticks)
		measured_set(t, &row->measured, ticks->ticks, ticks->variance);
	measured_set_base(t, &row->measured, &file->base, NULL, line);
	t->rows[t->nrows - 1].id = line_key(file, line);
	if (!frames.n || !line_has_more(file->frames, frames))
		return;
	t->is_tree = true;
	row->inlined = line_inlined(file->frames, frames);
	source_row_fold(t, line_key(file, line), false);
	if (t->rows[t->nrows - 1].is_open)
		source_frames_add(t, frames);
}

/* The first line from this one on that has samples or calls, or UINT_MAX. */
static unsigned next_line(struct file *file, unsigned from)
{
	unsigned ticks;

	take_ticks(file, from);
	while (frame_line(file) < from)
		file->frame++;
	ticks = file->nticks ? file->ticks->line : UINT_MAX;
	return ticks < frame_line(file) ? ticks : frame_line(file);
}

/* The same, and where functions begin. */
static unsigned next_landmark(struct file *file, unsigned from)
{
	const size_t i = lower_bound(file->begins, file->nbegins, sizeof *file->begins,
	                             offsetof(struct beginning, line), from);
	const unsigned line = next_line(file, from);

	return i < file->nbegins && file->begins[i].line < line ? (unsigned)file->begins[i].line
	                                                        : line;
}

static void add_left_out(struct table *t, size_t n)
{
	char count[40];

	number_grouped(count, sizeof count, n);
	measured_add(t, sizeof(struct source_row),
	             arena_format(t->arena, "... %s lines without samples are left out", count));
	t->rows[t->nrows - 1].is_notice = true;
}

/* Adds lines from this one on, up to where the next landmark is farther away
 * than that; returns the first one that was not added. */
static size_t add_near(struct table *t, struct file *file, size_t line, size_t near)
{
	const size_t n = file->source->n;
	size_t last = line;

	for (; line <= last && line <= n; line++) {
		const size_t next = next_landmark(file, (unsigned)line);

		if (next - line <= near)
			last = next < n - near ? next + near : n;
		add_line(t, file, (unsigned)line);
	}
	return line;
}

/* The lines of a very long file: those near samples and functions. */
static void add_landmarks(struct table *t, struct file *file, size_t most)
{
	enum { AROUND = 1000 };
	const size_t n = file->source->n;
	const size_t known = 1 + file->nticks + file->nbegins +
	                     (file->frames ? file->frames->n : 0);
	const size_t near = most / known < AROUND ? most / known : AROUND;
	size_t line = 1;

	while (line <= n) {
		size_t next = next_landmark(file, (unsigned)line);

		next = next > near ? next - near : 1;
		if (next > n)
			next = n + 1;
		if (next > line + 1) {
			add_left_out(t, next - line);
			line = next;
		}
		if (line <= n)
			line = add_near(t, file, line, near);
	}
}

static void add_source(struct table *t, struct file *file)
{
	enum { ALL = 400000 };
	size_t line;

	if (!file->low && file->source->n > ALL) {
		add_landmarks(t, file, ALL);
		return;
	}
	for (line = file->low ? file->low : 1; line <= file->high; line++)
		add_line(t, file, (unsigned)line);
}

/* Without the file there are still those lines. */
static void add_known(struct table *t, struct file *file)
{
	unsigned line = 0;

	measured_add_notice(t, sizeof(struct source_row),
	                    file->source->reason ? file->source->reason : "the file is empty");
	measured_add_notice(t, sizeof(struct source_row), ":map or --map OLD=NEW says where it is");
	while ((line = next_line(file, line + 1)) < UINT_MAX)
		add_line(t, file, line);
}

/* The view opens on the function's hottest line, else on the one with the
 * hottest inlined code, else on its first. */
static void mark_subject(struct table *t, const struct file *file)
{
	size_t best = t->nrows, i;
	double most = -1, inlined = -1;

	for (i = 0; i < t->nrows; i++) {
		const struct source_row *r = t->rows[i].item;

		if (r->kind != SOURCE_LINE || r->line < file->hot_low ||
		    r->line >= file->hot_high || r->measured.ticks < most ||
		    (r->measured.ticks <= most && r->inlined <= inlined))
			continue;
		most = r->measured.ticks;
		inlined = r->inlined;
		best = i;
	}
	if (best < t->nrows)
		t->rows[best].is_subject = true;
}

static void build(struct table *t, const struct query *query)
{
	const struct dataset *d = t->data;
	const struct func *f = query->subject;
	const struct source_location *first = NULL;
	struct file file = { 0 };

	t->things = "lines";
	t->is_pending = !d->sources || (d->line_times && !d->frames && filter_asks_for_calls(t));
	if (!d->sources || !d->locations) {
		t->is_notice = !t->is_pending;
		measured_add_reason(t, sizeof(struct source_row));
		return;
	}
	f = f ? f : first_function(d);
	first = f ? dataset_location(d, f) : NULL;
	file.path = query->position.path ? query->position.path : first ? first->path : NULL;
	if (!file.path) {
		t->is_notice = true;
		measured_add_notice(t, sizeof(struct source_row),
		                    "no line is known for this function");
		return;
	}
	file.begins = source_beginnings(d, file.path, f, &file.nbegins, t->arena);
	find_ticks(&file, d->line_times);
	find_frames(&file, d->frames);
	file.base = measured_base_file(t, file.path);
	find_extent(&file, query, first);
	file.source = d->sources->get(d->sources->context, file.path);
	find_excerpt(&file, query, d, f, first);
	t->source_path = file.path;
	t->about = query->display.paths ? file.path : path_last(file.path);
	t->source_is_missing = !file.source->found;
	t->remark = source_remark(file.source);
	if (file.source->n)
		add_source(t, &file);
	else
		add_known(t, &file);
	if (file.nhidden)
		measured_share(t, file.shown);
	mark_subject(t, &file);
}

static const struct func *subject(const void *item)
{
	const struct source_row *r = item;

	return r->func;
}

static const struct line_owner *owners(const void *item, size_t *n)
{
	const struct source_row *r = item;

	*n = r->owners.n;
	return r->owners.list;
}

/* Instructions open on those of the line in the function that owns it. */
static bool locate(const void *item, struct query *query)
{
	const struct source_row *r = item;
	const bool is_other = r->to.path != NULL;

	if (!r->func || r->kind == SOURCE_CALLS)
		return false;
	query->subject = r->func;
	query->position = (struct code_position){
		.path = is_other ? r->to.path : r->path,
		.line = is_other ? r->to.line : r->line,
	};
	if (r->owners.n) {
		query->position.has_address = r->owners.list[0].address != 0;
		query->position.address = r->owners.list[0].address;
	}
	return true;
}

/* Rows below a line lead to the line that they are about, or into what is
 * called. */
static const char *follow(const void *item, struct query *query)
{
	const struct source_row *r = item;

	query->subject = r->func;
	if (r->to.path)
		query->position = (struct code_position){ .path = r->to.path, .line = r->to.line };
	if (r->to.path || (r->kind == SOURCE_CALLS && !r->is_bare))
		return "source";
	return r->func ? "graph" : NULL;
}

/* For inlined code, the line that it is from. */
static struct source_location location(const struct table *t, const void *item)
{
	const struct source_row *r = item;

	if (r->to.path || !r->line)
		return r->to;
	return (struct source_location){ .path = t->source_path, .line = r->line };
}

const struct view source_view = {
	.name = "source",
	.key = "4 a",
	.title = "Source",
	.kind = VIEW_LINES,
	.help = "Which lines did the time go to?",
	.rank = 40,
	.is_tab = true,
	.is_of_function = true,
	.shows_frames = true,
	.columns = &source_columns,
	.build = build,
	.subject = subject,
	.owners = owners,
	.follow = follow,
	.locate = locate,
	.explain = explain_source_row,
	.location = location,
};
