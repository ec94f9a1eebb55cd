/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line being typed, up to its end. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ui/session/prompt.h"
#include "ui/terminal/terminal.h"

#include "assertions.h"

static const struct prompt_kind kind = { .hint = "" };

static void send(struct prompt *p, enum event_kind event_kind, const char *text) {
	struct event event = { .kind = event_kind };

	snprintf(event.text, sizeof event.text, "%s", text);
	prompt_event(p, &event);
	assert_compared(p->len, <, sizeof p->text);
	assert_int_equal(p->text[p->len], '\0');
}

static void fill(struct prompt *p, size_t len) {
	static struct history history;

	*p = (struct prompt){ .history = &history };
	prompt_open(p, &kind, "a: ", "");
	while (p->len < len)
		send(p, EVENT_KEY, "x");
}

static void a_full_line_takes_no_more(void **state) {
	static struct prompt p;

	fill(&p, sizeof p.text - 1);
	send(&p, EVENT_KEY, "y");
	assert_int_equal(p.len, sizeof p.text - 1);
	assert_int_equal(p.text[p.len - 1], 'x');
	send(&p, EVENT_PASTE, "yy");
	assert_int_equal(p.len, sizeof p.text - 1);
	send(&p, EVENT_KEY, "BS");
	assert_int_equal(p.len, sizeof p.text - 2);
	send(&p, EVENT_KEY, "y");
	assert_int_equal(p.text[p.len - 1], 'y');
}

static void no_character_is_inserted_in_part(void **state) {
	static struct prompt p;

	fill(&p, sizeof p.text - 2);
	send(&p, EVENT_KEY, "é");
	assert_int_equal(p.len, sizeof p.text - 2);
	send(&p, EVENT_PASTE, "éz");
	assert_int_equal(p.len, sizeof p.text - 1);
	assert_int_equal(p.text[p.len - 1], 'z');
}

static void alt_moves_and_erases_by_words(void **state) {
	static struct prompt p;

	fill(&p, 0);
	send(&p, EVENT_PASTE, "one two  three");
	send(&p, EVENT_KEY, "M-b");
	assert_int_equal(p.at, 9);
	send(&p, EVENT_KEY, "M-BS");
	assert_string_equal(p.text, "one three");
	send(&p, EVENT_KEY, "Home");
	send(&p, EVENT_KEY, "M-f");
	assert_int_equal(p.at, 3);
	send(&p, EVENT_KEY, "M-d");
	assert_string_equal(p.text, "one");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_full_line_takes_no_more),
		cmocka_unit_test(no_character_is_inserted_in_part),
		cmocka_unit_test(alt_moves_and_erases_by_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
