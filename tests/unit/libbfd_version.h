/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "config.h"

/* Whether libbfd is of binutils 2.MINOR or later, or of no known version. */
static inline bool libbfd_since(int minor) {
	int linked;

	return sscanf(LIBBFD_VERSION, "2.%d", &linked) != 1 || linked >= minor;
}
