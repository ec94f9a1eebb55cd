/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h" /* some versions of bfd.h require it */

#include <bfd.h>

#include "parse/object/object.h"

#include <glob.h>
#include <unistd.h>

/* Where a field is in the 32-bit and in the 64-bit form of a structure, and its size there. */
struct field {
	unsigned char at_32, size_32, at_64, size_64;
};

static const struct field header_machine = { 18, 2, 18, 2 };
static const struct field header_sections = { 32, 4, 40, 8 };
static const struct field header_section_size = { 46, 2, 58, 2 };
static const struct field header_nsections = { 48, 2, 60, 2 };
static const struct field header_nsegments = { 44, 2, 56, 2 };
static const struct field header_names = { 50, 2, 62, 2 };
static const struct field section_name = { 0, 4, 0, 4 };
static const struct field section_type = { 4, 4, 4, 4 };
static const struct field section_offset = { 16, 4, 24, 8 };
static const struct field section_size = { 20, 4, 32, 8 };
static const struct field section_link = { 24, 4, 40, 4 };
static const struct field dynamic_tag = { 0, 4, 0, 8 };
static const struct field dynamic_value = { 4, 4, 8, 8 };
static const struct field symbol_name = { 0, 4, 0, 4 };
static const struct field symbol_size = { 8, 4, 16, 8 };

enum {
	IDENT_SIZE = 16,
	HEADER_SIZE_32 = 52,
	HEADER_SIZE_64 = 64,
	SECTION_SIZE_32 = 40,
	SECTION_SIZE_64 = 64,
	SYMBOL_SIZE_32 = 16,
	SYMBOL_SIZE_64 = 24,
	DYNAMIC_SIZE_32 = 8,
	DYNAMIC_SIZE_64 = 16,
	TYPE_SYMTAB = 2,
	TYPE_STRTAB = 3,
	TYPE_DYNAMIC = 6,
	TYPE_NOTE = 7,
	TYPE_DYNSYM = 11,
	SOME_NAMES = 0xffff, /* the number of their section is elsewhere */
	TAG_NULL = 0,
	TAG_NEEDED = 1,
	MOST_NAME = 4096 /* bytes of a library's, with its NUL */
};

static uint64_t get(const struct elf *elf, const unsigned char *data, struct field field) {
	struct bytes bytes = {
		data + (elf->is_64 ? field.at_64 : field.at_32),
		elf->is_64 ? field.size_64 : field.size_32,
	};

	return bytes_number(bytes, elf->big_endian);
}

/* Files with very many sections have their number in section 0. */
static bool count_sections(struct elf *elf, uint64_t in_header) {
	unsigned char section[SECTION_SIZE_64];
	const uint64_t most = UINT32_MAX;

	if (!in_header && elf->sections_offset &&
	    file_bytes_read(elf->fd, section, elf->is_64 ? SECTION_SIZE_64 : SECTION_SIZE_32,
	                    elf->sections_offset))
		in_header = get(elf, section, section_size);
	elf->nsections = (size_t)(in_header < most ? in_header : most);
	return elf->section_size >= (elf->is_64 ? SECTION_SIZE_64 : SECTION_SIZE_32);
}

bool elf_open(struct elf *out, int fd) {
	unsigned char header[HEADER_SIZE_64];

	*out = (struct elf){ .fd = fd };
	if (!file_bytes_read(fd, header, IDENT_SIZE, 0) || memcmp(header, "\177ELF", 4) != 0)
		return false;
	out->is_64 = header[4] == 2;
	out->big_endian = header[5] == 2;
	if (!file_bytes_read(fd, header, out->is_64 ? HEADER_SIZE_64 : HEADER_SIZE_32, 0))
		return false;
	out->machine = (unsigned)get(out, header, header_machine);
	out->nsegments = (unsigned)get(out, header, header_nsegments);
	out->names = (unsigned)get(out, header, header_names);
	out->sections_offset = get(out, header, header_sections);
	out->section_size = (size_t)get(out, header, header_section_size);
	if (!count_sections(out, get(out, header, header_nsections)))
		out->nsections = 0;
	return true;
}

