/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/lines.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/own_files.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/code_lines.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/profile.h"
#include "parse/dwarf/dwarf_entries.h"
#include "parse/dwarf/line_program.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

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
	lines->sequences = arena_room(s->scratch, lines->sequences, lines->nsequences,
	                              sizeof *sequence);
	lines->sequences[lines->nsequences++] = *sequence;
}

static struct line_sequence begin_sequence(const struct sweep *s, size_t at) {
	return (struct line_sequence){ .low = UINT64_MAX,
		                       .at = at,
		                       .unit = (uint32_t)s->lines->nunits };
}

static void add_row(struct line_sequence *sequence, uint64_t address) {
	sequence->nrows++;
	if (address < sequence->low)
		sequence->low = address;
	if (address > sequence->high)
		sequence->high = address;
}

/* Finds the sequences of a program; false if it is damaged.  The last one may lack its end, and
 * then extends to its last row. */
static bool sweep_program(struct sweep *s, struct line_unit *unit) {
	struct line_machine m = line_machine_at(&unit->program, unit->data, unit->program.code);
	struct line_sequence sequence = begin_sequence(s, unit->program.code);

	for (;;) {
		switch (line_machine_next(&m)) {
		case LINE_ROW:
			add_row(&sequence, m.row.address);
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

/* Empties the sequences from number `first` on; they stay in the list until overlaps are
 * removed. */
static void drop_sequences(struct lines *lines, size_t first) {
	size_t i;

	for (i = first; i < lines->nsequences; i++)
		lines->sequences[i].high = lines->sequences[i].low;
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
		drop_sequences(lines, before);
		return;
	}
	if (lines->nsequences == before)
		return;
	lines->units = arena_room(s->scratch, lines->units, lines->nunits, sizeof unit);
	lines->units[lines->nunits++] = unit;
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
	size_t kept = 0, i;

	for (i = 0; i < lines->nsequences; i++) {
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

static bool rows_rise(const struct line_row *rows, size_t n) {
	size_t i;

	for (i = 1; i < n; i++)
		if (rows[i - 1].address > rows[i].address)
			return false;
	return true;
}

static void decode(struct lines *lines, struct line_sequence *sequence) {
	const struct line_unit *unit = &lines->units[sequence->unit];
	struct line_machine m = line_machine_at(&unit->program, unit->data, sequence->at);
	struct line_row *rows = arena_space(lines->rows, sequence->nrows, sizeof *rows);
	size_t n = 0;

	while (n < sequence->nrows) {
		enum line_event event = line_machine_next(&m);

		assert(event == LINE_ROW || event == LINE_FILE);
		if (event == LINE_ROW)
			rows[n++] = m.row;
	}
	/* Of rows at one address the last stays the last. */
	sequence->rows = rows_rise(rows, n)
	                         ? rows
	                         : sort_copy(rows, n, sizeof *rows,
	                                     offsetof(struct line_row, address), lines->rows);
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
	size_t low;

	if (!need_rows(lines, sequence))
		return NULL;
	low = upper_bound(sequence->rows, sequence->nrows, sizeof *sequence->rows,
	                  offsetof(struct line_row, address), address);
	return low ? &sequence->rows[low - 1] : NULL;
}

static const char *path_of(struct lines *lines, struct line_unit *unit, uint32_t file) {
	const char *path;

	if (unit->files_generation != lines->generation)
		unit->files = line_files_read(&unit->program, unit->data, unit->directory,
		                              unit->defines_files, lines->rows);
	unit->files_generation = lines->generation;
	path = line_files_path(unit->files, file, &lines->paths);
	return path ? path : lines->unknown;
}

bool lines_at(struct lines *lines, uint64_t address, struct source_location *out) {
	struct line_sequence *sequence = sequence_at(lines, address);
	const char *path;
	const struct line_row *row;

	if (!sequence)
		return false;
	row = row_at(lines, sequence, address);
	if (!row || !row->line)
		return false;
	path = path_of(lines, &lines->units[sequence->unit], row->file);
	if (!path)
		return false;
	*out = (struct source_location){ path, path_last(path), row->line };
	return true;
}

bool lines_file(struct lines *lines, uint64_t address, uint64_t number,
                struct source_location *out) {
	struct line_sequence *sequence = sequence_at(lines, address);
	const char *path;

	if (!sequence || number > UINT32_MAX)
		return false;
	path = path_of(lines, &lines->units[sequence->unit], (uint32_t)number);
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
	const struct line_row *end;
	const char *path = NULL, *name = NULL;
	bool has_path = false;
	uint32_t file = 0;

	if (!row && !need_rows(lines, sequence))
		return false;
	end = sequence->rows + sequence->nrows;
	for (row = row ? row : sequence->rows; row < end && row->address < in->high; row++) {
		uint64_t low = row->address, high = sequence->high;
		struct source_location location;

		if (!work_pay(lines->work, ROW))
			return false;
		if (row + 1 < end && row[1].address < high)
			high = row[1].address;
		low = low < sequence->low ? sequence->low : low;
		low = low < in->low ? in->low : low;
		high = high > in->high ? in->high : high;
		if (low >= high || !row->line)
			continue;
		if (!has_path || file != row->file) {
			path = path_of(lines, unit, row->file);
			name = path ? path_last(path) : NULL;
		}
		has_path = true;
		file = row->file;
		if (!path)
			continue;
		location = (struct source_location){ path, name, row->line };
		if (!in->visit(in->context, low, high, &location))
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
	size_t i;

	for (i = 0; i < lines->nsequences; i++) {
		if (arena_size(lines->rows) > ROWS_OF_WALK)
			lines_drop_rows(lines);
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
	unsigned sections = 0;
	size_t i;

	for (i = 0; i < lines->nunits; i++)
		if (lines->units[i].data == data)
			sections |= line_files_sections(&lines->units[i].program, data);
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
	size_t i;

	for (i = 0; i < entries->nunits; i++) {
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
	struct arena *scratch = arena_new();
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
	arena_free(scratch);
}

struct lines *lines_from(const struct line_source *sources, size_t n, bool gprof_files,
                         struct arena *arena, struct progress *progress, struct error *err) {
	const char *unknown[3] = { "<unknown>", NULL, NULL };
	const struct image *image = sources->image;
	struct lines *lines = arena_alloc(arena, 1, sizeof *lines);
	struct line_data *data = arena_alloc(arena, n, sizeof *data);
	bool any = false;
	size_t i;

	for (i = 0; i < n; i++) {
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
	if (!any) {
		fail(err, "no debug information");
		return NULL;
	}
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
	for (i = 0; i < n; i++) {
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
	struct arena *scratch = arena_new();
	struct line_source *sources = arena_space(scratch, image->nobjects, sizeof *sources);
	struct lines *lines;
	size_t i;

	for (i = 0; i < image->nobjects; i++) {
		const struct object *part = object_part(object, i);

		sources[i] = (struct line_source){ section_of, part, image,
			                           object_debug_files(part)->work,
			                           image->objects[i].bias };
	}
	lines = lines_from(sources, i, gprof_files, arena, progress, err);
	arena_free(scratch);
	return lines;
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

/* Finds where a function begins, its last line in that file, and all lines that it has code of. */
static void find_place(struct lines *lines, struct extent_finder *finding, const struct func *f,
                       struct source_location *location) {
	finding->path = NULL;
	finding->last = 0;
	if (lines_at(lines, f->low, location)) {
		finding->path = location->path;
		finding->last = location->line;
	}
	lines_within(lines, &(struct line_stretch){ f->low, f->high, take, finding });
}

const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress) {
	struct func_locations *out = arena_alloc(arena, 1, sizeof *out);
	struct arena *scratch = arena_new();
	const size_t n = profile->nfuncs;
	struct source_location *list = arena_alloc(arena, n, sizeof *list);
	unsigned *last = arena_alloc(arena, n, sizeof *last);
	struct extent_finder finding = { .extents = extent_builder_new(profile, list, scratch) };
	bool wanted = true;
	size_t i;

	progress_stage(progress, "finding source lines", n);
	for (i = 0; i < n && wanted; i++) {
		finding.func = (uint32_t)i;
		find_place(lines, &finding, &profile->funcs[i], &list[i]);
		last[i] = finding.last;
		if (i % STEP_FUNCS == 0)
			wanted = progress_step(progress, i);
	}
	lines_drop_rows(lines);
	*out = (struct func_locations){ .list = list, .last = last, .n = n };
	out->extents = extent_builder_done(finding.extents, arena, &out->nextents);
	arena_free(scratch);
	return wanted && !progress_is_cancelled(progress) ? out : NULL;
}
