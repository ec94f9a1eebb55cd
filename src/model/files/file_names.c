/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "base/own_files.h"
#include "base/sort.h"

enum item_kind { ITEM_CHAR, ITEM_NUMBER, ITEM_TEXT };

struct item {
	enum item_kind kind;
	enum name_part part; /* NAME_PARTS: it is not asked for */
	char c;              /* of CHAR */
};

struct name_pattern {
	struct item *items; /* shape: [n] */
	size_t n;
	size_t nslashes;
};

/* What stands for parts; the letters after a "%". */
static const struct {
	char letter;
	struct item item;
} letter_kinds[] = {
	{ 'r', { ITEM_NUMBER, NAME_RANK, '\0' } }, { 'p', { ITEM_NUMBER, NAME_PID, '\0' } },
	{ 'h', { ITEM_TEXT, NAME_HOST, '\0' } },   { 'g', { ITEM_TEXT, NAME_GROUP, '\0' } },
	{ '*', { ITEM_TEXT, NAME_PARTS, '\0' } },  { '%', { ITEM_CHAR, NAME_PARTS, '%' } },
};

static const struct item *item_of(char letter)
{
	size_t i;

	for (i = 0; i < sizeof letter_kinds / sizeof *letter_kinds; i++)
		if (letter_kinds[i].letter == letter)
			return &letter_kinds[i].item;
	return NULL;
}

/* Whether the part was there before. */
static bool is_repeated(const struct name_pattern *p, enum name_part part)
{
	size_t i;

	for (i = 0; part != NAME_PARTS && i < p->n; i++)
		if (p->items[i].part == part)
			return true;
	return false;
}

/* Whether an item begins where no end of the one before could be seen. */
static bool touches(const struct name_pattern *p, const struct item *item)
{
	const struct item *before = p->n ? &p->items[p->n - 1] : NULL;

	if (!before || before->kind == ITEM_CHAR)
		return false;
	return item->kind != ITEM_CHAR || (before->kind == ITEM_NUMBER && is_digit(item->c));
}

static bool add(struct name_pattern *p, const struct item *item, const char *text,
                struct error *err)
{
	if (is_repeated(p, item->part))
		return fail(err, "pattern \"%.200s\": a part is there twice", text);
	if (touches(p, item))
		return fail(err,
		            "pattern \"%.200s\": two parts need something "
		            "between them that is no digit, as in \"%%r.%%p\"",
		            text);
	p->items[p->n++] = *item;
	p->nslashes += item->c == '/';
	return true;
}

static bool parse(struct name_pattern *p, const char *text, struct error *err)
{
	bool has_part = false;
	size_t i;

	for (i = 0; text[i]; i++) {
		const struct item plain = { ITEM_CHAR, NAME_PARTS, text[i] };
		const struct item *item = &plain;

		if (text[i] == '%')
			item = item_of(text[++i]);
		if (!item)
			return fail(err,
			            "pattern \"%.200s\": \"%%\" stands before "
			            "r (rank), p (process), h (host), g "
			            "(group), * (anything) or %%",
			            text);
		if (!add(p, item, text, err))
			return false;
		has_part |= item->part != NAME_PARTS;
	}
	return has_part || fail(err,
	                        "pattern \"%.200s\": it has none of %%r (rank), %%p "
	                        "(process), %%h (host), %%g (group)",
	                        text);
}

const struct name_pattern *name_pattern_parse(const char *text, struct arena *arena,
                                              struct error *err)
{
	struct name_pattern *p = arena_alloc(arena, 1, sizeof *p);

	p->items = arena_alloc(arena, strlen(text), sizeof *p->items);
	return parse(p, text, err) ? p : NULL;
}

/* The last parts of a path, as many as the pattern has; NULL if there are
 * fewer. */
static const char *tail(const char *path, size_t nslashes)
{
	const char *at = path + strlen(path);

	for (; at > path; at--)
		if (at[-1] == '/' && !nslashes--)
			return at;
	return nslashes ? NULL : at;
}

/* How much of the text an item takes at least; 0 if it does not fit, or it is
 * a text, which may be nothing. */
static size_t taken(const struct item *item, const char *text)
{
	size_t len = 0;

	if (item->kind == ITEM_CHAR)
		return *text == item->c;
	if (item->kind == ITEM_NUMBER)
		while (is_digit(text[len]))
			len++;
	return len;
}

bool name_pattern_match(const struct name_pattern *p, const char *path,
                        struct name_piece out[NAME_PARTS])
{
	struct name_piece pieces[NAME_PARTS + 1] = { { NULL, 0 } };
	const char *at = tail(path, p->nslashes), *text_at = at;
	size_t i = 0, text_item = p->n; /* the last text; n: none yet */

