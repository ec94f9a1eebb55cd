/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <getopt.h>

enum { LONG_ONLY = 256 }; /* + row: what getopt_long() calls a long option */

/* The table in the form that getopt_long() wants. */
struct getopt_table {
	struct option_list all;
	struct option *longs;
	size_t nlongs;
	char *shorts;
	size_t nshorts;
};

static int argument_kind(const struct option_row *row) {
	if (!row->argument && !row->is_optional)
		return no_argument;
	return row->is_optional ? optional_argument : required_argument;
}

static void add_long(struct getopt_table *t, size_t row, const char *name) {
	t->longs[t->nlongs++] = (struct option){ name, argument_kind(&t->all.rows[row]), NULL,
		                                 LONG_ONLY + (int)row };
}

/* The row of gprof that the first len letters of a name mean to gprof, or all->n when they mean
 * none or several. */
static size_t meant_by(const struct option_list *all, const char *name, size_t len) {
	size_t meant = all->n;

	for (size_t i = 0; i < all->n; i++) {
		const struct option_row *row = &all->rows[i];

		if (row->is_own || !row->name || strncmp(row->name, name, len))
			continue;
		if (meant != all->n)
			return all->n;
		meant = i;
	}
	return meant;
}

/* An abbreviation of one of gptui's own options that gprof takes for one of its own is made a whole
 * name of that. */
static void add_abbreviations(struct getopt_table *t, const char *name, struct arena *arena) {
	for (size_t len = 1; name[len]; len++) {
		size_t meant = meant_by(&t->all, name, len);

		if (meant != t->all.n)
			add_long(t, meant, arena_text(arena, name, len));
	}
}

/* For these words: most have no long options, which are many. */
static struct getopt_table getopt_table(int argc, char *const *argv, struct arena *arena) {
	struct getopt_table t = { .all = options_all(arena) };
	const struct option_row *rows = t.all.rows;
	size_t letters = 0;
	bool with_longs = false;

	for (int i = 1; i < argc; i++)
		with_longs |= !strncmp(argv[i], "--", 2);
	for (size_t i = 0; i < t.all.n; i++)
		if (rows[i].name && with_longs)
			letters += strlen(rows[i].name) + 1;
	t.longs = arena_alloc(arena, letters + 1, sizeof *t.longs);
	t.shorts = arena_alloc(arena, 3 * t.all.n + 2, 1);
	/* With a colon in front, getopt_long() reports missing arguments. */
	t.shorts[t.nshorts++] = ':';
	for (size_t i = 0; i < t.all.n; i++) {
		if (rows[i].letter) {
			t.shorts[t.nshorts++] = rows[i].letter;
			for (int colons = argument_kind(&rows[i]); colons > 0; colons--)
				t.shorts[t.nshorts++] = ':';
		}
		if (rows[i].name && with_longs)
			add_long(&t, i, rows[i].name);
		if (rows[i].is_own && with_longs)
			add_abbreviations(&t, rows[i].name, arena);
	}
	return t;
}

/* NULL: none, as of '?' and ':', which tell that there is a fault. */
static const struct option_row *row_of(const struct option_list *all, int code) {
	if (code >= LONG_ONLY)
		return &all->rows[code - LONG_ONLY];
	for (size_t i = 0; i < all->n; i++)
		if (all->rows[i].letter == code)
			return &all->rows[i];
	return NULL;
}

/* gprof's options that abbreviations leave open between them, in the order of its messages. */
static const char words_of_gprof[] =
	"annotated-source all-lines demangle directory-path display-unused-functions "
	"debug external-symbol-table exec-counts flat-profile function-ordering "
	"file-ordering file-info file-format ignore-non-functions inline-file-names "
	"no-static no-annotated-source no-flat-profile no-graph no-exec-counts "
	"no-demangle no-time sum separate-files static-call-graph table-length time "
	"traditional";

/* Adds an option to those that a word of that many letters may mean. */
static void add_possibility(char **list, const char *name, const char *word, size_t len,
                            struct arena *arena) {
	if (!strncmp(name, word, len))
		*list = arena_format(arena, "%s '--%s'", *list, name);
}

/* What such a word may mean: if options of gprof then only these, as without gptui's own. */
static const char *possibilities(const struct option_list *all, const char *word, size_t len,
                                 struct arena *arena) {
	char *list = arena_text(arena, "", 0), name[32];

	for (const char *at = words_of_gprof; *at;) {
		at = text_take_word(name, sizeof name, at);
		add_possibility(&list, name, word, len, arena);
	}
	if (*list)
		return list;
	for (size_t i = 0; i < all->n; i++)
		if (all->rows[i].is_own)
			add_possibility(&list, all->rows[i].name, word, len, arena);
	return list;
}

