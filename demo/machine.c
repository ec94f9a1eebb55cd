/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stack machine; each instruction is a call through a table. */
#include "code.h"

/* Runs one instruction on the top of the stack; returns the new top. */
typedef double *runner(double *top, const struct instruction *i,
                       const struct names *names);

static double *run_push(double *top, const struct instruction *i,
                        const struct names *names)
{
	(void)names;
	*++top = i->number;
	return top;
}

static double *run_load(double *top, const struct instruction *i,
                        const struct names *names)
{
	*++top = names_find(names, i->name);
	return top;
}

static double *run_negate(double *top, const struct instruction *i,
                          const struct names *names)
{
	(void)i, (void)names;
	*top = -*top;
	return top;
}

static double *run_add(double *top, const struct instruction *i,
                       const struct names *names)
{
	(void)i, (void)names;
	top[-1] += *top;
	return top - 1;
}

static double *run_subtract(double *top, const struct instruction *i,
                            const struct names *names)
{
	(void)i, (void)names;
	top[-1] -= *top;
	return top - 1;
}

static double *run_multiply(double *top, const struct instruction *i,
                            const struct names *names)
{
	(void)i, (void)names;
	top[-1] *= *top;
	return top - 1;
}

static double *run_divide(double *top, const struct instruction *i,
                          const struct names *names)
{
	(void)i, (void)names;
	top[-1] = *top != 0 ? top[-1] / *top : 0;
	return top - 1;
}

/* clang-format off */
static runner *const runners[OPERATIONS] = {
	[PUSH] = run_push,
	[LOAD] = run_load,
	[NEGATE] = run_negate,
	[ADD] = run_add,
	[SUBTRACT] = run_subtract,
	[MULTIPLY] = run_multiply,
	[DIVIDE] = run_divide,
};
/* clang-format on */

double evaluate(const struct code *code, const struct names *names)
{
	double stack[CODE_SIZE + 1] = { 0 }, *top = stack;

	for (int i = 0; i < code->len; i++) {
		const struct instruction *instruction = &code->list[i];

		top = runners[instruction->operation](top, instruction, names);
	}
	return *top;
}
