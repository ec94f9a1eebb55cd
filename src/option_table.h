/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What options do: the `set` functions of the option table's rows. */
#ifndef GPTUI_OPTION_TABLE_H
#define GPTUI_OPTION_TABLE_H

#include <stdbool.h>

struct arena;
struct error;
struct option_row;
struct options;

/* Declares a function for a row's `set`. */
#define OPTION_SETTERS(ITEM)                                   \
	ITEM(set_members)  /* flag, text, style and tables */  \
	ITEM(hide_listing) /* no listing, or not some of it */ \
	ITEM(set_format)                                       \
	ITEM(set_width)                                        \
	ITEM(set_table_length)                                 \
	ITEM(set_min_count)                                    \
	ITEM(add_directories)                                  \
	ITEM(add_debug_folders)                                \
	ITEM(add_columns)                                      \
	ITEM(add_map)                                          \
	ITEM(set_files)                                        \
	ITEM(set_file_names)                                   \
	ITEM(set_export)                                       \
	ITEM(add_base)                                         \
	ITEM(add_match)                                        \
	ITEM(set_fail_on)                                      \
	ITEM(set_demangling)                                   \
	ITEM(set_raw_names)                                    \
	ITEM(set_file_format)                                  \
	ITEM(set_setting)                                      \
	ITEM(set_bias)                                         \
	ITEM(set_size)

#define ITEM(name)                                                                             \
	bool name(struct options *options, const struct option_row *row, const char *argument, \
	          struct arena *arena, struct error *err);
OPTION_SETTERS(ITEM)
#undef ITEM

#endif
