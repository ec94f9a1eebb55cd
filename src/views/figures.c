/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/figures.h"

#include "model/compare/line_match.h"
#include "model/files/file_choice.h"

struct figures figures_of_text(const char *text) {
	return (struct figures){ .text = text,
		                 .self = NAN,
		                 .child = NAN,
		                 .least = NAN,
		                 .most = NAN,
		                 .variance = NAN,
		                 .parent = NAN,
		                 .base = NAN,
		                 .base_variance = NAN,
		                 .base_total = NAN,
		                 .base_calls = NAN };
}

struct figures figures_of_func(const struct table *t, const struct func *f) {
	const struct bounds *bounds = bounds_of(t->data->profile, f);
	struct figures out = figures_of_text(NULL);

	out.func = f;
	out.is_func = true;
	out.self = f->self_ticks;
	out.child = f->descendant_ticks;
	if (bounds) {
		out.least = bounds->least;
		out.most = bounds->most;
	}
	out.variance = f->variance;
	out.calls = f->calls;
	out.is_counted = func_is_counted(f);
	if (!t->data->comparison)
		return out;
	struct side_figures base = comparison_base(t->data->comparison, f);
	out.base_variance = base.variance;
	if (base.is_there)
		out.base = base.ticks;
	if (base.is_counted)
		out.base_calls = base.calls;
	return out;
}

static void sum_up(double *sum, double of) {
	if (!isnan(of))
		*sum = ticks_known(*sum) + of;
}

void figures_sum(struct figures *sum, const struct figures *of, const struct profile *p) {
	const double most = ticks_known(sum->most) + of->most;

	sum_up(&sum->self, of->self);
	sum_up(&sum->variance, of->variance);
	sum_up(&sum->base, of->base);
	sum_up(&sum->base_variance, of->base_variance);
	sum_up(&sum->base_calls, of->base_calls);
	sum->calls += of->calls;
	sum->is_counted |= of->is_counted;
	sum->is_sampled |= figures_unseen(p, of) > 0;
	if (isnan(of->least))
		return;
	sum->least = fmax(fmax(sum->least, of->least), sum->self); /* not NAN if one is not */
	sum->most = fmax(fmin(most, p->total_ticks), sum->least);  /* not less by rounding */
}

bool figures_are_of_group(const struct figures *r) {
	return r->group && !r->func;
}

double ticks_known(double ticks) {
	return isnan(ticks) ? 0 : ticks;
}

void figures_bound(struct figures *r, const struct profile *p, const struct func *f,
                   const struct cycle *c, double part, double most) {
	if (!p->bounds || isnan(r->child))
		return;
	r->least = r->most = 0;
	for (size_t i = 0; i < (c ? c->nmembers : 1); i++) {
		const struct bounds *bounds = bounds_of(p, c ? c->members[i] : f);

		r->least = fmax(r->least, part < 1 ? 0 : bounds->least);
		r->most = fmax(r->most, bounds->most);
	}
	r->most = fmax(fmin(r->most, most), r->least);
}

bool figures_are_wide(const struct profile *p, const struct figures *r) {
	return !isnan(r->child) && bounds_are_wide(p, r->least, r->most, figures_total(r));
}

int figures_order(const struct figures *a, double calls, const struct figures *b, double others) {
	const double x = figures_total(a), y = figures_total(b);

	if (x > y || x < y)
		return x > y ? -1 : 1;
	return calls > others ? -1 : calls < others;
}

double figures_heat(const struct figures *r, bool by_change) {
	if (isnan(r->base) || !by_change)
		return isnan(r->self) ? -INFINITY : r->self;
	return fabs(ticks_known(r->self) - r->base) -
	       sqrt(ticks_known(r->variance) + ticks_known(r->base_variance));
}

double figures_total(const struct figures *r) {
	return ticks_known(r->self) + ticks_known(r->child);
}

bool figures_are_faint(const struct figures *r) {
	return is_faint_figure(ticks_known(r->self), ticks_known(r->variance));
}

double figures_unseen(const struct profile *p, const struct figures *r) {
	if (r->is_func)
		return func_unseen_ticks(p, r->func);
	return r->is_sampled && ticks_known(r->variance) <= 0 ? unseen_ticks(p) : 0;
}

void figures_ask(const struct figures *r, struct query *query) {
	query->subject = r->func;
	query->gone = r->func ? NULL : r->gone;
	query->cycle = r->cycle;
}

void *figures_add(struct table *t, size_t size, const char *text) {
	struct figures *item = arena_alloc(t->arena, 1, size);

	*item = figures_of_text(text);
	table_add(t, (struct row){ .item = item });
	return item;
}

