/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file_lock.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/file.h>

#include "base/clock.h"

bool file_lock(int fd, int patience_ms)
{
	enum { STEP_MS = 5 };

	const long long end = clock_ms() + patience_ms;

	while (flock(fd, LOCK_EX | LOCK_NB)) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || clock_ms() >= end)
			return false;
		poll(NULL, 0, STEP_MS);
	}
	return true;
}
