/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ui/terminal/terminal.h"

#include "assertions.h"

/* The names of the keys that bytes make, each with a blank; "!" for a pause
 * in the bytes, "[...]" for what is pasted. */
static const char *names(const char *bytes, size_t len) {
	static char out[1024];
	struct keys keys = { .state = KEYS_GROUND };
	struct event event;
	size_t used = 0;

	*out = '\0';
	for (size_t i = 0; i <= len; i++) {
		bool is_pause = i == len || bytes[i] == '!';
		bool is_event = is_pause ? keys_pause(&keys, &event)
		                         : keys_byte(&keys, (unsigned char)bytes[i], &event);

		if (is_event)
			used += (size_t)snprintf(out + used, sizeof out - used,
			                         event.kind == EVENT_PASTE ? "[%s] " : "%s ",
			                         event.text);
		if (keys.is_answered)
			used += (size_t)snprintf(out + used, sizeof out - used, "answer ");
		keys.is_answered = false;
	}
	return out;
}

static void names_keys(void **state) {
	static const char *const list[][2] = {
		{ "aZ ?", "a Z Space ? " },
		{ "\x01\x1a\x1c\x1f", "C-a C-z C-\\ C-_ " },
		{ "\r\n\t\b\x7f", "Enter Enter Tab BS BS " },
		{ "\xc3\xa9\xe6\x97\xa5", "\xc3\xa9 \xe6\x97\xa5 " },
		{ "\xc3!\xa9x", "\xc3\xa9 x " },
		{ "\xff\xc3"
		  "a\xa9\xc0\xaf"
		  "b",
		  "a b " },
		{ "\xf4\x90\x80\x80x", "x " },
		{ "\033", "Esc " },
		{ "\033!j", "Esc j " },
		{ "\033j", "M-j " },
		{ "\033\r\033\x7f\033\x01", "M-Enter M-BS M-C-a " },
		{ "\033\xc3\xa9x", "M-\xc3\xa9 x " },
		{ "\033\xc3x", "x " },
		{ "\033\033", "Esc Esc " },
		{ "\033\033[A", "Esc Up " },
		{ "\033[A\033OB\033[1;3D", "Up Down M-Left " },
		{ "\033[1;2A\033[1;5C\033[1;8H", "S-Up C-Right C-M-S-Home " },
		{ "\033[5~\033[3;3~\033[15~\033[24;2~", "PageUp M-Del F5 S-F12 " },
		{ "\033OP\033[[B\033[Z\033OM", "F1 F2 S-Tab Enter " },
		{ "\033[!5!~", "PageUp " },
		{ "\033[0nx", "answer x " },
		{ "\033[97;5ux", "x " },
		{ "\033[I\033[O\033[>0;276;0c\033[?1;2cx", "x " },
		{ "\033[M", "" },
		{ "\033[<0;1;1Mx", "x " },
		{ "\033[1;99999999999999999999Ax", "x " },
		{ "\033[12345678901234567890123456789012345678~x", "x " },
		{ "\033[1\033[Ax", "Up x " },
		{ "\033[1\rx", "Enter x " },
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		assert_string_equal(names(list[i][0], strlen(list[i][0])), list[i][1]);
	assert_string_equal(names("\0", 1), "C-@ ");
}

static void takes_paste(void **state) {
	static const char *const list[][2] = {
		{ "\033[200~ab\ncd\033[201~x", "[ab\ncd] x " },
		{ "\033[200~\033[201~x", "x " },
		{ "\033[200~ab!cd\033[201~", "[ab] [cd] " },
		{ "\033[200~a\033[31mb\033qc\033[201~x", "[abqc] x " },
		{ "\033[200~\xc3\xa9\xff\033[201~x", "[\xc3\xa9\xff] x " },
		{ "\033[200~a\033\033[201~x", "[a] x " },
		{ "\033[200~a\033!\033[0n\033[Ab", "[a] answer [b] " },
	};
	char text[200], want[240];

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		assert_string_equal(names(list[i][0], strlen(list[i][0])), list[i][1]);
	snprintf(text, sizeof text, "\033[200~%0100d\033[201~", 7);
	snprintf(want, sizeof want, "[%057d] [%043d] ", 0, 7);
	assert_string_equal(names(text, strlen(text)), want);
}

/* No bytes do harm, and afterwards keys work. */
static void takes_any_bytes(void **state) {
	static const char odd[] = "\033\033[[O2001;~nMA\x01\xc3\xa9\xe6\xff";
	struct keys keys = { .state = KEYS_GROUND };
	struct event event;
	uint32_t random = 1;

	for (int i = 0; i < 1000000; i++) {
		random = random * 1664525 + 1013904223;
		keys_byte(&keys, (unsigned char)odd[(random >> 16) % sizeof odd], &event);
		if (random >> 30 == 0)
			keys_pause(&keys, &event);
	}
	for (int i = 0; i < 8; i++) /* ends whatever sequence it is */
		keys_byte(&keys, (unsigned char)"\x18\x18\033[201~"[i], &event);
	assert_true(keys_byte(&keys, 'j', &event));
	assert_string_equal(event.text, "j");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_keys),
		cmocka_unit_test(takes_paste),
		cmocka_unit_test(takes_any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
