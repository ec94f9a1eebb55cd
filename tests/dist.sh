#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What packagers need: a tar file that builds anywhere without git, to the same
# bytes, and recipes of the same release.  Packages are built where their tools
# are, of what is committed.
P=$W/dist
rm -rf "$P"
mkdir -p "$P"
cd "$SRCDIR" || exit
version=$(sed -n 's/^AC_INIT(\[gptui\], \[\(.*\)\])$/\1/p' configure.ac)
name=gptui-$version

# check NAME COMMAND...: what it prints is shown if it fails.
check() {
	test=$1
	shift
	if "$@" >"$P/out" 2>&1; then
		echo "ok $test"
	else
		tail -n 30 "$P/out"
		echo "not ok $test"
	fi
}

# has TOOL TEST PACKAGE: whether it is there; else the test is skipped.
has() {
	command -v "$1" >"$P/out" && return
	echo "skipped $2: no $1 (Debian: $3)"
	return 1
}

# has_header FILE PACKAGE: the same for the package rpm, whose libbfd is static.
has_header() {
	echo "#include <$1>" | ${CC:-cc} -E - >"$P/out" 2>&1 && return
	echo "skipped rpm: no $1 (Debian: $2)"
	return 1
}

same_version() {
	sed -n '3s/^\(.*[0-9]\)$/\1/p' NEWS | grep -qxF "$version" &&
		sed -n '1s/.*(\(.*\)-[0-9]*).*/\1/p' packaging/debian/changelog |
		grep -qxF "$version"
}
check versions same_version

# Where all packages are there, as an ordinary user without sudo.
needs_no_rights() {
	mkdir -p "$P/bin"
	printf '#!/bin/sh\necho %s\n' 1000 >"$P/bin/id"
	printf '#!/bin/sh\necho %s\n' 'install ok installed' >"$P/bin/dpkg-query"
	printf '#!/bin/sh\nexit 1\n' >"$P/bin/apt-get"
	chmod 755 "$P"/bin/* && ln -s "$(command -v grep)" "$P/bin" &&
		PATH=$P/bin ./install-deps --tests
}
check install-deps-needs-no-rights-for-nothing needs_no_rights

recipe_is_filled() {
	packaging/build "$1" https://example.org \
		>"$P/$1" &&
		grep -qF "$version" "$P/$1" && ! grep '@[A-Z0-9]*@' "$P/$1" &&
		grep -qE '[0-9a-f]{64}' "$P/$1"
}

# build_in FOLDER: of the tar file there, as it is configured here.
build_in() {
	mkdir -p "$P/$1" && tar -xzf "$P/$name.tar.gz" -C "$P/$1" &&
		cd "$P/$1/$name" && ./configure && make -j2 CFLAGS=-g
}

# Without git above it.
same_bytes() {
	export GIT_CEILING_DIRECTORIES="$P"
	(build_in here) && (build_in a/longer/way) &&
		cmp "$P/here/$name/gptui" "$P/a/longer/way/$name/gptui"
}

# What is unpacked is no clone, wherever it lies.
needs_a_clone() {
	(cd "$P/here/$name" && ! make dist && ! packaging/build deb && ! ls ./*.tar.gz)
}

if git rev-parse --is-inside-work-tree >"$P/out" 2>&1; then
	git archive --prefix="$name/" HEAD | gzip -9n >"$P/$name.tar.gz"
	check builds-anywhere-to-the-same-bytes same_bytes
	check dist-needs-a-clone needs_a_clone
	check APKBUILD recipe_is_filled apk
	check APKBUILD-is-a-script sh -n "$P/apk"
	check formula recipe_is_filled brew
	has ruby formula-is-ruby ruby && check formula-is-ruby ruby -c "$P/brew"
	if has dpkg-buildpackage deb dpkg-dev && has dh deb debhelper; then
		check deb env DEB_BUILD_OPTIONS=nocheck packaging/build deb
		has lintian deb-lintian lintian && check deb-lintian lintian \
			--fail-on error,warning --allow-root \
			build/packages/gptui_"$version"-*.changes
	fi
	if has rpmbuild rpm rpm && has_header zlib.h zlib1g-dev &&
		has_header zstd.h libzstd-dev; then
		check rpm env RPM_FLAGS=--nodeps packaging/build rpm https://example.org
	fi
else
	for test in builds-anywhere-to-the-same-bytes APKBUILD formula deb rpm; do
		echo "skipped $test: not a git checkout"
	done
fi
