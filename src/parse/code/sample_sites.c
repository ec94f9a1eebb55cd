/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/sample_sites.h"

#include "model/build/bins.h"
#include "parse/code/disassembly.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"

/* Where instructions begin, so where a program counter can be, and which of them made calls that
 * were counted.
 *
 * A call record has the address that the call returns to, rounded down to two longs (glibc), so the
 * call itself is looked for in the code that ends there.  Source: glibc gmon/mcount.c,
 * HASHFRACTION. */

enum {
	CALL_SITES = 8,
	EACH = 80,      /* the work of decoding one, and for its site */
	WIDE = 1 << 14, /* bytes of a bin that may have all code of a program */
	RUN_UP = 4096,  /* bytes of a line before what is looked at, at most */
	MOST_CALLS = 16 /* that end in the bytes a record stands for */
};

/* Where a record's calls may have been made. */
struct call_site {
	uint64_t addresses[CALL_SITES]; /* any of these; shape: [n] */
	size_t n;
	bool is_certain; /* calls that name no other function */
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
	uint64_t *list; /* where some begin; shape: [n]; room: [WIDE] */
	size_t n;
	uint64_t last; /* an instruction begins there: the last one seen */

	/* The calls that return to [from, from + grain): records of one address follow each other,
	 * one for each callee. */
	uint64_t grain;                     /* bytes that a record's address stands for */
	uint64_t from;                      /* UINT64_MAX: none yet */
	struct made_call calls[MOST_CALLS]; /* shape: [ncalls] */
	size_t ncalls;
};

/* What decoding the code of bins and calls can take. */
static void allow(struct work *work, const struct records *records) {
	enum { RECORD = 24 };
	uint64_t n = records->ncalls;

	for (size_t i = 0; i < records->nhistograms; i++)
		n += records->histograms[i].bins.n;
	work_allow(work, RECORD * n);
}

/* Owner: the arena; what it is made of must live as long. */
static struct instructions *instructions_new(const struct object *object, struct lines *lines,
                                             const struct profile *profile, struct arena *arena) {
	struct instructions *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->disassembler = disassembler_new(object, arena, &ignored);
	s->work = object_debug_files(object)->work;
	allow(s->work, profile->records);
	s->lines = lines;
	s->profile = profile;
	s->list = arena_space(arena, WIDE, sizeof *s->list);
	s->from = UINT64_MAX;
	s->grain = 2 * (uint64_t)profile->image->machine.address_size;
	return s;
}

/* Where to begin decoding; false: too far away. */
static bool run_up(const struct instructions *s, uint64_t low, uint64_t *at) {
	/* Where its line's code begins, else its function. */
	if (!lines_row(s->lines, low, at)) {
		const struct func *f = profile_at(s->profile, low);

		*at = f ? f->low : low;
	}
	if (s->last > *at && s->last <= low)
		*at = s->last;
	return low - *at <= RUN_UP;
}

/* The instructions that begin in [low, high), at most WIDE bytes, or, when none does, the one
 * around low.  *list lives until the next call; shape: [return value].  Returns 0 when the machine
 * is not known, or nothing can be read there.  Cost: 1 us an instruction, from where the line's
 * code begins or, if that is nearer, from where the call before ended. */
static size_t instructions_in(struct instructions *s, uint64_t low, uint64_t high,
                              const uint64_t **list) {
	struct instruction i;
	uint64_t at;

	assert(low >= high || high - low <= WIDE);
	s->n = 0;
	if (!s->disassembler || low >= high || !run_up(s, low, &at))
		return 0;
	while (work_pay(s->work, EACH) && disassembler_skim(s->disassembler, at, &i) && i.size) {
		s->last = at;
		if (at >= low)
			s->list[s->n++] = at;
		if (high - at <= i.size) {
			if (!s->n)
				s->list[s->n++] = at; /* the one around */
			break;
		}
		at += i.size;
	}
	*list = s->list;
	return s->n;
}

