/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/fit.h"

#include <time.h>

#include "model/build/bins.h"
#include "model/model.h"
#include "parse/object/object.h"

/* The addresses of the code in an executable that a profile covers.  What a program profiles is
 * rounded to 4 bytes, and so are the ends of it here.  Source: glibc gmon/gmon.c, __monstartup();
 * Cygwin gcrt0.c and gmon.c, which are mingw-w64's, too. */

struct code_range {
	uint64_t low, high; /* around all code sections */
	uint64_t start;     /* __executable_start; on Windows __eprol */
	uint64_t etext;
	bool has_start, has_etext;
	bool is_windows; /* with mingw-w64's profiler, or Cygwin's */
	bool is_named;   /* there is a full symbol table */
};

static uint64_t rounded_up(uint64_t address) {
	return (address + 3) / 4 * 4;
}

static void take_symbol(struct code_range *code, const struct symbol *symbol) {
	const char *name = symbol->name;

	code->is_named |= symbol->table == TABLE_SYMTAB || symbol->table == TABLE_DEBUG;
	if (symbol->is_undefined || (*name != '_' && *name != 'e'))
		return;
	if (!strcmp(name, "__executable_start")) {
		code->start = symbol->low / 4 * 4;
		code->has_start = true;
	} else if (!strcmp(name, "__eprol")) {
		code->start = symbol->low / 4 * 4;
		code->has_start = code->is_windows = true;
	} else if (!strcmp(name, "etext") || !strcmp(name, "_etext")) {
		code->etext = rounded_up(symbol->low);
		code->has_etext = true;
	}
}

/* Cost: linear in sections and symbols. */
static struct code_range code_range_find(const struct image *image) {
	struct code_range code = { .low = UINT64_MAX };
	bool is_of_glibc = false, has_descriptors = false;

	for (size_t i = 0; i < image->nsections; i++) {
		const struct section *s = &image->sections[i];

		is_of_glibc |= !strcmp(s->name, ".note.ABI-tag");
		if (!s->is_code || s->low == s->high)
			continue;
		code.low = s->low < code.low ? s->low : code.low;
		code.high = s->high > code.high ? s->high : code.high;
	}
	for (size_t i = 0; i < image->nsymbols; i++) {
		take_symbol(&code, &image->symbols[i]);
		has_descriptors |= symbol_is_descriptor(&image->symbols[i]);
	}
	code.is_named &= !has_descriptors;
	/* The range of a board's profiler may end anywhere. */
	if (!code.is_named && is_of_glibc && code.high) {
		code.etext = rounded_up(code.high);
		code.has_etext = true;
	}
	return code;
}

enum {
	PAGE = 4096,          /* biases are multiples of it */
	NEAR = 64,            /* bytes from a function's beginning to its mcount */
	VOTERS = 32,          /* calls that vote for the biases that match them */
	LEAST_CALLS = 4,      /* fewer prove nothing */
	MOST_VOTES = 4 << 20, /* of a file */
	MOST_MISSES = 8       /* files that match nowhere: others will not, either */
};

bool load_bias_parse(struct load_bias *out, const char *text, struct error *err) {
	const char *digits = *text == '-' ? text + 1 : text;
	char *end;

	*out = (struct load_bias){ .is_auto = !strcmp(text, "auto") };
	if (out->is_auto)
		return true;
	errno = 0;
	out->bytes = strtoull(digits, &end, 0);
	if (!isdigit((unsigned char)*digits) || *end || errno)
		return fail(err, "no slide \"%s\": a number of bytes, or auto", text);
	out->bytes = *text == '-' ? 0 - out->bytes : out->bytes;
	return true;
}

/* The bias that makes the file's range the executable's. */
static bool find_by_range(const struct records *r, const struct profile_file *f,
                          const struct code_range *code, uint64_t *bias) {
	if (!f->nhistograms || !code->has_start || !code->has_etext)
		return false;
	const struct histogram *h = &r->histograms[f->first_histogram];
	*bias = h->low - code->start;
	return *bias % PAGE == 0 && h->high - *bias == code->etext;
}

