/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/align.h"
#include "views/filtering.h"

struct asm_row {
	struct figures figures;    /* first, for the columns; the function: whose code it
	                              is; text: with names for addresses */
	struct code_row code;      /* size 0: a source line, or a notice */
	const struct dataset *of;  /* the side that has it: the new one, or the base alone */
	double share_of;           /* ticks that are 100 % of the function */
	const struct func *target; /* where a call or jump goes, or NULL */
};

/* The view being built. */
struct listing {
	struct table *table;
	const struct query *query;
	const struct code *code, *base;     /* base: NULL: not compared */
	struct alignment rows;              /* of both */
	const struct source_location *last; /* of the row before */
	bool has_sources;                   /* source lines between the instructions */
	size_t nshown;                      /* instructions that the filter does not hide */
	double shown;                       /* their ticks */
};

/* Says why there are no instructions. */
static void add_notice(struct table *t, const char *lines) {
	t->is_notice = true;
	t->noun = "rows";
	figures_add_notice(t, sizeof(struct asm_row), lines);
}

/* "hash_lookup", "4011f0 <main+0x20>": the latter inside a function, where its name alone would not
 * be enough.  Inside the function on the screen, "4011f0 <+0x20>": its name, which may be long, is
 * known. */
static const char *code_name(const struct table *t, const struct dataset *of, const struct func *f,
                             uint64_t at, bool is_own) {
	const enum name_style style = t->query->display.names == NAME_RAW ? NAME_RAW : NAME_SHORT;
	const char *name = names_get(of->names, f, style);

	if (at == f->low)
		return name;
	return say(t, "%" PRIx64 " <%s+0x%" PRIx64 ">", image_file_address(of->profile->image, at),
	           is_own ? "" : name, at - f->low);
}

static const char *data_name(const struct table *t, const struct dataset *of,
                             const struct code_row *row) {
	const struct image *image = of->profile->image;
	const uint64_t at = image_file_address(image, row->instruction.named);
	const char *name = row->data;
	char readable[1024];

	if (t->query->display.names != NAME_RAW && image->demangle &&
	    image->demangle(readable, sizeof readable, name, NULL))
		name = readable;
	if (!row->offset)
		return say(t, "%" PRIx64 " <%s>", at, name);
	return say(t, "%" PRIx64 " <%s+0x%" PRIx64 ">", at, name, row->offset);
}

/* The instruction's text, with one blank between its words and a name for the address in it; `own`
 * is the function that it is in. */
static const char *text_of(const struct table *t, const struct asm_row *r, const struct func *own) {
	const struct instruction *i = &r->code.instruction;
	const struct func *f = i->len ? profile_at(r->of->profile, i->named) : NULL;
	const char *name;

	if (f)
		name = code_name(t, r->of, f, i->named, f == own);
	else if (r->code.data)
		name = data_name(t, r->of, &r->code);
	else
		return arena_text(t->arena, i->text, strlen(i->text));
	return say(t, "%.*s%s%s", (int)i->at, i->text, name, i->text + i->at + i->len);
}

/* The source line of the next instruction. */
static void add_source(struct listing *l, const struct code_row *row) {
	const struct sources *sources = l->table->data->sources;
	const struct source_location *location = &row->location;
	const char *line = "";

	if (!l->has_sources || !location->path || (l->last && location_is_same(l->last, location)))
		return;
	const struct source *source = sources->get(sources->context, location->path);
	if (source->is_newer)
		l->table->remark = source_remark(source);
	if (location->line && location->line <= source->n)
		line = source_line(source, location->line, l->table->arena);
	struct asm_row *item = figures_add(l->table, sizeof *item,
	                                   arena_format(l->table->arena, "%s  %s",
	                                                location_text(l->table, location),
	                                                line + strspn(line, " ")));
	item->figures.func = l->code->func;
	item->code.location = *location;
	item->code.instruction.address = row->instruction.address;
	l->table->rows[l->table->nrows - 1].is_empty = true;
	l->table->rows[l->table->nrows - 1].id = ~row->instruction.address;
}

static const char *left_out(const struct table *t, uint64_t bytes) {
	return say(t, "... %s bytes are not disassembled", number_text(t->arena, bytes));
}

/* The target of a call or jump, or NULL. */
static const struct func *target_of(const struct listing *l, const struct code_row *row) {
	return row->instruction.has_target
	               ? profile_at(l->table->data->profile, row->instruction.target)
	               : NULL;
}

