/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "builds_builder.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"

#include "assertions.h"

int builds_setup(void **state) {
	static struct builds b;

	b = (struct builds){ .arena = arena_new() };
	*state = &b;
	return 0;
}

int builds_teardown(void **state) {
	arena_free(((struct builds *)*state)->arena);
	return 0;
}

static enum func_kind kind_of(const char *name) {
	if (strstr(name, "@plt"))
		return FUNC_PLT;
	if (*name == '~')
		return FUNC_INLINED;
	return *name == '[' ? FUNC_GAP : FUNC_SYMBOL;
}

/* The fields of a function; those that are not known are "". */
static void split(struct builds *b, const char *text, size_t len, const char *fields[3]) {
	for (size_t i = 0; i < 3; i++) {
		const char *bar = memchr(text, '|', len);
		const size_t n = bar ? (size_t)(bar - text) : len;

		fields[i] = arena_text(b->arena, text, n);
		text += n + (bar != NULL);
		len -= n + (bar != NULL);
	}
}

static struct source_location place_of(struct builds *b, const char *text) {
	const char *colon = strchr(text, ':');
	struct source_location place = { NULL, NULL, 0 };

	if (colon) {
		place.path = arena_text(b->arena, text, (size_t)(colon - text));
		place.line = (unsigned)atoi(colon + 1);
	}
	return place;
}

/* The last line of a place, or its only one. */
static unsigned last_of(const char *text) {
	const char *colon = strchr(text, ':');
	const char *dash = colon ? strchr(colon, '-') : NULL;

	return colon ? (unsigned)atoi(dash ? dash + 1 : colon + 1) : 0;
}

static void add(struct builds *b, struct side *s, const char *text, size_t len) {
	const size_t n = s->profile.nfuncs++;
	const char *fields[3];

	split(b, text, len, fields);
	s->funcs = arena_room(b->arena, s->funcs, n, sizeof *s->funcs);
	s->names = arena_room(b->arena, s->names, n, sizeof *s->names);
	s->places = arena_room(b->arena, s->places, n, sizeof *s->places);
	s->lasts = arena_room(b->arena, s->lasts, n, sizeof *s->lasts);
	s->lasts[n] = last_of(fields[2]);
	s->funcs[n] = (struct func){ .name = fields[0] + (*fields[0] == '~'),
		                     .kind = kind_of(fields[0]),
		                     .is_static = *fields[0] == 's' };
	s->names[n] = *fields[1] ? fields[1] : s->funcs[n].name;
	s->places[n] = place_of(b, fields[2]);
	s->profile.funcs = s->funcs;
}

void builds_add(struct builds *b, struct side *s, const char *texts) {
	while (*texts) {
		const size_t len = strcspn(texts, ";");

		add(b, s, texts, len);
		texts += len + (texts[len] == ';');
	}
}

/* Of names that are not in the profile. */
static bool demangle(char *out, size_t size, const char *raw, struct work *work) {
	return !strcmp(raw, "_ZN1AC4Ev") && snprintf(out, size, "A::A()") > 0;
}

void builds_inline(struct builds *b, struct side *s, const char *text, const char *into,
                   double ticks) {
	struct frame host = { .outer = NO_FRAME }, part = { .ticks = ticks };
	const char *fields[3];

	split(b, text, strlen(text), fields);
	part.function = fields[0];
	part.location = place_of(b, fields[2]);
	while (strcmp(s->funcs[part.first_call].name, into) != 0)
		part.first_call++;
	part.outer = (uint32_t)s->frames.n;
	s->parts = arena_room(b->arena, s->parts, s->frames.n, sizeof host);
	s->parts[s->frames.n++] = host;
	s->parts = arena_room(b->arena, s->parts, s->frames.n, sizeof part);
	s->parts[s->frames.n++] = part;
}

static const struct dataset *data_of(struct builds *b, struct side *s) {
	s->locations = (struct func_locations){ .list = s->places,
		                                .last = s->lasts,
		                                .n = s->profile.nfuncs };
	s->image.demangle = demangle;
	s->profile.image = &s->image;
	s->frames.list = s->parts;
	for (size_t i = 0; i < s->frames.n; i++)
		s->parts[i].func = &s->funcs[s->parts[i].first_call];
	s->data = (struct dataset){ .profile = &s->profile,
		                    .frames = &s->frames,
		                    .names = names_new(&s->profile, b->arena),
		                    .locations = &s->locations };
	names_take(s->data.names, s->names);
	return &s->data;
}

void builds_match(struct builds *b) {
	const struct match_sides sides = { data_of(b, &b->base), data_of(b, &b->new), b->pairs,
		                           b->npairs };

	b->matching = matching_find(&sides, b->arena, NULL, &b->err);
}

static void say(struct builds *b, const char *text) {
	const size_t len = strlen(b->said);

	snprintf(b->said + len, sizeof b->said - len, "%s", text);
}

static void say_side(struct builds *b, const struct side *s, const uint32_t *list, size_t n) {
	for (size_t i = 0; i < n; i++) {
		say(b, i ? "+" : "");
		say(b, s->funcs[list[i]].name);
	}
}

static void say_match(struct builds *b, uint32_t number) {
	static const char *const hows[] = {
		[MATCH_NAME] = "",
		[MATCH_FILE] = " file",
		[MATCH_USER] = " user",
		[MATCH_SUFFIX] = " suffix",
		[MATCH_READABLE] = " readable",
		[MATCH_NUMBERED] = " number",
		[MATCH_SUM] = " sum",
		[MATCH_ALIKE] = " alike",
		[MATCH_PARAMETERS] = " parameters",
		[MATCH_LOCAL] = " local",
		[MATCH_GAP] = " gap",
		[MATCH_INLINED] = " inlined",
		[MATCH_NONE] = " none",
	};
	const struct match *m = &b->matching->list[number];

	say_side(b, &b->base, m->base, m->nbase);
	say(b, "=");
	say_side(b, &b->new, m->new, m->nnew);
	say(b, hows[m->how]);
	for (size_t i = 0; i < m->nbase; i++)
		assert_int_equal(b->matching->of_base[m->base[i]], number);
	for (size_t i = 0; i < m->nnew; i++)
		assert_int_equal(b->matching->of_new[m->new[i]], number);
}

const char *builds_said(struct builds *b, const char *base, const char *new) {
	builds_add(b, &b->base, base);
	builds_add(b, &b->new, new);
	b->said[0] = '\0';
	builds_match(b);
	if (!b->matching)
		return b->err.reason;
	for (uint32_t i = 0; i < b->matching->n; i++) {
		say(b, i ? ", " : "");
		say_match(b, i);
	}
	b->base = b->new = (struct side){ NULL };
	return b->said;
}
