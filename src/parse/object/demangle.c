/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/demangle.h"

#include <setjmp.h>

/* C++: where a pack is expanded, the library looks for it in the whole pattern (d_find_pack), in
 * each part as often as substitutions refer to it.  So another name is printed first, in which
 * packs are qualifiers and template parameters are classes: its tree is the same, it has the same
 * substitutions, all of the tree is printed, and printing can be stopped.
 *
 *	DpX   VKX     a type with one qualifier more: one substitution, too
 *	DpKX  PVKX    if X has qualifiers: a pointer
 *	spX   ngX     an expression with one operand
 *	sZX   szX
 *	T_    1a      types and expressions; T0_ 2aa, and so on
 *
 * All pairs have the same lengths, so a pair within an identifier does no harm.  One across the end
 * of an identifier does: then the name is tried again with such pairs changed so that only
 * identifiers can contain them.  After "operator" and a template parameter, what may be template
 * arguments is parsed once with and once without them, again for each level.
 *
 * Rust: lifetimes are counted one by one (demangle_binder), in parts that are not printed, too.
 * What looks like many of them can also be in an identifier or a number: then the name is one
 * without them as well.
 *
 * Source: libiberty's cp-demangle.c and rust-demangle.c, 2.40. */

/* Names that libiberty's demanglers would not be done with: a few hundred bytes can keep them busy
 * for years without a byte of output, by which they could be stopped.
 *
 * A name passes if a bound of its cost is small.  The bounds are those of libiberty 2.40; of
 * 376,000 C++ and 251,000 Rust names of LLVM, Clang, Java's machine, gold and rustc all pass. */

/* A demangler that calls back with pieces of text; returns 0 if the name is not one of its own. */
typedef void demangle_callback(const char *text, size_t len, void *opaque);
typedef int demangle_library(const char *mangled, int options, demangle_callback *callback,
                             void *opaque);

enum {
	MOST_COPIED = 8192,
	MOST_PRINTED = 1 << 15, /* four times what the longest real name takes */
	MOST_TRIED = 12         /* template arguments that may be none */
};

/* Where the pieces of a readable name go. */
struct output {
	enum demangle_style style;
	struct work *work;
	char *text;       /* NULL: they are only counted */
	size_t len, size; /* bytes; size without the NUL */
	jmp_buf full;
};

/* The only way to stop the demanglers: they own nothing while they print. */
static void append(const char *text, size_t len, void *opaque) {
	struct output *out = opaque;
	const size_t room = out->size - out->len, n = len < room ? len : room;

	if (n && out->text) /* neither need be there */
		memcpy(out->text + out->len, text, n);
	out->len += n;
	if (len > room)
		longjmp(out->full, 1);
}

/* A name that is printed only to see how much it is. */
struct trial {
	char text[MOST_COPIED];
	size_t len;
};

/* How many bytes it has, readable; 0: it is no name; more than MOST_PRINTED. */
static size_t count_printed(struct trial *t, demangle_library *library) {
	struct output out = { .size = MOST_PRINTED };

	t->text[t->len] = '\0';
	if (setjmp(out.full))
		return MOST_PRINTED + 1;
	return library(t->text, 0x3, append, &out) ? out.len : 0;
}

/* The bytes of a letter, digits, perhaps upper-case ones, and '_', or 0. */
static size_t reference(const char *at, char letter, bool upper) {
	size_t n = 1;

	if (*at != letter)
		return 0;
	while (isdigit((unsigned char)at[n]) || (upper && isupper((unsigned char)at[n])))
		n++;
	return at[n] == '_' ? n + 1 : 0;
}

static bool is_pair(const char *at, const char *pair) {
	return at[0] == pair[0] && at[1] == pair[1];
}

static void put(struct trial *t, const char *text, size_t len) {
	memcpy(t->text + t->len, text, len);
	t->len += len;
}

/* Which pairs are not what they look like. */
enum doubt { NO_DOUBT, DOUBT_EXPRESSIONS, DOUBT_TYPES, DOUBTS };

