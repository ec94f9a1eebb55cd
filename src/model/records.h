/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What profile data files say, decoded but not interpreted.
 *
 * Every record is kept as its file has it, file by file, so that files stay separate and nothing is
 * lost by merging early: two files may differ in rate, range and unit.  Bins that are zero are not
 * stored: a file of a large program has a million of them.
 * If files need not stay separate, records_merge() adds what later files have in common with the
 * first ones there, so that a thousand files of a program take the memory of one.  Samples with
 * their stacks are kept as such, and open/recordings.c adds histograms of where they fell.
 * A reader (parse/gmon/reader.h) fills records; the model only reads them. */
#pragma once

#include "model/notes.h"

struct bin {
	uint64_t count; /* ticks, not 0 */
	uint32_t index; /* less than nbins */
	float noise;    /* variance of the count, in counts; 0: 1, Poisson's; lists have it only */
};

/* Bins by ascending index, as a list or in the bytes that they need: of a hundred thousand files
 * they are most of what there is. */
struct bins {
	struct bin *list; /* shape: [n]; NULL: packed */
	size_t n;
	const unsigned char *packed;          /* n indices, then n counts, of so many bytes: */
	unsigned char index_size, count_size; /* 1, 2, 4 or 8, the lowest first */
};

static inline struct bin bin_at(const struct bins *b, size_t i) {
	struct bytes index = { NULL, b->index_size }, count = { NULL, b->count_size };

	if (b->list)
		return b->list[i];
	index.data = b->packed + i * index.len;
	count.data = b->packed + b->n * index.len + i * count.len;
	return (struct bin){ bytes_number(count, false), (uint32_t)bytes_number(index, false), 0 };
}

/* Ticks seen in [low, high), in nbins equal bins, or in bins of a byte each at the places.  If all
 * records are kept, it may be one that counts nothing: no bins, or high <= low. */
struct histogram {
	uint64_t low, high;     /* addresses, as recorded; low < high */
	uint32_t nbins;         /* > 0 */
	uint32_t rate;          /* ticks per second; 0: not given */
	char dimension[16];     /* "seconds"; NUL-terminated */
	char abbreviation;      /* 's' */
	unsigned char bin_size; /* bytes a bin has in the file */
	const uint64_t
		*places;  /* ascending addresses of bins of one byte, shape: [nbins]; or NULL */
	struct bins bins; /* those that count */
	size_t room;      /* room for bins in place, if any were merged */
};

/* A call site reached a function `count` times. */
struct call {
	uint64_t from, to; /* addresses: in the caller, in the callee */
	uint64_t count;    /* calls; 0 is a real record */
};

/* Finds calls of a file in another: those of one program are the same in nearly the same order. */
struct call_lookup {
	const struct call *calls; /* to be searched, which may become more; shape: [n] */
	size_t n;
	struct index index; /* of them, once it is needed */
	size_t nindexed;
	size_t guess; /* the call that may be asked for next */
};

/* The instruction at `address` (a basic block's first) ran `count` times. */
struct block {
	uint64_t address, count;
};

/* What a program was doing, `count` times. */
struct sample {
	uint64_t count;
	uint64_t *stack; /* addresses, the innermost first; return addresses in the calls that they
	                    return from; shape: [n] */
	uint32_t n;      /* more than 0 */
	bool is_cut;     /* the outermost one was called by code that is not known */
	bool in_kernel;  /* a system call was being made */
};

/* Where a file's code was in the program that ran. */
struct mapping {
	uint64_t low, high; /* addresses in the program, [low, high) */
	uint64_t offset;    /* in the file */
	const char *path;   /* or "" */
};

/* Bytes [from, to) of a file that did not arrive. */
struct lost_part {
	uint64_t from, to;
};

/* All of them, and what they cost: bins of code in [low, high), and other records. */
struct lost_bytes {
	struct lost_part *list; /* ascending; shape: [n] */
	size_t n;
	uint64_t nbins, low, high;
	uint64_t nrecords;
};

/* What is wrong with the record at the damaged end of a file. */
enum damage_kind {
	DAMAGE_NONE, /* or of no kind that gprof has words for */
	DAMAGE_TAG,  /* no record starts with such a byte */
	DAMAGE_BINS, /* the file ends in its bins */
	DAMAGE_END   /* the file ends elsewhere in it */
};

