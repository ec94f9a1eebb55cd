/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/repeats.h"

#include "base/probability.h"

/* Some of the files. */
struct members {
	uint32_t *list;
	size_t n;
};

/* What files of a set repeat of each other, while it is found. */
struct search {
	struct records *records;
	struct repeat *list; /* by file */
	struct contents *contents;
	struct members *parts; /* of sums, by file */
	bool *is_off;          /* files that surely repeat others */
	bool has_runs_beside;  /* beside sums of gprof -s that are snapshots */
	struct snapshots snapshots;
	struct common common;
	struct arena *arena, *own;
	struct work work;
	size_t cells; /* that may still be made */
	bool is_cut;  /* or were not made: not all was searched */
};

/* -ln of a bound on the probability that a bin of another run counts the same, whatever is expected
 * of it; and that all bins of a file do, in a run that has as many samples. */
static double equal_evidence(uint64_t count) {
	const double n = (double)count, two_pi = 6.283185307;

	return n < 1 ? 0 : log(two_pi * n) / 2 + 1 / (12 * n);
}

/* The same of a bin of so many runs, whatever it counts: the n-th powers of probabilities add up to
 * n^-1/2 of the greatest, 1/e where counts are small. */
static double all_equal_evidence(double nfiles, uint64_t count) {
	const double most = 0.97, half = log(nfiles) / 2;

	return count ? (nfiles - 1) * equal_evidence(count) + (half < most ? half : most) : 0;
}

/* The same of all bins of a file. */
static double content_evidence(const struct content *c) {
	double evidence = -equal_evidence(c->ticks);

	for (size_t i = 0; i < c->nhistograms; i++)
		for (size_t k = 0; k < c->lists[i].n; k++)
			evidence += equal_evidence(bin_at(&c->lists[i], k).count);
	return c->ticks ? evidence : 0;
}

/* Steps of looking whether one file contains another, which mostly ends early. */
enum { PRICE_OF_PAIR = 64 };

/* ln of the number of ways to choose k of n files: so much more evidence is needed if any of them
 * will do. */
static double choices(size_t n, size_t k) {
	return log_gamma((double)n + 1) - log_gamma((double)k + 1) - log_gamma((double)(n - k) + 1);
}

/* Lists a file's calls, too; false if that would take too much memory. */
static bool make_cells(struct search *f, size_t file) {
	if (f->contents->list[file].has_calls)
		return true;
	const size_t room = content_room(f->contents, file);
	if (room > f->cells || !work_pay(&f->work, 4 * room)) {
		f->is_cut = true;
		return false;
	}
	f->cells -= room;
	content_add_calls(f->contents, file);
	return true;
}

static bool is_surely(const struct search *f, uint32_t file, enum repeat_kind kind) {
	return f->list[file].kind == kind && f->list[file].is_sure;
}

/* Whether nothing is known of it, but that it may be a copy. */
static bool is_open(const struct search *f, uint32_t file) {
	return f->list[file].kind == REPEAT_NONE ||
	       (f->list[file].kind == REPEAT_COPY && !f->list[file].is_sure);
}

/* Files that count the same things, from the one with most samples on. */
static uint32_t *largest_first(const struct search *f, size_t *n) {
	struct keyed *keys = arena_space(f->own, f->records->nfiles, sizeof *keys);

	for (size_t i = *n = 0; i < f->records->nfiles; i++)
		if (f->contents->list[i].kind != NO_ITEM && !is_surely(f, (uint32_t)i, REPEAT_COPY))
			keys[(*n)++] = (struct keyed){ f->contents->list[i].calls, (uint32_t)i };
	return contents_sort(f->contents, keys, *n, true, f->own);
}

/* Whether a file may be a part of another one by its sums. */
static bool is_less(const struct content *a, const struct content *b) {
	return a->kind == b->kind && a->ticks <= b->ticks && a->calls <= b->calls &&
	       (a->ticks < b->ticks || a->calls < b->calls);
}

static void found(struct search *f, uint32_t file, enum repeat_kind kind, bool is_sure,
                  const char *what, uint32_t of) {
	f->list[file] = (struct repeat){ kind, is_sure,
		                         arena_format(f->records->arena, "%s %s", what,
		                                      f->records->files[of].path) };
}

static bool is_copy(const void *contents, uint32_t number, const void *wanted) {
	const struct content *a = (const struct content *)contents + number, *b = wanted;

	return a->kind == b->kind && a->hash == b->hash && a->ticks == b->ticks &&
	       a->calls == b->calls;
}

/* Whether names differ in two numbers, as those of ranks, which end with the process, do. */
static bool are_of_processes(const char *a, const char *b) {
	static const char digits[] = "0123456789";
	size_t n = 0;

	while (*a && *b) {
		const size_t one = strspn(a, digits), other = strspn(b, digits);

		if (!one != !other || (!one && *a != *b))
			return false;
		n += one && (one != other || memcmp(a, b, one) != 0);
		a += one ? one : 1;
		b += one ? other : 1;
	}
	return !*a && !*b && n > 1;
}

/* Cost: linear. */
static void find_copies(struct search *f) {
	const size_t n = f->records->nfiles;
	const double needed = choices(n, n < 2 ? n : 2);
	struct index seen = { .arena = f->own };

	for (size_t i = 0; i < n; i++) {
		const struct content *c = &f->contents->list[i];

		if (c->kind == NO_ITEM || f->list[i].kind != REPEAT_NONE || !c->ticks)
			continue;
		uint32_t of = index_find(&seen, c->hash, is_copy, f->contents->list, c);
		if (of == NO_ITEM) {
			index_add(&seen, c->hash, (uint32_t)i);
			continue;
		}
		if (!make_cells(f, i) || !make_cells(f, of) ||
		    !content_contains(c, &f->contents->list[of]))
			continue;
		double evidence = c->is_summed == f->contents->list[of].is_summed
		                          ? content_evidence(c) - needed
		                          : sure_evidence;
		if (evidence >= sure_evidence ||
		    !are_of_processes(f->records->files[i].path, f->records->files[of].path))
			found(f, (uint32_t)i, REPEAT_COPY, evidence >= sure_evidence, "a copy of",
			      of);
	}
}

