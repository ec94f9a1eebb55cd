/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/debug_candidate.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/crc32.h"
#include "base/error.h"
#include "model/notes.h"
#include "parse/object/debug_links.h"
#include "parse/object/object_file.h"

static void fetch(struct bytes *out, const struct object_file *file,
                  const char *name, struct arena *arena)
{
	if (!object_file_section(file, name, out, arena))
		*out = (struct bytes){ NULL, 0 };
}

struct bytes debug_build_id(const struct object_file *file, bool big_endian,
                            struct arena *arena)
{
	struct bytes section, id;

	fetch(&section, file, ".note.gnu.build-id", arena);
	return debug_link_build_id(section, big_endian, &id)
	               ? id
	               : (struct bytes){ NULL, 0 };
}

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
	notes_add(notes, (struct note){
				 NOTE_WARNING,
				 arena_format(notes->arena, "%s is not %s",
	                                      path, mark->what),
				 evidence,
				 "the one that was made in the same build is "
				 "needed",
			 });
}

/* The file's checksum; false when it cannot be read. */
static bool sum_up(const struct object_file *file, uint32_t *sum,
                   struct arena *scratch)
{
	enum { PIECE = 1 << 18 };
	struct crc32 *crc = arena_alloc(scratch, 1, sizeof *crc);
	unsigned char *piece = arena_alloc(scratch, PIECE, 1);
	off_t at = 0;
	ssize_t n;

	crc32_begin(crc);
	*sum = 0;
	while ((n = pread(file->elf.fd, piece, PIECE, at)) > 0) {
		*sum = crc32_add(crc, *sum, (struct bytes){ piece, (size_t)n });
		at += n;
	}
	return n == 0;
}

static bool has_crc(const struct object_file *file, const char *path,
                    const struct debug_mark *mark, struct notes *rejected,
                    struct arena *scratch)
{
	uint32_t found = 0;

	if (file->is_elf && sum_up(file, &found, scratch) && found == mark->crc)
		return true;
	reject(rejected, path, mark,
	       arena_format(rejected->arena,
	                    "its CRC is 0x%08x, .gnu_debuglink has 0x%08x",
	                    found, mark->crc));
	return false;
}

static bool has_build_id(const struct object_file *file, const char *path,
                         const struct debug_mark *mark, struct notes *rejected,
                         struct arena *scratch)
{
	struct bytes found = debug_build_id(file, mark->big_endian, scratch);
	struct debug_alternate own;
	struct bytes section;

	if (debug_link_is_same(found, mark->build_id))
		return true;
	fetch(&section, file, ".debug_sup", scratch);
	if (debug_link_supplement(section, mark->big_endian, &own) &&
	    debug_link_is_same(own.build_id, mark->build_id))
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

	notes_add(rejected,
	          (struct note){
			  NOTE_WARNING,
			  arena_text(arena, err->reason, strlen(err->reason)),
			  arena_format(arena, "it should be %s", mark->what),
			  "make it a file that can be read",
		  });
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
	if (mark->by_crc ? has_crc(out, path, mark, rejected, scratch)
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
