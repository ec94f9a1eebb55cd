/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "model/compare/matching.h"
#include "views/filtering.h"

enum diff_part {
	DIFF_TOTAL,    /* all functions */
	DIFF_TYPICAL,  /* the typical function: only a change */
	DIFF_FUNCTION, /* a function, with what is grouped with it */
	DIFF_MEMBER,   /* one of that group */
	DIFF_REST      /* functions alike in what may be noise, added up */
};

struct diff_row {
	struct figures figures; /* first; what the row is about */
	enum diff_part part;
	const struct differences *all;
	struct difference d;         /* TYPICAL: just its change */
	const struct func *new;      /* the one of the new side with most time; or NULL; TOTAL,
	                                TYPICAL: of the largest change */
	const struct func *base;     /* the same of the base */
	const struct diff_row *head; /* MEMBER: of what */
	const char *label;           /* REST: what they are; or NULL */
	size_t nrest;                /* REST: how many */
	bool is_mixed;               /* REST: of different verdicts */
};

/* Rows that may be noise, and what a brief table has no room for, in the order of folding. */
enum diff_rest { REST_NONE, REST_MORE, REST_CALLS, REST_UNTIMED, REST_NOISE, DIFF_RESTS };

enum { MOST_BRIEF = 15 }; /* functions in a brief table */

/* Ticks of a run, in the unit that the query asks for. */
static struct value run_value(const struct field *field, double ticks) {
	const struct table *t = field->table;
	const struct profile *p = t->data->profile;
	const double runs = (double)t->data->comparison->new->runs->n;

	if (display_is_in_percent(&t->query->display))
		return percent(ticks * runs, p->total_ticks);
	if (t->query->display.amounts == AMOUNT_SAMPLES || p->rate <= 0)
		return samples(ticks);
	return with_decimals(amount(ticks / p->rate), number_decimals(1 / p->rate / runs, 3));
}

static struct value get_row(const struct field *field) {
	static const char *const names[] = {
		[DIFF_TOTAL] = "total",       [DIFF_TYPICAL] = "typical",
		[DIFF_FUNCTION] = "function", [DIFF_MEMBER] = "function",
		[DIFF_REST] = "rest",
	};
	const struct diff_row *r = field->item;

	return text(names[r->part]);
}

/* The side that the column is about. */
static const struct side_figures *side_of(const struct field *field) {
	return (const void *)((const char *)field->item + field->column->number);
}

static struct value get_ticks(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part != DIFF_TYPICAL && side_of(field)->is_there
	               ? run_value(field, side_of(field)->ticks)
	               : no_value();
}

static struct value get_calls(const struct field *field) {
	return side_of(field)->is_counted ? mean_count(side_of(field)->calls) : no_value();
}

static struct value get_delta(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part == DIFF_TYPICAL ? no_value()
	                               : run_value(field, r->d.new.ticks - r->d.base.ticks);
}

/* By how many percent; nothing where there was nothing. */
static struct value change_between(double base, double new) {
	if (base <= 0)
		return no_value();
	return percent_change(fabs(new - base) > 1e-9 * base ? 100 * (new / base - 1) : 0);
}

static struct value get_change(const struct field *field) {
	const struct diff_row *r = field->item;

	if (r->part == DIFF_TYPICAL)
		return percent_change(100 * (r->d.change->ratio - 1));
	return r->d.base.is_there && r->d.new.is_there
	               ? change_between(r->d.base.ticks, r->d.new.ticks)
	               : no_value();
}

/* Whether it has the same time on both sides because times are compared per total. */
static bool is_made_equal(const struct diff_row *r) {
	return r->part == DIFF_TOTAL && r->all->per.what == PER_TOTAL;
}

/* The change that has an interval, or NULL. */
static const struct change *interval_of(const struct diff_row *r) {
	if (r->part == DIFF_TYPICAL)
		return r->d.change;
	return r->d.change && r->d.change->is_tested && r->d.base.is_there && r->d.new.is_there &&
	                       !is_made_equal(r)
	               ? r->d.change
	               : NULL;
}

/* "-13..+9%", or as factors if the upper bound is one. */
static const char *said_interval(const struct table *t, const struct change *c) {
	char low[24], high[24];

	change_bound(low, sizeof low, 100 * (c->low - 1));
	change_bound(high, sizeof high, 100 * (c->high - 1));
	if (high[0] == 'x')
		return say(t, "x%.3g..%s", c->low, high);
	return say(t, "%s..%s%%", low, high);
}

static struct value get_bound(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c ? percent_change(100 * (number_member(field, c) - 1)) : no_value();
}

