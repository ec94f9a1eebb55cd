/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* fopencookie */
#include "base/system.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/text.h"
#include "config.h"

bool library_load(void *functions, const char *soname, const char *const *names, size_t n,
                  struct error *err) {
	void *handle = dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
	size_t i;

	for (i = 0; handle && i < n; i++) {
		const bool is_optional = *names[i] == '?';
		void *found = dlsym(handle, names[i] + is_optional);

		if (!found && !is_optional)
			break;
		memcpy((char *)functions + i * sizeof found, &found, sizeof found);
	}
	return (handle && i == n) || fail(err, "%s cannot be loaded", soname);
}

const struct built_in built_in = {
#ifdef HAVE_LIBOPCODES
	.disassembler = true,
#endif
#ifdef HAVE_DEBUGINFOD
	.debuginfod = true,
#endif
#ifdef LIBARCHIVE_SONAME
	.archives = true,
#endif
#ifdef LIBCURL_SONAME
	.urls = true,
#endif
#ifdef HAVE_RECORDER
	.recorder = true,
#endif
};

int stderr_quiet(void) {
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null < 0)
		return -1;
	int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (kept >= 0)
		dup2(null, STDERR_FILENO);
	close(null);
	return kept;
}

void stderr_restore(int kept) {
	struct stat now;

	if (kept < 0)
		return;
	if (!fstat(STDERR_FILENO, &now) && is_null_device(&now))
		dup2(kept, STDERR_FILENO);
	close(kept);
}

enum { LINE = 16 * 1024 };

/* A line being written.  A longer one is written in pieces. */
struct safe {
	FILE *to;
	char line[LINE];
	size_t len;
};

/* How many bytes are written as they are: printable ASCII, unless what follows the last one could
 * be a mark on it, and what formats a text. */
static size_t plain(const char *text, size_t len) {
	size_t n = 0;

	while (n < len && ((text[n] >= ' ' && text[n] < 0x7f) || memchr("\t\f\n", text[n], 3) ||
	                   (text[n] == '\r' && n + 1 < len && text[n + 1] == '\n')))
		n++;
	return n && n < len && (unsigned char)text[n] >= 0x80 && text[n - 1] >= ' ' ? n - 1 : n;
}

static void put(FILE *to, const char *text, size_t len) {
	struct glyph glyph;
	size_t n;

	for (; len; text += n, len -= n) {
		n = plain(text, len);
		if (n) {
			fwrite(text, 1, n, to);
			continue;
		}
		n = text_glyph(&glyph, text, len);
		fputs(glyph.bytes, to);
	}
}

/* How much of the line can be written now: up to its end, of a long one to its last character. */
static size_t complete(const struct safe *safe) {
	const char *end = memrchr(safe->line, '\n', safe->len);
	size_t at = safe->len - 1;

	if (end)
		return (size_t)(end - safe->line) + 1;
	if (safe->len < LINE)
		return 0;
	while (at && is_within_letter(safe->line[at]))
		at--;
	return at ? at : safe->len;
}

static ssize_t write_some(void *cookie, const char *data, size_t size) {
	struct safe *safe = cookie;
	size_t at = 0;

	while (at < size) {
		size_t n = LINE - safe->len < size - at ? LINE - safe->len : size - at;
		memcpy(safe->line + safe->len, data + at, n);
		safe->len += n;
		at += n;
		n = complete(safe);
		put(safe->to, safe->line, n);
		safe->len -= n;
		memmove(safe->line, safe->line + n, safe->len);
	}
	return ferror(safe->to) ? 0 : (ssize_t)size;
}

static int finish(void *cookie) {
	struct safe *safe = cookie;

	put(safe->to, safe->line, safe->len);
	return fflush(safe->to);
}

FILE *safe_output(FILE *out, struct arena *arena) {
	const cookie_io_functions_t functions = { .write = write_some, .close = finish };

	if (!isatty(fileno(out)))
		return out;
	struct safe *safe = arena_alloc(arena, 1, sizeof *safe);
	safe->to = out;
	FILE *file = fopencookie(safe, "w", functions);
	if (!file)
		end_program("out of memory");
	setvbuf(file, NULL, _IOLBF, BUFSIZ);
	return file;
}

void safe_output_close(FILE *safe, FILE *out) {
	if (safe != out)
		fclose(safe);
}

const char *safe_in_message(const char *text, struct arena *arena) {
	return isatty(STDERR_FILENO) ? text_safe_copy(text, arena) : text;
}
