// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>
#include <vector>
namespace {
struct Shape {
	virtual ~Shape() {}
	virtual double area(double) const = 0;
	bool operator<(const Shape &other) const { return this < &other; }
};
template <class T> struct Round : Shape {
	T r;
	Round(T radius) : r(radius) {}
	double operator()(int k) const { return r * k; }
	double area(double k) const override { return (*this)(2) * k; }
};
}
static double add(const std::vector<Shape *> &all)
{
	double sum = 0;
	for (auto *s : all)
		sum += s->area(3.14);
	return sum;
}
int main()
{
	std::map<std::string, int> words;
	std::vector<Shape *> all;
	auto get = [&](unsigned i) { return all[i]->area(3.14); };
	for (int i = 0; i < 500; i++)
		all.push_back(i % 2 ? static_cast<Shape *>(new Round<int>(i))
		                    : new Round<double>(i));
	double sum = 0;
	for (int i = 0; i < 3000; i++) {
		sum += add(all) + get(i % all.size());
		words[std::to_string(i % 100)]++;
	}
	std::sort(all.begin(), all.end(),
	          [](Shape *a, Shape *b) { return a->area(1) < b->area(1); });
	return sum < 0 || *all[0] < *all[1];
}
