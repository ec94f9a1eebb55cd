/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/watching.h"

#include "base/clock.h"
#include "ui/load/loaded_files.h"
#include "ui/load/opening.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"

enum { SECOND_MS = 1000, NEVER = -1 };

/* Shows or hides what is recent, if the user has just said so. */
static void take_seconds(struct screen *screen, struct session *session)
{
	struct loaded_files *shown = screen->shown;
	const unsigned seconds = session->preferences.watch_s;

	if (seconds == screen->watch_s)
		return;
	screen->watch_s = seconds;
	screen->next_look_ms = clock_ms() + SECOND_MS * (long long)seconds;
	shown->shows_recent = seconds;
	if (shown->result.data.recent)
		navigation_show(session, loaded_files_data(shown));
}

int watching_look(void *context, struct session *session)
{
	struct screen *screen = context;
	long long now;

	if (!screen->shown || session_is_asking(session))
		return NEVER;
	if (screen->held)
		opening_show_held(screen, session);
	take_seconds(screen, session);
	if (!screen->watch_s || screen->under_way)
		return NEVER;
	now = clock_ms();
	if (now < screen->next_look_ms)
		return (int)(screen->next_look_ms - now);
	screen->next_look_ms = now + SECOND_MS * (long long)screen->watch_s;
	screen->looks = true;
	opening_begin(screen, session);
	return NEVER;
}
