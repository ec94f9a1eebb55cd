/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter: which functions and arcs are shown.
 *
 *	filter := term { ' ' term }       joined by "or"; '!' excludes and wins
 *	term   := ['!'] half [ '/' half ] with '/': the arcs from left to right
 *	half   := [file] ':' [rest] | word | '@' group ':' name
 *	word   := with a dot, but no =: a file; digits: a line; else a function
 *	rest   := digits: a line; else a function
 *	group  := file, folder, class, section, object, thread or cycle that functions are of
 *
 * Files and functions are patterns (base/pattern.h), regular expressions or globs such as "std::*";
 * "=main" is exactly main, "text in quotes" is the text itself.  What is after = and a glob fit a
 * whole name, with or without its return type and parameters.  "::" belongs to a name.  A dot
 * followed by * + ? or { belongs to a pattern and does not make a file; so do "...", a dot or colon
 * in [] or after \, and the colon of "(?:".  A file is matched against the whole path and against
 * what is behind each slash.  An empty part does not restrict.  Where rows are groups, a
 * word also fits the name of a row's group, and one for groups like them fits no other group.
 *
 * Before all that, what is the whole name of a function of the profile, with the blanks, slashes,
 * dots and colons that are in it, is that name, as it was copied (base/pattern.h). */
#pragma once

#include "base/base.h"

struct folds;

/* What rows are made of a profile: whole functions; groups of them, by the file, folder, class or
 * section that they are of, by the executable or library, the thread, or the cycle; or lines. */
enum row_kind {
	ROWS_FUNCTION,
	ROWS_FILE,
	ROWS_FOLDER,
	ROWS_CLASS,
	ROWS_SECTION,
	ROWS_OBJECT,
	ROWS_THREAD,
	ROWS_CYCLE,
	ROWS_LINE
};

/* Their words: one by one, and as values. */
extern const char *const row_words[];
#define ROW_KINDS "function|file|folder|class|section|object|thread|cycle|line"

/* Folds: which rows are open although the view would have them closed, and vice versa.
 *
 * A set of keys: a key in it means "not as the view has it at first".  A key is a hash of names
 * (the view, then those on the path from its first row to this one), so a fold is found again after
 * sorting, filtering, going back, or reloading the files.  Two paths with the same key would be
 * folded together; with 64 bits that does not happen by chance. */

/* An empty set.  Owner: the arena. */
struct folds *folds_new(struct arena *arena);

/* Whether the key is in the set; folds may be NULL: empty. */
bool folds_has(const struct folds *folds, uint64_t key);

/* Puts a key into the set or takes it out. */
void folds_set(struct folds *folds, uint64_t key, bool has);

/* The key of what `text` names below parent (0: nothing above); never 0 and never FOLD_ALL. */
uint64_t fold_key(uint64_t parent, const char *text);

/* Stands for all keys, in query.open_below. */
#define FOLD_ALL UINT64_MAX

struct filter_half {
	enum row_kind of;               /* a group: `function` is its name */
	const struct pattern *function; /* NULL: any */
	bool is_whole;                  /* it fits a whole name: "=f", "f*" */
	const struct pattern *file;     /* NULL: any */
	unsigned line;                  /* 0: any */
	size_t number;                  /* below twice the number of terms */
};

struct filter_term {
	bool excludes;
	bool is_arc; /* from left to right; else only left counts */
	struct filter_half left, right;
};

struct filter {
	const struct filter_term *terms; /* shape: [n] */
	size_t n;
	bool has_includes; /* some term does not exclude */
	bool has_calls;    /* some term is for arcs */
};

/* What a half is matched against. */
struct filter_subject {
	const char *name; /* readable */
	const char *raw;  /* as in the symbol table */
	const char *path; /* NULL: not known */
	unsigned line;    /* the first one; 0: not known */
	unsigned last;    /* the last one of a function's; >= line */
};

/* The names of a profile. */
struct filter_names {
	const void *of;
	bool (*has)(const void *of, const struct pattern *name);
};

/* Compiles a filter; names may be NULL.  On an error *at is its byte offset in the text.
 * Owner: the arena.  Cost: a match with each name for each part that may be a copied one. */
const struct filter *filter_new(const char *text, const struct filter_names *names,
                                struct arena *arena, size_t *at, struct error *err);

bool filter_half_fits(const struct filter_half *half, const struct filter_subject *subject);
