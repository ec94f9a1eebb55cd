#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds tests/data/ranks.c and writes profiles of 64 ranks:
# make-ranks.sh FOLDER makes FOLDER/ranks and FOLDER/ranks.0 to ranks.63.
# Samples and calls are invented; every fourth rank has more of them.
here=$(cd "$(dirname "$0")" && pwd)
out=$1
${CC:-cc} -std=c11 -g -O0 -fno-inline -no-pie \
	-Wl,--defsym=mcount=0 -o "$out/ranks" \
	"$here/../data/ranks.c" || exit 1

# address FUNCTION [OFFSET]: where it, or its first instruction that far behind,
# begins, in decimal.
address() {
	begin=0x$(nm "$out/ranks" | sed -n "s/ T $1\$//p")
	begin=$((begin + ${2:-0}))
	for next in $(objdump -d --start-address=$((begin - ${2:-0})) "$out/ranks" |
		sed -n 's/^ *\([0-9a-f]*\):\t.*/\1/p'); do
		[ $((0x$next)) -lt $begin ] || break
	done
	echo $((0x$next))
}

# profile FILE SMOOTH RESIDUAL: samples of two functions.
profile() {
	main=$(address main) smooth=$(address smooth 48)
	residual=$(address residual 48)
	low=$((residual / 4 * 4)) high=$((main / 4 * 4 + 64))
	"$here/gmontool.py" write -o "$1" \
		"hist:$low:$high:$(((high - low) / 4)):100:seconds:s:0=$3,$(((smooth - low) / 4))=$2" \
		"arc:$((main + 20)):$(address smooth):10" \
		"arc:$((main + 40)):$(address residual):1"
}

profile "$out/ranks.0" 23 4
profile "$out/ranks.1" 31 9
for rank in $(seq 2 63); do
	cp "$out/ranks.$((rank % 4 == 1))" "$out/ranks.$rank"
done
