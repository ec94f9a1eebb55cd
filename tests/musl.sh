#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds gptui, of this folder, with musl instead of glibc, statically, and runs
# the suites unit and golden:
#	tests/musl.sh FOLDER
# On Debian, as root: installs musl-tools and binutils-source, and builds in
# FOLDER what gptui links, of Debian's sources.  doc/porting.md has what was seen.
set -eu
[ $# = 1 ] || {
	sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2
	exit 2
}
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/lists"
cd "$1"
prefix=$PWD/prefix
export PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig"
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${MIRROR:-http://deb.debian.org/debian}

# Without touching what the system knows of packages.
sources() {
	echo "deb-src $mirror $suite main" >sources.list
	set -- -q -o Dir::Etc::sourcelist="$PWD/sources.list" \
		-o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/lists"
	apt-get "$@" update
	apt-get "$@" source --download-only zlib libzstd ncurses pcre2 cmocka
}

# unpack PACKAGE TAR
unpack() {
	rm -rf "src/$1"
	mkdir -p "src/$1"
	tar -xf "$2" -C "src/$1" --strip-components=1
}

# build PACKAGE OPTION...: configure and make install
build() {
	(cd "src/$1" && shift &&
		./configure --prefix="$prefix" "$@" && make -j"$(nproc)" &&
		make install)
}

libraries() {
	[ -e prefix/made ] && return
	apt-get install -y -qq --no-install-recommends musl-tools \
		linux-libc-dev binutils-source cmake
	sources
	mkdir -p "$prefix/include"
	for folder in linux asm-generic; do
		ln -sfn "/usr/include/$folder" "$prefix/include/$folder"
	done
	ln -sfn "/usr/include/$(gcc -dumpmachine)/asm" "$prefix/include/asm"
	unpack zlib zlib_*.orig.tar.*[2z]
	unpack libzstd libzstd_*.orig.tar.*[2z]
	unpack ncurses ncurses_*.orig.tar.*[2z]
	unpack pcre2 pcre2_*.orig.tar.*[2z]
	unpack cmocka cmocka_*.orig.tar.*[2z]
	unpack binutils /usr/src/binutils/binutils-*.tar.xz
	export CC=musl-gcc CFLAGS="-O2 -I$prefix/include"
	build zlib --static
	make -C src/libzstd/lib -j"$(nproc)" PREFIX="$prefix" \
		install-static install-includes install-pc
	build ncurses --enable-widec --without-shared --without-cxx \
		--without-ada --without-tests --without-progs \
		--with-default-terminfo-dir=/usr/share/terminfo \
		--with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo
	build pcre2 --disable-shared --disable-pcre2grep-libz
	build binutils --disable-shared --disable-nls --disable-gas \
		--disable-ld --disable-gold --disable-gprofng --disable-gdb \
		--with-zstd --without-debuginfod --disable-binutils \
		--disable-gprof --enable-install-libiberty --with-system-zlib \
		CFLAGS="$CFLAGS" CPPFLAGS="-I$prefix/include" \
		LDFLAGS="-L$prefix/lib" MAKEINFO=true
	cmake -S src/cmocka -B src/cmocka/build -DWITH_STATIC_LIB=ON \
		-DCMAKE_C_COMPILER=musl-gcc -DCMAKE_INSTALL_PREFIX="$prefix" \
		-DWITH_EXAMPLES=OFF
	make -C src/cmocka/build install
	find src/cmocka/build -name 'libcmocka-static.a' \
		-exec cp {} "$prefix/lib/libcmocka.a" \;
	rm -f "$prefix"/lib/libcmocka.so*
	touch prefix/made
}

libraries >libraries.log 2>&1 || {
	tail -n 20 libraries.log
	exit 1
}
rm -rf gptui
mkdir gptui
git -C "$source" archive HEAD | tar -x -C gptui
cd gptui
./configure --enable-static-bfd --enable-werror CC=musl-gcc \
	--without-urls --without-archives --without-debuginfod \
	CPPFLAGS="-I$prefix/include -I$prefix/include/ncursesw" \
	LDFLAGS="-static -L$prefix/lib"
make -j"$(nproc)"
./gptui --version
make -j"$(nproc)" check-programs CFLAGS='-g -O2 -Wno-error' \
	SUITES='unit golden'
# What the cases build is not to be of musl's objects.
make check CC=gcc SUITES='unit golden'
