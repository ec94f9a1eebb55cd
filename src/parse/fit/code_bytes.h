/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of an executable: its bytes, and where functions begin. */
#ifndef GPTUI_CODE_BYTES_H
#define GPTUI_CODE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct code_block;
struct object;
struct section;

/* Where code begins that has a name. */
struct entry {
	uint64_t low;
	uint64_t high; /* by the symbol's size; low: not given */
};

struct code_bytes {
	const struct object *object;
	bool is_x86, is_64;
	const struct entry *entries; /* by ascending address, each once */
	size_t nentries;

	struct arena *arena;
	struct code_block *blocks; /* what was read last */
};

/* Owner: the arena.  Cost: linear in the symbols. */
struct code_bytes *code_bytes_new(const struct object *object, struct arena *arena);

/* The code section that contains the address; NULL: none does. */
const struct section *code_bytes_section(const struct code_bytes *code, uint64_t address);

/* Copies up to n bytes from the address on, and returns how many: fewer where
 * their section ends, 0 where nothing can be read.
 * Cost: near ones are read from the file at once. */
size_t code_bytes_read(struct code_bytes *code, uint64_t address, unsigned char *out, size_t n);

/* The same of the bytes that end before the address. */
size_t code_bytes_before(struct code_bytes *code, uint64_t address, unsigned char *out, size_t n);

/* The last entry at or before the address, in its section; or NULL. */
const struct entry *code_bytes_entry(const struct code_bytes *code, uint64_t address);

#endif
