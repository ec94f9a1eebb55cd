/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of 120,000 functions on a pseudo terminal: each key changes what
 * all of them are held against, or their order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "drive_gptui.h"

static struct vth *start_large(void) {
	name_files("large");
	struct vth *h = spawn(24, 80, NULL);
	wait_for(h, "/3 functions");
	press(h, "z");
	wait_for(h, "module_01_function_000018");
	return h;
}

/* All letters come at once. */
static void t_typed_at_once(void **state) {
	struct vth *h = start_large();

	press(h, "f");
	vth_keys(h, "function_00012");
	wait_for(h, "filter: function_00012");
	vth_keys(h, "<Enter>");
	wait_for(h, "10 of 120 000 functions");
	wait_for(h, ">    0    0.00  <0.03  module_01_function_000120");
	vth_free(h);
}

/* Keys that come before the picture of the one before. */
static void t_typed_ahead(void **state) {
	struct vth *h = start_large();

	vth_keys(h, "fe<C-g>");
	vth_keys(h, "RRR");
	wait_for(h, "reversed");
	vth_keys(h, "R3");
	wait_for(h, "~total%");
	vth_keys(h, "q");
	wait_for(h, "/120 001 rows");
	vth_keys(h, "fmodule_03<Enter>");
	vth_keys(h, "q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	vth_free(h);
}

/* A search that finds nothing ends; the next one finds the far end. */
static void t_search(void **state) {
	struct vth *h = start_large();

	vth_keys(h, "/nobody");
	wait_for(h, "not found");
	vth_keys(h, "<C-u>");
	vth_keys(h, "function_11999");
	wait_for(h, "module_04_function_119990");
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_typed_at_once),
		cmocka_unit_test(t_typed_ahead),
		cmocka_unit_test(t_search),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
