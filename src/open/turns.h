/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two programs that are run in turns, and what their runs show. */
#ifndef GPTUI_TURNS_H
#define GPTUI_TURNS_H

#include <sys/types.h>

#include "base/arena.h"
#include "base/error.h"

struct base_request;
struct load_request;
struct record_request;

/* Runs the program and the base of a request until more runs would not change the verdicts
 * (model/compare/looks.h), or as often as it says, into folders in the folder; *status: what the
 * program ended with.  Errors: "PATH: reason". */
bool turns_record(const struct record_request *request, const char *folder, off_t input,
                  int *status, struct arena *arena, struct error *err);

/* If the folder is one of programs that took turns, sets what is opened of it, its base, and the
 * level of the tests.  Owner: the arena. */
void turns_open(const char *folder, struct load_request *load, struct base_request *base,
                struct arena *arena);

#endif
