/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small program on the terminal layer alone, for test_terminal.c.
 *
 *   terminal_demo [-n ROWS] [-w SECONDS] [-x] [-p] [-k KEYS] [-t THEME]
 *     -n  rows in the list (1000)
 *     -w  a job in the background takes that long, with progress
 *     -x  the fourth row has a hostile name
 *     -p  no colour, no drawing characters
 *     -k  plays the keys on a script terminal of 24 x 80
 *     -t  the text of a theme
 *
 * j k Down Up Space PageDown PageUp Home End move; / edits a filter; y copies
 * the name; e runs $EDITOR; o prints on standard error; m mouse on; C-z stops;
 * C-l draws anew; M-Left M-Right other keys show their names; S A crash, M needs
 * more memory than there is; q. */
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "base/work.h"
#include "process/worker.h"
#include "ui/terminal/terminal.h"
#include "ui/terminal/theme.h"

static const char hostile[] = "evil\033]0;pwned\007\033[31m\xc2\x9b"
			      "2J\n\t\xe2\x80\xae"
			      "x\xff\xe6\x97\xa5\xe6\x9c\xac(e\xcc\x81)\xe2\x80\xa6";

struct demo {
	const struct terminal *terminal;
	struct worker *worker;
	struct job job;
	int nrows, nshown, top, cursor;
	int *shown; /* numbers of rows; shape: [nshown] */
	bool is_hostile, is_ascii, is_typing, is_done;
	char filter[256];
	char message[128];
	double seconds;
};

static void name_of(const struct demo *demo, int row, char *out, size_t size) {
	if (demo->is_hostile && row == 3)
		snprintf(out, size, "%s", hostile);
	else
		snprintf(out, size, "namespace_%d::function_number_%d(int, char const*)", row % 17,
		         row);
}

static void refilter(struct demo *demo) {
	char name[128];

	demo->nshown = demo->top = demo->cursor = 0;
	for (int i = 0; i < demo->nrows; i++) {
		name_of(demo, i, name, sizeof name);
		if (strstr(name, demo->filter))
			demo->shown[demo->nshown++] = i;
	}
}

static int page(const struct demo *demo) {
	int rows, cols;

	demo->terminal->size(&rows, &cols);
	return rows > 3 ? rows - 3 : 1;
}

static void clamp(struct demo *demo) {
	int size = page(demo);

	if (demo->cursor >= demo->nshown)
		demo->cursor = demo->nshown - 1;
	if (demo->cursor < 0)
		demo->cursor = 0;
	if (demo->top > demo->cursor)
		demo->top = demo->cursor;
	if (demo->top <= demo->cursor - size)
		demo->top = demo->cursor - size + 1;
	if (demo->top < 0)
		demo->top = 0;
}

static void paint_row(const struct demo *demo, struct canvas *canvas, int row, int place) {
	int number = demo->shown[place];
	char text[128];

	snprintf(text, sizeof text, " %6.2f ", 50.0 / (number + 1));
	int col = canvas_put(canvas, row, 0, 80, number < 10 ? ROLE_HOT : ROLE_PLAIN, text);
	snprintf(text, sizeof text, "%9d %7.2f  ", number * 7919 % 100003, number * 0.01);
	col = canvas_put(canvas, row, col, 80, ROLE_PLAIN, text);
	name_of(demo, number, text, sizeof text);
	canvas_put(canvas, row, col, canvas->cols, ROLE_PLAIN, text);
	if (place == demo->cursor)
		canvas_mark(canvas, row, 0, canvas->cols, ROLE_CURSOR);
}

static void paint_last(const struct demo *demo, struct canvas *canvas) {
	int row = canvas->rows - 1;

	canvas->cursor_row = 1 + demo->cursor - demo->top;
	if (!demo->is_typing) {
		canvas_put(canvas, row, 0, canvas->cols, ROLE_PLAIN,
		           *demo->message ? demo->message
		                          : "q quit \xe2\x94\x82"
		                            " / filter");
		return;
	}
	int col = canvas_put(canvas, row, 0, canvas->cols, ROLE_PROMPT, "/");
	col = canvas_put(canvas, row, col, canvas->cols, ROLE_PROMPT, demo->filter);
	canvas->cursor_row = row;
	canvas->cursor_col = col;
	canvas->cursor_shown = true;
}

