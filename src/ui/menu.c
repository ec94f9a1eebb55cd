/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/menu.h"

#include <string.h>

#include "ui/command.h"
#include "ui/session.h"
#include "ui/terminal.h"

void menu_open(struct session *session, const char *title)
{
	session->menu = (struct menu){ .title = title };
}

void menu_add(struct session *session, struct menu_line line)
{
	struct menu *m = &session->menu;

	if (m->n < MENU_LINES)
		m->lines[m->n++] = line;
}

void menu_close(struct session *session)
{
	session->menu.title = NULL;
}

static void run(struct session *session, const char *line)
{
	menu_close(session);
	if (line)
		session_run(session, line);
}

/* A letter goes to the next line that begins with it. */
static void go_to_letter(struct menu *m, const char *letter)
{
	size_t i;

	for (i = 1; i <= m->n; i++) {
		size_t line = (m->cursor + i) % m->n;

		if (m->lines[line].text[0] == letter[0]) {
			m->cursor = line;
			return;
		}
	}
}

static void cancel(struct session *session)
{
	void (*cancelled)(struct session *) = session->menu.cancelled;

	menu_close(session);
	if (cancelled)
		cancelled(session);
}

/* Moves the cursor; false when the key is another one. */
static bool move(struct menu *m, const char *key)
{
	if (command_has_word("Down j C-n Tab", key))
		m->cursor = (m->cursor + 1) % m->n;
	else if (command_has_word("Up k C-p S-Tab", key))
		m->cursor = (m->cursor + m->n - 1) % m->n;
	else if (command_has_word("Home PageUp g", key))
		m->cursor = 0;
	else if (command_has_word("End PageDown G", key))
		m->cursor = m->n - 1;
	else
		return false;
	return true;
}

void menu_event(struct session *session, const struct event *event)
{
	struct menu *m = &session->menu;
	const char *key = event->text;
	size_t old = m->cursor;

	if (event->kind != EVENT_KEY)
		return;
	if (command_has_word("Esc q C-c C-g", key) || !m->n)
		cancel(session);
	else if (command_has_word("Enter Space", key))
		run(session, m->lines[m->cursor].run);
	else if (command_has_word("< Left", key) && m->lines[m->cursor].up)
		run(session, m->lines[m->cursor].up);
	else if (command_has_word("> Right", key) && m->lines[m->cursor].down)
		run(session, m->lines[m->cursor].down);
	else if (!move(m, key) && !key[1])
		go_to_letter(m, key);
	if (m->title && m->moved && m->cursor != old)
		m->moved(session, &m->lines[m->cursor]);
}
