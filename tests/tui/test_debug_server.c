/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen does not wait for servers of debug information, and leaving does
 * not, either. */
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

enum { PATH = 4200, LEAVING = 20000 };

/* A server that says nothing. */
struct server {
	FILE *pipe;
	int pid;
	char urls[256]; /* for the environment */
};

static bool read_address(struct server *s) {
	char line[128];

	if (!fgets(line, sizeof line, s->pipe) || !(s->pid = atoi(line)) ||
	    !fgets(line, sizeof line, s->pipe))
		return false;
	line[strcspn(line, "\n")] = 0;
	snprintf(s->urls, sizeof s->urls, "DEBUGINFOD_URLS=%s", line);
	return true;
}

/* Starts it, and makes a program with a build-id; false where that cannot be
 * done. */
static bool start_server(struct server *s) {
	static char line[4 * PATH];

	snprintf(line, sizeof line,
	         "cd '%s' && printf '\\4\\0\\0\\0\\10\\0\\0\\0\\3\\0\\0\\0GNU\\0"
	         "abcdefgh' >id && cp many.gmon served.gmon && objcopy "
	         "--add-section .note.gnu.build-id=id many served >served.log "
	         "2>&1",
	         work);
	if (!is_built_with("debuginfod") || system(line))
		return false;
	snprintf(line, sizeof line,
	         "cd '%s' && echo $$ && exec \"$SRCDIR/tests/tools/"
	         "debug_server.py\" . served.requests slow",
	         work);
	s->pipe = popen(line, "r");
	return s->pipe && read_address(s);
}

static bool was_asked(void) {
	char path[PATH];

	snprintf(path, sizeof path, "%s/served.requests", work);
	return !access(path, F_OK);
}

static void t_nobody_waits(void **state) {
	struct server server = { NULL, 0, "" };
	char cache[PATH + 64], config[PATH + 64];
	const char *const env[] = { server.urls,      cache,         config,
		                    "LC_ALL=C.UTF-8", "http_proxy=", NULL };

	if (!start_server(&server))
		skip();
	snprintf(cache, sizeof cache, "DEBUGINFOD_CACHE_PATH=%s/served.cache", work);
	snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s/served.config", work);
	name_files("served");
	struct vth *h = spawn(24, 80, env);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_false(was_asked()); /* it was not allowed */
	press(h, ":set debuginfod on<Enter>");
	vth_keys(h, "r");
	int64_t end = vth_now() + MS * (int64_t)1000000;
	while (!was_asked() && vth_now() < end)
		vth_pump(h, 50);
	assert_true(was_asked());
	vth_keys(h, "j");
	assert_true(vth_until_text(h, "2/2 000", MS));
	vth_keys(h, "Q");
	assert_int_equal(vth_wait_exit(h, LEAVING), 0);
	tty_is_sane(h);
	vth_free(h);
	kill(server.pid, SIGTERM);
	pclose(server.pipe);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(t_nobody_waits) };

	return cmocka_run_group_tests(tests, find_program, NULL);
}
