/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The listings of -r and -R: the order in which a linker should place functions or object files, so
 * that those that call each other are close.
 *
 * Calls are taken in order of frequency, and each puts caller and callee next to each other if both
 * are at the ends of chains.  Source: behaviour of GNU gprof 2.40. */
#include "gprof/listing.h"

struct chains {
	const struct profile *profile;
	const struct listing *listing;
	bool *is_placed;         /* by function */
	bool *is_arc_placed;     /* by arc */
	uint32_t *next, *before; /* by function; a function's number plus 1 */
	const struct arc **left; /* those that fit nowhere */
	size_t nleft;            /* at most the number of arcs, twice */
};

static struct chains chains_new(const struct listing *l) {
	const struct profile *p = l->profile;
	struct arena *arena = l->arena;
	struct chains c = { .profile = p, .listing = l };

	c.is_placed = arena_alloc(arena, p->nfuncs, sizeof *c.is_placed);
	c.is_arc_placed = arena_alloc(arena, p->narcs, sizeof *c.is_arc_placed);
	c.next = arena_alloc(arena, p->nfuncs, sizeof *c.next);
	c.before = arena_alloc(arena, p->nfuncs, sizeof *c.before);
	c.left = arena_alloc(arena, 3 * p->narcs, sizeof *c.left);
	return c;
}

/* The n calls between different functions, in order of appearance. */
static const struct arc **call_arcs(const struct profile *p, size_t *n, struct arena *arena) {
	const struct arc **list = arena_alloc(arena, p->narcs, sizeof *list);

	for (size_t i = *n = 0; i < p->narcs; i++)
		if (p->arcs[i].caller != p->arcs[i].callee)
			list[(*n)++] = &p->arcs[i];
	return list;
}

