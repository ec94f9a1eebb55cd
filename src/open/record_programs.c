/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load_base.h"

#include <glob.h>
#include <unistd.h>

#include "base/spawn.h"
#include "model/compare/matching.h"
#include "parse/gmon/readers.h"
#include "recorder/recording.h"

static const char calls_name[] = "calls";

struct recording {
	const struct record_request *request;
	struct arena *arena;
	const char *folder;
	off_t input; /* where standard input begins; -1: it has no beginning */
};

struct program {
	const char *path;
	struct record_order order;
	struct recorded last; /* what the last run was */
};

/* Tells who waits, as printf(). */
__attribute__((format(printf, 2, 3))) static void recording_tell(const struct recording *r,
                                                                 const char *format, ...) {
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	r->request->tell(r->request->gptui, text);
}

bool program_counts_no_calls(const char *executable) {
	SCRATCH struct arena *own = arena_new();
	const struct debug_search nowhere = { .nfolders = 0 };
	struct error ignored;
	const struct object *object = object_open(executable, &nowhere, own, &ignored);

	return object && object_image(object)->nsymbols && !object_image(object)->is_profiled;
}

/* Whether it can be recorded, or writes a gmon.out. */
static bool check(const char *program, struct error *err) {
	bool is_static;

	if (!record_check(program, &is_static, err))
		return false;
	return !is_static || !program_counts_no_calls(program) ||
	       fail(err,
	            "%.200s: linked statically, so nothing can be loaded into it; link it "
	            "dynamically, or with -pg",
	            program);
}

bool program_is_named(const char *word) {
	struct stat st;

	return !strchr(word, '/')
	               ? access(word, F_OK) || !bytes_is_directory(word)
	               : !stat(word, &st) && S_ISREG(st.st_mode) && !access(word, X_OK) &&
	                         file_kind_of(word) != FILE_PROFILE;
}

/* A program of that name, with the arguments of the request, that records into a folder in that of
 * the recording; NULL: into that.
 * Errors: "PATH: reason": it can neither be recorded nor writes a gmon.out. */
static bool program_begin(struct program *out, const char *word, const char *folder,
                          const struct recording *r, struct error *err) {
	const struct record_request *request = r->request;
	const char **argv = arena_alloc(r->arena, request->narguments + 2, sizeof *argv);

	*out = (struct program){ .path = record_program(word, r->arena) };
	argv[0] = strncmp(out->path, "./", 2) ? word : out->path;
	if (request->narguments)
		memcpy(argv + 1, request->arguments, request->narguments * sizeof *argv);
	out->order.argv = (char *const *)(void *)argv;
	out->order.program = out->path;
	if (!check(out->path, err))
		return false;
	out->order.folder = !folder ? r->folder
	                            : record_folder(
					      arena_format(r->arena, "%s/%s", r->folder, folder),
					      NULL, r->arena, err);
	return out->order.folder;
}

static bool program_run(struct program *p, const struct recording *r, struct error *err) {
	if (r->input >= 0)
		lseek(STDIN_FILENO, r->input, SEEK_SET);
	return record_run(&p->last, &p->order, r->arena, err);
}

/* Whether somebody wants no more of it: while it ran, or since then. */
static bool program_is_interrupted(struct program *p) {
	return p->last.is_interrupted |= record_take_interrupts();
}

/* Programs that are run several times read the same each time. */
static bool find_input(struct recording *r, struct error *err) {
	struct stat st;

	r->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	if ((r->request->runs < 2 && !r->request->base) || r->input >= 0 ||
	    fstat(STDIN_FILENO, &st) || (!S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode)))
		return true;
	return fail(err, "standard input is a pipe, which only the first run could read; use a "
	                 "file, or /dev/null");
}

static bool fail_empty(const struct program *side, struct arena *arena, struct error *err) {
	const double much_s = 0.05;
	const struct recorded *last = &side->last;

	if (last->user_s + last->system_s < much_s)
		return fail(err,
		            "%.200s: nothing was recorded: it ended %s after %.3f s of CPU time, "
		            "before the first sample",
		            side->path, command_ending(last->status, arena),
		            last->user_s + last->system_s);
	return fail(err,
	            "%.200s: nothing was recorded, though it used %.2f s of CPU time: the programs "
	            "it started are linked statically, set-uid, set the handlers of all signals "
	            "themselves (Go), or got another environment",
	            side->path, last->user_s + last->system_s);
}

/* What runs end with that an interrupt ended before the last: not with what one ended with that it
 * just missed. */
static int recording_status(const struct recorded *last) {
	return last->is_interrupted && last->status < 128 ? 128 + SIGINT : last->status;
}

