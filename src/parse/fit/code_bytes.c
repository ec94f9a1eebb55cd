/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/code_bytes.h"

#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/image.h"
#include "parse/object/object.h"

/* Each block has one place among those kept. */
enum { BLOCK = 16 * 1024, NBLOCKS = 128 };

struct code_block {
	const struct section *section; /* NULL: nothing was read */
	uint64_t offset;               /* in it, a multiple of BLOCK */
	size_t size;
	unsigned char *bytes;
};

static bool is_code(const struct symbol *symbol)
{
	return symbol->section && symbol->section->is_code;
}

static void find_entries(struct code_bytes *code, const struct image *image, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct keyed *lows = arena_space(scratch, image->nsymbols, sizeof *lows);
	struct entry *entries;
	size_t i, n = 0;

	for (i = 0; i < image->nsymbols; i++)
		if (is_code(&image->symbols[i]))
			lows[n++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	sort_keys(lows, n, scratch);
	entries = arena_space(arena, n, sizeof *entries);
	for (i = 0; i < n; i++) {
		const uint64_t low = lows[i].key;
		const uint64_t high = low + image->symbols[lows[i].index].size;
		struct entry *last = entries + code->nentries - 1;

		if (!code->nentries || last->low != low)
			entries[code->nentries++] = (struct entry){ low, high };
		else if (high > last->high)
			last->high = high;
	}
	code->entries = entries;
	arena_free(scratch);
}

struct code_bytes *code_bytes_new(const struct object *object, struct arena *arena)
{
	const struct image *image = object_image(object);
	struct code_bytes *code = arena_alloc(arena, 1, sizeof *code);

	code->object = object;
	code->is_x86 = !strncmp(image->machine.arch, "i386", 4);
	code->is_64 = image->machine.address_size == 8 || strstr(image->machine.arch, "x64");
	code->arena = arena;
	code->blocks = arena_alloc(arena, NBLOCKS, sizeof *code->blocks);
	find_entries(code, image, arena);
	return code;
}

const struct section *code_bytes_section(const struct code_bytes *code, uint64_t address)
{
	const struct image *image = object_image(code->object);
	size_t i;

	for (i = 0; i < image->nsections; i++) {
		const struct section *s = &image->sections[i];

		if (s->is_code && s->low <= address && address < s->high)
			return s;
	}
	return NULL;
}

/* The block that the address is in; NULL: it cannot be read. */
static const struct code_block *block_at(struct code_bytes *code, const struct section *section,
                                         uint64_t address)
{
	const uint64_t offset = (address - section->low) / BLOCK * BLOCK;
	const uint64_t left = section->high - section->low - offset;
	struct code_block *block = &code->blocks[(section->low + offset) / BLOCK % NBLOCKS];

	if (block->section == section && block->offset == offset)
		return block;
	if (!block->bytes)
		block->bytes = arena_space(code->arena, BLOCK, 1);
	block->section = NULL;
	block->offset = offset;
	block->size = left < BLOCK ? (size_t)left : BLOCK;
	if (!object_code(code->object, section, section->low + offset, block->bytes, block->size))
		return NULL;
	block->section = section;
	return block;
}

size_t code_bytes_read(struct code_bytes *code, uint64_t address, unsigned char *out, size_t n)
{
	const struct section *section = code_bytes_section(code, address);
	const struct code_block *block;
	size_t done = 0;

	while (section && done < n && address + done < section->high &&
	       (block = block_at(code, section, address + done))) {
		const size_t at = (size_t)(address + done - section->low - block->offset);
		const size_t here = block->size - at < n - done ? block->size - at : n - done;

		memcpy(out + done, block->bytes + at, here);
		done += here;
	}
	return done;
}

size_t code_bytes_before(struct code_bytes *code, uint64_t address, unsigned char *out, size_t n)
{
	const struct section *section = code_bytes_section(code, address - 1);

	if (!section)
		return 0;
	if (n > address - section->low)
		n = (size_t)(address - section->low);
	return code_bytes_read(code, address - n, out, n) == n ? n : 0;
}

const struct entry *code_bytes_entry(const struct code_bytes *code, uint64_t address)
{
	const struct section *s = code_bytes_section(code, address);
	const size_t after = upper_bound(code->entries, code->nentries, sizeof *code->entries,
	                                 offsetof(struct entry, low), address);

	if (!s || !after || code->entries[after - 1].low < s->low)
		return NULL;
	return &code->entries[after - 1];
}
