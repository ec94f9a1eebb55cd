/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/lines.h"

#include "parse/object/object.h"

/* The smaller range first, of equal ones that of the last owner. */
static int by_size(const void *a, const void *b, const void *context) {
	const struct span *x = a, *y = b;
	const uint64_t m = x->high - x->low, n = y->high - y->low;

	if (m != n)
		return m < n ? -1 : 1;
	return x->owner > y->owner ? -1 : x->owner < y->owner;
}

/* Where ranges begin and end, each address once. */
static uint64_t *list_ends(const struct span *ranges, size_t n, size_t *nends,
                           struct arena *scratch) {
	uint64_t *ends = arena_space(scratch, 2 * n, sizeof *ends);

	for (size_t i = 0; i < n; i++) {
		ends[2 * i] = ranges[i].low;
		ends[2 * i + 1] = ranges[i].high;
	}
	ends = sort_copy(ends, 2 * n, sizeof *ends, 0, scratch);
	for (size_t i = *nends = 0; i < 2 * n; i++)
		if (!i || ends[i] != ends[*nends - 1])
			ends[(*nends)++] = ends[i];
	return ends;
}

/* The first stretch from number i on that has no owner yet. */
static size_t first_free(size_t *next, size_t i) {
	for (; next[i] != i; i = next[i])
		next[i] = next[next[i]];
	return i;
}

/* Each range gets what no smaller one has of the stretches between ends. */
struct spans spans_cut(const struct span *ranges, size_t n, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct span_list out = { .arena = scratch };
	struct span *sorted = arena_copy(scratch, ranges, n, sizeof *sorted);
	struct work work = { .left = UINT64_MAX };
	size_t nends;
	const uint64_t *ends = list_ends(ranges, n, &nends, scratch);
	size_t *next = arena_space(scratch, nends + 1, sizeof *next);
	const struct span **owner = arena_alloc(scratch, nends, sizeof *owner);

	for (size_t i = 0; i <= nends; i++)
		next[i] = i;
	sort_stable(sorted, n, sizeof *sorted, by_size, NULL, scratch);
	for (size_t i = 0; i < n; i++) {
		size_t k = lower_bound(ends, nends, sizeof *ends, 0, sorted[i].low);
		for (; ends[k = first_free(next, k)] < sorted[i].high; next[k] = k + 1)
			owner[k] = &sorted[i];
	}
	for (size_t i = 0; i < nends; i++)
		if (owner[i])
			span_list_add(&out, (struct span){ ends[i], ends[i + 1], owner[i]->owner },
			              &work);
	return (struct spans){ arena_copy(arena, out.list, out.n, sizeof *out.list), out.n };
}

size_t spans_at(const struct spans *spans, uint64_t address) {
	return upper_bound(spans->list, spans->n, sizeof *spans->list, offsetof(struct span, high),
	                   address);
}

enum {
	READ_KEPT = 16 << 20, /* bytes; more if they are needed again */
	ENTRY_WORK = 4,       /* for finding its abbreviation */
	MOST_STEPS = 16       /* from an entry to the one that has its name */
};

static const uint32_t no_function = UINT32_MAX;

/* The debug information of an object. */
struct object_entries {
	struct dwarf_files files;
	struct dwarf_entries entries;
	struct dwarf_entries *shared; /* the alternate file's; NULL: not yet */
};

/* A unit's functions that have code. */
struct unit {
	const struct dwarf_info_unit *info;
	struct object_entries *object; /* that it is of */
	bool is_read;
	bool was_read;                       /* and forgotten */
	const struct dwarf_entries *entries; /* where the functions are */
	struct dwarf_function *functions;    /* outermost ones first */
	struct spans spans;                  /* owned by functions */
};

struct dwarf_functions {
	struct object_entries *objects; /* shape: [nobjects] */
	size_t nobjects;
	struct arena *arena;
	struct arena *scratch;   /* for reading a unit */
	struct arena *read;      /* what units own */
	struct cache_limit kept; /* of that; its parts are units */
	struct unit *units;      /* of all objects; shape: [nunits] */
	size_t nunits;
	struct spans spans; /* owned by units */
	bool has_hidden;    /* some unit does not list its ranges */
};