static void paint(struct demo *demo, struct canvas *canvas) {
	const struct progress *progress = demo->worker ? worker_progress(demo->worker) : NULL;
	char text[512];
	int row = canvas->rows - 2;

	clamp(demo);
	canvas_put(canvas, 0, 0, canvas->cols, ROLE_HEADING_SORT,
	           "  %time     calls    self  name");
	for (int i = 0; i < page(demo) && demo->top + i < demo->nshown; i++)
		paint_row(demo, canvas, i + 1, demo->top + i);
	if (row > 0) {
		snprintf(text, sizeof text, " %d/%d%s%s", demo->nshown ? demo->cursor + 1 : 0,
		         demo->nshown, *demo->filter ? "  filter: " : "", demo->filter);
		if (progress && progress->stage)
			snprintf(text + strlen(text), sizeof text - strlen(text), "  %s %zu/%zu",
			         progress->stage, (size_t)progress->done, (size_t)progress->total);
		canvas_put(canvas, row, 0, canvas->cols, ROLE_STATUS, text);
		canvas_mark(canvas, row, 0, canvas->cols, ROLE_STATUS);
	}
	paint_last(demo, canvas);
}

static void edit(struct demo *demo) {
	int status = 0;

	demo->terminal->pause();
	pid_t child = fork();
	if (child == 0) {
		execlp("sh", "sh", "-c", "eval \"$EDITOR\"", (char *)NULL);
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0 && child > 0)
		;
	snprintf(demo->message, sizeof demo->message, "editor ended with status %d",
	         WEXITSTATUS(status));
	demo->terminal->resume();
}

static void act(struct demo *demo, const char *key) {
	char name[128];

	switch (*key) {
	case 'q':
		demo->is_done = true;
		break;
	case '/':
		demo->is_typing = true;
		break;
	case 'y':
		name_of(demo, demo->shown[demo->cursor], name, sizeof name);
		demo->terminal->copy(name);
		break;
	case 'e':
		edit(demo);
		return;
	case 'o':
		fprintf(stderr, "stray: a library's\033[31m warning\n");
		break;
	case 'm':
		demo->terminal->mouse(true);
		break;
	case 'S':
		raise(SIGSEGV);
		break;
	case 'A':
		abort();
	case 'M':
		arena_alloc(arena_new(), SIZE_MAX, 2);
		break;
	default:
		break;
	}
	snprintf(demo->message, sizeof demo->message, "key %s", key);
}

static void list_key(struct demo *demo, const char *key) {
	static const char *const names[] = { "j",    "Down",  "k",        "Up",  "PageUp",
		                             "Home", "Space", "PageDown", "End", NULL };
	int jump = page(demo);
	int steps[] = { 1, 1, -1, -1, -jump, -100000, jump, jump, 100000 };

	*demo->message = '\0';
	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], key)) {
			demo->cursor += steps[i];
			if (steps[i] == jump && jump > 1)
				demo->top += jump;
			clamp(demo);
			return;
		}
	if (!strcmp(key, "C-z"))
		demo->terminal->stop();
	else if (!strcmp(key, "C-l"))
		demo->terminal->redraw();
	else
		act(demo, key[1] && (unsigned char)*key < 0x80 ? "?" : key);
	if (key[1] && strcmp(key, "C-l"))
		snprintf(demo->message, sizeof demo->message, "key %s", key);
}

static void type(struct demo *demo, const char *text) {
	size_t len = strlen(demo->filter);

	for (; *text && len + 1 < sizeof demo->filter; text++)
		if ((unsigned char)*text >= ' ')
			demo->filter[len++] = *text;
	demo->filter[len] = '\0';
}

static void prompt_key(struct demo *demo, const char *key) {
	size_t len = strlen(demo->filter);

	if (!strcmp(key, "Enter"))
		demo->is_typing = false;
	else if (!strcmp(key, "Esc"))
		*demo->filter = demo->is_typing = false;
	else if (!strcmp(key, "BS")) {
		while (len && (demo->filter[len - 1] & 0xc0) == 0x80)
			len--;
		demo->filter[len ? len - 1 : 0] = '\0';
	} else if (!key[1] || (unsigned char)*key >= 0x80)
		type(demo, key);
	refilter(demo);
}

