/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of two profiles are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/compare/matching.h"
#include "model/dataset.h"
#include "model/locations.h"
#include "model/names.h"
#include "model/profile.h"

#include <cmocka.h> /* last: it has a macro fail() */

struct side {
	struct func *funcs;
	const char **names; /* readable */
	struct source_location *places;
	struct profile profile;
	struct func_locations locations;
	struct dataset data;
};

struct builds {
	struct arena *arena;
	struct side base, new;
	char said[4096];
};

static int begin(void **state)
{
	static struct builds b;

	b = (struct builds){ .arena = arena_new() };
	*state = &b;
	return 0;
}

static int end(void **state)
{
	arena_free(((struct builds *)*state)->arena);
	return 0;
}

static enum func_kind kind_of(const char *name)
{
	if (strstr(name, "@plt"))
		return FUNC_PLT;
	return *name == '[' ? FUNC_GAP : FUNC_SYMBOL;
}

/* Adds a function written as "SYMBOL|READABLE|FILE:LINE", without what is not
 * known. */
static void add(struct builds *b, struct side *s, const char *text)
{
	const char *fields[3] = { text, "", "" };
	const size_t n = s->profile.nfuncs++;
	const char *bar;
	size_t i;

	for (i = 0; i < 3 && fields[i]; i++) {
		bar = strchr(fields[i], '|');
		if (i < 2 && bar)
			fields[i + 1] = bar + 1;
		fields[i] = arena_text(b->arena, fields[i],
		                       strcspn(fields[i], "|"));
	}
	s->funcs = arena_room(b->arena, s->funcs, n, sizeof *s->funcs);
	s->names = arena_room(b->arena, s->names, n, sizeof *s->names);
	s->places = arena_room(b->arena, s->places, n, sizeof *s->places);
	s->funcs[n] = (struct func){ .name = fields[0],
		                     .kind = kind_of(fields[0]) };
	s->names[n] = *fields[1] ? fields[1] : fields[0];
	s->places[n] = (struct source_location){ .path = NULL };
	bar = strchr(fields[2], ':');
	if (bar) {
		s->places[n].path = arena_text(b->arena, fields[2],
		                               (size_t)(bar - fields[2]));
		s->places[n].line = (unsigned)atoi(bar + 1);
	}
}

/* Functions separated by ";". */
static void add_all(struct builds *b, struct side *s, const char *texts)
{
	while (*texts) {
		const size_t len = strcspn(texts, ";");

		add(b, s, arena_text(b->arena, texts, len));
		texts += len + (texts[len] == ';');
	}
}

static const struct dataset *data_of(struct builds *b, struct side *s)
{
	s->profile.funcs = s->funcs;
	s->locations = (struct func_locations){ .list = s->places,
		                                .n = s->profile.nfuncs };
	s->data = (struct dataset){ .profile = &s->profile,
		                    .names = names_new(&s->profile, b->arena),
		                    .locations = &s->locations };
	names_take(s->data.names, s->names);
	return &s->data;
}

static const struct matching *matched(struct builds *b)
{
	const struct match_sides sides = { data_of(b, &b->base),
		                           data_of(b, &b->new) };
	struct error err;

	return matching_find(&sides, b->arena, NULL, &err);
}

static void say(struct builds *b, const char *text)
{
	const size_t len = strlen(b->said);

	snprintf(b->said + len, sizeof b->said - len, "%s", text);
}

static void say_side(struct builds *b, const struct side *s,
                     const uint32_t *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		say(b, i ? "+" : "");
		say(b, s->funcs[list[i]].name);
	}
}

