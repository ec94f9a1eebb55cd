/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/fit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/path.h"
#include "model/image.h"
#include "model/records.h"
#include "model/section_index.h"
#include "parse/fit/call_sites.h"
#include "parse/fit/callees.h"
#include "parse/fit/code_bytes.h"
#include "parse/fit/code_range.h"
#include "parse/fit/sample_places.h"
#include "model/file_notes.h"
#include "parse/object/object.h"
#include "parse/fit/load_bias.h"

static const char other_build[] = "written by another program or build: names are wrong";
static const char open_right[] = "open it with the executable that wrote it";

/* What is wrong with the files, and with which of them first. */
struct misfit {
	size_t nfiles;
	const struct profile_file *file;
	const struct histogram *histogram;
};

/* Whether the histogram has the shape that glibc gives it.
 * Source: glibc gmon/gmon.c, __monstartup(). */
static bool is_of_glibc(const struct histogram *h, unsigned long_size)
{
	const uint64_t bytes = ((h->high - h->low) / 2 + long_size - 1) / long_size * long_size;

	return !strcmp(h->dimension, "seconds") && h->low % 4 == 0 && h->high % 4 == 0 &&
	       h->nbins == bytes / 2;
}

/* The same of the profiler of mingw-w64 and Cygwin, whose bins have 4 bytes.
 * Source: Cygwin gmon.c, monstartup(). */
static bool is_of_windows(const struct histogram *h)
{
	return h->low % 4 == 0 && h->high % 4 == 0 && h->nbins == (h->high - h->low) / 4;
}

/* Whether the range may end at etext.  The name is gone with the others in a
 * stripped program: it is where a section ends, the last one of code mostly
 * (but gold: all that is loaded together; SPARC: the PLT is elsewhere). */
static bool ends_at_etext(const struct histogram *h, const struct code_range *code,
                          const struct image *image)
{
	size_t i;

	if (!code->has_etext || h->high == code_range_profiled_high(code))
		return true;
	for (i = 0; !code->is_named && i < image->nsections; i++)
		if ((image->sections[i].high + 3) / 4 * 4 == h->high)
			return true;
	return false;
}

/* The dynamic linker profiles the pages that hold code, others all of
 * a range whose ends have names, rounded to 4, in one record. */
static bool is_of_other_build(const struct profile_file *file, const struct histogram *h,
                              const struct code_range *code, const struct image *image)
{
	const unsigned long_size = image->machine.address_size;

	if (file->format->by_linker)
		return code->low < h->low || code->high > h->high;
	return file->nhistograms == 1 &&
	       (code->is_windows ? is_of_windows(h)
	                         : file->format->by_glibc && is_of_glibc(h, long_size)) &&
	       ((code->has_start && h->low != code_range_profiled_low(code)) ||
	        !ends_at_etext(h, code, image));
}

static void add_misfit(struct misfit *misfit, const struct profile_file *file,
                       const struct histogram *h)
{
	if (!misfit->nfiles++) {
		misfit->file = file;
		misfit->histogram = h;
	}
}

static void note_misfit(struct records *r, const struct misfit *misfit, const char *what,
                        uint64_t low, uint64_t high)
{
	const struct histogram *h = misfit->histogram;

	if (!misfit->nfiles)
		return;
	notes_add(&r->notes, NOTE_FAULT,
	          file_notes_cause(misfit->file->path, misfit->nfiles, what, r->arena),
	          arena_format(r->arena,
	                       "it covers 0x%" PRIx64 " to 0x%" PRIx64
	                       ", the executable's code is at 0x%" PRIx64 " to 0x%" PRIx64,
	                       h->low, h->high, low, high),
	          open_right);
}

static void check_ranges(struct records *r, const struct image *image,
                         const struct code_range *code)
{
	struct misfit outside = { 0 }, other = { 0 };
	size_t f, i;

	for (f = 0; f < r->nfiles; f++) {
		const struct profile_file *file = &r->files[f];
		const struct histogram *bad = NULL, *alien = NULL;
		bool meets_code = false;

		for (i = 0; i < file->nhistograms; i++) {
			const struct histogram *h = &r->histograms[file->first_histogram + i];

			if (h->high <= code->low || h->low >= code->high) {
				alien = h;
				continue;
			}
			meets_code = true;
			if (is_of_other_build(file, h, code, image))
				bad = h;
		}
		if (alien && !meets_code)
			add_misfit(&outside, file, alien);
		else if (bad)
			add_misfit(&other, file, bad);
	}
	note_misfit(r, &outside, "covers no code of the executable", code->low, code->high);
	note_misfit(r, &other, other_build,
	            code->has_start ? code_range_profiled_low(code) : code->low,
	            code_range_profiled_high(code));
}

/* Nearly all, and enough of them: if half of what a board does were outside the
 * executable's code, as in a ROM, it would look so once in 3,800 runs at most.
 */