static int by_calls(const void *a, const void *b, const void *context) {
	const struct arc *x = *(const struct arc *const *)a;
	const struct arc *y = *(const struct arc *const *)b;

	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

/* Sorts arcs by descending count; stable. */
static void sort_arcs(const struct arc **arcs, size_t n, struct arena *scratch) {
	sort_stable(arcs, n, sizeof *arcs, by_calls, NULL, scratch);
}

static void print_line(const struct listing *l, const char *name) {
	listing_put(l, name);
	fputc('\n', l->out);
}

/* Prints function number i, unless it was placed before. */
static void print_function(struct chains *c, size_t i) {
	if (!c->is_placed[i])
		print_line(c->listing, c->profile->funcs[i].name);
	c->is_placed[i] = true;
}

static size_t number(const struct chains *c, const struct func *f) {
	return profile_number(c->profile, f);
}

/* Whether neither end of the arc is placed. */
static bool is_free(const struct chains *c, const struct arc *arc) {
	return !c->is_placed[number(c, arc->caller)] && !c->is_placed[number(c, arc->callee)];
}

static bool is_attached(const struct chains *c, size_t i) {
	return c->next[i] || c->before[i];
}

/* The end of a chain in one direction, and its distance. */
static size_t end_of(const uint32_t *links, size_t i, size_t *steps) {
	for (*steps = 0; links[i]; ++*steps)
		i = links[i] - 1;
	return i;
}

/* The nearer end, or the first if both are equally near. */
static size_t nearer_end(const uint32_t *first, const uint32_t *second, size_t i) {
	size_t steps1, steps2;
	size_t end1 = end_of(first, i, &steps1), end2 = end_of(second, i, &steps2);

	return steps2 < steps1 ? end2 : end1;
}

/* The other end of the chain that begins or ends at i. */
static size_t far_end(const struct chains *c, size_t i) {
	size_t steps;

	return end_of(c->next[i] ? c->next : c->before, i, &steps);
}

static void link_up(struct chains *c, size_t before, size_t after) {
	c->next[before] = (uint32_t)after + 1;
	c->before[after] = (uint32_t)before + 1;
}

static void join(struct chains *c, size_t caller, size_t callee) {
	if (c->next[caller]) {
		if (!c->next[callee])
			link_up(c, callee, caller);
	} else if (c->before[caller]) {
		if (!c->before[callee])
			link_up(c, caller, callee);
	} else if (c->before[callee]) {
		link_up(c, callee, caller);
	} else {
		link_up(c, caller, callee);
	}
}

/* Puts caller and callee next to each other; false if that is impossible. */
static bool place_arc(struct chains *c, const struct arc *arc) {
	size_t caller = number(c, arc->caller), callee = number(c, arc->callee);

	if (!is_attached(c, caller))
		callee = nearer_end(c->before, c->next, callee);
	else if (!is_attached(c, callee))
		caller = nearer_end(c->next, c->before, caller);
	else
		return false;
	if (far_end(c, caller) == callee && far_end(c, callee) == caller)
		return false;
	join(c, caller, callee);
	return true;
}

/* Prints the chain that function i is in. */
static void print_chain(struct chains *c, size_t i) {
	size_t steps;

	for (i = end_of(c->before, i, &steps);; i = c->next[i] - 1) {
		print_line(c->listing, c->profile->funcs[i].name);
		c->is_placed[i] = true;
		if (!c->next[i])
			return;
	}
}

/* Makes chains of arcs, and prints them; without those beyond 99 % of the calls unless `all`. */
static void place_arcs(struct chains *c, const struct arc **arcs, size_t n, bool all) {
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		total += arcs[i]->calls;
	for (size_t i = 0; i < n; i++) {
		bool *is_placed = &c->is_arc_placed[arcs[i] - c->profile->arcs];

		sum += arcs[i]->calls;
		bool is_rare = !all && (double)sum / (double)total > 0.99;
		if (*is_placed)
			continue;
		if (!is_rare && is_free(c, arcs[i]) && place_arc(c, arcs[i]))
			*is_placed = true;
		else
			c->left[c->nleft++] = arcs[i];
	}
	for (size_t i = 0; i < n; i++)
		if (is_free(c, arcs[i]) && is_attached(c, number(c, arcs[i]->caller)))
			print_chain(c, number(c, arcs[i]->caller));
	for (size_t i = 0; i < n && all; i++)
		if (is_free(c, arcs[i]))
			print_function(c, number(c, arcs[i]->caller));
}

enum { HOT_SHARE = 80, HOT_USES = 5 };

/* The key of a function by how many of the frequent calls go to it, the most first. */
static uint64_t key_of_uses(uint64_t uses) {
	return UINT64_MAX - uses;
}

/* The called functions, starting with those that 90 % of the calls go to most. */
static struct keyed *popular_functions(const struct profile *p, const struct arc **arcs,
                                       size_t narcs, size_t *n, struct arena *arena) {
	struct keyed *list = arena_alloc(arena, p->nfuncs, sizeof *list);
	unsigned *uses = arena_alloc(arena, p->nfuncs, sizeof *uses);
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < narcs; i++)
		total += arcs[i]->calls;
	for (size_t i = 0; i < narcs; i++) {
		sum += arcs[i]->calls;
		if ((double)sum / (double)total > 0.90)
			break;
		uses[profile_number(p, arcs[i]->callee)]++;
	}
	for (size_t i = *n = 0; i < p->nfuncs; i++)
		if (p->funcs[i].calls)
			list[(*n)++] = (struct keyed){ key_of_uses(uses[i]), (uint32_t)i };
	sort_keys(list, *n, arena);
	return list;
}

/* Arcs of the most popular functions. */
struct hot_arcs {
	const struct arc **list;
	size_t n;
};

/* Keeps arcs between functions that are both placed, which are then no longer placed. */
static void keep_inner(struct hot_arcs *hot, struct chains *c) {
	size_t n = 0;

	for (size_t i = 0; i < hot->n; i++) {
		size_t a = number(c, hot->list[i]->caller);
		size_t b = number(c, hot->list[i]->callee);

		if (!c->is_placed[a] || !c->is_placed[b])
			continue;
		hot->list[n++] = hot->list[i];
		c->is_placed[a] = c->is_placed[b] = false;
	}
	hot->n = n;
}

