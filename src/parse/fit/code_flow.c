/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/code_flow.h"

#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "model/build/bins.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/code/disassembly.h"
#include "parse/object/object.h"

enum {
	MOST_BINS = 1 << 16,  /* looked at */
	MOST_STEPS = 1 << 14, /* of a function */
	MOST_PADDING = 64,    /* bytes behind a function */
	RETURN = 0xc3
};

/* Calls of what counts are as other instructions. */
enum step_kind {
	STEP_NOP,
	STEP_OTHER,
	STEP_CALL,
	STEP_CALL_THROUGH,
	STEP_BRANCH,
	STEP_JUMP,
	STEP_LEAVE
};

/* An instruction. */
struct step {
	uint64_t at, next;
	uint64_t target; /* of a call or jump; UINT64_MAX: not known */
	enum step_kind kind;
	bool is_reached; /* by the search that was last */
	bool is_apart;   /* nothing leads there, but for exceptions and other odd things */

	/* Of calls, once they are looked at (find_calls()). */
	const struct entry *callee; /* that is counted; or NULL */
	size_t nrecords;            /* that may have it */
	uint64_t count;             /* calls in them */
};

/* The instructions of one function. */
struct flow {
	const struct entry *entry;
	struct step *steps; /* shape: [n] */
	size_t n;
	bool is_known; /* they are all of it */
	struct code_bytes *code;
	const struct callees *callees; /* what counts calls, or NULL */
};

static struct flow flow_new(struct code_bytes *code, const struct callees *callees,
                            struct arena *scratch) {
	struct flow flow = { .code = code, .callees = callees };
	struct error ignored;

	flow.steps = arena_space(scratch, MOST_STEPS, sizeof *flow.steps);
	if (code->is_x86 && !code->disassembler)
		code->disassembler = disassembler_new(code->object, code->arena, &ignored);
	return flow;
}

static bool is_within(uint64_t address, const struct entry *entry) {
	return address > entry->low && address < entry->high;
}

/* What computes an address within the function, or calls one, may lead there later by a return; a
 * jump may lead over a lock prefix. */
static struct step step_of(const struct instruction *in, const struct flow *flow) {
	struct step step = { .kind = strstr(in->text, "nop") || strstr(in->text, "xchg")
		                             ? STEP_NOP
		                             : STEP_OTHER,
		             .at = in->address + !strncmp(in->text, "lock", strlen("lock")),
		             .next = in->address + in->size,
		             .target = in->len ? in->named : UINT64_MAX };
	const struct x86_call call = { true, step.target, true, step.target };

	if (in->is_jump) {
		step.kind = strstr(in->text, "jmp") ? STEP_JUMP : STEP_BRANCH;
	} else if (strstr(in->text, "jmp") || is_within(step.target, flow->entry)) {
		step.kind = STEP_JUMP;
		step.target = UINT64_MAX;
	} else if (in->is_call) {
		if (!flow->callees || !callees_has_counter(flow->callees, &call))
			step.kind = in->has_target ? STEP_CALL : STEP_CALL_THROUGH;
	} else if (strstr(in->text, "ret") || strstr(in->text, "hlt") || strstr(in->text, "ud2")) {
		step.kind = STEP_LEAVE;
	}
	return step;
}

/* Reads the function's instructions, if these are not those that were read last.  Returns whether
 * they are all of it. */
static bool flow_read(struct flow *flow, const struct entry *entry) {
	struct instruction in;
	uint64_t at;

	if (flow->entry == entry)
		return flow->is_known;
	flow->entry = entry;
	flow->is_known = false;
	flow->n = 0;
	for (at = entry->low; at < entry->high; at += in.size, flow->code->instructions--) {
		if (!flow->code->disassembler || !flow->code->instructions ||
		    flow->n == MOST_STEPS ||
		    !disassembler_read(flow->code->disassembler, at, &in) ||
		    strstr(in.text, "(bad)"))
			break;
		flow->steps[flow->n++] = step_of(&in, flow);
	}
	flow->is_known = flow->n && at == entry->high;
	return flow->is_known;
}

/* Whether [low, high) is padding from the end of a function on, which ends by returning: by its
 * symbol's size, not by the next symbol. */