static bool are_nearly_all(uint64_t part, uint64_t all)
{
	enum { FEWEST = 16, OTHERS = 10 /* one of so many may be elsewhere */ };

	return all >= FEWEST && all - part <= all / OTHERS;
}

/* Addresses of callers are those of code, rounded down by up to two longs. */
static bool is_caller_in_code(const struct call *call, const struct section_index *code,
                              const struct image *image)
{
	return section_index_meets(code, call->from, call->from + 2 * image->machine.address_size);
}

/* Calls from and to what is no code of the executable. */
static uint64_t count_calls_outside(const struct records *r, const struct profile_file *file,
                                    const struct section_index *code, const struct image *image)
{
	const struct call *calls = file_calls(r, file);
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < file->ncalls; i++)
		n += !is_caller_in_code(&calls[i], code, image) &&
		     !section_index_meets(code, calls[i].to, calls[i].to + 1);
	return n;
}

/* Notes the files of which nearly all is outside the code. */
static void check_outside(struct records *r, const struct image *image,
                          const struct section_index *code)
{
	const struct profile_file *first = NULL;
	const char *evidence = "";
	size_t i, n = 0;

	for (i = 0; i < r->nfiles; i++) {
		const struct profile_file *file = &r->files[i];
		const uint64_t samples = file_sum_ticks(r, file);
		const char *what = "samples are";
		uint64_t all = samples,
			 part = sample_places_outside(r, file, image->machine.address_size, code);

		if (!are_nearly_all(part, all)) {
			what = "records of calls are";
			all = file->ncalls;
			part = count_calls_outside(r, file, code, image);
		}
		if (!are_nearly_all(part, all) || n++)
			continue;
		first = file;
		evidence = arena_format(r->arena, "%s of %s %s outside the executable's code",
		                        number_text(r->arena, part), number_text(r->arena, all),
		                        what);
	}
	if (n)
		notes_add(&r->notes, NOTE_FAULT,
		          file_notes_cause(first->path, n, other_build, r->arena), evidence,
		          open_right);
}

static const char *path_of_call(const struct records *r, size_t call)
{
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (call - r->files[i].first_call < r->files[i].ncalls)
			return r->files[i].path;
	return "";
}

/* A note about calls, the first of which shows which file they are in. */
static void note_calls(struct records *r, enum severity severity, size_t call, const char *evidence)
{
	notes_add(&r->notes, severity,
	          file_notes_cause(path_of_call(r, call), 1, other_build, r->arena), evidence,
	          open_right);
}

/* Where the code tells, there is no doubt. */
static void note_callees(struct records *r, const struct callees *found,
                         const struct code_bytes *code)
{
	const bool is_certain = code->is_x86 || found->nbad * 2 > found->n;

	note_calls(r, is_certain ? NOTE_FAULT : NOTE_WARNING, found->first_bad,
	           arena_format(r->arena,
	                        "%s of %s functions called are not where the "
	                        "executable has a function that counts its calls",
	                        number_text(r->arena, found->nbad),
	                        number_text(r->arena, found->n)));
}

/* Whether it is known how addresses of callers were rounded. */
static bool all_are_of_glibc(const struct records *r, unsigned long_size)
{
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (!r->files[i].format->by_glibc)
			return false;
	for (i = 0; i < r->nhistograms; i++)
		if (!is_of_glibc(&r->histograms[i], long_size))
			return false;
	return true;
}

static void check_sites(struct records *r, const struct image *image, const struct callees *callees,
                        struct code_bytes *code)
{
	struct call_sites sites;

	if (!all_are_of_glibc(r, image->machine.address_size))
		return;
	sites = call_sites_check(r->calls, r->ncalls, callees, code);
	if (sites.nbad)
		note_calls(r, NOTE_FAULT, sites.first_bad,
		           arena_format(r->arena,
		                        "%s of %s calls were made where the "
		                        "executable calls another function",
		                        number_text(r->arena, sites.nbad),
		                        number_text(r->arena, sites.n)));
}

/* Without names the code itself must tell. */
static void check_calls(struct records *r, const struct image *image,
                        const struct code_range *range, struct code_bytes *code)
{
	struct callees found;

	if (!r->ncalls || (!code->is_x86 && !range->is_named))
		return;
	found = callees_check(r->calls, r->ncalls, 0, code);
	if (callees_are_of_another_build(&found, code))
		note_callees(r, &found, code);
	else
		check_sites(r, image, &found, code);
}

static void check_samples(struct records *r, struct code_bytes *code)
{
	const struct sample_places found = sample_places_check(r, code);
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (found.first_bad - r->files[i].first_histogram < r->files[i].nhistograms)
			notes_add(&r->notes, NOTE_FAULT,
			          file_notes_cause(r->files[i].path, 1, other_build, r->arena),
			          arena_format(r->arena,
			                       "%s where no instruction "
			                       "begins that can run",
			                       number_counted(r->arena, found.nbad, "sample")),
			          open_right);
}

