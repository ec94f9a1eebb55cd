/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables and profile records made by hand, for tests. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"

/* The code sections of the made-up executable: a gap lies between them. */
enum {
	PLT_LOW = 0x800,
	PLT_HIGH = 0x900,
	TEXT_LOW = 0x1000,
	TEXT_HIGH = 0x2000,
	DATA_LOW = 0x3000,
	DATA_HIGH = 0x4000
};

struct builder {
	struct arena *arena;
	struct image image;
	struct section sections[3]; /* .plt, .text, .data */
	struct symbol *symbols;     /* becomes the image's */
	struct bin *bins;           /* of the histogram under way */
	size_t nbins;
	struct records *records; /* of a file "gmon.out", and more */
	struct error err;
};

/* An ELF executable of 8-byte addresses without symbols; no records. */
void builder_begin(struct builder *b);
void builder_end(struct builder *b);

/* For cmocka: *state is a struct builder. */
int builder_setup(void **state);
int builder_teardown(void **state);

/* A global function of .text (.plt, .data), which may be changed until the
 * next one is added. */
struct symbol *builder_symbol(struct builder *b, const char *name, uint64_t low, uint64_t size);

/* A histogram of seconds, 100 ticks each, in which no bin has any yet. */
struct histogram seconds_in(uint64_t low, uint64_t high, uint32_t nbins);

/* The same in records; its bins are the ones added before it. */
void builder_bin(struct builder *b, uint32_t index, uint64_t count);
struct histogram *builder_histogram(struct builder *b, uint64_t low, uint64_t high, uint32_t nbins,
                                    uint32_t rate);

void builder_call(struct builder *b, uint64_t from, uint64_t to, uint64_t count);

/* An example whose figures GNU gprof printed: main calls walk 2; walk eval 6,
 * _leaf 2; eval walk 5, eval 3, _leaf 8; idle and zz have no callers.
 * Ticks: main 5, walk 10, eval 20, _leaf 40, idle 1, zz 0. */
void builder_example(struct builder *b);

/* Builds the profile; NULL when that fails, with the reason in b->err.  What
 * it builds has passed profile_check(). */
const struct profile *builder_profile(struct builder *b, const struct rules *rules);

/* A dataset of nothing but the profile. */
struct dataset builder_data(struct builder *b, const struct profile *p);

/* The function, arc, note or symbol that a test is about; NULL when there is none. */
const struct func *func_of(const struct profile *p, const char *name);
const struct arc *arc_of(const struct profile *p, const char *caller, const char *callee);
const struct note *note_of(const struct profile *p, const char *cause);
const struct symbol *symbol_of(const struct image *image, const char *name);

/* Random numbers, the same in each run. */
struct dice {
	uint64_t state;
};

/* A number less than n; n > 0. */
uint32_t roll(struct dice *dice, uint32_t n);
