/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether profile files belong to the executable they are opened with.
 *
 * Addresses are all the two have in common, so a file from another build of the program gives a
 * profile like any other, with wrong names. */
#pragma once

#include "model/image.h"

struct object;
struct records;

/* Profiles of code that ran at other addresses than the executable has.
 *
 * A position-independent program or a relocated firmware image records the addresses it ran at.
 * The load bias, the distance between the two, is subtracted from them; it may differ from run to
 * run. */

struct load_bias {
	bool is_auto;   /* find it, for each file */
	uint64_t bytes; /* else this one; modulo 2^64 */
};

/* "auto", or a number of either sign, decimal or 0x...  Errors: it is neither. */
bool load_bias_parse(struct load_bias *out, const char *text, struct error *err);

/* Subtracts the bias from all addresses of the files and adds notes about it.  A bias of 0 is none,
 * but for programs for Windows, which is expected to load them anywhere: there it is found where a
 * file's range leaves no doubt. */
void load_bias_subtract(struct records *records, struct load_bias bias,
                        const struct object *object);

/* Adds notes about files that do not seem to match.
 * Cost: linear in files and symbols; calls are sampled. */
void fit_note(struct records *records, const struct object *object);
