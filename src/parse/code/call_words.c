/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/call_words.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

/* Source: binutils' own output for these machines. */
static const char *const calls[] = {
	"call callq calll callw lcall",                       /* x86, others */
	"bl blx bla bl.s bl.l bl_s",                          /* ARM, PowerPC */
	"bleq blne blcs blcc blmi blpl blvs blvc",            /* ARM, of a */
	"blhi blls blge bllt blgt blle",                      /* condition */
	"jal jalr jalx jals jalrs bal balc bals jialc",       /* MIPS, RISC-V */
	"bgezal bltzal bgezals bltzals",                      /* MIPS */
	"bras brasl jas jasl bas basr balr",                  /* s390 */
	"bsr bsrs bsrw bsrl bsr.s bsr.w bsr.l jsr jsri jbsr", /* m68k, SH */
	"b,l bv,l be,l br.call.sptk.many br.call.sptk.few",   /* HPPA, IA-64 */
	"rcall calls callg jsb bsbb bsbw call0 call4 call8",  /* AVR, VAX */
	"call12 l.jal jarl brlid brald calli",                /* Xtensa */
};

enum { SLOTS = 512 }; /* open addressing, far from full */

struct call_words {
	const char *slots[SLOTS]; /* each ends at a blank or the end */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t word_length(const char *text, size_t most)
{
	size_t len = 0;

	while (len < most && text[len] && !is_blank(text[len]))
		len++;
	return len;
}

/* Where a word is, or where it belongs.  Letters count alike in both cases. */
static size_t slot_of(const struct call_words *words, const char *word,
                      size_t len)
{
	uint32_t hash = (uint32_t)len;
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ ((unsigned char)word[i] | 0x20)) * 0x01000193u;
	i = (hash ^ hash >> 16) % SLOTS;
	while (words->slots[i] &&
	       (strncasecmp(words->slots[i], word, len) ||
	        word_length(words->slots[i], SIZE_MAX) != len))
		i = (i + 1) % SLOTS;
	return i;
}

const struct call_words *call_words_new(struct arena *arena)
{
	struct call_words *words = arena_alloc(arena, 1, sizeof *words);
	size_t i;

	for (i = 0; i < sizeof calls / sizeof *calls; i++) {
		const char *at = calls[i];

		while (*at) {
			size_t len = word_length(at, SIZE_MAX);

			words->slots[slot_of(words, at, len)] = at;
			at += len;
			at += *at == ' ';
		}
	}
	return words;
}

bool call_words_in(const struct call_words *words, const char *text, size_t len)
{
	size_t at = 0;

	while (at < len) {
		size_t word = word_length(text + at, len - at);

		if (words->slots[slot_of(words, text + at, word)])
			return true;
		at += word;
		while (at < len && is_blank(text[at]))
			at++;
	}
	return false;
}
