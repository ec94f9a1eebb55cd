#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Adds profiles up with -s and reads the sum back: GNU gprof 2.40 and gptui must
# each list of gmon.sum what they list of the profiles themselves.
# tests/gprof/sum.sh [BUILDDIR].  Programs are in C, C++ and Fortran as far as
# there are compilers; synthetic files have counts that fit no field, other
# word sizes and byte orders, and the formats of BSD.
suite=sum
. "$(dirname "$0")/../tools/listings.sh"
need_gprof
need python3
sources tree.c tree.h other.c shapes.cc heat.f90

# same PROGRAM OPTIONS EXE FILES...: whether the program lists the same of the
# files and of gmon.sum.  Captions of reports name the files.
same() {
	program=$1 options=$2 exe=$3
	shift 3
	"$program" $options "$exe" "$@" >inputs.out 2>inputs.err
	wanted=$?
	"$program" $options "$exe" gmon.sum >sum.out 2>sum.err
	status=$?
	sed -i -E '2s/^[0-9]+ files?, //; 2s/ in all//' inputs.out sum.out
	if [ $status = $wanted ] && cmp -s inputs.out sum.out; then
		return
	fi
	echo "differs: $(basename "$program") $options $exe $*"
	diff inputs.out sum.out | head -n 6
	head -n 2 sum.err
	keep $options "$exe" "$@"
	bad=$((bad + 1))
}

# check NAME FORMAT EXE FILES...
check() {
	name=$1 format=$2 exe=$3
	shift 3
	bad=0
	rm -f gmon.sum
	"$GPTUI" -s -O "$format" "$exe" "$@" >s.out 2>&1 || bad=1
	cat s.out
	[ -s s.out ] && bad=1
	for list in -p -q '-p -z' '-q -z' -T; do
		same gprof "-b $list" "$exe" "$@"
		same "$GPTUI" "-b $list" "$exe" "$@"
	done
	same "$GPTUI" '--report flat --rules exact --copies added --sums added' "$exe" "$@"
	# A sum of a sum is the sum.
	cp gmon.sum before.sum
	"$GPTUI" -s -O "$format" "$exe" gmon.sum
	cmp before.sum gmon.sum || bad=1
	for file in gmon.sum.*; do
		[ -e "$file" ] && echo "left behind: $file" && bad=1
	done
	if [ $bad = 0 ]; then
		echo "ok sum-$name"
	else
		echo "not ok sum-$name"
	fi
}

# beside NAME EXE FILES...: the listings that -s prints beside the sum, by
# lines as in gprof; and no doubts about a sum that gprof wrote
beside() {
	name=$1
	shift
	bad=0
	for list in -p -q '-i -p -q' -A; do
		# Its own bugs are no reference.
		gprof -b -s $list "$@" >oracle.out 2>oracle.err || continue
		"$GPTUI" -b -s $list "$@" >ours.out 2>ours.err
		cmp oracle.out ours.out && continue
		keep -s $list "$@"
		bad=1
	done
	if gprof -s "$@" 2>oracle.err; then
		"$GPTUI" --report health "$1" gmon.sum >health.out
		# Samples are placed anywhere; it is calls that gprof changes.
		grep -A1 'another program or build' health.out |
			grep -vE 'another program|no instruction begins' && bad=1
	fi
	if [ $bad = 0 ]; then
		echo "ok sum-$name-beside-listings"
	else
		echo "not ok sum-$name-beside-listings"
	fi
}

# try NAME COMPILER WORDS...: a program, and the sum of three profiles of it
try() {
	build "$@" || return
	profile "$name" "$name.1" "$name.2" "$name.3"
	check "$name" auto "$name" "$name.1" "$name.2" "$name.3"
	beside "$name" "$name" "$name.1" "$name.2"
}

try c "$CC" -pg -g tree.c other.c
try c-o2 "$CC" -O2 -pg tree.c other.c
try cxx g++ -pg -g shapes.cc
try cxx-o2 g++ -O2 -pg -g shapes.cc
try fortran gfortran -O1 -pg -g heat.f90
rest_needs_no_run

symbols='0x1000 main
0x1040 foo
0x1080 bar
0x10e0 z'
echo "$symbols" | mkelf -o x --text 0x1000:0x100 -
h=hist:0x1000:0x1100:64:100:seconds:s
gmontool write -o m1 $h:0=60000,20=3,21=65535 \
	arc:0x1001:0x1040:3 arc:0x1001:0x1080:0xffffffff arc:0x1044:0x1080:0
gmontool write -o m2 $h:0=60000,22=7,21=65535 arc:0x1044:0x1080:5 \
	arc:0x1001:0x1080:0xfffffff0 bb:0x1000=5,0x1040=7,0x1010=1
gmontool write -o m3 $h:30=1 bb:0x1040=3
gmontool write -o m-two hist:0x1080:0x1100:32:100:seconds:s:3=9 \
	hist:0x1000:0x1040:16:100:seconds:s:1=2 arc:0x1001:0x1040:3
gmontool write -o m-rate hist:0x1000:0x1100:64:1000:seconds:s:1=50
gmontool write -o m-ticks hist:0x1000:0x1100:64:1:i-cache:i:1=50,2=3 \
	arc:0x1001:0x1040:3
