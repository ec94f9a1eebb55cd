/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that change while they are watched, and boards.  Each second gptui
 * looks; the tests wait for what it shows then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "drive_gptui.h"

enum { LINE = 16384 };

static void run(const char *line) {
	assert_int_equal(system(line), 0);
}

/* Bins of main, hot, cold and warm. */
#define FIRST "2=10,70=200,130=100"
#define GROWN "2=10,70=230,130=150"
#define OTHER "2=40,70=12,190=90"

/* Writes a profile so that it is never seen half written; `of` is a command
 * that makes what is left of it, or "cat". */
static void write_part(const char *bins, const char *of) {
	char line[LINE];

	snprintf(line, sizeof line,
	         "cd '%.4000s' && \"$SRCDIR/tests/tools/gmontool.py\" write -o "
	         "watched.new hist:0x1000:0x2000:1024:100:seconds:s:%s "
	         "arc:0x1010:0x1100:12 arc:0x1010:0x1200:3 && "
	         "%s watched.new >watched.part && "
	         "mv -f watched.part watched.gmon",
	         work, bins, of);
	run(line);
}

static void write_profile(const char *bins) {
	write_part(bins, "cat");
}

static char options[][12] = { "--no-config", "--watch=1" };

static struct vth *spawn_watching(char *file) {
	char keep[4096], *argv[] = { program, options[0], options[1], keep, image, file, NULL };
	struct vth_opt o = { .rows = 14, .cols = 110, .env = utf8, .cwd = work };

	snprintf(keep, sizeof keep, "--keep=%.4000s", work);
	return vth_spawn(&o, argv);
}

/* The name is without its folder, so that messages have room for it. */
static struct vth *start_watching(void) {
	static char file[] = "watched.gmon";

	name_files("watched");
	write_profile(FIRST);
	struct vth *h = spawn_watching(file);
	wait_for(h, "> 64.5    2.00");
	hasnt(h, "now");
	return h;
}

static void t_what_is_added_is_shown_beside_the_sum(void **state) {
	struct vth *h = start_watching();

	vth_keys(h, "j");
	wait_for(h, "> 32.3    1.00");
	write_profile(GROWN);
	wait_for(h, "now: 80 samples more");
	has(h, "3.90 s sampled");
	has(h, " now%  now s  now-error ");
	has(h, "  59.0    2.30   0.15  37.5   0.30       0.05 ");
	has(h, "> 38.5    1.50   0.12  62.5   0.50       0.07 ");
	vth_keys(h, ":set watch off<Enter>");
	wait_for(h, "files are not watched");
	hasnt(h, "now%");
	vth_free(h);
}

static void t_counters_that_begin_anew_count_as_they_are(void **state) {
	struct vth *h = start_watching();

	write_profile("2=4,70=12");
	wait_for(h, "now: 16 samples more");
	has(h, "16 samples, 0.16 s");
	has(h, ">   75    0.12   0.03    75   0.12       0.03");
	vth_free(h);
}

/* After a look nothing is left to be found, which would close the menu, too. */
static void t_menus_and_lines_stay(void **state) {
	struct vth *h = start_watching();

	write_profile(GROWN);
	wait_for(h, "now: 80 samples more");
	vth_keys(h, "m");
	wait_for(h, "from the program's start down");
	write_profile(FIRST);
	vth_pump(h, 1500); /* not needed to pass: it lets a look happen */
	has(h, "from the program's start down");
	has(h, "3.90 s sampled");
	vth_keys(h, "<Esc>");
	wait_for(h, "now: 310 samples more");
	vth_keys(h, "/wa");
	wait_for(h, "/wa");
	write_profile(GROWN);
	vth_keys(h, "<Esc>");
	wait_for(h, "now: 80 samples more");
	vth_free(h);
}

static void t_files_that_are_not_whole_are_waited_for(void **state) {
	struct vth *h = start_watching();

	write_part(GROWN, "head -c 700");
	wait_for(h, "watched.gmon: not complete yet; the old figures stay");
	has(h, "3.10 s sampled");
	write_part(GROWN, "head -c 0");
	write_profile(GROWN);
	wait_for(h, "now: 80 samples more");
	vth_free(h);
}

static void t_files_may_be_gone_for_a_while(void **state) {
	struct vth *h = start_watching();

	unlink(profile);
	wait_for(h, "watched.gmon: No such file or directory");
	has(h, "3.10 s sampled");
	vth_keys(h, "j");
	wait_for(h, "2/3 functions");
	write_profile(GROWN);
	wait_for(h, "now: 80 samples more");
	vth_free(h);
}

/* Moves a profile to where it is never seen half written. */
static void write_as(const char *name, const char *bins, const char *of) {
	char line[LINE];

	write_part(bins, of);
	snprintf(line, sizeof line, "cd '%.4000s' && mkdir -p ranks && mv -f watched.gmon %s", work,
	         name);
	run(line);
}

static void remove_ranks(void) {
	char line[LINE];

	name_files("watched");
	snprintf(line, sizeof line, "cd '%.4000s' && rm -rf ranks late.gmon", work);
	run(line);
}

