/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/object.h"

#include <bfd.h>

#include "config.h" /* some versions of bfd.h require it */
#include "model/model.h"
#include "parse/object/demangle.h"

/* Symbols in table order; shape: [n]. */
struct symbols {
	struct symbol *list;
	size_t n;
};

/* The string table that names are in, and what was found out about it. */
struct name_table {
	const char *low, *high; /* [low, high) ends with a NUL; or NULL */
	size_t budget;          /* bytes that may still be read */

	/* The strings that begin here all got the same verdict. */
	const char *judged_low, *judged_high;
	bool judged_passes;
};

/* More than the string tables of all known programs. */
enum { BUDGET = 1 << 28 };

enum verdict {
	FAILS,
	PASSES,
	DEPENDS /* it has a dot and passes if the next string does */
};

/* Skips ".clone" and ".constprop" if a dot and more follows. */
static const char *skip_clone(const char *dot) {
	static const char *const words[] = { ".clone", ".constprop" };

	for (size_t i = 0; dot[1] == 'c' && i < sizeof words / sizeof *words; i++) {
		const size_t len = strlen(words[i]);

		if (!strncmp(dot, words[i], len) && dot[len] == '.' && dot[len + 1])
			return dot + len;
	}
	return dot;
}

/* Classifies one string; *end is where it was decided, its NUL if it is DEPENDS.  A dot may be
 * followed only by digits, to the end or to the next dot. */
static enum verdict judge(const char *name, const char **end) {
	enum verdict verdict = PASSES;

	for (name += strcspn(name, ".$"); *name == '.' && verdict != FAILS;) {
		name = skip_clone(name) + 1;
		verdict = *name == '.' ? FAILS : DEPENDS;
		while (is_digit(*name))
			name++;
		if (*name && *name != '.')
			verdict = FAILS;
	}
	*end = name;
	return *name == '$' ? FAILS : verdict;
}

/* judge(), charged to the budget. */
static enum verdict judge_within(const char *name, const char **end, struct name_table *table) {
	if (!table->budget)
		return PASSES;
	enum verdict verdict = judge(name, end);
	size_t looked_at = (size_t)(*end - name) + 1;
	table->budget -= looked_at < table->budget ? looked_at : table->budget;
	return verdict;
}

/* Whether the strings from `name` on pass, which decides about the one before them. */
static bool followers_pass(const char *name, struct name_table *table) {
	const char *const first = name;
	enum verdict verdict = DEPENDS;

	while (verdict == DEPENDS && name < table->high) {
		const char *end = name;

		if (name >= table->judged_low && name <= table->judged_high)
			break;
		verdict = judge_within(name, &end, table);
		if (verdict == DEPENDS)
			name = end + 1;
	}
	if (verdict == DEPENDS && name < table->high) {
		name = table->judged_high;
		verdict = table->judged_passes ? PASSES : FAILS;
	}
	table->judged_low = first;
	table->judged_high = name;
	table->judged_passes = verdict != FAILS;
	return table->judged_passes;
}

/* Whether gprof takes a local symbol's name for a function's, and not for a compiler-made label.
 * As in gprof 2.40, a name with a dot passes only if the strings that follow it in the table pass
 * as well, up to the first one without a dot.
 * Cost: linear in the name, as runs of names with dots are classified once; a table crafted to take
 * longer than that runs out of budget, and all pass. */
static bool name_passes_gprof(const char *name, struct name_table *table) {
	const char *end = name;

	if (!*name || !strncmp(name, "__gnu_compiled", 14) || !strncmp(name, "___gnu_compiled", 15))
		return false;
	enum verdict verdict = judge_within(name, &end, table);
	if (verdict != DEPENDS || name < table->low || name >= table->high)
		return verdict != FAILS;
	return followers_pass(end + 1, table);
}

/* Whether the name is in the list, ignoring a version. */
static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++) {
		const size_t len = strlen(*list);

		if (!strncmp(name, *list, len) && (!name[len] || name[len] == '@'))
			return true;
	}
	return false;
}

static const char *skip_prefix(const char *name) {
	while (*name == '_' || *name == '.')
		name++;
	return name;
}

