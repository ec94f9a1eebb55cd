/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/reader.h"

#include "model/image.h"
#include "recorder/recording.h"

bool take_address(struct bytes *rest, const struct machine *machine, uint64_t *out) {
	if (!bytes_take_number(rest, machine->address_size, machine->big_endian, out))
		return false;
	*out = machine_address(machine, *out);
	return true;
}

bool fail_other_machine(const char *where, unsigned address_size, const struct machine *machine,
                        struct error *err) {
	if (address_size == machine->address_size)
		return fail(err, "%s: written in another byte order than the executable's", where);
	return fail(err, "%s: written with addresses of %u bytes, but the executable has %u", where,
	            address_size, machine->address_size);
}

bool gmon_version(struct bytes start, const struct machine *machine, uint64_t *version) {
	struct bytes magic;

	*version = UINT64_MAX;
	if (!bytes_take(&start, 4, &magic) || memcmp(magic.data, "gmon", 4) != 0)
		return false;
	bytes_take_number(&start, 4, machine->big_endian, version);
	return true;
}

bool take_gmon_header(struct bytes *rest, const struct machine *machine, uint64_t *version,
                      struct error *err) {
	enum { SIZE = 20 };
	struct bytes header;

	if (!bytes_take(rest, SIZE, &header))
		return fail(err, "byte %zu: cut off in its header", rest->len);
	return gmon_version(header, machine, version) || fail(err, "byte 0: not \"gmon\"");
}

bool take_histogram(struct bytes *rest, const struct machine *machine, struct histogram *out) {
	enum { UNIT_SIZE = 15 };
	uint64_t nbins, rate;
	struct bytes unit;

	if (!take_address(rest, machine, &out->low) || !take_address(rest, machine, &out->high) ||
	    !bytes_take_number(rest, 4, machine->big_endian, &nbins) ||
	    !bytes_take_number(rest, 4, machine->big_endian, &rate) ||
	    !bytes_take(rest, UNIT_SIZE + 1, &unit))
		return false;
	out->nbins = (uint32_t)nbins;
	out->rate = (uint32_t)rate;
	memcpy(out->dimension, unit.data, UNIT_SIZE);
	out->abbreviation = (char)unit.data[UNIT_SIZE];
	return true;
}

void tell_field(const struct records *r, size_t at, size_t size, const char *name,
                const char *format, ...) {
	va_list args;

	if (!r || !r->fields)
		return;
	va_start(args, format);
	const struct file_field new = { at, size, name, arena_format_list(r->arena, format, args) };
	va_end(args);
	arena_append(r->arena, r->fields->list, r->fields->n, new);
}

void tell_histogram(const struct records *r, size_t at, const struct histogram *h,
                    const struct machine *machine) {
	const unsigned size = machine->address_size;

	if (!r || !r->fields)
		return;
	tell_field(r, at, size, "low", "%#" PRIx64, h->low);
	tell_field(r, at + size, size, "high", "%#" PRIx64 "%s", h->high,
	           h->high > h->low ? "" : ", which is not above low");
	at += 2 * (size_t)size;
	tell_field(r, at, 4, "bins", "%" PRIu32 ", of %.4g bytes of code each", h->nbins,
	           h->nbins ? (double)(h->high - h->low) / h->nbins : 0);
	tell_field(r, at + 4, 4, "rate", "%" PRIu32 " a second", h->rate);
	tell_field(r, at + 8, 15, "unit", "\"%s\"", text_safe_copy(h->dimension, r->arena));
	tell_field(r, at + 23, 1, "abbreviation", "\"%s\"",
	           text_safe_copy((const char[]){ h->abbreviation, '\0' }, r->arena));
}

void tell_bins(const struct records *r, size_t at, size_t size, const struct histogram *h) {
	struct bin most = { 0 };
	uint64_t sum = 0;

	if (!r || !r->fields)
		return;
	for (size_t i = 0; i < h->bins.n; i++) {
		const struct bin bin = bin_at(&h->bins, i);

		sum += bin.count;
		most = bin.count > most.count ? bin : most;
	}
	tell_field(r, at, size, "counts",
	           "%zu of %u byte%s: %zu above 0, in sum %" PRIu64 ", the largest %" PRIu64
	           " for %#" PRIx64,
	           size / h->bin_size, h->bin_size, h->bin_size == 1 ? "" : "s", h->bins.n, sum,
	           most.count,
	           h->low + (uint64_t)((double)(h->high - h->low) * most.index / h->nbins));
}

/* Nearly all bins of a large program are zero, so they are skipped in long stretches, and near
 * other bins in words. */
enum { STRETCH = 64, WORD = sizeof(uint64_t) };

static bool is_zero_stretch(const unsigned char *data) {
	uint64_t words[STRETCH / sizeof(uint64_t)], any = 0;

	memcpy(words, data, STRETCH);
	for (size_t i = 0; i < STRETCH / sizeof *words; i++)
		any |= words[i];
	return !any;
}

static bool is_zero_word(const unsigned char *data) {
	uint64_t word;

	memcpy(&word, data, WORD);
	return !word;
}

