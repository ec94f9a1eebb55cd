/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Split debug information: .dwo files, or all of them in one .dwp file.
 *
 * A unit is looked for, in this order:
 * 1. in PROGRAM.dwp and DEBUGFILE.dwp;
 * 2. in the .dwo file that it names, below the compilation directory;
 * 3. in a file of that name next to the program, and in each directory of
 *    --debug-dir, with its path and without.
 * Both ids must be the same. */
#include "parse/dwarf/object_functions.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index.h"
#include "base/path.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/image.h"
#include "parse/object/debug_files.h"
#include "parse/dwarf/dwarf_entries.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/dwarf/dwarf_packages.h"
#include "parse/object/object.h"
#include "parse/object/object_file.h"

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
	uint64_t sizes[PART_KINDS];     /* of sections */
	struct bytes whole[PART_KINDS]; /* of those that are compressed */
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

	/* Files that were read, each of which allows work once: a few may be
	 * named over and over.  shape: [known.n] */
	struct object_file_id *ids;
	struct index known;
};

static struct split_files *split_files_new(const struct object *object,
                                           const struct dwarf_sections *own, struct arena *arena)
{
	struct split_files *s = arena_alloc(arena, 1, sizeof *s);

	s->object = object;
	s->debug = object_debug_files(object);
	s->own = *own;
	s->arena = arena;
	s->scratch = arena_within(arena);
	s->known.arena = arena;
	s->debug->splits = (struct debug_splits){ .nmissing = 0 };
	return s;
}

static bool is_id(const void *ids, uint32_t number, const void *wanted)
{
	const struct object_file_id *id = ids, *other = wanted;

	return id[number].device == other->device && id[number].inode == other->inode;
}

/* Opens a file with split parts, which only ELF has, and pays for that. */
static bool open_file(struct split_files *s, struct object_file *out, const char *path)
{
	struct error ignored;
	struct object_file_id id;
	uint64_t hash;

	if (!work_pay(s->own.work, OPEN_WORK) ||
	    !object_file_open_elf(out, path, s->scratch, &ignored))
		return false;
	id = object_file_identity(out);
	hash = hash_number(hash_number(0, id.device), id.inode);
	if (index_find(&s->known, hash, is_id, s->ids, &id) != NO_ITEM)
		return true;
	s->ids = arena_room(s->arena, s->ids, s->known.n, sizeof *s->ids);
	s->ids[s->known.n] = id;
	index_add(&s->known, hash, (uint32_t)s->known.n);
	object_file_allow(out, s->own.work);
	return true;
}

/* Reads a section, and pays for it. */
static void read_section(struct split_files *s, struct object_file *file, const char *name,
                         struct bytes *out)
{
	const uint64_t size = object_file_size(file, name);

	*out = (struct bytes){ NULL, 0 };
	if (work_pay(s->own.work, size))
		object_file_section(file, name, out, s->arena);
}

static void close_package(void *what)
{
	struct package *package = what;

	object_file_close(&package->file);
}

/* Takes the .dwp file, if there is one. */
static void open_package(struct split_files *s, const char *path)
{
	struct package *p = arena_alloc(s->arena, 1, sizeof *p);
	int i;

	if (!open_file(s, &p->file, path))
		return;
	arena_defer(s->arena, close_package, p);
	read_section(s, &p->file, ".debug_cu_index", &p->index);
	read_section(s, &p->file, ".debug_str.dwo", &p->str);
	for (i = 0; i < PART_KINDS; i++) {
		p->sizes[i] = object_file_part_size(&p->file, parts[i].name);
		if (!p->sizes[i])
			read_section(s, &p->file, parts[i].name, &p->whole[i]);
	}
	p->next = s->packages;
	s->packages = p;
}

static void find_packages(struct split_files *s)
{
	const char *debug = s->debug->debug.path;

	s->has_packages = true;
	open_package(s, arena_format(s->scratch, "%s.dwp", object_image(s->object)->path));
	if (debug)
		open_package(s, arena_format(s->scratch, "%s.dwp", debug));
}

/* The sections of a split unit, without those of its file. */
static struct dwarf_sections shared_sections(const struct split_files *s)
{
	return (struct dwarf_sections){
		.work = s->own.work,
		.addr = s->own.addr,
		.ranges = s->own.ranges,
		.big_endian = s->own.big_endian,
		.sign_extends = s->own.sign_extends,
	};
}

static struct bytes *part_of(struct dwarf_sections *sections, int kind)
{
	return (void *)((char *)sections + parts[kind].at);
}

/* Whether the part lies within this many bytes. */
static bool fits(struct dwarf_part part, uint64_t size)
{
	return part.offset <= size && part.size <= size - part.offset;
}

static bool read_part(struct split_files *s, const struct package *p, int kind,
                      struct dwarf_part part, struct bytes *out)
{
	const struct bytes *whole = &p->whole[kind];
	unsigned char *data;

