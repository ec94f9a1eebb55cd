/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "troff.h"

#include <stdio.h>

/* Backslashes and leading dots are special in troff. */
void troff_text(const char *text) {
	if (*text == '.' || *text == '\'')
		printf("\\&");
	for (; *text; text++) {
		if (*text == '\\')
			printf("\\e");
		else if (*text == '-')
			printf("\\-");
		else if (*text == '~')
			printf("\\(ti");
		else
			putchar(*text);
	}
}

void troff_section(const char *title) {
	printf(".SH ");
	troff_text(title);
	printf("\n");
}

void troff_subsection(const char *title) {
	printf(".SS ");
	troff_text(title);
	printf("\n");
}

void troff_item(const char *name, const char *more, const char *help) {
	printf(".TP\n\\fB");
	troff_text(name);
	printf("\\fR");
	if (more && *more) {
		printf(" \\fI");
		troff_text(more);
		printf("\\fR");
	}
	printf("\n");
	troff_text(help);
	printf("\n");
}
