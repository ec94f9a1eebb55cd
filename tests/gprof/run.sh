#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares listings with those of GNU gprof 2.40, byte for byte:
# tests/gprof/run.sh [BUILDDIR].  Programs are made and run here, in C, C++ and
# Fortran as far as there are compilers; each is listed with each line of
# options below.  A test is a program.
suite=gprof
. "$(dirname "$0")/../tools/listings.sh"
need_gprof
need python3
mkdir shots
sources tree.c tree.h other.c shapes.cc heat.f90

# make NAME COMPILER WORDS...: a program, and two profiles of it
make() {
	build "$@" || return 1
	profile "$name" "$name.1" "$name.2"
}

pairs=0 bad=0

# compare OPTIONS FILES...: one pair
compare() {
	options=$1
	shift
	rm -f ./*-ann oracle.* ours.* # to write anew is slow on some disks
	gprof $options "$@" >oracle.out 2>oracle.err
	wanted=$?
	[ $wanted -lt 128 ] || return # its own bugs are no reference
	cat ./*-ann >oracle.ann 2>/dev/null
	rm -f ./*-ann
	"$GPTUI" $options "$@" >ours.out 2>ours.err
	status=$?
	cat ./*-ann >ours.ann 2>/dev/null
	pairs=$((pairs + 1))
	if [ $status = $wanted ] && cmp -s oracle.out ours.out &&
		cmp -s oracle.ann ours.ann; then
		return
	fi
	echo "differs: gprof $options $* (status $wanted, here $status)"
	diff oracle.out ours.out | head -n 6 | cut -c 1-150
	head -n 2 ours.err
	keep $options "$@"
	bad=$((bad + 1))
}

# Lines of options for every program.
matrix() {
	cat <<'END'
-b
-b -p
-b -q
-b -B
-b -T
-b -T -p
-b -z
-b -z -T
-b -a
-b -D
-b -i
-b -i -p -q
-b -P
-b -Q
-b -P -Q
-b -p -P
-b -w 1
-b -w 40
-b -w 132 -z
-b -L
-b --inline-file-names
-b --inline-file-names -L -T
-b --no-demangle
-b --demangle
-b --demangle=none
-b -C
-b -C -z
-b -C -L
-b -Z
-b -Cmain -z
-b -c
-b -c -z
-b -c -T -q
-b -r
-b -pmain
-b -Pmain
-b -qmain
-b -Qmain
-b -pnosuch
-b -p:
-b -p: -z
-b -P: -z
-b -C: -z
-b -Z: -z
-b -q: -z
-b -A -z -R addresses
-b -e main
-b -E main
-b -f main
-b -F main
-b -n main
-b -N main
-b -k main/
-b -k /main
-b -O magic
-b -O nonsense
-b --demangle=nonsense
-b -r -R map
--flat-profile --brief
--graph --brief --width=60
--no-graph --brief --display-unused-functions
--bri --trad --no-flat
-b -- -p
END
}

# Lines for the C programs, whose functions and files have known names.
c_matrix() {
	cat <<'END'
-b -pleaf
-b -ptree.c
-b -ptree.c:
-b -ptree.c:leaf
-b -ptree.c:19
-b -pother.c -Pspin
-b -p19
-b -p:spin
-b -ptree.h
-b -Pspin
-b -Pother.c
-b -qleaf
-b -qmain/leaf
-b -q/leaf
-b -qdeep/
-b -qtree.c/other.c
-b -Qspin
-b -Qdeep/leaf
-b -e spin
-b -e even -e odd
-b -E leaf
-b -E fact -z
-b -f even
-b -F odd
-b -F other.c
-b -n spin
-b -N spin
-b -N tree.c
-b -k even/odd
-b -k odd/even
-b -k tree.c:/spin
-b -k fact/fact
-b -k leaf
-b -e deep -f fact -p -q -N spin
-b -Ctree.c
-b -Cother.c -z
-b -Zspin
-b -Zother.c -z
-b -A
-b -A -x
-b -A -z -L
-b -A -t 0
-b -A -t 2
-b -A -m 0
-b -A -m 1000
-b -Atree.c
-b -Aspin
-b -Jtree.c
-b -J
-b -A -y
-b -A -I /nonexistent:shots
-b -A -p -q -C
-b -A -T -i
-b -S symbols
-b -S symbols -a -z
-b -S nosuch
-b -S tree.c
-b -R map
-b -R map -z
-b -R nosuch
-b -R symbols
-b @words
END
}

# check NAME: all lines of options on a program
check() {
	name=$1
	nm "$name" >symbols 2>/dev/null
	sed -n "s/^[0-9a-f]* \\([tT]\\) \\(main\\|spin\\|leaf\\)$/tree.o: \\1 \\2/p
		s/^[0-9a-f]* \\([tT]\\) \\(other\\|deep\\)$/other.o: \\1 \\2/p
		s/^[0-9a-f]* \\([tT]\\) \\([_a-z]*e[a-z]*\\)$/\\2.o: \\1 \\2/p" \
		symbols >map
	# Of an empty map gprof reads what the memory happens to hold.
	[ -s map ] || echo 'other.o: T main' >map
	sed -n 's/^\([0-9a-f]*\) [tTwW] /\1.o: &/p' symbols >addresses
	printf '%s\n' "-p '-q' \"-z\"" >words
	{
		matrix
		[ -z "$2" ] || c_matrix
	} | share >lines
	while read -r options; do
		compare "$options" "$name" "$name.1"
	done <lines
	printf '%s\n' -b '-b -i' '-b -T -z' '-b -q -c' | share >lines
	while read -r options; do
		compare "$options" "$name" "$name.1" "$name.2"
		compare "$options" "$name" "$name.2" "$name.1" \
			"$name.1"
	done <lines
	finish "$name"
	"$tests/gprof/option_pairs.py" --name "gprof-$name-pairs" \
		--pairs 60 --triples 10 --seed "${SEED:-1}" \
		--share "${SHARE:-1}" "$GPTUI" "./$name" "$name.1"
}

# Files that are not what they should be.
check_errors() {
	: >empty
	printf 'gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >bare
	printf 'gmon\7\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >version
	for n in 3 19 20 40 61 300; do
		head -c $n c.1 >cut
		compare -b c cut
	done
	compare -b nosuch c.1
	compare -b c nosuch
	compare -b tree.c c.1
	compare -b c empty
	compare -b c bare
	compare '-b -p' c bare
	compare '-b -q' c bare
	compare '-b -C -z' c bare
	compare '-b -i' c bare
	compare -b c version
	objcopy -O srec c c.srec && compare -b c.srec c.1
	"$CC" -O1 -pg -g -c tree.c # code that nobody has linked
	for options in '-C -z' '-l -C -z' '-A -z'; do
		compare "-b $options" tree.o c.1
	done
	compare '-b --nosuch' c c.1
	compare '-b --fi' c c.1
	compare '-b --m 3' c c.1
	compare '-b --m=3' c c.1
	compare '-b -w' c c.1
	compare '-b -W' c c.1
	finish errors
}

FLAGS='-pg -g -fno-inline'
make c "$CC" -O0 $FLAGS tree.c other.c && check c c
make c-o2 "$CC" -O2 $FLAGS tree.c other.c && check c-o2 c
make c-dwarf4 "$CC" -O1 -gdwarf-4 -pg tree.c other.c && check c-dwarf4 c
make c-nopie "$CC" -O1 -no-pie $FLAGS tree.c other.c && check c-nopie c
make c-static "$CC" -O1 -static $FLAGS tree.c other.c && check c-static
make c-nodebug "$CC" -O1 -pg tree.c other.c && check c-nodebug c
make cxx g++ -O0 $FLAGS shapes.cc && check cxx
make cxx-o2 g++ -O2 -g -pg shapes.cc && check cxx-o2
make fortran gfortran -O1 $FLAGS heat.f90 && check fortran
if [ -e c.1 ]; then
	cp c c-stripped && strip c-stripped && cp c.1 c-stripped.1 &&
		cp c.2 c-stripped.2 && check c-stripped
	check_errors
fi