	while (at && (*at || i < p->n)) {
		const struct item *item = i < p->n ? &p->items[i] : NULL;
		const size_t len = item ? taken(item, at) : 0;

		if (item && (len || item->kind == ITEM_TEXT)) {
			pieces[item->part] = (struct name_piece){ at, len };
			if (item->kind == ITEM_TEXT) {
				text_item = i;
				text_at = at;
			}
			at += len;
			i++;
		} else if (text_item < p->n && *text_at && *text_at != '/') {
			pieces[p->items[text_item].part].len++;
			at = ++text_at;
			i = text_item + 1;
		} else {
			return false;
		}
	}
	if (at)
		memcpy(out, pieces, NAME_PARTS * sizeof *out);
	return at != NULL;
}

/* What stands at one place of all names. */
struct name_field {
	struct name_piece *pieces; /* shape: [nnames] */
	size_t before, after;      /* equal bytes around a number; 0 of words */
	bool is_number;            /* digits but for those */
	bool is_last;              /* in the last part of the paths */
	size_t ndistinct;          /* numbers or words that differ; 1: all are equal */
	uint64_t least, most;      /* of numbers */
	struct name_piece word;    /* letters right before the number, or nothing */
};

struct name_fields {
	struct name_field *list; /* shape: [n] */
	size_t n;
	const uint32_t *names; /* of which paths; ascending; shape: [nnames] */
	size_t nnames;
};

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

/* The digits of a field in a name. */
static struct name_piece name_field_digits(const struct name_field *f, size_t name)
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

/* Whether the word before the number is one of these, in any case. */
static bool name_field_is_after(const struct name_field *f, const char *const *words)
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

/* Splits n paths, of which the most common kind is used.  Owner: the arena.
 * Cost: linear in the bytes of all paths. */
static struct name_fields name_fields_split(const char *const *paths, size_t n, struct arena *arena)
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

static const char *const rank_words[] = { "rank", "task", "proc", "pe", "image", NULL };
static const char *const host_words[] = { "node", "host", "nid", NULL };
static const char *const pid_words[] = { "pid", NULL };

/* Which field is what; NULL: none. */
struct roles {
	const struct name_field *of[NAME_PARTS];
};

static bool is_taken(const struct roles *roles, const struct name_field *field)
{
	size_t i;

	for (i = 0; i < NAME_PARTS; i++)
		if (roles->of[i] == field)
			return true;
	return false;
}

/* How sure it is that a field is the rank; 0: it is not.  Few are missing if
 * one in eight is, and at least one may be. */
static int rank_sureness(const struct name_field *f, size_t n)
{
	if (!f->is_number || name_field_is_after(f, pid_words))
		return 0;
	if (name_field_is_after(f, rank_words))
		return 4;
	if (n < 2 || f->ndistinct < n)
		return 0;
	if (f->least == 0 && f->most == n - 1)
		return name_field_is_after(f, host_words) ? 2 : 3;
	return f->most < n + n / 8 + 1 && !name_field_is_after(f, host_words);
}

static int pid_sureness(const struct name_field *f, size_t n)
{
	if (!f->is_number || f->ndistinct == 1)
		return 0;
	if (name_field_is_after(f, pid_words))
		return 2;
	return f->ndistinct > n / 2 && !name_field_is_after(f, host_words);
}

static int host_sureness(const struct name_field *f, size_t n)
{
	if (f->ndistinct == 1)
		return 0;
	if (name_field_is_after(f, host_words))
		return 3;
	if (f->is_number)
		return 0;
	return f->is_last ? 2 : f->ndistinct > n / 2;
}

static int group_sureness(const struct name_field *f, size_t n)
{
	return f->ndistinct > 1 && f->ndistinct <= n / 2;
}

/* Gives the role to the field that is most surely this part of the name: the
 * first among equals, or the last one. */
static void give(struct roles *roles, enum name_part part, const struct name_fields *f,
                 int (*sureness)(const struct name_field *f, size_t n), bool is_last)
{
	const struct name_field *best = NULL;
	int most = 0;
	size_t i;

	for (i = 0; i < f->n; i++) {
		const int sure = is_taken(roles, &f->list[i]) ? 0
		                                              : sureness(&f->list[i], f->nnames);

		if (sure > most || (is_last && sure && sure == most)) {
			best = &f->list[i];
			most = sure;
		}
	}
	roles->of[part] = best;
}

static const char *text_of(struct name_piece piece, struct arena *arena)
{
	return piece.len ? arena_text(arena, piece.text, piece.len) : NULL;
}

static void take_pieces(struct file_name *name, const struct name_piece pieces[NAME_PARTS],
                        struct arena *arena)
{
	const uint64_t rank = name_number(pieces[NAME_RANK]);

