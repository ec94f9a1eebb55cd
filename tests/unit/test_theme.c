/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "ui/terminal/theme.h"

#include "assertions.h"

static void check(struct style style, int foreground, int background, unsigned attributes) {
	assert_int_equal(style.foreground, foreground);
	assert_int_equal(style.background, background);
	assert_int_equal(style.attributes, attributes);
}

static void reads_lines(void **state) {
	static const char text[] = "# a theme\r\n"
				   "\n"
				   "plain 252 default # not the default\r\n"
				   "  hot\tred 16 bold underline\n"
				   "warm bright-blue default dim reverse";
	struct theme theme;
	struct error err;

	assert_true(theme_parse(&theme, "t", text, &err));
	check(theme_style(&theme, ROLE_PLAIN, 256), 252, -1, 0);
	check(theme_style(&theme, ROLE_HOT, 256), 1, 16, STYLE_BOLD | STYLE_UNDERLINE);
	check(theme_style(&theme, ROLE_WARM, 256), 12, -1, STYLE_DIM | STYLE_REVERSE);
	check(theme_style(&theme, ROLE_CURSOR, 256), 252, -1, 0); /* as plain */
	assert_true(theme_parse(&theme, "t", "", &err));
	check(theme_style(&theme, ROLE_CURSOR, 256), -1, -1, 0);
}

static void tells_errors(void **state) {
	static const char *const list[][2] = {
		{ "\nhott red red", "t:2: no role \"hott\"" },
		{ "hot red", "t:1: two colours must follow the role" },
		{ "hot", "t:1: two colours must follow the role" },
		{ "hot redd red", "t:1: no colour \"redd\"" },
		{ "hot red 256", "t:1: no colour \"256\"" },
		{ "hot red -1", "t:1: no colour \"-1\"" },
		{ "hot red +1", "t:1: no colour \"+1\"" },
		{ "hot red 1x", "t:1: no colour \"1x\"" },
		{ "hot red bright-", "t:1: no colour \"bright-\"" },
		{ "hot red red italic", "t:1: no attribute \"italic\"" },
		{ "hot red/ red", "t:1: no colour \"red/\"" },
		{ "hot red/red/red red", "t:1: no colour \"red/red/red\"" },
		{ "hot #12345 red", "t:1: two colours must follow the role" },
		{ "hot red/#12345 red", "t:1: no colour \"red/#12345\"" },
		{ "hot red/#0x1234 red", "t:1: no colour \"red/#0x1234\"" },
		{ "hot red 99999999999999999999", "t:1: no colour \"99999999999999999999\"" },
	};
	struct theme theme;
	struct error err;

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		assert_false(theme_parse(&theme, "t", list[i][0], &err));
		assert_string_equal(err.reason, list[i][1]);
	}
}

static void default_is_complete(void **state) {
	struct theme theme;
	struct error err;

	assert_true(theme_parse(&theme, "default", named_text(themes, "default"), &err));
	for (int role = 0; role < NROLES; role++) {
		struct style style = theme_style(&theme, (enum role)role, 256);

		assert_int_equal(role_named(role_name((enum role)role)), role);
		assert_in_range(style.foreground + 1, 0, 16);
		assert_in_range(style.background + 1, 0, 16);
	}
	assert_int_equal(role_named("none"), -1);
}

static void adapts_to_colours(void **state) {
	static const struct {
		const char *line;
		int ncolours, foreground, background;
		unsigned attributes;
	} list[] = {
		{ "bright-blue bright-red", 0, -1, -1, STYLE_REVERSE },
		{ "bright-blue default bold", 0, -1, -1, STYLE_BOLD },
		{ "bright-blue bright-red", 8, 4, 1, STYLE_BOLD },
		{ "bright-blue bright-red", 16, 12, 9, 0 },
		{ "bright-blue bright-red", 256, 12, 9, 0 },
		{ "bright-blue bright-red", 1 << 24, 4, 1, STYLE_BOLD },
		{ "196 232 dim", 0, -1, -1, STYLE_DIM | STYLE_REVERSE },
		{ "196 232 dim", 8, 1, 0, STYLE_DIM | STYLE_BOLD },
		{ "196 232 dim", 16, 9, 0, STYLE_DIM },
		{ "196 232 dim", 256, 196, 232, STYLE_DIM },
		{ "196 232 dim", 1 << 24, 196, 232, STYLE_DIM },
		{ "208/yellow default/blue", 16, 3, 4, 0 },
		{ "208/yellow default/blue", 256, 208, -1, 0 },
		{ "208/196 default", 16, 9, -1, 0 },
		{ "#ff8701 #000000 # a comment", 16, 3, 0, 0 },
		{ "#ff8701 #000000", 256, 208, 16, 0 },
		{ "#ff8701 #000000", 1 << 24, COLOUR_RGB + 0xff8701, COLOUR_RGB, 0 },
		{ "bright-black default", 8, -1, -1, STYLE_DIM },
		{ "bright-black default", 16, 8, -1, 0 },
		{ "bright-black white", 8, 0, 7, 0 },
		{ "bright-black 16", 8, 7, 0, 0 },
		{ "bright-black #101010", 1 << 24, 7, COLOUR_RGB + 0x101010, 0 },
	};
	struct theme theme;
	struct error err;
	char line[80];

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		snprintf(line, sizeof line, "hot %s", list[i].line);
		assert_true(theme_parse(&theme, "t", line, &err));
		check(theme_style(&theme, ROLE_HOT, list[i].ncolours), list[i].foreground,
		      list[i].background, list[i].attributes);
	}
	assert_int_equal(colour_rgb(196), 0xff0000);
	assert_int_equal(colour_rgb(208), 0xff8700);
	assert_int_equal(colour_rgb(232), 0x080808);
	assert_int_equal(colour_rgb(255), 0xeeeeee);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_lines),
		cmocka_unit_test(tells_errors),
		cmocka_unit_test(default_is_complete),
		cmocka_unit_test(adapts_to_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
