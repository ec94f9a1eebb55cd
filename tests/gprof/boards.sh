#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles from URLs: fetched, kept, added; and networks and servers that fail.
# tests/gprof/boards.sh [BUILDDIR]
suite=boards
. "$(dirname "$0")/../tools/listings.sh"

need python3
case $("$GPTUI" --version) in
*' no URLs'*) skip "gptui was built without libcurl" ;;
esac
unset http_proxy https_proxy all_proxy HTTPS_PROXY ALL_PROXY

# ok NAME STATUS
ok() {
	if [ "$2" = 0 ]; then
		echo "ok $suite-$1"
	else
		cat out
		echo "not ok $suite-$1"
	fi
}

{
	echo 0x1000 main
	i=1
	while [ $i -lt 250 ]; do
		printf '0x%x f%d\n' $((0x1000 + 16 * i)) $i
		i=$((i + 1))
	done
} >symbols
mkelf -o x --text 0x1000:0x1000 symbols
mkdir served kept
: >served/requests
gmontool write -o served/PROFILE.DAT hist:0x1000:0x2000:2048:100:seconds:s:0=5,9=7
cp served/PROFILE.DAT served/late.DAT
cp served/PROFILE.DAT served/waits.DAT
[ "$(wc -c <served/PROFILE.DAT)" -gt 3000 ] || echo "not ok $suite-size"

"$tools/board_server.py" served >ports &
server=$!
trap 'kill $server 2>/dev/null' EXIT
await ports
read -r tftp http <ports
tftp=tftp://127.0.0.1:$tftp http=http://127.0.0.1:$http

# report URL...: what a report says
report() { timeout 60 "$GPTUI" --report flat --keep kept x "$@" >out 2>&1; }
# fails TEXT URL: whether it fails and says so, in a line
fails() {
	! report "$2" && grep -q "$1" out && [ "$(grep -vc "fetching\|kept as" out)" = 1 ]
}

# This one waits for long.
mkdir waits
timeout 60 "$GPTUI" --report flat --keep waits x $http/silent/PROFILE.DAT \
	>silent 2>&1 &
silent=$!
timeout 60 "$GPTUI" --report flat --keep waits x $tftp/silent/waits.DAT \
	>silent.tftp 2>&1 &
silent_tftp=$!
mkdir slept
timeout 60 "$GPTUI" --report flat --keep slept x $tftp/late/late.DAT >late 2>&1 &
late=$!
silent_board() {
	"$tools/nuttx_shell.py" symbols commands.silent silent >port.silent &
	board=$!
	await port.silent
	timeout 60 "$GPTUI" --report flat --keep waits x \
		"serial:$(cat port.silent),115200" served/PROFILE.DAT >silent.serial 2>&1
	echo "exit $?" >>silent.serial
	kill $board
}
silent_board &
silent_serial=$!

report $tftp/PROFILE.DAT
grep -q '12 samples, 0.12 s' out && cmp -s kept/PROFILE.DAT.1 served/PROFILE.DAT
ok tftp $?
report $http/PROFILE.DAT && grep -q '12 samples, 0.12 s' out
ok http $?
report "file://$W/served/PROFILE.DAT" && cmp -s kept/PROFILE.DAT.3 kept/PROFILE.DAT.1
ok file $?
report $tftp/lost/PROFILE.DAT $http/PROFILE.DAT kept/PROFILE.DAT.1 &&
	grep -q '3 files.* 36 samples, 0.36 s' out && [ -s kept/PROFILE.DAT.5 ]
ok lost-blocks $?
(cd kept && timeout 60 "$GPTUI" -b -p ../x $tftp/PROFILE.DAT) >out 2>&1
grep -q '^ 58.33 ' out && grep -q 'kept as PROFILE.DAT.6' out
ok listing $?

timeout 60 "$GPTUI" --no-config --keep kept --keys r --size 80x10 x \
	$tftp/PROFILE.DAT >out 2>&1
grep -q ' 24 samples, 0.24 s' out &&
	grep -q '+12 samples, kept as kept/PROFILE.DAT.8' out
ok fetched-again $?
"$GPTUI" --report flat x kept/PROFILE.DAT.* 2>&1 | grep -q '8 files.* 0.96 s'
ok nothing-is-lost $?
report $tftp/twice/PROFILE.DAT && cmp -s kept/PROFILE.DAT.9 served/PROFILE.DAT
ok blocks-come-twice $?
report $tftp/foreign/PROFILE.DAT && cmp -s kept/PROFILE.DAT.10 served/PROFILE.DAT
ok packets-of-others $?
report $tftp/%50ROFIL%45.DAT && grep -q '12 samples, 0.12 s' out
ok coded-name $?

