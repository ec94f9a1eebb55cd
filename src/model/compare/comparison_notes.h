/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is odd about a comparison. */
#ifndef GPTUI_COMPARISON_NOTES_H
#define GPTUI_COMPARISON_NOTES_H

struct arena;
struct comparison;

/* Sets its notes: those of the base that are faults or warnings, and what is
 * odd about both sides together. */
void comparison_notes(struct comparison *c, struct arena *arena);

#endif
