/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/debug_candidate.h"

#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/notes.h"
#include "parse/object/object_file.h"

const char *debug_hex(struct bytes bytes, struct arena *arena)
{
	static const char digits[] = "0123456789abcdef";
	char *out = arena_alloc(arena, 2 * bytes.len + 1, 1);
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		out[2 * i] = digits[bytes.data[i] >> 4];
		out[2 * i + 1] = digits[bytes.data[i] & 15];
	}
	return out;
}

static void reject(struct notes *notes, const char *path,
                   const struct debug_mark *mark, const char *evidence)
{
	notes_add(notes, NOTE_WARNING,
	          arena_format(notes->arena, "%s is not %s", path, mark->what),
	          evidence,
	          "the one that was made in the same build is needed");
}

static bool has_crc(const struct object_file *file, const char *path,
                    const struct debug_mark *mark, struct notes *rejected)
{
	uint32_t found = 0;

	if (object_file_crc(file, &found) && found == mark->crc)
		return true;
	reject(rejected, path, mark,
	       arena_format(rejected->arena,
	                    "its CRC is 0x%08x, .gnu_debuglink has 0x%08x",
	                    found, mark->crc));
	return false;
}

static bool is_same(struct bytes a, struct bytes b)
{
	return a.len && a.len == b.len && !memcmp(a.data, b.data, a.len);
}

static bool has_build_id(const struct object_file *file, const char *path,
                         const struct debug_mark *mark, struct notes *rejected,
                         struct arena *scratch)
{
	const struct bytes found = object_file_build_id(file);
	struct bytes own;
	const char *meant = object_file_alternate(file, &own, scratch);

	if (is_same(found, mark->build_id) ||
	    (meant && !*meant && is_same(own, mark->build_id)))
		return true;
	reject(rejected, path, mark,
	       arena_format(rejected->arena, "its build-id is %s, not %s",
	                    found.len ? debug_hex(found, scratch) : "none",
	                    debug_hex(mark->build_id, scratch)));
	return false;
}

static bool is_program(const struct object_file *program,
                       const struct stat *status)
{
	struct stat own;

	return program->is_elf && !fstat(program->elf.fd, &own) &&
	       own.st_dev == status->st_dev && own.st_ino == status->st_ino;
}

static void cannot_open(struct notes *rejected, const struct debug_mark *mark,
                        const struct error *err)
{
	struct arena *arena = rejected->arena;

	notes_add(rejected, NOTE_WARNING,
	          arena_text(arena, err->reason, strlen(err->reason)),
	          arena_format(arena, "it should be %s", mark->what),
	          "make it a file that can be read");
}

static bool open_marked(struct object_file *out, const char *path,
                        const struct debug_mark *mark, struct notes *rejected,
                        struct arena *scratch)
{
	struct error err;

	if (!object_file_open(out, path, scratch, &err)) {
		cannot_open(rejected, mark, &err);
		return false;
	}
	if (mark->by_crc ? has_crc(out, path, mark, rejected)
	                 : has_build_id(out, path, mark, rejected, scratch))
		return true;
	object_file_close(out);
	return false;
}

bool debug_candidate_open(struct object_file *out, const char *path,
                          const struct debug_mark *mark,
                          const struct object_file *program,
                          struct notes *rejected)
{
	struct arena *scratch;
	struct stat status;
	bool ok;

	if (stat(path, &status) || !status.st_size ||
	    is_program(program, &status))
		return false;
	scratch = arena_new();
	ok = open_marked(out, path, mark, rejected, scratch);
	arena_free(scratch);
	return ok;
}
