/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/bsd_header.h"

#include "model/image.h"

enum { MAGIC = 0x51879, BIN_SIZE = 2 };

/* FreeBSD's counter type, if it is one: a writer that knows it leaves the
 * spare bytes 0 and makes a bin cover a multiple of its size. */
static void take_type(struct bsd_header *h, int32_t type, uint64_t spare)
{
	const unsigned bits = (unsigned)(type < 0 ? -(int64_t)type : type);
	const unsigned size = bits / 8;
	const uint64_t bytes = h->ncnt > h->size ? h->ncnt - h->size : 0;
	const uint64_t range = h->high - h->low;

	if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || spare || h->low >= h->high ||
	    !bytes || bytes % size || range % (bytes / size) || range / (bytes / size) % size)
		return;
	h->form.size = size;
	h->form.is_signed = type < 0;
}

bool bsd_header_read(struct bsd_header *out, struct bytes bytes, const struct machine *machine)
{
	const bool big = machine->big_endian;
	struct bytes rest = bytes;
	uint64_t magic, rate, type, spare;

	*out = (struct bsd_header){ .form = { BIN_SIZE, false, big } };
	if (!take_address(&rest, machine, &out->low) || !take_address(&rest, machine, &out->high) ||
	    !bytes_take_number(&rest, 4, big, &out->ncnt))
		return false;
	out->size = bytes.len - rest.len;
	if (!bytes_take_number(&rest, 4, big, &magic) || magic != MAGIC)
		return true;
	if (!bytes_take_number(&rest, 4, big, &rate) || !bytes_take_number(&rest, 4, big, &type) ||
	    !bytes_take_number(&rest, 8, big, &spare))
		return false;
	out->size = bytes.len - rest.len;
	out->has_magic = true;
	out->rate = (uint32_t)rate;
	if (!machine->is_windows)
		take_type(out, (int32_t)(uint32_t)type, spare);
	return true;
}

/* The bytes of bins that it announces. */
static uint64_t said_bytes(const struct bsd_header *h)
{
	return h->ncnt > h->size ? h->ncnt - h->size : 0;
}

uint64_t bsd_header_count(const struct bsd_header *h)
{
	return said_bytes(h) / h->form.size;
}

struct bytes bsd_header_bins(const struct bsd_header *h, struct bytes bytes)
{
	struct bytes bins = { bytes.data + h->size, 0 };
	const uint64_t there = bytes.len - h->size;
	const uint64_t said = said_bytes(h);

	bins.len = (size_t)(said < there ? said : there);
	return bins;
}
