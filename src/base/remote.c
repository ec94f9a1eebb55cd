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

static const struct scheme *scheme_of(const char *word)
{
	size_t i;

	for (i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (!strncasecmp(word, schemes[i].name,
		                 strlen(schemes[i].name)))
			return &schemes[i];
	return NULL;
}

bool remote_is_one(const char *word)
{
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

#include "base/arena.h"
#include "base/clock.h"
#include "base/library.h"
#include "base/progress.h"

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

static bool open_library(struct library *out, struct error *err)
{
	void *handle = library_open(LIBCURL_SONAME);

#define FIND(name) &&library_find(handle, #name, &out->name)
	if (handle FUNCTIONS(FIND))
		return true;
#undef FIND
	return fail(err, LIBCURL_SONAME " cannot be loaded");
}

/* As much as a member of an archive may have (base/packed.c). */
static const uint64_t most = (uint64_t)512 << 20;

enum {
	CONNECT_S = 10,
	/* libcurl asks for a lost block again after 5 seconds if a transfer by
	 * TFTP may take so long, and after more than a minute if there is no
	 * limit. */
	TFTP_S = 250
};

/* A file being fetched. */
struct transfer {
	struct library library;
	struct remote *remote;
	struct progress *progress;
	CURL *curl;
	char reason[CURL_ERROR_SIZE];
	long long heard_ms; /* when the last byte came */
	bool is_silent, is_too_large;
	int write_errno;
};

static size_t take(char *data, size_t size, size_t n, void *context)
{
	struct transfer *t = context;
	struct remote *r = t->remote;
	const size_t len = size * n;

	t->heard_ms = clock_ms();
	t->is_too_large = len > most - r->nbytes;
	if (t->is_too_large)
		return 0;
	if (fwrite(data, 1, len, r->out) != len) {
		t->write_errno = errno;
		return 0;
	}
	r->nbytes += len;
	return len;
}

/* Called about once a second; not 0 ends the transfer. */
static int go_on(void *context, curl_off_t whole, curl_off_t part,
                 curl_off_t to_send, curl_off_t sent)
{
	struct transfer *t = context;

	t->is_silent = clock_ms() - t->heard_ms > 1000LL * t->remote->silence_s;
	t->is_too_large |= whole > (curl_off_t)most;
	return t->is_silent || t->is_too_large ||
	       !progress_step(t->progress, (size_t)t->remote->nbytes);
}

/* Commands that are run meanwhile do not get the connection. */
static int keep(void *context, curl_socket_t socket, curlsocktype purpose)
{
	return fcntl(socket, F_SETFD, FD_CLOEXEC) ? CURL_SOCKOPT_ERROR
	                                          : CURL_SOCKOPT_OK;
}

static void allow(struct transfer *t, const struct scheme *scheme)
{
	const struct library *l = &t->library;
	CURL *c = t->curl;
	const bool is_tftp = !strcmp(scheme->protocol, "tftp");

#if LIBCURL_VERSION_NUM >= 0x075500
	l->curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, scheme->protocol);
	if (*scheme->redirected)
		l->curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR,
		                    scheme->redirected);
#else
	l->curl_easy_setopt(c, CURLOPT_PROTOCOLS,
	                    is_tftp ? CURLPROTO_TFTP
	                    : *scheme->redirected
	                            ? CURLPROTO_HTTP | CURLPROTO_HTTPS
	                            : CURLPROTO_FILE);
	l->curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS,
	                    strcmp(scheme->protocol, "http")
	                            ? CURLPROTO_HTTPS
	                            : CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
	l->curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION,
	                    (long)(*scheme->redirected != '\0'));
	l->curl_easy_setopt(c, CURLOPT_MAXREDIRS, 3L);
	l->curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	if (!is_tftp)
		return;
	l->curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)TFTP_S);
	/* Old servers know RFC 1350 only. */
	l->curl_easy_setopt(c, CURLOPT_TFTP_NO_OPTIONS, 1L);
}

static CURLcode transfer(struct transfer *t, const struct scheme *scheme)
{
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
	l->curl_easy_setopt(t->curl, CURLOPT_XFERINFOFUNCTION, go_on);
	l->curl_easy_setopt(t->curl, CURLOPT_XFERINFODATA, t);
	l->curl_easy_setopt(t->curl, CURLOPT_NOPROGRESS, 0L);
	code = l->curl_easy_perform(t->curl);
	l->curl_easy_cleanup(t->curl);
	return code;
}

static bool fail_for(const struct transfer *t, CURLcode code, struct error *err)
{
	if (!progress_wanted(t->progress))
		return fail(err, "cancelled");
	if (t->is_silent)
		return fail(err, "no answer for %u s", t->remote->silence_s);
	if (t->is_too_large)
		return fail(err, "it has more than %u MiB",
		            (unsigned)(most >> 20));
	if (t->write_errno)
		return fail(err, "it cannot be kept: %s",
		            strerror(t->write_errno));
	/* Of TFTP the other reason is about a socket that has no peer. */
	return fail(err, "%s",
	            *t->reason && strncmp(t->remote->url, "tftp", 4) != 0
	                    ? t->reason
	                    : t->library.curl_easy_strerror(code));
}

/* The path of a file's URL, as libcurl takes it; "" if it is too long. */
static void path_of(char *out, size_t size, const char *url)
{
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
static bool is_regular(const char *url, const struct scheme *scheme)
{
	char path[PATH_MAX];
	struct stat status;

	path_of(path, sizeof path, url + strlen(scheme->name));
	return stat(path, &status) || S_ISREG(status.st_mode);
}

static bool fetch(struct transfer *t, struct error *err)
{
	const struct scheme *scheme = scheme_of(t->remote->url);
	CURLcode code;

	if (!scheme)
		return fail(err, "only tftp, http, https and file are fetched");
	if (!strcmp(scheme->protocol, "file") &&
	    !is_regular(t->remote->url, scheme))
		return fail(err, "not a regular file");
	if (!open_library(&t->library, err))
		return false;
	t->library.curl_global_init(CURL_GLOBAL_DEFAULT);
	t->heard_ms = clock_ms();
	code = transfer(t, scheme);
	if (code != CURLE_OK)
		return fail_for(t, code, err);
	return t->remote->nbytes || fail(err, "there is nothing in it");
}

bool remote_fetch(struct remote *remote, struct progress *progress,
                  struct error *err)
{
	struct transfer t = { .remote = remote, .progress = progress };

	remote->nbytes = 0;
	progress_stage(progress, "fetching", 0);
	return fetch(&t, err) || fail_at(err, remote->url);
}

bool remote_is_built_in(void)
{
	return true;
}

#else

bool remote_fetch(struct remote *remote, struct progress *progress,
                  struct error *err)
{
	return fail(err, "%s: gptui was built without libcurl", remote->url);
}

bool remote_is_built_in(void)
{
	return false;
}

#endif
