/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sheet.h"

#include <stdio.h>
#include <string.h>

#include "sort.h"

/* Marsaglia's xorshift; returns a number below the limit. */
static unsigned draw(struct sheet *sheet, unsigned limit)
{
	sheet->random ^= sheet->random << 13;
	sheet->random ^= sheet->random >> 17;
	sheet->random ^= sheet->random << 5;
	return sheet->random % limit;
}

static void append(char *formula, const char *text)
{
	size_t len = strlen(formula);

	snprintf(formula + len, FORMULA_SIZE - len, "%s", text);
}

/* Appends an expression of at most 2^depth operands. */
static void write_expression(struct sheet *sheet, char *formula, int depth)
{
	static const char *const signs[] = { " + ", " - ", " * ", " / " };
	char number[NAME_SIZE];

	if (depth == 0 && draw(sheet, 2)) {
		append(formula, sheet->cells[draw(sheet, CELLS)].name);
	} else if (depth == 0) {
		snprintf(number, sizeof number, "%u", draw(sheet, 1000));
		append(formula, number);
	} else {
		append(formula, draw(sheet, 4) ? "(" : "-(");
		write_expression(sheet, formula, depth - 1);
		append(formula, signs[draw(sheet, 4)]);
		write_expression(sheet, formula,
		                 (int)draw(sheet, (unsigned)depth));
		append(formula, ")");
	}
}

void sheet_fill(struct sheet *sheet, unsigned seed)
{
	sheet->random = 2463534242u ^ seed;
	for (int i = 0; i < CELLS; i++) {
		snprintf(sheet->cells[i].name, NAME_SIZE, "region%d_cell%d",
		         i % 3, i);
		sheet->order[i] = &sheet->cells[i];
	}
	for (int i = 0; i < CELLS; i++) {
		write_expression(sheet, sheet->cells[i].formula, 5);
		*names_value(&sheet->values, sheet->cells[i].name) = i;
	}
}

double sheet_compile(struct sheet *sheet)
{
	int len = 0;

	for (int i = 0; i < CELLS; i++) {
		struct cell *cell = &sheet->cells[i];

		if (!compile(cell->formula, &cell->code))
			fprintf(stderr, "%s: bad formula\n", cell->name);
		len += cell->code.len;
	}
	return len;
}

double sheet_evaluate(struct sheet *sheet)
{
	double sum = 0;

	for (int i = 0; i < CELLS; i++) {
		struct cell *cell = &sheet->cells[i];
		double value = evaluate(&cell->code, &sheet->values);

		/* A cell that depends on itself must not grow without bound. */
		if (value > 1e6 || value < -1e6)
			value = i;
		*names_value(&sheet->values, cell->name) = value;
		sum += value;
	}
	return sum;
}

static bool is_less(const struct cell *a, const struct cell *b, void *context)
{
	const struct sheet *sheet = context;

	return names_find(&sheet->values, a->name) <
	       names_find(&sheet->values, b->name);
}

static bool is_before(const struct cell *a, const struct cell *b, void *context)
{
	(void)context;
	return strcmp(a->name, b->name) < 0;
}

double sheet_sort(struct sheet *sheet)
{
	for (int i = CELLS - 1; i > 0; i--) {
		int j = (int)draw(sheet, (unsigned)i + 1);
		const struct cell *cell = sheet->order[i];

		sheet->order[i] = sheet->order[j];
		sheet->order[j] = cell;
	}
	sort_cells(sheet->order, CELLS, is_before, sheet);
	sort_cells(sheet->order, CELLS, is_less, sheet);
	return names_find(&sheet->values, sheet->order[0]->name);
}