/* A unit being read. */
struct scan {
	struct work *work;
	const struct dwarf_info_unit *unit;
	bool is_plain; /* in a language like C */
	struct arena *scratch;
	struct dwarf_function *functions; /* shape: [n] */
	uint32_t *outer;                  /* of each, or no_function */
	size_t n;
	struct span_list ranges;
	uint32_t *open; /* of each level of entries, the function that
	                   contains them; shape: [depth] */
	size_t depth;
};

/* Whether names in the language, DW_LANG_*, are what the linker sees: C and its like.  Source:
 * DWARF 5, section 7.12, and the numbers that vendors use. */
static bool is_plain(uint64_t language) {
	static const uint16_t plain[] = {
		0x01,   0x02, 0x0c,   0x1d, /* C89, C, C99, C11 */
		0x05,   0x06, 0x07,   0x09, /* Cobol74, Cobol85, Fortran77, Pascal83 */
		0x0f,   0x12, 0x8765,       /* PLI, UPC, Upc */
		0x8001,                     /* Mips_Assembler */
	};

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (plain[i] == language)
			return true;
	return false;
}

/* Adds a function, if it has code.  Returns its index, or `outer`. */
static uint32_t add_function(struct scan *s, const struct dwarf_entry *entry, uint64_t offset,
                             uint32_t outer) {
	const size_t first = s->ranges.n;
	struct dwarf_function f = { .entry = offset,
		                    .is_inlined = entry->tag == TAG_INLINED_SUBROUTINE,
		                    .call_file = entry->call_file.number,
		                    .call_line = entry->call_line.number };

	dwarf_code_ranges(s->unit, &entry->code, (uint32_t)s->n, &s->ranges);
	if (s->ranges.n == first)
		return outer;
	f.low = s->ranges.list[first].low;
	arena_put(s->scratch, s->functions, s->n, f);
	arena_put(s->scratch, s->outer, s->n, outer);
	return (uint32_t)s->n++;
}

/* Whether there can be no function below an entry: in languages like C, none is in a type; in
 * others, some are. */
static bool holds_no_code(const struct scan *s, uint64_t tag) {
	switch (tag) {
	case 0x01:   /* array_type */
	case 0x04:   /* enumeration_type */
	case 0x15:   /* subroutine_type */
	case 0x48:   /* call_site */
	case 0x4109: /* GNU_call_site */
		return true;
	case 0x13: /* structure_type */
	case 0x17: /* union_type */
		return s->is_plain;
	default:
		return false;
	}
}

/* Skips everything below an entry, if it says where that ends. */
static bool pass_children(const struct scan *s, struct dwarf_cursor *in,
                          const struct dwarf_abbreviation *a) {
	const unsigned char *begin = dwarf_unit_data(s->unit);
	struct dwarf_cursor values = *in;
	uint64_t offset = dwarf_entry_sibling(&values, a, &s->unit->shape);

	if (offset >= s->unit->end - s->unit->offset || begin + offset <= in->at)
		return false;
	in->at = begin + offset;
	return true;
}

/* Reads one entry; false if it is invalid. */
static bool scan_entry(struct scan *s, struct dwarf_cursor *in, uint64_t code, uint64_t offset) {
	const struct dwarf_abbreviation *a = dwarf_abbreviation_find(s->unit->abbreviations, code);
	uint32_t function = s->depth ? s->open[s->depth - 1] : no_function;
	struct dwarf_entry entry;

	if (!a)
		return false;
	if (a->has_children && holds_no_code(s, a->tag) && pass_children(s, in, a))
		return true;
	const bool is_function = a->tag == TAG_SUBPROGRAM || a->tag == TAG_INLINED_SUBROUTINE ||
	                         a->tag == TAG_ENTRY_POINT;
	if (!is_function || !a->has_code) {
		if (!dwarf_entry_skip(in, a, &s->unit->shape))
			return false;
	} else {
		if (!dwarf_entry_read(&entry, s->unit, in, a))
			return false;
		function = add_function(s, &entry, offset, function);
	}
	if (a->has_children)
		arena_append(s->scratch, s->open, s->depth, function);
	return true;
}

