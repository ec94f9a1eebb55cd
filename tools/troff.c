/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "troff.h"

#include <stdio.h>

/* A character of UTF-8 that ASCII has not, as troff names it.  Returns its last byte. */
static const char *put_character(const char *text) {
	const unsigned char first = (unsigned char)*text;
	const int nmore = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
	unsigned long code = first & (0x3fU >> nmore);

	for (int i = 0; i < nmore && text[1]; i++)
		code = code << 6 | ((unsigned char)*++text & 0x3fU);
	printf("\\[u%04lX]", code);
	return text;
}

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
		else if ((unsigned char)*text >= 0x80)
			text = put_character(text);
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
