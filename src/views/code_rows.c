/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/code_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"
#include "views/explain.h"
#include "views/view.h"

static struct value get_share(const struct field *field) {
	const struct asm_row *r = field->item;

	return isnan(r->figures.self) ? no_value() : percent(r->figures.self, r->share_of);
}

static struct value get_sharers(const struct field *field) {
	const struct asm_row *r = field->item;

	return r->code.sharers > 1 ? count(r->code.sharers) : no_value();
}

static struct value get_address(const struct field *field) {
	const struct asm_row *r = field->item;

	return r->code.instruction.size ? address(r->code.instruction.address) : no_value();
}

static struct value get_source(const struct field *field) {
	const struct source_row *r = field->item;

	if (r->figures.text || !r->source)
		return text(r->figures.text);
	return text(source_line(r->source, r->line, field->table->arena));
}

static struct value get_line(const struct field *field) {
	const struct source_row *r = field->item;

	return r->line && r->kind == SOURCE_LINE ? line_number(r->line) : no_value();
}

static struct value get_inlined(const struct field *field) {
	const struct source_row *r = field->item;

	return r->inlined > 0 ? ticks_value(field, r->inlined) : no_value();
}

/* Nothing in the file was inlined or makes calls. */
static bool no_frames(const struct table *t) {
	return !t->is_tree;
}

static const char *explain_inlined(const struct field *field) {
	const struct source_row *r = field->item;

	if (r->inlined <= 0)
		return NULL;
	return say(field->table,
	           "%s fell into code of other lines that the compiler put into this one; they are "
	           "not in its self.  Unfold the row to see them.",
	           said_samples(field->table, r->inlined));
}

static const char *calls_below(const struct table *t, const struct source_row *r) {
	const char *calls = said_calls(t, r->figures.calls);
	const char *callee = said_name(t, r->figures.func);

	if (!r->is_near)
		return say(t,
		           "Line %u made %s of %s: a call that ends where the record says was "
		           "found in its code.",
		           r->line, calls, callee);
	return say(t,
	           "Line %u or one near it made %s of %s.  A record says only roughly where a call "
	           "returns to, and several lines there make such a call, or none could be found.",
	           r->line, calls, callee);
}

static const char *explain_line_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct source_row *r = field->item;

	if (r->kind == SOURCE_CALLS)
		return calls_below(t, r);
	if (r->nbegin <= 1)
		return r->nbegin ? explained_func_calls(t, r->begins) : NULL;
	return say(t,
	           "%zu functions begin here, such as instances of a template; other functions "
	           "made %s of them.",
	           r->nbegin, said_calls(t, r->figures.calls));
}

/* "main (0.12 s), walk (0.03 s), eval (0.01 s) and 2 more" */
static const char *said_owners(const struct table *t, const struct line_owners *owners) {
	enum { NAMED = 3 };
	const size_t rest = owners->n > NAMED ? owners->n - NAMED : 0;
	const char *list = "";
	size_t i;

	for (i = 0; i < owners->n - rest; i++)
		list = say(t, "%s%s%s (%s)", list,
		           !i                                   ? ""
		           : i + 1 == owners->n - rest && !rest ? " and "
		                                                : ", ",
		           said_name(t, owners->list[i].func), said_time(t, owners->list[i].ticks));
	return rest ? say(t, "%s and %zu more", list, rest) : list;
}

/* ", in f, which was inlined," or "" */
static const char *said_inlined(const struct table *t, const struct source_row *r) {
	enum { WIDEST = 60 }; /* cells */
	char name[VALUE_TEXT];

	if (!r->inlined_from)
		return "";
	short_name(name, sizeof name,
	           names_make(t->data->names, r->inlined_from, t->query->display.names, t->arena),
	           WIDEST);
	return say(t, ", in %s, which was inlined,", name);
}

/* Whose code has the samples of a line. */
static const char *of_samples(const struct table *t, const struct source_row *r) {
	const struct line_owner *first = r->owners.list;

	if (r->owners.n > 1)
		return say(t, "The code of line %u%s is part of %zu functions: %s.", r->line,
		           said_inlined(t, r), r->owners.n, said_owners(t, &r->owners));
	return say(t, "The code of line %u%s is part of %s, whose own time is %s.", r->line,
	           said_inlined(t, r), said_name(t, first->func),
	           said_time(t, first->func->self_ticks));
}

