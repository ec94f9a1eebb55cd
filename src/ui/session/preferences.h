/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What settings change (ui/config/settings.h): on the screen, in reports, and
 * by options of the command line. */
#ifndef GPTUI_PREFERENCES_H
#define GPTUI_PREFERENCES_H

#include <stdbool.h>

#include "model/rules.h"
#include "ui/terminal/theme.h"
#include "views/view.h"

/* Where the second pane is (split.h). */
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

#endif
