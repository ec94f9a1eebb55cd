/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which symbols are functions, and which bytes are theirs: by symbol sizes,
 * and as gprof has it. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/image.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct profile *exact(struct builder *b) {
	const struct profile *p = builder_profile(b, &rules_exact);

	assert_non_null(p);
	return p;
}

static const struct profile *gprof(struct builder *b) {
	const struct profile *p = builder_profile(b, &rules_gprof);

	assert_non_null(p);
	return p;
}

/* The names of all functions, parted by blanks, have to be these. */
static void assert_names(const struct profile *p, const char *expected) {
	char names[1000] = "";

	for (size_t i = 0; i < p->nfuncs; i++) {
		strcat(names, i ? " " : "");
		strcat(names, p->funcs[i].name);
	}
	assert_string_equal(names, expected);
}

static void assert_owner(const struct profile *p, uint64_t low, uint64_t high, const char *name) {
	for (uint64_t address = low; address < high; address++) {
		const struct func *f = profile_at(p, address);

		if (!name)
			assert_null(f);
		else if (!f || strcmp(f->name, name) != 0)
			fail_msg("0x%x belongs to %s, not to %s", (unsigned)address,
			         f ? f->name : "nobody", name);
	}
}

static void sizes_end_functions(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "second", 0x1020, 0x8);
	builder_symbol(b, "first", 0x1000, 0x10);
	const struct profile *p = exact(b);
	assert_names(p, "first second");
	assert_owner(p, 0x1000, 0x1010, "first");
	assert_owner(p, 0x1010, 0x1020, NULL);
	assert_owner(p, 0x1020, 0x1028, "second");
	assert_owner(p, 0x1028, 0x1030, NULL);
}

static void an_inner_symbol_cuts_its_piece_out(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "outer", 0x1000, 0x100);
	builder_symbol(b, "inner", 0x1040, 0x10);
	builder_symbol(b, "overhang", 0x10f0, 0x20);
	const struct profile *p = exact(b);
	assert_names(p, "outer inner overhang");
	assert_owner(p, 0x1000, 0x1040, "outer");
	assert_owner(p, 0x1040, 0x1050, "inner");
	assert_owner(p, 0x1050, 0x10f0, "outer");
	assert_owner(p, 0x10f0, 0x1110, "overhang");
	assert_owner(p, 0x1110, 0x1120, NULL);
}

static void the_best_name_of_an_address_is_taken(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "__hidden", 0x1000, 0x10);
	builder_symbol(b, "_hidden", 0x1000, 0x10);
	builder_symbol(b, "plain", 0x1000, 0x10);
	builder_symbol(b, "plain_too", 0x1000, 0x10);
	struct symbol *s = builder_symbol(b, "local", 0x1010, 0x10);
	s->binding = SYMBOL_LOCAL;
	builder_symbol(b, "__global", 0x1010, 0x10);
	s = builder_symbol(b, "label", 0x1020, 0);
	s->kind = SYMBOL_NOTYPE;
	s = builder_symbol(b, "_function", 0x1020, 0x10);
	s->binding = SYMBOL_LOCAL;
	s = builder_symbol(b, "made_up", 0x1030, 0x10);
	s->table = TABLE_SYNTHETIC;
	s = builder_symbol(b, "dynamic", 0x1030, 0x10);
	s->table = TABLE_DYNAMIC;
	assert_names(exact(b), "plain __global _function dynamic");
}

static void the_biggest_size_of_all_names_counts(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "_a", 0x1000, 0x20);
	builder_symbol(b, "b", 0x1100, 0);
	builder_symbol(b, "_b", 0x1100, 0x8);
	const struct profile *p = exact(b);
	assert_names(p, "a b");
	assert_owner(p, 0x1000, 0x1020, "a");
	assert_owner(p, 0x1020, 0x1030, NULL);
	assert_owner(p, 0x1100, 0x1108, "b");
	assert_owner(p, 0x1108, 0x1110, NULL);
}

