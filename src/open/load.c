/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load.h"

#include <time.h>
#include <unistd.h>

#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/build/run_finder.h"
#include "model/files/file_choice.h"
#include "parse/code/sample_sites.h"
#include "parse/dwarf/lines.h"
#include "parse/gmon/readers.h"

static bool counts_alike(const struct histogram *a, const struct histogram *b) {
	return a->abbreviation == b->abbreviation && !strcmp(a->dimension, b->dimension);
}

/* The first histogram of a file that counts something else, or NULL. */
static const struct histogram *find_other(const struct records *r, const struct profile_file *file,
                                          const struct histogram *unit) {
	const struct histogram *h = file_histograms(r, file);

	for (size_t i = 0; i < file->nhistograms; i++)
		if (!counts_alike(&h[i], unit))
			return &h[i];
	return NULL;
}

/* What most files count, or NULL. */
static const struct histogram *find_unit(const struct records *r) {
	enum { UNITS = 16 }; /* of which one can win; more are damage */
	const struct histogram *units[UNITS];
	size_t nfiles[UNITS] = { 0 }, n = 0, best = 0, k;

	for (size_t i = 0; i < r->nfiles; i++) {
		const struct histogram *h = file_histograms(r, &r->files[i]);
		if (!h || find_other(r, &r->files[i], h))
			continue;
		for (k = 0; k < n && !counts_alike(units[k], h); k++)
			;
		if (k == UNITS)
			continue;
		if (k == n)
			units[n++] = h;
		nfiles[k]++;
	}
	for (k = 1; k < n; k++)
		best = nfiles[k] > nfiles[best] ? k : best;
	return n ? units[best] : r->histograms;
}

/* "seconds (s)" */
static const char *unit_name(const struct histogram *h, struct arena *arena) {
	return h->abbreviation > ' ' && h->abbreviation < 127
	               ? arena_format(arena, "%s (%c)", h->dimension, h->abbreviation)
	               : h->dimension;
}

/* Why a file cannot be added to others of the unit; NULL: it can. */
static const char *find_reason(const struct records *r, const struct profile_file *file,
                               const struct histogram *unit) {
	const struct histogram *own = file_histograms(r, file);
	const struct histogram *other = own ? find_other(r, file, own) : NULL;

	if (!other && (!own || counts_alike(own, unit)))
		return NULL;
	return arena_format(r->arena, other ? "counts %s and %s" : "counts %s, the other files %s",
	                    unit_name(own, r->arena), unit_name(other ? other : unit, r->arena));
}

/* Histograms that are not alike. */
struct shape {
	const struct histogram *first;
	const struct profile_file *file; /* that brought it; or NULL */
};

struct shapes {
	struct shape *list; /* shape: [index.n] */
	struct index index;
};

static bool is_like(const void *shapes, uint32_t number, const void *wanted) {
	return histogram_is_like(((const struct shape *)shapes)[number].first, wanted);
}

/* The shape of a histogram, which may be a new one. */
static struct shape *shape_of(struct shapes *s, const struct histogram *h) {
	const uint64_t hash = hash_number(hash_number(hash_number(0, h->low), h->high), h->rate);
	const size_t n = s->index.n;
	uint32_t number;

	if (index_append(&s->index, hash, is_like, s->list, h, &number))
		arena_put(s->index.arena, s->list, n, (struct shape){ .first = h });
	return &s->list[number];
}

/* What histograms may cost.  Bins are divided among the functions whose code they count, those of
 * like histograms once for all files: so each shape costs the functions in its range. */
struct budget {
	struct shapes shapes;
	struct keyed *lows; /* of code symbols, by address; shape: [nlows] */
	size_t nlows;
	uint64_t left; /* functions that may be paid for yet */
};

static struct budget budget_new(const struct image *image, struct arena *arena) {
	enum { LEAST = 128 << 20 }; /* two seconds */
	struct budget out = { .shapes.index.arena = arena, .left = LEAST };

	out.lows = arena_space(arena, image->nsymbols, sizeof *out.lows);
	for (size_t i = 0; i < image->nsymbols; i++)
		if (symbol_is_code(&image->symbols[i]))
			out.lows[out.nlows++].key = image->symbols[i].low;
	sort_keys(out.lows, out.nlows, arena);
	return out;
}

/* Pays for the histograms of a file, beside what its bins allow; or why they are too much.  The
 * reasons of files before it are known. */
