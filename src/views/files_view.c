/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/files/file_choice.h"
#include "views/filtering.h"

/* What a dataset lacks for what is told of several files, or NULL. */
static const char *missing_files(const struct dataset *data) {
	const struct records *r = data ? data->profile->records : NULL;

	if (!r || r->nfiles + r->noff < 2)
		return "a second profile file";
	return data->runs ? NULL : "the files, which are still being read";
}

/* Whether the base is other files of this side. */
static bool is_of_new(const struct table *t) {
	const struct comparison *c = t->data->comparison;

	return c && c->base->is_of_new;
}

/* The dataset of a side. */
static const struct dataset *data_of(const struct table *t, bool is_base) {
	return is_base ? &t->data->comparison->base->data : t->data;
}

/* Puts files together as the query asks, if their names tell that: sets table->groups. */
static void group_files(struct table *t) {
	const struct display *shown = &t->query->display;

	if (shown->group_files < GROUP_BY_RANK)
		t->groups = t->data->groups[shown->group_files];
	else if (t->data->file_names)
		t->groups = file_groups_find(t->data->profile, t->data->runs, t->data->file_names,
		                             (enum file_grouping)shown->group_files,
		                             (unsigned)shown->group_ranks, t->arena);
}

/* What is to be said of the files, or NULL.  Owner: table->arena. */
static const char *files_summary(const struct table *t) {
	const struct runs *runs = t->groups ? t->groups->runs : t->data->runs;
	const struct spreads *s = table_spreads(t);
	const struct file_names *names = t->data->file_names;
	const char *off = "";
	size_t n = 0;

	for (size_t i = 0; s && s->on && i < runs->n; i++)
		n += s->on[i].is_outlier;
	size_t nbase = is_of_new(t) ? t->data->comparison->base->runs->n : 0;
	nbase = nbase < runs->noff ? nbase : runs->noff;
	if (nbase)
		off = say(t, "%zu base", nbase);
	if (runs->noff > nbase)
		off = say(t, "%s%s%zu off", off, *off ? ", " : "", runs->noff - nbase);
	if (names && names->missing)
		off = say(t, "%s%s%s", names->missing, *off ? ", " : "", off);
	if (names && names->doubles)
		off = say(t, "%s%s%s", names->doubles, *off ? ", " : "", off);
	if (n)
		return say(t, "%zu of %zu %s differ%s%s%s", n, runs->n,
		           runs->noun ? runs->noun : "files", n == 1 ? "s" : "", *off ? ", " : "",
		           off);
	return *off ? off : NULL;
}

/* A row: a file. */
struct run_row {
	const struct run *run;
	const struct run_distance *distance; /* NULL: not known */
	const struct file_name *name;        /* what it tells; or NULL */
	bool is_on, is_base;
	const char *on, *side;
	double total, mean;    /* ticks; NAN: not known, of no group */
	double part, variance; /* of the function asked for; NAN: not known */
};

/* Files of another base are named by their paths, which tell them from those of the new side. */
static struct value get_file(const struct field *field) {
	const struct table *t = field->table;
	const struct run_row *r = field->item;
	const bool is_whole = t->query->is_whole || t->query->display.paths || !r->name ||
	                      (r->is_base && !is_of_new(t));

	return text(is_whole ? r->run->path : r->name->name);
}

static struct value get_rank(const struct field *field) {
	const struct file_name *name = ((const struct run_row *)field->item)->name;

	return name && name->rank != NO_RANK ? line_number(name->rank) : no_value();
}

/* A text that the name tells. */
static struct value get_told(const struct field *field) {
	const struct file_name *name = ((const struct run_row *)field->item)->name;

	return name ? text_member(&(struct field){ field->table, field->column, name })
	            : no_value();
}

static struct value get_pid(const struct field *field) {
	const struct file_name *name = ((const struct run_row *)field->item)->name;

