/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <poll.h>

#include "ui/terminal/terminal.h"
#include "ui/terminal/theme.h"

enum { PATIENCE_MS = 60 * 1000 };

/* The script, which exists once. */
static struct {
	int rows, cols, worker;
	const char *keys;   /* what is left of it */
	const char *typing; /* the rest of T: or P:, up to a blank */
	bool is_pasted;     /* it was P: */
	int styles_of;      /* print the styles for so many colours; or -1 */
	struct theme theme;
	bool is_busy, has_roles;

	/* HOLD: for how many keys at most, and for how many more; the state of the random numbers,
	 * 0: none. */
	int hold, held;
	uint32_t random;
	struct arena *arena; /* of the last picture */
	struct canvas last;
	char copied[256];
} script;

static void size(int *rows, int *cols) {
	*rows = script.rows;
	*cols = script.cols;
}

static bool ready(void) {
	return true;
}

static void show(const struct canvas *canvas) {
	size_t size = (size_t)canvas->rows * (size_t)canvas->cols;

	arena_reset(script.arena);
	script.last = canvas_new(canvas->rows, canvas->cols, script.arena);
	memcpy(script.last.cells, canvas->cells, size * sizeof *canvas->cells);
	script.last.cursor_row = canvas->cursor_row;
	script.last.cursor_col = canvas->cursor_col;
	script.last.cursor_shown = canvas->cursor_shown;
}

/* The next character of T:, or as much of P: as fits. */
static struct event typed(void) {
	size_t len = strcspn(script.typing, " ");
	char text[EVENT_TEXT];
	struct glyph glyph;

	if (script.is_pasted)
		len = len < sizeof text ? len : sizeof text - 1;
	else
		len = text_glyph(&glyph, script.typing, len);
	snprintf(text, sizeof text, "%.*s", (int)len, script.typing);
	script.typing += len;
	if (!*script.typing || *script.typing == ' ')
		script.typing = NULL;
	return event_of(script.is_pasted ? EVENT_PASTE : EVENT_KEY, text);
}

/* A number from 0 to a most one (Marsaglia's xorshift); or always that. */
static int random_to(int most) {
	if (!script.random)
		return most;
	script.random ^= script.random << 13;
	script.random ^= script.random >> 17;
	script.random ^= script.random << 5;
	return (int)(script.random % ((unsigned)most + 1));
}

static void hold(const char *word) {
	script.random = 0;
	sscanf(word, "HOLD:%d,%" SCNu32, &script.hold, &script.random);
	script.held = random_to(script.hold);
}

/* Whether what the worker has to report waits for another key. */
static bool is_held(void) {
	if (script.held-- > 0)
		return true;
	script.held = random_to(script.hold);
	return false;
}

/* Follows a direction; true if that makes an event. */
static bool direct(const char *word, struct event *out) {
	char name[16];
	int row, col;

	if (!strcmp(word, "ROLES"))
		script.has_roles = true;
	else if (sscanf(word, "LOOKS:%d", &row) == 1)
		script.styles_of = row;
	else if (!strncmp(word, "HOLD:", 5))
		hold(word);
	else if (sscanf(word, "R:%dx%d", &col, &row) == 2 && row > 0 && col > 0) {
		script.rows = row;
		script.cols = col;
		*out = event_of(EVENT_RESIZE, "");
	} else if (sscanf(word, "%15[A-Za-z]:%d,%d", name, &row, &col) == 3) {
		*out = event_of(EVENT_MOUSE, name);
		out->row = row;
		out->col = col;
	} else
		*out = event_of(EVENT_KEY, word);
	return out->kind != EVENT_NONE;
}

static bool next_word(struct event *out) {
	char word[EVENT_TEXT];

	script.keys += strspn(script.keys, " \n");
	size_t len = strcspn(script.keys, " \n");
	if (!len) {
		*out = event_of(EVENT_END, "");
		return true;
	}
	if (len > 2 && script.keys[1] == ':' && strchr("TP", *script.keys)) {
		script.is_pasted = *script.keys == 'P';
		script.typing = script.keys + 2;
		script.keys += len;
		*out = typed();
		return true;
	}
	snprintf(word, sizeof word, "%.*s", (int)len, script.keys);
	script.keys += len;
	return direct(word, out);
}

