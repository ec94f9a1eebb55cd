/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Cortex-M program with newlib and no system, which counts by itself and writes
 * gmon.out by semihosting: the code is part of what the manual asks of board makers. */
#include <stdint.h>
#include <stdio.h>

enum { RATE = 1000, CLOCK = 25000000, BIN = 4, BINS = 16384, ARCS = 64 };

extern char __executable_start[], etext[];
extern void _start(void);

#define QUIET __attribute__((no_instrument_function))

static uint16_t counts[BINS];
static struct arc { uint32_t from, to, count; } arcs[ARCS];

/* What SysTick interrupted is on the stack. */
QUIET void count_sample(const uint32_t *frame) {
	const uint32_t at = (frame[6] - (uintptr_t)__executable_start) / BIN;

	if (at < BINS && counts[at] < UINT16_MAX)
		counts[at]++;
}

__attribute__((naked)) QUIET void tick(void) {
	__asm__("mov r0, sp\n b count_sample");
}

QUIET void count_call(uint32_t from, uint32_t to) {
	for (unsigned i = 0; i < ARCS; i++)
		if (!arcs[i].count || (arcs[i].from == from && arcs[i].to == to)) {
			arcs[i] = (struct arc){ from, to, arcs[i].count + 1 };
			return;
		}
}

/* After "push {lr}": gives lr back to the function that calls it. */
__attribute__((naked)) QUIET void __gnu_mcount_nc(void) {
	__asm__("push {r0-r3, lr}\n ldr r0, [sp, #20]\n mov r1, lr\n bic r0, #1\n bic r1, #1\n"
	        "bl count_call\n pop {r0-r3, ip, lr}\n bx ip");
}

QUIET static void put(FILE *file, uint32_t value) {
	fwrite(&value, sizeof value, 1, file);
}

QUIET static void write_profile(void) {
	FILE *file = fopen("gmon.out", "wb");
	const uint32_t low = (uintptr_t)__executable_start;
	const uint32_t nbins = ((uintptr_t)etext - low + BIN - 1) / BIN;

	fwrite("gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20, 1, file);
	fputc(0, file);
	put(file, low);
	put(file, low + nbins * BIN);
	put(file, nbins);
	put(file, RATE);
	fwrite("seconds\0\0\0\0\0\0\0\0s", 16, 1, file);
	fwrite(counts, sizeof *counts, nbins, file);
	for (unsigned i = 0; i < ARCS && arcs[i].count; i++) {
		fputc(1, file);
		put(file, arcs[i].from);
		put(file, arcs[i].to);
		put(file, arcs[i].count);
	}
	fclose(file);
}

QUIET static void start_clock(void) {
	volatile uint32_t *systick = (volatile uint32_t *)0xe000e010;

	systick[1] = CLOCK / RATE - 1;
	systick[2] = 0;
	systick[0] = 7;
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
	[0] = 0x00400000, [1] = (uintptr_t)_start, [15] = (uintptr_t)tick
};

__attribute__((noinline)) uint32_t filter(uint32_t x) {
	for (int i = 0; i < 400; i++)
		x = x * 1664525 + 1013904223;
	return x;
}

__attribute__((noinline)) uint32_t crc32(uint32_t x) {
	for (int i = 0; i < 40000; i++)
		x = x & 1 ? x >> 1 ^ 0xedb88320 : x >> 1;
	return filter(x);
}

int main(void) {
	uint32_t x = 1;

	start_clock();
	for (int i = 0; i < 200; i++)
		x = crc32(x);
	for (int i = 0; i < 300; i++)
		x = filter(x);
	write_profile();
	printf("%lu\n", (unsigned long)x);
	return 0;
}
