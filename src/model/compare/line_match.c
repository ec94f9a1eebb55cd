/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/line_match.h"

#include "model/compare/comparison.h"
#include "model/compare/matching.h"

#define NO_FILE UINT32_MAX

/* A function that begins in both builds. */
struct func_pair {
	uint64_t files;               /* pair_key() */
	unsigned new_line, base_line; /* the first; base 0: several */
	unsigned new_last, base_last;
	uint32_t rank; /* of base_line in the file */
};

/* Where functions begin that are not found on the other side. */
struct unmatched {
	struct keyed *list; /* by pair_key(); shape: [n] */
	size_t n;
};

struct line_match {
	bool is_same;                   /* the same program */
	struct text_list paths;         /* of both sides */
	const struct file_match *files; /* shape: [paths.index.n] */
	const struct func_pair *pairs;  /* by files of the new side; shape: [npairs] */
	size_t npairs;
	const struct func_pair *moved; /* those of two files that do not match; shape: [nmoved] */
	size_t nmoved;
};

/* The match being made. */
struct line_matcher {
	struct line_match *out;
	const struct dataset *base, *new;
	const struct matching *matching;
	struct func_pair *pairs; /* shape: [npairs] */
	size_t npairs;
	struct unmatched base_unmatched, new_unmatched;
	struct file_match *files;
	struct arena *arena;
};

/* A file of both sides, or a file and a line. */
static uint64_t pair_key(uint32_t a, uint32_t b) {
	return (uint64_t)a << 32 | b;
}

static uint32_t new_file_of(const struct func_pair *pair) {
	return (uint32_t)(pair->files >> 32);
}

static uint32_t base_file_of(const struct func_pair *pair) {
	return (uint32_t)pair->files;
}

/* The function of the new side that begins where one of the base does, or NO_FUNC. */
static uint32_t counterpart_of(const struct line_matcher *f, size_t base) {
	const struct match *m = &f->matching->list[f->matching->of_base[base]];
	const uint32_t counterpart = f->matching->counterpart[base];

	return counterpart != NO_FUNC && ((m->nbase == 1 && m->nnew == 1) ||
	                                  !strcmp(f->base->profile->funcs[base].name,
	                                          f->new->profile->funcs[counterpart].name))
	               ? counterpart
	               : NO_FUNC;
}

/* The function's file, if its first line is known: code that was split off begins somewhere within
 * a function; of those that are always inlined the first line that has samples is known. */
static uint32_t file_of(struct line_matcher *f, const struct dataset *side, size_t i) {
	const struct source_location *at = &side->locations->list[i];
	const struct func *func = &side->profile->funcs[i];

	return at->path && at->line && func->kind != FUNC_INLINED && !clone_is_part(func->name)
	               ? text_list_number(&f->out->paths, at->path)
	               : NO_FILE;
}

static void add_unmatched(struct line_matcher *f, struct unmatched *to, uint32_t file,
                          unsigned line) {
	arena_append(f->arena, to->list, to->n, (struct keyed){ pair_key(file, line), 0 });
}

static bool add_pair(struct line_matcher *f, uint32_t base_file, size_t base,
                     uint32_t counterpart) {
	const struct func_locations *old = f->base->locations, *new = f->new->locations;
	const uint32_t new_file = counterpart != NO_FUNC ? file_of(f, f->new, counterpart)
	                                                 : NO_FILE;

	if (new_file == NO_FILE)
		return false;
	arena_append(f->arena, f->pairs, f->npairs,
	             (struct func_pair){ .files = pair_key(new_file, base_file),
	                                 .new_line = new->list[counterpart].line,
	                                 .base_line = old->list[base].line,
	                                 .new_last = new->last[counterpart],
	                                 .base_last = old->last[base] });
	return true;
}

