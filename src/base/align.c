/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/align.h"

#include "base/base.h"

enum { MOST = 400 }; /* differences between two ends, after which any good cut will do */

/* A part of both sequences. */
struct box {
	const uint64_t *a, *b;
	long n, m; /* items of each */
};

/* How far ways with so many differences come on each diagonal x - y, from one end of a box; -1: not
 * inside it. */
struct reach {
	long at[2 * MOST + 5];
	bool is_back; /* from the end */
};

struct aligner {
	const uint64_t *a, *b; /* all */
	struct stretch *list;
	size_t n;
	struct arena *arena;
	struct reach fore, back;
};

static long *on(struct reach *r, long diagonal) {
	return &r->at[diagonal + MOST + 2];
}

static bool is_equal(const struct box *box, const struct reach *r, long x, long y) {
	return r->is_back ? box->a[box->n - 1 - x] == box->b[box->m - 1 - y]
	                  : box->a[x] == box->b[y];
}

/* Goes one difference further, then along all that is equal, on one diagonal. */
static long go(const struct box *box, struct reach *r, long diagonal, bool is_first) {
	const long left = *on(r, diagonal - 1), above = *on(r, diagonal + 1);
	long x = is_first ? 0 : -1;

	if (left >= 0 && left < box->n)
		x = left + 1;
	if (above > x && above - diagonal <= box->m)
		x = above;
	while (x >= 0 && x < box->n && x - diagonal < box->m && is_equal(box, r, x, x - diagonal))
		x++;
	*on(r, diagonal) = x;
	return x;
}

/* Goes one difference further on all diagonals; true if ways from both ends met, at (*x, *y). */
static bool go_all(const struct box *box, struct reach *r, struct reach *other, long d, long *x,
                   long *y) {
	const long all = box->n - box->m, reached = r->is_back ? d : d - 1;
	const bool may_meet = r->is_back == !(all % 2);

	*on(r, -d - 1) = *on(r, d + 1) = -1;
	if (!d)
		*on(r, 0) = -1;
	for (long k = -d; k <= d; k += 2) {
		const long at = k < -box->m || k > box->n ? (*on(r, k) = -1) : go(box, r, k, !d);
		const long facing = all - k;

		if (!may_meet || at < 0 || facing < -reached || facing > reached ||
		    *on(other, facing) < 0 || at + *on(other, facing) < box->n)
			continue;
		*x = r->is_back ? box->n - at : at;
		*y = r->is_back ? box->m - (at - k) : at - k;
		return true;
	}
	return false;
}

/* A point that parts a box in two: the middle of the shortest way, or what is furthest from the
 * beginning after MOST differences. */
static void cut(struct aligner *l, const struct box *box, long *x, long *y) {
	long best = -1;

	for (long d = 0; d <= MOST; d++)
		if (go_all(box, &l->fore, &l->back, d, x, y) ||
		    go_all(box, &l->back, &l->fore, d, x, y))
			return;
	for (long k = -MOST; k <= MOST; k += 2)
		if (*on(&l->fore, k) >= 0 && 2 * *on(&l->fore, k) - k > best) {
			*x = *on(&l->fore, k);
			*y = *x - k;
			best = *x + *y;
		}
}

/* Adds items, after those before them. */
static void add(struct aligner *l, const struct box *box, long n) {
	const struct stretch s = { (uint64_t)(box->a - l->a), (uint64_t)(box->b - l->b),
		                   (uint64_t)n };
	struct stretch *last = l->n ? &l->list[l->n - 1] : NULL;

	if (last && last->a + last->n == s.a && last->b + last->n == s.b) {
		last->n += s.n;
	} else if (n) {
		arena_append(l->arena, l->list, l->n, s);
	}
}

/* How many are equal at the beginning of a box; at its end. */
static long equal_items(const struct box *box, bool is_back) {
	const struct reach from = { .is_back = is_back };
	long n = 0;

	while (n < box->n && n < box->m && is_equal(box, &from, n, n))
		n++;
	return n;
}

static void solve(struct aligner *l, struct box box) {
	const long before = equal_items(&box, false);
	long x = 0, y = 0;

	add(l, &box, before);
	box = (struct box){ box.a + before, box.b + before, box.n - before, box.m - before };
	long after = equal_items(&box, true);
	box.n -= after;
	box.m -= after;
	if (box.n && box.m)
		cut(l, &box, &x, &y);
	struct box rest = { box.a + x, box.b + y, box.n - x, box.m - y };
	if (x + y > 0 && rest.n + rest.m > 0) {
		solve(l, (struct box){ box.a, box.b, x, y });
		solve(l, rest);
	}
	add(l, &(struct box){ box.a + box.n, box.b + box.m, after, after }, after);
}

struct alignment align(const uint64_t *a, size_t na, const uint64_t *b, size_t nb,
                       struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct aligner *l = arena_alloc(scratch, 1, sizeof *l);

	*l = (struct aligner){ .a = a, .b = b, .arena = arena, .back.is_back = true };
	solve(l, (struct box){ a, b, (long)na, (long)nb });
	return (struct alignment){ l->list, l->n };
}

/* How many stretches begin at or before an item of a. */
static size_t begun(const struct alignment *m, uint64_t a) {
	return upper_bound(m->list, m->n, sizeof *m->list, offsetof(struct stretch, a), a);
}

uint64_t align_partner(const struct alignment *m, uint64_t a) {
	const size_t i = begun(m, a);
	const struct stretch *s = i ? &m->list[i - 1] : NULL;

	return s && a - s->a < s->n ? s->b + (a - s->a) : NO_PARTNER;
}

uint64_t align_gap(const struct alignment *m, uint64_t a, uint64_t nb, uint64_t *first) {
	size_t i = begun(m, a);

	if (i && a - m->list[i - 1].a < m->list[i - 1].n)
		i--;
	*first = i ? m->list[i - 1].b + m->list[i - 1].n : 0;
	uint64_t end = i < m->n ? m->list[i].b : nb;
	return a == (i ? m->list[i - 1].a + m->list[i - 1].n : 0) && end > *first ? end - *first
	                                                                          : 0;
}
