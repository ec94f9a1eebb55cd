#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Records programs that end in all ways, and looks at what is in their profiles.
# Figures are compared with CPU time, not with the clock: other programs that run
# meanwhile do not matter.
case $("$GPTUI" --version) in
*'no recorder'*)
	echo "skipped recorder: built without one"
	exit
	;;
esac
rm -rf "$W/record"
mkdir -p "$W/record" && cd "$W/record" || exit 2
CC=${CC:-cc}
if ! $CC -g -O1 -fno-omit-frame-pointer -o burn "$SRCDIR/tests/record/burn.c" \
	-lm -lpthread -ldl ||
	! $CC -pg -g -O1 -o burn-pg "$SRCDIR/tests/record/burn.c" -lm -lpthread -ldl; then
	echo "skipped recorder: $CC does not build its programs"
	exit
fi

# result NAME STATUS MESSAGE: a line of the suite
result() {
	if [ "$2" = 0 ]; then
		echo "ok $1"
	else
		printf '%s\n' "$3"
		echo "not ok $1"
	fi
}

# record NAME PROGRAM ARGUMENT...: sets $status; the report is in NAME.csv
record() {
	name=$1
	shift
	"$GPTUI" --no-config --record --keep "$name" --report flat --format csv \
		--columns self,total,total%,calls,function -- "$@" \
		>"$name.csv" 2>"$name.messages"
	status=$?
}

# figure NAME COLUMN FUNCTION: a figure; 0 if there is none
figure() {
	awk -F, -v column="$2" -v name="$3" '
		index($5, name) == 1 { sum += $column } END { print sum + 0 }' "$1.csv"
}

# holds EXPRESSION: of awk
holds() { awk "BEGIN { exit !($1) }"; }

# shown NAME: the part of the CPU time used that is in the report, of all programs
shown() {
	awk -F, 'NR > 1 { sum += $1 } END { print sum }' "$1.csv" >"$1.sum"
	awk -F'\t' -v sum="$(cat "$1.sum")" 'NR > 1 { used += $2 + $3 }
		END { print sum / used }' "$1/runs.tsv"
}

for program in burn burn-pg; do
	record "two-$program" "./$program" two
	n=two-$program
	part=$(shown "$n")
	holds "$part > 0.9 && $part < 1.1"
	result "$n: 90 % of the CPU time is shown" $? "$part"
	cheap=$(figure "$n" 2 cheap) dear=$(figure "$n" 2 dear)
	work=$(figure "$n" 2 work)
	# A tenth or somewhat more, of 80 samples or more: five standard errors.  By the
	# number of calls it would be half.
	holds "$cheap > 0 && $cheap / ($cheap + $dear) < 0.32 &&
		$work > 0.8 * ($cheap + $dear)"
	result "$n: callers have the time that they caused" $? "$cheap $dear $work"
	holds "$(figure "$n" 2 __sin) + $(figure "$n" 2 sin) > 0"
	result "$n: a function of libm is there" $? "$(cat "$n.csv")"
	holds "$(figure "$n" 2 sorts) > 0 && $(figure "$n" 2 second) > 0"
	result "$n: so is a second thread" $? "$(cat "$n.csv")"
done
n=two-burn
threads=$(figure "$n" 2 '[thread 1 burn]') second=$(figure "$n" 2 '[thread 2 burn]')
holds "$threads > 0 && $second > 0 && $threads + $second > 0.99 * $(figure "$n" 1 '')"
result "$n: threads have all the time" $? "$threads $second $(cat "$n.csv")"
# One call after the other, although two threads make them.
holds "$(figure two-burn-pg 4 cheap) == 1000 && $(figure two-burn-pg 4 work) == 2000"
result 'calls are exact' $? "$(cat two-burn-pg.csv)"
[ "$(figure two-burn 4 cheap)" = 0 ]
result 'without -pg there are none' $? "$(cat two-burn.csv)"
# SIGPROF's own samples come with the same ticks.
"$GPTUI" -b -p ./burn-pg two-burn-pg/gmon.* >gmon.flat
grep -q ' work$' gmon.flat
result 'gmon.out has samples, too' $? "$(cat gmon.flat)"