static void without_a_size_the_next_symbol_ends_it(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "first", 0x1000, 0);
	struct symbol *s = builder_symbol(b, "assembled", 0x1040, 0);
	s->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "last", 0x1ff0, 0);
	builder_symbol(b, "plt", 0x810, 0);
	const struct profile *p = exact(b);
	assert_names(p, "plt first assembled last");
	assert_owner(p, 0x810, PLT_HIGH, "plt");
	assert_owner(p, PLT_HIGH, 0x1000, NULL);
	assert_owner(p, 0x1000, 0x1040, "first");
	assert_owner(p, 0x1040, 0x1ff0, "assembled");
	assert_owner(p, 0x1ff0, TEXT_HIGH, "last");
	assert_owner(p, TEXT_HIGH, 0x2010, NULL);
}

static void sizes_beyond_the_section_are_cut(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "huge", 0x1800, UINT64_MAX);
	builder_symbol(b, "big", 0x8f0, 0x1000);
	const struct profile *p = exact(b);
	assert_owner(p, 0x8f0, PLT_HIGH, "big");
	assert_owner(p, PLT_HIGH, 0x1800, NULL);
	assert_owner(p, 0x1800, TEXT_HIGH, "huge");
	assert_null(profile_at(p, TEXT_HIGH));
}

static void labels_inside_functions_are_no_functions(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "function", 0x1000, 0x40);
	builder_symbol(b, "label", 0x1010, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "sized", 0x1020, 0x8)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "outside", 0x1040, 0)->kind = SYMBOL_NOTYPE;
	const struct profile *p = exact(b);
	assert_names(p, "function sized outside");
	assert_owner(p, 0x1000, 0x1020, "function");
	assert_owner(p, 0x1020, 0x1028, "sized");
	assert_owner(p, 0x1028, 0x1040, "function");
	assert_owner(p, 0x1040, TEXT_HIGH, "outside");
}

static void what_is_no_code_is_no_function(void **state) {
	static const char *const labels[] = {
		"$a", "$d", "$t", "$x", "$d.3", "$xrv64i", ".L4", ""
	};
	struct builder *b = *state;

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		builder_symbol(b, labels[i], 0x1100 + i, 4)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "$add", 0x1000, 4);
	builder_symbol(b, "variable", DATA_LOW, 4);
	builder_symbol(b, "table", 0x1010, 4)->kind = SYMBOL_OBJECT;
	builder_symbol(b, "thread", 0x1020, 4)->kind = SYMBOL_TLS;
	builder_symbol(b, "a.c", 0x1030, 4)->kind = SYMBOL_FILE;
	builder_symbol(b, ".text", 0x1040, 4)->kind = SYMBOL_SECTION;
	builder_symbol(b, "absolute", 0x1050, 4)->is_absolute = true;
	builder_symbol(b, "extern", 0x1060, 4)->is_undefined = true;
	builder_symbol(b, "nowhere", 0x5000, 4);
	builder_symbol(b, "resolver", 0x1070, 4)->kind = SYMBOL_IFUNC;
	assert_names(exact(b), "$add resolver");
}

static void clones_are_functions_of_their_own(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	struct symbol *s = builder_symbol(b, "f.part.0", 0x1010, 0x10);
	s->binding = SYMBOL_LOCAL;
	s->passes_gprof = false;
	assert_names(exact(b), "f f.part.0");
	assert_true(func_of(exact(b), "f.part.0")->is_static);
	assert_names(gprof(b), "f");
	assert_owner(gprof(b), 0x1000, TEXT_HIGH, "f");
}

static void the_plt_is_distinguished(void **state) {
	struct builder *b = *state;
	struct symbol *s = builder_symbol(b, "puts@plt", 0x810, 0x10);

	s->table = TABLE_SYNTHETIC;
	builder_symbol(b, "main", 0x1000, 0x10);
	const struct profile *p = exact(b);
	assert_int_equal(func_of(p, "puts@plt")->kind, FUNC_PLT);
	assert_int_equal(func_of(p, "main")->kind, FUNC_SYMBOL);
	assert_names(gprof(b), "main");
}

static void gprof_ignores_sizes(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "outer", 0x1000, 0x100);
	builder_symbol(b, "inner", 0x1040, 0x10);
	const struct profile *p = gprof(b);
	assert_owner(p, 0x1000, 0x1040, "outer");
	assert_owner(p, 0x1040, TEXT_HIGH, "inner");
}

