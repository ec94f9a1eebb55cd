/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pane: a location, its table, and the part of the screen that shows it.
 *
 * The session has two; keys act in the one that has the focus. */
#pragma once

#include "ui/session/prompt.h"
#include "views/columns.h"

struct file_choice;
struct pane;

/* A way to move the cursor, which fails where there is nowhere to go. */
struct move {
	bool (*run)(struct pane *pane, long by, struct error *err);
	long by;
};

enum { MOVES = 16 };

/* What is looked at; the history consists of copies of it. */
struct location {
	const struct view *view;
	struct query query; /* its filter is in `filter`; its display is the last one shown */
	char filter[PROMPT_TEXT];
	size_t row;               /* the cursor's; while rows are to come, the one that it
	                goes to then */
	uint64_t id;              /* of that row when the location was left, or while rows
	                are to come; or 0 */
	bool begins;              /* it goes to the first one of the view then */
	struct move moves[MOVES]; /* and then so on */
	size_t nmoves;
	size_t top;                       /* the row that is to be at the top of the screen */
	int sideways;                     /* cells that names are scrolled by */
	const struct file_choice *choice; /* the session's, then */
};

/* A part of the screen, in cells. */
struct area {
	int row, col, rows, cols;
};

/* What the widths of columns depend on, unless on filter and order, too. */
struct width_basis {
	const struct view *view;
	const struct dataset *data;
	const char *chosen; /* columns */
	struct display display;
	size_t nrows; /* 0: on those, too */
};

struct pane {
	struct location here;
	const struct folds *folds;     /* the session's */
	const char *const *choices;    /* likewise, by view_index() */
	const struct display *display; /* likewise */

	/* The table, as built last. */
	struct table table;
	struct table whole; /* without the filter, where that is measured; else the same */
	struct arena *table_arena;
	size_t cursor; /* a row of it, or 0 if it has none */

	struct column_widths needs;     /* of the table's columns */
	struct rooms rooms;             /* of what functions need, */
	const struct dataset *rooms_of; /* in this profile; or NULL */
	struct arena *widths_arena;
	struct width_basis basis;

	/* The owner of the row's line, or the host of its function, that a command is about while
	 * it runs, from 1; 0: the first, and the user is asked where it matters. */
	size_t owner;

	/* As last settled (ui/screen/screen.h). */
	struct area area; /* rows 0: not on the screen */
	int body_rows;    /* of it, for the view's rows */
	size_t top;       /* the first of them, so that the cursor is among them */

	/* Names as the rows from there on have room for them; NULL: as they are.  Owner: the arena
	 * of the picture. */
	const char *const *names;
};

/* What the cursor is on, to find it in another table. */
struct anchor {
	uint64_t id;             /* of the row, or 0 */
	const struct func *func; /* that it is about, or NULL */
	size_t row;
};

/* A pane with no table yet; pane_end() gives its arenas back. */
void pane_begin(struct pane *pane, const struct view *view, const struct folds *folds,
                const struct display *display);
void pane_end(struct pane *pane);

/* Builds the table of the location.  The cursor stays on the row with its number, or the last one;
 * the data must live as long as the table. */
void pane_build(struct pane *pane, const struct dataset *data);

/* Shows nothing, and releases what was shown. */
void pane_clear(struct pane *pane);

/* Makes the query ask for the cursor's line or instruction; false: it is a function, or nothing. */
bool pane_locate(const struct pane *pane, struct query *query);

/* The profile file, of this side or the base, that the cursor's row is about, or NULL. */
const struct run *pane_file(const struct pane *pane);
const struct run *pane_base_file(const struct pane *pane);

/* Sets the position of a query about the function's code in the host that was chosen. */
void pane_locate_host(const struct pane *pane, struct query *query);

/* The functions that own the code of the cursor's row; none where rows are about one function. */
struct line_owners pane_owners(const struct pane *pane);

/* With inlined functions apart, where the code of the function under the cursor is, if the row is
 * about all of it; else none. */
struct line_owners pane_hosts(const struct pane *pane);

/* The row some rows on from one, from 0 to `last`. */
size_t row_beside(size_t from, long rows, size_t last);

/* Moves the cursor to a row, or the last one. */
void pane_move(struct pane *pane, size_t row);

/* Moves it some way.  While rows are to come that is a wish, which is met when they are there. */
bool pane_move_by(struct pane *pane, struct move move, struct error *err);

/* Scrolls by some rows, as far as there are; the cursor may leave the screen. */
void pane_scroll(struct pane *pane, long rows);

/* Whether the cursor is on the first row, and stays there. */
bool pane_is_at_top(const struct pane *pane);

struct anchor pane_anchor(const struct pane *pane);

/* Moves the cursor to the anchor's row, else to the nearest one about its function; to its first
 * row if it has not been there. */
void pane_move_to(struct pane *pane, struct anchor anchor);

/* Moves the cursor to its first row: the one that the view chose, else that of the function. */
void pane_move_to_first(struct pane *pane);

/* Builds the table anew; the cursor stays on its row, else on one of its function. */
void pane_refresh(struct pane *pane, const struct dataset *data);

/* Builds the table of another location, with the cursor on its first row. */
void pane_open(struct pane *pane, const struct dataset *data);

/* Changes the view of the location, and keeps its order if possible. */
void pane_take_view(struct pane *pane, const struct dataset *data, const struct view *view);

/* The name of the column that the rows are sorted by, or NULL. */
const char *pane_sort(const struct pane *pane);

/* The term of a filter for exactly the row under the cursor, if that is a group or a line of a
 * list; or NULL. */
const char *pane_term(const struct pane *pane);

/* The row under the cursor, or NULL. */
const struct row *pane_row(const struct pane *pane);

/* The function under the cursor, of several owners the one that was chosen or has the most time; or
 * the one the view is about; NULL for texts and for rows that stand for many functions. */
const struct func *pane_subject(const struct pane *pane);

/* Likewise the one of the base that is not on the new side, or NULL. */
const struct func *pane_gone(const struct pane *pane);

/* Where a row leads, and what is asked there, by default of a function; NULL: nowhere. */
const struct view *pane_follow(const struct pane *pane, const struct row *row,
                               const struct func *subject, struct query *query);
