#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Has readers of gprof listings, as other programs have them, read gptui's:
# tests/gprof/reader.sh [BUILDDIR].  graph_reader.py has gprof2dot's grammar, and
# looks whether what one entry says of another is there; flat_reader.py splits
# rows at blanks, and adds them up.
suite=reader
. "$(dirname "$0")/../tools/listings.sh"
need python3
sources shapes.cc

# reads READER NAME OPTIONS: the listing of a program
reads() {
	"$GPTUI" $3 "$2" "$2.gmon" >listing &&
		"$tests/gprof/$1_reader.py" listing >read && return
	echo "not understood by $1_reader.py: gptui $3 $2 $2.gmon"
	bad=1
}

check() {
	bad=0
	share >options <<-'END'

	-q
	-b -q
	-b -q -z
	-b -q -c
	-b -q -c -z
	-b -q --inline-file-names -L
	-b -q --no-demangle
	-p -q -C -i
	-b -q --rules exact
	-b -q --rules exact -c -z
	END
	while read -r options; do
		reads graph "$1" "$options"
	done <options
	share >options <<-'END'

	-p
	-b -p -z
	-b -p -T
	-b -T
	-b -l -p
	-b -p -L --inline-file-names
	-b -p --no-demangle -c
	-b -i -p -q
	-b -p --rules exact -z
	END
	while read -r options; do
		reads flat "$1" "$options"
	done <options
	if [ $bad = 0 ]; then echo "ok reader-$1"; else echo "not ok reader-$1"; fi
}

cat >loop.c <<'END'
static volatile unsigned long sum;
int odd(int n);
int even(int n)
{
	for (unsigned long i = 0; i < 60000; i++)
		sum += i;
	return n ? odd(n - 1) : 1;
}
int odd(int n)
{
	sum += (unsigned long)n;
	return n ? even(n - 1) : 0;
}
int fact(int n)
{
	return n > 1 ? n * fact(n - 1) : 1;
}
int main(void)
{
	int i, r = 0;

	for (i = 0; i < 300; i++)
		r += even(i % 5) + fact(i % 9);
	return r == 42;
}
END

# make NAME COMPILER WORDS...
make() {
	build "$@" || return 1
	profile "$name" "$name.gmon"
}

make loop "$CC" -O0 -g -pg loop.c && check loop
make shapes g++ -O0 -g -pg shapes.cc && check shapes
rest_needs_no_run

"$tools/make-data.sh" "$W" || exit 1
for name in small cycle many; do
	check $name
done

# The readers would notice: a listing with a line missing, or one too many.
"$GPTUI" -b -q cycle cycle.gmon >graph
"$GPTUI" -b -p cycle cycle.gmon >flat
reader=graph
refuses() {
	if "$tests/gprof/${reader}_reader.py" changed >/dev/null 2>&1; then
		echo "not ok reader-refuses-$1"
	else
		echo "ok reader-refuses-$1"
	fi
}
grep -v '^\[[0-9]*\].* main ' graph >changed
refuses no-entry
sed 's/^ .* walk \[.*/stray line/' graph >changed
refuses stray-line
awk '!/ 57\/200 / || seen++' graph >changed
refuses no-caller
sed 's/ <cycle 1>//' graph >changed
refuses no-members
reader=flat
sed '/ walk$/d' flat >changed
refuses no-row
awk '/ main$/ { $4 = "x" } { print }' flat | sed 's/ 0\.[0-9]* / - /' >changed
refuses no-figure
sed '6{h;d};7G' flat >changed
refuses no-order
exit 0