static const char *counts_text(uint64_t samples, uint64_t calls, struct arena *arena) {
	return arena_format(arena, "%s, %s", number_counted(arena, samples, "sample"),
	                    number_counted(arena, calls, "call"));
}

/* One note about all files that repeat others in this way. */
static void note_files(struct search *f, enum repeat_kind kind, bool is_sure, const char *what,
                       const char *cure) {
	const struct profile_file *files = f->records->files;
	struct arena *arena = f->records->arena;
	uint32_t *list = arena_space(arena, f->records->nfiles, sizeof *list);
	const char *may_be = is_sure ? "" : "may be ";
	size_t n = 0;

	for (size_t i = 0; i < f->records->nfiles; i++)
		if (f->list[i].kind == kind && f->list[i].is_sure == is_sure)
			list[n++] = (uint32_t)i;
	if (!n)
		return;
	const char *names = file_notes_names(f->records, list, n);
	const struct content *first = &f->contents->list[list[0]];
	const char *evidence = counts_text(first->ticks, first->calls, arena);
	notes_add(&f->records->notes, is_sure ? NOTE_WARNING : NOTE_FACT,
	          n == 1 ? arena_format(arena, "%s %s %s", names, is_sure ? "is" : "may be",
	                                f->list[list[0]].reason)
	                 : arena_format(arena, "%s: %s%s", names, may_be, what),
	          n == 1 ? evidence
	                 : arena_format(arena, "%s is %s: %s", files[list[0]].path,
	                                f->list[list[0]].reason, evidence),
	          cure);
}

static void note_kind(struct search *f, enum repeat_kind kind, const char *what, const char *sure,
                      const char *unsure) {
	note_files(f, kind, true, what, sure);
	note_files(f, kind, false, what, unsure);
}

static void note_repeats(struct search *f) {
	note_kind(f, REPEAT_COPY, "copies of other files",
	          "it counts once; \"set copies added\" counts all, as gprof's listings and -s do",
	          "it may be another run that has the same counts by chance, so all files count; "
	          "\"set copies once\" counts it once");
	note_kind(f, REPEAT_SUM, "sums of other files",
	          "its parts count; \"set sums added\" counts all, as gprof's listings and -s do",
	          "it may be a run that has these counts by chance, so all files count; \"set sums "
	          "once\" counts the parts only");
	note_kind(f, REPEAT_PART, "contained in other files",
	          "files that others contain do not count again; \"set sums added\" counts all, as "
	          "gprof's listings and -s do",
	          "it may be a run that has lower counts everywhere by chance, so all files count; "
	          "\"set sums once\" leaves out files that others contain");
	note_kind(f, REPEAT_EARLIER, "earlier dumps of logs",
	          "the last one of a log counts; \"set sums added\" counts all", "");
}

/* Sums that share runs which are not there: a + b beside a + c.  Their samples do not tell, because
 * runs may be as regular as that. */
static void note_sums(const struct search *s) {
	struct records *r = s->records;
	uint32_t *list = arena_space(r->arena, r->nfiles, sizeof *list);
	size_t n = 0;

	for (uint32_t i = 0; i < r->nfiles; i++)
		if (s->contents->list[i].is_summed && !s->is_off[i])
			list[n++] = i;
	if (n > 1)
		notes_add(&r->notes, NOTE_FACT,
		          arena_format(r->arena, "%s may be sums that share runs",
		                       file_notes_names(r, list, n)),
		          "their call records are as gprof -s writes them; a run that is in two of "
		          "the sums counts twice",
		          "nothing, if each run is in one sum only; else open the runs themselves");
}

/* Sums of other files: by subtraction, from the parts on that no other file can stand for. */

/* Files that a sum may be of, and what they leave of it. */
struct sum_search {
	struct search *f;
	struct arena *arena;
	uint32_t file;
	uint32_t *list; /* largest first; shape: [n] */
	size_t n;
	uint32_t *parts; /* found so far; shape: [nparts] */
	size_t nparts, ncells;
	uint64_t *left; /* of each cell */
	uint64_t *sums; /* of all that may be parts */
};

static struct pairing pairing_of(const struct sum_search *s, uint32_t part) {
	return (struct pairing){ .whole = &s->f->contents->list[s->file],
		                 .part = &s->f->contents->list[part] };
}

static bool fits(const struct sum_search *s, uint32_t part) {
	struct pairing p = pairing_of(s, part);

	while (pairing_next(&p))
		if (!p.in.count || s->left[p.at] < p.cell.count)
			return false;
	return true;
}

static bool is_nothing_left(const struct sum_search *s) {
	for (size_t i = 0; i < s->ncells; i++)
		if (s->left[i])
			return false;
	return true;
}

/* Keeps and sums up files that fit into what is left; false if a cell cannot be filled by them. */
static bool keep_fitting(struct sum_search *s) {
	size_t n = 0;

	memset(s->sums, 0, s->ncells * sizeof *s->sums);
	for (size_t i = 0; i < s->n; i++) {
		const uint32_t part = s->list[i];
		const size_t size = content_size(&s->f->contents->list[part]);
		struct pairing p = pairing_of(s, part);

		if (!work_pay(&s->f->work, 4 * PRICE_OF_PAIR + 8 * size + s->ncells / 8))
			return false;
		if (!fits(s, part))
			continue;
		while (pairing_next(&p))
			s->sums[p.at] += p.cell.count;
		s->list[n++] = part;
	}
	s->n = n;
	for (size_t i = 0; i < s->ncells; i++)
		if (s->sums[i] < s->left[i])
			return false;
	return n > 0;
}

