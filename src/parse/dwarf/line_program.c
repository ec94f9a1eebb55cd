/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/line_program.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"

/* A unit of .debug_line (sizes in bytes; o: 4, in DWARF64 8):
 *
 *	length              4 or 12  bytes that follow
 *	version             2        2 to 5
 *	address size        1        DWARF 5 only
 *	selector size       1        DWARF 5 only; 0
 *	header length       o        from here to the operations
 *	min_length          1
 *	max_operations      1        since DWARF 4
 *	default is_stmt     1
 *	line base           1        signed
 *	line range          1
 *	opcode base         1
 *	operand counts      opcode base - 1
 *	directories, files           see parse/dwarf/line_program.c
 *	operations
 *
 * Source: DWARF 5, sections 6.2.2 to 6.2.5. */

enum {
	OP_EXTENDED,
	OP_COPY,
	OP_ADVANCE_PC,
	OP_ADVANCE_LINE,
	OP_SET_FILE,
	OP_SET_COLUMN,
	OP_NEGATE_STMT,
	OP_SET_BASIC_BLOCK,
	OP_CONST_ADD_PC,
	OP_FIXED_ADVANCE_PC
};

enum { EXTENDED_END_SEQUENCE = 1, EXTENDED_SET_ADDRESS, EXTENDED_DEFINE_FILE };

static const char *read_header(struct line_program *p, struct dwarf_cursor *in, size_t *header_end,
                               const unsigned char *start) {
	uint64_t header_length;

	if (p->shape.version < 2 || p->shape.version > 5)
		return "unknown version of the line table";
	if (p->shape.version == 5) {
		p->shape.address_size = dwarf_byte(in);
		if (dwarf_byte(in))
			return "segmented addresses in the line table";
	}
	header_length = dwarf_number(in, p->shape.offset_size);
	if (header_length > dwarf_left(in))
		return "the line table's header is cut off";
	*header_end = (size_t)(in->at - start) + (size_t)header_length;
	p->min_length = (unsigned char)dwarf_byte(in);
	p->max_operations = p->shape.version >= 4 ? (unsigned char)dwarf_byte(in) : 1;
	dwarf_skip(in, 1);
	p->line_base = (signed char)dwarf_byte(in);
	p->line_range = (unsigned char)dwarf_byte(in);
	p->opcode_base = (unsigned char)dwarf_byte(in);
	if (!p->max_operations || !p->line_range || !p->opcode_base)
		return "a number in the line table's header is 0";
	p->operands = in->at;
	dwarf_skip(in, p->opcode_base - 1U);
	return in->is_cut ? "the line table's header is cut off" : NULL;
}

bool line_program_read(struct line_program *out, const struct line_data *data, size_t *at,
                       struct error *err) {
	const struct bytes section = data->section;
	struct dwarf_cursor in = dwarf_cursor_at(section, *at, data->big_endian);
	struct line_program p = { .offset = *at };
	uint64_t length = dwarf_unit_length(&in, &p.shape.offset_size);
	const char *wrong;

	if (in.is_cut || length > dwarf_left(&in)) {
		*at = section.len;
		return fail(err, "byte %" PRIu64 ": the line table is cut off", p.offset);
	}
	in.end = in.at + length;
	p.end = *at = (size_t)(in.end - section.data);
	p.shape.version = (unsigned)dwarf_number(&in, 2);
	wrong = read_header(&p, &in, &p.code, section.data);
	if (wrong)
		return fail(err, "byte %" PRIu64 ": %s", p.offset, wrong);
	p.tables = (size_t)(in.at - section.data);
	*out = p;
	return true;
}

static void reset(struct line_machine *m) {
	m->ended = false;
	m->operation = 0;
	m->row = (struct line_row){ m->bias, m->first_file, 1 };
}

struct line_machine line_machine_at(const struct line_program *program,
                                    const struct line_data *data, size_t at) {
	struct bytes bytes = { data->section.data, program->end };
	struct line_machine m = { .program = program,
		                  .sign_extends = data->sign_extends,
		                  .bias = data->bias };

	m.in = dwarf_cursor_at(bytes, at, data->big_endian);
	m.first_file = data->libbfd_files && program->shape.version >= 5 ? 0 : 1;
	reset(&m);
	return m;
}

