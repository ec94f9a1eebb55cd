/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of symbols and of object files of any bytes: gprof's -S and -R. */
#include <assert.h>

#include "base/arena.h"
#include "base/error.h"
#include "gprof/listing.h"
#include "memory_file.h"
#include "model/image.h"

static const struct section sections[] = { { ".text", 0x1000, 0x2000, .is_code = true },
	                                   { ".data", 0x3000, 0x3100, .is_code = false } };
static const struct symbol symbols[] = {
	{ .name = "main",
	  .low = 0x1000,
	  .size = 16,
	  .section = sections,
	  .kind = SYMBOL_FUNC,
	  .binding = SYMBOL_GLOBAL,
	  .passes_gprof = true },
	{ .name = "a",
	  .low = 0x1010,
	  .section = sections,
	  .binding = SYMBOL_LOCAL,
	  .passes_gprof = true },
	{ .name = "b",
	  .low = 0x1020,
	  .section = sections,
	  .kind = SYMBOL_FUNC,
	  .passes_gprof = true },
};
static const struct image image = { .path = "program",
	                            .machine = { .arch = "any", .address_size = 8 },
	                            .sections = sections,
	                            .nsections = 2,
	                            .symbols = symbols,
	                            .nsymbols = 3,
	                            .text = sections,
	                            .is_elf = true };

static void check(const struct image *made, const struct error *err) {
	assert(made || err->reason[0]);
	for (size_t i = 0; made && i < made->nsymbols; i++)
		assert(made->symbols[i].name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	const char *path = memory_file(0, data, size);
	struct error err = { "" };

	check(symbol_file_read(&image, path, arena, &err), &err);
	err = (struct error){ "" };
	const struct order_map *map = order_map_read(path, arena, &err);
	assert(map || err.reason[0]);
	if (map) {
		for (size_t i = 1; i < map->n; i++)
			assert(map->entries[i].function && map->entries[i].file);
		check(order_map_apply(map, &image, true, arena), &err);
		check(order_map_apply(map, &image, false, arena), &err);
	}
	arena_free(arena);
	return 0;
}
