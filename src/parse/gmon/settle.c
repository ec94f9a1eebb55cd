/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/settle.h"

#include <sys/stat.h>
#include <time.h>

#include "base/progress.h"
#include "model/records.h"

enum { FRESH_S = 2, PAUSE_MS = 100 };

bool settle_is_fresh(const char *const *files, size_t nfiles)
{
	const time_t now = time(NULL);
	struct stat st;
	size_t i;

	for (i = 0; i < nfiles; i++)
		if (!stat(files[i], &st) && now - st.st_mtime <= FRESH_S &&
		    st.st_mtime - now <= FRESH_S)
			return true;
	return false;
}

bool settle_is_cut(const struct records *records)
{
	size_t i;

	for (i = 0; i < records->nfiles; i++)
		if (records->files[i].is_cut)
			return true;
	return false;
}

bool settle_wait(struct progress *progress)
{
	const struct timespec pause = { 0, PAUSE_MS * 1000000L };

	progress_stage(progress, "waiting for a file that is being written", 0);
	nanosleep(&pause, NULL);
	return progress_wanted(progress);
}
