/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutators that know the formats, so that most mutants get past the checks of
 * headers: libFuzzer's own is one of many ways in which bytes change.
 *
 * A draft is a file under mutation, which may grow within its room. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"

struct draft {
	uint8_t *data;
	size_t len, room;
};

/* Where code is, for what refers to it. */
struct draft_code {
	uint64_t low, size;
	bool is_wide, is_big; /* addresses of 8 bytes, big-endian */
};

/* An input of fuzz_whole; returns its new size.  keeps_programs: mostly profiles are changed. */
size_t mutate_whole(uint8_t *data, size_t size, size_t room, unsigned seed, bool keeps_programs);

/* Changes an executable, or anything if it is none; sets *code. */
void mutate_elf(struct draft *file, struct draft_code *code, struct dice *dice);

/* Only looks for the code. */
struct draft_code mutate_find_code(const struct draft *file);

/* Changes a profile of the code. */
void mutate_profile(struct draft *file, const struct draft_code *code, struct dice *dice);

/* Whether a profile is a recording of a 64-bit little-endian program: src/recorder/recording.h. */
bool mutate_is_recording(const struct draft *file);

/* Changes one. */
void mutate_recording(struct draft *file, const struct draft_code *code, struct dice *dice);

/* Changes any bytes in their place, or a file with its length. */
void mutate_bytes(uint8_t *data, size_t len, struct dice *dice);
void mutate_draft(struct draft *file);

/* Replaces `old` bytes of a file by others, which may be zeros (NULL); false
 * if there is no room. */
bool draft_splice(struct draft *file, size_t at, size_t old, const uint8_t *bytes, size_t len);

/* An address in the code, or next to it. */
uint64_t draft_address(const struct draft_code *code, struct dice *dice);
