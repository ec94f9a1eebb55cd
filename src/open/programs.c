/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/programs.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "model/image.h"
#include "parse/gmon/readers.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

bool program_counts_no_calls(const char *executable) {
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

bool program_begin(struct program *out, const char *word, const struct record_request *request,
                   struct arena *arena, struct error *err) {
	const char **argv = arena_alloc(arena, request->narguments + 2, sizeof *argv);

	*out = (struct program){ .path = record_program(word, arena) };
	argv[0] = strncmp(out->path, "./", 2) ? word : out->path;
	if (request->narguments)
		memcpy(argv + 1, request->arguments, request->narguments * sizeof *argv);
	out->order.argv = (char *const *)(void *)argv;
	out->order.program = out->path;
	return check(out->path, err);
}

bool program_begin_folder(struct program *p, const char *folder, const char *name,
                          struct arena *arena, struct error *err) {
	p->order.folder = record_folder(arena_format(arena, "%s/%s", folder, name), NULL, arena,
	                                err);
	return p->order.folder;
}

bool program_run(struct program *p, off_t input, struct arena *arena, struct error *err) {
	if (input >= 0)
		lseek(STDIN_FILENO, input, SEEK_SET);
	return record_run(&p->last, &p->order, arena, err);
}
