/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/remote.h"

#include <strings.h>

#include "base/base.h"

/* The URLs that are fetched. */
static const struct scheme {
	const char *name;
	unsigned least_bytes_s; /* less is too slow; 0: any is enough */
	struct talk *(*begin)(struct remote *remote, const char *rest, struct arena *arena,
	                      struct error *err); /* NULL: libcurl does */
} schemes[] = {
	{ "tftp://", 1000, tftp_begin }, { "http://", 1000, NULL },      { "https://", 1000, NULL },
	{ "file://", 1000, NULL },       { "serial:", 0, serial_begin },
};

static const struct scheme *scheme_of(const char *word) {
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (!strncasecmp(word, schemes[i].name, strlen(schemes[i].name)))
			return &schemes[i];
	return NULL;
}

bool remote_is_one(const char *word) {
	const char *end = word;

	while (isalnum((unsigned char)*end) || (*end && strchr("+-.", *end)))
		end++;
	return (end > word && !strncmp(end, "://", 3)) || scheme_of(word);
}

#ifdef LIBCURL_SONAME

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION /* what came instead is of 2022 */
#include <curl/curl.h>
#include <fcntl.h>
#include <unistd.h>

/* What is used of it. */
#define FUNCTIONS(X)                \
	X(curl_global_init)         \
	X(curl_free)                \
	X(curl_easy_init)           \
	X(curl_easy_cleanup)        \
	X(curl_easy_setopt)         \
	X(curl_easy_getinfo)        \
	X(curl_easy_strerror)       \
	X(curl_easy_unescape)       \
	X(curl_multi_init)          \
	X(curl_multi_cleanup)       \
	X(curl_multi_add_handle)    \
	X(curl_multi_remove_handle) \
	X(curl_multi_perform)       \
	X(curl_multi_poll)          \
	X(curl_multi_info_read)

struct library {
	FUNCTIONS(LIBRARY_POINTER)
};

static const char *const names[] = { FUNCTIONS(LIBRARY_NAME) };

/* As much as a member of an archive may have (base/packed.c). */
static const uint64_t most = (uint64_t)512 << 20;

enum { CONNECT_S = 10, MOST_HEAD = 1 << 18, ASK_MS = 1000 };

/* A file being fetched. */
struct transfer {
	const struct library *library;
	struct remote *remote;
	const struct scheme *scheme;
	CURL *curl;        /* NULL: it could not begin, or is none of libcurl's */
	struct talk *talk; /* then; or NULL */
	char reason[CURL_ERROR_SIZE];
	CURLcode code; /* how it ended; CURLE_OK: not yet, or well */
	bool has_ended, is_slow, is_late;
	long long begin_ms;
	long long since_ms; /* from then on bytes beyond nbefore are counted */
	uint64_t nbefore;
	uint64_t nhead; /* bytes of headers */
	bool has_failed;
	struct error err; /* of the one who takes it, if that has failed */
};

static bool take(struct remote *r, const char *bytes, size_t len, struct error *err) {
	if (len > most - r->nbytes)
		return fail(err, "it is larger than %u MiB", (unsigned)(most >> 20));
	if (!r->take(r->context, bytes, len, err))
		return false;
	r->nbytes += len;
	return true;
}

static size_t take_body(char *data, size_t size, size_t n, void *context) {
	struct transfer *t = context;

	t->has_failed = !take(t->remote, data, size * n, &t->err);
	return t->has_failed ? 0 : size * n;
}

static size_t take_head(char *data, size_t size, size_t n, void *context) {
	struct transfer *t = context;

	t->nhead += size * n;
	return t->nhead > MOST_HEAD ? 0 : size * n;
}

/* Commands that are run meanwhile do not get the connection. */
static int keep(void *context, curl_socket_t socket, curlsocktype purpose) {
	return fcntl(socket, F_SETFD, FD_CLOEXEC) ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK;
}

