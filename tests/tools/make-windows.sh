#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes programs and profiles as mingw-w64 does: make-windows.sh FOLDER.
#
#	windows64.exe, windows32.exe   main calls step and fill, step calls fill
#	windowsN.gmon                  a run of it
#	windows64.moved                the same one, loaded elsewhere
#	windows64.cygwin, .exe         the same program and run, of Cygwin
#
# fill is local, which COFF does not mark as a function, and a section symbol
# has the same address.  What is spare in the profiles holds garbage.
# shellcheck source=tests/tools/once.sh
. "$(dirname "$0")/once.sh"
here=$(cd "$(dirname "$0")" && pwd)
out=$1

# program NAME BITS LOW PREFIX [SYMBOL]
program() {
	at() { printf '0x%x' $((low + $1)); }
	low=$3
	cat <<-END | "$here/mkpe.py" -o "$out/$1.exe" -c $2 --text $low:0x100 \
		--patch $(at 0x00)=e8bb000000 --patch $(at 0x40)=e87b000000 \
		--patch $(at 0x80)=e83b000000 -
		$low .text type=notype bind=local
		$low __eprol type=notype bind=local
		$low ${4}main
		$(at 0x40) .text type=notype bind=local
		$(at 0x40) ${4}fill bind=local
		$(at 0x80) ${4}step
		$(at 0xc0) _mcount
		$(at 0xd0) ${4}_mcount_private
		$(at 0x100) etext type=notype
		$5
	END
}

# profile NAME FORMAT BYTES LOW
profile() {
	low=$4
	"$here/gmontool.py" write -f $2 -p $3 -o "$out/$1" \
		hist:$low:$(at 0x100):64:100:seconds:s:17=60,34=30,49=6,53=4 \
		arc:$(at 0x10):$(at 0x45):300 arc:$(at 0x90):$(at 0x45):5 \
		arc:$(at 0x14):$(at 0x85):1
}

program windows64 64 0x140001000 "" &&
	program windows64.cygwin 64 0x140001000 "" "$(at 0xf0) cygwin_crt0" &&
	program windows32 32 0x401000 _ &&
	profile windows64.gmon mingw 8 0x140001000 &&
	profile windows64.cygwin bsd44 8 0x140001000 &&
	profile windows64.moved mingw 8 0x7ff6a1b21000 &&
	profile windows32.gmon mingw 4 0x401000
