/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only file that includes pcre2.h. */
#include "base/pattern.h"

#include <stdio.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/arena.h"
#include "base/error.h"

enum { MATCH_LIMIT = 100000, HEAP_LIMIT_KB = 4096 };

struct pattern {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
};

static void done(void *what)
{
	struct pattern *p = what;

	pcre2_match_context_free(p->context);
	pcre2_match_data_free(p->match);
	pcre2_code_free(p->code);
}

static bool has_capital(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (text[i] == '\\' && i + 1 < len)
			i++; /* \W is not a capital letter */
		else if (text[i] >= 'A' && text[i] <= 'Z')
			return true;
	}
	return false;
}

static uint32_t options_for(const char *text, size_t len,
                            enum pattern_kind kind)
{
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;

	if (kind != PATTERN_REGEX)
		options |= PCRE2_LITERAL;
	else
		options |= PCRE2_NEVER_BACKSLASH_C;
	if (kind == PATTERN_WHOLE)
		return options;
	return has_capital(text, len) ? options : options | PCRE2_CASELESS;
}

static pcre2_code *compile(const char *text, size_t len, enum pattern_kind kind,
                           int *reason, size_t *at)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	uint32_t options = options_for(text, len, kind);
	pcre2_code *code;

	if (kind == PATTERN_WHOLE && context)
		pcre2_set_compile_extra_options(context,
		                                PCRE2_EXTRA_MATCH_LINE);
	code = pcre2_compile((PCRE2_SPTR)text, len, options, reason, at,
	                     context);
	if (!code && *reason < 0) /* the pattern itself is not UTF-8 */
		code = pcre2_compile(
			(PCRE2_SPTR)text, len,
			options & ~(PCRE2_UTF | PCRE2_MATCH_INVALID_UTF),
			reason, at, context);
	pcre2_compile_context_free(context);
	return code;
}

const struct pattern *pattern_new(const char *text, size_t len,
                                  enum pattern_kind kind, struct arena *arena,
                                  size_t *at, struct error *err)
{
	struct pattern *p = arena_alloc(arena, 1, sizeof *p);
	int reason = 0;

	*at = 0;
	p->code = compile(text, len, kind, &reason, at);
	if (!p->code) {
		char why[128] = "bad pattern";

		pcre2_get_error_message(reason, (PCRE2_UCHAR *)why, sizeof why);
		fail(err, "%s", why);
		return NULL;
	}
	arena_defer(arena, done, p);
	pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
	p->match = pcre2_match_data_create_from_pattern(p->code, NULL);
	p->context = pcre2_match_context_create(NULL);
	if (!p->match || !p->context) {
		fail(err, "out of memory");
		return NULL;
	}
	pcre2_set_match_limit(p->context, MATCH_LIMIT);
	pcre2_set_heap_limit(p->context, HEAP_LIMIT_KB);
	return p;
}

const char *pattern_quoted(const char *text, struct arena *arena)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char *quoted = arena_space(arena, 2 * strlen(text) + 1, 1), *out;

	for (out = quoted; *text; *out++ = *text++)
		if (!((unsigned char)*text & 0x80) && !strchr(letters, *text))
			*out++ = '\\';
	*out = '\0';
	return quoted;
}

bool pattern_finds(const struct pattern *p, const char *subject, size_t *low,
                   size_t *high)
{
	const size_t *ends;

	if (pcre2_match(p->code, (PCRE2_SPTR)subject, strlen(subject), 0, 0,
	                p->match, p->context) <= 0)
		return false;
	ends = pcre2_get_ovector_pointer(p->match);
	if (low)
		*low = ends[0];
	if (high)
		*high = ends[1];
	return true;
}

void pattern_library_version(char *out, size_t size)
{
	char version[64] = "unknown";

	if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) <= (int)sizeof version)
		pcre2_config(PCRE2_CONFIG_VERSION, version);
	snprintf(out, size, "%s", version);
}