# A board that is never reset: each file contains the one before, and counts more
# time than there was; where counts are of microseconds, the order of five tells.
counted() { # KEYS NAME RATE TEXT... [URL]
	rm -f more/*
	for i in 1 2 3 4 5; do
		for name in $2 $2x; do
			gmontool write -o served/$name.$i hist:0x1000:0x2000:2048:$3:seconds:s:0=$((20 * i)),9=$((14 * i)),40=$((9 * i))
		done
	done
	timeout 60 "$GPTUI" --no-config --keep more --keys "$1" --size 120x10 x \
		$http/more/$2 $6 >out 2>&1
	grep -q "$4" out && grep -q "$5" out
}
mkdir more
counted r A 1 '2 snapshots .* 86 s' '+43 samples, kept as more/A.2'
ok snapshots-count-once $?
counted r B 1000000 '2 files' 'B.2; snapshots? i'
ok asks-about-snapshots $?
counted 'r r r r' C 1000000 '5 snapshots' 'samples, kept as more/C.5 '
ok snapshots-by-their-order $?
# Each board has an order of its own: of one the last counts, of one that is reset all.
counted 'r r' D 1 '3 of 4 files.* 129 s' 'none: .*404' $http/none
ok snapshots-beside-a-failure $?
counted r E 1 '3 of 4 files.* 86.24 s' '+55 samples, kept as more/E.2, more/late.DAT.2' $http/late.DAT
ok snapshots-beside-a-board-that-resets $?
counted 'r r' F 1 '2 of 6 files.* 258 s' '+86 samples, kept as more/F.3, more/Fx.3' $http/more/Fx
ok snapshots-of-two-boards $?
counted r G 1000000 '4 files' 'G.2, more/Gx.2; snapshots? i' $http/more/Gx
ok asks-about-snapshots-of-two-boards $?

# A shell at a serial port, by recipes: one that is known, and a file.
"$tools/make-log.py" --name /tmp/gmon.out nuttx served/PROFILE.DAT >served/log
printf 'prompt nsh> \nhexdump /tmp/x\n' >served/recipe
# shell HOW PORT KEYS: what is said of the port of a board of its own
shell() {
	rm -f port commands
	"$tools/nuttx_shell.py" served/log commands $1 >port &
	board=$!
	await port
	rm -rf port.d && mkdir port.d
	timeout 60 "$GPTUI" --no-config --keep port.d --size 80x10 --keys "$3" x \
		"serial:$(cat port),$2" >out 2>&1
	kill $board 2>/dev/null
	wait $board 2>/dev/null
}
shell '' 115200 r
grep -q ' 24 samples, 0.24 s' out && grep -q '+12 samples, kept as' out &&
	[ "$(tail -4 commands)" = 'gprof stop
gprof dump /tmp/gmon.out
hexdump /tmp/gmon.out
gprof start' ] && [ "$(wc -l <commands)" = 8 ] && [ "$(ls port.d | wc -l)" = 2 ]
ok serial-port $?
shell '' 9600,served/recipe ''
grep -q ' 12 samples, 0.12 s' out && [ "$(cat commands)" = 'hexdump /tmp/x' ]
ok serial-recipe $?
shell gone 115200 '' && ! grep -q ' 12 samples' out
grep -q 'the line was closed\|Input/output error' out && grep -q 'what was received is in port.d' out
ok serial-closed $?
shell rude 115200 ''
grep -q 'not a profile' out
ok serial-no-dump $?
fails 'not serial:DEVICE,SPEED' serial:/dev/null
ok serial-without-a-speed $?
fails 'No such file' serial:/dev/no-such-port,115200
ok serial-without-a-port $?
fails 'ioctl' serial:/dev/null,115200
ok serial-no-port $?
fails 'Invalid argument' serial:/dev/tty,7
fails 'no-such: No such file' serial:/dev/null,115200,no-such
ok serial-without-a-recipe $?

# Files keep their numbers, by which some are off.
cp served/PROFILE.DAT served/next.DAT
mkdir both
timeout 60 "$GPTUI" --no-config --keep both --size 80x8 \
	--keys ': T:files Enter End x r' x $http/PROFILE.DAT $http/next.DAT \
	>out 2>&1
grep -q 'next.DAT.1 *off' out && [ "$(grep -c 'DAT.* on ' out)" = 3 ]
ok files-keep-their-numbers $?

before=$(ls kept)
fails 'TFTP error 1: no .*such file$' $tftp/none
ok not-there $?
fails 'TFTP error 0: counters are busy$' $tftp/error/PROFILE.DAT
ok text-of-an-error $?
fails ': it is empty' $tftp/empty/PROFILE.DAT
ok empty $?
fails 'error: 404' $http/none
ok http-not-there $?
fails 'not supported or disabled' $http/moved/PROFILE.DAT
ok redirected-to-a-file $?
fails ': Connection refused$' tftp://127.0.0.1:9/PROFILE.DAT
ok wrong-port $?
fails 'not a regular file' file:///dev/zero
ok device $?
[ "$before" = "$(ls kept)" ]
ok errors-leave-no-file $?

# Passwords are shown nowhere, and a name is no option.
cp served/PROFILE.DAT served/-s.DAT
secret=$(echo $http | sed 's,//,&me:s3cret@,')
mkdir secret
hidden() { ! grep -q s3cret out; }
: >all
! report $secret/none && grep -q 'me:\*\*\*@' out && hidden &&
	! timeout 60 "$GPTUI" -b x $secret/none >out 2>&1 &&
	grep -q 'me:\*\*\*@' out && hidden
ok password-of-an-error $?
for what in 'report flat --format json' 'report health' 'report files' \
	'export callgrind' 'export pprof' 'report html'; do
	(cd secret && timeout 60 "$GPTUI" --no-config --$what ../x \
		$secret/PROFILE.DAT $secret/next.DAT) >out 2>&1 && hidden ||
		echo "$what" >>all
done
for program in "$secret" "$secret/x" ftp://me:s3cret@here/x; do
	"$GPTUI" --no-config --keys '' "$program" $http/PROFILE.DAT >out 2>&1
	grep -q 'me:\*\*\*@.*: a URL, but the program' out && hidden ||
		echo "$program" >>all
done
(cd secret && XDG_STATE_HOME=$PWD timeout 60 "$GPTUI" --size 80x20 --keys \
	": T:base Space T:$secret/none Enter r I" ../x $secret/PROFILE.DAT \
	>../out 2>&1) && hidden && grep -q 'base.*me:\*\*\*@' secret/gptui/history &&
	! grep -r s3cret secret && [ ! -s all ]
ok password-elsewhere $?
report $secret/-s.DAT && [ -s kept/_s.DAT.1 ]
ok name-like-an-option $?

# What came of a transfer that broke is not thrown away.
cp served/PROFILE.DAT served/gone.DAT
fails 'what was received is in kept/gone.DAT.1' $http/gone/gone.DAT &&
	[ "$(wc -c <kept/gone.DAT.1)" = 1000 ]
ok server-that-goes-away $?

# One that fails costs itself only, and who waits is told for what.
report --fetch-time 1 $http/slow/PROFILE.DAT $http/PROFILE.DAT
grep -q "fetching $http/slow/PROFILE.DAT" out && grep -q ' of 2 files.* 0.12 s' out &&
	grep -q 'fault: .*not complete after 1 s' out
ok slow-among-others $?
report --fetch-time 1 $tftp/silent/PROFILE.DAT $http/PROFILE.DAT
grep -q ' of 2 files.* 0.12 s' out && grep -q 'fault: .*silent/PROFILE.DAT: not' out
ok silent-among-others $?
timeout 60 "$GPTUI" --report files --keep kept x $http/none $http/PROFILE.DAT >out 2>&1
grep -q "^$http/none  *off  .*error: 404" out
ok reason-in-the-view-files $?
! timeout 60 "$GPTUI" -b -p --keep kept x $http/none $http/PROFILE.DAT >out 2>&1 &&
	grep -q '^ 58.33 ' out && grep -q "$http/none: .*404" out
ok listing-of-the-others $?
timeout 60 "$GPTUI" --no-config --keep kept --size 80x10 \
	--keys 'r : T:files Enter' x $http/once/PROFILE.DAT $http/next.DAT >out 2>&1
[ "$(grep -c 'DAT.* on ' out)" = 3 ] && ! grep -q off out
ok later-failures-take-no-place $?

# What breaks off again and again does not fill the disk.
mkdir left
dd if=/dev/zero of=served/huge bs=1048576 count=0 seek=40 2>/dev/null
timeout 60 "$GPTUI" --report flat --keep left x $http/cut/huge $http/cut/huge \
	$http/cut/huge $http/PROFILE.DAT >out 2>&1
grep -q ' of 4 files' out &&
	[ "$(ls left | tr '\n' ' ')" = 'PROFILE.DAT.1 huge.3 ' ]
ok what-is-left-has-a-bound $?
rm -r left served/huge

# A disk with less room than a first fetch may need, then one with less than this
# one needs: 128 KiB.
cat >full.sh <<'END_OF_SCRIPT'
mount -t tmpfs -o size=300k none full && cd full || exit
watched() { "$GPTUI" --no-config --watch 3600 --size 80x8 "$@" >../shown 2>&1; }
head -c 290000 /dev/zero >rest
! watched --keys r ../x $http/once/full.DAT && grep -q 'full.DAT.1: No space' ../shown
echo "asked $?"
! watched --keys '' ../x ../served/PROFILE.DAT $http/once/full.DAT ||
	grep -q '^No space left on device: nothing is fetched; watching stopped' ../shown
echo "stops $?"
head -c 200000 /dev/zero >rest
watched --keys '' ../big $http/big.DAT
[ $? = 1 ] && grep -q 'big 1 file .*0.12 s' ../shown && grep -q \
	'^No space left on device: what was received is kept in memory; watching stopped$' \
	../shown && grep -q "No space.*from $http/big.DAT is not kept" ../shown
echo "held $?"
! "$GPTUI" --report flat ../big $http/big.DAT >../shown 2>&1 &&
	grep -q '12 samples, 0.12 s' ../shown && grep -q 'is not kept' ../shown
echo "reported $?"
[ "$(ls)" = rest ]
echo "left $?"
watched --keys '| T:rm Space T:rest Enter r' ../big $http/big.DAT
[ $? = 0 ] && grep -q '+12 samples, kept as big.DAT.2' ../shown &&
	cmp big.DAT.1 ../served/big.DAT && cmp big.DAT.2 ../served/big.DAT
echo "written $?"
rm big.DAT.*
head -c 200000 /dev/zero >rest
python3 - "$GPTUI" --no-config ../big $http/big.DAT $http/silent/big.DAT <<'END' >../shown 2>&1
import fcntl, os, pty, select, struct, sys, termios, time
pid, terminal = pty.fork()
if not pid:
    os.environ['TERM'] = 'xterm'
    os.execv(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 200, 0, 0))
text, is_asked = b'', False
try:
    while select.select([terminal], [], [], 60)[0]:
        text += os.read(terminal, 65536)
        if not is_asked and b'silent' in text:
            time.sleep(2) # both are fetched; the other one comes at once
            os.write(terminal, b'q')
            is_asked = True
except OSError:
    pass
sys.stdout.buffer.write(text)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 1)
END
[ $? = 0 ] && grep -q "No space.*from $http/big.DAT is not kept" ../shown
echo "said-while-another-waits $?"
rm rest
"$GPTUI" --report flat ../x $http/once/full.DAT >../shown 2>&1
echo "nothing-was-lost $?"
END_OF_SCRIPT
alone=-m
unshare -m true 2>/dev/null || alone=-rm # for others than root
if unshare $alone true 2>/dev/null; then
	mkdir full
	mkelf -o big --text 0x1000:0x20000 symbols
	gmontool write -o served/big.DAT \
		hist:0x1000:0x21000:65536:100:seconds:s:0=5,9=7
	cp served/PROFILE.DAT served/full.DAT
	http=$http unshare $alone sh full.sh >out 2>&1
	for what in asked stops held reported left written said-while-another-waits \
		nothing-was-lost; do
		grep -q "^$what 0" out
		ok full-disk-$what $?
	done
else
	echo "skipped $suite-full-disk: no right to mount"
fi

# What is no profile is no part of the sum, but still there.
echo '<html>' >served/page
report $http/page
grep -q 'kept/page.1: byte 0: not a profile file' out && [ -s kept/page.1 ]
ok no-profile $?

# Each request is sent once: a board may have reset its counters by it.
wait $late
cp late out
grep -q '12 samples, 0.12 s' late && cmp -s slept/late.DAT.1 served/late.DAT &&
	[ "$(grep -c late/ served/requests)" = 1 ]
ok late-answer $?
wait $silent $silent_tftp
cat silent silent.tftp >out
[ "$(grep -c 'no answer for 20 s$' out)" = 2 ] && [ -z "$(ls waits)" ] &&
	[ "$(grep -c '^silent/waits.DAT' served/requests)" = 1 ]
ok silent-servers $?

wait $silent_serial
cp silent.serial out
grep -q ' of 2 files.* 12 samples, 0.12 s' out && grep -q '^exit 0$' out &&
	[ "$(grep -c 'no answer for 20 s' out)" = 1 ] && [ -z "$(ls waits)" ]
ok silent-port $?

# A real server, which needs a port of its own and a user that may have it.
if command -v atftpd >/dev/null && [ "$(id -u)" = 0 ]; then
	chmod -R a+rX served .
	atftpd --daemon --no-fork --bind-address 127.0.0.1 --port 36969 \
		--user "$(id -un)" --group "$(id -gn)" --logfile "$W/atftpd.log" \
		"$W/served" >/dev/null 2>&1 &
	atftpd=$!
	trap 'kill $server $atftpd 2>/dev/null' EXIT
	for pause in 0.2 0.5 1 2; do
		sleep $pause
		report tftp://127.0.0.1:36969/PROFILE.DAT && break
	done
	grep -q '12 samples, 0.12 s' out
	ok atftpd $?
else
	echo "skipped $suite-atftpd: no atftpd, or not root"
fi
