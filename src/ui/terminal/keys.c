/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source of the sequences: "XTerm Control Sequences", Thomas Dickey. */
#include "ui/terminal/terminal.h"

enum { ESC = 27, DEL = 127 };

struct named {
	long number;
	const char *name;
};

/* By the last letter of ESC [ or ESC O. */
static const struct named by_letter[] = {
	{ 'A', "Up" },    { 'B', "Down" },  { 'C', "Right" }, { 'D', "Left" }, { 'F', "End" },
	{ 'H', "Home" },  { 'P', "F1" },    { 'Q', "F2" },    { 'R', "F3" },   { 'S', "F4" },
	{ 'Z', "S-Tab" }, { 'M', "Enter" }, { 0, NULL },
};

/* By the number in ESC [ number ~. */
static const struct named by_number[] = {
	{ 1, "Home" },     { 2, "Ins" },  { 3, "Del" },  { 4, "End" },  { 5, "PageUp" },
	{ 6, "PageDown" }, { 7, "Home" }, { 8, "End" },  { 11, "F1" },  { 12, "F2" },
	{ 13, "F3" },      { 14, "F4" },  { 15, "F5" },  { 17, "F6" },  { 18, "F7" },
	{ 19, "F8" },      { 20, "F9" },  { 21, "F10" }, { 23, "F11" }, { 24, "F12" },
	{ 0, NULL },
};

/* Control keys that have names of their own. */
static const struct named by_control[] = {
	{ 8, "BS" },   { 9, "Tab" },    { 10, "Enter" }, { 13, "Enter" },
	{ 27, "Esc" }, { 32, "Space" }, { DEL, "BS" },   { 0, NULL },
};

static const char *name_of(long number, const struct named *list) {
	for (; list->name; list++)
		if (list->number == number)
			return list->name;
	return NULL;
}

struct event event_of(enum event_kind kind, const char *text) {
	struct event event = { .kind = kind };

	snprintf(event.text, sizeof event.text, "%s", text);
	return event;
}

static struct event key_event(const char *modifiers, const char *name) {
	struct event event = { .kind = EVENT_KEY };

	snprintf(event.text, sizeof event.text, "%s%s", modifiers, name);
	return event;
}

/* The event of one byte below 0x80, with or without ESC before it. */
static struct event plain_key(unsigned char byte, bool has_alt) {
	const char *name = name_of(byte, by_control);
	char text[4] = { (char)byte, '\0' };

	if (!name && byte < 0x20) {
		snprintf(text, sizeof text, "C-%c",
		         byte && byte < 27 ? byte - 1 + 'a' : byte + '@');
		name = text;
	}
	return key_event(has_alt ? "M-" : "", name ? name : text);
}

/* The key of a sequence as sent by xterm; parameters are like "1;3". */
static bool sequence_key(const char *parameters, char last, struct event *out) {
	const char *second = strchr(parameters, ';');
	long bits = second ? strtol(second + 1, NULL, 10) - 1 : 0;
	long number = strtol(parameters, NULL, 10);
	const char *name = last == '~' ? name_of(number, by_number) : name_of(last, by_letter);
	char modifiers[8];

	if (!name || bits < 0 || bits > 255 || parameters[strspn(parameters, "0123456789;")])
		return false;
	snprintf(modifiers, sizeof modifiers, "%s%s%s", bits & 4 ? "C-" : "", bits & 2 ? "M-" : "",
	         bits & 1 ? "S-" : "");
	*out = key_event(modifiers, name);
	return true;
}

static bool paste_piece(struct keys *keys, struct event *out) {
	bool has_piece = keys->npaste > 0;

	keys->paste[keys->npaste] = '\0';
	keys->npaste = 0;
	if (has_piece)
		*out = event_of(EVENT_PASTE, keys->paste);
	return has_piece;
}

/* Takes a pasted byte.  Pieces end between characters, not in them. */
static bool paste_byte(struct keys *keys, unsigned char byte, struct event *out) {
	bool is_end = keys->npaste + 8 > sizeof keys->paste && (byte & 0xc0) != 0x80;
	bool is_full = is_end || keys->npaste + 1 == sizeof keys->paste;
	bool has_piece = is_full && paste_piece(keys, out);

	if (byte)
		keys->paste[keys->npaste++] = (char)byte;
	return has_piece;
}

