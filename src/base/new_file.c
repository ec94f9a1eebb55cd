/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/new_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"

/* Gives the file the mode a new one would have; mkstemp() made it 0600. */
static void set_mode(int fd, const char *target)
{
	struct stat old;
	mode_t mask = umask(0);

	umask(mask);
	if (fchmod(fd, stat(target, &old) ? 0666 & ~mask : old.st_mode & 0777))
		return; /* it stays 0600: still usable by the user */
}

bool new_file_open(struct new_file *out, const char *path, struct arena *arena,
                   struct error *err)
{
	char target[PATH_MAX];
	char *temporary;
	struct stat status;
	int fd;

	*out = (struct new_file){ .path = path, .target = path };
	if (!stat(path, &status) && !S_ISREG(status.st_mode))
		return fail(err, "%s: %s", path,
		            S_ISDIR(status.st_mode) ? strerror(EISDIR)
		                                    : "not a regular file");
	if (realpath(path, target))
		out->target = arena_text(arena, target, strlen(target));
	out->temporary = temporary = arena_format(arena, "%s.XXXXXX",
	                                          out->target);
	fd = mkstemp(temporary);
	if (fd < 0)
		return fail(err, "%s: %s", path, strerror(errno));
	set_mode(fd, out->target);
	out->file = fdopen(fd, "wb");
	if (out->file)
		return true;
	fail(err, "%s: %s", path, strerror(errno));
	close(fd);
	unlink(temporary);
	return false;
}

bool new_file_finish(struct new_file *file, struct error *err)
{
	bool ok;

	errno = 0;
	ok = !ferror(file->file) && !fflush(file->file) &&
	     !fsync(fileno(file->file));
	ok = !fclose(file->file) && ok;
	if (ok && !rename(file->temporary, file->target))
		return true;
	fail(err, "%s: %s", file->path, strerror(errno ? errno : EIO));
	unlink(file->temporary);
	return false;
}
