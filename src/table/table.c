/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

bool table_waits(const struct table *t) {
	return t->is_pending && (!t->nrows || t->is_part || t->rows[0].is_notice);
}

void table_add(struct table *t, struct row row) {
	arena_append(t->arena, t->rows, t->nrows, row);
}

size_t table_all_rows(const struct table *t) {
	return t->nmeasured > t->nrows ? t->nmeasured : t->nrows;
}

struct value table_digits(const struct table *t, struct value v) {
	const bool is_amount = v.unit == UNIT_AMOUNT;
	const double sample = is_amount ? t->sample_amount : t->sample_percent;

	if ((!is_amount && v.unit != UNIT_PERCENT) || sample <= 0)
		return v;
	int decimals = number_decimals(sample, is_amount ? 3 : 2);
	if (!v.digits)
		return with_decimals(v, decimals);
	if (v.digits <= decimals)
		v.blanks = (signed char)(decimals - v.digits + 1 + (v.digits == 1));
	return v;
}

struct value table_value(const struct table *t, size_t row, size_t column) {
	assert(row < table_all_rows(t) && column < t->columns->n);
	if (row >= table_all_rows(t) || column >= t->columns->n)
		return no_value();
	const struct column *c = &t->columns->list[column];
	const struct row *r = &t->rows[row];
	if (r->label)
		return c->is_name ? text(r->label) : no_value();
	struct value v = c->get(&(struct field){ t, c, r->item });
	v.is_signed |= c->is_signed;
	if (t->sums && t->sums[column] && row < t->nrows && v.unit != UNIT_NONE)
		v.number = t->sums[column][row];
	return table_digits(t, v);
}

static bool is_same(const char *name, const char *typed, size_t len) {
	return strlen(name) == len && !memcmp(name, typed, len);
}

/* With or without the ~ of a heading, and with the % of amounts; else one that had the name
 * before. */
static size_t column_named(const struct columns *columns, const char *name, size_t len) {
	size_t found = columns->n;

	for (; len && *name == '~'; name++, len--)
		;
	for (size_t i = 0; i < columns->n; i++) {
		const struct column *c = &columns->list[i];
		const char *own = c->name + (c->name[0] == '~');
		const bool is_share = c->unit == UNIT_AMOUNT && len && name[len - 1] == '%';

		if (is_same(own, name, len))
			return i;
		if ((is_share && is_same(own, name, len - 1)) ||
		    (c->was && is_same(c->was, name, len)))
			found = i;
	}
	return found;
}

static bool is_wanted(const struct table *t, const struct column *c) {
	return !c->is_extra && !c->is_left_out && !(c->needs & t->lacks);
}

bool table_shows(const struct table *t, size_t column) {
	const struct column *c = &t->columns->list[column];

	return t->is_notice ? c->is_name : !c->is_for_programs && is_wanted(t, c);
}

bool table_dumps(const struct table *t, size_t column) {
	const struct column *c = &t->columns->list[column];

	return c->is_for_programs || (!c->is_for_people && !c->is_extra && !c->is_left_out);
}

void table_add_up(struct table *t) {
	const double **sums = arena_alloc(t->arena, t->columns->n, sizeof *sums);

	for (size_t c = 0; c < t->columns->n; c++) {
		double sum = 0;

		if (!t->columns->list[c].is_cumulative || !is_wanted(t, &t->columns->list[c]))
			continue;
		double *list = arena_space(t->arena, t->nrows, sizeof *list);
		for (size_t row = 0; row < t->nrows; row++) {
			const struct value v = table_value(t, row, c);

			if (v.unit != UNIT_NONE && !(t->is_list && t->rows[row].depth))
				sum += v.number;
			list[row] = sum;
		}
		sums[c] = list;
	}
	t->sums = sums;
}

size_t table_title(const struct table *t, size_t column, char *out, size_t size) {
	const struct column *c = &t->columns->list[column];
	const char *unit = c->unit == UNIT_Z        ? "z"
	                   : c->unit != UNIT_AMOUNT ? ""
	                   : c->keeps_time          ? t->time
	                                            : t->unit;
	const char *name = c->is_mark ? "" : c->name;
	char whole[VALUE_TEXT];

	if (c->is_error)
		unit = strchr(unit, '%') ? "%" : "";
	snprintf(whole, sizeof whole, "%s%s%s%s", c->is_estimate && !t->is_counted ? "~" : "",
	         name + (t->is_counted && name[0] == '~'), *unit && *unit != '%' ? " " : "", unit);
	return text_safe(out, size, whole);
}