static const char *pay(struct budget *b, const struct records *r, const struct profile_file *file,
                       const char *const *reasons) {
	enum { EACH = 6 };
	const struct histogram *h = r->histograms + file->first_histogram;
	const struct histogram *end = h + file->nhistograms;
	uint64_t cost = 0;

	for (; h < end; h++) {
		struct shape *shape = shape_of(&b->shapes, h);

		if (h->bins.n)
			b->left += EACH * (UINT64_C(1) + bin_at(&h->bins, h->bins.n - 1).index);
		if (shape->file && (shape->file == file || !reasons[shape->file - r->files]))
			continue;
		shape->file = file;
		cost += lower_bound(b->lows, b->nlows, sizeof *b->lows, 0, h->high) -
		        lower_bound(b->lows, b->nlows, sizeof *b->lows, 0, h->low);
	}
	if (cost > b->left)
		return arena_format(r->arena,
		                    "its histograms count code of %" PRIu64
		                    " functions in all, too much for so few bins",
		                    cost);
	b->left -= cost;
	return NULL;
}

/* The records without files that have a reason, which come first in ->off.  Shape: [all->nfiles] */
static struct records *records_without(const struct records *all, const char *const *reasons,
                                       struct arena *arena) {
	struct file_choice *choice = file_choice_all(all->nfiles + all->noff, arena);
	struct records marked = *all, *out;

	marked.files = arena_copy(arena, all->files, all->nfiles, sizeof *all->files);
	for (size_t i = 0; i < all->nfiles; i++) {
		marked.files[i].failed = reasons[i];
		choice->is_off[all->files[i].number] = reasons[i];
	}
	out = arena_copy(arena, records_choose(&marked, choice, arena), 1, sizeof *out);
	for (struct profile_file *file = out->off; file < out->off + out->noff; file++)
		if (file->failed)
			file->nhistograms = file->ncalls = file->nblocks = 0;
	out->all = all->all;
	out->beside = all->beside;
	out->nbeside = all->nbeside;
	out->elsewhere_s = all->elsewhere_s;
	out->notes = (struct notes){ .arena = arena };
	notes_add_all(&out->notes, all->notes.list, all->notes.n);
	return out;
}

/* One note for the first n that are off. */
static void note_failed(struct records *records, size_t n, const char *what) {
	enum { NAMED = 3 };
	const struct profile_file *first = records->off;
	struct arena *arena = records->notes.arena;
	const char *list = "";

	if (!n)
		return;
	for (size_t i = 0; n > 1 && i < n && i < NAMED; i++)
		list = arena_format(arena, "%s%s%s: %s", list, i ? "; " : ": ", first[i].path,
		                    first[i].failed);
	notes_add(&records->notes, NOTE_FAULT,
	          file_notes_cause(first->path, n,
	                           arena_format(arena, "%s: %s", what, first->failed), arena),
	          arena_format(arena, "%zu of %zu files%s%s", n, records->noff + records->nfiles,
	                       list, n > NAMED ? "; ..." : ""),
	          "the figures are those of the other files; see the view files for the reasons");
}

/* Fails with the first reason. */
static bool fail_first(const char *path, const char *reason, size_t nothers, struct error *err) {
	if (!nothers)
		return fail(err, "%s: %s", path, reason);
	return fail(err, "%.400s: %.400s; %zu other file%s cannot be read either", path, reason,
	            nothers, nothers == 1 ? "" : "s");
}

/* Makes files that count something else than most do (of as many: than the first), those that have
 * no stacks if others have, and those with more different histograms than
 * can be divided among functions, files that failed.  Notes all that failed, as one fault.
 * Errors: the first reason, if no file is left. */
static struct records *failed_files_find(struct records *all, const struct image *image,
                                         struct error *err) {
	const uint64_t most = 2; /* ticks of a process that ended before it had a stack */
	const struct histogram *unit = find_unit(all);
	const char **reasons = arena_alloc(all->arena, all->nfiles, sizeof *reasons);
	struct budget budget = budget_new(image, all->arena);
	size_t n = 0;

	for (size_t i = 0; i < all->nfiles; i++) {
		const bool has_none = all->has_stacks && !all->files[i].nsamples;

		if (has_none && all->files[i].format->by_glibc &&
		    file_sum_ticks(all, &all->files[i]) <= most)
			all->files[i].nhistograms = 0; /* its calls are those of a recording */
		else if (has_none)
			reasons[i] = "has samples without stacks, the other files with them";
		else if (unit)
			reasons[i] = find_reason(all, &all->files[i], unit);
		if (!reasons[i] && unit)
			reasons[i] = pay(&budget, all, &all->files[i], reasons);
		n += reasons[i] != NULL;
	}
	if (n == all->nfiles && n + all->noff) {
		fail_first(n ? all->files->path : all->off->path, n ? reasons[0] : all->off->failed,
		           n + all->noff - 1, err);
		return NULL;
	}
	if (n)
		all = records_without(all, reasons, all->arena);
	note_failed(all, all->noff, "not read");
	return all;
}

