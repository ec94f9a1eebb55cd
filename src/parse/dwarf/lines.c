/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/lines.h"

#include "model/model.h"
#include "parse/object/object.h"

/* Line programs.
 *
 * A program is the line table of one unit, written as operations of a small machine that yields
 * rows by mostly ascending address.  Runs of rows that belong together are sequences; the machine
 * starts afresh with each, so one can be decoded without those before it.
 * Cost: each step of the machine takes at least one byte.
 *
 * A unit of .debug_line (sizes in bytes; o: 4, in DWARF64 8):
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
 *	directories, files           see below
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

/* The bytes of the programs, and how to interpret them. */
struct line_data {
	struct work *work;    /* what reading may take */
	struct bytes section; /* .debug_line */
	struct dwarf_texts texts;
	bool big_endian;
	bool sign_extends; /* addresses of less than 8 bytes are signed */
	uint64_t bias;     /* to be added to addresses (struct image_object) */
	bool libbfd_files; /* a DWARF 5 sequence begins in file 0, as in
	                      libbfd 2.40, instead of 1 */
};

/* The contents of a header.  Offsets are in .debug_line. */
struct line_program {
	uint64_t offset; /* of the unit: what DW_AT_stmt_list names */
	size_t tables;   /* directories and files */
	size_t code;     /* operations, [code, end) */
	size_t end;
	struct dwarf_unit_shape shape;
	unsigned char min_length;     /* address units of an instruction */
	unsigned char max_operations; /* of an instruction; 1: no VLIW */
	unsigned char line_range, opcode_base;
	signed char line_base;
	const unsigned char *operands; /* of opcode i + 1; [opcode_base - 1] */
};

