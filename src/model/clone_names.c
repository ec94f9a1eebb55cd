/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/clone_names.h"

#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "model/short_name.h"

/* Suffixes of code that belongs to the function named before them.
 * Source: GCC's clone_function_name() and its callers (isra, part, constprop,
 * cold, lto_priv, localalias, simdclone; clone until 4.5); LLVM's
 * getUniqueInternalLinkagePostfix (__uniq), promotion of ThinLTO (llvm),
 * FunctionSpecialization, HotColdSplitting, BasicBlockSections (__part, eh),
 * LowerTypeTests (cfi), MemProfContextDisambiguation. */
struct suffix {
	const char *word;
	bool has_number; /* always; else maybe */
};

static const struct suffix suffixes[] = {
	{ "isra", true },      { "part", true },     { "constprop", true },
	{ "cold", false },     { "lto_priv", true }, { "llvm", true },
	{ "__uniq", true },    { "__part", true },   { "localalias", false },
	{ "simdclone", true }, { "clone", true },    { "specialized", true },
	{ "memprof", true },   { "cfi", false },     { "eh", false },
};

/* The bytes before a number at the end and a dot before it; len if there is
 * none. */
static size_t without_number(const char *name, size_t len)
{
	size_t at = len;

	while (at > 0 && is_digit(name[at - 1]))
		at--;
	return at < len && at > 1 && name[at - 1] == '.' ? at - 1 : len;
}

/* The bytes before the last suffix of a clone; len if there is none. */
static size_t without_suffix(const char *name, size_t len)
{
	const size_t end = without_number(name, len);
	size_t at = end, i;

	while (at > 0 && name[at - 1] != '.')
		at--;
	for (i = 0; at > 1 && i < sizeof suffixes / sizeof *suffixes; i++)
		if ((end < len || !suffixes[i].has_number) &&
		    strlen(suffixes[i].word) == end - at &&
		    !memcmp(suffixes[i].word, name + at, end - at))
			return at - 1;
	return len;
}

/* The bytes before "@VERSION"; Microsoft's mangled names are full of these. */
static size_t without_version(const char *name, size_t len)
{
	const char *at = len ? memchr(name + 1, '@', len - 1) : NULL;

	return at && *name != '?' && *name != '@' ? (size_t)(at - name) : len;
}

size_t clone_stem(const char *name, size_t len)
{
	size_t end = without_version(name, len), last;

	do {
		last = end;
		end = without_suffix(name, end);
	} while (end < last);
	return end;
}

bool clone_is_part(const char *name)
{
	const char *own = name + clone_stem(name, strlen(name));

	return strstr(own, ".part.") || strstr(own, ".cold");
}

/* Code without a name, which is numbered within a file or program. */
static size_t without_count(const char *name, size_t len)
{
	static const char *const words[] = { "OUTLINED_FUNCTION_", "__omp_outlined__" };
	size_t i;

	for (i = 0; i < sizeof words / sizeof *words; i++) {
		const size_t n = strlen(words[i]);
		size_t end = len;

		while (end > n && is_digit(name[end - 1]))
			end--;
		if (end == n && !memcmp(name, words[i], n))
			return n;
	}
	return len;
}

/* The bytes of a symbol without suffixes and the numbers between them. */
static size_t without_numbers(const char *name, size_t len)
{
	size_t end = clone_stem(name, len), last;

	do {
		last = end;
		end = clone_stem(name, without_number(name, end));
	} while (end < last);
	return without_count(name, end);
}

/* Where what was added to a mangled symbol begins; mangled names of Rust have
 * dots before their last E. */
static size_t added_at(const char *raw, size_t len)
{
	size_t at = len, dot = len;

	for (; at > 1 && raw[at - 1] != 'E'; at--)
		if (raw[at - 1] == '.')
			dot = at - 1;
	return dot;
}

/* The bytes of a number that the compiler gave, at a position in a readable
 * name: "#2}", "$_2". */
static size_t number_at(const char *name, size_t len, size_t at)
{
	const bool is_lambda = at > 1 && name[at - 1] == '_' && name[at - 2] == '$';
	size_t end = at;

	if (!at || (name[at - 1] != '#' && !is_lambda))
		return 0;
	while (end < len && is_digit(name[end]))
		end++;
	return is_lambda || (end < len && name[end] == '}') ? end - at : 0;
}

/* Copies a readable name without its numbers; returns the bytes. */
static size_t copy_unnumbered(char *out, const char *name, size_t len)
{
	size_t at = 0, n = 0;

	while (at < len) {
		const size_t skip = number_at(name, len, at);

		at += skip;
		if (!skip)
			out[n++] = name[at++];
	}
	return n;
}

static size_t readable_length(const char *readable)
{
	const char *clone = strstr(readable, " [clone ");
	const size_t len = clone ? (size_t)(clone - readable) : strlen(readable);

	return clone_stem(readable, len);
}

struct source_name clone_source_name(const char *raw, size_t len, const char *readable,
                                     struct arena *arena)
{
	const size_t end = without_numbers(raw, len);
	struct source_name name = { raw, end, 0, end < clone_stem(raw, len) };
	size_t nreadable, at, nadded;
	char *text;

	if (!readable || !strncmp(readable, raw, len))
		return name;
	nreadable = readable_length(readable);
	at = added_at(raw, end);
	nadded = end - at;
	text = arena_space(arena, nreadable + nadded + 1, 1);
	name.text = text;
	name.len = copy_unnumbered(text, readable, nreadable);
	name.is_numbered |= name.len < nreadable;
	text[name.len] = '\0';
	if (!nadded)
		name.nqualified = short_name_parameters(text);
	if (name.nqualified == name.len)
		name.nqualified = 0;
	memcpy(text + name.len, raw + at, nadded);
	name.len += nadded;
	text[name.len] = '\0';
	return name;
}
