#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules that a script can check: prints each breach as FILE:LINE: RULE and
# one line "ok RULE" or "not ok RULE" a rule.
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp) || exit 2
trap 'rm -f "$work" "$work.entries"' EXIT
failed=0

# rule NAME: reads breaches.
rule() {
	cat >"$work"
	if [ -s "$work" ]; then
		cat "$work"
		echo "not ok $1"
		failed=1
	else
		echo "ok $1"
	fi
}

# All files of the project but those that others wrote or a program makes.
project_files() {
	find . \( -name .git -o -path ./build -o -path './build-*' -o -name demo-run \
		-o -path ./tests/work -o -path ./tests/fuzz/corpus \
		-o -name autom4te.cache -o -name __pycache__ \) -prune -o -type f \
		! -path ./configure ! -path ./config.h ! -path ./config.log \
		! -path ./config.status ! -path ./COPYING ! -path ./Makefile \
		! -path ./gptui -print | sed 's|^\./||' | sort
}
c_files() { project_files | grep '\.[ch]$'; }
source_files() { find src tools -name '*.[ch]' | sort; }

# ---- Sizes: 1,200 lines a file, 60 a function body, 100 columns a line ------

# A body is what is between ") {" at the end of a line and } in the first column.
c_files | xargs awk '
	FNR == 1 { start = 0 }
	/\) {$/ && !start { start = FNR }
	/^}/ {
		if (start && FNR - start > 60)
			print FILENAME ":" start ": function of " FNR - start " lines"
		start = 0
	}
	length($0) > 100 { print FILENAME ":" FNR ": line over 100 columns" }
	FNR == 1201 { print FILENAME ":" FNR ": file over 1,200 lines" }' |
	rule sizes

# ---- Structure: doc/architecture.md is true --------------------------------

tests/structure.py folders | rule 'folders use what they may'
tests/structure.py map | rule 'the map names each source once'
tests/structure.py includes | rule 'no circle by include'
if [ -e "${BUILDDIR:-.}/build/main.o" ]; then
	tests/structure.py links "${BUILDDIR:-.}/build" | rule 'no circle by link'
else
	echo "skipped no circle by link: not built"
fi

# ---- One owner for each library, for memory and for the end ----------------

# only NAME PATTERN FILES: code that matches is only in the FILES (an
# extended pattern below src/).  Comments and strings do not count.
only() {
	source_files | xargs awk '
		FNR == 1 { comment = 0 }
		{
			line = $0
			if (comment && !sub(/^.*\*\//, "", line)) next
			comment = 0
			gsub(/"(\\.|[^"\\])*"/, "\"\"", line)
			gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
			if (sub(/\/\*.*/, "", line)) comment = 1
			print FILENAME ":" FNR ":" line
		}' | grep -E "^[^:]*:[0-9]+:$2" | grep -vE "^src/($3):" |
	sed -E "s|^([^:]*:[0-9]+:).*|\1 $1|" | rule "$1"
}
include='#[[:space:]]*include[[:space:]]*<'
call='(.*[^A-Za-z0-9_.>])?'
only 'curses only in ui/terminal/curses_terminal.c' \
	"$include(ncursesw/)?(n?curses|term)\.h" 'ui/terminal/curses_terminal\.c'
only 'libbfd only in parse/object/object.c and object_file.c' \
	"$include(bfd|bfdlink|elf-bfd)\.h" 'parse/object/object(_file)?\.c'
only 'libopcodes only in parse/code/disassembly.c' \
	"${include}dis-asm\.h" 'parse/code/disassembly\.c'
only 'libdebuginfod only in parse/object/debug_files.c' \
	"${include}elfutils/" 'parse/object/debug_files\.c'
only 'libarchive only in base/packed.c' "${include}archive" 'base/packed\.c'
only 'libcurl only in base/remote.c' "${include}curl/" 'base/remote\.c'
only 'libiberty only in parse/object/demangle.c' \
	"$include(libiberty/)?(demangle|libiberty)\.h" 'parse/object/demangle\.c'
only 'PCRE2 only in base/pattern.c' "${include}pcre2" 'base/pattern\.c'
only 'memory only through base/arena.h' \
	"$call((malloc|calloc|realloc|reallocarray|free|strdup|strndup|asprintf)\(|free[,)])" \
	'base/[a-z_]*\.c'
