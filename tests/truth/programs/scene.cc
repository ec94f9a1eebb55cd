// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes, small matrices, a graph and containers of the standard library, all
// behind accessors: scene LENGTH MIX.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace geometry
{

template <typename T> class point
{
	T m_x, m_y;

      public:
	point(T x = 0, T y = 0) : m_x(x), m_y(y)
	{
	}
	T x() const
	{
		return m_x;
	}
	T y() const
	{
		return m_y;
	}
	void x(T value)
	{
		m_x = value;
	}
	void y(T value)
	{
		m_y = value;
	}
	point operator+(const point &o) const
	{
		return point(m_x + o.x(), m_y + o.y());
	}
	point operator-(const point &o) const
	{
		return point(m_x - o.x(), m_y - o.y());
	}
	point operator*(T f) const
	{
		return point(m_x * f, m_y * f);
	}
	bool operator<(const point &o) const
	{
		return m_x < o.x() || (m_x == o.x() && m_y < o.y());
	}
};

template <typename T> T cross(const point<T> &a, const point<T> &b)
{
	return a.x() * b.y() - a.y() * b.x();
}

template <typename T> T dot(const point<T> &a, const point<T> &b)
{
	return a.x() * b.x() + a.y() * b.y();
}

class box
{
	point<double> m_low, m_high;

      public:
	box() : m_low(1e9, 1e9), m_high(-1e9, -1e9)
	{
	}
	const point<double> &low() const
	{
		return m_low;
	}
	const point<double> &high() const
	{
		return m_high;
	}
	double width() const
	{
		return m_high.x() - m_low.x();
	}
	double height() const
	{
		return m_high.y() - m_low.y();
	}
	void add(const point<double> &p)
	{
		m_low.x(std::min(m_low.x(), p.x()));
		m_low.y(std::min(m_low.y(), p.y()));
		m_high.x(std::max(m_high.x(), p.x()));
		m_high.y(std::max(m_high.y(), p.y()));
	}
	bool contains(const point<double> &p) const
	{
		return p.x() >= low().x() && p.x() <= high().x() &&
		       p.y() >= low().y() && p.y() <= high().y();
	}
};

class shape
{
	int m_id;

      public:
	explicit shape(int id) : m_id(id)
	{
	}
	virtual ~shape() = default;
	int id() const
	{
		return m_id;
	}
	virtual double area() const = 0;
	virtual box bounds() const = 0;
	virtual bool hit(const point<double> &p) const
	{
		return bounds().contains(p);
	}
	virtual int sides() const
	{
		return 0;
	}
};

class circle : public shape
{
	point<double> m_middle;
	double m_radius;

      public:
	circle(int id, point<double> middle, double radius)
	    : shape(id), m_middle(middle), m_radius(radius)
	{
	}
	double radius() const
	{
		return m_radius;
	}
	double area() const override
	{
		return 3.14159265 * radius() * radius();
	}
	box bounds() const override
	{
		box b;

		b.add(m_middle - point<double>(m_radius, m_radius));
		b.add(m_middle + point<double>(m_radius, m_radius));
		return b;
	}
	bool hit(const point<double> &p) const override
	{
		point<double> d = p - m_middle;

		return dot(d, d) <= radius() * radius();
	}
};

class polygon : public shape
{
	std::vector<point<double>> m_corners;

      public:
	explicit polygon(int id) : shape(id)
	{
	}
	void corner(const point<double> &p)
	{
		m_corners.push_back(p);
	}
	int sides() const override
	{
		return static_cast<int>(m_corners.size());
	}
	double area() const override
	{
		double sum = 0;

		for (std::size_t i = 0; i < m_corners.size(); i++)
			sum += cross(m_corners[i],
			             m_corners[(i + 1) % m_corners.size()]);
		return std::fabs(sum) / 2;
	}
	box bounds() const override
	{
		box b;

		for (const auto &c : m_corners)
			b.add(c);
		return b;
	}
	bool hit(const point<double> &p) const override
	{
		bool in = false;

		if (!shape::hit(p))
			return false;
		for (std::size_t i = 0, j = m_corners.size() - 1;
		     i < m_corners.size(); j = i++) {
			const auto &a = m_corners[i], &b = m_corners[j];

			if ((a.y() > p.y()) != (b.y() > p.y()) &&
			    p.x() < (b.x() - a.x()) * (p.y() - a.y()) /
			                            (b.y() - a.y()) +
			                    a.x())
				in = !in;
		}
		return in;
	}
};

} // namespace geometry

namespace
{

class generator
{
	unsigned long m_state;

      public:
	explicit generator(unsigned long seed) : m_state(seed)
	{
	}
	unsigned next()
	{
		m_state = m_state * 6364136223846793005ul +
		          1442695040888963407ul;
		return static_cast<unsigned>(m_state >> 33);
	}
	int below(int n)
	{
		return static_cast<int>(next() % n);
	}
	double real()
	{
		return below(10000) / 100.0;
	}
};

using geometry::point;
using geometry::shape;

class scene
{
	std::vector<std::unique_ptr<shape>> m_shapes;
	std::map<int, double> m_areas;

