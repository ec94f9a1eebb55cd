/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks of bins to functions: by hand, and at random against an oracle that
 * looks at each byte by itself. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/build/bins.h"
#include "profile_builder.h"

#include "assertions.h"

static void assert_ticks(const struct profile *p, const char *name, double ticks) {
	const struct func *f = func_of(p, name);

	if (!f)
		fail_msg("no %s", name);
	assert_near(f->self_ticks, ticks);
}

/* Bins of 4 bytes. */
static const struct profile *of_four_bytes(struct builder *b, const struct rules *rules) {
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	return p;
}

/* Of code without calls that could not be read: the samples around it, by the byte; before them,
 * the 2 ticks a byte of the bin are expected. */
static double rate(double ticks, double bytes) {
	return (0.3 + ticks) / (bytes + 0.3 / 2);
}

/* The part of that rate that was expected only. */
static double unknown(double bytes) {
	return 0.3 / 2 / (bytes + 0.3 / 2);
}

static void a_bin_of_two_functions_is_shared(void **state) {
	struct builder *b = *state;
	const double a = rate(3, 16), all = a + 3 * rate(1, 29), part = a / all;
	const double open = part * (1 - part);
	const double told = (1 - unknown(16)) * (1 - unknown(29));

	builder_symbol(b, "a", 0x1000, 0x11);
	builder_symbol(b, "b", 0x1011, 0x20);
	builder_bin(b, 0, 3);
	builder_bin(b, 4, 8); /* 0x1010 to 0x1014: a byte of a, three of b */
	builder_bin(b, 5, 1);
	const struct profile *p = of_four_bytes(b, &rules_exact);
	assert_ticks(p, "a", 3 + 8 * part);
	assert_ticks(p, "b", 1 + 8 * (1 - part));
	assert_near(func_of(p, "a")->variance,
	            3 + 8 * part + 64 * open * (open + (1 - told) * (1 - open)));
	assert_near(p->total_ticks, 12);
	assert_int_equal(p->samples, 12);
	assert_near(p->lost_ticks, 0);
}

static void padding_gets_nothing_of_a_shared_bin(void **state) {
	struct builder *b = *state;
	const double a = rate(0, 16), all = a + rate(5, 15);

	builder_symbol(b, "a", 0x1000, 0x11);
	builder_symbol(b, "b", 0x1013, 0x10);
	builder_bin(b, 4, 8); /* a, 2 bytes of padding, b */
	builder_bin(b, 8, 5); /* b to its end, and padding */
	const struct profile *p = of_four_bytes(b, &rules_exact);
	assert_ticks(p, "a", 8 * a / all);
	assert_ticks(p, "b", 5 + 8 * (1 - a / all));
	assert_int_equal(p->nfuncs, 2);
}

static void gaps_have_rows_where_ticks_are(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1100, 0x10);
	builder_symbol(b, "c", 0x1200, 0x10);
	builder_bin(b, 0x20, 6); /* 0x1080 */
	builder_bin(b, 0x24, 1);
	const struct profile *p = of_four_bytes(b, &rules_exact);
	assert_int_equal(p->nfuncs, 4);
	const struct func *f = func_of(p, "[.text 0x1010]");
	assert_non_null(f);
	assert_int_equal(f->kind, FUNC_GAP);
	assert_int_equal(f->low, 0x1010);
	assert_int_equal(f->high, 0x1100);
	assert_near(f->self_ticks, 7);
	assert_ptr_equal(profile_at(p, 0x1080), f);
	assert_null(profile_at(p, 0x1150));
	assert_non_null(note_of(p, "samples in code that no symbol names"));
}

static void a_section_without_symbols_is_one_row(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_bin(b, 0, 5); /* 0x800 */
	builder_bin(b, 63, 2);
	builder_bin(b, 64, 4); /* 0x900: between sections */
	builder_histogram(b, PLT_LOW, TEXT_HIGH, 0x600, 100);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_int_equal(p->nfuncs, 3);
	assert_ticks(p, "[.plt]", 7);
	assert_ticks(p, "[outside the image]", 4);
	assert_int_equal(p->funcs[2].kind, FUNC_OUTSIDE);
	assert_non_null(note_of(p, "samples outside the code"));
}

/* The rates' ticks are worth 1/100 s and 1/1000 s. */
static void ticks_of_other_rates_are_weighed(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_bin(b, 0, 10);
	builder_bin(b, 4, 30);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_bin(b, 0, 500);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 1000);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_near(p->rate, 100);
	assert_int_equal(p->samples, 540);
	assert_ticks(p, "a", 60);
	assert_ticks(p, "b", 30);
	assert_near(p->total_ticks, 90);
	assert_near(func_of(p, "a")->variance, 10 + 500 * 0.01);
	assert_non_null(note_of(p, "different clock rates"));
	p = builder_profile(b, &rules_gprof);
	assert_near(p->rate, 100);
	assert_ticks(p, "a", 510);
}