static void scan_entries(struct scan *s) {
	const unsigned char *begin = dwarf_unit_data(s->unit);
	struct dwarf_cursor in = dwarf_entry_cursor(s->unit, s->unit->first);

	while (dwarf_left(&in) && work_pay(s->work, ENTRY_WORK)) {
		uint64_t offset = s->unit->offset + (size_t)(in.at - begin);
		uint64_t code = dwarf_uleb(&in);

		if (code) {
			if (!scan_entry(s, &in, code, offset))
				return;
		} else if (s->depth) {
			s->depth--;
		}
		if (!s->depth)
			return;
	}
}

static struct unit *unit_of(struct dwarf_functions *f, uint32_t number) {
	struct unit *unit = &f->units[number];
	const struct dwarf_files *files = &unit->object->files;
	struct scan s = { .work = files->own.work };

	if (unit->is_read)
		return unit;
	unit->is_read = true;
	cache_limit_read(&f->kept, unit->was_read);
	if (unit->info->split_name && files->split) /* its entries are in its split part */
		s.unit = files->split(files->context, unit->info);
	s.unit = s.unit ? s.unit : unit->info;
	unit->entries = s.unit->entries;
	s.is_plain = is_plain(s.unit->language);
	s.scratch = s.ranges.arena = f->scratch;
	scan_entries(&s);
	/* What was found is copied; indexes of functions become pointers. */
	unit->functions = arena_alloc(f->read, s.n, sizeof *unit->functions);
	for (size_t i = 0; i < s.n; i++) {
		unit->functions[i] = s.functions[i];
		if (s.outer[i] != no_function)
			unit->functions[i].outer = &unit->functions[s.outer[i]];
	}
	unit->spans = spans_cut(s.ranges.list, s.ranges.n, f->read);
	arena_reset(f->scratch);
	return unit;
}

/* Finds the unit of an address.  Units that do not list their ranges are read for those of their
 * functions when needed. */
static void list_units(struct dwarf_functions *f, bool with_hidden) {
	struct span_list all = { .arena = arena_new() };

	f->has_hidden = false;
	for (uint32_t i = 0; i < f->nunits; i++) {
		const struct dwarf_info_unit *unit = f->units[i].info;

		size_t before = all.n;
		dwarf_code_ranges(unit, &unit->code, i, &all);
		if (all.n > before ||
		    (unit->tag != TAG_COMPILE_UNIT && unit->tag != TAG_SKELETON_UNIT))
			continue;
		f->has_hidden |= !with_hidden;
		const struct spans *spans = with_hidden ? &unit_of(f, i)->spans : NULL;
		for (size_t k = 0; spans && k < spans->n; k++)
			span_list_add(&all,
			              (struct span){ spans->list[k].low, spans->list[k].high, i },
			              unit->entries->sections.work);
	}
	f->spans = spans_cut(all.list, all.n, f->arena);
	arena_free(all.arena);
}

struct dwarf_functions *dwarf_functions_open(const struct dwarf_files *files, size_t n,
                                             struct arena *arena) {
	struct dwarf_functions *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = arena;
	f->objects = arena_alloc(arena, n, sizeof *f->objects);
	f->scratch = arena_within(arena);
	f->read = arena_within(arena);
	f->kept.most = READ_KEPT;
	for (; f->nobjects < n; f->nobjects++) {
		struct object_entries *object = &f->objects[f->nobjects];
		const struct dwarf_entries *e = &object->entries;

		object->files = files[f->nobjects];
		dwarf_entries_open(&object->entries, &object->files.own, arena);
		for (size_t i = 0; i < e->nunits; i++)
			arena_append(arena, f->units, f->nunits,
			             (struct unit){ .info = &e->units[i], .object = object });
	}
	list_units(f, false);
	return f;
}