static void set_up(struct transfer *t) {
	const struct library *l = t->library;
	const long secure = CURLPROTO_HTTPS, any = CURLPROTO_HTTP | secure;

	l->curl_easy_setopt(t->curl, CURLOPT_FOLLOWLOCATION, 1L);
	l->curl_easy_setopt(t->curl, CURLOPT_REDIR_PROTOCOLS,
	                    strcmp(t->scheme->name, "http://") ? secure : any);
	l->curl_easy_setopt(t->curl, CURLOPT_MAXREDIRS, 3L);
	l->curl_easy_setopt(t->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	l->curl_easy_setopt(t->curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)most);
	l->curl_easy_setopt(t->curl, CURLOPT_URL, t->remote->url);
	l->curl_easy_setopt(t->curl, CURLOPT_PRIVATE, t);
	l->curl_easy_setopt(t->curl, CURLOPT_NOSIGNAL, 1L);
	l->curl_easy_setopt(t->curl, CURLOPT_SOCKOPTFUNCTION, keep);
	l->curl_easy_setopt(t->curl, CURLOPT_FAILONERROR, 1L);
	l->curl_easy_setopt(t->curl, CURLOPT_ERRORBUFFER, t->reason);
	l->curl_easy_setopt(t->curl, CURLOPT_WRITEFUNCTION, take_body);
	l->curl_easy_setopt(t->curl, CURLOPT_WRITEDATA, t);
	l->curl_easy_setopt(t->curl, CURLOPT_HEADERFUNCTION, take_head);
	l->curl_easy_setopt(t->curl, CURLOPT_HEADERDATA, t);
}

/* Whether all of it came. */
static bool check(const struct transfer *t, struct error *err) {
	const struct remote *r = t->remote;

	if (!t->has_ended)
		return fail(err, "cancelled");
	if (t->code == CURLE_OK)
		return r->nbytes || fail(err, "it is empty");
	if (t->has_failed)
		return fail(err, "%s", t->err.reason);
	if (t->nhead > MOST_HEAD)
		return fail(err, "its headers do not end");
	if (t->is_slow)
		return r->nbytes && t->scheme->least_bytes_s
		               ? fail(err, "less than 1 KB/s for %u s", r->slow_s)
		               : fail(err, "no answer for %u s", r->slow_s);
	if (t->is_late)
		return fail(err, "not complete after %u s (set fetch-time)", r->most_s);
	return fail(err, "%s", *t->reason ? t->reason : t->library->curl_easy_strerror(t->code));
}

/* Opening a FIFO could take for ever, and a device could have no end. */
static bool is_regular(const struct library *l, const char *url) {
	const size_t at = strcspn(url, "/"), end = strcspn(url, "?#");
	char *path = at < end ? l->curl_easy_unescape(NULL, url + at, (int)(end - at), NULL) : NULL;
	struct stat status;
	const bool is_one = !path || stat(path, &status) || S_ISREG(status.st_mode);

	l->curl_free(path);
	return is_one;
}

/* False, with a reason, if there is nothing to wait for. */
static bool begin(struct transfer *t, CURLM *multi, const char *why_not, struct arena *own,
                  struct error *err) {
	const struct scheme *scheme = t->scheme = scheme_of(t->remote->url);

	t->remote->nbytes = 0;
	if (!scheme)
		return fail(err, "only tftp, http, https, file and serial are supported");
	t->begin_ms = t->since_ms = clock_ms();
	if (multi && scheme->begin) {
		char *rest = t->library->curl_easy_unescape(
			NULL, t->remote->url + strlen(scheme->name), 0, NULL);
		t->talk = scheme->begin(t->remote, rest ? rest : "", own, err);
		t->library->curl_free(rest);
		if (t->talk)
			t->talk->take = take;
		return t->talk;
	}
	if (multi && !strcmp(scheme->name, "file://") &&
	    !is_regular(t->library, t->remote->url + strlen(scheme->name)))
		return fail(err, "not a regular file");
	t->curl = multi ? t->library->curl_easy_init() : NULL;
	if (!t->curl)
		return fail(err, "%s", why_not);
	set_up(t);
	t->library->curl_multi_add_handle(multi, t->curl);
	return true;
}

/* Ends a transfer that takes too long, or had too little over the last seconds.  libcurl's own
 * limit looks at a few of them, so that a burst now and then is fast enough. */
