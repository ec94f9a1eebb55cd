/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TFTP (RFC 1350), reading octets.  libcurl's asks again when an answer is late, so that a board
 * which resets its counters sends what they were to nobody, takes packets of others, and keeps
 * what errors say to itself. */
#define _GNU_SOURCE /* strchrnul */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/remote.h"

enum { READ = 1, DATA = 3, ACK = 4, ERROR = 5 };
enum { HEAD = 4, BLOCK = 512, AGAIN_MS = 5000 };

struct tftp {
	struct talk talk;
	struct sockaddr_in6 peer; /* room for both kinds of addresses */
	socklen_t peer_size;
	bool is_known;  /* the port that answers, which is another one than is asked */
	uint16_t block; /* that came last */
	long long sent_ms;
};

static void acknowledge(struct tftp *t) {
	const unsigned char packet[HEAD] = { 0, ACK, (unsigned char)(t->block >> 8),
		                             (unsigned char)t->block };

	sendto(t->talk.fd, packet, sizeof packet, 0, (struct sockaddr *)&t->peer, t->peer_size);
	t->sent_ms = clock_ms();
}

/* Others are dropped, as is what comes twice or is no packet of TFTP. */
static bool take(struct tftp *t, const unsigned char *packet, size_t len,
                 const struct sockaddr_in6 *from, bool *has_ended, struct error *err) {
	const char *data = (const char *)packet + HEAD;
	const unsigned kind = (unsigned)packet[0] << 8 | packet[1];
	const unsigned word = (unsigned)packet[2] << 8 | packet[3];
	struct sockaddr_in6 host = *from;

	if (!t->is_known)
		host.sin6_port = t->peer.sin6_port; /* in the same place for IPv4 */
	/* It is of the host that was asked, and of the port that answered first. */
	if (len < HEAD || memcmp(&host, &t->peer, t->peer_size) != 0)
		return true;
	len -= HEAD;
	if (kind == ERROR)
		return fail(err, "TFTP error %u: %.*s", word, (int)strcspn(data, "\r\n"), data);
	if (kind != DATA || len > BLOCK || (!t->is_known && word != 1))
		return true;
	t->is_known = true;
	t->peer = *from;
	if (word == (uint16_t)(t->block + 1)) {
		if (!t->talk.take(t->talk.remote, data, len, err))
			return false;
		t->block = (uint16_t)word;
		*has_ended = len < BLOCK;
	}
	if (word == t->block)
		acknowledge(t);
	return true;
}

static bool go_on(struct talk *talk, bool *has_ended, struct error *err) {
	enum { AT_ONCE = 256 };
	struct tftp *t = (struct tftp *)talk;
	unsigned char packet[HEAD + BLOCK + 2] = { 0 };
	ssize_t len = 0;

	for (int i = 0; i < AT_ONCE && !*has_ended && len >= 0; i++) {
		struct sockaddr_in6 from = { .sin6_port = 0 };
		socklen_t size = sizeof from;

		len = recvfrom(talk->fd, packet, sizeof packet - 1, 0, (struct sockaddr *)&from,
		               &size);
		packet[len > 0 ? len : 0] = '\0';
		if (len >= 0 && !take(t, packet, (size_t)len, &from, has_ended, err))
			return false;
	}
	if (len < 0 && errno != EAGAIN && errno != EINTR)
		return fail(err, "%s", strerror(errno));
	if (t->is_known && !*has_ended && clock_ms() - t->sent_ms > AGAIN_MS)
		acknowledge(t);
	return true;
}

/* Asks once: an answer is late more often than the request is lost. */
struct talk *tftp_begin(struct remote *remote, const char *rest, struct arena *arena,
                        struct error *err) {
	struct tftp *t = arena_alloc(arena, 1, sizeof *t);
	const size_t len = strcspn(rest, "/");
	char *host = arena_text(arena, rest, len), *port = strrchr(host, ':');
	const struct addrinfo how = { .ai_socktype = SOCK_DGRAM };
	struct addrinfo *list;
	char request[BLOCK + HEAD + 6];
	const int on = 1, size = snprintf(request, sizeof request, "%c%c%.*s%coctet", 0, READ,
	                                  BLOCK, rest + len + (rest[len] == '/'), 0);

	if (port && strchr(port, ']')) /* of [::1] */
		port = NULL;
	if (port)
		*port++ = '\0';
	if (*host == '[')
		*strchrnul(host++, ']') = '\0';
	const int failed = getaddrinfo(host, port ? port : "69", &how, &list);
	if (failed)
		return fail_null(err, "%s", gai_strerror(failed));
	memcpy(&t->peer, list->ai_addr, list->ai_addrlen);
	t->peer_size = list->ai_addrlen;
	const int fd = socket(list->ai_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	freeaddrinfo(list);
	if (fd >= 0) { /* so that a closed port is told */
		setsockopt(fd, IPPROTO_IP, IP_RECVERR, &on, sizeof on);
		setsockopt(fd, IPPROTO_IPV6, IPV6_RECVERR, &on, sizeof on);
	}
	t->talk = (struct talk){ .fd = fd, .remote = remote, .go_on = go_on };
	if (fd >= 0 && sendto(fd, request, (size_t)size + 1, 0, (struct sockaddr *)&t->peer,
	                      t->peer_size) >= 0)
		return &t->talk;
	fail(err, "%s", strerror(errno));
	if (fd >= 0)
		close(fd);
	return NULL;
}
