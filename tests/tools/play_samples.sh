#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the tests that run profiled programs with samples that fell elsewhere:
# play_samples.sh TIMES [FIRST] in the folder of the build.  Each play has
# another seed and the next shape of place_samples.py; of lines of options it
# takes one in $SHARE (10).  A play that fails leaves its folder, and the line
# that repeats it.
SRCDIR=$(cd "$(dirname "$0")/../.." && pwd)
BUILDDIR=$PWD
work=$BUILDDIR/tests/work/plays
export SRCDIR BUILDDIR GPTUI="$BUILDDIR/gptui" W SAMPLES SEED
export SHARE="${SHARE:-10}" MATRIX_PAIRS="${MATRIX_PAIRS:-2}" RANDOM_CASES=0
SEED=${2:-1}
last=$((SEED + $1 - 1)) passed=0 failed=0
mkdir -p "$work"
while [ "$SEED" -le "$last" ]; do
	case $((SEED % 4)) in
	0) SAMPLES=none ;;
	1) SAMPLES=hot ;;
	2) SAMPLES=ties ;;
	3) SAMPLES=spread ;;
	esac
	W=$work/$SAMPLES-$SEED
	mkdir -p "$W"
	for script in run sum lines reader matrix formats bad_input differences; do
		"$SRCDIR/tests/gprof/$script.sh" "$BUILDDIR" \
			>"$W/$script.log" 2>&1 ||
			echo "not ok $script: exit status $?" >>"$W/$script.log"
	done
	if grep -h '^not ok' "$W"/*.log; then
		echo "(SAMPLES=$SAMPLES SEED=$SEED tests/gprof/...: $W)"
		failed=$((failed + 1))
	else
		passed=$((passed + 1))
		rm -rf "$W"
	fi
	SEED=$((SEED + 1))
done
echo "$passed plays passed, $failed failed"
[ $failed = 0 ]
