#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Has another program's reader of gprof listings read gptui's call graphs:
# tests/gprof/reader.sh [BUILDDIR].  graph_reader.py has gprof2dot's grammar, and
# looks whether what one entry says of another is there.
suite=reader
. "$(dirname "$0")/../tools/listings.sh"
need python3
"$tools/make-data.sh" "$W" || exit 1
sources shapes.cc

# reads NAME OPTIONS: the listing of a program
reads() {
	"$GPTUI" $2 "$1" "$1.gmon" >graph &&
		"$tests/gprof/graph_reader.py" graph >arcs && return
	echo "not understood: gptui $2 $1 $1.gmon"
	bad=1
}

check() {
	bad=0
	while read -r options; do
		reads "$1" "$options"
	done <<-'END'

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
	if [ $bad = 0 ]; then echo "ok reader-$1"; else echo "not ok reader-$1"; fi
}

for name in small cycle many; do
	check $name
done

# The reader would notice: a listing with a line missing, or one too many.
"$GPTUI" -b -q cycle cycle.gmon >graph
refuses() {
	if "$tests/gprof/graph_reader.py" changed >/dev/null 2>&1; then
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
	GMON_OUT_PREFIX=$W/run "./$name"
	mv run.* "$name.gmon"
}

make loop "$CC" -O0 -g -pg loop.c && check loop
make shapes g++ -O0 -g -pg shapes.cc && check shapes
exit 0
