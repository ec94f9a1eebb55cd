/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/filter.h"

struct fold {
	uint64_t key; /* a hash already */
	bool is_in;
};

struct folds {
	struct index index;
	struct fold *list; /* shape: [index.n] */
};

struct folds *folds_new(struct arena *arena) {
	struct folds *folds = arena_alloc(arena, 1, sizeof *folds);

	folds->index.arena = arena;
	return folds;
}

static bool is_key(const void *list, uint32_t number, const void *wanted) {
	return ((const struct fold *)list)[number].key == *(const uint64_t *)wanted;
}

bool folds_has(const struct folds *folds, uint64_t key) {
	const uint32_t number = folds ? index_find(&folds->index, key, is_key, folds->list, &key)
	                              : NO_ITEM;

	return number != NO_ITEM && folds->list[number].is_in;
}

void folds_set(struct folds *folds, uint64_t key, bool has) {
	uint32_t number;

	assert(key != 0 && key != FOLD_ALL);
	if (index_append(&folds->index, key, is_key, folds->list, &key, &number))
		folds->list = arena_room(folds->index.arena, folds->list, number,
		                         sizeof *folds->list);
	folds->list[number] = (struct fold){ key, has };
}

uint64_t fold_key(uint64_t parent, const char *text) {
	const uint64_t hash = hash_text(hash_number(0, parent + 1), text);

	return hash == 0 || hash == FOLD_ALL ? 1 : hash;
}

/* Part of the filter's text. */
struct part {
	const char *text;
	size_t len;
};

static struct part part_from(struct part part, size_t at) {
	return (struct part){ part.text + at, part.len - at };
}

struct parser {
	const char *whole;
	struct arena *arena;
	size_t *at; /* of an error */
	struct error *err;
};

/* Where the parentheses, or <>, that open at a place are closed, or the place. */
static size_t closed_at(struct part part, size_t at) {
	const char close = part.text[at] == '(' ? ')' : '>';
	size_t nopen = 0;

	for (size_t i = at; i < part.len; i++) {
		nopen += part.text[i] == part.text[at];
		if (part.text[i] == close && !--nopen)
			return i;
	}
	return at;
}

/* Whether parentheses open at a place, or the arguments of a template. */
static bool opens(struct part part, size_t at) {
	return part.text[at] == '(' ||
	       (part.text[at] == '<' && at && !strchr(" <", part.text[at - 1]) &&
	        (at < 8 || memcmp(part.text + at - 8, "operator", 8)));
}

/* Whether the "const" of a member function comes here. */
static bool is_const(struct part part, size_t at) {
	return at && part.text[at - 1] == ')' && !strncmp(part.text + at, " const", 6) &&
	       strchr(" ", part.text[at + 6]);
}

/* The length up to the first of the stop bytes outside quotes, parentheses and <>. */
static size_t span(struct part part, const char *stops) {
	bool quoted = false, is_open = false;
	size_t i;

	for (i = 0; i < part.len; i++) {
		if (part.text[i] == '"')
			quoted = !quoted;
		else if (!quoted && part.text[i] == '\\')
			i++;
		else if (!quoted && !is_open && opens(part, i)) {
			size_t end = closed_at(part, i);
			is_open = end == i;
			i = end;
		} else if (!quoted && strchr(stops, part.text[i]) && !is_const(part, i))
			break;
	}
	return i < part.len ? i : part.len;
}

/* A walk over a part that skips what belongs to a pattern: quoted, escaped and in []. */
struct walk {
	struct part part;
	size_t next;
	bool quoted, in_class;
};

/* Moves past the next byte that counts; false at the end. */
static bool walk_on(struct walk *w) {
	while (w->next < w->part.len) {
		char c = w->part.text[w->next++];

		if (c == '"')
			w->quoted = !w->quoted;
		else if (w->quoted)
			continue;
		else if (c == '\\')
			w->next++;
		else if (c == '[' || c == ']')
			w->in_class = c == '[';
		else if (!w->in_class)
			return true;
	}
	return false;
}

/* The last separating ':', or len if there is none: "::" belongs to a name, and of ":::" the first
 * one separates. */
static size_t colon(struct part part) {
	struct walk w = { .part = part };
	size_t found = part.len;

	while (walk_on(&w)) {
		size_t first = w.next - 1;

		if (part.text[first] != ':' ||
		    (first >= 2 && !memcmp(part.text + first - 2, "(?", 2))) /* opens a group */
			continue;
		while (w.next < part.len && part.text[w.next] == ':')
			w.next++;
		if ((w.next - first) % 2)
			found = first;
	}
	return found;
}

static bool has_file_dot(struct part part) {
	struct walk w = { .part = part };

	while (walk_on(&w))
		if (part.text[w.next - 1] == '.' &&
		    (w.next == part.len || !strchr("*+?{", part.text[w.next])))
			return true;
	return false;
}

