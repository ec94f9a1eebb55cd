/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "export/exporter.h"
#include "gprof/gprof_rules.h"
#include "model/compare/matching.h"
#include "parse/code/disassembly.h"
#include "parse/source/source_files.h"
#include "table/table.h"
#include "ui/command/command.h"
#include "ui/load/opening.h"
#include "ui/screen/screen.h"
#include "views/filtering.h"
#include "views/views.h"

void start_maps(const struct start *start, struct source_maps *maps) {
	struct error ignored;

	for (size_t i = 0; i < start->nmaps; i++)
		source_maps_add(maps, start->maps[i], &ignored);
}

const struct sources *start_sources(const struct start *start, const char *executable,
                                    const struct source_maps *maps, struct arena *arena) {
	struct source_search search = {
		.executable = executable,
		.nfolders = start->nfolders,
		.maps = maps,
	};

	search.folders = source_folders(start->folders, &search.nfolders, arena);
	return source_files_new(&search, arena);
}

/* A view of one function takes the hottest that matches the filter, or all if it takes many; *nfit
 * is how many match. */
static void find_subjects(struct query *query, const struct view *view, const struct dataset *data,
                          size_t *nfit, struct arena *arena) {
	struct query flat = *query;
	const struct view *list_view = view_first(VIEW_FUNCTIONS, false);

	flat.sort = NULL;
	flat.reverse = false;
	flat.display.zeros = true;
	struct table table = view_table(list_view, data, &flat, arena);
	*nfit = table.nrows;
	if (table.nrows)
		query->subject = view_subject(list_view, table.rows[0].item);
	if (!view->takes_many || table.nrows < 2)
		return;
	const struct func **list = arena_space(arena, table.nrows, sizeof *list);
	for (size_t i = 0; i < table.nrows; i++)
		list[i] = view_subject(list_view, table.rows[i].item);
	query->subjects = list;
	query->nsubjects = table.nrows;
}

static const char *view_name(const void *from, size_t index) {
	return index < view_count() ? view_at(index)->name : NULL;
}

static const char *column_name(const void *from, size_t index) {
	const struct columns *columns = from;

	return index < columns->n ? columns->list[index].name : NULL;
}

/* A view is named before a colon. */
static bool choose_columns(const char *text, const struct view *view, const struct dataset *data,
                           const struct query *query, const char **choices, struct error *err) {
	const char *colon = strchr(text, ':');
	char name[64];

	if (colon) {
		snprintf(name, sizeof name, "%.*s", colon - text < 64 ? (int)(colon - text) : 63,
		         text);
		view = view_named(name);
		text = colon + 1;
		if (!view)
			return fail_no_such(err, "view", name, view_name, NULL);
	}
	if (!view_takes_columns(view, data, query, text, err))
		return false;
	choices[view_index(view)] = text;
	return true;
}

bool start_columns(const struct start *start, const struct view *view, const struct dataset *data,
                   const struct query *query, const char **choices, struct error *err) {
	for (size_t i = 0; i < start->ncolumns; i++)
		if (!choose_columns(start->columns[i], view, data, query, choices, err))
			return fail_at(err, "--columns");
	return true;
}

static bool print(const struct start *start, const struct view *view, const struct dataset *data,
                  const struct differences *differences, struct arena *arena, struct error *remark,
                  struct error *err) {
	const struct writer *writer = writer_named(start->format ? start->format : "text");
	const char *filter = start->filter ? start->filter : "";
	const char *asked = start->report_function ? start->report_function
	                    : view->is_of_function ? filter
	                                           : NULL;
	struct query query = { .sort = start->preferences.sort,
		               .reverse = start->reverse,
		               .differences = differences,
		               .display = start->preferences.display,
		               .is_whole = writer->is_for_programs,
		               .is_brief = writer->is_brief,
		               .open_below = view->opens_in_reports ? FOLD_ALL : 0 };
	const char **choices = arena_alloc(arena, view_count(), sizeof *choices);
	size_t at, nfit = 0;

	query.display.paths |= writer->has_paths;
	if (!view_check(view, data, err))
		return fail_at(err, "--report");
	if (!start_columns(start, view, data, &query, choices, err))
		return false;
	if (asked && *asked) {
		query.filter = filter_for(data, asked, arena, &at, err);
		if (!query.filter)
			return fail_at(err, arena_format(arena, "filter, byte %zu", at));
		find_subjects(&query, view, data, &nfit, arena);
		if (!query.subject)
			return fail(err, "no function matches \"%.200s\"", asked);
		/* "FILE:" asks for the file. */
		query.is_excerpt = asked[strlen(asked) - 1] != ':';
		filter = asked == filter ? "" : filter;
	}
	query.filter = filter_for(data, filter, arena, &at, err);
	if (!query.filter)
		return fail_at(err, arena_format(arena, "filter, byte %zu", at));
	query.chosen = choices[view_index(view)];
	struct table table = view_table(view, data, &query, arena);
	if (query.sort && table_column(&table, query.sort) == table.columns->n)
		return fail_no_such(err, "column", query.sort, column_name,
		                    view_columns(view, data, &query, arena));
	if (table.is_notice)
		return fail(err, "--report %s: %s", view->name, table.notice);
	if (table.notice && !*remark->reason)
		fail(remark, "%s", table.notice);
	struct caption caption = caption_of(view, &table, filter, arena);
	if (nfit > 1 && !query.nsubjects)
		caption.state = arena_format(arena, "%s%s the hottest of %zu that match",
		                             caption.state, view->is_of_function ? "," : "; it is",
		                             nfit);
	FILE *out = safe_output(stdout, arena);
	writer->write(&table, &caption, out);
	safe_output_close(out, stdout);
	return true;
}

