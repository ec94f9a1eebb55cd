/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/callees.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/fit/code_bytes.h"

enum {
	MOST_CALLS = 1 << 16, /* looked at */
	NEAR_X86 = 64,        /* bytes from a function's beginning to the */
	NEAR_OTHERS = 256,    /* return address of its call of mcount */
	TOLERATED_PERCENT = 5 /* where code is not looked at */
};

/* An even selection of the calls, by the address in the callee, less the bias;
 * each address once. */
struct sample {
	struct keyed *calls;
	size_t n;
};

/* An address in the callee, and what is known of it. */
enum answer { ANSWER_YES, ANSWER_NO, ANSWER_IF_COUNTER };

/* Functions of shared libraries that the program calls may count their calls,
 * too.  Source: glibc gmon/mcount.c checks the caller only. */
static bool is_of_library(const struct call *call, uint64_t bias, const struct code_bytes *code)
{
	return !code_bytes_section(code, call->to - bias) &&
	       code_bytes_section(code, call->from - bias);
}

static struct sample pick_calls(const struct call *calls, size_t n, uint64_t bias,
                                const struct code_bytes *code, struct arena *scratch)
{
	const size_t npicked = n < MOST_CALLS ? n : MOST_CALLS;
	struct sample sample = { .n = 0 };
	struct keyed *list = arena_space(scratch, npicked, sizeof *list);
	size_t i, nkept = 0;

	for (i = 0; i < npicked; i++) {
		const size_t number = (size_t)((double)i * (double)n / (double)npicked);

		list[i] = (struct keyed){ calls[number].to - bias, (uint32_t)number };
	}
	sort_keys(list, npicked, scratch);
	for (i = 0; i < npicked; i++)
		if ((!nkept || list[nkept - 1].key != list[i].key) &&
		    !is_of_library(&calls[list[i].index], bias, code))
			list[nkept++] = list[i];
	sample.calls = list;
	sample.n = nkept;
	return sample;
}

bool callees_has_counter(const struct callees *found, const struct x86_call *call)
{
	size_t i;

	for (i = 0; i < found->ncounters; i++) {
		const struct x86_call *c = &found->counters[i];

		if ((c->is_direct && call->is_direct && c->target == call->target) ||
		    (c->is_indirect && call->is_indirect && c->through == call->through))
			return true;
	}
	return false;
}

static void add_counter(struct callees *found, const struct x86_call *call)
{
	if (found->ncounters < MOST_COUNTERS && (call->is_direct || call->is_indirect) &&
	    !callees_has_counter(found, call))
		found->counters[found->ncounters++] = *call;
}

/* Whether the function begins with room for a call, up to the address: one is
 * written there when the program runs (-mnop-mcount, as kernels have it). */
static bool has_room_for_call(const struct entry *entry, uint64_t address, struct code_bytes *code)
{
	static const unsigned char endbr[] = { 0xf3, 0x0f, 0x1e };
	enum { ENDBR = 4 }; /* bytes; the last one depends on the mode */
	unsigned char bytes[NEAR_X86];
	size_t n, first;

	if (!entry || address - entry->low > sizeof bytes)
		return false;
	n = (size_t)(address - entry->low);
	if (code_bytes_read(code, entry->low, bytes, n) != n)
		return false;
	first = n > ENDBR && !memcmp(bytes, endbr, sizeof endbr) ? ENDBR : 0;
	return x86_is_padding(bytes + first, n - first);
}

/* Before the address that mcount() returns to is the call of it, near the
 * beginning of the function.  If it is not near, as where code that counts
 * itself was inlined, or the function has no name, the call must be one that
 * others make, too. */
static enum answer ask_x86(const struct entry *entry, uint64_t address, struct code_bytes *code,
                           struct x86_call *call)
{
	unsigned char bytes[X86_LONGEST_CALL];
	const size_t n = code_bytes_before(code, address, bytes, sizeof bytes);

	*call = x86_call_before(bytes, n, address, code->is_64);
	if (n && !call->is_direct && !call->is_indirect) {
		/* Through address 0, as no instruction calls. */
		call->is_indirect = has_room_for_call(entry, address, code);
		return call->is_indirect ? ANSWER_YES : ANSWER_NO;
	}
	if (!entry || address - entry->low > NEAR_X86 ||
	    (entry->high > entry->low && address >= entry->high))
		return n ? ANSWER_IF_COUNTER : ANSWER_NO;
	return ANSWER_YES;
}

static enum answer ask(uint64_t address, struct code_bytes *code, struct x86_call *call)
{
	const struct entry *entry = code_bytes_entry(code, address);

	*call = (struct x86_call){ .is_direct = false };
	if (entry && entry->low == address)
		return ANSWER_YES; /* as in a gmon.sum of gprof */
	if (code->is_x86)
		return ask_x86(entry, address, code, call);
	return entry && address - entry->low <= NEAR_OTHERS ? ANSWER_YES : ANSWER_NO;
}

static void add_bad(struct callees *found, const struct keyed *call)
{
	found->nbad++;
	if (call->index < found->first_bad)
		found->first_bad = call->index;
}

/* Asks again about those that others had to tell about; in a stripped program,
 * where none did, they may have any call. */
static void check_far(struct callees *found, const struct keyed *far, size_t nfar,
                      struct code_bytes *code)
{
	struct x86_call call;
	size_t i;

	for (i = 0; i < nfar; i++) {
		ask(far[i].key, code, &call);
		if (found->ncounters && !callees_has_counter(found, &call))
			add_bad(found, &far[i]);
	}
}

struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             struct code_bytes *code)
{
	struct arena *scratch = arena_new();
	const struct sample sample = pick_calls(calls, n, bias, code, scratch);
	struct callees found = { .n = sample.n, .first_bad = SIZE_MAX };
	struct x86_call call;
	size_t i, nfar = 0;

	for (i = 0; i < sample.n; i++) {
		switch (ask(sample.calls[i].key, code, &call)) {
		case ANSWER_YES:
			add_counter(&found, &call);
			break;
		case ANSWER_NO:
			add_bad(&found, &sample.calls[i]);
			break;
		case ANSWER_IF_COUNTER:
			sample.calls[nfar++] = sample.calls[i];
			break;
		}
	}
	check_far(&found, sample.calls, nfar, code);
	arena_free(scratch);
	return found;
}

bool callees_are_of_another_build(const struct callees *found, const struct code_bytes *code)
{
	return code->is_x86 ? found->nbad > 0 : found->nbad * 100 > found->n * TOLERATED_PERCENT;
}
