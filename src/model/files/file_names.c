/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_choice.h"

#include <strings.h>

struct name_pattern {
	const struct pattern *regex;
	size_t group[NAME_PARTS]; /* in the regex, of each part; 0: none */
	size_t ngroups;
};

/* What stands for parts behind a "%", in the order of enum name_part; then for anything. */
static const char letters[] = "rphg*";

/* Writes the pattern as a regex of whole paths, of which it is the last parts. */
static bool parse(struct name_pattern *p, char *regex, const char *text, struct error *err) {
	const char *before = NULL; /* the letter of the part before; NULL: there is none */

	regex += sprintf(regex, "(?s)(?:.*/)?");
	for (size_t i = 0; text[i]; i++) {
		const bool is_part = text[i] == '%' && text[i + 1] != '%';
		const char *letter = is_part && text[i + 1] ? strchr(letters, text[i + 1]) : NULL;
		const size_t part = letter ? (size_t)(letter - letters) : NAME_PARTS;

		i += text[i] == '%';
		if (is_part && !letter)
			return fail(err, "\"%%\" stands before r (rank), p (process), h (host), g "
			                 "(group), * (anything) or %%");
		if (part < NAME_PARTS && p->group[part])
			return fail(err, "a part occurs twice");
		if (before && (letter || (before - letters <= NAME_PID && is_digit(text[i]))))
			return fail(err, "two parts need something other than a digit between "
			                 "them, as in \"%%r.%%p\"");
		before = letter;
		if (part < NAME_PARTS)
			p->group[part] = ++p->ngroups;
		if (!letter)
			regex += sprintf(regex, "\\x%02x", (unsigned)(unsigned char)text[i]);
		else if (part <= NAME_PID)
			regex += sprintf(regex, "([0-9]++)");
		else
			regex += sprintf(regex, part < NAME_PARTS ? "([^/]*?)" : "[^/]*?");
	}
	return p->ngroups || fail(err, "it contains none of %%r (rank), %%p (process), %%h (host), "
	                               "%%g (group)");
}

const struct name_pattern *name_pattern_parse(const char *text, struct arena *arena,
                                              struct error *err) {
	enum { LONGEST = 5 }; /* for each byte: "([0-9]++)" for two */
	struct name_pattern *p = arena_alloc(arena, 1, sizeof *p);
	char *regex = arena_space(arena, LONGEST * (strlen(text) + 4), 1);
	size_t at;

	if (parse(p, regex, text, err))
		p->regex = pattern_new(regex, strlen(regex), PATTERN_BYTES, arena, &at, err);
	if (p->regex)
		return p;
	fail_at(err, arena_format(arena, "pattern \"%.200s\"", text));
	return NULL;
}

bool name_pattern_match(const struct name_pattern *p, const char *path,
                        struct name_piece out[NAME_PARTS]) {
	size_t bounds[2 * (NAME_PARTS + 1)];

	if (!pattern_groups(p->regex, path, p->ngroups, bounds))
		return false;
	for (size_t part = 0; part < NAME_PARTS; part++) {
		const size_t *at = bounds + 2 * p->group[part];

		out[part] = (struct name_piece){ NULL, 0 };
		if (p->group[part])
			out[part] = (struct name_piece){ path + at[0], at[1] - at[0] };
	}
	return true;
}

/* What stands at one place of all names. */
struct name_field {
	struct name_piece *pieces; /* shape: [nnames] */
	size_t before, after;      /* equal bytes around a number; 0 of words */
	bool is_number;            /* digits but for those */
	bool is_last;              /* in the last part of the paths */
	bool is_before_pid;        /* next to numbers that hardly repeat, in the last part */
	bool is_in_each;           /* all its numbers are there with each piece of another field */
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

static const char *start_of(const struct cut *cut, const char *path) {
	return cut->is_last_only ? path_last(path) : path;
}

/* Which ends a path has, in their order, as a number; counts its fields. */
static uint64_t kind_of(const struct cut *cut, const char *path, size_t *nfields) {
	const char *at = start_of(cut, path);
	uint64_t hash = 0;

	for (*nfields = 1; *(at += strcspn(at, cut->ends)); ++*nfields)
		hash = hash_number(hash, (unsigned char)*at++);
	return hash;
}

/* The paths of the most common kind, in their order. */
struct common {
	uint32_t *names; /* shape: [n] */
	size_t n;
};

static struct common most_common(const struct cut *cut, const char *const *paths, size_t n,
                                 struct arena *arena) {
	struct keyed *kinds = arena_space(arena, n, sizeof *kinds);
	struct common out = { .n = 0 };
	size_t high, first = 0, nfields;