void dwarf_functions_forget(struct dwarf_functions *f) {
	size_t held = arena_size(f->read);

	for (size_t i = 0; i < f->nobjects; i++)
		if (f->objects[i].entries.loaded)
			held += arena_size(f->objects[i].entries.loaded);
	if (!cache_limit_drops(&f->kept, held))
		return;
	arena_reset(f->read);
	for (size_t i = 0; i < f->nobjects; i++)
		dwarf_entries_forget(&f->objects[i].entries);
	for (size_t i = 0; i < f->nunits; i++)
		f->units[i] = (struct unit){ .info = f->units[i].info,
			                     .object = f->units[i].object,
			                     .was_read = f->units[i].is_read ||
			                                 f->units[i].was_read };
	cache_limit_dropped(&f->kept);
}

/* Where an entry is: in an object's own file, or in the one that dwz(1) moved what several files
 * share to. */
struct entry_place {
	const struct dwarf_entries *entries; /* NULL: in no file that is there */
	uint64_t offset;
	const struct dwarf_entries *shared; /* those of the other file, or NULL */
};

/* Reads an entry, and moves on to the one with more about it; without one, returns its unit and
 * sets *is_last.  Returns NULL if there is no such entry. */
static const struct dwarf_info_unit *read_entry(struct dwarf_entry *out, struct entry_place *at,
                                                bool *is_last) {
	const struct dwarf_info_unit *unit = at->entries
	                                             ? dwarf_entry_at(out, at->entries, at->offset)
	                                             : NULL;
	const enum dwarf_meaning meaning = unit ? out->origin.meaning : DWARF_ABSENT;

	*is_last = meaning != DWARF_UNIT_ENTRY && meaning != DWARF_INFO_ENTRY &&
	           meaning != DWARF_SHARED_ENTRY;
	if (*is_last)
		return unit;
	at->offset = out->origin.number + (meaning == DWARF_UNIT_ENTRY ? unit->offset : 0);
	if (meaning == DWARF_SHARED_ENTRY)
		at->entries = at->shared;
	return unit;
}

/* The name of the entry there with those of the namespaces, types and functions that it is in.
 * Types without a name are in braces, as in demangled names: {lambda(int)}. */
static const char *scoped_name(const char *name, struct entry_place at, struct arena *arena) {
	struct dwarf_entry entry;

	for (int i = 0; i < MOST_STEPS && strlen(name) < DWARF_TEXT_MAX; i++) {
		const struct dwarf_info_unit *unit;
		const char *scope = NULL;
		bool is_last = false;

		if (!(at.offset = dwarf_entry_scope(at.entries, at.offset)))
			break;
		for (int k = 0; k < MOST_STEPS && !is_last; k++) {
			if (!(unit = read_entry(&entry, &at, &is_last)))
				return name;
			scope = scope ? scope : dwarf_entry_text(&entry.name, unit);
		}
		if (!scope)
			scope = entry.tag == TAG_NAMESPACE ? "(anonymous namespace)" : "{unnamed}";
		name = *scope == '<' ? arena_format(arena, "{%.*s}::%s", (int)strlen(scope + 2),
		                                    scope + 1, name)
		                     : arena_format(arena, "%s::%s", scope, name);
	}
	return name;
}

/* Finds the name and the line of a function in its entry or in those that it refers to: the
 * linker's name if one of them has it. */
