/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/path.h"

#include <string.h>

const char *path_last(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
