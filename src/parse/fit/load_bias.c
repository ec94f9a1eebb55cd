/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/load_bias.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/fit/callees.h"
#include "parse/fit/code_bytes.h"
#include "parse/fit/code_range.h"
#include "model/file_notes.h"
#include "parse/object/object.h"

enum {
	PAGE = 4096,     /* biases are multiples of it */
	NEAR = 64,       /* bytes from a function's beginning to its mcount */
	VOTERS = 32,     /* calls that vote for the biases that match them */
	LEAST_CALLS = 4, /* fewer prove nothing */
	MOST_VOTES = 4 << 20,
	MOST_MISSES = 8 /* files that match nowhere: others will not, either */
};

bool load_bias_parse(struct load_bias *out, const char *text, struct error *err)
{
	const char *digits = *text == '-' ? text + 1 : text;
	char *end;

	*out = (struct load_bias){ .is_auto = !strcmp(text, "auto") };
	if (out->is_auto)
		return true;
	errno = 0;
	out->bytes = strtoull(digits, &end, 0);
	if (!isdigit((unsigned char)*digits) || *end || errno)
		return fail(err, "no slide \"%s\": a number of bytes, or auto", text);
	out->bytes = *text == '-' ? 0 - out->bytes : out->bytes;
	return true;
}

/* The bias that makes the file's range the executable's. */
static bool find_by_range(const struct records *r, const struct profile_file *f,
                          const struct code_range *code, uint64_t *bias)
{
	const struct histogram *h;

	if (!f->nhistograms || !code->has_start || !code->has_etext)
		return false;
	h = &r->histograms[f->first_histogram];
	*bias = h->low - code_range_profiled_low(code);
	return *bias % PAGE == 0 && h->high - *bias == code_range_profiled_high(code);
}

/* Every bias with which some call would call some function.
 * Cost: functions times VOTERS. */
static struct keyed *take_votes(const struct call *calls, size_t ncalls, const struct image *image,
                                size_t *n, struct arena *scratch)
{
	const size_t voters = ncalls < VOTERS ? ncalls : VOTERS;
	struct keyed *votes = NULL;
	size_t i, k;

	for (i = *n = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (!s->section || !s->section->is_code)
			continue;
		for (k = 0; k < voters && *n < MOST_VOTES; k++) {
			const uint64_t away = calls[k * ncalls / voters].to - s->low;

			if (away % PAGE >= NEAR)
				continue;
			votes = arena_room(scratch, votes, *n, sizeof *votes);
			votes[(*n)++] = (struct keyed){ away - away % PAGE, 0 };
		}
	}
	return votes;
}

/* The bias that matches most calls. */
static uint64_t most_voted(const struct keyed *votes, size_t n)
{
	uint64_t best = 0;
	size_t most = 0, i, first = 0;

	for (i = 0; i < n; i++) {
		if (votes[i].key != votes[first].key)
			first = i;
		if (i - first + 1 > most) {
			most = i - first + 1;
			best = votes[i].key;
		}
	}
	return best;
}

/* The search for the biases of files, one after the other. */
struct search {
	const struct records *records;
	const struct object *object;
	struct code_range range;
	struct code_bytes *code; /* NULL: not needed so far */
	uint64_t last;           /* the bias that was found last, or 0 */
	struct arena *arena;
};

static struct search search_new(const struct records *records, const struct object *object)
{
	return (struct search){ .records = records,
		                .object = object,
		                .range = code_range_find(object_image(object)),
		                .arena = arena_new() };
}

static struct code_bytes *code_of(struct search *s)
{
	if (!s->code)
		s->code = code_bytes_new(s->object, s->arena);
	return s->code;
}

/* Whether all that may vote are for the bias that was found last: those that
 * call no library, if they are half of all. */
static bool all_vote_for_last(struct search *s, const struct call *calls, size_t ncalls)
{
	const size_t voters = ncalls < VOTERS ? ncalls : VOTERS;
	const struct code_bytes *code = code_of(s);
	size_t agreed = 0, k;

	for (k = 0; k < voters; k++) {
		const struct call *c = &calls[k * ncalls / voters];
		const uint64_t to = c->to - s->last;
		const struct entry *entry = code_bytes_entry(code, to);

		if (entry && to - entry->low < NEAR)
			agreed++;
		else if (code_bytes_section(code, to) ||
		         !code_bytes_section(code, c->from - s->last))
			return false;
	}
	return agreed >= (voters + 1) / 2;
}

static bool fits_at(struct search *s, const struct call *calls, size_t n, uint64_t bias)
{
	const struct callees found = callees_check(calls, n, bias, code_of(s));

	return found.n && !callees_are_of_another_build(&found, s->code);
}

/* A file that the bias of the one before fits does not need a look at all
 * functions. */
