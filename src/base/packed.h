/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files in archives (tar, zip) and compressed ones (.gz, .bz2, .xz, .zst), through libarchive,
 * which is loaded on first use.
 *
 * Nothing is written to disk, names lead nowhere, links are not followed.  What unpacking costs is
 * in proportion to the bytes that the archive holds, however much it claims to hold. */
#pragma once

#include "base/bytes.h"

/* Whether a file begins like an archive or a compressed file. */
bool packed_is_one(struct bytes start);

/* What reading an archive may still cost, with all archives in it. */
struct packed_means {
	struct work work;
	uint64_t paid;   /* bytes that were unpacked */
	uint64_t memory; /* bytes beyond what every job may use */
};

/* What is taken of an archive. */
struct packed_taker {
	/* Whether a member is worth unpacking: by its first bytes, 4096 or all of a smaller one,
	 * and its size, SIZE_MAX if that is not known. */
	bool (*is_wanted)(const void *context, struct bytes start, size_t size);

	/* Gets a member that is; its name, "ARCHIVE/MEMBER", or that of the file if it is just
	 * compressed, and its bytes are valid meanwhile.  False ends it all, with an error. */
	bool (*take)(void *context, const char *name, struct bytes bytes, struct error *err);

	/* Gets the name and the first bytes of a file that is not worth it; false: it is one of the
	 * rest.  NULL: all are. */
	bool (*leave)(void *context, const char *name, struct bytes start);

	/* Gets the reason why a member, or all that follows in the archive, cannot be unpacked;
	 * what came before stays.  NULL: that ends it all, with an error. */
	void (*lose)(void *context, const char *name, const char *reason);
	void *context;

	struct packed_means *means;
	bool is_member; /* it is one itself, so the means are those of the archive that it is in */
};

/* What was not taken. */
struct packed_rest {
	size_t n;          /* members but folders */
	const char *first; /* the name of one; owner: the arena; or NULL */
};

/* Reads a file, or standard input for "-", with memory for what is made of it: see
 * bytes_read_wanted(); without a check all of it is wanted.  Of an archive that is a file, only the
 * first bytes: packed_read() reads it. */
bool packed_read_plain(struct bytes *out, const char *path, const struct bytes_check *check,
                       struct bytes_room *room, struct progress *progress, struct error *err);

/* Unpacks a file, member by member; all bytes of standard input ("-") and of members were read.
 * Memory: the largest member.  Errors: "PATH: reason": no libarchive; damaged, encrypted or too
 * large for what it holds, and nothing was read of it before, or there is no lose(); nothing in it
 * is wanted; cancelled; what take() says. */
bool packed_read(struct packed_rest *rest, const char *path, struct bytes bytes,
                 const struct packed_taker *taker, struct arena *arena, struct progress *progress,
                 struct error *err);
