/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libraries do wrong, and that users do not notice:
 * doc/foreign-faults.md. */
#include "config.h" /* some versions of bfd.h require it */

#include <bfd.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/system.h"
#include "parse/object/object.h"

#include "assertions.h"

enum { TEXT = 200 };

/* What work() prints on standard error in a process of its own, whose status is
 * returned. */
static int printed(char text[TEXT], void (*work)(void)) {
	int ends[2], status = -1;
	size_t used = 0;
	ssize_t n;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_compared(child, >=, 0);
	if (!child) {
		dup2(ends[1], STDERR_FILENO);
		work();
		_exit(0);
	}
	close(ends[1]);
	while ((n = read(ends[0], text + used, TEXT - 1 - used)) > 0)
		used += (size_t)n;
	text[used] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

/* As libbfd does. */
static void tell(bfd_error_handler_type handler, const char *format, ...) {
	va_list args;

	va_start(args, format);
	handler(format, args);
	va_end(args);
}

static void give_up_inside(void) {
	struct arena *arena = arena_new();
	struct error err;

	object_open("/proc/self/exe", NULL, arena, &err);
	bfd_error_handler_type handler = bfd_set_error_handler(NULL);
	tell(handler, "%s: bad section \033[2J", "x");
	tell(handler, "BFD %s internal error, aborting at %s:%d\n", "2.40", "f", 1);
}

static void a_library_that_gives_up_is_named(void **state) {
	char text[TEXT];
	int status = printed(text, give_up_inside);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_string_equal(text, "gptui: libbfd failed on a file: internal "
	                          "error\n");
}

static void print_meanwhile(void) {
	int kept = stderr_quiet();

	fputs("hidden", stderr);
	stderr_restore(kept);
	fputs("shown", stderr);
}

static void what_a_library_prints_is_hidden(void **state) {
	char text[TEXT];

	printed(text, print_meanwhile);
	assert_string_equal(text, "shown");
}

static void turn_meanwhile(void) {
	int real = dup(STDERR_FILENO), kept = stderr_quiet();
	FILE *other = tmpfile();

	dup2(fileno(other), STDERR_FILENO);
	stderr_restore(kept);
	fputs("elsewhere", stderr);
	dup2(real, STDERR_FILENO);
	fputs("here", stderr);
}

static void where_others_sent_it_meanwhile_it_stays(void **state) {
	char text[TEXT];

	printed(text, turn_meanwhile);
	assert_string_equal(text, "here");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_library_that_gives_up_is_named),
		cmocka_unit_test(what_a_library_prints_is_hidden),
		cmocka_unit_test(where_others_sent_it_meanwhile_it_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
