/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources: how hexdump, od, xxd, U-Boot, GDB, NuttX and Zephyr write dumps is what they print;
 * Intel HEX and S-records: the manual pages srec_intel(5) and srec_motorola(5). */
#define _GNU_SOURCE /* strcasestr */
#include "parse/gmon/readers.h"

enum {
	MOST_BYTES = 255,   /* in a line */
	MOST_LETTERS = 999, /* of a line, and of one that is put together */
	BARE = 45, /* bytes of a line that alone says what it is of: its BEGIN may be lost */
	NEAR = 8
};

enum kind {
	LINE_OTHER,
	LINE_DATA,
	LINE_BLOCK, /* from here on, addresses count from this one */
	LINE_END    /* where the last byte was */
};

/* A line of a dump. */
struct line {
	uint64_t address; /* UINT64_MAX: it has none */
	unsigned char bytes[MOST_BYTES];
	unsigned n;
	const char *valid; /* up to where it can be one */
	const char *name;  /* of the file, up to a blank; or NULL */
	const char *text;  /* all of it */
	const char *data;  /* what has the same length in all lines */
	size_t number;     /* in the log */
};

enum {
	LETTERS = 1,  /* the bytes follow as letters */
	BARS = 2,     /* between bars; another blank is after 8 bytes */
	END = 4,      /* a line without bytes ends it; "*" stands for lines like the one before */
	BLOCKS = 8,   /* addresses begin again in each block */
	WORDS = 16,   /* of 2 bytes, in the byte order of who wrote it */
	UNPLACED = 32 /* there are no addresses */
};

struct form {
	const char *name;
	enum kind (*read)(const struct form *form, const char *text, const char *whole,
	                  struct line *out);
	unsigned flags;
	const char *prefix;        /* of numbers */
	unsigned char least, most; /* digits of an address */
	const char *mark;          /* behind it */
	unsigned char word;        /* the most bytes that are written together */
};

static int digit_of(char c) {
	return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? (c & 7) + 9 : -1;
}

/* Reads up to `most` digits; returns how many there are. */
static unsigned take_hex(const char **text, unsigned most, uint64_t *out) {
	unsigned n;

	*out = 0;
	for (n = 0; n < most && digit_of(**text) >= 0; n++)
		*out = *out << 4 | (uint64_t)digit_of(*(*text)++);
	return n;
}

static bool take_text_of(const char **text, const char *wanted) {
	const size_t len = strlen(wanted);

	if (strncmp(*text, wanted, len) != 0)
		return false;
	*text += len;
	return true;
}

static char letter_of(unsigned char byte) {
	return byte >= ' ' && byte < 127 ? (char)byte : '.';
}

/* Whether the bytes follow as letters, and nothing else; blanks and bars around them are many
 * things. */
static bool take_letters(const char **text, const struct line *line) {
	for (unsigned i = 0;; i++, ++*text) {
		*text += strspn(*text, " \t|");
		while (i < line->n && strchr(" |", letter_of(line->bytes[i])))
			i++;
		if (i == line->n)
			return !**text;
		if (**text != letter_of(line->bytes[i]))
			return false;
	}
}

/* Takes a word of the line's bytes. */
static bool take_word(const struct form *form, const char **text, struct line *out) {
	const char *p = *text + strspn(*text, " \t");
	const size_t gap = (size_t)(p - *text);
	const unsigned width = form->word == 1 ? 16 : 32;
	unsigned digits = 0;
	uint64_t byte;

	if (!gap || gap > 1 + (size_t)(form->flags & BARS && out->n % 8 == 0) ||
	    !take_text_of(&p, form->prefix))
		return false;
	while (digit_of(p[digits]) >= 0)
		digits++;
	if (!digits || digits % 2 || digits > 2u * form->word ||
	    (form->flags & WORDS && digits != 4) || out->n + digits / 2 > width ||
	    (p[digits] && !strchr(" \t", p[digits])))
		return false;
	for (unsigned i = 0; i < digits / 2; i++) {
		take_hex(&p, 2, &byte);
		out->bytes[out->n++] = (unsigned char)byte;
	}
	*text = p;
	return true;
}