/* Runs it as often as is asked for. */
static bool run_alone(struct program *side, const struct recording *r, int *status,
                      struct error *err) {
	const unsigned runs = r->request->runs ? r->request->runs : 1;

	for (unsigned i = 1; i <= runs; i++) {
		if (runs > 1)
			recording_tell(r, "run %u of %u", i, runs);
		if (!program_run(side, r, err) ||
		    !record_keep(&side->last, &side->order, r->arena, err))
			return false;
		const bool is_interrupted = program_is_interrupted(side);
		*status = i < runs ? recording_status(&side->last) : side->last.status;
		if (is_interrupted)
			break;
	}
	return true;
}

/* Runs the other build, once, into a folder of its own. */
static bool record_calls(const struct recording *r, struct error *err) {
	struct program calls;

	if (!r->request->calls)
		return true;
	if (!program_begin(&calls, r->request->calls, calls_name, r, err))
		return false;
	if (program_counts_no_calls(calls.path))
		return fail(err,
		            "%.200s: built without -pg, as its symbols show, so it counts no calls",
		            calls.path);
	recording_tell(r, "%s, for its calls", calls.path);
	return program_run(&calls, r, err) && record_keep(&calls.last, &calls.order, r->arena, err);
}

static bool record_alone(const struct recording *r, int *status, struct error *err) {
	struct folder_files files;
	struct program p;
	struct error ignored;
	size_t before = 0;

	if (!program_begin(&p, r->request->program, NULL, r, err))
		return false;
	/* Where other runs were recorded before, they are shown together. */
	if (!record_rank() && folder_files_find(&files, r->folder, "", r->arena, &ignored))
		before = files.n;
	if (!run_alone(&p, r, status, err) || !record_calls(r, err) ||
	    !folder_files_find(&files, r->folder, "", r->arena, err))
		return false;
	if (before && files.n > before)
		recording_tell(r, "%s has %zu profile%s of other runs, which are shown, too",
		               r->folder, before, before == 1 ? "" : "s");
	return files.n > before || fail_empty(&p, r->arena, err);
}

enum { MOST_TURNS = 30 }; /* unless somebody says how many */

struct turns {
	const struct recording *r;
	struct program sides[2]; /* base, new */
	struct look look;        /* the last one */
	double doubt;            /* that it left */
	const char *words;       /* that it showed */
	bool is_interrupted;
};

enum { BASE, NEW };

/* What the first runs of both show.  False: nothing can be compared yet. */
static bool compare(struct turns *t, const struct differences **out, struct arena *arena,
                    struct error *err) {
	struct rules *rules = arena_copy(arena, t->r->request->load.rules, 1, sizeof *rules);
	struct load_request *request = arena_copy(arena, &t->r->request->load, 1, sizeof *request);
	struct base_request *asked = arena_copy(arena, &t->r->request->compared, 1, sizeof *asked);
	struct load_result *loaded = arena_alloc(arena, 1, sizeof *loaded);
	struct base_sides *base = arena_alloc(arena, 1, sizeof *base);
	struct folder_files files;

	rules->no_notes = rules->no_costs = true;
	if (!folder_files_find(&files, t->sides[NEW].order.folder, "", arena, err))
		return false;
	request->rules = rules;
	request->files = files.files;
	request->nfiles = files.n;
	request->executable = files.n ? recorded_program(files.files, files.n, arena) : NULL;
	if (!request->executable)
		request->executable = t->sides[NEW].path;
	asked->words = arena_copy(arena, &t->sides[BASE].order.folder, 1, sizeof *asked->words);
	asked->nwords = 1;
	asked->level = look_level(&t->look);
	if (!files.n || !load_profile(loaded, request, arena, NULL, err))
		return false;
	load_runs(&loaded->data, NULL, arena, NULL);
	if (!load_base(base, asked, request, &loaded->data, false, arena, NULL, err))
		return false;
	const struct comparison *c = load_comparison(asked, base, request, &loaded->data, arena,
	                                             NULL, err);
	*out = c ? differences_find(c, (struct per_choice){ .what = PER_RUN }, arena, err) : NULL;
	return *out && (*out)->changes;
}

static double magnitude(const struct difference *d) {
	return fabs(d->new.ticks - d->base.ticks);
}

