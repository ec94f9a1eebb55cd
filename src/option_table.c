/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row for each option, and what it does. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "export/exports.h"
#include "model/files/file_names.h"
#include "parse/object/demangle.h"
#include "parse/source/source_files.h"
#include "table/write.h"

static void add_spec(struct gprof_options *o, enum spec_table table, const char *text,
                     struct arena *arena) {
	o->specs = arena_room(arena, o->specs, o->nspecs, sizeof *o->specs);
	o->specs[o->nspecs++] = (struct gprof_spec){ table, text };
}

/* Adds the argument as a spec to the row's tables. */
static void select_functions(struct options *o, const struct option_row *row, const char *argument,
                             struct arena *arena) {
	const unsigned arcs = 1u << SPEC_ARC | 1u << SPEC_NOT_ARC;
	unsigned tables = row->tables, table;

	/* A row for both wants arcs if the spec has two halves. */
	if (tables & arcs && tables & ~arcs)
		tables &= strchr(argument, '/') ? arcs : ~arcs;
	for (table = 0; table < SPEC_TABLES; table++)
		if (tables & 1u << table)
			add_spec(&o->gprof, (enum spec_table)table, argument, arena);
}

/* Adds the argument, or the names between its colons, to the row's list. */
static void add_to_list(char *options, const struct option_row *row, const char *argument,
                        struct arena *arena) {
	const char ***list = (void *)(options + row->list);
	size_t *n = (void *)(options + row->count);

	for (;; argument++) {
		const size_t len = row->has_colons ? strcspn(argument, ":") : strlen(argument);

		*list = arena_room(arena, *list, *n, sizeof **list);
		(*list)[(*n)++] = arena_text(arena, argument, len);
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
	o->gprof.styles |= row->style;
	o->gprof.named_styles |= row->style;
	if (argument)
		select_functions(o, row, argument, arena);
	return true;
}

static bool set_format(struct options *o, const struct option_row *row, const char *argument,
                       struct arena *arena, struct error *err) {
	if (!writer_named(argument))
		return fail(err, "--%s is one of %s, not \"%s\"", row->name, row->argument,
		            argument);
	o->start.format = argument;
	return true;
}

static bool set_export(struct options *o, const struct option_row *row, const char *argument,
                       struct arena *arena, struct error *err) {
	o->start.export = argument;
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

static bool set_width(struct options *o, const struct option_row *row, const char *argument,
                      struct arena *arena, struct error *err) {
	int width = atoi(argument);

	o->gprof.width = width < 1 ? 1 : (unsigned)width;
	return true;
}

static bool set_table_length(struct options *o, const struct option_row *row, const char *argument,
                             struct arena *arena, struct error *err) {
	int length = atoi(argument);

	o->gprof.table_length = length < 0 ? 0 : (unsigned)length;
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
	struct start *start = &o->start;

	if (!source_maps_add(&tried, argument, err))
		return fail_at(err, "--map");
	start->maps = arena_room(arena, start->maps, start->nmaps, sizeof *start->maps);
	start->maps[start->nmaps++] = argument;
	return true;
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

static bool add_base(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err) {
	struct base_request *base = &o->start.base;

	if (!argument)
		return fail(err, "--base must be written in full");
	base->words = arena_room(arena, base->words, base->nwords, sizeof *base->words);
	base->words[base->nwords++] = argument;
	return true;
}

static bool add_match(struct options *o, const struct option_row *row, const char *argument,
                      struct arena *arena, struct error *err) {
	struct base_request *base = &o->start.base;

	if (!strchr(argument, '='))
		return fail(err, "--match is OLD=NEW, not \"%.200s\"", argument);
	base->pairs = arena_room(arena, base->pairs, base->npairs, sizeof *base->pairs);
	base->pairs[base->npairs++] = argument;
	return true;
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
		return fail(err, "--fail-on is slower, slower=PERCENT or fault, not \"%.200s\"",
		            argument);
	o->start.fails_on_slower = true;
	o->start.slower_percent = 0;
	if (!*rest)
		return true;
	o->start.slower_percent = strtod(rest + 1, &end);
	if (end == rest + 1 || (*end && strcmp(end, "%") != 0) || !(o->start.slower_percent >= 0))
		return fail(err, "--fail-on slower=PERCENT: \"%.100s\" is no percentage", rest + 1);
	return true;
}

/* A setting as if it were given by its own option. */
static bool give(struct options *o, const struct setting *setting, const char *value,
                 struct arena *arena, struct error *err) {
	struct start *start = &o->start;
	size_t i;

	for (i = 0; i < start->ngiven; i++)
		if (start->given[i].setting != setting &&
		    setting_meant(start->given[i].setting) == setting_meant(setting))
			return fail(err, "--%s was given, too, and both are about %s",
			            start->given[i].setting->name, setting_meant(setting)->name);
	if (!setting_take(setting, &start->preferences, value, arena, err))
		return false;
	start->given = arena_room(arena, start->given, start->ngiven, sizeof *start->given);
	start->given[start->ngiven++] = (struct given_setting){ setting, value };
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
		return fail(err, "--runs is a number from 1 to 10000, not \"%s\"", argument);
	o->start.runs = (unsigned)n;
	return true;
}

static bool set_size(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err) {
	struct start *start = &o->start;
	char end;

	if (sscanf(argument, "%4dx%4d%c", &start->cols, &start->rows, &end) != 2 ||
	    start->rows < 1 || start->cols < 1)
		return fail(err, "--size is COLUMNSxROWS, not \"%s\"", argument);
	return true;
}

/* The options, in the order in which --help shows them. */

/* "csv|json|...", of the writers. */
static const char *format_choices(struct arena *arena) {
	const char *words = writers[0]->name;
	size_t i;

	for (i = 1; writers[i]; i++)
		words = arena_format(arena, "%s|%s", words, writers[i]->name);
	return words;
}

static const char *export_choices(struct arena *arena) {
	const char *words = exporters[0]->name;
	size_t i;

	for (i = 1; exporters[i]; i++)
		words = arena_format(arena, "%s|%s", words, exporters[i]->name);
	return words;
}

#define MEMBER(name) offsetof(struct options, name)

static const struct option_row listings[] = {
	{ .name = "flat-profile",
	  .letter = 'p',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "The flat profile; of the functions that SPEC names.",
	  .style = STYLE_FLAT,
	  .tables = 1u << SPEC_FLAT },
	{ .name = "no-flat-profile",
	  .letter = 'P',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "No flat profile; or one without the functions that SPEC names.",
	  .set = hide_listing,
	  .style = STYLE_FLAT,
	  .tables = 1u << SPEC_NOT_FLAT },
	{ .name = "graph",
	  .letter = 'q',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "The call graph; of the functions, or the calls (FROM/TO), that SPEC names.",
	  .style = STYLE_GRAPH,
	  .tables = 1u << SPEC_GRAPH | 1u << SPEC_ARC },
	{ .name = "no-graph",
	  .letter = 'Q',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "No call graph; or one without the functions or calls that SPEC names.",
	  .set = hide_listing,
	  .style = STYLE_GRAPH,
	  .tables = 1u << SPEC_NOT_GRAPH | 1u << SPEC_NOT_ARC },
	{ .letter = 'B', .help = "The call graph, as -q.", .style = STYLE_GRAPH },
	{ .name = "exec-counts",
	  .letter = 'C',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "How often each function was called.",
	  .style = STYLE_EXEC_COUNTS,
	  .tables = 1u << SPEC_EXEC_COUNTS },
	{ .name = "no-exec-counts",
	  .letter = 'Z',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "No such counts; or without those of SPEC.",
	  .set = hide_listing,
	  .style = STYLE_EXEC_COUNTS,
	  .tables = 1u << SPEC_NOT_EXEC_COUNTS },
	{ .name = "annotated-source",
	  .letter = 'A',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "Source files with call counts beside the lines.",
	  .style = STYLE_ANNOTATED,
	  .tables = 1u << SPEC_ANNOTATED },
	{ .name = "no-annotated-source",
	  .letter = 'J',
	  .argument = "SPEC",
	  .is_optional = true,
	  .help = "No source files; or without those of SPEC.",
	  .set = hide_listing,
	  .style = STYLE_ANNOTATED,
	  .tables = 1u << SPEC_NOT_ANNOTATED },
	{ .name = "file-info",
	  .letter = 'i',
	  .help = "What the profile files hold.",
	  .style = STYLE_FILE_INFO },
	{ .name = "function-ordering",
	  .letter = 'r',
	  .help = "An order of functions for the linker, by their calls.",
	  .style = STYLE_FUNCTION_ORDER },
	{ .name = "file-ordering",
	  .letter = 'R',
	  .argument = "MAP",
	  .help = "An order of object files for the linker; MAP holds lines of nm "
	          "--print-file-name.",
	  .style = STYLE_FILE_ORDER,
	  .text = MEMBER(gprof.order_map) },
	{ .name = "sum",
	  .letter = 's',
	  .help = "The profile files added up, into gmon.sum.",
	  .style = STYLE_SUM },
};

static const struct option_row selection[] = {
	{ .name = "time",
	  .letter = 'n',
	  .argument = "SPEC",
	  .help = "Hands the time of these functions only to their callers.",
	  .tables = 1u << SPEC_TIME },
	{ .name = "no-time",
	  .letter = 'N',
	  .argument = "SPEC",
	  .help = "Leaves the time of these functions out of the call graph.",
	  .tables = 1u << SPEC_NOT_TIME },
	{ .name = "",
	  .letter = 'e',
	  .argument = "SPEC",
	  .help = "Leaves these functions out of the call graph.",
	  .tables = 1u << SPEC_NOT_GRAPH },
	{ .letter = 'E',
	  .argument = "SPEC",
	  .help = "As -e, and leaves out their time.",
	  .tables = 1u << SPEC_NOT_GRAPH | 1u << SPEC_NOT_TIME },
	{ .letter = 'f',
	  .argument = "SPEC",
	  .help = "Prints only the call graph below these functions.",
	  .tables = 1u << SPEC_GRAPH },
	{ .letter = 'F',
	  .argument = "SPEC",
	  .help = "As -f, and counts only their time.",
	  .tables = 1u << SPEC_GRAPH | 1u << SPEC_TIME },
	{ .letter = 'k',
	  .argument = "FROM/TO",
	  .help = "Leaves out these calls.",
	  .tables = 1u << SPEC_NOT_ARC },
	{ .name = "no-static",
	  .letter = 'a',
	  .help = "Treats static functions as part of what is before them.",
	  .flag = MEMBER(gprof.no_statics) },
	{ .name = "ignore-non-functions",
	  .letter = 'D',
	  .help = "Ignores local symbols that are no functions.",
	  .flag = MEMBER(gprof.functions_only) },
	{ .name = "static-call-graph",
	  .letter = 'c',
	  .help = "Adds calls that are in the code but never happened.",
	  .flag = MEMBER(gprof.static_calls) },
	{ .name = "line",
	  .letter = 'l',
	  .help = "Profiles lines instead of functions.",
	  .flag = MEMBER(gprof.by_line) },
	{ .name = "display-unused-functions",
	  .letter = 'z',
	  .help = "Lists functions without time and calls, too.",
	  .flag = MEMBER(gprof.zeros) },
	{ .name = "min-count",
	  .letter = 'm',
	  .argument = "N",
	  .help = "Marks lines that ran less than N times with #####.",
	  .set = set_min_count },
};

static const struct option_row layout[] = {
	{ .name = "brief",
	  .letter = 'b',
	  .help = "Leaves out the explanations.",
	  .flag = MEMBER(gprof.brief) },
	{ .name = "traditional",
	  .letter = 'T',
	  .help = "Prints the listings as BSD did.",
	  .flag = MEMBER(gprof.traditional) },
	{ .name = "width",
	  .letter = 'w',
	  .argument = "COLUMNS",
	  .help = "How wide the index may be; 80 by default.",
	  .set = set_width },
	{ .name = "print-path",
	  .letter = 'L',
	  .help = "Prints whole paths of source files.",
	  .flag = MEMBER(gprof.full_paths) },
	{ .name = "inline-file-names",
	  .help = "Prints file and line after each name.",
	  .flag = MEMBER(gprof.inline_file_names) },
	{ .name = "demangle",
	  .argument = "STYLE",
	  .words = "none auto gnu-v3 java gnat dlang rust",
	  .is_optional = true,
	  .help = "Prints readable names (the default) of C++ and Rust (auto), or of gnu-v3, java, "
	          "gnat, dlang, rust only; none prints raw ones.",
	  .set = set_demangling },
	{ .name = "no-demangle",
	  .help = "Prints names as they are in the executable.",
	  .set = set_raw_names },
	{ .name = "all-lines",
	  .letter = 'x',
	  .help = "Annotates every line of a block, not only its first.",
	  .flag = MEMBER(gprof.all_lines) },
	{ .name = "separate-files",
	  .letter = 'y',
	  .help = "Writes annotated sources into files, NAME-ann.",
	  .flag = MEMBER(gprof.separate_files) },
	{ .name = "table-length",
	  .letter = 't',
	  .argument = "N",
	  .help = "How many of the busiest lines to list; 10 by default.",
	  .set = set_table_length },
};

static const struct option_row input[] = {
	{ .name = "directory-path",
	  .letter = 'I',
	  .argument = "DIRS",
	  .help = "Where to look for sources; names between colons.",
	  .list = MEMBER(gprof.directories),
	  .count = MEMBER(gprof.ndirectories),
	  .has_colons = true },
	{ .name = "map",
	  .is_own = true,
	  .argument = "OLD=NEW",
	  .help = "Looks below NEW for sources that were compiled below OLD; may be given more "
	          "than once.",
	  .set = add_map },
	{ .name = "debug-dir",
	  .is_own = true,
	  .argument = "DIRS",
	  .help = "Where to look for separate debug files, before /usr/lib/debug; names between "
	          "colons.",
	  .list = MEMBER(gprof.debug_folders),
	  .count = MEMBER(gprof.ndebug_folders),
	  .has_colons = true },
	{ .name = "files",
	  .is_own = true,
	  .argument = "PATTERN",
	  .help = "Counts only profiles whose paths match a glob or a regular expression; the view "
	          "files has the others, too.",
	  .set = set_files },
	{ .name = "file-names",
	  .is_own = true,
	  .argument = "PATTERN",
	  .help = "What names of profiles consist of, as in gmon.%h.%r.%p: %r a rank, %p a "
	          "process, %h a host, %g a group, %* anything.",
	  .set = set_file_names },
	{ .name = "base",
	  .is_own = true,
	  .argument = "PATH",
	  .is_optional = true,
	  .help = "Compares with a base: its profiles, before them its executable if that is "
	          "another one, or a folder of both.  All files after --base are the base's.",
	  .set = add_base },
	{ .name = "match",
	  .is_own = true,
	  .argument = "OLD=NEW",
	  .help = "The base's function OLD is the new side's NEW; may be given more than once.",
	  .set = add_match },
	{ .name = "record",
	  .is_own = true,
	  .help = "Runs a program with its arguments, records samples with their stacks, and opens "
	          "them: gptui --record [OPTION]... -- PROGRAM ARGUMENT...",
	  .flag = MEMBER(start.records) },
	{ .name = "runs",
	  .is_own = true,
	  .argument = "N",
	  .help = "Runs the program that is recorded N times.",
	  .set = set_runs },
	{ .name = "keep",
	  .is_own = true,
	  .argument = "DIR",
	  .help = "Where to write what is recorded, by default a new folder, PROGRAM.record; and "
	          "what is fetched from URLs among the profiles (tftp, http, https, file), by "
	          "default here.",
	  .text = MEMBER(start.keep) },
	{ .name = "external-symbol-table",
	  .letter = 'S',
	  .argument = "FILE",
	  .help = "Takes symbols from FILE, as nm prints them.",
	  .text = MEMBER(gprof.symbol_file) },
	{ .name = "file-format",
	  .letter = 'O',
	  .argument = "FORMAT",
	  .words = "auto magic bsd 4.4bsd",
	  .help = "How to read profiles: auto, magic, bsd or 4.4bsd.",
	  .set = set_file_format },
	{ .name = "debug", .letter = 'd', .argument = "LEVEL", .is_optional = true },
};

static const struct option_row screen[] = {
	{ .name = "report",
	  .is_own = true,
	  .argument = "VIEW",
	  .help = "Prints a view instead of showing it, and ends.",
	  .text = MEMBER(start.report) },
	{ .name = "export",
	  .is_own = true,
	  .choices = export_choices,
	  .help = "Writes the whole profile for another program to standard output, and ends.",
	  .set = set_export },
	{ .name = "from",
	  .is_own = true,
	  .argument = "FUNCTION",
	  .help = "Exports a picture of what it reaches.",
	  .text = MEMBER(start.export_from) },
	{ .name = "to",
	  .is_own = true,
	  .argument = "FUNCTION",
	  .help = "Exports a picture of what reaches it.",
	  .text = MEMBER(start.export_to) },
	{ .name = "filter",
	  .is_own = true,
	  .argument = "FILTER",
	  .help = "Shows only the rows that match.",
	  .text = MEMBER(start.filter) },
	{ .name = "columns",
	  .is_own = true,
	  .argument = "[VIEW:]COLUMN,...",
	  .help = "Shows these columns of a view, in this order; without VIEW of the one reported "
	          "or shown first.",
	  .list = MEMBER(start.columns),
	  .count = MEMBER(start.ncolumns) },
	{ .name = "reverse",
	  .is_own = true,
	  .help = "Turns the order round.",
	  .flag = MEMBER(start.reverse) },
	{ .name = "format",
	  .is_own = true,
	  .choices = format_choices,
	  .help = "How to print a report.",
	  .set = set_format },
	{ .name = "fail-on",
	  .is_own = true,
	  .argument = "slower[=PERCENT]|fault",
	  .words = "slower fault",
	  .help = "Ends with status 3 if a function is slower than in the base, or slower by "
	          "PERCENT or more; or if a note of the health page is a fault.  May be given for "
	          "both.",
	  .set = set_fail_on },
	{ .name = "slide",
	  .is_own = true,
	  .argument = "N|auto",
	  .words = "auto",
	  .help = "The program ran N bytes above the addresses that its file has, as "
	          "position-independent code may; auto finds N for each profile file.",
	  .set = set_bias },
	{ .name = "no-config",
	  .is_own = true,
	  .help = "Reads no configuration and keeps no history.",
	  .flag = MEMBER(start.no_config) },
	{ .name = "no-color",
	  .is_own = true,
	  .help = "No colours.",
	  .flag = MEMBER(start.no_color) },
	{ .name = "keys",
	  .is_own = true,
	  .argument = "KEYS",
	  .help = "Plays keys on a picture of the screen and prints it.",
	  .text = MEMBER(start.keys) },
	{ .name = "size",
	  .is_own = true,
	  .argument = "COLUMNSxROWS",
	  .help = "How large that picture is.",
	  .set = set_size },
};

static const struct option_row about[] = {
	{ .name = "help", .letter = 'h', .help = "Prints this help.", .flag = MEMBER(wants_help) },
	{ .name = "version",
	  .letter = 'v',
	  .help = "Prints the version.",
	  .flag = MEMBER(wants_version) },
};

#undef MEMBER

#define ROWS(list) list, sizeof list / sizeof *list

/* The rows of the settings are made. */
const struct option_table option_tables[OPTION_GROUPS] = {
	[GROUP_LISTINGS] = { "Listings of gprof", ROWS(listings) },
	[GROUP_SELECTION] = { "What they are about", ROWS(selection) },
	[GROUP_LAYOUT] = { "How they look", ROWS(layout) },
	[GROUP_INPUT] = { "Where data comes from", ROWS(input) },
	[GROUP_SCREEN] = { "The screen and reports", ROWS(screen) },
	[GROUP_SETTINGS] = { .title = "Settings, as in gptui-config(5); on without [=off|on]" },
	[GROUP_ABOUT] = { "About the program", ROWS(about) },
};

#undef ROWS

static struct option_row setting_row(const struct setting *setting) {
	return (struct option_row){
		.name = setting->name,
		.is_own = true,
		.is_optional = setting_is_switch(setting),
		.argument = setting->values ? setting->values : setting->arg,
		.group = GROUP_SETTINGS,
		.help = setting->help,
		.set = set_setting,
		.setting = setting,
	};
}

struct option_list options_all(struct arena *arena) {
	struct option_row *rows = NULL;
	size_t n = 0, group, i;

	for (group = 0; group < OPTION_GROUPS; group++)
		for (i = 0; i < option_tables[group].n; i++) {
			rows = arena_room(arena, rows, n, sizeof *rows);
			rows[n] = option_tables[group].rows[i];
			rows[n].group = (enum option_group)group;
			if (!rows[n].set)
				rows[n].set = set_members;
			if (rows[n].choices)
				rows[n].argument = rows[n].choices(arena);
			n++;
		}
	for (i = 0; i < setting_count; i++) {
		rows = arena_room(arena, rows, n, sizeof *rows);
		rows[n++] = setting_row(&settings[i]);
	}
	return (struct option_list){ rows, n };
}
