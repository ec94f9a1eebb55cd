/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables of many machines, written by tests/tools/mkelf.py, and real
 * ones, where a compiler is at hand. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "libbfd_version.h"
#include "model/image.h"
#include "model/notes.h"
#include "parse/object/object.h"
#include "profile_builder.h"

#include "assertions.h"

struct test {
	char folder[64];
	char path[128]; /* FOLDER/x */
	struct arena *arena;
	const struct object *object;
	const struct image *image;
	struct error err;
};

static int begin(void **state) {
	static struct test test;

	memset(&test, 0, sizeof test);
	strcpy(test.folder, "/tmp/test-object-XXXXXX");
	if (!mkdtemp(test.folder))
		return 1;
	snprintf(test.path, sizeof test.path, "%s/x", test.folder);
	test.arena = arena_new();
	*state = &test;
	return 0;
}

/* Runs a command in the folder; $MKELF, $CC and $SRCDIR are known there. */
static bool run(const struct test *t, const char *command) {
	static char line[4096];

	snprintf(line, sizeof line,
	         "MKELF=\"python3 ${SRCDIR:=$PWD}/tests/tools/mkelf.py -o x\"; "
	         "CC=${CC:-cc}; cd %s && { %s\n} >output 2>&1",
	         t->folder, command);
	return system(line) == 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return !run(t, "cd .. && rm -rf \"$OLDPWD\"");
}

static void open_path(struct test *t, const char *path) {
	t->object = object_open(path, NULL, t->arena, &t->err);
	if (!t->object)
		print_message("%s\n", t->err.reason);
	assert_non_null(t->object);
	t->image = object_image(t->object);
}

/* Opens x, which mkelf.py makes of these symbols. */
static void open_made(struct test *t, const char *options, const char *symbols) {
	char command[2048];

	if (!run(t, "command -v python3"))
		skip();
	snprintf(command, sizeof command, "$MKELF %s - <<'END'\n%s\nEND", options, symbols);
	assert_true(run(t, command));
	open_path(t, t->path);
}

static void assert_fails(struct test *t, const char *name, const char *reason) {
	char path[256], expected[512];

	snprintf(path, sizeof path, "%s/%s", t->folder, name);
	snprintf(expected, sizeof expected, "%s: %s", path, reason);
	assert_null(object_open(path, NULL, t->arena, &t->err));
	assert_string_equal(t->err.reason, expected);
}

static const struct symbol *symbol(const struct test *t, const char *name) {
	const struct symbol *symbol = symbol_of(t->image, name);

	if (!symbol)
		print_message("no symbol %s\n", name);
	assert_non_null(symbol);
	return symbol;
}

static void assert_symbol(const struct test *t, const char *name, uint64_t low, uint64_t size,
                          enum symbol_kind kind, enum symbol_binding binding) {
	const struct symbol *s = symbol(t, name);

	assert_compared(s->low, ==, low);
	assert_compared(s->size, ==, size);
	assert_int_equal(s->kind, kind);
	assert_int_equal(s->binding, binding);
}

static const char symbols_of_all_kinds[] = "0 crt.c type=file bind=local sec=abs\n"
					   "0x1000 main size=16\n"
					   "0x1010 helper size=8 bind=local\n"
					   "0x1018 label type=notype bind=local\n"
					   "0x1020 weak bind=weak size=4\n"
					   "0x1030 resolver type=ifunc\n"
					   "0x1040 unique type=object bind=unique\n"
					   "0x8000 table type=object sec=.data size=12\n"
					   "0x10 thread_local type=tls sec=.data\n"
					   "0x1234 number type=notype sec=abs\n"
					   "0 mcount type=notype sec=und\n"
					   "8 shared type=object sec=com size=8";

