/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps a library from printing on standard error, for the time of a call.
 *
 * libbfd 2.40 prints what it finds odd in a file while it looks for the file's
 * format, with bytes of the file in it and past the handler that it was
 * given. */
#ifndef GPTUI_QUIET_STDERR_H
#define GPTUI_QUIET_STDERR_H

/* Sends standard error nowhere; returns the real one, or -1.  All threads have
 * the same, so keep the time short. */
int stderr_quiet(void);

/* Sends it back, unless another thread has sent it elsewhere meanwhile. */
void stderr_restore(int kept);

#endif
