/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/called_names.h"

#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/code/disassembly.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

enum {
	LONGEST = 4096,   /* bytes of a function that are looked at */
	EACH = 200,       /* steps of work that an instruction is */
	LARGEST = 4 << 20 /* bytes of code that work is allowed for */
};

struct reading {
	const struct object *object;
	const struct image *image;
	struct disassembler *code; /* or NULL */
	struct section_index sections;
	struct work work; /* not that of debug information, which is to be read later */
	struct arena *scratch;
};

static struct reading reading_new(const struct object *object) {
	struct reading r = { .object = object,
		             .image = object_image(object),
		             .work.progress = object_debug_files(object)->work->progress,
		             .scratch = arena_new() };
	struct error ignored;
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < r.image->nsections && bytes < LARGEST; i++)
		if (r.image->sections[i].is_code)
			bytes += r.image->sections[i].high - r.image->sections[i].low;
	work_allow(&r.work, bytes < LARGEST ? bytes : LARGEST);
	r.code = disassembler_new(object, r.scratch, &ignored);
	r.sections = section_index_new(r.image, true, r.scratch);
	return r;
}

static bool is_defined(const struct symbol *s) {
	return symbol_is_code(s) && !s->is_undefined &&
	       (s->kind == SYMBOL_FUNC || s->kind == SYMBOL_IFUNC);
}

static uint64_t end_of(const struct symbol *s) {
	return s->low + (s->size && s->size < LONGEST ? s->size : LONGEST);
}

static bool read_next(struct reading *r, uint64_t *at, struct instruction *i) {
	if (!work_pay(&r->work, EACH) || !disassembler_read(r->code, *at, i))
		return false;
	*at += i->size;
	return true;
}

/* ---- Implementations of indirect functions ---- */

/* Where functions of an object begin, and what says more of each, by .eh_frame_hdr. */
struct unwind_table {
	struct bytes header, frames;
	uint64_t at, frames_at; /* their addresses, in the program */
};

/* Signed numbers of four bytes. */
static uint64_t number_at(const struct reading *r, struct bytes bytes, uint64_t at) {
	uint64_t n;

	if (at > bytes.len)
		return 0;
	bytes.data += at;
	bytes.len -= (size_t)at;
	if (!bytes_take_number(&bytes, 4, r->image->machine.big_endian, &n))
		return 0;
	return (uint64_t)(int64_t)(int32_t)(uint32_t)n;
}

static uint64_t address_of(const struct image *image, const char *name) {
	size_t i;

	for (i = 0; i < image->nsections; i++)
		if (!strcmp(image->sections[i].name, name))
			return image->sections[i].low;
	return 0;
}

static struct unwind_table read_table(const struct reading *r, size_t number) {
	static const unsigned char usual[] = { 1, 0x1b, 0x03, 0x3b }; /* as all linkers write it */
	const struct object *part = object_part(r->object, number);
	const uint64_t bias = r->image->objects[number].bias;
	struct unwind_table t = {
		.at = bias + address_of(object_image(part), ".eh_frame_hdr"),
		.frames_at = bias + address_of(object_image(part), ".eh_frame"),
	};

	if (!object_section(part, ".eh_frame_hdr", &t.header, r->scratch) || t.header.len < 12 ||
	    memcmp(t.header.data, usual, sizeof usual) != 0 ||
	    !object_section(part, ".eh_frame", &t.frames, r->scratch))
		t.header.len = 0;
	return t;
}

/* Bytes of the function that begins at an address, or 0.
 * Source: Linux Standard Base Core Specification 5.0, 10.6. */
