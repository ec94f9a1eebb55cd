/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/symbols.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "model/notes.h"
#include "parse/object/elf.h"

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
static const char *skip_clone(const char *dot)
{
	static const char *const words[] = { ".clone", ".constprop" };
	size_t i;

	for (i = 0; dot[1] == 'c' && i < sizeof words / sizeof *words; i++) {
		const size_t len = strlen(words[i]);

		if (!strncmp(dot, words[i], len) && dot[len] == '.' && dot[len + 1])
			return dot + len;
	}
	return dot;
}

/* Classifies one string; *end is where it was decided, its NUL if it is
 * DEPENDS.  A dot may be followed only by digits, to the end or to the next
 * dot. */
static enum verdict judge(const char *name, const char **end)
{
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
static enum verdict judge_within(const char *name, const char **end, struct name_table *table)
{
	enum verdict verdict;
	size_t looked_at;

	if (!table->budget)
		return PASSES;
	verdict = judge(name, end);
	looked_at = (size_t)(*end - name) + 1;
	table->budget -= looked_at < table->budget ? looked_at : table->budget;
	return verdict;
}

/* Whether the strings from `name` on pass, which decides about the one before
 * them. */
static bool followers_pass(const char *name, struct name_table *table)
{
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

static bool is_compiler_mark(const char *name)
{
	return name[0] == '_' && name[1] == '_' &&
	       (!strncmp(name, "__gnu_compiled", 14) || !strncmp(name, "___gnu_compiled", 15));
}

/* Whether gprof takes a local symbol's name for a function's, and not for a
 * compiler-made label.  As in gprof 2.40, a name with a dot passes only if the
 * strings that follow it in the table pass as well, up to the first one
 * without a dot.
 * Cost: linear in the name, as runs of names with dots are classified once; a
 * table crafted to take longer than that runs out of budget, and all pass. */
static bool name_passes_gprof(const char *name, struct name_table *table)
{
	const char *end = name;
	enum verdict verdict;

	if (!*name || is_compiler_mark(name))
		return false;
	verdict = judge_within(name, &end, table);
	if (verdict != DEPENDS || name < table->low || name >= table->high)
		return verdict != FAILS;
	return followers_pass(end + 1, table);
}

/* Whether the name is in the list, ignoring a version. */
static bool is_one_of(const char *name, const char *const *list)
{
	for (; *list; list++) {
		const size_t len = strlen(*list);

		if (!strncmp(name, *list, len) && (!name[len] || name[len] == '@'))
			return true;
	}
	return false;
}

static const char *skip_prefix(const char *name)
{
	while (*name == '_' || *name == '.')
		name++;
	return name;
}

/* Whether the name has the word, of which no letter or digit is a part, near
 * its beginning.  Many names may end in the same long text. */
static bool has_word(const char *name, const char *word)
{
	enum { FARTHEST = 32 };
	const size_t len = strlen(word);
	size_t i;

	for (i = 0; i < FARTHEST && name[i]; i++)
		if (!strncmp(name + i, word, len) && !isalnum((unsigned char)name[i + len]) &&
		    (!i || !isalnum((unsigned char)name[i - 1])))
			return true;
	return false;
}

/* Whether it is what compilers have functions call so that calls are counted,
 * under any of its names: mcount@plt, __gnu_mcount_nc, __fentry__; or what they
 * call for a profiler of the user's own (-finstrument-functions). */
static bool is_mcount(const char *name)
{
	return has_word(name, "mcount") || has_word(name, "fentry") ||
	       has_word(name, "cyg_profile_func_enter");
}

/* The beginning of every program of Cygwin and MSYS2. */
static bool is_cygwin(const char *name)
{
	return !strcmp(skip_prefix(name), "cygwin_crt0");
}

static bool starts_threads(const char *name)
{
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

/* The string table as far as it can be derived from the names in it: they are
 * libbfd's, which has the table in one piece. */
static struct name_table find_names(struct symbols symbols, const struct elf *elf,
                                    const struct elf_symbols *raw)
{
	const char *first = NULL, *last = NULL;
	uintptr_t base = 0;
	size_t i;

	for (i = 0; i < symbols.n; i++) {
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

static bool has_mode_bit(const struct elf *elf, const struct symbol *symbol)
{
	return (symbol->kind == SYMBOL_FUNC || symbol->kind == SYMBOL_IFUNC) &&
	       (elf->machine == ELF_ARM || elf->machine == ELF_MIPS);
}

static bool is_local_code(const struct symbol *symbol)
{
	return symbol->binding == SYMBOL_LOCAL && symbol->section && symbol->section->is_code;
}

void symbols_complete(struct symbols symbols, const struct elf *elf, const struct elf_symbols *raw)
{
	struct name_table names = raw ? find_names(symbols, elf, raw)
	                              : (struct name_table){ .budget = BUDGET };
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		struct symbol *symbol = &symbols.list[i];

		if (raw)
			symbol->size = elf_symbol_at(elf, raw, i).size;
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
		symbol->name = arena_text(arena, symbol->name, (size_t)(at - symbol->name));
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
	const size_t most = sizeof((struct code *)NULL)->list / sizeof *((struct code *)NULL)->list;
	struct code code = { .n = 0 };
	size_t i;

	for (i = 0; i < image->nsections && code.n < most; i++)
		if (image->sections[i].is_code)
			code.list[code.n++] = &image->sections[i];
	return code;
}

/* Follows one descriptor, which begins with the function's address.
 * Source: 64-bit PowerPC ELF Application Binary Interface, version 1.9. */
static bool follow(struct symbol *symbol, const struct image *image, const struct code *code,
                   struct bytes rest)
{
	const struct section *in = symbol->section;
	struct bytes before;
	uint64_t entry;
	size_t i;

	if (symbol->kind != SYMBOL_FUNC || !in || strcmp(in->name, ".opd") != 0 ||
	    symbol->low - in->low > rest.len ||
	    !bytes_take(&rest, (size_t)(symbol->low - in->low), &before) ||
	    !bytes_take_number(&rest, 8, image->machine.big_endian, &entry))
		return false;
	for (i = 0; i < code->n; i++)
		if (entry >= code->list[i]->low && entry < code->list[i]->high) {
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
		if (symbols.list[i].table == TABLE_SYNTHETIC && symbols.list[i].name[0] == '.')
			return true;
	return false;
}

struct symbols symbols_follow_descriptors(struct symbols symbols, const struct image *image,
                                          struct bytes descriptors, struct arena *arena)
{
	const struct code code = find_code(image);
	const bool add_dots = !has_dot_names(symbols);
	struct symbols more = { arena_alloc(arena, 2 * symbols.n, sizeof *more.list), symbols.n };
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

void symbols_describe(struct symbols symbols, struct image *image)
{
	size_t i;

	for (i = 0; i < symbols.n; i++) {
		const struct symbol *symbol = &symbols.list[i];

		if (!image->is_profiled)
			image->is_profiled = is_mcount(symbol->name);
		if (starts_threads(symbol->name))
			image->has_threads = true;
		if (image->machine.is_windows && is_cygwin(symbol->name))
			image->machine.is_windows = false;
	}
}

void symbols_note(enum symbol_table from, size_t n, bool is_damaged, const struct image *image,
                  struct notes *notes)
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
	                             from == TABLE_DEBUG ? image->debug_path : "");
	notes_add_all(notes, &note, 1);
}
