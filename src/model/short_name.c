/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/short_name.h"

#include <stdbool.h>
#include <stdint.h>
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
	size_t keep;    /* the index of what stays; or SIZE_MAX */
	size_t kept;    /* where that is in `out` */
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
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
	       c == '$';
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
	while (name[at + len] && strchr("<>=!+-*/%^&|~,[]", name[at + len]) &&
	       (name[at + len] != '<' || strchr("r<", name[at + len - 1])))
		len++; /* that of "operator-<int>" begins the arguments */
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

const char *short_name_last(const char *name, bool has_parameters, size_t *len)
{
	const size_t end = has_parameters ? short_name_parameters(name) : strlen(name);
	size_t start = has_parameters ? name_begin(name, end) : 0;
	size_t stop = 0, next, at;

	for (at = start; at < end; at = next) {
		const size_t skip = operator_length(name, at);

		next = at + (skip ? skip : 1);
		if (skip)
			continue;
		if (name[at] == '(' || name[at] == '<')
			next = closed(name, at);
		if (!next)
			break;
		if (name[at] == '<' && !stop) {
			stop = at;
		} else if (name[at] == ':' && name[next] == ':') {
			start = ++next;
			stop = 0;
		}
	}
	*len = (stop > start ? stop : end) - start;
	return name + start;
}

static void put(struct copy *c, const char *text, size_t len)
{
	if (len > c->size - 1 - c->len)
		len = c->size - 1 - c->len;
	memcpy(c->out + c->len, text, len);
	c->len += len;
}

static const char *dots(void)
{
	return text_is_utf8() ? "\xe2\x80\xa6" : "...";
}

/* Puts the word to keep between two indices, and dots for what is around it. */
static void put_kept(struct copy *c, size_t low, size_t high)
{
	size_t begin = c->keep, end;

	while (begin + 1 < high && strchr(" ,<(", c->name[begin]))
		begin++;
	end = begin;
	while (begin > low && is_word(c->name[begin - 1]))
		begin--;
	while (end < high && !strchr(",<>(){}", c->name[end]))
		end++;
	if (begin > low)
		put(c, dots(), strlen(dots()));
	c->kept = c->len;
	put(c, c->name + begin, end - begin);
	if (end < high)
		put(c, dots(), strlen(dots()));
}

/* Leaves out what is inside the brackets here, if they close. */
static bool leave_out(struct copy *c)
{
	const char close = c->name[c->at] == '(' ? ')' : '>';
	size_t end = c->is_broken ? 0 : closed(c->name, c->at);

	c->is_broken = !end;
	if (end <= c->at + 2) /* or empty */
		return false;
	put(c, c->name + c->at, 1);
	if (c->keep > c->at && c->keep < end - 1)
		put_kept(c, c->at + 1, end - 1);
	else
		put(c, dots(), strlen(dots()));
	put(c, &close, 1);
	c->at = end;
	return true;
}

/* Whether "operator()" or the like ends before a position. */
static bool follows_operator(const char *name, size_t at)
{
	const size_t word = sizeof "operator" - 1;
	size_t n;

	for (n = 1; n <= 3 && word + n <= at; n++)
		if (operator_length(name, at - word - n) == word + n)
			return true;
	return false;
}

static bool is_template(const char *name, size_t at)
{
	return at && name[at] == '<' &&
	       (is_word(name[at - 1]) || follows_operator(name, name[at - 1] == ' ' ? at - 1 : at));
}

/* "(anonymous namespace)" is a name. */
static bool is_namespace(const char *rest)
{
	static const char name[] = "(anonymous namespace)";

	return !strncmp(rest, name, sizeof name - 1);
}

/* Whether what stays is at this index or behind it. */
static bool is_kept_from(const struct copy *c, size_t at)
{
	return c->keep != SIZE_MAX && c->keep >= at;
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
static bool leave_out_here(struct copy *c, enum cut cut, size_t parameters, size_t depth)
{
	const char here = c->name[c->at];

	if (here == '(' && c->at == parameters)
		return cut >= CUT_TAIL && !is_kept_from(c, c->at) ? leave_out_tail(c)
		                                                  : leave_out(c);
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
	if (c->keep < c->at)
		c->at = 0;
	while (c->name[c->at]) {
		if (c->at <= c->keep)
			c->kept = c->len;
		if (leave_out_here(c, cut, parameters, depth))
			continue;
		if (is_template(c->name, c->at))
			depth++;
		else if (depth && c->name[c->at] == '>' && c->name[c->at - 1] != '-')
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
	return short_name_keeping(out, size, name, width, SIZE_MAX);
}

/* Makes room for what stays: drops the beginning of the text. */
static size_t drop_beginning(struct copy *c, int width)
{
	const int room = width - text_width(dots());
	const size_t len = strlen(dots());
	size_t begin = 0, left;

	while (c->kept && is_word(c->out[c->kept - 1]))
		c->kept--;
	while (begin < c->kept && text_width(c->out + begin) > room)
		do
			begin++;
		while (((unsigned char)c->out[begin] & 0xc0) == 0x80);
	left = c->len - begin;
	if (begin < len)
		return c->len;
	memmove(c->out + len, c->out + begin, left + 1);
	memcpy(c->out, dots(), len);
	return len + left;
}

size_t short_name_keeping(char *out, size_t size, const char *name, int width, size_t keep)
{
	size_t len = strlen(name);
	struct copy copy;
	enum cut cut;

	if (!size)
		return 0;
	if (len < size && text_width(name) <= width) {
		memcpy(out, name, len + 1);
		return len;
	}
	for (cut = CUT_PARAMETERS; cut < CUTS; cut++) {
		copy = (struct copy){ .name = name, .out = out, .size = size, .keep = keep };
		len = cut_name(&copy, cut);
		if (len + 1 < size && text_width(out) <= width)
			return len;
	}
	return keep == SIZE_MAX ? len : drop_beginning(&copy, width);
}
