/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <dirent.h>

#include "export/exporter.h"
#include "parse/source/source_files.h"
#include "process/worker.h"
#include "ui/config/settings.h"
#include "ui/screen/screen.h"
#include "views/views.h"

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

/* The first command that a word is another one for; NULL: none, or a column. */
static const char *meant(const char *word) {
	size_t i;

	for (i = 0; synonyms[i].name; i++)
		if (!strchr(synonyms[i].name, ':') && text_has_word(synonyms[i].text, word))
			break;
	return synonyms[i].name;
}

static const struct command_group own_keys = { .title = "Your own keys" };

/* Fills in the line of a key from this one on; those bound to a command's name are beside it. */
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

/* Fills in the word with this index in its group: commands first, then what is short for one. */
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

bool command_next(struct command_word *w) {
	while (!w->group || !word_of_group(w, w->next)) {
		/* The user's own keys come after the last group. */
		w->group = w->group == &own_keys   ? NULL
		           : w->groups[w->ngroups] ? w->groups[w->ngroups++]
		           : w->bindings           ? &own_keys
		                                   : NULL;
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

	while ((!found.command || found.is_short) && command_next(&word)) {
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

static struct command_word command_of_key(const struct session *s, const char *key) {
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
	return command->arg || !*arg || fail(err, "%s takes no argument", command->name);
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
	unsigned index;

	if (!setting || !is_command)
		return setting;
	return setting->values && choice_find(&index, setting->values, arg);
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
	for (size_t end = strlen(out->arg); end && out->arg[end - 1] == ' ';)
		out->arg[--end] = '\0'; /* from a completion */
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
		return fail(err, "%s is not allowed in a configuration file", parsed.command->name);
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

/* The beginning of the word that ends there: after the last separator. */
static const char *word_start(const char *text, const char *end, const char *separators) {
	while (end > text && !strchr(separators, end[-1]))
		end--;
	return end;
}

/* The rest of the text is the word to complete. */
static void take_from(struct completion *out, const char *text, const char *begin) {
	*out = (struct completion){ .word = begin, .from = (size_t)(begin - text) };
}

/* Whether a candidate is listed already. */
static bool is_listed(const struct completion *c, const char *candidate) {
	SCRATCH struct arena *arena = arena_new();

	return strstr(arena_format(arena, "  %s  ", c->listed),
	              arena_format(arena, "  %s  ", candidate));
}

/* Takes a candidate if it begins with the word; lists it as a text. */
static void add_as(struct completion *c, const char *candidate, const char *text) {
	size_t len = strlen(c->word), i = 0, used = strlen(c->listed);

	if (strncmp(candidate, c->word, len) != 0 || !*candidate || is_listed(c, text))
		return;
	if (!c->n)
		snprintf(c->common, sizeof c->common, "%s", candidate);
	while (c->common[i] && c->common[i] == candidate[i])
		i++;
	c->common[i] = '\0';
	if (used + 1 < sizeof c->listed)
		snprintf(c->listed + used, sizeof c->listed - used, "%s%s", used ? "  " : "", text);
	c->n++;
}

static void add(struct completion *c, const char *candidate) {
	add_as(c, candidate, candidate);
}

/* Takes the last word of a text.  Returns how many words are before it. */
static size_t take_word(struct completion *out, const char *text) {
	size_t before = 0;

	take_from(out, text, word_start(text, text + strlen(text), " "));
	for (size_t i = 0; i < out->from; i++)
		before += text[i] != ' ' && (!i || text[i - 1] == ' ');
	return before;
}

static void add_columns(struct session *s, const struct view *view, struct completion *c) {
	SCRATCH struct arena *scratch = arena_new();
	const struct columns *columns = view_columns(view, s->data, &s->pane->here.query, scratch);

	for (size_t i = 0; i < columns->n; i++)
		add(c, columns->list[i].name);
}

static void add_values(struct session *s, const char *name, struct completion *c) {
	const struct setting *setting = setting_named(name);
	const char *words = setting && setting->values ? setting->values : "";
	SCRATCH struct arena *arena = arena_new();
	const char *const *list = NULL;

	for (size_t len; *words; words += len + strspn(words + len, "|")) {
		len = strcspn(words, "|");
		add(c, arena_text(arena, words, len));
	}
	if (setting && setting->suggest)
		list = setting->suggest(s, arena);
	for (; list && *list; list++)
		add(c, *list);
}

/* The view that a text begins with, if that is complete; else takes those that it may be. */
static const struct view *take_view(const struct session *s, const char *text,
                                    struct completion *c) {
	char word[64];

	text_take_word(word, sizeof word, text);
	if (take_word(c, text))
		return view_named(word);
	for (size_t i = 0; i < view_count(); i++)
		if (view_is_there(view_at(i), s->data))
			add(c, view_at(i)->name);
	return NULL;
}

void complete_view(struct session *s, const char *text, struct completion *out) {
	const struct view *view = take_view(s, text, out);

	for (unsigned kind = ROWS_FILE; view && view->form_of && kind <= ROWS_LINE; kind++)
		add(out, view->rows & 1u << kind ? row_words[kind] : "");
	if (view && !view->form_of)
		complete_name(s, text, out);
}

void complete_export(struct session *s, const char *text, struct completion *out) {
	if (take_word(out, text))
		complete_path(s, text, out);
	else
		for (size_t i = 0; exporters[i]; i++)
			add(out, exporters[i]->name);
}

void complete_column(struct session *s, const char *text, struct completion *out) {
	if (!take_word(out, text))
		add_columns(s, s->pane->here.view, out);
}

void complete_columns(struct session *s, const char *text, struct completion *out) {
	const struct view *view = take_view(s, text, out);

	if (view)
		add_columns(s, view, out);
}

static void add_settings(struct completion *c) {
	for (size_t i = 0; i < setting_count; i++)
		add(c, settings[i].name);
}

void complete_setting(struct session *s, const char *text, struct completion *out) {
	char word[64];

	text_take_word(word, sizeof word, text);
	if (take_word(out, text))
		add_values(s, word, out);
	else
		add_settings(out);
}

static void add_commands(const struct session *s, struct completion *c) {
	struct command_word word = { .groups = s->commands, .data = s->data };

	while (command_next(&word))
		if (!word.missing)
			add(c, word.name);
}

void complete_binding(struct session *s, const char *text, struct completion *out) {
	if (take_word(out, text) == 1)
		add_commands(s, out);
}

void complete_preset(struct session *s, const char *text, struct completion *out) {
	take_word(out, text);
	for (size_t i = 0; presets[i].name; i++)
		add(out, presets[i].name);
}

static void add_paths(struct completion *c, const char *folder) {
	DIR *dir = opendir(folder);
	char name[NAME_MAX + 2];
	struct dirent *entry;
	struct stat status;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, c->word, strlen(c->word)) != 0 ||
		    (entry->d_name[0] == '.' && c->word[0] != '.'))
			continue;
		const bool is_folder = !fstatat(dirfd(dir), entry->d_name, &status, 0) &&
		                       S_ISDIR(status.st_mode);
		snprintf(name, sizeof name, "%s%s", entry->d_name, is_folder ? "/" : "");
		add(c, name);
	}
	if (dir)
		closedir(dir);
}

/* Completes a path that begins after the last separator. */
static void complete_path_behind(const char *text, const char *separators, struct completion *out) {
	const char *begin = word_start(text, text + strlen(text), separators);
	const char *slash = strrchr(begin, '/');
	SCRATCH struct arena *scratch = arena_new();
	char folder[PROMPT_TEXT];

	take_from(out, text, slash ? slash + 1 : begin);
	snprintf(folder, sizeof folder, "%.*s", (int)(out->word - begin), begin);
	add_paths(out, *folder ? source_path_expand(folder, scratch) : ".");
}

void complete_path(struct session *s, const char *text, struct completion *out) {
	complete_path_behind(text, " ", out);
}

void complete_map(struct session *s, const char *text, struct completion *out) {
	complete_path_behind(text, " =", out);
}

/* Names that begin with the word, or whose last word does.  Returns how many of the candidates are
 * functions. */
static size_t add_names(struct session *s, struct completion *c) {
	const struct dataset *data = s->data;
	const struct profile *p = data ? data->profile : NULL;
	SCRATCH struct arena *arena = arena_new();
	size_t nfuncs = 0, len;

	for (size_t i = 0; p && *c->word && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct source_location *location = dataset_location(data, f);
		const char *name = names_get(data->names, f, NAME_SHORT);
		const char *full = names_get(data->names, f, NAME_FULL);
		const char *last = short_name_last(full, full != f->name, &len);
		const size_t before = c->n;

		add(c, name);
		if (short_name_begin(full))
			add(c, name + short_name_begin(full));
		add_as(c, arena_text(arena, last, len), name);
		nfuncs += c->n - before;
		if (location && location->file)
			add(c, location->file);
	}
	return nfuncs;
}

/* The beginning of the name at the end of a filter; "::" is part of a name. */
static const char *name_start(const char *text) {
	static const char separators[] = " !=:/\"";
	const char *at = word_start(text, text + strlen(text), separators);

	while (at > text + 1 && at[-1] == ':' && at[-2] == ':')
		at = word_start(text, at - 2, separators);
	return at;
}

void complete_name(struct session *s, const char *text, struct completion *out) {
	take_from(out, text, name_start(text));
	add_names(s, out);
}

/* After an open quote everything is the name, including spaces and colons. */
void complete_filter(struct session *s, const char *text, struct completion *out) {
	const char *quote = NULL;

	for (const char *at = text; (at = strchr(at, '"')); at++)
		quote = quote ? NULL : at;
	take_from(out, text, quote ? quote + 1 : name_start(text));
	out->needs_quotes = add_names(s, out) == out->n && out->n && !quote &&
	                    strpbrk(out->common, " !/.()<>*+?[]{}^$|\\,");
}

/* A command's name is followed by its argument; a shorthand is part of the argument.  A setting's
 * name is followed by its values, too. */
void complete_command(struct session *s, const char *text, struct completion *out) {
	const size_t before = take_word(out, text);
	const char *line = text + strspn(text, " ");
	char first[64];
	const char *arg = text_take_word(first, sizeof first, line);

	struct command_word word = command_named(s, first);
	if (!before) {
		add_commands(s, out);
		add_settings(out);
	} else if (word.command && word.command->complete) {
		arg = word.is_short ? line : arg;
		word.command->complete(s, arg, out);
		out->from += (size_t)(arg - text);
	}
	if (before == 1)
		add_values(s, first, out);
}

enum { WHEEL_ROWS = 3 };

static void click_tab(struct session *s, int cols, int col) {
	const struct view *view = screen_tab_at(s, cols, col);
	char line[64];

	if (!view)
		return;
	s->pane = &s->panes[0];
	snprintf(line, sizeof line, "view %s", view->name);
	command_run(s, line);
}

/* A second click on the heading reverses the order. */
static void click_heading(struct session *s, int col) {
	size_t column = screen_column_at(s->pane, col - s->pane->area.col);
	const char *sort = pane_sort(s->pane);
	char line[64];

	if (column == s->pane->table.columns->n)
		return;
	const char *name = s->pane->table.columns->list[column].name;
	snprintf(line, sizeof line, "sort %s", name);
	command_run(s, sort && !strcmp(sort, name) ? "reverse" : line);
}

/* A click on the mark of a row that folds opens or closes it. */
static void click_row(struct session *s, int row, int col, bool opens) {
	const int below = row - s->pane->area.row - 1;
	size_t at = s->pane->top + (size_t)below;

	if (at >= s->pane->table.nrows || below >= s->pane->body_rows)
		return;
	pane_move(s->pane, at);
	if (screen_is_fold_at(s->pane, at, col - s->pane->area.col))
		command_run(s, "fold");
	else if (opens)
		command_run(s, "open");
}

/* Scrolls; the cursor stays on the screen. */
static void wheel(struct pane *pane, bool is_down) {
	const size_t body = (size_t)pane->body_rows;

	pane_scroll(pane, is_down ? WHEEL_ROWS : -WHEEL_ROWS);
	if (pane->cursor < pane->here.top)
		pane_move(pane, pane->here.top);
	else if (pane->cursor >= pane->here.top + body)
		pane_move(pane, pane->here.top + body - 1);
}

/* The pane at a position on the screen, or NULL. */
static struct pane *pane_at(struct session *s, int row, int col) {
	for (size_t i = 0; i < 2; i++) {
		const struct area *a = &s->panes[i].area;

		if (row >= a->row && row < a->row + a->rows && col >= a->col &&
		    col < a->col + a->cols && s->panes[i].table.data)
			return &s->panes[i];
	}
	return NULL;
}

/* A click moves the focus to the pane, the wheel only scrolls it. */
static void take_mouse(struct session *s, const struct event *event) {
	const char *what = event->text;
	const bool is_wheel = !strncmp(what, "Wheel", 5);
	int rows, cols;

	s->terminal->size(&rows, &cols);
	split_arrange(s, rows, cols);
	s->is_dragging = !is_wheel && split_is_border(s, event->row, event->col);
	struct pane *pane = pane_at(s, event->row, event->col);
	if (event->row == 0 && !is_wheel)
		click_tab(s, cols, event->col);
	if (!pane)
		return;
	if (is_wheel) {
		wheel(pane, !strcmp(what, "WheelDown"));
		return;
	}
	s->pane = pane;
	if (event->row == pane->area.row)
		click_heading(s, event->col);
	else
		click_row(s, event->row, event->col, !strcmp(what, "DoubleClick"));
}

/* The line is copied because it may open another menu.  If the first half of a double click closed
 * the menu, the view does not get the second.  What closes a text is for what is behind it. */
static void give_menu(struct session *s, const struct event *event) {
	char copy[PROMPT_TEXT];
	const char *line;
	int rows, cols;

	s->terminal->size(&rows, &cols);
	const bool takes = menu_event(&s->menu, event, rows, cols, &line);
	s->ignores_double_click = event->kind == EVENT_MOUSE && !s->menu.title;
	if (!takes && s->nahead < AHEAD) { /* it is the first of those that wait */
		memmove(s->ahead + 1, s->ahead, s->nahead++ * sizeof *s->ahead);
		s->ahead[0] = *event;
	}
	if (!line)
		return;
	snprintf(copy, sizeof copy, "%s", line);
	command_run(s, copy);
}

/* The hint says what the user may have meant: the synonyms know what the key does in other
 * programs, and the hint says how to do that here ("Q: quit gptui"). */
static bool fail_key(const struct session *s, const char *key, bool is_bound, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *name = is_bound ? NULL : meant(key), *keys = "";
	enum { ROOM = 79 };
	char shown[64];

	text_safe(shown, sizeof shown, key);
	if (!name)
		return fail(err, "%s does nothing here; ? lists the keys", shown);
	const struct command_word w = command_named(s, name);
	keys = bindings_keys(&s->bindings, w.keys, name, arena);
	/* What is behind a comma, if there is room. */
	for (const char *ends = ";:."; ends; ends = *ends == ',' ? NULL : ",;:.") {
		fail(err, "%s does nothing here; %s%.*s: %c%.*s", shown, *keys ? "" : ":",
		     (int)strcspn(*keys ? keys : name, " "), *keys ? keys : name, tolower(*w.help),
		     (int)strcspn(w.help, ends) - 1, w.help + 1);
		if (text_width(err->reason) <= ROOM)
			break;
	}
	return false;
}

/* Runs what a key is bound to, else its own command. */
static bool press_key(struct session *s, const char *key, struct error *err) {
	const struct binding *own = bindings_find(&s->bindings, key);
	const char *line = own ? own->line : command_of_key(s, key).name;

	return line && *line ? command_line(s, line, err) : fail_key(s, key, own, err);
}

/* The word that the line of a key begins with; its command is NULL where there is none. */
static struct command_word word_of(const struct session *s, const char *key) {
	const struct binding *own = bindings_find(&s->bindings, key);
	char name[EVENT_TEXT];

	text_take_word(name, sizeof name, own ? own->line : "");
	return own ? command_named(s, name) : command_of_key(s, key);
}

/* Whether a view shows the same whatever rows are to come, and what follows it does: a list, unless
 * only rows tell the function that is left; or what is about the function of the present view and
 * no position in its code. */
static bool takes_no_row(const struct location *here, const struct view *view) {
	if (!view->is_of_function && view->kind != VIEW_CALLS &&
	    (view->kind != VIEW_FUNCTIONS || here->view->kind == VIEW_FUNCTIONS))
		return here->query.subject || !here->view->is_of_function;
	return here->view->is_of_function && !here->nmoves &&
	       !(view_shows_code(view) && view_shows_code(here->view));
}

/* Whether what a command does depends on rows that are still being made.  Moves are wishes of their
 * location, and files can be chosen while others are read. */
static bool lacks_rows(const struct session *s, const struct command_word *word,
                       const struct view *view) {
	const struct location *here = &s->pane->here;

	if (word->command->needs_no_rows || (view && takes_no_row(here, view)))
		return false;
	if (s->is_replaced && !here->view->file && !word->command->is_lasting)
		return true;
	return table_waits(&s->pane->table) && s->worker && worker_is_busy(s->worker) &&
	       (!word->command->move || here->nmoves == MOVES);
}

/* Whether what an event asks for is still being made: the profile, what a view needs of other
 * files, or the rows of the pane. */
static bool is_early(const struct session *s, const struct event *event) {
	const struct command_word word = word_of(s, event->text);
	const struct view *view = word.is_short ? view_named(word.name) : NULL;
	const char *inverse = s->pane->here.view->inverse;

	if (!s->data || s->prompt.kind || s->menu.title || !word.command)
		return !s->data;
	const struct view *to = word.command->need == NEED_INVERSE && inverse ? view_named(inverse)
	                                                                      : view;
	return ((s->reads_base || s->finds_runs) && to && !view_is_there(to, s->data)) ||
	       lacks_rows(s, &word, view);
}

/* Whether an event has to wait, behind others that do, and is kept. */
static bool waits(struct session *s, const struct event *event) {
	const struct command_word word = word_of(s, event->text);
	const struct command *c = word.command;

	if (event->kind == EVENT_MOUSE || s->prompt.kind || s->menu.title)
		return false;
	if (!s->nahead && !(c && is_early(s, event)))
		return false;
	/* Some act in front of what waits, unless the key is typed into a line. */
	if (c && (!s->types_ahead || event->text[1]) &&
	    (s->data ? c->is_always && !c->needs_no_rows : c->is_always || c->is_lasting))
		return false;
	if (s->nahead == AHEAD) {
		session_say(s, "too many keys typed ahead; Esc cancels");
		return true;
	}
	s->types_ahead |= c && c->arg && !word.is_short;
	s->ahead[s->nahead++] = *event;
	return true;
}

/* Whether the event is ignored. */
static bool is_dropped(struct session *s, const struct event *event) {
	bool ignores = s->ignores_double_click;

	if (event->kind != EVENT_MOUSE)
		return false;
	s->ignores_double_click = false;
	return !s->data || s->prompt.kind || (ignores && !strcmp(event->text, "DoubleClick"));
}

/* The name after "theme" or "set theme"; false if there is none.  A path is not opened while it is
 * being typed. */
static bool name_in(char *name, size_t size, const char *line) {
	if (!line)
		return false;
	line = text_take_word(name, size, line);
	if (!strcmp(name, "set"))
		line = text_take_word(name, size, line);
	if (strcmp(name, "theme") != 0)
		return false;
	text_take_word(name, size, line);
	return *name && !strchr(name, '/');
}

/* Shows the theme that a command line would set while it is typed or is under the cursor of a menu,
 * else the session's own. */
static void theme_preview(struct session *s) {
	const struct prompt_kind *typed = s->prompt.kind;
	const struct menu_line *here = typed ? NULL : menu_line_here(&s->menu);
	const char *line = typed && typed->history == ':' ? s->prompt.text
	                   : here                         ? here->run
	                                                  : NULL;
	struct error ignored = { "" };
	char name[PROMPT_TEXT];
	struct theme theme;
	const bool shows = name_in(name, sizeof name, line) && theme_load(&theme, name, &ignored);

	if (s->terminal && (shows || s->previews_theme))
		s->terminal->take_theme(shows ? &theme : &s->preferences.theme);
	s->previews_theme = shows;
}

/* Gives an event to whoever it is for. */
static void take(struct session *s, const struct event *event) {
	struct error err = { "" };

	s->message.reason[0] = '\0';
	if (s->prompt.kind)
		prompt_event(&s->prompt, event);
	else if (s->menu.title)
		give_menu(s, event);
	else if (event->kind == EVENT_MOUSE)
		take_mouse(s, event);
	else if (event->kind == EVENT_KEY && !press_key(s, event->text, &err))
		session_fail(s, &err);
	theme_preview(s);
}

/* Whether a key with Alt means nothing, and so is Esc and that key typed right after it: terminals
 * send the same for both. */
static bool is_two_keys(const struct session *s, const struct event *event) {
	if (event->kind != EVENT_KEY || strncmp(event->text, "M-", 2) != 0)
		return false;
	if (s->prompt.kind)
		return !text_has_word(PROMPT_ALT_KEYS, event->text);
	return s->menu.title || (!bindings_find(&s->bindings, event->text) &&
	                         !command_of_key(s, event->text).command);
}

bool input_ahead(struct session *s) {
	struct event event = s->ahead[0];

	if (!s->nahead || is_early(s, &event))
		return false;
	if (is_two_keys(s, &event)) {
		s->ahead[0] = event_of(EVENT_KEY, event.text + 2);
		event = event_of(EVENT_KEY, "Esc");
	} else {
		memmove(s->ahead, s->ahead + 1, --s->nahead * sizeof *s->ahead);
		s->types_ahead &= s->nahead > 0;
	}
	take(s, &event);
	return true;
}

void input_event(struct session *s, const struct event *event) {
	if (!strcmp(event->text, "Release") && event->kind == EVENT_MOUSE) {
		if (s->is_dragging)
			split_drag(s, event->row, event->col);
		s->is_dragging = false;
		return;
	}
	s->message.reason[0] = '\0';
	if (is_two_keys(s, event)) {
		const struct event keys[] = { event_of(EVENT_KEY, "Esc"),
			                      event_of(EVENT_KEY, event->text + 2) };

		input_event(s, &keys[0]);
		input_event(s, &keys[1]);
	} else if (!is_dropped(s, event) && !waits(s, event)) {
		take(s, event);
	}
}