# A processor that is shared, with a loop here, is waited for.
if [ -r /proc/self/schedstat ] && command -v taskset >/dev/null; then
	processor=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
	taskset -c "$processor" sh -c 'while :; do :; done' &
	beside=$!
	record shared taskset -c "$processor" ./burn two
	kill $beside
	waited=$(grep -ah '^gptui-waited-us=[1-9]' shared/burn.*.prof | sed 's/.*=//')
	used=$(grep -ah '^gptui-cpu-us=' shared/burn.*.prof | sed 's/.*=//')
	holds "${waited:-0} > 0.2 * $used"
	result 'shared: a recording says how long its processor was waited for' $? \
		"waited ${waited:-none}, used $used: $(cat shared.messages)"
else
	echo 'skipped shared: no schedstat or no taskset'
fi

# Names as in the source: functions that jump to another one are callers, and the code that the
# loader chose for sin() is sin().
if [ "$(uname -m)" = x86_64 ] && "$GPTUI" --version | grep -q 'a disassembler' &&
	$CC -O2 -o jumps "$SRCDIR/tests/record/jumps.c" -lm; then
	record by-jump ./jumps
	holds "$(figure by-jump 2 dear) > 0.6 * $(figure by-jump 2 work) &&
		$(figure by-jump 2 dear) < $(figure by-jump 2 work)"
	result 'jumps: a function that jumps to another one is its caller' $? "$(cat by-jump.csv)"
	tr -d '\r' <by-jump.csv >names
	holds "$(figure by-jump 2 twice_as_dear) == $(figure by-jump 2 dear)" &&
		! grep -q ',either\|,few' by-jump.csv && grep -q ',sort$' names &&
		holds "$(figure by-jump 2 sorts) >= $(figure by-jump 2 qsort_r)"
	result 'jumps: so are two, one after the other, if there is no other way' $? \
		"$(cat by-jump.csv)"
	$CC -O2 -DIS_ELSEWHERE -shared -fPIC -o libelsewhere.so "$SRCDIR/tests/record/jumps.c" -lm &&
		$CC -O2 -DWORK_IS_ELSEWHERE -o jumps-elsewhere "$SRCDIR/tests/record/jumps.c" \
			-L. -lelsewhere "-Wl,-rpath,$PWD"
	record elsewhere ./jumps-elsewhere
	holds "$(figure elsewhere 2 dear) > 0.6 * $(figure elsewhere 2 work)"
	result 'jumps: to a function of a library, too' $? "$(cat elsewhere.csv)"
	grep -q ',qsort$' names && grep -q ',sin$' names
	result 'jumps: functions of libraries have the names that are called' $? "$(cat by-jump.csv)"
else
	echo 'skipped jumps: not a machine whose code is read'
fi

# in_spin NAME STATUS [PERCENT]: what spin() has of the time of a run that ended so
in_spin() {
	spun=$(figure "$1" 3 spin)
	[ "$status" = "$2" ] && holds "$spun > ${3:-90}"
	result "$1: all time is shown" $? "status $status, $spun %: $(cat "$1.messages")"
}
record _exit ./burn _exit
in_spin _exit 3
record kill ./burn kill
in_spin kill 137
# Processes that end before their first sample leave calls only.
record brief ./burn-pg brief
in_spin brief 0 80
[ "$(ls brief/gmon.* | wc -l)" = 4 ] && holds "$(figure brief 4 spin) == 1" &&
	! grep -q fault brief.messages
result 'brief: processes without a sample' $? "$(cat brief.csv brief.messages)"
"$GPTUI" --no-config --report health kill >health.out 2>&1
grep -q 'the run ended by signal 9 (Killed)' health.out
result 'kill: the health page says so' $? "$(cat health.out)"
# The screen, left by its key, ends as the program did.
cat >left.py <<'EOF'
import os, pty, sys
pid, terminal = pty.fork()
if not pid:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
try:
    while True:
        seen += os.read(terminal, 4096)
        if b"Self" in seen or b"self" in seen:
            os.write(terminal, b"Q")
            seen = b""
