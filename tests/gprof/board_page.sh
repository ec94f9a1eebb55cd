#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program of doc/boards.md writes a profile: tests/gprof/board_page.sh [BUILDDIR]
suite=board-page
. "$(dirname "$0")/../tools/listings.sh"

sed -n '/^```c$/,/^```$/p' "$tests/../doc/boards.md" | grep -v '^```' >page.c
cat >board.c <<'END'
#include <stdio.h>
void profile_sample(unsigned long pc);
void profile_write(void);
void work(void) { __asm__(".balign 64\n.globl low\nlow:\n.space 256, 0x90"); }
void rest(void) { __asm__(".space 16384, 0x90"); }
void put(const void *bytes, unsigned n) { fwrite(bytes, 1, n, stdout); }
extern char low[];
int main(void)
{
	int i;

	for (i = 0; i < 700; i++)
		profile_sample((unsigned long)low + 16 + i % 64);
	for (i = 0; i < 300; i++)
		profile_sample((unsigned long)rest + 600 + i % 64);
	for (i = 0; i < 70000; i++)
		profile_sample((unsigned long)low + 200);
	profile_sample((unsigned long)low - 1);
	profile_sample((unsigned long)low + 4096 * 4);
	profile_write();
	return 0;
}
END
$CC -O1 -fno-pie -no-pie -fno-toplevel-reorder -o board page.c board.c 2>err ||
	{ cat err; skip "it does not build here"; }
./board >gmon.out
"$GPTUI" --no-config --report flat --format csv --columns self,function board gmon.out >out
if grep -q '^662.35,work' out && grep -q '^3,rest' out && [ "$(wc -l <out)" = 3 ]; then
	echo "ok $suite"
else
	cat out
	echo "not ok $suite"
fi
if has_gprof; then
	gprof -b -p board gmon.out >listing 2>&1
	grep -q '662.35 .* work' listing
	echo "$([ $? = 0 ] || echo "not ")ok $suite-gprof"
fi
"$tools/make-log.py" hexdump-C gmon.out >board.log
"$GPTUI" --no-config --report flat --format csv --columns self,function board board.log |
	cmp -s - out
echo "$([ $? = 0 ] || echo "not ")ok $suite-log"
