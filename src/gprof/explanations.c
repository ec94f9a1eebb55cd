/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/explanations.h"

/* Compilers need not accept string literals of more than 4095 bytes. */
static const char flat[] =
	"\n"
	" % time      The function's own time, as a percentage of all time "
	"measured.\n"
	"\n"
	" cumulative  The function's own time plus that of all functions "
	"above it\n"
	" seconds     in this list.\n"
	"\n"
	" self        The function's own time: samples taken while the "
	"program was\n"
	" seconds     in the function itself, not in what it called.  The "
	"list is\n"
	"             sorted by it.  The time of n samples is known to about "
	"the\n"
	"             square root of n samples, so few samples say little.\n"
	"\n"
	" calls       How often other functions called it, not counting its "
	"calls to\n"
	"             itself.  Blank: it was not compiled with -pg, or never "
	"called.\n"
	"\n"
	" self        Its own time per call, on average.\n"
	" ms/call\n"
	"\n"
	" total       The same with the time of what it called.  That part is "
	"an\n"
	" ms/call     estimate: all calls of a function are assumed to take "
	"equally long.\n"
	"\n"
	" name        The function.  The index at the end gives the number of "
	"its\n"
	"             entry in the call graph.\n"
	"\n";

static const char entries[] =
	"\n"
	" This table shows for each function who called it, whom it called, "
	"and where\n"
	" the time went.  Entries are separated by lines of dashes.  In each, "
	"one line\n"
	" begins with a number in brackets: the function the entry is about.  "
	"Above\n"
	" it are its callers, below it the functions it called.\n"
	"\n"
	" The time of what a function called is not measured but divided "
	"among its\n"
	" callers in proportion to their calls, as if all calls took equally "
	"long.\n"
	"\n"
	" On the function's own line:\n"
	"\n"
	"   index     The number of the entry.  It follows the name "
	"everywhere;\n"
	"             in parentheses if there is no such entry.\n"
	"   % time    The time of the function and all it called, as a share "
	"of all\n"
	"             time.  These figures do not add up to 100: what is "
	"below main\n"
	"             is also in main.\n"
	"   self      The function's own time.\n"
	"   children  The time of the functions it called, as far as they "
	"were called\n"
	"             from here.\n"
	"   called    How often others called it; after a +, how often it "
	"called\n"
	"             itself.\n"
	"   name      The function, and the cycle it is in.\n"
	"\n";

static const char lines[] =
	" On the line of a caller:\n"
	"\n"
	"   self      The part of the function's own time that is due to this "
	"caller.\n"
	"   children  The part of its children's time that is due to this "
	"caller.\n"
	"   called    How often this caller called it, and after the / how "
	"often it\n"
	"             was called in all.\n"
	"   name      The caller; <spontaneous> if no caller is known, as for "
	"main\n"
	"             or a signal handler.\n"
	"\n"
	" On the line of a called function:\n"
	"\n"
	"   self      The part of that function's own time that is due to "
	"this one.\n"
	"   children  The part of its children's time that is due to this "
	"one.\n"
	"   called    How often this function called it, and after the / how "
	"often\n"
	"             it was called in all.\n"
	"   name      The called function.\n"
	"\n"
	" Functions that call each other in a circle form a cycle.  It has an "
	"entry of\n"
	" its own, `<cycle N as a whole>', with its members below.  There the "
	"number\n"
	" after the + counts calls inside the cycle.  Calls inside a cycle "
	"pass on\n"
	" no time, so such lines have no figures but their count.\n"
	"\n";

void explain_flat(FILE *out)
{
	fputs(flat, out);
}

void explain_flat_traditional(FILE *out)
{
	fputs("\n\n\nflat profile:\n", out);
	fputs(flat, out);
}

void explain_graph(FILE *out)
{
	fputs(entries, out);
	fputs(lines, out);
}