static bool is_kept(const struct listing *l, const struct code_row *row) {
	const struct func *f = l->code->func, *to = target_of(l, row);
	const struct filter_call call = { f, to };
	const struct filter_item item = {
		.func = f,
		.location = &row->location,
		.calls = &call,
		.ncalls = to && (to != f || row->instruction.is_call),
	};

	return filter_keeps(l->table, &item);
}

/* Adds a row of either side. */
static struct asm_row *add_code(struct listing *l, const struct dataset *of,
                                const struct code_row *row, const struct func *own) {
	struct table *t = l->table;
	struct asm_row *item = figures_add(t, sizeof *item, NULL);

	item->figures.func = l->code->func;
	item->figures.gone = l->query->gone;
	item->code = *row;
	item->of = of;
	item->share_of = l->code->ticks;
	item->figures.text = row->left_out ? left_out(t, row->left_out) : text_of(t, item, own);
	item->code.instruction.text = NULL; /* the code may be gone before us */
	t->rows[t->nrows - 1].depth = l->has_sources;
	return item;
}

/* Of a row in the base, or of none there. */
static void set_base(const struct table *t, struct figures *r, const struct code_row *base) {
	const struct comparison *c = t->data->comparison;

	if (isnan(r->self) && !(base && base->sharers))
		return;
	r->base = base ? comparison_ticks(c, base->ticks) : 0;
	r->base_variance = base ? comparison_variance(c, base->variance) : 0;
}

/* Adds what only the base has before a row. */
static void add_base(struct listing *l, size_t row) {
	struct table *t = l->table;
	uint64_t first = 0, gap = l->base ? align_gap(&l->rows, row, l->base->n, &first) : 0;

	for (; gap && (l->query->gone || l->query->display.sides != SIDES_NEW); gap--, first++) {
		const struct code_row *base = &l->base->rows[first];
		struct asm_row *item = add_code(l, t->data->base, base, l->base->func);

		item->code.location.path = NULL;
		item->figures.edit = "-";
		set_base(t, &item->figures, base);
		t->rows[t->nrows - 1].id = hash_number(1, base->instruction.address);
	}
}

static void add_row(struct listing *l, size_t i) {
	const struct code_row *row = &l->code->rows[i];
	const uint64_t base = l->base ? align_partner(&l->rows, i) : NO_PARTNER;
	struct table *t = l->table;

	add_base(l, i);
	if (l->base && base == NO_PARTNER && l->query->display.sides == SIDES_BASE)
		return;
	t->nall++;
	if (!is_kept(l, row))
		return;
	l->shown += row->ticks;
	l->nshown++;
	add_source(l, row);
	struct asm_row *item = add_code(l, t->data, row, l->code->func);
	if (row->sharers)
		figures_set(t, &item->figures, row->ticks, row->variance);
	if (l->base)
		set_base(t, &item->figures, base == NO_PARTNER ? NULL : &l->base->rows[base]);
	if (l->base && base == NO_PARTNER)
		item->figures.edit = "+";
	l->last = &row->location;
	item->target = target_of(l, row);
	t->rows[t->nrows - 1].id = row->instruction.address;
}

/* Of an instruction, without the address in it and the distance to that. */
static uint64_t hash_instruction(const struct instruction *i) {
	const char *end = i->text + i->at, *distance = strstr(i->text, "(%rip)");
	size_t len = distance ? (size_t)(distance - i->text) : i->at;

	if (!i->len)
		return hash_text(0, i->text);
	while (distance && len && strchr("0123456789abcdefx-", i->text[len - 1]))
		len--;
	uint64_t hash = hash_bytes(0, i->text, len);
	if (distance && distance < end)
		hash = hash_bytes(hash, distance, (size_t)(end - distance));
	return hash_text(hash, end + i->len);
}

/* A number for each row, the same for instructions that are alike wherever their code is. */
static uint64_t *keys_of(const struct dataset *of, const struct code *code, struct arena *arena) {
	uint64_t *keys = arena_space(arena, code->n, sizeof *keys);

	for (size_t k = 0; k < code->n; k++) {
		const struct code_row *row = &code->rows[k];
		const struct instruction *i = &row->instruction;
		const struct func *f = i->len ? profile_at(of->profile, i->named) : NULL;

		keys[k] = row->left_out;
		if (row->left_out)
			continue;
		keys[k] = hash_instruction(i);
		if (f ? f != code->func : row->data != NULL)
			keys[k] = hash_text(keys[k], f ? f->name : row->data);
	}
	return keys;
}

