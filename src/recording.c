/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gprof/gprof_rules.h"
#include "base/bytes.h"
#include "base/own_files.h"
#include "base/text.h"
#include "base/work.h"
#include "model/compare/changes.h"
#include "model/compare/comparison.h"
#include "model/compare/differences.h"
#include "model/compare/looks.h"
#include "model/compare/matching.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "open/load.h"
#include "open/load_base.h"
#include "open/named_files.h"
#include "open/recordings.h"
#include "options.h"
#include "parse/gmon/readers.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"
#include "process/record.h"
#include "ui/config/settings.h"

enum { MOST_TURNS = 30 }; /* unless somebody says how many */

/* One of the programs that are run. */
struct program {
	const char *name;    /* "new" */
	const char *program; /* its path */
	struct record_order order;
	struct recorded last;
};

struct recording {
	const struct options *o;
	struct arena *arena;
	const char *folder;
	off_t input;    /* where standard input begins; -1: it has no beginning */
	unsigned nruns; /* that there will be */
};

static void tell(const struct recording *r, const char *text) {
	const char *line = arena_format(r->arena, "%s: %s", r->o->gprof.program, text);

	if (isatty(STDERR_FILENO))
		text_put(stderr, line, strlen(line));
	else
		fputs(line, stderr);
	fputc('\n', stderr);
}

/* ---- Programs ---- */

bool recording_counts_no_calls(const char *executable) {
	struct arena *own = arena_new();
	const struct debug_search nowhere = { .nfolders = 0 };
	struct error ignored;
	const struct object *object = object_open(executable, &nowhere, own, &ignored);
	const bool counts_none = object && object_image(object)->nsymbols &&
	                         !object_image(object)->is_profiled;

	arena_free(own);
	return counts_none;
}

/* Whether it can be recorded, or writes a gmon.out. */
static bool check(const char *program, struct error *err) {
	bool is_static;

	if (!record_check(program, &is_static, err))
		return false;
	return !is_static || !recording_counts_no_calls(program) ||
	       fail(err,
	            "%.200s: linked statically, so nothing can be loaded into it; link it "
	            "dynamically, or with -pg",
	            program);
}

/* Whether a word is a program to run, not a recording of one. */
static bool is_to_run(const char *word) {
	struct stat st;

	return !strchr(word, '/') ? access(word, F_OK) || !bytes_is_directory(word)
	                          : !stat(word, &st) && S_ISREG(st.st_mode) &&
	                                    !access(word, X_OK) && !reader_is_sure_of(word);
}

/* A program of that name, with the arguments of the one that is recorded. */
static bool program_begin(struct program *side, const char *name, const char *word,
                          const struct recording *r, struct error *err) {
	const struct gprof_options *g = &r->o->gprof;
	const size_t n = g->names_none ? 0 : g->nfiles;
	const char **argv = arena_alloc(r->arena, n + 2, sizeof *argv);

	*side = (struct program){ .name = name, .program = record_program(word, r->arena) };
	argv[0] = strncmp(side->program, "./", 2) ? word : side->program;
	if (n)
		memcpy(argv + 1, g->files, n * sizeof *argv);
	side->order.argv = (char *const *)(void *)argv;
	side->order.program = side->program;
	return check(side->program, err);
}

/* Programs that are run several times read the same each time. */
static bool find_input(struct recording *r, struct error *err) {
	struct stat st;

	r->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	if (r->nruns < 2 || r->input >= 0 || fstat(STDIN_FILENO, &st) ||
	    (!S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode)))
		return true;
	return fail(err, "standard input is a pipe, of which nothing is left for the second run; "
	                 "read a file, or /dev/null");
}

static bool run(struct program *side, const struct recording *r, struct error *err) {
	if (r->input >= 0)
		lseek(STDIN_FILENO, r->input, SEEK_SET);
	return record_run(&side->last, &side->order, r->arena, err);
}

/* ---- One program ---- */

