/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/fit.h"

#include "model/build/bins.h"
#include "model/model.h"
#include "parse/code/disassembly.h"
#include "parse/object/object.h"

/* Each block has one place among those kept. */
enum {
	BLOCK = 16 * 1024,
	NBLOCKS = 128,
	ALL_BYTES = 1 << 24,
	ALL_INSTRUCTIONS = 12000,
	ALL_STEPS = 1 << 20
};

struct code_block {
	const struct section *section; /* NULL: nothing was read */
	uint64_t offset;               /* in it, a multiple of BLOCK */
	size_t size;
	unsigned char *bytes;
};

static void find_entries(struct code_bytes *code, const struct image *image, struct arena *arena) {
	struct entry *list = arena_space(arena, image->nsymbols, sizeof *list);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (symbol_is_code(s))
			list[n++] = (struct entry){ s->low, s->low + s->size };
	}
	list = sort_copy(list, n, sizeof *list, offsetof(struct entry, low), arena);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[kept - 1].low != list[i].low)
			list[kept++] = list[i];
		else if (list[i].high > list[kept - 1].high)
			list[kept - 1].high = list[i].high;
	code->entries = list;
	code->nentries = kept;
}

struct code_bytes *code_bytes_new(const struct object *object, struct arena *arena) {
	const struct image *image = object_image(object);
	struct code_bytes *code = arena_alloc(arena, 1, sizeof *code);

	code->object = object;
	code->is_x86 = !strncmp(image->machine.arch, "i386", 4);
	code->is_64 = image->machine.address_size == 8 || strstr(image->machine.arch, "x64");
	code->arena = arena;
	code->left = ALL_BYTES;
	code->instructions = ALL_INSTRUCTIONS;
	code->steps = ALL_STEPS;
	code->sections = section_index_new(image, true, arena);
	code->blocks = arena_alloc(arena, NBLOCKS, sizeof *code->blocks);
	find_entries(code, image, arena);
	return code;
}

const struct section *code_bytes_section(const struct code_bytes *code, uint64_t address) {
	return section_index_at(&code->sections, address);
}

/* The block that the address is in; NULL: it cannot be read. */
static const struct code_block *block_at(struct code_bytes *code, const struct section *section,
                                         uint64_t address) {
	const uint64_t offset = (address - section->low) / BLOCK * BLOCK;
	const uint64_t left = section->high - section->low - offset;
	struct code_block *block = &code->blocks[(section->low + offset) / BLOCK % NBLOCKS];

	if (block->section == section && block->offset == offset)
		return block;
	if (!block->bytes)
		block->bytes = arena_space(code->arena, BLOCK, 1);
	block->section = NULL;
	block->offset = offset;
	block->size = left < BLOCK ? (size_t)left : BLOCK;
	if (!object_code(code->object, section, section->low + offset, block->bytes, block->size))
		return NULL;
	block->section = section;
	return block;
}

/* Copies up to n bytes from the address on, and returns how many: fewer where their section ends, 0
 * where nothing can be read.  Cost: near ones are read from the file at once. */
static size_t code_bytes_read(struct code_bytes *code, uint64_t address, unsigned char *out,
                              size_t n) {
	const struct section *section = code_bytes_section(code, address);
	const struct code_block *block;
	size_t done = 0;

	while (section && done < n && address + done < section->high &&
	       (block = block_at(code, section, address + done))) {
		const size_t at = (size_t)(address + done - section->low - block->offset);
		const size_t here = block->size - at < n - done ? block->size - at : n - done;

		memcpy(out + done, block->bytes + at, here);
		done += here;
	}
	return done;
}

/* The same of the bytes that end before the address. */
static size_t code_bytes_before(struct code_bytes *code, uint64_t address, unsigned char *out,
                                size_t n) {
	const struct section *section = code_bytes_section(code, address - 1);

	if (!section)
		return 0;
	if (n > address - section->low)
		n = (size_t)(address - section->low);
	return code_bytes_read(code, address - n, out, n) == n ? n : 0;
}

