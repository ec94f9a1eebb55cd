#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input against GNU gprof 2.40: files cut anywhere, histograms that count
# nothing, folders and devices for files, options that are none.  Listings,
# status and messages must agree, byte for byte, but where gprof hangs, dies or
# says what a failure before left behind.
# tests/gprof/bad_input.sh [BUILDDIR]
suite=bad-input
. "$(dirname "$0")/../tools/listings.sh"
need python3
mkdir bin folder
ln -s "$GPTUI" bin/gprof # messages begin with the name
ours() { PATH=$W/bin:$PATH timeout 60 gprof "$@"; }

# says NAME MESSAGE ARGUMENTS...: what is said, and that it ends with status 1
# and without a listing
says() {
	name=$1 wanted="1: $2"
	shift 2
	got=$(ours "$@" 2>&1 </dev/null)
	got="$?: $got"
	if [ "$got" = "$wanted" ]; then
		echo "ok bad-input-$name"
	else
		printf 'wanted: %s\ngot: %s\n' "$wanted" "$got"
		echo "not ok bad-input-$name"
	fi
}

# ---- Where -A -y writes to -------------------------------------------------

printf 'int main(void)\n{\n\treturn 0;\n}\n' >a.c
if build a "$CC" -pg -g a.c && profile a gmon.out; then
	mkfifo a.c-ann
	got=$(ours -b -A -y -z a 2>&1 </dev/null)
	if [ "$?: $got" = '0: a.c-ann: No such device or address' ]; then
		echo "ok bad-input-annotated-fifo"
	else
		echo "$got"
		echo "not ok bad-input-annotated-fifo"
	fi
	rm a.c-ann
	if [ -c /dev/full ]; then
		ln -s /dev/full a.c-ann
		says annotated-disk-is-full \
			'a.c-ann: No space left on device' -b -A -y -z a
	fi
	rm -f a.c-ann gmon.out
fi
rest_needs_no_run

# ---- Files -----------------------------------------------------------------

symbols='0x1000 main
0x1040 foo
0x1080 bar
0x10fe z'
echo "$symbols" | mkelf -o x --text 0x1000:0x100 -
echo "$symbols" | mkelf -o x4 -c 32 -e big --text 0x1000:0x100 -
hist=hist:0x1000:0x1100:16:100:seconds:s:0=6,5=3,9=300
arcs='arc:0x1001:0x1040:3 arc:0x1044:0x1080:7'
blocks=bb:0x1000=3,0x1040=4
gmontool write -o g $hist $arcs
gmontool write -p 4 -e big -o g4 $hist $arcs
gmontool write -o g-blocks $hist $arcs $blocks
mkfifo fifo
: >empty

# ---- Against gprof ---------------------------------------------------------

bad=0 pairs=0

# compare ARGUMENTS...: one pair, messages included
compare() {
	timeout 60 gprof "$@" >oracle.out 2>oracle.err </dev/null
	wanted=$?
	[ $wanted -lt 128 ] || return # its own bugs are no reference
	ours "$@" >ours.out 2>ours.err </dev/null
	status=$?
	# Usage texts are not gprof's.
	sed -n '/^Usage:/q;p' oracle.err >wanted.err
	sed -n '/^Usage:/q;p' ours.err >got.err
	pairs=$((pairs + 1))
	if [ $status = $wanted ] && cmp -s oracle.out ours.out &&
		cmp -s wanted.err got.err; then
		return
	fi
	echo "differs: gprof $* (status $wanted, here $status)"
	diff oracle.out ours.out | head -n 6 | cut -c 1-100
	diff wanted.err got.err
	keep "$@"
	bad=$((bad + 1))
}

# cut FILE EXECUTABLE: the file cut at each of its bytes
cut_everywhere() {
	n=$(wc -c <"$1")
	while [ "$n" -ge 0 ]; do
		head -c "$n" "$1" >cut
		compare -b "$2" cut
		n=$((n - 1))
	done
}

