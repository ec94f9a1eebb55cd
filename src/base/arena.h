/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is freed all at once.
 *
 * Every object of gptui lives in exactly one arena, named in the call that made it, and dies with
 * that arena.  No module outside base/ calls malloc() or free().  Running out of memory ends the
 * program: no caller checks.  An arena belongs to one thread at a time.
 *
 * Only what reads files may run out of memory that it is given for that, see arena_try(): what a
 * small file claims must not end a session. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct arena *arena_new(void);
struct arena *arena_within(struct arena *parent); /* freed with it */
void arena_free(struct arena *arena);             /* NULL is allowed */

/* Frees everything allocated so far but keeps some memory for reuse. */
void arena_reset(struct arena *arena);

/* Before `struct arena *scratch = arena_new();`: it is freed where its block ends. */
#define SCRATCH __attribute__((cleanup(arena_end_scratch)))
static inline void arena_end_scratch(struct arena **arena) {
	arena_free(*arena);
}

/* Returns count * size zeroed bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* The same, uninitialised, for memory that is filled in at once. */
void *arena_space(struct arena *arena, size_t count, size_t size);

/* Makes room for item number `used` of an array that has `used` items and was always grown this
 * way.  The new room is uninitialised.
 * The array may move when it is full, so keep indexes into it, not pointers.
 *
 *	list = arena_room(arena, list, n, sizeof *list);
 *	list[n++] = item; */
void *arena_room(struct arena *arena, void *items, size_t used, size_t size);

/* Does both for item number `at`, which becomes `...`; or for the next of `n`. */
#define arena_put(arena, list, at, ...) \
	((list) = arena_room(arena, list, at, sizeof *(list)), (list)[at] = (__VA_ARGS__))
#define arena_append(arena, list, n, ...) (arena_put(arena, list, n, __VA_ARGS__), (n)++)

/* Makes an object of the arena larger than `before` bytes; it may move.  What is new is not set. */
void *arena_grow(struct arena *arena, void *object, size_t before, size_t size);

/* Copies an array. */
void *arena_copy(struct arena *arena, const void *items, size_t count, size_t size);

/* Copies len bytes of text and terminates them with NUL. */
char *arena_text(struct arena *arena, const char *text, size_t len);

/* A formatted text of any length. */
/* clang-format off */
__attribute__((format(printf, 2, 3)))
char *arena_format(struct arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0)))
char *arena_format_list(struct arena *arena, const char *format, va_list args);
/* clang-format on */

/* Calls done(what) when the arena is reset or freed, in reverse order: for foreign resources that
 * must be closed together with the memory that refers to them. */
void arena_defer(struct arena *arena, void (*done)(void *what), void *what);

/* Frees what a library allocated with malloc(); NULL is allowed. */
void free_foreign(void *memory);

/* The memory that a job may have, in all arenas of its thread. */
struct arena_limit {
	size_t most; /* bytes */
	size_t used; /* bytes held at the end of the last part of the job, or
	                given back in this one */
};

/* Runs a part of a job.  Once it holds more memory than the limit allows, or the system has no
 * more, it is given up wherever it is, like by longjmp(): arenas that it made with arena_new() are
 * freed, with what was deferred to their end; those of before and those within them stay as they
 * are, for the caller to free.  So whatever else it opens has to be deferred to the end of an
 * arena.  False if that happened.  Parts may hold others, which then count for themselves only;
 * without a limit (NULL) all is as if there were none around it. */
bool arena_try(struct arena_limit *limit, void (*run)(void *context), void *context);

/* The same under the limit that holds, less some bytes for what follows. */
bool arena_try_part(size_t left, void (*run)(void *context), void *context);

/* Lets the part that is running have so many bytes more. */
void arena_allow(size_t bytes);

/* The bytes the arena holds now, used or not. */
size_t arena_size(const struct arena *arena);
