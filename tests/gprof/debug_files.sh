#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Debug information of every version, compressed, in other files, split and
# shared: lines and inlined code of each address against addr2line's, which
# reads a program with the same code and all of it inside.
# tests/gprof/debug_files.sh [BUILDDIR]
suite=debug-files
. "$(dirname "$0")/../tools/listings.sh"

need llvm-addr2line
need objcopy
need python3
ADDR2LINE=llvm-addr2line
export ADDR2LINE WHOLE OPTIONS
sources near.h near_one.c near_two.c boxes.cc heat.f90
c="$W/near_one.c $W/near_two.c"

# picture PROGRAM PROFILE OUT: a source with all that is below its lines, but
# not the first and last line, which tell about the program and its notes
picture() {
	"$GPTUI" --no-config $OPTIONS --keys 'a E' --size 150x300 \
		"$1" "$2" 2>&1 | sed '1d;$d' >"$3"
}

# compare NAME: the program NAME against $WHOLE, by addr2line and by gptui
compare() {
	"$tests/gprof/address_lines.py" "$suite-$1" "$W/$1" "$W" || return
	[ "$WHOLE" = "$W/$1" ] && return
	picture "$WHOLE" "$suite-$1.gmon" wanted
	picture "$1" "$suite-$1.gmon" found
	grep -q 'inlined ' wanted || : >wanted
	answer "$1-names"
}

# like_gprof NAMES...: gprof's listings of lines, where gprof reads them, too
like_gprof() {
	for listed; do
		[ -e "$suite-$listed.gmon" ] || continue
		for which in p A; do
			gprof -b -$which -l "$listed" "$suite-$listed.gmon" \
				>wanted 2>&1
			"$GPTUI" -b -$which -l "$listed" \
				"$suite-$listed.gmon" >found 2>&1
			answer "$listed-gprof-$which"
		done
	done
}

# whole NAME COMPILER WORDS...: a program as addr2line reads it
whole() {
	build "$@" || return 1
	WHOLE=$W/$1 OPTIONS=
}

# change NAME COMMAND...: another program, which the command makes of $WHOLE
change() {
	changed=$1
	shift
	cp "$WHOLE" "$changed"
	if "$@" >"$changed.log" 2>&1; then
		compare "$changed"
	else
		echo "skipped $suite-$changed: $1 cannot make it"
	fi
}

# notes PROGRAM PROFILE PATTERN: whether the health view says so
notes() {
	"$GPTUI" --report health $OPTIONS "$1" "$suite-$2.gmon" >found 2>&1
	if tr -s ' \n' ' ' <found | grep -q "$3"; then
		echo "ok $suite-$1-says"
	else
		cat found
		echo "not ok $suite-$1-says"
	fi
}

build_id() { readelf -n "$1" | sed -n 's/.*Build ID: *//p'; }

