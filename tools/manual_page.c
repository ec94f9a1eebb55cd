/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "manual.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "config.h"
#include "options.h"
#include "parse/gmon/readers.h"
#include "table/table.h"
#include "troff.h"
#include "ui/command/command.h"
#include "ui/terminal/theme.h"
#include "views/views.h"

static void print_option(const struct option_row *row) {
	const bool has_name = row->name && *row->name;

	printf(".TP\n");
	if (row->letter)
		printf("\\fB\\-%c\\fR", row->letter);
	if (row->letter && has_name)
		printf(", ");
	if (has_name) {
		printf("\\fB\\-\\-");
		troff_text(row->name);
		printf("\\fR");
	}
	if (row->argument)
		printf(row->is_optional ? "[=\\fI%s\\fR]" : " \\fI%s\\fR", row->argument);
	printf("\n");
	troff_text(row->help);
	printf("\n");
}

static void print_options(void) {
	struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);

	printf(".SH OPTIONS\n");
	for (size_t group = 0; group < OPTION_GROUPS; group++) {
		troff_subsection(option_tables[group].title);
		for (size_t i = 0; i < all.n; i++)
			if (all.rows[i].group == group && all.rows[i].help)
				print_option(&all.rows[i]);
	}
	arena_free(arena);
}

static bool is_name(const char *name, const struct view *view) {
	return name && !strcmp(name, view->name);
}

/* How to open a view: by its keys, or from another view, or by its name only. */
static void print_keys(const struct view *view) {
	if (default_keys(view->name)) {
		printf("Key \\fB");
		troff_text(default_keys(view->name));
		printf("\\fR; name ");
		return;
	}
	for (size_t i = 0; i < view_count(); i++) {
		const struct view *other = view_at(i);
		const char *then = is_name(other->inverse, view)   ? "I"
		                   : is_name(view->form_of, other) ? "B"
		                                                   : NULL;

		if (!then || !default_keys(other->name))
			continue;
		printf("Key \\fB");
		troff_text(default_keys(other->name));
		printf("\\fR, then \\fB%s\\fR; name ", then);
		return;
	}
	printf("Name ");
}

static void print_views(void) {
	struct arena *arena = arena_new();

	printf(".SH VIEWS\n");
	printf("A column's name is followed by its unit.  Times are in seconds, "
	       "unless the file has another unit, or \\fB--unit\\fR selects "
	       "one.\n");
	for (size_t i = 0; i < view_count(); i++) {
		const struct view *view = view_at(i);

		troff_subsection(view->title);
		print_keys(view);
		printf("\\fB%s\\fR.\n", view->name);
		troff_text(view->help);
		printf("\n");
		const struct columns *columns = view_columns(view, NULL, NULL, arena);
		for (size_t c = 0; c < columns->n; c++)
			troff_item(columns->list[c].name, unit_name(columns->list[c].unit),
			           columns->list[c].help);
	}
	arena_free(arena);
}

static void print_commands(void) {
	struct arena *arena = arena_new();
	const struct command_group *group = NULL;
	struct command_word word = { .groups = command_groups };

	printf(".SH KEYS AND COMMANDS\n"
	       "Each line shows the keys, then the command for the "
	       "\\fB:\\fR prompt; commands without a key have \\fB:\\fR in "
	       "its place.\n");
	while (command_next(&word)) {
		if (word.group != group)
			troff_subsection(word.group->title);
		group = word.group;
		troff_item(word.keys ? word.keys : ":",
		           arena_format(arena, "%s%s%s", word.name, word.arg ? " " : "",
		                        word.arg ? word.arg : ""),
		           word.help);
	}
	arena_free(arena);
}

static const char on_themes[] =
	"A theme is a file of lines \\fIrole foreground background "
	"attributes\\fR.\n"
	"Colours are \\fBdefault\\fR (the terminal's own), \\fBblack red green "
	"yellow blue magenta cyan white\\fR, \\fBbright\\-\\fR and one of these, a "
	"number up to 255, or \\fB#rrggbb\\fR.  A second one after a slash is for "
	"terminals with fewer than 256 colours: \\fB208/yellow\\fR.\n"
	"Attributes are \\fBbold dim underline reverse\\fR.\n"
	"\\fI~/.config/gptui/themes/NAME.theme\\fR is the theme \\fINAME\\fR; "
	"\\fB:theme\\fR shows each theme while the cursor is on it; Esc keeps the "
	"old one.\n"
	"On terminals without colours, and with \\fB\\-\\-no\\-color\\fR or "
	"\\fBNO_COLOR\\fR, only the attributes are used.\n"
	"The themes are:\n";

