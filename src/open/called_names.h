/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code by the names that callers use, where stacks show what these lead to. */
#pragma once

#include "base/arena.h"

struct object;
struct records;

/* The object with symbols for the implementations of its indirect functions: `sin' is where the
 * code that chooses one names "__sin_fma", "__sin_avx".  Where libopcodes does not know the
 * machine, or unwind tables do not say where an implementation ends, there is none.
 *
 * Functions are added to stacks that left them by a jump: where a call goes to one function, and
 * the stack has another one there, to which that jumps, or to which a chain of jumps leads that is
 * the only way.  The address is that of the jump.
 *
 * Stacks have addresses of the object.  Owner: the arena.
 * Cost: 1 us an instruction of the code that chooses, and of what is called and left. */
const struct object *called_names_add(struct records *records, const struct object *object,
                                      struct arena *arena);
