/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gprof's listings, with all of its options, and the sums it writes. */
#include "whole_input.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "gprof/gprof_rules.h"
#include "open/load.h"
#include "whole_output.h"

enum { MOST_SPECS = 3 };

static void choose_specs(struct gprof_options *o, uint32_t *choice, struct arena *arena) {
	static const char *const texts[] = { "main",     "work",     "main/work", "text.c", ":4",
		                             "text.c:8", "text.c:a", "/b",        "a/" };
	const unsigned n = sizeof texts / sizeof *texts;

	if (whole_choose(choice, 2))
		return;
	o->nspecs = 1 + whole_choose(choice, MOST_SPECS);
	o->specs = arena_alloc(arena, o->nspecs, sizeof *o->specs);
	for (size_t i = 0; i < o->nspecs; i++) {
		const unsigned table = whole_choose(choice, SPEC_TABLES);

		o->specs[i].table = (enum spec_table)table;
		o->specs[i].text = texts[whole_choose(choice, n)];
	}
}

static void choose_styles(struct gprof_options *o, uint32_t *choice) {
	static const unsigned styles[] = {
		0,
		STYLE_FLAT,
		STYLE_GRAPH,
		STYLE_FLAT | STYLE_GRAPH | STYLE_EXEC_COUNTS | STYLE_ANNOTATED,
		STYLE_EXEC_COUNTS,
		STYLE_ANNOTATED | STYLE_FILE_INFO,
		STYLE_FUNCTION_ORDER | STYLE_GRAPH,
		STYLE_FILE_ORDER,
		STYLE_SUM,
		STYLE_SUM | STYLE_FLAT | STYLE_GRAPH | STYLE_FILE_INFO,
	};

	o->styles = styles[whole_choose(choice, sizeof styles / sizeof *styles)];
	o->named_styles = o->styles;
}

static void choose_flags(struct gprof_options *o, uint32_t *choice) {
	static const char *const stylings[] = { NULL,   NULL,   "gnat",  "dlang",
		                                "java", "rust", "gnu-v3" };
	static const char *const formats[] = { NULL, NULL, NULL, NULL, "magic", "bsd", "4.4bsd" };
	bool *const flags[] = {
		&o->brief,          &o->traditional, &o->zeros,        &o->no_statics,
		&o->functions_only, &o->full_paths,  &o->static_calls, &o->inline_file_names,
		&o->all_lines,      &o->raw_names,
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		*flags[i] = whole_choose(choice, 3) == 0;
	o->by_line = whole_choose(choice, 2);
	o->demangling = stylings[whole_choose(choice, 7)];
	o->file_format = formats[whole_choose(choice, 7)];
	o->width = 1 + (int)whole_choose(choice, 120);
	o->table_length = (int)whole_choose(choice, 12);
	o->min_count = whole_choose(choice, 3);
	if (!whole_choose(choice, 3))
		o->rules = &rules_exact;
}

void whole_listings(const struct whole_names *names, uint32_t choice) {
	static const char *folders[] = { "." };
	const char *files[] = { names->profile, names->profile };
	const char *sums[] = { "gmon.sum" };
	struct arena *arena = arena_new();
	FILE *out = output_open_any();
	struct gprof_options o = { .program = "gptui",
		                   .executable = names->program,
		                   .files = files,
		                   .directories = folders,
		                   .ndirectories = 1,
		                   .debug_folders = folders,
		                   .ndebug_folders = 1,
		                   .complete = recordings_complete };

	o.nfiles = 1 + whole_choose(&choice, 2);
	choose_styles(&o, &choice);
	choose_flags(&o, &choice);
	choose_specs(&o, &choice, arena);
	if (!whole_choose(&choice, 8))
		o.symbol_file = names->text;
	if (!whole_choose(&choice, 8) || o.styles & STYLE_FILE_ORDER)
		o.order_map = names->text;
	if (!gprof_main(&o, out, out, arena) && o.styles & STYLE_SUM && !o.order_map) {
		o.files = sums;
		o.nfiles = 1;
		o.styles = STYLE_FLAT | STYLE_FILE_INFO;
		gprof_main(&o, out, out, arena);
	}
	output_end(out);
	arena_free(arena);
}
