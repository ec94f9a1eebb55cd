/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#include "assertions.h"

static int utf8(void **state) {
	return !setlocale(LC_ALL, "C.UTF-8");
}

static int c(void **state) {
	return !setlocale(LC_ALL, "C");
}

struct sample {
	const char *text, *safe;
	int width;
};

static void check(const struct sample *samples, size_t n) {
	char out[256];

	for (size_t i = 0; i < n; i++) {
		text_safe(out, sizeof out, samples[i].text);
		assert_string_equal(out, samples[i].safe);
		assert_int_equal(text_width(samples[i].text), samples[i].width);
	}
}

static void shows_safe(void **state) {
	static const struct sample samples[] = {
		{ "", "", 0 },
		{ "main", "main", 4 },
		{ "\x1b[2J", "\\x1b[2J", 7 },
		{ "a\tb\n", "a\\x09b\\x0a", 10 },
		{ "\x7f", "\\x7f", 4 },
		{ "\xc3\xa9", "\xc3\xa9", 1 },
		{ "\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x97\xa5\xe6\x9c\xac", 4 },
		{ "e\xcc\x81x", "e\xcc\x81x", 2 },
		{ "\xcc\x81x", "<U+0301>x", 9 },        /* mark alone */
		{ "\n\xcc\x81", "\\x0a<U+0301>", 12 },  /* no base */
		{ "\xc2\x9b", "<U+009B>", 8 },          /* C1 */
		{ "\xe2\x80\xae", "<U+202E>", 8 },      /* bidi */
		{ "\xe2\x80\x8b", "<U+200B>", 8 },      /* zero width */
		{ "a\xe2\x80\x8d", "a<U+200D>", 9 },    /* joiner: no mark */
		{ "\xef\xbb\xbf", "<U+FEFF>", 8 },      /* byte order mark */
		{ "\xf3\xa0\x81\x81", "<U+E0041>", 9 }, /* tag */
		{ "\xef\xb8\x8f", "<U+FE0F>", 8 },      /* variation */
		{ "\xff", "\\xff", 4 },
		{ "\xc0\xaf", "\\xc0\\xaf", 8 },           /* overlong */
		{ "\xe0\x80\xaf", "\\xe0\\x80\\xaf", 12 }, /* overlong */
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80", 12 }, /* surrogate */
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", 16 },
		{ "\xe6\x97", "\\xe6\\x97", 8 }, /* cut off */
		{ "\xc3"
		  "a",
		  "\\xc3"
		  "a",
		  5 },
	};

	check(samples, sizeof samples / sizeof *samples);
}

static void shows_ascii_elsewhere(void **state) {
	static const struct sample samples[] = {
		{ "main\x1b", "main\\x1b", 8 },
		{ "\xc3\xa9", "?", 1 },
		{ "\xe6\x97\xa5", "?", 1 },
		{ "e\xcc\x81", "e?", 2 },
		{ "\xff", "\\xff", 4 },
		{ "\xe2\x94\x82\xe2\x94\x80\xe2\x94\xbc", "|-+", 3 },
		{ "\xe2\x96\xb8\xe2\x80\xa6\xe2\x96\x88", ").8", 3 },
		{ "\xe2\x96\xbe", "v", 1 },
	};

	assert_false(text_is_utf8());
	check(samples, sizeof samples / sizeof *samples);
}

/* A row that can be opened does not look like one with an edit or with another mark. */
static void ascii_folds_are_no_other_marks(void **state) {
	assert_null(strchr("+-><~?/", text_ascii(0x25b8)));
	assert_null(strchr("+-><~?/", text_ascii(0x25be)));
	assert_int_not_equal(text_ascii(0x25b8), text_ascii(0x25be));
}

static void joins_marks(void **state) {
	char text[64] = "o";
	struct glyph glyph;

	for (int i = 0; i < 20; i++)
		strcat(text, "\xcc\x81");
	assert_int_equal(text_glyph(&glyph, text, strlen(text)), 41);
	assert_int_equal(glyph.width, 1);
	assert_int_equal(strlen(glyph.bytes), 15);
	assert_int_equal(text_glyph(&glyph, text, 0), 0);
}

/* Whatever the bytes: a glyph is taken, it fits, its letters are counted. */
static void takes_any_bytes(void **state) {
	uint32_t random = 1;
	struct glyph glyph;
	char text[8];

	for (int i = 0; i < 200000; i++) {
		for (int j = 0; j < 8; j++) {
			random = random * 1664525 + 1013904223;
			text[j] = (char)(random >> 24);
		}
		size_t n = text_glyph(&glyph, text, sizeof text);
		assert_in_range(n, 1, sizeof text);
		assert_compared(strlen(glyph.bytes), <, GLYPH_BYTES);
		assert_compared(glyph.width, >=, 1);
		if (glyph.width > 2)
			assert_int_equal(strlen(glyph.bytes), glyph.width);
	}
}

