/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all of the program stands on. */
#pragma once

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/new_file.h"
#include "base/pattern.h"
#include "base/sort.h"
#include "base/system.h"
#include "base/text.h"
#include "base/work.h"
