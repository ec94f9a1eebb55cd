/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row for each option, and what it does. */
#include "options.h"

#include "export/exporter.h"
#include "model/files/file_choice.h"
#include "parse/object/demangle.h"
#include "parse/source/source_files.h"

/* Adds the argument as a spec to the row's tables. */
static void select_functions(struct options *o, const struct option_row *row, const char *argument,
                             struct arena *arena) {
	const unsigned arcs = 1u << SPEC_ARC | 1u << SPEC_NOT_ARC;
	unsigned tables = row->tables;

	/* A row for both wants arcs if the spec has two halves. */
	if (tables & arcs && tables & ~arcs)
		tables &= strchr(argument, '/') ? arcs : ~arcs;
	for (unsigned table = 0; table < SPEC_TABLES; table++)
		if (tables & 1u << table)
			arena_append(arena, o->gprof.specs, o->gprof.nspecs,
			             (struct gprof_spec){ (enum spec_table)table, argument });
}

/* Adds the argument, or the names between its colons, to the row's list. */
static void add_to_list(char *options, const struct option_row *row, const char *argument,
                        struct arena *arena) {
	const char ***list = (void *)(options + row->list);
	size_t *n = (void *)(options + row->count);

	for (;; argument++) {
		const size_t len = row->has_colons ? strcspn(argument, ":") : strlen(argument);

		arena_append(arena, *list, *n, arena_text(arena, argument, len));
		argument += len;
		if (!*argument)
			return;
	}
}

static bool set_members(struct options *o, const struct option_row *row, const char *argument,
                        struct arena *arena, struct error *err) {
	char *member = (char *)o;

	if (row->flag)
		*(bool *)(member + row->flag) = true;
	if (row->text)
		*(const char **)(void *)(member + row->text) = argument;
	if (row->list)
		add_to_list(member, row, argument, arena);
	if (row->number)
		*(int *)(void *)(member + row->number) = atoi(argument) < row->least
		                                                 ? row->least
		                                                 : atoi(argument);
	o->gprof.styles |= row->style;
	o->gprof.named_styles |= row->style;
	if (argument)
		select_functions(o, row, argument, arena);
	return true;
}

static bool set_format(struct options *o, const struct option_row *row, const char *argument,
                       struct arena *arena, struct error *err) {
	if (!writer_named(argument))
		return fail(err, "--%s must be one of %s, not \"%s\"", row->name, row->argument,
		            argument);
	return set_members(o, row, argument, arena, err);
}

static bool set_export(struct options *o, const struct option_row *row, const char *argument,
                       struct arena *arena, struct error *err) {
	set_members(o, row, argument, arena, err);
	return exporter_named(argument, err) || fail_at(err, "--export");
}

static bool hide_listing(struct options *o, const struct option_row *row, const char *argument,
                         struct arena *arena, struct error *err) {
	if (argument)
		return set_members(o, row, argument, arena, err);
	o->gprof.styles &= ~row->style;
	o->gprof.named_styles |= row->style;
	return true;
}

static bool set_min_count(struct options *o, const struct option_row *row, const char *argument,
                          struct arena *arena, struct error *err) {
	o->gprof.min_count = strtoul(argument, NULL, 10);
	return true;
}

static bool add_map(struct options *o, const struct option_row *row, const char *argument,
                    struct arena *arena, struct error *err) {
	struct source_maps tried = { .arena = arena };

	return source_maps_add(&tried, argument, err) ? set_members(o, row, argument, arena, err)
	                                              : fail_at(err, "--map");
}

static bool set_files(struct options *o, const struct option_row *row, const char *argument,
                      struct arena *arena, struct error *err) {
	const bool is_regex = strpbrk(argument, "\\^$|+(){}");
	size_t at;

	o->start.load.wanted = pattern_new(argument, strlen(argument),
	                                   is_regex ? PATTERN_REGEX : PATTERN_GLOB, arena, &at,
	                                   err);
	if (!o->start.load.wanted)
		return fail_at(err, arena_format(arena, "--files, byte %zu", at));
	return true;
}

