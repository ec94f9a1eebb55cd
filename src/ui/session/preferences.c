/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/preferences.h"

const struct preferences preferences_at_first = { .fetch_s = FETCH_S, .split_ratio = SPLIT_RATIO };
