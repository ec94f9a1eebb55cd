/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_functions.h"

#include <string.h>

#include "base/arena.h"
#include "base/keeping.h"
#include "base/work.h"
#include "parse/dwarf/dwarf_entries.h"
#include "parse/dwarf/spans.h"

enum {
	READ_KEPT = 16 << 20, /* bytes; more if they are needed again */
	RANGE_WORK = 32,      /* for keeping a range and sorting it */
	ENTRY_WORK = 4,       /* for finding its abbreviation */
	MOST_STEPS = 16       /* from an entry to the one that has its name */
};

static const uint32_t no_function = UINT32_MAX;

/* A unit's functions that have code. */
struct unit {
	bool is_read;
	bool was_read;                       /* and forgotten */
	const struct dwarf_entries *entries; /* where the functions are */
	struct dwarf_function *functions;    /* shape: [n] */
	size_t n;
	struct spans spans; /* owned by functions */
	size_t last;        /* span of the last lookup */
};

struct dwarf_functions {
	struct dwarf_files files;
	struct dwarf_entries entries;
	struct dwarf_entries *shared; /* the alternate file's; NULL: not yet */
	struct arena *arena;
	struct arena *scratch; /* for reading a unit */
	struct arena *read;    /* what units own */
	struct keeping kept;   /* of that; its parts are units */
	struct unit *units;    /* shape: [entries.nunits] */
	struct spans spans;    /* owned by units */
	size_t last;           /* span of the last lookup */
	bool has_hidden;       /* some unit does not list its ranges */
};

/* A unit being read. */
struct scan {
	struct dwarf_functions *all;
	const struct dwarf_info_unit *unit;
	bool is_plain; /* in a language like C */
	struct arena *scratch;
	struct dwarf_function *functions; /* shape: [n] */
	uint32_t *outer;                  /* of each, or no_function */
	size_t n;
	struct span *ranges; /* shape: [nranges] */
	size_t nranges;
	uint32_t *open; /* of each level of entries, the function that
	                   contains them; shape: [depth] */
	size_t depth;
};

/* Whether names in the language, DW_LANG_*, are what the linker sees: C and its
 * like.  Source: DWARF 5, section 7.12, and the numbers that vendors use. */
static bool is_plain(uint64_t language)
{
	switch (language) {
	case 0x01:   /* C89 */
	case 0x02:   /* C */
	case 0x05:   /* Cobol74 */
	case 0x06:   /* Cobol85 */
	case 0x07:   /* Fortran77 */
	case 0x09:   /* Pascal83 */
	case 0x0c:   /* C99 */
	case 0x0f:   /* PLI */
	case 0x12:   /* UPC */
	case 0x1d:   /* C11 */
	case 0x8001: /* Mips_Assembler */
	case 0x8765: /* Upc */
		return true;
	default:
		return false;
	}
}

/* Adds a range of the function being read; one that goes on where the last one
 * ended is the same range to gprof. */
static bool add_range(void *context, struct dwarf_range range)
{
	struct scan *s = context;
	const uint32_t owner = (uint32_t)s->n;
	struct span *last = s->nranges ? &s->ranges[s->nranges - 1] : NULL;

	if (!work_pay(s->all->files.own.work, RANGE_WORK))
		return false;
	if (last && last->owner == owner && last->high == range.low) {
		last->high = range.high;
		return true;
	}
	s->ranges = arena_room(s->scratch, s->ranges, s->nranges, sizeof *s->ranges);
	s->ranges[s->nranges++] = (struct span){ range.low, range.high, owner };
	return true;
}

