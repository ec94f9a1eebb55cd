/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/files/file_groups.h"
#include "model/files/file_names.h"
#include "model/files/spreads.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/runs.h"
#include "views/explain.h"
#include "views/figures.h"
#include "views/view.h"

static const struct figures *row(const struct field *field) {
	return field->item;
}

static struct value get_self(const struct field *field) {
	return ticks_of(field, row(field)->self);
}

/* Without a sample it is a limit. */
static struct value get_error(const struct field *field) {
	const double unseen = figures_unseen(field->table->data->profile, row(field));
	struct value error = ticks_of(field, unseen > 0 ? unseen : sqrt(row(field)->variance));

	error.is_limit = unseen > 0;
	return error;
}

static struct value get_total(const struct field *field) {
	return isnan(row(field)->child) ? no_value() : ticks_of(field, figures_total(row(field)));
}

static struct value get_of_parent(const struct field *field) {
	const struct figures *r = row(field);

	return isnan(r->child) ? no_value() : ticks_part(figures_total(r), r->parent);
}

/* None where the function only has code of its own. */
static struct value get_inlined(const struct field *field) {
	const struct func *f = row(field)->func;

	return f && f->is_inlined ? ticks_value(field, f->inlined_ticks) : no_value();
}

static bool is_divided(const struct func *f) {
	return f->shared_ticks > f->self_ticks / 10;
}

static struct value get_divided(const struct field *field) {
	return text(row(field)->is_func && is_divided(row(field)->func) ? "/" : "");
}

static bool has_divided(const struct profile *p) {
	size_t i = 0;

	while (i < p->nfuncs && (p->is_apart || !is_divided(&p->funcs[i])))
		i++;
	return i < p->nfuncs;
}

static struct value get_base(const struct field *field) {
	return ticks_of(field, row(field)->base);
}

static struct value get_base_total(const struct field *field) {
	return ticks_of(field, row(field)->base_total);
}

static struct value get_delta_total(const struct field *field) {
	const struct figures *r = row(field);

	if (!field->table->data->comparison || (isnan(r->self) && isnan(r->base_total)))
		return no_value();
	return ticks_of(field, figures_total(r) - ticks_known(r->base_total));
}

/* Of a function or a group that the base has not, all; of a line, it is not known.  Without a base
 * the order by it stays that of all time. */
static struct value get_delta(const struct field *field) {
	const struct figures *r = row(field);
	const struct table *t = field->table;
	const bool is_known = r->is_func || figures_are_of_group(r)
	                              ? t->data->comparison || !t->query->is_whole
	                              : !isnan(r->base);

	return is_known ? ticks_of(field, ticks_known(r->self) - ticks_known(r->base)) : no_value();
}

/* Both sides are samples. */
static struct value get_delta_error(const struct field *field) {
	const struct figures *r = row(field);
	const struct value delta = get_delta(field);

	return delta.unit == UNIT_NONE
	               ? delta
	               : ticks_of(field,
	                          sqrt(ticks_known(r->variance) + ticks_known(r->base_variance)));
}

static struct value get_edit(const struct field *field) {
	return row(field)->edit ? text(row(field)->edit) : no_value();
}

static struct value get_base_calls(const struct field *field) {
	const struct figures *r = row(field);

	return isnan(r->base_calls) ? no_value() : mean_count(r->base_calls);
}

static struct value get_wide(const struct field *field) {
	return text(figures_are_wide(field->table->data->profile, row(field)) ? "?" : "");
}

static struct value get_least(const struct field *field) {
	return ticks_value(field, row(field)->least);
}

static struct value get_most(const struct field *field) {
	return ticks_value(field, row(field)->most);
}

static struct value get_calls(const struct field *field) {
	const struct figures *r = row(field);

	if (!r->is_counted)
		return no_value();
	return r->is_func && func_self_divisor(field->table, r->func) > r->calls &&
	                       !field->table->query->is_whole
	               ? ratio(r->calls, '+', r->func->self_calls)
	               : count(r->calls);
}

static struct value get_self_calls(const struct field *field) {
	const struct figures *r = row(field);

	return r->is_func && r->is_counted ? count(r->func->self_calls) : no_value();
}

static struct value get_self_per_call(const struct field *field) {
	const struct func *f = row(field)->func;

	return !f || f->is_inlined
	               ? no_value()
	               : ticks_per_call(field->table, f->self_ticks,
	                                func_self_divisor(field->table, f), func_self_samples(f));
}

