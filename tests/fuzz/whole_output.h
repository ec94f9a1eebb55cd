/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where output goes: it is looked at and forgotten. */
#ifndef WHOLE_OUTPUT_H
#define WHOLE_OUTPUT_H

#include <stdio.h>

/* Of reports and exports, in which no control byte may be but tab and line
 * feed: the same one each time. */
FILE *output_open(void);

/* Of gprof's listings and binary exports, which hold any bytes. */
FILE *output_open_any(void);

/* Ends what was written. */
void output_end(FILE *out);

#endif
