#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: make-owners.sh OUT COMPILER SOURCE LABEL FUNCTION=COUNT...
# Builds tests/data/SOURCE as OUT, and OUT.gmon, whose samples are in code that
# begins with LABEL and was inlined into each FUNCTION: COUNT in its second four
# bytes, and 1 in the last four.
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
out=$1 compiler=$2 source=$3 label=$4
shift 4

# -O1 keeps the order of functions and splits none.
$compiler -g -O1 -fdebug-prefix-map="$SRCDIR=/src" -o "$out" \
	"$SRCDIR/tests/data/$source" || exit 1

# the first address in function $1 that has the label
inside() {
	nm -S "$out" | while read -r low size kind name; do
		[ "$name" = "$1" ] || continue
		low=$((0x$low)) high=$((0x$low + 0x$size))
		nm "$out" | sed -n "s/ t $label[0-9]*\$//p" | sort |
			while read -r at; do
				at=$((0x$at))
				[ $at -ge $low ] && [ $at -lt $high ] &&
					echo $at
			done
	done | head -n 1
}

records=
for f; do
	at=$(inside "${f%=*}")
	[ "$at" ] || { echo "no $label in ${f%=*}" >&2; exit 1; }
	records="$records hist:$at:$((at + 16)):4:100:seconds:s:1=${f#*=},3=1"
done
# shellcheck disable=SC2086
"$SRCDIR/tests/tools/gmontool.py" write -o "$out.gmon" $records
