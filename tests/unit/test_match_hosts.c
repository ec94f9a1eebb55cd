/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of two profiles that are inlined on one side, and those that the
 * user matches. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "builds_builder.h"
#include "model/frames.h"
#include "model/names.h"

#include "assertions.h"

static const struct match *match_of(const struct builds *b, const char *name) {
	for (size_t i = 0; i < b->base.profile.nfuncs; i++)
		if (!strcmp(b->base.funcs[i].name, name))
			return &b->matching->list[b->matching->of_base[i]];
	for (size_t i = 0; i < b->new.profile.nfuncs; i++)
		if (!strcmp(b->new.funcs[i].name, name))
			return &b->matching->list[b->matching->of_new[i]];
	return NULL;
}

static void assert_in(const struct builds *b, const char *name, const char *host) {
	const struct match *m = match_of(b, name);

	assert_int_equal(m->how, host ? MATCH_INLINED : MATCH_NONE);
	if (host)
		assert_ptr_equal(&b->matching->list[m->host], match_of(b, host));
	else
		assert_int_equal(m->host, NO_MATCH);
}

static void t_groups_with_the_host(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "gone;a;b;lost");
	builds_add(b, &b->new, "a;b;fresh");
	builds_inline(b, &b->new, "gone", "a", 3);
	builds_inline(b, &b->new, "gone", "b", 5);
	builds_inline(b, &b->base, "fresh", "b", 2);
	builds_match(b);
	assert_in(b, "gone", "b");
	assert_in(b, "fresh", "b");
	assert_in(b, "lost", NULL);
	assert_int_equal(match_of(b, "a")->host, NO_MATCH);
}

static void t_only_of_the_same_file(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "s||x/a.c:1;s||x/b.c:1;m||x/m.c:1;t||x/t.c:1");
	builds_add(b, &b->new, "m||y/m.c:1;n||y/n.c:1;o||y/t.c:1");
	builds_inline(b, &b->new, "s||y/b.c:7", "n", 1);
	builds_inline(b, &b->new, "t||y/z.c:7", "n", 1);
	builds_match(b);
	assert_int_equal(b->matching->list[b->matching->of_base[0]].how, MATCH_NONE);
	assert_int_equal(b->matching->list[b->matching->of_base[1]].how, MATCH_INLINED);
	assert_in(b, "t", NULL);
}

static void t_names_without_numbers(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "f.isra.0;_ZN1AC2Ev|A::A()");
	builds_add(b, &b->new, "m");
	builds_inline(b, &b->new, "f", "m", 1);
	builds_inline(b, &b->new, "_ZN1AC4Ev|A::A()", "m", 1);
	builds_match(b);
	assert_in(b, "f.isra.0", "m");
	assert_in(b, "_ZN1AC2Ev", "m");
}

/* What is left of it beside is a part, or a clone that never ran: no partner of the whole. */
static void t_parts_are_no_partners(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "f;walk;g;h;k.isra.0;z;both");
	builds_add(b, &b->new, "f.part.0;f.part.0;walk;g.isra.0;h.part.0;k;z.part.0;both.isra.0");
	for (size_t i = 0; i < b->base.profile.nfuncs; i++)
		b->base.funcs[i].self_ticks = 9;
	b->base.funcs[5].self_ticks = 0;
	b->new.funcs[0].self_ticks = 2;
	b->new.funcs[4].self_ticks = 8;
	b->new.funcs[7].self_ticks = 1;
	builds_inline(b, &b->new, "f", "walk", 5);
	builds_inline(b, &b->new, "g", "walk", 5);
	builds_inline(b, &b->new, "h", "walk", 5);
	builds_inline(b, &b->new, "z", "walk", 5);
	builds_inline(b, &b->new, "both", "walk", 5);
	builds_match(b);
	assert_in(b, "f", "walk");
	assert_int_equal(match_of(b, "f")->nnew, 2);
	assert_in(b, "g", "walk");
	assert_int_equal(match_of(b, "h")->how, MATCH_SUFFIX);    /* most of it is in the part */
	assert_int_equal(match_of(b, "k")->how, MATCH_SUFFIX);    /* inlined nowhere */
	assert_int_equal(match_of(b, "z")->how, MATCH_SUFFIX);    /* without time */
	assert_int_equal(match_of(b, "both")->how, MATCH_SUFFIX); /* it ran on both sides */
	assert_int_equal(match_of(b, "h")->host, NO_MATCH);
}

