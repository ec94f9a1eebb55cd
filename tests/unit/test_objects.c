/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program and a library that it loads, which have the same addresses in their files: what is
 * asked of an address is answered by the object that has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/code.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/dataset.h"
#include "parse/code/disassembly.h"
#include "parse/code/sample_sites.h"
#include "parse/dwarf/lines.h"
#include "parse/gmon/reader.h"
#include "parse/object/object.h"
#include "profile_builder.h"

#include "assertions.h"

enum { PROGRAM, LIBRARY, NOBJECTS };

/* What is the object's own: the text of the functions, and what they do. */
static const struct {
	const char *file, *function, *inlined, *source;
} known[NOBJECTS] = {
	{ "x", "work_x", "inner_x", "x.c" },
	{ "y.so", "work_y", "inner_y", "y.c" },
};

struct test {
	char folder[32];
	struct arena *arena;
	const struct object *parts[NOBJECTS], *program;
	const struct image *image; /* of the program */
	struct lines *lines;
};

/* In the library the functions are one line further down.  Both have a function "same". */
static const char make[] =
	"CC=${CC:-cc}; say() { cat <<END\n"
	"volatile int n$1;\n$3"
	"static inline __attribute__((always_inline)) int inner_$1(int n)\n{\n"
	"\tfor (int i = 0; i < n; i++)\n\t\tn$1 += n / (i + $2);\n\treturn n$1;\n}\n"
	"__attribute__((noinline)) int same(int n) { return n$1 * $2 + n; }\n"
	"int work_$1(int n)\n{\n\treturn inner_$1(n) + same(n);\n}\n"
	"END\n}; say x 3 '' >x.c && echo 'int main(void) { return work_x(1); }' >>x.c && "
	"say y 5 '\n' >y.c && $CC -g -O2 -o x x.c && $CC -g -O2 -fPIC -shared -o y.so y.c";

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;
	char line[2048];
	struct error err;

	*t = (struct test){ "/tmp/test-objects-XXXXXX", .arena = arena_new() };
	*state = t;
	if (!mkdtemp(t->folder))
		return 1;
	snprintf(line, sizeof line, "cd %s && { %s; } >output 2>&1", t->folder, make);
	if (system(line))
		return 1;
	for (int i = 0; i < NOBJECTS; i++) {
		t->parts[i] = object_open(arena_format(t->arena, "%s/%s", t->folder, known[i].file),
		                          NULL, t->arena, &err);
		if (!t->parts[i])
			return 1;
	}
	t->program = object_join(t->parts, NOBJECTS, NULL, t->arena, &err);
	if (!t->program)
		return 1;
	t->image = object_image(t->program);
	t->lines = lines_open(t->program, false, t->arena, NULL, &err);
	return !t->lines;
}

static int end(void **state) {
	struct test *t = *state;
	char line[64];

	snprintf(line, sizeof line, "rm -rf %s", t->folder);
	arena_free(t->arena);
	return system(line);
}

static const struct symbol *own_symbol(const struct test *t, int i) {
	return symbol_of(object_image(t->parts[i]), known[i].function);
}

static void objects_have_addresses_of_their_own(void **state) {
	struct test *t = *state;
	const struct section *x = object_image(t->parts[PROGRAM])->text;
	const struct section *y = object_image(t->parts[LIBRARY])->text;
	const struct image_object *list = t->image->objects;

	assert_true(x->low < y->high && y->low < x->high);
	assert_int_equal(t->image->nobjects, NOBJECTS);
	assert_true(list[PROGRAM].high <= list[LIBRARY].low);
	assert_int_equal(list[PROGRAM].bias, 0);
	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *s = symbol_of(t->image, known[i].function);

		assert_non_null(s);
		assert_int_equal(s->low, own_symbol(t, i)->low + list[i].bias);
		assert_true(s->low >= s->section->low && s->low < s->section->high);
		assert_string_equal(s->section->name, ".text");
		assert_int_equal(image_object_at(t->image, s->low), i);
		assert_int_equal(image_file_address(t->image, s->low), own_symbol(t, i)->low);
		assert_string_equal(list[i].path, object_image(t->parts[i])->path);
		assert_ptr_equal(object_part(t->program, (size_t)i), t->parts[i]);
	}
	assert_int_equal(image_object_at(t->image, UINT64_MAX), PROGRAM);
	assert_int_equal(t->image->nsymbols, object_image(t->parts[PROGRAM])->nsymbols +
	                                             object_image(t->parts[LIBRARY])->nsymbols);
}

