/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only file that includes pcre2.h. */
#include "base/pattern.h"

#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/text.h"

enum { MATCH_LIMIT = 100000, HEAP_LIMIT_KB = 4096 };

struct pattern {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
};

static void done(void *what) {
	struct pattern *p = what;

	pcre2_match_context_free(p->context);
	pcre2_match_data_free(p->match);
	pcre2_code_free(p->code);
}

bool pattern_has_capital(const char *text, size_t len) {
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\\' && i + 1 < len)
			i++; /* \W is not a capital letter */
		else if (text[i] >= 'A' && text[i] <= 'Z')
			return true;
	}
	return false;
}

static uint32_t options_for(const char *text, size_t len, enum pattern_kind kind) {
	static const uint32_t own[] = {
		[PATTERN_REGEX] = PCRE2_NEVER_BACKSLASH_C,
		[PATTERN_LITERAL] = PCRE2_LITERAL,
		[PATTERN_WHOLE] = PCRE2_LITERAL,
		[PATTERN_BYTES] = PCRE2_ANCHORED | PCRE2_ENDANCHORED,
		[PATTERN_GLOB] = PCRE2_DOTALL | PCRE2_UNGREEDY,
		[PATTERN_WHOLE_GLOB] = PCRE2_DOTALL | PCRE2_ANCHORED | PCRE2_ENDANCHORED,
	};
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | own[kind];

	if (kind == PATTERN_BYTES)
		return own[kind];
	if (kind == PATTERN_WHOLE)
		return options;
	return pattern_has_capital(text, len) ? options : options | PCRE2_CASELESS;
}

static pcre2_code *compile(const char *text, size_t len, enum pattern_kind kind, int *reason,
                           size_t *at) {
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	uint32_t options = options_for(text, len, kind);

	if (kind == PATTERN_WHOLE && context)
		pcre2_set_compile_extra_options(context, PCRE2_EXTRA_MATCH_LINE);
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, len, options, reason, at, context);
	if (!code && *reason < 0) /* the pattern itself is not UTF-8 */
		code = pcre2_compile((PCRE2_SPTR)text, len,
		                     options & ~(PCRE2_UTF | PCRE2_MATCH_INVALID_UTF), reason, at,
		                     context);
	pcre2_compile_context_free(context);
	return code;
}

/* Whether a regular expression goes on here and a glob does not. */
static bool is_of_regex(char c, char next) {
	return (c == '\\' && (is_letter(next) || is_digit(next))) || (c == '(' && next == '?') ||
	       (strchr(".)]}", c) && next && strchr("*+?{", next));
}

bool pattern_is_glob(const char *text, size_t len) {
	const bool is_no_regex = len && strchr("*?", *text);
	bool is_glob = is_no_regex;

	for (size_t i = 0; i < len; i++) {
		const char next = i + 1 < len ? text[i + 1] : '\0';

		if (strchr("^$|", text[i]) || (!is_no_regex && is_of_regex(text[i], next)))
			return false;
		is_glob |= text[i] == '*';
		i += text[i] == '\\';
	}
	return is_glob;
}

/* A regular expression being written. */
struct writing {
	char *out;
	size_t len;
};

static void put(struct writing *w, const char *text) {
	while (*text)
		w->out[w->len++] = *text++;
}

/* Puts a character that stands for itself. */
static void put_plain(struct writing *w, char c) {
	if (!is_letter(c) && !is_digit(c) && !((unsigned char)c & 0x80))
		w->out[w->len++] = '\\';
	w->out[w->len++] = c;
}

/* The bytes of a set in brackets, or 0; a "]" that comes first is one of it. */
static size_t set_length(const char *text, size_t len) {
	size_t i = len > 1 && text[1] == '!' ? 3 : 2;

	while (i < len && text[i] != ']')
		i++;
	return i < len ? i + 1 : 0;
}

static void put_set(struct writing *w, const char *text, size_t len) {
	const size_t begin = text[1] == '!' ? 2 : 1;

	put(w, begin == 2 ? "[^" : "[");
	for (size_t i = begin; i < len - 1; i++)
		if (text[i] == '-')
			put(w, "-");
		else
			put_plain(w, text[i]);
	put(w, "]");
}

/* The glob as a regular expression. */
static const char *of_glob(const char *text, size_t len, struct arena *arena) {
	struct writing w = { arena_space(arena, 2 * len + 1, 1), 0 };

	for (size_t i = 0; i < len; i++) {
		size_t set = text[i] == '[' ? set_length(text + i, len - i) : 0;
		if (set)
			put_set(&w, text + i, set);
		else if (text[i] == '*')
			put(&w, ".*");
		else if (text[i] == '?')
			put(&w, ".");
		else
			put_plain(&w, text[i] == '\\' && i + 1 < len ? text[++i] : text[i]);
		i += set ? set - 1 : 0;
	}
	w.out[w.len] = '\0';
	return w.out;
}

