/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GNU gmon.out, the file written by a program built with -pg.
 *
 * Source: glibc <sys/gmon_out.h>; gprof manual, "Profiling Data File Format".
 *
 *	header    "gmon", version (4 bytes), 12 spare bytes
 *	then records, each with a tag byte:
 *	0 histogram  low, high (addresses), nbins, rate (4 bytes each),
 *	             unit (15 bytes), its abbreviation (1), nbins * 2 bytes
 *	1 arc        from, to (addresses), count (4 bytes)
 *	2 blocks     n (4 bytes), n * (address, count as wide as one)
 *	2 version 0  n (4 bytes), text, n * (count, address (8 bytes each),
 *	             text, text, line (4 bytes)); texts end with NUL
 *
 * Nothing in the file says how wide an address is or in which byte order: the executable does. */
#include "parse/gmon/reader.h"

#include "model/image.h"

enum {
	HEADER_SIZE = 20,
	TAG_HISTOGRAM = 0,
	TAG_ARC = 1,
};

/* A file being read. */
struct gmon {
	struct bytes all, rest;
	const struct machine *machine;
	struct records *records; /* NULL: only checked */
	struct profile_file *file;
	uint64_t version;
	size_t nrecords;    /* that could be used, as a whole */
	size_t appended_at; /* byte of another header; 0: none */
	size_t arcs_at;     /* byte of the first arc of those in a row */
	size_t nempty;      /* histograms without bins or range */
	size_t first_empty, nwithout_rate;
	uint64_t full_bins, last_full_bins; /* of all, of the last histogram */
	uint64_t present, announced;        /* bins or blocks of the last record */
};

/* The result of reading a record. */
enum outcome {
	RECORD_WHOLE,
	RECORD_PART, /* the file ends in it, but part of it could be used */
	RECORD_CUT   /* the file ends in it */
};

/* Where a walk over the records ended. */
struct end {
	enum outcome outcome;
	bool is_bad_tag;
	size_t at; /* byte of the last record's tag */
	unsigned tag;
};

static size_t position(const struct gmon *g) {
	return g->all.len - g->rest.len;
}

static bool take_number(struct gmon *g, size_t size, uint64_t *out) {
	return bytes_take_number(&g->rest, size, g->machine->big_endian, out);
}

static uint64_t address_at(const struct machine *m, const unsigned char *at) {
	const struct bytes bytes = { at, m->address_size };

	return machine_address(m, bytes_number(bytes, m->big_endian));
}

static bool take_text(struct gmon *g) {
	const unsigned char *end = g->rest.len ? memchr(g->rest.data, 0, g->rest.len) : NULL;
	struct bytes text;

	return end && bytes_take(&g->rest, (size_t)(end - g->rest.data) + 1, &text);
}

static void add_histogram(struct gmon *g, struct histogram *h, struct bytes data) {
	const struct bin_form form = { .size = GMON_BIN_SIZE,
		                       .big_endian = g->machine->big_endian };

	if (!g->records)
		return;
	bins_read(h, data, form, records_bin_arena(g->records));
	count_lost_bins(g->records, h, (size_t)(data.data - g->all.data), data);
	tell_bins(g->records, (size_t)(data.data - g->all.data), data.len, h);
	/* A range that occurred before in the file has what did not fit in the first one's bins. */
	const struct records *r = g->records;
	const struct histogram *last = g->file->nhistograms ? &r->histograms[r->nhistograms - 1]
	                                                    : NULL;
	if (last && last->low == h->low && last->high == h->high)
		g->full_bins -= g->last_full_bins;
	g->last_full_bins = bins_full(h);
	g->full_bins += g->last_full_bins;
	records_add_histogram(g->records, *h);
}

static bool keeps_all(const struct gmon *g) {
	return g->records && g->records->keeps_all;
}

static enum outcome read_histogram(struct gmon *g) {
	const size_t at = position(g) - 1;
	struct histogram h = { 0 };
	struct bytes data;

