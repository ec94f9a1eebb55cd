/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create */
#include "open/load.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/remote.h"

enum {
	SLOW_S = 20,        /* before a server is given up */
	SIDE_BY_SIDE = 16,  /* servers that are asked at once */
	FIRST_ROOM = 65536, /* what a first fetch may bring */
	MOST_LEFT = 64 << 20,
	LEFT_BYTES = 65536 /* that one counts for besides its own */
};

/* A word of the command line. */
struct word {
	const char *text, *shown; /* without a password */
	const char *stage;        /* "fetching URL"; NULL: a file */
	size_t last;              /* its newest file, plus 1; 0: none */
	size_t open;              /* the place for its next one, plus 1; 0: at the end */
	uint64_t most;            /* bytes that came at once */
};

/* A file that is named, or was fetched, or should have been. */
struct kept {
	const char *path;
	const char *url;    /* that it is from, as given; NULL: it was named */
	size_t before;      /* as `last`, of the one before from the same word */
	const char *failed; /* why there is nothing to read; or NULL */
	int memory;         /* has what could not be written; or -1 */
	uint64_t size;
};

/* A file that was fetched and is no profile, or no whole one. */
struct left {
	const char *path;
	uint64_t size;
};

struct boards {
	struct arena *arena;
	const char *folder;
	struct word *words; /* shape: [n] */
	size_t n;
	struct kept *kept; /* shape: [nkept] */
	size_t nkept;
	struct left *left; /* shape: [nleft]; those before `first` are gone */
	size_t nleft, first_left;
	uint64_t left_size;
	const char *full;              /* why nothing more can be written; or NULL */
	const struct store *under_way; /* being fetched; shape: [nunder_way] */
	size_t nunder_way;

	/* Held by who uses all this: a job that fetches, but not while it waits for a server, for
	 * it may do so beyond the end of the program. */
	pthread_mutex_t lock;
};

struct boards *boards_new(const char *const *words, size_t n, const char *keep,
                          struct arena *arena) {
	struct boards *b = arena_alloc(arena, 1, sizeof *b);
	struct error shown;
	bool any = false;

	pthread_mutex_init(&b->lock, NULL);
	b->arena = arena;
	b->folder = keep ? keep : ".";
	b->words = arena_alloc(arena, n, sizeof *b->words);
	b->n = n;
	for (size_t i = 0; i < n; i++) {
		struct word *word = &b->words[i];

		word->text = word->shown = words[i];
		if (!remote_is_one(words[i]))
			continue;
		any = true;
		fail(&shown, "%s", words[i]);
		word->shown = arena_text(arena, shown.reason, strlen(shown.reason));
		word->stage = arena_format(arena, "fetching %s", word->shown);
	}
	return any ? b : NULL;
}

/* The last part of the URL's path, of harmless letters, and nothing that looks like an option. */
static void name_for(const char *url, char *out, size_t size) {
	const char *host = strstr(url, "://"), *path = strchr(host ? host + 3 : url, '/');
	const char *end = path ? path + strcspn(path, host ? "?#" : ",") : NULL;
	const char *from = end;
	size_t len = 0;

	while (from && from > path + 1 && from[-1] != '/')
		from--;
	for (; from && from < end && len + 1 < size; from++)
		out[len++] = isalnum((unsigned char)*from) || strchr("._-", *from) ? *from : '_';
	out[len] = '\0';
	if (!len || *out == '.')
		snprintf(out, size, "profile");
	if (*out == '-')
		*out = '_';
}

/* Files that are no profiles have a bound; the oldest go first.  Whether this one stays. */
static bool leave(struct boards *b, const char *path, uint64_t size) {
	size += LEFT_BYTES;
	arena_append(b->arena, b->left, b->nleft, (struct left){ path, size });
	b->left_size += size;
	for (; b->left_size > MOST_LEFT; b->first_left++) {
		unlink(b->left[b->first_left].path);
		b->left_size -= b->left[b->first_left].size;
	}
	return b->first_left < b->nleft;
}

/* ---- Writing --------------------------------------------------------------- */

/* What is fetched: on the disk or, where that takes no more, in memory. */
struct store {
	struct boards *boards;
	const char *url, *path;
	int fd;
	uint64_t size;
	bool is_held;
};

/* Nothing more is asked for until there is room. */
static bool fail_full(struct boards *b, const char *path, int why, struct error *err) {
	const char *reason = strerror(why);

	b->full = arena_text(b->arena, reason, strlen(reason));
	return fail(err, "%.500s: %s", path, b->full);
}

/* Whether there is room for so many bytes; else errno. */
static bool has_room(int fd, uint64_t size) {
	const int why = posix_fallocate(fd, 0, (off_t)size);

	if (ftruncate(fd, 0))
		return false;
	errno = why;
	return why != ENOSPC && why != EDQUOT && why != EFBIG && why != EIO;
}