/* The code of the base that the function shows: of the first one, or of that with its name. */
static void find_base(struct listing *l, const struct func *f) {
	const struct dataset *d = l->table->data;
	const struct func *best = NULL;
	size_t n = 0;
	const uint32_t *shown = d->base && d->base->codes ? comparison_shown(d->comparison, f, &n)
	                                                  : NULL;

	for (size_t i = 0; i < n; i++) {
		const struct func *one = &d->base->profile->funcs[shown[i]];
		best = !best || !strcmp(one->name, f->name) ? one : best;
	}
	if (!best)
		return;
	l->base = d->base->codes->get(d->base->codes->context, best, NULL);
	l->table->is_part = !l->base->is_ready;
	l->table->is_pending |= l->table->is_part;
	if (!l->base->n || !l->code->n)
		l->base = NULL;
	else
		l->rows = align(keys_of(d, l->code, l->table->arena), l->code->n,
		                keys_of(d->base, l->base, l->table->arena), l->base->n,
		                l->table->arena);
}

/* The view opens on the instruction asked for, else on the hottest of the line asked for, else on
 * the hottest; if that is asked for, on the largest change. */
static void mark_subject(const struct listing *l) {
	const struct code_position *position = &l->query->position;
	const struct source_location asked = { .path = position->path, .line = position->line };
	struct table *t = l->table;
	size_t best = t->nrows;
	bool is_best_of_line = false;
	double most = -INFINITY;

	for (size_t i = 0; i < t->nrows; i++) {
		const struct asm_row *r = t->rows[i].item;
		const uint64_t low = r->code.instruction.address;
		const bool is_line = asked.path && location_is_same(&r->code.location, &asked);
		const double heat = figures_heat(&r->figures, l->query->by_change);

		if (!r->code.instruction.size ||
		    (position->has_address && r->of != t->data && !l->query->gone))
			continue;
		if (position->has_address) {
			best = low <= position->address ? i : best;
		} else if (is_line != is_best_of_line ? is_line : best == t->nrows || heat > most) {
			is_best_of_line = is_line;
			most = heat;
			best = i;
		}
	}
	if (best < t->nrows)
		t->rows[best].is_subject = true;
}

/* The code of a function, of the base if it is gone. */
static void build_code(struct table *t, const struct query *query, const struct dataset *d,
                       const struct func *f) {
	static const struct code none = { .n = 0 };
	struct listing l = { .table = t, .query = query };

	l.code = d->codes->get(d->codes->context, f,
	                       query->position.has_address ? &query->position.address : NULL);
	l.has_sources = query->display.sources && !query->sort && d->sources;
	t->is_pending = !l.code->is_ready;
	if (t->is_pending) {
		figures_add_notice(t, sizeof(struct asm_row), "being disassembled");
	} else if (l.code->reason) {
		add_notice(t, l.code->reason);
		if (l.code->cure)
			add_notice(t, l.code->cure);
	}
	if (query->gone) {
		l.base = l.code;
		l.code = &none;
	} else {
		find_base(&l, f);
	}
	for (size_t i = 0; i < l.code->n; i++)
		add_row(&l, i);
	add_base(&l, l.code->n);
	if (l.nshown < t->nall)
		table_share(t, l.shown);
	mark_subject(&l);
}

/* The function whose code is shown of another, or NULL: that where an address is, and of what was
 * always inlined, where it has the most time. */
static const struct func *host_of(const struct profile *p, const struct func *f,
                                  const struct code_position *position) {
	const uint64_t at = position->has_address ? position->address : f->low;

	if (!p->is_apart || (at >= f->low && at < f->high))
		return NULL;
	const struct func *host = profile_at(p, at);
	return host == f ? NULL : host;
}

static void build(struct table *t, const struct query *query) {
	const struct dataset *d = query->gone ? t->data->base : t->data;
	const struct func *f = query->gone      ? query->gone
	                       : query->subject ? query->subject
	                                        : profile_hottest(d->profile);
	const struct func *host = f ? host_of(d->profile, f, &query->position) : NULL;
	struct query *asked = arena_copy(t->arena, query, 1, sizeof *asked);

	t->noun = "instructions";
	if (!d->codes || !f) {
		add_notice(t, f ? "no code is available" : "there is no function");
		return;
	}
	t->about = names_get(d->names, f, query->display.names);
	if (host) {
		t->about = say(t, "%s in %s", t->about,
		               names_get(d->names, host, query->display.names));
		if (!query->position.has_address && !query->position.path)
			asked->position = (struct code_position){ .has_address = true,
				                                  .address = f->low };
	}
	build_code(t, asked, d, host ? host : f);
}