/* Why getopt_long() stopped, in its own words. */
static bool fail_option(const struct option_list *all, int code, char **argv, struct arena *arena,
                        struct error *err) {
	const char *word = argv[optind - 1];
	size_t len = strncmp(word, "--", 2) ? 0 : strcspn(word + 2, "=");

	if (optopt && optopt < LONG_ONLY)
		return fail(err,
		            code == ':' ? "option requires an argument -- '%c'"
		                        : "invalid option -- '%c'",
		            optopt);
	if (code == ':')
		return fail(err, "option '--%s' requires an argument",
		            all->rows[optopt - LONG_ONLY].name);
	if (optopt)
		return fail(err, "option '--%s' doesn't allow an argument",
		            all->rows[optopt - LONG_ONLY].name);
	const char *open = possibilities(all, word + 2, len, arena);
	return *open ? fail(err, "option '%s' is ambiguous; possibilities:%s", word, open)
	             : fail(err, "unrecognized option '%s'", word);
}

/* The option was right, so the message does not explain the command line. */
static bool fail_value(struct options *o, struct arena *arena, const struct error *err) {
	if (!o->message)
		o->message = arena_format(arena, "%s: %s", o->gprof.program, err->reason);
	return false;
}

static bool parse_options(struct options *o, int argc, char **argv, struct arena *arena,
                          struct error *err) {
	struct getopt_table t = getopt_table(argc, argv, arena);
	int code;

	opterr = 0;
	optind = 0; /* glibc: start anew */
	while ((code = getopt_long(argc, argv, t.shorts, t.longs, NULL)) != -1) {
		const struct option_row *row = row_of(&t.all, code);

		if (!row && code == '?' && optopt == 'o' && o->start.records)
			return fail(err, "invalid option -- 'o'; "
			                 "--keep=DIR names the folder for recordings");
		if (!row)
			return fail_option(&t.all, code, argv, arena, err);
		if (!row->is_own && row->group != GROUP_ABOUT &&
		    row->letter != 'I') /* the screen has sources, too */
			o->wants_listing = true;
		if (!row->set(o, row, optarg, arena, err))
			return fail_value(o, arena, err);
		if (o->wants_help || o->wants_version)
			return true;
	}
	return true;
}

/* What is given without a dash: the executable, then profiles. */
static void take_operands(struct gprof_options *g, char **operands, size_t n, struct arena *arena) {
	const char **files = arena_alloc(arena, n + 1, sizeof *files);

	g->executable = n ? operands[0] : "a.out";
	g->names_executable = n > 0;
	g->nfiles = 0;
	for (size_t i = 1; i < n; i++)
		files[g->nfiles++] = operands[i];
	g->names_none = !g->nfiles;
	if (g->names_none)
		files[g->nfiles++] = "gmon.out";
	g->files = files;
}

/* Options whose words, up to the next of them, are all theirs. */
static const char *const beginnings[] = { "base", "calls" };

/* The index of the next word "--base" or "--calls"; or argc. */
static int find_part(int argc, char **argv) {
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++)
			if (!strncmp(argv[i], "--", 2) && !strcmp(argv[i] + 2, beginnings[k]))
				return i;
	return argc;
}

/* What stands behind argv[0], "--base" or the like: each word is one of that option. */
static bool parse_part(struct options *o, int argc, char **argv, struct arena *arena,
                       struct error *err) {
	const struct option_list all = options_all(arena);
	const struct option_row *row = all.rows;

	while (!row->name || strcmp(row->name, argv[0] + 2) != 0)
		row++;
	if (!parse_options(o, argc, argv, arena, err))
		return false;
	if (o->wants_help || o->wants_version)
		return true;
	for (int i = optind; i < argc; i++)
		if (!row->set(o, row, argv[i], arena, err))
			return fail_value(o, arena, err);
	if (optind < argc)
		return true;
	fail(err, "no file after %s", argv[0]);
	return fail_value(o, arena, err);
}

