/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is noted when files and executable are opened together. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gprof/gprof_rules.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/system.h"
#include "base/work.h"
#include "model/profile.h"
#include "model/records.h"
#include "open/load.h"
#include "parse/code/disassembly.h"

#include "assertions.h"

enum { MOST_FILES = 4 };

struct test {
	char folder[64];
	char paths[MOST_FILES + 1][128]; /* the executable, then files */
	const char *files[MOST_FILES];
	struct arena *arena;
	struct progress progress;
	struct load_result result;
	struct error err;
};

/* Executables that several tests need are made once, in a folder "made" beside
 * that of each test. */
static char root[] = "/tmp/test-load-XXXXXX";

static int begin_all(void **state) {
	char made[sizeof root + 8];

	if (!mkdtemp(root))
		return 1;
	snprintf(made, sizeof made, "%s/made", root);
	return mkdir(made, 0755);
}

static int end_all(void **state) {
	char line[sizeof root + 16];

	snprintf(line, sizeof line, "rm -rf %s", root);
	return system(line);
}

static int begin(void **state) {
	static struct test test;

	memset(&test, 0, sizeof test);
	snprintf(test.folder, sizeof test.folder, "%s/test", root);
	if (mkdir(test.folder, 0755))
		return 1;
	for (size_t i = 0; i <= MOST_FILES; i++)
		snprintf(test.paths[i], sizeof test.paths[i], "%s/%c", test.folder,
		         i ? (char)('0' + i) : 'x');
	for (size_t i = 0; i < MOST_FILES; i++)
		test.files[i] = test.paths[i + 1];
	test.arena = arena_new();
	*state = &test;
	return 0;
}

static bool run(const struct test *t, const char *command) {
	char line[2048];

	snprintf(line, sizeof line,
	         "T=${SRCDIR:=$PWD}/tests/tools; "
	         "fill=90; elf() { cat >symbols; "
	         "made=../made/$(echo \"$fill $*\" | cat - symbols | cksum | tr ' ' -); "
	         "[ -e $made ] || python3 $T/mkelf.py -o $made "
	         "--text 0x1000:0x1000 --fill $fill \"$@\" symbols; cp $made x; }; "
	         "gmon() { python3 $T/gmontool.py write -o \"$@\"; }; "
	         "cd %s && { %s\n} >output 2>&1",
	         t->folder, command);
	return system(line) == 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return !run(t, "cd .. && rm -rf \"$OLDPWD\"");
}

static bool load(struct test *t, size_t nfiles) {
	const struct load_request request = {
		.executable = t->paths[0],
		.files = t->files,
		.nfiles = nfiles,
		.rules = &rules_exact,
	};

	return load_profile(&t->result, &request, t->arena, &t->progress, &t->err);
}

/* Makes the files by command and opens them. */
static const struct notes *open_made(struct test *t, size_t nfiles, const char *command) {
	if (!run(t, "command -v python3"))
		skip();
	assert_true(run(t, command));
	t->err.reason[0] = '\0';
	if (!load(t, nfiles))
		print_message("%s\n", t->err.reason);
	assert_string_equal(t->err.reason, "");
	return &t->result.data.profile->records->notes;
}

/* The path of the first file goes in front of the cause. */
static void assert_note(struct test *t, const struct notes *notes, enum severity severity,
                        const char *cause) {
	char expected[256];

	snprintf(expected, sizeof expected, "%s%s", t->paths[1], cause);
	assert_int_equal(notes->n, 1);
	assert_string_equal(notes->list[0].cause, expected);
	assert_int_equal(notes->list[0].severity, severity);
}

#define OTHER_BUILD ": written by another program or build: names are wrong"

#define CODE_OF_ZEROS "fill=00 && "

#define SYMBOLS                                                         \
	"printf '0x1000 __executable_start\\n0x1000 main\\n0x1100 f\\n" \
	"0x1ffe etext\\n0 mcount sec=und\\n' | elf && "

static void file_that_fits(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      SYMBOLS "gmon 1 hist:0x1000:0x2000:1024:100:3=7");

	assert_int_equal(notes->n, 0);
}

