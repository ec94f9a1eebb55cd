/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether profile files belong to the executable they are opened with.
 *
 * Addresses are all the two have in common, so a file from another build of
 * the program gives a profile like any other, with wrong names. */
#ifndef GPTUI_FIT_H
#define GPTUI_FIT_H

struct object;
struct records;

/* Adds notes about files that do not seem to match.
 * Cost: linear in files and symbols; calls are sampled. */
void fit_note(struct records *records, const struct object *object);

#endif
