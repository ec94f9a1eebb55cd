/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the assembly view. */
#ifndef GPTUI_ASM_ROW_H
#define GPTUI_ASM_ROW_H

#include "model/code.h"
#include "views/measured.h"

struct asm_row {
	struct measured measured;  /* text: with names for addresses */
	const struct func *func;   /* whose code it is, or NULL */
	struct code_row code;      /* size 0: a source line, or a notice */
	const char *where;         /* "hash.c:214", or NULL */
	double share_of;           /* ticks that are 100 % of the function */
	const struct func *target; /* where a call or jump goes, or NULL */
};

#endif