# move_out FROM FILE: its debug information moves to the file
move_out() {
	objcopy --only-keep-debug "$1" "$2" && strip "$1"
}
by_link() { # the symbols stay
	objcopy --only-keep-debug "$1" "$1.debug" && strip -g "$1" &&
		objcopy --add-gnu-debuglink="$1.debug" "$1"
}
by_build_id() {
	id=$(build_id "$1")
	[ -n "$id" ] || return 1
	rest=${id#??}
	folder=$W/debug/.build-id/${id%"$rest"}
	mkdir -p "$folder" && move_out "$1" "$folder/$rest.debug"
}

# ---- Versions and compilers ------------------------------------------------

for version in 2 3 4 5; do
	for cc in gcc clang; do
		whole $cc-dwarf$version $cc -gdwarf-$version -O2 $c &&
			compare $cc-dwarf$version
	done
	whole g++-dwarf$version g++ -gdwarf-$version -O2 "$W/boxes.cc" &&
		compare g++-dwarf$version
	whole gfortran-dwarf$version gfortran -gdwarf-$version -O2 \
		"$W/heat.f90" && compare gfortran-dwarf$version
done
whole dwarf64 gcc -gdwarf-5 -gdwarf64 -O2 $c && compare dwarf64

# ---- Compressed ------------------------------------------------------------

if whole plain gcc -g -O2 -Wl,--build-id $c; then
	for how in zlib zlib-gnu zstd; do
		change $how objcopy --compress-debug-sections=$how $how
	done
fi

# ---- In another file -------------------------------------------------------

for version in 4 5; do
	whole apart$version gcc -gdwarf-$version -O2 -Wl,--build-id $c ||
		continue
	change link$version by_link link$version
	OPTIONS="--debug-dir /nonexistent:$W/debug"
	change build-id$version by_build_id build-id$version
done
if has_gprof; then
	like_gprof gcc-dwarf2 clang-dwarf3 gcc-dwarf4 \
		gfortran-dwarf4 zlib zstd link4 link5
fi
if [ -e link5 ]; then
	OPTIONS=
	cp link5 other-crc && echo >>link5.debug
	notes other-crc link5 'link5.debug is not the debug file .* CRC is 0x'
	rm link5.debug
	notes other-crc link5 'debug file link5.debug was not found'
fi

# ---- Shared by several files: dwz ------------------------------------------

# dwz takes out what is in two files and large enough.
shared() {
	cp "$1" "$1.2" && dwz -L none $DWZ -m "$1.common" -M "$W/$1.common" \
		"$1" "$1.2" && readelf -S "$1" | grep -q '\.gnu_debugaltlink\|debug_sup'
}
if ! command -v dwz >/dev/null; then
	echo "skipped $suite-dwz: no dwz"
else
	for version in 4 5; do
		DWZ=
		if whole boxes$version g++ -gdwarf-$version -O2 \
			-Wl,--build-id "$W/boxes.cc"; then
			change dwz-one$version dwz -L none dwz-one$version
			change dwz$version shared dwz$version
		fi
	done
	DWZ=--dwarf-5
	change dwz-sup shared dwz-sup
	if [ -e dwz5 ]; then
		rm -f dwz5.common
		notes dwz5 dwz5 'alternate debug file .*dwz5.common was not found'
	fi
fi

# ---- Split -----------------------------------------------------------------

# package NAME DWP: its .dwo files as one .dwp file, which the tool makes
package() {
	if ! command -v $2 >/dev/null; then
		echo "skipped $suite-$1-$2: no $2"
		return
	fi
	cp $1 $1-$2
	# Some tools die or loop on what other compilers write: dwp of binutils on DWARF 5,
	# llvm-dwp 14 to 19 on GCC's.
	if timeout 20 sh -c "cd $1.dwo && $2 -e ../$1 -o ../$1-$2.dwp || exit 1" \
		>$1-$2.log 2>&1; then
		mv $1.dwo $1.away
		compare $1-$2
		mv $1.away $1.dwo
	else
		echo "skipped $suite-$1-$2: $2 cannot make it"
	fi
}

# gather NAME: its .dwo files moved, but in a folder that gptui is given
gather() {
	mv $1.dwo $1.away
	cp $1 $1-gathered
	OPTIONS="--debug-dir $W/$1.away"
	compare $1-gathered
	OPTIONS=
	notes $1 $1 'split debug information .* missing .*\.dwo'
}

# split NAME COMPILER WORDS...: with .dwo files, then with a .dwp file
split() {
	split=$1
	shift
	whole $split-whole "$@" || return
	mkdir -p $split.dwo
	if ! (cd $split.dwo && "$@" -gsplit-dwarf -o $split && mv $split ..) \
		>$split.log 2>&1 || ! ls $split.dwo/*.dwo >/dev/null 2>&1; then
		echo "skipped $suite-$split: $1 does not split"
		return
	fi
	compare $split
	package $split dwp
	package $split llvm-dwp
	gather $split
}
for version in 4 5; do
	for cc in gcc clang; do
		split split-$cc$version $cc -gdwarf-$version -O2 $c
	done
	split split-g++$version g++ -gdwarf-$version -O2 "$W/boxes.cc"
done

has_gprof && like_gprof split-gcc4 split-clang4
if [ -e split-clang5 ]; then
	mkdir -p split-clang5.dwo
	for file in near_one near_two; do
		cp split-clang4.away/*$file.dwo \
			split-clang5.dwo/"$(cd split-clang5.away && ls *$file.dwo)"
	done
	notes split-clang5 split-clang5 'split .* of another build .*\.dwo'
fi

# ---- Files of the same contents under another name --------------------------

# side DIRECTORY FILE: a program whose loop is in the file, and its profile
side() {
	mkdir -p "$1" && printf '%s\n' 'for (int i = 0; i < 1000; i++)' \
		's = s * 31 + (s >> 3) + i;' >"$1/$2"
	printf '%s\n' '#include <stdio.h>' 'int main(void) {' 'unsigned s = 1;' \
		'for (int k = 0; k < 200000; k++)' '{' "#include \"$2\"" '}' \
		'return printf("%u", s) < 0; }' >"$1/main.c"
	(cd "$1" && clang -gdwarf-5 -O1 -pg main.c -o program && ./program) >/dev/null
}
if clang --version >/dev/null 2>&1; then
	side content-base kernel.def && side content-new work.inc
	"$GPTUI" --no-config --report lines --format csv content-new/program \
		content-new/gmon.out --base content-base/program content-base/gmon.out >found
	awk -F, '/work\.inc/ { print $3 == "" ? "no base" : "both" }' found | sort -u >lines
	mv lines found && echo both >wanted
	answer same-content
fi

# ---- None ------------------------------------------------------------------

if build none gcc -O2 $c; then
	notes none zlib 'no debug information compile with -g'
fi
