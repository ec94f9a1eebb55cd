/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of any bytes: what is found in them is bound to their size. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/work.h"
#include "parse/gmon/readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	struct work work = { .progress = NULL };

	work_allow(&work, size);
	struct log_dumps dumps = console_log_read((struct bytes){ data, size }, arena, &work);
	for (size_t i = 0; i < dumps.n; i++) {
		const struct log_dump *d = &dumps.list[i];
		uint64_t end = 0;

		assert(d->form && d->first && d->last >= (i ? dumps.list[i - 1].last : d->first));
		assert(d->bytes.len && d->bytes.len <= (2 << 20) + 4097 * size);
		assert(!d->nlost_lines == !d->lost_lines);
		for (size_t k = 0; k < d->lost.n; k++) {
			assert(d->lost.list[k].from >= end);
			end = d->lost.list[k].to;
			assert(d->lost.list[k].from < end && end <= d->bytes.len);
		}
	}
	arena_free(arena);
	return 0;
}
