/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that others write: what an objdump lists, the names of profile files
 * and a pattern of them, the history of prompts, and URLs.
 *
 * An input: a byte that says which (enum what), one of flags, the text.
 * No program is run and nothing is fetched: command_output() and those of
 * base/remote.h are defined here, instead. */
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/remote.h"
#include "base/spawn.h"
#include "memory_file.h"
#include "model/files/file_choice.h"
#include "model/image.h"
#include "open/load.h"
#include "parse/code/disassembly.h"
#include "ui/session/prompt.h"

enum what { LISTING, NAMES, HISTORY, URLS, WHATS };

enum { MOST_LINES = 64, MOST_BYTES = 1 << 14, LOW = 0x1000, HIGH = 0x1080 };

/* The input; the text ends in a NUL. */
static char text[MOST_BYTES + 1];
static size_t text_len;
static unsigned flags;

/* Its lines, as texts. */
static size_t cut_lines(const char *lines[MOST_LINES], struct arena *arena) {
	char *at = arena_text(arena, text, text_len), *end;
	size_t n = 0;

	for (; n < MOST_LINES && *at; at = end + 1) {
		lines[n++] = at;
		end = strchr(at, '\n');
		if (!end)
			break;
		*end = '\0';
	}
	return n;
}

/* ---- What an objdump lists ----------------------------------------------- */

bool command_output(const char *const *argv, struct command_limits limits,
                    void (*line)(void *context, const char *text, size_t len), void *context,
                    struct progress *progress, struct error *err) {
	const char *at = text, *const end = text + text_len;

	while (at < end) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		const size_t len = (size_t)((feed ? feed : end) - at);

		line(context, at, len < OUTPUT_LINE ? len : OUTPUT_LINE);
		at += len + 1;
	}
	return true;
}

static void check_instruction(const struct machine *machine, const struct instruction *in,
                              uint64_t low) {
	const size_t len = strlen(in->text);
	char *end;

	assert(in->address >= low && in->size);
	assert(in->address < HIGH && in->size <= HIGH - in->address);
	assert(len && strspn(in->text, " \t") == 0);
	assert(!in->is_call || !in->is_jump);
	assert(!in->is_jump || in->has_target);
	if (!in->len)
		return;
	assert(in->at < len && in->len <= len - in->at);
	uint64_t shown = strtoull(in->text + in->at, &end, 16);
	assert(end == in->text + in->at + in->len);
	assert(machine_address(machine, shown) == in->named);
}

static void try_listing(struct arena *arena) {
	static const struct section code = { ".text", LOW, HIGH, .is_code = true };
	static const struct image_object object = { .path = "-p" };
	const struct image image = { .path = "-p",
		                     .objects = &object,
		                     .nobjects = 1,
		                     .machine = { .arch = "m68k",
		                                  .address_size = flags & 1 ? 4 : 8,
		                                  .sign_extends = flags & 2 },
		                     .sections = &code,
		                     .nsections = 1 };
	struct listed_code listed = { LOW, HIGH, .arena = arena };
	struct error err = { "" };
	uint64_t low = LOW;

	const struct section_index sections = section_index_new(&image, true, arena);
	if (!listed_code_read("objdump", &image, &sections, &listed, 20000, NULL, &err)) {
		assert(err.reason[0] && !listed.n);
		return;
	}
	for (size_t i = 0; i < listed.n; i++) {
		check_instruction(&image.machine, &listed.list[i], low);
		low = listed.list[i].address + listed.list[i].size;
	}
	assert(low == HIGH);
}

/* ---- Names of profile files ---------------------------------------------- */

static void check_names(const struct file_names *names, const char *const *paths,
                        bool has_pattern) {
	size_t fit = 0;

	assert(names->nranks <= names->n && names->nhosts <= names->n);
	for (size_t i = 0; i < names->n; i++) {
		const struct file_name *f = &names->list[i];
		const size_t len = strlen(f->path);

		fit += f->fits;
		assert(f->path == paths[i]);
		assert(f->name >= f->path && f->name <= f->path + len);
		assert(!f->host || (*f->host && strstr(f->path, f->host)));
		assert(!f->group || (*f->group && strstr(f->path, f->group)));
		assert(f->fits || (f->rank == NO_RANK && !f->pid && !f->host && !f->group));
	}
	assert(fit == names->nfit && (has_pattern || fit == names->n));
}

static void check_match(const struct name_pattern *pattern, const char *path) {
	struct name_piece pieces[NAME_PARTS];
	const char *end = path + strlen(path);

	if (!name_pattern_match(pattern, path, pieces))
		return;
	for (int part = 0; part < NAME_PARTS; part++) {
		const struct name_piece *piece = &pieces[part];
		const bool is_number = part == NAME_RANK || part == NAME_PID;

		if (!piece->text)
			continue;
		assert(piece->text >= path && piece->text <= end);
		assert(piece->len <= (size_t)(end - piece->text));
		assert(piece->len || !is_number);
		for (size_t i = 0; i < piece->len; i++)
			assert(is_number ? piece->text[i] >= '0' && piece->text[i] <= '9'
			                 : piece->text[i] != '/');
	}
}

