/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples with stacks, of any bytes: read_file.h. */
#include "read_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	return read_file(&stacks_reader, data, size);
}