/* Adds what is new of a file, unless it conflicts with what is there. */
static struct conflict add_shapes(struct records *added, struct shapes *shapes,
                                  const struct records *all, const struct profile_file *file,
                                  struct arena *scratch) {
	const struct histogram *h = file_histograms(all, file);
	const size_t before = added->nhistograms;
	struct conflict conflict = { .what = NULL };

	for (size_t i = 0; i < file->nhistograms; i++) {
		struct shape *shape = shape_of(shapes, &h[i]);

		if (shape->file)
			continue;
		shape->file = file;
		arena_append(added->arena, added->histograms, added->nhistograms, h[i]);
	}
	if (added->nhistograms > before)
		conflict = gprof_conflict(added, before, scratch);
	arena_reset(scratch);
	while (conflict.what && added->nhistograms > before)
		shape_of(shapes, &added->histograms[--added->nhistograms])->file = NULL;
	return conflict;
}

/* The records without files that gprof's rules cannot add to those before them, which failed, with
 * a note; all, if it is none or the first.  Owner: the arena. */
static const struct records *failed_files_by_gprof(const struct records *all, struct arena *arena) {
	SCRATCH struct arena *own = arena_new(), *scratch = arena_new();
	struct records *added = records_new(own), *out = NULL;
	struct shapes shapes = { .index.arena = own };
	const char **reasons = arena_alloc(arena, all->nfiles, sizeof *reasons);
	size_t n = 0;

	if (gprof_conflict(all, 0, scratch).what)
		for (size_t i = 0; i < all->nfiles; i++) {
			reasons[i] = add_shapes(added, &shapes, all, &all->files[i], scratch).what;
			n += reasons[i] != NULL;
		}
	if (n && n < all->nfiles && !reasons[0]) {
		out = records_without(all, reasons, arena);
		note_failed(out, n, "gprof's rules cannot add it");
	}
	return out ? out : all;
}

struct file_state {
	int error;    /* why it could not be looked at; or 0 */
	bool is_part; /* of this archive */
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
};

static struct file_state look(const char *path) {
	struct stat st;
	size_t len;

	if (!bytes_look(path, &st, &len))
		return (struct file_state){ .error = errno };
	if (!S_ISREG(st.st_mode)) /* reading it again would take what comes next */
		return (struct file_state){ .error = 0 };
	return (struct file_state){ .is_part = path[len],
		                    .device = st.st_dev,
		                    .inode = st.st_ino,
		                    .size = st.st_size,
		                    .changed = st.st_mtim };
}

struct file_states file_states_take(const char *executable, const char *const *files, size_t n,
                                    struct arena *arena) {
	const char **paths = arena_space(arena, n + 1, sizeof *paths);
	struct file_state *list = arena_space(arena, n + 1, sizeof *list);
	struct file_states out = { paths, list, 0 };

	if (executable)
		paths[out.n++] = executable;
	for (size_t i = 0; i < n; i++)
		paths[out.n++] = files[i];
	for (size_t i = 0; i < out.n; i++)
		list[i] = look(paths[i]);
	return out;
}

static bool is_same(const struct file_state *a, const struct file_state *b) {
	return a->error == b->error && a->device == b->device && a->inode == b->inode &&
	       a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
	       a->changed.tv_nsec == b->changed.tv_nsec;
}

bool file_states_are_same(const struct file_states *a, const struct file_states *b) {
	for (size_t i = 0; i < a->n && i < b->n; i++)
		if (!is_same(&a->list[i], &b->list[i]))
			return false;
	return a->n == b->n;
}

/* The state of the file that a path begins with; or NULL. */
static const struct file_state *state_of(const struct file_states *s, const char *path) {
	for (size_t i = 0; i < s->n; i++) {
		const size_t len = strlen(s->paths[i]);

		if (!strncmp(s->paths[i], path, len) && (!path[len] || path[len] == '/'))
			return &s->list[i];
	}
	return NULL;
}

bool file_states_differ(const struct file_states *a, const struct file_states *b,
                        const char *path) {
	const struct file_state *x = state_of(a, path), *y = state_of(b, path);

	return x && y && !is_same(x, y);
}

