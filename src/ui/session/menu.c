/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/pane.h"

#include "ui/terminal/terminal.h"

enum {
	WHEEL_LINES = 3,
	LEAST_NOTE = 20 /* cells for a note beside its text, if it needs them; and so that what is
	                   behind a text says something beside it */
};

void menu_open(struct menu *m, const char *title) {
	arena_reset(m->arena);
	*m = (struct menu){ .arena = m->arena, .title = arena_format(m->arena, "%s", title) };
}

void menu_add(struct menu *m, struct menu_line line) {
	m->shown = arena_room(m->arena, m->shown, m->n, sizeof *m->shown);
	if (line.kind == MENU_COMMAND)
		m->shown[m->nshown++] = m->n;
	arena_append(m->arena, m->lines, m->n, line);
}

void menu_offer(struct menu *m, const char *text, const char *note, const char *run) {
	menu_add(m, (struct menu_line){ .text = text, .note = note, .run = run });
}

void menu_close(struct menu *m) {
	m->title = NULL;
}

static const struct menu_line *line_at(const struct menu *m, size_t shown) {
	return &m->lines[m->shown[shown]];
}

const struct menu_line *menu_line_here(const struct menu *m) {
	return m->title && m->nshown ? line_at(m, m->cursor) : NULL;
}

/* Whether it is only read. */
static bool is_text(const struct menu *m) {
	return !m->n || !m->lines->run;
}

/* ---- Its rows ---- */

/* The widest text of the lines there are at first, or with `notes` the widest note. */
static int widest(const struct menu *m, bool notes) {
	int width = 0;

	for (size_t i = 0; i < m->n; i++) {
		const char *text = notes ? m->lines[i].note : m->lines[i].text;
		int here = text && m->lines[i].kind == MENU_COMMAND ? text_width(text) : 0;

		width = here > width ? here : width;
	}
	return width;
}

/* Adds the rows of a line.  Notes wrap; where there is no room for them, they are right behind
 * their texts, and both wrap. */
static void add_rows(struct menu_box *box, const struct menu *m, size_t shown, int notes,
                     bool is_tight, struct arena *arena) {
	enum { MARGIN = 2, HANGING = 2 };
	const struct menu_line *line = line_at(m, shown);
	const char *rest = line->note ? line->note : "";
	struct menu_row row = { .line = shown,
		                .name = is_tight ? NULL : line->text,
		                .indent = is_tight ? MARGIN : notes };

	if (is_tight)
		rest = line->note ? arena_format(arena, "%s  %s", line->text, line->note)
		                  : line->text;
	do {
		const size_t len = text_line(rest, box->cols - row.indent - 1);

		row.text = arena_text(arena, rest, len);
		rest += len + strspn(rest + len, " ");
		arena_append(arena, box->list, box->n, row);
		row.name = NULL;
		row.is_more = true;
		row.indent = is_tight ? MARGIN + HANGING : notes;
	} while (*rest);
}

/* The first row on the screen, so that the rows from `first` to `end` can be seen, a line is shown
 * from its beginning, and no row stays empty. */
static size_t first_row(const struct menu *m, const struct menu_box *box, size_t first,
                        size_t end) {
	const size_t rows = (size_t)box->rows;
	size_t top = m->top;

	if (top + rows < end)
		top = end - rows;
	if (top + rows > box->n)
		top = box->n > rows ? box->n - rows : 0;
	if (top > first)
		top = first;
	while (top < first && box->list[top].is_more)
		top++;
	return top;
}

struct menu_box menu_box(const struct menu *m, int rows, int cols, struct arena *arena) {
	struct menu_box box = { .row = 1, .is_text = is_text(m) };
	int text = widest(m, false), notes = widest(m, true);
	int width = text + 4 + (notes ? notes + 2 : 0);
	const int title = text_width(m->title) + (*m->typed ? text_width(m->typed) + 12 : 4);
	size_t first = 0, end = 0, all = 0;

	if (rows < 4)
		return box;
	if (width < title)
		width = title;
	box.cols = width < cols - (box.is_text ? LEAST_NOTE : 0) ? width : cols;
	int beside = box.cols - notes - 2;
	if (beside < text + 4)
		beside = text + 4;
	bool is_tight = width > cols && box.cols - beside <= LEAST_NOTE;
	box.rows = rows - 2 - (m->n && m->lines->help && rows >= MENU_HELP_ROWS ? 2 : 1);
	for (size_t i = 0; i < m->nshown; i++) {
		const char *heading = *m->typed ? NULL : line_at(m, i)->heading;
		const size_t begin = box.n;

		if (heading && (!i || heading != line_at(m, i - 1)->heading))
			arena_append(arena, box.list, box.n,
			             (struct menu_row){ i, heading, "", .is_heading = true });
		if (i == m->cursor)
			box.here = box.n;
		add_rows(&box, m, i, beside, is_tight, arena);
		if (i == m->cursor) {
			end = box.n;
			first = end - begin <= (size_t)box.rows ? begin : box.here;
		}
	}
	for (size_t i = 0; i < m->n; i++)
		all += m->lines[i].kind == MENU_COMMAND;
	if (!box.n)
		arena_append(arena, box.list, box.n,
		             (struct menu_row){ .text = "nothing found", .indent = 2 });
	if ((size_t)box.rows > box.n && (size_t)box.rows > all) /* as at first */
		box.rows = (int)(box.n > all ? box.n : all);
	box.row = rows > box.rows + 4 ? 2 : 1;
	box.top = first_row(m, &box, first, end);
	return box;
}

