/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "ui/config/settings.h"

/* Asks for a line that changes which rows there are, as it is typed. */
static bool ask(struct session *s, const struct prompt_kind *kind, const char *label,
                const char *text) {
	s->origin = pane_anchor(s->pane);
	prompt_open(&s->prompt, kind, label, text);
	return true;
}

/* Goes back to the row that typing began on, if it is there. */
static bool return_to_row(struct session *s) {
	pane_move_to(s->pane, (struct anchor){ s->origin.id, s->origin.func, s->pane->here.row });
	return true;
}

static bool filter_changed(struct session *s, const char *text, size_t *at, struct error *err) {
	return session_filter(s, text, at, err) && return_to_row(s);
}

static const struct prompt_kind filter_prompt = {
	.hint = "name, file.c:name, caller/callee, !not",
	.changed = filter_changed,
	.comes_back = true,
	.complete = complete_filter,
	.shows_hidden = true,
	.history = 'f',
};

static bool filter(struct session *s, const char *arg, struct error *err) {
	size_t at;

	if (*arg)
		return session_filter(s, arg, &at, err);
	return ask(s, &filter_prompt, "filter: ", s->pane->here.filter);
}

static bool unfilter(struct session *s, const char *arg, struct error *err) {
	size_t at;

	if (!*s->pane->here.filter)
		choosing_all(s);
	return session_filter(s, "", &at, err);
}

/* Appends a term to a filter; false if there is no room for it, or its name cannot be quoted. */
static bool add_term(char *out, size_t size, const char *before, const char *term) {
	const int len = snprintf(out, size, "%s%s", before, term);
	size_t nquotes = 0;

	for (; *term; term++)
		nquotes += *term == '"';
	return len >= 0 && (size_t)len < size && nquotes == 2;
}

static const char *term_of(struct session *s, const struct func *f, enum name_style style) {
	return arena_format(s->pane->table_arena, "=\"%s\"", names_get(s->data->names, f, style));
}

/* Adds the term for exactly what the row is: its group, its line, or the function under the cursor,
 * with the name that is shown or, if that is too long, the one in the executable. */
static bool filter_by_row(struct session *s, const char *before, struct error *err) {
	const struct func *f = pane_subject(s->pane);
	const char *term = pane_term(s->pane);
	char text[PROMPT_TEXT];
	size_t at;

	if (term ? !add_term(text, sizeof text, before, term)
	         : !add_term(text, sizeof text, before,
	                     term_of(s, f, s->pane->here.query.display.names)) &&
	                    !add_term(text, sizeof text, before, term_of(s, f, NAME_RAW)))
		return fail(err, "the filter would be too long; F clears it");
	return session_filter(s, text, &at, err);
}

static bool only(struct session *s, const char *arg, struct error *err) {
	if (pane_base_file(s->pane))
		return fail(err, "this is a file of the base; x switches it off or on");
	return !pane_file(s->pane) ? filter_by_row(s, "", err) : choosing_only(s, err);
}

static bool exclude(struct session *s, const char *arg, struct error *err) {
	char before[PROMPT_TEXT];

	if (pane_file(s->pane) || pane_base_file(s->pane))
		return choosing_toggle(s, err);
	snprintf(before, sizeof before, "%.*s%s!", PROMPT_TEXT - 4, s->pane->here.filter,
	         *s->pane->here.filter ? " " : "");
	return filter_by_row(s, before, err);
}

static bool limit_changed(struct session *s, const char *text, size_t *at, struct error *err) {
	*at = strspn(text, "0123456789.");
	return setting_set(setting_named("limit"), s, *text ? text : "0", err) && return_to_row(s);
}

static const struct prompt_kind limit_prompt = {
	.hint = "rows with a smaller share of the time are hidden; 0 shows all",
	.changed = limit_changed,
	.comes_back = true,
	.shows_hidden = true,
	.history = 'L',
};

static bool limit(struct session *s, const char *arg, struct error *err) {
	if (*arg)
		return setting_set(setting_named("limit"), s, arg, err);
	ask(s, &limit_prompt, "limit in %: ", "");
	snprintf(s->prompt.before, sizeof s->prompt.before, "%s",
	         setting_value(setting_named("limit"), &s->preferences, s->pane->table_arena));
	return true;
}

/* Closes what the search has opened so far. */
static void close_opened(struct session *s) {
	const size_t n = s->nopened;

	for (; s->nopened; s->nopened--) {
		const uint64_t fold = s->opened[s->nopened - 1];

		folds_set(s->folds, fold, !folds_has(s->folds, fold));
	}
	if (n)
		session_refresh(s);
}

/* Makes a pattern the one to search for; messages call it `shown`. */
static bool take_pattern(struct session *s, const char *text, const char *shown, size_t *at,
                         struct error *err) {
	struct arena *arena = arena_new();
	const size_t len = strlen(text);
	const struct pattern *pattern = pattern_new(
		text, len, pattern_is_glob(text, len) ? PATTERN_GLOB : PATTERN_REGEX, arena, at,
		err);

	if (!pattern) {
		arena_free(arena);
		return false;
	}
	close_opened(s);
	arena_free(s->search_arena);
	s->search_arena = arena;
	s->search = *text ? pattern : NULL;
	snprintf(s->search_text, sizeof s->search_text, "%s", shown);
	return true;
}

