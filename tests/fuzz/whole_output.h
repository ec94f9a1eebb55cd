/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where output goes: it is looked at and forgotten. */
#pragma once

#include <stdio.h>

/* Of reports and exports, in which no control byte may be but tab and line
 * feed: the same one each time. */
FILE *output_open(void);

/* Of gprof's listings and binary exports, which hold any bytes. */
FILE *output_open_any(void);

/* Ends what was written. */
void output_end(FILE *out);
