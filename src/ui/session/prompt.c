/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/prompt.h"

#include "ui/terminal/terminal.h"

void prompt_open(struct prompt *p, const struct prompt_kind *kind, const char *label,
                 const char *text) {
	*p = (struct prompt){ .session = p->session,
		              .history = p->history,
		              .kind = kind,
		              .history_at = p->history->n };
	snprintf(p->label, sizeof p->label, "%s", label);
	snprintf(p->text, sizeof p->text, "%s", text);
	snprintf(p->before, sizeof p->before, "%s", text);
	p->len = p->at = strlen(p->text);
}

void prompt_break(struct prompt *p, size_t at, const struct error *err) {
	p->is_broken = true;
	p->broken_at = at < p->len ? at : p->len;
	snprintf(p->reason, sizeof p->reason, "%.255s", err->reason);
}

static void changed(struct prompt *p) {
	struct error err = { "" };
	size_t at = 0;

	p->is_broken = false;
	if (p->kind->changed && !p->kind->changed(p->session, p->text, &at, &err))
		prompt_break(p, at, &err);
}

static void insert(struct prompt *p, const char *text, size_t len) {
	if (p->len + len >= sizeof p->text)
		return;
	memmove(p->text + p->at + len, p->text + p->at, p->len - p->at + 1);
	memcpy(p->text + p->at, text, len);
	p->len += len;
	p->at += len;
}

/* Inserts text from outside, without characters that act on a terminal. */
static void insert_foreign(struct prompt *p, const char *text) {
	size_t len = strlen(text), n;
	uint32_t code;

	for (; len; text += n, len -= n) {
		n = text_decode(&code, text, len);
		if (n && code >= 0x20 && code != 0x7f)
			insert(p, text, n);
		n = n ? n : 1;
	}
}

static size_t before(const struct prompt *p, size_t at) {
	if (at)
		at--;
	while (at && is_within_letter(p->text[at]))
		at--;
	return at;
}

static size_t after(const struct prompt *p, size_t at) {
	if (at < p->len)
		at++;
	while (at < p->len && is_within_letter(p->text[at]))
		at++;
	return at;
}

static void erase(struct prompt *p, size_t low, size_t high) {
	memmove(p->text + low, p->text + high, p->len - high + 1);
	p->len -= high - low;
	p->at = low;
}

static size_t word_before(const struct prompt *p) {
	size_t at = p->at;

	while (at && p->text[at - 1] == ' ')
		at--;
	while (at && p->text[at - 1] != ' ')
		at--;
	return at;
}

static size_t word_end(const struct prompt *p) {
	const size_t at = p->at + strspn(p->text + p->at, " ");

	return at + strcspn(p->text + at, " ");
}

static void accept(struct prompt *p) {
	const struct prompt_kind *kind = p->kind;
	struct error err = { "" };
	size_t at;

	if (p->is_broken && !kind->accept)
		return;
	history_add(p->history, kind->history, p->text);
	p->kind = NULL; /* first: the answer may open another prompt */
	if (kind->accept ? kind->accept(p->session, p->text, &err)
	                 : kind->changed(p->session, p->text, &at, &err))
		return;
	p->kind = kind;
	prompt_break(p, p->is_broken ? p->broken_at : p->len, &err);
}

static void cancel(struct prompt *p) {
	const struct prompt_kind *kind = p->kind;
	struct error err;
	size_t at;

	p->kind = NULL;
	if (kind->cancel)
		kind->cancel(p->session);
	else if (kind->comes_back)
		kind->changed(p->session, p->before, &at, &err);
}

/* Moves the cursor; false if the key does not. */
static bool move(struct prompt *p, const char *key) {
	if (text_has_word("Left C-b", key))
		p->at = before(p, p->at);
	else if (text_has_word("Right C-f", key))
		p->at = after(p, p->at);
	else if (!strcmp(key, "M-b"))
		p->at = word_before(p);
	else if (!strcmp(key, "M-f"))
		p->at = word_end(p);
	else if (text_has_word("Home C-a", key))
		p->at = 0;
	else if (text_has_word("End C-e", key))
		p->at = p->len;
	else
		return false;
	return true;
}

