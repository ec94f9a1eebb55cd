/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/explanations.h"

/* A compiler must take string literals of 4095 bytes only. */
static const char flat[] =
	"\n"
	" % time      The function's own time, as a part of all that was "
	"measured.\n"
	"\n"
	" cumulative  The function's own time and that of all the functions "
	"above it\n"
	" seconds     in this list.\n"
	"\n"
	" self        The function's own time: samples were taken while the "
	"program\n"
	" seconds     was in it, not in what it called.  The list is sorted by "
	"it.\n"
	"             The time of n samples is known to about the square root "
	"of n\n"
	"             samples, so few samples tell little.\n"
	"\n"
	" calls       How often other functions called it.  Its calls of itself "
	"are\n"
	"             not among them.  Blank: it was not compiled with -pg, or\n"
	"             never called.\n"
	"\n"
	" self        Its own time for one call, on average.\n"
	" ms/call\n"
	"\n"
	" total       The same with the time of what it called.  That part is an\n"
	" ms/call     estimate: all calls of a function are taken to last "
	"equally long.\n"
	"\n"
	" name        The function.  In the call graph its entry has the number "
	"that\n"
	"             the index, at the end, gives for the name.\n"
	"\n";

static const char entries[] =
	"\n"
	" This table tells for each function who called it, whom it called, and "
	"where\n"
	" the time went.  Entries stand between lines of dashes.  In each, one "
	"line\n"
	" begins with a number in brackets: the function the entry is about.  "
	"Above\n"
	" it are its callers, below it the functions it called.\n"
	"\n"
	" The time of what a function called is not measured but divided among "
	"its\n"
	" callers by their numbers of calls, as if all calls lasted equally "
	"long.\n"
	"\n"
	" On the function's own line:\n"
	"\n"
	"   index     The number of the entry.  Names have it behind them "
	"everywhere;\n"
	"             in round brackets when there is no such entry.\n"
	"   % time    The time of the function and all it called, as a part of "
	"all time.\n"
	"             These figures do not add up to 100: what is below main is\n"
	"             also in main.\n"
	"   self      The function's own time.\n"
	"   children  The time of the functions it called, as far as they were "
	"called\n"
	"             from here.\n"
	"   called    How often others called it; behind a +, how often it "
	"called\n"
	"             itself.\n"
	"   name      The function, and the cycle it is in.\n"
	"\n";

static const char lines[] =
	" On the line of a caller:\n"
	"\n"
	"   self      The part of the function's own time that is this caller's.\n"
	"   children  The part of its children's time that is this caller's.\n"
	"   called    How often this caller called it, and after the / how "
	"often it\n"
	"             was called in all.\n"
	"   name      The caller; <spontaneous> when no caller is known, as for "
	"main\n"
	"             or a signal handler.\n"
	"\n"
	" On the line of a called function:\n"
	"\n"
	"   self      The part of that function's own time that counts for "
	"this one.\n"
	"   children  The part of its children's time that counts for this "
	"one.\n"
	"   called    How often this function called it, and after the / how "
	"often\n"
	"             it was called in all.\n"
	"   name      The called function.\n"
	"\n"
	" Functions that call each other in a circle are a cycle.  It has an "
	"entry of\n"
	" its own, `<cycle N as a whole>', with its members below.  There the "
	"number\n"
	" behind the + counts calls inside the cycle.  Calls inside a cycle hand "
	"over\n"
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
