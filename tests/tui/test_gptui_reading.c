/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the files again while the screen is used: a pipe that nothing comes
 * through makes it take as long as a test wants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "drive_gptui.h"

/* At once: a reader never finds it missing. */
static void copy_profile(void) {
	char line[16400];

	snprintf(line, sizeof line,
	         "cp %.4000s/parser.gmon %.4000s.new && mv -f %.4000s.new "
	         "%.4000s",
	         work, profile, profile, profile);
	assert_int_equal(system(line), 0);
}

static void block_profile(void) {
	unlink(profile);
	assert_int_equal(mkfifo(profile, 0600), 0);
}

static struct vth *start_parser(void) {
	name_files("parser");
	snprintf(profile, sizeof profile, "%.4000s/reading.gmon", work);
	copy_profile();
	struct vth *h = spawn(24, 100, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "100 Hz");
	block_profile();
	return h;
}

static void t_escape_stays_with_what_is_shown(void **state) {
	struct vth *h = start_parser();

	vth_keys(h, ":set cycles open<Enter>");
	wait_for(h, "reading again");
	vth_keys(h, "jj");
	wait_for(h, "3/7 functions");
	vth_keys(h, "<Esc>");
	wait_for(h, "cancelled");
	copy_profile();
	press(h, "r");
	has(h, "read again");
	hasnt(h, "cycles open");
	press(h, ":set cycles open<Enter>");
	has(h, "100 Hz  2.00 s sampled  cycles open");
	has(h, "21 of 180 calls cut");
	vth_free(h);
}

/* Each time the files are read again. */
static void t_the_profilers_time_moves(void **state) {
	name_files("profiler");
	struct vth *h = spawn(24, 100, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "50 % of the time is the profiler's: :set profiler");
	has(h, "mcount <profiler>");
	press(h, ":set profiler spread<Enter>");
	has(h, "profiler spread: 50.0 % of the samples");
	hasnt(h, "mcount");
	has(h, "> 40.0    0.80");
	press(h, ":set profiler out<Enter>");
	has(h, "profiler out: 50.0 % of the samples");
	hasnt(h, "mcount");
	press(h, ":set profiler apart<Enter>");
	has(h, "mcount <profiler>");
	vth_free(h);
}

static void t_the_last_wish_wins(void **state) {
	struct vth *h = start_parser();

	vth_keys(h, ":set cycles open<Enter>");
	wait_for(h, "reading again");
	copy_profile();
	press(h, ":set rules gprof<Enter>");
	has(h, "gprof's rules  cycles open");
	has(h, "read with gprof's rules; cycles open: 21 of 180 calls cut");
	vth_free(h);
}

static void t_wishing_for_what_is_shown_cancels(void **state) {
	struct vth *h = start_parser();

	vth_keys(h, ":set cycles open<Enter>");
	wait_for(h, "reading again");
	vth_keys(h, ":set cycles whole<Enter>");
	wait_for(h, "cancelled");
	hasnt(h, "cycles open");
	vth_free(h);
	unlink(profile);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_escape_stays_with_what_is_shown),
		cmocka_unit_test(t_the_last_wish_wins),
		cmocka_unit_test(t_the_profilers_time_moves),
		cmocka_unit_test(t_wishing_for_what_is_shown_cancels),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
