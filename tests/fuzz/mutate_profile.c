/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates profiles record by record: gmon.out as glibc writes it
 * (src/parse/gmon/gmon_reader.c has the layout).  Others are just bytes. */
#include "mutate.h"

#include <string.h>

#include "numbers.h"

enum { HEADER = 20, MOST_RECORDS = 256 };

/* A record: from its tag to the next. */
struct record {
	size_t at, len;
};

struct reading {
	const struct draft *file;
	const struct draft_code *code;
	unsigned address; /* bytes */
	struct record records[MOST_RECORDS];
	size_t n;
};

static size_t record_size(const struct reading *r, size_t at) {
	const struct draft *file = r->file;
	const size_t left = file->len - at;
	const size_t head = 1 + 2 * (size_t)r->address;

	switch (file->data[at]) {
	case 0:
		return left < head + 24 ? 0
		                        : head + 24 +
		                                  2 * (size_t)number_get(file->data + at + head, 4,
		                                                         r->code->is_big);
	case 1:
		return head + 4;
	case 2:
		return left < 5 ? 0
		                : 5 + 2 * (size_t)r->address *
		                                  (size_t)number_get(file->data + at + 1, 4,
		                                                     r->code->is_big);
	default:
		return 0;
	}
}

static void find_records(struct reading *r) {
	size_t at = HEADER;

	while (at < r->file->len && r->n < MOST_RECORDS) {
		const size_t len = record_size(r, at);

		if (!len || len > r->file->len - at)
			break;
		r->records[r->n++] = (struct record){ at, len };
		at += len;
	}
}

/* Builds a record in room for the largest one, and returns its size. */
enum { MOST_BINS = 32, RECORD_ROOM = 1 + 16 + 24 + 2 * MOST_BINS };

static size_t make_histogram(const struct reading *r, struct dice *dice, uint8_t *out) {
	const bool is_big = r->code->is_big;
	const uint64_t low = draft_address(r->code, dice) & ~(uint64_t)3;
	const unsigned nbins = 1 + roll(dice, MOST_BINS);
	const uint64_t step = one_in(dice, 4) ? 1 + roll(dice, 9) : 4;
	size_t at = 1;

	out[0] = 0;
	number_put(out + at, r->address, is_big, low);
	at += r->address;
	number_put(out + at, r->address, is_big, low + step * nbins);
	at += r->address;
	number_put(out + at, 4, is_big, nbins);
	number_put(out + at + 4, 4, is_big, one_in(dice, 8) ? number_odd(dice) : 100);
	memcpy(out + at + 8, "seconds\0\0\0\0\0\0\0\0s", 16);
	at += 24;
	for (unsigned i = 0; i < nbins; i++, at += 2)
		number_put(out + at, 2, is_big, one_in(dice, 3) ? number_odd(dice) : 0);
	return at;
}

/* An arc, or with the tag 2 a list of one block. */
static size_t make_pair(const struct reading *r, uint8_t tag, struct dice *dice, uint8_t *out) {
	const bool is_big = r->code->is_big;
	size_t at = 1;

	out[0] = tag;
	if (tag == 2) {
		number_put(out + at, 4, is_big, 1);
		at += 4;
	}
	number_put(out + at, r->address, is_big, draft_address(r->code, dice));
	at += r->address;
	number_put(out + at, r->address, is_big,
	           tag == 2 ? number_odd(dice) : draft_address(r->code, dice));
	at += r->address;
	if (tag == 1) {
		number_put(out + at, 4, is_big, number_odd(dice));
		at += 4;
	}
	return at;
}

static size_t make_record(const struct reading *r, struct dice *dice, uint8_t *out) {
	switch (roll(dice, 6)) {
	case 0:
		return make_histogram(r, dice, out);
	case 1:
		return make_pair(r, 2, dice, out);
	default:
		return make_pair(r, 1, dice, out);
	}
}

/* Changes an address or a number of the record. */
static void change_record(const struct reading *r, uint8_t *record, size_t len, struct dice *dice) {
	const size_t head = record[0] == 2 ? 5 : 1;
	const size_t fields = (len - head) / r->address;
	const size_t which = fields ? roll(dice, (uint32_t)fields) : 0;
	uint8_t *field = record + head + which * r->address;

	if (!fields || one_in(dice, 4))
		mutate_bytes(record, len, dice);
	else
		number_put(field, r->address, r->code->is_big,
		           one_in(dice, 4) ? number_odd(dice) : draft_address(r->code, dice));
}

void mutate_profile(struct draft *file, const struct draft_code *code, struct dice *dice) {
	struct reading r = { .file = file, .code = code, .address = code->is_wide ? 8 : 4 };
	struct record chosen = { HEADER, 0 };
	uint8_t made[RECORD_ROOM];

	if (file->len < HEADER || memcmp(file->data, "gmon", 4) || one_in(dice, 16)) {
		mutate_draft(file);
		return;
	}
	find_records(&r);
	if (r.n)
		chosen = r.records[roll(dice, (uint32_t)r.n)];
	switch (roll(dice, 8)) {
	case 0: /* remove it */
		draft_splice(file, chosen.at, chosen.len, NULL, 0);
		break;
	case 1: /* repeat it */
		if (chosen.len <= sizeof made) {
			memcpy(made, file->data + chosen.at, chosen.len);
			draft_splice(file, chosen.at, 0, made, chosen.len);
		}
		break;
	case 2:
	case 3:
		draft_splice(file, chosen.at, 0, made, make_record(&r, dice, made));
		break;
	case 4: /* cut it */
		file->len = chosen.at + roll(dice, (uint32_t)chosen.len + 1);
		break;
	default:
		if (chosen.len)
			change_record(&r, file->data + chosen.at, chosen.len, dice);
		break;
	}
}
