/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h" /* some versions of bfd.h require it */

#include <bfd.h>

#include "parse/object/object_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/new_file.h"
#include "base/system.h"
#include "base/work.h"

/* Compressed debug information is taken for at most so many times its size. */
enum { SHRINKS = 8 };

/* The largest file in Tektronix's hex format: libbfd 2.40 goes through all blocks of 8 KB that it
 * has read for each byte, so the time grows with the square of the size. */
enum { MOST_TEKHEX = 256 * 1024 };

/* libbfd prints its reasons as well; our own errors are enough.  But if it gives up it says so
 * here, and then ends the process without a word. */
static void ignore_message(const char *format, va_list args) {
	if (strstr(format, "internal error, aborting"))
		end_program("libbfd gave up on a file: internal error");
}

/* Lets libbfd find out what the file is; if several targets match, the first is taken. */
static bool recognise(bfd *file, const char *path, char ***matching, struct error *err) {
	const char *reason;

	if (bfd_check_format_matches(file, bfd_object, matching))
		return true;
	reason = bfd_errmsg(bfd_get_error());
	if (bfd_get_error() == bfd_error_file_ambiguously_recognized && *matching && **matching &&
	    bfd_find_target(**matching, file) && bfd_check_format(file, bfd_object))
		return true;
	if (bfd_check_format(file, bfd_archive))
		return fail(err, "%s: an archive, not an executable", path);
	if (bfd_check_format(file, bfd_core))
		return fail(err, "%s: a core dump, not an executable", path);
	return fail(err, "%s: not an executable (%s)", path, reason);
}

/* What is told by its first bytes, without libbfd: to find out whether an archive is one of object
 * files, it opens those that the archive names; and a program database, which newer versions know,
 * is one of its archives. */
static const struct {
	const char *begin, *what;
} refused[] = {
	{ "!<arch>\n", "an archive" },
	{ "!<thin>\n", "an archive" },
	{ "Microsoft C/C++ MSF 7.00\r\n\032DS", "a program database (.pdb)" },
};

/* What the file is, or NULL if it is not among these. */
static const char *refused_format(int fd) {
	char text[32] = "";
	size_t i;

	if (pread(fd, text, sizeof text - 1, 0) < 0)
		return NULL;
	for (i = 0; i < sizeof refused / sizeof *refused; i++)
		if (!strncmp(text, refused[i].begin, strlen(refused[i].begin)))
			return refused[i].what;
	return NULL;
}

static bool recognise_quietly(bfd *file, const char *path, struct arena *scratch,
                              struct error *err) {
	char **matching = NULL;
	const int kept = stderr_quiet();
	const bool ok = recognise(file, path, &matching, err);

	stderr_restore(kept);
	arena_defer(scratch, free_foreign, matching);
	return ok;
}

static bool is_slow(int fd, uint64_t size) {
	char first;

	return size > MOST_TEKHEX && pread(fd, &first, 1, 0) == 1 && first == '%';
}

/* Refuses what libbfd should not see; the file is closed then. */
static bool check_file(const struct object_file *file, int fd, uint64_t size, const char *path,
                       struct arena *scratch, struct error *err) {
	const char *format = refused_format(fd);

	if (format)
		fail(err, "%s: %s, not an executable", path, format);
	else if (is_slow(fd, size))
		fail(err, "%s: not an executable (Tektronix hex of more than 256 KB)", path);
	else if (file->is_elf ? !elf_is_modest(&file->elf, size, file->part_most, scratch)
	                      : size > file->part_most)
		fail(err, "%s: its sections or symbols are damaged", path);
	else
		return true;
	close(fd);
	return false;
}

