/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/remote.h"
#include "base/system.h"

#include "assertions.h"

struct test {
	char folder[40], path[60], url[80];
	char got[64];
	size_t nlent; /* connections that a command would get */
	unsigned slow_s, most_s;
	bool is_full;
	struct error err;
};

static int begin(void **state) {
	static struct test t;

	t = (struct test){ .folder = "/tmp/test-remote-XXXXXX" };
	if (!mkdtemp(t.folder))
		return 1;
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	alarm(60);
	*state = &t;
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	unlink(t->path);
	return rmdir(t->folder);
}

/* Counts connections that would stay open in a command. */
static size_t count_lent(void) {
	struct sockaddr_in to;
	size_t n = 0;

	for (int fd = 0; fd < 1000; fd++) {
		socklen_t size = sizeof to;

		n += !getpeername(fd, (struct sockaddr *)&to, &size) && to.sin_family == AF_INET &&
		     !(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	}
	return n;
}

static bool take(void *context, const char *bytes, size_t len, struct error *err) {
	struct test *t = context;
	const size_t had = strlen(t->got);

	t->nlent += count_lent();
	snprintf(t->got + had, sizeof t->got - had, "%.*s", (int)len, bytes);
	return !t->is_full || (fail)(err, "no room");
}

static bool fetch(struct test *t) {
	struct remote remote = { .url = t->url,
		                 .slow_s = t->slow_s ? t->slow_s : 20,
		                 .most_s = t->most_s ? t->most_s : 60,
		                 .take = take,
		                 .context = t };

	if (!built_in.urls)
		skip();
	remote_fetch(&remote, 1, NULL);
	t->err = remote.err;
	return remote.ok;
}

/* What a server sends first, and then again and again after a pause; without it
 * that is all. */
struct answer {
	const char *first, *again;
	size_t nagain;
	unsigned pause_ms;
};

static const char head[] = "HTTP/1.0 200 OK\r\n\r\n";

/* Answers one request. */
static void serve(int listening, const struct answer *answer) {
	char request[4096];
	const int fd = accept(listening, NULL, NULL);
	const struct timespec pause = { .tv_sec = answer->pause_ms / 1000,
		                        .tv_nsec = answer->pause_ms % 1000 * 1000000 };
	bool goes_on = read(fd, request, sizeof request) > 0 &&
	               write(fd, answer->first, strlen(answer->first)) > 0;

	while (goes_on && answer->again) {
		goes_on = write(fd, answer->again, answer->nagain) > 0;
		nanosleep(&pause, NULL);
	}
	shutdown(fd, SHUT_WR);
	_exit(0);
}

/* Sets the URL of what will be served. */
static int listen_at(char *url, size_t url_size) {
	const int fd = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof at;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
	assert_int_equal(listen(fd, 1), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	snprintf(url, url_size, "http://127.0.0.1:%u/gmon.out", (unsigned)ntohs(at.sin_port));
	return fd;
}

static bool fetch_from(struct test *t, const struct answer *answer) {
	const int fd = listen_at(t->url, sizeof t->url);

	pid_t server = fork();
	if (!server)
		serve(fd, answer);
	close(fd);
	bool ok = fetch(t);
	kill(server, SIGKILL);
	assert_int_equal(waitpid(server, NULL, 0), server);
	return ok;
}

static void commands_do_not_get_the_connection(void **state) {
	static const struct answer answer = { .first = "HTTP/1.0 200 OK\r\n\r\nprofile" };
	struct test *t = *state;

	if (!fetch_from(t, &answer))
		fail_msg("%s", t->err.reason);
	assert_string_equal(t->got, "profile");
	assert_int_equal(t->nlent, 0);
}

/* The first server answers when the second one has been asked, too. */
static void servers_are_asked_side_by_side(void **state) {
	static const char answer[] = "HTTP/1.0 200 OK\r\n\r\nprofile";
	struct test *t = *state;
	char urls[2][80];
	const int first = listen_at(urls[0], sizeof urls[0]);
	const int second = listen_at(urls[1], sizeof urls[1]);
	struct remote list[2];
	int fds[2];

	if (!built_in.urls)
		skip();
	pid_t server = fork();
	if (!server) {
		fds[0] = accept(first, NULL, NULL);
		fds[1] = accept(second, NULL, NULL);
		for (int i = 0; i < 2; i++)
			if (write(fds[i], answer, strlen(answer)) > 0)
				shutdown(fds[i], SHUT_WR);
		pause();
	}
	for (int i = 0; i < 2; i++)
		list[i] = (struct remote){
			.url = urls[i], .slow_s = 10, .most_s = 60, .take = take, .context = t
		};
	remote_fetch(list, 2, NULL);
	assert_true(list[0].ok);
	assert_true(list[1].ok);
	assert_string_equal(t->got, "profileprofile");
	kill(server, SIGKILL);
	assert_int_equal(waitpid(server, NULL, 0), server);
	close(first);
	close(second);
}

static void assert_fails(struct test *t, const struct answer *answer, const char *reason) {
	assert_false(fetch_from(t, answer));
	const char *end = strstr(t->err.reason, "gmon.out: ");
	assert_non_null(end);
	assert_string_equal(end + strlen("gmon.out: "), reason);
}

/* Whatever this machine does meanwhile. */
static void assert_is_slow(struct test *t, const struct answer *answer) {
	assert_false(fetch_from(t, answer));
	if (!strstr(t->err.reason, ": less than 1 KB/s for 1 s") &&
	    !strstr(t->err.reason, ": no answer for 1 s"))
		fail_msg("%s", t->err.reason);
}

static void a_slow_server_is_given_up(void **state) {
	static const struct answer byte = { head, "g", 1, 50 };
	static const struct answer in_head = { "HTTP/1.0 200 OK\r\nX: ", "g", 1, 50 };
	static const struct answer heads = { "HTTP/1.0 200 OK\r\n", "X: y\r\n", 6, 50 };
	struct test *t = *state;

	t->slow_s = 1;
	assert_is_slow(t, &byte);
	assert_is_slow(t, &in_head);
	assert_is_slow(t, &heads);
}

static void bursts_do_not_make_a_server_fast(void **state) {
	static char burst[2500];
	const struct answer bursts = { head, burst, sizeof burst, 3500 };
	struct test *t = *state;

	memset(burst, 'x', sizeof burst);
	t->slow_s = 3;
	t->most_s = 25;
	assert_fails(t, &bursts, "less than 1 KB/s for 3 s");
}

static void what_takes_too_long_is_given_up(void **state) {
	static char much[1 << 16];
	const struct answer data = { head, much, 1 << 14, 10 };
	const struct answer heads = { "HTTP/1.0 200 OK\r\n", much, sizeof much, 0 };
	struct test *t = *state;

	memset(much, 'x', sizeof much);
	t->most_s = 1;
	assert_fails(t, &data, "not complete after 1 s (set fetch-time)");
	t->most_s = 60;
	memcpy(much, "X:", 2);
	memcpy(much + sizeof much - 2, "\r\n", 2);
	assert_fails(t, &heads, "its headers do not end");
}

static void what_cannot_be_taken_ends_it(void **state) {
	static const struct answer data = { head, "profile", 7, 10 };
	struct test *t = *state;

	t->is_full = true;
	assert_fails(t, &data, "no room");
}

/* However its URL is spelt. */
static void a_pipe_is_not_waited_for(void **state) {
	static const char *const names[] = { "a b", "a%20b", "%61%20%62", "a%20b?c", "a%20b#c" };
	struct test *t = *state;

	snprintf(t->path, sizeof t->path, "%s/a b", t->folder);
	assert_int_equal(mkfifo(t->path, 0600), 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(t->url, sizeof t->url, "file://%s/%s", t->folder, names[i]);
		assert_false(fetch(t));
		assert_non_null(strstr(t->err.reason, "not a regular file"));
	}
}

static void a_file_may_have_any_name(void **state) {
	struct test *t = *state;
	FILE *file;

	snprintf(t->path, sizeof t->path, "%s/a%%b c", t->folder);
	file = fopen(t->path, "w");
	fputs("profile", file);
	fclose(file);
	snprintf(t->url, sizeof t->url, "file://%s/a%%25b%%20c", t->folder);
	if (!fetch(t))
		fail_msg("%s", t->err.reason);
	assert_string_equal(t->got, "profile");
}

static void passwords_are_hidden(void **state) {
	static const char *const texts[][2] = {
		{ "http://me:word@host/p: no", "http://me:***@host/p: no" },
		{ "http://me:@host", "http://me:***@host" },
		{ "http://me:a@b@host/c@d", "http://me:***@host/c@d" },
		{ "tftp://me:1/2x@host/p", "tftp://me:1/2x@host/p" },
		{ "http://me:w/x?y#z@host/p", "http://me:***@host/p" },
		{ "http://me:w@[::1]:80/", "http://me:***@[::1]:80/" },
		{ "a http://a:b@c b ftp://d:e@f", "a http://a:***@c b ftp://d:***@f" },
		{ "http://me:wor", "http://me:***" },
		{ "http://me:***@host", "http://me:***@host" },
		{ "http://me@host/a:b@c", "http://me@host/a:b@c" },
		{ "http://host: no answer", "http://host: no answer" },
		{ "http://host:80: no answer", "http://host:80: no answer" },
		{ "(\"http://host:80/a:b\")", "(\"http://host:80/a:b\")" },
		{ "http://[fe80::a]/p", "http://[fe80::a]/p" },
		{ "file:///a:b@c", "file:///a:b@c" },
		{ "ns::f:g@h", "ns::f:g@h" },
	};
	struct error err;
	char text[40], longer[2000];

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		(fail)(&err, "%s", texts[i][0]);
		assert_string_equal(err.reason, texts[i][1]);
	}
	strcpy(text, "://a:b@0123");
	passwords_hide(text, 12);
	assert_string_equal(text, "://a:***@01");
	strcpy(text, "://a:b@");
	passwords_hide(text, 8);
	assert_string_equal(text, "://a:**");
	memset(longer, 'x', sizeof longer);
	memcpy(longer, "http://me:", 10);
	longer[sizeof longer - 1] = '\0';
	(fail)(&err, "%s", longer);
	assert_string_equal(err.reason, "http://me:***");
}

static void other_urls_are_not_fetched(void **state) {
	struct test *t = *state;

	assert_true(remote_is_one("gopher://a:b@c"));
	assert_false(remote_is_one("a/b://c"));
	assert_false(remote_is_one("://c"));
	snprintf(t->url, sizeof t->url, "gopher://a:b@c");
	assert_false(fetch(t));
	assert_string_equal(t->err.reason, "gopher://a:***@c: only tftp, http, https, file "
	                                   "and serial are supported");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(commands_do_not_get_the_connection),
		TEST(servers_are_asked_side_by_side),
		TEST(a_slow_server_is_given_up),
		TEST(what_takes_too_long_is_given_up),
		TEST(bursts_do_not_make_a_server_fast),
		TEST(what_cannot_be_taken_ends_it),
		TEST(a_pipe_is_not_waited_for),
		TEST(a_file_may_have_any_name),
		TEST(passwords_are_hidden),
		TEST(other_urls_are_not_fetched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