/* Adds a function, if it has code.  Returns its index, or `outer`. */
static uint32_t add_function(struct scan *s, const struct dwarf_entry *entry, uint64_t offset,
                             uint32_t outer)
{
	const size_t first = s->nranges;
	struct dwarf_function f = { .entry = offset };

	dwarf_code_ranges(s->unit, &entry->code, add_range, s);
	if (s->nranges == first)
		return outer;
	f.low = s->ranges[first].low;
	f.is_inlined = entry->tag == TAG_INLINED_SUBROUTINE;
	f.call_file = entry->call_file;
	f.call_line = entry->call_line;
	s->functions = arena_room(s->scratch, s->functions, s->n, sizeof f);
	s->outer = arena_room(s->scratch, s->outer, s->n, sizeof *s->outer);
	s->functions[s->n] = f;
	s->outer[s->n] = outer;
	return (uint32_t)s->n++;
}

static bool is_function(uint64_t tag)
{
	return tag == TAG_SUBPROGRAM || tag == TAG_INLINED_SUBROUTINE || tag == TAG_ENTRY_POINT;
}

/* Whether there can be no function below an entry: in languages like C, none
 * is in a type; in others, some are. */
static bool holds_no_code(const struct scan *s, uint64_t tag)
{
	switch (tag) {
	case 0x01:   /* array_type */
	case 0x04:   /* enumeration_type */
	case 0x15:   /* subroutine_type */
	case 0x48:   /* call_site */
	case 0x4109: /* GNU_call_site */
		return true;
	case 0x13: /* structure_type */
	case 0x17: /* union_type */
		return s->is_plain;
	default:
		return false;
	}
}

/* Skips everything below an entry, if it says where that ends. */
static bool pass_children(const struct scan *s, struct dwarf_cursor *in,
                          const struct dwarf_abbreviation *a)
{
	const unsigned char *begin = dwarf_unit_data(s->unit);
	struct dwarf_cursor values = *in;
	uint64_t offset = dwarf_entry_sibling(&values, a, &s->unit->shape);

	if (offset >= s->unit->end - s->unit->offset || begin + offset <= in->at)
		return false;
	in->at = begin + offset;
	return true;
}

static void open_level(struct scan *s, uint32_t function)
{
	s->open = arena_room(s->scratch, s->open, s->depth, sizeof *s->open);
	s->open[s->depth++] = function;
}

/* Reads one entry; false if it is invalid. */
static bool scan_entry(struct scan *s, struct dwarf_cursor *in, uint64_t code, uint64_t offset)
{
	const struct dwarf_abbreviation *a = dwarf_abbreviation_find(s->unit->abbreviations, code);
	uint32_t function = s->depth ? s->open[s->depth - 1] : no_function;
	struct dwarf_entry entry;

	if (!a)
		return false;
	if (a->has_children && holds_no_code(s, a->tag) && pass_children(s, in, a))
		return true;
	if (!is_function(a->tag) || !a->has_code) {
		if (!dwarf_entry_skip(in, a, &s->unit->shape))
			return false;
	} else {
		if (!dwarf_entry_read(&entry, s->unit, in, a))
			return false;
		function = add_function(s, &entry, offset, function);
	}
	if (a->has_children)
		open_level(s, function);
	return true;
}

static void scan_entries(struct scan *s)
{
	const unsigned char *begin = dwarf_unit_data(s->unit);
	struct dwarf_cursor in = dwarf_entry_cursor(s->unit, s->unit->first);

	while (dwarf_left(&in) && work_pay(s->all->files.own.work, ENTRY_WORK)) {
		uint64_t offset = s->unit->offset + (size_t)(in.at - begin);
		uint64_t code = dwarf_uleb(&in);

		if (code) {
			if (!scan_entry(s, &in, code, offset))
				return;
		} else if (s->depth) {
			s->depth--;
		}
		if (!s->depth)
			return;
	}
}

/* Copies what was found, and turns indexes of functions into pointers. */
static void keep(struct unit *unit, const struct scan *s, struct arena *arena)
{
	size_t i;

	unit->n = s->n;
	unit->functions = arena_alloc(arena, s->n, sizeof *unit->functions);
	for (i = 0; i < s->n; i++) {
		unit->functions[i] = s->functions[i];
		if (s->outer[i] == no_function)
			continue;
		unit->functions[i].outer = &unit->functions[s->outer[i]];
	}
	unit->spans = spans_cut(s->ranges, s->nranges, arena);
}

