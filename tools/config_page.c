/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gptui-config(5): what a configuration can contain. */
#include "manual.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "config.h"
#include "troff.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/session/session.h"
#include "ui/terminal/theme.h"
#include "views/views.h"

static const char head[] = ".SH NAME\n"
			   "gptui\\-config \\- settings, columns and keys of gptui\n"
			   ".SH SYNOPSIS\n"
			   ".I $XDG_CONFIG_HOME/gptui/config\n"
			   ".br\n"
			   ".I SYSCONFDIR/gptui/config\n"
			   ".SH DESCRIPTION\n"
			   "A configuration of \\fBgptui\\fR(1) is a text file of commands, one "
			   "per line, as they are typed after \\fB:\\fR.\n"
			   "Blank lines and lines that begin with \\fB#\\fR are ignored.\n"
			   "Lines are run in order, so a later line overrides an earlier one.\n"
			   ".PP\n"
			   "The system-wide file is read first, then the user's file.  Options of "
			   "the command line override both.\n"
			   "Reports and listings read no configuration.\n"
			   "\\fB:write\\-config\\fR writes all present settings into the user's "
			   "file, and asks before it overwrites a file that it has not written.\n"
			   "Changes that another instance has saved there in the meantime are "
			   "kept, except for settings that were changed in this one.\n";

static const char errors[] = ".SH ERRORS\n"
			     "A line with an error is skipped; the others are run, and the program "
			     "starts.\n"
			     "The last line of the screen shows file, line and reason of the first "
			     "error, and how many more there are:\n"
			     ".PP\n"
			     ".nf\n"
			     "  ~/.config/gptui/config:3: no setting \"them\" (and 1 more)\n"
			     ".fi\n"
			     ".PP\n"
			     "A line has at most %d bytes, a file 1 MB.\n";

static const char examples[] = ".SH EXAMPLES\n"
			       ".nf\n"
			       "  # what it looks like\n"
			       "  set theme light\n"
			       "  set unit samples\n"
			       "  # nothing below half a percent\n"
			       "  set limit 0.5\n"
			       "  # the flat profile in four columns\n"
			       "  columns flat self% self calls function\n"
			       "  # keys as in less, and two more\n"
			       "  preset less\n"
			       "  bind C\\-o back\n"
			       "  bind X sort calls\n"
			       "  unbind Q\n"
			       ".fi\n";

static const char files[] = ".SH FILES\n"
			    ".TP\n"
			    "\\fI$XDG_CONFIG_HOME/gptui/config\\fR\n"
			    "The user's file; without that variable "
			    "\\fI~/.config/gptui/config\\fR.\n"
			    ".TP\n"
			    "\\fISYSCONFDIR/gptui/config\\fR\n"
			    "The system-wide file, in the folder that gptui was configured with "
			    "(\\fI/usr/local/etc\\fR by default); \\fBGPTUI_SYSCONFIG\\fR "
			    "in the environment names another file, or none if it is empty.\n"
			    ".TP\n"
			    "\\fI$XDG_CONFIG_HOME/gptui/themes/NAME.theme\\fR\n"
			    "The user's themes.\n"
			    ".TP\n"
			    "\\fI$XDG_STATE_HOME/gptui/history\\fR\n"
			    "Lines typed at prompts; \\fI~/.local/state/gptui/history\\fR without "
			    "that variable.\n"
			    "Each line is appended when it is typed, so the lines of several "
			    "instances are kept; nothing is ever removed from the file, and the "
			    "newest 256 KiB of it are read.\n"
			    ".PP\n"
			    "\\fB\\-\\-no\\-config\\fR reads no configuration and keeps no "
			    "history.\n";

static void print_commands(void) {
	struct command_word word = { .groups = command_groups };

	troff_section("COMMANDS");
	printf("Only these commands are allowed in a configuration; keys can be bound "
	       "to any command.\n");
	while (command_next(&word))
		if (word.command->is_lasting && !word.is_short)
			troff_item(word.name, word.arg, word.help);
}

/* The values of a setting, and its default. */
static void print_settings(void) {
	struct arena *arena = arena_new();

	troff_section("SETTINGS");
	printf("\\fBset\\fR \\fINAME VALUE\\fR takes these:\n");
	for (size_t i = 0; i < setting_count; i++) {
		const struct setting *s = &settings[i];
		const char *value = setting_value(s, &preferences_at_first, arena);

		if (s->spells)
			continue;

		troff_item(s->name, s->values ? s->values : s->arg,
		           arena_format(arena, "%s  Default: %s.", s->help, value));
	}
	arena_free(arena);
}

static void print_keys(void) {
	troff_section("KEYS");
	printf("A key is a character, or one of\n");
	for (size_t i = 0; key_name_at(i); i++)
		printf("%s\\fB%s\\fR", i ? ", " : "", key_name_at(i));
	printf(".\n"
	       "With Control it is written \\fBC\\-x\\fR or \\fB^x\\fR, with "
	       "Alt \\fBM\\-x\\fR; where the terminal reports Shift, "
	       "\\fBS\\-Up\\fR.\n"
	       "What each key does by default is in \\fBgptui\\fR(1); "
	       "\\fB?\\fR shows what it does now.\n");
}

/* The lines of the sets, verbatim. */
static void print_presets(void) {
	troff_section("SETS OF KEYS");
	printf("\\fBpreset\\fR \\fINAME\\fR runs these lines.\n");
	for (size_t i = 0; presets[i].name; i++) {
		const char *text = presets[i].text;

		troff_subsection(presets[i].name);
		printf(".nf\n");
		for (; *text; text += strcspn(text, "\n") + 1) {
			char line[256];

			snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
			troff_text(line);
			printf("\n");
		}
		printf(".fi\n");
	}
}

static void print_columns(void) {
	struct arena *arena = arena_new();

	troff_section("COLUMNS");
	printf("\\fBcolumns\\fR \\fIVIEW COLUMN ...\\fR takes these columns; "
	       "\\fBgptui\\fR(1) explains them.\n");
	for (size_t v = 0; v < view_count(); v++) {
		const struct columns *columns = view_columns(view_at(v), NULL, NULL, arena);

		printf(".TP\n\\fB%s\\fR\n", view_at(v)->name);
		for (size_t c = 0; c < columns->n; c++) {
			if (columns->list[c].is_for_programs)
				continue;
			troff_text(columns->list[c].name);
			printf("\n");
		}
	}
	arena_free(arena);
}

static void print_themes(void) {
	struct arena *arena = arena_new();

	troff_section("THEMES");
	printf("\\fBset theme\\fR takes the path of a file, the name of a file "
	       "in the user's folder of themes, or one of these; their format "
	       "is in \\fBgptui\\fR(1).\n");
	for (size_t i = 0; themes[i].name; i++)
		troff_item(themes[i].name, NULL, theme_about(themes[i].name, arena));
	arena_free(arena);
}

void manual_print_config(void) {
	printf(".TH GPTUI\\-CONFIG 5 \"\" \"gptui %s\" \"File Formats\"\n%s", PACKAGE_VERSION,
	       head);
	print_commands();
	print_settings();
	print_columns();
	print_keys();
	print_presets();
	print_themes();
	printf("%s", examples);
	printf(errors, CONFIG_LINE - 1);
	printf("%s", files);
	troff_end(".BR gptui (1)\n");
}
