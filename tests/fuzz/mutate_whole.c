/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates the parts of an input of fuzz_whole, each in its way. */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "whole_input.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

void mutate_draft(struct draft *file) {
	file->len = LLVMFuzzerMutate(file->data, file->len, file->room);
}

void mutate_bytes(uint8_t *data, size_t len, struct dice *dice) {
	size_t at, n, done;

	if (!len)
		return;
	at = roll(dice, (uint32_t)len);
	n = 1 + roll(dice, 8);
	n = n < len - at ? n : len - at;
	switch (roll(dice, 4)) {
	case 0:
		data[at] = (uint8_t)roll(dice, 256);
		break;
	case 1:
		data[at] ^= (uint8_t)(1U << roll(dice, 8));
		break;
	case 2:
		memmove(data + at, data + roll(dice, (uint32_t)(len - n + 1)), n);
		break;
	default:
		done = LLVMFuzzerMutate(data + at, n, n);
		memset(data + at + done, 0, n - done);
		break;
	}
}

bool draft_splice(struct draft *file, size_t at, size_t old, const uint8_t *bytes, size_t len) {
	if (at > file->len || old > file->len - at || len > file->room - (file->len - old))
		return false;
	memmove(file->data + at + len, file->data + at + old, file->len - at - old);
	if (bytes)
		memcpy(file->data + at, bytes, len);
	else
		memset(file->data + at, 0, len);
	file->len += len - old;
	return true;
}

uint64_t draft_address(const struct draft_code *code, struct dice *dice) {
	const uint64_t size = code->size ? code->size : 16;

	if (one_in(dice, 24))
		return number_odd(dice);
	if (one_in(dice, 12))
		return code->low + size + roll(dice, 8) - 4;
	return code->low + roll(dice, (uint32_t)size);
}

/* Lines of a source, of nm, or of a file for -R. */
static void mutate_text(struct draft *file, struct dice *dice) {
	static const char *const pieces[] = {
		"\n",           "\t",      "\033[31m",  "\x7f",     "\xc2\x9b",
		"\xe2\x80\xae", "0 T a\n", "b.o:1 a\n", "\r\n",     "0000100 t b\n",
		"\xff",         "{\n",     "}\n\n",     "a.c: x\n",
	};
	const char *piece = pieces[roll(dice, sizeof pieces / sizeof *pieces)];

	if (one_in(dice, 2))
		mutate_draft(file);
	else
		draft_splice(file, roll(dice, (uint32_t)file->len + 1), 0, (const uint8_t *)piece,
		             strlen(piece));
}

static void mutate_file(struct draft *files, size_t number, struct dice *dice) {
	struct draft_code code;

	switch (number) {
	case WHOLE_PROFILE:
	case WHOLE_BASE:
		code = mutate_find_code(&files[WHOLE_EXECUTABLE]);
		if (mutate_is_recording(&files[number]))
			mutate_recording(&files[number], &code, dice);
		else
			mutate_profile(&files[number], &code, dice);
		break;
	case WHOLE_TEXT:
		mutate_text(&files[number], dice);
		break;
	default:
		mutate_elf(&files[number], &code, dice);
		break;
	}
}

/* Mostly the executable: it has the most to be read; or a profile. */
static size_t choose_file(const struct whole_input *input, bool keeps_programs, struct dice *dice) {
	const uint32_t number = keeps_programs && !one_in(dice, 32) ? 12 + roll(dice, 6)
	                                                            : roll(dice, 20);

	if (number < 12)
		return WHOLE_EXECUTABLE;
	if (number < 16)
		return WHOLE_PROFILE;
	if (number < 18 && input->files[WHOLE_BASE].len)
		return WHOLE_BASE;
	return number < 19 && input->files[WHOLE_OTHER].len ? WHOLE_OTHER : WHOLE_TEXT;
}

/* Puts the files behind the header, as far as there is room. */
static size_t join(const struct draft *files, uint32_t choice, uint8_t *data, size_t room) {
	size_t at = WHOLE_HEADER;

	number_put(data, 4, false, choice);
	for (size_t i = 0; i < WHOLE_FILES; i++) {
		size_t len = files[i].len < room - at ? files[i].len : room - at;

		if (i + 1 < WHOLE_FILES)
			number_put(data + 4 * (i + 1), 4, false, len);
		memcpy(data + at, files[i].data, len);
		at += len;
	}
	return at;
}

size_t mutate_whole(uint8_t *data, size_t size, size_t room, unsigned seed, bool keeps_programs) {
	struct dice dice = { seed * 0x9e3779b97f4a7c15ULL + 1 };
	struct whole_input input;
	struct draft files[WHOLE_FILES];

	if (room < WHOLE_HEADER || !whole_split(&input, data, size) || one_in(&dice, 64))
		return LLVMFuzzerMutate(data, size, room);
	uint8_t *space = malloc(room * WHOLE_FILES);
	if (!space)
		abort();
	for (size_t i = 0; i < WHOLE_FILES; i++) {
		files[i] = (struct draft){ space + i * room, input.files[i].len,
			                   room - (size - input.files[i].len) };
		memcpy(files[i].data, input.files[i].data, files[i].len);
	}
	if (one_in(&dice, 3))
		input.choice = roll(&dice, UINT32_MAX);
	for (int changes = 1 + (int)roll(&dice, 3); changes > 0; changes--)
		mutate_file(files, choose_file(&input, keeps_programs, &dice), &dice);
	size = join(files, input.choice, data, room);
	free(space);
	return size;
}
