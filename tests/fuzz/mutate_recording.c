/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates recordings word by word, sample by sample, and maps line by line. */
#include "mutate.h"

#include <stdio.h>
#include <string.h>

#include "numbers.h"

enum { WORD = 8, HEADER = 5 * WORD };

static uint64_t word_at(const struct draft *file, size_t at) {
	return number_get(file->data + at, WORD, false);
}

bool mutate_is_recording(const struct draft *file) {
	return file->len >= HEADER && !word_at(file, 0) && word_at(file, WORD) == 3;
}

/* Where a sample begins; the last is the end of samples. */
static size_t find_sample(const struct draft *file, struct dice *dice, bool is_last) {
	size_t at = HEADER, chosen = HEADER, n = 0;

	while (file->len - at >= 2 * WORD && word_at(file, at) &&
	       word_at(file, at + WORD) <= (file->len - at) / WORD - 2) {
		at += WORD * (size_t)(2 + word_at(file, at + WORD));
		if (one_in(dice, (uint32_t)(++n + 1)))
			chosen = at;
	}
	return is_last ? at : chosen;
}

static void add_sample(struct draft *file, const struct draft_code *code, struct dice *dice) {
	enum { MOST = 12 };
	uint8_t sample[(2 + MOST) * WORD];
	const uint32_t n = 1 + roll(dice, MOST);

	number_put(sample, WORD, false, one_in(dice, 9) ? number_odd(dice) : 1 + roll(dice, 9));
	number_put(sample + WORD, WORD, false, n);
	for (uint32_t i = 0; i < n; i++)
		number_put(sample + (size_t)(2 + i) * WORD, WORD, false, draft_address(code, dice));
	draft_splice(file, find_sample(file, dice, false), 0, sample, (size_t)(2 + n) * WORD);
}

static void change_word(struct draft *file, const struct draft_code *code, struct dice *dice) {
	const size_t words = find_sample(file, dice, true) / WORD;
	uint8_t *at = file->data + WORD * (size_t)roll(dice, (uint32_t)words);

	number_put(at, WORD, false, one_in(dice, 3) ? number_odd(dice) : draft_address(code, dice));
}

/* The fuzzer's folder is the working directory, so that is how other files have absolute names. */
static void add_mapping(struct draft *file, const struct draft_code *code, struct dice *dice) {
	static const char *const paths[] = {
		"/proc/self/cwd/program",
		"/proc/self/cwd/other",
		"/proc/self/cwd/./text.c",
		"[vdso]",
		"/dev/zero",
		"/x/libgptui_record.so",
		"program",
		"[",
		"",
	};
	const size_t begin = find_sample(file, dice, true) + 3 * WORD;
	const uint64_t low = draft_address(code, dice) & ~UINT64_C(15);
	char line[200];
	size_t at;

	if (begin > file->len)
		return;
	for (at = begin + roll(dice, (uint32_t)(file->len - begin + 1));
	     at > begin && file->data[at - 1] != '\n'; at--)
		;
	snprintf(line, sizeof line, "%llx-%llx r-xp %llx 0:0 1 %s\n", (unsigned long long)low,
	         (unsigned long long)(low + 16 * (1 + roll(dice, 64))),
	         (unsigned long long)(one_in(dice, 4) ? number_odd(dice) : roll(dice, 4096)),
	         paths[roll(dice, sizeof paths / sizeof *paths)]);
	draft_splice(file, at, 0, (const uint8_t *)line, strlen(line));
}

void mutate_recording(struct draft *file, const struct draft_code *code, struct dice *dice) {
	const size_t sample = find_sample(file, dice, false);

	switch (roll(dice, 8)) {
	case 0:
		mutate_draft(file);
		break;
	case 1:
		mutate_bytes(file->data, file->len, dice);
		break;
	case 2:
		draft_splice(file, sample, file->len - sample < WORD ? 0 : WORD, NULL, 0);
		break;
	case 3:
	case 4:
		change_word(file, code, dice);
		break;
	case 5:
		add_mapping(file, code, dice);
		break;
	default:
		add_sample(file, code, dice);
		break;
	}
}
