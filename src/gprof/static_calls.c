/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include "model/model.h"
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

static const char white[] = " \t\n\v\f\r";

/* Makes a symbol of a line, if it is one: address, letter, name; the name may follow the letter
 * without a blank.  If the address is not a number, *address is unchanged. */
static bool parse_line(char *line, uint64_t *address, struct symbol *out,
                       const struct section *text, struct arena *arena) {
	char *rest, *end;
	const char *number = strtok_r(line, white, &rest);
	const char *type = number ? strtok_r(NULL, white, &rest) : NULL;
	const char *name = type && type[1] ? type + 1 : type ? strtok_r(NULL, white, &rest) : NULL;

	if (!name || (*type != 't' && *type != 'T'))
		return false;
	uint64_t value = strtoull(number, &end, 16);
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
	struct bytes text = { NULL, 0 };
	char line[LINE_BYTES + 1];
	struct symbol symbol, *list = NULL;
	uint64_t address = 0;
	size_t n = 0;

	/* What is no regular file is read by the one way that waits for nobody. */
	if (!bytes_read_named(&text, path, arena, err) && !bytes_is_directory(path))
		return fail_null(err, "could not open %s.", path);
	FILE *file = text.len ? fmemopen(arena_copy(arena, text.data, text.len, 1), text.len, "r")
	                      : NULL;
	while (file && fgets(line, sizeof line, file))
		if (parse_line(line, &address, &symbol, image->text, arena))
			arena_append(arena, list, n, symbol);
	if (file)
		fclose(file);
	if (!n)
		return fail_null(err, "file `%s' has no symbols", path);
	struct image *changed = with_symbols(image, list, n, arena);
	changed->leading_char = 0;
	return changed;
}

static int compare(const void *a, const void *b) {
	const struct order_entry *x = a, *y = b;

	return strcmp(x->function, y->function);
}

/* Splits the line at *text, "FILE:...NAME", in place: the name is what follows the last blank.
 * False if it is not a line of a map. */
static bool parse_entry(char **text, size_t file_len, struct order_entry *out) {
	char *file = *text, *colon = file + file_len, *end = colon + strcspn(colon, "\n");
	const bool is_last = !*colon; /* its colon may be missing */

	if (!is_last && (*colon != ':' || end == colon + 1))
		return false;
	*text = end + (*end == '\n');
	*colon = *end = '\0';
	char *blank = strrchr(is_last ? file : colon + 1, ' ');
	if (!blank)
		return false;
	out->file = file;
	out->function = blank + 1;
	return true;
}

/* Parses all lines of the NUL-terminated text as gprof does: blanks between lines mean nothing. */
static bool parse_map(struct order_map *map, char *text, struct arena *arena) {
	static const char nothing[] = "No symbols in ";
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
	sort_texts(list, map->n, sizeof *list, offsetof(struct order_entry, function), arena);
	map->entries = list;
	return true;
}

const struct order_map *order_map_read(const char *path, struct arena *arena, struct error *err) {
	struct order_map *map = arena_alloc(arena, 1, sizeof *map);
	struct bytes bytes;

	if (!bytes_read_named(&bytes, path, arena, err))
		return fail_null(err, "could not open %s.", path);
	char *text = arena_text(arena, (const char *)bytes.data, bytes.len);
	map->low = text;
	map->high = text + bytes.len;
	if (!parse_map(map, text, arena))
		return fail_null(err, "unable to parse mapping file %s.", path);
	return map;
}

