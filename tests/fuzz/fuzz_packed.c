/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives and compressed files of any bytes, with the profiles in them. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/packed.h"
#include "memory_file.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	const struct machine machine = { .arch = "any", .address_size = 8 };
	const char *path = memory_file(0, data, size);
	struct arena *arena = arena_new();
	struct records *records = records_new(arena);
	struct file_notes notes = { .notes = &records->notes };
	struct error err = { "" };

	if (packed_is_one((struct bytes){ data, size })) {
		if (reader_load(records, path, &machine, &notes, NULL, &err))
			assert(records->nfiles || records->noff);
		else
			assert(err.reason[0]);
	}
	for (size_t i = 0; i < records->nfiles; i++)
		assert(!strncmp(records->files[i].path, path, strlen(path)));
	arena_free(arena);
	return 0;
}
