/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/build/bins.h"
#include "model/build/building.h"

/* Functions as in the executable: every symbol that is code, with as many bytes as its size says; a
 * symbol inside another one cuts its piece out of it.  Bytes that no symbol claims belong to no
 * function; those that have ticks or calls become rows of their own. */

/* ARM's $a $d $t and RISC-V's $x mark kinds of bytes, not functions. */
static bool is_label(const char *name) {
	return (name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
	        (!name[2] || name[2] == '.' || name[1] == 'x')) ||
	       !strncmp(name, ".L", 2) || !name[0];
}

static bool is_code(const struct symbol *s) {
	if (s->is_undefined || s->is_absolute || !s->section || !s->section->is_code ||
	    s->low < s->section->low || s->low >= s->section->high || is_label(s->name))
		return false;
	return s->kind == SYMBOL_FUNC || s->kind == SYMBOL_IFUNC || s->kind == SYMBOL_NOTYPE;
}

static bool is_function(const struct symbol *s) {
	return s->kind != SYMBOL_NOTYPE;
}

/* Of several names at one address, the best known one comes first. */
static int by_fame(const void *a, const void *b, const void *context) {
	const struct symbol *x = *(const struct symbol *const *)a;
	const struct symbol *y = *(const struct symbol *const *)b;
	size_t ux = strspn(x->name, "_"), uy = strspn(y->name, "_");

	if (is_function(x) != is_function(y))
		return is_function(x) ? -1 : 1;
	if ((x->table == TABLE_SYNTHETIC) != (y->table == TABLE_SYNTHETIC))
		return x->table == TABLE_SYNTHETIC ? 1 : -1;
	if ((x->binding == SYMBOL_LOCAL) != (y->binding == SYMBOL_LOCAL))
		return x->binding == SYMBOL_LOCAL ? 1 : -1;
	if (ux != uy)
		return ux < uy ? -1 : 1;
	return (x->binding == SYMBOL_WEAK) - (y->binding == SYMBOL_WEAK);
}

