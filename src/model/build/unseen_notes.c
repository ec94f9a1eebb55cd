/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program spent time on and the profile does not show: glibc counts
 * only samples whose address is in the executable, and mingw-w64 looks only at
 * one thread.  Symbols do not tell whether there are others: its profiler is one
 * itself. */
#include "model/build/building.h"

#include "base/arena.h"
#include "base/number.h"
#include "model/image.h"
#include "model/records.h"

/* What mcount() costs a call, in seconds: the least that was measured, in loops
 * and in programs on x86-64 (5 to 11 ns; doc/profiling.md). */
static const double call_cost = 5e-9;

/* The linker's profiles are of one library, whose calls it counts itself. */
static bool is_by_linker(const struct records *r)
{
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (r->files[i].format->by_linker)
			return true;
	return false;
}

/* Whether the code that counts calls can be sampled. */
static bool has_profiler(const struct building *b)
{
	size_t i;

	for (i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].is_profiler && b->funcs[i].kind == FUNC_SYMBOL)
			return true;
	return false;
}

/* "libm.so.6, libc.so.6 and 3 others": the first few, shortened. */
static const char *listed(const struct image *image, struct arena *arena)
{
	enum { MOST = 6, LONGEST = 60 };
	const char *list = "";
	size_t i;

	for (i = 0; i < image->nlibraries && i < MOST; i++)
		list = arena_format(arena, "%s%s%.*s", list, i ? ", " : "", LONGEST,
		                    image->libraries[i]);
	return i < image->nlibraries
	               ? arena_format(arena, "%s and %zu other%s", list, image->nlibraries - i,
	                              image->nlibraries - i == 1 ? "" : "s")
	               : list;
}

static void note_libraries(struct building *b)
{
	if (b->profile->has_histogram)
		notes_add(&b->notes, NOTE_FACT, "time in shared libraries is not in the profile",
		          arena_format(b->arena, "linked with %s", listed(b->image, b->arena)),
		          "link with -static to sample them, too, or profile "
		          "one of them by itself with LD_PROFILE=NAME (see "
		          "ld.so(8)), and open that profile");
}

static void note_windows(struct building *b)
{
	if (b->image->machine.is_windows && b->profile->has_histogram)
		notes_add(&b->notes, NOTE_FACT,
		          "time in DLLs, and in threads other than the first, is "
		          "not in the profile",
		          "mingw-w64 samples the first thread, while it is in the "
		          "program's own file",
		          "link with -static, so that the compiler's libraries "
		          "are sampled, too; let the first thread do the work "
		          "that you want to see");
}

static void note_counting(struct building *b)
{
	const struct profile *p = b->profile;
	const double cost = (double)p->profiler_calls * call_cost;

	if (p->rate <= 0 || p->abbreviation != 's' || has_profiler(b) ||
	    cost < 0.1 * p->total_ticks / p->rate || cost * p->rate < FEW_SAMPLES)
		return;
	notes_add(&b->notes, NOTE_FACT,
	          arena_format(b->arena,
	                       "counting calls took %.1f s or more, which are "
	                       "not in the figures",
	                       cost),
	          arena_format(b->arena,
	                       "%s at 5 ns, the least that mcount() takes; "
	                       "the figures have %.2f s",
	                       number_counted(b->arena, p->profiler_calls, "call"),
	                       p->total_ticks / p->rate),
	          "it is an estimate, because mcount() is in a shared library; "
	          "without -pg the program does not spend that time; small "
	          "functions can be left out with "
	          "__attribute__((no_instrument_function))");
}

void unseen_notes(struct building *b)
{
	if (b->rules->symbols_of_gprof)
		return;
	note_windows(b);
	if (!b->image->nlibraries)
		return;
	note_libraries(b);
	if (!is_by_linker(b->records))
		note_counting(b);
}
