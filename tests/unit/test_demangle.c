/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "libbfd_version.h"
#include "parse/object/demangle.h"

#include "assertions.h"

/* As GNU gprof 2.40 prints them with --demangle=STYLE. */
static const struct {
	const char *style, *raw, *readable; /* NULL: not mangled */
} styled[] = {
	{ "none", "_Z3foov", NULL },
	{ "auto", "_Z3foov", "foo()" },
	{ "gnu-v3", "_Z3fooi", "foo(int)" },
	{ "gnu-v3", "_RNvC6_123foo3bar", NULL },
	{ "rust", "_Z3foov", NULL },
	{ "java", "_ZN4java4lang6ObjectC1Ev", "java.lang.Object.Object()" },
	{ "java", "main", NULL },
	{ "gnat", "ada__text_io__put", "ada.text_io.put" },
	{ "gnat", "_ada_main", "main" },
	{ "gnat", "Main", "<Main>" },
	{ "gnat", "ada__put@plt", "ada.put@plt" },
	{ "auto", "__m_MOD_x", NULL },
	{ "dlang", "_Z3foov", NULL },
	{ "dlang", "_Dmain", "D main" },
	{ "dlang", "_D8demangle4testFZv", "demangle.test()" },
	{ "dlang", "_D8demangle1SQj4testFZv", NULL },
};

struct name {
	const char *raw, *readable; /* NULL: not mangled */
};

