/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "ui/config/settings.h"
#include "views/filtering.h"

/* The setting that a line begins with; *value becomes what is behind it. */
static const struct setting *setting_in(const char *line, const char **value, struct error *err) {
	char name[PROMPT_TEXT];

	*value = text_take_word(name, sizeof name, line);
	const struct setting *setting = setting_named(name);
	if (!setting)
		fail(err, "no setting \"%.100s\"", name);
	return setting;
}

static bool set(struct session *s, const char *arg, struct error *err) {
	const char *value;
	const struct setting *setting = setting_in(arg, &value, err);

	if (!setting)
		return false;
	if (*value)
		return setting_set(setting, s, value, err);
	if (!s->terminal)
		return fail(err, "set %s takes a value", setting->name);
	const char *said = setting_said(setting, &s->preferences);
	session_say(s, "%s %s%s%s%s", setting->name, said ? "" : "is ",
	            setting_value(setting, &s->preferences, s->pane->table_arena), said ? ": " : "",
	            said ? said : "");
	return true;
}

/* Lets the user choose a text: by the command of that name, if there is one. */
static bool ask(struct session *s, const struct setting *setting, struct error *err) {
	const struct command_word word = command_named(s, setting->name);
	const bool has_command = word.command && !word.is_short;
	char line[PROMPT_TEXT];

	snprintf(line, sizeof line, "%s%s", has_command ? "" : "command set ", setting->name);
	if (setting->ask)
		setting->ask(s);
	return setting->ask || command_line(s, line, err);
}

static bool toggle(struct session *s, const char *arg, struct error *err) {
	const char *value;
	const struct setting *setting = setting_in(arg, &value, err);

	if (!setting || *value)
		return setting && setting_set(setting, s, value, err);
	return !setting->values ? ask(s, setting, err) : setting_next(setting, s, err);
}

static bool toggle_shorthand(size_t index, struct command_word *out) {
	const struct setting *setting = settings;

	while (setting < settings + setting_count &&
	       (!setting->is_command || setting->spells || index--))
		setting++;
	if (setting == settings + setting_count)
		return false;
	out->name = setting->name;
	out->arg = "[VALUE]";
	out->help = setting->help;
	out->need = setting->need;
	return true;
}

/* Adds settings to the menu of them, with the cursor on one, or to that of all those that have no
 * command. */
static void add_settings(struct session *s, const struct setting *at, enum menu_kind kind) {
	struct arena *arena = s->menu.arena;

	for (const struct setting *i = settings; i < settings + setting_count; i++) {
		const bool is_alone = kind == MENU_COMMAND;
		const char *value = setting_value(i, &s->preferences, arena);

		if (i->spells || (!is_alone && command_named(s, i->name).command))
			continue;
		s->menu.cursor = i == at ? s->menu.n : s->menu.cursor;
		menu_add(&s->menu,
		         (struct menu_line){
				 kind, is_alone ? i->name : arena_format(arena, ":%s", i->name),
				 .note = is_alone ? value
		                                  : arena_format(arena, "%s  Now: %s.", i->help,
		                                                 value),
				 .help = is_alone ? i->help : NULL, .name = i->name,
				 .words = command_synonyms(i->name),
				 .run = arena_format(arena, "options %s", i->name) });
	}
}

/* For the menu of all: settings, and what functions can be grouped by, whatever that is called. */
static void offer_settings(struct session *s) {
	struct arena *arena = s->menu.arena;

	for (unsigned kind = ROWS_FUNCTION; kind < ROWS_LINE; kind++) {
		const char *word = row_words[kind], *said = setting_named("rows")->said[kind];
		const char *missing = kind == ROWS_THREAD ? threads_missing(s->data) : NULL;

		menu_add(&s->menu,
		         (struct menu_line){
				 missing ? MENU_ABSENT : MENU_SETTING, "Groups",
				 .name = command_synonyms(arena_format(arena, "rows:%s", word)),
				 .note = arena_format(arena, "%s: %s.%s%s%s", word, said,
		                                      missing ? "  Not here: " : "",
		                                      missing ? missing : "", missing ? "." : ""),
				 .run = kind ? arena_format(arena, "groups %s", word) : "flat" });
	}
	add_settings(s, NULL, MENU_SETTING);
}