	return name && name->pid ? line_number((unsigned)name->pid) : no_value();
}

static struct value get_figure(const struct field *field) {
	return ticks_value(field, number_member(field, field->item));
}

/* Without a sample it is a limit. */
static struct value get_error(const struct field *field) {
	const struct run_row *r = field->item;
	struct value error = ticks_value(field, sqrt(r->variance));

	error.is_limit = r->part <= 0;
	return error;
}

static const struct run *group_of(const struct field *field) {
	const struct run *run = ((const struct run_row *)field->item)->run;

	return run->errors ? run : NULL;
}

static struct value get_members(const struct field *field) {
	return group_of(field) ? count(group_of(field)->nmembers) : no_value();
}

/* Without decimals for people: that of n files has a relative error of 1 / sqrt(2 n). */
static struct value spread_value(const struct field *field, double variation) {
	return field->table->query->is_whole ? percent(variation, 1)
	                                     : count((uint64_t)(100 * variation + 0.5));
}

static struct value get_variation(const struct field *field) {
	const struct run *group = group_of(field);

	if (!group || group->nmembers < 2)
		return no_value();
	const double variance = group->error * group->error * (double)group->nmembers -
	                        group->ticks;
	return spread_value(field, variance > 0 ? sqrt(variance) / group->ticks : 0);
}

static struct value get_mpi(const struct field *field) {
	const struct run_row *r = field->item;
	const struct runs *runs = data_of(field->table, r->is_base)->runs;

	return runs && runs->know_mpi && !r->run->failed
	               ? ticks_part(r->run->mpi, r->run->ticks, r->run->ticks)
	               : no_value();
}

static struct value get_calls(const struct field *field) {
	const struct run_row *r = field->item;

	return r->run->failed ? no_value() : count(r->run->calls);
}

static struct value get_distance(const struct field *field) {
	const struct run_row *r = field->item;

	return r->distance ? z_score(number_member(field, r->distance)) : no_value();
}

/* The function that makes a file differ most, or NULL. */
static const struct func *most_of(const struct table *t, const struct run_row *r) {
	const uint32_t func = r->distance ? r->distance->func : NO_FUNC;

	return func == NO_FUNC ? NULL : &t->data->profile->funcs[func];
}

/* People see it where a file stands out, with its figures; a screen cuts the last ones. */
static struct value get_most(const struct field *field) {
	const struct table *t = field->table;
	const struct run_row *r = field->item;
	const struct func *f = most_of(t, r);

	if (t->query->is_whole)
		return f ? text(func_name(t, f)) : no_value();
	if (r->run->is_cut)
		return text("the file is cut off");
	if (!f || !r->distance->is_outlier)
		return no_value();
	return text(say(t, "%s %s (%s)", said_name_within(t, f, t->query->folds ? 20 : 60),
	                said(t, ticks_value(field, r->distance->ticks), t->unit),
	                said(t, ticks_value(field, r->distance->usual), t->unit)));
}

static struct value get_reason(const struct field *field) {
	const struct run_row *r = field->item;

	if (r->run->failed)
		return text(r->run->failed);
	return !r->is_on && r->run->repeats ? text(r->run->repeats) : no_value();
}

