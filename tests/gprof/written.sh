#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The files that -s and -A -y write, against GNU gprof 2.40: what is refused,
# and with what message and status; and what gptui keeps that gprof does not:
# the old file on a full disk.  Rights are tried as another user if root runs
# this.
# tests/gprof/written.sh [BUILDDIR]
suite=written
. "$(dirname "$0")/../tools/listings.sh"
need_gprof
need python3
rest_needs_no_run
umask 022 # others need what is made here

as_user=
if [ "$(id -u)" = 0 ]; then
	# The program may be in a folder that other users cannot enter.
	folder=$(mktemp -d) && cp -L "$GPTUI" "$folder/gptui" &&
		chmod 755 "$folder" && GPTUI=$folder/gptui
	trap 'rm -rf "$folder"' EXIT
	cd "$folder" || exit 1
	as_user='setpriv --reuid 65534 --regid 65534 --clear-groups'
	$as_user true 2>/dev/null || skip 'no setpriv'
fi
here=$(pwd -P)
mkdir bin && ln -s "$GPTUI" bin/gprof # messages begin with the name

cat >a.c <<'END'
int main(void)
{
	return 0;
}
END
chmod 644 a.c
"$CC" -g -o a a.c 2>a.log || skip "$CC cannot make a program"
main=$(nm a | sed -n 's/ T main$//p')
low=$(printf '0x%x' $((0x$main / 16 * 16)))
high=$(printf '0x%x' $((low + 64)))
gmontool write -o g "hist:$low:$high:16:100:seconds:s:0=6" "arc:0:0x$main:1"

# expect NAME WANTED GOT
expect() {
	if [ -n "$2" ] && [ "$2" = "$3" ]; then
		echo "ok written-$1"
	else
		printf 'wanted: %s\ngot: %s\n' "$2" "$3"
		echo "not ok written-$1"
	fi
}

# state FILE: what is there
state() {
	if [ -f "$1" ]; then
		stat -L -c '%F %a %h' "$1"
		head -c 4 "$1" | od -An -c
	else
		stat -c %F "$1" 2>&1
	fi
}

# run PROGRAM OPTIONS FILE PREPARE: runs it in a folder of its own, after
# preparing FILE there; prints what it says, its status, and what is there
run() {
	# Only root removes what is in a folder that takes no names.
	{ [ ! -d try ] || chmod 777 try; } &&
		rm -rf try && mkdir try && chmod 777 try || exit 1
	(
		cd try && eval "$4"
		PATH=$2 $as_user timeout 20 gprof $1 ../a ../g 2>&1 </dev/null
		echo "status $?"
		state "$3"
		ls -A
	)
}

# same NAME OPTIONS FILE PREPARE: whether both programs do the same
same() {
	wanted=$(run "$2" "$PATH" "$3" "$4")
	got=$(run "$2" "$here/bin:$PATH" "$3" "$4")
	expect "$1-$3" "$wanted" "$got"
}

for case in '-s gmon.sum' '-b -A -y -z a.c-ann'; do
	file=${case##* } options=${case% *}
	both() { same "$1" "$options" "$file" "$2"; }
	both new true
	both replaces "echo old >$file; chmod 606 $file"
	both refused-as-by-gprof "echo old >$file; chmod 444 $file"
	both folder-takes-no-names "echo old >$file; chmod 666 $file; chmod 555 ."
	both folder-takes-no-new-names 'chmod 555 .'
	both hard-link "echo old >$file; chmod 666 $file; ln $file b"
	both is-a-folder "mkdir $file"
	both null-device "ln -s /dev/null $file"
	both loop "ln -s $file $file"
	both nowhere "ln -s nosuch/x $file"

	got=$(run "$options" "$here/bin:$PATH" "$file" "ln -s end $file")
	expect "says-what-it-follows-$file" "$file: a link to end, which was written
status 0
$(run "$options" "$PATH" "$file" "ln -s end $file" | sed 1d)" "$got"

	got=$(run "$options" "$here/bin:$PATH" "$file" \
		"echo old >$file; chmod 606 $file; ulimit -f 0")
	$as_user true
	expect "limit-$file" "$file: File too large
status 1
regular file 606 1
   o   l   d  \n
$file" "$got"
done

# On a disk that is full in earnest.
cat >full.sh <<'END'
mount -t tmpfs -o size=16k none try && cd try || exit
echo old >gmon.sum
echo old >a.c-ann
cat /dev/zero >rest 2>/dev/null
for options in -s '-b -A -y -z'; do
	"$GPTUI" $options ../a ../g 2>&1
	echo "status $?"
done
cat gmon.sum a.c-ann
ls -A
END
alone=-m
unshare -m true 2>/dev/null || alone=-rm # for others than root
if unshare $alone true 2>/dev/null; then
	rm -rf try && mkdir try
	got=$(GPTUI=$GPTUI unshare $alone sh full.sh)
	expect keeps-the-old-on-a-full-disk 'gmon.sum: No space left on device
status 1
a.c-ann: No space left on device
status 1
old
old
a.c-ann
gmon.sum
rest' "$got"
else
	echo "skipped written-keeps-the-old-on-a-full-disk: no right to mount"
fi
