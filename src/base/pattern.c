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
		[PATTERN_WHOLE] = PCRE2_LITERAL | PCRE2_ANCHORED | PCRE2_ENDANCHORED,
		[PATTERN_BYTES] = PCRE2_ANCHORED | PCRE2_ENDANCHORED,
		[PATTERN_NAME] = 0,
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

static pcre2_code *compile(const char *text, size_t len, uint32_t options, int *reason,
                           size_t *at) {
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, len, options, reason, at, NULL);

	if (!code && *reason < 0) /* the pattern itself is not UTF-8 */
		code = pcre2_compile((PCRE2_SPTR)text, len,
		                     options & ~(PCRE2_UTF | PCRE2_MATCH_INVALID_UTF), reason, at,
		                     NULL);
	return code;
}

/* Whether a text is of a form. */
static bool is_of(const char *form, const char *text, size_t len) {
	int reason;
	size_t at;
	pcre2_code *code = compile(form, strlen(form), 0, &reason, &at);
	pcre2_match_data *match = pcre2_match_data_create(1, NULL);
	const bool fits = pcre2_match(code, (PCRE2_SPTR)text, len, 0, 0, match, NULL) >= 0;

	pcre2_match_data_free(match);
	pcre2_code_free(code);
	return fits;
}

/* A star or a question mark first; or a star, and nothing that is of regular expressions only. */
bool pattern_is_glob(const char *text, size_t len) {
	return is_of("^(?:(?=[*?])(?:\\\\.?|[^\\\\^$|])*+|(?=(?:\\\\.|[^\\\\*])*\\*)"
	             "(?:\\\\(?![A-Za-z0-9]).?|(?![])}.][*+?{]|\\(\\?)[^\\\\^$|])*+)$",
	             text, len);
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

/* What is replaced, and by what. */
struct rule {
	const char *find, *put;
};

/* The text with all that fits a rule replaced; NULL if there is no room. */
static const char *apply(const struct rule *rule, const char *text, struct arena *arena) {
	PCRE2_SIZE at, size = 8 * strlen(text) + 512;
	char *out = arena_space(arena, size, 1);
	int reason;
	pcre2_code *code = compile(rule->find, strlen(rule->find), 0, &reason, &at);
	const int n = pcre2_substitute(code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0,
	                               PCRE2_SUBSTITUTE_GLOBAL, NULL, NULL, (PCRE2_SPTR)rule->put,
	                               PCRE2_ZERO_TERMINATED, (PCRE2_UCHAR *)out, &size);

	pcre2_code_free(code);
	return n < 0 ? NULL : n ? out : text;
}

static const char *apply_all(const struct rule *rules, size_t n, const char *text,
                             struct arena *arena) {
	for (size_t i = 0; text && i < n; i++)
		text = apply(&rules[i], text, arena);
	return text;
}

/* How a glob becomes a regular expression.  Bytes that are in no name stand for what may only come
 * when signs are quoted; a "]" that comes first in a set is one of it. */
#define NO_SET "[\1\2][^\3]*\3(*SKIP)(*F)|"
static const struct rule glob_rules[] = {
	{ "\\\\.(*SKIP)(*F)|\\[!(.[^]]*)\\]", "\1$1\3" },
	{ "\\\\.(*SKIP)(*F)|\\[([^!][^]]*)\\]", "\2$1\3" },
	{ NO_SET "\\\\(.)", "\4$1" },
	{ NO_SET "(?<!\4)\\*", "\5" },
	{ NO_SET "(?<!\4)\\?", "\6" },
	{ "[^-\\w\1-\x1f\x80-\xff]", "\\$0" },
	{ "\1", "[^" },
	{ "\2", "[" },
	{ "\3", "]" },
	{ "\4", "" },
	{ "\5", ".*" },
	{ "\6", "." },
};

const char *pattern_quoted(const char *text, struct arena *arena) {
	static const struct rule quote = { "[^\\w\x80-\xff]", "\\$0" };

	return apply(&quote, text, arena);
}

/* What may be a name: brackets closed, and no regular expression. */
static const char name_form[] = "^(?=.*\\w)(?!.*(?:[\\\\\1-\x1f]|\\(\\?|\\.[*+?]))"
				"(?:[^()]++|(\\((?:[^()]++|(?1))*+\\)))*+$";

#define ELLIPSIS "(?:\xe2\x80\xa6|\\.\\.\\.)"
#define QUALIFIERS "(?: const)?(?: &&?)?"
#define SUFFIXES "(?: ?\\[clone .*|\\.[a-z].*)"

/* How a name that was copied becomes a regular expression, step by step.  Bytes that are in no name
 * stand for what may only come when the name's own signs are quoted. */
static const struct rule name_rules[] = {
	/* What gptui, gprof and perf write beside names; hashes of Rust. */
	{ "^\\[[.k]\\] |(?: <cycle \\d+>| [<(]inlined[>)])?(?: #\\d+| \\[\\d+\\])?$", "" },
	{ "\\[[0-9a-f]{16}\\](?=::)|::h(?=[a-f]*\\d)[0-9a-f]{4,15}$", "" },
	{ "^.*::h([0-9a-f]{16})$", "\1\00417h$1E\4" },
	/* What is left out. */
	{ "^" ELLIPSIS, "\1" },
	{ "(?<=\\()" ELLIPSIS "(?=\\))", "\2" },
	{ "(?<=<)" ELLIPSIS "(?=>)", "\3" },
	{ ELLIPSIS, "\4" },
	{ "\\{\\}", "(anonymous namespace)" },
	{ " ?\\[\\.\\]", "\5\6" },
	{ "(?: [[(](?=\\.[a-z])|\\G(?!^))(\\.[a-z]\\w*(?:\\.\\d+)?)[])]?", "\5 [clone $1]" },
	{ "(?<=^<)(?=\\w)|(?<= as )|(?<=[&[])(?=\\w)", "\7" },
	{ "(?<=[^:])(?=::[^<]|#| const)", "\x0e" },
	/* Blanks that not all set. */
	{ "(?<=\\w) (?=\\w)", "\x0f" },
	{ " |(?<=,)(?! )|(?<=<)(?=<)|(?<=>)(?=>)", "\x10" },
	{ "^(\\w+)\x0e::(\\w+)$", "$0\x11__$1_MOD_$2" },
	{ "[^\\w\1-\x1f\x80-\xff]", "\\$0" },
	{ "\2", "(?&r)" },
	{ "\3", "(?&p)" },
	{ "\4", ".*?" },
	{ "\5", "(?&o)" QUALIFIERS },
	{ "\6", SUFFIXES },
	{ "\7", "(?:\\w+::)*?" },
	{ "\x0e", "(?&o)" },
	{ "\x0f", " " },
	{ "\x10", " ?" },
	{ "\x11", "|" },
};

/* What is in parentheses and in <>, and what short names lack before "::". */
static const char name_parts[] = "(?(DEFINE)(?<r>(?:[^()]++|\\((?&r)\\))*+)"
				 "(?<p>(?:[^<>()-]++|->?|\\((?&r)\\)|<(?&p)>)*+)"
				 "(?<o>(?:(?:::)?<(?&p)>|\\((?&r)\\)(?: const)?)*+))";

/* A regular expression for names like a text that may be a copied one, with more than letters, else
 * NULL.  is_whole: it is all of a name, but for scopes before it and parameters after it; or a word
 * of letters. */
static const char *of_name(const char *text, bool is_whole, struct arena *arena) {
	const size_t n = is_of(name_form, text, strlen(text)) &&
	                                 (is_whole || is_of("\\W", text, strlen(text)))
	                         ? sizeof name_rules / sizeof *name_rules
	                         : 0;
	const char *name = apply_all(name_rules, n, text, arena);

	if (!n || !name)
		return NULL;
	const bool has_begin = *name != 1, is_bare = !strchr(text, ' ') || strstr(text, "operator");
	name += !has_begin;
	if (!is_whole)
		return arena_format(arena, "%s%s", name, name_parts);
	return arena_format(arena, "%s(?:%s)%s" QUALIFIERS SUFFIXES "?$%s",
	                    has_begin ? "(?:^|(?<=::)|(?<= ))" : "", name,
	                    is_bare ? "(?&o)" : "(?:\\((?&r)\\))?", name_parts);
}

const struct pattern *pattern_new(const char *text, size_t len, enum pattern_kind kind,
                                  struct arena *arena, size_t *at, struct error *err) {
	struct pattern *p = arena_alloc(arena, 1, sizeof *p);
	const bool may_be_name = kind == PATTERN_REGEX || kind >= PATTERN_NAME;
	const uint32_t options = options_for(text, len, kind);
	const char *name = may_be_name ? of_name(arena_text(arena, text, len), kind == PATTERN_NAME,
	                                         arena)
	                               : NULL;
	const bool is_name = name && (kind == PATTERN_NAME || memchr(text, '(', len) ||
	                              strstr(name, "operator"));
	char why[128] = "bad pattern";
	int reason = 0;

	*at = 0;
	if (kind == PATTERN_NAME && !name)
		return fail_null(err, "no name");
	if (kind >= PATTERN_GLOB) {
		text = apply_all(glob_rules, sizeof glob_rules / sizeof *glob_rules,
		                 arena_text(arena, text, len), arena);
		if (!text)
			return fail_null(err, "out of memory");
		len = strlen(text);
	}
	p->code = kind == PATTERN_NAME ? NULL : compile(text, len, options, &reason, at);
	if (kind == PATTERN_REGEX && reason == PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS &&
	    is_of("^[^]()|\\\\^$?*+[]*[\\w>]\\([^]()|\\\\^$?*+[]*$", text, len)) {
		const int n = (int)strcspn(text, "(");
		text = arena_format(arena, "\\Q%.*s\\E(?:\\Q%.*s\\E|$)", n, text, (int)len - n,
		                    text + n);
		len = strlen(text);
		p->code = compile(text, len, options, &reason, at);
	}
	if (name && (p->code || is_name)) {
		text = p->code ? arena_format(arena, "(?:%s)|(?:%.*s)", name, (int)len, text)
		               : name;
		pcre2_code_free(p->code);
		p->code = compile(text, strlen(text), options, &reason, at);
	}
	if (!p->code) {
		*at = kind < PATTERN_NAME ? fault_at(reason, *at) : 0;
		if (reason == PCRE2_ERROR_QUANTIFIER_INVALID)
			return fail_null(err, "nothing to repeat; .* matches any text");
		pcre2_get_error_message(reason, (PCRE2_UCHAR *)why, sizeof why);
		return fail_null(err, "%s", why);
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
