/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text, CSV, JSON and Markdown. */
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "profile_builder.h"
#include "table/table.h"
#include "table_builder.h"

#include "assertions.h"

static int begin(void **state) {
	static struct table table;

	things_begin(&table);
	*state = &table;
	return setlocale(LC_CTYPE, "C.UTF-8") ? 0 : -1;
}

static int end(void **state) {
	things_end(*state);
	return 0;
}

/* What the writer writes; lives as long as the table. */
static const char *written(const struct table *t, const char *name, const struct caption *caption) {
	char *text = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&text, &len);

	assert_non_null(file);
	writer_named(name)->write(t, caption, file);
	fclose(file);
	assert_int_equal(strlen(text), len);
	const char *copy = arena_text(t->arena, text, len);
	free(text);
	return copy;
}

static const struct caption from = {
	.provenance = { .version = "1.2",
	                .view = "flat",
	                .program = "dir/a \"b\"",
	                .files = (const char *const[]){ "g.1", "g.2" },
	                .nfiles = 2,
	                .rate = 100,
	                .total = 2.5,
	                .unit = "seconds",
	                .rules = "exact" },
};

/* The array of the rows. */
static const char *json_rows(const struct table *t) {
	const char *rows = strstr(written(t, "json", &from), "\"rows\":");

	assert_non_null(rows);
	rows += strlen("\"rows\":");
	size_t len = strlen(rows);
	assert_true(len > 2 && !strcmp(rows + len - 2, "}\n"));
	return arena_format(t->arena, "%.*s\n", (int)len - 2, rows);
}

static void json_says_what_it_is_from(void **state) {
	assert_string_equal(written(*state, "json", &from),
	                    "{\"gptui\":\"1.2\",\n\"view\":\"flat\",\n"
	                    "\"program\":\"dir/a \\\"b\\\"\",\n"
	                    "\"files\":[\"g.1\",\"g.2\"],\n"
	                    "\"rate\":100,\n\"total\":2.5,\n"
	                    "\"unit\":\"seconds\",\n\"rules\":\"exact\",\n"
	                    "\"units\":{\"self\":\"seconds\","
	                    "\"calls\":\"count\"},\n\"rows\":[\n]}\n");
}

static void add(struct table *t, const char *name) {
	struct thing *thing = arena_alloc(t->arena, 1, sizeof *thing);

	*thing = (struct thing){ name, 0.25, 3, NULL };
	things_add(t, thing, 0, false);
}

static void csv_quotes_where_it_has_to(void **state) {
	add(*state, "plain name; 'x'");
	add(*state, "f(int, char)");
	add(*state, "operator\"\" _s");
	add(*state, "line\r\nbreak");
	assert_string_equal(written(*state, "csv", NULL), "self,calls,function,where\r\n"
	                                                  "0.25,3,plain name; 'x',\r\n"
	                                                  "0.25,3,\"f(int, char)\",\r\n"
	                                                  "0.25,3,\"operator\"\"\"\" _s\",\r\n"
	                                                  "0.25,3,\"line\r\nbreak\",\r\n");
}

static void csv_of_nothing_is_its_heading(void **state) {
	assert_string_equal(written(*state, "csv", NULL), "self,calls,function,where\r\n");
}

/* No name can clear the screen of the one who looks at the file. */
static void csv_escapes_control_bytes(void **state) {
	add(*state, "a\x1b[2Jb\x07\x7f\tc");
	assert_string_equal(written(*state, "csv", NULL), "self,calls,function,where\r\n"
	                                                  "0.25,3,a\\x1b[2Jb\\x07\\x7f\tc,\r\n");
}

