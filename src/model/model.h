/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program, what its profile files say, the profile made of both, and what became known since. */
#pragma once

#include "model/code.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/names.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"
#include "model/runs.h"
