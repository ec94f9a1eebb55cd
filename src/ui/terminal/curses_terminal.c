/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only file that knows curses. */

#include <curses.h>
#include <term.h>
#include <unistd.h>

#include "ui/terminal/terminal.h"
#include "ui/terminal/theme.h"

enum {
	ESCAPE_MS = 25, /* how long an ESC may be the beginning of a key */
	RUN = 1024
};

/* The device, which exists once. */
static struct {
	struct device device;
	struct keys keys;
	WINDOW *input; /* a pad: reading keys from it draws nothing */
	int ncolours;
	struct {
		attr_t attributes;
		short pair;
	} styles[NROLES];
	struct arena *arena; /* of the last picture: */
	struct cell *last;
	bool *kept;
	size_t ncells;
	bool is_known;  /* it is on the screen */
	bool has_moves; /* CUF, CHA and line feed, as xterm */
} own;

static void size(int *rows, int *cols) {
	getmaxyx(stdscr, *rows, *cols);
}

/* The number that curses wants for a colour. */
static int colour_number(int colour) {
	return colour < 8 || own.ncolours <= 256 ? colour : colour_rgb(colour);
}

static short pair_of(int role, const struct style *style) {
	if (style->foreground < 0 && style->background < 0)
		return 0;
	if (init_extended_pair(role + 1, colour_number(style->foreground),
	                       colour_number(style->background)) != OK)
		return 0; /* a pair that failed would be black on black */
	return (short)(role + 1);
}

static void take_theme(const struct theme *theme) {
	static const struct {
		unsigned style;
		attr_t attribute;
	} attributes[] = {
		{ STYLE_BOLD, A_BOLD },
		{ STYLE_DIM, A_DIM },
		{ STYLE_UNDERLINE, A_UNDERLINE },
		{ STYLE_REVERSE, A_REVERSE },
	};

	own.is_known = false;
	for (int role = 0; role < NROLES; role++) {
		struct style style = theme_style(theme, (enum role)role, own.ncolours);

		own.styles[role].pair = pair_of(role, &style);
		own.styles[role].attributes = A_NORMAL;
		for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
			if (style.attributes & attributes[i].style)
				own.styles[role].attributes |= attributes[i].attribute;
	}
}

static bool ready(void) {
	return tty_output_ready(&own.device.output);
}

/* Draws a row in runs of one role, from the left: overwriting half of a wide character would shift
 * the rest of the row. */
static void draw_row(const struct canvas *canvas, int row) {
	const struct cell *cells = canvas->cells + (size_t)row * (size_t)canvas->cols;
	int cols = canvas->cols < COLS ? canvas->cols : COLS, end;
	char run[RUN];

	move(row, 0);
	for (int col = 0; col < cols; col = end) {
		char *to = run;
		int role = cells[col].role;

		attr_set(own.styles[role].attributes, own.styles[role].pair, NULL);
		for (end = col;
		     end < cols && cells[end].role == role && to - run < RUN - GLYPH_BYTES; end++)
			if (end + cells[end].glyph.width <= cols)
				to = stpcpy(to, cells[end].glyph.bytes);
		addnstr(run, (int)(to - run));
	}
}

/* Finds which cells stay as they are. */
static void compare(const struct canvas *canvas) {
	const size_t n = (size_t)canvas->rows * (size_t)canvas->cols;

	if (n != own.ncells) {
		arena_reset(own.arena);
		own.last = arena_alloc(own.arena, n, sizeof *own.last);
		own.kept = arena_alloc(own.arena, n, sizeof *own.kept);
	}
	for (size_t i = 0; i < n; i++) {
		const struct cell *old = &own.last[i], *new = &canvas->cells[i];

		own.kept[i] = old->role == new->role && !strcmp(old->glyph.bytes, new->glyph.bytes);
		own.last[i] = *new;
	}
	own.device.output.kept = own.is_known && own.has_moves && n == own.ncells ? own.kept : NULL;
	own.ncells = n;
	own.is_known = true;
	own.device.output.cols = canvas->cols;
}

static void show(const struct canvas *canvas) {
	compare(canvas);
	erase();
	for (int row = 0; row < canvas->rows && row < LINES; row++)
		draw_row(canvas, row);
	attr_set(A_NORMAL, 0, NULL);
	move(canvas->cursor_row < LINES ? canvas->cursor_row : LINES - 1,
	     canvas->cursor_col < COLS ? canvas->cursor_col : COLS - 1);
	wnoutrefresh(stdscr);
	tty_output_begin(&own.device.output);
	curs_set(canvas->cursor_shown);
	doupdate();
	tty_output_end(&own.device.output);
}

static void redraw(void) {
	own.is_known = false;
	clearok(curscr, TRUE);
}

/* Adopts the window's size.  Output sent meanwhile is in the wrong place, so all is drawn anew. */
static void fit(void) {
	int rows, cols;

	if (device_size(&own.device, &rows, &cols))
		resize_term(rows, cols);
	redraw();
}

