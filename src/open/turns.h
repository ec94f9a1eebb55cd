/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two programs that are run in turns, and what their runs show. */
#pragma once

#include "open/record_programs.h"

/* Runs the program and the base of a request until more runs would not change the verdicts
 * (model/compare/looks.h), or as often as it says, each into a folder of its own. */
record_runs turns_record;

/* If the folder is one of programs that took turns, sets what is opened of it, its base, and the
 * level of the tests.  Owner: the arena. */
void turns_open(const char *folder, struct load_request *load, struct base_request *base,
                struct arena *arena);
