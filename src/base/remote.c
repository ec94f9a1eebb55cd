/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/remote.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

/* The URLs that are fetched, and where their redirections may lead. */
static const struct scheme {
	const char *name, *protocol, *redirected;
} schemes[] = {
	{ "tftp://", "tftp", "" },
	{ "http://", "http", "http,https" },
	{ "https://", "https", "https" },
	{ "file://", "file", "" },
};

static const struct scheme *scheme_of(const char *word) {
	size_t i;

	for (i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (!strncasecmp(word, schemes[i].name, strlen(schemes[i].name)))
			return &schemes[i];
	return NULL;
}

bool remote_is_one(const char *word) {
	const char *end = word;

	while (isalnum((unsigned char)*end) || (*end && strchr("+-.", *end)))
		end++;
	return end > word && !strncmp(end, "://", 3);
}

#ifdef LIBCURL_SONAME

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/system.h"
#include "base/work.h"

/* What is used of it. */
#define FUNCTIONS(X)         \
	X(curl_global_init)  \
	X(curl_easy_init)    \
	X(curl_easy_cleanup) \
	X(curl_easy_setopt)  \
	X(curl_easy_perform) \
	X(curl_easy_strerror)

struct library {
#define POINTER(name) __typeof__(&(name)) name;
	FUNCTIONS(POINTER)
#undef POINTER
};

static bool open_library(struct library *out, struct error *err) {
	void *handle = library_open(LIBCURL_SONAME);

#define FIND(name) &&library_find(handle, #name, &out->name)
	if (handle FUNCTIONS(FIND))
		return true;
#undef FIND
	return fail(err, LIBCURL_SONAME " cannot be loaded");
}

/* As much as a member of an archive may have (base/packed.c). */
static const uint64_t most = (uint64_t)512 << 20;

enum { CONNECT_S = 10, LEAST_BYTES_S = 1000, MOST_HEAD = 1 << 18 };

/* A file being fetched. */
struct transfer {
	struct library library;
	struct remote *remote;
	struct progress *progress;
	CURL *curl;
	char reason[CURL_ERROR_SIZE];
	long long begin_ms, heard_ms; /* when the last byte came */
	uint64_t nhead;               /* bytes of headers */

	/* When bytes were counted, and how many there were. */
	long long mark_ms;
	uint64_t nmarked;

	bool is_silent, is_slow, is_late, is_too_large, has_failed;
	struct error err; /* of the one who takes it, if that has failed */
};

static size_t take(char *data, size_t size, size_t n, void *context) {
	struct transfer *t = context;
	struct remote *r = t->remote;
	const size_t len = size * n;

	t->heard_ms = clock_ms();
	t->is_too_large = len > most - r->nbytes;
	if (t->is_too_large)
		return 0;
	t->has_failed = !r->take(r->context, data, len, &t->err);
	if (t->has_failed)
		return 0;
	r->nbytes += len;
	return len;
}

static size_t take_head(char *data, size_t size, size_t n, void *context) {
	struct transfer *t = context;
	const size_t len = size * n;

	t->heard_ms = clock_ms();
	t->nhead += len;
	return t->nhead > MOST_HEAD ? 0 : len;
}

/* Looks at what came whenever the time for an average has passed. */
static void check_speed(struct transfer *t, long long now) {
	const struct remote *r = t->remote;
	const uint64_t n = r->nbytes + t->nhead;

	t->is_late = now - t->begin_ms > 1000LL * r->most_s;
	t->is_silent = now - t->heard_ms > 1000LL * r->slow_s;
	if (now - t->mark_ms < 1000LL * r->slow_s)
		return;
	t->is_slow = n - t->nmarked < (uint64_t)LEAST_BYTES_S * r->slow_s;
	t->mark_ms = now;
	t->nmarked = n;
}

/* Called about once a second; not 0 ends the transfer. */
static int go_on(void *context, curl_off_t whole, curl_off_t part, curl_off_t to_send,
                 curl_off_t sent) {
	struct transfer *t = context;

	check_speed(t, clock_ms());
	t->is_too_large |= whole > (curl_off_t)most;
	return t->is_late || t->is_silent || t->is_slow || t->is_too_large ||
	       !progress_step(t->progress, (size_t)t->remote->nbytes);
}

/* Commands that are run meanwhile do not get the connection. */
static int keep(void *context, curl_socket_t socket, curlsocktype purpose) {
	return fcntl(socket, F_SETFD, FD_CLOEXEC) ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK;
}

static void allow(struct transfer *t, const struct scheme *scheme) {
	const struct library *l = &t->library;
	CURL *c = t->curl;
	const bool is_tftp = !strcmp(scheme->protocol, "tftp");

#if LIBCURL_VERSION_NUM >= 0x075500
	l->curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, scheme->protocol);
	if (*scheme->redirected)
		l->curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, scheme->redirected);
#else
	l->curl_easy_setopt(c, CURLOPT_PROTOCOLS,
	                    is_tftp               ? CURLPROTO_TFTP
	                    : *scheme->redirected ? CURLPROTO_HTTP | CURLPROTO_HTTPS
	                                          : CURLPROTO_FILE);
	l->curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS,
	                    strcmp(scheme->protocol, "http") ? CURLPROTO_HTTPS
	                                                     : CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
	l->curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, (long)(*scheme->redirected != '\0'));
	l->curl_easy_setopt(c, CURLOPT_MAXREDIRS, 3L);
	l->curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	if (!is_tftp)
		return;
	/* libcurl asks for a lost block again after 5 seconds if a transfer may take long, and
	 * after more than a minute if there is no limit. */
	l->curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)t->remote->most_s);
	/* Old servers know RFC 1350 only. */
	l->curl_easy_setopt(c, CURLOPT_TFTP_NO_OPTIONS, 1L);
}

