/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of pages.  Source: the HTML standard, html.spec.whatwg.org. */
#ifndef GPTUI_HTML_OUT_H
#define GPTUI_HTML_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct func;
struct table;

/* Writes a text on one line, with nothing that HTML or a reader would act
 * on. */
void html_put(FILE *file, const char *text);

/* Where names of functions lead; whether headings are explained. */
struct html_links {
	const struct func *(*subject)(const void *item); /* of a row */
	const struct func *funcs;                        /* of the profile */
	const bool *has_entry;                           /* shape: [nfuncs] */
	bool has_help;
};

/* Writes the rows [low, high) of a table with the columns that people see, but
 * without some, whose names are between blanks. */
void html_put_table(FILE *file, const struct table *table, size_t low, size_t high,
                    const char *without, const struct html_links *links);

#endif