/* ---- Typing ---- */

/* How a word is found: with any ending ("sorting" by "sorted"), or at the beginning of another; if
 * no word is, in whole texts, and if it is in none, with one letter wrong. */
enum likeness { SAME, BEGINS, IN_TEXT, MISSPELT };

#define ENDING                                                                           \
	"(?:s|es|e|e?d|e?r|ers|ors?|ings?|(?:at|is)?ions?|y|ie[sd]|able|ability|est|ly|" \
	"ment|al|ate[sd]?|ages?|[ae]n[tc]e?)?"

static const struct pattern *compile(const char *text, struct arena *arena) {
	struct error ignored;
	size_t at;

	text = arena_format(arena, "(?i)%s", text);
	return pattern_new(text, strlen(text), PATTERN_REGEX, arena, &at, &ignored);
}

/* The letter before the ending may be there twice, as in "running". */
static const struct pattern *pattern_of(const char *word, enum likeness how, struct arena *arena) {
	const char *all = how == BEGINS ? arena_format(arena, "(?<!\\w)\\Q%s", word) : "(?!)";
	const int n = (int)strlen(word);
	size_t bounds[4];

	if ((how == SAME || how == IN_TEXT) &&
	    pattern_groups(compile("^(\\w{3,}?)(?:(?<=(.))\\2)?" ENDING "$", arena), word, 1,
	                   bounds))
		all = arena_format(arena, "\\b%.*s%c?" ENDING "\\b", (int)bounds[3], word,
		                   word[bounds[3] - 1]);
	for (int i = 0; how == MISSPELT && n >= 4 && i + 1 < n; i++)
		all = arena_format(arena, "%s|\\Q%.*s\\E(?:\\w{0,2}\\Q%s\\E|\\w\\w\\Q%s\\E)", all,
		                   i, word, word + i + 1, word + i + 2);
	return compile(all, arena);
}

/* How well a line matches a word: by its name, other words for it, its note, or the whole text. */
static double merit_of(const struct menu_line *line, const struct pattern *pattern,
                       enum likeness how) {
	static const double of_kinds[] = { 1, 0.98, 0.96, 0.7, 0.6, 0.4 };
	static const int merits[] = { 500, 430, 260, 100 };
	/* What an option does, settings, columns and commands say, too. */
	const char *note = line->kind == MENU_OPTION ? line->name : line->note;
	const char *const texts[] = { line->name ? line->name : line->text, line->words, note,
		                      how == IN_TEXT ? line->whole : NULL };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i] && pattern_finds(pattern, texts[i], NULL, NULL))
			return merits[i] * of_kinds[line->kind];
	return 0;
}

/* Adds to the lines' merits how well each matches a word; one that few lines have counts more. */
static void add_merits(const struct menu *m, double *merits, const char *word, enum likeness how,
                       struct arena *arena) {
	const struct pattern *pattern = strchr(word, '\\') ? NULL : pattern_of(word, how, arena);
	double *found = arena_alloc(arena, m->n, sizeof *found), n = 1;

	for (size_t i = 0; pattern && i < m->n; i++) {
		found[i] = merit_of(&m->lines[i], pattern, how);
		n += found[i] > 0;
	}
	for (size_t i = 0; i < m->n; i++)
		merits[i] += (how == BEGINS ? 0.8 : 1) * found[i] / sqrt(sqrt(n));
}

/* How well each line matches all words that were typed, and them as one: "call-graph". */
static void add_all_merits(const struct menu *m, double *merits, enum likeness how,
                           struct arena *arena) {
	char word[MENU_TYPED];

	for (const char *at = m->typed; *at;) {
		at = text_take_word(word, sizeof word, at);
		add_merits(m, merits, word, how, arena);
	}
	snprintf(word, sizeof word, "%s", m->typed);
	for (char *at = word; (at = strchr(at, ' '));)
		*at = '-';
	if (strchr(m->typed, ' '))
		add_merits(m, merits, word, how, arena);
}

/* Shows the lines that have merits, the best first; bad ones only among the first. */
static void show_best(struct menu *m, double *merits) {
	enum { FEW = 10, BAD = 2 };
	double least = 0;

	while (m->nshown < m->n) {
		size_t best = 0;

		for (size_t i = 1; i < m->n; i++)
			best = merits[i] > merits[best] ? i : best;
		if (merits[best] <= (m->nshown < FEW ? 0 : least))
			return;
		least = m->nshown ? least : merits[best] / BAD;
		m->shown[m->nshown++] = best;
		merits[best] = 0;
	}
}

