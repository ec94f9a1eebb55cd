/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/name_pattern.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"

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
} kinds[] = {
	{ 'r', { ITEM_NUMBER, NAME_RANK, '\0' } }, { 'p', { ITEM_NUMBER, NAME_PID, '\0' } },
	{ 'h', { ITEM_TEXT, NAME_HOST, '\0' } },   { 'g', { ITEM_TEXT, NAME_GROUP, '\0' } },
	{ '*', { ITEM_TEXT, NAME_PARTS, '\0' } },  { '%', { ITEM_CHAR, NAME_PARTS, '%' } },
};

static const struct item *item_of(char letter)
{
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].letter == letter)
			return &kinds[i].item;
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
