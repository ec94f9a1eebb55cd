/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create, dup3 */
#include "ui/terminal/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

/* At the start and the end of the memory; the end is added to each frame. */
static const char on[] = "\033[?2026h", off[] = "\033[?2026l";
static const char question[] = "\033[5n";

/* A frame of fewer bytes is not worth the marks. */
enum { MARKED = 256, ON = sizeof on - 1 };

enum { PATIENCE_MS = 3000, LINGER_MS = 1000 };

bool frame_open(struct frame *frame, int fd, struct error *err)
{
	frame->memory = memfd_create("gptui-frame", MFD_CLOEXEC);
	if (frame->memory >= 0 && write(frame->memory, on, ON) != ON) {
		close(frame->memory);
		frame->memory = -1;
	}
	frame->terminal = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	frame->curses = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (frame->terminal >= 0 && frame->curses >= 0)
		return true;
	fail(err, "terminal: %s", strerror(errno));
	frame_close(frame);
	return false;
}

void frame_close(struct frame *frame)
{
	if (frame->memory >= 0)
		close(frame->memory);
	if (frame->terminal >= 0)
		close(frame->terminal);
	if (frame->curses >= 0)
		close(frame->curses);
	frame->memory = frame->terminal = frame->curses = -1;
}

void frame_divert(const struct frame *frame, bool to_nowhere)
{
	int nowhere;

	if (!to_nowhere) {
		dup3(frame->terminal, frame->curses, O_CLOEXEC);
		return;
	}
	nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere < 0)
		return;
	dup3(nowhere, frame->curses, O_CLOEXEC);
	close(nowhere);
}

void frame_write(const struct frame *frame, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(frame->terminal, bytes, len);

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			struct pollfd room = { frame->terminal, POLLOUT, 0 };

			poll(&room, 1, -1);
		} else if (n == 0 || errno != EINTR) {
			return;
		}
		if (frame->told && *frame->told)
			return;
	}
}

void frame_begin(const struct frame *frame)
{
	if (frame->memory >= 0) {
		lseek(frame->memory, ON, SEEK_SET);
		dup3(frame->memory, frame->curses, O_CLOEXEC);
	}
}

/* Adds what comes after a picture; returns the length of all. */
static size_t add_tail(struct frame *frame, char *bytes, size_t len)
{
	if (len - ON > MARKED) {
		memcpy(bytes + len, off, sizeof off - 1);
		len += sizeof off - 1;
	}
	if (!frame->is_off && !frame->asked_ms) {
		memcpy(bytes + len, question, sizeof question - 1);
		len += sizeof question - 1;
		frame->asked_ms = clock_ms();
	}
	return len;
}

void frame_end(struct frame *frame)
{
	off_t end = frame->memory < 0 ? 0 : lseek(frame->memory, 0, SEEK_CUR);
	size_t len = (size_t)end, room = len + sizeof off + sizeof question;
	char *bytes;

	if (frame->memory < 0)
		return;
	dup3(frame->terminal, frame->curses, O_CLOEXEC);
	if (end <= ON || ftruncate(frame->memory, (off_t)room))
		return;
	bytes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED,
	             frame->memory, 0);
	if (bytes != MAP_FAILED) {
		size_t start = len - ON > MARKED ? 0 : ON;

		len = add_tail(frame, bytes, len);
		frame_write(frame, bytes + start, len - start);
		munmap(bytes, room);
	}
}

bool frame_ready(struct frame *frame)
{
	if (!frame->is_proven || !frame->asked_ms || frame->is_off)
		return true;
	if (clock_ms() - frame->asked_ms < PATIENCE_MS)
		return false;
	frame->is_off = true;
	frame->asked_ms = 0;
	return true;
}

int frame_patience_ms(const struct frame *frame)
{
	long long left = frame->asked_ms + PATIENCE_MS - clock_ms();

	if (!frame->is_proven || !frame->asked_ms || frame->is_off)
		return -1;
	return left > 0 ? (int)left : 0;
}

void frame_answered(struct frame *frame)
{
	frame->is_proven = true;
	frame->asked_ms = 0;
}

int frame_linger_ms(const struct frame *frame)
{
	long long left = frame->asked_ms + LINGER_MS - clock_ms();

	return frame->asked_ms && left > 0 ? (int)left : 0;
}