size_t table_column(const struct table *t, const char *name) {
	return column_named(t->columns, name, strcspn(name, " ")); /* without the unit */
}

size_t table_cell(const struct table *t, size_t row, size_t column, char *out, size_t size) {
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, table_value(t, row, column));
	return text_safe(out, size, shown);
}

size_t column_clause(const char **help) {
	enum { LONGEST = 18 };
	const char *clause = *help, *more = strstr(clause, "; ");
	const char *next = clause + text_sentence(clause);
	const size_t n = strcspn(clause, ":");

	next += strspn(next, " ");
	*help = more && more < next ? more + 2 : next;
	return clause + n < *help && n <= LONGEST && !isupper((unsigned char)*clause) ? n : 0;
}

/* Whether a text begins with a word of a help, or has a mark, whatever the figures in it: "slower,
 * faster", "3/7"; "[" begins what it marks. */
static bool has_mark(const char *shown, const char *mark, size_t len) {
	for (const char *end = mark + len; mark < end; mark += strcspn(mark, ",:") + 1) {
		mark += strspn(mark, " \"0123456789");
		const bool is_word = isalpha((unsigned char)*mark);
		const bool begins = is_word || *mark == '[';
		const size_t n = *mark == '[' ? 1 : strcspn(mark, "0123456789\",:");

		for (const char *s = shown; *s && (s == shown || !begins); s++)
			if (!strncmp(s, mark, n) && !(is_word && isalpha((unsigned char)s[n])))
				return true;
	}
	return false;
}

const char *table_help(const struct table *t, size_t row, size_t column) {
	const char *help = t->columns->list[column].help, *clause, *out = "";
	char shown[VALUE_TEXT], title[VALUE_TEXT];

	if (!table_cell(t, row, column, shown, sizeof shown))
		return help;
	table_title(t, column, title, sizeof title);
	const char *all = say(t, "%s %s", shown, title);
	while (*(clause = help)) {
		const size_t n = column_clause(&help);
		const bool is_last = !*help || help[-2] != ';';

		if (!n || has_mark(all, clause, n))
			out = say(t, "%s%.*s", out, (int)(help - clause), clause);
		else if (is_last && *out && out[strlen(out) - 2] == ';')
			out = say(t, "%.*s.  ", (int)strlen(out) - 2, out);
	}
	return out;
}

size_t table_parent(const struct table *t, size_t row) {
	for (size_t i = row; i-- > 0;)
		if (t->rows[i].depth < t->rows[row].depth)
			return i;
	return t->nrows;
}

size_t table_branch_end(const struct table *t, size_t row) {
	size_t i = row + 1;

	while (i < t->nrows && t->rows[i].depth > t->rows[row].depth)
		i++;
	return i;
}

const char *table_mark(const struct table *t, size_t row) {
	if (!t->is_tree)
		return "";
	if (!t->rows[row].fold)
		return t->is_list ? "" : "  ";
	return t->rows[row].is_open ? "\u25be " : "\u25b8 ";
}

static bool finds(const struct table *t, const struct pattern *pattern, size_t row) {
	for (size_t c = 0; c < t->columns->n; c++) {
		if (t->columns->list[c].unit != UNIT_TEXT || !table_shows(t, c))
			continue;
		struct value v = table_value(t, row, c);
		if (v.unit == UNIT_TEXT && pattern_finds(pattern, v.text, NULL, NULL))
			return true;
	}
	return false;
}

bool table_find_some(const struct table *t, const struct pattern *pattern, size_t *row, size_t n,
                     bool backwards) {
	enum { AT_ONCE = 1024 }; /* rows whose texts are in memory */
	struct table looked = *t;
	bool is_found = false;

	looked.arena = arena_new(); /* cells may be computed on demand */
	for (size_t i = 0; i < n && !is_found; i++) {
		if (*row >= t->nrows)
			*row = backwards ? t->nrows - 1 : 0;
		is_found = finds(&looked, pattern, *row);
		if (!is_found)
			*row += backwards ? SIZE_MAX : 1; /* wraps below 0 */
		if (i % AT_ONCE == AT_ONCE - 1)
			arena_reset(looked.arena);
	}
	arena_free(looked.arena);
	return is_found;
}