static bool sequence_end(struct keys *keys, char last, struct event *out) {
	keys->held[keys->nheld] = '\0';
	keys->nheld = 0;
	keys->state = KEYS_GROUND;
	if (last == 'n' && !strcmp(keys->held, "0")) {
		keys->is_answered = true;
		return false;
	}
	if (last == '~' && !strcmp(keys->held, "200")) {
		keys->is_pasting = true;
		return false;
	}
	if (last == '~' && !strcmp(keys->held, "201")) {
		keys->is_pasting = false;
		return paste_piece(keys, out);
	}
	/* ESC [ M alone begins a mouse report; only ESC O M is a key. */
	return !keys->is_pasting && last != 'M' && sequence_key(keys->held, last, out);
}

static bool sequence_byte(struct keys *keys, unsigned char byte, struct event *out) {
	if (byte == '[' && !keys->nheld) {
		keys->state = KEYS_CONSOLE;
		return false;
	}
	if (byte >= 0x40)
		return sequence_end(keys, (char)byte, out);
	if (byte < 0x20) { /* cut off by another key */
		keys->nheld = 0;
		keys->state = byte == ESC ? KEYS_ESCAPE : KEYS_GROUND;
		return byte != ESC && keys_byte(keys, byte, out);
	}
	if (keys->nheld + 1 < sizeof keys->held)
		keys->held[keys->nheld++] = (char)byte;
	return false;
}

/* A byte of a character beyond ASCII. */
static bool character_byte(struct keys *keys, unsigned char byte, struct event *out) {
	uint32_t code;

	if ((byte & 0xc0) != 0x80 && keys->nheld) {
		keys->nheld = 0; /* the character before was cut off */
		keys->has_alt = false;
	}
	keys->held[keys->nheld++] = (char)byte;
	keys->held[keys->nheld] = '\0';
	const bool is_whole = text_decode(&code, keys->held, keys->nheld);
	if (is_whole)
		*out = key_event(keys->has_alt ? "M-" : "", keys->held);
	if (is_whole || keys->nheld == 4 || (unsigned char)*keys->held < 0xc2) {
		keys->nheld = 0;
		keys->has_alt = false;
	}
	return is_whole;
}

static bool ground_byte(struct keys *keys, unsigned char byte, struct event *out) {
	if (byte >= 0x80 && !keys->is_pasting)
		return character_byte(keys, byte, out);
	keys->has_alt = keys->has_alt && !keys->nheld;
	keys->nheld = 0;
	if (byte == ESC) {
		keys->state = KEYS_ESCAPE;
		return false;
	}
	if (keys->is_pasting)
		return paste_byte(keys, byte, out);
	*out = plain_key(byte, keys->has_alt);
	keys->has_alt = false;
	return true;
}

static bool escape_byte(struct keys *keys, unsigned char byte, struct event *out) {
	if (byte == ESC) {
		if (keys->is_pasting)
			return false;
		*out = event_of(EVENT_KEY, "Esc");
		return true;
	}
	keys->state = byte == '[' ? KEYS_SEQUENCE : byte == 'O' ? KEYS_SHIFT : KEYS_GROUND;
	if (keys->state != KEYS_GROUND)
		return false;
	keys->nheld = 0;
	keys->has_alt = !keys->is_pasting;
	return ground_byte(keys, byte, out);
}

bool keys_byte(struct keys *keys, unsigned char byte, struct event *out) {
	switch (keys->state) {
	case KEYS_ESCAPE:
		return escape_byte(keys, byte, out);
	case KEYS_SHIFT:
		keys->state = KEYS_GROUND;
		return !keys->is_pasting && sequence_key("", (char)byte, out);
	case KEYS_CONSOLE:
		keys->state = KEYS_GROUND;
		if (keys->is_pasting || byte < 'A' || byte > 'E')
			return false;
		*out = event_of(EVENT_KEY, "F1");
		out->text[1] = (char)(byte - 'A' + '1');
		return true;
	case KEYS_SEQUENCE:
		return sequence_byte(keys, byte, out);
	case KEYS_GROUND:
		break;
	}
	return ground_byte(keys, byte, out);
}

bool keys_pause(struct keys *keys, struct event *out) {
	if (keys->is_pasting)
		return paste_piece(keys, out);
	if (keys->state != KEYS_ESCAPE)
		return false;
	keys->state = KEYS_GROUND;
	*out = event_of(EVENT_KEY, "Esc");
	return true;
}
