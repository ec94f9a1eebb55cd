/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/repeats.h"

#include "base/probability.h"
#include "model/image.h"

bool pairing_next(struct pairing *p) {
	const bool has_calls = p->part->has_calls && p->whole->has_calls;

	for (; p->list < p->part->nhistograms + has_calls; p->list++) {
		const struct bins *part = &p->part->lists[p->list];
		const struct bins *whole = &p->whole->lists[p->list];

		if (p->i < part->n) {
			p->cell = bin_at(part, p->i++);
			while (p->k < whole->n && bin_at(whole, p->k).index < p->cell.index)
				p->k++;
			p->in = (struct bin){ 0 };
			if (p->k < whole->n && bin_at(whole, p->k).index == p->cell.index)
				p->in = bin_at(whole, p->k);
			p->at = p->before + p->k;
			return true;
		}
		p->before += whole->n;
		p->i = p->k = 0;
	}
	return false;
}

bool content_contains(const struct content *whole, const struct content *part) {
	struct pairing p = { .whole = whole, .part = part };

	while (pairing_next(&p))
		if (p.in.count < p.cell.count)
			return false;
	return true;
}

/* The bins of a file, without its calls. */
static struct content bins_of(const struct records *r, const struct profile_file *file,
                              struct arena *arena) {
	const struct histogram *h = file_histograms(r, file);
	struct content out = { .nhistograms = file->nhistograms };

	out.lists = arena_alloc(arena, out.nhistograms + 1, sizeof *out.lists);
	for (size_t i = 0; i < out.nhistograms; i++)
		out.lists[i] = h[i].bins;
	return out;
}

/* Whether a bin counts as much as it can, or more. */
static bool histogram_has_full_bin(const struct histogram *h) {
	const uint64_t limit = histogram_limit(h);

	for (size_t i = 0; i < h->bins.n; i++)
		if (bin_at(&h->bins, i).count >= limit)
			return true;
	return false;
}

/* Whether a file, which is kept apart, counts the same things as a first one, of the same records
 * or of others: it is not cut off, and has no full counters, blocks, or other histograms.  Cost:
 * linear in the bins. */
static bool file_is_alike(const struct records *of_first, const struct profile_file *first,
                          const struct records *r, const struct profile_file *file) {
	if (file->is_cut || file->nblocks || file->nhistograms != first->nhistograms ||
	    file->ncalls >= NO_ITEM)
		return false;
	for (size_t i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &file_histograms(r, file)[i];

		if (!histogram_is_like(h, &file_histograms(of_first, first)[i]) ||
		    histogram_has_full_bin(h))
			return false;
	}
	return true;
}

static bool calls_are_nested(const struct records *of_a, const struct profile_file *a,
                             const struct records *of_b, const struct profile_file *b,
                             struct arena *scratch) {
	const struct call *from = file_calls(of_a, a), *to = file_calls(of_b, b);
	struct call_lookup lookup = call_lookup_in(to, b->ncalls, scratch);

	if (a->ncalls > b->ncalls)
		return false;
	bool *is_used = arena_alloc(scratch, b->ncalls, sizeof *is_used);
	for (size_t i = 0; i < a->ncalls; i++) {
		const uint32_t k = call_lookup_find(&lookup, &from[i]);

		if (k == NO_ITEM || is_used[k] || to[k].count < from[i].count)
			return false;
		is_used[k] = true;
	}
	return true;
}

bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                    const struct records *of_b, const struct profile_file *b,
                    struct arena *scratch) {
	const struct content whole = bins_of(of_b, b, scratch), part = bins_of(of_a, a, scratch);

	return content_contains(&whole, &part) && calls_are_nested(of_a, a, of_b, b, scratch);
}

/* Numbers of ticks k: the logarithm of the sum of their probabilities times exp(tilt k), and the
 * mean and the variance by these weights; and the variance of all numbers, without a tilt. */
struct halves {
	double tilt, log_sum, mean, variance, of_all;
};

/* Adds k <= n / 2 of n ticks, each by chance q, at most 1/2: exactly for few, by the normal
 * distribution for many.  That is the hypergeometric distribution of n of 2 n chances to be
 * sampled, because ticks may be as regular as that: binomial for one tick, of half of that variance
 * for many. */
