/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All views on all kinds of terminals and in all kinds of locales: there is
 * something to read, and nothing is sent that they would not understand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "drive_gptui.h"

/* Descriptions of terminals, and whether they know of colours. */
static const struct {
	const char *name;
	bool has_colours;
} terms[] = {
	{ "vt100", false },          { "vt220", false },       { "xterm-mono", false },
	{ "linux", true },           { "ansi", true },         { "xterm", true },
	{ "xterm-256color", true },  { "xterm-direct", true }, { "screen", true },
	{ "screen-256color", true }, { "tmux", true },         { "tmux-256color", true },
};

static const char instruction[] = "ret", line_above[] = "walked.c:9";

/* What to press, and what has to be on the screen then. */
static const struct {
	const char *keys, *text;
} walk[] = {
	{ "", "step_59" },          { "<Enter>", "~children" },
	{ "<Down>[3", "step_00" },  { "-+c", "main" },
	{ "1g4", "sink;" },         { "H):9<Enter>", "caf" },
	{ "5", instruction },       { "S", line_above },
	{ "Si", "finding" },        { "[?", "Marks" },
	{ "[O", "Options" },        { "<C-g>m", "What can be done here" },
	{ "<C-g>:th", ":th" },      { "<Tab>", ":theme" },
	{ "<C-g>f(", "^" },         { "<C-g>1:split graph<Enter>", "1/1" },
	{ "<Tab>j<Tab>g", "busy" }, { "wK", "Esc: back" },
	{ "<C-g>/leaf", "leaf" },
};

/* A build without a disassembler says so in place of instructions. */
static const char *expected(const char *text) {
	if ((text == instruction || text == line_above) && !is_built_with("disassembler"))
		return "without libopcodes";
	return text;
}

/* Whether an SGR sequence with a colour begins here. */
static bool is_colour(const char *at) {
	unsigned number;
	int n;

	if (strncmp(at, "\033[", 2) != 0 || at[2 + strspn(at + 2, "0123456789;:")] != 'm')
		return false;
	for (at += 2; sscanf(at, "%u%n", &number, &n) == 1; at++) {
		if ((number >= 30 && number < 50 && number != 39 && number != 49) ||
		    (number >= 90 && number < 108))
			return true;
		at += n;
		if (*at == 'm')
			break;
	}
	return false;
}

struct sent {
	size_t nforeign, ncolours; /* bytes beyond ASCII; colours */
};

static void count(struct vth *h, struct sent *sent) {
	size_t n;
	const char *raw = vth_raw(h, &n);

	for (size_t i = 0; i < n; i++) {
		sent->nforeign += (unsigned char)raw[i] >= 0x80;
		sent->ncolours += is_colour(raw + i);
	}
}

static struct sent walk_through(const char *term, const char *const *env, int rows, int cols) {
	struct vth_opt o = { .term = term, .env = env, .rows = rows, .cols = cols };
	struct sent sent = { 0, 0 };

	name_walked();
	struct vth *h = spawn_on(&o, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	for (size_t i = 0; i < sizeof walk / sizeof *walk; i++) {
		const char *text = expected(walk[i].text);

		if (*walk[i].keys) {
			count(h, &sent);
			press(h, walk[i].keys);
		}
		if (!vth_find(h, text, NULL, NULL))
			print_error("%s, %s:\n", term, walk[i].keys);
		has(h, text);
	}
	count(h, &sent);
	vth_keys(h, "<C-g>Q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
	return sent;
}

static bool is_described(const char *term) {
	char line[128];

	snprintf(line, sizeof line, "infocmp %s >/dev/null 2>&1", term);
	return system(line) == 0;
}

static void t_terminals(void **state) {
	static const char *const c[] = { "LC_ALL=C", NULL };

	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
		bool has_colours = terms[i].has_colours;

		if (!is_described(terms[i].name)) {
			print_message("no description of %s\n", terms[i].name);
			continue;
		}
		struct sent sent = walk_through(terms[i].name, utf8, 24, 80);
		assert_true(sent.nforeign > 0);
		assert_int_equal(sent.ncolours > 0, has_colours);
		sent = walk_through(terms[i].name, c, 50, 200);
		assert_int_equal(sent.nforeign, 0);
		assert_int_equal(sent.ncolours > 0, has_colours);
	}
}

static void t_no_color(void **state) {
	static const char *const env[] = { "LC_ALL=C.UTF-8", "NO_COLOR=1", "COLORTERM=truecolor",
		                           NULL };
	static const char *const empty[] = { "LC_ALL=C.UTF-8", "NO_COLOR=", NULL };
	struct sent sent = walk_through("xterm-256color", env, 24, 80);

	assert_int_equal(sent.ncolours, 0);
	sent = walk_through("xterm-256color", empty, 24, 80);
	assert_true(sent.ncolours > 0);
}

/* A theme with a ground of its own on as many colours as there are. */
static void t_theme(void **state) {
	static const struct {
		const char *term;
		int letters, ground;
	} list[] = {
		{ "xterm-direct", 0x193a1a1, 0x1002b36 },
		{ "xterm-256color", 247, 234 },
		{ "xterm-16color", 7, 0 },
		{ "xterm", 7, 0 },
		{ "screen", 7, 0 },
		{ "vt100", -1, -1 },
	};

	name_walked();
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct vth_opt o = { .term = list[i].term, .env = utf8 };
		int row, col;

		if (!is_described(list[i].term))
			continue;
		struct vth *h = spawn_on(&o, (char[]){ "--theme=solarized" });
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		assert_true(vth_find(h, "step_45", &row, &col));
		assert_int_equal(vth_fg(h, row, col), list[i].letters);
		assert_int_equal(vth_bg(h, row, col), list[i].ground);
		assert_int_equal(vth_bg(h, row, 79), list[i].ground);
		press(h, "3g");
		press(h, "<Down>");
		assert_true(vth_get(h).bytes <= 400);
		press(h, ":theme<Enter>d");
		assert_int_equal(vth_bg(h, row, 79), -1);
		press(h, "<C-g>");
		assert_int_equal(vth_bg(h, row, 79), list[i].ground);
		press(h, ":theme default<Enter>");
		assert_true(vth_find(h, "step_10", &row, &col));
		assert_int_equal(vth_fg(h, row, col), -1);
		assert_int_equal(vth_bg(h, row, 79), -1);
		vth_free(h);
	}
}