static void check_all_kinds(struct test *t, const char *options) {
	open_made(t, options, symbols_of_all_kinds);
	assert_symbol(t, "crt.c", 0, 0, SYMBOL_FILE, SYMBOL_LOCAL);
	assert_symbol(t, "main", 0x1000, 16, SYMBOL_FUNC, SYMBOL_GLOBAL);
	assert_symbol(t, "helper", 0x1010, 8, SYMBOL_FUNC, SYMBOL_LOCAL);
	assert_symbol(t, "label", 0x1018, 0, SYMBOL_NOTYPE, SYMBOL_LOCAL);
	assert_symbol(t, "weak", 0x1020, 4, SYMBOL_FUNC, SYMBOL_WEAK);
	assert_symbol(t, "resolver", 0x1030, 0, SYMBOL_IFUNC, SYMBOL_GLOBAL);
	assert_int_equal(symbol(t, "unique")->binding, SYMBOL_UNIQUE);
	assert_symbol(t, "table", 0x8000, 12, SYMBOL_OBJECT, SYMBOL_GLOBAL);
	assert_int_equal(symbol(t, "thread_local")->kind, SYMBOL_TLS);
	assert_true(symbol(t, "number")->is_absolute);
	assert_null(symbol(t, "number")->section);
	assert_true(symbol(t, "shared")->is_undefined);
	const struct symbol *s = symbol(t, "mcount");
	assert_true(s->is_undefined && !s->section);
	s = symbol(t, "main");
	assert_ptr_equal(s->section, t->image->text);
	assert_true(s->section->is_code && !s->is_undefined);
	assert_int_equal(s->table, TABLE_SYMTAB);
	assert_string_equal(symbol(t, "table")->section->name, ".data");
	assert_false(symbol(t, "table")->section->is_code);
	assert_true(t->image->is_elf && t->image->is_profiled);
	assert_false(t->image->has_threads);
	assert_int_equal(t->image->leading_char, 0);
	assert_int_equal(t->image->nnotes, 0);
	assert_compared(t->image->text->low, ==, 0x1000);
	assert_compared(t->image->text->high, ==, 0x1100);
}

static void all_kinds_64(void **state) {
	struct test *t = *state;

	check_all_kinds(t, "--text 0x1000:0x100 --sec .data:0x8000:0x100:aw");
	assert_int_equal(t->image->machine.address_size, 8);
	assert_false(t->image->machine.big_endian);
	assert_non_null(strstr(t->image->machine.arch, "x86-64"));
}

static void all_kinds_64_big(void **state) {
	struct test *t = *state;

	check_all_kinds(t, "-e big -m s390 --text 0x1000:0x100 "
	                   "--sec .data:0x8000:0x100:aw");
	assert_int_equal(t->image->machine.address_size, 8);
	assert_true(t->image->machine.big_endian);
}

static void all_kinds_32(void **state) {
	struct test *t = *state;

	check_all_kinds(t, "-c 32 -m i386 --text 0x1000:0x100 "
	                   "--sec .data:0x8000:0x100:aw");
	assert_int_equal(t->image->machine.address_size, 4);
}

static void all_kinds_32_big(void **state) {
	struct test *t = *state;

	check_all_kinds(t, "-c 32 -e big -m sparc --text 0x1000:0x100 "
	                   "--sec .data:0x8000:0x100:aw");
	assert_int_equal(t->image->machine.address_size, 4);
	assert_true(t->image->machine.big_endian);
	assert_false(t->image->machine.sign_extends);
}

static void mips_addresses_are_signed(void **state) {
	struct test *t = *state;

	open_made(t, "-c 32 -e big -m mips --text 0x80001000:0x100",
	          "0x80001000 main\n0x80001011 mips16\n"
	          "0x80001021 label type=notype");
	assert_true(t->image->machine.sign_extends);
	assert_compared(t->image->text->low, ==, 0xffffffff80001000);
	assert_compared(symbol(t, "main")->low, ==, 0xffffffff80001000);
	assert_compared(symbol(t, "mips16")->low, ==, 0xffffffff80001010);
	assert_compared(symbol(t, "label")->low, ==, 0xffffffff80001021);
	assert_ptr_equal(symbol(t, "main")->section, t->image->text);
}

static void thumb_functions(void **state) {
	struct test *t = *state;

	open_made(t, "-c 32 -m arm --text 0x1000:0x100",
	          "0x1001 thumb\n0x1010 arm\n0x1001 $t type=notype bind=local");
	assert_compared(symbol(t, "thumb")->low, ==, 0x1000);
	assert_compared(symbol(t, "arm")->low, ==, 0x1010);
	assert_false(symbol(t, "$t")->passes_gprof);
}

/* The functions are where their descriptors say. */
static void ppc64_descriptors(void **state) {
	struct test *t = *state;

	if (!run(t, "command -v powerpc64-linux-gnu-gcc") ||
	    !run(t, "echo 'static int f(void) { return 1; } int main(void) "
	            "{ return (*(int (*volatile)(void))f)(); }' >x.c; "
	            "powerpc64-linux-gnu-gcc -nostdlib -static -e main -o x x.c"))
		skip();
	open_path(t, t->path);
	const struct symbol *s = symbol(t, "main");
	assert_ptr_equal(s->section, t->image->text);
	assert_true(s->size > 0 && s->low >= t->image->text->low);
	assert_int_equal(s->kind, SYMBOL_FUNC);
	assert_false(s->passes_gprof);
	assert_compared(symbol(t, ".main")->low, ==, s->low);
	assert_true(symbol(t, ".main")->passes_gprof);
	assert_true(symbol(t, "f")->section->is_code);
	assert_false(symbol(t, ".f")->passes_gprof);
}