static void add_half(struct halves *to, double n, double q) {
	enum { FEW = 16 };
	const double of_all = n * q * (1 - q) * n / (2 * n - 1);
	double p = 1, all = 0, sum = 0, mean = 0, square = 0;

	to->of_all += of_all;
	if (n > FEW) {
		const double tilted = n * q + to->tilt * of_all, sd = sqrt(of_all);
		const double z = (n / 2 + 0.5 - tilted) / sd, below = normal_tail(-z);
		const double ratio = exp(-z * z / 2) / sqrt(2 * M_PI) / below;

		to->log_sum += to->tilt * (n * q + tilted) / 2 + log(below);
		to->mean += tilted - sd * ratio;
		to->variance += of_all * (1 - ratio * (z + ratio));
		return;
	}
	for (double k = 0; k <= n && p > 0; k++) {
		const double weight = k <= n / 2 ? p * exp(to->tilt * k) : 0;

		all += p;
		sum += weight;
		mean += weight * k;
		square += weight * k * k;
		p *= (n - k) / (k + 1) * (2 * n * q - k) / (n - 2 * n * q + k + 1);
	}
	to->log_sum += log(sum / all);
	to->mean += mean / sum;
	to->variance += square / sum - mean / sum * mean / sum;
}

/* A stretch of the bins of two histograms, with enough ticks of the second to tell its share. */
struct stretch {
	size_t low, high; /* bins of the second one */
	size_t a_low;     /* the first bin of the other one from there on */
	double a, b;      /* ticks of each */
};

/* Finds the next stretch; false if there is none. */
static bool next_stretch(struct stretch *s, const struct bins *a, const struct bins *b) {
	enum { ENOUGH = 32 };

	while (s->a_low < a->n && s->high < b->n &&
	       bin_at(a, s->a_low).index < bin_at(b, s->high).index)
		s->a_low++;
	s->low = s->high;
	s->a = s->b = 0;
	while (s->high < b->n && s->b < ENOUGH)
		s->b += (double)bin_at(b, s->high++).count;
	for (size_t i = s->a_low;
	     s->high > s->low && i < a->n && bin_at(a, i).index <= bin_at(b, s->high - 1).index;
	     i++)
		s->a += (double)bin_at(a, i).count;
	return s->high > s->low;
}

static struct halves stretch_halves(const struct stretch *s, const struct bins *a,
                                    const struct bins *b, double tilt) {
	struct halves all = { .tilt = tilt };
	size_t k = s->a_low;

	for (size_t i = s->low; i < s->high; i++) {
		double both = (double)bin_at(b, i).count;

		if (k < a->n && bin_at(a, k).index == bin_at(b, i).index)
			both += (double)bin_at(a, k++).count;
		if (both > 0)
			add_half(&all, both, s->a / (s->a + s->b));
	}
	return all;
}

/* Of as many ticks as there are: the more bins are nested than by chance, the more they are tilted
 * to have that mean.  Any tilt shows no more than there is. */
static double stretch_evidence(const struct stretch *s, const struct bins *a,
                               const struct bins *b) {
	enum { STEPS = 8 };
	const double most = 20, whole = 1 / (2 * M_PI);
	double tilt = 0, evidence = 0;

	for (size_t i = 0; i < STEPS && s->a > 0 && tilt < most; i++) {
		const struct halves h = stretch_halves(s, a, b, tilt);
		const double left = h.variance > whole ? h.variance : whole;
		const double all = h.of_all > whole ? h.of_all : whole;
		const double here = s->a * tilt - h.log_sum - log(all / left) / 2;

		if (!isfinite(here))
			break;
		evidence = here > evidence ? here : evidence;
		if (s->a - h.mean < 0.1)
			break;
		tilt += (s->a - h.mean) / left;
	}
	return evidence;
}

double nesting_evidence(const struct content *a, const struct content *b, double most) {
	double evidence = 0;

	for (size_t i = 0; i < a->nhistograms; i++) {
		const struct bins *x = &a->lists[i], *y = &b->lists[i];
		struct stretch s = { .high = 0 };

		while (evidence < most && next_stretch(&s, x, y))
			evidence += stretch_evidence(&s, x, y);
	}
	return evidence < most ? evidence : most;
}

