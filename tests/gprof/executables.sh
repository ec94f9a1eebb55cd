#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a profile belongs to its executable: tests/gprof/executables.sh
# [BUILDDIR].  Each build of a program runs once.  No fault may be found with
# the executable that ran, and one with each that did not:
#	order    two objects are linked the other way round; where $differ is
#	         0 they have the same code
#	body     one function is longer
#	level    one source is optimized in another way
#	program  another program
suite=executables
. "$(dirname "$0")/../tools/listings.sh"
need python3

# The same code under two names, with calls of most kinds.
cat >part.c <<'END'
#include <stdlib.h>
#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define NAME(x) JOIN(PART, x)
struct steps {
	unsigned (*first)(unsigned), (*second)(unsigned);
};
__attribute__((noinline)) unsigned NAME(small)(unsigned x)
{
	return x * 3 + 1;
}
__attribute__((noinline)) unsigned NAME(loop)(unsigned n)
{
	unsigned i, sum = 0;

	for (i = 0; i < n; i++)
		sum += NAME(small)(i) ^ sum >> 3;
#if LONGER
	for (i = 0; i < n; i += 7)
		sum = sum / 3 + i % 11;
#endif
	return sum;
}
static int NAME(compare)(const void *a, const void *b)
{
	const unsigned *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}
__attribute__((noinline)) unsigned NAME(deep)(unsigned n)
{
#if OTHER
	if (n > 100000)
		return NAME(loop)(n / 7) % 3;
#endif
	return n < 2 ? n : NAME(deep)(n - 1) + NAME(deep)(n - 2);
}
static struct steps NAME(table)[] = { { NAME(small), NAME(loop) },
	                              { NAME(loop), NAME(deep) } };
__attribute__((noinline)) unsigned NAME(run)(unsigned n)
{
	volatile struct steps *steps = NAME(table);
	unsigned list[64], i;

	for (i = 0; i < 64; i++)
		list[i] = steps[i & 1].first(i) + steps[i & 1].second(i & 7);
	qsort(list, 64, sizeof *list, NAME(compare));
	return NAME(loop)(n) + list[7];
}
END
cat >main.c <<'END'
unsigned one_run(unsigned), two_run(unsigned), one_deep(unsigned);
int main(void)
{
	return one_run(100) + two_run(200) + one_deep(9) == 42;
}
END
cat >other.c <<'END'
static __attribute__((noinline)) int twice(int x)
{
	return 2 * x;
}
int main(int n, char **words)
{
	return twice(n) == 7;
}
END

# make_all COMPILER WORDS...: program and those that are not it
make_all() {
	"$@" -DPART=one -c part.c -o one.o &&
		"$@" -DPART=one -DLONGER -c part.c -o longer.o &&
		"$@" -DPART=two -DOTHER=$differ -c part.c -o two.o &&
		"$@" -c main.c -o main.o && "$@" -o other other.c &&
		"$@" -o program one.o two.o main.o &&
		"$@" -o order two.o one.o main.o &&
		"$@" -o body longer.o two.o main.o &&
		"$@" $level -DPART=one -c part.c -o one.o &&
		"$@" -o level one.o two.o main.o
}

# faults PROGRAM: how many are found with the profile
faults() {
	"$GPTUI" --report health --format csv "$1" gmon.out 2>/dev/null |
		grep -cE '^"?(fault|warning)"?,"?gmon.out'
}

# check NAME COMPILER WORDS...
check() {
	name=$1
	shift
	rm -f gmon.out
	command -v "$1" >/dev/null && make_all "$@" >log 2>&1 &&
		./program && [ -e gmon.out ] || {
		echo "skipped $suite-$name: cannot be made"
		return
	}
	: >wanted
	: >found
	for program in program order body level other; do
		case $program in
		program) echo "$program 0" ;;
		*) echo "$program 1" ;;
		esac >>wanted
		echo "$program $(faults $program)" >>found
	done
	answer "$name"
}

for compiler in gcc clang; do
	for bits in '' -m32; do
		differ=0 level=-O0
		check $compiler$bits-O2 $compiler -pg -O2 $bits
		check $compiler$bits-fixed $compiler -pg -O2 $bits -no-pie -fno-pie
		check $compiler$bits-static $compiler -pg -O2 $bits -static
		check $compiler$bits-no-plt $compiler -pg -O2 $bits -fno-plt
		check $compiler$bits-Os $compiler -pg -Os $bits
		level=-O2
		check $compiler$bits-O0 $compiler -pg -O0 $bits -fPIC
	done
done
# Where calls cannot be followed twins are not told from each other.
differ=1 level=-O0
check fentry gcc -pg -O2 -mfentry
check thunks gcc -pg -O2 -mindirect-branch=thunk -mfunction-return=thunk
check large gcc -pg -O2 -mcmodel=large -no-pie -fno-pie
check stack gcc -pg -O2 -fstack-protector-all -fstack-clash-protection
check branches gcc -pg -O2 -fcf-protection=full
check stripped gcc -pg -O2 -s
exit 0
