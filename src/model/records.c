/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/records.h"

struct records *records_new(struct arena *arena) {
	struct records *r = arena_alloc(arena, 1, sizeof *r);

	r->arena = arena;
	r->notes.arena = arena;
	return r;
}

void records_merge(struct records *r) {
	r->is_merged = true;
	r->lookup.index.arena = r->arena;
}

/* Whether there is a file to merge with. */
static bool is_merging(const struct records *r) {
	return r->is_merged && r->nfiles > 1;
}

struct arena *records_bin_arena(struct records *r) {
	if (!r->passing)
		r->passing = arena_within(r->arena);
	return r->passing;
}

static struct profile_file *last_file(struct records *r) {
	assert(r->nfiles);
	return &r->files[r->nfiles - 1];
}

void records_add_file(struct records *r, const char *path, const struct profile_format *format) {
	struct profile_file file = {
		.path = path,
		.number = r->nfiles + r->noff,
		.format = format,
		.first_histogram = r->nhistograms,
		.first_call = r->ncalls,
		.first_block = r->nblocks,
	};

	arena_append(r->arena, r->files, r->nfiles, file);
	r->lookup.guess = 0;
}

void records_fail_file(struct records *r, const char *path, const char *reason) {
	struct profile_file file = { .number = r->nfiles + r->noff };
	struct error begins;

	fail(&begins, "%s: ", path); /* without a password, as the reason has it */
	const size_t len = strlen(begins.reason);
	if (!strncmp(reason, begins.reason, len))
		reason += len;
	file.path = arena_text(r->arena, path, strlen(path));
	file.failed = arena_text(r->arena, reason, strlen(reason));
	arena_append(r->arena, r->off, r->noff, file);
}

void records_drop_file(struct records *r) {
	const struct profile_file *last = last_file(r);

	assert(!r->is_merged);
	arena_reset(records_bin_arena(r));
	r->nhistograms = last->first_histogram;
	r->ncalls = last->first_call;
	r->nblocks = last->first_block;
	r->nfiles--;
}

void records_remove_file(struct records *r, size_t i) {
	const struct profile_file gone = r->files[i];

	assert(!r->is_merged || !gone.ncalls);
	r->nfiles--;
	memmove(r->files + i, r->files + i + 1, (r->nfiles - i) * sizeof *r->files);
	for (i = 0; i < r->nfiles; i++) {
		r->files[i].number -= r->files[i].number > gone.number;
		if (r->files[i].first_call > gone.first_call)
			r->files[i].first_call -= gone.ncalls;
	}
	for (i = 0; i < r->noff; i++)
		r->off[i].number -= r->off[i].number > gone.number;
	r->ncalls -= gone.ncalls;
	if (gone.ncalls)
		memmove(r->calls + gone.first_call, r->calls + gone.first_call + gone.ncalls,
		        (r->ncalls - gone.first_call) * sizeof *r->calls);
}

size_t records_count_off(const struct records *r) {
	size_t n = 0;

	for (size_t i = 0; i < r->noff; i++)
		n += !r->off[i].failed;
	return n;
}

bool histogram_is_like(const struct histogram *a, const struct histogram *b) {
	return a->low == b->low && a->high == b->high && a->nbins == b->nbins &&
	       a->rate == b->rate && a->places == b->places && a->abbreviation == b->abbreviation &&
	       !strcmp(a->dimension, b->dimension);
}

/* Adds the bins that the first histogram has, too; leaves the others in the second one. */
static void add_known(struct bins *to, struct bins *from) {
	size_t k = 0, left = 0;

	for (size_t i = 0; i < from->n; i++) {
		while (k < to->n && to->list[k].index < from->list[i].index)
			k++;
		if (k < to->n && to->list[k].index == from->list[i].index)
			to->list[k].count += from->list[i].count;
		else
			from->list[left++] = from->list[i];
	}
	from->n = left;
}

/* Inserts bins that another histogram lacks, from last to first, so each is moved at most once. */
static void insert_bins(struct histogram *h, const struct bins *from, struct arena *arena) {
	size_t i = h->bins.n, k = from->n, at = i + k;

	if (at > h->room) {
		h->room = 2 * at;
		struct bin *bins = arena_space(arena, h->room, sizeof *bins);
		if (h->bins.n)
			memcpy(bins, h->bins.list, h->bins.n * sizeof *bins);
		h->bins.list = bins;
	}
	h->bins.n = at;
	struct bin *to = h->bins.list;
	while (k)
		to[--at] = i && to[i - 1].index > from->list[k - 1].index ? to[--i]
		                                                          : from->list[--k];
}

/* The least size of 1, 2, 4 and 8 bytes that holds a number. */
static unsigned char size_for(uint64_t number) {
	return number > UINT32_MAX ? 8 : number > UINT16_MAX ? 4 : number > UINT8_MAX ? 2 : 1;
}

static void put_number(unsigned char *list, size_t i, unsigned size, uint64_t number) {
	for (unsigned k = 0; k < size; k++)
		list[i * size + k] = (unsigned char)(number >> 8 * k);
}