static void find_pairs(struct line_matcher *f) {
	bool *is_taken = arena_alloc(f->arena, f->new->locations->n, sizeof *is_taken);

	for (size_t i = 0; i < f->base->locations->n; i++) {
		const uint32_t counterpart = counterpart_of(f, i);
		const uint32_t file = file_of(f, f->base, i);

		if (file == NO_FILE)
			continue;
		if (add_pair(f, file, i, counterpart))
			is_taken[counterpart] = true;
		else
			add_unmatched(f, &f->base_unmatched, file,
			              f->base->locations->list[i].line);
	}
	for (size_t i = 0; i < f->new->locations->n; i++) {
		const uint32_t file = is_taken[i] ? NO_FILE : file_of(f, f->new, i);

		if (file != NO_FILE)
			add_unmatched(f, &f->new_unmatched, file, f->new->locations->list[i].line);
	}
	sort_keys(f->base_unmatched.list, f->base_unmatched.n, f->arena);
	sort_keys(f->new_unmatched.list, f->new_unmatched.n, f->arena);
}

/* The first line above that one where a function without a counterpart begins, at most `most`. */
static unsigned unmatched_after(const struct unmatched *s, uint32_t file, unsigned line,
                                unsigned most) {
	const size_t i = upper_bound(s->list, s->n, sizeof *s->list, offsetof(struct keyed, key),
	                             pair_key(file, line));

	return i < s->n && s->list[i].key < pair_key(file, most) ? (unsigned)s->list[i].key : most;
}

/* Twins of one pair of files, by lines of the new side, each once. */
struct file_pairs {
	struct func_pair *list; /* shape: [n]; [0] is the beginning of the file */
	size_t n;
};

/* Instances of a template begin on the same line, if on both sides. */
static void merge(struct func_pair *into, const struct func_pair *pair) {
	if (into->base_line != pair->base_line)
		into->base_line = 0;
	if (into->new_last < pair->new_last)
		into->new_last = pair->new_last;
	if (into->base_last < pair->base_last)
		into->base_last = pair->base_last;
}

static struct file_pairs pairs_of_file(const struct func_pair *from, size_t n,
                                       struct arena *arena) {
	struct file_pairs out = { arena_space(arena, n + 1, sizeof *out.list), 1 };
	struct keyed *order = arena_space(arena, n, sizeof *order);

	out.list[0] = (struct func_pair){ .files = from->files };
	for (size_t i = 0; i < n; i++)
		order[i] = (struct keyed){ from[i].new_line, (uint32_t)i };
	sort_keys(order, n, arena);
	for (size_t i = 0; i < n; i++)
		if (out.list[out.n - 1].new_line == order[i].key)
			merge(&out.list[out.n - 1], &from[order[i].index]);
		else
			out.list[out.n++] = from[order[i].index];
	order = arena_space(arena, out.n, sizeof *order);
	for (size_t i = 0; i < out.n; i++)
		order[i] = (struct keyed){ out.list[i].base_line, (uint32_t)i };
	sort_keys(order, out.n, arena);
	for (size_t i = 0; i < out.n; i++)
		out.list[order[i].index].rank = (uint32_t)i;
	for (size_t i = 1; i < out.n; i++)
		if (order[i].key == order[i - 1].key)
			out.list[order[i].index].base_line =
				out.list[order[i - 1].index].base_line = 0;
	return out;
}

/* Whether all lines up to the next function are the same.  Functions that begin between them on one
 * side only are inlined, or left out, on the other. */
static bool is_whole(const struct line_matcher *f, const struct func_pair *t,
                     const struct func_pair *next) {
	const unsigned all = next->new_line - t->new_line, base = t->base_last - t->base_line;
	const unsigned new = t->new_last - t->new_line;

	if (!next->base_line || next->rank != t->rank + 1 || all != next->base_line - t->base_line)
		return false;
	unsigned base_end = unmatched_after(&f->base_unmatched, base_file_of(t), t->base_line,
	                                    next->base_line) -
	                    t->base_line;
	unsigned new_end = unmatched_after(&f->new_unmatched, new_file_of(t), t->new_line,
	                                   next->new_line) -
	                   t->new_line;
	if (base_end < all && new_end < all)
		return false;
	unsigned own = base_end < new_end ? base_end : new_end;
	return base == new || base >= own || new >= own;
}

