#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the tests that run profiled programs with samples that fell elsewhere:
# play_samples.sh TIMES [FIRST] in the folder of the build.  Play N has the
# seed N and a shape of place_samples.py, in turn; of lines of options it takes
# one in $SHARE (21, odd so that each shape gets all).  Programs are built and
# run once for all plays.  A play that fails leaves its folder, with the pairs
# that differ, and the line that repeats it.
SRCDIR=$(cd "$(dirname "$0")/../.." && pwd)
BUILDDIR=$PWD
plays=$BUILDDIR/tests/work/plays
# Debug information names the folder in which a program was built.
W=$plays/now
export SRCDIR BUILDDIR GPTUI="$BUILDDIR/gptui" W SAMPLES SEED MATRIX_SEED
export SHARE="${SHARE:-21}" MATRIX_PAIRS="${MATRIX_PAIRS:-2}" RANDOM_CASES=0
export PLAY_CACHE="$plays/programs"
SEED=${2:-1}
last=$((SEED + $1 - 1)) passed=0 failed=0
mkdir -p "$PLAY_CACHE"
while [ "$SEED" -le "$last" ]; do
	case $((SEED % 4)) in
	0) SAMPLES=none ;;
	1) SAMPLES=hot ;;
	2) SAMPLES=ties ;;
	3) SAMPLES=spread ;;
	esac
	MATRIX_SEED=$((SEED + SEED / 4)) # four programs take turns there, too
	rm -rf "$W"
	mkdir -p "$W"
	for script in run sum lines reader matrix formats bad_input differences; do
		"$SRCDIR/tests/gprof/$script.sh" "$BUILDDIR" \
			>"$W/$script.log" 2>&1 ||
			echo "not ok $script: exit status $?" >>"$W/$script.log"
	done
	if grep -h '^not ok' "$W"/*.log; then
		kept=$plays/$SAMPLES-$SEED
		rm -rf "$kept"
		mv "$W" "$kept"
		sed -i "s|$W|$kept|g" "$kept"/*.log
		echo "(in $kept; again: $0 1 $SEED)"
		failed=$((failed + 1))
	else
		passed=$((passed + 1))
	fi
	SEED=$((SEED + 1))
done
rm -rf "$W"
echo "$passed plays passed, $failed failed"
[ $failed = 0 ]