/* Code symbols by ascending address, the best name of each address first. */
static const struct symbol **sorted(struct building *b, size_t *n) {
	const struct image *image = b->image;
	struct keyed *keys = arena_space(b->step, image->nsymbols, sizeof *keys);
	size_t last;

	for (size_t i = *n = 0; i < image->nsymbols; i++)
		if (is_code(&image->symbols[i]))
			keys[(*n)++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	sort_keys(keys, *n, b->step);
	const struct symbol **list = arena_space(b->step, *n, sizeof *list);
	for (size_t i = 0; i < *n; i++)
		list[i] = &image->symbols[keys[i].index];
	for (size_t i = 0; i < *n; i = last) {
		last = i + 1;
		while (last < *n && list[last]->low == list[i]->low)
			last++;
		if (last - i > 1)
			sort_stable(list + i, last - i, sizeof *list, by_fame, NULL, b->step);
	}
	return list;
}

struct span {
	uint64_t high;
	uint32_t func;
};

/* The sweep over the symbols, with the functions that have not ended yet. */
struct sweep {
	struct piece *pieces;
	size_t npieces;
	struct span *open; /* innermost last */
	size_t nopen;
	uint64_t at; /* all bytes before it are assigned */
};

static void give(struct sweep *s, uint64_t high) {
	const struct span *owner = &s->open[s->nopen - 1];

	if (s->at < high)
		s->pieces[s->npieces++] = (struct piece){ s->at, high, owner->func, true };
	if (s->at < high)
		s->at = high;
}

/* Ends all functions that end at or before the address. */
static void close_until(struct sweep *s, uint64_t address) {
	while (s->nopen && s->open[s->nopen - 1].high <= address) {
		give(s, s->open[s->nopen - 1].high);
		s->nopen--;
	}
}

/* The end according to the names of one address: the largest size, or 0. */
static uint64_t known_end(const struct symbol *const *names, size_t n) {
	uint64_t end = 0, most = names[0]->section->high;

	for (size_t i = 0; i < n; i++) {
		uint64_t size = names[i]->size;

		if (!size)
			continue;
		size = size > most - names[i]->low ? most - names[i]->low : size;
		if (names[i]->low + size > end)
			end = names[i]->low + size;
	}
	return end;
}

/* Begins the function with these names of one address.  A label without a size inside a function is
 * just a label. */
static void begin(struct building *b, struct sweep *s, const struct symbol *const *names, size_t n,
                  uint64_t next) {
	const struct symbol *best = names[0];
	uint64_t end = known_end(names, n);
	bool is_inside = s->nopen > 0;

	if (!end && is_inside && !is_function(best))
		return;
	if (is_inside)
		give(s, best->low);
	if (!end)
		end = next;
	s->at = best->low;
	s->open[s->nopen++] = (struct span){ end, (uint32_t)b->nfuncs };
	b->funcs[b->nfuncs++] = (struct func){
		.name = best->name,
		.low = best->low,
		.high = end,
		.kind = best->table == TABLE_SYNTHETIC && strstr(best->name, "@plt") ? FUNC_PLT
		                                                                     : FUNC_SYMBOL,
		.is_static = best->binding == SYMBOL_LOCAL,
		.is_function = true,
	};
}

bool functions_exact(struct building *b, struct error *err) {
	size_t n, last;
	const struct symbol **list = sorted(b, &n);
	struct sweep s = { 0 };

	s.pieces = arena_space(b->scratch, 2 * n + 1, sizeof *s.pieces);
	s.open = arena_space(b->step, n + 1, sizeof *s.open);
	b->funcs = arena_alloc(b->arena, n + 1, sizeof *b->funcs);
	for (size_t i = 0; i < n; i = last) {
		last = i + 1;
		while (last < n && list[last]->low == list[i]->low)
			last++;
		close_until(&s, list[i]->low);
		/* A symbol without a size ends at the next one of its section. */
		const uint64_t end = list[i]->section->high;
		begin(b, &s, list + i, last - i,
		      last < n && list[last]->low < end ? list[last]->low : end);
	}
	close_until(&s, UINT64_MAX);
	b->map = (struct code_map){ .pieces = s.pieces, .n = s.npieces };
	code_map_index(&b->map, b->scratch);
	b->outside = NO_FUNC;
	return b->image->nsections || fail(err, "%s: no sections", b->image->path);
}

/* glibc rounds a call's address down to 2 longs from low; if that lands in the padding before a
 * function, the call is that function's. */
static uint32_t exact_caller(const struct building *b, uint64_t from) {
	uint64_t grain = 2 * b->image->machine.address_size;
	size_t i = code_map_after(&b->map, from);
	const struct piece *p = &b->map.pieces[i], *end = b->map.pieces + b->map.n;
	uint32_t owner = b->outside;

	if (p < end && p->low <= from) {
		owner = p->func;
		if (p->is_claimed)
			return owner;
		p++;
	}
	return p < end && p->is_claimed && p->low - from < grain ? p->func : owner;
}

static uint32_t caller_at(const struct building *b, uint64_t from) {
	return b->rules->gprof ? code_map_at(&b->map, from) : exact_caller(b, from);
}

/* Code that no symbol claims.
 *
 * If it has ticks or calls it is shown, with a row for each gap: the PLT, stripped functions,
 * hand-written code, addresses outside the image. */

/* Bytes of a section that no function owns. */
struct gap {
	uint64_t low, high;
	const struct section *section;
};

struct gaps {
	struct section_index code; /* sections */
	struct gap *list;          /* shape: [n] */
	size_t n;
	bool has_outside;
};

/* The unclaimed bytes around an address of no function, in its code section; false: it has none. */
static bool gap_around(const struct building *b, const struct gaps *gaps, uint64_t address,
                       struct gap *out) {
	const struct section *section = section_index_at(&gaps->code, address);
	size_t i = code_map_after(&b->map, address);

	if (!section)
		return false;
	*out = (struct gap){ section->low, section->high, section };
	if (i < b->map.n && b->map.pieces[i].low < out->high)
		out->high = b->map.pieces[i].low;
	if (i && b->map.pieces[i - 1].high > out->low)
		out->low = b->map.pieces[i - 1].high;
	return address >= out->low && address < out->high;
}

static void add_gap(struct building *b, struct gaps *gaps, uint64_t address) {
	struct gap gap;

	if (code_map_at(&b->map, address) != NO_FUNC)
		return;
	if (!gap_around(b, gaps, address, &gap)) {
		gaps->has_outside = true;
		return;
	}
	const struct gap *last = gaps->n ? &gaps->list[gaps->n - 1] : NULL;
	if (!last || last->low != gap.low || last->high != gap.high)
		arena_append(b->step, gaps->list, gaps->n, gap);
}

static void add_gaps_of_bins(struct building *b, struct gaps *gaps) {
	struct bin_walk bin = bin_walk_all(b->merged, &b->map, NULL);

	while (bin_walk_next(&bin))
		if (!bin.bytes)
			add_gap(b, gaps, bin.low);
}

static void ends_new(struct building *b) {
	b->from = arena_space(b->scratch, b->records->ncalls, sizeof *b->from);
	b->to = arena_space(b->scratch, b->records->ncalls, sizeof *b->to);
}

static void add_gaps_of_calls(struct building *b, struct gaps *gaps) {
	const struct records *r = b->records;

	ends_new(b);
	for (size_t i = 0; i < r->ncalls; i++) {
		const struct call *call = &r->calls[i];

		b->from[i] = code_map_at(&b->map, call->from);
		b->to[i] = code_map_at(&b->map, call->to);
		if (b->from[i] == NO_FUNC && caller_at(b, call->from) == NO_FUNC)
			add_gap(b, gaps, call->from);
		if (b->to[i] == NO_FUNC)
			add_gap(b, gaps, call->to);
	}
}

static void add_gaps_of_stacks(struct building *b, struct gaps *gaps) {
	const struct records *r = b->records;

	for (size_t i = 0; i < r->nfiles; i++)
		for (size_t k = 0; k < r->files[i].nsamples; k++)
			for (size_t a = 1; a < r->files[i].samples[k].n; a++)
				add_gap(b, gaps, r->files[i].samples[k].stack[a]);
}

static struct func gap_function(const struct building *b, const struct gap *gap) {
	const struct section *section = gap->section;
	const bool is_whole = gap->low == section->low && gap->high == section->high;
	const size_t number = image_object_at(b->image, gap->low);
	const struct image_object *o = number ? &b->image->objects[number] : NULL;
	const char *of = o ? arena_format(b->step, "%s ", path_last(o->path)) : "";

	return (struct func){
		.kind = FUNC_GAP,
		.low = gap->low,
		.high = gap->high,
		.name = is_whole ? arena_format(b->arena, "[%s%s]", of, section->name)
		                 : arena_format(b->arena, "[%s%s 0x%" PRIx64 "]", of, section->name,
		                                image_file_address(b->image, gap->low)),
		.is_function = true,
	};
}

/* Inserts the gaps among the functions and the pieces, by address. */
static void merge(struct building *b, const struct gaps *gaps) {
	size_t n = b->nfuncs, npieces = b->map.n, g = 0, k;
	struct func *funcs = arena_space(b->arena, n + gaps->n + 1, sizeof *funcs);
	struct piece *pieces = arena_space(b->arena, npieces + gaps->n, sizeof *pieces);
	uint32_t *number = arena_alloc(b->step, n + 1, sizeof *number);
	struct code_map map = { .pieces = pieces };

	b->nfuncs = 0;
	for (size_t i = g = 0; i < n || g < gaps->n;) {
		if (g < gaps->n && (i == n || gaps->list[g].low < b->funcs[i].low)) {
			funcs[b->nfuncs++] = gap_function(b, &gaps->list[g++]);
		} else {
			number[i] = (uint32_t)b->nfuncs;
			funcs[b->nfuncs++] = b->funcs[i++];
		}
	}
	for (size_t i = k = 0; i < npieces || k < b->nfuncs;) {
		while (k < b->nfuncs && funcs[k].kind != FUNC_GAP)
			k++;
		if (k < b->nfuncs && (i == npieces || funcs[k].low < b->map.pieces[i].low)) {
			pieces[map.n++] = (struct piece){ funcs[k].low, funcs[k].high, (uint32_t)k,
				                          false };
			k++;
		} else if (i < npieces) {
			pieces[map.n] = b->map.pieces[i++];
			pieces[map.n].func = number[pieces[map.n].func];
			map.n++;
		}
	}
	for (size_t i = 0; i < b->records->ncalls; i++) {
		b->from[i] = b->from[i] == NO_FUNC ? NO_FUNC : number[b->from[i]];
		b->to[i] = b->to[i] == NO_FUNC ? NO_FUNC : number[b->to[i]];
	}
	b->funcs = funcs;
	b->map = map;
	code_map_index(&b->map, b->arena);
}

/* By address, each once; where sections overlap, the later gap begins behind the one before. */
static void make_unique(struct gaps *gaps, struct arena *scratch) {
	struct gap *list = sort_copy(gaps->list, gaps->n, sizeof *list, offsetof(struct gap, low),
	                             scratch);
	size_t kept = 0;

	for (size_t i = 0; i < gaps->n; i++) {
		struct gap gap = list[i];

		if (kept && gap.low < list[kept - 1].high)
			gap.low = list[kept - 1].high;
		if (gap.low < gap.high)
			list[kept++] = gap;
	}
	gaps->list = list;
	gaps->n = kept;
}

void functions_add_gaps(struct building *b) {
	struct gaps gaps = { 0 };

	gaps.code = section_index_new(b->image, true, b->step);
	add_gaps_of_bins(b, &gaps);
	add_gaps_of_calls(b, &gaps);
	add_gaps_of_stacks(b, &gaps);
	make_unique(&gaps, b->step);
	merge(b, &gaps);
	if (!gaps.has_outside)
		return;
	b->outside = (uint32_t)b->nfuncs;
	b->funcs[b->nfuncs++] = (struct func){
		.name = "[outside the image]",
		.low = UINT64_MAX,
		.high = UINT64_MAX,
		.kind = FUNC_OUTSIDE,
		.is_function = true,
	};
}

/* Who called whom: call records become arcs between functions.
 *
 * Records with the same caller and callee are one arc, found among those of the caller, so the cost
 * is linear. The lists of a function start with its newest arc: gprof adds up in that order, and
 * the last digit of a figure depends on it. */

static uint64_t arc_hash(const struct arc *arc) {
	return hash_number(hash_number(0, (uintptr_t)arc->caller), (uintptr_t)arc->callee);
}

static bool arc_is(const void *arcs, uint32_t number, const void *wanted) {
	const struct arc *x = (const struct arc *)arcs + number, *y = wanted;

	return x->caller == y->caller && x->callee == y->callee;
}

uint32_t arc_between(struct building *b, uint32_t caller, uint32_t callee) {
	const struct arc new = { .caller = &b->funcs[caller], .callee = &b->funcs[callee] };
	struct index *index = &b->arc_index;
	uint32_t number;

	if (!index->arena)
		index->arena = b->scratch;
	while (index->n < b->narcs)
		index_add(index, arc_hash(&b->arcs[index->n]), (uint32_t)index->n);
	if (index_append(index, arc_hash(&new), arc_is, b->arcs, &new, &number))
		arena_append(b->arena, b->arcs, b->narcs, new);
	return number;
}

static uint32_t callee_at(const struct building *b, uint64_t to) {
	uint32_t func = code_map_at(&b->map, to);

	if (!b->rules->gprof)
		return func == NO_FUNC ? b->outside : func;
	return func == NO_FUNC ? NO_FUNC : b->callee[func];
}

static bool is_outside(const struct building *b, uint32_t func) {
	return func == NO_FUNC || b->funcs[func].kind == FUNC_OUTSIDE;
}

/* Looks up the functions that calls are between, if that was not done before. */
static void find_ends(struct building *b) {
	const struct records *r = b->records;
	const bool is_done = b->from;

	if (!is_done)
		ends_new(b);
	for (size_t i = 0; i < r->ncalls; i++) {
		if (!is_done || b->from[i] == NO_FUNC)
			b->from[i] = caller_at(b, r->calls[i].from);
		if (!is_done || b->to[i] == NO_FUNC)
			b->to[i] = callee_at(b, r->calls[i].to);
	}
}

/* Takes out calls that are between no functions, or that the selection removes. */
static void leave_selected(struct building *b, bool *dropped) {
	const struct records *r = b->records;
	const struct selection *s = &b->rules->select;
	bool *named = arena_space(b->step, b->nfuncs, sizeof *named);

	for (size_t i = 0; i < b->nfuncs; i++)
		named[i] = b->funcs[i].kind != FUNC_OUTSIDE && b->funcs[i].kind != FUNC_GAP;
	for (size_t i = 0; i < r->ncalls; i++) {
		const uint32_t from = b->from[i], to = b->to[i];
		const bool is_there = from != NO_FUNC && to != NO_FUNC;

		if (!is_there || !named[from] || !named[to]) {
			b->unnamed.records++;
			b->unnamed.calls += r->calls[i].count;
			b->unnamed.noutside += is_outside(b, from) || is_outside(b, to);
		}
		if (is_there && (!s->arc || s->arc(s->context, &b->funcs[from], &b->funcs[to])))
			continue;
		b->from[i] = NO_FUNC;
		if (is_there && dropped)
			dropped[i] = true;
	}
}

/* The first of the calls with the same ends, of each that counts.  Of its caller's calls, those
 * before are looked at by their callees. */
static uint32_t *find_first(const struct building *b) {
	const struct lists of = lists_new(b->from, b->records->ncalls, b->nfuncs, b->step);
	uint32_t *first = arena_space(b->step, b->records->ncalls, sizeof *first);
	uint32_t *last = arena_alloc(b->step, b->nfuncs, sizeof *last); /* place, plus 1 */

	for (size_t f = 0; f < b->nfuncs; f++)
		for (uint32_t i = of.first[f]; i < of.first[f + 1]; i++) {
			uint32_t *place = &last[b->to[of.list[i]]];

			if (*place <= of.first[f])
				*place = i + 1;
			first[of.list[i]] = of.list[*place - 1];
		}
	return first;
}

/* Makes an arc of all calls between the same functions; its number takes the callee's place. */
static void make_arcs(struct building *b) {
	const struct records *r = b->records;
	const uint32_t *first = find_first(b);
	uint32_t *arcs = b->to;
	size_t n = 0, room = 2;

	for (size_t i = 0; i < r->ncalls; i++)
		n += b->from[i] != NO_FUNC && first[i] == i;
	while (room < n)
		room *= 2;
	b->arcs = n ? arena_space(b->arena, room, sizeof *b->arcs) : NULL;
	for (size_t i = 0; i < r->ncalls; i++) {
		struct func *to = b->from[i] == NO_FUNC ? NULL : &b->funcs[b->to[i]];

		arcs[i] = 0;
		if (!to)
			continue;
		if (first[i] == i)
			b->arcs[b->narcs++] = (struct arc){ .caller = &b->funcs[b->from[i]],
				                            .callee = to };
		arcs[i] = first[i] == i ? (uint32_t)b->narcs : arcs[first[i]];
		b->arcs[arcs[i] - 1].calls += r->calls[i].count;
		to->calls += r->calls[i].count;
	}
	b->arc_of_call = arcs;
	b->from = b->to = NULL;
}

void calls_add(struct building *b) {
	const struct call_finder *more = &b->rules->calls;
	size_t n = 0;
	bool *dropped = b->rules->marks_dropped ? arena_alloc(b->arena, b->records->ncalls, 1)
	                                        : NULL;

	find_ends(b);
	leave_selected(b, dropped);
	make_arcs(b);
	b->profile->is_dropped = dropped;
	const struct static_call *list =
		more->find ? more->find(more->context, b->funcs, b->nfuncs, &n) : NULL;
	for (size_t i = 0; i < n; i++) {
		struct func *caller = &b->funcs[list[i].caller];

		if (list[i].callee != STATIC_CALL_REGISTER)
			arc_between(b, list[i].caller, list[i].callee);
		else if (!caller->register_call)
			caller->register_call = (uint32_t)b->narcs + 1;
	}
}

void arcs_link(struct building *b) {
	const struct arc **lists = arena_space(b->arena, 2 * b->narcs, sizeof *lists);

	for (size_t i = 0; i < b->narcs; i++) {
		b->funcs[b->arcs[i].caller - b->funcs].ncallees++;
		b->funcs[b->arcs[i].callee - b->funcs].ncallers++;
	}
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->callers = lists;
		f->callees = lists + f->ncallers;
		lists += f->ncallers + f->ncallees;
		f->ncallers = f->ncallees = 0;
	}
	for (size_t i = b->narcs; i-- > 0;) {
		const struct arc *arc = &b->arcs[i];
		struct func *from = &b->funcs[arc->caller - b->funcs];
		struct func *to = &b->funcs[arc->callee - b->funcs];

		from->callees[from->ncallees++] = arc;
		to->callers[to->ncallers++] = arc;
		if (from == to) {
			to->self_calls = arc->calls;
			to->calls -= arc->calls;
		}
	}
}