void figures_set(struct table *t, struct figures *r, double ticks, double variance) {
	r->self = ticks;
	r->variance = variance;
	t->rows[t->nrows - 1].is_faint = is_faint_figure(ticks, variance);
}

static const struct base_lines *base_of(const struct table *t) {
	return t->data->comparison ? t->data->comparison->lines : NULL;
}

void figures_set_base(const struct table *t, struct figures *r, const struct base_file *file,
                      const struct func *f, unsigned line, bool *marks) {
	struct base_time time;

	if (base_lines_ticks(base_of(t), file, f, line, &time, marks) &&
	    (time.ticks > 0 || !isnan(r->self))) {
		r->base = time.ticks;
		r->base_variance = time.variance;
	}
}

struct base_file figures_base_file(const struct table *t, const char *path) {
	const struct dataset *base = t->data->base;

	return base_lines_file(base_of(t), path, base ? base->sources : NULL, t->data->sources);
}

/* Adds a row of a notice, and the text to what the table's notice is. */
static void add_notice(struct table *t, size_t size, const char *text, const char *between) {
	t->notice = t->notice ? say(t, "%s%s%s", t->notice, between, text) : text;
	figures_add(t, size, text);
	t->rows[t->nrows - 1].is_notice = true;
}

void figures_add_notice(struct table *t, size_t size, const char *text) {
	const char *between = "; ";

	for (; *text; between = " ") {
		const size_t len = strcspn(text, "\n");

		add_notice(t, size, arena_text(t->arena, text, len), between);
		text += len + (text[len] == '\n');
	}
}

/* Does the same in as many rows as it takes in 80 columns. */
static void add_wrapped(struct table *t, size_t size, const char *text) {
	enum { LINE = 44 }; /* cells */
	const char *line, *between = "; ";

	for (; (line = text_take_line(&text, LINE, t->arena)); between = " ")
		add_notice(t, size, line, between);
}

void figures_add_reason(struct table *t, size_t size) {
	const struct dataset *d = t->data;

	if (!d->sources || !d->debug || !d->debug->reason) {
		figures_add_notice(t, size, d->sources ? "cancelled" : "lines are being read");
		return;
	}
	add_wrapped(t, size, d->debug->reason);
	add_wrapped(t, size, d->debug->cure);
}

void table_share(struct table *t, double shown_ticks) {
	const double all = t->data->profile->total_ticks;

	if (all > 0)
		t->shown_share = 100 * shown_ticks / all;
}

struct value ticks_value(const struct field *field, double ticks) {
	const enum amount_unit shown = field->table->query->display.amounts;
	const struct profile *p = field->table->data->profile;

	if (isnan(ticks))
		return no_value();
	if (field->column->unit == UNIT_PERCENT ||
	    (display_is_in_percent(&field->table->query->display) && !field->column->keeps_time))
		return percent(ticks, p->total_ticks);
	return shown == AMOUNT_SAMPLES || p->rate <= 0 ? samples(ticks) : amount(ticks / p->rate);
}

struct value ticks_of(const struct field *field, double ticks) {
	const struct figures *r = field->item;

	return isnan(r->parent) || isnan(ticks) || field->column->unit == UNIT_PERCENT ||
	                       field->column->keeps_time ||
	                       field->table->query->display.amounts != AMOUNT_PARENT
	               ? ticks_value(field, ticks)
	               : ticks_part(ticks, r->parent, field->table->most_parent);
}

struct value ticks_part(double ticks, double of, double most) {
	return with_decimals(percent(ticks, of), number_decimals(100 / most, 2));
}

int samples_digits(double samples) {
	return samples < 4 ? 1 : samples < 400 ? 2 : 3;
}

struct value ticks_per_call(const struct table *t, double ticks, uint64_t calls, double samples) {
	const struct profile *p = t->data->profile;
	const int digits = p->rules->gprof ? 3 : samples_digits(samples);

	if (!calls || p->rate <= 0)
		return no_value();
	return per_call(ticks / p->rate / (double)calls, digits, p->abbreviation);
}

uint64_t func_self_divisor(const struct table *t, const struct func *f) {
	return t->data->profile->rules->gprof ? f->calls : f->calls + f->self_calls;
}

double func_self_samples(const struct func *f) {
	return f->variance > 0 ? f->self_ticks * f->self_ticks / f->variance : 0;
}

/* Of what is called, ticks count as samples, by the average weight of all. */
double func_total_samples(const struct table *t, const struct func *f) {
	const double ticks = f->self_ticks + f->descendant_ticks;
	const double variance = f->variance + f->descendant_ticks * sample_ticks(t->data->profile);

	return variance > 0 ? ticks * ticks / variance : 0;
}

