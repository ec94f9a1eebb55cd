/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match.h"

const char *match_words(enum match_how how)
{
	static const char *const words[] = {
		[MATCH_NAME] = "It has the same symbol on both sides.",
		[MATCH_FILE] = "It has the same symbol on both sides and is "
			       "in the same file.",
		[MATCH_USER] = "You said that they are the same.",
		[MATCH_SUFFIX] = "Their symbols differ in what compilers add "
				 "for clones and parts; those of one function "
				 "are added up.",
		[MATCH_READABLE] = "They have the same readable name, but "
				   "their symbols differ.",
		[MATCH_NUMBERED] = "The compiler numbered them differently; "
				   "the order of their lines is the same.",
		[MATCH_SUM] = "The compiler numbered them differently, and "
			      "which is which is not known; all are added up.",
		[MATCH_ALIKE] = "Several functions have this symbol, and which "
				"is which is not known; all are added up.",
		[MATCH_PARAMETERS] = "They have the same name, but other "
				     "parameters.",
		[MATCH_LOCAL] = "They have the same name and file; where it is "
				"always inlined, debug information does not "
				"say more.",
		[MATCH_GAP] = "It is code of a section that no symbol names.",
		[MATCH_INLINED] = "It is on one side only; on the other it is "
				  "inlined.",
		[MATCH_NONE] = "It is on one side only.",
	};

	return words[how];
}