static struct value get_interval(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c ? text(said_interval(field->table, c)) : no_value();
}

/* Whether calls are known on both sides: on one of them there may have been none. */
static bool are_counted(const struct diff_row *r) {
	const struct comparison *c = r->all->comparison;
	const struct side_figures *b = &r->d.base, *n = &r->d.new;

	return b->is_there && n->is_there && (b->is_counted || n->is_counted) &&
	       c->base->data.profile->has_calls && c->new->data.profile->has_calls;
}

static struct value get_called(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part != DIFF_REST && are_counted(r)
	               ? change_between(r->d.base.calls, r->d.new.calls)
	               : no_value();
}

static struct value get_cost(const struct field *field) {
	const struct diff_row *r = field->item;
	const double base = r->d.base.calls, new = r->d.new.calls;

	return base > 0 && new > 0 && r->part != DIFF_REST
	               ? change_between(r->d.base.ticks / base, r->d.new.ticks / new)
	               : no_value();
}

static struct value get_verdict(const struct field *field) {
	const struct diff_row *r = field->item;

	if (r->part == DIFF_TYPICAL || r->is_mixed || is_made_equal(r) ||
	    (r->part == DIFF_MEMBER && !field->table->query->is_whole))
		return no_value();
	return text(verdict_name(r->part == DIFF_MEMBER ? r->head->d.verdict : r->d.verdict));
}

/* Named after the side that has more than a part of it. */
static const char *func_text(const struct table *t, const struct diff_row *r) {
	const bool is_of_base = !r->new || (r->base && clone_is_part(r->new->name) &&
	                                    !clone_is_part(r->base->name));

	return is_of_base ? base_name(t, r->base) : func_label(t, r->new);
}

/* The row's function as people see it: "a", "a + 2 inlined". */
static const char *diff_name(const struct table *t, const struct diff_row *r) {
	static const char *const units[] = {
		[PER_RUN] = "a run, all functions",
		[PER_TOTAL] = "all functions, per total",
		[PER_TYPICAL] = "all functions, per typical",
	};

	if (r->part == DIFF_TOTAL && r->all->per.what == PER_RUN &&
	    r->all->comparison->lacks_libraries)
		return "a run, own code";
	if (r->part == DIFF_TOTAL)
		return r->all->per.func ? say(t, "all functions, per calls of %s",
		                              func_label(t, r->all->per.func))
		                        : units[r->all->per.what];
	if (r->part == DIFF_TYPICAL)
		return "typical function";
	if (r->part == DIFF_REST)
		return say(t, "%zu %s", r->nrest, r->label);
	return r->d.nmembers > 1 ? say(t, "%s + %zu inlined", func_text(t, r), r->d.nmembers - 1)
	                         : func_text(t, r);
}

static struct value get_function(const struct field *field) {
	const struct diff_row *r = field->item;

	return field->table->query->is_whole && r->part < DIFF_FUNCTION
	               ? no_value()
	               : text(diff_name(field->table, r));
}

static struct value get_group(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part == DIFF_MEMBER ? text(func_text(field->table, r->head)) : no_value();
}

static struct value get_chance(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c && ((const struct diff_row *)field->item)->part != DIFF_TYPICAL
	               ? with_decimals(percent(c->q, 1), 2)
	               : no_value();
}

enum { MOST_RUNS = 1000 }; /* further ones are not counted in sentences */

/* Whole runs that a change needs. */
static uint64_t runs_needed(const struct change *change) {
	return (uint64_t)ceil(change->runs_needed);
}

static struct value get_needed(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->d.change && r->d.change->runs_needed > 0 ? count(runs_needed(r->d.change))
	                                                   : no_value();
}

/* "+0.043 s", of ticks in a run. */
static const char *said_delta(const struct table *t, double ticks) {
	const struct profile *p = t->data->profile;

	if (p->rate <= 0)
		return say(t, "%+.1f samples", ticks);
	return say(t, "%+.3f %s", ticks / p->rate, p->abbreviation == 's' ? "s" : p->dimension);
}

static const char *said_change(const struct table *t, double ratio) {
	return said(t, percent_change(100 * (ratio - 1)), "");
}

/* What times are compared per, in other words than "a run". */
static const char *per_words(const struct table *t, const struct differences *all) {
	static const char *const words[] = {
		[PER_RUN] = "",
		[PER_TOTAL] = " for the same total time",
		[PER_TYPICAL] = " if the typical function had not changed",
	};

	return all->per.func
	               ? say(t, " for the same number of calls to %s", said_name(t, all->per.func))
	               : words[all->per.what];
}