static const char *read_header(struct line_program *p, struct dwarf_cursor *in, size_t *header_end,
                               const unsigned char *start) {
	if (p->shape.version < 2 || p->shape.version > 5)
		return "unknown version of the line table";
	if (p->shape.version == 5) {
		p->shape.address_size = dwarf_byte(in);
		if (dwarf_byte(in))
			return "segmented addresses in the line table";
	}
	uint64_t header_length = dwarf_number(in, p->shape.offset_size);
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

/* Reads the header at *at and moves *at past the unit, or to the end of the section if it is not
 * known where the unit ends.  Errors: "byte N: reason"; the unit is of no use. */
static bool line_program_read(struct line_program *out, const struct line_data *data, size_t *at,
                              struct error *err) {
	const struct bytes section = data->section;
	struct dwarf_cursor in = dwarf_cursor_at(section, *at, data->big_endian);
	struct line_program p = { .offset = *at };
	uint64_t length = dwarf_unit_length(&in, &p.shape.offset_size);

	if (in.is_cut || length > dwarf_left(&in)) {
		*at = section.len;
		return fail(err, "byte %" PRIu64 ": the line table is cut off", p.offset);
	}
	in.end = in.at + length;
	p.end = *at = (size_t)(in.end - section.data);
	p.shape.version = (unsigned)dwarf_number(&in, 2);
	const char *wrong = read_header(&p, &in, &p.code, section.data);
	if (wrong)
		return fail(err, "byte %" PRIu64 ": %s", p.offset, wrong);
	p.tables = (size_t)(in.at - section.data);
	*out = p;
	return true;
}

struct line_row {
	uint64_t address;
	uint32_t file, line;
};

enum line_event {
	LINE_NONE,   /* never returned by line_machine_next() */
	LINE_ROW,    /* machine->row */
	LINE_END,    /* the sequence ends before machine->row.address */
	LINE_FILE,   /* DW_LNE_define_file; its entry is at machine->file */
	LINE_DONE,   /* no operations are left */
	LINE_DAMAGED /* an operand is cut off or invalid */
};

struct line_machine {
	const struct line_program *program;
	struct dwarf_cursor in, file;
	uint32_t first_file; /* the file register at the start of a sequence */
	bool sign_extends;
	uint64_t bias;
	bool ended;          /* the next row begins a sequence */
	uint64_t operation;  /* in the instruction: VLIW's op_index */
	struct line_row row; /* the registers */
};

static void reset(struct line_machine *m) {
	m->ended = false;
	m->operation = 0;
	m->row = (struct line_row){ m->bias, m->first_file, 1 };
}

/* A machine about to run from `at`, where a sequence begins. */
static struct line_machine line_machine_at(const struct line_program *program,
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

static enum line_event run_extended(struct line_machine *m) {
	uint64_t len = dwarf_uleb(&m->in);
	const unsigned char *begin = m->in.at;
	enum line_event event = LINE_NONE;

	if (!len)
		return LINE_NONE;
	if (len > dwarf_left(&m->in))
		return LINE_DAMAGED;
	unsigned opcode = dwarf_byte(&m->in);
	if (opcode == EXTENDED_END_SEQUENCE) {
		m->ended = true;
		event = LINE_END;
	}
	if (opcode == EXTENDED_SET_ADDRESS) {
		if (len < 2 || len > 9)
			return LINE_DAMAGED;
		const size_t size = (size_t)len - 1;
		m->row.address = dwarf_number(&m->in, size);
		if (m->sign_extends && size < 8 && m->row.address >> (8 * size - 1))
			m->row.address |= UINT64_MAX << 8 * size;
		m->row.address += m->bias;
		m->operation = 0;
	}
	if (opcode == EXTENDED_DEFINE_FILE) {
		m->file = m->in;
		m->file.end = begin + len;
		event = LINE_FILE;
	}
	m->in.at = begin + len;
	return event;
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
		for (unsigned n = m->program->operands[opcode - 1]; n && !m->in.is_cut; n--)
			dwarf_uleb(&m->in);
	}
	return LINE_NONE;
}

/* Runs up to the next event. */
static enum line_event line_machine_next(struct line_machine *m) {
	const struct line_program *p = m->program;
	enum line_event event = LINE_NONE;

	if (m->ended)
		reset(m);
	while (event == LINE_NONE) {
		if (m->in.at == m->in.end)
			return LINE_DONE;
		unsigned opcode = dwarf_byte(&m->in);
		if (opcode < p->opcode_base) {
			event = run_standard(m, opcode);
			if (m->in.is_cut)
				return LINE_DAMAGED;
			continue;
		}
		unsigned special = opcode - p->opcode_base;
		advance(m, special / p->line_range);
		m->row.line += (uint32_t)(p->line_base + (int)(special % p->line_range));
		return LINE_ROW;
	}
	return event;
}

/* The files that a line program names, and their paths.  Paths are made when needed, and each once:
 * two locations in the same file have the same pointer.
 *
 * The tables of DWARF 2 to 4 (directory 0 is the compilation directory, file numbers begin at 1):
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

enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2, CONTENT_MD5 = 5, FORM_DATA16 = 0x1e };

struct entry {
	const char *name;   /* NULL: it could not be read */
	uint64_t directory; /* its number */
	const char *path;   /* NULL: not made yet */
	const void *md5;    /* NULL: not given */
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
	arena_append(arena, entries->list, entries->n, entry);
}