/* is_whole: it fits a whole text or not at all. */
static const struct pattern *parse_pattern(const struct parser *p, struct part part,
                                           bool *is_whole) {
	enum pattern_kind kind = pattern_is_glob(part.text, part.len) ? PATTERN_WHOLE_GLOB
	                                                              : PATTERN_REGEX;
	size_t at = 0;

	if (part.len && part.text[0] == '=') {
		kind = PATTERN_WHOLE;
		part = part_from(part, 1);
	}
	if (part.len && part.text[0] == '"') {
		kind = kind == PATTERN_WHOLE ? kind : PATTERN_LITERAL;
		part = part_from(part, 1);
		if (part.len && part.text[part.len - 1] == '"')
			part.len--;
	}
	*is_whole = kind == PATTERN_WHOLE || kind == PATTERN_WHOLE_GLOB;
	if (!part.len)
		kind = PATTERN_REGEX; /* "=": more is to come */
	const struct pattern *pattern = pattern_new(part.text, part.len, kind, p->arena, &at,
	                                            p->err);
	if (!pattern)
		*p->at = (size_t)(part.text - p->whole) + at;
	return pattern;
}

static bool parse_line(const struct parser *p, struct part part, unsigned *out) {
	size_t i;

	for (*out = 0, i = 0; i < part.len; i++) {
		*p->at = (size_t)(part.text - p->whole) + i;
		if (!is_digit(part.text[i]))
			return fail(p->err, "a line number consists of digits only");
		if (*out > (UINT_MAX - 9) / 10)
			return fail(p->err, "no file has that many lines");
		*out = *out * 10 + (unsigned)(part.text[i] - '0');
	}
	return true;
}

static bool parse_function_or_line(const struct parser *p, struct part part,
                                   struct filter_half *out) {
	if (!part.len && !out->of)
		return true;
	if (!out->of && is_digit(part.text[0]))
		return parse_line(p, part, &out->line);
	out->function = parse_pattern(p, part, &out->is_whole);
	return out->function != NULL;
}

/* Takes "@class:" and the like off the part; false if it does not begin so. */
static bool take_group(struct part *part, enum row_kind *of) {
	size_t len;

	for (unsigned kind = ROWS_FILE; kind < ROWS_LINE; kind++) {
		const char *word = choice_at(ROW_KINDS, kind, &len);

		if (part->len < len + 2 || part->text[0] != '@' || part->text[len + 1] != ':' ||
		    memcmp(part->text + 1, word, len) != 0)
			continue;
		*of = (enum row_kind)kind;
		*part = part_from(*part, len + 2);
		return true;
	}
	return false;
}

static bool parse_half(const struct parser *p, struct part part, struct filter_half *out) {
	const bool is_group = take_group(&part, &out->of);
	size_t at = is_group ? part.len : colon(part);
	struct part file = { part.text, at };
	bool is_whole;

	if (is_group || (at == part.len && (part.text[0] == '=' || !has_file_dot(part))))
		return parse_function_or_line(p, part, out);
	if (file.len) {
		out->file = parse_pattern(p, file, &is_whole);
		if (!out->file)
			return false;
	}
	if (at == part.len)
		return true;
	return parse_function_or_line(p, part_from(part, at + 1), out);
}

static bool parse_term(const struct parser *p, struct part part, struct filter_term *out) {
	if (part.text[0] == '!') {
		out->excludes = true;
		part = part_from(part, 1);
	}
	struct part right = part;
	part.len = span(part, "/");
	out->is_arc = part.len < right.len;
	if (!parse_half(p, part, &out->left))
		return false;
	if (!out->is_arc)
		return true;
	return parse_half(p, part_from(right, part.len + 1), &out->right);
}

const struct filter *filter_new(const char *text, struct arena *arena, size_t *at,
                                struct error *err) {
	struct filter *filter = arena_alloc(arena, 1, sizeof *filter);
	struct parser parser = { text, arena, at, err };
	struct part rest = { text, strlen(text) };
	struct filter_term *terms = NULL;

	while (rest.len) {
		struct part part = { rest.text, span(rest, " ") };
		struct filter_term term = { 0 };

		rest = part_from(rest, part.len ? part.len : 1);
		if (!part.len)
			continue;
		if (!parse_term(&parser, part, &term))
			return NULL;
		if (part.len == 1 && part.text[0] == '!')
			continue; /* more is to come */
		term.left.number = 2 * filter->n;
		term.right.number = 2 * filter->n + 1;
		arena_append(arena, terms, filter->n, term);
		filter->has_includes |= !term.excludes;
		filter->has_calls |= term.is_arc;
	}
	filter->terms = terms;
	return filter;
}

/* A file is known by its path and by the last parts of it. */
static bool fits_file(const struct pattern *file, const char *path) {
	bool fits = pattern_finds(file, path, NULL, NULL);

	while (!fits && (path = strchr(path, '/')))
		fits = pattern_finds(file, ++path, NULL, NULL);
	return fits;
}

bool filter_half_fits(const struct filter_half *half, const struct filter_subject *s) {
	if (half->line && (half->line < s->line || half->line > s->last))
		return false;
	if (half->file && (!s->path || !fits_file(half->file, s->path)))
		return false;
	return !half->function || pattern_finds(half->function, s->name, NULL, NULL) ||
	       (s->raw != s->name && pattern_finds(half->function, s->raw, NULL, NULL));
}