const struct entry *code_bytes_entry(const struct code_bytes *code, uint64_t address) {
	const struct section *s = code_bytes_section(code, address);
	const size_t after = upper_bound(code->entries, code->nentries, sizeof *code->entries,
	                                 offsetof(struct entry, low), address);

	if (!s || !after || code->entries[after - 1].low < s->low)
		return NULL;
	return &code->entries[after - 1];
}

enum { X86_LONGEST_CALL = 7 }; /* bytes, without prefixes */

/* The address so far from another one, by the signed distance that the bytes are. */
static uint64_t away(uint64_t from, const unsigned char distance[4], bool is_64) {
	const uint64_t to = from + (uint64_t)(int64_t)(int32_t)bytes_little_4(distance);

	return is_64 ? to : (uint32_t)to;
}

static bool is_call_through(const unsigned char *bytes, size_t n) {
	return bytes[0] == 0xff && (bytes[1] & 0x38) == 0x10 &&
	       1 + x86_modrm_size(bytes[1], n > 2 ? bytes[2] : 0) == n;
}

static uint64_t operand(const unsigned char *bytes, size_t n, uint64_t end, bool is_64) {
	uint64_t all = 0;

	if (is_64 && (bytes[1] & 0xc7) == 0x05) /* relative to %rip */
		return away(end, bytes + 2, is_64);
	while (n-- > 1)
		all = all << 8 | bytes[n];
	return all;
}

struct x86_call x86_call_before(const unsigned char *bytes, size_t n, uint64_t end, bool is_64) {
	struct x86_call call = { .is_direct = false };
	const unsigned char *after = bytes + n;

	if (n >= 5 && after[-5] == 0xe8) {
		call.is_direct = true;
		call.target = away(end, after - 4, is_64);
	}
	for (size_t size = n < X86_LONGEST_CALL ? n : X86_LONGEST_CALL; size >= 2; size--) {
		if (!is_call_through(after - size, size))
			continue;
		call.is_indirect = true;
		call.through = operand(after - size, size, end, is_64);
		break;
	}
	return call;
}

bool x86_jump_at(struct x86_jump *out, const unsigned char *bytes, size_t n, uint64_t at,
                 bool is_64) {
	const unsigned char code = bytes[0];

	*out = (struct x86_jump){ .is_short = false };
	if (n >= 2 && (code == 0xeb || (code & 0xf0) == 0x70 || (code & 0xfc) == 0xe0)) {
		out->is_short = true;
		out->target = at + 2 + (uint64_t)(int64_t)(signed char)bytes[1];
		out->target = is_64 ? out->target : (uint32_t)out->target;
	} else if (n >= 5 && code == 0xe9) {
		out->target = away(at + 5, bytes + 1, is_64);
	} else if (n >= 6 && code == 0x0f && (bytes[1] & 0xf0) == 0x80) {
		out->target = away(at + 6, bytes + 2, is_64);
	} else {
		out->is_indirect = n >= 2 && code == 0xff && (bytes[1] & 0x38) == 0x20;
		return out->is_indirect;
	}
	return true;
}

bool x86_ends_function(const unsigned char *bytes, size_t n) {
	const unsigned char *end = bytes + n;

	return (n >= 1 && (end[-1] == 0xc3 || end[-1] == 0xf4)) ||
	       (n >= 2 && (end[-2] == 0xeb || (end[-2] == 0x0f && end[-1] == 0x0b))) ||
	       (n >= 3 && end[-3] == 0xc2) || (n >= 5 && end[-5] == 0xe9);
}

bool x86_makes_frame(const unsigned char *bytes, size_t n, bool is_64) {
	const size_t prefix = is_64; /* 48: 64 bits */

	/* push %rbp; mov %rsp,%rbp, which has two forms */
	for (size_t i = 0; i + 3 + prefix <= n; i++) {
		const unsigned char *move = bytes + i + 1 + prefix;

		if (bytes[i] == 0x55 && (!is_64 || bytes[i + 1] == 0x48) &&
		    ((move[0] == 0x89 && move[1] == 0xe5) || (move[0] == 0x8b && move[1] == 0xec)))
			return true;
	}
	return false;
}

