#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make-sides.sh FOLDER: two builds of a program, old/prog and new/prog, with five
# runs of each, old/gmon.1 to new/gmon.5.  Between them
#	lookup	takes twice as long, with the same calls
#	count	is called half as often again, at the same cost a call
#	emit	was cloned before: emit.isra.0
#	check	is new, reduce is gone
# and all else is the same but for noise, which is the same in each run of this
# script.
# shellcheck source=tests/tools/once.sh
. "$(dirname "$0")/once.sh"
tools=$(cd "$(dirname "$0")" && pwd)
names='main parse lookup count scan emit sort hash copy split join check'

# symbols NAME...: each has 0x40 bytes
symbols() {
	at=4096
	for name; do
		printf '0x%x %s size=0x40\n' $at "$name"
		at=$((at + 64))
	done
}

# runs FOLDER LOOKUP COUNT EMIT LAST DAY: ticks of these functions, of count its
# calls, too; when they were
runs() {
	for run in 1 2 3 4 5; do
		bins= slot=0
		for ticks in 2 60 $2 $3 44 $4 80 36 28 52 30 $5; do
			noise=$(((run * 7 + slot * 5) % 9 - 4))
			ticks=$((ticks * (100 + noise) / 100))
			bins=$bins,$((slot * 16 + 8))=$ticks
			slot=$((slot + 1))
		done
		"$tools/gmontool.py" write -o "$1/gmon.$run" \
			"hist:0x1000:0x1400:256:100:seconds:s:${bins#,}" \
			arc:0x0:0x1004:1 arc:0x1010:0x1044:20 \
			arc:0x1050:0x1084:4000 "arc:0x1050:0x10c4:$((10 * $3))" \
			arc:0x1010:0x1104:5 arc:0x1010:0x1144:300 \
			arc:0x1010:0x1184:10 arc:0x1190:0x11c4:9000 \
			arc:0x1010:0x1204:7 arc:0x1010:0x1244:40 \
			arc:0x1250:0x1284:40 arc:0x1150:0x12c4:60 || exit 1
		touch -d "2024-01-0$6 0$run:00 UTC" "$1/gmon.$run"
	done
}

mkdir -p "$1/old" "$1/new"
cd "$1" || exit 1
symbols main parse lookup count scan emit.isra.0 sort hash copy split join \
	reduce | "$tools/mkelf.py" -o old/prog --text 0x1000:0x400 - || exit 1
symbols $names | "$tools/mkelf.py" -o new/prog --text 0x1000:0x400 - || exit 1
runs old 50 40 24 12 1
runs new 100 60 25 9 2
touch -d "2024-01-05 01:00 UTC" old/prog new/prog