void nesting_spread(const struct content *a, const struct content *b, struct step_spread *out) {
	const double of_a = (double)a->ticks, of_b = (double)b->ticks;
	const double times = of_b / of_a, weight = (of_a + of_b) / (of_b - of_a);
	size_t n = 0;

	if (of_a <= 0)
		return;
	for (size_t i = 0; i < a->nhistograms; i++) {
		const struct bins *x = &a->lists[i], *y = &b->lists[i];
		struct stretch s = { .high = 0 };

		while (next_stretch(&s, x, y)) {
			/* Counts are whole: few may agree by chance. */
			const double off = s.b - times * s.a;

			out->chi2 += weight * (off * off + 0.25) / (times * (s.a + s.b));
			n++;
		}
	}
	if (n < 2)
		return;
	out->freedom += (double)n - 1;
	out->log_weights += ((double)n - 1) * log(weight);
}

/* Where the last start is that is not above an address. */
struct start_found {
	uint64_t address;
	size_t number; /* from 1; 0: not found */
};

enum { STARTS_FOUND = 16384 };

/* How calls are compared. */
struct calls_seen {
	struct arena *arena;
	uint64_t *starts;  /* of all symbols; shape: [nstarts] */
	uint64_t *callees; /* of those that are functions; [ncallees] */
	size_t nstarts, ncallees;
	uint64_t end;                 /* of code */
	struct start_found *found[2]; /* of starts, of callees; shape: [STARTS_FOUND] each */
	struct index index;           /* of the calls of files that are listed */
	struct call *list;
	size_t guess; /* the one that may come next */
};

static uint64_t *sort_addresses(struct keyed *keys, size_t n, struct arena *arena) {
	uint64_t *list = arena_space(arena, n, sizeof *list);

	sort_keys(keys, n, arena);
	for (size_t i = 0; i < n; i++)
		list[i] = keys[i].key;
	return list;
}

/* Functions as gprof -s chooses them. */
static void take_symbols(struct calls_seen *c, const struct image *image, keeps_symbol *keeps) {
	struct keyed *all = arena_space(c->arena, image->nsymbols, sizeof *all);
	struct keyed *callees = arena_space(c->arena, image->nsymbols, sizeof *callees);
	const bool has_kinds = image->is_elf || image->is_coff;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (!keeps(image, s))
			continue;
		all[c->nstarts++] = (struct keyed){ s->low, 0 };
		if (s->kind == SYMBOL_FUNC || !has_kinds)
			callees[c->ncallees++] = (struct keyed){ s->low, 0 };
	}
	for (size_t i = 0; i < 2; i++)
		c->found[i] = arena_alloc(c->arena, STARTS_FOUND, sizeof *c->found[i]);
	c->starts = sort_addresses(all, c->nstarts, c->arena);
	c->callees = sort_addresses(callees, c->ncallees, c->arena);
	for (size_t i = 0; i < image->nsections; i++)
		if (image->sections[i].is_code && image->sections[i].high > c->end)
			c->end = image->sections[i].high;
}

static struct calls_seen *calls_seen_new(const struct image *image, keeps_symbol *keeps,
                                         struct arena *arena) {
	struct calls_seen *c = arena_alloc(arena, 1, sizeof *c);

	c->arena = arena;
	c->index.arena = arena;
	if (image)
		take_symbols(c, image, keeps);
	return c;
}

/* The last start that is not above the address; false if there is none.  Files of one program have
 * the same calls, so what was found is kept. */
static bool move_to_start(struct start_found *found, uint64_t *address, const uint64_t *starts,
                          size_t n) {
	struct start_found *f = &found[hash_number(0, *address) % STARTS_FOUND];

	if (f->address != *address || !f->number)
		*f = (struct start_found){ *address,
			                   upper_bound(starts, n, sizeof *starts, 0, *address) };
	if (f->number)
		*address = starts[f->number - 1];
	return f->number > 0;
}

/* Makes a call what gprof -s takes it for; false if it drops it. */
static bool name_call(const struct calls_seen *c, struct call *call) {
	if (!c->ncallees)
		return true;
	return call->from < c->end && call->to < c->end &&
	       move_to_start(c->found[0], &call->from, c->starts, c->nstarts) &&
	       move_to_start(c->found[1], &call->to, c->callees, c->ncallees);
}

/* The number of a call; NO_ITEM: gprof -s drops it. */
static uint32_t number_of(struct calls_seen *c, struct call call) {
	const size_t known = c->index.n;
	uint32_t number = (uint32_t)c->guess;

	if (!name_call(c, &call))
		return NO_ITEM;
	if ((c->guess >= known || !call_is(c->list, number, &call)) &&
	    index_append(&c->index, call_hash(&call), call_is, c->list, &call, &number))
		arena_put(c->arena, c->list, known, call);
	c->guess = (size_t)number + 1;
	return number;
}

