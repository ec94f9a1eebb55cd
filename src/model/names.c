/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/names.h"

#include "model/image.h"
#include "model/profile.h"

/* What is left out; each step includes those before it. */
enum cut {
	CUT_RETURN_TYPE,
	CUT_PARAMETERS,
	CUT_CLONE,     /* the suffixes of a clone, for which a mark stands */
	CUT_ANONYMOUS, /* of "(anonymous namespace)" braces stay */
	CUT_TAIL,      /* the parentheses of parameters, and what follows them */
	CUT_INNER_TEMPLATES,
	CUT_TEMPLATES,
	CUT_INNER_PARAMETERS,
	CUT_MODULES, /* those of the types in "<type as trait>::f" */
	CUT_MARKS,   /* brackets with dots in them */
	CUTS
};

/* A name being copied. */
struct copy {
	const char *name;
	size_t at;
	char *out;
	size_t size, len;
	bool is_broken; /* a bracket did not close: nothing more is left out */
	bool is_bare;   /* nothing stands for what is left out */
	size_t keep;    /* the index of what stays; or SIZE_MAX */
	size_t kept;    /* where that is in `out` */
};

size_t short_name_parameters(const char *name) {
	size_t at = strlen(name);
	int depth = 0;

	while (at > 0 && name[at - 1] != ')')
		at--;
	/* What may follow them is nothing, " const", " [clone .cold]".  The parentheses of
	 * "(anonymous namespace)::data" or "<(A, B) as C>::f" are not parameters. */
	if (name[at] && (name[at] != ' ' || strpbrk(name + at, ":>}")))
		return strlen(name);
	while (at > 0) {
		at--;
		if (name[at] == ')')
			depth++;
		else if (name[at] == '(' && --depth == 0)
			return at;
	}
	return strlen(name);
}

static bool is_word(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	       c == '$' || (unsigned char)c >= 0x80;
}

/* The bytes of "operator<<" and the like at a position, else 0: its characters are not brackets. */
static size_t operator_length(const char *name, size_t at) {
	static const char word[] = "operator";
	size_t len = sizeof word - 1;

	if ((at && is_word(name[at - 1])) || strncmp(name + at, word, len) != 0 ||
	    is_word(name[at + len]))
		return 0;
	if (!strncmp(name + at + len, "()", 2))
		return len + 2;
	while (name[at + len] && strchr("<>=!+-*/%^&|~,[]", name[at + len]) &&
	       (name[at + len] != '<' || strchr("r<", name[at + len - 1])))
		len++; /* that of "operator-<int>" begins the arguments */
	return len;
}

/* The position after the bracket that closes the one here; 0: none. */
static size_t closed(const char *name, size_t at) {
	const bool is_round = name[at] == '(';
	size_t round = 0, pointed = 0, skip;

	for (; name[at]; at += skip) {
		skip = operator_length(name, at);
		if (skip)
			continue;
		skip = 1;
		if (name[at] == '(')
			round++;
		else if (name[at] == ')' && !round--)
			return 0;
		else if (name[at] == '<' && !round)
			pointed++;
		else if (name[at] == '>' && !round && name[at - 1] != '-')
			pointed--;
		if (is_round ? !round : !pointed)
			return at + 1;
	}
	return 0;
}

static size_t name_begin(const char *name, size_t parameters) {
	size_t begin = 0, end;

	if (!name[parameters] || !parameters || name[parameters - 1] != '>')
		return 0;
	for (size_t at = 0; at < parameters; at = end) {
		end = at + 1;
		if (operator_length(name, at))
			break;
		if (name[at] == '(' || name[at] == '<')
			end = closed(name, at);
		if (!end)
			return 0;
		if (name[at] == ' ')
			begin = end;
	}
	return begin;
}

size_t short_name_begin(const char *name) {
	return name_begin(name, short_name_parameters(name));
}

/* Whether arguments of Rust's "f::<A>" begin here, unlike the scope in "a::<impl A for B>::f". */
static bool is_turbofish(const char *name, size_t at) {
	return at > 2 && name[at] == '<' && !strncmp(name + at - 2, "::", 2) &&
	       strncmp(name + at + 1, "impl ", 5) != 0;
}

