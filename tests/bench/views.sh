#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the screen costs beside `gprof -b -p' on the same input, whole processes
# to the end of all jobs in the background: opened, with the source of the
# hottest function, with its instructions, with its callers and callees, with
# the lines of all functions.
# Figures, never a pass or a fail: machines are noisy.
#
# CORPUS names a file as for listings.sh; without it the demonstration program
# is taken.
. "$(dirname "$0")/../tools/measure.sh"

# compare TITLE KEYS EXECUTABLE PROFILE
compare() {
	"$work/measure" 3 gprof -b -p "$3" "$4" -- \
		"$GPTUI" --keys "$2" --size 80x24 --no-config "$3" "$4" |
		awk -v title="$1" '
		{ time[NR] = $2; memory[NR] = $3 }
		END { printf "%-36s time %9.3f %9.3f s  " \
			"memory %8d %8d KiB %5.2f\n", title, time[1], time[2],
			memory[1], memory[2], memory[2] / memory[1] }'
}

# views TITLE EXECUTABLE PROFILE
views() {
	compare "$1, opened" 1 "$2" "$3"
	compare "$1, source" a "$2" "$3"
	compare "$1, instructions" 5 "$2" "$3"
	compare "$1, call graph" Enter "$2" "$3"
	compare "$1, lines" ": T:view Space T:lines Enter" "$2" "$3"
}

echo "seconds of the clock and KiB: gprof -b -p, gptui's screen"
if [ -n "${CORPUS-}" ]; then
	while read -r program executable profile; do
		views "$program" "$executable" "$profile"
	done <"$CORPUS"
elif ${CC:-cc} -O1 -g -pg -o "$work/demo" "$SRCDIR"/demo/*.c; then
	(cd "$work" && ./demo 0.3 compile evaluate sort >/dev/null &&
		mv gmon.out demo.gmon)
	views demonstration "$work/demo" "$work/demo.gmon"
fi
