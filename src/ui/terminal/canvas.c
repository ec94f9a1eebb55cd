/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/terminal/theme.h"

static const struct glyph blank = { " ", 1 };

static struct cell *cell_at(const struct canvas *canvas, int row, int col) {
	return &canvas->cells[(size_t)row * (size_t)canvas->stride + (size_t)col];
}

struct canvas canvas_new(int rows, int cols, struct arena *arena) {
	size_t size = (size_t)rows * (size_t)cols;
	struct canvas canvas = { .rows = rows, .cols = cols, .stride = cols };

	canvas.cells = arena_alloc(arena, size, sizeof *canvas.cells);
	for (size_t i = 0; i < size; i++)
		canvas.cells[i].glyph = blank;
	return canvas;
}

struct canvas canvas_part(const struct canvas *canvas, int row, int col, int rows, int cols) {
	return (struct canvas){ .rows = rows,
		                .cols = cols,
		                .cells = cell_at(canvas, row, col),
		                .stride = canvas->stride };
}

/* Makes room for a glyph: the other half of a wide one half overwritten becomes a blank. */
static void clear_halves(const struct canvas *canvas, int row, int col, int width) {
	int end = col + width;

	if (col && !cell_at(canvas, row, col)->glyph.width)
		cell_at(canvas, row, col - 1)->glyph = blank;
	if (end < canvas->cols && !cell_at(canvas, row, end)->glyph.width)
		cell_at(canvas, row, end)->glyph = blank;
}

/* Puts a glyph that fits the row; an escape takes one cell a letter. */
static void put_glyph(const struct canvas *canvas, int row, int col, enum role role,
                      const struct glyph *glyph) {
	bool is_escape = glyph->width > 2;

	clear_halves(canvas, row, col, glyph->width);
	for (int i = 0; i < glyph->width; i++) {
		struct cell *cell = cell_at(canvas, row, col + i);

		cell->role = (unsigned char)role;
		cell->glyph = (struct glyph){ .width = is_escape };
		if (is_escape)
			cell->glyph.bytes[0] = glyph->bytes[i];
	}
	if (!is_escape)
		cell_at(canvas, row, col)->glyph = *glyph;
}

int canvas_put(struct canvas *canvas, int row, int col, int width, enum role role,
               const char *text) {
	size_t len = strlen(text), n;
	struct glyph glyph;
	int end = canvas->cols;

	if (row < 0 || row >= canvas->rows || col >= end || width <= 0)
		return col;
	if (col < 0 || width < end - col)
		end = col + width < end ? col + width : end;
	for (; (n = text_glyph(&glyph, text, len)) > 0; text += n, len -= n) {
		if (col + glyph.width > end)
			break;
		if (col >= 0)
			put_glyph(canvas, row, col, role, &glyph);
		/* Blanks for the last cells of a glyph that begins left of the row. */
		for (int at = 0; col < 0 && at < col + glyph.width; at++)
			put_glyph(canvas, row, at, role, &blank);
		col += glyph.width;
	}
	return col;
}

void canvas_put_begin(struct canvas *canvas, int row, int col, int width, enum role role,
                      const char *text) {
	const char *mark = text_is_utf8() ? "\xe2\x80\xa6" : "..";
	int room = width - text_width(mark);

	if (text_width(text) <= width || room < 1) {
		canvas_put(canvas, row, col, width, role, text);
		return;
	}
	canvas_put(canvas, row, col, room, role, text);
	canvas_put(canvas, row, col + room, width - room, role, mark);
}

void canvas_mark(struct canvas *canvas, int row, int low, int high, enum role role) {
	if (row < 0 || row >= canvas->rows)
		return;
	for (int col = low < 0 ? 0 : low; col < high && col < canvas->cols; col++)
		cell_at(canvas, row, col)->role = (unsigned char)role;
}

void canvas_fill(struct canvas *canvas, int row, int low, int high, enum role role) {
	if (row < 0 || row >= canvas->rows)
		return;
	for (int col = low < 0 ? 0 : low; col < high && col < canvas->cols; col++)
		put_glyph(canvas, row, col, role, &blank);
}

void canvas_to_ascii(struct canvas *canvas) {
	size_t size = (size_t)canvas->rows * (size_t)canvas->cols;

	for (size_t i = 0; i < size; i++) {
		struct glyph *glyph = &canvas->cells[i].glyph;
		size_t len = strlen(glyph->bytes);
		uint32_t code;

		if (len > 1 && text_decode(&code, glyph->bytes, len) && text_ascii(code)) {
			glyph->bytes[0] = text_ascii(code);
			glyph->bytes[1] = '\0';
		}
	}
}

const char *canvas_row(const struct canvas *canvas, int row, struct arena *arena) {
	char *text = arena_alloc(arena, (size_t)canvas->cols * GLYPH_BYTES + 1, 1);
	size_t used = 0, end = 0;

	for (int col = 0; col < canvas->cols; col++) {
		const struct glyph *glyph = &cell_at(canvas, row, col)->glyph;
		size_t len = strlen(glyph->bytes);

		memcpy(text + used, glyph->bytes, len);
		used += len;
		if (strcmp(glyph->bytes, " ") && len)
			end = used;
	}
	text[end] = '\0';
	return text;
}
