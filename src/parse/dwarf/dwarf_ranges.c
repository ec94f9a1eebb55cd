/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_ranges.h"

#include "base/work.h"

/* DW_RLE_*: kinds of entries of a list. */
enum {
	END_OF_LIST,
	BASE_ADDRESSX,
	STARTX_ENDX,
	STARTX_LENGTH,
	OFFSET_PAIR,
	BASE_ADDRESS,
	START_END,
	START_LENGTH
};

uint64_t dwarf_address_of(uint64_t number, const struct dwarf_sections *sections,
                          const struct dwarf_unit_shape *shape)
{
	unsigned bits = 8 * shape->address_size;

	if (sections->sign_extends && bits < 64 && number >> (bits - 1) & 1)
		number |= UINT64_MAX << bits;
	return number;
}

bool dwarf_address_at(uint64_t *out, const struct dwarf_sections *sections,
                      const struct dwarf_unit_shape *shape, const struct dwarf_bases *bases,
                      uint64_t number)
{
	if (!dwarf_number_at(out, sections->addr, bases->addresses, number, shape->address_size,
	                     sections->big_endian))
		return false;
	*out = dwarf_address_of(*out, sections, shape);
	return true;
}

/* Where the list with the index in the unit's part begins. */
static uint64_t list_offset(const struct dwarf_range_list *list, uint64_t number)
{
	const struct dwarf_sections *s = list->sections;
	const uint64_t base = list->bases->ranges;

	return dwarf_number_at(&number, s->rnglists, base, number, list->shape->offset_size,
	                       s->big_endian)
	               ? base + number
	               : UINT64_MAX;
}

struct dwarf_range_list dwarf_range_list_at(const struct dwarf_sections *sections,
                                            const struct dwarf_unit_shape *shape,
                                            const struct dwarf_bases *bases, uint64_t number,
                                            enum dwarf_meaning meaning)
{
	struct dwarf_range_list list = {
		.sections = sections, .shape = shape, .bases = bases, .base = bases->low
	};

	if (meaning == DWARF_RANGES_INDEX)
		number = list_offset(&list, number);
	else if (shape->version < 5)
		number += bases->pairs;
	list.in = dwarf_cursor_at(shape->version < 5 ? sections->ranges : sections->rnglists,
	                          number, sections->big_endian);
	return list;
}

static uint64_t read_address(struct dwarf_range_list *list)
{
	return dwarf_address_of(dwarf_number(&list->in, list->shape->address_size), list->sections,
	                        list->shape);
}

static uint64_t read_indexed(struct dwarf_range_list *list)
{
	uint64_t address = 0;

	if (!dwarf_address_at(&address, list->sections, list->shape, list->bases,
	                      dwarf_uleb(&list->in)))
		list->in.is_cut = true;
	return address;
}

/* DWARF 2 to 4: pairs of addresses; one that begins with all ones sets the
 * base of those after it. */
static bool next_pair(struct dwarf_range_list *list, struct dwarf_range *out)
{
	const unsigned size = list->shape->address_size;
	const uint64_t ones = UINT64_MAX >> (64 - 8 * size);

	while (work_pay(list->sections->work, 2)) {
		uint64_t low = dwarf_number(&list->in, size);
		uint64_t high = dwarf_number(&list->in, size);

		if (list->in.is_cut || (!low && !high))
			return false;
		if (low != ones) {
			*out = (struct dwarf_range){ list->base + low, list->base + high };
			return true;
		}
		list->base = dwarf_address_of(high, list->sections, list->shape);
	}
	return false;
}

/* Reads an entry of the kind; false if it is not a range. */
static bool read_entry(struct dwarf_range_list *list, unsigned kind, struct dwarf_range *out)
{
	switch (kind) {
	case BASE_ADDRESSX:
		list->base = read_indexed(list);
		return false;
	case BASE_ADDRESS:
		list->base = read_address(list);
		return false;
	case STARTX_ENDX:
		out->low = read_indexed(list);
		out->high = read_indexed(list);
		return true;
	case STARTX_LENGTH:
		out->low = read_indexed(list);
		out->high = out->low + dwarf_uleb(&list->in);
		return true;
	case OFFSET_PAIR:
		out->low = list->base + dwarf_uleb(&list->in);
		out->high = list->base + dwarf_uleb(&list->in);
		return true;
	case START_END:
		out->low = read_address(list);
		out->high = read_address(list);
		return true;
	case START_LENGTH:
		out->low = read_address(list);
		out->high = out->low + dwarf_uleb(&list->in);
		return true;
	default:
		list->in.is_cut = true;
		return false;
	}
}

bool dwarf_range_next(struct dwarf_range_list *list, struct dwarf_range *out)
{
	if (list->shape->version < 5)
		return next_pair(list, out);
	while (!list->in.is_cut && work_pay(list->sections->work, 2)) {
		unsigned kind = dwarf_byte(&list->in);

		if (kind == END_OF_LIST)
			return false;
		if (read_entry(list, kind, out))
			return !list->in.is_cut;
	}
	return false;
}
