/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much gprof's interpretation of the records differs from what was
 * measured, for listings that follow gprof. */
#ifndef GPTUI_BUILD_NOTES_H
#define GPTUI_BUILD_NOTES_H

struct image;
struct records;
struct rules;

/* The part of the samples, 0 to 1, that the rules compared with exact ones
 * credit to another function than the one they were measured in, or lose; 0 if
 * there is nothing to compare.
 * Cost: finds functions and distributes bins twice. */
double disagreement_share(const struct rules *rules, const struct image *image,
                          const struct records *records);

#endif