/* Whether the function's own lines are the same, although those up to the next may not be. */
static bool is_alike(const struct line_matcher *f, const struct file_pairs *file, size_t i,
                     const uint64_t *base_lines) {
	const struct func_pair *t = &file->list[i];
	const unsigned new_next = i + 1 < file->n ? file->list[i + 1].new_line : UINT_MAX;
	const unsigned base_next = t->rank + 1 < file->n ? (unsigned)base_lines[t->rank + 1]
	                                                 : UINT_MAX;

	return t->new_line &&
	       t->new_last <
	               unmatched_after(&f->new_unmatched, new_file_of(t), t->new_line, new_next) &&
	       t->base_last < unmatched_after(&f->base_unmatched, base_file_of(t), t->base_line,
	                                      base_next) &&
	       t->new_last - t->new_line == t->base_last - t->base_line;
}

static void find_stretches(struct line_matcher *f, const struct func_pair *from, size_t n) {
	const struct file_pairs file = pairs_of_file(from, n, f->arena);
	uint64_t *base_lines = arena_alloc(f->arena, file.n, sizeof *base_lines);
	struct stretch *list = arena_space(f->arena, file.n, sizeof *list);
	struct file_match *out = &f->files[new_file_of(from)];

	out->path = f->out->paths.texts[base_file_of(from)];
	out->lines.list = list;
	for (size_t i = 0; i < file.n; i++)
		base_lines[file.list[i].rank] = file.list[i].base_line;
	for (size_t i = 0; i < file.n; i++) {
		const struct func_pair *t = &file.list[i];
		unsigned high = 0;

		if (i && !t->base_line)
			continue;
		if (i + 1 < file.n && is_whole(f, t, t + 1))
			high = t[1].new_line;
		else if (is_alike(f, &file, i, base_lines))
			high = t->new_last + 1;
		if (high)
			list[out->lines.n++] = (struct stretch){ t->new_line, t->base_line,
				                                 high - t->new_line };
	}
}

/* The file of the other side that a file is, and how alike their paths are. */
struct candidate {
	uint32_t file; /* NO_FILE: several are as good */
	size_t tail;   /* bytes of whole parts at the end of both paths */
	size_t npairs;
};

static size_t common_tail(const char *a, const char *b) {
	const size_t na = strlen(a), nb = strlen(b);
	size_t n = 0, parts = 0;

	while (n < na && n < nb && a[na - 1 - n] == b[nb - 1 - n])
		if (a[na - 1 - n++] == '/')
			parts = n;
	if (n == na && n == nb)
		return SIZE_MAX;
	return (n == na && b[nb - 1 - n] == '/') || (n == nb && a[na - 1 - n] == '/') ? n : parts;
}

static void consider(struct candidate *best, const struct candidate *other) {
	if (other->tail > best->tail || (other->tail == best->tail && other->npairs > best->npairs))
		*best = *other;
	else if (other->tail == best->tail && other->npairs == best->npairs)
		best->file = NO_FILE;
}

/* How many of the pairs are of the same two files as the first. */
static size_t same_files(const struct func_pair *list, size_t n) {
	size_t i = 1;

	while (i < n && list[i].files == list->files)
		i++;
	return i;
}

/* Finds for each file the best of those that are left, of which a pair has both. */
static void find_candidates(struct line_matcher *f, struct candidate *of_new,
                            struct candidate *of_base, const bool *is_taken) {
	size_t n;

	for (size_t i = 0; i < f->npairs; i += n) {
		const struct func_pair *t = &f->pairs[i];

		n = same_files(t, f->npairs - i);
		if (f->files[new_file_of(t)].path || is_taken[base_file_of(t)])
			continue;
		struct candidate c =
			(struct candidate){ base_file_of(t),
			                    common_tail(f->out->paths.texts[base_file_of(t)],
			                                f->out->paths.texts[new_file_of(t)]),
			                    n };
		consider(&of_new[new_file_of(t)], &c);
		c.file = new_file_of(t);
		consider(&of_base[base_file_of(t)], &c);
	}
}

