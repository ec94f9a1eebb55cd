/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create */
#include "process/captured_stderr.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SHOWN = 16 * 1024, PIECE = 1024 };

void stderr_capture(struct captured_stderr *captured)
{
	*captured = (struct captured_stderr){ -1, -1 };
	if (!isatty(STDERR_FILENO))
		return;
	captured->memory = memfd_create("gptui-stderr", MFD_CLOEXEC);
	if (captured->memory < 0)
		return;
	captured->kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (captured->kept >= 0)
		dup2(captured->memory, STDERR_FILENO);
}

void stderr_lend(const struct captured_stderr *captured, bool is_lent)
{
	if (captured->kept >= 0)
		dup2(is_lent ? captured->kept : captured->memory, STDERR_FILENO);
}

/* Makes bytes harmless for a terminal. */
static void tame(char *bytes, ssize_t len)
{
	ssize_t i;

	for (i = 0; i < len; i++)
		if ((bytes[i] < ' ' || bytes[i] > '~') && bytes[i] != '\n')
			bytes[i] = '?';
}

void stderr_release(struct captured_stderr *captured)
{
	char bytes[PIECE];
	off_t at;

	if (captured->kept >= 0) {
		dup2(captured->kept, STDERR_FILENO);
		for (at = 0; at < SHOWN; at += PIECE) {
			ssize_t n = pread(captured->memory, bytes, PIECE, at);

			if (n <= 0)
				break;
			tame(bytes, n);
			if (write(STDERR_FILENO, bytes, (size_t)n) < n)
				break;
		}
		close(captured->kept);
	}
	if (captured->memory >= 0)
		close(captured->memory);
	*captured = (struct captured_stderr){ -1, -1 };
}
