/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file_attributes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>

/* Bytes; a file with more is not copied. */
enum { MOST_NAMES = 4096, MOST_VALUE = 16384 };

/* Names of extended attributes, each with its NUL. */
struct names {
	char text[MOST_NAMES];
	size_t len;
};

static bool names_of(struct names *out, int fd)
{
	ssize_t len = flistxattr(fd, out->text, sizeof out->text);

	out->len = len > 0 ? (size_t)len : 0;
	return len >= 0 || errno == ENOTSUP;
}

static const char *next_name(const struct names *names, const char *name)
{
	name = name ? name + strlen(name) + 1 : names->text;
	return name < names->text + names->len ? name : NULL;
}

static bool has_name(const struct names *names, const char *wanted)
{
	const char *name = NULL;

	while ((name = next_name(names, name)))
		if (!strcmp(name, wanted))
			return true;
	return false;
}

static bool copy_value(int from, int to, const char *name)
{
	char wanted[MOST_VALUE], has[MOST_VALUE];
	ssize_t len = fgetxattr(from, name, wanted, sizeof wanted);

	if (len < 0)
		return false;
	if (fgetxattr(to, name, has, sizeof has) == len && !memcmp(wanted, has, (size_t)len))
		return true;
	return !fsetxattr(to, name, wanted, (size_t)len, 0);
}

/* Access lists and labels: a new file has those of its folder. */
static bool copy_extended(int from, int to)
{
	struct names wanted, has;
	const char *name = NULL;

	if (!names_of(&wanted, from) || !names_of(&has, to))
		return false;
	while ((name = next_name(&has, name)))
		if (!has_name(&wanted, name) && fremovexattr(to, name))
			return false;
	while ((name = next_name(&wanted, name)))
		if (!copy_value(from, to, name))
			return false;
	return true;
}

#else

static bool copy_extended(int from, int to)
{
	return true;
}

#endif

bool file_attributes_copy(int from, int to)
{
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return false;
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    fchown(to, old.st_uid, old.st_gid))
		return false;
	return copy_extended(from, to) && !fchmod(to, old.st_mode & 0777);
}