static const struct column list[] = {
	{ "file", .help = "The profile file, without the folders that all have in common.",
	  .is_name = true, .least = 18, .get = get_file },
	{ "rank", .unit = UNIT_LINE, .help = "The rank of the process, from the file names.",
	  .spare = 2, .get = get_rank, .needs = NEEDS_RANKS },
	{ "host", .help = "The host it ran on, from the file names.", .spare = 5,
	  .number = offsetof(struct file_name, host), .get = get_told, .needs = NEEDS_HOSTS },
	{ "group", .spare = 6, .number = offsetof(struct file_name, group), .get = get_told,
	  .needs = NEEDS_GROUPS },
	{ "files", .unit = UNIT_COUNT, .help = "How many files the group has.", .get = get_members,
	  .needs = NEEDS_GROUPED },
	{ "pid", .unit = UNIT_LINE, .help = "The process number, from the file names.",
	  .is_extra = true, .get = get_pid },
	{ "on", .help = "Whether the file counts: on or off.",
	  .number = offsetof(struct run_row, on), .get = text_member },
	{ "side", .help = "Which side of the comparison it is on.",
	  .number = offsetof(struct run_row, side), .get = text_member, .needs = NEEDS_BASE },
	{ "self", .unit = UNIT_AMOUNT, .help = "Own time of the function asked for, in the file.",
	  .number = offsetof(struct run_row, part), .get = get_figure, .needs = NEEDS_SUBJECT },
	{ "error", .is_error = true, .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation; <0.03: it has "
	          "no samples and so took less than that, with 95 % confidence.",
	  .spare = 1, .get = get_error, .needs = NEEDS_SUBJECT },
	{ "total", .was = "seconds", .unit = UNIT_AMOUNT, .help = "Time of all functions in it.",
	  .number = offsetof(struct run_row, total), .get = get_figure },
	{ "mean", .unit = UNIT_AMOUNT, .help = "The mean time of its files.",
	  .number = offsetof(struct run_row, mean), .get = get_figure, .needs = NEEDS_GROUPED },
	{ "spread%", .was = "spread", .unit = UNIT_PERCENT,
	  .help = "How much the files of the group differ: their coefficient of variation, "
	          "without the part that sampling adds.",
	  .spare = 2, .get = get_variation, .needs = NEEDS_GROUPED },
	{ "mpi%", .unit = UNIT_PERCENT,
	  .help = "The share of its time in MPI calls, where a rank also waits for others; from "
	          "the stacks of recordings.",
	  .get = get_mpi, .needs = NEEDS_MPI },
	{ "calls", .unit = UNIT_COUNT,
	  .help = "All calls that were counted in it, recursive ones included.", .spare = 4,
	  .get = get_calls, .needs = NEEDS_CALLS | NEEDS_NO_SUBJECT },
	{ "shift", .unit = UNIT_Z, .is_signed = true,
	  .help = "How far its total is from that of the median file: 1 is how far files usually "
	          "are, beyond 5 it is an outlier.  With fewer than eight groups 1 is their noise.",
	  .spare = 3, .number = offsetof(struct run_distance, shift), .get = get_distance,
	  .needs = NEEDS_DISTANCES },
	{ "differs", .unit = UNIT_Z, .is_signed = true,
	  .help = "How far it is from the median in the function in which it differs most, by "
	          "its time or by its share of the file's time.  At first, rows are sorted by the "
	          "larger of it and shift.",
	  .spare = 1, .number = offsetof(struct run_distance, differs), .get = get_distance,
	  .needs = NEEDS_DISTANCES },
	{ "most-in", .was = "most",
	  .help = "The function in which it stands out, with its time there (and the usual one); "
	          "empty if it stands out in none.  6 judges functions by all files together, "
	          "and can find more.  In CSV and JSON it is what differs most from the median.",
	  .spare = 2, .is_cut_behind = true, .get = get_most },
	{ "reason", .help = "Why the file could not be read.", .get = get_reason,
	  .needs = NEEDS_REASONS },
};

/* Files that could not be read first, then those that stand out, in one function before others. */
static uint64_t key_of(const struct run_row *r) {
	const struct run_distance *d = r->distance;
	const double shift = d ? fabs(d->shift) : 0;

	if (r->run->failed)
		return 0;
	if (d && d->is_apart)
		return sort_key_down(d->differs) >> 1; /* less than any other key */
	return sort_key_down(d && d->differs > shift ? d->differs : shift);
}

/* How many files a row has the mean of. */
static double files_of(const struct run *run) {
	return run->errors ? (double)run->nmembers : 1;
}

