// SPDX-License-Identifier: GPL-3.0-or-later
// Throws in a library, which finds the functions for that behind the recorder's.
#include <stdexcept>

struct Guard {
	int *count;
	~Guard() {
		++*count;
	}
};

static __attribute__((noinline)) void throw_from(int n, int *count) {
	Guard guard{ count };

	if (!n)
		throw std::runtime_error("");
	throw_from(n - 1, count);
}

extern "C" int thrown(int n) {
	int caught = 0, unwound = 0;

	for (int i = 0; i < n; i++)
		try {
			throw_from(20, &unwound);
		} catch (const std::exception &) {
			caught++;
		}
	return caught == n && unwound == 21 * n;
}