/* Where the next word begins that is not all zeros; `at` is the start of a word. */
static size_t skip_zeros(struct bytes bytes, size_t at) {
	for (;;) {
		if (at % STRETCH == 0 && bytes.len - at >= STRETCH &&
		    is_zero_stretch(bytes.data + at))
			at += STRETCH;
		else if (bytes.len - at >= WORD && is_zero_word(bytes.data + at))
			at += WORD;
		else
			return at;
	}
}

/* Bins above zero, being found. */
struct full_bins_finder {
	struct bin_form form;
	struct arena *arena;
	struct bin *bins; /* shape: [n] */
	size_t n, room;
	uint64_t nnegative;
};

static void add(struct full_bins_finder *f, uint64_t count, size_t index) {
	if (f->form.is_signed && count >> (8 * f->form.size - 1) & 1) { /* negative */
		f->nnegative++;
		return;
	}
	if (f->n == f->room) {
		f->bins = arena_room(f->arena, f->bins, f->n, sizeof *f->bins);
		f->room = f->n ? 2 * f->n : 2;
	}
	f->bins[f->n++] = (struct bin){ count, (uint32_t)index, 0 };
}

/* Scans the bins [at, end) of the bytes. */
static void scan(struct full_bins_finder *f, struct bytes bytes, size_t at, size_t end) {
	const size_t size = f->form.size;

	for (; at + size <= end; at += size) {
		uint64_t count = bytes_number((struct bytes){ bytes.data + at, size },
		                              f->form.big_endian);

		if (count)
			add(f, count, at / size);
	}
}

uint64_t bins_read(struct histogram *h, struct bytes bytes, struct bin_form form,
                   struct arena *arena) {
	struct full_bins_finder f = { .form = form, .arena = arena };
	size_t at = 0;

	while ((at = skip_zeros(bytes, at)) + WORD <= bytes.len) {
		scan(&f, bytes, at, at + WORD);
		at += WORD;
	}
	scan(&f, bytes, at, bytes.len);
	h->bin_size = (unsigned char)form.size;
	h->bins = (struct bins){ .list = f.bins, .n = f.n };
	return f.nnegative;
}

size_t bytes_until_lost(const struct records *records, size_t at, size_t size) {
	const struct lost_bytes *lost = records ? records->lost : NULL;

	for (size_t i = 0; lost && i < lost->n && lost->list[i].from < at + size; i++)
		if (lost->list[i].to > at)
			return lost->list[i].from > at ? (size_t)lost->list[i].from - at : 0;
	return size;
}

bool bytes_arrived(const struct records *records, size_t at, size_t size) {
	return bytes_until_lost(records, at, size) == size;
}

void count_lost_bins(const struct records *records, const struct histogram *h, size_t at,
                     struct bytes bytes) {
	struct lost_bytes *lost = records->lost;

	for (size_t i = 0;
	     lost && (i += bytes_until_lost(records, at + i, bytes.len - i)) < bytes.len;
	     i += h->bin_size) {
		size_t n = i / h->bin_size;
		if (!lost->nbins++)
			lost->low = h->low + n * ((h->high - h->low) / h->nbins);
		lost->high = h->low + (n + 1) * ((h->high - h->low) / h->nbins);
		i = n * h->bin_size;
	}
}

uint64_t bins_full(const struct histogram *h) {
	const uint64_t most = UINT64_MAX >> (64 - 8 * h->bin_size);
	uint64_t n = 0;

	for (size_t i = 0; i < h->bins.n; i++)
		n += bin_at(&h->bins, i).count == most;
	return n;
}

void bins_note_full(struct records *records, uint64_t nfull, unsigned size) {
	if (nfull)
		file_notes_add(records, NOTE_WARNING,
		               "bins are full: their time is at least what is shown",
		               arena_format(records->arena,
		                            "bins of %u bytes that hold the most they can: "
		                            "%" PRIu64,
		                            size, nfull),
		               "let the program run for a shorter time");
}

void bins_note_no_rate(struct records *records, size_t nhistograms) {
	if (nhistograms)
		file_notes_add(
			records, NOTE_FAULT, "rate 0: its ticks cannot be turned into seconds",
			arena_format(records->arena, "histograms of rate 0: %zu", nhistograms),
			"read its times as ticks");
}

enum { MAGIC = 0x51879, BIN_SIZE = 2 };

/* FreeBSD's counter type, if it is one: a writer that knows it leaves the spare bytes 0 and makes a
 * bin cover a multiple of its size. */
static void take_type(struct bsd_header *h, int32_t type, uint64_t spare) {
	const unsigned bits = (unsigned)(type < 0 ? -(int64_t)type : type);
	const unsigned size = bits / 8;
	const uint64_t bytes = h->ncnt > h->size ? h->ncnt - h->size : 0;
	const uint64_t range = h->high - h->low;

	if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || spare || h->low >= h->high ||
	    !bytes || bytes % size || range % (bytes / size) || range / (bytes / size) % size)
		return;
	h->form.size = size;
	h->form.is_signed = type < 0;
}