/* Where other runs were recorded before, they are shown together. */
static void tell_others(const struct recording *r, const char *folder) {
	struct folder_files files;
	struct error ignored;

	if (folder_files_find(&files, folder, "", r->arena, &ignored) && files.n && !record_rank())
		tell(r, arena_format(r->arena,
		                     "%s has %zu profile%s of other runs, which are shown, too",
		                     folder, files.n, files.n == 1 ? "" : "s"));
}

static bool fail_empty(const struct program *side, struct error *err) {
	const double much_s = 0.05;
	const struct recorded *last = &side->last;

	if (last->user_s + last->system_s < much_s)
		return fail(err,
		            "%.200s: nothing was recorded: it ended with status %d after "
		            "%.3f s of CPU time, before the first sample",
		            side->program, last->status, last->user_s + last->system_s);
	return fail(err,
	            "%.200s: nothing was recorded, though it used %.2f s of CPU time: what it "
	            "started is linked statically, set-uid, or got another environment",
	            side->program, last->user_s + last->system_s);
}

/* Runs it as often as is asked for. */
static bool run_alone(struct program *side, const struct recording *r, struct error *err) {
	unsigned i;

	for (i = 1; i <= r->nruns; i++) {
		if (r->nruns > 1)
			tell(r, arena_format(r->arena, "run %u of %u", i, r->nruns));
		if (!run(side, r, err) || !record_keep(&side->last, &side->order, r->arena, err))
			return false;
		if (side->last.is_interrupted)
			break;
	}
	return true;
}

/* What was recorded of it is opened. */
static bool open_recorded(struct options *o, const struct program *side, struct arena *arena,
                          struct error *err) {
	struct folder_files files;
	const char **words = arena_copy(arena, &side->order.folder, 1, sizeof *words), *program;

	if (!folder_files_find(&files, side->order.folder, "", arena, err))
		return false;
	if (!files.n)
		return fail_empty(side, err);
	program = recorded_program(files.files, files.n, arena);
	o->gprof.executable = program ? program : side->program;
	o->gprof.files = words;
	o->gprof.nfiles = 1;
	o->gprof.names_none = false;
	return true;
}

/* ---- Calls of another build ---- */

static const char calls_name[] = "calls";

void recording_calls(struct start *start, const char *folder, struct arena *arena) {
	const char *path = arena_format(arena, "%s/%s", folder, calls_name);

	if (!bytes_is_directory(path))
		return;
	start->calls = arena_copy(arena, &path, 1, sizeof path);
	start->ncalls = 1;
}

/* Runs the other build, once, into a folder of its own. */
static bool record_calls(struct options *o, const struct recording *r, struct error *err) {
	struct start *start = &o->start;
	struct program calls;

	if (start->ncalls != 1 || !is_to_run(start->calls[0]))
		return true;
	if (!program_begin(&calls, calls_name, start->calls[0], r, err))
		return false;
	if (recording_counts_no_calls(calls.program))
		return fail(err,
		            "%.200s: built without -pg, as its symbols show, so it counts no calls",
		            calls.program);
	calls.order.folder = record_folder(arena_format(r->arena, "%s/%s", r->folder, calls_name),
	                                   NULL, r->arena, err);
	if (!calls.order.folder)
		return false;
	tell(r, arena_format(r->arena, "%s, for its calls", calls.program));
	if (!run(&calls, r, err) || !record_keep(&calls.last, &calls.order, r->arena, err))
		return false;
	recording_calls(start, r->folder, r->arena);
	return true;
}

/* ---- Two programs in turns ---- */

static const char level_name[] = "level";

static double read_level(const char *folder, struct arena *arena) {
	FILE *file = fopen(arena_format(arena, "%s/%s", folder, level_name), "r");
	double level = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%lf", &level) != 1 || !(level > 0 && level < CHANGE_LEVEL))
		level = 0;
	fclose(file);
	return level;
}

void recording_base(struct start *start, const char *folder, struct arena *arena) {
	const char *new = arena_format(arena, "%s/new", folder);
	const char *base = arena_format(arena, "%s/base", folder);

	if (!bytes_is_directory(new) || !bytes_is_directory(base))
		return;
	start->load.executable = new;
	start->base.words = arena_copy(arena, &base, 1, sizeof base);
	start->base.nwords = 1;
	start->base.level = read_level(folder, arena);
}