	for (size_t i = 0; i < n; i++)
		kinds[i] = (struct keyed){ kind_of(cut, paths[i], &nfields), (uint32_t)i };
	sort_keys(kinds, n, arena);
	for (size_t low = 0; low < n; low = high) {
		for (high = low; high < n && kinds[high].key == kinds[low].key;)
			high++;
		if (high - low > out.n) {
			out.n = high - low;
			first = low;
		}
	}
	out.names = arena_space(arena, out.n, sizeof *out.names);
	for (size_t i = 0; i < out.n; i++)
		out.names[i] = kinds[first + i].index;
	return out;
}

/* How many bytes n > 0 texts begin and end with, both at most the shortest. */
struct ends {
	size_t before, after, shortest;
};

static struct ends equal_ends(const struct name_piece *list, size_t n) {
	const struct name_piece *a = list;
	struct ends e = { a->len, a->len, a->len };
	size_t k;

	for (const struct name_piece *b = list + 1; b < list + n; b++) {
		e.shortest = b->len < e.shortest ? b->len : e.shortest;
		for (k = 0; k < e.before && k < b->len && a->text[k] == b->text[k]; k++)
			;
		e.before = k;
		for (k = 0; k < e.after && k < b->len &&
		            a->text[a->len - 1 - k] == b->text[b->len - 1 - k];
		     k++)
			;
		e.after = k;
	}
	return e;
}

/* The digits of a field in a name. */
static struct name_piece name_field_digits(const struct name_field *f, size_t name) {
	const struct name_piece *whole = &f->pieces[name];

	return (struct name_piece){ whole->text + f->before, whole->len - f->before - f->after };
}

/* The number that digits are; at most 18 of them count. */
static uint64_t name_number(struct name_piece digits) {
	uint64_t number = 0;

	for (size_t i = 0; i < digits.len && i < MOST_DIGITS; i++)
		number = number * 10 + (uint64_t)(digits.text[i] - '0');
	return number;
}

static bool is_number(struct name_piece piece) {
	for (size_t i = 0; i < piece.len; i++)
		if (!is_digit(piece.text[i]))
			return false;
	return piece.len && piece.len <= MOST_DIGITS;
}

/* The letters that a text ends with. */
static struct name_piece last_letters(const char *text, size_t len) {
	struct name_piece out = { text + len, 0 };

	for (; out.len < len && is_letter(out.text[-1]); out.len++)
		out.text--;
	return out;
}

/* What is known of a field by all its pieces; the one before it may name it. */
static void look_at(struct name_field *f, const struct name_field *before, size_t nnames,
                    struct arena *scratch) {
	struct keyed *values = arena_space(scratch, nnames, sizeof *values);
	const struct name_piece *a = f->pieces;
	struct ends e = equal_ends(a, nnames);

