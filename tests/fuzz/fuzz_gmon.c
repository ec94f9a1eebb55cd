/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile files of any bytes, read by the reader that is surest. */
#include "read_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	return read_file(NULL, data, size);
}
