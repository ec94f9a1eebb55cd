/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create, dup3 */
#include "ui/terminal/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* The marks around a picture; the first is always in memory. */
static const char picture_begins[] = "\033[?2026h", picture_ends[] = "\033[?2026l";
static const char question[] = "\033[5n";

/* A picture of fewer bytes is not worth the marks. */
enum { MARKED = 256, BEGIN_SIZE = sizeof picture_begins - 1 };

enum { PATIENCE_MS = 3000, LINGER_MS = 1000 };

static void tty_output_close(struct tty_output *output) {
	if (output->memory >= 0)
		close(output->memory);
	if (output->terminal >= 0)
		close(output->terminal);
	if (output->curses >= 0)
		close(output->curses);
	output->memory = output->terminal = output->curses = -1;
}

/* Uses the terminal on descriptor fd, through copies of it.  Errors: no descriptor is available. */
static bool tty_output_open(struct tty_output *output, int fd, struct error *err) {
	output->memory = memfd_create("gptui-frame", MFD_CLOEXEC);
	if (output->memory >= 0 &&
	    write(output->memory, picture_begins, BEGIN_SIZE) != BEGIN_SIZE) {
		close(output->memory);
		output->memory = -1;
	}
	output->terminal = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	output->curses = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (output->terminal >= 0 && output->curses >= 0)
		return true;
	fail(err, "terminal: %s", strerror(errno));
	tty_output_close(output);
	return false;
}

void tty_output_divert(const struct tty_output *output, bool to_nowhere) {
	if (!to_nowhere) {
		dup3(output->terminal, output->curses, O_CLOEXEC);
		return;
	}
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere < 0)
		return;
	dup3(nowhere, output->curses, O_CLOEXEC);
	close(nowhere);
}

/* Writes len bytes directly, not through curses. */
static void tty_output_write(const struct tty_output *output, const char *bytes, size_t len) {
	while (len) {
		ssize_t n = write(output->terminal, bytes, len);

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			struct pollfd room = { output->terminal, POLLOUT, 0 };

			poll(&room, 1, -1);
		} else if (n == 0 || errno != EINTR) {
			return;
		}
		if (output->ending && *output->ending)
			return;
	}
}

void tty_output_begin(const struct tty_output *output) {
	if (output->memory >= 0) {
		lseek(output->memory, BEGIN_SIZE, SEEK_SET);
		dup3(output->memory, output->curses, O_CLOEXEC);
	}
}

/* Adds the mark and the request after a picture; returns the total length. */
static size_t add_tail(struct tty_output *output, char *bytes, size_t len) {
	if (len - BEGIN_SIZE > MARKED) {
		memcpy(bytes + len, picture_ends, sizeof picture_ends - 1);
		len += sizeof picture_ends - 1;
	}
	if (!output->is_off && !output->asked_ms) {
		memcpy(bytes + len, question, sizeof question - 1);
		len += sizeof question - 1;
		output->asked_ms = clock_ms();
	}
	return len;
}

static const char ascii[] = "\033(B"; /* selects the letters, which are always selected */

/* What curses sends for a picture, being made shorter in its place.  Movements and letters are,
 * until something is sent that is not understood here, such as scrolling. */
struct squeezing {
	const struct tty_output *output;
	char *bytes;
	size_t at, len, out; /* what is next; where all ends; where what is left ends */
	size_t looks;        /* where a change of looks at that end begins, or SIZE_MAX */
	bool is_understood;
	struct tty_state state;
};

static void keep(struct squeezing *s, const char *bytes, size_t len, size_t of) {
	memmove(s->bytes + s->out, bytes, len);
	s->out += len;
	s->at += of;
}

/* The length of a sequence "ESC [ numbers letter" at the front; 0: there is none. */
static size_t sequence_length(const char *bytes, size_t len) {
	size_t n = 2;

	if (len < 3 || memcmp(bytes, "\033[", 2) != 0)
		return 0;
	while (n < len && ((bytes[n] >= '0' && bytes[n] <= '9') || strchr(";:", bytes[n])))
		n++;
	return n < len ? n + 1 : 0;
}