static void assert_passes(const struct test *t, const char *const *names, bool passes) {
	for (; *names; names++)
		if (symbol(t, *names)->passes_gprof != passes) {
			print_message("%s\n", *names);
			assert_int_equal(!passes, passes);
		}
}

static void names_that_pass_for_gprof(void **state) {
	static const char *const passing[] = { "f.1234", "f.constprop.0", "f.clone.7.1", "f.",
		                               "plain",  ".global$",      NULL };
	static const char *const failing[] = {
		"f.part.0", "f.isra.0", "f.cold",           "f.lto_priv.0",
		"f.1a",     ".Lx",      "f.constprop.",     "a$b",
		"f..1",     "$x",       "__gnu_compiled_c", "___gnu_compiled_c",
		NULL
	};
	struct test *t = *state;
	char symbols[2048] = "";

	/* A name without a dot after each one with a dot. */
	for (size_t i = 0; passing[i]; i++)
		sprintf(symbols + strlen(symbols), "0x%zx %s bind=%s\n0x1000 plain%zu bind=local\n",
		        0x1000 + i, passing[i], *passing[i] == '.' ? "global" : "local", i);
	for (size_t i = 0; failing[i]; i++)
		sprintf(symbols + strlen(symbols), "0x%zx %s bind=local\n", 0x1100 + i, failing[i]);
	open_made(t, "", symbols);
	assert_passes(t, passing, true);
	assert_passes(t, failing, false);
}

/* gprof reads on behind a name with a dot, in the string table. */
static void names_that_follow_decide(void **state) {
	static const char *const passing[] = { "c.1", "d.2", "plain", "e.3", NULL };
	static const char *const failing[] = { "a.1", "b.2", "x.part.0", NULL };
	struct test *t = *state;

	open_made(t, "",
	          "0x1000 a.1 bind=local\n0x1001 b.2 bind=local\n"
	          "0x1002 x.part.0 bind=local\n0x1003 c.1 bind=local\n"
	          "0x1004 d.2 bind=local\n0x1005 plain bind=local\n"
	          "0x1006 e.3 bind=local");
	assert_passes(t, passing, true);
	assert_passes(t, failing, false);
}

static void threads_are_seen(void **state) {
	struct test *t = *state;

	open_made(t, "--no-mcount", "0x1000 main\n0 GOMP_parallel@GOMP_4.0 sec=und");
	assert_true(t->image->has_threads);
	assert_false(t->image->is_profiled);
}

static void mcount_is_seen(void **state) {
	struct test *t = *state;

	open_made(t, "", "0x1000 main\n0 __gnu_mcount_nc sec=und");
	assert_true(t->image->is_profiled);
}

static void mcount_of_the_loader_is_none(void **state) {
	struct test *t = *state;

	open_made(t, "--no-mcount", "0x1000 main\n0x1010 _dl_mcount\n0x1020 _dl_mcount_wrapper");
	assert_false(t->image->is_profiled);
}

static void no_symbols(void **state) {
	struct test *t = *state;

	open_made(t, "--no-symtab", "");
	assert_int_equal(t->image->nsymbols, 0);
	assert_int_equal(t->image->nnotes, 1);
	assert_int_equal(t->image->notes[0].severity, NOTE_FAULT);
}

static void contents_of_sections(void **state) {
	struct test *t = *state;
	struct bytes bytes;

	open_made(t, "--text 0x1000:0x10 --patch 0x1002=abcd", "0x1000 main");
	assert_true(object_section(t->object, ".text", &bytes, t->arena));
	assert_int_equal(bytes.len, 0x10);
	assert_memory_equal(bytes.data, "\x90\x90\xab\xcd\x90", 5);
	assert_false(object_section(t->object, ".debug", &bytes, t->arena));
}

static const char program[] = "printf 'int work(int n) { return n; }\\n"
			      "int main(void) { return puts(\"\") + work(1); }\\n' >x.c && "
			      "$CC -include stdio.h -g -pg -o x x.c && ";

/* Compiles the program and changes it; skips where that is not possible. */
static void open_compiled(struct test *t, const char *command) {
	char line[1024];

	snprintf(line, sizeof line, "%s%s", program, command);
	if (!run(t, line))
		skip();
	open_path(t, t->path);
}