/* Whether nothing else could fill one of the cells that the file has. */
static bool is_needed(const struct sum_search *s, uint32_t part) {
	struct pairing p = pairing_of(s, part);

	while (pairing_next(&p))
		if (s->sums[p.at] == s->left[p.at])
			return true;
	return false;
}

/* False if it is too much. */
static bool take(struct sum_search *s, uint32_t part) {
	struct pairing p = pairing_of(s, part);

	if (!fits(s, part))
		return false;
	while (pairing_next(&p))
		s->left[p.at] -= p.cell.count;
	s->parts[s->nparts++] = part;
	return true;
}

/* Linear equations modulo a prime, an unknown for each file and the right side. */
struct equations {
	uint64_t *rows; /* shape: [nrows][n + 1] */
	size_t nrows, n;
};

enum { PRIME = 2147483647 };

/* Adds what a cell counts in a column to two of the equations, times numbers that only depend on
 * the cell. */
static void add_cell(struct equations *e, size_t cell, size_t column, uint64_t count) {
	for (size_t i = 0; i < 2; i++) {
		const uint64_t random = hash_number(i, cell);
		uint64_t *to = &e->rows[(random >> 32) % e->nrows * (e->n + 1) + column];

		*to = (*to + count % PRIME * (random % PRIME)) % PRIME;
	}
}

static uint64_t inverse(uint64_t number) {
	uint64_t out = 1;

	for (uint64_t power = PRIME - 2; power; power /= 2, number = number * number % PRIME)
		if (power % 2)
			out = out * number % PRIME;
	return out;
}

/* Leaves ones in the diagonal of the first n rows, zeros beside it; false if that cannot be. */
static bool eliminate(struct equations *e) {
	const size_t width = e->n + 1;
	size_t i;

	for (size_t column = 0; column < e->n; column++) {
		uint64_t *row = &e->rows[column * width];

		for (i = column; i < e->nrows && !e->rows[i * width + column]; i++)
			;
		if (i == e->nrows)
			return false;
		for (size_t k = column; k < width; k++) {
			const uint64_t other = e->rows[i * width + k];

			e->rows[i * width + k] = row[k];
			row[k] = other;
		}
		uint64_t factor = inverse(row[column]);
		for (size_t k = column; k < width; k++)
			row[k] = row[k] * factor % PRIME;
		for (i = 0; i < e->nrows; i++) {
			uint64_t *to = &e->rows[i * width];

			factor = i == column ? 0 : PRIME - to[column];
			for (size_t k = column; factor < PRIME && factor && k < width; k++)
				to[k] = (to[k] + factor * row[k]) % PRIME;
		}
	}
	return true;
}

/* Marks the files that add up to what is left; false if several choices might, or that would take
 * too long. */
static bool solve(struct sum_search *s, bool *is_taken) {
	enum { MOST = 200, SPARE = 16 };
	struct equations e = { .nrows = 2 * s->n + SPARE, .n = s->n };

	if (s->n > MOST || s->n > s->ncells || !work_pay(&s->f->work, 2 * s->n * s->n * s->n))
		return false;
	e.rows = arena_alloc(s->arena, e.nrows * (e.n + 1), sizeof *e.rows);
	for (size_t i = 0; i < s->n; i++) {
		struct pairing p = pairing_of(s, s->list[i]);

		while (pairing_next(&p))
			add_cell(&e, p.at, i, p.cell.count);
	}
	for (size_t i = 0; i < s->ncells; i++)
		add_cell(&e, i, s->n, s->left[i]);
	if (!eliminate(&e))
		return false;
	for (size_t i = 0; i < s->n; i++)
		is_taken[i] = e.rows[i * (s->n + 1) + s->n] == 1;
	return true;
}

/* Takes all files that are needed; or, if none is, the only ones that can be right; or the largest.
 * False if they are too much together. */
static bool take_needed(struct sum_search *s) {
	bool *is_taken = arena_alloc(s->arena, s->n, sizeof *is_taken);
	bool any = false;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		any |= is_taken[i] = is_needed(s, s->list[i]);
	is_taken[0] |= !any && !solve(s, is_taken);
	for (size_t i = any = 0; i < s->n; i++)
		any |= is_taken[i];
	if (!any)
		return false;
	for (size_t i = 0; i < s->n; i++)
		if (!is_taken[i])
			s->list[n++] = s->list[i];
		else if (!take(s, s->list[i]))
			return false;
	s->n = n;
	return true;
}

/* All of the file is left. */
static void leave_all(struct sum_search *s) {
	const struct content *sum = &s->f->contents->list[s->file];
	size_t n = 0;

	s->nparts = 0;
	s->ncells = content_size(sum);
	if (!s->parts) {
		s->left = arena_space(s->arena, s->ncells, sizeof *s->left);
		s->parts = arena_space(s->arena, s->n, sizeof *s->parts);
	}
	for (size_t i = 0; i <= sum->nhistograms; i++)
		for (size_t k = 0; k < sum->lists[i].n; k++)
			s->left[n++] = bin_at(&sum->lists[i], k).count;
}

static bool adds_up(struct sum_search *s) {
	leave_all(s);
	s->sums = arena_space(s->arena, s->ncells, sizeof *s->sums);
	while (!is_nothing_left(s))
		if (!keep_fitting(s) || !take_needed(s))
			return false;
	return s->nparts > 1;
}

