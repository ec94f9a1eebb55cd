/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that others send: http, https and file URLs, through libcurl, which is loaded on first use;
 * tftp URLs; and what shells of boards print at serial ports. */
#pragma once

#include "base/work.h"

/* Whether a word of the command line is a URL: of another kind it cannot be fetched. */
bool remote_is_one(const char *word);

/* What is fetched. */
struct remote {
	const char *url; /* NULL: nothing */
	unsigned slow_s; /* an average below 1 KB/s for so long ends it; at a serial port silence */
	unsigned most_s; /* and so does this in all */

	/* Gets the bytes; false, with a reason, ends it. */
	bool (*take)(void *context, const char *bytes, size_t len, struct error *err);
	void *context;

	uint64_t nbytes; /* so far; also after an error */
	bool ok;
	struct error err; /* if it is not */
};

/* A source that is not libcurl's, which is waited for beside its own. */
struct talk {
	int fd; /* to wait at until there is something to read; to be closed */
	struct remote *remote;

	/* Hands on what came; set by who waits.  Errors: too much; what remote->take() says. */
	bool (*take)(struct remote *remote, const char *bytes, size_t len, struct error *err);

	/* Does what can be done without waiting.  Errors: what went wrong. */
	bool (*go_on)(struct talk *talk, bool *has_ended, struct error *err);
};

/* "serial:DEVICE,SPEED[,RECIPE]": sends the lines of a recipe to the shell of a board, and takes
 * all that comes, the log of a console.  A recipe is `nuttx` or a file of commands, each of which
 * is sent when the prompt was there: the text of a first line "prompt TEXT", or "> ".  Gets what
 * follows "serial:".  Owner: the arena.  NULL: there is no such port or recipe. */
struct talk *serial_begin(struct remote *remote, const char *rest, struct arena *arena,
                          struct error *err);

/* "tftp://HOST[:PORT]/FILE", read by RFC 1350: asked for once, for who sends a file may forget it,
 * and a block that is lost is asked for again after 5 s.  Gets what follows "tftp://".  Owner: the
 * arena.  NULL: no such host, or it cannot be reached. */
struct talk *tftp_begin(struct remote *remote, const char *rest, struct arena *arena,
                        struct error *err);

/* Fetches files side by side.  Asks about once a second whether the job is wanted.  Redirections
 * lead from http to http or https only, three times at most.  Errors: "URL: reason": no libcurl;
 * the network's; too slow; more than 512 MiB; nothing in it; what take() says; cancelled. */
void remote_fetch(struct remote *list, size_t n, struct progress *progress);
