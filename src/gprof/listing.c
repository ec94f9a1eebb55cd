/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/system.h"
#include "base/text.h"
#include "gprof/gprof_options.h"
#include "gprof/source_lines.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"
#include "parse/object/demangle.h"

void listing_begin_part(struct listing *l) {
	if (l->has_begun)
		fputs("\f\n", l->out);
	l->has_begun = true;
}

void listing_say_link(const struct listing *l, const char *path, const char *followed) {
	fprintf(l->messages, "%s: a link to %s, which was written\n",
	        safe_in_message(path, l->arena), safe_in_message(followed, l->arena));
}

double listing_seconds(const struct listing *l, double ticks) {
	return l->profile->rate > 0 ? ticks / l->profile->rate : 0;
}

/* The bytes a bin covers; 0 if gprof's arithmetic overflows. */
static long bin_bytes(const struct profile *p) {
	const double most = 0x1p62;

	return p->bin_units >= 0 && p->bin_units < most ? (long)p->bin_units * 2 : 0;
}

void listing_granularity(const struct listing *l, double ticks, const char *dimension) {
	fprintf(l->out, "\ngranularity: each sample hit covers %ld byte(s)", bin_bytes(l->profile));
	if (ticks > 0)
		fprintf(l->out, " for %.2f%% of %.2f %s\n\n", 100.0 / ticks,
		        listing_seconds(l, ticks), dimension);
}

/* Unlike the names on the screen (model/names.h), these may be long: a name that is cut would not
 * be gprof's. */
enum { NAME_BYTES = 1 << 20 };