/* Changes are numbers, which may begin with a sign. */
static void csv_has_no_formulas(void **state) {
	static const char *const names[] = { "=1",   "+1",     "-2+3",     "@SUM", "\t=1",
		                             "\r=1", "\r\n=1", "=1,\"a\"", "a=1" };
	struct thing *thing;
	struct table *t = *state;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add(t, names[i]);
	thing = arena_alloc(t->arena, 1, sizeof *thing);
	*thing = (struct thing){ "less", -0.5, 3, NULL };
	things_add(t, thing, 0, false);
	assert_string_equal(written(t, "csv", NULL), "self,calls,function,where\r\n"
	                                             "0.25,3,'=1,\r\n"
	                                             "0.25,3,'+1,\r\n"
	                                             "0.25,3,'-2+3,\r\n"
	                                             "0.25,3,'@SUM,\r\n"
	                                             "0.25,3,'\t=1,\r\n"
	                                             "0.25,3,\"'\\x0d=1\",\r\n"
	                                             "0.25,3,\"'\r\n=1\",\r\n"
	                                             "0.25,3,\"'=1,\"\"a\"\"\",\r\n"
	                                             "0.25,3,a=1,\r\n"
	                                             "-0.5,3,less,\r\n");
}

/* Nor can a file of data, in UTF-8 or the bytes of an 8-bit terminal. */
static void csv_escapes_what_acts_on_terminals(void **state) {
	add(*state, "\xc2\x9b"
	            "2J\xe2\x80\xae"
	            "gpj.\x9b"
	            "1m\xe4\xbd\xa0");
	add(*state, "a\rb\r\nc");
	assert_string_equal(written(*state, "csv", NULL), "self,calls,function,where\r\n"
	                                                  "0.25,3,<U+009B>2J<U+202E>gpj.\\x9b"
	                                                  "1m\xe4\xbd\xa0,\r\n"
	                                                  "0.25,3,\"a\\x0db\r\nc\",\r\n");
}

static void json_is_an_array_of_objects(void **state) {
	static const struct thing list[] = { { "main", 1.0 / 3, 0, NULL },
		                             { "b", 1e300, 7, "b.c:1" } };

	things_add(*state, &list[0], 0, false);
	things_add(*state, &list[1], 2, true);
	assert_string_equal(json_rows(*state), "[\n{\"self\":0.3333333333333333,\"calls\":null,"
	                                       "\"function\":\"main\",\"where\":null},\n"
	                                       "{\"self\":1e+300,\"calls\":7,\"function\":\"b\","
	                                       "\"where\":\"b.c:1\"}\n]\n");
}

static void json_of_nothing_is_an_empty_array(void **state) {
	assert_string_equal(json_rows(*state), "[\n]\n");
}

static void json_has_no_odd_numbers(void **state) {
	static const struct thing list[] = {
		{ "nan", (double)NAN, 1, NULL },
		{ "inf", (double)INFINITY, 1, NULL },
		{ "less", -(double)INFINITY, 1, NULL },
	};

	for (size_t i = 0; i < 3; i++)
		things_add(*state, &list[i], 0, false);
	const char *text = json_rows(*state);
	for (size_t i = 0; i < 3; i++) {
		text = strstr(text, "\"self\":null,");
		assert_non_null(text);
		text++;
	}
}

static void json_escapes_strings(void **state) {
	add(*state, "q\"b\\c\x1b\n\x7f");
	add(*state, "\xe4\xbd\xa0 \xff\xc3");
	add(*state, "\xed\xa0\x80");
	assert_string_equal(json_rows(*state),
	                    "[\n{\"self\":0.25,\"calls\":3,\"function\":"
	                    "\"q\\\"b\\\\c\\u001b\\u000a\\u007f\",\"where\":null},\n"
	                    "{\"self\":0.25,\"calls\":3,\"function\":"
	                    "\"\xe4\xbd\xa0 \\uefff\\uefc3\",\"where\":null},\n"
	                    "{\"self\":0.25,\"calls\":3,\"function\":"
	                    "\"\\uefed\\uefa0\\uef80\",\"where\":null}\n]\n");
}

static void json_escapes_what_acts_on_terminals(void **state) {
	add(*state, "\xc2\x9b\xe2\x80\xae\xe2\x80\x8b\xf3\xa0\x81\x81");
	add(*state, "\xee\xbe\x9b"); /* U+EF9B, not the byte 9B */
	assert_string_equal(json_rows(*state), "[\n{\"self\":0.25,\"calls\":3,\"function\":"
	                                       "\"\\u009b\\u202e\\u200b\\udb40\\udc41\","
	                                       "\"where\":null},\n"
	                                       "{\"self\":0.25,\"calls\":3,\"function\":"
	                                       "\"\\uefee\\uefbe\\uef9b\","
	                                       "\"where\":null}\n]\n");
}