static uint64_t size_of(const struct reading *r, const struct unwind_table *t, uint64_t address) {
	enum { HEADER = 12, ENTRY = 8, BEGIN = 8, SIZE = 12 };
	size_t low = 0, high = t->header.len < HEADER ? 0 : (t->header.len - HEADER) / ENTRY;
	uint64_t entry;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (t->at + number_at(r, t->header, HEADER + middle * ENTRY) < address)
			low = middle + 1;
		else
			high = middle;
	}
	if (t->at + number_at(r, t->header, HEADER + low * ENTRY) != address)
		return 0;
	entry = t->at + number_at(r, t->header, HEADER + low * ENTRY + 4) - t->frames_at;
	return t->frames_at + entry + BEGIN + number_at(r, t->frames, entry + BEGIN) == address
	               ? (uint32_t)number_at(r, t->frames, entry + SIZE)
	               : 0;
}

static int by_name(const void *a, const void *b, const void *context) {
	const struct symbol *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Adds a symbol for each implementation that the code of an indirect function names. */
static void add_named(struct reading *r, const struct symbol *s, const struct unwind_table *t,
                      struct symbol **list, size_t *n, struct arena *arena) {
	const uint64_t end = end_of(s);
	uint64_t at = s->low;
	struct instruction i;

	while (at < end && read_next(r, &at, &i)) {
		struct symbol new = *s;

		if (!i.len || i.is_call || i.is_jump || (i.named >= s->low && i.named < end))
			continue;
		new.section = section_index_at(&r->sections, i.named);
		new.size = new.section ? size_of(r, t, i.named) : 0;
		if (!new.size)
			continue;
		new.name = arena_text(arena, s->name, strcspn(s->name, "@"));
		new.low = i.named;
		new.kind = SYMBOL_FUNC;
		new.passes_gprof = false;
		*list = arena_room(r->scratch, *list, *n, sizeof **list);
		(*list)[(*n)++] = new;
	}
}

const struct object *called_names_add(const struct object *object, struct arena *arena) {
	const struct image *image = object_image(object);
	struct reading r = reading_new(object);
	struct unwind_table table = { .at = 0 };
	struct symbol *list = NULL;
	size_t n = 0, number = SIZE_MAX, i;

	for (i = 0; r.code && i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (s->kind != SYMBOL_IFUNC || !is_defined(s))
			continue;
		if (number != image_object_at(image, s->low)) {
			number = image_object_at(image, s->low);
			table = read_table(&r, number);
		}
		add_named(&r, s, &table, &list, &n, arena);
	}
	if (n)
		sort_stable(list, n, sizeof *list, by_name, NULL, r.scratch);
	if (n)
		object = object_with_symbols(object, list, n, arena);
	arena_free(r.scratch);
	return object;
}

/* ---- Functions that were left by a jump ---- */

/* A call that a stack shows, and the jump that it went by; 0: none. */
struct step {
	uint64_t from, to, jump;
};

struct tail_calls {
	struct reading reading;
	struct keyed *begins; /* of symbols, by address; shape: [nbegins] */
	struct keyed *names;  /* of those that other objects see, by hash; shape: [nnames] */
	size_t nbegins, nnames;
	struct index index;
	struct step *steps; /* shape: [nsteps] */
	size_t nsteps;
};

static uint64_t hash_name(const char *name) {
	return hash_bytes(0, name, strcspn(name, "@"));
}

static void list_symbols(struct tail_calls *t) {
	const struct image *image = t->reading.image;
	struct arena *scratch = t->reading.scratch;
	size_t i;

	t->begins = arena_space(scratch, image->nsymbols, sizeof *t->begins);
	t->names = arena_space(scratch, image->nsymbols, sizeof *t->names);
	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (is_defined(s))
			t->begins[t->nbegins++] = (struct keyed){ s->low, (uint32_t)i };
		if (is_defined(s) && s->table != TABLE_SYNTHETIC && s->binding != SYMBOL_LOCAL)
			t->names[t->nnames++] = (struct keyed){ hash_name(s->name), (uint32_t)i };
	}
	sort_keys(t->begins, t->nbegins, scratch);
	sort_keys(t->names, t->nnames, scratch);
}

