/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/readers.h"

#include "model/build/bins.h"
#include "model/model.h"
#include "recorder/recording.h"

enum {
	BSD_MAGIC = 0x51879,
	BSD_HEADER = 4,        /* bytes besides the addresses */
	BSD44_HEADER = 4 + 20, /* the same */
	BSD_RATE = 100,        /* what the old header implies */
	MOST_PARTS = 65536     /* records that one count is split into */
};

static const uint64_t full_bin = UINT16_MAX;

/* A file being written, and its contents. */
struct sums {
	FILE *file;
	const struct machine *machine;
	const struct merged *histograms;
	const struct call *calls; /* by first appearance; shape: [ncalls] */
	size_t ncalls;
	const struct block *blocks; /* by address; shape: [nblocks] */
	size_t nblocks;
	bool has_blocks; /* even if there are none */
};

static void add_up_calls(struct sums *s, const struct records *r, struct arena *arena) {
	struct index index = { .arena = arena };
	struct call *calls = arena_space(arena, r->ncalls, sizeof *calls);

	for (size_t i = 0; i < r->ncalls; i++) {
		const struct call *call = &r->calls[i];
		uint32_t number;

		if (index_append(&index, call_hash(call), call_is, calls, call, &number))
			calls[number] = *call;
		else if (calls[number].count > UINT64_MAX - call->count)
			calls[number].count = UINT64_MAX; /* counts saturate */
		else
			calls[number].count += call->count;
	}
	s->calls = calls;
	s->ncalls = index.n;
}

static void add_up_blocks(struct sums *s, const struct records *r, struct arena *arena) {
	const uint64_t most = s->machine->address_size == 8 ? UINT64_MAX : UINT32_MAX;
	const size_t n = r->nblocks;
	struct block *blocks = sort_copy(r->blocks, n, sizeof *blocks,
	                                 offsetof(struct block, address), arena);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (kept && blocks[kept - 1].address == blocks[i].address &&
		    blocks[i].count <= most - blocks[kept - 1].count)
			blocks[kept - 1].count += blocks[i].count;
		else
			blocks[kept++] = blocks[i];
	for (size_t i = 0; i < r->nfiles; i++)
		s->has_blocks |= r->files[i].nblock_records > 0;
	s->blocks = blocks;
	s->nblocks = kept;
}

static uint64_t biggest_bin(const struct merged_histogram *h) {
	uint64_t most = 0;

	for (size_t i = 0; i < h->n; i++)
		most = h->sums[i].count > most ? h->sums[i].count : most;
	return most;
}

/* Counts that would take an unreasonable number of records. */
static bool check_counts(const struct sums *s, enum gmon_form form, struct error *err) {
	const bool has_short_calls = form == GMON_MAGIC || s->machine->address_size == 4 ||
	                             s->machine->is_windows;
	const uint64_t most_calls = (uint64_t)MOST_PARTS * UINT32_MAX;

	for (size_t i = 0; i < s->histograms->n; i++) {
		uint64_t most = biggest_bin(&s->histograms->list[i]);

		if (most > MOST_PARTS * full_bin)
			return fail(err, "a bin of %" PRIu64 " ticks does not fit the format",
			            most);
	}
	for (size_t i = 0; i < s->ncalls && has_short_calls; i++)
		if (s->calls[i].count > most_calls)
			return fail(err, "%" PRIu64 " calls do not fit the format",
			            s->calls[i].count);
	for (size_t i = 0; i < s->nblocks && s->machine->address_size == 4; i++)
		if (s->blocks[i].count > UINT32_MAX)
			return fail(err, "%" PRIu64 " executions do not fit the format",
			            s->blocks[i].count);
	return true;
}

/* What the magic number's format can hold but BSD's cannot. */
static bool check_bsd(const struct sums *s, struct error *err) {
	const struct merged *m = s->histograms;

	if (s->has_blocks)
		return fail(err, "block counts do not fit the format");
	if (!m->n)
		return true;
	if (m->n > 1)
		return fail(err, "histograms of different ranges or rates do not fit the format");
	uint64_t most = biggest_bin(&m->list[0]);
	if (most > full_bin)
		return fail(err, "a bin of %" PRIu64 " ticks does not fit the format", most);
	if (m->list[0].shape->nbins > UINT32_MAX / 4)
		return fail(err, "%" PRIu32 " bins do not fit the format", m->list[0].shape->nbins);
	return true;
}