# with_byte N BYTE: a file with another byte in that place
with_byte() {
	head -c "$1" g
	printf "\\$(printf %o "$2")"
	tail -c +$(($1 + 2)) g
}

damaged_files() {
	cut_everywhere g x
	finish cut
	cut_everywhere g4 x4
	finish cut-4-big
	compare -b x g4
	compare -b x4 g
	compare -b x g-blocks
	compare -b -l x g-blocks
	for tag in 2 3 16 127 128 255; do
		for at in 20 93 114; do # where the records of g begin
			with_byte $at $tag >damaged
			[ $tag = 2 ] || compare -b x damaged
			[ $tag = 2 ] || compare -b -i x g damaged
		done
	done
	for at in 4 5 6 7; do
		with_byte $at 9 >damaged
		compare -b x damaged
	done
	# The header of the second histogram comes before its bins.
	gmontool write -o two $hist $arcs hist:0x1000:0x1100:64:100
	head -c 215 two >cut
	compare -b x cut
	finish damaged
}

# What gprof counts as read, though it counts nothing.
empty_histograms() {
	number=0 list=
	while read -r range; do
		number=$((number + 1)) list="$list $number"
		gmontool write -o odd$number hist:$range $arcs
		gmontool write -f bsd44 -o bsd$number hist:$range $arcs
		gmontool write -f bsd -o old$number hist:$range $arcs
		for form in odd bsd old; do
			compare -b $form$number
			compare -b -i -p -q x $form$number
			compare -b -T -z x $form$number
		done
	done <<'END'
0x1000:0x1100:0:100
0x1000:0x1000:0:100
0x1000:0x1000:4:100:seconds:s:1=5
0x1100:0x1000:64:100:seconds:s:3=7
0x1100:0x1000:0:100
0x1100:0x1000:1:100:seconds:s:0=7
0x1000:0x1001:0:7
0x1000:0x1100:0:250:ticks:t
0xffffffffffffff00:0x1000:64:100:seconds:s:3=7
END
	for first in $list; do
		for form in odd bsd; do
			compare -b -i -p -q x $form$first g
			compare -b -i -p -q x g $form$first
		done
		compare -b -i -p -q x odd$first bsd$first
		compare -b -i -p -q x bsd$first odd$first
	done
	finish empty-histograms
}

no_files() {
	compare -b x folder
	compare -b x /dev/null
	compare -b x /dev/null g
	compare -b x nosuch
	compare -b -O magic x folder
	compare -b -O bsd x folder
	compare -b nosuch
	compare -b /dev/null
	compare -b empty
	compare -b g
	printf 'S00600004844521B\nS9030000FC\n' >no-text
	compare -b no-text g
	compare -b -S folder no-text g
	for file in folder empty nosuch /dev/null - '' g; do
		compare -b -S "$file" x g
	done
	compare -b -R nosuch x g
	compare -b -R - x g
	compare -b -r -R empty x g
	compare @nosuch -b x g
	compare @- -b x g
	compare @empty -b x g
	compare @folder -b x g
	compare -b @folder
	echo @circle >circle
	compare -b @circle x g
	finish no-files
}

# Lines of -S and -R that are not as nm prints them.
odd_tables() {
	gmontool write -o no-records
	while read -r text; do
		printf %b "$text" >table
		compare -b -C -z -S table x no-records
	done <<'END'
1000 T main\n1080 tx bar\n
1000 T main\n1080 TT bar\n
1000 T main\n1040 U y\nzz T old\n
1000 T main\n0x1040 T foo extra words\n\t1080\tt\tbar\r\n10c0 T last
1000 T\n1040 T foo\n
\n\n  1000   T   main\n\n
-10 T main\n+1050 T foo\n0x T bar\n1.5 T z\n
1000 W main\n
END
	gmontool write -o calls $arcs
	while read -r text; do
		printf %b "$text" >table
		compare -b -R table x calls
	done <<'END'
a.o: T main\n\n\n   b.o: T foo\n\t\n
\na.o: T main\n
\040 a.o: T main\n
a.o: T main
No symbols in x.o\na.o: T main\nNo symbols in y.o\nb.o: T foo\n
No symbols in x.o: y z\na.o: T main\n
a.o\nb.o: T main\n
a.o: T main\nb.o\n
a.o: T main\nb.o T foo
No symbols in x.o\n
a.o:\nb.o: T foo\n
a.o: T main\n:x y\n
a.o: T main \nb.o: T foo\n
dir name/a.o:0 T main\nlib.a:b.o:0 T foo\n
END
	finish odd-tables
}

