/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable names of functions, made when first asked for.
 *
 * Demangling all names of a large C++ program takes longer than opening it, and a screen shows
 * fifty.  One thread uses them; another can only make a list for names_take(). */
#pragma once

#include "base/base.h"

struct func;
struct names;
struct pattern;
struct profile;

/* Shortens readable C++ and Rust names where they say least.
 *
 * What identifies a name, its classes and its last word, is often a tenth of it.  Cut in the
 * middle, a name of 300 characters shows half a parameter. */

/* Where the parameters of a demangled function begin: the index of their parenthesis, or the name's
 * length if it has none. */
size_t short_name_parameters(const char *name);

/* Where the name of a demangled function begins: behind the return type, which only template
 * functions have. */
size_t short_name_begin(const char *name);

/* The last word of a name, without the classes around it and template arguments, as debug
 * information has it: "f" of "A::f<int>(long)", sets *len.  A name that is no function's whole one
 * has no parameters: "operator()". */
const char *short_name_last(const char *name, bool has_parameters, size_t *len);

/* Copies the name and, as long as it is wider than `width` cells, leaves out in this order: the
 * return type of a template, the parameters, the suffixes of a clone ("[.]" stands for them), the
 * words in "(anonymous namespace)", everything from the parameters on, template arguments (the
 * inner ones first), the parameters of functions that it is local to, the modules of types that
 * names of Rust begin with, the marks for all that, and outer namespaces and classes, one after
 * the other.  The last word always stays, so the result may still be too wide.  "(...)", "<...>"
 * and "..." stand for what is left out, with an ellipsis in UTF-8.  Returns its bytes, at most
 * size - 1. */
size_t short_name(char *out, size_t size, const char *name, int width);

/* The same, but what is at an index of the name stays, to tell it from names that are short in the
 * same way: "<...long...>" if it is a template's argument. */
size_t short_name_keeping(char *out, size_t size, const char *name, int width, size_t keep);

/* Whether two names that are short look alike but for the marks of a view: equal, or one has dots
 * for scopes of the other. */
bool short_names_are_alike(const char *a, const char *b);

/* Cuts a name that is short and still too wide between the parts of its words:
 * "set_...product_impl"; inside a part only where none has room.  Returns its cells. */
size_t short_name_cut(char *out, size_t size, const char *name, int width);

/* The same for a path, of which outer folders are left out: ".../b.c:7" of "src/a/b.c:7"; `keep`
 * has no meaning. */
size_t short_path(char *out, size_t size, const char *path, int width, size_t keep);

enum name_style {
	NAME_FULL,  /* demangled, with parameters */
	NAME_SHORT, /* demangled, without parameters */
	NAME_RAW    /* as in the symbol table */
};

/* Owner: the arena, as of the names it will hold: these are made in another one within it, so that
 * one thread may ask for names while another one uses the arena. */
struct names *names_new(const struct profile *profile, struct arena *arena);

/* What making the names of a profile may take: real ones stay ten times below. */
struct work names_work(const struct profile *profile);

/* All full names of a profile, made in any thread; shape: [nfuncs].  When cancelled, the rest are
 * NULL.  Owner: the arena. */
const char **names_list(const struct profile *profile, struct arena *arena,
                        struct progress *progress);

/* Uses the list for names that were not yet asked for; it must live as long. */
void names_take(struct names *names, const char **list);

/* The name of a function of the profile; lives as long as the names. */
const char *names_get(struct names *names, const struct func *f, enum name_style style);

/* The first function of a name, in any style; else the only one with this last word, or whose name
 * was copied so (base/pattern.h).  Cost: a comparison with each name, which is made. */
const struct func *names_find(struct names *names, const char *name, struct error *err);

/* The first function with a name that fits; or NULL.  Cost: likewise. */
const struct func *names_first(struct names *names, const struct pattern *pattern);

/* The raw name, made readable, of an inlined function not in the profile.  Owner: the arena. */
const char *names_make(struct names *names, const char *raw, enum name_style style,
                       struct arena *arena);

/* The class, module or namespace that a readable name begins with. */

/* Writes what a function's short name (NAME_SHORT) is a member of, without template arguments:
 * "std::vector" of "std::vector<int>::push_back".  What is local to a function, such as a lambda,
 * belongs to what that is a member of; a method of a Rust trait to the type that has it.  Returns
 * the length: 0 if the name says nothing.  Cost: linear. */
size_t scope_name(char *out, size_t size, const char *name);

/* What compilers add to the names of functions: suffixes of clones and parts, and numbers of what
 * has no name in the source. */

/* The bytes of a symbol without the suffixes of clones, parts and versions: those of "f" in
 * "f.constprop.0.cold" and "f@@V2". */
size_t clone_stem(const char *name, size_t len);

/* How code that the compiler split off a function is reached. */
enum clone_split { CLONE_WHOLE, /* it is none */ CLONE_CALLED, CLONE_JUMPED_TO };

/* Whether the suffixes say that it is only a part of a function: f.cold, f.part.0.isra.0; then sets
 * the bytes of that function's name. */
enum clone_split clone_split_of(const char *name, size_t *whole);
bool clone_is_part(const char *name);

/* What a function is called in the source, as far as its symbol tells. */
struct source_name {
	const char *text;
	size_t len;        /* bytes */
	size_t nqualified; /* of these, before its parameters; 0: it has none */
	bool is_numbered;  /* a number was left out */
};

/* Without suffixes and numbers: "f()::{lambda()#}" for "f()::{lambda()#2} [clone .isra.0]",
 * "f._omp_fn" for "f._omp_fn.3".  `readable` is NULL for a symbol that is not mangled.
 * Owner of the text: the arena, or that of the names.  Cost: linear. */
struct source_name clone_source_name(const char *raw, size_t len, const char *readable,
                                     struct arena *arena);