/* Arcs to what the compiler split off functions.
 *
 * GCC and LLVM move rarely executed code of `f` into `f.cold`, and GCC the rest of a function whose
 * beginning it inlined into `f.part.0`.  The first is jumped to, so mcount never counts it; the
 * second is called, and counted where the code was compiled with -pg.  What has no counted call,
 * but time or callees, gets an arc from the function it was split off: with 0 calls, and with all
 * of its time.
 *
 * Static functions of several files can have one name.  In an ELF symbol table, local symbols
 * follow the file symbol of their source file; global ones, and those that the linker made local,
 * belong to none.  So the function is one with the right name of the same file, else one of no
 * file; if there are two, none.
 * Source: System V ABI, "Symbol Table"; GCC, cfgbuild and ipa-split. */

/* A name that is looked for among the symbols of a file. */
struct wanted {
	const char *name;
	uint32_t file; /* 0: symbols that belong to no file */
	uint32_t func; /* that has the name; NO_FUNC: none yet */
	bool is_ambiguous;
};

/* A function that was split off another one. */
struct part {
	uint32_t func;
	uint32_t of_file, of_none; /* numbers of what is wanted */
	bool is_jump, is_attached;
};

struct search {
	struct building *b;
	struct wanted *wanted;
	struct index index; /* of wanted */
	struct part *parts;
	size_t nparts;
	uint32_t *part_of; /* number of the part plus 1, 0: none; shape:
	                      [nfuncs] */
};

