#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Where gptui differs from GNU gprof 2.40 on purpose: those of the entries of
# doc/profiling.md that no other test is about, each under its number there.
# tests/gprof/differences.sh [BUILDDIR]
suite=differences
. "$(dirname "$0")/../tools/listings.sh"
need python3
mkdir inc
knows_gprof=
has_gprof && knows_gprof=1

# expect NAME WANTED GOT
expect() {
	if [ "$2" = "$3" ]; then
		echo "ok differences-$1"
		return
	fi
	printf 'wanted: %s\ngot: %s\n' "$2" "$3"
	echo "not ok differences-$1"
}

# gprof_says NAME WANTED GOT: that the difference is still one
gprof_says() {
	[ -z "$knows_gprof" ] || expect "$@"
}

# ---- D20, D31, D36: debug information of programs -----------------------------

printf 'static int in_header(int x)\n{\n\treturn x + 1;\n}\n' >inc/h.h
cat >h.c <<'END'
#include "h.h"
int main(void)
{
	int i, s = 0;
	for (i = 0; i < 9; i++)
		s += in_header(i);
	return s == 0;
}
END

# file_of COMMAND...: the file that -C names for the function in the header
file_of() { "$@" | sed -n 's/^\([^:]*\):2: (in_header:.*/\1/p' | sed 's/.*\///'; }

if build h "$CC" -pg -gdwarf-5 -O0 -Iinc h.c && profile h gmon.out; then
	gprof_says D20-gprof h.c "$(file_of gprof -b -C h)"
	expect D20-as-gprof h.c "$(file_of "$GPTUI" -b -C h)"
	expect D20-listing h.h "$(file_of "$GPTUI" -b -C --rules exact h)"
	got=$("$GPTUI" --report flat --format csv h | tr -d '\r' |
		sed -n 's/.*,in_header,//p')
	expect D20-report h.h:2 "$got"
fi
cat >t.c <<'END'
struct pair { int a, b; };
static inline int in_types(struct pair p)
{
	volatile int sum = p.a + p.b;
	return sum;
}
int main(int argc, char **argv)
{
	return in_types((struct pair){ argc, 2 }) == 7;
}
END
inlined() { grep -c '(in_types:'; }
if build t "$CC" -pg -gdwarf-5 -fdebug-types-section -O2 t.c &&
	profile t gmon.out; then
	gprof_says D36-gprof 0 "$(gprof -b -l -C -z t | inlined)"
	got=$("$GPTUI" -b -l -C -z t | inlined)
	expect D36-units-of-types 1 "$((got > 0))"
fi
if build h64 "$CC" -pg -gdwarf-5 -gdwarf64 -O0 -Iinc h.c &&
	profile h64 gmon.out; then
	gprof_says D31-gprof '' "$(file_of gprof -b -C h64 2>/dev/null)"
	got=$("$GPTUI" --report flat --format csv h64 | tr -d '\r' |
		sed -n 's/.*,in_header,//p')
	expect D31-dwarf64 h.h:2 "$got"
fi

# ---- D31, D45: split and shared debug information -----------------------------

printf 'static inline __attribute__((always_inline)) int triple(int x)
{
	volatile int y = x;
	return y * 3;
}
' >inc/inline.h
cat >one.c <<'END'
#include "inline.h"
int other(int n);
static __attribute__((noinline)) int work(int n)
{
	return triple(n) ^ n;
}
int main(void)
{
	int i, s = 0;
	for (i = 0; i < 9; i++)
		s += work(i) + other(i);
	return s == 0;
}
END
printf '#include "inline.h"
int other(int n)
{
	return triple(n) + 1;
}
' >two.c
files_of() { "$@" | grep -cE '/(one|two)\.c:[0-9]+: \((work|other):'; }
# main is apart from the rest of one.c, in .text.startup.
if build s "$CC" -pg -gdwarf-5 -gsplit-dwarf -O2 -Iinc one.c two.c &&
	profile s gmon.out; then
	gprof_says D31-split-gprof 0 "$(files_of gprof -b -C s)"
	expect D31-split 2 "$(files_of "$GPTUI" -b -C s)"