static bool mouse_event(struct event *out) {
	MEVENT mouse;

	if (getmouse(&mouse) != OK)
		return false;
	if (mouse.bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED)) {
		*out = device_click(&own.device, mouse.y, mouse.x, mouse.bstate & BUTTON1_RELEASED);
		return true;
	}
	if (!(mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)))
		return false;
	*out = event_of(EVENT_MOUSE, mouse.bstate & BUTTON4_PRESSED ? "WheelUp" : "WheelDown");
	out->row = mouse.y;
	out->col = mouse.x;
	return true;
}

/* The event of a key that curses has a number for. */
static bool code_event(int code, struct event *out) {
	static const struct {
		int code;
		const char *name;
	} names[] = {
		{ KEY_UP, "Up" },          { KEY_DOWN, "Down" },    { KEY_LEFT, "Left" },
		{ KEY_RIGHT, "Right" },    { KEY_HOME, "Home" },    { KEY_END, "End" },
		{ KEY_A1, "Home" },        { KEY_C1, "End" },       { KEY_PPAGE, "PageUp" },
		{ KEY_NPAGE, "PageDown" }, { KEY_A3, "PageUp" },    { KEY_C3, "PageDown" },
		{ KEY_IC, "Ins" },         { KEY_DC, "Del" },       { KEY_BACKSPACE, "BS" },
		{ KEY_ENTER, "Enter" },    { KEY_BTAB, "S-Tab" },   { KEY_SR, "S-Up" },
		{ KEY_SF, "S-Down" },      { KEY_SLEFT, "S-Left" }, { KEY_SRIGHT, "S-Right" },
		{ KEY_SHOME, "S-Home" },   { KEY_SEND, "S-End" },   { KEY_SDC, "S-Del" },
	};
	bool has_alt = own.keys.state == KEYS_ESCAPE;
	const char *name = NULL;
	char function[16];

	own.keys.state = KEYS_GROUND;
	if (own.keys.is_pasting)
		return false;
	if (code == KEY_MOUSE)
		return mouse_event(out);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].code == code)
			name = names[i].name;
	if (code > KEY_F0 && code <= KEY_F(24)) {
		snprintf(function, sizeof function, "%sF%d", code > KEY_F(12) ? "S-" : "",
		         (code - KEY_F0 - 1) % 12 + 1);
		name = function;
	}
	if (!name)
		return false;
	*out = (struct event){ .kind = EVENT_KEY };
	snprintf(out->text, sizeof out->text, "%s%s", has_alt ? "M-" : "", name);
	return true;
}

static bool read_key(struct event *out) {
	int c;

	while ((c = wgetch(own.input)) != ERR) {
		own.device.empty_reads = 0;
		if (c >= KEY_MIN ? code_event(c, out) : keys_byte(&own.keys, (unsigned char)c, out))
			return true;
	}
	return keys_pause(&own.keys, out);
}

/* Waits for an open answer and drops it; else the next program would read it as keys. */
static void absorb_answer(void) {
	struct event dropped;

	while (device_lingers(&own.device)) {
		while (read_key(&dropped))
			;
		if (own.keys.is_answered)
			tty_output_answered(&own.device.output);
	}
	own.keys = (struct keys){ .state = KEYS_GROUND };
}

static void busy(bool is_busy) {
}

static bool mouse(bool is_on) {
	/* GNU screen holds back a lone ESC while the mouse is on. */
	if (is_on && getenv("STY"))
		return false;
	mouseinterval(0); /* else each click waits for a second one */
	mousemask(is_on ? BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED
	                : 0,
	          NULL);
	return true;
}

static const char *copy(const char *text) {
	return clipboard_put(&own.device.output, text);
}

static void give_up(void) {
	absorb_answer();
	if (!exit_ca_mode) { /* the picture stays above the shell's next line */
		move(LINES - 1, 0);
		clrtoeol();
		refresh();
	}
	device_lend(&own.device, true);
	endwin();
}

static void resume_screen(void) {
	while (signals_next(&own.device.signals))
		; /* they were for the command that had the terminal */
	reset_prog_mode();
	device_lend(&own.device, false);
	keypad(own.input, TRUE); /* else the first arrow key is not recognized */
	fit();
}

static void stop(void) {
	give_up();
	signals_stop();
	resume_screen();
}

static struct event read_signals(void) {
	struct event event = { .kind = EVENT_NONE };
	int number;

	while ((number = signals_next(&own.device.signals))) {
		event.kind = EVENT_RESIZE;
		if (number == SIGTSTP)
			stop();
		else if (number == SIGCONT)
			resume_screen();
		else
			fit();
	}
	return event;
}

