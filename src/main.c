/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of events, and exit codes: 0 for success, 1 for any failure, 3 for --fail-on. */
#include <locale.h>
#include <unistd.h>

#include "base/remote.h"
#include "config.h"
#include "export/exporter.h"
#include "gprof/gprof_rules.h"
#include "open/load.h"
#include "open/load_base.h"
#include "options.h"
#include "parse/object/object.h"
#include "views/views.h"

static struct start start_of(const struct options *o) {
	const char *no_color = getenv("NO_COLOR");
	struct start start = o->start;

	start.load.executable = o->gprof.executable;
	start.load.words = start.load.files = o->gprof.files;
	start.load.nwords = start.load.nfiles = o->gprof.nfiles;
	start.load.names_none = o->gprof.names_none;
	start.load.fetch_s = start.preferences.fetch_s;
	start.load.debug.folders = o->gprof.debug_folders;
	start.load.debug.nfolders = o->gprof.ndebug_folders;
	start.load.debug.asks_servers = start.preferences.asks_servers;
	start.load.debug.objdump = start.preferences.objdump;
	start.folders = o->gprof.directories;
	start.nfolders = o->gprof.ndirectories;
	start.no_color |= no_color && *no_color;
	return start;
}

/* What somebody needs to know who opens a profile for the first time and has none; or "". */
static const char *first_help(const struct load_request *r, const char *reason) {
	if (!r->executable)
		return "";
	if (access(r->executable, F_OK))
		return strcmp(r->executable, "a.out") ? ""
		                                      : "Name the program and its profiles: gptui "
		                                        "PROGRAM gmon.out...\n";
	if (strncmp(reason, "gmon.out: ", 10) || !access("gmon.out", F_OK))
		return "";
	if (program_counts_no_calls(r->executable))
		return "The program was not compiled and linked with -pg, as its symbols show (no "
		       "mcount()),\n"
		       "so it writes no gmon.out: build it with -pg, and let it exit normally.\n";
	return "A program that was compiled and linked with -pg writes gmon.out when it exits\n"
	       "(exit() or return from main()), into its current folder.\n";
}

/* Prints a message, which may contain foreign names: on a terminal escaped, as one line. */
static void print(const char *message) {
	if (isatty(STDERR_FILENO))
		text_put(stderr, message, strlen(message));
	else
		fputs(message, stderr);
	fputc('\n', stderr);
}

static void say_as(const char *program, const char *reason) {
	fprintf(stderr, "%s: ", program);
	print(reason);
}

/* What a report does meanwhile, for who waits for it. */
struct shown_stage {
	struct progress progress; /* first */
	const char *program, *stage;
};

static void tell_stage(struct progress *progress) {
	struct shown_stage *shown = (struct shown_stage *)progress;
	const char *stage = atomic_load(&progress->stage);

	if (stage != shown->stage)
		say_as(shown->program, stage);
	shown->stage = stage;
}

/* Gets what boards have now, for what ends once it has printed. */
static bool fetch(struct boards *boards, unsigned most_s, struct board_files *out,
                  const char *program, struct arena *arena, struct error *err) {
	struct shown_stage shown = { .progress.changed = tell_stage, .program = program };

	if (!boards_fetch(boards, most_s, out, &shown.progress, err))
		return false;
	if (out->kept && !out->is_held)
		say_as(program, arena_format(arena, "kept as %s", out->kept));
	return true;
}

/* Whether some of the files of a folder are named after it, so it stands for the program only. */
static bool names_some_of(const struct load_request *request, const char *folder,
                          struct arena *arena) {
	struct stat here, other;

	for (size_t i = 0; i < request->nwords && !stat(folder, &here); i++)
		if (!bytes_is_directory(request->words[i]) &&
		    !stat(arena_format(arena, "%s.", path_folder(request->words[i], arena)),
		          &other) &&
		    here.st_ino == other.st_ino && here.st_dev == other.st_dev)
			return true;
	return false;
}

