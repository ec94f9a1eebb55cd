/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/instructions.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "base/work.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/code/disassembler.h"
#include "parse/dwarf/lines.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

enum {
	EACH = 80,      /* the work of decoding one */
	RUN_UP = 4096,  /* bytes of a line before what is looked at, at most */
	MOST_CALLS = 16 /* that end in the bytes a record stands for */
};

/* An instruction that calls. */
struct made_call {
	uint64_t address;
	bool has_target;
	const struct func *target; /* or NULL */
};

struct instructions {
	struct disassembler *disassembler; /* or NULL */
	struct work *work;
	struct lines *lines;
	const struct profile *profile;
	struct arena *arena;
	uint64_t *list; /* where some begin; shape: [n]; room: [most] */
	size_t n, most;
	uint64_t last; /* an instruction begins there: the last one seen */

	/* The calls that return to [from, from + grain): records of one address follow each other,
	 * one for each callee. */
	uint64_t grain; /* bytes that a record's address stands for */
	bool is_known;
	uint64_t from;
	struct made_call calls[MOST_CALLS]; /* shape: [ncalls] */
	size_t ncalls;
};

/* What decoding the code of bins and calls can take. */
static void allow(struct work *work, const struct records *records) {
	enum { RECORD = 24 };
	uint64_t n = records->ncalls;
	size_t i;

	for (i = 0; i < records->nhistograms; i++)
		n += records->histograms[i].nused;
	work_allow(work, RECORD * n);
}

struct instructions *instructions_new(const struct object *object, struct lines *lines,
                                      const struct profile *profile, struct arena *arena) {
	struct instructions *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->disassembler = disassembler_new(object, arena, &ignored);
	s->work = object_debug_files(object)->work;
	allow(s->work, profile->records);
	s->lines = lines;
	s->profile = profile;
	s->arena = arena;
	s->grain = 2 * (uint64_t)profile->image->machine.address_size;
	return s;
}

/* Where an instruction begins, at or before the address: where its line's code does, else its
 * function. */
static uint64_t begin_before(const struct instructions *s, uint64_t address) {
	const struct func *f = profile_at(s->profile, address);
	uint64_t begin;

	if (lines_row(s->lines, address, &begin))
		return begin;
	return f ? f->low : address;
}

static void add(struct instructions *s, uint64_t address) {
	if (s->n == s->most)
		s->list = arena_room(s->arena, s->list, s->most++, sizeof *s->list);
	s->list[s->n++] = address;
}

/* Where to begin decoding; false: too far away. */
static bool run_up(const struct instructions *s, uint64_t low, uint64_t *at) {
	*at = begin_before(s, low);
	if (s->last > *at && s->last <= low)
		*at = s->last;
	return low - *at <= RUN_UP;
}

size_t instructions_in(struct instructions *s, uint64_t low, uint64_t high, const uint64_t **list) {
	uint64_t at;
	unsigned size;

	s->n = 0;
	if (!s->disassembler || low >= high || !run_up(s, low, &at))
		return 0;
	while (work_pay(s->work, EACH) && (size = disassembler_size(s->disassembler, at)) != 0) {
		s->last = at;
		if (at >= low)
			add(s, at);
		if (high - at <= size) {
			if (!s->n)
				add(s, at); /* the one around */
			break;
		}
		at += size;
	}
	*list = s->list;
	return s->n;
}

/* Finds the calls that return to [from, from + grain). */
static void find_calls(struct instructions *s, uint64_t from) {
	uint64_t at = begin_before(s, from ? from - 1 : 0);
	struct instruction i;

	s->is_known = true;
	s->from = from;
	s->ncalls = 0;
	if (from - at > RUN_UP)
		return;
	for (; at < from + s->grain && s->ncalls < MOST_CALLS; at += i.size) {
		if (!work_pay(s->work, EACH) || !disassembler_read(s->disassembler, at, &i) ||
		    !i.size)
			return;
		if (!i.is_call || at + i.size < from || at + i.size >= from + s->grain)
			continue;
		s->calls[s->ncalls++] = (struct made_call){
			at, i.has_target, i.has_target ? profile_at(s->profile, i.target) : NULL
		};
	}
}