/* "work slower 12..18 %" */
static const char *change_words(const struct differences *d, const struct difference *row,
                                struct arena *arena) {
	const bool is_slower = row->verdict == VERDICT_SLOWER;
	const double low = 100 * (row->change->low - 1), high = 100 * (row->change->high - 1);
	const struct comparison *c = d->comparison;
	const struct match *m = row == &d->total ? NULL : &c->matching->list[row->match];
	const struct profile *new = c->new->data.profile, *base = c->base->data.profile;
	const char *name = !m ? "a run"
	                   : m->nnew
	                           ? names_get(c->new->data.names, &new->funcs[m->new[0]],
	                                       NAME_SHORT)
	                           : comparison_base_name(c, &base->funcs[m->base[0]], NAME_SHORT);

	return arena_format(arena, "%s %s %.0f..%.0f %%", name, verdict_name(row->verdict),
	                    is_slower ? low : -high, is_slower ? high : -low);
}

/* "work slower 12..18 %, 2 more; a run slower 3..5 %"; or what else. */
static const char *verdict_words(const struct differences *d, struct arena *arena) {
	const char *endings = d->comparison->endings;
	const struct difference *most = NULL;
	const char *total = difference_is_found(&d->total) ? change_words(d, &d->total, arena) : "";
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct difference *row = &d->list[i];

		if (!difference_is_found(row))
			continue;
		n++;
		if (!most || magnitude(row) > magnitude(most))
			most = row;
	}
	if (*endings)
		return arena_format(arena, "no verdict, because %s", endings);
	if (!most)
		return *total ? total : "nothing differs by more than noise";
	return arena_format(arena, "%s%s%s%s", change_words(d, most, arena),
	                    n == 1 ? "" : arena_format(arena, ", %zu more", n - 1),
	                    *total ? "; " : "", total);
}

static double doubt_of(const struct turns *t, const struct differences *d) {
	double sum = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct difference *row = &d->list[i];
		const double new = row->new.ticks / d->total.new.ticks;
		const double base = row->base.ticks / d->total.base.ticks;

		if (row->change)
			sum += (new > base ? new : base) *
			       look_doubt(&t->look, d->changes, row->change);
	}
	return sum;
}

/* Finds what the runs show until now. */
static void look(struct turns *t, unsigned runs) {
	SCRATCH struct arena *own = arena_new();
	const struct differences *d;
	struct error err = { "" };

	t->look.before = t->look.runs;
	t->look.runs = runs;
	t->doubt = 1;
	if (compare(t, &d, own, &err)) {
		t->doubt = doubt_of(t, d);
		t->words = arena_format(t->r->arena, "%s%s", verdict_words(d, own),
		                        runs < t->look.most && t->doubt < LOOK_DOUBT &&
		                                        !*d->comparison->endings
		                                ? "; more runs would not change that"
		                                : "");
	} else {
		t->words = arena_format(t->r->arena, "nothing to compare%s%s",
		                        *err.reason ? ": " : "", err.reason);
	}
}

/* "r07": names of files are in the order of the runs. */
static const char *tag_of(const struct turns *t, unsigned number) {
	return arena_format(t->r->arena, "r%0*u", t->look.most < 100 ? 2 : 5, number);
}

/* One run of each. */
static bool run_pair(struct turns *t, unsigned number, int first, struct error *err) {
	recording_tell(t->r, "run %u of %u%s%s", number, t->look.most,
	               t->words ? arena_format(t->r->arena, "; after %u: ", t->look.runs) : "",
	               t->words ? t->words : "");
	for (int i = 0; i < 2 && !t->is_interrupted; i++) {
		struct program *side = &t->sides[i ? 1 - first : first];

		side->order.tag = tag_of(t, number);
		if (!program_run(side, t->r, err))
			return false;
		t->is_interrupted = side->last.is_interrupted;
	}
	for (int i = 0; i < 2 && !t->is_interrupted; i++)
		if (!record_keep(&t->sides[i].last, &t->sides[i].order, t->r->arena, err))
			return false;
	return true;
}

/* A pair that was interrupted does not count: its files go to a folder of their own. */
static bool set_aside(struct turns *t, unsigned number, struct error *err) {
	struct arena *arena = t->r->arena;
	glob_t found;

	for (int i = 0; i < 2; i++) {
		const struct program *side = &t->sides[i];
		const char *folder = record_folder(
			arena_format(arena, "%s/interrupted", side->order.folder), NULL, arena,
			err);

		if (!folder)
			return false;
		if (glob(arena_format(arena, "%s/*.%s.*", side->order.folder, tag_of(t, number)), 0,
		         NULL, &found))
			continue;
		for (size_t k = 0; k < found.gl_pathc; k++)
			rename(found.gl_pathv[k],
			       arena_format(arena, "%s/%s", folder, path_last(found.gl_pathv[k])));
		globfree(&found);
	}
	return true;
}

