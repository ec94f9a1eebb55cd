/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h" /* some versions of bfd.h require it */

#include <bfd.h>

#include "parse/object/object.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/file_memory.h"
#include "model/image.h"
#include "model/notes.h"
#include "parse/object/debug_files.h"
#include "parse/object/demangle.h"
#include "parse/object/elf.h"
#include "parse/object/object_file.h"
#include "parse/object/symbols.h"

/* What may still be read after the image was made.  The files own the names of
 * their symbols. */
struct files {
	struct object_file main;
	struct debug_files *debug;
	struct arena *arena; /* of what is found later, by the worker */
};

struct object {
	struct image image;
	struct files *files;
};

/* An image being built. */
struct reading {
	struct image *image;
	struct files *files;
	struct section *sections;
	struct symbols symbols;
	struct notes notes;
	struct arena *arena;   /* owns what stays */
	struct arena *scratch; /* freed with the building */
};

/* A symbol table of a file, as libbfd sees it. */
struct table {
	asymbol **list;
	size_t n;
	bool is_damaged;
};

static void close_files(void *what)
{
	struct files *files = what;

	object_file_close(&files->main);
}

static bool is_coff(bfd *file)
{
	return bfd_get_flavour(file) == bfd_target_coff_flavour;
}

/* Debian's libbfd knows most machines only as "some ELF". */
static void read_machine(struct reading *r)
{
	const struct object_file *file = &r->files->main;
	struct machine *machine = &r->image->machine;
	const int bits = bfd_get_arch_size(file->bfd);
	const bool is_narrow = (bits > 0 ? (unsigned)bits : bfd_arch_bits_per_address(file->bfd)) <=
	                       32;
	const char *name = file->is_elf ? elf_machine_name(&file->elf) : NULL;

	machine->arch = bfd_printable_name(file->bfd);
	if (bfd_get_arch(file->bfd) == bfd_arch_unknown)
		machine->arch = name ? name : "unknown";
	machine->address_size = is_narrow ? 4 : 8;
	machine->big_endian = bfd_big_endian(file->bfd);
	machine->sign_extends = is_narrow && (bfd_get_sign_extend_vma(file->bfd) == 1 ||
	                                      (file->is_elf && file->elf.machine == ELF_MIPS));
	machine->is_windows = is_coff(file->bfd) && !strncmp(bfd_get_target(file->bfd), "pe", 2);
	r->image->is_elf = bfd_get_flavour(file->bfd) == bfd_target_elf_flavour;
	r->image->is_coff = is_coff(file->bfd);
	r->image->leading_char = bfd_get_symbol_leading_char(file->bfd);
	r->image->entry = machine_address(machine, bfd_get_start_address(file->bfd));
	r->image->demangle = r->image->leading_char == '_' ? demangle_underscored : demangle;
}

static void read_libraries(struct reading *r)
{
	const struct object_file *file = &r->files->main;

	if (file->is_elf)
		r->image->libraries = elf_read_libraries(&file->elf, &r->image->nlibraries,
		                                         r->arena);
}

/* Formats of what a board is loaded with: bytes, and where they go. */
static bool tells_code_from_data(const bfd *file)
{
	switch (bfd_get_flavour(file)) {
	case bfd_target_srec_flavour:
	case bfd_target_ihex_flavour:
	case bfd_target_tekhex_flavour:
	case bfd_target_verilog_flavour:
		return false;
	default:
		return true;
	}
}

/* Sections that are not loaded have no addresses: theirs are empty. */
static void read_sections(struct reading *r)
{
	bfd *file = r->files->main.bfd;
	const flagword code = tells_code_from_data(file) ? SEC_CODE : SEC_LOAD;
	const size_t n = bfd_count_sections(file);
	const asection *from;

	r->sections = arena_alloc(r->arena, n, sizeof *r->sections);
	for (from = file->sections; from; from = from->next) {
		struct section *to = &r->sections[from->index];
		const flagword flags = bfd_section_flags(from);

		to->name = bfd_section_name(from);
		to->low = machine_address(&r->image->machine, bfd_section_vma(from));
		to->high = to->low;
		if (flags & SEC_ALLOC)
			to->high += bfd_section_size(from);
		if (to->high < to->low)
			to->high = UINT64_MAX;
		to->is_code = (flags & code) != 0;
		if (!r->image->text && (!strcmp(to->name, ".text") || !strcmp(to->name, "$CODE$")))
			r->image->text = to;
	}
	r->image->sections = r->sections;
	r->image->nsections = n;
}

static struct table read_table(bfd *file, bool dynamic, struct arena *scratch)
{
	struct table table = { NULL, 0, false };
	long space = dynamic ? bfd_get_dynamic_symtab_upper_bound(file)
	                     : bfd_get_symtab_upper_bound(file);
	long n;

