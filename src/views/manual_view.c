/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user manual, at the chapter of the view that it was opened from. */
#include "views/view.h"

#include "base/text.h"
#include "views/figures.h"

/* A line, and before a chapter the names of the views that it is about; else "". */
struct manual_line {
	const char *views, *text;
};

static const struct manual_line manual[] = {
#include "manual.inc"
};

static void build(struct table *t, const struct query *query) {
	bool is_there = false;
	size_t i;

	t->noun = "lines";
	for (i = 0; i < sizeof manual / sizeof *manual; i++) {
		const bool is_chapter = query->from && !is_there &&
		                        text_has_word(manual[i].views, query->from->name);

		is_there |= is_chapter;
		table_add(t, (struct row){ .item = &manual[i], .is_subject = is_chapter });
	}
}

static const struct column list[] = {
	{ "text", .title = "manual", .help = "A line of the user manual.", .is_name = true,
	  .is_cut_behind = true, .get = text_member, .number = offsetof(struct manual_line, text) },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view manual_view = {
	.name = "manual",
	.title = "Manual",
	.kind = VIEW_TEXTS,
	.help = "How is the view read that is open?  The user manual.",
	.rank = 910,
	.columns = &columns,
	.build = build,
};