static void add(struct columns *out, struct column *list, const struct column *column,
                bool is_left_out) {
	list[out->n] = *column;
	list[out->n].is_for_programs &= !is_left_out && !column->is_extra;
	list[out->n].is_extra &= is_left_out;
	list[out->n].is_chosen = !is_left_out;
	list[out->n].is_for_people &= is_left_out;
	list[out->n++].is_left_out = is_left_out;
}

const struct columns *column_choice_apply(const struct columns *columns, const char *names,
                                          struct arena *arena, struct error *err) {
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_alloc(arena, columns->n, sizeof *list);
	bool *is_chosen = arena_alloc(arena, columns->n, sizeof *is_chosen);
	size_t len = strspn(names, " ,"), i;

	for (names += len; *names; names += len + strspn(names + len, " ,")) {
		len = strcspn(names, " ,");
		i = column_named(columns, names, len);
		if (i < columns->n && !is_chosen[i]) {
			is_chosen[i] = true;
			add(out, list, &columns->list[i], false);
		} else if (err) {
			return fail_null(err,
			                 i < columns->n ? "column %.*s is listed twice"
			                                : "no column \"%.*s\"",
			                 len < 60 ? (int)len : 60, names);
		}
	}
	for (i = 0; out->n && i < columns->n; i++)
		if (!is_chosen[i])
			add(out, list, &columns->list[i], true);
	out->list = list;
	return out->n ? out : columns;
}

enum {
	GAP = 2,      /* between columns */
	ROUNDED = 11, /* a ratio, if it is rounded where it needs more, */
	COUNTED = 6,  /* and a count, if its heading does not take more */
	BOUNDS = 9,   /* of the total, or a total per call */
	OPTIONAL = 7, /* a column that can be spared so much, and was not asked for, is */
	WIDE = 101, /* a pane in which a name has what it wants; the first of 160 columns is one */
	NOT_WIDE = 3,   /* what goes there for that, */
	NOT_WIDEST = 5, /* and in the first pane of such a screen */
	SPAREST = 20,   /* no column can be spared so much */
	WIDEST = 4096
};

/* All columns of a table that are shown, from left to right, and which have no room. */
struct fit {
	const struct table *table;
	const size_t *needs; /* cells of each column of the table */
	size_t sort;         /* one of them that rows are sorted by, or none */
	struct slot *list;   /* shape: [n] */
	bool *is_out;        /* shape: [n] */
	size_t n, name;      /* name: which one is the name; or n */
	int cols;
	int last_word; /* cells that the longest one of a name takes; */
	int word;      /* what the name has less than that (< 0: more), */
	int wants;     /* and less than it wants */
	int lesser;    /* columns that can be spared so much go before the last word is cut */
	int not_wide;  /* columns that can be spared so much go for what it wants */
};

static const struct column *column_of(const struct fit *f, size_t i) {
	return &f->table->columns->list[f->list[i].column];
}

/* In which order it goes: one that rows are sorted by is among the last. */
static int spare_of(const struct fit *f, size_t i) {
	const int spare = column_of(f, i)->spare;

	return spare > 1 && f->list[i].column == f->sort ? 1 : spare;
}

/* The cells that a column needs. */
static int need(const struct fit *f, size_t i) {
	const size_t width = f->needs[f->list[i].column];

	return width < WIDEST ? (int)width : WIDEST;
}

/* The cells that it has at least where it has room. */
static int least(const struct fit *f, size_t i) {
	const struct column *c = column_of(f, i);
	const int title = text_width(c->name);
	const int most = c->unit == UNIT_RATIO     ? ROUNDED
	                 : c->unit == UNIT_COUNT   ? title > COUNTED ? title : COUNTED
	                 : unit_is_number(c->unit) ? WIDEST
	                 : c->least                ? c->least
	                                           : TEXT_LEAST;

	return need(f, i) < most ? need(f, i) : most;
}

/* The cells that a name wants beside these. */
static int wants(const struct fit *f, size_t i) {
	const int all = NAME_LETTERS + (column_of(f, i)->shorten ? NAME_INDENT : WORD_INDENT);
	const int most = need(f, i) < all ? need(f, i) : all;

	return most > least(f, i) ? most - least(f, i) : 0;
}

/* The cells before a column: a mark stands closer to its figure. */
static int gap(const struct fit *f, size_t i) {
	return column_of(f, i)->is_mark ? 1 : GAP;
}

