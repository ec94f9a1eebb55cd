/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/file_states.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/sort.h"

struct file_state {
	int error; /* why it could not be looked at; or 0 */
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
};

static struct file_state look(const char *path) {
	struct file_state out = { .error = 0 };
	struct stat st;

	if (stat(path, &st)) {
		out.error = errno;
		return out;
	}
	if (!S_ISREG(st.st_mode))
		return out; /* reading it again would take what comes next */
	out.device = st.st_dev;
	out.inode = st.st_ino;
	out.size = st.st_size;
	out.changed = st.st_mtim;
	return out;
}

struct file_states file_states_take(const char *executable, const char *const *files, size_t n,
                                    struct arena *arena) {
	const char **paths = arena_space(arena, n + 1, sizeof *paths);
	struct file_state *list = arena_space(arena, n + 1, sizeof *list);
	struct file_states out = { paths, list, 0 };
	size_t i;

	if (executable)
		paths[out.n++] = executable;
	for (i = 0; i < n; i++)
		paths[out.n++] = files[i];
	for (i = 0; i < out.n; i++)
		list[i] = look(paths[i]);
	return out;
}

static bool is_same(const struct file_state *a, const struct file_state *b) {
	return a->error == b->error && a->device == b->device && a->inode == b->inode &&
	       a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
	       a->changed.tv_nsec == b->changed.tv_nsec;
}

bool file_states_are_same(const struct file_states *a, const struct file_states *b) {
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (!is_same(&a->list[i], &b->list[i]))
			return false;
	return a->n == b->n;
}

/* The state of the file that a path begins with; or NULL. */
static const struct file_state *find(const struct file_states *s, const char *path) {
	size_t i;

	for (i = 0; i < s->n; i++) {
		const size_t len = strlen(s->paths[i]);

		if (!strncmp(s->paths[i], path, len) && (!path[len] || path[len] == '/'))
			return &s->list[i];
	}
	return NULL;
}

bool file_states_differ(const struct file_states *a, const struct file_states *b,
                        const char *path) {
	const struct file_state *x = find(a, path), *y = find(b, path);

	return x && y && !is_same(x, y);
}

uint64_t file_states_hash(const struct file_states *states) {
	uint64_t hash = 1;
	size_t i;

	for (i = 0; i < states->n; i++) {
		const struct file_state *s = &states->list[i];

		hash = hash_text(hash, states->paths[i]);
		hash = hash_number(hash, (uint64_t)s->error);
		hash = hash_number(hash, (uint64_t)s->inode);
		hash = hash_number(hash, (uint64_t)s->size);
		hash = hash_number(hash, (uint64_t)s->changed.tv_sec);
		hash = hash_number(hash, (uint64_t)s->changed.tv_nsec);
	}
	return hash | 1;
}

struct file_identity {
	dev_t dev;
	ino_t ino;
};

struct seen_files seen_files_new(size_t room, struct arena *arena) {
	return (struct seen_files){
		.index = { .arena = arena },
		.list = arena_space(arena, room, sizeof(struct file_identity)),
	};
}

static bool is_same_file(const void *items, uint32_t number, const void *wanted) {
	const struct file_identity *a = (const struct file_identity *)items + number;
	const struct file_identity *b = wanted;

	return a->dev == b->dev && a->ino == b->ino;
}

static bool identify(const char *path, struct file_identity *out, uint64_t *hash) {
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	*out = (struct file_identity){ st.st_dev, st.st_ino };
	*hash = hash_number(hash_number(0, (uint64_t)st.st_dev), (uint64_t)st.st_ino);
	return true;
}

/* The number of a file that was added, or NO_ITEM if it is added now; of one that is not regular
 * always NO_ITEM. */
static uint32_t find_or_add(struct seen_files *seen, const char *path) {
	struct file_identity one;
	uint32_t number;
	uint64_t hash;

	if (!identify(path, &one, &hash))
		return NO_ITEM;
	if (!index_append(&seen->index, hash, is_same_file, seen->list, &one, &number))
		return number;
	seen->list[number] = one;
	return NO_ITEM;
}

bool seen_files_add(struct seen_files *seen, const char *path) {
	return find_or_add(seen, path) == NO_ITEM;
}

bool seen_files_have(const struct seen_files *seen, const char *path) {
	struct file_identity one;
	uint64_t hash;

	return identify(path, &one, &hash) &&
	       index_find(&seen->index, hash, is_same_file, seen->list, &one) != NO_ITEM;
}

const uint32_t *seen_files_first(const char *const *files, size_t n, struct arena *arena) {
	struct arena *own = arena_new();
	struct seen_files seen = seen_files_new(n, own);
	uint32_t *first = arena_space(arena, n, sizeof *first);
	uint32_t *numbers = arena_space(own, n, sizeof *numbers);
	size_t i;

	for (i = 0; i < n; i++) {
		const size_t before = seen.index.n;
		const uint32_t found = find_or_add(&seen, files[i]);

		first[i] = found == NO_ITEM ? (uint32_t)i : numbers[found];
		if (seen.index.n > before)
			numbers[before] = (uint32_t)i;
	}
	arena_free(own);
	return first;
}
