/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are fetched from where a program runs: URLs among the files of
 * the command line.
 *
 * Fetching may reset the counters there, so nothing that came may be lost: each
 * fetch is written to a file of its own, which never replaces another, and all
 * files of a session are read together. */
#ifndef GPTUI_BOARDS_H
#define GPTUI_BOARDS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct boards;
struct error;
struct progress;

/* The words of a command line, or NULL if no URL is among them; they must live
 * as long.  keep: the folder for what is fetched; NULL: the working folder.
 * Owner: the arena. */
struct boards *boards_new(const char *const *words, size_t n, const char *keep,
                          struct arena *arena);

/* Fetches from each URL once more, and sets the files: in the place of each URL
 * what was fetched from it first, and all later ones at the end, so that files
 * keep their numbers; owner: the arena.  One thread at a time may fetch.
 * Errors: as remote_fetch(), and the files are what they were; what came of the
 * last one, if any, is named. */
bool boards_fetch(struct boards *boards, const char *const **files,
                  size_t *nfiles, struct progress *progress, struct error *err);

/* The paths of the last fetch, "A, B"; owner: the arena. */
const char *boards_kept(const struct boards *boards, struct arena *arena);

/* Leaves out what was fetched last if the reason why files could not be read
 * begins with its path; the file stays where it is. */
void boards_refuse(struct boards *boards, const char *reason);

#endif