/* The bias that matches most calls. */
static uint64_t most_voted(const struct keyed *votes, size_t n) {
	uint64_t best = 0;
	size_t most = 0, first = 0;

	for (size_t i = 0; i < n; i++) {
		if (votes[i].key != votes[first].key)
			first = i;
		if (i - first + 1 > most) {
			most = i - first + 1;
			best = votes[i].key;
		}
	}
	return best;
}

/* The search for the biases of files, one after the other. */
struct search {
	const struct records *records;
	const struct object *object;
	struct code_range range;
	struct code_bytes *code; /* NULL: not needed so far */
	uint64_t last;           /* the bias that was found last, or 0 */

	struct lists by_offset; /* symbols of code, by where in a page they begin; empty: not
	                           needed so far */
	struct work work;
	struct arena *arena;
};

static struct search search_new(const struct records *records, const struct object *object) {
	struct search s = { .records = records,
		            .object = object,
		            .range = code_range_find(object_image(object)),
		            .arena = arena_new() };

	work_allow(&s.work, MOST_VOTES);
	return s;
}

/* Every bias with which some call would call some function. */
static struct keyed *take_votes(struct search *s, const struct call *calls, size_t ncalls,
                                size_t *n, struct arena *scratch) {
	enum { STEPS = 4 }; /* for a vote, and for sorting it */
	const size_t voters = ncalls < VOTERS ? ncalls : VOTERS;
	const struct image *image = object_image(s->object);
	const struct symbol *symbols = image->symbols;
	struct keyed *votes = NULL;

	if (!s->by_offset.first) {
		uint32_t *offsets = arena_space(s->arena, image->nsymbols, sizeof *offsets);

		for (size_t i = 0; i < image->nsymbols; i++)
			offsets[i] = symbol_is_code(&symbols[i]) ? symbols[i].low % PAGE : NO_LIST;
		s->by_offset = lists_new(offsets, image->nsymbols, PAGE, s->arena);
	}
	for (size_t k = *n = 0; k < voters; k++)
		for (size_t near = 0; near < NEAR; near++) {
			const uint64_t to = calls[k * ncalls / voters].to - near;
			const uint32_t *first = &s->by_offset.first[to % PAGE];

			for (size_t i = first[0]; i < first[1]; i++) {
				const uint64_t low = symbols[s->by_offset.list[i]].low;

				if (*n == MOST_VOTES || !work_pay(&s->work, STEPS))
					return votes;
				arena_append(scratch, votes, *n, (struct keyed){ to - low, 0 });
			}
		}
	return votes;
}

static struct code_bytes *code_of(struct search *s) {
	if (!s->code)
		s->code = code_bytes_new(s->object, s->arena);
	return s->code;
}

/* Whether all that may vote are for the bias that was found last: those that call no library, if
 * they are half of all. */
static bool all_vote_for_last(struct search *s, const struct call *calls, size_t ncalls) {
	const size_t voters = ncalls < VOTERS ? ncalls : VOTERS;
	const struct code_bytes *code = code_of(s);
	size_t agreed = 0;

	for (size_t k = 0; k < voters; k++) {
		const struct call *c = &calls[k * ncalls / voters];
		const uint64_t to = c->to - s->last;
		const struct entry *entry = code_bytes_entry(code, to);

		if (entry && to - entry->low < NEAR)
			agreed++;
		else if (code_bytes_section(code, to) ||
		         !code_bytes_section(code, c->from - s->last))
			return false;
	}
	return agreed >= (voters + 1) / 2;
}

static bool fits_at(struct search *s, const struct call *calls, size_t n, uint64_t bias) {
	const struct callees found = callees_check(calls, n, bias, code_of(s));

	return found.n && !callees_are_of_another_build(&found, s->code);
}

