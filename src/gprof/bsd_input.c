/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/bsd_input.h"

#include <inttypes.h>
#include <string.h>

#include "gprof/gprof_options.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/bsd_header.h"

enum {
	HOST_RATE = 100, /* ticks per second if no file says */
	AFTER_HEADER = 4 /* bytes that must follow an old header */
};

/* A file to be checked. */
struct candidate {
	const struct records *records;
	const char *path, *program;
	struct bytes bytes;
	struct bsd_header header;
	FILE *messages;
};

static bool refuse(const struct candidate *c, const char *what)
{
	fprintf(c->messages, "%s: %s\n", c->path, what);
	return false;
}

static bool check_header(const struct candidate *c, bool wants_magic)
{
	const struct bsd_header *h = &c->header;

	if (!h->has_magic && c->bytes.len < h->size + AFTER_HEADER)
		return refuse(c, "file too short to be a gmon file");
	if (h->has_magic || !wants_magic)
		return true;
	fprintf(c->messages, "%s: file `%s' has bad magic cookie\n", c->program,
	        c->path);
	return false;
}

static bool check_numbers(const struct candidate *c)
{
	const struct bsd_header *h = &c->header;

	if (h->low <= h->high && h->ncnt >= h->size)
		return true;
	fprintf(c->messages,
	        "%s: file '%s' does not appear to be in gmon.out format\n",
	        c->program, c->path);
	return false;
}

/* Later files must look like the very first record. */
static bool check_likeness(const struct candidate *c)
{
	const struct histogram *first = c->records->histograms;
	const struct bsd_header *h = &c->header;

	if (!c->records->nhistograms)
		return true;
	if (h->has_magic && h->rate != first->rate)
		return refuse(c, "profiling rate incompatible with first gmon "
		                 "file");
	if (h->low != first->low || h->high != first->high ||
	    h->ncnt < h->size || bsd_header_count(h) != first->nbins)
		return refuse(c, "incompatible with first gmon file");
	return true;
}

/* gprof's count of the bins it has read is one short. */
static bool check_bins(const struct candidate *c)
{
	const struct bsd_header *h = &c->header;
	const size_t there = bsd_header_bins(h, c->bytes).len / h->form.size;

	if (there == bsd_header_count(h))
		return true;
	fprintf(c->messages,
	        "%s: unexpected EOF after reading %lld/%" PRIu64 " bins\n",
	        c->program, (long long)there - 1, bsd_header_count(h));
	return false;
}

bool bsd_input_check(const struct records *records, const char *path,
                     struct bytes bytes, const struct gprof_options *options,
                     const struct machine *machine, FILE *messages)
{
	const char *format = options->file_format;
	struct candidate c = {
		.records = records,
		.path = path,
		.program = options->program,
		.bytes = bytes,
		.messages = messages,
	};

	if (!bsd_header_read(&c.header, bytes, machine))
		return refuse(&c, "file too short to be a gmon file");
	return check_header(&c, format && format[0] == '4') &&
	       check_likeness(&c) && check_numbers(&c) && check_bins(&c);
}

void bsd_input_join(struct records *records)
{
	struct profile_file *file = &records->files[records->nfiles - 1];
	struct histogram *first, *last;

	if (records->nfiles > 1)
		file->version = file[-1].version;
	if (!records->nhistograms)
		return;
	first = records->histograms;
	last = &records->histograms[records->nhistograms - 1];
	if (!first->rate)
		first->rate = HOST_RATE;
	if (first == last)
		return;
	memcpy(last->dimension, first->dimension, sizeof last->dimension);
	last->abbreviation = first->abbreviation;
}
