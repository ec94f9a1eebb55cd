#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether what was done to a profile is found: tests/gprof/doubts.sh [BUILDDIR].
# The calls are those of one run; samples are put where instructions begin.
suite=doubts
. "$(dirname "$0")/../tools/listings.sh"
need python3
need objdump

cat >calls.c <<'END_OF_C'
#include <setjmp.h>
#include <stdlib.h>
#define APART __attribute__((noinline))
volatile unsigned sum;
static jmp_buf back;
APART void leaf(int n) { sum += n % 7 ? sum / 3 : 11 * sum; }
APART void first(void) { leaf(1); sum++; }
APART void second(void) { leaf(2); sum += 2; }
APART void left(int n) { leaf(n); if (n % 5 == 4) longjmp(back, 1); sum++; }
APART int compare(const void *a, const void *b)
{
	leaf(*(const int *)a);
	return *(const int *)a - *(const int *)b;
}
APART int both(int n)
{
	first();
	sum = sum % 77 + sum / 3 + n / 9;
	if (n % 3 == 1)
		leaf(n);
	second();
	return n;
}
APART void never(int n) { leaf(n); second(); }
APART void jumps(int n)
{
	switch (setjmp(back) ? 7 : n % 6) {
	case 0: first();
	case 1: leaf(n); break;
	case 2: second(); return;
	case 3: left(n); second(); break;
	case 4: left(n); never(n); break;
	}
	first();
}
APART int last(void) { second(); return 0; }
int main(void)
{
	int list[] = { 3, 1, 2 }, i;

	first();
	for (i = 0; i < 30; i++)
		both(i), jumps(i);
	qsort(list, 3, sizeof *list, compare);
	return last();
}
END_OF_C

# Exceptions lead to places that no jump does: once is asked 4 times in a run.
cat >throws.cc <<'END_OF_C'
volatile unsigned sum;
#define APART __attribute__((noinline))
APART void leaf(int n) { sum += n % 7 ? sum / 3 : 11 * sum; }
APART void first(void) { leaf(1); sum++; }
APART void once(int n) { leaf(n); if (n < 4) throw n; }
APART void last(void) { leaf(2); sum += 3; }
APART void both(int n)
{
	try {
		once(n);
		last();
	} catch (int) {
		leaf(n);
	}
	first();
}
int main()
{
	int n = 0;
	first();
again:
	try {
		n++;
		once(n);
	} catch (...) {
		goto again;
	}
	for (n = 0; n < 3; n++)
		both(n);
	first();
	return 0;
}
END_OF_C

cat >change.py <<'END_OF_PYTHON'
"""change.py PROGRAM HOW [N]: gmon.out of the program, changed, as x.gmon."""
import re
import struct
import subprocess
import sys

program, how, n = sys.argv[1], sys.argv[2], int((sys.argv + ['0'])[3])
data = open('gmon.out', 'rb').read()
low, high, nbins = struct.unpack('<QQI', data[21:41])
head, calls = data[:61], data[61 + 2 * nbins:]
calls = [struct.unpack('<QQI', calls[i + 1:i + 21])
         for i in range(0, len(calls), 21)]
code = subprocess.run(['objdump', '-d', '--no-show-raw-insn', program],
                      capture_output=True, text=True).stdout
bins, own = [0] * nbins, False
ratio = struct.unpack('f', struct.pack('f', 2 * nbins / (high - low)))[0]
step = int(ratio * 65536)  # as profil() of glibc
names = {}
for line in code.splitlines():
    name = re.match(r'([0-9a-f]+) <(\w+)>:', line)
    if name:
        names[int(name[1], 16)] = name[2]
        own = re.sub('_Z[0-9]*|[iv]$', '', name[2]) in (
            'leaf', 'first', 'second', 'both', 'jumps', 'left', 'once')
    at = re.match(r' +([0-9a-f]+):\t', line)
    if at and own:
        bins[(int(at[1], 16) - low) // 2 * step >> 16] = 1


def caller_and_callee(call):
    begins = sorted(names)
    return [names[max(b for b in begins if b <= a)]
            for a in (call[0] + 15, call[1])]


if how == 'shifted':
    bins = bins[-n:] + bins[:-n]
elif how == 'summed':
    calls = [(a, b, n * count) for a, b, count in calls]
elif how == 'lost':
    wanted = sys.argv[4:6]
    calls = [c for c in calls if caller_and_callee(c) != wanted]
with open('x.gmon', 'wb') as out:
    out.write(head + struct.pack('<%dH' % nbins, *bins))
    for call in calls:
        out.write(b'\1' + struct.pack('<QQI', *call))
END_OF_PYTHON

# said NAME HOW...: what the health view says of it
said() {
	what=$1
	shift
	python3 change.py "$@" && "$GPTUI" --report health --format csv "$1" x.gmon >health 2>log ||
		cat log
	printf '%s: ' "$what"
	grep -oE 'where no instruction begins|calls are missing|must have called [a-z]+|once was counted [0-9]+ times' \
		health | tr '\n' ';'
	echo
}

# check NAME COMPILER WORDS...
check() {
	name=$1
	shift
	rm -f gmon.out
	command -v "$1" >/dev/null && "$@" -w -pg -o calls calls.c >log 2>&1 && ./calls &&
		[ "$(od -An -tx1 -N1 -j4 calls)" = ' 02' ] || {
		echo "skipped $suite-$name: cannot be made"
		return
	}
	{
		said right calls as-it-is
		said shifted calls shifted 1
		said shifted calls shifted 5
		said shifted calls shifted -3
		said summed calls summed 3
		said lost calls lost 0 main first
		said lost calls lost 0 both first
	} >found
	cat >wanted <<-END_OF_TEXT
		right: 
		shifted: where no instruction begins;
		shifted: where no instruction begins;
		shifted: where no instruction begins;
		summed: once was counted 3 times;
		lost: calls are missing;must have called first;
		lost: calls are missing;must have called first;
	END_OF_TEXT
	answer "$name"
}

# check_throws NAME COMPILER WORDS...
check_throws() {
	name=$1
	shift
	rm -f gmon.out
	command -v "$1" >/dev/null && "$@" -w -pg -o throws throws.cc >log 2>&1 && ./throws &&
		[ "$(od -An -tx1 -N1 -j4 throws)" = ' 02' ] || {
		echo "skipped $suite-$name: cannot be made"
		return
	}
	{
		said right throws as-it-is
		said shifted throws shifted 2
	} >found
	cat >wanted <<-END_OF_TEXT
		right: 
		shifted: where no instruction begins;
	END_OF_TEXT
	answer "$name"
}

for level in O0 O1 O2 Os; do
	check_throws g++-$level g++ -$level
	check_throws clang++-$level clang++ -$level
done
for compiler in gcc clang; do
	for level in O0 O1 O2 Os; do
		check $compiler-$level $compiler -$level
		check $compiler-$level-fixed $compiler -$level -no-pie -fno-pie
	done
done
check fentry gcc -O2 -mfentry
exit 0
