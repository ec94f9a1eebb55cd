#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records runs of all programs and prints how true gptui and gprof are of them:
# tests/truth/measure.sh FOLDER, where the runs stay.  Takes some minutes;
# $LENGTH and $MIXES as in record.sh, $NOISE is how often each program for the
# table of noise is run (20), $FILES how many inputs the program gets whose
# callers are told apart (12).  Other programs: record them as doc/truth.md says,
# and call report.py.
here=$(cd "$(dirname "$0")" && pwd)
runs=${1:?usage: measure.sh FOLDER}
noisy='script-c-o2 tables-c-o2 scene-cxx-o2'

MIXES=${MIXES:-0} "$here/record.sh" "$runs/each"
"$here/report.py" "$runs"/each/*.[0-9]
# shellcheck disable=SC2086 # names are words
MIXES=0 RUNS=${NOISE:-20} LENGTH=0.2 "$here/record.sh" "$runs/noise" $noisy
"$here/report.py" --repeated "$runs"/noise/*.0*
MIXES=$(seq "${FILES:-12}") "$here/record.sh" "$runs/callers" callers-c-o2
"$here/callers.py" "$runs"/callers/callers-c-o2.*[0-9]
