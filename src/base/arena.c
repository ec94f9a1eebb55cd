/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small objects share blocks; one of LARGE bytes or more gets a block of its
 * own from calloc(), which the system hands out zeroed and unmapped. */
enum { BLOCK_SIZE = 64 * 1024, LARGE = BLOCK_SIZE / 4 };

struct block {
	struct block *next;
	size_t size, used;
	alignas(max_align_t) unsigned char data[];
};

struct deferred {
	struct deferred *next;
	void (*done)(void *what);
	void *what;
};

struct arena {
	struct block *shared; /* newest first; the first one is filled */
	struct block *large;
	struct deferred *deferred; /* newest first; in the arena itself */
	size_t size;
};

static void *must(void *memory)
{
	if (!memory) {
		fputs("gptui: out of memory\n", stderr);
		exit(1);
	}
	return memory;
}

struct arena *arena_new(void)
{
	return must(calloc(1, sizeof(struct arena)));
}

void free_foreign(void *memory)
{
	free(memory);
}

static void free_blocks(struct arena *arena, struct block *block)
{
	while (block) {
		struct block *next = block->next;

		arena->size -= block->size;
		free(block);
		block = next;
	}
}

void arena_reset(struct arena *arena)
{
	struct deferred *deferred = arena->deferred;

	arena->deferred = NULL;
	for (; deferred; deferred = deferred->next)
		deferred->done(deferred->what);
	free_blocks(arena, arena->large);
	arena->large = NULL;
	if (arena->shared) {
		free_blocks(arena, arena->shared->next);
		arena->shared->next = NULL;
		arena->shared->used = 0;
	}
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	arena_reset(arena);
	free(arena->shared);
	free(arena);
}

static void *alloc_large(struct arena *arena, size_t size)
{
	struct block *block = must(calloc(1, sizeof *block + size));

	*block = (struct block){ arena->large, size, size };
	arena->large = block;
	arena->size += size;
	return block->data;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	const size_t align = alignof(max_align_t);
	struct block *block = arena->shared;
	void *memory;

	if (size && count > (SIZE_MAX - BLOCK_SIZE) / size)
		must(NULL);
	size = (count * size + align - 1) / align * align;
	if (size >= LARGE)
		return alloc_large(arena, size);
	if (!block || block->size - block->used < size) {
		block = must(malloc(sizeof *block + BLOCK_SIZE));
		*block = (struct block){ arena->shared, BLOCK_SIZE, 0 };
		arena->shared = block;
		arena->size += BLOCK_SIZE;
	}
	memory = block->data + block->used;
	block->used += size;
	return memset(memory, 0, size);
}

void *arena_room(struct arena *arena, void *items, size_t used, size_t size)
{
	void *moved;

	if (used & (used - 1) || used == 1) /* full only at 0, 2, 4, 8, … */
		return items;
	moved = arena_alloc(arena, used ? 2 * used : 2, size);
	if (used)
		memcpy(moved, items, used * size);
	return moved;
}

char *arena_text(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_alloc(arena, len + 1, 1);

	if (len)
		memcpy(copy, text, len);
	return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = arena_alloc(arena, len < 0 ? 1 : (size_t)len + 1, 1);
	va_start(args, format);
	if (len >= 0)
		vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	return text;
}

void arena_defer(struct arena *arena, void (*done)(void *what), void *what)
{
	struct deferred *deferred = arena_alloc(arena, 1, sizeof *deferred);

	*deferred = (struct deferred){ arena->deferred, done, what };
	arena->deferred = deferred;
}

size_t arena_size(const struct arena *arena)
{
	return arena->size;
}
