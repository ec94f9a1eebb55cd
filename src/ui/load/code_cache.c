/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/opening.h"

#include "parse/code/disassembly.h"
#include "process/worker.h"

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

/* Drops cancelled requests, those that newer ones replace, the oldest if there is too much. */
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
	/* A user who steps through functions faster than they are made only wants the last ones. */
	int n = 0;
	for (o = cache->requests; o; o = o->next)
		if (!o->is_done && ++n > WANTED_MOST)
			job_cancel(&o->job);
}

static bool has_all(const struct code *code) {
	for (size_t i = 0; i < code->n; i++)
		if (code->rows[i].left_out)
			return false;
	return true;
}

static const struct code *get(void *context, const struct func *func, const uint64_t *address) {
	static const struct code being_made = { .is_ready = false };
	struct code_cache *cache = context;
	struct request *o;
	bool is_ordered = false;

	for (o = cache->requests; o; o = o->next) {
		if (o->func != func || (address && !(o->has_address && o->address == *address) &&
		                        !(o->is_done && o->code && has_all(o->code))))
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
                                  const struct profile *profile, struct arena *arena) {
	struct code_cache *cache = arena_alloc(arena, 1, sizeof *cache);

	cache->worker = worker;
	cache->profile = profile;
	cache->work_arena = arena_new();
	cache->disassembly = disassembly_new(object, profile, cache->work_arena);
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
	if (profile == cache->profile)
		return &cache->codes;
	struct other_codes *other = arena_alloc(arena, 1, sizeof *other);
	other->codes = (struct codes){ other, get_other };
	other->profile = profile;
	other->cache = cache;
	return &other->codes;
}

void code_cache_take_lines(struct code_cache *cache, struct lines *lines) {
	cache->lines = lines;
}

void code_cache_close(struct code_cache *cache, void (*closed)(void *context), void *context) {
	cache->closed = closed;
	cache->closed_context = context;
	for (struct request *o = cache->requests; o; o = o->next)
		if (!o->is_done)
			job_cancel(&o->job);
	if (!cache->njobs)
		closed(context);
}
