/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs what a key is bound to, else its own command. */
#ifndef GPTUI_KEY_PRESS_H
#define GPTUI_KEY_PRESS_H

#include <stdbool.h>

struct error;
struct session;

/* Errors: the command's; or that the key does nothing here, with a hint. */
bool key_press(struct session *session, const char *key, struct error *err);

#endif
