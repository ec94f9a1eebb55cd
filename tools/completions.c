/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "completions.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "options.h"
#include "ui/terminal/theme.h"
#include "views/views.h"

/* ---- What options take ---- */

/* What an option's argument can be. */
struct offer {
	const char *words; /* separated by spaces; or "" */
	bool files, folders;
};

static const char *add_word(const char *words, const char *word, struct arena *arena) {
	return arena_format(arena, "%s%s%s", words, *words ? " " : "", word);
}

static const char *view_words(struct arena *arena) {
	const char *words = "";

	for (size_t i = 0; i < view_count(); i++)
		words = add_word(words, view_at(i)->name, arena);
	return words;
}

static bool has_word(const char *words, const char *word) {
	size_t len = strlen(word);
	const char *at = words;

	while ((at = strstr(at, word))) {
		if ((at == words || at[-1] == ' ') && (at[len] == ' ' || !at[len]))
			return true;
		at += len;
	}
	return false;
}

/* The columns of all views, each name once; without a ~, which a shell would take for a folder. */
static const char *column_words(struct arena *arena) {
	const char *words = "";

	for (size_t v = 0; v < view_count(); v++) {
		const struct columns *columns = view_at(v)->columns;

		for (size_t c = 0; c < columns->n; c++)
			if (!has_word(words, columns->list[c].name) &&
			    columns->list[c].name[0] != '~')
				words = add_word(words, columns->list[c].name, arena);
	}
	return words;
}

static const char *theme_words(struct arena *arena) {
	const char *words = "";

	for (size_t i = 0; themes[i].name; i++)
		words = add_word(words, themes[i].name, arena);
	return words;
}

/* By the name of the argument in the table; any other is free text. */
static const struct {
	const char *argument;
	const char *(*words)(struct arena *arena);
	bool files, folders;
} arguments[] = {
	{ "VIEW[=FUNCTION]", view_words, false, false },
	{ "COLUMN", column_words, false, false },
	{ "NAME|FILE", theme_words, true, false },
	{ "FILE", NULL, true, false },
	{ "MAP", NULL, true, false },
	{ "PATH", NULL, true, true },
	{ "DIRS", NULL, false, true },
	{ "DIR", NULL, false, true },
};

/* "text|csv" as words; NULL if it is a placeholder. */
static const char *alternatives(const char *argument, struct arena *arena) {
	char *words = arena_format(arena, "%s", argument);

	if (!strchr(argument, '|') ||
	    strcspn(argument, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < strlen(argument))
		return NULL;
	for (size_t i = 0; words[i]; i++)
		if (words[i] == '|')
			words[i] = ' ';
	return words;
}

static struct offer offer_of(const struct option_row *row, struct arena *arena) {
	struct offer offer = { .words = row->words };

	if (!offer.words)
		offer.words = alternatives(row->argument, arena);
	for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
		if (strcmp(arguments[i].argument, row->argument) != 0)
			continue;
		offer.files = arguments[i].files;
		offer.folders = arguments[i].folders;
		if (arguments[i].words)
			offer.words = arguments[i].words(arena);
	}
	if (!offer.words)
		offer.words = "";
	return offer;
}

static bool has_name(const struct option_row *row) {
	return row->name && *row->name;
}

/* ---- bash ---- */

static const char bash_head[] = "# bash completion for gptui(1), printed by make man\n"
				"# Adds what compgen finds; only readline knows compopt.\n"
				"_gptui_add()\n"
				"{\n"
				"\t[[ $1 == -W ]] || compopt -o filenames 2>/dev/null\n"
				"\tmapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY \\\n"
				"\t\t< <(compgen \"$@\" -- \"$cur\")\n"
				"}\n"
				"\n"
				"_gptui()\n"
				"{\n"
				"\tlocal cur=${COMP_WORDS[COMP_CWORD]} option= n=$COMP_CWORD\n"
				"\tlocal before=${COMP_WORDS[n-1]}\n"
				"\tCOMPREPLY=()\n"
				"\t# readline parts words at '='\n"
				"\tif [[ $cur == '=' ]]; then\n"
				"\t\toption=$before= cur=\n"
				"\telif [[ $before == '=' && $n -gt 1 ]]; then\n"
				"\t\toption=${COMP_WORDS[n-2]}=\n"
				"\telse\n"
				"\t\toption=$before\n"
				"\tfi\n"
				"\tcase $option in\n";

/* The words before an argument: "--view=", and without the sign if the argument
 * is required. */
static void bash_pattern(const struct option_row *row) {
	const char *between = "";

	printf("\t");
	if (has_name(row)) {
		printf("--%s=", row->name);
		between = "|";
		if (!row->is_optional)
			printf("|--%s", row->name);
	}
	if (row->letter && !row->is_optional)
		printf("%s-%c", between, row->letter);
	printf(")\n");
}

