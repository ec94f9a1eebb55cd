/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are fetched from where a program runs: URLs among the files of the command line.
 *
 * Fetching may reset the counters there, so nothing that came may be lost: each fetch is written to
 * a file of its own, which never replaces another, and all files of a session are read together.
 * Room for a file is looked for before it is asked for, and what cannot be written all the same is
 * held in memory.  What is no profile, or no whole one, stays, too: 64 MiB and 1024
 * files in a session, then the oldest go. */
#pragma once

#include "base/base.h"

struct boards;

/* The words of a command line, or NULL if no URL is among them; they must live as long.  keep: the
 * folder for what is fetched; NULL: the working folder.  Owner: the arena. */
struct boards *boards_new(const char *const *words, size_t n, const char *keep,
                          struct arena *arena);

/* What there is to read. */
struct board_files {
	const char *const *files; /* shape: [n] */
	size_t n;
	const char *kept;   /* what came now: "PATH, PATH"; or NULL */
	const char *failed; /* why something did not; or NULL */
	const char *full;   /* why nothing more can be kept; or NULL */
	bool is_held;       /* some of it is in memory only */
};

/* Fetches from each URL once more, for at most so many seconds each, and sets the files: in the
 * place of each URL what was fetched from it first, and all later ones at the end, so that files
 * keep their numbers; owner: the arena.  A URL that fails costs itself only, and then says what
 * came of it, if anything.  One thread at a time may fetch.
 * Errors: cancelled; there is no file at all. */
bool boards_fetch(struct boards *boards, unsigned most_s, struct board_files *out,
                  struct progress *progress, struct error *err);

/* What is known of one of the files, by its path.  Boards may be NULL: nothing. */
struct board_file {
	const char *url;    /* that it was fetched from, in the order of the files; or NULL */
	const char *failed; /* why it cannot be read, and is named by its URL; or NULL */
};

struct board_file boards_file(struct boards *boards, const char *path);

/* Leaves out a file that was fetched last, because it could not be read: that of a path or, if it
 * is NULL, one that the reason begins with; it stays where it is. */
void boards_refuse(struct boards *boards, const char *path, const char *reason);

/* Tries to write what is held in memory, at the end of the program, also if a job is still waiting
 * for a server.  NULL: there are no boards.  Errors: "PATH: reason"; what is not kept. */
bool boards_end(struct boards *boards, struct error *err);