bool func_has_figures(const struct func *f) {
	return f->self_ticks > 0 || f->descendant_ticks > 0 || f->calls || f->self_calls ||
	       f->ncallees;
}

struct value text_member(const struct field *field) {
	const char *const *member = (const void *)((const char *)field->item +
	                                           field->column->number);

	return *member ? text(*member) : no_value();
}

struct value figure_ticks(const struct field *field) {
	return ticks_of(field, number_member(field, field->item));
}

double number_member(const struct field *field, const void *of) {
	return *(const double *)((const char *)of + field->column->number);
}

const char *func_name(const struct table *t, const struct func *f) {
	return names_get(t->data->names, f, t->query->display.names);
}

const char *base_name(const struct table *t, const struct func *f) {
	return comparison_base_name(t->data->comparison, f, t->query->display.names);
}

const char *func_label(const struct table *t, const struct func *f) {
	const char *name = func_name(t, f);

	return f->is_profiler || f->is_idle
	               ? say(t, "%s <%s>", name, f->is_idle ? "idle" : "profiler")
	               : name;
}

static const char *arc_label(const struct table *t, const struct func *f, const struct arc *a) {
	const char *name = func_label(t, f);
	const char *mark = a->is_cut       ? "cut"
	                   : a->is_split   ? "split"
	                   : a->is_inlined ? "inlined"
	                                   : NULL;

	return mark ? say(t, "%s <%s>", name, mark) : name;
}

const char *node_label(const struct table *t, const struct func *f, const struct arc *a) {
	const char *name = a ? arc_label(t, f, a) : func_label(t, f);

	return !f->cycle || (a && (a->is_cut || a->is_split))
	               ? name
	               : say(t, "%s <cycle %u>", name, f->cycle->number);
}

const char *location_text(const struct table *t, const struct source_location *location) {
	const char *file = t->query->display.paths ? location->path : location->file;

	return location->line ? say(t, "%s:%u", file, location->line) : file;
}

struct value func_location(const struct table *t, const struct figures *r) {
	const struct dataset *data = r->gone ? &t->data->comparison->base->data : t->data;
	const struct func *f = r->gone ? r->gone : r->func;
	const struct source_location *location = f ? dataset_location(data, f) : NULL;

	return location && location->path ? text(location_text(t, location)) : no_value();
}

struct query line_asked(const struct query *query, const struct code_line *line) {
	struct query out = *query;

	out.subject = line->func;
	out.cycle = NULL;
	out.position = (struct code_position){ .has_address = line->address > 0,
		                               .address = line->address,
		                               .path = line->location.path,
		                               .line = line->location.line };
	return out;
}

const char *source_remark(const struct source *source) {
	return source->is_newer ? "newer than the executable: lines may have moved" : NULL;
}

const struct spreads *table_spreads(const struct table *t) {
	return t->groups ? t->groups->spreads : t->data->spreads;
}

const struct spread *func_spread(const struct table *t, const struct func *f) {
	const struct spreads *s = table_spreads(t);

	return s && f ? s->funcs[profile_number(t->data->profile, f)] : NULL;
}

const struct spread *field_spread(const struct field *field) {
	const struct figures *r = field->item;

	return r->spread ? r->spread : func_spread(field->table, r->func);
}

const char *said_run(const struct table *t, const struct run *run) {
	const struct file_names *names = t->data->file_names;

	return file_names_have_ranks(names) && !names->doubles && !run->members &&
	                       run->number < names->n && names->list[run->number].rank != NO_RANK
	               ? say(t, "rank %u", names->list[run->number].rank)
	               : path_last(run->path);
}

const char *spread_sparkline(const struct table *t, const struct spread *s) {
	static const char *const levels[SPARKLINE_LEVELS] = { "\u2581", "\u2582", "\u2583",
		                                              "\u2584", "\u2585", "\u2586",
		                                              "\u2587", "\u2588" };
	const size_t n = table_spreads(t)->ncells;
	char *out = arena_alloc(t->arena, n * strlen(levels[0]) + 1, 1);
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const struct sparkline_cell c = s->sparkline[i];
		const char *shown = c.outlier > 0   ? "\u25b2"
		                    : c.outlier < 0 ? "\u25bc"
		                                    : levels[c.level];

		memcpy(out + at, shown, strlen(shown));
		at += strlen(shown);
	}
	return out;
}

/* A function's figures since the last reading, or NULL. */
const struct recent_time *recent_of(const struct table *t, const struct figures *r) {
	return t->data->recent && r->func
	               ? &t->data->recent->funcs[profile_number(t->data->profile, r->func)]
	               : NULL;
}
