#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs test suites and counts: tests/run.sh [SUITE...], in the folder of the
# build.  `make check' builds what they need first.
#
# Each test is a line "ok NAME", "not ok NAME" or "skipped NAME: WHY"; TAP is
# understood too, and all other lines explain.  A program that fails, dies,
# hangs or stops early without saying so counts as one failure.
#
# Programs and scripts find in the environment:
#	GPTUI     the program          SRCDIR    the source tree
#	W         a folder for files   BUILDDIR  the folder of the build
# W also holds the small executables and profiles of tests/data.
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
BUILDDIR=${BUILDDIR:-$PWD}
GPTUI=${GPTUI:-$BUILDDIR/gptui}
W=$BUILDDIR/tests/work
logs=$W/logs
processors=$(nproc 2>/dev/null || echo 1)
export SRCDIR BUILDDIR GPTUI W
# What the user has configured is none of the tests' business.
export HOME="$W/home" XDG_CONFIG_HOME="$W/home/.config"
export XDG_STATE_HOME="$W/home/.local/state" GPTUI_SYSCONFIG=
# So are the language and the time zone: commas in numbers, hours in times.
export LC_ALL=C.UTF-8 TZ=UTC0
unset DEBUGINFOD_URLS DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
export CMOCKA_MESSAGE_OUTPUT=TAP
export GPTUI_TUI_DEMO="$BUILDDIR/build/tests/tui/terminal_demo"
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=$SRCDIR/tests/tools/lsan.supp:print_suppressions=0}"
export TSAN_OPTIONS="${TSAN_OPTIONS:-halt_on_error=1:report_thread_leaks=0:allocator_may_return_null=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

# count PATTERN FILE
count() { grep -cE "$1" "$2"; }
passes='^ok( |$)'
failures='^not ok( |$)'
skips='^skipped '
results="$passes|$failures|$skips"

# first WORDS...: the names on the input, those that take long first: nothing else
# is left to run beside what ends last.
first() {
	awk -v first="$*" '{ name[NR] = $0; is[$0] = 1 }
		END {
			n = split(first, long, " ")
			for (i = 1; i <= n; i++)
				if (long[i] in is) { print long[i]; delete is[long[i]] }
			for (i = 1; i <= NR; i++)
				if (name[i] in is) print name[i]
		}'
}

# beside TEST NAME...: calls FUNCTION NAME for each of them, as many at once as
# there are processors, and prints what they print, in their order.
beside() (
	each=$1
	shift
	said=$(mktemp -d "$logs/beside.XXXXXX") || return
	worker=0
	while [ $worker -lt "$processors" ]; do
		worker=$((worker + 1))
		for name; do
			mkdir "$said/$name" 2>/dev/null || continue
			"$each" "$name" >"$said/$name/log" 2>&1
		done &
	done
	wait
	for name; do
		cat "$said/$name/log"
		grep -qE "$results" "$said/$name/log" || echo "not ok $name: did not run"
	done
)

# run_program NAME COMMAND...: prints what the command prints, and a failure
# that it did not print itself.
run_program() {
	name=$1
	shift
	timeout -k 5 "${PATIENCE:-1800}" "$@" >"$logs/$name.raw" 2>&1 </dev/null
	status=$?
	sed -E 's/^(not )?ok ([0-9]+ )?# SKIP ?/skipped /' "$logs/$name.raw" |
		tee "$logs/$name.said"
	[ "$(count "$failures" "$logs/$name.said")" -gt 0 ] && return
	ran=$(count "$passes|$skips" "$logs/$name.said")
	planned=$(sed -n 's/^1\.\.\([0-9][0-9]*\)$/\1/p' "$logs/$name.said" |
		awk '{ n += $1 } END { print n + 0 }')
	if [ $status = 124 ] || [ $status = 137 ]; then
		echo "not ok $name: took too long or was killed"
	elif [ $status -gt 128 ]; then
		echo "not ok $name: died of signal $((status - 128))"
	elif [ $status != 0 ]; then
		echo "not ok $name: exit status $status"
	elif [ "$ran" -lt "$planned" ]; then
		echo "not ok $name: stopped after $ran of $planned tests"
	elif [ "$ran" = 0 ]; then
		echo "not ok $name: no tests"
	fi
}