/* Whether the name has the word, of which no letter or digit is a part, near its beginning.  Many
 * names may end in the same long text. */
static bool has_word(const char *name, const char *word) {
	enum { FARTHEST = 32 };
	const size_t len = strlen(word);

	for (size_t i = 0; i < FARTHEST && name[i]; i++)
		if (!strncmp(name + i, word, len) && !isalnum((unsigned char)name[i + len]) &&
		    (!i || !isalnum((unsigned char)name[i - 1])))
			return true;
	return false;
}

/* Whether it is what compilers have functions call so that calls are counted, under any of its
 * names: mcount@plt, __gnu_mcount_nc, __fentry__; or what they call for a profiler of the user's
 * own (-finstrument-functions).  Every static program of glibc has _dl_mcount(), with which
 * LD_PROFILE counts. */
static bool is_mcount(const char *name) {
	return (has_word(name, "mcount") && !strstr(name, "_dl_mcount")) ||
	       has_word(name, "fentry") || has_word(name, "cyg_profile_func_enter");
}

static bool starts_threads(const char *name) {
	static const char *const names[] = { "pthread_create",
		                             "thrd_create",
		                             "GOMP_parallel",
		                             "GOMP_parallel_start",
		                             "GOMP_task",
		                             "kmpc_fork_call",
		                             NULL };

	name = skip_prefix(name);
	return *name && strchr("ptGk", *name) && is_one_of(name, names);
}

/* The string table as far as it can be derived from the names in it: they are libbfd's, which has
 * the table in one piece. */
static struct name_table find_names(struct symbols symbols, const struct elf *elf,
                                    const struct elf_symbols *raw) {
	const char *first = NULL, *last = NULL;
	uintptr_t base = 0;

	for (size_t i = 0; i < symbols.n; i++) {
		const char *name = symbols.list[i].name;
		uint32_t offset = elf_symbol_at(elf, raw, i).name;

		if (!offset)
			continue;
		if (!base)
			base = (uintptr_t)name - offset;
		if ((uintptr_t)name - offset != base)
			continue;
		if (!first || name < first)
			first = name;
		if (!last || name > last)
			last = name;
	}
	return (struct name_table){
		.low = first,
		.high = last ? last + strlen(last) + 1 : NULL,
		.budget = BUDGET,
	};
}

/* Sets sizes and passes_gprof; clears the lowest bit of addresses if it marks the instruction set
 * (ARM, MIPS). raw: the same symbols as they are in the file, or NULL. */
static void symbols_complete(struct symbols symbols, const struct elf *elf,
                             const struct elf_symbols *raw) {
	struct name_table names = raw ? find_names(symbols, elf, raw)
	                              : (struct name_table){ .budget = BUDGET };

	for (size_t i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &symbols.list[i];

		if (raw)
			symbol->size = elf_symbol_at(elf, raw, i).size;
		if (elf && (elf->machine == ELF_ARM || elf->machine == ELF_MIPS) &&
		    (symbol->kind == SYMBOL_FUNC || symbol->kind == SYMBOL_IFUNC))
			symbol->low &= ~(uint64_t)1; /* the bit tells the mode */
		symbol->passes_gprof = symbol->binding != SYMBOL_LOCAL || !symbol_is_code(symbol) ||
		                       name_passes_gprof(symbol->name, &names);
	}
}

/* Follows one descriptor, which begins with the function's address.
 * Source: 64-bit PowerPC ELF Application Binary Interface, version 1.9. */
static bool follow(struct symbol *symbol, const struct image *image,
                   const struct section_index *code, struct bytes rest) {
	const struct section *in = symbol->section;
	struct bytes before;
	uint64_t entry;

	if (symbol->kind != SYMBOL_FUNC || !in || strcmp(in->name, ".opd") != 0 ||
	    symbol->low - in->low > rest.len ||
	    !bytes_take(&rest, (size_t)(symbol->low - in->low), &before) ||
	    !bytes_take_number(&rest, 8, image->machine.big_endian, &entry))
		return false;
	in = section_index_at(code, entry);
	if (!in)
		return false;
	symbol->low = entry;
	symbol->section = in;
	return true;
}

