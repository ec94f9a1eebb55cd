/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/gprof_rules.h"

#include "model/model.h"

/* Parses half a spec, a text of its own. */
static struct symspec_half half(char *text) {
	struct symspec_half h = { NULL, NULL, 0 };
	char *colon = strrchr(text, ':'), *rest = colon ? colon + 1 : text;

	if (colon) {
		*colon = '\0';
		h.file = *text ? text : NULL;
	} else if (strchr(text, '.')) {
		h.file = text;
		return h;
	}
	if (is_digit(*rest))
		h.line = (int)strtol(rest, NULL, 10);
	else if (*rest)
		h.function = rest;
	return h;
}

struct symspec symspec_parse(const char *text, struct arena *arena) {
	struct symspec spec = { .has_right = false };
	size_t len = strcspn(text, "/");

	spec.left = half(arena_text(arena, text, len));
	if (!text[len])
		return spec;
	spec.has_right = true;
	text += len + 1;
	spec.right = half(arena_text(arena, text, strlen(text)));
	return spec;
}

/* Addresses [low, high) of functions next to each other. */
struct range {
	uint64_t low, high;
	uint32_t spec; /* the spec it belongs to */
};

struct ranges {
	struct range *list; /* by ascending low; shape: [n] */
	size_t n;
};

/* The functions that half a spec matches, so far. */
struct match {
	struct symspec_half half;
	const char *path; /* of its file; NULL: no such file */
	size_t after;     /* the function last matched, plus 1 */
	size_t range;     /* the range it is in */
};

struct spec {
	enum spec_table table;
	bool has_right;
	struct match left, right;
	struct ranges targets; /* of calls */
};

/* The functions of the profile. */
struct functions {
	const struct func *list; /* shape: [n] */
	size_t n;
	uint64_t end; /* of the last one, in gprof's view */
};

struct spec_tables {
	const struct image *image;
	const struct rules *rules;
	struct source_lines *lines;
	struct arena *arena;
	bool by_line;       /* gprof's -l */
	bool is_exact;      /* not gprof's choice of functions */
	struct spec *specs; /* last of the command line first */
	size_t nspecs;
	struct functions *functions;
	struct ranges *tables; /* shape: [SPEC_TABLES] */
};

static void add_spec(struct spec_tables *t, enum spec_table table, const char *text) {
	struct symspec parsed = symspec_parse(text, t->arena);

	t->specs[t->nspecs++] = (struct spec){
		.table = table,
		.has_right = parsed.has_right,
		.left = { .half = parsed.left },
		.right = { .half = parsed.right },
	};
}

static bool has_location(const struct symspec_half *half) {
	return half->file || half->line;
}

/* The source locations of all functions if some spec needs them; else NULL. */
static struct function_files *find_files(const struct spec_tables *t, const struct func *funcs,
                                         size_t nfuncs) {
	struct function_files *files = NULL;

	for (size_t i = 0; i < t->nspecs && !files; i++)
		if (has_location(&t->specs[i].left.half) || has_location(&t->specs[i].right.half))
			files = function_files_new(t->image, t->rules, t->lines, funcs, nfuncs,
			                           t->arena);
	for (size_t i = 0; i < t->nspecs && files; i++) {
		struct spec *s = &t->specs[i];

		s->left.path = function_files_path(files, s->left.half.file);
		s->right.path = function_files_path(files, s->right.half.file);
	}
	return files;
}

static bool is_match(const struct match *m, const char *name,
                     const struct source_location *location) {
	const char *wanted = m->half.function;

	if (wanted && (*wanted != *name || strcmp(name, wanted) != 0)) /* most begin otherwise */
		return false;
	if (!has_location(&m->half))
		return true;
	if (!location || !location->path)
		return false;
	if (m->half.line && (unsigned)m->half.line != location->line)
		return false;
	return !m->half.file || (m->path && !strcmp(location->path, m->path));
}

/* Where gprof thinks a function ends: the last one at the end of .text, even if that is before its
 * beginning.  By line, a symbol ends before the next symbol.
 * Cost: by line, the lines of the function. */
static uint64_t end_of(const struct spec_tables *t, size_t i) {
	const struct functions *f = t->functions;
	const bool is_whole = f->list[i].kind != FUNC_LINE;

	do
		i++;
	while (is_whole && i < f->n && f->list[i].kind == FUNC_LINE);
	return i < f->n ? f->list[i].low : f->end;
}

/* Adds function number i to what half a spec matches: if the function before it matched, its range
 * is extended to where this one ends, even back to the end of .text.  Alone, a function that ends
 * before it begins, as the very last can, matches nothing. */
static void extend(const struct spec_tables *t, struct ranges *to, struct match *m,
                   struct range function, size_t i) {
	const bool goes_on = m->after && m->after == i;

	if (function.high <= function.low && !goes_on)
		return;
	if (!goes_on) {
		m->range = to->n;
		arena_append(t->arena, to->list, to->n, function);
	}
	to->list[m->range].high = function.high;
	m->after = i + 1;
}

/* Adds function number i to the specs that match it. */
static void match(const struct spec_tables *t, size_t i, const char *name,
                  const struct source_location *location) {
	struct range r = { t->functions->list[i].low, end_of(t, i), 0 };

	for (; r.spec < t->nspecs; r.spec++) {
		struct spec *s = &t->specs[r.spec];

		if (is_match(&s->left, name, location))
			extend(t, &t->tables[s->table], &s->left, r, i);
		if (s->has_right && is_match(&s->right, name, location))
			extend(t, &s->targets, &s->right, r, i);
	}
}

