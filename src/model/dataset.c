/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dataset.h"

#include "model/profile.h"

const struct source_location *dataset_location(const struct dataset *data, const struct func *f) {
	const struct func_locations *locations = data->locations;

	return locations && locations->n == data->profile->nfuncs
	               ? &locations->list[profile_number(data->profile, f)]
	               : NULL;
}

const struct note *dataset_note(const struct dataset *data, size_t location) {
	const struct profile *p = data->profile;

	if (location < p->nnotes)
		return &p->notes[location];
	location -= p->nnotes;
	if (data->debug && location < data->debug->nnotes)
		return &data->debug->notes[location];
	location -= data->debug ? data->debug->nnotes : 0;
	if (location < data->nfile_notes)
		return &data->file_notes[location];
	location -= data->nfile_notes;
	return location < data->ncompare_notes ? &data->compare_notes[location] : NULL;
}

struct note_count dataset_count_notes(const struct dataset *data) {
	struct note_count count = { .n = 0 };
	const struct note *note;

	for (size_t i = 0; (note = dataset_note(data, i)); i++) {
		count.n += note->severity > NOTE_GPROF;
		count.nwarnings += note->severity == NOTE_WARNING;
		if (note->severity == NOTE_FAULT && !count.nfaults++)
			count.fault = note;
	}
	return count;
}

/* Lines are found by how many begin before each block: a file of line ends takes no more memory
 * than any other. */
enum {
	TAB = 8,
	NUL_BYTES = 4,
	BLOCK = 1024,        /* bytes */
	LINE_MOST = 64 << 10 /* bytes of a line that are shown */
};

static const char cut_mark[] = "...";

/* Takes the next bytes of a line that belong together; returns their cells. */
static size_t take_cells(const char *text, size_t len, size_t *cells) {
	struct glyph glyph;

	*cells = 1;
	if (len < 2 ||
	    ((unsigned char)(text[0] - ' ') < 0x5f && (unsigned char)(text[1] - ' ') < 0x5f))
		return 1; /* ASCII, and no combining mark after it */
	size_t n = text_glyph(&glyph, text, len);
	*cells = (size_t)glyph.width;
	return n ? n : 1;
}

/* A line with its tabs expanded, so that columns stay aligned.  NULs are shown as control bytes. */
static char *expand(const char *text, size_t len, struct arena *arena) {
	size_t most = len, at = 0, column = 0, cells, n;

	for (size_t i = 0; i < len; i++)
		most += text[i] == '\t' ? TAB - 1 : text[i] ? 0 : NUL_BYTES - 1;
	char *out = arena_alloc(arena, most + sizeof cut_mark, 1);
	for (size_t i = 0; i < len; i += n, column += cells) {
		n = 1;
		if (text[i] == '\t') {
			cells = TAB - column % TAB;
			memset(out + at, ' ', cells);
			at += cells;
		} else if (!text[i]) {
			cells = NUL_BYTES;
			memcpy(out + at, "\\x00", NUL_BYTES);
			at += NUL_BYTES;
		} else {
			n = take_cells(text + i, len - i, &cells);
			memcpy(out + at, text + i, n);
			at += n;
		}
	}
	return out;
}

static size_t count_ends(const unsigned char *data, size_t len) {
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += data[i] == '\n';
	return n;
}

void source_set_text(struct source *out, struct bytes text, struct arena *arena) {
	const size_t nblocks = (text.len + BLOCK - 1) / BLOCK;
	uint64_t *ends = arena_space(arena, nblocks, sizeof *ends), n = 0;

	for (size_t i = 0; i < nblocks; i++) {
		const size_t at = i * BLOCK, rest = text.len - at;

		ends[i] = n;
		n += count_ends(text.data + at, rest < BLOCK ? rest : BLOCK);
	}
	out->text = text;
	out->ends_before = ends;
	out->n = (size_t)n;
	if (text.len && text.data[text.len - 1] != '\n')
		out->n++;
}

/* Where the line begins. */
static size_t begin_of(const struct source *source, size_t line) {
	const size_t nblocks = (source->text.len + BLOCK - 1) / BLOCK;
	const size_t block = lower_bound(source->ends_before, nblocks, sizeof *source->ends_before,
	                                 0, line - 1);
	const unsigned char *data = source->text.data;

	if (line == 1)
		return 0;
	size_t at = (block - 1) * BLOCK;
	for (size_t ends = (size_t)source->ends_before[block - 1]; ends < line - 1; at++)
		ends += data[at] == '\n';
	return at;
}

/* The bytes of the line that begins at an offset, without its end. */
static size_t length_at(const struct source *source, size_t at) {
	const unsigned char *text = source->text.data + at;
	const size_t rest = source->text.len - at;
	const unsigned char *end = memchr(text, '\n', rest);

	return end ? (size_t)(end - text) : rest;
}

const char *source_line(const struct source *source, size_t line, struct arena *arena) {
	const size_t at = begin_of(source, line);
	const char *text = (const char *)source->text.data + at;
	size_t len = length_at(source, at);

	if (len > LINE_MOST)
		return strcat(expand(text, LINE_MOST, arena), cut_mark);
	if (len && text[len - 1] == '\r')
		len--;
	return expand(text, len, arena);
}

uint64_t *source_keys(const struct source *source, struct arena *arena) {
	uint64_t *keys = arena_alloc(arena, source->n + 1, sizeof *keys);
	size_t at = 0;

	for (size_t i = 1; i <= source->n; i++) {
		const char *text = (const char *)source->text.data + at;
		const size_t len = length_at(source, at);

		keys[i] = hash_bytes(0, text, len && text[len - 1] == '\r' ? len - 1 : len);
		at += len + 1;
	}
	return keys;
}
