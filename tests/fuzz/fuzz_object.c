/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables of any bytes: the input is the file. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "memory_file.h"
#include "model/image.h"
#include "model/notes.h"
#include "parse/object/object.h"

static void check_symbols(const struct image *image) {
	const struct section *first = image->sections;
	const struct section *last = first + image->nsections;
	char name[64];

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		assert(s->name && s->kind <= SYMBOL_SECTION && s->binding <= SYMBOL_UNIQUE &&
		       s->table <= TABLE_SYNTHETIC);
		assert(!s->section || (s->section >= first && s->section < last));
		image->demangle(name, sizeof name, s->name, NULL);
	}
}

static void check_image(const struct image *image) {
	assert(image->machine.arch);
	assert(image->machine.address_size == 4 || image->machine.address_size == 8);
	for (size_t i = 0; i < image->nsections; i++)
		assert(image->sections[i].name &&
		       image->sections[i].low <= image->sections[i].high);
	for (size_t i = 0; i < image->nnotes; i++)
		assert(image->notes[i].cause && image->notes[i].evidence && image->notes[i].cure);
	check_symbols(image);
}

static void read_sections(const struct object *object, struct arena *arena) {
	static const char *const names[] = { ".text", ".debug_line", ".debug_info", ".debug_str" };
	struct bytes bytes;
	uint64_t sum = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!object_section(object, names[i], &bytes, arena))
			continue;
		for (size_t at = 0; at < bytes.len; at++)
			sum += bytes.data[at];
	}
	assert(sum < UINT64_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	const char *path = memory_file(0, data, size);
	struct arena *arena = arena_new();
	struct error err = { "" };
	const struct object *object = object_open(path, NULL, arena, &err);

	assert(object || err.reason[0]);
	if (object) {
		check_image(object_image(object));
		read_sections(object, arena);
	}
	arena_free(arena);
	return 0;
}
