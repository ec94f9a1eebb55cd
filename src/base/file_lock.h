/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks on open files, which programs that ask for them respect. */
#ifndef GPTUI_FILE_LOCK_H
#define GPTUI_FILE_LOCK_H

#include <stdbool.h>

/* Locks a file for as long as it is open, waiting at most that long for
 * whoever has it.  False if it stays locked, or its file system has no
 * locks. */
bool file_lock(int fd, int patience_ms);

#endif