static const char *readable_name(struct listing *l, const struct func *f) {
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

int listing_put(const struct listing *l, const char *name) {
	const size_t len = strlen(name);

	if (l->is_terminal)
		return (int)text_put(l->out, name, len);
	fputs(name, l->out);
	return (int)len;
}

int listing_name(struct listing *l, const struct func *f) {
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

void listing_name_and_index(struct listing *l, const struct func *f) {
	listing_name(l, f);
	if (!l->has_calls)
		return;
	if (f->cycle)
		fprintf(l->out, " <cycle %u>", f->cycle->number);
	fputs(f->is_listed ? " [" : " (", l->out);
	figure_count(l->out, 0, f->index);
	fputc(f->is_listed ? ']' : ')', l->out);
}

bool listing_is_used(const struct func *f) {
	return f->calls || f->self_ticks != 0;
}

enum { MOST = 64 }; /* characters of a figure, blanks included */

/* Writes the digits of a number before `end`, at least this many. */
static char *digits(char *end, uint64_t number, int least) {
	for (; number || least > 0; number /= 10, least--)
		*--end = (char)('0' + number % 10);
	return end;
}

/* Pads the front of a text that ends a buffer of MOST characters. */
static void put(FILE *out, char *begin, const char *end, int width) {
	while (end - begin < width)
		*--begin = ' ';
	fwrite(begin, 1, (size_t)(end - begin), out);
}

/* The product is off by less than a thousandth, so unless it is that close to the midpoint of two
 * numbers, it is rounded as the exact one would be. */
static bool round_exactly(double number, double scale, uint64_t *out) {
	const double most = 1073741824;
	double scaled, rest;

	if (signbit(number) || !(number < most))
		return false;
	scaled = number * scale;
	*out = (uint64_t)scaled;
	rest = scaled - (double)*out;
	if (fabs(rest - 0.5) < 0.001)
		return false;
	*out += rest > 0.5;
	return true;
}

void figure_fixed(FILE *out, int width, int decimals, double number) {
	static const uint64_t scales[] = { 1, 10, 100 };
	const uint64_t scale = scales[decimals];
	char text[MOST], *end = text + MOST, *at = end;
	uint64_t rounded;

	assert(width < MOST);
	if (!round_exactly(number, (double)scale, &rounded)) {
		fprintf(out, "%*.*f", width, decimals, number);
		return;
	}
	if (decimals) {
		at = digits(at, rounded % scale, decimals);
		*--at = '.';
	}
	at = digits(at, rounded / scale, 1);
	put(out, at, end, width);
}

void figure_count(FILE *out, int width, uint64_t count) {
	char text[MOST], *end = text + MOST, *at = digits(end, count, 1);

	assert(width < MOST && -width < MOST);
	put(out, at, end, width);
	if (end - at < -width)
		figure_blanks(out, -width - (int)(end - at));
}

void figure_blanks(FILE *out, int n) {
	static const char blanks[MOST + 1] = "                                "
					     "                                ";

	for (; n > MOST; n -= MOST)
		fwrite(blanks, 1, MOST, out);
	if (n > 0)
		fwrite(blanks, 1, (size_t)n, out);
}

/* Compilers need not accept string literals of more than 4095 bytes. */
static const char flat[] = "\n"
			   " % time      The function's own time, as a percentage of all time.\n"
			   "\n"
			   " cumulative  The function's own time plus that of all functions\n"
			   " seconds     above it in this list.\n"
			   "\n"
			   " self        The function's own time: samples taken while the\n"
			   " seconds     program was in the function itself, not in what it\n"
			   "             called.  The list is sorted by it.  The time of n\n"
			   "             samples is known to about the square root of n\n"
			   "             samples, so few samples say little.\n"
			   "\n"
			   " calls       How often other functions called it, not counting its\n"
			   "             calls to itself.  Blank: it was not compiled with\n"
			   "             -pg, or never called.\n"
			   "\n"
			   " self        Its own time per call, on average.\n"
			   " ms/call\n"
			   "\n"
			   " total       The same with the time of what it called.  That part\n"
			   " ms/call     is an estimate: all calls of a function are assumed\n"
			   "             to take equally long.\n"
			   "\n"
			   " name        The function.  The index at the end gives the number\n"
			   "             of its entry in the call graph.\n"
			   "\n";

static const char entries[] = "\n"
			      " This table shows for each function who called it, whom it called,\n"
			      " and where the time went.  Entries are separated by lines of\n"
			      " dashes.  In each, one line begins with a number in brackets: the\n"
			      " function the entry is about.  Above it are its callers, below it\n"
			      " the functions it called.\n"
			      "\n"
			      " The time of what a function called is not measured but divided\n"
			      " among its callers in proportion to their calls, as if all calls\n"
			      " took equally long.\n"
			      "\n"
			      " On the function's own line:\n"
			      "\n"
			      "   index     The number of the entry.  It follows the name\n"
			      "             everywhere; in parentheses if there is no such entry.\n"
			      "   % time    The time of the function and all it called, as a\n"
			      "             share of all time.  These figures do not add up to\n"
			      "             100: what is below main is also in main.\n"
			      "   self      The function's own time.\n"
			      "   children  The time of the functions it called, as far as they\n"
			      "             were called from here.\n"
			      "   called    How often others called it; after a +, how often it\n"
			      "             called itself.\n"
			      "   name      The function, and the cycle it is in.\n"
			      "\n";

static const char lines[] = " On the line of a caller:\n"
			    "\n"
			    "   self      The part of the function's own time that is due to\n"
			    "             this caller.\n"
			    "   children  The part of its children's time that is due to this\n"
			    "             caller.\n"
			    "   called    How often this caller called it, and after the / how\n"
			    "             often it was called in all.\n"
			    "   name      The caller; <spontaneous> if no caller is known, as\n"
			    "             for main or a signal handler.\n"
			    "\n"
			    " On the line of a called function:\n"
			    "\n"
			    "   self      The part of that function's own time that is due to\n"
			    "             this one.\n"
			    "   children  The part of its children's time that is due to this\n"
			    "             one.\n"
			    "   called    How often this function called it, and after the /\n"
			    "             how often it was called in all.\n"
			    "   name      The called function.\n"
			    "\n"
			    " Functions that call each other in a circle form a cycle.  It has\n"
			    " an entry of its own, `<cycle N as a whole>', with its members\n"
			    " below.  There the number after the + counts calls inside the\n"
			    " cycle.  Calls inside a cycle pass on no time, so such lines have\n"
			    " no figures but their count.\n"
			    "\n";

void explain_flat(FILE *out) {
	fputs(flat, out);
}

void explain_graph(FILE *out) {
	fputs(entries, out);
	fputs(lines, out);
}
