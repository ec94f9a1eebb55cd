/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter, which looks at each name once, keeps what it keeps when it looks
 * at all of them for each function. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/filtering.h"
#include "views/view.h"

#include "assertions.h"

enum { FUNCS = 40, ROUNDS = 400, LONGEST = 12 };

static const struct dataset *any_data(struct builder *b, struct dice *dice) {
	static const char *const parts[] = { "ha", "sh", "Tab", "e_", "x1" };
	struct dataset *data = arena_alloc(b->arena, 1, sizeof *data);

	for (int i = 0; i < FUNCS; i++) {
		const char *name = arena_format(b->arena, "%s%s%s%d", parts[roll(dice, 5)],
		                                parts[roll(dice, 5)], parts[roll(dice, 5)], i);

		builder_symbol(b, name, TEXT_LOW + 16u * (unsigned)i, 16);
		builder_bin(b, (unsigned)i, roll(dice, 4));
	}
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 16 * FUNCS, FUNCS, 100);
	for (int i = 0; i < 60; i++)
		builder_call(b, TEXT_LOW + 16 * roll(dice, FUNCS) + 4,
		             TEXT_LOW + 16 * roll(dice, FUNCS), 1);
	*data = builder_data(b, builder_profile(b, &rules_exact));
	return data;
}

/* A filter of letters that mean something; it may be broken. */
static void any_filter(struct dice *dice, char text[LONGEST + 1]) {
	static const char letters[] = "hhaasshTeexx11  !!/:.|*\"=";
	size_t n = 1 + roll(dice, LONGEST);

	for (size_t i = 0; i < n; i++)
		text[i] = letters[roll(dice, sizeof letters - 1)];
	text[n] = '\0';
}

static bool fits(const struct filter_half *half, const struct func *f) {
	const struct filter_subject s = { .name = f->name, .raw = f->name };

	return filter_half_fits(half, &s);
}

/* Whether the function is an end of an arc that fits. */
static bool is_an_end(const struct filter_term *term, const struct func *f) {
	for (size_t i = 0; i < f->ncallees; i++)
		if (fits(&term->left, f) && fits(&term->right, f->callees[i]->callee))
			return true;
	for (size_t i = 0; i < f->ncallers; i++)
		if (fits(&term->right, f) && fits(&term->left, f->callers[i]->caller))
			return true;
	return false;
}

/* What a filter means, said in another way. */
static bool keeps(const struct filter *filter, const struct func *f) {
	bool kept = !filter || !filter->has_includes;

	for (size_t i = 0; filter && i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];
		bool fit = term->is_arc ? is_an_end(term, f) : fits(&term->left, f);

		if (fit && term->excludes)
			return false;
		kept |= fit;
	}
	return kept;
}

static void each_name_is_tried_once(void **state) {
	struct dice dice = { 3 };

	for (int round = 0; round < ROUNDS; round++) {
		char text[LONGEST + 1];
		struct error err;
		struct query query = { .subject = NULL };
		struct table t = { .query = &query };
		struct builder b;
		size_t at;

		builder_begin(&b);
		t.arena = b.arena;
		t.data = any_data(&b, &dice);
		any_filter(&dice, text);
		query.filter = filter_new(text, NULL, b.arena, &at, &err);
		for (size_t i = 0; i < FUNCS; i++) {
			const struct func *f = &t.data->profile->funcs[i];
			const struct filter_item item = { .func = f };

			if (filter_keeps(&t, &item) != keeps(query.filter, f))
				fail_msg("%s: %s", text, f->name);
		}
		builder_end(&b);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_name_is_tried_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
