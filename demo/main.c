/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program to profile: demo-program SECONDS TASK...
 *
 * Runs the tasks in turn until it has used that much processor time. */
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

int main(int argc, char **argv)
{
	static struct sheet sheet;
	double seconds, check = 0;
	int passes = 0;

	if (argc < 3) {
		fputs("usage: demo-program SECONDS TASK...\n", stderr);
		return 2;
	}
	seconds = strtod(argv[1], NULL);
	sheet_fill(&sheet, (unsigned)argc);
	check += sheet_compile(&sheet);
	while ((double)clock() < seconds * CLOCKS_PER_SEC) {
		const struct task *task = find_task(
			argv[2 + passes % (argc - 2)]);

		check += task->pass(&sheet);
		passes++;
	}
	printf("%d passes, check %g\n", passes, check);
	return 0;
}