/* "gmon.out at 00000200:" */
static enum kind read_block(const char *text, const char *whole, struct line *out) {
	const char *at = text - whole >= 4 ? text - 4 : whole;

	if (strncmp(at, " at ", 4) != 0 || take_hex(&text, 8, &out->address) != 8 ||
	    strcmp(text, ":") != 0)
		return LINE_OTHER;
	while (at > whole && at[-1] != ' ')
		at--;
	out->name = at;
	return LINE_BLOCK;
}

static enum kind read_dump(const struct form *form, const char *text, const char *whole,
                           struct line *out) {
	const char *p = text;

	if (!take_text_of(&p, form->prefix))
		return LINE_OTHER;
	if (take_hex(&p, form->most, &out->address) < form->least || digit_of(*p) >= 0)
		return form->flags & BLOCKS ? read_block(text, whole, out) : LINE_OTHER;
	if (*form->prefix && !strncmp(p, " <", 2) && strchr(p, '>'))
		p = strchr(p, '>') + 1;
	if (!take_text_of(&p, form->mark))
		return LINE_OTHER;
	out->data = p;
	while (take_word(form, &p, out))
		;
	out->valid = p;
	if (!out->n)
		return form->flags & END && !p[strspn(p, " ")] ? LINE_END : LINE_OTHER;
	if (form->flags & BARS && p[strspn(p, " ")] != '|')
		return LINE_OTHER;
	return (form->flags & LETTERS ? take_letters(&out->valid, out) : !p[strspn(p, " \t")])
	               ? LINE_DATA
	               : LINE_OTHER;
}

/* Reads pairs of digits to the end of the line, of which the first is the number of others but
 * `more`, and which add up to `sum`; their number, or 0. */
static unsigned take_pairs(const char *text, unsigned char *all, unsigned more, unsigned char sum,
                           struct line *out) {
	unsigned n = 0;
	uint64_t byte;

	for (; n <= MOST_BYTES && take_hex(&text, 2, &byte) == 2; n++) {
		all[n] = (unsigned char)byte;
		sum = (unsigned char)(sum - byte);
	}
	out->valid = text;
	return text[strspn(text, " \t")] || n < 3 || n != all[0] + more || sum ? 0 : n;
}

/* ":", bytes that follow but five, address (2 bytes), kind, bytes, sum */
static enum kind read_intel(const struct form *form, const char *text, const char *whole,
                            struct line *out) {
	static const enum kind kinds[] = { LINE_DATA, LINE_END, LINE_BLOCK, LINE_OTHER,
		                           LINE_BLOCK };
	unsigned char all[MOST_BYTES + 1];
	const unsigned n = *text == ':' ? take_pairs(text + 1, all, 5, 0, out) : 0;

	if (!n || all[3] > 4 || (!all[3] && n == 5))
		return LINE_OTHER;
	out->n = n - 5;
	memcpy(out->bytes, all + 4, out->n);
	out->address = kinds[all[3]] == LINE_END ? UINT64_MAX : (uint64_t)all[1] << 8 | all[2];
	if (kinds[all[3]] == LINE_BLOCK)
		out->address = ((uint64_t)all[4] << 8 | all[5]) << (all[3] == 2 ? 4 : 16);
	return kinds[all[3]];
}

/* "S", kind, bytes that follow, address (2 to 4 bytes), bytes, sum */
static enum kind read_motorola(const struct form *form, const char *text, const char *whole,
                               struct line *out) {
	unsigned char all[MOST_BYTES + 1];
	const int kind = *text == 'S' ? digit_of(text[1]) : -1;
	const unsigned width = (unsigned)kind + 1;
	const unsigned n = kind >= 0 ? take_pairs(text + 2, all, 1, 0xff, out) : 0;

	out->address = UINT64_MAX;
	if (!n || kind >= 7)
		return n ? LINE_END : LINE_OTHER;
	if (kind < 1 || kind > 3 || n < width + 3)
		return LINE_OTHER;
	out->n = n - width - 2;
	memcpy(out->bytes, all + 1 + width, out->n);
	out->address = bytes_number((struct bytes){ all + 1, width }, true);
	return LINE_DATA;
}