const struct image *order_map_apply(const struct order_map *map, const struct image *image,
                                    bool as_gprof, struct arena *arena) {
	struct symbol *list = arena_alloc(arena, image->nsymbols, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct order_entry wanted = { .function = image->symbols[i].name };
		/* Of several, the one that gprof's search finds. */
		const struct order_entry *entry = map->n ? bsearch(&wanted, map->entries, map->n,
		                                                   sizeof wanted, compare)
		                                         : NULL;
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

/* What gprof takes for a call on a machine, and where it thinks that goes. */
struct call_code {
	const char *arch;          /* prefix of its name */
	unsigned char step;        /* bytes from one possible call to the next */
	unsigned char size;        /* of a call, in bytes */
	bool is_either;            /* it may be big-endian */
	uint64_t mask, match;      /* of the bytes as a number */
	unsigned char shift, bits; /* of the distance, which is signed; 0: through a register */
	unsigned char scale;       /* bytes that it is in */
	unsigned char from;        /* the call; 0xff: the region of 256 MiB around it */
};

enum { REGION = 0xff };

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

/* Most of SPARC's instructions are taken for calls, with the distance in bytes instead of words, as
 * in Alpha's bsr.  The others are jal, and jalr that saves the return address in $ra; jsr and
 * jsr_coroutine. */
static const struct call_code machines[] = {
	{ "i386", 1, 5, false, 0xff, 0xe8, 8, 33, 1, 5 },
	{ "aarch64", 4, 4, false, 0x7c000000, 0x14000000, 0, 26, 4, 0 },
	{ "mips", 4, 4, true, 0xfc00f83f, 0x0000f809, 0, 0, 0, 0 },
	{ "mips", 4, 4, true, 0xfc000000, 0x0c000000, 0, 26, 4, REGION },
	{ "sparc", 4, 4, true, 0xc0000000, 0x40000000, 0, 30, 1, 0 },
	{ "sparc", 4, 4, true, 0x80000000, 0x80000000, 0, 30, 1, 0 },
	{ "alpha", 4, 4, true, 0xfc004000, 0x68004000, 0, 0, 0, 0 },
	{ "alpha", 4, 4, true, 0xfc000000, 0xd0000000, 0, 21, 1, 4 },
};

static const struct call_code *const machines_end = machines + sizeof machines / sizeof *machines;

static const struct call_code *machine_named(const char *arch) {
	for (const struct call_code *m = machines; m < machines_end; m++)
		if (!strncmp(arch, m->arch, strlen(m->arch)))
			return m;
	return NULL;
}

/* What the bytes at pc call, or NULL. */
static const struct call_code *decode(const struct static_calls *s, struct bytes code, uint64_t pc,
                                      uint64_t *target) {
	const struct call_code *m = s->machine;
	const uint64_t word = bytes_number(code, m->is_either && s->is_big);
	const uint64_t region = ~(uint64_t)0x0fffffff;

	for (; m < machines_end && !strcmp(m->arch, s->machine->arch); m++) {
		if ((word & m->mask) != m->match)
			continue;
		const uint64_t sign = m->bits ? (uint64_t)1 << (m->bits - 1) : 0;
		if (m->bits) /* the low bits as a signed number */
			*target = (((word >> m->shift & (2 * sign - 1)) ^ sign) - sign) * m->scale;
		*target = m->from == REGION ? (pc & region) | (*target & ~region)
		                            : pc + m->from + *target;
		return m;
	}
	return NULL;
}

/* The first histogram that overlaps [low, high), or NULL. */
static const struct histogram *histogram_of(const struct static_calls *s, uint64_t low,
                                            uint64_t high) {
	for (size_t i = 0; i < s->nranges; i++)
		if (s->ranges[i]->low < high && low < s->ranges[i]->high)
			return s->ranges[i];
	return NULL;
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

/* Takes everything that looks like a call for one, as gprof does, which takes 32 bits of the target
 * to see whether it was sampled, and so finds no calls in code that is above them. */
static void scan_bytes(const struct static_calls *s, struct search *search, size_t caller) {
	uint64_t pc = search->funcs[caller].low;
	uint64_t high = search->funcs[caller].high, target = 0;
	const struct histogram *h = histogram_of(s, pc, high);
	const uint64_t step = s->machine->step;

	if (!h)
		return;
	pc = pc < h->low ? h->low : pc;
	pc = pc < s->low ? s->low : pc;
	high = high > h->high ? h->high : high;
	for (pc = (pc + step - 1) / step * step; pc < high; pc += step) {
		const uint64_t at = pc - s->low;

		if (at >= s->code.len || s->code.len - at < s->machine->size)
			return;
		const struct call_code *call = decode(
			s, (struct bytes){ s->code.data + at, s->machine->size }, pc, &target);
		if (call && !call->bits)
			add(s, search, caller, STATIC_CALL_REGISTER);
		else if (call && histogram_of(s, (uint32_t)target, (uint32_t)target + UINT64_C(1)))
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
		    histogram_of(s, in.target, in.target + 1) &&
		    !add_call(s, search, caller, in.target) && s->entry_bytes)
			add_call(s, search, caller, in.target - s->entry_bytes);
		pc += in.size;
	}
}

static const struct static_call *find_calls(const void *context, const struct func *funcs,
                                            size_t nfuncs, size_t *n) {
	const struct static_calls *s = context;
	struct search search = { .funcs = funcs, .nfuncs = nfuncs };

	for (size_t i = 0; i < nfuncs; i++)
		if (s->disassembler)
			scan_instructions(s, &search, i);
		else
			scan_bytes(s, &search, i);
	*n = search.nfound;
	return search.found;
}

struct call_finder static_calls_finder(const struct object *object, const struct image *image,
                                       const struct records *records, bool as_gprof,
                                       struct arena *arena) {
	struct static_calls *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->arena = arena;
	s->is_big = image->machine.big_endian;
	s->ranges = arena_alloc(arena, records->nhistograms, sizeof *s->ranges);
	for (size_t i = 0; i < records->nhistograms; i++) {
		const struct histogram *h = &records->histograms[i];
		const struct histogram *last = s->nranges ? s->ranges[s->nranges - 1] : NULL;

		/* Files of one program have the same ones. */
		if (!last || h->low != last->low || h->high != last->high)
			s->ranges[s->nranges++] = h;
	}
	s->machine = as_gprof ? machine_named(image->machine.arch) : NULL;
	if (!s->machine) {
		s->disassembler = disassembler_new(object, arena, &ignored);
		/* In ppc64's second ABI, calls from the same file skip two instructions. */
		s->entry_bytes = !strncmp(image->machine.arch, "powerpc:common64", 16) ? 8 : 0;
	} else if (image->text) {
		s->low = image->text->low;
		object_section(object, image->text->name, &s->code, arena);
	}
	return (struct call_finder){ s, s->machine || s->disassembler ? find_calls : NULL };
}