/* The same with the sides swapped: the frames are those of the base.  Names alone say that they are
 * needed. */
static void t_parts_of_the_base(void **state) {
	struct builds *b = *state;
	const struct match_sides sides = { &b->base.data, &b->new.data, NULL, 0 };

	builds_add(b, &b->base, "walk;f.part.0");
	builds_add(b, &b->new, "walk;f");
	b->new.funcs[1].self_ticks = 9;
	builds_match(b);
	assert_int_equal(match_of(b, "f")->how, MATCH_SUFFIX);
	assert_int_equal(matching_needs(b->matching, &sides), MATCH_NEEDS_FRAMES);
	b->base.funcs[1].self_ticks = 1;
	b->base.funcs[1].name = "f.isra.0";
	builds_match(b);
	assert_int_equal(matching_needs(b->matching, &sides), MATCH_NEEDS_NOTHING);
	b->base.funcs[1].name = "f.part.0";
	builds_inline(b, &b->base, "f", "walk", 5);
	builds_match(b);
	assert_in(b, "f", "walk");
}

/* Debug information has no more of the names of functions local to a file. */
static void t_last_words(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "_Z1|n::f(int)|a.c:1;_Z2|g()|a.c:5;_Z3|h()");
	builds_add(b, &b->new, "m");
	builds_inline(b, &b->new, "f||a.c:2", "m", 1);
	builds_inline(b, &b->new, "g||b.c:2", "m", 1);
	builds_inline(b, &b->new, "h||a.c:2", "m", 1);
	builds_match(b);
	assert_in(b, "_Z1", "m");
	assert_in(b, "_Z2", NULL);
	assert_in(b, "_Z3", NULL);
}

/* c is inlined into b, which is only in the new build and inlined into a in
 * the base. */
static void t_hosts_of_hosts(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "a;c");
	builds_add(b, &b->new, "a;b");
	builds_inline(b, &b->new, "c", "b", 1);
	builds_inline(b, &b->base, "b", "a", 1);
	builds_match(b);
	assert_in(b, "c", "a");
	assert_in(b, "b", "a");
}

static void t_hosts_of_each_other(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "c");
	builds_add(b, &b->new, "b");
	builds_inline(b, &b->new, "c", "b", 1);
	builds_inline(b, &b->base, "b", "c", 1);
	builds_match(b);
	assert_in(b, "c", NULL);
	assert_in(b, "b", "c");
}

static struct frame_step step(const char *path, unsigned line, const char *function) {
	return (struct frame_step){ { path, path, line }, function, 0 };
}

