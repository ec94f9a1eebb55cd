/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/fortran_name.h"

#include <string.h>

#include "base/number.h"

enum { MARK = 2 }; /* underscores before a module */

/* The bytes that are lower-case letters, digits, '_' and '.', as in modules, or
 * with `upper` also capitals, but no '.', as in procedures. */
static size_t word_length(const char *text, bool upper)
{
	size_t n = 0;

	while ((text[n] >= 'a' && text[n] <= 'z') || is_digit(text[n]) || text[n] == '_' ||
	       (upper ? text[n] >= 'A' && text[n] <= 'Z' : text[n] == '.'))
		n++;
	return n;
}

/* The bytes of what is between a module and its procedure, or 0. */
static size_t mark_length(const char *text)
{
	static const char *const marks[] = { "MOD_", "SMOD_" };
	size_t i;

	for (i = 0; i < 2; i++)
		if (!strncmp(text, marks[i], strlen(marks[i])))
			return strlen(marks[i]);
	return 0;
}

static void say(const char *text, demangle_callback *callback, void *opaque)
{
	callback(text, strlen(text), opaque);
}

/* "[clone .part.0]": a suffix begins with a letter, its number follows. */
static void say_clones(const char *suffix, demangle_callback *callback, void *opaque)
{
	while (*suffix) {
		size_t n = 1 + strcspn(suffix + 1, ".");

		while (suffix[n] == '.' && is_digit(suffix[n + 1]))
			n += 1 + strcspn(suffix + n + 1, ".");
		say(" [clone ", callback, opaque);
		callback(suffix, n, opaque);
		say("]", callback, opaque);
		suffix += n;
	}
}

int fortran_demangle_callback(const char *mangled, int options, demangle_callback *callback,
                              void *opaque)
{
	const char *module = mangled + MARK, *procedure, *dot;
	size_t len, mark, n;

	if (strncmp(mangled, "__", MARK) != 0)
		return 0;
	len = word_length(module, false);
	mark = len > 1 && module[len - 1] == '_' ? mark_length(module + len) : 0;
	procedure = module + len + mark;
	n = word_length(procedure, true);
	if (!mark || !n || module[0] < 'a' || module[0] > 'z' ||
	    (procedure[n] && procedure[n] != '.'))
		return 0;
	for (len--; (dot = memchr(module, '.', len)) != NULL; module = dot + 1) {
		callback(module, (size_t)(dot - module), opaque);
		say("::", callback, opaque);
		len -= (size_t)(dot + 1 - module);
	}
	callback(module, len, opaque);
	say("::", callback, opaque);
	callback(procedure, n, opaque);
	say_clones(procedure + n, callback, opaque);
	return 1;
}