/* The index behind the next "::" that is in no brackets; 0: there is none. */
static size_t next_scope(const char *name, size_t at) {
	size_t next;

	for (; name[at] && name[at] != '['; at = next) {
		const size_t skip = operator_length(name, at);

		next = at + (skip ? skip : 1);
		if (skip && name[next] == ' ' && is_word(name[next + 1]))
			break; /* "operator a::T", whose type has scopes of its own */
		if (skip)
			continue;
		if (name[at] == ':' && name[next] == ':' && !is_turbofish(name, next + 1))
			return next + 1;
		if (name[at] == '(' || name[at] == '<')
			next = closed(name, at);
		if (!next)
			break;
	}
	return 0;
}

const char *short_name_last(const char *name, bool has_parameters, size_t *len) {
	const size_t end = has_parameters ? short_name_parameters(name) : strlen(name);
	size_t start = has_parameters ? name_begin(name, end) : 0, stop, skip, next;

	while ((next = next_scope(name, start)) && next <= end)
		start = next;
	for (stop = start; stop < end && (name[stop] != '<' || !closed(name, stop));
	     stop += skip ? skip : 1)
		skip = operator_length(name, stop);
	stop -= is_turbofish(name, stop) ? 2 : 0;
	*len = (stop > start && stop < end ? stop : end) - start;
	return name + start;
}

static void put(struct copy *c, const char *text, size_t len) {
	if (len > c->size - 1 - c->len)
		len = c->size - 1 - c->len;
	memcpy(c->out + c->len, text, len);
	c->len += len;
}

static const char *dots(void) {
	return text_is_utf8() ? "\xe2\x80\xa6" : "...";
}

/* Puts the word to keep between two indices, and dots for what is around it. */
static void put_kept(struct copy *c, size_t low, size_t high) {
	size_t begin = c->keep;

	while (begin + 1 < high && strchr(" ,<(", c->name[begin]))
		begin++;
	size_t end = begin;
	while (begin > low && is_word(c->name[begin - 1]))
		begin--;
	for (; end < high && !strchr(",<>(){}", c->name[end]); end++)
		if (c->is_bare && !strncmp(c->name + end, "::", 2) && is_word(c->name[end + 2]))
			begin = end + 2;
	if (begin > low)
		put(c, dots(), strlen(dots()));
	c->kept = c->len;
	put(c, c->name + begin, end - begin);
	if (end < high)
		put(c, dots(), strlen(dots()));
}

/* Leaves out what is inside the brackets here, if they close. */
static bool leave_out(struct copy *c) {
	const char close = c->name[c->at] == '(' ? ')' : '>';
	size_t end = c->is_broken ? 0 : closed(c->name, c->at);

	c->is_broken = !end;
	if (end <= c->at + 2) /* or empty */
		return false;
	if (c->keep > c->at && c->keep < end - 1) {
		put(c, c->name + c->at, 1);
		put_kept(c, c->at + 1, end - 1);
		put(c, &close, 1);
	} else if (!c->is_bare) {
		put(c, c->name + c->at, 1);
		put(c, dots(), strlen(dots()));
		put(c, &close, 1);
	} else if (c->len && c->out[c->len - 1] == ' ') {
		c->len--; /* of "operator< <int>" */
	} else if (is_turbofish(c->name, c->at)) {
		c->len -= 2;
	}
	c->at = end;
	return true;
}

/* Whether "operator()" or the like ends before a position. */
static bool follows_operator(const char *name, size_t at) {
	const size_t word = sizeof "operator" - 1;

	for (size_t n = 1; n <= 3 && word + n <= at; n++)
		if (operator_length(name, at - word - n) == word + n)
			return true;
	return false;
}

static bool is_template(const char *name, size_t at) {
	return at && name[at] == '<' &&
	       (is_word(name[at - 1]) || is_turbofish(name, at) ||
	        follows_operator(name, name[at - 1] == ' ' ? at - 1 : at));
}

static const char anonymous[] = "(anonymous namespace)", clone_mark[] = " [clone .";

/* Leaves out the suffixes of a clone, which begin here, or only the words before them. */
static void leave_out_clone(struct copy *c) {
	const size_t skip = c->name[c->at] == ' ' ? sizeof clone_mark - 1 : 0;
	const bool is_kept = c->keep != SIZE_MAX && c->keep >= c->at;
	const char *shown = is_kept && skip ? " [." : is_kept || c->is_bare ? "" : " [.]";

	put(c, shown, strlen(shown));
	c->kept = is_kept ? c->len : c->kept;
	c->at += skip;
	if (is_kept)
		put(c, c->name + c->at, strlen(c->name + c->at));
	c->at += strlen(c->name + c->at);
}

