/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Configuration files: command lines, and comments that begin with '#'.
 *
 * Only commands that say so (`is_lasting`) may stand in them.  A line that is wrong is reported and
 * ignored; it never keeps the program from starting. */
#pragma once

#include "base/base.h"
#include "ui/session/prompt.h"

/* What several instances have saved in one configuration.
 *
 * Texts are those that :write-config writes: lines that set one thing each. */

/* Writes `mine`, but what is as it was in `before`, when this instance read or wrote
 * the file last, is taken from `theirs`, the file as it is now, and what is new there stays.
 * Cost: lines of one text times those of another. */
void config_merge(FILE *file, const char *before, const char *mine, const char *theirs);

enum { CONFIG_LINE = PROMPT_TEXT }; /* bytes, with the NUL */

/* What went wrong in configuration files. */
struct config_faults {
	size_t n;
	char first[512]; /* "FILE:LINE: reason" */
};

/* Runs a line of a configuration: command_lasting_line(). */
typedef bool config_line(struct session *session, const char *line, struct error *err);

/* Runs the lines of a text; `name` is for messages. */
void config_run(struct session *session, const char *name, const char *text, config_line *run,
                struct config_faults *faults);

/* Runs the file for everybody, then the user's own, as far as they are there, and makes what is
 * wrong the session's message. */
void config_read(struct session *session, config_line *run);

/* Whether a file is there that config_write() did not write. */
bool config_is_foreign(const char *path);

/* Writes the settings, columns and keys as they are now; what has not changed since this instance
 * read or wrote the file is kept as another one wrote it.  Waits a tenth of a second at most for
 * one that is writing.
 * Errors: "PATH: reason"; what was there stays. */
bool config_write(struct session *session, const char *path, struct error *err);

/* Binds the keys of one of gptui's sets; "default" leaves only those that there are at first.
 * Errors: no such set. */
bool preset_run(struct session *session, const char *name, config_line *run, struct error *err);
