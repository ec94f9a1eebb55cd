/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "base/spawn.h"
#include "parse/source/source_files.h"
#include "views/filtering.h"
#include "views/views.h"

/* The row that was left for the present view, else the first row of the function. */
static size_t row_left(const struct location *list, const struct table *t, const struct func *f) {
	size_t first = t->nrows;

	for (size_t i = t->nrows; i-- > 0;)
		if (view_subject(list->view, t->rows[i].item) == f) {
			first = i;
			if (list->id && t->rows[i].id == list->id)
				break;
		}
	return first;
}

/* Makes the query ask for what a row is about; false if that is shown already.  Source and
 * instructions go from line to line, other views from function to function. */
static bool ask_for(const struct location *here, const struct view *list, const struct row *row,
                    struct query *asked) {
	query_ask(asked, view_subject(list, row->item));
	if (!view_shows_code(here->view) || !list->locate)
		return asked->subject && asked->subject != here->query.subject;
	return view_locate(list, row->item, asked) &&
	       (here->view->kind == VIEW_INSTRUCTIONS ? asked->position.has_address
	                                              : asked->position.path != NULL);
}

/* Makes the query ask for the next or previous row of the list, and moves the list's cursor there,
 * so that going back leads to it.  False at the end of the list. */
static bool ask_beside(struct session *s, struct location *list, bool is_next, struct query *asked,
                       struct arena *arena) {
	struct query query = list->query;
	struct error err;
	size_t at;

	query.filter = filter_for(s->data, list->filter, arena, &at, &err);
	struct table t = view_table(list->view, s->data, &query, arena);
	size_t row = row_left(list, &t, s->panes[0].here.query.subject);
	if (row == t.nrows)
		return false;
	do {
		row = is_next ? row + 1 : row - 1; /* wraps below 0 */
		if (row >= t.nrows)
			return false;
	} while (!ask_for(&s->panes[0].here, list->view, &t.rows[row], asked));
	list->row = row;
	list->id = t.rows[row].id;
	return true;
}

/* Moves the cursor of a list beside this pane, which follows. */
static bool step_in_list(struct pane *list, bool is_next) {
	size_t row = list->cursor;

	for (row += is_next ? 1 : SIZE_MAX; row < list->table.nrows; row += is_next ? 1 : SIZE_MAX)
		if (view_subject(list->here.view, list->table.rows[row].item)) {
			pane_move(list, row);
			return true;
		}
	return false;
}

static bool step(struct session *s, int is_next, struct error *err) {
	struct pane *first = &s->panes[0];
	SCRATCH struct arena *arena = arena_new();
	struct location *list = navigation_list(s);
	struct query query = first->here.query;
	bool found;

	if (split_has_focus(s) && !first->here.view->is_of_function) {
		found = step_in_list(first, is_next);
	} else {
		/* What files that are read again have may not be known yet. */
		if (!view_check(list->view, s->data, err))
			return false;
		found = ask_beside(s, list, is_next, &query, arena);
		if (found)
			navigation_ask(s, query);
	}
	return found || fail(err, "the list has no function %s it", is_next ? "after" : "before");
}

/* The terminal does not say whether it worked, so the text is shown. */
static bool copy(struct session *s, const char *text, const char *shown, struct error *err) {
	const char *where = s->terminal->copy(text);

	if (!where)
		return fail(err, "this terminal has no clipboard; P writes a file");
	session_say(s, "sent to %s: %.200s", where, shown);
	return true;
}

static bool copy_name(struct session *s, const char *arg, struct error *err) {
	const char *name = names_get(s->data->names, pane_subject(s->pane),
	                             s->pane->here.query.display.names);

	/* It may be pasted into a shell. */
	name = text_safe_copy(name, s->pane->table_arena);
	return copy(s, name, name, err);
}

static bool copy_row(struct session *s, const char *arg, struct error *err) {
	char line[VALUE_TEXT], cell[VALUE_TEXT];
	size_t len = 0;

	for (size_t c = 0; c < s->pane->table.columns->n; c++) {
		if (!table_shows(&s->pane->table, c))
			continue;
		table_cell(&s->pane->table, s->pane->cursor, c, cell, sizeof cell);
		len += (size_t)snprintf(line + len, sizeof line - len, "%s%s", len ? "\t" : "",
		                        cell);
		if (len >= sizeof line)
			return fail(err, "the row is too long");
	}
	return copy(s, line, "the row", err);
}

