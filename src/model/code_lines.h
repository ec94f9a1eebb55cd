/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of code, separately for each function that owns the code: the time of
 * each, and its calls.
 *
 * A line of a header that was inlined into three functions is three of these;
 * with inlined functions apart it is one, of the function that it is in.
 * What a function has in code of no known line is one more, so a function's
 * lines have all of its time, and each call is on exactly one line.
 *
 * parse/code/frame_finder.c looks up addresses; this adds up what it finds. */
#ifndef GPTUI_CODE_LINES_H
#define GPTUI_CODE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/locations.h"

struct arc;
struct arena;
struct func;
struct profile;

struct code_line {
	const struct func *func;         /* that owns the code */
	struct source_location location; /* no path: the line is not known */
	const char *inlined;             /* raw name of the function that the line is
	                            in, if that was inlined; may be NULL */
	uint32_t frame;                  /* one of the line in the code, or NO_FRAME */
	double ticks, variance;          /* of the line, not of what was inlined in it */
	double least;                    /* ticks of bins that count nothing but this line */
	double most;                     /* ticks of all bins that count some of it */

	/* Ticks passed along its calls: an estimate, as for arcs. */
	double passed;
	uint64_t calls;   /* that it makes */
	uint64_t address; /* of its hottest instruction, else of a call; 0:
	                     none known */
	bool is_near;     /* nearby lines may have made some of the calls */
	uint32_t first_call, ncalls;
};

/* Calls made by a line.  If several lines may have made them, the first gets
 * them, so those of an arc add up to the arc's. */
struct line_call {
	const struct arc *arc;
	uint64_t calls;
	uint64_t address; /* of an instruction that makes some; 0: none known */
	uint32_t line;    /* index in the list */
	bool is_near;
};

struct code_lines {
	/* By function, then path and line, the unknown one last; shape: [n] */
	const struct code_line *list;
	size_t n;
	bool has_inlined;              /* some of them were inlined */
	const struct line_call *calls; /* by line; shape: [ncalls] */
	size_t ncalls;

	/* Indexes of calls by arc, then line; those of profile->arcs[a] are
	 * [first_of_arc[a], first_of_arc[a + 1]). */
	const uint32_t *by_arc;
	const uint32_t *first_of_arc; /* shape: [narcs + 1] */
};

/* Lines being added up. */
struct line_builder;

/* Owner of the builder: the scratch arena; of what it makes: the other. */
struct line_builder *line_builder_new(const struct profile *profile, struct arena *arena,
                                      struct arena *scratch);

/* The index of a function's line; `inlined` and the path must live as long as
 * the lines. */
uint32_t line_of(struct line_builder *builder, const struct func *func,
                 const struct source_location *location, const char *inlined, uint32_t frame);

/* Ticks of the code of a line at an address. */
void line_add_ticks(struct line_builder *builder, uint32_t line, uint64_t address, double ticks,
                    double variance);

/* Adds the figures of another line, without its calls.  Ticks first: they limit
 * `least`. */
void line_add_line(struct line_builder *builder, uint32_t line, const struct code_line *from);

/* Says that the ticks added since were all from one bin, which has this
 * many. */
void line_end_bin(struct line_builder *builder, double ticks);

/* Calls that a line makes, by an instruction at the address. */
void line_add_calls(struct line_builder *builder, uint32_t line, uint64_t address,
                    const struct func *callee, uint64_t calls, bool is_near);

/* The result; the builder must not be used again.  Cost: n log n in lines and
 * calls; functions; arcs. */
const struct code_lines *line_builder_done(struct line_builder *builder);

#endif
