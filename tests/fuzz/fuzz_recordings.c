/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same as fuzz_whole, of recordings: samples with their stacks and the maps
 * behind them, which name the program, another file, and what is none.  It is a
 * target of its own because its inputs are. */
#include "mutate.h"
#include "whole_input.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	whole_begin(true);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	whole_run(data, size);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
	return mutate_whole(data, size, room, seed, true);
}