/* The cells that are left; below 0: those too many. */
static int left(const struct fit *f) {
	int end = COLUMNS_BEGIN - GAP;

	for (size_t i = 0; i < f->n; i++)
		if (!f->is_out[i])
			end += gap(f, i) + f->list[i].width;
	return f->cols - end;
}

/* The cells that the name gives before the last column that can be spared goes: a quarter, if that
 * leaves it enough for a word. */
static int name_gives(const struct fit *f) {
	enum { WORD = 14 };
	const int width = f->name < f->n ? f->list[f->name].width : 0;

	return width * 3 / 4 >= WORD ? width / 4 : 0;
}

/* The cells that counts lack for all of their digits. */
static int rounded(const struct fit *f) {
	int cells = 0;

	for (size_t i = 0; i < f->n; i++)
		if (!f->is_out[i] && column_of(f, i)->unit == UNIT_COUNT)
			cells += need(f, i) - f->list[i].width;
	return cells;
}

/* Cells that the name, and counts, have beside their own before a column has any; below 0: the
 * name gives so many, for a mark those that its last word does not need. */
static int reserved(const struct fit *f, size_t i) {
	const struct column *c = column_of(f, i);
	const int spare = spare_of(f, i);

	if (c->is_mark && spare > 1)
		return -f->word < name_gives(f) ? f->word : -name_gives(f);
	if (spare >= OPTIONAL && !c->is_chosen)
		return f->wants + rounded(f);
	if (spare >= f->not_wide && !c->stays)
		return f->wants;
	if (spare >= f->lesser && f->word > 0)
		return f->word;
	return spare > 1 ? 0 : -name_gives(f);
}

static int not_wide(const struct column_widths *needs) {
	return needs->has_more ? NOT_WIDEST : NOT_WIDE;
}

/* Of columns that can be spared less than `below`, those that can be least come first, and of
 * several alike the first; bounds only if no other column is out. */
static struct fit fit_new(const struct table *t, struct column_widths needs, int cols, int below,
                          struct arena *arena) {
	const size_t n = t->columns->n;
	const int word = needs.is_beside ? needs.word_beside : needs.word;
	bool has_all = true;
	struct fit f = { .table = t,
		         .needs = needs.rooms,
		         .sort = needs.sort,
		         .list = arena_alloc(arena, n, sizeof *f.list),
		         .is_out = arena_alloc(arena, n, sizeof *f.is_out),
		         .name = n,
		         .cols = cols,
		         .last_word = needs.longest > word ? needs.longest : word,
		         .lesser = needs.is_beside ? 1 : 2,
		         .not_wide = needs.word && (needs.is_wide || cols >= WIDE)
		                             ? not_wide(&needs)
		                             : SPAREST };

	for (size_t c = 0; c < n; c++)
		if (table_shows(t, c)) {
			f.list[f.n].column = c;
			f.list[f.n].width = least(&f, f.n);
			f.is_out[f.n] = t->columns->list[c].spare > 0;
			if (t->columns->list[c].is_name) {
				f.name = f.n;
				f.wants = wants(&f, f.n);
				f.word = word - f.list[f.n].width;
			}
			f.n++;
		}
	f.word = f.word < f.wants ? f.word : f.wants;
	for (int spare = 1; spare < below && (has_all || spare < BOUNDS); spare++)
		for (size_t i = 0; i < f.n; i++)
			if (spare_of(&f, i) == spare) {
				f.is_out[i] = f.list[i].width + reserved(&f, i) >
				              left(&f) - gap(&f, i);
				has_all &= !f.is_out[i] || spare >= BOUNDS;
			}
	return f;
}

/* Gives the columns that are there what they need now, texts no more than they were chosen with; if
 * numbers need more than that, the name gives it, and then a column goes. */
static void measure(struct fit *f, const size_t *widths) {
	f->needs = widths;
	for (size_t i = 0; i < f->n; i++)
		if (unit_is_number(column_of(f, i)->unit) == (least(f, i) > f->list[i].width))
			f->list[i].width = least(f, i);
	for (int spare = SPAREST; spare > 0; spare--)
		for (size_t i = f->n; i-- > 0 && left(f) < -name_gives(f);)
			f->is_out[i] |= spare_of(f, i) == spare;
	for (size_t i = 0; i < f->n; i++)
		if (least(f, i) < f->list[i].width)
			f->list[i].width = least(f, i);
}

