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
	LONGEST = 4096,    /* bytes of a function that are looked at */
	LARGEST = 4 << 20, /* of all code that work is allowed for */
	EACH = 200         /* steps of work that an instruction is */
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

	work_allow(&r.work, LARGEST);
	r.code = disassembler_new(object, r.scratch, &ignored);
	r.sections = section_index_new(r.image, true, r.scratch);
	return r;
}

static bool is_defined(const struct symbol *s) {
	return symbol_is_code(s) && !s->is_undefined &&
	       (s->kind == SYMBOL_FUNC || s->kind == SYMBOL_IFUNC);
}

/* The next instruction of a function, whose first one is at its begin. */
static bool read_next(struct reading *r, const struct symbol *s, uint64_t *at,
                      struct instruction *i) {
	const uint64_t size = s->size && s->size < LONGEST ? s->size : LONGEST;

	if (*at - s->low >= size || !work_pay(&r->work, EACH) ||
	    !disassembler_read(r->code, *at, i))
		return false;
	*at += i->size;
	return true;
}

/* ---- Implementations of indirect functions ---- */

/* Where functions of an object begin, by its table for unwinding; shape: [*n].
 * Source: Linux Standard Base Core Specification 5.0, 10.6.2. */
static const uint64_t *read_begins(const struct reading *r, size_t number, size_t *n) {
	static const unsigned char usual[] = { 1, 0x1b, 0x03, 0x3b }; /* as all linkers write it */
	const struct object *part = object_part(r->object, number);
	const struct image *image = object_image(part);
	const struct section *s = image->sections, *end = s + image->nsections;
	const bool big = r->image->machine.big_endian;
	struct bytes table, first;
	uint64_t begin, ignored;

	*n = 0;
	while (s < end && strcmp(s->name, ".eh_frame_hdr") != 0)
		s++;
	if (s == end || !object_section(part, s->name, &table, r->scratch) ||
	    !bytes_take(&table, sizeof usual, &first) ||
	    memcmp(first.data, usual, sizeof usual) != 0 || !bytes_take(&table, 8, &first))
		return NULL;
	uint64_t *list = arena_space(r->scratch, table.len / 8, sizeof *list);
	while (bytes_take_number(&table, 4, big, &begin) &&
	       bytes_take_number(&table, 4, big, &ignored))
		list[(*n)++] = r->image->objects[number].bias + s->low +
		               (uint64_t)(int64_t)(int32_t)begin;
	return list;
}

static int by_name(const void *a, const void *b, const void *context) {
	const struct symbol *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Adds symbols for them. */
static void add_implementations(struct reading *r, struct arena *arena) {
	const struct image *image = r->image;
	struct symbol *list = NULL;
	const uint64_t *begins = NULL;
	size_t n = 0, nbegins = 0, number = SIZE_MAX;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];
		struct instruction at;
		uint64_t next = s->low;

		if (s->kind != SYMBOL_IFUNC || !is_defined(s))
			continue;
		if (number != image_object_at(image, s->low)) {
			number = image_object_at(image, s->low);
			begins = read_begins(r, number, &nbegins);
		}
		while (read_next(r, s, &next, &at)) { /* it names what it chooses from */
			const size_t k = lower_bound(begins, nbegins, sizeof *begins, 0, at.named);
			struct symbol new = *s;

			if (!at.len || at.is_call || at.is_jump || k + 1 >= nbegins ||
			    begins[k] != at.named || at.named == s->low)
				continue;
			new.section = section_index_at(&r->sections, at.named);
			if (!new.section)
				continue;
			new.name = arena_text(arena, s->name, strcspn(s->name, "@"));
			new.low = at.named;
			new.size = begins[k + 1] - at.named;
			new.kind = SYMBOL_FUNC;
			new.passes_gprof = false;
			arena_append(r->scratch, list, n, new);
		}
	}
	if (!n)
		return;
	sort_stable(list, n, sizeof *list, by_name, NULL, r->scratch);
	r->object = object_with_symbols(r->object, list, n, arena);
	r->image = object_image(r->object);
}

/* ---- Functions that were left by a jump ---- */

enum { MOST_JUMPS = 8 };

/* A call that a stack shows, and the jumps that it went by. */
struct step {
	uint64_t from, begin; /* begin: of the function that was called */
	uint64_t jumps[MOST_JUMPS];
	uint32_t n;
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

	t->begins = arena_space(scratch, image->nsymbols, sizeof *t->begins);
	t->names = arena_space(scratch, image->nsymbols, sizeof *t->names);
	for (uint32_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (is_defined(s))
			t->begins[t->nbegins++] = (struct keyed){ s->low, i };
		if (is_defined(s) && s->table != TABLE_SYNTHETIC && s->binding != SYMBOL_LOCAL)
			t->names[t->nnames++] = (struct keyed){ hash_name(s->name), i };
	}
	sort_keys(t->begins, t->nbegins, scratch);
	sort_keys(t->names, t->nnames, scratch);
}

/* Where the call that an address is in goes; 0: not known. */
static uint64_t find_call(struct tail_calls *t, uint64_t address) {
	static const unsigned sizes[] = { 5, 4 }; /* of x86, of most others */
	struct instruction i;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
		if (work_pay(&t->reading.work, EACH) &&
		    disassembler_read(t->reading.code, address + 1 - sizes[k], &i) &&
		    i.size == sizes[k] && i.is_call && i.has_target)
			return i.target;
	return 0;
}

/* The function that begins at an address, or that an entry of the PLT there is for: of several the
 * one that begins where it is wanted.  NULL: not known. */
