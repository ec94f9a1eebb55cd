# SPDX-License-Identifier: GPL-3.0-or-later
# To be sourced first by the benchmarks.  Sets GPTUI, SRCDIR and work, a new
# directory, and builds $work/measure; exits if there is no gprof.
GPTUI=${GPTUI:-$PWD/gptui}
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

command -v gprof >/dev/null || {
	echo "skipped: no gprof (Debian: binutils)"
	exit 0
}
${CC:-cc} -o "$work/measure" "$SRCDIR/tests/tools/measure.c" || exit 1
