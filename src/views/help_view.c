/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands as a view, so that help can be searched and written like any table. */

#include "views/columns.h"

/* Adds what a mark means, in as many rows as it needs. */
static void add_mark(struct table *t, const char *mark, const char *name, const char *help) {
	enum { WIDTH = 56 };

	while (*help) {
		struct help_line *line = arena_alloc(t->arena, 1, sizeof *line);

		*line = (struct help_line){ mark, name, text_take_line(&help, WIDTH, t->arena),
			                    "" };
		table_add(t, (struct row){ .item = line });
		mark = " ";
		name = "";
	}
}

/* The marks of a column, in the words of its help; the "~" of estimates is told once. */
static void add_marks_of(struct table *t, const struct column *c) {
	const char *help = c->help, *mark;

	while (*(mark = help)) {
		const size_t n = column_clause(&help);
		size_t len = (size_t)(help - mark) - n;

		if (!n || (*mark == '~' && (c->is_estimate || c->is_mark || *c->name == '~')))
			continue;
		while (strchr(" .;:", mark[n + len - 1]))
			len--;
		const char *said = say(t, "%.*s", (int)len - 2, mark + n + 2);
		if (!c->is_mark && !isalpha((unsigned char)*mark))
			said = say(t, "%s: %s", c->name, said);
		add_mark(t, arena_text(t->arena, mark, n), c->is_mark ? "" : c->name, said);
	}
}

/* What the marks in the headings and rows of a view mean. */
static void add_marks(struct table *t, const struct view *view) {
	static const struct help_line heading = { "Marks of this view", "",
		                                  "Headings: K, then Right, says what each means.",
		                                  NULL };
	const struct query *query = t->query;
	const struct columns *columns = columns_complete(
		view->make_columns ? view->make_columns(t->data, query, t->arena) : view->columns,
		t->arena);
	const unsigned lacks = columns_lacking(t);
	bool is_estimate = t->is_counted;

	table_add(t, (struct row){ .item = &heading, .is_subject = true });
	for (size_t i = 0; i < columns->n; i++) {
		const struct column *c = &columns->list[i];

		if (c->needs & lacks || c->is_extra || c->is_for_programs || c->is_name)
			continue;
		if (!is_estimate && (c->is_estimate || *c->name == '~')) {
			add_mark(t, "~", "", "estimated: time is divided among callers by calls");
			is_estimate = true;
		}
		add_marks_of(t, c);
	}
	add_mark(t, ">", "", "the row that keys act on; dim rows have few samples");
	add_mark(t, "\u25b8 \u25be", "", "rows below are hidden (Right shows them), or shown");
	add_mark(t, text_is_utf8() ? "\xe2\x80\xa6 [.]" : "... [.]", "",
	         "left out of a name; a copy made by the compiler");
}

/* The commands that are used most in views of a kind. */
static const char *const used[] = {
	[VIEW_FUNCTIONS] = "open caller source explain search filter sort unit inlined menu",
	[VIEW_CALLS] = "open caller source explain search expand expand-all hottest back menu",
	[VIEW_LINES] = "open asm explain search hottest next-hot edit back menu",
	[VIEW_INSTRUCTIONS] = "open source explain search hottest next-hot sources back menu",
	[VIEW_THINGS] = "open explain search sort only exclude unfilter back menu",
	[VIEW_TEXTS] = "search search-next write back menu",
};

static void add_used(struct table *t, const struct view *view, const struct help_line *lines,
                     size_t n) {
	static const struct help_line heading = { "Keys for it", "", "", NULL };
	const bool is_inverted = view->inverse && (t->data->runs || view->kind == VIEW_CALLS);

	table_add(t, (struct row){ .item = &heading });
	for (size_t i = 0; i < n; i++)
		if (lines[i].line && (text_has_word(used[view->kind], lines[i].line) ||
		                      (is_inverted && !strcmp(lines[i].line, "invert"))))
			table_add(t, (struct row){ .item = &lines[i] });
}

static void build(struct table *t, const struct query *query) {
	const struct help *help = t->data->help;
	size_t n;

	t->noun = "lines";
	if (!help)
		return;
	if (query->from)
		add_marks(t, query->from);
	const struct help_line *lines = help->lines(help->context, t->data, &n, t->arena);
	if (query->from)
		add_used(t, query->from, lines, n);
	for (size_t i = 0; i < n; i++)
		table_add(t, (struct row){ .item = &lines[i], .is_subject = !lines[i].line });
}

static bool begins(const void *item) {
	const struct help_line *r = item;

	return !r->line;
}

static struct value get_keys(const struct field *field) {
	const struct help_line *r = field->item;

	return *r->keys ? text(r->keys) : text(say(field->table, ":%s", r->line));
}

static const struct column list[] = {
	{ "keys", .help = "Keys that run it; without any, what to type.", .get = get_keys },
	{ "command", .help = "Its name at the : prompt.", .spare = 2, .get = text_member,
	  .number = offsetof(struct help_line, name) },
	{ "help", .help = "What it does.", .is_name = true, .least = 58, .get = text_member,
	  .number = offsetof(struct help_line, help) },
};

const struct view help_view = {
	.name = "help",
	.title = "Help",
	.kind = VIEW_TEXTS,
	.help = "Which keys and commands are there?",
	.rank = 900,
	.is_of_view = true,
	.shows_files = true, /* says whether these views are there */
	.columns = COLUMNS(list),
	.build = build,
	.begins = begins,
};

/* The chapters of the user manual, and the options. */
static const struct view_place manual[] = {
#include "manual.inc"
};

enum { PLACES = sizeof manual / sizeof *manual };

static const struct view_place *manual_places(size_t *n) {
	*n = PLACES;
	return manual;
}

/* It opens at a place, or at the chapter of the view that it was opened from. */
static void build_manual(struct table *t, const struct query *query) {
	const char *view = query->from ? query->from->name : "";
	bool is_there = false;

	t->noun = "lines";
	for (size_t i = 0; i < PLACES; i++) {
		bool is_here = !is_there && (query->place ? !strcmp(manual[i].name, query->place)
		                                          : text_has_word(manual[i].views, view));

		is_there |= is_here;
		for (const char *at = manual[i].text; *at; at += strcspn(at, "\n") + 1) {
			const char *const line = arena_text(t->arena, at, strcspn(at, "\n"));

			table_add(t,
			          (struct row){ .item = arena_copy(t->arena, &line, 1, sizeof line),
			                        .is_subject = is_here });
			is_here = false;
		}
	}
}

static const struct column manual_list[] = {
	{ "manual", .help = "A line of the user manual; Right and Left scroll wide ones.",
	  .is_name = true, .is_cut_behind = true, .get = text_member },
};

const struct view manual_view = {
	.name = "manual",
	.title = "Manual",
	.kind = VIEW_TEXTS,
	.help = "How do I read this view?  The user manual.",
	.rank = 910,
	.is_of_view = true,
	.columns = COLUMNS(manual_list),
	.places = manual_places,
	.build = build_manual,
};
