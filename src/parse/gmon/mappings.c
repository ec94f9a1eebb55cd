/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/gmon/mappings.h"

#include "model/records.h"
#include "recorder/recording.h"

enum { LONGEST = 4096 + 128 };

/* Reads a line about code. */
static bool read_line(const char *line, struct mapping *out) {
	char rights[5];
	int path = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &out->low,
	           &out->high, rights, &out->offset, &path) < 4)
		return false;
	out->path = path ? line + path : "";
	return out->low < out->high && strlen(rights) == 4 && rights[2] == 'x';
}

/* 0 if it is none, or not below the limit. */
static double number_of(const char *text, double limit) {
	const double number = strtod(text, NULL);

	return number > 0 && number < limit ? number : 0;
}

void mappings_read(struct bytes text, struct records *r, struct profile_file *file) {
	SCRATCH struct arena *scratch = arena_new();
	struct mapping *list = NULL;
	char line[LONGEST];
	size_t n = 0, kept = 0;

	while (text.len) {
		const unsigned char *end = memchr(text.data, '\n', text.len);
		const size_t len = end ? (size_t)(end - text.data) : text.len;
		struct bytes taken;
		struct mapping new;

		snprintf(line, sizeof line, "%.*s", len < LONGEST ? (int)len : LONGEST,
		         (const char *)text.data);
		bytes_take(&text, len + (end != NULL), &taken);
		if (!strncmp(line, CPU_TIME, sizeof CPU_TIME - 1)) {
			file->cpu_s = number_of(line + sizeof CPU_TIME - 1, 1e15) / 1e6;
			file->nsingle = file->nsamples;
		}
		if (!strncmp(line, SINGLE, sizeof SINGLE - 1))
			file->nsingle = (size_t)number_of(line + sizeof SINGLE - 1,
			                                  (double)file->nsamples + 1);
		if (!read_line(line, &new))
			continue;
		new.path = arena_text(r->arena, new.path, strlen(new.path));
		arena_append(scratch, list, n, new);
	}
	list = sort_copy(list, n, sizeof *list, offsetof(struct mapping, low), scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[i].low >= list[kept - 1].high)
			list[kept++] = list[i];
	file->mappings = arena_copy(r->arena, list, kept, sizeof *list);
	file->nmappings = kept;
}

bool beside_read(struct bytes *out, const struct records *r, const char *path,
                 struct arena *arena) {
	const size_t most = (size_t)256 << 20;
	struct error ignored;

	for (size_t i = 0; i < r->nbeside; i++)
		if (!strcmp(r->beside[i].path, path)) {
			*out = r->beside[i].bytes;
			return true;
		}
	return bytes_read_regular(out, path, most, arena, &ignored);
}

void mappings_complete(struct records *r, struct profile_file *file) {
	struct bytes text;

	if (!file->nmappings &&
	    beside_read(&text, r, arena_format(r->arena, "%s%s", file->path, MAPS_SUFFIX),
	                r->arena)) {
		mappings_read(text, r, file);
		file->nsingle = file->nsamples;
	}
}

const struct mapping *mapping_at(const struct profile_file *file, uint64_t address) {
	const size_t n = upper_bound(file->mappings, file->nmappings, sizeof *file->mappings,
	                             offsetof(struct mapping, low), address);

	return n && address < file->mappings[n - 1].high ? &file->mappings[n - 1] : NULL;
}
