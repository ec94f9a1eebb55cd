#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds what is committed on other hosts, and runs the suites unit and golden:
#	tests/hosts.sh FOLDER HOST...
# HOST is SUITE:ARCHITECTURE[:COMPILER] of Debian, as in bookworm:i386,
# bookworm:s390x, bullseye:amd64, sid:amd64:clang.  Each becomes a chroot in
# FOLDER, made once with debootstrap; as root.  Processors other than this one's
# need qemu-user-static; with Debian's gcc-PROCESSOR-linux-gnu here, that one
# compiles, which takes a tenth of the time.  Logs are in FOLDER; doc/porting.md
# has what was seen.
set -u
[ $# -gt 1 ] || {
	sed -n 's/^# \{0,1\}//; 2,11p' "$0" >&2
	exit 2
}
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
packages='libc6-dev make pkg-config binutils binutils-dev libiberty-dev
	libncurses-dev libpcre2-dev libarchive-dev libcurl4-openssl-dev libunwind-dev
	libcmocka-dev python3-minimal libpython3-stdlib groff-base diffutils
	ncurses-base ncurses-bin ncurses-term'

# make_root: a chroot with what building and these suites need.
make_root() {
	[ -e "$root/made" ] && return
	[ -x "$root/usr/bin/apt-get" ] ||
		debootstrap --variant=minbase --arch="$architecture" "$suite" \
			"$root" "${MIRROR:-http://deb.debian.org/debian}" ||
		return
	[ "$(chroot "$root" uname -m)" = "$(uname -m)" ] ||
		packages="$packages binutils-multiarch-dev"
	chroot "$root" sh -c "apt-get -o Acquire::Check-Valid-Until=false \
		update && DEBIAN_FRONTEND=noninteractive apt-get -y -qq install \
		--no-install-recommends $compiler $(echo $packages)" &&
		touch "$root/made"
}

# lend_compiler: lets the root use this machine's compiler for its processor.
lend_compiler() {
	triplet=$(chroot "$root" uname -m)-linux-gnu
	lent=$root/usr/local/bin/$compiler
	rm -f "$lent"
	[ "$triplet" != "$(uname -m)-linux-gnu" ] && [ $compiler = gcc ] &&
		command -v "$triplet-gcc" >/dev/null || return 0
	mkdir -p "$root/lent" "$root/lib64"
	mountpoint -q "$root/lent" || mount --bind /usr "$root/lent"
	ln -sfn "/lent/lib/$(uname -m)-linux-gnu" \
		"$root/usr/lib/$(uname -m)-linux-gnu"
	ln -sfn /lent/lib64/ld-linux-x86-64.so.2 \
		"$root/lib64/ld-linux-x86-64.so.2"
	ln -sfn "/lent/$triplet" "$root/usr/$triplet"
	printf '#!/bin/sh\nexec /lent/bin/%s-gcc "$@"\n' "$triplet" >"$lent"
	chmod +x "$lent"
}

# know_all_machines: the suites read programs for x86, which only libbfd of
# binutils-multiarch knows on other processors.
know_all_machines() {
	[ "$(chroot "$root" uname -m)" != "$(uname -m)" ] || return 0
	for library in "$root"/usr/lib/*/lib*-multiarch.so; do
		name=${library##*/}
		ln -sfn "$name" "${library%/*}/${name%%-*}.so"
	done
}

# try_host: in the root and an empty environment; tests may use what newer
# libraries warn of.
try_host() {
	make_root || return
	rm -rf "$root/gptui"
	mkdir "$root/gptui"
	git -C "$source" archive HEAD | tar -x -C "$root/gptui" || return
	mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
	mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
	lend_compiler
	know_all_machines
	env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
		chroot "$root" sh -c "cd /gptui && \
		./configure --enable-werror CC=$compiler && make -j$(nproc) && \
		./gptui --version && PATIENCE=3600 make -j$(nproc) check \
		CFLAGS='-g -O2 -Wno-error' SUITES='unit golden'"
	status=$?
	umount "$root/dev" "$root/proc"
	! mountpoint -q "$root/lent" || umount "$root/lent"
	return $status
}

failed=0
for host; do
	suite=${host%%:*}
	architecture=${host#*:}
	compiler=gcc
	case $architecture in
	*:*)
		compiler=${architecture#*:}
		architecture=${architecture%:*}
		;;
	esac
	root=$folder/$suite-$architecture-$compiler
	if try_host >"$root.log" 2>&1; then
		result=ok
	else
		result='not ok'
		failed=1
	fi
	echo "$result $host: $(grep ' passed, ' "$root.log" | tail -n 1)"
done
exit $failed
