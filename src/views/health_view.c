/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was read, and what is odd about it: every note with its evidence and
 * cure, then facts about the files. */
#include "views/view.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "table/folds.h"
#include "views/columns.h"

struct health_row {
	const char *kind, *text;
};

static void add_line(struct table *t, const char *kind, const char *text,
                     unsigned depth)
{
	struct health_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = (struct health_row){ kind, text };
	table_add(t, (struct row){ .item = item,
	                           .depth = depth,
	                           .id = fold_key(fold_key(0, kind), text) });
}

enum { LINE = 66 }; /* cells: fits 80 columns together with its kind */

/* Adds a text in as many lines as it takes to be read without scrolling. */
static void add(struct table *t, const char *kind, const char *text,
                unsigned depth)
{
	const char *line;

	for (; (line = text_take_line(&text, LINE, t->arena)); kind = "")
		add_line(t, kind, line, depth);
}

static void add_notes(struct table *t)
{
	static const char *const names[] = { [NOTE_GPROF] = "note",
		                             [NOTE_FACT] = "note",
		                             [NOTE_WARNING] = "warning",
		                             [NOTE_FAULT] = "fault" };
	const struct note *n;
	int severity;
	size_t i;

	for (severity = NOTE_FAULT; severity >= NOTE_GPROF; severity--)
		for (i = 0; (n = dataset_note(t->data, i)); i++) {
			if ((int)n->severity != severity)
				continue;
			add(t, names[severity], n->cause, 0);
			add(t, "", n->evidence, 1);
			add(t, "", n->cure, 1);
		}
	if (!dataset_note(t->data, 0))
		add(t, "note", "nothing odd was found", 0);
}

static void add_image(struct table *t)
{
	const struct image *image = t->data->profile->image;

	add(t, "program",
	    arena_format(t->arena,
	                 "%s: %s, %u-bit addresses, %s-endian, %zu symbols",
	                 image->path,
	                 image->machine.arch ? image->machine.arch
	                                     : "unknown machine",
	                 8 * image->machine.address_size,
	                 image->machine.big_endian ? "big" : "little",
	                 image->nsymbols),
	    0);
	if (image->debug_path)
		add(t, "",
		    arena_format(t->arena, "symbols from %s",
		                 image->debug_path),
		    1);
}

/* Where source lines come from. */
static void add_lines(struct table *t)
{
	const struct debug_info *debug = t->data->debug;

	if (!debug) {
		add(t, "lines", "are being read", 0);
		return;
	}
	if (!debug->reason && !debug->path) {
		add(t, "lines", "from the program itself", 0);
		return;
	}
	add(t, "lines",
	    debug->reason ? debug->reason
	                  : arena_format(t->arena, "from %s", debug->path),
	    0);
	if (debug->reason)
		add(t, "", debug->cure, 1);
}

static const char *range_of(struct table *t, const struct profile_file *file)
{
	const struct histogram *h;

	if (!file->nhistograms)
		return "no histogram";
	h = &t->data->profile->records->histograms[file->first_histogram];
	return arena_format(
		t->arena, "0x%llx to 0x%llx in %u bins, %u Hz, in %s",
		(unsigned long long)h->low, (unsigned long long)h->high,
		h->nbins, h->rate, h->dimension);
}

/* ", 3 call records"; nothing if there are none. */
static const char *counted(struct table *t, size_t n, const char *what)
{
	return n ? arena_format(t->arena, ", %zu %s record%s", n, what,
	                        n == 1 ? "" : "s")
	         : "";
}

static bool has_records(const struct profile_file *f)
{
	return f->nhistograms || f->ncalls || f->nblock_records;
}

static void add_files(struct table *t)
{
	const struct records *r = t->data->profile->records;
	size_t i;

	for (i = 0; i < r->nfiles; i++) {
		const struct profile_file *f = &r->files[i];

		add(t, "file",
		    arena_format(t->arena, "%s: %s%s%s%s%s%s", f->path,
		                 f->format->name,
		                 counted(t, f->nhistograms, "histogram"),
		                 counted(t, f->ncalls, "call"),
		                 counted(t, f->nblock_records, "block"),
		                 has_records(f) ? "" : ", no records",
		                 f->is_cut ? ", cut off" : ""),
		    0);
		add(t, "", range_of(t, f), 1);
	}
}

static void build(struct table *t, const struct query *query)
{
	t->things = "lines";
	t->is_pending = !t->data->debug; /* and notes about it */
	add_notes(t);
	add_image(t);
	add_lines(t);
	add_files(t);
}

static bool begins(const void *item)
{
	const struct health_row *r = item;

	return *r->kind != '\0';
}

static const struct column list[] = {
	{ .name = "kind",
	  .title = "what",
	  .unit = UNIT_TEXT,
	  .help = "fault: most figures are wrong or missing; warning: "
	          "some are not what they seem; note: good to know.",
	  .get = text_member,
	  .number = offsetof(struct health_row, kind) },
	{ .name = "text",
	  .title = "cause, evidence, cure",
	  .unit = UNIT_TEXT,
	  .help = "What is odd, what shows it, and what to do.",
	  .is_name = true,
	  .least = 60,
	  .get = text_member,
	  .number = offsetof(struct health_row, text) },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view health_view = {
	.name = "health",
	.key = "i",
	.title = "Health of the profile",
	.kind = VIEW_TEXTS,
	.help = "What is odd about this profile, and how can it be cured?",
	.rank = 800,
	.columns = &columns,
	.shows_files = true,
	.build = build,
	.begins = begins,
	.shows_frames = true,
};
