#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# For scripts that make files in the folder that is their only argument, always the
# same: they are made once in a run of the tests, in $W/made, and copied from there.
# Such a script begins with `. once.sh'.
if [ -d "$W" ] && [ -z "$MAKING" ]; then
	made=$W/made/$(basename "$0" .sh)
	if ! [ -d "$made" ]; then
		mkdir -p "$made.$$"
		MAKING=yes "$0" "$made.$$" || exit 1
		mv -T "$made.$$" "$made" 2>/dev/null || rm -rf "$made.$$"
	fi
	mkdir -p "$1"
	cp -Rp "$made/." "$1"
	exit
fi
