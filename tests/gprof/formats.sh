#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profile files of every format, word size and byte order, whole, damaged and
# mixed, against GNU gprof 2.40: listings, status and messages must agree, byte
# for byte.  Then what gprof cannot read: profiles of shared objects, bins of
# one byte, histograms of different scales.
# tests/gprof/formats.sh [BUILDDIR]
suite=formats
. "$(dirname "$0")/../tools/listings.sh"
need python3
mkdir bin
ln -s "$GPTUI" bin/gprof # messages begin with the name

# ---- A real shared object, of the dynamic linker of this machine ------------

cat >object.c <<'END'
static volatile unsigned long sum;
static void spin(unsigned long n)
{
	while (n--)
		sum += n ^ sum;
}
int inner(int n)
{
	spin(30);
	return n;
}
int outer(int n)
{
	return inner(n) + inner(n + 1);
}
END
cat >program.c <<'END'
int outer(int n);
int main(void)
{
	int i, r = 0;

	for (i = 0; i < 1000; i++)
		r += outer(i);
	return r == 3;
}
END
# placed FUNCTION,...: where the samples of the object are
placed() { "$tools/place_samples.py" --in "$1" libobject.so libobject.so.profile; }

shared_object() {
	placed spin,inner,outer
	seconds=$(gmontool dump libobject.so.profile |
		awk -F= '/ bin\[/ { n += $2 } END { printf "%.2f", n / 100 }')
	"$GPTUI" --report flat --zeros libobject.so libobject.so.profile >object.out
	"$GPTUI" --report health libobject.so libobject.so.profile >health.out
	"$GPTUI" -b -p libobject.so libobject.so.profile >listing.out
	if grep -qE ' 2 000 .* inner' object.out &&
		grep -qE ' 1 000 .* outer' object.out &&
		grep -qE ' spin +object.c:[23]$' object.out &&
		grep -qE ", $seconds s( sampled)?$" object.out &&
		grep -qE ' 2000 .* inner' listing.out &&
		! grep -E '^(warning|fault)' health.out |
		grep -v 'too few samples\|no time was measured\|no known caller'; then
		echo "ok formats-ld-profile"
	else
		cat object.out listing.out health.out
		keep libobject.so libobject.so.profile
		echo "not ok formats-ld-profile"
	fi
	SAMPLES=hot placed spin
	"$GPTUI" --report flat libobject.so libobject.so.profile >object.out
	if grep -qE '^ *100[.0]* .* spin +object.c:[23]$' object.out; then
		echo "ok formats-ld-profile-samples"
	else
		cat object.out
		keep libobject.so libobject.so.profile
		echo "not ok formats-ld-profile-samples"
	fi
}

if "$CC" -g -fPIC -shared -Wl,-soname,libobject.so -o libobject.so object.c &&
	"$CC" -o program program.c -L. -lobject &&
	LD_LIBRARY_PATH=. LD_PROFILE=libobject.so LD_PROFILE_OUTPUT=$W ./program &&
	[ -e libobject.so.profile ]; then
	shared_object
else
	echo "skipped formats-ld-profile: no LD_PROFILE here"
fi
rest_needs_no_run

# ---- Files -----------------------------------------------------------------

symbols='0x1000 main
0x1040 foo
0x1080 bar
0x10e0 z'
h=hist:0x1000:0x1100:64
bins=0=6,20=3,21=300,40=40
arcs='arc:0x1001:0x1040:3 arc:0x1044:0x1080:70000 arc:0x1001:0x1080:1'
for word in 4 8; do
	for end in little big; do
		exe=x-$word-$end
		echo "$symbols" | mkelf -o $exe -c $((8 * word)) -e $end \
			--text 0x1000:0x100 -
		for form in magic bsd bsd44; do
			gmontool write -f $form -p $word -e $end \
				-o $exe.$form $h:100:seconds:s:$bins $arcs
			gmontool write -f $form -p $word -e $end \
				-o $exe.$form.2 $h:100:seconds:s:5=9,20=3 $arcs
			gmontool write -f $form -p $word -e $end \
				-o $exe.$form.250 $h:250:seconds:s:$bins $arcs
		done
	done
