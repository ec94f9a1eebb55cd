/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "model/source.h"
#include "parse/source_files.h"

#include <cmocka.h>

static char folder[] = "/tmp/gptui-sources-XXXXXX";
static struct arena *arena;

static int begin(void **state)
{
	arena = arena_new();
	return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
	char command[64];

	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}

static const char *write_named(const char *name, const char *text, size_t len)
{
	const char *path = arena_format(arena, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	return path;
}

static const struct source *get(const struct sources *s, const char *path)
{
	return s->get(s->context, path);
}

static void lines_are_without_tabs_and_ends(void **state)
{
	static const char text[] = "\tone\r\na\tb\n\nlast\0line";
	const char *path = write_named("a.c", text, sizeof text - 1);
	const struct sources *s = source_files_new("x", NULL, 0, arena);
	const struct source *a = get(s, path);

	assert_int_equal(a->n, 4);
	assert_string_equal(a->lines[0], "        one");
	assert_string_equal(a->lines[1], "a       b");
	assert_string_equal(a->lines[2], "");
	assert_string_equal(a->lines[3], "last line");
	assert_ptr_equal(get(s, path), a);
}

static void many_lines_and_long_lines_are_fine(void **state)
{
	size_t len = 400000, i;
	char *text = arena_alloc(arena, len, 1);
	const struct sources *s = source_files_new("x", NULL, 0, arena);

	for (i = 0; i < len; i++)
		text[i] = i % 2 ? '\n' : 'x';
	assert_int_equal(get(s, write_named("many.c", text, len))->n, len / 2);
	memset(text, '\t', len);
	assert_int_equal(
		strlen(get(s, write_named("long.c", text, len))->lines[0]),
		8 * len);
}

static void folders_are_looked_in(void **state)
{
	const char *folders[] = { "/nonexistent", folder };
	const struct sources *s = source_files_new("x", folders, 2, arena);
	const struct sources *beside = source_files_new(
		arena_format(arena, "%s/program", folder), NULL, 0, arena);

	write_named("b.c", "b\n", 2);
	assert_int_equal(get(s, "/build/elsewhere/b.c")->n, 1);
	assert_int_equal(get(beside, "/build/elsewhere/b.c")->n, 1);
	assert_int_equal(get(s, "/build/elsewhere/c.c")->n, 0);
	assert_non_null(
		strstr(get(s, "/build/elsewhere/c.c")->reason, "No such file"));
}

static void only_regular_files_are_opened(void **state)
{
	const char *fifo = arena_format(arena, "%s/fifo", folder);
	const struct sources *s = source_files_new("x", NULL, 0, arena);

	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(get(s, fifo)->n, 0);
	assert_int_equal(get(s, "/dev/zero")->n, 0);
	assert_int_equal(get(s, folder)->n, 0);
	assert_int_equal(get(s, "-")->n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_without_tabs_and_ends),
		cmocka_unit_test(many_lines_and_long_lines_are_fine),
		cmocka_unit_test(folders_are_looked_in),
		cmocka_unit_test(only_regular_files_are_opened),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
