#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compilers of other languages, and boards: what they build runs and is profiled
# here, and its functions have the names and the calls that the sources say.
# tests/producers/producers.sh [BUILDDIR]
#
# Where samples fall is not compared.  A test whose tools are absent is skipped.
suite=producers
. "$(dirname "$0")/../tools/listings.sh"
here=$tests/producers

# ok NAME STATUS
ok() {
	if [ "$2" = 0 ]; then
		echo "ok $suite-$1"
	else
		cat log out 2>/dev/null
		echo "not ok $suite-$1"
	fi
}

# calls PROGRAM: "CALLS,NAME" of each function that was called
calls() {
	"$GPTUI" --no-config --report flat --format csv --columns calls,function "$1" gmon.out 2>&1 |
		tr -d '\r' >out
}

# counts CALLS NAME PATTERN: whether a function has so many
counts() {
	grep -qE "^\"?$1,\"?$2\"?\"?\$" out
}

# compiler NAME TOOL COMMAND TWICE SUM: builds ./work with the command and runs it; the
# program calls one function 200 times, which calls the other one twice
compiler() {
	rm -f work gmon.out log out
	if ! command -v "$2" >/dev/null; then
		echo "skipped $suite-$1: no $2"
	elif ! sh -c "$3" >log 2>&1; then
		# Compilers without the library for it, or of another machine.
		echo "skipped $suite-$1: it does not build: $(grep -m 1 . log)"
	else
		timeout 60 ./work >log 2>&1 && [ -s gmon.out ]
		status=$?
		calls work # too short for a sample, which is a fault
		[ $status = 0 ] && counts 200 "$4" && counts 400 "$5"
		ok "$1" $?
	fi
}

# rustup looks for compilers in the home, which is another one in tests.
home=$(getent passwd "$(id -u)" | cut -d: -f6)
[ ! -d "$home/.rustup" ] || export RUSTUP_HOME="${RUSTUP_HOME:-$home/.rustup}"

cp "$here"/work.* "$here"/bare.c .
compiler ada gnatmake 'gnatmake -q -O1 -pg work.adb -largs -pg' \
	'work.sums.twice' 'work.sums.sum_of'
compiler d gdc 'gdc -O1 -fno-inline -pg -o work work.d' \
	'work.twice!\(int\).twice\(int\)' 'work.Sums.sumOf\(int\)'
compiler pascal fpc 'fpc -v0 -pg -O1 work.pas' \
	'WORK.TWICE\(TSUMS, LONGINT\)' 'WORK.TSUMS.SUMOF\(LONGINT\)'
compiler nim nim 'nim c --hints:off -d:release --nimcache:nim --passC:-pg --passC:-fno-ipa-cp --passL:-pg work.nim' \
	'work.twice( \[clone [^]]*\])?' 'work.sumOf( \[clone [^]]*\])?'
compiler rust rustc 'RUSTC_BOOTSTRAP=1 rustc -O -Z instrument-mcount -C link-arg=-pg work.rs' \
	'work::twice::<u32>' 'work::sums::sum_of'
# Threads may lose calls, so there is one.
export OMP_NUM_THREADS=1
compiler fortran-openmp gfortran 'gfortran -O1 -fno-inline -pg -fopenmp -o work work.f90' \
	'sums::twice' 'sums::sum_of'

# bare COMPILER QEMU: a Cortex-M program that counts by itself
bare() {
	flags='-mcpu=cortex-m3 -mthumb -O1 -g'
	for tool; do
		command -v "$tool" >/dev/null && continue
		echo "skipped $suite-bare: no $tool"
		return
	done
	# Linked without -pg, which asks for a C library of its own.
	if ! { $1 $flags -pg -c bare.c &&
		$1 $flags --specs=rdimon.specs -Wl,--section-start=.vectors=0 -o bare.elf bare.o; } \
		>log 2>&1; then
		echo "skipped $suite-bare: it does not build: $(grep -m 1 . log)"
		return
	fi
	rm -f gmon.out
	timeout 120 $2 -M mps2-an385 -nographic -semihosting-config enable=on,target=native \
		-icount shift=5 -kernel bare.elf >log 2>&1 </dev/null
	calls bare.elf
	counts 200 crc32 && counts 500 filter && counts 1 main
	ok bare $?
	"$GPTUI" --no-config --report flat --columns self%,function bare.elf gmon.out >out 2>&1
	awk '$2 == "crc32" { found = $1 > 90 } END { exit !found }' out
	ok bare-time $?
	"$GPTUI" bare.elf --check-format gmon.out >out 2>&1 && grep -q 'Nothing is wrong' out
	ok bare-format $?
}
bare arm-none-eabi-gcc qemu-system-arm

# Kernels of the BSDs: kgmon writes 4.4BSD's header, for addresses of 8 bytes.
if command -v python3 >/dev/null; then
	printf '%s\n' '0xffffffff80200000 sched_idletd size=64' \
		'0xffffffff80200040 cpu_idle size=64' '0xffffffff80200080 bcopy size=128' \
		'0xffffffff80200100 vfs_lookup size=256' >symbols
	mkelf -o kernel --text 0xffffffff80200000:0x200 symbols
	gmontool write -f bsd44 -p 8 -o gmon.out \
		hist:0xffffffff80200000:0xffffffff80200200:128:127:seconds:s:0=300,20=500,40=150,70=50 \
		arc:0xffffffff80200110:0xffffffff80200080:77
	calls kernel
	counts 77 bcopy
	ok kgmon $?
	timeout 60 "$GPTUI" --no-config --keys W --size 80x8 kernel gmon.out >out 2>&1
	grep -q 'idle 6.30 s out' out && grep -q '75.* bcopy' out && grep -q '0.0 .*<idle>' out
	ok kgmon-idle $?
else
	echo "skipped $suite-kgmon: no python3"
fi
