/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are written whole or not at all, whatever they are, and whatever
 * happens meanwhile. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/new_file.h"
#include "folder_builder.h"

#include "assertions.h"

static const char old[] = "what was there before\n";
static const char new[] = "what is written now, which is a bit longer\n";

static int begin(void **state) {
	static struct test_folder folder;

	folder_begin(&folder);
	*state = &folder;
	return 0;
}

static int end(void **state) {
	folder_end(*state);
	return 0;
}

/* Sets the reason to "" if it went well. */
static bool put(const char *path, const char *text, enum new_file_kind kind, char *reason) {
	struct arena *arena = arena_new();
	struct error err = { "" };
	struct new_file file;
	bool ok = new_file_open(&file, path, kind, arena, &err);

	if (ok) {
		fputs(text, file.file);
		ok = new_file_finish(&file, &err);
	}
	strcpy(reason, err.reason);
	arena_free(arena);
	return ok;
}

static bool put_new(const struct test_folder *f) {
	char reason[1024];

	return put(f->file, new, NEW_FILE_REGULAR, reason);
}

/* "PATH: REASON" is what is said. */
static bool refused(const char *path, const char *why) {
	char reason[1024], expected[1100];

	snprintf(expected, sizeof expected, "%s: %s", path, why);
	return !put(path, new, NEW_FILE_REGULAR, reason) && !strcmp(reason, expected);
}

static bool is_denied(const struct test_folder *f) {
	return refused(f->file, "Permission denied");
}

/* ---- Rights ---------------------------------------------------------------- */

static void a_file_that_must_not_be_written_is_not(void **state) {
	struct test_folder *f = *state;

	folder_put(f->file, old, 0444);
	assert_true(folder_as_user(is_denied, f));
	folder_assert(f->file, old, 0444);
	assert_int_equal(folder_names(f), 1);
}

static void root_writes_it_and_it_stays_read_only(void **state) {
	struct test_folder *f = *state;

	if (geteuid())
		skip();
	folder_put(f->file, old, 0444);
	assert_true(put_new(f));
	folder_assert(f->file, new, 0444);
}

static void assert_owner(const char *path, uid_t user, gid_t group) {
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_uid, user);
	assert_int_equal(status.st_gid, group);
}

static void owner_and_group_stay(void **state) {
	struct test_folder *f = *state;

	if (geteuid())
		skip();
	folder_put(f->file, old, 0606);
	assert_int_equal(chown(f->file, 1234, 77), 0);
	assert_true(put_new(f));
	folder_assert(f->file, new, 0606);
	assert_owner(f->file, 1234, 77);
	folder_put(f->file, old, 0606);
	assert_true(folder_as_user(put_new, f)); /* who cannot give it away */
	folder_assert(f->file, new, 0606);
	assert_owner(f->file, 1234, 77);
	assert_int_equal(folder_names(f), 1);
}

static void a_folder_that_takes_no_names_is_no_obstacle(void **state) {
	struct test_folder *f = *state;

	folder_put(f->file, old, 0666);
	assert_int_equal(chmod(f->path, 0555), 0);
	assert_true(folder_as_user(put_new, f));
	folder_assert(f->file, new, 0666);
	unlink(f->file);
	assert_int_equal(chmod(f->path, 0777), 0);
	unlink(f->file);
	assert_int_equal(chmod(f->path, 0555), 0);
	assert_true(folder_as_user(is_denied, f));
	assert_int_equal(folder_names(f), 0);
}

static void hard_links_stay(void **state) {
	struct test_folder *f = *state;
	char other[80];

	snprintf(other, sizeof other, "%s/other", f->path);
	folder_put(f->file, old, 0640);
	assert_int_equal(link(f->file, other), 0);
	assert_true(put_new(f));
	folder_assert(other, new, 0640);
	assert_int_equal(folder_names(f), 2);
}

static void attributes_stay(void **state) {
	struct test_folder *f = *state;
	char value[8] = "";

	folder_put(f->file, old, 0640);
	if (setxattr(f->file, "user.note", "mine", 4, 0))
		skip();
	assert_true(put_new(f));
	folder_assert(f->file, new, 0640);
	assert_int_equal(getxattr(f->file, "user.note", value, sizeof value), 4);
	assert_string_equal(value, "mine");
	assert_int_equal(folder_names(f), 1);
}

/* As /dev/stdout is, when standard output is a file. */
static bool put_where_it_prints(const struct test_folder *f) {
	struct stat status;
	int fd = open(f->file, O_WRONLY);

	return dup2(fd, STDOUT_FILENO) >= 0 && put_new(f) && !fstat(STDOUT_FILENO, &status) &&
	       status.st_nlink == 1 && status.st_size == sizeof new - 1;
}

