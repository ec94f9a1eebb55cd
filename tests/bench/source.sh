#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the source view costs beside `gprof -b -p' on the same input, whole
# processes: tests/bench/source.sh EXECUTABLE GMON...
# Figures, never a pass or a fail: machines are noisy.
GPTUI=${GPTUI:-$PWD/gptui}
export LC_ALL=C

[ $# -ge 2 ] || {
	echo "skipped source: give an executable and its profiles"
	exit 0
}

# cost TITLE COMMAND...: time and the most memory, of the second run.
cost() {
	title=$1
	shift
	command -v "$1" >/dev/null || {
		echo "skipped $title: no $1"
		return
	}
	python3 - "$title" "$@" <<'END_OF_SCRIPT'
import os, subprocess, sys, time
for _ in range(2):
    begin = time.monotonic()
    child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    usage = os.wait4(child.pid, 0)[2]
    seconds = time.monotonic() - begin
print('%-34s %7.2f s  %6.0f MB' % (sys.argv[1], seconds,
                                   usage.ru_maxrss / 1024))
END_OF_SCRIPT
}

cost "gprof -b -p" gprof -b -p "$@"
cost "gptui --report flat" "$GPTUI" --report flat "$@"
cost "gptui --report source" "$GPTUI" --report source "$@"
cost "gptui, screen, source of the first" "$GPTUI" --keys a --size 24x80 "$@"
cost "the same, and back and again" "$GPTUI" --keys "a [ a [ a [ a" \
	--size 24x80 "$@"
