/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of manual pages, for man(7), on standard output. */
#ifndef GPTUI_TROFF_H
#define GPTUI_TROFF_H

/* Text in which nothing means anything to troff. */
void troff_text(const char *text);

/* A section, and one below it. */
void troff_section(const char *title);
void troff_subsection(const char *title);

/* A name in bold, what follows it (or NULL) slanted, and what it is. */
void troff_item(const char *name, const char *more, const char *help);

#endif
