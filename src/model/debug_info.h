/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of the debug information: found when lines are read, so after
 * the profile was built. */
#ifndef GPTUI_DEBUG_INFO_H
#define GPTUI_DEBUG_INFO_H

#include <stddef.h>

#include "base/bytes.h"

struct note;

struct debug_info {
	/* Why no line is known, and what to do about it; NULL: lines are
	 * known. */
	const char *reason, *cure;

	/* The program's build-id, by which servers identify it; may be
	 * empty. */
	struct bytes build_id;

	const char *path; /* the separate debug file; NULL: none is used */

	/* What is missing, or from another build; shape: [nnotes]. */
	const struct note *notes;
	size_t nnotes;
};

#endif