/* A word of Base64 at the end of a line, or what is before and behind such words. */
static enum kind read_base64(const struct form *form, const char *text, const char *whole,
                             struct line *out) {
	static const char all[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t len = strlen(text);
	unsigned bits = 0, nbits = 0;

	if (strstr(whole, "BEGIN") || strstr(whole, "begin-base64"))
		return LINE_BLOCK;
	out->address = UINT64_MAX;
	if (strstr(whole, "END") || !strncmp(text, "====", 4))
		return LINE_END;
	if (len < 4 || len % 4 || len / 4 * 3 > MOST_BYTES)
		return LINE_OTHER;
	for (; *text && *text != '='; text++) {
		if (!strchr(all, *text))
			return LINE_OTHER;
		bits = bits << 6 | (unsigned)(strchr(all, *text) - all);
		nbits += 6;
		if (nbits >= 8)
			out->bytes[out->n++] = (unsigned char)(bits >> (nbits -= 8));
	}
	return out->n && strspn(text, "=") == strlen(text) ? LINE_DATA : LINE_OTHER;
}

static const struct form forms[] = {
	{ "NuttX's hexdump", read_dump, LETTERS | BLOCKS, "", 4, 4, ":", 1 },
	{ "Zephyr's devmem dump", read_dump, LETTERS | BARS, "", 8, 8, ":", 1 },
	{ "U-Boot's md.b", read_dump, LETTERS, "", 8, 16, ":", 1 },
	{ "xxd", read_dump, LETTERS, "", 8, 16, ":", 16 },
	{ "hexdump -C", read_dump, LETTERS | BARS | END, "", 8, 16, "", 1 },
	{ "hexdump", read_dump, WORDS | END, "", 7, 7, "", 2 },
	{ "od -t x1", read_dump, END, "", 6, 6, "", 1 },
	{ "GDB's x", read_dump, 0, "0x", 1, 16, ":", 1 },
	{ "Intel HEX", read_intel, BLOCKS | END, "", 0, 0, "", 0 },
	{ "S-records", read_motorola, END, "", 0, 0, "", 0 },
	{ "base64", read_base64, END | UNPLACED, "", 0, 0, "", 0 },
};

enum { NFORMS = sizeof forms / sizeof *forms, BASE64 = NFORMS - 1 };

/* Where addresses count from. */
struct place {
	uint64_t block, size; /* of blocks; 0: not known yet */
	uint64_t last, end;   /* of the last line in its block */
	bool is_told;         /* by a line */
	bool is_guessed;      /* of some block it was not */
};

/* A dump that is put together. */
struct making {
	struct log_dump dump;
	const struct form *form;
	struct place place, before; /* before the line that waits */
	struct bytes_room room;
	size_t len;
	unsigned width;
	size_t length; /* letters of a whole line's data */
	bool has_base, is_repeated;
	bool is_waiting; /* a line is, for the next one to say whether it is bent */
	struct line line;
	uint64_t at; /* where that is */
};

/* A line that is nothing. */
struct rest {
	const char *text;
	size_t number;
};

struct reading {
	struct arena *arena;
	struct work *work;
	size_t size;                   /* of the log */
	struct making *making[NFORMS]; /* of each form one; or NULL */
	size_t form;                   /* of the last line */
	struct rest near[NEAR];        /* since then, in their order */
	size_t nnear;
	struct log_dumps *out;
};

static void keep_near(struct reading *r, const char *text, size_t number) {
	size_t i;

	if (r->nnear == NEAR)
		return;
	for (i = r->nnear++; i && r->near[i - 1].number > number; i--)
		r->near[i] = r->near[i - 1];
	r->near[i] = (struct rest){ text, number };
}

static void append(struct making *m, const struct line *line) {
	bytes_make_room(&m->room, m->len + line->n);
	memcpy(m->room.data + m->len, line->bytes, line->n);
	m->len += line->n;
	if (!m->dump.first || line->number < m->dump.first)
		m->dump.first = line->number;
	if (line->number > m->dump.last) /* one put together may begin before others */
		m->dump.last = line->number;
}

/* Where one can begin in a line, from there on: also behind a time stamp or a prompt; or NULL. */
static const char *next_start(const char *text, const char *from) {
	for (; *from && from - text < MOST_LETTERS; from++)
		if ((from == text || strchr(" \t])>|:", from[-1])) &&
		    (digit_of(*from) >= 0 || *from == ':' || *from == 'S'))
			return from;
	return NULL;
}

/* A line that others cut, being put together. */
struct joining {
	struct reading *r;
	const struct making *m;
	uint64_t address;
	struct line found; /* n is 0: nothing */
	bool is_open;      /* there are several ways */
};

/* Tries whether a beginning of some letters and a rest are the line. */
static void try_rest(struct joining *j, const char *begin, size_t len, const char *rest) {
	const struct form *form = j->m->form;
	char text[2 * MOST_LETTERS];
	struct line line = { .number = j->found.number };

	if (!work_pay(j->r->work, 64))
		return;
	snprintf(text, sizeof text, "%.*s%s", (int)len, begin, rest);
	if (form->read(form, text, text, &line) != LINE_DATA || line.address != j->address ||
	    line.n != j->m->width)
		return;
	j->is_open |= j->found.n && memcmp(j->found.bytes, line.bytes, line.n) != 0;
	j->found = line;
}

/* Tries rests in the line with the beginning, number i, and in the next ones: as long as in other
 * lines of the dump; blanks at an end may be missing. */
static void try_rests(struct joining *j, size_t i, const char *begin, const struct line *line) {
	enum { ODD = 5 }; /* letters that only look like the line's, or are a part of a byte */
	const struct reading *r = j->r;
	const size_t last = i + ODD < r->nnear ? i + ODD : r->nnear;
	const char *valid = line->valid;
	const ptrdiff_t odd = j->m->form->flags & LETTERS ? 2 : 0;

	for (size_t k = i; k < last && !j->found.n; k++) {
		const char *end = r->near[k].text + strlen(r->near[k].text);
		for (const char *cut = valid - begin > ODD ? valid - ODD : begin;
		     cut <= valid + ODD && (cut <= valid || cut[-1]); cut++)
			for (ptrdiff_t at = -odd; at <= odd; at++) {
				const char *rest = end - (ptrdiff_t)j->m->length +
				                   (cut - line->data) + at;
				if (rest >= (k == i ? cut : r->near[k].text) && rest < end)
					try_rest(j, begin, (size_t)(cut - begin), rest);
			}
	}
}

/* The next one of the lines near, from a place on, that begins like one of the dump. */
static bool next_like(const struct reading *r, const struct making *m, size_t *i, const char **p,
                      struct line *out) {
	for (; *i < r->nnear; ++*i, *p = NULL)
		while ((*p = next_start(r->near[*i].text, *p ? *p + 1 : r->near[*i].text)) &&
		       work_pay(r->work, 8)) {
			*out = (struct line){ .data = *p, .number = r->near[*i].number };
			m->form->read(m->form, *p, r->near[*i].text, out);
			if (out->valid)
				return true;
		}
	return false;
}

/* The address of the next line of the dump, as it says it. */
static uint64_t next_address(const struct making *m) {
	const uint64_t next = m->dump.base + m->len;

	return m->place.size ? next % m->place.size : next - m->place.block;
}

/* Puts the next line of the dump together: its beginning is in one line, and the rest follows
 * something else there, or in one of the next.  Its letters or its sum tell, or else that it can be
 * just one. */
static bool join(struct reading *r, struct making *m) {
	struct joining j = { .r = r, .m = m, .address = next_address(m) };
	const char *p = NULL;
	struct line line;
	size_t i = 0;

	while (next_like(r, m, &i, &p, &line)) {
		j.found.number = line.number;
		if (line.address == j.address || m->form->read != read_dump)
			try_rests(&j, i, p, &line);
	}
	if (!j.found.n || j.is_open)
		return false;
	append(m, &j.found);
	return true;
}

/* The number of the line that would be next in the dump, but is bent; 0: none. */
static size_t find_bent(const struct reading *r, const struct making *m) {
	char digits[20];

	snprintf(digits, sizeof digits, "%0*" PRIx64, m->form->most ? m->form->least : 4,
	         next_address(m));
	for (size_t i = 0; i < r->nnear && !(m->form->flags & UNPLACED); i++)
		if (strcasestr(r->near[i].text, digits))
			return r->near[i].number;
	return 0;
}

/* Says which line of the log is lost, or bent. */
static void note_lost(struct reading *r, struct making *m) {
	const size_t bent = find_bent(r, m);
	const char *list = m->dump.lost_lines;

	if (m->dump.nlost_lines++ < 4)
		m->dump.lost_lines = arena_format(
			r->arena, "%s%s%s %zu%s", list ? list : "", list ? ", " : "",
			bent ? "line" : "a line is missing after line", bent ? bent : m->dump.last,
			bent ? " is garbled" : "");
}

/* Up to where lines repeat that "*" stands for, at most: one that is bent may have ended them. */
static uint64_t repeated_until(const struct reading *r, const struct making *m, uint64_t most) {
	const char *p = NULL;
	struct line line;
	size_t i = 0;

	while (next_like(r, m, &i, &p, &line)) {
		uint64_t at = line.address - m->dump.base;
		if (at >= m->len && at < most && at % m->width == 0)
			most = at;
	}
	return most;
}

/* Fills the dump up to a place: with lines that "*" stands for, or that were cut, or with zeros.
 * False: it would be far too large for its log. */
static bool fill(struct reading *r, struct making *m, uint64_t to) {
	enum { REPEATED = 4096, MOST_LOST = 1 << 20 };
	const bool is_repeated = m->is_repeated && m->len >= m->width;
	const uint64_t until = is_repeated ? repeated_until(r, m, to) : m->len;
	struct lost_bytes *lost = &m->dump.lost;

	if (to > MOST_LOST + (is_repeated ? (uint64_t)REPEATED * r->size : r->size + m->len) ||
	    !work_pay(r->work, (to - m->len) / 8))
		return false;
	m->dump.nrepeats += is_repeated;
	bytes_make_room(&m->room, (size_t)to);
	for (; m->len < until; m->len++)
		m->room.data[m->len] = m->room.data[m->len - m->width];
	while (m->len < to && join(r, m))
		;
	if (m->len >= to)
		return m->len == to;
	note_lost(r, m);
	arena_append(r->arena, lost->list, lost->n, (struct lost_part){ m->len, to });
	memset(m->room.data + m->len, 0, (size_t)to - m->len);
	m->len = (size_t)to;
	return true;
}

static void finish(struct reading *r, size_t form, const struct line *end);

/* Begins a dump: of what the last one was of, or of something else (NULL). */
static struct making *begin(struct reading *r, size_t form, const struct making *last) {
	struct making *m = arena_alloc(r->arena, 1, sizeof *m);

	m->room.arena = r->arena;
	m->form = &forms[form];
	m->dump.form = forms[form].name;
	m->dump.has_words = forms[form].flags & WORDS;
	if (last) {
		m->dump.base = last->dump.base;
		m->place = last->place;
		m->has_base = true;
	}
	finish(r, form, NULL);
	r->making[form] = m;
	return m;
}

/* Knows lines of the dump by the longest. */
static void set_width(struct making *m, const struct line *line) {
	if (line->n < m->width)
		return;
	m->width = line->n;
	m->length = strlen(line->data);
}

/* Takes a line that is at this place. */
static void accept(struct reading *r, size_t form, const struct line *line, uint64_t at) {
	struct making *m = r->making[form];
	size_t i, kept = 0;

	if (at < m->len) {
		if (at + line->n <= m->len && !memcmp(m->room.data + at, line->bytes, line->n))
			return;
		m = begin(r, form, m);
	}
	if (at > m->len && !fill(r, m, at)) {
		m = begin(r, form, m);
		m->dump.base += at;
	}
	append(m, line);
	set_width(m, line);
	m->is_repeated = false;
	for (i = 0; i < r->nnear; i++)
		if (r->near[i].number > line->number)
			r->near[kept++] = r->near[i];
	r->nnear = kept;
}

/* What follows the line that waits tells whether that is bent: where it would be if it were right,
 * and if not. */
static void settle(struct reading *r, size_t form, uint64_t right, uint64_t bent) {
	struct making *m = r->making[form];

	if (!m->is_waiting)
		return;
	m->is_waiting = false;
	if (right != m->at + m->line.n && bent == m->len + m->width) {
		m->place = m->before;
		keep_near(r, m->line.text, m->line.number);
	} else {
		accept(r, form, &m->line, m->at);
	}
}

/* Ends the dump of a form, if there is any, where its last line says (or NULL). */
static void finish(struct reading *r, size_t form, const struct line *end) {
	struct making *m = r->making[form];
	struct log_dumps *out = r->out;
	const bool is_told = end && end->address != UINT64_MAX;
	size_t i;

	if (!m)
		return;
	uint64_t to = is_told ? end->address - m->dump.base : m->at + m->line.n;
	settle(r, form, to, to);
	m = r->making[form];
	if (is_told && to > m->len)
		fill(r, m, to);
	else if (is_told && to + m->width > m->len &&
	         (!m->dump.lost.n || m->dump.lost.list[m->dump.lost.n - 1].to <= to))
		m->len = (size_t)to;
	if (!end && find_bent(r, m) && !join(r, m)) {
		note_lost(r, m);
		m->dump.is_open = true;
	}
	m->dump.is_open |= m->form->flags & END && !end;
	m->dump.is_placed = !m->place.is_guessed && !(m->form->flags & UNPLACED);
	m->dump.bytes = (struct bytes){ m->room.data, m->len };
	r->making[form] = NULL;
	if (!m->len)
		return;
	out->list = arena_room(r->arena, out->list, out->n, sizeof m->dump);
	for (i = out->n++; i && out->list[i - 1].last > m->dump.last; i--)
		out->list[i] = out->list[i - 1];
	out->list[i] = m->dump;
}

/* Where a line belongs, as an address. */
static uint64_t place_line(const struct form *form, struct place *place, const struct line *line) {
	if (!(form->flags & BLOCKS))
		return line->address;
	if (!place->is_told && line->address < place->last) {
		for (; place->size < place->end; place->size = place->size ? 2 * place->size : 1)
			;
		place->block += place->size;
		place->is_guessed = true;
	}
	place->is_told = false;
	place->last = line->address;
	place->end = line->address + line->n;
	return place->block + line->address;
}

/* Whether a line is the first one of another dump. */
static bool is_first(const struct making *m, const struct line *line) {
	if (!m || !m->len)
		return !m;
	if (!(m->form->flags & BLOCKS))
		return line->address == m->dump.base && line->address != UINT64_MAX;
	return !m->place.is_told && !line->address && m->len >= 8 && line->n >= 8 &&
	       !memcmp(m->room.data, line->bytes, 8);
}

static void take_data(struct reading *r, size_t form, const struct line *line) {
	struct making *m = r->making[form];
	uint64_t at;

	if (is_first(m, line)) {
		m = begin(r, form, NULL);
		m->dump.base = line->address - line->n;
		set_width(m, line);
		m->has_base = join(r, m); /* the one before, if that was cut */
	}
	if (line->address == UINT64_MAX) { /* shorter ones before it were none */
		m->is_waiting = false;
		if (line->n > m->width)
			m->len = m->dump.first = m->width = 0;
		at = m->len;
	} else {
		struct place right = m->place, bent = m->before;
		settle(r, form, place_line(m->form, &right, line) - m->dump.base,
		       place_line(m->form, &bent, line) - m->dump.base);
		m = r->making[form];
		m->before = m->place;
		at = place_line(m->form, &m->place, line);
		if (!m->has_base)
			m->dump.base = at;
		m->has_base = true;
		at -= m->dump.base;
	}
	if (!m->width)
		set_width(m, line);
	if (at == m->len && line->n == m->width) {
		accept(r, form, line, at);
	} else if (line->address != UINT64_MAX || line->n < m->width) {
		m->is_waiting = true;
		m->line = *line;
		m->at = at;
	}
}

static void take_block(struct reading *r, size_t form, const struct line *line) {
	struct making *m = r->making[form];

	if (m)
		settle(r, form, line->address - m->dump.base, line->address - m->dump.base);
	m = r->making[form];
	if (!m || (!line->address && m->len))
		m = begin(r, form, NULL);
	if (line->address > m->place.block && !m->place.is_guessed)
		m->place.size = line->address - m->place.block;
	m->place.block = line->address;
	m->place.last = m->place.end = 0;
	m->place.is_told = true;
	m->has_base |= line->name != NULL;
	if (line->name)
		m->dump.name = arena_text(r->arena, line->name, strcspn(line->name, " "));
}

/* Whether a line can belong to a dump that is being made; NULL: begin one.  An end that is told is
 * one only behind the lines before it. */
static bool is_of(const struct making *m, enum kind kind, const struct line *line) {
	const bool has_address = line->address != UINT64_MAX;

	if (!m)
		return kind != LINE_END && (has_address || line->n >= BARE);
	return kind != LINE_END || !has_address || line->address - m->dump.base + m->width > m->len;
}

/* Whether a line is of a dump of this form, from a letter on. */
static bool take_form(struct reading *r, size_t form, const char *p, const char *text,
                      size_t number) {
	struct line line = { .text = text, .data = p, .number = number };

	if (!work_pay(r->work, 4))
		return false;
	enum kind kind = forms[form].read(&forms[form], p, text, &line);
	work_pay(r->work, 4 * line.n);
	if (kind == LINE_OTHER || !is_of(r->making[form], kind, &line))
		return false;
	if (form != BASE64)
		r->form = form;
	if (kind == LINE_DATA)
		take_data(r, form, &line);
	else if (kind == LINE_BLOCK)
		take_block(r, form, &line);
	else
		finish(r, form, &line);
	return true;
}

static bool take_line(struct reading *r, const char *text, size_t number) {
	const char *p = text, *word = strrchr(text, ' ');

	for (; (p = next_start(text, p)); p++)
		for (size_t i = 0; i < BASE64; i++)
			if (take_form(r, !i ? r->form : i == r->form ? 0 : i, p, text, number))
				return true;
	return take_form(r, BASE64, word ? word + 1 : text, text, number);
}

bool console_log_is_one(struct bytes start) {
	size_t nodd = 0;

	for (size_t i = 0; i < start.len; i++)
		nodd += start.data[i] < ' ' &&
		        (!start.data[i] || !strchr("\t\n\r\33\b\a", start.data[i]));
	return start.len && nodd <= start.len / 16;
}

/* Where an escape sequence ends that begins here; what it may contain beyond is no dump. */
static size_t pass_escape(struct bytes log, size_t at) {
	if (++at < log.len && log.data[at] == '[')
		for (at++; at < log.len && log.data[at] >= ' ' && log.data[at] < '@'; at++)
			;
	return at < log.len && log.data[at] != '\n' ? at + 1 : at;
}

static void take_text(struct reading *r, const char *text, size_t number) {
	struct making *m = r->making[r->form];
	const size_t len = strlen(text);

	if (!len || take_line(r, text, number))
		return;
	if (m && m->form->flags & END && text[len - 1] == '*' &&
	    (len == 1 || text[len - 2] == ' ')) {
		settle(r, r->form, m->at + m->line.n, UINT64_MAX);
		r->making[r->form]->is_repeated = true;
	} else {
		keep_near(r, text, number);
	}
}

struct log_dumps console_log_read(struct bytes log, struct arena *arena, struct work *work) {
	struct log_dumps out = { NULL, 0 };
	struct reading r = { .arena = arena, .work = work, .size = log.len, .out = &out };
	char *text = arena_alloc(arena, log.len + 1, 1);
	size_t i = 0, n = 0, begins = 0, number = 1;

	while (i < log.len && !work->is_spent) {
		const unsigned char c = log.data[i++];

		if (c == '\33')
			i = pass_escape(log, i - 1);
		else if (c >= ' ' || c == '\t')
			text[n++] = (char)c;
		if (c == '\n' || c == '\r') {
			while (n > begins && text[n - 1] == ' ')
				n--;
			text[n++] = '\0';
			take_text(&r, text + begins, number);
			begins = n;
		}
		number += c == '\n';
	}
	text[n] = '\0';
	take_text(&r, text + begins, number);
	for (i = 0; i < NFORMS; i++)
		finish(&r, i, NULL);
	return out;
}