/* Words before --base, those behind each, and the program that is recorded. */
static bool parse_parts(struct options *o, int argc, char **argv, struct arena *arena,
                        struct error *err) {
	int program = 1; /* the index of the word "--" before it, or argc */
	bool records = false;

	/* Words before that are options and what belongs to them. */
	for (; program < argc && strcmp(argv[program], "--") != 0; program++)
		records |= !strcmp(argv[program], "--record");
	program = records ? program : argc;
	int end = find_part(program, argv);
	if (!parse_options(o, end, argv, arena, err))
		return false;
	if (program < argc && optind < end) {
		fail(err,
		     "\"%.200s\" is before --; the program comes after it, and --keep=DIR names "
		     "the folder for recordings",
		     argv[optind]);
		return fail_value(o, arena, err);
	}
	take_operands(&o->gprof, argv + optind, (size_t)(end - optind), arena);
	if (program < argc)
		take_operands(&o->gprof, argv + program + 1, (size_t)(argc - program - 1), arena);
	else if (end < argc && optind == end) {
		fail(err,
		     "nothing before %s; the new side comes first: gptui PROGRAM "
		     "PROFILE... --base OLD-PROGRAM OLD-PROFILE...",
		     argv[end]);
		return o->wants_help || o->wants_version || fail_value(o, arena, err);
	}
	for (argc = program; end < argc;) {
		argc -= end;
		argv += end;
		end = find_part(argc, argv);
		if (!parse_part(o, end, argv, arena, err))
			return false;
	}
	return true;
}

bool options_parse(struct options *o, int argc, char **argv, struct arena *arena,
                   struct error *err) {
	*o = (struct options){
		.gprof = { .program = argc ? argv[0] : "gptui",
		           .width = 80,
		           .table_length = 10,
		           .min_count = 1 },
		.start.preferences = preferences_at_first,
	};
	if (!response_files_expand(&argc, &argv, arena, err)) {
		o->message = arena_format(arena, "%s: %s", o->gprof.program, err->reason);
		return false;
	}
	return parse_parts(o, argc, argv, arena, err);
}

/* "-p[SPEC], --flat-profile[=SPEC]" */
static const char *synopsis(const struct option_row *row, struct arena *arena) {
	const char *word = row->argument ? row->argument : "";
	const char *open = row->is_optional ? "[" : "";
	const char *close = row->is_optional ? "]" : "";
	bool has_name = row->name && row->name[0];
	const char *shorts = "    ", *longs = "";

	if (row->letter)
		shorts = arena_format(arena, "-%c%s", row->letter, has_name ? ", " : "");
	if (row->letter && !has_name)
		shorts = arena_format(arena, "-%c%s%s%s%s", row->letter, open,
		                      *word && !*open ? " " : "", word, close);
	if (has_name)
		longs = arena_format(arena, "--%s%s%s%s%s", row->name, open, *word ? "=" : "", word,
		                     close);
	return arena_format(arena, "%s%s", shorts, longs);
}

static void write_row(FILE *out, const struct option_row *row, struct arena *arena) {
	enum { COLUMN = 34, WIDTH = 79 };
	const char *left = synopsis(row, arena), *help = row->help, *line;
	int column = 2 + (int)strlen(left);

	fprintf(out, "  %s", left);
	if (column + 2 > COLUMN)
		fputc('\n', out);
	column = column + 2 > COLUMN ? 0 : column;
	for (; (line = text_take_line(&help, WIDTH - COLUMN, arena)); column = 0)
		fprintf(out, "%*s%s\n", COLUMN - column, "", line);
}

/* gptui's own options of a group, without what they do. */
static void write_names(FILE *out, const struct option_list *all, size_t group,
                        struct arena *arena) {
	const char *names = "", *line;

	for (size_t i = 0; i < all->n; i++)
		if (all->rows[i].group == group && all->rows[i].is_own)
			names = arena_format(arena, "%s%s--%s", names, *names ? " " : "",
			                     all->rows[i].name);
	if (*names)
		fprintf(out, "\n%s:\n", option_tables[group].title);
	while ((line = text_take_line(&names, 76, arena)))
		fprintf(out, "  %s\n", line);
}

static const struct named_text texts[] = {
#include "help_texts.inc"
	{ NULL, NULL }
};

void options_help(FILE *out, const char *program, const char *about) {
	SCRATCH struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);
	const bool is_short = !about, is_of_gprof = about && !strcmp(about, "gprof");

	fprintf(out, "Usage: %s [OPTION]... [EXECUTABLE [PROFILE]...]\n", program);
	fputs(named_text(texts, "usage"), out);
	for (size_t group = 0; group < OPTION_GROUPS; group++) {
		if (is_short)
			write_names(out, &all, group, arena);
		else if (!is_of_gprof || group < GROUP_SCREEN)
			fprintf(out, "\n%s:\n", option_tables[group].title);
		for (size_t i = 0; i < all.n && !is_short; i++)
			if (all.rows[i].group == group && all.rows[i].help &&
			    !(is_of_gprof && (all.rows[i].is_own || group >= GROUP_SCREEN)))
				write_row(out, &all.rows[i], arena);
	}
	fputs(is_short ? "\n--help=all explains these options, --help=gprof those of gprof.\n"
	               : "\nA SPEC is FUNCTION, FILE.c, LINE, FILE.c:FUNCTION or FILE.c:LINE.\n",
	      out);
}
