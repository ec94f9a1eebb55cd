/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of files of two builds that are the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "builds_builder.h"
#include "model/compare/line_match.h"

#include "assertions.h"

static const struct line_match *matched(struct builds *b, const char *base, const char *new) {
	b->base = (struct side){ .places = NULL };
	b->new = (struct side){ .places = NULL };
	builds_add(b, &b->base, base);
	builds_add(b, &b->new, new);
	builds_match(b);
	assert_non_null(b->matching);
	return line_match_new(&b->base.data, &b->new.data, b->matching, b->arena);
}

/* The base's lines of lines of a file, in order, "-" where none is known. */
static const char *said(struct builds *b, const struct line_match *m, const char *path,
                        const char *lines) {
	const struct file_match file = line_match_file(m, path);
	const char *text = "";

	while (*lines) {
		char *end;
		const unsigned long at = strtoul(lines, &end, 10);
		const unsigned line = file_match_line(&file, (unsigned)at);

		text = line ? arena_format(b->arena, "%s%u ", text, line)
		            : arena_format(b->arena, "%s- ", text);
		lines = end;
	}
	return text;
}

static void t_unchanged(void **state) {
	const char *funcs = "a||x.c:10-20;b||x.c:30-40;c||x.c:50-60";
	struct builds *b = *state;
	const struct line_match *m = matched(b, funcs, funcs);

	assert_string_equal(said(b, m, "x.c", "1 10 20 25 30 59 60 61 0"),
	                    "1 10 20 25 30 59 60 - - ");
	assert_null(line_match_file(m, "y.c").path);
}

/* Lines were inserted into b: those of a and c are still known. */
static void t_inserted(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b,
	                                     "a||x.c:10-20;b||x.c:30-40;c||x.c:50-60;d||x.c:70-80",
	                                     "a||x.c:10-20;b||x.c:30-43;c||x.c:53-63;d||x.c:73-83");

	assert_string_equal(said(b, m, "x.c", "5 15 29 30 35 43 52 53 63 72 73 83 84"),
	                    "5 15 29 - - - - 50 60 69 70 80 - ");
}

/* They were inserted between a and b: both are known, not what is between. */
static void t_inserted_between(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a||x.c:10-20;b||x.c:30-40",
	                                     "a||x.c:10-20;b||x.c:35-45");

	assert_string_equal(said(b, m, "x.c", "20 21 34 35 45 46"), "20 - - 30 40 - ");
}

/* One line more in a, one less behind it. */
static void t_made_up_for(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a||x.c:10-20;b||x.c:30-40",
	                                     "a||x.c:10-21;b||x.c:30-40");

	assert_string_equal(said(b, m, "x.c", "9 10 15 29 30"), "9 - - - 30 ");
}

/* The order of functions changed. */
static void t_moved(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a||x.c:10-20;b||x.c:30-40;c||x.c:50-60",
	                                     "b||x.c:10-20;a||x.c:30-40;c||x.c:50-60");

	assert_string_equal(said(b, m, "x.c", "5 10 20 25 30 40 45 50"), "- 30 40 - 10 20 - 50 ");
}

/* b was inlined on one side: its lines are still there.  With other functions
 * alone on both sides, one may have taken the place of the other. */
static void t_alone(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a||x.c:10-20;b||x.c:30-40;c||x.c:50-60",
	                                     "a||x.c:10-35;c||x.c:50-60");

	assert_string_equal(said(b, m, "x.c", "10 35 45 50"), "10 35 45 50 ");
	m = matched(b, "a||x.c:10-20;b||x.c:30-40;c||x.c:50-60",
	            "a||x.c:10-20;other||x.c:32-40;c||x.c:50-60");
	assert_string_equal(said(b, m, "x.c", "10 20 21 31 35 50"), "10 20 - - - 50 ");
}

