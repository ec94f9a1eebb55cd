/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <inttypes.h>
#include <langinfo.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct range {
	uint32_t low, high; /* high is included */
};

/* What a terminal would not show, or would act on: C1 controls, line and paragraph separators, and
 * the characters that Unicode calls ignorable (bidi controls, joiners, variation selectors,
 * fillers, tags, the byte order mark).  Source: Unicode 15, DerivedCoreProperties,
 * Default_Ignorable_Code_Point. */
static const struct range hidden[] = {
	{ 0x80, 0x9f },       { 0xad, 0xad },       { 0x34f, 0x34f },   { 0x61c, 0x61c },
	{ 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180b, 0x180f }, { 0x200b, 0x200f },
	{ 0x2028, 0x202e },   { 0x2060, 0x206f },   { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f },
	{ 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb }, { 0x1bca0, 0x1bca3 },
	{ 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

static bool is_hidden(uint32_t code) {
	if (code < hidden[0].low)
		return false;
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (code >= hidden[i].low && code <= hidden[i].high)
			return true;
	return false;
}

size_t text_decode(uint32_t *code, const char *text, size_t len) {
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)text;

	if (!len)
		return 0;
	size_t need = p[0] < 0x80   ? 1
	              : p[0] < 0xc2 ? 0
	              : p[0] < 0xe0 ? 2
	              : p[0] < 0xf0 ? 3
	              : p[0] < 0xf5 ? 4
	                            : 0;
	if (!need || need > len)
		return 0;
	uint32_t value = need == 1 ? p[0] : p[0] & (0xffu >> (need + 1));
	for (size_t i = 1; i < need; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3fu);
	}
	if (value < least[need] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		return 0;
	*code = value;
	return need;
}

bool text_is_utf8(void) {
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* Compares the numbers that both texts start with, and moves past them. */
static int compare_numbers(const char **a, const char **b) {
	*a += strspn(*a, "0");
	*b += strspn(*b, "0");
	size_t len_a = strspn(*a, "0123456789"), len_b = strspn(*b, "0123456789");
	if (len_a != len_b)
		return len_a < len_b ? -1 : 1;
	int order = memcmp(*a, *b, len_a);
	*a += len_a;
	*b += len_b;
	return order;
}

int text_compare(const char *a, const char *b) {
	const char *x = a, *y = b;
	int order;

	for (;;) {
		const char *from = x;

		for (; *x && *x == *y; x++, y++)
			;
		/* They may differ inside a number. */
		for (; x > from && is_digit(x[-1]); x--, y--)
			;
		if (!is_digit(*x) || !is_digit(*y))
			break;
		order = compare_numbers(&x, &y);
		if (order)
			return order;
	}
	order = (unsigned char)*x - (unsigned char)*y;
	return order ? order : strcmp(a, b);
}

char text_ascii(uint32_t code) {
	/* Codes in ascending order, each with its substitute. */
	static const uint32_t codes[] = {
		0xb7,   0xd7,   0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2022, 0x2026,
		0x2190, 0x2191, 0x2192, 0x2193, 0x25aa, 0x25ae, 0x25b2, 0x25b4, 0x25b6,
		0x25b8, 0x25ba, 0x25bc, 0x25be, 0x25c0, 0x25c2, 0x25c4, 0x25cb, 0x25cf,
	};
	static const char letters[] = ".x-----*.<^>v*#^^>)>vv<<<o*";

	if (code >= 0x2500 && code < 0x2580) { /* box drawing */
		static const char boxes[] = "--||--||--||++++++++++++++++++++"
					    "++++++++++++++++++++++++++++++++"
					    "++++++++++++--||-|++++++++++++++"
					    "+++++++++++++++++//X-|-|-|-|-|-|";

		return boxes[code - 0x2500];
	}
	if (code >= 0x2581 && code <= 0x2588) /* bars, of eight heights */
		return (char)('1' + (code - 0x2581));
	if (code >= 0x2580 && code < 0x25a0) /* blocks and shades */
		return code >= 0x2591 && code <= 0x2593 ? ':' : '#';
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (codes[i] == code)
			return letters[i];
	return '\0';
}

bool text_acts(uint32_t code) {
	return code < 0x20 || code == 0x7f || is_hidden(code);
}

static size_t put_letter(struct glyph *out, char letter, size_t taken) {
	out->bytes[0] = letter;
	out->bytes[1] = '\0';
	out->width = 1;
	return taken;
}

static size_t put_code(struct glyph *out, uint32_t code, size_t taken) {
	out->width = snprintf(out->bytes, sizeof out->bytes, "<U+%04lX>", (unsigned long)code);
	return taken;
}

/* How many bytes at the start of text are combining marks of the character before, copied to the
 * glyph as long as they fit. */
static size_t take_marks(struct glyph *out, size_t used, const char *text, size_t len) {
	size_t taken = 0, n;
	uint32_t code;

	while ((n = text_decode(&code, text + taken, len - taken)) > 1 &&
	       wcwidth((wchar_t)code) == 0 && !is_hidden(code)) {
		if (used + n < sizeof out->bytes) {
			memcpy(out->bytes + used, text + taken, n);
			used += n;
		}
		taken += n;
	}
	out->bytes[used] = '\0';
	return taken;
}

/* Writes an escape if the first character, of n bytes, needs one. */
static size_t put_escape(struct glyph *out, const char *text, uint32_t code, size_t n) {
	if (!n || (n == 1 && text_acts(code))) {
		snprintf(out->bytes, sizeof out->bytes, "\\x%02x", (unsigned char)*text);
		out->width = 4;
		return 1;
	}
	return n > 1 && is_hidden(code) ? put_code(out, code, n) : 0;
}

size_t text_escape(struct glyph *out, const char *text, size_t len) {
	uint32_t code = 0;
	size_t n = text_decode(&code, text, len);
	const size_t taken = len ? put_escape(out, text, code, n) : 0;

	if (taken || !len)
		return taken;
	memcpy(out->bytes, text, n);
	out->bytes[n] = '\0';
	out->width = 0;
	return n;
}

size_t text_glyph(struct glyph *out, const char *text, size_t len) {
	uint32_t code = 0;
	size_t n = text_decode(&code, text, len);
	const size_t taken = len ? put_escape(out, text, code, n) : 0;

	if (taken || !len)
		return taken;
	if (n == 1 && (len == 1 || (unsigned char)text[1] < 0x80))
		return put_letter(out, *text, 1);
	if (!text_is_utf8()) {
		char letter = n == 1 ? *text : text_ascii(code);

		return put_letter(out, letter ? letter : '?', n);
	}
	int width = n == 1 ? 1 : wcwidth((wchar_t)code);
	if (width < 1)
		return put_code(out, code, n);
	memcpy(out->bytes, text, n);
	out->width = width;
	return n + take_marks(out, n, text + n, len - n);
}

/* Whether a line may end at this blank: not in a number, nor between it and its unit. */
static bool is_break(const char *text, size_t at) {
	static const char units[] = "% s ms us ns B kB MB GB KiB MiB GiB Hz kHz MHz GHz "
				    "sample samples run runs file files call calls times bytes";
	const char *next = text + at + 1;
	char word[16];

	if (!at || !is_digit(text[at - 1]))
		return true;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(next, " ,;:.)"), next);
	return strspn(next, "0123456789") != 3 && !text_has_word(units, word);
}

size_t text_line(const char *text, int width) {
	size_t len = strlen(text), at = 0, blank = 0, n;
	struct glyph glyph;

	for (; (n = text_glyph(&glyph, text + at, len - at)) > 0; at += n) {
		width -= glyph.width;
		if (text[at] == ' ' && is_break(text, at))
			blank = at;
		if (width < 0)
			return blank ? blank : at ? at : n;
		if (text[at] == '|')
			blank = at + n;
	}
	return len;
}

const char *text_take_line(const char **text, int width, struct arena *arena) {
	const size_t len = text_line(*text, width);
	const char *line = len ? arena_text(arena, *text, len) : NULL;

	*text += len;
	*text += strspn(*text, " ");
	return line;
}

int text_width(const char *text) {
	size_t len = 0, n;
	struct glyph glyph;
	int width = 0;

	while (text[len] >= ' ' && text[len] < 0x7f)
		len++;
	if (!text[len] && len < INT_MAX) /* most are plain */
		return (int)len;
	len = strlen(text);
	for (; (n = text_glyph(&glyph, text, len)) > 0; text += n, len -= n)
		if (width < INT_MAX - GLYPH_BYTES)
			width += glyph.width;
	return width;
}

/* A text being written into a buffer of a given size. */
struct out {
	char *text;
	size_t size, used;
	int width;
};

/* Adds the glyphs of text until one does not fit the buffer or would go beyond `width` cells. */
static void out_add(struct out *out, const char *text, int width) {
	size_t len = strlen(text), n;
	struct glyph glyph;

	for (; (n = text_glyph(&glyph, text, len)) > 0; text += n, len -= n) {
		size_t bytes = strlen(glyph.bytes);

		if (bytes >= out->size - out->used || out->width + glyph.width > width)
			break;
		memcpy(out->text + out->used, glyph.bytes, bytes);
		out->used += bytes;
		out->width += glyph.width;
	}
	out->text[out->used] = '\0';
}

size_t text_safe(char *out, size_t size, const char *text) {
	struct out all = { out, size, 0, 0 };

	if (!size)
		return 0;
	out_add(&all, text, INT_MAX);
	return all.used;
}

size_t text_put(FILE *out, const char *text, size_t len) {
	struct glyph glyph;
	size_t written = 0, n;

	for (; (n = text_glyph(&glyph, text, len)) > 0; text += n, len -= n) {
		fputs(glyph.bytes, out);
		written += strlen(glyph.bytes);
	}
	return written;
}

const char *text_safe_copy(const char *text, struct arena *arena) {
	enum { MOST = 4 }; /* an escape has no more for each byte */
	const size_t size = strlen(text) * MOST + GLYPH_BYTES;
	char *safe = arena_space(arena, size, 1);

	text_safe(safe, size, text);
	return safe;
}

int text_skip(const char **text, int cells) {
	size_t len = strlen(*text), n;
	struct glyph glyph;
	int skipped = 0;

	for (; skipped < cells && (n = text_glyph(&glyph, *text, len)) > 0; *text += n, len -= n)
		skipped += glyph.width;
	return skipped;
}

int text_fit(char *out, size_t size, const char *text, int width) {
	struct out all = { out, size, 0, 0 };
	const char *mark = text_is_utf8() ? "\xe2\x80\xa6" : "..";
	int whole = text_width(text), room = width - text_width(mark);

	if (!size)
		return 0;
	if (whole <= width || width < 1) {
		out_add(&all, text, width);
		return all.width;
	}
	if (room > 0)
		out_add(&all, text, (room + 1) / 2);
	out_add(&all, mark, width);
	text_skip(&text, room > 0 ? whole - room / 2 : whole);
	out_add(&all, text, width);
	return all.width;
}

const char *text_take_word(char *word, size_t size, const char *line) {
	const size_t len = strcspn(line, " ");

	snprintf(word, size, "%.*s", (int)len, line);
	return line + len + strspn(line + len, " ");
}

size_t text_sentence(const char *text) {
	const char *end = strstr(text, ".  ");

	return end ? (size_t)(end - text) + 1 : strlen(text);
}

bool text_has_word(const char *words, const char *word) {
	size_t len = strlen(word), here;

	for (; words && *words; words += here, words += strspn(words, " ")) {
		here = strcspn(words, " ");
		if (here == len && !strncmp(words, word, len))
			return true;
	}
	return false;
}

static bool is_text(const void *texts, uint32_t number, const void *wanted) {
	return !strcmp(((const char *const *)texts)[number], wanted);
}

uint32_t text_list_find(const struct text_list *list, const char *text) {
	return index_find(&list->index, hash_text(0, text), is_text, list->texts, text);
}

uint32_t text_list_number(struct text_list *list, const char *text) {
	uint32_t number;

	if (list->index.n && list->texts[list->last] == text)
		return list->last;
	if (index_append(&list->index, hash_text(0, text), is_text, list->texts, text, &number))
		arena_put(list->index.arena, list->texts, number, text);
	return list->last = number;
}

uint32_t text_list_keep(struct text_list *list, const char *text) {
	const uint32_t number = text_list_find(list, text);

	if (number != NO_ITEM)
		return number;
	return text_list_number(list, arena_text(list->index.arena, text, strlen(text)));
}

const char *named_text(const struct named_text *list, const char *name) {
	while (list->name && (*list->name != *name || strcmp(list->name, name) != 0))
		list++;
	return list->text;
}

const char *choice_at(const char *words, unsigned index, size_t *len) {
	while (index-- > 0) {
		words += strcspn(words, "|");
		words += strspn(words, "|");
	}
	*len = strcspn(words, "|");
	return words;
}

bool choice_find(unsigned *index, const char *words, const char *word) {
	size_t len;

	for (*index = 0;; ++*index) {
		const char *here = choice_at(words, *index, &len);

		if (!len)
			return false;
		if (len == strlen(word) && !strncmp(here, word, len))
			return true;
	}
}

uint64_t number_rounded(double number) {
	const double beyond = 18446744073709551616.0; /* 2 to the power of 64 */

	return number >= beyond ? UINT64_MAX : number > 0 ? (uint64_t)round(number) : 0;
}

size_t number_grouped(char *out, size_t size, uint64_t number) {
	char digits[24];
	int n = snprintf(digits, sizeof digits, "%" PRIu64, number);
	char grouped[40];
	size_t len = 0;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			grouped[len++] = ' ';
		grouped[len++] = digits[i];
	}
	grouped[len] = '\0';
	return (size_t)snprintf(out, size, "%s", grouped);
}