static void sum_up(struct contents *all, struct content *out, size_t file) {
	const struct profile_file *f = &all->records->files[file];
	const struct call *list = file_calls(all->records, f);

	for (size_t i = 0; i < out->nhistograms; i++)
		for (size_t k = 0; k < out->lists[i].n; k++) {
			const struct bin bin = bin_at(&out->lists[i], k);

			out->ticks += bin.count;
			out->hash += bin.count * hash_number(i + 1, bin.index);
		}
	out->is_summed = f->ncalls && all->calls->ncallees;
	for (size_t i = 0; i < f->ncalls; i++) {
		struct call call = list[i];
		const bool is_kept = name_call(all->calls, &call);

		out->is_summed &= is_kept && call.to == list[i].to;
		out->calls += is_kept ? call.count : 0;
		out->hash += is_kept ? call.count * call_hash(&call) : 0;
	}
}

/* Which files are alike; shape of the first ones: [*n]. */
static uint32_t find_kind(const struct records *r, size_t file, size_t *firsts, size_t *n) {
	enum { MOST_KINDS = 64 };
	size_t i;

	if (!file_is_alike(r, &r->files[file], r, &r->files[file]))
		return NO_ITEM;
	for (i = 0; i < *n; i++)
		if (file_is_alike(r, &r->files[firsts[i]], r, &r->files[file]))
			return (uint32_t)i;
	if (*n == MOST_KINDS)
		return NO_ITEM;
	firsts[(*n)++] = file;
	return (uint32_t)i;
}

struct contents *contents_of(const struct records *r, const struct image *image,
                             keeps_symbol *keeps, struct work *work, struct arena *arena) {
	enum { FIRST = 64, STEPS_OF_FIRST = 1 << 24, STEPS_OF_FILE = 1 << 13, STEPS_OF_CELL = 64 };
	struct contents *all = arena_alloc(arena, 1, sizeof *all);
	size_t *firsts = arena_space(arena, r->nfiles, sizeof *firsts);
	size_t n = 0;

	all->records = r;
	all->arena = arena;
	all->calls = calls_seen_new(r->nfiles > 1 ? image : NULL, keeps, arena);
	all->list = arena_alloc(arena, r->nfiles, sizeof *all->list);
	for (size_t i = 0; i < r->nfiles; i++) {
		const uint32_t kind = find_kind(r, i, firsts, &n);
		struct content *c = &all->list[i];

		work->left += STEPS_OF_CELL * content_room(all, i) +
		              (i < FIRST ? STEPS_OF_FIRST : STEPS_OF_FILE);
		if (kind != NO_ITEM) {
			*c = bins_of(r, &r->files[i], arena);
			sum_up(all, c, i);
		}
		c->kind = kind;
	}
	return all;
}

size_t content_room(const struct contents *all, size_t file) {
	const struct profile_file *f = &all->records->files[file];
	size_t n = f->ncalls;

	for (size_t i = 0; i < f->nhistograms; i++)
		n += all->records->histograms[f->first_histogram + i].bins.n;
	return n;
}

size_t content_size(const struct content *c) {
	size_t n = 0;

	for (size_t i = 0; i <= c->nhistograms; i++)
		n += c->lists[i].n;
	return n;
}

uint32_t *contents_sort(const struct contents *contents, struct keyed *keys, size_t n, bool largest,
                        struct arena *arena) {
	const uint64_t invert = largest ? UINT64_MAX : 0;
	uint32_t *order = arena_space(arena, n, sizeof *order);

	for (size_t i = 0; i < n; i++)
		keys[i].key ^= invert;
	sort_keys(keys, n, contents->arena);
	for (size_t i = 0; i < n; i++)
		keys[i].key = contents->list[keys[i].index].ticks ^ invert;
	sort_keys(keys, n, contents->arena);
	for (size_t i = 0; i < n; i++)
		order[i] = keys[i].index;
	return order;
}