static bool find_by_calls(struct search *s, const struct profile_file *f, uint64_t *bias)
{
	const struct call *calls;
	struct arena *scratch;
	struct keyed *votes;
	size_t n;

	if (f->ncalls < LEAST_CALLS)
		return false;
	calls = &s->records->calls[f->first_call];
	*bias = s->last;
	if (all_vote_for_last(s, calls, f->ncalls) && fits_at(s, calls, f->ncalls, *bias))
		return true;
	scratch = arena_new();
	votes = take_votes(calls, f->ncalls, object_image(s->object), &n, scratch);
	sort_keys(votes, n, scratch);
	*bias = most_voted(votes, n);
	arena_free(scratch);
	return n && fits_at(s, calls, f->ncalls, *bias);
}

/* The bias of one file; false if none is known to match. */
static bool find(struct search *s, const struct profile_file *f, uint64_t *bias)
{
	if (f->format->by_linker)
		return false;
	if (!find_by_range(s->records, f, &s->range, bias) && !find_by_calls(s, f, bias))
		return false;
	s->last = *bias;
	return true;
}

static void lower(struct records *r, const struct profile_file *f, uint64_t bias)
{
	size_t i;

	for (i = 0; i < f->nhistograms; i++) {
		struct histogram *h = &r->histograms[f->first_histogram + i];

		h->low -= bias;
		h->high -= bias;
	}
	for (i = 0; i < f->ncalls; i++) {
		r->calls[f->first_call + i].from -= bias;
		r->calls[f->first_call + i].to -= bias;
	}
	for (i = 0; i < f->nblocks; i++)
		r->blocks[f->first_block + i].address -= bias;
}

/* Whether all of the file's ranges are still ranges when shifted: none begins
 * below address 0 and ends above it. */
static bool can_lower(const struct records *r, const struct profile_file *f, uint64_t bias)
{
	size_t i;

	for (i = 0; i < f->nhistograms; i++) {
		const struct histogram *h = &r->histograms[f->first_histogram + i];

		if (h->low - bias >= h->high - bias)
			return false;
	}
	return true;
}

/* Files that a note is about. */
struct noted {
	const struct profile_file *first;
	uint64_t bias; /* of the first one */
	size_t n;
};

static void add(struct noted *noted, const struct profile_file *f, uint64_t bias)
{
	if (noted->n++)
		return;
	noted->first = f;
	noted->bias = bias;
}

static const char *number(uint64_t bias, struct arena *arena)
{
	return bias >> 63 ? arena_format(arena, "-0x%" PRIx64, 0 - bias)
	                  : arena_format(arena, "0x%" PRIx64, bias);
}

static void note(struct records *r, const struct noted *noted, enum severity severity,
                 const char *what, const char *evidence, const char *cure)
{
	if (noted->n)
		notes_add(&r->notes, severity,
		          file_notes_cause(noted->first->path, noted->n, what, r->arena), evidence,
		          cure);
}

static void note_done(struct records *r, const struct noted *done, struct load_bias bias,
                      bool is_asked)
{
	note(r, done, NOTE_FACT, "addresses were shifted down",
	     arena_format(r->arena, "by %s%s", number(done->bias, r->arena),
	                  done->n > 1 && (bias.is_auto || !is_asked) ? " in the first one" : ""),
	     is_asked ? "because of --slide"
	              : "Windows loads programs elsewhere each time: they are "
	                "those of the executable now");
}

void load_bias_subtract(struct records *r, struct load_bias bias, const struct object *object)
{
	struct search search = search_new(r, object);
	const bool is_asked = bias.is_auto || bias.bytes;
	const size_t n = is_asked || search.range.is_windows ? r->nfiles : 0;
	struct noted done = { 0 }, failed = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		const struct profile_file *f = &r->files[i];
		uint64_t by = bias.bytes;

		if (!f->nhistograms && !f->ncalls && !f->nblocks)
			continue;
		if (!is_asked && !find_by_range(r, f, &search.range, &by))
			continue;
		if (bias.is_auto && !find(&search, f, &by)) {
			add(&failed, f, 0);
		} else if (!can_lower(r, f, by)) {
			add(&failed, f, by);
		} else if (by) {
			lower(r, f, by);
			add(&done, f, by);
		}
	}
	arena_free(search.arena);
	note_done(r, &done, bias, is_asked);
	note(r, &failed, NOTE_WARNING, "addresses were left as they are",
	     bias.is_auto ? "no slide was found that makes them match"
	                  : "the slide would split a range at address 0",
	     "give --slide the address the program was loaded at, minus the "
	     "one it was linked for");
}

void load_bias_advise(struct records *r, const struct object *object)
{
	struct search search = search_new(r, object);
	struct noted fit = { 0 };
	uint64_t bias;
	size_t misses = 0, i;

	for (i = 0; i < r->nfiles && misses < MOST_MISSES; i++)
		if (!find(&search, &r->files[i], &bias))
			misses++;
		else if (bias)
			add(&fit, &r->files[i], bias);
	arena_free(search.arena);
	note(r, &fit, NOTE_WARNING, "would match at other addresses",
	     arena_format(r->arena,
	                  "shifted down by %s, the addresses are those of the "
	                  "executable",
	                  number(fit.bias, r->arena)),
	     "open with --slide auto");
}