static void print_themes(void) {
	struct arena *arena = arena_new();

	printf(".SH THEMES\n%s", on_themes);
	for (size_t i = 0; themes[i].name; i++)
		troff_item(themes[i].name, "", theme_about(themes[i].name, arena));
	printf(".PP\nThe roles:\n");
	arena_free(arena);
}

static const char escapes[] = ".PP\n"
			      "Control characters in names and sources are escaped in all formats, "
			      "as \\fB\\ex1b\\fR or \\fB<U+202E>\\fR; in JSON as "
			      "\\fB\\eu202e\\fR.  In JSON, a byte that is not UTF-8 becomes "
			      "a character from U+EF80 to U+EFFF, whose last two digits are "
			      "the byte.\n"
			      "gprof's listings and messages are escaped on terminals only.\n";

static void print_rest(void) {
	printf(".SH FILE FORMATS\n");
	for (size_t i = 0; readers[i]; i++)
		troff_item(readers[i]->format.name, "", readers[i]->help);
	printf(".PP\n"
	       "Archives of them (tar, zip) and compressed ones (.gz, .bz2, "
	       ".xz, .zst) are opened, too, if gptui was built with "
	       "libarchive, and so are compressed files in an archive; other files "
	       "in an archive are left out.\n"
	       "A console log with a dump of a profile is opened like the profile: see "
	       "the user manual.\n"
	       "URLs (tftp, http, https, file, serial) are fetched, if gptui was built "
	       "with libcurl.  What is received is kept as a file; reading again "
	       "fetches again.\n"
	       ".SH OUTPUT FORMATS\n");
	for (size_t i = 0; writers[i]; i++)
		troff_item(writers[i]->name, writers[i]->ending, writers[i]->help);
	printf("%s", escapes);
	print_themes();
#define ROLE(id, name, help) troff_item(name, "", help);
	ROLES(ROLE)
#undef ROLE
}

static const char head[] = ".SH NAME\n"
			   "gptui \\- browse gprof profiles in a terminal\n"
			   ".SH SYNOPSIS\n"
			   ".B gptui\n"
			   "[\\fIoption\\fR ...] [\\fIexecutable\\fR [\\fIprofile\\fR ...]]\n"
			   ".br\n"
			   ".B gptui\n"
			   "[\\fIoption\\fR ...] \\fIexecutable profile\\fR ... "
			   "\\fB\\-\\-base\\fR [\\fIexecutable\\fR] \\fIprofile\\fR ...\n"
			   ".SH DESCRIPTION\n"
			   "Programs compiled with \\fB\\-pg\\fR leave a profile, gmon.out, when "
			   "they end.\n"
			   "\\fBgptui\\fR adds up any number of such files, reads the symbols of "
			   "the executable, and shows the hottest functions.\n"
			   "From there, keys lead to callers and callees, source lines and "
			   "instructions; any view can be filtered, searched, sorted and written "
			   "to a file.\n"
			   "Without arguments it opens \\fIa.out\\fR and \\fIgmon.out\\fR, or "
			   "the gmon.* beside the program if there is no gmon.out; a folder "
			   "stands for the program and the profiles in it, and a pattern for "
			   "the files that match.\n"
			   "\\fB@\\fR\\fIFILE\\fR stands for the words in FILE.\n"
			   ".PP\n"
			   "With an option of \\fBgprof\\fR(1), or when standard output is not a "
			   "terminal, it prints the listings of GNU gprof instead, byte for "
			   "byte with \\fB\\-b\\fR.\n"
			   ".PP\n"
			   "With \\fB\\-\\-base\\fR it compares with other runs, of the same "
			   "executable or of another build: the view \\fBdiff\\fR says which "
			   "functions became faster or slower, and which changes may be chance; "
			   "it is printed when standard output is not a terminal.\n";

