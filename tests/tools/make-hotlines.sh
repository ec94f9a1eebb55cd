#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make-hotlines.sh FOLDER [SOURCES TICKS]: builds FOLDER/hotlines from lines.c
# and bare.c of tests/data, or of that folder, and a profile FOLDER/hotlines.gmon
# with samples in their nops, 40 or so many ticks in leaf(), and calls by line;
# does nothing if they exist.  Functions that only older libraries add are not
# among its symbols, and mcount() is.
tests=$(cd "$(dirname "$0")/.." && pwd)
out=$(cd "$1" && pwd)/hotlines
[ -e "$out.gmon" ] && exit
cd "${2:-$tests/data}" || exit 1
"${CC:-cc}" -O0 -c -o "$out.o" bare.c &&
	"${CC:-cc}" -g -O0 -Wl,--defsym=mcount=0 -o "$out" "$out.o" lines.c &&
	objcopy -N __libc_csu_init -N __libc_csu_fini "$out" || exit 1
at() { nm "$out" | sed -n "s/^\([0-9a-f]*\) [Tt] $1\$/0x\1/p"; }
low=$(at bare)
high=$(($(at call_walk) + 64))
[ $(($(at leaf))) -lt $((low)) ] && low=$(at leaf)
nbins=$(((high - low) / 4))
bin() { echo $((($(at "$1") - low + 3) / 4 + 1)); }
"$tests/tools/gmontool.py" write -o "$out.gmon" \
	hist:$((low)):$((low + 4 * nbins)):$nbins:100:seconds:s:$(bin in_leaf)=${3:-40},$(bin in_walk)=25,$(bin in_bare)=15 \
	arc:$(at one_call):$(at leaf):600 arc:$(at two_calls):$(at leaf):200 \
	arc:$(at two_calls):$(at bare):50 arc:$(at call_inlined):$(at leaf):100 \
	arc:$(at bare_call):$(at leaf):100 arc:$(at call_walk):$(at walk):1
