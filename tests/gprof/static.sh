#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Looks for calls in code with -c: tests/gprof/static.sh [BUILDDIR].  Programs
# of a few instructions are for many machines, of which most builds know some;
# programs in C are compared with what objdump shows, and with GNU gprof 2.40.
suite=static
. "$(dirname "$0")/../tools/listings.sh"
need python3

# Where libbfd and libopcodes of the same version know more machines (Debian:
# binutils-multiarch), under the names that gptui loads them by.
more=$PWD/more
for library in /usr/lib/*/lib*-*-multiarch.so; do
	[ -e "$library" ] || continue
	name=${library##*/}
	mkdir -p "$more" && ln -sf "$library" "$more/${name%-*}-system.so"
done

# gptui ARGUMENT...: with these libraries, where its own do not know the machine
gptui() {
	"$GPTUI" "$@" >output 2>messages
	status=$?
	if [ -d "$more" ] && grep -q 'not supported' messages; then
		LD_LIBRARY_PATH=$more "$GPTUI" "$@" >output 2>messages
		status=$?
	fi
	cat output
	cat messages >&2
	return $status
}

# find_arcs RULES PROGRAM [NAME]: the calls, of function NAME only; false when
# the machine is not known
find_arcs() {
	gptui --rules "$1" -b -q -c -z "$2" "$2.gmon" >graph 2>problems
	grep -q 'not supported' problems && return 1
	"$tests/gprof/graph_reader.py" graph >arcs
	awk -v only="$3" -F '\t' '/^#/ { next }
		!only || $1 == only { print $1 " " $2 }' arcs | sort -u >found
}

# machine NAME PROGRAM-OPTIONS PROFILE-OPTIONS BACKWARD FORWARD: function b at
# 0x1040 calls a at 0x1000, and from 0x1048 c at 0x1080.
machine() {
	printf '0x1000 a size=0x40\n0x1040 b size=0x40\n0x1080 c size=0x40\n' |
		mkelf -o "$1" $2 --text 0x1000:0xc0 --patch 0x1040="$4" \
			--patch 0x1048="$5" -
	gmontool write $3 -o "$1.gmon" arc:0x1044:0x1080:1 \
		hist:0x1000:0x10c0:96:100:seconds:s:0=1
	printf 'b a\nb c\n' >wanted
	for rules in exact gprof; do
		# gprof sees only calls forward on x86.
		[ "$rules-$1" = gprof-x86-64 ] && printf 'b c\n' >wanted
		[ "$rules-$1" = gprof-i386 ] && printf 'b c\n' >wanted
		# There it counts bytes where words are meant.
		[ "$rules-$1" = gprof-alpha ] && printf 'b c\n' >wanted
		[ "$rules-$1" = gprof-sparc ] && printf 'b c\n' >wanted
		if find_arcs $rules "$1" b; then
			answer "$1-$rules"
		elif [ "$(grep -c . problems)" = 1 ]; then
			echo "skipped static-$1-$rules: this libopcodes" \
				"does not know it (Debian: binutils-multiarch)"
		else
			cat problems
			echo "not ok static-$1-$rules"
		fi
	done
}

big32='-c 32 -e big'
machine x86-64 '-m x86_64' '' e8bbffffff909090 e833000000
machine i386 '-m i386 -c 32' '-p 4' e8bbffffff909090 e833000000
machine aarch64 '-m aarch64' '' f0ffff97 0e000094
machine arm '-m arm -c 32' '-p 4' eeffffeb 0c0000eb
machine alpha '-m alpha' '' efff5fd3 0d0040d3
machine m68k "-m m68k $big32" '-p 4 -e big' 61ffffffffbe4e71 61ff00000036
machine mips "-m mips $big32" '-p 4 -e big' 0c000400 0c000420
machine ppc "-m ppc $big32" '-p 4 -e big' 4bffffc1 48000039
machine ppc64-v2 '-m ppc64 --flags 2' '' c9ffff4b 41000048
machine riscv '-m riscv' '' eff01ffc ef008003
machine s390 '-m s390 -e big' '-e big' c0e5ffffffe00700 c0e50000001c
machine sparc "-m sparc $big32" '-p 4 -e big' 7ffffff0 4000000e

# as_gprof NAME PROGRAM-OPTIONS PROFILE-OPTIONS CODE...: with words of code from
# $low + 0x40 on in function b, which gprof takes for calls
as_gprof() {
	name=$1 program=$2 profile=$3
	shift 3
	patches='' at=$((low + 0x40))
	for word; do
		patches="$patches --patch $at=$word" at=$((at + 8))
	done
	at() { printf '0x%x' $((low + $1)); }
	printf '%s a\n%s b\n%s c\n%s d\n' $low $(at 64) $(at 128) $(at 160) |
		mkelf -o "$name" $program --text $low:0xc0 $patches -
	gmontool write $profile -o "$name.gmon" arc:$(at 68):$(at 128):1 \
		arc:$(at 68):$low:0 hist:$low:$(at 192):96:100:seconds:s:0=1
	if ! gprof -b -q -c "$name" "$name.gmon" >known 2>&1 ||
		grep -q 'not supported on architecture unknown' known; then
		echo "skipped static-$name: this libbfd does not know the" \
			"machine (Debian: binutils-multiarch)"
		return
	fi
	for options in -q '-q -z' '-q -T -z' -r '-l -z'; do
		gprof -b -c $options "$name" "$name.gmon"
	done >wanted 2>&1
	for options in -q '-q -z' '-q -T -z' -r '-l -z'; do
		gptui -b -c $options "$name" "$name.gmon"
	done >found 2>&1
	answer "$name"
}