static const char filters[] =
	".SH FILTERS\n"
	"A filter is a list of terms separated by spaces; a row is shown if it "
	"matches one of them.\n"
	"A term that begins with \\fB!\\fR hides the rows that match it.\n"
	".nf\n"
	"  hash         functions whose name contains the pattern\n"
	"  hash.c       all functions of a file (a dot makes it a file)\n"
	"  hash.c:      the same, for files without a dot, too\n"
	"  hash.c:look  functions in a file\n"
	"  hash.c:214   the functions that a line is in; in their code, the line\n"
	"  :a.b         a function with a dot in its name\n"
	"  a/b  a/  /b  the arcs from a to b; from a; to b\n"
	"  std::*       functions whose whole name matches\n"
	"  *.c          all functions of such files\n"
	"  =main        exactly main\n"
	"  \"a b\"        the text itself, with its spaces\n"
	".fi\n"
	"In source and instructions, the lines of matching functions are kept, and "
	"the lines that make matching calls.\n"
	"Help and health have no functions: there the parts of a term are "
	"searched for in the texts.\n"
	"Patterns are those of \\fBpcre2pattern\\fR(3), and match anywhere in the "
	"name; a pattern with a capital letter is case-sensitive.\n"
	"A pattern with a \\fB*\\fR is a glob, as in a shell, unless it contains "
	"something that only regular expressions have, such as \\fB^\\fR, "
	"\\fB$\\fR, \\fB|\\fR or \\fB.*\\fR: \\fB*.c\\fR and "
	"\\fBgc_*\\fR are globs, \\fBgc_.*\\fR is not.\n"
	"In a glob, \\fB*\\fR matches any text, \\fB?\\fR one character, "
	"\\fB[a\\-z]\\fR one of these.\n"
	"A glob, and the text after \\fB=\\fR, must match a whole name, with or "
	"without its return type and parameters, or a whole path or its last "
	"parts; \\fB\\e/\\fR is a slash of a path.\n";

static const char files[] = ".SH FILES\n"
			    ".TP\n"
			    "\\fIgmon.out\\fR\n"
			    "What a program compiled with \\fB\\-pg\\fR writes.\n"
			    ".TP\n"
			    "\\fIgmon.sum\\fR\n"
			    "What \\fB\\-s\\fR writes.\n"
			    ".TP\n"
			    "\\fINAME\\-ann\\fR\n"
			    "What \\fB\\-A \\-y\\fR writes for the source NAME.\n"
			    ".PP\n"
			    "Files are written completely or not at all: when the new file is "
			    "complete, it replaces the old one, with its mode, owner and group.\n"
			    "If that is not possible (several hard links, an owner that the user "
			    "cannot set, a folder in which no files can be created), the old file "
			    "is overwritten, after checking that there is room; only if gptui is "
			    "killed in the middle of that, the file contains parts of both.\n"
			    "Links are followed, and a message says where to; links that others "
			    "have put into a folder where everybody may write are refused.\n"
			    "If gptui is killed at the last moment, it leaves a file "
			    "\\fI.gptui\\-*\\fR; it is removed when the same file is written "
			    "again.\n";

static const struct {
	const char *name, *help;
} environment[] = {
	{ "NO_COLOR", "If set and not empty: no colours." },
	{ "TERM", "The terminal type, as in terminfo(5)." },
	{ "LC_ALL, LC_CTYPE, LANG",
	  "Whether the terminal shows UTF-8; otherwise lines and marks are "
	  "ASCII." },
	{ "VISUAL, EDITOR", "The editor; vi if neither is set." },
	{ "ESCDELAY", "Milliseconds to wait after Esc; 25 if unset." },
	{ "GPROF_PATH", "Where to look for sources, after the folders of -I." },
	{ "DEBUGINFOD_URLS, DEBUGINFOD_CACHE_PATH, DEBUGINFOD_MAXSIZE",
	  "Servers of debug information, asked only with --debuginfod; the "
	  "folder where fetched files are kept; the largest file to fetch, in "
	  "bytes, 4 GB if unset." },
	{ "XDG_CONFIG_HOME, XDG_STATE_HOME, GPTUI_SYSCONFIG",
	  "Where configurations and the history are: gptui-config(5)." },
};

static const char examples[] =
	".SH EXAMPLES\n"
	".nf\n"
	"  GMON_OUT_PREFIX=gmon ./prog               # writes gmon.PID\n"
	"  gptui prog gmon.*                         # all runs on the screen\n"
	"  gptui \\-\\-report flat prog gmon.* | head     # without a screen\n"
	"  gptui \\-b \\-p prog gmon.*                   # as gprof prints it\n"
	"  gptui new/prog new/gmon.* \\-\\-base=old      # compared with older runs\n"
	".fi\n";

void manual_print(void) {
	printf(".TH GPTUI 1 \"\" \"gptui %s\" \"User Commands\"\n%s", PACKAGE_VERSION, head);
	print_options();
	print_views();
	print_commands();
	printf("%s", filters);
	print_rest();
	printf("%s", files);
	printf(".SH EXIT STATUS\n"
	       "0 for success, 1 for any failure, 3 if "
	       "\\fB\\-\\-fail\\-on\\fR found what it names: a slower function or "
	       "total, or a fault of the profile.  "
	       "After \\fB\\-\\-record\\fR, else that of the program.\n"
	       ".SH ENVIRONMENT\n");
	for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
		troff_item(environment[i].name, "", environment[i].help);
	printf("%s", examples);
	troff_end(".BR gptui\\-config (5),\n.BR gprof (1)\n");
}