/* Empty if the file does not hold it. */
static struct bytes read_part(int fd, uint64_t offset, uint64_t size, struct arena *arena) {
	struct stat status;

	if (fstat(fd, &status) || size > (uint64_t)status.st_size ||
	    offset > (uint64_t)status.st_size - size)
		return (struct bytes){ NULL, 0 };
	unsigned char *data = arena_space(arena, (size_t)size, 1);
	return file_bytes_read(fd, data, (size_t)size, offset)
	               ? (struct bytes){ data, (size_t)size }
	               : (struct bytes){ NULL, 0 };
}

/* The headers of all sections; NULL if they are damaged. */
static const unsigned char *read_sections(const struct elf *elf, struct arena *arena) {
	const uint64_t size = elf->nsections * (uint64_t)elf->section_size;

	return read_part(elf->fd, elf->sections_offset, size, arena).data;
}

/* Finds the first of the sections, which may be NULL, with that type; NULL when there is none. */
static const unsigned char *section_of_type(const struct elf *elf, const unsigned char *sections,
                                            uint64_t type) {
	for (size_t i = 0; sections && i < elf->nsections; i++)
		if (get(elf, sections + i * elf->section_size, section_type) == type)
			return sections + i * elf->section_size;
	return NULL;
}

/* The contents of a section by its header. */
static struct bytes read_contents(const struct elf *elf, const unsigned char *section,
                                  struct arena *arena) {
	return read_part(elf->fd, get(elf, section, section_offset),
	                 get(elf, section, section_size), arena);
}

bool elf_read_symbols(struct elf_symbols *out, const struct elf *elf, bool dynamic,
                      struct arena *arena) {
	const size_t entry = elf->is_64 ? SYMBOL_SIZE_64 : SYMBOL_SIZE_32;
	const unsigned char *section = section_of_type(elf, read_sections(elf, arena),
	                                               dynamic ? TYPE_DYNSYM : TYPE_SYMTAB);
	struct bytes first;

	*out = (struct elf_symbols){ .entry_size = entry };
	if (section)
		out->entries = read_contents(elf, section, arena);
	out->n = out->entries.len / entry;
	return bytes_take(&out->entries, entry, &first) && --out->n;
}

struct elf_symbol elf_symbol_at(const struct elf *elf, const struct elf_symbols *symbols,
                                size_t i) {
	const unsigned char *entry = symbols->entries.data + i * symbols->entry_size;

	return (struct elf_symbol){
		.name = (uint32_t)get(elf, entry, symbol_name),
		.size = get(elf, entry, symbol_size),
	};
}

/* The contents of the section with the number. */
static struct bytes read_number(const struct elf *elf, const unsigned char *sections, uint64_t i,
                                struct arena *arena) {
	return i < elf->nsections ? read_contents(elf, sections + i * elf->section_size, arena)
	                          : (struct bytes){ NULL, 0 };
}

/* The bytes up to the end of a string. */
static uint64_t length_at(struct bytes strings, uint64_t offset) {
	if (offset >= strings.len)
		return 0;
	const unsigned char *begin = strings.data + offset;
	size_t len = strings.len - (size_t)offset;
	const unsigned char *end = memchr(begin, '\0', len);
	return end ? (uint64_t)(end - begin) : len;
}

/* The lengths of all names of a symbol table, up to about so many bytes. */
static uint64_t symbol_names(const struct elf *elf, const unsigned char *sections,
                             const unsigned char *table, uint64_t most, struct arena *scratch) {
	const size_t size = elf->is_64 ? SYMBOL_SIZE_64 : SYMBOL_SIZE_32;
	const struct bytes symbols = read_contents(elf, table, scratch);
	const struct bytes names = read_number(elf, sections, get(elf, table, section_link),
	                                       scratch);
	uint64_t sum = symbols.len;

	for (size_t at = 0; size <= symbols.len - at && sum <= most; at += size)
		sum += length_at(names, get(elf, symbols.data + at, symbol_name));
	return sum;
}

