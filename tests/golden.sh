#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs each tests/golden/NAME.args, a command line of the shell, and compares
# what it prints, on both channels, and its exit status with NAME.out.
# tests/golden.sh --accept [NAME...] takes the present output as the expected
# one: look at the difference before you commit it.
#
# A case runs in a copy of the folder of the cases; $W is ../work, made by run.sh,
# and what other cases made there may be in it; the home is empty.  To run golden.sh
# by itself, have `make check-golden' run once; with names it does not look at the
# documents.
#
# What every screen shows is compared in few cases, so that a change of it
# changes few files:
# - the first line, but for its beginning, in the one named title;
# - the end of the last line (order, notes, keys) in those named status-*;
# - flat view and trees have the columns of flat.config; a case about those that
#   they have by themselves sets GPTUI_SYSCONFIG= before gptui, and a report names its own;
# - how many lines, commands, views and settings there are, and lists of all of
#   them: in menu, report-help, title, write-config and the error-... of each.
#
# A line "# needs: FEATURE" in NAME.args: in a build without it, named as in
# --version, the case is skipped; likewise "# needs: program NAME", "# needs: 64
# bits", "# needs: ordinary user" (or $may_not_read_all below), and "# needs:
# libbfd 2.36" (or later:
# instructions without needless suffixes, Rust's newer names; 2.40 for all of
# those).  Cases that build programs expect GCC's code for x86-64, and are skipped
# where that of another compiler makes their output another one.
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
BUILDDIR=${BUILDDIR:-$PWD}
GPTUI=${GPTUI:-$BUILDDIR/gptui}
golden=$SRCDIR/tests/golden

export LC_ALL=C.UTF-8 TZ=UTC0 W=../work SRCDIR
# What keeps a program from files that may not be read, also if it is root's.
may_not_read_all=env
[ "$(id -u)" != 0 ] ||
	may_not_read_all='setpriv --bounding-set=-dac_override,-dac_read_search'
$may_not_read_all true 2>/dev/null || may_not_read_all=
export may_not_read_all
export PATH="$(dirname "$GPTUI"):$PATH"
unset DEBUGINFOD_URLS DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
unset TERM NO_COLOR COLORTERM COLUMNS LINES EDITOR VISUAL PAGER GMON_OUT_PREFIX

accept=no
if [ "$1" = --accept ]; then
	accept=yes
	shift
fi
cd "$golden" || exit 2
whole=no
if [ $# = 0 ]; then
	set -- *.args
	whole=yes
fi
failed=0

# comparable NAME: its output, on the input, but for what other cases compare
comparable() {
	title='s/^(gptui )?([^ ]+) .*[ ]1 flat 2 graph .*/gptui \2/; s/^(gptui [^ ]+) ( |[0-9]+ files?  ).*/\1/'
	status='s/ +(sort [^ ]+( or [^ ]+)?( reversed)?  )?(! [0-9]+ (note|warning)s? i  )?(K( explain)?  )?(m( menu)?  )?\? help$//'
	case $1 in
	title) title= ;;
	status-*) status= ;;
	esac
	LC_ALL=C sed -E -e "$title" -e "$status"
}

# missing NAME: features that the case needs and this build does not have
built_with=$(gptui --version)
libbfd=$(echo "$built_with" | sed -n 's/.*libbfd \([^,]*\).*/libbfd \1/p')
case $(${CC:-cc} -dM -E -x c /dev/null 2>&1) in
*__clang__*) other_code='the compiler is clang' ;;
*__x86_64__*) other_code= ;;
*) other_code='the compiler is not for x86-64' ;;
esac
builds='\$\{(CC|CXX)|tools/make-([a-z]*\.sh|walked)'
missing() {
	sed -n 's/^# needs: //p' "$1.args" | while read -r feature; do
		case $feature in
		program*) command -v "${feature#program }" >/dev/null ||
			echo "no ${feature#program }" ;;
		libbfd*) printf '%s\n' "$feature" "$libbfd" | sort -V -C ||
			echo "$libbfd" ;;
		"64 bits") [ "$(getconf LONG_BIT)" = 64 ] || echo "not $feature" ;;
		"ordinary user") [ -n "$may_not_read_all" ] || echo "root may read all" ;;
		esac
		case $built_with in
		*"no $feature"*) echo "no $feature" ;;
		esac
	done
	if [ -n "$other_code" ] && grep -qE "$builds" "$1.args"; then
		echo "$other_code"
	fi
}

