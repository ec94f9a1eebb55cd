/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and trees of the language of script. */
#include "script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct symbol symbols[512];
size_t nsymbols;
static struct node *pool;
static size_t nodes_used, nodes_size;

/* ---- Words ---------------------------------------------------------------- */

__attribute__((noinline, cold)) static void fail(struct lexer *x)
{
	x->token = END;
	longjmp(x->failed, x->line);
}

static int is_letter(int c)
{
	return isalpha(c) || c == '_';
}

static void skip_blanks(struct lexer *x)
{
	while (*x->at == ' ' || *x->at == '\n')
		x->line += *x->at++ == '\n';
}

static int keyword(const char *name)
{
	static const struct {
		const char *name;
		int token;
	} keys[] = { { "if", KEY_IF },
		     { "let", KEY_LET },
		     { "while", KEY_WHILE } };
	size_t i;

	for (i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(keys[i].name, name) == 0)
			return keys[i].token;
	return ID;
}

static void read_number(struct lexer *x)
{
	x->number = 0;
	while (isdigit((unsigned char)*x->at))
		x->number = x->number * 10 + (*x->at++ - '0');
	x->token = NUM;
}

static void read_name(struct lexer *x)
{
	size_t n = 0;

	while (is_letter(*x->at) || isdigit((unsigned char)*x->at)) {
		if (n + 1 == sizeof x->name)
			fail(x);
		x->name[n++] = *x->at++;
	}
	x->name[n] = '\0';
	x->token = keyword(x->name);
}

static void read_token(struct lexer *x)
{
	skip_blanks(x);
	if (*x->at == '\0')
		x->token = END;
	else if (isdigit((unsigned char)*x->at))
		read_number(x);
	else if (is_letter(*x->at))
		read_name(x);
	else if (x->at[0] == '<' && x->at[1] == '=')
		x->token = LE, x->at += 2;
	else
		x->token = (unsigned char)*x->at++;
}

static int accept(struct lexer *x, int token)
{
	if (x->token != token)
		return 0;
	read_token(x);
	return 1;
}

static void expect(struct lexer *x, int token)
{
	if (!accept(x, token))
		fail(x);
}

/* ---- Names ---------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct symbol *s = a, *t = b;

	return strcmp(s->name, t->name);
}

struct symbol *find(const char *name)
{
	struct symbol key;

	strcpy(key.name, name);
	return bsearch(&key, symbols, nsymbols, sizeof *symbols, by_name);
}

void define(const char *name, long (*builtin)(long, long))
{
	struct symbol *s = find(name);

	if (!s) {
		s = &symbols[nsymbols++];
		memset(s, 0, sizeof *s);
		strcpy(s->name, name);
		s->builtin = builtin;
		qsort(symbols, nsymbols, sizeof *symbols, by_name);
	}
}

/* ---- Trees ---------------------------------------------------------------- */

void prepare_nodes(size_t n)
{
	nodes_size = n;
	pool = calloc(nodes_size, sizeof *pool);
}

void free_nodes(void)
{
	free(pool);
}

static struct node *make(enum kind kind, int op, struct node *a, struct node *b)
{
	struct node *n = &pool[nodes_used++ % nodes_size];

	memset(n, 0, sizeof *n);
	n->kind = kind;
	n->op = op;
	n->kids[0] = a;
	n->kids[1] = b;
	return n;
}

static struct node *expression(struct lexer *x);

static struct node *call(struct lexer *x, struct symbol *s)
{
	struct node *a = NULL, *b = NULL, *n;

	if (!accept(x, ')')) {
		a = expression(x);
		if (accept(x, ','))
			b = expression(x);
		expect(x, ')');
	}
	n = make(CALL, 0, a, b);
	n->symbol = s;
	return n;
}

static struct node *primary(struct lexer *x)
{
	struct node *n;
	struct symbol *s;

	if (x->token == NUM) {
		n = make(NUMBER, 0, NULL, NULL);
		n->number = x->number;
		read_token(x);
		return n;
	}
	if (accept(x, '(')) {
		n = expression(x);
		expect(x, ')');
		return n;
	}
	if (x->token != ID)
		fail(x);
	s = find(x->name);
	if (!s)
		fail(x);
	read_token(x);
	if (accept(x, '('))
		return call(x, s);
	n = make(NAME, 0, NULL, NULL);
	n->symbol = s;
	return n;
}

static struct node *unary(struct lexer *x)
{
	if (accept(x, '-'))
		return make(UNARY, '-', unary(x), NULL);
	if (accept(x, '!'))
		return make(UNARY, '!', unary(x), NULL);
	return primary(x);
}

static int strength(int token)
{
	switch (token) {
	case '*':
	case '/':
	case '%':
		return 4;
	case '+':
	case '-':
		return 3;
	case '<':
	case '>':
	case LE:
		return 2;
	case '&':
	case '|':
		return 1;
	}
	return 0;
}

static struct node *binary(struct lexer *x, int least)
{
	struct node *left = unary(x);
	int op, s;

	while ((s = strength(op = x->token)) >= least && s) {
		read_token(x);
		left = make(BINARY, op, left, binary(x, s + 1));
	}
	return left;
}

static struct node *expression(struct lexer *x)
{
	return binary(x, 1);
}

static struct node *statement(struct lexer *x);

static struct node *block(struct lexer *x)
{
	struct node *n = make(BLOCK, 0, NULL, NULL), **end = &n->kids[0];

	expect(x, '{');
	while (!accept(x, '}')) {
		*end = statement(x);
		end = &(*end)->next;
	}
	return n;
}

static struct node *statement(struct lexer *x)
{
	struct node *n, *condition;

	if (accept(x, KEY_WHILE)) {
		condition = expression(x);
		return make(WHILE, 0, condition, block(x));
	}
	if (accept(x, KEY_IF)) {
		condition = expression(x);
		return make(IF, 0, condition, block(x));
	}
	expect(x, KEY_LET);
	if (x->token != ID)
		fail(x);
	define(x->name, NULL);
	n = make(LET, 0, NULL, NULL);
	n->symbol = find(x->name);
	read_token(x);
	expect(x, '=');
	n->kids[0] = expression(x);
	expect(x, ';');
	return n;
}

struct node *parse(struct lexer *x)
{
	struct node *root = make(BLOCK, 0, NULL, NULL), **end = &root->kids[0];

	read_token(x);
	while (x->token != END) {
		*end = statement(x);
		end = &(*end)->next;
	}
	return root;
}