/* Leaves out the module that begins here inside the brackets of Rust's "<type as trait>". */
static bool leave_out_module(struct copy *c) {
	size_t end = c->at;

	while (is_word(c->name[end]))
		end++;
	if (end == c->at || is_word(c->name[c->at - 1]) || strncmp(c->name + end, "::", 2) != 0 ||
	    !is_word(c->name[end + 2]) || (c->keep >= c->at && c->keep < end))
		return false;
	c->at = end + 2;
	return true;
}

/* What the parts of a name are, for leaving them out. */
struct parts {
	size_t parameters, clone, type_end; /* where they begin; after "<type as trait>" */
};

/* Leaves out what is here, if the cut removes it; depth: how many templates it is nested in. */
static bool leave_out_here(struct copy *c, enum cut cut, const struct parts *parts, size_t depth) {
	const char here = c->name[c->at];

	if (here == '(' && c->at == parts->parameters) {
		if (cut < CUT_PARAMETERS)
			return false;
		if (cut < CUT_TAIL ||
		    (c->keep != SIZE_MAX && c->keep >= c->at && c->keep < parts->clone))
			return leave_out(c);
		c->at = parts->clone > c->at ? parts->clone : strlen(c->name);
		return true;
	}
	if (here == '(' && !strncmp(c->name + c->at, anonymous, sizeof anonymous - 1)) {
		if (cut < CUT_ANONYMOUS)
			return false;
		put(c, "{}", 2);
		c->at += sizeof anonymous - 1;
		return true;
	}
	if (here == '(')
		return cut >= CUT_INNER_PARAMETERS && leave_out(c);
	if (is_template(c->name, c->at) && (depth || cut >= CUT_TEMPLATES))
		return cut >= CUT_INNER_TEMPLATES && leave_out(c);
	return cut >= CUT_MODULES && c->at && c->at < parts->type_end && leave_out_module(c);
}

static size_t cut_name(struct copy *c, enum cut cut) {
	const char *mark = strstr(c->name, clone_mark);
	const struct parts parts = { short_name_parameters(c->name),
		                     mark ? (size_t)(mark - c->name)
		                          : clone_stem(c->name, strlen(c->name)),
		                     c->name[0] == '<' ? closed(c->name, 0) : 0 };
	size_t depth = 0;

	c->is_bare = cut >= CUT_MARKS;
	c->at = name_begin(c->name, parts.parameters);
	if (c->keep < c->at)
		c->at = 0;
	while (c->name[c->at]) {
		if (c->at <= c->keep)
			c->kept = c->len;
		if (cut >= CUT_CLONE && c->at == parts.clone) {
			leave_out_clone(c);
			continue;
		}
		if (leave_out_here(c, cut, &parts, depth))
			continue;
		if (is_template(c->name, c->at))
			depth++;
		else if (depth && c->name[c->at] == '>' && c->name[c->at - 1] != '-')
			depth--;
		size_t len = operator_length(c->name, c->at);
		put(c, c->name + c->at, len ? len : 1);
		c->at += len ? len : 1;
	}
	c->out[c->len] = '\0';
	return c->len;
}

size_t short_name(char *out, size_t size, const char *name, int width) {
	return short_name_keeping(out, size, name, width, SIZE_MAX);
}

/* The next word of a name, in brackets or not; 0: there is none. */
static size_t next_word(const char *name, size_t at) {
	while (is_word(name[at]))
		at++;
	while (name[at] && !is_word(name[at]))
		at++;
	return name[at] ? at : 0;
}

/* Where the next part of a word begins: "name" of "set_name", "Name" of "setName"; or the end. */
static size_t next_part(const char *name, size_t at) {
	while (name[at] && name[++at]) {
		const char before = name[at - 1], here = name[at];

		if ((is_word(here) && here != '_' && (!is_word(before) || before == '_')) ||
		    (isupper((unsigned char)here) && !isupper((unsigned char)before)))
			break;
	}
	return at;
}