/* Bytes of the padding instruction at bytes[0]; 0: it is none. */
static size_t nop_size(const unsigned char *bytes, size_t n) {
	size_t i = 0;

	if (bytes[0] == 0xcc)
		return 1;
	while (i < n && (bytes[i] == 0x66 || bytes[i] == 0x2e))
		i++;
	if (i < n && bytes[i] == 0x90)
		return i + 1;
	if (i + 3 > n || bytes[i] != 0x0f || bytes[i + 1] != 0x1f)
		return 0;
	i += 2 + x86_modrm_size(bytes[i + 2], i + 3 < n ? bytes[i + 3] : 0);
	return i <= n ? i : 0;
}

bool x86_is_padding(const unsigned char *bytes, size_t n) {
	size_t size;

	for (; n; bytes += size, n -= size) {
		size = nop_size(bytes, n);
		if (!size)
			return false;
	}
	return true;
}

enum {
	MOST_CALLS = 1 << 16, /* looked at */
	NEAR_X86 = 64,        /* bytes from a function's beginning to the */
	NEAR_OTHERS = 256,    /* return address of its call of mcount */
	TOLERATED_PERCENT = 5 /* where code is not looked at */
};

/* An even selection of n calls, at most so many, by the address at the offset `at` of each, less
 * the bias; *n becomes their number.  Owner: the arena. */
static struct keyed *calls_pick(const struct call *calls, size_t *n, size_t most, size_t at,
                                uint64_t bias, struct arena *scratch) {
	const size_t npicked = *n < most ? *n : most;
	struct keyed *list = arena_space(scratch, npicked, sizeof *list);

	for (size_t i = 0; i < npicked; i++) {
		const size_t number = (size_t)((double)i * (double)*n / (double)npicked);

		memcpy(&list[i].key, (const char *)&calls[number] + at, sizeof list[i].key);
		list[i].key -= bias;
		list[i].index = (uint32_t)number;
	}
	sort_keys(list, npicked, scratch);
	*n = npicked;
	return list;
}

/* An address in the callee, and what is known of it. */
enum answer { ANSWER_YES, ANSWER_NO, ANSWER_IF_COUNTER };

/* Whether an instruction may call what counts calls. */
static bool callees_has_counter(const struct callees *found, const struct x86_call *call) {
	for (size_t i = 0; i < found->ncounters; i++) {
		const struct x86_call *c = &found->counters[i];

		if ((c->is_direct && call->is_direct && c->target == call->target) ||
		    (c->is_indirect && call->is_indirect && c->through == call->through))
			return true;
	}
	return false;
}

/* Whether the function begins with room for a call, up to the address: one is written there when
 * the program runs (-mnop-mcount, as kernels have it). */
static bool has_room_for_call(const struct entry *entry, uint64_t address,
                              struct code_bytes *code) {
	static const unsigned char endbr[] = { 0xf3, 0x0f, 0x1e };
	enum { ENDBR = 4 }; /* bytes; the last one depends on the mode */
	unsigned char bytes[NEAR_X86];

	if (!entry || address - entry->low > sizeof bytes)
		return false;
	size_t n = (size_t)(address - entry->low);
	if (code_bytes_read(code, entry->low, bytes, n) != n)
		return false;
	size_t first = n > ENDBR && !memcmp(bytes, endbr, sizeof endbr) ? ENDBR : 0;
	return x86_is_padding(bytes + first, n - first);
}

/* Before the address that mcount() returns to is the call of it, near the beginning of the
 * function.  If it is not near, as where code that counts itself was inlined, or the function has
 * no name, the call must be one that others make, too. */