static void find_name(struct dwarf_function *f, struct entry_place at, struct arena *arena) {
	uint64_t language = 0; /* shared units need not have one */
	const struct dwarf_info_unit *first = NULL;
	struct dwarf_entry entry;
	bool has_linkage = false, is_last = false;

	for (int i = 0; i < MOST_STEPS && !is_last && !(has_linkage && f->declared); i++) {
		const struct dwarf_info_unit *unit = read_entry(&entry, &at, &is_last);

		if (!unit)
			return;
		first = first ? first : unit;
		if (!f->declared && entry.declared.number <= UINT32_MAX)
			f->declared = (unsigned)entry.declared.number;
		if (!f->declared_file && unit == first)
			f->declared_file = entry.declared_file.number;
		const char *linkage = dwarf_entry_text(&entry.linkage_name, unit);
		if (linkage && !has_linkage) {
			f->name = linkage;
			f->is_linker_name = has_linkage = true;
		}
		const char *name = dwarf_entry_text(&entry.name, unit);
		language = unit->language ? unit->language : language;
		if (name && !f->name) {
			f->name = name;
			f->is_linker_name = is_plain(language);
		}
	}
	/* Names of C++ have scopes, which an entry without the linker's name leaves out. */
	const bool is_cplusplus = language == 0x04 || language == 0x1a || language == 0x21 ||
	                          language == 0x2b || language == 0x2c;
	if (is_last && f->name && !has_linkage && is_cplusplus)
		f->name = scoped_name(f->name, at, arena);
}

/* Finds the names of a function and of those around it. */
static void find_names(struct dwarf_functions *functions, const struct unit *unit, size_t number) {
	struct object_entries *object = unit->object;
	struct dwarf_function *f = &unit->functions[number];

	/* Few programs have an alternate file, and few names are in it, but it has many units. */
	if (!object->shared && object->files.shared.info.len) {
		object->shared = arena_alloc(functions->arena, 1, sizeof *object->shared);
		dwarf_entries_open(object->shared, &object->files.shared, functions->arena);
	}
	while (!f->is_named) {
		f->is_named = true;
		find_name(f, (struct entry_place){ unit->entries, f->entry, object->shared },
		          functions->read);
		if (f->outer)
			f = &unit->functions[f->outer - unit->functions];
	}
}

/* The span that contains the address, or NULL; *end becomes the end of it, or of the gap between
 * spans, unless it is already less. */
static const struct span *span_at(const struct spans *spans, size_t i, uint64_t address,
                                  uint64_t *end) {
	const struct span *span = i < spans->n ? &spans->list[i] : NULL;

	if (!span)
		return NULL;
	uint64_t next = span->low <= address ? span->high : span->low;
	if (next < *end)
		*end = next;
	return span->low <= address ? span : NULL;
}

const struct dwarf_function *dwarf_functions_at(struct dwarf_functions *functions, uint64_t address,
                                                uint64_t *end) {
	*end = UINT64_MAX;
	size_t i = spans_at(&functions->spans, address);
	const struct span *span = span_at(&functions->spans, i, address, end);
	if (!span && functions->has_hidden) {
		list_units(functions, true);
		return dwarf_functions_at(functions, address, end);
	}
	if (!span)
		return NULL;
	struct unit *unit = unit_of(functions, span->owner);
	i = spans_at(&unit->spans, address);
	span = span_at(&unit->spans, i, address, end);
	if (!span)
		return NULL;
	find_names(functions, unit, span->owner);
	return &unit->functions[span->owner];
}

/* Split debug information: .dwo files, or all of them in one .dwp file.
 *
 * A unit is looked for, in this order:
 * 1. in PROGRAM.dwp and DEBUGFILE.dwp;
 * 2. in the .dwo file that it names, below the compilation directory;
 * 3. in a file of that name next to the program, and in each directory of
 *    --debug-dir, with its path and without.
 * Both ids must be the same. */

/* What opening a file costs beside its bytes. */
enum { OPEN_WORK = 1 << 14 };

/* Sections that units have parts of, and where those belong. */
static const struct {
	const char *name;
	size_t at; /* offset in struct dwarf_sections */
} parts[PART_KINDS] = {
	[PART_INFO] = { ".debug_info.dwo", offsetof(struct dwarf_sections, info) },
	[PART_ABBREV] = { ".debug_abbrev.dwo", offsetof(struct dwarf_sections, abbrev) },
	[PART_STR_OFFSETS] = { ".debug_str_offsets.dwo",
	                       offsetof(struct dwarf_sections, texts.str_offsets) },
	[PART_RNGLISTS] = { ".debug_rnglists.dwo", offsetof(struct dwarf_sections, rnglists) },
};