	if (space <= 0) {
		table.is_damaged = space < 0 && !dynamic;
		return table;
	}
	table.list = arena_alloc(scratch, (size_t)space + sizeof *table.list, 1);
	n = dynamic ? bfd_canonicalize_dynamic_symtab(file, table.list)
	            : bfd_canonicalize_symtab(file, table.list);
	table.n = n > 0 ? (size_t)n : 0;
	table.is_damaged = n < 0;
	return table;
}

/* Sections of the image by their libbfd index in another file. */
static const struct section **map_sections(const struct reading *r, bfd *file)
{
	const struct section **map = arena_alloc(r->scratch, bfd_count_sections(file), sizeof *map);
	const asection *from;

	for (from = file->sections; from; from = from->next) {
		const asection *same = from;

		if (file != r->files->main.bfd)
			same = bfd_get_section_by_name(r->files->main.bfd, bfd_section_name(from));
		if (same && bfd_section_vma(same) == bfd_section_vma(from))
			map[from->index] = &r->sections[same->index];
	}
	return map;
}

/* In COFF each object's part of a section begins with a local symbol of that
 * name, or a longer one, such as .text$main in .text. */
static bool names_section(const asymbol *symbol)
{
	const asection *section = bfd_asymbol_section(symbol);
	const char *name = bfd_section_name(section);

	return bfd_asymbol_flavour(symbol) == bfd_target_coff_flavour &&
	       symbol->flags & BSF_LOCAL && *name == '.' &&
	       !strncmp(bfd_asymbol_name(symbol), name, strlen(name));
}

static enum symbol_kind kind_of(const asymbol *symbol)
{
	const flagword flags = symbol->flags;

	if (flags & BSF_SECTION_SYM || names_section(symbol))
		return SYMBOL_SECTION;
	if (flags & (BSF_FILE | BSF_DEBUGGING))
		return SYMBOL_FILE;
	if (flags & BSF_GNU_INDIRECT_FUNCTION)
		return SYMBOL_IFUNC;
	if (flags & BSF_FUNCTION)
		return SYMBOL_FUNC;
	if (flags & BSF_THREAD_LOCAL)
		return SYMBOL_TLS;
	return flags & BSF_OBJECT ? SYMBOL_OBJECT : SYMBOL_NOTYPE;
}

static enum symbol_binding binding_of(flagword flags)
{
	if (flags & BSF_WEAK)
		return SYMBOL_WEAK;
	if (flags & BSF_GNU_UNIQUE)
		return SYMBOL_UNIQUE;
	return flags & BSF_LOCAL ? SYMBOL_LOCAL : SYMBOL_GLOBAL;
}

/* Adds the symbols as libbfd has them. */
static void add_symbols(struct reading *r, asymbol *const *list, size_t n, enum symbol_table table,
                        const struct section *const *sections)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const asection *section = bfd_asymbol_section(list[i]);
		struct symbol *to = &r->symbols.list[r->symbols.n++];

		to->name = bfd_asymbol_name(list[i]);
		to->low = machine_address(&r->image->machine, bfd_asymbol_value(list[i]));
		to->kind = (unsigned char)kind_of(list[i]);
		if (table == TABLE_SYNTHETIC)
			to->kind = SYMBOL_FUNC;
		to->binding = (unsigned char)binding_of(list[i]->flags);
		to->table = (unsigned char)table;
		to->is_absolute = bfd_is_abs_section(section);
		to->is_undefined = bfd_is_und_section(section) || bfd_is_com_section(section);
		if (section->owner)
			to->section = sections[section->index];
	}
}

/* Adds the table's symbols with everything known about them. */
static void add_table(struct reading *r, const struct object_file *file, struct table table,
                      enum symbol_table kind)
{
	const struct section **sections = map_sections(r, file->bfd);
	const bool is_made = kind == TABLE_SYNTHETIC;
	struct elf_symbols raw;
	struct symbols added = { r->symbols.list + r->symbols.n, table.n };
	bool has_raw;

	add_symbols(r, table.list, table.n, kind, sections);
	has_raw = file->is_elf && !is_made &&
	          elf_read_symbols(&raw, &file->elf, kind == TABLE_DYNAMIC, r->scratch) &&
	          raw.n == table.n;
	symbols_complete(added, file->is_elf && !is_made ? &file->elf : NULL,
	                 has_raw ? &raw : NULL);
	if (kind == TABLE_DYNAMIC)
		symbols_split_versions(added, r->arena);
}

/* The names libbfd makes up: "puts@plt" and the like.  They come in one block
 * of memory, which the arena takes over. */
static struct table make_synthetic(const struct reading *r, struct table own, struct table dynamic)
{
	bfd *file = r->files->main.bfd;
	struct table table = { NULL, 0, false };
	asymbol *made = NULL;
	long n = bfd_get_synthetic_symtab(file, (long)own.n, own.list, (long)dynamic.n,
	                                  dynamic.list, &made);
	long i;

	if (n <= 0)
		return table;
	arena_defer(r->arena, free_foreign, made);
	table.n = (size_t)n;
	table.list = arena_alloc(r->scratch, table.n, sizeof *table.list);
	for (i = 0; i < n; i++)
		table.list[i] = made + i;
	return table;
}