static void bash_case(const struct option_row *row, struct arena *arena) {
	if (!row->argument || (row->is_optional && !has_name(row)))
		return;
	struct offer offer = offer_of(row, arena);
	bash_pattern(row);
	if (*offer.words)
		printf("\t\t_gptui_add -W '%s'\n", offer.words);
	if (offer.files)
		printf("\t\t_gptui_add -f\n");
	if (offer.folders)
		printf("\t\t_gptui_add -d\n");
	printf("\t\treturn\n\t\t;;\n");
}

void completions_print_bash(void) {
	struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);

	printf("%s", bash_head);
	for (size_t i = 0; i < all.n; i++)
		bash_case(&all.rows[i], arena);
	printf("\tesac\n"
	       "\tif [[ $cur == -* ]]; then\n"
	       "\t\tlocal options='");
	for (size_t i = 0; i < all.n; i++) {
		if (all.rows[i].letter)
			printf("-%c ", all.rows[i].letter);
		if (has_name(&all.rows[i]))
			printf("--%s ", all.rows[i].name);
	}
	printf("'\n"
	       "\t\t_gptui_add -W \"$options\"\n"
	       "\telse\n"
	       "\t\t_gptui_add -f\n"
	       "\tfi\n"
	       "}\n"
	       "complete -F _gptui gptui\n");
	arena_free(arena);
}

/* ---- zsh ---- */

/* Quotes for inside '...' and, with `brackets`, [...]. */
static void zsh_text(const char *text) {
	for (; *text; text++) {
		if (*text == '\'')
			printf("'\\''");
		else if (strchr("[]:\\", *text))
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

/* ":text:action" of an argument. */
static void zsh_argument(const struct option_row *row, struct arena *arena) {
	struct offer offer = offer_of(row, arena);

	printf(row->is_optional ? "::" : ":");
	zsh_text(row->argument);
	printf(":");
	if (*offer.words && offer.files)
		printf("{ compadd -- %s; _files; }", offer.words);
	else if (*offer.words)
		printf("(%s)", offer.words);
	else if (offer.files)
		printf("_files");
	else if (offer.folders)
		printf("_files -/");
	else
		printf(" "); /* only describes the argument */
}

static void zsh_spec(const struct option_row *row, bool is_short, struct arena *arena) {
	printf("\t'*");
	if (is_short)
		printf("-%c", row->letter);
	else
		printf("--%s", row->name);
	if (row->argument && row->is_optional)
		printf(is_short ? "-" : "=-");
	else if (row->argument)
		printf(is_short ? "+" : "=");
	printf("[");
	zsh_text(row->help ? row->help : "");
	printf("]");
	if (row->argument)
		zsh_argument(row, arena);
	printf("' \\\n");
}

void completions_print_zsh(void) {
	struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);

	printf("#compdef gptui\n"
	       "# zsh completion for gptui(1), printed by make man\n"
	       "_arguments -s \\\n");
	for (size_t i = 0; i < all.n; i++) {
		if (all.rows[i].letter)
			zsh_spec(&all.rows[i], true, arena);
		if (has_name(&all.rows[i]))
			zsh_spec(&all.rows[i], false, arena);
	}
	printf("\t'*:file:_files'\n");
	arena_free(arena);
}

/* ---- fish ---- */

static void fish_text(const char *text) {
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('\'');
}

/* An optional argument is never a word of its own, so fish does not know about
 * it: it would take the next word for it. */
static void fish_line(const struct option_row *row, struct arena *arena) {
	struct offer offer = { .words = "" };
	bool has_argument = row->argument && !row->is_optional;

	printf("complete -c gptui");
	if (row->letter)
		printf(" -s %c", row->letter);
	if (has_name(row))
		printf(" -l %s", row->name);
	if (row->argument)
		offer = offer_of(row, arena);
	if (has_argument)
		printf(offer.files || offer.folders ? " -r" : " -x");
	if (has_argument && *offer.words) {
		printf(" -a ");
		fish_text(offer.words);
	} else if (has_argument && offer.folders) {
		printf(" -a '(__fish_complete_directories)'");
	}
	if (row->help) {
		printf(" -d ");
		fish_text(row->help);
	}
	printf("\n");
}

void completions_print_fish(void) {
	struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);

	printf("# fish completion for gptui(1), printed by make man\n");
	for (size_t i = 0; i < all.n; i++)
		if (all.rows[i].letter || has_name(&all.rows[i]))
			fish_line(&all.rows[i], arena);
	arena_free(arena);
}
