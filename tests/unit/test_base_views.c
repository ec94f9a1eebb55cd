/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of the base of a comparison: it is a dataset like the new side. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/arena.h"
#include "base/error.h"
#include "model/code.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/runs.h"
#include "open/load.h"
#include "open/load_base.h"
#include "parse/code/disassembly.h"
#include "parse/source/source_files.h"
#include "table/table.h"
#include "ui/screen/screen.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

struct test {
	struct arena *arena;
	char folder[64];
	struct base_sides sides;
	struct load_result loaded;
	struct dataset base; /* with code and sources */
	struct dataset new;  /* likewise, and that as its base */
	struct error err;
};

static bool run(const struct test *t, const char *command) {
	return !system(arena_format(t->arena,
	                            "T=${SRCDIR:=$PWD}/tests/tools; cd %s && { %s\n} >>output 2>&1",
	                            t->folder, command));
}

/* The base has `gone`, which main calls 9 times; the new side has it inlined. */
#define MAKE                                                                                  \
	"cat >old.c <<'END'\n"                                                                \
	"volatile int n;\n"                                                                   \
	"__attribute__((noinline)) void gone(void)\n"                                         \
	"{\n"                                                                                 \
	"\tn = n * 7; /* of old */\n"                                                         \
	"}\n"                                                                                 \
	"int main(void)\n"                                                                    \
	"{\n"                                                                                 \
	"\tgone();\n"                                                                         \
	"\treturn 0;\n"                                                                       \
	"}\n"                                                                                 \
	"END\n"                                                                               \
	"sed 's/noinline/always_inline/;s/^__.*void gone/static inline &/;s/of old/of new/' " \
	"old.c >new.c &&\n"                                                                   \
	"address() { nm $1 | sed -n \"s/^0*\\([0-9a-f]*\\) [Tt] $2\\$/0x\\1/p\"; }\n"         \
	"hist() { echo hist:$1:$(($1 + 64)):64:100:seconds:s:$2; }\n"                         \
	"gmon() { python3 $T/gmontool.py write -o \"$@\"; }\n"                                \
	"for i in old new; do ${CC:-cc} -g -O1 -no-pie -o $i $i.c || exit 1; done\n"          \
	"main=$(address old main); gone=$(address old gone)\n"                                \
	"first=$gone; [ $((gone)) -lt $((main)) ] || first=$main\n"                           \
	"gmon 1 $(hist $first $((gone - first))=20,$((main - first + 2))=10) "                \
	"arc:$((main + 1)):$gone:9 && cp 1 2 && gmon 3 $(hist $(address new main) 2=7)"

static void load_both(struct test *t) {
	const char *const new_files[] = { arena_format(t->arena, "%s/3", t->folder) };
	const char *words[] = { arena_format(t->arena, "%s/old", t->folder),
		                arena_format(t->arena, "%s/1", t->folder),
		                arena_format(t->arena, "%s/2", t->folder) };
	const struct load_request request = { .executable = arena_format(t->arena, "%s/new",
		                                                         t->folder),
		                              .files = new_files,
		                              .nfiles = 1,
		                              .rules = &rules_exact };
	const struct base_request base = { .words = words, .nwords = 3 };
	const struct comparison *c = NULL;

	if (load_profile(&t->loaded, &request, t->arena, NULL, &t->err)) {
		load_lines(&t->loaded, t->arena, NULL);
		load_frames(&t->loaded, t->arena, NULL);
		if (load_base(&t->sides, &base, &request, NULL, true, t->arena, NULL, &t->err))
			c = load_comparison(&base, &t->sides, &request, &t->loaded.data, t->arena,
			                    NULL, &t->err);
	}
	assert_string_equal(t->err.reason, "");
	comparison_show(c, &t->loaded.data);
}

/* Code and sources of a side. */
struct files {
	struct codes codes;
	struct source_search search;
	struct disassembly *disassembly;
	struct lines *lines;
	struct arena *arena;
};

static const struct code *get_code(void *context, const struct func *func,
                                   const uint64_t *address) {
	struct files *f = context;

	return disassembly_read(f->disassembly, func, f->lines, address, f->arena, NULL);
}

