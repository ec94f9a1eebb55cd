/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/demangle.h"

#include <setjmp.h>
#include <string.h>

/* Of libiberty, which libbfd brings along; its header is packaged apart.
 * Source: libiberty's demangle.h. */
typedef void demangle_callback(const char *text, size_t len, void *opaque);
extern int cplus_demangle_v3_callback(const char *mangled, int options,
                                      demangle_callback *callback,
                                      void *opaque);
extern int rust_demangle_callback(const char *mangled, int options,
                                  demangle_callback *callback, void *opaque);

enum {
	DEMANGLE_PARAMETERS = 1 << 0,
	DEMANGLE_QUALIFIERS = 1 << 1, /* const, volatile */
	DEMANGLE_OPTIONS = DEMANGLE_PARAMETERS | DEMANGLE_QUALIFIERS
};

enum { MOST_COPIED = 8192 };

/* Where the pieces of a readable name go. */
struct output {
	char *text;
	size_t len, size; /* bytes; size without the NUL */
	jmp_buf full;
};

/* The only way to stop the demanglers: they own nothing while they print. */
static void append(const char *text, size_t len, void *opaque)
{
	struct output *out = opaque;
	const size_t room = out->size - out->len;
	const size_t n = len < room ? len : room;

	memcpy(out->text + out->len, text, n);
	out->len += n;
	if (len > room)
		longjmp(out->full, 1);
}

/* Appends the readable form of a name without prefix and suffix. */
static bool demangle_stem(struct output *out, const char *stem)
{
	const size_t before = out->len;

	if (rust_demangle_callback(stem, DEMANGLE_OPTIONS, append, out))
		return true;
	out->len = before; /* it may have begun to print */
	if (cplus_demangle_v3_callback(stem, DEMANGLE_OPTIONS, append, out))
		return true;
	out->len = before;
	return false;
}

/* Puts the prefix, the readable stem and the suffix together. */
static bool demangle_parts(struct output *out, const char *prefix,
                           const char *name, const char *suffix)
{
	char stem[MOST_COPIED];
	const size_t len = (size_t)(suffix - name);

	if (*suffix) {
		if (len >= sizeof stem)
			return false;
		memcpy(stem, name, len);
		stem[len] = '\0';
	}
	if (setjmp(out->full)) {
		memcpy(out->text + out->size - 3, "...", 3);
		out->text[out->size] = '\0';
		return true;
	}
	append(prefix, (size_t)(name - prefix), out);
	if (!demangle_stem(out, *suffix ? stem : name))
		return false;
	append(suffix, strlen(suffix), out);
	out->text[out->len] = '\0';
	return true;
}

bool demangle(char *out, size_t size, const char *raw)
{
	struct output output = { .text = out, .size = size - 1 };
	const char *name = raw + strspn(raw, ".$");

	/* Nothing but "_Z", "_R", "_GLOBAL_", "ZN" and "R" can be mangled. */
	if (!*name || !strchr("_RZ", *name))
		return false;
	return demangle_parts(&output, raw, name, name + strcspn(name, "@"));
}

bool demangle_underscored(char *out, size_t size, const char *raw)
{
	size_t len;

	if (*raw != '_')
		return demangle(out, size, raw);
	raw++;
	if (demangle(out, size, raw))
		return true;
	len = strlen(raw);
	if (len < size) {
		memcpy(out, raw, len + 1);
	} else {
		memcpy(out, raw, size - 4);
		memcpy(out + size - 4, "...", 4);
	}
	return true;
}