/* Lets the scan read the split part instead, if it is available. */
static void read_split(struct dwarf_functions *f, struct scan *s)
{
	const struct dwarf_info_unit *rest;

	if (!s->unit->split_name || !f->files.split)
		return;
	rest = f->files.split(f->files.context, s->unit);
	if (!rest)
		return;
	s->unit = rest;
}

static struct unit *unit_of(struct dwarf_functions *f, uint32_t number)
{
	struct unit *unit = &f->units[number];
	struct scan s = { .all = f, .unit = &f->entries.units[number] };

	if (unit->is_read)
		return unit;
	unit->is_read = true;
	keeping_read(&f->kept, unit->was_read);
	read_split(f, &s);
	unit->entries = s.unit->entries;
	s.is_plain = is_plain(s.unit->language);
	s.scratch = f->scratch;
	scan_entries(&s);
	keep(unit, &s, f->read);
	arena_reset(f->scratch);
	return unit;
}

/* Ranges of units being listed. */
struct listing {
	struct arena *arena;
	struct span *list; /* shape: [n] */
	size_t n;
	uint32_t owner;
	struct work *work;
};

static bool list_range(void *context, struct dwarf_range range)
{
	struct listing *l = context;

	if (!work_pay(l->work, RANGE_WORK))
		return false;
	l->list = arena_room(l->arena, l->list, l->n, sizeof *l->list);
	l->list[l->n++] = (struct span){ range.low, range.high, l->owner };
	return true;
}

/* Adds the ranges that a unit's first entry lists; false if it lists none. */
static bool list_unit(struct listing *l, const struct dwarf_info_unit *unit)
{
	const size_t before = l->n;

	dwarf_code_ranges(unit, &unit->code, list_range, l);
	return l->n > before;
}

/* Adds the ranges of a unit's functions. */
static void list_functions(struct listing *l, const struct unit *unit)
{
	size_t i;

	for (i = 0; i < unit->spans.n; i++) {
		const struct span *span = &unit->spans.list[i];

		list_range(l, (struct dwarf_range){ span->low, span->high });
	}
}

/* Finds the unit of an address.  Units that do not list their ranges are read
 * for those of their functions when needed. */
static void list_units(struct dwarf_functions *f, bool with_hidden)
{
	const struct dwarf_entries *e = &f->entries;
	struct listing l = { .arena = arena_new(), .work = f->files.own.work };
	size_t i;

	f->has_hidden = false;
	for (i = 0; i < e->nunits; i++) {
		l.owner = (uint32_t)i;
		if (list_unit(&l, &e->units[i]) ||
		    (e->units[i].tag != TAG_COMPILE_UNIT && e->units[i].tag != TAG_SKELETON_UNIT))
			continue;
		if (with_hidden)
			list_functions(&l, unit_of(f, l.owner));
		else
			f->has_hidden = true;
	}
	f->spans = spans_cut(l.list, l.n, f->arena);
	arena_free(l.arena);
}

struct dwarf_functions *dwarf_functions_open(const struct dwarf_files *files, struct arena *arena)
{
	struct dwarf_functions *f = arena_alloc(arena, 1, sizeof *f);

	f->files = *files;
	f->arena = arena;
	f->scratch = arena_within(arena);
	f->read = arena_within(arena);
	f->kept.most = READ_KEPT;
	dwarf_entries_open(&f->entries, &files->own, arena);
	f->units = arena_alloc(arena, f->entries.nunits, sizeof *f->units);
	list_units(f, false);
	return f;
}