static void complete(const struct test *t, struct dataset *data, const struct load_result *loaded,
                     const char *executable) {
	struct files *f = arena_alloc(t->arena, 1, sizeof *f);

	*f = (struct files){ .search = { .executable = executable },
		             .disassembly = disassembly_new(loaded->object, data->profile,
		                                            t->arena),
		             .lines = loaded->lines,
		             .arena = t->arena };
	f->codes = (struct codes){ f, get_code };
	data->codes = &f->codes;
	data->sources = source_files_new(&f->search, t->arena);
}

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;

	*t = (struct test){ .arena = arena_new(), .folder = "/tmp/test-base-XXXXXX" };
	*state = t;
	if (!mkdtemp(t->folder) || !run(t, MAKE))
		return 1;
	load_both(t);
	assert_non_null(t->loaded.data.base);
	t->base = *t->loaded.data.base;
	complete(t, &t->base, &t->sides.loaded, t->sides.in.files.executable);
	t->new = t->loaded.data;
	complete(t, &t->new, &t->loaded, arena_format(t->arena, "%s/new", t->folder));
	t->new.base = &t->base;
	return 0;
}

static int end(void **state) {
	struct test *t = *state;
	const bool ok = run(t, "cd .. && rm -r \"$OLDPWD\"");

	arena_free(t->arena);
	return !ok;
}

/* A view of the base's dataset, about a function of it or none, as a text. */
static const char *shown(struct test *t, const char *view_name, const char *function) {
	struct query query = { .subject = NULL };
	const struct view *view = view_named(view_name);
	char *text = NULL;
	size_t size = 0;
	FILE *out;

	if (function)
		query.subject = names_find(t->base.names, function, &t->err);
	assert_true(!function || query.subject);
	assert_true(view_is_there(view, &t->base));
	struct table table = view_table(view, &t->base, &query, t->arena);
	assert_null(table.notice);
	struct caption caption = caption_of(view, &table, "", t->arena);
	out = open_memstream(&text, &size);
	writer_named("csv")->write(&table, &caption, out);
	fclose(out);
	const char *copy = arena_text(t->arena, text, size);
	free(text);
	return copy;
}

static void assert_has(const char *text, const char *part) {
	if (!strstr(text, part))
		print_message("no \"%s\" in\n%s", part, text);
	assert_non_null(strstr(text, part));
}

static void flat_has_its_functions(void **state) {
	const char *flat = shown(*state, "flat", NULL);

	assert_has(flat, "gone");
	assert_has(flat, "main");
}

static void graph_and_trees_have_its_calls(void **state) {
	struct test *t = *state;
	const struct profile *p = t->base.profile;

	assert_int_equal(p->narcs, 1);
	assert_int_equal(p->arcs[0].calls, 18); /* of two files */
	assert_has(shown(t, "graph", "gone"), "main");
	assert_has(shown(t, "tree", NULL), "gone");
	assert_has(shown(t, "callers", "gone"), "main");
}

static void lines_are_those_of_its_source(void **state) {
	const char *lines = shown(*state, "lines", NULL);

	assert_has(lines, "old.c");
	assert_null(strstr(lines, "new.c"));
}

static void source_is_its_own(void **state) {
	const char *source = shown(*state, "source", "gone");

	assert_has(source, "n = n * 7; /* of old */");
	assert_null(strstr(source, "of new"));
}

static void instructions_are_its_own(void **state) {
	struct test *t = *state;
	const char *text = shown(t, "asm", "gone");
	const struct func *gone = names_find(t->base.names, "gone", &t->err);

	assert_has(text, arena_format(t->arena, "%jx", (uintmax_t)gone->low));
	assert_has(text, "old.c");
}

static void files_and_runs_are_its_own(void **state) {
	struct test *t = *state;

	assert_int_equal(t->base.runs->n, 2);
	assert_has(shown(t, "files", NULL), "2");
	assert_has(shown(t, "runs", NULL), "gone");
}

/* The rows of main in both sides that are marked "+", "-" or not at all. */
struct marks {
	size_t added, removed, same;
	double base; /* ticks of what is removed */
};

static struct marks marks_of(struct test *t, const char *view_name, enum sides sides) {
	const struct query query = { .subject = names_find(t->new.names, "main", &t->err),
		                     .display.sides = sides };
	const struct table table = view_table(view_named(view_name), &t->new, &query, t->arena);
	struct marks marks = { 0 };