static void fill(const struct spec_tables *t, const struct func *funcs, size_t nfuncs) {
	const struct function_files *files = find_files(t, funcs, nfuncs);
	const char lead = t->image->leading_char;
	uint64_t end = t->is_exact ? UINT64_MAX : t->image->text ? t->image->text->high : 0;

	if (t->by_line && nfuncs && funcs[nfuncs - 1].low >= end)
		end = UINT64_MAX;
	*t->functions = (struct functions){ funcs, nfuncs, end };
	for (size_t i = 0; i < nfuncs; i++) {
		const char *name = funcs[i].name;

		name += lead && name[0] == lead;
		match(t, i, name, files ? &files->locations[i] : NULL);
	}
	for (struct ranges *r = t->tables; r < t->tables + SPEC_TABLES; r++) {
		size_t n = 0;

		/* Of ranges with the same beginning, the first is kept. */
		for (size_t i = 0; i < r->n; i++)
			if (!n || r->list[n - 1].low != r->list[i].low)
				r->list[n++] = r->list[i];
		r->n = n;
	}
}

/* The last range that begins at or before the address, or NULL. */
static const struct range *range_below(const struct ranges *r, uint64_t address) {
	size_t low = upper_bound(r->list, r->n, sizeof *r->list, offsetof(struct range, low),
	                         address);

	return low ? &r->list[low - 1] : NULL;
}

static bool is_in(const struct spec_tables *t, enum spec_table table, uint64_t address) {
	const struct range *r = range_below(&t->tables[table], address);

	return r && address < r->high;
}

bool spec_tables_select(const struct spec_tables *t, enum spec_table include,
                        enum spec_table exclude, uint64_t address) {
	return t->tables[include].n ? is_in(t, include, address) : !is_in(t, exclude, address);
}

/* A pair of tables, and the bits that they set and clear. */
struct choice {
	enum spec_table include, exclude;
	unsigned char select; /* included, or nothing is and this is not excluded */
	unsigned char drop;   /* excluded and not included */
};

static const struct choice choices[] = {
	{ SPEC_FLAT, SPEC_NOT_FLAT, SELECT_FLAT, 0 },
	{ SPEC_GRAPH, SPEC_NOT_GRAPH, SELECT_GRAPH, DROP_GRAPH },
	{ SPEC_TIME, SPEC_NOT_TIME, SELECT_TIME, DROP_TIME },
};

static void mark(const void *context, const struct func *funcs, size_t nfuncs,
                 unsigned char *bits) {
	const struct spec_tables *t = context;

	fill(t, funcs, nfuncs);
	for (const struct choice *c = choices; c < choices + sizeof choices / sizeof *choices; c++)
		for (size_t i = 0; i < nfuncs; i++) {
			const uint64_t at = funcs[i].low;

			if (spec_tables_select(t, c->include, c->exclude, at))
				bits[i] |= c->select;
			if (is_in(t, c->exclude, at) && !is_in(t, c->include, at))
				bits[i] |= c->drop;
		}
}

/* Whether some spec of the table names the call.  Cost: linear in the ranges of the table. */
static bool names_call(const struct spec_tables *t, enum spec_table table,
                       const struct func *caller, const struct func *callee) {
	const struct ranges *r = &t->tables[table];

	for (size_t i = 0; i < r->n && r->list[i].low <= caller->low; i++) {
		if (caller->low >= r->list[i].high)
			continue;
		const struct range *to = range_below(&t->specs[r->list[i].spec].targets,
		                                     callee->low);
		if (to && end_of(t, (size_t)(callee - t->functions->list)) <= to->high)
			return true;
	}
	return false;
}

static bool keeps_call(const void *context, const struct func *caller, const struct func *callee) {
	const struct spec_tables *t = context;

	if (names_call(t, SPEC_ARC, caller, callee))
		return true;
	return !t->tables[SPEC_ARC].n && !names_call(t, SPEC_NOT_ARC, caller, callee);
}

struct spec_tables *spec_tables_new(const struct gprof_options *options, const struct image *image,
                                    struct rules *rules, struct source_lines *lines,
                                    struct arena *arena) {
	static const enum spec_table excludes[] = { SPEC_NOT_TIME, SPEC_NOT_GRAPH, SPEC_NOT_FLAT };
	const size_t nexcludes = sizeof excludes / sizeof *excludes;
	struct spec_tables *t = arena_alloc(arena, 1, sizeof *t);

	t->image = image;
	t->rules = rules;
	t->lines = lines;
	t->arena = arena;
	/* Symbols from a file are functions, never lines. */
	t->by_line = options->by_line && !options->symbol_file;
	t->is_exact = options->rules == &rules_exact;
	t->specs = arena_alloc(arena, options->nspecs + nprofilers_of_gprof * nexcludes,
	                       sizeof *t->specs);
	t->functions = arena_alloc(arena, 1, sizeof *t->functions);
	t->tables = arena_alloc(arena, SPEC_TABLES, sizeof *t->tables);
	/* gprof never shows the profiler's own unless they are asked for. */
	for (size_t i = 0; i < nprofilers_of_gprof && !t->is_exact; i++)
		for (size_t k = 0; k < nexcludes; k++)
			add_spec(t, excludes[k], profilers_of_gprof[i]);
	for (size_t i = options->nspecs; i-- > 0;)
		add_spec(t, options->specs[i].table, options->specs[i].text);
	rules->select = (struct selection){ .context = t, .mark = mark, .arc = keeps_call };
	return t;
}
