/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source: System V ABI, chapter 4. */
#include "made_elf.h"

#include <string.h>

#include "numbers.h"

enum {
	MOST_SECTIONS = 16,
	MOST_NAME = 24,
	HEADER = 64, /* of the file, with what is spare in 32-bit ones */
	PROGBITS = 1,
	STRTAB = 3,
	NOTE = 7,
	X86_64 = 62,
	I386 = 3
};

/* A file being written. */
struct writing {
	uint8_t *out;
	bool is_narrow, is_big;
	size_t at;
};

static void put(struct writing *w, unsigned size, uint64_t number) {
	number_put(w->out + w->at, size, w->is_big, number);
	w->at += size;
}

static void put_word(struct writing *w, uint64_t number) {
	put(w, w->is_narrow ? 4 : 8, number);
}

static void put_file_header(struct writing *w, size_t headers, size_t n) {
	w->at = 0;
	memset(w->out, 0, HEADER);
	memcpy(w->out, "\177ELF", 4);
	w->out[4] = w->is_narrow ? 1 : 2;
	w->out[5] = w->is_big ? 2 : 1;
	w->out[6] = 1;
	w->at = 16;
	put(w, 2, 2);
	put(w, 2, w->is_narrow ? I386 : X86_64);
	put(w, 4, 1);
	put_word(w, 0);
	put_word(w, 0);
	put_word(w, headers);
	put(w, 4, 0);
	put(w, 2, w->is_narrow ? 52 : 64);
	put(w, 2, 0);
	put(w, 2, 0);
	put(w, 2, w->is_narrow ? 40 : 64);
	put(w, 2, n);
	put(w, 2, n - 1);
}

static void put_header(struct writing *w, size_t name, unsigned type, size_t at, size_t len) {
	put(w, 4, name);
	put(w, 4, type);
	put_word(w, 0);
	put_word(w, 0);
	put_word(w, at);
	put_word(w, len);
	put(w, 4, 0);
	put(w, 4, 0);
	put_word(w, 1);
	put_word(w, 0);
}

size_t made_elf(uint8_t *out, size_t room, const struct made_section *sections, size_t n,
                bool is_narrow, bool is_big) {
	struct writing w = { out, is_narrow, is_big, 0 };
	char names[MOST_NAME * (MOST_SECTIONS + 1)] = "\0.shstrtab";
	size_t starts[MOST_SECTIONS], kept[MOST_SECTIONS];
	size_t nkept = 0, end = HEADER, len = sizeof "\0.shstrtab";
	const size_t most = room - sizeof names - (MOST_SECTIONS + 2) * (size_t)HEADER;

	for (size_t i = 0; i < n && i < MOST_SECTIONS; i++) {
		if (!sections[i].bytes.len || sections[i].bytes.len > most - end)
			continue;
		memcpy(out + end, sections[i].bytes.data, sections[i].bytes.len);
		starts[nkept] = end;
		kept[nkept++] = i;
		end += sections[i].bytes.len;
	}
	for (size_t i = 0; i < nkept; i++)
		memcpy(names + len + i * MOST_NAME, sections[kept[i]].name,
		       strlen(sections[kept[i]].name));
	memcpy(out + end, names, sizeof names);
	put_file_header(&w, end + sizeof names, nkept + 2);
	w.at = end + sizeof names;
	put_header(&w, 0, 0, 0, 0);
	for (size_t i = 0; i < nkept; i++)
		put_header(&w, len + i * MOST_NAME, sections[kept[i]].is_note ? NOTE : PROGBITS,
		           starts[i], sections[kept[i]].bytes.len);
	put_header(&w, 1, STRTAB, end, sizeof names);
	return w.at;
}
