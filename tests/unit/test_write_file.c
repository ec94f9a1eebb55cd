/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are written whole or not at all. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "folder_builder.h"
#include "table/table.h"
#include "table_builder.h"

#include "assertions.h"

struct source_location {
	struct table table;
	struct test_folder folder;
	char path[64];
	const char *followed;
	struct error err;
};

static const struct thing thing = { "main", 1.5, 7, NULL };

static int begin(void **state) {
	static struct source_location place;

	place = (struct source_location){ .followed = NULL };
	folder_begin(&place.folder);
	snprintf(place.path, sizeof place.path, "%s/out.csv", place.folder.path);
	things_begin(&place.table);
	things_add(&place.table, &thing, 0, false);
	*state = &place;
	return 0;
}

static int end(void **state) {
	struct source_location *place = *state;

	things_end(&place->table);
	unlink(place->path);
	return rmdir(place->folder.path); /* fails when something was left over */
}

static bool write_out(struct source_location *p, const char *path, const struct writer *writer) {
	return write_file(path, writer, &p->table, NULL, &p->followed, p->table.arena, &p->err);
}

static const char written[] = "self,calls,function,where\r\n1.5,7,main,\r\n";

static void a_new_file_has_the_usual_rights(void **state) {
	struct source_location *p = *state;
	mode_t mask = umask(027);

	assert_true(write_out(p, p->path, writer_for(p->path, &p->err)));
	umask(mask);
	folder_assert(p->path, written, 0640);
	assert_int_equal(folder_names(&p->folder), 1);
}

static void an_old_file_is_replaced_and_keeps_its_rights(void **state) {
	struct source_location *p = *state;

	folder_put(p->path,
	           "old and much longer than what replaces it, so that "
	           "a rest of it would show\n",
	           0604);
	assert_true(write_out(p, p->path, writer_named("csv")));
	folder_assert(p->path, written, 0604);
	assert_int_equal(folder_names(&p->folder), 1);
}

static void a_link_leads_to_the_file_that_is_replaced(void **state) {
	struct source_location *p = *state;
	char link[64];
	struct stat status;

	snprintf(link, sizeof link, "%s/link", p->folder.path);
	folder_put(p->path, "old\n", 0600);
	assert_int_equal(symlink("out.csv", link), 0);
	assert_true(write_out(p, link, writer_named("csv")));
	assert_int_equal(lstat(link, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	folder_assert(p->path, written, 0600);
	unlink(link);
}

static void assert_fails(struct source_location *p, const char *path, const char *reason) {
	char expected[200];

	assert_false(write_out(p, path, writer_named("csv")));
	snprintf(expected, sizeof expected, "%s: %s", path, reason);
	assert_string_equal(p->err.reason, expected);
}

static void what_is_no_file_is_refused(void **state) {
	struct source_location *p = *state;
	char path[64];

	assert_fails(p, p->folder.path, "Is a directory");
	assert_fails(p, "/dev/null", "not a regular file");
	snprintf(path, sizeof path, "%s/none/out.csv", p->folder.path);
	assert_fails(p, path, "No such file or directory");
	assert_int_equal(folder_names(&p->folder), 0);
	assert_false(write_out(p, "", writer_named("csv")));
}

static void write_much(const struct table *table, const struct caption *caption, FILE *file) {
	for (int i = 0; i < 100000; i++)
		fputs("much to write\n", file);
}

/* The disk is full, as it were, after 10000 bytes. */
static void a_failed_write_keeps_the_old_file(void **state) {
	static const struct writer much = { .name = "much", .write = write_much };
	struct rlimit old;
	struct source_location *p = *state;
	char expected[200];

	folder_put(p->path, "old\n", 0640);
	getrlimit(RLIMIT_FSIZE, &old);
	struct rlimit few = old;
	few.rlim_cur = 10000;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &few);
	bool ok = write_out(p, p->path, &much);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_false(ok);
	snprintf(expected, sizeof expected, "%s: File too large", p->path);
	assert_string_equal(p->err.reason, expected);
	folder_assert(p->path, "old\n", 0640);
	assert_int_equal(folder_names(&p->folder), 1);
}

static const char *chosen(const char *path) {
	static struct error err;
	const struct writer *writer = writer_for(path, &err);

	return writer ? writer->name : err.reason;
}

static void the_ending_chooses_the_writer(void **state) {
	assert_string_equal(chosen("a.csv"), "csv");
	assert_string_equal(chosen("x.csv/a.json"), "json");
	assert_string_equal(chosen("a.b.MD"), "md");
	assert_string_equal(chosen("a.txt"), "text");
	assert_string_equal(chosen("csv"), "text");
	assert_string_equal(chosen("x.html/a"), "text");
	assert_string_equal(chosen(".html"), "text");
	assert_string_equal(chosen("a."), "text");
	assert_string_equal(chosen(""), "text");
	assert_string_equal(chosen("a.html"),
	                    "no format for .html; available: .csv .json .md .txt");
	assert_null(writer_named("xml"));
	assert_string_equal(writer_named("json")->ending, ".json");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_new_file_has_the_usual_rights),
		TEST(an_old_file_is_replaced_and_keeps_its_rights),
		TEST(a_link_leads_to_the_file_that_is_replaced),
		TEST(what_is_no_file_is_refused),
		TEST(a_failed_write_keeps_the_old_file),
		cmocka_unit_test(the_ending_chooses_the_writer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