/* Where a line without samples belongs. */
static const char *of_code(const struct table *t, const struct source_row *r) {
	const struct code_extent *e = r->extent;
	const char *name;

	if (!e)
		return "";
	name = said_name(t, r->figures.func);
	if (r->side == EXTENT_HERE)
		return say(t,
		           "Line %u has no samples.  The code here is part of %s, whose own time "
		           "is %s%s.",
		           r->line, name, said_time(t, r->figures.func->self_ticks),
		           e->is_shared ? ", and of other functions" : "");
	return say(t,
	           "Line %u has no code.  The nearest code %s is that of line %u, which is part of "
	           "%s.",
	           r->line, r->side == EXTENT_BELOW ? "below" : "above",
	           r->side == EXTENT_BELOW ? e->first : e->last, name);
}

static const char *of_line(const struct table *t, const struct source_row *r) {
	const bool is_begin = r->nbegin && !r->inlined_from;
	const char *begins = "";

	if (!r->line)
		return "";
	if (is_begin)
		begins = say(t, "%s begins at line %u; its own time is %s.",
		             said_name(t, r->begins), r->line, said_time(t, r->begins->self_ticks));
	if (is_begin && (!r->owners.n || (r->owners.n == 1 && r->figures.func == r->begins)))
		return say(t, "%s%s", explained_faintness(t, &r->figures), begins);
	return say(t, "%s%s%s%s", explained_faintness(t, &r->figures), begins, *begins ? "  " : "",
	           r->owners.n ? of_samples(t, r) : of_code(t, r));
}

/* Code of which the line need not be known. */
static const char *said_place(const struct table *t, const struct source_location *at) {
	return at->line   ? say(t, "line %u of %s", at->line, at->path)
	       : at->path ? say(t, "an unknown line of %s", at->path)
	                  : "an unknown line";
}

const char *explain_source_row(const struct table *t, const void *item) {
	const struct source_row *r = item;
	const char *faint = explained_faintness(t, &r->figures);

	switch (r->kind) {
	case SOURCE_CALLS:
		return r->is_bare ? "The callee's source is not known; Enter opens its call graph."
		                  : "Enter opens the callee's source.";
	case SOURCE_INLINED:
		return say(t,
		           "%sCode of %s was inlined here: it runs as part of the line above, "
		           "without a call.  Enter goes to that line.",
		           faint, said_place(t, &r->to));
	case SOURCE_INTO:
		return say(t,
		           "%sLine %u was inlined into %s; the samples are those it has there.  "
		           "Enter goes to that line.",
		           faint, r->line, said_place(t, &r->to));
	case SOURCE_OWN:
		return say(t, "%sThese are the samples of line %u where it was not inlined.", faint,
		           r->line);
	case SOURCE_LINE:
		break;
	}
	return of_line(t, r);
}

static const char *explain_func_share(const struct field *field) {
	const struct table *t = field->table;
	const struct asm_row *r = field->item;

	if (isnan(r->figures.self))
		return NULL;
	return say(t, "%s of the %s of %s.", said_samples(t, r->figures.self),
	           said_samples(t, r->share_of), said_name(t, r->figures.func));
}

static const char *explain_sharers(const struct field *field) {
	const struct asm_row *r = field->item;
	const unsigned sharers = r->code.sharers;

	if (!sharers)
		return NULL;
	if (sharers == 1)
		return "No other instruction begins in the bytes that its bin counts, so all of "
		       "the samples are its own.";
	return say(field->table,
	           "%u instructions begin in the bytes that a bin of it counts, and share it "
	           "evenly; this one may have had none of that, or as much as %s.",
	           sharers, said_samples(field->table, r->figures.self * sharers));
}

