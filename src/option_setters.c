/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "option_setters.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "model/files/name_pattern.h"
#include "export/exports.h"
#include "options.h"
#include "parse/object/demangle.h"
#include "parse/source/source_maps.h"
#include "table/write.h"

static void add_spec(struct gprof_options *o, enum spec_table table, const char *text,
                     struct arena *arena)
{
	o->specs = arena_room(arena, o->specs, o->nspecs, sizeof *o->specs);
	o->specs[o->nspecs++] = (struct gprof_spec){ table, text };
}

/* Adds the argument as a spec to the row's tables. */
static void select_functions(struct options *o, const struct option_row *row, const char *argument,
                             struct arena *arena)
{
	const unsigned arcs = 1u << SPEC_ARC | 1u << SPEC_NOT_ARC;
	unsigned tables = row->tables, table;

	/* A row for both wants arcs if the spec has two halves. */
	if (tables & arcs && tables & ~arcs)
		tables &= strchr(argument, '/') ? arcs : ~arcs;
	for (table = 0; table < SPEC_TABLES; table++)
		if (tables & 1u << table)
			add_spec(&o->gprof, (enum spec_table)table, argument, arena);
}

bool set_members(struct options *o, const struct option_row *row, const char *argument,
                 struct arena *arena, struct error *err)
{
	char *member = (char *)o;

	if (row->flag)
		*(bool *)(member + row->flag) = true;
	if (row->text)
		*(const char **)(void *)(member + row->text) = argument;
	o->gprof.styles |= row->style;
	o->gprof.named_styles |= row->style;
	if (argument)
		select_functions(o, row, argument, arena);
	return true;
}

bool set_format(struct options *o, const struct option_row *row, const char *argument,
                struct arena *arena, struct error *err)
{
	if (!writer_named(argument))
		return fail(err, "--%s is one of %s, not \"%s\"", row->name, row->argument,
		            argument);
	o->start.format = argument;
	return true;
}

bool set_export(struct options *o, const struct option_row *row, const char *argument,
                struct arena *arena, struct error *err)
{
	o->start.export = argument;
	return exporter_named(argument, err) || fail_at(err, "--export");
}

bool hide_listing(struct options *o, const struct option_row *row, const char *argument,
                  struct arena *arena, struct error *err)
{
	if (argument)
		return set_members(o, row, argument, arena, err);
	o->gprof.styles &= ~row->style;
	o->gprof.named_styles |= row->style;
	return true;
}

bool set_width(struct options *o, const struct option_row *row, const char *argument,
               struct arena *arena, struct error *err)
{
	int width = atoi(argument);

	o->gprof.width = width < 1 ? 1 : (unsigned)width;
	return true;
}

bool set_table_length(struct options *o, const struct option_row *row, const char *argument,
                      struct arena *arena, struct error *err)
{
	int length = atoi(argument);

	o->gprof.table_length = length < 0 ? 0 : (unsigned)length;
	return true;
}

bool set_min_count(struct options *o, const struct option_row *row, const char *argument,
                   struct arena *arena, struct error *err)
{
	o->gprof.min_count = strtoul(argument, NULL, 10);
	return true;
}

/* Adds the names between colons to a list of n. */
static const char **add_names(const char **list, size_t *n, const char *argument,
                              struct arena *arena)
{
	for (;;) {
		size_t len = strcspn(argument, ":");

		list = arena_room(arena, list, *n, sizeof *list);
		list[(*n)++] = arena_text(arena, argument, len);
		if (!argument[len])
			return list;
		argument += len + 1;
	}
}

bool add_directories(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err)
{
	struct gprof_options *g = &o->gprof;

	g->directories = add_names(g->directories, &g->ndirectories, argument, arena);
	return true;
}

bool add_debug_folders(struct options *o, const struct option_row *row, const char *argument,
                       struct arena *arena, struct error *err)
{
	struct gprof_options *g = &o->gprof;

	g->debug_folders = add_names(g->debug_folders, &g->ndebug_folders, argument, arena);
	return true;
}

bool add_map(struct options *o, const struct option_row *row, const char *argument,
             struct arena *arena, struct error *err)
{
	struct source_maps tried = { .arena = arena };
	struct start *start = &o->start;

	if (!source_maps_add(&tried, argument, err))
		return fail_at(err, "--map");
	start->maps = arena_room(arena, start->maps, start->nmaps, sizeof *start->maps);
	start->maps[start->nmaps++] = argument;
	return true;
}

bool set_files(struct options *o, const struct option_row *row, const char *argument,
               struct arena *arena, struct error *err)
{
	const bool is_regex = strpbrk(argument, "\\^$|+(){}");
	size_t at;