/* Makes "FOLDER/NAME.N", the first that does not exist. */
static bool store_open(struct store *store, struct boards *b, const char *url, uint64_t size,
                       struct error *err) {
	char name[100];

	*store = (struct store){ .boards = b, .url = url, .fd = -1 };
	name_for(url, name, sizeof name);
	for (size_t i = 1; store->fd < 0; i++) {
		const char *path = arena_format(b->arena, "%s/%s.%zu", b->folder, name, i);

		store->path = strncmp(path, "./", 2) != 0 ? path : path + 2;
		store->fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (store->fd < 0 && errno != EEXIST)
			return fail_full(b, store->path, errno, err);
	}
	if (has_room(store->fd, size))
		return true;
	fail_full(b, store->path, errno, err);
	close(store->fd);
	unlink(store->path);
	return false;
}

/* Goes on in memory. */
static bool store_hold(struct store *store, struct error *err) {
	const int memory = store->is_held ? -1 : memfd_create("gptui-fetched", MFD_CLOEXEC);

	fail_full(store->boards, store->path, errno, err);
	if (memory < 0)
		return false;
	if (!file_bytes_copy(store->fd, memory, 0, (off_t)store->size)) {
		close(memory);
		return false;
	}
	close(store->fd);
	unlink(store->path);
	store->fd = memory;
	store->is_held = true;
	return true;
}

static bool store_put(void *context, const char *bytes, size_t len, struct error *err) {
	struct store *store = context;
	size_t done = 0;
	bool ok = true;

	pthread_mutex_lock(&store->boards->lock);
	while (done < len && ok) {
		const ssize_t n = pwrite(store->fd, bytes + done, len - done, (off_t)store->size);

		if (n > 0) {
			done += (size_t)n;
			store->size += (uint64_t)n;
		} else {
			ok = n && (errno == EINTR || store_hold(store, err));
		}
	}
	pthread_mutex_unlock(&store->boards->lock);
	return ok;
}

/* What came before an error is not thrown away. */
static bool store_give_up(struct store *store, struct error *err) {
	char reason[sizeof err->reason];

	close(store->fd);
	if (!store->is_held && !store->size)
		unlink(store->path);
	if (store->is_held || !store->size || !leave(store->boards, store->path, store->size))
		return false;
	strcpy(reason, err->reason);
	return fail(err, "%.700s; what was received is in %.200s", reason, store->path);
}

/* The bytes are on the disk before they count, or held. */
static bool store_end(struct store *store, struct kept *file, struct error *err) {
	if (!store->is_held && fsync(store->fd) && errno != EINVAL && !store_hold(store, err))
		return store_give_up(store, err);
	file->path = store->path;
	file->size = store->size;
	file->memory = -1;
	if (store->is_held) {
		file->memory = store->fd;
		file->path = arena_format(store->boards->arena, "/dev/fd/%d", store->fd);
	} else {
		close(store->fd);
	}
	return true;
}

/* The memory stays: what is shown may be read again from there. */
static bool write_held(struct boards *b, struct kept *kept, struct error *err) {
	struct store store;

	if (!store_open(&store, b, kept->url, kept->size, err))
		return false;
	if (!file_bytes_copy(kept->memory, store.fd, 0, (off_t)kept->size) ||
	    (fsync(store.fd) && errno != EINVAL)) {
		fail_full(b, store.path, errno, err);
		close(store.fd);
		unlink(store.path);
		return false;
	}
	store.size = kept->size;
	return store_end(&store, kept, err);
}

static bool write_all_held(struct boards *b, struct error *err) {
	b->full = NULL;
	for (size_t i = 0; i < b->nkept; i++)
		if (b->kept[i].memory >= 0 && !write_held(b, &b->kept[i], err))
			return false;
	return true;
}

/* ---- Fetching -------------------------------------------------------------- */

/* Takes the place that is open for the word's next file, or the last one. */
static void add_file(struct boards *b, struct word *word, struct kept file) {
	const size_t at = word->open ? word->open - 1 : b->nkept;

	if (at == b->nkept)
		b->kept = arena_room(b->arena, b->kept, b->nkept++, sizeof *b->kept);
	file.before = word->last;
	b->kept[at] = file;
	word->open = file.failed ? at + 1 : 0;
	if (!file.failed)
		word->last = at + 1;
}

/* Takes what came of a URL. */
static bool end_fetch(struct boards *b, struct word *word, struct store *store,
                      struct remote *remote, struct board_files *out) {
	struct kept file = { .url = word->text };

	if (!remote->url)
		return false;
	if (!remote->ok)
		return store_give_up(store, &remote->err);
	if (!store_end(store, &file, &remote->err))
		return false;
	if (word->most < file.size)
		word->most = file.size;
	add_file(b, word, file);
	out->kept = !out->kept ? file.path : arena_format(b->arena, "%s, %s", out->kept, file.path);
	return true;
}

