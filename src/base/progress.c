/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/progress.h"

void progress_stage(struct progress *progress, const char *stage, size_t total)
{
	if (!progress)
		return;
	atomic_store(&progress->stage, stage);
	atomic_store(&progress->done, 0);
	atomic_store(&progress->total, total);
	if (progress->changed)
		progress->changed(progress);
}

bool progress_step(struct progress *progress, size_t done)
{
	if (!progress)
		return true;
	atomic_store(&progress->done, done);
	if (progress->changed)
		progress->changed(progress);
	return progress_wanted(progress);
}

bool progress_wanted(struct progress *progress)
{
	if (!progress)
		return true;
	if (progress->between)
		progress->between(progress);
	return !progress_is_cancelled(progress);
}

bool progress_is_cancelled(const struct progress *progress)
{
	return progress && atomic_load(&progress->cancelled);
}
