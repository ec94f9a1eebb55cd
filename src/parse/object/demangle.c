/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/demangle.h"

#include <setjmp.h>
#include <string.h>

#include "base/arena.h"
#include "base/work.h"
#include "parse/object/demangle_bound.h"
#include "parse/object/fortran_name.h"

/* From libiberty, which libbfd brings along; its header is packaged
 * separately.  Source: libiberty's demangle.h. */
extern demangle_library cplus_demangle_v3_callback, rust_demangle_callback;

extern int java_demangle_v3_callback(const char *mangled, demangle_callback *callback,
                                     void *opaque);

/* These return memory from malloc(). */
extern char *ada_demangle(const char *mangled, int options);
extern char *dlang_demangle(const char *mangled, int options);

enum {
	DEMANGLE_PARAMETERS = 1 << 0,
	DEMANGLE_QUALIFIERS = 1 << 1, /* const, volatile */
	DEMANGLE_OPTIONS = DEMANGLE_PARAMETERS | DEMANGLE_QUALIFIERS
};

enum { MOST_COPIED = 8192 };

/* Where the pieces of a readable name go. */
struct output {
	enum demangle_style style;
	struct work *work;
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

	if (n) /* the text may be NULL */
		memcpy(out->text + out->len, text, n);
	out->len += n;
	if (len > room)
		longjmp(out->full, 1);
}

static bool append_rust(struct output *out, const char *stem)
{
	return demangle_is_bounded_rust(stem, rust_demangle_callback) &&
	       rust_demangle_callback(stem, DEMANGLE_OPTIONS, append, out);
}

/* What was added to the symbol, which the library drops, but for the number that
 * LLVM gives what it moves between files: as rustfilt has it.  Dots before the
 * last E belong to the name. */
static bool append_whole_rust(struct output *out, const char *stem)
{
	static const char moved[] = ".llvm.";
	const char *end = strrchr(stem, 'E'), *added, *rest;

	if (!append_rust(out, stem))
		return false;
	added = strchr(end ? end : stem, '.');
	rest = added ? strstr(added, moved) : NULL;
	if (added)
		append(added, rest ? (size_t)(rest - added) : strlen(added), out);
	return true;
}

static bool append_fortran(struct output *out, const char *stem)
{
	return fortran_demangle_callback(stem, DEMANGLE_OPTIONS, append, out);
}

static bool append_v3(struct output *out, const char *stem)
{
	return demangle_is_bounded_v3(stem, cplus_demangle_v3_callback, out->work) &&
	       cplus_demangle_v3_callback(stem, DEMANGLE_OPTIONS, append, out);
}

static bool append_java(struct output *out, const char *stem)
{
	return demangle_is_bounded_v3(stem, cplus_demangle_v3_callback, out->work) &&
	       java_demangle_v3_callback(stem, append, out);
}

/* The library's text; append() must not jump past freeing it. */
static bool append_whole(struct output *out, char *text)
{
	const size_t len = text ? strlen(text) : 0;
	const size_t room = out->size - out->len;

	if (!text)
		return false;
	memcpy(out->text + out->len, text, len < room ? len : room);
	free_foreign(text);
	out->len += len < room ? len : room;
	if (len > room)
		longjmp(out->full, 1);
	return true;
}

static bool append_gnat(struct output *out, const char *stem)
{
	return append_whole(out, ada_demangle(stem, DEMANGLE_OPTIONS));
}

static bool append_dlang(struct output *out, const char *stem)
{
	return demangle_is_bounded_dlang(stem) &&
	       append_whole(out, dlang_demangle(stem, DEMANGLE_OPTIONS));
}

/* The methods by which a style reads names; all are tried. */
static const struct {
	const char *name;   /* that gprof has for it, or NULL */
	const char *begins; /* what a name may begin with; NULL: anything */
	bool (*attempts[3])(struct output *out, const char *stem);
} styles[] = {
	[DEMANGLE_NONE] = { "none", "", { NULL } },
	/* "_Z", "_R", "_GLOBAL_", "ZN" and "R" */
	[DEMANGLE_AUTO] = { "auto", "_RZ", { append_rust, append_v3 } },
	[DEMANGLE_GNU_V3] = { "gnu-v3", "_Z", { append_v3 } },
	[DEMANGLE_JAVA] = { "java", NULL, { append_java } },
	[DEMANGLE_GNAT] = { "gnat", NULL, { append_gnat } },
	[DEMANGLE_DLANG] = { "dlang", "_", { append_dlang } },
	[DEMANGLE_RUST] = { "rust", "_RZ", { append_rust } },
	[DEMANGLE_READABLE] = { NULL, "_RZ", { append_fortran, append_whole_rust, append_v3 } },
};

bool demangle_style_named(const char *name, enum demangle_style *out)
{
	size_t i;

	for (i = 0; i < sizeof styles / sizeof *styles; i++)
		if (styles[i].name && !strcmp(name, styles[i].name)) {
			*out = (enum demangle_style)i;
			return true;
		}
	return false;
}

/* Appends the readable form of a name without prefix and suffix. */
static bool demangle_stem(struct output *out, const char *stem)
{
	const size_t before = out->len;
	size_t i;

	for (i = 0; i < 3 && styles[out->style].attempts[i]; i++) {
		if (styles[out->style].attempts[i](out, stem))
			return true;
		out->len = before; /* it may have started printing */
	}
	return false;
}

/* Puts the prefix, the readable stem and the suffix together. */
static bool demangle_parts(struct output *out, const char *prefix, const char *name,
                           const char *suffix)
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

static bool demangle_plain(char *out, size_t size, const char *raw, enum demangle_style style,
                           struct work *work)
{
	enum { EACH = 16, BYTES_OF_STEP = 4 };
	struct output output = { .style = style, .work = work, .text = out, .size = size - 1 };
	const char *name = raw + strspn(raw, ".$");
	bool ok;

	if (styles[style].begins && (!*name || !strchr(styles[style].begins, *name)))
		return false;
	if (work && !work_pay(work, EACH + strlen(name) / BYTES_OF_STEP))
		return false;
	ok = demangle_parts(&output, raw, name, name + strcspn(name, "@"));
	if (work)
		work_pay(work, output.len);
	return ok;
}

bool demangle_in_style(char *out, size_t size, const char *raw, enum demangle_style style,
                       char leading, struct work *work)
{
	size_t len;

	if (!leading || *raw != leading)
		return demangle_plain(out, size, raw, style, work);
	raw++;
	if (demangle_plain(out, size, raw, style, work))
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

bool demangle(char *out, size_t size, const char *raw, struct work *work)
{
	return demangle_in_style(out, size, raw, DEMANGLE_READABLE, 0, work);
}

bool demangle_underscored(char *out, size_t size, const char *raw, struct work *work)
{
	return demangle_in_style(out, size, raw, DEMANGLE_READABLE, '_', work);
}