except OSError:
    pass
print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
EOF
timeout 60 python3 left.py "$GPTUI" --no-config --record --keep left -- ./burn _exit >left.out 2>&1
grep -q '^status 3$' left.out
result 'the screen ends with the status of the program' $? "$(cat left.out)"
record interrupt ./burn interrupt
in_spin interrupt 130
record exec ./burn exec
in_spin exec 3
record deep ./burn deep
in_spin deep 0
holds "$(figure deep 3 deep) > 90"
result 'deep: recursion counts once' $? "$(cat deep.csv)"
! grep -q '\[thread ' deep.csv
result 'deep: its only thread has no row' $? "$(cat deep.csv)"
for what in threads blocked fork; do
	record $what ./burn $what
	in_spin $what 0
	part=$(shown $what)
	holds "$part > 0.5"
	result "$what: half of the CPU time is shown" $? "$part"
done
[ "$(ls fork/*.prof | wc -l)" = 2 ]
result 'fork: a child has a recording of its own' $? "$(ls fork)"
record dlopen ./burn dlopen
holds "$(figure dlopen 2 cbrt) + $(figure dlopen 2 __cbrt) > 0"
result 'dlopen: a library that was closed has a name' $? "$(cat dlopen.csv)"

# Programs with habits: each says whether it got what it should.
habits='block sigwait signalfd usual own-handler own-clock raw-fork first-thread-ends
	thread-exits short-threads close-all little-room c11 cancelled stacks'
programs=$SRCDIR/tests/record
$CC -g -O1 -fno-omit-frame-pointer -o habits "$programs/habits.c" -lpthread
for what in $habits; do
	record "$what" ./habits "$what"
	[ "$what" = thread-exits ] && expected=6 || expected=0
	# Beside the threads their creation takes time.
	[ "$what" = short-threads ] && most=50 || most=90
	in_spin "$what" $expected $most
	! grep -q wrong "$what.csv"
	result "$what: the program works as without" $? "$(cat "$what.csv")"
	part=$(shown "$what")
	# A thread that is over before the next tick has its time in another one's.
	[ "$what" = short-threads ] && least=0.5 || least=0.8
	holds "$part > $least && $part < 1.1"
	result "$what: $least of the CPU time is shown" $? "$part"
done
record abort ./habits abort
in_spin abort 134
# The handler may interrupt anything, so it may wait for nothing.
if $CC -g -O1 -o handler "$programs/handler.c" -lpthread -ldl; then
	record handler ./handler
	grep -q right handler.csv
	result 'the handler allocates nothing and takes no lock of the program' $? \
		"$(cat handler.csv)"
else
	echo "skipped handler: $CC does not build it"
fi
# Exceptions are those of the compiler's library, not libunwind's.
if command -v "${CXX:-c++}" >/dev/null &&
	"${CXX:-c++}" -g -O2 -shared -fPIC -o libthrow.so "$programs/throw.cc"; then
	$CC -g -o catch "$programs/catch.c" -L. -lthrow -Wl,-rpath,"$PWD"
	record catch ./catch
	grep -q right catch.csv
	result 'exceptions are thrown as without' $? "$(cat catch.csv)"
	# Or libunwind's, which are slow, if the program wants these.
	if "${CXX:-c++}" -g -O2 -shared -fPIC -o libthrow.so "$programs/throw.cc" \
		-Wl,--no-as-needed -lunwind 2>/dev/null; then
		record catch-by-libunwind ./catch few
		grep -q right catch-by-libunwind.csv
		result 'exceptions are thrown by libunwind as without' $? \
			"$(cat catch-by-libunwind.csv)"
	else
		echo 'skipped catch-by-libunwind: no libunwind'
	fi
