#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole-process times of gptui beside GNU gprof, on the same input in the same
# run, as ratios: user and system seconds, the least of 3 tries.  Figures,
# never a pass or a fail: machines are noisy.
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
	echo "$theirs $ours $times" | awk -v title="$title" '{
		printf "%-40s gprof %8.4f s  gptui %8.4f s  ", title,
			$1 / $3, $2 / $3
		if ($2 == 0) print "too short to tell"
		else printf "%.1f times as fast\n", $1 / $2 }'
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
files=
for i in $(seq 1000); do
	cp "$work/few.gmon" "$work/few.$i"
	files="$files $work/few.$i"
done
# shellcheck disable=SC2086 # files are words
compare "1000 files of 2 000 functions, -b -p" 1 -b -p "$work/few" $files