      public:
	void add(std::unique_ptr<shape> s)
	{
		m_shapes.push_back(std::move(s));
	}
	std::size_t size() const
	{
		return m_shapes.size();
	}
	[[gnu::noinline]] void measure()
	{
		for (const auto &s : m_shapes)
			m_areas[s->id()] = s->area();
	}
	double area() const
	{
		double sum = 0;

		for (const auto &[id, area] : m_areas)
			sum += area;
		return sum;
	}
	[[gnu::noinline]] int hits(const point<double> &p) const
	{
		return static_cast<int>(std::count_if(
			m_shapes.begin(), m_shapes.end(),
			[&p](const auto &s) { return s->hit(p); }));
	}
};

[[gnu::noinline]] scene make_scene(generator &g, int n)
{
	scene s;

	for (int i = 0; i < n; i++) {
		point<double> at(g.real(), g.real());

		if (i % 3 == 0) {
			s.add(std::make_unique<geometry::circle>(i, at,
			                                         g.real() / 9));
			continue;
		}
		auto p = std::make_unique<geometry::polygon>(i);
		for (int c = 0; c < 3 + i % 5; c++)
			p->corner(at + point<double>(g.real(), g.real()) * 0.2);
		s.add(std::move(p));
	}
	return s;
}

template <int N> class matrix
{
	double m_cells[N][N];

      public:
	double &at(int row, int column)
	{
		return m_cells[row][column];
	}
	double at(int row, int column) const
	{
		return m_cells[row][column];
	}
	static constexpr int size()
	{
		return N;
	}
	matrix operator*(const matrix &o) const
	{
		matrix product;

		for (int i = 0; i < size(); i++)
			for (int j = 0; j < size(); j++) {
				double sum = 0;

				for (int k = 0; k < size(); k++)
					sum += at(i, k) * o.at(k, j);
				product.at(i, j) = sum;
			}
		return product;
	}
	double trace() const
	{
		double sum = 0;

		for (int i = 0; i < size(); i++)
			sum += at(i, i);
		return sum;
	}
};

template <int N> [[gnu::noinline]] double powers(generator &g, int times)
{
	matrix<N> a, b;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a.at(i, j) = (g.below(100) - 50) / 100.0 / N;
			b.at(i, j) = i == j;
		}
	while (times--)
		b = b * a;
	return b.trace();
}

class network
{
	struct edge {
		int to, length;
	};
	std::vector<std::vector<edge>> m_edges;

      public:
	explicit network(int n) : m_edges(static_cast<std::size_t>(n))
	{
	}
	int size() const
	{
		return static_cast<int>(m_edges.size());
	}
	void connect(int a, int b, int length)
	{
		m_edges[a].push_back({ b, length });
		m_edges[b].push_back({ a, length });
	}
	[[gnu::noinline]] long distances(int from) const
	{
		using entry = std::pair<int, int>;
		std::vector<int> best(m_edges.size(), 1 << 30);
		std::priority_queue<entry, std::vector<entry>,
		                    std::greater<entry>>
			open;
		long sum = 0;

		best[from] = 0;
		open.push({ 0, from });
		while (!open.empty()) {
			auto [d, node] = open.top();

			open.pop();
			if (d > best[node])
				continue;
			sum += d;
			for (const edge &e : m_edges[node])
				if (d + e.length < best[e.to]) {
					best[e.to] = d + e.length;
					open.push({ best[e.to], e.to });
				}
		}
		return sum;
	}
};

[[gnu::noinline]] network make_network(generator &g, int n)
{
	network w(n);

	for (int i = 1; i < n; i++)
		w.connect(i, g.below(i), 1 + g.below(20));
	for (int i = 0; i < 2 * n; i++)
		w.connect(g.below(n), g.below(n), 5 + g.below(50));
	return w;
}

[[gnu::noinline]] std::size_t words(generator &g, int n)
{
	std::map<std::string, int> counts;
	std::set<std::pair<int, std::string>> order;
	std::size_t letters = 0;

	for (int i = 0; i < n; i++) {
		std::string word;

		for (int k = 0; k < 2 + i % 3; k++)
			word += static_cast<char>('a' + g.below(12));
		counts[word]++;
	}
	for (const auto &[word, count] : counts)
		order.insert({ count, word });
	for (auto i = order.rbegin(); i != order.rend() && i->first > 3; ++i)
		letters += i->second.size();
	return letters;
}

} // namespace

int main(int argc, char **argv)
{
	static const int shares[4][4] = {
		{ 3, 3, 3, 3 }, { 9, 1, 1, 1 }, { 1, 2, 8, 1 }, { 1, 8, 1, 5 }
	};
	int length = argc > 1 ? std::atoi(argv[1]) : 10;
	const int *share = shares[argc > 2 ? std::atoi(argv[2]) & 3 : 0];
	generator g(7);
	scene s = make_scene(g, 300);
	network w = make_network(g, 800);
	double sum = 0;
	std::size_t count = 0;

	for (int i = 0; i < length; i++) {
		for (int k = 0; k < 40 * share[0]; k++)
			count += s.hits(point<double>(g.real(), g.real()));
		for (int k = 0; k < share[0]; k++)
			s.measure();
		for (int k = 0; k < share[1]; k++)
			sum += powers<4>(g, 300) + powers<11>(g, 30);
		for (int k = 0; k < share[2]; k++)
			count += w.distances(g.below(w.size()));
		count += words(g, 900 * share[3]);
	}
	std::printf("%.6g %zu %.6g\n", s.area(), count, sum);
}
