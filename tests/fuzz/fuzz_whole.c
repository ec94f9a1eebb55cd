/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the bytes of files to every view, report, export and listing: what
 * gptui does with an executable, a profile, separate debug information and a
 * text.  whole_input.h says what an input is, and mutate.h what becomes of one. */
#include "mutate.h"
#include "whole_input.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	whole_begin(false);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	whole_run(data, size);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
	return mutate_whole(data, size, room, seed, false);
}
