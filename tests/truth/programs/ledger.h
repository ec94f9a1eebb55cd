// SPDX-License-Identifier: GPL-3.0-or-later
// Dates, amounts, entries, accounts and what visits them.
#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <utility>

class date
{
	short m_year;
	signed char m_month, m_day;

      public:
	date(int year, int month, int day)
	    : m_year(static_cast<short>(year)),
	      m_month(static_cast<signed char>(month)),
	      m_day(static_cast<signed char>(day))
	{
	}
	int year() const
	{
		return m_year;
	}
	int month() const
	{
		return m_month;
	}
	int day() const
	{
		return m_day;
	}
	bool is_leap() const
	{
		return year() % 4 == 0;
	}
	int number() const
	{
		return (year() * 12 + month()) * 31 + day();
	}
	bool operator<(const date &o) const
	{
		return number() < o.number();
	}
	bool operator==(const date &o) const
	{
		return number() == o.number();
	}
	bool operator!=(const date &o) const
	{
		return !(*this == o);
	}
	date &operator++();
};

inline date &date::operator++()
{
	if (++m_day <= 30)
		return *this;
	m_day = 1;
	if (++m_month > 12) {
		m_month = 1;
		m_year++;
	}
	return *this;
}

class money
{
	std::int64_t m_cents;

      public:
	explicit money(std::int64_t cents = 0) : m_cents(cents)
	{
	}
	std::int64_t cents() const
	{
		return m_cents;
	}
	std::int64_t units() const
	{
		return m_cents / 100;
	}
	bool is_zero() const
	{
		return m_cents == 0;
	}
	bool is_negative() const
	{
		return m_cents < 0;
	}
	money operator-() const
	{
		return money(-m_cents);
	}
	money operator+(money o) const
	{
		return money(m_cents + o.m_cents);
	}
	money operator-(money o) const
	{
		return money(m_cents - o.m_cents);
	}
	money &operator+=(money o)
	{
		m_cents += o.m_cents;
		return *this;
	}
	money part(int percent) const
	{
		return money(m_cents * percent / 100);
	}
	bool operator<(money o) const
	{
		return m_cents < o.m_cents;
	}
};

class account;

class entry
{
	date m_date;
	money m_amount;
	const account *m_account;
	unsigned m_flags = 0;

      public:
	entry(date when, money amount, const account *a)
	    : m_date(when), m_amount(amount), m_account(a)
	{
	}
	const date &when() const
	{
		return m_date;
	}
	money amount() const
	{
		return m_amount;
	}
	const account &owner() const
	{
		return *m_account;
	}
	bool is_debit() const
	{
		return m_amount.is_negative();
	}
	bool is_credit() const
	{
		return !is_debit();
	}
	bool is_marked() const
	{
		return (m_flags & 1) != 0;
	}
	bool is_closed() const
	{
		return (m_flags & 2) != 0;
	}
	void mark()
	{
		m_flags |= 1;
	}
	void unmark()
	{
		m_flags &= ~1u;
	}
	void close()
	{
		m_flags |= 2;
	}
};

class visitor
{
      public:
	virtual ~visitor() = default;
	virtual void account_begins(const account &)
	{
	}
	virtual void see(const entry &) = 0;
	virtual void account_ends(const account &)
	{
	}
	virtual money result() const = 0;
};

class account
{
	std::string m_name;
	int m_number;
	std::deque<entry> m_entries;
	std::list<account *> m_children;

      public:
	account(std::string name, int number)
	    : m_name(std::move(name)), m_number(number)
	{
	}
	const std::string &name() const
	{
		return m_name;
	}
	int number() const
	{
		return m_number;
	}
	bool is_leaf() const
	{
		return m_children.empty();
	}
	std::size_t size() const
	{
		return m_entries.size();
	}
	void adopt(account *child)
	{
		m_children.push_back(child);
	}
	void post(date when, money amount)
	{
		m_entries.emplace_back(when, amount, this);
	}
	std::deque<entry>::iterator begin()
	{
		return m_entries.begin();
	}
	std::deque<entry>::iterator end()
	{
		return m_entries.end();
	}
	std::deque<entry>::const_iterator begin() const
	{
		return m_entries.begin();
	}
	std::deque<entry>::const_iterator end() const
	{
		return m_entries.end();
	}
	void show(visitor &v) const
	{
		v.account_begins(*this);
		for (const entry &e : *this)
			v.see(e);
		for (const account *child : m_children)
			child->show(v);
		v.account_ends(*this);
	}
};

class balance : public visitor
{
	money m_sum;

      public:
	void see(const entry &e) override
	{
		m_sum += e.amount();
	}
	money result() const override
	{
		return m_sum;
	}
};

class interest : public visitor
{
	money m_sum, m_current;
	date m_last{ 2000, 1, 1 };
	int m_rate;

      public:
	explicit interest(int rate) : m_rate(rate)
	{
	}
	void account_begins(const account &) override
	{
		m_current = money();
	}
	void see(const entry &e) override
	{
		if (m_last < e.when())
			m_sum += m_current.part(m_rate);
		m_last = e.when();
		m_current += e.amount();
	}
	money result() const override
	{
		return m_sum;
	}
};

class largest : public visitor
{
	money m_most;
	std::size_t m_accounts = 0;

      public:
	void account_ends(const account &) override
	{
		m_accounts++;
	}
	void see(const entry &e) override
	{
		money m = e.is_debit() ? -e.amount() : e.amount();

		if (m_most < m)
			m_most = m;
	}
	std::size_t accounts() const
	{
		return m_accounts;
	}
	money result() const override
	{
		return m_most;
	}
};

template <typename T, std::size_t N> class ring
{
	std::array<T, N> m_cells{};
	std::size_t m_at = 0, m_used = 0;

      public:
	std::size_t size() const
	{
		return m_used;
	}
	bool is_full() const
	{
		return m_used == N;
	}
	bool is_empty() const
	{
		return m_used == 0;
	}
	static constexpr std::size_t capacity()
	{
		return N;
	}
	void push(T value)
	{
		m_cells[m_at] = value;
		m_at = (m_at + 1) % capacity();
		if (!is_full())
			m_used++;
	}
	T operator[](std::size_t back) const
	{
		return m_cells[(m_at + capacity() - 1 - back) % capacity()];
	}
	T first() const
	{
		return (*this)[size() - 1];
	}
	T last() const
	{
		return (*this)[0];
	}
};