/* The source file that a symbol is of, as the number of its file symbol. */
struct file_of {
	uint32_t number; /* 0: none */
	unsigned char table;
};

static uint32_t file_next(struct file_of *file, const struct symbol *s, size_t number) {
	if (s->table != file->table)
		file->number = 0;
	file->table = s->table;
	if (s->kind == SYMBOL_FILE)
		file->number = *s->name ? (uint32_t)number + 1 : 0;
	return s->binding == SYMBOL_LOCAL ? file->number : 0;
}

static bool has_name(const void *list, uint32_t number, const void *wanted) {
	const struct wanted *x = (const struct wanted *)list + number, *y = wanted;

	return x->file == y->file && !strcmp(x->name, y->name);
}

static uint64_t hash_of(const struct wanted *w) {
	return hash_number(hash_text(0, w->name), w->file);
}

static uint32_t want(struct search *s, const char *name, uint32_t file) {
	const struct wanted new = { name, file, NO_FUNC, false };
	uint32_t number;

	if (index_append(&s->index, hash_of(&new), has_name, s->wanted, &new, &number))
		arena_put(s->b->step, s->wanted, number, new);
	return number;
}

/* The function that begins where the symbol is, or NO_FUNC. */
static uint32_t func_at(const struct building *b, const struct symbol *s) {
	const uint32_t func = s->section && s->section->is_code ? code_map_at(&b->map, s->low)
	                                                        : NO_FUNC;

	return func != NO_FUNC && b->funcs[func].low == s->low ? func : NO_FUNC;
}