/* Where a stripped executable's symbols come from instead. */
static const struct object_file *find_symbols(struct reading *r, struct table own,
                                              struct table dynamic, struct table *found,
                                              enum symbol_table *kind)
{
	struct files *files = r->files;
	const struct object_file *debug;

	*found = own;
	*kind = TABLE_SYMTAB;
	if (own.n)
		return &files->main;
	debug = debug_files_separate(files->debug);
	r->image->debug_path = files->debug->debug.path;
	if (debug) {
		*found = read_table(debug->bfd, false, r->scratch);
		*kind = TABLE_DEBUG;
		if (found->n)
			return debug;
	}
	*found = dynamic;
	*kind = TABLE_DYNAMIC;
	return &files->main;
}

static void follow_descriptors(struct reading *r)
{
	const struct object_file *file = &r->files->main;
	struct bytes opd;

	if (file->is_elf && file->elf.machine == ELF_PPC64 &&
	    object_file_section(file, ".opd", &opd, r->scratch))
		r->symbols = symbols_follow_descriptors(r->symbols, r->image, opd, r->arena);
}

static void read_symbols(struct reading *r)
{
	bfd *main = r->files->main.bfd;
	struct table own = read_table(main, false, r->scratch);
	struct table dynamic = read_table(main, true, r->scratch);
	struct table synthetic = make_synthetic(r, own, dynamic);
	struct table found;
	enum symbol_table kind;
	const struct object_file *file = find_symbols(r, own, dynamic, &found, &kind);
	struct symbols *symbols = &r->symbols;

	symbols_note(kind, found.n, own.is_damaged, r->image, &r->notes);
	symbols->list = arena_alloc(r->arena, found.n + synthetic.n + dynamic.n,
	                            sizeof *symbols->list);
	add_table(r, &r->files->main, dynamic, TABLE_DYNAMIC);
	symbols_describe(*symbols, r->image);
	symbols->n = 0; /* all that is wanted of them if others are found */
	add_table(r, file, found, kind);
	add_table(r, &r->files->main, synthetic, TABLE_SYNTHETIC);
	symbols_describe(*symbols, r->image);
	follow_descriptors(r);
	r->image->symbols = symbols->list;
	r->image->nsymbols = symbols->n;
}

const struct object *object_open(const char *path, const struct debug_search *search,
                                 struct arena *arena, struct error *err)
{
	struct object *object = arena_alloc(arena, 1, sizeof *object);
	struct reading r = {
		.image = &object->image,
		.notes = { .arena = arena },
		.arena = arena,
		.scratch = arena_new(),
	};
	bool ok;

	r.files = object->files = arena_alloc(arena, 1, sizeof *r.files);
	arena_defer(arena, close_files, r.files);
	r.files->arena = arena_within(arena); /* ends before they are closed */
	file_memory_allow(path);
	object->image.path = arena_text(arena, path, strlen(path));
	ok = object_file_open(&r.files->main, path, r.scratch, err);
	if (ok) {
		read_machine(&r);
		r.files->debug = debug_files_new(&r.files->main, object->image.path, search,
		                                 r.files->arena);
		read_libraries(&r);
		read_sections(&r);
		read_symbols(&r);
		r.image->notes = r.notes.list;
		r.image->nnotes = r.notes.n;
	}
	arena_free(r.scratch);
	return ok ? object : NULL;
}

const struct image *object_image(const struct object *object)
{
	return &object->image;
}

/* The file that has the section, or NULL. */
static const struct object_file *file_of(const struct object *object, const char *name)
{
	struct debug_files *debug = object->files->debug;

	return !strncmp(name, ".debug_", 7) && !debug->has_own ? debug_files_separate(debug)
	                                                       : &object->files->main;
}

bool object_section(const struct object *object, const char *name, struct bytes *out,
                    struct arena *arena)
{
	const struct object_file *file = file_of(object, name);

	*out = (struct bytes){ NULL, 0 };
	return file && object_file_section(file, name, out, arena);
}

bool object_section_place(const struct object *object, const char *name, struct file_part *out)
{
	const struct object_file *file = file_of(object, name);

	return file && object_file_place(file, name, out);
}

bool object_code(const struct object *object, const struct section *section, uint64_t address,
                 void *data, size_t len)
{
	return object_file_part(&object->files->main, section->name, address - section->low, data,
	                        len);
}

bool object_alternate_section(const struct object *object, const char *name, struct bytes *out,
                              struct arena *arena)
{
	const struct object_file *file = debug_files_alternate(object->files->debug);

	*out = (struct bytes){ NULL, 0 };
	return file && object_file_section(file, name, out, arena);
}

struct debug_files *object_debug_files(const struct object *object)
{
	return object->files->debug;
}

struct bfd *object_bfd(const struct object *object)
{
	return object->files->main.bfd;
}

const char *object_library_version(void)
{
	return LIBBFD_VERSION;
}