/* Without a setting the menu; with one, its next value and the menu again. */
static bool options(struct session *s, const char *arg, struct error *err) {
	const struct setting *setting = *arg ? setting_named(arg) : NULL;

	if (*arg && !toggle(s, arg, err))
		return false;
	if (setting && !setting->values)
		return true;
	menu_open(&s->menu, "Options; type to search");
	add_settings(s, setting, MENU_COMMAND);
	menu_offer(&s->menu, "columns", "which ones, in which order", "columns");
	menu_offer(&s->menu, "write-config", "save these settings", "write-config");
	return true;
}

static bool bind_key(struct session *s, const char *name, const char *line, struct error *err) {
	char key[EVENT_TEXT];

	if (!key_parse(key, name, err))
		return false;
	bindings_set(&s->bindings, key, line);
	session_refresh(s);
	return true;
}

static bool bind(struct session *s, const char *arg, struct error *err) {
	char key[PROMPT_TEXT];
	const char *line = text_take_word(key, sizeof key, arg);

	if (!*line)
		return fail(err, "bind takes KEY COMMAND");
	return command_check(s, &line, err) && bind_key(s, key, line, err);
}

static bool unbind(struct session *s, const char *arg, struct error *err) {
	return bind_key(s, arg, "", err);
}

static bool preset(struct session *s, const char *arg, struct error *err) {
	if (!preset_run(s, arg, command_lasting_line, err))
		return false;
	session_refresh(s);
	session_say(s, "keys as in %s; ? shows them", arg);
	return true;
}

static bool write_to(struct session *s, const char *path, struct error *err) {
	struct arena *arena = s->pane->table_arena;
	const char *end = target_of_link(path, arena);

	if (!config_write(s, path, err))
		return false;
	session_say(s, "wrote %.400s%s%.400s", own_shown(path, arena), end ? ", a link to " : "",
	            end ? own_shown(end, arena) : "");
	return true;
}

static bool write_config(struct session *s, const char *arg, struct error *err) {
	const char *path = *arg ? arg : own_config(s->pane->table_arena);

	if (!path)
		return fail(err, "neither $XDG_CONFIG_HOME nor $HOME names a folder");
	if (!config_is_foreign(path))
		return write_to(s, path, err);
	return overwrite_ask(s, "your configuration was not written by gptui; overwrite? y/n ",
	                     path, write_to, err);
}

static const struct command list[] = {
	{ "options", .arg = "[NAME]",
	  .help = "Change settings in a menu; with NAME, to its next value.", .run = options,
	  .complete = complete_setting },
	{ "set", .arg = "NAME VALUE", .help = "Change a setting; without a value, show it.",
	  .is_lasting = true, .run = set, .complete = complete_setting, .offer = offer_settings },
	{ "toggle", .arg = "NAME [VALUE]",
	  .help = "Change a setting to its next value, or to another.", .run = toggle,
	  .complete = complete_setting, .shorthand = toggle_shorthand },
	{ "bind", .arg = "KEY COMMAND", .help = "Make a key run a command line.",
	  .is_lasting = true, .run = bind, .complete = complete_binding },
	{ "unbind", .arg = "KEY", .help = "Make a key do nothing.", .is_lasting = true,
	  .run = unbind },
	{ "preset", .arg = "htop|less|perf|vi",
	  .help = "Use the keys of htop, less, perf or vi; default: gptui's.", .is_lasting = true,
	  .run = preset, .complete = complete_preset },
	{ "write-config", .arg = "[FILE]",
	  .help = "Write settings, columns and keys to the configuration.", .run = write_config },
};

const struct command_group setting_commands = {
	.title = "Settings and keys",
	.rank = 70,
	COMMANDS(list),
};