static void mouse(struct demo *demo, const struct event *event) {
	if (!strcmp(event->text, "WheelUp"))
		demo->cursor -= 3;
	else if (!strcmp(event->text, "WheelDown"))
		demo->cursor += 3;
	else if (event->row > 0)
		demo->cursor = demo->top + event->row - 1;
	snprintf(demo->message, sizeof demo->message, "%s %d,%d", event->text, event->row,
	         event->col);
}

static void take_worker(struct demo *demo) {
	while (worker_take(demo->worker))
		demo->terminal->busy(false);
}

static void take(struct demo *demo, const struct event *event) {
	if (event->kind == EVENT_KEY && demo->is_typing)
		prompt_key(demo, event->text);
	else if (event->kind == EVENT_KEY)
		list_key(demo, event->text);
	else if (event->kind == EVENT_PASTE && demo->is_typing) {
		type(demo, event->text);
		refilter(demo);
	} else if (event->kind == EVENT_MOUSE)
		mouse(demo, event);
	else if (event->kind == EVENT_WORKER)
		take_worker(demo);
	else if (event->kind == EVENT_END)
		demo->is_done = true;
}

static void load(void *context, struct progress *progress) {
	const struct demo *demo = context;
	struct timespec nap = { 0, (long)(demo->seconds * 1e7) };

	progress_stage(progress, "loading", 100);
	for (size_t i = 0; i < 100 && progress_step(progress, i); i++)
		nanosleep(&nap, NULL);
}

static void run(struct demo *demo) {
	struct arena *frame = arena_new();
	bool is_dirty = true;

	while (!demo->is_done) {
		if (is_dirty && demo->terminal->ready()) {
			int rows, cols;

			arena_reset(frame);
			demo->terminal->size(&rows, &cols);
			struct canvas canvas = canvas_new(rows, cols, frame);
			paint(demo, &canvas);
			if (demo->is_ascii)
				canvas_to_ascii(&canvas);
			demo->terminal->show(&canvas);
			is_dirty = false;
		}
		struct event event = demo->terminal->next(-1);
		while (event.kind != EVENT_NONE && !demo->is_done) {
			take(demo, &event);
			is_dirty = true;
			event = demo->terminal->next(0);
		}
	}
	arena_free(frame);
}

int main(int argc, char **argv) {
	struct demo demo = { .nrows = 1000 };
	struct terminal_setup setup = { .title = "demo", .worker = -1 };
	const char *keys = NULL, *style = named_text(themes, "default");
	const char *no_color = getenv("NO_COLOR");
	struct arena *arena = arena_new();
	struct theme theme;
	struct error err;
	int option;

	setlocale(LC_ALL, "");
	setup.no_color = no_color && *no_color;
	while ((option = getopt(argc, argv, "n:w:xpk:t:")) != -1) {
		if (option == 'n')
			demo.nrows = atoi(optarg);
		else if (option == 'w')
			demo.seconds = atof(optarg);
		else if (option == 'x')
			demo.is_hostile = true;
		else if (option == 'p')
			setup.no_color = demo.is_ascii = true;
		else if (option == 'k')
			keys = optarg;
		else
			style = optarg;
	}
	demo.shown = arena_alloc(arena, (size_t)demo.nrows + 1, sizeof(int));
	refilter(&demo);
	if (demo.seconds > 0) {
		demo.worker = worker_start(arena, &err);
		setup.worker = worker_descriptor(demo.worker);
		demo.job = (struct job){ .run = load, .context = &demo };
		worker_give(demo.worker, &demo.job);
	}
	setup.theme = &theme;
	demo.terminal = NULL;
	if (theme_parse(&theme, "theme", style, &err))
		demo.terminal = keys ? script_terminal(24, 80, keys, &setup)
		                     : curses_terminal(&setup, &err);
	if (!demo.terminal) {
		fprintf(stderr, "terminal_demo: %s\n", err.reason);
		arena_free(arena);
		return 2;
	}
	demo.terminal->busy(demo.worker != NULL);
	run(&demo);
	int told = demo.terminal->close();
	arena_free(arena);
	if (told)
		raise(told);
	return 0;
}
