/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A theme that is looked at before it is taken. */
#ifndef GPTUI_THEME_PREVIEW_H
#define GPTUI_THEME_PREVIEW_H

struct session;

/* Opens a menu of the themes; each is seen while the cursor is on it. */
void theme_choose(struct session *session);

/* Shows the theme that a command line asks for, the session's own while it
 * asks for none that there is; NULL: the session's own. */
void theme_preview(struct session *session, const char *line);

#endif
