/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a spec: every part has its form, and a spec that is written out
 * again means the same. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "gprof/gprof_rules.h"

static void check(const struct symspec_half *h) {
	if (h->file)
		assert(*h->file);
	if (h->function)
		assert(*h->function && !strchr(h->function, ':') &&
		       (*h->function < '0' || *h->function > '9'));
	assert(!h->line || !h->function);
}

static const char *written(const struct symspec_half *h, struct arena *arena) {
	const char *file = h->file ? h->file : "";

	if (h->line)
		return arena_format(arena, "%s:%d", file, h->line);
	return arena_format(arena, "%s:%s", file, h->function ? h->function : "");
}

static bool is_same_text(const char *a, const char *b) {
	return a && b ? !strcmp(a, b) : a == b;
}

static bool is_same(const struct symspec_half *a, const struct symspec_half *b) {
	return is_same_text(a->file, b->file) && is_same_text(a->function, b->function) &&
	       a->line == b->line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const char *text = arena_text(arena, (const char *)data, size);
	struct symspec s = symspec_parse(text, arena);

	check(&s.left);
	check(&s.right);
	assert(s.has_right == (strchr(text, '/') != NULL));
	assert(s.has_right || (!s.right.file && !s.right.function && !s.right.line));
	/* A number that fits no line is some number, perhaps a negative one. */
	if (s.left.line >= 0 && s.right.line >= 0) {
		text = arena_format(arena, "%s%s%s", written(&s.left, arena),
		                    s.has_right ? "/" : "",
		                    s.has_right ? written(&s.right, arena) : "");
		struct symspec again = symspec_parse(text, arena);
		assert(again.has_right == s.has_right);
		assert(is_same(&s.left, &again.left));
		assert(is_same(&s.right, &again.right));
	}
	arena_free(arena);
	return 0;
}
