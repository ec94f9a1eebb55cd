/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gmon.out of the BSDs, and of systems that adopted their profiler: FreeBSD, NetBSD, OpenBSD,
 * NuttX, VxWorks, Windows, old GNU/Linux.
 *
 *	header    reader.h
 *	bins      to byte ncnt of the file
 *	arcs      to the end: from, to (addresses), count (as wide as one)
 *
 * The count is a long of C, so on Windows it has 4 bytes, and on 64 bits 4 of padding follow, in
 * which mingw-w64 leaves what was there.
 *
 * An old file has no magic number: it is recognised by numbers that are consistent.  Nothing in the
 * file says how wide an address is or in which byte order: the executable does. */
#include "parse/gmon/reader.h"

#include "model/image.h"

enum {
	ASSUMED_RATE = 100,      /* ticks per second, if the file does not say */
	MOST_BIN_RANGE = 65536,  /* the most bytes of code that a bin can plausibly cover */
	MOST_CUT_BINS = 1 << 26, /* in a file that does not contain them all */
	ARC_FIELDS = 3
};

/* A file being read. */
struct bsd {
	struct bytes all;
	struct bsd_header header;
	const struct machine *machine;
	struct records *records;
};

static bool is_text(struct bytes bytes, size_t len) {
	for (size_t i = 0; i < len && i < bytes.len; i++)
		if (bytes.data[i] != '\t' && bytes.data[i] != '\n' &&
		    (bytes.data[i] < ' ' || bytes.data[i] > 126))
			return false;
	return true;
}

/* Whether the numbers of a header without a magic number fit each other and the file. */
static bool is_plausible(const struct bsd_header *h, struct bytes bytes, uint64_t size) {
	const uint64_t nbins = bsd_header_count(h);

	return h->low < h->high && nbins && h->ncnt <= size && (h->high - h->low) / nbins > 0 &&
	       (h->high - h->low) / nbins <= MOST_BIN_RANGE && !is_text(bytes, h->size);
}

/* A machine on which the file would have the magic number, or NULL. */
static const struct machine *other_machine(struct bytes bytes) {
	static const struct machine machines[] = {
		{ .address_size = 4 },
		{ .address_size = 4, .big_endian = true },
		{ .address_size = 8 },
		{ .address_size = 8, .big_endian = true },
	};
	struct bsd_header h;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (bsd_header_read(&h, bytes, &machines[i]) && h.has_magic)
			return &machines[i];
	return NULL;
}

static int probe(struct bytes bytes, uint64_t size, const struct machine *machine) {
	struct bsd_header h;

	if (bytes.len >= 4 && (!memcmp(bytes.data, "gmon", 4) || !memcmp(bytes.data, "\177ELF", 4)))
		return 0; /* of another format */
	if (bsd_header_read(&h, bytes, machine)) {
		if (h.has_magic)
			return 90;
		if (is_plausible(&h, bytes, size))
			return 50;
	}
	return other_machine(bytes) ? 40 : 0;
}

static void add_histogram(struct bsd *b, struct bytes bins) {
	const struct bsd_header *header = &b->header;
	struct histogram h = {
		.low = header->low,
		.high = header->high,
		.nbins = (uint32_t)bsd_header_count(header),
		.rate = header->rate ? header->rate : ASSUMED_RATE,
		.dimension = "seconds",
		.abbreviation = 's',
	};
	uint64_t nnegative = bins_read(&h, bins, header->form, records_bin_arena(b->records));
	uint64_t nfull = header->form.is_signed ? 0 : bins_full(&h);

	tell_bins(b->records, header->size, bins.len, &h);
	count_lost_bins(b->records, &h, header->size, bins);
	records_add_histogram(b->records, h);
	if (nnegative)
		file_notes_add(b->records, NOTE_WARNING, "bins below 0 are counted as 0",
		               arena_format(b->records->arena, "there are %" PRIu64, nnegative),
		               "their time is lost: let the program run for a shorter time");
	bins_note_full(b->records, nfull, header->form.size);
	if (!header->rate)
		file_notes_add(b->records, NOTE_WARNING, "does not contain its clock's rate",
		               "100 ticks a second are assumed, as gprof does",
		               "if that is wrong, read its times as ticks");
}