uint64_t file_states_hash(const struct file_states *states) {
	uint64_t hash = 1;

	for (size_t i = 0; i < states->n; i++) {
		const struct file_state *s = &states->list[i];

		hash = hash_text(hash, states->paths[i]);
		hash = hash_number(hash, (uint64_t)s->error);
		hash = hash_number(hash, (uint64_t)s->inode);
		hash = hash_number(hash, (uint64_t)s->size);
		hash = hash_number(hash, (uint64_t)s->changed.tv_sec);
		hash = hash_number(hash, (uint64_t)s->changed.tv_nsec);
	}
	return hash | 1;
}

const uint32_t *same_files_find(const char *const *files, size_t n, struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	const struct file_states all = file_states_take(NULL, files, n, own);
	struct pairs seen = { .index.arena = own };
	uint32_t *first = arena_space(arena, n, sizeof *first), number;
	uint32_t *file_of = arena_space(own, n, sizeof *file_of);

	for (uint32_t i = 0; i < n; i++) {
		const struct file_state *s = &all.list[i];

		if (pairs_add(&seen, (uint64_t)s->device, (uint64_t)s->inode, &number))
			file_of[number] = i;
		first[i] = s->inode && !s->is_part ? file_of[number] : i;
	}
	return first;
}

/* The paths of all files that were read, by number. */
static const char *const *paths_of(const struct records *all, struct arena *arena) {
	const char **paths = arena_space(arena, all->nfiles + all->noff, sizeof *paths);

	for (size_t i = 0; i < all->nfiles; i++)
		paths[all->files[i].number] = all->files[i].path;
	for (size_t i = 0; i < all->noff; i++)
		paths[all->off[i].number] = all->off[i].path;
	return paths;
}

/* The runs that count by their ranks, those without one last; snapshots are in order already. */
static const uint32_t *order_of(const struct dataset *data, struct arena *own) {
	const struct runs *runs = data->runs;
	uint32_t *ranks = arena_space(own, runs->n, sizeof *ranks);
	uint32_t *order = arena_space(own, runs->n, sizeof *order);

	if (data->profile->records->are_intervals || !data->file_names->nranks)
		return NULL;
	for (uint32_t i = 0; i < runs->n; i++) {
		ranks[i] = data->file_names->list[runs->list[i].number].rank;
		order[i] = i;
	}
	sort_numbers(order, runs->n, ranks, own);
	return order;
}

/* Adds notes if ranks are missing or double, and if the user's pattern does not fit. */
static void note_names(const struct file_names *names, struct notes *notes) {
	size_t i;

	if (names->missing)
		notes_add(notes, NOTE_WARNING, names->missing,
		          "ranks are taken from the names of the files, their number from other "
		          "files or the launcher",
		          "a rank that was killed writes no file; its time is missing here");
	if (names->doubles)
		notes_add(notes, NOTE_WARNING, names->doubles,
		          "ranks are taken from the names of the files; these names differ "
		          "only in the process number",
		          "are they from several runs? all count; open those of one run, or "
		          "describe the names with --file-names");
	if (names->nfit == names->n)
		return;
	for (i = 0; names->list[i].fits; i++)
		;
	notes_add(notes, NOTE_WARNING,
	          arena_format(notes->arena,
	                       "the pattern of --file-names does not fit %zu of %zu files",
	                       names->n - names->nfit, names->n),
	          arena_format(notes->arena, "%s, for example", names->list[i].path),
	          "their rank, host and process are not known; %* in a pattern stands for "
	          "anything but a slash");
}

/* Adds a note if ranks shared processors.  While they wait in calls of MPI they use the rest of the
 * time that they may run at once, up to the kernel's tick, which then comes in these calls. */
static void note_sharing(const struct records *r, const struct runs *runs, struct notes *notes) {
	const double much = 0.2;
	double waited = 0, used = 0;
	size_t n = 0;

	for (size_t i = 0; runs->know_mpi && i < r->nfiles; i++)
		if (r->files[i].waited_s > much * r->files[i].cpu_s) {
			waited += r->files[i].waited_s;
			used += r->files[i].cpu_s;
			n++;
		}
	if (n)
		notes_add(notes, NOTE_WARNING,
		          arena_format(notes->arena, "%zu of %zu ranks shared a processor", n,
		                       r->nfiles),
		          arena_format(notes->arena,
		                       "they used %.4g s of CPU time, and waited %.4g s for it",
		                       used, waited),
		          "if ranks wait busily, calls of MPI look too long, and other times are "
		          "off by more than their errors; use no more ranks than processors");
}