/* Cells of the same calls are added up. */
void content_add_calls(struct contents *all, size_t file) {
	const struct profile_file *f = &all->records->files[file];
	const struct call *list = file_calls(all->records, f);
	struct content *c = &all->list[file];
	struct bin *cells = arena_space(all->arena, f->ncalls, sizeof *cells);
	SCRATCH struct arena *scratch = arena_new();
	struct keyed *keys = arena_space(scratch, f->ncalls, sizeof *keys);
	size_t n = 0, kept = 0;

	all->calls->guess = 0;
	for (size_t i = 0; i < f->ncalls; i++) {
		const uint32_t number = number_of(all->calls, list[i]);

		if (number != NO_ITEM && list[i].count)
			keys[n++] = (struct keyed){ number, (uint32_t)i };
	}
	sort_keys(keys, n, scratch);
	for (size_t i = 0; i < n; i++)
		if (kept && cells[kept - 1].index == keys[i].key)
			cells[kept - 1].count += list[keys[i].index].count;
		else
			cells[kept++] = (struct bin){ list[keys[i].index].count,
				                      (uint32_t)keys[i].key, 0 };
	c->lists[c->nhistograms] = (struct bins){ .list = cells, .n = kept };
	c->has_calls = true;
}

void calls_take_least(struct call *least, bool *differs, size_t nleast, const struct call *calls,
                      size_t n) {
	SCRATCH struct arena *scratch = arena_new();
	struct call_lookup lookup = call_lookup_in(calls, n, scratch);

	for (size_t i = 0; i < nleast; i++) {
		const uint32_t at = call_lookup_find(&lookup, &least[i]);
		const uint64_t count = at == NO_ITEM ? 0 : calls[at].count;

		differs[i] |= count != least[i].count;
		if (count < least[i].count)
			least[i].count = count;
	}
}

/* What b counts more than a. */
static struct histogram bins_added(const struct histogram *a, const struct histogram *b,
                                   struct arena *arena) {
	struct histogram out = *b;
	size_t k = 0;

	out.room = 0;
	out.bins = (struct bins){ .list = arena_space(arena, b->bins.n, sizeof(struct bin)) };
	for (size_t i = 0; i < b->bins.n; i++) {
		struct bin bin = bin_at(&b->bins, i);

		if (k < a->bins.n && bin_at(&a->bins, k).index == bin.index)
			bin.count -= bin_at(&a->bins, k++).count;
		if (bin.count)
			out.bins.list[out.bins.n++] = bin;
	}
	return out;
}

static void add_calls(struct records *out, const struct call *before, size_t nbefore,
                      const struct call *after, size_t n, struct arena *scratch) {
	struct call *calls = arena_copy(scratch, after, n, sizeof *calls);
	bool *was_there = arena_alloc(scratch, n, sizeof *was_there);
	struct call_lookup lookup = call_lookup_in(after, n, scratch);

	for (size_t i = 0; i < nbefore; i++) {
		const uint32_t k = call_lookup_find(&lookup, &before[i]);

		calls[k].count -= before[i].count;
		was_there[k] = true;
	}
	for (size_t i = 0; i < n; i++)
		if (calls[i].count || !was_there[i])
			records_add_call(out, calls[i]);
}

void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch) {
	const struct histogram *h = file_histograms(of_b, b);

	records_add_file(out, b->path, b->format);
	struct profile_file *file = &out->files[out->nfiles - 1];
	file->number = b->number;
	file->version = b->version;
	file->is_cut = b->is_cut;
	file->damage = b->damage;
	file->repeats = b->repeats;
	file->nblock_records = b->nblock_records;
	for (size_t i = 0; i < b->nhistograms; i++)
		records_add_histogram(
			out,
			a ? bins_added(&file_histograms(of_a, a)[i], &h[i], out->arena) : h[i]);
	add_calls(out, a ? file_calls(of_a, a) : NULL, a ? a->ncalls : 0, file_calls(of_b, b),
	          b->ncalls, scratch);
	for (size_t i = 0; i < b->nblocks; i++)
		records_add_block(out, of_b->blocks[b->first_block + i]);
}

struct records *records_like(const struct records *r, struct arena *arena) {
	struct records *out = records_new(arena);

	notes_add_all(&out->notes, r->notes.list, r->notes.n);
	out->off = r->off;
	out->noff = r->noff;
	return out;
}

/* Whether n records of `size` bytes are `times` times the same. */
static bool is_period(const void *list, size_t n, size_t size, size_t times) {
	const size_t part = n / times * size;

	for (size_t i = 1; i < times; i++)
		if (part && memcmp(list, (const char *)list + i * part, part))
			return false;
	return true;
}