static CURLcode transfer(struct transfer *t, const struct scheme *scheme) {
	const struct library *l = &t->library;
	CURLcode code;

	t->curl = l->curl_easy_init();
	if (!t->curl)
		return CURLE_OUT_OF_MEMORY;
	allow(t, scheme);
	l->curl_easy_setopt(t->curl, CURLOPT_URL, t->remote->url);
	l->curl_easy_setopt(t->curl, CURLOPT_NOSIGNAL, 1L);
	l->curl_easy_setopt(t->curl, CURLOPT_SOCKOPTFUNCTION, keep);
	l->curl_easy_setopt(t->curl, CURLOPT_FAILONERROR, 1L);
	l->curl_easy_setopt(t->curl, CURLOPT_ERRORBUFFER, t->reason);
	l->curl_easy_setopt(t->curl, CURLOPT_WRITEFUNCTION, take);
	l->curl_easy_setopt(t->curl, CURLOPT_WRITEDATA, t);
	l->curl_easy_setopt(t->curl, CURLOPT_HEADERFUNCTION, take_head);
	l->curl_easy_setopt(t->curl, CURLOPT_HEADERDATA, t);
	l->curl_easy_setopt(t->curl, CURLOPT_XFERINFOFUNCTION, go_on);
	l->curl_easy_setopt(t->curl, CURLOPT_XFERINFODATA, t);
	l->curl_easy_setopt(t->curl, CURLOPT_NOPROGRESS, 0L);
	code = l->curl_easy_perform(t->curl);
	l->curl_easy_cleanup(t->curl);
	return code;
}

static bool fail_for(const struct transfer *t, CURLcode code, struct error *err) {
	const struct remote *r = t->remote;

	if (!progress_wanted(t->progress))
		return fail(err, "cancelled");
	if (t->has_failed)
		return fail(err, "%s", t->err.reason);
	if (t->is_too_large)
		return fail(err, "it has more than %u MiB", (unsigned)(most >> 20));
	if (t->nhead > MOST_HEAD)
		return fail(err, "its headers have no end");
	if (t->is_silent || (t->is_slow && t->nmarked == 0))
		return fail(err, "no answer for %u s", r->slow_s);
	if (t->is_slow)
		return fail(err, "less than 1 KB/s for %u s", r->slow_s);
	if (t->is_late ||
	    (code == CURLE_OPERATION_TIMEDOUT && clock_ms() - t->begin_ms >= 1000LL * r->most_s))
		return fail(err, "not whole after %u s (set fetch-time)", r->most_s);
	/* Of TFTP the other reason is about a socket that has no peer. */
	return fail(err, "%s",
	            *t->reason && strncmp(t->remote->url, "tftp", 4) != 0
	                    ? t->reason
	                    : t->library.curl_easy_strerror(code));
}

/* The path of a file's URL, as libcurl takes it; "" if it is too long. */
static void path_of(char *out, size_t size, const char *url) {
	const size_t len = strcspn(url, "?#");
	unsigned byte;
	size_t at, n = 0;

	for (at = strcspn(url, "/"); at < len && n + 1 < size; at++)
		if (url[at] == '%' && isxdigit((unsigned char)url[at + 1]) &&
		    isxdigit((unsigned char)url[at + 2]) &&
		    sscanf(url + at + 1, "%2x", &byte) == 1) {
			out[n++] = (char)byte;
			at += 2;
		} else {
			out[n++] = url[at];
		}
	out[at < len ? 0 : n] = '\0';
}

/* Opening a FIFO could take for ever, and a device could have no end. */
static bool is_regular(const char *url, const struct scheme *scheme) {
	char path[PATH_MAX];
	struct stat status;

	path_of(path, sizeof path, url + strlen(scheme->name));
	return stat(path, &status) || S_ISREG(status.st_mode);
}

static bool fetch(struct transfer *t, struct error *err) {
	const struct scheme *scheme = scheme_of(t->remote->url);
	CURLcode code;

	if (!scheme)
		return fail(err, "only tftp, http, https and file are fetched");
	if (!strcmp(scheme->protocol, "file") && !is_regular(t->remote->url, scheme))
		return fail(err, "not a regular file");
	if (!open_library(&t->library, err))
		return false;
	t->library.curl_global_init(CURL_GLOBAL_DEFAULT);
	t->begin_ms = t->heard_ms = t->mark_ms = clock_ms();
	code = transfer(t, scheme);
	if (code != CURLE_OK)
		return fail_for(t, code, err);
	return t->remote->nbytes || fail(err, "there is nothing in it");
}

bool remote_fetch(struct remote *remote, struct progress *progress, struct error *err) {
	struct transfer t = { .remote = remote, .progress = progress };

	remote->nbytes = 0;
	return fetch(&t, err) || fail_at(err, remote->url);
}

bool remote_is_built_in(void) {
	return true;
}

#else

bool remote_fetch(struct remote *remote, struct progress *progress, struct error *err) {
	return fail(err, "%s: gptui was built without libcurl", remote->url);
}

bool remote_is_built_in(void) {
	return false;
}

#endif
