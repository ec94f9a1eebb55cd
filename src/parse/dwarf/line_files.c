/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of DWARF 2 to 4 (directory 0 is the compilation directory, file
 * numbers begin at 1):
 *
 *	directories: texts up to an empty one
 *	files:       text, directory, time, size (LEB128) up to an empty text
 *
 * In DWARF 5 (directory 0 is the compilation directory, file numbers begin at
 * 0), first for directories, then for files:
 *
 *	number of formats   1
 *	formats             kind of content and its form (LEB128)
 *	number of entries   LEB128
 *	entries             a value by each format
 *
 * Source: DWARF 4 and 5, section 6.2.4. */
#include "parse/dwarf/line_files.h"

#include "base/arena.h"
#include "base/work.h"

enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };

struct entry {
	const char *name;             /* NULL: it could not be read */
	uint64_t directory;           /* its number */
	const struct line_path *path; /* NULL: not made yet */
};

struct entries {
	struct entry *list; /* shape: [n] */
	size_t n;
};

struct line_files {
	struct entries directories, files;
	const char *directory; /* the compilation directory, or NULL */
	unsigned first;        /* number of the first file and directory */
};

/* Where and how the tables are read. */
struct tables {
	struct dwarf_cursor in;
	const struct dwarf_unit_shape *shape;
	const struct dwarf_texts *texts; /* NULL: texts are not wanted */
	struct work *work;
	struct arena *arena;
	unsigned sections; /* the forms' bits of enum dwarf_text_section */
};

static void add_entry(struct entries *entries, struct entry entry, struct arena *arena)
{
	entries->list = arena_room(arena, entries->list, entries->n, sizeof *entries->list);
	entries->list[entries->n++] = entry;
}

static void read_old_file(struct entries *files, struct dwarf_cursor *in, struct arena *arena)
{
	struct entry file = { dwarf_text(in), 0, NULL };

	file.directory = dwarf_uleb(in);
	dwarf_uleb(in); /* time */
	dwarf_uleb(in); /* size */
	if (!in->is_cut)
		add_entry(files, file, arena);
}

static bool is_at_text(const struct dwarf_cursor *in)
{
	return !in->is_cut && in->at != in->end && *in->at;
}

static void read_old_tables(struct line_files *out, struct tables *t)
{
	while (is_at_text(&t->in))
		add_entry(&out->directories, (struct entry){ dwarf_text(&t->in), 0, NULL },
		          t->arena);
	dwarf_skip(&t->in, 1);
	while (is_at_text(&t->in))
		read_old_file(&out->files, &t->in, t->arena);
}

/* Reads an entry; false if it cannot be read, or has no bytes, or there is no
 * work left. */
static bool read_entry(struct entry *out, struct tables *t, unsigned nformats,
                       struct dwarf_cursor formats)
{
	enum { VALUE = 16 }; /* it may be a long text */
	const unsigned char *begin = t->in.at;

	*out = (struct entry){ NULL, 0, NULL };
	while (nformats--) {
		uint64_t content = dwarf_uleb(&formats);
		uint64_t form = dwarf_uleb(&formats);
		struct dwarf_value value;

		if (!work_pay(t->work, VALUE) || !dwarf_form_read(&value, &t->in, form, t->shape))
			return false;
		if (content == CONTENT_PATH && t->texts)
			out->name = dwarf_value_text(&value, t->texts, t->shape,
			                             2 * t->shape->offset_size, t->in.big_endian);
		if (content == CONTENT_DIRECTORY)
			out->directory = value.number;
	}
	return t->in.at != begin;
}

/* Reads a table; false if what follows it cannot be found. */
static bool read_table(struct entries *out, struct tables *t)
{
	unsigned nformats = dwarf_byte(&t->in), i;
	struct dwarf_cursor formats = t->in;
	struct entry entry;
	uint64_t count;

	for (i = 0; i < nformats; i++) {
		dwarf_uleb(&t->in);
		t->sections |= dwarf_form_place(dwarf_uleb(&t->in));
	}
	for (count = dwarf_uleb(&t->in); count && !t->in.is_cut; count--) {
		if (!read_entry(&entry, t, nformats, formats))
			return false;
		if (t->texts)
			add_entry(out, entry, t->arena);
	}
	return !t->in.is_cut;
}

static struct tables tables_of(const struct line_program *program, const struct line_data *data)
{
	struct bytes bytes = { data->section.data, program->code };

	return (struct tables){
		.in = dwarf_cursor_at(bytes, program->tables, data->big_endian),
		.shape = &program->shape,
		.work = data->work,
	};
}

unsigned line_files_sections(const struct line_program *program, const struct line_data *data)
{
	struct tables t = tables_of(program, data);
	struct entries none = { NULL, 0 };

	if (program->shape.version >= 5 && read_table(&none, &t))
		read_table(&none, &t);
	return t.sections;
}

static void read_defined_files(struct line_files *out, struct line_machine machine,
                               struct arena *arena)
{
	enum line_event event;

	do {
		event = line_machine_next(&machine);
		if (event == LINE_FILE)
			read_old_file(&out->files, &machine.file, arena);
	} while (event != LINE_DONE && event != LINE_DAMAGED);
}

struct line_files *line_files_read(const struct line_program *program, const struct line_data *data,
                                   const char *directory, bool defines_files, struct arena *arena)
{
	struct line_files *out = arena_alloc(arena, 1, sizeof *out);
	struct tables t = tables_of(program, data);

	t.texts = &data->texts;
	t.arena = arena;
	out->directory = directory;
	out->first = program->shape.version >= 5 ? 0 : 1;
	if (out->first)
		read_old_tables(out, &t);
	else if (read_table(&out->directories, &t))
		read_table(&out->files, &t);
	if (!out->first && out->directories.n)
		out->directory = out->directories.list[0].name;
	if (defines_files && work_pay(data->work, program->end - program->code))
		read_defined_files(out, line_machine_at(program, data, program->code), arena);
	return out;
}

static const struct entry *entry_of(const struct entries *entries, uint64_t number, unsigned first)
{
	if (number < first || number - first >= entries->n)
		return NULL;
	return &entries->list[number - first];
}

static const struct line_path *make_path(const struct line_files *files, const struct entry *file,
                                         struct line_paths *paths)
{
	const struct entry *entry = entry_of(&files->directories, file->directory, files->first);
	const char *directory = entry ? entry->name : NULL;
	const char *parts[3] = { NULL, NULL, file->name };

	if (file->name[0] != '/') {
		parts[1] = directory;
		if (!directory || directory[0] != '/')
			parts[0] = files->directory;
	}
	return line_paths_add(paths, parts);
}

const struct line_path *line_files_path(struct line_files *files, uint32_t number,
                                        struct line_paths *paths)
{
	struct entry *file;

	if (!entry_of(&files->files, number, files->first))
		return NULL;
	file = &files->files.list[number - files->first];
	if (!file->path && file->name)
		file->path = make_path(files, file, paths);
	return file->path;
}
