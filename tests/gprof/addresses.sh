#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the lines of samples, and the code inlined into lines, with what
# addr2line says of each address: tests/gprof/addresses.sh [BUILDDIR].
suite=addresses
. "$(dirname "$0")/../tools/listings.sh"

need addr2line
sources near.h
# addr2line 2.40 names the wrong files where DWARF 5 numbers them from 0.
llvm=llvm-addr2line
command -v $llvm >/dev/null || llvm=none

cat >"one.c" <<'END_OF_SOURCE'
#include "near.h"
static int below(int n) { return inl(n) * 3; }
int two(int n);
int one(int n)
{
	int r = below(n) + inl(n + 1);
	for (int i = 0; i < n; i++)
		r += two(i) + inl(i) + below(r);
	return r;
}
int main(int argc, char **argv)
{
	return one(argc) + deeper(argc) == 42;
}
END_OF_SOURCE
cat >"two.c" <<'END_OF_SOURCE'
#include "near.h"
static int third(int n)
{
	return n ? inl(n) : deeper(n);
}
int two(int n)
{
	return third(n) + third(n + 1);
}
END_OF_SOURCE
cat >"shapes.cc" <<'END_OF_SOURCE'
#include <algorithm>
#include <string>
#include <vector>
namespace {
template <class T> struct Box {
	T value;
	explicit Box(T v) : value(v) {}
	T twice() const { return value + value; }
};
}
template <class T> static T sum(const std::vector<Box<T>> &all)
{
	T total = T();
	for (const auto &box : all)
		total += box.twice();
	return total;
}
int main(int argc, char **argv)
{
	std::vector<Box<int>> numbers;
	std::vector<Box<std::string>> words;
	for (int i = 0; i < argc * 9; i++) {
		numbers.emplace_back(i);
		words.emplace_back(std::to_string(i));
	}
	auto less = [](const Box<int> &a, const Box<int> &b) {
		return a.twice() < b.twice();
	};
	std::sort(numbers.begin(), numbers.end(), less);
	return sum(numbers) + (int)sum(words).size();
}
END_OF_SOURCE

# check NAME COMPILER WORDS...: one program
check() {
	name=lines-$1
	shift
	if [ "$ADDR2LINE" = none ]; then
		echo "skipped $suite-$name: no llvm-addr2line"
	elif build "$name" "$@"; then
		"$tests/gprof/address_lines.py" "$suite-$name" "$W/$name" \
			"$W" || true
	fi
}

c="$W/one.c $W/two.c"
for version in 4 5; do
	ADDR2LINE=addr2line
	[ $version = 5 ] && ADDR2LINE=$llvm
	export ADDR2LINE
	for level in 0 2; do
		# Lists of files are words.
		check c$version-o$level gcc -gdwarf-$version -O$level $c
		check cxx$version-o$level g++ -gdwarf-$version -O$level \
			"$W/shapes.cc"
		check clang$version-o$level clang -gdwarf-$version -O$level $c
	done
done
check c-sections gcc -g -O2 -ffunction-sections -Wl,--gc-sections $c
check c-nopie gcc -g -O2 -no-pie $c