/* Puts the pack at the place; returns its bytes, 0 if there is none. */
static size_t put_pack(struct trial *t, const char *at, enum doubt doubt) {
	if (is_pair(at, "Dp")) {
		if (doubt == DOUBT_TYPES)
			put(t, "xp", 2);
		else if (at[2] && strchr("rVK", at[2]))
			put(t, "PV", 2);
		else
			put(t, "VK", 2);
		return 2;
	}
	if (!is_pair(at, "sp") && !is_pair(at, "sZ"))
		return 0;
	if (doubt == DOUBT_EXPRESSIONS)
		put(t, at[1] == 'p' ? "xp" : "xZ", 2);
	else
		put(t, at[1] == 'p' ? "ng" : "sz", 2);
	return 2;
}

/* Puts a class for a template parameter; likewise. */
static size_t put_parameter(struct trial *t, const char *at) {
	const size_t len = reference(at, 'T', false);
	const char digit = (char)('0' + len - 1);

	if (!len || len > 10)
		return 0;
	put(t, &digit, 1);
	put(t, "aaaaaaaaa", len - 1);
	return len;
}

/* Makes the other name; false if it is too long. */
static bool make_plain(struct trial *t, const char *name, enum doubt doubt) {
	const char *at = name;

	t->len = 0;
	while (*at) {
		const char before = at > name ? at[-1] : '\0';
		size_t len = reference(at, 'S', true);

		if (t->len + 16 > sizeof t->text || len > 16)
			return false;
		if (len || is_pair(at, "Ss"))
			put(t, at, len = len ? len : 2);
		else if (before != 'D' && !isdigit((unsigned char)before))
			len = put_parameter(t, at);
		if (!len && !isdigit((unsigned char)before))
			len = put_pack(t, at, doubt);
		if (!len)
			put(t, at, len = 1);
		at += len;
	}
	return true;
}

/* Template parameters with arguments; they matter after "operator". */
static size_t count_tried(const char *name) {
	size_t n = 0;

	if (!strstr(name, "cv"))
		return 0;
	for (; *name; name++) {
		size_t len = reference(name, 'T', false);
		n += len && name[len] == 'I';
	}
	return n;
}

/* Whether C++ names and those of Java cost little.  Pays for finding out, unless the work is NULL.
 * Cost: at most that of three short names. */
static bool demangle_is_bounded_v3(const char *name, demangle_library *library, struct work *work) {
	struct trial t;
	size_t printed = 0;

	if (count_tried(name) > MOST_TRIED)
		return false;
	if (!strstr(name, "Dp") && !strstr(name, "sp") && !strstr(name, "sZ")) /* no pack */
		return true;
	for (int doubt = 0; doubt < DOUBTS && !printed; doubt++) {
		if (!make_plain(&t, name, (enum doubt)doubt))
			return false;
		printed = count_printed(&t, library);
		if (work && !work_pay(work, printed))
			return false;
	}
	return printed && printed <= MOST_PRINTED;
}

/* How many bytes a binder of many lifetimes has, or what looks like it. */
static size_t binder(const char *at) {
	size_t n = 2;

	if (!is_pair(at, "FG") && !is_pair(at, "DG"))
		return 0;
	while (isalnum((unsigned char)at[n]))
		n++;
	return at[n] == '_' && n > 3 ? n + 1 : 0;
}

/* The same for Rust's, except for what they print. */
static bool demangle_is_bounded_rust(const char *name, demangle_library *library) {
	bool has_many = false;
	struct trial t;

	for (t.len = 0; name[t.len]; t.len++) {
		if (t.len + 1 == sizeof t.text)
			return !strstr(name, "FG") && !strstr(name, "DG");
		t.text[t.len] = name[t.len];
		if (t.len && binder(name + t.len - 1)) {
			t.text[t.len] = 'W'; /* no binder, only in words */
			has_many = true;
		}
	}
	if (!has_many)
		return true;
	size_t printed = count_printed(&t, library);
	return printed && printed <= MOST_PRINTED;
}

/* A 'Q' and letters, the last one lower-case, refer to what came that many bytes before.  Returns
 * that number, or 0.  Source: the ABI of the D language, "Back references". */