static void end_slow(struct transfer *t, CURLM *multi) {
	const struct remote *r = t->remote;
	const long long now = clock_ms(), ms = now - t->since_ms;
	const uint64_t n = r->nbytes - t->nbefore;

	if ((!t->curl && !t->talk) || t->has_ended)
		return;
	t->is_late = now - t->begin_ms >= 1000LL * r->most_s;
	if (ms >= 1000LL * r->slow_s) {
		t->is_slow = !n || n * 1000 < t->scheme->least_bytes_s * (uint64_t)ms;
		t->since_ms = now;
		t->nbefore = r->nbytes;
	}
	if (!t->is_late && !t->is_slow)
		return;
	t->has_ended = true;
	t->code = CURLE_OPERATION_TIMEDOUT;
	if (t->curl)
		t->library->curl_multi_remove_handle(multi, t->curl);
}

/* Lets those go on that are not libcurl's, and lists what they wait at. */
static unsigned go_on(struct transfer *list, size_t n, struct curl_waitfd *fds) {
	unsigned nfds = 0;

	for (size_t i = 0; i < n; i++) {
		struct transfer *t = &list[i];

		if (!t->talk || t->has_ended)
			continue;
		t->has_failed = !t->talk->go_on(t->talk, &t->has_ended, &t->err);
		if (t->has_failed) {
			t->code = CURLE_OPERATION_TIMEDOUT;
			t->has_ended = true;
		}
		fds[nfds] = (struct curl_waitfd){ .fd = t->talk->fd, .events = CURL_WAIT_POLLIN };
		nfds += !t->has_ended;
	}
	return nfds;
}

/* Until all have ended, or the job is cancelled. */
static void wait_for_all(const struct library *l, CURLM *multi, struct transfer *list, size_t n,
                         struct curl_waitfd *fds, struct progress *progress) {
	const CURLMsg *message;
	struct transfer *t;
	int running = 1, left;
	unsigned nfds = 0;
	uint64_t nbytes;
	size_t i;

	while (running || nfds) {
		l->curl_multi_perform(multi, &running);
		while ((message = l->curl_multi_info_read(multi, &left))) {
			l->curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &t);
			t->code = message->data.result;
			t->has_ended = true;
		}
		for (i = 0, nbytes = 0; i < n; i++) {
			end_slow(&list[i], multi);
			nbytes += list[i].remote->nbytes;
		}
		nfds = go_on(list, n, fds);
		if (!progress_step(progress, (size_t)nbytes))
			return;
		if (running || nfds)
			l->curl_multi_poll(multi, fds, nfds, ASK_MS, NULL);
	}
}

void remote_fetch(struct remote *list, size_t n, struct progress *progress) {
	SCRATCH struct arena *own = arena_new();
	struct transfer *transfers = arena_alloc(own, n, sizeof *transfers);
	struct library l;
	CURLM *multi = NULL;
	struct error err;

	if (library_load(&l, LIBCURL_SONAME, names, sizeof names / sizeof *names, &err)) {
		fail(&err, "%s", strerror(ENOMEM)); /* why there is no transfer, if there is none */
		l.curl_global_init(CURL_GLOBAL_DEFAULT);
		multi = l.curl_multi_init();
	}
	for (size_t i = 0; i < n; i++) {
		transfers[i] = (struct transfer){ .library = &l, .remote = &list[i] };
		list[i].ok = list[i].url &&
		             begin(&transfers[i], multi, err.reason, own, &list[i].err);
	}
	if (multi)
		wait_for_all(&l, multi, transfers, n,
		             arena_alloc(own, n, sizeof(struct curl_waitfd)), progress);
	for (size_t i = 0; i < n; i++) {
		struct transfer *t = &transfers[i];

		if (list[i].url)
			list[i].ok = (list[i].ok && check(t, &list[i].err)) ||
			             fail_at(&list[i].err, list[i].url);
		if (t->talk)
			close(t->talk->fd);
		if (!t->curl)
			continue;
		l.curl_multi_remove_handle(multi, t->curl);
		l.curl_easy_cleanup(t->curl);
	}
	if (multi)
		l.curl_multi_cleanup(multi);
}

#else

void remote_fetch(struct remote *list, size_t n, struct progress *progress) {
	while (n--)
		list[n].ok = list[n].url &&
		             fail(&list[n].err, "%s: gptui was built without libcurl", list[n].url);
}

#endif
