#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs for Windows: made ones, and real ones where mingw-w64 and wine are,
# against GNU gprof 2.40.
# tests/gprof/windows.sh [BUILDDIR]
suite=windows
. "$(dirname "$0")/../tools/listings.sh"
need python3

# expect NAME WANTED GOT
expect() {
	if [ "$2" = "$3" ]; then
		echo "ok windows-$1"
		return
	fi
	printf 'wanted: %s\ngot: %s\n' "$2" "$3"
	echo "not ok windows-$1"
}

# calls PROGRAM FILE: "NAME CALLS" of functions that were called
calls() {
	"$GPTUI" --report flat --format csv --columns calls,function "$1" "$2" |
		tr -d '\r' | sed -n '2,$s/^\([0-9][0-9]*\),\(.*\)/\2 \1/p' |
		sort | tr '\n' ' '
}

# clean FILE: a copy whose padding is 0
clean() {
	python3 - "$1" "$1.clean" <<-'END'
	import struct
	import sys
	data = bytearray(open(sys.argv[1], 'rb').read())
	for arc in range(struct.unpack_from('<I', data, 16)[0], len(data), 24):
	    data[arc + 20:arc + 24] = bytes(4)
	open(sys.argv[2], 'wb').write(data)
	END
}

# same NAME PROGRAM FILE OPTION...: the listings are gprof's
same() {
	name=$1 program=$2 file=$3
	shift 3
	if gprof -b "$@" "$program" "$file" >wanted 2>&1 &&
		"$GPTUI" -b "$@" "$program" "$file" >found 2>&1 &&
		cmp -s wanted found; then
		echo "ok windows-$name"
		return
	fi
	diff wanted found | head -n 20
	echo "not ok windows-$name"
}

"$tools/make-windows.sh" . || exit 1
clean windows64.gmon

# ---- D43: the padding of counts ----------------------------------------------

flat_calls() { "$@" | awk '$NF == "main" { print $4 }'; }
expect D43-listing 5 \
	"$(flat_calls "$GPTUI" -b -p windows64.exe windows64.gmon)"
if has_gprof; then
	expect D43-gprof 8589934597 \
		"$(flat_calls gprof -b -p windows64.exe windows64.gmon)"
	for options in -p -q '-p -z' '-q -T' -c -C -J; do
		same "D43-clean$(printf %s "$options" | tr -d ' ')" \
			windows64.exe windows64.gmon.clean $options
		same "32$(printf %s "$options" | tr -d ' ')" \
			windows32.exe windows32.gmon $options
	done
	"$GPTUI" -s windows64.exe windows64.gmon windows64.gmon
	same sum windows64.exe gmon.sum -q
	expect sum-calls 'fill 610 step 2 ' "$(calls windows64.exe gmon.sum)"
fi

# ---- Real ones ---------------------------------------------------------------

cat >real.c <<'END'
#include <stdio.h>
static volatile unsigned sum;
__attribute__((noinline)) static void fill(unsigned n)
{
	while (n--)
		sum += n ^ sum;
}
__attribute__((noinline)) static void step(int n)
{
	fill(100000);
	if (n)
		step(n - 1);
}
int main(void)
{
	int i;
	for (i = 0; i < 300; i++)
		step(4);
	puts("done");
	return 0;
}
END

# run_it PROGRAM: leaves its gmon.out, if it can run here
run_it() {
	rm -f gmon.out
	command -v wine >/dev/null &&
		WINEDEBUG=-all WINEPREFIX=$W/wine timeout 120 wine "$1" >run.out 2>&1 &&
		grep -q done run.out && [ -s gmon.out ]
}

# real BITS COMPILER
real() {
	if ! command -v $2 >/dev/null; then
		echo "skipped windows-real-$1: no $2 (Debian:" \
			"gcc-mingw-w64, wine; 1 GB)"
	elif ! $2 -O1 -pg -g real.c -o real$1.exe ||
		! $2 -O1 -pg -g real.c -o moved$1.exe \
			-Wl,--image-base,0x12340000; then
		echo "not ok windows-real-$1: it is not built"
	elif ! run_it ./real$1.exe; then
		echo "skipped windows-real-$1: wine does not run it (Debian:" \
			"wine64, and wine32 of i386)"
	else
		for program in real moved; do
			expect $program-$1-calls 'fill 1500 step 300 ' \
				"$(calls $program$1.exe gmon.out)"
			"$GPTUI" --report health $program$1.exe gmon.out >health
			expect $program-$1-fits '' "$(grep '^fault' health)"
		done
		"$GPTUI" --report flat real$1.exe gmon.out >flat
		expect real-$1-lines 1 "$(grep -cE 'fill +real.c:4' flat)"
		"$GPTUI" --report source real$1.exe gmon.out >source
		expect real-$1-source 1 "$(grep -c 'sum += n ^ sum' source)"
		expect D44-no-other-lines-$1 ' free' "$("$GPTUI" -b -l -p -z \
			real$1.exe gmon.out | grep -oE ' free( .*)?$')"
		real_listings $1
	fi
}

# real_listings BITS
real_listings() {
	has_gprof || return
	cp gmon.out real$1.gmon
	cp real$1.gmon real$1.gmon.clean
	[ $1 = 32 ] || clean real$1.gmon
	for options in -p -q '-q -z' -c; do
		same "real-$1$(printf %s "$options" | tr -d ' ')" \
			real$1.exe real$1.gmon.clean $options
	done
}
real 64 x86_64-w64-mingw32-gcc
real 32 i686-w64-mingw32-gcc
if [ -d wine ]; then
	WINEPREFIX=$W/wine wineserver -k
	rm -rf wine
fi