/* Whether no table has more bytes than that. */
static bool tables_fit(const struct elf *elf, const unsigned char *at, uint64_t most) {
	for (size_t i = 0; i < elf->nsections; i++, at += elf->section_size) {
		const uint64_t type = get(elf, at, section_type);

		if ((type == TYPE_SYMTAB || type == TYPE_STRTAB || type == TYPE_DYNAMIC ||
		     type == TYPE_DYNSYM) &&
		    get(elf, at, section_size) > most)
			return false;
	}
	return true;
}

/* Sections times what libbfd may go through for each; bytes that names of a small file may have. */
enum { MOST_PAIRS = 1 << 26, FLOOR = 1 << 20 };

/* Whether what libbfd 2.40 does for each section is in proportion to the size of the file: it reads
 * all notes and symbols, hashes names and looks at all segments.  So are the names of all symbols.
 * Sections, and names, may share their bytes, and no table may have more bytes than part_most: the
 * file may have holes.  True if there are no sections to read.  Cost: linear in the size. */
static bool elf_is_modest(const struct elf *elf, uint64_t size, uint64_t part_most,
                          struct arena *scratch) {
	const bool has_few = elf->nsections * (uint64_t)elf->section_size <= part_most;
	const unsigned char *sections = has_few ? read_sections(elf, scratch) : NULL;
	const uint64_t most = 4 * size + FLOOR;
	uint64_t sum = 0;

	if (!sections || !elf->nsections)
		return has_few;
	if (elf->nsegments * (uint64_t)elf->nsections > MOST_PAIRS ||
	    !tables_fit(elf, sections, part_most))
		return false;
	size_t i = elf->names == SOME_NAMES ? (size_t)get(elf, sections, section_link) : elf->names;
	struct bytes names = read_number(elf, sections, i, scratch);
	for (i = 0; i < elf->nsections && sum <= most; i++) {
		const unsigned char *s = sections + i * elf->section_size;
		const uint64_t type = get(elf, s, section_type);
		const uint64_t bytes = get(elf, s, section_size);

		sum += length_at(names, get(elf, s, section_name));
		if (type == TYPE_NOTE)
			sum += bytes < most ? bytes : most + 1;
		if (type == TYPE_SYMTAB || type == TYPE_DYNSYM)
			sum += symbol_names(elf, sections, s, most, scratch);
	}
	return sum <= most;
}

/* The same for COFF: libbfd copies long names of sections, and for sections that linkers keep once
 * it looks at all symbols.  A header has the machine (2 bytes), how many sections (2), the time,
 * where the symbols are, how many (4 each); behind them are long names, first how many bytes.  True
 * for most other files: what they have at these places is not inside them. */
static bool coff_is_modest(int fd, uint64_t size, struct arena *scratch) {
	enum { HEADER = 16, SYMBOL = 18, DOS_HEADER = 64 };
	const uint64_t most = 4 * size + FLOOR;
	unsigned char header[DOS_HEADER];
	uint64_t at = 0, longest = 0, len;

	if (file_bytes_read(fd, header, DOS_HEADER, 0) && !memcmp(header, "MZ", 2))
		at = bytes_little_4(header + DOS_HEADER - 4) + 4; /* "PE" and zeros */
	at = file_bytes_read(fd, header, HEADER, at) ? bytes_little_4(header + 8) : 0;
	if (!at)
		return true;
	const uint64_t nsections = bytes_little_4(header) >> 16;
	const uint64_t nsymbols = bytes_little_4(header + 12);
	const struct bytes symbols = read_part(fd, at, nsymbols * SYMBOL, scratch);
	at += nsymbols * SYMBOL;
	len = file_bytes_read(fd, header, 4, at) ? bytes_little_4(header) : 0;
	const struct bytes strings = read_part(fd, at, len, scratch);
	for (at = 0; at < strings.len; at += len + 1) {
		len = length_at(strings, at);
		longest = len > longest ? len : longest;
	}
	uint64_t sum = nsections * longest;
	for (size_t i = 0; i < symbols.len && sum <= most; i += SYMBOL)
		if (!bytes_little_4(symbols.data + i)) /* else a short name is here */
			sum += length_at(strings, bytes_little_4(symbols.data + i + 4));
	return sum <= most && (!symbols.len || nsections * nsymbols <= MOST_PAIRS);
}

