/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file_builder.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "parse/gmon/readers.h"

int file_begin(void **state) {
	static struct file_builder file;

	memset(&file, 0, sizeof file);
	file.machine.address_size = 8;
	file.arena = arena_new();
	file.records = records_new(file.arena);
	*state = &file;
	return 0;
}

int file_end(void **state) {
	struct file_builder *f = *state;

	arena_free(f->arena);
	return 0;
}

void file_put(struct file_builder *f, size_t size, uint64_t number) {
	for (size_t i = 0; i < size; i++) {
		size_t byte = f->machine.big_endian ? size - 1 - i : i;

		assert(f->len < sizeof f->data);
		f->data[f->len++] = (unsigned char)(number >> (8 * byte));
	}
}

void file_put_address(struct file_builder *f, uint64_t address) {
	file_put(f, f->machine.address_size, address);
}

void file_put_text(struct file_builder *f, const char *text, size_t size) {
	for (; size; size--) {
		file_put(f, 1, (unsigned char)*text);
		text += *text != '\0';
	}
}

struct bytes file_bytes(const struct file_builder *f) {
	return (struct bytes){ f->data, f->len };
}

int file_probe(const struct file_builder *f, const struct reader *reader) {
	return reader->probe(file_bytes(f), f->len, &f->machine);
}

bool file_read(struct file_builder *f, const struct reader *wanted) {
	const struct reader *reader = reader_for(file_bytes(f), &f->machine);

	if (reader != wanted) {
		printf("# read by %s\n", reader ? reader->format.name : "nobody");
		return false;
	}
	records_add_file(f->records, "file", &reader->format);
	return reader->read(file_bytes(f), &f->machine, f->records, &f->err);
}

bool file_has_note(const struct file_builder *f, enum severity severity, const char *cause,
                   const char *evidence) {
	const struct notes *notes = &f->records->notes;

	if (notes->n == 1 && notes->list[0].severity == severity &&
	    !strcmp(notes->list[0].cause, cause) && !strcmp(notes->list[0].evidence, evidence))
		return true;
	for (size_t i = 0; i < notes->n; i++)
		printf("# %d %s (%s)\n", notes->list[i].severity, notes->list[i].cause,
		       notes->list[i].evidence);
	return false;
}