/* Sets what the row's run has of the function asked for, and how noisy that is: the division of
 * bins is as wrong in each file.  In the base it is what the function shows there. */
static void set_part(const struct table *t, struct run_row *row) {
	const struct comparison *c = row->is_base ? t->data->comparison : NULL;
	const struct profile *p = data_of(t, row->is_base)->profile;
	const struct runs *runs = c ? c->base->runs : t->data->runs;
	const double tick = c ? c->tick : 1, sample = sample_ticks(p);
	const uint32_t number = (uint32_t)profile_number(t->data->profile, t->query->subject);
	size_t n = 1;
	const uint32_t *funcs = c ? comparison_shown(c, t->query->subject, &n) : &number;

	row->part = row->variance = n && !row->run->failed ? 0 : NAN;
	for (size_t i = 0; i < n; i++) {
		const struct func *f = &p->funcs[funcs[i]];
		double ticks = 0;

		for (size_t k = 0; k < row->run->nfuncs; k++)
			ticks += row->run->funcs[k].func == funcs[i] ? row->run->funcs[k].ticks : 0;
		ticks *= files_of(row->run);
		const double share = f->self_ticks > 0 ? ticks / f->self_ticks : 0;
		const double division = fmax(0, f->variance - f->self_ticks * sample);

		row->part += runs->has_figures && !runs->has_figures[funcs[i]] ? NAN : ticks * tick;
		row->variance += tick * tick *
		                 (p->paths ? f->variance * share /* late samples included */
		                           : ticks * sample + division * share * share);
	}
	if (row->part <= 0)
		row->variance = pow(unseen_ticks(p) * tick, 2);
}

static void add_run(struct table *t, const struct run *run, const struct run_distance *distance,
                    bool is_on, bool is_base) {
	struct run_row *row = arena_alloc(t->arena, 1, sizeof *row);
	const struct file_names *names = data_of(t, is_base)->file_names;
	const double tick = is_base ? t->data->comparison->tick : 1;
	const bool is_told = names && !run->members && *run->path && run->number < names->n;

	*row = (struct run_row){
		.run = run,
		.distance = run->failed ? NULL : distance,
		.name = is_told ? &names->list[run->number] : NULL,
		.is_on = is_on,
		.is_base = is_base,
		.on = is_on ? "on" : "off",
		.side = is_base ? "base" : "new",
		.total = run->failed ? NAN : run->ticks * files_of(run) * tick,
		.mean = run->errors ? run->ticks : NAN,
		.part = NAN,
		.variance = NAN,
	};
	if (t->query->subject)
		set_part(t, row);
	table_add(t, (struct row){ .item = row,
	                           .is_faint = !is_on,
	                           .id = run->number + 1 + ((uint64_t)is_base << 40) });
}

/* Which files of this side are the base; NULL: none.  By number. */
static const bool *find_base_files(const struct table *t) {
	if (!is_of_new(t))
		return NULL;
	const struct runs *base = t->data->comparison->base->runs;
	size_t n = t->data->file_names->n;
	bool *is_base = arena_alloc(t->arena, n, sizeof *is_base);
	for (size_t i = 0; i < base->n; i++)
		if (base->list[i].number < n) /* files may change meanwhile */
			is_base[base->list[i].number] = true;
	return is_base;
}

static void add_runs(struct table *t) {
	const struct comparison *c = t->data->comparison;
	const struct runs *base = c ? c->base->runs : NULL;
	const bool *is_base = find_base_files(t);
	const struct runs *runs = t->groups ? t->groups->runs : t->data->runs;
	const struct spreads *s = table_spreads(t);

	for (size_t i = 0; i < runs->n; i++)
		add_run(t, &runs->list[i], s && s->on ? &s->on[i] : NULL, true, false);
	for (size_t i = 0; i < runs->noff; i++)
		if (!is_base || !is_base[runs->off[i].number])
			add_run(t, &runs->off[i], s && s->off ? &s->off[i] : NULL, false, false);
	for (size_t i = 0; base && i < base->n; i++)
		add_run(t, &base->list[i], NULL, true, true);
	for (size_t i = 0; base && !is_of_new(t) && i < base->noff; i++)
		add_run(t, &base->off[i], NULL, false, true);
}