fi
if ! command -v dwz >/dev/null; then
	echo "skipped $suite-D45: no dwz"
elif build d "$CC" -pg -gdwarf-5 -O2 -Iinc one.c two.c && profile d gmon.out; then
	for options in '-b -l -p -z' '-b -l -q' '-b -l -C'; do
		"$GPTUI" $options d
	done >plain
	cp d d-dwz && dwz -L none d-dwz
	for options in '-b -l -p -z' '-b -l -q' '-b -l -C'; do
		"$GPTUI" $options d-dwz
	done >shared
	got=$(gprof -b -l -C d-dwz 2>&1 | grep -c 'somebody miscounted')
	gprof_says D45-gprof 1 "$got"
	expect D45-plain 1 "$(($(grep -c '^ .* triple (inline.h' plain) > 0))"
	expect D45-shared "$(cat plain)" "$(cat shared)"
fi
rm -f gmon.out
rest_needs_no_run

# ---- Files -----------------------------------------------------------------

printf '0x1000 main\n0x1040 foo\n0x1080 bar\n0x10fe z\n' |
	mkelf -o x --text 0x1000:0x100 -
hist=hist:0x1000:0x1100:64:100:seconds:s:0=6,20=3
arcs='arc:0x1001:0x1040:3 arc:0x1041:0x1080:7'
gmontool write -o g $hist $arcs
gmontool write -o no-rate hist:0x1000:0x1100:64:0:seconds:s:0=6,20=3 $arcs
gmontool write -o no-histogram $arcs
gmontool write -o cycle $hist arc:0x1001:0x1040:3 arc:0x1041:0x1000:2

# ---- D13: cycles that are never entered, and the callers of those that are ------

whole() { grep -c 'cycle 1 as a whole'; }
gprof_says D13-gprof 0 "$(gprof -b -q x cycle | whole)"
expect D13-as-gprof 0 "$("$GPTUI" -b -q x cycle | whole)"
expect D13-entry-of-the-cycle 1 "$("$GPTUI" -b -q --rules exact x cycle | whole)"
gmontool write -o entered $hist arc:0x1001:0x1040:3 arc:0x1041:0x1080:7 \
	arc:0x1081:0x1040:7
got=$("$GPTUI" --report graph --format csv --filter '=foo' x entered |
	tr -d '\r' | grep -c 'caller,main')
expect D13-caller-of-the-cycle 1 "$got"

# ---- D22: no rate, no histogram --------------------------------------------

numbers() { grep -cE 'inf|nan'; }
gprof_says D22-gprof-without-a-rate 4 "$(gprof -b -p x no-rate | numbers)"
expect D22-without-a-rate 0 "$("$GPTUI" -b x no-rate | numbers)"
got=$("$GPTUI" -b -p x no-rate | awk '$NF == "main" { print $1, $2, $3 }')
expect D22-percent-without-a-rate '66.67 0.00 0.00' "$got"
got=$(gprof -b -q x no-histogram | numbers)
gprof_says D22-gprof-without-a-histogram 1 "$((got > 0))"
expect D22-without-a-histogram 0 "$("$GPTUI" -b -q x no-histogram | numbers)"

# ---- D24: orders of functions, with a spec for calls -----------------------

gprof_says D24-gprof-lists-twice 6 "$(gprof -b -r -k /bar x g | wc -l)"
for options in '-r -k /bar' '-r -k main/foo' '-r -qmain/foo -Q' '-r -Qfoo/ -Q'; do
	got=$(timeout 60 "$GPTUI" -b $options x g | sort | tr '\n' ' ')
	expect "D24-listed-once ($options)" 'bar foo main z ' "$got"
done
printf '%s\n' 'a.o: T main' 'b.o: T foo' 'c.o: T bar' >map
got=$(timeout 60 "$GPTUI" -b -R map -k /bar x g | sort | tr '\n' ' ')
expect 'D24-listed-once (-R)' 'a.o b.o c.o ' "$got"

