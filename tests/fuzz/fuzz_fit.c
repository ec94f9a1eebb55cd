/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a profile belongs to an executable, and its load bias: of any bytes
 * (made_object.h), whose last four are a bias. */
#include <assert.h>

#include "base/arena.h"
#include "made_object.h"
#include "model/image.h"
#include "parse/fit/fit.h"

static uint64_t call_ends(const struct records *r) {
	uint64_t sum = 0;

	for (size_t i = 0; i < r->ncalls; i++)
		sum += r->calls[i].from - r->calls[i].to;
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const struct made made = made_read(data, size, arena);
	const uint64_t before = call_ends(made.records);
	const struct load_bias found = { .is_auto = true };
	struct load_bias bias = { .bytes = 0 };

	if (size >= 4)
		bias.bytes = bytes_number((struct bytes){ data + size - 4, 4 }, false)
		             << (data[size - 1] & 31);
	load_bias_subtract(made.records, (struct load_bias){ .bytes = -bias.bytes }, made.object);
	load_bias_subtract(made.records, found, made.object);
	load_bias_subtract(made.records, bias, made.object);
	fit_note(made.records, made.object);
	assert(call_ends(made.records) == before ||
	       object_image(made.object)->machine.address_size == 4);
	for (size_t i = 0; i < made.records->notes.n; i++)
		assert(made.records->notes.list[i].cause && made.records->notes.list[i].evidence &&
		       made.records->notes.list[i].cure);
	arena_free(arena);
	return 0;
}
