#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Debug information from a server: none is asked without leave, what one has is
# fetched once, and errors are reported.
# tests/gprof/debug_server.sh [BUILDDIR]
suite=debug-server
. "$(dirname "$0")/../tools/listings.sh"

need python3
need objcopy
case $("$GPTUI" --version) in
*' no debuginfod'*) skip "gptui was built without debuginfod" ;;
esac
DEBUGINFOD_CACHE_PATH=$W/cache
DEBUGINFOD_TIMEOUT=60
export DEBUGINFOD_CACHE_PATH DEBUGINFOD_TIMEOUT DEBUGINFOD_URLS
unset DEBUGINFOD_PROGRESS DEBUGINFOD_VERBOSE http_proxy https_proxy all_proxy

# ok NAME STATUS
ok() {
	if [ "$2" = 0 ]; then
		echo "ok $suite-$1"
	else
		cat out requests
		echo "not ok $suite-$1"
	fi
}
# health PATTERN OPTIONS...: whether the health view says so
health() {
	pattern=$1
	shift
	"$GPTUI" --report health "$@" x x.gmon >out 2>&1
	tr -s ' \n' ' ' <out | grep -q "$pattern"
}

sources near_one.c near_two.c near.h
build x $CC -g -O1 -Wl,--build-id near_one.c near_two.c || exit 0
id=$(readelf -n x | sed -n 's/.*Build ID: *//p')
[ -n "$id" ] || skip "the linker makes no build-id"
mkdir served
objcopy --only-keep-debug x "served/$id" && strip -g x
main=0x$(nm x | sed -n 's/ T main$//p')
gmontool write -o x.gmon "hist:$main:$(printf '0x%x' $((main + 16))):16:100:seconds:s:0=5"

: >requests
"$tools/debug_server.py" served requests >address &
server=$!
trap 'kill $server 2>/dev/null' EXIT
await address
DEBUGINFOD_URLS=$(cat address)

health 'no debug information'
ok without-leave-says $?
[ ! -s requests ]
ok without-leave-asks-nobody $?

DEBUGINFOD_URLS= health 'DEBUGINFOD_URLS names no server' --debuginfod
ok no-server-is-named $?

health 'lines from .*/cache/' --debuginfod
ok fetched $?
grep -qx "/buildid/$id/debuginfo" requests
ok asked-for-the-build-id $?
"$GPTUI" --report source x x.gmon >out 2>&1
grep -q '^  100 .* 16  {' out
ok its-lines-are-shown $?

asked=$(wc -l <requests)
health 'lines from .*/cache/' --debuginfod &&
	[ "$(wc -l <requests)" = "$asked" ]
ok asked-once $?

# Without leave a stripped program says that there could be one.
cp x stripped && strip stripped
DEBUGINFOD_CACHE_PATH=$W/empty "$GPTUI" --no-config --keys 'a' --size 80x24 \
	stripped x.gmon >out 2>&1
tr -s ' \n' ' ' <out | grep -q 'or allow fetching them with --debuginfod'
ok leave-can-be-given $?

# Its source is where it was not compiled, but the server has it.
mv near_one.c served
picture() {
	"$GPTUI" --no-config "$@" --keys 'a' --size 80x24 x x.gmon >out 2>&1
}
picture
! grep -q 'source/' requests && grep -q 'v asks where it is' out
ok no-source-without-leave $?
picture --debuginfod
grep -q 'int main(int argc' out && grep -q 'fetched: ' out
ok source-fetched $?
mv served/near_one.c away.c
rm -rf cache/*/source*
picture --debuginfod
grep -q 'no server has ' out
ok source-not-on-the-server $?

rm -rf cache served/*
health 'not fetched: .* no server of DEBUGINFOD_URLS has it' --debuginfod
ok nobody-has-it $?

# One of another build is not used.
rm -rf cache
cp x "served/$id"
objcopy --remove-section .note.gnu.build-id "served/$id"
health 'is not the debug file of this program' --debuginfod
ok another-build $?

kill $server
rm -rf cache
health 'not fetched: ' --debuginfod
ok nobody-listens $?

# Servers that send too much, too little or something else, or send elsewhere.
"$tools/debug_server.py" served requests odd >odd-address 2>/dev/null &
server=$!
await odd-address
DEBUGINFOD_VERBOSE=1 DEBUGINFOD_MAXSIZE=1000000
export DEBUGINFOD_VERBOSE DEBUGINFOD_MAXSIZE
odd() {
	rm -rf cache
	DEBUGINFOD_URLS=$(cat odd-address)/$1
	health "$2" --debuginfod && ! LC_ALL=C grep -q "$(printf '[\033\233]')" out
	ok "server-$1" $?
}
odd endless 'not fetched: .* it is larger than 1000000 bytes'
odd cut 'not fetched: '
odd local 'not fetched: '
odd garbage 'it should be the debug file of this program'
odd escapes 'it should be the debug file of this program'
kill $server