/* Leaves out a change of looks (SGR) that the next one takes back; others in a row become one. */
static void take_looks(struct squeezing *s, size_t n) {
	enum { MOST = 32 }; /* bytes of one change: terminals take some ten numbers */
	const char *next = s->bytes + s->at;

	if (s->looks != SIZE_MAX && (n == 3 || !strncmp(next, "\033[0;", 4))) {
		s->out = s->looks;
	} else if (s->looks != SIZE_MAX && s->out - s->looks + n < MOST) {
		s->bytes[s->out - 1] = ';';
		keep(s, next + 2, n - 2, n);
		return;
	}
	s->looks = s->out;
	keep(s, next, n, n);
}

/* A number of a sequence, 1 if it is left out. */
static int number_in(const char *text, char **end) {
	const long number = strtol(text, end, 10);

	return number ? (int)number : 1;
}

/* Goes to a place of the row or of the next one from where the cursor is, if that is shorter. */
static void take_move(struct squeezing *s, size_t n) {
	struct tty_state *here = &s->state;
	const char *next = s->bytes + s->at, last = next[n - 1];
	const bool is_far = last == 'H';
	int row = here->row, col = here->col;
	char text[32] = "", *end;
	const int by = number_in(next + 2, &end);

	if (is_far) {
		row = by;
		col = *end == ';' ? number_in(end + 1, &end) : 1;
	} else if (last == 'G' || col) {
		col = last == 'G' ? by : col + by;
	}
	if (here->row && row == here->row && here->col && col > here->col)
		snprintf(text, sizeof text, "\033[%dC", col - here->col);
	else if (is_far && here->row && (row == here->row || row == here->row + 1))
		snprintf(text, sizeof text, "%s\033[%dG", row == here->row ? "" : "\n", col);
	if (*text && strlen(text) < n)
		keep(s, text, strlen(text), n);
	else
		keep(s, next, n, n);
	here->row = row;
	here->col = col;
}

/* How many of the next letters are on the screen already. */
static int count_kept(const struct squeezing *s) {
	const struct tty_output *o = s->output;
	const struct tty_state *here = &s->state;
	const char *next = s->bytes + s->at, *end = s->bytes + s->len;
	int n = 0;

	if (!s->is_understood || !here->row || !here->col)
		return 0;
	while (next + n < end && here->col + n < o->cols && next[n] >= ' ' && next[n] < 0x7f &&
	       o->kept[(here->row - 1) * o->cols + here->col - 1 + n])
		n++;
	return n;
}

/* Terminals disagree on the width of characters beyond ASCII, and on the cursor at a row's end. */
static void take_letter(struct squeezing *s) {
	struct tty_state *here = &s->state;
	const char c = s->bytes[s->at];
	const int nkept = count_kept(s);
	char text[32];
	const int len = snprintf(text, sizeof text, "\033[%dC", nkept);

	if (len < nkept) {
		keep(s, text, (size_t)len, (size_t)nkept);
		here->col += nkept;
		return;
	}
	keep(s, &c, 1, 1);
	if (c == '\r')
		here->col = 1;
	else if (c >= ' ' && here->col && here->col < s->output->cols)
		here->col++;
	else
		*here = (struct tty_state){ .is_selected = here->is_selected,
			                    .row = c < 0 ? here->row : 0 };
	s->is_understood &= c == '\r' || c < 0 || c >= ' ';
}

static void take_sequence(struct squeezing *s, size_t n) {
	const char *next = s->bytes + s->at, last = next[n - 1];

	if (last == 'm') {
		take_looks(s, n);
		return;
	}
	s->looks = SIZE_MAX;
	s->is_understood &= strchr("HGCd", last) != NULL;
	if (s->is_understood && last != 'd') {
		take_move(s, n);
		return;
	}
	s->state.row = atoi(next + 2);
	keep(s, next, n, n);
}