static void put(const struct sums *s, size_t size, uint64_t number) {
	bytes_put_number(s->file, number, size, s->machine->big_endian);
}

static void put_address(const struct sums *s, uint64_t address) {
	put(s, s->machine->address_size, address);
}

/* Writes the bins as far as they exceed what was written before. */
static void put_bins(const struct sums *s, const struct merged_histogram *h, uint64_t before) {
	static const unsigned char zeros[4096];
	uint64_t at = 0;

	for (size_t i = 0; i <= h->n; i++) {
		uint64_t next = i < h->n ? h->sums[i].index : h->shape->nbins;
		uint64_t count = i < h->n ? h->sums[i].count : 0;
		uint64_t gap = 2 * (next - at);

		for (; gap > sizeof zeros; gap -= sizeof zeros)
			fwrite(zeros, 1, sizeof zeros, s->file);
		fwrite(zeros, 1, (size_t)gap, s->file);
		if (i == h->n)
			break;
		count = count > before ? count - before : 0;
		put(s, 2, count < full_bin ? count : full_bin);
		at = next + 1;
	}
}

static void put_histogram(const struct sums *s, const struct merged_histogram *h) {
	const uint64_t most = biggest_bin(h);
	uint64_t before = 0;

	do {
		put(s, 1, 0);
		put_address(s, h->shape->low);
		put_address(s, h->shape->high);
		put(s, 4, h->shape->nbins);
		put(s, 4, h->shape->rate);
		fwrite(h->shape->dimension, 1, sizeof h->shape->dimension - 1, s->file);
		put(s, 1, (unsigned char)h->shape->abbreviation);
		put_bins(s, h, before);
		before += full_bin;
	} while (before < most);
}

/* A count that is wider than its field takes several records; a tag below 0 stands for none. */
static void put_calls(const struct sums *s, int tag, size_t size) {
	const uint64_t most = size == 8 && !s->machine->is_windows ? UINT64_MAX : UINT32_MAX;

	for (size_t i = 0; i < s->ncalls; i++) {
		const struct call *call = &s->calls[i];
		uint64_t left = call->count;

		do {
			uint64_t now = left < most ? left : most;
			if (tag >= 0)
				put(s, 1, (uint64_t)tag);
			put_address(s, call->from);
			put_address(s, call->to);
			put(s, size, now);
			left -= now;
		} while (left);
	}
}

static void put_magic(const struct sums *s) {
	fwrite("gmon", 1, 4, s->file);
	put(s, 4, 1);
	put(s, 4, 0);
	put(s, 8, 0);
	for (size_t i = 0; i < s->histograms->n; i++)
		put_histogram(s, &s->histograms->list[i]);
	put_calls(s, 1, 4);
	if (!s->has_blocks)
		return;
	put(s, 1, 2);
	put(s, 4, s->nblocks);
	for (size_t i = 0; i < s->nblocks; i++) {
		put_address(s, s->blocks[i].address);
		put(s, s->machine->address_size, s->blocks[i].count);
	}
}

/* Two bins can look like the number that marks 4.4BSD's header. */
static bool has_magic_bins(const struct sums *s, const struct merged_histogram *h) {
	uint64_t bins[2] = { 0 };

	for (size_t i = 0; i < h->n && h->sums[i].index < 2; i++)
		bins[h->sums[i].index] = h->sums[i].count;
	return s->machine->big_endian ? (bins[0] << 16 | bins[1]) == BSD_MAGIC
	                              : (bins[1] << 16 | bins[0]) == BSD_MAGIC;
}

