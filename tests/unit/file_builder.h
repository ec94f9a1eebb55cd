/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile files made by hand, for tests of what reads and writes them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/reader.h"

extern const struct reader shobj_reader;

/* A file in the making, and what is read of it. */
struct file_builder {
	struct machine machine; /* of 8-byte addresses, little-endian */
	unsigned char data[8192];
	size_t len;
	struct arena *arena;
	struct records *records;
	struct error err;
};

/* For cmocka: *state is a struct file_builder. */
int file_begin(void **state);
int file_end(void **state);

void file_put(struct file_builder *f, size_t size, uint64_t number);
void file_put_address(struct file_builder *f, uint64_t address);

/* The text, and zeros up to the size. */
void file_put_text(struct file_builder *f, const char *text, size_t size);

struct bytes file_bytes(const struct file_builder *f);

/* How sure the reader is of the file. */
int file_probe(const struct file_builder *f, const struct reader *reader);

/* Reads it with the surest reader, which must be that one. */
bool file_read(struct file_builder *f, const struct reader *reader);

/* The only note says that. */
bool file_has_note(const struct file_builder *f, enum severity severity, const char *cause,
                   const char *evidence);