/* How well an instruction may be the call. */
static int fitness(const struct made_call *call, const struct func *callee) {
	if (!call->has_target)
		return 2;
	return call->target == callee ? 3 : 1;
}

/* Keeps the best ones of the calls. */
static void choose(const struct instructions *s, const struct func *callee, struct call_site *out) {
	int best = 1;
	size_t i;

	for (i = 0; i < s->ncalls; i++) {
		int here = fitness(&s->calls[i], callee);

		if (here < best)
			continue;
		if (here > best)
			out->n = 0;
		best = here;
		out->is_certain = best > 1;
		if (out->n < CALL_SITES)
			out->addresses[out->n++] = s->calls[i].address;
	}
}

struct call_site instructions_call(struct instructions *s, uint64_t from,
                                   const struct func *callee) {
	struct call_site site = { .n = 0 };

	if (s->disassembler && from <= UINT64_MAX - s->grain) {
		if (!s->is_known || s->from != from)
			find_calls(s, from);
		choose(s, callee, &site);
	}
	if (!site.n)
		site.addresses[site.n++] = from;
	return site;
}

enum {
	PART_RUN_UP = 256, /* bytes decoded before a part, to get in step */
	AROUND = 64,       /* bytes of straight code that are looked at */
	WAITING = 10       /* as often is an instruction sampled behind a load */
};

struct shared_code {
	const struct object *object;
	struct arena *arena;
	struct disassembler *disassembler; /* or NULL */
	bool is_open;                      /* an attempt was made */
	struct error err;                  /* why it failed */
	struct work work;                  /* in proportion to the bins */
	unsigned limit_ms;
	double end_ms; /* of the thread's processor time */
	bool is_unfinished;
};

/* A part of a piece of code being read. */
struct part_reading {
	struct shared_code *code;
	uint64_t to;        /* where the piece ends */
	uint64_t low, high; /* the part */
	uint64_t at;        /* the next instruction */
	bool is_waiting;    /* the instruction before read memory */
	bool is_left;       /* the code before goes on elsewhere, for sure */
	struct part_code *out;
};

struct shared_code *shared_code_new(const struct object *object, const struct records *records,
                                    unsigned limit_ms, struct arena *arena) {
	struct shared_code *code = arena_alloc(arena, 1, sizeof *code);

	code->object = object;
	allow(&code->work, records);
	code->arena = arena;
	code->limit_ms = limit_ms;
	return code;
}

bool shared_code_is_unfinished(const struct shared_code *code) {
	return code->is_unfinished;
}

static bool is_ready(struct shared_code *code) {
	if (!code->is_open) {
		code->end_ms = clock_thread_ms() + code->limit_ms;
		code->disassembler = disassembler_new(code->object, code->arena, &code->err);
		code->is_open = true;
	}
	if (code->limit_ms && clock_thread_ms() > code->end_ms)
		code->is_unfinished = true;
	return code->disassembler && !code->is_unfinished;
}

/* Whether the mnemonic is one of the words. */
static bool is_word(const char *words, const char *text) {
	char word[16];

	snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " \t"), text);
	return text_has_word(words, word);
}

/* Execution never goes on behind it.  Source: binutils' own output. */
static bool leaves(const struct instruction *i) {
	return is_word("ret retq rep repz bnd notrack jmp jmpq ljmp hlt ud2 iret bx br jr blr bctr "
	               "eret retaa jmpl rts",
	               i->text);
}

/* Instructions that do nothing, as assemblers fill gaps with them. */
static bool does_nothing(const struct instruction *i) {
	return is_word("nop nopw nopl data16 cs int3", i->text) ||
	       !strncmp(i->text, "xchg   %ax,%ax", 14) || !strncmp(i->text, "lea    0x0(%esi", 15);
}

/* Reads memory through a pointer, which the caches may not have; the stack they mostly have.  For
 * x86, in AT&T's syntax: the operand is not the last one, where results go. */