static const char *explain_address(const struct field *field) {
	const struct asm_row *r = field->item;
	const struct instruction *i = &r->code.instruction;

	if (!i->size || r->code.left_out)
		return NULL;
	return say(field->table, "0x%" PRIx64 " bytes after the beginning of %s; %u %s long.",
	           i->address - r->figures.func->low, said_name(field->table, r->figures.func),
	           i->size, i->size == 1 ? "byte" : "bytes");
}

static const char *explain_instruction(const struct field *field) {
	const struct table *t = field->table;
	const struct asm_row *r = field->item;
	const struct instruction *i = &r->code.instruction;

	if (!i->is_call && !i->is_jump)
		return NULL;
	if (!r->target)
		return i->has_target ? "Its target is in no known function."
		                     : "The address comes from a register or from memory, so the "
		                       "code does not say where it goes.";
	if (r->target == r->figures.func && !i->is_call)
		return say(t,
		           "It may continue 0x%" PRIx64 " bytes after the beginning of "
		           "%s; Enter goes there.",
		           i->target - r->figures.func->low, said_name(t, r->figures.func));
	return say(t, "It %s %s; Enter goes there.", i->is_call ? "calls" : "may continue in",
	           said_name(t, r->target));
}

static const char *explain_code_where(const struct field *field) {
	const struct asm_row *r = field->item;

	if (!r->code.location.path)
		return NULL;
	return say(field->table, "Line %u of %s.", r->code.location.line, r->code.location.path);
}

const char *explain_asm_row(const struct table *t, const void *item) {
	const struct asm_row *r = item;

	if (!r->figures.func)
		return "";
	if (r->code.left_out)
		return "The function is so long that only the code around its samples is "
		       "disassembled.";
	if (!r->code.instruction.size)
		return "A line of the source; its instructions follow.";
	if (isnan(r->figures.self))
		return "";
	return say(t,
	           "%sA sample shows which instruction was next when the clock ticked, so the time "
	           "of a slow one is often found at the one after it.",
	           explained_faintness(t, &r->figures));
}

static const struct column asm_list[] = {
	{ .name = "self%" },
	{ .name = "func%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of the function's own samples.",
	  .spare = 2,
	  .get = get_share,
	  .explain = explain_func_share },
	{ .name = "self", .spare = 4 },
	{ .name = "error", .spare = 5 },
	{ .name = "shared",
	  .unit = UNIT_COUNT,
	  .help = "Number of instructions that share the samples of a bin evenly, if several begin "
	          "in it: which of them was sampled is not known.",
	  .spare = 1,
	  .get = get_sharers,
	  .explain = explain_sharers },
	{ .name = "address",
	  .unit = UNIT_ADDRESS,
	  .help = "Where the instruction is.",
	  .spare = 2,
	  .get = get_address,
	  .explain = explain_address },
	{ .name = "instruction",
	  .unit = UNIT_TEXT,
	  .help = "The instruction, with names for the addresses in it.",
	  .is_name = true,
	  .least = 30,
	  .is_cut_behind = true,
	  .get = text_member,
	  .number = offsetof(struct asm_row, figures.text),
	  .explain = explain_instruction },
	{ .name = "where",
	  .spare = 6,
	  .get = text_member,
	  .number = offsetof(struct asm_row, where),
	  .explain = explain_code_where },
};

const struct columns asm_columns = { asm_list, sizeof asm_list / sizeof *asm_list };

static const struct column source_list[] = {
	{ .name = "self%" },
	{ .name = "self", .spare = 3 },
	{ .name = "base", .spare = 2 },
	{ .name = "error", .spare = 4 },
	{ .name = "inlined%",
	  .title = "inl%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in code that was inlined into the line.",
	  .spare = 2,
	  .get = get_inlined,
	  .explain = explain_inlined,
	  .is_hidden = no_frames },
	{ .name = "calls", .spare = 5, .explain = explain_line_calls, .is_hidden = never_hidden },
	{ .name = "line",
	  .unit = UNIT_LINE,
	  .help = "Number of the line in its file.",
	  .spare = 1,
	  .get = get_line },
	{ .name = "source", .is_name = true, .least = 44, .get = get_source },
};

const struct columns source_columns = { source_list, sizeof source_list / sizeof *source_list };