/* Calls that are exact sums although the parts differ in more than how often they do all: runs of
 * equal work show nothing by that. */
static double calls_evidence(const struct sum_search *s) {
	const double of_one = 2, most = 10;
	struct pairing p = pairing_of(s, s->parts[0]);
	double evidence = 0, share = -1;

	p.list = p.part->nhistograms;
	while (evidence < most && pairing_next(&p)) {
		const double here = (double)p.cell.count / (double)p.in.count;

		if (share >= 0 && fabs(here - share) > 1e-9)
			evidence += of_one;
		share = here;
	}
	return evidence;
}

/* How much more than the number of choices shows that a file is a sum; below 0 it is as likely to
 * be chance. */
static double sum_evidence(const struct sum_search *s, size_t nfiles) {
	enum { LEAST_CALLS = 8 };
	const struct content *sum = &s->f->contents->list[s->file];

	for (size_t i = 0; i < s->nparts && sum->is_summed; i++)
		if (!s->f->contents->list[s->parts[i]].is_summed)
			return sure_evidence;
	if (!sum->ticks)
		return s->ncells >= LEAST_CALLS ? sure_evidence : -1;
	return content_evidence(sum) + calls_evidence(s) - choices(nfiles, s->nparts);
}

static void found_sum(struct sum_search *s, size_t nfiles) {
	struct search *f = s->f;
	struct repeat *repeat = &f->list[s->file];
	const double evidence = sum_evidence(s, nfiles);

	if (evidence < 0)
		return;
	repeat->is_sure = evidence >= sure_evidence;
	sort_numbers(s->parts, s->nparts, NULL, f->own);
	repeat->kind = REPEAT_SUM;
	f->parts[s->file] = (struct members){
		arena_copy(f->own, s->parts, s->nparts, sizeof *s->parts), s->nparts
	};
	repeat->reason = arena_format(f->records->arena, "the sum of %s",
	                              file_notes_names(f->records, s->parts, s->nparts));
}

/* Looks for parts of the file at a place in the order among those after it that may be. */
static void search_parts(struct search *f, const uint32_t *order, size_t n, size_t at,
                         const uint64_t *bits, bool of_all) {
	SCRATCH struct arena *scratch = arena_new();
	const uint32_t file = order[at];
	struct sum_search s = { .f = f, .arena = scratch, .file = file };
	uint64_t ticks = 0, calls = 0;

	for (size_t i = next_bit(bits, 0, n); i < n; i = next_bit(bits, i + 1, n)) {
		const struct content *c = &f->contents->list[order[i]];

		if (!(c->ticks || c->calls) || !is_less(c, &f->contents->list[file]) ||
		    !work_pay(&f->work, PRICE_OF_PAIR) ||
		    !(of_all || content_contains(&f->contents->list[file], c)))
			continue;
		ticks += c->ticks;
		calls += c->calls;
		arena_append(scratch, s.list, s.n, order[i]);
	}
	if (s.n < 2 || ticks < f->contents->list[file].ticks ||
	    calls < f->contents->list[file].calls)
		return;
	for (size_t i = 0; i < s.n; i++)
		if (!make_cells(f, s.list[i]))
			return;
	if (make_cells(f, file) && adds_up(&s))
		found_sum(&s, of_all ? s.nparts + 1 : n - at);
}

/* The two least of all; their sum. */
static uint64_t two_least(const struct search *f, const uint32_t *order, size_t n, bool of_calls) {
	uint64_t least = UINT64_MAX / 2, next = UINT64_MAX / 2;

	for (size_t i = 0; i < n; i++) {
		const struct content *c = &f->contents->list[order[i]];
		const uint64_t here = of_calls ? c->calls : c->ticks;

		if (!c->ticks && !c->calls)
			continue;
		next = here < least ? least : here < next ? here : next;
		least = here < least ? here : least;
	}
	return least + next;
}

static bool is_sum_of_all(const struct search *f, const uint32_t *order, size_t n) {
	const struct content *most = &f->contents->list[order[0]];
	uint64_t ticks = 0, calls = 0, hash = 0;

	for (size_t i = 0; i < n; i++) {
		ticks += f->contents->list[order[i]].ticks;
		calls += f->contents->list[order[i]].calls;
		hash += f->contents->list[order[i]].hash;
	}
	return ticks == 2 * most->ticks && calls == 2 * most->calls && hash == 2 * most->hash;
}

/* The file that is the sum of all others; or of sums of some of them each that could be told in
 * time.  Cost: linear in the records where sums of all counts could not be right; at most in
 * proportion to what they hold. */
static void find_sums(struct search *f, bool of_all) {
	size_t n;
	const uint32_t *order = largest_first(f, &n);

	if (n < 3 || (of_all && !is_sum_of_all(f, order, n)))
		return;
	const struct hot_slots slots = hot_slots_of(f->contents, order, n, f->own);
	uint64_t *bits = arena_space(f->own, slots.nwords, sizeof *bits);
	uint64_t ticks = two_least(f, order, n, false), calls = two_least(f, order, n, true);
	for (size_t i = 0; i + 2 < n && !(of_all && i); i++) {
		const struct content *c = &f->contents->list[order[i]];

		if (f->list[order[i]].kind != REPEAT_NONE || c->ticks < ticks || c->calls < calls)
			continue;
		if (!hot_slots_nested(&slots, i, false, bits, &f->work))
			return;
		search_parts(f, order, n, i, bits, of_all);
	}
}

/* Files that another one contains although it is no sum of files that are there. */