/* Whether histograms count the same. */
static bool is_equal(const struct histogram *a, const struct histogram *b) {
	if (!histogram_is_like(a, b) || a->bins.n != b->bins.n)
		return false;
	for (size_t i = 0; i < a->bins.n; i++)
		if (bin_at(&a->bins, i).index != bin_at(&b->bins, i).index ||
		    bin_at(&a->bins, i).count != bin_at(&b->bins, i).count)
			return false;
	return true;
}

/* How many times a file has all its records; a part of a sum too large for one has full bins. */
static size_t times_of(const struct records *r, const struct profile_file *file) {
	const struct histogram *h = file_histograms(r, file);
	size_t i;

	for (size_t times = file->nhistograms; times > 1; times--) {
		size_t part = file->nhistograms / times;
		if (file->nhistograms % times || file->ncalls % times || file->nblocks ||
		    !is_period(file_calls(r, file), file->ncalls, sizeof(struct call), times))
			continue;
		for (i = part; i < file->nhistograms; i++)
			if (!is_equal(&h[i - part], &h[i]) || histogram_has_full_bin(&h[i]))
				break;
		if (i == file->nhistograms)
			return times;
	}
	return 1;
}

struct records *records_without_appended(struct records *r, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct records all = *r, *out = r;
	uint32_t *list = arena_space(arena, r->nfiles, sizeof *list);
	size_t most = 1, n = 0;

	all.files = arena_copy(scratch, r->files, r->nfiles, sizeof *r->files);
	for (size_t i = 0; i < r->nfiles; i++) {
		const size_t times = times_of(r, &r->files[i]);

		all.files[i].nhistograms /= times;
		all.files[i].ncalls /= times;
		most = times > most ? times : most;
		if (times > 1)
			list[n++] = (uint32_t)i;
	}
	if (n) {
		notes_add(&r->notes, NOTE_WARNING,
		          arena_format(r->arena, "%s: the same records %zu times",
		                       file_notes_names(r, list, n), most),
		          "a file that was appended to itself counts everything again",
		          "they count once; \"set copies added\" counts all, as gprof's listings "
		          "and -s do");
		out = records_like(r, arena);
		for (size_t i = 0; i < r->nfiles; i++)
			records_add_interval(out, r, NULL, &all, &all.files[i], scratch);
	}
	return out;
}

/* Files that could be read in the order in which they were named; shape: [r->nfiles]. */
static const struct profile_file **by_number(const struct records *r, struct arena *arena) {
	const size_t n = r->nfiles + r->noff;
	const struct profile_file **list = arena_alloc(arena, n, sizeof *list);
	size_t k;

	for (size_t i = 0; i < r->nfiles; i++)
		list[r->files[i].number] = &r->files[i];
	for (size_t i = k = 0; i < n; i++)
		if (list[i])
			list[k++] = list[i];
	return list;
}

const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena) {
	SCRATCH struct arena *own = arena_new(), *scratch = arena_new();
	struct records *out = records_new(arena);
	const struct profile_file **old = by_number(before, own);
	const struct profile_file **new = by_number(now, own);
	size_t k = 0;

	/* New files may be between old ones, whose order stays. */
	for (size_t i = 0; i < now->nfiles; i++) {
		const struct profile_file *file = new[i], *was = NULL;

		if (k < before->nfiles && !strcmp(old[k]->path, file->path))
			was = old[k++];
		if (was && !(file_is_alike(before, was, now, file) &&
		             file_is_nested(before, was, now, file, scratch)))
			was = NULL;
		records_add_interval(out, before, was, now, file, scratch);
		arena_reset(scratch);
	}
	return out;
}

enum { MANY = 64, SLOTS = 1 << 14, HOT_SLOTS = 32, STEPS_OF_SLOT = 16, WORD = 64 };

/* The slot of the next bin and what that counts; false: there is none. */
static bool next_slot(const struct content *c, size_t *list, size_t *at, size_t *slot,
                      uint64_t *count) {
	for (; *list < c->nhistograms; ++*list, *at = 0)
		if (*at < c->lists[*list].n) {
			const struct bin bin = bin_at(&c->lists[*list], (*at)++);

			*slot = hash_number(*list + 1, bin.index) % SLOTS;
			*count = bin.count;
			return true;
		}
	return false;
}