static bool is_character(const char *key) {
	return !key[1] || (unsigned char)key[0] >= 0x80;
}

/* Changes the text; false if the key does not. */
static bool edit(struct prompt *p, const char *key) {
	if (text_has_word("BS C-h", key))
		erase(p, before(p, p->at), p->at);
	else if (!strcmp(key, "Del"))
		erase(p, p->at, after(p, p->at));
	else if (!strcmp(key, "C-u"))
		erase(p, 0, p->at);
	else if (!strcmp(key, "C-k"))
		erase(p, p->at, p->len);
	else if (text_has_word("C-w M-BS", key))
		erase(p, word_before(p), p->at);
	else if (!strcmp(key, "M-d"))
		erase(p, p->at, word_end(p));
	else if (!strcmp(key, "Space"))
		insert(p, " ", 1);
	else if (is_character(key))
		insert_foreign(p, key);
	else
		return false;
	return true;
}

/* Up and Down go through lines typed before; false if the key is another one. */
static bool recall(struct prompt *p, const char *key) {
	const struct history *h = p->history;
	const bool is_older = text_has_word("Up C-p", key);

	if (!p->kind->history || (!is_older && !text_has_word("Down C-n", key)))
		return false;
	size_t at = history_step(h, p->kind->history, p->history_at, is_older);
	if (at == h->n && is_older)
		return true; /* there is no older one */
	if (p->history_at == h->n)
		snprintf(p->typed, sizeof p->typed, "%s", p->text);
	p->history_at = at;
	snprintf(p->text, sizeof p->text, "%s", at < h->n ? h->list[at].text : p->typed);
	p->len = p->at = strlen(p->text);
	changed(p);
	return true;
}

/* Adds quotes if the filter needs them; the closing one when the name is complete. */
static void insert_completion(struct prompt *p, const struct completion *c) {
	const size_t len = strlen(c->word);

	if (c->needs_quotes) {
		p->at = c->from;
		insert(p, "\"", 1);
		p->at += len;
	}
	insert_foreign(p, c->common + len);
	if (c->needs_quotes && c->n == 1)
		insert(p, "\"", 1);
}

/* Tab inserts what all candidates have in common, or lists them. */
static void complete(struct prompt *p) {
	char before[PROMPT_TEXT];
	struct completion c;

	snprintf(before, sizeof before, "%.*s", (int)p->at, p->text);
	p->kind->complete(p->session, before, &c);
	size_t len = strlen(c.word);
	if (!c.n)
		snprintf(p->listed, sizeof p->listed, "nothing begins with this");
	if (c.n && (strlen(c.common) > len || c.needs_quotes))
		insert_completion(p, &c);
	else if (c.n > 1)
		snprintf(p->listed, sizeof p->listed, "%s", c.listed);
	if (c.n == 1 && p->kind->history == ':' && p->at == p->len &&
	    c.common[strlen(c.common) - 1] != '/')
		insert(p, " ", 1);
	changed(p);
}

void prompt_event(struct prompt *p, const struct event *event) {
	const char *key = event->text;

	p->listed[0] = '\0';
	if (p->is_proposed && (event->kind == EVENT_PASTE || is_character(key)))
		erase(p, 0, p->len);
	p->is_proposed = false;
	if (event->kind == EVENT_PASTE) {
		insert_foreign(p, event->text);
		changed(p);
	} else if (text_has_word("Esc C-c C-g", key) ||
	           (!strcmp(key, "BS") && !p->len && !p->kind->is_question)) {
		cancel(p);
	} else if (p->kind->is_question) {
		snprintf(p->text, sizeof p->text, "%s", key);
		accept(p);
	} else if (!strcmp(key, "Enter")) {
		accept(p);
	} else if (!strcmp(key, "Tab") && p->kind->complete) {
		complete(p);
	} else if (!recall(p, key) && !move(p, key) && edit(p, key)) {
		changed(p);
	}
}
