/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that hold several sections: their lengths, 2 bytes each,
 * little-endian; then the sections, of which the last ones may be cut off. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

static void split_sections(struct bytes *sections, size_t n, struct bytes lengths,
                           struct bytes rest) {
	size_t i;

	for (i = 0; i < n; i++) {
		uint64_t len = 0;

		bytes_take_number(&lengths, 2, false, &len);
		if (len > rest.len)
			len = rest.len;
		bytes_take(&rest, (size_t)len, &sections[i]);
	}
}
