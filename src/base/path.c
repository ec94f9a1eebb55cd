/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/path.h"

#include <string.h>

#include "base/arena.h"

const char *path_last(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *path_folder(const char *path, struct arena *arena)
{
	return arena_text(arena, path, (size_t)(path_last(path) - path));
}
