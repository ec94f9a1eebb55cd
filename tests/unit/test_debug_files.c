/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where separate debug files are found, and which are not taken; of programs
 * that the compiler at hand makes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/notes.h"
#include "parse/object/object.h"

#include "assertions.h"

struct test {
	char folder[64];
	struct arena *arena;
	struct debug_files *files;
};

/* The programs are made once, in this folder, and copied to that of each test. */
static char root[] = "/tmp/test-debug-XXXXXX";

static const char make_programs[] =
	"CC=${CC:-cc}; "
	"say() { printf 'int work(int n) { return n + '$1'; }\\n"
	"int main(void) { return work(1); }\\n'; }; "
	"say 1 >x.c; $CC -Wl,--build-id -g -o x x.c && "
	"say 2 >y.c; $CC -Wl,--build-id -g -o y y.c && "
	"for f in x y; do objcopy --only-keep-debug $f $f.debug; strip -g $f; done";

static int begin_all(void **state) {
	char line[1024];

	if (!mkdtemp(root))
		return 1;
	snprintf(line, sizeof line, "mkdir %s/made && cd %s/made && { %s; } >output 2>&1", root,
	         root, make_programs);
	(void)!system(line); /* each test is skipped if they cannot be made */
	return 0;
}

static int end_all(void **state) {
	char line[64];

	snprintf(line, sizeof line, "rm -rf %s", root);
	return system(line);
}

static int begin(void **state) {
	static struct test test;

	memset(&test, 0, sizeof test);
	snprintf(test.folder, sizeof test.folder, "%s/test", root);
	if (mkdir(test.folder, 0755))
		return 1;
	test.arena = arena_new();
	setenv("DEBUGINFOD_CACHE_PATH", arena_format(test.arena, "%s/cache", test.folder), 1);
	*state = &test;
	return 0;
}

static const char copy_program[] =
	"CC=${CC:-cc}; cp ../made/* . && id() { readelf -n $1 | sed -n 's/.*Build ID: *//p'; }; "
	"tail() { id $1 | cut -c 3-; }; head() { id $1 | cut -c 1-2; }; "
	"link() { objcopy --add-gnu-debuglink=$1 x; }; "
	"of() { echo $1/.build-id/$(head x)/$(tail x).debug; }; "
	"mkdir -p d/.build-id/$(head x) cache/$(id x) .debug; ";

static int run(const struct test *t, const char *command) {
	static char line[4096];

	snprintf(line, sizeof line, "cd %s && { %s%s\n} >output 2>&1", t->folder, copy_program,
	         command);
	return system(line);
}

static int end(void **state) {
	struct test *t = *state;
	char line[128];

	arena_free(t->arena);
	snprintf(line, sizeof line, "rm -rf %s", t->folder);
	return system(line);
}

/* Makes a program, changes it and looks for its debug file, in "d", too;
 * skips where it cannot be made. */
static const struct object_file *look(struct test *t, const char *command) {
	const char *folder = arena_format(t->arena, "%s/d", t->folder);
	const struct debug_search search = { .folders = &folder, .nfolders = 1 };
	struct error err;

	if (run(t, command))
		skip();
	const struct object *object = object_open(arena_format(t->arena, "%s/x", t->folder),
	                                          &search, t->arena, &err);
	assert_non_null(object);
	t->files = object_debug_files(object);
	return debug_files_separate(t->files);
}

static void assert_found(struct test *t, const char *command, const char *path) {
	struct bytes bytes;
	const struct object_file *file = look(t, command);

	assert_non_null(file);
	assert_true(object_file_section(file, ".debug_line", &bytes, t->arena));
	assert_non_null(strstr(t->files->debug.path, path));
	assert_int_equal(t->files->notes.n, 0);
}

static void assert_rejected(struct test *t, const char *command, const char *cause,
                            const char *evidence) {
	const struct notes *notes;

	assert_null(look(t, command));
	assert_null(t->files->debug.path);
	notes = &t->files->notes;
	assert_int_equal(notes->n, 1);
	assert_non_null(strstr(notes->list[0].cause, cause));
	assert_non_null(strstr(notes->list[0].evidence, evidence));
	assert_int_equal(notes->list[0].severity, NOTE_WARNING);
}

static void by_build_id(void **state) {
	assert_found(*state, "mv x.debug $(of d)", "d/.build-id/");
}

static void in_the_cache(void **state) {
	assert_found(*state, "mv x.debug cache/$(id x)/debuginfo", "/cache/");
}

static void by_link_beside(void **state) {
	assert_found(*state, "link x.debug", "/x.debug");
}

static void by_link_in_debug(void **state) {
	assert_found(*state, "link x.debug && mv x.debug .debug", "/.debug/x.debug");
}