const char *number_text(struct arena *arena, uint64_t number) {
	char text[32];

	return arena_text(arena, text, number_grouped(text, sizeof text, number));
}

const char *number_counted(struct arena *arena, uint64_t number, const char *noun) {
	return arena_format(arena, "%s %s%s", number_text(arena, number), noun,
	                    number == 1 ? "" : "s");
}

int number_decimals(double unit, int most) {
	double digit = 1;
	int decimals = 0;

	for (; decimals < most && digit > 1.5 * unit; decimals++)
		digit /= 10;
	return decimals;
}

size_t number_scaled(char *out, size_t size, double number, int digits, char unit) {
	static const char prefixes[] = "fpnum kMGTP";
	char text[40];
	int at = 5;

	snprintf(text, sizeof text, "%.*e", digits - 1, fabs(number)); /* to that many digits */
	double size_of = strtod(text, NULL);
	if (size_of == 0 || !isfinite(number))
		return (size_t)snprintf(out, size, "%.0f", number);
	for (; size_of < 0.9995 && at > 0; at--)
		size_of *= 1e3;
	for (; size_of >= 999.5 && at < 10; at++)
		size_of /= 1e3;
	int before = size_of < 9.995 ? 1 : size_of < 99.95 ? 2 : 3;
	return (size_t)snprintf(out, size, "%s%.*f%.*s%c", number < 0 ? "-" : "",
	                        digits > before ? digits - before : 0, size_of, prefixes[at] != ' ',
	                        prefixes + at, unit);
}

size_t number_shortest(char *out, size_t size, double number) {
	int len = 0;

	for (int digits = 15; digits <= 17; digits++) {
		len = snprintf(out, size, "%.*g", digits, number);
		if (strtod(out, NULL) == number)
			break;
	}
	return (size_t)len;
}

bool percent_parse(double *out, const char *text, struct error *err) {
	size_t len = strspn(text, "0123456789.");
	char *end;
	double number = strtod(text, &end);

	if (!len || end != text + len || strcmp(end, *end ? "%" : "") != 0 || number > 100)
		return fail(err, "a percentage is a number from 0 to 100");
	*out = number;
	return true;
}