static struct value get_total_per_call(const struct field *field) {
	const struct func *f = row(field)->func;

	return !f || f->is_inlined
	               ? no_value()
	               : ticks_per_call(field->table, f->self_ticks + f->descendant_ticks, f->calls,
	                                func_total_samples(field->table, f));
}

/* Most functions have none: only those that have are shown. */
static struct value recent_value(const struct field *field, double ticks) {
	const struct table *t = field->table;

	if (ticks <= 0 && !t->query->is_whole)
		return no_value();
	if (field->column->unit == UNIT_PERCENT)
		return percent(ticks, t->data->recent->ticks);
	return ticks_value(field, ticks);
}

static struct value get_now(const struct field *field) {
	const struct recent_time *time = recent_of(field->table, field->item);

	return time ? recent_value(field, time->ticks) : no_value();
}

static struct value get_now_error(const struct field *field) {
	const struct recent_time *time = recent_of(field->table, field->item);

	return time ? recent_value(field, sqrt(time->variance)) : no_value();
}

static struct value get_imbalance(const struct field *field) {
	const struct spread *s = func_spread(field->table, row(field)->func);

	return s ? ticks_value(field, s->max - s->mean) : no_value();
}

static struct value get_sparkline(const struct field *field) {
	const struct spread *s = func_spread(field->table, row(field)->func);

	return s ? text(spread_sparkline(field->table, s)) : no_value();
}

static struct value get_function(const struct field *field) {
	const struct figures *r = row(field);

	return text(r->func && !r->text ? func_label(field->table, r->func) : r->text);
}

static struct value get_where(const struct field *field) {
	const struct figures *r = row(field);

	if (!r->line)
		return r->func && !r->gone ? func_location(field->table, r->func) : no_value();
	return r->line->location.path ? text(location_text(field->table, &r->line->location))
	                              : no_value();
}

static struct value get_group(const struct field *field) {
	return row(field)->group ? text(row(field)->group->name) : no_value();
}

