/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/work.h"

#include "base/progress.h"

/* Steps between two questions to the job: less than a millisecond. */
enum { PIECE = 1 << 16 };

/* Steps that reading may take.  Source: GNU as, ld and gold, Lua, and C++ of
 * DWARF 2 to 5, split, compressed and after dwz(1), all code sampled, took 1 to
 * 2 for each byte. */
enum { STEPS_OF_BYTE = 48, STEPS_OF_FILE = 1 << 24 };

void work_allow(struct work *work, uint64_t bytes)
{
	const uint64_t most = UINT64_MAX / 4;

	if (bytes > most / STEPS_OF_BYTE)
		bytes = most / STEPS_OF_BYTE;
	work->left += bytes * STEPS_OF_BYTE + STEPS_OF_FILE;
	if (work->left > most)
		work->left = most;
}

bool work_draw(struct work *work, uint64_t steps)
{
	uint64_t more;

	if (work->is_spent || progress_is_cancelled(work->progress))
		return false;
	steps -= work->at_hand;
	work->at_hand = 0;
	if (steps > work->left) {
		work->left = 0;
		work->is_spent = true;
		return false;
	}
	work->left -= steps;
	more = work->left < PIECE ? work->left : PIECE;
	work->left -= more;
	work->at_hand = more;
	return true;
}