else
	echo "skipped catch: no C++ compiler"
fi
# The program may have functions of any name.
if command -v nm >/dev/null; then
	nm -D --defined-only "${GPTUI%/*}/libgptui_record.so" |
		awk '{ print $3 }' |
		grep -Ev '^(__fentry__|_?mcount|dl_iterate_phdr|dlclose|pthread_(create|sigmask)|sig(action|altstack|nal|nalfd|procmask|timedwait|wait|waitinfo)|thrd_create|_UL[a-z0-9_]+_set_caching_policy)$' >names
	! [ -s names ]
	result 'only functions of the C library and of libunwind are defined' $? "$(cat names)"
fi
"$GPTUI" --no-config --report graph --format csv kill >again.csv 2>&1
grep -q spin again.csv
result 'a folder is opened again' $? "$(cat again.csv)"
# The first of several says which program they are of, and counts, too.
for pair in 'two-burn kill:2 files' 'kill two-burn:2 files' 'two-burn/*.prof kill/*.prof:2 files' \
	'two-burn two-burn/*.prof:1 file' 'two-burn-pg --base kill two-burn:1 run against 2'; do
	# shellcheck disable=SC2086 # several words
	"$GPTUI" --no-config --report flat ${pair%:*} >several.out 2>&1
	grep -q "^${pair#*:}[, ]" several.out
	result "all recordings count: ${pair%:*}" $? "$(cat several.out)"
done
# shown_of FOLDER-OR-ARCHIVE: what is shown, with the names of files as in the folder
shown_of() {
	for view in flat files health; do
		"$GPTUI" --no-config --report $view --format csv "$1"
	done 2>&1 | sed 's/[a-z]*\.tar\///'
}
# In any order, with what was killed, calls of gmon.out, and what the system counted.
tar cf killed.tar kill
tar cf called.tar two-burn-pg/*.prof two-burn-pg/runs.tsv two-burn-pg/gmon.*
tar cf later.tar two-burn-pg/gmon.* two-burn-pg/runs.tsv two-burn-pg/*.prof
for pair in killed:kill called:two-burn-pg later:two-burn-pg; do
	shown_of "${pair#*:}" >folder.csv
	shown_of "${pair%:*}.tar" >archive.csv
	grep -q 'as the system counts' folder.csv && cmp folder.csv archive.csv
	result "an archive shows what its folder does: $pair" $? "$(diff folder.csv archive.csv)"
done
"$GPTUI" --no-config --report diff --format csv two-burn --base two-burn-pg >folder.csv 2>&1
"$GPTUI" --no-config --report diff --format csv two-burn --base called.tar >archive.csv 2>&1
grep -q 'work' folder.csv && cmp folder.csv archive.csv
result 'an archive is a base' $? "$(diff folder.csv archive.csv)"
# What is of another program is left out with its calls.
mkdir both
cp two-burn/*.prof two-burn-pg/*.prof two-burn-pg/gmon.* both
"$GPTUI" --no-config --report flat --format csv burn two-burn/*.prof >folder.csv 2>&1
"$GPTUI" --no-config --report flat --format csv burn both >archive.csv 2>&1
grep -q 'work' folder.csv && cmp folder.csv archive.csv
result 'calls of another program do not count' $? "$(diff folder.csv archive.csv)"
"$GPTUI" --no-config --export callgrind two-burn >exported 2>&1
grep -q '^ob=.*/burn$' exported && grep -q '^cob=.*libm' exported
result 'callgrind gets the files of functions' $? "$(head -n 20 exported)"
if grep -q vdso /proc/self/maps; then
	grep -aq '\[vdso clock_gettime\]' two-burn/*.prof
	result "functions of the kernel's code have names" $? "$(grep -a vdso two-burn/*.prof)"
fi

# Two builds in turns, with calls of another one, and what runs share.
for slowness in 1 3; do
	$CC -g -O1 -DSLOWNESS=$slowness -o turn-$slowness "$SRCDIR/tests/record/turn.c" || exit 2
done
"$GPTUI" --no-config --record --keep turns --report diff --format csv \
	--columns verdict,function --base ./turn-1 -- ./turn-3 0 </dev/null \
	>turns.csv 2>turns.messages
echo "status $?" >>turns.messages
# What is not slower is found to be with the probability of the level.
grep -q '^status 0$' turns.messages &&
	tr -d '\r' <turns.csv | grep -q '^slower,work$'
result 'turns: what is slower is found' $? "$(cat turns.csv turns.messages)"
runs=$(($(wc -l <turns/new/runs.tsv) - 1))
[ "$runs" -lt 30 ] && [ "$(wc -l <turns/base/runs.tsv)" = $((runs + 1)) ] &&
	grep -q 'more runs would not change that' turns.messages
result 'turns: they end when that is clear' $? "$(cat turns.messages)"
# A child has the size of gptui before it is the program.
awk -F'\t' 'FNR > 3 { n++; said += $5 != 0 } END { exit !n || said }' turns/*/runs.tsv &&
	"$GPTUI" --no-config --record --keep large --report health \
		-- dd if=/dev/zero of=/dev/null bs=256M count=3 >large.out 2>&1 </dev/null &&
	awk -F'\t' 'NR == 2 { size = $5 } END { exit !(size > 262144) }' large/runs.tsv