	g->present = g->announced = 0;
	if (!take_histogram(&g->rest, g->machine, &h) ||
	    !bytes_arrived(g->records, at, position(g) - at))
		return RECORD_CUT;
	tell_field(g->records, at, 1, "tag", "0: a histogram");
	tell_histogram(g->records, at + 1, &h, g->machine);
	g->announced = g->present = h.nbins;
	if (h.nbins > g->rest.len / GMON_BIN_SIZE) {
		const unsigned char first = (unsigned char)h.dimension[0];

		g->present = g->rest.len / GMON_BIN_SIZE;
		/* A cut-off histogram with an invalid header is noise. */
		if (!keeps_all(g) && (!g->present || h.low >= h.high || h.nbins > h.high - h.low ||
		                      first < ' ' || first >= 127))
			return RECORD_CUT;
	}
	bytes_take(&g->rest, (size_t)g->present * GMON_BIN_SIZE, &data);
	if (!keeps_all(g) && (h.low >= h.high || !h.nbins)) {
		if (!g->nempty++)
			g->first_empty = at;
		return RECORD_WHOLE;
	}
	g->nrecords += g->present == h.nbins;
	g->nwithout_rate += !h.rate;
	add_histogram(g, &h, data);
	return g->present == h.nbins ? RECORD_WHOLE : RECORD_PART;
}

static enum outcome read_arc(struct gmon *g) {
	struct call call;

	if (!take_address(&g->rest, g->machine, &call.from) ||
	    !take_address(&g->rest, g->machine, &call.to) || !take_number(g, 4, &call.count))
		return RECORD_CUT;
	g->nrecords++;
	if (g->records)
		records_add_call(g->records, call);
	return RECORD_WHOLE;
}

static struct call arc_at(const struct machine *m, const unsigned char *at) {
	const unsigned size = m->address_size;

	return (struct call){
		.from = address_at(m, at),
		.to = address_at(m, at + size),
		.count = bytes_number((struct bytes){ at + 2 * size, 4 }, m->big_endian),
	};
}

enum { BATCH = 256 }; /* arcs */

/* Takes arcs off the front, as long as another one follows. */
static size_t take_arcs(struct gmon *g, struct call *out) {
	const struct machine *m = g->machine;
	const bool is_common = m->address_size == 8 && !m->big_endian;
	const size_t arc = 1 + 2 * (size_t)m->address_size + 4;
	struct bytes taken;
	const unsigned char *p = g->rest.data;
	size_t left = bytes_until_lost(g->records, position(g), g->rest.len), n = 0;

	while (n < BATCH && left > arc && *p == TAG_ARC && p[arc] == TAG_ARC) {
		out[n++] = is_common ? (struct call){ bytes_little_8(p + 1), bytes_little_8(p + 9),
			                              bytes_little_4(p + 17) }
		                     : arc_at(m, p + 1);
		p += arc;
		left -= arc;
	}
	bytes_take(&g->rest, (size_t)(p - g->rest.data), &taken);
	return n;
}

/* Passes over an arc that did not arrive as a whole: what is lost is zeros, and nearly all records
 * are arcs. */
static bool pass_lost_arc(struct gmon *g) {
	const size_t size = 1 + 2 * (size_t)g->machine->address_size + 4;
	struct bytes arc;

	if (bytes_arrived(g->records, position(g), size) || g->rest.len < size ||
	    (bytes_arrived(g->records, position(g), 1) && *g->rest.data != TAG_ARC))
		return false;
	g->records->lost->nrecords++;
	return bytes_take(&g->rest, size, &arc);
}

static bool take_block(struct gmon *g, struct block *out) {
	uint64_t line;

	if (g->version)
		return take_address(&g->rest, g->machine, &out->address) &&
		       take_number(g, g->machine->address_size, &out->count);
	return take_number(g, 8, &out->count) && take_number(g, 8, &out->address) && take_text(g) &&
	       take_text(g) && take_number(g, 4, &line);
}

static enum outcome read_blocks(struct gmon *g) {
	const size_t at = position(g) - 1;
	struct block block;