static void real_program(void **state) {
	struct test *t = *state;

	open_compiled(t, ":");
	assert_true(t->image->is_profiled);
	assert_int_equal(symbol(t, "work")->table, TABLE_SYMTAB);
	assert_compared(symbol(t, "work")->size, >, 0);
	assert_int_equal(t->image->nnotes, 0);
	assert_false(t->image->is_stripped);
	if (!strncmp(t->image->machine.arch, "i386", 4))
		assert_int_equal(symbol(t, "puts@plt")->table, TABLE_SYNTHETIC);
}

static void stripped_program(void **state) {
	struct test *t = *state;

	open_compiled(t, "strip x");
	assert_true(t->image->is_profiled);
	assert_null(symbol_of(t->image, "work"));
	const struct symbol *puts = symbol(t, "puts");
	assert_int_equal(puts->table, TABLE_DYNAMIC);
	assert_true(puts->is_undefined);
	assert_true(t->image->is_stripped);
	assert_int_equal(t->image->nnotes, 1);
	assert_int_equal(t->image->notes[0].severity, NOTE_FAULT);
}

static void separate_debug_file(void **state) {
	struct test *t = *state;
	struct bytes bytes;

	open_compiled(t, "objcopy --only-keep-debug x x.debug && strip x && "
	                 "objcopy --add-gnu-debuglink=x.debug x");
	assert_int_equal(symbol(t, "work")->table, TABLE_DEBUG);
	assert_ptr_equal(symbol(t, "work")->section, t->image->text);
	assert_non_null(strstr(t->image->debug_path, "x.debug"));
	assert_true(object_section(t->object, ".debug_line", &bytes, t->arena));
	assert_true(object_section(t->object, ".text", &bytes, t->arena));
	assert_compared(bytes.len, >, 0);
	assert_int_equal(t->image->notes[0].severity, NOTE_FACT);
}

/* A debug file of another build is not used. */
static void wrong_debug_file(void **state) {
	struct test *t = *state;

	open_compiled(t, "objcopy --only-keep-debug x x.debug && strip x && "
	                 "objcopy --add-gnu-debuglink=x.debug x && "
	                 "echo >>x.debug");
	assert_null(t->image->debug_path);
	assert_null(symbol_of(t->image, "work"));
}

static void check_compressed(struct test *t, const char *how) {
	char command[256];
	struct bytes plain, unpacked;

	open_compiled(t, ":");
	assert_true(object_section(t->object, ".debug_info", &plain, t->arena));
	snprintf(command, sizeof command, "objcopy --compress-debug-sections=%s x y && mv y x",
	         how);
	if (!run(t, command))
		skip();
	open_path(t, t->path);
	assert_true(object_section(t->object, ".debug_info", &unpacked, t->arena));
	assert_int_equal(plain.len, unpacked.len);
	assert_memory_equal(plain.data, unpacked.data, plain.len);
}

static void compressed_sections(void **state) {
	check_compressed(*state, "zlib");
	check_compressed(*state, "zlib-gnu");
}

static void sections_compressed_by_zstd(void **state) {
	if (!libbfd_since(40))
		skip();
	check_compressed(*state, "zstd");
}

static void what_is_no_executable(void **state) {
	struct test *t = *state;

	assert_true(run(t, "echo text >text; mkfifo fifo; : >empty; "
	                   "printf '!<arch>\\n' >archive"));
	assert_fails(t, "none", "No such file or directory");
	assert_fails(t, ".", "Is a directory");
	assert_fails(t, "fifo", "not a regular file");
	assert_fails(t, "archive", "an archive, not an executable");
	assert_fails(t, "text", "not an executable (file format not recognized)");
	assert_null(object_open("/dev/null", NULL, t->arena, &t->err));
	assert_string_equal(t->err.reason, "/dev/null: not a regular file");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(all_kinds_64),
		TEST(all_kinds_64_big),
		TEST(all_kinds_32),
		TEST(all_kinds_32_big),
		TEST(mips_addresses_are_signed),
		TEST(thumb_functions),
		TEST(ppc64_descriptors),
		TEST(names_that_pass_for_gprof),
		TEST(names_that_follow_decide),
		TEST(threads_are_seen),
		TEST(mcount_is_seen),
		TEST(mcount_of_the_loader_is_none),
		TEST(no_symbols),
		TEST(contents_of_sections),
		TEST(real_program),
		TEST(stripped_program),
		TEST(separate_debug_file),
		TEST(wrong_debug_file),
		TEST(compressed_sections),
		TEST(sections_compressed_by_zstd),
		TEST(what_is_no_executable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
