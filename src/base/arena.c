/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Small objects share blocks; one of LARGE bytes or more gets a block of its
 * own from calloc(), which the system hands out zeroed and unmapped, and which
 * realloc() can grow in place. */
enum { BLOCK_SIZE = 64 * 1024, LARGE = BLOCK_SIZE / 4 };

struct block {
	struct block *next, *previous; /* previous: of large ones */
	size_t size, used;
	alignas(max_align_t) unsigned char data[];
};

struct deferred {
	struct deferred *next;
	void (*done)(void *what);
	void *what;
};

struct arena {
	struct block *shared; /* newest first; the first one is being filled */
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

static void free_within(void *arena)
{
	arena_free(arena);
}

struct arena *arena_within(struct arena *parent)
{
	struct arena *arena = arena_new();

	arena_defer(parent, free_within, arena);
	return arena;
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

/* Asks for large pages where they fit: a page fault for every 4 KiB costs more
 * than filling most arrays. */
static void take_huge_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
	const size_t huge = (size_t)2 << 20, page = 4096;
	uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page;
	uintptr_t end = ((uintptr_t)memory + size) / page * page;

	if (size >= 2 * huge)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
}

/* Adds the block of a large object; NULL if there is no memory. */
static void *add_large(struct arena *arena, struct block *block, size_t size)
{
	take_huge_pages(must(block), sizeof *block + size);
	*block = (struct block){ .next = arena->large, .size = size };
	if (block->next)
		block->next->previous = block;
	arena->large = block;
	arena->size += size;
	return block->data;
}

/* Grows the block of a large object; it may move.  The new part is
 * uninitialised. */
static void *grow_large(struct arena *arena, void *object, size_t size)
{
	const size_t header = offsetof(struct block, data);
	struct block *block = (void *)((unsigned char *)object - header);

	assert(block->previous ? block->previous->next == block
	                       : arena->large == block);
	if (block->size >= size)
		return object;
	arena->size += size - block->size;
	block = must(realloc(block, sizeof *block + size));
	take_huge_pages(block, sizeof *block + size);
	block->size = size;
	if (block->next)
		block->next->previous = block;
	if (block->previous)
		block->previous->next = block;
	else
		arena->large = block;
	return block->data;
}

/* The bytes an object takes up: a multiple of the alignment. */
static size_t size_of(size_t count, size_t size)
{
	const size_t align = alignof(max_align_t);

	if (size && count > (SIZE_MAX - BLOCK_SIZE) / size)
		must(NULL);
	return (count * size + align - 1) / align * align;
}

/* Takes a small object's bytes from the shared blocks. */
static void *take(struct arena *arena, size_t size)
{
	struct block *block = arena->shared;

	if (!block || block->size - block->used < size) {
		block = must(malloc(sizeof *block + BLOCK_SIZE));
		*block = (struct block){ .next = arena->shared,
			                 .size = BLOCK_SIZE };
		arena->shared = block;
		arena->size += BLOCK_SIZE;
	}
	block->used += size;
	return block->data + block->used - size;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	size = size_of(count, size);
	if (size >= LARGE)
		return add_large(arena, calloc(1, sizeof(struct block) + size),
		                 size);
	return memset(take(arena, size), 0, size);
}

void *arena_space(struct arena *arena, size_t count, size_t size)
{
	size = size_of(count, size);
	if (size >= LARGE)
		return add_large(arena, malloc(sizeof(struct block) + size),
		                 size);
	return take(arena, size);
}

void *arena_room(struct arena *arena, void *items, size_t used, size_t size)
{
	void *moved;

	if (used & (used - 1) || used == 1) /* full only at 0, 2, 4, 8, … */
		return items;
	if (used && size_of(used, size) >= LARGE)
		return grow_large(arena, items, size_of(2 * used, size));
	moved = arena_space(arena, used ? 2 * used : 2, size);
	if (used)
		memcpy(moved, items, used * size);
	return moved;
}

void *arena_copy(struct arena *arena, const void *items, size_t count,
                 size_t size)
{
	void *copy = arena_space(arena, count, size);

	return count ? memcpy(copy, items, count * size) : copy;
}

char *arena_text(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_space(arena, len + 1, 1);

	if (len)
		memcpy(copy, text, len);
	copy[len] = '\0';
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