static void put_bsd(const struct sums *s, bool wants_magic) {
	const size_t size = s->machine->address_size;
	const struct merged_histogram *h = s->histograms->n ? s->histograms->list : NULL;
	const bool has_magic = wants_magic || !h || h->shape->rate != BSD_RATE ||
	                       has_magic_bins(s, h);

	put_address(s, h ? h->shape->low : 0);
	put_address(s, h ? h->shape->high : 0);
	put(s, 4,
	    2 * size + (has_magic ? BSD44_HEADER : BSD_HEADER) +
	            (h ? 2 * (size_t)h->shape->nbins : 0));
	if (has_magic) {
		put(s, 4, BSD_MAGIC);
		put(s, 4, h ? h->shape->rate : BSD_RATE);
		put(s, 8, 0);
		put(s, 4, 0);
	}
	if (h)
		put_bins(s, h, 0);
	put_calls(s, -1, size);
}

bool gmon_write(const char *path, enum gmon_form form, const struct records *records,
                const struct machine *machine, const char **followed, struct arena *arena,
                struct error *err) {
	struct sums s = { .machine = machine };
	struct new_file new_file;

	s.histograms = merged_new(records->histograms, records->nhistograms, machine, arena, NULL);
	add_up_calls(&s, records, arena);
	add_up_blocks(&s, records, arena);
	if (!check_counts(&s, form, err) || (form != GMON_MAGIC && !check_bsd(&s, err)))
		return fail_at(err, path);
	if (!new_file_open(&new_file, path, NEW_FILE_ANY, arena, err))
		return false;
	*followed = new_file.followed;
	s.file = new_file.file;
	if (form == GMON_MAGIC)
		put_magic(&s);
	else
		put_bsd(&s, form == GMON_BSD44);
	return new_file_finish(&new_file, err);
}

/* Recordings. */

enum { PAGE = 4096, FIRST_CODE = 1 << 20 };

/* A part of a file that was mapped in some of the runs, and where it is in the sum. */
struct range {
	const char *path;
	uint64_t offset, size, low;
};

/* What is summed up of them. */
struct stack_sums {
	struct range *ranges; /* shape: [index_of_ranges.n] */
	struct index index_of_ranges;
	struct sample *samples; /* shape: [index_of_samples.n] */
	struct index index_of_samples;
	struct sample *single; /* of one signal each, and more than one tick; shape: [nsingle] */
	size_t nsingle;
	const struct machine *machine;
	struct arena *arena;
	FILE *file;
};

static bool is_range(const void *ranges, uint32_t number, const void *wanted) {
	const struct range *x = (const struct range *)ranges + number, *y = wanted;

	return x->offset == y->offset && !strcmp(x->path, y->path);
}

/* Finds the ranges of a file's mappings; shape: [file->nmappings]. */
static const uint32_t *find_ranges(struct stack_sums *s, const struct profile_file *file) {
	uint32_t *numbers = arena_space(s->arena, file->nmappings, sizeof *numbers);

	for (size_t i = 0; i < file->nmappings; i++) {
		const struct mapping *m = &file->mappings[i];
		const struct range new = { m->path, m->offset, m->high - m->low, 0 };
		const uint64_t hash = hash_number(hash_text(0, m->path), m->offset);

		if (index_append(&s->index_of_ranges, hash, is_range, s->ranges, &new, &numbers[i]))
			arena_put(s->arena, s->ranges, numbers[i], new);
		else if (s->ranges[numbers[i]].size < new.size)
			s->ranges[numbers[i]].size = new.size;
	}
	return numbers;
}

/* The program, which is the first one named, comes lowest; threads below it. */
static bool place_ranges(struct stack_sums *s, struct error *err) {
	const uint64_t most = s->machine->address_size == 4 ? UINT32_MAX : UINT64_MAX >> 1;
	uint64_t thread = FIRST_THREAD, next = FIRST_CODE;

	for (size_t i = 0; i < s->index_of_ranges.n; i++) {
		struct range *r = &s->ranges[i];

		if (!strncmp(r->path, THREAD_NAME, strlen(THREAD_NAME)) &&
		    thread < FIRST_CODE / 16) {
			r->low = thread++;
			continue;
		}
		if (r->size > most - next - PAGE)
			return fail(err, "the files have too much code for one file");
		r->low = next;
		next += (r->size + PAGE - 1) / PAGE * PAGE;
	}
	return true;
}

