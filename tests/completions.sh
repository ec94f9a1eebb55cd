#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Asks bash, zsh and fish what they complete on gptui's command line, without
# a keyboard.  Prints "ok NAME", "not ok NAME" or "skipped NAME: WHY".
SRCDIR=${SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
touch "$folder/a profile" "$folder/a.out" "$folder/odd\$(>ran)"
mkdir "$folder/sources"
cd "$folder" || exit 2
export TERM=dumb HOME="$folder" XDG_CONFIG_HOME="$folder" completions="$SRCDIR/completions"
failed=0

# The word that is completed is the last one.  Each function prints what the
# shell offers, one a line.
ask_bash() {
	bash --norc -c 'source "$completions/gptui.bash"
		complete -p gptui >/dev/null || exit
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_gptui
		printf "%s\n" "${COMPREPLY[@]}"' - "$@"
}
ask_fish() {
	fish --no-config -c 'source $completions/gptui.fish
		complete -C (string join " " -- $argv)' -- "$@" | cut -f 1
}
# zsh completes on a terminal only: one of its own.  It lists nothing while
# more keys are waiting, so they wait.
ask_zsh() {
	zsh -f -c 'zmodload zsh/zpty
		zpty shell "zsh -f -i"
		zpty -w shell "PS1= PS2= RPS1=; unsetopt zle_bracketed_paste 2>/dev/null
			fpath=(\$PWD/functions \$fpath); autoload -Uz compinit
			compinit -u -D; zstyle \":completion:*\" list-colors
			zstyle \":completion:*\" list-grouped no
			LISTMAX=0; COLUMNS=300; bindkey \"^I\" list-choices
			print rea\"\"dy"
		zpty -r shell text "*ready"
		sleep $pause
		zpty -w -n shell "$*"$'"'\t'"'
		sleep $pause
		zpty -w -n shell $'"'\C-u'"'"print do\"\"ne"$'"'\n'"'
		zpty -r shell text "*done"
		print -r -- "$text"' - "$@" | tr -d '\r\a' |
		sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g; s/  *-- .*//; s/   */\n/g'
}

# differs EXPECTED: the first word of those expected that is not offered, or of
# those not expected (!word) that is.
differs() {
	for word in $1; do
		found=no
		grep -qxF -e "${word#!}" offered && found=yes
		case $word:$found in
		!*:no | [!!]*:yes) ;;
		*)
			echo "$word"
			return
			;;
		esac
	done
}

# offers SHELL NAME EXPECTED WORD...
offers() {
	shell=$1 name=$2 expected=$3
	shift 3
	if ! command -v $shell >/dev/null; then
		echo "skipped $shell completes $name: no $shell"
		return
	fi
	for pause in 0.2 1 3 8; do # seconds; the machine may be busy
		export pause
		ask_$shell "$@" 2>&1 </dev/null |
			sed 's|[[:blank:]]*$||; s|/$||' >offered
		[ -z "$(differs "$expected")" ] && break
	done
	if [ -z "$(differs "$expected")" ]; then
		echo "ok $shell completes $name"
	else
		echo "$shell: $*: $(differs "$expected") in:"
		cat offered
		echo "not ok $shell completes $name"
		failed=1
	fi
	rm offered
}

mkdir functions
cp "$completions/gptui.zsh" functions/_gptui
for shell in bash zsh fish; do
	offers $shell options '--report --reverse !--sort' gptui --re
	offers $shell 'options of gprof' '--no-graph --no-time !--graph' gptui --no-
	offers $shell files 'a.out !--report' gptui a.
	offers $shell views 'flat callers health !csv' gptui --report ''
	offers $shell 'begun views' 'graph !flat' gptui --report g
	offers $shell columns 'self% self/call shared' gptui --sort s
	offers $shell formats 'csv !flat' gptui --format c
	offers $shell themes 'solarized !a.out' gptui --theme so
	offers $shell folders 'sources !a.out' gptui -I so
	offers $shell 'file formats' '4.4bsd !auto' gptui -O 4
	odd='odd$(>ran)'
	[ $shell = zsh ] && odd='odd\$\(\>ran\)'
	offers $shell 'names that hold commands' "$odd" gptui odd
	offers $shell 'nothing for numbers' '!a.out !--report' gptui --limit ''
done
if [ -e ran ]; then
	echo "not ok shells run no names"
	failed=1
else
	echo "ok shells run no names"
fi
offers bash 'values behind =' 'flat graph' gptui --report = ''
offers bash 'begun values behind =' 'gnat gnu-v3 !rust' gptui --demangle = g
offers bash 'no value for what needs none' '!auto a.out' gptui --demangle a

# The words behind an option are those that it takes.
awk '$1 ~ /^--.*=/ { option = $1; sub(/=.*/, "", option) }
	$2 == "-W" && option {
		gsub(/\047/, "")
		for (i = 3; i <= NF; i++) print option "=" $i
	}
	/return/ { option = "" }' "$completions/gptui.bash" >words
while IFS= read -r word; do
	gptui "$word" --help >/dev/null 2>refused || cat refused
done <words >taken
if [ "$(wc -l <words)" -gt 30 ] && ! grep . taken; then
	echo "ok words that shells offer are taken"
else
	echo "not ok words that shells offer are taken"
	failed=1
fi
exit $failed
