/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NAME.profile, which glibc's dynamic linker writes about one shared object (LD_PROFILE), without
 * any -pg.
 *
 *	header  "gmon", version 0x1ffff (4 bytes), 12 spare bytes
 *	tag 0 (4 bytes), low, high (addresses), nbins, rate (4 bytes each),
 *	        unit (15 bytes), its abbreviation (1), nbins * 2 bytes
 *	tag 1 (4 bytes), used (4), as many arcs as there is room for: from, to
 *	        (as wide as an address), count (4); the first `used` of them
 *	        count
 *
 * A bin counts the 4 bytes [low + 4i, low + 4i + 4).  The addresses of arcs are relative to low;
 * from 0 is a caller outside the object.  Source: glibc elf/dl-profile.c, <sys/gmon_out.h>. */
#include "parse/gmon/reader.h"

#include "model/image.h"

enum {
	BIN_RANGE = 4,          /* bytes of code */
	MOST_CUT_BINS = 1 << 26 /* in a file that does not contain them all */
};

/* A file being read. */
struct shobj {
	struct bytes all, rest;
	const struct machine *machine;
	struct records *records;
	struct histogram histogram;
};

static bool take(struct shobj *s, size_t size, uint64_t *out) {
	return bytes_take_number(&s->rest, size, s->machine->big_endian, out);
}

static bool fail_cut(const struct shobj *s, struct error *err) {
	return fail(err, "byte %zu: cut off before its first record ends", s->all.len);
}

static void note_cut(struct shobj *s, const char *evidence) {
	struct profile_file *file = &s->records->files[s->records->nfiles - 1];

	file->damage = (struct damage){ .kind = DAMAGE_END, .reason = evidence };
	file_notes_cut(s->records, evidence);
}

static void note_bins(struct shobj *s, size_t there) {
	const struct histogram *h = &s->histogram;

	if (there < h->nbins)
		note_cut(s, arena_format(s->records->arena, "byte %zu: %zu of %" PRIu32 " bins",
		                         s->all.len, there, h->nbins));
	bins_note_full(s->records, bins_full(h), GMON_BIN_SIZE);
	bins_note_no_rate(s->records, !h->rate);
}

/* Reads the numbers before the bins. */
static bool read_shape(struct shobj *s, struct error *err) {
	struct histogram *h = &s->histogram;
	uint64_t tag;

	if (!take(s, 4, &tag) || !take_histogram(&s->rest, s->machine, h))
		return fail_cut(s, err);
	if (tag)
		return fail(err, "byte 20: not a histogram: tag %" PRIu64, tag);
	if (h->low >= h->high || !h->nbins ||
	    h->nbins > (h->high - h->low + BIN_RANGE - 1) / BIN_RANGE)
		return fail(err,
		            "byte 24: %" PRIu32 " bins of 4 bytes for 0x%" PRIx64 " to 0x%" PRIx64,
		            h->nbins, h->low, h->high);
	tell_field(s->records, 0, 24, "header", "\"gmon\", 0x1ffff, 12 spare bytes, tag 0 (4)");
	tell_histogram(s->records, 24, h, s->machine);
	h->high = h->low + (uint64_t)BIN_RANGE * h->nbins;
	return true;
}

static bool read_histogram(struct shobj *s, struct error *err) {
	const struct bin_form form = { .size = GMON_BIN_SIZE,
		                       .big_endian = s->machine->big_endian };
	struct histogram *h = &s->histogram;
	struct bytes bins;

	if (!read_shape(s, err))
		return false;
	size_t there = s->rest.len / GMON_BIN_SIZE;
	there = there < h->nbins ? there : h->nbins;
	if (!there || (there < h->nbins && h->nbins > MOST_CUT_BINS))
		return fail_cut(s, err);
	bytes_take(&s->rest, there * GMON_BIN_SIZE, &bins);
	bins_read(h, bins, form, records_bin_arena(s->records));
	tell_bins(s->records, (size_t)(bins.data - s->all.data), bins.len, h);
	note_bins(s, there);
	records_add_histogram(s->records, *h);
	return true;
}

static void read_arcs(struct shobj *s, uint64_t used) {
	const unsigned size = s->machine->address_size;
	const uint64_t room = s->rest.len / (2 * size + 4);
	struct arena *arena = s->records->arena;
	struct call call;

	if (used > room)
		file_notes_add(s->records, NOTE_WARNING,
		               "had no room for all calls, so some are missing",
		               arena_format(arena,
		                            "%" PRIu64 " different calls, room for "
		                            "%" PRIu64,
		                            used, room),
		               "times are not affected");
	tell_field(s->records, s->all.len - s->rest.len - 8, 8, "arcs",
	           "tag 1 (4), %" PRIu64 " used", used);
	for (uint64_t i = 0; i < used && i < room; i++) {
		if (!take(s, size, &call.from) || !take(s, size, &call.to) ||
		    !take(s, 4, &call.count))
			continue;
		if (!call.from && !call.to && !call.count)
			continue; /* it was taken, but not yet filled */
		call.from += call.from ? s->histogram.low : 0;
		call.to += s->histogram.low;
		records_add_call(s->records, call);
	}
}

static int probe(struct bytes bytes, uint64_t size, const struct machine *machine) {
	uint64_t version;

	if (!gmon_version(bytes, machine, &version))
		return 0;
	return version == GMON_SHARED_OBJECT ? 100 : version == gmon_swapped_shared_object ? 60 : 0;
}

static bool read(struct bytes bytes, const struct machine *machine, struct records *records,
                 struct error *err) {
	struct shobj s = { .all = bytes, .rest = bytes, .machine = machine, .records = records };
	uint64_t version, tag, used;

	records->files[records->nfiles - 1].version = GMON_SHARED_OBJECT;
	if (!take_gmon_header(&s.rest, machine, &version, err))
		return false;
	if (version != GMON_SHARED_OBJECT)
		return fail(err, "byte 4: written in another byte order than the object's");
	if (!read_histogram(&s, err))
		return false;
	if (records->files[records->nfiles - 1].is_cut)
		return true;
	if (!take(&s, 4, &tag) || !take(&s, 4, &used) || tag != 1)
		note_cut(&s, "it contains no list of calls");
	else
		read_arcs(&s, used);
	return true;
}

const struct reader shobj_reader = {
	.format = { .name = "shobj", .by_linker = true },
	.help = "NAME.profile of a shared object, as written by LD_PROFILE",
	.probe = probe,
	.read = read,
};
