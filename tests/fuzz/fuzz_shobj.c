/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of shared objects, of any bytes: read_file.h. */
#include "read_file.h"

extern const struct reader shobj_reader;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	return read_file(&shobj_reader, data, size);
}
