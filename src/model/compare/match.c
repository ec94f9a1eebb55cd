/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match.h"

const char *match_words(enum match_how how)
{
	static const char *const words[] = {
		[MATCH_NAME] = "Both have the same symbol.",
		[MATCH_FILE] = "Both have the same symbol and are in the same "
			       "file.",
		[MATCH_SUFFIX] = "They are clones and parts of one function, "
				 "which the compiler split differently; all "
				 "are added up.",
		[MATCH_READABLE] = "They have the same readable name, but "
				   "their symbols differ.",
		[MATCH_NUMBERED] = "The compiler numbers them, and differently "
				   "here; all are added up.",
		[MATCH_ALIKE] = "Several functions have this symbol, and which "
				"is which is not known; all are added up.",
		[MATCH_PARAMETERS] = "They have the same name, but other "
				     "parameters.",
		[MATCH_GAP] = "It is code of a section that no symbol names.",
		[MATCH_NONE] = "It is on one side only.",
	};

	return words[how];
}
