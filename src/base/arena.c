/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <assert.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef HAVE_ASAN
#include <sanitizer/asan_interface.h>
#endif

#include "base/error.h"

/* Small objects share blocks; one of LARGE bytes or more gets a block of its own from calloc(),
 * which the system hands out zeroed and unmapped, and which realloc() can grow in place. */
enum {
	BLOCK_SIZE = 64 * 1024,
	LARGE = BLOCK_SIZE / 4,
	GIVE_BACK = 16 << 20 /* so much is worth giving back at once */
};

/* Tests with the address sanitizer see accesses beyond an object although it shares a block: what
 * nobody owns cannot be accessed, and there is some of it behind each object. */
#ifdef HAVE_ASAN
enum { GAP = 16 };
static void hide(void *memory, size_t size) {
	ASAN_POISON_MEMORY_REGION(memory, size);
}
static void *reveal(void *memory, size_t size) {
	ASAN_UNPOISON_MEMORY_REGION(memory, size);
	return memory;
}
#else
enum { GAP = 0 };
static void hide(void *memory, size_t size) {
}
static void *reveal(void *memory, size_t size) {
	return memory;
}
#endif

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
	struct attempt *attempt;       /* that frees it when it is given up, or NULL */
	struct arena *next, *previous; /* of the same attempt */
};

/* A call of arena_try(). */
struct attempt {
	struct arena_limit *limit;
	struct arena *arenas; /* made in it, newest first */
	struct attempt *outer;
	jmp_buf end;
};

static _Thread_local struct attempt *current; /* or NULL */

/* There is no memory left. */
static _Noreturn void give_up(void) {
	if (current && current->limit)
		longjmp(current->end, 1);
	end_program("out of memory");
}

static void *must(void *memory) {
	if (!memory)
		give_up();
	return memory;
}

/* Counts bytes that are about to be allocated. */
static void charge(size_t bytes) {
	struct arena_limit *limit = current ? current->limit : NULL;

	if (!limit)
		return;
	if (limit->used > limit->most || bytes > limit->most - limit->used)
		give_up();
	limit->used += bytes;
}

static struct arena *make(void) {
	return must(calloc(1, sizeof(struct arena)));
}

struct arena *arena_new(void) {
	struct arena *arena = make();

	arena->attempt = current;
	if (!current)
		return arena;
	arena->next = current->arenas;
	if (arena->next)
		arena->next->previous = arena;
	current->arenas = arena;
	return arena;
}

static void leave_attempt(struct arena *arena) {
	if (arena->next)
		arena->next->previous = arena->previous;
	if (arena->previous)
		arena->previous->next = arena->next;
	else if (arena->attempt)
		arena->attempt->arenas = arena->next;
	arena->attempt = NULL;
	arena->next = arena->previous = NULL;
}

void free_foreign(void *memory) {
	free(memory);
}

static void free_within(void *arena) {
	arena_free(arena);
}

static void free_blocks(struct arena *arena, struct block *block) {
	struct arena_limit *limit = current ? current->limit : NULL;

	while (block) {
		struct block *next = block->next;

		arena->size -= block->size;
		if (limit) /* those of an arena that is older were not counted */
			limit->used -= block->size < limit->used ? block->size : limit->used;
		free(block);
		block = next;
	}
}

void arena_reset(struct arena *arena) {
	struct deferred *deferred = arena->deferred;
	const size_t held = arena->size;

	arena->deferred = NULL;
	for (; deferred; deferred = deferred->next)
		deferred->done(deferred->what);
	free_blocks(arena, arena->large);
	arena->large = NULL;
	if (arena->shared) {
		free_blocks(arena, arena->shared->next);
		arena->shared->next = NULL;
		arena->shared->used = 0;
		hide(arena->shared->data, BLOCK_SIZE);
	}
#ifdef __GLIBC__
	if (held - arena->size >= GIVE_BACK)
		malloc_trim(0); /* also what is between what is in use */
#endif
}

void arena_free(struct arena *arena) {
	if (!arena)
		return;
	arena_reset(arena);
	free_blocks(arena, arena->shared);
	leave_attempt(arena);
	free(arena);
}

/* Separate from arena_try(), whose variables are lost by longjmp(). */
static bool run_attempt(struct attempt *attempt, void (*run)(void *context), void *context) {
	if (setjmp(attempt->end))
		return false;
	run(context);
	return true;
}

bool arena_try(struct arena_limit *limit, void (*run)(void *context), void *context) {
	struct attempt attempt = { .limit = limit, .outer = current };

	current = &attempt;
	bool is_done = run_attempt(&attempt, run, context);
	while (attempt.arenas && !is_done)
		arena_free(attempt.arenas);
	while (attempt.arenas)
		leave_attempt(attempt.arenas);
	current = attempt.outer;
	return is_done;
}

bool arena_try_part(size_t left, void (*run)(void *context), void *context) {
	struct arena_limit *limit = current ? current->limit : NULL;

	if (!limit)
		return arena_try(NULL, run, context);
	left = left < limit->most ? left : limit->most;
	limit->most -= left;
	bool is_done = arena_try(limit, run, context);
	limit->most += left;
	return is_done;
}

