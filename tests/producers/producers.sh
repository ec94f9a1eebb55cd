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

# Programs of mingw-w64: its counts of calls have 4 bytes, and 4 of anything.
export WINEPREFIX="$W/wine" WINEDEBUG=-all
wine=${WINE:-wine}
if ! command -v x86_64-w64-mingw32-gcc >/dev/null || ! command -v "$wine" >/dev/null; then
	echo "skipped $suite-mingw: no x86_64-w64-mingw32-gcc, or no wine"
else
	rm -f gmon.out
	x86_64-w64-mingw32-gcc -O1 -pg -g -o mingw.exe work.c >log 2>&1
	built=$?
	if [ $built = 0 ] && ! { timeout 120 "$wine" ./mingw.exe >log 2>&1 && [ -s gmon.out ]; }; then
		echo "skipped $suite-mingw: wine does not run it: $(grep -m 1 . log)"
	else
		calls mingw.exe
		[ $built = 0 ] && counts 200 twice && counts 400 sum_of
		ok mingw $?
	fi
	wineserver -k 2>/dev/null
	rm -rf wine
fi

# Those of Cygwin have 8 bytes: a made file, and a program that begins like one of its own.
if ! command -v python3 >/dev/null || ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
	echo "skipped $suite-cygwin: no python3, or no x86_64-w64-mingw32-gcc"
else
	base=0x100400000
	x86_64-w64-mingw32-gcc -O1 -pg -g -DCYGWIN -o cygwin.exe work.c -Wl,--image-base,$base >log 2>&1
	# at NAME: its address
	at() { echo "0x$(x86_64-w64-mingw32-nm cygwin.exe | sed -n "s/ [tT] $1\$//p")"; }
	# behind NAME: where its first call returns to
	behind() {
		x86_64-w64-mingw32-objdump -d cygwin.exe |
			sed -n "/call.*<$1>/ { n; s/^ *\\([0-9a-f]*\\):.*/0x\\1/p; q; }"
	}
	low=$(at __eprol) high=$(at etext)
	bin=$((($(at sum_of) - low) / 4 + 2))
	gmontool write -f bsd44 -p 8 -o gmon.out \
		hist:$low:$high:$(((high - low) / 4)):100:seconds:s:$bin=300 \
		"arc:$(behind twice):$(at twice):200" "arc:$(behind sum_of):$(at sum_of):5000000000"
	calls cygwin.exe
	counts 200 twice && counts 5000000000 sum_of
	ok cygwin $?
	"$GPTUI" --no-config --report flat --columns self,function,where cygwin.exe gmon.out >out 2>&1
	grep -q ' 3.00 .*sum_of .*work.c:1[0-9]' out && ! grep -q fault out
	ok cygwin-lines $?
fi

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

# NuttX, in the trees that NUTTX_DIRS names, which are built for a board of qemu:
#	./tools/configure.sh -E -a ../apps qemu-armv7a:nsh (or qemu-armv8a:nsh, rv-virt:nsh64)
#	for o in BENCHMARK_COREMARK ALLSYMS TESTING_OSTEST HAVE_CXX; do
#		kconfig-tweak --disable CONFIG_$o; done
#	make olddefconfig && make
# It is asked as a board at a serial port is; a second time by the recipe that is known.
# nuttx TREE
nuttx() {
	machine=$(LC_ALL=C readelf -h "$1/nuttx" 2>/dev/null | sed -n 's/^ *Machine: *//p')
	class=$(LC_ALL=C readelf -h "$1/nuttx" 2>/dev/null | sed -n 's/^ *Class: *ELF//p')
	case $machine in
	ARM) name=arm qemu='qemu-system-arm -cpu cortex-a7 -M virt,gic-version=2' ;;
	AArch64)
		# It calls its monitor by smc, which qemu hears only with virtualization.
		name=arm64
		qemu='qemu-system-aarch64 -cpu cortex-a53 -M virt,virtualization=on,gic-version=3'
		;;
	RISC-V) name=riscv$class qemu="qemu-system-riscv$class -bios none -M virt,aclint=on" ;;
	*) echo "skipped $suite-nuttx: $1/nuttx is not built for ARM, AArch64 or RISC-V"; return ;;
	esac
	if ! command -v "${qemu%% *}" >/dev/null || ! command -v xxd >/dev/null; then
		echo "skipped $suite-nuttx-$name: no ${qemu%% *}, or no xxd"
		return
	fi
	rm -rf nuttx.d && mkdir nuttx.d
	printf '%s\n' 'prompt nsh> ' 'gprof start' getprime 'gprof stop' \
		'gprof dump /tmp/gmon.out' 'hexdump /tmp/gmon.out' 'gprof start' getprime >recipe
	timeout 300 $qemu -nographic -net none -monitor none -serial pty \
		-kernel "$1/nuttx" >port 2>&1 &
	board=$!
	await port
	port=$(grep -o '/dev/pts/[0-9]*' port)
	# While it starts it may not listen.
	for try in 1 2 3; do
		timeout 120 "$GPTUI" --no-config --report flat --format csv --columns self,function \
			--keep nuttx.d "$1/nuttx" "serial:$port,115200,recipe" >out 2>log && break
	done
	grep -q '^0\.[0-9]*[1-9][0-9]*,"*thread_func\|^[1-9].*,"*thread_func' out &&
		! grep -q fault log
	ok "nuttx-$name" $?
	# The same, put together as its guide says, but block by block.
	file=$(ls nuttx.d/* | tail -n 1)
	tr -d '\r' <"$file" | sed -n 's/^[0-9a-f]\{4\}: \(.\{47\}\).*/\1/p' | xxd -r -p >nuttx.gmon
	"$GPTUI" --no-config --report flat --format csv --columns self,function "$1/nuttx" \
		nuttx.gmon >want 2>log
	cmp out want && [ -s want ]
	ok "nuttx-$name-dump" $?
	# Some are built with CONFIG_PROFILE_ALL, which counts calls.
	if LC_ALL=C readelf -sW "$1/nuttx" | grep -q ' mcount_internal$'; then
		mv nuttx.gmon gmon.out
		calls "$1/nuttx"
		counts '[1-9][0-9]*' thread_func
		ok "nuttx-$name-calls" $?
	fi
	timeout 120 "$GPTUI" --no-config --report flat --keep nuttx.d "$1/nuttx" \
		"serial:$port,115200" >out 2>log
	grep -q 'idle' out && grep -q thread_func out && ! grep -q fault log
	ok "nuttx-$name-recipe" $?
	kill $board
	wait $board 2>/dev/null
}
if [ -z "$NUTTX_DIRS" ]; then
	echo "skipped $suite-nuttx: NUTTX_DIRS names no tree"
fi
for tree in $NUTTX_DIRS; do
	nuttx "$tree"
done

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