/* How much the time changed. */
static const char *time_changed(const struct table *t, const struct diff_row *r) {
	const struct difference *d = &r->d;
	const char *interval = "";
	const char *high = interval_of(r) ? said_change(t, d->change->high) : "";

	if (*high)
		interval = say(t, "; with 95 %% confidence the change is between %s and %s",
		               *high == 'x' ? say(t, "x%.3g", d->change->low)
		                            : said_change(t, d->change->low),
		               high);
	return say(t, "%s a run%s%s.", said_delta(t, d->new.ticks - d->base.ticks),
	           per_words(t, r->all), interval);
}

static const char *part_of_delta(const struct table *t, const char *what, double ticks) {
	const char *part = said_delta(t, ticks);

	return strpbrk(part, "123456789") ? say(t, "%s for %s", what, part) : "";
}

/* Called more, or dearer: exact, because calls are counted.
 * delta = (n2 - n1) c1 + n2 (c2 - c1), n calls and c the time of one. */
static const char *calls_changed(const struct table *t, const struct diff_row *r) {
	const struct side_figures *b = &r->d.base, *n = &r->d.new;
	const double more = b->calls > 0 ? (n->calls - b->calls) * b->ticks / b->calls : 0;
	const double dearer = n->ticks - b->ticks - more;

	const struct side_figures *one = !n->is_there ? b : !b->is_there ? n : NULL;
	if (one && one->is_counted)
		return say(t, "  It was called %s times a run.", said_ticks(t, one->calls));
	if (!are_counted(r) || b->calls + n->calls <= 0)
		return "";
	if (fabs(n->calls - b->calls) <= 1e-9 * b->calls)
		return say(t,
		           "  It was called equally often, %s times a run, so any difference is in "
		           "the cost of each call.",
		           said_ticks(t, n->calls));
	const char *calls = say(t, "  Calls went from %s to %s a run", said_ticks(t, b->calls),
	                        said_ticks(t, n->calls));
	if (b->calls <= 0 || n->calls <= 0)
		return say(t, "%s.", calls);
	return say(t, "%s (%s)%s%s.", calls, said_change(t, n->calls / b->calls),
	           part_of_delta(t, ", which accounts", more),
	           part_of_delta(t, "; the cost of each call accounts", dearer));
}

static const char *verdict_words(const struct table *t, const struct diff_row *r) {
	const struct change *c = r->d.change;
	const struct changes *changes = r->all->changes;
	const char *why = "";

	if (r->d.verdict == VERDICT_ALL)
		return say(t,
		           "  The typical function changed about as much (%s): the machine, flags "
		           "or input are more likely the cause than any one function.",
		           said_change(t, changes->typical));
	if (difference_is_found(&r->d))
		return changes->knows_noise ? "  Of the rows marked slower or faster, at most 5 % "
		                              "are expected to be chance."
		                            : "  The noise between runs is not known, because each "
		                              "side has only one run; 3 % is assumed.";
	if (r->d.verdict == VERDICT_NEW || r->d.verdict == VERDICT_GONE)
		return "";
	if (!c || !c->is_tested)
		return "  There are too few samples to tell whether its time changed.";
	if (r->part != DIFF_TOTAL && changes->ntested > 1 && (c->low > 1 || c->high < 1))
		why = say(t,
		          "  But %s functions are compared, and by chance about one in 20 has such "
		          "an interval.",
		          said_count(t, changes->ntested));
	if (c->runs_needed <= 0)
		return say(t, "%s  This may be noise.", why);
	return say(t,
	           "%s  This may be noise; with %s%s runs of each side, a change of this size "
	           "would be found in 80 %% of all cases.",
	           why, c->runs_needed > MOST_RUNS ? "more than " : "",
	           said_count(t, c->runs_needed > MOST_RUNS ? MOST_RUNS : runs_needed(c)));
}

/* The functions of the base in a match, where a family has several; those of one symbol once. */
static const char *family_words(const struct table *t, const struct match *m) {
	enum { MOST = 8 };
	const struct func *base = t->data->comparison->base->data.profile->funcs;
	SCRATCH struct arena *scratch = arena_new();
	struct text_list names = { .index = { .arena = scratch } };
	size_t *times = arena_alloc(scratch, m->nbase, sizeof *times);
	const char *list = "";

	if (!m->nbase || m->nbase + m->nnew <= 2)
		return "";
	for (size_t i = 0; i < m->nbase; i++)
		times[text_list_number(&names, base[m->base[i]].name)]++;
	const size_t n = names.index.n;
	for (size_t i = 0; i < n && i < MOST; i++) {
		list = say(t, "%s%s%s", list, i ? ", " : "", names.texts[i]);
		if (times[i] > 1)
			list = say(t, "%s (%zu of this name)", list, times[i]);
	}
	if (n > MOST)
		list = say(t, "%s and %zu more", list, n - MOST);
	return say(t, "  In the base: %s.", list);
}

