/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/counted.h"

#include "base/arena.h"
#include "base/progress.h"
#include "model/build/inherited.h"
#include "model/build/repeats.h"
#include "model/build/snapshots.h"
#include "model/files/file_choice.h"
#include "model/records.h"
#include "model/rules.h"

/* What is found, one kind after the other. */
struct search {
	struct records *records;
	struct repeats repeats;
	struct snapshots snapshots;
	struct common common;
	bool *is_off; /* files that surely repeat others */
	struct arena *arena;
};

static void update_off(struct search *s)
{
	size_t i;

	for (i = 0; i < s->records->nfiles; i++)
		s->is_off[i] = repeats_are_sure(&s->repeats, i);
}

static void find_snapshots(struct search *s)
{
	s->snapshots = snapshots_find(s->records, s->is_off, s->arena);
}

/* A sum of all others is one even if all that is left are snapshots; of these
 * some may be like sums of some others.  Children of fork() that do the same
 * are no copies if their parent is there. */
static void find_all(struct search *s, const uint32_t *same)
{
	repeats_find_same(&s->repeats, same);
	repeats_find_sums(&s->repeats, true);
	update_off(s);
	find_snapshots(s);
	if (!s->snapshots.are_sure) {
		repeats_find_sums(&s->repeats, false);
		update_off(s);
		s->common = common_find(s->records, s->is_off, s->arena);
	}
	if (!s->common.is_sure)
		repeats_find_copies(&s->repeats);
	update_off(s);
	find_snapshots(s);
	if (s->snapshots.are_sure || s->common.is_sure)
		return;
	repeats_find_parts(&s->repeats);
	update_off(s);
	find_snapshots(s);
}

static void note(struct search *s)
{
	size_t i;

	for (i = 0; i < s->records->nfiles; i++)
		s->records->files[i].repeats = s->repeats.list[i].reason;
	repeats_note(&s->repeats);
	if (!s->snapshots.are_sure)
		common_note(s->records, &s->common, s->is_off);
}

void counted_find(struct counted *out, struct records *records, const struct image *image,
                  const uint32_t *same, struct progress *progress, struct arena *arena)
{
	struct search s = { .arena = arena };

	progress_stage(progress, "comparing files", 0);
	*out = (struct counted){ .all = records };
	s.records = records_without_appended(records, arena);
	out->once = s.records;
	s.is_off = arena_alloc(arena, records->nfiles, sizeof *s.is_off);
	repeats_begin(&s.repeats, s.records, image, progress, arena);
	find_all(&s, same);
	note(&s);
	if (s.snapshots.are_nested)
		out->snapshots = snapshots_intervals(s.records, &s.snapshots, s.is_off, arena);
	snapshots_note(s.records, &s.snapshots);
	if (s.common.part && !s.snapshots.are_sure)
		out->common = common_counted_once(s.records, &s.common, s.is_off, arena);
	out->is_common_sure = s.common.is_sure;
	out->repeats = s.repeats.list;
	repeats_end(&s.repeats);
}

static bool is_once(enum repeat_use use, bool is_sure)
{
	return use == REPEATS_ONCE || (use == REPEATS_AUTO && is_sure);
}

const struct records *counted_records(const struct counted *c, const struct repeat_uses *uses)
{
	if (uses->copies == REPEATS_ADDED && c->all != c->once)
		return c->all;
	if (c->snapshots && is_once(uses->snapshots, c->once->are_snapshots))
		return c->snapshots;
	if (c->common && is_once(uses->common, c->is_common_sure))
		return c->common;
	return c->once;
}

const struct file_choice *counted_choice(const struct counted *c, const struct repeat_uses *uses,
                                         struct arena *arena)
{
	const struct records *r = c->once;
	const size_t n = r->nfiles + r->noff;
	bool *is_off = arena_alloc(arena, n, sizeof *is_off);
	struct file_choice choice = { .is_off = is_off, .n = n };
	bool any = false;
	size_t i;

	for (i = 0; i < r->nfiles; i++) {
		const struct repeat *repeat = &c->repeats[i];
		const enum repeat_use use = repeat->kind == REPEAT_COPY ? uses->copies : uses->sums;

		if (repeat->kind != REPEAT_NONE && is_once(use, repeat->is_sure))
			any = is_off[r->files[i].number] = true;
	}
	return any ? arena_copy(arena, &choice, 1, sizeof choice) : NULL;
}