# run_programs FOLDER PATTERN: the cmocka programs made of FOLDER/test_PATTERN.c
run_programs() {
	folder=$1
	# shellcheck disable=SC2046 # each word is a name
	beside run_test $(cd "$SRCDIR/tests/$folder" && ls |
		sed -n "s/^\(test_$2\)\.c\$/\1/p" | grep -v "${TESTS_WITHOUT:-^\$}" |
		first test_packed test_remote test_load test_gptui_ahead test_gptui_watch)
}
run_test() {
	echo "== $1"
	run_program "$1" "$BUILDDIR/build/tests/$folder/$1"
}

run_style() { run_program style "$SRCDIR/tests/style.sh"; }
run_golden() { run_program golden "$SRCDIR/tests/golden.sh"; }
# One more than there are processors: some wait.
run_unit() (
	processors=$((processors + 1))
	run_programs unit '.*'
)
# What of unit takes long, as a whole; unit leaves it out where this runs, too.
run_simulated() (
	export SIMULATED=1
	TESTS_WITHOUT=
	run_programs unit '.*_simulated'
)

run_producers() { run_program producers "$SRCDIR/tests/producers/producers.sh"; }
run_record() { run_program record "$SRCDIR/tests/record/recorder.sh"; }
run_dist() { run_program dist "$SRCDIR/tests/dist.sh"; }

# These let programs crash, and end them in the middle.
run_tui() (
	quiet=detect_leaks=0:handle_segv=0:handle_abort=0:handle_sigbus=0
	export ASAN_OPTIONS="$ASAN_OPTIONS:$quiet"
	run_programs tui '.*'
)

# Random keys; in the suite held only those that do not wait for jobs.  Each has a
# copy of the folder, because it writes there while the others run.
run_soak() {
	mkdir -p "$W/soak"
	"$SRCDIR/tests/tools/make-data.sh" "$W/soak"
	"$SRCDIR/tests/tools/make-hotlines.sh" "$W/soak"
	PATIENCE=36000
	if [ "$1" = held ]; then
		soak held
	else
		beside soak returns soak held
	fi
	PATIENCE=
}
run_held() { run_soak held; }
soak() {
	mkdir -p "$W/soak.$1" && cp -R "$W/soak/." "$W/soak.$1" || return
	case $1 in
	soak) set -- soak "$SRCDIR/tests/soak.py" "$GPTUI" "$W/soak.$1" ;;
	held) set -- held "$SRCDIR/tests/soak.py" --held "$GPTUI" "$W/soak.$1" ;;
	returns) set -- returns "$SRCDIR/tests/returns.py" "$GPTUI" "$W/soak.$1" ;;
	esac
	run_program "$@"
}

# In a folder of their own: scripts name theirs, as golden cases do.
run_gprof() (
	export W="$W/gprof"
	processors=$((processors + 1))
	# shellcheck disable=SC2046 # each word is a name
	beside compare $( (echo random && cd "$SRCDIR/tests/gprof" && ls | sed -n 's/\.sh$//p') |
		first run matrix debug_files lines executables bad_input)
)
compare() {
	echo "== $1"
	if [ "$1" = random ]; then
		run_program random "$SRCDIR/tests/gprof/random_cases.py" --lines \
			--to "${RANDOM_CASES:-150}" --dir "$W/random" "$GPTUI"
	else
		run_program "$1" "$SRCDIR/tests/gprof/$1.sh"
	fi
}
run_written() { run_program written "$SRCDIR/tests/gprof/written.sh"; }