/* A folder has the program and its profiles, and a recording, or an archive of some, says which
 * program it is of; one of programs that took turns has a folder of each, and one of a program that
 * was built twice has a folder of the calls. */
static bool open_folder(struct start *start, struct arena *arena, struct error *err) {
	struct load_request *request = &start->load;
	const bool is_folder = bytes_is_directory(request->executable);
	struct stat status;
	size_t len;

	/* Else it may be a recording, or an archive of some. */
	if (!is_folder && (!bytes_look(request->executable, &status, &len) ||
	                   !S_ISREG(status.st_mode) || file_is_program(request->executable)))
		return true;
	struct recorded_parts parts = recorded_parts_find(request->executable, arena);
	const bool is_of_turns = parts.base && !start->base.nwords;
	const char *own = is_of_turns ? parts.new : parts.own;
	struct folder_files files = { .files = &own, .n = 1 };

	if (is_folder && !folder_files_find(&files, own, "", arena, err))
		return false;
	const char *program = recorded_program(files.files, files.n, arena);
	if (!program && !is_folder)
		return true;
	if (is_of_turns) {
		start->base.words = arena_copy(arena, &parts.base, 1, sizeof parts.base);
		start->base.nwords = 1;
		start->base.level = parts.level;
	}
	if (parts.calls && !start->ncalls) {
		start->calls = arena_copy(arena, &parts.calls, 1, sizeof parts.calls);
		start->ncalls = 1;
	}
	if (request->names_none ||
	    (program && !(is_folder && names_some_of(request, own, arena)))) {
		const char **words = NULL;
		size_t n = 0;

		/* The profiles of what stands in the place of the executable, before others. */
		arena_append(arena, words, n, own);
		for (size_t i = 0; i < request->nwords && !request->names_none; i++)
			arena_append(arena, words, n, request->words[i]);
		request->words = words;
		request->nwords = n;
	}
	request->names_none = false;
	request->executable = program ? program : files.program;
	return program || files.nprograms == 1 ||
	       fail(err,
	            files.nprograms
	                    ? "%.200s: several programs in this folder; name one: gptui PROGRAM %.200s"
	                    : "%.200s: no program in this folder; name it: gptui PROGRAM %.200s",
	            own, own);
}

/* The build that counted the calls. */
static bool find_calls(struct start *start, struct arena *arena, struct error *err) {
	struct base_files files;

	if (!start->ncalls)
		return true;
	if (!base_files_find(&files, start->calls, start->ncalls, start->load.executable, arena,
	                     err))
		return files.executable && !files.nfiles
		               ? fail(err, "no profile is named: --calls PROGRAM PROFILE...")
		               : fail_at(err, "--calls");
	start->load.calls.executable = files.executable;
	start->load.calls.files = files.files;
	start->load.calls.nfiles = files.nfiles;
	return true;
}

/* What is open once it is printed gets its files here; the screen's may come later. */
static bool find_files(struct load_request *request, const char *program, struct arena *arena,
                       struct error *err) {
	struct board_files got;

	if (request->boards) {
		if (!fetch(request->boards, request->fetch_s, &got, program, arena, err))
			return false;
		request->words = got.files;
		request->nwords = got.n;
	}
	named_files_find(request, NULL, arena);
	if (request->offered)
		say_as(program, request->offered);
	return true;
}

/* What could not be written is gone with the program. */
static int end_boards(struct boards *boards, const char *program, int status) {
	struct error err;

	if (boards_end(boards, &err))
		return status;
	say_as(program, err.reason);
	return EXIT_FAILURE;
}