/* What is in a larger file, as parts of a sum are if the sum is. */
static void found_part(struct search *f, uint32_t part, uint32_t of, bool is_sure) {
	const struct repeat *r = &f->list[part];

	for (size_t i = 0; is_surely(f, part, REPEAT_SUM) && i < f->parts[part].n; i++)
		found_part(f, f->parts[part].list[i], of, is_sure);
	if (is_open(f, part) || (r->kind == REPEAT_PART && !r->is_sure && is_sure))
		found(f, part, REPEAT_PART, is_sure, "contained in", of);
}

/* -ln of the probability that a part would fit by chance into what the other parts leave. */
static double evidence_beside(const struct sum_search *s, uint32_t part, double most) {
	SCRATCH struct arena *scratch = arena_new();
	struct pairing p = pairing_of(s, part);
	struct content rest = { .nhistograms = p.whole->nhistograms };
	size_t at = 0;

	rest.lists = arena_alloc(scratch, rest.nhistograms, sizeof *rest.lists);
	for (size_t i = 0; i < rest.nhistograms; i++) {
		struct bins *to = &rest.lists[i];

		to->list = arena_space(scratch, p.whole->lists[i].n, sizeof *to->list);
		for (size_t k = 0; k < p.whole->lists[i].n; k++)
			to->list[to->n++] = (struct bin){ s->left[at++],
				                          bin_at(&p.whole->lists[i], k).index, 0 };
	}
	while (pairing_next(&p) && p.list < rest.nhistograms)
		rest.lists[p.list].list[p.k].count += p.cell.count;
	return nesting_evidence(p.part, &rest, most);
}

/* Finds which of several parts surely are in the file because each would hardly fit by chance into
 * what the others leave.  Those that might are dropped, until there are none. */
static void find_parts_together(struct sum_search *s, double needed) {
	const double most = needed + choices(s->n, s->n / 2);
	const size_t nall = s->n;
	double *evidence = arena_space(s->arena, s->n, sizeof *evidence), least = 0;

	while (s->n > 1) {
		const size_t n = s->n;
		size_t k = 0;

		leave_all(s);
		for (size_t i = 0; i < n; i++)
			take(s, s->list[i]);
		if (!work_pay(&s->f->work, (16 * s->nparts + n) * s->ncells))
			return;
		least = most;
		for (size_t i = 0; i < s->nparts; i++) {
			evidence[i] = evidence_beside(s, s->parts[i], most);
			least = evidence[i] < least ? evidence[i] : least;
		}
		if (least >= needed + choices(nall, s->nparts))
			break;
		s->n = 0;
		for (size_t i = 0; i < n; i++) {
			const bool is_taken = k < s->nparts && s->parts[k] == s->list[i];

			if (!is_taken || (evidence[k] > least && evidence[k] > needed / 2))
				s->list[s->n++] = s->list[i];
			k += is_taken;
		}
	}
	for (size_t i = 0; i < s->nparts && s->n > 1; i++)
		found_part(s->f, s->parts[i], s->file, true);
}

/* Looks which of the files whose bins are nested in those of one, largest first, are its parts. */
static void find_parts_of(struct search *f, uint32_t of, uint32_t *list, size_t n, double needed) {
	SCRATCH struct arena *scratch = arena_new();
	struct sum_search s = { .f = f, .arena = scratch, .file = of, .list = list };
	const struct content *all = f->contents->list;

	for (size_t i = 0; i < n && work_pay(&f->work, content_room(f->contents, of)); i++) {
		if (is_surely(f, list[i], REPEAT_PART))
			continue;
		if (!make_cells(f, list[i]) || !make_cells(f, of) ||
		    !content_contains(&all[of], &all[list[i]]))
			continue;
		double evidence = nesting_evidence(&all[list[i]], &all[of], needed);
		found_part(f, list[i], of, evidence >= needed);
		list[s.n++] = list[i];
	}
	find_parts_together(&s, needed);
}

/* Files that another one contains, of several the smallest: those that hardly would be by chance.
 * What gprof -s wrote may be a sum of any. */
static void find_parts(struct search *f) {
	enum { PRICE = 512, MOST_CELLS = 64 };
	const struct content *all = f->contents->list;
	size_t n, npairs = 0, nparts;
	const uint32_t *order = largest_first(f, &n);
	const struct hot_slots slots = hot_slots_of(f->contents, order, n, f->own);
	const double needed = sure_evidence + choices(n, n < 2 ? n : 2);
	const double likely = needed - sure_evidence + likely_evidence;
	uint64_t *bits = arena_space(f->own, slots.nwords, sizeof *bits);
	struct keyed *pairs = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct content *part = &all[order[i]];

		if ((!is_open(f, order[i]) && !is_surely(f, order[i], REPEAT_SUM)) ||
		    (f->snapshots.are_sure && !f->is_off[order[i]]) ||
		    !hot_slots_nested(&slots, i, true, bits, &f->work))
			continue;
		for (size_t k = next_bit(bits, 0, i); k < i; k = next_bit(bits, k + 1, i)) {
			const struct content *whole = &all[order[k]];

			if (!work_pay(&f->work, PRICE_OF_PAIR))
				break;
			if (!is_open(f, order[k]) || !is_less(part, whole) ||
			    !content_contains(whole, part))
				continue;
			const size_t size = content_size(part) + content_size(whole);
			if (!work_pay(&f->work, PRICE * (size < MOST_CELLS ? size : MOST_CELLS)))
				break;
			if (whole->is_summed || nesting_evidence(part, whole, likely) >= likely)
				arena_append(f->own, pairs, npairs,
				             (struct keyed){ n - k, order[i] });
		}
	}
	sort_keys(pairs, npairs, f->own);
	uint32_t *parts = arena_space(f->own, n, sizeof *parts);
	for (size_t i = 0; i < npairs; i += nparts) {
		for (nparts = 0; i + nparts < npairs && pairs[i + nparts].key == pairs[i].key;
		     nparts++)
			parts[nparts] = pairs[i + nparts].index;
		find_parts_of(f, order[n - pairs[i].key], parts, nparts, needed);
	}
}