# What depends on rights, once more as a user who has none, if root runs the
# tests.  This user owns a copy, in a folder that all can enter.
run_ordinary() (
	if [ "$(id -u)" != 0 ]; then
		echo "skipped ordinary: not root"
		return
	fi
	if ! copy=$(mktemp -d); then
		echo "not ok ordinary: no folder"
		return
	fi
	trap 'rm -rf "$copy"' EXIT
	(cd "$SRCDIR" && tar --exclude=tests/work -cf - README.md completions demo doc \
		tests themes tools) | tar -xf - -C "$copy"
	(cd "$BUILDDIR" && find gptui* libgptui* build/tests build/tools -type f \
		-perm -100 | tar -cf - -T -) | tar -xf - -C "$copy"
	chown -R 65534:65534 "$copy"
	cd "$copy" || return
	suites='unit golden tui written'
	setpriv --reuid 65534 --regid 65534 --clear-groups env SRCDIR="$copy" \
		BUILDDIR="$copy" GPTUI="$copy/gptui" tests/run.sh $suites >said 2>&1
	status=$?
	mv tests/work "$W/ordinary"
	for suite in $suites; do
		sed "s|$copy/tests/work|$W/ordinary|g" "$W/ordinary/logs/$suite.log"
	done >all
	# What only root may do was not skipped: root has run it.
	sed -nE 's/^ok ([0-9]+ - )?([^ :]+).*/\2/p' "$logs"/*.log >ran
	awk 'FILENAME == "ran" { ran[$1]; next }
		$1 != "skipped" || !(substr($2, 1, length($2) - ($2 ~ /:$/)) in ran)' ran all
	if [ $status != "$(($(count "$failures" all) > 0))" ]; then
		cat said
		echo "not ok ordinary: exit status $status"
	fi
)

run_truth() {
	if python3 -c 'import lzma' 2>/dev/null; then
		beside check_truth recorded recorded_callers stacks
	else
		echo "skipped truth: no python3 with lzma"
	fi
}

check_truth() {
	run_program "$1" "$SRCDIR/tests/truth/$1.py" check "$W/truth/$1"
}

# each_in_cpu_time INPUT...: whether a target (program) is done with each in 20 s.
each_in_cpu_time() (
	ulimit -t 20
	for input; do
		[ ! -e "$input" ] || "$program" "$input" </dev/null || exit 1
	done
)

# fuzz NAME: runs a target of build-fuzz.  It gets the corpus and what is made of
# programs that are built now, then FUZZ_RUNS mutations of it, that of the whole
# path fewer.  The seed is fixed: a fresh build always gives the same answer.
# What took long by the clock is run again: 20 s of CPU time are too much.  Files
# that are written thousands of times are in memory, where that is a folder.
fuzz() {
	program=$BUILDDIR/build-fuzz/build/tests/fuzz/$1
	if ! [ -x "$program" ]; then
		echo "skipped $1: no clang"
		return
	fi
	corpus=$SRCDIR/tests/fuzz/corpus/${1#fuzz_}
	ours=$SRCDIR/tests/fuzz/${1#fuzz_}
	finds=$BUILDDIR/build-fuzz/finds/$1
	mkdir -p "$finds/new"
	runs=${FUZZ_RUNS:-20000}
	case $1 in
	fuzz_whole) runs=$((runs / 20)) ;;
	fuzz_recordings) runs=$((runs / 5)) ;;
	esac
	name=$1
	set -- -runs="$runs" -seed=1 -timeout=120 \
		-max_total_time=120 -artifact_prefix="$finds/"
	[ -e "$ours.dict" ] && set -- "$@" -dict="$ours.dict"
	# shellcheck disable=SC2046 # each word is an option
	[ -e "$ours.options" ] && set -- "$@" $(cat "$ours.options")
	set -- "$@" "$finds/new"
	[ -d "$corpus" ] && set -- "$@" "$corpus"
	[ ! -d "$seeds/${name#fuzz_}" ] || set -- "$@" "$seeds/${name#fuzz_}"
	if TMPDIR=$memory timeout -k 5 300 "$program" "$@" \
		>"$logs/$name" 2>&1 </dev/null &&
		each_in_cpu_time "$finds"/slow-unit-* >>"$logs/$name" 2>&1; then
		echo "ok $name"
	else
		tail -n 40 "$logs/$name"
		echo "not ok $name: see $finds"
	fi
}

run_fuzz() {
	seeds=$logs/seeds
	"$SRCDIR/tests/fuzz/make_seeds.py" "$seeds" >"$logs/seeds.log" 2>&1
	memory=$(mktemp -d /dev/shm/gptui.XXXXXX 2>/dev/null) ||
		memory=$(mktemp -d "$logs/memory.XXXXXX") || return
	# shellcheck disable=SC2046 # each word is a name
	beside fuzz $(cd "$SRCDIR/tests/fuzz" && ls | sed -n 's/^\(fuzz_.*\)\.c$/\1/p' |
		first fuzz_config fuzz_packed fuzz_logs)
	rm -rf "$memory"
}

# show SUITE: one line, after the failures and what explains them.
show() {
	log=$logs/$1.log
	passed=$(count "$passes" "$log")
	failed=$(count "$failures" "$log")
	skipped=$(count "$skips" "$log")
	# Where the disk is full, what failed cannot say so.
	if ! grep -qE "$results" "$log"; then
		echo "not ok $1: ran no test"
		silent="$silent $1"
		failed=1
	fi
	if [ "$failed" -gt 0 ]; then
		awk '/^== / { program = $0; next }
			/^(ok|skipped) |^1\.\.[0-9]+$|^# (not )?ok - / { next }
			program { print program; program = "" }
			{ print }' "$log" | head -n 100
		echo "(all of it: $log)"
	fi
	printf '%-7s %5d passed' "$1:" "$passed"
	[ "$failed" = 0 ] || printf ', %d failed' "$failed"
	[ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
	echo
	all_passed=$((all_passed + passed))
	all_failed=$((all_failed + failed))
	all_skipped=$((all_skipped + skipped))
}

rm -rf "$W"
mkdir -p "$logs" "$W/bin"
# Version managers stand a script in front of python3 that looks for it each time.
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null); then
	ln -s "$python" "$W/bin/python3"
	export PATH="$W/bin:$PATH"
fi
# gprof's order of files (-R) depends on memory that it does not set: it gets zeros.
if gprof=$(command -v gprof); then
	printf '#!/bin/bash\nMALLOC_PERTURB_=255 exec -a gprof %s "$@"\n' "$gprof" >"$W/bin/gprof"
	chmod +x "$W/bin/gprof"
	export PATH="$W/bin:$PATH"
fi
"$SRCDIR/tests/tools/make-data.sh" "$W" || exit 2
all_passed=0 all_failed=0 all_skipped=0 silent=
[ $# = 0 ] && set -- style unit simulated golden gprof tui record truth soak dist
case " $* " in
*' simulated '*) export TESTS_WITHOUT=_simulated ;;
esac
for suite; do
	run_"$suite" >"$logs/$suite.log" 2>&1
	show "$suite"
done
totals="$all_passed passed, $all_failed failed"
if [ $all_skipped != 0 ]; then
	echo 'Skipped, and why:'
	for suite; do
		sed -n "s/^skipped /  $suite: /p" "$logs/$suite.log"
	done
	totals="$totals, $all_skipped skipped"
fi
# Once more at the end, where whoever sees only that finds them.
if [ $all_failed != 0 ]; then
	echo 'Failed:'
	for suite; do
		sed -nE "s/$failures/  $suite: /p" "$logs/$suite.log"
	done
	for suite in $silent; do
		echo "  $suite: ran no test"
	done
fi
echo "$totals"
[ $all_failed = 0 ]