bool load_may_be_ranks(const struct dataset *data) {
	const struct image *image = data->profile->image;
	const struct file_names *names = data->file_names;
	bool is_known = false;

	for (size_t i = 0; image && i < image->nlibraries; i++)
		is_known |= !strncmp(image->libraries[i], "libmpi", 6);
	for (size_t i = 0; names && !names->nranks && i < names->n; i++)
		is_known &= names->list[i].pid > 0;
	return is_known && names && names->n > 1;
}

void load_runs(struct dataset *data, const struct name_pattern *pattern, struct arena *arena,
               struct progress *progress) {
	const struct profile *p = data->profile;
	const struct records *all = records_all(p->records);
	const struct file_groups *g;
	struct notes notes = { .arena = arena };

	data->runs = NULL;
	if (all->nfiles + all->noff < 2)
		return;
	data->runs = runs_find(p, arena, progress);
	if (!data->runs)
		return;
	data->file_names = file_names_find(paths_of(all, arena), all->nfiles + all->noff, pattern,
	                                   p->records->nranks, arena);
	SCRATCH struct arena *own = arena_new();
	data->spreads = spreads_find(p, data->runs, order_of(data, own), arena);
	if (data->spreads)
		notes_add_all(&notes, data->spreads->notes, data->spreads->nnotes);
	/* Hosts and groups of several files may differ. */
	for (int by = GROUP_BY_HOST; by < GROUP_BY_RANK; by++) {
		data->groups[by] = g = file_groups_find(p, data->runs, data->file_names,
		                                        (enum file_grouping)by, 0, arena);
		if (g && g->spreads && 2 * g->runs->n <= data->runs->n)
			notes_add_all(&notes, g->spreads->notes, g->spreads->nnotes);
	}
	if (data->runs->has_figures)
		notes_add(&notes, NOTE_FACT,
		          arena_format(arena,
		                       "only the %zu functions with the most time have figures "
		                       "for each file",
		                       data->runs->ntold),
		          "with bins over very many functions, all of these would have some "
		          "time in every file",
		          "time of the others is in the totals of the files");
	note_names(data->file_names, &notes);
	if (file_names_have_ranks(data->file_names))
		note_sharing(all, data->runs, &notes);
	else if (load_may_be_ranks(data))
		notes_add(&notes, NOTE_FACT,
		          "the files may be ranks of MPI: their names do not say",
		          "the program is linked with MPI, and the names end in process numbers",
		          "put the rank into the prefix, as GMON_OUT_PREFIX=gmon.RANK (see :manual "
		          "ranks)");
	data->file_notes = notes.list;
	data->nfile_notes = notes.n;
}

const struct records *load_added(const struct profile *before, const struct profile *now,
                                 struct arena *arena) {
	const struct records *old = records_all(before->records);
	const struct records *new = records_all(now->records);

	return old->are_intervals == new->are_intervals ? records_added(old, new, arena) : NULL;
}

void load_recent(struct dataset *data, const struct records *added, struct arena *arena,
                 struct progress *progress) {
	data->recent = added ? recent_find(data->profile, added, arena, progress) : NULL;
}

const struct file_choice *counted_choice(const struct counted *c, const struct repeat_uses *uses,
                                         struct arena *arena) {
	const struct records *r = c->once;
	struct file_choice *choice = file_choice_all(r->nfiles + r->noff, arena);
	bool any = false;

	for (size_t i = 0; i < r->nfiles; i++)
		any |= choice->is_off[r->files[i].number] = counted_is_off(c, uses, i);
	return any ? choice : NULL;
}

/* Files are archives, too: what is read of number i has the numbers [starts[i], starts[i + 1]).  A
 * file that cannot be read costs itself only. */
static bool read_files(struct records *records, const struct load_request *request,
                       const struct machine *machine, size_t *starts, struct progress *progress,
                       struct error *err) {
	struct file_notes notes = { .notes = &records->notes };
	size_t i;

	progress_stage(progress, "reading profiles", request->nfiles);
	for (i = 0; i < request->nfiles; i++) {
		const struct board_file sent = boards_file(request->boards, request->files[i]);
		struct error why;
		struct stat status;

		if (!progress_step(progress, i))
			return fail(err, "cancelled");
		starts[i] = records->nfiles + records->noff;
		size_t first = records->nfiles;
		if (sent.failed)
			fail(&why, "%s", sent.failed);
		else if (reader_load(records, request->files[i], machine, &notes, progress, &why)) {
			recordings_complete(records, first, request->executable, machine);
			if (sent.url && first < records->nfiles &&
			    !stat(request->files[i], &status)) {
				records->files[first].url = sent.url;
				records->files[first].fetched_s = (double)status.st_mtim.tv_sec;
			}
			continue;
		}
		if (!progress_wanted(progress))
			return fail(err, "%s", why.reason);
		records_fail_file(records, request->files[i], why.reason);
	}
	starts[i] = records->nfiles + records->noff;
	file_notes_finish(&notes);
	progress_step(progress, request->nfiles);
	return true;
}