/* All columns that several views have. */
static const struct column all[] = {
	{ "self%", .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell into it, without what it calls.", .get = get_self,
	  .explain = explain_self },
	{ "self", .title = "self @", .unit = UNIT_AMOUNT,
	  .help = "Time in it, without what it calls: samples divided by the sampling rate; in "
	          "rows of calls, the callee's own time that the caller pays for.",
	  .get = get_self, .explain = explain_self, .keeps_time = true },
	{ "cumulative%", .title = "cum%", .unit = UNIT_PERCENT,
	  .help = "Sum of self% down to this row, in the order shown.", .is_extra = true,
	  .is_cumulative = true, .get = get_self },
	{ "cumulative", .title = "cum @", .unit = UNIT_AMOUNT,
	  .help = "Sum of self down to this row, in the order shown: gprof's cumulative seconds.",
	  .is_extra = true, .is_cumulative = true, .get = get_self, .keeps_time = true },
	{ "now%", .unit = UNIT_PERCENT,
	  .help = "While files are watched: the share of the samples that the last reading added.",
	  .is_for_people = true, .get = get_now, .explain = explain_now, .needs = NEEDS_RECENT },
	{ "now", .title = "now @", .unit = UNIT_AMOUNT,
	  .help = "Own time that the last reading added.", .is_for_people = true, .get = get_now,
	  .explain = explain_now, .needs = NEEDS_RECENT, .keeps_time = true },
	{ "now-error", .title = "now +/-", .unit = UNIT_AMOUNT,
	  .help = "Its sampling noise, one standard deviation.", .is_for_people = true,
	  .get = get_now_error, .explain = explain_now, .needs = NEEDS_RECENT },
	{ "base", .title = "base @", .unit = UNIT_AMOUNT,
	  .help = "Own time in the base, for as many runs as the new side has; empty where it is "
	          "not known which line of the base that was.",
	  .get = get_base, .explain = explain_base, .needs = NEEDS_BASE },
	{ "delta", .title = "delta @", .unit = UNIT_AMOUNT,
	  .help = "Own time minus that of the base; the view diff tells what may be noise.",
	  .is_signed = true, .get = get_delta, .explain = explain_base, .needs = NEEDS_BASE },
	{ "delta-error", .title = "of delta", .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of delta, one standard deviation: that of both sides; it does not "
	          "contain what runs differ by.",
	  .get = get_delta_error, .needs = NEEDS_BASE },
	{ "error", .title = "+/-", .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation: the square root of the "
	          "samples.  Two runs may differ by 2.8 times as much.  Without samples, what three "
	          "would be: it is less than that, with 95 % confidence.",
	  .get = get_error, .explain = explain_error },
	{ "inlined", .title = "inlined @", .unit = UNIT_AMOUNT,
	  .help = "The part of self that was sampled where the function was inlined into others.",
	  .get = get_inlined, .explain = explain_self, .needs = NEEDS_NODES },
	{ "divided", .title = "/",
	  .help = "/: more than a tenth of self is its share of bins in which other functions have "
	          "code, too; K says how it is divided.",
	  .get = get_divided, .explain = explain_self, .needs = NEEDS_DIVIDED },
	{ "total%", .title = "~total%", .unit = UNIT_PERCENT,
	  .help = "Share of all samples in it and in what it calls; ~: an estimate, as in gprof.  "
	          "In rows of calls, the callee's share that the caller pays for.",
	  .get = get_total, .explain = explain_total, .needs = NEEDS_TOTALS },
	{ "wide", .title = "?",
	  .help = "?: the total is uncertain; its bounds, least and most, differ by more than half "
	          "of it and by more than 5 % of all time.",
	  .get = get_wide, .explain = explain_bounds, .needs = NEEDS_BOUNDS },
	{ "total", .title = "~total @", .unit = UNIT_AMOUNT,
	  .help = "Time in it and in what it calls; a callee's time is divided among its callers "
	          "in proportion to their calls.",
	  .get = get_total, .explain = explain_total, .needs = NEEDS_TOTALS, .keeps_time = true },
	{ "parent%", .title = "~rel%", .unit = UNIT_PERCENT,
	  .help = "The total in percent of that of the function asked for, or of its cycle; in a "
	          "tree, of the row above.",
	  .get = get_of_parent, .needs = NEEDS_PARENT },
	{ "least", .title = "least @", .unit = UNIT_AMOUNT,
	  .help = "The least that the total can be, however long calls took: what is reached only "
	          "through it.  Of a group, its own time or the largest least of its functions, "
	          "whichever is more.",
	  .get = get_least, .explain = explain_bounds, .needs = NEEDS_BOUNDS },
	{ "most", .title = "most @", .unit = UNIT_AMOUNT,
	  .help = "The most that the total can be: all that it reaches, and all without a known "
	          "caller.  Of a group, the sum over its functions, at most all time.",
	  .get = get_most, .explain = explain_bounds, .needs = NEEDS_BOUNDS },
	{ "calls", .unit = UNIT_COUNT,
	  .help = "Calls by other functions; 3/7: 3 of the callee's 7; 2+11: 2 from outside and 11 "
	          "that are recursive or cut.  On a path, its part of them; of a line, those of "
	          "functions that begin there.",
	  .get = get_calls, .explain = explain_calls, .needs = NEEDS_CALLS },
	{ "self-calls", .unit = UNIT_COUNT,
	  .help = "Calls by itself; self/call is for these and the others.",
	  .is_for_programs = true, .get = get_self_calls, .needs = NEEDS_CALLS },
	{ "base-total", .title = "~base @", .unit = UNIT_AMOUNT,
	  .help = "Self and children in the base, for as many runs; of a call, what the caller "
	          "pays for; in a tree, what is on the same path: an estimate.",
	  .get = get_base_total, .needs = NEEDS_BASE },
	{ "delta-total", .title = "~delta @", .unit = UNIT_AMOUNT, .is_signed = true,
	  .help = "Self and children, minus those of the base: an estimate.",
	  .get = get_delta_total, .needs = NEEDS_BASE },
	{ "base-calls", .title = "base calls", .unit = UNIT_MEAN,
	  .help = "All calls in the base, recursive ones included, for as many runs.",
	  .get = get_base_calls, .needs = NEEDS_BASE },
	{ "self/call", .unit = UNIT_PER_CALL,
	  .help = "Self time divided by all calls, recursive ones included; with as many digits as "
	          "its samples support.",
	  .get = get_self_per_call, .explain = explain_self_per_call, .needs = NEEDS_CALLS },
	{ "total/call", .title = "~total/call", .unit = UNIT_PER_CALL,
	  .help = "Total time divided by the calls by other functions.", .get = get_total_per_call,
	  .explain = explain_total_per_call, .needs = NEEDS_CALLS },
	{ "imbalance", .title = "imbal @", .unit = UNIT_AMOUNT,
	  .help = "Of ranks: the largest time less the mean, which is how long the others wait for "
	          "the slowest, if they have to.",
	  .get = get_imbalance, .needs = NEEDS_SPREADS | NEEDS_WAITING },
	{ "sparkline",
	  .help = "The files side by side, from no time to the row's most; an arrow is a file far "
	          "above or below the others.",
	  .is_for_people = true, .get = get_sparkline, .needs = NEEDS_SPREADS },
	{ "function",
	  .help = "Its name; [section address]: code without a symbol; <idle>: a system waits in "
	          "it; <profiler>: what counts "
	          "calls; <spontaneous>: no known caller; <recursive>, <cycle 2>: calls itself, is "
	          "in that cycle; <cut>: would close a cycle; <split>: split off by the compiler; "
	          "<inlined>: code of the callee in the caller.",
	  .is_name = true, .shorten = short_name_keeping, .get = get_function },
	{ "edit",
	  .help = "+: the base has it not; -: only the base has it.  Lines are compared as diff "
	          "does where both files are as they were compiled; of instructions addresses are "
	          "not compared, but what they are of.",
	  .get = get_edit, .needs = NEEDS_BASE },
	{ "where",
	  .help = "Source file and line: of the line or instruction, or where the function begins; "
	          "empty: not known.",
	  .tells_apart = true, .shorten = short_path, .get = get_where, .explain = explain_where,
	  .needs = NEEDS_LOCATIONS },
	{ "group",
	  .help = "What the row belongs to: the function's file, folder, class or section; in the "
	          "view diff, the function that it is compared with, because on one side one is "
	          "inlined into the other; of files, what several names have in common.",
	  .get = get_group },
	{ "source", .help = "The line of the source itself; tabs are shown as blanks.",
	  .is_cut_behind = true },
};

