# SPDX-License-Identifier: GPL-3.0-or-later
# To be sourced first by the tests of listings (tests/gprof/*.sh):
#
#	suite=NAME
#	. "$(dirname "$0")/../tools/listings.sh"
#
# Afterwards the working directory is a new one, $W; $GPTUI is the program, $tools
# and $data are the directories of the tests, and $CC compiles C.  Names of tests
# begin with $suite.  In plays (play_samples.sh) programs, and what they wrote, are
# kept in $PLAY_CACHE.

BUILDDIR=${1:-${BUILDDIR:-$PWD}}
GPTUI=${GPTUI:-$BUILDDIR/gptui}
case $GPTUI in
/*) ;;
*) GPTUI=$PWD/$GPTUI ;;
esac
tests=$(cd "$(dirname "$0")/.." && pwd)
tools=$tests/tools data=$tests/data
W=${W:-$BUILDDIR/tests/work}/$suite
CC=${CC:-gcc}
LC_ALL=C
export LC_ALL GPTUI

rm -rf "$W"
mkdir -p "$W" && cd "$W" || exit 1
W=$(pwd -P)

# The listings match this version only.
has_gprof() {
	case $(gprof --version 2>/dev/null | head -n 1) in
	*' 2.40'*) ;;
	*) return 1 ;;
	esac
}

# skip WHY: skips the rest of the script
skip() {
	echo "skipped $suite: $1"
	exit 0
}
need_gprof() { has_gprof || skip "no GNU gprof 2.40"; }
need() { command -v "$1" >/dev/null || skip "no $1"; }

# finish NAME: reports the $pairs compared, of which $bad differ, and resets both
finish() {
	if [ $bad = 0 ]; then
		echo "ok $suite-$1 ($pairs pairs)"
	else
		echo "not ok $suite-$1: $bad of $pairs pairs differ"
	fi
	bad=0 pairs=0
}

gmontool() { "$tools/gmontool.py" "$@"; }
mkelf() { "$tools/mkelf.py" "$@"; }

# sources FILES...: copies them from tests/data to the working directory, because
# line tables name files as the compiler got them
sources() {
	for file; do
		cp "$data/$file" . || exit 1
	done
}

# await FILE: waits until a server has written where it listens
await() {
	for pause in 0 0.1 0.2 0.5 1 2 4 8 16; do
		sleep $pause
		[ -s "$1" ] && break
	done
}

# rest_needs_no_run: ends the script where play_samples.sh runs it, as what
# follows is the same wherever samples fell
rest_needs_no_run() { [ -z "$PLAY_CACHE" ] || exit 0; }

# build_key COMPILER WORDS...: what a program depends on, as a number
build_key() {
	{
		echo "$PWD $*"
		ls -lL "$(command -v "$1")"
		cat -- *.[chs] */*.h *.cc *.f90 2>/dev/null
	} | cksum | tr ' ' -
}

# compile NAME COMPILER WORDS...; plays do it once
compile() {
	name=$1
	shift
	if [ -z "$PLAY_CACHE" ]; then
		"$@" -o "$name" >"$name.log" 2>&1
		return
	fi
	built=$PLAY_CACHE/$(build_key "$@").program
	[ -e "$built" ] || "$@" -o "$built" >"$name.log" 2>&1 || return
	cp "$built" "$name"
}

# build NAME COMPILER WORDS...: builds a program, or says why it cannot
build() {
	name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		echo "skipped $suite-$name: no $1"
		return 1
	fi
	if ! compile "$name" "$@"; then
		echo "skipped $suite-$name: $1 cannot make it"
		return 1
	fi
}

# profile NAME FILES...: runs a program once, all plays too, and writes
# profiles of it, whose samples are where $SAMPLES says: see place_samples.py
profile() {
	program=$1
	run=${PLAY_CACHE:-$W}/$(cksum <"$program" | tr ' ' -).profile
	shift
	if ! [ -e "$run" ]; then
		GMON_OUT_PREFIX=$W/run "./$program" >/dev/null
		mv "$W"/run.* "$run" || return
	fi
	for file; do
		cp "$run" "$file"
	done
	"$tools/place_samples.py" "$program" "$@"
}

# share: of the lines it reads one in $SHARE, others for each $SEED
share() { awk "(NR + ${SEED:-1}) % ${SHARE:-1} == 0"; }

# keep WORDS...: copies the files that a command line names and what both
# programs gave to a folder that the next test leaves alone, and says where
nkept=0
keep() {
	nkept=$((nkept + 1))
	kept=$W/differs/$nkept
	mkdir -p "$kept"
	echo "$*" >"$kept/words"
	for file in "$@" oracle.* ours.* inputs.* sum.* wanted found gmon.sum; do
		[ -f "${file#@}" ] && cp "${file#@}" "$kept"
	done
	echo "	kept: $kept"
}

# answer NAME: reports whether the files wanted and found are equal
answer() {
	if cmp -s wanted found; then
		echo "ok $suite-$1"
	else
		diff wanted found | head -n 20
		keep "$1"
		echo "not ok $suite-$1"
	fi
}
