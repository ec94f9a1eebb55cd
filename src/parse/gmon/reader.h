/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile data formats.
 *
 * A format is one file, parse/gmon/NAME_reader.c, that defines NAME_reader.  The build finds it by
 * its name (readers.h); nothing else has to be changed to add one.  A reader turns bytes into
 * records and does nothing else: no symbols, no files, no messages. */
#pragma once

#include "model/records.h"

struct machine;

struct reader {
	struct profile_format format;
	const char *help; /* one line, for the manual */

	/* How sure the reader is that a file is in its format, by its first bytes and its size: 0
	 * no, 50 perhaps, 100 the magic number is there. */
	int (*probe)(struct bytes start, uint64_t size, const struct machine *machine);

	/* Adds the contents of the bytes to the file added last in the records.  A damaged tail
	 * after at least one whole record is a note and is_cut; bytes that contain nothing usable
	 * are an error.  Errors: "byte N: reason". */
	bool (*read)(struct bytes bytes, const struct machine *machine, struct records *records,
	             struct error *err);
};

/* Those that gprof treats differently. */
extern const struct reader gmon_reader, bsd_reader, stacks_reader;

/* Bins and addresses, as bytes of a file. */

/* Splits an address off the front. */
bool take_address(struct bytes *rest, const struct machine *machine, uint64_t *out);

/* Says that a file, or what is wrong in it, shows another machine than the executable's. */
bool fail_other_machine(const char *where, unsigned address_size, const struct machine *machine,
                        struct error *err);

/* What gmon.out and the profiles of shared objects have in common: a header of "gmon", a version (4
 * bytes) and 12 spare bytes; and what precedes the bins of a histogram: low, high (addresses),
 * nbins, rate (4 bytes each), its unit (15) and that's abbreviation (1). */

enum { GMON_BIN_SIZE = 2, GMON_SHARED_OBJECT = 0x1ffff };

/* GMON_SHARED_OBJECT, as a machine with the other byte order reads it. */
static const uint64_t gmon_swapped_shared_object = 0xffff0100;

/* The version; UINT64_MAX if the file ends before it.  False: it does not begin with "gmon". */
bool gmon_version(struct bytes start, const struct machine *machine, uint64_t *version);

/* Splits the header off.  Errors: the file ends in it, or it is another one. */
bool take_gmon_header(struct bytes *rest, const struct machine *machine, uint64_t *version,
                      struct error *err);

/* Splits the beginning of a histogram off; false if the file ends in it. */
bool take_histogram(struct bytes *rest, const struct machine *machine, struct histogram *out);

/* For a file that is to be explained (records->fields): adds a field, or several alike; of a
 * histogram, whose first address is there, what precedes its bins; its bins, which are read.  The
 * records may be NULL. */
__attribute__((format(printf, 5, 6))) void tell_field(const struct records *records, size_t at,
                                                      size_t size, const char *name,
                                                      const char *format, ...);
void tell_histogram(const struct records *records, size_t at, const struct histogram *h,
                    const struct machine *machine);
void tell_bins(const struct records *records, size_t at, size_t size, const struct histogram *h);

/* How a bin is written. */
struct bin_form {
	unsigned size; /* bytes: 1, 2, 4 or 8 */
	bool is_signed;
	bool big_endian;
};

/* Sets bins and bin_size; bins below 0 count as 0.
 * Owner: the arena.  Returns how many were below 0. */
uint64_t bins_read(struct histogram *h, struct bytes bytes, struct bin_form form,
                   struct arena *arena);

/* How many bins hold the maximum for their size. */
uint64_t bins_full(const struct histogram *h);

/* Adds a note to the file added last if it has any full bins, or histograms without a rate. */
void bins_note_full(struct records *records, uint64_t nfull, unsigned size);
void bins_note_no_rate(struct records *records, size_t nhistograms);

/* Of a file that did not arrive as a whole (records->lost): whether bytes [at, at + size) did; how
 * many of them did before one that is lost. */
bool bytes_arrived(const struct records *records, size_t at, size_t size);
size_t bytes_until_lost(const struct records *records, size_t at, size_t size);

/* Counts bins that did not arrive, which are 0, of bytes that begin there. */
void count_lost_bins(const struct records *records, const struct histogram *h, size_t at,
                     struct bytes bytes);

/* The header of a BSD profile file, old or of 4.4BSD.
 *
 *	old       low, high (addresses), ncnt (4 bytes)
 *	4.4BSD    low, high, ncnt, 0x51879 (4), rate (4), counter type (4),
 *	          8 spare bytes
 *
 * ncnt is the size of the header and the bins in bytes.  The counter type is FreeBSD's, whose
 * kernel has wider bins: their bits, negative if they are signed; others have 0 or garbage there,
 * and their bins have 2 bytes.  Source: 4.4BSD and FreeBSD <sys/gmon.h>. */

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

/* Where files were in a program that ran, by the text of Linux's /proc/self/maps. */

/* Adds the lines about code, "LOW-HIGH r-xp OFFSET DEVICE INODE PATH", to a file; others are
 * skipped.  Of lines about the same addresses the first counts. */
void mappings_read(struct bytes text, struct records *records, struct profile_file *file);

/* Reads a whole file that lies beside recordings, or lay there in their archive. */
bool beside_read(struct bytes *out, const struct records *records, const char *path,
                 struct arena *arena);

/* Adds those of the file beside a file, where a program that was killed left them, if that has
 * none. */
void mappings_complete(struct records *records, struct profile_file *file);

/* The mapping of an address, or NULL. */
const struct mapping *mapping_at(const struct profile_file *file, uint64_t address);