/* Finds the calls that return to [from, from + grain). */
static void find_calls(struct instructions *s, uint64_t from) {
	struct instruction i;
	uint64_t at;

	s->from = from;
	s->ncalls = 0;
	if (!run_up(s, from ? from - 1 : 0, &at))
		return;
	for (; at < from + s->grain && s->ncalls < MOST_CALLS; at += i.size) {
		if (!work_pay(s->work, EACH) || !disassembler_skim(s->disassembler, at, &i) ||
		    !i.size)
			return;
		s->last = at;
		if (!i.is_call || at + i.size < from || at + i.size >= from + s->grain)
			continue;
		s->calls[s->ncalls++] = (struct made_call){
			at, i.has_target, i.has_target ? profile_at(s->profile, i.target) : NULL
		};
	}
}

/* Keeps the best ones of the calls. */
static void choose(const struct instructions *s, const struct func *callee, struct call_site *out) {
	int best = 1;

	for (size_t i = 0; i < s->ncalls; i++) {
		const struct made_call *call = &s->calls[i];
		const int here = !call->has_target ? 2 : call->target == callee ? 3 : 1;

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

/* The calls of the callee in the code that the address stands for: those that name it, else those
 * that do not say what they call, else any.  Where none is found, or the machine is not known, the
 * address itself.
 * Cost: the instructions of a line, unless the last one was for the same address. */
static struct call_site instructions_call(struct instructions *s, uint64_t from,
                                          const struct func *callee) {
	struct call_site site = { .n = 0 };

	if (s->disassembler && from <= UINT64_MAX - s->grain) {
		if (s->from != from)
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
	if (code->limit_ms && (clock_thread_ms() > code->end_ms ||
	                       (code->disassembler && disassembler_is_program(code->disassembler))))
		code->is_unfinished = true;
	return code->disassembler && !code->is_unfinished;
}

/* Whether the mnemonic is one of the words. */
static bool is_word(const char *words, const char *text) {
	char word[16];

	snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " \t"), text);
	return text_has_word(words, word);
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

/* Reads an instruction; sets whether straight code ends with it. */
static bool read_next(struct part_reading *r, bool *ends) {
	struct instruction i;

	if (!work_pay(&r->code->work, EACH) ||
	    !disassembler_read(r->code->disassembler, r->at, &i) || i.size > UINT64_MAX - r->at)
		return false;
	/* Execution never goes on behind some.  Source: binutils' own output. */
	r->is_left =
		is_word("ret retq rep repz bnd notrack jmp jmpq ljmp hlt ud2 iret bx br jr blr "
	                "bctr eret retaa jmpl rts",
	                i.text) ||
		(r->is_left && does_nothing(&i));
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
	struct part_reading r = {
		.code = code, .to = to, .low = low, .high = high, .at = from, .out = out
	};

	/* Where instructions are of a fixed size, they are at multiples of it from the piece. */
	if (low - from > PART_RUN_UP)
		r.at += (low - from - PART_RUN_UP) / 16 * 16;

	*out = (struct part_code){ .low = r.at, .high = high };
	if (!is_ready(code) || !read_before(&r) || !read_behind(&r))
		return false;
	if (low - out->low > AROUND)
		out->low = low - AROUND;
	return true;
}

static bool read_calls(void *context, uint64_t low, uint64_t high, struct code_call *list,
                       size_t room, size_t *n) {
	struct shared_code *code = context;
	uint64_t left = high - low; /* an address may wrap around */
	struct instruction i;

	*n = 0;
	if (strncmp(object_image(code->object)->machine.arch, "i386", 4) || !is_ready(code))
		return false; /* of others, not all calls are recognised */
	for (; left; left -= i.size < left ? i.size : left, low += i.size) {
		if (!disassembler_skim(code->disassembler, low, &i) || strstr(i.text, "(bad)") ||
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
	if (!code->is_open)
		return NULL;
	if (code->disassembler)
		return disassembler_problem(code->disassembler, code->arena);
	const char *program = machine_objdump(object_image(code->object)->machine.arch,
	                                      code->arena);
	return program ? arena_format(code->arena, "%s, but --objdump %s lists it",
	                              code->err.reason, program)
	               : code->err.reason;
}

struct code_reader shared_code_reader(struct shared_code *code) {
	return (struct code_reader){ code, read_code, read_calls, problem };
}

enum {
	MOST_SITES = 64, /* of a share whose instructions are not known */
	SITES_OF_WIDE = 1024,
	STEP = 1024
};

struct site_finder {
	struct lines *lines;
	const struct profile *profile;
	struct instructions *instructions;
	struct work *work;
	struct bin_walk walk;
	uint32_t bin;             /* number of the one that it is at */
	struct sample_site *list; /* shape: [n] */
	size_t n;
	struct arena *arena;
};

/* Adds one of `among` addresses that share equally. */
static void add_site(struct site_finder *to, const struct bin_share *share, uint64_t address,
                     size_t among) {
	const double weight = to->walk.weight;
	const double ticks = share->ticks / (double)among * weight;
	struct sample_site site = { .address = address,
		                    .func = share->piece->func,
		                    .bin = to->bin,
		                    .of_bin = to->walk.ticks * weight,
		                    .low = share->low,
		                    .high = share->high,
		                    .of_code = 1 / (double)among,
		                    .ticks = ticks };

	lines_at(to->lines, address, &site.location);
	arena_append(to->arena, to->list, to->n, site);
}

/* Adds at most so many bytes; one if the others are too much work. */
static void add_bytes(struct site_finder *to, const struct bin_share *share, uint64_t most) {
	const uint64_t range = share->high - share->low;
	uint64_t step = range / most + (range % most != 0);
	size_t n = (size_t)((range + step - 1) / step);

	if (n > 1 && !work_pay(to->work, EACH * n))
		n = 1;

	/* By offset: an address near the end of the address space would wrap. */
	for (uint64_t i = 0; i < n; i++)
		add_site(to, share, share->low + i * step, n);
}

/* Of so many of the share's ticks: open is what the function has of the bin, and what the line has
 * of that. */
static double line_variance(const struct site_finder *to, const struct bin_share *share,
                            double ticks) {
	const double part = ticks / share->ticks;
	const double open = share->ticks / to->walk.ticks * part * (1 - part);
	struct bin_share line = *share;

	line.ticks = ticks;
	line.open = share->open * part * part + open * open;
	return bin_share_variance(&to->walk, &line);
}

/* Sets the variances from site number i on.  How a bin is divided within a line does not matter to
 * the line, so its sites there have one variance together. */
static void set_variances(struct site_finder *to, const struct bin_share *share, size_t i) {
	while (i < to->n) {
		const struct source_location *line = &to->list[i].location;
		double ticks = 0;
		size_t last = i;

		while (last < to->n && location_is_same(&to->list[last].location, line))
			ticks += to->list[last++].ticks;
		double each = line_variance(to, share, ticks / to->walk.weight) / ticks;
		for (; i < last; i++)
			to->list[i].variance = each * to->list[i].ticks;
	}
}

/* Adds where a function was sampled, unless its time went to others. */
static void add_share(struct site_finder *to, const struct bin_share *share) {
	const struct profile *p = to->profile;
	const size_t first = to->n;

	if (func_gave_time(p, &p->funcs[share->piece->func]))
		return;
	/* Of a wide bin, each function gets as many bytes as its part of the bin. */
	const double part = (double)(share->high - share->low) / (double)to->walk.bytes;
	const bool is_wide = to->walk.high - to->walk.low > WIDE;
	const uint64_t *list;
	size_t n = is_wide ? 0 : instructions_in(to->instructions, share->low, share->high, &list);
	for (size_t i = 0; i < n; i++)
		add_site(to, share, list[i], n);
	if (!n)
		add_bytes(to, share, is_wide ? 1 + (uint64_t)(SITES_OF_WIDE * part) : MOST_SITES);
	set_variances(to, share, first);
}

static bool find_sites(struct site_finder *to, struct progress *progress) {
	struct bin_share share;
	size_t n = 0;

	for (; bin_walk_next(&to->walk); to->bin++)
		while (bin_walk_share(&to->walk, &share)) {
			if (n++ % STEP == 0 && !progress_wanted(progress))
				return false;
			add_share(to, &share);
		}
	return !progress_is_cancelled(progress);
}

const struct sample_sites *sample_sites_find(const struct object *object, struct lines *lines,
                                             const struct profile *profile, struct arena *arena,
                                             struct progress *progress) {
	SCRATCH struct arena *scratch = arena_new();
	struct site_finder to = {
		.lines = lines,
		.profile = profile,
		.instructions = instructions_new(object, lines, profile, scratch),
		.work = object_debug_files(object)->work,
		.arena = arena,
	};
	const struct records *records = profile->records;
	const struct merged *merged = merged_new(records->histograms, records->nhistograms,
	                                         &profile->image->machine, scratch, progress);
	struct sample_sites *out = NULL;

	if (merged)
		to.walk = bin_walk_all(merged, profile->map, profile->splits);
	if (merged && find_sites(&to, progress)) {
		out = arena_alloc(arena, 1, sizeof *out);
		*out = (struct sample_sites){ to.list, to.n };
	}
	return out;
}

/* Paths are interned: one file is one pointer. */
static int by_line(const void *a, const void *b, const void *context) {
	const struct line_ticks *x = a, *y = b;

	return order_of_lines(x->path, x->line, y->path, y->line);
}

/* Adds to the last line of the list, or a new one. */
static size_t add_line(struct line_ticks *list, size_t n, const struct line_ticks *add) {
	if (!n || by_line(&list[n - 1], add, NULL)) {
		list[n] = *add;
		return n + 1;
	}
	list[n - 1].ticks += add->ticks;
	list[n - 1].variance += add->variance;
	return n;
}

const struct line_times *sample_sites_lines(const struct sample_sites *sites, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct line_times *out = arena_alloc(arena, 1, sizeof *out);
	struct line_ticks *list = arena_space(scratch, sites->n, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < sites->n; i++) {
		const struct sample_site *site = &sites->list[i];

		if (!site->location.path)
			continue;
		n = add_line(list, n,
		             &(struct line_ticks){ site->location.path, site->location.line,
		                                   site->ticks, site->variance });
	}
	sort_stable(list, n, sizeof *list, by_line, NULL, scratch);
	for (size_t i = 0; i < n; i++)
		out->n = add_line(list, out->n, &list[i]);
	out->list = arena_copy(arena, list, out->n, sizeof *list);
	return out;
}

enum { MOST_STEPS = 64, STEP_SITES = 256, STEP_CALLS = 256 };

struct frame_finding {
	struct lines *lines;
	const struct profile *profile;
	struct dwarf_functions *functions;
	struct instructions *instructions;
	struct frame_builder *builder;
	struct arena *scratch;
	struct work *work;

	/* The answer to the last lookup, which the next one often shares. */
	const struct dwarf_function *function;
	uint64_t low, high; /* the addresses it holds for */
	struct source_location location;
	const struct func *func;
	uint32_t frame;
};

/* The frame of code at the address, by the inlined functions whose ranges hold it.  NO_FRAME: its
 * line is not known, and nothing was inlined there. */
static uint32_t find_frame(struct frame_finding *f, uint64_t address) {
	const struct dwarf_function *in = f->function;
	struct frame_step path[MOST_STEPS];
	size_t n = 0;

	if (!f->location.line && (!in || !in->is_inlined || !in->outer))
		return NO_FRAME;
	path[n++] = (struct frame_step){ f->location, in ? in->name : NULL, in ? in->declared : 0 };
	if (!f->location.line && in->declared)
		lines_file(f->lines, address, in->declared_file, &path[0].location);
	for (; in && in->is_inlined && in->outer && n < MOST_STEPS; n++) {
		path[n] = (struct frame_step){ .function = in->outer->name,
			                       .declared = in->outer->declared };
		if (in->call_line && in->call_line <= UINT32_MAX &&
		    lines_file(f->lines, address, in->call_file, &path[n].location))
			path[n].location.line = (unsigned)in->call_line;
		in = in->outer;
	}
	return frame_of(f->builder, path, n, f->func);
}

static uint32_t frame_at(struct frame_finding *f, uint64_t address, const struct func *func,
                         const struct source_location *location) {
	const bool is_known = address >= f->low && address < f->high;

	if (is_known && f->func == func && location_is_same(&f->location, location))
		return f->frame;
	if (!is_known)
		f->function = dwarf_functions_at(f->functions, address, &f->high);
	f->low = address;
	f->location = *location;
	f->func = func;
	f->frame = find_frame(f, address);
	return f->frame;
}

static void add_site_ticks(struct frame_finding *f, const struct sample_site *site) {
	const uint32_t frame = frame_at(f, site->address, &f->profile->funcs[site->func],
	                                &site->location);

	if (frame == NO_FRAME) {
		frame_add_unknown(f->builder, site->func, site->ticks);
		return;
	}
	frame_add_ticks(f->builder, frame, site->address, site->ticks, site->variance);
	frame_add_share(f->builder, frame, site->low, site->high, site->of_code);
}

/* All calls of functions, by caller, then by callee, with those of many files as one.  `to` becomes
 * the number of the function: by rising addresses these are near each other in memory. */
static size_t list_calls(const struct profile *p, struct call **out, struct arena *scratch) {
	SCRATCH struct arena *passing = arena_new();
	struct call *list = sort_copy(p->records->calls, p->records->ncalls, sizeof *list,
	                              offsetof(struct call, to), passing);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < p->records->ncalls; i++) {
		const struct func *callee = profile_at(p, list[i].to);

		if (callee && list[i].count)
			list[kept++] = (struct call){ list[i].from, profile_number(p, callee),
				                      list[i].count };
	}
	list = sort_copy(list, kept, sizeof *list, offsetof(struct call, from), scratch);
	for (size_t i = 0; i < kept; i++)
		if (n && list[n - 1].from == list[i].from && list[n - 1].to == list[i].to)
			list[n - 1].count += list[i].count;
		else
			list[n++] = list[i];
	*out = list;
	return n;
}

/* Attributes calls to the lines that may have made them. */
static void add_call(struct frame_finding *f, const struct call *call) {
	const struct func *callee = &f->profile->funcs[call->to];
	struct frame_call made = { .callee = callee, .calls = call->count, .sole = call->count };
	uint32_t frames[CALL_SITES];
	uint64_t at_of[CALL_SITES]; /* of those */
	size_t n = 0, k;

	struct call_site site = instructions_call(f->instructions, call->from, callee);
	for (size_t i = 0; i < site.n; i++) {
		struct source_location location = { .path = NULL };

		at_of[n] = site.addresses[i];
		lines_at(f->lines, at_of[n], &location);
		frames[n] = frame_at(f, at_of[n], profile_at(f->profile, at_of[n]), &location);
		for (k = 0; k < n && frames[k] != frames[n]; k++)
			;
		n += k == n && frames[n] != NO_FRAME;
	}
	made.is_near = n > 1 || !site.is_certain;
	for (size_t i = 0; i < n; i++) {
		made.address = at_of[i];
		frame_add_calls(f->builder, frames[i], &made);
		made.sole = 0;
	}
}

/* Lets go of what was read of debug information, which is not looked at again: addresses rise. */
static bool goes_on(struct frame_finding *f, struct progress *progress) {
	lines_walked(f->lines);
	dwarf_functions_forget(f->functions);
	f->low = f->high = 0;
	return progress_wanted(progress);
}

/* Adds the calls from [0, end) that were not added before: from number *at of the list on. */
static bool add_calls(struct frame_finding *f, const struct call *list, size_t n, uint64_t end,
                      size_t *at, struct progress *progress) {
	for (; *at < n && list[*at].from < end && work_pay(f->work, 1); ++*at) {
		if (*at % STEP_CALLS == 0 && !goes_on(f, progress))
			return false;
		add_call(f, &list[*at]);
	}
	return true;
}

/* Both by rising addresses, so that debug information is read once. */
static bool add_sites_and_calls(struct frame_finding *f, const struct sample_sites *sites,
                                struct progress *progress) {
	struct call *calls;
	const size_t ncalls = list_calls(f->profile, &calls, f->scratch);
	size_t at = 0;

	for (size_t i = 0; i < sites->n && work_pay(f->work, 1); i++) {
		if ((i % STEP_SITES == 0 && !goes_on(f, progress)) ||
		    !add_calls(f, calls, ncalls, sites->list[i].address, &at, progress))
			return false;
		add_site_ticks(f, &sites->list[i]);
		if (i + 1 == sites->n || sites->list[i + 1].bin != sites->list[i].bin)
			frame_end_bin(f->builder, sites->list[i].of_bin);
	}
	return add_calls(f, calls, ncalls, UINT64_MAX, &at, progress) &&
	       !progress_is_cancelled(progress);
}

/* All addresses of stacks, each once. */
static size_t list_places(const struct records *r, struct keyed **out, struct arena *scratch) {
	struct keyed *list = NULL;
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		for (size_t k = 0; k < r->files[i].nsamples; k++)
			for (size_t a = 0; a < r->files[i].samples[k].n; a++)
				arena_append(scratch, list, n,
				             (struct keyed){ r->files[i].samples[k].stack[a], 0 });
	sort_keys(list, n, scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[i].key != list[kept - 1].key)
			list[kept++] = list[i];
	*out = list;
	return kept;
}

/* What code of stacks is inlined into. */
static bool add_places(struct frame_finding *f, struct progress *progress) {
	struct keyed *list;
	const size_t n = list_places(f->profile->records, &list, f->scratch);

	for (size_t i = 0; i < n && work_pay(f->work, 1); i++) {
		struct source_location location = { .path = NULL };

		if (i % STEP_CALLS == 0 && !progress_wanted(progress))
			return false;
		lines_at(f->lines, list[i].key, &location);
		uint32_t frame = frame_at(f, list[i].key, profile_at(f->profile, list[i].key),
		                          &location);
		if (frame != NO_FRAME)
			frame_add_place(f->builder, list[i].key, frame);
	}
	return !progress_is_cancelled(progress);
}

const struct frames *frames_find(const struct object *object, struct lines *lines,
                                 const struct sample_sites *sites, const struct profile *profile,
                                 struct arena *arena, struct progress *progress) {
	SCRATCH struct arena *scratch = arena_new();
	struct arena *reading = arena_new();
	struct work *work = object_debug_files(object)->work;
	struct frame_finding f = { .lines = lines,
		                   .profile = profile,
		                   .scratch = reading,
		                   .work = work,
		                   .builder = frame_builder_new(profile, arena, scratch, work),
		                   .functions = object_functions(object, false, reading),
		                   .instructions = instructions_new(object, lines, profile,
		                                                    reading) };

	progress_stage(progress, "finding inlined code", 0);
	bool ok = add_sites_and_calls(&f, sites, progress) &&
	          (!profile->paths || add_places(&f, progress));
	arena_free(reading); /* before the frames need more */
	lines_drop_rows(lines);
	return ok ? frame_builder_done(f.builder) : NULL;
}