	/* How many bytes all begin and end with, up to and from a number between. */
	while (e.before && is_digit(a->text[e.before - 1]))
		e.before--;
	if (e.after > e.shortest - e.before)
		e.after = e.shortest - e.before;
	while (e.after && is_digit(a->text[a->len - e.after]))
		e.after--;
	f->before = e.before;
	f->after = e.after;
	f->is_number = true;
	for (size_t i = 0; i < nnames && f->is_number; i++)
		f->is_number = is_number(name_field_digits(f, i));
	if (!f->is_number)
		f->before = f->after = 0;
	for (size_t i = 0; i < nnames; i++) {
		const struct name_piece piece = name_field_digits(f, i);

		values[i] = (struct keyed){ f->is_number ? name_number(piece)
			                                 : hash_bytes(0, piece.text, piece.len),
			                    (uint32_t)i };
	}
	sort_keys(values, nnames, scratch);
	f->least = values[0].key;
	f->most = values[nnames - 1].key;
	for (size_t i = 0; i < nnames; i++)
		f->ndistinct += !i || values[i].key != values[i - 1].key;
	f->word = last_letters(f->pieces->text, f->before);
	if (!f->before && before && before->ndistinct == 1)
		f->word = last_letters(before->pieces->text, before->pieces->len);
}

/* Whether the word before the number is one of these, in any case. */
static bool name_field_is_after(const struct name_field *f, const char *const *words) {
	for (; *words; words++)
		if (strlen(*words) == f->word.len &&
		    !strncasecmp(*words, f->word.text, f->word.len))
			return true;
	return false;
}

/* Which of the cuts gives the most names the same kind of fields; the first among equals.  Folders
 * tell more than a few names, such as those of archives that cannot be read. */
static const struct cut *choose(const char *const *paths, size_t n, struct common *out,
                                struct arena *arena) {
	static const struct cut cuts[] = {
		{ "/.-_", false }, { "/.", false }, { ".-_", true }, { ".", true }
	};
	const struct cut *best = NULL;

	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		struct common now = most_common(&cuts[i], paths, n, arena);

		if (!best || now.n > out->n + (cuts[i].is_last_only ? n / 16 : 0)) {
			best = &cuts[i];
			*out = now;
		}
		if (out->n == n)
			break;
	}
	return best;
}

/* Whether each number of f is there once with each piece of g. */
static bool is_grid(const struct name_field *f, const struct name_field *g, size_t nnames,
                    struct arena *scratch) {
	struct keyed *pairs;
	size_t i = 1;

	if (f == g || f->ndistinct * g->ndistinct != nnames)
		return false;
	pairs = arena_space(scratch, nnames, sizeof *pairs);
	for (size_t k = 0; k < nnames; k++)
		pairs[k].key = hash_number(hash_bytes(0, g->pieces[k].text, g->pieces[k].len),
		                           name_number(name_field_digits(f, k)));
	sort_keys(pairs, nnames, scratch);
	while (i < nnames && pairs[i].key != pairs[i - 1].key)
		i++;
	return i == nnames;
}

/* Splits n paths, of which the most common kind is used.  Owner: the arena.  Cost: linear in the
 * bytes of all paths. */
static struct name_fields name_fields_split(const char *const *paths, size_t n,
                                            struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct name_fields f = { .n = 0 };
	struct common common = { .n = 0 };

	if (n) {
		const struct cut *cut = choose(paths, n, &common, arena);
		kind_of(cut, paths[common.names[0]], &f.n);
		f.names = common.names;
		f.nnames = common.n;
		f.list = arena_alloc(arena, f.n, sizeof *f.list);
		for (size_t i = 0; i < f.n; i++)
			f.list[i].pieces = arena_space(arena, f.nnames, sizeof *f.list[i].pieces);
		for (size_t i = 0; i < f.nnames; i++) {
			const char *path = paths[f.names[i]];
			const char *at = start_of(cut, path), *last = path_last(path);

			for (size_t k = 0; k < f.n; k++) {
				const size_t len = strcspn(at, cut->ends);

				f.list[k].pieces[i] = (struct name_piece){ at, len };
				f.list[k].is_last = at >= last;
				at += len + (at[len] != '\0');
			}
		}
	}
	for (size_t i = 0; i < f.n; i++) {
		look_at(&f.list[i], i ? &f.list[i - 1] : NULL, f.nnames, scratch);
		arena_reset(scratch);
	}
	for (size_t i = 0; i < f.n; i++) {
		struct name_field *of = &f.list[i];

		if (!of->is_number)
			continue;
		of->is_before_pid = of->is_last && i + 1 < f.n && of[1].is_number &&
		                    of[1].ndistinct > f.nnames / 2;
		for (size_t k = 0; k < f.n && !of->is_in_each && of->ndistinct > 1; k++)
			of->is_in_each = f.list[k].ndistinct > 1 &&
			                 is_grid(of, &f.list[k], f.nnames, scratch);
	}
	return f;
}

