/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "names.h"

#include <stdint.h>
#include <string.h>

#ifndef HASH_WORDS
/* FNV-1a. */
static unsigned hash_text(const char *text)
{
	unsigned hash = 2166136261u;

	for (int i = 0; i < NAME_SIZE; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash;
}
#else
/* FNV-1a by words of eight bytes. */
static unsigned hash_text(const char *text)
{
	uint64_t hash = 14695981039346656037u, word;

	for (int i = 0; i < NAME_SIZE; i += (int)sizeof word) {
		memcpy(&word, text + i, sizeof word);
		hash = (hash ^ word) * 1099511628211u;
	}
	return (unsigned)(hash >> 32);
}
#endif

static int same_text(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

/* The slot that holds a name, or the free one where it goes. */
static int find_slot(const struct names *names, const char *text)
{
	int at = (int)(hash_text(text) % NAMES_SIZE);

	while (*names->slots[at].text &&
	       !same_text(names->slots[at].text, text))
		at = (at + 1) % NAMES_SIZE;
	return at;
}

double *names_value(struct names *names, const char *text)
{
	struct name *name = &names->slots[find_slot(names, text)];

	if (!*name->text) {
		if (names->used == NAMES_SIZE - 1)
			return NULL;
		strncpy(name->text, text, NAME_SIZE - 1);
		names->used++;
	}
	return &name->value;
}

double names_find(const struct names *names, const char *text)
{
	const struct name *name = &names->slots[find_slot(names, text)];

	return *name->text ? name->value : 0;
}