/* Where the character is that cannot be there.  Newer versions of PCRE2 say where it ends. */
static size_t fault_at(int reason, size_t at) {
	const int unmatched = PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS;
	PCRE2_SIZE of_first = 0;

	if (reason != PCRE2_ERROR_QUANTIFIER_INVALID && reason != unmatched)
		return at;
	pcre2_code_free(pcre2_compile((PCRE2_SPTR) "*", 1, 0, &reason, &of_first, NULL));
	return at > of_first ? at - of_first : 0;
}

/* Why PCRE2 does not take a pattern. */
static bool refuse(int reason, struct error *err) {
	char why[128] = "bad pattern";

	if (reason == PCRE2_ERROR_QUANTIFIER_INVALID)
		return fail(err, "nothing to repeat; .* matches any text");
	pcre2_get_error_message(reason, (PCRE2_UCHAR *)why, sizeof why);
	return fail(err, "%s", why);
}

/* Whether a text may be a function's name with its parameters: "(" follows a name, if only that of
 * an operator, and each is closed. */
static bool may_have_parameters(const char *text, size_t len) {
	size_t nopen = 0;
	bool has_any = false;

	for (size_t i = 0; i < len; i++) {
		has_any |= text[i] == '(' && (i > 1 || (i && is_letter(text[0])));
		nopen += text[i] == '(';
		if (text[i] == '\\' || (text[i] == ')' && !nopen--))
			return false;
	}
	return has_any && !nopen;
}

const struct pattern *pattern_new(const char *text, size_t len, enum pattern_kind kind,
                                  struct arena *arena, size_t *at, struct error *err) {
	struct pattern *p = arena_alloc(arena, 1, sizeof *p);
	const bool is_name = (kind == PATTERN_REGEX || kind >= PATTERN_GLOB) &&
	                     may_have_parameters(text, len);
	const char *plain = is_name ? pattern_quoted(arena_text(arena, text, len), arena) : NULL;
	int reason = 0;

	*at = 0;
	if (kind >= PATTERN_GLOB) {
		text = of_glob(text, len, arena);
		len = strlen(text);
	}
	if (plain) { /* names are copied from the screen, too */
		text = arena_format(arena, "%s|(?:%.*s)", plain, (int)len, text);
		len = strlen(text);
	}
	p->code = compile(text, len, kind, &reason, at);
	if (!p->code && plain)
		p->code = compile(plain, strlen(plain), kind, &reason, at);
	if (!p->code) {
		*at = kind < PATTERN_GLOB ? fault_at(reason, *at) : 0;
		refuse(reason, err);
		return NULL;
	}
	arena_defer(arena, done, p);
	pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
	p->match = pcre2_match_data_create_from_pattern(p->code, NULL);
	p->context = pcre2_match_context_create(NULL);
	if (!p->match || !p->context)
		return fail_null(err, "out of memory");
	pcre2_set_match_limit(p->context, MATCH_LIMIT);
	pcre2_set_heap_limit(p->context, HEAP_LIMIT_KB);
	return p;
}

const char *pattern_quoted(const char *text, struct arena *arena) {
	struct writing w = { arena_space(arena, 2 * strlen(text) + 1, 1), 0 };

	while (*text)
		put_plain(&w, *text++);
	w.out[w.len] = '\0';
	return w.out;
}

bool pattern_groups(const struct pattern *p, const char *subject, size_t n, size_t *bounds) {
	if (pcre2_match(p->code, (PCRE2_SPTR)subject, strlen(subject), 0, 0, p->match,
	                p->context) <= 0)
		return false;
	memcpy(bounds, pcre2_get_ovector_pointer(p->match), 2 * (n + 1) * sizeof *bounds);
	return true;
}

bool pattern_finds(const struct pattern *p, const char *subject, size_t *low, size_t *high) {
	size_t bounds[2];

	if (!pattern_groups(p, subject, 0, bounds))
		return false;
	if (low)
		*low = bounds[0];
	if (high)
		*high = bounds[1];
	return true;
}

void pattern_library_version(char *out, size_t size) {
	char version[64] = "unknown";

	if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) <= (int)sizeof version)
		pcre2_config(PCRE2_CONFIG_VERSION, version);
	snprintf(out, size, "%s", version);
}