/* "BASE=NEW HOW, ..." */
static const char *said(struct builds *b, const char *base, const char *new)
{
	static const char *const hows[] = {
		[MATCH_NAME] = "",
		[MATCH_FILE] = " file",
		[MATCH_SUFFIX] = " suffix",
		[MATCH_READABLE] = " readable",
		[MATCH_NUMBERED] = " number",
		[MATCH_ALIKE] = " alike",
		[MATCH_PARAMETERS] = " parameters",
		[MATCH_GAP] = " gap",
		[MATCH_NONE] = " none",
	};
	const struct matching *m;
	size_t i, j;

	b->base = b->new = (struct side){ NULL };
	b->said[0] = '\0';
	add_all(b, &b->base, base);
	add_all(b, &b->new, new);
	m = matched(b);
	for (i = 0; i < m->n; i++) {
		const struct match *x = &m->list[i];

		say(b, i ? ", " : "");
		say_side(b, &b->base, x->base, x->nbase);
		say(b, "=");
		say_side(b, &b->new, x->new, x->nnew);
		say(b, hows[x->how]);
		for (j = 0; j < x->nbase; j++)
			assert_int_equal(m->of_base[x->base[j]], i);
		for (j = 0; j < x->nnew; j++)
			assert_int_equal(m->of_new[x->new[j]], i);
	}
	return b->said;
}

static void assert_said(void **state, const char *base, const char *new,
                        const char *expected)
{
	assert_string_equal(said(*state, base, new), expected);
}

static void t_by_symbol(void **state)
{
	assert_said(state, "a;main;b", "b;main;c",
	            "a= none, main=main, b=b, =c none");
	assert_said(state, "", "", "");
}

static void t_by_file_where_symbols_repeat(void **state)
{
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f||/y/b.c:1;f||/y/a.c:1",
	            "f=f file, f=f file");
	/* One that moved is the same, unless there are others. */
	assert_said(state, "f||/x/a.c:1", "f||/x/b.c:1", "f=f");
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f||/x/c.c:1;f||/x/a.c:1",
	            "f=f file, f= none, =f none");
	/* Folders decide between files of the same name. */
	assert_said(state, "f||/x/a/i.c:1;f||/x/b/i.c:1",
	            "f||/y/b/i.c:1;f||/y/a/i.c:1", "f=f file, f=f file");
	assert_said(state, "f||/x/a/i.c:1;f||/x/b/i.c:1",
	            "f||/y/c/i.c:1;f||/y/d/i.c:1", "f+f=f+f alike");
}

static void t_adds_up_what_it_cannot_tell_apart(void **state)
{
	assert_said(state, "f;g;f", "f;g;f", "f+f=f+f alike, g=g");
	assert_said(state, "f;f", "f", "f+f=f alike");
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f;f", "f+f=f+f alike");
	assert_said(state, "f;f", "", "f+f= none");
}

static void t_families_of_clones(void **state)
{
	/* The same parts on both sides stay apart. */
	assert_said(state, "f;f.cold;f.part.0", "f;f.cold;f.part.0",
	            "f=f, f.cold=f.cold, f.part.0=f.part.0");
	assert_said(state, "f;f.cold", "f", "f+f.cold=f suffix");
	assert_said(state, "f.isra.0;f.isra.0.cold", "f.constprop.1.isra.0",
	            "f.isra.0+f.isra.0.cold=f.constprop.1.isra.0 suffix");
	assert_said(state, "f@@V1", "f@V2", "f@@V1=f@V2 suffix");
	assert_said(state, "f.part;g.isra", "f;g",
	            "f.part= none, g.isra= none, =f none, =g none");
	/* Link-time optimization numbers statics of several files. */
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:5",
	            "f.lto_priv.0||/x/b.c:5;f.lto_priv.1||/x/a.c:1",
	            "f=f.lto_priv.1 suffix, f=f.lto_priv.0 suffix");
	assert_said(state, "f;f", "f.lto_priv.0;f.lto_priv.1",
	            "f+f=f.lto_priv.0+f.lto_priv.1 suffix");
	assert_said(state, "f;f.cold", "", "f+f.cold= none");
}

