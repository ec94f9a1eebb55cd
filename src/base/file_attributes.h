/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file has beside its bytes: mode, owner, access lists, labels. */
#ifndef GPTUI_FILE_ATTRIBUTES_H
#define GPTUI_FILE_ATTRIBUTES_H

#include <stdbool.h>

/* Gives a new file, which must be the user's, all that an old one has, but
 * for set-user-ID and set-group-ID bits, which a write clears.
 * Errors: false, and errno; something cannot be given. */
bool file_attributes_copy(int from, int to);

#endif
