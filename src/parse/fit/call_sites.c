/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/call_sites.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/fit/callees.h"
#include "parse/fit/code_bytes.h"
#include "parse/object/object.h"

enum {
	MOST_SITES = 1 << 14, /* looked at */
	MOST_TARGETS = 16,    /* of the calls in the code of a record */
	MOST_BYTES = 4096,    /* of a function that is looked through */
};

/* The beginnings of functions that direct calls of a record's code name. */
struct targets {
	uint64_t list[MOST_TARGETS];
	size_t n;
	bool is_unknown; /* other calls may be there */
};

static void add_target(struct targets *targets, const struct x86_call *call,
                       const struct code_bytes *code)
{
	if (!call->is_direct || !code_bytes_section(code, call->target))
		return;
	if (targets->n < MOST_TARGETS)
		targets->list[targets->n++] = call->target;
	else
		targets->is_unknown = true;
}

/* The calls that return to [from, from + what glibc rounds by). */
static struct targets find_targets(uint64_t from, const struct callees *callees,
                                   struct code_bytes *code)
{
	enum { MOST_ROUNDED = 16 };
	const unsigned rounded = 2 * object_image(code->object)->machine.address_size;
	unsigned char bytes[X86_LONGEST_CALL + MOST_ROUNDED];
	struct targets targets = { .n = 0 };
	const size_t before = code_bytes_before(code, from, bytes, X86_LONGEST_CALL);
	const size_t n = before + code_bytes_read(code, from, bytes + before, rounded - 1);
	size_t end;

	for (end = before; end <= n; end++) {
		const struct x86_call call = x86_call_before(bytes, end, from - before + end,
		                                             code->is_64);

		if (callees_has_counter(callees, &call))
			continue;
		targets.is_unknown |= call.is_indirect;
		add_target(&targets, &call, code);
	}
	return targets;
}

/* Whether a jump can go to another function, at least on the way to it.  Only
 * a jump within its section is short, so that goes to a beginning. */
static bool goes_elsewhere(const struct x86_jump *jump, const struct entry *from,
                           const struct code_bytes *code)
{
	const struct entry *to;

	if (jump->is_indirect)
		return true;
	if (jump->target >= from->low && jump->target < from->high)
		return false;
	to = code_bytes_entry(code, jump->target);
	if (!jump->is_short)
		return code_bytes_section(code, jump->target);
	return !to || to->low == jump->target || jump->target >= to->high;
}

/* Whether a function, all of its code, may run on into the callee.  After a
 * call at its end, which should not return, comes the next function only. */
static bool may_run_on(const unsigned char *bytes, size_t n, const struct entry *entry,
                       const struct entry *callee)
{
	const bool ends_with_call = x86_call_before(bytes, n, entry->high, true).is_direct;

	return !x86_ends_function(bytes, n) && (!ends_with_call || entry + 1 == callee);
}

/* Whether the function that begins at the address ends by returning only:
 * whether all of its code is known, and neither has a jump out of it nor runs
 * into the callee. */
static bool only_returns(uint64_t address, const struct entry *callee, struct code_bytes *code)
{
	const struct entry *entry = code_bytes_entry(code, address);
	unsigned char bytes[MOST_BYTES];
	struct x86_jump jump;
	size_t n, i;

	if (!entry || entry->low != address || entry->high <= entry->low ||
	    entry->high - entry->low > MOST_BYTES)
		return false;
	n = (size_t)(entry->high - entry->low);
	if (code_bytes_read(code, address, bytes, n) != n || may_run_on(bytes, n, entry, callee))
		return false;
	for (i = 0; i < n; i++)
		if (x86_jump_at(&jump, bytes + i, n - i, address + i, code->is_64) &&
		    goes_elsewhere(&jump, entry, code))
			return false;
	return true;
}

/* Whether mcount() finds the address that the callee returns to. */
static bool tells_caller(const struct entry *callee, uint64_t to, struct code_bytes *code)
{
	unsigned char bytes[MOST_BYTES];
	const uint64_t n = to - callee->low;

	return n <= MOST_BYTES && code_bytes_read(code, callee->low, bytes, (size_t)n) == n &&
	       x86_makes_frame(bytes, (size_t)n, code->is_64);
}

static bool is_possible(const struct call *call, const struct callees *callees,
                        struct code_bytes *code)
{
	const struct entry *callee = code_bytes_entry(code, call->to);
	struct targets targets;
	size_t i;

	if (!callee || callee->low == call->to || !code_bytes_section(code, call->from))
		return true;
	targets = find_targets(call->from, callees, code);
	if (targets.is_unknown || !targets.n)
		return true;
	for (i = 0; i < targets.n; i++)
		if ((targets.list[i] >= callee->low && targets.list[i] < call->to) ||
		    !only_returns(targets.list[i], callee, code))
			return true;
	return !tells_caller(callee, call->to, code);
}

struct call_sites call_sites_check(const struct call *calls, size_t n,
                                   const struct callees *callees, struct code_bytes *code)
{
	struct call_sites found = { .first_bad = SIZE_MAX };
	struct arena *scratch = arena_new();
	struct keyed *order;
	size_t i;

	if (!code->is_x86) {
		arena_free(scratch);
		return found;
	}
	found.n = n < MOST_SITES ? n : MOST_SITES;
	order = arena_space(scratch, found.n, sizeof *order);
	for (i = 0; i < found.n; i++) {
		const size_t number = (size_t)((double)i * (double)n / (double)found.n);

		order[i] = (struct keyed){ calls[number].from, (uint32_t)number };
	}
	sort_keys(order, found.n, scratch); /* so that blocks are read once */
	for (i = 0; i < found.n; i++) {
		if (is_possible(&calls[order[i].index], callees, code))
			continue;
		found.nbad++;
		if (order[i].index < found.first_bad)
			found.first_bad = order[i].index;
	}
	arena_free(scratch);
	return found;
}
