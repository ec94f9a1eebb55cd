/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile in the making: private to the files of model/ that make it.
 *
 * Steps, each a file: functions (which symbols count, and the bytes they
 * own), ticks (whose time is it), calls (who called whom), cycles,
 * propagate (whose time is it really), ranks (order of the entries).
 * Data that one step needs lives in arrays by function number in `step`, what
 * others need, too, in `scratch`, which is gone when the profile is done. */
#ifndef GPTUI_BUILDING_H
#define GPTUI_BUILDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/code_map.h"
#include "model/profile.h"
#include "model/rules.h"

struct error;
struct merged;
struct progress;

struct building {
	const struct image *image;
	const struct records *records;
	const struct rules *rules;
	struct arena *arena;   /* owns what stays */
	struct arena *scratch; /* owns what goes */
	struct arena *step;    /* owns what goes with a step's end */
	struct progress *progress;
	struct profile *profile;
	struct notes notes;

	struct func *funcs; /* shape: [nfuncs] */
	size_t nfuncs;
	unsigned char *bits; /* of the selection; shape: [nfuncs] */
	struct code_map map;
	uint32_t outside; /* number of the function for alien addresses */
	uint32_t *callee; /* of gprof's functions: who gets the calls of one,
	                   * or NO_FUNC; shape: [nfuncs] */
	const struct merged *merged;
	double shared_ticks; /* of bins that count more than one function */

	struct arc *arcs; /* shape: [narcs] */
	size_t narcs;
	struct cycle *cycles; /* shape: [ncycles] */
	size_t ncycles;

	/* Numbers of the functions, callers before callees as far as cycles
	 * allow, members of a cycle side by side; shape: [nfuncs].  Reversed:
	 * [0] is a leaf. */
	uint32_t *order;
};

/* Sets funcs, nfuncs, map.  Errors: no symbols.  The exact map is scratch:
 * functions_add_gaps() makes the one that stays. */
bool functions_exact(struct building *b, struct error *err);
bool functions_gprof(struct building *b, struct error *err);

/* Adds functions for bytes in `map` that carry ticks or calls but belong to
 * no symbol, and one for addresses outside the image when it is needed. */
void functions_add_gaps(struct building *b);

/* Sets self_ticks and variance of all functions, total and lost ticks. */
void ticks_exact(struct building *b);
void ticks_gprof(struct building *b);

/* The numbers of the functions that a call record's addresses stand for, or
 * NO_FUNC. */
uint32_t calls_caller(const struct building *b, uint64_t from);
uint32_t calls_callee(const struct building *b, uint64_t to);

/* Sets arcs and the functions' lists and calls. */
void calls_attach(struct building *b);

/* Cuts arcs so that no cycle is left, and tells which there were. */
void cycles_open(struct building *b);

/* Sets cycles, every function's cycle, and order. */
void cycles_find(struct building *b);

/* Sets child ticks, the graph's shares and what is listed. */
void propagate(struct building *b);

/* Sets the index of functions and cycles and the lists by index. */
void ranks_give(struct building *b);

/* Adds the notes on odd records. */
void build_notes(struct building *b);

/* Adds the notes that compare with what gprof would print. */
void disagreement_note(struct building *b);

#endif