/* Gives columns the cells that are left, as far as they need them: names those of their last words,
 * counts (in wide panes later), names, then other texts.  A name also takes those that are too many
 * off itself. */
static void widen(struct fit *f) {
	enum { WORDS, COUNTS, NAMES, REST, PASSES };
	const int count_pass = f->not_wide < SPAREST ? REST : COUNTS;

	for (int pass = 0; pass < PASSES; pass++)
		for (size_t i = 0; i < f->n; i++) {
			const bool is_name = column_of(f, i)->is_name;
			const bool is_count = column_of(f, i)->unit == UNIT_COUNT;
			int all = need(f, i);

			if (f->is_out[i] || is_name != (pass == WORDS || pass == NAMES) ||
			    (is_count && pass != count_pass) || (!is_count && pass == COUNTS))
				continue;
			if (pass == WORDS && all > f->last_word)
				all = f->last_word;
			int more = all - f->list[i].width;
			if (more > left(f))
				more = is_count ? 0 : left(f);
			if (more > 0 || pass == NAMES)
				f->list[i].width += more;
			if (f->list[i].width < 1)
				f->list[i].width = 1;
		}
}

int column_fit_least(const struct table *t, struct column_widths needs, int cols, int most) {
	SCRATCH struct arena *scratch = arena_new();
	struct fit f = fit_new(t, needs, cols, needs.is_wide ? not_wide(&needs) : SPAREST, scratch);
	struct fit wide = fit_new(t, needs, most, not_wide(&needs), scratch);

	const int more = rounded(&f); /* for counts, if there is so much */
	const int bare = cols - left(&f) + (left(&f) >= f.wants + more ? more : 0);
	const int used = bare + (f.word > 0 && !needs.is_wide ? f.word : 0);
	const int all = most - left(&wide);
	int wanted = (all > bare ? all : bare) + f.wants;

	measure(&f, needs.widths);
	const int name = f.name < f.n ? f.list[f.name].width : needs.others;
	const int others = cols - left(&f) + needs.others - name;
	wanted = others > wanted ? others : wanted;
	most = most > used ? most : used;
	most = wanted < most ? wanted : most;
	return bare > cols ? cols : most;
}

struct slots column_fit(const struct table *t, struct column_widths needs, int cols,
                        struct arena *arena) {
	struct fit f = fit_new(t, needs, cols, SPAREST, arena);
	struct slots slots = { .list = f.list };
	int end = COLUMNS_BEGIN;

	measure(&f, needs.widths);
	widen(&f);
	for (size_t i = 0; i < f.n; i++) {
		if (f.is_out[i])
			continue;
		if (slots.n)
			end += gap(&f, i);
		slots.list[slots.n++] = (struct slot){ f.list[i].column, end, f.list[i].width };
		end += f.list[i].width;
	}
	if (slots.n && end < cols && t->columns->list[slots.list[slots.n - 1].column].is_name)
		slots.list[slots.n - 1].width += cols - end;
	return slots;
}

enum { WORDS = 4 };

/* A row with its value in the sort column, asked for only once, and numbers that rise as values do,
 * the first of which counts most: what kind of value it is, then a number twice, because a whole
 * one can have more digits than a double; or letters, which are equal for texts that begin alike.
 */
struct sortable {
	struct value value;
	size_t row;
	uint64_t keys[WORDS];
};

/* The parents of rows: row i is place i + 1, and place 0 stands for what is above all.  A row's is
 * its predecessor or one of that one's parents, and each is passed only once: linear. */
static uint32_t *find_parents(const struct table *t) {
	uint32_t *parent = arena_alloc(t->arena, t->nrows + 1, sizeof *parent);

	for (uint32_t i = 0; i < t->nrows; i++) {
		uint32_t above = i;
		while (above && t->rows[above - 1].depth >= t->rows[i].depth)
			above = parent[above];
		parent[i + 1] = above;
	}
	return parent;
}

