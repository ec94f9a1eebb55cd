// SPDX-License-Identifier: GPL-3.0-or-later
// Members that are inlined into others, and begin below one that is not.
struct Sum {
	int n;

	__attribute__((noinline)) void clear()
	{
		n = 0;
	}

	template <class T> __attribute__((always_inline)) void add(T more)
	{
		__asm__ volatile("in_add%=: .rept 16\n nop\n .endr" : :);
		n += static_cast<int>(more);
	}
};

template <class T> __attribute__((noinline)) void add_all(Sum &sum, T more)
{
	sum.add(more);
}

int main(int argc, char **)
{
	Sum sum;

	sum.clear();
	add_all(sum, argc);
	add_all(sum, 0.5L);
	return sum.n;
}
