/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gprof requires of BSD profile files. */
#ifndef GPTUI_BSD_INPUT_H
#define GPTUI_BSD_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/bytes.h"

struct gprof_options;
struct machine;
struct records;

/* Whether gprof would read the file after those in the records; else false
 * after a message. */
bool bsd_input_check(const struct records *records, const char *path,
                     struct bytes bytes, const struct gprof_options *options,
                     const struct machine *machine, FILE *messages);

/* Gives the last file read the unit of the first and the version of the one
 * before, as gprof does. */
void bsd_input_join(struct records *records);

#endif
