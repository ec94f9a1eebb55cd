/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mnemonics of calls and loads, because libopcodes rarely says what an instruction is. */
#ifndef GPTUI_CALL_WORDS_H
#define GPTUI_CALL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether one of the words in the text, in either case, is a call: there may
 * be prefixes ("bnd call") and registers after it ("brasl %r14,").  Cost:
 * linear in the text. */
bool call_words_in(const char *text, size_t len);

/* Whether the text begins with the mnemonic of an instruction that has an
 * address, but does not go there. */
bool load_word_begins(const char *text);

#endif