/* The first line is the pattern. */
static void try_names(struct arena *arena) {
	const char *lines[MOST_LINES];
	const size_t n = cut_lines(lines, arena);
	struct error err = { "" };

	if (!n)
		return;
	check_names(file_names_find(lines + 1, n - 1, NULL, 0, arena), lines + 1, false);
	const struct name_pattern *pattern = name_pattern_parse(lines[0], arena, &err);
	assert(!pattern == (err.reason[0] != '\0'));
	if (!pattern)
		return;
	for (size_t i = 1; i < n; i++)
		check_match(pattern, lines[i]);
	check_names(file_names_find(lines + 1, n - 1, pattern, 0, arena), lines + 1, true);
}

/* ---- History -------------------------------------------------------------- */

static void put_file(const char *path) {
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, text, text_len) != (ssize_t)text_len)
		abort();
	close(fd);
}

static void check_history(const struct history *h) {
	size_t steps = 0;

	assert(h->n <= HISTORY_LINES && h->is_kept);
	for (size_t i = 0; i < h->n; i++) {
		const struct history_line *line = &h->list[i];

		assert(memchr(line->text, '\0', PROMPT_TEXT) && *line->text);
		assert(!strpbrk(line->text, "\n\r\033\177"));
		for (size_t k = 0; k < i; k++)
			assert(h->list[k].prompt != line->prompt ||
			       strcmp(h->list[k].text, line->text) != 0);
	}
	for (size_t at = history_step(h, ':', h->n, true); at < h->n; steps++)
		at = at ? history_step(h, ':', at, true) : h->n;
	assert(steps <= h->n);
}

/* What is in the file stays, and so does what is added. */
static void try_history(struct arena *arena) {
	static struct history first, again;
	struct error err;

	put_file(memory_folder_path("gptui/history"));
	first.n = again.n = 0;
	assert(history_read(&first, &err));
	check_history(&first);
	history_add(&first, flags & 1 ? ':' : 'f', "typed now");
	struct history_line oldest = first.list[0];
	if (flags & 2)
		history_add(&first, oldest.prompt, oldest.text);
	assert(history_read(&again, &err));
	check_history(&again);
	assert(again.n == first.n);
	for (size_t i = 0; i < first.n; i++)
		assert(first.list[i].prompt == again.list[i].prompt &&
		       !strcmp(first.list[i].text, again.list[i].text));
}

/* ---- URLs ----------------------------------------------------------------- */

bool remote_is_one(const char *word) {
	return strstr(word, "://");
}

/* All, some or nothing comes. */
static bool fetch_one(struct remote *remote) {
	const bool ok = flags & 1;

	flags >>= 1;
	if (ok || flags & 1) {
		remote->nbytes = 1;
		if (!remote->take(remote->context, "x", 1, &remote->err))
			return false;
	}
	return ok || fail(&remote->err, "%s: no answer", remote->url);
}

void remote_fetch(struct remote *list, size_t n, struct progress *progress) {
	for (; n; n--, list++)
		list->ok = list->url && fetch_one(list);
}

/* Each name is harmless, in no other folder, and for no URL but its own;
 * removes the files, and returns how many there were. */
static size_t take_kept(const char *path) {
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-";
	DIR *folder = opendir(path);
	const struct dirent *entry;
	size_t n = 0;

	assert(folder);
	while ((entry = readdir(folder))) {
		const char *name = entry->d_name;

		if (!strcmp(name, ".") || !strcmp(name, ".."))
			continue;
		assert(*name != '.' && strlen(name) < 110);
		assert(strspn(name, letters) == strlen(name));
		assert(!unlinkat(dirfd(folder), name, 0));
		n++;
	}
	closedir(folder);
	return n;
}

static void try_urls(struct arena *arena) {
	const char *folder = arena_format(arena, "%s", memory_folder_path("kept"));
	const char *lines[MOST_LINES];
	const size_t n = cut_lines(lines, arena);
	struct boards *boards = boards_new(lines, n, folder, arena);
	struct board_files got = { .n = 0 };
	struct error err = { "" };

	if (!boards)
		return;
	for (size_t i = 0; i < 2; i++)
		if (boards_fetch(boards, 1, &got, NULL, &err))
			assert(got.n >= n);
	size_t before = got.n;
	if (got.n) {
		boards_refuse(boards, NULL,
		              arena_format(arena, "%s: damaged", got.files[flags % got.n]));
		boards_refuse(boards, got.files[flags % got.n], "damaged");
	}
	boards_refuse(boards, NULL, lines[n - 1]);
	if (got.kept)
		boards_refuse(boards, NULL, got.kept);
	flags = 1;
	if (boards_fetch(boards, 1, &got, NULL, &err))
		assert(got.n <= before + n);
	boards_end(boards, &err);
	take_kept(folder);
}

/* ---- All ------------------------------------------------------------------ */

static void remove_folders(void) {
	unlink(memory_folder_path("gptui/history"));
	rmdir(memory_folder_path("gptui"));
	rmdir(memory_folder_path("kept"));
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	setenv("XDG_STATE_HOME", memory_folder(), 1);
	if (mkdir(memory_folder_path("gptui"), 0700) || mkdir(memory_folder_path("kept"), 0700))
		abort();
	return atexit(remove_folders);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static void (*const tries[WHATS])(struct arena * arena) = { try_listing, try_names,
		                                                    try_history, try_urls };

	if (size < 2 || size - 2 > MOST_BYTES)
		return 0;
	struct arena *arena = arena_new();
	flags = data[1];
	text_len = size - 2;
	memcpy(text, data + 2, text_len);
	text[text_len] = '\0';
	tries[data[0] % WHATS](arena);
	arena_free(arena);
	return 0;
}
