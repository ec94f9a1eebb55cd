/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a session: the only thing that changes while gptui runs.
 *
 * A key runs a command (ui/command/command.h), a command changes the session, and the screen
 * (ui/screen/screen.h) is painted anew from it.  All of it belongs to the main thread. */
#pragma once

#include "ui/session/pane.h"
#include "ui/terminal/terminal.h"
#include "ui/terminal/theme.h"
#include "views/view.h"

/* Keys: those of gptui, and those that the user has bound, which take precedence and may also say
 * that a key does nothing. */

struct binding {
	char key[EVENT_TEXT];
	const char *line; /* the command line; "" does nothing */
};

struct bindings {
	struct arena *arena;
	struct binding *list; /* in the order they were made */
	size_t n;
};

/* Sets of keys that are compiled in: lines "bind KEY COMMAND" of presets/.  The one named "default"
 * has the keys that gptui has at first. */
extern const struct named_text presets[];

/* The keys that run a command at first, separated by spaces; NULL: none does. */
const char *default_keys(const char *command);

/* The name of a key in events, whatever way it is written: "^n" is "C-n".  Errors: no such key. */
bool key_parse(char out[EVENT_TEXT], const char *text, struct error *err);

/* The names of keys that are not characters; NULL after the last. */
const char *key_name_at(size_t index);

/* Binds a key to a command line; with "" it does nothing. */
void bindings_set(struct bindings *bindings, const char *key, const char *line);

/* The binding of a key, or NULL.  `bindings` may be NULL. */
const struct binding *bindings_find(const struct bindings *bindings, const char *key);

/* All keys that run a command line, separated by spaces: those of `keys` that are not bound to
 * anything else, then others bound to it.  Owner: the arena. */
const char *bindings_keys(const struct bindings *bindings, const char *keys, const char *line,
                          struct arena *arena);

struct command_group;
struct exporter;
struct source_maps;
struct worker;

/* What settings change (ui/config/settings.h): on the screen, in reports, by options. */

/* Where the second pane is (session.h). */
enum split_mode { SPLIT_AUTO, SPLIT_ON, SPLIT_OFF };

enum { FETCH_S = 300, SPLIT_RATIO = 55, SPLIT_LEAST = 20, SPLIT_MOST = 80 };

struct preferences {
	const char *sort; /* of lists of functions; or NULL: their own */
	struct display display;
	struct rule_choice rule_choice; /* for the next load */
	bool inlined_apart;             /* inlined functions are rows of their own */
	bool asks_servers;              /* for debug information, at the next load */
	const char *objdump;            /* lists code of machines that libopcodes does
	                           not support; or NULL: nothing does */
	unsigned watch_s;               /* seconds after which files are looked at; 0:
	                           they are not */
	unsigned fetch_s;               /* the longest that fetching a URL may take */
	bool is_ascii;                  /* lines and bars are of ASCII characters */
	bool has_mouse;                 /* the terminal sends its events */
	enum split_mode split;          /* of the screen */
	int split_ratio;                /* percent of the room for the first pane */
	bool has_split_ratio;           /* it was set: columns do not get more */
	const char *theme_name;         /* or NULL: the default */
	struct theme theme;             /* of that name, once it was set */
};

/* All as at first. */
extern const struct preferences preferences_at_first;

enum { HISTORY = 500, AHEAD = 250 };

/* What "back" returns to. */
struct history_entry {
	struct location first, second; /* what the panes showed */
	bool has_second, on_second;    /* it was shown; it had the focus */
};

/* A search in rows that takes longer than painting a picture. */
struct finding {
	bool is_under_way, is_backwards, is_typed;
	const struct pattern *pattern;
	const struct row *rows; /* of the table */
	size_t from;            /* the cursor's row */
	size_t row, left;       /* the next one to look at; how many there are */
};