static void gprof_keeps_these_symbols(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "func", 0x1000, 0);
	builder_symbol(b, "notype", 0x1010, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "object", 0x1020, 0)->kind = SYMBOL_OBJECT;
	struct symbol *s = builder_symbol(b, "data_start", DATA_LOW, 0);
	s->kind = SYMBOL_NOTYPE;
	s->binding = SYMBOL_WEAK;
	s = builder_symbol(b, "weak_absolute", 0x1030, 0);
	s->binding = SYMBOL_WEAK;
	s->is_absolute = true;
	s->section = NULL;
	s = builder_symbol(b, "local", 0x1040, 0);
	s->binding = SYMBOL_LOCAL;
	builder_symbol(b, "$global", 0x1050, 0);
	assert_names(gprof(b), "func notype object weak_absolute local $global "
	                       "data_start");
	assert_true(func_of(gprof(b), "local")->is_static);
	assert_false(func_of(gprof(b), "weak_absolute")->is_static);
	assert_false(func_of(gprof(b), "notype")->is_function);
}

static void gprof_drops_these_symbols(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "kept", 0x1000, 0);
	builder_symbol(b, "a.c", 0x1010, 0)->kind = SYMBOL_FILE;
	builder_symbol(b, ".text", 0x1020, 0)->kind = SYMBOL_SECTION;
	builder_symbol(b, "undefined", 0x1030, 0)->is_undefined = true;
	builder_symbol(b, "ifunc", 0x1040, 0)->kind = SYMBOL_IFUNC;
	builder_symbol(b, "unique", 0x1050, 0)->binding = SYMBOL_UNIQUE;
	builder_symbol(b, "absolute", 0x1060, 0)->is_absolute = true;
	builder_symbol(b, "variable", DATA_LOW, 0);
	builder_symbol(b, "dynamic", 0x1070, 0)->table = TABLE_DYNAMIC;
	builder_symbol(b, "debug", 0x1080, 0)->table = TABLE_DEBUG;
	struct symbol *s = builder_symbol(b, "weak_object", 0x1090, 0);
	s->kind = SYMBOL_OBJECT;
	s->binding = SYMBOL_WEAK;
	s = builder_symbol(b, "clone.part.0", 0x10a0, 0);
	s->passes_gprof = false;
	s->binding = SYMBOL_LOCAL;
	builder_symbol(b, "", 0x10b0, 0)->binding = SYMBOL_LOCAL;
	assert_names(gprof(b), "kept");
}

static void gprof_passes_over_some_sections(void **state) {
	static const char *const names[] = { ".idata", ".idata$2", ".pdata.x", ".edata7" };
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0);
	builder_symbol(b, "import", 0x810, 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		b->sections[0].name = names[i];
		assert_names(gprof(b), "main");
	}
	b->sections[0].name = ".idatax";
	assert_names(gprof(b), "import main");
}

static void options_of_gprof_drop_locals(void **state) {
	struct builder *b = *state;
	struct rules no_statics = rules_gprof, functions_only = rules_gprof;

	no_statics.no_statics = true;
	functions_only.functions_only = true;
	builder_symbol(b, "global", 0x1000, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "local", 0x1010, 0)->binding = SYMBOL_LOCAL;
	struct symbol *s = builder_symbol(b, "label", 0x1020, 0);
	s->binding = SYMBOL_LOCAL;
	s->kind = SYMBOL_NOTYPE;
	assert_names(gprof(b), "global local label");
	assert_names(builder_profile(b, &no_statics), "global");
	assert_names(builder_profile(b, &functions_only), "global local");
}

static void a_leading_character_marks_functions(void **state) {
	struct builder *b = *state;

	b->image.leading_char = '_';
	b->image.is_elf = false;
	builder_symbol(b, "_f", 0x1000, 0)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "f", 0x1010, 0)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "g", 0x1020, 0)->kind = SYMBOL_NOTYPE;
	assert_names(gprof(b), "_f g");
	assert_true(func_of(gprof(b), "g")->is_function);
}

/* Global beats static, then a function beats a label, then the name with
 * fewer underscores wins, then the first one. */