/* Drops the beginning of the text, for which dots stand if they have room. */
static void drop(struct copy *c, size_t begin, int width) {
	size_t len = strlen(dots());

	begin += !strncmp(c->out + begin, dots(), len) ? len : 0;
	size_t left = c->len - begin;
	if (len > begin || text_width(c->out + begin) + text_width(dots()) > width)
		len = 0;
	memmove(c->out + len, c->out + begin, left + 1);
	memcpy(c->out, dots(), len);
	c->len = len + left;
}

/* Whether a part of a name says something without what is before it: operators, lambdas do not. */
static bool stands_alone(const char *name, size_t at) {
	return !operator_length(name, at) && (name[at] != '{' || name[at + 1] == '}');
}

/* Where the end begins of the scope before a last word, if that is too wide, that has room:
 * "CompleteUnrolling::run" says more than "run". */
static size_t scope_end(const struct copy *c, size_t begin, int room) {
	size_t at = 0, next = 0;

	while ((next = next_scope(c->out, next)) && next < begin)
		at = next;
	if (strcspn(c->out + at, "<({[") < begin - at)
		return begin;
	while (at < begin && text_width(c->out + at) > room)
		at = next_part(c->out, at);
	return at < begin ? at : begin;
}

/* Drops as many of the outer scopes as the width wants, and where something stays whose scope is
 * too wide, of the words before it, then of the letters; never the last word. */
static size_t drop_scopes(struct copy *c, int width, bool is_keeping) {
	const int room = width - text_width(dots());
	const size_t most = is_keeping ? c->kept : c->len;
	size_t at = 0, last = 0, next;

	for (next = next_scope(c->out, 0); next && next <= most; next = next_scope(c->out, next))
		if (stands_alone(c->out, next)) {
			at = text_width(c->out + at) > room ? next : at;
			last = next;
		}
	if (next)
		last = next;
	if (at && at == last && !is_keeping && text_width(c->out + at) <= room)
		at = scope_end(c, at, room);
	for (next = next_word(c->out, at);
	     is_keeping && next && next <= most && next <= last && text_width(c->out + at) > room;
	     next = next_word(c->out, at))
		at = next;
	for (last = next = 0; is_keeping && (next = next_scope(c->out, next));)
		last = stands_alone(c->out, next) ? next : last;
	if (last > at && (memchr(c->out + at, '>', last - at) || text_width(c->out + last) > room))
		last = at;
	while (at < last && text_width(c->out + at) > room)
		at = next_part(c->out, at);
	if (at)
		drop(c, at, width);
	return c->len;
}

static size_t shorten(char *out, size_t size, const char *name, int width, size_t keep) {
	size_t len = strlen(name);
	struct copy copy;

	if (!size)
		return 0;
	if (len < size && text_width(name) <= width) {
		memcpy(out, name, len + 1);
		return len;
	}
	for (enum cut cut = CUT_RETURN_TYPE; cut < CUTS; cut++) {
		copy = (struct copy){ .name = name, .out = out, .size = size, .keep = keep };
		len = cut_name(&copy, cut);
		if (len + 1 < size && text_width(out) <= width)
			return len;
	}
	len = drop_scopes(&copy, width, keep != SIZE_MAX);
	return keep == SIZE_MAX || text_width(out) <= width
	               ? len
	               : shorten(out, size, name, width, SIZE_MAX);
}

/* Where the mark of a view begins: " <inlined>", " + 2 inlined"; 0: there is none. */
static size_t mark_begin(const char *name) {
	static const char inlined[] = " inlined";
	const size_t len = strlen(name);
	size_t at = len - (len >= sizeof inlined ? sizeof inlined - 1 : 0);
	const char *mark = strrchr(name, '<');

	if (!strcmp(name + at, inlined)) {
		while (at && is_digit(name[at - 1]))
			at--;
		return at > 3 && !strncmp(name + at - 3, " + ", 3) ? at - 3 : 0;
	}
	return mark && mark > name && mark[-1] == ' ' && strchr(mark, '>') == name + len - 1
	               ? (size_t)(mark - name) - 1
	               : 0;
}