# As gprof's, though it prints some functions twice and leaves others out.
python3 - "$tools" <<'END'
import random, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import gmontool
for number, count in enumerate((79, 80, 81, 160, 400, 800)):
    rng = random.Random(number)
    with open('symbols.%d' % number, 'w') as out:
        for i in range(count):
            out.write('%#x f%d\n' % (0x1000 + 16 * i, i))
    with open('text.%d' % number, 'w') as out:
        out.write('0x1000:%#x' % (16 * count))
    hubs = [rng.randrange(count) for _ in range(10)]
    gmontool.write_records('many.%d' % number, [
        'arc:%#x:%#x:%d' % (
            0x1001 + 16 * rng.randrange(count),
            0x1000 + 16 * (rng.choice(hubs) if rng.random() < .4
                           else rng.randrange(count)),
            rng.choice([1, 2, 5, 10, 100, 1000])) for _ in range(4 * count)])
END
for number in 0 1 2 3 4 5; do
	mkelf -o x.$number --text "$(cat text.$number)" symbols.$number
	[ -z "$knows_gprof" ] || gprof -b -r x.$number many.$number >wanted
	"$GPTUI" -b -r x.$number many.$number >got
	if [ -z "$knows_gprof" ] || cmp -s wanted got; then
		echo "ok differences-D24-order-$number"
	else
		diff wanted got | head -n 5
		echo "not ok differences-D24-order-$number"
	fi
done

# ---- D28: what -d prints ------------------------------------------------------

for option in -d -d3 --deb --debu=3 --debug --debug=511; do
	expect "D28-debug-is-silent ($option)" "$("$GPTUI" -b x g)" \
		"$("$GPTUI" -b $option x g)"
done

# ---- D34: several functions of a file, in a map for -R -----------------------

printf '%s\n' 'a.o: T main' 'a.o: T foo' 'b.o: T bar' >map
got=$("$GPTUI" -b -R map x g | sort | tr '\n' ' ')
expect D34-files-once 'a.o b.o ' "$got"

# ---- D35: block counts of machines of the other byte order ------------------

printf '0x1000 main\n0x1040 foo\n0x10fe z\n' |
	mkelf -o big -e big --text 0x1000:0x100 -
gmontool write -e big -o blocks $hist bb:0x1000=5,0x1010=7
gprof -b -l -C big blocks >/dev/null 2>&1
gprof_says D35-gprof 1 $?
got=$("$GPTUI" -b -l -C big blocks | tr '\n' ' ')
expect D35-block-counts '<unknown>:0: (main:0x1000) 5 executions '\
'<unknown>:0: (main:0x1010) 7 executions ' "$got"

# ---- D46: descriptors of functions, of a machine that libbfd may not know -------

printf '%s sec=.opd\n' '0x2000 main' '0x2018 foo' '0x2030 z' |
	mkelf -o descriptors -m ppc64 -e big --flags 1 --text 0x1000:0x100 \
		--sec .opd:0x2000:0x48:aw --patch 0x2000=0000000000001000 \
		--patch 0x2018=0000000000001040 --patch 0x2030=00000000000010fe -
gmontool write -e big -o descriptors.gmon $hist arc:0x1010:0x1044:3
samples() { "$@" | awk '$NF ~ /^\.(main|foo)$/ { print $1, $NF }' | tr '\n' ' '; }
expect D46-descriptors '66.67 .main 33.33 .foo ' \
	"$(samples "$GPTUI" -b -p descriptors descriptors.gmon)"
got=$(samples gprof -b -p descriptors descriptors.gmon 2>/dev/null)
[ -z "$got" ] || # its libbfd knows the machine
	gprof_says D46-gprof '66.67 .main 33.33 .foo ' "$got"

# ---- D38: bytes that would act on a terminal ---------------------------------

if command -v objcopy >/dev/null; then
	mkdir odd
	python3 "$tests/gprof/terminal_bytes.py" odd "$GPTUI" "$CC" \
		${knows_gprof:+gprof}
else
	echo "skipped $suite: no objcopy"
fi
