/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that others send: tftp, http, https and file URLs, through libcurl, which is loaded on
 * first use; and what shells of boards print at serial ports (base/talk.h). */
#pragma once

#include "base/work.h"

/* Whether gptui was built with it. */
bool remote_is_built_in(void);

/* Whether a word of the command line is a URL: of another kind it cannot be fetched. */
bool remote_is_one(const char *word);

/* What is fetched. */
struct remote {
	const char *url; /* NULL: nothing */
	unsigned slow_s; /* an average below 1 KB/s for so long ends it */
	unsigned most_s; /* and so does this in all */

	/* Gets the bytes; false, with a reason, ends it. */
	bool (*take)(void *context, const char *bytes, size_t len, struct error *err);
	void *context;

	uint64_t nbytes; /* so far; also after an error */
	bool ok;
	struct error err; /* if it is not */
};

/* Fetches files side by side.  Asks about once a second whether the job is wanted.  Redirections
 * lead from http to http or https only, three times at most.  Errors: "URL: reason": no libcurl;
 * the network's; too slow; more than 512 MiB; nothing in it; what take() says; cancelled. */
void remote_fetch(struct remote *list, size_t n, struct progress *progress);