/* The same bins in the bytes that they need. */
static struct bins pack(const struct bins *bins, struct arena *arena) {
	struct bins out = { .n = bins->n };
	unsigned char *packed;
	uint64_t most = 0;

	if (!bins->list)
		return *bins;
	for (size_t i = 0; i < bins->n; i++)
		most |= bins->list[i].count;
	out.count_size = size_for(most);
	out.index_size = size_for(bins->n ? bins->list[bins->n - 1].index : 0);
	out.packed = packed = arena_space(arena, bins->n * (out.index_size + out.count_size), 1);
	for (size_t i = 0; i < bins->n; i++) {
		put_number(packed, i, out.index_size, bins->list[i].index);
		put_number(packed + out.n * out.index_size, i, out.count_size, bins->list[i].count);
	}
	return out;
}

const struct bin *bins_list(const struct bins *bins, struct arena *arena) {
	struct bin *list = bins->list;

	if (list)
		return list;
	list = arena_space(arena, bins->n, sizeof *list);
	for (size_t i = 0; i < bins->n; i++)
		list[i] = bin_at(bins, i);
	return list;
}

/* Moves the bins to those of the first file's histogram, or to where they can stay. */
static void keep_bins(struct records *r, struct histogram *add) {
	const size_t number = last_file(r)->nhistograms;
	struct histogram *first = is_merging(r) && number < r->files[0].nhistograms
	                                  ? &r->histograms[number]
	                                  : NULL;

	if (first && histogram_is_like(first, add)) {
		add_known(&first->bins, &add->bins);
		if (add->bins.n)
			insert_bins(first, &add->bins, r->arena);
		add->bins = (struct bins){ 0 };
	} else if (r->is_merged) {
		add->bins.list = arena_copy(r->arena, add->bins.list, add->bins.n,
		                            sizeof *add->bins.list);
	} else {
		add->bins = pack(&add->bins, r->arena);
	}
}

const struct records *records_all(const struct records *r) {
	return r->all ? r->all : r;
}

bool records_are_by_linker(const struct records *r) {
	for (size_t i = 0; i < r->nfiles; i++)
		if (r->files[i].format->by_linker)
			return true;
	return false;
}

const struct histogram *file_histograms(const struct records *r, const struct profile_file *file) {
	return file->nhistograms ? r->histograms + file->first_histogram : NULL;
}

const struct call *file_calls(const struct records *r, const struct profile_file *file) {
	return file->ncalls ? r->calls + file->first_call : NULL;
}

uint64_t file_sum_ticks(const struct records *r, const struct profile_file *file) {
	uint64_t sum = 0;

	for (size_t i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &r->histograms[file->first_histogram + i];

		for (size_t k = 0; k < h->bins.n; k++)
			sum += bin_at(&h->bins, k).count;
	}
	return sum;
}

uint64_t file_sum_calls(const struct records *r, const struct profile_file *file) {
	uint64_t sum = 0;

	for (size_t i = 0; i < file->ncalls; i++)
		sum += r->calls[file->first_call + i].count;
	return sum;
}

double sample_noise(const struct profile_file *file, size_t i) {
	const double count = (double)file->samples[i].count;

	return i < file->nsamples - file->nsingle ? count : count * count;
}

double file_sampled_s(const struct profile_file *file) {
	double n = 0;

	for (size_t i = 0; i < file->nsamples; i++)
		n += (double)file->samples[i].count;
	return n * file->period_us / 1e6;
}

void records_add_histogram(struct records *r, struct histogram add) {
	keep_bins(r, &add);
	arena_reset(records_bin_arena(r));
	arena_append(r->arena, r->histograms, r->nhistograms, add);
	last_file(r)->nhistograms++;
}

bool call_is(const void *calls, uint32_t number, const void *wanted) {
	const struct call *x = (const struct call *)calls + number, *y = wanted;

	return x->from == y->from && x->to == y->to;
}

uint64_t call_hash(const struct call *call) {
	return hash_number(hash_number(0, call->from), call->to);
}

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena) {
	return (struct call_lookup){ .calls = calls, .n = n, .index = { .arena = arena } };
}

uint32_t call_lookup_find(struct call_lookup *l, const struct call *wanted) {
	const size_t n = l->n < NO_ITEM ? l->n : NO_ITEM - 1;

	if (l->guess < n && call_is(l->calls, (uint32_t)l->guess, wanted))
		return (uint32_t)l->guess++;
	for (; l->nindexed < n; l->nindexed++) {
		const uint64_t hash = call_hash(&l->calls[l->nindexed]);

		if (index_find(&l->index, hash, call_is, l->calls, &l->calls[l->nindexed]) ==
		    NO_ITEM)
			index_add(&l->index, hash, (uint32_t)l->nindexed);
	}
	uint32_t found = index_find(&l->index, call_hash(wanted), call_is, l->calls, wanted);
	if (found != NO_ITEM)
		l->guess = found + 1;
	return found;
}