/* Of each file an earlier one that was named before, or itself. */
static const uint32_t *find_same(const struct load_request *request, const size_t *starts,
                                 const struct records *records, struct arena *arena) {
	const size_t n = records->nfiles + records->noff;
	uint32_t *same = arena_space(arena, records->nfiles, sizeof *same);
	uint32_t *indexes = arena_space(arena, n, sizeof *indexes);
	const uint32_t *named = same_files_find(request->files, request->nfiles, arena);

	for (size_t k = 0; k < n; k++)
		indexes[k] = NO_ITEM;
	for (size_t i = 0; i < records->nfiles; i++)
		indexes[records->files[i].number] = (uint32_t)i;
	for (size_t i = 0; i < request->nfiles; i++)
		for (size_t k = starts[i]; k < starts[i + 1]; k++) {
			const size_t of = k - starts[i] + starts[named[i]];
			const bool is_same = of < starts[named[i] + 1] && indexes[of] != NO_ITEM;

			if (indexes[k] != NO_ITEM)
				same[indexes[k]] = indexes[is_same ? of : k];
		}
	return same;
}

/* Says what was confused where a profile is in the place of the executable; else the reason stays
 * as it is. */
static bool explain_order(const struct load_request *request, struct error *err) {
	const char *first = request->executable;
	const char *second = request->nfiles ? request->files[0] : "";
	const enum file_kind kind = file_kind_of(first);

	if (kind == FILE_OTHER)
		return false;
	if (kind == FILE_PACKED || access(second, R_OK) || file_kind_of(second) == FILE_PROFILE)
		return fail(err,
		            "%.200s: %s, not an executable; the program comes first: gptui "
		            "PROGRAM %.200s",
		            first, kind == FILE_PACKED ? "packed" : "a profile", first);
	return fail(err,
	            "%.200s: a profile, not an executable; did you mean \"gptui %.200s %.200s\"?",
	            first, second, first);
}

/* The job that pays for reading debug information; NULL: none for now. */
static void set_payer(const struct object *object, struct progress *progress) {
	object_debug_files(object)->work->progress = progress;
}

/* A part of opening: it may take more memory than there is for the files. */
struct part {
	struct load_input *input; /* for reading and building */
	const struct load_request *request;
	struct load_result *loaded; /* for building, and what comes then */
	struct dataset *apart;      /* to be made, with inlined functions apart */
	struct arena *arena;
	struct progress *progress;
};

static bool take_calls(struct records *records, const struct image *image,
                       const struct load_request *request, struct arena *arena,
                       struct progress *progress, struct error *err) {
	struct rules rules = rules_exact;
	const struct load_request other = { .executable = request->calls.executable,
		                            .files = request->calls.files,
		                            .nfiles = request->calls.nfiles,
		                            .rules = &rules,
		                            .debug = request->debug };
	struct load_result loaded;

	rules.no_costs = rules.no_indexes = true;
	if (!load_profile(&loaded, &other, arena, progress, err))
		return fail_at(err, "--calls");
	return other_calls_add(records, image, &loaded.data, progress, err);
}

static bool read_input(void *context, struct error *err) {
	const struct part *p = context;
	const struct load_request *request = p->request;
	struct load_input *out = p->input;
	struct arena *arena = p->arena;
	struct progress *progress = p->progress;
	struct records *records = records_new(arena);
	struct debug_search search = request->debug;
	size_t *starts = arena_space(arena, request->nfiles + 1, sizeof *starts);

	progress_stage(progress, "reading symbols", 0);
	search.progress = progress;
	out->object = object_open(request->executable, &search, arena, err);
	if (!out->object)
		return explain_order(request, err);
	set_payer(out->object, NULL);
	if (!read_files(records, request, &object_image(out->object)->machine, starts, progress,
	                err))
		return false;
	if (!records->nfiles && !records->noff && records->notes.n)
		return fail(err, "%s", records->notes.list[0].cause);
	load_bias_subtract(records, request->bias, out->object);
	records = failed_files_find(records, object_image(out->object), err);
	if (!records)
		return false;
	if (request->offered)
		notes_add(&records->notes, NOTE_FACT, request->offered,
		          arena_format(arena, "%zu files are beside the program or in this folder",
		                       request->nfiles),
		          "name the files to open others");
	if (!recordings_place(&out->object, records, &search, arena, err))
		return false;
	fit_note(records, out->object);
	if (request->calls.nfiles &&
	    !take_calls(records, object_image(out->object), request, arena, progress, err))
		return false;
	counted_find(&out->counted, records, object_image(out->object), gprof_keeps,
	             find_same(request, starts, records, arena), progress, arena);
	out->records = records;
	return true;
}