/* A .dwp file; its parts are read when needed. */
struct package {
	struct object_file file;
	struct bytes index, str;
	struct file_part places[PART_KINDS]; /* of sections */
	struct bytes whole[PART_KINDS];      /* of those that are compressed */
	struct package *next;
};

/* The units of a .dwo file, or of a part of a .dwp file. */
struct units {
	struct dwarf_entries *entries;
	struct keyed *ids; /* of those that were split off; shape: [n] */
	size_t n;
};

struct split_files {
	const struct object *object;
	struct debug_files *debug;
	struct dwarf_sections own;
	struct arena *arena;
	bool has_packages; /* they were looked for */
	struct package *packages;
	const char *last_path; /* the .dwo file that was read last */
	struct units last;
	struct arena *scratch; /* of one search */

	/* Files that were read, by device and inode, each of which allows work once: a few may be
	 * named over and over. */
	struct pairs known;
};

static struct split_files *split_files_new(const struct object *object,
                                           const struct dwarf_sections *own, struct arena *arena) {
	struct split_files *s = arena_alloc(arena, 1, sizeof *s);

	s->object = object;
	s->debug = object_debug_files(object);
	s->own = *own;
	s->arena = arena;
	s->scratch = arena_within(arena);
	s->known.index.arena = arena;
	s->debug->splits = (struct debug_splits){ .nmissing = 0 };
	return s;
}

/* Opens a file with split parts, which only ELF has, and pays for that. */
static bool open_file(struct split_files *s, struct object_file *out, const char *path) {
	struct error ignored;
	uint32_t number;

	if (!work_pay(s->own.work, OPEN_WORK) ||
	    !object_file_open(out, path, true, s->scratch, &ignored))
		return false;
	struct object_file_id id = object_file_identity(out);
	if (pairs_add(&s->known, id.device, id.inode, &number))
		object_file_allow(out, s->own.work);
	return true;
}

/* Reads a section, and pays for it. */
static void read_section(struct split_files *s, struct object_file *file, const char *name,
                         struct bytes *out) {
	const uint64_t size = object_file_size(file, name);

	*out = (struct bytes){ NULL, 0 };
	if (work_pay(s->own.work, size))
		object_file_section(file, name, out, s->arena);
}

static void close_package(void *what) {
	struct package *package = what;

	object_file_close(&package->file);
}

/* Takes the .dwp file, if there is one. */
static void open_package(struct split_files *s, const char *path) {
	struct package *p = arena_alloc(s->arena, 1, sizeof *p);

	if (!open_file(s, &p->file, path))
		return;
	arena_defer(s->arena, close_package, p);
	read_section(s, &p->file, ".debug_cu_index", &p->index);
	read_section(s, &p->file, ".debug_str.dwo", &p->str);
	for (int i = 0; i < PART_KINDS; i++)
		if (!object_file_place(&p->file, parts[i].name, &p->places[i]))
			read_section(s, &p->file, parts[i].name, &p->whole[i]);
	p->next = s->packages;
	s->packages = p;
}

/* The sections of a split unit, without those of its file. */
static struct dwarf_sections shared_sections(const struct split_files *s) {
	return (struct dwarf_sections){
		.work = s->own.work,
		.addr = s->own.addr,
		.ranges = s->own.ranges,
		.big_endian = s->own.big_endian,
		.sign_extends = s->own.sign_extends,
		.bias = s->own.bias,
	};
}

static struct bytes *part_of(struct dwarf_sections *sections, int kind) {
	return (void *)((char *)sections + parts[kind].at);
}