static enum answer ask_x86(const struct entry *entry, uint64_t address, struct code_bytes *code,
                           struct x86_call *call) {
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

static enum answer ask(uint64_t address, struct code_bytes *code, struct x86_call *call) {
	const struct entry *entry = code_bytes_entry(code, address);

	*call = (struct x86_call){ .is_direct = false };
	if (entry && entry->low == address)
		return ANSWER_YES; /* as in a gmon.sum of gprof */
	if (code->is_x86)
		return ask_x86(entry, address, code, call);
	return entry && address - entry->low <= NEAR_OTHERS ? ANSWER_YES : ANSWER_NO;
}

static void add_bad(struct callees *found, const struct keyed *call) {
	found->nbad++;
	if (call->index < found->first_bad)
		found->first_bad = call->index;
}

struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             struct code_bytes *code) {
	SCRATCH struct arena *scratch = arena_new();
	struct keyed *list = calls_pick(calls, &n, MOST_CALLS, offsetof(struct call, to), bias,
	                                scratch);
	struct callees found = { .first_bad = SIZE_MAX };
	struct x86_call call;
	uint64_t last = 0;
	size_t nfar = 0;

	for (size_t i = 0; i < n; i++) {
		if (found.n && list[i].key == last)
			continue;
		/* Functions of shared libraries that the program calls may count their calls, too.
		 * Source: glibc gmon/mcount.c checks the caller only. */
		if (!code_bytes_section(code, list[i].key) &&
		    code_bytes_section(code, calls[list[i].index].from - bias))
			continue;
		last = list[i].key;
		found.n++;
		switch (ask(last, code, &call)) {
		case ANSWER_YES:
			if (found.ncounters < MOST_COUNTERS &&
			    (call.is_direct || call.is_indirect) &&
			    !callees_has_counter(&found, &call))
				found.counters[found.ncounters++] = call;
			break;
		case ANSWER_NO:
			add_bad(&found, &list[i]);
			break;
		case ANSWER_IF_COUNTER:
			list[nfar++] = list[i];
			break;
		}
	}
	/* Asks again about those that others had to tell about; in a stripped program, where none
	 * did, they may have any call. */
	for (size_t i = 0; i < nfar; i++) {
		ask(list[i].key, code, &call);
		if (found.ncounters && !callees_has_counter(&found, &call))
			add_bad(&found, &list[i]);
	}
	return found;
}

bool callees_are_of_another_build(const struct callees *found, const struct code_bytes *code) {
	return code->is_x86 ? found->nbad > 0 : found->nbad * 100 > found->n * TOLERATED_PERCENT;
}

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

/* The calls that return to [from, from + what glibc rounds by). */
static struct targets find_targets(uint64_t from, const struct callees *callees,
                                   struct code_bytes *code) {
	enum { MOST_ROUNDED = 16 };
	const unsigned rounded = 2 * object_image(code->object)->machine.address_size;
	unsigned char bytes[X86_LONGEST_CALL + MOST_ROUNDED];
	struct targets targets = { .n = 0 };
	const size_t before = code_bytes_before(code, from, bytes, X86_LONGEST_CALL);
	const size_t n = before + code_bytes_read(code, from, bytes + before, rounded - 1);

	for (size_t end = before; end <= n; end++) {
		const struct x86_call call = x86_call_before(bytes, end, from - before + end,
		                                             code->is_64);

		if (callees_has_counter(callees, &call))
			continue;
		targets.is_unknown |= call.is_indirect;
		if (!call.is_direct || !code_bytes_section(code, call.target))
			continue;
		if (targets.n < MOST_TARGETS)
			targets.list[targets.n++] = call.target;
		else
			targets.is_unknown = true;
	}
	return targets;
}

/* Whether a jump can go to another function, at least on the way to it.  Only a jump within its
 * section is short, so that goes to a beginning. */
static bool goes_elsewhere(const struct x86_jump *jump, const struct entry *from,
                           const struct code_bytes *code) {
	if (jump->is_indirect)
		return true;
	if (jump->target >= from->low && jump->target < from->high)
		return false;
	const struct entry *to = code_bytes_entry(code, jump->target);
	if (!jump->is_short)
		return code_bytes_section(code, jump->target);
	return !to || to->low == jump->target || jump->target >= to->high;
}

/* Whether a function, all of its code, may run on into the callee.  After a call at its end, which
 * should not return, comes the next function only. */
static bool may_run_on(const unsigned char *bytes, size_t n, const struct entry *entry,
                       const struct entry *callee) {
	const bool ends_with_call = x86_call_before(bytes, n, entry->high, true).is_direct;

	return !x86_ends_function(bytes, n) && (!ends_with_call || entry + 1 == callee);
}

