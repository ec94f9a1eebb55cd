/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of profiles of any bytes, written and read again: what they add up to
 * stays.
 *
 * An input: a byte for the machine (1: big-endian, 2: 4-byte addresses) and
 * for the form (4, 8); the profile. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "memory_file.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/readers.h"

enum { MOST_BINS = 1 << 16 }; /* that are worth being written */

struct sums {
	double ticks, calls, blocks;
};

static struct sums add_up(const struct records *r) {
	struct sums sums = { 0 };

	for (size_t i = 0; i < r->nhistograms; i++)
		for (size_t k = 0; k < r->histograms[i].bins.n; k++)
			sums.ticks += (double)bin_at(&r->histograms[i].bins, k).count;
	for (size_t i = 0; i < r->ncalls; i++)
		sums.calls += (double)r->calls[i].count;
	for (size_t i = 0; i < r->nblocks; i++)
		sums.blocks += (double)r->blocks[i].count;
	return sums;
}

static bool is_small(const struct records *r) {
	uint64_t bins = 0, most = 0;

	for (size_t i = 0; i < r->nhistograms; i++) {
		bins += r->histograms[i].nbins;
		for (size_t k = 0; k < r->histograms[i].bins.n; k++)
			if (bin_at(&r->histograms[i].bins, k).count > most)
				most = bin_at(&r->histograms[i].bins, k).count;
	}
	for (size_t i = 0; i < r->ncalls; i++)
		if (r->calls[i].count > most)
			most = r->calls[i].count >> 16;
	return bins < MOST_BINS && most < 1 << 20;
}

static bool is_near(double a, double b) {
	return a - b <= 1e-9 * a && b - a <= 1e-9 * a;
}

/* What BSD's format cannot tell: its counts are 4 bytes on small machines, and
 * it has no magic number by which it is known for certain. */
static void read_again(const struct records *before, const char *path, enum gmon_form form,
                       const struct machine *machine, struct arena *arena) {
	struct records *after = records_new(arena);
	const struct sums a = add_up(before);
	struct error err = { "" };

	if (!reader_load(after, path, machine, NULL, NULL, &err)) {
		assert(err.reason[0] && form != GMON_MAGIC);
		return;
	}
	struct sums b = add_up(after);
	if (form == GMON_MAGIC)
		assert(is_near(a.ticks, b.ticks) && is_near(a.calls, b.calls) &&
		       is_near(a.blocks, b.blocks));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct machine machine = { .arch = "any", .address_size = 8 };
	struct bytes bytes = { data + 1, size - 1 };
	const char *path = memory_folder_path("sums"), *followed;
	struct error err = { "" };

	if (!size)
		return 0;
	machine.big_endian = data[0] & 1;
	machine.address_size = data[0] & 2 ? 4 : 8;
	enum gmon_form form = (enum gmon_form)((data[0] >> 2) % 3);
	const struct reader *reader = reader_for(bytes, &machine);
	if (!reader)
		return 0;
	memory_folder_file("sums", data, 0);
	struct arena *arena = arena_new();
	struct records *records = records_new(arena);
	records_add_file(records, "file", &reader->format);
	reader->read(bytes, &machine, records, &err);
	if (is_small(records)) {
		err = (struct error){ "" };
		if (gmon_write(path, form, records, &machine, &followed, arena, &err))
			read_again(records, path, form, &machine, arena);
		else
			assert(err.reason[0]);
	}
	arena_free(arena);
	return 0;
}