static void sort_by_distance(struct table *t) {
	const struct row *rows = arena_copy(t->arena, t->rows, t->nrows, sizeof *rows);
	struct keyed *order = arena_space(t->arena, t->nrows, sizeof *order);

	for (size_t i = 0; i < t->nrows; i++)
		order[i] = (struct keyed){ rows[i].id, (uint32_t)i };
	sort_keys(order, t->nrows, t->arena);
	for (size_t i = 0; i < t->nrows; i++)
		order[i].key = key_of(rows[order[i].index].item);
	sort_keys(order, t->nrows, t->arena);
	for (size_t i = 0; i < t->nrows; i++)
		t->rows[i] = rows[order[i].index];
}

/* What the files have of the function asked for. */
static const char *part_answer(const struct table *t) {
	enum { NAME = 34 }; /* cells */
	const struct func *f = t->query->subject;
	const char *name = said_name_within(t, f, NAME);
	const struct spread *s = func_spread(t, f);

	if (!s)
		return say(t, "Self time of %s", name);
	const struct run *runs = table_spreads(t)->runs->list;
	const char *how = s->one != NO_RUN ? say(t, "; %s differs", said_run(t, &runs[s->one]))
	                  : s->is_beyond_chance
	                          ? say(t, "; most in %s", said_run(t, &runs[s->most]))
	                  : spread_may_vary(s) ? ", not proven with so few samples"
	                                       : ", within noise";
	return say(t, "%s: %s to %s in a%s file%s%s", name, said_time(t, s->min),
	           said_time(t, s->max), t->data->comparison ? " new" : "",
	           t->groups ? " on average" : "", how);
}

static void build(struct table *t, const struct query *query) {
	group_files(t);
	t->noun = t->groups ? t->groups->runs->noun : "files";
	add_runs(t);
	sort_by_distance(t);
	t->summary = files_summary(t);
	if (!query->subject) {
		t->order = table_spreads(t) && table_spreads(t)->on ? "shift or differs" : NULL;
		return;
	}
	t->sort = "self";
	table_sort(t, table_column(t, t->sort), false);
	t->answer = t->result = part_answer(t);
}

static const struct run *file(const void *item, bool *is_base) {
	const struct run_row *r = item;

	*is_base = r->is_base;
	return r->run;
}

static const char *explain(const struct table *t, const void *item, const struct column *c) {
	const struct run_row *r = item;
	const struct func *f = most_of(t, r);
	const char *most = "", *part = "";

	if (r->run->failed)
		return say(t, "%s could not be read: %s.  It is off until it can be.", r->run->path,
		           r->run->failed);
	if (f)
		most = say(t,
		           "Of its functions %s differs most: %s; half of the %s have more than "
		           "%s.  ",
		           said_name(t, f), said_time(t, r->distance->ticks), t->noun,
		           said_time(t, r->distance->usual));
	if (!isnan(r->part))
		part = say(t, "%s %s %s of it%s.  ", said_name(t, t->query->subject),
		           r->run->errors ? "in all has" : "has", said_time(t, r->part),
		           r->is_base ? ", by its counterpart in the base" : "");
	return say(t, "%s: %s%s.  %s%s%s", r->run->path,
	           said_time(t, r->run->errors ? r->mean : r->total),
	           r->run->errors ? " in a file, on average" : "", part, most,
	           is_of_new(t) && r->is_base ? "It is the base.  = and F end the comparison."
	           : r->is_base               ? ""
	                        : "x switches it off or on, o counts only this one, F counts all "
	                          "again, Enter shows its flat profile.");
}

