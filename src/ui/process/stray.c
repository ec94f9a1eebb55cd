/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create */
#include "ui/process/stray.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SHOWN = 16 * 1024, PIECE = 1024 };

void stray_catch(struct stray *stray)
{
	*stray = (struct stray){ -1, -1 };
	if (!isatty(STDERR_FILENO))
		return;
	stray->memory = memfd_create("gptui-stderr", MFD_CLOEXEC);
	if (stray->memory < 0)
		return;
	stray->kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (stray->kept >= 0)
		dup2(stray->memory, STDERR_FILENO);
}

void stray_lend(const struct stray *stray, bool is_lent)
{
	if (stray->kept >= 0)
		dup2(is_lent ? stray->kept : stray->memory, STDERR_FILENO);
}

/* Makes bytes harmless for a terminal. */
static void tame(char *bytes, ssize_t len)
{
	ssize_t i;

	for (i = 0; i < len; i++)
		if ((bytes[i] < ' ' || bytes[i] > '~') && bytes[i] != '\n')
			bytes[i] = '?';
}

void stray_release(struct stray *stray)
{
	char bytes[PIECE];
	off_t at;

	if (stray->kept >= 0) {
		dup2(stray->kept, STDERR_FILENO);
		for (at = 0; at < SHOWN; at += PIECE) {
			ssize_t n = pread(stray->memory, bytes, PIECE, at);

			if (n <= 0)
				break;
			tame(bytes, n);
			if (write(STDERR_FILENO, bytes, (size_t)n) < n)
				break;
		}
		close(stray->kept);
	}
	if (stray->memory >= 0)
		close(stray->memory);
	*stray = (struct stray){ -1, -1 };
}
