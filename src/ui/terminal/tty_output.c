/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create, dup3 */
#include "ui/terminal/tty_output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

/* The marks around a picture; the first is always in memory. */
static const char on[] = "\033[?2026h", off[] = "\033[?2026l";
static const char question[] = "\033[5n";

/* A picture of fewer bytes is not worth the marks. */
enum { MARKED = 256, ON = sizeof on - 1 };

enum { PATIENCE_MS = 3000, LINGER_MS = 1000 };

bool tty_output_open(struct tty_output *output, int fd, struct error *err)
{
	output->memory = memfd_create("gptui-frame", MFD_CLOEXEC);
	if (output->memory >= 0 && write(output->memory, on, ON) != ON) {
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

void tty_output_close(struct tty_output *output)
{
	if (output->memory >= 0)
		close(output->memory);
	if (output->terminal >= 0)
		close(output->terminal);
	if (output->curses >= 0)
		close(output->curses);
	output->memory = output->terminal = output->curses = -1;
}

void tty_output_divert(const struct tty_output *output, bool to_nowhere)
{
	int nowhere;

	if (!to_nowhere) {
		dup3(output->terminal, output->curses, O_CLOEXEC);
		return;
	}
	nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere < 0)
		return;
	dup3(nowhere, output->curses, O_CLOEXEC);
	close(nowhere);
}

void tty_output_write(const struct tty_output *output, const char *bytes, size_t len)
{
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

void tty_output_begin(const struct tty_output *output)
{
	if (output->memory >= 0) {
		lseek(output->memory, ON, SEEK_SET);
		dup3(output->memory, output->curses, O_CLOEXEC);
	}
}

/* Adds the mark and the request after a picture; returns the total length. */
static size_t add_tail(struct tty_output *output, char *bytes, size_t len)
{
	if (len - ON > MARKED) {
		memcpy(bytes + len, off, sizeof off - 1);
		len += sizeof off - 1;
	}
	if (!output->is_off && !output->asked_ms) {
		memcpy(bytes + len, question, sizeof question - 1);
		len += sizeof question - 1;
		output->asked_ms = clock_ms();
	}
	return len;
}

void tty_output_end(struct tty_output *output)
{
	off_t end = output->memory < 0 ? 0 : lseek(output->memory, 0, SEEK_CUR);
	size_t len = (size_t)end, room = len + sizeof off + sizeof question;
	char *bytes;

	if (output->memory < 0)
		return;
	dup3(output->terminal, output->curses, O_CLOEXEC);
	if (end <= ON || ftruncate(output->memory, (off_t)room))
		return;
	bytes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, output->memory, 0);
	if (bytes != MAP_FAILED) {
		size_t start = len - ON > MARKED ? 0 : ON;

		len = add_tail(output, bytes, len);
		tty_output_write(output, bytes + start, len - start);
		munmap(bytes, room);
	}
}

bool tty_output_ready(struct tty_output *output)
{
	if (!output->is_proven || !output->asked_ms || output->is_off)
		return true;
	if (clock_ms() - output->asked_ms < PATIENCE_MS)
		return false;
	output->is_off = true;
	output->asked_ms = 0;
	return true;
}

int tty_output_patience_ms(const struct tty_output *output)
{
	long long left = output->asked_ms + PATIENCE_MS - clock_ms();

	if (!output->is_proven || !output->asked_ms || output->is_off)
		return -1;
	return left > 0 ? (int)left : 0;
}

void tty_output_answered(struct tty_output *output)
{
	output->is_proven = true;
	output->asked_ms = 0;
}

int tty_output_linger_ms(const struct tty_output *output)
{
	long long left = output->asked_ms + LINGER_MS - clock_ms();

	return output->asked_ms && left > 0 ? (int)left : 0;
}
