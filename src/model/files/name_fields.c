/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/name_fields.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/number.h"
#include "base/path.h"
#include "base/sort.h"

enum { MOST_DIGITS = 18 };

/* A way to split names. */
struct cut {
	const char *ends;  /* of fields */
	bool is_last_only; /* only the last part of paths */
};

static const char *start_of(const struct cut *cut, const char *path)
{
	return cut->is_last_only ? path_last(path) : path;
}

/* Which ends a path has, in their order, as a number. */
static uint64_t kind_of(const struct cut *cut, const char *path)
{
	const char *at = start_of(cut, path);
	uint64_t hash = 0;

	while (*(at += strcspn(at, cut->ends)))
		hash = hash_number(hash, (unsigned char)*at++);
	return hash;
}

/* The paths of the most common kind, in their order. */
struct common {
	uint32_t *names; /* shape: [n] */
	size_t n;
};

static struct common most_common(const struct cut *cut, const char *const *paths, size_t n,
                                 struct arena *arena)
{
	struct keyed *kinds = arena_space(arena, n, sizeof *kinds);
	struct common out = { .n = 0 };
	size_t low, high, first = 0, i;

	for (i = 0; i < n; i++)
		kinds[i] = (struct keyed){ kind_of(cut, paths[i]), (uint32_t)i };
	sort_keys(kinds, n, arena);
	for (low = 0; low < n; low = high) {
		for (high = low; high < n && kinds[high].key == kinds[low].key;)
			high++;
		if (high - low > out.n) {
			out.n = high - low;
			first = low;
		}
	}
	out.names = arena_space(arena, out.n, sizeof *out.names);
	for (i = 0; i < out.n; i++)
		out.names[i] = kinds[first + i].index;
	return out;
}

static size_t count_fields(const struct cut *cut, const char *path)
{
	const char *at = start_of(cut, path);
	size_t n = 1;

	for (; *(at += strcspn(at, cut->ends)); at++)
		n++;
	return n;
}

/* Cuts a path into the n fields that are its kind's. */
static void cut_path(struct name_fields *f, const struct cut *cut, const char *path, size_t name)
{
	const char *at = start_of(cut, path), *last = path_last(path);
	size_t i;

	for (i = 0; i < f->n; i++) {
		const size_t len = strcspn(at, cut->ends);

		f->list[i].pieces[name] = (struct name_piece){ at, len };
		f->list[i].is_last = at >= last;
		at += len + (at[len] != '\0');
	}
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How many bytes all pieces of a field begin and end with, up to and from a
 * number between. */
static void find_equal(struct name_field *f, size_t nnames)
{
	const struct name_piece *a = f->pieces;
	size_t shortest = a->len, before = a->len, after = a->len, i, k;

	for (i = 1; i < nnames; i++) {
		const struct name_piece *b = &f->pieces[i];

		if (b->len < shortest)
			shortest = b->len;
		if (before > shortest)
			before = shortest;
		if (after > shortest)
			after = shortest;
		for (k = 0; k < before && a->text[k] == b->text[k]; k++)
			;
		before = k;
		for (k = 0; k < after && a->text[a->len - 1 - k] == b->text[b->len - 1 - k]; k++)
			;
		after = k;
	}
	while (before && is_digit(a->text[before - 1]))
		before--;
	if (after > shortest - before)
		after = shortest - before;
	while (after && is_digit(a->text[a->len - after]))
		after--;
	f->before = before;
	f->after = after;
}

struct name_piece name_field_digits(const struct name_field *f, size_t name)
{
	const struct name_piece *whole = &f->pieces[name];

	return (struct name_piece){ whole->text + f->before, whole->len - f->before - f->after };
}

uint64_t name_number(struct name_piece digits)
{
	uint64_t number = 0;
	size_t i;

	for (i = 0; i < digits.len && i < MOST_DIGITS; i++)
		number = number * 10 + (uint64_t)(digits.text[i] - '0');
	return number;
}

static bool is_number(struct name_piece piece)
{
	size_t i;

	for (i = 0; i < piece.len; i++)
		if (!is_digit(piece.text[i]))
			return false;
	return piece.len && piece.len <= MOST_DIGITS;
}

/* The letters that a text ends with. */
static struct name_piece last_letters(const char *text, size_t len)
{
	struct name_piece out = { text + len, 0 };

	for (; out.len < len && is_letter(out.text[-1]); out.len++)
		out.text--;
	return out;
}

/* What is known of a field by all its pieces; the one before it may name it. */
static void look_at(struct name_field *f, const struct name_field *before, size_t nnames,
                    struct arena *scratch)
{
	struct keyed *values = arena_space(scratch, nnames, sizeof *values);
	size_t i;

	find_equal(f, nnames);
	f->is_number = true;
	for (i = 0; i < nnames && f->is_number; i++)
		f->is_number = is_number(name_field_digits(f, i));
	if (!f->is_number)
		f->before = f->after = 0;
	for (i = 0; i < nnames; i++) {
		const struct name_piece piece = name_field_digits(f, i);

		values[i] = (struct keyed){ f->is_number ? name_number(piece)
			                                 : hash_bytes(0, piece.text, piece.len),
			                    (uint32_t)i };
	}
	sort_keys(values, nnames, scratch);
	f->least = values[0].key;
	f->most = values[nnames - 1].key;
	for (i = 0; i < nnames; i++)
		f->ndistinct += !i || values[i].key != values[i - 1].key;
	f->word = last_letters(f->pieces->text, f->before);
	if (!f->before && before && before->ndistinct == 1)
		f->word = last_letters(before->pieces->text, before->pieces->len);
}

bool name_field_is_after(const struct name_field *f, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == f->word.len &&
		    !strncasecmp(*words, f->word.text, f->word.len))
			return true;
	return false;
}

/* Which of the cuts gives the most names the same kind of fields; the first
 * among equals. */
static const struct cut *choose(const char *const *paths, size_t n, struct common *out,
                                struct arena *arena)
{
	static const struct cut cuts[] = {
		{ "/.-_", false }, { "/.", false }, { ".-_", true }, { ".", true }
	};
	const struct cut *best = NULL;
	size_t i;

	for (i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		struct common now = most_common(&cuts[i], paths, n, arena);

		if (!best || now.n > out->n) {
			best = &cuts[i];
			*out = now;
		}
		if (out->n == n)
			break;
	}
	return best;
}

struct name_fields name_fields_split(const char *const *paths, size_t n, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct name_fields f = { .n = 0 };
	struct common common = { .n = 0 };
	const struct cut *cut;
	size_t i;

	if (n) {
		cut = choose(paths, n, &common, arena);
		f.n = count_fields(cut, paths[common.names[0]]);
		f.names = common.names;
		f.nnames = common.n;
		f.list = arena_alloc(arena, f.n, sizeof *f.list);
		for (i = 0; i < f.n; i++)
			f.list[i].pieces = arena_space(arena, f.nnames, sizeof *f.list[i].pieces);
		for (i = 0; i < f.nnames; i++)
			cut_path(&f, cut, paths[f.names[i]], i);
	}
	for (i = 0; i < f.n; i++) {
		look_at(&f.list[i], i ? &f.list[i - 1] : NULL, f.nnames, scratch);
		arena_reset(scratch);
	}
	arena_free(scratch);
	return f;
}