static void t_a_file_that_is_not_there_yet_is_waited_for(void **state) {
	static char file[] = "late.gmon";

	remove_ranks();
	struct vth *h = spawn_watching(file);
	wait_for(h, "waiting for a profile that can be read");
	write_as("late.gmon", FIRST, "head -c 0");
	vth_pump(h, 300); /* not needed to pass: it lets a look happen */
	wait_for(h, "waiting for a profile that can be read");
	write_as("late.gmon", FIRST, "cat");
	wait_for(h, "> 64.5    2.00");
	vth_free(h);
}

static void t_files_of_a_pattern_come_later(void **state) {
	static char pattern[] = "ranks/gmon.*";

	remove_ranks();
	struct vth *h = spawn_watching(pattern);
	wait_for(h, "waiting for a profile that can be read");
	write_as("ranks/gmon.2", FIRST, "cat");
	wait_for(h, "watched  1 file");
	write_as("ranks/gmon.1", OTHER, "cat");
	wait_for(h, "watched  2 files");
	wait_for(h, "now: 142 samples more");
	vth_free(h);
}

static void t_one_of_a_folder_costs_itself_only(void **state) {
	static char folder[] = "ranks";

	remove_ranks();
	write_as("ranks/gmon.1", FIRST, "cat");
	write_as("ranks/gmon.2", OTHER, "head -c 0");
	struct vth *h = spawn_watching(folder);
	wait_for(h, " of 2 ");
	has(h, "FAULT: ranks/gmon.2: not read: byte 0: the file is empty");
	write_as("ranks/gmon.2", OTHER, "cat");
	wait_for(h, "watched  2 files");
	hasnt(h, "FAULT");
	write_as("ranks/gmon.1", FIRST, "head -c 0");
	wait_for(h, "gmon.1: byte 0: the file is empty; the old figures stay");
	has(h, "watched  2 files");
	wait_for(h, " of 2 ");
	has(h, "FAULT: ranks/gmon.1: not read");
	write_as("ranks/gmon.1", FIRST, "cat");
	wait_for(h, "watched  2 files");
	vth_free(h);
}

/* A board whose counters begin anew whenever they are fetched. */
struct board {
	FILE *pipe;
	int pid;
	char url[64];
};

static bool start_board(struct board *b) {
	char line[LINE];
	int tftp, http;

	if (!is_built_with("URLs"))
		return false;
	snprintf(line, sizeof line,
	         "cd '%.4000s' && echo $$ && exec "
	         "\"$SRCDIR/tests/tools/board_server.py\" .",
	         work);
	b->pipe = popen(line, "r");
	assert_non_null(b->pipe);
	assert_non_null(fgets(line, sizeof line, b->pipe));
	b->pid = atoi(line);
	assert_non_null(fgets(line, sizeof line, b->pipe));
	assert_int_equal(sscanf(line, "%d %d", &tftp, &http), 2);
	snprintf(b->url, sizeof b->url, "http://127.0.0.1:%d/watched.gmon", http);
	return true;
}

static struct board board;

static int stop_board(void **state) {
	if (board.pid)
		kill(board.pid, SIGTERM);
	return 0;
}

static void t_boards_are_asked_again(void **state) {
	name_files("watched");
	write_profile(FIRST);
	if (!start_board(&board))
		skip();
	struct vth *h = spawn_watching(board.url);
	wait_for(h, "> 64.5    2.00");
	wait_for(h, "now: 310 samples more, kept as");
	wait_for(h, "3 files");
	kill(board.pid, SIGTERM);
	pclose(board.pipe);
	board.pid = 0;
	wait_for(h, "http://127.0.0.1:");
	has(h, "now%");
	vth_free(h);
}

static int make_program(void **state) {
	char line[LINE];

	find_program(state);
	snprintf(line, sizeof line,
	         "cd '%.4000s' && printf '0x1000 main\\n0x1100 hot\\n"
	         "0x1200 cold\\n0x1300 warm\\n' >watched.symbols && "
	         "rm -f watched.gmon.* && "
	         "\"$SRCDIR/tests/tools/mkelf.py\" -o watched --text "
	         "0x1000:0x1000 watched.symbols",
	         work);
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	return system(line);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_what_is_added_is_shown_beside_the_sum),
		cmocka_unit_test(t_counters_that_begin_anew_count_as_they_are),
		cmocka_unit_test(t_menus_and_lines_stay),
		cmocka_unit_test(t_files_that_are_not_whole_are_waited_for),
		cmocka_unit_test(t_files_may_be_gone_for_a_while),
		cmocka_unit_test(t_a_file_that_is_not_there_yet_is_waited_for),
		cmocka_unit_test(t_files_of_a_pattern_come_later),
		cmocka_unit_test(t_one_of_a_folder_costs_itself_only),
		cmocka_unit_test_teardown(t_boards_are_asked_again, stop_board),
	};

	return cmocka_run_group_tests(tests, make_program, NULL);
}
