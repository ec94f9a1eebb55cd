/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that stay open from one input to the next: opening them takes longer than what is done
 * with most recordings.  A target has them if it is linked with --wrap=object_open. */
#pragma once

#include <stdint.h>

/* Between two inputs: closes those that served long enough.  contents: of all files that are in the
 * folder from now on, so that another number means other ones. */
void kept_objects_begin(uint64_t contents);
