/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/response_file.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"

/* Files may refer to each other in a circle. */
enum { FILES_MAX = 2000 };

/* A growing list of arguments. */
struct words {
	char **list;
	size_t n;
	struct arena *arena;
};

static void add(struct words *words, char *word)
{
	words->list = arena_room(words->arena, words->list, words->n, sizeof *words->list);
	words->list[words->n++] = word;
}

static bool is_blank(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the next word off the text; false at its end. */
static bool next_word(struct bytes *text, char *word, size_t *length)
{
	unsigned char quote = 0;
	size_t at = 0, len = 0;

	while (at < text->len && is_blank(text->data[at]))
		at++;
	if (at == text->len)
		return false;
	for (; at < text->len; at++) {
		unsigned char c = text->data[at];

		if (!quote && is_blank(c))
			break;
		if (c == quote)
			quote = 0;
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (c != '\\')
			word[len++] = (char)c;
		else if (++at < text->len)
			word[len++] = (char)text->data[at];
	}
	text->data += at;
	text->len -= at;
	*length = len;
	return true;
}

static void add_file(struct words *words, struct bytes text)
{
	char *word = arena_alloc(words->arena, text.len, 1);
	size_t len;

	while (next_word(&text, word, &len))
		add(words, arena_text(words->arena, word, len));
}

/* One round: files named in files are left for the next. */
static bool expand(struct words *to, char **argv, size_t n, unsigned *nfiles, struct error *err)
{
	struct error ignored;
	size_t i;

	for (i = 0; i < n; i++) {
		struct bytes text;

		if (!i || argv[i][0] != '@') {
			add(to, argv[i]);
		} else if (bytes_is_directory(argv[i] + 1)) {
			return fail(err, "error: @-file refers to a directory");
		} else if (bytes_read_named(&text, argv[i] + 1, to->arena, &ignored)) {
			if (++*nfiles >= FILES_MAX)
				return fail(err, "error: too many @-files "
				                 "encountered");
			add_file(to, text);
		} else {
			add(to, argv[i]);
		}
	}
	return true;
}

bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err)
{
	struct words words = { *argv, (size_t)*argc, arena };
	unsigned nfiles = 0, before;

	do {
		struct words next = { NULL, 0, arena };

		before = nfiles;
		if (!expand(&next, words.list, words.n, &nfiles, err))
			return false;
		if (nfiles > before)
			words = next;
	} while (nfiles > before);
	if (words.list == *argv)
		return true;
	*argc = (int)words.n;
	add(&words, NULL);
	*argv = words.list;
	return true;
}