/* 100 samples on each byte of the functions of both. */
static const struct profile *profile_of(struct test *t) {
	struct records *records = records_new(t->arena);
	struct error err;

	records_add_file(records, "gmon.out", &gmon_reader.format);
	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *s = symbol_of(t->image, known[i].function);
		const uint32_t n = (uint32_t)s->size;
		struct histogram h = seconds_in(s->low, s->low + n, n);

		h.bins.list = arena_alloc(t->arena, n, sizeof *h.bins.list);
		for (; h.bins.n < n; h.bins.n++)
			h.bins.list[h.bins.n] = (struct bin){ .index = (uint32_t)h.bins.n,
				                              .count = 100 };
		records_add_histogram(records, h);
	}
	const struct profile *p = profile_build(t->image, records, &rules_exact, t->arena, NULL,
	                                        &err);
	assert_non_null(p);
	return p;
}

static void functions_are_of_their_object(void **state) {
	struct test *t = *state;
	const struct profile *p = profile_of(t);
	size_t nsame = 0;

	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *s = symbol_of(t->image, known[i].function);
		const struct func *f = profile_at(p, s->low);

		assert_string_equal(f->name, known[i].function);
		assert_int_equal(f->low, s->low);
		assert_int_equal(f->high, s->low + s->size);
		assert_int_equal(f->self_ticks, 100 * s->size);
		assert_int_equal(image_object_at(p->image, f->low), i);
	}
	for (size_t k = 0; k < p->nfuncs; k++)
		nsame += !strcmp(p->funcs[k].name, "same");
	assert_int_equal(nsame, NOBJECTS);
	assert_int_equal(p->total_ticks,
	                 100 * (own_symbol(t, PROGRAM)->size + own_symbol(t, LIBRARY)->size));
}

static void lines_are_of_the_objects_source(void **state) {
	struct test *t = *state;
	const struct func_locations *begins = lines_of_functions(t->lines, profile_of(t), t->arena,
	                                                         NULL);
	struct source_location location;
	size_t nfound = 0;
	uint64_t begin;

	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *same = symbol_of(object_image(t->parts[i]), "same");
		const uint64_t low = same->low + t->image->objects[i].bias;

		assert_true(lines_at(t->lines, low, &location));
		assert_string_equal(location.file, known[i].source);
		assert_int_equal(location.line, 8 + i);
		assert_true(lines_row(t->lines, low + 1, &begin));
		assert_int_equal(begin, low);
	}
	for (size_t k = 0; k < begins->n; k++)
		for (int i = 0; i < NOBJECTS; i++)
			nfound += begins->list[k].path &&
			          !strcmp(begins->list[k].file, known[i].source) &&
			          begins->list[k].line == 8U + (unsigned)i;
	assert_int_equal(nfound, NOBJECTS); /* same() of each */
}

static void inlined_code_is_of_the_objects_functions(void **state) {
	struct test *t = *state;
	const struct profile *p = profile_of(t);
	const struct sample_sites *sites = sample_sites_find(t->program, t->lines, p, t->arena,
	                                                     NULL);
	const struct frames *frames = frames_find(t->program, t->lines, sites, p, t->arena, NULL);
	size_t ninlined[NOBJECTS] = { 0, 0 };

	for (size_t k = 0; k < frames->n; k++) {
		const struct frame *frame = &frames->list[k];
		const char *outer;

		if (frame->outer == NO_FRAME)
			continue;
		outer = frames->list[frame->outer].function;
		int i = !strcmp(outer, known[LIBRARY].function);
		assert_string_equal(outer, known[i].function);
		assert_string_equal(frame->function, known[i].inlined);
		assert_string_equal(frame->location.file, known[i].source);
		assert_int_equal(frame->declared, 2 + i);
		assert_string_equal(frame->func->name, known[i].function);
		assert_int_equal(image_object_at(t->image, frame->address), i);
		ninlined[i]++;
	}
	assert_true(ninlined[PROGRAM] > 0 && ninlined[LIBRARY] > 0);
}

