/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program inside of tmux and of GNU screen, as they run on a terminal:
 * keys, and text that gets through to the terminal's clipboard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "drive_gptui.h"

/* "module_00_function_0000" in base64. */
static const char name64[] = "bW9kdWxlXzAwX2Z1bmN0aW9uXzAwMDA=";
static const char straight[] = "\033]52;c;bW9kdWxlXzAwX2Z1bmN0aW9uXzAwMDA=\a";

static char line[14000], folder[64];

static bool is_there(const char *command) {
	snprintf(line, sizeof line, "command -v %s >/dev/null", command);
	return system(line) == 0;
}

/* Starts the program by a line of the shell. */
static struct vth *start_by(const char *term) {
	char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, line, NULL };
	struct vth_opt o = { .env = utf8, .term = term, .cols = 150 };

	return vth_spawn(&o, argv);
}

static void t_tmux(void **state) {
	if (!is_there("tmux"))
		skip();
	name_files("many");
	snprintf(line, sizeof line,
	         "T='tmux -S %s/s'; $T -f /dev/null new-session -d -x 150 -y 24 "
	         "%s %s %s; $T set -s set-clipboard on; exec $T attach",
	         folder, program, image, profile);
	struct vth *h = start_by("xterm-256color");
	wait_for(h, "1/2 000 functions");
	vth_keys(h, "y");
	wait_for(h, "sent to tmux and the clipboard: module_00_function_0000");
	wait_for_osc(h, 52, name64);
	vth_keys(h, "<Down>:<Esc>");
	wait_for(h, "2/2 000 functions");
	snprintf(line, sizeof line,
	         "test \"$(tmux -S %s/s show-buffer)\" = "
	         "module_00_function_0000",
	         folder);
	assert_int_equal(system(line), 0);
	snprintf(line, sizeof line, "tmux -S %s/s set -s set-clipboard off", folder);
	assert_int_equal(system(line), 0);
	vth_keys(h, "y");
	wait_for(h, "set-clipboard is off");
	vth_keys(h, "Q");
	vth_wait_exit(h, MS);
	tty_is_sane(h);
	vth_free(h);
}

static void t_screen(void **state) {
	if (!is_there("screen"))
		skip();
	name_files("many");
	snprintf(line, sizeof line,
	         "SCREENDIR=%s; export SCREENDIR; chmod 700 %s; "
	         "exec screen -U -c /dev/null %s %s %s",
	         folder, folder, program, image, profile);
	struct vth *h = start_by("xterm-256color");
	wait_for(h, "1/2 000 functions");
	vth_keys(h, "y");
	wait_for(h, "the clipboard, through screen: module_00");
	wait_for_osc(h, 52, name64);
	vth_keys(h, ":set mouse on<Enter>");
	wait_for(h, "no mouse");
	vth_keys(h, "Q");
	vth_wait_exit(h, MS);
	vth_free(h);
}

/* What is sent where neither of them is known to be near. */
static void t_far(void **state) {
	static const struct {
		const char *term, *text, *before, *behind;
	} list[] = {
		{ "xterm-256color", "clipboard: module_00", "", "" },
		{ "tmux-256color", "clipboard: module_00", "\033Ptmux;\033", "\033\\\033]52" },
		{ "screen", "through screen: module_00", "\033P", "\033\\" },
	};
	char bytes[200];

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct vth_opt o = { .term = list[i].term, .env = utf8, .cols = 150 };

		name_files("many");
		struct vth *h = spawn_on(&o, NULL);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "y");
		has(h, list[i].text);
		snprintf(bytes, sizeof bytes, "%s%s%s", list[i].before, straight, list[i].behind);
		assert_non_null(strstr(vth_raw(h, NULL), bytes));
		vth_free(h);
	}
}

static void t_none(void **state) {
	static const char *const terms[] = { "linux", "vt100" };

	for (size_t i = 0; i < 2; i++) {
		struct vth_opt o = { .term = terms[i], .env = utf8 };

		name_files("many");
		struct vth *h = spawn_on(&o, NULL);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "y");
		has(h, "this terminal has no clipboard");
		assert_null(strstr(vth_raw(h, NULL), "\033]52"));
		press(h, "Y");
		has(h, "this terminal has no clipboard");
		vth_free(h);
	}
}

static int begin(void **state) {
	snprintf(folder, sizeof folder, "/tmp/gptui-nested-XXXXXX");
	return find_program(state) || !mkdtemp(folder);
}

static int end(void **state) {
	snprintf(line, sizeof line,
	         "{ tmux -S %s/s kill-server; SCREENDIR=%s screen -X quit; } "
	         ">/dev/null 2>&1; rm -rf %s",
	         folder, folder, folder);
	return system(line);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_tmux),
		cmocka_unit_test(t_screen),
		cmocka_unit_test(t_far),
		cmocka_unit_test(t_none),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
