#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole-process times and memory of gptui beside GNU gprof, on the same input in
# the same run, as ratios: user and system seconds, the least of 3 tries, and
# the most memory that was resident.  Figures, never a pass or a fail: machines
# are noisy.
#
# Large programs are not made here: CORPUS names a file that has lines
#	TITLE EXECUTABLE PROFILE
# each of which is listed by function (-b) and by line (-b -l), the latter
# unless NO_LINES is set: gprof takes minutes for the lines of a program of
# 100 MB.  The first is also listed from 1000 copies of its profile.
GPTUI=${GPTUI:-$PWD/gptui}
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
tools=$SRCDIR/tests/tools
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

command -v gprof >/dev/null || {
	echo "skipped: no gprof (Debian: binutils)"
	exit 0
}

# cost TIMES COMMAND...: user plus system seconds of so many runs.
cost() {
	bash -c 'n=$1; shift; TIMEFORMAT="%U %S"
		time (for ((i = 0; i < n; i++)); do "$@"; done >/dev/null 2>&1)' \
		bash "$@" 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}

# A small program that runs another one and prints how much it used.
cat >"$work/peak.c" <<'END'
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	struct rusage used;
	pid_t child = fork();

	if (!child) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, 1);
		dup2(null, 2);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, NULL, 0, &used) < 0)
		return 1;
	printf("%ld\n", used.ru_maxrss);
}
END
${CC:-cc} -o "$work/peak" "$work/peak.c" || exit 1

# memory COMMAND...: the most KiB that were resident.
memory() {
	"$work/peak" "$@"
}

# least TIMES COMMAND...: of three tries.
least() {
	for _ in 1 2 3; do cost "$@"; done | sort -n | head -n 1
}

# compare TITLE TIMES ARGUMENTS...
compare() {
	title=$1 times=$2
	shift 2
	theirs=$(least "$times" gprof "$@")
	ours=$(least "$times" "$GPTUI" "$@")
	echo "$theirs $ours $times $(memory gprof "$@")" \
		"$(memory "$GPTUI" "$@")" | awk -v title="$title" '{
		printf "%-40s gprof %8.4f s  gptui %8.4f s  ", title,
			$1 / $3, $2 / $3
		if ($2 == 0) printf "too short to tell"
		else printf "%.1f times as fast", $1 / $2
		printf "; memory %d KiB, %d KiB: %.2f\n", $4, $5, $5 / $4 }'
}

# functions NAME COUNT CALLS: an executable of COUNT functions, its profile.
functions() {
	awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++)
		printf "%d function_%06d size=16\n", 65536 + 16 * i, i
	}' | "$tools/mkelf.py" -o "$work/$1" --text "65536:$((16 * $2))" -
	awk -v n="$2" -v calls="$3" 'BEGIN {
		printf "hist:65536:%d:%d:100:seconds:s:0=1", 65536 + 16 * n,
			4 * n
		for (i = 1; i < n; i += 7)
			printf ",%d=%d", 4 * i, i % 50 + 1
		printf "\n"
		for (i = 0; i < calls; i++)
			printf "arc:%d:%d:3\n", 65536 + 16 * (i * 7919 % n),
				65536 + 16 * (i * 104729 % n)
	}' >"$work/records"
	# shellcheck disable=SC2046 # records are words
	"$tools/gmontool.py" write -o "$work/$1.gmon" $(cat "$work/records")
}

echo 'int main(void) { return 0; }' >"$work/least.c"
if ${CC:-cc} -pg -o "$work/least" "$work/least.c"; then
	(cd "$work" && ./least && mv gmon.out least.gmon)
	compare "smallest program, -b" 100 -b "$work/least" "$work/least.gmon"
fi
# Lines: the demonstration program, which is small, so gprof's cost a byte of
# its code is small, too.
if ${CC:-cc} -O1 -g -pg -o "$work/demo" "$SRCDIR"/demo/*.c; then
	(cd "$work" && ./demo 0.3 compile evaluate sort >/dev/null &&
		mv gmon.out demo.gmon)
	compare "demonstration program, -b -l" 5 -b -l "$work/demo" \
		"$work/demo.gmon"
fi
functions few 2000 3000
compare "2 000 functions, 3 000 calls, -b" 5 -b "$work/few" "$work/few.gmon"
functions many 20000 20000
compare "20 000 functions, 20 000 calls, -b" 1 \
	-b "$work/many" "$work/many.gmon"
# thousand TITLE EXECUTABLE PROFILE: copies of it, added up.
thousand() {
	mkdir -p "$work/copies"
	for i in $(seq 1000); do
		ln -sf "$(realpath "$3")" "$work/copies/$i"
	done
	compare "1000 files of $1, -b" 1 -b "$2" "$work"/copies/*
}

thousand "2 000 functions, 3 000 calls" "$work/few" "$work/few.gmon"

[ -n "${CORPUS-}" ] || exit 0
has_thousand=
while read -r program executable profile; do
	compare "$program, -b" 3 -b "$executable" "$profile"
	[ -n "${NO_LINES-}" ] ||
		compare "$program, -b -l" 1 -b -l "$executable" "$profile"
	[ -n "$has_thousand" ] || thousand "$program" "$executable" "$profile"
	has_thousand=yes
done <"$CORPUS"
