/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program to profile: demo-program SECONDS|PASSESx TASK...
 *
 * Runs the tasks in turn until it has used that much processor time, or that
 * often, such as 300x, so that another build does the same work. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sheet.h"

struct task {
	const char *name;
	double (*pass)(struct sheet *sheet);
};

static const struct task tasks[] = {
	{ "compile", sheet_compile },
	{ "evaluate", sheet_evaluate },
	{ "sort", sheet_sort },
};

static const struct task *find_task(const char *name)
{
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		if (!strcmp(tasks[i].name, name))
			return &tasks[i];
	fprintf(stderr, "demo-program: no task \"%s\"\n", name);
	exit(2);
}

/* How long to go on. */
struct amount {
	double seconds; /* or 0 */
	int passes;
};

static struct amount parse_amount(const char *text)
{
	char *end;
	double number = strtod(text, &end);

	return *end == 'x' ? (struct amount){ .passes = (int)number }
	                   : (struct amount){ .seconds = number };
}

static bool goes_on(const struct amount *amount, int passes)
{
	return passes < amount->passes ||
	       (double)clock() < amount->seconds * CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
	static struct sheet sheet;
	struct amount amount;
	double check = 0;
	int passes = 0;

	if (argc < 3) {
		fputs("usage: demo-program SECONDS|PASSESx TASK...\n", stderr);
		return 2;
	}
	amount = parse_amount(argv[1]);
	sheet_fill(&sheet, (unsigned)argc);
	check += sheet_compile(&sheet);
	while (goes_on(&amount, passes)) {
		const struct task *task = find_task(
			argv[2 + passes % (argc - 2)]);

		check += task->pass(&sheet);
		passes++;
	}
	printf("%d passes, check %g\n", passes, check);
	return 0;
}