static bool set_file_names(struct options *o, const struct option_row *row, const char *argument,
                           struct arena *arena, struct error *err) {
	o->start.load.name_pattern = name_pattern_parse(argument, arena, err);
	return o->start.load.name_pattern || fail_at(err, "--file-names");
}

/* What has words of its own is parted from the others by its whole name, before this. */
static bool add_in_full(struct options *o, const struct option_row *row, const char *argument,
                        struct arena *arena, struct error *err) {
	return argument ? set_members(o, row, argument, arena, err)
	                : fail(err, "--%s must be written in full", row->name);
}

static bool add_match(struct options *o, const struct option_row *row, const char *argument,
                      struct arena *arena, struct error *err) {
	if (!strchr(argument, '='))
		return fail(err, "--match must be OLD=NEW, not \"%.200s\"", argument);
	return set_members(o, row, argument, arena, err);
}

static bool set_fail_on(struct options *o, const struct option_row *row, const char *argument,
                        struct arena *arena, struct error *err) {
	static const char slower[] = "slower";
	const char *rest = argument + sizeof slower - 1;
	char *end;

	if (!strcmp(argument, "fault")) {
		o->start.fails_on_fault = true;
		return true;
	}
	if (strncmp(argument, slower, sizeof slower - 1) != 0 || (*rest && *rest != '='))
		return fail(err, "--fail-on must be slower[=PERCENT] or fault, not \"%.200s\"",
		            argument);
	o->start.fails_on_slower = true;
	o->start.slower_percent = 0;
	if (!*rest)
		return true;
	o->start.slower_percent = strtod(rest + 1, &end);
	if (end == rest + 1 || (*end && strcmp(end, "%") != 0) || !(o->start.slower_percent >= 0))
		return fail(err, "--fail-on slower=PERCENT: \"%.100s\" is not a percentage",
		            rest + 1);
	return true;
}

/* A setting as if it were given by its own option. */
static bool give(struct options *o, const struct setting *setting, const char *value,
                 struct arena *arena, struct error *err) {
	struct start *start = &o->start;

	for (size_t i = 0; i < start->ngiven; i++)
		if (start->given[i].setting != setting &&
		    setting_meant(start->given[i].setting) == setting_meant(setting))
			return fail(err, "--%s was given, too, and both are about %s",
			            start->given[i].setting->name, setting_meant(setting)->name);
	if (!setting_take(setting, &start->preferences, value, arena, err))
		return false;
	arena_append(arena, start->given, start->ngiven, (struct given_setting){ setting, value });
	return true;
}

static bool set_raw_names(struct options *o, const struct option_row *row, const char *argument,
                          struct arena *arena, struct error *err) {
	o->gprof.raw_names = true;
	return give(o, setting_named("names"), "raw", arena, err);
}

static bool set_demangling(struct options *o, const struct option_row *row, const char *argument,
                           struct arena *arena, struct error *err) {
	enum demangle_style style;

	o->gprof.raw_names = false;
	if (!give(o, setting_named("names"), argument && !strcmp(argument, "none") ? "raw" : "full",
	          arena, err))
		return false;
	if (!argument)
		return true;
	if (!demangle_style_named(argument, &style)) {
		o->message = arena_format(arena, "%s: unknown demangling style `%s'",
		                          o->gprof.program, argument);
		return fail(err, "%s", o->message);
	}
	o->gprof.demangling = argument;
	return true;
}

static bool set_file_format(struct options *o, const struct option_row *row, const char *argument,
                            struct arena *arena, struct error *err) {
	/* Only the first letter counts. */
	if (!*argument || !strchr("amb4p", *argument)) {
		o->message = arena_format(arena, "%s: unknown file format %s", argument,
		                          o->gprof.program);
		return fail(err, "%s", o->message);
	}
	o->gprof.file_format = argument;
	return true;
}

static bool set_setting(struct options *o, const struct option_row *row, const char *argument,
                        struct arena *arena, struct error *err) {
	return give(o, row->setting, argument ? argument : "on", arena, err) ||
	       fail_at(err, arena_format(arena, "--%s", row->name));
}

static bool set_bias(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err) {
	return load_bias_parse(&o->start.load.bias, argument, err);
}