static bool read_part(struct split_files *s, const struct package *p, int kind,
                      struct dwarf_part part, struct bytes *out) {
	struct bytes rest = p->whole[kind], before;

	if (!part.size)
		return true;
	if (rest.data)
		return part.offset <= rest.len && part.size <= rest.len &&
		       bytes_take(&rest, (size_t)part.offset, &before) &&
		       bytes_take(&rest, (size_t)part.size, out);
	if (part.size > p->places[kind].len || !work_pay(s->own.work, part.size))
		return false;
	unsigned char *data = arena_space(s->arena, (size_t)part.size, 1);
	*out = (struct bytes){ data, (size_t)part.size };
	return file_part_read(&p->places[kind], data, out->len, (size_t)part.offset);
}

static struct units read_units(const struct split_files *s, const struct dwarf_sections *sections) {
	struct units out = { .n = 0 };

	out.entries = arena_alloc(s->arena, 1, sizeof *out.entries);
	dwarf_entries_open(out.entries, sections, s->arena);
	out.ids = arena_alloc(s->arena, out.entries->nunits, sizeof *out.ids);
	for (size_t i = 0; i < out.entries->nunits; i++)
		if (out.entries->units[i].tag == TAG_COMPILE_UNIT)
			out.ids[out.n++] = (struct keyed){ out.entries->units[i].split_id,
				                           (uint32_t)i };
	sort_keys(out.ids, out.n, s->arena);
	return out;
}

/* The unit with the skeleton's id, or NULL. */
static const struct dwarf_info_unit *find_unit(const struct units *units,
                                               const struct dwarf_info_unit *skeleton) {
	size_t low = lower_bound(units->ids, units->n, sizeof *units->ids,
	                         offsetof(struct keyed, key), skeleton->split_id);

	if (low == units->n || units->ids[low].key != skeleton->split_id)
		return NULL;
	struct dwarf_info_unit *unit = &units->entries->units[units->ids[low].index];
	dwarf_unit_join(unit, skeleton);
	return unit;
}

static const struct dwarf_info_unit *read_package(struct split_files *s, const struct package *p,
                                                  const struct dwarf_info_unit *wanted) {
	struct dwarf_sections sections = shared_sections(s);
	struct dwarf_package_unit unit;

	if (!dwarf_package_find(p->index, s->own.big_endian, wanted->split_id, s->own.work, &unit))
		return NULL;
	for (int i = 0; i < PART_KINDS; i++)
		if (!read_part(s, p, i, unit.parts[i], part_of(&sections, i)))
			return NULL;
	sections.texts.str = p->str;
	struct units units = read_units(s, &sections);
	return find_unit(&units, wanted);
}

/* Reads a .dwo file; false if it is missing or is not one. */
static bool read_file(struct split_files *s, const char *path) {
	struct dwarf_sections sections = shared_sections(s);
	struct bytes *str = &sections.texts.str;
	struct object_file file;

	if (!open_file(s, &file, path))
		return false;
	for (int i = 0; i < PART_KINDS; i++)
		read_section(s, &file, parts[i].name, part_of(&sections, i));
	read_section(s, &file, ".debug_str.dwo", str);
	object_file_close(&file);
	s->last_path = arena_text(s->arena, path, strlen(path));
	s->last = read_units(s, &sections);
	return true;
}

/* A unit being looked for among files. */
struct search {
	struct split_files *files;
	const struct dwarf_info_unit *skeleton, *found;
	const char *other; /* a file of that name without the unit */
};

static bool try(struct search *t, const char *path) {
	struct split_files *s = t->files;
	const bool is_last = s->last_path && !strcmp(s->last_path, path);

	if (!is_last && !read_file(s, path))
		return false;
	t->found = find_unit(&s->last, t->skeleton);
	if (!t->found && !t->other)
		t->other = path;
	return t->found;
}

/* Looks in a directory for the file, with its path and without. */
static bool try_folder(struct search *t, const char *folder, const char *name) {
	struct arena *arena = t->files->scratch;
	const char *last = path_last(name);

	return (*name != '/' && try(t, arena_format(arena, "%s%s", folder, name))) ||
	       (last != name && try(t, arena_format(arena, "%s%s", folder, last)));
}

