/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/code_range.h"

#include <stddef.h>
#include <string.h>

#include "model/image.h"

static void take_symbol(struct code_range *code, const struct symbol *symbol)
{
	const char *name = symbol->name;

	code->is_named |= symbol->table == TABLE_SYMTAB || symbol->table == TABLE_DEBUG;
	if (symbol->is_undefined || (*name != '_' && *name != 'e'))
		return;
	if (!strcmp(name, "__executable_start")) {
		code->start = symbol->low;
		code->has_start = true;
	} else if (!strcmp(name, "__eprol")) {
		code->start = symbol->low;
		code->has_start = code->is_windows = true;
	} else if (!strcmp(name, "etext") || !strcmp(name, "_etext")) {
		code->etext = symbol->low;
		code->has_etext = true;
	}
}

struct code_range code_range_find(const struct image *image)
{
	struct code_range code = { .low = UINT64_MAX };
	bool is_of_glibc = false;
	size_t i;

	for (i = 0; i < image->nsections; i++) {
		const struct section *s = &image->sections[i];

		is_of_glibc |= !strcmp(s->name, ".note.ABI-tag");
		if (!s->is_code || s->low == s->high)
			continue;
		code.low = s->low < code.low ? s->low : code.low;
		code.high = s->high > code.high ? s->high : code.high;
	}
	for (i = 0; i < image->nsymbols; i++)
		take_symbol(&code, &image->symbols[i]);
	/* The range of a board's profiler may end anywhere. */
	if (!code.is_named && is_of_glibc && code.high) {
		code.etext = code.high;
		code.has_etext = true;
	}
	return code;
}

uint64_t code_range_profiled_low(const struct code_range *code)
{
	return code->start / 4 * 4;
}

uint64_t code_range_profiled_high(const struct code_range *code)
{
	return (code->etext + 3) / 4 * 4;
}