static const char *const rank_words[] = { "rank", "task", "proc", "pe", "image", NULL };
static const char *const image_words[] = { "image", NULL };
static const char *const host_words[] = { "node", "host", "nid", NULL };
static const char *const pid_words[] = { "pid", NULL };
static const char *const run_words[] = { "run", "exp", "trial", "rep", "iter", "test", NULL };

enum { RUNS_IN_A_FOLDER = 8 }; /* at most, for ranks that are there again to be ranks */

/* Which field is what; NULL: none. */
struct roles {
	const struct name_field *of[NAME_PARTS];
	const struct name_field *run; /* runs one after the other; no part */
};

static bool is_taken(const struct roles *roles, const struct name_field *field) {
	for (size_t i = 0; i < NAME_PARTS; i++)
		if (roles->of[i] == field)
			return true;
	return roles->run == field;
}

/* How sure it is that a field is the rank; 0: it is not.  Of n numbers one in eight may be missing,
 * and at least one; half of them where that leaves eight.  Ranks of several runs are there again
 * and again.  Runs are counted from 1, so what begins so needs a process behind it, or many. */
static int rank_sureness(const struct name_field *f, size_t n) {
	const bool is_after_host = name_field_is_after(f, host_words);
	const size_t several = f->ndistinct;

	if (!f->is_number || name_field_is_after(f, pid_words) || name_field_is_after(f, run_words))
		return 0;
	if (name_field_is_after(f, rank_words))
		return 6;
	if (n < 2 || f->least > 1 + several / 8)
		return 0;
	if (f->least && !f->is_before_pid && (several < 8 || f->most == several))
		return 0;
	if (several < n && (several < 2 || (n > RUNS_IN_A_FOLDER * several && !f->is_in_each)))
		return 0;
	if (f->least == 0 && f->most == n - 1)
		return is_after_host ? 4 : 5;
	if (is_after_host || f->most >= (several < 8 ? several + 1 : 2 * several))
		return 0;
	if (several == n)
		return 3;
	return f->least == 0 && f->most == several - 1 ? 2 : 1;
}

static int pid_sureness(const struct name_field *f, size_t n) {
	if (!f->is_number || f->ndistinct == 1)
		return 0;
	if (name_field_is_after(f, pid_words))
		return 2;
	return f->ndistinct > n / 2 && !name_field_is_after(f, host_words);
}

/* Whether it is the end of folders of recordings, "prog.record", "prog.record-2". */
static bool are_folders(const struct name_field *f) {
	static const char name[] = "record";
	const size_t len = sizeof name - 1;

	return f->pieces->len >= len && !memcmp(f->pieces->text, name, len) &&
	       (f->pieces->len == len || f->pieces->text[len] == '-');
}

static int host_sureness(const struct name_field *f, size_t n) {
	if (f->ndistinct == 1 || are_folders(f))
		return 0;
	if (name_field_is_after(f, host_words))
		return 3;
	if (f->is_number) /* c01, c02 */
		return f->before && f->ndistinct <= n / 2 && !name_field_is_after(f, run_words);
	return f->is_last ? 2 : f->ndistinct > n / 2;
}

static int group_sureness(const struct name_field *f, size_t n) {
	return f->ndistinct > 1 && f->ndistinct <= n / 2;
}

