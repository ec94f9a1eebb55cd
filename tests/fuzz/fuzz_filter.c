/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters of any text, held against names and paths.
 *
 * An input: the filter, a line feed, and a text that is looked at as a name,
 * raw name and path.  What is refused has a reason and a place in the text. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "table/table.h"

enum { MAX_BYTES = 2000 };

static void hold_against(const struct filter *filter, const char *text) {
	const struct filter_subject subjects[] = {
		{ "std::vec<int>::f(int)", "_ZN3std", "/src/hash.c", 214, 220 },
		{ text, text, text, 7, 7 },
		{ text, "", NULL, 0, 0 },
	};

	for (size_t i = 0; i < filter->n; i++)
		for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
			filter_half_fits(&filter->terms[i].left, &subjects[k]);
			filter_half_fits(&filter->terms[i].right, &subjects[k]);
		}
}

static void check(const struct filter *filter) {
	size_t nincludes = 0;

	for (size_t i = 0; i < filter->n; i++) {
		const struct filter_term *t = &filter->terms[i];

		nincludes += !t->excludes;
		assert(t->is_arc || (!t->right.function && !t->right.file && !t->right.line));
	}
	assert(filter->has_includes == (nincludes > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	struct error err = { "" };
	size_t at = 0;

	char *text = arena_text(arena, (const char *)data, size < MAX_BYTES ? size : MAX_BYTES);
	char *line = strchr(text, '\n');
	if (line)
		*line++ = '\0';
	const struct filter *filter = filter_new(text, NULL, arena, &at, &err);
	if (filter) {
		check(filter);
		hold_against(filter, line ? line : "main");
	} else {
		assert(err.reason[0]);
		assert(at <= strlen(text));
	}
	arena_free(arena);
	return 0;
}