result 'memory is that of the program' $? "$(cut -f 5 turns/*/runs.tsv large/runs.tsv; cat large.out)"
# order NUMBER: which program was first, by the numbers of processes
order() {
	set -- "$(ls turns/base/*.r$1.*.prof)" "$(ls turns/new/*.r$1.*.prof)"
	base=${1%.prof} new=${2%.prof}
	[ "${base##*.}" -lt "${new##*.}" ] && echo base || echo new
}
[ "$(order 01)" != "$(order 02)" ]
result 'turns: a second pair is in the reverse order' $? "$(ls turns/*)"
"$GPTUI" --no-config --report diff --format csv --columns verdict,function turns >again.csv 2>&1
cmp turns.csv again.csv
result 'turns: a folder of both is opened as a comparison' $? "$(cat again.csv)"
tar cf turns.tar turns
for option in turns.tar 'turns.tar/turns/new --base turns.tar/turns/base'; do
	# shellcheck disable=SC2086 # several words
	"$GPTUI" --no-config --report diff --format csv --columns old,new,function $option \
		>archive.csv 2>&1
	"$GPTUI" --no-config --report diff --format csv --columns old,new,function turns \
		>folder.csv 2>&1
	grep -q 'work' folder.csv && cmp folder.csv archive.csv
	result "turns: an archive has both sides: $option" $? "$(diff folder.csv archive.csv)"
done
"$GPTUI" --no-config --report diff --format csv turns --columns 95%-low,95%-high >folder.csv 2>&1
"$GPTUI" --no-config --report diff --format csv turns.tar --columns 95%-low,95%-high >archive.csv 2>&1
cmp folder.csv archive.csv
result 'turns: an archive has the level of the tests' $? "$(diff folder.csv archive.csv)"
for base in turns turns.tar; do
	"$GPTUI" --no-config --report diff burn two-burn --base $base 2>&1 |
		grep -q "$base: has recordings of two programs; name one: $base/"
	result "turns: a base is one of both: $base" $? ''
done
"$GPTUI" --no-config --record --keep turns --base ./turn-1 -- ./turn-3 2>&1 </dev/null |
	grep -q 'has recordings already'
result 'turns: not among other runs' $? ''
"$GPTUI" --no-config --record --keep forks --runs 2 --report diff --base ./burn -- ./burn fork \
	>forks.out 2>&1 </dev/null
grep -q '^2 runs against 2,' forks.out && [ "$(ls forks/new/*.prof | wc -l)" = 4 ]
result 'turns: all processes of a run are one' $? "$(cat forks.out)"

