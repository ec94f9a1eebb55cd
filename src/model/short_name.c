/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/short_name.h"

#include <stdbool.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* What is left out; each step includes those before it. */
enum cut {
	CUT_PARAMETERS,
	CUT_RETURN_TYPE,
	CUT_INNER_TEMPLATES,
	CUT_TEMPLATES,
	CUT_INNER_PARAMETERS,
	CUT_TAIL, /* the parentheses of parameters, and what follows them */
	CUTS
};

/* A name being copied. */
struct copy {
	const char *name;
	size_t at;
	char *out;
	size_t size, len;
	bool is_broken; /* a bracket did not close: nothing more is left out */
};

/* What may follow parameters: nothing, " const", " [clone .cold]".  The
 * parentheses of "(anonymous namespace)::data" or "<(A, B) as C>::f" are not
 * parameters. */
static bool ends_name(const char *rest)
{
	return !*rest || (*rest == ' ' && !strpbrk(rest, ":>}"));
}

size_t short_name_parameters(const char *name)
{
	size_t at = strlen(name);
	int depth = 0;

	while (at > 0 && name[at - 1] != ')')
		at--;
	if (!ends_name(name + at))
		return strlen(name);
	while (at > 0) {
		at--;
		if (name[at] == ')')
			depth++;
		else if (name[at] == '(' && --depth == 0)
			return at;
	}
	return strlen(name);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       is_digit(c) || c == '_' || c == '$';
}

/* The bytes of "operator<<" and the like at a position, else 0: its characters
 * are not brackets. */
static size_t operator_length(const char *name, size_t at)
{
	static const char word[] = "operator";
	size_t len = sizeof word - 1;

	if ((at && is_word(name[at - 1])) || strncmp(name + at, word, len) != 0)
		return 0;
	if (!strncmp(name + at + len, "()", 2))
		return len + 2;
	while (name[at + len] && strchr("<>=!+-*/%^&|~,[]", name[at + len]))
		len++;
	return len;
}

/* The position after the bracket that closes the one here; 0: none. */
static size_t closed(const char *name, size_t at)
{
	const bool is_round = name[at] == '(';
	size_t round = 0, pointed = 0, skip;

	for (; name[at]; at += skip) {
		skip = operator_length(name, at);
		if (skip)
			continue;
		skip = 1;
		if (name[at] == '(')
			round++;
		else if (name[at] == ')' && !round--)
			return 0;
		else if (name[at] == '<' && !round)
			pointed++;
		else if (name[at] == '>' && !round && name[at - 1] != '-')
			pointed--;
		if (is_round ? !round : !pointed)
			return at + 1;
	}
	return 0;
}

static size_t name_begin(const char *name, size_t parameters)
{
	size_t begin = 0, at, end;

	if (!name[parameters] || !parameters || name[parameters - 1] != '>')
		return 0;
	for (at = 0; at < parameters; at = end) {
		end = at + 1;
		if (operator_length(name, at))
			break;
		if (name[at] == '(' || name[at] == '<')
			end = closed(name, at);
		if (!end)
			return 0;
		if (name[at] == ' ')
			begin = end;
	}
	return begin;
}

size_t short_name_begin(const char *name)
{
	return name_begin(name, short_name_parameters(name));
}

static void put(struct copy *c, const char *text, size_t len)
{
	if (len > c->size - 1 - c->len)
		len = c->size - 1 - c->len;
	memcpy(c->out + c->len, text, len);
	c->len += len;
}

/* Leaves out what is inside the brackets here, if they close. */
static bool leave_out(struct copy *c)
{
	const char *dots = text_is_utf8() ? "\xe2\x80\xa6" : "...";
	const char close = c->name[c->at] == '(' ? ')' : '>';
	size_t end = c->is_broken ? 0 : closed(c->name, c->at);

	c->is_broken = !end;
	if (end <= c->at + 2) /* or empty */
		return false;
	put(c, c->name + c->at, 1);
	put(c, dots, strlen(dots));
	put(c, &close, 1);
	c->at = end;
	return true;
}

static bool is_template(const char *name, size_t at)
{
	return at && name[at] == '<' && is_word(name[at - 1]);
}

/* "(anonymous namespace)" is a name. */
static bool is_namespace(const char *rest)
{
	static const char name[] = "(anonymous namespace)";

	return !strncmp(rest, name, sizeof name - 1);
}

/* Leaves out everything from the parameters to the clone's name. */
static bool leave_out_tail(struct copy *c)
{
	static const char clone[] = " [clone .", shown[] = " [.";
	const char *rest = strstr(c->name + c->at, clone);

	if (!rest) {
		c->at = strlen(c->name);
		return true;
	}
	put(c, shown, sizeof shown - 1);
	c->at = (size_t)(rest - c->name) + sizeof clone - 1;
	return true;
}

/* Leaves out what is inside the brackets here, if they hold what the cut
 * removes; depth: how many templates they are nested in. */
static bool leave_out_here(struct copy *c, enum cut cut, size_t parameters,
                           size_t depth)
{
	const char here = c->name[c->at];

	if (here == '(' && c->at == parameters)
		return cut >= CUT_TAIL ? leave_out_tail(c) : leave_out(c);
	if (here == '(' && !is_namespace(c->name + c->at))
		return cut >= CUT_INNER_PARAMETERS && leave_out(c);
	if (is_template(c->name, c->at) && (depth || cut >= CUT_TEMPLATES))
		return cut >= CUT_INNER_TEMPLATES && leave_out(c);
	return false;
}

static size_t cut_name(struct copy *c, enum cut cut)
{
	const size_t parameters = short_name_parameters(c->name);
	size_t depth = 0, len;

	if (cut >= CUT_RETURN_TYPE)
		c->at = name_begin(c->name, parameters);
	while (c->name[c->at]) {
		if (leave_out_here(c, cut, parameters, depth))
			continue;
		if (is_template(c->name, c->at))
			depth++;
		else if (depth && c->name[c->at] == '>' &&
		         c->name[c->at - 1] != '-')
			depth--;
		len = operator_length(c->name, c->at);
		put(c, c->name + c->at, len ? len : 1);
		c->at += len ? len : 1;
	}
	c->out[c->len] = '\0';
	return c->len;
}

size_t short_name(char *out, size_t size, const char *name, int width)
{
	size_t len = strlen(name);
	enum cut cut;

	if (!size)
		return 0;
	if (len < size && text_width(name) <= width) {
		memcpy(out, name, len + 1);
		return len;
	}
	for (cut = CUT_PARAMETERS; cut < CUTS; cut++) {
		struct copy copy = { name, 0, out, size, 0, false };

		len = cut_name(&copy, cut);
		if (len + 1 < size && text_width(out) <= width)
			break;
	}
	return len;
}
