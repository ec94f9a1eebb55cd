/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines typed before: none is lost, whatever else writes the file. */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/history.h"
#include "folder_builder.h"

#include "assertions.h"

/* The file is "out" of the folder, behind a link. */
struct place {
	struct test_folder folder;
	char below[64], link[80];
};

static struct history one, other;

static int begin(void **state) {
	static struct place p;

	folder_begin(&p.folder);
	snprintf(p.below, sizeof p.below, "%s/gptui", p.folder.path);
	snprintf(p.link, sizeof p.link, "%s/history", p.below);
	assert_int_equal(mkdir(p.below, 0755), 0);
	assert_int_equal(symlink("../out", p.link), 0);
	setenv("XDG_STATE_HOME", p.folder.path, 1);
	memset(&one, 0, sizeof one);
	memset(&other, 0, sizeof other);
	*state = &p;
	return 0;
}

static int end(void **state) {
	struct place *p = *state;

	unlink(p->link);
	assert_int_equal(rmdir(p->below), 0);
	folder_end(&p->folder);
	return 0;
}

static void begin_session(struct history *h) {
	struct error err;

	assert_true(history_read(h, &err));
}

static void assert_line(const struct history *h, size_t at, char prompt, const char *text) {
	assert_compared(at, <, h->n);
	assert_int_equal(h->list[at].prompt, prompt);
	assert_string_equal(h->list[at].text, text);
}

static void two_instances_keep_the_lines_of_both(void **state) {
	struct place *p = *state;

	begin_session(&one);
	begin_session(&other);
	history_add(&one, ':', "sort calls");
	history_add(&other, 'f', "hash");
	history_add(&one, ':', "zeros");
	folder_assert(p->folder.file, ": sort calls\nf hash\n: zeros\n", 0600);
	begin_session(&other);
	assert_int_equal(other.n, 3);
	assert_line(&other, 1, 'f', "hash");
}

static void passwords_are_not_kept(void **state) {
	struct place *p = *state;

	begin_session(&one);
	history_add(&one, '|', "curl -T - http://me:word@host/up");
	history_add(&one, '|', "curl -T - http://me:word@host/up");
	folder_assert(p->folder.file, "| curl -T - http://me:***@host/up\n", 0600);
	assert_int_equal(one.n, 1);
	assert_line(&one, 0, '|', "curl -T - http://me:***@host/up");
}

static void without_a_file_of_its_own_nothing_is_written(void **state) {
	struct place *p = *state;

	history_add(&one, ':', "zeros");
	assert_int_equal(access(p->folder.file, F_OK), -1);
}

static void a_line_typed_again_moves_and_is_kept_once(void **state) {
	struct place *p = *state;

	folder_put(p->folder.file, ": a\n: b\n: a\n", 0640);
	begin_session(&one);
	assert_int_equal(one.n, 2);
	assert_line(&one, 0, ':', "b");
	assert_line(&one, 1, ':', "a");
	history_add(&one, ':', "a"); /* the newest is not written again */
	folder_assert(p->folder.file, ": a\n: b\n: a\n", 0640);
}

/* What another program left in the middle. */
static void a_line_without_an_end_gets_one(void **state) {
	struct place *p = *state;

	folder_put(p->folder.file, ": a\n: b", 0600);
	begin_session(&one);
	assert_line(&one, 1, ':', "b");
	history_add(&one, 'f', "c");
	folder_assert(p->folder.file, ": a\n: b\nf c\n", 0600);
}

static void lines_that_cannot_be_typed_are_ignored_but_stay(void **state) {
	static const char odd[] = ": \033[2J\n: a\tb\n\n:\n: \nxx\n: \xff\n"
				  ": \xc2\x9b"
				  "2J\n: \r\n: up\n";
	struct place *p = *state;

	folder_put(p->folder.file, odd, 0600);
	begin_session(&one);
	assert_int_equal(one.n, 1);
	assert_line(&one, 0, ':', "up");
	history_add(&one, ':', "up");
	assert_true(folder_has(p->folder.file, odd));
}