static size_t back_reference(const char *name) {
	size_t n = 0;

	if (*name++ != 'Q')
		return 0;
	for (; isupper((unsigned char)*name) && n < MOST_COPIED; name++)
		n = n * 26 + (size_t)(*name - 'A');
	return islower((unsigned char)*name) ? n * 26 + (size_t)(*name - 'a') : 0;
}

/* The same for D's. */
static bool demangle_is_bounded_dlang(const char *name) {
	enum { MOST_MEANT = 1 << 20 };
	uint32_t meant[MOST_COPIED]; /* bytes that name[0, i) expands to */
	size_t i;

	for (i = 0, meant[0] = 0; name[i]; i++) {
		size_t back = back_reference(name + i);

		if (i + 1 == MOST_COPIED)
			return false;
		meant[i + 1] = meant[i] + 1;
		if (back && back <= i)
			meant[i + 1] += meant[i] - meant[i - back];
		if (meant[i + 1] > MOST_MEANT)
			return false;
	}
	return true;
}

/* Names that gfortran gives to procedures of modules, as gdb shows them:
 *
 *	__grid_mod_MOD_sweep         grid_mod::sweep
 *	__grid_mod_SMOD_sweep        the same, private, but known to submodules
 *	__grid_mod.sub_MOD_sweep     grid_mod::sub::sweep, of a submodule
 *	__grid_mod_MOD_sweep.part.0  grid_mod::sweep [clone .part.0]
 *
 * Modules are in lower case, so the first "_MOD_" parts the name; two underscores at the beginning
 * are not for programs in C.  Procedures within others, "inner.0", do not say in which, and look
 * like those of C.
 *
 * Source: how gfortran 12 names them. */

enum { MARK = 2 }; /* underscores before a module */

/* The bytes that are lower-case letters, digits, '_' and '.', as in modules, or with `upper` also
 * capitals, but no '.', as in procedures. */
static size_t word_length(const char *text, bool upper) {
	size_t n = 0;

	while ((text[n] >= 'a' && text[n] <= 'z') || is_digit(text[n]) || text[n] == '_' ||
	       (upper ? text[n] >= 'A' && text[n] <= 'Z' : text[n] == '.'))
		n++;
	return n;
}

/* The bytes of what is between a module and its procedure, or 0. */
static size_t mark_length(const char *text) {
	static const char *const marks[] = { "MOD_", "SMOD_" };

	for (size_t i = 0; i < 2; i++)
		if (!strncmp(text, marks[i], strlen(marks[i])))
			return strlen(marks[i]);
	return 0;
}

static void say(struct output *out, const char *text) {
	append(text, strlen(text), out);
}

/* "[clone .part.0]": a suffix begins with a letter, its number follows. */
static void say_clones(struct output *out, const char *suffix) {
	while (*suffix) {
		size_t n = 1 + strcspn(suffix + 1, ".");

		while (suffix[n] == '.' && is_digit(suffix[n + 1]))
			n += 1 + strcspn(suffix + n + 1, ".");
		say(out, " [clone ");
		append(suffix, n, out);
		say(out, "]");
		suffix += n;
	}
}

static bool append_fortran(struct output *out, const char *stem) {
	const char *module = stem + MARK, *dot;

	if (strncmp(stem, "__", MARK) != 0)
		return false;
	size_t len = word_length(module, false);
	size_t mark = len > 1 && module[len - 1] == '_' ? mark_length(module + len) : 0;
	const char *procedure = module + len + mark;
	size_t n = word_length(procedure, true);
	if (!mark || !n || module[0] < 'a' || module[0] > 'z' ||
	    (procedure[n] && procedure[n] != '.'))
		return false;
	for (len--; (dot = memchr(module, '.', len)) != NULL; module = dot + 1) {
		append(module, (size_t)(dot - module), out);
		say(out, "::");
		len -= (size_t)(dot + 1 - module);
	}
	append(module, len, out);
	say(out, "::");
	append(procedure, n, out);
	say_clones(out, procedure + n);
	return true;
}

/* Free Pascal: P$PROGRAM$_$CLASS_$__$$_METHOD$PARAMETER$$RESULT is PROGRAM.CLASS.METHOD(PARAMETER).
 * Source: its compiler's make_mangledname(), 3.2. */
