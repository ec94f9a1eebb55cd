/* SPDX-License-Identifier: GPL-3.0-or-later */
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