static const struct symbol *function_at(const struct tail_calls *t, uint64_t address,
                                        uint64_t wanted) {
	const struct symbol *symbols = t->reading.image->symbols, *only = NULL;
	const size_t i = lower_bound(t->begins, t->nbegins, sizeof *t->begins, 0, address);
	const struct symbol *s = i < t->nbegins ? &symbols[t->begins[i].index] : NULL;

	if (!s || s->low != address || s->table != TABLE_SYNTHETIC)
		return s && s->low == address ? s : NULL;
	const uint64_t key = hash_name(s->name);
	const size_t first = lower_bound(t->names, t->nnames, sizeof *t->names, 0, key);
	for (size_t k = first; k < t->nnames && t->names[k].key == key; k++) {
		only = k == first ? &symbols[t->names[k].index] : NULL;
		if (symbols[t->names[k].index].low == wanted)
			return &symbols[t->names[k].index];
	}
	return only;
}

static bool leads_to(const struct tail_calls *t, uint64_t address, uint64_t begin) {
	const struct symbol *s = function_at(t, address, begin);

	return address == begin || (s && s->low == begin);
}

/* Looks for the function among the symbols with a key, and for a jump to it in theirs; false: it is
 * one of them, so no jump led there. */
static bool look(struct tail_calls *t, const struct keyed *list, size_t n, uint64_t key,
                 struct step *step) {
	const struct symbol *symbols = t->reading.image->symbols;
	size_t i = lower_bound(list, n, sizeof *list, 0, key);

	for (; i < n && list[i].key == key; i++) {
		const struct symbol *s = &symbols[list[i].index];
		struct instruction at;
		uint64_t next = s->low;

		if (s->low == step->begin)
			return false;
		if (s->table == TABLE_SYNTHETIC && list == t->begins &&
		    !look(t, t->names, t->nnames, hash_name(s->name), step))
			return false; /* an entry of the PLT */
		while (!step->n && read_next(&t->reading, s, &next, &at))
			if (at.is_jump && leads_to(t, at.target, step->begin))
				step->jumps[step->n++] = at.address;
	}
	return true;
}

/* Where a function of x86 goes on if it is left by jumps to one address only, of which *jump is
 * one; 0: it has none, or others, or it is not known where they lead. */
static uint64_t find_only_way(struct tail_calls *t, uint64_t begin, uint64_t *jump) {
	const struct symbol *s = function_at(t, begin, 0);
	struct instruction at;
	uint64_t next = s ? s->low : 0, way = 0;

	while (s && read_next(&t->reading, s, &next, &at)) {
		const bool is_known = at.is_jump && at.has_target;

		if (is_known ? at.target - s->low < s->size : !strstr(at.text, "jmp"))
			continue;
		if (!is_known || (way && way != at.target))
			return 0;
		way = at.target;
		*jump = at.address;
	}
	return s && s->size && next - s->low >= s->size ? way : 0;
}

/* Finds several jumps, one after the other, where there is no other way. */
static void find_jumps(struct tail_calls *t, uint64_t at, struct step *step) {
	const char *arch = t->reading.image->machine.arch;
	const uint32_t most = arch && !strncmp(arch, "i386", 4) ? MOST_JUMPS : 0;

	for (uint32_t n = 0; at && n < most && !step->n; n++) {
		at = find_only_way(t, at, &step->jumps[n]);
		step->n = at && leads_to(t, at, step->begin) ? n + 1 : 0;
	}
}

static bool is_step(const void *steps, uint32_t number, const void *wanted) {
	const struct step *x = (const struct step *)steps + number, *y = wanted;

	return x->from == y->from && x->begin == y->begin;
}

/* The jumps by which a call went to an address. */
static struct step find_step(struct tail_calls *t, uint64_t from, uint64_t to) {
	const size_t i = upper_bound(t->begins, t->nbegins, sizeof *t->begins, 0, to);
	struct step new = { .from = from, .begin = i ? t->begins[i - 1].key : 0 };
	uint32_t number;

	if (index_append(&t->index, hash_number(hash_number(0, from), new.begin), is_step, t->steps,
	                 &new, &number)) {
		const uint64_t target = i ? find_call(t, from) : 0;

		if (target && !look(t, t->begins, t->nbegins, target, &new))
			new.n = 0;
		else if (target && !new.n)
			find_jumps(t, target, &new);
		arena_append(t->reading.scratch, t->steps, t->nsteps, new);
	}
	return t->steps[number];
}

static void complete(struct tail_calls *t, struct sample *s, struct arena *arena) {
	uint32_t more = 0, n = 0;

	for (uint32_t i = 1; i < s->n; i++)
		more += find_step(t, s->stack[i], s->stack[i - 1]).n;
	if (!more)
		return;
	uint64_t *stack = arena_space(arena, s->n + more, sizeof *stack);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct step step = i ? find_step(t, s->stack[i], s->stack[i - 1])
		                           : (struct step){ .n = 0 };

		for (uint32_t k = step.n; k-- > 0;)
			stack[n++] = step.jumps[k];
		stack[n++] = s->stack[i];
	}
	s->stack = stack;
	s->n = n;
}

const struct object *called_names_add(struct records *records, const struct object *object,
                                      struct arena *arena) {
	struct tail_calls t = { .reading = reading_new(object) };

	t.index.arena = t.reading.scratch;
	if (t.reading.code) {
		add_implementations(&t.reading, arena);
		list_symbols(&t);
		for (size_t i = 0; i < records->nfiles; i++)
			for (size_t k = 0; k < records->files[i].nsamples; k++)
				complete(&t, &records->files[i].samples[k], records->arena);
	}
	arena_free(t.reading.scratch);
	return t.reading.object;
}
