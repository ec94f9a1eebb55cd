// SPDX-License-Identifier: GPL-3.0-or-later
// What stacks.c loads: exceptions that go through several functions.
#include <stdexcept>

#define APART extern "C" __attribute__((noinline, noclone, noipa))

static volatile double result;

APART double library_works(long n) {
	double x = 1;

	for (long i = 0; i < n; i++)
		x += 1 / (x + (double)i);
	return x;
}

APART void throws(int n) {
	if (!n) {
		result = library_works(20000);
		throw std::runtime_error("stacks");
	}
	throws(n - 1);
	result = n;
}

APART void catches() {
	try {
		throws(10);
	} catch (const std::exception &) {
		result = library_works(20000);
	}
}

APART void library_runs() {
	for (int i = 0; i < 500; i++)
		catches();
}