static const char *group_words(const struct table *t, const struct diff_row *r) {
	if (r->part == DIFF_MEMBER)
		return say(t,
		           "  It is compared together with %s, because on one side one is inlined "
		           "into the other.",
		           diff_name(t, r->head));
	return r->d.nmembers > 1 ? "  Its figures are the sum of the rows below it, which on one "
	                           "side are inlined into one of them; it is named after the one "
	                           "with most of the time."
	                         : "";
}

static const char *total_words(const struct table *t, const struct diff_row *r) {
	const struct comparison *c = r->all->comparison;

	return say(t, "%s%s%s  %zu run%s of the new side, %zu of the base.%s", time_changed(t, r),
	           *c->endings ? say(t, "  But %s.", c->endings) : verdict_words(t, r),
	           c->lacks_libraries ? "  Time in shared libraries is not in it." : "",
	           c->new->runs->n, c->new->runs->n == 1 ? "" : "s", c->base->runs->n,
	           c->work.all ? say(t, "  Calls are equal in %zu of %zu functions.", c->work.equal,
	                             c->work.all + c->work.single)
	                       : "");
}

/* "Functions: 2 slower, 1 new": how many functions with time have each finding; and what only the
 * comparison with inlined functions the other way finds.  Where that has to be short, those like
 * most others are left out beside findings. */
static const char *counted_verdicts(const struct table *t, const struct differences *all,
                                    bool is_short) {
	static const enum verdict told[] = { VERDICT_SLOWER, VERDICT_FASTER, VERDICT_ALL,
		                             VERDICT_NEW, VERDICT_GONE };
	const struct dataset *data = t->data;
	size_t n[VERDICT_GONE + 1] = { 0 };
	const char *list = "", *more = "";

	for (size_t i = 0; i < all->n; i++)
		n[all->list[i].verdict] += all->list[i].base.ticks + all->list[i].new.ticks > 0;
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		const bool is_all = told[i] == VERDICT_ALL;

		if (n[told[i]] && !(is_all && is_short && *list))
			list = say(t, "%s%s%zu %s", list, *list ? ", " : "", n[told[i]],
			           is_all ? "like most others" : verdict_name(told[i]));
	}
	if (data->more)
		more = is_short && data->more_found ? say(t, "; A finds %s", data->more_found)
		                                    : say(t, "; %s", data->more);
	return say(t, "%s%s%s", *list ? "Functions: " : "No function changed by more than chance",
	           list, more);
}

/* What the comparison comes to, in sentences. */
static const char *result_words(const struct table *t, const struct diff_row *total,
                                const char *found) {
	static const char *const whole[] = {
		[VERDICT_NOISE] = " may be noise",
		[VERDICT_ALL] = " changed like the typical function",
		[VERDICT_SLOWER] = " is slower",
		[VERDICT_FASTER] = " is faster",
	};
	const enum verdict verdict = total->d.verdict;
	const struct comparison *c = total->all->comparison;
	const bool is_part = c->lacks_libraries;
	const char *what = verdict == VERDICT_NOISE
	                           ? is_part ? "The change of the program's own code"
	                                     : "The change of a run"
	                   : is_part ? "The program's own code"
	                             : "A run";

	if (is_made_equal(total) && !*c->endings)
		return say(t, "%s.", found);
	return say(t, "%s%s: %s %s.", *c->endings ? "No verdict, because " : what,
	           *c->endings ? c->endings : whole[verdict], time_changed(t, total), found);
}

/* What it rests on: the runs of each side, and what is odd about them. */
static const char *basis_words(const struct table *t, const struct comparison *c) {
	const char *out = say(t, "New side: %zu run%s of %s. Base: %zu run%s of %s.",
	                      c->new->runs->n, c->new->runs->n == 1 ? "" : "s",
	                      c->new->files.executable, c->base->runs->n,
	                      c->base->runs->n == 1 ? "" : "s", c->base->files.executable);

	for (size_t i = 0; i < c->nnotes; i++)
		out = say(t, "%s Note: %s.", out, c->notes[i].cause);
	return out;
}