/* A file that the bias of the one before fits does not need a look at all functions. */
static bool find_by_calls(struct search *s, const struct profile_file *f, uint64_t *bias) {
	size_t n;

	if (f->ncalls < LEAST_CALLS)
		return false;
	const struct call *calls = &s->records->calls[f->first_call];
	*bias = s->last;
	if (all_vote_for_last(s, calls, f->ncalls) && fits_at(s, calls, f->ncalls, *bias))
		return true;
	struct arena *scratch = arena_new();
	struct keyed *votes = take_votes(s, calls, f->ncalls, &n, scratch);
	sort_keys(votes, n, scratch);
	*bias = most_voted(votes, n);
	arena_free(scratch);
	return n && fits_at(s, calls, f->ncalls, *bias);
}

/* The bias of one file; false if none is known to match. */
static bool find(struct search *s, const struct profile_file *f, uint64_t *bias) {
	if (f->format->by_linker)
		return false;
	if (!find_by_range(s->records, f, &s->range, bias) && !find_by_calls(s, f, bias))
		return false;
	s->last = *bias;
	return true;
}

static void lower(struct records *r, const struct profile_file *f, uint64_t bias) {
	for (size_t i = 0; i < f->nhistograms; i++) {
		struct histogram *h = &r->histograms[f->first_histogram + i];

		h->low -= bias;
		h->high -= bias;
	}
	for (size_t i = 0; i < f->ncalls; i++) {
		r->calls[f->first_call + i].from -= bias;
		r->calls[f->first_call + i].to -= bias;
	}
	for (size_t i = 0; i < f->nblocks; i++)
		r->blocks[f->first_block + i].address -= bias;
}

/* Whether the file's ranges are still ranges when shifted: none lies on both sides of address 0. */
static bool can_lower(const struct records *r, const struct profile_file *f, uint64_t bias) {
	for (size_t i = 0; i < f->nhistograms; i++) {
		const struct histogram *h = &r->histograms[f->first_histogram + i];

		if (h->low - bias >= h->high - bias)
			return false;
	}
	return true;
}

/* Files that a note is about. */
struct noted {
	const struct profile_file *first;
	size_t n;
	uint64_t bias;                     /* of the first one */
	const struct histogram *histogram; /* the same, that does not match */
};

/* Whether it is the first one. */
static bool add(struct noted *noted, const struct profile_file *f, uint64_t bias,
                const struct histogram *h) {
	if (noted->n++)
		return false;
	*noted = (struct noted){ f, 1, bias, h };
	return true;
}

static const char *number(uint64_t bias, struct arena *arena) {
	return bias >> 63 ? arena_format(arena, "-0x%" PRIx64, 0 - bias)
	                  : arena_format(arena, "0x%" PRIx64, bias);
}

static void note(struct records *r, const struct noted *noted, enum severity severity,
                 const char *what, const char *evidence, const char *cure) {
	if (noted->n)
		notes_add(&r->notes, severity,
		          file_notes_cause(noted->first->path, noted->n, what, r->arena), evidence,
		          cure);
}

void load_bias_subtract(struct records *r, struct load_bias bias, const struct object *object) {
	struct search search = search_new(r, object);
	const bool is_asked = bias.is_auto || bias.bytes;
	const size_t n = is_asked || search.range.is_windows ? r->nfiles : 0;
	struct noted done = { 0 }, failed = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct profile_file *f = &r->files[i];
		uint64_t by = bias.bytes;

		if (!f->nhistograms && !f->ncalls && !f->nblocks)
			continue;
		if (!is_asked && !find_by_range(r, f, &search.range, &by))
			continue;
		if (bias.is_auto && !find(&search, f, &by)) {
			add(&failed, f, 0, NULL);
		} else if (!can_lower(r, f, by)) {
			add(&failed, f, by, NULL);
		} else if (by) {
			lower(r, f, by);
			add(&done, f, by, NULL);
		}
	}
	arena_free(search.arena);
	note(r, &done, NOTE_FACT, "addresses were shifted down",
	     arena_format(r->arena, "by %s%s", number(done.bias, r->arena),
	                  done.n > 1 && (bias.is_auto || !is_asked) ? " in the first one" : ""),
	     is_asked
	             ? "because of --slide"
	             : "Windows loads a program at another address each time; now they are those of "
	               "the executable");
	note(r, &failed, NOTE_WARNING, "addresses were left as they are",
	     bias.is_auto ? "no slide was found that makes them match"
	                  : "the slide would split a range at address 0",
	     "give --slide the address the program was loaded at, minus the one it was linked for");
}

