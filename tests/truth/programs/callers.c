/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions whose cost depends on who calls them: callers LENGTH MIX.  MIX, any
 * number, decides how often each caller calls; only several files of different
 * mixes can tell what one caller's calls cost. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline)) static

enum { CELLS = 4096 };

struct tree {
	struct tree *low, *high;
	unsigned key;
};

static uint32_t cells[CELLS];
static struct tree *root;
static uint32_t state;

APART uint32_t draw(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

/* One cell costs as much as another, and callers ask for 3, 30 or 300. */
APART uint32_t sum_cells(unsigned from, unsigned n)
{
	uint32_t sum = 0;
	unsigned i;

	for (i = 0; i < n; i++)
		sum = (sum << 5 | sum >> 27) ^ cells[(from + i * 7) % CELLS];
	return sum;
}

APART uint32_t sum_few(unsigned from)
{
	return sum_cells(from, 3);
}

APART uint32_t sum_some(unsigned from)
{
	return sum_cells(from, 30);
}

APART uint32_t sum_many(unsigned from)
{
	return sum_cells(from, 300);
}

/* The two below call equally often but for a small part. */
APART uint32_t scramble(uint32_t x, unsigned rounds)
{
	while (rounds--)
		x = (x ^ x >> 15) * 0x2c1b3c6du;
	return x;
}

APART uint32_t first_twin(uint32_t x)
{
	return scramble(x, 20);
}

APART uint32_t second_twin(uint32_t x)
{
	return scramble(x, 100);
}

/* Recursion: its own calls are not those of a caller. */
APART unsigned depth(const struct tree *t)
{
	unsigned low, high;

	if (!t)
		return 0;
	low = depth(t->low);
	high = depth(t->high);
	return 1 + (low > high ? low : high);
}

APART unsigned depth_of_all(void)
{
	return depth(root);
}

APART unsigned depth_of_part(unsigned key)
{
	const struct tree *t = root;

	while (t && t->key != key % 64)
		t = key % 64 < t->key ? t->low : t->high;
	return depth(t);
}

/* A callee of a callee: what it costs depends on the caller two up. */
APART void shuffle(unsigned n)
{
	unsigned i, k;
	uint32_t t;

	for (i = n - 1; i > 0; i--) {
		k = draw() % (i + 1);
		t = cells[i];
		cells[i] = cells[k];
		cells[k] = t;
	}
}

APART void shuffle_start(void)
{
	shuffle(32);
}

APART void shuffle_all(void)
{
	shuffle(CELLS);
}

static void grow(unsigned n)
{
	struct tree **at;
	unsigned key;

	while (n--) {
		key = draw() % 65536;
		for (at = &root; *at && (*at)->key != key;)
			at = key < (*at)->key ? &(*at)->low : &(*at)->high;
		if (!*at) {
			*at = calloc(1, sizeof **at);
			(*at)->key = key;
		}
	}
}

/* Between 0 and 15, the same for the same mix. */
static unsigned weight(unsigned mix, unsigned of)
{
	uint32_t x = mix * 2654435761u + of * 40503u;

	return mix == 0 ? 6 : scramble(x, 6) >> 28;
}

int main(int argc, char **argv)
{
	unsigned length = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
	unsigned mix = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
	unsigned w[9], i, k;
	uint32_t sum = 0;

	for (i = 0; i < 9; i++)
		w[i] = weight(mix, i);
	state = 1;
	for (i = 0; i < CELLS; i++)
		cells[i] = draw();
	grow(800);
	for (i = 0; i < length; i++) {
		for (k = 0; k < 400 * w[0]; k++)
			sum += sum_few(k);
		for (k = 0; k < 60 * w[1]; k++)
			sum += sum_some(k);
		for (k = 0; k < 10 * w[2]; k++)
			sum += sum_many(k);
		for (k = 0; k < 50 * w[3] + 3 * w[4]; k++)
			sum += first_twin(sum);
		for (k = 0; k < 50 * w[3] + 3 * w[5]; k++)
			sum += second_twin(sum);
		for (k = 0; k < w[6] / 4; k++)
			sum += depth_of_all();
		for (k = 0; k < 10 * w[6] + 5; k++)
			sum += depth_of_part(draw());
		for (k = 0; k < 20 * w[7]; k++)
			shuffle_start();
		for (k = 0; k < w[8] / 3; k++)
			shuffle_all();
	}
	printf("%u\n", sum);
	return 0;
}