struct damage {
	enum damage_kind kind;
	unsigned tag;                /* of TAG */
	uint64_t present, announced; /* of BINS */
	const char *reason;          /* "byte N: ..." */
};

/* A format of profile files; each has one address. */
struct profile_format {
	const char *name; /* "gmon" */
	bool by_linker;   /* the dynamic linker writes it, for any one object */
	bool by_glibc;    /* glibc writes it, among others, for the program */
};

/* A part of a file that is explained, bytes [at, at + size). */
struct file_field {
	size_t at, size;
	const char *name; /* "low" */
	const char *text; /* "0x401000" */
};

struct file_fields {
	struct file_field *list; /* shape: [n] */
	size_t n;
};

/* One profile file: its part of each list is [first, first + n).  Of merged files, n is what the
 * file contains; the lists have less. */
struct profile_file {
	const char *path;
	size_t number; /* in the order in which files were named */
	const struct profile_format *format;
	int version; /* as gprof -i shows it */
	size_t first_histogram, nhistograms;
	size_t first_call, ncalls;
	size_t first_block, nblocks;
	struct sample *samples; /* shape: [nsamples] */
	size_t nsamples;
	size_t nsingle;                 /* the last ones each stand for one signal: no sums */
	uint32_t period_us;             /* CPU time that a sample stands for */
	double cpu_s;                   /* of its process, samples or not; 0: not known */
	double waited_s;                /* of its first thread, for a processor; the same */
	const struct mapping *mappings; /* of code; shape: [nmappings] */
	size_t nmappings;
	size_t nblock_records; /* as gprof -i counts them */
	bool is_cut;           /* the tail was damaged; the rest is used */
	struct damage damage;
	const char *failed;  /* why it could not be read, so that it has no
	                       records and is always off; or NULL */
	const char *repeats; /* what it repeats: "a copy of a"; or NULL */
	const char *url;     /* of the board that sent it; or NULL */
	double fetched_s;    /* when that was, by our clock */
	bool is_earlier;     /* than another one of the same counters, which is there, too */
};

/* A file that was beside recordings in their archive. */
struct file_beside {
	const char *path;
	struct bytes bytes;
};

/* How runs ended, as far as that is known. */
struct run_endings {
	size_t n;
	size_t nfailed; /* not with status 0 */
	int status;     /* that these ended with, 128 more than a signal; -1: they differ */
};

struct records {
	struct arena *arena;        /* owns everything below */
	struct arena *passing;      /* bins being read; or NULL */
	struct lost_bytes *lost;    /* of the file being read; or NULL */
	struct file_fields *fields; /* of a file that readers are to explain; or NULL */
	bool is_merged;             /* later files are in the first ones */
	bool are_snapshots;         /* each file surely contains the one before */
	bool may_be_snapshots;      /* of boards: each contains the one before, by chance or not */
	bool are_intervals;         /* what is left is what each adds to that */
	bool is_common_once;        /* what all have in common is in one only */
	bool keeps_all;             /* also keep histograms that count nothing, as gprof does */
	struct call_lookup lookup;  /* of merged calls */
	struct profile_file *files;
	size_t nfiles;
	struct histogram *histograms;
	size_t nhistograms;
	struct call *calls;
	size_t ncalls;
	struct block *blocks;
	size_t nblocks;
	bool has_stacks; /* of all time */

	/* Of a folder of recordings, as the system counted it; 0: not known. */
	double used_s;              /* CPU time of all runs */
	double system_s;            /* of that, in the kernel */
	const char *elapsed;        /* by all runs, and more, in words; NULL: not known */
	size_t nruns;               /* that were recorded; they may have several files each */
	struct run_endings endings; /* of all folders */
	size_t nranks;              /* of the job, as its launcher said; 0: not known */
	double elsewhere_s;         /* in samples of programs that are not shown */
	struct file_beside *beside; /* shape: [nbeside] */
	size_t nbeside;
	struct notes notes; /* oddities found while reading */

	/* Of files that are chosen (model/files/file_choice.h): all records; or NULL. */
	const struct records *all;

	/* Files that do not count: those that are not chosen, whose parts are of the lists of all,
	 * and those that could not be read. */
	struct profile_file *off; /* shape: [noff] */
	size_t noff;
};

/* Empty records.  Owner: the arena, also of all that is added. */
struct records *records_new(struct arena *arena);