static bool append_pascal(struct output *out, const char *stem) {
	const char *end = strstr(stem, "_$$_"), *at = stem, *sign = "(";

	if (!end)
		return false;
	at += strncmp(at, "P$", 2) ? 0 : 2;
	for (size_t run; at < end + 4; at += run) {
		run = strspn(at, "$_");
		const bool is_mark = run && memchr(at, '$', run);

		append(is_mark ? "." : at, 1, out);
		run = is_mark ? run : 1;
	}
	for (; *at && strncmp(at, "$$", 2); at++)
		if (*at == '$') {
			say(out, sign);
			sign = ", ";
		} else {
			append(at, 1, out);
		}
	say(out, *sign == ',' ? ")" : "");
	return true;
}

/* Nim: NAME__MODULE_12 or _u12 is MODULE.NAME, and a Z ends a folder.
 * Source: its compiler's mangle(). */
static bool append_nim(struct output *out, const char *stem) {
	const char *number = strrchr(stem, '_'), *mark = NULL, *at;

	for (at = stem; number && at + 2 < number; at++)
		if (at[0] == '_' && at[1] == '_')
			mark = at;
	if (!mark || !is_digit(number[1 + (number[1] == 'u')]) || mark == stem)
		return false;
	for (at = mark + 2; at < number; at++)
		append(*at == 'Z' ? "/" : at, 1, out);
	say(out, ".");
	append(stem, (size_t)(mark - stem), out);
	say_clones(out, number + strcspn(number, "."));
	return true;
}

/* From libiberty, which libbfd brings along; its header is packaged separately.  Source:
 * libiberty's demangle.h. */
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

enum { MOST_OF_NAME = 8192, ATTEMPTS = 4 };

static bool append_rust(struct output *out, const char *stem) {
	return demangle_is_bounded_rust(stem, rust_demangle_callback) &&
	       rust_demangle_callback(stem, DEMANGLE_OPTIONS, append, out);
}

/* What was added to the symbol, which the library drops, but for the number that LLVM gives what it
 * moves between files: as rustfilt has it.  Dots before the last E belong to the name. */
static bool append_whole_rust(struct output *out, const char *stem) {
	static const char moved[] = ".llvm.";
	const char *end = strrchr(stem, 'E');

	if (!append_rust(out, stem))
		return false;
	const char *added = strchr(end ? end : stem, '.');
	const char *rest = added ? strstr(added, moved) : NULL;
	if (added)
		append(added, rest ? (size_t)(rest - added) : strlen(added), out);
	return true;
}

static bool append_v3(struct output *out, const char *stem) {
	return demangle_is_bounded_v3(stem, cplus_demangle_v3_callback, out->work) &&
	       cplus_demangle_v3_callback(stem, DEMANGLE_OPTIONS, append, out);
}

static bool append_java(struct output *out, const char *stem) {
	return demangle_is_bounded_v3(stem, cplus_demangle_v3_callback, out->work) &&
	       java_demangle_v3_callback(stem, append, out);
}