# As a terminal does, one to each process, whether it is then one that runs or one between runs.
cat >interrupted.py <<'EOF'
import os, signal, subprocess, sys, time
runs, *command = sys.argv[1:]
child = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
while child.poll() is None and not (os.path.exists(runs) and open(runs).read().count("\n") > 4):
    time.sleep(0.01)
os.killpg(child.pid, signal.SIGINT)
print("status", child.wait())
EOF
python3 interrupted.py stopped/runs.tsv "$GPTUI" --no-config --record --keep stopped --report flat --runs 1000 \
	-- ./turn-1 0 >stopped.out 2>&1
grep -q '^status 130$' stopped.out && grep -q ' work ' stopped.out && [ "$(wc -l <stopped/runs.tsv)" -lt 500 ]
result 'an interrupt ends all runs, and shows them' $? "$(cat stopped.out)"
python3 interrupted.py stopped-turns/new/runs.tsv "$GPTUI" --no-config --record --keep stopped-turns \
	--report diff --runs 1000 --base ./turn-1 -- ./turn-1 0 >stopped.out 2>&1
grep -q '^status 130$' stopped.out && grep -q 'interrupted: [0-9]* runs of each count' stopped.out
result 'turns: an interrupt ends them, and shows them' $? "$(cat stopped.out)"

printf '..' >two-bytes
"$GPTUI" --no-config --record --keep same-input --runs 3 --report flat -- ./turn-1 \
	<two-bytes >/dev/null 2>&1
awk -F'\t' 'NR > 1 { n++; used = $2 + $3; least = n == 1 || used < least ? used : least;
	most = used > most ? used : most } END { exit !(n == 3 && least > most / 3) }' \
	same-input/runs.tsv
result 'each run reads the same input' $? "$(cat same-input/runs.tsv)"
cat two-bytes | "$GPTUI" --no-config --record --runs 2 -- ./turn-1 2>&1 | grep -q 'is a pipe'
result 'a pipe is for one run' $? ''

"$GPTUI" --no-config --record --keep calls --report flat --format csv \
	--columns self,total,total%,calls,function --calls ./burn-pg -- ./burn two \
	>calls.csv 2>calls.messages
holds "$(figure calls 4 cheap) == 1000 && $(figure calls 4 work) == 2000"
result 'calls of another build' $? "$(cat calls.csv calls.messages)"
"$GPTUI" --no-config --report flat --format csv calls --columns self,total,total%,calls,function \
	>again.csv 2>&1
cmp calls.csv again.csv
result 'calls: a folder of both builds is opened again' $? "$(cat again.csv)"
tar cf calls.tar calls
shown_of calls >folder.csv
shown_of calls.tar >archive.csv
grep -q 'calls are those of another build' folder.csv && cmp folder.csv archive.csv
result 'calls: an archive of it shows what the folder does' $? "$(diff folder.csv archive.csv)"
tar -C calls -cf inside.tar .
"$GPTUI" --no-config --report flat --format csv inside.tar \
	--columns self,total,total%,calls,function >again.csv 2>&1
cmp calls.csv again.csv
result 'calls: an archive of what is in it, too' $? "$(cat again.csv)"
"$GPTUI" --no-config --record --calls ./burn -- ./burn two 2>&1 | grep -q 'built without -pg'
result 'calls: of a build that counts them' $? ''

"$GPTUI" --no-config --report health --format csv two-burn-pg >health.csv
awk -F'"' '/^CPU time,"/ { used = $2 + 0 } /^CPU time,[^"]*,"/ { sum += $2 }
	END { exit !(used > 0 && sum > used - 0.04 && sum < used + 0.04) }' health.csv &&
	grep -q 'counting calls (-pg)' health.csv && grep -q 'in libraries' health.csv
result 'all CPU time is accounted for' $? "$(cat health.csv)"

