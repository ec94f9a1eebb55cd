#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares listings over programs, builds, formats and options with those of GNU
# gprof 2.40, byte for byte: tests/gprof/matrix.sh [BUILDDIR].  A test is a cell,
# a program in a build.  Each build gets some lines of options that the seed
# draws; for all builds of all programs, and all pairs of options, which takes
# hours:
#	MATRIX=whole tests/gprof/matrix.sh [BUILDDIR]
# MATRIX_SEED is another seed than 1, MATRIX_PAIRS another number of lines.
suite=matrix
. "$(dirname "$0")/../tools/listings.sh"
need_gprof
need python3
if [ "$MATRIX" = whole ]; then
	set -- --whole --pairs "${MATRIX_PAIRS:-0}" --seconds 0
else
	set -- --pairs "${MATRIX_PAIRS:-25}" --seconds 400
fi
"$tests/gprof/matrix.py" --seed "${MATRIX_SEED:-${SEED:-1}}" "$@" "$GPTUI" "$W"
