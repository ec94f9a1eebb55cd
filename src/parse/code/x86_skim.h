/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps over x86-64 instructions without libopcodes, which takes ten times as long. */
#pragma once

#include "model/code.h"

enum { X86_LONGEST = 15 }; /* bytes of an instruction */

/* Sets size, is_call and the target of calls; the text is empty.  code: shape: [X86_LONGEST].
 * False for what the tables do not have: rare instructions, those that begin with VEX or EVEX, and
 * bytes that are none. */
bool x86_skim(struct instruction *out, uint64_t address, const unsigned char *code);

/* Bytes of a ModRM, the SIB behind it, if it has one, and a displacement. */
size_t x86_modrm_size(unsigned char modrm, unsigned char sib);