static bool is_sample(const void *samples, uint32_t number, const void *wanted) {
	const struct sample *x = (const struct sample *)samples + number, *y = wanted;

	return x->n == y->n && x->is_cut == y->is_cut &&
	       !memcmp(x->stack, y->stack, x->n * sizeof *x->stack);
}

static void add_sample(struct stack_sums *s, const struct profile_file *file,
                       const uint32_t *ranges, const struct sample *sample, bool is_single) {
	struct sample new = *sample;
	uint64_t hash = new.is_cut;
	uint32_t number;

	new.stack = arena_space(s->arena, new.n, sizeof *new.stack);
	for (uint32_t i = 0; i < new.n; i++) {
		const struct mapping *m = mapping_at(file, sample->stack[i]);
		const struct range *r = m ? &s->ranges[ranges[m - file->mappings]] : NULL;

		new.stack[i] = r ? sample->stack[i] - m->low + r->low : 0;
		hash = hash_number(hash, new.stack[i]);
	}
	if (is_single && new.count > 1) {
		arena_append(s->arena, s->single, s->nsingle, new);
		return;
	}
	if (index_append(&s->index_of_samples, hash, is_sample, s->samples, &new, &number))
		arena_put(s->arena, s->samples, number, new);
	else
		s->samples[number].count += new.count;
}

static void put_word(const struct stack_sums *s, uint64_t word) {
	bytes_put_number(s->file, word, s->machine->address_size, s->machine->big_endian);
}

static void put_all(const struct stack_sums *s, uint32_t period_us) {
	const uint64_t header[] = { 0, 3, 0, period_us, 0 }, trailer[] = { 0, 1, 0 };
	const size_t n = s->index_of_samples.n;

	for (size_t i = 0; i < sizeof header / sizeof *header; i++)
		put_word(s, header[i]);
	for (size_t i = 0; i < n + s->nsingle; i++) {
		const struct sample *sample = i < n ? &s->samples[i] : &s->single[i - n];

		put_word(s, sample->count);
		put_word(s, sample->n + sample->is_cut);
		for (uint32_t k = 0; k < sample->n; k++)
			put_word(s, sample->stack[k] + (k && sample->stack[k]));
		if (sample->is_cut)
			put_word(s, STACK_IS_CUT);
	}
	for (size_t i = 0; i < sizeof trailer / sizeof *trailer; i++)
		put_word(s, trailer[i]);
	for (size_t i = 0; i < s->index_of_ranges.n; i++) {
		const struct range *r = &s->ranges[i];

		fprintf(s->file, "%" PRIx64 "-%" PRIx64 " r-xp %08" PRIx64 " 00:00 0 %s\n", r->low,
		        r->low + r->size, r->offset, r->path);
	}
	if (s->nsingle)
		fprintf(s->file, SINGLE "%zu\n", s->nsingle);
}

bool stacks_write(const char *path, const struct records *records, const struct machine *machine,
                  const char **followed, struct arena *arena, struct error *err) {
	struct stack_sums s = { .index_of_ranges = { .arena = arena },
		                .index_of_samples = { .arena = arena },
		                .machine = machine,
		                .arena = arena };
	const uint32_t **ranges = arena_space(arena, records->nfiles, sizeof *ranges);
	const struct profile_file *file = records->files;
	struct new_file new_file;

	for (size_t i = 0; i < records->nfiles; i++)
		ranges[i] = find_ranges(&s, &file[i]);
	if (!place_ranges(&s, err))
		return fail_at(err, path);
	for (size_t i = 0; i < records->nfiles; i++) {
		if (!file[i].nsamples || file[i].period_us != file->period_us)
			return fail(err, "%s: %s", file[i].path,
			            file[i].nsamples
			                    ? "its samples are for another time than those before"
			                    : "has no stacks, but other files have");
		for (size_t k = 0; k < file[i].nsamples; k++)
			add_sample(&s, &file[i], ranges[i], &file[i].samples[k],
			           k >= file[i].nsamples - file[i].nsingle);
	}
	if (!new_file_open(&new_file, path, NEW_FILE_ANY, arena, err))
		return false;
	*followed = new_file.followed;
	s.file = new_file.file;
	put_all(&s, file->period_us);
	return new_file_finish(&new_file, err);
}
