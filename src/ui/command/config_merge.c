/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/config_merge.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"

/* A line of a text, without its end. */
struct line {
	const char *text;
	size_t len;
};

/* Takes the next line off a text; false at the end. */
static bool next(struct line *out, const char **text)
{
	out->text = *text;
	out->len = strcspn(*text, "\n");
	*text += out->len + ((*text)[out->len] == '\n');
	return out->len || **text || *text != out->text;
}

static struct line word(struct line line, size_t from)
{
	struct line out = { line.text + from, 0 };

	while (from + out.len < line.len && out.text[out.len] != ' ')
		out.len++;
	return out;
}

static bool equals(struct line a, struct line b)
{
	return a.len == b.len && !memcmp(a.text, b.text, a.len);
}

static bool is(struct line a, const char *text)
{
	return equals(a, (struct line){ text, strlen(text) });
}

static bool is_binding(struct line command)
{
	return is(command, "bind") || is(command, "unbind");
}

/* Whether two lines set the same thing: a setting, the columns of a view, a
 * key; else they must be the same. */
static bool is_about_same(struct line a, struct line b)
{
	const struct line what = word(a, 0), other = word(b, 0);

	if (is_binding(what) ? !is_binding(other) : !equals(what, other))
		return false;
	if (!is_binding(what) && !is(what, "set") && !is(what, "columns"))
		return equals(a, b);
	return what.len < a.len && other.len < b.len &&
	       equals(word(a, what.len + 1), word(b, other.len + 1));
}

/* The last line about the same, which is the one that counts. */
static bool find(struct line *out, struct line line, const char *text)
{
	struct line at;
	bool found = false;

	while (next(&at, &text))
		if (is_about_same(at, line)) {
			*out = at;
			found = true;
		}
	return found;
}

/* What becomes of a line of mine; false: nothing, because another instance has
 * removed it. */
static bool choose(struct line *line, const char *before, const char *theirs)
{
	struct line was;

	if (!find(&was, *line, before) || !equals(was, *line))
		return true;
	return find(line, *line, theirs) || is(word(*line, 0), "set");
}

/* Whether it is one that :write-config writes. */
static bool is_known(struct line line)
{
	const struct line what = word(line, 0);

	return is(what, "set") || is(what, "columns") || is(what, "map") || is_binding(what);
}

/* Puts the line at an offset, unless `to` is NULL; returns the next offset. */
static size_t put(char *to, size_t at, struct line line)
{
	if (to) {
		memcpy(to + at, line.text, line.len);
		to[at + line.len] = '\n';
	}
	return at + line.len + 1;
}

/* Puts all lines, or only adds up their bytes. */
static size_t merge(char *to, const char *before, const char *mine, const char *theirs)
{
	const char *text = mine;
	struct line line, other;
	size_t at = 0;

	while (next(&line, &text))
		if (choose(&line, before, theirs))
			at = put(to, at, line);
	text = theirs;
	while (next(&line, &text))
		if (is_known(line) && !find(&other, line, mine) && !find(&other, line, before))
			at = put(to, at, line);
	return at;
}

const char *config_merge(const char *before, const char *mine, const char *theirs,
                         struct arena *arena)
{
	const size_t len = merge(NULL, before, mine, theirs);
	char *merged = arena_space(arena, len + 1, 1);

	merge(merged, before, mine, theirs);
	merged[len] = '\0';
	return merged;
}
