/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of a profile, as reports and as the screen asks for them. */
#include "whole_input.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "export/exporter.h"
#include "model/build/build.h"
#include "model/code.h"
#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/profile.h"
#include "gprof/gprof_rules.h"
#include "open/load.h"
#include "open/load_base.h"
#include "parse/code/disassembly.h"
#include "parse/source/source_files.h"
#include "table/table.h"
#include "ui/command/command.h"
#include "ui/screen/screen.h"
#include "views/views.h"
#include "whole_output.h"

enum {
	MOST_ROWS = 12,   /* whose explanations are asked for */
	MOST_WRITTEN = 48 /* rows of most tables: the others are written alike, and take long */
};

/* Views being made of one dataset. */
struct showing {
	const struct dataset *data;
	struct arena *arena;
	uint32_t choice;
	FILE *out;
	bool is_brief;
};

/* Code is made when it is asked for. */
struct code_now {
	struct disassembly *disassembly;
	struct lines *lines;
	struct arena *arena;
};

static const struct code *code_now(void *context, const struct func *func,
                                   const uint64_t *address) {
	struct code_now *now = context;

	return disassembly_read(now->disassembly, func, now->lines, address, now->arena, NULL);
}

static const struct filter *choose_filter(struct showing *s) {
	static const char *const texts[] = { "",   "",     "main",  "a ",        "!b",
		                             ".c", "a>b ", "/text", "text.c:3-9" };
	const size_t n = sizeof texts / sizeof *texts;
	struct error err;
	size_t at;

	return filter_new(texts[whole_choose(&s->choice, n)], NULL, s->arena, &at, &err);
}

static struct query choose_query(struct showing *s) {
	const struct profile *p = s->data->profile;
	struct query query = { .filter = choose_filter(s) };
	struct display *display = &query.display;
	uint32_t *choice = &s->choice;

	display->limit = whole_choose(choice, 4) ? 0 : 2.5;
	display->amounts = (enum amount_unit)whole_choose(choice, 3);
	display->names = (enum name_style)whole_choose(choice, 3);
	display->paths = whole_choose(choice, 2);
	display->zeros = whole_choose(choice, 2);
	display->sources = whole_choose(choice, 2);
	display->rows = (enum row_kind)whole_choose(choice, ROWS_LINE + 1);
	query.reverse = whole_choose(choice, 2);
	query.open_below = whole_choose(choice, 2) ? FOLD_ALL : 0;
	if (p->nfuncs)
		query.subject = &p->funcs[whole_choose(choice, (unsigned)p->nfuncs)];
	return query;
}

/* Has a figure of the row explained. */
static void explain(struct showing *s, const struct table *table, const void *item) {
	const unsigned n = (unsigned)table->columns->n;
	struct field field = { table, NULL, item };

	field.column = &table->columns->list[whole_choose(&s->choice, n)];
	if (field.column->explain)
		field.column->explain(&field);
}

/* Asks for what the screen shows about some rows. */
static void look_at_rows(struct showing *s, const struct view *view, const struct table *table) {
	for (size_t i = 0; i < table->nrows && i < (s->is_brief ? MOST_ROWS / 4 : MOST_ROWS); i++) {
		const void *item = table->rows[i].item;
		struct query query = { .sort = NULL };

		if (view->explain)
			assert(view->explain(table, item, table->columns->list));
		if (table->columns->n && item)
			explain(s, table, item);
		view_subject(view, item);
		view_line(view, table, item);
		view_locate(view, item, &query);
	}
}

static struct table show(struct showing *s, const struct view *view, const struct query *query) {
	struct table table = view_table(view, s->data, query, s->arena);
	struct caption caption = caption_of(view, &table, "", s->arena);
	const size_t most = s->is_brief ? MOST_WRITTEN / 4 : MOST_WRITTEN;
	size_t n = 0;

	while (writers[n])
		n++;
	if (table.nrows > most && whole_choose(&s->choice, 16))
		table.nrows = most;
	writers[whole_choose(&s->choice, (unsigned)n)]->write(&table, &caption, s->out);
	output_end(s->out);
	look_at_rows(s, view, &table);
	return table;
}

/* Goes where a row leads. */
static void follow(struct showing *s, const struct view *view, const struct table *table,
                   const struct query *query) {
	struct query next = *query;
	const void *item;

	if (!table->nrows)
		return;
	item = table->rows[whole_choose(&s->choice, (unsigned)table->nrows)].item;
	next.cycle = NULL;
	next.position = (struct code_position){ .path = NULL };
	next.sort = NULL;
	next.chosen = NULL;
	view = view_follow(view, item, &next);
	if (view && view_is_there(view, s->data) &&
	    (!view->is_of_function || next.subject || next.cycle))
		show(s, view, &next);
}

static bool is_there(const struct showing *s, const struct view *view, const struct query *query) {
	return view_is_there(view, s->data) && (!view->is_of_function || query->subject);
}

static void show_one(struct showing *s, const struct view *view, struct query query, bool follows) {
	const struct columns *columns = view_columns(view, s->data, &query, s->arena);
	const unsigned sort = whole_choose(&s->choice, (unsigned)columns->n + 2);

	if (sort < columns->n)
		query.sort = columns->list[sort].name;
	if (view->is_of_function)
		query.filter = NULL;
	if (!whole_choose(&s->choice, 8) && columns->n)
		query.chosen = columns->list[columns->n - 1].name;
	struct table table = show(s, view, &query);
	if (follows)
		follow(s, view, &table, &query);
}

