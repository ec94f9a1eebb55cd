/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/preferences.h"

const struct preferences preferences_at_first = { .split_ratio = SPLIT_RATIO };
