/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/config/settings.h"
#include "ui/session/bindings.h"
#include "ui/session/session.h"

enum { WORD = 64 }; /* bytes of a word that a line begins with */

/* What presets/synonyms has for each command. */
static const struct named_text synonyms[] = {
#include "synonyms.inc"
	{ NULL, NULL }
};

const char *command_synonyms(const char *name) {
	const char *words = named_text(synonyms, name);

	return words ? words : "";
}

/* The first command that a word is another one for; NULL: none. */
static const char *meant(const char *word) {
	size_t i;

	for (i = 0; synonyms[i].name && !text_has_word(synonyms[i].text, word); i++)
		;
	return synonyms[i].name;
}

static const struct command_group own_keys = { .title = "Your own keys" };

/* Fills in the line of a key from this one on; those that are bound to the name of a command are
 * shown beside it. */
static bool own_word(struct command_word *w, size_t index) {
	const struct binding *b = w->bindings->list + index;
	const struct binding *end = w->bindings->list + w->bindings->n;

	while (b < end && *b->line && !strchr(b->line, ' '))
		b++;
	if (b == end)
		return false;
	w->next = (size_t)(b - w->bindings->list) + 1;
	w->name = b->line;
	w->keys = b->key;
	w->help = *b->line ? arena_format(w->arena, "Runs \"%s\".", b->line) : "Does nothing.";
	return true;
}

/* Fills in the word with this index in its group: commands come first, then what is short for one
 * of them. */
static bool word_of_group(struct command_word *w, size_t index) {
	const struct command_group *g = w->group;
	const struct command *c = g->list + (index < g->n ? index : 0);

	*w = (struct command_word){ .groups = w->groups,
		                    .data = w->data,
		                    .bindings = w->bindings,
		                    .arena = w->arena,
		                    .group = g,
		                    .ngroups = w->ngroups,
		                    .next = index + 1 };
	if (g == &own_keys)
		return own_word(w, index);
	if (index < g->n) {
		w->command = c;
		w->name = c->name;
		w->arg = c->arg;
		w->help = c->help;
		w->need = c->need;
		return true;
	}
	while (c < g->list + g->n && !c->shorthand)
		c++;
	w->command = c;
	w->is_short = true;
	return c < g->list + g->n && c->shorthand(index - g->n, w);
}

/* The next group, the user's own keys after the last; or NULL. */
static const struct command_group *next_group(struct command_word *w) {
	if (w->group == &own_keys)
		return NULL;
	if (w->groups[w->ngroups])
		return w->groups[w->ngroups++];
	return w->bindings ? &own_keys : NULL;
}

bool command_next(struct command_word *w) {
	while (!w->group || !word_of_group(w, w->next)) {
		w->group = next_group(w);
		w->next = 0;
		if (!w->group)
			return false;
	}
	if (!w->command)
		return true;
	w->keys = default_keys(w->name);
	if (w->bindings)
		w->keys = bindings_keys(w->bindings, w->keys, w->name, w->arena);
	return true;
}

/* A command takes precedence over a shorthand of the same name. */
static struct command_word find(const struct session *s, const char *name, const char *key) {
	struct command_word word = { .groups = s->commands }, found = { .next = 0 };

	while (command_next(&word)) {
		const char *aliases = word.is_short ? NULL : word.command->aliases;

		if (name ? strcmp(word.name, name) && !text_has_word(aliases, name)
		         : !text_has_word(word.keys, key))
			continue;
		if (!found.command || !word.is_short)
			found = word;
	}
	return found;
}

struct command_word command_named(const struct session *s, const char *name) {
	return find(s, name, NULL);
}

struct command_word command_of_key(const struct session *s, const char *key) {
	return find(s, NULL, key);
}

/* A word that begins like this; *n is how many do. */
static struct command_word find_begun(const struct session *s, const char *begin, size_t *n) {
	struct command_word word = { .groups = s->commands, .data = s->data },
			    found = { .next = 0 };