	if (!part.size)
		return true;
	if (fits(part, whole->len)) {
		*out = (struct bytes){ whole->data + part.offset, (size_t)part.size };
		return true;
	}
	if (!fits(part, p->sizes[kind]) || !work_pay(s->own.work, part.size))
		return false;
	data = arena_space(s->arena, (size_t)part.size, 1);
	*out = (struct bytes){ data, (size_t)part.size };
	return object_file_part(&p->file, parts[kind].name, part.offset, data, out->len);
}

static struct units read_units(const struct split_files *s, const struct dwarf_sections *sections)
{
	struct units out = { .n = 0 };
	size_t i;

	out.entries = arena_alloc(s->arena, 1, sizeof *out.entries);
	dwarf_entries_open(out.entries, sections, s->arena);
	out.ids = arena_alloc(s->arena, out.entries->nunits, sizeof *out.ids);
	for (i = 0; i < out.entries->nunits; i++)
		if (out.entries->units[i].tag == TAG_COMPILE_UNIT)
			out.ids[out.n++] = (struct keyed){ out.entries->units[i].split_id,
				                           (uint32_t)i };
	sort_keys(out.ids, out.n, s->arena);
	return out;
}

/* The unit with the skeleton's id, or NULL. */
static const struct dwarf_info_unit *find_unit(const struct units *units,
                                               const struct dwarf_info_unit *skeleton)
{
	struct dwarf_info_unit *unit;
	size_t low = lower_bound(units->ids, units->n, sizeof *units->ids,
	                         offsetof(struct keyed, key), skeleton->split_id);

	if (low == units->n || units->ids[low].key != skeleton->split_id)
		return NULL;
	unit = &units->entries->units[units->ids[low].index];
	dwarf_unit_join(unit, skeleton);
	return unit;
}

static const struct dwarf_info_unit *read_package(struct split_files *s, const struct package *p,
                                                  const struct dwarf_info_unit *wanted)
{
	struct dwarf_sections sections = shared_sections(s);
	struct dwarf_package_unit unit;
	struct units units;
	int i;

	if (!dwarf_package_find(p->index, s->own.big_endian, wanted->split_id, s->own.work, &unit))
		return NULL;
	for (i = 0; i < PART_KINDS; i++)
		if (!read_part(s, p, i, unit.parts[i], part_of(&sections, i)))
			return NULL;
	sections.texts.str = p->str;
	units = read_units(s, &sections);
	return find_unit(&units, wanted);
}

/* Reads a .dwo file; false if it is missing or is not one. */
static bool read_file(struct split_files *s, const char *path)
{
	struct dwarf_sections sections = shared_sections(s);
	struct bytes *str = &sections.texts.str;
	struct object_file file;
	int i;

	if (!open_file(s, &file, path))
		return false;
	for (i = 0; i < PART_KINDS; i++)
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
	const struct dwarf_info_unit *skeleton;
	const struct dwarf_info_unit *found;
	const char *other; /* a file of that name without the unit */
};

static bool try(struct search *t, const char *path)
{
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
static bool try_folder(struct search *t, const char *folder, const char *name)
{
	struct arena *arena = t->files->scratch;
	const char *last = path_last(name);

	return (*name != '/' && try(t, arena_format(arena, "%s%s", folder, name))) ||
	       (last != name && try(t, arena_format(arena, "%s%s", folder, last)));
}

static const char *named_path(const struct split_files *s, const struct dwarf_info_unit *skeleton)
{
	if (*skeleton->split_name == '/' || !skeleton->directory)
		return skeleton->split_name;
	return arena_format(s->scratch, "%s/%s", skeleton->directory, skeleton->split_name);
}

static bool search(struct search *t, const char *named)
{
	struct split_files *s = t->files;
	const char *name = t->skeleton->split_name;
	const char *program = object_image(s->object)->path;
	const char *const *folders = s->debug->folders;
	size_t i;

	if (try(t, named) || try_folder(t, path_folder(program, s->scratch), name))
		return true;
	for (i = 0; i < s->debug->nfolders; i++)
		if (try_folder(t, arena_format(s->scratch, "%s/", folders[i]), name))
			return true;
	return false;
}

static void count_missing(struct split_files *s, const struct search *t, const char *named)
{
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
                                                      const struct dwarf_info_unit *skeleton)
{
	struct split_files *s = context;
	enum { EACH = 1 << 12 };
	struct search t = { s, skeleton, NULL, NULL };
	const struct package *p;
	const char *named;

	if (!work_pay(s->own.work, EACH))
		return NULL;
	if (!s->has_packages)
		find_packages(s);
	for (p = s->packages; p && !t.found; p = p->next)
		t.found = read_package(s, p, skeleton);
	named = t.found ? NULL : named_path(s, skeleton);
	if (named && !search(&t, named))
		count_missing(s, &t, named);
	arena_reset(s->scratch);
	return t.found;
}

struct dwarf_functions *object_functions(const struct object *object, bool as_libbfd,
                                         struct arena *arena)
{
	const struct machine *machine = &object_image(object)->machine;
	struct dwarf_sections s = { .work = &object_debug_files(object)->work,
		                    .big_endian = machine->big_endian,
		                    .sign_extends = machine->sign_extends,
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
	return dwarf_functions_open(&files, arena);
}