/* A bin of any of the files. */
struct shared_bin {
	uint32_t index;
	bool is_equal;  /* in all files */
	uint64_t least; /* in any file */
};

struct shared_bins {
	struct shared_bin *list; /* by index; shape: [n] */
	size_t n;
};

/* Adds the bins of one more file; of the first one all are equal. */
static struct shared_bins add_bins(const struct shared_bins *to, const struct bins *h,
                                   bool is_first, struct arena *arena) {
	struct shared_bins out = { arena_space(arena, to->n + h->n, sizeof *out.list), 0 };
	size_t i = 0, k = 0;

	while (i < to->n || k < h->n) {
		const struct bin here = k < h->n ? bin_at(h, k) : (struct bin){ 0, UINT32_MAX, 0 };
		const bool is_old = i < to->n && to->list[i].index <= here.index;
		const bool is_new = k < h->n && (i == to->n || here.index <= to->list[i].index);
		const uint64_t count = is_new ? here.count : 0;
		struct shared_bin bin = { .is_equal = is_first, .least = is_first ? count : 0 };

		bin.index = is_new ? here.index : to->list[i].index;
		if (is_old) {
			bin = to->list[i];
			bin.is_equal &= bin.least == count;
			bin.least = bin.least < count ? bin.least : count;
		}
		i += is_old;
		k += is_new;
		out.list[out.n++] = bin;
	}
	return out;
}

/* What is being looked for. */
struct finder {
	const struct search *s;
	struct shared_bins *bins;          /* by histogram */
	size_t nhistograms, first, nfiles; /* that are not off */
	struct arena *own;
};

/* All bins, and those that are equal in all files, with the ticks that all have. */
struct shared_sums {
	size_t n, nequal;
	uint64_t least, equal;
};

static struct shared_sums sum_shared(const struct finder *f) {
	struct shared_sums sums = { 0 };

	for (size_t i = 0; i < f->nhistograms; i++)
		for (size_t k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];

			sums.n++;
			sums.least += b->least;
			sums.nequal += b->is_equal;
			sums.equal += b->is_equal ? b->least : 0;
		}
	return sums;
}

/* Sums up bins of all files, as long as some are equal. */
static bool share_bins(struct finder *f) {
	const struct content *list = f->s->contents->list;
	struct arena *now = arena_within(f->own), *next = arena_within(f->own);

	f->bins = arena_alloc(f->own, f->nhistograms, sizeof *f->bins);
	for (size_t i = f->first; i < f->s->records->nfiles; i++) {
		struct arena *swap = now;

		if (f->s->is_off[i])
			continue;
		if (list[i].kind == NO_ITEM || list[i].kind != list[f->first].kind)
			return false;
		for (size_t k = 0; k < f->nhistograms; k++)
			f->bins[k] = add_bins(&f->bins[k], &list[i].lists[k], i == f->first, next);
		arena_reset(now);
		now = next;
		next = swap;
		if (!sum_shared(f).nequal)
			return false;
	}
	return true;
}

/* ln of the likelihood ratio, at least, of bins some part of which are equal because they were
 * copied, against runs of their own. */
static double ratio_at(const struct finder *f, double nfiles, double part) {
	double sum = 0;

	for (size_t i = 0; i < f->nhistograms; i++)
		for (size_t k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];
			const double e = all_equal_evidence(nfiles, b->least);

			if (!b->is_equal)
				sum += log1p(-part);
			else if (e > 100)
				sum += e + log(part);
			else
				sum += log(part * exp(e) + 1 - part);
		}
	return sum;
}

/* The best of several parts, weighed by how likely each is: children mostly have no samples of
 * their own, because they inherit no timer. */
static double evidence_of(const struct finder *f, size_t nfiles) {
	static const struct {
		double part, weight;
	} parts[] = { { 0.999, 0.8 }, { 0.9, 0.05 }, { 0.5, 0.05 }, { 0.1, 0.05 }, { 0.02, 0.05 } };
	double best = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const double here = ratio_at(f, (double)nfiles, parts[i].part) +
		                    log(parts[i].weight);

		best = here > best ? here : best;
	}
	return best;
}

/* Calls of the first file, with the least count in any; those not equal in all are marked. */
static struct call *share_calls(const struct finder *f, bool *differs) {
	const struct records *r = f->s->records;
	const struct profile_file *first = &r->files[f->first];
	struct call *least = arena_copy(f->own, file_calls(r, first), first->ncalls, sizeof *least);

	for (size_t i = f->first + 1; i < r->nfiles; i++)
		if (!f->s->is_off[i])
			calls_take_least(least, differs, first->ncalls, file_calls(r, &r->files[i]),
			                 r->files[i].ncalls);
	return least;
}

/* A file that has no more than all have: the parent, which waits.  Of ticks, or of calls; or
 * nfiles. */
static size_t find_parent(const struct finder *f, uint64_t least, bool of_calls) {
	const struct records *r = f->s->records;

	for (size_t i = f->first; i < r->nfiles; i++)
		if (!f->s->is_off[i] && least == (of_calls ? file_sum_calls(r, &r->files[i])
		                                           : f->s->contents->list[i].ticks))
			return i;
	return r->nfiles;
}