static const char *explain(const struct table *t, const void *item, const struct column *c) {
	const struct diff_row *r = item;

	if (!r)
		return say(t, "Nothing is shown: %s.  :set per run compares times of a run.",
		           t->notice);
	if (r->part == DIFF_TOTAL)
		return total_words(t, r);
	if (r->part == DIFF_TYPICAL)
		return "The median change of the functions with enough samples, which a few "
		       "changed functions hardly affect.  A function that changed as much is not a "
		       "finding.";
	if (r->part == DIFF_REST)
		return say(
			t,
			"Functions %s, added up, so that the rows still add up to the total.  %sEnter "
			"or Right shows them.",
			r->label, r->is_mixed ? "" : "The change of their time may be chance.  ");
	const struct match *m = &r->all->comparison->matching->list[r->d.match];
	return say(t, "%s%s%s  %s%s%s", time_changed(t, r), calls_changed(t, r),
	           r->part == DIFF_MEMBER ? "" : verdict_words(t, r), match_words(m->how),
	           family_words(t, m), group_words(t, r));
}

static const struct column list[] = {
	{ "row", .help = "The kind of row: total, typical or function.", .is_for_programs = true,
	  .get = get_row },
	{ "old", .unit = UNIT_AMOUNT, .help = "Own time in a run of the base, on average.",
	  .spare = 4, .stays = true, .number = offsetof(struct diff_row, d.base),
	  .get = get_ticks },
	{ "new", .unit = UNIT_AMOUNT, .help = "Own time in a run of the new side, on average.",
	  .spare = 3, .stays = true, .number = offsetof(struct diff_row, d.new), .get = get_ticks },
	{ "diff", .unit = UNIT_AMOUNT, .is_signed = true, .help = "The new time minus the old one.",
	  .get = get_delta },
	{ "change%", .unit = UNIT_CHANGE, .is_signed = true,
	  .help = "The difference in percent of the base; =: none; x6.6: 6.6 times the base.",
	  .spare = 1, .get = get_change },
	{ "95%-low", .was = "low%", .unit = UNIT_CHANGE, .is_signed = true,
	  .help = "Lower end of the 95 % confidence interval of the change.",
	  .is_for_programs = true, .number = offsetof(struct change, low), .get = get_bound },
	{ "95%-high", .was = "high%", .unit = UNIT_CHANGE, .is_signed = true,
	  .help = "Upper end of the 95 % confidence interval of the change.",
	  .is_for_programs = true, .number = offsetof(struct change, high), .get = get_bound },
	{ "95%", .was = "interval",
	  .help = "95 % confidence interval of the change, from the noise of sampling "
	          "and between runs.  One in 20 excludes 0 by chance; the verdict allows for that.",
	  .spare = 2, .is_for_people = true, .get = get_interval },
	{ "calls%", .unit = UNIT_CHANGE, .is_signed = true,
	  .help = "How much the number of calls changed, exactly; =: not at all.", .spare = 5,
	  .get = get_called, .needs = NEEDS_CALLS | NEEDS_BASE_CALLS },
	{ "cost%", .unit = UNIT_CHANGE, .is_signed = true,
	  .help = "How much own time per call changed.", .spare = 5, .get = get_cost,
	  .needs = NEEDS_CALLS | NEEDS_BASE_CALLS },
	{ "old-calls", .unit = UNIT_MEAN,
	  .help = "All calls in a run of the base, recursive ones included, on average.",
	  .is_for_programs = true, .number = offsetof(struct diff_row, d.base), .get = get_calls },
	{ "new-calls", .unit = UNIT_MEAN,
	  .help = "All calls in a run of the new side, recursive ones included, on average.",
	  .is_for_programs = true, .number = offsetof(struct diff_row, d.new), .get = get_calls },
	{ "verdict",
	  .help = "slower, faster: its time changed, and more than the typical function's; all: it "
	          "changed like most functions; calls: called more or less often, but the "
	          "time may be noise; new, gone: on one side only; ~: may be noise.",
	  .get = get_verdict },
	{ "chance%", .was = "chance", .unit = UNIT_PERCENT,
	  .help = "Of the rows with this figure or a smaller one, this share is expected to be "
	          "chance (Benjamini-Hochberg).",
	  .is_extra = true, .get = get_chance },
	{ "runs-needed", .unit = UNIT_COUNT,
	  .help = "Runs of each side with which a change of this size would be found in 80 % of "
	          "all cases.",
	  .is_extra = true, .get = get_needed },
	{ .name = "function", .least = 24, .get = get_function },
	{ .name = "group", .is_for_programs = true, .get = get_group },
	{ .name = "where", .spare = 7 },
};

const struct differences *query_differences(const struct dataset *data, const struct query *query,
                                            struct arena *arena, struct error *err) {
	const struct display *display = &query->display;
	struct per_choice per = { .what = display->per };

	if (!data->comparison)
		return fail_null(err, "there is no base");
	if (per.what == PER_CALLS &&
	    !(per.func = names_find(data->names, display->per_function, err)))
		return NULL;
	return differences_find(data->comparison, per, arena, err);
}