static void advance(struct line_machine *m, uint64_t operations) {
	const struct line_program *p = m->program;

	if (p->max_operations > 1) {
		operations += m->operation;
		m->operation = operations % p->max_operations;
		operations /= p->max_operations;
	}
	m->row.address += operations * p->min_length;
}

static void set_address(struct line_machine *m, size_t size) {
	m->row.address = dwarf_number(&m->in, size);
	if (m->sign_extends && size < 8 && m->row.address >> (8 * size - 1))
		m->row.address |= UINT64_MAX << 8 * size;
	m->row.address += m->bias;
	m->operation = 0;
}

static enum line_event run_extended(struct line_machine *m) {
	uint64_t len = dwarf_uleb(&m->in);
	const unsigned char *begin = m->in.at;
	unsigned opcode;
	enum line_event event = LINE_NONE;

	if (!len)
		return LINE_NONE;
	if (len > dwarf_left(&m->in))
		return LINE_DAMAGED;
	opcode = dwarf_byte(&m->in);
	if (opcode == EXTENDED_END_SEQUENCE) {
		m->ended = true;
		event = LINE_END;
	}
	if (opcode == EXTENDED_SET_ADDRESS) {
		if (len < 2 || len > 9)
			return LINE_DAMAGED;
		set_address(m, (size_t)len - 1);
	}
	if (opcode == EXTENDED_DEFINE_FILE) {
		m->file = m->in;
		m->file.end = begin + len;
		event = LINE_FILE;
	}
	m->in.at = begin + len;
	return event;
}

static void skip_operands(struct line_machine *m, unsigned opcode) {
	unsigned n = m->program->operands[opcode - 1];

	while (n-- && !m->in.is_cut)
		dwarf_uleb(&m->in);
}

static enum line_event run_standard(struct line_machine *m, unsigned opcode) {
	const struct line_program *p = m->program;

	switch (opcode) {
	case OP_EXTENDED:
		return run_extended(m);
	case OP_COPY:
		return LINE_ROW;
	case OP_ADVANCE_PC:
		advance(m, dwarf_uleb(&m->in));
		break;
	case OP_ADVANCE_LINE:
		m->row.line += (uint32_t)dwarf_sleb(&m->in);
		break;
	case OP_SET_FILE:
		m->row.file = (uint32_t)dwarf_uleb(&m->in);
		break;
	case OP_SET_COLUMN:
		dwarf_uleb(&m->in);
		break;
	case OP_NEGATE_STMT:
	case OP_SET_BASIC_BLOCK:
		break;
	case OP_CONST_ADD_PC:
		advance(m, (255U - p->opcode_base) / p->line_range);
		break;
	case OP_FIXED_ADVANCE_PC:
		m->row.address += dwarf_number(&m->in, 2);
		m->operation = 0;
		break;
	default:
		skip_operands(m, opcode);
	}
	return LINE_NONE;
}

enum line_event line_machine_next(struct line_machine *m) {
	const struct line_program *p = m->program;
	enum line_event event = LINE_NONE;

	if (m->ended)
		reset(m);
	while (event == LINE_NONE) {
		unsigned opcode, special;

		if (m->in.at == m->in.end)
			return LINE_DONE;
		opcode = dwarf_byte(&m->in);
		if (opcode < p->opcode_base) {
			event = run_standard(m, opcode);
			if (m->in.is_cut)
				return LINE_DAMAGED;
			continue;
		}
		special = opcode - p->opcode_base;
		advance(m, special / p->line_range);
		m->row.line += (uint32_t)(p->line_base + (int)(special % p->line_range));
		return LINE_ROW;
	}
	return event;
}

/* The tables of DWARF 2 to 4 (directory 0 is the compilation directory, file numbers begin at 1):
 *
 *	directories: texts up to an empty one
 *	files:       text, directory, time, size (LEB128) up to an empty text
 *
 * In DWARF 5 (directory 0 is the compilation directory, file numbers begin at 0), first for
 * directories, then for files:
 *
 *	number of formats   1
 *	formats             kind of content and its form (LEB128)
 *	number of entries   LEB128
 *	entries             a value by each format
 *
 * Source: DWARF 4 and 5, section 6.2.4. */

enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };

struct entry {
	const char *name;   /* NULL: it could not be read */
	uint64_t directory; /* its number */
	const char *path;   /* NULL: not made yet */
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

static void add_entry(struct entries *entries, struct entry entry, struct arena *arena) {
	entries->list = arena_room(arena, entries->list, entries->n, sizeof *entries->list);
	entries->list[entries->n++] = entry;
}

static void read_old_file(struct entries *files, struct dwarf_cursor *in, struct arena *arena) {
	struct entry file = { dwarf_text(in), 0, NULL };

	file.directory = dwarf_uleb(in);
	dwarf_uleb(in); /* time */
	dwarf_uleb(in); /* size */
	if (!in->is_cut)
		add_entry(files, file, arena);
}

static bool is_at_text(const struct dwarf_cursor *in) {
	return !in->is_cut && in->at != in->end && *in->at;
}

static void read_old_tables(struct line_files *out, struct tables *t) {
	while (is_at_text(&t->in))
		add_entry(&out->directories, (struct entry){ dwarf_text(&t->in), 0, NULL },
		          t->arena);
	dwarf_skip(&t->in, 1);
	while (is_at_text(&t->in))
		read_old_file(&out->files, &t->in, t->arena);
}

/* Reads an entry; false if it cannot be read, or has no bytes, or there is no work left. */
static bool read_entry(struct entry *out, struct tables *t, unsigned nformats,
                       struct dwarf_cursor formats) {
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
static bool read_table(struct entries *out, struct tables *t) {
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

static struct tables tables_of(const struct line_program *program, const struct line_data *data) {
	struct bytes bytes = { data->section.data, program->code };

	return (struct tables){
		.in = dwarf_cursor_at(bytes, program->tables, data->big_endian),
		.shape = &program->shape,
		.work = data->work,
	};
}

unsigned line_files_sections(const struct line_program *program, const struct line_data *data) {
	struct tables t = tables_of(program, data);
	struct entries none = { NULL, 0 };

	if (program->shape.version >= 5 && read_table(&none, &t))
		read_table(&none, &t);
	return t.sections;
}

static void read_defined_files(struct line_files *out, struct line_machine machine,
                               struct arena *arena) {
	enum line_event event;

	do {
		event = line_machine_next(&machine);
		if (event == LINE_FILE)
			read_old_file(&out->files, &machine.file, arena);
	} while (event != LINE_DONE && event != LINE_DAMAGED);
}

struct line_files *line_files_read(const struct line_program *program, const struct line_data *data,
                                   const char *directory, bool defines_files, struct arena *arena) {
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

static const struct entry *entry_of(const struct entries *entries, uint64_t number,
                                    unsigned first) {
	if (number < first || number - first >= entries->n)
		return NULL;
	return &entries->list[number - first];
}

static const char *make_path(const struct line_files *files, const struct entry *file,
                             struct line_paths *paths) {
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

const char *line_files_path(struct line_files *files, uint32_t number, struct line_paths *paths) {
	struct entry *file;

	if (!entry_of(&files->files, number, files->first))
		return NULL;
	file = &files->files.list[number - files->first];
	if (!file->path && file->name)
		file->path = make_path(files, file, paths);
	return file->path;
}

const char *line_paths_add(struct line_paths *paths, const char *const parts[3]) {
	enum { EACH = 32 };
	char text[3 * DWARF_TEXT_MAX];
	const char *between = "";
	size_t len = 0, i;
	uint32_t number;

	text[0] = '\0';
	for (i = 0; i < 3; i++)
		if (parts[i]) {
			len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", between,
			                        parts[i]);
			between = "/";
		}
	if (!work_pay(paths->work, EACH + len))
		return NULL;
	number = text_list_find(&paths->list, text);
	if (number == NO_ITEM)
		number = text_list_number(&paths->list,
		                          arena_text(paths->list.index.arena, text, len));
	return paths->list.texts[number];
}
