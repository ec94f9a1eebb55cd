/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/record_programs.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/image.h"
#include "open/named_files.h"
#include "parse/gmon/readers.h"
#include "parse/object/object.h"

static const char calls_name[] = "calls";

void recording_tell(const struct recording *r, const char *format, ...) {
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

	return !strchr(word, '/') ? access(word, F_OK) || !bytes_is_directory(word)
	                          : !stat(word, &st) && S_ISREG(st.st_mode) &&
	                                    !access(word, X_OK) && !reader_is_sure_of(word);
}

bool program_begin(struct program *out, const char *word, const char *folder,
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

bool program_run(struct program *p, const struct recording *r, struct error *err) {
	if (r->input >= 0)
		lseek(STDIN_FILENO, r->input, SEEK_SET);
	return record_run(&p->last, &p->order, r->arena, err);
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
		recording_tell(r, "%s has %zu profile%s of other runs, which are shown, too",
		               folder, files.n, files.n == 1 ? "" : "s");
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

int recording_status(const struct recorded *last) {
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
		side->last.is_interrupted |= record_take_interrupts();
		*status = i < runs ? recording_status(&side->last) : side->last.status;
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
	if (!program_begin(&calls, r->request->calls, calls_name, r, err))
		return false;
	if (program_counts_no_calls(calls.path))
		return fail(err,
		            "%.200s: built without -pg, as its symbols show, so it counts no calls",
		            calls.path);
	recording_tell(r, "%s, for its calls", calls.path);
	return program_run(&calls, r, err) && record_keep(&calls.last, &calls.order, r->arena, err);
}

const char *recorded_calls(const char *folder, struct arena *arena) {
	const char *path = arena_format(arena, "%s/%s", folder, calls_name);

	return bytes_is_directory(path) ? path : NULL;
}

bool record_alone(const struct recording *r, int *status, struct error *err) {
	struct folder_files files;
	struct program p;

	if (!program_begin(&p, r->request->program, NULL, r, err))
		return false;
	tell_others(r, r->folder);
	return run_alone(&p, r, status, err) && record_calls(r, err) &&
	       folder_files_find(&files, r->folder, "", r->arena, err) &&
	       (files.n || fail_empty(&p, err));
}

const char *record_programs(const struct record_request *request, record_runs *runs, int *status,
                            struct arena *arena, struct error *err) {
	struct recording r = { .request = request, .arena = arena };
	sigset_t before;

	if (request->base && request->calls)
		return fail_null(err, "--calls and --base: of programs that take turns no calls "
		                      "are taken from another build");
	if (!check(record_program(request->program, arena), err) || !find_input(&r, err))
		return NULL;
	r.folder = record_folder(request->keep, request->program, arena, err);
	if (!r.folder)
		return NULL;
	record_hold_interrupts(&before);
	bool ok = runs(&r, status, err);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (!ok)
		rmdir(r.folder); /* if it is empty */
	if (ok && (!record_rank() || !strcmp(record_rank(), "0")))
		recording_tell(&r, "recorded in %s", r.folder);
	return ok ? r.folder : NULL;
}
