/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* SEEK_DATA */
#include "base/work.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void progress_stage(struct progress *progress, const char *stage, size_t total) {
	if (!progress)
		return;
	atomic_store(&progress->stage, stage);
	atomic_store(&progress->done, 0);
	atomic_store(&progress->total, total);
	if (progress->changed)
		progress->changed(progress);
}

bool progress_step(struct progress *progress, size_t done) {
	if (!progress)
		return true;
	atomic_store(&progress->done, done);
	if (progress->changed)
		progress->changed(progress);
	return progress_wanted(progress);
}

bool progress_wanted(struct progress *progress) {
	if (!progress)
		return true;
	if (progress->between)
		progress->between(progress);
	return !progress_is_cancelled(progress);
}

bool progress_is_cancelled(const struct progress *progress) {
	return progress && atomic_load(&progress->cancelled);
}

/* Steps between two questions to the job: less than a millisecond. */
enum { PIECE = 1 << 16 };

/* Steps that reading may take.  Source: GNU as, ld and gold, Lua, and C++ of DWARF 2 to 5, split,
 * compressed and after dwz(1), all code sampled, took 1 to 2 for each byte. */
enum { STEPS_OF_BYTE = 48, STEPS_OF_FILE = 1 << 24 };

void work_allow(struct work *work, uint64_t bytes) {
	const uint64_t most = UINT64_MAX / 4;

	if (bytes > most / STEPS_OF_BYTE)
		bytes = most / STEPS_OF_BYTE;
	work->left += bytes * STEPS_OF_BYTE + STEPS_OF_FILE;
	if (work->left > most)
		work->left = most;
}

bool work_draw(struct work *work, uint64_t steps) {
	if (work->is_spent || progress_is_cancelled(work->progress))
		return false;
	steps -= work->at_hand;
	work->at_hand = 0;
	if (steps > work->left) {
		work->left = 0;
		work->is_spent = true;
		return false;
	}
	work->left -= steps;
	uint64_t more = work->left < PIECE ? work->left : PIECE;
	work->left -= more;
	work->at_hand = more;
	return true;
}

static const size_t mebibyte = (size_t)1 << 20;

/* Whether all of the file is a hole, where the file system says so. */
static bool is_hole(const char *path) {
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	const bool is_hole = fd >= 0 && lseek(fd, 0, SEEK_DATA) < 0 && errno == ENXIO;

	if (fd >= 0)
		close(fd);
	return is_hole;
}

uint64_t file_held(const char *path) {
	enum { BLOCK = 512 };
	struct stat status;

	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return 0;
	uint64_t size = (uint64_t)status.st_size, held = (uint64_t)status.st_blocks * BLOCK;
	if (!held && size && !is_hole(path))
		held = size; /* some file systems do not count blocks */
	return held < size ? held : size;
}

uint64_t file_part_most(const char *path) {
	enum { COMPRESSION = 8, SMALL_MIB = 16 };

	return file_held(path) * COMPRESSION + SMALL_MIB * mebibyte;
}

struct arena_limit file_memory_floor(void) {
	enum { FLOOR_MIB = 256 };

	return (struct arena_limit){ .most = FLOOR_MIB * mebibyte };
}

void file_memory_allow(const char *path) {
	enum { SHARE = 24 };
	const uint64_t held = file_held(path);

	arena_allow(held < SIZE_MAX / SHARE ? (size_t)held * SHARE : SIZE_MAX);
}

/* A part of a job. */
struct part {
	bool (*run)(void *context, struct error *err);
	void *context;
	struct error *err;
	bool ok;
};

static void run_part(void *context) {
	struct part *part = context;

	part->ok = part->run(part->context, part->err);
}

bool file_memory_try(struct arena_limit *limit, const char *path,
                     bool (*run)(void *context, struct error *err), void *context,
                     struct error *err) {
	struct part part = { run, context, err, false };

	if (arena_try(limit, run_part, &part))
		return part.ok;
	return fail(err,
	            "%s: needs more than %zu MiB of memory, too much for the size of its files",
	            path, limit->most / mebibyte);
}

long long clock_ms(void) {
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1;
}

double clock_thread_ms(void) {
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}