static void fits(void **state) {
	static const struct {
		const char *text;
		int width;
		const char *fitted;
	} samples[] = {
		{ "abcdefgh", 8, "abcdefgh" },
		{ "abcdefgh", 7,
		  "abc\xe2\x80\xa6"
		  "fgh" },
		{ "abcdefgh", 6, "abc\xe2\x80\xa6gh" },
		{ "abcdefgh", 2, "a\xe2\x80\xa6" },
		{ "abcdefgh", 1, "\xe2\x80\xa6" },
		{ "abcdefgh", 0, "" },
		{ "abcdefgh", -3, "" },
		{ "\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5", 5,
		  "\xe6\x97\xa5\xe2\x80\xa6\xe6\x97\xa5" },
		{ "\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5", 4, "\xe6\x97\xa5\xe2\x80\xa6" },
	};
	char out[64];
	int width;

	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		width = text_fit(out, sizeof out, samples[i].text, samples[i].width);
		assert_string_equal(out, samples[i].fitted);
		assert_int_equal(width, text_width(out));
	}
	for (size_t i = 1; i < sizeof out; i++) { /* no buffer is too small */
		text_fit(out, i, "\xe6\x97\xa5\x1b\xff names of any length", 20);
		assert_compared(strlen(out), <, i);
		size_t used = text_safe(out, i, "\xe6\x97\xa5\x1b\xff");
		assert_int_equal(used, strlen(out));
	}
}

static void fits_ascii(void **state) {
	char out[64];

	assert_int_equal(text_fit(out, sizeof out, "abcdefgh", 7), 7);
	assert_string_equal(out, "abc..gh");
	assert_int_equal(text_fit(out, sizeof out, "abcdefgh", 1), 1);
	assert_string_equal(out, ".");
}

static void lines_end_at_blanks(void **state) {
	assert_int_equal(text_line("", 5), 0);
	assert_int_equal(text_line("abc", 3), 3);
	assert_int_equal(text_line("ab cd", 4), 2);
	assert_int_equal(text_line("ab cd ef", 5), 5);
	assert_int_equal(text_line("ab cd ef", 6), 5);
	assert_int_equal(text_line("abcdefgh", 5), 5);
	assert_int_equal(text_line("ab|cd|ef", 7), 6); /* a list of choices */
	assert_int_equal(text_line("ab|cd|ef", 6), 6);
	assert_int_equal(text_line("a b|cd|ef", 3), 1);
	assert_int_equal(text_line("a b|cd|ef", 9), 9);
	assert_int_equal(text_line("a 17 817 b", 6), 1); /* a number stays whole */
	assert_int_equal(text_line("a 17 817 b", 8), 8);
	assert_int_equal(text_line("17 817 b", 5), 5);
	assert_int_equal(text_line("a 17 8170", 6), 4);
	assert_int_equal(text_line("a bc de", 4), 4);
}

static void numbers_keep_their_units(void **state) {
	assert_int_equal(text_line("at most 0.02 s", 13), 7);
	assert_int_equal(text_line("at most 0.02 s", 14), 14);
	assert_int_equal(text_line("on 95 %, not", 5), 2);
	assert_int_equal(text_line("has 3 samples; it", 8), 3);
	assert_int_equal(text_line("has 3 samplers", 8), 5); /* no unit */
	assert_int_equal(text_line("press 7 shows it", 8), 7);
	assert_int_equal(text_line("of a.b s", 6), 6); /* no number */
}

static void lines_are_taken_with_their_blanks(void **state) {
	struct arena *arena = arena_new();
	const char *text = "ab cd  efg";

	assert_string_equal(text_take_line(&text, 5, arena), "ab cd");
	assert_string_equal(text_take_line(&text, 5, arena), "efg");
	assert_null(text_take_line(&text, 5, arena));
	arena_free(arena);
}

static void lines_are_measured_in_cells(void **state) {
	/* Two bytes, one cell each; then three bytes, two cells. */
	assert_int_equal(text_line("\303\244\303\244\303\244", 2), 4);
	assert_int_equal(text_line("\346\274\242\346\274\242", 3), 3);
	assert_int_equal(text_line("\346\274\242", 1), 3);
}

static void compares_numbers_by_value(void **state) {
	/* Each comes before all that follow it. */
	static const char *const rising[] = {
		"",     "007",   "7",     "08",     "8",       "10",        "1000",
		"a",    "a.c",   "a.c:9", "a.c:10", "a.c:10x", "a1x",       "a01y",
		"a1y2", "a1y11", "a2",    "a12",    "ab",      "a\303\244",
	};
	enum { N = sizeof rising / sizeof *rising };
	size_t i;

	for (i = 0; i < N; i++)
		for (size_t k = 0; k < N; k++) {
			int order = text_compare(rising[i], rising[k]);

			assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
		}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(shows_safe, utf8),
		cmocka_unit_test_setup(shows_ascii_elsewhere, c),
		cmocka_unit_test(ascii_folds_are_no_other_marks),
		cmocka_unit_test_setup(joins_marks, utf8),
		cmocka_unit_test_setup(takes_any_bytes, utf8),
		cmocka_unit_test_setup(fits, utf8),
		cmocka_unit_test(lines_end_at_blanks),
		cmocka_unit_test(numbers_keep_their_units),
		cmocka_unit_test(lines_are_taken_with_their_blanks),
		cmocka_unit_test_setup(lines_are_measured_in_cells, utf8),
		cmocka_unit_test(compares_numbers_by_value),
		cmocka_unit_test_setup(fits_ascii, c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
