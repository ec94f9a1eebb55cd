/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/failed_files.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "gprof/gprof_rules.h"
#include "model/files/file_choice.h"
#include "model/image.h"
#include "model/records.h"

static bool counts_alike(const struct histogram *a, const struct histogram *b) {
	return a->abbreviation == b->abbreviation && !strcmp(a->dimension, b->dimension);
}

/* The first histogram of a file that counts something else, or NULL. */
static const struct histogram *find_other(const struct records *r, const struct profile_file *file,
                                          const struct histogram *unit) {
	const struct histogram *h = file_histograms(r, file);
	size_t i;

	for (i = 0; i < file->nhistograms; i++)
		if (!counts_alike(&h[i], unit))
			return &h[i];
	return NULL;
}

/* What most files count, or NULL. */
static const struct histogram *find_unit(const struct records *r) {
	enum { UNITS = 16 }; /* of which one can win; more are damage */
	const struct histogram *units[UNITS], *h;
	size_t nfiles[UNITS] = { 0 }, n = 0, best = 0, i, k;

	for (i = 0; i < r->nfiles; i++) {
		h = file_histograms(r, &r->files[i]);
		if (!h || find_other(r, &r->files[i], h))
			continue;
		for (k = 0; k < n && !counts_alike(units[k], h); k++)
			;
		if (k == UNITS)
			continue;
		if (k == n)
			units[n++] = h;
		nfiles[k]++;
	}
	for (k = 1; k < n; k++)
		best = nfiles[k] > nfiles[best] ? k : best;
	return n ? units[best] : r->histograms;
}

/* "seconds (s)" */
static const char *unit_name(const struct histogram *h, struct arena *arena) {
	return h->abbreviation > ' ' && h->abbreviation < 127
	               ? arena_format(arena, "%s (%c)", h->dimension, h->abbreviation)
	               : h->dimension;
}

/* Why a file cannot be added to others of the unit; NULL: it can. */
static const char *find_reason(const struct records *r, const struct profile_file *file,
                               const struct histogram *unit) {
	const struct histogram *own = file_histograms(r, file);
	const struct histogram *other = own ? find_other(r, file, own) : NULL;

	if (!other && (!own || counts_alike(own, unit)))
		return NULL;
	return arena_format(r->arena, other ? "counts %s and %s" : "counts %s, the other files %s",
	                    unit_name(own, r->arena), unit_name(other ? other : unit, r->arena));
}

/* Histograms that are not alike. */
struct shape {
	const struct histogram *first;
	const struct profile_file *file; /* that brought it; or NULL */
};

struct shapes {
	struct shape *list; /* shape: [index.n] */
	struct index index;
};

static bool is_like(const void *shapes, uint32_t number, const void *wanted) {
	return histogram_is_like(((const struct shape *)shapes)[number].first, wanted);
}

/* The shape of a histogram, which may be a new one. */
static struct shape *shape_of(struct shapes *s, const struct histogram *h) {
	const uint64_t hash = hash_number(hash_number(hash_number(0, h->low), h->high), h->rate);
	const size_t n = s->index.n;
	uint32_t number;

	if (index_append(&s->index, hash, is_like, s->list, h, &number)) {
		s->list = arena_room(s->index.arena, s->list, n, sizeof *s->list);
		s->list[n] = (struct shape){ .first = h };
	}
	return &s->list[number];
}

/* What histograms may cost.  Bins are divided among the functions whose code they count, those of
 * like histograms once for all files: so each shape costs the functions in its range. */
struct budget {
	struct shapes shapes;
	struct keyed *lows; /* of code symbols, by address; shape: [nlows] */
	size_t nlows;
	uint64_t left; /* functions that may be paid for yet */
};

static struct budget budget_new(const struct image *image, struct arena *arena) {
	enum { LEAST = 128 << 20 }; /* two seconds */
	struct budget out = { .shapes.index.arena = arena, .left = LEAST };
	size_t i;

	out.lows = arena_space(arena, image->nsymbols, sizeof *out.lows);
	for (i = 0; i < image->nsymbols; i++)
		if (image->symbols[i].section && image->symbols[i].section->is_code)
			out.lows[out.nlows++].key = image->symbols[i].low;
	sort_keys(out.lows, out.nlows, arena);
	return out;
}

static uint64_t count_functions(const struct budget *b, const struct histogram *h) {
	return lower_bound(b->lows, b->nlows, sizeof *b->lows, 0, h->high) -
	       lower_bound(b->lows, b->nlows, sizeof *b->lows, 0, h->low);
}

/* Pays for the histograms of a file, beside what its bins allow; or why they are too much.  The
 * reasons of files before it are known. */
static const char *pay(struct budget *b, const struct records *r, const struct profile_file *file,
                       const char *const *reasons) {
	enum { EACH = 6 };
	const struct histogram *h = r->histograms + file->first_histogram;
	const struct histogram *end = h + file->nhistograms;
	uint64_t cost = 0;

	for (; h < end; h++) {
		struct shape *shape = shape_of(&b->shapes, h);

		if (h->nused)
			b->left += EACH * (UINT64_C(1) + h->bins[h->nused - 1].index);
		if (shape->file && (shape->file == file || !reasons[shape->file - r->files]))
			continue;
		shape->file = file;
		cost += count_functions(b, h);
	}
	if (cost > b->left)
		return arena_format(r->arena,
		                    "its histograms count code of %" PRIu64
		                    " functions in all, too much for so few bins",
		                    cost);
	b->left -= cost;
	return NULL;
}

