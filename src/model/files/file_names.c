/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_names.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "model/files/name_fields.h"
#include "model/files/name_pattern.h"

static const char *const rank_words[] = { "rank", "task", "proc", "pe", "image", NULL };
static const char *const host_words[] = { "node", "host", "nid", NULL };
static const char *const pid_words[] = { "pid", NULL };

/* Which field is what; NULL: none. */
struct roles {
	const struct name_field *of[NAME_PARTS];
};

static bool is_taken(const struct roles *roles, const struct name_field *field)
{
	size_t i;

	for (i = 0; i < NAME_PARTS; i++)
		if (roles->of[i] == field)
			return true;
	return false;
}

/* How sure it is that a field is the rank; 0: it is not.  Few are missing if
 * one in eight is, and at least one may be. */
static int rank_sureness(const struct name_field *f, size_t n)
{
	if (!f->is_number || name_field_is_after(f, pid_words))
		return 0;
	if (name_field_is_after(f, rank_words))
		return 4;
	if (n < 2 || f->ndistinct < n)
		return 0;
	if (f->least == 0 && f->most == n - 1)
		return name_field_is_after(f, host_words) ? 2 : 3;
	return f->most < n + n / 8 + 1 && !name_field_is_after(f, host_words);
}

static int pid_sureness(const struct name_field *f, size_t n)
{
	if (!f->is_number || f->ndistinct == 1)
		return 0;
	if (name_field_is_after(f, pid_words))
		return 2;
	return f->ndistinct > n / 2 && !name_field_is_after(f, host_words);
}

static int host_sureness(const struct name_field *f, size_t n)
{
	if (f->ndistinct == 1)
		return 0;
	if (name_field_is_after(f, host_words))
		return 3;
	if (f->is_number)
		return 0;
	return f->is_last ? 2 : f->ndistinct > n / 2;
}

static int group_sureness(const struct name_field *f, size_t n)
{
	return f->ndistinct > 1 && f->ndistinct <= n / 2;
}

/* Gives the role to the field that is most surely this part of the name: the
 * first among equals, or the last one. */
static void give(struct roles *roles, enum name_part part, const struct name_fields *f,
                 int (*sureness)(const struct name_field *f, size_t n), bool is_last)
{
	const struct name_field *best = NULL;
	int most = 0;
	size_t i;

	for (i = 0; i < f->n; i++) {
		const int sure = is_taken(roles, &f->list[i]) ? 0
		                                              : sureness(&f->list[i], f->nnames);

		if (sure > most || (is_last && sure && sure == most)) {
			best = &f->list[i];
			most = sure;
		}
	}
	roles->of[part] = best;
}

static const char *text_of(struct name_piece piece, struct arena *arena)
{
	return piece.len ? arena_text(arena, piece.text, piece.len) : NULL;
}

static void take_pieces(struct file_name *name, const struct name_piece pieces[NAME_PARTS],
                        struct arena *arena)
{
	const uint64_t rank = name_number(pieces[NAME_RANK]);

	if (pieces[NAME_RANK].len && rank < NO_RANK)
		name->rank = (uint32_t)rank;
	name->pid = name_number(pieces[NAME_PID]);
	name->host = text_of(pieces[NAME_HOST], arena);
	name->group = text_of(pieces[NAME_GROUP], arena);
}

static void tell_by_fields(struct file_name *list, const char *const *paths, size_t n,
                           struct arena *arena)
{
	struct arena *scratch = arena_new();
	const struct name_fields f = name_fields_split(paths, n, scratch);
	struct roles roles = { { NULL } };
	size_t i, part;

	give(&roles, NAME_RANK, &f, rank_sureness, false);
	give(&roles, NAME_PID, &f, pid_sureness, true);
	give(&roles, NAME_HOST, &f, host_sureness, false);
	give(&roles, NAME_GROUP, &f, group_sureness, false);
	for (i = 0; i < f.nnames; i++) {
		struct name_piece pieces[NAME_PARTS] = { { NULL, 0 } };

		for (part = 0; part < NAME_PARTS; part++)
			if (roles.of[part])
				pieces[part] = part == NAME_RANK || part == NAME_PID
				                       ? name_field_digits(roles.of[part], i)
				                       : roles.of[part]->pieces[i];
		take_pieces(&list[f.names[i]], pieces, arena);
	}
	arena_free(scratch);
}

static size_t tell_by_pattern(struct file_name *list, const char *const *paths, size_t n,
                              const struct name_pattern *pattern, struct arena *arena)
{
	struct name_piece pieces[NAME_PARTS];
	size_t fit = 0, i;

	for (i = 0; i < n; i++) {
		list[i].fits = name_pattern_match(pattern, paths[i], pieces);
		if (!list[i].fits)
			continue;
		take_pieces(&list[i], pieces, arena);
		fit++;
	}
	return fit;
}

/* What all paths begin and end with, in bytes; at least one is left.  If all
 * are equal it is the folders. */
struct ends {
	size_t before, after;
};

static struct ends equal_ends(const char *const *paths, size_t n)
{
	const size_t len = strlen(paths[0]);
	struct ends e = { len, len };
	size_t shortest = len, longest = len, i, k;

	for (i = 1; i < n; i++) {
		const size_t now = strlen(paths[i]);

		if (now < shortest)
			shortest = now;
		if (now > longest)
			longest = now;
		for (k = 0; k < e.before && paths[0][k] == paths[i][k]; k++)
			;
		e.before = k;
		for (k = 0;
		     k < e.after && k < now && paths[0][len - 1 - k] == paths[i][now - 1 - k]; k++)
			;
		e.after = k;
	}
	if (e.before == longest)
		return (struct ends){ (size_t)(path_last(*paths) - *paths), 0 };
	if (e.before == shortest && shortest)
		e.before--;
	if (e.after > shortest - e.before)
		e.after = shortest - e.before;
	return e;
}

static bool is_end(char c)
{
	return c && strchr("/.-_", c);
}

/* Leaves out what all paths begin and end with, by whole fields. */
static void shorten(struct file_name *list, const char *const *paths, size_t n, struct arena *arena)
{
	struct ends e = equal_ends(paths, n);
	const size_t len = strlen(paths[0]);
	size_t folder, i;

	while (e.before && !is_end(paths[0][e.before - 1]))
		e.before--;
	while (e.after && !is_end(paths[0][len - e.after]))
		e.after--;
	for (folder = e.before; folder && paths[0][folder - 1] != '/';)
		folder--;
	for (i = 0; i < n; i++) {
		const char *brief = paths[i] + e.before;
		const size_t left = strlen(brief);

		list[i].name = paths[i] + folder;
		list[i].brief = !e.after || left <= e.after
		                        ? brief
		                        : arena_text(arena, brief, left - e.after);
	}
}

const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, struct arena *arena)
{
	struct file_names *names = arena_alloc(arena, 1, sizeof *names);
	struct file_name *list = arena_alloc(arena, n, sizeof *list);
	size_t i;

	*names = (struct file_names){ .list = list, .n = n, .nfit = n };
	for (i = 0; i < n; i++)
		list[i] = (struct file_name){ .path = paths[i], .rank = NO_RANK, .fits = !pattern };
	if (n)
		shorten(list, paths, n, arena);
	if (pattern)
		names->nfit = tell_by_pattern(list, paths, n, pattern, arena);
	else
		tell_by_fields(list, paths, n, arena);
	for (i = 0; i < n; i++) {
		names->nranks += list[i].rank != NO_RANK;
		names->npids += list[i].pid > 0;
		names->nhosts += list[i].host != NULL;
		names->ngroups += list[i].group != NULL;
	}
	return names;
}
