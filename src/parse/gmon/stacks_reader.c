/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU profiles of gperftools, which gptui's recorder writes, too: samples with their stacks.
 *
 * Words of the machine, in its byte order:
 *	header    0, 3 or more (words that follow), 0 (version), period in
 *	          microseconds, 0...
 *	samples   how often, number of addresses, addresses: the innermost one
 *	          exact, the others return addresses
 *	end       0, 1, 0
 * then the text of /proc/self/maps, of which only code matters here.  A program that was killed
 * leaves zeros behind the last sample, or nothing.
 * Source: gperftools, "CPU Profiler Binary Data File Format"; recorder/recording.h. */
#include "parse/gmon/reader.h"

#include "model/image.h"
#include "recorder/recording.h"

enum { HEADER_WORDS = 5, MOST_PERIOD_US = 100 * 1000 * 1000 };

/* Words of another machine, perhaps. */
struct words {
	unsigned size; /* bytes of one */
	bool big_endian;
};

static bool take_word(struct bytes *rest, struct words form, uint64_t *out) {
	return bytes_take_number(rest, form.size, form.big_endian, out);
}

/* Splits off the header; false if there is none of that form. */
static bool take_header(struct bytes *rest, struct words form, uint64_t *period) {
	uint64_t word[HEADER_WORDS];
	struct bytes more;

	for (size_t i = 0; i < HEADER_WORDS; i++)
		if (!take_word(rest, form, &word[i]))
			return false;
	*period = word[3];
	return !word[0] && word[1] >= 3 && word[1] < 64 && !word[2] && word[3] &&
	       word[3] <= MOST_PERIOD_US && bytes_take(rest, (word[1] - 3) * form.size, &more);
}

/* The form of a file's header; false if it has none. */
static bool find_form(struct bytes bytes, struct words *out) {
	static const struct words forms[] = {
		{ 8, false }, { 4, false }, { 8, true }, { 4, true }
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct bytes rest = bytes;
		uint64_t period;

		*out = forms[i];
		if (take_header(&rest, forms[i], &period))
			return true;
	}
	return false;
}

static int probe(struct bytes start, uint64_t size, const struct machine *machine) {
	struct words form;

	return find_form(start, &form) ? 100 : 0;
}

/* What follows the samples that were read. */
enum next { NEXT_SAMPLE, NEXT_END, NEXT_MAPS, NEXT_CUT };

/* Splits off the words of a sample, the first of which are its count and its length. */
static enum next take_sample(struct bytes *rest, struct words form, struct bytes *out) {
	struct bytes from = *rest;
	uint64_t count, n;

	if (!take_word(rest, form, &count) || !take_word(rest, form, &n))
		return from.len ? NEXT_CUT : NEXT_END;
	if (!count)
		return n == 1 ? NEXT_MAPS : NEXT_END;
	if (!n || n > rest->len / form.size || n > UINT32_MAX)
		return NEXT_CUT;
	*rest = from;
	return bytes_take(rest, (size_t)(2 + n) * form.size, out) ? NEXT_SAMPLE : NEXT_CUT;
}

/* The last address of a stack may say that there were more. */
static struct sample read_sample(struct bytes words, struct words form,
                                 const struct machine *machine, uint64_t *stack) {
	struct sample out = { .stack = stack };
	uint64_t n;

	take_word(&words, form, &out.count);
	take_word(&words, form, &n);
	for (uint64_t i = 0; i < n; i++) {
		take_word(&words, form, &stack[i]);
		stack[i] = machine_address(machine, stack[i]);
	}
	out.is_cut = n > 1 && stack[n - 1] == STACK_IS_CUT;
	out.n = (uint32_t)(n - out.is_cut);
	for (uint64_t i = 1; i < out.n; i++)
		stack[i] -= stack[i] != 0;
	return out;
}

static bool read(struct bytes bytes, const struct machine *machine, struct records *records,
                 struct error *err) {
	struct profile_file *file = &records->files[records->nfiles - 1];
	struct bytes rest = bytes, words;
	size_t n = 0, naddresses = 0;
	uint64_t period;
	struct words form;
	enum next next;

	if (!find_form(bytes, &form))
		return fail(err, "byte %zu: cut off in its header", bytes.len);
	if (form.size != machine->address_size || form.big_endian != machine->big_endian)
		return fail_other_machine("byte 0", form.size, machine, err);
	take_header(&rest, form, &period);
	struct bytes again = rest;
	const size_t begin = bytes.len - rest.len;
	for (; (next = take_sample(&rest, form, &words)) == NEXT_SAMPLE; n++)
		naddresses += words.len / form.size - 2;
	if (!n)
		return fail(err, "byte %zu: no sample was taken", begin);
	struct sample *samples = arena_space(records->arena, n, sizeof *samples);
	uint64_t *stacks = arena_space(records->arena, naddresses, sizeof *stacks);
	file->samples = samples;
	for (; take_sample(&again, form, &words) == NEXT_SAMPLE; file->nsamples++) {
		samples[file->nsamples] = read_sample(words, form, machine, stacks);
		stacks += words.len / form.size - 2;
	}
	file->period_us = (uint32_t)period;
	tell_field(records, 0, begin, "header", "a sample every %" PRIu32 " us", file->period_us);
	tell_field(records, begin, bytes.len - again.len - begin, "samples",
	           "%zu of them: count, length, addresses from the innermost on, %zu in all", n,
	           naddresses);
	if (next == NEXT_CUT)
		file_notes_cut(records,
		               arena_format(records->arena, "byte %zu: a sample that is cut off",
		                            bytes.len - again.len));
	else if (next == NEXT_MAPS && take_word(&rest, form, &period))
		mappings_read(rest, records, file);
	return true;
}

const struct reader stacks_reader = {
	.format = { .name = "stacks" },
	.help = "CPU profiles of gperftools, and what --record writes: samples with their stacks",
	.probe = probe,
	.read = read,
};