size_t short_name_keeping(char *out, size_t size, const char *name, int width, size_t keep) {
	static const char brief[] = " <rec>";
	enum { LONG = 8192 };
	char bare[LONG + sizeof brief];
	const size_t end = mark_begin(name);

	if (!end || text_width(name) <= width || end >= LONG)
		return shorten(out, size, name, width, keep);
	memcpy(bare, name, end);
	bare[end] = '\0';
	const int room = width - text_width(name + end);
	const size_t len = shorten(out, size, bare, room, keep);
	if (text_width(out) > room || len + strlen(name + end) >= size) {
		if (strcmp(name + end, " <recursive>") != 0)
			return shorten(out, size, bare, width, keep);
		memcpy(bare + end, brief, sizeof brief);
		return short_name_keeping(out, size, bare, width, keep);
	}
	memcpy(out + len, name + end, strlen(name + end) + 1);
	return len + strlen(name + end);
}

bool short_names_are_alike(const char *a, const char *b) {
	const size_t at = mark_begin(a), other_at = mark_begin(b), begin = strlen(dots());
	const size_t len = at ? at : strlen(a), other = other_at ? other_at : strlen(b);

	if (len < other)
		return short_names_are_alike(b, a);
	return len == other || strncmp(b, dots(), begin) != 0
	               ? len == other && !strncmp(a, b, len)
	               : !strncmp(a + len - (other - begin), b + begin, other - begin);
}

size_t short_name_cut(char *out, size_t size, const char *name, int width) {
	const int room = width - text_width(dots());
	struct copy copy = { .name = name, .out = out, .size = size };
	size_t end = strlen(name), tail = 0, head = 0;

	if (text_width(name) <= width)
		return (size_t)text_fit(out, size, name, width);
	while (tail < end && text_width(name + tail) > (room + 1) / 2)
		tail = next_part(name, tail);
	for (size_t at = 0; tail == end && at < end; at = next_part(name, at))
		tail = text_width(name + at) <= room ? at : tail;
	if (tail == end)
		return (size_t)text_fit(out, size, name, width);
	for (size_t at = next_part(name, 0); at < tail; at = next_part(name, at))
		if (text_width(name) - text_width(name + at) <= room - text_width(name + tail))
			head = at;
	put(&copy, name, head);
	put(&copy, dots(), strlen(dots()));
	put(&copy, name + tail, end - tail);
	out[copy.len] = '\0';
	return (size_t)text_width(out);
}

size_t short_path(char *out, size_t size, const char *path, int width, size_t keep) {
	struct copy copy = { .name = path, .out = out, .size = size };
	const char *slash;
	size_t at = 0;

	(void)keep;
	if (!size)
		return 0;
	put(&copy, path, strlen(path));
	out[copy.len] = '\0';
	while (out[at] && text_width(out + at) + (at ? text_width(dots()) : 0) > width &&
	       (slash = strchr(out + at + 1, '/')))
		at = (size_t)(slash - out);
	if (at)
		drop(&copy, at, width);
	return copy.len;
}

/* Longer names are cut: some mangled names of 300 bytes expand to 200 MB. */
enum { NAME_BYTES = 16 * 1024 };

/* A name's entry is NULL until it is first asked for. */
struct names {
	const struct profile *profile;
	struct arena *arena; /* of texts */
	const char **full;   /* shape: [nfuncs]; NULL: none needed yet */
	const char **brief;  /* same */
	struct work work;    /* what making them may take */
	char space[NAME_BYTES];
};

struct work names_work(const struct profile *profile) {
	enum { MOST = 4096, A_THIRD = 3 };
	struct work work = { .left = 0 };
	uint64_t bytes = 0;

	for (size_t i = 0; i < profile->nfuncs; i++)
		bytes += strnlen(profile->funcs[i].name, MOST);
	work_allow(&work, bytes / A_THIRD);
	return work;
}

struct names *names_new(const struct profile *profile, struct arena *arena) {
	struct names *names = arena_space(arena, 1, sizeof *names);

	names->profile = profile;
	names->arena = arena_within(arena);
	names->full = names->brief = NULL;
	names->work = names_work(profile);
	return names;
}

/* Demangled, with parameters; raw itself if it is not mangled. */
static const char *make_full(const struct profile *profile, const char *raw, char space[NAME_BYTES],
                             struct work *work, struct arena *arena) {
	const struct image *image = profile->image;

	if (!image->demangle || !image->demangle(space, NAME_BYTES, raw, work))
		return raw;
	return arena_text(arena, space, strlen(space));
}