/* Files are paired that are the best for each other, then those that are the best of the rest: a
 * file that was renamed, and took in functions of one that was not, is not that one. */
static void match_files(struct line_matcher *f) {
	const size_t npaths = f->out->paths.index.n;
	bool *is_taken = arena_alloc(f->arena, npaths, sizeof *is_taken);
	struct candidate *of_new = arena_space(f->arena, npaths, sizeof *of_new);
	struct candidate *of_base = arena_space(f->arena, npaths, sizeof *of_base);
	enum { ROUNDS = 4 };
	bool has_more = true;
	size_t n;

	f->pairs = sort_copy(f->pairs, f->npairs, sizeof *f->pairs,
	                     offsetof(struct func_pair, files), f->arena);
	for (int round = 0; round < ROUNDS && has_more; round++) {
		has_more = false;
		memset(of_new, 0, npaths * sizeof *of_new);
		memset(of_base, 0, npaths * sizeof *of_base);
		find_candidates(f, of_new, of_base, is_taken);
		for (size_t i = 0; i < f->npairs; i += n) {
			const struct func_pair *t = &f->pairs[i];

			n = same_files(t, f->npairs - i);
			if (f->files[new_file_of(t)].path || is_taken[base_file_of(t)] ||
			    of_new[new_file_of(t)].file != base_file_of(t) ||
			    of_base[base_file_of(t)].file != new_file_of(t))
				continue;
			find_stretches(f, t, n);
			is_taken[base_file_of(t)] = has_more = true;
		}
	}
}

const struct line_match *line_match_new(const struct dataset *base, const struct dataset *new,
                                        const struct matching *matching, struct arena *arena) {
	struct line_match *out = arena_alloc(arena, 1, sizeof *out);
	struct line_matcher f = {
		.out = out, .base = base, .new = new, .matching = matching, .arena = arena
	};

	out->is_same = !matching;
	out->paths.index.arena = arena;
	if (!matching || !base->locations || !new->locations)
		return out;
	find_pairs(&f);
	f.files = arena_alloc(arena, out->paths.index.n, sizeof *f.files);
	out->files = f.files;
	match_files(&f);
	out->pairs = f.pairs;
	out->npairs = f.npairs;
	struct func_pair *moved = NULL;
	for (size_t i = 0; i < f.npairs; i++)
		if (f.files[new_file_of(&f.pairs[i])].path !=
		    out->paths.texts[base_file_of(&f.pairs[i])])
			arena_append(arena, moved, out->nmoved, f.pairs[i]);
	out->moved = moved;
	return out;
}

static const struct stretch all_lines = { 1, 1, UINT_MAX };

struct file_match line_match_file(const struct line_match *match, const char *path) {
	if (match->is_same)
		return (struct file_match){ path, { &all_lines, 1 }, true };
	uint32_t number = text_list_find(&match->paths, path);
	return number == NO_ITEM ? (struct file_match){ .path = NULL } : match->files[number];
}

unsigned file_match_line(const struct file_match *file, unsigned line) {
	const uint64_t base = align_partner(&file->lines, line);

	return base == NO_PARTNER ? 0 : (unsigned)base;
}

/* A file that was asked for, with what its match was made of. */
struct known_file {
	const char *path;         /* of the new side */
	const struct source *new; /* as it was compiled, if that of the base is known; or NULL */
	struct base_file file;
	bool is_same;   /* of both sides: each line is itself */
	bool has_moved; /* found what did */
};

/* Those files, of the thread that asks. */
struct known_files {
	struct arena *arena;
	struct text_list paths;  /* of the new side */
	struct known_file *list; /* by their numbers */
};

struct base_lines {
	const struct comparison *comparison;
	const struct line_match *match;
	struct known_files *files;
};

/* A file is looked up, in sources that may be NULL. */
struct lookup {
	const struct base_lines *lines;
	const struct sources *base, *new;
};