static void t_readable_names(void **state)
{
	assert_said(state, "_ZN1AC1Ev|A::A()", "_ZN1AC2Ev|A::A()",
	            "_ZN1AC1Ev=_ZN1AC2Ev readable");
	assert_said(state, "_ZN1AC1Ev|A::A();_ZN1AC2Ev|A::A()",
	            "_ZN1AC1Ev|A::A();_ZN1AC2Ev|A::A()",
	            "_ZN1AC1Ev=_ZN1AC1Ev, _ZN1AC2Ev=_ZN1AC2Ev");
	assert_said(state, "_ZN1a1b17h0123456789abcdefE|a::b",
	            "_ZN1a1b17hfedcba9876543210E|a::b",
	            "_ZN1a1b17h0123456789abcdefE=_ZN1a1b17hfedcba9876543210E "
	            "readable");
	assert_said(state, "_Z1fv.isra.0|f() [clone .isra.0]", "_Z1fv|f()",
	            "_Z1fv.isra.0=_Z1fv suffix");
	assert_said(state, "_main;_f", "main;f", "_main=main, _f=f");
}

static void t_numbers(void **state)
{
	assert_said(state, "f._omp_fn.0;f._omp_fn.1", "f._omp_fn.0;f._omp_fn.1",
	            "f._omp_fn.0=f._omp_fn.0, f._omp_fn.1=f._omp_fn.1");
	assert_said(state, "f._omp_fn.0", "f._omp_fn.0;f._omp_fn.1",
	            "f._omp_fn.0=f._omp_fn.0+f._omp_fn.1 number");
	assert_said(state, "f;f._omp_fn.4.cold", "f;f._omp_fn.2",
	            "f=f, f._omp_fn.4.cold=f._omp_fn.2 number");
	assert_said(state, "1|f()::{lambda()#1}::operator()() const",
	            "2|f()::{lambda()#2}::operator()() const", "1=2 number");
	assert_said(state, "1|g()::{lambda()#1}::operator()() const",
	            "2|f()::{lambda()#2}::operator()() const",
	            "1= none, =2 none");
	assert_said(state, "1|f()::$_1::operator()() const",
	            "2|f()::$_12::operator()() const", "1=2 number");
	assert_said(state, ".omp_outlined.", ".omp_outlined..3",
	            ".omp_outlined.=.omp_outlined..3 number");
}

static void t_parameters(void **state)
{
	assert_said(state, "_Z1fi|f(int)", "_Z1fl|f(long)",
	            "_Z1fi=_Z1fl parameters");
	/* Not if there are overloads. */
	assert_said(state, "_Z1fi|f(int);_Z1fc|f(char)",
	            "_Z1fl|f(long);_Z1fc|f(char)",
	            "_Z1fi= none, _Z1fc=_Z1fc, =_Z1fl none");
	assert_said(state, "f", "_Z1fl|f(long)", "f= none, =_Z1fl none");
}

static void t_code_without_symbols(void **state)
{
	assert_said(state, "[.text 0x10];a;[.text 0x20];[.plt]",
	            "[.text 0x20];[.plt];b",
	            "[.text 0x10]+[.text 0x20]=[.text 0x20] gap, a= none, "
	            "[.plt]=[.plt] gap, =b none");
	assert_said(state, "puts@plt;puts@@V", "puts@plt;puts@@V",
	            "puts@plt=puts@plt, puts@@V=puts@@V");
}

static void t_words(void **state)
{
	enum match_how how;

	for (how = MATCH_NAME; how <= MATCH_NONE; how++)
		assert_non_null(match_words(how));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(t_by_symbol, begin, end),
		cmocka_unit_test_setup_teardown(t_by_file_where_symbols_repeat,
		                                begin, end),
		cmocka_unit_test_setup_teardown(
			t_adds_up_what_it_cannot_tell_apart, begin, end),
		cmocka_unit_test_setup_teardown(t_families_of_clones, begin,
		                                end),
		cmocka_unit_test_setup_teardown(t_readable_names, begin, end),
		cmocka_unit_test_setup_teardown(t_numbers, begin, end),
		cmocka_unit_test_setup_teardown(t_parameters, begin, end),
		cmocka_unit_test_setup_teardown(t_code_without_symbols, begin,
		                                end),
		cmocka_unit_test(t_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