/* Adds a note if files that do not match would do so with a bias. */
static void load_bias_advise(struct records *r, const struct object *object) {
	struct search search = search_new(r, object);
	struct noted fit = { 0 };
	uint64_t bias;
	size_t misses = 0;

	for (size_t i = 0; i < r->nfiles && misses < MOST_MISSES; i++)
		if (!find(&search, &r->files[i], &bias))
			misses++;
		else if (bias)
			add(&fit, &r->files[i], bias, NULL);
	arena_free(search.arena);
	note(r, &fit, NOTE_WARNING, "would match at other addresses",
	     arena_format(r->arena, "shifted down by %s, the addresses are those of the executable",
	                  number(fit.bias, r->arena)),
	     "open with --slide auto");
}

static const char other_build[] = "written by another program or build: names are wrong";
static const char open_right[] = "open it with the executable that wrote it";

/* Whether the range may end at etext.  The name is gone with the others in a stripped program: it
 * is where a section ends, the last one of code mostly (but gold: all that is loaded together;
 * SPARC: the PLT is elsewhere). */
static bool ends_at_etext(const struct histogram *h, const struct code_range *code,
                          const struct image *image) {
	if (!code->has_etext || h->high == code->etext)
		return true;
	for (size_t i = 0; !code->is_named && i < image->nsections; i++)
		if (rounded_up(image->sections[i].high) == h->high)
			return true;
	return false;
}

/* The dynamic linker profiles the pages that hold code, others all of
 * a range whose ends have names, rounded to 4, in one record. */
static bool is_of_other_build(const struct profile_file *file, const struct histogram *h,
                              const struct code_range *code, const struct image *image) {
	const unsigned long_size = image->machine.address_size;
	/* Bins of 4 bytes.  Source: Cygwin gmon.c, monstartup(), mingw-w64's, too. */
	const bool is_of_windows = h->low % 4 == 0 && h->high % 4 == 0 &&
	                           h->nbins == (h->high - h->low) / 4;

	if (file->format->by_linker)
		return code->low < h->low || code->high > h->high;
	return file->nhistograms == 1 &&
	       (code->is_windows ? is_of_windows
	                         : file->format->by_glibc && bins_are_of_glibc(h, long_size)) &&
	       ((code->has_start && h->low != code->start) || !ends_at_etext(h, code, image));
}

static void note_misfit(struct records *r, const struct noted *misfit, const char *what,
                        uint64_t low, uint64_t high) {
	const struct histogram *h = misfit->histogram;

	if (misfit->n)
		note(r, misfit, NOTE_FAULT, what,
		     arena_format(r->arena,
		                  "it covers 0x%" PRIx64 " to 0x%" PRIx64
		                  ", the executable's code is at 0x%" PRIx64 " to 0x%" PRIx64,
		                  h->low, h->high, low, high),
		     open_right);
}

