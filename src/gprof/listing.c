/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/safe_output.h"
#include "base/text.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "model/image.h"
#include "model/locations.h"
#include "model/names.h"
#include "model/profile.h"
#include "parse/object/demangle.h"

void listing_begin_part(struct listing *l)
{
	if (l->has_begun)
		fputs("\f\n", l->out);
	l->has_begun = true;
}

void listing_say_link(const struct listing *l, const char *path, const char *followed)
{
	fprintf(l->messages, "%s: a link to %s, which was written\n",
	        safe_in_message(path, l->arena), safe_in_message(followed, l->arena));
}

double listing_seconds(const struct listing *l, double ticks)
{
	return l->profile->rate > 0 ? ticks / l->profile->rate : 0;
}

/* The bytes a bin covers; 0 if gprof's arithmetic overflows. */
static long bin_bytes(const struct profile *p)
{
	const double most = 0x1p62;

	return p->bin_units >= 0 && p->bin_units < most ? (long)p->bin_units * 2 : 0;
}

void listing_granularity(const struct listing *l, double ticks, const char *dimension)
{
	fprintf(l->out, "\ngranularity: each sample hit covers %ld byte(s)", bin_bytes(l->profile));
	if (ticks > 0)
		fprintf(l->out, " for %.2f%% of %.2f %s\n\n", 100.0 / ticks,
		        listing_seconds(l, ticks), dimension);
}

/* Unlike the names on the screen (model/names.h), these may be long: a name
 * that is cut would not be gprof's. */
enum { NAME_BYTES = 1 << 20 };

static const char *readable_name(struct listing *l, const struct func *f)
{
	const struct gprof_options *o = l->options;
	const struct image *image = l->profile->image;
	enum demangle_style style = DEMANGLE_AUTO;
	const size_t number = profile_number(l->profile, f);

	if (o->demangling)
		demangle_style_named(o->demangling, &style);
	if (o->raw_names || o->traditional || !image->demangle)
		return f->name;
	if (l->names && l->names[number])
		return l->names[number];
	if (!l->names) {
		l->space = arena_space(l->arena, NAME_BYTES, 1);
		l->names = arena_alloc(l->arena, l->profile->nfuncs, sizeof *l->names);
		l->work = names_work(l->profile);
	}
	l->names[number] = f->name;
	if (demangle_in_style(l->space, NAME_BYTES, f->name, style, image->leading_char, &l->work))
		l->names[number] = arena_text(l->arena, l->space, strlen(l->space));
	return l->names[number];
}

int listing_put(const struct listing *l, const char *name)
{
	const size_t len = strlen(name);

	if (l->is_terminal)
		return (int)text_put(l->out, name, len);
	fputs(name, l->out);
	return (int)len;
}

int listing_name(struct listing *l, const struct func *f)
{
	struct source_location location;
	int len = listing_put(l, readable_name(l, f));

	if (!(l->options->by_line || l->options->inline_file_names) ||
	    !source_lines_at(l->lines, f->low, &location))
		return len;
	if (l->options->full_paths)
		location.file = location.path;
	len += fprintf(l->out, " (");
	len += listing_put(l, location.file);
	return len + (l->options->by_line
	                      ? fprintf(l->out, ":%u @ %lx)", location.line, (unsigned long)f->low)
	                      : fprintf(l->out, ":%u)", location.line));
}

void listing_name_and_index(struct listing *l, const struct func *f)
{
	listing_name(l, f);
	if (!l->has_calls)
		return;
	if (f->cycle)
		fprintf(l->out, " <cycle %u>", f->cycle->number);
	fputs(f->is_listed ? " [" : " (", l->out);
	figure_count(l->out, 0, f->index);
	fputc(f->is_listed ? ']' : ')', l->out);
}

bool listing_is_used(const struct func *f)
{
	return f->calls || f->self_ticks != 0;
}