/* The code is that of the object opened by itself, at other addresses. */
static void instructions_are_the_objects(void **state) {
	struct test *t = *state;
	struct error err;
	struct disassembler *d = disassembler_new(t->program, t->arena, &err);
	unsigned size = 0;

	if (!d)
		skip();
	for (int i = 0; i < NOBJECTS; i++) {
		struct disassembler *alone = disassembler_new(t->parts[i], t->arena, &err);
		const uint64_t bias = t->image->objects[i].bias;
		const struct symbol *s = own_symbol(t, i);

		for (uint64_t at = s->low; at < s->low + s->size; at += size) {
			struct instruction one, two;

			for (int turn = 0; turn < 2; turn++) /* from one object to the other */
				disassembler_read(d, symbol_of(t->image, known[turn].function)->low,
				                  &one);
			assert_true(disassembler_read(alone, at, &one));
			assert_true(disassembler_read(d, at + bias, &two));
			assert_string_equal(one.text, two.text);
			assert_int_equal(one.size, two.size);
			assert_int_equal(one.is_call, two.is_call);
			assert_int_equal(one.has_target, two.has_target);
			if (one.has_target)
				assert_int_equal(two.target, one.target + bias);
			if (one.len)
				assert_int_equal(two.named, one.named + bias);
			size = one.size;
		}
	}
}

static const struct code *code_of(struct test *t, const struct object *object,
                                  const struct profile *p, uint64_t address) {
	return disassembly_read(disassembly_new(object, p, t->arena), profile_at(p, address),
	                        t->lines, NULL, t->arena, NULL);
}

static void code_has_the_samples_and_lines_of_its_object(void **state) {
	struct test *t = *state;
	const struct profile *p = profile_of(t);

	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *s = symbol_of(t->image, known[i].function);
		const struct code *code = code_of(t, t->program, p, s->low);

		if (code->reason)
			skip();
		assert_int_equal(code->rows[0].instruction.address, s->low);
		assert_string_equal(code->rows[0].location.file, known[i].source);
		assert_near(code->ticks, 100 * (double)s->size);
	}
}

/* objdump is asked about addresses in the file, of the right file. */
static void another_program_lists_the_object(void **state) {
	struct test *t = *state;

	const struct section_index code = section_index_new(t->image, true, t->arena);

	if (system("objdump --version >/dev/null 2>&1"))
		skip();
	for (int i = 0; i < NOBJECTS; i++) {
		const struct symbol *s = symbol_of(t->image, known[i].function);
		struct listed_code l = { s->low, s->low + s->size, .arena = t->arena };
		uint64_t callee = 0;
		struct error err;

		assert_true(listed_code_read("objdump", t->image, &code, &l, 20000, NULL, &err));
		assert_int_equal(l.list[0].address, s->low);
		assert_int_equal(l.list[l.n - 1].address + l.list[l.n - 1].size, l.high);
		for (size_t k = 0; k < l.n; k++)
			if (l.list[k].is_call || l.list[k].is_jump)
				callee = l.list[k].target;
		assert_int_equal(image_object_at(t->image, callee), i);
	}
}

static void what_does_not_fit_is_refused(void **state) {
	struct test *t = *state;
	const struct object *parts[NOBJECTS] = { t->parts[PROGRAM], NULL };
	struct error err;
	char line[512];

	snprintf(line, sizeof line,
	         "python3 ${SRCDIR:=$PWD}/tests/tools/mkelf.py -o %s/z -c 32 -m sparc -e big "
	         "--text 0x1000:16 - </dev/null",
	         t->folder);
	if (system(line))
		skip();
	parts[LIBRARY] = object_open(arena_format(t->arena, "%s/z", t->folder), NULL, t->arena,
	                             &err);
	assert_non_null(parts[LIBRARY]);
	assert_null(object_join(parts, NOBJECTS, NULL, t->arena, &err));
	assert_string_equal(err.reason,
	                    arena_format(t->arena, "%s/z: cannot be in one program with %s/x",
	                                 t->folder, t->folder));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_have_addresses_of_their_own),
		cmocka_unit_test(functions_are_of_their_object),
		cmocka_unit_test(lines_are_of_the_objects_source),
		cmocka_unit_test(inlined_code_is_of_the_objects_functions),
		cmocka_unit_test(instructions_are_the_objects),
		cmocka_unit_test(code_has_the_samples_and_lines_of_its_object),
		cmocka_unit_test(another_program_lists_the_object),
		cmocka_unit_test(what_does_not_fit_is_refused),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
