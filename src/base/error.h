/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why an operation did not succeed.
 *
 * A function that can fail takes a struct error last and returns false (or NULL).  It fills in the
 * reason exactly once, where the reason is known:
 *
 *	return fail(err, "byte %zu: cut-off record", at);
 *
 * Callers that know more about the context put it in front and pass it on:
 *
 *	return reader->read(...) || fail_at(err, path);
 *
 * Only main.c prints a reason and exits; only the screen shows one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct error {
	char reason[1024]; /* one line, no "gptui:", no final newline */
};

/* Hides the passwords of URLs in a text of the user's or for the user: "tftp://user:***@board/".
 * What has no room in `size` bytes goes. */
void passwords_hide(char *text, size_t size);

/* Sets the reason, without passwords, and returns false, or NULL. */
/* clang-format off */
__attribute__((format(printf, 2, 3)))
bool fail(struct error *err, const char *format, ...);
/* clang-format on */
#define fail_null(...) (fail(__VA_ARGS__), NULL)

/* "no WHAT "WORD": there are ...": name() of 0, 1, ... until NULL. */
bool fail_no_such(struct error *err, const char *what, const char *word,
                  const char *(*name)(const void *from, size_t index), const void *from);

/* Puts "WHERE: " in front of the reason and returns false. */
bool fail_at(struct error *err, const char *where);

/* Ends the program with a message: there is no memory, or a library gives up.  The terminal is
 * given back (process/signals.h). */
_Noreturn void end_program(const char *why);
