/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes JSON with templates, most of which are inlined: what the manual shows of inlined
 * functions (tests/tools/make-json.sh). */
#include <cstdio>

namespace json
{

/* Text that is read. */
struct Input {
	const char *at;

	char peek() const
	{
		return *at;
	}

	char take()
	{
		return *at++;
	}
};

/* Text that is written; it wraps. */
template <unsigned Size> struct Buffer {
	char bytes[Size];
	unsigned used = 0;

	void put(char c)
	{
		bytes[used++ % Size] = c;
	}
};

template <typename Out> class Writer
{
	Out &out;
	bool is_first = true;

	void prefix()
	{
		if (!is_first)
			out.put(',');
		is_first = false;
	}

	void escape(char c)
	{
		static const char digits[] = "0123456789abcdef";

		out.put('\\');
		out.put(digits[c >> 4 & 15]);
		out.put(digits[c & 15]);
	}

      public:
	explicit Writer(Out &to) : out(to)
	{
	}

	__attribute__((noinline)) void text(const char *begin, unsigned n)
	{
		prefix();
		out.put('"');
		for (unsigned i = 0; i < n; i++)
			if (begin[i] < ' ')
				escape(begin[i]);
			else
				out.put(begin[i]);
		out.put('"');
	}

	__attribute__((noinline)) void number(unsigned value)
	{
		char digits[10];
		unsigned n = 0;

		prefix();
		do
			digits[n++] = char('0' + value % 10);
		while (value /= 10);
		while (n)
			out.put(digits[--n]);
	}

	void open(char bracket)
	{
		prefix();
		out.put(bracket);
		is_first = true;
	}

	void close(char bracket)
	{
		out.put(bracket);
		is_first = false;
	}
};

template <typename In, typename Handler> class Reader
{
	In in;
	Handler &handler;
	Buffer<64> name;

	void skip()
	{
		while (in.peek() == ' ' || in.peek() == '\n' ||
		       in.peek() == ',' || in.peek() == ':')
			in.take();
	}

	__attribute__((noinline)) void read_text()
	{
		name.used = 0;
		for (in.take(); in.peek() != '"';)
			name.put(in.take());
		in.take();
		handler.text(name.bytes, name.used);
	}

	__attribute__((noinline)) void read_number()
	{
		unsigned value = 0;

		while (in.peek() >= '0' && in.peek() <= '9')
			value = value * 10 + unsigned(in.take() - '0');
		handler.number(value);
	}

      public:
	Reader(In from, Handler &to) : in(from), handler(to)
	{
	}

	__attribute__((noinline)) void read_value()
	{
		skip();
		if (in.peek() == '"') {
			read_text();
		} else if (in.peek() == '[' || in.peek() == '{') {
			const char end = in.peek() == '[' ? ']' : '}';

			handler.open(in.take());
			for (skip(); in.peek() != end; skip())
				read_value();
			handler.close(in.take());
		} else {
			read_number();
		}
	}
};

} // namespace json

static const char document[] =
	"{\"name\": \"gptui\", \"rows\": [[1204, 17, 3], [88, 4096, 250000], [7, 7, 19]],"
	" \"files\": [\"gmon.out\", \"prog\", \"main.c\", \"a longer name of a file.cc\"],"
	" \"rate\": 100, \"total\": {\"unit\": \"seconds\", \"samples\": 193}}";

int main()
{
	json::Buffer<4096> out;
	json::Writer<json::Buffer<4096>> writer(out);

	for (int i = 0; i < 5000000; i++)
		json::Reader<json::Input, json::Writer<json::Buffer<4096>>>(
			json::Input{ document }, writer)
			.read_value();
	printf("%u\n", out.used);
}