	o->start.load.wanted = pattern_new(argument, strlen(argument),
	                                   is_regex ? PATTERN_REGEX : PATTERN_GLOB, arena, &at,
	                                   err);
	if (!o->start.load.wanted)
		return fail_at(err, arena_format(arena, "--files, byte %zu", at));
	return true;
}

bool set_file_names(struct options *o, const struct option_row *row, const char *argument,
                    struct arena *arena, struct error *err)
{
	o->start.load.name_pattern = name_pattern_parse(argument, arena, err);
	return o->start.load.name_pattern || fail_at(err, "--file-names");
}

bool add_base(struct options *o, const struct option_row *row, const char *argument,
              struct arena *arena, struct error *err)
{
	struct base_request *base = &o->start.base;

	if (!argument)
		return fail(err, "--base must be written in full");
	base->words = arena_room(arena, base->words, base->nwords, sizeof *base->words);
	base->words[base->nwords++] = argument;
	return true;
}

bool add_match(struct options *o, const struct option_row *row, const char *argument,
               struct arena *arena, struct error *err)
{
	struct base_request *base = &o->start.base;

	if (!strchr(argument, '='))
		return fail(err, "--match is OLD=NEW, not \"%.200s\"", argument);
	base->pairs = arena_room(arena, base->pairs, base->npairs, sizeof *base->pairs);
	base->pairs[base->npairs++] = argument;
	return true;
}

bool set_fail_on(struct options *o, const struct option_row *row, const char *argument,
                 struct arena *arena, struct error *err)
{
	static const char slower[] = "slower";
	const char *rest = argument + sizeof slower - 1;
	char *end;

	if (!strcmp(argument, "fault")) {
		o->start.fails_on_fault = true;
		return true;
	}
	if (strncmp(argument, slower, sizeof slower - 1) != 0 || (*rest && *rest != '='))
		return fail(err,
		            "--fail-on is slower, slower=PERCENT or fault, not "
		            "\"%.200s\"",
		            argument);
	o->start.fails_on_slower = true;
	o->start.slower_percent = 0;
	if (!*rest)
		return true;
	o->start.slower_percent = strtod(rest + 1, &end);
	if (end == rest + 1 || (*end && strcmp(end, "%") != 0) || !(o->start.slower_percent >= 0))
		return fail(err,
		            "--fail-on slower=PERCENT: \"%.100s\" is no "
		            "percentage",
		            rest + 1);
	return true;
}

bool add_columns(struct options *o, const struct option_row *row, const char *argument,
                 struct arena *arena, struct error *err)
{
	struct start *start = &o->start;

	start->columns = arena_room(arena, start->columns, start->ncolumns, sizeof *start->columns);
	start->columns[start->ncolumns++] = argument;
	return true;
}

/* A setting as if it were given by its own option. */
static bool give(struct options *o, const struct setting *setting, const char *value,
                 struct arena *arena, struct error *err)
{
	struct start *start = &o->start;

	if (!setting_take(setting, &start->preferences, value, arena, err))
		return false;
	start->given = arena_room(arena, start->given, start->ngiven, sizeof *start->given);
	start->given[start->ngiven++] = (struct given_setting){ setting, value };
	return true;
}

bool set_raw_names(struct options *o, const struct option_row *row, const char *argument,
                   struct arena *arena, struct error *err)
{
	o->gprof.raw_names = true;
	return give(o, setting_named("names"), "raw", arena, err);
}

bool set_demangling(struct options *o, const struct option_row *row, const char *argument,
                    struct arena *arena, struct error *err)
{
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

bool set_file_format(struct options *o, const struct option_row *row, const char *argument,
                     struct arena *arena, struct error *err)
{
	/* Only the first letter counts. */
	if (!*argument || !strchr("amb4p", *argument)) {
		o->message = arena_format(arena, "%s: unknown file format %s", argument,
		                          o->gprof.program);
		return fail(err, "%s", o->message);
	}
	o->gprof.file_format = argument;
	return true;
}

bool set_setting(struct options *o, const struct option_row *row, const char *argument,
                 struct arena *arena, struct error *err)
{
	return give(o, row->setting, argument ? argument : "on", arena, err) ||
	       fail_at(err, arena_format(arena, "--%s", row->name));
}

bool set_bias(struct options *o, const struct option_row *row, const char *argument,
              struct arena *arena, struct error *err)
{
	return load_bias_parse(&o->start.load.bias, argument, err);
}

bool set_size(struct options *o, const struct option_row *row, const char *argument,
              struct arena *arena, struct error *err)
{
	struct start *start = &o->start;
	char end;

	if (sscanf(argument, "%4dx%4d%c", &start->cols, &start->rows, &end) != 2 ||
	    start->rows < 1 || start->cols < 1)
		return fail(err, "--size is COLUMNSxROWS, not \"%s\"", argument);
	return true;
}