/* What the user asks of the files, which are opened elsewhere (ui/load/opening.h). */
enum file_request {
	REQUEST_NOTHING,
	REQUEST_RELOAD,
	REQUEST_STAY,        /* with what is shown: no reload, no base that is being read */
	REQUEST_CHOICE,      /* show the files of session->choice */
	REQUEST_BASE,        /* compare with session->base_asked */
	REQUEST_BASE_CHOICE, /* compare with files of the base by session->base_choice */
	REQUEST_INLINED,     /* show inlined functions as is preferred now */
};

struct session {
	struct arena *arena; /* of the session */
	const struct terminal *terminal;
	struct worker *worker;                       /* or NULL */
	const struct dataset *data;                  /* NULL until the files are open */
	const char *name;                            /* of the program, for the title */
	const struct command_group *const *commands; /* by rank; ends with NULL */

	struct pane panes[2];          /* the second follows the first */
	int fault_row, answer_row;     /* of the screen, for what is wrong and for what the first
	                                  pane comes to; 0: none */
	const struct view *split_view; /* of the second; NULL: graph */
	struct pane *pane;             /* the one that has the focus */
	struct folds *folds;           /* of all views */

	struct history_entry *past, *future; /* newest last; shape: [HISTORY] */
	size_t npast, nfuture;

	struct arena *search_arena;
	const struct pattern *search;
	char search_text[PROMPT_TEXT];
	uint64_t *opened; /* folds that it opened while it is typed; shape: [nopened] */
	size_t nopened;
	struct anchor origin;   /* the row that typing a search, filter or limit began on */
	bool search_goes_up;    /* n goes up, N down */
	struct finding finding; /* of it in the rows */

	struct source_maps *maps; /* where sources are */
	const char *asked_for;    /* the path that the prompt asks for */

	struct source_fetch *fetches; /* newest first */

	struct prompt prompt;
	struct menu menu;
	struct error message; /* for the status line; "" when there is none */
	bool message_is_error;
	struct error watch_said; /* what it said last of files that are watched */

	struct {
		char path[PROMPT_TEXT];
		bool (*write)(struct session *session, const char *path, struct error *err);
	} overwrite; /* what waits for the answer */

	/* Where the row under the cursor leads, as NEED_TARGET found it last; NULL: to no view. */
	struct {
		const struct view *view;
		struct query query;
	} target;

	struct bindings bindings;
	struct history history;
	const char **choices; /* of columns; shape: [view_count()] */
	const char *saved;    /* the configuration as it was read or written
	                       * last; NULL: it was not read */
	struct preferences preferences;
	struct text_list texts; /* session_keep()'s */

	const struct exporter *exporter; /* of the file that is written */

	/* Keys typed before what they are for was there, in their order; shape: [nahead]. */
	struct event ahead[AHEAD];
	size_t nahead;
	bool types_ahead; /* a line: one of them opens a prompt */

	bool done;
	bool ignores_double_click;             /* the menu took its first half */
	enum file_request request;             /* not yet taken */
	bool reads_base;                       /* the worker does; its progress is shown */
	bool finds_runs;                       /* the worker does */
	bool is_replaced;                      /* what is shown gives way to what was asked for */
	const struct file_choice *choice;      /* that the user asked for; NULL: as at first */
	const char *base_asked;                /* files to compare with, "none", "off" or "swap" */
	const struct file_choice *base_choice; /* of its files; NULL: as at first */
	bool has_colours;                      /* unless the user turned them off */
	bool previews_theme;                   /* another than the preferred one is shown */
	bool is_dragging;                      /* the border between the panes */
};

/* A session without a profile yet.  Owner: the arena, whose end releases all that the session
 * holds.  A worker must be made later in the same arena, so that it ends first. */
struct session *session_new(const char *name, const struct command_group *const *commands,
                            struct arena *arena);

/* A copy of the text that lives as long as the session. */
const char *session_keep(struct session *session, const char *text);

/* Leaves a request to the loop.  Before there is a worker, what is opened first is opened as is
 * preferred then. */
