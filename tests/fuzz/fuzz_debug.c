/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separate debug information of any bytes: build-ids, .gnu_debuglink, dwz's
 * links and .debug_sup of two files, what a program may name and the program.
 *
 * An input: a byte of flags (1: 32-bit, 2: big-endian, 4: the program has
 * debug information, 8: the CRC is right); the lengths of two times four
 * sections, 1 byte each; the sections, of which the last ones may be cut
 * off. */
#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "made_elf.h"
#include "memory_file.h"
#include "model/dataset.h"
#include "model/notes.h"
#include "numbers.h"
#include "parse/object/object.h"

enum { NFILES = 2, NSECTIONS = 4, ROOM = 4096 };

static const char *const names[NSECTIONS] = { ".note.gnu.build-id", ".gnu_debuglink",
	                                      ".gnu_debugaltlink", ".debug_sup" };

/* Takes the sections of a file; the first one holds only the build-id, which
 * gets its header here. */
static void take_sections(struct made_section *out, struct bytes lengths, struct bytes *rest,
                          bool is_big) {
	static unsigned char note[16 + 256];
	static const unsigned char little[16] = "\4\0\0\0\0\0\0\0\3\0\0\0GNU";
	static const unsigned char big[16] = "\0\0\0\4\0\0\0\0\0\0\0\3GNU";

	for (size_t i = 0; i < NSECTIONS; i++) {
		size_t len = lengths.data[i];

		len = len < rest->len ? len : rest->len;
		out[i] = (struct made_section){ .name = names[i], .is_note = i == 0 };
		bytes_take(rest, len, &out[i].bytes);
	}
	memcpy(note, is_big ? big : little, sizeof little);
	note[is_big ? 7 : 4] = (unsigned char)out[0].bytes.len;
	if (out[0].bytes.len)
		memcpy(note + sizeof little, out[0].bytes.data, out[0].bytes.len);
	out[0].bytes = out[0].bytes.len ? (struct bytes){ note, sizeof little + out[0].bytes.len }
	                                : (struct bytes){ NULL, 0 };
}

/* Source: the GDB manual, "Separate Debug Files". */
static uint32_t crc_of(const uint8_t *data, size_t size) {
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < size; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

/* Makes the other file, then the program with the CRC of that. */
static bool make_files(uint64_t flags, struct bytes rest) {
	static const char *const file_names[NFILES] = { "other", "program" };
	struct made_section sections[NSECTIONS + 1];
	static uint8_t file[ROOM], link[256];
	struct bytes lengths;
	uint32_t crc = 0;

	for (size_t i = 0; i < NFILES; i++) {
		struct bytes *named = &sections[1].bytes;

		if (!bytes_take(&rest, NSECTIONS, &lengths))
			return false;
		take_sections(sections, lengths, &rest, flags & 2);
		if (i && flags & 8 && named->len >= 4) {
			memcpy(link, named->data, named->len);
			number_put(link + named->len - 4, 4, flags & 2, crc);
			named->data = link;
		}
		sections[NSECTIONS] = (struct made_section){ !i || flags & 4 ? ".debug_line"
			                                                     : ".data",
			                                     { (const uint8_t *)"abcd", 4 },
			                                     false };
		size_t size = made_elf(file, sizeof file, sections, NSECTIONS + 1, flags & 1,
		                       flags & 2);
		memory_folder_file(file_names[i], file, size);
		crc = crc_of(file, size);
	}
	return true;
}

static void look_at(const struct object *object, struct arena *arena) {
	struct debug_files *files = object_debug_files(object);
	struct bytes ignored;

	debug_files_separate(files);
	debug_files_alternate(files);
	assert(!files->debug.path || files->debug.file.bfd);
	assert(!files->alternate.path || files->alternate.file.bfd);
	object_section(object, ".debug_line", &ignored, arena);
	object_alternate_section(object, ".debug_str", &ignored, arena);
	const struct debug_info *info = debug_report(object, NULL, arena);
	for (size_t i = 0; i < info->nnotes; i++)
		assert(info->notes[i].cause && info->notes[i].evidence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	const char *const folders[] = { memory_folder() };
	const struct debug_search search = { .folders = folders, .nfolders = 1 };
	struct bytes rest = { data, size };
	struct error err;
	uint64_t flags;

	if (!bytes_take_number(&rest, 1, false, &flags) || !make_files(flags, rest))
		return 0;
	struct arena *arena = arena_new();
	const struct object *object = object_open(memory_folder_path("program"), &search, arena,
	                                          &err);
	if (object)
		look_at(object, arena);
	arena_free(arena);
	return 0;
}
