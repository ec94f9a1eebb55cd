/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison of a dataset with its base. */
#pragma once

#include "base/base.h"

struct dataset;
struct differences;
struct query;

/* The differences per what the query says.  Owner: the arena.  Errors: NULL; there is no base, no
 * such function, or it was not called. */
const struct differences *query_differences(const struct dataset *data, const struct query *query,
                                            struct arena *arena, struct error *err);