static void check_ranges(struct records *r, const struct image *image,
                         const struct code_range *code) {
	struct noted outside = { 0 }, other = { 0 };

	for (size_t f = 0; f < r->nfiles; f++) {
		const struct profile_file *file = &r->files[f];
		const struct histogram *bad = NULL, *alien = NULL;
		bool meets_code = false;

		for (size_t i = 0; i < file->nhistograms; i++) {
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
			add(&outside, file, 0, alien);
		else if (bad)
			add(&other, file, 0, bad);
	}
	note_misfit(r, &outside, "covers no code of the executable", code->low, code->high);
	note_misfit(r, &other, other_build, code->has_start ? code->start : code->low, code->etext);
}

/* Nearly all, and enough of them: if half of what a board does were outside the
 * executable's code, as in a ROM, it would look so once in 3,800 runs at most.
 */
static bool are_nearly_all(uint64_t part, uint64_t all) {
	enum { FEWEST = 16, OTHERS = 10 /* one of so many may be elsewhere */ };

	return all >= FEWEST && all - part <= all / OTHERS;
}

/* Addresses of callers are those of code, rounded down by up to two longs. */
static bool is_caller_in_code(const struct call *call, const struct section_index *code,
                              const struct image *image) {
	return section_index_meets(code, call->from, call->from + 2 * image->machine.address_size);
}

/* Calls from and to what is no code of the executable. */
static uint64_t count_calls_outside(const struct records *r, const struct profile_file *file,
                                    const struct section_index *code, const struct image *image) {
	const struct call *calls = file_calls(r, file);
	uint64_t n = 0;

	for (size_t i = 0; i < file->ncalls; i++)
		n += !is_caller_in_code(&calls[i], code, image) &&
		     !section_index_meets(code, calls[i].to, calls[i].to + 1);
	return n;
}

/* Notes the files of which nearly all is outside the code. */
static void check_outside(struct records *r, const struct image *image,
                          const struct section_index *code) {
	struct noted found = { 0 };
	const char *evidence = "";

	for (size_t i = 0; i < r->nfiles; i++) {
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
		if (are_nearly_all(part, all) && add(&found, file, 0, NULL))
			evidence = arena_format(
				r->arena, "%s of %s %s outside the executable's code",
				number_text(r->arena, part), number_text(r->arena, all), what);
	}
	note(r, &found, NOTE_FAULT, other_build, evidence, open_right);
}

/* A note about calls, the first of which shows which file they are in. */
static void note_calls(struct records *r, enum severity severity, size_t call,
                       const char *evidence) {
	const struct profile_file *f = r->files;

	while (call - f->first_call >= f->ncalls)
		f++;
	notes_add(&r->notes, severity, file_notes_cause(f->path, 1, other_build, r->arena),
	          evidence, open_right);
}

/* Whether it is known how addresses of callers were rounded. */
static bool all_are_of_glibc(const struct records *r, unsigned long_size) {
	for (size_t i = 0; i < r->nfiles; i++)
		if (!r->files[i].format->by_glibc)
			return false;
	for (size_t i = 0; i < r->nhistograms; i++)
		if (!bins_are_of_glibc(&r->histograms[i], long_size))
			return false;
	return true;
}

static bool has_symbol(const struct image *image, const char *part) {
	size_t i;

	for (i = 0; i < image->nsymbols && !strstr(image->symbols[i].name, part); i++)
		;
	return i < image->nsymbols;
}

/* The symbol of code of that name, or that begins at the address if it is NULL; or NULL. */
static const struct symbol *code_symbol(const struct image *image, const char *name, uint64_t low) {
	for (const struct symbol *s = image->symbols; s < image->symbols + image->nsymbols; s++)
		if (symbol_is_code(s) && (name ? !strcmp(s->name, name) : s->low == low))
			return s;
	return NULL;
}

static struct code_facts find_facts(const struct image *image) {
	const struct symbol *main = code_symbol(image, "main", 0);
	struct code_facts facts = { .main = main ? main->low : 0 };

	facts.is_whole = !has_symbol(image, "main.cold");
	for (size_t i = 0; i < image->nsections; i++)
		facts.may_catch |= !strcmp(image->sections[i].name, ".gcc_except_table");
	return facts;
}

/* Where calls may not be counted for a while, that is no damage; all static programs have
 * moncontrol(). */
static void note_lost(struct records *r, const struct profile_file *f, const struct image *image,
                      const struct lost_calls *lost) {
	const bool may_pause = image->has_threads || has_symbol(image, "moncontrol");

	notes_add(&r->notes, may_pause ? NOTE_FACT : NOTE_WARNING,
	          file_notes_cause(f->path, 1, "calls are missing", r->arena),
	          arena_format(r->arena, "%s: %s must have called %s, but no such call was counted",
	                       number_counted(r->arena, lost->n, "record"),
	                       code_symbol(image, NULL, lost->caller)->name,
	                       code_symbol(image, NULL, lost->callee)->name),
	          may_pause ? "calls in threads, or after moncontrol(0), may not be counted; "
	                      "otherwise the file was changed"
	                    : "the file was changed or damaged; totals of what was called are too "
	                      "small");
}

/* Whether calls are missing that must have been made, and how many runs there were. */
static void check_lost(struct records *r, const struct image *image, struct code_bytes *code) {
	enum { MOST_CHECKED = 1 << 20 /* calls */ };
	const struct code_facts facts = find_facts(image);
	const struct callees callees = callees_check(r->calls, r->ncalls, 0, code);
	size_t left = MOST_CHECKED;

	for (size_t i = 0; i < r->nfiles && r->files[i].ncalls <= left; i++) {
		const struct profile_file *f = &r->files[i];
		const struct lost_calls lost = lost_calls_check(file_calls(r, f), f->ncalls, &facts,
		                                                &callees, code);

		left -= f->ncalls;
		if (lost.n)
			note_lost(r, f, image, &lost);
		if (lost.runs > 1)
			notes_add(
				&r->notes, NOTE_FACT,
				file_notes_cause(f->path, 1, "is a sum of several runs", r->arena),
				arena_format(r->arena,
			                     "a call that main makes once was counted %s times",
			                     number_text(r->arena, lost.runs)),
				"times and calls are those of all these runs");
	}
}

static void check_sites(struct records *r, const struct image *image, const struct callees *callees,
                        struct code_bytes *code) {
	if (!all_are_of_glibc(r, image->machine.address_size))
		return;
	struct call_sites sites = call_sites_check(r->calls, r->ncalls, callees, code);
	if (sites.nbad)
		note_calls(r, NOTE_FAULT, sites.first_bad,
		           arena_format(r->arena,
		                        "%s of %s calls were made where the executable calls "
		                        "another function",
		                        number_text(r->arena, sites.nbad),
		                        number_text(r->arena, sites.n)));
}

/* Without names the code itself must tell. */
static void check_calls(struct records *r, const struct image *image,
                        const struct code_range *range, struct code_bytes *code) {
	if (!r->ncalls || (!code->is_x86 && !range->is_named))
		return;
	struct callees found = callees_check(r->calls, r->ncalls, 0, code);
	/* Where the code tells, there is no doubt. */
	const bool is_certain = code->is_x86 || found.nbad * 2 > found.n;
	if (callees_are_of_another_build(&found, code))
		note_calls(r, is_certain ? NOTE_FAULT : NOTE_WARNING, found.first_bad,
		           arena_format(r->arena,
		                        "%s of %s functions called are not where the executable "
		                        "has a function that counts its calls",
		                        number_text(r->arena, found.nbad),
		                        number_text(r->arena, found.n)));
	else
		check_sites(r, image, &found, code);
}

static void check_samples(struct records *r, struct code_bytes *code) {
	const struct sample_places found = sample_places_check(r, code);

	for (size_t i = 0; i < r->nfiles; i++)
		if (found.first_bad - r->files[i].first_histogram < r->files[i].nhistograms)
			notes_add(&r->notes, NOTE_FAULT,
			          file_notes_cause(r->files[i].path, 1, other_build, r->arena),
			          arena_format(r->arena,
			                       "%s where no instruction begins that can run",
			                       number_counted(r->arena, found.nbad, "sample")),
			          open_right);
}

static void note_unprofiled(struct records *r, const struct image *image, enum severity severity) {
	notes_add(&r->notes, severity,
	          arena_format(r->arena, "%s: not built with -pg", image->path),
	          "the files count calls, but no mcount() is among its symbols",
	          "open them with the executable that wrote them");
}

/* Whether the symbols show that it counts no calls: those of a stripped program may still name the
 * library's mcount(). */
static bool counts_no_calls(const struct image *image, const struct code_range *code) {
	bool has_dynamic = false;

	for (size_t i = 0; i < image->nsymbols; i++)
		has_dynamic |= image->symbols[i].table == TABLE_DYNAMIC;
	return (code->is_named || has_dynamic) && !image->is_profiled;
}

/* Whether only functions of shared libraries were called. */
static bool are_of_libraries(const struct records *r, const struct image *image,
                             const struct section_index *code) {
	for (size_t i = 0; i < r->ncalls; i++)
		if (!is_caller_in_code(&r->calls[i], code, image) ||
		    section_index_meets(code, r->calls[i].to, r->calls[i].to + 1))
			return false;
	return true;
}

/* Whether the functions called call something first, which may count calls under a name of its own
 * (-mfentry-name). */
static bool may_count(const struct records *r, struct code_bytes *code) {
	if (!code->is_x86)
		return false;
	struct callees found = callees_check(r->calls, r->ncalls, 0, code);
	return found.ncounters && !found.nbad;
}

static void check_code(struct records *r, const struct object *object,
                       const struct code_range *range, const struct section_index *sections,
                       struct arena *scratch) {
	const struct image *image = object_image(object);
	const size_t before = r->notes.n;
	struct code_bytes *code = code_bytes_new(object, scratch);

	/* Those that a stripped program has whose symbols show that it counts none are of
	 * libraries, and it may have mcount() in itself. */
	const bool counts = !r->ncalls || !counts_no_calls(image, range);
	const bool is_unprofiled = !counts && !are_of_libraries(r, image, sections);
	if (counts || (is_unprofiled && !range->is_named && code->is_x86))
		check_calls(r, image, range, code);
	else if (is_unprofiled)
		note_unprofiled(r, image,
		                range->is_named && !may_count(r, code) ? NOTE_FAULT : NOTE_WARNING);
	if (r->notes.n == before && !r->has_stacks)
		check_samples(r, code);
	if (r->notes.n == before && !r->has_stacks && r->ncalls && code->is_x86 &&
	    all_are_of_glibc(r, image->machine.address_size))
		check_lost(r, image, code);
}

/* "3 hours", of a number of seconds. */
static const char *duration(double seconds, struct arena *arena) {
	static const struct {
		double seconds;
		const char *name;
	} units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" } };
	size_t i = 0;

	while (seconds < units[i].seconds && units[i].seconds > 1)
		i++;
	double n = seconds / units[i].seconds;
	return arena_format(arena, "%.0f %s%s", n, units[i].name, n < 1.5 ? "" : "s");
}

/* A copy is newer than the files as well, so this alone is no evidence. */
static void note_older(struct records *r, const char *executable) {
	struct noted older = { 0 };
	struct stat program, file;
	double later = 0;

	if (stat(executable, &program))
		return;
	for (size_t i = 0; i < r->nfiles; i++)
		if (!stat(r->files[i].path, &file) && S_ISREG(file.st_mode) &&
		    file.st_mtime < program.st_mtime && add(&older, &r->files[i], 0, NULL))
			later = difftime(program.st_mtime, file.st_mtime);
	note(r, &older, NOTE_FACT, "older than the executable",
	     arena_format(r->arena, "%s was written %s later", path_last(executable),
	                  duration(later, r->arena)),
	     "if the program was rebuilt since, run it again; if it was only copied, nothing is "
	     "wrong");
}

void fit_note(struct records *records, const struct object *object) {
	const struct image *image = object_image(object);
	const struct code_range code = code_range_find(image);
	SCRATCH struct arena *scratch = arena_new();
	const struct section_index sections = section_index_new(image, true, scratch);
	const size_t before = records->notes.n;

	if (!records->has_stacks) /* else the program itself said what was where */
		check_ranges(records, image, &code);
	if (!records->has_stacks && records->notes.n == before)
		check_outside(records, image, &sections);
	if (records->notes.n == before && !records_are_by_linker(records))
		check_code(records, object, &code, &sections, scratch);
	/* Without names there is no way to tell whether a bias would match. */
	if (records->notes.n > before && !records->has_stacks &&
	    (code.is_named || !records->ncalls || !counts_no_calls(image, &code)))
		load_bias_advise(records, object);
	note_older(records, image->path);
}
