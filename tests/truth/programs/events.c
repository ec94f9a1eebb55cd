/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation of customers, counters and queues, driven by events: events
 * LENGTH MIX.  Objects have methods in tables of functions, and getters;
 * recursion walks a balanced tree. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline))

typedef double when_t;

struct world;
struct thing;

struct methods {
	const char *name;
	void (*happen)(struct world *w, struct thing *t);
	int (*rank)(const struct thing *t);
	void (*drop)(struct world *w, struct thing *t);
};

struct thing {
	const struct methods *methods;
	struct thing *next;
	when_t at;
	unsigned id;
	int left, place;
};

struct queue {
	struct thing *first, *last;
	unsigned length, served, longest;
};

struct branch {
	struct branch *low, *high;
	unsigned key, level, count;
};

enum { PLACES = 24, EVENTS = 4096 };

struct world {
	struct thing *heap[EVENTS];
	size_t nheap;
	struct queue queues[PLACES];
	struct thing *spare;
	struct branch *tree;
	uint64_t seed;
	when_t now;
	unsigned long happened, created;
};

/* ---- Getters -------------------------------------------------------------- */

APART static when_t time_of(const struct thing *t)
{
	return t->at;
}
APART static unsigned id_of(const struct thing *t)
{
	return t->id;
}
APART static int left_of(const struct thing *t)
{
	return t->left;
}
APART static int place_of(const struct thing *t)
{
	return t->place;
}
APART static int is_done(const struct thing *t)
{
	return t->left == 0;
}
APART static int is_empty(const struct queue *q)
{
	return !q->first;
}
APART static unsigned length_of(const struct queue *q)
{
	return q->length;
}
APART static unsigned key_of(const struct branch *b)
{
	return b->key;
}
APART static unsigned level_of(const struct branch *b)
{
	return b ? b->level : 0;
}

APART static uint32_t draw(struct world *w)
{
	w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(w->seed >> 33);
}

APART static unsigned below(struct world *w, unsigned n)
{
	return draw(w) % n;
}

/* ---- Queues --------------------------------------------------------------- */

APART static void put(struct queue *q, struct thing *t)
{
	t->next = NULL;
	if (is_empty(q))
		q->first = t;
	else
		q->last->next = t;
	q->last = t;
	if (++q->length > q->longest)
		q->longest = q->length;
}

APART static struct thing *take(struct queue *q)
{
	struct thing *t = q->first;

	if (!t)
		return NULL;
	q->first = t->next;
	q->length--;
	q->served++;
	return t;
}

APART static int shortest(const struct world *w, int from, int n)
{
	int best = from, i;

	for (i = from + 1; i < from + n; i++)
		if (length_of(&w->queues[i % PLACES]) <
		    length_of(&w->queues[best % PLACES]))
			best = i;
	return best % PLACES;
}

/* ---- Events in order of time ---------------------------------------------- */

APART static int comes_before(const struct thing *a, const struct thing *b)
{
	if (time_of(a) != time_of(b))
		return time_of(a) < time_of(b);
	return a->methods->rank(a) < b->methods->rank(b);
}

static void swap(struct thing **a, struct thing **b)
{
	struct thing *t = *a;

	*a = *b;
	*b = t;
}

APART static void schedule(struct world *w, struct thing *t, when_t delay)
{
	size_t i = w->nheap++;

	if (w->nheap > EVENTS) {
		fprintf(stderr, "too many events\n");
		exit(1);
	}
	t->at = w->now + delay;
	w->heap[i] = t;
	for (; i > 0 && comes_before(w->heap[i], w->heap[(i - 1) / 2]);
	     i = (i - 1) / 2)
		swap(&w->heap[i], &w->heap[(i - 1) / 2]);
}

static void sink(struct world *w, size_t i)
{
	size_t least, kid;

	for (;; i = least) {
		least = i;
		for (kid = 2 * i + 1; kid <= 2 * i + 2 && kid < w->nheap; kid++)
			if (comes_before(w->heap[kid], w->heap[least]))
				least = kid;
		if (least == i)
			return;
		swap(&w->heap[i], &w->heap[least]);
	}
}

APART static struct thing *next_event(struct world *w)
{
	struct thing *t = w->heap[0];

	w->heap[0] = w->heap[--w->nheap];
	sink(w, 0);
	return t;
}

/* ---- A balanced tree of whom we know (Andersson 1993) --------------------- */

static struct branch *skew(struct branch *b)
{
	struct branch *low = b->low;

	if (level_of(low) != b->level)
		return b;
	b->low = low->high;
	low->high = b;
	return low;
}

static struct branch *split(struct branch *b)
{
	struct branch *high = b->high;

	if (!high || level_of(high->high) != b->level)
		return b;
	b->high = high->low;
	high->low = b;
	high->level++;
	return high;
}

APART static struct branch *insert(struct branch *b, unsigned key)
{
	if (!b) {
		b = calloc(1, sizeof *b);
		b->key = key;
		b->level = b->count = 1;
		return b;
	}
	if (key == key_of(b)) {
		b->count++;
		return b;
	}
	if (key < key_of(b))
		b->low = insert(b->low, key);
	else
		b->high = insert(b->high, key);
	return split(skew(b));
}

