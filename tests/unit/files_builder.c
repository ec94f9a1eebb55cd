/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files_builder.h"

/* Bytes of a function, and bins. */
enum { SIZE = 0x20, BINS = 8 };

static uint64_t low_of(size_t f) {
	return TEXT_LOW + SIZE * f;
}

void add_functions(struct builder *b, size_t n) {
	for (size_t i = 0; i < n; i++)
		builder_symbol(b, i ? arena_format(b->arena, "f%zu", i) : "main", low_of(i), SIZE);
}

void add_file(struct builder *b, bool is_first, const uint64_t *ticks, size_t n) {
	if (!is_first)
		records_add_file(b->records, "gmon.out", b->records->files[0].format);
	for (size_t i = 0; i < n; i++)
		if (ticks[i])
			builder_bin(b, (uint32_t)(BINS * i + 2), ticks[i]);
	builder_histogram(b, TEXT_LOW, low_of(MOST_FUNCTIONS), BINS * MOST_FUNCTIONS, 100);
}

void add_calls(struct builder *b, size_t from, size_t to, uint64_t n) {
	if (n)
		builder_call(b, low_of(from) + 8, low_of(to), n);
}
