/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the executable says: sections, symbols, and the machine it is for.
 *
 * The model needs only this; parse/object/object.c fills it from a real executable, tests fill it
 * by hand.  Symbols are in the file's own order, all of them: which of them are functions depends
 * on the rules (model/rules.h).  Never changes once made. */
#pragma once

#include "base/base.h"

struct note;

/* How the target writes numbers in profile files. */
struct machine {
	const char *arch;      /* "i386:x86-64", for people */
	unsigned address_size; /* bytes: 4 or 8 */
	bool big_endian;
	bool sign_extends; /* 4-byte addresses are signed (MIPS) */
	bool is_windows;   /* and not Cygwin: counts of calls have 4 bytes, and
	                      spare bytes any value */
};

static inline bool machine_is_same(const struct machine *a, const struct machine *b) {
	return !strcmp(a->arch, b->arch) && a->address_size == b->address_size &&
	       a->big_endian == b->big_endian;
}

/* An address as the machine takes it, which files may hold in 4 bytes. */
static inline uint64_t machine_address(const struct machine *machine, uint64_t address) {
	if (machine->address_size != 4)
		return address;
	return machine->sign_extends ? (uint64_t)(int64_t)(int32_t)address : (uint32_t)address;
}

struct section {
	const char *name;
	uint64_t low, high; /* addresses, [low, high) */
	uint64_t offset;    /* of its bytes in the file */
	bool is_code;
};

enum symbol_kind {
	SYMBOL_NOTYPE, /* assembler labels */
	SYMBOL_FUNC,
	SYMBOL_OBJECT,
	SYMBOL_TLS,
	SYMBOL_IFUNC, /* GNU indirect function: the resolver's address */
	SYMBOL_FILE,
	SYMBOL_SECTION
};

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK, SYMBOL_UNIQUE };

/* Where the image found the symbol. */
enum symbol_table {
	TABLE_SYMTAB,
	TABLE_DEBUG,    /* .symtab of a separate debug file */
	TABLE_DYNAMIC,  /* .dynsym */
	TABLE_SYNTHETIC /* made up by libbfd: "puts@plt", ppc64's ".name" */
};

struct symbol {
	const char *name;              /* raw; "" for none */
	uint64_t low;                  /* address */
	uint64_t size;                 /* bytes; 0: not given */
	const struct section *section; /* NULL: undefined, common, absolute */
	unsigned char kind;            /* enum symbol_kind */
	unsigned char binding;         /* enum symbol_binding */
	unsigned char table;           /* enum symbol_table */
	bool is_undefined;             /* or common */
	bool is_absolute;

	/* False if gprof takes a local symbol's name for a compiler-made label (".part.0", ".cold",
	 * "$x"), and for a ppc64 function that has a dot-name as well; true for all others. */
	bool passes_gprof;
};

static inline bool symbol_is_code(const struct symbol *symbol) {
	return symbol->section && symbol->section->is_code;
}

/* Whether it is a function descriptor of ppc64, so its address is not that of code. */
static inline bool symbol_is_descriptor(const struct symbol *symbol) {
	return symbol->kind == SYMBOL_FUNC && symbol->section &&
	       !strcmp(symbol->section->name, ".opd");
}

/* A file that code is from: the executable, or an object that was loaded beside it.  Files may use
 * the same addresses, so in the image each object has addresses of its own: those in its file, and
 * a bias, which is 0 for the executable.  So an address tells its object. */
struct image_object {
	const char *path;
	uint64_t low, high; /* addresses, [low, high) */
	uint64_t bias;      /* less those in the file, modulo 2^64 */
	bool is_stripped;   /* at most exported functions have names */
};

enum { REGION_SIZE = 64 }; /* bytes of a section for code that is in no file */

struct image {
	const char *path;
	const struct image_object *objects; /* the executable first; shape: [nobjects] */
	size_t nobjects;
	uint64_t regions; /* code that is in no file is from here on, a section each; 0: none */
	uint64_t threads; /* those from here on are threads, in which all else runs; 0: none */
	struct machine machine;
	const struct section *sections; /* file order; shape: [nsections] */
	size_t nsections;
	const struct symbol *symbols; /* table order; shape: [nsymbols] */
	size_t nsymbols;
	const struct section *text; /* .text (or $CODE$), or NULL */
	uint64_t entry;             /* where the program starts; 0: not known */
	const char *debug_path;     /* separate debug file used, or NULL */
	bool is_elf, is_coff;       /* in either, symbols have kinds */
	bool is_profiled;           /* some symbol is an mcount */
	bool has_threads;           /* pthread_create or OpenMP is used */
	bool is_stripped;           /* at most exported functions have names */
	char leading_char;          /* '_' if C names start with it, or 0 */

	/* Names of the shared libraries that it needs, as in the file; shape: [nlibraries]. */
	const char *const *libraries;
	size_t nlibraries;

	const struct note *notes; /* oddities found while reading */
	size_t nnotes;

	/* Writes the readable form of a raw name and returns true; false if the name is not
	 * mangled.  Bounded in time and in size; output that does not fit ends in "...".  Of many
	 * names the caller bounds the work; NULL for a few.  Can be called from any thread. */
	bool (*demangle)(char *out, size_t size, const char *raw, struct work *work);
};

static inline bool image_is_thread(const struct image *image, uint64_t address) {
	return image->threads && address >= image->threads;
}