static void read_old_file(struct entries *files, struct dwarf_cursor *in, struct arena *arena) {
	struct entry file = { .name = dwarf_text(in) };

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
		add_entry(&out->directories, (struct entry){ .name = dwarf_text(&t->in) },
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

	*out = (struct entry){ .name = NULL };
	while (nformats--) {
		uint64_t content = dwarf_uleb(&formats), form = dwarf_uleb(&formats);
		struct dwarf_value value;

		if (!work_pay(t->work, VALUE) || !dwarf_form_read(&value, &t->in, form, t->shape))
			return false;
		if (content == CONTENT_PATH && t->texts)
			out->name = dwarf_value_text(&value, t->texts, t->shape,
			                             2 * t->shape->offset_size, t->in.big_endian);
		if (content == CONTENT_DIRECTORY)
			out->directory = value.number;
		if (content == CONTENT_MD5 && form == FORM_DATA16)
			out->md5 = t->in.at - MD5_BYTES;
	}
	return t->in.at != begin;
}

/* Reads a table; false if what follows it cannot be found. */
static bool read_table(struct entries *out, struct tables *t) {
	unsigned nformats = dwarf_byte(&t->in);
	struct dwarf_cursor formats = t->in;
	struct entry entry;

	for (unsigned i = 0; i < nformats; i++) {
		dwarf_uleb(&t->in);
		t->sections |= dwarf_form_place(dwarf_uleb(&t->in));
	}
	for (uint64_t count = dwarf_uleb(&t->in); count && !t->in.is_cut; count--) {
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

/* Reads the directories and files, and runs the program for those that it defines itself, if it
 * does.  A table that cannot be read ends early. directory: the compilation directory, or NULL;
 * DWARF 5 contains it itself.  Owner: the arena. */
static struct line_files *line_files_read(const struct line_program *program,
                                          const struct line_data *data, const char *directory,
                                          bool defines_files, struct arena *arena) {
	struct line_files *out = arena_alloc(arena, 1, sizeof *out);
	struct tables t = tables_of(program, data);
	enum line_event event;

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
	if (!defines_files || !work_pay(data->work, program->end - program->code))
		return out;
	struct line_machine machine = line_machine_at(program, data, program->code);
	do {
		event = line_machine_next(&machine);
		if (event == LINE_FILE)
			read_old_file(&out->files, &machine.file, arena);
	} while (event != LINE_DONE && event != LINE_DAMAGED);
	return out;
}

static const struct entry *entry_of(const struct entries *entries, uint64_t number,
                                    unsigned first) {
	if (number < first || number - first >= entries->n)
		return NULL;
	return &entries->list[number - first];
}

/* A set of paths; each has one address.  Initialised with the list's arena, which owns all that are
 * added; adding them pays. */
struct line_paths {
	struct work *work;
	struct text_list list;
	struct file_digest *digests; /* of some of them; shape: [ndigests] */
	size_t ndigests;
};

/* The path made of all parts that are not NULL, with '/' between them; NULL if there is no work
 * left.  Parts are shorter than DWARF_TEXT_MAX. */
static const char *line_paths_add(struct line_paths *paths, const char *const parts[3]) {
	enum { EACH = 32 };
	char text[3 * DWARF_TEXT_MAX];
	const char *between = "";
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < 3; i++)
		if (parts[i]) {
			len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", between,
			                        parts[i]);
			between = "/";
		}
	if (!work_pay(paths->work, EACH + len))
		return NULL;
	uint32_t number = text_list_keep(&paths->list, text);
	return paths->list.texts[number];
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

/* The path of a file by its number in rows; NULL if there is none. */
static const char *line_files_path(struct line_files *files, uint32_t number,
                                   struct line_paths *paths) {
	if (!entry_of(&files->files, number, files->first))
		return NULL;
	struct entry *file = &files->files.list[number - files->first];
	const size_t before = paths->list.index.n;
	if (!file->path && file->name)
		file->path = make_path(files, file, paths);
	if (file->md5 && paths->list.index.n > before)
		arena_append(paths->list.index.arena, paths->digests, paths->ndigests,
		             (struct file_digest){ file->path, file->md5 });
	return file->path;
}

/* Where in .debug_line the rows for an address are.
 *
 * Made in one sweep over all programs that keeps the sequences (runs of rows without a gap) but no
 * rows. */

/* A program that has sequences in the code. */
struct line_unit {
	struct line_program program;
	const struct line_data *data; /* that the program is in */
	const char *directory;        /* the compilation directory, or NULL */
	struct line_files *files;     /* NULL: not yet read */
	uint32_t files_generation;    /* of them, as of rows */
	bool defines_files;           /* the program adds to its own files */
};

struct line_sequence {
	uint64_t low, high; /* addresses, [low, high); none overlap */
	size_t at;          /* its first operation, an offset in .debug_line */
	size_t nrows;
	uint32_t unit;

	const struct line_row *rows; /* by address; shape: [nrows] */
	uint32_t generation;         /* of the rows; 0: there are none yet */
};

/* The bytes stay in memory, with an index of the sequences; the rows of a sequence are decoded when
 * an address in it is looked up, and kept in a separate arena until that gets too large. */

enum {
	ROWS_KEPT = 16 << 20,  /* bytes; more if they are needed again */
	ROWS_OF_WALK = 8 << 20 /* where each is needed once */
};

struct lines {
	struct arena *arena;
	struct work *work;       /* of looking up */
	struct line_unit *units; /* object by object, as in the section; shape: [nunits] */
	size_t nunits;
	struct line_sequence *sequences; /* by address; shape: [nsequences] */
	size_t nsequences;
	struct line_paths paths;
	struct arena *rows;      /* the decoded rows of this generation, and the files of
	                      * their units */
	uint32_t generation;     /* from 1; sequences and units know theirs */
	struct cache_limit kept; /* of them; its parts are sequences */
	const char *unknown;     /* name of a missing file */
};

enum { STEP_BYTES = 1 << 20 };

struct sweep {
	struct lines *lines;
	const struct line_data *data;
	struct arena *scratch;
	struct section_index code;
	struct error first; /* what is wrong with the first damaged unit */
	bool has_damage;
};

static void add_sequence(struct sweep *s, const struct line_sequence *sequence) {
	struct lines *lines = s->lines;

	if (sequence->low >= sequence->high || sequence->nrows > UINT32_MAX ||
	    !section_index_at(&s->code, sequence->low))
		return;
	arena_append(s->scratch, lines->sequences, lines->nsequences, *sequence);
}

static struct line_sequence begin_sequence(const struct sweep *s, size_t at) {
	return (struct line_sequence){ .low = UINT64_MAX,
		                       .at = at,
		                       .unit = (uint32_t)s->lines->nunits };
}

/* Finds the sequences of a program; false if it is damaged.  The last one may lack its end, and
 * then extends to its last row. */
static bool sweep_program(struct sweep *s, struct line_unit *unit) {
	struct line_machine m = line_machine_at(&unit->program, unit->data, unit->program.code);
	struct line_sequence sequence = begin_sequence(s, unit->program.code);

	for (;;) {
		switch (line_machine_next(&m)) {
		case LINE_ROW:
			sequence.nrows++;
			if (m.row.address < sequence.low)
				sequence.low = m.row.address;
			if (m.row.address > sequence.high)
				sequence.high = m.row.address;
			break;
		case LINE_END:
			sequence.high = m.row.address;
			add_sequence(s, &sequence);
			sequence = begin_sequence(s, (size_t)(m.in.at - unit->data->section.data));
			break;
		case LINE_FILE:
			unit->defines_files = true;
			break;
		case LINE_DONE:
			add_sequence(s, &sequence);
			return true;
		default:
			return false;
		}
	}
}

static void note_damage(struct sweep *s, const struct error *err) {
	if (!s->has_damage)
		s->first = *err;
	s->has_damage = true;
}

/* Sweeps the unit at *at and moves *at past it. */
static void sweep_unit(struct sweep *s, size_t *at) {
	struct lines *lines = s->lines;
	size_t before = lines->nsequences;
	struct line_unit unit = { .data = s->data };
	struct error err;

	if (!line_program_read(&unit.program, unit.data, at, &err)) {
		note_damage(s, &err);
		return;
	}
	if (!sweep_program(s, &unit)) {
		fail(&err, "byte %" PRIu64 ": the line program is cut off", unit.program.offset);
		note_damage(s, &err);
		/* They stay in the list, empty, until overlaps are removed. */
		for (size_t i = before; i < lines->nsequences; i++)
			lines->sequences[i].high = lines->sequences[i].low;
		return;
	}
	if (lines->nsequences == before)
		return;
	arena_append(s->scratch, lines->units, lines->nunits, unit);
}

static bool sweep_section(struct sweep *s, struct progress *progress) {
	enum { EACH = 32 };
	size_t at = 0, reported = 0;

	progress_stage(progress, "reading line tables", s->data->section.len);
	while (at < s->data->section.len) {
		const size_t from = at;

		sweep_unit(s, &at);
		if (!work_pay(s->data->work, EACH + (at - from)))
			break;
		if (at - reported >= STEP_BYTES) {
			if (!progress_step(progress, at))
				return false;
			reported = at;
		}
	}
	return progress_step(progress, at);
}

/* By start, the longer one first.  Of equals the one of the first unit, and in a unit the last one:
 * libbfd keeps the sequences of a unit in reverse. */
static int compare_sequences(const void *a, const void *b, const void *context) {
	const struct line_sequence *left = a, *right = b;

	if (left->low != right->low)
		return left->low < right->low ? -1 : 1;
	if (left->high != right->high)
		return left->high > right->high ? -1 : 1;
	if (left->unit != right->unit)
		return left->unit < right->unit ? -1 : 1;
	return left->at > right->at ? -1 : left->at < right->at;
}

/* Drops sequences inside others and cuts those that overlap another one. */
static void remove_overlaps(struct lines *lines) {
	struct line_sequence *list = lines->sequences;
	uint64_t end = 0;
	size_t kept = 0;

	for (size_t i = 0; i < lines->nsequences; i++) {
		if (list[i].low == list[i].high || (kept && list[i].high <= end))
			continue;
		if (kept && list[i].low < end)
			list[i].low = end;
		end = list[i].high;
		list[kept++] = list[i];
	}
	lines->nsequences = kept;
}

/* Finds units and sequences.  Sequences that begin outside the image's code are left out (the
 * linker puts those of dropped functions at 0), and so are damaged programs; of two that overlap,
 * the one that begins first wins, then the longer one.
 * Errors: "byte N: reason"; no sequence is left; cancelled. */
static bool find_sequences(struct lines *lines, const struct line_data *data, size_t n,
                           const struct image *image, struct progress *progress,
                           struct error *err) {
	struct sweep s = { .lines = lines, .data = data, .scratch = arena_new() };
	bool ok = true;

	s.code = section_index_new(image, true, s.scratch);
	for (; ok && s.data < data + n; s.data++)
		ok = sweep_section(&s, progress) || fail(err, "cancelled");
	sort_stable(lines->sequences, lines->nsequences, sizeof *lines->sequences,
	            compare_sequences, NULL, s.scratch);
	remove_overlaps(lines);
	lines->sequences = arena_copy(lines->arena, lines->sequences, lines->nsequences,
	                              sizeof *lines->sequences);
	lines->units = arena_copy(lines->arena, lines->units, lines->nunits, sizeof *lines->units);
	arena_free(s.scratch);
	if (!ok || lines->nsequences)
		return ok;
	if (!s.has_damage)
		return fail(err, "no line information for the program's code");
	*err = s.first;
	return false;
}

/* The sequence that holds the address, or NULL. */
static struct line_sequence *sequence_at(const struct lines *lines, uint64_t address) {
	size_t low = upper_bound(lines->sequences, lines->nsequences, sizeof *lines->sequences,
	                         offsetof(struct line_sequence, low), address);

	if (!low || address >= lines->sequences[low - 1].high)
		return NULL;
	return &lines->sequences[low - 1];
}

void lines_drop_rows(struct lines *lines) {
	arena_reset(lines->rows);
	lines->generation++;
	cache_limit_dropped(&lines->kept);
}

void lines_walked(struct lines *lines) {
	if (arena_size(lines->rows) > ROWS_OF_WALK)
		lines_drop_rows(lines);
}

static void decode(struct lines *lines, struct line_sequence *sequence) {
	const struct line_unit *unit = &lines->units[sequence->unit];
	struct line_machine m = line_machine_at(&unit->program, unit->data, sequence->at);
	struct line_row *rows = arena_space(lines->rows, sequence->nrows, sizeof *rows);
	bool rise = true;
	size_t n = 0;

	while (n < sequence->nrows) {
		enum line_event event = line_machine_next(&m);

		assert(event == LINE_ROW || event == LINE_FILE);
		if (event != LINE_ROW)
			continue;
		rise &= !n || rows[n - 1].address <= m.row.address;
		rows[n++] = m.row;
	}
	/* Of rows at one address the last stays the last. */
	sequence->rows = rise ? rows
	                      : sort_copy(rows, n, sizeof *rows, offsetof(struct line_row, address),
	                                  lines->rows);
	sequence->generation = lines->generation;
}

/* False if there is no work left for it. */
static bool need_rows(struct lines *lines, struct line_sequence *sequence) {
	enum { EACH = 64, ROW = 4 };

	if (sequence->generation == lines->generation)
		return true;
	if (!work_pay(lines->work, EACH + ROW * (uint64_t)sequence->nrows))
		return false;
	if (cache_limit_drops(&lines->kept, arena_size(lines->rows)))
		lines_drop_rows(lines);
	cache_limit_read(&lines->kept, sequence->generation > 0);
	decode(lines, sequence);
	return true;
}

/* The last row at or before the address, which is in the sequence, or NULL. */
static const struct line_row *row_at(struct lines *lines, struct line_sequence *sequence,
                                     uint64_t address) {
	if (!need_rows(lines, sequence))
		return NULL;
	size_t low = upper_bound(sequence->rows, sequence->nrows, sizeof *sequence->rows,
	                         offsetof(struct line_row, address), address);
	return low ? &sequence->rows[low - 1] : NULL;
}

static const char *path_of(struct lines *lines, struct line_unit *unit, uint32_t file) {
	if (unit->files_generation != lines->generation)
		unit->files = line_files_read(&unit->program, unit->data, unit->directory,
		                              unit->defines_files, lines->rows);
	unit->files_generation = lines->generation;
	const char *path = line_files_path(unit->files, file, &lines->paths);
	return path ? path : lines->unknown;
}

bool lines_at(struct lines *lines, uint64_t address, struct source_location *out) {
	struct line_sequence *sequence = sequence_at(lines, address);

	if (!sequence)
		return false;
	const struct line_row *row = row_at(lines, sequence, address);
	if (!row || !row->line)
		return false;
	const char *path = path_of(lines, &lines->units[sequence->unit], row->file);
	if (!path)
		return false;
	*out = (struct source_location){ path, path_last(path), row->line };
	return true;
}

bool lines_file(struct lines *lines, uint64_t address, uint64_t number,
                struct source_location *out) {
	struct line_sequence *sequence = sequence_at(lines, address);

	if (!sequence || number > UINT32_MAX)
		return false;
	const char *path = path_of(lines, &lines->units[sequence->unit], (uint32_t)number);
	if (!path || path == lines->unknown)
		return false;
	*out = (struct source_location){ path, path_last(path), 0 };
	return true;
}

bool lines_row(struct lines *lines, uint64_t address, uint64_t *begin) {
	struct line_sequence *sequence = sequence_at(lines, address);
	const struct line_row *row = sequence ? row_at(lines, sequence, address) : NULL;

	if (!row)
		return false;
	*begin = row->address;
	return true;
}

/* Addresses and the callback for the stretches of code in them. */
struct line_stretch {
	uint64_t low, high; /* addresses, [low, high) */
	line_visit *visit;
	void *context;
};

/* The stretches of a sequence; of several rows at one address the last one counts. */
static bool each_of(struct lines *lines, struct line_sequence *sequence,
                    const struct line_stretch *in) {
	enum { ROW = 2 };
	struct line_unit *unit = &lines->units[sequence->unit];
	const struct line_row *row = row_at(lines, sequence, in->low);
	struct source_location location = { .path = NULL };
	const struct line_row *last = NULL; /* whose file that is */

	if (!row && !need_rows(lines, sequence))
		return false;
	const struct line_row *end = sequence->rows + sequence->nrows;
	for (row = row ? row : sequence->rows; row < end && row->address < in->high; row++) {
		uint64_t low = row->address, high = sequence->high;

		if (!work_pay(lines->work, ROW))
			return false;
		if (row + 1 < end && row[1].address < high)
			high = row[1].address;
		low = low < sequence->low ? sequence->low : low;
		low = low < in->low ? in->low : low;
		high = high > in->high ? in->high : high;
		if (low >= high || !row->line)
			continue;
		if (!last || last->file != row->file) {
			location.path = path_of(lines, unit, row->file);
			location.file = location.path ? path_last(location.path) : NULL;
			last = row;
		}
		location.line = row->line;
		if (location.path && !in->visit(in->context, low, high, &location))
			return false;
	}
	return true;
}

/* lines_each() for some addresses.  Cost: linear in the rows of them. */
static void lines_within(struct lines *lines, const struct line_stretch *in) {
	struct line_sequence *list = lines->sequences;
	const size_t n = lines->nsequences;
	size_t i = upper_bound(list, n, sizeof *list, offsetof(struct line_sequence, high),
	                       in->low);

	for (; i < n && list[i].low < in->high; i++)
		if (!each_of(lines, &list[i], in))
			return;
}

void lines_each(struct lines *lines, line_visit *visit, void *context) {
	const struct line_stretch all = { 0, UINT64_MAX, visit, context };

	for (size_t i = 0; i < lines->nsequences; i++) {
		lines_walked(lines);
		if (!each_of(lines, &lines->sequences[i], &all))
			return;
	}
}

static struct bytes fetch(const struct line_source *source, const char *name, struct arena *arena) {
	return source->section(source->from, name, false, arena);
}

/* The texts that dwz(1) moved to the file that several share. */
static struct bytes fetch_shared_texts(const struct line_source *source, struct arena *arena) {
	return source->section(source->from, ".debug_str", true, arena);
}

/* Fetches the sections that file names are in. */
static void fetch_texts(struct lines *lines, struct line_data *data,
                        const struct line_source *source) {
	struct dwarf_texts *texts = &data->texts;
	struct arena *arena = lines->arena;
	unsigned sections = 0; /* bits of enum dwarf_text_section */

	for (size_t i = 0; i < lines->nunits; i++) {
		const struct line_program *program = &lines->units[i].program;

		if (lines->units[i].data != data)
			continue;
		struct tables t = tables_of(program, data);
		struct entries none = { NULL, 0 };
		if (program->shape.version >= 5 && read_table(&none, &t))
			read_table(&none, &t);
		sections |= t.sections;
	}
	if (sections & DWARF_LINE_STR)
		texts->line_str = fetch(source, ".debug_line_str", arena);
	if (sections & (DWARF_STR | DWARF_STR_OFFSETS))
		texts->str = fetch(source, ".debug_str", arena);
	if (sections & DWARF_STR_SHARED)
		texts->shared_str = fetch_shared_texts(source, arena);
	if (sections & DWARF_STR_OFFSETS)
		texts->str_offsets = fetch(source, ".debug_str_offsets", arena);
}

static void set_directories(struct lines *lines, struct line_unit *units, size_t n,
                            const struct dwarf_entries *entries) {
	for (size_t i = 0; i < entries->nunits; i++) {
		const struct dwarf_info_unit *from = &entries->units[i];
		const char *parts[3] = { from->directory, NULL, NULL };
		const size_t to = lower_bound(units, n, sizeof *units,
		                              offsetof(struct line_unit, program.offset),
		                              from->lines);

		if (from->has_lines && from->directory && to < n &&
		    units[to].program.offset == from->lines && !units[to].directory)
			units[to].directory = line_paths_add(&lines->paths, parts);
	}
}

/* Finds the compilation directory, which DWARF 2 to 4 keep elsewhere. */
static void find_directories(struct lines *lines, const struct line_data *data,
                             const struct line_source *source) {
	SCRATCH struct arena *scratch = arena_new();
	struct dwarf_sections s = { .work = data->work, .big_endian = data->big_endian };
	struct dwarf_entries entries;
	bool wanted = false;
	size_t first = 0, i;

	while (first < lines->nunits && lines->units[first].data != data)
		first++;
	for (i = first; i < lines->nunits && lines->units[i].data == data; i++)
		wanted |= lines->units[i].program.shape.version < 5;
	if (wanted) {
		s.info = fetch(source, ".debug_info", scratch);
		s.abbrev = fetch(source, ".debug_abbrev", scratch);
		s.texts.str = fetch(source, ".debug_str", scratch);
		s.texts.line_str = fetch(source, ".debug_line_str", scratch);
		s.texts.str_offsets = fetch(source, ".debug_str_offsets", scratch);
		s.texts.shared_str = fetch_shared_texts(source, scratch);
		dwarf_entries_open(&entries, &s, scratch);
		set_directories(lines, lines->units + first, i - first, &entries);
	}
}

struct lines *lines_from(const struct line_source *sources, size_t n, bool gprof_files,
                         struct arena *arena, struct progress *progress, struct error *err) {
	const char *unknown[3] = { "<unknown>", NULL, NULL };
	const struct image *image = sources->image;
	struct lines *lines = arena_alloc(arena, 1, sizeof *lines);
	struct line_data *data = arena_alloc(arena, n, sizeof *data);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		data[i] = (struct line_data){
			.work = sources[i].work,
			.section = fetch(&sources[i], ".debug_line", arena),
			.big_endian = image->machine.big_endian,
			.sign_extends = image->machine.sign_extends,
			.bias = sources[i].bias,
			.libbfd_files = gprof_files,
		};
		any |= data[i].section.len > 0;
	}
	if (!any)
		return fail_null(err, "no debug information");
	lines->arena = arena;
	lines->work = sources->work;
	if (!find_sequences(lines, data, n, image, progress, err))
		return NULL;
	lines->paths.work = lines->work;
	lines->paths.list.index.arena = arena;
	if (gprof_files)
		lines->unknown = line_paths_add(&lines->paths, unknown);
	lines->rows = arena_within(arena);
	lines->generation = 1;
	lines->kept.most = ROWS_KEPT;
	for (size_t i = 0; i < n; i++) {
		fetch_texts(lines, &data[i], &sources[i]);
		find_directories(lines, &data[i], &sources[i]);
	}
	return lines;
}

static struct bytes section_of(const void *from, const char *name, bool is_shared,
                               struct arena *arena) {
	struct bytes out;

	if (is_shared)
		object_alternate_section(from, name, &out, arena);
	else
		object_section(from, name, &out, arena);
	return out;
}

struct lines *lines_open(const struct object *object, bool gprof_files, struct arena *arena,
                         struct progress *progress, struct error *err) {
	const struct image *image = object_image(object);
	SCRATCH struct arena *scratch = arena_new();
	struct line_source *sources = arena_space(scratch, image->nobjects, sizeof *sources);
	size_t i;

	for (i = 0; i < image->nobjects; i++) {
		const struct object *part = object_part(object, i);

		sources[i] = (struct line_source){ section_of, part, image,
			                           object_debug_files(part)->work,
			                           image->objects[i].bias };
	}
	return lines_from(sources, i, gprof_files, arena, progress, err);
}

enum { STEP_FUNCS = 1024 };

/* A function whose lines are being found. */
struct extent_finder {
	struct extent_builder *extents;
	uint32_t func; /* its number */
	const char *path;
	unsigned last; /* line of that file in its code */
};

static bool take(void *context, uint64_t low, uint64_t high,
                 const struct source_location *location) {
	struct extent_finder *f = context;

	if (location->path == f->path && location->line > f->last)
		f->last = location->line;
	extent_add(f->extents, location, f->func);
	return true;
}

const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress) {
	struct func_locations *out = arena_alloc(arena, 1, sizeof *out);
	SCRATCH struct arena *scratch = arena_new();
	const size_t n = profile->nfuncs;
	struct source_location *list = arena_alloc(arena, n, sizeof *list);
	unsigned *last = arena_alloc(arena, n, sizeof *last);
	struct extent_finder finding = { .extents = extent_builder_new(profile, list, scratch) };
	bool wanted = true;

	progress_stage(progress, "finding source lines", n);
	for (size_t i = 0; i < n && wanted; i++) {
		const struct func *f = &profile->funcs[i];
		const bool is_known = lines_at(lines, f->low, &list[i]);

		finding.func = (uint32_t)i;
		finding.path = is_known ? list[i].path : NULL;
		finding.last = is_known ? list[i].line : 0;
		lines_within(lines, &(struct line_stretch){ f->low, f->high, take, &finding });
		last[i] = finding.last;
		if (i % STEP_FUNCS == 0)
			wanted = progress_step(progress, i);
	}
	lines_drop_rows(lines);
	*out = (struct func_locations){ .list = list,
		                        .last = last,
		                        .n = n,
		                        .digests = lines->paths.digests,
		                        .ndigests = lines->paths.ndigests };
	out->extents = extent_builder_done(finding.extents, arena, &out->nextents);
	return wanted && !progress_is_cancelled(progress) ? out : NULL;
}