	g->present = g->announced = 0;
	if (!bytes_arrived(g->records, position(g), g->rest.len) ||
	    !take_number(g, 4, &g->announced) || (!g->version && !take_text(g)))
		return RECORD_CUT;
	while (g->present < g->announced && take_block(g, &block)) {
		g->present++;
		if (g->records)
			records_add_block(g->records, block);
	}
	if (g->file && g->present)
		g->file->nblock_records++;
	tell_field(g->records, at, position(g) - at, "blocks",
	           "tag 2, their number (4 bytes): %" PRIu64 ", %" PRIu64 " of which are here",
	           g->announced, g->present);
	if (g->present < g->announced)
		return g->present ? RECORD_PART : RECORD_CUT;
	g->nrecords++;
	return RECORD_WHOLE;
}

static const struct {
	const char *name;
	const char *items; /* what it has a number of, or NULL */
	enum outcome (*read)(struct gmon *g);
} kinds[] = {
	{ "a histogram", "bins", read_histogram },
	{ "an arc", NULL, read_arc },
	{ "block counts", "blocks", read_blocks },
};

enum { NKINDS = sizeof kinds / sizeof *kinds };

/* Tells of the arcs in a row that end there. */
static void tell_arcs(struct gmon *g, size_t end) {
	const size_t size = 1 + 2 * (size_t)g->machine->address_size + 4;

	if (end > g->arcs_at)
		tell_field(g->records, g->arcs_at, end - g->arcs_at, "arcs",
		           "%zu of %zu bytes: tag 1, from, to, count (4 bytes)",
		           (end - g->arcs_at) / size, size);
}

static struct end read_records(struct gmon *g) {
	struct end end = { .outcome = RECORD_WHOLE };
	struct call calls[BATCH];
	struct bytes header;
	size_t n;

	g->arcs_at = position(g);
	while (g->rest.len && end.outcome == RECORD_WHOLE) {
		uint64_t tag = 0;

		/* All arcs in a row but the last one: nearly all records are arcs. */
		do {
			n = take_arcs(g, calls);
			g->nrecords += n;
			if (g->records)
				records_add_calls(g->records, calls, n);
		} while (n == BATCH);
		end.at = position(g);
		if (pass_lost_arc(g))
			continue;
		if (g->rest.len >= HEADER_SIZE &&
		    !memcmp(g->rest.data, g->all.data, HEADER_SIZE)) { /* of one appended */
			if (!g->appended_at)
				g->appended_at = end.at;
			tell_arcs(g, end.at);
			bytes_take(&g->rest, HEADER_SIZE, &header);
			tell_field(g->records, end.at, HEADER_SIZE, "header", "again");
			g->arcs_at = position(g);
			continue;
		}
		take_number(g, 1, &tag);
		end.tag = (unsigned)tag;
		end.is_bad_tag = tag >= NKINDS;
		if (tag != TAG_ARC)
			tell_arcs(g, end.at);
		if (end.is_bad_tag)
			tell_field(g->records, end.at, 1, "tag", "%u: not known", end.tag);
		end.outcome = end.is_bad_tag ? RECORD_CUT : kinds[tag].read(g);
		if (tag != TAG_ARC)
			g->arcs_at = position(g);
	}
	if (g->rest.len < g->all.len - g->arcs_at)
		tell_arcs(g, end.outcome == RECORD_WHOLE ? position(g) : end.at);
	return end;
}

/* Says what is wrong with the record at the damaged end of the file. */
static const char *describe(const struct gmon *g, const struct end *end, struct arena *arena) {
	if (end->is_bad_tag)
		return arena_format(arena, "byte %zu: unknown record tag %u", end->at, end->tag);
	if (kinds[end->tag].items && g->announced)
		return arena_format(arena, "byte %zu: %s with %" PRIu64 " of %" PRIu64 " %s",
		                    end->at, kinds[end->tag].name, g->present, g->announced,
		                    kinds[end->tag].items);
	return arena_format(arena, "byte %zu: %s that is cut off", end->at, kinds[end->tag].name);
}

/* Whether the file makes sense with addresses of this width. */
static bool is_clean_with(const struct gmon *as_read, unsigned address_size) {
	const struct machine machine = {
		.address_size = address_size,
		.big_endian = as_read->machine->big_endian,
	};
	struct gmon g = { .all = as_read->all, .version = as_read->version };

	g.machine = &machine;
	g.rest = (struct bytes){ g.all.data + HEADER_SIZE, g.all.len - HEADER_SIZE };
	return read_records(&g).outcome == RECORD_WHOLE && g.nrecords;
}