/* Shows only the lines that match what was typed; all that there are at first if nothing was. */
static void match(struct menu *m) {
	SCRATCH struct arena *arena = arena_new();
	double *merits = arena_alloc(arena, m->n, sizeof *merits);

	m->nshown = m->cursor = m->top = 0;
	for (size_t i = 0; i < m->n; i++)
		if (!*m->typed && m->lines[i].kind == MENU_COMMAND)
			m->shown[m->nshown++] = i;
		else if (*m->typed && text_has_word(m->lines[i].text, m->typed))
			merits[i] = HUGE_VAL; /* its key */
	for (enum likeness how = SAME; how <= MISSPELT && !m->nshown; how++) {
		add_all_merits(m, merits, how, arena);
		if (how != SAME)
			show_best(m, merits);
	}
}

/* Handles typing; false if the key is another one, or the menu is a text. */
static bool type_key(struct menu *m, const char *key) {
	const char *add = strcmp(key, "Space") ? key : " ";
	size_t len = strlen(m->typed);

	if (is_text(m))
		return false;
	if (len && text_has_word("BS C-h", key)) {
		while (len && is_within_letter(m->typed[--len]))
			;
		m->typed[len] = '\0';
	} else if (len && !strcmp(key, "C-u")) {
		m->typed[0] = '\0';
	} else if (add[1] && (unsigned char)add[0] < 0x80) {
		return false;
	} else if (*add == ' ' && !len) {
		return false;
	} else if (len + strlen(add) < sizeof m->typed) {
		strcpy(m->typed + len, add);
	}
	match(m);
	return true;
}

/* ---- Keys and the mouse ---- */

static const char *run(struct menu *m, const char *line) {
	menu_close(m);
	return line;
}

/* Moves by some lines: the cursor, which a text does not show, and so its lines at once. */
static void scroll(struct menu *m, const struct menu_box *box, long by) {
	if (box->is_text)
		m->cursor = box->top + (by < 0 ? 0 : (size_t)box->rows - 1);
	m->cursor = m->nshown ? row_beside(m->cursor, by, m->nshown - 1) : 0;
}

/* Moves the cursor; false if the key does not. */
static bool move(struct menu *m, const char *key, const struct menu_box *box) {
	static const struct {
		const char *keys;
		int lines, pages;
	} moves[] = {
		{ "Down j C-n Tab", 1, 0 }, { "Up k C-p S-Tab", -1, 0 }, { "PageDown C-f", 0, 1 },
		{ "PageUp C-b", 0, -1 },    { "End G", INT_MAX, 0 },     { "Home g", -INT_MAX, 0 },
	};
	size_t i = 0;

	while (i < sizeof moves / sizeof *moves && !text_has_word(moves[i].keys, key))
		i++;
	if (i == sizeof moves / sizeof *moves)
		return false;
	if (moves[i].pages || box->is_text || abs(moves[i].lines) > 1)
		scroll(m, box, moves[i].lines + (long)moves[i].pages * box->rows);
	else if (m->nshown) /* the first follows the last */
		m->cursor = (m->cursor + (moves[i].lines < 0 ? m->nshown - 1 : 1)) % m->nshown;
	return true;
}

/* A click chooses a line; one outside the menu closes it. */
static const char *take_mouse(struct menu *m, const struct event *event,
                              const struct menu_box *box) {
	const int row = event->row - box->row;
	const size_t at = box->top + (size_t)row - 1;

	if (!strncmp(event->text, "Wheel", 5)) {
		scroll(m, box, !strcmp(event->text, "WheelDown") ? WHEEL_LINES : -WHEEL_LINES);
	} else if (row < 0 || row > box->rows || event->col >= box->cols) {
		menu_close(m);
	} else if (row && at < box->n && !box->list[at].is_heading) {
		m->cursor = box->list[at].line;
		if (line_at(m, m->cursor)->run)
			return run(m, line_at(m, m->cursor)->run);
	}
	return NULL;
}

/* False if a text was closed by a key that is not for it. */
static bool take_key(struct menu *m, const char *key, const struct menu_box *box,
                     const char **line) {
	const struct menu_line *here = menu_line_here(m);
	const bool has_more = box->n > (size_t)box->rows;
	const bool closes = text_has_word("Esc q C-c C-g BS Enter Space", key);

	if (here && here->up && text_has_word("< Left", key))
		*line = run(m, here->up);
	else if (here && here->down && text_has_word("> Right", key))
		*line = run(m, here->down);
	else if (type_key(m, key) || ((has_more || !box->is_text) && move(m, key, box)))
		return true;
	else if (here && here->run && text_has_word("Enter Space", key))
		*line = run(m, here->run);
	else if (closes || box->is_text)
		menu_close(m);
	return closes || m->title || *line;
}

bool menu_event(struct menu *m, const struct event *event, int rows, int cols, const char **line) {
	SCRATCH struct arena *arena = arena_new();
	const struct menu_box box = menu_box(m, rows, cols, arena);

	*line = event->kind == EVENT_MOUSE ? take_mouse(m, event, &box) : NULL;
	return event->kind != EVENT_KEY || take_key(m, event->text, &box, line);
}
