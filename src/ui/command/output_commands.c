/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <unistd.h>

#include "base/spawn.h"
#include "export/exporter.h"
#include "parse/source/source_files.h"
#include "ui/screen/screen.h"
#include "views/views.h"

static struct caption caption(const struct session *s, const struct table *table) {
	return caption_of(s->pane->here.view, table, s->pane->here.filter, s->pane->table_arena);
}

/* The rows as they are shown; for programs as a report has them, with nothing folded or added up.
 * The query must live as long. */
static struct table table_for(const struct session *s, const struct writer *writer,
                              struct query *query) {
	const struct pane *pane = s->pane;

	if (!writer->is_for_programs)
		return pane->table;
	*query = pane->here.query;
	query->is_whole = true;
	query->display.paths |= writer->has_paths;
	return view_table(pane->here.view, pane->table.data, query, pane->table_arena);
}

static bool write_now(struct session *s, const char *path, struct error *err) {
	const struct writer *writer = writer_for(path, err);
	struct query query;
	const char *followed;

	if (!writer)
		return false;
	struct table table = table_for(s, writer, &query);
	struct caption head = caption(s, &table);
	if (!write_file(path, writer, &table, &head, &followed, s->pane->table_arena, err))
		return false;
	session_say(s, "wrote %zu rows as %s to %.300s%s%.300s", table.nrows, writer->name, path,
	            followed ? ", a link to " : "", followed ? followed : "");
	return true;
}

/* Writes at once where nothing is, and asks before it follows a link. */
static bool write_or_ask(struct session *s, const char *path, overwrite_write *write,
                         struct error *err) {
	const char *end = target_of_link(path, s->pane->table_arena);
	char question[PROMPT_LABEL], shown[PROMPT_LABEL / 2];
	struct stat status;
	bool exists = !stat(path, &status);

	if (!end && !exists)
		return write(s, path, err);
	text_fit(shown, sizeof shown, end ? end : own_shown(path, s->pane->table_arena), 40);
	snprintf(question, sizeof question,
	         end ? "a link to %s; %s that? y/n " : "%s exists; %s it? y/n ", shown,
	         exists ? "overwrite" : "create");
	return overwrite_ask(s, question, path, write, err);
}

/* Fails, too, where only :export has the format. */
static bool has_writer(const char *path, struct error *err) {
	if (writer_for(path, err))
		return true;
	for (size_t i = 0; exporters[i]; i++)
		if (!strcasecmp(exporters[i]->ending, strrchr(path, '.')))
			return fail(err, ":export %s writes %s", exporters[i]->name,
			            exporters[i]->ending);
	return false;
}

static bool write_accept(struct session *s, const char *text, struct error *err) {
	const char *path = source_path_expand(text, s->pane->table_arena);

	if (!*text)
		return fail(err, "a file name is needed");
	return has_writer(path, err) && write_or_ask(s, path, write_now, err);
}

static const struct prompt_kind write_prompt = {
	.hint = "a file, in the format of its ending",
	.accept = write_accept,
	.complete = complete_path,
	.history = 'P',
};

static bool write_view(struct session *s, const char *arg, struct error *err) {
	const struct location *here = &s->pane->here;
	const struct func *f = here->view->is_of_function ? here->query.subject : NULL;
	char path[PROMPT_TEXT];

	if (*arg)
		return write_accept(s, arg, err);
	snprintf(path, sizeof path, "%.400s-%s%s%.40s.txt", s->name, here->view->name, f ? "-" : "",
	         f ? names_get(s->data->names, f, NAME_SHORT) : "");
	for (char *at = path + strnlen(s->name, 400); *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("-.", *at))
			*at = '_';
	prompt_open(&s->prompt, &write_prompt, "write to: ", path);
	s->prompt.is_proposed = true;
	return true;
}

/* The view as an unnamed file, at its beginning.  Not a pipe, because writing to a full one would
 * hang if the command was stopped. */
static FILE *view_as_file(const struct session *s, struct error *err) {
	struct caption head = caption(s, &s->pane->table);
	FILE *file = tmpfile();

	if (!file)
		return fail_null(err, "no temporary file: %s", strerror(errno));
	writer_named("text")->write(&s->pane->table, &head, file);
	if (!fflush(file) && !ferror(file) && !fseek(file, 0, SEEK_SET))
		return file;
	fail(err, "the temporary file: %s", strerror(errno));
	fclose(file);
	return NULL;
}

/* Runs a command with the view on its standard input. */
static bool run_with_view(struct session *s, const char *command, struct error *err) {
	struct arena *arena = s->pane->table_arena;
	char *argv[] = { arena_format(arena, "sh"), arena_format(arena, "-c"),
		         arena_format(arena, "%s", command), NULL };
	FILE *file = view_as_file(s, err);
	int status;

	if (!file)
		return false;
	bool ok = child_run(&status, argv, fileno(file), SPAWN_OURS, 0, NULL, err);
	fclose(file);
	if (!ok || !child_succeeded(status, command, err))
		return false;
	session_say(s, "done: %.300s", command);
	return true;
}