static bool has_measured(const struct caller_costs *costs) {
	for (size_t i = 0; costs && i < costs->nfits; i++)
		if (costs->fits[i].state == CALLERS_MEASURED)
			return true;
	return false;
}

static bool has_reason(const struct runs *runs) {
	for (size_t i = 0; runs && i < runs->noff; i++)
		if (runs->off[i].failed || runs->off[i].repeats)
			return true;
	return false;
}

static unsigned unless(bool is_there, unsigned needs) {
	return is_there ? 0 : needs;
}

/* Whether files are rows whose names tell several of a host, or of another group. */
static bool has_groups(const struct table *t, enum file_grouping by) {
	const struct file_groups *g = t->data->groups[by];

	return g && !t->groups && g->runs->n > 1 && 2 * g->runs->n <= t->data->runs->n;
}

unsigned columns_lacking(const struct table *t) {
	const struct dataset *d = t->data;
	const struct profile *p = d->profile;
	const struct comparison *c = d->comparison;
	const struct spreads *s = table_spreads(t);
	const struct display *shown = &t->query->display;

	return unless(c, NEEDS_BASE) | unless(p->has_calls, NEEDS_CALLS) |
	       unless(profile_has_totals(p), NEEDS_TOTALS) | unless(p->bounds, NEEDS_BOUNDS) |
	       unless(!p->paths, NEEDS_NO_PATHS) | unless(p->is_apart, NEEDS_NODES) |
	       unless(has_measured(p->caller_costs), NEEDS_MEASURED) |
	       unless(has_divided(p), NEEDS_DIVIDED) | unless(d->locations, NEEDS_LOCATIONS) |
	       unless(d->code_lines && d->code_lines->has_inlined, NEEDS_INLINED) |
	       unless(t->is_tree, NEEDS_FRAMES) | unless(s, NEEDS_SPREADS) |
	       unless(s && s->on, NEEDS_DISTANCES) |
	       unless(d->file_names && d->file_names->nranks, NEEDS_WAITING) |
	       unless(d->file_names && d->file_names->nranks && !t->groups, NEEDS_RANKS) |
	       unless(has_groups(t, GROUP_BY_HOST), NEEDS_HOSTS) |
	       unless(has_groups(t, GROUP_BY_GROUP), NEEDS_GROUPS) |
	       unless(t->groups, NEEDS_GROUPED) |
	       unless(has_reason(d->runs) || (c && has_reason(c->base->runs)), NEEDS_REASONS) |
	       unless(d->runs && d->runs->know_mpi, NEEDS_MPI) | unless(d->recent, NEEDS_RECENT) |
	       unless(shown->amounts == AMOUNT_PARENT, NEEDS_PARENT) |
	       unless(shown->amounts != AMOUNT_PARENT, NEEDS_NO_PARENT) |
	       unless(shown->rows == ROWS_LINE, NEEDS_LINES) |
	       unless(shown->rows != ROWS_LINE, NEEDS_NO_LINES);
}

