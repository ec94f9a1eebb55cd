/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/choices.h"

#include <string.h>

const char *choice_at(const char *words, unsigned index, size_t *len)
{
	while (index-- > 0) {
		words += strcspn(words, "|");
		words += strspn(words, "|");
	}
	*len = strcspn(words, "|");
	return words;
}

bool choice_find(unsigned *index, const char *words, const char *word)
{
	size_t len;

	for (*index = 0;; ++*index) {
		const char *here = choice_at(words, *index, &len);

		if (!len)
			return false;
		if (len == strlen(word) && !strncmp(here, word, len))
			return true;
	}
}
