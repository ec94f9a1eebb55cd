/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/base_job.h"

#include <glob.h>
#include <string.h>

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/profile.h"
#include "model/files/file_choice.h"
#include "open/load.h"

void base_compare(struct base_job *base, const struct load_request *new, const struct dataset *data,
                  struct progress *progress)
{
	const bool is_apart = data->profile->is_apart;
	const struct comparison **to = is_apart ? &base->apart : &base->comparison;
	const struct comparison *found = NULL;

	if (!base->is_read)
		return;
	if (is_apart && !base->sides.has_apart)
		base->err = base->sides.apart_err;
	else
		found = load_comparison(
			&base->request, is_apart ? &base->sides.apart : &base->sides.in, new, data,
			*to ? (*to)->new->runs : data->runs, base->arena, progress, &base->err);
	if (found)
		*to = found;
}

void base_read(struct base_job *base, const struct load_request *new, const struct dataset *data,
               struct progress *progress)
{
	arena_reset(base->arena);
	base->comparison = base->apart = NULL;
	base->err = (struct error){ "" };
	base->is_read = load_base(&base->sides, &base->request, new, NULL, true, base->arena,
	                          progress, &base->err);
	base_compare(base, new, data, progress);
}

static void add_word(struct base_request *request, const char *word, struct arena *arena)
{
	request->words = arena_room(arena, request->words, request->nwords, sizeof *request->words);
	request->words[request->nwords++] = arena_text(arena, word, strlen(word));
}

void base_words(struct base_request *request, const char *text, struct arena *arena)
{
	request->of_new = NULL;
	request->words = NULL;
	request->nwords = 0;
	while (*(text += strspn(text, " "))) {
		const size_t len = strcspn(text, " ");
		const char *word = arena_text(arena, text, len);
		glob_t found;
		size_t i;

		text += len;
		if (glob(word, GLOB_TILDE, NULL, &found)) {
			add_word(request, word, arena);
			continue;
		}
		for (i = 0; i < found.gl_pathc; i++)
			add_word(request, found.gl_pathv[i], arena);
		globfree(&found);
	}
}

void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena)
{
	request->of_new = file_choice_of(records, choice, true, arena);
	request->words = NULL;
	request->nwords = 0;
	add_word(request, new->executable, arena);
}

void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena)
{
	const struct load_request old = *new;
	const char **files = arena_space(arena, base->n, sizeof *files);
	size_t i;

	for (i = 0; i < base->n; i++)
		files[i] = arena_text(arena, base->files[i], strlen(base->files[i]));
	new->executable = arena_text(arena, base->executable, strlen(base->executable));
	new->words = new->files = files;
	new->nwords = new->nfiles = base->n;
	new->names_none = false;
	new->word_reasons = new->reasons = NULL;
	new->boards = NULL; /* what was fetched is on the disk */
	request->words = NULL;
	request->nwords = 0;
	add_word(request, old.executable, arena);
	for (i = 0; i < old.nfiles; i++)
		if (!old.reasons || !old.reasons[i])
			add_word(request, old.files[i], arena);
}
