#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares profiles by line with those of GNU gprof 2.40, byte for byte:
# tests/gprof/lines.sh [BUILDDIR].  Programs are made and run here; each is
# listed with each line of options below.  Where gprof gives up ("somebody
# miscounted"), there must be a listing here all the same.
suite=lines
. "$(dirname "$0")/../tools/listings.sh"
need_gprof
need python3
sources rows.c near.h more.c shapes.cc heat.f90

matrix() {
	cat <<'END_OF_MATRIX'
-b -l -p
-b -l
-b -l -z
-b -l -q -z
-b -l -T
-b -l -T -z
-b -l -L -p
-b -l -C
-b -l -C -z
-b -l -A
-b -l -A -x
-b -l -A -x -z -t 3
-b -l -A -z -m 5
-b -l -A -t 0 -x
-b -l -A -z -a
-b -a -A
-b -l -i
-b -l -i -C
-b -l -c
-b -l -a -z
-b -l -D
-b -l --no-demangle
-b -l --inline-file-names
-b -l -r
-b -l -q -w 40
-b -l -pmain
-b -l -Pmain -q
-b -l -prows.c:20
-b -l -pmore.c
-b -l -Cnear.h -z
-b -l -Anear.h -z
-b -l -k main/
-b -l -k /spin
-b -l -e fact -E odd
-b -l -e fact -z
-b -l -n spin -F main
-b -l -qmain/fact
-b -l -Qfact/spin
-b -l -S symbols -z
--line --brief --exec-counts
END_OF_MATRIX
}

# make NAME COMPILER WORDS...: a program, its profile, and one with counts of
# blocks, which is none of a run
make() {
	build "$@" && profile "$name" "$name.1" || return 1
	[ -z "$PLAY_CACHE" ] || return 0
	add_blocks "$name" >blocks && gmontool write -o "$name.2" $(cat blocks)
}

# Records with blocks in and between functions, and calls of them.
add_blocks() {
	nm "$1" | python3 -c '
import sys
at = sorted(int(words[0], 16) for words in map(str.split, sys.stdin)
            if len(words) == 3 and words[1] in "tT" and words[2][0] != "_")
print("hist:%d:%d:32:100:seconds:s:0=10,5=3" % (at[0], at[0] + 128))
print("bb:" + ",".join("%d=%d" % (low + 5 * k, i * k % 7)
                       for i, low in enumerate(at) for k in range(13)))
for i, low in enumerate(at[1:]):
    print("arc:%d:%d:%d" % (at[i] + 2, low, i % 4))'
}

# compare OPTIONS FILES...: one pair
compare() {
	options=$1
	shift
	rm -f oracle.* ours.* # to write anew is slow on some disks
	gprof $options "$@" >oracle.out 2>oracle.err
	wanted=$?
	[ $wanted -lt 128 ] || return # its own bugs are no reference
	pairs=$((pairs + 1))
	"$GPTUI" $options "$@" >ours.out 2>ours.err
	status=$?
	if grep -q 'somebody miscounted' oracle.err; then
		if [ $status = 0 ]; then
			alike=$((alike + 1))
			better=$((better + 1))
		else
			echo "fails, too: $options $* (status $status)"
			keep $options "$@"
		fi
	elif [ $status = $wanted ] && cmp -s oracle.out ours.out; then
		alike=$((alike + 1))
	else
		echo "differs: gprof $options $* (status $wanted, here $status)"
		diff oracle.out ours.out | head -n 6 | cut -c 1-150
		head -n 2 ours.err
		keep $options "$@"
	fi
}

# check NAME: all lines of options on a program
check() {
	pairs=0 alike=0 better=0
	name=$1
	nm "$name" >symbols
	matrix | share >options
	while read -r options; do
		compare "$options" "$name" "$name.1"
		[ -e "$name.2" ] || continue
		case $options in
		*-[AC]* | *-i* | *-exec*) compare "$options" "$name" "$name.2" ;;
		esac
	done <options
	if [ $pairs = $alike ]; then
		echo "ok lines-$name ($pairs pairs, $better that gprof gives up)"
	else
		echo "not ok lines-$name: $((pairs - alike)) of $pairs differ"
	fi
}

# Nothing but sizes and addresses of code may decide: no timing in here.
make c gcc -O0 -g -pg rows.c more.c && check c
make c-o2 gcc -O2 -g -pg rows.c more.c && check c-o2
make c-dwarf4 gcc -O2 -gdwarf-4 -pg rows.c more.c && check c-dwarf4
make c-nopie gcc -O1 -gdwarf-4 -no-pie -pg rows.c more.c && check c-nopie
make c-lto gcc -O2 -flto -g -pg rows.c more.c && check c-lto
make c-mixed gcc -O1 -pg rows.c -g more.c && check c-mixed
make c-nodebug gcc -O1 -pg rows.c more.c && check c-nodebug
make c-compressed gcc -O1 -g -gz -pg rows.c more.c && check c-compressed
make clang4 clang -O2 -gdwarf-4 -pg rows.c more.c && check clang4
make clang clang -O1 -gdwarf-5 -pg rows.c more.c && check clang
make cxx-clang clang++ -O2 -gdwarf-5 -pg shapes.cc && check cxx-clang
make cxx g++ -O0 -g -pg shapes.cc && check cxx
make cxx-o2 g++ -O2 -g -pg shapes.cc && check cxx-o2
make fortran gfortran -O1 -g -pg heat.f90 && check fortran
rest_needs_no_run
set --
for name in c c-o2 c-dwarf4 c-lto cxx; do
	[ -e "$name.1" ] && set -- "$@" --exe "$W/$name"
done
[ $# = 0 ] || "$tests/gprof/random_cases.py" --lines --to "${RANDOM_CASES:-60}" \
	--dir "$W/random" "$@" "$GPTUI" |
	sed 's/ random-/ lines-random-/'
