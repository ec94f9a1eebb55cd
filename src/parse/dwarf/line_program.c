/* SPDX-License-Identifier: GPL-3.0-or-later */
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
 *	directories, files           see parse/dwarf/line_files.c
 *	operations
 *
 * Source: DWARF 5, sections 6.2.2 to 6.2.5. */
#include "parse/dwarf/line_program.h"

#include <inttypes.h>

#include "base/error.h"

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
                               const unsigned char *start)
{
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
                       struct error *err)
{
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

static void reset(struct line_machine *m)
{
	m->ended = false;
	m->operation = 0;
	m->row = (struct line_row){ 0, m->first_file, 1 };
}

struct line_machine line_machine_at(const struct line_program *program,
                                    const struct line_data *data, size_t at)
{
	struct bytes bytes = { data->section.data, program->end };
	struct line_machine m = { .program = program, .sign_extends = data->sign_extends };

	m.in = dwarf_cursor_at(bytes, at, data->big_endian);
	m.first_file = data->libbfd_files && program->shape.version >= 5 ? 0 : 1;
	reset(&m);
	return m;
}

static void advance(struct line_machine *m, uint64_t operations)
{
	const struct line_program *p = m->program;

	if (p->max_operations > 1) {
		operations += m->operation;
		m->operation = operations % p->max_operations;
		operations /= p->max_operations;
	}
	m->row.address += operations * p->min_length;
}

static void set_address(struct line_machine *m, size_t size)
{
	m->row.address = dwarf_number(&m->in, size);
	if (m->sign_extends && size < 8 && m->row.address >> (8 * size - 1))
		m->row.address |= UINT64_MAX << 8 * size;
	m->operation = 0;
}

static enum line_event run_extended(struct line_machine *m)
{
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

static void skip_operands(struct line_machine *m, unsigned opcode)
{
	unsigned n = m->program->operands[opcode - 1];

	while (n-- && !m->in.is_cut)
		dwarf_uleb(&m->in);
}

static enum line_event run_standard(struct line_machine *m, unsigned opcode)
{
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

enum line_event line_machine_next(struct line_machine *m)
{
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
