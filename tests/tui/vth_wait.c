/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "vth_inside.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void vth_throttle(struct vth *h, long bytes_per_second) {
	h->rate = bytes_per_second;
	h->rate_t0 = vth_now();
	h->rate_used = 0;
}

/* How much may be read now?  Sleeps up to timeout_ms for the first byte. */
static size_t credit(struct vth *h, int timeout_ms) {
	int64_t now = vth_now(), may = (now - h->rate_t0) * h->rate / 1000000000LL;
	if (may > h->rate_used + 64) { /* idle time gives no credit */
		h->rate_t0 = now - 64 * 1000000000LL / h->rate;
		h->rate_used = 0;
		may = 64;
	}
	if (may <= h->rate_used) {
		int64_t ns = 1000000000LL / h->rate;
		if (ns > timeout_ms * 1000000LL)
			ns = timeout_ms * 1000000LL;
		struct timespec ts = { ns / 1000000000LL, ns % 1000000000LL };
		nanosleep(&ts, NULL);
		return 0;
	}
	return (size_t)(may - h->rate_used);
}

static bool output_pending(struct vth *h) {
	struct pollfd p = { .fd = h->master, .events = POLLIN };
	return poll(&p, 1, 0) > 0 && (p.revents & POLLIN);
}

ssize_t vth_pump(struct vth *h, int timeout_ms) {
	char buf[65536];
	size_t max = sizeof buf;
	struct pollfd p[2] = { { .fd = h->master, .events = POLLIN },
		               { .fd = h->outpipe, .events = POLLIN } };
	int r = poll(p, 2, timeout_ms);
	if (r <= 0)
		return 0;
	if (p[1].revents & (POLLIN | POLLHUP)) {
		ssize_t n = read(h->outpipe, buf, sizeof buf);
		if (n > 0) {
			vth_take(h, buf, (size_t)n);
			return n;
		}
		close(h->outpipe);
		h->outpipe = -1;
	}
	if (h->rate && (max = credit(h, timeout_ms)) == 0)
		return 0;
	ssize_t n = read(h->master, buf, max < sizeof buf ? max : sizeof buf);
	if (n > 0) {
		h->rate_used += n;
		vth_take(h, buf, (size_t)n);
		vth_push(h); /* answers to DA/DSR queries */
		return n;
	}
	return n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static bool input_pending(struct vth *h) {
	struct pollfd p = { .fd = h->slave, .events = POLLIN };
	return poll(&p, 1, 0) > 0 && (p.revents & POLLIN);
}

static enum vth_why settle(struct vth *h, int timeout_ms, bool loose) {
	int64_t end = vth_now() + timeout_ms * 1000000LL;
	int nap = 0;
	if (!vth_exact())
		return vth_idle(h, 30, timeout_ms);
	for (;;) {
		while (vth_pump(h, 0) > 0)
			nap = 0;
		if (vth_reap(h, false)) {
			while (vth_pump(h, 0) > 0)
				;
			return VTH_EXITED;
		}
		bool in = input_pending(h);
		struct vth_snap a = { 0 }, b = { 0 };
		if (!in) {
			vth_snap_pid(h->pid, &a, 0);
			if (!a.running && (loose || !a.timed)) {
				vth_snap_pid(h->pid, &b, 0);
				if (!b.running && (loose || !b.timed) && a.csw == b.csw &&
				    a.threads == b.threads && !input_pending(h)) {
					ssize_t n = vth_pump(h, 0);
					if (n <= 0 && !h->kn && !output_pending(h))
						return vth_reap(h, false) ? VTH_EXITED
						                          : VTH_SETTLED;
				}
			}
		}
		if (vth_now() > end)
			return VTH_TIMEOUT;
		/* Not yet.  Sleep in poll() on the output, a little longer each time
         * (0, 0, 1, 1, 2, 2 ... 5 ms): no busy loop that would take the CPU
         * from the program on a one-core runner. */
		if (nap < 10)
			nap++;
		if (nap < 3) {
			struct timespec ts = { 0, 50000 };
			struct pollfd p = { .fd = h->master, .events = POLLIN };
			ppoll(&p, 1, &ts, NULL);
		} else
			vth_pump(h, nap / 2);
	}
}

enum vth_why vth_settle(struct vth *h, int ms) {
	return settle(h, ms, false);
}
enum vth_why vth_settle_loose(struct vth *h, int ms) {
	return settle(h, ms, true);
}

enum vth_why vth_idle(struct vth *h, int idle_ms, int timeout_ms) {
	int64_t end = vth_now() + timeout_ms * 1000000LL;
	for (;;) {
		ssize_t n = vth_pump(h, idle_ms);
		if (n <= 0 && vth_reap(h, false)) {
			while (vth_pump(h, 0) > 0)
				;
			return VTH_EXITED;
		}
		if (n <= 0)
			return VTH_SETTLED;
		if (vth_now() > end)
			return VTH_TIMEOUT;
	}
}

bool vth_until(struct vth *h, bool (*pred)(struct vth *, void *), void *arg, int timeout_ms) {
	int64_t end = vth_now() + timeout_ms * 1000000LL;
	for (;;) {
		int left = (int)((end - vth_now()) / 1000000);
		if (left < 0)
			left = 0;
		enum vth_why w = vth_exact() ? settle(h, left < 20 ? left : 20, false)
		                             : vth_idle(h, 20, left);
		if (pred(h, arg))
			return true;
		/* settled for good and still false: waiting longer cannot help */
		if (w == VTH_EXITED || (w == VTH_SETTLED && vth_exact()) || left == 0)
			return false;
	}
}

static bool has_text(struct vth *h, void *arg) {
	int r, c;
	const char *const *text = arg;
	return vth_find(h, *text, &r, &c);
}

bool vth_until_text(struct vth *h, const char *text, int timeout_ms) {
	return vth_until(h, has_text, &text, timeout_ms);
}

bool vth_exited(struct vth *h, int *status) {
	if (!vth_reap(h, false))
		return false;
	if (status)
		*status = h->status;
	return true;
}

int vth_wait_exit(struct vth *h, int timeout_ms) {
	int64_t end = vth_now() + timeout_ms * 1000000LL;
	while (!vth_reap(h, false)) {
		if (vth_now() > end)
			return -1;
		vth_pump(h, 1);
	}
	while (vth_pump(h, 0) > 0)
		;
	return h->status;
}
