/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The listings of -r and -R: the order in which a linker should place
 * functions or object files, so that those that call each other are close. */
#include "gprof/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "gprof/order_chains.h"
#include "gprof/order_map.h"
#include "model/profile.h"

/* Functions by how many of the frequent calls go to them. */
struct popular {
	size_t func;
	unsigned uses;
};

enum { HOT_SHARE = 80, HOT_USES = 5 };

static int by_uses(const void *a, const void *b, const void *context)
{
	const struct popular *x = a, *y = b;

	return x->uses > y->uses ? -1 : x->uses < y->uses;
}

/* The called functions, starting with those that 90 % of the calls go to
 * most. */
static struct popular *popular_functions(const struct profile *p,
                                         const struct arc **arcs, size_t narcs,
                                         size_t *n, struct arena *arena)
{
	struct popular *list = arena_alloc(arena, p->nfuncs, sizeof *list);
	unsigned *uses = arena_alloc(arena, p->nfuncs, sizeof *uses);
	uint64_t total = 0, sum = 0;
	size_t i;

	for (i = 0; i < narcs; i++)
		total += arcs[i]->calls;
	for (i = 0; i < narcs; i++) {
		sum += arcs[i]->calls;
		if ((double)sum / (double)total > 0.90)
			break;
		uses[profile_number(p, arcs[i]->callee)]++;
	}
	for (i = *n = 0; i < p->nfuncs; i++)
		if (p->funcs[i].calls)
			list[(*n)++] = (struct popular){ i, uses[i] };
	sort_stable(list, *n, sizeof *list, by_uses, NULL, arena);
	return list;
}

/* Arcs of the most popular functions. */
struct hot_arcs {
	const struct arc **list;
	size_t n;
};

static void add_hot(struct hot_arcs *hot, struct order_chains *c,
                    const struct func *f, struct arena *arena)
{
	size_t i;

	for (i = 0; i < f->ncallees + f->ncallers; i++) {
		const struct arc *arc = i < f->ncallees
		                                ? f->callees[i]
		                                : f->callers[i - f->ncallees];

		c->is_arc_placed[arc - c->profile->arcs] = true;
		if (arc->caller == arc->callee)
			continue;
		hot->list = arena_room(arena, hot->list, hot->n,
		                       sizeof *hot->list);
		hot->list[hot->n++] = arc;
	}
}

/* Keeps arcs between functions that are both placed, which are then no longer
 * placed. */
static void keep_inner(struct hot_arcs *hot, struct order_chains *c)
{
	size_t n = 0, i;

	for (i = 0; i < hot->n; i++) {
		size_t a = profile_number(c->profile, hot->list[i]->caller);
		size_t b = profile_number(c->profile, hot->list[i]->callee);

		if (!c->is_placed[a] || !c->is_placed[b])
			continue;
		hot->list[n++] = hot->list[i];
		c->is_placed[a] = c->is_placed[b] = false;
	}
	hot->n = n;
}

/* The most popular functions come first, arranged by the calls among them. */
static void place_hot(struct order_chains *c, const struct popular *popular,
                      size_t n, struct arena *arena)
{
	struct hot_arcs hot = { NULL, 0 };
	size_t last = 0, k;

	for (k = 0; k < n / HOT_SHARE; k++) {
		if (popular[k].uses == HOT_USES)
			break;
		add_hot(&hot, c, &c->profile->funcs[popular[k].func], arena);
		last = k;
		c->is_placed[popular[k].func] = true;
	}
	keep_inner(&hot, c);
	for (k = 0; k < last; k++)
		if (c->is_placed[popular[k].func])
			fprintf(c->out, "%s\n",
			        c->profile->funcs[popular[k].func].name);
	order_sort(hot.list, hot.n, arena);
	order_place(c, hot.list, hot.n, true);
}

void function_order_listing(struct listing *l)
{
	const struct profile *p = l->profile;
	struct order_chains c = order_chains_new(p, l->out, l->arena);
	size_t narcs, npopular, i;
	const struct arc **arcs = order_arcs(p, &narcs, l->arena);
	const struct popular *popular;

	order_sort(arcs, narcs, l->arena);
	popular = popular_functions(p, arcs, narcs, &npopular, l->arena);
	for (i = 0; i < p->nfuncs; i++)
		c.is_placed[i] = !p->funcs[i].calls;
	place_hot(&c, popular, npopular, l->arena);
	order_place(&c, arcs, narcs, false);
	order_place(&c, c.left, c.nleft, true);
	for (i = 0; i < p->nfuncs; i++)
		if (p->funcs[i].calls)
			order_print(&c, i);
	for (i = 0; i < p->nfuncs; i++)
		if (!p->funcs[i].calls)
			fprintf(l->out, "%s\n", p->funcs[i].name);
}

static int by_file(const void *a, const void *b, const void *context)
{
	const struct order_entry *x = a, *y = b;

	return strcmp(x->file, y->file);
}

static int by_text(const void *a, const void *b, const void *context)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names that the map gave to functions, sorted. */
static const char **given_names(const struct listing *l, size_t *n)
{
	const struct profile *p = l->profile;
	const char **list = arena_alloc(l->arena, p->nfuncs, sizeof *list);
	size_t i;

	for (i = *n = 0; i < p->nfuncs; i++)
		if (order_map_gave(l->map, p->funcs[i].name))
			list[(*n)++] = p->funcs[i].name;
	sort_stable(list, *n, sizeof *list, by_text, NULL, l->arena);
	return list;
}

/* Prints the files that no function is named by, each once. */
static void print_other_files(const struct listing *l)
{
	struct order_entry *list = arena_copy(l->arena, l->map->entries,
	                                      l->map->n, sizeof *list);
	size_t ngiven, i, k = 0;
	const char **given = given_names(l, &ngiven);

	sort_stable(list, l->map->n, sizeof *list, by_file, NULL, l->arena);
	for (i = 0; i < l->map->n; i++) {
		if (i && !strcmp(list[i].file, list[i - 1].file))
			continue;
		while (k < ngiven && strcmp(given[k], list[i].file) < 0)
			k++;
		if (k == ngiven || strcmp(given[k], list[i].file) != 0)
			fprintf(l->out, "%s\n", list[i].file);
	}
}

void file_order_listing(struct listing *l)
{
	const struct profile *p = l->profile;
	struct order_chains c = order_chains_new(p, l->out, l->arena);
	size_t narcs, i;
	const struct arc **arcs = order_arcs(p, &narcs, l->arena);

	for (i = 0; i < narcs; i++)
		c.is_arc_placed[arcs[i] - p->arcs] =
			!order_map_gave(l->map, arcs[i]->caller->name) ||
			!order_map_gave(l->map, arcs[i]->callee->name);
	order_place(&c, arcs, narcs, false);
	for (i = 0; i < p->nfuncs; i++)
		if (order_map_gave(l->map, p->funcs[i].name))
			order_print(&c, i);
	print_other_files(l);
}