bool bsd_header_read(struct bsd_header *out, struct bytes bytes, const struct machine *machine) {
	const bool big = machine->big_endian;
	struct bytes rest = bytes;
	uint64_t magic, rate, type, spare;

	*out = (struct bsd_header){ .form = { BIN_SIZE, false, big } };
	if (!take_address(&rest, machine, &out->low) || !take_address(&rest, machine, &out->high) ||
	    !bytes_take_number(&rest, 4, big, &out->ncnt))
		return false;
	out->size = bytes.len - rest.len;
	if (!bytes_take_number(&rest, 4, big, &magic) || magic != MAGIC)
		return true;
	if (!bytes_take_number(&rest, 4, big, &rate) || !bytes_take_number(&rest, 4, big, &type) ||
	    !bytes_take_number(&rest, 8, big, &spare))
		return false;
	out->size = bytes.len - rest.len;
	out->has_magic = true;
	out->rate = (uint32_t)rate;
	if (!machine->is_windows)
		take_type(out, (int32_t)(uint32_t)type, spare);
	return true;
}

/* The bytes of bins that it announces. */
static uint64_t said_bytes(const struct bsd_header *h) {
	return h->ncnt > h->size ? h->ncnt - h->size : 0;
}

uint64_t bsd_header_count(const struct bsd_header *h) {
	return said_bytes(h) / h->form.size;
}

struct bytes bsd_header_bins(const struct bsd_header *h, struct bytes bytes) {
	struct bytes bins = { bytes.data + h->size, 0 };
	const uint64_t there = bytes.len - h->size, said = said_bytes(h);

	bins.len = (size_t)(said < there ? said : there);
	return bins;
}

enum { LONGEST = 4096 + 128 };

/* Reads a line about code. */
static bool read_line(const char *line, struct mapping *out) {
	char rights[5];
	int path = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &out->low,
	           &out->high, rights, &out->offset, &path) < 4)
		return false;
	out->path = path ? line + path : "";
	return out->low < out->high && strlen(rights) == 4 && rights[2] == 'x';
}

/* 0 if it is none, or not below the limit. */
static double number_of(const char *text, double limit) {
	const double number = strtod(text, NULL);

	return number > 0 && number < limit ? number : 0;
}

void mappings_read(struct bytes text, struct records *r, struct profile_file *file) {
	SCRATCH struct arena *scratch = arena_new();
	struct mapping *list = NULL;
	char line[LONGEST];
	size_t n = 0, kept = 0;

	while (text.len) {
		const unsigned char *end = memchr(text.data, '\n', text.len);
		const size_t len = end ? (size_t)(end - text.data) : text.len;
		struct bytes taken;
		struct mapping new;

		snprintf(line, sizeof line, "%.*s", len < LONGEST ? (int)len : LONGEST,
		         (const char *)text.data);
		bytes_take(&text, len + (end != NULL), &taken);
		if (!strncmp(line, CPU_TIME, sizeof CPU_TIME - 1)) {
			file->cpu_s = number_of(line + sizeof CPU_TIME - 1, 1e15) / 1e6;
			file->nsingle = file->nsamples;
		}
		if (!strncmp(line, WAITED, sizeof WAITED - 1))
			file->waited_s = number_of(line + sizeof WAITED - 1, 1e15) / 1e6;
		if (!strncmp(line, SINGLE, sizeof SINGLE - 1))
			file->nsingle = (size_t)number_of(line + sizeof SINGLE - 1,
			                                  (double)file->nsamples + 1);
		if (!read_line(line, &new))
			continue;
		new.path = arena_text(r->arena, new.path, strlen(new.path));
		arena_append(scratch, list, n, new);
	}
	list = sort_copy(list, n, sizeof *list, offsetof(struct mapping, low), scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[i].low >= list[kept - 1].high)
			list[kept++] = list[i];
	file->mappings = arena_copy(r->arena, list, kept, sizeof *list);
	file->nmappings = kept;
}

bool beside_read(struct bytes *out, const struct records *r, const char *path,
                 struct arena *arena) {
	const size_t most = (size_t)256 << 20;
	struct error ignored;

	for (size_t i = 0; i < r->nbeside; i++)
		if (!strcmp(r->beside[i].path, path)) {
			*out = r->beside[i].bytes;
			return true;
		}
	return bytes_read_regular(out, path, most, arena, &ignored);
}

void mappings_complete(struct records *r, struct profile_file *file) {
	struct bytes text;

	if (!file->nmappings &&
	    beside_read(&text, r, arena_format(r->arena, "%s%s", file->path, MAPS_SUFFIX),
	                r->arena)) {
		mappings_read(text, r, file);
		file->nsingle = file->nsamples;
	}
}

const struct mapping *mapping_at(const struct profile_file *file, uint64_t address) {
	const size_t n = upper_bound(file->mappings, file->nmappings, sizeof *file->mappings,
	                             offsetof(struct mapping, low), address);

	return n && address < file->mappings[n - 1].high ? &file->mappings[n - 1] : NULL;
}