/* From now on files are merged: of histograms with the same shape, at the same position in their
 * files, the first gets all bins, and of calls with the same ends the first gets all counts, as
 * long as they fit. */
void records_merge(struct records *records);

/* Where to read bins: when the histogram is added, what is kept is copied, and they are gone. */
struct arena *records_bin_arena(struct records *records);

/* Starts a file; what is added next belongs to it. */
void records_add_file(struct records *records, const char *path,
                      const struct profile_format *format);

/* Adds a file that cannot be read; the reason may begin with its path.  It is off, and takes a
 * number like others. */
void records_fail_file(struct records *records, const char *path, const char *reason);

/* Removes the file added last, with what is of it; not of merged files. */
void records_drop_file(struct records *records);

/* Removes any file with its calls; not of merged files.  What else is of it stays in the lists. */
void records_remove_file(struct records *records, size_t number);

/* How many files are off though they can be read. */
size_t records_count_off(const struct records *records);

void records_add_histogram(struct records *records, struct histogram add);
void records_add_call(struct records *records, struct call add);
void records_add_calls(struct records *records, const struct call *add, size_t n);
void records_add_block(struct records *records, struct block add);

/* All of which these were chosen, or these. */
const struct records *records_all(const struct records *records);

/* What a file has of each; NULL if it has none. */
const struct histogram *file_histograms(const struct records *records,
                                        const struct profile_file *file);
const struct call *file_calls(const struct records *records, const struct profile_file *file);

/* Whether a file is one of the dynamic linker's, which are of one library, whose calls it counts
 * itself. */
bool records_are_by_linker(const struct records *records);

/* Sums of a file's counts; beyond 64 bits they wrap around. */
uint64_t file_sum_ticks(const struct records *records, const struct profile_file *file);
uint64_t file_sum_calls(const struct records *records, const struct profile_file *file);

/* The variance of the count of sample number i. */
double sample_noise(const struct profile_file *file, size_t i);

/* The CPU time that its samples stand for. */
double file_sampled_s(const struct profile_file *file);

/* Whether bins of the same number count the same. */
bool histogram_is_like(const struct histogram *a, const struct histogram *b);

/* Bins as a list.  Owner: the arena, or who has them. */
const struct bin *bins_list(const struct bins *bins, struct arena *arena);

/* Units of 2 bytes that a bin covers, in gprof's arithmetic. */
double histogram_units(const struct histogram *h);

/* The most ticks that a bin can hold in the file. */
uint64_t histogram_limit(const struct histogram *h);

/* For an index of calls (base/sort.h) by their ends. */
uint64_t call_hash(const struct call *call);
bool call_is(const void *calls, uint32_t number, const void *wanted);

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena);

/* The number of the first call with the same ends, or NO_ITEM.  Cost: constant, on average. */
uint32_t call_lookup_find(struct call_lookup *lookup, const struct call *wanted);

/* One note for many files: a thousand files with the same defect are one odd thing. */

/* A note, "PATH: WHAT", and how many files have it. */
struct file_note {
	size_t note;      /* its index in the notes */
	const char *path; /* of the first file */
	const char *what;
	size_t nfiles;
};

struct file_notes {
	struct notes *notes;
	struct file_note *list; /* shape: [n] */
	size_t n;
};

/* Adds a note about the file added last: "PATH: WHAT".  Evidence and cure must live as long as the
 * records. */
void file_notes_add(struct records *records, enum severity severity, const char *what,
                    const char *evidence, const char *cure);

/* Marks the file added last as cut off, with a note about it. */
void file_notes_cut(struct records *records, const char *evidence);

/* Merges the notes from number `first` on, all about the file, with those about earlier files.
 * Cost: linear in kinds of notes. */
void file_notes_merge(struct file_notes *merged, size_t first, const char *path);

/* States in the notes how many files they are about. */
void file_notes_finish(struct file_notes *merged);

/* "PATH and 41 other files: WHAT", or "PATH: WHAT" of the only one. */
const char *file_notes_cause(const char *path, size_t nfiles, const char *what,
                             struct arena *arena);

/* "a, b and 3 other files", of n by their numbers in the records, n > 0.  Owner: the records'
 * arena. */
const char *file_notes_names(const struct records *records, const uint32_t *files, size_t n);