/* Where the call that an address is in goes. */
static bool find_call(struct tail_calls *t, uint64_t address, uint64_t *target) {
	static const unsigned sizes[] = { 5, 4 }; /* of x86, of most others */
	const uint64_t elsewhere = 1000;          /* steps that going to other code is */
	struct instruction i;
	size_t k;

	if (!work_pay(&t->reading.work, elsewhere))
		return false;
	for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		uint64_t at = address + 1 - sizes[k];

		if (read_next(&t->reading, &at, &i) && at == address + 1 && i.is_call &&
		    i.has_target) {
			*target = i.target;
			return true;
		}
	}
	return false;
}

/* The address of a jump from the function to another one's begin, or 0. */
static uint64_t find_jump(struct tail_calls *t, const struct symbol *s, uint64_t to) {
	const uint64_t end = end_of(s);
	uint64_t at = s->low;
	struct instruction i;

	while (at < end && read_next(&t->reading, &at, &i))
		if (i.is_jump && i.target == to)
			return i.address;
	return 0;
}

/* Looks for the function among the symbols with a key; false: it is one of them, so no jump led
 * there. */
static bool look(struct tail_calls *t, const struct keyed *list, size_t n, uint64_t key,
                 uint64_t begin, uint64_t *jump) {
	const struct symbol *symbols = t->reading.image->symbols;
	size_t i = lower_bound(list, n, sizeof *list, 0, key);

	for (; i < n && list[i].key == key; i++) {
		const struct symbol *s = &symbols[list[i].index];

		if (s->low == begin)
			return false;
		if (s->table == TABLE_SYNTHETIC && list == t->begins &&
		    !look(t, t->names, t->nnames, hash_name(s->name), begin, jump))
			return false; /* an entry of the PLT */
		if (!*jump)
			*jump = find_jump(t, s, begin);
	}
	return true;
}

static uint64_t jump_between(struct tail_calls *t, uint64_t from, uint64_t to) {
	const size_t i = upper_bound(t->begins, t->nbegins, sizeof *t->begins, 0, to);
	uint64_t target, jump = 0;

	return i && find_call(t, from, &target) &&
	                       look(t, t->begins, t->nbegins, target, t->begins[i - 1].key, &jump)
	               ? jump
	               : 0;
}

static bool is_step(const void *steps, uint32_t number, const void *wanted) {
	const struct step *x = (const struct step *)steps + number, *y = wanted;

	return x->from == y->from && x->to == y->to;
}

static uint64_t find_step(struct tail_calls *t, uint64_t from, uint64_t to) {
	struct step new = { from, to, 0 };
	uint32_t number;

	if (index_append(&t->index, hash_number(hash_number(0, from), to), is_step, t->steps, &new,
	                 &number)) {
		new.jump = jump_between(t, from, to);
		t->steps = arena_room(t->reading.scratch, t->steps, t->nsteps++, sizeof new);
		t->steps[number] = new;
	}
	return t->steps[number].jump;
}

static void complete(struct tail_calls *t, struct sample *s, struct arena *arena) {
	uint64_t *stack;
	uint32_t more = 0, n = 0, i;

	for (i = 1; i < s->n; i++)
		more += find_step(t, s->stack[i], s->stack[i - 1]) != 0;
	if (!more)
		return;
	stack = arena_space(arena, s->n + more, sizeof *stack);
	for (i = 0; i < s->n; i++) {
		const uint64_t jump = i ? find_step(t, s->stack[i], s->stack[i - 1]) : 0;

		if (jump)
			stack[n++] = jump;
		stack[n++] = s->stack[i];
	}
	s->stack = stack;
	s->n = n;
}

void tail_calls_add(struct records *records, const struct object *object) {
	struct tail_calls t = { .reading = reading_new(object) };
	size_t i, k;

	t.index.arena = t.reading.scratch;
	if (t.reading.code)
		list_symbols(&t);
	for (i = 0; t.reading.code && i < records->nfiles; i++)
		for (k = 0; k < records->files[i].nsamples; k++)
			complete(&t, &records->files[i].samples[k], records->arena);
	arena_free(t.reading.scratch);
}
