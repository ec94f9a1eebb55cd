#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles the demo program: run.sh PROGRAM FOLDER.  Recreates FOLDER with the
# program in it and a file gmon.PID from each of four processes, which had
# different things to do.
set -e
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cp "$program" "$folder/demo-program"
cd "$folder"
GMON_OUT_PREFIX=gmon
export GMON_OUT_PREFIX
run() {
	echo "RUN demo-program $*"
	./demo-program "$@" >/dev/null
}
run 0.8 compile
run 1.0 evaluate
run 0.8 sort
run 1.0 compile evaluate sort
if ! ls gmon.* >/dev/null 2>&1; then
	echo "demo: this C library writes no profiles" >&2
	exit 1
fi