const struct view files_view = {
	.name = "files",
	.title = "Profile files",
	.kind = VIEW_THINGS,
	.help = "Which files or ranks differ, which are on?  6, then I.",
	.rank = 65,
	.missing = missing_files,
	.columns = COLUMNS(list),
	.inverse = "runs",
	.takes_function = true,
	.shows_files = true,
	.build = build,
	.file = file,
	.explain = explain,
};

/* Whether what may be chance can be folded: with less than 1 % of all time. */
static bool is_rest(const struct field *field) {
	const struct dataset *data = field->table->data;
	const struct spread *s = field_spread(field);

	return s->pattern == SPREAD_NOISE &&
	       100 * s->mean * (double)data->runs->n < data->profile->total_ticks;
}

/* Which file has the most in all, "" where that may be chance; with ranks, how long others wait. */
static const char *total_answer(const struct table *t, const struct spread *s) {
	if (!s || s->pattern == SPREAD_NOISE)
		return "";
	const char *waiting = !file_names_have_ranks(t->data->file_names)
	                              ? ""
	                              : say(t, "Imbalance %s: ", said_time(t, s->max - s->mean));
	return say(t, "%s%s takes %s; ", waiting,
	           said_run(t, &table_spreads(t)->runs->list[s->most]), said_time(t, s->max));
}

/* That, and which functions differ by more than chance, in their order: as many as fit. */
static const char *runs_answer(const struct table *t, const struct kept *k,
                               const struct keyed *order) {
	enum { ROOM = 78, SAID = 24, LEAST = 8, MOST = 25 }; /* cells: of all, without names, .. */
	const char *total = total_answer(t, table_spreads(t)->total), *names = "";
	const char *than = say(t, " between %s by more than chance",
	                       t->groups ? t->groups->runs->noun : "files");
	int room = ROOM - SAID - text_width(*total ? total : than);
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		const struct func *f = k->items[order[i].index].func;

		if (func_spread(t, f)->pattern == SPREAD_NOISE)
			continue;
		room = n || room > LEAST ? room : LEAST;
		const char *name = said_name_within(t, f, n || room > MOST ? MOST : room);
		room -= text_width(name) + 2 * (n > 0);
		if (room >= 0)
			names = say(t, "%s%s %s", names, n ? "," : ":", name);
		n++;
	}
	if (!n)
		return *total ? say(t, "%sno function differs by more than chance", total)
		              : say(t, "No function differs%s", than);
	return say(t, "%s%zu function%s%s%s%s", total, n, n == 1 ? " differs" : "s differ",
	           *total ? "" : than, names, room < 0 ? ", .." : "");
}

static void build_runs(struct table *t, const struct query *query) {
	const struct profile *p = t->data->profile;
	const bool are_ranks = file_names_have_ranks(t->data->file_names); /* which wait */
	struct figures *total = arena_alloc(t->arena, 1, sizeof *total);
	struct kept_below below[] = {
		{ .row = { .item = total, .id = fold_key(0, "all functions") } },
		{ .row.id = fold_key(fold_key(0, "runs"), "within noise") },
	};

	t->noun = "functions";
	group_files(t);
	if (!table_spreads(t)) {
		t->is_notice = true;
		t->notice = t->groups ? "all files that are on are of one group"
		                      : "one file is on; I lists the files, F counts all again";
		table_add(t, (struct row){ .label = t->notice, .is_notice = true });
		return;
	}
	struct kept k = kept_new(t, p->nfuncs);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct figures item = figures_of_func(t, &p->funcs[i]);

		if (func_spread(t, item.func))
			kept_add(&k, &item, &(struct filter_item){ .func = item.func });
	}
	struct keyed *order = order_of(k.items, k.n, t->arena);
	for (size_t i = 0; i < k.n; i++) {
		const struct spread *s = func_spread(t, k.items[i].func);

		order[i].key = sort_key_down(are_ranks ? s->max - s->mean : s->mean);
	}
	sort_keys(order, k.n, t->arena);
	t->sort = are_ranks ? "imbalance" : "mean";
	t->answer = t->result = runs_answer(t, &k, order);
	*total = figures_of_text("all functions");
	total->self = HUGE_VAL; /* it comes first */
	total->spread = table_spreads(t)->total;
	below[1].n = query->folds ? kept_fold(&k, order, k.n, 1, is_rest) : 0;
	below[1].row.label = say(t, "%zu within noise", below[1].n);
	kept_show(&k, order, below + query->is_whole, 2 - query->is_whole);
	t->summary = files_summary(t);
}

