#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the demo program, and profiles two builds of it: run.sh PLAIN OLD NEW
# FOLDER.  Recreates FOLDER with the recording of five runs in record, of plain/
# demo-program, if $GPTUI can record, and folders old and new, each with its
# demo-program and a file gmon.PID from each of five runs.  All runs do the same
# work, and the builds take turns, because machines are not equally fast all the
# time.
set -e
plain=$1 old=$2 new=$3 folder=$4
tasks='compile evaluate sort'
rm -rf "$folder"
mkdir -p "$folder/plain" "$folder/old" "$folder/new"
cp "$plain" "$folder/plain/demo-program"
cp "$old" "$folder/old/demo-program"
cp "$new" "$folder/new/demo-program"
cd "$folder"
GMON_OUT_PREFIX=gmon
export GMON_OUT_PREFIX
# As many passes as the old build makes in 1.2 seconds, in whole rounds: enough
# samples for what the manual says of them, and 15 seconds in all.
passes=$(cd old && ./demo-program 0.2 $tasks | sed 's/ .*//')
passes=$((passes / 3 * 18 + 18))x
rm -f old/gmon.*
for turn in 1 2 3 4 5; do
	for build in old new; do
		echo "RUN $build/demo-program $passes $tasks"
		(cd $build && ./demo-program $passes $tasks >/dev/null)
	done
done
# Without counting calls it is several times as fast.
case $("$GPTUI" --version) in
*'no recorder'*) ;;
*)
	echo "RECORD plain/demo-program $((${passes%x} * 3))x $tasks"
	"$GPTUI" --no-config --record --runs 5 --keep record --report flat -- \
		plain/demo-program $((${passes%x} * 3))x $tasks >/dev/null 2>&1 ||
		rm -rf record
	;;
esac
if ! ls old/gmon.* >/dev/null 2>&1; then
	echo "demo: this C library writes no profiles" >&2
	exit 1
fi