/* Whether the function that begins at the address ends by returning only: whether all of its code
 * is known, and neither has a jump out of it nor runs into the callee. */
static bool code_only_returns(uint64_t address, const struct entry *callee,
                              struct code_bytes *code) {
	const struct entry *entry = code_bytes_entry(code, address);
	unsigned char bytes[MOST_BYTES];
	struct x86_jump jump;

	if (!entry || entry->low != address || entry->high <= entry->low ||
	    entry->high - entry->low > MOST_BYTES)
		return false;
	size_t n = (size_t)(entry->high - entry->low);
	if (n > code->left || code_bytes_read(code, address, bytes, n) != n ||
	    may_run_on(bytes, n, entry, callee))
		return false;
	code->left -= n;
	for (size_t i = 0; i < n; i++)
		if (x86_jump_at(&jump, bytes + i, n - i, address + i, code->is_64) &&
		    goes_elsewhere(&jump, entry, code))
			return false;
	return true;
}

/* Whether mcount(), which returns to the address `to` in the callee, finds the address that the
 * callee returns to. */
static bool callee_tells_caller(const struct entry *callee, uint64_t to, struct code_bytes *code) {
	unsigned char bytes[MOST_BYTES];
	const uint64_t n = to - callee->low;

	return n <= MOST_BYTES && code_bytes_read(code, callee->low, bytes, (size_t)n) == n &&
	       x86_makes_frame(bytes, (size_t)n, code->is_64);
}

static bool is_possible(const struct call *call, const struct callees *callees,
                        struct code_bytes *code) {
	const struct entry *callee = code_bytes_entry(code, call->to);

	if (!callee || callee->low == call->to || !code_bytes_section(code, call->from))
		return true;
	struct targets targets = find_targets(call->from, callees, code);
	if (targets.is_unknown || !targets.n)
		return true;
	for (size_t i = 0; i < targets.n; i++)
		if ((targets.list[i] >= callee->low && targets.list[i] < call->to) ||
		    !code_only_returns(targets.list[i], callee, code))
			return true;
	return !callee_tells_caller(callee, call->to, code);
}

struct call_sites call_sites_check(const struct call *calls, size_t n,
                                   const struct callees *callees, struct code_bytes *code) {
	struct call_sites found = { .first_bad = SIZE_MAX };
	SCRATCH struct arena *scratch = arena_new();
	const struct call *last = NULL;
	bool possible = true;

	found.n = code->is_x86 ? n : 0;
	struct keyed *order = calls_pick(calls, &found.n, MOST_SITES, offsetof(struct call, from),
	                                 0, scratch);
	for (size_t i = 0; i < found.n; i++) { /* by address, so that blocks are read once */
		const struct call *c = &calls[order[i].index];
		const bool is_again = last && c->from == last->from && c->to == last->to;

		if (!is_again) /* in another file */
			possible = is_possible(c, callees, code);
		last = c;
		if (possible)
			continue;
		found.nbad++;
		if (order[i].index < found.first_bad)
			found.first_bad = order[i].index;
	}
	return found;
}

uint64_t sample_places_outside(const struct records *records, const struct profile_file *file,
                               unsigned address_size, const struct section_index *sections) {
	uint64_t low, high, noutside = 0;

	for (size_t i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &records->histograms[file->first_histogram + i];
		struct merged_histogram one = { .shape = h };

		one.layout = bin_layout_of(h, address_size, &one.step);
		for (size_t k = 0; k < h->bins.n; k++) {
			merged_bin(&one, bin_at(&h->bins, k).index, &low, &high);
			if (!section_index_meets(sections, low, high))
				noutside += bin_at(&h->bins, k).count;
		}
	}
	return noutside;
}

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

/* The instructions of a function that was read. */
struct code_known {
	struct step *steps; /* shape: [n]; NULL: not read */
	size_t n;
	bool is_all; /* they are all of it */
};

/* The instructions of one function. */
struct flow {
	const struct entry *entry;
	struct step *steps; /* shape: [n] */
	size_t n;
	bool is_new;       /* they were not known before */
	bool has_counts;   /* some were recorded (find_calls()) */
	struct step *room; /* for those being read; shape: [MOST_STEPS] */
	struct code_bytes *code;
	const struct callees *callees; /* what counts calls, or NULL */

