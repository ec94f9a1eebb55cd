/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files were in a program that ran, by the text of Linux's /proc/self/maps. */
#ifndef GPTUI_MAPPINGS_H
#define GPTUI_MAPPINGS_H

#include "base/bytes.h"

struct records;

/* Adds the lines about code, "LOW-HIGH r-xp OFFSET DEVICE INODE PATH", to the file added last;
 * others are skipped.  Of lines about the same addresses the first counts. */
void mappings_read(struct bytes text, struct records *records);

#endif