/* Moves the symbols of ppc64's function descriptors to the functions. gprof knows them as libbfd's
 * ".name" instead: these are added, unless there are some, and the moved ones do not pass for
 * gprof. descriptors: the contents of .opd.  Owner: the arena. */
static struct symbols symbols_follow_descriptors(struct symbols symbols, const struct image *image,
                                                 struct bytes descriptors, struct arena *arena) {
	const struct section_index code = section_index_new(image, true, arena);
	struct symbols more = { arena_alloc(arena, 2 * symbols.n, sizeof *more.list), symbols.n };
	bool add_dots = true;

	for (size_t i = 0; i < symbols.n; i++)
		add_dots &= symbols.list[i].table != TABLE_SYNTHETIC ||
		            symbols.list[i].name[0] != '.';
	for (size_t i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &more.list[i];

		*symbol = symbols.list[i];
		if (!follow(symbol, image, &code, descriptors))
			continue;
		symbol->passes_gprof = false;
		if (!add_dots)
			continue;
		struct symbol *dot = &more.list[more.n++];
		*dot = *symbol;
		dot->name = arena_format(arena, ".%s", symbol->name);
		dot->table = TABLE_SYNTHETIC;
		dot->passes_gprof = symbol->binding != SYMBOL_LOCAL;
	}
	return more;
}

/* Sets is_profiled and has_threads where names of symbols show it, and whether a program for
 * Windows is one of Cygwin, which is no Windows to machine. */
static void symbols_describe(struct symbols symbols, struct image *image) {
	for (size_t i = 0; i < symbols.n; i++) {
		const struct symbol *symbol = &symbols.list[i];

		if (!image->is_profiled)
			image->is_profiled = is_mcount(symbol->name);
		demangler *own = image->leading_char ? NULL : demangler_by(symbol->name);
		image->demangle = own ? own : image->demangle;
		if (starts_threads(symbol->name))
			image->has_threads = true;
		if (!strcmp(skip_prefix(symbol->name), "cygwin_crt0"))
			image->machine.is_windows = false; /* of MSYS2, too */
	}
}

/* Notes where n symbols came from, unless everything is as it should be. */
static void symbols_note(enum symbol_table from, size_t n, bool is_damaged,
                         const struct image *image, struct notes *notes) {
	struct note note = { .severity = NOTE_FAULT };
	const char *what;

	if (is_damaged) {
		what = "its symbol table is damaged";
		note.cure = "build the program again";
	} else if (!n) {
		what = "it has no symbols, so functions have no names";
		note.cure = "use the executable as it was before it was stripped";
	} else if (from == TABLE_DYNAMIC) {
		what = "it is stripped: only exported functions have names";
		note.cure = "use the executable as it was before it was stripped, or install its "
			    "debug symbols";
	} else if (from == TABLE_DEBUG) {
		what = "it is stripped: names are those of its debug file";
		note.severity = NOTE_FACT;
		note.cure = "it is from the same build: the names are right";
	} else {
		return;
	}
	note.cause = arena_format(notes->arena, "%s: %s", image->path, what);
	note.evidence = arena_format(notes->arena, "%zu symbols found%s%s", n,
	                             from == TABLE_DEBUG ? " in " : "",
	                             from == TABLE_DEBUG ? image->debug_path : "");
	notes_add_all(notes, &note, 1);
}

struct object {
	struct image image;
	struct object_file main;   /* owns the names of its symbols */
	struct debug_files *debug; /* may still be read later, by the worker */

	const struct object *const *parts; /* of a program; NULL: it is the only one */
};