done
ln -s x-8-little x
old=x-8-little.bsd new=x-8-little.bsd44 magic=x-8-little.magic
new250=$new.250
gmontool write -f bsd44 -o rate-0 $h:0:seconds:s:$bins $arcs
gmontool write -f bsd44 -o no-bins hist:0x1000:0x1100:0:100 $arcs
gmontool write -f bsd44 -o shorter hist:0x1000:0x1100:63:100 $arcs
gmontool write -f bsd44 -o elsewhere hist:0x2000:0x2100:64:100 $arcs
gmontool write -f bsd44 -o backward hist:0x1100:0x1000:64:100 $arcs
gmontool write -f bsd44 --ncnt 30 -o small-ncnt $h:100:seconds:s:$bins
gmontool write -o ticks $h:250:ticks:t:$bins $arcs
gmontool write -o rate-0-ticks $h:0:ticks:t:$bins $arcs
gmontool write -o seconds-t $h:100:seconds:t:$bins
gmontool write -o arcs $arcs
gmontool write -o blocks bb:0x1000=3
gmontool write -o scale hist:0x1000:0x1100:32:100
gmontool write -o overlap hist:0x1080:0x1180:64:100
gmontool write -o overlap-within $h:100 hist:0x1100:0x1200:64:100 \
	hist:0x10c0:0x11c0:64:100
gmontool write -o beside $h:100 hist:0x1200:0x1300:64:100 \
	hist:0x1100:0x1200:64:100 hist:0x1200:0x1300:64:100

# ---- Against gprof ---------------------------------------------------------

bad=0

# compare ARGUMENTS...: one pair, messages included when both fail
compare() {
	gprof "$@" >oracle.out 2>oracle.err
	wanted=$?
	if [ $wanted -ge 128 ] || grep -q 'out of memory' oracle.err; then
		return # its own bugs are no reference
	fi
	PATH=$W/bin:$PATH gprof "$@" >ours.out 2>ours.err
	status=$?
	pairs=$((pairs + 1))
	if [ $status = $wanted ] && cmp -s oracle.out ours.out &&
		{ [ $wanted = 0 ] || cmp -s oracle.err ours.err; }; then
		return
	fi
	echo "differs: gprof $* (status $wanted, here $status)"
	diff oracle.out ours.out | head -n 6 | cut -c 1-100
	diff oracle.err ours.err
	keep "$@"
	bad=$((bad + 1))
}

against_gprof() {
	pairs=0
	for exe in x-4-little x-4-big x-8-little x-8-big; do
		for form in magic bsd bsd44; do
			compare -b -i -p -q $exe $exe.$form
			compare -b -T -z $exe $exe.$form $exe.$form.2
			compare -b $exe $exe.$form.250 $exe.$form.250
		done
		compare -b $exe $exe.bsd $exe.magic $exe.bsd44
	done
	finish words

	for files in "$old $new250" "$old $new" "rate-0 $new" \
		"rate-0 rate-0" "rate-0 $old" "$new250 $old" "$old ticks" \
		"ticks $old" "ticks $new" "rate-0-ticks $old" \
		"rate-0-ticks $new" "arcs $new" "arcs $old" \
		"$new250 rate-0-ticks" "rate-0 ticks" "ticks $new250" \
		"$new250 $old ticks" "$old shorter" "$old elsewhere" \
		"$magic shorter" "$magic elsewhere" "$new $magic" \
		"$new no-bins" "blocks $new" "$new blocks" "backward" \
		"$new backward" "$magic backward"; do
		compare -b -i x $files
		compare -b -i -p -q x $files
	done
	compare -b -i x no-bins
	finish mixed

	for n in 0 1 19 20 23 24 25 40 41 42 43 60 61 100 147 148 149 167 168 \
		169 170 171 192 200; do
		for file in $old $new; do
			head -c $n $file >cut
			compare -b -i x cut
		done
	done
	head -c 17 x-4-little.bsd >cut
	compare -b x-4-little cut
	finish cut

	for format in auto bsd 4.4bsd magic prof b 4 m a p zz; do
		for file in $old $new; do
			compare -b -O $format x $file
		done
		compare -b -O $format x $new $new
	done
	for format in auto 4.4bsd magic prof; do
		compare -b -O $format x $magic
		compare -b -O $format x ticks
	done
	for format in auto bsd 4.4bsd magic; do
		compare -b -O $format x x
	done
	finish format-option

	for files in "$magic ticks" "ticks $magic" "$magic seconds-t" \
		"$magic scale" "$magic overlap" "overlap-within" \
		"beside" "beside beside" "$magic overlap-within" \
		"beside overlap" "$old scale" "$old overlap" "arcs scale" \
		"ticks" "ticks ticks"; do
		compare -b -i -p -q x $files
	done
	finish conflicts
}

if has_gprof; then
	against_gprof
else
	echo "skipped formats-gprof: no GNU gprof 2.40"
fi

# ---- What gprof cannot read ------------------------------------------------

