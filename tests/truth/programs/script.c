/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interpreter of a small language of statements, with numbers, variables,
 * lists and functions: script LENGTH MIX.  It parses programs into trees, runs
 * these, and sorts and searches tables by callbacks of the C library.  MIX
 * decides which programs run how often. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long steps;

/* ---- Running -------------------------------------------------------------- */

static long plus(long a, long b)
{
	return a + b;
}
static long minus(long a, long b)
{
	return a - b;
}
static long times(long a, long b)
{
	return (a * b) & 0xffffffffff;
}
static long over(long a, long b)
{
	return b ? a / b : 0;
}
static long modulo(long a, long b)
{
	return b ? a % b : 0;
}
static long less(long a, long b)
{
	return a < b;
}
static long more(long a, long b)
{
	return a > b;
}
static long at_most(long a, long b)
{
	return a <= b;
}
static long both(long a, long b)
{
	return a & b;
}
static long either(long a, long b)
{
	return a | b;
}

static long (*operation(int op))(long, long)
{
	switch (op) {
	case '+':
		return plus;
	case '-':
		return minus;
	case '*':
		return times;
	case '/':
		return over;
	case '%':
		return modulo;
	case '<':
		return less;
	case '>':
		return more;
	case LE:
		return at_most;
	case '&':
		return both;
	default:
		return either;
	}
}

static long read_variable(struct symbol *s)
{
	s->uses++;
	return s->value;
}

static void write_variable(struct symbol *s, long value)
{
	s->value = value;
}

static long evaluate(const struct node *n)
{
	long a;

	steps++;
	switch (n->kind) {
	case NUMBER:
		return n->number;
	case NAME:
		return read_variable(n->symbol);
	case UNARY:
		a = evaluate(n->kids[0]);
		return n->op == '-' ? -a : !a;
	case BINARY:
		a = evaluate(n->kids[0]);
		return operation(n->op)(a, evaluate(n->kids[1]));
	case CALL:
		if (!n->symbol->builtin)
			return 0;
		a = n->kids[0] ? evaluate(n->kids[0]) : 0;
		return n->symbol->builtin(a, n->kids[1] ? evaluate(n->kids[1])
		                                        : 0);
	default:
		return 0;
	}
}

static void execute(const struct node *n)
{
	const struct node *kid;

	switch (n->kind) {
	case BLOCK:
		for (kid = n->kids[0]; kid; kid = kid->next)
			execute(kid);
		break;
	case WHILE:
		while (evaluate(n->kids[0]))
			execute(n->kids[1]);
		break;
	case IF:
		if (evaluate(n->kids[0]))
			execute(n->kids[1]);
		break;
	default:
		write_variable(n->symbol, evaluate(n->kids[0]));
	}
}

/* ---- Functions that programs call ----------------------------------------- */

static long list[4096];

static int ascending(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static long call_sort(long n, long seed)
{
	long i;

	n &= 4095;
	for (i = 0; i < n; i++)
		list[i] = seed = mix_bits(seed, i) & 0xffff;
	qsort(list, (size_t)n, sizeof *list, ascending);
	return list[n / 2];
}

static long call_search(long value, long n)
{
	const long *found = bsearch(&value, list, (size_t)(n & 4095),
	                            sizeof *list, ascending);

	return found ? found - list : -1;
}

static long fib(long n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static long call_fib(long n, long unused)
{
	(void)unused;
	return fib(n);
}

static long call_bits(long n, long seed)
{
	static unsigned char bytes[1024];
	long i;

	for (i = 0; i < 64; i++)
		bytes[(seed + i * 16) & 1023] = (unsigned char)(seed >>
		                                                (i & 7));
	return count_bits(bytes, n & 1023);
}

static long call_mix(long a, long b)
{
	return mix_bits(a, b);
}

static long call_text(long n, long unused)
{
	char text[32];

	(void)unused;
	sprintf(text, "%lx", n);
	return (long)strlen(text) + text[0];
}

/* ---- Programs ------------------------------------------------------------- */

static const char *const programs[] = {
	"let i = 0; let s = 0;\n"
	"while i < 4000 {\n"
	"  let s = s + i * 3 % 7 - (i & 5) / 2;\n"
	"  if s > 100000 { let s = s % 1000; }\n"
	"  let i = i + 1;\n"
	"}\n",
	"let k = 0; let seed = 17;\n"
	"while k < 6 {\n"
	"  let m = sort(900, seed + k);\n"
	"  let j = 0;\n"
	"  while j < 200 { let seed = seed + search(m + j, 900);\n"
	"    let j = j + 1; }\n"
	"  let k = k + 1;\n"
	"}\n",
	"let n = 12; let t = 0;\n"
	"while n <= 15 { let t = t + fib(n); let n = n + 1; }\n"
	"let z = 0;\n"
	"while z < 120 { let t = t + bits(900, t + z); let z = z + 1; }\n",
	"let h = 5; let c = 0;\n"
	"while c < 1500 {\n"
	"  let h = mix(h, c) & 65535; let d = -h + !c;\n"
	"  if c % 5 < 1 { let h = h + text(h * 77); }\n"
	"  let c = c + 1;\n"
	"}\n",
};

static int run(const char *text)
{
	struct lexer x = { .at = text, .line = 1 };
	int line;

	if ((line = setjmp(x.failed)) != 0) {
		fprintf(stderr, "line %d: not understood\n", line);
		return 0;
	}
	execute(parse(&x));
	return 1;
}

/* Parses much more than it runs. */
static void run_long_texts(int times)
{
	static char text[20000];
	size_t n = 0;
	int i;

	for (i = 0; n < sizeof text - 200; i++)
		n += (size_t)sprintf(text + n,
		                     "let v%d = (%d + 4 * (%d - x)) %% 97 "
		                     "< -x + mix(%d, x);\n",
		                     i % 200, i, i * 3, i);
	while (times--)
		run(text);
}

static int by_uses(const void *a, const void *b)
{
	const struct symbol *s = a, *t = b;

	if (s->uses != t->uses)
		return s->uses < t->uses ? 1 : -1;
	return strcmp(s->name, t->name);
}

static void report(void)
{
	size_t i;

	qsort(symbols, nsymbols, sizeof *symbols, by_uses);
	for (i = 0; i < 3; i++)
		printf("%s %u\n", symbols[i].name, symbols[i].uses);
	printf("%lu steps\n", steps);
}

int main(int argc, char **argv)
{
	static const int shares[4][5] = { { 4, 4, 4, 4, 4 },
		                          { 12, 1, 2, 1, 1 },
		                          { 1, 7, 5, 6, 2 },
		                          { 1, 2, 2, 3, 14 } };
	int length = argc > 1 ? atoi(argv[1]) : 20;
	int mix = argc > 2 ? atoi(argv[2]) & 3 : 0, i, p, k;

	prepare_nodes(40000);
	define("x", NULL);
	define("sort", call_sort);
	define("search", call_search);
	define("fib", call_fib);
	define("bits", call_bits);
	define("mix", call_mix);
	define("text", call_text);
	for (i = 0; i < length; i++) {
		for (p = 0; p < 4; p++)
			for (k = 0; k < shares[mix][p]; k++)
				if (!run(programs[p]))
					return 1;
		run_long_texts(shares[mix][4]);
	}
	report();
	free_nodes();
	return 0;
}