/* Makes code when it is asked for, for one report. */
struct code_now {
	struct codes codes;
	struct disassembly *disassembly;
	struct lines *lines;
	struct arena *arena;
};

static const struct code *code_now(void *context, const struct func *func,
                                   const uint64_t *address) {
	struct code_now *now = context;

	return disassembly_read(now->disassembly, func, now->lines, address, now->arena, NULL);
}

static void complete_side(struct dataset *data, const struct start *start,
                          const struct load_result *loaded, const char *executable,
                          const struct source_maps *maps, struct arena *arena) {
	struct code_now *now = arena_alloc(arena, 1, sizeof *now);

	now->codes = (struct codes){ now, code_now };
	now->disassembly = disassembly_new(loaded->object, data->profile, arena);
	now->lines = loaded->lines;
	now->arena = arena;
	data->codes = &now->codes;
	data->sources = start_sources(start, executable, maps, arena);
}

/* Makes code and sources known, of both sides if there are two. */
static void complete_sides(const struct start *start, struct load_result *loaded,
                           const struct base_sides *base, struct arena *arena) {
	struct source_maps *maps = arena_alloc(arena, 1, sizeof *maps);
	struct dataset *data = &loaded->data;

	maps->arena = arena;
	start_maps(start, maps);
	complete_side(data, start, loaded, start->load.executable, maps, arena);
	if (data->base) {
		struct dataset *other = arena_copy(arena, data->base, 1, sizeof *other);

		complete_side(other, start, &base->loaded, base->in.files.executable, maps, arena);
		data->base = other;
	}
}

/* What is opened to be printed, and the base if there is one. */
struct opened {
	const struct start *start;
	struct rules rules;
	struct load_request request;
	struct load_result loaded;
	struct dataset together; /* if inlined functions were set apart: before that */
	struct base_sides base;
	struct note_count notes;
	struct arena *arena;
};

/* Compares the profile with the base, if there is one, line by line if those are needed. */
static bool compare(struct opened *o, bool by_line, struct error *err) {
	const struct start *start = o->start;
	const bool is_apart = start->preferences.inlined_apart;
	struct load_result *loaded = &o->loaded;

	if (!start->base.nwords)
		return !start->fails_on_slower || fail(err, "--fail-on needs --base");
	if (!load_base(&o->base, &start->base, &o->request, by_line ? NULL : &loaded->data,
	               is_apart || start->fails_on_slower, o->arena, NULL, err))
		return false;
	if (o->base.in.data.frames && !is_apart)
		load_frames(loaded, o->arena, NULL);
	const struct comparison *c = load_comparison(&start->base, &o->base, &o->request,
	                                             &loaded->data, o->arena, NULL, err);
	if (is_apart && !o->base.has_apart)
		return fail_at(err, "--inlined apart: the base");
	comparison_show(c, &loaded->data);
	return c;
}

/* Sets inlined functions apart. */
static bool set_apart(struct opened *o, struct error *err) {
	struct dataset apart;

	if (!load_apart(&apart, &o->loaded, o->arena, NULL, err))
		return fail_at(err, "--inlined apart");
	o->together = o->loaded.data;
	o->loaded.data = apart;
	return true;
}

/* What is needed of a profile; inlined functions apart need lines and frames. */
enum { OPEN_RUNS = 1, OPEN_LINES = 2, OPEN_FRAMES = 4, OPEN_BASE_LINES = 8 };

