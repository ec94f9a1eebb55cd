/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/input.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "process/worker.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "views/views.h"

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
 * the menu, the view does not get the second. */
static void give_menu(struct session *s, const struct event *event) {
	char copy[PROMPT_TEXT];
	int rows, cols;

	s->terminal->size(&rows, &cols);
	const char *line = menu_event(&s->menu, event, rows, cols);
	s->ignores_double_click = event->kind == EVENT_MOUSE && !s->menu.title;
	if (!line)
		return;
	snprintf(copy, sizeof copy, "%s", line);
	command_run(s, copy);
}

/* The command that a line "bind KEY COMMAND" of the text binds the key to, or NULL. */
static const char *bound(const char *text, const char *key, struct arena *arena) {
	char word[EVENT_TEXT];
	int at = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (sscanf(text, "bind %63s %n", word, &at) == 1 && !strcmp(word, key))
			return arena_text(arena, text + at, strcspn(text + at, "\n"));
	return NULL;
}

static const char *preset_line(const char *key, struct arena *arena) {
	const char *line = NULL;

	for (size_t i = 0; presets[i].name && !line; i++)
		line = bound(presets[i].text, key, arena);
	return line;
}

/* The first key that runs the line here, or ":LINE". */
static const char *key_of(const struct session *s, const char *line, struct arena *arena) {
	const struct command_word word = command_named(s,
	                                               arena_text(arena, line, strcspn(line, " ")));
	const char *keys = bindings_keys(&s->bindings, word.keys, line, arena);

	return *keys ? arena_text(arena, keys, strcspn(keys, " "))
	             : arena_format(arena, ":%s", line);
}

/* The hint says what the user may have meant: the presets know what the key does in other programs,
 * and the hint says how to do that here ("for quit press Q"). */
static bool fail_key(const struct session *s, const char *key, bool is_bound, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *line = is_bound ? NULL : preset_line(key, arena);
	const char *hint = "? lists the keys";
	char shown[64];

	if (line)
		hint = arena_format(arena, "for %.*s press %s", (int)strcspn(line, " "), line,
		                    key_of(s, line, arena));
	text_safe(shown, sizeof shown, key);
	return fail(err, "%s does nothing here; %s", shown, hint);
}

/* Runs what a key is bound to, else its own command. */
static bool press_key(struct session *s, const char *key, struct error *err) {
	const struct binding *own = bindings_find(&s->bindings, key);
	const char *line = own ? own->line : command_of_key(s, key).name;

	if (line && *line)
		return command_line(s, line, err);
	return fail_key(s, key, own, err);
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
	if (!view->is_of_function && view->kind != VIEW_CALLS)
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

	if (!s->data || s->prompt.kind || s->menu.title || !word.command)
		return !s->data;
	return ((s->reads_base || s->finds_runs) && view && !view_is_there(view, s->data)) ||
	       lacks_rows(s, &word, view);
}

/* Whether a command acts before keys that wait. */
static bool is_in_front(const struct session *s, const struct command *command) {
	return s->data ? command->is_always && !command->needs_no_rows
	               : command->is_always || command->is_lasting;
}

/* Whether an event has to wait, behind others that do, and is kept.  What acts in front does so at
 * once, unless its key is a letter of a line being typed. */
static bool waits(struct session *s, const struct event *event) {
	const struct command_word word = word_of(s, event->text);

	if (event->kind == EVENT_MOUSE || s->prompt.kind || s->menu.title ||
	    !(s->nahead || (word.command && is_early(s, event))))
		return false;
	if (word.command && is_in_front(s, word.command) && (!s->types_ahead || event->text[1]))
		return false;
	if (s->nahead == AHEAD) {
		session_say(s, "too many keys typed ahead; Esc cancels");
		return true;
	}
	s->types_ahead |= word.command && word.command->arg && !word.is_short;
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

/* The command line that is typed, or under the cursor of a menu; or NULL. */
static const char *line_under_way(const struct session *s) {
	const struct menu_line *here = menu_line_here(&s->menu);

	if (s->prompt.kind)
		return s->prompt.kind->history == ':' ? s->prompt.text : NULL;
	return here ? here->run : NULL;
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
	theme_preview(s, line_under_way(s));
}

bool input_ahead(struct session *s) {
	const struct event event = s->ahead[0];

	if (!s->nahead || is_early(s, &event))
		return false;
	memmove(s->ahead, s->ahead + 1, --s->nahead * sizeof *s->ahead);
	s->types_ahead &= s->nahead > 0;
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
	if (!is_dropped(s, event) && !waits(s, event))
		take(s, event);
}