/* An image being built. */
struct reading {
	struct image *image;
	struct object *object;
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

static void close_main(void *what) {
	struct object *object = what;

	object_file_close(&object->main);
}

static bool is_coff(bfd *file) {
	return bfd_get_flavour(file) == bfd_target_coff_flavour;
}

/* Debian's libbfd knows most machines only as "some ELF". */
static void read_machine(struct reading *r) {
	const struct object_file *file = &r->object->main;
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

/* Formats of what a board is loaded with: bytes, and where they go. */
static bool tells_code_from_data(const bfd *file) {
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
static void read_sections(struct reading *r) {
	bfd *file = r->object->main.bfd;
	const flagword code = tells_code_from_data(file) ? SEC_CODE : SEC_LOAD;
	const size_t n = bfd_count_sections(file);

	r->sections = arena_alloc(r->arena, n, sizeof *r->sections);
	for (const asection *from = file->sections; from; from = from->next) {
		struct section *to = &r->sections[from->index];
		const flagword flags = bfd_section_flags(from);

		to->name = bfd_section_name(from);
		to->low = machine_address(&r->image->machine, bfd_section_vma(from));
		to->high = to->low;
		to->offset = (uint64_t)from->filepos;
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

static struct table read_table(bfd *file, bool dynamic, struct arena *scratch) {
	struct table table = { NULL, 0, false };
	long space = dynamic ? bfd_get_dynamic_symtab_upper_bound(file)
	                     : bfd_get_symtab_upper_bound(file);

	if (space <= 0) {
		table.is_damaged = space < 0 && !dynamic;
		return table;
	}
	table.list = arena_alloc(scratch, (size_t)space + sizeof *table.list, 1);
	long n = dynamic ? bfd_canonicalize_dynamic_symtab(file, table.list)
	                 : bfd_canonicalize_symtab(file, table.list);
	table.n = n > 0 ? (size_t)n : 0;
	table.is_damaged = n < 0;
	return table;
}

/* Sections of the image by their libbfd index in another file. */
static const struct section **map_sections(const struct reading *r, bfd *file) {
	const struct section **map = arena_alloc(r->scratch, bfd_count_sections(file), sizeof *map);

	for (const asection *from = file->sections; from; from = from->next) {
		const asection *same = from;

		if (file != r->object->main.bfd)
			same = bfd_get_section_by_name(r->object->main.bfd, bfd_section_name(from));
		if (same && bfd_section_vma(same) == bfd_section_vma(from))
			map[from->index] = &r->sections[same->index];
	}
	return map;
}

/* In COFF each object's part of a section begins with a local symbol of that name, or a longer one,
 * such as .text$main in .text. */
static bool names_section(const asymbol *symbol) {
	const asection *section = bfd_asymbol_section(symbol);
	const char *name = bfd_section_name(section);

	return bfd_asymbol_flavour(symbol) == bfd_target_coff_flavour &&
	       symbol->flags & BSF_LOCAL && *name == '.' &&
	       !strncmp(bfd_asymbol_name(symbol), name, strlen(name));
}

static enum symbol_kind kind_of(const asymbol *symbol) {
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

/* Adds the symbols as libbfd has them. */
static void add_symbols(struct reading *r, asymbol *const *list, size_t n, enum symbol_table table,
                        const struct section *const *sections) {
	for (size_t i = 0; i < n; i++) {
		const asection *section = bfd_asymbol_section(list[i]);
		struct symbol *to = &r->symbols.list[r->symbols.n++];

		to->name = bfd_asymbol_name(list[i]);
		to->low = machine_address(&r->image->machine, bfd_asymbol_value(list[i]));
		to->kind = (unsigned char)kind_of(list[i]);
		if (table == TABLE_SYNTHETIC)
			to->kind = SYMBOL_FUNC;
		to->binding = list[i]->flags & BSF_WEAK         ? SYMBOL_WEAK
		              : list[i]->flags & BSF_GNU_UNIQUE ? SYMBOL_UNIQUE
		              : list[i]->flags & BSF_LOCAL      ? SYMBOL_LOCAL
		                                                : SYMBOL_GLOBAL;
		to->table = (unsigned char)table;
		to->is_absolute = bfd_is_abs_section(section);
		to->is_undefined = bfd_is_und_section(section) || bfd_is_com_section(section);
		if (section->owner)
			to->section = sections[section->index];
	}
}

/* Adds the table's symbols with everything known about them. */
static void add_table(struct reading *r, const struct object_file *file, struct table table,
                      enum symbol_table kind) {
	const struct section **sections = map_sections(r, file->bfd);
	const bool is_made = kind == TABLE_SYNTHETIC;
	struct elf_symbols raw;
	struct symbols added = { r->symbols.list + r->symbols.n, table.n };

	add_symbols(r, table.list, table.n, kind, sections);
	bool has_raw = file->is_elf && !is_made &&
	               elf_read_symbols(&raw, &file->elf, kind == TABLE_DYNAMIC, r->scratch) &&
	               raw.n == table.n;
	symbols_complete(added, file->is_elf && !is_made ? &file->elf : NULL,
	                 has_raw ? &raw : NULL);
	if (kind != TABLE_DYNAMIC && kind != TABLE_DEBUG)
		return;
	for (size_t i = 0; i < added.n; i++) { /* versions are no part of names */
		const char *name = added.list[i].name, *at = strchr(name, '@');

		if (at)
			added.list[i].name = arena_text(r->arena, name, (size_t)(at - name));
	}
}

/* The names libbfd makes up: "puts@plt" and the like.  They come in one block of memory, which the
 * arena takes over. */
static struct table make_synthetic(const struct reading *r, struct table own,
                                   struct table dynamic) {
	bfd *file = r->object->main.bfd;
	struct table table = { NULL, 0, false };
	asymbol *made = NULL;
	long n = bfd_get_synthetic_symtab(file, (long)own.n, own.list, (long)dynamic.n,
	                                  dynamic.list, &made);

	if (n <= 0)
		return table;
	arena_defer(r->arena, free_foreign, made);
	table.n = (size_t)n;
	table.list = arena_alloc(r->scratch, table.n, sizeof *table.list);
	for (long i = 0; i < n; i++)
		table.list[i] = made + i;
	return table;
}

/* Where a stripped executable's symbols come from instead. */
static const struct object_file *find_symbols(struct reading *r, struct table own,
                                              struct table dynamic, struct table *found,
                                              enum symbol_table *kind) {
	struct object *object = r->object;

	*found = own;
	*kind = TABLE_SYMTAB;
	if (own.n)
		return &object->main;
	const struct object_file *debug = debug_files_separate(object->debug);
	r->image->debug_path = object->debug->debug.path;
	if (debug) {
		*found = read_table(debug->bfd, false, r->scratch);
		*kind = TABLE_DEBUG;
		if (found->n)
			return debug;
	}
	*found = dynamic;
	*kind = TABLE_DYNAMIC;
	return &object->main;
}

/* A file of debug information has the section, but nothing in it. */
static void follow_descriptors(struct reading *r) {
	const struct object_file *file = &r->object->main;
	struct bytes opd = { NULL, 0 };
	size_t nleft = 0;

	if (!file->is_elf || file->elf.machine != ELF_PPC64)
		return;
	if (object_file_section(file, ".opd", &opd, r->scratch))
		r->symbols = symbols_follow_descriptors(r->symbols, r->image, opd, r->arena);
	for (size_t i = 0; i < r->symbols.n; i++)
		nleft += symbol_is_descriptor(&r->symbols.list[i]);
	if (nleft)
		notes_add(&r->notes, NOTE_FAULT,
		          arena_format(r->arena, "%s: functions have no addresses", r->image->path),
		          arena_format(r->arena, "%zu descriptors in .opd have none in the code",
		                       nleft),
		          "open the executable: a file of debug information does not have them");
}

static void read_symbols(struct reading *r) {
	bfd *main = r->object->main.bfd;
	struct table own = read_table(main, false, r->scratch);
	struct table dynamic = read_table(main, true, r->scratch);
	struct table synthetic = make_synthetic(r, own, dynamic);
	struct table found;
	enum symbol_table kind;
	const struct object_file *file = find_symbols(r, own, dynamic, &found, &kind);
	struct symbols *symbols = &r->symbols;

	symbols_note(kind, found.n, own.is_damaged, r->image, &r->notes);
	r->image->is_stripped = kind == TABLE_DYNAMIC && !own.is_damaged;
	symbols->list = arena_alloc(r->arena, found.n + synthetic.n + dynamic.n,
	                            sizeof *symbols->list);
	add_table(r, &r->object->main, dynamic, TABLE_DYNAMIC);
	symbols_describe(*symbols, r->image);
	symbols->n = 0; /* all that is wanted of them if others are found */
	add_table(r, file, found, kind);
	add_table(r, &r->object->main, synthetic, TABLE_SYNTHETIC);
	symbols_describe(*symbols, r->image);
	follow_descriptors(r);
	r->image->symbols = symbols->list;
	r->image->nsymbols = symbols->n;
}

const struct object *object_open(const char *path, const struct debug_search *search,
                                 struct arena *arena, struct error *err) {
	struct object *object = arena_alloc(arena, 1, sizeof *object);
	struct reading r = {
		.image = &object->image,
		.object = object,
		.notes = { .arena = arena },
		.arena = arena,
		.scratch = arena_new(),
	};

	arena_defer(arena, close_main, object);
	file_memory_allow(path);
	object->image.path = arena_text(arena, path, strlen(path));
	object->image.objects = arena_copy(
		arena, &(struct image_object){ .path = object->image.path, .high = UINT64_MAX }, 1,
		sizeof *object->image.objects);
	object->image.nobjects = 1;
	bool ok = object_file_open(&object->main, path, false, r.scratch, err);
	if (ok) {
		read_machine(&r);
		/* Ends before the file is closed. */
		object->debug = debug_files_new(&object->main, object->image.path, search,
		                                arena_within(arena));
		if (object->main.is_elf)
			object->image.libraries = elf_read_libraries(
				&object->main.elf, &object->image.nlibraries, arena);
		read_sections(&r);
		read_symbols(&r);
		r.image->notes = r.notes.list;
		r.image->nnotes = r.notes.n;
	}
	arena_free(r.scratch);
	return ok ? object : NULL;
}

/* The object where its file says: from the first of its sections to the last. */
static struct image_object extent_of(const struct image *image) {
	struct image_object out = { .path = image->path };

	for (size_t i = 0; i < image->nsections; i++) {
		const struct section *s = &image->sections[i];

		if (s->low == s->high)
			continue;
		out.low = !out.high || s->low < out.low ? s->low : out.low;
		out.high = s->high > out.high ? s->high : out.high;
	}
	return out;
}

static bool meets_any(const struct image_object *object, const struct image_object *list,
                      size_t n) {
	for (size_t i = 0; i < n; i++)
		if (object->low < list[i].high && list[i].low < object->high)
			return true;
	return false;
}

/* Moves an object to where none of those before it is, by a multiple of 4 GB: the lower half of an
 * address is that in the file. */
static bool place(struct image_object *object, const struct image_object *before, size_t n) {
	const uint64_t low_half = UINT32_MAX;

	for (size_t i = n; i-- > 0;) {
		const uint64_t begin = (before[i].high + low_half) & ~low_half;
		const uint64_t bias = begin - (object->low & ~low_half);
		const struct image_object to = { .path = object->path,
			                         .low = object->low + bias,
			                         .high = object->high + bias,
			                         .bias = bias };

		if (to.low <= to.high && !meets_any(&to, before, n)) {
			*object = to;
			return true;
		}
	}
	return !n;
}

/* Adds an object's sections and symbols, for which there is room. */
static void add_image(struct image *to, struct section *sections, struct symbol *symbols,
                      const struct image *from, uint64_t bias) {
	struct section *const first = sections + to->nsections;

	for (size_t i = 0; i < from->nsections; i++, to->nsections++) {
		first[i] = from->sections[i];
		first[i].low += bias;
		first[i].high += bias;
	}
	for (size_t i = 0; i < from->nsymbols; i++) {
		struct symbol *symbol = &symbols[to->nsymbols++];

		*symbol = from->symbols[i];
		if (!symbol->section)
			continue;
		symbol->low += bias;
		symbol->section = first + (symbol->section - from->sections);
	}
	to->is_profiled |= from->is_profiled;
	to->has_threads |= from->has_threads;
}

/* Adds a section for each region, for which there is room. */
static void add_regions(struct image *to, struct section *sections, const struct regions *regions) {
	const uint64_t apart = (uint64_t)1 << 32;

	for (size_t i = 0; i < to->nobjects; i++)
		if (to->objects[i].high > to->regions)
			to->regions = to->objects[i].high;
	to->regions = (to->regions + apart - 1) & ~(apart - 1);
	if (regions->nthreads)
		to->threads = to->regions + (regions->n - regions->nthreads) * apart;
	for (size_t i = 0; i < regions->n; i++) {
		const uint64_t low = to->regions + i * apart;

		sections[to->nsections++] = (struct section){ .name = regions->names[i],
			                                      .low = low,
			                                      .high = low + REGION_SIZE,
			                                      .is_code = true };
	}
}

const struct object *object_join(const struct object *const *parts, size_t n,
                                 const struct regions *regions, struct arena *arena,
                                 struct error *err) {
	struct object *out = arena_copy(arena, parts[0], 1, sizeof *out);
	struct image *image = &out->image;
	struct image_object *objects = arena_space(arena, n, sizeof *objects);
	size_t nsections = 0, nsymbols = 0;
	struct notes notes = { .arena = arena };
	struct work *work = out->debug->work; /* one for all */

	for (size_t i = 0; i < n; i++) {
		const struct image *from = &parts[i]->image;
		struct debug_files *debug = parts[i]->debug;

		objects[i] = extent_of(from);
		if (!machine_is_same(&from->machine, &image->machine) ||
		    !place(&objects[i], objects, i))
			return fail_null(err, "%s: cannot be in one program with %s", from->path,
			                 image->path);
		objects[i].is_stripped = from->is_stripped;
		nsections += from->nsections;
		nsymbols += from->nsymbols;
		for (size_t k = 0; k < from->nnotes; k++) {
			struct note note = from->notes[k];

			/* Most libraries are stripped; of those with samples there is one note. */
			if (i && (note.severity <= NOTE_FACT || from->is_stripped))
				continue;
			note.severity = i ? NOTE_WARNING : note.severity;
			notes_add_all(&notes, &note, 1);
		}
		work->left += i ? debug->work->left + debug->work->at_hand : 0;
		debug->work = work;
	}
	struct section *sections = arena_alloc(arena, nsections + (regions ? regions->n : 0),
	                                       sizeof *sections);
	struct symbol *symbols = arena_space(arena, nsymbols, sizeof *symbols);
	if (image->text)
		image->text = sections + (image->text - image->sections);
	image->nsections = image->nsymbols = 0;
	for (size_t i = 0; i < n; i++)
		add_image(image, sections, symbols, &parts[i]->image, objects[i].bias);
	image->sections = sections;
	image->symbols = symbols;
	image->notes = notes.list;
	image->nnotes = notes.n;
	image->objects = objects;
	image->nobjects = n;
	if (regions && regions->n)
		add_regions(image, sections, regions);
	out->parts = arena_copy(arena, parts, n, sizeof *parts);
	return out;
}

const struct object *object_with_symbols(const struct object *object, const struct symbol *list,
                                         size_t n, struct arena *arena) {
	struct object *out = arena_copy(arena, object, 1, sizeof *out);
	struct image *image = &out->image;
	struct symbol *all = arena_space(arena, image->nsymbols + n, sizeof *all);

	memcpy(all, image->symbols, image->nsymbols * sizeof *all);
	memcpy(all + image->nsymbols, list, n * sizeof *all);
	image->symbols = all;
	image->nsymbols += n;
	return out;
}

const struct object *object_part(const struct object *object, size_t i) {
	return object->parts ? object->parts[i] : object;
}

const struct image *object_image(const struct object *object) {
	return &object->image;
}

/* The file that has the section, or NULL. */
static const struct object_file *file_of(const struct object *object, const char *name) {
	struct debug_files *debug = object->debug;

	return !strncmp(name, ".debug_", 7) && !debug->has_own ? debug_files_separate(debug)
	                                                       : &object->main;
}

bool object_section(const struct object *object, const char *name, struct bytes *out,
                    struct arena *arena) {
	const struct object_file *file = file_of(object, name);

	*out = (struct bytes){ NULL, 0 };
	return file && object_file_section(file, name, out, arena);
}

bool object_section_place(const struct object *object, const char *name, struct file_part *out) {
	const struct object_file *file = file_of(object, name);

	return file && object_file_place(file, name, out);
}

bool object_code(const struct object *object, const struct section *section, uint64_t address,
                 void *data, size_t len) {
	const struct object *in = object_part(object,
	                                      image_object_at(&object->image, section->low));

	if (object->image.regions && section->low >= object->image.regions)
		return false;
	return object_file_part(&in->main, section->name, address - section->low, data, len);
}

bool object_alternate_section(const struct object *object, const char *name, struct bytes *out,
                              struct arena *arena) {
	const struct object_file *file = debug_files_alternate(object->debug);

	*out = (struct bytes){ NULL, 0 };
	return file && object_file_section(file, name, out, arena);
}

struct debug_files *object_debug_files(const struct object *object) {
	return object->debug;
}

struct bfd *object_bfd(const struct object *object) {
	return object->main.bfd;
}

const char *object_library_version(void) {
	return LIBBFD_VERSION;
}

/* Nothing was found: whether it never existed, or is elsewhere. */
static void explain(struct debug_info *info, const struct object *object, struct arena *arena) {
	struct debug_files *files = object_debug_files(object);
	const char *link = files->link;
	const struct bytes build_id = files->build_id;
	const char *id = build_id.len ? debug_hex(build_id, arena) : NULL;

	info->reason = "no debug information";
	info->cure = "compile with -g";
	if (link)
		info->reason = arena_format(
			arena, "no debug information: its debug file %s was not found", link);
	else if (!id || !object_image(object)->is_stripped)
		return;
	info->cure = arena_format(arena,
	                          "install its debug symbols, or say where they are with "
	                          "--debug-dir%s%s%s",
	                          id && built_in.debuginfod && debug_server_is_named() &&
	                                          !files->asks_servers
	                                  ? ", or allow fetching them with --debuginfod or set "
	                                    "debuginfod on"
	                                  : "",
	                          id ? "; its build-id is " : "", id ? id : "");
}

static void note_splits(struct notes *notes, size_t n, const char *first, const char *what) {
	if (!n)
		return;
	notes_add(notes, NOTE_WARNING,
	          arena_format(notes->arena, "%zu file%s of split debug information %s %s", n,
	                       n == 1 ? "" : "s", n == 1 ? "is" : "are", what),
	          arena_format(notes->arena,
	                       "the first: %s; lines are known, inlined functions are not", first),
	          "leave .dwo files where they were made, or put all into PROGRAM.dwp with dwp -e "
	          "PROGRAM");
}

/* Adds all notes on an object so far, to memory of their own: more may come. */
static void list_notes(struct notes *out, const struct object *object) {
	const struct debug_files *files = object_debug_files(object);
	const struct image *image = object_image(object);
	const struct debug_splits *splits = &files->splits;

	for (size_t i = 0; i < files->notes.n; i++)
		notes_add_new(out, &files->notes.list[i]);
	note_splits(out, splits->nmissing, splits->missing, "missing");
	note_splits(out, splits->nother, splits->other, "of another build");
	if (files->debug.path && !image->debug_path && image->is_stripped)
		notes_add(out, NOTE_FACT, "symbols of the debug file are not shown yet",
		          "it was fetched after the profile was read",
		          "press r to read everything again");
}

const struct debug_info *debug_report(const struct object *object, const struct error *why,
                                      struct arena *arena) {
	const struct debug_files *files = object_debug_files(object);
	struct notes notes = { .arena = arena };
	struct debug_info *info = arena_alloc(arena, 1, sizeof *info);

	for (size_t i = 0; i < object->image.nobjects; i++)
		list_notes(&notes, object_part(object, i));
	if (files->work->is_spent)
		notes_add(&notes, NOTE_FAULT, "the debug information is damaged",
		          "reading it takes more work than its size explains; lines and inlined "
		          "code are not complete",
		          "build the program again");
	info->build_id = files->build_id;
	info->notes = notes.list;
	info->nnotes = notes.n;
	if (!files->has_own)
		info->path = files->debug.path;
	if (!why)
		return info;
	if (files->has_own || info->path) {
		info->reason = arena_text(arena, why->reason, strlen(why->reason));
		info->cure = "compile with -g";
	} else {
		explain(info, object, arena);
	}
	return info;
}