static bool is_padding(uint64_t low, uint64_t high, struct code_bytes *code) {
	const struct entry *entry = code_bytes_entry(code, low);
	unsigned char bytes[1 + MOST_PADDING]; /* with the function's last */

	if (!entry || entry->high <= entry->low || low < entry->high ||
	    high - entry->high > MOST_PADDING || code_bytes_entry(code, high - 1) != entry)
		return false;
	size_t n = 1 + (size_t)(high - entry->high);
	return code_bytes_read(code, entry->high - 1, bytes, n) == n && bytes[0] == RETURN &&
	       x86_is_padding(bytes + 1, n - 1);
}

/* Whether one instruction of a function begins before and ends behind the bin. */
static bool is_inside(uint64_t low, uint64_t high, struct flow *flow) {
	const struct entry *entry = code_bytes_entry(flow->code, low);

	if (!entry || high >= entry->high || !flow_read(flow, entry))
		return false;
	size_t i = upper_bound(flow->steps, flow->n, sizeof *flow->steps, offsetof(struct step, at),
	                       low);
	return i && flow->steps[i - 1].at < low && flow->steps[i - 1].next >= high;
}

struct sample_places sample_places_check(const struct records *r, struct code_bytes *code) {
	struct sample_places found = { .first_bad = SIZE_MAX };
	SCRATCH struct arena *scratch = arena_new();
	struct flow flow = flow_new(code, NULL, scratch);
	size_t nbins = 0, ninside = 0;
	uint64_t low, high, unsure = 0;

	for (size_t number = 0; code->is_x86 && number < r->nhistograms; number++) {
		const struct histogram *h = &r->histograms[number];
		struct merged_histogram one = { .shape = h };

		one.layout = bin_layout_of(h, object_image(code->object)->machine.address_size,
		                           &one.step);
		for (size_t i = 0;
		     one.layout != LAYOUT_UNKNOWN && i < h->bins.n && nbins < MOST_BINS;
		     i++, nbins++) {
			const struct bin bin = bin_at(&h->bins, i);

			merged_bin(&one, bin.index, &low, &high);
			if (is_padding(low, high, code)) {
				found.nbad += bin.count;
			} else if (is_inside(low, high, &flow)) {
				unsure += bin.count;
				ninside++;
			} else {
				continue;
			}
			if (found.first_bad == SIZE_MAX)
				found.first_bad = number;
		}
	}
	if (ninside > (r->ncalls ? 1 : 0))
		found.nbad += unsure;
	if (!found.nbad)
		found.first_bad = SIZE_MAX;
	return found;
}

/* A file's calls, and what is asked of them. */
struct calls {
	const struct call *list;
	const struct keyed *by_callee; /* shape: [n] */
	size_t n;
	unsigned rounded; /* bytes that addresses in callers are rounded by */
	struct flow flow;
};

/* Whether the function tells mcount() its callers near its beginning. */
static bool is_counted(const struct entry *f, const struct calls *calls) {
	enum { NEAR = 64, ENDBR = 4 };
	struct code_bytes *code = calls->flow.code;
	unsigned char bytes[NEAR];
	const size_t n = f ? code_bytes_read(code, f->low, bytes, sizeof bytes) : 0;
	const size_t first = n && bytes[0] == 0xf3 ? ENDBR : 0;

	for (size_t end = first + 2; end <= n && f->low + end <= f->high; end++) {
		struct x86_call call = x86_call_before(bytes + first, end - first, f->low + end,
		                                       code->is_64);
		if (callees_has_counter(calls->flow.callees, &call)) /* __fentry__() begins it */
			return bytes[first] == 0xe8 || bytes[first] == 0xff ||
			       callee_tells_caller(f, f->low + end, code);
	}
	return false;
}

/* The calls of the function that were recorded with the return address, or UINT64_MAX: with any; *n
 * becomes the number of records. */
static uint64_t sum_of(size_t *n, const struct calls *calls, uint64_t next,
                       const struct entry *callee) {
	uint64_t sum = 0;
	size_t i = lower_bound(calls->by_callee, calls->n, sizeof *calls->by_callee,
	                       offsetof(struct keyed, key), callee->low);

	for (*n = 0; i < calls->n && calls->by_callee[i].key < callee->high; i++) {
		const struct call *c = &calls->list[calls->by_callee[i].index];

		if (next == UINT64_MAX || next - c->from < calls->rounded) {
			sum += c->count;
			++*n;
		}
	}
	return sum;
}

