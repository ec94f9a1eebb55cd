#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds gptui, of this folder, with libbfd of other releases of binutils, and
# runs the suites unit and golden:
#	tests/bfd.sh FOLDER SOURCES...
# SOURCES is a folder with the sources of a release.  Libraries and logs are in
# FOLDER; doc/porting.md has what was seen.
set -u
[ $# -gt 1 ] || {
	sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2
	exit 2
}
tests=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift

# build_libraries SOURCES: with the targets that Debian has; without debuginfod,
# as what a static library needs is not told.
build_libraries() {
	[ -e "$root/made" ] && return
	mkdir -p "$root/build" && cd "$root/build" &&
		"$1/configure" --prefix="$root" --disable-shared --disable-nls \
			--enable-targets=x86_64-linux-gnux32,x86_64-pep \
			--enable-install-libiberty --with-system-zlib \
			--without-zstd --without-debuginfod CFLAGS='-g -O2 -w' &&
		make -j"$(nproc)" MAKEINFO=true all-bfd all-opcodes &&
		make MAKEINFO=true install-bfd install-opcodes \
			install-libiberty && touch "$root/made"
}

# try_libraries: in a copy of what is committed
try_libraries() {
	rm -rf "$root/gptui"
	mkdir "$root/gptui"
	git -C "$tests/.." archive HEAD | tar -x -C "$root/gptui" || return
	cd "$root/gptui" &&
		./configure --enable-static-bfd --enable-werror \
			--with-bfd="$root" &&
		make -j"$(nproc)" && ./gptui --version &&
		make -j"$(nproc)" check SUITES='unit golden'
}

failed=0
for sources; do
	sources=$(cd "$sources" && pwd) || exit
	root=$folder/${sources##*/}-built
	if (build_libraries "$sources" && try_libraries) >"$root.log" 2>&1; then
		result=ok
	else
		result='not ok'
		failed=1
	fi
	echo "$result $sources: $(grep ' passed, ' "$root.log" | tail -n 1)"
done
exit $failed