/* A row of the table that is being made. */
struct building {
	struct table *table;
	const struct differences *all;
	uint64_t key; /* the view's */
	bool is_filtered;
	size_t nshown; /* functions */
};

/* The rest that a difference belongs to, because it may be noise. */
static enum diff_rest rest_of(const struct difference *d) {
	if (d->verdict == VERDICT_NEW || d->verdict == VERDICT_GONE)
		return d->base.ticks + d->new.ticks > 0 ? REST_NONE : REST_UNTIMED;
	if (d->verdict == VERDICT_CALLS)
		return REST_CALLS;
	return d->verdict == VERDICT_NOISE ? REST_NOISE : REST_NONE;
}

static double delta(const struct difference *d) {
	return d->new.ticks - d->base.ticks;
}

/* The largest change first, then the most time. */
static int by_delta(const void *a, const void *b, const void *context) {
	const struct difference *x = *(const struct difference *const *)a;
	const struct difference *y = *(const struct difference *const *)b;
	const double dx = fabs(delta(x)), dy = fabs(delta(y));
	const double tx = x->base.ticks + x->new.ticks, ty = y->base.ticks + y->new.ticks;

	if (dx < dy || dx > dy)
		return dx > dy ? -1 : 1;
	return tx > ty ? -1 : tx < ty;
}

/* Which of the functions that are one has the most time; NULL: there is none. */
static const struct func *hottest(const struct side *side, const uint32_t *numbers, size_t n) {
	const struct func *funcs = side->data.profile->funcs, *out = n ? &funcs[*numbers] : NULL;

	for (size_t i = 1; i < n; i++)
		if (funcs[numbers[i]].self_ticks > out->self_ticks)
			out = &funcs[numbers[i]];
	return out;
}

/* The match of a difference that has the most time: what a group is named after. */
static const struct match *hottest_match(const struct differences *all,
                                         const struct difference *d) {
	uint32_t match = d->match;
	double most = 0;

	for (size_t i = 0; i < d->nmembers && d->nmembers > 1; i++) {
		const struct difference of = difference_of_match(all, d->members[i]);

		if (of.base.ticks + of.new.ticks > most) {
			most = of.base.ticks + of.new.ticks;
			match = d->members[i];
		}
	}
	return &all->comparison->matching->list[match];
}

static struct diff_row *row_of(const struct building *b, enum diff_part part,
                               const struct difference *d) {
	const struct comparison *c = b->all->comparison;
	struct diff_row *row = arena_alloc(b->table->arena, 1, sizeof *row);

	*row = (struct diff_row){ .figures = figures_of_text(NULL), .part = part, .all = b->all };
	if (d)
		row->d = *d;
	if (d && d->match != NO_MATCH) {
		const struct match *m = hottest_match(b->all, d);

		row->new = hottest(c->new, m->new, m->nnew);
		row->base = hottest(c->base, m->base, m->nbase);
		row->figures.func = row->new;
		row->figures.gone = row->new ? NULL : row->base;
	}
	return row;
}

static uint64_t key_of(uint64_t above, const struct diff_row *row) {
	const struct func *f = row->figures.func ? row->figures.func : row->figures.gone;

	return fold_key(above, f                         ? f->name
	                       : row->label              ? row->label
	                       : row->part == DIFF_TOTAL ? "total"
	                                                 : "typical");
}

static struct row *add(const struct building *b, struct diff_row *row, unsigned depth,
                       uint64_t above) {
	const double runs = (double)row->all->comparison->new->runs->n;
	const double samples = (row->d.base.ticks + row->d.new.ticks) * runs;

	table_add(b->table,
	          (struct row){ .item = row,
	                        .depth = depth,
	                        .is_faint = row->part >= DIFF_FUNCTION && samples < FEW_SAMPLES,
	                        .is_rest = row->part == DIFF_REST,
	                        .id = key_of(above, row) });
	return &b->table->rows[b->table->nrows - 1];
}

static void add_members(const struct building *b, struct diff_row *head, unsigned depth,
                        uint64_t key) {
	for (size_t i = 0; i < head->d.nmembers; i++) {
		const struct difference d = difference_of_match(b->all, head->d.members[i]);
		struct diff_row *row = row_of(b, DIFF_MEMBER, &d);

		row->head = head;
		add(b, row, depth, key);
	}
}

