/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is freed all at once.
 *
 * Every object of gptui lives in exactly one arena, named in the call that
 * made it, and dies with that arena.  No module outside base/ calls malloc()
 * or free().  Running out of memory ends the program: no caller checks.
 * An arena belongs to one thread at a time. */
#ifndef GPTUI_ARENA_H
#define GPTUI_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
struct arena *arena_within(struct arena *parent); /* freed with it */
void arena_free(struct arena *arena);             /* NULL is allowed */

/* Frees everything allocated so far but keeps some memory for reuse. */
void arena_reset(struct arena *arena);

/* Returns count * size zeroed bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* The same, uninitialised, for memory that is filled in at once. */
void *arena_space(struct arena *arena, size_t count, size_t size);

/* Makes room for item number `used` of an array that has `used` items and was
 * always grown this way.  The new room is uninitialised.
 * The array may move when it is full, so keep indexes into it, not pointers.
 *
 *	list = arena_room(arena, list, n, sizeof *list);
 *	list[n++] = item; */
void *arena_room(struct arena *arena, void *items, size_t used, size_t size);

/* Copies an array. */
void *arena_copy(struct arena *arena, const void *items, size_t count,
                 size_t size);

/* Copies len bytes of text and terminates them with NUL. */
char *arena_text(struct arena *arena, const char *text, size_t len);

/* A formatted text of any length. */
/* clang-format off */
__attribute__((format(printf, 2, 3)))
char *arena_format(struct arena *arena, const char *format, ...);
/* clang-format on */

/* Calls done(what) when the arena is reset or freed, in reverse order: for
 * foreign resources that must be closed together with the memory that refers
 * to them. */
void arena_defer(struct arena *arena, void (*done)(void *what), void *what);

/* Frees what a library allocated with malloc(); NULL is allowed. */
void free_foreign(void *memory);

/* The bytes the arena holds now, used or not. */
size_t arena_size(const struct arena *arena);

#endif
