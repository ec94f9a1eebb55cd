#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the executable FOLDER/callers and profiles of eight runs of it with
# different input, FOLDER/callers.1 to .8: make-callers.sh FOLDER.
#
# In a thousand calls, lookup takes 1 tick for scan, 30 for load, 6 for save,
# and what it calls, hash, half as much; format, which load and save call in
# step, 8.
# shellcheck source=tests/tools/once.sh
. "$(dirname "$0")/once.sh"
tools=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1

"$tools/mkelf.py" -o callers --text 0x1000:0x200 - <<'END' || exit 1
0x1000 main size=0x40
0x1040 scan size=0x40
0x1080 load size=0x40
0x10c0 save size=0x40
0x1100 lookup size=0x40
0x1140 hash size=0x40
0x1180 format size=0x40
END

# run NUMBER SCAN LOAD SAVE: thousands of calls of lookup
run() {
	ticks=$(($2 + 30 * $3 + 6 * $4))
	"$tools/gmontool.py" write -o "callers.$1" \
		"hist:0x1000:0x1200:128:100:seconds:s:2=1,18=$2,66=$ticks,$(
		)82=$((ticks / 2)),98=$((8 * $5))" \
		arc:0x0:0x1004:1 arc:0x1010:0x1044:1 arc:0x1010:0x1084:1 \
		arc:0x1010:0x10c4:1 arc:0x1050:0x1104:$((1000 * $2)) \
		arc:0x1090:0x1104:$((1000 * $3)) \
		arc:0x10d0:0x1104:$((1000 * $4)) \
		arc:0x1110:0x1144:$((1000 * ($2 + $3 + $4))) \
		arc:0x1090:0x1184:$((500 * $5)) arc:0x10d0:0x1184:$((500 * $5))
}

run 1 40 2 10 1
run 2 90 9 3 4
run 3 10 20 30 2
run 4 120 2 6 7
run 5 30 12 24 1
run 6 70 5 2 5
run 7 20 17 14 3
run 8 50 8 33 6