static bool set_runs(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err) {
	char *end;
	const unsigned long n = strtoul(argument, &end, 10);

	if (*argument < '1' || *argument > '9' || *end || n > 10000)
		return fail(err, "--runs must be a number from 1 to 10000, not \"%s\"", argument);
	o->start.runs = (unsigned)n;
	return true;
}

static bool set_size(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err) {
	struct start *start = &o->start;
	char end;

	if (sscanf(argument, "%4dx%4d%c", &start->cols, &start->rows, &end) != 2 ||
	    start->rows < 1 || start->cols < 1)
		return fail(err, "--size must be COLUMNSxROWS, not \"%s\"", argument);
	return true;
}

/* The options, in the order in which --help shows them. */

/* "csv|json|...", of the writers. */
static const char *format_choices(struct arena *arena) {
	const char *words = writers[0]->name;

	for (size_t i = 1; writers[i]; i++)
		words = arena_format(arena, "%s|%s", words, writers[i]->name);
	return words;
}

static const char *export_choices(struct arena *arena) {
	const char *words = exporters[0]->name;

	for (size_t i = 1; exporters[i]; i++)
		words = arena_format(arena, "%s|%s", words, exporters[i]->name);
	return words;
}

#define MEMBER(name) offsetof(struct options, name)

static const struct option_row listings[] = {
	{ "flat-profile", 'p', "[SPEC]",
	  "Prints the flat profile, or only the functions that SPEC names.", .style = STYLE_FLAT,
	  .tables = 1u << SPEC_FLAT },
	{ "no-flat-profile", 'P', "[SPEC]",
	  "Leaves out the flat profile, or only the functions that SPEC names.",
	  .set = hide_listing, .style = STYLE_FLAT, .tables = 1u << SPEC_NOT_FLAT },
	{ "graph", 'q', "[SPEC]",
	  "Prints the call graph, or only the functions or calls (FROM/TO) that SPEC names.",
	  .style = STYLE_GRAPH, .tables = 1u << SPEC_GRAPH | 1u << SPEC_ARC },
	{ "no-graph", 'Q', "[SPEC]",
	  "Leaves out the call graph, or only the functions or calls that SPEC names.",
	  .set = hide_listing, .style = STYLE_GRAPH,
	  .tables = 1u << SPEC_NOT_GRAPH | 1u << SPEC_NOT_ARC },
	{ NULL, 'B', NULL, "Prints the call graph, like -q.", .style = STYLE_GRAPH },
	{ "exec-counts", 'C', "[SPEC]", "Prints how often each function was called.",
	  .style = STYLE_EXEC_COUNTS, .tables = 1u << SPEC_EXEC_COUNTS },
	{ "no-exec-counts", 'Z', "[SPEC]",
	  "Leaves out these counts, or only those that SPEC names.", .set = hide_listing,
	  .style = STYLE_EXEC_COUNTS, .tables = 1u << SPEC_NOT_EXEC_COUNTS },
	{ "annotated-source", 'A', "[SPEC]",
	  "Prints source files with call counts beside the lines.", .style = STYLE_ANNOTATED,
	  .tables = 1u << SPEC_ANNOTATED },
	{ "no-annotated-source", 'J', "[SPEC]",
	  "Leaves out source files, or only those that SPEC names.", .set = hide_listing,
	  .style = STYLE_ANNOTATED, .tables = 1u << SPEC_NOT_ANNOTATED },
	{ "file-info", 'i', NULL, "Prints what the profile files contain.",
	  .style = STYLE_FILE_INFO },
	{ "function-ordering", 'r', NULL,
	  "Prints an order of functions for the linker, based on calls.",
	  .style = STYLE_FUNCTION_ORDER },
	{ "file-ordering", 'R', "MAP",
	  "Prints an order of object files for the linker; MAP is the output of nm "
	  "--print-file-name.",
	  .style = STYLE_FILE_ORDER, .text = MEMBER(gprof.order_map) },
	{ "sum", 's', NULL, "Adds up the profile files and writes gmon.sum.", .style = STYLE_SUM },
};