	const struct entry *near_entry; /* whose code was read in parts last */
	size_t nnear;                   /* instructions that were read of it */
};

static struct flow flow_new(struct code_bytes *code, const struct callees *callees,
                            struct arena *scratch) {
	struct flow flow = { .code = code, .callees = callees };
	struct error ignored;

	flow.room = arena_space(scratch, MOST_STEPS, sizeof *flow.room);
	if (!code->known)
		code->known = arena_alloc(code->arena, code->nentries, sizeof *code->known);
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

/* Reads the function's instructions, if not done before.  Returns whether they are all of it. */
static bool flow_read(struct flow *flow, const struct entry *entry) {
	struct code_bytes *code = flow->code;
	struct code_known *known = &code->known[entry - code->entries];
	struct instruction in;
	uint64_t at = entry->low;

	flow->entry = entry;
	flow->is_new = !known->steps;
	if (flow->is_new) {
		for (; at < entry->high && code->disassembler && code->instructions &&
		       known->n < MOST_STEPS && disassembler_read(code->disassembler, at, &in) &&
		       !strstr(in.text, "(bad)");
		     at += in.size, code->instructions--)
			flow->room[known->n++] = step_of(&in, flow);
		known->is_all = known->n && at == entry->high;
		known->steps = arena_copy(code->arena, flow->room, known->n, sizeof *flow->room);
	}
	flow->steps = known->steps;
	flow->n = known->n;
	return known->is_all;
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

/* Whether one instruction may begin before and end behind the bin, by the code that is near:
 * wherever instructions begin some bytes before, the ones after them are soon the same.  Not asked
 * again and again where all of the function is read as fast. */
static bool may_be_inside(uint64_t low, uint64_t high, const struct entry *entry,
                          struct flow *flow) {
	enum { LONGEST = 15, NEAR = 64, BYTES = 8 /* one instruction read in so many */ };
	struct code_bytes *code = flow->code;
	const bool is_first = low - entry->low <= NEAR;
	const uint64_t first = is_first ? entry->low : low - NEAR;
	bool may_begin[NEAR] = { true };
	struct instruction in;

	if (flow->near_entry != entry)
		flow->nnear = 0;
	flow->near_entry = entry;
	for (size_t i = 0; first + i < low; i++) {
		if (!may_begin[i] && (is_first || i >= LONGEST))
			continue;
		if (!code->instructions || flow->nnear++ > (entry->high - entry->low) / BYTES)
			return true;
		code->instructions--;
		if (!disassembler_skim(code->disassembler, first + i, &in) ||
		    first + i + in.size >= high)
			return true;
		if (first + i + in.size < low)
			may_begin[i + in.size] = true;
	}
	return false;
}

/* Whether one instruction of a function begins before and ends behind the bin. */
static bool is_inside(uint64_t low, uint64_t high, struct flow *flow) {
	const struct entry *entry = code_bytes_entry(flow->code, low);

	if (!entry || high >= entry->high || !flow->code->disassembler ||
	    !may_be_inside(low, high, entry, flow) || !flow_read(flow, entry))
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
	code->known = NULL; /* read without knowing what counts calls */
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

	if (!pay(flow))
		return false;
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
	flow->has_counts = false;
	for (struct step *s = flow->steps; s < flow->steps + flow->n; s++) {
		if (s->kind < STEP_CALL || s->kind > STEP_JUMP || is_within(s->target, f))
			continue;
		if (flow->is_new) {
			const struct entry *callee = code_bytes_entry(flow->code, s->target);

			s->callee = callee && callee->low == s->target && is_counted(callee, calls)
			                    ? callee
			                    : NULL;
		}
		if (s->callee && s->kind == STEP_CALL)
			s->count = sum_of(&s->nrecords, calls, s->next, s->callee);
		flow->has_counts |= s->count > 0;
	}
	if (!flow->is_new)
		return true;
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
	const bool is_known = flow->has_counts && !facts->may_catch &&
	                      search(flow, flow->steps, call);
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