static void add_arcs(struct bsd *b, struct bytes rest) {
	const struct machine *m = b->machine;
	const size_t size = ARC_FIELDS * (size_t)m->address_size;
	struct call call;

	while (take_address(&rest, m, &call.from) && take_address(&rest, m, &call.to) &&
	       bytes_take_number(&rest, m->address_size, m->big_endian, &call.count)) {
		if (m->is_windows)
			call.count = (uint32_t)call.count;
		if (bytes_arrived(b->records, b->all.len - rest.len - size, size))
			records_add_call(b->records, call);
		else
			b->records->lost->nrecords++;
	}
}

/* For a file that is to be explained. */
static void tell_header(const struct bsd *b) {
	const size_t size = b->machine->address_size, at = 2 * size + 4;
	const struct bsd_header *h = &b->header;
	struct records *r = b->records;

	tell_field(r, 0, size, "low", "%#" PRIx64, h->low);
	tell_field(r, size, size, "high", "%#" PRIx64, h->high);
	tell_field(r, 2 * size, 4, "size", "%" PRIu64 ", of header and counts", h->ncnt);
	if (!h->has_magic)
		return;
	tell_field(r, at, 4, "version", "0x51879: 4.4BSD's");
	tell_field(r, at + 4, 4, "rate", "%" PRIu32 " a second", h->rate);
	tell_field(r, at + 8, 4, "type", "counts of %u bytes", h->form.size);
	tell_field(r, at + 12, h->size - at - 12, "spare", "any value");
}

static bool check_header(const struct bsd *b, struct error *err) {
	const struct bsd_header *h = &b->header;

	if (h->low > h->high ||
	    (h->low == h->high && bsd_header_count(h) && !b->records->keeps_all))
		return fail(err, "byte 0: a range of addresses that ends before it begins");
	if (h->ncnt < h->size)
		return fail(err, "byte %u: %" PRIu64 " bytes of header and bins are too few",
		            2 * b->machine->address_size, h->ncnt);
	if (b->all.len < h->ncnt &&
	    (bsd_header_bins(h, b->all).len < h->form.size ||
	     bsd_header_count(h) > h->high - h->low || bsd_header_count(h) > MOST_CUT_BINS))
		return fail(err,
		            "byte %zu: cut off: it should hold %" PRIu64
		            " bytes of header and bins",
		            b->all.len, h->ncnt);
	return true;
}

static bool read(struct bytes bytes, const struct machine *machine, struct records *records,
                 struct error *err) {
	struct bsd b = { .all = bytes, .machine = machine, .records = records };
	const struct machine *other = other_machine(bytes);

	if (!bsd_header_read(&b.header, bytes, machine))
		return fail(err, "byte %zu: cut off in its header", bytes.len);
	if (!bytes_arrived(records, 0, b.header.size))
		return fail(err, "byte 0: its header is lost");
	if (!b.header.has_magic && other && !is_plausible(&b.header, bytes, bytes.len))
		return fail_other_machine("byte 0", other->address_size, machine, err);
	tell_header(&b);
	if (!check_header(&b, err))
		return false;
	struct bytes bins = bsd_header_bins(&b.header, bytes);
	struct bytes arcs = { bins.data + bins.len, bytes.len - b.header.size - bins.len };
	if (bins.len >= b.header.form.size || records->keeps_all)
		add_histogram(&b, bins);
	tell_field(records, bytes.len - arcs.len, arcs.len, "arcs",
	           "%zu of 3 * %u bytes: from, to, count",
	           arcs.len / ARC_FIELDS / machine->address_size, machine->address_size);
	add_arcs(&b, arcs);
	if (bytes.len < b.header.ncnt)
		file_notes_cut(records,
		               arena_format(records->arena, "byte %zu: %zu of %" PRIu64 " bins",
		                            bytes.len, bins.len / b.header.form.size,
		                            bsd_header_count(&b.header)));
	else if (arcs.len % (ARC_FIELDS * machine->address_size))
		file_notes_cut(records,
		               arena_format(records->arena, "byte %zu: an arc that is cut off",
		                            bytes.len));
	return true;
}

const struct reader bsd_reader = {
	.format = { .name = "bsd" },
	.help = "gmon.out of BSD systems, with or without the header of 4.4BSD",
	.probe = probe,
	.read = read,
};