static struct event next(int wait_ms) {
	for (;;) {
		struct event event = read_signals();

		if (own.device.is_gone || own.device.signals.ending)
			return event_of(EVENT_END, "");
		if (event.kind != EVENT_NONE || read_key(&event))
			return event;
		if (own.keys.is_answered) {
			own.keys.is_answered = false;
			tty_output_answered(&own.device.output);
			if (wait_ms)
				return event_of(EVENT_NONE, "");
		}
		enum event_kind more = device_await(&own.device, wait_ms);
		if (more != EVENT_KEY)
			return event_of(more, "");
	}
}

static int close_screen(void) {
	if (own.device.signals.is_ours)
		give_up();
	device_close(&own.device);
	arena_free(own.arena);
	return own.device.signals.ending;
}

/* A string of terminfo, or NULL. */
static const char *term_string(const char *name) {
	const char *bytes = tigetstr(name);

	return bytes == (const char *)-1 ? NULL : bytes;
}

static bool term_does(const char *name, const char *bytes) {
	return term_string(name) && !strcmp(term_string(name), bytes);
}

/* Checks what curses does not check, or exits at.  Gives the device the sequences that end what
 * curses does to the terminal. */
static bool check_term(struct device *device, struct error *err) {
	static const char *const ends[] = { "sgr0", "cnorm", "rmkx", "rmcup" };
	const char *term = getenv("TERM");
	int status;

	if (!term || !*term)
		return fail(err, "TERM is not set");
	if (setupterm(term, STDOUT_FILENO, &status) != OK)
		return fail(err, "TERM=%s: unknown terminal; try TERM=xterm", term);
	bool can_move = term_string("cup") != NULL;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (term_string(ends[i]))
			device_restore(device, term_string(ends[i]));
	own.has_moves = tigetflag("xenl") == 1 && term_does("cud1", "\n") &&
	                term_does("hpa", "\033[%i%p1%dG") && term_does("cuf", "\033[%p1%dC");
	del_curterm(cur_term); /* newterm() makes its own */
	return can_move || fail(err, "TERM=%s cannot move its cursor", term);
}

static bool start_curses(void) {
	FILE *out = fdopen(own.device.output.curses, "w");
	FILE *in = fdopen(own.device.keyboard, "r");

	use_tioctl(TRUE); /* the kernel knows better than $LINES */
	if (!out || !in || !newterm(NULL, out, in))
		return false;
	/* Until its first endwin() curses flushes at every movement.  All of newterm() is discarded
	 * here; the first picture starts the screen. */
	tty_output_divert(&own.device.output, true);
	endwin();
	tty_output_divert(&own.device.output, false);
	reset_prog_mode();
	raw();
	noecho();
	nonl();
	def_prog_mode();
	if (!getenv("ESCDELAY"))
		set_escdelay(ESCAPE_MS);
	typeahead(-1);
	idlok(stdscr, TRUE);
	return true;
}

/* Sets up the pad that keys are read from.  Keys with modifiers, for which curses has numbers of
 * its own, are left to keys.c. */
static void start_keyboard(void) {
	char bytes[16];

	own.keys = (struct keys){ .state = KEYS_GROUND };
	own.input = newpad(1, 1);
	nodelay(own.input, TRUE);
	keypad(own.input, TRUE);
	intrflush(own.input, FALSE);
	for (const char *last = "ABCDFHPQRS2356"; *last; last++)
		for (int modifier = 2; modifier <= 8; modifier++) {
			const char *format = *last < 'A' ? "\033[%c;%d~" : "\033[1;%2$d%1$c";

			snprintf(bytes, sizeof bytes, format, *last, modifier);
			define_key(bytes, 0);
		}
}

static bool open_screen(const struct terminal_setup *setup, struct error *err) {
	if (!device_open(&own.device, setup->title, err))
		return false;
	if (!start_curses()) {
		device_close(&own.device);
		return fail(err, "curses cannot use this terminal");
	}
	start_keyboard();
	own.ncolours = !setup->no_color && has_colors() && start_color() == OK &&
	                               use_default_colors() == OK
	                       ? COLORS
	                       : 0;
	take_theme(setup->theme);
	own.arena = arena_new();
	device_lend(&own.device, false);
	return true;
}

const struct terminal *curses_terminal(const struct terminal_setup *setup, struct error *err) {
	static const struct terminal terminal = {
		.size = size,
		.ready = ready,
		.show = show,
		.next = next,
		.redraw = redraw,
		.take_theme = take_theme,
		.busy = busy,
		.mouse = mouse,
		.copy = copy,
		.pause = give_up,
		.resume = resume_screen,
		.stop = stop,
		.close = close_screen,
	};

	own.device.worker = setup->worker;
	if (!isatty(STDOUT_FILENO))
		return fail_null(err, "standard output is not a terminal");
	if (!check_term(&own.device, err) || !open_screen(setup, err))
		return NULL;
	return &terminal;
}

const char *curses_terminal_version(void) {
	return curses_version();
}
