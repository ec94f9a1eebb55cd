/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/build.h"
#include "parse/gmon/reader.h"
#include "profile_builder.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "model/names.h"

#include "assertions.h"

void builder_begin(struct builder *b) {
	*b = (struct builder){ .arena = arena_new() };
	b->sections[0] = (struct section){ ".plt", PLT_LOW, PLT_HIGH, .is_code = true };
	b->sections[1] = (struct section){ ".text", TEXT_LOW, TEXT_HIGH, .is_code = true };
	b->sections[2] = (struct section){ ".data", DATA_LOW, DATA_HIGH, .is_code = false };
	b->image = (struct image){
		.path = "a.out",
		.machine = { .arch = "test", .address_size = 8 },
		.sections = b->sections,
		.nsections = 3,
		.text = &b->sections[1],
		.is_elf = true,
	};
	b->records = records_new(b->arena);
	records_add_file(b->records, "gmon.out", &gmon_reader.format);
}

void builder_end(struct builder *b) {
	arena_free(b->arena);
}

int builder_setup(void **state) {
	static struct builder builder;

	builder_begin(&builder);
	*state = &builder;
	return 0;
}

int builder_teardown(void **state) {
	builder_end(*state);
	return 0;
}

struct symbol *builder_symbol(struct builder *b, const char *name, uint64_t low, uint64_t size) {
	b->symbols = arena_room(b->arena, b->symbols, b->image.nsymbols, sizeof *b->symbols);
	struct symbol *s = &b->symbols[b->image.nsymbols++];
	*s = (struct symbol){ .name = name,
		              .low = low,
		              .size = size,
		              .kind = SYMBOL_FUNC,
		              .binding = SYMBOL_GLOBAL,
		              .passes_gprof = true };
	for (size_t i = 0; i < 3; i++)
		if (low >= b->sections[i].low && low < b->sections[i].high)
			s->section = &b->sections[i];
	b->image.symbols = b->symbols;
	return s;
}

void builder_bin(struct builder *b, uint32_t index, uint64_t count) {
	b->bins = arena_room(b->arena, b->bins, b->nbins, sizeof *b->bins);
	b->bins[b->nbins++] = (struct bin){ count, index, 0 };
}

struct histogram seconds_in(uint64_t low, uint64_t high, uint32_t nbins) {
	return (struct histogram){ .low = low,
		                   .high = high,
		                   .nbins = nbins,
		                   .rate = 100,
		                   .dimension = "seconds",
		                   .abbreviation = 's',
		                   .bin_size = 2 };
}

struct histogram *builder_histogram(struct builder *b, uint64_t low, uint64_t high, uint32_t nbins,
                                    uint32_t rate) {
	struct histogram h = seconds_in(low, high, nbins);

	h.rate = rate;
	h.bins = (struct bins){ .list = b->bins, .n = b->nbins };
	records_add_histogram(b->records, h);
	b->bins = NULL;
	b->nbins = 0;
	return &b->records->histograms[b->records->nhistograms - 1];
}

void builder_call(struct builder *b, uint64_t from, uint64_t to, uint64_t count) {
	records_add_call(b->records, (struct call){ from, to, count });
}

void builder_example(struct builder *b) {
	builder_symbol(b, "main", 0x1000, 0x20);
	builder_symbol(b, "walk", 0x1020, 0x20);
	builder_symbol(b, "eval", 0x1040, 0x20);
	builder_symbol(b, "_leaf", 0x1060, 0x20)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "idle", 0x1080, 0x20);
	builder_symbol(b, "zz", 0x10a0, 0x20);
	builder_bin(b, 0, 5);
	builder_bin(b, 9, 10);
	builder_bin(b, 16, 20);
	builder_bin(b, 25, 40);
	builder_bin(b, 33, 1);
	builder_histogram(b, 0x1000, 0x10a0, 40, 100);
	builder_call(b, 0x1004, 0x1020, 2);
	builder_call(b, 0x1024, 0x1040, 6);
	builder_call(b, 0x1044, 0x1020, 5);
	builder_call(b, 0x1044, 0x1040, 3);
	builder_call(b, 0x1044, 0x1060, 8);
	builder_call(b, 0x1024, 0x1060, 2);
}

const struct profile *builder_profile(struct builder *b, const struct rules *rules) {
	const struct profile *p = profile_build(&b->image, b->records, rules, b->arena, NULL,
	                                        &b->err);
	const char *broken = p ? profile_check(p) : NULL;

	if (broken)
		fail_msg("%s", broken);
	return p;
}

struct dataset builder_data(struct builder *b, const struct profile *p) {
	return (struct dataset){ .profile = p, .names = names_new(p, b->arena) };
}

const struct func *func_of(const struct profile *p, const char *name) {
	for (size_t i = 0; i < p->nfuncs; i++)
		if (!strcmp(p->funcs[i].name, name))
			return &p->funcs[i];
	return NULL;
}

const struct symbol *symbol_of(const struct image *image, const char *name) {
	for (size_t i = 0; i < image->nsymbols; i++)
		if (!strcmp(image->symbols[i].name, name))
			return &image->symbols[i];
	return NULL;
}

const struct arc *arc_of(const struct profile *p, const char *caller, const char *callee) {
	for (size_t i = 0; i < p->narcs; i++)
		if (!strcmp(p->arcs[i].caller->name, caller) &&
		    !strcmp(p->arcs[i].callee->name, callee))
			return &p->arcs[i];
	return NULL;
}

const struct note *note_of(const struct profile *p, const char *cause) {
	for (size_t i = 0; i < p->nnotes; i++)
		if (strstr(p->notes[i].cause, cause))
			return &p->notes[i];
	return NULL;
}

/* Source: Marsaglia, "Xorshift RNGs", 2003. */
uint32_t roll(struct dice *dice, uint32_t n) {
	dice->state ^= dice->state << 13;
	dice->state ^= dice->state >> 7;
	dice->state ^= dice->state << 17;
	return (uint32_t)(dice->state >> 32) % n;
}