/* A demangled name without its parameters. */
static const char *make_brief(const char *whole, const char *raw, struct arena *arena) {
	size_t len = whole == raw ? strlen(whole) : short_name_parameters(whole);

	return len && whole[len] ? arena_text(arena, whole, len) : whole;
}

const char *names_get(struct names *names, const struct func *f, enum name_style style) {
	const bool is_short = style == NAME_SHORT;

	if (style == NAME_RAW)
		return f->name;
	const char ***list = is_short ? &names->brief : &names->full;
	if (!*list)
		*list = arena_alloc(names->arena, names->profile->nfuncs, sizeof **list);
	const char **slot = &(*list)[f - names->profile->funcs];
	if (!*slot && is_short)
		*slot = make_brief(names_get(names, f, NAME_FULL), f->name, names->arena);
	else if (!*slot)
		*slot = make_full(names->profile, f->name, names->space, &names->work,
		                  names->arena);
	return *slot;
}

/* Whether a name of a function fits; the pattern may be NULL. */
static bool fits(struct names *names, const struct func *f, const struct pattern *pattern) {
	const char *full = names_get(names, f, NAME_FULL);

	return pattern && (pattern_finds(pattern, full, NULL, NULL) ||
	                   (full != f->name && pattern_finds(pattern, f->name, NULL, NULL)));
}

/* The only name like this, or with this last word, of whole functions if there is one. */
static const struct func *find_part(struct names *names, const char *name, struct error *err) {
	SCRATCH struct arena *arena = arena_new();
	const struct profile *p = names->profile;
	const struct func *best = NULL;
	struct error none;
	size_t n = 0, at;
	const struct pattern *copied = pattern_new(name, strlen(name), PATTERN_NAME, arena, &at,
	                                           &none);

	for (int parts = 0; parts < 2 && !best; parts++)
		for (const struct func *f = p->funcs; f < p->funcs + p->nfuncs; f++) {
			if (clone_is_part(f->name) != parts || !fits(names, f, copied))
				continue;
			n += !best || strcmp(names_get(names, f, NAME_FULL),
			                     names_get(names, best, NAME_FULL)) != 0;
			best = !best || f->self_ticks > best->self_ticks ? f : best;
		}
	if (n < 2)
		return best ? best : fail_null(err, "no function \"%.200s\"", name);
	return fail_null(err, "%zu functions are called \"%.100s\", such as %.200s", n, name,
	                 names_get(names, best, NAME_SHORT));
}

const struct func *names_find(struct names *names, const char *name, struct error *err) {
	const struct profile *p = names->profile;

	for (int style = NAME_FULL; style <= NAME_RAW; style++)
		for (size_t i = 0; i < p->nfuncs; i++)
			if (!strcmp(names_get(names, &p->funcs[i], (enum name_style)style), name))
				return &p->funcs[i];
	return find_part(names, name, err);
}

const struct func *names_first(struct names *names, const struct pattern *pattern) {
	const struct profile *p = names->profile;

	for (size_t i = 0; i < p->nfuncs; i++)
		if (fits(names, &p->funcs[i], pattern))
			return &p->funcs[i];
	return NULL;
}

const char **names_list(const struct profile *p, struct arena *arena, struct progress *progress) {
	enum { STEPS = 1024 };
	const char **list = arena_alloc(arena, p->nfuncs, sizeof *list);
	char *space = arena_space(arena, NAME_BYTES, 1);
	struct work work = names_work(p);

	for (size_t i = 0; i < p->nfuncs; i++) {
		if (i % STEPS == 0 && !progress_wanted(progress))
			break;
		list[i] = make_full(p, p->funcs[i].name, space, &work, arena);
	}
	return list;
}

void names_take(struct names *names, const char **list) {
	for (size_t i = 0; names->full && i < names->profile->nfuncs; i++)
		if (names->full[i])
			list[i] = names->full[i];
	names->full = list;
}

const char *names_make(struct names *names, const char *raw, enum name_style style,
                       struct arena *arena) {
	if (style == NAME_RAW)
		return raw;
	const char *whole = make_full(names->profile, raw, names->space, NULL, arena);
	return style == NAME_SHORT ? make_brief(whole, raw, arena) : whole;
}