# Ranks of one job, as launchers say, share a folder, which is none of a job before.
mkdir ranks && cp turn-1 ranks && cd ranks || exit 2
# job RANKS VARIABLE...: runs them at once
job() {
	ranks=$1 rank=0
	shift
	while [ $rank -lt "$ranks" ]; do
		env PMI_RANK=$rank PMI_SIZE="$ranks" "$@" "$GPTUI" --no-config --record \
			-- ./turn-1 0 </dev/null >/dev/null 2>&1 &
		rank=$((rank + 1))
	done
	wait
}
job 8 PMI_JOBID=7.1
job 8 PMI_JOBID=7.1
job 3 PMI_JOBID=7.11
job 3 SLURM_JOB_ID=7 SLURM_STEP_ID=11
job 3 # of one parent
sh -c "PMI_RANK=3 PMI_SIZE=4 '$GPTUI' --no-config --record -- ./turn-1 0; true" </dev/null
job 1 PMI_JOBID=7.1
for folder in turn-1.record*; do
	echo "$folder" $(ls "$folder" | sed -n 's/.*\.\([0-9]\)\.[0-9]*\.prof$/\1/p')
done >folders
printf 'turn-1.record%s\n' ' 0 1 2 3 4 5 6 7' '-2 0 1 2 3 4 5 6 7' '-3 0 1 2' '-4 0 1 2' '-5 0 1 2' \
	'-6 3' '-7 0' | cmp - folders
result 'ranks: those of a job share a folder' $? "$(cat folders; ls)"
rm turn-1.record-2/*.[067].*.prof
"$GPTUI" --no-config --report health turn-1.record-2 >missing.out 2>&1
grep -q 'no file of ranks 0, 6, 7$' missing.out
result 'ranks: those that are missing are named' $? "$(cat missing.out)"
"$GPTUI" --no-config --report health turn-1.record-6 >missing.out 2>&1
grep -q '1 file of a job of 4 ranks$' missing.out
result 'ranks: so it is if only one is there' $? "$(cat missing.out)"
cd ..

mkdir -p 'a folder' && cp turn-1 'a folder/a program' && printf '#!/bin/sh\n./turn-1 "$@"\n' >script &&
	chmod +x script
for program in './a folder/a program' 'a folder/a program' "$PWD/a folder/a program" ./script; do
	rm -rf named
	"$GPTUI" --no-config --record --keep named --report flat -- "$program" 5 \
		</dev/null >named.out 2>&1
	[ $? = 5 ] && grep -q ' work ' named.out
	result "a program named $program" $? "$(cat named.out)"
done
rm -rf named
PATH="$PWD/a folder:$PATH" "$GPTUI" --no-config --record --keep named --report flat -- \
	'a program' 0 </dev/null >named.out 2>&1
[ $? = 0 ] && grep -q ' work ' named.out
result 'a program found by $PATH' $? "$(cat named.out)"
"$GPTUI" --no-config --record --keep many --report flat -- ./turn-1 0 http://127.0.0.1:1/ 3 </dev/null \
	>named.out 2>&1
[ $? = 0 ] && grep -q ' work ' named.out
result 'a program with several arguments' $? "$(cat named.out)"
"$GPTUI" --no-config --record --keep output -- sh -c 'echo its own; ./turn-1 0; exit 4' </dev/null \
	>its-output 2>messages
status=$?
[ "$(cat its-output)" = 'its own' ] && [ $status = 4 ] && grep -q 'recorded in output$' messages
result 'redirected output is the program alone' $? "status $status; $(cat its-output messages)"
cp turns/new/*.r01.*.prof one.prof
"$GPTUI" --no-config --report files --format csv --columns file turn-3 turns one.prof >files.csv 2>&1
[ "$(grep -c '^turns/new/.*prof' files.csv)" = "$(ls turns/new/*.prof | wc -l)" ] && grep -q '^one' files.csv
result 'turns: the new side counts among other recordings' $? "$(cat files.csv)"
"$GPTUI" --no-config --record -- ./turn.c 2>&1 | grep -q '^.*turn.c: No such file'
result 'a program that is not there' $? ''
