/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a BSD profile file, old or of 4.4BSD.
 *
 *	old       low, high (addresses), ncnt (4 bytes)
 *	4.4BSD    low, high, ncnt, 0x51879 (4), rate (4), counter type (4),
 *	          8 spare bytes
 *
 * ncnt is the size of the header and the bins in bytes.  The counter type is
 * FreeBSD's, whose kernel has wider bins: their bits, negative if they are
 * signed; others have 0 or garbage there, and their bins have 2 bytes.
 * Source: 4.4BSD and FreeBSD <sys/gmon.h>. */
#ifndef GPTUI_BSD_HEADER_H
#define GPTUI_BSD_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "parse/gmon/bins.h"

struct machine;

struct bsd_header {
	size_t size;        /* bytes the header has */
	uint64_t low, high; /* addresses */
	uint64_t ncnt;
	bool has_magic; /* it is 4.4BSD's */
	uint32_t rate;  /* ticks per second; 0: not given */
	struct bin_form form;
};

/* Reads a header without checking it; false if the bytes end in it. */
bool bsd_header_read(struct bsd_header *out, struct bytes bytes, const struct machine *machine);

/* How many bins it announces. */
uint64_t bsd_header_count(const struct bsd_header *h);

/* The bytes of bins according to the header, as far as they are there. */
struct bytes bsd_header_bins(const struct bsd_header *h, struct bytes bytes);

#endif