/* Gives the role to the field that is most surely this part: of equals the first, or the last. */
static void give(struct roles *roles, enum name_part part, const struct name_fields *f,
                 int (*sureness)(const struct name_field *f, size_t n), bool is_last) {
	const struct name_field *best = NULL;
	int most = 0;

	for (size_t i = 0; i < f->n; i++) {
		const int sure = is_taken(roles, &f->list[i]) ? 0
		                                              : sureness(&f->list[i], f->nnames);

		if (sure > most || (is_last && sure && sure == most)) {
			best = &f->list[i];
			most = sure;
		}
	}
	roles->of[part] = best;
}

static bool is_same_piece(struct name_piece a, struct name_piece b) {
	return a.len == b.len && !memcmp(a.text, b.text, a.len);
}

/* Whether numbers that are there again are those of processes on each host: the same number is on
 * several.  Names of hosts are words in the last part of the path, or after a word for them. */
static bool are_local(const struct name_fields *f, const struct name_field *ranks,
                      struct arena *scratch) {
	struct keyed *order = arena_space(scratch, f->nnames, sizeof *order);

	if (ranks->ndistinct == f->nnames || name_field_is_after(ranks, rank_words))
		return false;
	for (size_t i = 0; i < f->nnames; i++)
		order[i] = (struct keyed){ name_number(name_field_digits(ranks, i)), (uint32_t)i };
	sort_keys(order, f->nnames, scratch);
	for (size_t k = 0; k < f->n; k++) {
		const struct name_piece *pieces = f->list[k].pieces;

		if (host_sureness(&f->list[k], f->nnames) < 2)
			continue;
		for (size_t i = 1; i < f->nnames; i++)
			if (order[i].key == order[i - 1].key &&
			    !is_same_piece(pieces[order[i].index], pieces[order[i - 1].index]))
				return true;
	}
	return false;
}

static const char *text_of(struct name_piece piece, struct arena *arena) {
	return piece.len ? arena_text(arena, piece.text, piece.len) : NULL;
}

static void take_pieces(struct file_name *name, const struct name_piece pieces[NAME_PARTS],
                        struct arena *arena) {
	const uint64_t rank = name_number(pieces[NAME_RANK]);

	if (pieces[NAME_RANK].len && rank < NO_RANK)
		name->rank = (uint32_t)rank;
	name->pid = name_number(pieces[NAME_PID]);
	name->host = text_of(pieces[NAME_HOST], arena);
	name->group = text_of(pieces[NAME_GROUP], arena);
}

/* The field before the process in names of the recorder, a rank or a run: "prog.host.3.4711.prof",
 * "prog.r02.4711.prof"; or NULL. */
static const struct name_field *recorded_field(const struct name_fields *f) {
	const struct name_field *last = f->n > 3 ? &f->list[f->n - 1] : NULL;

	return last && last->ndistinct == 1 && last[-1].is_number && last->pieces->len == 4 &&
	                       !memcmp(last->pieces->text, "prof", 4)
	               ? last - 2
	               : NULL;
}

/* Returns whether its ranks begin with 0, if they are all there, and not where somebody wanted. */
static bool tell_by_fields(struct file_name *list, const char *const *paths, size_t n,
                           struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	const struct name_fields f = name_fields_split(paths, n, scratch);
	const struct name_field *recorded = recorded_field(&f), *rank;
	const bool are_runs = recorded && recorded->before == 1 && *recorded->pieces->text == 'r';
	struct roles roles = { .run = are_runs ? recorded : NULL };

	if (recorded && f.n > 4 && recorded[-2].is_last && !recorded->before &&
	    recorded->ndistinct > 1)
		roles.of[NAME_RANK] = recorded;
	else
		give(&roles, NAME_RANK, &f, rank_sureness, true);
	if (roles.of[NAME_RANK] && roles.of[NAME_RANK] != recorded &&
	    are_local(&f, roles.of[NAME_RANK], scratch))
		roles.of[NAME_RANK] = NULL;
	give(&roles, NAME_PID, &f, pid_sureness, true);
	give(&roles, NAME_HOST, &f, host_sureness, false);
	give(&roles, NAME_GROUP, &f, group_sureness, false);
	for (size_t i = 0; i < f.nnames; i++) {
		struct name_piece pieces[NAME_PARTS] = { { NULL, 0 } };

		for (size_t part = 0; part < NAME_PARTS; part++)
			if (roles.of[part])
				pieces[part] = part == NAME_RANK || part == NAME_PID
				                       ? name_field_digits(roles.of[part], i)
				                       : roles.of[part]->pieces[i];
		take_pieces(&list[f.names[i]], pieces, arena);
	}
	rank = roles.of[NAME_RANK];
	return rank &&
	       ((rank == recorded && !rank->before) ||
	        (name_field_is_after(rank, rank_words) && !name_field_is_after(rank, image_words)));
}

