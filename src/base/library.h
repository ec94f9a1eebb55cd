/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries that few runs need: loaded on first use, and never unloaded. */
#ifndef GPTUI_LIBRARY_H
#define GPTUI_LIBRARY_H

#include <stdbool.h>

/* Loads a library, if it was not loaded before.  NULL: it cannot be. */
void *library_open(const char *soname);

/* Sets a pointer to one of its functions; false if it has none of the name.
 * function: where that pointer is. */
bool library_find(void *library, const char *name, void *function);

#endif