static void find_parts(struct search *s, const bool *called) {
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const uint32_t of = file_next(&file, symbol, i);
		size_t whole;
		const enum clone_split split = clone_split_of(symbol->name, &whole);
		const uint32_t func = split == CLONE_WHOLE ? NO_FUNC : func_at(s->b, symbol);

		if (func == NO_FUNC || called[func] || s->b->funcs[func].name != symbol->name)
			continue;
		const char *name = arena_text(s->b->step, symbol->name, whole);
		arena_append(s->b->step, s->parts, s->nparts,
		             (struct part){ .func = func,
		                            .of_file = want(s, name, of),
		                            .of_none = want(s, name, 0),
		                            .is_jump = split == CLONE_JUMPED_TO });
	}
}

static void find_wanted(struct search *s) {
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const struct wanted is = { symbol->name, file_next(&file, symbol, i), NO_FUNC,
			                   false };
		const uint32_t number = index_find(&s->index, hash_of(&is), has_name, s->wanted,
		                                   &is);

		if (number == NO_ITEM)
			continue;
		uint32_t func = func_at(s->b, symbol);
		if (func == NO_FUNC)
			continue;
		s->wanted[number].is_ambiguous |= s->wanted[number].func != NO_FUNC &&
		                                  s->wanted[number].func != func;
		s->wanted[number].func = func;
	}
}

