/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that others send: tftp, http, https and file URLs, through libcurl,
 * which is loaded on first use. */
#ifndef GPTUI_REMOTE_H
#define GPTUI_REMOTE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct progress;

/* Whether gptui was built with it. */
bool remote_is_built_in(void);

/* Whether a word of the command line is a URL: of another kind it cannot be
 * fetched. */
bool remote_is_one(const char *word);

/* What is fetched. */
struct remote {
	const char *url;
	unsigned silence_s; /* without a byte for so long it is given up */
	FILE *out;          /* gets the bytes */
	uint64_t nbytes;    /* so far; also after an error */
};

/* Fetches a file.  Asks about once a second whether the job is wanted.
 * Redirections lead from http to http or https only, three times at most.
 * Errors: "URL: reason": no libcurl; the network's; silence; more than 512 MiB;
 * nothing in it; it cannot be written; cancelled. */
bool remote_fetch(struct remote *remote, struct progress *progress,
                  struct error *err);

#endif
