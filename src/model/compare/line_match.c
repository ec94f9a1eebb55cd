/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/line_match.h"

#include <limits.h>

#include "model/compare/comparison.h"
#include "model/compare/matching.h"

#define NO_FILE UINT32_MAX

/* A function that begins in both builds. */
struct func_pair {
	uint32_t new_file, base_file;
	unsigned new_line, base_line; /* the first; base 0: several */
	unsigned new_last, base_last;
	uint32_t rank; /* of base_line in the file */
};

/* Where functions begin that are not found on the other side. */
struct unmatched {
	struct keyed *list; /* by place(); shape: [n] */
	size_t n;
};

struct line_match {
	bool is_same;                   /* the same program */
	struct text_list paths;         /* of both sides */
	const struct file_match *files; /* shape: [paths.index.n] */
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

static uint64_t place(uint32_t file, unsigned line) {
	return (uint64_t)file << 32 | line;
}

/* Code that was split off begins somewhere within a function; of those that are always inlined the
 * first line that has samples is known. */
static bool begins_function(const struct func *f) {
	return f->kind != FUNC_INLINED && !clone_is_part(f->name);
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

/* The function's file, if its first line is known. */
static uint32_t file_of(struct line_matcher *f, const struct dataset *side, size_t i) {
	const struct source_location *at = &side->locations->list[i];

	return at->path && at->line && begins_function(&side->profile->funcs[i])
	               ? text_list_number(&f->out->paths, at->path)
	               : NO_FILE;
}

static void add_unmatched(struct line_matcher *f, struct unmatched *to, uint32_t file,
                          unsigned line) {
	arena_append(f->arena, to->list, to->n, (struct keyed){ place(file, line), 0 });
}

static bool add_pair(struct line_matcher *f, uint32_t base_file, size_t base,
                     uint32_t counterpart) {
	const struct func_locations *old = f->base->locations;
	const struct func_locations *new = f->new->locations;
	const uint32_t new_file = counterpart != NO_FUNC ? file_of(f, f->new, counterpart)
	                                                 : NO_FILE;

	if (new_file == NO_FILE)
		return false;
	arena_append(f->arena, f->pairs, f->npairs,
	             (struct func_pair){ .new_file = new_file,
	                                 .base_file = base_file,
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
	                             place(file, line));

	return i < s->n && s->list[i].key < place(file, most) ? (unsigned)s->list[i].key : most;
}

/* Twins of one pair of files, by lines of the new side, each once. */
struct file_pairs {
	struct func_pair *list; /* shape: [n]; [0] is the beginning of the file */
	size_t n;
};

static int by_lines(const void *a, const void *b, const void *context) {
	const struct func_pair *x = a, *y = b;

	if (x->new_line != y->new_line)
		return x->new_line < y->new_line ? -1 : 1;
	return x->base_line < y->base_line ? -1 : x->base_line > y->base_line;
}

/* Instances of a template begin on the same line, if on both sides. */
static void merge(struct func_pair *into, const struct func_pair *pair) {
	if (into->base_line != pair->base_line)
		into->base_line = 0;
	if (into->new_last < pair->new_last)
		into->new_last = pair->new_last;
	if (into->base_last < pair->base_last)
		into->base_last = pair->base_last;
}

static void set_ranks(const struct file_pairs *file, struct arena *arena) {
	struct keyed *order = arena_space(arena, file->n, sizeof *order);

	for (size_t i = 0; i < file->n; i++)
		order[i] = (struct keyed){ file->list[i].base_line, (uint32_t)i };
	sort_keys(order, file->n, arena);
	for (size_t i = 0; i < file->n; i++)
		file->list[order[i].index].rank = (uint32_t)i;
	for (size_t i = 1; i < file->n; i++)
		if (order[i].key == order[i - 1].key)
			file->list[order[i].index].base_line =
				file->list[order[i - 1].index].base_line = 0;
}

static struct file_pairs pairs_of_file(const struct func_pair *from, size_t n,
                                       struct arena *arena) {
	struct file_pairs out = { arena_space(arena, n + 1, sizeof *out.list), 1 };
	struct func_pair *sorted = arena_copy(arena, from, n, sizeof *sorted);

	out.list[0] = (struct func_pair){ .new_file = from->new_file,
		                          .base_file = from->base_file };
	sort_stable(sorted, n, sizeof *sorted, by_lines, NULL, arena);
	for (size_t i = 0; i < n; i++)
		if (out.list[out.n - 1].new_line == sorted[i].new_line)
			merge(&out.list[out.n - 1], &sorted[i]);
		else
			out.list[out.n++] = sorted[i];
	set_ranks(&out, arena);
	return out;
}

/* Whether all lines up to the next function are the same.  Functions that begin between them on one
 * side only are inlined, or left out, on the other. */
static bool is_whole(const struct line_matcher *f, const struct func_pair *t,
                     const struct func_pair *next) {
	const unsigned all = next->new_line - t->new_line;
	const unsigned base = t->base_last - t->base_line;
	const unsigned new = t->new_last - t->new_line;

	if (!next->base_line || next->rank != t->rank + 1 || all != next->base_line - t->base_line)
		return false;
	unsigned base_end = unmatched_after(&f->base_unmatched, t->base_file, t->base_line,
	                                    next->base_line) -
	                    t->base_line;
	unsigned new_end = unmatched_after(&f->new_unmatched, t->new_file, t->new_line,
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
	               unmatched_after(&f->new_unmatched, t->new_file, t->new_line, new_next) &&
	       t->base_last <
	               unmatched_after(&f->base_unmatched, t->base_file, t->base_line, base_next) &&
	       t->new_last - t->new_line == t->base_last - t->base_line;
}

static void find_stretches(struct line_matcher *f, const struct func_pair *from, size_t n) {
	const struct file_pairs file = pairs_of_file(from, n, f->arena);
	uint64_t *base_lines = arena_alloc(f->arena, file.n, sizeof *base_lines);
	struct stretch *list = arena_space(f->arena, file.n, sizeof *list);
	struct file_match *out = &f->files[from->new_file];

	out->path = f->out->paths.texts[from->base_file];
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

static int by_files(const void *a, const void *b, const void *context) {
	const struct func_pair *x = a, *y = b;
	const uint64_t k = place(x->new_file, x->base_file);
	const uint64_t l = place(y->new_file, y->base_file);

	return k < l ? -1 : k > l;
}

/* How many of the pairs are of the same two files as the first. */
static size_t same_files(const struct func_pair *list, size_t n) {
	size_t i = 1;

	while (i < n && !by_files(list, &list[i], NULL))
		i++;
	return i;
}

/* Files are paired that are the best for each other. */
static void match_files(struct line_matcher *f) {
	const size_t npaths = f->out->paths.index.n;
	struct candidate *of_new = arena_alloc(f->arena, npaths, sizeof *of_new);
	struct candidate *of_base = arena_alloc(f->arena, npaths, sizeof *of_base);
	const struct func_pair *t;
	size_t n;

	sort_stable(f->pairs, f->npairs, sizeof *f->pairs, by_files, NULL, f->arena);
	for (size_t i = 0; i < f->npairs; i += n) {
		t = &f->pairs[i];
		n = same_files(t, f->npairs - i);
		struct candidate c =
			(struct candidate){ t->base_file,
			                    common_tail(f->out->paths.texts[t->base_file],
			                                f->out->paths.texts[t->new_file]),
			                    n };
		consider(&of_new[t->new_file], &c);
		c.file = t->new_file;
		consider(&of_base[t->base_file], &c);
	}
	for (size_t i = 0; i < f->npairs; i += n) {
		t = &f->pairs[i];
		n = same_files(t, f->npairs - i);
		if (of_new[t->new_file].file == t->base_file &&
		    of_base[t->base_file].file == t->new_file)
			find_stretches(f, t, n);
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
	return out;
}

struct file_match line_match_file(const struct line_match *match, const char *path) {
	static const struct stretch all = { 1, 1, UINT_MAX };

	if (match->is_same)
		return (struct file_match){ path, { &all, 1 }, true };
	uint32_t number = text_list_find(&match->paths, path);
	return number == NO_ITEM ? (struct file_match){ .path = NULL } : match->files[number];
}

unsigned file_match_line(const struct file_match *file, unsigned line) {
	const uint64_t base = align_partner(&file->lines, line);

	return base == NO_PARTNER ? 0 : (unsigned)base;
}

/* A file that was asked for, with what its match was made of. */
struct known_file {
	const struct source *base, *new; /* or NULL */
	struct base_file file;
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
		const int order = l->path == path ? 0 : strcmp(l->path, path);

		if (order < 0 || (!order && l->line < line))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The one of the base's files with samples whose path is most like another: equal, else with the
 * most folders, and the name, in common; or NULL. */
static const char *path_alike(const struct line_times *times, const char *path) {
	const char *best = NULL, *last = NULL;
	size_t most = 0;

	for (size_t i = 0; times && i < times->n; last = times->list[i++].path) {
		if (times->list[i].path == last)
			continue;
		size_t tail = common_tail(path, times->list[i].path);
		best = tail > most ? times->list[i].path : best;
		most = tail > most ? tail : most;
	}
	return best;
}

/* Sets the base's path, if no function tells it, and which of its lines have samples. */
static void find_times(struct base_file *file, const struct dataset *base, const char *path) {
	const struct line_times *times = base->line_times;
	const uint32_t n = times ? (uint32_t)times->n : 0;

	if (!file->match.path)
		file->match.path = path_alike(times, path);
	if (!file->match.path)
		return;
	file->first = first_from(times, 0, n, file->match.path, 0);
	file->end = first_from(times, file->first, n, file->match.path, UINT_MAX);
}

/* Whether it is what was compiled, as far as times tell. */
static bool is_compiled(const struct source *source) {
	enum { MOST = 400000 };

	return source->n && source->n <= MOST && !source->is_newer;
}

static void align_texts(struct known_file *f, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();

	f->file.source = f->base;
	f->file.match.is_whole = true;
	f->file.match.lines = align(source_keys(f->new, scratch), f->new->n + 1,
	                            source_keys(f->base, scratch), f->base->n + 1, arena);
}

/* The entry of a file, which may be new. */
static struct known_file *known_file(const struct base_lines *lines, const char *path) {
	struct known_files *files = lines->files;
	const size_t before = files->paths.index.n;
	const uint32_t number = text_list_number(&files->paths, path);

	if (number == before) {
		arena_put(files->arena, files->list, number, (struct known_file){ .base = NULL });
		files->list[number].file.match = line_match_file(lines->match, path);
		find_times(&files->list[number].file, &lines->comparison->base->data, path);
	}
	return &files->list[number];
}

struct base_file base_lines_file(const struct base_lines *lines, const char *path,
                                 const struct sources *base, const struct sources *new) {
	struct known_file *f = lines && path ? known_file(lines, path) : NULL;

	if (!f || !f->file.match.path || !base || !new || base_lines_are_same(lines))
		return f ? f->file : (struct base_file){ .first = 0 };
	const struct source *base_source = base->get(base->context, f->file.match.path);
	const struct source *new_source = new->get(new->context, path);
	if (is_compiled(base_source) && is_compiled(new_source) &&
	    (f->base != base_source || f->new != new_source)) {
		f->base = base_source;
		f->new = new_source;
		align_texts(f, lines->files->arena);
	}
	return f->file;
}

static struct base_time converted(const struct comparison *c, double ticks, double variance) {
	const double times = comparison_ticks(c, 1);

	return (struct base_time){ ticks * times, variance * times * times };
}

struct base_time base_lines_time(const struct base_lines *lines, const struct base_file *file,
                                 unsigned line) {
	const struct comparison *c = lines->comparison;
	const struct line_times *times = c->base->data.line_times;
	const uint32_t at = first_from(times, file->first, file->end, file->match.path, line);

	return at < file->end && times->list[at].line == line
	               ? converted(c, times->list[at].ticks, times->list[at].variance)
	               : (struct base_time){ 0, 0 };
}

static int compare_line(const struct code_line *l, const struct func *f, const char *path,
                        unsigned line) {
	if (l->func != f)
		return l->func < f ? -1 : 1;
	if (!l->location.path || strcmp(l->location.path, path) != 0)
		return l->location.path ? strcmp(l->location.path, path) : 1;
	return l->location.line < line ? -1 : l->location.line > line;
}

/* Adds the time of a line in one function, where it may be of several that were inlined. */
static void add_in_func(const struct code_lines *lines, const struct func *f, const char *path,
                        unsigned line, double *ticks, double *variance) {
	size_t low = 0, high = lines->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (compare_line(&lines->list[middle], f, path, line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < lines->n && !compare_line(&lines->list[low], f, path, line); low++) {
		*ticks += lines->list[low].ticks;
		*variance += lines->list[low].variance;
	}
}

bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, struct base_time *time) {
	const struct comparison *c = lines ? lines->comparison : NULL;
	const unsigned base = file->match.path ? file_match_line(&file->match, line) : 0;
	const struct dataset *data = c ? &c->base->data : NULL;
	double ticks = 0, variance = 0;
	size_t n;

	*time = (struct base_time){ 0, 0 };
	if (!c || (!base && !file->match.is_whole) || (f ? !data->code_lines : !data->line_times))
		return false;
	if (!f) {
		if (base)
			*time = base_lines_time(lines, file, base);
		return true;
	}
	const uint32_t *shown = comparison_shown(c, f, &n);
	for (size_t i = 0; base && i < n; i++)
		add_in_func(data->code_lines, &data->profile->funcs[shown[i]], file->match.path,
		            base, &ticks, &variance);
	*time = converted(c, ticks, variance);
	return n > 0;
}
