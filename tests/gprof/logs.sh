#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles in logs of consoles: tests/gprof/logs.sh [BUILDDIR]
suite=logs
. "$(dirname "$0")/../tools/listings.sh"

need python3

awk 'BEGIN {
	for (i = 0; i < 60; i++)
		printf "0x%x module_%02d_function_%04d size=0x20\n",
			65536 + 32 * i, i % 17, i
}' >symbols
mkelf -o some --text 0x10000:0x780 symbols
gmontool write -o some.gmon $(awk 'BEGIN {
	printf "hist:0x10000:0x10780:480:100:seconds:s:"
	for (i = 0; i < 60; i++)
		printf "%s%d=%d", i ? "," : "", 8 * i + 1, 1 + 30000 / (i + 1)
	for (i = 0; i + 1 < 60; i++)
		printf "\narc:0x%x:0x%x:%d", 65552 + 32 * i, 65568 + 32 * i,
			i * 7919 % 100003
}')
"$tests/gprof/logs.py" "$GPTUI" "$tools" some some.gmon "${LOGS_SEED:-1}"

# report FILE: the report, but its title
report() { "$GPTUI" --no-config --report flat --format csv some "$1"; }
report some.gmon >right
# same NAME FILE
same() {
	if report "$2" | cmp -s - right; then
		echo "ok $suite-$1"
	else
		"$GPTUI" --no-config --report health some "$2"
		echo "not ok $suite-$1"
	fi
}

# What the programs themselves print.
tool() { # NAME COMMAND...
	name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		echo "skipped $suite-$name: no $1"
		return
	fi
	"$@" >"$name.log" 2>/dev/null
	same "$name" "$name.log"
}
tool real-hexdump hexdump some.gmon
tool real-hexdump-C hexdump -C some.gmon
tool real-xxd xxd some.gmon
tool real-od od -A x -t x1 some.gmon
tool real-od-v od -v -A x -t x1 some.gmon
tool real-intel objcopy -I binary -O ihex some.gmon /dev/stdout
tool real-srec objcopy -I binary -O srec some.gmon /dev/stdout
if [ -s real-xxd.log ]; then
	head -n 20 real-xxd.log >ends.log
	"$GPTUI" --no-config --report flat some ends.log 2>&1 >/dev/null |
		grep -q 'fault: ends.log: the dump in the log ends before the profile does' &&
		"$GPTUI" --no-config --report health some ends.log | grep -q 'line 20 is its last one'
	[ $? = 0 ] || printf 'not '
	echo "ok $suite-end-of-a-dump-is-missing"
fi
{ echo "-----BEGIN GMON-----"; base64 some.gmon; echo "-----END GMON-----"; } >real-base64.log
same real-base64 real-base64.log
# A word that could be Base64, where the dump begins.
{ cat real-base64.log; sed '1s/$/\nwdt: kick\nwdt: kick/' real-base64.log; } >word-base64.log
same word-before-base64 word-base64.log
# The last one is another, and lost its first line.
gmontool write -o other.gmon hist:0x10000:0x10780:480:100:seconds:s:1=5
{ echo BEGIN; base64 other.gmon; echo END; sed 1d real-base64.log; } >begin-base64.log
same begin-of-base64-is-lost begin-base64.log
if command -v gdb >/dev/null; then
	objcopy -I binary -O elf64-x86-64 -B i386:x86-64 some.gmon some.o
	gdb -q -batch -ex "x/$(wc -c <some.gmon)xb &_binary_some_gmon_start" some.o >gdb.log 2>&1
	same real-gdb gdb.log
else
	echo "skipped $suite-real-gdb: no gdb"
fi

# NuttX's guide takes the lines of bytes only, without those that say where.
"$tools/make-log.py" nuttx some.gmon | grep -E '^[0-9a-f]+:' >grepped.log
same grepped grepped.log
for line in 1 2 33 70; do
	sed "${line}d" grepped.log >lost.log
	touch -d 2001-01-01 lost.log
	! report lost.log >out 2>&1 || grep -q 'damaged in the log' out
	echo "$([ $? = 0 ] || echo "not ")ok $suite-grepped-without-$line"
done

# On standard input, packed, and the last of several.
report - <grepped.log | cmp -s - right
echo "$([ $? = 0 ] || echo "not ")ok $suite-input"
mkdir folder && cp "$tools/make-log.py" grepped.log folder
tar czf packed.tgz folder
same packed packed.tgz
gmontool write -o other.gmon hist:0x10000:0x10780:480:100:seconds:s:1=500,9=7
{
	"$tools/make-log.py" --noise 4 hexdump-C other.gmon
	"$tools/make-log.py" --noise 5 --base 0x80000000 md some.gmon
	"$tools/make-log.py" xxd symbols
} >several.log
same last several.log