APART static unsigned depth(const struct branch *b)
{
	unsigned low, high;

	if (!b)
		return 0;
	low = depth(b->low);
	high = depth(b->high);
	return 1 + (low > high ? low : high);
}

APART static void walk(const struct branch *b,
                       void (*see)(const struct branch *, void *), void *data)
{
	if (!b)
		return;
	walk(b->low, see, data);
	see(b, data);
	walk(b->high, see, data);
}

static void add_count(const struct branch *b, void *sum)
{
	*(unsigned long *)sum += b->count;
}

static void add_even(const struct branch *b, void *sum)
{
	if (key_of(b) % 2 == 0)
		*(unsigned long *)sum += level_of(b);
}

static void fell(struct branch *b)
{
	if (!b)
		return;
	fell(b->low);
	fell(b->high);
	free(b);
}

/* ---- Things that happen --------------------------------------------------- */

static struct thing *create(struct world *w, const struct methods *m, int left)
{
	struct thing *t = w->spare;

	if (t)
		w->spare = t->next;
	else
		t = malloc(sizeof *t);
	memset(t, 0, sizeof *t);
	t->methods = m;
	t->id = (unsigned)w->created++;
	t->left = left;
	return t;
}

static void recycle(struct world *w, struct thing *t)
{
	t->next = w->spare;
	w->spare = t;
}

static int rank_of_customer(const struct thing *t)
{
	return (int)(id_of(t) % 16);
}

static int rank_of_counter(const struct thing *t)
{
	return 100 + place_of(t);
}

static int rank_of_door(const struct thing *t)
{
	(void)t;
	return -1;
}

static void customer_moves(struct world *w, struct thing *t)
{
	if (is_done(t)) {
		t->methods->drop(w, t);
		return;
	}
	t->place = shortest(w, (int)below(w, PLACES), 5);
	put(&w->queues[place_of(t)], t);
}

static void customer_leaves(struct world *w, struct thing *t)
{
	w->tree = insert(w->tree, id_of(t) * 2654435761u % 3000);
	recycle(w, t);
}

static void counter_serves(struct world *w, struct thing *t)
{
	struct thing *c = take(&w->queues[place_of(t)]);

	if (c) {
		c->left = left_of(c) - 1;
		schedule(w, c, 0.1 + below(w, 10) / 10.0);
	}
	schedule(w, t, 0.5 + below(w, 4) / 4.0);
}

static void nothing(struct world *w, struct thing *t)
{
	(void)w, (void)t;
}

static void door_opens(struct world *w, struct thing *t);

static const struct methods customer = { "customer", customer_moves,
	                                 rank_of_customer, customer_leaves };
static const struct methods counter = { "counter", counter_serves,
	                                rank_of_counter, nothing };
static const struct methods door = { "door", door_opens, rank_of_door,
	                             nothing };

static void door_opens(struct world *w, struct thing *t)
{
	int i;

	for (i = 0; i < left_of(t); i++)
		schedule(w, create(w, &customer, 1 + (int)below(w, 4)),
		         i / 8.0);
	schedule(w, t, 1.0);
}

static void simulate(struct world *w, unsigned long events)
{
	while (events--) {
		struct thing *t = next_event(w);

		w->now = time_of(t);
		w->happened++;
		t->methods->happen(w, t);
	}
}

static unsigned long look_at_tree(struct world *w, int times)
{
	unsigned long sum = 0;

	while (times--) {
		walk(w->tree, add_count, &sum);
		walk(w->tree, add_even, &sum);
		sum += depth(w->tree);
	}
	return sum;
}

static void meet(struct world *w, int times)
{
	while (times--)
		w->tree = insert(w->tree, below(w, 2500));
}

static int longest_first(const void *a, const void *b)
{
	const struct queue *x = a, *y = b;

	if (x->longest != y->longest)
		return x->longest < y->longest ? 1 : -1;
	return (x->served < y->served) - (x->served > y->served);
}

int main(int argc, char **argv)
{
	static const int shares[4][4] = { { 6, 5, 4, 8 },
		                          { 12, 0, 1, 10 },
		                          { 1, 24, 6, 12 },
		                          { 2, 4, 30, 7 } };
	int length = argc > 1 ? atoi(argv[1]) : 10, i;
	const int *share = shares[argc > 2 ? atoi(argv[2]) & 3 : 0];
	struct world *w = calloc(1, sizeof *w);
	unsigned long sum = 0;
	struct thing *t;

	w->seed = 99;
	for (i = 0; i < PLACES; i++) {
		t = create(w, &counter, 1);
		t->place = i;
		schedule(w, t, i / 7.0);
	}
	schedule(w, create(w, &door, share[3]), 0);
	for (i = 0; i < length; i++) {
		simulate(w, 1000ul * (unsigned long)share[0]);
		sum += look_at_tree(w, share[1]);
		meet(w, 500 * share[2]);
	}
	qsort(w->queues, PLACES, sizeof *w->queues, longest_first);
	printf("%lu %lu %u\n", w->happened, sum, w->queues[0].longest);
	fell(w->tree);
	for (i = 0; (size_t)i < w->nheap; i++)
		free(w->heap[i]);
	while ((t = w->spare) != NULL) {
		w->spare = t->next;
		free(t);
	}
	free(w);
	return 0;
}
