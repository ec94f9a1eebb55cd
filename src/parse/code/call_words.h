/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mnemonics of calls, because libopcodes rarely says what an instruction is. */
#ifndef GPTUI_CALL_WORDS_H
#define GPTUI_CALL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether one of the words in the text, in either case, is a call: there may
 * be prefixes ("bnd call") and registers after it ("brasl %r14,").  Cost:
 * linear in the text. */
bool call_words_in(const char *text, size_t len);

#endif