struct turns {
	struct recording *r;
	struct program sides[2]; /* base, new */
	struct look look;        /* the last one */
	double doubt;            /* that it left */
	const char *words;       /* that it showed */
	bool is_interrupted;
};

enum { BASE, NEW };

/* Of two pairs the second is in the reverse order of the first, so what drifts evenly counts as
 * much on both sides; which order comes first is chance, so nothing else has their rhythm. */
static int first_side(unsigned run, int *order) {
	if (run % 2)
		*order = (int)(random() & 1);
	return run % 2 ? *order : 1 - *order;
}

/* What the first runs of both show.  False: nothing can be compared yet. */
static bool compare(struct turns *t, const struct differences **out, struct arena *arena,
                    struct error *err) {
	const struct options *o = t->r->o;
	struct rules *rules = arena_alloc(arena, 1, sizeof *rules);
	struct load_request *request = arena_copy(arena, &o->start.load, 1, sizeof *request);
	struct base_request *asked = arena_copy(arena, &o->start.base, 1, sizeof *asked);
	struct load_result *loaded = arena_alloc(arena, 1, sizeof *loaded);
	struct base_sides *base = arena_alloc(arena, 1, sizeof *base);
	struct folder_files files;
	const struct comparison *c;

	*rules = rules_of(o->start.preferences.rule_choice);
	rules->no_notes = rules->no_costs = true;
	if (!folder_files_find(&files, t->sides[NEW].order.folder, "", arena, err))
		return false;
	request->rules = rules;
	request->files = files.files;
	request->nfiles = files.n;
	request->executable = files.n ? recorded_program(files.files, files.n, arena) : NULL;
	if (!request->executable)
		request->executable = t->sides[NEW].program;
	asked->words = arena_copy(arena, &t->sides[BASE].order.folder, 1, sizeof *asked->words);
	asked->nwords = 1;
	asked->level = look_level(&t->look);
	if (!files.n || !load_profile(loaded, request, arena, NULL, err))
		return false;
	load_runs(&loaded->data, NULL, arena, NULL);
	if (!load_base(base, asked, request, &loaded->data, false, arena, NULL, err))
		return false;
	c = load_comparison(asked, base, request, &loaded->data, arena, NULL, err);
	*out = c ? differences_find(c, (struct per_choice){ .what = PER_RUN }, arena, err) : NULL;
	return *out && (*out)->changes;
}

static const char *name_of(const struct differences *d, const struct difference *row) {
	const struct comparison *c = d->comparison;
	const struct match *m = &c->matching->list[row->match];

	return m->nnew ? names_get(c->new->data.names, &c->new->data.profile->funcs[m->new[0]],
	                           NAME_SHORT)
	               : comparison_base_name(c, &c->base->data.profile->funcs[m->base[0]],
	                                      NAME_SHORT);
}

static double magnitude(const struct difference *d) {
	return fabs(d->new.ticks - d->base.ticks);
}

/* "work slower 12..18 %" */
static const char *change_words(const struct differences *d, const struct difference *row,
                                struct arena *arena) {
	const bool is_slower = row->verdict == VERDICT_SLOWER;
	const double low = 100 * (row->change->low - 1), high = 100 * (row->change->high - 1);

	return arena_format(
		arena, "%s %s %.0f..%.0f %%", row == &d->total ? "a run" : name_of(d, row),
		verdict_name(row->verdict), is_slower ? low : -high, is_slower ? high : -low);
}

static bool is_found(const struct difference *row) {
	return row->verdict == VERDICT_SLOWER || row->verdict == VERDICT_FASTER;
}