/* Keeps what is below a row there, in the order of the list; rows for the rest come last. */
static void keep_tree(const struct table *t, struct sortable *list) {
	const uint32_t *parent = find_parents(t);
	uint32_t *rows = arena_space(t->arena, t->nrows, sizeof *rows);
	uint32_t *above = arena_space(t->arena, t->nrows, sizeof *above), place = 0;
	size_t n = 0;

	for (int is_rest = 0; is_rest < 2; is_rest++)
		for (size_t i = 0; i < t->nrows; i++)
			if (t->rows[list[i].row].is_rest == is_rest) {
				rows[n] = (uint32_t)list[i].row;
				above[n] = parent[rows[n] + 1];
				n++;
			}
	struct lists below = lists_new(above, n, n + 1, t->arena);
	uint32_t *next = arena_copy(t->arena, below.first, n + 1, sizeof *next);
	for (size_t i = 0; i < n;)
		if (next[place] == below.first[place + 1]) {
			place = parent[place];
		} else {
			list[i].row = rows[below.list[next[place]++]];
			place = (uint32_t)list[i++].row + 1;
		}
}

/* The first letters up to a number, for numbers in texts count by value. */
static void set_text_keys(struct sortable *s) {
	bool goes_on = true;

	for (size_t i = sizeof *s->keys; goes_on && i < sizeof s->keys; i++) {
		unsigned char c = (unsigned char)s->value.text[i - sizeof *s->keys];

		goes_on = c && !is_digit((char)c);
		c = is_digit((char)c) ? '0' : c;
		s->keys[i / 8] |= (uint64_t)c << (56 - i % 8 * 8);
	}
}

static void set_keys(struct sortable *s) {
	const struct value v = s->value;
	const double number = value_size(v) + 0.0; /* -0 is 0 */

	if (v.unit == UNIT_NONE)
		return;
	s->keys[0] = v.unit == UNIT_TEXT ? 1 : v.is_limit ? 2 : 3;
	if (v.unit == UNIT_TEXT) {
		set_text_keys(s);
		return;
	}
	memcpy(&s->keys[1], &number, sizeof number);
	s->keys[1] = s->keys[1] >> 63 ? ~s->keys[1] : s->keys[1] | (uint64_t)1 << 63;
	if (value_is_whole(v.unit))
		s->keys[2] = v.whole;
}

static int ascending(const void *a, const void *b, const void *context) {
	const struct keyed *x = a, *y = b;
	const struct sortable *list = context;

	return value_compare(list[x->index].value, list[y->index].value);
}

static int descending(const void *a, const void *b, const void *context) {
	return ascending(b, a, context);
}

/* By keys, in linear time, then texts that begin alike by value. */
static void sort_rows(struct sortable *list, size_t n, bool down, struct arena *arena) {
	struct keyed *rows = arena_alloc(arena, n, sizeof *rows);

	assert(n <= UINT32_MAX);
	for (size_t i = 0; i < n; i++) {
		set_keys(&list[i]);
		rows[i].index = (uint32_t)i;
	}
	for (size_t word = WORDS; word-- > 0;) {
		for (size_t i = 0; i < n; i++)
			rows[i].key = list[rows[i].index].keys[word] ^ (down ? UINT64_MAX : 0);
		sort_keys(rows, n, arena);
	}
	for (size_t i = 0, end; i < n; i = end) {
		const struct sortable *first = &list[rows[i].index];

		end = i + 1;
		while (end < n &&
		       !memcmp(list[rows[end].index].keys, first->keys, sizeof first->keys))
			end++;
		if (first->value.unit == UNIT_TEXT)
			sort_stable(rows + i, end - i, sizeof *rows, down ? descending : ascending,
			            list, arena);
	}
	for (size_t i = 0; i < n; i++)
		list[i].row = rows[i].index;
}

void table_sort(struct table *t, size_t column, bool reverse) {
	bool down = unit_sorts_down(t->columns->list[column].unit) != reverse;
	struct sortable *list = arena_alloc(t->arena, t->nrows, sizeof *list);
	struct row *rows = arena_alloc(t->arena, t->nrows, sizeof *rows);

	if (!t->nrows)
		return;
	for (size_t i = 0; i < t->nrows; i++)
		list[i].value = table_value(t, i, column);
	sort_rows(list, t->nrows, down, t->arena);
	if (t->is_tree)
		keep_tree(t, list);
	for (size_t i = 0; i < t->nrows; i++)
		rows[i] = t->rows[list[i].row];
	memcpy(t->rows, rows, t->nrows * sizeof *rows);
}

/* How wide the columns of a table are. */

/* Which values of a column are the widest: those of the largest size, and below 0 of the least. */
struct widest {
	struct value most, least;
	double most_size, least_size;
	struct value ratio; /* the largest part, and the largest whole */
	struct value limit; /* the last one; they are alike */
	bool has_part, is_per_call;
};

