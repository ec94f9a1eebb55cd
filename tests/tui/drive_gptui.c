/* SPDX-License-Identifier: GPL-3.0-or-later */
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

char program[4096], work[4096], image[4096], profile[4096];

int find_program(void **state) {
	const char *path = getenv("GPTUI"), *folder = getenv("W");

	snprintf(program, sizeof program, "%s", path ? path : "./gptui");
	snprintf(work, sizeof work, "%s", folder ? folder : "tests/work");
	return 0;
}

bool is_built_with(const char *feature) {
	char line[8400];

	snprintf(line, sizeof line, "! '%s' --version | grep -q 'no %s'", program, feature);
	return !system(line);
}

int make_walked(void **state) {
	const char *sources = getenv("SRCDIR");
	char line[16400];

	find_program(state);
	snprintf(
		line, sizeof line,
		"mkdir -p '%.4000s/walked-%ld' && %.4000s/tests/tools/make-walked.py '%.4000s/walked-%ld'",
		work, (long)getpid(), sources ? sources : ".", work, (long)getpid());
	return system(line);
}

void name_walked(void) {
	char name[64];

	snprintf(name, sizeof name, "walked-%ld/walked", (long)getpid());
	name_files(name);
}

void name_files(const char *name) {
	snprintf(image, sizeof image, "%.4000s/%s", work, name);
	snprintf(profile, sizeof profile, "%.4000s/%s.gmon", work, name);
}

struct vth *spawn(int rows, int cols, const char *const *env) {
	char *argv[] = { program, image, profile, NULL };
	struct vth_opt o = { .rows = rows, .cols = cols, .env = env ? env : utf8 };

	return vth_spawn(&o, argv);
}

struct vth *spawn_on(const struct vth_opt *options, char *argument) {
	char *argv[] = { program, image, profile, argument, NULL };

	return vth_spawn(options, argv);
}

struct vth *start_many(int rows, int cols) {
	name_files("many");
	struct vth *h = spawn(rows, cols, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return h;
}

void wait_for(struct vth *h, const char *text) {
	int64_t end = vth_now() + MS * (int64_t)1000000;

	while (!vth_find(h, text, NULL, NULL) && vth_now() < end)
		vth_pump(h, 1);
	has(h, text);
}

void wait_for_osc(struct vth *h, int number, const char *text) {
	int64_t end = vth_now() + MS * (int64_t)1000000;

	while (!vth_osc(h, number) && vth_now() < end)
		vth_pump(h, 1);
	assert_non_null(vth_osc(h, number));
	assert_non_null(strstr(vth_osc(h, number), text));
}