static bool open_file(struct object_file *out, const char *path, bool elf_only,
                      struct arena *scratch, struct error *err) {
	uint64_t size;
	int fd;

	*out = (struct object_file){ .held = file_held(path), .part_most = file_part_most(path) };
	if (bfd_init() != BFD_INIT_MAGIC)
		return fail(err, "libbfd is not the one gptui was built with");
	bfd_set_error_handler(ignore_message);
	fd = bytes_open_regular(path, &size, err);
	if (fd < 0)
		return false;
	out->is_elf = elf_open(&out->elf, fd);
	if (elf_only && !out->is_elf) {
		close(fd);
		return fail(err, "%s: not an executable in ELF", path);
	}
	if (!check_file(out, fd, size, path, scratch, err))
		return false;
	out->bfd = bfd_fdopenr(path, NULL, fd); /* takes over the fd */
	if (!out->bfd)
		return fail(err, "%s: %s", path, bfd_errmsg(bfd_get_error()));
	out->bfd->flags |= BFD_DECOMPRESS;
	if (recognise_quietly(out->bfd, path, scratch, err))
		return true;
	object_file_close(out);
	return false;
}

bool object_file_open(struct object_file *out, const char *path, struct arena *scratch,
                      struct error *err) {
	return open_file(out, path, false, scratch, err);
}

bool object_file_open_elf(struct object_file *out, const char *path, struct arena *scratch,
                          struct error *err) {
	return open_file(out, path, true, scratch, err);
}

struct object_file_id object_file_identity(const struct object_file *file) {
	struct stat status;

	if (!file->is_elf || fstat(file->elf.fd, &status))
		return (struct object_file_id){ 0, 0 };
	return (struct object_file_id){ status.st_dev, status.st_ino };
}

void object_file_close(struct object_file *file) {
	if (file->bfd)
		bfd_close(file->bfd);
	file->bfd = NULL;
}

/* Whether the section's size is plausible, so that memory may be allocated.  Debug information does
 * not shrink to less than a 64th. */
static bool is_plausible(const struct object_file *file, const asection *section) {
	const uint64_t size = bfd_section_size(section);
	const uint64_t whole = bfd_get_file_size(file->bfd);
	const uint64_t file_size = whole < file->part_most ? whole : file->part_most;

	if (section->compress_status == COMPRESS_SECTION_NONE)
		return size <= file_size;
	return section->compressed_size <= file_size &&
	       size / 64 <= section->compressed_size + 4096;
}

/* The section, if it has contents.  Old files call a compressed one ".zNAME". */
static asection *find_section(bfd *file, const char *name) {
	asection *section = bfd_get_section_by_name(file, name);
	char old[64];

	if (!section && strlen(name) < sizeof old - 2) {
		snprintf(old, sizeof old, ".z%s", name + 1);
		section = bfd_get_section_by_name(file, old);
	}
	return section && bfd_section_flags(section) & SEC_HAS_CONTENTS ? section : NULL;
}

bool object_file_has(const struct object_file *file, const char *name) {
	return find_section(file->bfd, name);
}

/* Real ones have 8 to 32 bytes. */
static bool can_be_build_id(uint64_t len) {
	return len > 0 && len <= 64;
}

struct bytes object_file_build_id(const struct object_file *file) {
	const struct bfd_build_id *id = file->bfd->build_id;

	if (!id || !can_be_build_id(id->size))
		return (struct bytes){ NULL, 0 };
	return (struct bytes){ id->data, (size_t)id->size };
}

const char *object_file_link(const struct object_file *file, uint32_t *crc, struct arena *arena) {
	BFD_CHECKSUM found = 0;
	char *name = bfd_get_debug_link_info(file->bfd, &found);

	arena_defer(arena, free_foreign, name);
	*crc = (uint32_t)found;
	return name && *name ? name : NULL;
}

/* .debug_sup, which libbfd 2.40 does not read: version 2, is the shared file 1, name with NUL,
 * length of checksum LEB128 (a byte, of any real one), checksum.  Source: DWARF 5, section
 * 7.3.6. */
static const char *read_supplement(const struct object_file *file, struct bytes *checksum,
                                   struct arena *arena) {
	struct bytes rest, head, name;
	const unsigned char *end;
	uint64_t len;

	if (!object_file_section(file, ".debug_sup", &rest, arena) || !bytes_take(&rest, 3, &head))
		return NULL;
	end = memchr(rest.data, 0, rest.len);
	if (!end || !bytes_take(&rest, (size_t)(end - rest.data) + 1, &name) ||
	    !bytes_take_number(&rest, 1, false, &len) || !can_be_build_id((size_t)len) ||
	    !bytes_take(&rest, (size_t)len, checksum))
		return NULL;
	return (const char *)name.data;
}