/* Adds to the count of a known call; false if it is not known, or the sum would be too big. */
static bool merge_call(struct records *r, const struct call *add) {
	r->lookup.calls = r->calls;
	r->lookup.n = r->ncalls;
	uint32_t i = call_lookup_find(&r->lookup, add);
	if (i == NO_ITEM || r->calls[i].count > UINT64_MAX - add->count)
		return false;
	r->calls[i].count += add->count;
	return true;
}

/* Merges calls for as long as they come in the order of the known ones, as in files of one program.
 * Returns how many. */
static size_t merge_repeated(struct records *r, const struct call *add, size_t n) {
	struct call *known = r->calls + r->lookup.guess;
	size_t i = 0;

	if (n > r->ncalls - r->lookup.guess)
		n = r->ncalls - r->lookup.guess;
	for (; i < n && call_is(known, (uint32_t)i, &add[i]) &&
	       known[i].count <= UINT64_MAX - add[i].count;
	     i++)
		known[i].count += add[i].count;
	r->lookup.guess += i;
	return i;
}

void records_add_calls(struct records *r, const struct call *add, size_t n) {
	last_file(r)->ncalls += n;
	for (size_t i = 0; i < n; i++) {
		if (is_merging(r))
			i += merge_repeated(r, add + i, n - i);
		if (i < n && (!is_merging(r) || !merge_call(r, &add[i])))
			arena_append(r->arena, r->calls, r->ncalls, add[i]);
	}
}

void records_add_call(struct records *r, struct call add) {
	records_add_calls(r, &add, 1);
}

void records_add_block(struct records *r, struct block add) {
	arena_append(r->arena, r->blocks, r->nblocks, add);
	last_file(r)->nblocks++;
}

double histogram_units(const struct histogram *h) {
	return h->places ? 0.5 : (double)((h->high - h->low) / 2) / h->nbins;
}

uint64_t histogram_limit(const struct histogram *h) {
	return h->bin_size && h->bin_size < 8 ? (UINT64_C(1) << 8 * h->bin_size) - 1 : UINT64_MAX;
}

void file_notes_add(struct records *records, enum severity severity, const char *what,
                    const char *evidence, const char *cure) {
	const char *path = records->files[records->nfiles - 1].path;

	notes_add(&records->notes, severity, file_notes_cause(path, 1, what, records->arena),
	          evidence, cure);
}

void file_notes_cut(struct records *records, const char *evidence) {
	records->files[records->nfiles - 1].is_cut = true;
	file_notes_add(records, NOTE_WARNING, "cut off: its last record is not complete", evidence,
	               "run the program again, and let it exit normally");
}

static struct file_note *find(struct file_notes *merged, const char *what) {
	for (size_t i = 0; i < merged->n; i++)
		if (!strcmp(merged->list[i].what, what))
			return &merged->list[i];
	return NULL;
}

void file_notes_merge(struct file_notes *merged, size_t first, const char *path) {
	struct notes *notes = merged->notes;
	const size_t len = strlen(path);
	size_t kept = first;

	for (size_t i = first; i < notes->n; i++) {
		const char *cause = notes->list[i].cause;
		struct file_note add = { kept, path, NULL, 1 };
		struct file_note *known = NULL;

		if (!strncmp(cause, path, len) && !strncmp(cause + len, ": ", 2)) {
			add.what = cause + len + 2;
			known = find(merged, add.what);
		}
		if (known) {
			known->nfiles++;
			continue;
		}
		notes->list[kept++] = notes->list[i];
		if (add.what)
			arena_append(notes->arena, merged->list, merged->n, add);
	}
	notes->n = kept;
}

const char *file_notes_cause(const char *path, size_t nfiles, const char *what,
                             struct arena *arena) {
	if (nfiles == 1)
		return arena_format(arena, "%s: %s", path, what);
	return arena_format(arena, "%s and %zu other file%s: %s", path, nfiles - 1,
	                    nfiles == 2 ? "" : "s", what);
}

void file_notes_finish(struct file_notes *merged) {
	struct notes *notes = merged->notes;

	for (size_t i = 0; i < merged->n; i++) {
		const struct file_note *m = &merged->list[i];
		struct note *note = &notes->list[m->note];

		if (m->nfiles == 1)
			continue;
		note->cause = file_notes_cause(m->path, m->nfiles, m->what, notes->arena);
		if (*note->evidence)
			note->evidence = arena_format(notes->arena, "%s: %s", m->path,
			                              note->evidence);
	}
}

const char *file_notes_names(const struct records *r, const uint32_t *parts, size_t n) {
	enum { NAMED = 3 };
	const struct profile_file *files = r->files;
	struct arena *arena = r->arena;
	const char *text = files[parts[0]].path;
	size_t i;

	for (i = 1; i < n && (i < NAMED || i + 1 == n); i++)
		text = arena_format(arena, "%s%s%s", text, i + 1 == n ? " and " : ", ",
		                    files[parts[i]].path);
	if (i < n)
		text = arena_format(arena, "%s and %zu other files", text, n - i);
	return text;
}
