/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scope_name.h"

#include <stdbool.h>
#include <string.h>

static bool is_word(char c)
{
	return c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Whether an operator's name begins here, which may have brackets in it. */
static bool is_operator(const char *at)
{
	static const char word[] = "operator";

	return !strncmp(at, word, sizeof word - 1) && !is_word(at[sizeof word - 1]);
}

/* The length of what a bracket encloses, with both; to the end of the text if
 * it is not closed. */
static size_t bracketed(const char *at)
{
	size_t depth = 0, i;

	for (i = 0; at[i]; i++) {
		const bool is_arrow = i && at[i] == '>' && at[i - 1] == '-';

		if (strchr("<({[", at[i]))
			depth++;
		else if (strchr(">)}]", at[i]) && !is_arrow && !--depth)
			return i + 1;
	}
	return i;
}

/* What is copied of a name. */
struct copy {
	char *out; /* shape: [size] */
	size_t size, n;
	size_t scope; /* length up to the last "::" */
};

static void add(struct copy *c, const char *text, size_t len)
{
	for (; len && c->n + 1 < c->size; len--)
		c->out[c->n++] = *text++;
}

/* Copies a "::" and notes what is before it; false if what follows is local to
 * a function. */
static bool add_colons(struct copy *c, const char *at)
{
	if (at[2] == '<')
		return true; /* Rust: Vec::<T>::push */
	if (at[2] == '{')
		return false;
	c->scope = c->n;
	add(c, at, 2);
	return true;
}

/* Copies up to the function's own name, without template arguments. */
static void copy_scope(struct copy *c, const char *name)
{
	size_t i = 0;

	while (name[i]) {
		size_t len = 1;

		if ((!i || !is_word(name[i - 1])) && is_operator(name + i))
			return;
		if (name[i] == ' ') {
			if (name[i + 1] == '[')
				return;      /* f [clone .cold] */
			c->n = c->scope = 0; /* thunk to f */
		} else if (!strncmp(name + i, "::", 2)) {
			len = 2;
			if (!add_colons(c, name + i))
				return;
		} else if (strchr("<{[(", name[i])) {
			len = bracketed(name + i);
			if (name[i] == '(') /* anonymous namespace */
				add(c, name + i, len);
		} else {
			add(c, name + i, 1);
		}
		i += len;
	}
}

/* Copies the type in Rust's "<type as trait>::method" and "<type>::method". */
static void copy_type(struct copy *c, const char *name)
{
	const size_t end = bracketed(name) - 1;
	size_t i = 1;

	while (i < end && (name[i] == '&' || name[i] == '*'))
		i++;
	if (!strncmp(name + i, "mut ", 4))
		i += 4;
	while (i < end && strncmp(name + i, " as ", 4) != 0) {
		const size_t len = strchr("<{[(", name[i]) ? bracketed(name + i) : 1;

		if (name[i] != '<')
			add(c, name + i, len);
		i += len;
	}
	c->scope = c->n;
}

size_t scope_name(char *out, size_t size, const char *name)
{
	struct copy c = { .out = out, .size = size };

	if (!size)
		return 0;
	if (name[0] == '<')
		copy_type(&c, name);
	else
		copy_scope(&c, name);
	out[c.scope] = '\0';
	return c.scope;
}