const char *object_file_alternate(const struct object_file *file, struct bytes *build_id,
                                  struct arena *arena) {
	bfd_size_type len = 0;
	bfd_byte *id = NULL;
	char *name = bfd_get_alt_debug_link_info(file->bfd, &len, &id);

	arena_defer(arena, free_foreign, name);
	arena_defer(arena, free_foreign, id);
	*build_id = (struct bytes){ id, (size_t)len };
	return name && *name && can_be_build_id((size_t)len)
	               ? name
	               : read_supplement(file, build_id, arena);
}

void object_file_allow(const struct object_file *file, struct work *work) {
	const uint64_t size = bfd_get_file_size(file->bfd);
	const uint64_t most = SHRINKS * size; /* of all sections */
	const asection *section;
	uint64_t sum = 0;

	for (section = file->bfd->sections; section; section = section->next)
		if (bfd_section_flags(section) & SEC_DEBUGGING &&
		    bfd_section_size(section) < most - sum)
			sum += bfd_section_size(section);
	work_allow(work, sum);
}

bool object_file_crc(const struct object_file *file, struct progress *progress, uint32_t *crc) {
	enum { BYTES_OF_STEP = 8 };
	unsigned char piece[1 << 16];
	struct work work = { .progress = progress };
	BFD_CHECKSUM sum = 0;
	off_t at = 0;
	ssize_t n;

	if (!file->is_elf)
		return false;
	work_allow(&work, file->held / BYTES_OF_STEP);
	for (; (n = pread(file->elf.fd, piece, sizeof piece, at)) > 0; at += n) {
		if (!work_pay(&work, sizeof piece / BYTES_OF_STEP))
			return false;
		sum = bfd_calc_gnu_debuglink_crc32(sum, piece, (bfd_size_type)n);
	}
	*crc = (uint32_t)sum;
	return n == 0;
}

uint64_t object_file_size(const struct object_file *file, const char *name) {
	const asection *section = find_section(file->bfd, name);

	return section && is_plausible(file, section) ? bfd_section_size(section) : 0;
}

/* Whether parts of the section are filled in only by the linker. */
static bool is_unlinked(bfd *file, const asection *section) {
	const flagword flags = bfd_get_file_flags(file);

	return flags & HAS_RELOC && !(flags & (EXEC_P | DYNAMIC)) &&
	       bfd_section_flags(section) & SEC_RELOC;
}

bool object_file_section(const struct object_file *file, const char *name, struct bytes *out,
                         struct arena *arena) {
	asection *section = find_section(file->bfd, name);
	bfd_byte *data;
	size_t len;

	*out = (struct bytes){ NULL, 0 };
	if (!section || !is_plausible(file, section))
		return false;
	len = (size_t)bfd_section_size(section);
	data = arena_space(arena, len, 1);
	if (len && is_unlinked(file->bfd, section)
	            ? bfd_simple_get_relocated_section_contents(file->bfd, section, data, NULL) !=
	                      data
	            : len && !bfd_get_full_section_contents(file->bfd, section, &data))
		return false;
	*out = (struct bytes){ data, len };
	return true;
}

bool object_file_place(const struct object_file *file, const char *name, struct file_part *out) {
	const asection *section = find_section(file->bfd, name);

	if (!file->is_elf || !section || !is_plausible(file, section) ||
	    section->compress_status != COMPRESS_SECTION_NONE || is_unlinked(file->bfd, section))
		return false;
	*out = (struct file_part){ file->elf.fd, (uint64_t)section->filepos,
		                   (size_t)bfd_section_size(section) };
	return true;
}

bool object_file_part(const struct object_file *file, const char *name, uint64_t offset, void *data,
                      size_t len) {
	asection *section = find_section(file->bfd, name);
	uint64_t size;

	if (!section || section->compress_status != COMPRESS_SECTION_NONE)
		return false;
	size = bfd_section_size(section);
	return offset <= size && len <= size - offset &&
	       bfd_get_section_contents(file->bfd, section, data, (file_ptr)offset, len);
}
