/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arcs of a profile with inlined functions apart, and what passes along
 * them. */
#ifndef GPTUI_APART_ARCS_H
#define GPTUI_APART_ARCS_H

struct apart_nodes;
struct building;
struct dataset;

/* What is known of functions by way of their inlined copies; a copy inside
 * another one of the same function is part of that. */
struct apart_sums {
	double *total;          /* ticks of the function with what it calls; shape:
	                  [nfuncs] */
	double *cycle_total;    /* of each cycle; shape: [ncycles] */
	double *least, *most;   /* of the totals; shape: [nfuncs] */
	double *own, *variance; /* of a frame without what was inlined there;
	                            shape: [frames->n] */
};

/* Sets arcs, and what functions get of each other.  The functions have their
 * own time, as in the data, and the cycles are as there.
 * Owner: the building's arenas. */
struct apart_sums apart_arcs_find(struct building *b, const struct dataset *data,
                                  const struct apart_nodes *nodes);

/* Cuts arcs that close cycles which the functions around inlined code do not
 * have. */
void apart_arcs_cut(struct building *b, const double *total);

#endif