/* The screen or a report; returns `status`, unless something else is wrong. */
static int browse(const struct options *o, const char *program, int status, struct arena *arena) {
	struct start start = start_of(o);
	struct error err = { "" }, remark = { "" };
	int death = 0;
	bool goes_on = false;

	if (start.report && !view_named(start.report) && exporter_named(start.report, &err))
		start.export = start.report;
	if (!start.report && !start.export && !start.keys &&
	    (start.fails_on_slower || !isatty(STDOUT_FILENO)))
		start.report = "diff";
	bool ok = open_folder(&start, arena, &err) && find_calls(&start, arena, &err);
	start.load.boards = boards_new(start.load.words, start.load.nwords, start.keep, arena);
	ok = ok &&
	     ((!start.report && !start.export) || find_files(&start.load, program, arena, &err));
	if (ok && (start.export || start.report))
		ok = start_print(&start, &status, &remark, &err);
	else if (ok)
		ok = start_screen(&start, &death, &goes_on, &err);

	if (*remark.reason)
		say_as(program, remark.reason);
	if (!ok && !death) {
		say_as(program, err.reason);
		fputs(first_help(&start.load, err.reason), stderr);
	}
	status = end_boards(start.load.boards, program, ok ? status : EXIT_FAILURE);
	if (death) {
		signal(death, SIG_DFL);
		raise(death);
	}
	if (goes_on) {
		fflush(stdout);
		_exit(status); /* a job uses what would be released */
	}
	return status;
}

static int print_version(void) {
	char pcre2[64];

	pattern_library_version(pcre2, sizeof pcre2);
	printf("gptui %s\n"
	       "with libbfd %s, PCRE2 %s, %s, %s, %s, %s, %s, %s\n"
	       "Licence: GPL-3.0-or-later.  There is no warranty.\n%s%s%s",
	       PACKAGE_VERSION, object_library_version(), pcre2, curses_terminal_version(),
	       built_in.disassembler ? "a disassembler" : "no disassembler",
	       built_in.debuginfod ? "debuginfod" : "no debuginfod",
	       built_in.archives ? "archives" : "no archives", built_in.urls ? "URLs" : "no URLs",
	       RECORDER_TEXT, *GPTUI_REPORTS ? "Faults: " : "", GPTUI_REPORTS,
	       *GPTUI_REPORTS ? "\n" : "");
	return EXIT_SUCCESS;
}

/* The files that can be read; says why others cannot. */
static bool fetch_for_listing(struct gprof_options *gprof, struct boards *boards, unsigned most_s,
                              int *status, struct arena *arena) {
	struct board_files got;
	struct error err;
	size_t n = 0;

	if (!fetch(boards, most_s, &got, gprof->program, arena, &err)) {
		say_as(gprof->program, err.reason);
		return false;
	}
	const char **files = arena_space(arena, got.n, sizeof *files);
	for (size_t i = 0; i < got.n; i++) {
		const char *failed = boards_file(boards, got.files[i]).failed;

		if (!failed) {
			files[n++] = got.files[i];
			continue;
		}
		say_as(gprof->program, failed);
		*status = EXIT_FAILURE;
	}
	gprof->files = files;
	gprof->nfiles = n;
	return true;
}

/* gprof's listings, under rules of the user's choice. */
static int list(const struct options *o, struct arena *arena) {
	struct gprof_options gprof = o->gprof;
	struct boards *boards = boards_new(gprof.files, gprof.nfiles, o->start.keep, arena);
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < o->start.ngiven; i++)
		if (!strcmp(o->start.given[i].setting->name, "rules"))
			gprof.rules = rules_named(o->start.given[i].value);
	gprof.complete = recordings_complete;
	if (boards &&
	    !fetch_for_listing(&gprof, boards, o->start.preferences.fetch_s, &status, arena))
		return EXIT_FAILURE;
	int listed = gprof_main(&gprof, stdout, stderr, arena);
	return end_boards(boards, gprof.program, listed ? listed : status);
}

/* The one word, if it is a program to run; it stands for no recording then. */
static const char *take_program(const char **words, size_t *n) {
	if (*n != 1 || !program_is_named(*words))
		return NULL;
	*n = 0;
	return *words;
}