static void add_common_bins(const struct finder *f, struct common *out) {
	const struct records *r = f->s->records;
	const struct histogram *like = file_histograms(r, &r->files[f->first]);
	struct arena *arena = out->part->arena;
	const bool has_parent = find_parent(f, sum_shared(f).least, false) < r->nfiles;

	for (size_t i = 0; i < f->nhistograms; i++) {
		struct histogram h = like[i];

		h.room = 0;
		h.bins = (struct bins){ .list = arena_space(arena, f->bins[i].n,
			                                    sizeof(struct bin)) };
		for (size_t k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];

			if (b->least && (b->is_equal || has_parent))
				h.bins.list[h.bins.n++] = (struct bin){ b->least, b->index, 0 };
		}
		records_add_histogram(out->part, h);
	}
}

static void add_common_calls(const struct finder *f, struct common *out) {
	const size_t n = f->s->records->files[f->first].ncalls;
	bool *differs = arena_alloc(f->own, n, sizeof *differs);
	const struct call *least = share_calls(f, differs);
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += least[i].count;
	out->keeper = find_parent(f, sum, true);
	for (size_t i = 0; i < n; i++)
		if (least[i].count && (!differs[i] || out->keeper < f->s->records->nfiles))
			records_add_call(out->part, least[i]);
	if (out->keeper == f->s->records->nfiles)
		out->keeper = f->first;
}

/* How many files are no copies of others. */
static size_t count_different(const struct finder *f) {
	struct keyed *keys = arena_space(f->own, f->nfiles, sizeof *keys);
	size_t n = 0, different = 0;

	for (size_t i = f->first; i < f->s->records->nfiles; i++)
		if (!f->s->is_off[i])
			keys[n++].key = f->s->contents->list[i].hash;
	sort_keys(keys, n, f->own);
	for (size_t i = 0; i < n; i++)
		different += !i || keys[i].key != keys[i - 1].key;
	return different;
}

/* Cost: linear in the records; where nothing is common, the first files tell. */
static void find_common(struct search *s) {
	struct finder f = { .s = s, .first = s->records->nfiles };
	struct common out = { .part = NULL };
	const struct records *r = s->records;

	for (size_t i = r->nfiles; i-- > 0;)
		if (!s->is_off[i]) {
			f.first = i;
			f.nfiles++;
		}
	s->common = out;
	if (f.nfiles < 2)
		return;
	f.nhistograms = r->files[f.first].nhistograms;
	f.own = arena_new();
	size_t different = share_bins(&f) ? count_different(&f) : 1;
	if (different > 1) {
		out.part = records_new(s->arena);
		/* The files that differ must be evidence enough by themselves; or, where they have
		 * nearly no samples but the common ones, all files together, and it must be no
		 * chance that all of them have so many. */
		const struct shared_sums sums = sum_shared(&f);
		if (sums.n - sums.nequal <= 1 + sums.nequal / 8)
			different = f.nfiles;
		const double evidence = evidence_of(&f, different);
		const double of_equal = all_equal_evidence((double)different, sums.equal);
		out.is_likely = evidence >= likely_evidence;
		out.is_sure = evidence - of_equal >= sure_evidence;
		records_add_file(out.part, r->files[f.first].path, r->files[f.first].format);
		add_common_bins(&f, &out);
		add_common_calls(&f, &out);
		out.ticks = file_sum_ticks(out.part, out.part->files);
		out.calls = file_sum_calls(out.part, out.part->files);
	}
	s->common = out;
	arena_free(f.own);
}

/* Records in which only the keeper has what is common. */
static struct records *without_common(const struct search *s) {
	const struct records *r = s->records, *part = s->common.part;
	struct records *out = records_like(r, s->arena);
	SCRATCH struct arena *scratch = arena_new();

	for (size_t i = 0; i < r->nfiles; i++) {
		const bool has_all = i == s->common.keeper || s->is_off[i];

		arena_reset(scratch);
		records_add_interval(out, part, has_all ? NULL : part->files, r, &r->files[i],
		                     scratch);
	}
	out->is_common_once = true;
	return out;
}

static void note_common(const struct search *s) {
	const struct common *c = &s->common;
	struct records *r = s->records;
	uint32_t *files;
	size_t n = 0;

	if (!c->is_likely)
		return;
	files = arena_space(r->arena, r->nfiles, sizeof *files);
	for (size_t i = 0; i < r->nfiles; i++)
		if (!s->is_off[i])
			files[n++] = (uint32_t)i;
	notes_add(&r->notes, c->is_sure ? NOTE_WARNING : NOTE_FACT,
	          arena_format(r->arena,
	                       "%s %s samples in common, as children of fork() have those of their "
	                       "parent",
	                       file_notes_names(r, files, n), c->is_sure ? "have" : "may have"),
	          arena_format(r->arena,
	                       "the same in each: %s; in separate runs the chance of that is "
	                       "below one in a %s",
	                       counts_text(c->ticks, c->calls, r->arena),
	                       c->is_sure ? "million" : "hundred"),
	          c->is_sure ? "they count once; \"set common added\" counts them in each file, as "
	                       "gprof's listings and -s do"
	                     : "they count in each file; \"set common once\" counts them once");
}

static void update(struct search *s) {
	for (size_t i = 0; i < s->records->nfiles; i++)
		s->is_off[i] = s->list[i].kind != REPEAT_NONE && s->list[i].is_sure;
}

/* Sums of gprof -s may be snapshots beside runs, such as the one that they begin with. */
static void find_snapshots(struct search *s) {
	update(s);
	s->snapshots = snapshots_find(s->contents, s->is_off, s->arena);
	s->has_runs_beside = false;
	if (s->snapshots.are_sure)
		return;
	for (size_t i = 0; i < s->records->nfiles; i++)
		s->is_off[i] |= !s->contents->list[i].is_summed;
	struct snapshots of_sums = snapshots_find(s->contents, s->is_off, s->arena);
	s->has_runs_beside = of_sums.are_sure && of_sums.n > 2;
	if (s->has_runs_beside)
		s->snapshots = of_sums;
	else
		update(s);
}