/* A damaged file is used as far as possible, if there is anything. */
static bool end_badly(struct gmon *g, const struct end *end, struct error *err) {
	const unsigned size = g->machine->address_size;
	const char *reason = describe(g, end, g->records->arena);

	g->file->damage = (struct damage){
		.kind = end->is_bad_tag                             ? DAMAGE_TAG
		        : end->tag == TAG_HISTOGRAM && g->announced ? DAMAGE_BINS
		                                                    : DAMAGE_END,
		.tag = end->tag,
		.present = g->present,
		.announced = g->announced,
		.reason = reason,
	};
	if (is_clean_with(g, 12 - size))
		return fail_other_machine(reason, 12 - size, g->machine, err);
	if (!g->nrecords && end->outcome != RECORD_PART)
		return fail(err, "%s", reason);
	if (!end->is_bad_tag) {
		file_notes_cut(g->records, reason);
		return true;
	}
	g->file->is_cut = true;
	file_notes_add(g->records, NOTE_WARNING, "damaged: what follows the damage is lost", reason,
	               "run the program again");
	return true;
}

static void note_oddities(const struct gmon *g) {
	struct records *r = g->records;

	if (g->appended_at) { /* gprof takes the header for a bad record, and refuses the file */
		const char *reason = arena_format(r->arena, "byte %zu: a header", g->appended_at);

		if (!g->file->damage.reason)
			g->file->damage =
				(struct damage){ .kind = DAMAGE_TAG, .tag = 'g', .reason = reason };
		file_notes_add(r, NOTE_WARNING, "holds files one after the other", reason,
		               "all of them are read; gprof reads none of them");
	}
	if (g->all.len == HEADER_SIZE)
		file_notes_add(r, NOTE_WARNING, "holds no records",
		               "the file is 20 bytes long, only a header",
		               "run the program again, and let it exit normally");
	if (g->nempty)
		file_notes_add(r, NOTE_WARNING, "an empty histogram was skipped",
		               arena_format(r->arena,
		                            "byte %zu: no bins or no addresses; %zu in all",
		                            g->first_empty, g->nempty),
		               "nothing is lost by it; if it should contain samples, give "
		               "monstartup() a range of code");
	bins_note_no_rate(r, g->nwithout_rate);
	bins_note_full(r, g->full_bins, GMON_BIN_SIZE);
}

static bool read_header(struct gmon *g, struct error *err) {
	if (!take_gmon_header(&g->rest, g->machine, &g->version, err))
		return false;
	if (!bytes_arrived(g->records, 0, HEADER_SIZE))
		return fail(err, "byte 0: its header is lost");
	tell_field(g->records, 0, 4, "cookie", "\"gmon\"");
	tell_field(g->records, 4, 4, "version", "%" PRIu64, g->version);
	tell_field(g->records, 8, HEADER_SIZE - 8, "spare", "any value");
	if (g->version <= 1)
		return true;
	if (g->version == 1u << 24)
		return fail(err,
		            "byte 4: version %" PRIu64 ": written in another byte order than the "
		            "executable's?",
		            g->version);
	return fail(err, "byte 4: unknown version %" PRIu64, g->version);
}

static int probe(struct bytes bytes, uint64_t size, const struct machine *machine) {
	uint64_t version;

	if (!gmon_version(bytes, machine, &version) || version == GMON_SHARED_OBJECT ||
	    version == gmon_swapped_shared_object)
		return 0;
	return version <= 1 ? 100 : 50;
}

static bool read(struct bytes bytes, const struct machine *machine, struct records *records,
                 struct error *err) {
	struct gmon g = {
		.all = bytes,
		.rest = bytes,
		.machine = machine,
		.records = records,
		.file = &records->files[records->nfiles - 1],
	};

	if (!read_header(&g, err))
		return false;
	g.file->version = (int)g.version;
	struct end end = read_records(&g);
	if (end.outcome != RECORD_WHOLE && !end_badly(&g, &end, err))
		return false;
	note_oddities(&g);
	return true;
}

const struct reader gmon_reader = {
	.format = { .name = "gmon", .by_glibc = true },
	.help = "gmon.out as written by programs built with -pg (GNU)",
	.probe = probe,
	.read = read,
};