/* Makes what curses sends for a picture shorter.  Returns how many bytes are left. */
static size_t squeeze(struct tty_output *output, char *bytes, size_t len) {
	struct squeezing s = { .output = output,
		               .bytes = bytes,
		               .len = len,
		               .looks = SIZE_MAX,
		               .is_understood = output->kept };

	if (output->kept)
		s.state = output->state;
	while (s.at < len) {
		const size_t n = sequence_length(bytes + s.at, len - s.at);

		if (n) {
			take_sequence(&s, n);
		} else if (len - s.at >= 3 && !memcmp(bytes + s.at, ascii, 3)) {
			s.looks = s.state.is_selected ? s.looks : SIZE_MAX;
			keep(&s, ascii, s.state.is_selected ? 0 : 3, 3);
			s.state.is_selected = true;
		} else {
			s.looks = SIZE_MAX;
			take_letter(&s);
		}
	}
	output->state = s.state;
	if (!s.is_understood)
		output->state.row = output->state.col = 0;
	return s.out;
}

void tty_output_end(struct tty_output *output) {
	off_t end = output->memory < 0 ? 0 : lseek(output->memory, 0, SEEK_CUR);
	size_t len = (size_t)end, room = len + sizeof picture_ends + sizeof question;

	if (output->memory < 0)
		return;
	dup3(output->terminal, output->curses, O_CLOEXEC);
	if (end <= BEGIN_SIZE || ftruncate(output->memory, (off_t)room))
		return;
	char *bytes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, output->memory, 0);
	if (bytes != MAP_FAILED) {
		len = BEGIN_SIZE + squeeze(output, bytes + BEGIN_SIZE, len - BEGIN_SIZE);
		size_t start = len - BEGIN_SIZE > MARKED ? 0 : BEGIN_SIZE;
		len = add_tail(output, bytes, len);
		tty_output_write(output, bytes + start, len - start);
		munmap(bytes, room);
	}
}

bool tty_output_ready(struct tty_output *output) {
	if (!output->is_proven || !output->asked_ms || output->is_off)
		return true;
	if (clock_ms() - output->asked_ms < PATIENCE_MS)
		return false;
	output->is_off = true;
	output->asked_ms = 0;
	return true;
}

/* How long tty_output_ready() may stay false; -1 if it is true. */
static int tty_output_patience_ms(const struct tty_output *output) {
	long long left = output->asked_ms + PATIENCE_MS - clock_ms();

	if (!output->is_proven || !output->asked_ms || output->is_off)
		return -1;
	return left > 0 ? (int)left : 0;
}

void tty_output_answered(struct tty_output *output) {
	output->is_proven = true;
	output->asked_ms = 0;
}

enum {
	EMPTY_READS = 100, /* readable, but nothing to read: the terminal is gone */
	DOUBLE_CLICK_MS = 400
};

static const char pop_title[] = "\033[23;2t";

void device_restore(struct device *device, const char *bytes) {
	struct signals *signals = &device->signals;

	for (; *bytes; bytes++) {
		if (bytes[0] == '$' && bytes[1] == '<') {
			bytes += strcspn(bytes, ">");
			if (!*bytes)
				return;
		} else if (signals->nrestore < RESTORE) {
			signals->restore[signals->nrestore++] = *bytes;
		}
	}
}

/* Only terminals that are known to have a title get one. */
static void prepare_title(char *out, const char *title) {
	static const char *const known[] = {
		"xterm", "rxvt",  "screen", "tmux",      "vte",     "gnome",
		"foot",  "kitty", "st-",    "alacritty", "konsole", "wezterm",
	};
	const char *term = getenv("TERM");
	char safe[TITLE - 32];

	*out = '\0';
	if (!title || !term)
		return;
	text_safe(safe, sizeof safe, title);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(term, known[i], strlen(known[i])))
			snprintf(out, TITLE, "\033[22;2t\033]2;%s\033\\", safe);
}