static size_t tell_by_pattern(struct file_name *list, const char *const *paths, size_t n,
                              const struct name_pattern *pattern, struct arena *arena) {
	struct name_piece pieces[NAME_PARTS];
	size_t fit = 0;

	for (size_t i = 0; i < n; i++) {
		list[i].fits = name_pattern_match(pattern, paths[i], pieces);
		if (!list[i].fits)
			continue;
		take_pieces(&list[i], pieces, arena);
		fit++;
	}
	return fit;
}

/* Leaves out the folders that all are in. */
static void shorten(struct file_name *list, const char *const *paths, size_t n,
                    struct arena *arena) {
	struct name_piece *whole = arena_space(arena, n, sizeof *whole);

	for (size_t i = 0; i < n; i++)
		whole[i] = (struct name_piece){ paths[i], strlen(paths[i]) };
	const struct ends e = equal_ends(whole, n);
	size_t folder = e.before - (e.before && e.before == e.shortest);
	while (folder && paths[0][folder - 1] != '/')
		folder--;
	for (size_t i = 0; i < n; i++)
		list[i].name = paths[i] + folder;
}

enum { NAMED = 8 }; /* stretches of ranks */

/* Ranks, and which other parts tell files of one rank apart. */
struct rank_list {
	const struct file_name *names;
	struct keyed *order; /* by the other parts and the rank; shape: [n] */
	size_t n;
	const char *text; /* "3, 7 to 9", "3 (job 1), 4 (job 2)"; or NULL: none yet */
	size_t nsaid;     /* stretches in it */
	uint64_t nranks;  /* that it would name */
	struct arena *arena;
};

/* Adds the ranks from low up to high, of which only the first stretches are named. */
static void say_ranks(struct rank_list *l, uint64_t low, uint64_t high) {
	const char *before = l->text ? arena_format(l->arena, "%s, ", l->text) : "";

	l->nranks += high - low + 1;
	if (++l->nsaid <= NAMED + 1)
		l->text = l->nsaid > NAMED ? arena_format(l->arena, "%s...", before)
		          : high == low    ? arena_format(l->arena, "%s%llu", before,
		                                          (unsigned long long)low)
		                           : arena_format(l->arena, "%s%llu%s%llu", before,
		                                          (unsigned long long)low,
                                                       high == low + 1 ? ", " : " to ",
		                                          (unsigned long long)high);
}

static uint32_t rank_at(const struct rank_list *l, size_t i) {
	return l->names[l->order[i].index].rank;
}

/* Sorts by rank, within those that have the same group, and host, if these count; returns how many
 * have the same as the one before.  What two have in common is told by a hash. */
static size_t sort_ranks(struct rank_list *l, bool by_group, bool by_host) {
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct file_name *name = &l->names[l->order[i].index];
		uint64_t key = 0;

		if (by_group && name->group)
			key = hash_text(key, name->group);
		if (by_host && name->host)
			key = hash_text(key, name->host);
		l->order[i].key = (key << 32) + name->rank;
	}
	sort_keys(l->order, l->n, l->arena);
	for (size_t i = 1; i < l->n; i++)
		n += l->order[i].key == l->order[i - 1].key;
	return n;
}

