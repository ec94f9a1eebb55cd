/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "model/dataset.h"
#include "parse/source/source_files.h"

#include "assertions.h"

static char folder[] = "/tmp/gptui-sources-XXXXXX";
static struct arena *arena;

static int begin(void **state) {
	arena = arena_new();
	return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state) {
	char command[64];

	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}

static const char *write_named(const char *name, const char *text, size_t len) {
	const char *path = arena_format(arena, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	return path;
}

static const struct source *get(const struct sources *s, const char *path) {
	return s->get(s->context, path);
}

static const struct sources *open_files(const char *executable, const char *const *folders,
                                        size_t n) {
	struct source_search search = { .executable = executable,
		                        .folders = folders,
		                        .nfolders = n };

	return source_files_new(&search, arena);
}

static void lines_are_without_tabs_and_ends(void **state) {
	static const char text[] = "\tone\r\na\tb\n\nlast\0line";
	const char *path = write_named("a.c", text, sizeof text - 1);
	const struct sources *s = open_files("x", NULL, 0);
	const struct source *a = get(s, path);

	assert_int_equal(a->n, 4);
	assert_string_equal(source_line(a, 1, arena), "        one");
	assert_string_equal(source_line(a, 2, arena), "a       b");
	assert_string_equal(source_line(a, 3, arena), "");
	assert_string_equal(source_line(a, 4, arena), "last\\x00line");
	assert_ptr_equal(get(s, path), a);
}

static void many_lines_and_long_lines_are_fine(void **state) {
	size_t len = 400000;
	char *text = arena_alloc(arena, len, 1);
	const struct sources *s = open_files("x", NULL, 0);

	for (size_t i = 0; i < len; i++)
		text[i] = i % 2 ? '\n' : 'x';
	memcpy(text + 2 * 123456 - 4, "12", 2);
	const struct source *many = get(s, write_named("many.c", text, len));
	assert_int_equal(many->n, len / 2 - 1);
	assert_string_equal(source_line(many, 1, arena), "x");
	assert_string_equal(source_line(many, 123455, arena), "12x");
	assert_string_equal(source_line(many, many->n, arena), "x");
	memset(text, '\t', len);
	const char *line = source_line(get(s, write_named("long.c", text, len)), 1, arena);
	assert_int_equal(strlen(line), 8 * 64 * 1024 + 3);
	assert_string_equal(line + strlen(line) - 4, " ...");
}

/* Each byte may end a block of the index. */
static void lines_of_all_lengths_are_found(void **state) {
	char text[8000], wanted[20];
	size_t len = 0, n = 0;

	while (len < sizeof text - 400) {
		snprintf(wanted, sizeof wanted, "%zu", ++n);
		memset(text + len, ' ', n * 7 % 300);
		len += n * 7 % 300;
		memcpy(text + len, wanted, strlen(wanted));
		len += strlen(wanted);
		text[len++] = '\n';
	}
	const struct source *source = get(open_files("x", NULL, 0),
	                                  write_named("all.c", text, len));
	assert_int_equal(source->n, n);
	for (size_t i = 1; i <= n; i++) {
		const char *line = source_line(source, i, arena);

		assert_int_equal(strtoul(line, NULL, 10), i);
		assert_int_equal(strspn(line, " "), i * 7 % 300);
	}
}

static void holes_are_no_source(void **state) {
	const char *path = write_named("hole.c", "int x;\n", 7);

	assert_int_equal(truncate(path, (off_t)5 << 30), 0);
	const struct source *source = get(open_files("x", NULL, 0), path);
	assert_int_equal(source->n, 0);
	assert_non_null(strstr(source->reason, "hole.c: File too large"));
}

/* Texts are shown by cells, so tabs stop at cells. */
static void tabs_stop_at_cells(void **state) {
	static const char text[] = "\xc3\xa9\tb\n"         /* e acute */
				   "e\xcc\x81\tb\n"        /* e, accent */
				   "\xe6\x97\xa5\tb\n"     /* two cells */
				   "\xff\tb\n"             /* no UTF-8 */
				   "\x1b\tb\n1234567\tb\n" /* controls */
				   "one\rtwo\tb";          /* a lone CR */
	const struct source *s = get(open_files("x", NULL, 0),
	                             write_named("wide.c", text, sizeof text - 1));

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		skip();
	s = get(open_files("x", NULL, 0), s->path);
	assert_int_equal(s->n, 7);
	for (size_t i = 0; i < 7; i++) {
		char shown[64];

		text_safe(shown, sizeof shown, source_line(s, i + 1, arena));
		assert_int_equal(text_width(shown), i == 6 ? 17 : 9);
		assert_int_equal(shown[strlen(shown) - 1], 'b');
	}
}

static void set_time(const char *path, time_t seconds) {
	const struct timespec times[2] = { { seconds, 0 }, { seconds, 0 } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void newer_files_are_distinguished_from_older_ones(void **state) {
	const char *source = write_named("t.c", "x\n", 2);
	const char *program = write_named("t", "", 0);

	set_time(source, 1000);
	set_time(program, 2000);
	assert_false(get(open_files(program, NULL, 0), source)->is_newer);
	set_time(source, 3000);
	assert_true(get(open_files(program, NULL, 0), source)->is_newer);
	assert_false(get(open_files("/gone", NULL, 0), source)->is_newer);
}

static void folders_are_looked_in(void **state) {
	const char *folders[] = { "/nonexistent", folder };
	const struct sources *s = open_files("x", folders, 2);
	const struct sources *beside = open_files(arena_format(arena, "%s/program", folder), NULL,
	                                          0);

	write_named("b.c", "b\n", 2);
	assert_int_equal(get(s, "/build/elsewhere/b.c")->n, 1);
	assert_int_equal(get(beside, "/build/elsewhere/b.c")->n, 1);
	assert_int_equal(get(s, "/build/elsewhere/c.c")->n, 0);
	assert_non_null(strstr(get(s, "/build/elsewhere/c.c")->reason, "No such file"));
}

static void only_regular_files_are_opened(void **state) {
	const char *fifo = arena_format(arena, "%s/fifo", folder);
	const char *folders[] = { folder };
	const struct sources *s = open_files("x", folders, 1);

	assert_int_equal(mkfifo(fifo, 0600), 0);
	int fd = open(fifo, O_RDWR); /* so that a reader would not be at the end */
	assert_int_equal(write(fd, "a\n", 2), 2);
	assert_int_equal(get(s, fifo)->n, 0);
	assert_null(get(s, fifo)->found);
	assert_non_null(strstr(get(s, fifo)->reason, "not a regular file"));
	assert_int_equal(get(s, "/build/fifo")->n, 0);
	assert_int_equal(close(fd), 0);
	assert_int_equal(get(s, "/dev/zero")->n, 0);
	assert_int_equal(get(s, folder)->n, 0);
	assert_int_equal(get(s, "-")->n, 0);
}

static const char *make(const char *name) {
	char *path = arena_format(arena, "%s/%s", folder, name);

	for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	return write_named(name, "x\n", 2);
}

/* Where a path is found, below the folder. */
static const char *found(const struct source_search *search, const char *path) {
	const char *at = get(source_files_new(search, arena), path)->found;

	return at ? at + strlen(folder) + 1 : "nowhere";
}

static void folders_are_tried_in_order(void **state) {
	const char *folders[] = { arena_format(arena, "%s/first", folder),
		                  arena_format(arena, "%s/second", folder) };
	struct source_maps maps = { .arena = arena };
	struct source_search search = {
		.executable = arena_format(arena, "%s/bin/program", folder),
		.folders = folders,
		.nfolders = 2,
		.maps = &maps,
	};
	struct error err;
	const char *path = "/build/lib/deep/o.c";

	assert_true(source_maps_add(&maps, arena_format(arena, "/build=%s/old", folder), &err));
	assert_true(source_maps_add(&maps, arena_format(arena, "/build/lib=%s/new", folder), &err));
	assert_string_equal(found(&search, path), "nowhere");
	make("bin/o.c");
	assert_string_equal(found(&search, path), "bin/o.c");
	make("second/o.c");
	assert_string_equal(found(&search, path), "second/o.c");
	make("old/lib/deep/o.c");
	assert_string_equal(found(&search, path), "old/lib/deep/o.c");
	make("new/deep/o.c");
	assert_string_equal(found(&search, path), "new/deep/o.c");
	make("second/deep/o.c");
	assert_string_equal(found(&search, path), "second/deep/o.c");
	make("first/build/lib/deep/o.c");
	assert_string_equal(found(&search, path), "first/build/lib/deep/o.c");
	path = make("itself/lib/deep/o.c");
	assert_string_equal(found(&search, path), "itself/lib/deep/o.c");
}

/* A path of thousands of parts would be looked for as often, in each folder. */
static void the_last_parts_of_long_paths_are_tried(void **state) {
	const char *const folders[] = { folder };
	struct source_search search = { .executable = "x", .folders = folders, .nfolders = 1 };
	const char *path = "p.c";

	for (int i = 0; i < 63; i++)
		path = arena_format(arena, "d/%s", path);
	make(path);
	assert_string_equal(found(&search, arena_format(arena, "/build/%s", path)), path);
	path = arena_format(arena, "d/d/%s", path);
	make(path);
	assert_string_equal(found(&search, arena_format(arena, "/build/%s", path)), path + 4);
}

static const char *mapped(const char *map, const char *path) {
	struct source_maps maps = { .arena = arena };
	struct error err;

	assert_true(source_maps_add(&maps, map, &err));
	const char *to = source_map_apply(&maps.list[0], path, arena);
	return to ? to : "";
}

static void maps_are_about_whole_folders(void **state) {
	assert_string_equal(mapped("/a=/b", "/a/x.c"), "/b/x.c");
	assert_string_equal(mapped("/a/=/b/", "/a/x.c"), "/b/x.c");
	assert_string_equal(mapped("/a=/b", "/ab/x.c"), "");
	assert_string_equal(mapped("/a/x.c=/b/y.c", "/a/x.c"), "/b/y.c");
	assert_string_equal(mapped("/=/b", "/a/x.c"), "/b/a/x.c");
	assert_string_equal(mapped("=/b", "a/x.c"), "/b/a/x.c");
	assert_string_equal(mapped("=/b", "/a/x.c"), "");
	assert_string_equal(mapped("..=/b", "../x.c"), "/b/x.c");
	assert_int_equal(setenv("HOME", "/home/me", 1), 0);
	assert_string_equal(mapped("/a=~/b", "/a/x.c"), "/home/me/b/x.c");
	assert_string_equal(mapped("/a=~b", "/a/x.c"), "~b/x.c");
}

static void a_map_needs_two_halves(void **state) {
	struct source_maps maps = { .arena = arena };
	struct error err;

	assert_false(source_maps_add(&maps, "", &err));
	assert_false(source_maps_add(&maps, "/a", &err));
	assert_false(source_maps_add(&maps, "/a=", &err));
	assert_string_equal(err.reason, "OLD=NEW is needed, not \"/a=\"");
	assert_int_equal(maps.n, 0);
}

static void assert_taught(const char *path, const char *at, const char *from, const char *to) {
	struct source_maps maps = { .arena = arena };

	source_maps_add_found(&maps, path, at);
	assert_int_equal(maps.n, 1);
	assert_string_equal(maps.list[0].from, from);
	assert_string_equal(maps.list[0].to, to);
	assert_non_null(source_map_apply(&maps.list[0], path, arena));
}

static void what_was_found_teaches_a_map(void **state) {
	assert_taught("/build/a/x.c", "/home/a/x.c", "/build", "/home");
	assert_taught("/build/a/x.c", "/home/b/x.c", "/build/a", "/home/b");
	assert_taught("/build/xx.c", "/home/x.c", "/build/xx.c", "/home/x.c");
	assert_taught("/a/x.c", "/home/me/a/x.c", "/", "/home/me");
	assert_taught("a/x.c", "/home/me/a/x.c", "", "/home/me");
	assert_taught("/build/a/x.c", "a/x.c", "/build", ".");
	assert_taught("/build/a/x.c", "/a/x.c", "/build", "/");
}

static void a_new_map_is_looked_up_again(void **state) {
	struct source_maps maps = { .arena = arena };
	struct source_search search = { .executable = "x", .maps = &maps };
	const struct sources *s = source_files_new(&search, arena);
	const char *at = make("moved/m.c");

	assert_int_equal(get(s, "/gone/m.c")->n, 0);
	source_maps_add_found(&maps, "/gone/m.c", at);
	assert_int_equal(get(s, "/gone/m.c")->n, 1);
	assert_string_equal(get(s, "/gone/m.c")->found, at);
}

static const char *text_of(const char *map) {
	struct source_maps maps = { .arena = arena };
	struct error err;

	assert_true(source_maps_add(&maps, map, &err));
	return source_map_text(&maps.list[0], arena);
}

static void maps_are_kept_as_texts(void **state) {
	assert_string_equal(text_of("/a/=/b c/"), "/a=/b c");
	assert_string_equal(text_of("=/b"), "=/b");
	assert_string_equal(text_of("/a=/b=c"), "/a=/b=c");
	assert_null(text_of("/a=/b\nmap /c=/d"));
	assert_int_equal(chdir("/tmp"), 0);
	assert_string_equal(text_of("/a=~x"), "/a=/tmp/~x");
	assert_string_equal(text_of("/a=b/c"), "/a=/tmp/b/c");
}

static void a_map_that_is_given_again_is_the_newest(void **state) {
	struct source_maps maps = { .arena = arena };
	struct error err;
	unsigned changes;

	for (int i = 0; i < 5; i++) {
		assert_true(source_maps_add(&maps, "/a=/b", &err));
		assert_true(source_maps_add(&maps, "/a=/c", &err));
	}
	assert_int_equal(maps.n, 2);
	changes = maps.changes;
	assert_true(source_maps_add(&maps, "/a=/b", &err));
	assert_int_equal(maps.n, 2);
	assert_compared(changes, !=, maps.changes);
	assert_string_equal(maps.list[0].to, "/c");
	assert_string_equal(maps.list[1].to, "/b");
}

static void the_environment_names_folders(void **state) {
	const char *own[] = { "one" };
	const char *const *list;
	size_t n = 1;

	assert_int_equal(setenv("GPROF_PATH", ":/two::three", 1), 0);
	list = source_folders(own, &n, arena);
	assert_int_equal(n, 5);
	assert_string_equal(list[0], "one");
	assert_string_equal(list[1], "");
	assert_string_equal(list[2], "/two");
	assert_string_equal(list[3], "");
	assert_string_equal(list[4], "three");
	assert_int_equal(unsetenv("GPROF_PATH"), 0);
	n = 0;
	source_folders(NULL, &n, arena);
	assert_int_equal(n, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_without_tabs_and_ends),
		cmocka_unit_test(many_lines_and_long_lines_are_fine),
		cmocka_unit_test(lines_of_all_lengths_are_found),
		cmocka_unit_test(holes_are_no_source),
		cmocka_unit_test(tabs_stop_at_cells),
		cmocka_unit_test(newer_files_are_distinguished_from_older_ones),
		cmocka_unit_test(folders_are_looked_in),
		cmocka_unit_test(only_regular_files_are_opened),
		cmocka_unit_test(folders_are_tried_in_order),
		cmocka_unit_test(the_last_parts_of_long_paths_are_tried),
		cmocka_unit_test(maps_are_about_whole_folders),
		cmocka_unit_test(a_map_needs_two_halves),
		cmocka_unit_test(what_was_found_teaches_a_map),
		cmocka_unit_test(a_new_map_is_looked_up_again),
		cmocka_unit_test(maps_are_kept_as_texts),
		cmocka_unit_test(a_map_that_is_given_again_is_the_newest),
		cmocka_unit_test(the_environment_names_folders),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