static void the_programs_output_stays_open(void **state) {
	struct test_folder *f = *state;

	folder_put(f->file, old, 0666);
	assert_true(folder_in_child(put_where_it_prints, f));
	folder_assert(f->file, new, 0666);
}

/* ---- Links, and what is no file ---------------------------------------------- */

static void make_link(const struct test_folder *f, const char *to) {
	assert_int_equal(symlink(to, f->file), 0);
}

static bool is_followed_to(const char *path, const char *end) {
	struct arena *arena = arena_new();
	struct error err;
	struct new_file file;

	assert_true(new_file_open(&file, path, NEW_FILE_REGULAR, arena, &err));
	fputs(new, file.file);
	bool is_told = end ? file.followed && !strcmp(file.followed, end) : !file.followed;
	assert_true(new_file_finish(&file, &err));
	arena_free(arena);
	return is_told;
}

static void what_a_link_leads_to_is_written_and_told(void **state) {
	struct test_folder *f = *state;
	char end[80], middle[80];
	struct stat status;

	snprintf(end, sizeof end, "%s/end", f->path);
	snprintf(middle, sizeof middle, "%s/middle", f->path);
	make_link(f, "middle");
	assert_int_equal(symlink(end, middle), 0);
	assert_true(is_followed_to(f->file, end)); /* there is nothing yet */
	assert_true(folder_has(end, new));
	folder_put(end, old, 0600);
	assert_true(is_followed_to(f->file, end));
	folder_assert(end, new, 0600);
	assert_int_equal(lstat(f->file, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_true(is_followed_to(end, NULL));
	assert_int_equal(folder_names(f), 3);
}

static void a_circle_of_links_is_refused(void **state) {
	struct test_folder *f = *state;

	make_link(f, "out");
	assert_true(refused(f->file, strerror(ELOOP)));
}

/* As in /tmp, where anybody can put a link for others to fall for. */
static void others_links_in_shared_folders_are_not_followed(void **state) {
	struct test_folder *f = *state;
	char end[80];

	if (geteuid())
		skip();
	snprintf(end, sizeof end, "%s/end", f->path);
	assert_int_equal(chmod(f->path, 01777), 0);
	make_link(f, "end");
	assert_int_equal(lchown(f->file, 1234, 1234), 0);
	assert_true(is_denied(f));
	folder_put(end, old, 0666);
	assert_true(is_denied(f));
	assert_true(folder_as_user(is_denied, f));
	folder_assert(end, old, 0666);
}

static void what_is_no_file_is_refused(void **state) {
	struct test_folder *f = *state;
	char path[80];

	assert_int_equal(mkfifo(f->file, 0600), 0);
	assert_true(refused(f->file, "not a regular file"));
	assert_true(refused(f->path, "Is a directory"));
	snprintf(path, sizeof path, "%s/none/x", f->path);
	assert_true(refused(path, "No such file or directory"));
	assert_true(refused("", "No such file or directory"));
	assert_int_equal(folder_names(f), 1);
}

static void devices_and_pipes_are_written_to_if_wanted(void **state) {
	struct test_folder *f = *state;
	char reason[1024], got[sizeof new] = "";

	assert_true(put("/dev/null", new, NEW_FILE_ANY, reason));
	assert_false(put("/dev/full", new, NEW_FILE_ANY, reason));
	assert_string_equal(reason, "/dev/full: No space left on device");
	assert_int_equal(mkfifo(f->file, 0600), 0);
	assert_false(put(f->file, new, NEW_FILE_ANY, reason));
	int reader = open(f->file, O_RDONLY | O_NONBLOCK);
	assert_true(put(f->file, new, NEW_FILE_ANY, reason));
	assert_int_equal(read(reader, got, sizeof got), sizeof new - 1);
	assert_string_equal(got, new);
	close(reader);
}

/* ---- A full disk ------------------------------------------------------------- */

static bool put_much(const struct test_folder *f) {
	struct rlimit few = { 10, 10 };
	char reason[1024], expected[1100];

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &few);
	snprintf(expected, sizeof expected, "%s: File too large", f->file);
	return !put(f->file, new, NEW_FILE_REGULAR, reason) && !strcmp(reason, expected);
}

static void without_room_the_old_file_stays(void **state) {
	struct test_folder *f = *state;

	assert_true(folder_as_user(put_much, f));
	assert_int_equal(folder_names(f), 0);
	folder_put(f->file, old, 0666);
	assert_true(folder_as_user(put_much, f));
	folder_assert(f->file, old, 0666);
	assert_int_equal(folder_names(f), 1);
}

/* On a disk of 16 KiB and 4 names, which are then all taken: the old file is a
 * hole, so that overwriting it fails in the middle. */
static bool lose_nothing(const struct test_folder *f) {
	enum { SIZE = 12288 };

	static char text[SIZE + 1];
	char other[80], reason[1024], expected[1100];
	char *const zeros = calloc(1, SIZE);

	snprintf(other, sizeof other, "%s/other", f->path);
	snprintf(expected, sizeof expected, "%s: No space left on device", f->file);
	memset(text, 'x', SIZE);
	int fd = open(other, O_RDWR | O_CREAT, 0600);
	if (pwrite(fd, text, SIZE, 0) != SIZE)
		return false;
	close(fd);
	fd = open(f->file, O_RDWR | O_CREAT, 0600);
	snprintf(other, sizeof other, "%s/third", f->path);
	if (fd < 0 || ftruncate(fd, SIZE) || link(f->file, other))
		return false;
	bool ok = !put(f->file, text, NEW_FILE_REGULAR, reason) && !strcmp(reason, expected) &&
	          pread(fd, text, SIZE + 1, 0) == SIZE && !memcmp(text, zeros, SIZE);
	free(zeros);
	return ok;
}

static bool on_small_disk(const struct test_folder *f) {
	return folder_small_disk(f) && lose_nothing(f);
}

static void what_was_overwritten_comes_back(void **state) {
	if (!folder_in_child(folder_small_disk, *state))
		skip();
	assert_true(folder_in_child(on_small_disk, *state));
}

/* ---- Killed ------------------------------------------------------------------ */

static bool put_named(const struct test_folder *f) {
	return folder_forbid_unnamed() && put_new(f);
}

/* Kills the deed at each of its stops; what it leaves must be old or new, and
 * a temporary name at most so many times. */
static void kill_everywhere(folder_deed *deed, struct test_folder *f, bool had_old, int most_left) {
	bool is_new = false;
	int n, nleft = 0;

	if (!folder_can_kill())
		skip();
	for (n = 1; !is_new; n++) {
		unlink(f->file);
		if (had_old)
			folder_put(f->file, old, 0666);
		is_new = !folder_killed(deed, f, n);
		if (!folder_has(f->file, new))
			assert_true(had_old ? folder_has(f->file, old) : access(f->file, F_OK));
		nleft += folder_names(f) > (size_t)!access(f->file, F_OK);
		folder_put(f->file, old, 0666);
		assert_true(put_new(f)); /* removes what was left */
		folder_assert(f->file, new, 0666);
		assert_int_equal(folder_names(f), 1);
	}
	assert_in_range(n, 15, 1000);
	assert_in_range(nleft, 0, most_left);
}

static void a_killed_program_leaves_the_old_file_or_the_new(void **state) {
	/* After the name was made, before it is renamed. */
	kill_everywhere(put_new, *state, true, 2);
}

static void a_killed_program_leaves_nothing_or_the_new_file(void **state) {
	kill_everywhere(put_new, *state, false, 0);
}

static void so_it_does_where_files_must_have_names(void **state) {
	if (!folder_as_user(put_named, *state))
		skip();
	kill_everywhere(put_named, *state, true, 50);
	kill_everywhere(put_named, *state, false, 50);
}

static ino_t inode(const char *path) {
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return status.st_ino;
}

static void what_another_program_is_writing_stays(void **state) {
	struct test_folder *f = *state;
	char name[100];

	/* FNV-1a of "out" */
	snprintf(name, sizeof name, "%s/.gptui-ab1a365f.0", f->path);
	folder_put(name, "another's", 0600);
	int fd = open(name, O_RDONLY);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	folder_put(f->file, old, 0600);
	ino_t before = inode(f->file);
	assert_true(put_new(f));
	assert_int_not_equal(inode(f->file), before); /* by another name */
	assert_true(folder_has(name, "another's"));
	assert_int_equal(folder_names(f), 2);
	close(fd);
	assert_true(put_new(f));
	assert_int_equal(folder_names(f), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_file_that_must_not_be_written_is_not),
		TEST(root_writes_it_and_it_stays_read_only),
		TEST(owner_and_group_stay),
		TEST(a_folder_that_takes_no_names_is_no_obstacle),
		TEST(hard_links_stay),
		TEST(attributes_stay),
		TEST(the_programs_output_stays_open),
		TEST(what_a_link_leads_to_is_written_and_told),
		TEST(a_circle_of_links_is_refused),
		TEST(others_links_in_shared_folders_are_not_followed),
		TEST(what_is_no_file_is_refused),
		TEST(devices_and_pipes_are_written_to_if_wanted),
		TEST(without_room_the_old_file_stays),
		TEST(what_was_overwritten_comes_back),
		TEST(a_killed_program_leaves_the_old_file_or_the_new),
		TEST(a_killed_program_leaves_nothing_or_the_new_file),
		TEST(so_it_does_where_files_must_have_names),
		TEST(what_another_program_is_writing_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