/* Fetches from n words side by side: one that does not answer does not hold up the others. */
static void fetch_some(struct boards *b, struct word *words, size_t n, unsigned most_s,
                       struct board_files *out, struct progress *progress) {
	struct remote remotes[SIDE_BY_SIDE];
	struct store stores[SIDE_BY_SIDE];

	for (size_t i = 0; i < n; i++) {
		remotes[i] = (struct remote){ .slow_s = SLOW_S, .most_s = most_s };
		stores[i].is_held = false;
		if (words[i].stage && b->full) {
			fail(&remotes[i].err, "%s: not fetched: %s", words[i].shown, b->full);
		} else if (words[i].stage && store_open(&stores[i], b, words[i].text,
		                                        words[i].most ? words[i].most : FIRST_ROOM,
		                                        &remotes[i].err)) {
			progress_stage(progress, words[i].stage, 0);
			remotes[i].url = words[i].text;
			remotes[i].take = store_put;
			remotes[i].context = &stores[i];
		}
	}
	b->under_way = stores;
	b->nunder_way = n;
	pthread_mutex_unlock(&b->lock);
	remote_fetch(remotes, n, progress);
	pthread_mutex_lock(&b->lock);
	b->nunder_way = 0;
	for (size_t i = 0; i < n; i++) {
		struct word *word = &words[i];
		const char *reason = remotes[i].err.reason;
		struct kept file = { .path = word->text, .memory = -1 };

		if (!word->stage && !word->last)
			add_file(b, word, file);
		if (!word->stage || end_fetch(b, word, &stores[i], &remotes[i], out))
			continue;
		/* A URL of which nothing came has its place with the others all the same. */
		file = (struct kept){ .path = word->shown, .url = word->text, .memory = -1 };
		file.failed = arena_text(b->arena, reason, strlen(reason));
		if (!out->failed)
			out->failed = file.failed;
		if (!word->last || word->open)
			add_file(b, word, file);
	}
}

static bool fetch_files(struct boards *b, unsigned most_s, struct board_files *out,
                        struct progress *progress, struct error *err) {
	size_t nfailed = 0;
	struct error why;

	*out = (struct board_files){ .failed = NULL };
	if (!write_all_held(b, &why))
		out->failed = arena_text(b->arena, why.reason, strlen(why.reason));
	for (size_t i = 0; i < b->n && progress_wanted(progress); i += SIDE_BY_SIDE)
		fetch_some(b, &b->words[i], b->n - i < SIDE_BY_SIDE ? b->n - i : SIDE_BY_SIDE,
		           most_s, out, progress);
	if (!progress_wanted(progress))
		return fail(err, "cancelled"); /* what came counts next time */
	const char **files = arena_space(b->arena, b->nkept, sizeof *files);
	for (size_t i = 0; i < b->nkept; i++) {
		files[i] = b->kept[i].path;
		nfailed += b->kept[i].failed != NULL;
		out->is_held |= b->kept[i].memory >= 0;
	}
	out->files = files;
	out->n = b->nkept;
	out->full = b->full;
	return nfailed < b->nkept || fail(err, "%s", out->failed);
}

bool boards_fetch(struct boards *b, unsigned most_s, struct board_files *out,
                  struct progress *progress, struct error *err) {
	pthread_mutex_lock(&b->lock);
	bool ok = fetch_files(b, most_s, out, progress, err);
	pthread_mutex_unlock(&b->lock);
	return ok;
}

struct board_file boards_file(struct boards *b, const char *path) {
	struct board_file file = { .url = NULL };

	if (!b)
		return file;
	pthread_mutex_lock(&b->lock);
	for (size_t i = 0; i < b->nkept; i++)
		if (!strcmp(b->kept[i].path, path))
			file = (struct board_file){ b->kept[i].url, b->kept[i].failed };
	pthread_mutex_unlock(&b->lock);
	return file;
}

void boards_refuse(struct boards *b, const char *path, const char *reason) {
	const size_t len = path ? strlen(path) : 0;

	pthread_mutex_lock(&b->lock);
	for (size_t i = 0; i < b->n; i++) {
		struct word *word = &b->words[i];
		struct kept *last = word->stage && word->last ? &b->kept[word->last - 1] : NULL;
		const size_t n = last ? strlen(last->path) : 0;

		if (!last ||
		    (path ? len != n || strcmp(path, last->path) != 0
		          : strncmp(reason, last->path, n) != 0 || !strchr(":/", reason[n])))
			continue;
		last->failed = arena_text(b->arena, reason, strlen(reason));
		word->open = word->last;
		word->last = last->before;
		if (last->memory < 0)
			leave(b, last->path, last->size);
	}
	pthread_mutex_unlock(&b->lock);
}

bool boards_end(struct boards *b, struct error *err) {
	struct error why;
	size_t i;

	if (!b)
		return true;
	pthread_mutex_lock(&b->lock); /* for good */
	for (i = 0; i < b->nunder_way; i++) {
		const struct store *store = &b->under_way[i];

		if (store->is_held)
			arena_append(b->arena, b->kept, b->nkept,
			             (struct kept){ .url = store->url,
			                            .memory = store->fd,
			                            .size = store->size });
	}
	if (write_all_held(b, &why))
		return true;
	for (i = 0; b->kept[i].memory < 0; i++)
		continue;
	return fail(err, "%.500s; what was fetched from %.300s is not kept", why.reason,
	            b->kept[i].url);
}
