/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pane: a location, its table, and the part of the screen that shows it.
 *
 * The session has two; keys act in the one that has the focus. */
#pragma once

#include "base/base.h"
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

/* The columns that have room in the pane, as last laid out.  Owner: the arena. */
struct slots pane_slots(const struct pane *pane, struct arena *arena);

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

/* A menu over the view, to choose one of several lines. */

struct event;

/* What a line is.  Of those that match what was typed alike, the first kinds come first; only
 * commands are there before something is typed.  Absent: a command that does not work here. */
enum menu_kind { MENU_COMMAND, MENU_SETTING, MENU_COLUMN, MENU_ABSENT, MENU_CHAPTER, MENU_OPTION };

struct menu_line {
	enum menu_kind kind;

	const char *text; /* what it says */
	const char *note; /* beside it, or behind it; or NULL */
	const char *help; /* a sentence on it, for the cursor's line; or NULL */
	const char *run;  /* the command to run when it is chosen; or NULL: a text to read */

	const char *name, *words; /* more for typing to find; or NULL */
	const char *whole;        /* for typing that finds nothing else; or NULL */

	/* Commands that move the line up and down; or NULL. */
	const char *up, *down;

	const char *heading; /* above it, and above those behind it that have the same; or NULL */
};

enum {
	MENU_TYPED = 64,
	MENU_HELP_ROWS = 8 /* of a screen where the help has two lines */
};

struct menu {
	struct arena *arena; /* of its texts, until another menu is opened */

	const char *title; /* NULL: there is no menu */
	bool is_of_row;    /* numbers in its commands are of what a row is about now */

	struct menu_line *lines; /* shape: [n] */
	size_t n;
	size_t cursor; /* of the lines shown */
	size_t top;    /* the first row on the screen */

	/* Typing leaves only the lines that match, the best first, unless it is a text. */
	char typed[MENU_TYPED];
	size_t *shown; /* numbers of lines; shape: [nshown] */
	size_t nshown;
};

/* A row of a menu on a screen: a line, the next part of one that wraps, or the heading above it. */
struct menu_row {
	size_t line;      /* of those shown */
	const char *name; /* the line's text, if its note is beside it; or NULL */
	const char *text;
	int indent; /* of the text */
	bool is_heading, is_more;
};

/* A menu on a screen, in cells. */
struct menu_box {
	int row;               /* of its title; the lines are below it */
	int rows, cols;        /* rows of lines; 0: there is no room */
	struct menu_row *list; /* all of its rows; shape: [n] */
	size_t n;
	size_t top, here; /* the first row that is to be seen, the cursor's first */
	bool is_text;     /* there is no cursor */
};

/* Begins a menu.  The texts of its lines must live until it is closed, whatever becomes of tables;
 * those in menu->arena, which is emptied first, do. */
void menu_open(struct menu *menu, const char *title);
void menu_add(struct menu *menu, struct menu_line line);
void menu_offer(struct menu *menu, const char *text, const char *note, const char *run);
void menu_close(struct menu *menu);

/* The line under the cursor, or NULL. */
const struct menu_line *menu_line_here(const struct menu *menu);

/* The menu on a screen of that size.  Owner: the arena. */
struct menu_box menu_box(const struct menu *menu, int rows, int cols, struct arena *arena);

/* Handles a key or mouse event on a screen of that size.  *run is the command that was chosen, or
 * NULL; it lives until another menu is opened.  False: a text was closed by a key for what is
 * behind it. */
bool menu_event(struct menu *menu, const struct event *event, int rows, int cols, const char **run);