/* "work slower 12..18 %, 2 more; a run slower 3..5 %"; or what else. */
static const char *verdict_words(const struct differences *d, struct arena *arena) {
	const struct difference *most = NULL;
	const char *total = is_found(&d->total) ? change_words(d, &d->total, arena) : "";
	size_t n = 0, i;

	for (i = 0; i < d->n; i++) {
		const struct difference *row = &d->list[i];

		if (!is_found(row))
			continue;
		n++;
		if (!most || magnitude(row) > magnitude(most))
			most = row;
	}
	if (!most)
		return *total ? total : "nothing differs by more than noise";
	return arena_format(arena, "%s%s%s%s", change_words(d, most, arena),
	                    n == 1 ? "" : arena_format(arena, ", %zu more", n - 1),
	                    *total ? "; " : "", total);
}

static double doubt_of(const struct turns *t, const struct differences *d) {
	double sum = 0;
	size_t i;

	for (i = 0; i < d->n; i++) {
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
	struct arena *own = arena_new(), *arena = t->r->arena;
	const struct differences *d;
	struct error err = { "" };

	t->look.before = t->look.runs;
	t->look.runs = runs;
	t->doubt = 1;
	if (compare(t, &d, own, &err)) {
		t->doubt = doubt_of(t, d);
		t->words = arena_format(arena, "%s%s", verdict_words(d, arena),
		                        runs < t->look.most && t->doubt < LOOK_DOUBT
		                                ? "; more runs would not change that"
		                                : "");
	} else {
		t->words = arena_format(arena, "nothing to compare%s%s", *err.reason ? ": " : "",
		                        err.reason);
	}
	arena_free(own);
}

/* "r07": names of files are in the order of the runs. */
static const char *tag_of(const struct turns *t, unsigned number) {
	return arena_format(t->r->arena, "r%0*u", t->look.most < 100 ? 2 : 5, number);
}

/* One run of each. */
static bool run_pair(struct turns *t, unsigned number, int first, struct error *err) {
	struct recording *r = t->r;
	int i;

	tell(r, arena_format(r->arena, "run %u of %u%s%s", number, t->look.most,
	                     t->words ? arena_format(r->arena, "; after %u: ", t->look.runs) : "",
	                     t->words ? t->words : ""));
	for (i = 0; i < 2 && !t->is_interrupted; i++) {
		struct program *side = &t->sides[i ? 1 - first : first];

		side->order.tag = tag_of(t, number);
		if (!run(side, r, err))
			return false;
		t->is_interrupted = side->last.is_interrupted;
	}
	for (i = 0; i < 2 && !t->is_interrupted; i++)
		if (!record_keep(&t->sides[i].last, &t->sides[i].order, r->arena, err))
			return false;
	return true;
}

/* A pair that was interrupted does not count: its files go to a folder of their own. */
static bool set_aside(struct turns *t, unsigned number, struct error *err) {
	struct arena *arena = t->r->arena;
	glob_t found;
	size_t k;
	int i;

	for (i = 0; i < 2; i++) {
		const struct program *side = &t->sides[i];
		const char *folder = record_folder(
			arena_format(arena, "%s/interrupted", side->order.folder), NULL, arena,
			err);

		if (!folder)
			return false;
		if (glob(arena_format(arena, "%s/*.%s.*", side->order.folder, tag_of(t, number)), 0,
		         NULL, &found))
			continue;
		for (k = 0; k < found.gl_pathc; k++)
			rename(found.gl_pathv[k],
			       arena_format(arena, "%s/%s", folder, path_last(found.gl_pathv[k])));
		globfree(&found);
	}
	return true;
}

static bool take_turns(struct turns *t, unsigned *done, struct error *err) {
	const bool ends_itself = !t->r->o->start.runs;
	unsigned next = look_next(0, t->look.most), run;
	int order = 0;

	srandom((unsigned)clock_ms() ^ (unsigned)getpid());
	*done = 0;
	for (run = 1; run <= t->look.most; run++) {
		if (!run_pair(t, run, first_side(run, &order), err))
			return false;
		if (t->is_interrupted)
			return set_aside(t, run, err);
		*done = run;
		if (run < next)
			continue;
		look(t, run);
		next = look_next(run, t->look.most);
		if (ends_itself && t->doubt < LOOK_DOUBT)
			break;
	}
	tell(t->r, arena_format(t->r->arena, "after %u run%s of each: %s", *done,
	                        *done == 1 ? "" : "s", t->words));
	return true;
}

/* Who looked before the end has spent a part of the level.  As many runs as were asked for,
 * whatever they show, have all of it. */
static bool keep_level(struct turns *t, unsigned done, struct error *err) {
	const char *path = arena_format(t->r->arena, "%s/%s", t->r->folder, level_name);
	FILE *file;

	if (t->r->o->start.runs && done == t->look.most)
		return true;
	if (done > t->look.runs) {
		t->look.before = t->look.runs;
		t->look.runs = done;
	}
	file = fopen(path, "w");
	if (!file)
		return fail(err, "%s: %s", path, strerror(errno));
	fprintf(file, "%.6f\tlevel of the tests after %u of %u runs of each, looked at before\n",
	        look_level(&t->look), done, t->look.most);
	return !fclose(file) || fail(err, "%s: %s", path, strerror(errno));
}

static bool begin_folders(struct turns *t, struct error *err) {
	struct arena *arena = t->r->arena;
	struct folder_files files;
	int i;

	for (i = 0; i < 2; i++) {
		struct program *side = &t->sides[i];

		side->order.folder = record_folder(
			arena_format(arena, "%s/%s", t->r->folder, side->name), NULL, arena, err);
		if (!side->order.folder ||
		    !folder_files_find(&files, side->order.folder, "", arena, err))
			return false;
		if (files.n)
			return fail(err,
			            "%.200s: has recordings already, and runs of another time "
			            "cannot be among those in turns",
			            side->order.folder);
	}
	return true;
}

static bool record_turns(struct options *o, struct recording *r, int *status, struct error *err) {
	struct turns t = { .r = r, .look.most = r->nruns };
	unsigned done;

	if (record_rank())
		return fail(err, "--base: programs of several processes cannot take turns; record "
		                 "each, then gptui NEW --base OLD");
	if (!program_begin(&t.sides[BASE], "base", o->start.base.words[0], r, err) ||
	    !program_begin(&t.sides[NEW], "new", o->gprof.executable, r, err) ||
	    !begin_folders(&t, err) || !take_turns(&t, &done, err))
		return false;
	*status = t.sides[t.sides[BASE].last.is_interrupted ? BASE : NEW].last.status;
	if (!done)
		return fail(err, "interrupted before both programs had run");
	if (!keep_level(&t, done, err))
		return false;
	if (t.is_interrupted)
		tell(r, arena_format(r->arena, "interrupted: %u run%s of each count%s", done,
		                     done == 1 ? "" : "s", done == 1 ? "s" : ""));
	recording_base(&o->start, r->folder, r->arena);
	return open_recorded(o, &t.sides[NEW], r->arena, err);
}

/* ---- The command ---- */

bool record_programs(struct options *o, int *status, struct arena *arena, struct error *err) {
	const bool in_turns = o->start.base.nwords == 1 && is_to_run(o->start.base.words[0]);
	const struct options asked = *o;
	struct recording r = { .o = &asked, .arena = arena };
	struct program side;
	bool ok;

	r.nruns = o->start.runs ? o->start.runs : in_turns ? MOST_TURNS : 1;
	if (in_turns && o->start.ncalls)
		return fail(err, "--calls and --base: of programs that take turns no calls are "
		                 "taken from another build");
	if (!program_begin(&side, "", o->gprof.executable, &r, err) || !find_input(&r, err))
		return false;
	r.folder = record_folder(o->start.keep, o->gprof.executable, arena, err);
	if (!r.folder)
		return false;
	if (in_turns) {
		ok = record_turns(o, &r, status, err);
	} else {
		side.order.folder = r.folder;
		tell_others(&r, r.folder);
		ok = run_alone(&side, &r, err);
		*status = side.last.status;
		ok = ok && record_calls(o, &r, err) && open_recorded(o, &side, arena, err);
	}
	if (!ok)
		rmdir(r.folder); /* if it is empty */
	if (ok && (!record_rank() || !strcmp(record_rank(), "0")))
		tell(&r, arena_format(arena, "recorded in %s", r.folder));
	return ok;
}
