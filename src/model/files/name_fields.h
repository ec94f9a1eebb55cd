/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files, split into fields that stand below each other.
 *
 * Fields end at / . - and _, or at / and . only, or only the last part of each
 * path is split: whichever gives the most names the same kind of fields. */
#ifndef GPTUI_NAME_FIELDS_H
#define GPTUI_NAME_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/files/name_pattern.h"

struct arena;

/* What stands at one place of all names. */
struct name_field {
	struct name_piece *pieces; /* shape: [nnames] */
	size_t before, after;      /* equal bytes around a number; 0 of words */
	bool is_number;            /* digits but for those */
	bool is_last;              /* in the last part of the paths */
	size_t ndistinct;          /* numbers or words that differ; 1: all are equal */
	uint64_t least, most;      /* of numbers */
	struct name_piece word;    /* letters right before the number, or nothing */
};

struct name_fields {
	struct name_field *list; /* shape: [n] */
	size_t n;
	const uint32_t *names; /* of which paths; ascending; shape: [nnames] */
	size_t nnames;
};

/* Splits n paths, of which the most common kind is used.  Owner: the arena.
 * Cost: linear in the bytes of all paths. */
struct name_fields name_fields_split(const char *const *paths, size_t n, struct arena *arena);

/* The digits of a field in a name. */
struct name_piece name_field_digits(const struct name_field *field, size_t name);

/* Whether the word before the number is one of these, in any case. */
bool name_field_is_after(const struct name_field *field, const char *const *words);

/* The number that digits are; at most 18 of them count. */
uint64_t name_number(struct name_piece digits);

#endif