static void files_of_another_build(void **state) {
	const struct notes *notes = open_made(
		*state, 3,
		SYMBOLS
		"gmon 1 hist:0x1000:0x1ff0:1020:100:3=7 && gmon 3 hist:0x1000:0x1ff0:1020:100:3=8 && "
		"gmon 2 hist:0x1000:0x2000:1024:100:3=7");

	assert_note(*state, notes, NOTE_FAULT,
	            " and 1 other file: written by another program or build: "
	            "names are wrong");
	assert_string_equal(notes->list[0].evidence,
	                    "it covers 0x1000 to 0x1ff0, the executable's code "
	                    "is at 0x1000 to 0x2000");
}

static void file_of_another_program(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      SYMBOLS "gmon 1 hist:0x8000:0x9100:1088:100:3=7");

	assert_note(*state, notes, NOTE_FAULT, ": covers no code of the executable");
}

static void file_of_another_address(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      SYMBOLS "gmon 1 hist:0x8000:0x9000:1024:100:3=7");

	assert_int_equal(notes->n, 2);
	assert_string_equal(notes->list[1].evidence,
	                    "shifted down by 0x7000, the addresses are those of "
	                    "the executable");
}

/* No call instruction is before the callee's address. */
static void calls_of_another_build(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      CODE_OF_ZEROS SYMBOLS "gmon 1 arc:0x1004:0x1106:1");

	assert_note(*state, notes, NOTE_FAULT, OTHER_BUILD);
}

/* A record of glibc's is the only one in its file. */
static void several_histograms_in_a_file(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      SYMBOLS "gmon 1 hist:0x1000:0x1100:64:100:3=7 "
	                                              "hist:0x1100:0x1200:64:100:3=7");

	assert_int_equal(notes->n, 0);
}

/* Two functions that begin alike, and main(), which calls the first.  A
 * function: push, mov, call mcount at 0x1800, pop, ret. */
#define TWINS                                                               \
	"printf '0x1000 __executable_start\\n0x1000 main size=0x20\\n"      \
	"0x1100 f size=0xb\\n0x1110 g size=0xb\\n0x1800 mcount size=1\\n"   \
	"0x1ffe etext\\n' | python3 $T/mkelf.py -o x --text 0x1000:0x1000 " \
	"--patch 0x1000=554889e5e8f7070000e8f2000000 "                      \
	"--patch 0x1100=554889e5e8f70600005dc3 "                            \
	"--patch 0x1110=554889e5e8e70600005dc3 - && "

static void call_of_a_function(void **state) {
	const struct notes *notes = open_made(*state, 1, TWINS "gmon 1 arc:0x1000:0x1109:1");

	assert_int_equal(notes->n, 0);
}

/* In the build that wrote it g was where f is here. */
static void call_of_its_twin(void **state) {
	const struct notes *notes = open_made(*state, 1, TWINS "gmon 1 arc:0x1000:0x1119:1");

	assert_note(*state, notes, NOTE_FAULT, OTHER_BUILD);
	assert_string_equal(notes->list[0].evidence, "1 of 1 calls were made where the executable "
	                                             "calls another function");
}

/* One callee of many is enough. */
static void one_function_moved(void **state) {
	const struct notes *notes = open_made(
		*state, 1, TWINS "gmon 1 arc:0x1000:0x1109:1 arc:0x1000:0x1115:1");

	assert_note(*state, notes, NOTE_FAULT, OTHER_BUILD);
	assert_string_equal(notes->list[0].evidence,
	                    "1 of 2 functions called are not where the "
	                    "executable has a function that counts its calls");
}

/* What runs is in f, 0x1100 to 0x110b; behind it are nops up to g. */
#define PADDED                                                       \
	"printf '0x1000 __executable_start\\n0x1100 f size=0xb\\n"   \
	"0x1110 g size=0xb\\n0 mcount sec=und\\n0x1ffe etext\\n' | " \
	"python3 $T/mkelf.py -o x --text 0x1000:0x1000 --fill 90 "   \
	"--patch 0x110a=c3 - && "

static void samples_at_the_end_of_a_function(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      PADDED "gmon 1 hist:0x1000:0x2000:1024:100:66=7");

	assert_int_equal(notes->n, 0);
}

static void samples_in_padding(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      PADDED "gmon 1 hist:0x1000:0x2000:1024:100:67=7");

	assert_note(*state, notes, NOTE_FAULT, OTHER_BUILD);
	assert_string_equal(notes->list[0].evidence,
	                    "7 samples where no instruction begins that can "
	                    "run");
}

