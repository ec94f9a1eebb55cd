/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/boards.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/remote.h"

enum { SILENCE_S = 20 }; /* before a server is given up */

/* A word of the command line. */
struct word {
	const char *text;
	bool is_remote;
	size_t last; /* its newest file, plus 1; 0: none */
};

/* A file that is named, or was fetched. */
struct kept {
	const char *path;
	size_t before; /* as `last`, of the one before from the same word */
	bool is_refused;
};

struct boards {
	struct arena *arena;
	const char *folder;
	struct word *words; /* shape: [n] */
	size_t n;
	struct kept *kept; /* shape: [nkept] */
	size_t nkept;
};

struct boards *boards_new(const char *const *words, size_t n, const char *keep,
                          struct arena *arena)
{
	struct boards *b = arena_alloc(arena, 1, sizeof *b);
	bool any = false;
	size_t i;

	b->arena = arena;
	b->folder = keep ? keep : ".";
	b->words = arena_alloc(arena, n, sizeof *b->words);
	b->n = n;
	for (i = 0; i < n; i++) {
		b->words[i].text = words[i];
		b->words[i].is_remote = remote_is_one(words[i]);
		any |= b->words[i].is_remote;
	}
	return any ? b : NULL;
}

/* The last part of the URL's path, of harmless letters, and nothing that
 * commands would take for an option. */
static void name_for(const char *url, char *out, size_t size)
{
	const char *path = strchr(strstr(url, "://") + 3, '/');
	const char *end = path ? path + strcspn(path, "?#") : NULL;
	const char *from = end;
	size_t len = 0;

	while (from && from > path + 1 && from[-1] != '/')
		from--;
	for (; from && from < end && len + 1 < size; from++)
		out[len++] = isalnum((unsigned char)*from) ||
		                             strchr("._-", *from)
		                     ? *from
		                     : '_';
	out[len] = '\0';
	if (!len || *out == '.')
		snprintf(out, size, "profile");
	if (*out == '-')
		*out = '_';
}

/* Makes "FOLDER/NAME.N", the first that does not exist. */
static FILE *make_file(const struct boards *b, const char *url,
                       const char **path, struct error *err)
{
	char name[100];
	FILE *file;
	size_t i;
	int fd;

	name_for(url, name, sizeof name);
	for (i = 1;; i++) {
		*path = arena_format(b->arena, "%s/%s.%zu", b->folder, name, i);
		if (!strncmp(*path, "./", 2))
			*path += 2;
		fd = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		file = fd >= 0 ? fdopen(fd, "w") : NULL;
		if (file)
			return file;
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	fail(err, "%s: %s", *path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(*path);
	}
	return NULL;
}

/* What came before an error is not thrown away. */
static bool leave(const char *path, uint64_t nbytes, struct error *err)
{
	char reason[sizeof err->reason];

	if (!nbytes) {
		unlink(path);
		return false;
	}
	strcpy(reason, err->reason);
	return fail(err, "%.700s; what came is in %.200s", reason, path);
}

static void add_file(struct boards *b, struct word *word, const char *path)
{
	b->kept = arena_room(b->arena, b->kept, b->nkept, sizeof *b->kept);
	b->kept[b->nkept++] = (struct kept){ path, word->last, false };
	word->last = b->nkept;
}

/* The bytes are on the disk before they count. */
static bool fetch_one(struct boards *b, struct word *word,
                      struct progress *progress, struct error *err)
{
	struct remote remote = { .url = word->text, .silence_s = SILENCE_S };
	const char *path;
	bool ok;

	remote.out = make_file(b, word->text, &path, err);
	if (!remote.out)
		return false;
	ok = remote_fetch(&remote, progress, err);
	if (fflush(remote.out) || fsync(fileno(remote.out)))
		ok = fail(err, "%s: %s", path, strerror(errno));
	fclose(remote.out);
	if (!ok)
		return leave(path, remote.nbytes, err);
	add_file(b, word, path);
	return true;
}

bool boards_fetch(struct boards *b, const char *const **files, size_t *nfiles,
                  struct progress *progress, struct error *err)
{
	const char **list;
	size_t i, n = 0;

	for (i = 0; i < b->n; i++) {
		struct word *word = &b->words[i];

		if (!word->is_remote && !word->last)
			add_file(b, word, word->text);
		if (word->is_remote && !fetch_one(b, word, progress, err))
			return false; /* what came counts the next time */
	}
	list = arena_space(b->arena, b->nkept, sizeof *list);
	for (i = 0; i < b->nkept; i++)
		if (!b->kept[i].is_refused)
			list[n++] = b->kept[i].path;
	*files = list;
	*nfiles = n;
	return true;
}

/* The newest file of a URL; or NULL. */
static struct kept *last_of(const struct boards *b, const struct word *word)
{
	return word->is_remote && word->last ? &b->kept[word->last - 1] : NULL;
}

const char *boards_kept(const struct boards *b, struct arena *arena)
{
	const char *list = "";
	const struct kept *last;
	size_t i;

	for (i = 0; i < b->n; i++)
		if ((last = last_of(b, &b->words[i])))
			list = arena_format(arena, "%s%s%s", list,
			                    *list ? ", " : "", last->path);
	return list;
}

void boards_refuse(struct boards *b, const char *reason)
{
	struct kept *last;
	size_t i, len;

	for (i = 0; i < b->n; i++) {
		if (!(last = last_of(b, &b->words[i])))
			continue;
		len = strlen(last->path);
		if (!strncmp(reason, last->path, len) &&
		    strchr(":/", reason[len])) {
			last->is_refused = true;
			b->words[i].last = last->before;
		}
	}
}