	*n = 0;
	while (command_next(&word))
		if (!strncmp(word.name, begin, strlen(begin)) && !word.missing && !(*n)++)
			found = word;
	return found;
}

/* Whether the argument is one that the command takes. */
static bool takes(const struct command *command, const char *arg, struct error *err) {
	if (command->arg && command->arg[0] != '[' && !*arg)
		return fail(err, "%s takes %s", command->name, command->arg);
	if (!command->arg && *arg)
		return fail(err, "%s takes no argument", command->name);
	return true;
}

/* A command line, in its parts. */
struct parsed {
	const struct command *command;
	enum need need;
	char arg[PROMPT_TEXT + WORD];
};

static bool run(struct session *session, const struct parsed *line, struct error *err) {
	const struct command *command = line->command;

	if (!session->data && !command->is_always && !command->is_lasting)
		return fail(err, "still opening; Esc or q cancels");
	if (!takes(command, line->arg, err) || !need_is_met(session, line->need, err))
		return false;
	if (line->need == NEED_FUNCTION && owner_menu_asks(session, command->name))
		return true;
	if (command->move)
		return pane_move_by(session->pane,
		                    (struct move){ .run = command->move, .by = command->by }, err);
	return command->run ? command->run(session, line->arg, err)
	                    : command->run_by(session, command->by, err);
}

/* Whether a line sets a setting: a command of that name leaves it its values. */
static bool is_setting(const char *word, const char *arg, bool is_command) {
	const struct setting *setting = setting_named(word);

	return setting && (!is_command || setting_has_value(setting, arg));
}

/* The command is NULL, and err untouched, if the line is empty. */
static void parse(struct parsed *out, const struct session *s, const char *line,
                  struct error *err) {
	char word[WORD];
	size_t n = 0;

	line += strspn(line, " ");
	const char *arg = text_take_word(word, sizeof word, line);
	struct command_word found = command_named(s, word);
	if (is_setting(word, arg, found.command)) {
		found = command_named(s,
		                      setting_named(word)->is_command && !*arg ? "toggle" : "set");
		arg = line;
	} else if (*word && !word[strspn(word, "0123456789")]) {
		found = command_named(s, "go");
		arg = line;
	} else if (*word && !found.command) {
		found = find_begun(s, word, &n);
	}
	out->command = n > 1 ? NULL : found.command;
	out->need = *arg ? NEED_NOTHING : found.need;
	snprintf(out->arg, sizeof out->arg, "%s%s%s", found.is_short ? found.name : "",
	         found.is_short && *arg ? " " : "", arg);
	if (n > 1)
		fail(err, "%zu commands begin with \"%s\"; Tab lists them", n, word);
	else if (*word && !found.command)
		fail(err, meant(word) ? "no command \"%s\": try %s" : "no command \"%s\"", word,
		     meant(word));
}

static bool is_blank(const char *line) {
	return !line[strspn(line, " ")];
}

bool command_line(struct session *session, const char *line, struct error *err) {
	struct parsed parsed;

	parse(&parsed, session, line, err);
	return parsed.command ? run(session, &parsed, err) : is_blank(line);
}

void command_run(struct session *session, const char *line) {
	struct error err = { "" };

	if (!command_line(session, line, &err))
		session_fail(session, &err);
}

bool command_lasting_line(struct session *session, const char *line, struct error *err) {
	struct parsed parsed;

	parse(&parsed, session, line, err);
	if (!parsed.command)
		return is_blank(line);
	if (!parsed.command->is_lasting)
		return fail(err, "%s cannot stand in a configuration", parsed.command->name);
	return run(session, &parsed, err);
}

bool command_check(const struct session *session, const char **line, struct error *err) {
	struct parsed parsed;

	parse(&parsed, session, *line, err);
	if (!parsed.command)
		return is_blank(*line) && fail(err, "a command is needed");
	struct command_word word = command_named(session, parsed.arg);
	if (word.is_short && word.command == parsed.command)
		*line = word.name;
	return takes(parsed.command, parsed.arg, err);
}