/* Of dumps that are no snapshots, because counters were reset in between, the last one counts. */
static void find_earlier(struct search *s) {
	size_t n = 0;

	for (size_t i = 0; i < s->records->nfiles; i++)
		n += s->records->files[i].is_earlier;
	if (!n)
		return;
	find_snapshots(s);
	for (size_t i = 0; i < s->records->nfiles && !s->snapshots.are_sure; i++)
		if (s->records->files[i].is_earlier && s->list[i].kind == REPEAT_NONE)
			s->list[i] = (struct repeat){ REPEAT_EARLIER, true,
				                      "an earlier dump of the same log" };
}

/* Of what one of several boards sent the last file counts, if by the order of fetches each contains
 * the one before. */
static void find_fetched(struct search *s) {
	struct records *r = s->records;
	bool *is_off = arena_alloc(s->own, r->nfiles, sizeof *is_off);
	size_t n = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		n += r->files[i].url != NULL;
	if (!n)
		return;
	find_snapshots(s);
	for (size_t i = 0; i < r->nfiles && !s->snapshots.are_in_order; i++) {
		const char *url = r->files[i].url;
		bool is_first = url;

		for (size_t k = 0; k < r->nfiles && is_first; k++) {
			const char *other = r->files[k].url;
			const bool is_same = other && !strcmp(url, other);

			is_first = !is_same || k >= i;
			is_off[k] = s->is_off[k] || !is_same;
		}
		if (!is_first)
			continue;
		const struct snapshots found = snapshots_find(s->contents, is_off, s->own);
		for (size_t k = 1; k < found.n && found.are_in_order; k++)
			found_part(s, found.order[k - 1], found.order[k], found.are_sure);
		r->may_be_snapshots |= found.are_in_order && !found.are_sure;
	}
}

/* A sum of all others is one even if all that is left are snapshots; of these some may be like sums
 * of some others.  Children of fork() that do the same are no copies if their parent is there. */
static void find_all(struct search *s, const uint32_t *same) {
	/* same[i] is an earlier file that is the same one by another name, or i. */
	for (uint32_t i = 0; i < s->records->nfiles; i++)
		if (same[i] != i)
			found(s, i, REPEAT_COPY, true, "the same file as", same[i]);
	find_fetched(s);
	find_earlier(s);
	find_sums(s, true);
	find_snapshots(s);
	if (!s->snapshots.are_sure || s->has_runs_beside) {
		find_sums(s, false);
		find_snapshots(s);
	}
	if (!s->snapshots.are_sure)
		find_common(s);
	if (!s->common.is_sure)
		find_copies(s);
	find_snapshots(s);
	if (s->common.is_sure || (s->snapshots.are_sure && !s->has_runs_beside))
		return;
	find_parts(s);
	find_snapshots(s);
}

void counted_find(struct counted *out, struct records *records, const struct image *image,
                  keeps_symbol *keeps, const uint32_t *same, struct progress *progress,
                  struct arena *arena) {
	enum { MOST_CELLS = 1 << 22 };
	struct search s = { .cells = MOST_CELLS, .arena = arena, .own = arena_new() };

	progress_stage(progress, "comparing files", 0);
	*out = (struct counted){ .all = records };
	s.records = records_without_appended(records, arena);
	s.work.progress = progress;
	s.list = arena_alloc(arena, records->nfiles, sizeof *s.list);
	s.is_off = arena_alloc(arena, records->nfiles, sizeof *s.is_off);
	s.parts = arena_alloc(s.own, records->nfiles, sizeof *s.parts);
	s.contents = contents_of(s.records, image, keeps, &s.work, s.own);
	find_all(&s, same);
	for (size_t i = 0; i < s.records->nfiles; i++)
		s.records->files[i].repeats = s.list[i].reason;
	note_repeats(&s);
	if (!s.snapshots.are_sure) {
		note_common(&s);
		note_sums(&s);
	}
	if (s.snapshots.are_nested)
		out->snapshots = snapshots_intervals(s.records, &s.snapshots, s.is_off, arena);
	snapshots_note(s.records, &s.snapshots);
	if (s.is_cut || s.work.is_spent)
		notes_add(&s.records->notes, NOTE_WARNING,
		          "not all files could be compared, so some may count twice",
		          "finding which of them are sums of others would take too long",
		          "leave sums out, or open fewer files");
	if (s.common.part && !s.snapshots.are_sure)
		out->common = without_common(&s);
	out->once = s.records;
	out->is_common_sure = s.common.is_sure;
	out->repeats = s.list;
	arena_free(s.own);
}

static bool is_once(enum repeat_use use, bool is_sure) {
	return use == REPEATS_ONCE || (use == REPEATS_AUTO && is_sure);
}

const struct records *counted_records(const struct counted *c, const struct repeat_uses *uses) {
	if (uses->copies == REPEATS_ADDED && c->all != c->once)
		return c->all;
	if (c->snapshots && is_once(uses->snapshots, c->once->are_snapshots))
		return c->snapshots;
	return c->common && is_once(uses->common, c->is_common_sure) ? c->common : c->once;
}

bool counted_is_off(const struct counted *c, const struct repeat_uses *uses, size_t file) {
	const struct repeat *r = &c->repeats[file];

	return r->kind != REPEAT_NONE &&
	       is_once(r->kind == REPEAT_COPY ? uses->copies : uses->sums, r->is_sure);
}