static const struct name names[] = {
	{ "main", NULL },
	{ "", NULL },
	{ "_", NULL },
	{ "_Z", NULL },
	{ "_start", NULL },
	{ "Z", NULL },
	{ "Read", NULL },
	{ "..", NULL },
	{ "@", NULL },
	{ "_Zxx", NULL },
	{ "_Z3foov", "foo()" },
	{ "_Z3fooRKSs", "foo(std::string const&)" },
	{ "_ZNK3foo3barIiEEvT_", "void foo::bar<int>(int) const" },
	{ "_Z3foov.part.0", "foo() [clone .part.0]" },
	{ "_Z3foov.constprop.0.cold", "foo() [clone .constprop.0] [clone .cold]" },
	{ "_GLOBAL__I__Z3foov", "global constructors keyed to foo()" },
	{ "._Z3foov", ".foo()" },
	{ "$_Z3foov", "$foo()" },
	{ "_Z3foov@plt", "foo()@plt" },
	{ "_Z3foov@@V_1.2", "foo()@@V_1.2" },
	{ "_ZNSspLEPKc", "std::string::operator+=(char const*)" },
	{ "_ZN6CyclespLERKS_", "Cycles::operator+=(Cycles const&)" },
	{ "_ZN2IDpLERKS_", "ID::operator+=(ID const&)" },
	{ "_ZN5tests3fooIJiiEEEvDpT_", "void tests::foo<int, int>(int, int)" },
	{ "_Z3fooIJPKcRiEEvDpKT_", "void foo<char const*, int&>(char const* const, int& const)" },
	{ "_Z1fIJicEE1AIXsZT_EEDpT_", "A<2> f<int, char>(int, char)" },
	{ "_Z1fIJiEEDTspcl1gfp_EEDpRKT_", "decltype ((g({parm#1}))...) f<int>(int const&)" },
	{ "_ZN1AcvT_IiEIPvEEv", "A::operator void*<int><void*>()" },
	{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt" },
	{ "__grid_mod_MOD_grid_sweep", "grid_mod::grid_sweep" },
	{ "__a_mod_SMOD_x", "a_mod::x" },
	{ "__grid_mod.grid_sub_MOD_helper", "grid_mod::grid_sub::helper" },
	{ "__m.a.b_MOD_x", "m::a::b::x" },
	{ "__m_MOD___copy_m_Cell", "m::__copy_m_Cell" },
	{ "__m_MOD_x.constprop.0.isra.1.cold",
	  "m::x [clone .constprop.0] [clone .isra.1] [clone .cold]" },
	{ "__m_MOD_x@plt", "m::x@plt" },
	{ "__m_MOD_", NULL },
	{ "___MOD_x", NULL },
	{ "__MOD_x", NULL },
	{ "__mMOD_x", NULL },
	{ "__M_MOD_x", NULL },
	{ "__m_MOD_x-y", NULL },
	{ "_m_MOD_x", NULL },
	{ "m_MOD_x", NULL },
	{ "inner.0", NULL },
};

/* Since binutils 2.40, some of them before. */
static const struct name rust_names[] = {
	{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE.llvm.1234",
	  "core::fmt::Write::write_fmt" },
	{ "_ZN40_$LT$a..B$u20$as$u20$core..fmt..Show$GT$3fmt17h"
	  "0123456789abcdefE.cold",
	  "<a::B as core::fmt::Show>::fmt.cold" },
	{ "_RNvC6_123foo3bar", "123foo::bar" },
	{ "_RNvC7FGuard_3bar", "FGuard_::bar" },
	{ "_RNvCs1xDGV85I1S7_3foo3bar", "foo::bar" },
	{ "_RIC1aFG0_EuE", "a::<for<'a, 'b> fn()>" },
	{ "_RNvCs1234_7mycrate3foo.cold.llvm.AB12", "mycrate::foo.cold" },
};

static void check_names(const struct name *table, size_t n) {
	char out[256];

	for (size_t i = 0; i < n; i++) {
		bool is_mangled = demangle(out, sizeof out, table[i].raw, NULL);

		assert_int_equal(is_mangled, table[i].readable != NULL);
		if (is_mangled)
			assert_string_equal(out, table[i].readable);
	}
}

static void readable_names(void **state) {
	check_names(names, sizeof names / sizeof *names);
}

static void newer_names_of_rust(void **state) {
	char out[256];

	if (!libbfd_since(40))
		skip();
	check_names(rust_names, sizeof rust_names / sizeof *rust_names);
	assert_true(
		demangle_in_style(out, sizeof out, "_RNvC6_123foo3bar", DEMANGLE_RUST, 0, NULL));
	assert_string_equal(out, "123foo::bar");
}

static void what_does_not_fit_is_cut(void **state) {
	char out[16];

	memset(out, 'x', sizeof out);
	assert_true(demangle(out, 10, "_Z3fooiii@plt", NULL));
	assert_string_equal(out, "foo(in...");
	assert_int_equal(out[10], 'x');
	assert_true(demangle(out, 6, "_Z3foov", NULL));
	assert_string_equal(out, "foo()");
	assert_true(demangle(out, 5, "_Z3foov", NULL));
	assert_string_equal(out, "f...");
	assert_true(demangle(out, 4, "_Z3foov", NULL));
	assert_string_equal(out, "...");
	assert_int_equal(out[10], 'x');
}

/* 217 bytes that stand for 15 MB. */
static void an_explosion_is_cut(void **state) {
	static const char raw[] = "_Z1f1XSt4pairIS_S_ES0_IS1_S1_ES0_IS2_S2_ES0_IS3_S3_E"
				  "S0_IS4_S4_ES0_IS5_S5_ES0_IS6_S6_ES0_IS7_S7_ES0_IS8_S8_E"
				  "S0_IS9_S9_ES0_ISA_SA_ES0_ISB_SB_ES0_ISC_SC_ES0_ISD_SD_E"
				  "S0_ISE_SE_ES0_ISF_SF_ES0_ISG_SG_ES0_ISH_SH_ES0_ISI_SI_E";
	static char out[4096];

	assert_true(demangle(out, sizeof out, raw, NULL));
	assert_int_equal(strlen(out), sizeof out - 1);
	assert_string_equal(out + sizeof out - 4, "...");
}

/* A pack is looked for in what 2 to the power of 60 substitutions mean. */
static void put_pack_bomb(char *out, size_t size) {
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *before = "S1_";
	char last[2][16];
	size_t len = (size_t)snprintf(out, size, "_Z1fI1AIiiE");

	for (int i = 0; i < 60; i++) {
		len += (size_t)snprintf(out + len, size - len, "S0_I%s%sE", before, before);
		before = last[i % 2];
		snprintf(last[i % 2], sizeof last[0], i + 2 < 36 ? "S%.0d%c_" : "S%d%c_",
		         (i + 2) / 36, digits[(i + 2) % 36]);
	}
	snprintf(out + len, size - len, "EDp%sv", before);
}

/* What takes the library forever is not made readable. */
static void names_without_end_are_left(void **state) {
	static char name[1024], out[4096];

	put_pack_bomb(name, sizeof name);
	assert_false(demangle(out, sizeof out, name, NULL));
	strcpy(name, "_ZN1Acv");
	for (size_t i = 0; i < 200; i++)
		strcat(name, "T_I");
	assert_false(demangle(out, sizeof out, name, NULL));
	assert_false(demangle(out, sizeof out, "_RC1aIC1bFGzzzzzzzzzz_EuE", NULL));
	assert_false(demangle(out, sizeof out, "_RC1aIC1bDGzzzzzzzzzz_EL_E", NULL));
}

static void underscores_are_dropped(void **state) {
	char out[16];

	assert_true(demangle_underscored(out, sizeof out, "__Z3foov", NULL));
	assert_string_equal(out, "foo()");
	assert_true(demangle_underscored(out, sizeof out, "_main", NULL));
	assert_string_equal(out, "main");
	assert_true(demangle_underscored(out, 5, "_main", NULL));
	assert_string_equal(out, "main");
	assert_true(demangle_underscored(out, 4, "_main", NULL));
	assert_string_equal(out, "...");
	assert_false(demangle_underscored(out, sizeof out, "main", NULL));
}

static void styles_read_their_own_names(void **state) {
	enum demangle_style style;
	char out[256];

	assert_false(demangle_style_named("gnu", &style));
	for (size_t i = 0; i < sizeof styled / sizeof *styled; i++) {
		assert_true(demangle_style_named(styled[i].style, &style));
		if (demangle_in_style(out, sizeof out, styled[i].raw, style, 0, NULL))
			assert_string_equal(out, styled[i].readable);
		else
			assert_null(styled[i].readable);
	}
	assert_true(demangle_in_style(out, sizeof out, "_ada__put", DEMANGLE_GNAT, '_', NULL));
	assert_string_equal(out, "ada.put");
	assert_true(demangle_in_style(out, 8, "ada__text_io__put", DEMANGLE_GNAT, 0, NULL));
	assert_string_equal(out, "ada....");
}

/* Each back reference repeats all before it: 2 to the power of 40. */
static void references_of_d_do_not_explode(void **state) {
	char name[1024] = "_D1aFG1i", out[64];
	size_t len = strlen(name);

	for (size_t i = 0; i < 40; i++)
		len += (size_t)snprintf(name + len, sizeof name - len, "HQ%cQ%c",
		                        (char)('a' + 3 + i % 3), (char)('a' + 5 + i % 3));
	demangle_in_style(out, sizeof out, name, DEMANGLE_DLANG, 0, NULL);
	memset(name, 'Q', sizeof name - 1);
	assert_false(demangle_in_style(out, sizeof out, name, DEMANGLE_DLANG, 0, NULL));
}

/* A symbol, a name of the program that has it, and what that is read as; NULL: as it is. */
static const struct {
	const char *symbol, *raw, *readable;
} of_programs[] = {
	{ "adainit", "work__sum_of", "work.sum_of" },
	{ "adainit", "_ada_p", "p" },
	{ "adainit", "ada_main___elabb", "ada_main'Elab_Body" },
	{ "adainit", "__gnat_malloc", NULL },
	{ "adainit", "main", NULL },
	{ "adainit", "_ZN4work3sumEi", "work::sum(int)" },
	{ "NimMain", "sumOf__pn_2.constprop.0", "pn.sumOf [clone .constprop.0]" },
	{ "NimMain", "add__stdZstrutils_11", "std/strutils.add" },
	{ "NimMain", "sumOf__pn_u2", "pn.sumOf" },
	{ "NimMain", "pluseq___pn_11", "pn.pluseq_" },
	{ "NimMain", "NimMainInner", NULL },
	{ "NimMain", "__pn_2", NULL },
	{ "NimMain", "Marker_tyRef__RJnHOb9cQV3", NULL },
	{ "PASCALMAIN", "P$PP_$$_TWICE$DOUBLE$LONGINT$$DOUBLE", "PP.TWICE(DOUBLE, LONGINT)" },
	{ "PASCALMAIN", "P$PP$_$TWORK_$__$$_SUM_OF$$DOUBLE", "PP.TWORK.SUM_OF" },
	{ "PASCALMAIN", "MY_UNIT_$$_GO", "MY_UNIT.GO" },
	{ "PASCALMAIN", "FPC_SysEntry", NULL },
};

static void names_of_other_languages(void **state) {
	char out[64];

	assert_null(demangler_by("main"));
	for (size_t i = 0; i < sizeof of_programs / sizeof *of_programs; i++) {
		demangler *own = demangler_by(of_programs[i].symbol);

		assert_non_null(own);
		const bool ok = own(out, sizeof out, of_programs[i].raw, NULL);
		assert_int_equal(ok, of_programs[i].readable != NULL);
		if (ok)
			assert_string_equal(out, of_programs[i].readable);
	}
	assert_true(demangle(out, sizeof out, "_D1p4Work5sumOfFiZd", NULL));
	assert_string_equal(out, "p.Work.sumOf(int)");
	assert_true(demangle(out, sizeof out, "_Dmain", NULL));
	assert_false(demangle(out, sizeof out, "_Dnothing", NULL));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_other_languages),
		cmocka_unit_test(styles_read_their_own_names),
		cmocka_unit_test(references_of_d_do_not_explode),
		cmocka_unit_test(readable_names),
		cmocka_unit_test(newer_names_of_rust),
		cmocka_unit_test(what_does_not_fit_is_cut),
		cmocka_unit_test(an_explosion_is_cut),
		cmocka_unit_test(names_without_end_are_left),
		cmocka_unit_test(underscores_are_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
