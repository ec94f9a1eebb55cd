/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/debug_notice.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/dataset.h"
#include "table/table.h"

/* A text as the lines it takes in 80 columns. */
static void add_lines(struct table *t, const char *text,
                      void (*add)(struct table *, const char *))
{
	enum { LINE = 44 }; /* cells */

	while (*text) {
		size_t len = text_line(text, LINE);

		add(t, arena_text(t->arena, text, len));
		text += len;
		text += strspn(text, " ");
	}
}

void debug_notice(struct table *t, void (*add)(struct table *, const char *))
{
	const struct dataset *d = t->data;

	if (!d->sources || !d->debug || !d->debug->reason) {
		add(t, d->sources ? "cancelled" : "lines are being read");
		return;
	}
	add_lines(t, d->debug->reason, add);
	add_lines(t, d->debug->cure, add);
}
