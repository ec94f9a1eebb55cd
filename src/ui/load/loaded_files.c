/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/loaded_files.h"

#include <glob.h>
#include <string.h>

#include "base/arena.h"
#include "model/code.h"
#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/files/file_choice.h"
#include "model/profile.h"
#include "open/load.h"
#include "parse/code/disassembly.h"
#include "process/worker.h"
#include "ui/session/session.h"

void base_compare(struct base_job *base, const struct load_request *new, const struct dataset *data,
                  struct progress *progress) {
	const bool is_apart = data->profile->is_apart;
	const struct comparison **to = is_apart ? &base->apart : &base->comparison;
	const struct comparison *found = NULL;

	if (base->is_read)
		found = load_comparison(&base->request, &base->sides, new, data, base->arena,
		                        progress, &base->err);
	if (found)
		*to = found;
}

void base_read(struct base_job *base, const struct load_request *new, const struct dataset *data,
               struct progress *progress) {
	arena_reset(base->arena);
	base->comparison = base->apart = NULL;
	base->err = (struct error){ "" };
	base->is_read = load_base(&base->sides, &base->request, new, NULL, true, base->arena,
	                          progress, &base->err);
	if (!base->is_read) /* what was read of it closes */
		arena_reset(base->arena);
	base_compare(base, new, data, progress);
}

static void add_word(struct base_request *request, const char *word, struct arena *arena) {
	request->words = arena_room(arena, request->words, request->nwords, sizeof *request->words);
	request->words[request->nwords++] = arena_text(arena, word, strlen(word));
}

void base_words(struct base_request *request, const char *text, struct arena *arena) {
	request->of_new = NULL;
	request->words = NULL;
	request->nwords = 0;
	while (*(text += strspn(text, " "))) {
		const size_t len = strcspn(text, " ");
		const char *word = arena_text(arena, text, len);
		glob_t found;
		size_t i;

		text += len;
		if (glob(word, GLOB_TILDE, NULL, &found)) {
			add_word(request, word, arena);
			continue;
		}
		for (i = 0; i < found.gl_pathc; i++)
			add_word(request, found.gl_pathv[i], arena);
		globfree(&found);
	}
}

void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena) {
	request->of_new = file_choice_of(records, choice, true, arena);
	request->words = NULL;
	request->nwords = 0;
	add_word(request, new->executable, arena);
}

void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena) {
	const struct load_request old = *new;
	const char **files = arena_space(arena, base->n, sizeof *files);
	size_t i;

	for (i = 0; i < base->n; i++)
		files[i] = arena_text(arena, base->files[i], strlen(base->files[i]));
	new->executable = arena_text(arena, base->executable, strlen(base->executable));
	new->words = new->files = files;
	new->nwords = new->nfiles = base->n;
	new->names_none = false;
	new->word_reasons = new->reasons = NULL;
	new->boards = NULL; /* what was fetched is on the disk */
	request->words = NULL;
	request->nwords = 0;
	add_word(request, old.executable, arena);
	for (i = 0; i < old.nfiles; i++)
		if (!old.reasons || !old.reasons[i])
			add_word(request, old.files[i], arena);
}

enum {
	KEPT_BYTES = 64 << 20,
	WANTED_MOST = 2 /* a pane can wait for one function */
};

/* A function asked for, in an arena of its own. */
struct request {
	struct job job;
	struct code_cache *cache;
	struct arena *arena;
	const struct func *func;
	struct lines *lines;
	uint64_t address;
	bool has_address;
	bool is_done;
	bool is_renewed;         /* requested again, now with lines */
	const struct code *code; /* when done; NULL: cancelled */
	struct request *next;
};

struct code_cache {
	struct worker *worker;
	struct disassembly *disassembly;
	const struct profile *profile;
	struct arena *work_arena; /* only for the worker */
	struct lines *lines;      /* or NULL: not yet */
	struct codes codes;
	struct request *requests; /* newest first */
	size_t njobs;
	void (*closed)(void *context);
	void *closed_context;
};

static void run(void *context, struct progress *progress) {
	struct request *o = context;

	o->code = disassembly_read(o->cache->disassembly, o->func, o->lines,
	                           o->has_address ? &o->address : NULL, o->arena, progress);
}

static void drop(struct request **link) {
	struct request *o = *link;

	*link = o->next;
	arena_free(o->arena);
}

/* Drops cancelled requests, those that a newer one replaces, and the oldest if there is too
 * much. */
static void tidy(struct code_cache *cache, const struct request *newest) {
	const struct func *func = newest->code ? newest->func : NULL;
	struct request **link = &cache->requests;
	size_t bytes = 0;

	while (*link) {
		struct request *o = *link;
		bool is_old = o != newest && o->func == func;

		bytes += o->is_done ? arena_size(o->arena) : 0;
		if (o->is_done && (!o->code || is_old || (o != newest && bytes > KEPT_BYTES)))
			drop(link);
		else
			link = &o->next;
	}
}

static void done(void *context, struct session *session) {
	struct request *o = context;
	struct code_cache *cache = o->cache;

	o->is_done = true;
	cache->njobs--;
	if (!cache->closed) {
		tidy(cache, o);
		session_renew(session);
	} else if (!cache->njobs) {
		cache->closed(cache->closed_context);
	}
}

/* A user who steps through functions faster than they are made only wants the last ones. */
static void cancel_old(struct code_cache *cache) {
	struct request *o;
	int n = 0;

	for (o = cache->requests; o; o = o->next)
		if (!o->is_done && ++n > WANTED_MOST)
			job_cancel(&o->job);
}