only 'libunwind only in recorder/' "${include}libunwind" 'recorder/(unwind|recorder)\.c'
only 'only main.c ends the program' \
	"$call(exit|_exit|_Exit|abort|quick_exit)\(" '(base/[a-z_]*|main)\.c'

# ---- Names -----------------------------------------------------------------

for kind in reader writer view commands; do
	for file in src/*/*_$kind.c src/*/*/*_$kind.c; do
		[ -e "$file" ] || continue
		name=$(basename "$file" .c)
		grep -qE "^const struct [a-z_]+ $name(\[\])? = \{" "$file" ||
			echo "$file:1: does not define $name"
	done
done | rule 'NAME_KIND.c defines NAME_KIND'

source_files | grep -E '(^|[/_])(utils?|misc|common|helpers?)[_.]' |
	sed 's/$/:1: a name that says nothing/' | rule 'files are named'

project_files | grep -E '\.([ch]|sh|py)$|^(\.ci/run|install-deps)$' |
while IFS= read -r file; do
	head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' ||
		echo "$file:1: no SPDX line"
done | rule licence

# Headers and sources that comments and documents name by their folder.
{
	source_files | xargs grep -nHoE '[*( ]([a-z_]+/)+[a-z_0-9]+\.h\>' |
		sed -E 's|^([^:]*:[0-9]+:).|\1src/|'
	grep -nHoE '`src/[a-z_/0-9]+\.[ch]`' doc/*.md *.md | tr -d '`'
} | while IFS=: read -r file line named; do
	[ -e "$named" ] || echo "$file:$line: no $named"
done | rule 'named files exist'

project_files | while IFS= read -r file; do
	case $(head -c 2 "$file" | tr -d '\0') in
	'#!') [ -x "$file" ] || echo "$file:1: not executable" ;;
	esac
done | rule 'scripts can be run'

# Written with brackets so that this file does not find itself.
project_files | xargs grep -nIE \
	-e '\<[Aa][g]ents?\>' -e '\<TOD[O]\>' -e '\<FIXM[E]\>' \
	-e '(^|[^A-Za-z0-9_.)}])/[w]ork/' -e '\.\./[s]hared' |
	sed -E 's/^([^:]*:[0-9]+:)(.*)/\1 forbidden word: \2/' | rule words

# ---- Differences from gprof, faults of libraries -----------------------------

# Each in doc/profiling.md and doc/foreign-faults.md names tests: `FILE:NAME`
# below tests/, or `golden/CASE`; a number is used once.
sed -n '/^## Differences from GNU gprof/,/^## What a profile/p' \
	doc/profiling.md >"$work.entries"
{
	sed -nE 's/^(D[0-9]+)\..*/\1/p' "$work.entries" | sort | uniq -d |
		sed 's/^/doc\/profiling.md:1: twice: /'
	awk '/^D[0-9]+\./ {
			if (entry != "")
				print "doc/profiling.md:1: no test: " entry
			entry = $1
		}
		/^Tests?: `/ { entry = "" }
		END { if (entry != "") print "doc/profiling.md:1: no test: " entry }
	' "$work.entries"
	{
		grep -E '^Tests?: ' "$work.entries"
		sed -n 's/^|.*| \(`[^|]*\) |$/\1/p' doc/foreign-faults.md
	} | grep -oE '`[^`]*`' | tr -d '`' |
	while IFS=: read -r file name; do
		case $file in
		golden/*) [ -e "tests/$file.args" ] ;;
		*) [ -e "tests/$file" ] && grep -qwF -e "${name:-ok}" "tests/$file" ;;
		esac || echo "doc/profiling.md:1: no such test: $file:$name"
	done
} | rule 'differences have tests'

# ---- Form ------------------------------------------------------------------

# Other versions of the formatter differ in details.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
	c_files | xargs clang-format --dry-run -Werror 2>&1 |
		sed -nE 's/^([^:]*):([0-9]+):.* error: .*/\1:\2: not formatted/p' |
		sort -t : -k 1,1 -u | rule format
else
	echo "skipped format: no clang-format 14"
fi
exit $failed
