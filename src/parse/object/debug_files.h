/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separate files of debug information: where they are, and whether they are from the same build.
 *
 * A program identifies its debug file by its build-id, and by .gnu_debuglink with the CRC of the
 * file.  It is looked for, in this order:
 * 1. by the build-id, FOLDER/.build-id/AB/CDEF.debug, in each directory;
 * 2. by .gnu_debuglink, next to the program, in .debug next to it, and in
 *    each directory below the path of the program's own directory;
 * 3. by the build-id, in the cache of debuginfod clients.
 * The directories are the user's, then /usr/lib/debug.  A file that exists but is from another
 * build is not used; a note says so if none is right.
 *
 * What dwz(1) moved out of several files is in an alternate file that the debug file names, with
 * its build-id: it is looked for under that name, then as in 1 and 3. */
#pragma once

#include "model/notes.h"
#include "parse/object/object_file.h"

/* Where to look; the texts must live as long as the files. */
struct debug_search {
	const char *const *folders; /* the user's; shape: [nfolders] */
	size_t nfolders;
	bool asks_servers;         /* parse/object/debug_files.h may be used */
	const char *objdump;       /* lists code that libopcodes cannot; or NULL */
	struct progress *progress; /* of the job that opens files; or NULL */
};

/* A file that is looked for once. */
struct separate_file {
	bool is_sought;
	struct object_file file; /* when found */
	const char *path;        /* or NULL */
};

/* Files that the compiler split off and that were not found, or are of another build. */
struct debug_splits {
	size_t nmissing, nother;
	const char *missing, *other; /* the first ones; or NULL */
};

struct debug_files {
	const struct object_file *program;
	const char *program_path;
	bool has_own;               /* the program has debug information: no other file is
	               * looked at for it */
	const char *const *folders; /* where others may be; shape: [nfolders] */
	size_t nfolders;
	bool asks_servers;     /* the user allows it */
	const char *objdump;   /* that the user named, or NULL */
	struct bytes build_id; /* of the program; may be empty */
	const char *link;      /* the name in .gnu_debuglink, or NULL */
	uint32_t crc;          /* of the file it means */
	struct separate_file debug, alternate;
	struct debug_splits splits;
	struct notes notes; /* what is wrong with files that were found, and
	                     * which are missing; more may come */
	struct arena *arena;

	bool is_asking;    /* in a job that may take its time */
	bool has_asked;    /* the servers: once */
	struct work *work; /* what reading all of these files may take */
};

/* Does not look for anything yet.  The program must live as long.  search: NULL for the system's
 * directories only.  Owner: the arena, which also closes what will be opened. */
struct debug_files *debug_files_new(const struct object_file *program, const char *path,
                                    const struct debug_search *search, struct arena *arena);

/* The program's debug file, or NULL.  Found once, on the first call.
 * Cost: if found by .gnu_debuglink, reading all of it, within the work that is allowed. */
const struct object_file *debug_files_separate(struct debug_files *files);

/* The alternate file, or NULL, in the same way. */
const struct object_file *debug_files_alternate(struct debug_files *files);

/* Asks servers for what was not found locally, if the user allows it: the debug file, then the
 * alternate one.  Cost: whatever the network takes. */
void debug_files_fetch(struct debug_files *files);

/* The bytes as hexadecimal digits.  Owner: the arena. */
const char *debug_hex(struct bytes bytes, struct arena *arena);

/* Debug information, and sources, from servers that $DEBUGINFOD_URLS names, through libdebuginfod,
 * which is loaded on first use.  Nothing here is called without the user's permission. */

/* Whether $DEBUGINFOD_URLS is set. */
bool debug_server_is_named(void);

/* Fetches the debug file with the build-id, or a source file of that program; returns its path, in
 * the library's cache.  Asks `progress` about once a second whether it is wanted.  source: the
 * whole path, as in the debug information; or NULL.  Owner: the arena.  Errors, returning NULL: no
 * library, no server, none has it, cancelled. */
const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err);