gmontool write -o m-arcs arc:0x1001:0x1040:3
"$tests/gprof/broken_sums.py" x .
check overflow auto x m1 m2 m2 m1
check blocks auto x m3 m1 m3
check ranges auto x m-two m-two
check rates auto x m1 m-rate m1
check unit auto x m-ticks m-ticks
check no-histogram auto x m-arcs
for word in 4 8; do
	for end in little big; do
		exe=x-$word-$end
		echo "$symbols" | mkelf -o $exe -c $((8 * word)) -e $end \
			--text 0x1000:0x100 -
		for form in magic bsd bsd44; do
			gmontool write -f $form -p $word -e $end \
				-o $exe.$form $h:0=6000,20=3,21=30000 \
				arc:0x1001:0x1040:3 arc:0x1001:0x1080:4000000000
		done
		check $exe auto $exe $exe.magic $exe.magic
		check $exe-from-bsd auto $exe $exe.bsd $exe.bsd
		check $exe-bsd bsd $exe $exe.bsd $exe.bsd
		check $exe-bsd44 4.4bsd $exe $exe.bsd44 $exe.bsd44
	done
done
# Two bins that look like the magic number of 4.4BSD.
gmontool write -f bsd44 -o magic-bins $h:0=0x1879,1=5,30=1
check magic-bins bsd x magic-bins

gmontool write -o m4 $h:0=6,20=3 arc:0x1001:0x1040:3 arc:0x1001:0x1080:9
gmontool write -o m5 $h:0=6,22=7 arc:0x1044:0x1080:5 arc:0x1001:0x1040:4
# selects NAME OPTIONS: gprof lists the same of the sum that a spec of calls
# left as of the sum that it writes itself
selects() {
	"$GPTUI" -s $2 x m4 m5 >/dev/null && gprof -b -q -z x gmon.sum | sort >ours.out
	gprof -s $2 x m4 m5 >/dev/null && gprof -b -q -z x gmon.sum | sort >oracle.out
	if cmp ours.out oracle.out; then
		echo "ok sum-selects-$1"
	else
		keep -s $2 x m4 m5
		echo "not ok sum-selects-$1"
	fi
}
selects all ''
selects without-caller '-k main/'
selects without-callee '-k /bar'
selects without-call '-k main/foo'
selects nobody '-Qnosuch/nosuch'
selects only-call '-qmain/foo'
selects only-callee '-q/bar'
selects both '-q/bar -k foo/'
rm -f gmon.sum
"$GPTUI" --rules exact -s -k main/foo x m4 m5
# has_calls NAME CALLS: whether those are in the sum
has_calls() {
	got=$(gmontool dump gmon.sum | sed -n 's/.* arc \(.*\) count.*/\1/p')
	if [ "$got" = "$2" ]; then
		echo "ok sum-$1"
	else
		echo "$got"
		echo "not ok sum-$1"
	fi
}
has_calls selects-exact '0x1001 -> 0x1080
0x1044 -> 0x1080'
gmontool write -o m6 $h:0=6 arc:0xff0:0x1040:3 arc:0x1040:0x1080:4
gprof -s x m6
has_calls from-nowhere-are-dropped-by-gprof '0x1040 -> 0x1080'
"$GPTUI" -s x m6
has_calls keeps-those-from-nowhere '0xff0 -> 0x1040
0x1040 -> 0x1080'

# fails NAME MESSAGE OPTIONS FILES...: with status 1, and what was there stays
fails() {
	name=$1 message=$2
	shift 2
	rm -f gmon.sum
	echo before >gmon.sum
	"$GPTUI" "$@" >fails.out 2>&1
	status=$?
	if [ $status = 1 ] && [ "$(cat fails.out)" = "$message" ] &&
		[ "$(cat gmon.sum)" = before ] && [ "$(echo gmon.sum*)" = gmon.sum ]
	then
		echo "ok sum-$name"
	else
		cat fails.out
		echo "not ok sum-$name: status $status"
	fi
}
gmontool write -f bsd -o b1 $h:0=60000
fails bsd-overflow \
	'gmon.sum: a bin of 120000 ticks does not fit the format' \
	-s -O bsd x b1 b1
fails no-input 'nosuch: No such file or directory' -s x m1 nosuch

rm -f gmon.sum
mkdir gmon.sum
"$GPTUI" -s x m1 >folder.out 2>&1
status=$?
if [ $status = 1 ] &&
	[ "$(cat folder.out)" = "gmon.sum: Is a directory" ]; then
	echo "ok sum-folder"
else
	cat folder.out
	echo "not ok sum-folder: status $status"
fi
rmdir gmon.sum
echo before >elsewhere
chmod 640 elsewhere
ln -s elsewhere gmon.sum
"$GPTUI" -s x m1 2>link.err
if [ -h gmon.sum ] && [ "$(head -c 4 elsewhere)" = gmon ] &&
	[ "$(stat -c %a elsewhere)" = 640 ]; then
	echo "ok sum-link"
else
	ls -l
	echo "not ok sum-link"
fi