static bool open_all(struct opened *o, unsigned needs, struct error *err) {
	const bool is_apart = o->start->preferences.inlined_apart;
	struct load_result *loaded = &o->loaded;

	o->request.rules = &o->rules;
	if (!load_profile(loaded, &o->request, o->arena, NULL, err))
		return false;
	if (needs & OPEN_RUNS)
		load_runs(&loaded->data, loaded->name_pattern, o->arena, NULL);
	loaded->only_apart = is_apart;
	loaded->no_frames_apart = !(needs & OPEN_FRAMES) && !o->start->base.nwords;
	if (needs & OPEN_LINES || is_apart)
		load_lines(loaded, o->arena, NULL);
	if (needs & OPEN_FRAMES || is_apart)
		load_frames(loaded, o->arena, NULL);
	if ((is_apart && !set_apart(o, err)) || !compare(o, needs & OPEN_BASE_LINES, err))
		return false;
	complete_sides(o->start, loaded, &o->base, o->arena);
	o->notes = dataset_count_notes(&loaded->data);
	return true;
}

/* Says in the remark what makes figures wrong, if anything does. */
static void tell_fault(const struct opened *o, struct error *remark) {
	if (o->notes.fault)
		fail(remark, "fault: %s; see --report health", o->notes.fault->cause);
}

/* The same with inlined functions the other way, apart or not; NULL if they cannot be so.  Because
 * it is one more look at the same runs, the level is half of that of the first. */
static const struct differences *find_other(struct opened *o) {
	const struct query query = { .display = o->start->preferences.display };
	struct base_request base = o->start->base;
	struct dataset data = o->together;
	struct error ignored;

	if (!o->start->fails_on_slower || !o->base.has_apart ||
	    (!data.profile && !load_apart(&data, &o->loaded, o->arena, NULL, &ignored)))
		return NULL;
	base.level = (base.level > 0 ? base.level : CHANGE_LEVEL) / 2;
	const struct comparison *c = load_comparison(&base, &o->base, &o->request, &data, o->arena,
	                                             NULL, &ignored);
	comparison_show(c, &data);
	return c ? query_differences(&data, &query, o->arena, &ignored) : NULL;
}

/* The first function that is slower than --fail-on allows, or all of them together; NULL: none. */
static const struct difference *first_slower(const struct start *start,
                                             const struct differences *d) {
	for (size_t i = 0; d && i < d->n; i++)
		if (difference_is_slower_by(&d->list[i], start->slower_percent))
			return &d->list[i];
	return d && difference_is_slower_by(&d->total, start->slower_percent) ? &d->total : NULL;
}

/* What is slower than --fail-on allows with inlined functions the other way, apart or not; NULL:
 * nothing is. */
static const char *slower_otherwise(struct opened *o) {
	const struct differences *other = find_other(o);
	const struct difference *found = first_slower(o->start, other);
	if (!found)
		return NULL;
	const struct side *new = other->comparison->new;
	const struct profile *p = new->data.profile;
	const char *name = "all functions";
	if (found->match != NO_MATCH) {
		const struct match *m = &other->comparison->matching->list[found->match];

		name = m->nnew ? names_get(new->data.names, &p->funcs[m->new[0]],
		                           o->start->preferences.display.names)
		               : "code of the base";
	}
	const double ticks = p->rate > 0 ? p->rate : 1;

	return arena_format(o->arena, "slower with --inlined %s: %.200s, %.3f to %.3f %s (%+.0f%%)",
	                    o->together.profile ? "in" : "apart", name, found->base.ticks / ticks,
	                    found->new.ticks / ticks,
	                    p->rate <= 0             ? "ticks"
	                    : p->abbreviation == 's' ? "s"
	                                             : p->dimension,
	                    100 * (found->new.ticks / found->base.ticks - 1));
}

static bool report(struct opened *o, const struct view *view, int *status, struct error *remark,
                   struct error *err) {
	const struct start *start = o->start;
	const struct query query = { .display = start->preferences.display };
	const bool by_line = view_shows_code(view) || query.display.rows == ROWS_LINE;
	const struct help help = help_of(NULL);

	o->rules.no_costs = view->kind != VIEW_CALLS;
	if (!open_all(o,
	              OPEN_LINES | (view->shows_files || start->ncolumns ? OPEN_RUNS : 0) |
	                      (view_needs_frames(view, &query) ? OPEN_FRAMES : 0) |
	                      (by_line ? OPEN_BASE_LINES : 0),
	              err))
		return false;
	if (view->kind != VIEW_TEXTS) /* a page of notes has it */
		tell_fault(o, remark);
	o->loaded.data.help = &help;
	/* The view diff shows the same. */
	const struct differences *differences = start->fails_on_slower
	                                                ? query_differences(&o->loaded.data, &query,
	                                                                    o->arena, err)
	                                                : NULL;
	if (start->fails_on_slower && !differences)
		return false;
	const bool is_slower = first_slower(start, differences);
	o->loaded.data.more = is_slower ? NULL : slower_otherwise(o);
	if (o->loaded.data.more)
		fail(remark, "%s", o->loaded.data.more);
	if (is_slower || o->loaded.data.more)
		*status = STATUS_FAILED_ON;
	return print(start, view, &o->loaded.data, differences, o->arena, remark, err);
}