static void json_is_ascii_without_utf8(void **state) {
	assert_non_null(setlocale(LC_CTYPE, "C"));
	add(*state, "\xc3\x9b\xf0\x9f\x99\x82");
	assert_non_null(strstr(json_rows(*state), "\"\\u00db\\ud83d\\ude42\""));
}

/* Reads past a JSON string; NULL when it is none. */
static const char *after_string(const char *p) {
	if (*p++ != '"')
		return NULL;
	while (*p != '"') {
		unsigned char c = (unsigned char)*p;
		uint32_t code;
		size_t len = text_decode(&code, p, strlen(p));

		if (c < ' ' || !len)
			return NULL;
		if (c != '\\')
			p += len;
		else if (strchr("\"\\/bfnrt", p[1]) && p[1])
			p += 2;
		else if (p[1] == 'u' && strspn(p + 2, "0123456789abcdef") >= 4)
			p += 6;
		else
			return NULL;
	}
	return p + 1;
}

static void json_of_any_bytes_is_valid(void **state) {
	struct dice dice = { 71 };
	struct table *t = *state;

	for (int i = 0; i < 3000; i++) {
		char *name = arena_alloc(t->arena, 20, 1);
		int n = (int)roll(&dice, 20);

		for (int k = 0; k < n; k++)
			name[k] = (char)(1 + roll(&dice, 255));
		t->nrows = 0;
		add(t, name);
		const char *p = strstr(json_rows(t), "\"function\":") + 11;
		p = after_string(p);
		assert_non_null(p);
		assert_memory_equal(p, ",\"where\":null}\n]\n", 17);
	}
}

static void names_of_any_length_are_whole(void **state) {
	char *name = arena_format(((struct table *)*state)->arena, "%0*d", 20000, 1);

	add(*state, name);
	assert_non_null(strstr(written(*state, "csv", NULL), name));
	assert_non_null(strstr(json_rows(*state), name));
}

static void markdown_escapes_its_own_letters(void **state) {
	static const struct caption caption = { .title = "Flat | profile",
		                                .source = "1 file",
		                                .state = "filter a*" };
	static const struct thing list[] = { { "vec<int>::_x", 1, 2, NULL },
		                             { "a|b&lt;c", 1, 2, "x\ny" } };

	things_add(*state, &list[0], 0, true);
	things_add(*state, &list[1], 0, false);
	assert_string_equal(written(*state, "md", &caption),
	                    "**Flat \\| profile** (1 file; filter a\\*)\n\n"
	                    "| self s | calls | function | where |\n"
	                    "|---:|---:|---|---|\n"
	                    "| 1.00 | 2 | **vec\\<int\\>::\\_x** |  |\n"
	                    "| 1.00 | 2 | a\\|b\\&lt;c | x\\\\x0ay |\n");
}

static void text_is_aligned(void **state) {
	static const struct thing list[] = { { "main", 1, 1204112, "m.c:1" },
		                             { "parse", 12.5, 0, NULL },
		                             { "leaf", 123456, 7, "l.c:22" } };
	static const struct caption caption = { .title = "Flat", .source = "a.out", .state = "" };

	things_add(*state, &list[0], 0, true);
	things_add(*state, &list[1], 1, false);
	things_add(*state, &list[2], 2, false);
	assert_string_equal(written(*state, "text", &caption),
	                    "Flat\na.out\n\n"
	                    "   self s      calls  function      where\n"
	                    "     1.00  1 204 112  main          m.c:1\n"
	                    "    12.50                 parse\n"
	                    "123456.00          7          leaf  l.c:22\n");
}