/* The width of a cell with the value, or of a wider one before it. */
static size_t wider(size_t width, struct value value) {
	char shown[VALUE_TEXT];
	size_t here = value_show(shown, sizeof shown, value);

	return here > width ? here : width;
}

static void look_at(struct widest *w, struct value v) {
	const double size = value_size(v);

	if (v.unit == UNIT_PER_CALL)
		w->is_per_call = true;
	else if ((v.unit == UNIT_SAMPLES || v.unit == UNIT_MEAN) && v.number != trunc(v.number))
		w->has_part = true;
	else if (v.unit == UNIT_RATIO)
		w->ratio = ratio(v.whole > w->ratio.whole ? v.whole : w->ratio.whole, v.letter,
		                 v.of > w->ratio.of ? v.of : w->ratio.of);
	if (v.is_limit)
		w->limit = v;
	if (w->most.unit == UNIT_NONE || size > w->most_size) {
		w->most = v;
		w->most_size = size;
	}
	if (size < w->least_size) {
		w->least = v;
		w->least_size = size;
	}
}

/* What the values seen so far and a heading need. */
static size_t width_of(const struct widest *w, size_t width) {
	if (w->is_per_call) {
		size_t needed = sizeof "9.99ms" - 1 + (w->most.is_signed || w->least_size < 0);

		return width > needed ? width : needed;
	}
	if (w->has_part) {
		struct value part = samples(trunc(w->most_size) + 0.5);
		part.is_signed = w->most.is_signed;
		width = wider(width, part);
	}
	return wider(wider(wider(wider(width, w->ratio), w->limit), w->most), w->least);
}

/* The width of a column of texts, or of its heading; if not all are looked at, more than a screen
 * has may be less. */
static size_t text_column_width(const struct table *t, size_t column, size_t indent, size_t ntexts,
                                size_t width) {
	enum { FIRST = 1000, SCREEN = 1000 };
	const size_t widest = ntexts < SIZE_MAX ? SCREEN : SIZE_MAX;
	const bool is_name = t->columns->list[column].is_name;
	const size_t nrows = table_all_rows(t), step = 1 + nrows / ntexts;
	struct table looked = *t;

	looked.arena = arena_new(); /* cells may be made when asked for */
	for (size_t row = 0; row < nrows && width < widest && (row < FIRST || width < TABLE_LONG);
	     row += row < FIRST ? 1 : step) {
		struct value v = table_value(&looked, row, column);
		size_t here = 0;

		if (is_name)
			here = indent * t->rows[row].depth + (*table_mark(t, row) ? 2 : 0);
		if (v.unit == UNIT_TEXT)
			here += (size_t)text_width(v.text);
		else if (v.unit != UNIT_NONE)
			here = wider(here, v);
		width = here > width ? here : width;
		if (row / step % FIRST == 0)
			arena_reset(looked.arena);
	}
	arena_free(looked.arena);
	return width;
}

/* Row by row, because rows are far apart in memory and columns are not. */
void table_widths(const struct table *t, size_t indent, size_t ntexts, size_t *widths) {
	const size_t ncolumns = t->columns->n, nrows = table_all_rows(t);
	struct widest *list = arena_alloc(t->arena, ncolumns, sizeof *list);
	size_t *numbers = arena_alloc(t->arena, ncolumns, sizeof *numbers);
	char title[VALUE_TEXT];
	size_t n = 0;

	for (size_t c = 0; c < ncolumns; c++)
		if (table_shows(t, c) && unit_is_number(t->columns->list[c].unit))
			numbers[n++] = c;
	for (size_t row = 0; row < nrows; row++)
		for (size_t i = 0; i < n; i++)
			look_at(&list[numbers[i]], table_value(t, row, numbers[i]));
	for (size_t c = 0; c < ncolumns; c++) {
		widths[c] = 0;
		if (!table_shows(t, c))
			continue;
		table_title(t, c, title, sizeof title);
		const bool is_mark = t->columns->list[c].is_mark;
		widths[c] = width_of(&list[c], is_mark ? 1 : (size_t)text_width(title));
		if (widths[c] && !unit_is_number(t->columns->list[c].unit))
			widths[c] = text_column_width(t, c, indent, ntexts, widths[c]);
	}
}
