/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions own source lines: by their samples, else by their code. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "model/frames.h"
#include "model/profile.h"

#include "assertions.h"

static const char a_c[] = "/src/a.c", b_h[] = "/src/b.h", c_h[] = "/src/c.h";

/* Functions 0 to 3 begin at lines 10, 20, 20 and 30 of a.c. */
static const struct func funcs[] = { { .name = "f", .self_ticks = 9 },
	                             { .name = "cold", .self_ticks = 1 },
	                             { .name = "hot", .self_ticks = 5 },
	                             { .name = "z" } };
static const struct source_location begins[] = {
	{ a_c, "a.c", 10 }, { a_c, "a.c", 20 }, { a_c, "a.c", 20 }, { a_c, "a.c", 30 }
};

struct fixture {
	struct arena *arena;
	struct profile profile;
	struct extent_builder *extents;
	struct func_locations locations;
	struct frame_builder *builder;
	const struct frames *frames;
};

static int begin(void **state) {
	static struct fixture x;

	x = (struct fixture){ .profile = { .funcs = funcs, .nfuncs = 4 } };
	x.arena = arena_new();
	x.extents = extent_builder_new(&x.profile, begins, x.arena);
	x.builder = frame_builder_new(&x.profile, x.arena, x.arena, NULL);
	*state = &x;
	return 0;
}

static int end(void **state) {
	struct fixture *x = *state;

	arena_free(x->arena);
	return 0;
}

/* Lines of code of a function, both included. */
static void code(struct fixture *x, const char *path, unsigned first, unsigned last,
                 uint32_t func) {
	for (; first <= last; first++)
		extent_add(x->extents, &(struct source_location){ path, path + 5, first }, func);
}

/* What is found for a line: "here f 10-12", with "+" if others have it, too. */
static void assert_extent(struct fixture *x, const char *path, unsigned line,
                          const char *expected) {
	static const char *const sides[] = { "none", "here", "below", "above" };
	const struct code_extent *e;
	char text[80];

	if (!x->locations.extents)
		x->locations.extents = extent_builder_done(x->extents, x->arena,
		                                           &x->locations.nextents);
	enum extent_side side = extent_find(&x->locations, path, line, &e);
	if (e)
		snprintf(text, sizeof text, "%s %s%s %u-%u", sides[side], funcs[e->func].name,
		         e->is_shared ? "+" : "", e->first, e->last);
	else
		snprintf(text, sizeof text, "%s", sides[side]);
	assert_string_equal(text, expected);
}

static void lines_between_code_belong_to_its_function(void **state) {
	struct fixture *x = *state;

	code(x, a_c, 40, 41, 3);
	code(x, a_c, 30, 30, 3);
	code(x, a_c, 10, 12, 0);
	code(x, a_c, 18, 18, 0);
	assert_extent(x, a_c, 9, "below f 10-18");
	assert_extent(x, a_c, 10, "here f 10-18");
	assert_extent(x, a_c, 15, "here f 10-18");
	assert_extent(x, a_c, 19, "above f 10-18");
	assert_extent(x, a_c, 20, "below z 30-41");
	assert_extent(x, a_c, 41, "here z 30-41");
	assert_extent(x, a_c, 45, "above z 30-41");
	assert_extent(x, b_h, 1, "none");
}

/* Line 25 is of an inlined function that begins at no code of its own. */
static void a_line_is_not_of_what_begins_above(void **state) {
	struct fixture *x = *state;

	code(x, a_c, 10, 12, 0);
	code(x, a_c, 25, 26, 3);
	code(x, a_c, 30, 32, 3);
	assert_extent(x, a_c, 26, "here z 25-32");
	assert_extent(x, a_c, 14, "below z 25-32");
}

static void the_function_around_a_line_goes_before_others(void **state) {
	struct fixture *x = *state;

	code(x, a_c, 20, 22, 2);
	code(x, a_c, 20, 21, 1); /* as deep, with less time */
	code(x, a_c, 21, 21, 0); /* begins further above, and has more */
	code(x, a_c, 22, 22, 3); /* begins below */
	assert_extent(x, a_c, 20, "here hot+ 20-22");
}

static void of_functions_that_begin_elsewhere_the_hottest_counts(void **state) {
	struct fixture *x = *state;

	code(x, b_h, 5, 40, 3);
	code(x, b_h, 5, 7, 2);
	code(x, b_h, 5, 6, 1);
	code(x, c_h, 1, 2, 1);
	assert_extent(x, b_h, 5, "here hot+ 5-7");
	assert_extent(x, b_h, 8, "here z 8-40");
	assert_extent(x, c_h, 3, "above cold 1-2");
	assert_extent(x, a_c, 3, "none");
}

static void add(struct fixture *x, unsigned line, size_t func, uint64_t address, double ticks) {
	const struct frame_step way[] = { { { b_h, "b.h", line }, "in", 0 },
		                          { { a_c, "a.c", 50 }, "g", 0 } };

	frame_add_ticks(x->builder, frame_of(x->builder, way, 2, &funcs[func]), address, ticks,
	                ticks);
}

