/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include "base/arena.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/tree_row.h"
#include "views/view.h"

static const char *name_of(const struct table *t, const struct tree_row *r)
{
	if (r->kind == TREE_CYCLE)
		return arena_format(t->arena, "<cycle %u>", r->cycle->number);
	return said_name(t, r->func);
}

static const struct tree_row *root_of(const struct tree_row *r)
{
	while (r->above)
		r = r->above;
	return r;
}

/* A time, and that of what is called from there. */
static const char *both_times(const struct table *t, double self, double child)
{
	return arena_format(t->arena, "%s of its own and ~%s in what it calls", said_time(t, self),
	                    said_time(t, child));
}

static const char *total_of_root(const struct table *t, const struct tree_row *r)
{
	const char *times = both_times(t, r->self, r->child);
	const char *name = name_of(t, r);

	if (r->leads_up)
		return arena_format(t->arena,
		                    "%s has %s.  Below, that is divided among "
		                    "its callers by their calls.",
		                    name, times);
	return arena_format(t->arena,
	                    "No caller of %s is known, so all of its time is "
	                    "here: %s.",
	                    name, times);
}

static const char *total_below(const struct table *t, const struct tree_row *r)
{
	const struct tree_row *root = root_of(r);

	if (t->data->profile->rules->measures_callers)
		return arena_format(t->arena,
		                    "%.3g %% of the time of %s is on this path, as far as "
		                    "files and calls show: %s.  That is an estimate.",
		                    100 * r->part, name_of(t, r->leads_up ? root : r),
		                    r->leads_up ? both_times(t, root->self, root->child)
		                                : both_times(t, r->self, r->child));
	if (r->leads_up)
		return arena_format(t->arena,
		                    "%.3g %% of the calls of %s were made for %s along "
		                    "this path, as far as calls show, so it gets that "
		                    "share of %s.",
		                    100 * r->part, name_of(t, root), name_of(t, r),
		                    both_times(t, root->self, root->child));
	return arena_format(t->arena,
	                    "%.3g %% of %s is on this path, as far as calls "
	                    "show: %s.  That is an estimate, as if each call "
	                    "took as long.",
	                    100 * r->part, name_of(t, r), both_times(t, r->self, r->child));
}

const char *explain_tree_total(const struct field *field)
{
	const struct table *t = field->table;
	const struct tree_row *r = field->item;

	if (r->kind == TREE_MORE)
		return arena_format(t->arena,
		                    "%zu row%s together; each has less than "
		                    "%g %% of the time, the limit that L "
		                    "sets.",
		                    r->nmore, r->nmore == 1 ? "" : "s", t->query->display.limit);
	if (!r->has_figures)
		return r->cut ? explained_cut(t, r->cut)
		              : "Its time is shown further up on this path.";
	if (!r->above)
		return total_of_root(t, r);
	return total_below(t, r);
}

const char *explain_tree_of_parent(const struct field *field)
{
	const struct table *t = field->table;
	const struct tree_row *r = field->item;
	const char *why = explain_tree_total(field);

	if (r->kind == TREE_MORE || !r->has_figures || !r->above)
		return why;
	return arena_format(
		t->arena, "%s%s",
		explained_parent(field, name_of(t, r->above), r->above->self + r->above->child),
		why);
}

const char *explain_tree_estimate(const struct field *field)
{
	const struct rules *rules = field->table->data->profile->rules;
	const struct tree_row *r = field->item;

	if (!r->has_figures || r->kind == TREE_MORE)
		return NULL;
	if (r->part < 1 && rules->measures_callers)
		return "Its time is divided among callers by what their calls "
		       "were measured to cost, or by calls.";
	if (r->part < 1)
		return arena_format(field->table->arena,
		                    "%.3g %% of the calls came along this "
		                    "path, so that much of the time is "
		                    "assumed to have, too.",
		                    100 * r->part);
	return r->child > 0 ? "What it calls may be called by others, too, "
	                      "and its time is divided by calls."
	                    : "It is measured: nothing was divided by calls.";
}

const char *explain_tree_self(const struct field *field)
{
	const struct tree_row *r = field->item;

	if (!r->has_figures)
		return NULL;
	return r->func && r->part >= 1 ? explained_self(field->table, r->func)
	                               : explained_time(field->table, r->self);
}

const char *explain_tree_calls(const struct field *field)
{
	const struct table *t = field->table;
	const struct tree_row *r = field->item;
	uint64_t all;

	if (r->cut)
		return explained_cut(t, r->cut);
	if (r->calls <= 0 || r->leads_up || !r->above || r->kind == TREE_MORE)
		return NULL;
	all = r->kind == TREE_CYCLE ? r->cycle->calls : r->func->calls - r->func->cut_calls;
	return arena_format(t->arena, "%.6g of the %s of %s%s%s.", r->calls, said_calls(t, all),
	                    name_of(t, r), r->func && r->func->cut_calls ? " that are not cut" : "",
	                    r->above->part < 1 ? ", divided like the time of "
	                                         "the row above"
	                                       : "");
}

static const char *of_repetition(const struct table *t, const struct tree_row *r)
{
	return arena_format(t->arena,
	                    "%s %s.  Such calls pass no time on, and the path "
	                    "ends here.",
	                    name_of(t, r),
	                    r->is_other ? "is of the cycle that is already on "
	                                  "this path"
	                                : "calls itself");
}

const char *explain_tree_row(const struct table *t, const void *item)
{
	const struct tree_row *r = item;

	if (r->cut)
		return explained_cut(t, r->cut);
	if (r->kind == TREE_AGAIN)
		return of_repetition(t, r);
	if (r->kind == TREE_CYCLE)
		return explained_cycle(t, r->cycle);
	if (r->kind == TREE_MORE)
		return "+ shows them.";
	if (r->arc && r->arc->is_split)
		return explained_split(t, r->arc);
	if (r->arc && r->arc->is_inlined)
		return explained_inlined(t, r->arc);
	return explain_func(t, r->func);
}