/* A bin that is the middle of an instruction, movabs of 10 bytes at 0x1100. */
static void samples_in_an_instruction(void **state) {
	const struct notes *notes = open_made(
		*state, 1,
		"printf '0x1000 __executable_start\\n0x1100 f size=0xb\\n"
		"0x1ffe etext\\n' | python3 $T/mkelf.py -o x "
		"--text 0x1000:0x1000 --patch 0x1100=48b80000000000000000c3 "
		"- && gmon 1 hist:0x1000:0x2000:1024:100:65=7");

	if (built_in.disassembler)
		assert_note(*state, notes, NOTE_FAULT, OTHER_BUILD);
}

/* A function of a shared library that was compiled with -pg. */
static void call_of_a_library(void **state) {
	const struct notes *notes = open_made(
		*state, 1, TWINS "gmon 1 arc:0x1000:0x1109:1 arc:0x1000:0x700000:1");

	assert_int_equal(notes->n, 0);
}

/* It may be a copy: no reason to warn. */
static void executable_that_is_newer(void **state) {
	const struct notes *notes = open_made(
		*state, 2,
		SYMBOLS
		"gmon 1 hist:0x1000:0x2000:1024:100:3=7 && gmon 2 hist:0x1000:0x2000:1024:100:3=8 && "
		"touch -d '2020-01-01 00:00' 1 2 && "
		"touch -d '2020-01-01 03:00' x");

	assert_note(*state, notes, NOTE_FACT, " and 1 other file: older than the executable");
	assert_string_equal(notes->list[0].evidence, "x was written 3 hours later");
}

static void assert_unprofiled(const struct notes *notes, enum severity severity) {
	assert_int_equal(notes->n, 1);
	assert_int_equal(notes->list[0].severity, severity);
	assert_non_null(strstr(notes->list[0].cause, "/x: not built with -pg"));
}

/* One of its names only contains the word. */
#define UNPROFILED                                                    \
	"printf '0x1000 main\\n0x1100 f\\n0 itemcount sec=und\\n' | " \
	"elf --no-mcount"

static void executable_without_mcount(void **state) {
	assert_unprofiled(
		open_made(*state, 1, CODE_OF_ZEROS UNPROFILED " && gmon 1 arc:0x1004:0x1106:1"),
		NOTE_FAULT);
}

/* Of other machines the code is not known. */
static void executable_for_others_without_mcount(void **state) {
	assert_unprofiled(open_made(*state, 1,
	                            UNPROFILED " -m aarch64 && "
	                                       "gmon 1 arc:0x1004:0x1110:1"),
	                  NOTE_FAULT);
}

/* f calls something at its beginning, which may count calls. */
static void executable_with_an_mcount_of_its_own(void **state) {
	assert_unprofiled(open_made(*state, 1,
	                            UNPROFILED " --patch 0x1100=e8fb060000 && "
	                                       "gmon 1 arc:0x1004:0x1105:1"),
	                  NOTE_WARNING);
}

/* Only its libraries are compiled with -pg. */
static void executable_of_profiled_libraries(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      UNPROFILED " && gmon 1 arc:0x1010:0x700010:1");

	assert_int_equal(notes->n, 0);
}

#define FIRMWARE "printf '0x1000 main size=0x100\\n' | elf && "

/* The range of a board's profile is its own choice. */
static void samples_outside(void **state) {
	struct test *t = *state;
	const struct notes *notes = open_made(
		t, 1, FIRMWARE "gmon 1 hist:0x1000:0x9000:8192:100:3=2,2000=18");

	assert_note(t, notes, NOTE_FAULT, OTHER_BUILD);
	assert_string_equal(notes->list[0].evidence,
	                    "18 of 20 samples are outside the executable's code");
	notes = open_made(t, 1, FIRMWARE "gmon 1 hist:0x1000:0x9000:8192:100:3=3,2000=18");
	assert_int_equal(notes->n, 0);
	notes = open_made(t, 1, FIRMWARE "gmon 1 hist:0x1000:0x9000:8192:100:2000=15");
	assert_int_equal(notes->n, 0);
}

/* Code that ran from RAM has a histogram of its own. */
static void samples_of_another_range(void **state) {
	const struct notes *notes = open_made(*state, 1,
	                                      FIRMWARE "gmon 1 hist:0x1000:0x2000:1024:100:3=7 "
	                                               "hist:0x8000:0x9000:1024:100:3=40");

	assert_int_equal(notes->n, 0);
}