# figures: of a report in CSV, the function, self time and calls
figures() {
	tr -d '\r' | awk -F, 'NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
			next
		}
		{
			printf "%s %g %s\n", $at["function"], $at["self"],
				"calls" in at ? $at["calls"] : ""
		}' | sed 's/ *$//'
}

# expect NAME WANTED GOT
expect() {
	if [ "$2" = "$3" ]; then
		echo "ok formats-$1"
		return
	fi
	echo "wanted: $2"
	echo "got: $3"
	echo "not ok formats-$1"
}

# report NAME WANTED ARGUMENTS...: the figures of a flat report
report() {
	name=$1 wanted=$2
	shift 2
	expect "$name" "$wanted" \
		"$("$GPTUI" --report flat --format csv "$@" 2>&1 | figures)"
}

# refuses NAME MESSAGE ARGUMENTS...
refuses() {
	name=$1 message=$2
	shift 2
	got=$(PATH=$W/bin:$PATH gprof "$@" 2>&1)
	expect "$name" "1: gprof: $message" "$?: $got"
}

for word in 4 8; do
	for end in little big; do
		gmontool write -f shobj -p $word -e $end -o so-$word-$end \
			$h:100:seconds:s:0=10,16=30,47=5 \
			arc:0:0x40:7 arc:0x44:0x80:9
		report shobj-$word-$end 'foo 0.3 7
main 0.1
bar 0.05 9
[outside the image] 0' x-$word-$end so-$word-$end
	done
done
got=$("$GPTUI" -b -p x-8-little so-8-little | awk 'NR > 5 { print $NF, $3, $4 }')
expect shobj-listing 'foo 0.30 foo
main 0.10 main
bar 0.05 9' "$got"
refuses shobj-other-order "so-8-big: byte 4: written in another byte order \
than the object's" -b x-8-little so-8-big

# Bins of one byte: none is lost, none counts twice.
gmontool write -o bytes \
	hist:0x1000:0x1100:256:1:ticks:t:0=1,1=2,63=4,64=8,127=16
report one-byte-bins 'foo 24
main 7' x bytes

# Histograms that gprof does not read together, each by its own shape.
gmontool write -o coarse hist:0x1000:0x1100:8:100:seconds:s:1=100,2=7
report scales 'foo 3.1 3
main 1.06
bar 0.4 70001' x "$magic" coarse
# By gprof's rules what gprof would not add is left out, as its fault says.
leaves_out() {
	expect "$1" "$3: gprof's rules cannot add it: $2" \
		"$("$GPTUI" --report health --rules gprof x "$magic" "$3" |
			sed -n 's/^fault *\(.*gprof.s rules.*\)/\1/p')"
}
leaves_out scales-as-gprof 'different scales in histogram' coarse
leaves_out overlap-as-gprof 'overlapping histogram' overlap
report overlap 'foo 3.03 3
bar 0.4 70001
main 0.06' x "$magic" overlap
report ticks-as-gprof 'foo 1.212 3
bar 0.16 70001
main 0.024' --rules gprof x ticks
got=$("$GPTUI" --report flat x ticks | sed -n 's/.* \(self ticks\) .*/\1/p')
expect unit-in-titles 'self ticks' "$got"
got=$("$GPTUI" --report flat x ticks | sed -n 2p)
expect unit-in-caption '1 file, 250 Hz, 1.40 ticks sampled' "$got"

# FreeBSD's kernel: counters of 8 bytes, and the same bytes with garbage after.
python3 - <<'END'
import struct
def write(path, spare):
    bins = struct.pack('<16q', 1 << 32, *[0] * 4, 100, *[0] * 10)
    with open(path, 'wb') as f:
        f.write(struct.pack('<QQIIIiQ', 0x1000, 0x1100, 40 + len(bins),
                            0x51879, 100, -64, spare) + bins)
write('kernel', 0)
write('garbage', 0xfffffffe00000002)
END
report counters-of-8-bytes 'main 4.29497e+07
foo 1' x kernel
got=$("$GPTUI" --report health x garbage | grep -c 'in 64 bins, 100 Hz')
expect no-counter-type 1 "$got"

# Here gprof asks for gigabytes before it looks at what it has read.
wrong='does not appear to be in gmon.out format'
printf 'a text that is long enough to be a header\n' >text
for file in "$magic" ticks small-ncnt text; do
	refuses "not-bsd-$file" "file '$file' $wrong" -b -O bsd x $file
done
refuses small-ncnt "file 'small-ncnt' $wrong" -b x small-ncnt
got=$("$GPTUI" --report flat x text 2>&1)
expect text "1: $GPTUI: text: byte 0: not a profile file \
(starts with \"a text t\")" "$?: $got"