static void add_function(struct building *b, const struct difference *d, unsigned depth,
                         uint64_t above) {
	struct diff_row *item = row_of(b, DIFF_FUNCTION, d);
	const uint64_t key = key_of(above, item);

	b->nshown++;
	if (b->table->query->is_whole && d->nmembers > 1) {
		add_members(b, item, 0, key);
		return;
	}
	struct row *row = add(b, item, depth, above);
	if (d->nmembers < 2)
		return;
	row->fold = key;
	row->opens = !b->table->query->is_brief;
	row->is_open = query_opens(b->table->query, key, row->opens);
	if (row->is_open)
		add_members(b, item, depth + 1, key);
}

static bool match_fits(struct table *t, const struct comparison *c, const struct match *m) {
	for (size_t i = 0; i < m->nnew; i++)
		if (filter_keeps(t, &(struct filter_item){
					    .func = &t->data->profile->funcs[m->new[i]] }))
			return true;
	for (size_t i = 0; i < m->nbase && !m->nnew; i++) {
		const struct func *f = &c->base->data.profile->funcs[m->base[i]];
		const struct filter_item item = {
			.name = base_name(t, f),
			.location = dataset_location(&c->base->data, f),
		};

		if (filter_keeps(t, &item))
			return true;
	}
	return false;
}

static bool is_kept(struct table *t, const struct comparison *c, const struct difference *d) {
	const double run = c->new->runs->n ? (double)c->new->runs->n : 1;

	if (limit_hides(t, delta(d) * run))
		return false;
	if (!t->query->filter || !t->query->filter->n)
		return true;
	for (size_t i = 0; i < d->nmembers; i++)
		if (match_fits(t, c, &c->matching->list[d->members[i]]))
			return true;
	return false;
}

/* Differences that are shown, by what may be noise and by size. */
struct parts {
	const struct difference **list; /* shape: [n]; rest r begins at */
	size_t n, first[DIFF_RESTS + 1];
};

static struct parts choose(const struct building *b) {
	struct table *t = b->table;
	struct parts p = { .n = 0 };

	p.list = arena_space(t->arena, b->all->n, sizeof *p.list);
	for (int rest = REST_NONE; rest < DIFF_RESTS; rest++) {
		p.first[rest] = p.n;
		for (size_t i = 0; i < b->all->n; i++) {
			const struct difference *d = &b->all->list[i];

			if ((int)rest_of(d) == rest && is_kept(t, b->all->comparison, d))
				p.list[p.n++] = d;
		}
		sort_stable(p.list + p.first[rest], p.n - p.first[rest], sizeof *p.list, by_delta,
		            NULL, t->arena);
	}
	p.first[DIFF_RESTS] = p.n;
	if (t->query->is_brief && p.first[REST_MORE] > MOST_BRIEF)
		p.first[REST_MORE] = MOST_BRIEF;
	return p;
}

static void sum_sides(struct side_figures *to, const struct side_figures *from) {
	to->ticks += from->ticks;
	to->calls += from->calls;
	to->is_counted |= from->is_counted;
	to->is_there |= from->is_there;
}

/* A closed row for those that may be noise, with their sum; below it they are. */
static void add_rest(struct building *b, const struct parts *p, enum diff_rest rest) {
	static const char *const labels[] = { "", "that changed less", "whose calls differ",
		                              "new or gone, 0 s", "within noise" };
	const size_t end = p->first[rest + 1];
	struct diff_row *item = row_of(b, DIFF_REST, NULL);

	if (p->first[rest] + 1 == end)
		add_function(b, p->list[end - 1], 0, b->key);
	if (p->first[rest] + 1 >= end)
		return;
	item->label = rest == REST_CALLS && b->all->per.what != PER_RUN
	                      ? "whose scaled calls differ"
	                      : labels[rest];
	item->nrest = end - p->first[rest];
	item->is_mixed = rest == REST_MORE;
	item->d.match = NO_MATCH;
	item->d.verdict = rest == REST_CALLS ? VERDICT_CALLS : VERDICT_NOISE;
	for (size_t i = p->first[rest]; i < end; i++) {
		sum_sides(&item->d.base, &p->list[i]->base);
		sum_sides(&item->d.new, &p->list[i]->new);
	}
	uint64_t key = key_of(b->key, item);
	struct row *row = add(b, item, 0, b->key);
	row->fold = key;
	/* They were asked for, or calls are all that there is. */
	row->opens = !b->table->query->is_brief &&
	             (b->is_filtered || !b->table->data->profile->has_histogram);
	row->is_open = query_opens(b->table->query, key, row->opens);
	for (size_t i = p->first[rest]; row->is_open && i < end; i++)
		add_function(b, p->list[i], 1, key);
}