static void by_link_below_a_folder(void **state) {
	assert_found(*state,
	             "link x.debug && here=d$(pwd -P) && mkdir -p $here && "
	             "mv x.debug $here",
	             "/d/");
}

/* A right one that is looked for later counts. */
static void wrong_one_first(void **state) {
	assert_found(*state,
	             "mv y.debug $(of d); link x.debug; cp x.debug .debug; "
	             "echo >>x.debug",
	             "/.debug/x.debug");
}

static void another_crc(void **state) {
	assert_rejected(*state, "link x.debug && echo >>x.debug",
	                "x.debug is not the debug file of this program", "its CRC is 0x");
}

static void another_build_id(void **state) {
	assert_rejected(*state, "mv y.debug $(of d)", "is not the debug file of this program",
	                "its build-id is ");
}

static void no_file_to_read(void **state) {
	assert_rejected(*state, "link x.debug; echo text >x.debug", "x.debug: not an executable",
	                "it should be the debug");
}

static void a_fifo(void **state) {
	assert_null(look(*state, "link x.debug; rm x.debug; mkfifo x.debug"));
}

/* A link to the program itself is none. */
static void the_program_itself(void **state) {
	struct test *t = *state;

	assert_null(look(t, "mv x.debug z; cp z x.debug; link x.debug; "
	                    "rm x.debug; ln x x.debug"));
	assert_int_equal(t->files->notes.n, 0);
	assert_string_equal(t->files->link, "x.debug");
	assert_int_equal(t->files->build_id.len, 20);
}

static void an_alternate_is_missing(void **state) {
	struct test *t = *state;

	look(t, "printf 'gone\\0abcdefgh' >alt; "
	        "objcopy --add-section .gnu_debugaltlink=alt x.debug; "
	        "mv x.debug $(of d)");
	assert_null(debug_files_alternate(t->files));
	assert_null(debug_files_alternate(t->files));
	assert_int_equal(t->files->notes.n, 1);
	assert_non_null(
		strstr(t->files->notes.list[0].cause, "alternate debug file gone was not found"));
}

/* A supplementary file of DWARF 5 says itself what its checksum is. */
static void a_supplementary_file(void **state) {
	struct test *t = *state;
	struct bytes checksum;

	look(t, "printf '\\5\\0\\0y.debug\\0\\3abc' >to; "
	        "printf '\\5\\0\\1\\0\\3abc' >own; "
	        "objcopy --add-section .debug_sup=to x.debug; "
	        "objcopy --add-section .debug_sup=own y.debug; "
	        "d=$(of d); mv x.debug $d; cp y.debug ${d%/*}");
	const struct object_file *file = debug_files_alternate(t->files);
	assert_non_null(file);
	assert_string_equal(object_file_alternate(file, &checksum, t->arena), "");
	assert_int_equal(checksum.len, 3);
	assert_memory_equal(checksum.data, "abc", 3);
}

/* A link that is cut off names no file. */
static void assert_no_link(struct test *t, const char *name, const char *contents) {
	assert_null(look(t, arena_format(t->arena,
	                                 "printf '%s' >link; objcopy "
	                                 "--add-section %s=link x",
	                                 contents, name)));
	assert_null(t->files->link);
	assert_null(debug_files_alternate(t->files));
	assert_int_equal(t->files->notes.n, 0);
}

static void damaged_links(void **state) {
	static const char *const links[] = { "no end", "x.debug\\0abc" };
	static const char *const alternates[] = { "no end", "x\\0" };
	static const char *const supplements[] = { "\\5\\0\\0no end", "\\5\\0\\0x\\0\\3ab",
		                                   "\\5\\0\\0x\\0\\0" };

	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		assert_no_link(*state, ".gnu_debuglink", links[i]);
	for (size_t i = 0; i < sizeof alternates / sizeof *alternates; i++)
		assert_no_link(*state, ".gnu_debugaltlink", alternates[i]);
	for (size_t i = 0; i < sizeof supplements / sizeof *supplements; i++)
		assert_no_link(*state, ".debug_sup", supplements[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(by_build_id),
		TEST(in_the_cache),
		TEST(by_link_beside),
		TEST(by_link_in_debug),
		TEST(by_link_below_a_folder),
		TEST(wrong_one_first),
		TEST(another_crc),
		TEST(another_build_id),
		TEST(no_file_to_read),
		TEST(a_fifo),
		TEST(the_program_itself),
		TEST(an_alternate_is_missing),
		TEST(a_supplementary_file),
		TEST(damaged_links),
	};

	return cmocka_run_group_tests(tests, begin_all, end_all);
}