/* Two lines of g in m in f, one of them in another g, and one in e: nothing counts twice. */
static void t_parts_of_frames(void **state) {
	static const char a_c[] = "a.c", h_h[] = "h.h";
	struct builds *b = *state;
	const struct frame_step way[] = { step(h_h, 1, "g"), step(h_h, 2, "g"), step(h_h, 3, "m"),
		                          step(a_c, 4, "f") };
	const struct frame_step other[] = { step(h_h, 1, "g"), step(a_c, 5, "e") };
	struct arena *scratch = arena_new();
	struct frame_builder *builder = frame_builder_new(&b->base.profile, b->arena, scratch,
	                                                  NULL);

	builds_add(b, &b->base, "e;f");
	builds_add(b, &b->new, "e;f;g||h.h:1;m||h.h:3");
	frame_add_ticks(builder, frame_of(builder, way, 4, &b->base.funcs[1]), 0, 5, 5);
	frame_add_ticks(builder, frame_of(builder, way + 1, 3, &b->base.funcs[1]), 0, 2, 2);
	frame_add_ticks(builder, frame_of(builder, other, 2, &b->base.funcs[0]), 0, 8, 8);
	const struct frames *frames = frame_builder_done(builder);
	builds_match(b);
	assert_in(b, "g", NULL);
	b->base.frames = *frames;
	b->base.parts = arena_copy(b->arena, frames->list, frames->n, sizeof *frames->list);
	for (size_t i = 0; i < frames->n; i++)
		b->base.parts[i].first_call = frames->list[i].func == &b->base.funcs[1];
	builds_match(b);
	arena_free(scratch);
	assert_in(b, "g", "e"); /* 8 samples, 7 in f */
	assert_in(b, "m", "f");
}

/* With inlined functions apart they are functions: nothing is grouped. */
static void t_apart_nothing_is_inlined(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "gone;a");
	builds_add(b, &b->new, "a");
	builds_inline(b, &b->new, "gone", "a", 3);
	b->new.profile.is_apart = true;
	builds_match(b);
	assert_in(b, "gone", NULL);
}

static void assert_paired(void **state, const char *pair, const char *expected) {
	static const char base[] = "old;f;f.cold;_Z1gi|g(int);_Z1gc|g(char);"
				   "_Zeq|A::operator==(A)";
	static const char new[] = "young;f;h||h.c:1;h||i.c:1";
	struct builds *b = *state;

	b->pairs[0] = pair;
	b->npairs = 1;
	assert_string_equal(builds_said(b, base, new), expected);
	b->base = b->new = (struct side){ NULL };
}

static void t_pairs(void **state) {
	assert_paired(state, "old=young",
	              "old=young user, f+f.cold=f suffix, _Z1gi= none, "
	              "_Z1gc= none, _Zeq= none, =h none, =h none");
	assert_paired(state, "f=young",
	              "old= none, f+f.cold=young user, _Z1gi= none, "
	              "_Z1gc= none, _Zeq= none, =f none, =h none, =h none");
	assert_paired(state, "f.cold=young",
	              "old= none, f=f, f.cold=young user, _Z1gi= none, "
	              "_Z1gc= none, _Zeq= none, =h none, =h none");
	assert_paired(state, "g(int)=h",
	              "old= none, f+f.cold=f suffix, _Z1gi=h+h user, "
	              "_Z1gc= none, _Zeq= none, =young none");
	assert_paired(state, "A::operator===young",
	              "old= none, f+f.cold=f suffix, _Z1gi= none, "
	              "_Z1gc= none, _Zeq=young user, =h none, =h none");
}

static void t_wrong_pairs(void **state) {
	struct builds *b = *state;

	assert_paired(state, "old", "old: there is no \"=\" between the names");
	assert_paired(state, "odd=young", "odd=young: the base has no function \"odd\"");
	assert_paired(state, "old=f2", "old=f2: the new side has no function \"f2\"");
	assert_paired(state, "=", "=: the base has no function \"\"");
	assert_paired(state, "g=f",
	              "g=f: in the base \"g\" is the name of several functions: "
	              "give its parameters");
	assert_paired(state, "old=a=b", "old=a=b: the new side has no function \"a=b\"");
	b->pairs[0] = "a=c";
	b->pairs[1] = "b=c";
	b->npairs = 2;
	assert_string_equal(builds_said(b, "a;b", "c"), "b=c: a function is in two pairs");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(t_groups_with_the_host, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_only_of_the_same_file, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_names_without_numbers, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_parts_are_no_partners, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_parts_of_the_base, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_last_words, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_hosts_of_hosts, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_hosts_of_each_other, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_parts_of_frames, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_apart_nothing_is_inlined, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_pairs, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_wrong_pairs, builds_setup, builds_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