bool device_open(struct device *device, const char *title, struct error *err) {
	struct signals *signals = &device->signals;

	device->keyboard = isatty(STDIN_FILENO) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
	                                        : open("/dev/tty", O_RDWR | O_CLOEXEC);
	if (device->keyboard < 0)
		return fail(err, "no terminal to read keys from");
	if (!tty_output_open(&device->output, STDOUT_FILENO, err))
		return false;
	tcgetattr(device->keyboard, &signals->shell);
	signals->terminal = device->output.terminal;
	signals->captured = &device->captured;
	prepare_title(device->title, title);
	device_restore(device, "\033[?2026l\033[?2004l\033[?1000l\033[?1006l");
	if (*device->title)
		device_restore(device, pop_title);
	if (!signals_take(signals, err)) {
		tty_output_close(&device->output);
		return false;
	}
	device->output.ending = &signals->ending;
	stderr_capture(&device->captured);
	stderr_lend(&device->captured, true);
	return true;
}

void device_close(struct device *device) {
	stderr_release(&device->captured);
	signals_give_back(&device->signals);
	tty_output_close(&device->output);
	close(device->keyboard);
}

void device_lend(struct device *device, bool is_lent) {
	static const char on[] = "\033[?2004h", off[] = "\033[?2004l";
	const char *title = is_lent ? pop_title : device->title;

	/* The terminal may be stuck on a picture. */
	if (is_lent && device->signals.ending)
		tcflush(device->output.terminal, TCOFLUSH);
	stderr_lend(&device->captured, is_lent);
	if (!is_lent)
		atomic_store(&device->signals.is_ours, true);
	tty_output_write(&device->output, is_lent ? off : on, sizeof on - 1);
	if (*device->title)
		tty_output_write(&device->output, title, strlen(title));
	if (is_lent)
		atomic_store(&device->signals.is_ours, false);
}

bool device_size(const struct device *device, int *rows, int *cols) {
	struct winsize window;

	if (ioctl(device->output.terminal, TIOCGWINSZ, &window) || !window.ws_row || !window.ws_col)
		return false;
	*rows = window.ws_row;
	*cols = window.ws_col;
	return true;
}

enum event_kind device_await(struct device *device, int wait_ms) {
	struct pollfd what[] = {
		{ device->keyboard, POLLIN, 0 },
		{ device->signals.pipe[0], POLLIN, 0 },
		{ wait_ms ? device->worker : -1, POLLIN, 0 },
	};
	/* Waiting ends with what is wanted or with the output's patience; below 0: it has no end. */
	const int patience_ms = tty_output_patience_ms(&device->output);
	const bool is_sooner = patience_ms >= 0 && (wait_ms < 0 || patience_ms < wait_ms);
	int n = poll(what, 3, is_sooner ? patience_ms : wait_ms);

	if (n < 0)
		return EVENT_KEY; /* a signal: see which */
	if (n == 0) {
		tty_output_ready(&device->output); /* patience may have ended */
		return EVENT_NONE;
	}
	if (what[0].revents & (POLLHUP | POLLERR | POLLNVAL) ||
	    (what[0].revents && ++device->empty_reads > EMPTY_READS))
		device->is_gone = true;
	if (device->is_gone)
		return EVENT_END;
	return what[0].revents || what[1].revents ? EVENT_KEY : EVENT_WORKER;
}

struct event device_click(struct device *device, int row, int col, bool is_release) {
	const struct event *last = &device->click;
	long long now = clock_ms();
	bool is_second = last->kind == EVENT_MOUSE && last->row == row && last->col == col &&
	                 now - device->click_ms < DOUBLE_CLICK_MS;
	bool is_end = is_release && device->is_pressed;
	struct event event = event_of(EVENT_MOUSE, is_end      ? "Release"
	                                           : is_second ? "DoubleClick"
	                                                       : "Click");

	event.row = row;
	event.col = col;
	device->is_pressed = !is_release;
	if (is_end)
		return event;
	device->click = event;
	device->click_ms = now;
	if (is_second)
		device->click.kind = EVENT_NONE;
	return event;
}

/* Another program would read an answer that comes later as keys. */
bool device_lingers(struct device *device) {
	struct pollfd input = { device->keyboard, POLLIN, 0 };
	const long long left = device->output.asked_ms + LINGER_MS - clock_ms();

	if (!device->output.asked_ms || device->is_gone)
		return false;
	if (left > 0 && poll(&input, 1, (int)left) == 1 && input.revents == POLLIN)
		return true;
	tcflush(device->keyboard, TCIFLUSH);
	device->output.asked_ms = 0;
	return false;
}

