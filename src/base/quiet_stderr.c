/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/quiet_stderr.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

static const char nowhere[] = "/dev/null";

int stderr_quiet(void)
{
	int null = open(nowhere, O_WRONLY | O_CLOEXEC), kept;

	if (null < 0)
		return -1;
	kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (kept >= 0)
		dup2(null, STDERR_FILENO);
	close(null);
	return kept;
}

static bool is_quiet(void)
{
	struct stat now, null;

	return !fstat(STDERR_FILENO, &now) && !stat(nowhere, &null) && S_ISCHR(now.st_mode) &&
	       now.st_rdev == null.st_rdev;
}

void stderr_restore(int kept)
{
	if (kept < 0)
		return;
	if (is_quiet())
		dup2(kept, STDERR_FILENO);
	close(kept);
}
