/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How records are read: the user's choice, and messages about it. */
#ifndef GPTUI_RULE_CHOICE_H
#define GPTUI_RULE_CHOICE_H

#include <stdbool.h>

#include "model/rules.h"

struct profile;
struct session;

bool rule_choice_is_same(struct rule_choice a, struct rule_choice b);

struct rule_choice rule_choice_of(const struct rules *rules);

/* Says what another reading changed, when it is shown, or that there was just
 * another look at the files. */
void rule_choice_say(struct session *session, struct rule_choice before);

/* Says what the first profile has in it that such a choice is made for. */
void rule_choice_say_first(struct session *session);

/* Says how many figures are others than in the profile before, which did not
 * wait for the code of all bins that functions share. */
void rule_choice_say_changes(struct session *session, const struct profile *before);

/* What is shown stays, or is read again as is preferred now.  Before the first
 * profile is asked for, there is no worker. */
void rule_choice_changed(struct session *session);

#endif
