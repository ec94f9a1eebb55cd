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

void troff_end(const char *pages) {
	printf(".SH REPORTING BUGS\n"
	       "\\fBgptui \\-\\-version\\fR prints the address for reports, if this build has "
	       "one.  Include what it prints, the command line and, if possible, the files.\n"
	       ".SH SEE ALSO\n"
	       "The user manual, from compiling a program to finding what makes it slow: "
	       "\\fB:manual\\fR on the screen, or \\fBgptui \\-\\-report manual\\fR "
	       "with a program and its profile.\n"
	       ".PP\n"
	       "%s",
	       pages);
}
