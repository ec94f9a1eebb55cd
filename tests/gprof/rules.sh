#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Looks at listings under other rules: tests/gprof/rules.sh [BUILDDIR].  Who
# reads a listing at a terminal gets a warning when gprof's rules mislead.
suite=rules
. "$(dirname "$0")/../tools/listings.sh"
need python3
"$tools/make-data.sh" "$W" || exit 1

cat >terminal.py <<'END'
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
try:
    sys.stdout.write(os.read(ours, 4096).decode().replace('\r', ''))
except OSError:
    pass
END

# says NAME TEXT OPTIONS...: what is said on a terminal
says() {
	name=$1
	printf '%s' "${2:+gptui: $2
}" >wanted
	shift 2
	PATH=$(dirname "$GPTUI"):$PATH python3 terminal.py gptui "$@" >found
	answer "$name"
}

hint="gprof's rules credit 6.0 % of the samples to another function; "
hint="$hint--rules exact prints what was measured"
says hint "$hint" -b -p small small.gmon
says hint-after-graph "$hint" -b -q small small.gmon
says hint-of-two-files "$hint" small small.gmon small.gmon
says no-hint-when-alike '' -b -p cycle cycle.gmon
says no-hint-of-rules-gprof '' --rules gprof -b -p small small.gmon
says no-hint-of-rules-exact '' --rules exact -b -p small small.gmon
says no-hint-without-statics '' -a -b -p small small.gmon
says no-hint-without-times '' -i -C small small.gmon
# A damaged file: gprof's words, and for people the place.
head -c 100 small.gmon >cut
reason='cut: unexpected EOF after reading 19 of 128 samples'
says where-it-is-cut "$reason (byte 20: a histogram with 19 of 128 bins)" small cut
echo "gptui: $reason" >wanted
PATH=$(dirname "$GPTUI"):$PATH gptui -b small cut 2>found >/dev/null
answer no-place-in-scripts
: >wanted
"$GPTUI" -b -p small small.gmon 2>found >/dev/null
answer no-hint-in-scripts

# The figures of a listing are those of the report.
for name in small cycle many; do
	"$GPTUI" --rules exact --report flat --format csv --zeros \
		--columns self%,self,calls,function $name $name.gmon | tr -d '\r' | awk -F , 'NR > 1 {
			printf "%.2f %.2f %d %s\n", $1, $2, $3, $NF
		}' | sort >wanted
	"$GPTUI" --rules exact -b -p -z $name $name.gmon | awk 'NR > 5 {
			printf "%.2f %.2f %d %s\n", $1, $3,
				substr($0, 26, 9), substr($0, 55)
		}' | sort >found
	answer exact-figures-of-$name
done
exit 0