void session_ask(struct session *session, enum file_request request);

/* Shows a message on the status line until the next key. */
/* clang-format off */
__attribute__((format(printf, 2, 3)))
void session_say(struct session *session, const char *format, ...);
/* clang-format on */

/* Whether a menu, a line being typed or the mouse has the keys: what is shown should stay. */
bool session_is_asking(const struct session *session);

/* Shows an error there. */
void session_fail(struct session *session, const struct error *err);

/* Builds the table anew; the cursor stays on its row, else on a row of its function. */
void session_refresh(struct session *session);

/* Does the same in panes whose rows were pending, or may be more complete now: code and lines are
 * known later than the profile. */
void session_renew(struct session *session);

/* Shows rows of the kind that is preferred now; the cursor stays on its function. */
void session_take_rows(struct session *session);

/* Sets the filter.  On failure the table stays, and *at is the byte at fault. */
bool session_filter(struct session *session, const char *text, size_t *at, struct error *err);

/* The second pane follows the cursor of the first, and shows the function there in another view.
 *
 * On a wide screen it is beside the first pane, unless it was turned off or, by itself, no row is
 * about a function; on a narrow screen it is below the first, if it was turned on. */

/* Divides the screen between the panes, and lets the second one follow.  Its table is built anew
 * only if it is about something else. */
void split_arrange(struct session *session, int rows, int cols);

/* Does the same for the present size of the terminal. */
void split_update(struct session *session);

/* Whether the second pane is on the screen, as last arranged. */
bool split_is_shown(const struct session *session);

/* The percentage of the room that the first pane has, and how to set it. */
int split_ratio(const struct session *session);
void split_set_ratio(struct session *session, int ratio);

/* Whether a position is on the border between the panes; moves it there, within its limits. */
bool split_is_border(const struct session *session, int row, int col);
void split_drag(struct session *session, int row, int col);

/* Whether the second pane has the focus. */
bool split_has_focus(const struct session *session);

/* Opens views, goes back and forward, and stays in place when the files are read again. */

/* Asks for the folder of a source file, missing or not.  The answer becomes a source map, so it is
 * used for all files whose paths begin like this one. */
void missing_source_ask(struct session *session, const char *path, bool is_missing);

/* Builds the present view anew with the present source maps. */
void missing_source_refresh(struct session *session);

/* Shows a dataset; the first one in the flat view. */
void navigation_show(struct session *session, const struct dataset *data);

/* Whether files are compared with others of the same side, as `base-off` does. */
bool session_compares_own(const struct session *session);

/* Replaces the dataset by one of the same program that was read again.  All locations stay on the
 * functions of the same names.  The old dataset is not used after this. */
void navigation_swap(struct session *session, const struct dataset *data);

/* Opens a view for a query in the first pane; "back" returns from it.  A list begins at its first
 * row, one of functions after another view at its function; so do trees and views of functions. */
void navigation_go(struct session *session, const struct view *view, struct query query);

/* Gives the present view another query; "back" does not return from it. */
void navigation_ask(struct session *session, struct query query);

/* The list that the present view was opened from: the latest location in a view that is not of one
 * function; or NULL. */
struct location *navigation_list(struct session *session);

/* False at the end of the history. */
bool navigation_back(struct session *session);
bool navigation_forward(struct session *session);

/* What must exist for a command to make sense, and what is said if it does not.
 *
 * The row of a command names its need.  It is checked before the command is run, and the menu of
 * what can be done leaves out commands whose need is not met. */
