/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

const char *const row_words[] = { "function", "file",   "folder", "class", "section",
	                          "object",   "thread", "cycle",  "line" };

struct folds {
	struct pairs keys; /* and 0 */
	bool *are_in;      /* shape: [keys.index.n] */
};

struct folds *folds_new(struct arena *arena) {
	struct folds *folds = arena_alloc(arena, 1, sizeof *folds);

	folds->keys.index.arena = arena;
	return folds;
}

bool folds_has(const struct folds *folds, uint64_t key) {
	const uint32_t number = folds ? pairs_find(&folds->keys, key, 0) : NO_ITEM;

	return number != NO_ITEM && folds->are_in[number];
}

void folds_set(struct folds *folds, uint64_t key, bool has) {
	uint32_t number;

	assert(key != 0 && key != FOLD_ALL);
	if (pairs_add(&folds->keys, key, 0, &number))
		arena_put(folds->keys.index.arena, folds->are_in, number, has);
	folds->are_in[number] = has;
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

enum { HIDDEN = 1 }; /* a byte of a name */

struct parser {
	const char *typed;
	char *whole; /* the same, with names hidden */
	struct arena *arena;
	size_t *at; /* of an error */
	struct error *err;
};

#define QUOTED "\"[^\"]*+\"?|\\\\.?+"
#define ATOM "(?>" QUOTED "|\\[(?:" QUOTED "|[^]\"\\\\])*+\\]?+|\\.\\.\\.|[^\"\\\\[])"
#define BRACKETS "(\\((?:[^()]++|(?2))*+\\))|(?<=[^ <])(?<!operator)(<(?:[^<>]++|(?3))*+>)"

/* What comes before a byte that ends a term, and not in quotes, parentheses or <>; before the last
 * colon that separates ("::" belongs to a name, and of ":::" the first one separates); a file. */
static const char term_form[] = "((?:" QUOTED "|" BRACKETS "|(?<=\\)) const(?= |$)|[^ ])*+).*";
static const char half_form[] = "((?:" QUOTED "|" BRACKETS "|[^/])*+).*";
static const char before_colon[] = "(" ATOM "*)(?<!(?<!\\\\):|\\(\\?):(?=(?:::)*+(?!:)).*";
static const char file_with_dot[] = "(" ATOM "*?)(?!\\.\\.\\.)\\.(?![*+?{]).*";

/* Where the first group of a form ends in a part; its length if the form does not fit. */
static size_t span(const struct parser *p, struct part part, const char *form) {
	struct error none;
	size_t at, bounds[4];
	const struct pattern *pattern = pattern_new(form, strlen(form), PATTERN_BYTES, p->arena,
	                                            &at, &none);
	const char *text = arena_text(p->arena, part.text, part.len);

	return pattern && pattern_groups(pattern, text, 1, bounds) ? bounds[3] : part.len;
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
	for (unsigned kind = ROWS_FILE; kind < ROWS_LINE; kind++) {
		const char *word = row_words[kind];
		const size_t len = strlen(word);

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
	size_t at = is_group ? part.len : span(p, part, before_colon);
	struct part file = { part.text, at };
	bool is_whole;

	if (part.len && *part.text == HIDDEN) {
		out->function = pattern_new(p->typed + (part.text - p->whole), part.len,
		                            PATTERN_NAME, p->arena, p->at, p->err);
		return out->is_whole = out->function != NULL;
	}
	if (is_group ||
	    (at == part.len && (part.text[0] == '=' || span(p, part, file_with_dot) == part.len)))
		return parse_function_or_line(p, part, out);
	if (file.len) {
		out->file = parse_pattern(p, file, &is_whole);
		if (!out->file)
			return false;
	}
	return at == part.len || parse_function_or_line(p, part_from(part, at + 1), out);
}

static bool parse_term(const struct parser *p, struct part part, struct filter_term *out) {
	if (part.text[0] == '!') {
		out->excludes = true;
		part = part_from(part, 1);
	}
	struct part right = part;
	part.len = span(p, part, half_form);
	out->is_arc = part.len < right.len;
	if (!parse_half(p, part, &out->left))
		return false;
	return !out->is_arc || parse_half(p, part_from(right, part.len + 1), &out->right);
}

/* Whether a text is the name of a function.  Without blanks, slashes, dots and colons it is nothing
 * else, and need not be one; blanks are in names with brackets, and in "operator new". */
static bool is_name(const struct parser *p, const struct filter_names *names, const char *text,
                    size_t len) {
	const bool has_blank = strcspn(text, " ") < len;
	struct error none;
	size_t at;

	if (strchr("=\"@>)],&*", *text) ||
	    (has_blank ? strcspn(text, "<)]#") >= len && !strstr(text, "operator ")
	               : strcspn(text, "/.") >= len &&
	                         span(p, (struct part){ text, len }, before_colon) == len))
		return false;
	const struct pattern *name = pattern_new(text, len, PATTERN_NAME, p->arena, &at, &none);
	return name && names->has(names->of, name);
}

/* Hides what parts terms in the names of functions, the longest ones there are. */
static void hide_names(const struct filter_names *names, const struct parser *p) {
	const size_t len = strlen(p->typed);

	for (size_t at = 0, nquotes = 0, end; at < len; at++) {
		nquotes += p->typed[at] == '"';
		if (nquotes % 2 || (at && !strchr(" !/", p->whole[at - 1])))
			continue;
		for (end = len; end > at; end--)
			if (strchr(" /", p->typed[end]) &&
			    is_name(p, names, p->typed + at, end - at))
				break;
		memset(p->whole + at, HIDDEN, end - at);
	}
}

const struct filter *filter_new(const char *text, const struct filter_names *names,
                                struct arena *arena, size_t *at, struct error *err) {
	struct filter *filter = arena_alloc(arena, 1, sizeof *filter);
	const size_t len = strlen(text);
	struct parser parser = { text, arena_text(arena, text, len), arena, at, err };
	struct part rest = { parser.whole, len };
	struct filter_term *terms = NULL;

	if (names)
		hide_names(names, &parser);
	while (rest.len) {
		struct part part = { rest.text, span(&parser, rest, term_form) };
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