static void note_unprofiled(struct records *r, const struct image *image, enum severity severity)
{
	notes_add(&r->notes, severity,
	          arena_format(r->arena, "%s: not built with -pg", image->path),
	          "the files count calls, but no mcount() is among its symbols",
	          "open them with the executable that wrote them");
}

/* Whether the symbols show that it counts no calls: those of a stripped
 * program may still name the library's mcount(). */
static bool counts_no_calls(const struct image *image, const struct code_range *code)
{
	bool has_dynamic = false;
	size_t i;

	for (i = 0; i < image->nsymbols; i++)
		has_dynamic |= image->symbols[i].table == TABLE_DYNAMIC;
	return (code->is_named || has_dynamic) && !image->is_profiled;
}

/* Whether only functions of shared libraries were called. */
static bool are_of_libraries(const struct records *r, const struct image *image,
                             const struct section_index *code)
{
	size_t i;

	for (i = 0; i < r->ncalls; i++)
		if (!is_caller_in_code(&r->calls[i], code, image) ||
		    section_index_meets(code, r->calls[i].to, r->calls[i].to + 1))
			return false;
	return true;
}

/* Whether the functions called call something first, which may count calls
 * under a name of its own (-mfentry-name). */
static bool may_count(const struct records *r, struct code_bytes *code)
{
	struct callees found;

	if (!code->is_x86)
		return false;
	found = callees_check(r->calls, r->ncalls, 0, code);
	return found.ncounters && !found.nbad;
}

/* Of calls in a program whose symbols show that it counts none.  Those that a
 * stripped one has are of libraries, and it may have mcount() in itself. */
static void check_unprofiled(struct records *r, const struct object *object,
                             const struct code_range *range, struct code_bytes *code)
{
	const struct image *image = object_image(object);

	if (range->is_named)
		note_unprofiled(r, image, may_count(r, code) ? NOTE_WARNING : NOTE_FAULT);
	else if (code->is_x86)
		check_calls(r, image, range, code);
	else
		note_unprofiled(r, image, NOTE_WARNING);
}

static void check_code(struct records *r, const struct object *object,
                       const struct code_range *range, const struct section_index *sections,
                       struct arena *scratch)
{
	const struct image *image = object_image(object);
	const size_t before = r->notes.n;
	struct code_bytes *code = code_bytes_new(object, scratch);

	if (r->ncalls && counts_no_calls(image, range)) {
		if (!are_of_libraries(r, image, sections))
			check_unprofiled(r, object, range, code);
	} else {
		check_calls(r, image, range, code);
	}
	if (r->notes.n == before)
		check_samples(r, code);
}

static bool has_file_of_linker(const struct records *r)
{
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (r->files[i].format->by_linker)
			return true;
	return false;
}

static void note_misfits(struct records *records, const struct object *object,
                         const struct code_range *range)
{
	const struct image *image = object_image(object);
	struct arena *scratch = arena_new();
	const struct section_index sections = section_index_new(image, true, scratch);
	const size_t before = records->notes.n;

	check_ranges(records, image, range);
	if (records->notes.n == before)
		check_outside(records, image, &sections);
	if (records->notes.n == before && !has_file_of_linker(records))
		check_code(records, object, range, &sections, scratch);
	arena_free(scratch);
}

/* "3 hours", of a number of seconds. */
static const char *duration(double seconds, struct arena *arena)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" } };
	size_t i = 0;
	double n;

	while (seconds < units[i].seconds && units[i].seconds > 1)
		i++;
	n = seconds / units[i].seconds;
	return arena_format(arena, "%.0f %s%s", n, units[i].name, n < 1.5 ? "" : "s");
}

/* A copy is newer than the files as well, so this alone is no evidence. */
static void note_older(struct records *r, const char *executable)
{
	const struct profile_file *first = NULL;
	struct stat program, file;
	double later = 0;
	size_t i, n = 0;

	if (stat(executable, &program))
		return;
	for (i = 0; i < r->nfiles; i++) {
		if (stat(r->files[i].path, &file) || !S_ISREG(file.st_mode) ||
		    file.st_mtime >= program.st_mtime)
			continue;
		if (!n++) {
			first = &r->files[i];
			later = difftime(program.st_mtime, file.st_mtime);
		}
	}
	if (n)
		notes_add(&r->notes, NOTE_FACT,
		          file_notes_cause(first->path, n, "older than the executable", r->arena),
		          arena_format(r->arena, "%s was written %s later", path_last(executable),
		                       duration(later, r->arena)),
		          "if it was rebuilt since, run it again; a copy is newer, too");
}

void fit_note(struct records *records, const struct object *object)
{
	const struct image *image = object_image(object);
	const struct code_range code = code_range_find(image);
	const size_t before = records->notes.n;

	note_misfits(records, object, &code);
	/* Without names there is no way to tell whether a bias would match. */
	if (records->notes.n > before &&
	    (code.is_named || !records->ncalls || !counts_no_calls(image, &code)))
		load_bias_advise(records, object);
	note_older(records, image->path);
}