/* The most popular functions come first, arranged by the calls among them. */
static void place_hot(struct chains *c, const struct keyed *popular, size_t n,
                      struct arena *arena) {
	struct hot_arcs hot = { NULL, 0 };
	size_t last = 0;

	for (size_t k = 0; k < n / HOT_SHARE; k++) {
		if (popular[k].key == key_of_uses(HOT_USES))
			break;
		const struct func *f = &c->profile->funcs[popular[k].index];
		for (size_t i = 0; i < f->ncallees + f->ncallers; i++) {
			const struct arc *arc = i < f->ncallees ? f->callees[i]
			                                        : f->callers[i - f->ncallees];

			c->is_arc_placed[arc - c->profile->arcs] = true;
			if (arc->caller != arc->callee)
				arena_append(arena, hot.list, hot.n, arc);
		}
		last = k;
		c->is_placed[popular[k].index] = true;
	}
	keep_inner(&hot, c);
	for (size_t k = 0; k < last; k++)
		if (c->is_placed[popular[k].index])
			print_line(c->listing, c->profile->funcs[popular[k].index].name);
	sort_arcs(hot.list, hot.n, arena);
	place_arcs(c, hot.list, hot.n, true);
}

void function_order_listing(struct listing *l) {
	const struct profile *p = l->profile;
	struct chains c = chains_new(l);
	size_t narcs, npopular;
	const struct arc **arcs = call_arcs(p, &narcs, l->arena);

	sort_arcs(arcs, narcs, l->arena);
	const struct keyed *popular = popular_functions(p, arcs, narcs, &npopular, l->arena);
	for (size_t i = 0; i < p->nfuncs; i++)
		c.is_placed[i] = !p->funcs[i].calls;
	place_hot(&c, popular, npopular, l->arena);
	place_arcs(&c, arcs, narcs, false);
	place_arcs(&c, c.left, c.nleft, true);
	for (size_t i = 0; i < p->nfuncs; i++)
		if (p->funcs[i].calls)
			print_function(&c, i);
	for (size_t i = 0; i < p->nfuncs; i++)
		if (!p->funcs[i].calls)
			print_line(l, p->funcs[i].name);
}

/* Prints the files that no function is named by, each once. */
static void print_other_files(const struct listing *l) {
	struct order_entry *list = arena_copy(l->arena, l->map->entries, l->map->n, sizeof *list);
	struct text_list given = { .index.arena = l->arena };
	const struct profile *p = l->profile;

	for (size_t i = 0; i < p->nfuncs; i++)
		if (order_map_gave(l->map, p->funcs[i].name))
			text_list_number(&given, p->funcs[i].name);
	sort_texts(list, l->map->n, sizeof *list, offsetof(struct order_entry, file), l->arena);
	for (size_t i = 0; i < l->map->n; i++)
		if ((!i || strcmp(list[i].file, list[i - 1].file) != 0) &&
		    text_list_find(&given, list[i].file) == NO_ITEM)
			print_line(l, list[i].file);
}

void file_order_listing(struct listing *l) {
	const struct profile *p = l->profile;
	struct chains c = chains_new(l);
	size_t narcs;
	const struct arc **arcs = call_arcs(p, &narcs, l->arena);

	for (size_t i = 0; i < narcs; i++)
		c.is_arc_placed[arcs[i] - p->arcs] = !order_map_gave(l->map,
		                                                     arcs[i]->caller->name) ||
		                                     !order_map_gave(l->map, arcs[i]->callee->name);
	place_arcs(&c, arcs, narcs, false);
	for (size_t i = 0; i < p->nfuncs; i++)
		if (order_map_gave(l->map, p->funcs[i].name))
			print_function(&c, i);
	print_other_files(l);
}
