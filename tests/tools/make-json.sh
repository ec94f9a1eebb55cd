#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds tests/data/json.cc and runs it: make-json.sh ARCHIVE.  The archive (.tar.xz) has
# the program and its profile in a folder json; the program names the folder of its
# sources /gptui, wherever it was built.
data=$(cd "$(dirname "$0")/../data" && pwd) || exit 1
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
mkdir "$out/json"
cd "$out/json" &&
	g++ -O2 -g -pg -fno-exceptions -fno-asynchronous-unwind-tables \
		-ffile-prefix-map="$data=/gptui" -ffile-prefix-map="$out=/gptui" \
		-Wl,--build-id=none -o json "$data/json.cc" &&
	./json >/dev/null || exit 1
cd "$OLDPWD" || exit 1
tar -C "$out" --owner=0 --group=0 --sort=name -cJf "$1" json
