/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursive descent:
 *
 *	sum      product { ("+" | "-") product }
 *	product  factor { ("*" | "/") factor }
 *	factor   number | name | "-" factor | "(" sum ")" */
#include "code.h"

#include <string.h>

enum { END = 0, NUMBER = '0', NAME = 'a' }; /* other tokens are signs */

struct compiler {
	const char *at; /* after the token */
	char token;
	double number;
	char name[NAME_SIZE];
	struct code *out;
	bool failed;
};

static void compile_sum(struct compiler *c);

static inline bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static inline bool is_name(char byte)
{
	return (byte >= 'a' && byte <= 'z') || byte == '_';
}

static void read_number(struct compiler *c)
{
	c->token = NUMBER;
	c->number = 0;
	for (; is_digit(*c->at); c->at++)
		c->number = 10 * c->number + (*c->at - '0');
}

static void read_name(struct compiler *c)
{
	int len = 0;

	c->token = NAME;
	memset(c->name, 0, sizeof c->name);
	for (; is_name(*c->at) || is_digit(*c->at); c->at++)
		if (len < NAME_SIZE - 1)
			c->name[len++] = *c->at;
}

static void next_token(struct compiler *c)
{
	while (*c->at == ' ')
		c->at++;
	if (is_digit(*c->at))
		read_number(c);
	else if (is_name(*c->at))
		read_name(c);
	else if ((c->token = *c->at) != END)
		c->at++;
}

static void emit(struct compiler *c, enum operation operation)
{
	struct instruction *instruction;

	if (c->out->len == CODE_SIZE) {
		c->failed = true;
		return;
	}
	instruction = &c->out->list[c->out->len++];
	instruction->operation = operation;
	instruction->number = c->number;
	memcpy(instruction->name, c->name, sizeof c->name);
}

static void compile_factor(struct compiler *c)
{
	switch (c->token) {
	case NUMBER:
		emit(c, PUSH);
		next_token(c);
		break;
	case NAME:
		emit(c, LOAD);
		next_token(c);
		break;
	case '-':
		next_token(c);
		compile_factor(c);
		emit(c, NEGATE);
		break;
	case '(':
		next_token(c);
		compile_sum(c);
		if (c->token != ')')
			c->failed = true;
		next_token(c);
		break;
	default:
		c->failed = true;
	}
}

static void compile_product(struct compiler *c)
{
	compile_factor(c);
	while (!c->failed && (c->token == '*' || c->token == '/')) {
		enum operation operation = c->token == '*' ? MULTIPLY : DIVIDE;

		next_token(c);
		compile_factor(c);
		emit(c, operation);
	}
}

static void compile_sum(struct compiler *c)
{
	compile_product(c);
	while (!c->failed && (c->token == '+' || c->token == '-')) {
		enum operation operation = c->token == '+' ? ADD : SUBTRACT;

		next_token(c);
		compile_product(c);
		emit(c, operation);
	}
}

bool compile(const char *text, struct code *out)
{
	struct compiler c = { .at = text, .out = out };

	out->len = 0;
	next_token(&c);
	compile_sum(&c);
	return !c.failed && c.token == END;
}