/* Whether some run of each program has left a profile. */
static bool are_recorded(const struct turns *t, struct error *err) {
	struct folder_files files;

	for (int i = NEW; i >= BASE; i--)
		if (!folder_files_find(&files, t->sides[i].order.folder, "", t->r->arena, err) ||
		    (!files.n && !fail_empty(&t->sides[i], t->r->arena, err)))
			return false;
	return true;
}

/* Of two pairs the second is in the reverse order of the first, so what drifts evenly counts as
 * much on both sides; which order comes first is chance, so nothing else has their rhythm. */
static bool take_turns(struct turns *t, unsigned *done, struct error *err) {
	const bool ends_itself = !t->r->request->runs;
	unsigned next = look_next(0, t->look.most);
	int first = 0;

	srandom((unsigned)clock_ms() ^ (unsigned)getpid());
	*done = 0;
	for (unsigned run = 1; run <= t->look.most; run++) {
		t->is_interrupted = program_is_interrupted(&t->sides[NEW]);
		if (t->is_interrupted)
			return true;
		first = run % 2 ? (int)(random() & 1) : 1 - first;
		if (!run_pair(t, run, first, err))
			return false;
		if (t->is_interrupted)
			return set_aside(t, run, err);
		*done = run;
		if (run < next)
			continue;
		look(t, run);
		next = look_next(run, t->look.most);
		if (ends_itself && (t->doubt < LOOK_DOUBT || !are_recorded(t, err)))
			break;
	}
	return true;
}

/* Who looked before the end has spent a part of the level.  As many runs as were asked for,
 * whatever they show, have all of it. */
static bool keep_level(struct turns *t, unsigned done, struct error *err) {
	const char *path = arena_format(t->r->arena, "%s/%s", t->r->folder, RECORD_LEVEL);

	if (t->r->request->runs && done == t->look.most)
		return true;
	if (done > t->look.runs) {
		t->look.before = t->look.runs;
		t->look.runs = done;
	}
	FILE *file = fopen(path, "w");
	if (!file)
		return fail(err, "%s: %s", path, strerror(errno));
	fprintf(file, "%.6f\tlevel of the tests after %u of %u runs of each, looked at before\n",
	        look_level(&t->look), done, t->look.most);
	return !fclose(file) || fail(err, "%s: %s", path, strerror(errno));
}

static bool begin(struct turns *t, int side, const char *name, const char *word,
                  struct error *err) {
	struct program *p = &t->sides[side];
	struct folder_files files;

	if (!program_begin(p, word, name, t->r, err) ||
	    !folder_files_find(&files, p->order.folder, "", t->r->arena, err))
		return false;
	return !files.n || fail(err,
	                        "%.200s: has recordings already; alternating runs need a new "
	                        "folder",
	                        p->order.folder);
}

/* Runs the program and its base in turns, each into a folder of its own. */
static bool turns_record(const struct recording *r, int *status, struct error *err) {
	const unsigned runs = r->request->runs;
	struct turns t = { .r = r, .look.most = runs ? runs : MOST_TURNS };
	unsigned done;

	if (record_rank())
		return fail(err, "--base: programs of several processes cannot alternate; record "
		                 "each, then gptui NEW --base OLD");
	if (!begin(&t, BASE, "base", r->request->base, err) ||
	    !begin(&t, NEW, "new", r->request->program, err) || !take_turns(&t, &done, err))
		return false;
	*status = recording_status(&t.sides[t.sides[BASE].last.is_interrupted ? BASE : NEW].last);
	if (!done)
		return fail(err, "interrupted before both programs had run");
	if (!are_recorded(&t, err))
		return false;
	if (t.is_interrupted)
		recording_tell(r, "interrupted: %u run%s of each count%s", done,
		               done == 1 ? "" : "s", done == 1 ? "s" : "");
	else
		recording_tell(r, "after %u run%s of each: %s", done, done == 1 ? "" : "s",
		               t.words);
	return keep_level(&t, done, err);
}

const char *record_programs(const struct record_request *request, int *status, struct arena *arena,
                            struct error *err) {
	struct recording r = { .request = request, .arena = arena };
	sigset_t before;

	if (request->base && request->calls)
		return fail_null(err, "--calls and --base: programs that run alternately cannot "
		                      "take calls from another build");
	if (!check(record_program(request->program, arena), err) || !find_input(&r, err))
		return NULL;
	r.folder = record_folder(request->keep, request->program, arena, err);
	if (!r.folder)
		return NULL;
	record_hold_interrupts(&before);
	bool ok = (request->base ? turns_record : record_alone)(&r, status, err);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (!ok)
		rmdir(r.folder); /* if it is empty */
	if (ok && (!record_rank() || !strcmp(record_rank(), "0")))
		recording_tell(&r, "recorded in %s", r.folder);
	return ok ? r.folder : NULL;
}
