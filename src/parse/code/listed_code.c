/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/listed_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/command_output.h"
#include "base/error.h"
#include "base/number.h"
#include "model/image.h"
#include "parse/code/call_words.h"

enum { TEXT_BYTES = 256 }; /* of an instruction; the rest is cut off */

/* A listing being read. */
struct listing {
	const struct image *image;
	uint64_t low, high; /* what is left of the code that is wanted */
	void (*take)(void *context, const struct instruction *instruction);
	void *context;

	/* An instruction is as long as it is to the next one. */
	struct instruction last;
	char text[TEXT_BYTES]; /* of the last one */
	bool has_last;
};

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Reads a number of 1 to 16 digits; returns how many, 0 if there is none. */
static size_t read_hex(uint64_t *out, const char *text, size_t len)
{
	enum { MOST = 16 };
	size_t n = 0;

	*out = 0;
	for (; n < len && n < MOST && hex_digit(text[n]) >= 0; n++)
		*out = *out << 4 | (uint64_t)hex_digit(text[n]);
	return n < len && hex_digit(text[n]) >= 0 ? 0 : n;
}

static size_t blanks(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && (text[n] == ' ' || text[n] == '\t'))
		n++;
	return n;
}

static bool is_plain(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] != '\t' && (text[i] < ' ' || text[i] > '~'))
			return false;
	return true;
}

/* Splits "ADDRESS: INSTRUCTION"; false if the line is none. */
static bool split(uint64_t *address, const char **text, size_t *len)
{
	size_t n = blanks(*text, *len), digits;

	digits = read_hex(address, *text + n, *len - n);
	n += digits;
	if (!digits || n == *len || (*text)[n] != ':')
		return false;
	n++;
	n += blanks(*text + n, *len - n);
	*text += n;
	*len -= n;
	while (*len && strchr(" \t", (*text)[*len - 1]))
		--*len;
	return *len && is_plain(*text, *len);
}

static bool is_code(const struct image *image, uint64_t address)
{
	size_t i;

	for (i = 0; i < image->nsections; i++)
		if (image->sections[i].is_code && address >= image->sections[i].low &&
		    address < image->sections[i].high)
			return true;
	return false;
}

/* Takes an address with its name, "1010 <leaf+0x4>" or "0x1010 <leaf>", from
 * the end of the text: names are shown in gptui's own way. */
static void take_address(const struct image *image, struct instruction *out, char *text)
{
	char *name = strstr(text, " <"), *at = name;
	uint64_t address;

	if (!name)
		return;
	while (at > text && hex_digit(at[-1]) >= 0)
		at--;
	if (read_hex(&address, at, (size_t)(name - at)) != (size_t)(name - at) || at == name)
		return;
	if (at - text >= 2 && !memcmp(at - 2, "0x", 2))
		at -= 2;
	if (at > text && !strchr(" \t,", at[-1]))
		return;
	out->has_target = !memchr(text, '#', (size_t)(at - text)) &&
	                  !memchr(text, ';', (size_t)(at - text)) &&
	                  !memchr(text, '@', (size_t)(at - text));
	out->target = out->named = machine_address(&image->machine, address);
	out->at = (unsigned)(at - text);
	out->len = (unsigned)snprintf(at, (size_t)(text + TEXT_BYTES - at), "0x%" PRIx64, address);
	if (out->at + out->len >= TEXT_BYTES)
		out->len = 0;
}

static void give_last(struct listing *l, uint64_t end)
{
	const uint64_t size = end - l->last.address;

	if (!l->has_last)
		return;
	l->last.size = size < UINT32_MAX ? (unsigned)size : UINT32_MAX;
	l->take(l->context, &l->last);
	l->has_last = false;
}

static void take_line(void *context, const char *text, size_t len)
{
	struct listing *l = context;
	struct instruction *now = &l->last;
	uint64_t address;
	size_t words;

	if (!split(&address, &text, &len) || address < l->low || address >= l->high)
		return;
	give_last(l, address);
	if (len >= TEXT_BYTES)
		len = TEXT_BYTES - 1;
	memcpy(l->text, text, len);
	l->text[len] = '\0';
	*now = (struct instruction){ .address = address, .text = l->text };
	take_address(l->image, now, l->text);
	words = now->has_target ? now->at : strlen(l->text);
	now->is_call = call_words_in(l->text, words);
	now->is_jump = !now->is_call && now->has_target && !load_word_begins(l->text) &&
	               is_code(l->image, now->target);
	l->has_last = true;
	l->low = address + 1;
}

bool listed_code_read(const char *program, const struct image *image, uint64_t low, uint64_t high,
                      void (*take)(void *context, const struct instruction *instruction),
                      void *context, struct progress *progress, struct error *err)
{
	const struct command_limits limits = { 64 << 20, 20000 };
	struct listing l = {
		.image = image, .low = low, .high = high, .take = take, .context = context
	};
	char from[40], to[40], path[4200];
	const char *const argv[] = { program, "-d", "-z", "-w", "--no-show-raw-insn",
		                     from,    to,   path, NULL };

	snprintf(from, sizeof from, "--start-address=0x%" PRIx64, low);
	snprintf(to, sizeof to, "--stop-address=0x%" PRIx64, high);
	/* Never taken for an option. */
	if (snprintf(path, sizeof path, "%s%s", *image->path == '-' ? "./" : "", image->path) >=
	    (int)sizeof path)
		return fail(err, "%.200s: the name is too long", image->path);
	if (!command_output(argv, limits, take_line, &l, progress, err))
		return false;
	if (l.low == low)
		return fail(err,
		            "%.200s: lists no instruction there; is it for "
		            "this machine (%s)?",
		            program, image->machine.arch);
	give_last(&l, high);
	return true;
}