static struct event next(int wait_ms) {
	struct pollfd worker = { script.worker, POLLIN, 0 };
	struct event event = { .kind = EVENT_NONE };

	if (!wait_ms && !(script.random && random_to(1)))
		return event;
	if (script.is_busy && !is_held() && poll(&worker, 1, PATIENCE_MS) == 1)
		return event_of(EVENT_WORKER, "");
	if (script.typing)
		return typed();
	while (!next_word(&event))
		;
	return event;
}

/* Letters are in order of appearance, so that a new role does not change existing pictures. */
static void print_roles(const struct canvas *canvas) {
	char letters[NROLES] = { '\0' };
	int nletters = 0;

	for (int row = 0; row < canvas->rows; row++) {
		const struct cell *cells = canvas->cells + (size_t)row * (size_t)canvas->cols;

		int end = canvas->cols;
		while (end && cells[end - 1].role == ROLE_PLAIN)
			end--;
		for (int col = 0; col < end; col++) {
			char *letter = &letters[cells[col].role];

			if (!*letter)
				*letter = letter == letters + ROLE_PLAIN ? '.'
				                                         : (char)('a' + nletters++);
			putchar(*letter);
		}
		putchar('\n');
	}
	fputs("roles:", stdout);
	for (int role = 0; role < NROLES; role++)
		if (letters[role])
			printf(" %c=%s", letters[role], role_name((enum role)role));
	putchar('\n');
	if (canvas->cursor_shown)
		printf("cursor: %d,%d\n", canvas->cursor_row, canvas->cursor_col);
}

static void print_colour(int colour) {
	if (colour >= COLOUR_RGB)
		printf(" #%06x", (unsigned)colour_rgb(colour));
	else if (colour >= 0)
		printf(" %d", colour);
	else
		printf(" default");
}

/* Prints styles as a theme would have them. */
static void print_styles(void) {
	static const char *const attributes[] = { " bold", " dim", " underline", " reverse" };

	printf("with %d colours:\n", script.styles_of);
	for (int role = 0; role < NROLES; role++) {
		struct style style = theme_style(&script.theme, (enum role)role, script.styles_of);

		printf("%s", role_name((enum role)role));
		print_colour(style.foreground);
		print_colour(style.background);
		for (int i = 0; i < 4; i++)
			if (style.attributes >> i & 1)
				printf("%s", attributes[i]);
		putchar('\n');
	}
}

static int close_script(void) {
	FILE *out;

	for (int row = 0; row < script.last.rows; row++)
		puts(canvas_row(&script.last, row, script.arena));
	if (script.has_roles)
		print_roles(&script.last);
	if (script.styles_of >= 0)
		print_styles();
	if (*script.copied) {
		out = safe_output(stdout, script.arena);
		fprintf(out, "copied: %s\n", script.copied);
		safe_output_close(out, stdout);
	}
	arena_free(script.arena);
	return 0;
}

static void busy(bool is_busy) {
	script.is_busy = is_busy;
}

static const char *copy(const char *text) {
	text_safe(script.copied, sizeof script.copied, text);
	return "the clipboard";
}

static void ignore(void) {
}

static void take_theme(const struct theme *theme) {
	script.theme = *theme;
}

static bool mouse(bool is_on) {
	return true;
}

const struct terminal *script_terminal(int rows, int cols, const char *keys,
                                       const struct terminal_setup *setup) {
	static const struct terminal terminal = {
		.size = size,
		.ready = ready,
		.show = show,
		.next = next,
		.redraw = ignore,
		.take_theme = take_theme,
		.busy = busy,
		.mouse = mouse,
		.copy = copy,
		.pause = ignore,
		.resume = ignore,
		.stop = ignore,
		.close = close_script,
	};

	script.rows = rows;
	script.cols = cols;
	script.keys = keys;
	script.worker = setup->worker;
	script.styles_of = -1;
	script.theme = *setup->theme;
	script.arena = arena_new();
	if (!strncmp(keys, "HOLD:", 5)) /* the first jobs, too */
		hold(keys);
	return &terminal;
}
