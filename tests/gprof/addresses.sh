#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the lines of samples, and the code inlined into lines, with what
# addr2line says of each address: tests/gprof/addresses.sh [BUILDDIR].
suite=addresses
. "$(dirname "$0")/../tools/listings.sh"

need addr2line
sources near.h near_one.c near_two.c boxes.cc
# addr2line 2.40 names the wrong files where DWARF 5 numbers them from 0.
llvm=llvm-addr2line
command -v $llvm >/dev/null || llvm=none

# check NAME COMPILER WORDS...: one program
check() {
	name=lines-$1
	shift
	if [ "$ADDR2LINE" = none ]; then
		echo "skipped $suite-$name: no llvm-addr2line"
	elif build "$name" "$@"; then
		"$tests/gprof/address_lines.py" "$suite-$name" "$W/$name" \
			"$W" || true
	fi
}

c="$W/near_one.c $W/near_two.c"
for version in 4 5; do
	ADDR2LINE=addr2line
	[ $version = 5 ] && ADDR2LINE=$llvm
	export ADDR2LINE
	for level in 0 2; do
		# Lists of files are words.
		check c$version-o$level gcc -gdwarf-$version -O$level $c
		check cxx$version-o$level g++ -gdwarf-$version -O$level \
			"$W/boxes.cc"
		check clang$version-o$level clang -gdwarf-$version -O$level $c
	done
done
check c-sections gcc -g -O2 -ffunction-sections -Wl,--gc-sections $c
check c-nopie gcc -g -O2 -no-pie $c