static const char *explain_run(const struct table *t, const void *item, const struct column *c) {
	const struct field field = { .table = t, .item = item };
	const struct figures *r = item;

	if (t->is_notice)
		return "Nothing is left to compare it with.  I lists the files, where x switches "
		       "one on or off; F counts all of them again.";
	if (!item)
		return "Each of them has little time, and files differ in it no more than by "
		       "chance.  Right shows them, Left hides them.";
	return say(t, "%sI lists what each file has of it.",
	           explained_spread(t, field_spread(&field),
	                            r->func ? said_name(t, r->func) : "the program"));
}

static struct value get_ticks(const struct field *field) {
	const struct spread *s = field_spread(field);

	return s ? ticks_value(field, number_member(field, s)) : no_value();
}

/* Of what may be chance no figure is shown, and of one file none that means all. */
static struct value get_spread(const struct field *field) {
	const struct spread *s = field_spread(field);

	if (!s)
		return no_value();
	if (s->pattern == SPREAD_VARIES || field->table->query->is_whole)
		return spread_value(field, s->variation);
	const struct run *one = s->one != NO_RUN ? &table_spreads(field->table)->runs->list[s->one]
	                                         : NULL;
	if (one && file_names_have_ranks(field->table->data->file_names))
		return text(said_run(field->table, one));
	return text(one ? "one" : "~");
}

static const struct column run_list[] = {
	{ "mean", .unit = UNIT_AMOUNT,
	  .help = "Own time in a file, on average over all files that are on.",
	  .number = offsetof(struct spread, mean), .get = get_ticks },
	{ "min", .unit = UNIT_AMOUNT, .help = "The smallest own time in a file.", .spare = 4,
	  .number = offsetof(struct spread, min), .get = get_ticks },
	{ "median", .unit = UNIT_AMOUNT,
	  .help = "The median own time: half of the files have more.", .spare = 5,
	  .number = offsetof(struct spread, median), .get = get_ticks },
	{ "max", .unit = UNIT_AMOUNT, .help = "The largest own time in a file.", .spare = 2,
	  .number = offsetof(struct spread, max), .get = get_ticks },
	{ "spread%", .was = "spread", .unit = UNIT_PERCENT,
	  .help = "How much files differ: their coefficient of variation, without the part "
	          "that sampling adds; ~, \"one\", rank 3: instead of a figure, no more than "
	          "by chance, or the single file that causes it.",
	  .spare = 1, .get = get_spread },
	{ .name = "imbalance" },
	{ .name = "now%", .spare = 1 },
	{ .name = "now", .spare = 2 },
	{ .name = "now-error", .spare = 3 },
	{ .name = "pattern", .spare = 3 },
	{ .name = "function", .least = 20 },
	{ .name = "where", .spare = 6 },
};

const struct view runs_view = {
	.name = "runs",
	.title = "Functions by file",
	.kind = VIEW_FUNCTIONS,
	.help = "Do all files spend the same time in each function?",
	.rank = 60,
	.is_tab = true,
	.missing = missing_files,
	.columns = COLUMNS(run_list),
	.sort = "mean",
	.inverse = "files",
	.shows_files = true,
	.build = build_runs,
	.explain = explain_run,
};
