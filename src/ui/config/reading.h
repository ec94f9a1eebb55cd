/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How records are read, as users choose it and as they are told. */
#ifndef GPTUI_READING_H
#define GPTUI_READING_H

#include <stdbool.h>

#include "model/rules.h"

struct session;

bool reading_is(struct rule_choice a, struct rule_choice b);

struct rule_choice reading_of(const struct rules *rules);

/* Says what another reading changed, when it is shown, or that there was just
 * another look at the files. */
void reading_tell(struct session *session, struct rule_choice before);

#endif
