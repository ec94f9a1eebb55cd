/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of words at a prompt. */
#pragma once

#include "ui/session/prompt.h"

/* Each completes the last word of a text: of a prompt, or of the argument of a command. */
#define COMPLETIONS(ITEM)                                              \
	ITEM(complete_command) /* a command line */                    \
	ITEM(complete_filter)  /* functions and files, in a filter */  \
	ITEM(complete_name)    /* functions and files, in a pattern */ \
	ITEM(complete_path)                                            \
	ITEM(complete_map)     /* OLD=NEW */                           \
	ITEM(complete_view)    /* VIEW FUNCTION */                     \
	ITEM(complete_column)  /* of the present view */               \
	ITEM(complete_columns) /* VIEW COLUMN ... */                   \
	ITEM(complete_setting) /* SETTING VALUE */                     \
	ITEM(complete_binding) /* KEY COMMAND */                       \
	ITEM(complete_export)  /* FORMAT FILE */                       \
	ITEM(complete_preset)

#define ITEM(name) void name(struct session *session, const char *text, struct completion *out);
COMPLETIONS(ITEM)
#undef ITEM