/* A call or jump leads to its target, everything else to its source line. */
static const char *follow(const void *item, struct query *query) {
	const struct asm_row *r = item;
	const struct instruction *i = &r->code.instruction;

	if (r->target && (i->is_call || i->is_jump)) {
		query->subject = r->target;
		query->position.has_address = !i->is_call || i->target != r->target->low;
		query->position.address = i->target;
		return "asm";
	}
	figures_ask(&r->figures, query);
	if (!r->code.location.path)
		return query->gone ? "source" : NULL;
	query->position.path = r->code.location.path;
	query->position.line = r->code.location.line;
	return "source";
}

static struct source_location location(const struct table *t, const void *item) {
	const struct asm_row *r = item;

	return r->code.location;
}

static struct value get_share(const struct field *field) {
	const struct asm_row *r = field->item;

	return isnan(r->figures.self) ? no_value()
	                              : ticks_part(r->figures.self, r->share_of, r->share_of);
}

static struct value get_sharers(const struct field *field) {
	const struct asm_row *r = field->item;

	return r->code.sharers > 1 ? count(r->code.sharers) : no_value();
}

static struct value get_address(const struct field *field) {
	const struct asm_row *r = field->item;

	return r->code.instruction.size ? address(image_file_address(r->of->profile->image,
	                                                             r->code.instruction.address))
	                                : no_value();
}

static struct value get_where(const struct field *field) {
	const struct asm_row *r = field->item;

	return r->code.location.path ? text(location_text(field->table, &r->code.location))
	                             : no_value();
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
		return "No other instruction begins in the bytes of its bin, so all of the samples "
		       "belong to it.";
	return say(field->table,
	           "%u instructions begin in the bytes of its bin and share the samples evenly; "
	           "this one may have had none of them, or as many as %s.",
	           sharers, said_samples(field->table, r->figures.self * sharers));
}

static const char *explain_address(const struct field *field) {
	const struct asm_row *r = field->item;
	const struct instruction *i = &r->code.instruction;

	if (!i->size || r->code.left_out || r->of != field->table->data)
		return NULL;
	return say(field->table, "0x%" PRIx64 " bytes after the beginning of %s; %u %s long.",
	           i->address - r->figures.func->low, said_name(field->table, r->figures.func),
	           i->size, i->size == 1 ? "byte" : "bytes");
}

static const char *explain_instruction(const struct field *field) {
	const struct table *t = field->table;
	const struct asm_row *r = field->item;
	const struct instruction *i = &r->code.instruction;

	if ((!i->is_call && !i->is_jump) || r->of != t->data)
		return NULL;
	if (!r->target)
		return i->has_target ? "Its target is not in a known function."
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

static const char *explain_row(const struct table *t, const void *item, const struct column *c) {
	const struct asm_row *r = item;

	if (r->of && r->of != t->data)
		return "An instruction of the base, which is not on the new side.";
	if (!r->figures.func)
		return "";
	if (r->code.left_out)
		return "The function is long; only the code around its samples is disassembled.";
	if (!r->code.instruction.size)
		return "A line of the source; its instructions follow.";
	if (isnan(r->figures.self))
		return "";
	return say(t,
	           "%sA sample shows which instruction was next when the clock ticked, so the time "
	           "of a slow one is often found at the one after it.",
	           explained_faintness(t, &r->figures));
}

static const struct column list[] = {
	{ .name = "self%" },
	{ "func%", .unit = UNIT_PERCENT, .help = "Share of the function's own samples.", .spare = 3,
	  .get = get_share, .explain = explain_func_share },
	{ "self", .spare = 4 },
	{ "error", .spare = 6 },
	{ "base", .spare = 3 },
	{ .name = "delta" },
	{ "delta-error", .spare = 5 },
	{ "shared", .unit = UNIT_COUNT,
	  .help = "How many instructions share the samples of a bin evenly, because it is not "
	          "known which of them was sampled.",
	  .spare = 1, .get = get_sharers, .explain = explain_sharers, .needs = NEEDS_NO_PATHS },
	{ "address", .unit = UNIT_ADDRESS, .help = "Where the instruction is.", .spare = 1,
	  .get = get_address, .explain = explain_address },
	{ .name = "edit" },
	{ "instruction", .help = "The instruction, with names for the addresses in it.",
	  .is_name = true, .least = 30, .is_cut_behind = true, .get = text_member,
	  .number = offsetof(struct asm_row, figures.text), .explain = explain_instruction },
	{ "where", .spare = 6, .get = get_where, .explain = explain_code_where },
};

const struct view asm_view = {
	.name = "asm",
	.title = "Assembly",
	.kind = VIEW_INSTRUCTIONS,
	.help = "Which instructions did the time go to?",
	.rank = 50,
	.is_tab = true,
	.is_of_function = true,
	.columns = COLUMNS(list),
	.build = build,
	.follow = follow,
	.explain = explain_row,
	.location = location,
};