/* Runs a program, and opens what was recorded.  It ends as the program did. */
static int record(const struct options *o, struct arena *arena) {
	struct options opened = *o;
	struct start *start = &opened.start;
	struct rules rules = rules_of(start->preferences.rule_choice);
	struct record_request request = {
		.program = o->gprof.executable,
		.arguments = o->gprof.files,
		.narguments = o->gprof.names_none ? 0 : o->gprof.nfiles,
		.keep = start->keep,
		.base = take_program(start->base.words, &start->base.nwords),
		.calls = take_program(start->calls, &start->ncalls),
		.runs = start->runs,
		.load = start->load,
		.compared = start->base,
		.tell = say_as,
		.gptui = o->gprof.program,
	};
	struct error err = { "" };
	bool screen = !start->report && !start->export && !start->keys;
	int ended = EXIT_FAILURE;

	request.load.rules = &rules;
	opened.gprof.executable = record_programs(&request, &ended, arena, &err);
	opened.gprof.files = &opened.gprof.executable; /* as if the folder were named alone */
	opened.gprof.nfiles = 1;
	opened.gprof.names_none = true;
	if (!opened.gprof.executable) {
		say_as(o->gprof.program, err.reason);
		return ended ? ended : EXIT_FAILURE;
	}
	/* Many ranks are opened together; standard output that is no terminal is the program's. */
	if (screen && (record_rank() || (!start->fails_on_slower && !isatty(STDOUT_FILENO))))
		return ended;
	return browse(&opened, o->gprof.program, ended, arena);
}

static int run(const struct options *o, struct arena *arena) {
	bool screen = !o->start.report && !o->start.export && !o->start.keys;
	struct error err;

	if (o->wants_help) {
		options_help(stdout, o->gprof.program, o->help_about);
		return EXIT_SUCCESS;
	}
	if (o->wants_version)
		return print_version();
	if (o->checked) {
		const char *executable = o->gprof.names_executable ? o->gprof.executable : NULL;
		bool is_right;

		if (format_check(o->checked, executable, stdout, &is_right, arena, &err))
			return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
		say_as(o->gprof.program, err.reason);
		return EXIT_FAILURE;
	}
	if (screen && o->wants_listing && o->start.base.nwords) {
		say_as(o->gprof.program, "gprof's listings cannot compare; use --report diff");
		return EXIT_FAILURE;
	}
	if (remote_is_one(o->gprof.executable) && access(o->gprof.executable, F_OK)) {
		fail(&err, "%s: a URL, but the program must be a file", o->gprof.executable);
		say_as(o->gprof.program, err.reason);
		return EXIT_FAILURE;
	}
	if (o->start.records)
		return record(o, arena);
	bool prints = o->wants_listing || !isatty(STDOUT_FILENO);
	if (o->start.preferences.watch_s && !o->start.keys && (!screen || prints)) {
		say_as(o->gprof.program, "--watch is for the screen only");
		return EXIT_FAILURE;
	}
	if (screen && !o->start.base.nwords && !o->start.fails_on_slower && prints)
		return list(o, arena);
	return browse(o, o->gprof.program, EXIT_SUCCESS, arena);
}

int main(int argc, char **argv) {
	SCRATCH struct arena *arena = arena_new();
	struct options options;
	struct error err;
	int status = EXIT_FAILURE;

	setlocale(LC_CTYPE, "");  /* numbers keep their decimal point */
	signal(SIGCHLD, SIG_DFL); /* ignored, no editor could be waited for */
	signal(SIGXFSZ, SIG_IGN); /* too large a file is an error like others */
	if (options_parse(&options, argc, argv, arena, &err)) {
		status = run(&options, arena);
		/* A listing on a full disk must not look whole. */
		if (status == EXIT_SUCCESS && (fflush(stdout) || ferror(stdout))) {
			fprintf(stderr, "%s: standard output: %s\n", argv[0], strerror(errno));
			status = EXIT_FAILURE;
		}
	} else if (options.message) {
		print(options.message);
	} else {
		say_as(argv[0], err.reason);
		fprintf(stderr,
		        "Usage: %s [OPTION]... [EXECUTABLE [PROFILE]...]\n"
		        "Try '%s --help' for the options.\n",
		        argv[0], argv[0]);
	}
	return status;
}