/* screen drops strings of more than 768 bytes. */
enum { LIMIT = 64 * 1024, PIECE = 384 };

/* What is sent before and after a sequence, and between its pieces. */
struct wrapping {
	const char *before, *between, *after;
};

static const char ours[] = "\033]52;c;";

/* Encodes up to three bytes as four letters. */
static void encode(char *out, const unsigned char *in, size_t len) {
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";
	unsigned bits = (unsigned)in[0] << 16;

	if (len > 1)
		bits |= (unsigned)in[1] << 8;
	if (len > 2)
		bits |= in[2];
	out[0] = digits[bits >> 18];
	out[1] = digits[bits >> 12 & 63];
	out[2] = '=';
	out[3] = '=';
	if (len > 1)
		out[2] = digits[bits >> 6 & 63];
	if (len > 2)
		out[3] = digits[bits & 63];
}

static void put(const struct tty_output *output, const char *bytes) {
	tty_output_write(output, bytes, strlen(bytes));
}

static void send(const struct tty_output *output, const struct wrapping *wrapping, const char *text,
                 size_t len) {
	const unsigned char *bytes = (const unsigned char *)text;
	char piece[PIECE / 3 * 4];

	put(output, wrapping->before);
	put(output, ours);
	for (size_t at = 0; at < len; at += PIECE) {
		size_t n = len - at < PIECE ? len - at : PIECE;

		for (size_t i = 0; i < n; i += 3)
			encode(piece + i / 3 * 4, bytes + at + i, n - i);
		if (at)
			put(output, wrapping->between);
		tty_output_write(output, piece, (n + 2) / 3 * 4);
	}
	put(output, "\007");
	put(output, wrapping->after);
}

static bool is_set(const char *variable) {
	const char *value = getenv(variable);

	return value && *value;
}

static bool begins(const char *text, const char *with) {
	return !strncmp(text, with, strlen(with));
}

/* Gives the text to tmux; false if that does not work. */
static bool give_tmux(const char *text, size_t len) {
	if (!is_set("TMUX"))
		return false;
	FILE *pipe = popen("tmux load-buffer -w - >/dev/null 2>&1", "w");
	if (!pipe)
		return false;
	fwrite(text, 1, len, pipe);
	return pclose(pipe) == 0;
}

/* Whether tmux does not pass its buffers on. */
static bool tmux_keeps_it(void) {
	char answer[8] = "";
	FILE *pipe = popen("tmux show-options -sv set-clipboard 2>/dev/null", "r");

	if (!pipe)
		return false;
	if (!fgets(answer, sizeof answer, pipe))
		answer[0] = '\0';
	pclose(pipe);
	return begins(answer, "off");
}

static bool has_clipboard(const char *term) {
	static const char *const without[] = { "linux", "vt", "ansi", "cons", "sun", "dumb" };

	for (size_t i = 0; i < sizeof without / sizeof *without; i++)
		if (begins(term, without[i]))
			return false;
	return true;
}

const char *clipboard_put(const struct tty_output *output, const char *text) {
	static const struct wrapping straight = { "", "", "" };
	static const struct wrapping screen = { "\033P", "\033\\\033P", "\033\\" };
	static const struct wrapping tmux = { "\033Ptmux;\033", "", "\033\\" };
	const char *term = getenv("TERM") ? getenv("TERM") : "";
	size_t len = strlen(text);

	if (len > LIMIT)
		len = LIMIT;
	if (give_tmux(text, len))
		return tmux_keeps_it() ? "tmux, whose set-clipboard is off"
		                       : "tmux and the clipboard";
	if (!has_clipboard(term))
		return NULL;
	if (is_set("STY") || begins(term, "screen")) {
		send(output, &screen, text, len);
		return "the clipboard, through screen";
	}
	/* tmux accepts either of them or none, depending on its options. */
	if (begins(term, "tmux"))
		send(output, &tmux, text, len);
	send(output, &straight, text, len);
	return "the clipboard";
}