# run_case NAME: in the folder of the cases
run_case() {
	name=${1%.args}
	[ -e "$name.args" ] || return
	rm -rf "$HOME"
	mkdir -p "$XDG_CONFIG_HOME"
	command=$(cat "$name.args")
	{
		sh -c "$command" 2>&1 </dev/null
		echo "exit $?"
	} | comparable "$name" >"$made/$name"
	missing=
	case $other_code$command in
	*'# needs: '* | 'the compiler'*) missing=$(missing "$name") ;;
	esac
	[ $accept = yes ] && [ -z "$missing" ] && cp "$made/$name" "$golden/$name.out"
	if cmp -s "$golden/$name.out" "$made/$name"; then
		echo "ok $name"
	elif [ -n "$missing" ]; then
		echo "skipped $name: $missing"
	else
		diff -u "$golden/$name.out" "$made/$name"
		echo "not ok $name"
	fi
}

# run_cases FOLDER NAME...: those that no other process has begun, in a copy of the
# cases, which is FOLDER/golden beside FOLDER/work
run_cases() {
	mkdir -p "$1/work"
	cp -R "$golden" "$1/golden"
	chmod -R u+w "$1/golden" # of sources that are not
	find "$BUILDDIR/tests/work" -maxdepth 1 -type f -exec cp -p {} "$1/work" \;
	cd "$1/golden" || exit 2
	export GPTUI_SYSCONFIG="$PWD/flat.config" HOME="$1/work/home"
	export XDG_CONFIG_HOME="$HOME/.config" XDG_STATE_HOME="$HOME/.local/state"
	shift
	for each; do
		mkdir "$made/${each%.args}.begun" 2>/dev/null || continue
		run_case "$each" >"$made/${each%.args}.said" 2>&1
	done
}

# As many processes as there are processors.
made=$BUILDDIR/tests/work/golden
rm -rf "$made"
mkdir -p "$made"
worker=0
while [ $worker -lt "$(nproc 2>/dev/null || echo 1)" ]; do
	worker=$((worker + 1))
	run_cases "$made/cases.$worker" "$@" &
done
wait
for name; do
	name=${name%.args}
	cat "$made/$name.said"
	! grep -q '^not ok ' "$made/$name.said" || failed=1
done

[ $whole = yes ] || exit $failed

# current FILE: whether a document is what the program's tables say.
current() {
	if "$BUILDDIR/build/tools/documents" "${1##*/}" 2>&1 |
		diff -u "$SRCDIR/$1" - | head -n 20 | grep .; then
		echo "not ok $1: run make man"
		failed=1
	else
		echo "ok $1 is current"
	fi
}
current doc/gptui.1
current doc/gptui-config.5
for shell in bash zsh fish; do
	current completions/gptui.$shell
done

"$SRCDIR/tests/completions.sh" || failed=1

# clean FILE: whether a manual page is without faults.
clean() {
	if ! command -v groff >/dev/null; then
		echo "skipped $1 has no faults: no groff"
	elif LC_ALL=C.UTF-8 groff -man -Tutf8 -ww -z -Wbreak "$SRCDIR/$1" 2>&1 |
		grep .; then
		echo "not ok $1 has faults"
		failed=1
	else
		echo "ok $1 has no faults"
	fi
}
clean doc/gptui.1
clean doc/gptui-config.5

# ends FILE: whether a manual page says where to report bugs, and what the user
# manual is.
ends() {
	if [ "$(sed -n '/^\.SH REPORTING BUGS/,$p' "$SRCDIR/$1" |
		grep -cE 'address for reports|fB:manual')" = 2 ]; then
		echo "ok $1 has the last sections"
	else
		echo "not ok $1 has the last sections"
		failed=1
	fi
}
ends doc/gptui.1
ends doc/gptui-config.5
exit $failed
