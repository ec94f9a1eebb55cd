/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/line_index.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/image.h"

enum { STEP_BYTES = 1 << 20 };

struct range {
	uint64_t low, high;
};

struct sweep {
	struct line_index *index;
	struct arena *scratch;
	struct range *code; /* by address, without overlaps; shape: [ncode] */
	size_t ncode;
	struct error first; /* what is wrong with the first damaged unit */
	bool has_damage;
};

static void add_range(struct sweep *s, struct range range)
{
	struct range *last = s->ncode ? &s->code[s->ncode - 1] : NULL;

	if (last && range.low <= last->high) {
		if (range.high > last->high)
			last->high = range.high;
		return;
	}
	s->code[s->ncode++] = range;
}

static void find_code(struct sweep *s, const struct image *image)
{
	const size_t n = image->nsections;
	const struct section *list = sort_copy(image->sections, n, sizeof *list,
	                                       offsetof(struct section, low), s->scratch);
	size_t i;

	s->code = arena_alloc(s->scratch, n, sizeof *s->code);
	for (i = 0; i < n; i++)
		if (list[i].is_code && list[i].low < list[i].high)
			add_range(s, (struct range){ list[i].low, list[i].high });
}

static bool is_code(const struct sweep *s, uint64_t address)
{
	size_t low = upper_bound(s->code, s->ncode, sizeof *s->code, offsetof(struct range, low),
	                         address);

	return low && address < s->code[low - 1].high;
}

static void add_sequence(struct sweep *s, const struct line_sequence *sequence)
{
	struct line_index *index = s->index;

	if (sequence->low >= sequence->high || sequence->nrows > UINT32_MAX ||
	    !is_code(s, sequence->low))
		return;
	index->sequences = arena_room(s->scratch, index->sequences, index->nsequences,
	                              sizeof *sequence);
	index->sequences[index->nsequences++] = *sequence;
}

static struct line_sequence begin_sequence(const struct sweep *s, size_t at)
{
	return (struct line_sequence){ .low = UINT64_MAX,
		                       .at = at,
		                       .unit = (uint32_t)s->index->nunits };
}

static void add_row(struct line_sequence *sequence, uint64_t address)
{
	sequence->nrows++;
	if (address < sequence->low)
		sequence->low = address;
	if (address > sequence->high)
		sequence->high = address;
}

/* Finds the sequences of a program; false if it is damaged.  The last one may
 * lack its end, and then extends to its last row. */
static bool sweep_program(struct sweep *s, struct line_unit *unit)
{
	const struct line_index *index = s->index;
	struct line_machine m = line_machine_at(&unit->program, &index->data, unit->program.code);
	struct line_sequence sequence = begin_sequence(s, unit->program.code);

	for (;;) {
		switch (line_machine_next(&m)) {
		case LINE_ROW:
			add_row(&sequence, m.row.address);
			break;
		case LINE_END:
			sequence.high = m.row.address;
			add_sequence(s, &sequence);
			sequence = begin_sequence(s, (size_t)(m.in.at - index->data.section.data));
			break;
		case LINE_FILE:
			unit->defines_files = true;
			break;
		case LINE_DONE:
			add_sequence(s, &sequence);
			return true;
		default:
			return false;
		}
	}
}

static void note_damage(struct sweep *s, const struct error *err)
{
	if (!s->has_damage)
		s->first = *err;
	s->has_damage = true;
}

/* Empties the sequences from number `first` on; they stay in the list until
 * overlaps are removed. */
static void drop_sequences(struct line_index *index, size_t first)
{
	size_t i;

	for (i = first; i < index->nsequences; i++)
		index->sequences[i].high = index->sequences[i].low;
}

/* Sweeps the unit at *at and moves *at past it. */
static void sweep_unit(struct sweep *s, size_t *at)
{
	struct line_index *index = s->index;
	size_t before = index->nsequences;
	struct line_unit unit = { .directory = NULL };
	struct error err;

	if (!line_program_read(&unit.program, &index->data, at, &err)) {
		note_damage(s, &err);
		return;
	}
	if (!sweep_program(s, &unit)) {
		fail(&err, "byte %" PRIu64 ": the line program is cut off", unit.program.offset);
		note_damage(s, &err);
		drop_sequences(index, before);
		return;
	}
	if (index->nsequences == before)
		return;
	index->units = arena_room(s->scratch, index->units, index->nunits, sizeof unit);
	index->units[index->nunits++] = unit;
}

static bool sweep_section(struct sweep *s, struct progress *progress)
{
	enum { EACH = 32 };
	size_t at = 0, reported = 0;

	progress_stage(progress, "reading line tables", s->index->data.section.len);
	while (at < s->index->data.section.len) {
		const size_t from = at;

		sweep_unit(s, &at);
		if (!work_pay(s->index->data.work, EACH + (at - from)))
			break;
		if (at - reported >= STEP_BYTES) {
			if (!progress_step(progress, at))
				return false;
			reported = at;
		}
	}
	return progress_step(progress, at);
}

/* By start, the longer one first.  Of equals the one of the first unit, and in
 * a unit the last one: libbfd keeps the sequences of a unit in reverse. */
static int compare_sequences(const void *a, const void *b, const void *context)
{
	const struct line_sequence *left = a, *right = b;

	if (left->low != right->low)
		return left->low < right->low ? -1 : 1;
	if (left->high != right->high)
		return left->high > right->high ? -1 : 1;
	if (left->unit != right->unit)
		return left->unit < right->unit ? -1 : 1;
	return left->at > right->at ? -1 : left->at < right->at;
}

/* Drops sequences inside others and cuts those that overlap another one. */
static void remove_overlaps(struct line_index *index)
{
	struct line_sequence *list = index->sequences;
	uint64_t end = 0;
	size_t kept = 0, i;

	for (i = 0; i < index->nsequences; i++) {
		if (list[i].low == list[i].high || (kept && list[i].high <= end))
			continue;
		if (kept && list[i].low < end)
			list[i].low = end;
		end = list[i].high;
		list[kept++] = list[i];
	}
	index->nsequences = kept;
}

static bool build(struct sweep *s, const struct image *image, struct progress *progress,
                  struct error *err)
{
	struct line_index *index = s->index;

	find_code(s, image);
	if (!sweep_section(s, progress))
		return fail(err, "cancelled");
	sort_stable(index->sequences, index->nsequences, sizeof *index->sequences,
	            compare_sequences, NULL, s->scratch);
	remove_overlaps(index);
	if (index->nsequences)
		return true;
	if (!s->has_damage)
		return fail(err, "no line information for the program's code");
	*err = s->first;
	return false;
}

bool line_index_build(struct line_index *index, const struct image *image, struct arena *arena,
                      struct progress *progress, struct error *err)
{
	struct sweep sweep = { .index = index, .scratch = arena_new() };
	bool ok = build(&sweep, image, progress, err);

	if (ok) {
		index->sequences = arena_copy(arena, index->sequences, index->nsequences,
		                              sizeof *index->sequences);
		index->units = arena_copy(arena, index->units, index->nunits, sizeof *index->units);
	}
	arena_free(sweep.scratch);
	return ok;
}

struct line_sequence *line_index_at(const struct line_index *index, uint64_t address)
{
	size_t low = upper_bound(index->sequences, index->nsequences, sizeof *index->sequences,
	                         offsetof(struct line_sequence, low), address);

	if (!low || address >= index->sequences[low - 1].high)
		return NULL;
	return &index->sequences[low - 1];
}