/* Pays for a look at all steps of the function, unless too many were looked at. */
static bool pay(const struct flow *flow) {
	const bool can = flow->n <= flow->code->steps;

	flow->code->steps -= can ? flow->n : flow->code->steps;
	return can;
}

/* Whether no other call can be in the same record. */
static bool is_alone(const struct step *s, const struct calls *calls) {
	const struct flow *flow = &calls->flow;

	if (!pay(flow))
		return false;
	for (const struct step *other = flow->steps; other < flow->steps + flow->n; other++)
		if ((other->kind == STEP_CALL || other->kind == STEP_CALL_THROUGH) && other != s &&
		    other->next + calls->rounded > s->next &&
		    other->next < s->next + calls->rounded &&
		    (other->kind != STEP_CALL || other->target == s->target ||
		     !code_only_returns(other->target, s->callee, flow->code)))
			return false;
	return true;
}

/* Finds the steps that may come after one, and not by another one, which may be NULL.  False: they
 * are not known, because of a jump that may lead anywhere, at last by code of the function that is
 * apart. */
static bool search(struct flow *flow, const struct step *from, const struct step *without) {
	bool again = true;

	for (size_t i = 0; i < flow->n; i++)
		flow->steps[i].is_reached = &flow->steps[i] == from || flow->steps[i].is_apart;
	while (again) {
		if (!pay(flow))
			return false;
		for (size_t i = again = 0; i < flow->n; i++) {
			const struct step *s = &flow->steps[i];

			if (!s->is_reached || s == without)
				continue;
			size_t to = flow->n;
			if (s->kind == STEP_BRANCH || s->kind == STEP_JUMP)
				to = lower_bound(flow->steps, flow->n, sizeof *flow->steps,
				                 offsetof(struct step, at), s->target);
			if (to < flow->n && flow->steps[to].at == s->target) {
				again |= to < i && !flow->steps[to].is_reached;
				flow->steps[to].is_reached = true;
			} else if ((s->kind == STEP_BRANCH || s->kind == STEP_JUMP) && !s->callee) {
				return false;
			}
			if (s->kind != STEP_JUMP && s->kind != STEP_LEAVE && i + 1 < flow->n)
				flow->steps[i + 1].is_reached = true;
		}
	}
	return true;
}

/* Reads the function, and finds what was recorded of its calls, and of its jumps to others. */
static bool find_calls(struct calls *calls, const struct entry *f, bool may_catch) {
	struct flow *flow = &calls->flow;

	if (!is_counted(f, calls) || !flow_read(flow, f))
		return false;
	for (struct step *s = flow->steps; s < flow->steps + flow->n; s++) {
		s->is_apart = false;
		if (s->kind < STEP_CALL || s->kind > STEP_JUMP || is_within(s->target, f))
			continue;
		s->callee = code_bytes_entry(flow->code, s->target);
		if (s->callee && (s->callee->low != s->target || !is_counted(s->callee, calls)))
			s->callee = NULL;
		if (s->callee && s->kind == STEP_CALL)
			s->count = sum_of(&s->nrecords, calls, s->next, s->callee);
	}
	const bool is_known = search(flow, flow->steps, NULL);
	for (struct step *s = flow->steps; s < flow->steps + flow->n; s++)
		s->is_apart = (is_known || may_catch) && !s->is_reached && s->kind != STEP_NOP;
	return true;
}

/* Whether a call that was not recorded must have been made: another one was that cannot be without
 * it; or it is what the function does first, and that was called. */
static bool was_made(const struct step *call, const struct code_facts *facts, struct calls *calls) {
	struct flow *flow = &calls->flow;
	const struct step *end = flow->steps + flow->n;
	const bool is_known = !facts->may_catch && search(flow, flow->steps, call);
	size_t n;

	for (const struct step *s = flow->steps; is_known && s < end; s++)
		if (s->count && !s->is_reached && is_alone(s, calls))
			return true;
	for (const struct step *s = flow->steps; s < call; s++)
		if (s->kind > STEP_OTHER)
			return false;
	return flow->entry->low == facts->main || sum_of(&n, calls, UINT64_MAX, flow->entry);
}

