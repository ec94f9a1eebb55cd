/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of named numbers. */
#ifndef DEMO_NAMES_H
#define DEMO_NAMES_H

enum { NAME_SIZE = 24, NAMES_SIZE = 2048 };

struct name {
	char text[NAME_SIZE]; /* then zeros; empty: a free slot */
	double value;
};

struct names {
	struct name slots[NAMES_SIZE]; /* open addressing */
	int used;
};

/* Texts are followed by zeros, NAME_SIZE bytes in all.
 *
 * The slot for a name's number, created with the value 0 if new; NULL when the
 * table is full. */
double *names_value(struct names *names, const char *text);

/* The number of a name, 0 if there is none. */
double names_find(const struct names *names, const char *text);

#endif