static bool search_changed(struct session *s, const char *text, size_t *at, struct error *err) {
	if (!take_pattern(s, text, text, at, err))
		return false;
	pane_move_to(s->pane, s->origin);
	*at = strlen(text);
	return !s->search || finding_begin(s, s->origin.row, s->search_goes_up, true, err);
}

static bool say_found(struct session *s) {
	session_say(s, "%s", finding_words(s, s->pane->table_arena));
	return true;
}

/* What is no pattern stays in the prompt; one not found is searched for again, for a message. */
static bool search_accept(struct session *s, const char *text, struct error *err) {
	size_t at;

	s->nopened = 0;
	s->finding.is_typed = false;
	if (!s->prompt.is_broken)
		return say_found(s);
	if (!take_pattern(s, text, text, &at, err))
		return false;
	if (!finding_begin(s, s->origin.row, s->search_goes_up, false, err))
		session_fail(s, err);
	return true;
}

static void search_cancel(struct session *s) {
	close_opened(s);
	pane_move_to(s->pane, s->origin);
	s->search = NULL;
}

static const struct prompt_kind search_prompt = {
	.hint = "a pattern; n and N continue",
	.changed = search_changed,
	.accept = search_accept,
	.cancel = search_cancel,
	.complete = complete_name,
	.shows_found = true,
	.history = '/',
};

static bool begin_search(struct session *s, const char *arg, bool goes_up, struct error *err) {
	size_t at;

	s->origin = pane_anchor(s->pane);
	s->search_goes_up = goes_up;
	if (*arg)
		return search_changed(s, arg, &at, err) && say_found(s);
	prompt_open(&s->prompt, &search_prompt, goes_up ? "?" : "/", "");
	return true;
}

static bool search(struct session *s, const char *arg, struct error *err) {
	return begin_search(s, arg, false, err);
}

static bool search_back(struct session *s, const char *arg, struct error *err) {
	return begin_search(s, arg, true, err);
}

/* Goes on in the direction of the search, or against it. */
static bool search_on(struct session *s, int by, struct error *err) {
	const size_t from = s->pane->cursor;
	const bool goes_up = s->search_goes_up == (by > 0);

	return finding_begin(s, goes_up ? from - 1 : from + 1, goes_up, false, err);
}

/* Searches for the function that the row leads to, else the one it is about, as a whole word; case
 * matters. */
static bool search_symbol(struct session *s, const char *arg, struct error *err) {
	struct query to;
	const bool leads = pane_follow(s->pane, pane_row(s->pane), NULL, &to) && to.subject;
	const char *name = names_get(s->data->names, leads ? to.subject : pane_subject(s->pane),
	                             s->pane->here.query.display.names);
	SCRATCH struct arena *arena = arena_new();
	size_t at;

	s->search_goes_up = false;
	return take_pattern(s,
	                    arena_format(arena, "(?-i)(?<![\\w:.$@])%s(?![\\w:.$@])",
	                                 pattern_quoted(name, arena)),
	                    name, &at, err) &&
	       search_on(s, 1, err);
}

static const struct command list[] = {
	{ "search", .arg = "[PATTERN]",
	  .help = "Go to the next match as you type, also in closed rows.", .run = search,
	  .complete = complete_name },
	{ "search-back", .arg = "[PATTERN]", .help = "Search upwards, as you type; n continues up.",
	  .run = search_back, .complete = complete_name },
	{ "search-next", .help = "Go to the next row found.", .need = NEED_SEARCH,
	  .run_by = search_on, .by = 1 },
	{ "search-previous", .help = "Go to the previous row found.", .need = NEED_SEARCH,
	  .run_by = search_on, .by = -1 },
	{ "search-symbol", .help = "Go to the next row with the function's name.",
	  .need = NEED_FUNCTION, .run = search_symbol },
	{ "filter", .arg = "[FILTER]", .help = "Show only what matches a filter, as you type.",
	  .run = filter, .complete = complete_filter },
	{ "only", .help = "Show only this row; in a list of files, count only it.",
	  .need = NEED_CHOICE, .run = only },
	{ "exclude", .help = "Hide this row; in a list of files, switch it off or on.",
	  .need = NEED_CHOICE, .run = exclude },
	{ "same-work", .help = "Leave out runs with different work, or count them again.",
	  .need = NEED_BASE, .run = choosing_same_work },
	{ "unfilter", .help = "Clear the filter; else count all files again, ending =.",
	  .need = NEED_FILTER, .run = unfilter },
	{ "limit", .arg = "[PERCENT]", .help = "Hide rows below a share of the time; 0 shows all.",
	  .run = limit },
};

const struct command_group filter_commands = {
	.title = "Search and filter",
	.rank = 40,
	COMMANDS(list),
};