static void without_a_rate_ticks_are_ticks(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_bin(b, 0, 10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 0);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_near(p->rate, 0);
	assert_ticks(p, "a", 10);
	builder_bin(b, 0, 7);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 50);
	p = builder_profile(b, &rules_exact);
	assert_near(p->rate, 50);
	assert_ticks(p, "a", 17);
}

static void alike_histograms_are_added(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	for (int i = 0; i < 100; i++) {
		builder_bin(b, i % 2 ? 0 : 4, UINT32_MAX);
		builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	}
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_ticks(p, "a", 50.0 * UINT32_MAX);
	assert_ticks(p, "b", 50.0 * UINT32_MAX);
	assert_compared(p->samples, ==, UINT64_C(100) * UINT32_MAX);
}

/* gprof-semantics of a range of 0x1000 to 0x1018 in 7 bins: a bin is 24 / 14
 * units of 2 bytes; cut to whole units, bin 1 is unit 1 to 3. */
static void gprof_spreads_bins_in_units(void **state) {
	struct builder *b = *state;
	const double scale = 12.0 / 7;

	builder_symbol(b, "a", 0x1000, 0);
	builder_symbol(b, "b", 0x1004, 0);
	builder_symbol(b, "c", 0x1100, 0);
	builder_bin(b, 1, 10);
	builder_histogram(b, 0x1000, 0x1018, 7, 100);
	const struct profile *p = builder_profile(b, &rules_gprof);
	assert_near(p->bin_units, scale);
	assert_near(p->total_ticks, 10);
	assert_ticks(p, "a", 10 / scale);
	assert_ticks(p, "b", 10 / scale);
	assert_near(p->lost_ticks, 10 - 20 / scale);
}

static void gprof_leaves_unselected_ticks_out(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0);
	builder_symbol(b, "mcount", 0x1010, 0);
	builder_bin(b, 0, 10);
	builder_bin(b, 4, 5);
	const struct profile *p = of_four_bytes(b, &rules_gprof);
	assert_ticks(p, "main", 10);
	assert_ticks(p, "mcount", 0);
	assert_near(p->total_ticks, 10);
	assert_ticks(builder_profile(b, &rules_exact), "mcount", 5);
}

static void mark_main_only(const void *context, const struct func *funcs, size_t nfuncs,
                           unsigned char *bits) {
	for (size_t i = 0; i < nfuncs; i++)
		bits[i] = strcmp(funcs[i].name, "main") ? SELECT_GRAPH | SELECT_TIME : SELECT_ALL;
}

static void a_selection_leaves_ticks_out_of_exact_profiles(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_exact;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_bin(b, 0, 10);
	builder_bin(b, 4, 5);
	rules.select.mark = mark_main_only;
	const struct profile *p = of_four_bytes(b, &rules);
	assert_ticks(p, "main", 10);
	assert_ticks(p, "f", 0);
	assert_near(p->total_ticks, 10);
	assert_near(p->bin_units, 2);
}

/* Much that is left out leaves no rounding error behind. */
static void a_selection_of_nothing_has_no_time(void **state) {
	struct builder *b = *state;
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" };
	struct rules rules = rules_exact;

	for (uint32_t i = 0; i < 10; i++)
		builder_symbol(b, names[i], 0x1000 + 5 * i, 5);
	for (uint32_t i = 0; i < 12; i++)
		builder_bin(b, i, 1000003 + 7 * i);
	rules.select.mark = mark_main_only;
	assert_true(of_four_bytes(b, &rules)->total_ticks == 0);
}

static void gprof_adds_in_32_bits(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0);
	builder_bin(b, 0, UINT32_MAX);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_bin(b, 0, 11);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct profile *p = builder_profile(b, &rules_gprof);
	assert_ticks(p, "main", 10);
	assert_ticks(builder_profile(b, &rules_exact), "main", 11 + (double)UINT32_MAX);
}

/* The number of the symbol that owns a byte: the one begun last of those that
 * have not ended.  -1: none. */
static int owner_of(const struct builder *b, uint64_t address) {
	int best = -1;

	for (size_t i = 0; i < b->image.nsymbols; i++) {
		const struct symbol *s = &b->symbols[i];

		if (address >= s->low && address - s->low < s->size && address < s->section->high &&
		    (best < 0 || s->low > b->symbols[best].low))
			best = (int)i;
	}
	return best;
}

/* What a function has for sure, and what it may have. */
struct range {
	double least, most;
};

/* Credits a bin's ticks to those that own bytes of it; shape of sums:
 * [nsymbols + 1], the last for code without an owner. */
static void credit_owners(const struct builder *b, struct range *sums, uint64_t low, uint64_t high,
                          double ticks) {
	const int none = (int)b->image.nsymbols;
	int first = -1, last = -1;
	bool is_shared = false;

	for (uint64_t i = low; i < high; i++) {
		int owner = owner_of(b, i);
		if (owner < 0 || owner == last)
			continue;
		sums[owner].most += ticks;
		is_shared |= last >= 0;
		first = first < 0 ? owner : first;
		last = owner;
	}
	if (first < 0)
		sums[first = none].most += ticks;
	if (!is_shared)
		sums[first].least += ticks;
}

