/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_abbrev.h"

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/work.h"

enum { AT_SIBLING = 0x01, AT_LOW_PC = 0x11, AT_RANGES = 0x55, FORM_IMPLICIT_CONST = 0x21 };

/* A table being read. */
struct reading {
	struct dwarf_cursor in;
	struct arena *scratch;
	struct dwarf_attribute *attributes; /* of all; shape: [nattributes] */
	size_t nattributes;
	struct dwarf_stretch *stretches; /* of all; shape: [nstretches] */
	size_t nstretches;
	struct dwarf_abbreviation *list; /* shape: [n] */
	size_t n;
	bool rises; /* as codes do */
};

/* Reads an attribute; false if it is the pair of zeros that ends them. */
static bool next_attribute(struct reading *r, struct dwarf_attribute *out)
{
	uint64_t name = dwarf_uleb(&r->in), form = dwarf_uleb(&r->in);

	out->name = name <= UINT16_MAX ? (uint16_t)name : 0;
	out->form = form <= UINT16_MAX ? (uint16_t)form : 0;
	out->constant = form == FORM_IMPLICIT_CONST ? (int32_t)dwarf_sleb(&r->in) : 0;
	return (name || form) && !r->in.is_cut;
}

static void end_stretch(struct reading *r, struct dwarf_abbreviation *a,
                        struct dwarf_stretch *stretch, uint64_t form)
{
	stretch->form = form;
	r->stretches = arena_room(r->scratch, r->stretches, r->nstretches, sizeof *stretch);
	r->stretches[r->nstretches++] = *stretch;
	a->nstretches++;
	*stretch = (struct dwarf_stretch){ .form = 0 };
}

static void read_attributes(struct reading *r, struct dwarf_abbreviation *a)
{
	struct dwarf_stretch stretch = { .form = 0 };
	struct dwarf_attribute attribute;

	while (next_attribute(r, &attribute)) {
		r->attributes = arena_room(r->scratch, r->attributes, r->nattributes,
		                           sizeof attribute);
		r->attributes[r->nattributes++] = attribute;
		a->n++;
		if (attribute.name == AT_SIBLING && !a->nstretches &&
		    dwarf_form_meaning(attribute.form) == DWARF_UNIT_ENTRY) {
			a->to_sibling = stretch.width;
			a->sibling_form = attribute.form;
		}
		a->has_code |= attribute.name == AT_LOW_PC || attribute.name == AT_RANGES;
		if (!dwarf_form_add_width(&stretch.width, attribute.form))
			end_stretch(r, a, &stretch, attribute.form);
	}
	end_stretch(r, a, &stretch, 0);
}

static void read_table(struct reading *r, size_t most)
{
	uint64_t code, last = 0;

	r->rises = true;
	while (r->n < most && (code = dwarf_uleb(&r->in)) != 0 && !r->in.is_cut) {
		struct dwarf_abbreviation a = { .code = code };

		a.tag = dwarf_uleb(&r->in);
		a.has_children = dwarf_byte(&r->in);
		read_attributes(r, &a);
		if (r->in.is_cut)
			break;
		r->rises &= code > last;
		last = code;
		r->list = arena_room(r->scratch, r->list, r->n, sizeof a);
		r->list[r->n++] = a;
	}
}

/* Copies what was read, and sets each abbreviation's attributes. */
static void keep(struct dwarf_abbreviations *table, struct reading *r, struct arena *arena)
{
	struct dwarf_attribute *attributes = arena_copy(arena, r->attributes, r->nattributes,
	                                                sizeof *attributes);
	struct dwarf_abbreviation *list = arena_copy(arena, r->list, r->n, sizeof *list);
	struct dwarf_stretch *stretches = arena_copy(arena, r->stretches, r->nstretches,
	                                             sizeof *stretches);
	size_t i;

	for (i = 0; i < r->n; i++) {
		list[i].attributes = attributes;
		list[i].stretches = stretches;
		attributes += list[i].n;
		stretches += list[i].nstretches;
	}
	if (!r->rises) /* of equal codes, the first one counts */
		list = sort_copy(list, r->n, sizeof *list,
		                 offsetof(struct dwarf_abbreviation, code), arena);
	table->list = list;
	table->n = r->n;
}

/* Reads so many abbreviations, which takes at most as long as all bytes that
 * follow. */
static void read_some(struct dwarf_abbreviations *table, size_t most)
{
	enum { EACH = 64, BYTE = 8 };
	struct reading r = { .in = dwarf_cursor_at(table->section, table->offset, false),
		             .scratch = arena_new() };
	const unsigned char *begin = r.in.at;

	if (work_pay(table->work, EACH)) {
		read_table(&r, most);
		keep(table, &r, table->arena);
		work_pay(table->work, BYTE * (uint64_t)(r.in.at - begin));
	}
	arena_free(r.scratch);
}

struct dwarf_abbreviations *dwarf_abbreviations_at(struct bytes section, uint64_t offset,
                                                   struct work *work, struct arena *arena)
{
	struct dwarf_abbreviations *table = arena_alloc(arena, 1, sizeof *table);

	*table = (struct dwarf_abbreviations){
		.section = section, .offset = offset, .work = work, .arena = arena
	};
	read_some(table, 1);
	return table;
}

const struct dwarf_abbreviation *dwarf_abbreviation_find(struct dwarf_abbreviations *table,
                                                         uint64_t code)
{
	size_t low;

	if (code - 1 < table->n && table->list[code - 1].code == code)
		return &table->list[code - 1];
	low = lower_bound(table->list, table->n, sizeof *table->list,
	                  offsetof(struct dwarf_abbreviation, code), code);
	if (low < table->n && table->list[low].code == code)
		return &table->list[low];
	if (table->is_whole)
		return NULL;
	table->is_whole = true;
	read_some(table, SIZE_MAX);
	return dwarf_abbreviation_find(table, code);
}

static size_t bytes_of(const struct dwarf_width *width, const struct dwarf_unit_shape *shape)
{
	return width->bytes + width->offsets * shape->offset_size +
	       width->addresses * shape->address_size;
}

bool dwarf_entry_skip(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                      const struct dwarf_unit_shape *shape)
{
	const struct dwarf_stretch *stretch = abbreviation->stretches;
	const struct dwarf_stretch *end = stretch + abbreviation->nstretches;
	struct dwarf_value value;

	for (; stretch < end; stretch++) {
		dwarf_skip(in, bytes_of(&stretch->width, shape));
		if (stretch + 1 < end && !dwarf_form_read(&value, in, stretch->form, shape))
			return false;
	}
	return !in->is_cut;
}

uint64_t dwarf_entry_sibling(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                             const struct dwarf_unit_shape *shape)
{
	struct dwarf_value value;

	if (!abbreviation->sibling_form)
		return 0;
	dwarf_skip(in, bytes_of(&abbreviation->to_sibling, shape));
	if (!dwarf_form_read(&value, in, abbreviation->sibling_form, shape))
		return 0;
	return value.number;
}