/* Keeps the command's output on the screen until Enter. */
static void wait_for_enter(void) {
	char c;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
	    write(STDOUT_FILENO, "\n[Enter goes back] ", 19) < 0)
		return;
	while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
		;
}

static bool pipe_accept(struct session *s, const char *text, struct error *err) {
	struct error why = { "" };

	if (!*text)
		return fail(err, "a command is needed");
	s->terminal->pause();
	bool ok = run_with_view(s, text, &why);
	wait_for_enter();
	s->terminal->resume();
	if (!ok)
		session_fail(s, &why);
	return true;
}

static const struct prompt_kind pipe_prompt = {
	.hint = "a command, such as less or sort -n",
	.accept = pipe_accept,
	.history = '|',
};

static bool pipe_view(struct session *s, const char *arg, struct error *err) {
	if (*arg)
		return pipe_accept(s, arg, err);
	prompt_open(&s->prompt, &pipe_prompt, "pipe to: ", "");
	return true;
}

/* In a view of callers a picture has what reaches the function, in others what it reaches. */
static bool export_now(struct session *s, const char *path, struct error *err) {
	const struct view *view = s->panes[0].here.view;
	const struct func *f = view->is_of_function ? s->panes[0].here.query.subject : NULL;
	const struct export what = {
		.data = s->data,
		.names = s->preferences.display.names,
		.limit = s->preferences.display.limit,
		.from = view->leads_up ? NULL : f,
		.to = view->leads_up ? f : NULL,
		.arena = s->pane->table_arena,
	};

	if (!export_file(path, s->exporter, &what, err))
		return false;
	session_say(s, "wrote %.*s to %.300s%s", (int)strcspn(s->exporter->help, ",;"),
	            s->exporter->help, path,
	            s->exporter->is_bare && *doubts_of(&what, 1, what.arena) ? ", without its ?"
	                                                                     : "");
	return true;
}

static const char *export_path(const struct session *s, const struct exporter *exporter,
                               struct arena *arena) {
	return arena_format(arena, "%.400s%s", s->name, exporter->ending);
}

/* "prog.svg: a flame graph, as SVG". */
static const char *format_note(const struct session *s, const struct exporter *exporter) {
	struct arena *arena = s->menu.arena;

	return arena_format(arena, "%s: %s", export_path(s, exporter, arena), exporter->help);
}

/* For the menu of all: the formats. */
static void offer_formats(struct session *s) {
	struct arena *arena = s->menu.arena;

	for (const struct exporter *const *e = exporters; *e; e++) {
		const char *run = arena_format(arena, "export %s", (*e)->name);
		const char *words = command_synonyms(arena_format(arena, "export:%s", (*e)->name));
		menu_add(&s->menu,
		         (struct menu_line){
				 MENU_SETTING, "Export", .run = run,
				 .note = arena_format(arena, "%s.", format_note(s, *e)),
				 .name = arena_format(arena, "%s %s", (*e)->name, words) });
	}
}

/* Opens a menu of the formats. */
static void choose_format(struct session *s) {
	struct arena *arena = s->menu.arena;

	menu_open(&s->menu, "Export the whole profile");
	for (const struct exporter *const *e = exporters; *e; e++)
		menu_offer(&s->menu, (*e)->name, format_note(s, *e),
		           arena_format(arena, "export %s", (*e)->name));
}

static bool export(struct session *s, const char *arg, struct error *err) {
	struct arena *arena = s->pane->table_arena;
	char format[64];
	const char *path = text_take_word(format, sizeof format, arg);

	if (!*arg) {
		choose_format(s);
		return true;
	}
	s->exporter = exporter_named(format, err);
	return s->exporter && write_or_ask(s,
	                                   *path ? source_path_expand(path, arena)
	                                         : export_path(s, s->exporter, arena),
	                                   export_now, err);
}

static const struct command list[] = {
	{ "write", .aliases = "w", .arg = "[FILE]",
	  .help = "Write this view to a file: text, CSV, JSON or Markdown.", .run = write_view,
	  .complete = complete_path },
	{ "export", .arg = "[FORMAT [FILE]]",
	  .help = "Write the whole profile for another program.", .run = export,
	  .complete = complete_export, .offer = offer_formats },
	{ "pipe", .arg = "[COMMAND]", .help = "Pipe this view, as text, to a command.",
	  .run = pipe_view },
};

const struct command_group output_commands = {
	.title = "Output",
	.rank = 60,
	COMMANDS(list),
};
