/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A theme shown before it is chosen. */
#ifndef GPTUI_THEME_PREVIEW_H
#define GPTUI_THEME_PREVIEW_H

struct session;

/* Opens a menu of the themes; each is shown while the cursor is on it. */
void theme_choose(struct session *session);

/* Shows the theme that a command line names, or the session's own. */
void theme_preview(struct session *session, const char *line);
void theme_preview_end(struct session *session); /* the session's own */

#endif