	if (pieces[NAME_RANK].len && rank < NO_RANK)
		name->rank = (uint32_t)rank;
	name->pid = name_number(pieces[NAME_PID]);
	name->host = text_of(pieces[NAME_HOST], arena);
	name->group = text_of(pieces[NAME_GROUP], arena);
}

static void tell_by_fields(struct file_name *list, const char *const *paths, size_t n,
                           struct arena *arena)
{
	struct arena *scratch = arena_new();
	const struct name_fields f = name_fields_split(paths, n, scratch);
	struct roles roles = { { NULL } };
	size_t i, part;

	give(&roles, NAME_RANK, &f, rank_sureness, false);
	give(&roles, NAME_PID, &f, pid_sureness, true);
	give(&roles, NAME_HOST, &f, host_sureness, false);
	give(&roles, NAME_GROUP, &f, group_sureness, false);
	for (i = 0; i < f.nnames; i++) {
		struct name_piece pieces[NAME_PARTS] = { { NULL, 0 } };

		for (part = 0; part < NAME_PARTS; part++)
			if (roles.of[part])
				pieces[part] = part == NAME_RANK || part == NAME_PID
				                       ? name_field_digits(roles.of[part], i)
				                       : roles.of[part]->pieces[i];
		take_pieces(&list[f.names[i]], pieces, arena);
	}
	arena_free(scratch);
}

static size_t tell_by_pattern(struct file_name *list, const char *const *paths, size_t n,
                              const struct name_pattern *pattern, struct arena *arena)
{
	struct name_piece pieces[NAME_PARTS];
	size_t fit = 0, i;

	for (i = 0; i < n; i++) {
		list[i].fits = name_pattern_match(pattern, paths[i], pieces);
		if (!list[i].fits)
			continue;
		take_pieces(&list[i], pieces, arena);
		fit++;
	}
	return fit;
}

/* What all paths begin and end with, in bytes; at least one is left.  If all
 * are equal it is the folders. */
struct ends {
	size_t before, after;
};

static struct ends equal_ends(const char *const *paths, size_t n)
{
	const size_t len = strlen(paths[0]);
	struct ends e = { len, len };
	size_t shortest = len, longest = len, i, k;

	for (i = 1; i < n; i++) {
		const size_t now = strlen(paths[i]);

		if (now < shortest)
			shortest = now;
		if (now > longest)
			longest = now;
		for (k = 0; k < e.before && paths[0][k] == paths[i][k]; k++)
			;
		e.before = k;
		for (k = 0;
		     k < e.after && k < now && paths[0][len - 1 - k] == paths[i][now - 1 - k]; k++)
			;
		e.after = k;
	}
	if (e.before == longest)
		return (struct ends){ (size_t)(path_last(*paths) - *paths), 0 };
	if (e.before == shortest && shortest)
		e.before--;
	if (e.after > shortest - e.before)
		e.after = shortest - e.before;
	return e;
}

static bool is_end(char c)
{
	return c && strchr("/.-_", c);
}

/* Leaves out what all paths begin and end with, by whole fields. */
static void shorten(struct file_name *list, const char *const *paths, size_t n, struct arena *arena)
{
	struct ends e = equal_ends(paths, n);
	const size_t len = strlen(paths[0]);
	size_t folder, i;

	while (e.before && !is_end(paths[0][e.before - 1]))
		e.before--;
	while (e.after && !is_end(paths[0][len - e.after]))
		e.after--;
	for (folder = e.before; folder && paths[0][folder - 1] != '/';)
		folder--;
	for (i = 0; i < n; i++) {
		const char *brief = paths[i] + e.before;
		const size_t left = strlen(brief);

		list[i].name = paths[i] + folder;
		list[i].brief = !e.after || left <= e.after
		                        ? brief
		                        : arena_text(arena, brief, left - e.after);
	}
}

const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, struct arena *arena)
{
	struct file_names *names = arena_alloc(arena, 1, sizeof *names);
	struct file_name *list = arena_alloc(arena, n, sizeof *list);
	size_t i;

	*names = (struct file_names){ .list = list, .n = n, .nfit = n };
	for (i = 0; i < n; i++)
		list[i] = (struct file_name){ .path = paths[i], .rank = NO_RANK, .fits = !pattern };
	if (n)
		shorten(list, paths, n, arena);
	if (pattern)
		names->nfit = tell_by_pattern(list, paths, n, pattern, arena);
	else
		tell_by_fields(list, paths, n, arena);
	for (i = 0; i < n; i++) {
		names->nranks += list[i].rank != NO_RANK;
		names->npids += list[i].pid > 0;
		names->nhosts += list[i].host != NULL;
		names->ngroups += list[i].group != NULL;
	}
	return names;
}