/* An image without symbols, for a machine whose code is not known. */
static void calls_outside(void **state) {
	struct test *t = *state;
	const struct notes *notes = open_made(t, 1,
	                                      "python3 $T/mkelf.py -o x -m aarch64 --no-symtab && "
	                                      "gmon 1 $(for i in $(seq 16); do "
	                                      "printf 'arc:0x90%d0:0x9050:1 ' $((i % 7)); done)");
	assert_note(t, notes, NOTE_FAULT, OTHER_BUILD);
	assert_string_equal(notes->list[0].evidence, "16 of 16 records of calls are outside the "
	                                             "executable's code");
}

/* One note is about three files. */
static void same_note_of_many_files(void **state) {
	const struct notes *notes = open_made(*state, 4,
	                                      SYMBOLS "gmon 1 && cp 1 3 && cp 1 4 && "
	                                              "gmon 2 hist:0x1000:0x2000:1024:100:3=7");

	assert_note(*state, notes, NOTE_WARNING, " and 2 other files: holds no records");
}

static void assert_fails(struct test *t, size_t nfiles, const char *where, const char *reason) {
	char expected[256];

	snprintf(expected, sizeof expected, "%s%s", where, reason);
	assert_false(load(t, nfiles));
	assert_string_equal(t->err.reason, expected);
}

static void what_cannot_be_opened(void **state) {
	struct test *t = *state;

	assert_fails(t, 1, t->paths[0], ": No such file or directory");
	open_made(t, 1,
	          SYMBOLS "gmon 1 arc:0x1004:0x1004:1; cp x 2; :>3; "
	                  "printf '#!\\0bin' >4");
	memcpy(t->paths[1], t->paths[2], sizeof t->paths[1]);
	assert_fails(t, 1, t->paths[2],
	             ": byte 0: not a profile file: it is an executable or "
	             "another ELF file; to compare two programs, "
	             "put --base before the second");
	memcpy(t->paths[1], t->paths[3], sizeof t->paths[1]);
	assert_fails(t, 1, t->paths[3], ": byte 0: the file is empty");
	memcpy(t->paths[1], t->paths[4], sizeof t->paths[1]);
	assert_fails(t, 1, t->paths[4],
	             ": byte 0: not a profile file (starts with "
	             "\"#!\\x00bin\")");
}

static void swapped_arguments(void **state) {
	struct test *t = *state;
	char expected[512], executable[128];

	open_made(t, 1, SYMBOLS "gmon 1 arc:0x1004:0x1004:1");
	strcpy(executable, t->paths[0]);
	strcpy(t->paths[0], t->paths[1]);
	strcpy(t->paths[1], executable);
	snprintf(expected, sizeof expected,
	         ": a profile, not an executable; did you mean \"gptui %s %s\"?", t->paths[1],
	         t->paths[0]);
	assert_fails(t, 1, t->paths[0], expected);
	snprintf(expected, sizeof expected,
	         ": a profile, not an executable; the program comes first: "
	         "gptui PROGRAM %s",
	         t->paths[0]);
	assert_fails(t, 0, t->paths[0], expected);
}

static void cancelled(void **state) {
	struct test *t = *state;

	open_made(t, 1, SYMBOLS "gmon 1 arc:0x1004:0x1004:1");
	t->progress.cancelled = true;
	assert_fails(t, 1, "", "cancelled");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(file_that_fits),
		TEST(files_of_another_build),
		TEST(file_of_another_program),
		TEST(file_of_another_address),
		TEST(calls_of_another_build),
		TEST(several_histograms_in_a_file),
		TEST(call_of_a_function),
		TEST(call_of_its_twin),
		TEST(one_function_moved),
		TEST(samples_at_the_end_of_a_function),
		TEST(samples_in_padding),
		TEST(samples_in_an_instruction),
		TEST(call_of_a_library),
		TEST(executable_that_is_newer),
		TEST(executable_without_mcount),
		TEST(executable_for_others_without_mcount),
		TEST(executable_with_an_mcount_of_its_own),
		TEST(executable_of_profiled_libraries),
		TEST(samples_outside),
		TEST(samples_of_another_range),
		TEST(calls_outside),
		TEST(same_note_of_many_files),
		TEST(what_cannot_be_opened),
		TEST(swapped_arguments),
		TEST(cancelled),
	};

	return cmocka_run_group_tests(tests, begin_all, end_all);
}