#define NEEDS(ITEM)                                                         \
	ITEM(ROW, "there is no row")                                        \
	ITEM(TARGET, "there is nothing to open on this row")                \
	ITEM(FILE, "this needs the row of a file; 6 and I list files")      \
	ITEM(CHOICE, "the row is not about a function")                     \
	ITEM(FUNCTION, "the row is not about a function")                   \
	ITEM(LOCATION, "the row is not about a function")                   \
	ITEM(FOLD, "nothing is below this row; 3 is the call tree")         \
	ITEM(FOLDS, "no row opens or closes here; 3 is the call tree")      \
	ITEM(LIST, "this view is not about one function of a list")         \
	ITEM(SHARES, "this view has no shares of time")                     \
	ITEM(ORDER, "this view is a text and cannot be sorted")             \
	ITEM(INVERSE, "this view cannot be inverted; R reverses the order") \
	ITEM(PANE, "there is no second pane; w opens it")                   \
	ITEM(PAST, "nowhere to go back to; 1 shows functions")              \
	ITEM(FUTURE, "nowhere to go forward to")                            \
	ITEM(SEARCH, "nothing has been searched for yet; / searches")       \
	ITEM(FILTER, "there is no filter; f sets one")                      \
	ITEM(CODE, "this view has no instructions; 5 shows them")           \
	ITEM(BASE, "there is no base to compare with; :base sets one")      \
	ITEM(SIDES, "with a base, source (4) and asm (5) show both sides")  \
	ITEM(ROWS, "only the flat profile can have other rows; 1 is it")    \
	ITEM(NO_MENU, "this is the menu")

enum need {
	NEED_NOTHING,
#define ITEM(name, reason) NEED_##name,
	NEEDS(ITEM)
#undef ITEM
};

/* Errors: what is missing. */
bool need_is_met(struct session *session, enum need need, struct error *err);

/* Searching the rows of the pane that has the focus.
 *
 * The first rows are searched at once.  If there are more, the loop goes on between keys until the
 * search ends, or the cursor or the rows change. */

/* Searches for session->search from a row on, past the end, and moves the cursor there.  If nothing
 * is found, the prompt says so (is_typed) or the status line.  False if that is known already. */
bool finding_begin(struct session *session, size_t row, bool is_backwards, bool is_typed,
                   struct error *err);

/* Continues; true when the search has ended. */
bool finding_step(struct session *session);

/* "3 of 12 functions match", "3 of the first 20 000 functions match"; "": none of these does, or
 * nothing is searched for.  Owner: the arena. */
const char *finding_words(const struct session *session, struct arena *arena);

/* Choosing which of several profile files count, in the list of them, by the cursor's row. */

/* Switches it off or on.  Errors: it is the last one; it could not be read. */
bool choosing_toggle(struct session *session, struct error *err);

/* Leaves only it on; brings all others back if they are off.  Errors: it was not read. */
bool choosing_only(struct session *session, struct error *err);

/* Leaves out the runs of both sides that did other work, judging by their calls; brings all back if
 * there are none.  Errors: there were none. */
bool choosing_same_work(struct session *session, const char *arg, struct error *err);

/* All are on, on both sides. */
void choosing_all(struct session *session);

/* Compares with no base any more; the message says what became of it. */
void choosing_end_base(struct session *session, const char *message);

/* Opens its flat profile; "back" returns to all that were on.  Errors: it could not be read. */
bool choosing_open(struct session *session, struct error *err);

/* Asks before a file is overwritten. */

/* Writes a file, and says so on the status line. */
typedef bool overwrite_write(struct session *session, const char *path, struct error *err);

/* Asks a question, and writes to the path if the answer is y.  Errors: the path is too long. */
bool overwrite_ask(struct session *session, const char *question, const char *path,
                   overwrite_write *write, struct error *err);

/* Asks which function a command is about, where a line's code is part of several. */

/* Opens a menu of the owners of the line under the cursor; whichever is chosen runs the command
 * line for it.  False if there is nothing to ask: there is at most one, or one was chosen. */
bool owner_menu_asks(struct session *session, const char *line);

/* The same of functions that have code of the one under the cursor, with inlined functions apart:
 * asked where instructions are opened. */
bool owner_menu_asks_code(struct session *session, const char *line);
