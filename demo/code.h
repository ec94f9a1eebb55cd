/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas as text, as instructions of a stack machine, and as numbers. */
#ifndef DEMO_CODE_H
#define DEMO_CODE_H

#include <stdbool.h>

#include "names.h"

enum { CODE_SIZE = 256 };

enum operation {
	PUSH, /* the number */
	LOAD, /* the value of the name */
	NEGATE,
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	OPERATIONS
};

struct instruction {
	enum operation operation;
	double number;
	char name[NAME_SIZE];
};

struct code {
	struct instruction list[CODE_SIZE];
	int len;
};

/* Translates a formula such as "2 * (rate + -tax) / 3".  Returns false if it
 * is invalid or needs more than CODE_SIZE instructions. */
bool compile(const char *text, struct code *out);

/* The value that the code computes. */
double evaluate(const struct code *code, const struct names *names);

#endif
