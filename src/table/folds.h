/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folds: which rows are open although the view would have them closed, and
 * vice versa.
 *
 * A set of keys: a key in it means "not as the view has it at first".  A key
 * is a hash of names (the view, then those on the path from its first row to
 * this one), so a fold is found again after sorting, filtering, going back, or
 * reloading the files.  Two paths with the same key would be folded together;
 * with 64 bits that does not happen by chance. */
#ifndef GPTUI_FOLDS_H
#define GPTUI_FOLDS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct folds;

/* An empty set.  Owner: the arena. */
struct folds *folds_new(struct arena *arena);

/* Whether the key is in the set; folds may be NULL: empty. */
bool folds_has(const struct folds *folds, uint64_t key);

/* Puts a key into the set or takes it out. */
void folds_set(struct folds *folds, uint64_t key, bool has);

/* The key of what `text` names below parent (0: nothing above); never 0 and
 * never FOLD_ALL. */
uint64_t fold_key(uint64_t parent, const char *text);

/* Stands for all keys, in query.open_below. */
#define FOLD_ALL UINT64_MAX

#endif