static void find_lost_of(struct lost_calls *found, const struct entry *caller,
                         const struct code_facts *facts, struct calls *calls) {
	if (!find_calls(calls, caller, facts->may_catch))
		return;
	for (size_t i = 0; i < calls->flow.n; i++) {
		const struct step *s = &calls->flow.steps[i];

		if (s->kind != STEP_CALL || !s->callee || s->nrecords ||
		    !was_made(s, facts, calls) || found->n++)
			continue;
		found->caller = caller->low;
		found->callee = s->callee->low;
	}
}

/* Whether it calls what may return once more. */
static bool may_return_twice(const struct flow *flow) {
	const struct image *image = object_image(flow->code->object);

	for (const struct symbol *s = image->symbols; s < image->symbols + image->nsymbols; s++)
		for (size_t i = 0;
		     i < flow->n && (strstr(s->name, "setjmp") || strstr(s->name, "getcontext"));
		     i++)
			if (flow->steps[i].kind == STEP_CALL_THROUGH ||
			    (flow->steps[i].kind == STEP_CALL &&
			     (flow->steps[i].target == s->low ||
			      !code_bytes_section(flow->code, flow->steps[i].target))))
				return true;
	return false;
}

/* Whether main() calls itself, or other functions that are counted call it. */
static bool is_called_again(const struct entry *main, const struct calls *calls) {
	const struct code_bytes *code = calls->flow.code;

	for (const struct call *c = calls->list; c < calls->list + calls->n; c++)
		if (c->to - main->low < main->high - main->low &&
		    (is_counted(code_bytes_entry(code, c->from), calls) ||
		     is_counted(code_bytes_entry(code, c->from + calls->rounded - 1), calls)))
			return true;
	return false;
}

/* How often main() ran: as often as a static program called it, or by the calls that it makes
 * once. */
static uint64_t count_runs(const struct entry *main, const struct code_facts *facts,
                           struct calls *calls) {
	struct flow *flow = &calls->flow;
	size_t n;
	uint64_t most = sum_of(&n, calls, UINT64_MAX, main);

	if (is_called_again(main, calls))
		return 0;
	if (most || !facts->is_whole || !find_calls(calls, main, facts->may_catch))
		return most;
	for (const struct step *s = flow->steps; s < flow->steps + flow->n; s++)
		if (s->count > most && is_alone(s, calls) && search(flow, s + 1, NULL) &&
		    !s->is_reached)
			most = s->count;
	return most > 1 && may_return_twice(flow) ? 0 : most;
}

struct lost_calls lost_calls_check(const struct call *list, size_t n,
                                   const struct code_facts *facts, const struct callees *callees,
                                   struct code_bytes *code) {
	enum { PLACES = 3 }; /* of a call */
	SCRATCH struct arena *scratch = arena_new();
	struct calls calls = { .list = list,
		               .n = n,
		               .rounded = 2 * object_image(code->object)->machine.address_size,
		               .flow = flow_new(code, callees, scratch) };
	struct keyed *places = arena_space(scratch, n, PLACES * sizeof *places);
	const struct entry *main = facts->main ? code_bytes_entry(code, facts->main) : NULL;
	const struct entry *last = NULL;
	struct lost_calls found = { .n = 0 };

	calls.by_callee = calls_pick(list, &calls.n, SIZE_MAX, offsetof(struct call, to), 0,
	                             scratch);
	found.runs = main ? count_runs(main, facts, &calls) : 0;
	for (size_t i = 0; i < n; i++) {
		places[PLACES * i] = (struct keyed){ list[i].from, 0 };
		places[PLACES * i + 1] = (struct keyed){ list[i].from + calls.rounded - 1, 0 };
		places[PLACES * i + 2] = (struct keyed){ list[i].to, 0 };
	}
	sort_keys(places, PLACES * n, scratch);
	for (size_t i = 0; i < PLACES * n; i++) {
		const struct entry *f = code_bytes_entry(code, places[i].key);

		if (f && (!last || f > last))
			find_lost_of(&found, last = f, facts, &calls);
	}
	return found;
}
