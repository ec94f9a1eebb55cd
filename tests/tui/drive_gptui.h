/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives gptui itself on a pseudo terminal, on the profiles of tests/data.
 * GPTUI names the program, W the folder of the profiles. */
#pragma once

#include "drive.h"

/* What runs: the paths that the functions below set. */
extern char program[4096], work[4096], image[4096], profile[4096];

/* The group's setup: finds the program and the folder. */
int find_program(void **state);

/* The same, and makes the program "walked" and its profile, in a folder of this
 * test program's own, because others run beside it and make theirs; see
 * tests/tools/make-walked.py.  name_walked() names them. */
int make_walked(void **state);
void name_walked(void);

/* Whether the program was built with what --version calls "disassembler", or
 * "debuginfod". */
bool is_built_with(const char *feature);

/* Sets image and profile to NAME and NAME.gmon. */
void name_files(const char *name);

/* Starts the program on them; environment NULL: the usual one. */
struct vth *spawn(int rows, int cols, const char *const *env);

/* Starts it with all options of a terminal; argument NULL: none. */
struct vth *spawn_on(const struct vth_opt *options, char *argument);

/* Starts the program on the profile "many" and waits until it waits. */
struct vth *start_many(int rows, int cols);

/* Waits for what comes from a program that never settles: one that is opening
 * a file (its worker looks now and then whether it is still wanted) or that
 * another one runs on a terminal of its own.  The OSC string is without its
 * number. */
void wait_for(struct vth *h, const char *text);
void wait_for_osc(struct vth *h, int number, const char *text);