/* Numbers the slots with most samples from 1 on. */
static uint32_t *number_hot(const struct contents *all, const uint32_t *order, size_t n,
                            struct arena *own) {
	struct keyed *sums = arena_alloc(own, SLOTS, sizeof *sums);
	uint32_t *numbers = arena_alloc(own, SLOTS, sizeof *numbers);
	size_t list, at, slot;
	uint64_t count;

	for (size_t i = 0; i < n; i++)
		for (list = at = 0; next_slot(&all->list[order[i]], &list, &at, &slot, &count);)
			sums[slot] = (struct keyed){ sums[slot].key + count, (uint32_t)slot };
	sort_keys(sums, SLOTS, own);
	for (uint32_t k = HOT_SLOTS; k > 0; k--)
		numbers[sums[SLOTS - k].index] = k;
	return numbers;
}

struct hot_slots hot_slots_of(const struct contents *all, const uint32_t *order, size_t n,
                              struct arena *own) {
	struct hot_slots h = { .n = n < MANY ? 0 : HOT_SLOTS, .nwords = n / WORD + 1 };
	size_t list, at, slot;
	uint64_t count;

	if (!h.n)
		return h;
	const uint32_t *numbers = number_hot(all, order, n, own);
	h.counts = arena_alloc(own, n * h.n, sizeof *h.counts);
	h.steps = arena_alloc(own, h.n * STEPS_OF_SLOT, sizeof *h.steps);
	h.bits = arena_alloc(own, h.n * STEPS_OF_SLOT * h.nwords, sizeof *h.bits);
	for (size_t i = 0; i < n; i++)
		for (list = at = 0; next_slot(&all->list[order[i]], &list, &at, &slot, &count);)
			if (numbers[slot]) {
				uint32_t *to = &h.counts[i * h.n + numbers[slot] - 1];

				*to = count < UINT32_MAX - *to ? *to + (uint32_t)count : UINT32_MAX;
			}
	uint32_t *sorted = arena_space(own, n, sizeof *sorted);
	for (size_t k = 0; k < h.n; k++) {
		uint32_t *steps = &h.steps[k * STEPS_OF_SLOT];

		for (size_t i = 0; i < n; i++)
			sorted[i] = h.counts[i * h.n + k];
		sort_numbers(sorted, n, NULL, own);
		for (size_t step = 0; step < STEPS_OF_SLOT; step++)
			steps[step] = sorted[step * n / STEPS_OF_SLOT];
		for (size_t i = 0; i < n; i++)
			for (size_t step = 0;
			     step < STEPS_OF_SLOT && steps[step] <= h.counts[i * h.n + k]; step++)
				h.bits[(k * STEPS_OF_SLOT + step) * h.nwords + i / WORD] |=
					(uint64_t)1 << i % WORD;
	}
	return h;
}

size_t next_bit(const uint64_t *bits, size_t i, size_t end) {
	while (i < end && !(bits[i / WORD] >> i % WORD))
		i = (i / WORD + 1) * WORD;
	return i < end ? i + (size_t)__builtin_ctzll(bits[i / WORD] >> i % WORD) : end;
}

bool hot_slots_nested(const struct hot_slots *h, size_t i, bool before, uint64_t *bits,
                      struct work *work) {
	const size_t first = before ? 0 : i / WORD, end = before ? i / WORD + 1 : h->nwords;
	const uint64_t below = ((uint64_t)1 << i % WORD) - 1;

	if (!work_pay(work, (end - first) * h->n / 4))
		return false;
	memset(bits, 0, first * sizeof *bits);
	memset(bits + first, 0xff, (end - first) * sizeof *bits);
	bits[i / WORD] = before ? below : ~below << 1;
	for (size_t k = 0; k < h->n; k++) {
		const uint32_t *steps = &h->steps[k * STEPS_OF_SLOT];
		const uint64_t *having = &h->bits[k * STEPS_OF_SLOT * h->nwords];
		size_t nsteps = 0;

		while (nsteps < STEPS_OF_SLOT && steps[nsteps] <= h->counts[i * h->n + k])
			nsteps++;
		if (before && nsteps)
			for (size_t word = first; word < end; word++)
				bits[word] &= having[(nsteps - 1) * h->nwords + word];
		else if (!before && nsteps < STEPS_OF_SLOT)
			for (size_t word = first; word < end; word++)
				bits[word] &= ~having[nsteps * h->nwords + word];
	}
	return true;
}