bool load_input_read(struct load_input *out, const struct load_request *request,
                     struct arena *arena, struct progress *progress, struct error *err) {
	struct part p = { .input = out, .request = request, .arena = arena, .progress = progress };

	*out = (struct load_input){ .memory = file_memory_floor() };
	return file_memory_try(&out->memory, request->executable, read_input, &p, err);
}

/* Files whose names match are on; none: NULL. */
static const struct file_choice *choose(const struct records *all, const struct pattern *wanted,
                                        struct arena *arena, struct error *err) {
	struct file_choice *choice = file_choice_all(all->nfiles + all->noff, arena);

	for (size_t i = 0; i < all->nfiles; i++)
		choice->is_off[all->files[i].number] = !pattern_finds(wanted, all->files[i].path,
		                                                      NULL, NULL);
	if (file_choice_count(choice, all))
		return choice;
	return fail_null(err, "--files: no profile file matches");
}

static bool build(void *context, struct error *err) {
	const struct part *p = context;
	struct arena *arena = p->arena;
	struct load_result *out = p->loaded;
	struct rules *rules = arena_copy(arena, p->request->rules, 1, sizeof *rules);
	const struct records *all = p->input->records;
	struct shared_code *code = shared_code_new(out->object, all, p->request->code_ms, arena);

	if (!rules->gprof && !all->has_stacks)
		all = counted_records(&p->input->counted, &rules->choice.repeats);
	rules->code = shared_code_reader(code);
	progress_stage(p->progress, "building", 0);
	out->choice = p->request->choice || rules->gprof || all->has_stacks
	                      ? p->request->choice
	                      : counted_choice(&p->input->counted, &rules->choice.repeats, arena);
	if (!p->request->choice && p->request->wanted) {
		out->choice = choose(all, p->request->wanted, arena, err);
		if (!out->choice)
			return false;
	}
	all = records_choose(all, out->choice, arena);
	if (rules->gprof)
		all = failed_files_by_gprof(all, arena);
	out->data.profile = profile_build(object_image(out->object), all, rules, arena, p->progress,
	                                  err);
	out->is_unfinished = shared_code_is_unfinished(code);
	if (out->data.profile)
		out->data.names = names_new(out->data.profile, arena);
	return out->data.profile;
}

bool load_build(struct load_result *out, const struct load_input *input,
                const struct load_request *request, struct arena *arena, struct progress *progress,
                struct error *err) {
	struct load_input it = *input;
	struct part p = { &it, request, out, NULL, arena, progress };

	*out = (struct load_result){ .object = it.object,
		                     .name_pattern = request->name_pattern,
		                     .memory = it.memory };
	if (file_memory_try(&out->memory, request->executable, build, &p, err))
		return true;
	*out = (struct load_result){ .memory = file_memory_floor() };
	return false;
}

bool load_profile(struct load_result *out, const struct load_request *request, struct arena *arena,
                  struct progress *progress, struct error *err) {
	struct load_input input;

	return load_input_read(&input, request, arena, progress, err) &&
	       load_build(out, &input, request, arena, progress, err);
}

/* Whether a file is cut off, or could not be read. */
static bool has_cut_file(const struct records *records) {
	for (size_t i = 0; i < records->nfiles; i++)
		if (records->files[i].is_cut)
			return true;
	return records->noff > 0;
}

static bool has_fresh_file(const struct load_request *request) {
	enum { FRESH_S = 2 };
	const time_t now = time(NULL);
	struct stat st;
	size_t len;

	for (size_t i = 0; i < request->nfiles; i++)
		if (bytes_look(request->files[i], &st, &len) && now - st.st_mtime <= FRESH_S &&
		    st.st_mtime - now <= FRESH_S)
			return true;
	return false;
}

bool load_pause(struct progress *progress) {
	const struct timespec pause = { .tv_nsec = 100 * 1000 * 1000 };

	nanosleep(&pause, NULL);
	return progress_wanted(progress);
}