bool base_lines_are_same(const struct base_lines *lines) {
	const char *base = lines->comparison->base->files.executable;
	const char *new = lines->comparison->new->files.executable;

	return base && new && !strcmp(base, new);
}

const struct base_lines *base_lines_new(const struct comparison *c, struct arena *arena) {
	struct base_lines *b = arena_alloc(arena, 1, sizeof *b);

	b->comparison = c;
	b->match = line_match_new(&c->base->data, &c->new->data,
	                          base_lines_are_same(b) ? NULL : c->matching, arena);
	b->files = arena_alloc(arena, 1, sizeof *b->files);
	b->files->arena = b->files->paths.index.arena = arena_within(arena);
	return b;
}

/* The first of lines with samples, in a range of them, that is not before a line of a file. */
static uint32_t first_from(const struct line_times *times, uint32_t low, uint32_t high,
                           const char *path, unsigned line) {
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const struct line_ticks *l = &times->list[middle];

		if (order_of_lines(l->path, l->line, path, line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* A file as it was compiled, as far as times tell, or NULL. */
static const struct source *compiled(const struct sources *sources, const char *path) {
	enum { MOST = 400000 };
	const struct source *source = sources && path ? sources->get(sources->context, path) : NULL;

	return source && source->n && source->n <= MOST && !source->is_newer ? source : NULL;
}

/* How alike two paths are: equal, or the folders, and the name, in common. */
static double path_likeness(const struct lookup *l, const char *path, const char *base) {
	return (double)common_tail(path, base);
}

/* How alike two files of a kind are in which no function begins: the part of their lines that they
 * have in common, if that is half or more. */
static double text_likeness(const struct lookup *l, const char *path, const char *base_path) {
	SCRATCH struct arena *scratch = arena_new();
	const char *kind = strrchr(path, '.'), *base_kind = strrchr(base_path, '.');
	uint64_t n = 0;

	if (!kind || !base_kind || strcmp(kind, base_kind) != 0 ||
	    text_list_find(&l->lines->match->paths, base_path) != NO_ITEM)
		return 0;
	const struct source *new = compiled(l->new, path);
	const struct source *base = new ? compiled(l->base, base_path) : NULL;
	if (!base || base->n > 2 * new->n || new->n > 2 * base->n)
		return 0;
	const struct alignment lines = align(source_keys(new, scratch), new->n + 1,
	                                     source_keys(base, scratch), base->n + 1, scratch);
	for (size_t i = 0; i < lines.n; i++)
		n += lines.list[i].n;
	return 4 * n >= new->n + base->n ? (double)n : 0;
}

/* The one of the base's files with code that is most like another; or NULL. */
static const char *most_alike(const struct lookup *l, const char *path,
                              double (*likeness)(const struct lookup *l, const char *path,
                                                 const char *base)) {
	const struct func_locations *in = l->lines->comparison->base->data.locations;
	const char *best = NULL, *last = NULL;
	double most = 0;

	for (size_t i = 0; in && i < in->nextents; last = in->extents[i++].path) {
		const double here = in->extents[i].path == last
		                            ? 0
		                            : likeness(l, path, in->extents[i].path);

		best = here > most ? in->extents[i].path : best;
		most = here > most ? here : most;
	}
	return best;
}

/* The base's file that had the same contents, the path most alike; or NULL. */
static const char *same_digest(const struct base_lines *lines, const char *path) {
	const struct func_locations *of_new = lines->comparison->new->data.locations;
	const struct func_locations *of_base = lines->comparison->base->data.locations;
	const size_t n = of_new && of_base ? of_new->ndigests : 0;
	const void *md5 = NULL;
	const char *best = NULL;

	for (size_t i = 0; i < n && !md5; i++)
		md5 = strcmp(of_new->digests[i].path, path) != 0 ? NULL : of_new->digests[i].md5;
	for (size_t i = 0; md5 && i < of_base->ndigests; i++) {
		const struct file_digest *d = &of_base->digests[i];

		if (!memcmp(d->md5, md5, MD5_BYTES) &&
		    (!best || common_tail(d->path, path) > common_tail(best, path)))
			best = d->path;
	}
	return best;
}

/* Sets the base's path, if no function tells it, and which of its lines have samples. */
static void find_times(const struct lookup *l, struct known_file *f, const char *path) {
	struct base_file *file = &f->file;
	const struct dataset *base = &l->lines->comparison->base->data;
	const struct line_times *times = base->line_times;
	const uint32_t n = times ? (uint32_t)times->n : 0;
	const char *same = l->lines->match->is_same ? NULL : same_digest(l->lines, path);

	f->is_same = same != NULL;
	if (same)
		file->match = (struct file_match){ same, { &all_lines, 1 }, true };
	if (!file->match.path)
		file->match.path = most_alike(l, path, path_likeness);
	if (!file->match.path)
		file->match.path = most_alike(l, path, text_likeness);
	if (!file->match.path)
		return;
	const uint32_t number = text_list_find(&l->lines->match->paths, file->match.path);
	if (number != NO_ITEM)
		file->match.path = l->lines->match->paths.texts[number];
	file->first = first_from(times, 0, n, file->match.path, 0);
	file->end = first_from(times, file->first, n, file->match.path, UINT_MAX);
}

/* Makes lines differ from all others. */
static void hide(uint64_t *keys, size_t nkeys, uint64_t first, uint64_t n, uint64_t side) {
	for (uint64_t i = first; i < first + n && i < nkeys; i++)
		keys[i] = hash_number(side, i);
}

/* Aligns the texts without what is elsewhere. */
static void align_texts(struct known_file *f, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	uint64_t *new = source_keys(f->new, scratch);
	uint64_t *base = source_keys(f->file.source, scratch);
	const size_t nnew = f->new->n + 1, nbase = f->file.source->n + 1;

	for (size_t i = 0; i < f->file.moved.n; i++)
		hide(new, nnew, f->file.moved.list[i].lines.a, f->file.moved.list[i].lines.n, 1);
	for (size_t i = 0; i < f->file.found.n; i++)
		hide(base, nbase, f->file.found.list[i].lines.b, f->file.found.list[i].lines.n, 2);
	f->file.match.lines = align(new, nnew, base, nbase, arena);
}

/* The entry of a file, which may be new; with the texts of both sides, if they are there. */
static struct known_file *known_file(const struct lookup *l, const char *path) {
	struct known_files *files = l->lines->files;
	const size_t before = files->paths.index.n;
	const uint32_t number = text_list_number(&files->paths, path);

	if (number == before) {
		struct known_file new = { .path = files->paths.texts[number],
			                  .file.match = line_match_file(l->lines->match, path) };

		find_times(l, &new, path);
		arena_put(files->arena, files->list, number, new);
	}
	struct known_file *f = &files->list[number];
	const struct source *base = compiled(l->base, f->file.match.path);
	const struct source *new = compiled(l->new, path);
	if (base && new && (f->file.source != base || f->new != new)) {
		f->file.source = base;
		f->new = new;
		f->file.match.is_whole = true;
		f->has_moved = false;
	}
	return f;
}

/* Whether a function is where the lines around it are: some of its own are. */
static bool is_in_place(const struct alignment *lines, const struct func_pair *pair) {
	for (unsigned line = pair->new_line; line <= pair->new_last; line++) {
		const uint64_t base = align_partner(lines, line);

		if (base >= pair->base_line && base <= pair->base_last)
			return true;
	}
	return false;
}

/* Adds the lines of a function to those that moved, by their texts if there are keys of both, else
 * if as many. */
static void add_moved(const struct lookup *l, struct base_file *file, const struct func_pair *pair,
                      const uint64_t *of_new, const uint64_t *of_base) {
	struct arena *arena = l->lines->files->arena;
	const uint64_t nnew = pair->new_last - pair->new_line + 1;
	const uint64_t nbase = pair->base_last - pair->base_line + 1;
	const struct stretch whole = { 0, 0, nnew };
	struct alignment found = { &whole, nnew == nbase };

	if (of_new)
		found = align(of_new + pair->new_line, nnew, of_base + pair->base_line, nbase,
		              arena);
	for (size_t i = 0; i < found.n; i++) {
		const struct stretch *s = &found.list[i];
		const struct moved_lines moved = {
			{ pair->new_line + s->a, pair->base_line + s->b, s->n },
			l->lines->match->paths.texts[base_file_of(pair)]
		};

		arena_append(arena, file->moved.list, file->moved.n, moved);
		if (moved.path == file->match.path)
			arena_append(arena, file->found.list, file->found.n, moved);
	}
}

/* Those of the functions that are in the same two files as the first. */
static void add_moved_of(const struct lookup *l, struct known_file *f, const struct func_pair *list,
                         size_t n) {
	SCRATCH struct arena *scratch = arena_new();
	const char *path = l->lines->match->paths.texts[base_file_of(list)];
	const bool is_here = f->file.match.path == path;
	const struct source *base = compiled(l->base, path), *here = compiled(l->new, f->path);
	const uint64_t *of_base = base && here ? source_keys(base, scratch) : NULL;
	const uint64_t *of_new = of_base ? source_keys(here, scratch) : NULL;

	for (size_t i = 0; i < n && (!is_here || f->file.source); i++) {
		const bool is_damaged = of_new &&
		                        (list[i].base_last > base->n || list[i].new_last > here->n);

		if (!is_damaged && (!is_here || !is_in_place(&f->file.match.lines, &list[i])))
			add_moved(l, &f->file, &list[i], of_new, of_base);
	}
}

/* Where each side's lines are in moved lines. */
enum {
	OF_NEW = offsetof(struct moved_lines, lines.a),
	OF_BASE = offsetof(struct moved_lines, lines.b)
};

static uint64_t first_of(const struct moved_lines *m, size_t side) {
	return side == OF_BASE ? m->lines.b : m->lines.a;
}

/* Sorts them by the lines of one side, of which each is in one place. */
static void set_moved(struct moved_list *moved, size_t side, struct arena *arena) {
	struct moved_lines *list = sort_copy(moved->list, moved->n, sizeof *list, side, arena);
	size_t n = 0;

	for (size_t i = 0; i < moved->n; i++)
		if (!n ||
		    first_of(&list[i], side) >= first_of(&list[n - 1], side) + list[n - 1].lines.n)
			list[n++] = list[i];
	*moved = (struct moved_list){ list, n };
}

/* Aligns the texts of a file, finds the functions that moved to it, and those that left the base's,
 * and aligns it again without these. */
static void find_moved_lines(const struct lookup *l, struct known_file *f) {
	const struct line_match *m = l->lines->match;
	const uint32_t number = text_list_find(&m->paths, f->path);
	struct base_file *file = &f->file;
	struct arena *arena = l->lines->files->arena;
	size_t n, i = lower_bound(m->pairs, m->npairs, sizeof *m->pairs,
	                          offsetof(struct func_pair, files), pair_key(number, 0));

	f->has_moved = true;
	file->moved = file->found = (struct moved_list){ NULL, 0 };
	if (file->source && !f->is_same)
		align_texts(f, arena);
	for (; i < m->npairs && new_file_of(&m->pairs[i]) == number; i += n) {
		n = same_files(&m->pairs[i], m->npairs - i);
		add_moved_of(l, f, &m->pairs[i], n);
	}
	for (i = 0; i < m->nmoved; i++) {
		const struct func_pair *p = &m->moved[i];
		const struct stretch lines = { 0, p->base_line, p->base_last - p->base_line + 1 };

		if (m->paths.texts[base_file_of(p)] == file->match.path)
			arena_append(arena, file->found.list, file->found.n,
			             (struct moved_lines){ lines, NULL });
	}
	set_moved(&file->moved, OF_NEW, arena);
	if (file->source && !f->is_same && file->moved.n + file->found.n)
		align_texts(f, arena);
	for (i = 0; i < file->match.lines.n; i++)
		arena_append(arena, file->found.list, file->found.n,
		             (struct moved_lines){ file->match.lines.list[i], NULL });
	set_moved(&file->found, OF_BASE, arena);
}

struct base_file base_lines_file(const struct base_lines *lines, const char *path,
                                 const struct sources *base, const struct sources *new) {
	const bool is_same = !lines || base_lines_are_same(lines);
	const struct lookup l = { lines, is_same ? NULL : base, is_same ? NULL : new };

	if (!lines || !path)
		return (struct base_file){ .first = 0 };
	struct known_file *f = known_file(&l, path);
	if (!f->has_moved)
		find_moved_lines(&l, f);
	return f->file;
}

/* Those that have a line of one side, or NULL. */
static const struct moved_lines *moved_with(const struct moved_list *moved, size_t side,
                                            uint64_t line) {
	const size_t i = upper_bound(moved->list, moved->n, sizeof *moved->list, side, line);
	const struct moved_lines *m = i ? &moved->list[i - 1] : NULL;

	return m && line - first_of(m, side) < m->lines.n ? m : NULL;
}

struct source_location base_file_line(const struct base_file *file, unsigned line) {
	const struct moved_lines *m = moved_with(&file->moved, OF_NEW, line);
	const unsigned here = m ? (unsigned)(m->lines.b + (line - m->lines.a))
	                        : file_match_line(&file->match, line);

	return (struct source_location){ m ? m->path : file->match.path, NULL, here };
}

bool base_file_has_partner(const struct base_file *file, unsigned base_line) {
	return moved_with(&file->found, OF_BASE, base_line) != NULL;
}

static struct base_time converted(const struct comparison *c, double ticks, double variance) {
	return (struct base_time){ comparison_ticks(c, ticks), comparison_variance(c, variance) };
}

struct base_time base_lines_time(const struct base_lines *lines, const char *path, unsigned line) {
	const struct comparison *c = lines->comparison;
	const struct line_times *times = c->base->data.line_times;
	const uint32_t n = times ? (uint32_t)times->n : 0;
	const uint32_t at = first_from(times, 0, n, path, line);
	const struct line_ticks *l = at < n ? &times->list[at] : NULL;

	return l && l->line == line && !strcmp(l->path, path) ? converted(c, l->ticks, l->variance)
	                                                      : (struct base_time){ 0, 0 };
}

static int compare_line(const struct code_line *l, const struct func *f, const char *path,
                        unsigned line) {
	if (l->func != f)
		return l->func < f ? -1 : 1;
	return order_of_lines(l->location.path, l->location.line, path, line);
}

/* Adds the time of a line in one function, where it may be of several that were inlined. */
static void add_in_func(const struct code_lines *lines, const struct func *f, const char *path,
                        unsigned line, struct base_time *sum, bool *marks) {
	size_t low = 0, high = lines->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (compare_line(&lines->list[middle], f, path, line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < lines->n && !compare_line(&lines->list[low], f, path, line); low++) {
		sum->ticks += lines->list[low].ticks;
		sum->variance += lines->list[low].variance;
		if (marks)
			marks[low] = true;
	}
}

bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, struct base_time *time, bool *marks) {
	const struct comparison *c = lines ? lines->comparison : NULL;
	const struct source_location base = base_file_line(file, line);
	const struct dataset *data = c ? &c->base->data : NULL;
	const bool is_known = base.line || file->match.is_whole || !line;
	size_t n;

	*time = (struct base_time){ 0, 0 };
	if (!c || !is_known || (line && !base.path) || (f ? !data->code_lines : !data->line_times))
		return false;
	if (!f) {
		if (base.line)
			*time = base_lines_time(lines, base.path, base.line);
		return true;
	}
	const uint32_t *shown = comparison_shown(c, f, &n);
	for (size_t i = 0; (base.line || !line) && i < n; i++)
		add_in_func(data->code_lines, &data->profile->funcs[shown[i]], base.path, base.line,
		            time, marks);
	*time = converted(c, time->ticks, time->variance);
	return n > 0;
}