/* The records without files that have a reason, which come first in ->off.  Shape: [all->nfiles] */
static struct records *leave_out(const struct records *all, const char *const *reasons,
                                 struct arena *arena) {
	const size_t n = all->nfiles + all->noff;
	bool *is_off = arena_alloc(arena, n, sizeof *is_off);
	const struct file_choice choice = { .is_off = is_off, .n = n };
	struct records marked = *all, *out;
	struct profile_file *file;
	size_t i;

	marked.files = arena_copy(arena, all->files, all->nfiles, sizeof *all->files);
	for (i = 0; i < all->nfiles; i++) {
		marked.files[i].failed = reasons[i];
		is_off[all->files[i].number] = reasons[i];
	}
	out = arena_copy(arena, records_choose(&marked, &choice, arena), 1, sizeof *out);
	for (file = out->off; file < out->off + out->noff; file++)
		if (file->failed)
			file->nhistograms = file->ncalls = file->nblocks = 0;
	out->all = all->all;
	out->notes = (struct notes){ .arena = arena };
	notes_add_all(&out->notes, all->notes.list, all->notes.n);
	return out;
}

/* One note for the first n that are off. */
static void note_failed(struct records *records, size_t n, const char *what) {
	enum { NAMED = 3 };
	const struct profile_file *first = records->off;
	struct arena *arena = records->notes.arena;
	const char *list = "";
	size_t i;

	if (!n)
		return;
	for (i = 0; n > 1 && i < n && i < NAMED; i++)
		list = arena_format(arena, "%s%s%s: %s", list, i ? "; " : ": ", first[i].path,
		                    first[i].failed);
	notes_add(&records->notes, NOTE_FAULT,
	          file_notes_cause(first->path, n,
	                           arena_format(arena, "%s: %s", what, first->failed), arena),
	          arena_format(arena, "%zu of %zu files%s%s", n, records->noff + records->nfiles,
	                       list, n > NAMED ? "; ..." : ""),
	          "the figures are those of the other files; the view files has each of these, "
	          "with its reason");
}

/* Fails with the first reason. */
static bool fail_first(const char *path, const char *reason, size_t nothers, struct error *err) {
	if (!nothers)
		return fail(err, "%s: %s", path, reason);
	return fail(err, "%.400s: %.400s; %zu other file%s cannot be read either", path, reason,
	            nothers, nothers == 1 ? "" : "s");
}

struct records *failed_files_find(struct records *all, const struct image *image,
                                  struct error *err) {
	const struct histogram *unit = find_unit(all);
	const char **reasons = arena_alloc(all->arena, all->nfiles, sizeof *reasons);
	struct budget budget = budget_new(image, all->arena);
	size_t n = 0, i;

	for (i = 0; unit && i < all->nfiles; i++) {
		reasons[i] = find_reason(all, &all->files[i], unit);
		if (!reasons[i])
			reasons[i] = pay(&budget, all, &all->files[i], reasons);
		n += reasons[i] != NULL;
	}
	if (n == all->nfiles && n + all->noff) {
		fail_first(n ? all->files->path : all->off->path, n ? reasons[0] : all->off->failed,
		           n + all->noff - 1, err);
		return NULL;
	}
	if (n)
		all = leave_out(all, reasons, all->arena);
	note_failed(all, all->noff, "not read");
	return all;
}

/* Adds what is new of a file, unless it conflicts with what is there. */
static struct conflict add_shapes(struct records *added, struct shapes *shapes,
                                  const struct records *all, const struct profile_file *file,
                                  struct arena *scratch) {
	const struct histogram *h = file_histograms(all, file);
	const size_t before = added->nhistograms;
	struct conflict conflict = { .what = NULL };
	size_t i;

	for (i = 0; i < file->nhistograms; i++) {
		struct shape *shape = shape_of(shapes, &h[i]);

		if (shape->file)
			continue;
		shape->file = file;
		added->histograms = arena_room(added->arena, added->histograms, added->nhistograms,
		                               sizeof *h);
		added->histograms[added->nhistograms++] = h[i];
	}
	if (added->nhistograms > before)
		conflict = gprof_conflict(added, before, scratch);
	arena_reset(scratch);
	while (conflict.what && added->nhistograms > before)
		shape_of(shapes, &added->histograms[--added->nhistograms])->file = NULL;
	return conflict;
}

const struct records *failed_files_by_gprof(const struct records *all, struct arena *arena) {
	struct arena *own = arena_new(), *scratch = arena_new();
	struct records *added = records_new(own), *out = NULL;
	struct shapes shapes = { .index.arena = own };
	const char **reasons = arena_alloc(arena, all->nfiles, sizeof *reasons);
	size_t n = 0, i;

	if (gprof_conflict(all, 0, scratch).what)
		for (i = 0; i < all->nfiles; i++) {
			reasons[i] = add_shapes(added, &shapes, all, &all->files[i], scratch).what;
			n += reasons[i] != NULL;
		}
	if (n && n < all->nfiles && !reasons[0]) {
		out = leave_out(all, reasons, arena);
		note_failed(out, n, "gprof's rules cannot add it");
	}
	arena_free(scratch);
	arena_free(own);
	return out ? out : all;
}
