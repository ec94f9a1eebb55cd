/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/stacks_write.h"

#include "model/model.h"
#include "parse/gmon/mappings.h"
#include "recorder/recording.h"

enum { PAGE = 4096, FIRST_CODE = 1 << 20 };

/* A part of a file that was mapped in some of the runs, and where it is in the sum. */
struct range {
	const char *path;
	uint64_t offset, size, low;
};

/* A stack in addresses of the sum, and how often it was seen. */
struct sums {
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
static const uint32_t *find_ranges(struct sums *s, const struct profile_file *file) {
	uint32_t *numbers = arena_space(s->arena, file->nmappings, sizeof *numbers);

	for (size_t i = 0; i < file->nmappings; i++) {
		const struct mapping *m = &file->mappings[i];
		const struct range new = { m->path, m->offset, m->high - m->low, 0 };
		const uint64_t hash = hash_number(hash_text(0, m->path), m->offset);

		if (index_append(&s->index_of_ranges, hash, is_range, s->ranges, &new,
		                 &numbers[i])) {
			s->ranges = arena_room(s->arena, s->ranges, numbers[i], sizeof new);
			s->ranges[numbers[i]] = new;
		} else if (s->ranges[numbers[i]].size < new.size) {
			s->ranges[numbers[i]].size = new.size;
		}
	}
	return numbers;
}

/* The program, which is the first one named, comes lowest; threads below it. */
static bool place_ranges(struct sums *s, struct error *err) {
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

static void add_sample(struct sums *s, const struct profile_file *file, const uint32_t *ranges,
                       const struct sample *sample, bool is_single) {
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
	if (index_append(&s->index_of_samples, hash, is_sample, s->samples, &new, &number)) {
		arena_put(s->arena, s->samples, number, new);
	} else {
		s->samples[number].count += new.count;
	}
}

static void put_word(const struct sums *s, uint64_t word) {
	bytes_put_number(s->file, word, s->machine->address_size, s->machine->big_endian);
}

static void put_all(const struct sums *s, uint32_t period_us) {
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
	struct sums s = { .index_of_ranges = { .arena = arena },
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