static void give(struct code_cache *cache, const struct func *func, const uint64_t *address) {
	struct arena *arena = arena_new();
	struct request *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->cache = cache;
	o->func = func;
	o->lines = cache->lines;
	o->has_address = address != NULL;
	o->address = address ? *address : 0;
	o->job.run = run;
	o->job.done = done;
	o->job.context = o;
	o->job.is_short = true;
	o->next = cache->requests;
	cache->requests = o;
	cache->njobs++;
	worker_give(cache->worker, &o->job);
	cancel_old(cache);
}

static bool has_all(const struct code *code) {
	size_t i;

	for (i = 0; i < code->n; i++)
		if (code->rows[i].left_out)
			return false;
	return true;
}

static bool fits(const struct request *o, const struct func *func, const uint64_t *address) {
	if (o->func != func)
		return false;
	return !address || (o->has_address && o->address == *address) ||
	       (o->is_done && o->code && has_all(o->code));
}

static const struct code *get(void *context, const struct func *func, const uint64_t *address) {
	static const struct code being_made = { .is_ready = false };
	struct code_cache *cache = context;
	struct request *o;
	bool is_ordered = false;

	for (o = cache->requests; o; o = o->next) {
		if (!fits(o, func, address))
			continue;
		is_ordered = true;
		if (o->is_done)
			break;
	}
	if (!is_ordered)
		give(cache, func, address);
	if (!o)
		return &being_made;
	if (cache->lines && !o->lines && !o->is_renewed) {
		o->is_renewed = true;
		give(cache, func, address);
	}
	return o->code;
}

static void end(void *what) {
	struct code_cache *cache = what;

	while (cache->requests)
		drop(&cache->requests);
	arena_free(cache->work_arena);
}

struct code_cache *code_cache_new(struct worker *worker, const struct object *object,
                                  const struct profile *profile, const char *objdump,
                                  struct arena *arena) {
	struct code_cache *cache = arena_alloc(arena, 1, sizeof *cache);

	cache->worker = worker;
	cache->profile = profile;
	cache->work_arena = arena_new();
	cache->disassembly = disassembly_new(object, profile, objdump, cache->work_arena);
	cache->codes = (struct codes){ cache, get };
	arena_defer(arena, end, cache);
	return cache;
}

/* A cache, asked for functions of another profile. */
struct other_codes {
	struct codes codes;
	const struct profile *profile;
	struct code_cache *cache;
	struct code code; /* that was asked for last */
};

static const struct code *get_other(void *context, const struct func *func,
                                    const uint64_t *address) {
	struct other_codes *other = context;
	const struct profile *own = other->cache->profile;
	const size_t number = profile_number(other->profile, func);

	other->code = (struct code){ .is_ready = true };
	if (number < own->nfuncs)
		other->code = *get(other->cache, &own->funcs[number], address);
	other->code.func = func;
	return &other->code;
}

const struct codes *code_cache_codes(struct code_cache *cache, const struct profile *profile,
                                     struct arena *arena) {
	struct other_codes *other;

	if (profile == cache->profile)
		return &cache->codes;
	other = arena_alloc(arena, 1, sizeof *other);
	other->codes = (struct codes){ other, get_other };
	other->profile = profile;
	other->cache = cache;
	return &other->codes;
}

void code_cache_take_lines(struct code_cache *cache, struct lines *lines) {
	cache->lines = lines;
}

void code_cache_close(struct code_cache *cache, void (*closed)(void *context), void *context) {
	struct request *o;

	cache->closed = closed;
	cache->closed_context = context;
	for (o = cache->requests; o; o = o->next)
		if (!o->is_done)
			job_cancel(&o->job);
	if (!cache->njobs)
		closed(context);
}

static struct read_files *read_files_new(void) {
	struct arena *arena = arena_new();
	struct read_files *read = arena_alloc(arena, 1, sizeof *read);

	read->arena = arena;
	read->input_arena = arena_new();
	return read;
}

struct loaded_files *loaded_files_new(struct read_files *read) {
	struct arena *arena = arena_new();
	struct loaded_files *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->is_read = read;
	o->read = read ? read : read_files_new();
	o->read->nusers++;
	o->nusers = 1;
	o->load_arena = arena_new();
	o->base.arena = arena_new();
	o->cache_arena = arena_new();
	return o;
}

void loaded_files_free(struct loaded_files *o) {
	struct arena *arena;

	if (!o)
		return;
	arena = o->arena;
	arena_free(o->cache_arena); /* before what it uses */
	arena_free(o->base.arena);
	arena_free(o->load_arena);
	if (!--o->read->nusers) {
		arena_free(o->read->input_arena);
		arena_free(o->read->arena);
	}
	arena_free(arena);
}

/* A dataset with what only the main thread has of its files. */
static struct dataset *shown_data(const struct loaded_files *o, const struct dataset *known,
                                  const struct sources *sources, struct code_cache *cache) {
	struct dataset *data = arena_copy(o->arena, known, 1, sizeof *data);

	data->codes = code_cache_codes(cache, data->profile, o->arena);
	data->sources = sources;
	data->help = o->help;
	return data;
}

const struct dataset *loaded_files_data(const struct loaded_files *o) {
	struct dataset *data = shown_data(o, o->shows_apart ? &o->apart : &o->result.data,
	                                  o->sources, o->cache);

	if (o->base_cache) /* the worker is done with it */
		comparison_show(o->shows_apart ? o->base.apart : o->base.comparison, data);
	if (data->base)
		data->base = shown_data(o, data->base, o->base_sources, o->base_cache);
	if (!o->shows_recent)
		data->recent = NULL;
	return data;
}