static const struct column *column_of_all(const char *name) {
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].name, name))
			return &all[i];
	return NULL;
}

/* A column of the table with what the view's row has instead; what another getter has is explained
 * anew. */
static struct column complete(const struct column *named) {
	const struct column *from = column_of_all(named->name);

	assert(from);
	struct column out = *from;
	out.title = named->title ? named->title : from->title;
	out.unit = named->unit ? named->unit : from->unit;
	out.spare = named->spare;
	out.least = named->least;
	out.number = named->number;
	out.is_name |= named->is_name;
	out.is_for_programs |= named->is_for_programs;
	out.is_extra |= named->is_extra;
	out.get = named->get ? named->get : from->get;
	out.explain = named->get || named->explain ? named->explain : from->explain;
	out.needs = named->needs ? named->needs : from->needs;
	out.keeps_time = named->needs ? named->keeps_time : from->keeps_time;
	return out;
}

const struct columns *columns_complete(const struct columns *named, struct arena *arena) {
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_copy(arena, named->list, named->n, sizeof *list);

	for (size_t i = 0; i < named->n; i++) {
		if (!list[i].help)
			list[i] = complete(&named->list[i]);
		if (!list[i].unit)
			list[i].unit = UNIT_TEXT;
	}
	*out = (struct columns){ list, named->n };
	return out;
}

static int larger(int a, int b) {
	return a > b ? a : b;
}

static int count_room(uint64_t n) {
	char text[40];

	number_grouped(text, sizeof text, n);
	return text_width(text);
}

/* In steps: inlined functions apart are others, of much the same names. */
static int in_steps(size_t cells) {
	enum { STEP = 4 };

	return ((int)cells + STEP - 1) / STEP * STEP;
}

struct rooms rooms_of(const struct dataset *data) {
	enum { LINE = 5, AMOUNT = 4 };
	const struct profile *p = data->profile;
	struct rooms out = { .amount = larger(count_room((uint64_t)p->total_ticks), AMOUNT) + 1 };

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct source_location *place = dataset_location(data, f);
		const size_t len = strlen(f->name);
		const bool is_mangled = !strncmp(f->name, "_Z", 2) || !strncmp(f->name, "_R", 2);

		if (!func_has_figures(f))
			continue;
		out.name = larger(out.name,
		                  in_steps(is_mangled || len > NAME_WANTS ? NAME_WANTS : len));
		if (place && place->file)
			out.place = larger(out.place, in_steps(strlen(place->file) + LINE));
		out.calls = larger(out.calls, count_room(f->calls));
	}
	return out;
}

/* The cells of a column, which takes `cells` now, in the unit that takes most. */
static int room_of(const struct table *t, size_t column, const struct rooms *rooms, int cells,
                   bool has_parents) {
	enum {
		DEEP = 8,
		RATIO = 11
	}; /* of indentation and " <inlined>"; of most functions' calls */
	const struct column *c = &t->columns->list[column];
	struct table other = *t;
	char title[VALUE_TEXT];

	if (c->is_name)
		return rooms->name + (has_parents || (t->is_tree && !t->is_list) ? DEEP : 0);
	if (c->tells_apart)
		return rooms->place;
	other.unit = "%";
	table_title(&other, column, title, sizeof title);
	if (c->unit == UNIT_AMOUNT)
		return larger(text_width(title), rooms->amount);
	if (c->unit == UNIT_COUNT)
		return larger(text_width(title), rooms->calls);
	if (c->unit == UNIT_RATIO)
		return larger(text_width(title),
		              2 * rooms->calls < RATIO ? 2 * rooms->calls + 1 : RATIO);
	return c->unit == UNIT_PERCENT && has_parents ? larger(cells, sizeof "~total%" - 1) : cells;
}

const size_t *columns_rooms(const struct table *t, const struct view *view,
                            const struct rooms *rooms, const size_t *widths, struct arena *arena) {
	const bool has_calls = view->kind == VIEW_CALLS;
	size_t *out;

	if (!has_calls && (view->kind != VIEW_FUNCTIONS || t->query->display.rows != ROWS_FUNCTION))
		return widths;
	out = arena_copy(arena, widths, t->columns->n, sizeof *out);
	for (size_t i = 0; i < t->columns->n; i++)
		if (table_shows(t, i))
			out[i] = (size_t)room_of(t, i, rooms, (int)widths[i], has_calls);
	return out;
}
