/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/code_desk.h"

#include "base/arena.h"
#include "model/code.h"
#include "parse/code/disassembly.h"
#include "ui/session/session.h"
#include "ui/process/worker.h"

enum {
	KEPT_BYTES = 64 << 20,
	WANTED_MOST = 2 /* a pane can wait for one function */
};

/* A function asked for, in an arena of its own. */
struct order {
	struct job job;
	struct code_desk *desk;
	struct arena *arena;
	const struct func *func;
	struct lines *lines;
	uint64_t address;
	bool has_address;
	bool is_done;
	bool is_renewed;         /* it was ordered again, with lines */
	const struct code *code; /* when done; NULL: cancelled */
	struct order *next;
};

struct code_desk {
	struct worker *worker;
	struct disassembly *disassembly;
	struct arena *work_arena; /* the worker's alone */
	struct lines *lines;      /* or NULL: not yet */
	struct codes codes;
	struct order *orders; /* newest first */
	size_t njobs;
	void (*closed)(void *context);
	void *closed_context;
};

static void run(void *context, struct progress *progress)
{
	struct order *o = context;

	o->code = disassembly_read(o->desk->disassembly, o->func, o->lines,
	                           o->has_address ? &o->address : NULL,
	                           o->arena, progress);
}

static void drop(struct order **place)
{
	struct order *o = *place;

	*place = o->next;
	arena_free(o->arena);
}

/* Drops what was cancelled, what a newer order replaces, and the oldest as
 * far as there is too much. */
static void tidy(struct code_desk *desk, const struct order *newest)
{
	const struct func *func = newest->code ? newest->func : NULL;
	struct order **place = &desk->orders;
	size_t bytes = 0;

	while (*place) {
		struct order *o = *place;
		bool is_old = o != newest && o->func == func;

		bytes += arena_size(o->arena);
		if (o->is_done &&
		    (!o->code || is_old || (o != newest && bytes > KEPT_BYTES)))
			drop(place);
		else
			place = &o->next;
	}
}

static void done(void *context, struct session *session)
{
	struct order *o = context;
	struct code_desk *desk = o->desk;

	o->is_done = true;
	desk->njobs--;
	if (!desk->closed) {
		tidy(desk, o);
		session_renew(session);
	} else if (!desk->njobs) {
		desk->closed(desk->closed_context);
	}
}

/* Whoever steps through functions faster than they are made wants the last
 * ones only. */
static void cancel_old(struct code_desk *desk)
{
	struct order *o;
	int n = 0;

	for (o = desk->orders; o; o = o->next)
		if (!o->is_done && ++n > WANTED_MOST)
			job_cancel(&o->job);
}

static void give(struct code_desk *desk, const struct func *func,
                 const uint64_t *address)
{
	struct arena *arena = arena_new();
	struct order *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->desk = desk;
	o->func = func;
	o->lines = desk->lines;
	o->has_address = address != NULL;
	o->address = address ? *address : 0;
	o->job.run = run;
	o->job.done = done;
	o->job.context = o;
	o->job.is_short = true;
	o->next = desk->orders;
	desk->orders = o;
	desk->njobs++;
	worker_give(desk->worker, &o->job);
	cancel_old(desk);
}

static bool has_all(const struct code *code)
{
	size_t i;

	for (i = 0; i < code->n; i++)
		if (code->rows[i].left_out)
			return false;
	return true;
}

static bool fits(const struct order *o, const struct func *func,
                 const uint64_t *address)
{
	if (o->func != func)
		return false;
	return !address || (o->has_address && o->address == *address) ||
	       (o->code && has_all(o->code));
}

static const struct code *get(void *context, const struct func *func,
                              const uint64_t *address)
{
	static const struct code being_made = { .is_ready = false };
	struct code_desk *desk = context;
	struct order *o;
	bool is_ordered = false;

	for (o = desk->orders; o; o = o->next) {
		if (!fits(o, func, address))
			continue;
		is_ordered = true;
		if (o->is_done)
			break;
	}
	if (!is_ordered)
		give(desk, func, address);
	if (!o)
		return &being_made;
	if (desk->lines && !o->lines && !o->is_renewed) {
		o->is_renewed = true;
		give(desk, func, address);
	}
	return o->code;
}

static void end(void *what)
{
	struct code_desk *desk = what;

	while (desk->orders)
		drop(&desk->orders);
	arena_free(desk->work_arena);
}

struct code_desk *code_desk_new(struct worker *worker,
                                const struct object *object,
                                const struct profile *profile,
                                struct arena *arena)
{
	struct code_desk *desk = arena_alloc(arena, 1, sizeof *desk);

	desk->worker = worker;
	desk->work_arena = arena_new();
	desk->disassembly = disassembly_new(object, profile, desk->work_arena);
	desk->codes = (struct codes){ desk, get };
	arena_defer(arena, end, desk);
	return desk;
}

const struct codes *code_desk_codes(struct code_desk *desk)
{
	return &desk->codes;
}

void code_desk_take_lines(struct code_desk *desk, struct lines *lines)
{
	desk->lines = lines;
}

void code_desk_close(struct code_desk *desk, void (*closed)(void *context),
                     void *context)
{
	struct order *o;

	desk->closed = closed;
	desk->closed_context = context;
	for (o = desk->orders; o; o = o->next)
		if (!o->is_done)
			job_cancel(&o->job);
	if (!desk->njobs)
		closed(context);
}
