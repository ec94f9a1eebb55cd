/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "table/table.h"

#define ITEM(name) extern const struct writer name;
#include "writer.list"
#undef ITEM

const struct writer *const writers[] = {
#define ITEM(name) &name,
#include "writer.list"
#undef ITEM
	NULL
};

const struct writer *writer_named(const char *name)
{
	size_t i;

	for (i = 0; writers[i]; i++)
		if (!strcmp(writers[i]->name, name))
			return writers[i];
	return NULL;
}

const struct writer *writer_for(const char *path)
{
	size_t len = strlen(path), i;

	for (i = 0; writers[i]; i++) {
		size_t end = strlen(writers[i]->ending);

		if (len > end && !strcmp(path + len - end, writers[i]->ending))
			return writers[i];
	}
	return writer_named("text");
}

size_t write_cell(char *out, size_t size, const struct table *table, size_t row,
                  size_t column)
{
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, table_value(table, row, column));
	return text_safe(out, size, shown);
}

/* Gives the file the rights a new one would have; mkstemp gave it 0600. */
static void set_mode(int fd, const char *path)
{
	struct stat old;
	mode_t mask = umask(0);

	umask(mask);
	if (fchmod(fd, stat(path, &old) ? 0666 & ~mask : old.st_mode & 0777))
		return; /* 0600 then: it is still the user's */
}

static bool write_to(const char *path, const char *temporary, int fd,
                     const struct writer *writer, const struct table *table,
                     const struct caption *caption, struct error *err)
{
	FILE *file = fdopen(fd, "w");
	bool ok;

	if (!file) {
		close(fd);
		return fail(err, "%s: %s", path, strerror(errno));
	}
	set_mode(fd, path);
	errno = 0;
	writer->write(table, caption, file);
	ok = !ferror(file) && !fflush(file) && !fsync(fd);
	ok = !fclose(file) && ok;
	if (ok && !rename(temporary, path))
		return true;
	return fail(err, "%s: %s", path, strerror(errno ? errno : EIO));
}

bool write_file(const char *path, const struct writer *writer,
                const struct table *table, const struct caption *caption,
                struct arena *scratch, struct error *err)
{
	char whole[PATH_MAX], *temporary;
	struct stat status;
	int fd;

	if (realpath(path, whole)) /* not a link, but what it leads to */
		path = whole;
	temporary = arena_format(scratch, "%s.XXXXXX", path);
	if (!stat(path, &status) && !S_ISREG(status.st_mode))
		return fail(err, "%s: not a regular file", path);
	fd = mkstemp(temporary);
	if (fd < 0)
		return fail(err, "%s: %s", path, strerror(errno));
	if (write_to(path, temporary, fd, writer, table, caption, err))
		return true;
	unlink(temporary);
	return false;
}
