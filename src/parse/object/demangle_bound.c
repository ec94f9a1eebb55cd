/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C++: where a pack is expanded, the library looks for it in the whole pattern
 * (d_find_pack), in each part as often as substitutions refer to it.  So
 * another name is printed first, in which packs are qualifiers and template
 * parameters are classes: its tree is the same, it has the same substitutions,
 * all of the tree is printed, and printing can be stopped.
 *
 *	DpX   VKX     a type with one qualifier more: one substitution, too
 *	DpKX  PVKX    if X has qualifiers: a pointer
 *	spX   ngX     an expression with one operand
 *	sZX   szX
 *	T_    1a      types and expressions; T0_ 2aa, and so on
 *
 * All pairs have the same lengths, so a pair within an identifier does no harm.
 * One across the end of an identifier does: then the name is tried again with
 * such pairs changed so that only identifiers can contain them.
 * After "operator" and a template parameter, what may be template arguments is
 * parsed once with and once without them, again for each level.
 *
 * Rust: lifetimes are counted one by one (demangle_binder), in parts that are
 * not printed, too.  What looks like many of them can also be in an identifier
 * or a number: then the name is one without them as well.
 *
 * Source: libiberty's cp-demangle.c and rust-demangle.c, 2.40. */
#include "parse/object/demangle_bound.h"

#include <ctype.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/work.h"

enum {
	MOST_COPIED = 8192,
	MOST_PRINTED = 1 << 15, /* four times what the longest real name takes */
	MOST_TRIED = 12         /* template arguments that may be none */
};

/* A name that is printed only to see how much it is. */
struct trial {
	char text[MOST_COPIED];
	size_t len;
	size_t printed;
	jmp_buf too_much;
};

/* The demanglers own nothing while they print. */
static void count(const char *text, size_t len, void *opaque)
{
	struct trial *t = opaque;

	t->printed += len;
	if (t->printed > MOST_PRINTED)
		longjmp(t->too_much, 1);
}

enum verdict { NOT_A_NAME, SMALL, TOO_LARGE };

static enum verdict print(struct trial *t, demangle_library *library)
{
	t->text[t->len] = '\0';
	t->printed = 0;
	if (setjmp(t->too_much))
		return TOO_LARGE;
	return library(t->text, 0x3, count, t) ? SMALL : NOT_A_NAME;
}

/* The bytes of a letter, digits, perhaps upper-case ones, and '_', or 0. */
static size_t reference(const char *at, char letter, bool upper)
{
	size_t n = 1;

	if (*at != letter)
		return 0;
	while (isdigit((unsigned char)at[n]) || (upper && isupper((unsigned char)at[n])))
		n++;
	return at[n] == '_' ? n + 1 : 0;
}

static bool is_pair(const char *at, const char *pair)
{
	return at[0] == pair[0] && at[1] == pair[1];
}

static void put(struct trial *t, const char *text, size_t len)
{
	memcpy(t->text + t->len, text, len);
	t->len += len;
}

/* Which pairs are not what they look like. */
enum doubt { NO_DOUBT, DOUBT_EXPRESSIONS, DOUBT_TYPES, DOUBTS };

/* Puts the pack at the place; returns its bytes, 0 if there is none. */
static size_t put_pack(struct trial *t, const char *at, enum doubt doubt)
{
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
static size_t put_parameter(struct trial *t, const char *at)
{
	const size_t len = reference(at, 'T', false);
	const char digit = (char)('0' + len - 1);

	if (!len || len > 10)
		return 0;
	put(t, &digit, 1);
	put(t, "aaaaaaaaa", len - 1);
	return len;
}

/* Makes the other name; false if it is too long. */
static bool make_plain(struct trial *t, const char *name, enum doubt doubt)
{
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

static bool has_pack(const char *name)
{
	return strstr(name, "Dp") || strstr(name, "sp") || strstr(name, "sZ");
}

/* Template parameters with arguments; they matter after "operator". */
static size_t count_tried(const char *name)
{
	size_t n = 0, len;

	if (!strstr(name, "cv"))
		return 0;
	for (; *name; name++) {
		len = reference(name, 'T', false);
		n += len && name[len] == 'I';
	}
	return n;
}

bool demangle_is_bounded_v3(const char *name, demangle_library *library, struct work *work)
{
	enum verdict verdict = NOT_A_NAME;
	struct trial t;
	int doubt;

	if (count_tried(name) > MOST_TRIED)
		return false;
	if (!has_pack(name))
		return true;
	for (doubt = 0; doubt < DOUBTS && verdict == NOT_A_NAME; doubt++) {
		if (!make_plain(&t, name, (enum doubt)doubt))
			return false;
		verdict = print(&t, library);
		if (work && !work_pay(work, t.printed))
			return false;
	}
	return verdict == SMALL;
}

/* How many bytes a binder of many lifetimes has, or what looks like it. */
static size_t binder(const char *at)
{
	size_t n = 2;

	if (!is_pair(at, "FG") && !is_pair(at, "DG"))
		return 0;
	while (isalnum((unsigned char)at[n]))
		n++;
	return at[n] == '_' && n > 3 ? n + 1 : 0;
}

bool demangle_is_bounded_rust(const char *name, demangle_library *library)
{
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
	return !has_many || print(&t, library) == SMALL;
}

/* A 'Q' and letters, the last one lower-case, refer to what came that many
 * bytes before.  Returns that number, or 0.
 * Source: the ABI of the D language, "Back references". */
static size_t back_reference(const char *name)
{
	size_t n = 0;

	if (*name++ != 'Q')
		return 0;
	for (; isupper((unsigned char)*name) && n < MOST_COPIED; name++)
		n = n * 26 + (size_t)(*name - 'A');
	return islower((unsigned char)*name) ? n * 26 + (size_t)(*name - 'a') : 0;
}

bool demangle_is_bounded_dlang(const char *name)
{
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
