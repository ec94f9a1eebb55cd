/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/own_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *path_last(const char *path) {
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *path_folder(const char *path, struct arena *arena) {
	return arena_text(arena, path, (size_t)(path_last(path) - path));
}

/* Source: XDG Base Directory Specification 0.8: relative paths are ignored, missing directories are
 * created with mode 0700. */

static const char *below(const char *variable, const char *otherwise, const char *name,
                         struct arena *arena) {
	const char *folder = getenv(variable), *home = getenv("HOME");

	if (folder && *folder == '/')
		return arena_format(arena, "%s/gptui/%s", folder, name);
	if (home && *home == '/')
		return arena_format(arena, "%s/%s/gptui/%s", home, otherwise, name);
	return NULL;
}

const char *own_config(struct arena *arena) {
	return below("XDG_CONFIG_HOME", ".config", "config", arena);
}

const char *system_config(void) {
	const char *other = getenv("GPTUI_SYSCONFIG");

	if (other)
		return *other ? other : NULL;
	return SYSCONFDIR "/gptui/config";
}

const char *own_themes(struct arena *arena) {
	return below("XDG_CONFIG_HOME", ".config", "themes", arena);
}

const char *own_theme(const char *name, struct arena *arena) {
	const char *folder = own_themes(arena);
	const char *path = folder ? arena_format(arena, "%s/%s.theme", folder, name) : NULL;
	struct stat status;

	return path && !stat(path, &status) ? path : NULL;
}

const char *own_history(struct arena *arena) {
	return below("XDG_STATE_HOME", ".local/state", "history", arena);
}

const char *own_shown(const char *path, struct arena *arena) {
	const char *home = getenv("HOME");
	size_t len = home ? strlen(home) : 0;

	if (len < 2 || strncmp(path, home, len) != 0 || path[len] != '/')
		return path;
	return arena_format(arena, "~%s", path + len);
}

bool own_folders(const char *path, struct arena *arena, struct error *err) {
	char *folder = arena_text(arena, path, strlen(path));
	char *slash = folder;

	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		if (mkdir(folder, 0700) && errno != EEXIST)
			return fail(err, "%.500s: %s", own_shown(folder, arena), strerror(errno));
		*slash = '/';
	}
	return true;
}