/* "FUNCTION TICKS ADDRESS; ..." */
static void assert_list(struct line_owners owners, const char *expected) {
	char text[200] = "";

	for (size_t i = 0; i < owners.n; i++) {
		const struct line_owner *o = &owners.list[i];
		const size_t len = strlen(text);

		snprintf(text + len, sizeof text - len, "%s%s %g %#lx", i ? "; " : "",
		         o->func->name, o->ticks, (unsigned long)o->address);
	}
	assert_string_equal(text, expected);
}

/* Of the owners of a line. */
static void assert_owners(struct fixture *x, const char *path, unsigned line,
                          const char *expected) {
	size_t first;

	if (!x->frames)
		x->frames = frame_builder_done(x->builder);
	size_t last = frames_at(x->frames, path, line, &first);
	assert_list(frames_owners(x->frames, x->frames->by_line + first, last - first, x->arena),
	            expected);
}

/* Also where the names on the way are the same, as in parts of a function that
 * the compiler split. */
static void samples_belong_to_the_functions_that_hold_them(void **state) {
	struct fixture *x = *state;

	add(x, 5, 0, 0x100, 3);
	add(x, 5, 0, 0x104, 4);
	add(x, 5, 3, 0x900, 20);
	add(x, 6, 0, 0x108, 50);
	assert_owners(x, b_h, 5, "z 20 0x900; f 7 0x104");
	assert_owners(x, b_h, 6, "f 50 0x108");
	assert_owners(x, a_c, 50, "f 57 0x108; z 20 0x900");
	assert_owners(x, a_c, 51, "");
}

static void its_own_instruction_goes_before_inlined_ones(void **state) {
	struct fixture *x = *state;
	const struct frame_step own = { { a_c, "a.c", 50 }, "g", 0 };

	add(x, 5, 0, 0x100, 30);
	frame_add_ticks(x->builder, frame_of(x->builder, &own, 1, &funcs[0]), 0x200, 1, 1);
	add(x, 5, 0, 0x104, 40);
	assert_owners(x, a_c, 50, "f 71 0x200");
}

static void recursion_counts_once(void **state) {
	struct fixture *x = *state;
	const struct frame_step way[] = { { { b_h, "b.h", 5 }, "r", 0 },
		                          { { b_h, "b.h", 5 }, "r", 0 },
		                          { { a_c, "a.c", 50 }, "g", 0 } };

	frame_add_ticks(x->builder, frame_of(x->builder, way, 3, &funcs[0]), 0x300, 8, 8);
	assert_owners(x, b_h, 5, "f 8 0x300");
}

static void a_caller_owns_the_line_of_its_call(void **state) {
	struct fixture *x = *state;
	const struct frame_step here = { { a_c, "a.c", 50 }, "g", 0 };

	frame_add_calls(x->builder, frame_of(x->builder, &here, 1, &funcs[2]),
	                &(struct frame_call){ .callee = &funcs[0], .calls = 7, .address = 0x400 });
	frame_add_calls(x->builder, frame_of(x->builder, &here, 1, NULL),
	                &(struct frame_call){ .callee = &funcs[0], .calls = 7, .address = 0x500 });
	assert_owners(x, a_c, 50, "hot 0 0x400");
}

/* Apart, r is inlined into itself in f, and into z. */
static void functions_have_owners(void **state) {
	struct fixture *x = *state;
	const struct frame_step way[] = { { { b_h, "b.h", 5 }, "r", 0 },
		                          { { b_h, "b.h", 6 }, "r", 0 },
		                          { { a_c, "a.c", 50 }, "g", 0 } };
	struct func r = { .name = "r", .kind = FUNC_INLINED };
	struct frame *list;

	frame_add_ticks(x->builder, frame_of(x->builder, way, 3, &funcs[0]), 0x300, 8, 8);
	frame_add_ticks(x->builder, frame_of(x->builder, way + 1, 2, &funcs[0]), 0x304, 2, 2);
	frame_add_ticks(x->builder, frame_of(x->builder, way, 1, &funcs[3]), 0x900, 3, 3);
	struct frames apart = *frame_builder_done(x->builder);
	list = arena_copy(x->arena, apart.list, apart.n, sizeof *list);
	for (size_t i = 0; i < apart.n; i++)
		list[i].source = *list[i].function == 'r' ? &r : NULL;
	apart.list = list;
	assert_list(func_owners(&apart, &r, x->arena), "f 10 0x304; z 3 0x900");
	r.kind = FUNC_SYMBOL;
	r.low = 0xa00;
	assert_list(func_owners(&apart, &r, x->arena), "f 10 0x304; z 3 0x900; r 0 0xa00");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(lines_between_code_belong_to_its_function),
		TEST(a_line_is_not_of_what_begins_above),
		TEST(the_function_around_a_line_goes_before_others),
		TEST(of_functions_that_begin_elsewhere_the_hottest_counts),
		TEST(samples_belong_to_the_functions_that_hold_them),
		TEST(its_own_instruction_goes_before_inlined_ones),
		TEST(recursion_counts_once),
		TEST(a_caller_owns_the_line_of_its_call),
		TEST(functions_have_owners),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