static bool reads_memory(const struct instruction *i) {
	const char *at = strstr(i->text, "(%"), *end = at ? strchr(at, ')') : at;

	if (!end || i->is_call || strchr("ljn", i->text[0]))
		return false;
	if (strchr("re", at[2]) && at[2])
		at++;
	return strncmp(at + 2, "bp", 2) != 0 && strncmp(at + 2, "sp", 2) != 0 &&
	       strncmp(at + 2, "ip", 2) != 0 &&
	       (strchr(end, ',') || i->text[0] == 'c' || i->text[0] == 't');
}

/* Begins at the piece, or some instructions before the part.  Where they are of a fixed size, they
 * are at multiples of it from there. */
static uint64_t begin_of(uint64_t from, uint64_t low) {
	return low - from > PART_RUN_UP ? from + (low - from - PART_RUN_UP) / 16 * 16 : from;
}

/* Reads an instruction; sets whether straight code ends with it. */
static bool read_next(struct part_reading *r, bool *ends) {
	struct instruction i;

	if (!work_pay(&r->code->work, EACH) ||
	    !disassembler_read(r->code->disassembler, r->at, &i) || i.size > UINT64_MAX - r->at)
		return false;
	r->is_left = leaves(&i) || (r->is_left && does_nothing(&i));
	*ends = r->is_left || i.is_jump;
	if (r->at >= r->low && r->at < r->high && (!r->is_left || !does_nothing(&i)))
		r->out->begins += r->is_waiting ? WAITING : 1;
	r->is_waiting = reads_memory(&i);
	r->at += i.size;
	return true;
}

/* Reads what is before the part: straight code begins behind a jump. */
static bool read_before(struct part_reading *r) {
	bool ends;

	while (r->at < r->low) {
		if (!read_next(r, &ends))
			return false;
		if (ends)
			r->out->low = r->at < r->low ? r->at : r->low;
	}
	return true;
}

/* Reads the part, and what is behind it up to a jump. */
static bool read_behind(struct part_reading *r) {
	const uint64_t end = r->to - r->high < AROUND ? r->to : r->high + AROUND;
	bool ends = false;

	while (r->at < r->high)
		if (!read_next(r, &ends))
			return false;
	while (!ends && r->at < end && read_next(r, &ends))
		;
	r->out->high = r->at < r->to ? r->at : r->to;
	return true;
}

static bool read_code(void *context, uint64_t from, uint64_t to, uint64_t low, uint64_t high,
                      struct part_code *out) {
	struct shared_code *code = context;
	struct part_reading r = { .code = code,
		                  .to = to,
		                  .low = low,
		                  .high = high,
		                  .at = begin_of(from, low),
		                  .out = out };

	*out = (struct part_code){ .low = r.at, .high = high };
	if (!is_ready(code) || !read_before(&r) || !read_behind(&r))
		return false;
	if (low - out->low > AROUND)
		out->low = low - AROUND;
	return true;
}

/* Whether all calls are recognised. */
static bool knows_calls(const struct shared_code *code) {
	return !strncmp(object_image(code->object)->machine.arch, "i386", 4);
}

static bool read_calls(void *context, uint64_t low, uint64_t high, struct code_call *list,
                       size_t room, size_t *n) {
	struct shared_code *code = context;
	uint64_t left = high - low; /* an address may wrap around */
	struct instruction i;

	*n = 0;
	if (!knows_calls(code) || !is_ready(code))
		return false;
	for (; left; left -= i.size < left ? i.size : left, low += i.size) {
		if (!disassembler_read(code->disassembler, low, &i) || strstr(i.text, "(bad)") ||
		    (i.is_call && *n == room))
			return false;
		if (i.is_call)
			list[(*n)++] = (struct code_call){ low, i.has_target, i.target };
	}
	return true;
}

static const char *problem(void *context) {
	const struct shared_code *code = context;

	if (code->is_unfinished)
		return "there was no time for it yet";
	if (code->work.is_spent)
		return "it is too much for so few bins";
	return code->is_open && !code->disassembler ? code->err.reason : NULL;
}

struct code_reader shared_code_reader(struct shared_code *code) {
	return (struct code_reader){ code, read_code, read_calls, problem };
}