/* Code that was split off begins anywhere. */
static void t_parts(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "f||x.c:10-20;f.cold||x.c:15-17;g||x.c:30-40",
	                                     "f||x.c:10-20;f.cold||x.c:13-17;g||x.c:30-40");

	assert_string_equal(said(b, m, "x.c", "12 14 16 25"), "12 14 16 25 ");
}

/* Instances of a template begin on one line. */
static void t_instances(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(
		b, "i1||t.h:10-20;i2||t.h:10-20;k||t.h:30-40",
		"i1||t.h:10-20;i2||t.h:10-20;i3||t.h:10-20;k||t.h:30-40");

	assert_string_equal(said(b, m, "t.h", "11 20 31"), "11 20 31 ");
	m = matched(b, "i1||t.h:10-20;i2||t.h:50-60", "i1||t.h:10-20;i2||t.h:10-20");
	assert_string_equal(said(b, m, "t.h", "5 10 15"), "- - - ");
}

static void t_files(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a||/old/p/x.c:10-20;b||/old/q/x.c:30-40",
	                                     "a||/new/p/x.c:15-25;b||/new/q/x.c:30-40");

	assert_string_equal(line_match_file(m, "/new/p/x.c").path, "/old/p/x.c");
	assert_string_equal(said(b, m, "/new/p/x.c", "20"), "15 ");
	assert_string_equal(line_match_file(m, "/new/q/x.c").path, "/old/q/x.c");
	/* One file that became two, and the other way round. */
	m = matched(b, "a||/o/x.c:10-20;b||/o/x.c:30-40", "a||/n/p/x.c:10-20;b||/n/q/x.c:30-40");
	assert_null(line_match_file(m, "/n/p/x.c").path);
	m = matched(b, "a||/o/p/x.c:10-20;b||/o/q/x.c:30-40", "a||/n/x.c:10-20;b||/n/x.c:30-40");
	assert_null(line_match_file(m, "/n/x.c").path);
	/* A file that was renamed; one that a function moved to is another. */
	m = matched(b, "a||x.c:10-20", "a||y.c:10-20");
	assert_string_equal(said(b, m, "y.c", "15"), "15 ");
	m = matched(b, "a||x.c:10-20;b||x.c:30-40;c||z.c:5-9",
	            "a||x.c:10-20;b||y.c:30-40;c||z.c:5-9");
	assert_string_equal(line_match_file(m, "x.c").path, "x.c");
	assert_null(line_match_file(m, "y.c").path);
	/* A function moved to a file that was renamed. */
	m = matched(b, "a||x.c:10-20;b||x.c:30-40;c||z.c:5-9",
	            "a||x.c:10-20;b||y.c:30-40;c||y.c:5-9");
	assert_string_equal(line_match_file(m, "y.c").path, "z.c");
	assert_string_equal(said(b, m, "y.c", "6 35"), "6 - ");
}

/* Without lines, and of one program. */
static void t_not_needed(void **state) {
	struct builds *b = *state;
	const struct line_match *m = matched(b, "a;b", "a;b");

	assert_null(line_match_file(m, "x.c").path);
	b->base.data.locations = NULL;
	m = line_match_new(&b->base.data, &b->new.data, b->matching, b->arena);
	assert_null(line_match_file(m, "x.c").path);
	m = line_match_new(&b->base.data, &b->new.data, NULL, b->arena);
	assert_string_equal(said(b, m, "x.c", "0 1 70000"), "- 1 70000 ");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_unchanged),
		cmocka_unit_test(t_inserted),
		cmocka_unit_test(t_inserted_between),
		cmocka_unit_test(t_made_up_for),
		cmocka_unit_test(t_moved),
		cmocka_unit_test(t_alone),
		cmocka_unit_test(t_parts),
		cmocka_unit_test(t_instances),
		cmocka_unit_test(t_files),
		cmocka_unit_test(t_not_needed),
	};

	return cmocka_run_group_tests(tests, builds_setup, builds_teardown);
}
