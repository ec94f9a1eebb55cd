/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include "base/base.h"
#include "base/remote.h"

enum { LARGEST_RECIPE = 65536, PROMPT = 64 };

struct serial {
	struct talk talk;
	char *rest; /* of the recipe */
	const char *prompt;
	char tail[2 * PROMPT]; /* the end of what came since a line was sent */
	size_t len;
};

static bool fail_system(struct error *err) {
	return fail(err, "%s", strerror(errno));
}

static bool send_line(struct serial *s, const char *line, struct error *err) {
	s->len = 0;
	return dprintf(s->talk.fd, "%s\n", line) > 0 || fail_system(err);
}

/* Takes what came, and sends the next line if the prompt is there. */
static bool take(struct serial *s, const char *came, size_t n, bool *has_ended, struct error *err) {
	char *line;

	if (!s->talk.take(s->talk.remote, came, n, err))
		return false;
	if (s->len > PROMPT) {
		memmove(s->tail, s->tail + s->len - PROMPT, PROMPT);
		s->len = PROMPT;
	}
	memcpy(s->tail + s->len, came, n);
	s->len += n;
	if (!memmem(s->tail, s->len, s->prompt, strlen(s->prompt)))
		return true;
	while ((line = strsep(&s->rest, "\n")) && !*line)
		continue;
	*has_ended = !line;
	return !line || send_line(s, line, err);
}

static bool go_on(struct talk *talk, bool *has_ended, struct error *err) {
	enum { AT_ONCE = 1024 };
	char came[PROMPT];
	ssize_t n = 1;

	for (int i = 0; i < AT_ONCE && !*has_ended && n > 0; i++) {
		n = read(talk->fd, came, sizeof came);
		if (n > 0 && !take((struct serial *)talk, came, (size_t)n, has_ended, err))
			return false;
	}
	if (!n)
		return fail(err, "the line was closed");
	return n > 0 || errno == EAGAIN || errno == EINTR || fail_system(err);
}

/* Reads a recipe: one that is known, or a file. */
static bool find_recipe(struct serial *s, const char *name, struct arena *arena,
                        struct error *err) {
	static const char nuttx[] = "prompt nsh> \n"
				    "gprof stop\n"
				    "gprof dump /tmp/gmon.out\n"
				    "hexdump /tmp/gmon.out\n"
				    "gprof start\n";
	static const char word[] = "prompt ";
	struct bytes text = { (const unsigned char *)nuttx, strlen(nuttx) };
	bool ok = !*name || !strcmp(name, "nuttx") ||
	          bytes_read_regular(&text, name, LARGEST_RECIPE, arena, err);

	if (!ok)
		return false;
	s->rest = arena_text(arena, (const char *)text.data, text.len);
	s->prompt = strncmp(s->rest, word, strlen(word)) ? "> "
	                                                 : strsep(&s->rest, "\n") + strlen(word);
	return (*s->prompt && strlen(s->prompt) < PROMPT) || fail(err, "%s: no such prompt", name);
}

struct talk *serial_begin(struct remote *remote, const char *rest, struct arena *arena,
                          struct error *err) {
	struct serial *s = arena_alloc(arena, 1, sizeof *s);
	const char *comma = rest + strcspn(rest, ",");
	const char *device = arena_text(arena, rest, (size_t)(comma - rest));
	char *end;
	const unsigned long speed = *comma ? strtoul(comma + 1, &end, 10) : 0;
	struct termios line;

	s->talk = (struct talk){ .fd = -1, .remote = remote, .go_on = go_on };
	if (!speed || (*end && *end != ','))
		return fail_null(err, "not serial:DEVICE,SPEED or serial:DEVICE,SPEED,RECIPE");
	if (!find_recipe(s, end + (*end == ','), arena, err))
		return NULL;
	s->talk.fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	bool ok = s->talk.fd >= 0 && !tcgetattr(s->talk.fd, &line) &&
	          !cfsetspeed(&line, (speed_t)speed);
	if (ok) {
		cfmakeraw(&line);
		line.c_cflag |= CLOCAL | CREAD;
		ok = !tcsetattr(s->talk.fd, TCSANOW, &line) && !tcflush(s->talk.fd, TCIOFLUSH);
	}
	if ((ok || fail_system(err)) && send_line(s, "", err))
		return &s->talk;
	if (s->talk.fd >= 0)
		close(s->talk.fd);
	return NULL;
}