/* The length of what a bracket encloses, with both; to the end of the text if it is not closed. */
static size_t bracketed(const char *at) {
	size_t depth = 0, i;

	for (i = 0; at[i]; i++) {
		const bool is_arrow = i && at[i] == '>' && at[i - 1] == '-';

		if (strchr("<({[", at[i]))
			depth++;
		else if (strchr(">)}]", at[i]) && !is_arrow && !--depth)
			return i + 1;
	}
	return i;
}

/* Copies a "::" and notes in `kept` what is before it; false if what follows is local. */
static bool add_colons(struct copy *c, const char *at) {
	if (at[2] == '<')
		return true; /* Rust: Vec::<T>::push */
	if (at[2] == '{')
		return false;
	c->kept = c->len;
	put(c, at, 2);
	return true;
}

/* Copies up to the function's own name, without template arguments. */
static void copy_scope(struct copy *c, const char *name) {
	size_t i = 0;

	while (name[i]) {
		size_t len = 1;

		if (operator_length(name, i))
			return;
		if (name[i] == ' ') {
			if (name[i + 1] == '[')
				return;       /* f [clone .cold] */
			c->len = c->kept = 0; /* thunk to f */
		} else if (!strncmp(name + i, "::", 2)) {
			len = 2;
			if (!add_colons(c, name + i))
				return;
		} else if (strchr("<{[(", name[i])) {
			len = bracketed(name + i);
			if (name[i] == '(') /* anonymous namespace */
				put(c, name + i, len);
		} else {
			put(c, name + i, 1);
		}
		i += len;
	}
}

/* Copies the type in Rust's "<type as trait>::method" and "<type>::method". */
static void copy_type(struct copy *c, const char *name) {
	const size_t end = bracketed(name) - 1;
	size_t i = 1;

	while (i < end && (name[i] == '&' || name[i] == '*'))
		i++;
	if (!strncmp(name + i, "mut ", 4))
		i += 4;
	while (i < end && strncmp(name + i, " as ", 4) != 0) {
		const size_t len = strchr("<{[(", name[i]) ? bracketed(name + i) : 1;

		if (name[i] != '<')
			put(c, name + i, len);
		i += len;
	}
	c->kept = c->len;
}

size_t scope_name(char *out, size_t size, const char *name) {
	struct copy c = { .out = out, .size = size };

	if (!size)
		return 0;
	if (name[0] == '<')
		copy_type(&c, name);
	else
		copy_scope(&c, name);
	out[c.kept] = '\0';
	return c.kept;
}

/* Suffixes of code that belongs to the function named before them.
 * Source: GCC's clone_function_name() and its callers (isra, part, constprop, cold, lto_priv,
 * localalias, simdclone; clone until 4.5); LLVM's getUniqueInternalLinkagePostfix (__uniq),
 * promotion of ThinLTO (llvm), FunctionSpecialization, HotColdSplitting, BasicBlockSections
 * (__part, eh), LowerTypeTests (cfi), MemProfContextDisambiguation. */
static const struct suffix {
	const char *word;
	bool has_number;       /* always; else maybe */
	enum clone_split what; /* CLONE_WHOLE: it may be the whole function */
} suffixes[] = {
	{ "isra", true, CLONE_WHOLE },        { "part", true, CLONE_CALLED },
	{ "constprop", true, CLONE_WHOLE },   { "cold", false, CLONE_JUMPED_TO },
	{ "lto_priv", true, CLONE_WHOLE },    { "llvm", true, CLONE_WHOLE },
	{ "__uniq", true, CLONE_WHOLE },      { "__part", true, CLONE_WHOLE },
	{ "localalias", false, CLONE_WHOLE }, { "simdclone", true, CLONE_WHOLE },
	{ "clone", true, CLONE_WHOLE },       { "specialized", true, CLONE_WHOLE },
	{ "memprof", true, CLONE_WHOLE },     { "cfi", false, CLONE_WHOLE },
	{ "eh", false, CLONE_WHOLE },
};

/* The bytes before a number at the end and a dot before it; len if there is none. */
static size_t without_number(const char *name, size_t len) {
	size_t at = len;

	while (at > 0 && is_digit(name[at - 1]))
		at--;
	return at < len && at > 1 && name[at - 1] == '.' ? at - 1 : len;
}