/* The library's text; append() must not jump past freeing it. */
static bool append_whole(struct output *out, char *text) {
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

static bool append_gnat(struct output *out, const char *stem) {
	return append_whole(out, ada_demangle(stem, DEMANGLE_OPTIONS));
}

static bool append_dlang(struct output *out, const char *stem) {
	return demangle_is_bounded_dlang(stem) &&
	       append_whole(out, dlang_demangle(stem, DEMANGLE_OPTIONS));
}

/* Names of C are among those of Ada. */
static bool append_ada(struct output *out, const char *stem) {
	return (strstr(stem, "__") || !strncmp(stem, "_ada_", 5)) && append_gnat(out, stem) &&
	       out->text[0] != '<';
}

/* Not what only begins alike. */
static bool append_d(struct output *out, const char *stem) {
	return stem[0] == '_' && stem[1] == 'D' && (is_digit(stem[2]) || !strcmp(stem, "_Dmain")) &&
	       append_dlang(out, stem);
}

/* The methods by which a style reads names; all are tried. */
static const struct {
	const char *name;   /* that gprof has for it, or NULL */
	const char *begins; /* what a name may begin with; NULL: anything */
	bool (*attempts[ATTEMPTS])(struct output *out, const char *stem);
} styles[] = {
	[DEMANGLE_NONE] = { "none", "", { NULL } },
	/* "_Z", "_R", "_GLOBAL_", "ZN" and "R" */
	[DEMANGLE_AUTO] = { "auto", "_RZ", { append_rust, append_v3 } },
	[DEMANGLE_GNU_V3] = { "gnu-v3", "_Z", { append_v3 } },
	[DEMANGLE_JAVA] = { "java", NULL, { append_java } },
	[DEMANGLE_GNAT] = { "gnat", NULL, { append_gnat } },
	[DEMANGLE_DLANG] = { "dlang", "_", { append_dlang } },
	[DEMANGLE_RUST] = { "rust", "_RZ", { append_rust } },
	[DEMANGLE_READABLE] = { NULL,
	                        "_RZ",
	                        { append_fortran, append_whole_rust, append_v3, append_d } },
	[DEMANGLE_ADA] = { NULL, NULL, { append_v3, append_ada } },
	[DEMANGLE_NIM] = { NULL, NULL, { append_v3, append_nim } },
	[DEMANGLE_PASCAL] = { NULL, NULL, { append_v3, append_pascal } },
};

bool demangle_style_named(const char *name, enum demangle_style *out) {
	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
		if (styles[i].name && !strcmp(name, styles[i].name)) {
			*out = (enum demangle_style)i;
			return true;
		}
	return false;
}

/* Appends the readable form of a name without prefix and suffix. */
static bool demangle_stem(struct output *out, const char *stem) {
	const size_t before = out->len;

	for (size_t i = 0; i < ATTEMPTS && styles[out->style].attempts[i]; i++) {
		if (styles[out->style].attempts[i](out, stem))
			return true;
		out->len = before; /* it may have started printing */
	}
	return false;
}

/* Puts the prefix, the readable stem and the suffix together. */
static bool demangle_parts(struct output *out, const char *prefix, const char *name,
                           const char *suffix) {
	char stem[MOST_OF_NAME];
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
                           struct work *work) {
	enum { EACH = 16, BYTES_OF_STEP = 4 };
	struct output output = { .style = style, .work = work, .text = out, .size = size - 1 };
	const char *name = raw + strspn(raw, ".$");

	if (styles[style].begins && (!*name || !strchr(styles[style].begins, *name)))
		return false;
	if (work && !work_pay(work, EACH + strlen(name) / BYTES_OF_STEP))
		return false;
	bool ok = demangle_parts(&output, raw, name, name + strcspn(name, "@"));
	if (work)
		work_pay(work, output.len);
	return ok;
}

bool demangle_in_style(char *out, size_t size, const char *raw, enum demangle_style style,
                       char leading, struct work *work) {
	const bool is_dropped = leading && *raw == leading;
	const bool is_mangled = demangle_plain(out, size, raw + is_dropped, style, work);

	if (is_dropped && !is_mangled && (size_t)snprintf(out, size, "%s", raw + 1) >= size)
		memcpy(out + size - 4, "...", 4);
	return is_dropped || is_mangled;
}

bool demangle(char *out, size_t size, const char *raw, struct work *work) {
	return demangle_in_style(out, size, raw, DEMANGLE_READABLE, 0, work);
}

bool demangle_underscored(char *out, size_t size, const char *raw, struct work *work) {
	return demangle_in_style(out, size, raw, DEMANGLE_READABLE, '_', work);
}

#define FOR_PROGRAMS(name, style)                                                      \
	static bool name(char *out, size_t size, const char *raw, struct work *work) { \
		return demangle_in_style(out, size, raw, style, 0, work);              \
	}
FOR_PROGRAMS(demangle_ada, DEMANGLE_ADA)
FOR_PROGRAMS(demangle_nim, DEMANGLE_NIM)
FOR_PROGRAMS(demangle_pascal, DEMANGLE_PASCAL)

demangler *demangler_by(const char *symbol) {
	return !strcmp(symbol, "adainit")      ? demangle_ada
	       : !strcmp(symbol, "NimMain")    ? demangle_nim
	       : !strcmp(symbol, "PASCALMAIN") ? demangle_pascal
	                                       : NULL;
}
