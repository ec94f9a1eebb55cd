/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text_list.h"

#include <string.h>

#include "base/arena.h"

static bool is_text(const void *texts, uint32_t number, const void *wanted)
{
	return !strcmp(((const char *const *)texts)[number], wanted);
}

uint32_t text_list_find(const struct text_list *list, const char *text)
{
	return index_find(&list->index, hash_text(0, text), is_text, list->texts, text);
}

uint32_t text_list_number(struct text_list *list, const char *text)
{
	const uint64_t hash = hash_text(0, text);
	uint32_t number = index_find(&list->index, hash, is_text, list->texts, text);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)list->index.n;
	list->texts = arena_room(list->index.arena, list->texts, number, sizeof *list->texts);
	list->texts[number] = text;
	index_add(&list->index, hash, number);
	return number;
}