static bool search(struct search *t, const char *named) {
	struct split_files *s = t->files;
	const char *name = t->skeleton->split_name;
	const char *program = object_image(s->object)->path;
	const char *const *folders = s->debug->folders;

	if (try(t, named) || try_folder(t, path_folder(program, s->scratch), name))
		return true;
	for (size_t i = 0; i < s->debug->nfolders; i++)
		if (try_folder(t, arena_format(s->scratch, "%s/", folders[i]), name))
			return true;
	return false;
}

static void count_missing(struct split_files *s, const struct search *t, const char *named) {
	struct debug_splits *splits = &s->debug->splits;
	const char **first = t->other ? &splits->other : &splits->missing;
	const char *path = t->other ? t->other : named;

	if (t->other)
		splits->nother++;
	else
		splits->nmissing++;
	if (!*first)
		*first = arena_text(s->debug->arena, path, strlen(path));
}

static const struct dwarf_info_unit *split_files_find(void *context,
                                                      const struct dwarf_info_unit *skeleton) {
	struct split_files *s = context;
	enum { EACH = 1 << 12 };
	struct search t = { s, skeleton, NULL, NULL };

	if (!work_pay(s->own.work, EACH))
		return NULL;
	if (!s->has_packages) {
		const char *debug = s->debug->debug.path;

		s->has_packages = true;
		open_package(s, arena_format(s->scratch, "%s.dwp", object_image(s->object)->path));
		if (debug)
			open_package(s, arena_format(s->scratch, "%s.dwp", debug));
	}
	for (const struct package *p = s->packages; p && !t.found; p = p->next)
		t.found = read_package(s, p, skeleton);
	const char *named = skeleton->split_name;
	if (*named != '/' && skeleton->directory)
		named = arena_format(s->scratch, "%s/%s", skeleton->directory, named);
	if (!t.found && !search(&t, named))
		count_missing(s, &t, named);
	arena_reset(s->scratch);
	return t.found;
}

static struct dwarf_files files_of(const struct object *object, uint64_t bias, bool as_libbfd,
                                   struct arena *arena) {
	const struct machine *machine = &object_image(object)->machine;
	struct dwarf_sections s = { .work = object_debug_files(object)->work,
		                    .big_endian = machine->big_endian,
		                    .sign_extends = machine->sign_extends,
		                    .bias = bias,
		                    .as_libbfd = as_libbfd };
	struct dwarf_files files = { .shared = s };

	if (!object_section_place(object, ".debug_info", &s.info_part))
		object_section(object, ".debug_info", &s.info, arena);
	object_section(object, ".debug_abbrev", &s.abbrev, arena);
	object_section(object, ".debug_ranges", &s.ranges, arena);
	object_section(object, ".debug_rnglists", &s.rnglists, arena);
	object_section(object, ".debug_addr", &s.addr, arena);
	object_section(object, ".debug_str", &s.texts.str, arena);
	object_section(object, ".debug_line_str", &s.texts.line_str, arena);
	object_section(object, ".debug_str_offsets", &s.texts.str_offsets, arena);
	object_alternate_section(object, ".debug_info", &files.shared.info, arena);
	object_alternate_section(object, ".debug_abbrev", &files.shared.abbrev, arena);
	object_alternate_section(object, ".debug_str", &files.shared.texts.str, arena);
	s.texts.shared_str = files.shared.texts.str;
	files.own = s;
	if (!as_libbfd) {
		files.split = split_files_find;
		files.context = split_files_new(object, &files.own, arena);
	}
	return files;
}

struct dwarf_functions *object_functions(const struct object *object, bool as_libbfd,
                                         struct arena *arena) {
	const struct image *image = object_image(object);
	struct dwarf_files *files = arena_space(arena, image->nobjects, sizeof *files);
	size_t i;

	for (i = 0; i < image->nobjects; i++)
		files[i] = files_of(object_part(object, i), image->objects[i].bias, as_libbfd,
		                    arena);
	return dwarf_functions_open(files, i, arena);
}
