#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the programs and records runs of them: tests/truth/record.sh FOLDER
# [NAME...], all builds or those that are named.  FOLDER/NAME.MIX/ gets exe,
# gmon.out with the samples of a recording, that, and info, what was built and run.
# $MIXES are the inputs (0 1 2), $LENGTH multiplies how long they run (1, some
# seconds for each input), $RUNS how often each is run (1): the second one is in
# NAME.MIX.2.
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/programs
[ $# -gt 0 ] || {
	echo "usage: record.sh FOLDER [NAME...]" >&2
	exit 2
}
mkdir -p "$1" && cd "$1" || exit 1
shift
wanted=" $* "

# NAME LENGTH COMPILER FLAGS: SOURCES
builds() {
	cat <<'END'
script-c-o0 400 gcc -O0: script.c script_parser.c script_asm.S
script-c-o2 700 gcc -O2: script.c script_parser.c script_asm.S
script-c-os 600 gcc -Os: script.c script_parser.c script_asm.S
script-c-nopie 650 gcc -O2 -fno-pie -no-pie: script.c script_parser.c script_asm.S
script-clang 700 clang -O2: script.c script_parser.c script_asm.S
callers-c-o2 25000 gcc -O2 -fno-optimize-sibling-calls: callers.c
tables-c-o0 1000 gcc -O0: tables.c -lm
tables-c-o2 3500 gcc -O2: tables.c -lm
tables-c-os 2300 gcc -Os: tables.c -lm
tables-clang 3300 clang -O2: tables.c -lm
events-c-o0 1500 gcc -O0: events.c
events-c-o2 1500 gcc -O2: events.c
events-c-os 1500 gcc -Os: events.c
events-clang 1500 clang -O2: events.c
scene-cxx-o0 200 g++ -std=c++17 -O0: scene.cc
scene-cxx-o2 4600 g++ -std=c++17 -O2: scene.cc
scene-cxx-os 1500 g++ -std=c++17 -Os: scene.cc
ledger-cxx-o0 700 g++ -std=c++17 -O0: ledger.cc
ledger-cxx-o2 9000 g++ -std=c++17 -O2: ledger.cc
ledger-cxx-os 7000 g++ -std=c++17 -Os: ledger.cc
waves-fortran-o0 3000 gfortran -O0: waves.f90
waves-fortran-o2 4500 gfortran -O2: waves.f90
END
}

# build NAME COMPILER FLAGS SOURCES
build() {
	compiler=${2%% *}
	case $2 in
	gfortran*) more=-J$PWD ;;
	*) more= ;;
	esac
	if ! command -v "$compiler" >/dev/null; then
		echo "skipped $1: no $compiler"
		return 1
	fi
	if ! (cd "$programs" && $2 -pg -g -o "$OLDPWD/$1.exe" $3 $more) \
		>"$1.log" 2>&1; then
		echo "skipped $1: $compiler cannot make it, see $PWD/$1.log"
		return 1
	fi
}

# run NAME LENGTH MIX FOLDER WHAT
run() {
	folder=$4
	rm -rf "$folder"
	mkdir "$folder" && ln "$1.exe" "$folder/exe" || exit 1
	echo "$5; $2 $3" >"$folder/info"
	(
		cd "$folder" || exit 1
		"${GPTUI:-$here/../../gptui}" --no-config --record --keep . \
			--report flat -- ./exe "$2" "$3" >output 2>&1 &&
			mv gmon.[0-9]* gmon.out && "$here/truth.py" .
	) || echo "failed: $folder"
}

builds | while IFS=: read -r head sources; do
	read -r name length words <<-END
		$head
	END
	case $wanted in *" $name "* | '  ') ;; *) continue ;; esac
	build "$name" "$words" "$sources" || continue
	length=$(awk "BEGIN { print int($length * ${LENGTH:-1}) + 1 }")
	for mix in ${MIXES:-0 1 2}; do
		for i in $(seq "${RUNS:-1}"); do
			[ "$i" = 1 ] && folder=$name.$mix || folder=$name.$mix.$i
			run "$name" "$length" "$mix" "$folder" \
				"$words -pg -g$sources"
		done
	done
	rm "$name.exe"
done