const char *const *elf_read_libraries(const struct elf *elf, size_t *n, struct arena *arena) {
	const size_t size = elf->is_64 ? DYNAMIC_SIZE_64 : DYNAMIC_SIZE_32;
	const unsigned char *sections = read_sections(elf, arena);
	const unsigned char *section = section_of_type(elf, sections, TYPE_DYNAMIC);
	const char **names = NULL;
	uint64_t tag = 1;

	*n = 0;
	uint64_t link = section ? get(elf, section, section_link) : elf->nsections;
	if (link >= elf->nsections)
		return NULL;
	struct bytes entries = read_contents(elf, section, arena);
	struct bytes strings = read_contents(elf, sections + link * elf->section_size, arena);
	for (size_t at = 0; size <= entries.len - at && tag != TAG_NULL; at += size) {
		tag = get(elf, entries.data + at, dynamic_tag);
		const uint64_t offset = get(elf, entries.data + at, dynamic_value);
		if (tag != TAG_NEEDED || offset >= strings.len)
			continue;
		const char *name = (const char *)strings.data + offset;
		const size_t room = strings.len - (size_t)offset;
		/* Many may have the same bytes. */
		if (memchr(name, '\0', room < MOST_NAME ? room : MOST_NAME))
			arena_append(arena, names, *n, name);
	}
	return names;
}

/* Source: the ABI supplements of the machines. */
static const struct {
	unsigned machine;
	const char *name;
} machines[] = {
	{ 2, "sparc" },        { 3, "i386" },
	{ 4, "m68k" },         { ELF_MIPS, "mips" },
	{ 15, "hppa" },        { 18, "sparc:v8plus" },
	{ 20, "powerpc" },     { ELF_PPC64, "powerpc64" },
	{ 22, "s390" },        { ELF_ARM, "arm" },
	{ 42, "sh" },          { 43, "sparc:v9" },
	{ 50, "ia64" },        { 62, "x86-64" },
	{ 75, "vax" },         { 83, "avr" },
	{ 94, "xtensa" },      { 105, "msp430" },
	{ 164, "hexagon" },    { 183, "aarch64" },
	{ 189, "microblaze" }, { 243, "riscv" },
	{ 258, "loongarch" },  { 0x9026, "alpha" },
};

const char *elf_machine_name(const struct elf *elf) {
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i].machine == elf->machine)
			return machines[i].name;
	return NULL;
}

const char *machine_objdump(const char *name, struct arena *arena) {
	const char *path = getenv("PATH"), *folder, *found = NULL;
	const size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyz");
	const int begin = !strncmp(name, "arm", 3) ? 3 /* "armv7" */
	                  : letters > 1            ? (int)letters
	                                           : (int)strcspn(name, ":");
	int len;

	while (!found && (folder = path_folder_next(&path, &len))) {
		glob_t list;

		if (!glob(arena_format(arena, "%.*s/%.*s*-objdump", len, folder, begin, name), 0,
		          NULL, &list)) {
			found = strrchr(list.gl_pathv[0], '/') + 1;
			found = arena_text(arena, found, strlen(found));
		}
		globfree(&list);
	}
	return found;
}

/* Compressed debug information is taken for at most so many times its size. */
enum { SHRINKS = 8 };

/* libbfd prints its reasons as well; our own errors are enough.  But if it gives up it says so
 * here, and then ends the process without a word. */
static void ignore_message(const char *format, va_list args) {
	if (strstr(format, "internal error, aborting"))
		end_program("libbfd failed on a file: internal error");
}

