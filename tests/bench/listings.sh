#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole-process times and memory of gptui beside GNU gprof, on the same input in
# the same run, as ratios: seconds of the processor, the least of some tries
# made in turn, and the most memory that was resident.  Figures, never a pass or
# a fail: machines are noisy.
#
# Large programs are not made here: CORPUS names a file that has lines
#	TITLE EXECUTABLE PROFILE
# each of which is listed by function (-b) and by line (-b -l), the latter
# unless NO_LINES holds the title: gprof takes minutes for the lines of a
# program of 100 MB.  The first is also listed from 1000 copies of its profile.
. "$(dirname "$0")/../tools/measure.sh"
tools=$SRCDIR/tests/tools

# compare TITLE TRIES ARGUMENTS...
compare() {
	title=$1 tries=$2
	shift 2
	"$work/measure" "$tries" gprof "$@" -- "$GPTUI" "$@" |
		awk -v title="$title" '
		{ time[NR] = $1; memory[NR] = $3 }
		END { printf "%-36s time %9.4f %9.4f s %6.1f times as fast  " \
			"memory %7d %7d KiB %5.2f\n", title, time[1], time[2],
			time[1] / time[2], memory[1], memory[2],
			memory[2] / memory[1] }'
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

# thousand TITLE EXECUTABLE PROFILE: copies of it, added up.
thousand() {
	mkdir -p "$work/copies"
	for i in $(seq 1000); do
		ln -sf "$(realpath "$3")" "$work/copies/$i"
	done
	compare "1000 files of $1, -b" 3 -b "$2" "$work"/copies/*
}

echo "seconds and KiB: gprof's, gptui's"
echo 'int main(void) { return 0; }' >"$work/least.c"
if ${CC:-cc} -pg -o "$work/least" "$work/least.c"; then
	(cd "$work" && ./least && mv gmon.out least.gmon)
	compare "smallest program, -b" 300 -b "$work/least" "$work/least.gmon"
fi
# Lines: the demonstration program, which is small, so gprof's cost a byte of
# its code is small, too.
if ${CC:-cc} -O1 -g -pg -o "$work/demo" "$SRCDIR"/demo/*.c; then
	(cd "$work" && ./demo 0.3 compile evaluate sort >/dev/null &&
		mv gmon.out demo.gmon)
	compare "demonstration, -b" 100 -b "$work/demo" "$work/demo.gmon"
	compare "demonstration, -b -l" 10 -b -l "$work/demo" "$work/demo.gmon"
fi
functions few 2000 3000
compare "2000 functions, 3000 calls, -b" 10 -b "$work/few" "$work/few.gmon"
functions many 20000 20000
compare "20000 functions, 20000 calls, -b" 2 \
	-b "$work/many" "$work/many.gmon"
thousand "2000 functions" "$work/few" "$work/few.gmon"

[ -n "${CORPUS-}" ] || exit 0
has_thousand=
while read -r program executable profile; do
	compare "$program, -b" 3 -b "$executable" "$profile"
	case " ${NO_LINES-} " in
	*" $program "*) ;;
	*) compare "$program, -b -l" 3 -b -l "$executable" "$profile" ;;
	esac
	[ -n "$has_thousand" ] || thousand "$program" "$executable" "$profile"
	has_thousand=yes
done <"$CORPUS"
