// SPDX-License-Identifier: GPL-3.0-or-later
// A ledger of accounts with getters and setters for everything, iterators and
// visitors: ledger LENGTH MIX.  Most methods are a few instructions, side by
// side with others that are seldom or never called.
#include "ledger.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <unordered_map>
#include <vector>

class ledger
{
	std::vector<std::unique_ptr<account>> m_accounts;
	std::unordered_map<std::string, account *> m_by_name;
	unsigned m_seed = 12345;
	std::function<bool(const entry &)> m_rule;

      public:
	int next(int below)
	{
		m_seed = m_seed * 1103515245 + 12345;
		return static_cast<int>(m_seed >> 8) % below;
	}
	std::size_t size() const
	{
		return m_accounts.size();
	}
	account &at(std::size_t i)
	{
		return *m_accounts[i];
	}
	const account &at(std::size_t i) const
	{
		return *m_accounts[i];
	}
	account *find(const std::string &name) const
	{
		auto found = m_by_name.find(name);

		return found == m_by_name.end() ? nullptr : found->second;
	}
	account &open(const std::string &name)
	{
		m_accounts.push_back(std::make_unique<account>(
			name, static_cast<int>(m_accounts.size())));
		return *(m_by_name[name] = m_accounts.back().get());
	}
	void rule(std::function<bool(const entry &)> r)
	{
		m_rule = std::move(r);
	}
	void fill(int accounts, int entries);
	money visit(visitor &v) const
	{
		at(0).show(v);
		return v.result();
	}
	int mark_all();
	long smooth() const;
	std::size_t look_up(int times);
	std::size_t print() const;
};

void ledger::fill(int accounts, int entries)
{
	for (int i = 0; i < accounts; i++) {
		account &a = open("account-" + std::to_string(i * 37));
		date day(2001, 1, 1);

		if (i > 0)
			at(static_cast<std::size_t>(next(i))).adopt(&a);
		for (int k = 0; k < entries; k++) {
			if (next(3) == 0)
				++day;
			a.post(day, money(next(100000) - 48000));
		}
	}
}

int ledger::mark_all()
{
	int marked = 0;

	for (std::size_t i = 0; i < size(); i++)
		for (entry &e : at(i)) {
			if (m_rule(e))
				e.mark();
			else
				e.unmark();
			marked += e.is_marked() && !e.is_closed();
		}
	return marked;
}

long ledger::smooth() const
{
	long sum = 0;

	for (std::size_t i = 0; i < size(); i++) {
		ring<std::int64_t, 8> recent;

		for (const entry &e : at(i)) {
			recent.push(e.amount().units());
			if (recent.is_full())
				sum += recent.last() - recent.first();
		}
	}
	return sum;
}

std::size_t ledger::look_up(int times)
{
	std::size_t found = 0;

	while (times--) {
		account *a = find("account-" + std::to_string(next(5000)));

		found += a ? a->name().size() + a->is_leaf() : 0;
	}
	return found;
}

std::size_t ledger::print() const
{
	std::ostringstream out;

	for (std::size_t i = 0; i < size(); i++) {
		const account &a = at(i);

		out << a.name() << ' ' << a.number() << ' ' << a.size() << '\n';
	}
	return out.str().size();
}

int main(int argc, char **argv)
{
	static const int shares[4][5] = { { 4, 4, 4, 4, 4 },
		                          { 14, 2, 1, 3, 1 },
		                          { 1, 9, 2, 1, 2 },
		                          { 2, 1, 12, 2, 10 } };
	int length = argc > 1 ? std::atoi(argv[1]) : 10;
	const int *share = shares[argc > 2 ? std::atoi(argv[2]) & 3 : 0];
	ledger l;
	std::int64_t sum = 0;
	std::size_t count = 0;

	l.fill(130, 60);
	for (int i = 0; i < length; i++) {
		for (int k = 0; k < share[0]; k++) {
			balance b;
			interest in(3 + k % 2);

			sum += l.visit(b).cents() + l.visit(in).cents();
		}
		for (int k = 0; k < share[1]; k++) {
			l.rule([k](const entry &e) {
				return e.is_credit() && e.when().day() > k;
			});
			count += static_cast<std::size_t>(l.mark_all());
		}
		for (int k = 0; k < share[2]; k++)
			sum += l.smooth();
		for (int k = 0; k < share[3]; k++) {
			largest most;

			sum += l.visit(most).cents();
			count += most.accounts();
		}
		count += l.look_up(700 * share[4]) + l.print();
	}
	std::printf("%lld %zu\n", static_cast<long long>(sum), count);
}