static void assert_within(double figure, const struct range *range) {
	const double little = 1e-9 * (1 + range->most);

	assert_compared(figure, >=, range->least - little);
	assert_compared(figure, <=, range->most + little);
}

static void add_random_symbols(struct builder *b, struct dice *dice) {
	static const char *const names[] = { "a", "b", "c", "d", "e", "f",
		                             "g", "h", "i", "j", "k", "l" };
	size_t k, n = roll(dice, 12);

	for (size_t i = 0; i < n; i++) {
		uint64_t low = roll(dice, 4) ? (uint64_t)TEXT_LOW + roll(dice, 300)
		                             : (uint64_t)PLT_LOW + roll(dice, 256);

		for (k = 0; k < b->image.nsymbols; k++)
			if (b->symbols[k].low == low)
				break;
		if (k == b->image.nsymbols)
			builder_symbol(b, names[i], low, 1 + roll(dice, 80));
	}
}

static void add_random_histogram(struct builder *b, struct dice *dice) {
	static const uint32_t rates[] = { 100, 100, 100, 1, 1000, 0 };
	uint64_t low = (uint64_t)PLT_LOW - 64 + roll(dice, 2300);
	uint64_t high = low + 1 + roll(dice, 700);
	uint32_t rate = rates[roll(dice, 6)];
	uint32_t nbins = 1 + roll(dice, 300);

	if (roll(dice, 3) == 0) { /* of glibc */
		low = low / 4 * 4;
		high = high / 4 * 4 + 4;
		nbins = (uint32_t)((high - low) / 2 + 7) / 8 * 4;
		rate = 100;
	} else if (roll(dice, 3) == 0) { /* even */
		high = low + (uint64_t)nbins * (1 + roll(dice, 6));
	}
	for (uint32_t i = 0; i < nbins; i++)
		if (roll(dice, 10) == 0)
			builder_bin(b, i, 1 + roll(dice, 100));
	builder_histogram(b, low, high, nbins, rate);
}

static void assert_as_owned(struct builder *b, const struct profile *p) {
	const struct merged *merged = merged_new(b->records->histograms, b->records->nhistograms,
	                                         &b->image.machine, b->arena, NULL);
	size_t n = b->image.nsymbols, i;
	struct range *sums = arena_alloc(b->arena, n + 1, sizeof *sums);
	double others = 0;

	for (i = 0; i < merged->n; i++)
		for (size_t k = 0; k < merged->list[i].n; k++) {
			const struct bin *sum = &merged->list[i].sums[k];
			uint64_t low, high;

			merged_bin(&merged->list[i], sum->index, &low, &high);
			credit_owners(b, sums, low, high,
			              (double)sum->count * merged->list[i].weight);
		}
	for (i = 0; i < n; i++)
		assert_within(func_of(p, b->symbols[i].name)->self_ticks, &sums[i]);
	for (i = 0; i < p->nfuncs; i++)
		if (p->funcs[i].kind == FUNC_GAP || p->funcs[i].kind == FUNC_OUTSIDE) {
			assert_compared(p->funcs[i].self_ticks, >, 0);
			others += p->funcs[i].self_ticks;
		}
	assert_within(others, &sums[n]);
}

static void nothing_is_lost(void **state) {
	struct dice dice = { 41 };

	for (int i = 0; i < 4000; i++) {
		struct builder b;
		double sum = 0;

		builder_begin(&b);
		add_random_symbols(&b, &dice);
		do
			add_random_histogram(&b, &dice);
		while (roll(&dice, 2));
		const struct profile *p = builder_profile(&b, &rules_exact);
		assert_non_null(p);
		for (size_t k = 0; k < p->nfuncs; k++)
			sum += p->funcs[k].self_ticks;
		assert_near(sum, p->total_ticks);
		assert_as_owned(&b, p);
		builder_end(&b);
	}
}

/* Under gprof's rules what is in no function is lost, and only that. */
static void gprof_accounts_for_its_losses(void **state) {
	struct dice dice = { 42 };

	for (int i = 0; i < 2000; i++) {
		struct builder b;

		builder_begin(&b);
		builder_symbol(&b, "main", TEXT_LOW, 0);
		add_random_symbols(&b, &dice);
		add_random_histogram(&b, &dice);
		assert_non_null(builder_profile(&b, &rules_gprof));
		builder_end(&b);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_bin_of_two_functions_is_shared),
		TEST(padding_gets_nothing_of_a_shared_bin),
		TEST(gaps_have_rows_where_ticks_are),
		TEST(a_section_without_symbols_is_one_row),
		TEST(ticks_of_other_rates_are_weighed),
		TEST(without_a_rate_ticks_are_ticks),
		TEST(alike_histograms_are_added),
		TEST(gprof_spreads_bins_in_units),
		TEST(gprof_leaves_unselected_ticks_out),
		TEST(a_selection_leaves_ticks_out_of_exact_profiles),
		TEST(a_selection_of_nothing_has_no_time),
		TEST(gprof_adds_in_32_bits),
		cmocka_unit_test(nothing_is_lost),
		cmocka_unit_test(gprof_accounts_for_its_losses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