if has_gprof; then
	# Its addresses have 32 bits when it looks for calls.
	for low in 0x1000 0xffffff80 0x140001000; do
		as_gprof x86-calls-at-$low '-m x86_64' '' \
			e83b000000 e853000000 e8abffffff
	done
	low=0x1000
	as_gprof mips-calls "-m mips $big32" '-p 4 -e big' \
		0c000420 0320f809 0c000428 0c000400 0060f809 03200008
	as_gprof mipsel-calls '-m mips -c 32' '-p 4' \
		09f82003 2804000c 0004000c
	as_gprof sparc-calls "-m sparc $big32" '-p 4 -e big' \
		40000040 7fffffb8 bfffffb0 40000048 01000000
	as_gprof alpha-calls '-m alpha' '' \
		3c0040d3 b4ff5fd3 00405b6b 44004fd3 00c05b6b 00805b6b
else
	echo "skipped static-as-gprof: no GNU gprof 2.40"
fi

cat >calls.c <<'END'
static volatile int sum;
int leaf(int n);
int (*pointer)(int n) = leaf;
int forward(int n);
static __attribute__((noinline)) int even(int n);
static __attribute__((noinline)) int odd(int n)
{
	return n ? even(n - 1) + 1 : 0;
}
static __attribute__((noinline)) int even(int n)
{
	return n ? odd(n - 1) + 2 : 1;
}
__attribute__((noinline)) int leaf(int n)
{
	return sum += n;
}
__attribute__((noinline)) int jump(int n)
{
	switch (n) {
	case 1: return leaf(2) + 4;
	case 2: return forward(9) + 1;
	case 3: return even(n) + 9;
	case 4: return odd(n) + 3;
	case 5: return pointer(n) + 8;
	}
	return n;
}
__attribute__((noinline)) int forward(int n)
{
	return leaf(n) + jump(n) + forward(n - 1);
}
int main(void)
{
	return jump(3) + forward(2) + even(7);
}
/* gprof reads beyond the last symbol: it has no calls. */
int last(void)
{
	return 0;
}
END

# program NAME TARGET PROFILE-OPTIONS FLAGS...: one in C, and what objdump
# shows of its calls
program() {
	name=$1 target=$2 options=$3
	shift 3
	compiler=$target-gcc objdump=$target-objdump
	[ -n "$target" ] || compiler=$CC objdump=objdump
	if ! command -v "$objdump" >/dev/null ||
		! $compiler -O1 -fno-toplevel-reorder -nostdlib -static \
			-Wl,-e,main "$@" -o "$name" \
			calls.c >"$name.log" 2>&1; then
		echo "skipped static-$name: no compiler (Debian: gcc-$target)"
		return 1
	fi
	range=$($objdump -h "$name" | awk '$2 == ".text" {
		print "0x" $4 " 0x" $3 }')
	low=$((${range% *})) size=$(((${range#* } + 15) / 16 * 16))
	gmontool write $options -o "$name.gmon" \
		"hist:$low:$((low + size)):$((size / 16)):100:seconds:s:0=1" \
		"arc:0x0:$low:1"
	# Calls may skip the start of a function of ppc64's second ABI.
	$objdump -d --no-show-raw-insn "$name" | sed 's/+0x8>$/>/' | awk '
		/^[0-9a-f]+ <.*>:$/ {
			caller = substr($2, 2, length($2) - 3)
			next
		}
		$2 ~ /^(callq?|blx?)$/ && $3 !~ /^\*/ && $NF ~ /^<[^+]*>$/ {
			print caller " " substr($NF, 2, length($NF) - 2)
		}' | sed 's/\(^\| \)\./\1/g' | sort -u >wanted
	if ! find_arcs exact "$name"; then
		echo "skipped static-$name: this libopcodes does not know it" \
			"(Debian: binutils-multiarch)"
		return 1
	fi
	grep -v '^\[' found >known && mv known found
	[ "$(wc -l <wanted)" -ge 12 ] || echo "too few calls" >>found
	answer "$name"
}

program c '' '' && if has_gprof; then
	gprof -b -q -c -z c c.gmon >wanted
	"$GPTUI" -b -q -c -z c c.gmon >found
	answer c-as-gprof
else
	echo "skipped static-c-as-gprof: no GNU gprof 2.40"
fi
program c-arm arm-linux-gnueabi '-p 4' -marm
program c-thumb arm-linux-gnueabi '-p 4' -mthumb -march=armv7-a
program c-ppc64 powerpc64-linux-gnu '-e big'
program c-ppc64-v2 powerpc64-linux-gnu '-e big' -mabi=elfv2
exit 0