/* Says what is missing between ranks in their order, of each group if they are sorted so. */
static void say_gaps(struct rank_list *l, uint32_t most, bool by_group) {
	size_t said = 0;

	for (size_t i = 0; i < l->n; i++) {
		const bool is_first = !i || l->order[i].key >> 32 != l->order[i - 1].key >> 32;
		const bool is_last = i + 1 == l->n ||
		                     l->order[i].key >> 32 != l->order[i + 1].key >> 32;
		const uint64_t next = is_first ? 0 : (uint64_t)rank_at(l, i - 1) + 1;
		const char *group = l->names[l->order[i].index].group;

		if (rank_at(l, i) > next)
			say_ranks(l, next, rank_at(l, i) - 1);
		if (is_last && rank_at(l, i) < most)
			say_ranks(l, (uint64_t)rank_at(l, i) + 1, most);
		if (is_last && by_group && group && l->nsaid > said && l->nsaid <= NAMED)
			l->text = arena_format(l->arena, "%s (%s)", l->text, group);
		said = is_last ? l->nsaid : said;
	}
}

static void say_doubles(struct rank_list *l) {
	size_t low = 1, high;

	for (; low < l->n; low = high) {
		for (high = low; high < l->n && rank_at(l, high) == rank_at(l, high - 1);)
			high++;
		if (high > low)
			say_ranks(l, rank_at(l, low), rank_at(l, low));
		high += high == low;
	}
}

/* Says which ranks are missing, unless those are more than there are or only 0 is, and numbers may
 * begin with 1; and which have several files.  Ranks may be there again in each group, and number
 * the processes of each host.  nranks: how many there must be; 0: that is not known. */
static void find_gaps(struct file_names *names, bool begin_with_0, size_t nranks,
                      struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	struct rank_list l = { .names = names->list, .arena = own };
	uint32_t most = nranks && nranks < NO_RANK ? (uint32_t)nranks - 1 : 0;

	l.order = arena_space(own, names->nranks, sizeof *l.order);
	for (size_t i = 0; i < names->n; i++) {
		if (names->list[i].rank == NO_RANK)
			continue;
		most = names->list[i].rank > most ? names->list[i].rank : most;
		l.order[l.n++].index = (uint32_t)i;
	}
	bool by_group = sort_ranks(&l, false, false);
	bool are_again = by_group && sort_ranks(&l, true, false);
	bool are_local = are_again && !sort_ranks(&l, true, true);
	if (are_again)
		sort_ranks(&l, false, false);
	if (!are_local)
		say_gaps(&l, most, by_group && !are_again);
	if (l.text && (nranks || (l.nranks < l.n && (begin_with_0 || strcmp(l.text, "0") != 0))))
		names->missing = arena_format(arena, "no file of rank%s %s",
		                              l.nranks == 1 ? "" : "s", l.text);
	l.text = NULL;
	l.nranks = l.nsaid = 0;
	if (are_again && !are_local) {
		say_doubles(&l);
		names->doubles = arena_format(arena, "several files of rank%s %s",
		                              l.nranks == 1 ? "" : "s", l.text);
	}
}

const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, size_t nranks,
                                         struct arena *arena) {
	bool begin_with_0 = false;
	struct file_names *names = arena_alloc(arena, 1, sizeof *names);
	struct file_name *list = arena_alloc(arena, n, sizeof *list);

	*names = (struct file_names){ .list = list, .n = n, .nfit = n };
	for (size_t i = 0; i < n; i++)
		list[i] = (struct file_name){ .path = paths[i], .rank = NO_RANK, .fits = !pattern };
	if (n)
		shorten(list, paths, n, arena);
	if (pattern)
		names->nfit = tell_by_pattern(list, paths, n, pattern, arena);
	else
		begin_with_0 = tell_by_fields(list, paths, n, arena);
	for (size_t i = 0; i < n; i++) {
		names->nranks += list[i].rank != NO_RANK;
		names->nhosts += list[i].host != NULL;
		names->ngroups += list[i].group != NULL;
	}
	find_gaps(names, begin_with_0, nranks, arena);
	names->has_sure_ranks = names->nranks && (begin_with_0 || pattern || nranks);
	return names;
}
