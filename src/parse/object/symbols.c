/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/symbols.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "model/notes.h"
#include "parse/object/elf.h"
#include "parse/object/symbol_name.h"

/* The string table as far as it can be derived from the names in it: they are
 * libbfd's, which has the table in one piece. */
static struct name_table find_names(struct symbols symbols,
                                    const struct elf *elf,
                                    const struct elf_symbols *told)
{
	const char *first = NULL, *last = NULL;
	uintptr_t base = 0;
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		const char *name = symbols.list[i].name;
		uint32_t offset = elf_symbol_at(elf, told, i).name;

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
	return name_table_of(first, last ? last + strlen(last) + 1 : NULL);
}

static bool has_mode_bit(const struct elf *elf, const struct symbol *symbol)
{
	return (symbol->kind == SYMBOL_FUNC || symbol->kind == SYMBOL_IFUNC) &&
	       (elf->machine == ELF_ARM || elf->machine == ELF_MIPS);
}

static bool is_local_code(const struct symbol *symbol)
{
	return symbol->binding == SYMBOL_LOCAL && symbol->section &&
	       symbol->section->is_code;
}

void symbols_complete(struct symbols symbols, const struct elf *elf,
                      const struct elf_symbols *told)
{
	struct name_table names = told ? find_names(symbols, elf, told)
	                               : name_table_of(NULL, NULL);
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &symbols.list[i];

		if (told)
			symbol->size = elf_symbol_at(elf, told, i).size;
		if (elf && has_mode_bit(elf, symbol))
			symbol->low &= ~(uint64_t)1;
		symbol->passes_gprof = !is_local_code(symbol) ||
		                       name_passes_gprof(symbol->name, &names);
	}
}

void symbols_split_versions(struct symbols symbols, struct arena *arena)
{
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &symbols.list[i];
		const char *at = strchr(symbol->name, '@');

		if (!at)
			continue;
		symbol->version = at;
		symbol->name = arena_text(arena, symbol->name,
		                          (size_t)(at - symbol->name));
	}
}

/* Where functions may be; if a program has more code sections than this, the
 * rest is not searched. */
struct code {
	const struct section *list[64];
	size_t n;
};

static struct code find_code(const struct image *image)
{
	const size_t most = sizeof((struct code *)NULL)->list /
	                    sizeof *((struct code *)NULL)->list;
	struct code code = { .n = 0 };
	size_t i;

	for (i = 0; i < image->nsections && code.n < most; i++)
		if (image->sections[i].is_code)
			code.list[code.n++] = &image->sections[i];
	return code;
}

/* Follows one descriptor, which begins with the function's address.
 * Source: 64-bit PowerPC ELF Application Binary Interface, version 1.9. */
static bool follow(struct symbol *symbol, const struct image *image,
                   const struct code *code, struct bytes rest)
{
	const struct section *in = symbol->section;
	struct bytes before;
	uint64_t entry;
	size_t i;

	if (symbol->kind != SYMBOL_FUNC || !in ||
	    strcmp(in->name, ".opd") != 0 || symbol->low - in->low > rest.len ||
	    !bytes_take(&rest, (size_t)(symbol->low - in->low), &before) ||
	    !bytes_take_number(&rest, 8, image->machine.big_endian, &entry))
		return false;
	for (i = 0; i < code->n; i++)
		if (entry >= code->list[i]->low &&
		    entry < code->list[i]->high) {
			symbol->low = entry;
			symbol->section = code->list[i];
			return true;
		}
	return false;
}

static bool has_dot_names(struct symbols symbols)
{
	size_t i;

	for (i = 0; i < symbols.n; i++)
		if (symbols.list[i].table == TABLE_SYNTHETIC &&
		    symbols.list[i].name[0] == '.')
			return true;
	return false;
}

struct symbols symbols_follow_descriptors(struct symbols symbols,
                                          const struct image *image,
                                          struct bytes descriptors,
                                          struct arena *arena)
{
	const struct code code = find_code(image);
	const bool add_dots = !has_dot_names(symbols);
	struct symbols more = {
		arena_alloc(arena, 2 * symbols.n, sizeof *more.list), symbols.n
	};
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &more.list[i], *dot;

		*symbol = symbols.list[i];
		if (!follow(symbol, image, &code, descriptors))
			continue;
		symbol->passes_gprof = false;
		if (!add_dots)
			continue;
		dot = &more.list[more.n++];
		*dot = *symbol;
		dot->name = arena_format(arena, ".%s", symbol->name);
		dot->table = TABLE_SYNTHETIC;
		dot->passes_gprof = symbol->binding != SYMBOL_LOCAL;
	}
	return more;
}

void symbols_tell(struct symbols symbols, struct image *image)
{
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		const struct symbol *symbol = &symbols.list[i];

		if (name_is_mcount(symbol->name))
			image->is_profiled = true;
		if (name_starts_threads(symbol->name))
			image->has_threads = true;
	}
}

void symbols_note(enum symbol_table from, size_t n, bool is_damaged,
                  const struct image *image, struct notes *notes)
{
	struct note note = { .severity = NOTE_FAULT };
	const char *what;

	if (is_damaged) {
		what = "its symbol table is damaged";
		note.cure = "build the program again";
	} else if (!n) {
		what = "it has no symbols, so functions have no names";
		note.cure = "use the executable as it was before it was "
			    "stripped";
	} else if (from == TABLE_DYNAMIC) {
		what = "it is stripped: only exported functions have names";
		note.cure = "use the executable as it was before it was "
			    "stripped, or install its debug symbols";
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
	                             from == TABLE_DEBUG ? image->debug_path
	                                                 : "");
	notes_add_all(notes, &note, 1);
}
