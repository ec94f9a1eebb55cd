/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of manual pages, for man(7), on standard output. */
#pragma once

/* Prints text, escaped for troff. */
void troff_text(const char *text);

/* A section and a subsection. */
void troff_section(const char *title);
void troff_subsection(const char *title);

/* A name in bold, its argument (or NULL) in italics, and its description. */
void troff_item(const char *name, const char *more, const char *help);

/* The sections that end every page: where to report bugs, and what else to read. */
void troff_end(const char *pages);
