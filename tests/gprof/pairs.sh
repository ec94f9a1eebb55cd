#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# That no right pair of program and profile has a fault: tests/gprof/pairs.sh
# [BUILDDIR].  RIGHT=1000 WRONG=500 tests/gprof/pairs.sh tries many, and prints
# what is found of wrong ones.
suite=pairs
. "$(dirname "$0")/../tools/listings.sh"
need python3

if "$tests/gprof/pairs.py" --right "${RIGHT:-60}" --wrong "${WRONG:-4}"; then
	echo "ok $suite-right"
else
	echo "not ok $suite-right"
fi