bool dwarf_functions_forget(struct dwarf_functions *f)
{
	size_t held = arena_size(f->read), i;

	if (f->entries.loaded)
		held += arena_size(f->entries.loaded);
	if (!keeping_drops(&f->kept, held))
		return false;
	arena_reset(f->read);
	dwarf_entries_forget(&f->entries);
	for (i = 0; i < f->entries.nunits; i++)
		f->units[i] = (struct unit){ .was_read = f->units[i].is_read ||
			                                 f->units[i].was_read };
	keeping_dropped(&f->kept);
	return true;
}

/* Few programs have an alternate file, and few names are in it, but it has
 * many units. */
static const struct dwarf_entries *shared_entries(struct dwarf_functions *f)
{
	if (!f->shared && f->files.shared.info.len) {
		f->shared = arena_alloc(f->arena, 1, sizeof *f->shared);
		dwarf_entries_open(f->shared, &f->files.shared, f->arena);
	}
	return f->shared;
}

/* Finds the name and the line of a function in its entry or in those that it refers to, in
 * its file or in the one that dwz(1) moved what several files share to: the
 * linker's if one of them has it.  shared: the entries of that file, or
 * NULL. */
static void find_name(struct dwarf_function *f, const struct dwarf_entries *entries,
                      const struct dwarf_entries *shared)
{
	uint64_t offset = f->entry;
	uint64_t language = 0; /* shared units need not have one */
	struct dwarf_entry entry;
	int i;

	for (i = 0; i < MOST_STEPS && entries; i++) {
		const struct dwarf_info_unit *unit = dwarf_entry_at(&entry, entries, offset);
		const char *linkage, *name;

		if (!unit)
			return;
		if (!f->declared && entry.declared <= UINT32_MAX)
			f->declared = (unsigned)entry.declared;
		linkage = dwarf_entry_text(&entry.linkage_name, unit);
		if (linkage) {
			f->name = linkage;
			f->is_linker_name = true;
			return;
		}
		name = dwarf_entry_text(&entry.name, unit);
		language = unit->language ? unit->language : language;
		if (name && !f->name) {
			f->name = name;
			f->is_linker_name = is_plain(language);
		}
		if (!entry.origin && !entry.origin_is_shared)
			return;
		offset = entry.origin;
		if (entry.origin_is_shared)
			entries = shared;
	}
}

/* Finds the names of a function and of those around it. */
static void find_names(struct dwarf_functions *functions, const struct unit *unit, size_t number)
{
	const struct dwarf_entries *shared = shared_entries(functions);
	struct dwarf_function *f = &unit->functions[number];

	while (!f->is_named) {
		f->is_named = true;
		find_name(f, unit->entries, shared);
		if (f->outer)
			f = &unit->functions[f->outer - unit->functions];
	}
}

/* The span that contains the address, or NULL; *end becomes the end of it, or
 * of the gap between spans, unless it is already less. */
static const struct span *span_at(const struct spans *spans, size_t i, uint64_t address,
                                  uint64_t *end)
{
	const struct span *span = i < spans->n ? &spans->list[i] : NULL;
	uint64_t next;

	if (!span)
		return NULL;
	next = span->low <= address ? span->high : span->low;
	if (next < *end)
		*end = next;
	return span->low <= address ? span : NULL;
}

const struct dwarf_function *dwarf_functions_at(struct dwarf_functions *functions, uint64_t address,
                                                uint64_t *end)
{
	const struct span *span;
	struct unit *unit;
	size_t i;

	*end = UINT64_MAX;
	i = spans_near(&functions->spans, address, &functions->last);
	span = span_at(&functions->spans, i, address, end);
	if (!span && functions->has_hidden) {
		list_units(functions, true);
		return dwarf_functions_at(functions, address, end);
	}
	if (!span)
		return NULL;
	unit = unit_of(functions, span->owner);
	i = spans_near(&unit->spans, address, &unit->last);
	span = span_at(&unit->spans, i, address, end);
	if (!span)
		return NULL;
	find_names(functions, unit, span->owner);
	return &unit->functions[span->owner];
}