	for (size_t i = 0; i < table.nrows; i++) {
		const struct figures *r = table.rows[i].item;

		marks.added += r->edit && *r->edit == '+';
		marks.removed += r->edit && *r->edit == '-';
		marks.same += !r->edit;
		if (r->edit && *r->edit == '-' && !isnan(r->base))
			marks.base += r->base;
	}
	return marks;
}

/* gone() lost a word and its comment: two lines each. */
static void source_has_what_changed(void **state) {
	const struct marks both = marks_of(*state, "source", SIDES_BOTH);
	const struct marks new = marks_of(*state, "source", SIDES_NEW);
	const struct marks base = marks_of(*state, "source", SIDES_BASE);

	assert_int_equal(both.added, 2);
	assert_int_equal(both.removed, 2);
	assert_int_equal(both.same, 8);
	assert_int_equal(new.added + new.same, 10);
	assert_int_equal(new.removed, 0);
	assert_int_equal(base.removed + base.same, 10);
	assert_int_equal(base.added, 0);
	assert_true(both.base > 0); /* the samples of gone() */
}

/* main() calls in the base what is inlined on the new side. */
static void instructions_have_what_changed(void **state) {
	struct test *t = *state;
	const struct marks both = marks_of(t, "asm", SIDES_BOTH);
	const struct func *main_func = names_find(t->new.names, "main", &t->err);
	const struct code *code = t->new.codes->get(t->new.codes->context, main_func, NULL);

	assert_true(both.added > 0 && both.removed > 0 && both.same > 0);
	assert_int_equal(both.added + both.same, code->n);
}

/* Nothing of it needs the new side. */
static void it_is_compared_with_nothing(void **state) {
	const struct test *t = *state;

	assert_null(t->base.comparison);
	assert_null(t->base.base);
	assert_ptr_equal(t->base.profile, t->sides.loaded.data.profile);
	assert_ptr_not_equal(t->base.profile, t->loaded.data.profile);
	assert_true(t->sides.has_apart);
	assert_true(t->sides.apart.data.profile->is_apart);
}

/* The matching of the base and of a comparison, which were opened by names as a report does. */
static void match_by_names(const struct test *t, const char *suffix,
                           const struct matching **of_base, const struct matching **compared) {
	const char *const new_files[] = { arena_format(t->arena, "%s/3", t->folder) };
	const char *words[] = { arena_format(t->arena, "%s/old%s", t->folder, suffix),
		                arena_format(t->arena, "%s/1", t->folder) };
	const struct load_request request = { .executable = arena_format(t->arena, "%s/new%s",
		                                                         t->folder, suffix),
		                              .files = new_files,
		                              .nfiles = 1,
		                              .rules = &rules_exact };
	const struct base_request base = { .words = words, .nwords = 2 };
	struct base_sides sides;
	struct load_result loaded;
	struct error err;

	assert_true(load_profile(&loaded, &request, t->arena, NULL, &err));
	assert_true(load_base(&sides, &base, &request, &loaded.data, false, t->arena, NULL, &err));
	const struct comparison *c = load_comparison(&base, &sides, &request, &loaded.data,
	                                             t->arena, NULL, &err);
	assert_non_null(c);
	*of_base = sides.in.matching;
	*compared = c->matching;
}

/* `gone` is on one side only: lines could tell more, but a program without any has none. */
static void functions_are_matched_once_without_lines(void **state) {
	const struct test *t = *state;
	const struct matching *of_base, *compared;

	assert_true(run(t, "strip -g -o old.s old && strip -g -o new.s new"));
	match_by_names(t, ".s", &of_base, &compared);
	assert_non_null(of_base);
	assert_ptr_equal(compared, of_base);
	match_by_names(t, "", &of_base, &compared);
	assert_null(of_base);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flat_has_its_functions),
		cmocka_unit_test(graph_and_trees_have_its_calls),
		cmocka_unit_test(lines_are_those_of_its_source),
		cmocka_unit_test(source_is_its_own),
		cmocka_unit_test(instructions_are_its_own),
		cmocka_unit_test(files_and_runs_are_its_own),
		cmocka_unit_test(source_has_what_changed),
		cmocka_unit_test(instructions_have_what_changed),
		cmocka_unit_test(it_is_compared_with_nothing),
		cmocka_unit_test(functions_are_matched_once_without_lines),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