static void text_measures_wide_letters(void **state) {
	static const struct thing list[] = {
		{ "\xe4\xbd\xa0\xe5\xa5\xbd", 1, 1, "a" }, /* 4 cells */
		{ "e\xcc\x81t\xc3\xa9", 1, 1, "b" },       /* 3 cells */
		{ "x\x1bx", 1, 1, "c" },                   /* 6 cells */
		{ "0123456789", 1, 1, "d" },
	};

	for (size_t i = 0; i < 4; i++)
		things_add(*state, &list[i], 0, false);
	assert_string_equal(written(*state, "text", NULL),
	                    "self s  calls  function    where\n"
	                    "  1.00      1  \xe4\xbd\xa0\xe5\xa5\xbd        a\n"
	                    "  1.00      1  e\xcc\x81t\xc3\xa9         b\n"
	                    "  1.00      1  x\\x1bx      c\n"
	                    "  1.00      1  0123456789  d\n");
}

static void text_has_no_blanks_at_the_end(void **state) {
	add(*state, "main");
	add(*state, "longer_than_main");
	const char *text = written(*state, "text", NULL);
	for (const char *end = strchr(text, '\n'); end; end = strchr(end + 1, '\n'))
		assert_true(end == text || end[-1] != ' ');
}

static struct value get_change(const struct field *field) {
	const struct thing *thing = field->item;

	return amount(thing->time - 2);
}

static struct value get_calls_change(const struct field *field) {
	const struct thing *thing = field->item;

	return samples((double)thing->calls - 5);
}

/* People see what grew; programs read numbers. */
static void changes_have_a_plus_for_people_only(void **state) {
	static const struct column list[] = {
		{ .name = "self", .unit = UNIT_AMOUNT, .is_signed = true, .get = get_change },
		{ .name = "calls",
		  .unit = UNIT_SAMPLES,
		  .is_signed = true,
		  .get = get_calls_change },
	};
	static const struct columns columns = { list, 2 };
	static const struct thing things[] = { { "a", 3.5, 1205, NULL },
		                               { "b", 0.5, 2, NULL },
		                               { "c", 2, 5, NULL } };
	struct table *t = *state;

	t->columns = &columns;
	for (size_t i = 0; i < 3; i++)
		things_add(t, &things[i], 0, false);
	assert_string_equal(written(t, "text", NULL), "self s   calls\n"
	                                              " +1.50  +1 200\n"
	                                              " -1.50      -3\n"
	                                              "  0.00       0\n");
	assert_string_equal(written(t, "md", NULL), "| self s | calls |\n"
	                                            "|---:|---:|\n"
	                                            "| +1.50 | +1 200 |\n"
	                                            "| -1.50 | -3 |\n"
	                                            "| 0.00 | 0 |\n");
	assert_string_equal(written(t, "csv", NULL),
	                    "self,calls\r\n1.5,1200\r\n-1.5,-3\r\n0,0\r\n");
	assert_string_equal(json_rows(t), "[\n{\"self\":1.5,\"calls\":1200},\n"
	                                  "{\"self\":-1.5,\"calls\":-3},\n"
	                                  "{\"self\":0,\"calls\":0}\n]\n");
}

/* The unit may come from a file. */
static void headings_are_made_safe(void **state) {
	struct table *t = *state;

	t->unit = "\x1b[m";
	add(t, "main");
	assert_null(strchr(written(t, "text", NULL), '\x1b'));
	assert_null(strchr(written(t, "md", NULL), '\x1b'));
	assert_memory_equal(written(t, "text", NULL),
	                    "self \\x1b[m  calls  function  where\n"
	                    "       0.25      3  main\n",
	                    60);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(csv_quotes_where_it_has_to),
		TEST(csv_of_nothing_is_its_heading),
		TEST(csv_escapes_control_bytes),
		TEST(csv_has_no_formulas),
		TEST(csv_escapes_what_acts_on_terminals),
		TEST(json_says_what_it_is_from),
		TEST(json_is_an_array_of_objects),
		TEST(json_of_nothing_is_an_empty_array),
		TEST(json_has_no_odd_numbers),
		TEST(json_escapes_strings),
		TEST(json_escapes_what_acts_on_terminals),
		TEST(json_is_ascii_without_utf8),
		TEST(json_of_any_bytes_is_valid),
		TEST(names_of_any_length_are_whole),
		TEST(markdown_escapes_its_own_letters),
		TEST(text_is_aligned),
		TEST(text_measures_wide_letters),
		TEST(text_has_no_blanks_at_the_end),
		TEST(changes_have_a_plus_for_people_only),
		TEST(headings_are_made_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
