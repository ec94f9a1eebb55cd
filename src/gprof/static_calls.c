/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/static_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/code/disassembly.h"
#include "parse/object/object.h"

static struct image *with_symbols(const struct image *image, const struct symbol *list, size_t n,
                                  struct arena *arena) {
	struct image *changed = arena_copy(arena, image, 1, sizeof *changed);

	changed->symbols = list;
	changed->nsymbols = n;
	return changed;
}

/* The longest line; anything beyond it is a line of its own. */
enum { LINE_BYTES = 1022 };

/* Splits a line off the front of the text and terminates it with NUL. */
static bool take_line(struct bytes *text, char line[LINE_BYTES + 1]) {
	const unsigned char *end;
	size_t len = text->len;

	if (!len)
		return false;
	end = memchr(text->data, '\n', len);
	if (end)
		len = (size_t)(end - text->data);
	if (len > LINE_BYTES) {
		len = LINE_BYTES;
		end = NULL;
	}
	memcpy(line, text->data, len);
	line[len] = '\0';
	text->data += len + (end != NULL);
	text->len -= len + (end != NULL);
	return true;
}

/* Splits a word off the front of the text and terminates it with NUL. */
static char *take_word(char **rest) {
	static const char blanks[] = " \t\n\v\f\r";
	char *word = *rest + strspn(*rest, blanks);
	char *end = word + strcspn(word, blanks);

	*rest = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

/* Makes a symbol of a line, if it is one: address, letter, name; the name may follow the letter
 * without a blank.  If the address is not a number, *address is unchanged. */
static bool parse_line(char *line, uint64_t *address, struct symbol *out,
                       const struct section *text, struct arena *arena) {
	char *rest = line, *number = take_word(&rest);
	const char *type = take_word(&rest);
	const char *name = *type && type[1] ? type + 1 : take_word(&rest);
	uint64_t value;
	char *end;

	if ((*type != 't' && *type != 'T') || !*name)
		return false;
	value = strtoull(number, &end, 16);
	if (end != number)
		*address = value;
	*out = (struct symbol){
		.name = arena_text(arena, name, strlen(name)),
		.low = *address,
		.section = text,
		.kind = SYMBOL_FUNC,
		.binding = *type == 't' ? SYMBOL_LOCAL : SYMBOL_GLOBAL,
		.table = TABLE_SYMTAB,
		.passes_gprof = true,
	};
	return true;
}

const struct image *symbol_file_read(const struct image *image, const char *path,
                                     struct arena *arena, struct error *err) {
	struct image *changed;
	char line[LINE_BYTES + 1];
	struct symbol symbol, *list = NULL;
	uint64_t address = 0;
	struct bytes text = { NULL, 0 };
	size_t n = 0;

	if (!bytes_read_named(&text, path, arena, err) && !bytes_is_directory(path))
		return fail_null(err, "could not open %s.", path);
	while (take_line(&text, line)) {
		if (!parse_line(line, &address, &symbol, image->text, arena))
			continue;
		arena_append(arena, list, n, symbol);
	}
	if (!n)
		return fail_null(err, "file `%s' has no symbols", path);
	changed = with_symbols(image, list, n, arena);
	changed->leading_char = 0;
	return changed;
}

static int by_function(const void *a, const void *b, const void *context) {
	const struct order_entry *x = a, *y = b;

	return strcmp(x->function, y->function);
}

/* Splits the line at *text, "FILE:...NAME", in place: the name is what follows the last blank.
 * False if it is not a line of a map. */
static bool parse_entry(char **text, size_t file_len, struct order_entry *out) {
	char *file = *text, *colon = file + file_len;
	char *end = colon + strcspn(colon, "\n"), *blank;
	const bool is_last = !*colon; /* its colon may be missing */

	if (!is_last && (*colon != ':' || end == colon + 1))
		return false;
	*text = end + (*end == '\n');
	*colon = *end = '\0';
	blank = strrchr(is_last ? file : colon + 1, ' ');
	if (!blank)
		return false;
	out->file = file;
	out->function = blank + 1;
	return true;
}

/* Parses all lines of the NUL-terminated text as gprof does: white space between lines means
 * nothing. */
static bool parse_map(struct order_map *map, char *text, struct arena *arena) {
	static const char nothing[] = "No symbols in ", white[] = " \t\n\v\f\r";
	struct order_entry *list = NULL;

	if (!*text)
		return false;
	for (; *text; text += strspn(text, white)) {
		const size_t len = strcspn(text, "\n:");
		struct order_entry entry;

		if (!len)
			return false;
		if (!strncmp(text, nothing, sizeof nothing - 1)) {
			text += len;
			continue;
		}
		if (!parse_entry(&text, len, &entry))
			return false;
		entry.is_first = !map->n || strcmp(list[map->n - 1].file, entry.file) != 0;
		arena_append(arena, list, map->n, entry);
	}
	sort_stable(list, map->n, sizeof *list, by_function, NULL, arena);
	map->entries = list;
	return true;
}

const struct order_map *order_map_read(const char *path, struct arena *arena, struct error *err) {
	struct order_map *map = arena_alloc(arena, 1, sizeof *map);
	struct bytes bytes;
	char *text;

	if (!bytes_read_named(&bytes, path, arena, err))
		return fail_null(err, "could not open %s.", path);
	text = arena_text(arena, (const char *)bytes.data, bytes.len);
	map->low = text;
	map->high = text + bytes.len;
	if (!parse_map(map, text, arena))
		return fail_null(err, "unable to parse mapping file %s.", path);
	return map;
}

/* The entry of a function, or NULL.  If there are several, the one that gprof's search finds
 * first. */
static const struct order_entry *find(const struct order_map *map, const char *function) {
	size_t low = 0, high = map->n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(function, map->entries[middle].function);

		if (!order)
			return &map->entries[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

const struct image *order_map_apply(const struct order_map *map, const struct image *image,
                                    bool as_gprof, struct arena *arena) {
	struct symbol *list = arena_alloc(arena, image->nsymbols, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct order_entry *entry = find(map, image->symbols[i].name);

		const bool is_dropped = entry && !entry->is_first;

		if (is_dropped && !as_gprof)
			continue;
		list[n] = image->symbols[i];
		if (is_dropped)
			list[n].passes_gprof = false;
		else if (entry)
			list[n].name = entry->file;
		n++;
	}
	return with_symbols(image, list, n, arena);
}

bool order_map_gave(const struct order_map *map, const char *name) {
	return name >= map->low && name < map->high;
}

/* What an instruction calls. */
enum call_kind { CALLS_NOTHING, CALLS_TARGET, CALLS_REGISTER };

/* How gprof finds the calls on a machine. */
struct call_code {
	const char *arch; /* prefix of its name */
	unsigned step;    /* bytes from one possible call to the next */
	unsigned size;    /* of a call, in bytes */

	/* Says what the `size` bytes at pc call, and where. */
	enum call_kind (*decode)(struct bytes code, bool is_big, uint64_t pc, uint64_t *target);
};

struct static_calls {
	const struct histogram **ranges; /* distinct; shape: [nranges] */
	size_t nranges;
	struct arena *arena;

	/* The first four if gprof's method is used, else the last two. */
	const struct call_code *machine;
	bool is_big;       /* big-endian */
	struct bytes code; /* of .text */
	uint64_t low;      /* address of .text */
	struct disassembler *disassembler;
	unsigned entry_bytes; /* that a call may skip at a function's start */
};

/* The calls found so far, and the functions to look among. */
struct search {
	const struct func *funcs;
	size_t nfuncs;
	struct static_call *found;
	size_t nfound;
};

static enum call_kind decode_x86(struct bytes code, bool is_big, uint64_t pc, uint64_t *target) {
	enum { CALL = 0xe8, SIZE = 5 };

	if (code.data[0] != CALL)
		return CALLS_NOTHING;
	*target = pc + SIZE + bytes_number((struct bytes){ code.data + 1, 4 }, false);
	return CALLS_TARGET;
}

/* The low bits of a word as a signed number. */
static uint64_t displacement(uint64_t word, unsigned bits) {
	const uint64_t sign = (uint64_t)1 << (bits - 1);

	return ((word & (2 * sign - 1)) ^ sign) - sign;
}

static enum call_kind decode_aarch64(struct bytes code, bool is_big, uint64_t pc,
                                     uint64_t *target) {
	const uint64_t word = bytes_number(code, false);

	if ((word & 0x7c000000) != 0x14000000)
		return CALLS_NOTHING;
	*target = pc + 4 * displacement(word, 26);
	return CALLS_TARGET;
}

/* jal, and jalr that saves the return address in $ra. */
static enum call_kind decode_mips(struct bytes code, bool is_big, uint64_t pc, uint64_t *target) {
	const uint64_t word = bytes_number(code, is_big);
	const uint64_t region = 0x0fffffff;

	if ((word & 0xfc00f83f) == 0x0000f809)
		return CALLS_REGISTER;
	if ((word & 0xfc000000) != 0x0c000000)
		return CALLS_NOTHING;
	*target = (pc & ~region) | ((word << 2) & region);
	return CALLS_TARGET;
}

/* As in gprof: most instructions are taken for calls, with the displacement in bytes instead of
 * words. */
static enum call_kind decode_sparc(struct bytes code, bool is_big, uint64_t pc, uint64_t *target) {
	const uint64_t word = bytes_number(code, is_big);

	if (!(word & 0xc0000000))
		return CALLS_NOTHING;
	*target = pc + displacement(word, 30);
	return CALLS_TARGET;
}

/* jsr and jsr_coroutine; bsr, with the displacement in bytes instead of words. */
static enum call_kind decode_alpha(struct bytes code, bool is_big, uint64_t pc, uint64_t *target) {
	enum { JUMPS = 0x1a, BSR = 0x34 };
	const uint64_t word = bytes_number(code, is_big);
	const uint64_t opcode = word >> 26;

	if (opcode == JUMPS)
		return word & 1 << 14 ? CALLS_REGISTER : CALLS_NOTHING;
	if (opcode != BSR)
		return CALLS_NOTHING;
	*target = pc + 4 + displacement(word, 21);
	return CALLS_TARGET;
}

static const struct call_code machines[] = {
	{ "i386", 1, 5, decode_x86 },    { "aarch64", 4, 4, decode_aarch64 },
	{ "mips", 4, 4, decode_mips },   { "sparc", 4, 4, decode_sparc },
	{ "alpha", 4, 4, decode_alpha },
};

static const struct call_code *machine_named(const char *arch) {
	size_t i;

	for (i = 0; i < sizeof machines / sizeof *machines; i++)
		if (!strncmp(arch, machines[i].arch, strlen(machines[i].arch)))
			return &machines[i];
	return NULL;
}

/* The first histogram that overlaps [low, high), or NULL. */
static const struct histogram *histogram_of(const struct static_calls *s, uint64_t low,
                                            uint64_t high) {
	size_t i;

	for (i = 0; i < s->nranges; i++)
		if (s->ranges[i]->low < high && low < s->ranges[i]->high)
			return s->ranges[i];
	return NULL;
}

/* Whether some histogram holds the address; gprof takes 32 bits of it, and so finds no calls in
 * code that is above them. */
static bool is_sampled(const struct static_calls *s, uint64_t address, uint64_t mask) {
	size_t i;

	for (i = 0; i < s->nranges; i++)
		if ((address & mask) >= s->ranges[i]->low && (address & mask) < s->ranges[i]->high)
			return true;
	return false;
}

/* The index of the first function that begins at or after the address. */
static size_t function_after(const struct search *search, uint64_t at) {
	return lower_bound(search->funcs, search->nfuncs, sizeof *search->funcs,
	                   offsetof(struct func, low), at);
}

static void add(const struct static_calls *s, struct search *search, size_t caller, size_t callee) {
	arena_append(s->arena, search->found, search->nfound,
	             (struct static_call){ (uint32_t)caller, (uint32_t)callee });
}

/* Adds a call if a function begins at its target. */
static bool add_call(const struct static_calls *s, struct search *search, size_t caller,
                     uint64_t target) {
	const size_t callee = function_after(search, target);
	const bool is_one = callee < search->nfuncs && search->funcs[callee].low == target;

	if (is_one)
		add(s, search, caller, callee);
	return is_one;
}

/* Takes everything that looks like a call for one, as gprof does. */
static void scan_bytes(const struct static_calls *s, struct search *search, size_t caller) {
	uint64_t pc = search->funcs[caller].low;
	uint64_t high = search->funcs[caller].high, target;
	const struct histogram *h = histogram_of(s, pc, high);
	const uint64_t step = s->machine->step;

	if (!h)
		return;
	pc = pc < h->low ? h->low : pc;
	pc = pc < s->low ? s->low : pc;
	high = high > h->high ? h->high : high;
	for (pc = (pc + step - 1) / step * step; pc < high; pc += step) {
		const uint64_t at = pc - s->low;
		enum call_kind kind;

		if (at >= s->code.len || s->code.len - at < s->machine->size)
			return;
		kind = s->machine->decode((struct bytes){ s->code.data + at, s->machine->size },
		                          s->is_big, pc, &target);
		if (kind == CALLS_REGISTER)
			add(s, search, caller, STATIC_CALL_REGISTER);
		else if (kind == CALLS_TARGET && is_sampled(s, target, UINT32_MAX))
			add_call(s, search, caller, target);
	}
}

/* Reads a function's instructions, except those of functions inside it. */
static void scan_instructions(const struct static_calls *s, struct search *search, size_t caller) {
	uint64_t pc = search->funcs[caller].low;
	const uint64_t high = search->funcs[caller].high;
	const struct histogram *h = histogram_of(s, pc, high);
	size_t inside = caller + 1;
	struct instruction in;

	if (!h)
		return;
	while (pc < high && pc < h->high) {
		if (inside < search->nfuncs && pc >= search->funcs[inside].low) {
			pc = search->funcs[inside].high > pc ? search->funcs[inside].high : pc;
			inside++;
			if (inside < function_after(search, pc))
				inside = function_after(search, pc);
			continue;
		}
		if (!disassembler_read(s->disassembler, pc, &in))
			return;
		if (in.is_call && in.has_target && pc >= h->low &&
		    is_sampled(s, in.target, UINT64_MAX) &&
		    !add_call(s, search, caller, in.target) && s->entry_bytes)
			add_call(s, search, caller, in.target - s->entry_bytes);
		pc += in.size;
	}
}

static const struct static_call *find_calls(const void *context, const struct func *funcs,
                                            size_t nfuncs, size_t *n) {
	const struct static_calls *s = context;
	struct search search = { .funcs = funcs, .nfuncs = nfuncs };
	size_t i;

	for (i = 0; i < nfuncs; i++)
		if (s->disassembler)
			scan_instructions(s, &search, i);
		else
			scan_bytes(s, &search, i);
	*n = search.nfound;
	return search.found;
}

/* Lists the ranges of histograms; files of one program have the same ones. */
static void list_ranges(struct static_calls *s, const struct records *r) {
	size_t i;

	s->ranges = arena_alloc(s->arena, r->nhistograms, sizeof *s->ranges);
	for (i = 0; i < r->nhistograms; i++) {
		const struct histogram *h = &r->histograms[i];
		const struct histogram *last = s->nranges ? s->ranges[s->nranges - 1] : NULL;

		if (!last || h->low != last->low || h->high != last->high)
			s->ranges[s->nranges++] = h;
	}
}

/* In ppc64's second ABI, functions begin with two instructions that calls from the same file
 * skip. */
static unsigned entry_bytes(const struct machine *machine) {
	return !strncmp(machine->arch, "powerpc:common64", 16) ? 8 : 0;
}

struct call_finder static_calls_finder(const struct object *object, const struct image *image,
                                       const struct records *records, bool as_gprof,
                                       struct arena *arena) {
	struct static_calls *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->arena = arena;
	s->is_big = image->machine.big_endian;
	list_ranges(s, records);
	s->machine = as_gprof ? machine_named(image->machine.arch) : NULL;
	if (!s->machine) {
		s->disassembler = disassembler_new(object, arena, &ignored);
		s->entry_bytes = entry_bytes(&image->machine);
	} else if (image->text) {
		s->low = image->text->low;
		object_section(object, image->text->name, &s->code, arena);
	}
	return (struct call_finder){ s, s->machine || s->disassembler ? find_calls : NULL };
}
