/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/terminal/clipboard.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/terminal/tty_output.h"

/* screen drops strings of more than 768 bytes. */
enum { LIMIT = 64 * 1024, PIECE = 384 };

/* What is sent before and after a sequence, and between its pieces. */
struct wrapping {
	const char *before, *between, *after;
};

static const char ours[] = "\033]52;c;";

/* Encodes up to three bytes as four letters. */
static void encode(char *out, const unsigned char *in, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";
	unsigned bits = (unsigned)in[0] << 16;

	if (len > 1)
		bits |= (unsigned)in[1] << 8;
	if (len > 2)
		bits |= in[2];
	out[0] = digits[bits >> 18];
	out[1] = digits[bits >> 12 & 63];
	out[2] = '=';
	out[3] = '=';
	if (len > 1)
		out[2] = digits[bits >> 6 & 63];
	if (len > 2)
		out[3] = digits[bits & 63];
}

static void put(const struct tty_output *output, const char *bytes)
{
	tty_output_write(output, bytes, strlen(bytes));
}

static void send(const struct tty_output *output, const struct wrapping *wrapping, const char *text,
                 size_t len)
{
	const unsigned char *bytes = (const unsigned char *)text;
	char piece[PIECE / 3 * 4];
	size_t at, i;

	put(output, wrapping->before);
	put(output, ours);
	for (at = 0; at < len; at += PIECE) {
		size_t n = len - at < PIECE ? len - at : PIECE;

		for (i = 0; i < n; i += 3)
			encode(piece + i / 3 * 4, bytes + at + i, n - i);
		if (at)
			put(output, wrapping->between);
		tty_output_write(output, piece, (n + 2) / 3 * 4);
	}
	put(output, "\007");
	put(output, wrapping->after);
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Gives the text to tmux; false if that does not work. */
static bool give_tmux(const char *text, size_t len)
{
	FILE *pipe;

	if (!is_set("TMUX"))
		return false;
	pipe = popen("tmux load-buffer -w - >/dev/null 2>&1", "w");
	if (!pipe)
		return false;
	fwrite(text, 1, len, pipe);
	return pclose(pipe) == 0;
}

/* Whether tmux does not pass its buffers on. */
static bool tmux_keeps_it(void)
{
	char answer[8] = "";
	FILE *pipe = popen("tmux show-options -sv set-clipboard 2>/dev/null", "r");

	if (!pipe)
		return false;
	if (!fgets(answer, sizeof answer, pipe))
		answer[0] = '\0';
	pclose(pipe);
	return begins(answer, "off");
}

static bool has_clipboard(const char *term)
{
	static const char *const without[] = { "linux", "vt", "ansi", "cons", "sun", "dumb" };
	size_t i;

	for (i = 0; i < sizeof without / sizeof *without; i++)
		if (begins(term, without[i]))
			return false;
	return true;
}

const char *clipboard_put(const struct tty_output *output, const char *text)
{
	static const struct wrapping straight = { "", "", "" };
	static const struct wrapping screen = { "\033P", "\033\\\033P", "\033\\" };
	static const struct wrapping tmux = { "\033Ptmux;\033", "", "\033\\" };
	const char *term = getenv("TERM") ? getenv("TERM") : "";
	size_t len = strlen(text);

	if (len > LIMIT)
		len = LIMIT;
	if (give_tmux(text, len))
		return tmux_keeps_it() ? "tmux, whose set-clipboard is off"
		                       : "tmux and the clipboard";
	if (!has_clipboard(term))
		return NULL;
	if (is_set("STY") || begins(term, "screen")) {
		send(output, &screen, text, len);
		return "the clipboard, through screen";
	}
	/* tmux accepts either of them or none, depending on its options. */
	if (begins(term, "tmux"))
		send(output, &tmux, text, len);
	send(output, &straight, text, len);
	return "the clipboard";
}