static void a_large_file_is_kept_and_its_newest_lines_are_known(void **state) {
	enum { LINES = 100000 };

	struct place *p = *state;
	FILE *file = fopen(p->folder.file, "w");
	struct stat status;
	char last[32];

	for (int i = 0; i < LINES; i++)
		fprintf(file, ": filter %d\n", i);
	long size = ftell(file);
	fclose(file);
	assert_compared(size, >, 1200000);
	begin_session(&one);
	assert_int_equal(one.n, HISTORY_LINES);
	snprintf(last, sizeof last, "filter %d", LINES - 1);
	assert_line(&one, HISTORY_LINES - 1, ':', last);
	history_add(&one, ':', "zeros");
	assert_int_equal(stat(p->folder.file, &status), 0);
	assert_int_equal(status.st_size, size + 8);
	begin_session(&other);
	assert_line(&other, HISTORY_LINES - 1, ':', "zeros");
	assert_line(&other, HISTORY_LINES - 2, ':', last);
}

static bool is_left_alone(const struct test_folder *f) {
	struct error err;
	char expected[200];

	snprintf(expected, sizeof expected, "%s/gptui/history: Permission denied", f->path);
	bool is_said = !history_read(&one, &err) && !strcmp(err.reason, expected);
	history_add(&one, ':', "zeros");
	return is_said;
}

static void what_cannot_be_read_is_told_and_stays(void **state) {
	struct place *p = *state;

	folder_put(p->folder.file, ": secret\n", 0200);
	assert_true(folder_as_user(is_left_alone, &p->folder));
	assert_int_equal(chmod(p->folder.file, 0600), 0);
	folder_assert(p->folder.file, ": secret\n", 0600);
}

static void what_is_no_file_is_told(void **state) {
	struct place *p = *state;
	struct error err;

	assert_int_equal(mkfifo(p->folder.file, 0600), 0);
	assert_false(history_read(&one, &err));
	assert_non_null(strstr(err.reason, "history: not a regular file"));
	history_add(&one, ':', "zeros"); /* does not wait for a reader */
}

static void a_lock_that_is_never_given_back_loses_nothing(void **state) {
	struct place *p = *state;

	folder_put(p->folder.file, ": a\n", 0600);
	int fd = open(p->folder.file, O_RDONLY);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	begin_session(&one);
	history_add(&one, ':', "b");
	close(fd);
	folder_assert(p->folder.file, ": a\n: b\n", 0600);
}

static bool add_without_room(const struct test_folder *f) {
	struct rlimit few = { 10, 10 };
	struct error err;

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &few);
	if (!history_read(&one, &err))
		return false;
	history_add(&one, ':', "what is longer than there is room for");
	return folder_has(f->file, ": a\n: b\n");
}

static void on_a_full_disk_the_file_stays(void **state) {
	struct place *p = *state;

	folder_put(p->folder.file, ": a\n: b\n", 0600);
	assert_true(folder_in_child(add_without_room, &p->folder));
	folder_assert(p->folder.file, ": a\n: b\n", 0600);
}

static bool add_line(const struct test_folder *f) {
	struct error err;

	if (!history_read(&one, &err))
		return false;
	history_add(&one, ':', "b");
	return true;
}

static void a_killed_program_leaves_whole_lines(void **state) {
	struct place *p = *state;
	bool is_done = false;
	int n;

	if (!folder_can_kill())
		skip();
	for (n = 1; !is_done; n++) {
		folder_put(p->folder.file, ": a\n", 0600);
		is_done = !folder_killed(add_line, &p->folder, n);
		assert_true(folder_has(p->folder.file, ": a\n: b\n") ||
		            (!is_done && folder_has(p->folder.file, ": a\n")));
		assert_int_equal(folder_names(&p->folder), 2);
	}
	assert_in_range(n, 15, 1000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(two_instances_keep_the_lines_of_both),
		TEST(passwords_are_not_kept),
		TEST(without_a_file_of_its_own_nothing_is_written),
		TEST(a_line_typed_again_moves_and_is_kept_once),
		TEST(a_line_without_an_end_gets_one),
		TEST(lines_that_cannot_be_typed_are_ignored_but_stay),
		TEST(a_large_file_is_kept_and_its_newest_lines_are_known),
		TEST(what_cannot_be_read_is_told_and_stays),
		TEST(what_is_no_file_is_told),
		TEST(a_lock_that_is_never_given_back_loses_nothing),
		TEST(on_a_full_disk_the_file_stays),
		TEST(a_killed_program_leaves_whole_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