static const struct option_row selection[] = {
	{ "time", 'n', "SPEC", "Passes on to callers only the time of these functions.",
	  .tables = 1u << SPEC_TIME },
	{ "no-time", 'N', "SPEC", "Leaves the time of these functions out of the call graph.",
	  .tables = 1u << SPEC_NOT_TIME },
	{ "", 'e', "SPEC", "Leaves these functions out of the call graph.",
	  .tables = 1u << SPEC_NOT_GRAPH },
	{ NULL, 'E', "SPEC", "Like -e, but leaves out their time, too.",
	  .tables = 1u << SPEC_NOT_GRAPH | 1u << SPEC_NOT_TIME },
	{ NULL, 'f', "SPEC", "Prints only the call graph below these functions.",
	  .tables = 1u << SPEC_GRAPH },
	{ NULL, 'F', "SPEC", "Like -f, but also counts only their time.",
	  .tables = 1u << SPEC_GRAPH | 1u << SPEC_TIME },
	{ NULL, 'k', "FROM/TO", "Leaves out these calls.", .tables = 1u << SPEC_NOT_ARC },
	{ "no-static", 'a', NULL, "Treats static functions as part of the function before them.",
	  .flag = MEMBER(gprof.no_statics) },
	{ "ignore-non-functions", 'D', NULL, "Ignores local symbols that are not functions.",
	  .flag = MEMBER(gprof.functions_only) },
	{ "static-call-graph", 'c', NULL, "Adds calls that are in the code but were never made.",
	  .flag = MEMBER(gprof.static_calls) },
	{ "line", 'l', NULL, "Profiles lines instead of functions.",
	  .flag = MEMBER(gprof.by_line) },
	{ "display-unused-functions", 'z', NULL, "Lists functions without time and calls, too.",
	  .flag = MEMBER(gprof.zeros) },
	{ "min-count", 'm', "N", "Marks lines that ran less than N times with #####.",
	  .set = set_min_count },
};

static const struct option_row layout[] = {
	{ "brief", 'b', NULL, "Leaves out the explanations.", .flag = MEMBER(gprof.brief) },
	{ "traditional", 'T', NULL, "Prints the listings in the style of BSD.",
	  .flag = MEMBER(gprof.traditional) },
	{ "width", 'w', "COLUMNS", "The width of the index; 80 by default.",
	  .number = MEMBER(gprof.width), .least = 1 },
	{ "print-path", 'L', NULL, "Prints whole paths of source files.",
	  .flag = MEMBER(gprof.full_paths) },
	{ "inline-file-names", 0, NULL, "Prints file and line after each name.",
	  .flag = MEMBER(gprof.inline_file_names) },
	{ "demangle", 0, "[STYLE]",
	  "Prints readable names, which is the default.  auto is for names of C++ and Rust; "
	  "gnu-v3, java, gnat, dlang and rust are for one kind only; none prints raw names.",
	  .words = "none auto gnu-v3 java gnat dlang rust", .set = set_demangling },
	{ "no-demangle", 0, NULL, "Prints names as they are in the executable.",
	  .set = set_raw_names },
	{ "all-lines", 'x', NULL, "Annotates every line of a block, not only the first.",
	  .flag = MEMBER(gprof.all_lines) },
	{ "separate-files", 'y', NULL, "Writes each annotated source into a file NAME-ann.",
	  .flag = MEMBER(gprof.separate_files) },
	{ "table-length", 't', "N", "The number of busiest lines to list; 10 by default.",
	  .number = MEMBER(gprof.table_length) },
};