static void gprof_takes_one_name_of_an_address(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "static_func", 0x1000, 0)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "__global_label", 0x1000, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "label", 0x1010, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "__func", 0x1010, 0);
	builder_symbol(b, "__two", 0x1020, 0);
	builder_symbol(b, "_one", 0x1020, 0);
	builder_symbol(b, "none", 0x1020, 0);
	builder_symbol(b, "none_too", 0x1020, 0);
	builder_symbol(b, "__two_first", 0x1030, 0);
	builder_symbol(b, "__two_then", 0x1030, 0);
	builder_symbol(b, "_one_first", 0x1040, 0);
	builder_symbol(b, "__two_last", 0x1040, 0);
	struct symbol *s = builder_symbol(b, "local_first", 0x1050, 0);
	s->binding = SYMBOL_LOCAL;
	s = builder_symbol(b, "local_then", 0x1050, 0);
	s->binding = SYMBOL_LOCAL;
	assert_names(gprof(b), "__global_label __func none __two_first "
	                       "_one_first local_first");
}

static void the_last_function_ends_with_text(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "data_start", DATA_LOW, 0)->binding = SYMBOL_WEAK;
	const struct profile *p = gprof(b);
	assert_owner(p, 0x1000, DATA_LOW, "main");
	assert_null(profile_at(p, DATA_LOW));
	assert_compared(p->funcs[1].high, ==, p->funcs[1].low);
}

static void without_functions_gprof_fails(void **state) {
	struct builder *b = *state;

	assert_null(builder_profile(b, &rules_gprof));
	assert_string_equal(b->err.reason, "file `a.out' has no symbols");
	b->image.text = NULL;
	assert_null(builder_profile(b, &rules_gprof));
	assert_string_equal(b->err.reason, "can't find .text section in a.out");
}

static void a_stripped_executable_has_no_functions(void **state) {
	assert_int_equal(exact(*state)->nfuncs, 0);
}

/* Sections of a file that was not linked, or of a damaged one, overlap. */
static void gaps_of_sections_that_overlap_share_no_code(void **state) {
	struct builder *b = *state;
	static const struct section overlapping[][2] = {
		{ { 0 } }, /* as they are */
		{ { ".plt", 0xf00, 0x1100, .is_code = true },
		  { ".text", 0x1000, 0x2000, .is_code = true } },
		{ { ".plt", 0x1000, 0x1100, .is_code = true },
		  { ".text", 0x1000, 0x2000, .is_code = true } },
		{ { ".plt", 0x1400, 0x1500, .is_code = true },
		  { ".text", 0x1000, 0x2000, .is_code = true } },
	};

	for (size_t i = 0; i < 256; i++)
		builder_bin(b, (uint32_t)i, i % 7);
	builder_histogram(b, 0xf00, 0x2100, 256, 100);
	for (size_t i = 0; i < sizeof overlapping / sizeof *overlapping; i++) {
		if (i)
			memcpy(b->sections, overlapping[i], sizeof overlapping[i]);
		const struct profile *p = builder_profile(b, &rules_exact);
		assert_non_null(p);
		for (size_t k = 1; k < p->nfuncs; k++)
			assert_compared(p->funcs[k].low, >=, p->funcs[k - 1].high);
	}
}

static void an_executable_without_sections_fails(void **state) {
	struct builder *b = *state;

	b->image.nsections = 0;
	assert_null(builder_profile(b, &rules_exact));
	assert_string_equal(b->err.reason, "a.out: no sections");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(sizes_end_functions),
		TEST(an_inner_symbol_cuts_its_piece_out),
		TEST(the_best_name_of_an_address_is_taken),
		TEST(the_biggest_size_of_all_names_counts),
		TEST(without_a_size_the_next_symbol_ends_it),
		TEST(sizes_beyond_the_section_are_cut),
		TEST(labels_inside_functions_are_no_functions),
		TEST(what_is_no_code_is_no_function),
		TEST(clones_are_functions_of_their_own),
		TEST(the_plt_is_distinguished),
		TEST(gprof_ignores_sizes),
		TEST(gprof_keeps_these_symbols),
		TEST(gprof_drops_these_symbols),
		TEST(gprof_passes_over_some_sections),
		TEST(options_of_gprof_drop_locals),
		TEST(a_leading_character_marks_functions),
		TEST(gprof_takes_one_name_of_an_address),
		TEST(the_last_function_ends_with_text),
		TEST(without_functions_gprof_fails),
		TEST(a_stripped_executable_has_no_functions),
		TEST(gaps_of_sections_that_overlap_share_no_code),
		TEST(an_executable_without_sections_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