/* Some views, or one: all of them take long. */
static void show_some(struct showing *s) {
	const struct query query = choose_query(s);
	const bool follows = whole_choose(&s->choice, 2);
	const struct view *view, *chosen = NULL;
	unsigned n = 0;

	for (size_t i = 0; (view = view_at(i)); i++) {
		view = view_of_rows(view, query.display.rows);
		if (!is_there(s, view, &query))
			continue;
		if (!s->is_brief && !whole_choose(&s->choice, strcmp(view->name, "help") ? 5 : 32))
			show_one(s, view, query, follows);
		if (strcmp(view->name, "help") != 0 && !whole_choose(&s->choice, ++n))
			chosen = view;
	}
	if (s->is_brief && chosen)
		show_one(s, chosen, query, follows);
}

/* One export each time, but of those that run dot(1). */
static void export_one(struct showing *s) {
	static const char *const formats[] = { "callgrind", "dot", "pprof" };
	struct error err = { "" };
	const struct exporter *exporter = exporter_named(formats[whole_choose(&s->choice, 3)],
	                                                 &err);
	const struct export what = {
		.data = s->data,
		.names = (enum name_style)whole_choose(&s->choice, 3),
		.arena = s->arena,
	};
	FILE *out = exporter->is_binary ? output_open_any() : s->out;

	assert(export_write(exporter, &what, out, &err));
	output_end(out);
}

static bool set_apart(struct load_result *loaded, struct arena *arena) {
	struct dataset apart;
	struct error err = { "" };

	if (!load_apart(&apart, loaded, arena, NULL, &err)) {
		assert(err.reason[0]);
		return false;
	}
	assert(!profile_check(apart.profile));
	loaded->data = apart;
	return true;
}

/* Compares with the base, both with inlined functions apart or none; of every
 * other program the base is read only as far as matching needs it. */
static void compare(struct load_result *loaded, const struct load_request *request,
                    const struct whole_names *names, bool is_apart, struct arena *arena) {
	const char *words[] = { names->base_program, names->base };
	const struct base_request base = { .words = words, .nwords = 2 };
	struct base_sides *sides = arena_alloc(arena, 1, sizeof *sides);
	struct error err = { "" };
	const struct comparison *c = NULL;

	if (load_base(sides, &base, request,
	              loaded->data.profile->nfuncs & 1 ? &loaded->data : NULL, is_apart, arena,
	              NULL, &err))
		c = load_comparison(&base, sides, request, &loaded->data, arena, NULL, &err);
	assert(!c == (err.reason[0] != '\0'));
	comparison_show(c, &loaded->data);
}

/* Whether it does one of the steps: all, or one of n. */
static bool does(struct showing *s, unsigned n) {
	return !s->is_brief || !whole_choose(&s->choice, n);
}

static void show_loaded(struct load_result *loaded, const struct load_request *request,
                        const struct whole_names *names, uint32_t choice, struct arena *arena) {
	static const char *const folders[] = { "." };
	struct source_maps maps = { .arena = arena };
	struct source_search search = {
		.executable = names->program, .folders = folders, .nfolders = 1, .maps = &maps
	};
	const struct help help = help_of(NULL);
	struct code_now now = { .arena = arena };
	struct codes codes = { &now, code_now };
	struct showing s = {
		.data = &loaded->data,
		.arena = arena,
		.choice = choice,
		.out = output_open(),
		.is_brief = names->is_brief,
	};

	if (does(&s, 4)) {
		load_lines(loaded, arena, NULL);
		load_frames(loaded, arena, NULL);
	}
	bool is_apart = whole_choose(&s.choice, 2) && set_apart(loaded, arena);
	if (names->base && does(&s, 8))
		compare(loaded, request, names, is_apart, arena);
	now.disassembly = disassembly_new(loaded->object, loaded->data.profile, arena);
	now.lines = loaded->lines;
	loaded->data.codes = &codes;
	loaded->data.help = &help;
	loaded->data.sources = source_files_new(&search, arena);
	if (does(&s, 2))
		show_some(&s);
	if (does(&s, 8))
		export_one(&s);
}

void whole_views(const struct whole_names *names, uint32_t choice) {
	static const char *const folders[] = { "." };
	const char *const files[] = { names->profile, names->profile, names->profile,
		                      names->profile };
	const struct rule_choice rule_choice = {
		.is_as_gprof = !whole_choose(&choice, 4),
		.opens_cycles = whole_choose(&choice, 2),
		.measures_callers = whole_choose(&choice, 2),
		.profiler = (enum profiler_use)whole_choose(&choice, 3),
	};
	const struct rules rules = rules_of(rule_choice);
	struct load_request request = {
		.executable = names->program,
		.files = files,
		.nfiles = 1 + !whole_choose(&choice, names->is_brief ? 8 : 2) *
		                      whole_choose(&choice, 4),
		.rules = &rules,
		.debug = { .folders = folders, .nfolders = 1 },
	};
	struct arena *arena = arena_new();
	struct load_result loaded;
	struct error err = { "" };

	request.bias.is_auto = !whole_choose(&choice, 4);
	if (load_profile(&loaded, &request, arena, NULL, &err))
		show_loaded(&loaded, &request, names, choice, arena);
	else
		assert(err.reason[0]);
	arena_free(arena);
}
