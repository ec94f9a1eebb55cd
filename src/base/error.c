/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts stars in the place of the text from `low` to `high`; returns the end of them. */
static char *put_stars(char *text, size_t size, char *low, char *high) {
	const size_t room = size - 1 - (size_t)(low - text), rest = strlen(high);
	const size_t n = room < 3 ? room : 3;

	memmove(low + n, high, rest < room - n ? rest : room - n);
	memcpy(low, "***", n);
	low[rest < room - n ? n + rest : room] = '\0';
	return low + n;
}

/* Where the password of what follows "://" begins and ends.  Slashes belong into no password, but
 * they are there if somebody thought so, and the end of a message that is too long may be in the
 * middle of one. */
static bool find_password(char *from, char **low, char **high) {
	char *const word = from + strcspn(from, " \t\r\n");
	char *end = from + strcspn(from, "/?# \t\r\n"), *at, *port;

	*low = memchr(from, ':', (size_t)(end - from));
	if (!*low || *from == '[')
		return false;
	++*low;
	for (at = NULL, port = *low; port < end; port++)
		at = *port == '@' ? port : at;
	if (!at && end < word && strspn(*low, "0123456789") != (size_t)(end - *low))
		for (port = end; port < word; port++)
			at = *port == '@' ? port : at;
	while (!at && end > *low && strchr(":;,.)\"", end[-1]))
		end--;
	*high = at ? at : end;
	return at || strspn(*low, "0123456789") < (size_t)(end - *low);
}

void passwords_hide(char *text, size_t size) {
	char *from = text, *low, *high;

	while ((from = strstr(from, "://"))) {
		from += 3;
		if (find_password(from, &low, &high))
			from = put_stars(text, size, low, high);
	}
}

bool fail(struct error *err, const char *format, ...) {
	va_list args;

	va_start(args, format);
	vsnprintf(err->reason, sizeof err->reason, format, args);
	va_end(args);
	passwords_hide(err->reason, sizeof err->reason);
	return false;
}

bool fail_no_such(struct error *err, const char *what, const char *word,
                  const char *(*name)(const void *from, size_t index), const void *from) {
	char list[512];
	size_t used = 0;

	for (size_t index = 0; name(from, index) && used < sizeof list; index++)
		used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", index ? ", " : "",
		                         name(from, index));
	return fail(err, "no %s \"%.100s\"; available: %s", what, word, list);
}

bool fail_at(struct error *err, const char *where) {
	struct error inner = *err;

	return fail(err, "%.511s: %.511s", where, inner.reason);
}

void end_program(const char *why) {
	fprintf(stderr, "gptui: %s\n", why);
	exit(EXIT_FAILURE);
}
