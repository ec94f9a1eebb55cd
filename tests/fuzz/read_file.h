/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must be true of any file that a reader of profiles is given.
 *
 * An input: a byte for the machine (1: big-endian, 2: 4-byte
 * addresses, 4: signed ones, 8: Windows); the file. */
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/readers.h"

/* What a file can make readers store is bound to its size. */
enum { MOST_FACTOR = 64, MOST_FIXED = 1 << 16 };

static void check_histogram(const struct histogram *h) {
	size_t i;

	assert(h->low < h->high && h->nbins && h->bins.n <= h->nbins);
	assert(!h->dimension[sizeof h->dimension - 1]);
	for (i = 0; i < h->bins.n; i++) {
		assert(bin_at(&h->bins, i).count && bin_at(&h->bins, i).index < h->nbins);
		assert(!i || bin_at(&h->bins, i - 1).index < bin_at(&h->bins, i).index);
	}
}

static void check_records(const struct records *r, bool ok, const struct error *err, size_t size) {
	size_t i;

	assert(ok || err->reason[0]);
	assert(r->nfiles == 1 && r->notes.n <= 5);
	assert(r->files[0].nhistograms == r->nhistograms);
	assert(r->files[0].ncalls == r->ncalls);
	assert(r->files[0].nblocks == r->nblocks);
	assert(arena_size(r->arena) <= MOST_FACTOR * size + MOST_FIXED);
	for (i = 0; i < r->nhistograms; i++)
		check_histogram(&r->histograms[i]);
	for (i = 0; i < r->files[0].nsamples; i++) {
		const struct sample *s = &r->files[0].samples[i];

		assert(s->count && s->n && r->files[0].period_us);
		assert(s->stack[0] <= UINT64_MAX && s->stack[s->n - 1] <= UINT64_MAX);
	}
	for (i = 0; i < r->files[0].nmappings; i++) {
		const struct mapping *m = &r->files[0].mappings[i];

		assert(m->low < m->high && (!i || m->low >= m[-1].high) && m->path);
	}
	for (i = 0; i < r->notes.n; i++) {
		const struct note *note = &r->notes.list[i];

		assert(note->cause && note->evidence && note->cure);
	}
}

/* Reads the input with the reader, whether or not it takes it for
 * its format; without one, with that which is surest. */
static int read_file(const struct reader *reader, const uint8_t *data, size_t size) {
	struct machine machine = { .arch = "any" };
	struct error err = { "" };
	struct bytes bytes;
	struct arena *arena;
	struct records *records;
	int sure;
	bool ok;

	if (!size)
		return 0;
	machine.big_endian = data[0] & 1;
	machine.address_size = data[0] & 2 ? 4 : 8;
	machine.sign_extends = data[0] & 4;
	machine.is_windows = data[0] & 8;
	bytes = (struct bytes){ data + 1, size - 1 };
	reader = reader ? reader : reader_for(bytes, &machine);
	if (!reader)
		return 0;
	sure = reader->probe(bytes, bytes.len, &machine);
	assert(sure >= 0 && sure <= 100);
	arena = arena_new();
	records = records_new(arena);
	records_add_file(records, "file", &reader->format);
	ok = reader->read(bytes, &machine, records, &err);
	check_records(records, ok, &err, size);
	arena_free(arena);
	return 0;
}