/* Leads where the total does. */
static void add_typical(const struct building *b, const struct diff_row *total) {
	const struct changes *changes = b->all->changes;

	if (!changes || !changes->has_typical)
		return;
	struct change *change = arena_alloc(b->table->arena, 1, sizeof *change);
	change->ratio = changes->typical;
	change->low = changes->typical_low;
	change->high = changes->typical_high;
	struct diff_row *row = row_of(b, DIFF_TYPICAL, NULL);
	row->new = total->new;
	row->base = total->base;
	row->d.match = NO_MATCH;
	row->d.change = change;
	add(b, row, 0, b->key);
}

static const char *work_words(const struct differences *all, struct arena *arena) {
	const struct same_work work = all->comparison->work;
	const char *of = all->per.what == PER_RUN ? "" : "in a run, ";

	if (!work.all)
		return "calls were not counted";
	if (work.equal == work.all && !work.single)
		return arena_format(arena, "%ssame work: all calls equal", of);
	return arena_format(arena,
	                    2 * work.equal < work.all
	                            ? "%sdifferent work: calls equal in %zu of %zu"
	                            : "%scalls equal in %zu of %zu functions",
	                    of, work.equal, work.all + work.single);
}

static const char *ranks_words(const struct comparison *c) {
	return c->new->ranks == SURE_RANKS || c->base->ranks == SURE_RANKS
	               ? "ranks count as runs, see i; "
	       : c->new->ranks || c->base->ranks ? "files may be ranks of one run, see i; "
	                                         : "";
}

static void build(struct table *t, const struct query *query) {
	struct building b = {
		.table = t,
		.key = fold_key(0, "diff"),
		.is_filtered = query->filter && query->filter->n,
	};
	struct error err;

	t->noun = "rows";
	t->has_limit = query->display.limit > 0;
	b.all = query->differences ? query->differences
	                           : query_differences(t->data, query, t->arena, &err);
	if (!b.all) {
		t->notice = arena_text(t->arena, err.reason, strlen(err.reason));
		t->is_notice = true;
		table_add(t, (struct row){ .label = t->notice, .is_notice = true });
		return;
	}
	t->is_tree = !query->is_whole;
	struct diff_row *total = row_of(&b, DIFF_TOTAL, &b.all->total);
	const char *found = counted_verdicts(t, b.all, false);
	t->result = result_words(t, total, found);
	const struct comparison *c = b.all->comparison;
	const char *endings = c->endings;
	const char *work = say(t, "%s%s", ranks_words(c), work_words(b.all, t->arena));
	const char *end = *endings ? "; " : "";
	t->answer = say(t, "%s%s%s; %s", endings, end, found, work);
	t->short_answer = say(t, "%s%s%s; %s", endings, end, counted_verdicts(t, b.all, true),
	                      work);
	t->basis = basis_words(t, b.all->comparison);
	struct parts parts = choose(&b);
	if (parts.n) {
		const struct diff_row *most = row_of(&b, DIFF_FUNCTION, parts.list[0]);

		total->new = most->new;
		total->base = most->base;
	}
	add(&b, total, 0, b.key);
	add_typical(&b, total);
	for (size_t i = 0; i < parts.first[REST_NONE + 1]; i++)
		add_function(&b, parts.list[i], 0, b.key);
	for (int rest = REST_NONE + 1; rest < DIFF_RESTS; rest++) {
		if (!query->is_whole)
			add_rest(&b, &parts, (enum diff_rest)rest);
		for (size_t i = parts.first[rest]; query->is_whole && i < parts.first[rest + 1];
		     i++)
			add_function(&b, parts.list[i], 0, b.key);
	}
	t->nall = b.all->n;
	t->nrests = t->nrows > b.nshown ? t->nrows - b.nshown : 0;
}

/* The total and the typical function lead to the largest change. */
static const char *follow(const void *item, struct query *query) {
	const struct diff_row *r = item;

	if (!r)
		return NULL;
	query->subject = r->new;
	query->gone = r->new ? NULL : r->base;
	return r->new || r->base ? "graph" : NULL;
}

static const char *missing(const struct dataset *data) {
	return data->comparison ? NULL : "a base (--base, :base)";
}

const struct view diff_view = {
	.name = "diff",
	.title = "Comparison",
	.kind = VIEW_FUNCTIONS,
	.help = "What became faster or slower than in the base?",
	.rank = 70,
	.is_tab = true,
	.missing = missing,
	.shows_changes = true,
	.columns = COLUMNS(list),
	.sort = "diff",
	.build = build,
	.follow = follow,
	.explain = explain,
};