/* Makes a locale of one byte a character; false where that can't be done. */
static bool make_latin1(char *variable, size_t size) {
	char line[9000];

	snprintf(variable, size, "LOCPATH=%s", work);
	snprintf(line, sizeof line,
	         "localedef -i en_US -f ISO-8859-1 %s/en_US.ISO-8859-1 "
	         ">/dev/null 2>&1",
	         work);
	return system(line) == 0;
}

static void t_locales(void **state) {
	static const char *const names[] = { "LC_ALL=C", "LC_ALL=POSIX", "LC_ALL=xx_YY.UTF-8",
		                             "LC_ALL=en_US.ISO-8859-1" };
	char path[4200];
	bool has_latin1 = make_latin1(path, sizeof path);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *const env[] = { names[i], path, NULL };

		if (i == 3 && !has_latin1) {
			print_message("no ISO-8859-1 to be had\n");
			continue;
		}
		assert_int_equal(walk_through("xterm-256color", env, 24, 130).nforeign, 0);
	}
}

static void t_ascii(void **state) {
	struct vth_opt o = { .env = utf8, .rows = 24, .cols = 130 };
	struct sent sent = { 0, 0 };

	name_files("cycle");
	struct vth *h = spawn_on(&o, (char[]){ "--ascii" });
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	count(h, &sent);
	press(h, "3<Tab>wi?OO:f(");
	count(h, &sent);
	assert_int_equal(sent.nforeign, 0);
	press(h, "<C-g>");
	press(h, ":set ascii off<Enter>1w");
	count(h, &sent);
	assert_true(sent.nforeign > 0);
	vth_free(h);
}

/* Where the picture stays when gptui ends, the shell gets an empty line. */
static void t_left_behind(void **state) {
	static const char *const stays[] = { "linux", "vt100" };

	name_files("cycle");
	for (size_t i = 0; i < 2; i++) {
		struct vth_opt o = { .term = stays[i], .env = utf8 };
		struct vth *h = spawn_on(&o, NULL);

		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		assert_true(strlen(vth_row(h, 23)) > 0);
		vth_keys(h, "Q");
		assert_int_equal(vth_wait_exit(h, MS), 0);
		assert_string_equal(vth_row(h, 23), "");
		assert_non_null(strstr(vth_row(h, 0), "gptui cycle"));
		vth_free(h);
	}
}

/* Where there can be no screen, the reason is shown, and a way out. */
static void t_refused(void **state) {
	static const char *const list[][2] = {
		{ "dumb", "TERM=dumb cannot move its cursor" },
		{ "no-such-term", "TERM=no-such-term: unknown terminal" },
		{ "", "TERM is not set" },
	};

	name_walked();
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct vth_opt o = { .term = list[i][0], .env = utf8, .cols = 200 };
		struct vth *h = spawn_on(&o, NULL);
		int status = vth_wait_exit(h, MS);

		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 1);
		has(h, list[i][1]);
		has(h, "--report flat");
		assert_null(strchr(vth_raw(h, NULL), 27));
		tty_is_sane(h);
		vth_free(h);
		h = spawn_on(&o, (char[]){ "--report=flat" });
		assert_int_equal(vth_wait_exit(h, MS), 0);
		assert_null(strchr(vth_raw(h, NULL), 27));
		vth_free(h);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_terminals), cmocka_unit_test(t_no_color),
		cmocka_unit_test(t_theme),     cmocka_unit_test(t_locales),
		cmocka_unit_test(t_ascii),     cmocka_unit_test(t_left_behind),
		cmocka_unit_test(t_refused),
	};

	return cmocka_run_group_tests(tests, make_walked, NULL);
}