static const struct option_row input[] = {
	{ "directory-path", 'I', "DIRS", "The folders to search for sources, separated by colons.",
	  .list = MEMBER(gprof.directories), .count = MEMBER(gprof.ndirectories),
	  .has_colons = true },
	{ "map", 0, "OLD=NEW",
	  "Looks in folder NEW for sources that were compiled in OLD.  May be given more "
	  "than once.",
	  .is_own = true, .set = add_map, .list = MEMBER(start.maps),
	  .count = MEMBER(start.nmaps) },
	{ "debug-dir", 0, "DIRS",
	  "The folders to search for separate debug files before /usr/lib/debug, separated by "
	  "colons.",
	  .is_own = true, .list = MEMBER(gprof.debug_folders),
	  .count = MEMBER(gprof.ndebug_folders), .has_colons = true },
	{ "files", 0, "PATTERN",
	  "Counts only profiles whose paths match a glob or a regular expression.  The view "
	  "files lists the others, too.",
	  .is_own = true, .set = set_files },
	{ "file-names", 0, "PATTERN",
	  "How profiles are named, such as gmon.%h.%r.%p: %r is a rank, %p a process, %h a "
	  "host, %g a group, %* anything.",
	  .is_own = true, .set = set_file_names },
	{ "base", 0, "[PATH]",
	  "Compares with a base.  PATH is its executable (if that differs), a profile, or a folder "
	  "with both; all files after --base belong to it.  With --record, PATH may be a program; "
	  "the two programs then run alternately.",
	  .is_own = true, .set = add_in_full, .list = MEMBER(start.base.words),
	  .count = MEMBER(start.base.nwords) },
	{ "calls", 0, "[PATH]",
	  "Takes calls from another build, compiled with -pg.  PATH is its executable, a "
	  "profile, or a folder with both; all files after --calls belong to it.  With "
	  "--record, PATH is its executable, which is run, too.",
	  .is_own = true, .set = add_in_full, .list = MEMBER(start.calls),
	  .count = MEMBER(start.ncalls) },
	{ "match", 0, "OLD=NEW",
	  "Compares function OLD of the base with NEW of the new side.  May be given more than "
	  "once.",
	  .is_own = true, .set = add_match, .list = MEMBER(start.base.pairs),
	  .count = MEMBER(start.base.npairs) },
	{ "record", 0, NULL,
	  "Runs a program, records samples with their stacks, and opens the recording: gptui "
	  "--record [OPTION]... -- PROGRAM ARGUMENT...",
	  .is_own = true, .flag = MEMBER(start.records) },
	{ "runs", 0, "N",
	  "Runs the recorded program N times.  With --base the default is as often as needed, "
	  "up to 30 times.",
	  .is_own = true, .set = set_runs },
	{ "keep", 0, "DIR",
	  "The folder for recordings (by default a new one, PROGRAM.record), and for profiles "
	  "fetched from URLs (tftp, http, https, file, serial; by default the current one).",
	  .is_own = true, .text = MEMBER(start.keep) },
	{ "external-symbol-table", 'S', "FILE", "Reads symbols from FILE, the output of nm.",
	  .text = MEMBER(gprof.symbol_file) },
	{ "file-format", 'O', "FORMAT", "The format of the profiles: auto, magic, bsd or 4.4bsd.",
	  .words = "auto magic bsd 4.4bsd", .set = set_file_format },
	{ "debug", .letter = 'd', .argument = "[LEVEL]" }, /* takes no effect, as in gprof */
};

static const struct option_row screen[] = {
	{ "report", 0, "VIEW[=FUNCTION]",
	  "Prints a view instead of showing it on the screen.  FUNCTION is the one that the view "
	  "is about; files shows its time in each file.",
	  .text = MEMBER(start.report) },
	{ "export", 0, NULL, "Writes the whole profile for another program to standard output.",
	  .choices = export_choices, .set = set_export, .text = MEMBER(start.export) },
	{ "from", 0, "FUNCTION", "Exports only what FUNCTION calls, directly or through others.",
	  .text = MEMBER(start.export_from) },
	{ "to", 0, "FUNCTION", "Exports only what calls FUNCTION, directly or through others.",
	  .text = MEMBER(start.export_to) },
	{ "filter", 0, "FILTER", "Shows only the rows that match.", .text = MEMBER(start.filter) },
	{ "columns", 0, "[VIEW:]COLUMN,...",
	  "Shows these columns of VIEW, in this order.  Without VIEW, they are those of the "
	  "view that is reported or shown first.",
	  .list = MEMBER(start.columns), .count = MEMBER(start.ncolumns) },
	{ "reverse", 0, NULL, "Reverses the order of the rows.", .flag = MEMBER(start.reverse) },
	{ "format", 0, NULL, "The format of a report.", .choices = format_choices,
	  .set = set_format, .text = MEMBER(start.format) },
	{ "fail-on", 0, "slower[=PERCENT]|fault",
	  "Exits with status 3 if a function is slower than in the base (by PERCENT or more), "
	  "or if the health page has a fault.  May be given for both.",
	  .words = "slower fault", .set = set_fail_on },
	{ "slide", 0, "N|auto",
	  "For a program that was loaded N bytes above the addresses in its file, as "
	  "position-independent code may be.  auto finds N for each profile file.",
	  .words = "auto", .set = set_bias },
	{ "no-config", 0, NULL, "Reads no configuration and keeps no history.",
	  .flag = MEMBER(start.no_config) },
	{ "no-color", 0, NULL, "Uses no colours.", .flag = MEMBER(start.no_color) },
	{ "keys", 0, "KEYS", "Presses these keys, and prints the screen that they lead to.",
	  .text = MEMBER(start.keys) },
	{ "size", 0, "COLUMNSxROWS", "The size of that screen.", .set = set_size },
};

