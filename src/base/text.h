/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Foreign text, made safe to show and measured in screen cells.
 *
 * Names and paths come from files, so they may contain anything.  What could act on a terminal
 * (control bytes, bidirectional and zero-width characters) or is not UTF-8 is shown escaped, as
 * \xNN or <U+NNNN>.  In a locale that is not UTF-8, characters outside ASCII are shown as "?", and
 * drawing characters as the most similar ASCII.
 * Widths are those of wcwidth(), because ncurses uses it. */
#pragma once

#include <stdio.h>

#include "base/error.h"
#include "base/sort.h"

enum { GLYPH_BYTES = 16 };

/* The smallest piece of text to be placed: a character with its combining marks, or an escape. */
struct glyph {
	char bytes[GLYPH_BYTES]; /* safe to show; NUL-terminated */
	int width;               /* cells, 1 or more */
};

/* Decodes the first character of len bytes; returns how many bytes it was, 0 if they are not UTF-8
 * (overlong, surrogate, cut off) or len is 0. */
size_t text_decode(uint32_t *code, const char *text, size_t len);

/* Whether a byte of UTF-8 is not the first of its character. */
static inline bool is_within_letter(char c) {
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Takes the first glyph off len bytes of text; returns how many bytes it was, 0 at the end.
 * Combining marks that do not fit in the glyph are dropped. */
size_t text_glyph(struct glyph *out, const char *text, size_t len);

/* Whether a terminal would act on the character, or not show it: controls, line and paragraph
 * separators, and what Unicode calls ignorable.  The one list of these: the screen, reports,
 * listings, files and messages all ask it. */
bool text_acts(uint32_t code);

/* Takes the first character off len bytes for a file of data, in any locale: escaped if it acts or
 * is not UTF-8, else as it is.  Returns how many bytes it was, 0 at the end; the width is not that
 * of cells. */
size_t text_escape(struct glyph *out, const char *text, size_t len);

/* Writes the text made safe; returns the bytes written. */
size_t text_put(FILE *out, const char *text, size_t len);

/* The cells that the text needs. */
int text_width(const char *text);

/* Skips glyphs of the text that make at least so many cells; returns how many they made. */
int text_skip(const char **text, int cells);

/* Copies the text made safe; what does not fit in `size` bytes is left out.  Returns the bytes
 * written, without the NUL. */
size_t text_safe(char *out, size_t size, const char *text);

/* The text made safe, whole.  Owner: the arena. */
const char *text_safe_copy(const char *text, struct arena *arena);

/* Copies the text made safe, in at most `width` cells: a longer one is cut in the middle, with ".."
 * (or an ellipsis, in UTF-8) at the cut, because the ends of a name say more than its middle.
 * Returns the cells used. */
int text_fit(char *out, size_t size, const char *text, int width);

/* How many bytes of a text make a line of at most `width` cells: up to a blank or behind | if there
 * is one, and at least one character.  The blanks in 17 817 s, a number with its unit, are none. */
size_t text_line(const char *text, int width);

/* Takes such a line off a text, with the blanks after it; NULL at the end.  Owner: the arena. */
const char *text_take_line(const char **text, int width, struct arena *arena);

/* The length of the first sentence: up to a full stop and two blanks. */
size_t text_sentence(const char *text);

/* < 0, 0, > 0 like strcmp(), but numbers in the texts are compared by their value: "a.c:9" comes
 * before "a.c:10". */
int text_compare(const char *a, const char *b);

/* Takes the first word off a line, cut to its room; returns what is behind it and blanks. */
const char *text_take_word(char *word, size_t size, const char *line);

/* Whether `word` is one of the words separated by blanks; words may be NULL. */
bool text_has_word(const char *words, const char *word);

/* The ASCII that stands for a line, bar, arrow, bullet or ellipsis, for --ascii; NUL if the
 * character is none of these. */
char text_ascii(uint32_t code);

/* Whether the locale uses UTF-8. */
bool text_is_utf8(void);

/* Texts that are each there once, with numbers in the order in which they came. */

/* Initialised with the index's arena and zeros. */
struct text_list {
	struct index index;
	const char **texts; /* shape: [index.n] */
	uint32_t last;      /* the number that was asked for last */
};

/* The number of an equal text, or NO_ITEM.  Cost: linear in its length. */
uint32_t text_list_find(const struct text_list *list, const char *text);

/* The same; one that is not there is added, which must live as long.  Cost: constant for the text
 * that was added or found last, if it is in the same place. */
uint32_t text_list_number(struct text_list *list, const char *text);

/* The same; one that is added is copied, so it need not live. */
uint32_t text_list_keep(struct text_list *list, const char *text);

/* A text that is compiled in; the last of a list has no name. */
struct named_text {
	const char *name, *text;
};

/* The text of that name, or NULL. */
const char *named_text(const struct named_text *list, const char *name);

/* Lists of words of which one is chosen, "off|on|auto". */

/* The word with an index in a list, of len bytes; none after the last. */
const char *choice_at(const char *words, unsigned index, size_t *len);

/* The index of a word in a list; false if it is not in it. */
bool choice_find(unsigned *index, const char *words, const char *word);

/* Numbers for people and for programs. */

/* 0 to 9, in any locale. */
static inline bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

/* A to z and A to Z, likewise. */
static inline bool is_letter(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Rounds a number to the nearest integer, halves up.  Below 0, as totals by gprof's rules can be,
 * it is 0; beyond 64 bits UINT64_MAX. */
uint64_t number_rounded(double number);

/* "1 204 112": digits in groups of three.  Returns the length. */
size_t number_grouped(char *out, size_t size, uint64_t number);

/* The same, and "1 call" or "2 calls", as texts of the arena. */
const char *number_text(struct arena *arena, uint64_t number);
const char *number_counted(struct arena *arena, uint64_t number, const char *noun);

/* The decimals of a figure that is known to `unit`, at most so many: its last digit stands for two
 * thirds of that or more. */
int number_decimals(double unit, int most);

/* "8.04us", "8.0us", "80us": rounded to 1 to 3 digits, with the prefix that fits, and the unit. */
size_t number_scaled(char *out, size_t size, double number, int digits, char unit);

/* The fewest digits that read back as the same number, which must be finite. */
size_t number_shortest(char *out, size_t size, double number);

/* Reads "0.5" or "0.5%": 0 to 100, in decimal.  Errors: not a percentage; *out is unchanged. */
bool percent_parse(double *out, const char *text, struct error *err);