# Words that gprof knows, abbreviated or wrong; gptui's own may not change that.
option_words() {
	gprof --help | grep -oE -e '--[a-z-]+' | sort -u >names
	sed 's/^--//' names | while read -r name; do
		while [ "$name" ]; do
			echo "--$name"
			name=${name%?}
		done
	done | sort -u | grep -vE -e '^--(h|v|deb)' >words
	while read -r word; do
		compare -b -p x g "$word"
		compare "$word=3" -b x g
	done <words
	for word in --nosuch --nosuch=3 --x -W -b0 -G -- -; do
		compare "$word" -b x g
	done
	for words in '--demangle=no --demangle=rust' '-O zz --nosuch' \
		'--nosuch -O zz' '-O zz --demangle=no' '--demangle=no -O zz' \
		'--demangle= -p' '-O mag' '-O 4' '-r -R map -O zz'; do
		compare -b $words x g
	done
	for letter in e E f F k m n N O R S t w I; do
		compare -b x g "-$letter"
	done
	finish option-words
}

if has_gprof; then
	damaged_files
	empty_histograms
	no_files
	odd_tables
	option_words
else
	echo "skipped bad-input-gprof: no GNU gprof 2.40"
fi

# ---- Where gprof is no judge -----------------------------------------------

warning='gprof: warning: ignoring basic-block exec counts (use -l or --line)'
head -c 125 g-blocks >cut
says cut-in-first-block 'gprof: cut: unexpected end of file' -b x cut
head -c 160 g-blocks >cut
says cut-in-later-block "$warning
gprof: cut: unexpected end of file" -b x cut
if [ -c /dev/full ]; then
	got=$(ours -b -p x g 2>&1 >/dev/full </dev/null)
	if [ "$?: $got" = \
		'1: gprof: standard output: No space left on device' ]; then
		echo "ok bad-input-disk-is-full"
	else
		echo "$got"
		echo "not ok bad-input-disk-is-full"
	fi
fi
# Where -s writes to.
rm -f gmon.sum
mkfifo gmon.sum
says sum-is-a-fifo 'gmon.sum: No such device or address' -s x g
rm gmon.sum
says folder-to-profile 'folder: Is a directory' -b folder
says map-is-a-folder 'gprof: could not open folder.' -b -R folder x g
wrong='gprof: unable to parse mapping file'
says map-is-empty "$wrong empty." -b -R empty x g
says map-is-a-fifo "$wrong fifo." -b -R fifo x g
says map-is-null "$wrong /dev/null." -b -R /dev/null x g
echo a.o:x >map
says map-without-blank "$wrong map." -b -R map x g
says symbols-are-a-fifo "gprof: file \`fifo' has no symbols" -b -S fifo x g
says profile-is-a-fifo 'fifo: file too short to be a gmon file' -b x fifo
says executable-is-a-fifo 'gprof: fifo: not in executable format' -b fifo
says profile-is-endless '/dev/zero: not a regular file' -b x /dev/zero
if [ "$(ours -b -p x @fifo 2>&1 </dev/null)" = "$(ours -b -p x @empty 2>&1)" ]
then
	echo "ok bad-input-words-are-a-fifo"
else
	echo "not ok bad-input-words-are-a-fifo"
fi