/* Lets libbfd find out what the file is; if several targets match, the first is taken. */
static bool recognise(bfd *file, const char *path, char ***matching, struct error *err) {
	if (bfd_check_format_matches(file, bfd_object, matching))
		return true;
	const char *reason = bfd_errmsg(bfd_get_error());
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
 * is one of its archives.  For each byte of Tektronix's hex format libbfd 2.40 goes through all
 * blocks of 8 KB that it has read, so the time grows with the square of the size. */
static const struct {
	const char *begin, *what;
	uint64_t most; /* bytes that are not refused */
} refused[] = {
	{ "!<arch>\n", "an archive", 0 },
	{ "!<thin>\n", "an archive", 0 },
	{ "Microsoft C/C++ MSF 7.00\r\n\032DS", "a program database (.pdb)", 0 },
	{ "%", "Tektronix hex of more than 256 KB", 256 * 1024 },
};

/* What the file is, or NULL if it is not among these. */
static const char *refused_format(int fd, uint64_t size) {
	char text[32] = "";

	if (pread(fd, text, sizeof text - 1, 0) < 0)
		return NULL;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (size > refused[i].most &&
		    !strncmp(text, refused[i].begin, strlen(refused[i].begin)))
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

/* Refuses what libbfd should not see. */
static bool check_file(const struct object_file *file, uint64_t size, bool elf_only,
                       const char *path, struct arena *scratch, struct error *err) {
	const int fd = file->elf.fd;
	const char *format = refused_format(fd, size);

	if (elf_only && !file->is_elf)
		return fail(err, "%s: not an executable in ELF", path);
	if (format)
		return fail(err, "%s: %s, not an executable", path, format);
	if (file->is_elf ? !elf_is_modest(&file->elf, size, file->part_most, scratch)
	                 : size > file->part_most || !coff_is_modest(fd, size, scratch))
		return fail(err, "%s: its sections or symbols are damaged", path);
	return true;
}

bool object_file_open(struct object_file *out, const char *path, bool elf_only,
                      struct arena *scratch, struct error *err) {
	uint64_t size;

	*out = (struct object_file){ .held = file_held(path), .part_most = file_part_most(path) };
	if (bfd_init() != BFD_INIT_MAGIC)
		return fail(err, "libbfd is not the one gptui was built with");
	bfd_set_error_handler(ignore_message);
	int fd = bytes_open_regular(path, &size, err);
	if (fd < 0)
		return false;
	out->is_elf = elf_open(&out->elf, fd);
	if (!check_file(out, size, elf_only, path, scratch, err)) {
		close(fd);
		return false;
	}
	out->bfd = bfd_fdopenr(path, NULL, fd); /* takes over the fd */
	if (!out->bfd)
		return fail(err, "%s: %s", path, bfd_errmsg(bfd_get_error()));
	out->bfd->flags |= BFD_DECOMPRESS;
	if (recognise_quietly(out->bfd, path, scratch, err))
		return true;
	object_file_close(out);
	return false;
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
	const uint64_t size = bfd_section_size(section), whole = bfd_get_file_size(file->bfd);
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
	uint64_t len;

	if (!object_file_section(file, ".debug_sup", &rest, arena) || !bytes_take(&rest, 3, &head))
		return NULL;
	const unsigned char *end = memchr(rest.data, 0, rest.len);
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
	uint64_t sum = 0;

	for (const asection *section = file->bfd->sections; section; section = section->next)
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

	*out = (struct bytes){ NULL, 0 };
	if (!section || !is_plausible(file, section))
		return false;
	size_t len = (size_t)bfd_section_size(section);
	bfd_byte *data = arena_space(arena, len, 1);
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

	if (!section || section->compress_status != COMPRESS_SECTION_NONE)
		return false;
	uint64_t size = bfd_section_size(section);
	return offset <= size && len <= size - offset &&
	       bfd_get_section_contents(file->bfd, section, data, (file_ptr)offset, len);
}