/* The index of the object that has the address; 0, the executable, if none has. */
static inline size_t image_object_at(const struct image *image, uint64_t address) {
	size_t i;

	for (i = 1; i < image->nobjects; i++)
		if (address >= image->objects[i].low && address < image->objects[i].high)
			return i;
	return 0;
}

/* An address of the image as it is in the file of its object. */
static inline uint64_t image_file_address(const struct image *image, uint64_t address) {
	const size_t object = image_object_at(image, address);

	return object ? address - image->objects[object].bias : address;
}

/* Addresses to functions: which bytes belong to which.
 *
 * A function may own several pieces (another one can lie inside it), a piece has one owner, and
 * bytes without a piece have none. */

struct piece {
	uint64_t low, high; /* addresses, [low, high) */
	uint32_t func;      /* its owner's number */
	bool is_claimed;    /* by a symbol, not just a gap between symbols */
};

struct piece_sum {
	uint64_t all, claimed; /* bytes; of them, those that symbols claim */
};

struct code_map {
	const struct piece *pieces; /* by ascending address; none overlap */
	size_t n;

	/* A million lookups in a million pieces are limited by memory; with an index each takes one
	 * or two steps. first[k] is the first piece that ends after pieces[0].low + (k << shift).
	 * NULL: no index. */
	const uint32_t *first; /* shape: [nfirst + 1] */
	size_t nfirst;
	unsigned shift;

	/* Bytes of the pieces before each, so that a bin over all of them costs no more than
	 * others; set with the index.  shape: [n + 1] */
	const struct piece_sum *sums;
};

#define NO_FUNC UINT32_MAX

/* Adds the index and the sums.  Owner: the arena.  Cost: linear in the pieces. */
void code_map_index(struct code_map *map, struct arena *arena);

/* The first piece that ends after the address; map->n if none does. */
size_t code_map_after(const struct code_map *map, uint64_t address);

/* The bytes of a piece that are in [low, high). */
uint64_t piece_overlap(const struct piece *piece, uint64_t low, uint64_t high);

/* The pieces [first, *last) that overlap [low, high), where `first` is the first that ends after
 * low.  Returns the bytes of them that symbols claim, or of all if none is claimed: the ticks of a
 * bin are shared among these.  Cost: log n with an index, else linear in the pieces that
 * overlap. */
uint64_t code_map_meet(const struct code_map *map, uint64_t low, uint64_t high, size_t first,
                       size_t *last, bool *claimed);

/* The number of the function that owns the address, or NO_FUNC. */
uint32_t code_map_at(const struct code_map *map, uint64_t address);

/* How the ticks of bins that count code of several functions are divided.
 *
 * Only bins with ticks are in the list.  A part is code that can have been sampled: in which an
 * instruction begins, as far as the code could be read.  A bin with one part is no longer open: its
 * ticks are all of that part. */

struct split_part {
	uint32_t piece; /* its index in the code map */
	uint32_t func;  /* number of the function that owns it */
	double share;   /* of the ticks; those of a bin add up to 1 */
	double open;    /* variance of the share, for what evidence leaves open */
};

struct shared_bin {
	uint64_t low, high;             /* addresses that the bin counts, [low, high) */
	double ticks;                   /* of the profile's rate; of all histograms */
	const struct split_part *parts; /* by address; shape: [n]; n > 0 */
	size_t n;
	bool is_read; /* by its code; else by bytes */
};

struct shared_bins {
	const struct shared_bin *list; /* by ascending address; shape: [n] */
	size_t n;
};

/* How the bin is divided; NULL if it counts code of one function.  The splits may be NULL. */
const struct shared_bin *shared_bins_find(const struct shared_bins *splits, uint64_t low,
                                          uint64_t high);

/* The variance of a part's ticks, ticks squared: the noise of sampling, and what the division
 * leaves open.  How often code is sampled differs from what the evidence says by about a factor of
 * e, measured on programs where the truth was recorded, so a share's standard error is share * (1 -
 * share). */
double split_variance(double ticks, double share);

/* What functions have of code that they were inlined into.
 *
 * With inlined functions apart, the ticks of a piece of code in a bin are those of several
 * functions.  A file by itself is divided as all files together were: by these parts. */

struct inlined_share {
	uint64_t low, high; /* addresses of code in a bin, [low, high) */
	uint32_t func;      /* not the one that the code belongs to */
	double part;        /* of the code's ticks */
};

struct inlined_shares {
	const struct inlined_share *list; /* by low, then high; shape: [n] */
	size_t n;
};

/* Which section an address is in, found fast: a file may have many. */

struct section_index {
	const struct image *image;
	const struct keyed *order; /* sections by address; shape: [n] */
	const uint64_t *reach;     /* where the furthest up to each ends */
	size_t n;
};

/* Of all sections, or those of code only.  Owner: the arena.  Cost: linear in the sections. */
struct section_index section_index_new(const struct image *image, bool code_only,
                                       struct arena *arena);

/* The section that holds the address, or NULL; if several overlap, as in a file
 * that is not linked, the first in the file.  Cost: log n; those that overlap. */
const struct section *section_index_at(const struct section_index *index, uint64_t address);

/* Whether some section has a byte of [low, high), which is not empty. */
bool section_index_meets(const struct section_index *index, uint64_t low, uint64_t high);
