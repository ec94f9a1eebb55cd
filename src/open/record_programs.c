/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/record_programs.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "open/named_files.h"
#include "open/programs.h"
#include "open/turns.h"

static const char calls_name[] = "calls";

struct recording {
	const struct record_request *request;
	struct arena *arena;
	const char *folder;
	off_t input; /* where standard input begins; -1: it has no beginning */
};

static void tell(const struct recording *r, const char *text) {
	r->request->tell(r->request->gptui, text);
}

/* Programs that are run several times read the same each time. */
static bool find_input(struct recording *r, struct error *err) {
	struct stat st;

	r->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	if ((r->request->runs < 2 && !r->request->base) || r->input >= 0 ||
	    fstat(STDIN_FILENO, &st) || (!S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode)))
		return true;
	return fail(err, "standard input is a pipe, of which nothing is left for the second run; "
	                 "read a file, or /dev/null");
}

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
		            side->path, last->status, last->user_s + last->system_s);
	return fail(
		err,
		"%.200s: nothing was recorded, though it used %.2f s of CPU time: what it "
		"started is linked statically, set-uid, sets the handlers of all signals itself "
		"(Go), or got another environment",
		side->path, last->user_s + last->system_s);
}

/* Runs it as often as is asked for. */
static bool run_alone(struct program *side, const struct recording *r, struct error *err) {
	const unsigned runs = r->request->runs ? r->request->runs : 1;
	unsigned i;

	for (i = 1; i <= runs; i++) {
		if (runs > 1)
			tell(r, arena_format(r->arena, "run %u of %u", i, runs));
		if (!program_run(side, r->input, r->arena, err) ||
		    !record_keep(&side->last, &side->order, r->arena, err))
			return false;
		if (side->last.is_interrupted)
			break;
	}
	return true;
}

/* Runs the other build, once, into a folder of its own. */
static bool record_calls(const struct recording *r, struct error *err) {
	struct program calls;

	if (!r->request->calls)
		return true;
	if (!program_begin(&calls, r->request->calls, r->request, r->arena, err))
		return false;
	if (program_counts_no_calls(calls.path))
		return fail(err,
		            "%.200s: built without -pg, as its symbols show, so it counts no calls",
		            calls.path);
	if (!program_begin_folder(&calls, r->folder, calls_name, r->arena, err))
		return false;
	tell(r, arena_format(r->arena, "%s, for its calls", calls.path));
	return program_run(&calls, r->input, r->arena, err) &&
	       record_keep(&calls.last, &calls.order, r->arena, err);
}

const char *recorded_calls(const char *folder, struct arena *arena) {
	const char *path = arena_format(arena, "%s/%s", folder, calls_name);

	return bytes_is_directory(path) ? path : NULL;
}

static bool record_one(struct program *p, const struct recording *r, struct error *err) {
	struct folder_files files;

	p->order.folder = r->folder;
	tell_others(r, r->folder);
	return run_alone(p, r, err) && record_calls(r, err) &&
	       folder_files_find(&files, r->folder, "", r->arena, err) &&
	       (files.n || fail_empty(p, err));
}

const char *record_programs(const struct record_request *request, int *status, struct arena *arena,
                            struct error *err) {
	struct recording r = { .request = request, .arena = arena };
	struct program program;
	bool ok;

	if (request->base && request->calls)
		return fail_null(err, "--calls and --base: of programs that take turns no calls "
		                      "are taken from another build");
	if (!program_begin(&program, request->program, request, arena, err) || !find_input(&r, err))
		return NULL;
	r.folder = record_folder(request->keep, request->program, arena, err);
	if (!r.folder)
		return NULL;
	if (request->base) {
		ok = turns_record(request, r.folder, r.input, status, arena, err);
	} else {
		ok = record_one(&program, &r, err);
		*status = program.last.status;
	}
	if (!ok)
		rmdir(r.folder); /* if it is empty */
	if (ok && (!record_rank() || !strcmp(record_rank(), "0")))
		tell(&r, arena_format(arena, "recorded in %s", r.folder));
	return ok ? r.folder : NULL;
}