/* The function that the part was split off, or NO_FUNC. */
static uint32_t origin(const struct search *s, const struct part *part) {
	const struct wanted *w = &s->wanted[part->of_file];

	if (w->func == NO_FUNC)
		w = &s->wanted[part->of_none];
	return w->is_ambiguous || w->func == part->func ? NO_FUNC : w->func;
}

/* Adds the arc to a part, and if that was split off a part in turn, the arc to that. */
static void attach(struct search *s, uint32_t number) {
	struct building *b = s->b;

	while (number && !s->parts[number - 1].is_attached) {
		struct part *part = &s->parts[number - 1];
		const uint32_t of = origin(s, part);

		part->is_attached = true;
		if (of == NO_FUNC)
			return;
		arena_append(b->arena, b->arcs, b->narcs,
		             (struct arc){ .caller = &b->funcs[of],
		                           .callee = &b->funcs[part->func],
		                           .is_split = true,
		                           .is_jump = part->is_jump });
		number = s->part_of[of];
	}
}

/* Adds arcs to what the compiler split off functions, if no call of it was counted. */
static void splits_attach(struct building *b) {
	struct search s = { .b = b, .index = { .arena = b->step } };
	bool *called = arena_alloc(b->step, b->nfuncs, sizeof *called);
	bool *calls = arena_alloc(b->step, b->nfuncs, sizeof *calls);

	for (size_t i = 0; i < b->narcs; i++) {
		called[b->arcs[i].callee - b->funcs] = true;
		calls[b->arcs[i].caller - b->funcs] = true;
	}
	find_parts(&s, called);
	if (!s.nparts)
		return;
	find_wanted(&s);
	s.part_of = arena_alloc(b->step, b->nfuncs, sizeof *s.part_of);
	for (size_t i = 0; i < s.nparts; i++)
		s.part_of[s.parts[i].func] = (uint32_t)i + 1;
	for (size_t i = 0; i < s.nparts; i++) {
		const uint32_t func = s.parts[i].func;

		if (calls[func] || b->funcs[func].self_ticks > 0)
			attach(&s, (uint32_t)i + 1);
	}
}

void calls_link(struct building *b) {
	if (!b->rules->gprof && !b->profile->paths)
		splits_attach(b);
	arcs_link(b);
}