bool load_wait(const struct load_input *input, const struct load_request *request,
               struct progress *progress) {
	if ((input && !has_cut_file(input->records)) || !has_fresh_file(request))
		return false;
	progress_stage(progress, "waiting for a file that is being written", 0);
	return load_pause(progress);
}

/* Runs a part in memory of its own; one that takes too much is given up, with a note. */
static bool try_part(struct load_result *loaded, bool (*run)(void *context, struct error *err),
                     const char *left_out, struct arena *arena, struct progress *progress,
                     struct error *err) {
	struct part p = { .loaded = loaded, .arena = arena_within(arena), .progress = progress };
	struct notes *notes = &object_debug_files(loaded->object)->notes;

	set_payer(loaded->object, progress);
	bool ok = file_memory_try(&loaded->memory, object_image(loaded->object)->path, run, &p,
	                          err);
	set_payer(loaded->object, NULL);
	if (ok)
		return true;
	arena_reset(p.arena);
	notes_add(notes, NOTE_WARNING, left_out,
	          arena_text(notes->arena, err->reason, strlen(err->reason)),
	          "the file may be damaged: build the program again");
	return false;
}

/* That there are no lines is no failure; the reason says why. */
static bool find_lines(void *context, struct error *why) {
	const struct part *p = context;
	struct load_result *loaded = p->loaded;
	const struct profile *profile = loaded->data.profile;
	const struct func_locations *locations = NULL;
	const struct sample_sites *sites = NULL;
	const struct line_times *times = NULL;

	for (size_t i = 0; i < object_image(loaded->object)->nobjects; i++)
		debug_files_fetch(object_debug_files(object_part(loaded->object, i)));
	struct lines *lines = lines_open(loaded->object, profile->rules->gprof, p->arena,
	                                 p->progress, why);
	if (lines)
		locations = lines_of_functions(lines, profile, p->arena, p->progress);
	if (locations)
		sites = sample_sites_find(loaded->object, lines, profile, p->arena, p->progress);
	if (sites)
		times = sample_sites_lines(sites, p->arena);
	loaded->lines = lines;
	loaded->sites = sites;
	loaded->data.locations = locations;
	loaded->data.line_times = times;
	return true;
}

void load_lines(struct load_result *loaded, struct arena *arena, struct progress *progress) {
	struct error why = { "" };

	try_part(loaded, find_lines, "source lines are left out", arena, progress, &why);
	if (loaded->lines || progress_wanted(progress))
		loaded->data.debug = debug_report(loaded->object, loaded->lines ? NULL : &why,
		                                  arena);
}

static bool find_frames(void *context, struct error *err) {
	const struct part *p = context;
	struct dataset *data = &p->loaded->data;
	const struct frames *frames = frames_find(p->loaded->object, p->loaded->lines,
	                                          p->loaded->sites, data->profile, p->arena,
	                                          p->progress);

	if (frames && !p->loaded->only_apart)
		data->code_lines = code_lines_new(data->profile, frames, p->arena);
	data->frames = frames;
	return true;
}

void load_frames(struct load_result *loaded, struct arena *arena, struct progress *progress) {
	static const struct frames none = { .n = 0 };
	struct error ignored;

	if (!loaded->data.line_times)
		return;
	if (!try_part(loaded, find_frames, "inlined functions are left out", arena, progress,
	              &ignored)) {
		loaded->data.frames = &none;
		loaded->data.code_lines = NULL;
	}
	loaded->data.debug = debug_report(loaded->object, NULL, arena);
}

static bool set_apart(void *context, struct error *err) {
	const struct part *p = context;

	nodes_find(p->apart, &p->loaded->data, !p->loaded->no_frames_apart, p->arena, p->progress);
	return progress_wanted(p->progress) || fail(err, "cancelled");
}

bool load_apart(struct dataset *out, struct load_result *loaded, struct arena *arena,
                struct progress *progress, struct error *err) {
	struct part p = {
		.loaded = loaded, .apart = out, .arena = arena_within(arena), .progress = progress
	};

	if (loaded->data.profile->rules->gprof)
		return fail(err, "inlined functions apart need exact rules: set rules exact");
	if (!loaded->data.frames)
		return fail(err, "no inlined function is known without debug information");
	progress_stage(progress, "setting inlined functions apart", 0);
	if (!file_memory_try(&loaded->memory, object_image(loaded->object)->path, set_apart, &p,
	                     err)) {
		arena_reset(p.arena);
		return false;
	}
	if (loaded->data.runs)
		load_runs(out, loaded->name_pattern, arena, progress);
	return true;
}