/* The last suffix of a clone, and the bytes before it; or NULL. */
static const struct suffix *last_suffix(const char *name, size_t len, size_t *before) {
	const size_t end = without_number(name, len);
	size_t at = end;

	while (at > 0 && name[at - 1] != '.')
		at--;
	*before = at - 1;
	for (size_t i = 0; at > 1 && i < sizeof suffixes / sizeof *suffixes; i++)
		if ((end < len || !suffixes[i].has_number) &&
		    strlen(suffixes[i].word) == end - at &&
		    !memcmp(suffixes[i].word, name + at, end - at))
			return &suffixes[i];
	return NULL;
}

/* The bytes before "@VERSION"; Microsoft's mangled names are full of these. */
static size_t without_version(const char *name, size_t len) {
	const char *at = len ? memchr(name + 1, '@', len - 1) : NULL;

	return at && *name != '?' && *name != '@' ? (size_t)(at - name) : len;
}

size_t clone_stem(const char *name, size_t len) {
	size_t end = without_version(name, len), before;

	while (last_suffix(name, end, &before))
		end = before;
	return end;
}

enum clone_split clone_split_of(const char *name, size_t *whole) {
	size_t end = without_version(name, strlen(name));
	const struct suffix *suffix;

	while ((suffix = last_suffix(name, end, whole)) && suffix->what == CLONE_WHOLE)
		end = *whole;
	return suffix ? suffix->what : CLONE_WHOLE;
}

bool clone_is_part(const char *name) {
	size_t whole;

	return clone_split_of(name, &whole) != CLONE_WHOLE;
}

/* Code without a name, which is numbered within a file or program. */
static size_t without_count(const char *name, size_t len) {
	static const char *const words[] = { "OUTLINED_FUNCTION_", "__omp_outlined__" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const size_t n = strlen(words[i]);
		size_t end = len;

		while (end > n && is_digit(name[end - 1]))
			end--;
		if (end == n && !memcmp(name, words[i], n))
			return n;
	}
	return len;
}

/* The bytes of a number that the compiler gave, at a position in a readable name: "#2}", "$_2". */
static size_t number_at(const char *name, size_t len, size_t at) {
	const bool is_lambda = at > 1 && name[at - 1] == '_' && name[at - 2] == '$';
	size_t end = at;

	if (!at || (name[at - 1] != '#' && !is_lambda))
		return 0;
	while (end < len && is_digit(name[end]))
		end++;
	return is_lambda || (end < len && name[end] == '}') ? end - at : 0;
}

/* Copies a readable name without its numbers; returns the bytes. */
static size_t copy_unnumbered(char *out, const char *name, size_t len) {
	size_t at = 0, n = 0;

	while (at < len) {
		const size_t skip = number_at(name, len, at);

		at += skip;
		if (!skip)
			out[n++] = name[at++];
	}
	return n;
}

struct source_name clone_source_name(const char *raw, size_t len, const char *readable,
                                     struct arena *arena) {
	size_t end = clone_stem(raw, len), last, at;

	do { /* leaves out suffixes and the numbers between them */
		last = end;
		end = clone_stem(raw, without_number(raw, end));
	} while (end < last);
	end = without_count(raw, end);
	struct source_name name = { raw, end, 0, end < clone_stem(raw, len) };

	if (!readable || !strncmp(readable, raw, len))
		return name;
	const char *clone = strstr(readable, " [clone ");
	size_t nreadable = clone_stem(readable,
	                              clone ? (size_t)(clone - readable) : strlen(readable));
	/* What was added to a mangled symbol; Rust's names have dots before their last E. */
	size_t nadded = 0;
	for (at = end; at > 1 && raw[at - 1] != 'E'; at--)
		if (raw[at - 1] == '.')
			nadded = end - (at - 1);
	char *text = arena_space(arena, nreadable + nadded + 1, 1);
	name.text = text;
	name.len = copy_unnumbered(text, readable, nreadable);
	name.is_numbered |= name.len < nreadable;
	text[name.len] = '\0';
	if (!nadded)
		name.nqualified = short_name_parameters(text);
	if (name.nqualified == name.len)
		name.nqualified = 0;
	memcpy(text + name.len, raw + end - nadded, nadded);
	name.len += nadded;
	text[name.len] = '\0';
	return name;
}