/* Finds the view that is asked for, and which rows it has. */
static const struct view *find_view(struct start *start, struct error *err) {
	char name[64];
	const char *equal = strchr(start->report, '=');
	enum row_kind *rows = &start->preferences.display.rows;

	snprintf(name, sizeof name, "%.*s", equal ? (int)(equal - start->report) : 63,
	         start->report);
	const struct view *view = view_named(name);
	start->report_function = equal ? equal + 1 : NULL;
	if (!view)
		fail_no_such(err, "view", name, view_name, NULL);
	else if (equal && !view_takes_function(view))
		return fail_null(err, "--report %s is not about one function", name);
	if (!view || !view_takes_rows(view, *rows, err))
		return NULL;
	*rows = view_rows(view, *rows);
	return view_of_rows(view, *rows);
}

/* --export: a whole profile. */

static bool write_to(FILE *out, const struct exporter *exporter, const struct export *what,
                     struct error *err) {
	const bool is_binary = exporter->is_binary;

	if (is_binary && isatty(fileno(out)))
		return fail(err, "--export %s: write it to a file: > NAME%s", exporter->name,
		            exporter->ending);
	FILE *safe = is_binary ? out : safe_output(out, what->arena);
	bool ok = export_write(exporter, what, safe, err);
	if (!is_binary)
		safe_output_close(safe, out);
	return ok;
}

/* Options that an export would do nothing for. */
static bool check(const struct start *start, const struct exporter *exporter, struct error *err) {
	if (start->filter)
		return fail(err, "--filter does not go with --export; --from and --to choose "
		                 "functions for a picture");
	if (start->fails_on_slower)
		return fail(err, "--fail-on slower does not go with --export; use --report diff");
	if (start->base.nwords && !exporter->compares)
		return fail(err,
		            "--base does not go with --export %s, which writes one profile; use "
		            "--report diff",
		            exporter->name);
	return true;
}

/* What the format has no place for goes to standard error. */
static bool export(struct opened *o, struct error *remark, struct error *err) {
	enum { TOLD_DOUBTS = 3 };
	const struct start *start = o->start;
	const struct exporter *exporter = exporter_named(start->export, err);
	struct export what = {
		.data = &o->loaded.data,
		.names = start->preferences.display.names,
		.limit = start->preferences.display.limit,
		.arena = o->arena,
	};
	const char *doubts;

	if (!exporter || !check(start, exporter, err) ||
	    !open_all(o,
	              OPEN_BASE_LINES | (start->base.nwords ? OPEN_RUNS : 0) |
	                      (exporter->needs_lines ? OPEN_LINES | OPEN_FRAMES : 0),
	              err))
		return false;
	if (exporter->is_bare && *(doubts = doubts_of(&what, TOLD_DOUBTS, o->arena)))
		fail(remark, "%s", doubts);
	tell_fault(o, remark);
	struct names *names = what.data->names;
	return (!start->export_from || (what.from = names_find(names, start->export_from, err))) &&
	       (!start->export_to || (what.to = names_find(names, start->export_to, err))) &&
	       write_to(stdout, exporter, &what, err);
}

bool start_print(const struct start *asked, int *status, struct error *remark, struct error *err) {
	struct start start = *asked;
	struct opened o = { .start = &start,
		            .rules = rules_of(start.preferences.rule_choice),
		            .request = start.load,
		            .arena = arena_new() };
	const struct view *view = start.export ? NULL : find_view(&start, err);
	bool ok = start.export ? export(&o, remark, err)
	                       : view && report(&o, view, status, remark, err);

	if (ok && (fflush(stdout) || ferror(stdout)))
		ok = fail(err, "standard output: %s", strerror(errno));
	if (ok && start.fails_on_fault && o.notes.nfaults)
		*status = STATUS_FAILED_ON;
	arena_free(o.arena);
	return ok;
}