static const struct option_row about[] = {
	{ "help", 'h', "[gprof|all]", "Prints help: a summary, gprof's options, or all.",
	  .flag = MEMBER(wants_help), .text = MEMBER(help_about) },
	{ "check-format", 0, "FILE",
	  "Explains a profile file field by field: what is wrong, and what gprof would do.  "
	  "Exits with status 1 if something is wrong.  EXECUTABLE gives the width of addresses.",
	  .is_own = true, .text = MEMBER(checked) },
	{ "version", 'v', NULL, "Prints the version.", .flag = MEMBER(wants_version) },
};

#undef MEMBER

#define TABLE(name, list) \
	{ .title = name, .rows = list, .n = sizeof list / sizeof *list }

/* The rows of the settings are made. */
const struct option_table option_tables[OPTION_GROUPS] = {
	[GROUP_LISTINGS] = TABLE("Listings of gprof", listings),
	[GROUP_SELECTION] = TABLE("What listings contain", selection),
	[GROUP_LAYOUT] = TABLE("How listings look", layout),
	[GROUP_INPUT] = TABLE("Input files", input),
	[GROUP_SCREEN] = { .title = "The screen and reports",
	                   .rows = screen,
	                   .n = sizeof screen / sizeof *screen,
	                   .is_own = true },
	[GROUP_SETTINGS] = { .title = "Settings, as in gptui-config(5); a switch alone means on" },
	[GROUP_ABOUT] = TABLE("About the program", about),
};

#undef TABLE

/* An argument in brackets is optional. */
static void take_brackets(struct option_row *row, struct arena *arena) {
	const char *end = row->argument && *row->argument == '[' ? strchr(row->argument, ']')
	                                                         : NULL;

	row->is_optional = end && !end[1];
	if (row->is_optional)
		row->argument = arena_text(arena, row->argument + 1, strlen(row->argument) - 2);
}

struct option_list options_all(struct arena *arena) {
	struct option_row *rows = NULL;
	size_t n = 0;

	for (size_t group = 0; group < OPTION_GROUPS; group++)
		for (size_t i = 0; i < option_tables[group].n; i++) {
			arena_put(arena, rows, n, option_tables[group].rows[i]);
			rows[n].group = (enum option_group)group;
			if (!rows[n].set)
				rows[n].set = set_members;
			rows[n].is_own |= option_tables[group].is_own;
			if (rows[n].choices)
				rows[n].argument = rows[n].choices(arena);
			take_brackets(&rows[n++], arena);
		}
	for (const struct setting *s = settings; s < settings + setting_count; s++)
		arena_append(arena, rows, n,
		             (struct option_row){ .name = s->name,
		                                  .is_own = true,
		                                  .is_optional = s->values &&
		                                                 !strcmp(s->values, "off|on"),
		                                  .argument = s->values ? s->values : s->arg,
		                                  .group = GROUP_SETTINGS,
		                                  .help = s->help,
		                                  .set = set_setting,
		                                  .setting = s });
	return (struct option_list){ rows, n };
}