/* Runs the rest of the line for one of the functions that the code under the cursor is part of. */
static bool for_owner(struct session *s, const char *arg, struct error *err) {
	struct pane *pane = s->pane;
	char word[20];
	const char *line = text_take_word(word, sizeof word, arg);
	const unsigned long number = strtoul(word, NULL, 10);
	size_t n = pane_owners(pane).n;

	n = n ? n : pane_hosts(pane).n;
	if (!*word || word[strspn(word, "0123456789")] || !*line)
		return fail(err, "owner takes NUMBER COMMAND");
	if (!n)
		return fail(err, "the row has no line with samples");
	if (!number || number > n)
		return fail(err, "the code is part of %zu %s, not %s", n,
		            n == 1 ? "function" : "functions", word);
	pane->owner = number;
	bool ok = command_line(s, line, err);
	pane->owner = 0;
	return ok;
}

static const struct command list[] = {
	{ "step-next", .help = "Go to the next function of the list, in this view.",
	  .need = NEED_LIST, .run_by = step, .by = true },
	{ "step-previous", .help = "Go to the previous function of the list, in this view.",
	  .need = NEED_LIST, .run_by = step, .by = false },
	{ "owner", .arg = "NUMBER COMMAND",
	  .help = "Run a command for one of the functions at this line.", .run = for_owner },
	{ "copy-name", .help = "Copy the function's name, through the terminal.",
	  .need = NEED_FUNCTION, .run = copy_name },
	{ "copy-row", .help = "Copy the row, its cells separated by tabs.", .need = NEED_ROW,
	  .run = copy_row },
};

const struct command_group function_commands = {
	.title = "This function",
	.rank = 25,
	COMMANDS(list),
};

/* The line of the row under the cursor, or in views without lines its function's first. */
static bool location_of_cursor(struct source_location *out, const struct session *s,
                               struct error *err) {
	const struct view *view = s->pane->here.view;
	const struct func *f = pane_subject(s->pane);
	const struct row *row = pane_row(s->pane);
	struct query query = s->pane->here.query;

	*out = (struct source_location){ .path = NULL };
	if (row)
		*out = view_line(view, &s->pane->table, row->item);
	if (!out->path && pane_locate(s->pane, &query))
		*out = (struct source_location){ .path = query.position.path,
			                         .line = query.position.line };
	if (out->path)
		return true;
	if (!f)
		return fail(err, "the row is not about a function");
	const struct source_location *first = dataset_location(s->data, f);
	if (!first || !first->path)
		return fail(err, "no line is known; compile with -g");
	*out = *first;
	return true;
}

/* The user's editor at a line of a file; it has the terminal until it ends.  The shell splits
 * $VISUAL, which may contain arguments; the name of the file is passed on as it is.  That comes
 * from debug information, so the editor must not take it for an option ("-s") or a command
 * ("+:!..."). */
static bool open_editor(const struct terminal *terminal, const char *path, unsigned line,
                        struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const char *editor = getenv("VISUAL");
	int status;

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	if (!editor || !*editor)
		editor = "vi";
	char *argv[] = {
		arena_format(arena, "sh"),
		arena_format(arena, "-c"),
		arena_format(arena, "eval \"$0\" '\"$1\" \"$2\"'"),
		arena_format(arena, "%s", editor),
		arena_format(arena, "+%u", line ? line : 1),
		arena_format(arena, "%s%s", *path == '/' ? "" : "./", path),
		NULL,
	};
	terminal->pause();
	bool ok = child_run(&status, argv, SPAWN_OURS, SPAWN_OURS, 0, NULL, err);
	terminal->resume();
	return ok && child_succeeded(status, editor, err);
}

static bool edit(struct session *s, const char *arg, struct error *err) {
	const struct sources *sources = s->data->sources;
	struct source_location location;

	if (!location_of_cursor(&location, s, err))
		return false;
	if (!sources)
		return fail(err, "lines are still being read");
	const struct source *source = sources->get(sources->context, location.path);
	if (source->found)
		return open_editor(s->terminal, source->found, location.line, err);
	missing_source_ask(s, location.path, true);
	return true;
}

static bool map(struct session *s, const char *arg, struct error *err) {
	const char *path = s->data ? s->pane->table.source_path : NULL;
	struct source_location location;

	if (*arg) {
		if (!source_maps_add(s->maps, arg, err))
			return false;
		if (s->data)
			missing_source_refresh(s);
		return true;
	}
	if (!s->data)
		return fail(err, "map takes OLD=NEW");
	if (!path && !location_of_cursor(&location, s, err))
		return false;
	missing_source_ask(s, path ? path : location.path,
	                   path && s->pane->table.source_is_missing);
	return true;
}

static const struct command source_list[] = {
	{ "edit", .help = "Open the line, or the function, in $VISUAL or $EDITOR.",
	  .need = NEED_LOCATION, .run = edit },
	{ "map", .arg = "[OLD=NEW]",
	  .help = "Find the sources of folder OLD in folder NEW, or ask.", .is_always = true,
	  .is_lasting = true, .run = map, .complete = complete_map },
};

const struct command_group source_commands = {
	.title = "Source files",
	.rank = 27,
	COMMANDS(source_list),
};
