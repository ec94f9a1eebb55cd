#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes executables and profiles from the texts in tests/data: make-data.sh
# FOLDER.  They are byte for byte the same on every machine.
#
#	NAME.symbols   FOLDER/NAME: the input of mkelf.py
#	NAME.records   FOLDER/NAME.gmon: arguments of gmontool.py, one per line
#
# A first line "# -OPTION..." in either gives more options to the tool.
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data
out=$1

options() { sed -n '1s/^# \(-.*\)/\1/p' "$1"; }

command -v python3 >/dev/null || exit 0
for file in "$data"/*.symbols; do
	[ -e "$file" ] || continue
	# The options are words: no quotes here.
	"$here/mkelf.py" -o "$out/$(basename "$file" .symbols)" \
		$(options "$file") "$file" || exit 1
done
for file in "$data"/*.records; do
	[ -e "$file" ] || continue
	"$here/gmontool.py" write $(options "$file") \
		-o "$out/$(basename "$file" .records).gmon" \
		$(grep -v "^#" "$file") || exit 1
done

# large, large.gmon: 120,000 functions, few of which have samples.
awk 'BEGIN {
	for (i = 0; i < 120000; i++)
		printf "0x%x module_%02d_function_%06d size=0x10\n",
			65536 + 16 * i, i % 17, i
}' | "$here/mkelf.py" -o "$out/large" --text 0x10000:0x1d4c00 - || exit 1
"$here/gmontool.py" write -o "$out/large.gmon" \
	hist:0x10000:0x1e4c00:480000:100:seconds:s:5=7,9=40,400=12 || exit 1

# many, many.gmon: 2000 functions, all with samples, in a chain of calls.
awk 'BEGIN {
	for (i = 0; i < 2000; i++)
		printf "0x%x module_%02d_function_%04d size=0x20\n",
			65536 + 32 * i, i % 17, i
}' | "$here/mkelf.py" -o "$out/many" --text 0x10000:0xfa00 - || exit 1
"$here/gmontool.py" write -o "$out/many.gmon" $(awk 'BEGIN {
	printf "hist:0x10000:0x1fa00:16000:100:seconds:s:"
	for (i = 0; i < 2000; i++)
		printf "%s%d=%d", i ? "," : "", 8 * i + 1,
			1 + 30000 / (i + 1)
	printf "\n"
	for (i = 0; i + 1 < 2000; i++)
		printf "arc:0x%x:0x%x:%d\n", 65552 + 32 * i,
			65568 + 32 * i, i * 7919 % 100003
}') || exit 1

# grown.1 to grown.5: snapshots of one growing profile of "many", the last one in
# grown.1.  part.1, part.2: runs of it; part.sum: both added up.
hits() { # FILE FIRST LAST: what steps FIRST to LAST count
	"$here/gmontool.py" write -o "$1" $(awk -v first="$2" -v last="$3" 'BEGIN {
		printf "hist:0x10000:0x1fa00:16000:100:seconds:s:"
		for (i = 0; i < 200; i++) {
			n = 0
			for (k = first; k <= last; k++)
				n += (i * i * 31 + i * k * 7 + k * 17) % 5 == 0
			if (n)
				printf "%s%d=%d", comma, 8 * i + 1, n
			comma = n || comma ? "," : ""
		}
		printf "\narc:0x10010:0x10020:%d\n", 3 * (last - first + 1)
	}') || exit 1
}
for step in 1 2 3 4 5; do
	hits "$out/grown.$((step % 5 + 1))" 1 $step
done
hits "$out/part.1" 1 2
hits "$out/part.2" 3 5
hits "$out/part.sum" 1 5
