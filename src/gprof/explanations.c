/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

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

void explain_flat(FILE *out)
{
	fputs(flat, out);
}

void explain_graph(FILE *out)
{
	fputs(entries, out);
	fputs(lines, out);
}
