/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the worker does for files that are opened, a job each.  The context is
 * a struct loaded_files, of which only the job that runs may change its part.
 */
#ifndef GPTUI_FILES_WORK_H
#define GPTUI_FILES_WORK_H

struct progress;

/* Reads them; on a reload with their base. */
void files_open(void *context, struct progress *progress);

/* Looks whether files that are watched have changed; if so, does everything that
 * follows, too, so that the screen changes once. */
void files_look(void *context, struct progress *progress);

/* Finds what each file has of the profile; on a reload files_open() does. */
void files_find_runs(void *context, struct progress *progress);

/* Reads the base, after the first screen, so that this need not wait for it;
 * compares anew with inlined code, in which functions that are gone may be. */
void files_find_base(void *context, struct progress *progress);
void files_compare(void *context, struct progress *progress);

/* Finds lines, after the first screen, because they need DWARF; then inlined
 * code, which needs more of it. */
void files_find_lines(void *context, struct progress *progress);
void files_find_frames(void *context, struct progress *progress);
void files_set_apart(void *context, struct progress *progress);

/* Makes all names: a filter looks at all of them, and its first letter must not
 * wait for that. */
void files_make_names(void *context, struct progress *progress);

#endif
