/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of two profiles, with names and paths of any bytes.  An input:
 * lines that begin with a letter.
 *
 *	bSYMBOL|READABLE|PATH|N	a function of the base, on line N
 *	nSYMBOL|READABLE|PATH|N	a new one
 *	iSYMBOL||PATH|N	inlined into function N of the base
 *	jSYMBOL||PATH|N	into a new one
 *	pOLD=NEW	the user's pair */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/compare/matching.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"

enum { MOST_LINES = 200, MOST_PAIRS = 3 };

struct side {
	struct func funcs[MOST_LINES];
	const char *readable[MOST_LINES];
	struct source_location places[MOST_LINES];
	struct frame parts[MOST_LINES + 1]; /* the first is that of all hosts */
	struct image image;
	struct profile profile;
	struct func_locations locations;
	struct frames frames;
	struct dataset data;
};

struct input {
	struct side base, new;
	const char *pairs[MOST_PAIRS];
	size_t npairs;
};

static const char *take(const char **text, char end, struct arena *arena) {
	const char *at = strchr(*text, end);
	const size_t len = at ? (size_t)(at - *text) : strlen(*text);
	const char *field = arena_text(arena, *text, len);

	*text += len + (at != NULL);
	return field;
}

/* Equal paths have the same address, as those of files have. */
static const char *same_path(const struct side *s, const char *path) {
	for (size_t i = 0; i < s->profile.nfuncs; i++)
		if (s->places[i].path && !strcmp(s->places[i].path, path))
			return s->places[i].path;
	return *path ? path : NULL;
}

static void read_function(struct side *s, const char *text, bool is_part, struct arena *arena) {
	const char *raw = take(&text, '|', arena);
	const char *readable = take(&text, '|', arena);
	const char *path = same_path(s, take(&text, '|', arena));
	const unsigned number = (unsigned)atoi(text);

	if (!*readable)
		readable = raw;
	if (is_part) {
		s->parts[++s->frames.n] = (struct frame){ .function = raw,
			                                  .location = { path, path, number },
			                                  .ticks = number % 7 };
		return;
	}
	size_t n = s->profile.nfuncs++;
	s->funcs[n] = (struct func){ .name = raw,
		                     .kind = *raw == '[' ? FUNC_GAP : FUNC_SYMBOL,
		                     .is_static = *raw == 's' };
	s->readable[n] = readable;
	s->places[n] = (struct source_location){ path, path, number };
}

static void read_line(struct input *in, const char *line, struct arena *arena) {
	switch (*line) {
	case 'b':
	case 'i':
		read_function(&in->base, line + 1, *line == 'i', arena);
		break;
	case 'n':
	case 'j':
		read_function(&in->new, line + 1, *line == 'j', arena);
		break;
	case 'p':
		if (in->npairs < MOST_PAIRS)
			in->pairs[in->npairs++] = line + 1;
		break;
	}
}

/* Of inlined functions: what follows the mark, with parameters. */
static bool demangle(char *out, size_t size, const char *raw, struct work *work) {
	return !strncmp(raw, "_Z", 2) && snprintf(out, size, "%s(int)", raw + 2) > 0;
}

static void finish(struct side *s, struct arena *arena) {
	const size_t n = s->profile.nfuncs;

	s->profile.funcs = s->funcs;
	s->profile.image = &s->image;
	s->image.demangle = demangle;
	s->locations = (struct func_locations){ .list = s->places, .n = n };
	s->data = (struct dataset){ .profile = &s->profile,
		                    .names = names_new(&s->profile, arena),
		                    .locations = &s->locations,
		                    .frames = &s->frames };
	names_take(s->data.names, s->readable);
	s->parts[0].outer = NO_FRAME;
	for (size_t i = 1; i <= s->frames.n && n; i++)
		s->parts[i].func = &s->funcs[s->parts[i].location.line % n];
	s->frames.list = s->parts;
	s->frames.n += s->frames.n > 0;
}

static void check_side(const uint32_t *list, size_t n, const uint32_t *of, uint32_t number) {
	for (size_t i = 0; i < n; i++) {
		assert(of[list[i]] == number);
		assert(!i || list[i - 1] < list[i]);
	}
}

/* Each function is in one match, and hosts have no hosts. */
static void check(const struct matching *m, const struct side *base, const struct side *new) {
	size_t nbase = 0, nnew = 0;

	for (uint32_t i = 0; i < m->n; i++) {
		const struct match *x = &m->list[i];
		const bool is_alone = x->how == MATCH_NONE || x->how == MATCH_INLINED;

		check_side(x->base, x->nbase, m->of_base, i);
		check_side(x->new, x->nnew, m->of_new, i);
		assert((x->nbase && x->nnew) != is_alone);
		assert((x->host != NO_MATCH) == (x->how == MATCH_INLINED));
		assert(x->host == NO_MATCH ||
		       (x->host < m->n && m->list[x->host].host == NO_MATCH));
		assert(*match_words(x->how));
		nbase += x->nbase;
		nnew += x->nnew;
	}
	assert(nbase == base->profile.nfuncs && nnew == new->profile.nfuncs);
}

static bool is_same(const uint32_t *a, size_t na, const uint32_t *b, size_t nb) {
	return na == nb && !memcmp(a, b, na * sizeof *a);
}

/* The same is found from the other side. */
static void check_swapped(const struct matching *m, const struct matching *swapped) {
	assert(m->n == swapped->n);
	for (size_t i = 0; i < m->n; i++) {
		const struct match *x = &m->list[i];
		const struct match *y = &swapped->list[x->nbase ? swapped->of_new[x->base[0]]
		                                                : swapped->of_base[x->new[0]]];

		assert(is_same(x->base, x->nbase, y->new, y->nnew));
		assert(is_same(x->new, x->nnew, y->base, y->nbase));
	}
}

/* Against itself nothing is new or gone. */
static void check_itself(const struct side *s, struct arena *arena) {
	const struct match_sides sides = { .base = &s->data, .new = &s->data };
	struct error err;
	const struct matching *m = matching_find(&sides, arena, NULL, &err);

	check(m, s, s);
	for (size_t i = 0; i < m->n; i++)
		assert(is_same(m->list[i].base, m->list[i].nbase, m->list[i].new, m->list[i].nnew));
}

static void match(struct input *in, struct arena *arena) {
	struct match_sides sides = { &in->base.data, &in->new.data, in->pairs, in->npairs };
	const struct match_sides swapped = { .base = &in->new.data, .new = &in->base.data };
	struct error err = { "" };
	const struct matching *m = matching_find(&sides, arena, NULL, &err);

	if (m)
		check(m, &in->base, &in->new);
	else
		assert(in->npairs && err.reason[0]);
	sides.npairs = 0;
	m = matching_find(&sides, arena, NULL, &err);
	check(m, &in->base, &in->new);
	check_swapped(m, matching_find(&swapped, arena, NULL, &err));
	check_itself(&in->base, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena *arena = arena_new();
	struct input *in = arena_alloc(arena, 1, sizeof *in);
	const char *text = arena_text(arena, (const char *)data, size);

	for (size_t i = 0; i < MOST_LINES && *text; i++)
		read_line(in, take(&text, '\n', arena), arena);
	finish(&in->base, arena);
	finish(&in->new, arena);
	match(in, arena);
	arena_free(arena);
	return 0;
}