void arena_allow(size_t bytes) {
	struct arena_limit *limit = current ? current->limit : NULL;

	if (limit)
		limit->most += bytes < SIZE_MAX - limit->most ? bytes : SIZE_MAX - limit->most;
}

/* Asks for large pages where they fit: a fault for each 4 KiB costs more than filling it. */
static void take_huge_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
	const size_t huge = (size_t)2 << 20, page = 4096;
	uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page;
	uintptr_t end = ((uintptr_t)memory + size) / page * page;

	if (size >= 2 * huge)
		madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
}

/* Adds the block of a large object; NULL if there is no memory. */
static void *add_large(struct arena *arena, struct block *block, size_t size) {
	take_huge_pages(must(block), sizeof *block + size);
	*block = (struct block){ .next = arena->large, .size = size };
	if (block->next)
		block->next->previous = block;
	arena->large = block;
	arena->size += size;
	return block->data;
}

/* Grows the block of a large object; it may move.  The new part is uninitialised. */
static void *grow_large(struct arena *arena, void *object, size_t size) {
	const size_t header = offsetof(struct block, data);
	struct block *block = (void *)((unsigned char *)object - header);

	assert(block->previous ? block->previous->next == block : arena->large == block);
	if (block->size >= size)
		return object;
	size_t more = size - block->size;
	charge(more);
	block = must(realloc(block, sizeof *block + size));
	take_huge_pages(block, sizeof *block + size);
	block->size = size;
	arena->size += more;
	if (block->next)
		block->next->previous = block;
	if (block->previous)
		block->previous->next = block;
	else
		arena->large = block;
	return block->data;
}

static size_t size_of(size_t count, size_t size) {
	if (size && count > (SIZE_MAX - BLOCK_SIZE) / size)
		must(NULL);
	return count * size;
}

/* Takes a small object's bytes from the shared blocks: a multiple of the alignment. */
static void *take(struct arena *arena, size_t size) {
	const size_t align = alignof(max_align_t);
	const size_t whole = (size + align - 1) / align * align + GAP;
	struct block *block = arena->shared;

	if (!block || block->size - block->used < whole) {
		charge(BLOCK_SIZE);
		block = must(malloc(sizeof *block + BLOCK_SIZE));
		*block = (struct block){ .next = arena->shared, .size = BLOCK_SIZE };
		arena->shared = block;
		arena->size += BLOCK_SIZE;
		hide(block->data, BLOCK_SIZE);
	}
	block->used += whole;
	return reveal(block->data + block->used - whole, size);
}

void *arena_alloc(struct arena *arena, size_t count, size_t size) {
	size = size_of(count, size);
	if (size >= LARGE) {
		charge(size);
		return add_large(arena, calloc(1, sizeof(struct block) + size), size);
	}
	return memset(take(arena, size), 0, size);
}

void *arena_space(struct arena *arena, size_t count, size_t size) {
	size = size_of(count, size);
	if (size >= LARGE) {
		charge(size);
		return add_large(arena, malloc(sizeof(struct block) + size), size);
	}
	return take(arena, size);
}

void *arena_grow(struct arena *arena, void *object, size_t before, size_t size) {
	if (before >= LARGE)
		return grow_large(arena, object, size);
	void *moved = arena_space(arena, size, 1);
	return before ? memcpy(moved, object, before) : moved;
}

void *arena_room(struct arena *arena, void *items, size_t used, size_t size) {
	if (used & (used - 1) || used == 1) /* full only at 0, 2, 4, 8, … */
		return items;
	return arena_grow(arena, items, size_of(used, size), size_of(used ? 2 * used : 2, size));
}

void *arena_copy(struct arena *arena, const void *items, size_t count, size_t size) {
	void *copy = arena_space(arena, count, size);

	return count ? memcpy(copy, items, count * size) : copy;
}

char *arena_text(struct arena *arena, const char *text, size_t len) {
	char *copy = arena_space(arena, len + 1, 1);

	if (len)
		memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *arena_format_list(struct arena *arena, const char *format, va_list args) {
	va_list again;

	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	char *text = arena_alloc(arena, len < 0 ? 1 : (size_t)len + 1, 1);
	if (len >= 0)
		vsnprintf(text, (size_t)len + 1, format, args);
	return text;
}

char *arena_format(struct arena *arena, const char *format, ...) {
	va_list args;

	va_start(args, format);
	char *text = arena_format_list(arena, format, args);
	va_end(args);
	return text;
}

void arena_defer(struct arena *arena, void (*done)(void *what), void *what) {
	struct attempt *attempt = current;

	current = NULL; /* no limit holds, so that what was opened cannot be forgotten */
	struct deferred *deferred = arena_alloc(arena, 1, sizeof *deferred);
	current = attempt;
	*deferred = (struct deferred){ arena->deferred, done, what };
	arena->deferred = deferred;
}

struct arena *arena_within(struct arena *parent) {
	struct arena *arena = make();

	arena_defer(parent, free_within, arena);
	return arena;
}

size_t arena_size(const struct arena *arena) {
	return arena->size;
}
